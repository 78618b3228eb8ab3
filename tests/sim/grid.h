/* grid.h - gomoku once more, read literally from the rules and slow: what the judge's game is checked
 * against.
 *
 * Shares nothing with src/game: the same mistake would have to be made twice.  */
#ifndef RINGSIDE_SIM_GRID_H
#define RINGSIDE_SIM_GRID_H

#include <stdbool.h>

enum { GRID_SIDE = 64 };

/* What wins, and what is nothing: flags that are added.  */
enum grid_rule {
	GRID_FIVE_OR_MORE = 0,
	GRID_NO_LONGER = 1,   /* longer than five is nothing */
	GRID_NOT_BETWEEN = 2, /* a five between two stones of the other is nothing */
};

struct grid {
	int width, height;
	enum grid_rule rule;
	char at[GRID_SIDE][GRID_SIDE]; /* at[y][x]: 0 empty, else who */
	int count;                     /* of stones */
};

void grid_clear(struct grid *grid, int width, int height, enum grid_rule rule);
bool grid_is_free(const struct grid *grid, int x, int y);
/* The square must be free.  */
void grid_put(struct grid *grid, int x, int y, char who);
void grid_take(struct grid *grid, int x, int y);
/* Is there a line of `who` anywhere that wins?  */
bool grid_has_won(const struct grid *grid, char who);
bool grid_is_full(const struct grid *grid);

#endif
