/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of lmc: which position of a match it shows, and how a person chooses a symbol.
 *
 * draw.c draws all but the symbols to choose from.  */
#include "board.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ui/boards/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, LINES_MOST = 4, ACROSS = 3 };

/* ---- keys ---- */

/* A character that can be a key here because it has no meaning everywhere.  */
static bool is_key(char c)
{
	return c > ' ' && c <= '~' && c != ':' && c != '?';
}

static bool letters_differ(const struct symbols *game)
{
	bool seen[256] = {0};

	for (int i = 0; i < symbols_count(game); i++) {
		char first = symbols_name(game, i)[0];

		if (!is_key(first) || seen[(unsigned char)first])
			return false;
		seen[(unsigned char)first] = true;
	}
	return true;
}

static void lmc_name_keys(struct lmc_board *board)
{
	static const char places[] = "1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const struct symbols *game = lmc_game(board);

	if (!game)
		return;
	board->keys_are_letters = letters_differ(game);
	for (int i = 0; i < symbols_count(game); i++)
		board->key[i] = board->keys_are_letters          ? symbols_name(game, i)[0]
				: (size_t)i < sizeof(places) - 1 ? places[i]
								 : '\0';
}

/* Marks on the present board of tictactoe.  */
static int marks(const struct symbols *game)
{
	int count = 0;

	for (int square = 1; square <= TALLY_SQUARES; square++)
		count += symbols_at(game, square) != SEAT_NONE;
	return count;
}

/* "random " or "you ", for how a board ended.  */
static const char *who(const struct lmc_board *board, int seat)
{
	return board->person[seat] && !board->person[seat_opponent(seat)] ? "you" : board->name[seat];
}

/* Says how the board before ended while a new one has one mark at most.  Returns the bytes written.  */
static int name_end(struct lmc_board *board)
{
	const struct tally *tally = tallies_now(board->position.line);
	int since = marks(tally->game), seat;
	const struct lmc_round *last = &board->round[since];

	if (!tally->has_ended || since > 1 || since >= board->round_count)
		return 0;
	seat = *last->played[SEAT_1] ? SEAT_1 : SEAT_2;
	if (tally->lost != SYMBOL_NONE)
		return snprintf(board->expects, sizeof(board->expects),
				"%.20s marked %d, a taken square: %g; a new board: ", who(board, seat),
				tally->lost + 1, last->score[seat]);
	if (last->score[seat] > 0)
		return snprintf(board->expects, sizeof(board->expects),
				"%.20s got three in a row: %g; a new board: ", who(board, seat),
				last->score[seat]);
	return snprintf(board->expects, sizeof(board->expects), "the board was full; a new board: ");
}

/* Says what a person on turn can press, and how the last board ended if a new one has begun.  */
static void lmc_name_expected(struct lmc_board *board)
{
	enum { NAMED = 8 }; /* keys, with blanks between them */
	const struct symbols *game = lmc_game(board);
	char keys[2 * NAMED + 1] = "";
	int count = game ? symbols_count(game) : 0, used = 0;

	if (game && symbols_has_board(game)) {
		used = name_end(board);
		snprintf(board->expects + used, sizeof(board->expects) - (size_t)used,
			 used ? "press 1 to 9" : "your move: press 1 to 9, arrows and Enter, or a click");
		return;
	}
	for (int i = 0; i < count && count <= NAMED; i++) {
		keys[2 * i] = board->key[i];
		keys[2 * i + 1] = i + 1 < count ? ' ' : '\0';
	}
	snprintf(board->expects, sizeof(board->expects),
		 *keys ? "your move: press %s, arrows and Enter, or a click"
		       : "your move: press the key in [ ], arrows and Enter, or a click",
		 keys);
}

/* Moves the cursor by `step` symbols, but never past the first or the last.  */
static void step_cursor(struct lmc_board *board, int step)
{
	int to = board->cursor + step;

	if (to >= 0 && to < symbols_count(lmc_game(board)))
		board->cursor = to;
}

static int lmc_key(void *state, unsigned key, bool is_code)
{
	struct lmc_board *board = state;
	const struct symbols *game = lmc_game(board);
	bool squares = game && symbols_has_board(game);
	int lines, columns, column = board->cursor % ACROSS;

	if (!game)
		return 0;
	if (grid_is_enter(key, is_code))
		return 2;
	if (!grid_way(GRID_ARROWS, key, is_code, &lines, &columns) || (lines && !squares))
		return 0;
	if (!squares || within(column + columns, 0, ACROSS - 1) == column + columns)
		step_cursor(board, lines * ACROSS + columns);
	return 1;
}

/* The symbol of a key; -1: none.  */
static int symbol_of(const struct lmc_board *board, unsigned key)
{
	const struct symbols *game = lmc_game(board);

	for (int i = 0; game && key && i < symbols_count(game); i++)
		if (key == (unsigned char)board->key[i])
			return i;
	return -1;
}

static bool lmc_is_hotkey(const void *state, unsigned key)
{
	return symbol_of(state, key) >= 0;
}

static int lmc_hotkey(void *state, unsigned key)
{
	struct lmc_board *board = state;
	int symbol = symbol_of(board, key);

	if (symbol < 0)
		return 0;
	board->cursor = symbol;
	return 2;
}

static int lmc_click(void *state, int y, int x, int button)
{
	struct lmc_board *board = state;
	int meaning = grid_button(button);

	for (int i = 0; meaning && i < board->spot_count; i++) {
		const struct lmc_spot *spot = &board->spot[i];

		if (y == spot->y && x >= spot->x && x < spot->x + spot->width) {
			board->cursor = spot->symbol;
			return meaning;
		}
	}
	return 0;
}

/* ---- drawing ---- */

/* Columns of a symbol: "[r]ock", or "[1] rock" if the key is no letter of it.  */
static int choice_width(const struct lmc_board *board, int symbol)
{
	int width = paint_width(symbols_name(lmc_game(board), symbol));

	return width + (board->keys_are_letters ? 2 : board->key[symbol] ? 4 : 0);
}

/* Goes on to the place of the next symbol.  True: it begins a line.  */
static bool place_choice(const struct lmc_board *board, int symbol, int width, int *x)
{
	int wide = choice_width(board, symbol);
	bool breaks = *x > 0 && *x + wide > width;

	*x = (breaks ? 0 : *x) + wide + GAP;
	return breaks;
}

/* The line of a symbol, from 0.  */
static int line_of(const struct lmc_board *board, int width, int symbol)
{
	int x = 0, line = 0;

	for (int i = 0; i <= symbol; i++)
		line += place_choice(board, i, width, &x);
	return line;
}

int lmc_choice_height(const struct lmc_board *board, int width)
{
	const struct symbols *game = lmc_game(board);
	int lines = game ? 1 + line_of(board, width, symbols_count(game) - 1) : 0;

	return lines < LINES_MOST ? lines : LINES_MOST;
}

static void draw_choice(const struct lmc_board *board, struct area area, int y, int x, int symbol,
			bool is_cursor)
{
	const char *name = symbols_name(lmc_game(board), symbol);
	bool is_hint = symbol == board->hint;
	enum role role = is_cursor ? ROLE_BOARD_CURSOR : is_hint ? ROLE_BOARD_HINT : ROLE_TEXT;
	enum role key_role = is_cursor || is_hint ? role : ROLE_HINT_KEY;
	char key = board->key[symbol];

	if (board->keys_are_letters) {
		x = paint_text(area, y, x, role, "[");
		x = paint_format(area, y, x, key_role, "%c", key);
		x = paint_text(area, y, x, role, "]");
		name++;
	} else if (key) {
		x = paint_text(area, y, x, role, "[");
		x = paint_format(area, y, x, key_role, "%c", key);
		x = paint_text(area, y, x, role, "] ");
	}
	if (x < area.width && y < area.height)
		paint_bytes((struct area){area.y + y, area.x + x, 1, area.width - x}, 0, 0, role, name,
			    strlen(name));
}

void lmc_draw_choice(struct lmc_board *board, struct area area, struct area whole, bool cursor)
{
	const struct symbols *game = lmc_game(board);
	int x = 0, line = 0, first, last;

	if (!game || area.height < 1 || area.width < 1)
		return;
	last = line_of(board, area.width, symbols_count(game) - 1);
	first = line_of(board, area.width, board->cursor) - area.height / 2;
	if (first > last - area.height + 1)
		first = last - area.height + 1;
	if (first < 0)
		first = 0;
	for (int i = 0; i < symbols_count(game); i++) {
		int width = choice_width(board, i), y;

		line += place_choice(board, i, area.width, &x);
		y = line - first;
		if (y < 0 || y >= area.height)
			continue;
		draw_choice(board, area, y, x - width - GAP, i, cursor && i == board->cursor);
		board->spot[board->spot_count++] =
			(struct lmc_spot){i, area.y - whole.y + y, area.x - whole.x + x - width - GAP, width};
	}
}

static void find_widest(struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	for (int i = 0; game && i < symbols_count(game); i++) {
		int width = paint_width(symbols_name(game, i));

		if (width > board->symbol_width)
			board->symbol_width = width;
	}
}

/* Begins before the first turn of such a match.  A setup that makes no game (of a broken file) has rounds
   and sums, but nothing is counted.  */
static void place_first(struct lmc_board *board, const struct setup *setup)
{
	struct symbols *game = symbols_new(setup, &board->problem);
	int sit = 0;

	position_begin(&board->position, setup, tallies_new(game));
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		board->sits[seat] = setup->seat[seat].kind != SEAT_FREE;
		sit += board->sits[seat];
	}
	board->at_once = game && symbols_is_simultaneous(game) && sit ? sit : 1;
	board->planned = setup_count(setup, &symbols_option_turns);
	if (game && !symbols_is_simultaneous(game))
		board->planned *= 2;
	find_widest(board);
	lmc_name_keys(board);
}

static void *lmc_new(const struct setup *setup)
{
	struct lmc_board *board = bytes_new(sizeof(*board));

	place_first(board, setup);
	return board;
}

static void clear(struct lmc_board *board)
{
	position_end(&board->position);
	free(board->problem);
	*board = (struct lmc_board){0};
}

static void lmc_free(void *state)
{
	clear(state);
	free(state);
}

static void lmc_position(void *state, const struct match *match, int turns)
{
	struct lmc_board *board = state;
	unsigned changes;

	if (position_is_over(&board->position, match)) {
		clear(board);
		place_first(board, &match->setup);
	}
	changes = position_seek(&board->position, match, turns);
	if (!changes)
		return;
	sum_seats(&match->setup, board->name, board->sits, board->person);
	board->over = match->over && turns == match->turn_count;
	if (changes == POSITION_NEWS && turns < match->turn_count) /* earlier turns have all their scores */
		return;
	board->scored = sum_after(match, turns, board->sum);
	lmc_find_rounds(board, match);
	lmc_name_expected(board);
}

static const char *lmc_expects(const void *state)
{
	const struct lmc_board *board = state;

	return lmc_game(board) ? board->expects : NULL;
}

static const char *lmc_move(const void *state)
{
	const struct lmc_board *board = state;
	const struct symbols *game = lmc_game(board);

	return game ? symbols_name(game, board->cursor) : NULL;
}

static const struct board_key keys[] = {
	{"arrows", "move the cursor over the symbols", true},
	{"enter", "play the symbol at the cursor; a click plays the one below it", true},
	{"[x]", "a letter or digit in brackets plays its symbol; 1 to 9 a square of tictactoe", true},
	{0},
};

extern const struct board_view board_lmc;
const struct board_view board_lmc = {
	.keys = keys,
	.new = lmc_new,
	.free = lmc_free,
	.position = lmc_position,
	.draw = lmc_draw,
	.wants = lmc_wants,
	.picture = lmc_picture,
	.key = lmc_key,
	.hotkey = lmc_hotkey,
	.is_hotkey = lmc_is_hotkey,
	.click = lmc_click,
	.move = lmc_move,
	.expects = lmc_expects,
	.unfinished = position_unfinished,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
