/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_trust.c - programs that a match file names start only if ringside has started them for it, or if a
 * person says so.  The stranger's program makes a file, which must not be there.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <unistd.h>

#include <sqlite3.h>

enum { NOT_STARTED = 3 };

static char folder[40], file[60], made[60], own_agent[400];

static void change(const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static struct outcome run(const char *const *args)
{
	struct outcome outcome = ringside("trust", args);

	print_message("%s%s", outcome.out, outcome.err);
	assert_int_equal(left_behind("trust"), 0);
	return outcome;
}

#define RUN(...) run(ARGS(__VA_ARGS__))

static int begin(void **state)
{
	char sql[200];

	strcpy(folder, "/tmp/ringside-test-XXXXXX");
	folder_make(folder);
	snprintf(file, sizeof file, "%s/m.ringside", folder);
	snprintf(made, sizeof made, "%s/made", folder);
	snprintf(own_agent, sizeof own_agent, "'%s/player' good", env("AGENTS"));
	ends(RUN("run", "lmc", "--turns", "4", "--record", file, "sample:rotate", "sample:beat-last"), 0,
	     NULL, NULL);
	if (*state) {
		snprintf(sql, sizeof sql, "UPDATE seat SET command = 'touch %s' WHERE seat = 1", made);
		change(sql);
	}
	return 0;
}

static int begin_strange(void **state)
{
	*state = file;
	return begin(state);
}

static int finish(void **state)
{
	folder_remove(folder);
	return 0;
}

/* It names the program and --trust, and nothing was started.  */
static void refused(struct outcome outcome, int status)
{
	assert_int_equal(outcome.status, status);
	assert_non_null(strstr(outcome.err, "touch /tmp/"));
	assert_non_null(strstr(outcome.err, "folder"));
	assert_non_null(strstr(outcome.err, "--trust"));
	assert_int_equal(access(made, F_OK), -1);
}

TEST_IN(a_file_that_ringside_wrote_starts_its_programs_again, begin, finish)
{
	ends(RUN("rerun", file, "--seat", "1"), 0, NULL, NULL);
	ends(RUN("open", file, "--batch", "-x", "goto 2", "-x", "resume", "-x", "continue"), 0, NULL, NULL);
}

TEST_IN(a_stranger_program_is_not_rerun, begin_strange, finish)
{
	refused(RUN("rerun", file, "--seat", "1"), NOT_STARTED);
	ends(RUN("rerun", file, "--seat", "2"), 0, NULL, NULL);
	ends(RUN("rerun", file, "--seat", "1", "sample:rotate"), 0, NULL, NULL);
	assert_int_equal(access(made, F_OK), -1);
	RUN("rerun", file, "--seat", "1", "--trust");
	assert_int_equal(access(made, F_OK), 0);
}

TEST_IN(a_stranger_program_does_not_resume, begin_strange, finish)
{
	refused(RUN("open", file, "--batch", "-x", "goto 2", "-x", "resume"), 1);
	refused(RUN("open", file, "--batch", "-x", "goto 2", "-x", "override paper"), 1);
	refused(RUN("open", file, "--batch", "-x", "goto 2", "-x", "seat 2 sample:random"), 1);
	refused(RUN("open", file, "--batch", "-x", "goto 2", "-x", "seat 1 agent"), 1);
	ends(RUN("open", file, "--batch", "-x", "goto 2", "-x", "resume sample:rotate sample:random", "-x",
		 "continue"),
	     0, NULL, NULL);
	refused(RUN("open", file, "--batch", "-x", "goto 2", "-x", "resume sample:rotate sample:random", "-x",
		    "seat 1 agent"),
		1);
}

TEST_IN(a_file_in_another_folder_is_a_question_again, begin, finish)
{
	char script[300];

	unlink(file);
	ends(RUN("run", "lmc", "--turns", "4", "--record", file, own_agent, "sample:beat-last"), 0, NULL,
	     NULL);
	ends(RUN("rerun", file, "--seat", "1"), 0, NULL, NULL);
	snprintf(script, sizeof script, "cd %s && '%s' rerun m.ringside --seat 1", folder,
		 getenv("RINGSIDE"));
	ends(run_program("/bin/sh", "trust", ARGS("-c", script)), NOT_STARTED, NULL, "/player");
}

static void need_bubblewrap(void)
{
	if (!sandbox_works())
		skip();
}

/* Was the argument's file readable to the program that tells it by its status?  */
static bool rerun_reads(const char *option, const char *more)
{
	struct outcome outcome = RUN("rerun", file, "--seat", "1", "--sandbox", option, more);
	bool reads = strstr(outcome.out, "exited with status 40") != NULL;

	if (!reads && !strstr(outcome.out, "exited with status 41"))
		fail_msg("%s%s", outcome.out, outcome.err);
	assert_non_null(strstr(outcome.err, "in its sandbox only with --sandbox-bind"));
	return reads;
}

TEST_IN(an_unseen_argument_of_a_file_shows_nothing_in_the_sandbox, begin, finish)
{
	char secret[80], bind[120], sql[400];

	need_bubblewrap();
	snprintf(secret, sizeof secret, "%s/secret", folder);
	file_write(secret, "secret\n", false);
	snprintf(sql, sizeof sql, "UPDATE seat SET command = '\"%s/intruder\" argument %s' WHERE seat = 1",
		 env("AGENTS"), secret);
	change(sql);
	assert_false(rerun_reads("--trust", NULL));
	assert_false(rerun_reads(NULL, NULL)); /* that nobody has seen it is remembered */
	snprintf(bind, sizeof bind, "--sandbox-bind=%s", secret);
	assert_true(rerun_reads(bind, NULL));
}

TEST_IN(a_bundled_agent_starts_for_any_file, begin, finish)
{
	change("UPDATE match SET id = '00112233445566778899aabbccddeeff'");
	ends(RUN("rerun", file, "--seat", "1"), 0, NULL, NULL);
	ends(RUN("open", file, "--batch", "-x", "goto 2", "-x", "resume", "-x", "continue"), 0, NULL, NULL);
}

TEST_IN(a_sandboxed_match_is_a_question_without_a_sandbox, begin, finish)
{
	char boxed[80];

	need_bubblewrap();
	snprintf(boxed, sizeof boxed, "%s/b.ringside", folder);
	ends(RUN("run", "lmc", "--turns", "4", "--sandbox", "--record", boxed, own_agent, "sample:random"), 0,
	     NULL, NULL);
	ends(RUN("rerun", boxed, "--seat", "1", "--sandbox"), 0, NULL, NULL);
	ends(RUN("rerun", boxed, "--seat", "1"), NOT_STARTED, NULL, "sandbox  none");
	ends(RUN("open", boxed, "--batch", "-x", "goto 2", "-x", "resume"), 1, NULL, "sandbox  none");
	ends(RUN("rerun", boxed, "--seat", "1", "--trust"), 0, NULL, NULL);
	ends(RUN("rerun", boxed, "--seat", "1"), 0, NULL, NULL);
}

TEST_IN(a_stranger_game_program_is_not_started, begin, finish)
{
	char sql[300], from[80], other[80];

	snprintf(other, sizeof other, "%s/other.ringside", folder);
	snprintf(from, sizeof from, "%s:2", file);
	unlink(file);
	ends(RUN("run", "lmc2", "--game-program", "sample:roshambo", "--record", file, "sample:random",
		 "sample:random"),
	     0, NULL, NULL);
	ends(RUN("run", "lmc2", "--from", from, "sample:random", "sample:random"), 0, NULL, NULL);
	snprintf(sql, sizeof sql, "UPDATE option SET value = 'touch %s' WHERE name = 'game-program'", made);
	change(sql);
	refused(RUN("run", "lmc2", "--from", from, "sample:random", "sample:random"), 1);
	ends(RUN("run", "lmc2", "--from", from, "--game-program", "sample:roshambo", "--record", other,
		 "sample:random", "sample:random"),
	     0, NULL, NULL);
}

TEST_IN(a_private_match_is_known_once_it_is_saved, begin, finish)
{
	char saved[80], save[100];

	snprintf(saved, sizeof saved, "%s/saved.ringside", folder);
	snprintf(save, sizeof save, "save %s", saved);
	ends(RUN("play", "lmc", "--turns", "4", "--batch", "-x", "continue", "-x", save, "sample:rotate",
		 "sample:random"),
	     0, NULL, NULL);
	ends(RUN("rerun", saved, "--seat", "1"), 0, NULL, NULL);
}

TEST_IN(all_games_of_a_series_need_one_entry, begin, finish)
{
	char series[80], sql[] = "SELECT id FROM match", *ids[3];

	snprintf(series, sizeof series, "%s/s.ringside", folder);
	ends(RUN("run", "lmc", "--turns", "4", "--games", "3", "--concurrency", "2", "--record", series,
		 "sample:rotate", "sample:random"),
	     0, NULL, NULL);
	for (int i = 0; i < 3; i++) {
		snprintf(series, sizeof series, "%s/s-%d.ringside", folder, i + 1);
		ids[i] = ask_file(series, sql);
		ends(RUN("rerun", series, "--seat", "1"), 0, NULL, NULL);
	}
	assert_int_equal(strlen(ids[0]), 32);
	assert_string_equal(ids[0], ids[1]);
	assert_string_equal(ids[0], ids[2]);
	for (int i = 0; i < 3; i++)
		free(ids[i]);
}

TEST_MAIN(NULL, NULL)
