/* board_qchess_courses.c - a match of quantum chess at any of its turns.
 *
 * Turns are played again from the last mark before that place: marks are set each so many turns, and when
 * there are too many of them every second is dropped and they come half as often, so that a longer match
 * takes more time to jump in, not more room.  */
#include "board_qchess.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

enum {
	FIRST_DISTANCE = 64,
	MOST = 8192 /* turns that are played in one call */
};

/* ---- playing ---- */

static void keep_taken(struct qchess_course *course)
{
	const struct qchess_piece *taken = &course->at.taken;
	int *count = &course->taken_count[taken->colour];

	if (taken->there && *count < QCHESS_TAKEN)
		course->taken[taken->colour][(*count)++] = *taken;
}

/* One turn more.  False: it cannot be one of this game (a broken file), or nobody knows it any more.  */
static bool play(struct qchess_course *course, const struct turn *turn)
{
	struct quantum_chess *game = &course->at;
	enum qchess_colour colour = game->to_move;
	int moves = game->moves;
	char *problem;

	if (!turn || !turn->played)
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

/* ---- marks ---- */

static void set_mark(struct qchess_board *board)
{
	if (board->marks == QCHESS_MARKS) {
		for (int i = 0; i < QCHESS_MARKS; i++) {
			if (i % 2 == 0)
				board->mark[i / 2] = board->mark[i];
			else
				free(board->mark[i]);
		}
		board->marks = QCHESS_MARKS / 2;
		board->distance *= 2;
	}
	board->mark[board->marks] = bytes_new(sizeof(board->now));
	*board->mark[board->marks++] = board->now;
}

void qchess_begin(struct qchess_board *board, const struct setup *setup)
{
	char *problem;

	board->now = (struct qchess_course){0};
	problem = quantum_chess_init(&board->now.at, setup);

	board->broken = problem != NULL;
	if (problem) {
		static const struct qchess_square nowhere = {-1, -1};

		board->now.at = (struct quantum_chess){.from = nowhere, .to = nowhere, .moved = nowhere};
	}
	free(problem);
	board->nth = setup->game;
	board->distance = FIRST_DISTANCE;
	set_mark(board);
}

void qchess_begin_anew(struct qchess_board *board)
{
	while (board->marks > 1)
		free(board->mark[--board->marks]);
	board->distance = FIRST_DISTANCE;
	board->now = *board->mark[0];
}

bool qchess_goto(struct qchess_board *board, const struct match *match, int turns)
{
	struct qchess_course *now = &board->now;
	int nearest = turns / board->distance;

	if (nearest >= board->marks)
		nearest = board->marks - 1;
	if (turns < now->played || nearest * board->distance > now->played)
		*now = *board->mark[nearest];
	for (int i = 0; i < MOST && now->played < turns; i++) {
		if (board->broken || !play(now, match_turn(match, now->played + 1)))
			return false;
		if (++now->played == board->marks * board->distance)
			set_mark(board);
	}
	return now->played < turns;
}

void qchess_end(struct qchess_board *board)
{
	while (board->marks > 0)
		free(board->mark[--board->marks]);
}
