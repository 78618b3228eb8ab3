/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rounds.c - the last rounds of a match of lmc.  The newest stays on top while the match goes on, and the
 * others move down.
 *
 * A row has the number of the round, what the seats were told (in a game for one), what they played and what
 * they scored.  In the present round a seat's move is hidden while its opponent is a person.  */
#include "board.h"
#include "ui/boards/sums.h"
#include <stdio.h>
#include <string.h>

enum { NUMBER_LEAST = 3, SYMBOL_LEAST = 4, SYMBOL_USUAL = 10, TOLD_WIDTH = 5, SCORE_WIDTH = 6, GAP = 2 };

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

int lmc_rounds_width(const struct lmc_board *board)
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

static void draw_titles(const struct lmc_board *board, struct area area, const struct columns *columns)
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

void lmc_draw_rounds(const struct lmc_board *board, struct area area)
{
	struct columns columns = columns_in(board, area.width);
	bool titles = area.height >= 3;

	if (titles)
		draw_titles(board, area, &columns);
	for (int i = 0; i < board->round_count && i + titles < area.height; i++)
		draw_round(board, area, i + titles, &columns, &board->round[i]);
}
