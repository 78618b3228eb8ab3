/* board_asimulator_courses.c - what has happened to both seats of the agent world at any place of a match.
 *
 * Turns are played again from the last mark before that place: marks are set each so many turns, and when
 * there are too many of them every second is dropped and they come half as often, so that a longer match
 * takes more time to jump in, not more room.  */
#include "board_asimulator.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

enum {
	MARKS = 32, /* even, so that the next one is due where it would be with half of them */
	FIRST_DISTANCE = 256,
	MOST = 8192 /* turns that are played in one call */
};

struct asim_history {
	struct asim_courses now;
	struct asim_courses *mark[MARKS]; /* at 0, distance, 2 * distance ... turns; owned */
	int marks, distance;
	const struct match *match; /* that was played */
	int branch, seen;          /* its branch, and how many turns it had */
};

/* ---- what an agent can know ---- */

/* The place of a tile in the map; NULL: it is off the map.  */
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
	static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1}; /* as enum world_direction counts */

	*x += dx[sim->direction];
	*y += dy[sim->direction];
}

/* Where the agent is: what it perceives, or what it died of.  */
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

/* An enemy that was known, stood in the line of fire and is gone: it was hit, and what became of it is in the
   rules.  */
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

/* Who leads is asked when a round is over: who has acted later in it is behind by the cost alone.  */
static void find_leader(struct asim_courses *courses)
{
	const struct world_sim *one = &courses->seat[0].sim, *two = &courses->seat[1].sim;
	int better;

	if (one->actions != two->actions && !one->end && !two->end)
		return;
	better = world_sim_compare(one, two);
	courses->leader = better > 0 ? SEAT_1 : better < 0 ? SEAT_2 : SEAT_NONE;
}

/* The next turn.  False: nobody knows it any more.  What is no action (of a broken file) does nothing.  */
static bool play_turn(struct asim_courses *courses, const struct match *match)
{
	const struct turn *turn = match_turn(match, courses->turns + 1);
	struct asim_course *course;
	int action;

	if (!turn)
		return false;
	courses->turns++;
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

/* ---- marks ---- */

static void set_mark(struct asim_history *history)
{
	if (history->marks == MARKS) {
		for (int i = 0; i < MARKS; i++) {
			if (i % 2 == 0)
				history->mark[i / 2] = history->mark[i];
			else
				free(history->mark[i]);
		}
		history->marks = MARKS / 2;
		history->distance *= 2;
	}
	history->mark[history->marks] = bytes_new(sizeof(struct asim_courses));
	*history->mark[history->marks++] = history->now;
}

/* All but the first mark are of turns that are no longer there.  */
static void begin_anew(struct asim_history *history)
{
	while (history->marks > 1)
		free(history->mark[--history->marks]);
	history->distance = FIRST_DISTANCE;
	history->now = *history->mark[0];
}

struct asim_history *asim_history_new(const struct world *world, int64_t most)
{
	struct asim_history *history = bytes_new(sizeof(*history));

	for (int i = 0; i < ASIM_PLAYERS; i++) {
		struct asim_course *course = &history->now.seat[i];

		world_sim_init(&course->sim, world, most);
		course->action = -1;
		know_told(course);
		know_here(course);
	}
	history->distance = FIRST_DISTANCE;
	set_mark(history);
	return history;
}

void asim_history_free(struct asim_history *history)
{
	for (int i = 0; history && i < history->marks; i++)
		free(history->mark[i]);
	free(history);
}

bool asim_history_goto(struct asim_history *history, const struct match *match, int turns)
{
	struct asim_courses *now = &history->now;
	int nearest;

	if (match != history->match || match->branch != history->branch || match->turn_count < history->seen)
		begin_anew(history);
	history->match = match;
	history->branch = match->branch;
	history->seen = match->turn_count;
	nearest = turns / history->distance;
	if (nearest >= history->marks)
		nearest = history->marks - 1;
	if (turns < now->turns || nearest * history->distance > now->turns)
		*now = *history->mark[nearest];
	for (int i = 0; i < MOST && now->turns < turns; i++) {
		if (!play_turn(now, match))
			return false;
		if (now->turns == history->marks * history->distance)
			set_mark(history);
	}
	return now->turns < turns;
}

const struct asim_courses *asim_history_now(const struct asim_history *history)
{
	return &history->now;
}
