/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_trust.c - what ringside remembers of the programs that it has started.
 *
 * Each check that must not know what this process accepted happens in a child that was not told.  */
#include "../temp.h"
#include "../test.h"
#include "../within.h"

#include "ringside/installed.h"
#include "ringside/trust.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct launch mine = {"./mine --fast", NULL, CONFINED_NOT, NULL};
static char *base; /* a file in the folder that is XDG_STATE_HOME */
static char *store;

static int begin(void **unused)
{
	base = temp_path("none");
	*strrchr(base, '/') = '\0';
	setenv("XDG_STATE_HOME", base, 1);
	base[strlen(base)] = '/';
	store = state_path("trusted");
	return 0;
}

static int finish(void **unused)
{
	free(store);
	temp_remove(base);
	return 0;
}

/* Remembers it as another process would.  */
static void remember_elsewhere(const char *id, const struct launch *launch, int count)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		for (int i = 0; i < count; i++) {
			FREED char *command = count > 1 ? bytes_text("./many-%d %0500d", i, i) : NULL;
			struct launch one = {.command = command ? command : launch->command,
					     .own = launch->own,
					     .confined = launch->confined};

			trust_remember(id, &one);
		}
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* Would it start as it is?  */
static bool is_known(const char *id, const struct launch *launch)
{
	struct launch asked = *launch;

	return trust_lets(id, &asked, false) && asked.confined == launch->confined;
}

static int64_t size_of(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 ? status.st_size : -1;
}

TEST_IN(a_folder_is_known_with_a_program_that_had_it, begin, finish)
{
	const struct launch mine_there = {"./mine", "/mine", CONFINED_SANDBOX, NULL},
			    unseen = {"./mine", "/unseen", CONFINED_ALONE, NULL};

	assert_false(trust_has_folder("1234", "/mine"));
	remember_elsewhere("1234", &mine_there, 1);
	remember_elsewhere("1234", &unseen, 1);
	assert_true(trust_has_folder("1234", "/mine"));
	assert_false(trust_has_folder("1234", "/min"));
	assert_false(trust_has_folder("5678", "/mine"));
	assert_false(trust_has_folder("1234", "/unseen"));
	trust_accept("1234", &unseen);
	assert_false(trust_has_folder("1234", "/unseen"));
	trust_accept_folder("/typed");
	assert_true(trust_has_folder(NULL, "/typed"));
	assert_false(trust_has_folder(NULL, "/type"));
	trust_accept(NULL, &mine_there);
	assert_true(trust_has_folder("5678", "/mine"));
}

TEST_IN(what_was_started_is_known_to_later_processes, begin, finish)
{
	assert_false(is_known("1234", &mine));
	remember_elsewhere("1234", &mine, 1);
	assert_true(is_known("1234", &mine));
	assert_int_equal(size_of(store) > 0, 1);
}

TEST_IN(only_the_same_file_command_and_folders_are_known, begin, finish)
{
	const struct launch others[] = {{"./mine", NULL, CONFINED_NOT, NULL},
					{"./mine --fast ", NULL, CONFINED_NOT, NULL},
					{"./mine --fast", "/tmp", CONFINED_NOT, NULL}};
	FREED char *here = getcwd(NULL, 0);

	remember_elsewhere("1234", &mine, 1);
	assert_false(is_known("123", &mine));
	assert_false(is_known("12345", &mine));
	assert_false(is_known(NULL, &mine));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_false(is_known("1234", &others[i]));
	assert_int_equal(chdir("/"), 0);
	assert_false(is_known("1234", &mine));
	assert_int_equal(chdir(here), 0);
	assert_true(is_known("1234", &mine));
}

TEST_IN(what_ran_in_a_sandbox_only_is_not_known_outside, begin, finish)
{
	const struct launch boxed = {"./mine --fast", NULL, CONFINED_SANDBOX, NULL},
			    apart = {"./other", NULL, CONFINED_SANDBOX, NULL},
			    outside = {"./other", NULL, CONFINED_NOT, NULL};

	remember_elsewhere("1234", &mine, 1);
	assert_true(is_known("1234", &boxed));
	remember_elsewhere("1234", &apart, 1);
	assert_true(is_known("1234", &apart));
	assert_false(is_known("1234", &outside));
}

TEST_IN(a_yes_to_all_confines_what_nobody_has_seen_until_somebody_accepts_it, begin, finish)
{
	char secret[] = "/tmp/ringside-test-XXXXXX", *command, *words;
	struct launch launches[SEATS] = {{0}}, *launch = &launches[SEAT_1];
	int fd = mkstemp(secret);

	assert_true(fd >= 0);
	close(fd);
	command = bytes_text("/bin/cat --file=%s -n", secret);
	*launch = (struct launch){command, "/own", CONFINED_SANDBOX, NULL};
	words = trust_words("m.ringside", launches);
	assert_non_null(strstr(words, secret));
	free(words);
	assert_false(trust_lets("1234", launch, false));
	assert_null(trust_unshown(launch));
	assert_true(trust_lets("1234", launch, true));
	assert_int_equal(launch->confined, CONFINED_ALONE);
	words = trust_unshown(launch);
	assert_non_null(strstr(words, secret));
	assert_non_null(strstr(words, "/own"));
	free(words);
	remember_elsewhere("1234", launch, 1);
	launch->confined = CONFINED_SANDBOX;
	assert_true(trust_lets("1234", launch, false));
	assert_int_equal(launch->confined, CONFINED_ALONE);
	launch->confined = CONFINED_SANDBOX;
	trust_accept("1234", launch);
	assert_true(is_known("1234", launch));
	free(command);
	unlink(secret);
}

TEST_IN(a_bundled_agent_needs_no_question_unless_it_gets_a_file, begin, finish)
{
	static const struct launch ours[] = {{"sample:rotate", NULL, CONFINED_NOT, NULL},
					     {"sample:random --seed 3", NULL, CONFINED_SANDBOX, NULL}};
	static const struct launch others[] = {{"./sample:rotate", NULL, CONFINED_NOT, NULL},
					       {"sh -c sample:rotate", NULL, CONFINED_NOT, NULL}};
	char secret[] = "/tmp/ringside-test-XXXXXX", *command;
	int fd = mkstemp(secret);

	assert_true(fd >= 0);
	close(fd);
	command = bytes_text("sample:rotate %s", secret);
	for (int i = 0; i < 2; i++) {
		assert_true(is_known("1234", &ours[i]));
		assert_false(is_known("1234", &others[i]));
	}
	assert_false(is_known("1234", &(struct launch){command, NULL, CONFINED_NOT, NULL}));
	free(command);
	unlink(secret);
}

TEST_IN(no_text_in_a_file_can_pretend_to_be_two_entries, begin, finish)
{
	FREED char *here = getcwd(NULL, 0);
	FREED char *id = bytes_text("1\n1234\t%s\t\t./mine --fast\t.", here);
	const struct launch tabs = {"a\tb", "c", CONFINED_NOT, NULL},
			    moved = {"b", "c\ta", CONFINED_NOT, NULL},
			    cut = {"a\\tb", "c", CONFINED_NOT, NULL};

	remember_elsewhere(id, &(struct launch){"x", NULL, CONFINED_NOT, NULL}, 1);
	assert_false(is_known("1234", &mine));
	remember_elsewhere("1234", &tabs, 1);
	assert_false(is_known("1234", &moved));
	assert_false(is_known("1234", &cut));
	assert_true(is_known("1234", &tabs));
}

TEST_IN(half_an_entry_is_none, begin, finish)
{
	const struct launch shorter = {"./mine", NULL, CONFINED_NOT, NULL};

	remember_elsewhere("1234", &mine, 1);
	assert_int_equal(truncate(store, size_of(store) - 9), 0); /* "./mine" is left */
	assert_false(is_known("1234", &mine));
	assert_false(is_known("1234", &shorter));
	remember_elsewhere("1234", &mine, 1);
	assert_true(is_known("1234", &mine));
	assert_false(is_known("1234", &shorter));
}

TEST_IN(a_store_that_others_can_write_is_not_believed, begin, finish)
{
	remember_elsewhere("1234", &mine, 1);
	assert_int_equal(chmod(store, 0620), 0);
	assert_false(is_known("1234", &mine));
	assert_int_equal(chmod(store, 0600), 0);
	assert_true(is_known("1234", &mine));
}

TEST_IN(the_oldest_entries_go, begin, finish)
{
	const struct launch last = {"./last", NULL, CONFINED_NOT, NULL};

	remember_elsewhere("1234", &mine, 1);
	remember_elsewhere("1234", &mine, 600); /* of more than 500 bytes each */
	assert_within(size_of(store), 100 << 10, 256 << 10);
	remember_elsewhere("1234", &last, 1);
	assert_false(is_known("1234", &mine));
	assert_true(is_known("1234", &last));
}

TEST_IN(the_same_is_stored_once, begin, finish)
{
	int64_t size;

	remember_elsewhere("1234", &mine, 1);
	size = size_of(store);
	remember_elsewhere("1234", &mine, 1);
	assert_int_equal(size_of(store), size);
}

/* Last: it changes this process.  */
TEST_IN(without_a_state_folder_only_this_process_knows, begin, finish)
{
	const struct launch launches[SEATS] = {[SEAT_2] = {"./mine \x1b[2J", "/own", CONFINED_NOT, NULL}};
	char *words;

	unsetenv("XDG_STATE_HOME");
	setenv("HOME", "", 1);
	remember_elsewhere("5678", &mine, 1);
	assert_false(is_known("5678", &mine));
	words = trust_words("m.ringside", launches);
	assert_non_null(strstr(words, "seat 2   ./mine \\x1b[2J"));
	assert_non_null(strstr(words, "writes   /own"));
	assert_non_null(strstr(words, "only if HOME or XDG_STATE_HOME is set"));
	assert_null(strchr(words, '\x1b'));
	free(words);
	trust_accept("5678", &mine);
	assert_true(is_known("5678", &mine));
}

TEST_MAIN(NULL, NULL)
