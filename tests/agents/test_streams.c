/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_streams.c - what commands write on stdout in place of a file, and how they show on a terminal how far
 * they have come.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <fcntl.h>
#include <unistd.h>

#define MARK "streams"
enum { WORDS = 16 };

static char folder[40], there[80];

static struct outcome run(const char *const *args)
{
	struct outcome outcome = ringside(MARK, args);

	print_message("%s%s", outcome.out, outcome.err);
	return outcome;
}

#define RUN(...) run(ARGS(__VA_ARGS__))

/* All tests work in this folder, with a series of two games and its results.  */
static int set_up(void **state)
{
	strcpy(folder, "/tmp/ringside-test-XXXXXX");
	folder_make(folder);
	assert_non_null(getcwd(there, sizeof there));
	assert_int_equal(chdir(folder), 0);
	file_write("s.suite", "[case a]\nmove = rock paper scissors\n", false);
	ends(RUN("tournament", "lmc", "--turns", "5", "--games", "2", "--no-sandbox", "--record",
		 "m.ringside", "--results", "r.jsonl", "sample:rotate", "sample:beat-last"),
	     0, NULL, NULL);
	return 0;
}

static int tear_down(void **state)
{
	assert_int_equal(chdir(there), 0);
	folder_remove(folder);
	return 0;
}

TEST(a_dash_is_stdout)
{
	static const struct {
		const char *args[WORDS], *begin, *not ;
	} rows[] = {
		{{"export", "m-1.ringside", "--format", "jsonl", "-o", "-"}, "{", "game 1:"},
		{{"export", "m-1.ringside", "--format", "svg", "-o", "-"}, "<svg ", "game 1:"},
		{{"export", "m-1.ringside", "--format", "repro", "--seat", "1", "-o", "-"}, "#!", "game 1:"},
		{{"tally", "r.jsonl", "--csv", "-"}, "rank,player,", "Standing"},
		{{"tally", "r.jsonl", "--markdown", "-"}, "# ", "\nStanding\n"},
		{{"tally", "r.jsonl", "--html", "-"}, "<!DOCTYPE html>", "\nStanding\n"},
		{{"check", "lmc", "--suite", "s.suite", "sample:rotate", "--junit", "-"},
		 "<?xml ",
		 "passed  "},
		{{"check", "lmc", "sample:rotate", "--only", "must", "--junit", "-"}, "<?xml ", "passed  "},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct outcome outcome = run(rows[i].args);

		assert_int_equal(outcome.status, 0);
		assert_memory_equal(outcome.out, rows[i].begin, strlen(rows[i].begin));
		assert_null(strstr(outcome.out, rows[i].not ));
		assert_int_equal(access("-", F_OK), -1);
	}
}

TEST(a_dash_is_refused_where_stdout_is_not_free)
{
	static const struct {
		const char *args[WORDS], *option;
	} rows[] = {
		{{"run", "lmc", "--record", "-", "sample:rotate", "sample:rotate"}, "--record -"},
		{{"run", "lmc", "--results", "-", "sample:rotate", "sample:rotate"}, "--results -"},
		{{"tournament", "lmc", "--csv", "-", "sample:rotate", "sample:beat-last"}, "--csv -"},
		{{"minimise", "m-1.ringside", "-o", "-"}, "--output -"},
		{{"fuzz", "lmc", "sample:rotate", "--keep", "-"}, "--keep -"},
		{{"tally", "r.jsonl", "--csv", "-", "--html", "-"}, "--html -"},
		{{"tally", "r.jsonl", "--csv", "-", "--json"}, "--csv -"},
		{{"check", "lmc", "sample:rotate", "--junit", "-", "--format", "tap"}, "--junit -"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct outcome outcome = run(rows[i].args);

		assert_int_equal(outcome.status, 2);
		assert_non_null(strstr(outcome.err, rows[i].option));
		assert_non_null(strstr(outcome.err, "name a file"));
		assert_string_equal(outcome.out, "");
		assert_int_equal(access("-", F_OK), -1);
	}
}

/* The output to a terminal until nobody has it open.  The terminal's buffer is larger than this output.  */
static char *read_terminal(int master)
{
	size_t size = 0;
	char *text = calloc(1, 65536);
	ssize_t n;

	while (size < 65535 && (n = read(master, text + size, 65535 - size)) > 0)
		size += (size_t)n;
	close(master);
	return text;
}

/* What a command with its stderr on a terminal writes there; the caller frees.  */
static char *said_on_terminal(const char *const *args)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), slave;
	struct program program;
	struct outcome outcome;
	char *said;

	assert_true(master >= 0);
	assert_int_equal(grantpt(master), 0);
	assert_int_equal(unlockpt(master), 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(slave >= 0);
	program = program_begin(env("RINGSIDE"), MARK, args, slave);
	close(slave);
	outcome = program_end(&program);
	said = read_terminal(master);
	assert_int_equal(outcome.status, 0);
	assert_null(strstr(outcome.out, "\033[K"));
	return said;
}

TEST(a_terminal_shows_how_far_a_command_has_come)
{
	static const struct {
		const char *args[WORDS], *first;
	} rows[] = {
		{{"check", "lmc", "--suite", "s.suite", "sample:rotate"}, "\r0 of 1 case in "},
		{{"check", "lmc", "sample:rotate", "--only", "must"}, "\r0 of "},
		{{"check", "gomocup", "--twins", "sample:random", "--games", "1", "--size", "7", "--seed",
		  "1"},
		 "\r0 of "},
		{{"fuzz", "lmc", "sample:rotate", "--games", "2", "--seed", "1"}, "\r0 matches in "},
		{{"minimise", "m-1.ringside", "--seat", "1", "sample:rotate", "--while", "move > 2", "-o",
		  "q.ringside"},
		 "\r0 tries\033[K"},
		{{"rerun", "m-1.ringside", "m-2.ringside", "--seat", "1", "--trust"},
		 "\rgame 1 of 2: 0 answers, 0 differ\033[K"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		FREED char *said = said_on_terminal(rows[i].args);
		struct outcome outcome;

		print_message("%s\n", said);
		assert_non_null(strstr(said, rows[i].first));
		assert_non_null(strstr(said, "\r\033[K")); /* it is erased */
		unlink("q.ringside");
		outcome = run(rows[i].args);
		assert_int_equal(outcome.status, 0);
		assert_null(strchr(outcome.err, '\r')); /* stderr is no terminal */
	}
}

TEST_MAIN(set_up, tear_down)
