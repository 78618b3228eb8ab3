/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* position.c - the position of a match of gomoku after its turns, read literally (gomocup, Rules).  */
#include "position.h"

#include "systems/gomocup/rules.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The squares of `7,7 8,7 9,9`. -1: it is something else, or a square is not free.  */
static int read_squares(const struct grid *grid, const char *text, int x[], int y[], int room)
{
	int count = 0, length;

	for (; *text; text += length) {
		if (count == room || sscanf(text, " %d,%d %n", &x[count], &y[count], &length) != 2 ||
		    !grid_is_free(grid, x[count], y[count]))
			return -1;
		for (int i = 0; i < count; i++)
			if (x[i] == x[count] && y[i] == y[count])
				return -1;
		count++;
	}
	return count;
}

/* Seat 1 of the rules (gomocup, Rules: swap2) begins. It has black unless somebody swaps. The seat with
 * white plays the stones with even numbers.  */
static void settle(struct position *position, int black)
{
	position->chosen = true;
	position->black = black;
}

/* False: the rules of swap2 do not allow this many stones, or this choice, now.  */
static bool choose(struct position *position, int stones, bool swaps)
{
	int chooser = position->next, other = seat_opponent(chooser);

	switch (position->grid.count) {
	case 0: /* black, white, black */ position->next = other; return !swaps && stones == 3;
	case 3: /* swaps, plays white's stone, or adds white and black and leaves the choice */
		position->next = other;
		if (swaps || stones == 1)
			settle(position, swaps ? chooser : other);
		return swaps || stones == 1 || stones == 2;
	case 5: /* swaps, or plays the sixth, which is white's */
		settle(position, swaps ? chooser : other);
		return swaps || stones == 1;
	default: return false;
	}
}

/* Has the last stone ended the match?  */
static void end(struct position *position, bool forbidden)
{
	const struct grid *grid = &position->grid;
	int black = position->black, white = seat_opponent(black), ahead;

	position->winner = WINNER_DRAW;
	if (forbidden) {
		position->reason = "forbidden";
		position->winner = white;
	} else if (!(grid->rule & GRID_CONTINUOUS) && grid->won) {
		position->reason = "five";
		position->winner = grid->count % 2 ? black : white;
	} else if (grid->rule & GRID_CONTINUOUS && !grid_has_place(grid)) {
		ahead = grid->lines[GRID_BLACK] - grid->lines[GRID_WHITE];
		position->reason = "lines";
		position->winner = ahead > 0 ? black : ahead < 0 ? white : WINNER_DRAW;
	} else if (grid_is_full(grid)) {
		position->reason = "full-board";
	} else if (position->draw_at && grid->count >= position->draw_at) {
		position->reason = "draw-at";
	}
}

void position_begin(struct position *position, const struct setup *setup, enum grid_rule rule)
{
	const char *given = setup_given(setup, "opening"), *text = given ? given : "";
	int width, height, x, y, length;

	*position = (struct position){.black = setup->first, .next = setup->first};
	sscanf(setup_given(setup, "size"), "%dx%d", &width, &height);
	grid_clear(&position->grid, width, height, rule);
	position->swap2 = setup_given(setup, "swap2") != NULL;
	position->chosen = !position->swap2;
	position->draw_at = (int)setup_count(setup, &gomoku_option_draw_at);
	for (; sscanf(text, " %d,%d %n", &x, &y, &length) == 2; text += length) {
		grid_put(&position->grid, x, y);
		position->next = seat_opponent(position->next);
	}
}

bool position_play(struct position *position, const char *text)
{
	struct grid *grid = &position->grid;
	bool swaps = strcmp(text, "swap") == 0, settled = position->chosen, forbidden;
	int x[3], y[3], stones = swaps ? 0 : read_squares(grid, text, x, y, 3);

	if (stones < 0 || position->reason)
		return false;
	if (settled ? swaps || stones != 1 : !choose(position, stones, swaps))
		return false;
	forbidden = settled && grid_is_forbidden(grid, x[0], y[0]);
	for (int i = 0; i < stones; i++)
		grid_put(grid, x[i], y[i]);
	position->turns++;
	if (position->chosen)
		position->next = grid->count % 2 ? seat_opponent(position->black) : position->black;
	end(position, forbidden);
	return true;
}
