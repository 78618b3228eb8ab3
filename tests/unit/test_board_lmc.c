/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_board_lmc.c - the view of lmc: its rounds, its counts at any turn of a long match, its keys.  */
#define NCURSES_NOMACROS
#include "../random.h"
#include "fake_paint.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "setup_fixture.h"
#include "ui/boards/lmc/counts.h"

#include <curses.h>

extern const struct board_view board_lmc;

enum { ROUNDS = 96 }; /* that the board looks up */

/* A turn as it was before the match dropped it.  */
struct kept {
	int seat, symbol;
	double sum[SEATS];
};

struct table {
	struct match match;
	struct symbols *game; /* as in the protocol */
	struct kept *kept;    /* all turns, from 1; their sums are set when the next turn is played */
	struct turn shown;    /* filled by older() */
	int looked_up;        /* how often older() was called */
	bool blind;           /* dropped turns are not available */
	struct view view;
	void *board;
	uint64_t seed;
};

static const struct turn *older(void *user, int n)
{
	struct table *table = user;
	const struct kept *kept = &table->kept[n];

	table->looked_up++;
	if (table->blind)
		return NULL;
	free(table->shown.played);
	table->shown = (struct turn){
		.n = n,
		.seat = kept->seat,
		.played = bytes_text("%s", symbols_name(table->game, kept->symbol)),
		.flags = TURN_SCORED,
	};
	memcpy(table->shown.sum, kept->sum, sizeof(kept->sum));
	return &table->shown;
}

/* `options` alternates names and values, ended by NULL; `kinds` are those of the seats.  */
static struct table *table_new(enum seat_kind one, enum seat_kind two, const char *const *options)
{
	struct table *table = bytes_new(sizeof(*table));
	struct setup setup FREED_BY(setup_free) = setup_of("lmc");
	char *problem = NULL;

	setup.seat[SEAT_1].kind = one;
	setup.seat[SEAT_2].kind = two;
	setup_name(&setup, SEAT_1, "rocky");
	setup_name(&setup, SEAT_2, "molly");
	for (; *options; options += 2)
		setup_set(&setup, options[0], options[1]);
	match_init(&table->match, &setup);
	table->match.older = older;
	table->match.older_user = table;
	table->game = symbols_new(&setup, &problem);
	assert_non_null(table->game);
	table->board = board_lmc.new(&setup);
	table->view.turns = VIEW_LIVE;
	table->seed = 1;
	table->kept = bytes_new(sizeof(*table->kept));
	return table;
}

static struct table *agents_at(const char *game)
{
	return table_new(SEAT_AGENT, SEAT_AGENT, (const char *[]){"game", game, "turns", "1000000", NULL});
}

static void table_end(struct table **made)
{
	FREED struct table *table = *made;

	board_lmc.free(table->board);
	match_free(&table->match);
	symbols_free(table->game);
	free(table->shown.played);
	free(table->kept);
}

#define TABLE_TEST(name, made) TEST_GIVEN(name, struct table *, table, made, table_end)
#define ROSHAMBO_TEST(name)    TABLE_TEST(name, agents_at("roshambo"))

/* The seat plays the symbol as the protocol does: a turn, and scores when the round is complete.  */
static void play(struct table *table, int seat, int symbol)
{
	struct match *match = &table->match;
	int n = match->turn_count + 1;
	struct symbol_news news[SEATS];
	struct turn turn = {.seat = seat,
			    .played = bytes_text("%s", symbols_name(table->game, symbol)),
			    .flags = match->scored ? TURN_SCORED : 0};

	memcpy(turn.sum, match->sum, sizeof(turn.sum));
	match_add(match, turn);
	if (symbols_move(table->game, seat, symbol, news))
		for (int i = SEAT_1; i < SEATS; i++)
			if (news[i].scored)
				match_score(match, i, news[i].score);
	if ((n & (n + 1)) == 0)
		table->kept = bytes_resized(table->kept, 2 * ((size_t)n + 1) * sizeof(*table->kept));
	table->kept[n] = (struct kept){.seat = seat, .symbol = symbol};
	memcpy(table->kept[n].sum, match->sum, sizeof(match->sum));
}

static int seat_to_move(struct table *table)
{
	bool one = symbols_to_move(table->game, SEAT_1), two = symbols_to_move(table->game, SEAT_2);

	assert_true(one || two);
	return one && (!two || random_below(&table->seed, 2)) ? SEAT_1 : SEAT_2;
}

/* The seats play in any order, the first symbols more often than the others.  */
static void play_random(struct table *table, int turns)
{
	for (int i = 0; i < turns; i++) {
		int most = symbols_count(table->game);

		play(table, seat_to_move(table),
		     random_below(&table->seed, 1 + random_below(&table->seed, most)));
	}
}

/* Both seats play a round; the moves are names of symbols.  */
static void play_round(struct table *table, const char *one, const char *two)
{
	play(table, SEAT_1, symbols_find(table->game, one, strlen(one)));
	play(table, SEAT_2, symbols_find(table->game, two, strlen(two)));
}

/* Draws until everything is counted.  */
static void go_to(struct table *table, int turns)
{
	do {
		board_lmc.position(table->board, &table->match, turns);
	} while (board_lmc.unfinished(table->board));
}

static void draw(struct table *table, struct area area, bool cursor)
{
	fake_clear(false);
	go_to(table, table->match.turn_count);
	board_lmc.draw(table->board, area, &table->view, cursor);
}

static const struct area small = {.y = 1, .x = 2, .height = 18, .width = 50};
static const struct area large = {.y = 1, .x = 2, .height = 40, .width = 110};

/* The row of the screen that contains these words in order; -1 if there is none.  */
static int row_with(struct area area, const char *first, const char *second)
{
	FREED char *picture = fake_picture(area);
	char *line = picture;
	int found = -1;

	for (int y = 0; y < area.height && found < 0; y++) {
		char *end = strchr(line, '\n'), *at;

		*end = '\0';
		if ((at = strstr(line, first)) && strstr(at + strlen(first), second))
			found = y;
		line = end + 1;
	}
	return found;
}

static void expect_row(struct area area, const char *first, const char *second)
{
	if (row_with(area, first, second) < 0) {
		FREED char *picture = fake_picture(area);

		print_error("%s", picture);
		fail_msg("no row with \"%s\" and then \"%s\"", first, second);
	}
}

static void expect_nowhere(struct area area, const char *words)
{
	assert_int_equal(row_with(area, words, ""), -1);
}

/* The column where the text begins in a row of the area; -1 if it is not there.  */
static int column_of(struct area area, int y, const char *text)
{
	for (int x = 0; x + (int)strlen(text) <= area.width; x++) {
		size_t i = 0;

		while (text[i] && *fake_at(area.y + y, area.x + x + (int)i) == text[i])
			i++;
		if (!text[i])
			return x;
	}
	return -1;
}

/* ---- what is shown ---- */

ROSHAMBO_TEST(a_round_shows_its_number_both_moves_and_both_scores)
{
	int y;

	play_round(table, "rock", "scissors");
	play_round(table, "paper", "paper");
	play_round(table, "scissors", "rock");
	draw(table, small, false);
	expect_row(small, "  1  rock      scissors", " +1    -1");
	expect_row(small, "  2  paper     paper", "  0     0");
	expect_row(small, "  3  scissors  rock", " -1    +1");
	/* Newest first.  */
	assert_true(row_with(small, "  3  scissors", "") < row_with(small, "  2  paper", ""));
	y = row_with(small, "  1  rock", "+1");
	assert_int_equal(fake_role(small.y + y, small.x + column_of(small, y, "+1")), ROLE_GOOD);
	assert_int_equal(fake_role(small.y + y, small.x + column_of(small, y, "-1")), ROLE_BAD);
	assert_int_not_equal(fake_role(small.y + y, small.x + column_of(small, y, "-1") - 1), ROLE_BAD);
}

ROSHAMBO_TEST(scores_that_come_after_a_drawing_appear_in_the_next)
{
	match_add(&table->match, (struct turn){.seat = SEAT_1, .played = bytes_text("rock")});
	match_add(&table->match, (struct turn){.seat = SEAT_2, .played = bytes_text("scissors")});
	draw(table, small, false);
	match_score(&table->match, SEAT_1, 0.25);
	draw(table, small, false);
	expect_row(small, "rock      scissors", "+0.25     0");
	expect_row(small, "rocky", "+0.25  mean +0.250");
}

TEST(the_current_round_shows_who_has_moved_except_to_a_person)
{
	const char *const options[] = {"game", "roshambo", NULL};
	struct table *table FREED_BY(table_end) = table_new(SEAT_HUMAN, SEAT_AGENT, options);

	play_round(table, "rock", "rock");
	play(table, SEAT_2, 2);
	draw(table, small, true);
	expect_row(small, "  2  …", "moved");
	expect_nowhere(small, "2  …         scissors");
	/* The counts do not show it either.  */
	expect_row(small, "scissors", "·");
	play(table, SEAT_1, 0);
	draw(table, small, true);
	expect_row(small, "  2  rock      scissors", "+1    -1");
	table_end(&table);
	table = table_new(SEAT_HUMAN, SEAT_AGENT, options);
	play(table, SEAT_1, 0);
	draw(table, small, true);
	expect_row(small, "  1  rock", "…");
	table_end(&table);
	table = agents_at("roshambo");
	play(table, SEAT_2, 2);
	draw(table, small, false);
	expect_row(small, "  1  …", "scissors");
}

TABLE_TEST(the_sums_the_means_and_the_margin_are_at_the_top,
	   table_new(SEAT_AGENT, SEAT_AGENT, (const char *[]){"turns", "1000", NULL}))
{
	for (int i = 0; i < 4; i++)
		play_round(table, "rock", i == 3 ? "paper" : "scissors");
	draw(table, small, false);
	expect_row(small, "roshambo  round 4 of 1000", "a draw up to 50.6");
	expect_row(small, "● rocky", "+2  mean +0.500");
	expect_row(small, "○ molly", "-2  mean -0.500");
	for (int i = 0; i < 49; i++)
		play_round(table, "rock", "scissors");
	draw(table, small, false);
	expect_row(small, "roshambo", "no draw: over 50.6");
}

TABLE_TEST(a_single_player_has_one_column_and_the_right_answers_beside_it,
	   table_new(SEAT_AGENT, SEAT_FREE,
		     (const char *[]){"game", "cycle", "period", "2", "symbols", "2", NULL}))
{
	struct symbol_news news[SEATS];
	struct symbols *twin = symbols_copy(table->game);
	const char *right;
	char row[64];

	assert_true(symbols_move(twin, SEAT_1, 0, news));
	right = symbols_name(twin, news[SEAT_1].input);
	play(table, SEAT_1, 0);
	draw(table, small, false);
	snprintf(row, sizeof(row), "  1  %s", right);
	expect_row(small, row, strcmp(right, "a") == 0 ? "a         +1" : "a         -1");
	expect_nowhere(small, "molly");
	symbols_free(twin);
}

TABLE_TEST(the_cue_of_a_game_for_one_is_at_the_top,
	   table_new(SEAT_HUMAN, SEAT_FREE, (const char *[]){"game", "imitate", NULL}))
{
	char words[64];

	play(table, SEAT_1, 0);
	draw(table, small, true);
	snprintf(words, sizeof(words), "input %s",
		 symbols_name(table->game, symbols_cue(table->game, SEAT_1)));
	expect_row(small, "imitate  round 1 of 1000", words);
}

static void expects(struct table *table, const char *words)
{
	draw(table, small, true);
	assert_string_equal(board_lmc.expects(table->board), words);
}

TABLE_TEST(a_person_is_told_what_to_press_and_that_a_new_board_begins, agents_at("tictactoe"))
{
	const char *any = "your move: press 1 to 9, arrows and Enter, or a click";
	struct table *roshambo FREED_BY(table_end) = agents_at("roshambo");

	expects(roshambo, "your move: press r p s, arrows and Enter, or a click");
	expects(table, any);
	play(table, SEAT_1, 4);
	play(table, SEAT_2, 0);
	expects(table, any);
	play(table, SEAT_1, 2);
	play(table, SEAT_2, 3);
	play(table, SEAT_1, 6);
	expects(table, "rocky got three in a row: 1; a new board: press 1 to 9");
	play(table, SEAT_2, 8);
	expects(table, "rocky got three in a row: 1; a new board: press 1 to 9");
	play(table, SEAT_1, 8);
	expects(table, "rocky marked 9, a taken square: -1; a new board: press 1 to 9");
	play(table, SEAT_1, 1);
	play(table, SEAT_2, 0);
	expects(table, any);
}

TABLE_TEST(a_board_of_tictactoe_is_drawn_with_marks_and_numbers, agents_at("tictactoe"))
{
	play(table, SEAT_1, 4);
	play(table, SEAT_2, 0);
	draw(table, small, false);
	expect_row(small, " ○ │ 2 │ 3 ", "");
	expect_row(small, " 4 │ ● │ 6 ", "");
	/* A finished board is shown beside the next one, with its last mark.  */
	play(table, SEAT_1, 2);
	play(table, SEAT_2, 3);
	play(table, SEAT_1, 6);
	draw(table, small, false);
	expect_row(small, " 1 │ 2 │ 3 ", " ○ │   │ ● ");
	expect_row(small, " 4 │ 5 │ 6 ", " ○ │ ● │");
	expect_row(small, " 7 │ 8 │ 9 ", " ● │   │");
	/* Only the end of the board was scored.  */
	expect_row(small, "  5  7", "+1    -1");
	expect_row(small, "  4     4", "");
	assert_int_equal(row_with(small, "  4     4", "0"), -1);
	/* Or a loss.  */
	play(table, SEAT_2, 8);
	play(table, SEAT_1, 8);
	draw(table, small, false);
	expect_row(small, " 7 │ 8 │ 9 ", "   │   │ ○×");
}

TEST(a_setup_without_a_game_says_why_and_shows_its_rounds)
{
	struct setup setup FREED_BY(setup_free) = setup_of("lmc");
	struct match match FREED_BY(match_free);
	struct view view = {.turns = VIEW_LIVE};
	void *board;

	setup.seat[SEAT_1].kind = setup.seat[SEAT_2].kind = SEAT_AGENT;
	setup_set(&setup, "game", "chess");
	match_init(&match, &setup);
	board = board_lmc.new(&setup);
	match_add(&match, (struct turn){.seat = SEAT_1, .played = bytes_text("e4")});
	match_score(&match, SEAT_2, -3);
	fake_clear(false);
	board_lmc.position(board, &match, 1);
	board_lmc.draw(board, small, &view, true);
	expect_row(small, "--game chess: expected", "");
	expect_row(small, "  1  e4", "-3");
	assert_null(board_lmc.move(board));
	assert_int_equal(board_lmc.key(board, '\r', false), 0);
	assert_int_equal(board_lmc.hotkey(board, 'e'), 0);
	board_lmc.free(board);
}

/* ---- counts ---- */

/* How often each symbol and each pair came in the first turns, counted one by one over whole rounds.  */
static void expect_counts(struct table *table, int turns)
{
	const struct position *position = table->board; /* its first member */
	const struct counts *counts = counts_now(position->line);
	int most = symbols_count(table->game);
	int64_t count[SEATS][SYMBOLS_MOST] = {{0}};
	int32_t *pairs = bytes_new((size_t)most * (size_t)most * sizeof(*pairs));

	for (int n = 1; n + 1 <= turns; n += 2) {
		const struct kept *a = &table->kept[n], *b = &table->kept[n + 1];

		count[a->seat][a->symbol]++;
		count[b->seat][b->symbol]++;
		pairs[a->seat == SEAT_1 ? a->symbol * most + b->symbol : b->symbol * most + a->symbol]++;
	}
	assert_int_equal(checkpoints_turns(position->line), turns);
	assert_memory_equal(counts->count, count, sizeof(count));
	assert_memory_equal(counts->pairs, pairs, (size_t)most * (size_t)most * sizeof(*pairs));
	free(pairs);
	assert_int_equal(counts->plot.turns, turns ? turns - 1 : 0);
	for (int i = 1; i < counts->plot.count; i++)
		assert_memory_equal(counts->plot.sample[i], table->kept[i * counts->plot.step].sum,
				    sizeof(table->kept[0].sum));
	assert_int_equal(counts->own[SEAT_1] + counts->own[SEAT_2], turns);
}

TEST(counts_equal_those_of_the_turns_one_by_one)
{
	static const char *const games[] = {"roshambo", "matching-pennies", "penalty", "prisoners"};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct table *table FREED_BY(table_end) = agents_at(games[i]);

		for (int at = 0; at < 60; at++) {
			go_to(table, table->match.turn_count);
			expect_counts(table, table->match.turn_count);
			play_random(table, random_below(&table->seed, 40));
		}
	}
}

/* Draws what a fresh board draws at that turn, and compares.  */
static void expect_as_on_a_fresh_board(struct table *table, int turns, struct area area)
{
	void *used = table->board;
	FREED char *expected, *drawn;

	table->board = board_lmc.new(&table->match.setup);
	fake_clear(false);
	go_to(table, turns);
	board_lmc.draw(table->board, area, &table->view, false);
	expected = fake_picture(area);
	board_lmc.free(table->board);
	table->board = used;
	fake_clear(false);
	go_to(table, turns);
	board_lmc.draw(table->board, area, &table->view, false);
	drawn = fake_picture(area);
	assert_string_equal(drawn, expected);
}

TEST(after_any_jumps_the_board_looks_like_a_fresh_one)
{
	static const char *const games[] = {"roshambo", "penalty", "tictactoe", "cycle"};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct table *table FREED_BY(table_end) = agents_at(games[i]);

		play_random(table, 20000);
		assert_true(table->match.dropped > 0);
		for (int jump = 0; jump < 25; jump++) {
			int turns = random_below(&table->seed, table->match.turn_count + 1);

			expect_as_on_a_fresh_board(table, turns, jump % 2 ? small : large);
			if (i < 2)
				expect_counts(table, turns);
			for (int step = 0; step < 3 && turns < table->match.turn_count; step++)
				go_to(table, ++turns);
			if (i < 2)
				expect_counts(table, turns);
		}
	}
}

ROSHAMBO_TEST(a_jump_reads_no_more_turns_than_lie_between_two_marks)
{
	play_random(table, 300000);
	go_to(table, table->match.turn_count);
	for (int jump = 0; jump < 20; jump++) {
		int turns = random_below(&table->seed, table->match.turn_count);

		table->looked_up = 0;
		go_to(table, turns);
		/* 300000 turns of 32 marks, at most twice as far apart; each turn is read twice.  */
		assert_true(table->looked_up >= 0 && table->looked_up <= 2 * 2 * 300000 / 32 + 4 * ROUNDS);
		expect_counts(table, turns);
	}
}

ROSHAMBO_TEST(a_long_match_is_counted_in_pieces_and_shows_its_progress)
{
	int calls = 0;

	play_random(table, 8 * CHECKPOINTS_STEPS);
	do {
		board_lmc.position(table->board, &table->match, table->match.turn_count);
		fake_clear(false);
		board_lmc.draw(table->board, small, &table->view, false);
		calls++;
		if (calls == 1)
			expect_row(small, "roshambo", "counted 6 %");
		/* The newest turns are there at once.  */
		expect_row(small, "32768  ", "");
	} while (board_lmc.unfinished(table->board));
	assert_int_equal(calls, 3);
	expect_nowhere(small, "counted");
}

ROSHAMBO_TEST(turns_that_are_not_available_end_the_counts)
{
	play_random(table, 3 * MATCH_KEPT);
	table->blind = true;
	board_lmc.position(table->board, &table->match, table->match.turn_count);
	assert_false(board_lmc.unfinished(table->board));
	draw(table, small, false);
	board_lmc.position(table->board, &table->match, 100);
	board_lmc.draw(table->board, small, &table->view, false);
}

ROSHAMBO_TEST(turns_that_were_taken_back_are_forgotten)
{
	play_round(table, "rock", "scissors");
	play_round(table, "rock", "scissors");
	draw(table, small, false);
	match_cut(&table->match, 2);
	table->match.branch = 1;
	symbols_free(table->game);
	table->game = symbols_new(&table->match.setup, &(char *){NULL});
	play_round(table, "paper", "paper");
	draw(table, small, false);
	expect_row(small, "  2  paper     paper", "");
	expect_row(small, "rock  ", " 50%");
	expect_row(small, "paper  ", " 50%");
}

ROSHAMBO_TEST(the_next_game_of_a_series_begins_with_nothing)
{
	play_random(table, 100);
	draw(table, small, false);
	match_cut(&table->match, 0);
	table->match.scored = false;
	table->match.setup.game = 2;
	setup_set(&table->match.setup, "game", "prisoners");
	draw(table, small, false);
	expect_row(small, "prisoners  round 0", "");
	expect_nowhere(small, "rock  ");
	expect_nowhere(small, "mean");
}

TABLE_TEST(the_most_frequent_of_many_symbols_are_counted_on_the_screen,
	   table_new(SEAT_AGENT, SEAT_AGENT, (const char *[]){"game", "imitate", "symbols", "26", NULL}))
{
	for (int i = 0; i < 10; i++) {
		play(table, SEAT_1, i < 6 ? 25 : i);
		play(table, SEAT_2, 24);
	}
	draw(table, small, false);
	expect_row(small, "z  ", "60%");
	assert_true(row_with(small, "y  ", "100%") < row_with(small, "z  ", "60%"));
}

/* ---- playing ---- */

ROSHAMBO_TEST(symbols_have_their_first_letter_as_key_if_all_letters_differ)
{
	draw(table, small, true);
	expect_row(small, "[r]ock  [p]aper  [s]cissors", "");
	assert_int_equal(board_lmc.hotkey(table->board, 's'), 2);
	assert_string_equal(board_lmc.move(table->board), "scissors");
	assert_int_equal(board_lmc.hotkey(table->board, 'x'), 0);
	assert_int_equal(board_lmc.hotkey(table->board, 0), 0);
	assert_string_equal(board_lmc.move(table->board), "scissors");
	/* The key is left alone if it is not a move that is asked for.  */
	assert_int_equal(board_lmc.key(table->board, 'r', false), 0);
}

TEST(symbols_with_the_same_first_letter_are_numbered)
{
	static const char text[] = "tests/unit/doors.ini";
	const struct ini_entry entries[] = {
		{"game", "name", "doors", {1, 1}, {1, 1}, {1, 1}},
		{"game", "symbols", "door dog", {2, 1}, {2, 1}, {2, 1}},
		{"payoff", "door door", "0", {3, 1}, {3, 1}, {3, 1}},
		{"payoff", "door dog", "1", {4, 1}, {4, 1}, {4, 1}},
		{"payoff", "dog door", "-1", {5, 1}, {5, 1}, {5, 1}},
		{"payoff", "dog dog", "0", {6, 1}, {6, 1}, {6, 1}},
	};
	char *problem = NULL;
	FREED char *file = symbols_table(text, entries, 6, &problem);
	struct table *table FREED_BY(table_end);

	assert_non_null(file);
	table = table_new(SEAT_HUMAN, SEAT_AGENT, (const char *[]){"game", text, "table", file, NULL});
	draw(table, small, true);
	expect_row(small, "[1] door  [2] dog", "");
	assert_int_equal(board_lmc.hotkey(table->board, '2'), 2);
	assert_string_equal(board_lmc.move(table->board), "dog");
}

ROSHAMBO_TEST(arrows_move_the_cursor_and_enter_plays)
{
	draw(table, small, true);
	assert_string_equal(board_lmc.move(table->board), "rock");
	assert_int_equal(board_lmc.key(table->board, KEY_RIGHT, true), 1);
	assert_string_equal(board_lmc.move(table->board), "paper");
	for (int i = 0; i < 5; i++)
		assert_int_equal(board_lmc.key(table->board, KEY_RIGHT, true), 1);
	assert_string_equal(board_lmc.move(table->board), "scissors");
	assert_int_equal(board_lmc.key(table->board, KEY_LEFT, true), 1);
	assert_int_equal(board_lmc.key(table->board, KEY_UP, true), 0);
	assert_int_equal(board_lmc.key(table->board, '\r', false), 2);
	assert_string_equal(board_lmc.move(table->board), "paper");
	draw(table, small, true);
	assert_int_equal(fake_role(small.y + 3, small.x + column_of(small, 3, "[p]")), ROLE_BOARD_CURSOR);
}

TEST(on_a_board_the_cursor_moves_in_four_directions)
{
	static const struct {
		unsigned key;
		const char *move;
	} steps[] = {{KEY_DOWN, "4"}, {KEY_LEFT, "4"}, {KEY_RIGHT, "5"}, {KEY_RIGHT, "6"}, {KEY_RIGHT, "6"},
		     {KEY_DOWN, "9"}, {KEY_DOWN, "9"}, {KEY_UP, "6"},    {KEY_UP, "3"},    {KEY_UP, "3"}};
	struct table *table = agents_at("tictactoe");

	draw(table, small, true);
	expect_row(small, "(1)", "");
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		assert_int_equal(board_lmc.key(table->board, steps[i].key, true), 1);
		assert_string_equal(board_lmc.move(table->board), steps[i].move);
	}
	draw(table, small, true);
	expect_row(small, "(3)", "");
	assert_int_equal(board_lmc.hotkey(table->board, '7'), 2);
	assert_string_equal(board_lmc.move(table->board), "7");
	table_end(&table);
}

/* Clicks on each cell of the area: the symbol drawn there must be played.  */
TEST(a_click_plays_the_symbol_under_it)
{
	struct table *table FREED_BY(table_end) = agents_at("roshambo");
	int played[3] = {0};

	draw(table, large, true);
	for (int y = 0; y < large.height; y++)
		for (int x = 0; x < large.width; x++)
			if (board_lmc.click(table->board, y, x, 1) == 2) {
				const char *move = board_lmc.move(table->board);
				int symbol = symbols_find(table->game, move, strlen(move));
				const char *drawn = fake_at(large.y + y, large.x + x);

				played[symbol]++;
				assert_true(*drawn == '[' || *drawn == ']' || strchr(move, *drawn));
			}
	assert_int_equal(played[0], strlen("[r]ock"));
	assert_int_equal(played[1], strlen("[p]aper"));
	assert_int_equal(played[2], strlen("[s]cissors"));
	assert_int_equal(board_lmc.click(table->board, 3, 1, 2), 1);
	assert_int_equal(board_lmc.click(table->board, 3, 1, 4), 0);
	table_end(&table);
	table = agents_at("tictactoe");
	draw(table, small, true);
	for (int y = 0; y < small.height; y++)
		for (int x = 0; x < small.width; x++)
			if (board_lmc.click(table->board, y, x, 1) == 2 &&
			    *fake_at(small.y + y, small.x + x) > '0' &&
			    *fake_at(small.y + y, small.x + x) <= '9')
				assert_string_equal(board_lmc.move(table->board),
						    fake_at(small.y + y, small.x + x));
	assert_int_equal(board_lmc.click(table->board, 7, 9, 1), 2);
	assert_string_equal(board_lmc.move(table->board), "9");
}

TEST(symbols_are_shown_to_a_person_who_can_play_them)
{
	struct table *table FREED_BY(table_end) = agents_at("roshambo");

	draw(table, small, false);
	expect_nowhere(small, "[r]ock");
	assert_int_equal(board_lmc.click(table->board, 3, 1, 1), 0);
	table_end(&table);
	table = table_new(SEAT_AGENT, SEAT_HUMAN, (const char *[]){NULL});
	draw(table, small, false);
	expect_row(small, "[r]ock", "");
}

TEST(a_person_sees_what_each_symbol_pays)
{
	struct table *table FREED_BY(table_end) = agents_at("roshambo");

	draw(table, small, false);
	expect_nowhere(small, "gets");
	table_end(&table);
	table = table_new(SEAT_AGENT, SEAT_HUMAN, (const char *[]){"game", "penalty", NULL});
	draw(table, small, true); /* at the cursor alone */
	expect_row(small, "○ gets", "left       centre     right");
	expect_row(small, "left    +1", "-1         -1"); /* seat 2 keeps */
	draw(table, large, true);
	expect_row(large, "centre  -1", "+1");
	play_round(table, "left", "left");
	draw(table, large, true); /* and shoots now */
	expect_row(large, "centre  +1", "-1");
	table_end(&table);
	table = table_new(SEAT_HUMAN, SEAT_AGENT, (const char *[]){"game", "prisoners", NULL});
	draw(table, small, true);
	expect_row(small, "cooperate", "+0.2/+0.2  -1");
	table_end(&table);
	table = table_new(SEAT_HUMAN, SEAT_AGENT, (const char *[]){"game", "tictactoe", NULL});
	draw(table, small, true); /* it has no table */
	expect_nowhere(small, "gets");
}

TABLE_TEST(the_cursor_is_visible_among_more_symbols_than_fit,
	   table_new(SEAT_HUMAN, SEAT_FREE, (const char *[]){"game", "imitate", "symbols", "26", NULL}))
{
	struct area tiny = {0, 0, 10, 12};

	for (int i = 0; i < 26; i++) {
		char shown[8];

		snprintf(shown, sizeof(shown), "[%c]", 'a' + i);
		draw(table, tiny, true);
		expect_row(tiny, shown, "");
		board_lmc.key(table->board, KEY_RIGHT, true);
	}
}

ROSHAMBO_TEST(a_turn_is_written_as_what_was_played)
{
	char words[32];

	board_lmc.words(&table->match, 0, "rock", words);
	assert_string_equal(words, "rock");
	board_lmc.words(&table->match, 0, "a symbol that is far too lon\xc3\xa4\xc3\xa4\xc3\xa4", words);
	assert_string_equal(words, "a symbol that is far too lon\xc3\xa4");
	assert_string_equal(board_lmc.mark(&table->match, 0, SEAT_1), "●");
	assert_string_equal(board_lmc.mark(&table->match, 0, SEAT_2), "○");
}

static void expect_score(struct table *table, int turns, int seat, const char *expected)
{
	FREED char *score = board_lmc.score(&table->match, turns, seat);

	if (expected)
		assert_string_equal(score ? score : "(none)", expected);
	else
		assert_null(score);
}

TABLE_TEST(the_score_is_the_sum_at_the_turn_that_is_shown, agents_at("prisoners"))
{
	expect_score(table, 0, SEAT_1, NULL);
	play_round(table, "cooperate", "cooperate");
	play_round(table, "cooperate", "cooperate");
	play_round(table, "cooperate", "cooperate");
	expect_score(table, 6, SEAT_1, "+0.6");
	expect_score(table, 4, SEAT_2, "+0.4");
	expect_score(table, 1, SEAT_1, NULL);
	play_round(table, "cooperate", "defect");
	expect_score(table, 8, SEAT_1, "-0.4");
	expect_score(table, 8, SEAT_2, "+1.6");
}

/* ---- drawing ---- */

TEST(nothing_is_drawn_outside_the_area_at_any_size)
{
	static const char *const games[] = {"roshambo", "tictactoe", "imitate"};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct table *table FREED_BY(table_end) = table_new(
			SEAT_HUMAN, SEAT_AGENT,
			(const char *[]){"game", games[i], "turns", "1000000", "symbols", "26", NULL});

		play_random(table, 401);
		go_to(table, table->match.turn_count);
		for (int height = 0; height <= 60; height += 1 + height / 20)
			for (int width = 0; width <= 190; width += 1 + width / 12) {
				fake_clear((height + width) % 2);
				board_lmc.draw(table->board, (struct area){3, 4, height, width}, &table->view,
					       true);
				for (int y = 0; y < FAKE_HEIGHT; y++)
					for (int x = 0; x < FAKE_WIDTH; x++)
						if (y < 3 || y >= 3 + height || x < 4 || x >= 4 + width)
							assert_string_equal(fake_at(y, x), "");
			}
	}
}

TEST(without_utf8_everything_is_ascii)
{
	static const char *const games[] = {"roshambo", "tictactoe"};

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct table *table FREED_BY(table_end) = agents_at(games[i]);
		int letters = 0;

		play_random(table, 401);
		go_to(table, table->match.turn_count);
		fake_clear(true);
		board_lmc.draw(table->board, large, &table->view, true);
		for (int y = 0; y < FAKE_HEIGHT; y++)
			for (int x = 0; x < FAKE_WIDTH; x++) {
				assert_true((unsigned char)*fake_at(y, x) < 0x80);
				letters += *fake_at(y, x) == 'x' || *fake_at(y, x) == 'o';
			}
		assert_true(letters > 20); /* the curves */
	}
}

TEST_MAIN(NULL, NULL)
