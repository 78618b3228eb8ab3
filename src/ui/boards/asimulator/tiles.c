/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tiles.c - the tiles of the agent world: what is on them, what is known of them, and what the agent draws
 * there.
 *
 * What an agent cannot know is faint where the truth is shown, else blank.  What it has perceived on a tile
 * stays there.  A tile of one cell shows only its first sign, a larger one more of them.  */
#include "board.h"

#include <stdio.h>
#include <string.h>

enum { MARKS = 6, TEXT = 4, SYMBOL_FIRST = 100, SYMBOL_NAMED = 200 };

/* What is drawn on a tile, the most important first.  */
struct tile_look {
	enum role ground;
	bool wall;
	struct {
		enum role role;
		enum glyph glyph;
	} mark[MARKS];
	int count;
	char agent;        /* on the tile, as it looks; '\0': elsewhere */
	char symbol[TEXT]; /* at most two columns; "": none */
};

/* What can be on a tile or be perceived there, the most important first.  */
static const struct {
	unsigned tile;
	enum role role;
	enum glyph glyph;
	const char *word;
} kinds[] = {
	{WORLD_ENEMY, ROLE_TILE_ENEMY, GLYPH_ENEMY, "enemy"},
	{WORLD_ITEM, ROLE_TILE_ITEM, GLYPH_ITEM, "item"},
	{WORLD_DANGER, ROLE_TILE_DANGER, GLYPH_DANGER, "danger"},
	{WORLD_HOME, ROLE_TILE_HOME, GLYPH_HOME, "home"},
	{WORLD_HOSTILITY, ROLE_TILE_PERCEPT, GLYPH_HOSTILITY, "hostility"},
	{WORLD_FEAR, ROLE_TILE_PERCEPT, GLYPH_FEAR, "fear"},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]), FELT = WORLD_HOSTILITY | WORLD_FEAR };

/* Symbols 200 to 209 (original); the sign of 202 has a glyph.  */
static const struct {
	char sign;
	const char *word;
} named[] = {
	{'#', NULL},     {'?', NULL},    {'\0', NULL},     {'u', "unreachable"}, {'i', "irrelevant"},
	{'e', "enemy?"}, {'E', "enemy"}, {'d', "danger?"}, {'D', "danger"},      {'s', "will shut off"},
};
enum { NAMED = sizeof(named) / sizeof(named[0]) };

/* ---- what a tile looks like ---- */

static void name_symbol(int number, char text[TEXT])
{
	int i = number - SYMBOL_NAMED;

	text[0] = '\0';
	if (number >= SYMBOL_FIRST && number < SYMBOL_NAMED)
		snprintf(text, TEXT, "%d", (number - SYMBOL_FIRST) % 100);
	else if (number >= SYMBOL_NAMED && i < NAMED && named[i].sign)
		snprintf(text, TEXT, "%c", named[i].sign);
	else if (number >= SYMBOL_NAMED)
		snprintf(text, TEXT, "%s", i < NAMED ? paint_glyph(GLYPH_INTERROBANG) : "*");
}

static void add_mark(struct tile_look *look, enum role role, enum glyph glyph)
{
	look->mark[look->count].role = role;
	look->mark[look->count++].glyph = glyph;
}

/* The look of a tile as it is or as it is known; `faint`: its agent cannot know it.  */
static void look_at_tile(struct tile_look *look, unsigned tile, bool faint)
{
	look->wall = tile & WORLD_WALL;
	look->ground = faint                 ? ROLE_TILE_UNKNOWN
		       : tile & WORLD_WALL   ? ROLE_TILE_WALL
		       : tile & WORLD_DANGER ? ROLE_TILE_DANGER
		       : tile & WORLD_HOME   ? ROLE_TILE_HOME
					     : ROLE_TILE_CLEAR;
	for (int i = 0; i < KINDS; i++)
		if (tile & kinds[i].tile)
			add_mark(look, faint ? ROLE_TILE_UNKNOWN : kinds[i].role, kinds[i].glyph);
	if (!look->wall && !look->count)
		add_mark(look, look->ground, GLYPH_POINT);
}

static struct tile_look look_of(const struct asim_board *board, int seat, int column, int row, bool truth)
{
	static const char agents[] = ">^<v"; /* in the order of enum world_direction */
	const struct asim_course *course = asim_course_of(board, seat);
	int x = column - board->world.column, y = board->world.row - row;
	unsigned known = course->known[row * board->world.width + column];
	struct tile_look look = {.ground = ROLE_TILE_UNKNOWN};

	if (truth)
		look_at_tile(&look, (world_sim_tile(&course->sim, x, y) & ~(unsigned)FELT) | (known & FELT),
			     !known);
	else if (known)
		look_at_tile(&look, known & ~(unsigned)ASIM_KNOWN, false);
	if (course->sim.x == x && course->sim.y == y)
		look.agent = agents[course->sim.direction];
	name_symbol(asim_symbol_at(board->symbols, seat, column, row), look.symbol);
	return look;
}

/* ---- drawing ---- */

/* Draws what is on it from left to right, as much as fits.  Returns the column behind it.  */
static int draw_marks(struct area row, int x, const struct tile_look *look)
{
	if (look->agent)
		x = paint_format(row, 0, x, ROLE_TILE_AGENT, "%c", look->agent);
	for (int i = 0; i < look->count && x < row.width; i++)
		if (!look->agent || look->mark[i].glyph != GLYPH_POINT)
			x = paint_put(row, 0, x, look->mark[i].role, look->mark[i].glyph);
	return x;
}

/* In a single row a symbol stands at the right end; where that is also the left end, it replaces everything
   but the agent.  */
static void draw_low(struct area row, const struct tile_look *look)
{
	int width = paint_width(look->symbol);
	bool fits = width + (look->agent ? 1 : 0) <= row.width;

	draw_marks(row, 0, look);
	if (width && (fits || !look->agent || row.width > 1))
		paint_text(row, 0, fits ? row.width - width : row.width - 1, ROLE_TILE_SYMBOL,
			   fits ? look->symbol : "*");
}

static void draw_tile(struct area cells, const struct tile_look *look)
{
	struct area row = {cells.y + (cells.height - 1) / 2, cells.x + 1, 1, cells.width - 1};

	paint_clear(cells, look->ground);
	for (int y = 0; look->wall && y < cells.height; y++)
		for (int x = 0; x < cells.width; x++)
			paint_put(cells, y, x, look->ground, GLYPH_WALL);
	if (cells.height == 1) {
		draw_low(cells, look);
		return;
	}
	draw_marks(row, 0, look);
	row.y++;
	paint_text(row, 0, 0, ROLE_TILE_SYMBOL, look->symbol);
}

void asim_draw_tiles(const struct asim_board *board, int seat, bool truth)
{
	const struct grid *tiles = &board->window[seat];

	for (int row = tiles->line; row < tiles->line + tiles->lines; row++)
		for (int column = tiles->column; column < tiles->column + tiles->columns; column++) {
			struct tile_look look = look_of(board, seat, column, row, truth);

			draw_tile(grid_cells(tiles, (struct area){0}, row, column), &look);
		}
}

/* ---- signs ---- */

void asim_draw_signs(struct area area)
{
	struct asim_flow flow = {.area = area, .gap = 2};

	asim_flow(&flow, ROLE_TILE_WALL, paint_glyph(GLYPH_WALL), ROLE_FAINT, "wall");
	for (int i = KINDS - 1; i >= 0; i--)
		asim_flow(&flow, kinds[i].role, paint_glyph(kinds[i].glyph), ROLE_FAINT, kinds[i].word);
	for (int i = 0; i < NAMED; i++)
		if (named[i].word)
			asim_flow(&flow, ROLE_TILE_SYMBOL, (char[]){named[i].sign, '\0'}, ROLE_FAINT,
				  named[i].word);
}
