/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_asimulator.c - clients that misbehave in `ringside run asimulator`, over a socket and over pipes. Each
 * gets the right verdict, its fault is reported once, and no process is left behind.
 *
 * Seat 1 misbehaves.  If its mode does not stop it, it brings the item home and wins.  Seat 2 behaves well,
 * and shuts off.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "recorded.h"

#include <unistd.h>

/* Move, grab, turn left twice, move, shut off.  The score is -10, plus 50 for the item and 9 for home, less
 * five costs.  */
#define BRINGS_IT_HOME "14221"

enum { WON = 44, LOST = -1, GAMES = 5 };

static const char world[] = "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
			    "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
			    "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n";

struct expected {
	const char *mode;
	int winner;
	const char *reason, *detail; /* must be in the detail; NULL: any */
	const char *fault;           /* the only reported one; NULL: none */
	bool socket_only;
};

static const struct expected table[] = {
	{"good", 1, "score", "scores 44 : -1, costs 5 : 0, actions 6 : 1 (shut off, shut off)", NULL, false},
	{"little", 1, "score", "scores 44 : -1", NULL, false},
	{"looks", 1, "score", "scores 44 : -1", NULL, true},
	{"connects-twice", 1, "score", "scores 44 : -1", NULL, true},
	{"out-of-turn", 1, "score", "scores 44 : -1", "action-out-of-turn", false},
	{"early", 1, "score", "scores 44 : -1", "action-out-of-turn", false},
	{"leaves-behind", 1, "score", "scores 44 : -1", NULL, false},
	{"unused-symbol", 1, "score", "scores 44 : -1", "unused-symbol", false},
	{"probes", 1, "score", "scores 44 : -1", NULL, true},
	{"info-bits", 1, "score", "scores 44 : -1", "info-bits", false},
	{"info-late", 2, "start", "said nothing: no info byte within 0.500 s", NULL, false},
	{"hang-first", 2, "start", "within 0.500 s", NULL, false},
	{"leave-at-once", 2, "start", "exited with status 0 before it was ready", NULL, false},
	{"decline", 2, "exit", "declined the rules", NULL, false},
	{"bad-request", 2, "protocol", "sent the byte 50, which is no request", "no-request", false},
	{"half-message", 2, "exit", "inside a message: 4 of 8 bytes had come", NULL, false},
	{"close-midway", 2, "exit", "left in the middle of the simulation", NULL, false},
	{"leave-badly", 2, "crash", "exited with status 7 in the middle of the simulation", NULL, false},
	{"crash", 2, "crash", "was ended by SIGSEGV in the middle of the simulation", NULL, false},
	{"hang", 2, "timeout", "sent no action within the limit of 0.500 s for a turn", NULL, false},
	{"symbols-without-end", 2, "timeout", "sent no action within", "chatter", false},
};

enum { ROWS = LENGTH(table) };

/* One row played over one transport.  */
struct row {
	struct expected expected;
	bool stdio;
	char name[80];
};

static char folder[40], path[60];

static const char *client(char text[400], const char *mode, const char *actions, bool stdio)
{
	snprintf(text, 400, "'%s/asim_client' %s %s%s", env("AGENTS"), mode, actions,
		 stdio ? " --stdio" : "");
	return text;
}

/* Does the row of the mode end for this reason, with this in its detail?  */
static bool ends_by(const char *mode, const char *reason, const char *detail)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strcmp(table[i].mode, mode) == 0)
			return strcmp(table[i].reason, reason) == 0 && strstr(table[i].detail, detail);
	return false;
}

static struct recorded play(const char *mode, bool stdio, bool alone, const char *option)
{
	char one[400], two[400];
	const char *args[] = {"--turn-time",
			      limit(ends_by(mode, "timeout", "within"), "500ms"),
			      "--start-time",
			      limit(ends_by(mode, "start", "within"), "500ms"),
			      "--forgive-waiting", /* its moves before that may wait for a core */
			      "--world",
			      path,
			      client(one, mode, BRINGS_IT_HOME, stdio),
			      NULL,
			      NULL,
			      NULL,
			      NULL,
			      NULL,
			      NULL};
	int count = 8;

	if (!alone) {
		args[count++] = client(two, "good", "0", stdio);
		args[count++] = "--seat-option=2:turn-time=60s";
		args[count++] = "--seat-option=2:start-time=60s";
	}
	if (stdio)
		args[count++] = "--stdio";
	args[count] = option;
	return recorded_play(mode, "asimulator", args);
}

static void gets_its_verdict(void **state)
{
	static const double lost = LOST;
	const struct row *row = *state;
	const struct expected *expected = &row->expected;
	bool floods = expected->fault && strcmp(expected->fault, "chatter") == 0;
	/* Even a client that hardly gets a core floods that before its time runs out.  */
	struct recorded match FREED_BY(recorded_free) =
		play(expected->mode, row->stdio, false, floods ? "--max-chatter=256" : NULL);
	FREED char *others = recorded_faults(&match, 2);

	recorded_expect(&match, expected->winner, expected->reason, expected->winner == 1 ? NONE : 1,
			expected->detail);
	if (expected->winner == 1) {
		recorded_expect_moves(&match, (int)strlen(BRINGS_IT_HOME) + 2);
		recorded_expect_sums(&match, WON, &lost);
	}
	recorded_expect_fault(&match, expected->fault);
	assert_string_equal(others, "");
}

static void loses_when_strict(void **state)
{
	const struct row *row = *state;
	struct recorded match FREED_BY(recorded_free) =
		play(row->expected.mode, row->stdio, false, "--strict");

	recorded_expect(&match, 2, "protocol", 1, "broke the protocol: ");
	recorded_expect_fault(&match, row->expected.fault);
}

static void one_client_may_play_alone(void **state)
{
	struct recorded match FREED_BY(recorded_free) = play("good", false, true, NULL);

	recorded_expect(&match, NONE, "score", NONE, "score 44, cost 5, 6 actions, shut off");
	recorded_expect_sums(&match, WON, NULL);
}

/* The client counts its simulations, so one process with one connection plays them all.  */
static void one_connection_carries_all_games(void **state)
{
	static const char *const mark = "asimulator-games";
	char one[400], two[400], record[60], record_folder[40] = "/tmp/ringside-test-XXXXXX";
	const char *const args[] = {"run",
				    "asimulator",
				    "--json",
				    "--games",
				    "5",
				    "--concurrency",
				    "1",
				    "--world",
				    path,
				    "--record",
				    record,
				    client(one, "little", BRINGS_IT_HOME, false),
				    client(two, "good", "0", false),
				    NULL};
	json_t *games[GAMES_ROOM] = {NULL};
	struct outcome outcome;

	folder_make(record_folder);
	snprintf(record, sizeof(record), "%s/m.ringside", record_folder);
	outcome = ringside(mark, args);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(left_behind(mark), 0);
	games_add(games, outcome.out);
	games_expect(games, GAMES);
	for (int i = 1; i <= GAMES; i++) {
		char file[100], expected[20];

		assert_string_equal(game_word(games[i], "reason"), "score");
		assert_int_equal(game_number(games[i], "winner"), 1);
		snprintf(file, sizeof(file), "%s/m-%d.ringside", record_folder, i);
		snprintf(expected, sizeof(expected), "game %d|game %d", i, i);
		assert_text(ask_file(file,
				     "select group_concat(cast(substr(bytes, 4) as text), '|') from message "
				     "where channel = 'text'"),
			    expected);
	}
	games_free(games);
	folder_remove(record_folder);
}

/* Some systems forbid pidfd_getfd(2), and the kernel keeps the second action back at the client's end.  */
static void an_early_action_is_seen_where_a_clients_end_cannot_be_set(void **state)
{
	static const char *const mark = "asimulator-kept-back";
	char one[400], two[400];
	const char *const args[] = {"-qq",
				    "-E",
				    "ASAN_OPTIONS=detect_leaks=0", /* LeakSanitizer ends a traced process */
				    "-o",
				    "/dev/null",
				    "-e",
				    "trace=pidfd_getfd",
				    "-e",
				    "inject=pidfd_getfd:error=EPERM",
				    env("RINGSIDE"),
				    "run",
				    "asimulator",
				    "--json",
				    "--world",
				    path,
				    client(one, "early", BRINGS_IT_HOME, false),
				    client(two, "good", "0", false),
				    NULL};

	if (access("/usr/bin/strace", X_OK) < 0)
		skip();
	ends(run_program("/usr/bin/strace", mark, args), 0,
	     "scores 44 : -1"
	     "|\"faults\":[1,0]",
	     NULL);
	assert_int_equal(left_behind(mark), 0);
}

/* It needs a moment to save what it has learned.  The judge waits for it.  */
static void a_client_may_save_after_the_last_game_and_leave_by_itself(void **state)
{
	for (int stdio = 0; stdio < 2; stdio++) {
		struct recorded match FREED_BY(recorded_free) = play("saves", stdio, true, NULL);
		assert_text(recorded_ask(&match, "select cast(bytes as text) from message where seat = 1 and "
						 "channel = 'event' order by n desc limit 1"),
			    "exited status=0");
	}
}

static void a_mistake_in_a_world_file_is_reported_with_file_and_line(void **state)
{
	static const char *const mark = "asimulator-mistake";
	char one[400], bad[60], where[100];
	const char *const args[] = {"run", "asimulator", "--world", bad, client(one, "good", "0", false),
				    NULL};
	struct outcome outcome;

	snprintf(bad, sizeof(bad), "%s/bad.world", folder);
	snprintf(where, sizeof(where), "%s:3", bad);
	file_write(bad, "AWorld 1\nMove_Cost 1\nMove_Kost 1\n", false);
	outcome = ringside(mark, args);
	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	if (!strstr(outcome.err, where) || !strstr(outcome.err, "Move_Kost"))
		fail_msg("\"%s\" does not say %s and Move_Kost", outcome.err, where);
	assert_int_equal(left_behind(mark), 0);
}

static int make_world(void **state)
{
	strcpy(folder, "/tmp/ringside-test-XXXXXX");
	folder_make(folder);
	snprintf(path, sizeof(path), "%s/small.world", folder);
	file_write(path, world, false);
	return 0;
}

static int remove_world(void **state)
{
	folder_remove(folder);
	return 0;
}

static void a_client_that_ends_without_stdio_of_its_own_is_told_what_it_needs(void **state)
{
	struct outcome outcome =
		ringside("stdio", ARGS("run", "asimulator", "--stdio", "sample:wander", "sample:wander"));

	assert_non_null(strstr(outcome.out, "exited with status 2 before it was ready (--stdio needs agents "
					    "that speak on stdin and stdout: for a sample write "
					    "'sample:wander --stdio')"));
	outcome = ringside("stdio", ARGS("run", "asimulator", "--stdio", "sample:wander --stdio",
					 "sample:wander --stdio"));
	assert_null(strstr(outcome.out, "--stdio needs"));
}

int main(void)
{
	enum { OTHERS = 6, ROOM = 2 * ROWS };
	static struct row rows[2 * ROOM];
	struct CMUnitTest tests[2 * ROOM + OTHERS] = {
		cmocka_unit_test(one_client_may_play_alone),
		cmocka_unit_test(one_connection_carries_all_games),
		cmocka_unit_test(an_early_action_is_seen_where_a_clients_end_cannot_be_set),
		cmocka_unit_test(a_client_may_save_after_the_last_game_and_leave_by_itself),
		cmocka_unit_test(a_client_that_ends_without_stdio_of_its_own_is_told_what_it_needs),
		cmocka_unit_test(a_mistake_in_a_world_file_is_reported_with_file_and_line),
	};
	size_t count = OTHERS;

	for (int i = 0; i < ROWS; i++)
		for (int stdio = 0; stdio < 2 - table[i].socket_only; stdio++)
			for (int strict = 0; strict < 1 + (table[i].winner == 1 && table[i].fault);
			     strict++) {
				struct row *row = &rows[count - OTHERS];

				*row = (struct row){.expected = table[i], .stdio = stdio};
				snprintf(row->name, sizeof(row->name), "%s over %s%s", table[i].mode,
					 stdio ? "pipes" : "a socket", strict ? ", strictly" : "");
				tests[count++] = (struct CMUnitTest){.name = row->name,
								     .test_func = strict ? loses_when_strict
											 : gets_its_verdict,
								     .initial_state = row};
			}
	return _cmocka_run_group_tests("asimulator clients", tests, count, make_world, remove_world);
}
