/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pbrain_random.c - sample:random: a brain that plays any empty square, each equally likely.  */
#include "brain.h"

struct chance {
	bool begun;
	uint64_t state;
};

static int choose(void *self, const struct brain_turn *turn)
{
	struct chance *chance = self;
	const struct brain_board *board = turn->board;
	int squares = board->width * board->height, square = 0;

	if (!chance->begun) {
		chance->begun = true;
		chance->state = turn->seeded ? turn->seed : chance_seed();
	}
	uint64_t skip = chance_below(&chance->state, (uint64_t)(squares - board->stones));
	while (board->field[square] != FIELD_EMPTY || skip-- > 0)
		square++;
	return square;
}

int main(int argc, char **argv)
{
	struct chance chance = {0};
	const struct brain brain = {
		.name = "random",
		.purpose = "A gomoku brain that plays any empty square, each equally likely.",
		.choose = choose,
		.self = &chance,
	};

	return brain_main(&brain, argc, argv);
}
