/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_board_qchess.c - the board of quantum chess: what it shows of the pieces, what it hides, where they
 * can move, and how a person picks and moves.  */
#define NCURSES_NOMACROS
#include "../random.h"
#include "fake_paint.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "setup_fixture.h"
#include "systems/qchess/rules.h"

#include <curses.h>

extern const struct board_view board_qchess;

/* Its only toggle.  */
enum { REVEAL };

struct table {
	struct match match;
	struct quantum_chess game; /* as in the protocol */
	struct view view;
	void *board;
	struct area area; /* of the last drawing */
	uint64_t seed;
};

/* Kings where they do not matter.  */
#define KINGS "white king ['king', 'king'] at 7,7\nblack king ['king', 'king'] at 0,0\n"

static const struct area small = {.y = 1, .x = 2, .height = 17, .width = 50};
static const struct area large = {.y = 1, .x = 2, .height = 43, .width = 102};

/* A table whose setup has this option; NULL: none.  */
static struct table *table_with(const char *option, const char *value)
{
	struct table *table = bytes_new(sizeof(*table));
	struct setup setup FREED_BY(setup_free) = setup_of("qchess");

	setup.seed = 11;
	setup.seat[SEAT_1].kind = SEAT_HUMAN;
	setup.seat[SEAT_2].kind = SEAT_AGENT;
	if (option)
		setup_set(&setup, option, value);
	match_init(&table->match, &setup);
	assert_null(quantum_chess_init(&table->game, &setup));
	table->board = board_qchess.new(&setup);
	table->view.turns = VIEW_LIVE;
	table->seed = 3;
	return table;
}

static struct table *table_of(const char *pieces)
{
	FREED char *board = bytes_text(KINGS "%s", pieces);
	struct table *table = table_with("board", board);

	return table;
}

static void table_end(struct table **made)
{
	FREED struct table *table = *made;

	board_qchess.free(table->board);
	match_free(&table->match);
}

#define TABLE_TEST(name, made) TEST_GIVEN(name, struct table *, table, made, table_end)
#define BOARD_TEST(name)       TABLE_TEST(name, table_with(NULL, NULL))

static void add_turn(struct table *table, const char *words)
{
	int seat = quantum_chess_seat(&table->match.setup, table->game.to_move);

	match_add(&table->match, (struct turn){.seat = seat, .played = bytes_text("%s", words)});
}

static void play(struct table *table, const char *words)
{
	add_turn(table, words);
	assert_null(quantum_chess_play_words(&table->game, words));
}

static void play_random(struct table *table, int turns)
{
	struct quantum_chess *game = &table->game;

	while (turns > 0 && game->end == QCHESS_GOES_ON) {
		int at = random_below(&table->seed, QCHESS_SQUARES);
		struct qchess_square square = {at % QCHESS_SIDE, at / QCHESS_SIDE};
		bool selects = !game->selected;
		char words[16];

		if (selects ? quantum_chess_may_select(game, square) : quantum_chess_may_move(game, square))
			continue;
		if (selects) {
			quantum_chess_select(game, square, -1);
			quantum_chess_selection_words(game, words);
		} else {
			quantum_chess_move(game, square);
			quantum_chess_move_words(game, words);
		}
		add_turn(table, words);
		turns--;
	}
}

static void draw_turns(struct table *table, struct area area, int turns, bool cursor)
{
	table->area = area;
	fake_clear(false);
	board_qchess.position(table->board, &table->match, turns);
	board_qchess.draw(table->board, area, &table->view, cursor);
}

static void draw(struct table *table, struct area area, bool cursor)
{
	draw_turns(table, area, table->match.turn_count, cursor);
}

/* ---- reading the labels ---- */

/* The cells of a square: the rows nearest to the label of its row, and the columns likewise.  */
static struct area cells_of(const struct table *table, int x, int y)
{
	const struct area *area = &table->area;
	int labels_x[QCHESS_SIDE], labels_y[QCHESS_SIDE], found_x = 0, found_y = 0, width, height;

	for (int i = 0; i < area->width && found_x < QCHESS_SIDE; i++)
		if (fake_at(area->y, area->x + i)[0] == '0' + found_x)
			labels_x[found_x++] = area->x + i;
	for (int i = 1; i < area->height && found_y < QCHESS_SIDE; i++)
		if (fake_at(area->y + i, area->x)[0] == '0' + found_y)
			labels_y[found_y++] = area->y + i;
	assert_int_equal(found_x, QCHESS_SIDE);
	assert_int_equal(found_y, QCHESS_SIDE);
	width = labels_x[1] - labels_x[0];
	height = labels_y[1] - labels_y[0];
	return (struct area){labels_y[y] - (height - 1) / 2, labels_x[x] - (width - 1) / 2, height, width};
}

/* The text in a square without blanks and hatching. The caller frees.  */
static char *text_on(const struct table *table, int x, int y)
{
	return fake_text(cells_of(table, x, y), (const char *[]){"░", ":", NULL});
}

static void expect_on(const struct table *table, int x, int y, const char *expected)
{
	assert_text(text_on(table, x, y), expected);
}

/* Does a cell of the square have this role?  */
static bool has_role(const struct table *table, int x, int y, enum role role)
{
	return fake_has_role(cells_of(table, x, y), role);
}

static void expect_words(const struct table *table, const char *words)
{
	if (!fake_shows(table->area, words)) {
		FREED char *picture = fake_picture(table->area);

		print_error("%s", picture);
		fail_msg("\"%s\" is not on the screen", words);
	}
}

/* ---- squares ---- */

TABLE_TEST(black_squares_are_hatched_and_white_ones_are_blank, table_of(""))
{
	static const int heights[] = {9, 17, 43};

	for (size_t i = 0; i < sizeof(heights) / sizeof(heights[0]); i++) {
		draw(table, (struct area){1, 2, heights[i], 102}, false);
		for (int y = 0; y < QCHESS_SIDE; y++)
			for (int x = 0; x < QCHESS_SIDE; x++) {
				struct area cells = cells_of(table, x, y);
				bool black = (x + y) % 2; /* (qchess, Rules) */

				assert_string_equal(fake_at(cells.y, cells.x), black ? "░" : " ");
				assert_int_equal(has_role(table, x, y, ROLE_SQUARE_LIGHT), !black);
				assert_int_equal(has_role(table, x, y, ROLE_SQUARE_HATCH), black);
			}
	}
}

TEST(a_piece_shows_its_states_in_capitals_for_white)
{
	struct table *table FREED_BY(table_end) = table_of("white unknown ['rook', '?queen'] at 0,7\n"
							   "black unknown ['knight', 'bishop'] at 1,3\n"
							   "white pawn ['pawn', '?rook'] at 2,6\n"
							   "black queen ['pawn', 'queen'] at 3,1\n"
							   "white bishop ['bishop', 'bishop'] at 4,4\n"
							   "black unknown ['?pawn', 'rook'] at 5,2\n"
							   "white unknown ['?pawn', '?rook'] at 6,2\n");

	for (int i = 0; i < 2; i++) {
		draw(table, i ? large : small, false);
		expect_on(table, 0, 7, "R?≈");
		expect_on(table, 1, 3, "n/b≈");
		expect_on(table, 2, 6, "P/?");
		expect_on(table, 3, 1, "q/p");
		expect_on(table, 4, 4, "B");
		expect_on(table, 5, 2, "?/r≈");
		expect_on(table, 6, 2, "?≈");
		expect_on(table, 7, 7, "K");
		expect_on(table, 0, 0, "k");
		expect_on(table, 5, 5, "");
		assert_true(has_role(table, 0, 7, ROLE_SQUARE_WHITE));
		assert_true(has_role(table, 1, 3, ROLE_SQUARE_BLACK));
		assert_false(has_role(table, 1, 3, ROLE_SQUARE_WHITE));
	}
}

TEST(revealed_types_are_ghosts_and_nothing_else_is)
{
	struct table *table FREED_BY(table_end) = table_of("white unknown ['rook', '?queen'] at 0,7\n"
							   "black unknown ['knight', 'bishop'] at 1,3\n"
							   "white pawn ['pawn', '?rook'] at 2,6\n"
							   "white unknown ['?pawn', '?rook'] at 6,2\n");

	view_show(&table->view, REVEAL, true);
	for (int i = 0; i < 2; i++) {
		draw(table, i ? large : small, false);
		expect_on(table, 0, 7, "R/Q≈");
		expect_on(table, 1, 3, "n/b≈");
		expect_on(table, 2, 6, "P/R");
		expect_on(table, 6, 2, "P/R≈");
		assert_true(has_role(table, 0, 7, ROLE_SQUARE_GHOST));
		assert_true(has_role(table, 2, 6, ROLE_SQUARE_GHOST));
		assert_false(has_role(table, 1, 3, ROLE_SQUARE_GHOST));
		assert_false(has_role(table, 7, 7, ROLE_SQUARE_GHOST));
	}
}

/* Draws the position with both settings at several sizes, with the cursor on each square in turn.  */
static char *all_pictures(struct table *table)
{
	static const struct area areas[] = {{1, 2, 17, 50}, {1, 2, 43, 102}, {0, 0, 9, 30}, {0, 0, 43, 50}};
	struct bytes all = {0};

	for (size_t i = 0; i < sizeof(areas) / sizeof(areas[0]); i++)
		for (int at = 0; at < QCHESS_SQUARES; at++) {
			FREED char *picture;

			for (int k = 0; k < QCHESS_SIDE; k++) {
				board_qchess.key(table->board, KEY_LEFT, true);
				board_qchess.key(table->board, KEY_UP, true);
			}
			for (int k = 0; k < at % QCHESS_SIDE; k++)
				board_qchess.key(table->board, KEY_RIGHT, true);
			for (int k = 0; k < at / QCHESS_SIDE; k++)
				board_qchess.key(table->board, KEY_DOWN, true);
			draw(table, areas[i], true);
			picture = fake_picture(areas[i]);
			bytes_add_text(&all, picture);
			bytes_add_text(&all, board_qchess.expects(table->board));
		}
	return all.at;
}

/* The screen does not depend on the hidden types.  */
TEST(hidden_types_are_invisible_until_they_are_revealed)
{
	static const char *const hidden[] = {"pawn", "rook", "knight", "bishop", "queen"};
	char *first[2] = {NULL, NULL};

	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++) {
		FREED char *pieces = bytes_text("white unknown ['rook', '?%s'] at 4,4\n"
						"black unknown ['pawn', '?%s'] at 4,1\n"
						"white pawn ['pawn', '?%s'] at 2,6\n"
						"black unknown ['?%s', '?%s'] at 5,3\n",
						hidden[i], hidden[i], hidden[i], hidden[i], hidden[i]);
		struct table *table FREED_BY(table_end) = table_of(pieces);

		play(table, "4 4 0 rook");
		play(table, "4 4 -> 4 1");
		for (int reveal = 0; reveal < 2; reveal++) {
			FREED char *pictures = NULL;

			view_show(&table->view, REVEAL, reveal);
			pictures = all_pictures(table);
			if (!first[reveal])
				first[reveal] = bytes_text("%s", pictures);
			else if (reveal)
				assert_string_not_equal(pictures, first[reveal]);
			else
				assert_string_equal(pictures, first[reveal]);
		}
	}
	free(first[0]);
	free(first[1]);
}

/* ---- moves of a piece ---- */

static void point(struct table *table, int x, int y)
{
	for (int i = 0; i < QCHESS_SIDE; i++) {
		assert_int_equal(board_qchess.key(table->board, KEY_LEFT, true), 1);
		assert_int_equal(board_qchess.key(table->board, KEY_UP, true), 1);
	}
	for (int i = 0; i < x; i++)
		board_qchess.key(table->board, KEY_RIGHT, true);
	for (int i = 0; i < y; i++)
		board_qchess.key(table->board, KEY_DOWN, true);
}

TEST(a_piece_in_superposition_shows_where_each_state_can_move)
{
	struct table *table FREED_BY(table_end) = table_of("white unknown ['rook', 'queen'] at 4,4\n"
							   "black unknown ['pawn', '?rook'] at 4,1\n"
							   "black unknown ['pawn', '?rook'] at 2,2\n");

	for (int i = 0; i < 2; i++) {
		point(table, 4, 4);
		draw(table, i ? large : small, true);
		expect_on(table, 4, 5, "1");     /* both states */
		expect_on(table, 5, 5, "½Q");    /* the queen alone */
		expect_on(table, 5, 7, "");      /* neither state */
		expect_on(table, 4, 1, "p?≈1");  /* can be taken */
		expect_on(table, 2, 2, "p?≈½Q"); /* can be taken */
		expect_on(table, 4, 0, "");      /* beyond it */
		expect_on(table, 4, 4, i ? "(R/Q)(≈)" : "(R/Q)≈");
		assert_true(has_role(table, 4, 5, ROLE_SQUARE_REACH));
		draw(table, i ? large : small, false);
		expect_on(table, 4, 5, ""); /* no cursor */
	}
}

TABLE_TEST(an_unseen_state_has_no_moves_until_it_is_revealed,
	   table_of("white unknown ['rook', '?bishop'] at 4,4\n"))
{
	point(table, 4, 4);
	draw(table, small, true);
	expect_on(table, 4, 5, "½R");
	expect_on(table, 5, 5, "");
	view_show(&table->view, REVEAL, true);
	draw(table, small, true);
	expect_on(table, 4, 5, "½R");
	expect_on(table, 5, 5, "½B");
}

TABLE_TEST(a_classical_piece_shows_its_certain_moves, table_of("white bishop ['rook', 'bishop'] at 4,4\n"))
{
	point(table, 4, 4);
	draw(table, small, true);
	expect_on(table, 5, 5, "1");
	expect_on(table, 4, 5, "");
}

TEST(a_selected_piece_shows_its_moves_wherever_the_cursor_is)
{
	struct table *table FREED_BY(table_end) = table_of("white unknown ['rook', 'queen'] at 4,4\n"
							   "black unknown ['pawn', '?rook'] at 4,1\n");

	play(table, "4 4 0 rook");
	point(table, 4, 1);
	draw(table, small, true);
	expect_on(table, 4, 5, "•");
	expect_on(table, 5, 5, "");
	expect_on(table, 4, 1, "(p?)≈×");
	expect_on(table, 4, 4, "▸R◂/Q");
	assert_true(has_role(table, 4, 4, ROLE_SQUARE_SELECTED));
	draw(table, small, false);
	expect_on(table, 4, 5, "•");
}

/* In random positions, the marked squares are those that the rules name.  */
TEST(the_marked_moves_are_those_of_the_rules)
{
	for (int round = 0; round < 40; round++) {
		struct table *table FREED_BY(table_end) = table_with(NULL, NULL);
		int x, y;

		table->seed = (uint64_t)round;
		play_random(table, 1 + round * 3);
		x = random_below(&table->seed, QCHESS_SIDE);
		y = random_below(&table->seed, QCHESS_SIDE);
		point(table, x, y);
		view_show(&table->view, REVEAL, round % 2);
		draw(table, small, true);
		if (table->game.selected) {
			x = table->game.from.x;
			y = table->game.from.y;
		}
		for (int at = 0; at < QCHESS_SQUARES; at++) {
			const struct qchess_piece *piece = &table->game.at[y][x];
			bool expected = false;

			for (int s = 0; s < 2 && piece->there; s++)
				if ((piece->known[s] || view_shows(&table->view, REVEAL)) &&
				    (piece->state == QCHESS_BOTH || piece->state == s))
					expected |= quantum_chess_reach(&table->game,
									(struct qchess_square){x, y}, s) >>
							    at &
						    1;
			assert_int_equal(
				has_role(table, at % QCHESS_SIDE, at / QCHESS_SIDE, ROLE_SQUARE_REACH),
				expected);
		}
	}
}

TEST(a_pawn_that_is_promoted_on_touch_moves_like_a_queen)
{
	static const char *const board = KINGS "white unknown ['pawn', 'rook'] at 4,0\n";
	struct setup setup FREED_BY(setup_free) = setup_of("qchess");
	struct match match FREED_BY(match_free);
	struct view view = {.turns = VIEW_LIVE};
	struct table table = {0};

	setup_set(&setup, "board", board);
	setup_set(&setup, "promote-on-touch", "");
	match_init(&match, &setup);
	table.board = board_qchess.new(&setup);
	table.area = small;
	point(&table, 4, 0);
	fake_clear(false);
	board_qchess.position(table.board, &match, 0);
	board_qchess.draw(table.board, small, &view, true);
	expect_on(&table, 5, 1, "½Q");
	expect_on(&table, 4, 1, "1");
	board_qchess.free(table.board);
}

/* ---- turns ---- */

TEST(the_last_move_is_in_brackets_and_what_it_took_is_named)
{
	struct table *table FREED_BY(table_end) = table_of("white unknown ['rook', 'queen'] at 4,4\n"
							   "black unknown ['pawn', '?rook'] at 4,1\n");

	play(table, "4 4 0 rook");
	play(table, "4 4 -> 4 1");
	draw(table, large, false);
	expect_on(table, 4, 4, "[][]");
	expect_on(table, 4, 1, "[R/Q][≈]");
	assert_true(has_role(table, 4, 1, ROLE_SQUARE_LAST));
	expect_words(table, "4 4 -> 4 1 took p?");
	expect_words(table, "4 4 was a rook");
	expect_words(table, "○ white took 1");
	expect_words(table, "● black picks a piece");
	assert_false(fake_shows(table->area, "black took"));
	draw(table, small, false);
	expect_words(table, "× p?");
	expect_words(table, "○ took");
	expect_words(table, "● picks");
	/* Before the turn.  */
	draw_turns(table, large, 1, false);
	expect_on(table, 4, 1, "p?≈×");
	expect_words(table, "○ white moves a rook");
	assert_false(fake_shows(table->area, "took"));
}

BOARD_TEST(the_second_types_that_nobody_has_seen_are_counted)
{
	char words[16] = "";

	draw(table, large, false);
	expect_words(table, "second types not seen");
	expect_words(table, "8P 2R 2N 2B 1Q");
	expect_words(table, "8p 2r 2n 2b 1q");
	for (int i = 0; i < 2 * QCHESS_SIDE && !*words; i++)
		if (table->game.at[6 + i / QCHESS_SIDE][i % QCHESS_SIDE].type[1] == QCHESS_ROOK)
			snprintf(words, sizeof(words), "%d %d 1 rook", i % QCHESS_SIDE, 6 + i / QCHESS_SIDE);
	play(table, words);
	draw(table, small, false);
	expect_words(table, "hidden");
	expect_words(table, "8P 8p");
	expect_words(table, "1R 2r");
}

TABLE_TEST(a_piece_that_cannot_move_is_marked_and_reported, table_of("white pawn ['pawn', '?rook'] at 4,0\n"))
{
	play(table, "4 0 0 pawn");
	draw(table, small, false);
	expect_on(table, 4, 0, "!P!/?");
	assert_true(has_role(table, 4, 0, ROLE_SQUARE_STUCK));
	expect_words(table, "! stuck");
	assert_non_null(strstr(board_qchess.expects(table->board), "white's pawn on 4 0 could not move"));
	draw(table, large, false);
	expect_words(table, "! could not move");
	play(table, "0 0 0 king");
	play(table, "0 0 -> 0 1");
	draw(table, small, false);
	expect_on(table, 4, 0, "P/?");
	assert_non_null(strstr(board_qchess.expects(table->board), "your pawn on 4 0 could not move"));
	play(table, "7 7 0 king");
	play(table, "7 7 -> 7 6");
	draw(table, small, false);
	assert_null(strstr(board_qchess.expects(table->board), "could not move"));
}

TABLE_TEST(counters_appear_when_they_approach_their_limits, table_of("white rook ['rook', 'rook'] at 4,4\n"))
{
	static const char *const there[] = {"7 7 0 king", "7 7 -> 7 6", "0 0 0 king", "0 0 -> 0 1"};
	static const char *const back[] = {"7 6 0 king", "7 6 -> 7 7", "0 1 0 king", "0 1 -> 0 0"};

	draw(table, large, false);
	expect_words(table, "0 moves");
	for (int i = 0; i < 84; i++)
		for (int k = 0; k < 2; k++)
			play(table, (i / 2 % 2 ? back : there)[i % 2 * 2 + k]);
	draw_turns(table, large, 2 * 79, false);
	assert_false(fake_shows(table->area, "quiet"));
	draw(table, large, false);
	expect_words(table, "quiet: 84 of 100");
	expect_words(table, "84 moves");
	draw(table, small, false);
	expect_words(table, " 84/100");
}

TEST(turns_that_could_not_move_are_counted_too)
{
	struct table *table FREED_BY(table_end) = table_of("white pawn ['pawn', '?rook'] at 4,0\n"
							   "black pawn ['pawn', '?rook'] at 4,7\n");

	for (int i = 0; i < 9; i++)
		play(table, i % 2 ? "4 7 0 pawn" : "4 0 0 pawn");
	draw(table, large, false);
	expect_words(table, "stuck: 9 of 16");
	draw(table, small, false);
	expect_words(table, " 9/16");
	draw_turns(table, large, 7, false);
	assert_false(fake_shows(table->area, "stuck"));
}

/* The missing pieces, counted slowly one by one.  */
TEST(all_captured_pieces_are_shown)
{
	for (int round = 0; round < 10; round++) {
		struct table *table FREED_BY(table_end) = table_with(NULL, NULL);
		int left[2] = {0};

		table->seed = (uint64_t)round;
		play_random(table, 250);
		draw(table, large, false);
		for (int at = 0; at < QCHESS_SQUARES; at++) {
			const struct qchess_piece *piece = &table->game.at[at / 8][at % 8];

			if (piece->there)
				left[piece->colour]++;
		}
		for (int colour = 0; colour < 2; colour++) {
			FREED char *words = bytes_text(
				"%s took %d", colour == QCHESS_WHITE ? "black" : "white", 16 - left[colour]);

			assert_true(left[colour] < 16);
			expect_words(table, words);
		}
	}
}

/* Draws the position on this board and on a fresh one, and compares.  */
static void expect_as_fresh(struct table *table, int turns)
{
	void *used = table->board;
	FREED char *picture, *fresh;

	draw_turns(table, large, turns, true);
	picture = fake_picture(large);
	table->board = board_qchess.new(&table->match.setup);
	draw_turns(table, large, turns, true);
	fresh = fake_picture(large);
	assert_string_equal(picture, fresh);
	board_qchess.free(table->board);
	table->board = used;
}

BOARD_TEST(after_any_jumps_the_board_looks_like_a_fresh_one)
{
	play_random(table, 200);
	for (int i = 0; i < 60; i++)
		expect_as_fresh(table, random_below(&table->seed, table->match.turn_count + 1));
}

/* An endless game: kings that stay on their rows, and a pawn against a pawn.  */
static struct table *table_without_end(void)
{
	struct table *table = table_of("white pawn ['pawn', 'pawn'] at 6,4\n"
				       "black pawn ['pawn', 'pawn'] at 6,3\n");

	setup_set(&table->match.setup, "draws", "original");
	table->game.original_draws = true;
	return table;
}

static void play_kings(struct table *table, int turns)
{
	struct quantum_chess *game = &table->game;

	for (char words[16]; turns > 0 && game->end == QCHESS_GOES_ON; turns--) {
		int row = game->to_move == QCHESS_WHITE ? QCHESS_SIDE - 2 : 0, at;
		struct qchess_square square;

		do {
			at = random_below(&table->seed, 2 * QCHESS_SIDE);
			square = (struct qchess_square){at % QCHESS_SIDE, row + at / QCHESS_SIDE};
		} while (game->selected ? quantum_chess_may_move(game, square)
					: quantum_chess_may_select(game, square));
		if (!game->selected) {
			quantum_chess_select(game, square, -1);
			quantum_chess_selection_words(game, words);
		} else {
			quantum_chess_move(game, square);
			quantum_chess_move_words(game, words);
		}
		add_turn(table, words);
	}
	assert_int_equal(turns, 0);
}

/* Long enough that marks are thinned out and the first jump takes several calls.  */
TEST(jumps_work_in_a_match_of_any_length)
{
	enum { TURNS = 9000 };
	struct table *table = table_without_end();
	int calls = 0;

	board_qchess.free(table->board);
	table->board = board_qchess.new(&table->match.setup);
	play_kings(table, TURNS);
	do {
		board_qchess.position(table->board, &table->match, TURNS);
		calls++;
	} while (board_qchess.unfinished(table->board));
	assert_true(calls > 1);
	for (int i = 0; i < 12; i++)
		expect_as_fresh(table, random_below(&table->seed, 8000));
	/* These turns were taken back and others played.  */
	match_cut(&table->match, 100);
	table->match.branch++;
	assert_null(quantum_chess_init(&table->game, &table->match.setup));
	for (int n = 1; n <= 100; n++)
		assert_null(quantum_chess_play_words(&table->game, match_turn(&table->match, n)->played));
	play_kings(table, 300);
	expect_as_fresh(table, 400);
	expect_as_fresh(table, 130);
	table_end(&table);
}

TEST(turns_that_were_taken_back_are_forgotten)
{
	struct table *table FREED_BY(table_end) = table_of("white unknown ['rook', 'queen'] at 4,4\n"
							   "black unknown ['pawn', '?rook'] at 4,1\n");

	play(table, "4 4 0 rook");
	play(table, "4 4 -> 4 1");
	draw(table, large, false);
	match_cut(&table->match, 0);
	table->match.branch++;
	assert_null(quantum_chess_init(&table->game, &table->match.setup));
	play(table, "4 4 1 queen");
	play(table, "4 4 -> 5 5");
	draw(table, large, false);
	expect_on(table, 4, 1, "p?≈");
	expect_on(table, 5, 5, "[Q][/R]");
	assert_false(fake_shows(table->area, "took"));
}

BOARD_TEST(the_next_game_of_a_series_starts_afresh)
{
	play_random(table, 120);
	draw(table, large, false);
	match_cut(&table->match, 0);
	table->match.setup.game = 2;
	draw(table, large, false);
	expect_words(table, "0 moves");
	assert_false(fake_shows(table->area, "took"));
	expect_on(table, 0, 0, "r?≈");
}

TEST(a_bad_setup_or_turn_still_draws_the_rest)
{
	struct match match;
	struct view view = {.turns = VIEW_LIVE};
	struct table table = {.area = large}, *good FREED_BY(table_end);
	struct setup setup FREED_BY(setup_free) = setup_of("qchess");

	setup_set(&setup, "board", "white king\n");
	match_init(&match, &setup);
	table.board = board_qchess.new(&setup);
	match_add(&match, (struct turn){.seat = SEAT_1, .played = bytes_text("4 6 0 pawn")});
	board_qchess.position(table.board, &match, 1);
	fake_clear(false);
	board_qchess.draw(table.board, large, &view, false);
	for (int at = 0; at < QCHESS_SQUARES; at++)
		expect_on(&table, at % 8, at / 8, "");
	board_qchess.free(table.board);
	match_free(&match);

	good = table_of("white unknown ['rook', 'queen'] at 4,4\n");
	play(good, "4 4 0 rook");
	match_add(&good->match, (struct turn){.seat = SEAT_1, .played = bytes_text("4 4 -> 5 6")});
	match_add(&good->match, (struct turn){.seat = SEAT_1, .played = bytes_text("what?")});
	draw(good, small, false);
	expect_on(good, 4, 4, "▸R◂/Q");
}

/* ---- a person ---- */

BOARD_TEST(arrows_and_letters_move_the_cursor_and_enter_plays)
{
	assert_string_equal(board_qchess.move(table->board), "4 6");
	assert_int_equal(board_qchess.key(table->board, KEY_UP, true), 1);
	assert_string_equal(board_qchess.move(table->board), "4 5");
	assert_int_equal(board_qchess.key(table->board, 'h', false), 1);
	assert_string_equal(board_qchess.move(table->board), "3 5");
	assert_int_equal(board_qchess.key(table->board, 'j', false), 1);
	assert_string_equal(board_qchess.move(table->board), "3 6");
	assert_int_equal(board_qchess.key(table->board, 'x', false), 0);
	for (int i = 0; i < 20; i++) {
		board_qchess.key(table->board, 'k', false);
		board_qchess.key(table->board, 'l', false);
	}
	assert_string_equal(board_qchess.move(table->board), "7 0");
	assert_int_equal(board_qchess.key(table->board, '\r', false), 2);
	assert_int_equal(board_qchess.key(table->board, KEY_ENTER, true), 2);
	assert_string_equal(board_qchess.move(table->board), "7 0");
	draw(table, small, true);
	expect_on(table, 7, 0, "(r?)≈");
	assert_true(has_role(table, 7, 0, ROLE_BOARD_CURSOR));
}

TEST(the_cursor_starts_at_the_persons_side)
{
	struct setup setup FREED_BY(setup_free) = setup_of("qchess");
	void *board;

	setup.first = SEAT_2;
	setup.seat[SEAT_1].kind = SEAT_HUMAN;
	setup.seat[SEAT_2].kind = SEAT_AGENT;
	board = board_qchess.new(&setup);
	assert_string_equal(board_qchess.move(board), "4 1");
	board_qchess.free(board);
	setup.seat[SEAT_2].kind = SEAT_HUMAN;
	board = board_qchess.new(&setup);
	assert_string_equal(board_qchess.move(board), "4 6");
	board_qchess.free(board);
}

BOARD_TEST(a_click_hits_the_square_that_the_labels_name)
{
	static const struct area areas[] = {{1, 2, 17, 50}, {1, 2, 43, 102}, {1, 2, 9, 30}, {1, 2, 30, 90}};

	for (size_t i = 0; i < sizeof(areas) / sizeof(areas[0]); i++) {
		int hits = 0, squares;

		draw(table, areas[i], false);
		squares = cells_of(table, 0, 0).height * cells_of(table, 0, 0).width * QCHESS_SQUARES;
		for (int at = 0; at < QCHESS_SQUARES; at++) {
			struct area cells = cells_of(table, at % 8, at / 8);
			FREED char *move = bytes_text("%d %d", at % 8, at / 8);

			for (int y = 0; y < cells.height; y++)
				for (int x = 0; x < cells.width; x++) {
					int button = 1 + (x + y) % 3;

					assert_int_equal(board_qchess.click(table->board,
									    cells.y + y - areas[i].y,
									    cells.x + x - areas[i].x, button),
							 button == 1 ? 2 : 1);
					assert_string_equal(board_qchess.move(table->board), move);
				}
		}
		for (int y = -1; y <= areas[i].height; y++)
			for (int x = -1; x <= areas[i].width; x++)
				hits += board_qchess.click(table->board, y, x, 1) != 0;
		assert_int_equal(hits, squares);
		assert_int_equal(board_qchess.click(table->board, 5, 10, 4), 0);
	}
}

/* Both halves of a turn say what the person has to do.  */
TABLE_TEST(a_person_picks_a_piece_sees_what_it_is_and_picks_where_it_goes,
	   table_of("white unknown ['rook', 'knight'] at 4,4\n"))
{
	const char *words;

	draw(table, small, true);
	assert_non_null(strstr(board_qchess.expects(table->board), "choose a piece"));
	point(table, 4, 4);
	words = board_qchess.move(table->board);
	assert_string_equal(words, "4 4");
	play(table, "4 4 1 knight");
	draw(table, small, true);
	assert_string_equal(board_qchess.expects(table->board),
			    "it is a knight now: choose where it goes (arrows and Enter, a click)");
	expect_on(table, 5, 6, "•");
	expect_on(table, 4, 4, "(N)/R");
	point(table, 5, 6);
	assert_string_equal(board_qchess.move(table->board), "5 6");
	draw(table, small, true);
	expect_on(table, 5, 6, "(•)");
	play(table, "4 4 -> 5 6");
	draw(table, small, true);
	expect_on(table, 5, 6, "(R/N)≈");
}

BOARD_TEST(seats_are_marked_with_their_colours_and_squares_stay_numbers)
{
	char words[32];

	fake_clear(false);
	assert_string_equal(board_qchess.mark(&table->match, 0, SEAT_1), "○");
	assert_string_equal(board_qchess.mark(&table->match, 0, SEAT_2), "●");
	table->match.setup.first = SEAT_2;
	assert_string_equal(board_qchess.mark(&table->match, 0, SEAT_1), "●");
	board_qchess.words(&table->match, 0, "4 6 -> 4 4", words);
	assert_string_equal(words, "4 6 -> 4 4");
	board_qchess.words(&table->match, 0, "4 6 0 a word that is longer than any of the game", words);
	assert_int_equal(strlen(words), 31);
}

/* ---- areas ---- */

BOARD_TEST(nothing_is_drawn_outside_the_area_at_any_size)
{
	static const struct area around = {0, 0, FAKE_HEIGHT, FAKE_WIDTH};

	play_random(table, 180);
	for (int height = 0; height <= 60; height += height < 12 ? 1 : 7)
		for (int width = 0; width <= 190; width += width < 70 ? 1 : 13) {
			struct area area = {3, 5, height, width};

			view_show(&table->view, REVEAL, width % 2);
			draw(table, area, true);
			for (int y = 0; y < around.height; y++)
				for (int x = 0; x < around.width; x++) {
					bool inside = y >= area.y && y < area.y + height && x >= area.x &&
						      x < area.x + width;

					assert_int_equal(fake_role(y, x) != ROLE_COUNT, inside);
				}
		}
}

/* The cursor's square is visible on a board of any size.  */
BOARD_TEST(the_cursor_is_visible_at_any_size)
{
	for (int height = 1; height < 20; height++)
		for (int width = 3; width < 60; width += 2) {
			int cursors = 0;

			point(table, random_below(&table->seed, 8), random_below(&table->seed, 8));
			draw(table, (struct area){3, 5, height, width}, true);
			for (int y = 0; y < FAKE_HEIGHT; y++)
				for (int x = 0; x < FAKE_WIDTH; x++)
					cursors += fake_role(y, x) == ROLE_BOARD_CURSOR;
			assert_true(cursors > 0);
		}
}

BOARD_TEST(the_preferred_size_shows_the_largest_squares_and_the_panel)
{
	struct area wanted = board_qchess.wants(table->board, (struct area){0});
	struct area area = {1, 2, wanted.height, wanted.width}, cells, more;

	draw(table, area, false);
	cells = cells_of(table, 0, 0);
	expect_words(table, "white picks a piece");
	/* The board's own ground ends with it: text beside it stands on that of text.  */
	assert_int_equal(fake_role(area.y, area.x), ROLE_BOARD);
	assert_int_equal(fake_role(area.y + 1, area.x + area.width - 1), ROLE_TEXT);
	assert_int_equal(fake_role(area.y + area.height - 1, area.x + area.width - 1), ROLE_TEXT);
	draw(table, (struct area){1, 2, 100, 190}, false);
	more = cells_of(table, 0, 0);
	assert_int_equal(cells.height, more.height);
	assert_int_equal(cells.width, more.width);
}

BOARD_TEST(without_utf8_everything_is_ascii)
{
	int hatched = 0;

	play_random(table, 131);
	for (int i = 0; i < 2; i++) {
		board_qchess.position(table->board, &table->match, table->match.turn_count);
		fake_clear(true);
		board_qchess.draw(table->board, i ? large : small, &table->view, true);
		for (int y = 0; y < FAKE_HEIGHT; y++)
			for (int x = 0; x < FAKE_WIDTH; x++) {
				assert_true((unsigned char)*fake_at(y, x) < 0x80);
				hatched += strcmp(fake_at(y, x), ":") == 0;
			}
	}
	assert_true(hatched > 500);
}

TEST_MAIN(NULL, NULL)
