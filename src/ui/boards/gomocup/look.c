/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* look.c - what stands on a square of gomoku's board: a stone, a forbidden point, what an agent thinks of it.
 *
 * All that belongs to a seat has the colour of that seat: its stones and its thoughts.  The glyphs say the
 * same without colours: black's stones are filled, and the thoughts of seat 2 have glyphs of their own.  */
#include "look.h"

enum { LINE_SHOWN = 5 }; /* moves of an expected line; a move's digit has one column */

static int step_towards(int from, int to)
{
	return (to > from) - (to < from);
}

static bool in_line(struct square at, struct square to, struct square square)
{
	int dx = step_towards(at.x, to.x), dy = step_towards(at.y, to.y);

	while (!same_square(at, square) && !same_square(at, to)) {
		at.x += dx;
		at.y += dy;
	}
	return same_square(at, square);
}

static bool in_winning_line(const struct gomoku_board *board, struct square square)
{
	for (int i = 0; i < board->win_count; i++)
		if (in_line(board->wins[i][0], board->wins[i][1], square))
			return true;
	return false;
}

bool gomoku_board_is_last(const struct gomoku_board *board, struct square square)
{
	const struct gomoku *game = &board->at->game;

	return game->move_count > board->at->opening &&
	       same_square(game->moves[game->move_count - 1], square);
}

/* The stone that a person has chosen here for swap2's first turn: black, white and black.  */
static enum stone ghost_at(const struct gomoku_board *board, struct square square)
{
	for (int i = 0; i < board->ghost_count; i++)
		if (same_square(board->ghosts[i], square))
			return i % 2 ? STONE_WHITE : STONE_BLACK;
	return STONE_NONE;
}

static enum role role_of_stone(const struct sight *sight, struct square square, enum stone stone)
{
	const struct gomoku_board *board = sight->board;
	int seat = stone == STONE_BLACK ? sight->black : seat_opponent(sight->black);

	if (in_winning_line(board, square))
		return ROLE_BOARD_WIN;
	if (gomoku_board_is_last(board, square))
		return ROLE_BOARD_LAST;
	if (stone == STONE_BLOCK)
		return ROLE_BOARD_BLOCK;
	return seat == SEAT_1 ? ROLE_BOARD_SEAT_1 : ROLE_BOARD_SEAT_2;
}

static const char *stone_glyph(enum stone stone)
{
	return paint_glyph(stone == STONE_BLOCK   ? GLYPH_BLOCK
			   : stone == STONE_BLACK ? GLYPH_BLACK
						  : GLYPH_WHITE);
}

/* ---- thoughts ---- */

/* The place of the square in an agent's expected line, from 1; 0: not in the shown part.  A line counts only
   until the game leaves it.  */
static int place_in_line(const struct sight *sight, const struct thoughts *thoughts, struct square square)
{
	const struct gomocup_analysis *said = thoughts->said;

	if (view_shows(sight->view, GOMOKU_NUMBERS) ||
	    (thoughts->past && !gomoku_board_is_last(sight->board, said->line[0])))
		return 0;
	for (int i = 1; i < said->line_count && i < LINE_SHOWN; i++)
		if (same_square(said->line[i], square))
			return i + 1;
	return 0;
}

/* What the seat thinks of an empty square.  */
static struct look look_of_thought(const struct sight *sight, int seat, struct square square)
{
	static const enum glyph marks[SEATS][ANALYSIS_LOST + 1] = {
		[SEAT_1] = {[ANALYSIS_NOW] = GLYPH_NOW,
			    [ANALYSIS_SEEN] = GLYPH_SEEN,
			    [ANALYSIS_LOST] = GLYPH_LOST},
		[SEAT_2] = {[ANALYSIS_NOW] = GLYPH_NOW_2,
			    [ANALYSIS_SEEN] = GLYPH_SEEN_2,
			    [ANALYSIS_LOST] = GLYPH_LOST_2}};
	static const char *const digits[] = {"", "1", "2", "3", "4", "5"};
	static const enum glyph digits_2[] = {GLYPH_TWO_2, GLYPH_THREE_2, GLYPH_FOUR_2, GLYPH_FIVE_2};
	const struct thoughts *thoughts = &sight->thoughts[seat];
	const struct gomocup_analysis *said = thoughts->said;
	struct look look = {.role = seat == SEAT_1 ? ROLE_BOARD_THOUGHT_1 : ROLE_BOARD_THOUGHT_2};
	enum analysis_mark mark;
	int place;

	if (!said)
		return look;
	mark = thoughts->brief ? ANALYSIS_NONE : gomocup_analysis_at(said, square);
	place = place_in_line(sight, thoughts, square);
	if (said->has_best && same_square(said->best, square))
		look.text = paint_glyph(seat == SEAT_1 ? GLYPH_BEST : GLYPH_BEST_2);
	else if (mark != ANALYSIS_NONE)
		look.text = paint_glyph(marks[seat][mark]);
	else if (place)
		look.text = seat == SEAT_1 ? digits[place] : paint_glyph(digits_2[place - 2]);
	return look;
}

struct look gomoku_look_of(const struct sight *sight, struct square square)
{
	const struct gomoku_board *board = sight->board;
	enum stone stone = gomoku_at(&board->at->game, square), ghost = ghost_at(board, square);
	int next = board->at->next == SEAT_2 ? SEAT_2 : SEAT_1;
	struct look look;

	if (stone != STONE_NONE)
		return (struct look){stone_glyph(stone), role_of_stone(sight, square, stone), stone};
	if (ghost != STONE_NONE)
		return (struct look){stone_glyph(ghost), ROLE_BOARD_GHOST, ghost};
	if (view_shows(sight->view, GOMOKU_FORBIDDEN) && board->forbidden[square_index(board, square)])
		return (struct look){paint_glyph(GLYPH_FORBIDDEN), ROLE_BOARD_FORBIDDEN, STONE_NONE};
	look = look_of_thought(sight, next, square);
	return look.text ? look : look_of_thought(sight, seat_opponent(next), square);
}
