/* grid.c - gomoku once more, read literally from the rules and slow.  */
#include "grid.h"

#include <string.h>

static char at(const struct grid *grid, int x, int y)
{
	return x >= 0 && y >= 0 && x < grid->width && y < grid->height ? grid->at[y][x] : 0;
}

/* Do five of them stand here in this direction, and is it a line by the rule?  */
static bool five_from(const struct grid *grid, int x, int y, int dx, int dy, char who)
{
	char before = at(grid, x - dx, y - dy), behind = at(grid, x + 5 * dx, y + 5 * dy);

	for (int i = 0; i < 5; i++)
		if (at(grid, x + i * dx, y + i * dy) != who)
			return false;
	if (before == who || behind == who)
		return !(grid->rule & GRID_NO_LONGER);
	return !(grid->rule & GRID_NOT_BETWEEN) || !before || !behind;
}

void grid_clear(struct grid *grid, int width, int height, enum grid_rule rule)
{
	memset(grid, 0, sizeof(*grid));
	grid->width = width;
	grid->height = height;
	grid->rule = rule;
}

bool grid_is_free(const struct grid *grid, int x, int y)
{
	return x >= 0 && y >= 0 && x < grid->width && y < grid->height && !grid->at[y][x];
}

void grid_put(struct grid *grid, int x, int y, char who)
{
	grid->at[y][x] = who;
	grid->count++;
}

void grid_take(struct grid *grid, int x, int y)
{
	grid->at[y][x] = 0;
	grid->count--;
}

bool grid_has_won(const struct grid *grid, char who)
{
	for (int y = 0; y < grid->height; y++)
		for (int x = 0; x < grid->width; x++)
			if (five_from(grid, x, y, 1, 0, who) || five_from(grid, x, y, 0, 1, who) ||
			    five_from(grid, x, y, 1, 1, who) || five_from(grid, x, y, 1, -1, who))
				return true;
	return false;
}

bool grid_is_full(const struct grid *grid)
{
	return grid->count == grid->width * grid->height;
}
