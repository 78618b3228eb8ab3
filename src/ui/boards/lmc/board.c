/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of lmc: the sums, the symbols to play, the last rounds, the curve of the sums, and how
 * often each symbol was played; and how a person chooses a symbol.
 *
 * In a narrow area they stand below each other; in a wide one the curve and the counts stand beside the
 * rest.  If there is little room the counts are left out first, then the curve.  */
#include "ringside/board.h"
#include "counts.h"
#include "ringside/bytes.h"
#include "ui/boards/shared.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 96 }; /* kept to be drawn */

/* A round as it is shown.  */
struct round {
	int number;                               /* from 1 */
	bool running;                             /* not all seats have moved */
	char played[SEATS][SYMBOL_SIZE_MOST + 1]; /* "": it has not moved */
	double score[SEATS];                      /* what the seats got for it */
};

/* Where a symbol can be clicked, in the drawn area.  */
struct spot {
	int symbol, y, x, width;
};

struct board {
	struct position position; /* its states are counts */
	char *problem;            /* why the setup makes no game; NULL: it makes one; owned */
	int64_t planned;          /* rounds of the whole game */
	int at_once;              /* turns of a round */
	int symbol_width;         /* columns of the widest symbol */
	char key[SYMBOLS_MOST];   /* that plays a symbol; '\0': none */
	bool keys_are_letters;    /* each is the first letter of its symbol */

	/* As the match was at the last position().  */
	char name[SEATS][SUM_NAME_SIZE];
	int silent; /* the seat of another judge, whose scores nobody has told; SEAT_NONE: none is */
	bool sits[SEATS], person[SEATS], over, scored;
	double sum[SEATS];
	struct round round[ROUNDS]; /* the newest first */
	int round_count;

	char expects[112]; /* what a person has to do */

	int cursor; /* a symbol */
	int hint;   /* the suggested one; SYMBOL_NONE: none */
	struct spot spot[SYMBOLS_MOST];
	int spot_count;
};

/* The game after the counted turns; NULL: none.  */
static const struct symbols *game_of(const struct board *board)
{
	return counts_now(board->position.line)->game;
}

static int seats_of(const struct board *board)
{
	return board->sits[SEAT_1] + board->sits[SEAT_2];
}

enum { GAP = 2, LINES_MOST = 4, ACROSS = 3, SQUARE = 3, PITCH_X = SQUARE + 1, PITCH_Y = 2 };

/* ---- keys ---- */

/* Can their first letters be the keys?  : and ? have a meaning everywhere.  */
static bool letters_differ(const struct symbols *game)
{
	bool seen[256] = {0};

	for (int i = 0; i < symbols_count(game); i++) {
		char first = symbols_name(game, i)[0];

		if (first <= ' ' || first > '~' || first == ':' || first == '?' || seen[(unsigned char)first])
			return false;
		seen[(unsigned char)first] = true;
	}
	return true;
}

static void name_keys(struct board *board)
{
	static const char places[] = "1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const struct symbols *game = game_of(board);

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

	for (int square = 1; square <= COUNTS_SQUARES; square++)
		count += symbols_at(game, square) != SEAT_NONE;
	return count;
}

/* "random " or "you ", for how a board ended.  */
static const char *who(const struct board *board, int seat)
{
	return board->person[seat] && !board->person[seat_opponent(seat)] ? "you" : board->name[seat];
}

/* Says how the board before ended while a new one has one mark at most.  Returns the bytes written.  */
static int name_end(struct board *board)
{
	const struct counts *counts = counts_now(board->position.line);
	int since = marks(counts->game), seat;
	const struct round *last = &board->round[since];

	if (!counts->has_ended || since > 1 || since >= board->round_count)
		return 0;
	seat = *last->played[SEAT_1] ? SEAT_1 : SEAT_2;
	if (counts->lost != SYMBOL_NONE)
		return snprintf(board->expects, sizeof(board->expects),
				"%.20s marked %d, a taken square: %g; a new board: ", who(board, seat),
				counts->lost + 1, last->score[seat]);
	if (last->score[seat] > 0)
		return snprintf(board->expects, sizeof(board->expects),
				"%.20s got three in a row: %g; a new board: ", who(board, seat),
				last->score[seat]);
	return snprintf(board->expects, sizeof(board->expects), "the board was full; a new board: ");
}

/* Says what a person on turn can press, and how the last board ended if a new one has begun.  */
static void name_expected(struct board *board)
{
	enum { NAMED = 8 }; /* keys, with blanks between them */
	const struct symbols *game = game_of(board);
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

static int lmc_key(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	const struct symbols *game = game_of(board);
	bool squares = game && symbols_has_board(game);
	int lines, columns, column = board->cursor % ACROSS, to;

	if (!game)
		return 0;
	if (grid_is_enter(key, is_code))
		return 2;
	if (!grid_way(GRID_ARROWS, key, is_code, &lines, &columns) || (lines && !squares))
		return 0;
	to = board->cursor + lines * ACROSS + columns;
	if (to >= 0 && to < symbols_count(game) &&
	    (!squares || kept_within(column + columns, 0, ACROSS - 1) == column + columns))
		board->cursor = to;
	return 1;
}

/* The symbol of a key; -1: none.  */
static int symbol_of(const struct board *board, unsigned key)
{
	const struct symbols *game = game_of(board);

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
	struct board *board = state;
	int symbol = symbol_of(board, key);

	if (symbol < 0)
		return 0;
	board->cursor = symbol;
	return 2;
}

static int lmc_click(void *state, int y, int x, int button)
{
	struct board *board = state;
	int meaning = grid_button(button);

	for (int i = 0; meaning && i < board->spot_count; i++) {
		const struct spot *spot = &board->spot[i];

		if (y == spot->y && x >= spot->x && x < spot->x + spot->width) {
			board->cursor = spot->symbol;
			return meaning;
		}
	}
	return 0;
}

/* ---- drawing ---- */

/* Columns of a symbol: "[r]ock", or "[1] rock" if the key is no letter of it.  */
static int choice_width(const struct board *board, int symbol)
{
	int width = paint_width(symbols_name(game_of(board), symbol));

	return width + (board->keys_are_letters ? 2 : board->key[symbol] ? 4 : 0);
}

/* Goes on to the place of the next symbol.  True: it begins a line.  */
static bool place_choice(const struct board *board, int symbol, int width, int *x)
{
	int wide = choice_width(board, symbol);
	bool breaks = *x > 0 && *x + wide > width;

	*x = (breaks ? 0 : *x) + wide + GAP;
	return breaks;
}

/* The line of a symbol, from 0.  */
static int line_of(const struct board *board, int width, int symbol)
{
	int x = 0, line = 0;

	for (int i = 0; i <= symbol; i++)
		line += place_choice(board, i, width, &x);
	return line;
}

static void draw_spot(const struct board *board, struct area area, int y, int x, int symbol, bool is_cursor)
{
	const char *name = symbols_name(game_of(board), symbol) + board->keys_are_letters;
	bool is_hint = symbol == board->hint;
	enum role role = is_cursor ? ROLE_BOARD_CURSOR : is_hint ? ROLE_BOARD_HINT : ROLE_TEXT;
	enum role key_role = is_cursor || is_hint ? role : ROLE_HINT_KEY;
	char key = board->key[symbol];

	if (board->keys_are_letters || key) {
		x = paint_text(area, y, x, role, "[");
		x = paint_format(area, y, x, key_role, "%c", key);
		x = paint_text(area, y, x, role, board->keys_are_letters ? "]" : "] ");
	}
	paint_cut(area, y, x, area.width - x, role, name);
}

static void draw_choices(struct board *board, struct area area, struct area whole, bool cursor)
{
	const struct symbols *game = game_of(board);
	int x = 0, line = 0, first, last;

	if (!game || area.height < 1 || area.width < 1)
		return;
	last = 1 + line_of(board, area.width, symbols_count(game) - 1);
	first = line_of(board, area.width, board->cursor) - area.height / 2;
	first = kept_within(first, 0, last > area.height ? last - area.height : 0);
	for (int i = 0; i < symbols_count(game); i++) {
		int width = choice_width(board, i), y;

		line += place_choice(board, i, area.width, &x);
		y = line - first;
		if (y < 0 || y >= area.height)
			continue;
		draw_spot(board, area, y, x - width - GAP, i, cursor && i == board->cursor);
		board->spot[board->spot_count++] =
			(struct spot){i, area.y - whole.y + y, area.x - whole.x + x - width - GAP, width};
	}
}

enum { SQUARES_HEIGHT = 5, SQUARES_WIDTH = 11, SQUARES_GAP = 2 };

/* Draws the lines between the squares.  */
static void draw_grid(struct area area, int x)
{
	for (int y = 0; y < SQUARES_HEIGHT; y++)
		for (int at = 0; at < SQUARES_WIDTH; at++) {
			bool across = y % PITCH_Y == 1, down = at % PITCH_X == SQUARE;

			if (across && down)
				paint_text(area, y, x + at, ROLE_FAINT, "+");
			else if (across || down)
				paint_put(area, y, x + at, ROLE_FAINT,
					  across ? GLYPH_HORIZONTAL : GLYPH_VERTICAL);
		}
}

/* Brackets show the cursor without colours.  */
static void draw_square(struct area area, int y, int x, int square, int owner, bool is_cursor, bool is_hint)
{
	enum role role = is_cursor            ? ROLE_BOARD_CURSOR
			 : is_hint            ? ROLE_BOARD_HINT
			 : owner == SEAT_NONE ? ROLE_FAINT
					      : paint_seat_role(owner);

	paint_text(area, y, x, role, is_hint ? paint_glyph(GLYPH_HINT) : is_cursor ? "(" : " ");
	if (owner == SEAT_NONE)
		paint_format(area, y, x + 1, role, "%d", square + 1);
	else
		paint_text(area, y, x + 1, role, sum_mark(NULL, 0, owner));
	paint_text(area, y, x + 2, role, is_cursor ? ")" : " ");
}

/* Draws the board of tictactoe and the one that ended last, the same way.  */
static void draw_squares(struct board *board, struct area area, struct area whole, bool cursor)
{
	const struct counts *counts = counts_now(board->position.line);
	int next = SQUARES_WIDTH + SQUARES_GAP;

	draw_grid(area, 0);
	for (int i = 0; i < COUNTS_SQUARES; i++) {
		int y = i / ACROSS * PITCH_Y, x = i % ACROSS * PITCH_X;

		draw_square(area, y, x, i, symbols_at(counts->game, i + 1), cursor && i == board->cursor,
			    board->hint == i);
		if (y < area.height && x + SQUARE <= area.width)
			board->spot[board->spot_count++] =
				(struct spot){i, area.y - whole.y + y, area.x - whole.x + x, SQUARE};
	}
	if (!counts->has_ended || area.width < next + SQUARES_WIDTH)
		return;
	draw_grid(area, next);
	for (int i = 0; i < COUNTS_SQUARES; i++)
		if (counts->ended[i] != SEAT_NONE)
			paint_text(area, i / ACROSS * PITCH_Y, next + i % ACROSS * PITCH_X + 1,
				   paint_seat_role(counts->ended[i]), sum_mark(NULL, 0, counts->ended[i]));
	if (counts->lost != SYMBOL_NONE)
		paint_put(area, counts->lost / ACROSS * PITCH_Y, next + counts->lost % ACROSS * PITCH_X + 2,
			  ROLE_BAD, GLYPH_FORBIDDEN);
	if (area.height > SQUARES_HEIGHT)
		paint_text(area, SQUARES_HEIGHT, next, ROLE_FAINT, "the last");
}

enum {
	NAME_MOST = 10,
	PERCENT = 5, /* columns of a number */
	BAR_MOST = 8
};

/* The table in the area: its symbols, and the widths of its columns.  */
struct table {
	const struct board *board;
	const struct counts *counts;
	struct area area;
	int order[SYMBOLS_MOST], count; /* the symbols that are shown */
	int name, bar;                  /* widths; bar 0: no bars */
	int pairs;                      /* columns of pairs that fit */
	int64_t total[SEATS];
	double most; /* the largest share of a symbol in a seat's; its bar is full */
};

static int64_t both(const struct counts *counts, int symbol)
{
	return counts->count[SEAT_1][symbol] + counts->count[SEAT_2][symbol];
}

/* Takes the symbols in the order of the game if `rows` are enough for them, else the most frequent first.  */
static void choose_symbols(struct table *table, int rows)
{
	int all = symbols_count(table->counts->game);

	for (int i = 0, at; i < all; i++) {
		for (at = i; all > rows && at > 0 &&
			     both(table->counts, table->order[at - 1]) < both(table->counts, i);
		     at--)
			table->order[at] = table->order[at - 1];
		table->order[at] = i;
	}
	table->count = all < rows ? all : rows;
}

static void set_widths(struct table *table)
{
	const struct board *board = table->board;
	int seats = seats_of(board), left;

	table->name = board->symbol_width < NAME_MOST ? board->symbol_width : NAME_MOST;
	left = table->area.width - table->name - seats * (GAP + PERCENT);
	if (table->counts->pairs && left >= GAP + 2 * PERCENT) {
		table->pairs = kept_within((left - GAP) / PERCENT, 0, table->count);
		left -= GAP + table->pairs * PERCENT;
	}
	if (seats && left / seats >= 2)
		table->bar = kept_within(left / seats, 0, BAR_MOST);
}

/* Draws a share; a dot for 0.  Returns the column behind it.  */
static int draw_share(struct area area, int y, int x, int64_t part, int64_t whole)
{
	if (part > 0 && whole > 0)
		paint_format(area, y, x, ROLE_TEXT, "%*d%%", PERCENT - 1,
			     (int)((100 * part + whole / 2) / whole));
	else
		paint_put(area, y, x + PERCENT - 1, ROLE_FAINT, GLYPH_POINT);
	return x + PERCENT;
}

static double share(const struct table *table, int seat, int symbol)
{
	return table->total[seat] ? (double)table->counts->count[seat][symbol] / (double)table->total[seat]
				  : 0;
}

static void add_up(struct table *table)
{
	int all = symbols_count(table->counts->game);

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		for (int i = 0; i < all; i++)
			table->total[seat] += table->counts->count[seat][i];
		for (int i = 0; i < all; i++)
			if (share(table, seat, i) > table->most)
				table->most = share(table, seat, i);
	}
}

static void draw_bar(const struct table *table, int y, int x, enum role role, double part)
{
	int cells = table->most > 0 ? (int)(table->bar * part / table->most + 0.5) : 0;

	for (int i = 0; i < cells; i++)
		paint_put(table->area, y, x + i, role, GLYPH_BAR_8);
}

/* Draws the titles of the columns.  */
static void draw_count_titles(const struct table *table)
{
	int x = table->name;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (table->board->sits[seat]) {
			x += GAP + table->bar;
			paint_format(table->area, 0, x + PERCENT - 1, paint_seat_role(seat), "%s",
				     sum_mark(NULL, 0, seat));
			x += PERCENT;
		}
	x += GAP;
	for (int i = 0; i < table->pairs; i++)
		paint_cut(table->area, 0, x + i * PERCENT + 1, PERCENT - 1, ROLE_SEAT_2,
			  symbols_name(table->counts->game, table->order[i]));
}

static void draw_symbol(const struct table *table, int y, int symbol)
{
	const struct counts *counts = table->counts;
	int x = table->name, all = symbols_count(counts->game);
	int64_t rounds = symbols_round(counts->game);

	paint_cut(table->area, y, 0, table->name, table->pairs ? ROLE_SEAT_1 : ROLE_TEXT,
		  symbols_name(counts->game, symbol));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (table->board->sits[seat]) {
			x += GAP;
			draw_bar(table, y, x, paint_seat_role(seat), share(table, seat, symbol));
			x = draw_share(table->area, y, x + table->bar, counts->count[seat][symbol],
				       table->total[seat]);
		}
	x += GAP;
	for (int i = 0; i < table->pairs; i++)
		draw_share(table->area, y, x + i * PERCENT, counts->pairs[symbol * all + table->order[i]],
			   rounds);
}

/* Draws how often each seat has played each symbol, and each pair of symbols.  */
static void draw_counts(const struct board *board, struct area area)
{
	struct table table = {.board = board, .counts = counts_now(board->position.line), .area = area};

	if (!table.counts->game || area.height < 2)
		return;
	add_up(&table);
	choose_symbols(&table, area.height - 1);
	set_widths(&table);
	draw_count_titles(&table);
	for (int i = 0; i < table.count; i++)
		draw_symbol(&table, i + 1, table.order[i]);
}

enum { NUMBER_LEAST = 3, SYMBOL_LEAST = 4, SYMBOL_USUAL = 10, TOLD_WIDTH = 5, SCORE_WIDTH = 6 };

/* The columns of the table.  */
struct columns {
	int number, told, symbol; /* their widths; told 0: nothing is told */
	bool score;               /* is there room for scores? */
};

/* ---- looking them up ---- */

static void find_round(struct round *round, const struct board *board, const struct match *match, int number)
{
	double before[SEATS] = {0};
	int first = (number - 1) * board->at_once + 1, end = first + board->at_once;
	const struct turn *turn = match_turn(match, first - 1);

	*round = (struct round){.number = number, .running = end - 1 > board->position.turns};
	if (turn)
		memcpy(before, turn->sum, sizeof(before));
	for (int n = first; n < end && n <= board->position.turns; n++) {
		turn = match_turn(match, n);
		if (!turn || turn->seat < SEAT_1 || turn->seat >= SEATS)
			continue;
		snprintf(round->played[turn->seat], sizeof(round->played[0]), "%s",
			 turn->played ? turn->played : "?");
		for (int seat = SEAT_1; seat < SEATS; seat++)
			round->score[seat] = turn->sum[seat] - before[seat];
	}
}

static void find_rounds(struct board *board, const struct match *match)
{
	int rounds = (board->position.turns + board->at_once - 1) / board->at_once;

	board->round_count = rounds < ROUNDS ? rounds : ROUNDS;
	/* Upwards, since turns are looked up in pages.  */
	for (int i = board->round_count - 1; i >= 0; i--)
		find_round(&board->round[i], board, match, rounds - i);
}

/* ---- drawing ---- */

/* What the seats were told in a round; NULL: unknown, or forgotten.  */
static const struct counts_round *told_in(const struct board *board, int number)
{
	const struct counts *counts = counts_now(board->position.line);
	int64_t rounds;

	if (!counts->game || board->position.unfinished)
		return NULL;
	rounds = symbols_round(counts->game);
	return number <= rounds && number > rounds - COUNTS_ROUNDS
		       ? &counts->told[(number - 1) % COUNTS_ROUNDS]
		       : NULL;
}

/* Columns of the number and of what was told, with the gaps behind them.  */
static int head_width(const struct columns *columns)
{
	return columns->number + GAP + (columns->told ? columns->told + GAP : 0);
}

/* The columns with the narrowest possible symbols.  */
static struct columns least_columns(const struct board *board)
{
	const struct symbols *game = game_of(board);
	struct columns columns = {.number = NUMBER_LEAST, .score = true};

	for (int64_t rounds = board->round_count ? board->round[0].number : 0; rounds >= 1000; rounds /= 10)
		columns.number++;
	columns.symbol = game && board->symbol_width < SYMBOL_LEAST ? board->symbol_width : SYMBOL_LEAST;
	if (game && symbols_is_for_one(game))
		columns.told = TOLD_WIDTH;
	return columns;
}

/* The least width with room for their scores.  */
static int rounds_width(const struct board *board)
{
	struct columns columns = least_columns(board);

	return head_width(&columns) + seats_of(board) * (columns.symbol + GAP + SCORE_WIDTH);
}

static struct columns columns_in(const struct board *board, int width)
{
	int usual = game_of(board) && board->symbol_width < SYMBOL_USUAL ? board->symbol_width : SYMBOL_USUAL;
	struct columns columns = least_columns(board);
	int room = width - head_width(&columns), seats = seats_of(board);

	columns.score = width >= rounds_width(board);
	if (columns.score)
		room -= seats * SCORE_WIDTH;
	if (usual < SYMBOL_LEAST)
		usual = SYMBOL_LEAST;
	columns.symbol = kept_within(seats ? room / seats - GAP : columns.symbol, 1, usual);
	return columns;
}

static void draw_round_titles(const struct board *board, struct area area, const struct columns *columns)
{
	int x = columns->number + GAP;

	paint_format(area, 0, 0, ROLE_FAINT, "%*s", columns->number, "#");
	if (columns->told) {
		paint_cut(area, 0, x, columns->told, ROLE_FAINT, "right");
		x += columns->told + GAP;
	}
	for (int part = 0; part < 2; part++)
		for (int seat = SEAT_1; seat < SEATS; seat++) {
			if (!board->sits[seat] || (part == 1 && !columns->score))
				continue;
			paint_format(area, 0, x, paint_seat_role(seat), "%*s%s", part ? SCORE_WIDTH - 1 : 0,
				     "", sum_mark(NULL, 0, seat));
			x += part ? SCORE_WIDTH : columns->symbol + GAP;
		}
}

/* In the present round a seat's move is hidden until its opponent, a person, has moved.  */
static void draw_played(const struct board *board, struct area area, int y, int x,
			const struct columns *columns, const struct round *round, int seat)
{
	const char *played = round->played[seat];

	if (!*played)
		paint_cut(area, y, x, columns->symbol, ROLE_FAINT,
			  round->running ? paint_glyph(GLYPH_ELLIPSIS) : "");
	else if (round->running && !board->over && board->person[seat_opponent(seat)])
		paint_cut(area, y, x, columns->symbol, ROLE_FAINT, "moved");
	else
		paint_cut(area, y, x, columns->symbol,
			  round->number == board->round[0].number ? ROLE_STRONG : ROLE_TEXT, played);
}

/* What was right in the round: what all had to repeat, or what they learnt afterwards.  */
static const char *told_symbol(const struct board *board, const struct counts_round *told)
{
	int symbol = told ? told->cue : SYMBOL_NONE;

	for (int seat = SEAT_1; seat < SEATS && told && symbol == SYMBOL_NONE; seat++)
		if (board->sits[seat])
			symbol = told->input[seat];
	return symbol == SYMBOL_NONE ? "" : symbols_name(game_of(board), symbol);
}

static void draw_round(const struct board *board, struct area area, int y, const struct columns *columns,
		       const struct round *round)
{
	const struct counts_round *told = told_in(board, round->number);
	int x = columns->number + GAP;

	paint_format(area, y, 0, ROLE_FAINT, "%*d", columns->number, round->number);
	if (columns->told) {
		paint_cut(area, y, x, columns->told, ROLE_CHANNEL_INPUT, told_symbol(board, told));
		x += columns->told + GAP;
	}
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->sits[seat]) {
			draw_played(board, area, y, x, columns, round, seat);
			x += columns->symbol + GAP;
		}
	for (int seat = SEAT_1; seat < SEATS && columns->score; seat++)
		if (board->sits[seat]) {
			if (!round->running &&
			    (sum_role(round->score[seat]) != ROLE_FAINT || !told || told->scored[seat]))
				sum_put(area, y, x, SCORE_WIDTH, round->score[seat]);
			x += SCORE_WIDTH;
		}
}

/* Draws as many rounds as there are rows, the newest on top, below a row of titles if there is room.  */
static void draw_round_rows(const struct board *board, struct area area)
{
	struct columns columns = columns_in(board, area.width);
	bool titles = area.height >= 3;

	if (titles)
		draw_round_titles(board, area, &columns);
	for (int i = 0; i < board->round_count && i + titles < area.height; i++)
		draw_round(board, area, i + titles, &columns, &board->round[i]);
}

enum {
	WIDE = 84,      /* wide enough for two columns of parts */
	LEFT_MOST = 52, /* columns of the left one */
	SPACIOUS = 20,  /* rows that are enough for gaps */
	ROUNDS_LEAST = 4,
	PLOT_LEAST = 4,
	PLOT_MOST = 14,
	COUNTS_LEAST = 3,
	COUNTS_MOST = 16
};

/* ---- the head ---- */

static const char *unit(const struct board *board)
{
	const struct symbols *game = game_of(board);

	return game && symbols_is_simultaneous(game) ? "round" : "move";
}

static int rounds_of(const struct board *board)
{
	return board->position.turns / board->at_once;
}

/* A sum that chance alone could have brought is a draw.  Drawn at the right end of the title.  */
static void draw_margin(const struct board *board, struct area area, int x)
{
	double mean, margin;
	char *text, of[32] = "";
	bool draw;
	int width;

	if (!board->scored || !symbols_chance(game_of(board), &mean, &margin))
		return;
	if (fabs(mean) >= 0.05)
		snprintf(of, sizeof(of), " of %+.1f", mean);
	draw = fabs(board->sum[SEAT_1] - mean) <= margin;
	text = bytes_text(draw ? "a draw up to %.1f%s" : "no draw: over %.1f%s", margin, of);
	width = paint_width(text);
	if (x + GAP + width <= area.width)
		paint_text(area, 0, area.width - width, draw ? ROLE_FAINT : ROLE_STRONG, text);
	free(text);
}

/* Draws which game it is, how far it is, and what a person has to look at.  */
static void draw_title(const struct board *board, struct area area)
{
	const struct symbols *game = game_of(board);
	int x, cue = SYMBOL_NONE;

	if (!game) {
		paint_bytes(area, 0, 0, ROLE_ALARM, board->problem, strlen(board->problem));
		return;
	}
	x = paint_format(area, 0, 0, ROLE_TITLE, "%s", symbols_title(game));
	x = paint_format(area, 0, x + GAP, ROLE_TEXT, "%s %d", unit(board), rounds_of(board));
	if (!symbols_is_outside(game))
		x = paint_format(area, 0, x, ROLE_TEXT, " of %" PRId64, board->planned);
	if (board->position.unfinished) {
		paint_format(area, 0, x + GAP, ROLE_WARNING, "counted %d %%",
			     position_percent(&board->position));
		return;
	}
	for (int seat = SEAT_1; seat < SEATS && cue == SYMBOL_NONE; seat++)
		cue = board->sits[seat] ? symbols_cue(game, seat) : SYMBOL_NONE;
	if (cue != SYMBOL_NONE)
		x = paint_format(area, 0, x + GAP, ROLE_CHANNEL_INPUT, "input %s", symbols_name(game, cue));
	draw_margin(board, area, x);
}

static void draw_seat(const struct board *board, struct area area, int y, int seat)
{
	const struct symbols *game = game_of(board);
	int rounds = rounds_of(board);
	struct sum_line line = {
		.seat = seat,
		.name = board->name[seat],
		.scored = board->scored && seat != board->silent,
		.sum = board->sum[seat],
		.mean = rounds ? board->sum[seat] / rounds : (double)NAN,
		.more = game && !board->position.unfinished ? symbols_role(game, seat) : NULL,
	};

	sum_draw(area, y, &line);
}

static void draw_head(const struct board *board, struct area *area)
{
	draw_title(board, grid_take(area, 1));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->sits[seat])
			draw_seat(board, grid_take(area, 1), 0, seat);
}

/* ---- the rest ---- */

static void draw_plot(const struct board *board, struct area area)
{
	bool drawn[SEATS];

	memcpy(drawn, board->sits, sizeof(drawn));
	drawn[board->silent] = false;
	counts_draw_plot(&board->position, area, board->sum, drawn, rounds_of(board), unit(board));
}

/* Draws the symbols to choose from, for a person who plays, or who may replace an agent's move.  */
static void draw_choice(struct board *board, struct area *area, struct area whole, bool cursor)
{
	const struct symbols *game = game_of(board);
	bool plays = (board->person[SEAT_1] || board->person[SEAT_2]) && !board->over;
	int lines;

	board->spot_count = 0;
	if (!game || symbols_has_board(game) || (!plays && !cursor))
		return;
	lines = 1 + line_of(board, area->width, symbols_count(game) - 1);
	draw_choices(board, grid_take(area, kept_within(lines, 0, LINES_MOST)), whole, cursor);
	if (area->height >= SPACIOUS)
		grid_take(area, 1);
}

/* Draws what each symbol brings a person against each of the other seat's, and what that gets if it is not
   the opposite.  With little room only the symbol at the cursor.  */
static void draw_pays(const struct board *board, struct area *area)
{
	enum { TITLE = 7, CELL = 8, CELL_MOST = 11, ROWS_MOST = 8 };
	const struct symbols *game = game_of(board);
	int seat = board->person[SEAT_1] ? SEAT_1 : SEAT_2, rows, cell;
	int name = kept_within(board->symbol_width, TITLE, SYMBOL_USUAL) + 1;
	struct area table;
	double pay[SEATS];

	if (!game || !board->person[seat] || board->over || !symbols_pay(game, seat, 0, 0, pay))
		return;
	rows = area->height >= SPACIOUS && symbols_count(game) <= ROWS_MOST ? symbols_count(game) : 1;
	table = grid_take(area, 1 + rows);
	cell = kept_within((table.width - name) / symbols_count(game), CELL, CELL_MOST);
	paint_format(table, 0, 0, paint_seat_role(seat), "%s gets", sum_mark(NULL, 0, seat));
	for (int y = 1; y <= rows; y++) {
		int symbol = rows > 1 ? y - 1 : board->cursor, x = name;

		paint_cut(table, y, 0, name - 1, symbol == board->cursor ? ROLE_STRONG : ROLE_TEXT,
			  symbols_name(game, symbol));
		for (int other = 0; other < symbols_count(game) && x + cell <= table.width; other++) {
			char mine[SUM_SIZE], theirs[SUM_SIZE];
			int end;

			symbols_pay(game, seat, symbol, other, pay);
			sum_write(pay[seat], mine);
			sum_write(pay[seat_opponent(seat)], theirs);
			paint_cut(table, 0, x, cell - 1, paint_seat_role(seat_opponent(seat)),
				  symbols_name(game, other));
			end = paint_text(table, y, x, sum_role(pay[seat]), mine);
			if (pay[seat] + pay[seat_opponent(seat)] != 0)
				paint_format(table, y, end, ROLE_FAINT, "/%s", theirs);
			x += cell;
		}
	}
	if (area->height >= SPACIOUS)
		grid_take(area, 1);
}

/* Draws the last rounds, and in tictactoe its board before them.  */
static void draw_rounds(struct board *board, struct area area, struct area whole, bool cursor)
{
	const struct symbols *game = game_of(board);
	int squares = 2 * SQUARES_WIDTH + SQUARES_GAP + GAP;

	if (game && symbols_has_board(game)) {
		if (area.width < squares + rounds_width(board))
			squares = SQUARES_WIDTH + GAP;
		draw_squares(board,
			     (struct area){area.y, area.x, area.height,
					   squares < area.width ? squares - GAP : area.width},
			     whole, cursor);
		area.x += squares < area.width ? squares : area.width;
		area.width -= squares < area.width ? squares : area.width;
	}
	draw_round_rows(board, area);
}

/* The rows for draw_counts(); 0: nothing is counted, or there is too little room.  */
static int counts_rows(const struct board *board, int room)
{
	const struct symbols *game = game_of(board);
	int rows =
		kept_within(game ? 1 + symbols_count(game) : 0, 0, room < COUNTS_MOST ? room : COUNTS_MOST);

	return rows < COUNTS_LEAST ? 0 : rows;
}

/* Draws the curve, and the counts below it.  */
static void draw_right(const struct board *board, struct area area)
{
	int counts = counts_rows(board, area.height - 1 - PLOT_LEAST);

	draw_plot(board, grid_take(&area, area.height - (counts ? counts + 1 : 0)));
	grid_take(&area, 1);
	if (counts)
		draw_counts(board, area);
}

static void draw_below(struct board *board, struct area area, struct area whole, bool cursor)
{
	const struct symbols *game = game_of(board);
	int least = game && symbols_has_board(game) ? SQUARES_HEIGHT : ROUNDS_LEAST;
	int room = area.height, plot = 0, gap = room >= SPACIOUS, counts;

	counts = counts_rows(board, room - least - PLOT_LEAST - gap);
	if (least == ROUNDS_LEAST && counts < counts_rows(board, room)) { /* a round less, a symbol more */
		least--;
		counts = counts_rows(board, room - least - PLOT_LEAST - gap);
	}
	if (counts)
		room -= counts + gap;
	if (room >= least + PLOT_LEAST)
		plot = kept_within((room - least) / 2, PLOT_LEAST, PLOT_MOST);
	draw_rounds(board, grid_take(&area, room - plot), whole, cursor);
	if (plot)
		draw_plot(board, grid_take(&area, plot));
	if (counts) {
		grid_take(&area, gap);
		draw_counts(board, area);
	}
}

static void lmc_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct board *board = state;
	struct area whole = area, right = area;

	board->hint = game_of(board) && view_marked(view)
			      ? symbols_find(game_of(board), view_marked(view), strlen(view_marked(view)))
			      : SYMBOL_NONE;
	board->spot_count = 0;
	if (area.height < 1 || area.width < 1)
		return;
	paint_clear(area, ROLE_TEXT);
	if (area.width >= WIDE) {
		area.width = area.width / 2 < LEFT_MOST ? area.width / 2 : LEFT_MOST;
		right.x += area.width + GAP;
		right.width -= area.width + GAP;
		draw_right(board, right);
		draw_head(board, &area);
		draw_choice(board, &area, whole, cursor);
		draw_pays(board, &area);
		draw_rounds(board, area, whole, cursor);
	} else {
		draw_head(board, &area);
		draw_choice(board, &area, whole, cursor);
		draw_pays(board, &area);
		draw_below(board, area, whole, cursor);
	}
}

static struct area lmc_wants(const void *state UNUSED, struct area room UNUSED)
{
	return (struct area){.height = 40, .width = 58};
}

static struct area lmc_picture(const void *state UNUSED)
{
	return (struct area){.height = 24, .width = 48};
}

/* ---- position ---- */

/* Begins before the first turn of such a match.  A setup that makes no game (of a broken file) has rounds
   and sums, but nothing is counted.  */
static void begin(void *state, const struct setup *setup)
{
	struct board *board = state;
	struct symbols *game = symbols_new(setup, &board->problem);
	int sit = 0;

	position_begin(&board->position, setup, counts_new(game));
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		board->sits[seat] = setup->seat[seat].kind != SEAT_FREE;
		sit += board->sits[seat];
	}
	board->silent = game && symbols_is_outside(game) ? seat_opponent(setup->first) : SEAT_NONE;
	board->at_once = game && symbols_is_simultaneous(game) && sit ? sit : 1;
	board->planned = setup_count(setup, &symbols_option_turns);
	if (game && !symbols_is_simultaneous(game))
		board->planned *= 2;
	for (int i = 0; game && i < symbols_count(game); i++) {
		int width = paint_width(symbols_name(game, i));

		board->symbol_width = width > board->symbol_width ? width : board->symbol_width;
	}
	name_keys(board);
}

static void finish(void *state)
{
	struct board *board = state;

	free(board->problem);
	*board = (struct board){0};
}

static void *lmc_new(const struct setup *setup)
{
	return position_board(sizeof(struct board), setup, begin, finish);
}

static void lmc_position(void *state, const struct match *match, int turns)
{
	struct board *board = state;
	unsigned changes;

	position_renew(&board->position, match);
	changes = position_seek(&board->position, match, turns);
	if (!changes)
		return;
	sum_seats(&match->setup, board->name, board->sits, board->person);
	board->over = match->over && turns == match->turn_count;
	if (changes == POSITION_NEWS && turns < match->turn_count) /* earlier turns have all their scores */
		return;
	board->scored = sum_after(match, turns, board->sum);
	find_rounds(board, match);
	name_expected(board);
}

static const char *lmc_expects(const void *state)
{
	const struct board *board = state;

	return game_of(board) ? board->expects : NULL;
}

static const char *lmc_move(const void *state)
{
	const struct board *board = state;
	const struct symbols *game = game_of(board);

	return game ? symbols_name(game, board->cursor) : NULL;
}

static const struct board_key keys[] = {
	{"arrows", "move the cursor over the symbols", true},
	{"enter", "play the symbol at the cursor; a click plays the one below it", true},
	{"[x]", "a letter or digit in brackets plays its symbol; 1 to 9 a square of tictactoe", true},
	{0},
};

static const struct sign signs[] = {
	TEXT_SIGN("[x]", "the letter or digit in brackets plays its symbol"),
	TEXT_SIGN("( )", "the cursor"),
	TEXT_SIGN("gets",
		  "what that seat gets for its symbol against each of the other's; after / what that gets"),
	TEXT_SIGN("a draw up to", "a difference of the sums that chance alone can explain is a draw"),
	GLYPH_SIGN(HINT, "the symbol that an agent suggests (H)"),
	GLYPH_SIGN(FORBIDDEN, "the square that lost the last board: it was taken already"),
	GLYPH_SIGN(POINT, "it was not played yet"),
	GLYPH_SIGN(BAR_8, "how often it was played"),
	{0},
};

extern const struct board_view board_lmc;
const struct board_view board_lmc = {
	.keys = keys,
	.signs = signs,
	.new = lmc_new,
	.free = position_free,
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
