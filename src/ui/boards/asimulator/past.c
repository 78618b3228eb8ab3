/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* past.c - what has happened to both seats of the agent world at any position of a match (checkpoints.h).  */
#include "board.h"

#include "ringside/bytes.h"
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

struct checkpoints *asim_history_new(const struct world *world, int64_t most)
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
