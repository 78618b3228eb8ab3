/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain_blocks.c - continuous games: the stones of a winning line become blocks, which belong to nobody.
 *
 * BOARD tells blocks as field 3, TURN does not: a brain has to find them itself.  */
#include "brain.h"

static enum brain_field field_at(const struct brain_board *board, int x, int y)
{
	if (x < 0 || y < 0 || x >= board->width || y >= board->height)
		return FIELD_EMPTY;
	return (enum brain_field)board->field[y * board->width + x];
}

/* How many more stones of its kind follow in a row from the square.  */
static int run(const struct brain_board *board, int x, int y, int dx, int dy)
{
	enum brain_field field = field_at(board, x, y);
	int length = 0;

	while (field_at(board, x + (length + 1) * dx, y + (length + 1) * dy) == field)
		length++;
	return length;
}

/* `rule`: the bits of INFO rule. `ends`: how many ends of the row have an opponent's stone.  */
static bool wins(int rule, bool black, int length, int ends)
{
	bool exactly = rule & RULE_EXACT || (rule & RULE_RENJU && black);

	if (length != 5)
		return length > 5 && !exactly;
	return !(rule & RULE_CARO) || ends < 2;
}

void brain_block(struct brain_board *board, int square, int rule)
{
	static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int x = square % board->width, y = square / board->width, made[4][2] = {{0}};
	bool black = board->stones % 2 == 1; /* the player who has just moved */

	for (int i = 0; i < 4; i++) {
		int dx = directions[i][0], dy = directions[i][1];
		int back = run(board, x, y, -dx, -dy), length = back + 1 + run(board, x, y, dx, dy);
		int ends =
			(field_at(board, x - (back + 1) * dx, y - (back + 1) * dy) != FIELD_EMPTY) +
			(field_at(board, x + (length - back) * dx, y + (length - back) * dy) != FIELD_EMPTY);

		if (wins(rule, black, length, ends)) {
			made[i][0] = back;
			made[i][1] = length;
		}
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < made[i][1]; j++)
			board->field[(y + (j - made[i][0]) * directions[i][1]) * board->width + x +
				     (j - made[i][0]) * directions[i][0]] = FIELD_BLOCKED;
}
