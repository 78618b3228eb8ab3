/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain_swap2.c - the choices of swap2: first three stones that are about balanced, then the better side.  */
#include "brain.h"
#include "chance.h"

/* From this value on a side is better; below it the position is balanced.  */
enum { ADVANTAGE = 40 };

/* Black, white, black, as offsets from the centre. The last row fits a board of side 5; the others need
 * 11.  */
static const int openings[][3][2] = {
	{{0, 0}, {1, 1}, {-5, 4}}, {{-4, -4}, {-3, -4}, {5, 5}}, {{5, 0}, {4, 1}, {-5, 1}},
	{{0, 5}, {1, 4}, {3, -5}}, {{0, 0}, {1, 0}, {-2, 2}},
};

static uint64_t chance(const struct brain_turn *turn, uint64_t bound)
{
	uint64_t state = turn->seeded ? turn->seed : (uint64_t)brain_now();

	return chance_below(&state, bound);
}

static void place_three(const struct brain_turn *turn)
{
	enum { SMALL = sizeof openings / sizeof *openings - 1 };
	int x = turn->board->width / 2, y = turn->board->height / 2;
	bool small = turn->board->width < 11 || turn->board->height < 11;
	const int(*three)[2] = openings[small ? (uint64_t)SMALL : chance(turn, SMALL)];

	brain_say("%d,%d %d,%d %d,%d", x + three[0][0], y + three[0][1], x + three[1][0], y + three[1][1],
		  x + three[2][0], y + three[2][1]);
}

/* What white's best move is worth to white.  */
static int worth(const struct brain *brain, const struct brain_turn *turn)
{
	if (brain->value)
		return brain->value(brain->self);
	return (int)chance(turn, 4 * ADVANTAGE) - 2 * ADVANTAGE;
}

static void say_square(const struct brain_turn *turn, int square)
{
	brain_say("%d,%d", square % turn->board->width, square / turn->board->width);
}

/* Adds a white stone and a black one, and lets the opponent choose.  */
static void place_two(const struct brain *brain, const struct brain_turn *turn, int white)
{
	struct brain_board after = *turn->board;
	struct brain_turn next = *turn;

	for (int i = 0; i < after.width * after.height; i++) /* from black's side */
		if (after.field[i] != FIELD_EMPTY)
			after.field[i] = after.field[i] == FIELD_OWN ? FIELD_OPPONENT : FIELD_OWN;
	brain_set(&after, white, FIELD_OPPONENT);
	next.board = &after;
	int black = brain->choose(brain->self, &next);
	brain_say("%d,%d %d,%d", white % after.width, white / after.width, black % after.width,
		  black / after.width);
}

void brain_swap2(const struct brain *brain, const struct brain_turn *turn)
{
	if (turn->board->stones == 0) {
		place_three(turn);
		return;
	}
	int square = brain->choose(brain->self, turn), value = worth(brain, turn);
	if (value < -ADVANTAGE)
		brain_say("SWAP");
	else if (value > ADVANTAGE || turn->board->stones == 5)
		say_square(turn, square);
	else
		place_two(brain, turn, square);
}
