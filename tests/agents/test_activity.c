/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_activity.c - an agent's activity when its time ran out, and the CPU and memory that it used, in the
 * game's object, the match file and the answer of `why`.  The agents are real processes, one behind a shell.
 */
#include "../test.h"
#include "recorded.h"

#include <math.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seat 1 makes one move before it runs into its limit of 400 ms.  */

static const struct row {
	const char *mode, *reason, *what;
	int threads;
	const char *words; /* the answer of `why` contains this */
} rows[] = {
	{"unflushed", "timeout", "reads", 1,
	 "It has read all that was sent and waits in a read (is its output flushed?)"},
	{"never-reads", "start", "has-not-read", 1, " bytes of what was sent and sleeps"},
	{"spins", "timeout", "runs", 1, "It runs; CPU in this turn: 0."},
	{"silent", "timeout", "sleeps", 1, "It has read all that was sent and sleeps"},
	{"deadlocks", "timeout", "futexes", 2, "It waits on futexes in all its 2 threads (a deadlock?)"},
	{"stops-itself", "timeout", "stopped", 1, "It is stopped by a signal"},
};

/* Checks the turn that its limit ended.  It is included in the game's sums.  */
static void turn_is_known(const json_t *game)
{
	const json_t *turn = json_array_get(json_object_get(game, "unfinished"), 0);
	int64_t think = json_integer_value(json_object_get(turn, "think_ns"));

	assert_true(json_integer_value(json_object_get(turn, "asked_ns")) > 0);
	assert_true(think >= 400000000);
	assert_true(json_integer_value(json_object_get(turn, "cpu_ns")) > 0);
	assert_true(json_integer_value(json_object_get(turn, "peak")) > 0);
	assert_true(json_number_value(json_array_get(json_object_get(game, "think_longest"), 0)) >=
		    (double)think / 1e9 - 1e-7); /* it is printed with nine digits */
	assert_true(json_number_value(json_array_get(json_object_get(game, "cpu"), 0)) > 0);
	assert_true(json_number_value(json_array_get(json_object_get(game, "peak_memory"), 0)) > 0);
	assert_true(json_is_null(json_array_get(json_object_get(game, "unfinished"), 1)));
}

static void is_known(const struct row *row, const char *format)
{
	char command[400];
	struct recorded match FREED_BY(recorded_free);
	json_t *activity;

	snprintf(command, sizeof(command), format, env("AGENTS"), row->mode);
	match = recorded_play(row->mode, "gomocup",
			      ARGS("--turn-time", "400ms", "--start-time",
				   strcmp(row->reason, "start") ? "30s" : "400ms", "--tolerance", "0",
				   RIVAL_HAS_TIME, command, agent("brain good 12")));
	recorded_expect(&match, 2, row->reason, 1, NULL);
	activity = json_object_get(match.game, "doing");
	assert_string_equal(json_string_value(json_object_get(activity, "what")), row->what);
	assert_int_equal(json_integer_value(json_object_get(activity, "threads")), row->threads);
	assert_int_equal(json_integer_value(json_object_get(activity, "unread")) > 0,
			 strcmp(row->what, "has-not-read") == 0);
	assert_true(json_is_real(json_object_get(activity, "cpu_seconds")));
	if (strcmp(row->reason, "timeout") == 0)
		turn_is_known(match.game);
	else /* it was getting ready, not in a turn */
		assert_true(json_is_null(json_array_get(json_object_get(match.game, "unfinished"), 0)));
	ends(ringside(row->mode, ARGS("open", match.file, "--batch", "-x", "why verdict")), ANY, row->words,
	     NULL);
}

static void the_object_and_why_say_what_the_agent_was_activity(void **state)
{
	is_known(*state, "'%s/brain' %s");
}

static void an_agent_behind_a_shell_is_found(void **state)
{
	is_known(&rows[0], "sh -c \"'%s/brain' %s; true\"");
}

/* Is there a gdb, and may it trace?  */
static bool can_trace(void)
{
	pid_t child = fork();
	bool can;

	if (child == 0)
		for (;;)
			pause();
	can = ptrace(PTRACE_SEIZE, child, NULL, NULL) == 0 && system("gdb --version >/dev/null 2>&1") == 0;
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return can;
}

/* The object and `why` have the backtrace of a child of the shell.  */
static void backtrace_is_known(const char *mode, const char *reason, const char *head)
{
	char command[400];
	struct recorded match FREED_BY(recorded_free);
	struct outcome why;
	const char *trace;

	snprintf(command, sizeof(command), "sh -c \"'%s/brain' %s; exit \\$?\"", env("AGENTS"), mode);
	match = recorded_play(mode, "gomocup",
			      ARGS("--turn-time", limit(strcmp(reason, "timeout") == 0, "400ms"),
				   "--tolerance", "0", RIVAL_HAS_TIME, "--backtrace", command,
				   agent("brain good 12")));
	recorded_expect(&match, 2, reason, 1, NULL);
	trace = json_string_value(json_object_get(match.game, "backtrace"));
	assert_non_null(trace);
	assert_non_null(strstr(trace, " main ("));
	why = ringside(mode, ARGS("open", match.file, "--batch", "-x", "why verdict"));
	if (!strstr(why.out, head) || !strstr(why.out, " main ("))
		fail_msg("no \"%s\" in:\n%s", head, why.out);
}

static void a_backtrace_is_taken_of_a_crash_and_of_a_late_agent(void **state)
{
	if (!can_trace()) {
		print_message("SKIPPED: gdb is missing, or tracing is forbidden\n");
		skip();
	}
	backtrace_is_known("crash", "crash", "It is about to be ended by SIGSEGV in process ");
	backtrace_is_known("silent", "timeout", "It was late in process ");
}

/* The script asks when gdb has printed them.  */
static void why_in_a_script_names_both_threads_of_a_deadlock(void **state)
{
	struct outcome outcome;

	if (!can_trace()) {
		print_message("SKIPPED: gdb is missing, or tracing is forbidden\n");
		skip();
	}
	outcome = ringside("deadlock", ARGS("run", "gomocup", "--turn-time", "400ms", "--tolerance", "0",
					    RIVAL_HAS_TIME, "--backtrace", "-x", "continue", "-x", "why",
					    agent("brain deadlocks"), agent("brain good 12")));
	if (!strstr(outcome.out, " main (") || !strstr(outcome.out, "    thread 2: #") ||
	    !strstr(outcome.out, " lock_in_the_other_order ("))
		fail_msg("a thread is missing in:\n%s%s", outcome.out, outcome.err);
}

/* Twice, and then the match goes on.  When the agent has answered, its shell has started it.  */
static void a_script_prints_the_backtrace_of_an_agent_that_lives(void **state)
{
	char command[400];
	struct outcome outcome;
	const char *at;

	if (!can_trace()) {
		print_message("SKIPPED: gdb is missing, or tracing is forbidden\n");
		skip();
	}
	snprintf(command, sizeof(command), "sh -c \"'%s/brain' good; exit \\$?\"", env("AGENTS"));
	outcome = ringside("backtrace",
			   ARGS("play", "gomocup", "--batch", "-x", "-gdb 1", "-x", "next x2", "-x",
				"gdb 1 backtrace", "-x", "next x2", "-x", "gdb 1 backtrace", "-x", "next x2",
				"-x", "expect moved 6", command, agent("brain good 12")));
	at = strstr(outcome.out, " main (");
	if (outcome.status != 0 || !at || !strstr(at + 1, " main (") ||
	    !strstr(outcome.err, "there is no screen: `gdb 1 backtrace`"))
		fail_msg("two backtraces are expected in:\n%s%s", outcome.out, outcome.err);
	assert_int_equal(left_behind("backtrace"), 0);
}

/* It was said before the match; who asks for the end wants it there.  */
static void why_says_that_a_missing_gdb_prints_no_backtrace(void **state)
{
	FREED char *path = strdup(env("PATH"));
	struct outcome outcome;

	setenv("PATH", "/nonexistent", 1);
	outcome = ringside("gdb", ARGS("run", "gomocup", "--backtrace", "-x", "continue", "-x", "why",
				       agent("brain crash"), agent("brain good 12")));
	setenv("PATH", path, 1);
	if (!strstr(outcome.out, "Backtrace of seat 1 (crash)") ||
	    !strstr(outcome.out, "  There is none: gdb is not installed"))
		fail_msg("%s%s", outcome.out, outcome.err);
}

/* Its first thread cannot stop any more, so whoever waits for that waits for ever.  */
static void a_late_agent_whose_first_thread_has_ended_holds_nobody_up(void **state)
{
	struct recorded match FREED_BY(recorded_free);

	if (!can_trace()) {
		print_message("SKIPPED: gdb is missing, or tracing is forbidden\n");
		skip();
	}
	match = recorded_play("zombie", "gomocup",
			      ARGS("--turn-time", "400ms", "--tolerance", "0", RIVAL_HAS_TIME, "--backtrace",
				   agent("brain leaves-first-thread"), agent("brain good 12")));
	recorded_expect(&match, 2, "timeout", 1, NULL);
}

/* Without a file no turn is written, but the game still has its sums.  */
static void the_time_and_cpu_of_a_game_are_known_without_a_file(void **state)
{
	struct outcome outcome;
	const json_t *cpu, *turn;
	json_t *game;

	outcome = ringside("unrecorded",
			   ARGS("run", "gomocup", "--json", agent("brain crash"), agent("brain good 12")));
	game = json_loads(outcome.out, 0, NULL);
	assert_string_equal(json_string_value(json_object_get(game, "reason")), "crash");
	cpu = json_object_get(game, "cpu");
	assert_true(json_number_value(json_array_get(cpu, 0)) > 0);
	assert_true(json_number_value(json_array_get(cpu, 1)) > 0);
	turn = json_array_get(json_object_get(game, "unfinished"), 0);
	assert_true(json_integer_value(json_object_get(turn, "cpu_ns")) > 0);
	json_decref(game);
}

/* The match keeps only the newest turns, but its sums include all.  */
static void the_time_and_cpu_of_a_long_game_are_known_without_a_file(void **state)
{
	enum { TURNS = 20000 };
	char one[400];
	struct outcome outcome;
	json_t *game;

	snprintf(one, sizeof(one), "'%s/player' good rock", env("AGENTS"));
	outcome = ringside("long",
			   ARGS("run", "lmc", "--json", "--turns", "20000", "--turn-time", "0", one, one));
	game = json_loads(outcome.out, 0, NULL);
	assert_int_equal(json_integer_value(json_object_get(game, "moves")), 2 * TURNS);
	for (size_t s = 0; s < 2; s++) {
		double total = json_number_value(json_array_get(json_object_get(game, "think_total"), s));
		double mean = json_number_value(json_array_get(json_object_get(game, "think_mean"), s));

		assert_true(total > 0 && fabs(mean * TURNS - total) < 1e-6);
		assert_true(json_number_value(json_array_get(json_object_get(game, "cpu"), s)) > 0);
	}
	json_decref(game);
}

static void no_agent_is_inspected_in_a_match_within_its_limits(void **state)
{
	struct recorded match FREED_BY(recorded_free);

	match = recorded_play("kept", "gomocup", ARGS(agent("brain good 3"), agent("brain good 12")));
	assert_true(json_is_null(json_object_get(match.game, "doing")));
	assert_text(recorded_ask(&match, "select count(*) from message where event = 'doing' and turn > 0"),
		    "0");
}

/* The children work for 80 ms a turn.  The kernel reports all but 20 ms of it.  */
static void the_cpu_time_of_children_counts_for_the_turn(void **state)
{
	char one[400];
	struct recorded match FREED_BY(recorded_free);

	snprintf(one, sizeof(one), "sh -c \"'%s/brain' lets-others-work; true\"", env("AGENTS"));
	match = recorded_play("others", "gomocup", ARGS("--turn-time", "20s", one, agent("brain good 12")));
	recorded_expect(&match, 1, "five", NONE, NULL);
	assert_text(recorded_ask(&match, "select count(*) from turn where seat = 1 and cpu_ns > 60000000"),
		    "5");
}

int main(void)
{
	enum { ROWS = LENGTH(rows) };
	struct CMUnitTest tests[ROWS + 10] = {
		[ROWS] = cmocka_unit_test(an_agent_behind_a_shell_is_found),
		[ROWS + 5] = cmocka_unit_test(a_backtrace_is_taken_of_a_crash_and_of_a_late_agent),
		[ROWS + 8] = cmocka_unit_test(a_script_prints_the_backtrace_of_an_agent_that_lives),
		[ROWS + 7] = cmocka_unit_test(why_in_a_script_names_both_threads_of_a_deadlock),
		[ROWS + 9] = cmocka_unit_test(why_says_that_a_missing_gdb_prints_no_backtrace),
		[ROWS + 6] = cmocka_unit_test(a_late_agent_whose_first_thread_has_ended_holds_nobody_up),
		[ROWS + 1] = cmocka_unit_test(no_agent_is_inspected_in_a_match_within_its_limits),
		[ROWS + 2] = cmocka_unit_test(the_cpu_time_of_children_counts_for_the_turn),
		[ROWS + 4] = cmocka_unit_test(the_time_and_cpu_of_a_long_game_are_known_without_a_file),
		[ROWS + 3] = cmocka_unit_test(the_time_and_cpu_of_a_game_are_known_without_a_file),
	};

	for (int i = 0; i < ROWS; i++)
		tests[i] =
			(struct CMUnitTest){.name = rows[i].mode,
					    .test_func = the_object_and_why_say_what_the_agent_was_activity,
					    .initial_state = (void *)&rows[i]};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
