/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* position.c - which position of which match a board shows.  */
#include "position.h"

#include <assert.h>

void position_begin(struct position *position, const struct setup *setup, struct checkpoints *line)
{
	*position = (struct position){.line = line, .game = setup->game};
}

void position_end(struct position *position)
{
	checkpoints_free(position->line);
	position->line = NULL;
}

bool position_is_over(const struct position *position, const struct match *match)
{
	return match->setup.game != position->game;
}

unsigned position_seek(struct position *position, const struct match *match, int turns)
{
	unsigned changes =
		(match != position->match ? POSITION_MATCH : 0u) |
		(match->branch != position->branch ? POSITION_BRANCH : 0u) |
		(turns != position->turns ? POSITION_TURNS : 0u) |
		(match->revision != position->revision || position->unfinished ? POSITION_NEWS : 0u);

	if (!changes)
		return 0;
	position->match = match;
	position->branch = match->branch;
	position->turns = turns;
	position->revision = match->revision;
	position->unfinished = position->line && checkpoints_seek(position->line, match, turns);
	return changes;
}

int position_percent(const struct position *position)
{
	assert(position->line && position->turns > 0);
	return (int)(100.0 * checkpoints_turns(position->line) / position->turns);
}

bool position_unfinished(const void *board)
{
	return ((const struct position *)board)->unfinished;
}
