/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the board of quantum chess: which position it shows, and how a person points at a square.
 *
 * A turn of the match is a selection or a move (systems/qchess/rules.h), so there is a position between the
 * two.  The turns are played again up to the one that is shown (checkpoints.h).  draw.c draws the squares
 * and what stands beside them.  */
#include "board.h"
#include "ringside/board.h"
#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void keep_taken(struct qchess_course *course)
{
	const struct qchess_piece *taken = &course->at.taken;
	int *count = &course->taken_count[taken->colour];

	if (taken->there && *count < QCHESS_TAKEN)
		course->taken[taken->colour][(*count)++] = *taken;
}

/* False: it is no turn of this game (a broken file), or it is no longer known.  */
static bool play(void *state, const struct match *match, int n)
{
	struct qchess_course *course = state;
	const struct turn *turn = match_turn(match, n);
	struct quantum_chess *game = &course->at;
	enum qchess_colour colour = game->to_move;
	int moves = game->moves;
	char *problem;

	if (course->broken || !turn || !turn->played)
		return false;
	problem = quantum_chess_play_words(game, turn->played);
	if (problem) {
		free(problem);
		return false;
	}
	course->last = game->moves > moves ? QCHESS_LAST_MOVED
		       : game->selected    ? QCHESS_LAST_PICKED
					   : QCHESS_LAST_STUCK;
	course->stuck[colour] = (struct qchess_stuck){
		.there = course->last == QCHESS_LAST_STUCK,
		.square = game->from,
		.type = game->shown_type,
	};
	if (course->last == QCHESS_LAST_MOVED)
		keep_taken(course);
	return true;
}

/* Checkpoints of a match with this setup.  */
static struct checkpoints *qchess_courses_new(const struct setup *setup)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct qchess_course),
		.distance = 64,
		.step = play,
	};
	static const struct qchess_square nowhere = {-1, -1};
	struct qchess_course *first = bytes_new(sizeof(*first));
	char *problem = quantum_chess_init(&first->at, setup);

	first->broken = problem != NULL;
	if (problem)
		first->at = (struct quantum_chess){.from = nowhere, .to = nowhere, .moved = nowhere};
	free(problem);
	return checkpoints_new(&rules, first);
}

static void set_cursor(struct qchess_board *board, int x, int y)
{
	board->cursor.x = within(x, 0, QCHESS_SIDE - 1);
	board->cursor.y = within(y, 0, QCHESS_SIDE - 1);
	snprintf(board->move, sizeof(board->move), "%d %d", board->cursor.x, board->cursor.y);
}

/* In front of a pawn of the person's; of white's, if people sit on both seats or on none.  */
static void place_cursor(struct qchess_board *board, const struct setup *setup)
{
	int white = quantum_chess_seat(setup, QCHESS_WHITE), black = quantum_chess_seat(setup, QCHESS_BLACK);
	bool is_black = setup->seat[black].kind == SEAT_HUMAN && setup->seat[white].kind != SEAT_HUMAN;

	set_cursor(board, QCHESS_SIDE / 2, is_black ? 1 : QCHESS_SIDE - 2);
}

/* Says what a selection turned out to be, or that it could not move: the other player may have moved before
   the person looks.  */
static void name_expected(struct qchess_board *board)
{
	const struct quantum_chess *game = &board->now->at;
	enum qchess_colour other = game->to_move == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE;
	const struct qchess_stuck *mine = &board->now->stuck[game->to_move],
				  *theirs = &board->now->stuck[other];

	if (game->selected)
		snprintf(board->expects, sizeof(board->expects),
			 "it is a %s now: choose where it goes (arrows and Enter, a click)",
			 quantum_chess_type_name(game->shown_type));
	else if (mine->there)
		snprintf(board->expects, sizeof(board->expects),
			 "your %s on %d %d could not move and the turn passed: choose a piece",
			 quantum_chess_type_name(mine->type), mine->square.x, mine->square.y);
	else if (theirs->there)
		snprintf(board->expects, sizeof(board->expects),
			 "%s's %s on %d %d could not move: choose a piece", quantum_chess_colour_name(other),
			 quantum_chess_type_name(theirs->type), theirs->square.x, theirs->square.y);
	else
		snprintf(board->expects, sizeof(board->expects),
			 "choose a piece (arrows and Enter, a click): it then shows which state it is in");
}

static void begin(struct qchess_board *board, const struct setup *setup)
{
	position_begin(&board->position, setup, qchess_courses_new(setup));
	board->now = checkpoints_state(board->position.line);
}

static void *qchess_new(const struct setup *setup)
{
	struct qchess_board *board = bytes_new(sizeof(*board));

	begin(board, setup);
	place_cursor(board, setup);
	name_expected(board);
	return board;
}

static void qchess_free(void *state)
{
	struct qchess_board *board = state;

	position_end(&board->position);
	free(board);
}

static void qchess_position(void *state, const struct match *match, int turns)
{
	struct qchess_board *board = state;

	if (position_is_over(&board->position, match)) {
		position_end(&board->position);
		begin(board, &match->setup);
	}
	if (position_seek(&board->position, match, turns))
		name_expected(board);
}

/* ---- a person ---- */

static int qchess_key(void *state, unsigned key, bool is_code)
{
	struct qchess_board *board = state;
	int x = board->cursor.x, y = board->cursor.y;
	int meaning = grid_key(key, is_code, &y, &x);

	set_cursor(board, x, y);
	return meaning;
}

static int qchess_click(void *state, int y, int x, int button)
{
	struct qchess_board *board = state;
	int meaning = grid_click(&board->window.grid, y, x, button, &y, &x);

	if (meaning)
		set_cursor(board, x, y);
	return meaning;
}

static const char *qchess_move(const void *state)
{
	return ((const struct qchess_board *)state)->move;
}

static const char *qchess_expects(const void *state)
{
	return ((const struct qchess_board *)state)->expects;
}

static void qchess_words(const struct setup *setup, const char *played, char words[32])
{
	(void)setup;
	snprintf(words, 32, "%s", played);
}

static const char *qchess_mark(const struct match *match, int turns, int seat)
{
	(void)turns;
	return paint_glyph(seat == quantum_chess_seat(&match->setup, QCHESS_BLACK) ? GLYPH_BLACK
										   : GLYPH_WHITE);
}

static const struct toggle toggles[] = {
	[QCHESS_REVEAL] = {.name = "reveal",
			   .key = "R",
			   .told = "what is hidden from the players: ",
			   .help = "show or hide what the rules hide from the players"},
	{0},
};

static const struct board_key keys[] = {
	{"arrows", "move the cursor; also h j k l", true},
	{"enter", "choose the piece at the cursor, or where it goes; so does a click", true},
	{0},
};

extern const struct board_view board_qchess;
const struct board_view board_qchess = {
	.toggles = toggles,
	.keys = keys,
	.new = qchess_new,
	.free = qchess_free,
	.position = qchess_position,
	.draw = qchess_draw,
	.wants = qchess_wants,
	.picture = qchess_picture,
	.key = qchess_key,
	.click = qchess_click,
	.move = qchess_move,
	.expects = qchess_expects,
	.unfinished = position_unfinished,
	.words = qchess_words,
	.mark = qchess_mark,
};
