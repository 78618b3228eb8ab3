/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_stalls.c - what holds up the judge is charged to no agent: SIGSTOP, a locked match file, a slow disk.
 *
 * The agents are real processes. One stops the judge for 1.3 s in its second turn, and then plays on.  */
#include "ask_file.h"
#include "games.h"
#include "recorded.h"

#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { OPTIONS = 10 };

static const struct row {
	const char *system, *agent, *mode, *good;
	const char *options[OPTIONS];
	int winner;
	const char *reason;
} rows[] = {
	{"gomocup", "brain", "stops-judge 1", "good 12", {"--tolerance", "0"}, 1, "five"},
	{"lmc", "player", "--at 2 stops-judge", "good", {"--turns", "4"}, 0, "score"},
	{"lmc2", "player", "--at 2 stops-judge", "good", {"--game-program", NULL}, 0, "score"},
	{"qchess", "qchess_agent", "--at 1 stops-judge", "good", {"--max-moves", "4"}, 0, "max-moves"},
	{"asimulator", "asim_client", "stops-judge 311121212060", "good 0", {NULL}, 2, "score"},
};

/* The limits of a turn and of a match. One of them is shorter than the stall, or none is. The first system
 * plays with each, the others with every second one.  */
static const char *const limits[][2] = {{"20s", "0"}, {"1s", "0"}, {"20s", "40s"}, {"20s", "1200ms"}};

static struct recorded play(const struct row *row, const char *const limit[2])
{
	char bad[400], good[400], game[400];
	const char *args[ARGS_MAX] = {"--turn-time", limit[0], "--match-time", limit[1]};
	int count = 4;

	for (int i = 0; i < OPTIONS && row->options[i]; i++) {
		args[count++] = row->options[i];
		if (strcmp(row->options[i], "--game-program") == 0)
			args[count++] = game_program(game, "good", "");
	}
	snprintf(bad, sizeof(bad), "'%s/%s' %s", env("AGENTS"), row->agent, row->mode);
	snprintf(good, sizeof(good), "'%s/%s' %s", env("AGENTS"), row->agent, row->good);
	args[count++] = bad;
	args[count] = good;
	return recorded_play("stops-judge", row->system, args);
}

static int64_t number(const struct recorded *match, const char *sql)
{
	char *text = recorded_ask(match, sql);
	int64_t value = strtoll(text, NULL, 10);

	free(text);
	return value;
}

/* The turn in which the judge was stopped has the time of the stop beside its own time, also in the object.
 */
static void expect_mark(const struct recorded *match)
{
	const json_t *turns = json_object_get(match->game, "held_turns");
	json_int_t touched = json_integer_value(json_array_get(turns, 0));

	assert_true(touched >= 1);
	assert_true(number(match, "select max(a) from event where event = 'held-up'") > 1000000000);
	assert_true(number(match, "select max(held_ns) from turn where seat = 1 and flags & 64") >
		    1000000000);
	assert_int_equal(number(match, "select count(*) from turn where seat = 1 and held_ns"), touched);
	assert_int_equal(number(match, "select count(*) from turn where (flags & 64 <> 0) <> (held_ns > 0)"),
			 0);
	assert_true(json_number_value(json_array_get(json_object_get(match->game, "held_longest"), 0)) > 1);
}

static void an_agent_that_answers_does_not_lose_when_the_judge_is_stopped(void **state)
{
	const struct row *row = *state;

	for (size_t i = row == rows ? 0 : 1; i < sizeof(limits) / sizeof(limits[0]);
	     i += row == rows ? 1 : 2) {
		struct recorded match = play(row, limits[i]);

		print_message("%s, limits %s and %s\n", row->system, limits[i][0], limits[i][1]);
		recorded_expect(&match, row->winner, row->reason, NONE, NULL);
		expect_mark(&match);
		/* Its time is less than the stop, although it answered after the judge was stopped.  */
		assert_int_equal(number(&match, "select count(*) from turn where held_ns > 1000000000"
						" and think_ns > held_ns"),
				 0);
		recorded_free(&match);
	}
}

static void an_agent_that_is_too_slow_loses_when_the_judge_was_stopped(void **state)
{
	static const struct row row = {
		"gomocup", "brain", "stops-judge-and-hangs 1", "good 12", {"--tolerance", "0"}, 2, "timeout"};
	struct recorded match;
	struct outcome why;

	(void)state;
	match = play(&row, limits[1]);
	recorded_expect(&match, 2, "timeout", 1, "made no move within the limit of 1.000 s for a turn");
	assert_int_equal(json_integer_value(json_array_get(json_object_get(match.game, "held_turns"), 0)), 1);
	assert_true(json_number_value(json_array_get(json_object_get(match.game, "held_longest"), 0)) > 1);
	why = ringside("why",
		       (const char *const[]){"open", match.file, "--batch", "-x", "why verdict", NULL});
	print_message("%s", why.out);
	assert_non_null(strstr(why.out, "judge held up 1."));
	outcome_free(&why);
	recorded_free(&match);
}

/* ---- the file ---- */

static void expect_no_timeout(const char *out)
{
	json_t *game = json_loads(out, 0, NULL);

	assert_non_null(game);
	assert_string_equal(game_word(game, "reason"), "score");
	json_decref(game);
}

static bool has_turns(sqlite3 *db)
{
	sqlite3_stmt *row = NULL;
	bool has = sqlite3_prepare_v2(db, "SELECT 1 FROM turn LIMIT 1", -1, &row, NULL) == SQLITE_OK &&
		   sqlite3_step(row) == SQLITE_ROW;

	sqlite3_finalize(row);
	return has;
}

/* The lock is held until the match is over.  */
static void an_agent_does_not_lose_when_somebody_locks_the_match_file(void **state)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", file[80], one[400], two[400];
	struct program program;
	struct outcome outcome;
	sqlite3 *db = NULL;

	(void)state;
	folder_make(folder);
	snprintf(file, sizeof(file), "%s/m.ringside", folder);
	snprintf(one, sizeof(one), "'%s/player' good", env("AGENTS"));
	snprintf(two, sizeof(two), "'%s/player' good paper", env("AGENTS"));
	program = program_begin(env("RINGSIDE"), "locked",
				(const char *const[]){"run", "lmc", "--turns", "20000", "--turn-time",
						      "150ms", "--tolerance", "0", "--json", "--record", file,
						      one, two, NULL},
				-1);
	while (!db || !has_turns(db)) {
		sqlite3_close(db);
		assert_int_equal(waitpid(program.pid, NULL, WNOHANG), 0);
		if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
			sqlite3_close(db);
			db = NULL;
		}
	}
	while (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_BUSY)
		;
	outcome = program_end(&program);
	sqlite3_close(db);
	print_message("%s%s", outcome.out, outcome.err);
	expect_no_timeout(outcome.out);
	outcome_free(&outcome);
	folder_remove(folder);
}

/* Each write of the match file takes longer than a turn may.  */
static void an_agent_does_not_lose_when_the_disk_is_slow(void **state)
{
	static const char strace[] = "/usr/bin/strace";
	char folder[] = "/tmp/ringside-test-XXXXXX", file[80], one[400], two[400];
	struct outcome outcome;

	(void)state;
	if (access(strace, X_OK) != 0)
		skip();
	folder_make(folder);
	snprintf(file, sizeof(file), "%s/m.ringside", folder);
	snprintf(one, sizeof(one), "'%s/player' good", env("AGENTS"));
	snprintf(two, sizeof(two), "'%s/player' good paper", env("AGENTS"));
	outcome = run_program(strace, "slow",
			      (const char *const[]){"-qq",
						    "-o",
						    "/dev/null",
						    "-e",
						    "trace=pwrite64",
						    "-e",
						    "inject=pwrite64:delay_enter=700000:when=60+100",
						    env("RINGSIDE"),
						    "run",
						    "lmc",
						    "--turns",
						    "5000",
						    "--turn-time",
						    "500ms",
						    "--tolerance",
						    "0",
						    "--seed",
						    "1",
						    "--json",
						    "--record",
						    file,
						    one,
						    two,
						    NULL});
	print_message("%s%s", outcome.out, outcome.err);
	expect_no_timeout(outcome.out);
	outcome_free(&outcome);
	folder_remove(folder);
}

int main(void)
{
	enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
	struct CMUnitTest tests[ROWS + 3];
	int count = 0;

	for (; count < ROWS; count++)
		tests[count] = (struct CMUnitTest){
			.name = rows[count].system,
			.test_func = an_agent_that_answers_does_not_lose_when_the_judge_is_stopped,
			.initial_state = (void *)&rows[count]};
	tests[count++] = (struct CMUnitTest)cmocka_unit_test(
		an_agent_that_is_too_slow_loses_when_the_judge_was_stopped);
	tests[count++] = (struct CMUnitTest)cmocka_unit_test(
		an_agent_does_not_lose_when_somebody_locks_the_match_file);
	tests[count++] = (struct CMUnitTest)cmocka_unit_test(an_agent_does_not_lose_when_the_disk_is_slow);
	return _cmocka_run_group_tests("stalls", tests, (size_t)count, NULL, NULL);
}
