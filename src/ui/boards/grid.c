/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* grid.c - what boards with squares share.  */
#define NCURSES_NOMACROS
#include "grid.h"

#include <assert.h>
#include <curses.h>

struct area grid_take(struct area *area, int rows)
{
	struct area taken = *area;

	taken.height = within(rows, 0, area->height);
	area->y += taken.height;
	area->height -= taken.height;
	return taken;
}

/* ---- which squares are seen, and where ---- */

struct grid_size grid_size_for(const struct grid_size *sizes, int count, int lines, int columns,
			       struct area room)
{
	int i = 0;

	assert(sizes && count > 0);
	while (i < count - 1 &&
	       (lines * sizes[i].height > room.height || columns * sizes[i].width > room.width))
		i++;
	return sizes[i];
}

void grid_fill(struct grid *grid, int lines, int columns, struct area room)
{
	assert(grid->height > 0 && grid->width > 0);
	grid->lines = within(room.height / grid->height, 0, lines);
	grid->columns = within(room.width / grid->width, 0, columns);
}

int grid_centred(int at, int seen, int all)
{
	return within(at - seen / 2, 0, all - seen);
}

int grid_scrolled(int first, int at, int seen, int all)
{
	int margin = within((seen - 1) / 4, 0, 2);

	first = within(first, at + margin - seen + 1, at - margin);
	return within(first, 0, all - seen);
}

bool grid_sees(const struct grid *grid, int line, int column)
{
	line -= grid->line;
	column -= grid->column;
	return line >= 0 && line < grid->lines && column >= 0 && column < grid->columns;
}

struct area grid_cells(const struct grid *grid, struct area area, int line, int column)
{
	return (struct area){
		area.y + grid->y + grid->height * (line - grid->line),
		area.x + grid->x + grid->width * (column - grid->column),
		grid->height,
		grid->width,
	};
}

enum role grid_label_role(bool cursor, int at, int cursor_at)
{
	return cursor && at == cursor_at ? ROLE_STRONG : ROLE_BOARD_LABEL;
}

/* ---- a person ---- */

bool grid_is_enter(unsigned key, bool is_code)
{
	return is_code ? key == KEY_ENTER : key == '\r' || key == '\n';
}

bool grid_way(unsigned sets, unsigned key, bool is_code, int *lines, int *columns)
{
	static const struct {
		unsigned arrow, shifted, letter;
		int lines, columns;
	} ways[] = {
		{KEY_LEFT, KEY_SLEFT, 'h', 0, -1},
		{KEY_DOWN, KEY_SF, 'j', 1, 0},
		{KEY_UP, KEY_SR, 'k', -1, 0},
		{KEY_RIGHT, KEY_SRIGHT, 'l', 0, 1},
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		bool is_it = is_code ? (sets & GRID_ARROWS && key == ways[i].arrow) ||
					       (sets & GRID_SHIFTED && key == ways[i].shifted)
				     : sets & GRID_LETTERS && key == ways[i].letter;

		if (!is_it)
			continue;
		*lines = ways[i].lines;
		*columns = ways[i].columns;
		return true;
	}
	return false;
}

int grid_key(unsigned key, bool is_code, int *line, int *column)
{
	int lines, columns;

	if (grid_is_enter(key, is_code))
		return 2;
	if (!grid_way(GRID_ARROWS | GRID_LETTERS, key, is_code, &lines, &columns))
		return 0;
	*line += lines;
	*column += columns;
	return 1;
}

int grid_button(int button)
{
	return button == 1 ? 2 : button == 2 || button == 3 ? 1 : 0;
}

int grid_click(const struct grid *grid, int y, int x, int button, int *line, int *column)
{
	int meaning = grid_button(button);

	y -= grid->y;
	x -= grid->x;
	if (!meaning || y < 0 || x < 0 || grid->columns < 1 || y >= grid->lines * grid->height ||
	    x >= grid->columns * grid->width + grid->rim)
		return 0;
	*line = grid->line + y / grid->height;
	*column = grid->column + within(x / grid->width, 0, grid->columns - 1);
	return meaning;
}
