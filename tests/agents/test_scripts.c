/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_scripts.c - scripts without a screen: they lead matches of all systems, and ask match files.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <signal.h>

#define MARK "scripts"

/* ---- shared by the tests ---- */

static struct {
	char folder[40];
	char script[60], match[60]; /* files in the folder */
	char row3[300], row7[300];  /* gomoku brains that play in one row */
	struct outcome outcome;
} bench;

static int set_up(void **state)
{
	memset(&bench, 0, sizeof(bench));
	strcpy(bench.folder, "/tmp/ringside-test-XXXXXX");
	folder_make(bench.folder);
	snprintf(bench.script, sizeof(bench.script), "%s/script", bench.folder);
	snprintf(bench.match, sizeof(bench.match), "%s/m.ringside", bench.folder);
	snprintf(bench.row3, sizeof(bench.row3), "'%s/brain' good 3", env("AGENTS"));
	snprintf(bench.row7, sizeof(bench.row7), "'%s/brain' good 7", env("AGENTS"));
	return 0;
}

static int tear_down(void **state)
{
	folder_remove(bench.folder);
	return 0;
}

/* Runs ringside with these arguments, and checks that it leaves no process behind.  */
#define RUN(...) run(ARGS(__VA_ARGS__))

static void run(const char *const *args)
{
	bench.outcome = ringside(MARK, args);
	print_message("%s%s", bench.outcome.out, bench.outcome.err);
	assert_int_equal(left_behind(MARK), 0);
}

/* Runs a script from a file, in a match of two brains.  */
static void run_script(const char *text)
{
	file_write(bench.script, text, false);
	RUN("run", "gomocup", "--seed", "1", "--script", bench.script, bench.row3, bench.row7);
}

static void expect_status(int status)
{
	assert_int_equal(bench.outcome.status, status);
}

static void expect(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("\"%s\" is not in \"%s\"", what, text);
}

/* Checks that stdout contains these texts, in this order.  */
#define EXPECT_OUT(...) expect_out(ARGS(__VA_ARGS__))

static void expect_out(const char *const *texts)
{
	for (const char *at = bench.outcome.out; *texts; texts++) {
		const char *found = strstr(at, *texts);

		if (!found)
			fail_msg("\"%s\" is not in \"%s\"", *texts, at);
		else
			at = found + strlen(*texts);
	}
}

static int count_of(const char *text, const char *what)
{
	int count = 0;

	for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
		count++;
	return count;
}

/* ---- stops and changes ---- */

TEST_IN(a_script_begins_before_the_first_message_and_the_match_goes_on_after_it, set_up, tear_down)
{
	RUN("run", "gomocup", "--seed", "1", "-x", "echo hello", "-x", "step", "-x", "step", bench.row3,
	    bench.row7);
	expect_status(0);
	EXPECT_OUT("hello\n", "stopped before the first move: ", "seat ",
		   "stopped before the first move: ", "game 1: good (seat 1) beats");
	assert_int_equal(count_of(bench.outcome.out, "\n"), 4);
	assert_string_equal(bench.outcome.err, "");
}

TEST_IN(a_step_passes_a_message_in_either_direction, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "next", "-x", "step x2", "-x", "step", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("stopped after 1 move: to seat 2 (good): ", "stopped after 1 move: from seat 2 (good): ",
		   "stopped after 2 moves: to seat 1 (good): ", "game 1: ");
}

TEST_IN(moves_are_overridden_and_taken_back, set_up, tear_down)
{
	RUN("run", "gomocup", "--record", bench.match, "-x", "next x3", "-x", "takeback 2", "-x",
	    "override o15", "-x", "next", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("stopped after 3 moves: ", "stopped after 1 move: ", "stopped after 2 moves: ",
		   "stopped after 3 moves: ", "game 1: ");
	assert_text(ask_file(bench.match, "SELECT played FROM turn WHERE n = 2 ORDER BY branch DESC"),
		    "14,14");
}

TEST_IN(a_match_goes_on_while_another_branch_is_shown, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "next x4", "-x", "goto 2", "-x", "override a1", "-x", "next", "-x",
	    "goto branch 0", "-x", "goto -1", "-x", "info branches", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("stopped after 4 moves", "viewing 2 of 4: ", "viewing branch 0, 4 of 4: ",
		   "viewing branch 0, 3 of 4: ", "2 branches", "game 1: good (seat 2) beats good: five");
	assert_null(strstr(bench.outcome.out, "\n\n"));
}

TEST_IN(a_breakpoint_is_reported_each_time_also_after_the_end_of_the_script, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "break if seat == 1 && dir == from && channel == move", "-x", "continue",
	    "-x", "delete 1", "-x", "b if seat == 2 && dir == from && channel == move", bench.row3,
	    bench.row7);
	expect_status(0);
	assert_int_equal(count_of(bench.outcome.out, ": breakpoint 1, seat 1 plays "), 1);
	/* All moves of seat 2 in a game that seat 1 wins with its fifth move.  */
	assert_int_equal(count_of(bench.outcome.out, ": breakpoint 2, seat 2 plays "), 4);
	EXPECT_OUT("game 1: good (seat 1) beats");
}

TEST_IN(what_begins_stops_the_match_once_in_every_system, set_up, tear_down)
{
	static const struct {
		const char *system, *player;
	} rows[] = {
		{"gomocup", "sample:random"}, {"uci", "sample:random"},    {"lmc", "sample:constant"},
		{"lmc2", "sample:constant"},  {"qchess", "sample:random"}, {"asimulator", "sample:wander"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		RUN("play", rows[i].system, "--batch", "--seed", "3", "-x", "break if move == 3 && game == 1",
		    "-x", "continue", "-x", "next x4", "-x", "echo reached", "-x", "end draw", rows[i].player,
		    rows[i].player);
		expect_status(0);
		EXPECT_OUT(" moves: breakpoint 1, ", "reached\n");
		assert_int_equal(count_of(bench.outcome.out, "breakpoint 1, "), 1);
	}
}

TEST_IN(a_condition_counts_and_looks_at_the_turn_before, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "log \"{move} after {before(move)}\" if channel == move && seat == 1",
	    "-x", "break if move % 4 == 0", "-x", "continue", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("1 after not known\n", "3 after 1\n", "stopped after 3 moves: breakpoint 2, ",
		   "5 after 3\n", "stopped after 7 moves: breakpoint 2, ");
	assert_int_equal(count_of(bench.outcome.out, "breakpoint 2, "), 2);
}

TEST_IN(a_breakpoint_runs_its_commands, set_up, tear_down)
{
	RUN("run", "gomocup", "-x",
	    "break if move == 3 do echo three; log \"{move}; {seat}\"; info seat 1; continue", "-x",
	    "break if channel == move && seat == 2 do log \"plays {text}\"; continue", "-x",
	    "info breakpoints", "-x", "continue", "-x", "echo over", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("do echo three; log \"{move}; {seat}\"; info seat 1; continue", "plays ", "3; 1\n",
		   "stopped after 2 moves: breakpoint 1, ", "three\n", "seat 1", "plays ", "over\n");
	assert_int_equal(count_of(bench.outcome.out, "plays ") - count_of(bench.outcome.out, "plays {"), 4);
	assert_int_equal(count_of(bench.outcome.out, ": breakpoint 2, "), 0);
}

TEST_IN(mistakes_in_the_commands_of_a_breakpoint_are_pointed_at, set_up, tear_down)
{
	static const struct {
		const char *line, *problem;
	} rows[] = {
		{"break 3 do nothing",
		 "  break 3 do nothing\n             ^ there is no command \"nothing\""},
		{"break 3 do", "expected a command"},
		{"break 3 do continue; echo", "nothing can follow continue"},
		{"break 3 do log 5", "expected a text in quotes"},
		{"break 3 do log \"a\" b", "expected ; or the end"},
		{"break if rss / 2 > 5s do continue", "expected a size"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		RUN("run", "gomocup", "-x", rows[i].line, bench.row3, bench.row7);
		expect_status(1);
		expect(bench.outcome.err, rows[i].problem);
	}
	RUN("run", "gomocup", "-x", "break 3 do expect move in a1", "-x", "continue", bench.row3, bench.row7);
	expect_status(1);
	expect(bench.outcome.err, "ringside: breakpoint 1: ");
	RUN("run", "gomocup", "--until", "seat == 1 do continue", bench.row3, bench.row7);
	expect_status(2);
	expect(bench.outcome.err, "no commands can run here");
}

TEST_IN(a_silent_agent_is_stopped_in_every_system, set_up, tear_down)
{
	static const struct {
		const char *system, *other, *silent;
	} rows[] = {
		{"gomocup", "sample:random", "'%s/brain' silent 7"},
		{"lmc", "sample:constant", "'%s/player' silent"},
		{"lmc2", "sample:constant", "'%s/player' silent"},
		{"qchess", "sample:random", "'%s/qchess_agent' silent"},
		{"asimulator", "sample:wander", "'%s/asim_client' hang 666"},
	};
	char silent[300];

	for (size_t i = 0; i < LENGTH(rows); i++) {
		snprintf(silent, sizeof(silent), rows[i].silent, env("AGENTS"));
		RUN("play", rows[i].system, "--batch", "--turn-time", "1000s", "-x",
		    "break if seat == 2 && time > 20ms && rss > 1KB", "-x", "continue", "-x", "why stop",
		    rows[i].other, silent);
		expect_status(0);
		EXPECT_OUT(": breakpoint 1, seat 2: time is ",
			   "stopped between messages: breakpoint 1, seat 2", "`gdb 2`", "`info seat 2`");
	}
}

/* Both seats answer at once, so the other's answer may be held up as well, and come first.  */
TEST_IN(an_answer_that_ringside_was_held_up_before_can_be_stopped, set_up, tear_down)
{
	RUN("play", "lmc", "--batch", "--turns", "2", "-x", "break if held > 1s && dir == from", "-x",
	    "continue", agent("player stops-judge"), "sample:constant");
	expect_status(0);
	EXPECT_OUT(": breakpoint 1, seat ", " plays ");
}

TEST_IN(why_without_a_stop_gets_an_answer_and_the_script_goes_on, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "why stop", "-x", "break o15", "-x", "continue", "-x", "why stop", "-x",
	    "why fault", "-x", "echo then", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("pause\n", "A person paused the match", "over after 9 moves",
		   "nothing has stopped the match: no breakpoint, catchpoint or watchpoint was hit\n",
		   "no seat has broken the protocol\n", "then\n");
}

TEST_IN(a_mistake_in_a_condition_is_pointed_at, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "break if seat === 2", bench.row3, bench.row7);
	expect_status(1);
	expect(bench.outcome.err, "ringside: -x 1:\n  break if seat === 2\n                  ^ ");
}

TEST_IN(a_script_can_play_for_a_person, set_up, tear_down)
{
	file_write(bench.script,
		   "continue\nplay a1\nplay b1\nplay c1\n# the next one after a pause\nnext\nplay d1\n"
		   "continue\nplay e1\n",
		   false);
	RUN("run", "gomocup", "--script", bench.script, "human", bench.row7);
	expect_status(0);
	EXPECT_OUT("waiting before the first move: seat 1 (human) is to move\n", "waiting after 2 moves: ",
		   "waiting after 4 moves: ", "waiting after 6 moves: ", "stopped after 7 moves: ",
		   "waiting after 8 moves: ", "game 1: human (seat 1) beats good: five");
}

TEST_IN(a_script_goes_on_in_a_persons_turn_while_another_branch_is_shown, set_up, tear_down)
{
	static const struct {
		const char *system, *move, *other, *takes_back;
	} rows[] = {
		{"gomocup", "play h8", "sample:random", "takeback 2"},
		{"lmc", "play rock", "sample:constant", "takeback 2"},
		{"lmc2", "play a", "sample:constant", "takeback 1"},
		{"qchess", "play 4 6", "sample:random", "takeback 1"},
		{"asimulator", "play Move", "sample:wander", "takeback 1"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		RUN("play", rows[i].system, "--seed", "4", "--batch", "-x", "continue", "-x", rows[i].move,
		    "-x", rows[i].takes_back, "-x", "continue", "-x", "goto branch 0", "-x", "continue", "-x",
		    "echo reached", "human", rows[i].other);
		EXPECT_OUT("is to move", "reached\n");
	}
}

/* In the world of this seed the person's first move is deadly, and the agent dies later.  */
TEST_IN(after_the_end_is_taken_back_the_match_waits_for_the_next_line, set_up, tear_down)
{
	RUN("play", "asimulator", "--seed", "1531273491", "--batch", "-x", "continue", "-x", "play Move",
	    "-x", "takeback 1", "-x", "continue", "human", "sample:wander");
	expect_status(0);
	EXPECT_OUT("over after 7 moves", "branch 1 continues from move 6\n", "stopped after 6 moves",
		   "game 1: human");
}

TEST_IN(after_the_script_nobody_plays_for_a_person, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "continue", "-x", "play a1", "human", bench.row7);
	expect_status(1);
	expect(bench.outcome.err, "ringside: the script has ended, and nobody can move for seat 1");
	expect(bench.outcome.out, "game 1: no winner: interrupted");
}

TEST_IN(lines_after_the_verdict_still_count, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "end 2", "-x", "echo then", "-x", "goto -1", "-x", "end 1", bench.row3,
	    bench.row7);
	expect_status(1);
	EXPECT_OUT("over before the first move: decided by a person\n", "then\n", "beats brain: adjudicated");
	expect(bench.outcome.err, "-x 3: goto: this is the beginning of the match");
	RUN("run", "gomocup", "-x", "continue", "-x", "takeback 2", "-x", "override o15", "-x", "next",
	    bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("over after 9 moves: ", "stopped after 7 moves", "stopped after 8 moves",
		   "game 1: good (seat 1) beats");
}

TEST_IN(a_script_can_quit_the_match, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "next x2", "-x", "quit", "-x", "echo never", bench.row3, bench.row7);
	expect_status(130);
	assert_null(strstr(bench.outcome.out, "never"));
	expect(bench.outcome.out, "game 1: no winner: interrupted");
}

TEST_IN(a_script_can_save_and_export_the_match, set_up, tear_down)
{
	char line[2][100], path[80];

	snprintf(line[0], sizeof(line[0]), "save %s", bench.match);
	snprintf(path, sizeof(path), "%s/m.psq", bench.folder);
	snprintf(line[1], sizeof(line[1]), "save %s", path);
	RUN("run", "gomocup", "-x", "next x4", "-x", line[0], "-x", line[1], bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("stopped after 4 moves", "saved as ", "saved as ", "game 1: ");
	assert_text(ask_file(bench.match, "SELECT count(*) FROM turn"), "4");
	RUN("open", "--batch", "-x", "goto 1", path);
	expect_status(0);
	EXPECT_OUT("viewing 1 of 4: seat 1 played 0,3\n");
}

TEST_IN(with_json_stdout_has_only_the_results, set_up, tear_down)
{
	json_t *game;

	RUN("run", "gomocup", "--json", "-x", "next x2", "-x", "echo hello", bench.row3, bench.row7);
	expect_status(0);
	game = json_loads(bench.outcome.out, 0, NULL);
	assert_non_null(game);
	assert_string_equal(game_word(game, "reason"), "five");
	json_decref(game);
	expect(bench.outcome.err, "stopped after 2 moves");
	expect(bench.outcome.err, "hello\n");
}

TEST_IN(an_interrupt_ends_the_wait_of_a_script, set_up, tear_down)
{
	char silent[300];
	const char *args[] = {"run",   "gomocup",    "--turn-time", "0",    "--hang-time",
			      "1000s", "-x",         "next",        "-x",   "next x3",
			      "-x",    "echo never", bench.row3,    silent, NULL};
	struct program program;
	char *line;

	snprintf(silent, sizeof(silent), "'%s/brain' silent 7", env("AGENTS"));
	program = program_begin(env("RINGSIDE"), MARK, args, -1);
	line = program_line(&program);
	assert_non_null(line);
	free(line);
	kill(program.pid, SIGINT);
	bench.outcome = program_end(&program);
	expect_status(130);
	assert_null(strstr(bench.outcome.out, "never"));
	assert_int_equal(left_behind(MARK), 0);
}

/* ---- what must be so ---- */

/* With each of these lines, after so many moves, the script goes on or fails with the words.  */
TEST_IN(what_a_script_expects_is_so_or_ends_it, set_up, tear_down)
{
	static const struct {
		const char *before, *line;
		const char *says; /* NULL: it is so */
	} cases[] = {
		{"next", "expect move in a9|a8 within 60s rss < 1GB && seat == 2", NULL},
		{"next", "expect move", NULL},
		{"next", "expect move in b8", "move 2 is not b8: seat 2 played a8 in "},
		{"next", "expect move within 1ns", "move 2 did not come within 1ns: seat 2 played a8 in "},
		{"next", "expect move rss < 1KB", "rss < 1KB is not so: rss is "},
		{"next", "expect move in z99", "\"z99\" is not a square"},
		{"next", "expect move in a8 within soon", "expected a time after within"},
		{"next", "expect move seat =! 1", "expect move seat =! 1\n"},
		{"next", "expect move channel == move", "only messages have channel"},
		{"next", "expect move 2 in a8", "`expect moved 2` is about a move that was played"},
		{"next x3", "expect moved 1 in a4", NULL},
		{"next x3", "expect moved 2 in a4", "move 2 is not a4: seat 2 played a8 in "},
		{"next x3", "expect moved 4", "move 4 was not played: the match is stopped after 3 moves"},
		{"next x3", "expect move == 3 && text == \"1,3\" && fault == 0", NULL},
		{"next x3", "expect move == 4", "move == 4 is not so: move is 3"},
		{"next x3", "expect bytes > 1", "only messages have bytes"},
		{"next x3", "expect value > 1", "value > 1 is not so: value is not known"},
		{"echo", "expect seat == 1", "seat == 1 is not so: no move was played yet"},
		{"next", "expect verdict", "the verdict is not there: the match is stopped after 1 move"},
		{"continue", "expect verdict", NULL},
		{"continue", "expect verdict five", NULL},
		{"continue", "expect verdict five winner 1", NULL},
		{"continue", "expect verdict winner 1", NULL},
		{"continue", "expect verdict timeout",
		 "the verdict is not timeout: the match is over: seat 1 wins: "
		 "five"},
		{"continue", "expect verdict five winner draw", "the verdict is not five winner draw: "},
		{"continue", "expect verdict fvie",
		 "no match of gomocup ends with \"fvie\": did you mean five?"},
		{"continue", "expect verdict five winner 3", "expected 1, 2, draw or none after winner"},
		{"continue", "expect move", "the match is over"},
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		RUN("play", "gomocup", "--batch", "-x", cases[i].before, "-x", cases[i].line, "-x",
		    "echo reached", bench.row3, bench.row7);
		expect_status(cases[i].says ? 1 : 0);
		if (cases[i].says) {
			expect(bench.outcome.err, "ringside: -x 2:");
			expect(bench.outcome.err, cases[i].says);
			assert_null(strstr(bench.outcome.out, "reached"));
		} else {
			EXPECT_OUT("as expected: ", "reached");
		}
	}
}

TEST_IN(an_expectation_with_a_dash_does_not_end_the_script, set_up, tear_down)
{
	run_script("-expect move in o15\nexpect moved 1 in a4\n");
	expect_status(0);
	expect(bench.outcome.err, ":1: expect: move 1 is not o15: seat 1 played a4 in ");
}

TEST_IN(a_script_prints_the_board_the_moves_and_the_messages, set_up, tear_down)
{
	RUN("play", "gomocup", "--batch", "-x", "next x3", "-x", "goto -1", "-x", "info board", "-x",
	    "info turns", "-x", "info messages TURN|BEGIN", "-x", "info messages (", bench.row3, bench.row7);
	expect_status(1);
	EXPECT_OUT("\n    a b c d e", "\n 8 [○]", "\n 4  ● · ·", "\n   1  seat 1  a4 ", "\n   2  seat 2  a8 ",
		   " 1 > command  BEGIN\n", " 2 > command  TURN 0,3\n");
	assert_null(strstr(bench.outcome.out, "   3  seat"));
	assert_null(strstr(bench.outcome.out, "TURN 0,7"));
	expect(bench.outcome.err, "ringside: -x 6: info: ");
}

TEST_IN(the_board_of_every_system_can_be_printed, set_up, tear_down)
{
	static const char *const systems[] = {"gomocup", "lmc", "lmc2", "qchess", "asimulator"};

	for (size_t i = 0; i < LENGTH(systems); i++) {
		RUN("demo", systems[i], "--seed", "1", "--batch", "-x", "next x2", "-x", "info board");
		expect_status(0);
		assert_true(count_of(bench.outcome.out, "\n") > 5);
	}
}

/* If an agent plays otherwise now, look for a match that is worth watching, as demo_options says.  */
TEST_IN(each_demo_is_the_match_that_was_chosen, set_up, tear_down)
{
	static const struct {
		const char *system, *ends;
	} demos[] = {
		{"gomocup",
		 "30000 nodes (seat 2) beats 3000 nodes: five (five in a row from j13 to n9), 39 moves"},
		{"lmc", "predictor (seat 1) beats beat-last: score (65 : -65 in 80 rounds"},
		{"lmc2", "(learner) scored 86, in 100 turns"},
		{"qchess", "thinker (seat 1) beats thinker: king (white took the king on 3 0), 169 moves"},
		{"asimulator", "reasoner (seat 1) beats wander: score (scores 351 : -28,"},
		{"uci", "depth 3 (seat 2) beats depth 2: mate (2rkr3/qK3ppp/1b6/2p5/8/6P1/PPP4P/R5R1 w"},
		{"referee", "tron-player (seat 1) beats tron-player: win (player 2 hit a wall), 112 moves"},
	};

	for (size_t i = 0; i < LENGTH(demos); i++) {
		RUN("demo", demos[i].system, "--batch", "-x", "continue");
		expect_status(0);
		EXPECT_OUT(demos[i].ends);
	}
	/* An option of the game leaves out those of the demo.  */
	RUN("demo", "gomocup", "--size", "5", "--batch", "-x", "next", "-x", "info turns");
	expect_status(0);
	EXPECT_OUT("   1  seat 1 ");
}

/* ---- the texts of scripts ---- */

TEST_IN(a_byte_order_mark_and_crlf_are_accepted, set_up, tear_down)
{
	run_script("\xef\xbb\xbf"
		   "# said at first\r\n\r\n  \t \r\n\techo eins  \r\n  # and then\r\necho \xc3\xbc"
		   "ber\xe2\x80\xa6 # no comment\r\necho last");
	expect_status(0);
	EXPECT_OUT("eins\n\xc3\xbc"
		   "ber\xe2\x80\xa6 # no comment\nlast\ngame 1: ");
	assert_string_equal(bench.outcome.err, "");
}

TEST_IN(an_empty_script_changes_nothing, set_up, tear_down)
{
	run_script("");
	expect_status(0);
	EXPECT_OUT("game 1: good (seat 1) beats");
	assert_int_equal(count_of(bench.outcome.out, "\n"), 1);
	RUN("run", "gomocup", "-x", "", bench.row3, bench.row7);
	expect_status(0);
}

TEST_IN(a_mistake_is_reported_with_its_line_and_ends_the_script, set_up, tear_down)
{
	char problem[200];

	run_script("echo one\n\n  takeback 5\necho never\n");
	expect_status(1);
	snprintf(problem, sizeof(problem), "ringside: %s:3:3: takeback: ", bench.script);
	expect(bench.outcome.err, problem);
	EXPECT_OUT("one\n", "game 1: no winner: interrupted");
	assert_null(strstr(bench.outcome.out, "never"));
	RUN("run", "gomocup", "-x", "next", "-x", "frobnicate", bench.row3, bench.row7);
	expect_status(1);
	expect(bench.outcome.err, "ringside: -x 2: there is no command \"frobnicate\"");
}

TEST_IN(a_line_with_a_dash_may_fail, set_up, tear_down)
{
	run_script("-takeback 5\n- play h8\n -echo still here\nnext\n");
	expect_status(0);
	expect(bench.outcome.err, ":1:2: takeback: ");
	expect(bench.outcome.err, ":2:3: play: ");
	EXPECT_OUT("still here\n", "stopped after 1 move", "game 1: ");
}

TEST_IN(a_mistake_in_a_line_has_its_column, set_up, tear_down)
{
	run_script("\xef\xbb\xbf-\tbreak if  thnk > 1\r\n - :next  here\n"
		   "-echo \xc3\xa4\n-watch\n-break h8 if think > \n");
	expect_status(0);
	expect(bench.outcome.err, "script:1:13:\n  break if  thnk > 1\n            ^\n");
	expect(bench.outcome.err, "script:2:5: next: ");
	expect(bench.outcome.err, "script:4:7: watch needs an argument");
	expect(bench.outcome.err, "script:5:14:\n  break h8 if think >\n");
}

TEST_IN(a_huge_line_is_one_line, set_up, tear_down)
{
	enum { HUGE = 3 << 20 };
	FREED char *text = malloc(HUGE + 8);

	memset(text, 'x', HUGE);
	memcpy(text, "echo ", 5);
	strcpy(text + HUGE, "\nnext\n");
	run_script(text);
	expect_status(0);
	assert_int_equal(strcspn(bench.outcome.out, "\n"), HUGE - 5);
	EXPECT_OUT("\nstopped after 1 move");
}

TEST_IN(a_file_that_is_not_a_script_is_refused_before_the_match, set_up, tear_down)
{
	char path[80];
	FILE *file;

	snprintf(path, sizeof(path), "%s/none", bench.folder);
	RUN("run", "gomocup", "--script", path, bench.row3, bench.row7);
	expect_status(2);
	expect(bench.outcome.err, path);
	expect(bench.outcome.err, "No such file");
	RUN("run", "gomocup", "--script", bench.folder, bench.row3, bench.row7);
	expect_status(2);
	expect(bench.outcome.err, "Is a directory");
	file = fopen(bench.script, "w");
	fwrite("echo a\necho \0\n", 1, 14, file);
	fclose(file);
	RUN("run", "gomocup", "--script", bench.script, bench.row3, bench.row7);
	expect_status(2);
	expect(bench.outcome.err, "script:2:6: a NUL byte: expected text");
	assert_string_equal(bench.outcome.out, "");
}

TEST_IN(a_sourced_script_runs_before_the_next_line, set_up, tear_down)
{
	char other[80], text[200];

	snprintf(other, sizeof(other), "%s/other", bench.folder);
	file_write(other, "echo b\n# nothing\necho c\n", false);
	snprintf(text, sizeof(text), "echo a\nsource %s\necho d\n", other);
	run_script(text);
	expect_status(0);
	EXPECT_OUT("a\nb\nc\nd\ngame 1");
	file_write(other, "echo b\nfrobnicate\n", false);
	run_script(text);
	expect_status(1);
	expect(bench.outcome.err, "other:2:1: there is no command");
	assert_null(strstr(bench.outcome.out, "d\n"));
}

TEST_IN(a_script_that_sources_itself_ends, set_up, tear_down)
{
	char text[200];

	snprintf(text, sizeof(text), "echo round\nsource %s\n", bench.script);
	run_script(text);
	expect_status(1);
	expect(bench.outcome.err, "script:2:1: source: ");
	expect(bench.outcome.err, "16 deep");
	assert_int_equal(count_of(bench.outcome.out, "round\n"), 16);
}

TEST_IN(scripts_and_commands_run_in_the_given_order, set_up, tear_down)
{
	file_write(bench.script, "echo two\necho three\n", false);
	RUN("run", "gomocup", "-x", "echo one", "--script", bench.script, "-x", "echo four", bench.row3,
	    bench.row7);
	expect_status(0);
	EXPECT_OUT("one\ntwo\nthree\nfour\n");
}

TEST_IN(help_lists_all_commands_where_there_is_no_screen, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "help", "-x", "help s", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("continue, c: ", "goto N", "source FILE: ", "\nstep, s [SEAT] [xN]: ");
}

TEST_IN(held_messages_can_be_listed_dropped_and_sent, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "next", "-x", "info held", "-x", "step", "-x", "drop", "-x",
	    "send 2 TURN 0,3", "-x", "next 2", "-x", "- edit #1 x", "-x", "info held", bench.row3,
	    bench.row7);
	expect_status(0);
	EXPECT_OUT("  seat 2  to ", "INFO time_left", "  seat 2  to ", "TURN 0,3\n", "  seat 1  to ",
		   "TURN 0,7\n", "beats");
	expect(bench.outcome.err, "edit: there is no held message #1: held are #");
}

/* ---- the command line ---- */

TEST_IN(what_a_script_cannot_lead_is_refused, set_up, tear_down)
{
	static const char *const options[][2] = {
		{"--concurrency", "2"}, {"--sprt", "elo0=0,elo1=20"}, {"--until", "crash"}};

	for (size_t i = 0; i < LENGTH(options); i++) {
		RUN("run", "gomocup", "--games", "3", options[i][0], options[i][1], "-x", "next", bench.row3,
		    bench.row7);
		expect_status(2);
		expect(bench.outcome.err, options[i][0]);
	}
	RUN("run", "gomocup", "--games", "1", "-x", "next game", bench.row3, bench.row7);
	expect_status(1);
	expect(bench.outcome.err, "-x 1: next: this match has no next game: begin with --games N");
}

/* The brain does not clear its board: in game 4 it has no square left.  */
TEST_IN(a_script_leads_all_games_of_a_series, set_up, tear_down)
{
	char keeps[300];

	snprintf(keeps, sizeof(keeps), "'%s/brain' keeps", env("AGENTS"));
	RUN("run", "gomocup", "--games", "5", "-x", "next game", "-x", "info held", "-x", "next end", "-x",
	    "expect verdict five winner 2", "-x", "info games", "-x", "break if game == 4 && !legal", "-x",
	    "continue", "-x", "info messages stays", keeps, bench.row7);
	expect_status(0);
	EXPECT_OUT("game 1: keeps (seat 1) beats good", "game 2: stopped before the first move",
		   "  seat 1  to", "RESTART", "game 2: good (seat 2) beats keeps",
		   "game 2: over after 9 moves", "as expected: seat 2 wins: five", "game 2 of 5 is over",
		   "keeps - good: 1-1", "breakpoint 1", "game 3: keeps", "game 4: stopped after 3 moves",
		   "seat 1 plays 14,0, which is illegal", "stays from game 3", "game 4: good",
		   "game 5: keeps");
	expect(bench.outcome.err, "keeps 3, good 2, draws 0");
	RUN("play", "gomocup", "--batch", "--until", "illegal", "-x", "continue", "-x", "info games", keeps,
	    bench.row7);
	expect_status(0);
	EXPECT_OUT("game 4: stopped after 3 moves: catchpoint 1, seat 1 plays 14,0", "game 4 is played");
}

TEST_IN(a_game_whose_moves_are_taken_back_at_its_end_counts_once, set_up, tear_down)
{
	RUN("run", "gomocup", "--games", "2", "-x", "next end", "-x", "takeback 2", "-x", "next end", "-x",
	    "expect verdict five", "-x", "next game", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("game 1: over after 9 moves", "game 1: stopped after 7 moves",
		   "game 1: over after 9 moves", "as expected", "game 2: stopped before the first move",
		   "game 2: good (seat 2)");
	expect(bench.outcome.err, "good (1) 1, good (2) 1, draws 0");
}

TEST_IN(a_series_without_a_screen_ends_with_its_script, set_up, tear_down)
{
	RUN("play", "gomocup", "--batch", "--games", "3", "-x", "next end", "-x", "- next game", "-x",
	    "next game", "-x", "-next game", "-x", "echo end", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("game 1: over after 9 moves", "game 2: stopped", "game 3: stopped", "end\n");
	assert_null(strstr(bench.outcome.out, "interrupted"));
	expect(bench.outcome.err, "next: this is the last game of the series");
	RUN("run", "gomocup", "--games", "3", "--json", "-x", "next game", "-x", "quit", bench.row3,
	    bench.row7);
	expect_status(130);
	assert_int_equal(count_of(bench.outcome.out, "\"game\":"), 1);
	expect(bench.outcome.err, "game 2: stopped before the first move");
}

TEST_IN(a_game_that_begins_paused_can_be_replayed, set_up, tear_down)
{
	char second[80];

	snprintf(second, sizeof(second), "%s/m-2.ringside", bench.folder);
	RUN("run", "gomocup", "--games", "2", "--record", bench.match, "-x", "next game", "-x", "step 2",
	    "-x", "step", "-x", "goto 0", "-x", "info messages RESTART", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("to seat 1 (good): RESTART", "RESTART\n", "game 2: good");
	RUN("rerun", second, "--seat", "1");
	expect_status(0);
	EXPECT_OUT(" in 2 games, none differs", "as the old one did");
}

TEST_IN(a_series_with_a_script_continues_with_its_results, set_up, tear_down)
{
	for (int games = 2; games <= 4; games += 2) {
		char count[8];

		snprintf(count, sizeof(count), "%d", games);
		RUN("run", "gomocup", "--seed", "1", "--games", count, "--results", bench.match, "-x",
		    "break 1", "-x", "continue", "-x", "delete", bench.row3, bench.row7);
		expect_status(0);
		assert_int_equal(count_of(bench.outcome.out, "beats"), 2);
		EXPECT_OUT(games == 2 ? "game 1: stopped" : "game 3: stopped");
	}
}

TEST_IN(batch_needs_a_script_and_ends_with_it, set_up, tear_down)
{
	RUN("play", "gomocup", "--batch", bench.row3, bench.row7);
	expect_status(2);
	expect(bench.outcome.err, "--batch");
	RUN("play", "gomocup", "--batch", "-x", "next x2", bench.row3, bench.row7);
	expect_status(0);
	assert_int_equal(count_of(bench.outcome.out, "\n"), 1);
	EXPECT_OUT("stopped after 2 moves: to seat 1 (good): ");
	RUN("play", "gomocup", "--batch", "-x", "continue", bench.row3, bench.row7);
	expect_status(0);
	EXPECT_OUT("game 1: good (seat 1) beats");
	RUN("demo", "lmc", "--batch", "-x", "next x2");
	expect_status(0);
	EXPECT_OUT("stopped after 2 moves: ");
}

TEST_IN(an_agent_that_cannot_be_started_is_reported, set_up, tear_down)
{
	RUN("run", "gomocup", "-x", "next", "/nowhere/brain", bench.row7);
	expect_status(3);
	expect(bench.outcome.err, "/nowhere/brain");
}

TEST_IN(a_script_can_go_through_a_match_file, set_up, tear_down)
{
	RUN("run", "gomocup", "--record", bench.match, bench.row3, bench.row7);
	RUN("open", "--batch", "-x", "goto 3", "-x", "goto -2", "-x", "goto +1", "-x", "goto live", "-x",
	    "goto live", bench.match);
	expect_status(0);
	assert_string_equal(bench.outcome.out, "viewing 3 of 9: seat 1 played 1,3\n"
					       "viewing 1 of 9: seat 1 played 0,3\n"
					       "viewing 2 of 9: seat 2 played 0,7\n"
					       "viewing 9 of 9: seat 1 played 4,3\n");
	RUN("open", "--batch", "-x", "goto 0", "-x", "goto 10", "-x", "goto live", bench.match);
	expect_status(1);
	assert_string_equal(bench.outcome.out, "viewing 0 of 9\n");
	expect(bench.outcome.err, "-x 2: goto: only 9 moves were played");
	RUN("open", "--batch", "-x", "pause", bench.match);
	expect_status(1);
	expect(bench.outcome.err, "it cannot be changed");
	RUN("open", "--batch", "-x", "goto live", bench.folder);
	expect_status(1);
}

TEST_IN(a_script_can_continue_a_match_file, set_up, tear_down)
{
	RUN("run", "gomocup", "--record", bench.match, bench.row3, bench.row7);
	RUN("open", "--write", "--batch", "-x", "goto 4", "-x", "resume", "-x", "next", "-x", "override o15",
	    "-x", "continue", "-x", "echo then", bench.match);
	expect_status(0);
	EXPECT_OUT("viewing 4 of 9: ", "continues from move 4",
		   "stopped after 4 moves: ", "stopped after 5 moves", "stopped after 6 moves", "over after ",
		   "then\n", "game 1: ");
	assert_text(ask_file(bench.match, "SELECT count(DISTINCT branch) FROM turn"), "2");
}

TEST_IN(a_takeback_in_a_match_file_begins_a_branch, set_up, tear_down)
{
	RUN("run", "gomocup", "--record", bench.match, bench.row3, bench.row7);
	RUN("open", "--write", "--batch", "-x", "takeback 5", "-x", "next", "-x", "continue", bench.match);
	expect_status(0);
	EXPECT_OUT("continues from move 4", "stopped after 5 moves", "game 1: ");
	assert_text(ask_file(bench.match, "SELECT count(DISTINCT branch) FROM turn"), "2");
}

TEST_IN(a_move_in_a_match_file_begins_a_variation, set_up, tear_down)
{
	RUN("run", "gomocup", "--record", bench.match, bench.row3, bench.row7);
	RUN("open", "--write", "--batch", "-x", "goto 3", "-x", "a4", bench.match);
	expect_status(1);
	expect(bench.outcome.err, "play: a4 is already taken");
	RUN("open", "--write", "--batch", "-x", "goto 3", "-x", "b8", "-x", "goto -1", "-x", "o15", "-x",
	    "o14", "-x", "goto -1", "-x", "o13", "-x", "takeback", "-x", "o12", bench.match);
	expect_status(0);
	EXPECT_OUT("viewing 3 of 9", "viewing 4 of 9: seat 2 played 1,7", "viewing 3 of 9",
		   "branch 1 continues from move 3", "waiting after 4 moves", "waiting after 5 moves",
		   "viewing 4 of 5", "branch 2 continues from move 4", "waiting after 5 moves",
		   "waiting after 4 moves", "waiting after 5 moves");
	assert_text(ask_file(bench.match,
			     "SELECT group_concat(id || ' ' || parent || ' ' || turn || ' ' || why, ', ')"
			     " FROM branch WHERE id > 0"),
		    "1 0 3 variation, 2 1 4 variation, 3 2 4 moves taken back");
	assert_text(ask_file(bench.match, "SELECT count(*) FROM message WHERE branch > 0 AND dir = 'from'"),
		    "0"); /* there was no process */
	RUN("open", "--write", "--batch", "-x", "resume", "-x", "next x2", "-x", "info branches",
	    bench.match);
	expect_status(0);
	EXPECT_OUT("branch 4 continues from move 5", "stopped after 7 moves", "resume (after");
}

TEST_IN(a_seat_has_the_name_of_its_player_at_that_time, set_up, tear_down)
{
	char why[40], *n;

	RUN("run", "gomocup", "--record", bench.match, bench.row3, bench.row7);
	RUN("open", "--write", "--batch", "-x", "goto 4", "-x", "resume", "-x", "seat 1 human", "-x",
	    "continue", "-x", "play o15", bench.match);
	expect_status(0);
	n = ask_file(bench.match, "SELECT min(n) FROM message WHERE seat = 1 AND dir = 'from'");
	snprintf(why, sizeof(why), "why #%s", n);
	free(n);
	RUN("open", "--batch", "-x", "info seat 1", "-x", why, "-x", "goto 2", "-x", "info seat 1",
	    bench.match);
	expect_status(0);
	EXPECT_OUT("seat 1  human\n", "and 2 by earlier players", "from seat 1 (good), ", "viewing 2 of ",
		   "seat 1  good  an agent: ", "memory ", "MB");
	assert_true(strstr(bench.outcome.out, "MB") > strstr(bench.outcome.out, "viewing 2 of "));
	RUN("rerun", bench.match, "--seat", "1");
	expect_status(0);
	EXPECT_OUT("seat 1 (good): ", "none differs");
}

TEST_IN(a_branch_that_cannot_begin_ends_the_script_at_its_line, set_up, tear_down)
{
	RUN("play", "lmc", "--batch", "-x", "next x6", "-x", "seat 2 /bin/true", "sample:rotate",
	    "sample:constant");
	expect_status(1);
	expect(bench.outcome.err, "-x 2: nothing was changed: seat 2 (true) exited with status 0");
	RUN("run", "lmc", "--turns", "20", "-x", "next x6", "-x", "goto 2", "-x", "seat 2 /nowhere/player",
	    "-x", "echo never", "sample:rotate", "sample:constant");
	expect_status(1);
	expect(bench.outcome.err, "-x 3: ");
	assert_null(strstr(bench.outcome.out, "never"));
}

/* ---- all systems ---- */

static const struct {
	const char *args[8];
	const char *held; /* in the message that waits after two moves, whichever agent is faster */
	const char *ends;
} systems[] = {
	{{"gomocup", "sample:random", "sample:random"}, "to seat 1 (random): ", "five"},
	{{"lmc", "--turns", "20", "sample:rotate", "sample:constant"}, "to seat 1 (rotate): @", "score"},
	{{"lmc2", "sample:rotate", "sample:constant"}, ": @", "score"},
	{{"qchess", "--max-moves", "20", "sample:random", "sample:random"}, "(random): ", "moves"},
	{{"asimulator", "sample:rotate", "sample:wander"}, "): ", "score"},
};

TEST_IN(a_script_can_lead_every_system, set_up, tear_down)
{
	for (size_t i = 0; i < LENGTH(systems); i++) {
		const char *args[ARGS_MAX] = {"run", "-x", "next x2", "-x", "step"};
		int count = 5;

		for (int k = 0; systems[i].args[k]; k++)
			args[count++] = systems[i].args[k];
		run(args);
		expect_status(0);
		EXPECT_OUT("stopped after 2 moves: ", systems[i].held, "\nstopped after ",
			   "\ngame 1: ", systems[i].ends);
	}
}

TEST_IN(a_script_can_play_a_persons_rounds_of_symbols, set_up, tear_down)
{
	RUN("run", "lmc", "--turns", "3", "--json", "-x", "continue", "-x", "play paper", "-x", "play rock",
	    "-x", "play scissors", "human", "sample:constant");
	expect_status(0);
	expect(bench.outcome.out, "\"moves\":6");
	assert_int_equal(count_of(bench.outcome.err, "waiting "), 3);
}

TEST_MAIN(NULL, NULL)
