/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of the agent world: a world for each seat with its numbers, side by side or one above
 * the other, whichever shows more; and the keys of a person who drives or looks around.
 *
 * The turns are played again up to the shown position (checkpoints.h), with what each agent can know by then,
 * and what the agents draw is heard.
 *
 * Tiles grow with the room.  A world that does not fit is seen through a window that follows the agent.  */
#define NCURSES_NOMACROS
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "systems/asimulator/rules.h"
#include "ui/boards/shared.h"

#include <curses.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PLAYERS = SEATS - 1,
	KNOWN = 1 << 7, /* the tile is known; the other bits are enum world_tile */
	MAPS_KEPT = 32, /* even */
	FIRST_DISTANCE = 1024,
	/* Requests by their numbers (original).  */
	CLEAR_ALL = 6,
	SYMBOL_FIRST = 100,
	SYMBOL_NAMED = 200,
	SYMBOL_REMOVE = 254
};

/* The board's only toggle: shows what the agents cannot know of their worlds.  */
enum { TRUTH };

/* A seat's simulation, and what its agent can know of it: what it was told at the start, what it perceived
   where it was, what it bumped into and what it hit.  */
struct course {
	struct world_sim sim;
	int action;                 /* the last one; -1: none yet */
	uint8_t known[WORLD_TILES]; /* [row * width + column], KNOWN and what is known; 0: nothing */
};

/* Both seats, at a position of the match.  */
struct courses {
	int leader; /* at the end of the last round; SEAT_NONE: nobody */
	struct course seat[PLAYERS];
};

/* What the agents draw on their worlds: the numbers of symbols, 100 to 253; 0: none.  */
struct map {
	int64_t n; /* of the last message in it */
	uint8_t at[PLAYERS][WORLD_TILES];
};

struct board {
	struct position position; /* its states are struct courses */
	struct world world;
	char *problem; /* why the setup makes no world; owned. NULL: it makes one, and only then there are
			  symbols */

	struct map symbols;
	struct map *kept[MAPS_KEPT]; /* earlier ones, to go back to: of increasing n, the first before all
					messages; owned */
	int kept_count, distance;    /* messages from one kept map to the next */
	int since;                   /* messages after the last kept one */

	/* As the match was at the last position().  */
	char name[SEATS][SUM_NAME_SIZE];
	bool sits[SEATS], person[SEATS];

	enum world_action chosen;  /* by a person */
	int side, down;            /* tiles that the windows are scrolled away from the agents */
	struct grid window[SEATS]; /* the tiles of a seat that were drawn last; y and x count on the screen */
	char expects[120];         /* what a person has to do */
};

static const struct courses *courses_now(const struct board *board)
{
	return checkpoints_state(board->position.line);
}

static const struct course *course_of(const struct board *board, int seat)
{
	return &courses_now(board)->seat[seat - SEAT_1];
}

/* ---- what an agent can know ---- */

/* The place of a tile in the map; NULL: outside.  */
static uint8_t *known_at(struct course *course, int x, int y)
{
	const struct world *world = course->sim.world;
	int column = world->column + x, row = world->row - y;
	bool inside = column >= 0 && column < world->width && row >= 0 && row < world->height;

	return inside ? &course->known[row * world->width + column] : NULL;
}

static void know(struct course *course, int x, int y, unsigned tile)
{
	uint8_t *known = known_at(course, x, y);

	if (known)
		*known = (uint8_t)(KNOWN | tile);
}

static void step(const struct world_sim *sim, int *x, int *y)
{
	static const int dx[] = {1, 0, -1, 0},
			 dy[] = {0, 1, 0, -1}; /* in the order of enum world_direction */

	*x += dx[sim->direction];
	*y += dy[sim->direction];
}

/* The agent's own tile: what it perceives there, or what it died of.  */
static void know_here(struct course *course)
{
	const struct world_sim *sim = &course->sim;
	static const struct {
		unsigned percept, tile;
	} meanings[] = {{WORLD_PERCEPT_HOME, WORLD_HOME},
			{WORLD_PERCEPT_ITEM, WORLD_ITEM},
			{WORLD_PERCEPT_HOSTILITY, WORLD_HOSTILITY},
			{WORLD_PERCEPT_FEAR, WORLD_FEAR}};
	unsigned tile = 0;

	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (sim->percept & meanings[i].percept)
			tile |= meanings[i].tile;
	if (sim->end == WORLD_END_DEATH)
		tile |= world_sim_tile(sim, sim->x, sim->y) & (WORLD_DANGER | WORLD_ENEMY);
	know(course, sim->x, sim->y, tile);
}

static void know_bump(struct course *course)
{
	int x = course->sim.x, y = course->sim.y;

	if (!(course->sim.percept & WORLD_PERCEPT_BUMP))
		return;
	step(&course->sim, &x, &y);
	know(course, x, y, WORLD_WALL);
}

/* A known enemy in the line of fire that is gone was hit.  The rules say what is left of it.  */
static void know_hits(struct course *course)
{
	const struct world_sim *sim = &course->sim;
	int x = sim->x, y = sim->y;
	uint8_t *known;

	if (!(sim->percept & WORLD_PERCEPT_NEUTRALIZED))
		return;
	for (step(sim, &x, &y); (known = known_at(course, x, y)); step(sim, &x, &y)) {
		unsigned tile = world_sim_tile(sim, x, y);

		if (tile & WORLD_WALL)
			return;
		if ((*known & WORLD_ENEMY) && !(tile & WORLD_ENEMY))
			know(course, x, y, (*known & ~(unsigned)WORLD_ENEMY) | (tile & WORLD_ITEM));
	}
}

static void know_told(struct course *course)
{
	struct world_told told;
	int at = 0;

	while (world_next_told(course->sim.world, &at, &told))
		know(course, told.x, told.y, told.tile);
}

/* ---- playing ---- */

static int action_named(const char *name)
{
	for (int action = 0; action < WORLD_ACTION_COUNT; action++)
		if (name && strcmp(world_action_name(action), name) == 0)
			return action;
	return -1;
}

/* The leader changes at the end of a round: within a round the seat that acted last is behind by the cost of
   its action.  */
static void find_leader(struct courses *courses)
{
	const struct world_sim *one = &courses->seat[0].sim, *two = &courses->seat[1].sim;
	int better;

	if (one->actions != two->actions && !one->end && !two->end)
		return;
	better = world_sim_compare(one, two);
	courses->leader = better > 0 ? SEAT_1 : better < 0 ? SEAT_2 : SEAT_NONE;
}

/* False: the turn is no longer known.  A turn that is no action (of a broken file) does nothing.  */
static bool play_turn(void *state, const struct match *match, int n)
{
	struct courses *courses = state;
	const struct turn *turn = match_turn(match, n);
	struct course *course;
	int action;

	if (!turn)
		return false;
	action = action_named(turn->played);
	if (turn->seat < SEAT_1 || turn->seat >= SEATS || action < 0)
		return true;
	course = &courses->seat[turn->seat - SEAT_1];
	if (!world_sim_act(&course->sim, (enum world_action)action))
		return true;
	course->action = action;
	know_here(course);
	know_bump(course);
	know_hits(course);
	find_leader(courses);
	return true;
}

/* Checkpoints of a match in this world, which must live as long.  `most` actions end a simulation
   (--max-actions).  */
static struct checkpoints *courses_new(const struct world *world, int64_t most)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct courses),
		.distance = 256,
		.step = play_turn,
	};
	struct courses *first = bytes_new(sizeof(*first));

	for (int i = 0; i < PLAYERS; i++) {
		struct course *course = &first->seat[i];

		world_sim_init(&course->sim, world, most);
		course->action = -1;
		know_told(course);
		know_here(course);
	}
	return checkpoints_new(&rules, first);
}

/* ---- what the agents draw ---- */

static void forget_maps(struct board *board)
{
	for (int i = 0; i < board->kept_count; i++)
		free(board->kept[i]);
	board->kept_count = 0;
}

static void keep_map(struct board *board)
{
	if (board->kept_count == MAPS_KEPT) {
		for (int i = 0; i < MAPS_KEPT; i++) {
			if (i % 2 == 0)
				board->kept[i / 2] = board->kept[i];
			else
				free(board->kept[i]);
		}
		board->kept_count = MAPS_KEPT / 2;
		board->distance *= 2;
	}
	board->kept[board->kept_count] = bytes_new(sizeof(struct map));
	*board->kept[board->kept_count++] = board->symbols;
	board->since = 0;
}

static void begin_map(struct board *board)
{
	forget_maps(board);
	memset(&board->symbols, 0, sizeof(board->symbols));
	board->distance = FIRST_DISTANCE;
	keep_map(board);
}

/* A request that is malformed, or outside of the map, draws nothing.  */
static void draw_symbol(struct board *board, const struct message *message)
{
	const struct world *world = &board->world;
	uint8_t *at = board->symbols.at[message->seat - SEAT_1];
	uint8_t number = message->size ? (uint8_t)message->bytes[0] : 0;
	int column, row;

	if (number == CLEAR_ALL)
		memset(at, 0, WORLD_TILES);
	if (number < SYMBOL_FIRST || number > SYMBOL_REMOVE || message->size < 3)
		return;
	column = world->column + (int8_t)message->bytes[1];
	row = world->row - (int8_t)message->bytes[2];
	if (column >= 0 && column < world->width && row >= 0 && row < world->height)
		at[row * world->width + column] = number == SYMBOL_REMOVE ? 0 : number;
}

static void asim_hear(void *state, const struct message *message)
{
	struct board *board = state;

	if (board->problem)
		return;
	if (!message) {
		begin_map(board);
		return;
	}
	if (message->seat < SEAT_1 || message->seat >= SEATS)
		return;
	if (message->direction == EVENT)
		memset(board->symbols.at[message->seat - SEAT_1], 0, WORLD_TILES);
	else if (message->channel == CHANNEL_SYMBOL)
		draw_symbol(board, message);
	else
		return;
	board->symbols.n = message->n;
	if (message->n > board->kept[board->kept_count - 1]->n && ++board->since == board->distance)
		keep_map(board);
}

static int64_t asim_recall(void *state, int64_t last)
{
	struct board *board = state;
	int i = board->kept_count - 1;

	if (board->problem)
		return last;
	while (i > 0 && board->kept[i]->n > last)
		i--;
	if (board->symbols.n > last || board->symbols.n < board->kept[i]->n) {
		board->symbols = *board->kept[i];
		board->since = 0;
	}
	return board->symbols.n;
}

/* ---- what a tile looks like ---- */

static bool drives(const struct board *board, int seat)
{
	return board->person[seat] && !course_of(board, seat)->sim.end;
}

/* Does a person drive, so that the driving keys count?  */
static bool person_drives(const struct board *board)
{
	return !board->problem && (drives(board, SEAT_1) || drives(board, SEAT_2));
}

enum { MARKS = 6, TEXT = 4 };

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

static struct tile_look look_of(const struct board *board, int seat, int column, int row, bool truth)
{
	static const char agents[] = ">^<v"; /* in the order of enum world_direction */
	const struct course *course = course_of(board, seat);
	int x = column - board->world.column, y = board->world.row - row;
	unsigned known = course->known[row * board->world.width + column];
	struct tile_look look = {.ground = ROLE_TILE_UNKNOWN};

	if (truth)
		look_at_tile(&look, (world_sim_tile(&course->sim, x, y) & ~(unsigned)FELT) | (known & FELT),
			     !known);
	else if (known)
		look_at_tile(&look, known & ~(unsigned)KNOWN, false);
	if (course->sim.x == x && course->sim.y == y)
		look.agent = agents[course->sim.direction];
	name_symbol(board->symbols.at[seat - SEAT_1][row * board->world.width + column], look.symbol);
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

/* ---- words ---- */

/* Words that flow over the rows of an area.  */
struct flow {
	struct area area;
	int gap;  /* columns between them */
	int y, x; /* after the last word */
};

/* Draws a sign and its meaning, which stay together; without `word` ("") the sign alone.  */
static void flow_word(struct flow *flow, enum role sign_role, const char *sign, enum role role,
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

/* Draws what the signs mean, in as many rows as the area has.  */
static void flow_signs(struct area area)
{
	struct flow flow = {.area = area, .gap = 2};

	flow_word(&flow, ROLE_TILE_WALL, paint_glyph(GLYPH_WALL), ROLE_FAINT, "wall");
	for (int i = KINDS - 1; i >= 0; i--)
		flow_word(&flow, kinds[i].role, paint_glyph(kinds[i].glyph), ROLE_FAINT, kinds[i].word);
	for (int i = 0; i < NAMED; i++)
		if (named[i].word)
			flow_word(&flow, ROLE_TILE_SYMBOL, (char[]){named[i].sign, '\0'}, ROLE_FAINT,
				  named[i].word);
}

/* Draws the keys that act, in as many rows as they need at this width, and marks that of a suggested action
   (NULL: none is).  Returns how many.  An area without rows: only counts.  */
static int flow_keys(struct area area, const char *hint)
{
	const char *left = world_action_name(WORLD_TURN_LEFT), *right = world_action_name(WORLD_TURN_RIGHT);
	bool turns = hint && (strcmp(hint, left) == 0 || strcmp(hint, right) == 0);
	const struct {
		const char *key, *other, *word;
	} keys[] = {
		{paint_glyph(GLYPH_UP), "", world_action_name(WORLD_MOVE)},
		{paint_glyph(GLYPH_LEFT), turns ? "" : paint_glyph(GLYPH_RIGHT), turns ? left : "Turn"},
		{turns ? paint_glyph(GLYPH_RIGHT) : "", "", right},
		{"g", "", world_action_name(WORLD_GRAB)},
		{"x", "", world_action_name(WORLD_NEUTRALIZE)},
		{"0", "", world_action_name(WORLD_SHUT_OFF)},
	};
	struct flow flow = {.area = area, .gap = 1};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		bool is_hint = hint && strcmp(keys[i].word, hint) == 0;
		char sign[24];

		if (!*keys[i].key)
			continue;
		snprintf(sign, sizeof(sign), "%s%s%s", is_hint ? paint_glyph(GLYPH_HINT) : "", keys[i].key,
			 keys[i].other);
		flow_word(&flow, is_hint ? ROLE_BOARD_HINT : ROLE_HINT_KEY, sign,
			  is_hint ? ROLE_BOARD_HINT : ROLE_TEXT, keys[i].word);
	}
	return flow.y + 1;
}

/* Draws what actions cost and what is rewarded, and what is known of the world, as flow_keys() its keys.  */
static int flow_rules(struct area area, const struct world_rules *rules)
{
	static const struct {
		const char *word;
		enum world_value value;
		int known; /* WORLD_ALWAYS: always */
		int sign;  /* of a value that counts for the score; 0: it does not */
	} rows[] = {{"home at the end", WORLD_HOME_REWARD, WORLD_ALWAYS, 1},
		    {"item", WORLD_ITEM_REWARD, WORLD_ALWAYS, 1},
		    {"enemy", WORLD_NEUTRALIZE_REWARD, WORLD_ALWAYS, 1},
		    {"Move", WORLD_MOVE_COST, WORLD_ALWAYS, -1},
		    {"Turn_Left", WORLD_TURN_LEFT_COST, WORLD_ALWAYS, -1},
		    {"Turn_Right", WORLD_TURN_RIGHT_COST, WORLD_ALWAYS, -1},
		    {"Grab", WORLD_GRAB_COST, WORLD_ALWAYS, -1},
		    {"Neutralize", WORLD_NEUTRALIZE_COST, WORLD_ALWAYS, -1},
		    {"homes", WORLD_NUMBER_OF_HOMES, WORLD_NUMBER_OF_HOMES_IS_KNOWN, 0},
		    {"items", WORLD_NUMBER_OF_ITEMS, WORLD_NUMBER_OF_ITEMS_IS_KNOWN, 0},
		    {"enemies", WORLD_NUMBER_OF_ENEMIES, WORLD_NUMBER_OF_ENEMIES_IS_KNOWN, 0},
		    {"dangers", WORLD_NUMBER_OF_DANGERS, WORLD_NUMBER_OF_DANGERS_IS_KNOWN, 0},
		    {"x from", WORLD_LOWER_X_BOUND, WORLD_LOWER_X_BOUND_IS_KNOWN, 0},
		    {"x to", WORLD_UPPER_X_BOUND, WORLD_UPPER_X_BOUND_IS_KNOWN, 0},
		    {"y from", WORLD_LOWER_Y_BOUND, WORLD_LOWER_Y_BOUND_IS_KNOWN, 0},
		    {"y to", WORLD_UPPER_Y_BOUND, WORLD_UPPER_Y_BOUND_IS_KNOWN, 0},
		    {"ends at cost", WORLD_COST_LIMIT, WORLD_COST_IS_LIMITED, 0},
		    {"ends at score", WORLD_SCORE_LIMIT, WORLD_SCORE_IS_LIMITED, 0}};
	struct flow flow = {.area = area, .gap = 2};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int32_t value = rules->value[rows[i].value];
		char number[16];

		if (rows[i].known != WORLD_ALWAYS ? !rules->flag[rows[i].known] : !value)
			continue;
		snprintf(number, sizeof(number), "%s%" PRId32,
			 rows[i].sign && value ? rows[i].sign < 0 ? "-" : "+" : "", value);
		flow_word(&flow, ROLE_FAINT, rows[i].word,
			  rows[i].sign * value < 0   ? ROLE_BAD
			  : rows[i].sign * value > 0 ? ROLE_GOOD
						     : ROLE_TEXT,
			  number);
	}
	return flow.y + 1;
}

enum {
	GAP = 2,
	NUMBER_ROWS = 3,  /* below the tiles */
	TILES_LEAST = 3,  /* rows of tiles that leave room for numbers */
	WIDE_ENOUGH = 40, /* columns that are enough for two cells a tile in a world that does not fit */
	SIGN_ROWS = 2,    /* that signs need */
	KEY_ROWS = 2,     /* that keys may take */
	RULE_ROWS = 4     /* that costs and rewards may take */
};

/* The sizes of tiles, the best first: nearly square on most terminals.  */
static const struct grid_size sizes[] = {{4, 8}, {3, 6}, {2, 4}, {2, 3}, {1, 2}, {1, 1}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* The first visible tile, of `all` in a row: around the agent's, or scrolled away from it.  */
static int first_seen(int at, int scrolled, int seen, int all)
{
	return kept_within(grid_centred(at, seen, all) + scrolled, 0, all - seen);
}

/* ---- where things stand ---- */

/* How a seat's part of the area is divided.  */
struct part {
	struct area name, numbers;
	struct grid tiles;
};

/* The tiles that fit: all of them, as large as possible, or some around the agent.  */
static struct grid tiles_in(const struct board *board, int seat, struct area area)
{
	const struct world_sim *sim = &course_of(board, seat)->sim;
	int width = board->world.width, height = board->world.height;
	struct grid_size size = grid_size_for(sizes, SIZES, height, width, area);
	struct grid tiles = {.y = area.y, .x = area.x, .height = size.height, .width = size.width};

	if (width * tiles.width > area.width && area.width >= WIDE_ENOUGH)
		tiles.width = 2;
	grid_fill(&tiles, height, width, area);
	tiles.column = first_seen(board->world.column + sim->x, board->side, tiles.columns, width);
	tiles.line = first_seen(board->world.row - sim->y, board->down, tiles.lines, height);
	return tiles;
}

static struct part part_in(const struct board *board, int seat, struct area area)
{
	struct part part = {.name = area};
	int name = area.height > TILES_LEAST ? 1 : 0;
	int numbers = kept_within((area.height - name - TILES_LEAST) / 2, 0, NUMBER_ROWS);
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
	int each = kept_within((side - gap * (count - 1)) / count, 0, side);

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
static int arrange(const struct board *board, struct area area, struct part parts[PLAYERS],
		   int seats[PLAYERS])
{
	struct part stacked[PLAYERS];
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
static void draw_name(const struct board *board, int seat, struct area area)
{
	const struct courses *now = courses_now(board);
	bool over = now->seat[0].sim.end && now->seat[1].sim.end;
	bool leads = board->sits[seat_opponent(seat)] && now->leader == seat;
	FREED char *more = board->position.unfinished
				   ? bytes_text("played %d %%", position_percent(&board->position))
				   : bytes_text("%s", !leads ? ""
						      : over ? "ahead"
							     : "leads");
	struct area left = area;

	left.width = kept_within(area.width - paint_width(more) - 1, 0, area.width);
	paint_text(left, 0, 0, paint_seat_role(seat), sum_mark(NULL, 0, seat));
	paint_cut(left, 0, 2, left.width, ROLE_STRONG, board->name[seat]);
	if (left.width > 4)
		paint_text(area, 0, left.width + 1, board->position.unfinished ? ROLE_WARNING : ROLE_GOOD,
			   more);
}

static void draw_line(struct area area, int y, enum role role, char *text)
{
	paint_cut(area, y, 0, area.width, role, text);
	free(text);
}

/* Leaves out the number of actions if it does not fit.  */
static char *where_words(const struct world_sim *sim, int width)
{
	bool limited = sim->world->rules.flag[WORLD_AMMUNITION_IS_LIMITED];
	struct bytes text = {0};
	FREED char *actions =
		bytes_text("  %" PRId64 " action%s", sim->actions, sim->actions == 1 ? "" : "s");

	if (sim->end)
		bytes_addf(&text, "ended: %s", world_end_name(sim->end));
	else
		bytes_addf(&text, "%d,%d %s", sim->x, sim->y, world_direction_name(sim->direction));
	if (limited)
		bytes_addf(&text, "  ammo %" PRId32, sim->ammunition);
	if (paint_width(text.at) + paint_width(actions) <= width)
		bytes_add_text(&text, actions);
	return text.at;
}

static void draw_numbers(const struct course *course, struct area area)
{
	const struct world_sim *sim = &course->sim;
	FREED char *percept = world_percept_words(sim->percept);

	draw_line(area, 0, ROLE_STRONG,
		  bytes_text("score %" PRId64 "  cost %" PRId64, sim->score, sim->cost));
	draw_line(area, 1, sim->end ? ROLE_OVER : ROLE_TEXT, where_words(sim, area.width));
	draw_line(area, 2, ROLE_CHANNEL_PERCEPT,
		  course->action < 0 ? bytes_text("begins: %s", percept)
				     : bytes_text("%s: %s", world_action_name(course->action), percept));
}

/* ---- all of it ---- */

/* A person's keys take the lowest rows, and what the rules tell the rows above that tiles of two rows leave,
   or of one.  */
static void draw_keys(const struct board *board, struct area *area, const char *hint)
{
	int rules = flow_rules((struct area){0, 0, 0, area->width}, &board->world.rules),
	    rows = flow_keys((struct area){0, 0, 0, area->width}, hint), spare;

	rows = rows < KEY_ROWS ? rows : KEY_ROWS;
	if (!person_drives(board) || area->height < TILES_LEAST + NUMBER_ROWS + rows)
		return;
	area->height -= rows;
	flow_keys((struct area){area->y + area->height, area->x, rows, area->width}, hint);
	spare = area->height - 1 - NUMBER_ROWS - 2 * board->world.height;
	if (spare < 0)
		spare += board->world.height;
	rules = kept_within(spare < rules ? spare : rules, 0, RULE_ROWS);
	area->height -= rules;
	flow_rules((struct area){area->y + area->height, area->x, rules, area->width}, &board->world.rules);
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
		flow_signs((struct area){y + 1, area.x, end - y - 1, area.width});
}

static void draw_problem(const char *problem, struct area area)
{
	struct flow flow = {.area = area, .gap = 1};

	while (*problem) {
		size_t size = strcspn(problem, " ");
		FREED char *word = bytes_copy(problem, size);

		flow_word(&flow, ROLE_ALARM, word, ROLE_ALARM, "");
		problem += size;
		problem += strspn(problem, " ");
	}
}

static void asim_draw(void *state, struct area area, const struct view *view, bool cursor UNUSED)
{
	struct board *board = state;
	struct part parts[PLAYERS];
	int seats[PLAYERS], count;

	memset(board->window, 0, sizeof(board->window));
	if (area.height < 1 || area.width < 1)
		return;
	paint_clear(area, ROLE_TEXT);
	if (board->problem) {
		draw_problem(board->problem, area);
		return;
	}
	draw_keys(board, &area, view_marked(view));
	count = arrange(board, area, parts, seats);
	for (int i = 0; i < count; i++) {
		const struct grid *tiles = &parts[i].tiles;

		board->window[seats[i]] = *tiles;
		draw_name(board, seats[i], parts[i].name);
		for (int row = tiles->line; row < tiles->line + tiles->lines; row++)
			for (int column = tiles->column; column < tiles->column + tiles->columns; column++) {
				struct tile_look look =
					look_of(board, seats[i], column, row, view_shows(view, TRUTH));

				draw_tile(grid_cells(tiles, (struct area){0}, row, column), &look);
			}
		draw_numbers(course_of(board, seats[i]), parts[i].numbers);
	}
	draw_signs(area, parts, count);
}

/* Two worlds side by side with the best tiles that stay below a size.  */
static struct area size_of(const struct board *board, int seat_width, int below, struct area most)
{
	int count = board->sits[SEAT_1] && board->sits[SEAT_2] ? 2 : 1, i = 0;
	struct area size;

	do {
		int each = board->world.width * sizes[i].width;

		size = (struct area){.height = board->world.height * sizes[i].height + below,
				     .width = count * (each > seat_width ? each : seat_width) +
					      GAP * (count - 1)};
	} while (++i < SIZES && (size.height > most.height || size.width > most.width));
	return size;
}

/* With numbers, keys and signs.  A world larger than the screen scrolls.  */
static struct area asim_wants(const void *state, struct area room UNUSED)
{
	enum { SEAT_WIDTH = 34 };
	static const struct area most = {.height = 48, .width = 120};
	struct area size = size_of(state, SEAT_WIDTH, 1 + NUMBER_ROWS + KEY_ROWS + SIGN_ROWS, most);

	return (struct area){.height = kept_within(size.height, 1, most.height),
			     .width = kept_within(size.width, 1, most.width)};
}

/* With numbers.  A large world is whole, too.  */
static struct area asim_picture(const void *state)
{
	enum { SEAT_WIDTH = 26 };

	return size_of(state, SEAT_WIDTH, 1 + NUMBER_ROWS, (struct area){.height = 24, .width = 60});
}

/* ---- keys ---- */

/* The action of a key of the keypad, or of a letter; -1: it has none.  */
static int action_of(unsigned key, bool is_code)
{
	static const struct {
		unsigned key;
		bool is_code;
		enum world_action action;
	} acts[] = {{KEY_UP, true, WORLD_MOVE},          {KEY_LEFT, true, WORLD_TURN_LEFT},
		    {KEY_RIGHT, true, WORLD_TURN_RIGHT}, {'g', false, WORLD_GRAB},
		    {'x', false, WORLD_NEUTRALIZE},      {'0', false, WORLD_SHUT_OFF}};

	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++)
		if (key == acts[i].key && is_code == acts[i].is_code)
			return (int)acts[i].action;
	return -1;
}

static bool asim_is_hotkey(const void *state, unsigned key)
{
	return !((const struct board *)state)->problem && action_of(key, false) >= 0;
}

static int asim_hotkey(void *state, unsigned key)
{
	if (!asim_is_hotkey(state, key))
		return 0;
	((struct board *)state)->chosen = (enum world_action)action_of(key, false);
	return 2;
}

static int asim_key(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	int action = grid_is_enter(key, is_code) ? (int)WORLD_MOVE : is_code ? action_of(key, true) : -1;

	if (action < 0 || !person_drives(board))
		return 0;
	board->chosen = (enum world_action)action;
	return 2;
}

/* ---- looking around ---- */

/* A quarter of what is visible, so a step keeps its surroundings in sight.  */
static int quarter(int seen)
{
	return seen < 8 ? 1 : seen / 4;
}

/* Stops when all windows are at their end.  */
static void scroll_by(struct board *board, int side, int down)
{
	const struct world *world = &board->world;
	const struct grid *window = &board->window[board->window[SEAT_1].columns ? SEAT_1 : SEAT_2];
	bool moves = false;

	side = board->side + side * quarter(window->columns);
	down = board->down + down * quarter(window->lines);
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct world_sim *sim = &course_of(board, seat)->sim;
		int column = world->column + sim->x, row = world->row - sim->y;

		window = &board->window[seat];
		if (window->columns && window->lines)
			moves = moves ||
				first_seen(column, side, window->columns, world->width) !=
					first_seen(column, board->side, window->columns, world->width) ||
				first_seen(row, down, window->lines, world->height) !=
					first_seen(row, board->down, window->lines, world->height);
	}
	if (!moves)
		return;
	board->side = side;
	board->down = down;
}

static bool asim_scroll(void *state, unsigned key, bool is_code)
{
	struct board *board = state;
	int down, side;

	if (board->problem)
		return false;
	if (!is_code && key == 'm') {
		board->side = board->down = 0;
		return true;
	}
	if (!grid_way(GRID_SHIFTED | GRID_LETTERS, key, is_code, &down, &side))
		return false;
	scroll_by(board, side, down);
	return true;
}

/* ---- position ---- */

/* Draws the world of the setup.  NULL, or why there is none, for people.  */
static char *draw_world(struct world *world, const struct setup *setup)
{
	FREED struct world_class *class = bytes_new(sizeof(*class));
	char *problem = world_class_of(class, setup);

	if (!problem)
		world_draw(world, class, setup->seed + (uint64_t)(setup->game - 1));
	return problem;
}

/* Begins with a match of this setup, before its first turn.  */
static void begin(void *state, const struct setup *setup)
{
	struct board *board = state;
	struct checkpoints *history = NULL;

	board->chosen = WORLD_MOVE;
	sum_seats(setup, board->name, board->sits, board->person);
	board->problem = draw_world(&board->world, setup);
	if (!board->problem) {
		history = courses_new(&board->world, setup_count(setup, &world_option_max_actions));
		begin_map(board);
	}
	position_begin(&board->position, setup, history);
}

static void finish(void *state)
{
	struct board *board = state;

	forget_maps(board);
	free(board->problem);
	memset(board, 0, sizeof(*board));
}

static void *asim_new(const struct setup *setup)
{
	return position_board(sizeof(struct board), setup, begin, finish);
}

/* Says what a person perceived last.  With two people the board says it for each.  */
static void name_expected(struct board *board)
{
	int seat = drives(board, SEAT_1) ? SEAT_1 : SEAT_2;
	FREED char *percept = world_percept_words(course_of(board, seat)->sim.percept);
	bool both = drives(board, SEAT_1) && drives(board, SEAT_2);

	snprintf(board->expects, sizeof(board->expects), "choose an action (%s %s %s g x 0)%s%s",
		 paint_glyph(GLYPH_UP), paint_glyph(GLYPH_LEFT), paint_glyph(GLYPH_RIGHT),
		 both ? "" : ": you perceive ", both ? "" : percept);
}

static void asim_position(void *state, const struct match *match, int turns)
{
	struct board *board = state;

	position_renew(&board->position, match);
	if (!position_seek(&board->position, match, turns))
		return;
	sum_seats(&match->setup, board->name, board->sits, board->person);
	if (!board->problem)
		name_expected(board);
}

/* ---- a person ---- */

static const char *asim_pick(void *state)
{
	return world_action_name((int)((const struct board *)state)->chosen);
}

static const char *asim_question(const void *state)
{
	return ((const struct board *)state)->chosen == WORLD_SHUT_OFF
		       ? "Shut_Off ends the simulation: shut off? y/n"
		       : NULL;
}

static const char *asim_expects(const void *state)
{
	const struct board *board = state;

	return board->problem ? NULL : board->expects;
}

static const struct toggle toggles[] = {
	[TRUTH] = {.name = "truth",
		   .key = "T",
		   .told = "what the agents cannot know: ",
		   .help = "show or hide what the agents cannot know of their worlds",
		   .on = true,
		   .spoils = true},
	{0},
};

static const struct board_key keys[] = {
	{"up", "drive: move forward; also enter", true},
	{"left", "drive: turn left; the right arrow turns right", true},
	{"g", "grab", true},
	{"x", "neutralize", true},
	{"0", "shut off, which ends the simulation; asks first", true},
	{"h j k l", "look around in a large world; also arrows with Shift", false},
	{"m", "go back to the agents", false},
	{0},
};

static const struct sign signs[] = {
	TEXT_SIGN("> ^ < v", "the agent, and where it looks"),
	GLYPH_SIGN(WALL, "wall"),
	GLYPH_SIGN(POINT, "clear"),
	GLYPH_SIGN(ENEMY, "enemy"),
	GLYPH_SIGN(ITEM, "item"),
	GLYPH_SIGN(DANGER, "danger"),
	GLYPH_SIGN(HOME, "home"),
	GLYPH_SIGN(HOSTILITY, "hostility: an enemy is near"),
	GLYPH_SIGN(FEAR, "fear: a danger is near"),
	TEXT_SIGN("0-99", "a symbol that the agent has put there: its number"),
	TEXT_SIGN("#", "the agent's symbol 200"),
	TEXT_SIGN("?", "its symbol 201"),
	GLYPH_SIGN(INTERROBANG, "its symbol 202"),
	TEXT_SIGN("u i", "its symbols: unreachable, irrelevant"),
	TEXT_SIGN("e E", "its symbols: perhaps an enemy, an enemy"),
	TEXT_SIGN("d D", "its symbols: perhaps a danger, a danger"),
	TEXT_SIGN("s", "its symbol: it will shut off"),
	TEXT_SIGN("*", "another symbol, or one without room for its number"),
	GLYPH_SIGN(UP, "the key that moves forward"),
	GLYPH_SIGN(LEFT, "the key that turns left"),
	GLYPH_SIGN(RIGHT, "the key that turns right"),
	GLYPH_SIGN(HINT, "the action that an agent suggests (H)"),
	{0},
};

extern const struct board_view board_asimulator;
const struct board_view board_asimulator = {
	.toggles = toggles,
	.keys = keys,
	.signs = signs,
	.new = asim_new,
	.free = position_free,
	.position = asim_position,
	.draw = asim_draw,
	.wants = asim_wants,
	.picture = asim_picture,
	.key = asim_key,
	.hotkey = asim_hotkey,
	.is_hotkey = asim_is_hotkey,
	.scroll = asim_scroll,
	.pick = asim_pick,
	.question = asim_question,
	.expects = asim_expects,
	.unfinished = position_unfinished,
	.hear = asim_hear,
	.hears = CHANNEL_BIT(CHANNEL_SYMBOL),
	.recall = asim_recall,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
