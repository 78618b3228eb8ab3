/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qagent_random.c - sample:random under qchess: any of its pieces, to any square that it reaches.  */
#include "qagent.h"

#include "chance.h"

/* Any square of the set, each equally likely.  */
static int any_of(uint64_t squares, uint64_t *chance)
{
	int members[SQUARES] = {0}, count = 0;

	for (int square = 0; square < SQUARES; square++)
		if (squares & qboard_bit(square))
			members[count++] = square;
	return members[chance_below(chance, (uint64_t)count)];
}

static int select_any(const struct qturn *turn)
{
	return any_of(board_pieces(turn->board, turn->own), turn->chance);
}

static int move_anywhere(const struct qturn *turn, uint64_t reached)
{
	return any_of(reached, turn->chance);
}

const struct qagent qagent_random = {
	.name = "random",
	.purpose = "Plays quantum chess at random: any of its pieces, to any square that it reaches.",
	.select = select_any,
	.move = move_anywhere,
};
