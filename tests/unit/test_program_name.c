/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_program_name.c - the names that players get from their command lines.  */
#include "../test.h"
#include "ringside/sh_words.h"

static const char *const brains[] = {"pbrain-", NULL};

struct named {
	const char *command, *name;
};

static void expect_names(const struct named *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		FREED char *name = program_name(cases[i].command, brains);

		if (strcmp(name, cases[i].name) != 0)
			fail_msg("%s: \"%s\", expected \"%s\"", cases[i].command, name, cases[i].name);
	}
}

#define EXPECT_NAMES(cases) expect_names(cases, sizeof(cases) / sizeof(cases[0]))

TEST(a_program_is_named_after_its_file)
{
	static const struct named cases[] = {
		{"./pbrain-rapfi --fast", "rapfi"},
		{"/opt/my brains/x", "my"},
		{"'/opt/my brains/pbrain-a b.exe' 4", "a b"},
		{"\"./two words\" x", "two words"},
		{"pbrain-", "pbrain-"},
		{"./brain.py", "brain"},
		{"./.hidden", ".hidden"},
		{"./embryo-1.2", "embryo-1.2"}, /* a version is not a file extension */
		{"./pbrain-wine", "wine"},
		{"./envoy x", "envoy"},
		{"./run.sh ./brain", "run"},
		{"sample:faulty.py --pdb", "faulty.py"},
		{"'an open quote", "'an open quote"},
		{"", ""},
	};

	EXPECT_NAMES(cases);
}

TEST(nobody_is_named_after_the_interpreter)
{
	static const struct named cases[] = {
		{"python3 a.py", "a"},
		{"/usr/bin/python3.11 -u -W ignore -X dev 'my bot.py' b.py", "my bot"},
		{"python3 -m bots.main --deep", "bots.main"},
		{"python3 -um bots", "bots"},
		{"python3 -c 'print(1)'", "python3 -c"},
		{"python3", "python3"},
		{"python3 -", "python3"},
		{"java -Xmx1g -jar build/Deep.jar 3", "Deep"},
		{"java -cp build:lib org.bots.Deep", "org.bots.Deep"},
		{"java Deep.java", "Deep"},
		{"java -p mods -m bots/org.Deep", "org.Deep"},
		{"wine /x/pbrain-win.exe", "win"},
		{"wine64 'C:\\brains\\pbrain-win.exe'", "win"},
		{"node --max-old-space-size=99 -r dotenv bot.js", "bot"},
		{"perl -w bot.pl", "bot"},
		{"perl -ne 'print'", "perl -ne"},
		{"lua5.4 bot.lua", "bot"},
		{"mawk -f bot.awk", "bot"},
		{"mawk '{ print }'", "mawk"},
		{"sh bot.sh", "bot"},
	};

	EXPECT_NAMES(cases);
}

TEST(nobody_is_named_after_a_launcher)
{
	static const struct named cases[] = {
		{"env X=1 -u HOME ./a", "a"},
		{"env -i LD_LIBRARY_PATH=./lib nice -n 5 python3 a.py", "a"},
		{"env -S 'python3 -u a.py'", "a"},
		{"nice -5 ./a", "a"},
		{"timeout 10 ./a", "a"},
		{"timeout -k 5 --signal=INT 1m ./a", "a"},
		{"valgrind --tool=memcheck -q ./pbrain-a", "a"},
		{"gdb -q -ex run --args ./a x", "a"},
		{"strace -fo log ./a", "a"},
		{"taskset -c 0 ./a", "a"},
		{"stdbuf -oL -- ./a", "a"},
		{"ssh -p 22 host ./a", "a"},
		{"docker run --rm -i -m 1g bots/deep", "deep"},
		{"env", "env"},
		{"nice -n 5", "nice"},
	};

	EXPECT_NAMES(cases);
}

TEST(a_shell_command_is_searched_for_its_program)
{
	static const struct named cases[] = {
		{"sh -c './a --fast'", "a"},
		{"bash -lc 'cd /some/where && exec ./a'", "a"},
		{"sh -c 'cd bots; X=1 python3 a.py; echo done'", "a"},
		{"sh -c 'sleep 1; exec brain 2>/dev/null'", "brain"},
		{"sh -c 'exec 2>/dev/null; ./a'", "a"},
		{"sh -c \"sh -c './a'\"", "a"},
		{"sh -c 'while read x; do echo 1,1; done'", "sh -c"},
		{"sh -c 'echo \"'", "sh -c"},
		{"sh -c ''", "sh -c"},
		{"sh -c", "sh"},
	};

	EXPECT_NAMES(cases);
}

TEST(a_name_is_one_line_whatever_the_file_is_called)
{
	static const struct named cases[] = {{"'./a\nringside: well'", "a\\nringside: well"}};

	EXPECT_NAMES(cases);
}

TEST(the_file_keeps_its_extension_and_its_beginning)
{
	assert_text(program_file("wine /x/pbrain-win.exe 3"), "pbrain-win.exe");
}

TEST_MAIN(NULL, NULL)
