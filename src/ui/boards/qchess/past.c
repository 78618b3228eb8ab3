/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* past.c - a match of quantum chess at any of its turns (checkpoints.h).  */
#include "board.h"

#include "ringside/bytes.h"
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

struct checkpoints *qchess_courses_new(const struct setup *setup)
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
