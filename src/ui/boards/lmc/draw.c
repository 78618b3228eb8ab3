/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the view of lmc on the screen: the sums, the symbols to play, the last rounds, the curve of the
 * sums, and how often each symbol was played.
 *
 * In a narrow area they stand below each other; in a wide one the curve and the counts stand beside the
 * rest.  If there is little room the counts are left out first, then the curve.  */
#include "board.h"
#include "ringside/bytes.h"
#include "ui/boards/grid.h"
#include "ui/boards/sums.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LMC_SQUARES_HEIGHT = 5, LMC_SQUARES_WIDTH = 11, LMC_SQUARES_GAP = 2 };
enum { GAP = 2, ACROSS = 3, SQUARE = 3, PITCH_X = SQUARE + 1, PITCH_Y = 2 };

static const enum role mark_roles[SEATS] = {ROLE_FAINT, ROLE_SEAT_1, ROLE_SEAT_2};

/* Draws the lines between the squares.  */
static void draw_grid(struct area area, int x)
{
	for (int y = 0; y < LMC_SQUARES_HEIGHT; y++)
		for (int at = 0; at < LMC_SQUARES_WIDTH; at++) {
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
	enum role role = is_cursor ? ROLE_BOARD_CURSOR : is_hint ? ROLE_BOARD_HINT : mark_roles[owner];

	paint_text(area, y, x, role, is_hint ? paint_glyph(GLYPH_HINT) : is_cursor ? "(" : " ");
	if (owner == SEAT_NONE)
		paint_format(area, y, x + 1, role, "%d", square + 1);
	else
		paint_text(area, y, x + 1, role, sum_mark(NULL, 0, owner));
	paint_text(area, y, x + 2, role, is_cursor ? ")" : " ");
}

/* Draws the board of tictactoe and the one that ended last, the same way.  */
static void lmc_draw_squares(struct lmc_board *board, struct area area, struct area whole, bool cursor)
{
	const struct tally *tally = tallies_now(board->position.line);
	int next = LMC_SQUARES_WIDTH + LMC_SQUARES_GAP;

	draw_grid(area, 0);
	for (int i = 0; i < TALLY_SQUARES; i++) {
		int y = i / ACROSS * PITCH_Y, x = i % ACROSS * PITCH_X;

		draw_square(area, y, x, i, symbols_at(tally->game, i + 1), cursor && i == board->cursor,
			    board->hint == i);
		if (y < area.height && x + SQUARE <= area.width)
			board->spot[board->spot_count++] =
				(struct lmc_spot){i, area.y - whole.y + y, area.x - whole.x + x, SQUARE};
	}
	if (!tally->has_ended || area.width < next + LMC_SQUARES_WIDTH)
		return;
	draw_grid(area, next);
	for (int i = 0; i < TALLY_SQUARES; i++)
		if (tally->ended[i] != SEAT_NONE)
			paint_text(area, i / ACROSS * PITCH_Y, next + i % ACROSS * PITCH_X + 1,
				   mark_roles[tally->ended[i]], sum_mark(NULL, 0, tally->ended[i]));
	if (tally->lost != SYMBOL_NONE)
		paint_put(area, tally->lost / ACROSS * PITCH_Y, next + tally->lost % ACROSS * PITCH_X + 2,
			  ROLE_BAD, GLYPH_FORBIDDEN);
	if (area.height > LMC_SQUARES_HEIGHT)
		paint_text(area, LMC_SQUARES_HEIGHT, next, ROLE_FAINT, "the last");
}

enum {
	NAME_MOST = 10,
	PERCENT = 5, /* columns of a number */
	BAR_MOST = 8
};

/* The table in the area: its symbols, and the widths of its columns.  */
struct counts {
	const struct lmc_board *board;
	const struct tally *tally;
	struct area area;
	int order[SYMBOLS_MOST], count; /* the symbols that are shown */
	int name, bar;                  /* widths; bar 0: no bars */
	int pairs;                      /* columns of pairs that fit */
	int64_t total[SEATS];
	double most; /* the largest share of a symbol in a seat's; its bar is full */
};

static int64_t both(const struct tally *tally, int symbol)
{
	return tally->count[SEAT_1][symbol] + tally->count[SEAT_2][symbol];
}

/* Takes the symbols in the order of the game if `rows` are enough for them, else the most frequent first.  */
static void choose_symbols(struct counts *counts, int rows)
{
	int all = symbols_count(counts->tally->game);

	for (int i = 0; i < all; i++) {
		int at = i;

		for (; all > rows && at > 0 &&
		       both(counts->tally, counts->order[at - 1]) < both(counts->tally, i);
		     at--)
			counts->order[at] = counts->order[at - 1];
		counts->order[at] = i;
	}
	counts->count = all < rows ? all : rows;
}

static void set_widths(struct counts *counts)
{
	const struct lmc_board *board = counts->board;
	int seats = board->sits[SEAT_1] + board->sits[SEAT_2], left;

	counts->name = board->symbol_width < NAME_MOST ? board->symbol_width : NAME_MOST;
	left = counts->area.width - counts->name - seats * (GAP + PERCENT);
	if (counts->tally->pairs && left >= GAP + 2 * PERCENT) {
		int pairs = (left - GAP) / PERCENT;

		counts->pairs = pairs < counts->count ? pairs : counts->count;
		left -= GAP + counts->pairs * PERCENT;
	}
	if (seats)
		counts->bar = left / seats < BAR_MOST ? left / seats : BAR_MOST;
	if (counts->bar < 2)
		counts->bar = 0;
}

static void draw_name(struct area area, int y, int x, int width, enum role role, const char *name)
{
	if (x + width > area.width)
		width = area.width - x;
	if (width > 0 && y < area.height)
		paint_bytes((struct area){area.y + y, area.x + x, 1, width}, 0, 0, role, name, strlen(name));
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

static double share(const struct counts *counts, int seat, int symbol)
{
	return counts->total[seat] ? (double)counts->tally->count[seat][symbol] / (double)counts->total[seat]
				   : 0;
}

static void add_up(struct counts *counts)
{
	int all = symbols_count(counts->tally->game);

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		for (int i = 0; i < all; i++)
			counts->total[seat] += counts->tally->count[seat][i];
		for (int i = 0; i < all; i++)
			if (share(counts, seat, i) > counts->most)
				counts->most = share(counts, seat, i);
	}
}

static void draw_bar(const struct counts *counts, int y, int x, enum role role, double part)
{
	int cells = counts->most > 0 ? (int)(counts->bar * part / counts->most + 0.5) : 0;

	for (int i = 0; i < cells; i++)
		paint_put(counts->area, y, x + i, role, GLYPH_BAR_8);
}

static const enum role seat_roles[SEATS] = {ROLE_TEXT, ROLE_SEAT_1, ROLE_SEAT_2};

/* Draws the titles of the columns.  */
static void draw_count_titles(const struct counts *counts)
{
	int x = counts->name;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (counts->board->sits[seat]) {
			x += GAP + counts->bar;
			paint_format(counts->area, 0, x + PERCENT - 1, seat_roles[seat], "%s",
				     sum_mark(NULL, 0, seat));
			x += PERCENT;
		}
	x += GAP;
	for (int i = 0; i < counts->pairs; i++)
		draw_name(counts->area, 0, x + i * PERCENT + 1, PERCENT - 1, ROLE_SEAT_2,
			  symbols_name(counts->tally->game, counts->order[i]));
}

static void draw_symbol(const struct counts *counts, int y, int symbol)
{
	const struct tally *tally = counts->tally;
	int x = counts->name, all = symbols_count(tally->game);
	int64_t rounds = symbols_round(tally->game);

	draw_name(counts->area, y, 0, counts->name, counts->pairs ? ROLE_SEAT_1 : ROLE_TEXT,
		  symbols_name(tally->game, symbol));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (counts->board->sits[seat]) {
			x += GAP;
			draw_bar(counts, y, x, seat_roles[seat], share(counts, seat, symbol));
			x = draw_share(counts->area, y, x + counts->bar, tally->count[seat][symbol],
				       counts->total[seat]);
		}
	x += GAP;
	for (int i = 0; i < counts->pairs; i++)
		draw_share(counts->area, y, x + i * PERCENT, tally->pairs[symbol * all + counts->order[i]],
			   rounds);
}

/* Rows that lmc_draw_counts() can use; 0: nothing is counted.  */
static int lmc_counts_height(const struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	return game ? 1 + symbols_count(game) : 0;
}

/* Draws how often each seat has played each symbol, and each pair of symbols.  */
static void lmc_draw_counts(const struct lmc_board *board, struct area area)
{
	struct counts counts = {.board = board, .tally = tallies_now(board->position.line), .area = area};

	if (!counts.tally->game || area.height < 2)
		return;
	add_up(&counts);
	choose_symbols(&counts, area.height - 1);
	set_widths(&counts);
	draw_count_titles(&counts);
	for (int i = 0; i < counts.count; i++)
		draw_symbol(&counts, i + 1, counts.order[i]);
}

enum { NUMBER_LEAST = 3, SYMBOL_LEAST = 4, SYMBOL_USUAL = 10, TOLD_WIDTH = 5, SCORE_WIDTH = 6 };

/* The columns of the table.  */
struct columns {
	int number, told, symbol; /* their widths; told 0: nothing is told */
	bool score;               /* is there room for scores? */
};

/* ---- looking them up ---- */

static void find_round(struct lmc_round *round, const struct lmc_board *board, const struct match *match,
		       int number)
{
	double before[SEATS] = {0};
	int first = (number - 1) * board->at_once + 1, end = first + board->at_once;
	const struct turn *turn = match_turn(match, first - 1);

	*round = (struct lmc_round){.number = number, .running = end - 1 > board->position.turns};
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

void lmc_find_rounds(struct lmc_board *board, const struct match *match)
{
	int rounds = (board->position.turns + board->at_once - 1) / board->at_once;

	board->round_count = rounds < LMC_ROUNDS ? rounds : LMC_ROUNDS;
	/* Upwards, since turns are looked up in pages.  */
	for (int i = board->round_count - 1; i >= 0; i--)
		find_round(&board->round[i], board, match, rounds - i);
}

/* ---- drawing ---- */

/* What the seats were told in a round; NULL: unknown, or forgotten.  */
static const struct tally_round *told_in(const struct lmc_board *board, int number)
{
	const struct tally *tally = tallies_now(board->position.line);
	int64_t rounds;

	if (!tally->game || board->position.unfinished)
		return NULL;
	rounds = symbols_round(tally->game);
	return number <= rounds && number > rounds - TALLY_ROUNDS ? &tally->told[(number - 1) % TALLY_ROUNDS]
								  : NULL;
}

static int seats_of(const struct lmc_board *board)
{
	return board->sits[SEAT_1] + board->sits[SEAT_2];
}

/* Columns of the number and of what was told, with the gaps behind them.  */
static int head_width(const struct columns *columns)
{
	return columns->number + GAP + (columns->told ? columns->told + GAP : 0);
}

/* The columns with the narrowest possible symbols.  */
static struct columns least_columns(const struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);
	struct columns columns = {.number = NUMBER_LEAST, .score = true};

	for (int64_t rounds = board->round_count ? board->round[0].number : 0; rounds >= 1000; rounds /= 10)
		columns.number++;
	columns.symbol = game && board->symbol_width < SYMBOL_LEAST ? board->symbol_width : SYMBOL_LEAST;
	if (game && symbols_is_for_one(game))
		columns.told = TOLD_WIDTH;
	return columns;
}

/* The least width with room for their scores.  */
static int lmc_rounds_width(const struct lmc_board *board)
{
	struct columns columns = least_columns(board);

	return head_width(&columns) + seats_of(board) * (columns.symbol + GAP + SCORE_WIDTH);
}

static struct columns columns_in(const struct lmc_board *board, int width)
{
	int usual =
		lmc_game(board) && board->symbol_width < SYMBOL_USUAL ? board->symbol_width : SYMBOL_USUAL;
	struct columns columns = least_columns(board);
	int room = width - head_width(&columns), seats = seats_of(board);

	columns.score = width >= lmc_rounds_width(board);
	if (columns.score)
		room -= seats * SCORE_WIDTH;
	if (usual < SYMBOL_LEAST)
		usual = SYMBOL_LEAST;
	if (seats)
		columns.symbol = room / seats - GAP < usual ? room / seats - GAP : usual;
	if (columns.symbol < 1)
		columns.symbol = 1;
	return columns;
}

/* Draws a text into `width` columns at x, cut with an ellipsis.  */
static void draw_cell(struct area area, int y, int x, int width, enum role role, const char *text)
{
	if (x + width > area.width)
		width = area.width - x;
	if (width > 0 && y < area.height)
		paint_bytes((struct area){area.y + y, area.x + x, 1, width}, 0, 0, role, text, strlen(text));
}

static void draw_round_titles(const struct lmc_board *board, struct area area, const struct columns *columns)
{
	static const enum role roles[SEATS] = {ROLE_TEXT, ROLE_SEAT_1, ROLE_SEAT_2};
	int x = columns->number + GAP;

	paint_format(area, 0, 0, ROLE_FAINT, "%*s", columns->number, "#");
	if (columns->told) {
		draw_cell(area, 0, x, columns->told, ROLE_FAINT, "right");
		x += columns->told + GAP;
	}
	for (int part = 0; part < 2; part++)
		for (int seat = SEAT_1; seat < SEATS; seat++) {
			if (!board->sits[seat] || (part == 1 && !columns->score))
				continue;
			paint_format(area, 0, x, roles[seat], "%*s%s", part ? SCORE_WIDTH - 1 : 0, "",
				     sum_mark(NULL, 0, seat));
			x += part ? SCORE_WIDTH : columns->symbol + GAP;
		}
}

/* In the present round a seat's move is hidden until its opponent, a person, has moved.  */
static bool is_hidden(const struct lmc_board *board, const struct lmc_round *round, int seat)
{
	return round->running && !board->over && board->person[seat_opponent(seat)];
}

static void draw_played(const struct lmc_board *board, struct area area, int y, int x,
			const struct columns *columns, const struct lmc_round *round, int seat)
{
	const char *played = round->played[seat];

	if (!*played)
		draw_cell(area, y, x, columns->symbol, ROLE_FAINT,
			  round->running ? paint_glyph(GLYPH_ELLIPSIS) : "");
	else if (is_hidden(board, round, seat))
		draw_cell(area, y, x, columns->symbol, ROLE_FAINT, "moved");
	else
		draw_cell(area, y, x, columns->symbol,
			  round->number == board->round[0].number ? ROLE_STRONG : ROLE_TEXT, played);
}

static void draw_score(struct area area, int y, int x, const struct lmc_round *round,
		       const struct tally_round *told, int seat)
{
	if (round->running || (sum_role(round->score[seat]) == ROLE_FAINT && told && !told->scored[seat]))
		return;
	sum_put(area, y, x, SCORE_WIDTH, round->score[seat]);
}

/* What was right in the round: what all had to repeat, or what they learnt afterwards.  */
static const char *told_symbol(const struct lmc_board *board, const struct tally_round *told)
{
	int symbol = told ? told->cue : SYMBOL_NONE;

	for (int seat = SEAT_1; seat < SEATS && told && symbol == SYMBOL_NONE; seat++)
		if (board->sits[seat])
			symbol = told->input[seat];
	return symbol == SYMBOL_NONE ? "" : symbols_name(lmc_game(board), symbol);
}

static void draw_round(const struct lmc_board *board, struct area area, int y, const struct columns *columns,
		       const struct lmc_round *round)
{
	const struct tally_round *told = told_in(board, round->number);
	int x = columns->number + GAP;

	paint_format(area, y, 0, ROLE_FAINT, "%*d", columns->number, round->number);
	if (columns->told) {
		draw_cell(area, y, x, columns->told, ROLE_CHANNEL_INPUT, told_symbol(board, told));
		x += columns->told + GAP;
	}
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->sits[seat]) {
			draw_played(board, area, y, x, columns, round, seat);
			x += columns->symbol + GAP;
		}
	for (int seat = SEAT_1; seat < SEATS && columns->score; seat++)
		if (board->sits[seat]) {
			draw_score(area, y, x, round, told, seat);
			x += SCORE_WIDTH;
		}
}

/* Draws as many rounds as there are rows, the newest on top, below a row of titles if there is room.  */
static void lmc_draw_rounds(const struct lmc_board *board, struct area area)
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

static const char *unit(const struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	return game && symbols_is_simultaneous(game) ? "round" : "move";
}

static int rounds_of(const struct lmc_board *board)
{
	return board->position.turns / board->at_once;
}

/* A sum that chance alone could have brought is a draw.  Drawn at the right end of the title.  */
static void draw_margin(const struct lmc_board *board, struct area area, int x)
{
	double mean, margin;
	char *text, of[32] = "";
	bool draw;
	int width;

	if (!board->scored || !symbols_chance(lmc_game(board), &mean, &margin))
		return;
	if (fabs(mean) >= 0.05)
		snprintf(of, sizeof(of), " of %+.1f", mean);
	draw = fabs(board->sum[SEAT_1] - mean) <= margin;
	text = bytes_text(draw ? "within %.1f%s: a draw" : "beyond %.1f%s: no draw", margin, of);
	width = paint_width(text);
	if (x + GAP + width <= area.width)
		paint_text(area, 0, area.width - width, draw ? ROLE_FAINT : ROLE_STRONG, text);
	free(text);
}

/* Draws which game it is, how far it is, and what a person has to look at.  */
static void draw_title(const struct lmc_board *board, struct area area)
{
	const struct symbols *game = lmc_game(board);
	int x, cue = SYMBOL_NONE;

	if (!game) {
		paint_bytes(area, 0, 0, ROLE_ALARM, board->problem, strlen(board->problem));
		return;
	}
	x = paint_format(area, 0, 0, ROLE_TITLE, "%s", symbols_title(game));
	x = paint_format(area, 0, x + GAP, ROLE_TEXT, "%s %d of %" PRId64, unit(board), rounds_of(board),
			 board->planned);
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

static void draw_seat(const struct lmc_board *board, struct area area, int y, int seat)
{
	const struct symbols *game = lmc_game(board);
	int rounds = rounds_of(board);
	struct sum_line line = {
		.seat = seat,
		.name = board->name[seat],
		.scored = board->scored,
		.sum = board->sum[seat],
		.mean = rounds ? board->sum[seat] / rounds : (double)NAN,
		.more = game && !board->position.unfinished ? symbols_role(game, seat) : NULL,
	};

	sum_draw(area, y, &line);
}

static void draw_head(const struct lmc_board *board, struct area *area)
{
	draw_title(board, grid_take(area, 1));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->sits[seat])
			draw_seat(board, grid_take(area, 1), 0, seat);
}

/* ---- the rest ---- */

static void draw_plot(const struct lmc_board *board, struct area area)
{
	tally_draw_plot(&board->position, area, board->sum, board->sits, rounds_of(board), unit(board));
}

/* Draws the symbols to choose from, for a person who plays, or who may replace an agent's move.  */
static void draw_choice(struct lmc_board *board, struct area *area, struct area whole, bool cursor)
{
	const struct symbols *game = lmc_game(board);
	bool plays = (board->person[SEAT_1] || board->person[SEAT_2]) && !board->over;

	board->spot_count = 0;
	if (!game || symbols_has_board(game) || (!plays && !cursor))
		return;
	lmc_draw_choice(board, grid_take(area, lmc_choice_height(board, area->width)), whole, cursor);
	if (area->height >= SPACIOUS)
		grid_take(area, 1);
}

/* Draws the last rounds, and in tictactoe its board before them.  */
static void draw_rounds(struct lmc_board *board, struct area area, struct area whole, bool cursor)
{
	const struct symbols *game = lmc_game(board);
	int squares = 2 * LMC_SQUARES_WIDTH + LMC_SQUARES_GAP + GAP;

	if (game && symbols_has_board(game)) {
		if (area.width < squares + lmc_rounds_width(board))
			squares = LMC_SQUARES_WIDTH + GAP;
		lmc_draw_squares(board,
				 (struct area){area.y, area.x, area.height,
					       squares < area.width ? squares - GAP : area.width},
				 whole, cursor);
		area.x += squares < area.width ? squares : area.width;
		area.width -= squares < area.width ? squares : area.width;
	}
	lmc_draw_rounds(board, area);
}

/* Rows that the rounds, or the board of tictactoe, need.  */
static int rounds_least(const struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	return game && symbols_has_board(game) ? LMC_SQUARES_HEIGHT : ROUNDS_LEAST;
}

static int counts_rows(const struct lmc_board *board, int room)
{
	int rows = lmc_counts_height(board);

	if (rows > COUNTS_MOST)
		rows = COUNTS_MOST;
	if (rows > room)
		rows = room;
	return rows < COUNTS_LEAST ? 0 : rows;
}

/* Draws the curve, and the counts below it.  */
static void draw_right(const struct lmc_board *board, struct area area)
{
	int counts = counts_rows(board, area.height - 1 - PLOT_LEAST);

	draw_plot(board, grid_take(&area, area.height - (counts ? counts + 1 : 0)));
	grid_take(&area, 1);
	if (counts)
		lmc_draw_counts(board, area);
}

static void draw_below(struct lmc_board *board, struct area area, struct area whole, bool cursor)
{
	int least = rounds_least(board), room = area.height, plot = 0, gap = room >= SPACIOUS, counts;

	counts = counts_rows(board, room - least - PLOT_LEAST - gap);
	if (counts)
		room -= counts + gap;
	if (room >= least + PLOT_LEAST)
		plot = (room - least) / 2 > PLOT_LEAST ? (room - least) / 2 : PLOT_LEAST;
	if (plot > PLOT_MOST)
		plot = PLOT_MOST;
	draw_rounds(board, grid_take(&area, room - plot), whole, cursor);
	if (plot)
		draw_plot(board, grid_take(&area, plot));
	if (counts) {
		grid_take(&area, gap);
		lmc_draw_counts(board, area);
	}
}

void lmc_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct lmc_board *board = state;
	struct area whole = area, right = area;

	board->hint = lmc_game(board) && view->hint
			      ? symbols_find(lmc_game(board), view->hint, strlen(view->hint))
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
		draw_rounds(board, area, whole, cursor);
	} else {
		draw_head(board, &area);
		draw_choice(board, &area, whole, cursor);
		draw_below(board, area, whole, cursor);
	}
}

void lmc_wants(const void *state, int *height, int *width)
{
	(void)state;
	*height = 40;
	*width = 58;
}

void lmc_picture(const void *state, int *height, int *width)
{
	(void)state;
	*height = 24;
	*width = 48;
}
