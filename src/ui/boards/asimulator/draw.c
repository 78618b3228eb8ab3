/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the view of the agent world on the screen: a world for each seat with its numbers, side by side
 * or one above the other, whichever shows more.
 *
 * Tiles grow with the room.  A world that does not fit is seen through a window that follows the agent.  */
#include "board.h"
#include "ringside/bytes.h"
#include "ui/boards/sums.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Draws the tiles of a seat's window.  `truth`: as they are, else as its agent knows them.  */
static void asim_draw_tiles(const struct asim_board *board, int seat, bool truth)
{
	const struct grid *tiles = &board->window[seat];

	for (int row = tiles->line; row < tiles->line + tiles->lines; row++)
		for (int column = tiles->column; column < tiles->column + tiles->columns; column++) {
			struct tile_look look = look_of(board, seat, column, row, truth);

			draw_tile(grid_cells(tiles, (struct area){0}, row, column), &look);
		}
}

/* ---- signs ---- */

/* Draws what the signs mean, in as many rows as the area has.  */
static void asim_draw_signs(struct area area)
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

enum {
	GAP = 2,
	NUMBER_ROWS = 3,  /* below the tiles */
	TILES_LEAST = 3,  /* rows of tiles that leave room for numbers */
	WIDE_ENOUGH = 40, /* columns that are enough for two cells a tile in a world that does not fit */
	SIGN_ROWS = 2,    /* that signs need */
	KEY_ROWS = 2      /* that keys may take */
};

/* The sizes of tiles, the best first: nearly square on most terminals.  */
static const struct grid_size sizes[] = {{4, 8}, {3, 6}, {2, 4}, {2, 3}, {1, 2}, {1, 1}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

int asim_first_seen(int at, int scrolled, int seen, int all)
{
	return within(grid_centred(at, seen, all) + scrolled, 0, all - seen);
}

void asim_flow(struct asim_flow *flow, enum role sign_role, const char *sign, enum role role,
	       const char *word)
{
	int width = paint_width(sign) + (*word ? 1 + paint_width(word) : 0);
	int x;

	if (flow->x > 0 && flow->x + flow->gap + width > flow->area.width) {
		flow->x = 0;
		flow->y++;
	} else if (flow->x > 0) {
		flow->x += flow->gap;
	}
	if (flow->y < flow->area.height) {
		x = paint_text(flow->area, flow->y, flow->x, sign_role, sign);
		paint_text(flow->area, flow->y, x + 1, role, word);
	}
	flow->x += width;
}

/* ---- where things stand ---- */

/* How a seat's part of the area is divided.  */
struct part {
	struct area name, numbers;
	struct grid tiles;
};

/* The tiles that fit: all of them, as large as possible, or some around the agent.  */
static struct grid tiles_in(const struct asim_board *board, int seat, struct area area)
{
	const struct world_sim *sim = &asim_course_of(board, seat)->sim;
	int width = board->world.width, height = board->world.height;
	struct grid_size size = grid_size_for(sizes, SIZES, height, width, area);
	struct grid tiles = {.y = area.y, .x = area.x, .height = size.height, .width = size.width};

	if (width * tiles.width > area.width && area.width >= WIDE_ENOUGH)
		tiles.width = 2;
	grid_fill(&tiles, height, width, area);
	tiles.column = asim_first_seen(board->world.column + sim->x, board->side, tiles.columns, width);
	tiles.line = asim_first_seen(board->world.row - sim->y, board->down, tiles.lines, height);
	return tiles;
}

static struct part part_in(const struct asim_board *board, int seat, struct area area)
{
	struct part part = {.name = area};
	int name = area.height > TILES_LEAST ? 1 : 0;
	int numbers = within((area.height - name - TILES_LEAST) / 2, 0, NUMBER_ROWS);
	int rows;

	part.name.height = name;
	part.tiles = tiles_in(board, seat,
			      (struct area){area.y + name, area.x, area.height - name - numbers, area.width});
	rows = name + part.tiles.lines * part.tiles.height;
	part.numbers = (struct area){area.y + rows, area.x, numbers, area.width};
	return part;
}

/* The area of the i-th of `count` parts.  */
static struct area cut(struct area area, int i, int count, bool across)
{
	int side = across ? area.width : area.height, gap = side > 8 * count ? (across ? GAP : 1) : 0;
	int each = within((side - gap * (count - 1)) / count, 0, side);

	if (across)
		return (struct area){area.y, area.x + i * (each + gap), area.height, each};
	return (struct area){area.y + i * (each + gap), area.x, each, area.width};
}

/* How much of a world is visible: tiles first, then their size.  */
static int worth(const struct grid *tiles)
{
	return tiles->columns * tiles->lines * 64 + tiles->height * tiles->width;
}

/* Makes parts for the taken seats.  Returns how many.  */
static int arrange(const struct asim_board *board, struct area area, struct part parts[ASIM_PLAYERS],
		   int seats[ASIM_PLAYERS])
{
	struct part stacked[ASIM_PLAYERS];
	int count = 0, across = 0, down = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->sits[seat])
			seats[count++] = seat;
	for (int i = 0; i < count; i++) {
		parts[i] = part_in(board, seats[i], cut(area, i, count, true));
		stacked[i] = part_in(board, seats[i], cut(area, i, count, false));
		across += worth(&parts[i].tiles);
		down += worth(&stacked[i].tiles);
	}
	if (down > across)
		memcpy(parts, stacked, sizeof(stacked));
	return count;
}

/* ---- the numbers ---- */

/* Draws the name, and at the right end whether it leads.  */
static void draw_name(const struct asim_board *board, int seat, struct area area)
{
	static const enum role roles[SEATS] = {ROLE_TEXT, ROLE_SEAT_1, ROLE_SEAT_2};
	const struct asim_courses *now = asim_history_now(board->position.line);
	bool over = now->seat[0].sim.end && now->seat[1].sim.end;
	bool leads = board->sits[seat_opponent(seat)] && now->leader == seat;
	char *more = board->position.unfinished
			     ? bytes_text("played %d %%", position_percent(&board->position))
			     : bytes_text("%s", !leads ? ""
						: over ? "ahead"
						       : "leads");
	struct area left = area;

	left.width = within(area.width - paint_width(more) - 1, 0, area.width);
	paint_text(left, 0, 0, roles[seat], sum_mark(NULL, 0, seat));
	if (left.height && left.width > 2)
		paint_bytes((struct area){left.y, left.x + 2, 1, left.width - 2}, 0, 0, ROLE_STRONG,
			    board->name[seat], strlen(board->name[seat]));
	if (left.width > 4)
		paint_text(area, 0, left.width + 1, board->position.unfinished ? ROLE_WARNING : ROLE_GOOD,
			   more);
	free(more);
}

static void draw_line(struct area area, int y, enum role role, char *text)
{
	if (y < area.height && area.width > 0)
		paint_bytes((struct area){area.y + y, area.x, 1, area.width}, 0, 0, role, text, strlen(text));
	free(text);
}

/* Leaves out the number of actions if it does not fit.  */
static char *where_words(const struct world_sim *sim, int width)
{
	bool limited = sim->world->rules.flag[WORLD_AMMUNITION_IS_LIMITED];
	struct bytes text = {0};
	char *actions = bytes_text("  %" PRId64 " action%s", sim->actions, sim->actions == 1 ? "" : "s");

	if (sim->end)
		bytes_addf(&text, "ended: %s", world_end_name(sim->end));
	else
		bytes_addf(&text, "%d,%d %s", sim->x, sim->y, world_direction_name(sim->direction));
	if (limited)
		bytes_addf(&text, "  ammo %" PRId32, sim->ammunition);
	if (paint_width(text.at) + paint_width(actions) <= width)
		bytes_add_text(&text, actions);
	free(actions);
	return text.at;
}

static void draw_numbers(const struct asim_course *course, struct area area)
{
	const struct world_sim *sim = &course->sim;
	char *percept = world_percept_words(sim->percept);

	draw_line(area, 0, ROLE_STRONG,
		  bytes_text("score %" PRId64 "  cost %" PRId64, sim->score, sim->cost));
	draw_line(area, 1, sim->end ? ROLE_OVER : ROLE_TEXT, where_words(sim, area.width));
	draw_line(area, 2, ROLE_CHANNEL_PERCEPT,
		  course->action < 0 ? bytes_text("begins: %s", percept)
				     : bytes_text("%s: %s", world_action_name(course->action), percept));
	free(percept);
}

/* ---- all of it ---- */

/* A person's keys take the lowest rows.  */
static void draw_keys(const struct asim_board *board, struct area *area, const char *hint)
{
	int rows = asim_draw_keys((struct area){0, 0, 0, area->width}, hint);

	rows = rows < KEY_ROWS ? rows : KEY_ROWS;
	if (!asim_person_drives(board) || area->height < TILES_LEAST + NUMBER_ROWS + rows)
		return;
	area->height -= rows;
	asim_draw_keys((struct area){area->y + area->height, area->x, rows, area->width}, hint);
}

/* Below everything else, if there is room.  */
static void draw_signs(struct area area, const struct part *parts, int count)
{
	int end = area.y + area.height, y = area.y;

	for (int i = 0; i < count; i++) {
		const struct area *numbers = &parts[i].numbers;

		if (numbers->y + numbers->height > y)
			y = numbers->y + numbers->height;
	}
	if (end - y > SIGN_ROWS)
		asim_draw_signs((struct area){y + 1, area.x, end - y - 1, area.width});
}

static void draw_problem(const char *problem, struct area area)
{
	struct asim_flow flow = {.area = area, .gap = 1};

	while (*problem) {
		size_t size = strcspn(problem, " ");
		char *word = bytes_copy(problem, size);

		asim_flow(&flow, ROLE_ALARM, word, ROLE_ALARM, "");
		free(word);
		problem += size;
		problem += strspn(problem, " ");
	}
}

void asim_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct asim_board *board = state;
	struct part parts[ASIM_PLAYERS];
	int seats[ASIM_PLAYERS], count;

	(void)cursor;
	memset(board->window, 0, sizeof(board->window));
	if (area.height < 1 || area.width < 1)
		return;
	paint_clear(area, ROLE_TEXT);
	if (board->problem) {
		draw_problem(board->problem, area);
		return;
	}
	draw_keys(board, &area, view->hint);
	count = arrange(board, area, parts, seats);
	for (int i = 0; i < count; i++) {
		board->window[seats[i]] = parts[i].tiles;
		draw_name(board, seats[i], parts[i].name);
		asim_draw_tiles(board, seats[i], view_shows(view, ASIM_TRUTH));
		draw_numbers(asim_course_of(board, seats[i]), parts[i].numbers);
	}
	draw_signs(area, parts, count);
}

/* Two worlds side by side with the best tiles that stay below a size.  */
static void size_of(const struct asim_board *board, int seat_width, int below, int most_high, int most_wide,
		    int *height, int *width)
{
	int count = board->sits[SEAT_1] && board->sits[SEAT_2] ? 2 : 1, i = 0;

	do {
		int each = board->world.width * sizes[i].width;

		*height = board->world.height * sizes[i].height + below;
		*width = count * (each > seat_width ? each : seat_width) + GAP * (count - 1);
	} while (++i < SIZES && (*height > most_high || *width > most_wide));
}

/* With numbers, keys and signs.  A world larger than the screen scrolls.  */
void asim_wants(const void *state, int *height, int *width)
{
	enum { SEAT_WIDTH = 34, MOST_HIGH = 48, MOST_WIDE = 120 };

	size_of(state, SEAT_WIDTH, 1 + NUMBER_ROWS + KEY_ROWS + SIGN_ROWS, MOST_HIGH, MOST_WIDE, height,
		width);
	*height = within(*height, 1, MOST_HIGH);
	*width = within(*width, 1, MOST_WIDE);
}

/* With numbers.  A large world is whole, too.  */
void asim_picture(const void *state, int *height, int *width)
{
	enum { SEAT_WIDTH = 26, MOST_HIGH = 24, MOST_WIDE = 60 };

	size_of(state, SEAT_WIDTH, 1 + NUMBER_ROWS, MOST_HIGH, MOST_WIDE, height, width);
}
