/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gomocup_analysis.c - how the search output of real brains is read.
 *
 * The lines are those of tests/agents/transcripts, and of the bundled brains.  */
#include "../test.h"
#include "systems/gomocup/analysis.h"

#include "ringside/bytes.h"

#include <inttypes.h>

static bool hear(struct gomocup_analysis *analysis, int turn, const char *line)
{
	return gomocup_analysis_hear(analysis, turn, line, strlen(line));
}

/* The analysis in one line: "depth 16-29 eval 166 nodes 180000 speed 271000 best i7 line i7 g9".  */
static char *told(const struct gomocup_analysis *analysis)
{
	struct bytes text = {0};
	char square[6];

	bytes_add(&text, "", 0);
	if (analysis->depth)
		bytes_addf(&text, " depth %d", analysis->depth);
	if (analysis->deepest)
		bytes_addf(&text, "-%d", analysis->deepest);
	if (*analysis->eval)
		bytes_addf(&text, " eval %s", analysis->eval);
	if (analysis->nodes >= 0)
		bytes_addf(&text, " nodes %" PRId64, analysis->nodes);
	if (analysis->speed >= 0)
		bytes_addf(&text, " speed %" PRId64, analysis->speed);
	if (analysis->has_best) {
		gomoku_write_square(analysis->best, square);
		bytes_addf(&text, " best %s", square);
	}
	for (int i = 0; i < analysis->line_count; i++) {
		gomoku_write_square(analysis->line[i], square);
		bytes_addf(&text, i ? " %s" : " line %s", square);
	}
	return text.at;
}

static void assert_told(const struct gomocup_analysis *analysis, const char *expected)
{
	FREED char *text = told(analysis);

	assert_string_equal(*text ? text + 1 : text, expected);
}

/* Reads these lines of one turn on a fresh board of 15.  */
static void assert_heard(const char *const *lines, const char *expected)
{
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);

	gomocup_analysis_init(&analysis, 15, 15);
	for (; *lines; lines++)
		hear(&analysis, 1, *lines);
	assert_told(&analysis, expected);
}

#define HEARD(expected, ...) assert_heard((const char *const[]){__VA_ARGS__, NULL}, expected)

TEST(rapfi_is_understood)
{
	HEARD("depth 16-29 eval 166 nodes 180000 speed 271000 best i7 line i7 g9 j8",
	      "MESSAGE Speed 271K | Depth 16-29 | Eval 166 | Node 180K | Time 664ms",
	      "MESSAGE Bestline I7 G9 J8\n");
	HEARD("depth 2-3 eval -16 best h6 line h6 f6", "MESSAGE Depth 2-3 | Eval -16 | Time 0ms | H6 F6\n");
	HEARD("depth 18-32 eval +M33 nodes 205000 speed 326000",
	      "MESSAGE Speed 326K | Depth 18-32 | Eval +M33 | Node 205K | Time 630ms");
	HEARD("depth 12-29 eval 34 nodes 1500000 speed 271000 best h8 line h8 i9",
	      "MESSAGE (1) depth 12-29 ev 34 n 1.5M n/ms 271 tm 664 pv H8 I9");
}

TEST(wine_is_understood)
{
	HEARD("depth 10 eval 168 speed 346000 best i8 line i8 g8 h9", "MESSAGE depth=10 NPS=346k",
	      "MESSAGE best: [8,7] val=168", "MESSAGE bestLine: [8,7] [6,7] [7,8]");
	HEARD("eval 0 speed 0 best h8 line h8", "MESSAGE depth=0 NPS=0k", "MESSAGE best: [7,7] val=0",
	      "MESSAGE bestLine:");
}

TEST(the_other_brains_are_understood)
{
	HEARD("depth 12 nodes 170594", "DEBUG depth 12, nodes 170594");
	HEARD("depth 7 eval 176 nodes 75829", "DEBUG eval -3, depth 4, nodes 1201, speed 300",
	      "MESSAGE eval 176, depth 7, nodes 75829, speed 304");
	HEARD("depth 1-2 eval -5 nodes 197 best h5 line h5", "MESSAGE Expected time=900ms",
	      "MESSAGE  1;(07,04)      -5 ----------     1930",
	      "MESSAGE Nodes=197, Time=1938ms, speed=101, depth=1-2, Evaluation=-5");
	HEARD("depth 3 eval 12 nodes 4567 best h8 line h8", "DEBUG depth 3 best h8 eval 12 nodes 4567");
	HEARD("depth 4 eval -12 best h8 line h8 i9", "MESSAGE depth 4, eval -12, h8 i9");
	HEARD("eval 9991 best h8 line h8 i9", "MESSAGE I win with fours: h8 i9, eval 9991");
}

TEST(a_realtime_line_marks_a_square)
{
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);

	gomocup_analysis_init(&analysis, 15, 15);
	assert_true(hear(&analysis, 1, "MESSAGE REALTIME POS 6,4"));
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){6, 4}), ANALYSIS_NOW);
	assert_true(hear(&analysis, 1, "MESSAGE REALTIME DONE 6,4"));
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){6, 4}), ANALYSIS_SEEN);
	assert_true(hear(&analysis, 1, "message realtime lost 14,0\r\n"));
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){14, 0}), ANALYSIS_LOST);
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){0, 14}), ANALYSIS_NONE);
	assert_true(hear(&analysis, 1, "MESSAGE REALTIME BEST 6,4"));
	assert_told(&analysis, "best g5 line g5");
	assert_true(hear(&analysis, 1, "MESSAGE REALTIME PV 7,5 8,6"));
	assert_told(&analysis, "best h6 line h6 i7");
	assert_true(hear(&analysis, 1, "MESSAGE REALTIME REFRESH"));
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){6, 4}), ANALYSIS_NONE);
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){14, 0}), ANALYSIS_NONE);
	assert_false(analysis.has_best);
}

TEST(numbers_and_letters_name_the_same_square)
{
	/* Both lines come from one moment of rapfi.  */
	HEARD("best g5 line g5", "MESSAGE REALTIME BEST 6,4");
	HEARD("depth 8-7 eval -53 best g5 line g5 h6", "MESSAGE Depth 8-7 | Eval -53 | Time 1ms | G5 H6");
}

TEST(another_best_move_clears_the_line_of_the_one_before)
{
	HEARD("depth 8 eval 3 best h6 line h6", "MESSAGE Depth 8 | Eval 3 | G5 H6 H5",
	      "MESSAGE REALTIME BEST 7,5");
	HEARD("depth 8 eval 3 best g5 line g5 h6 h5", "MESSAGE Depth 8 | Eval 3 | G5 H6 H5",
	      "MESSAGE REALTIME BEST 6,4");
}

TEST(info_says_one_thing_per_line)
{
	HEARD("depth 12-20 eval -134 nodes 4129 speed 137633 best h8 line h8 i9 g9", "INFO PV 0",
	      "INFO NUMPV 3", "INFO DEPTH 12", "INFO SELDEPTH 20", "INFO NODES 11", "INFO TOTALNODES 4129",
	      "INFO TOTALTIME 30", "INFO SPEED 137633", "INFO EVAL -134", "INFO WINRATE 0.4421",
	      "INFO BESTLINE 7,7 8,8 6,8", "INFO PV DONE");
	HEARD("depth 12-20", "MESSAGE INFO SELDEPTH 20", "MESSAGE INFO DEPTH 12");
}

TEST(the_line_is_that_of_the_best_variation)
{
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);
	static const char *const lines[] = {
		"INFO PV 1", "INFO EVAL 20", "INFO BESTLINE 7,7 8,8", "INFO PV DONE",
		"INFO PV 2", "INFO EVAL -7", "INFO BESTLINE 5,5 8,8", "INFO PV DONE",
	};

	gomocup_analysis_init(&analysis, 15, 15);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		hear(&analysis, 1, lines[i]);
	assert_told(&analysis, "eval 20 best h8 line h8 i9");
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){5, 5}), ANALYSIS_SEEN);
	hear(&analysis, 1, "INFO PV 1");
	hear(&analysis, 1, "INFO EVAL 25");
	assert_told(&analysis, "eval 25 best h8 line h8 i9");
}

TEST(other_text_changes_nothing)
{
	static const char *const lines[] = {
		"",
		"MESSAGE",
		"DEBUG",
		"7,7",
		"OK",
		"ERROR depth 3 is too deep",
		"name=\"Rapfi\", version=\"0.43.02\"",
		"INFO",
		"INFO DEPTH",
		"INFO DEPTH deep",
		"INFO DEPTH 99999999999999999999",
		"MESSAGE INFO MAX_THREAD_NUM 256",
		"MESSAGE REALTIME",
		"MESSAGE REALTIME BEST",
		"MESSAGE REALTIME BEST 15,0",
		"MESSAGE REALTIME BEST 0,-1",
		"MESSAGE REALTIME BEST 7,7 please",
		"MESSAGE REALTIME POSITION 7,7",
		"MESSAGE OptiTime 2673ms | MaxTime 2970ms",
		"MESSAGE SlowRenju 5.1.3 is ready.",
		"MESSAGE computer: #IG",
		"MESSAGE a1",
		"MESSAGE the best of 3 games",
		"MESSAGE best: [15,7]",
		"MESSAGE depth=0",
		"MESSAGE in depth: nothing",
		"MESSAGE evaluate 7,7",
		"MESSAGE Unknown Info Parameter: UNKNOWN_KEY",
		"DEBUG 2 coordinates didn't hit an empty field",
		"MESSAGE eval",
		"MESSAGE eval -",
		"MESSAGE eval 3rd",
		"MESSAGE n 5",
		"MESSAGE speed 319",
		"MESSAGE (",
		"MESSAGE [7,",
		"MESSAGE 1;",
		"MESSAGE 1;(77,77) 3",
	};
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);

	gomocup_analysis_init(&analysis, 15, 15);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (hear(&analysis, 1, lines[i]))
			fail_msg("\"%s\" should say nothing", lines[i]);
	assert_told(&analysis, "");
	assert_int_equal(analysis.turn, 0);
}

TEST(the_next_turns_first_output_clears_the_one_before)
{
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);

	gomocup_analysis_init(&analysis, 15, 15);
	hear(&analysis, 1, "MESSAGE eval 176, depth 7, nodes 75829");
	hear(&analysis, 1, "MESSAGE REALTIME LOST 3,3");
	hear(&analysis, 3, "MESSAGE good luck");
	assert_told(&analysis, "depth 7 eval 176 nodes 75829");
	assert_int_equal(analysis.turn, 1);
	hear(&analysis, 3, "DEBUG depth 2");
	assert_told(&analysis, "depth 2");
	assert_int_equal(gomocup_analysis_at(&analysis, (struct square){3, 3}), ANALYSIS_NONE);
	assert_int_equal(analysis.turn, 3);
}

TEST(a_long_line_is_kept_as_far_as_there_is_room)
{
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);
	struct bytes line FREED_BY(bytes_free) = {0};

	bytes_add_text(&line, "MESSAGE Bestline");
	for (int i = 0; i < 200; i++)
		bytes_addf(&line, " %c%d", 'A' + i % 15, i / 15 + 1);
	gomocup_analysis_init(&analysis, 15, 15);
	assert_true(gomocup_analysis_hear(&analysis, 1, line.at, line.size));
	assert_int_equal(analysis.line_count, ANALYSIS_LINE);
	assert_int_equal(analysis.line[ANALYSIS_LINE - 1].x, (ANALYSIS_LINE - 1) % 15);
}

/* Pieces of real lines in any order, cut anywhere, with any bytes in them. Whatever is kept can be drawn.  */
TEST(an_impossible_count_stays_a_large_one)
{
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);

	gomocup_analysis_init(&analysis, 15, 15);
	assert_true(hear(&analysis, 1, "MESSAGE depth 3 n 99999999999999999999 n/ms 99999999999999999999"));
	assert_true(analysis.nodes > INT64_C(10000000000000));
	assert_true(analysis.speed > INT64_C(10000000000000));
}

TEST(no_text_puts_anything_outside_the_board)
{
	static const char *const pieces[] = {
		"MESSAGE ", "DEBUG ",    "INFO ",      "REALTIME ",   "BEST ", "LOST ",
		"PV ",      "depth ",    "eval ",      "best: ",      "H8 ",   "[7,7] ",
		"4,4 ",     "BESTLINE ", "bestLine: ", "9999999999 ", "-",     "K",
		"| ",       ", ",        "1;(07,06)",  "o15 ",        "z9 ",   "16-29 "};
	uint64_t seed = 1;
	struct gomocup_analysis analysis FREED_BY(gomocup_analysis_free);
	int understood = 0;

	gomocup_analysis_init(&analysis, 9, 7);
	for (int round = 0; round < 20000; round++) {
		const struct gomoku board = {.width = 9, .height = 7};
		struct bytes text FREED_BY(bytes_free) = {0};

		for (int i = 0; i < 7; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			bytes_add_text(
				&text,
				pieces[(seed >> 33) % (i == 0 ? 3 : sizeof(pieces) / sizeof(pieces[0]))]);
		}
		if (round % 3 == 0)
			text.at[(seed >> 40) % text.size] = (char)(seed >> 50);
		understood += gomocup_analysis_hear(&analysis, round / 100 + 1, text.at,
						    text.size - (seed >> 60) % text.size);
		for (int i = 0; i < analysis.line_count; i++)
			assert_true(gomoku_inside(&board, analysis.line[i]));
		assert_true(!analysis.has_best || gomoku_inside(&board, analysis.best));
		assert_true(analysis.nodes >= -1 && analysis.speed >= -1 && analysis.depth >= 0);
		assert_true(strlen(analysis.eval) < ANALYSIS_EVAL);
	}
	assert_true(understood >= 1000 && understood <= 19000);
}

TEST_MAIN(NULL, NULL)
