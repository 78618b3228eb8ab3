/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_cases.c - what went wrong in a match, as a file: what a seat was told as bytes and as a script outside
 * of ringside, and the shortest match in which it still happens.  */
#include "../test.h"
#include "../within.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

enum { SAME = 0, DIFFERS = 1, NOT_STARTED = 3, ENDED_BADLY = 4, WORDS = 12 };

static const char world[] = "AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\n"
			    "Item_Reward 50\nHome_Reward 9\nInitial_Score -10\n"
			    "Agent 1 1 0\nMap 4 3\n####\n#hi#\n####\n";

/* A match of each system in which the agent on seat 1 crashes: its program and the words behind that, a
 * better one, and the rest of the command line.  */
static const struct row {
	const char *system, *agent, *crash, *good, *args[6];
} rows[] = {
	{"gomocup", "brain", "crash", "good", {"'$AGENTS/brain' good 12"}},
	{"lmc", "player", "--at 3 crash rock", "good rock", {"'$AGENTS/player' good paper", "--turns", "6"}},
	{
		"lmc2",
		"player",
		"--at 2 crash a",
		"good a",
		{"'$AGENTS/player' good b", "--game-program", "'$AGENTS/game_program' good 4"},
	},
	{
		"qchess",
		"qchess_agent",
		"crash",
		"good",
		{"'$AGENTS/qchess_agent' good", "--classical", "--max-moves", "8"},
	},
	{
		"asimulator",
		"asim_client",
		"crash 14221",
		"good 14221",
		{"'$AGENTS/asim_client' good 2", "--world", "$FOLDER/test.world"},
	},
	{
		"asimulator",
		"asim_client",
		"crash 14221 --stdio",
		"good 14221 --stdio",
		{"'$AGENTS/asim_client' good 2 --stdio", "--world", "$FOLDER/test.world", "--stdio"},
	},
};
enum { ROWS = LENGTH(rows) };

struct fixture {
	char folder[40], match[60], repro[60], small[60];
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));
	char path[80];

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	setenv("FOLDER", f->folder, true);
	snprintf(f->match, sizeof(f->match), "%s/m.ringside", f->folder);
	snprintf(f->repro, sizeof(f->repro), "%s/repro.sh", f->folder);
	snprintf(f->small, sizeof(f->small), "%s/small.ringside", f->folder);
	snprintf(path, sizeof(path), "%s/test.world", f->folder);
	file_write(path, world, false);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	folder_remove(f->folder);
	return 0;
}

/* Runs a line of sh, in which $RINGSIDE is the program, $AGENTS the folder of the agents and $FOLDER that of
 * the test.  */
static struct outcome sh(const char *line)
{
	struct outcome outcome = run_program("/bin/sh", "cases", ARGS("-c", line));

	print_message("%s\n%s%s", line, outcome.out, outcome.err);
	return outcome;
}

static void ends_alone(struct outcome outcome, int status, const char *out, const char *err)
{
	ends(outcome, status, out, err);
	assert_int_equal(left_behind("cases"), 0);
}

#define SH(status, out, err, ...)                                                                            \
	do {                                                                                                 \
		char line[1500];                                                                             \
                                                                                                             \
		snprintf(line, sizeof(line), __VA_ARGS__);                                                   \
		ends_alone(sh(line), status, out, err);                                                      \
	} while (0)

/* Plays the match, with these words behind the agent's program.  */
static void record(const struct fixture *f, const struct row *row, const char *words)
{
	char rest[600] = "";

	unlink(f->match);
	unlink(f->repro);
	unlink(f->small);
	for (int i = 0; i < 6 && row->args[i]; i++)
		snprintf(rest + strlen(rest), sizeof(rest) - strlen(rest), " \"%s\"", row->args[i]);
	SH(0, NULL, NULL, "\"$RINGSIDE\" run %s --seed 1 --record %s \"'$AGENTS/%s' %s\" %s", row->system,
	   f->match, row->agent, words, rest);
}

TEST_ON(the_input_of_a_seat_is_what_it_was_told_byte_for_byte, set_up, tear_down, struct fixture *, f)
{
	for (int i = 0; i < ROWS; i++) {
		char *expected, *upto;
		char sql[300];

		record(f, &rows[i], rows[i].good);
		upto = ask_file(f->match, "select n from message where seat = 1 and dir = 'to' order by n "
					  "limit 1 offset 2");
		expected = ask_file(f->match, "select group_concat(hex(bytes), '') from (select bytes from "
					      "message where seat = 1 and dir = 'to' order by n)");
		SH(0, NULL, NULL,
		   "\"$RINGSIDE\" export %s --format input --seat 1 | od -An -v -tx1 | tr -d ' \\n' | tr a-f "
		   "A-F "
		   "> $FOLDER/hex",
		   f->match);
		SH(0, expected, NULL, "cat $FOLDER/hex; test $(wc -c < $FOLDER/hex) -eq %zu",
		   strlen(expected));
		free(expected);
		snprintf(sql, sizeof(sql),
			 "select sum(length(bytes)) from message where seat = 1 and dir = 'to' and n <= %s",
			 upto);
		expected = ask_file(f->match, sql);
		SH(0, NULL, NULL,
		   "test $(\"$RINGSIDE\" export %s --format input --seat 1 --until %s | wc -c) -eq %s",
		   f->match, upto, expected);
		free(expected);
		free(upto);
	}
}

TEST_ON(a_script_makes_the_agent_crash_again_outside_of_ringside, set_up, tear_down, struct fixture *, f)
{
	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i], rows[i].crash);
		SH(0, NULL, NULL, "\"$RINGSIDE\" export %s --format repro --seat 1 -o %s", f->match,
		   f->repro);
		SH(ENDED_BADLY, NULL, "repro: it was ended by SIGSEGV again in turn ", "%s \"$AGENTS/%s\" %s",
		   f->repro, rows[i].agent, rows[i].crash);
		SH(DIFFERS, NULL, "it lasted, with other answers", "%s \"$AGENTS/%s\" %s", f->repro,
		   rows[i].agent, rows[i].good);
		if (i == 0 && access("/usr/bin/shellcheck", X_OK) == 0) /* the sh is the same in all */
			SH(0, NULL, NULL, "shellcheck %s", f->repro);
	}
}

TEST_ON(a_script_says_what_was_answered_otherwise, set_up, tear_down, struct fixture *, f)
{
	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i], rows[i].good);
		SH(0, NULL, NULL, "\"$RINGSIDE\" export %s --format repro --seat 1 -o %s", f->match,
		   f->repro);
		SH(SAME, NULL, "it lasted; all answers are the recorded ones", "%s \"$AGENTS/%s\" %s",
		   f->repro, rows[i].agent, rows[i].good);
		SH(ENDED_BADLY, NULL, "repro: it was ended by SIGSEGV in turn ", "%s \"$AGENTS/%s\" %s",
		   f->repro, rows[i].agent, rows[i].crash);
	}
	record(f, &rows[0], "good");
	SH(0, NULL, NULL, "\"$RINGSIDE\" export %s --format repro --seat 1 -o %s", f->match, f->repro);
	SH(DIFFERS, NULL, "was '1,0', is '99,99'", "%s \"$AGENTS/brain\" outside", f->repro);
	SH(ENDED_BADLY, NULL, "it did not answer within 5 s in turn 3", "LIMIT=5 %s \"$AGENTS/brain\" silent",
	   f->repro); /* its first move comes in time */
	SH(ENDED_BADLY, NULL, "repro: it was ended by signal 40 in turn ", "%s sh -c 'kill -40 $$'",
	   f->repro);
	SH(NOT_STARTED, NULL, "./nobody cannot be started", "%s ./nobody", f->repro);
	SH(2, NULL, "usage: ", "%s", f->repro);
	unlink(f->match);
	SH(0, "LIMIT = 2.000\n", NULL,
	   "\"$RINGSIDE\" run gomocup --turn-time1 1s --tolerance 0 --forgive-waiting --record %s "
	   "\"'$AGENTS/brain' good\" "
	   "\"'$AGENTS/brain' good 12\" && \"$RINGSIDE\" export %s --format repro --seat 1",
	   f->match, f->match);
}

/* An agent that keeps something from game to game answers as recorded only if it was told all games.  */
TEST_IN(what_a_process_was_told_in_the_games_before_is_exported_too, set_up, tear_down)
{
	static const char *const of[][3] = {{"gomocup", "brain keeps", "brain good 12"},
					    {"lmc --turns 3", "player keeps rock paper", "player good paper"},
					    {"asimulator --stdio --world \"$FOLDER/test.world\"",
					     "asim_client keeps 14221 --stdio",
					     "asim_client good 2 --stdio"}};
	struct fixture *f = *state;

	for (size_t i = 0; i < LENGTH(of); i++) {
		SH(0, NULL, NULL,
		   "rm -f \"$FOLDER\"/s-*.ringside \"$FOLDER/repro.sh\" && \"$RINGSIDE\" run %s --seed 1 "
		   "--games 2 "
		   "--record \"$FOLDER/s.ringside\" \"'$AGENTS'/%s\" \"'$AGENTS'/%s\"",
		   of[i][0], of[i][1], of[i][2]);
		SH(0, NULL, "s-1.ringside is replayed first",
		   "\"$RINGSIDE\" export \"$FOLDER/s-2.ringside\" --format repro --seat 1 -o %s", f->repro);
		SH(SAME, NULL, "it lasted; all answers are the recorded ones", "%s \"$AGENTS\"/%s", f->repro,
		   of[i][1]);
		SH(0, NULL, "which a fresh one has not\n",
		   "rm %s && \"$RINGSIDE\" export \"$FOLDER/s-2.ringside\" --format repro --seat 1 --alone "
		   "-o %s",
		   f->repro, f->repro);
		SH(DIFFERS, NULL, "it lasted, with other answers", "%s \"$AGENTS\"/%s", f->repro, of[i][1]);
	}
}

TEST_ON(what_cannot_be_exported_is_refused, set_up, tear_down, struct fixture *, f)
{
	record(f, &rows[0], "good");
	SH(2, "", "which seat? --seat 1 (good) or --seat 2 (good)", "\"$RINGSIDE\" export %s --format input",
	   f->match);
	SH(2, "", "--until soon: expected the number of a message",
	   "\"$RINGSIDE\" export %s --format input --seat 1 --until soon", f->match);
	SH(2, "", "--seat is for the formats input and repro",
	   "\"$RINGSIDE\" export %s --format psq --seat 1", f->match);
	SH(2, "", "--seat 0 is the game program, and gomocup has none",
	   "\"$RINGSIDE\" export %s --format input --seat 0", f->match);
	SH(0, NULL, "use a pipe, or --output FILE",
	   "script -qec \"'$RINGSIDE' export %s --format input --seat 1\" /dev/null < /dev/null >&2; true",
	   f->match);
}

/* ---- minimise ---- */

static json_t *minimise(const struct fixture *f, int status, const char *rest)
{
	struct outcome outcome;
	char line[600];
	json_t *object;

	snprintf(line, sizeof(line), "\"$RINGSIDE\" minimise %s --json -o %s --seat 1 %s", f->match, f->small,
		 rest);
	outcome = sh(line);
	assert_int_equal(outcome.status, status);
	assert_int_equal(left_behind("cases"), 0);
	object = json_loads(outcome.out, 0, NULL);
	assert_non_null(object);
	return object;
}

/* A stone on d4 breaks it, and the third answer after that is the crash.  */
TEST_ON(a_crash_with_an_early_cause_is_shown_with_one_stone_and_three_questions, set_up, tear_down,
	struct fixture *, f)
{
	static const struct row row = {
		"gomocup", "brain", NULL, NULL, {"'$AGENTS/brain' spreads 1", "--turn-time", "2s"}};
	json_t *object;

	record(f, &row, "overruns");
	object = minimise(f, 0, "--while crash");
	assert_true(game_number(object, "turns_before") > 50);
	assert_int_equal(game_number(object, "turns"), 5);
	assert_int_equal(game_number(object, "happened"), 3);
	assert_true(json_is_true(json_object_get(object, "whole")));
	json_decref(object);
	SH(ENDED_BADLY, "it crashed again in turn 5: was ended by SIGABRT", NULL,
	   "\"$RINGSIDE\" rerun %s --seat 1", f->small);
	SH(1, "", "does not happen again: in 0 of 3 tries (instead: ",
	   "\"$RINGSIDE\" minimise %s -o $FOLDER/none --seat 1 --while illegal", f->small);
	assert_int_equal(access(f->small, F_OK), 0);
}

TEST_ON(each_system_has_a_shortest_match, set_up, tear_down, struct fixture *, f)
{
	for (int i = 0; i < ROWS; i++) {
		json_t *object;

		record(f, &rows[i], rows[i].crash);
		object = minimise(f, 0, "--while crash");
		assert_true(game_number(object, "turns") <= game_number(object, "turns_before"));
		assert_true(game_number(object, "messages") <= game_number(object, "messages_before"));
		json_decref(object);
		SH(ENDED_BADLY, "it crashed again", NULL, "\"$RINGSIDE\" rerun %s --seat 1", f->small);
	}
}

/* What a person did is tried, too, and it is left out where it does not matter.  */
TEST_IN(what_a_person_did_besides_moves_is_tried_too, set_up, tear_down)
{
	static const struct {
		const char *system, *agents, *does;
		int turns;
	} acts[] = {
		{"gomocup", "\"'$AGENTS/brain' spreads 1\" \"'$AGENTS/brain' good 12\"",
		 "-x 'next x6' -x 'send 2 INFO x' -x 'send 1 boom'", 3},
		{"gomocup", "\"'$AGENTS/brain' spreads 1\" \"'$AGENTS/brain' good 12\"",
		 "-x 'next x5' -x 'send 1 boom'", 2},
		{"gomocup", "\"'$AGENTS/brain' forgets\" \"'$AGENTS/brain' good 12\"",
		 "-x 'next x6' -x 'takeback 2'", 3},
		{"gomocup", "\"'$AGENTS/brain' forgets\" \"'$AGENTS/brain' good 12\"",
		 "-x 'next x6' -x 'override 14,14'", 4}, /* 3, if its exit is seen before the next move */
		{"lmc", "\"'$AGENTS/player' good rock\" \"'$AGENTS/player' good paper\"",
		 "-x 'next x6' -x 'send 1 boom'", 2},
		{"lmc2", "--game-program \"'$AGENTS/game_program' good 100000\" \"'$AGENTS/player' good a\"",
		 "-x 'next x6' -x 'send 1 boom'", 2},
		{"qchess", "\"'$AGENTS/qchess_agent' good\" \"'$AGENTS/qchess_agent' good\"",
		 "-x 'next x6' -x 'send 1 boom'", 4},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < LENGTH(acts); i++) {
		json_t *object;
		bool goes_on;

		print_message("%s %s\n", acts[i].system, acts[i].does);
		unlink(f->match);
		unlink(f->small);
		SH(0, "crash", NULL, "\"$RINGSIDE\" run %s --seed 1 --record %s %s %s -x continue",
		   acts[i].system, f->match, acts[i].agents, acts[i].does);
		object = minimise(f, 0, "--while crash");
		/* A game program goes on while the exit of the player is not seen yet, so it has many moves
		 * to make. No match that is longer is kept.  */
		goes_on = strcmp(acts[i].system, "lmc2") == 0;
		assert_int_equal(game_number(object, "happened"), 3);
		assert_within(game_number(object, "turns"), 1,
			      goes_on ? game_number(object, "turns_before") : acts[i].turns);
		json_decref(object);
		SH(ENDED_BADLY, "it crashed again", NULL, "\"$RINGSIDE\" rerun %s --seat 1", f->small);
	}
}

/* Plays two games of one process, in s-1.ringside and s-2.ringside.  `other` is NULL: it plays alone.  */
static void record_two(const char *system, const char *agent, const char *other, const char *does)
{
	char second[80] = "";

	if (other)
		snprintf(second, sizeof(second), "\"'$AGENTS'/%s\"", other);
	SH(0, NULL, NULL,
	   "rm -f \"$FOLDER\"/*.ringside && \"$RINGSIDE\" run %s --seed 1 --games 2 --record "
	   "\"$FOLDER/s.ringside\" \"'$AGENTS'/%s\" %s %s",
	   system, agent, second, does);
}

/* What a process was told in the game before may be the cause.  */
TEST_IN(what_happens_in_a_later_game_is_looked_for_behind_the_games_before, set_up, tear_down)
{
	static const struct {
		const char *system, *agent, *other, *does, *what;
		int alone; /* the status with --alone */
	} games[] = {
		{"gomocup", "brain wears-out", "brain good 12", "", "crash", 1},
		{"lmc --turns 6", "player wears-out rock", "player good paper", "", "crash", 1},
		{"asimulator --stdio --world \"$FOLDER/test.world\"", "asim_client keeps 14221 --stdio", NULL,
		 "", "text ~ /game 2/", 1},
		{"gomocup", "brain good", "brain crash", "", "seat == 1 && text ~ /^1,0/", 0},
		{"gomocup", "brain good", "brain good 12", "-x 'next x4' -x 'override 3,3' -x continue",
		 "move == 4", 0},
	};

	for (size_t i = 0; i < LENGTH(games); i++) {
		const char *what = games[i].what;

		record_two(games[i].system, games[i].agent, games[i].other, games[i].does);
		SH(0, "happens in 3 of 3 tries\n", "/s-1.ringside is replayed first",
		   "\"$RINGSIDE\" minimise \"$FOLDER/s-2.ringside\" -o \"$FOLDER/min.ringside\" --seat 1 "
		   "--while '%s'",
		   what);
		SH(0, "min-1.ringside\nmin-2.ringside\ns-1.ringside\ns-2.ringside\n", NULL,
		   "cd \"$FOLDER\" && ls | grep ringside");
		SH(strcmp(what, "crash") == 0 ? ENDED_BADLY : SAME, NULL, "/min-1.ringside is replayed first",
		   "\"$RINGSIDE\" rerun \"$FOLDER/min-2.ringside\" --seat 1");
		SH(0, "\"happened\":3,", "/min-1.ringside is replayed first",
		   "\"$RINGSIDE\" minimise \"$FOLDER/min-2.ringside\" --seat 1 --while '%s' --json", what);
		SH(games[i].alone, NULL, "which a fresh one has not\n",
		   "\"$RINGSIDE\" minimise \"$FOLDER/s-2.ringside\" --alone --seat 1 --while '%s'", what);
	}
}

TEST_IN(a_game_before_counts_only_if_it_goes_as_recorded_and_its_process_stays, set_up, tear_down)
{
	static const char search[] =
		"\"$RINGSIDE\" minimise \"$FOLDER/s-2.ringside\" --seat 1 --while '%s' %s";

	record_two("gomocup", "brain wears-out", "brain good 12", "");
	SH(2, "",
	   "game 1 goes another way than recorded (move 1 of seat 1 was 0,0, is 0,3): --alone begins with "
	   "game 2\n",
	   search, "crash", "\"'$AGENTS/brain' good 3\"");
	SH(1, "", "in 0 of 3 tries (instead: game 2 began with a fresh process)\n", search, "crash",
	   "\"'$AGENTS/brain' wears-out 0 {seed}\"");
	SH(1, "", "in 0 of 3 tries (instead: crash: ", search, "game == 1", "");
	SH(0, NULL, NULL, "touch \"$FOLDER/min-1.ringside\"");
	SH(2, "", "min-1.ringside: already exists\n", search, "crash", "-o \"$FOLDER/min.ringside\"");
	SH(0, "min-1.ringside\ns-1.ringside\ns-2.ringside\n", NULL, "cd \"$FOLDER\" && ls | grep ringside");
	SH(0, NULL, NULL, "rm \"$FOLDER/s-1.ringside\"");
	SH(1, "", "which a fresh one has not: its match file is not beside it\n", search, "crash", "");
}

TEST_ON(an_illegal_move_and_a_condition_have_a_shortest_match_too, set_up, tear_down, struct fixture *, f)
{
	static const struct row row = {"gomocup", "brain", NULL, NULL, {"'$AGENTS/brain' good 12"}};
	json_t *object;

	record(f, &row, "occupied");
	object = minimise(f, 0, "--while illegal");
	assert_int_equal(game_number(object, "turns"), 3);
	json_decref(object);
	unlink(f->small);
	SH(0, "illegal: happens in 3 of 3 tries\n",
	   "--seat 1 (occupied), which is to blame for the end\nringside: --while illegal, as the match "
	   "ended\n",
	   "\"$RINGSIDE\" minimise %s -o %s --tries 3", f->match, f->small);
	SH(2, "", "what has to happen? --while crash", "\"$RINGSIDE\" minimise %s --seat 2", f->match);
	SH(0, NULL, "--seat 1 (occupied), which is to blame for the end",
	   "\"$RINGSIDE\" export %s --format input | cat", f->match);
	SH(2, "", "which seat? --seat 1", "\"$RINGSIDE\" minimise %s:2", f->match);
	unlink(f->match);
	unlink(f->small);
	SH(0, NULL, NULL,
	   "\"$RINGSIDE\" run gomocup --record %s \"'$AGENTS/brain' occupied\" \"'$AGENTS/brain' good 12\" "
	   "-x "
	   "'end draw'",
	   f->match);
	SH(0, "the recorded match has 0 moves: the tries went on from there\n", NULL,
	   "\"$RINGSIDE\" minimise %s -o %s --seat 1 --while illegal --tries 3", f->match, f->small);
	record(f, &row, "good");
	object = minimise(f, 0, "--while 'seat == 1 && text ~ /^2,0/'");
	assert_int_equal(game_number(object, "turns_before"), 5);
	assert_int_equal(game_number(object, "turns"), 1);
	json_decref(object);
	SH(2, "", "--while seat ==: expected crash, illegal, timeout or a condition: ",
	   "\"$RINGSIDE\" minimise %s --seat 1 --while 'seat =='", f->match);
	SH(2, "", "what has to happen? --while crash", "\"$RINGSIDE\" minimise %s --seat 1", f->match);
	SH(0, NULL, NULL, "\"$RINGSIDE\" export %s --format psq -o \"$FOLDER/m.psq\"", f->match);
	SH(2, "", "/m.psq names no program for seat 1: name one behind it",
	   "\"$RINGSIDE\" minimise \"$FOLDER/m.psq\" --seat 1 --while crash");
	SH(3, NULL, "./nobody", "\"$RINGSIDE\" minimise %s --seat 1 --while crash ./nobody", f->match);
	SH(2, "", "already exists", "\"$RINGSIDE\" minimise %s -o %s --seat 1 --while crash", f->match,
	   f->match);
	SH(2, "", "a.ringside.try: already exists",
	   "touch $FOLDER/a.ringside.try; \"$RINGSIDE\" minimise %s -o $FOLDER/a.ringside --seat 1 --while "
	   "crash",
	   f->match);
	SH(0, NULL, NULL, "test -e $FOLDER/a.ringside.try");
	SH(2, "", "is not whole",
	   "trap '' XFSZ; ulimit -f 8; exec \"$RINGSIDE\" minimise %s -o $FOLDER/b.ringside --seat 1 --while "
	   "'move > 0'",
	   f->match);
	SH(1, NULL, NULL, "test -e $FOLDER/b.ringside");
	SH(2, "", "/no/m", "\"$RINGSIDE\" minimise %s -o $FOLDER/no/m --seat 1 --while crash", f->match);
}

/* After a position of 1 to 10 stones it crashes at once, else when it is asked for the twelfth time: the
 * match that begins after 6 turns ends there, and not 16 turns later as the one before.  */
TEST_IN(a_match_that_got_much_shorter_is_not_read_beyond_its_end, set_up, tear_down)
{
	/* clang-format off */
	static const char brittle[] =
		"#!/bin/sh\n"
		"n=0; stones=0\n"
		"while read -r word; do\n"
		"case $word in\n"
		"ABOUT*) echo 'name=\"brittle\"'; continue;;\n"
		"START*) echo OK; continue;;\n"
		"[0-9]*) stones=$((stones + 1)); continue;;\n"
		"DONE*|BEGIN*|TURN*) ;;\n"
		"END*) exit;;\n"
		"*) continue;;\n"
		"esac\n"
		"n=$((n + 1))\n"
		"[ $n -lt 12 ] || kill -SEGV $$\n"
		"[ $stones -lt 1 ] || [ $stones -gt 10 ] || kill -SEGV $$\n"
		"x=$((stones / 2 + n))\n"
		"echo $x,$((x % 2 * 2))\n"
		"done\n";
	/* clang-format on */
	struct fixture *f = *state;
	char path[80];

	snprintf(path, sizeof(path), "%s/brittle", f->folder);
	file_write(path, brittle, false);
	assert_int_equal(chmod(path, 0700), 0);
	SH(0, NULL, NULL,
	   "\"$RINGSIDE\" run gomocup --size 20 --seed 1 --record %s %s \"'$AGENTS/brain' spreads 5\"",
	   f->match, path);
	SH(0, "turn", NULL, "\"$RINGSIDE\" minimise %s -o %s --seat 1 --while crash", f->match, f->small);
}

/* Every second process crashes.  */
TEST_IN(a_crash_that_depends_on_chance_is_told_as_such, set_up, tear_down)
{
	static const char flaky[] = "#!/bin/sh\nif mkdir \"$FOLDER/even\" 2> /dev/null; then\n"
				    "exec \"$AGENTS/brain\" good\nelse rmdir \"$FOLDER/even\"\n"
				    "exec \"$AGENTS/brain\" crash\nfi\n";
	struct fixture *f = *state;
	char path[80];

	snprintf(path, sizeof(path), "%s/flaky", f->folder);
	file_write(path, flaky, false);
	assert_int_equal(chmod(path, 0700), 0);
	record(f, &rows[0], "crash");
	SH(0, "crash: happens in 1 of 3 tries, so each match is tried up to five times\n", NULL,
	   "\"$RINGSIDE\" minimise %s -o %s --seat 1 --while crash %s", f->match, f->small, path);
	SH(ENDED_BADLY, "it crashed again", NULL, "\"$RINGSIDE\" rerun %s --seat 1 \"'$AGENTS/brain' crash\"",
	   f->small);
}

TEST_IN(a_search_ends_early_and_keeps_the_best_match, set_up, tear_down)
{
	static const struct row row = {
		"gomocup", "brain", NULL, NULL, {"'$AGENTS/brain' spreads 1", "--turn-time", "100s"}};
	const struct timespec step = {.tv_nsec = 1000000};
	struct fixture *f = *state;
	struct program program;
	char tried[80];
	const char *args[] = {"minimise", f->match,  "-o",      f->small, "--seat",
			      "1",        "--while", "timeout", NULL,     NULL};
	json_t *object;

	record(f, &row, "overruns");
	object = minimise(f, 0, "--while crash --tries 5");
	assert_int_equal(game_number(object, "tries"), 5);
	assert_false(json_is_true(json_object_get(object, "whole")));
	json_decref(object);
	SH(ENDED_BADLY, "it crashed again", NULL, "\"$RINGSIDE\" rerun %s --seat 1", f->small);
	unlink(f->small);
	snprintf(tried, sizeof(tried), "%s.try", f->small);
	args[8] = agent("brain silent");
	program = program_begin(env("RINGSIDE"), "cases", args, -1);
	while (access(tried, F_OK) != 0)
		nanosleep(&step, NULL);
	kill(program.pid, SIGINT);
	ends_alone(program_end(&program), 130, NULL, "interrupted before timeout has happened again");
	assert_int_equal(access(tried, F_OK), -1);
	assert_int_equal(access(f->small, F_OK), -1);
}

TEST_MAIN(NULL, NULL)
