/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - the ways in which an agent of quantum chess can be told the same position (ringside/twins.h).
 *
 * All tell the recorded updates, so each piece collapses to the same state as in the game.  A mirrored board
 * is no position of the game: king and queen would change places.  Nor is one of changed colours: white
 * begins.  */
#include "ringside/twins.h"
#include "wire.h"

static bool tell_again(const struct twins_game *game, int n, struct bytes *steps)
{
	twins_replay(steps, game, "as-told", false);
	return n == 0;
}

static bool tell_in_pieces(const struct twins_game *game, int n, struct bytes *steps)
{
	bytes_add_text(steps, "bytewise\n");
	return tell_again(game, n, steps);
}

static bool tell_together(const struct twins_game *game, int n, struct bytes *steps)
{
	twins_replay(steps, game, "as-told", true);
	return n == 0;
}

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", .tell = tell_again},
	{"pieces", "byte by byte", .tell = tell_in_pieces},
	{"together", "with all updates and the question in one write", .tell = tell_together},
	{0},
};

const struct twins qchess_twins = {
	.ways = ways,
	.options = "max-moves=60",
	.rival = "sample:random",
};
