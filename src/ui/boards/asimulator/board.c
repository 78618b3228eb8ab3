/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of the agent world: which position of a match it shows, and the keys of a person who
 * drives or looks around.
 *
 * The turns are played again up to that position (checkpoints.h), with what each agent can know by then, and
 * what the agents draw is heard.  draw.c puts it on the screen.  */
#include "board.h"
#include "ringside/board.h"
#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what an agent can know ---- */

/* The place of a tile in the map; NULL: outside.  */
static uint8_t *known_at(struct asim_course *course, int x, int y)
{
	const struct world *world = course->sim.world;
	int column = world->column + x, row = world->row - y;
	bool inside = column >= 0 && column < world->width && row >= 0 && row < world->height;

	return inside ? &course->known[row * world->width + column] : NULL;
}

static void know(struct asim_course *course, int x, int y, unsigned tile)
{
	uint8_t *known = known_at(course, x, y);

	if (known)
		*known = (uint8_t)(ASIM_KNOWN | tile);
}

static void step(const struct world_sim *sim, int *x, int *y)
{
	static const int dx[] = {1, 0, -1, 0},
			 dy[] = {0, 1, 0, -1}; /* in the order of enum world_direction */

	*x += dx[sim->direction];
	*y += dy[sim->direction];
}

/* The agent's own tile: what it perceives there, or what it died of.  */
static void know_here(struct asim_course *course)
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

static void know_bump(struct asim_course *course)
{
	int x = course->sim.x, y = course->sim.y;

	if (!(course->sim.percept & WORLD_PERCEPT_BUMP))
		return;
	step(&course->sim, &x, &y);
	know(course, x, y, WORLD_WALL);
}

/* A known enemy in the line of fire that is gone was hit.  The rules say what is left of it.  */
static void know_hits(struct asim_course *course)
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

static void know_told(struct asim_course *course)
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
static void find_leader(struct asim_courses *courses)
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
	struct asim_courses *courses = state;
	const struct turn *turn = match_turn(match, n);
	struct asim_course *course;
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
static struct checkpoints *asim_history_new(const struct world *world, int64_t most)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct asim_courses),
		.distance = 256,
		.step = play_turn,
	};
	struct asim_courses *first = bytes_new(sizeof(*first));

	for (int i = 0; i < ASIM_PLAYERS; i++) {
		struct asim_course *course = &first->seat[i];

		world_sim_init(&course->sim, world, most);
		course->action = -1;
		know_told(course);
		know_here(course);
	}
	return checkpoints_new(&rules, first);
}

enum {
	MARKS = 32, /* even */
	FIRST_DISTANCE = 1024,
	/* Requests by their numbers (original).  */
	CLEAR_ALL = 6,
	SYMBOL_FIRST = 100,
	SYMBOL_REMOVE = 254
};

struct map {
	int64_t n; /* of the last message in it */
	uint8_t at[ASIM_PLAYERS][WORLD_TILES];
};

struct asim_symbols {
	const struct world *world;
	struct map now;
	struct map *mark[MARKS]; /* of increasing n, the first before all messages; owned */
	int marks, distance;     /* messages from one mark to the next */
	int since;               /* messages after the last mark */
};

static void forget_marks(struct asim_symbols *symbols)
{
	for (int i = 0; i < symbols->marks; i++)
		free(symbols->mark[i]);
	symbols->marks = 0;
}

static void set_mark(struct asim_symbols *symbols)
{
	if (symbols->marks == MARKS) {
		for (int i = 0; i < MARKS; i++) {
			if (i % 2 == 0)
				symbols->mark[i / 2] = symbols->mark[i];
			else
				free(symbols->mark[i]);
		}
		symbols->marks = MARKS / 2;
		symbols->distance *= 2;
	}
	symbols->mark[symbols->marks] = bytes_new(sizeof(struct map));
	*symbols->mark[symbols->marks++] = symbols->now;
	symbols->since = 0;
}

static void begin_anew(struct asim_symbols *symbols)
{
	forget_marks(symbols);
	memset(&symbols->now, 0, sizeof(symbols->now));
	symbols->distance = FIRST_DISTANCE;
	set_mark(symbols);
}

static struct asim_symbols *asim_symbols_new(const struct world *world)
{
	struct asim_symbols *symbols = bytes_new(sizeof(*symbols));

	symbols->world = world;
	begin_anew(symbols);
	return symbols;
}

static void asim_symbols_free(struct asim_symbols *symbols)
{
	if (symbols)
		forget_marks(symbols);
	free(symbols);
}

/* A request that is malformed, or outside of the map, draws nothing.  */
static void draw(struct asim_symbols *symbols, const struct message *message)
{
	const struct world *world = symbols->world;
	uint8_t *at = symbols->now.at[message->seat - SEAT_1];
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

/* As hear() and recall() of struct board_view.  */
static void asim_symbols_hear(struct asim_symbols *symbols, const struct message *message)
{
	if (!message) {
		begin_anew(symbols);
		return;
	}
	if (message->seat < SEAT_1 || message->seat >= SEATS)
		return;
	if (message->direction == EVENT)
		memset(symbols->now.at[message->seat - SEAT_1], 0, WORLD_TILES);
	else if (message->channel == CHANNEL_SYMBOL)
		draw(symbols, message);
	else
		return;
	symbols->now.n = message->n;
	if (message->n > symbols->mark[symbols->marks - 1]->n && ++symbols->since == symbols->distance)
		set_mark(symbols);
}

static int64_t asim_symbols_recall(struct asim_symbols *symbols, int64_t last)
{
	int i = symbols->marks - 1;

	while (i > 0 && symbols->mark[i]->n > last)
		i--;
	if (symbols->now.n > last || symbols->now.n < symbols->mark[i]->n) {
		symbols->now = *symbols->mark[i];
		symbols->since = 0;
	}
	return symbols->now.n;
}

int asim_symbol_at(const struct asim_symbols *symbols, int seat, int column, int row)
{
	return symbols->now.at[seat - SEAT_1][row * symbols->world->width + column];
}

#define NCURSES_NOMACROS
#include "board.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A key that acts: of the keypad, or a letter.  */
struct action_key {
	unsigned key;
	enum world_action action;
};

static const struct action_key arrows[] = {
	{KEY_UP, WORLD_MOVE}, {KEY_LEFT, WORLD_TURN_LEFT}, {KEY_RIGHT, WORLD_TURN_RIGHT}};
static const struct action_key letters[] = {
	{'g', WORLD_GRAB}, {'x', WORLD_NEUTRALIZE}, {'0', WORLD_SHUT_OFF}};

/* Chooses the action of a key; 0: it has none.  */
static int choose(struct asim_board *board, unsigned key, const struct action_key *keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (key == keys[i].key) {
			board->chosen = keys[i].action;
			return 2;
		}
	return 0;
}

static int asim_key(void *state, unsigned key, bool is_code)
{
	struct asim_board *board = state;

	if (!asim_person_drives(board))
		return 0;
	if (!grid_is_enter(key, is_code))
		return is_code ? choose(board, key, arrows, sizeof(arrows) / sizeof(arrows[0])) : 0;
	board->chosen = WORLD_MOVE;
	return 2;
}

static int asim_hotkey(void *state, unsigned key)
{
	struct asim_board *board = state;

	return board->problem ? 0 : choose(board, key, letters, sizeof(letters) / sizeof(letters[0]));
}

static bool asim_is_hotkey(const void *state, unsigned key)
{
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (key == letters[i].key)
			return !((const struct asim_board *)state)->problem;
	return false;
}

/* ---- looking around ---- */

/* One number for the first visible tiles of both windows when scrolled so far.  */
static int place_of(const struct asim_board *board, int side, int down)
{
	int place = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct grid *window = &board->window[seat];
		const struct world_sim *sim;

		if (!window->columns || !window->lines)
			continue;
		sim = &asim_course_of(board, seat)->sim;
		place = place * WORLD_SIDE_MOST + asim_first_seen(board->world.column + sim->x, side,
								  window->columns, board->world.width);
		place = place * WORLD_SIDE_MOST +
			asim_first_seen(board->world.row - sim->y, down, window->lines, board->world.height);
	}
	return place;
}

/* A quarter of what is visible, so a step keeps its surroundings in sight.  */
static int quarter(int seen)
{
	return seen < 8 ? 1 : seen / 4;
}

/* Stops when all windows are at their end.  */
static void scroll_by(struct asim_board *board, int side, int down)
{
	const struct grid *window = &board->window[board->window[SEAT_1].columns ? SEAT_1 : SEAT_2];

	side = board->side + side * quarter(window->columns);
	down = board->down + down * quarter(window->lines);
	if (place_of(board, side, down) == place_of(board, board->side, board->down))
		return;
	board->side = side;
	board->down = down;
}

static bool asim_scroll(void *state, unsigned key, bool is_code)
{
	struct asim_board *board = state;
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

/* ---- drawing ---- */

int asim_draw_keys(struct area area, const char *hint)
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
	struct asim_flow flow = {.area = area, .gap = 1};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		bool is_hint = hint && strcmp(keys[i].word, hint) == 0;
		char sign[24];

		if (!*keys[i].key)
			continue;
		snprintf(sign, sizeof(sign), "%s%s%s", is_hint ? paint_glyph(GLYPH_HINT) : "", keys[i].key,
			 keys[i].other);
		asim_flow(&flow, is_hint ? ROLE_BOARD_HINT : ROLE_HINT_KEY, sign,
			  is_hint ? ROLE_BOARD_HINT : ROLE_TEXT, keys[i].word);
	}
	return flow.y + 1;
}

/* Draws the world of the setup.  NULL, or why there is none, for people.  */
static char *draw_world(struct world *world, const struct setup *setup)
{
	struct world_class *class = bytes_new(sizeof(*class));
	char *problem = world_class_of(class, setup);

	if (!problem)
		world_draw(world, class, setup->seed + (uint64_t)(setup->game - 1));
	free(class);
	return problem;
}

/* Begins with a match of this setup, before its first turn.  */
static void place_first(struct asim_board *board, const struct setup *setup)
{
	struct checkpoints *history = NULL;

	board->chosen = WORLD_MOVE;
	sum_seats(setup, board->name, board->sits, board->person);
	board->problem = draw_world(&board->world, setup);
	if (!board->problem) {
		history = asim_history_new(&board->world, setup_count(setup, &world_option_max_actions));
		board->symbols = asim_symbols_new(&board->world);
	}
	position_begin(&board->position, setup, history);
}

static void *asim_new(const struct setup *setup)
{
	struct asim_board *board = bytes_new(sizeof(*board));

	place_first(board, setup);
	return board;
}

static void finish(struct asim_board *board)
{
	position_end(&board->position);
	asim_symbols_free(board->symbols);
	free(board->problem);
	memset(board, 0, sizeof(*board));
}

static void asim_free(void *state)
{
	finish(state);
	free(state);
}

static bool drives(const struct asim_board *board, int seat)
{
	return board->person[seat] && !asim_course_of(board, seat)->sim.end;
}

bool asim_person_drives(const struct asim_board *board)
{
	return !board->problem && (drives(board, SEAT_1) || drives(board, SEAT_2));
}

/* Says what a person perceived last.  With two people the board says it for each.  */
static void name_expected(struct asim_board *board)
{
	int seat = drives(board, SEAT_1) ? SEAT_1 : SEAT_2;
	char *percept = world_percept_words(asim_course_of(board, seat)->sim.percept);
	bool both = drives(board, SEAT_1) && drives(board, SEAT_2);

	snprintf(board->expects, sizeof(board->expects), "choose an action (%s %s %s g x 0)%s%s",
		 paint_glyph(GLYPH_UP), paint_glyph(GLYPH_LEFT), paint_glyph(GLYPH_RIGHT),
		 both ? "" : ": you perceive ", both ? "" : percept);
	free(percept);
}

static void asim_position(void *state, const struct match *match, int turns)
{
	struct asim_board *board = state;

	if (position_is_over(&board->position, match)) {
		finish(board);
		place_first(board, &match->setup);
	}
	if (!position_seek(&board->position, match, turns))
		return;
	sum_seats(&match->setup, board->name, board->sits, board->person);
	if (!board->problem)
		name_expected(board);
}

/* ---- what agents draw ---- */

static void asim_hear(void *state, const struct message *message)
{
	struct asim_board *board = state;

	if (!board->problem)
		asim_symbols_hear(board->symbols, message);
}

static int64_t asim_recall(void *state, int64_t last)
{
	struct asim_board *board = state;

	return board->problem ? last : asim_symbols_recall(board->symbols, last);
}

/* ---- a person ---- */

static const char *asim_pick(void *state)
{
	return world_action_name((int)((const struct asim_board *)state)->chosen);
}

static const char *asim_question(const void *state)
{
	return ((const struct asim_board *)state)->chosen == WORLD_SHUT_OFF
		       ? "Shut_Off ends the simulation: shut off? y/n"
		       : NULL;
}

static const char *asim_expects(const void *state)
{
	const struct asim_board *board = state;

	return board->problem ? NULL : board->expects;
}

static const struct toggle toggles[] = {
	[ASIM_TRUTH] = {.name = "truth",
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
	{"h j k l", "look around in a world larger than its window; also arrows with Shift", false},
	{"m", "go back to the agents", false},
	{0},
};

extern const struct board_view board_asimulator;
const struct board_view board_asimulator = {
	.toggles = toggles,
	.keys = keys,
	.new = asim_new,
	.free = asim_free,
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
