/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - the ways in which a client can be told the same simulation (ringside/twins.h).
 *
 * The world follows from the seed, so the dialogue makes it again, in the byte order of the client's info
 * byte (spec.c).  So the client of --twin may have the other one.  */
#include "ringside/twins.h"
#include "wire.h"

/* All actions of the game.  `rules`: the step that tells the rules.  */
static void tell_actions(const struct twins_game *game, struct bytes *steps, const char *rules)
{
	const char *step = rules;

	for (int i = 0; i < game->count; i++) {
		int turn = twins_turn_of(game, &game->messages[i]);

		if (!turn)
			continue;
		twins_turn(steps, turn);
		bytes_add_text(steps, step);
		twins_await(steps, "action", &game->messages[i]);
		step = "> $percept\n";
	}
}

static bool tell_again(const struct twins_game *game, int n, struct bytes *steps)
{
	bytes_add_text(steps, "< info\n");
	tell_actions(game, steps, "> $rules\n");
	return n == 0;
}

static bool tell_in_pieces(const struct twins_game *game, int n, struct bytes *steps)
{
	bytes_add_text(steps, "bytewise\n");
	return tell_again(game, n, steps);
}

static bool tell_apart(const struct twins_game *game, int n, struct bytes *steps)
{
	bytes_add_text(steps, "< info\n");
	twins_replay(steps, game, "action", false);
	return n == 0;
}

static bool tell_next(const struct twins_game *game, int n, struct bytes *steps)
{
	bytes_add_text(steps, "< info\n> $before\n< action\n> $percept\n< action\n> $percept\n< action\n");
	tell_actions(game, steps, "> $end\n");
	return n == 0;
}

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", .tell = tell_again},
	{"pieces", "byte by byte", .tell = tell_in_pieces},
	{"apart", "with rules, percept and tiles in writes of their own", .tell = tell_apart},
	{"next-simulation", "in a process that has begun another simulation, after End", .tell = tell_next},
	{0},
};

const struct twins asimulator_twins = {
	.ways = ways,
	.options = "max-actions=60",
	.rival = "",
};
