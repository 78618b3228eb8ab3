/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_board_thoughts.c - what the board of gomoku shows besides moves: agents' thoughts, openings, and a
 * choice of swap2 being made.  */
#define NCURSES_NOMACROS
#include "fake_paint.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "setup_fixture.h"
#include <math.h>

extern const struct board_view board_gomoku;

/* Its toggles, in their order.  */
enum { NUMBERS, FORBIDDEN, ANALYSIS, ORIGIN };

struct table {
	struct match match;
	struct view view;
	void *board;
};

/* A board of 7 by 7; the options alternate names and values, ended by NULL.  */
static struct table table_with(const char *const *options)
{
	struct table table = {.view = {.turns = VIEW_LIVE, .shows = 1u << ANALYSIS}};
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	setup.seat[SEAT_1].kind = setup.seat[SEAT_2].kind = SEAT_AGENT;
	setup_name(&setup, SEAT_1, "one");
	setup_name(&setup, SEAT_2, "two");
	setup_set(&setup, "size", "7");
	for (; *options; options += 2)
		setup_set(&setup, options[0], options[1]);
	match_init(&table.match, &setup);
	table.board = board_gomoku.new(&setup);
	return table;
}

#define TABLE(...) table_with((const char *const[]){__VA_ARGS__})

static void table_clear(struct table *table)
{
	board_gomoku.free(table->board);
	match_free(&table->match);
}

#define TABLE_TEST(name, made) TEST_OF(name, struct table, table, made, table_clear)
#define BOARD_TEST(name)       TABLE_TEST(name, TABLE(NULL))

static void play(struct table *table, int seat, const char *played)
{
	match_add(&table->match, (struct turn){.seat = seat, .played = bytes_text("%s", played)});
}

/* The seat says this in the current turn.  */
static void say(struct table *table, int seat, const char *text)
{
	FREED char *bytes = bytes_text("%s", text);
	struct message message = {.seat = seat,
				  .direction = FROM_AGENT,
				  .channel = CHANNEL_MESSAGE,
				  .turn = table->match.turn_count + 1,
				  .bytes = bytes,
				  .size = strlen(bytes)};

	board_gomoku.hear(table->board, &message);
}

static const struct area area = {0, 0, 9, 17};

static void draw(struct table *table)
{
	int turns = table->view.turns == VIEW_LIVE ? table->match.turn_count : table->view.turns;

	fake_clear(false);
	board_gomoku.position(table->board, &table->match, turns);
	board_gomoku.draw(table->board, area, &table->view, false);
}

/* The text on a square, as "d4", and its role.  */
static void expect(const char *square, const char *text, enum role role)
{
	int y = 7 - (square[1] - '1'), x = 3 + 2 * (square[0] - 'a');

	if (strcmp(fake_at(y, x), text) != 0)
		fail_msg("on %s: \"%s\", expected \"%s\"", square, fake_at(y, x), text);
	if (fake_role(y, x) != role)
		fail_msg("\"%s\" on %s has role %d, expected %d", text, square, fake_role(y, x), role);
}

static void expect_rows(struct table *table, int height, int width, const char *expected)
{
	struct area rows = {0, 0, height, width};

	draw(table);
	fake_clear(false);
	board_gomoku.evaluations(table->board, rows);
	assert_text(fake_picture(rows), expected);
}

BOARD_TEST(thoughts_of_the_seat_to_move_are_marked_on_the_board)
{
	draw(table);
	say(table, SEAT_1, "MESSAGE REALTIME POS 0,0");
	say(table, SEAT_1, "MESSAGE REALTIME DONE 1,0");
	say(table, SEAT_1, "MESSAGE REALTIME LOST 2,0");
	say(table, SEAT_1, "MESSAGE REALTIME PV 3,3 4,4 5,5");
	draw(table);
	expect("a1", "?", ROLE_BOARD_THOUGHT_1);
	expect("b1", "◦", ROLE_BOARD_THOUGHT_1);
	expect("c1", "−", ROLE_BOARD_THOUGHT_1);
	expect("d4", "◆", ROLE_BOARD_THOUGHT_1);
	expect("e5", "2", ROLE_BOARD_THOUGHT_1);
	expect("f6", "3", ROLE_BOARD_THOUGHT_1);
	view_show(&table->view, NUMBERS, true); /* two kinds of numbers would be ambiguous */
	draw(table);
	expect("d4", "◆", ROLE_BOARD_THOUGHT_1);
	expect("e5", "·", ROLE_BOARD_GRID);
	view_show(&table->view, ANALYSIS, false);
	draw(table);
	expect("a1", "·", ROLE_BOARD_GRID);
	expect("d4", "·", ROLE_BOARD_GRID);
}

/* Seat 1 says what it thinks, then plays.  */
static void speak(struct table *table)
{
	draw(table);
	say(table, SEAT_1, "MESSAGE REALTIME LOST 0,0");
	say(table, SEAT_1, "MESSAGE REALTIME BEST 6,0");
	play(table, SEAT_1, "3,3");
}

BOARD_TEST(thoughts_of_the_previous_move_are_shown_as_past)
{
	speak(table);
	draw(table);
	expect("a1", "−", ROLE_BOARD_THOUGHT_1);
	expect("g1", "◆", ROLE_BOARD_THOUGHT_1);
	say(table, SEAT_2, "MESSAGE REALTIME BEST 1,0");
	draw(table);
	expect("a1", "·", ROLE_BOARD_GRID);
	expect("b1", "◇", ROLE_BOARD_THOUGHT_2);
	expect("g1", "◆", ROLE_BOARD_THOUGHT_1); /* what seat 1 expects stays */
	play(table, SEAT_2, "1,0");
	play(table, SEAT_1, "2,0");
	draw(table); /* seat 1 said nothing about its move */
	expect("a1", "·", ROLE_BOARD_GRID);
}

BOARD_TEST(stones_cover_thoughts)
{
	speak(table);
	draw(table);
	say(table, SEAT_2, "MESSAGE REALTIME BEST 3,3");
	say(table, SEAT_2, "MESSAGE REALTIME LOST 3,3");
	draw(table);
	expect("d4", "●", ROLE_BOARD_LAST);
}

BOARD_TEST(an_expected_line_stays_while_it_comes_true)
{
	draw(table);
	say(table, SEAT_1, "MESSAGE Depth 3 | Eval 5 | D4 E5 F6");
	play(table, SEAT_1, "3,3");
	draw(table);
	expect("e5", "2", ROLE_BOARD_THOUGHT_1);
	match_cut(&table->match, 0);
	play(table, SEAT_1, "0,0"); /* another move was played in its place */
	table->match.revision++;
	draw(table);
	expect("e5", "·", ROLE_BOARD_GRID);
}

BOARD_TEST(taking_turns_back_removes_their_thoughts)
{
	speak(table);
	draw(table);
	say(table, SEAT_2, "MESSAGE REALTIME BEST 1,0");
	match_cut(&table->match, 0);
	table->match.branch++;
	table->match.revision++;
	draw(table);
	expect("a1", "·", ROLE_BOARD_GRID);
	expect("g1", "·", ROLE_BOARD_GRID);
}

BOARD_TEST(a_finished_match_shows_no_thoughts)
{
	speak(table);
	draw(table);
	say(table, SEAT_2, "MESSAGE REALTIME BEST 1,0");
	match_end(&table->match, (struct verdict){.winner = SEAT_1, .reason = REASON_TIMEOUT});
	draw(table);
	expect("b1", "·", ROLE_BOARD_GRID);
	expect("a1", "−", ROLE_BOARD_THOUGHT_1);
}

BOARD_TEST(evaluations_show_the_value_the_depth_and_the_line)
{
	speak(table);
	expect_rows(table, 8, 30, "● one\n  g1\n\n\n\n\n\n\n");
	say(table, SEAT_1, "MESSAGE Speed 271K | Depth 16-29 | Eval 166 | Node 1224K | Time 1ms");
	say(table, SEAT_1, "MESSAGE Bestline B2 C3 D4 E5 F6 G7 A7 B7 C7 D7");
	say(table, SEAT_2, "MESSAGE depth 4, eval -M12, c3 d4, nodes 999");
	expect_rows(table, 8, 24,
		    "● one  +166 depth 16-29\n"
		    "  1.2M positions, 271K/s\n"
		    "  b2 c3 d4 e5 f6 g7 a7\n"
		    "  b7 c7 d7\n"
		    "○ two  loses in 12\n"
		    "  999 positions\n"
		    "  c3 d4\n"
		    "\n");
	expect_rows(table, 1, 40, " ● +166/16 b2 c3 d4   ○ loses in 12/4 c3\n");
	expect_rows(table, 1, 20, " ● +166/16  ○\n");
	expect_rows(table, 0, 20, "");
}

BOARD_TEST(a_turns_value_is_the_last_one_that_the_brain_told)
{
	static const struct {
		const char *told[2], *words;
		double value;
		int depth, nodes;
	} cases[] = {
		{{"MESSAGE depth 3, eval 7", "MESSAGE depth 4, eval 400"}, "+400", 400, 4, 0},
		{{"DEBUG depth 1 eval -400 nodes 3", "MESSAGE I think"}, "-400", -400, 1, 3},
		{{"MESSAGE depth 4, eval -M12, c3 d4", "MESSAGE REALTIME BEST 1,1"}, "-M12", -INFINITY, 4, 0},
		{{"MESSAGE depth 4", "MESSAGE eval 0"}, "0", 0, 4, 0},
		{{"INFO PV 1", "INFO EVAL 12"}, "+12", 12, 0, 0},
		{{"MESSAGE hello", "MESSAGE depth 4"}, "", 0, 4, 0}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct message messages[2] = {{.turn = 1}, {.turn = 1}};
		struct said said = {0};

		for (int k = 0; k < 2; k++) {
			messages[k].bytes = (char *)cases[i].told[k];
			messages[k].size = strlen(cases[i].told[k]);
			messages[k].n = k + 1;
			protocol_named("gomocup")->said(&table->match.setup, &messages[k], &said);
		}
		assert_string_equal(said.words, cases[i].words);
		assert_true(said.value == cases[i].value);
		assert_int_equal(said.depth, cases[i].depth);
		assert_int_equal(said.nodes, cases[i].nodes);
		assert_int_equal(said.message > 0, *cases[i].words != 0);
	}
}

BOARD_TEST(a_value_stays_until_the_seat_gives_another)
{
	speak(table);
	draw(table);
	say(table, SEAT_2, "MESSAGE eval 3, depth 2, nodes 5");
	play(table, SEAT_2, "1,0");
	play(table, SEAT_1, "2,0");
	say(table, SEAT_2, "MESSAGE REALTIME BEST 4,4");
	expect_rows(table, 6, 30, "● one\n  g1\n\n○ two  +3 depth 2\n  5 positions\n  e5\n");
	say(table, SEAT_2, "MESSAGE depth 6");
	expect_rows(table, 6, 30, "● one\n  g1\n\n○ two  depth 6\n  e5\n\n");
	board_gomoku.hear(table->board, NULL);
	expect_rows(table, 3, 30, "\n\n\n");
}

TABLE_TEST(stones_of_an_opening_have_no_number_and_are_no_move, TABLE("opening", "d4 e4 a1", NULL))
{
	view_show(&table->view, NUMBERS, true);
	draw(table);
	expect("d4", "●", ROLE_BOARD_SEAT_1);
	expect("e4", "○", ROLE_BOARD_SEAT_2);
	expect("a1", "●", ROLE_BOARD_SEAT_1);
	play(table, SEAT_2, "1,1");
	draw(table);
	expect("d4", "●", ROLE_BOARD_SEAT_1);
	expect("b2", "1", ROLE_BOARD_LAST);
	table->view.turns = 0;
	draw(table);
	expect("b2", "·", ROLE_BOARD_GRID);
	expect("a1", "●", ROLE_BOARD_SEAT_1);
}

static const char *pick(struct table *table, const char *square)
{
	int y = 7 - (square[1] - '1'), x = 3 + 2 * (square[0] - 'a');

	assert_int_equal(board_gomoku.click(table->board, y, x, 1), 2);
	return board_gomoku.pick(table->board);
}

TABLE_TEST(three_picks_are_the_first_turn_of_swap2, TABLE("swap2", "", NULL))
{
	draw(table);
	assert_string_equal(board_gomoku.expects(table->board),
			    "swap2: place black, white, black (arrows and Enter, or a click)");
	assert_null(pick(table, "d4"));
	assert_null(pick(table, "a1"));
	assert_null(pick(table, "d4")); /* taken back */
	draw(table);
	expect("a1", "●", ROLE_BOARD_GHOST);
	expect("d4", "·", ROLE_BOARD_GRID);
	assert_null(pick(table, "b2"));
	draw(table);
	expect("b2", "○", ROLE_BOARD_GHOST);
	assert_string_equal(pick(table, "c3"), "0,0 1,1 2,2");
	play(table, SEAT_1, "0,0 1,1 2,2");
	draw(table);
	expect("a1", "●", ROLE_BOARD_SEAT_1);
	expect("b2", "○", ROLE_BOARD_SEAT_2);
	expect("c3", "●", ROLE_BOARD_LAST);
}

TABLE_TEST(the_choices_of_swap2_are_described, TABLE("swap2", "", NULL))
{
	play(table, SEAT_1, "0,0 1,1 2,2");
	draw(table);
	assert_non_null(strstr(board_gomoku.expects(table->board), ":swap"));
	assert_non_null(strstr(board_gomoku.expects(table->board), "two stones"));
	assert_string_equal(pick(table, "g7"), "6,6");
	play(table, SEAT_2, "6,6 5,5");
	draw(table);
	assert_non_null(strstr(board_gomoku.expects(table->board), ":swap"));
	assert_null(strstr(board_gomoku.expects(table->board), "two stones"));
	play(table, SEAT_1, "swap");
	draw(table);
	assert_non_null(strstr(board_gomoku.expects(table->board), "the other seat swapped: you have white"));
	expect("f6", "●", ROLE_BOARD_LAST);
	play(table, SEAT_2, "0,6");
	draw(table);
	assert_non_null(strstr(board_gomoku.expects(table->board), "your move: arrows and Enter"));
}

TABLE_TEST(the_first_stones_of_swap2_disappear_when_another_position_is_shown, TABLE("swap2", "", NULL))
{
	draw(table);
	assert_null(pick(table, "d4"));
	draw(table);
	expect("d4", "●", ROLE_BOARD_GHOST);
	play(table, SEAT_1, "0,0 1,1 2,2");
	draw(table);
	expect("d4", "·", ROLE_BOARD_GRID);
	match_cut(&table->match, 0);
	draw(table);
	expect("d4", "·", ROLE_BOARD_GRID);
}

TABLE_TEST(points_that_renju_forbids_black_are_shown_on_demand, TABLE("rule", "renju", NULL))
{
	static const char *const played[] = {"3,2", "0,0", "3,4", "0,6", "2,3", "6,0", "4,3", "6,6"};

	for (int i = 0; i < 8; i++)
		play(table, i % 2 ? SEAT_2 : SEAT_1, played[i]);
	draw(table);
	expect("d4", "·", ROLE_BOARD_GRID);
	view_show(&table->view, FORBIDDEN, true);
	draw(table);
	expect("d4", "×", ROLE_BOARD_FORBIDDEN);
	expect("b2", "·", ROLE_BOARD_GRID);
	table->view.turns = 6; /* no longer two threes */
	draw(table);
	expect("d4", "·", ROLE_BOARD_GRID);
	table->match.setup.game++; /* and not under another rule */
	setup_set(&table->match.setup, "rule", "freestyle");
	table->view.turns = VIEW_LIVE;
	draw(table);
	expect("d4", "·", ROLE_BOARD_GRID);
}

TABLE_TEST(stones_of_a_line_in_a_continuous_game_belong_to_nobody,
	   TABLE("rule", "freestyle+continuous", NULL))
{
	static const char *const played[] = {"0,0", "0,1", "1,0", "1,1", "2,0", "2,1", "3,0", "3,1", "4,0"};

	for (int i = 0; i < 9; i++)
		play(table, i % 2 ? SEAT_2 : SEAT_1, played[i]);
	draw(table);
	expect("a1", "■", ROLE_BOARD_WIN);
	expect("e1", "■", ROLE_BOARD_WIN);
	expect("a2", "○", ROLE_BOARD_SEAT_2);
	play(table, SEAT_2, "6,6");
	view_show(&table->view, NUMBERS, true);
	draw(table);
	expect("a1", "■", ROLE_BOARD_BLOCK);
	expect("a2", "2", ROLE_BOARD_SEAT_2);
	view_show(&table->view, NUMBERS, false);
	table->view.turns = 8;
	draw(table);
	expect("a1", "●", ROLE_BOARD_SEAT_1);
}

TABLE_TEST(a_bad_setup_has_an_empty_board_of_its_size, TABLE("opening", "d4 d4", NULL))
{
	assert_int_equal(board_gomoku.wants(table->board, (struct area){0}).height, 7 + 2);
	draw(table);
	expect("d4", "·", ROLE_BOARD_GRID);
}

BOARD_TEST(the_evaluation_of_a_turn_that_is_taken_back_is_gone)
{
	play(table, SEAT_1, "0,0");
	play(table, SEAT_2, "1,1");
	draw(table);
	say(table, SEAT_1, "MESSAGE depth 4, eval 12, c3 d4");
	play(table, SEAT_1, "3,3");
	expect_rows(table, 1, 17, " ● +12/4 c3 d4\n");
	match_cut(&table->match, 2); /* its own turn is due again */
	expect_rows(table, 1, 17, " ● +12/4 c3 d4\n");
	match_cut(&table->match, 1);
	expect_rows(table, 1, 17, "\n");
}

TEST_MAIN(NULL, NULL)
