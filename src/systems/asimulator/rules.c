/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - a simulation: what each action does to a seat's world, and when it is over (asimulator, World;
 * Decisions).
 *
 * An action goes through its steps in the order of the document.  */
#include "rules_state.h"

#include <assert.h>
#include <string.h>

/* What an action did, for the steps after it.  */
struct outcome {
	bool bumped, grabbed;
	int neutralized;
};

/* ---- tiles ---- */

unsigned world_map_tile(const uint8_t *tile, int width, int height, int column, int row)
{
	bool inside = column >= 0 && column < width && row >= 0 && row < height;

	assert(tile && width > 0 && height > 0);
	return inside ? tile[row * width + column] : WORLD_WALL;
}

unsigned world_map_feel(const uint8_t *tile, int width, int height, int column, int row)
{
	unsigned around = world_map_tile(tile, width, height, column + 1, row) |
			  world_map_tile(tile, width, height, column - 1, row) |
			  world_map_tile(tile, width, height, column, row + 1) |
			  world_map_tile(tile, width, height, column, row - 1);

	return (around & WORLD_ENEMY ? WORLD_HOSTILITY : 0U) | (around & WORLD_DANGER ? WORLD_FEAR : 0U);
}

int world_count(const uint8_t *tile, int count, enum world_tile what)
{
	int found = 0;

	assert(count >= 0 && count <= WORLD_TILES);
	for (int i = 0; i < count; i++)
		found += (tile[i] & what) != 0;
	return found;
}

static int column_of(const struct world_sim *sim, int x)
{
	return sim->world->column + x;
}

static int row_of(const struct world_sim *sim, int y)
{
	return sim->world->row - y;
}

/* Without Hostility and Fear.  */
static unsigned tile_at(const struct world_sim *sim, int x, int y)
{
	return world_map_tile(sim->tile, sim->world->width, sim->world->height, column_of(sim, x),
			      row_of(sim, y));
}

/* A pointer to the tile, which must be inside the map.  */
static uint8_t *tile_on_map(struct world_sim *sim, int x, int y)
{
	assert(!(tile_at(sim, x, y) & WORLD_WALL));
	return &sim->tile[row_of(sim, y) * sim->world->width + column_of(sim, x)];
}

static int step_x(enum world_direction direction)
{
	return direction == WORLD_EAST ? 1 : direction == WORLD_WEST ? -1 : 0;
}

static int step_y(enum world_direction direction)
{
	return direction == WORLD_NORTH ? 1 : direction == WORLD_SOUTH ? -1 : 0;
}

/* ---- the steps of an action ---- */

static int32_t action_cost(const struct world_rules *rules, enum world_action action)
{
	static const enum world_value cost[WORLD_ACTION_COUNT] = {
		[WORLD_MOVE] = WORLD_MOVE_COST,
		[WORLD_TURN_LEFT] = WORLD_TURN_LEFT_COST,
		[WORLD_TURN_RIGHT] = WORLD_TURN_RIGHT_COST,
		[WORLD_GRAB] = WORLD_GRAB_COST,
		[WORLD_NEUTRALIZE] = WORLD_NEUTRALIZE_COST,
	};

	assert((int)action >= WORLD_SHUT_OFF && action < WORLD_ACTION_COUNT);
	return action == WORLD_SHUT_OFF ? 0 : rules->value[cost[action]];
}

static void move(struct world_sim *sim, struct outcome *outcome)
{
	int x = sim->x + step_x(sim->direction), y = sim->y + step_y(sim->direction);
	unsigned ahead = tile_at(sim, x, y);

	if (ahead & WORLD_WALL) {
		outcome->bumped = true;
		return;
	}
	sim->x = x;
	sim->y = y;
	if (ahead & (WORLD_DANGER | WORLD_ENEMY))
		sim->end = WORLD_END_DEATH;
}

static void grab(struct world_sim *sim, struct outcome *outcome)
{
	uint8_t *here = tile_on_map(sim, sim->x, sim->y);

	outcome->grabbed = *here & WORLD_ITEM;
	*here &= (uint8_t)~WORLD_ITEM;
}

/* The shot goes straight ahead, over dangers, to a wall or the end of the range.  */
static void neutralize(struct world_sim *sim, struct outcome *outcome)
{
	const struct world_rules *rules = &sim->world->rules;
	int range = rules->value[WORLD_NEUTRALIZATION_RANGE];
	int x = sim->x, y = sim->y;

	assert(range >= 0 && sim->ammunition >= 0);
	if (rules->flag[WORLD_AMMUNITION_IS_LIMITED] && sim->ammunition-- == 0) {
		sim->ammunition = 0;
		return;
	}
	for (int distance = 1; range == 0 || distance <= range; distance++) {
		unsigned tile = tile_at(sim, x += step_x(sim->direction), y += step_y(sim->direction));
		bool is_item = rules->flag[WORLD_NEUTRALIZED_ENEMY_BECOMES_ITEM] && !(tile & WORLD_DANGER);

		if (tile & WORLD_WALL)
			return;
		if (!(tile & WORLD_ENEMY))
			continue;
		tile = (tile & ~(unsigned)WORLD_ENEMY) | (is_item ? WORLD_ITEM : 0U);
		*tile_on_map(sim, x, y) = (uint8_t)tile;
		outcome->neutralized++;
		if (rules->flag[WORLD_NEUTRALIZATION_STOPS_AT_FIRST_ENEMY])
			return;
	}
}

static struct outcome take_effect(struct world_sim *sim, enum world_action action)
{
	struct outcome outcome = {0};

	assert(sim->end == WORLD_GOES_ON);
	switch (action) {
	case WORLD_SHUT_OFF: sim->end = WORLD_END_SHUT_OFF; break;
	case WORLD_MOVE: move(sim, &outcome); break;
	case WORLD_TURN_LEFT: sim->direction = (sim->direction + 1) % 4; break;
	case WORLD_TURN_RIGHT: sim->direction = (sim->direction + 3) % 4; break;
	case WORLD_GRAB: grab(sim, &outcome); break;
	case WORLD_NEUTRALIZE: neutralize(sim, &outcome); break;
	case WORLD_ACTION_COUNT: break;
	}
	return outcome;
}

static void recharge(struct world_sim *sim)
{
	const struct world_rules *rules = &sim->world->rules;

	if (rules->flag[WORLD_AMMUNITION_IS_LIMITED] && rules->flag[WORLD_CAN_RECHARGE_AMMUNITION_AT_HOME] &&
	    (tile_at(sim, sim->x, sim->y) & WORLD_HOME))
		sim->ammunition = rules->value[WORLD_AMMUNITION_LIMIT];
}

/* What ends the simulation, unless the action itself did.  */
static enum world_end limit_reached(const struct world_sim *sim)
{
	const struct world_rules *rules = &sim->world->rules;

	if (rules->flag[WORLD_COST_IS_LIMITED] && sim->cost >= rules->value[WORLD_COST_LIMIT])
		return WORLD_END_COST_LIMIT;
	if (rules->flag[WORLD_SCORE_IS_LIMITED] && sim->score >= rules->value[WORLD_SCORE_LIMIT])
		return WORLD_END_SCORE_LIMIT;
	if (sim->most_actions > 0 && sim->actions >= sim->most_actions)
		return WORLD_END_MAX_ACTIONS;
	return WORLD_GOES_ON;
}

static unsigned perceive(const struct world_sim *sim, const struct outcome *outcome)
{
	unsigned tile = world_sim_tile(sim, sim->x, sim->y);

	return (tile & WORLD_HOME ? WORLD_PERCEPT_HOME : 0U) | (tile & WORLD_ITEM ? WORLD_PERCEPT_ITEM : 0U) |
	       (tile & WORLD_HOSTILITY ? WORLD_PERCEPT_HOSTILITY : 0U) |
	       (tile & WORLD_FEAR ? WORLD_PERCEPT_FEAR : 0U) | (outcome->bumped ? WORLD_PERCEPT_BUMP : 0U) |
	       (outcome->neutralized ? WORLD_PERCEPT_NEUTRALIZED : 0U) | (sim->end ? WORLD_PERCEPT_END : 0U);
}

/* ---- for the other rooms ---- */

void world_sim_init(struct world_sim *sim, const struct world *world, int64_t most_actions)
{
	const struct world_rules *rules = &world->rules;

	assert(world->width > 0 && world->height > 0 && most_actions >= 0);
	assert(world->column < world->width && world->row < world->height);
	*sim = (struct world_sim){
		.world = world,
		.direction = world_direction(rules),
		.score = rules->value[WORLD_INITIAL_SCORE],
		.cost = rules->value[WORLD_INITIAL_COST],
		.most_actions = most_actions,
	};
	if (rules->flag[WORLD_AMMUNITION_IS_LIMITED])
		sim->ammunition = rules->value[WORLD_INITIAL_AMMUNITION];
	memcpy(sim->tile, world->tile, sizeof(sim->tile));
	sim->percept = perceive(sim, &(struct outcome){0});
}

bool world_sim_act(struct world_sim *sim, enum world_action action)
{
	const struct world_rules *rules = &sim->world->rules;
	struct outcome outcome;
	int32_t cost;

	if (sim->end || (int)action < WORLD_SHUT_OFF || action >= WORLD_ACTION_COUNT)
		return false;
	sim->actions++;
	cost = action_cost(rules, action);
	sim->cost += cost;
	sim->score -= cost;
	outcome = take_effect(sim, action);
	sim->neutralized = outcome.neutralized;
	if (outcome.grabbed)
		sim->score += rules->value[WORLD_ITEM_REWARD];
	sim->score += (int64_t)outcome.neutralized * rules->value[WORLD_NEUTRALIZE_REWARD];
	recharge(sim);
	if (!sim->end)
		sim->end = limit_reached(sim);
	if (sim->end && sim->end != WORLD_END_DEATH && (tile_at(sim, sim->x, sim->y) & WORLD_HOME))
		sim->score += rules->value[WORLD_HOME_REWARD];
	sim->percept = perceive(sim, &outcome);
	return true;
}

unsigned world_sim_tile(const struct world_sim *sim, int x, int y)
{
	unsigned tile = tile_at(sim, x, y);

	if (tile & WORLD_WALL)
		return tile;
	return tile | world_map_feel(sim->tile, sim->world->width, sim->world->height, column_of(sim, x),
				     row_of(sim, y));
}

int world_sim_count(const struct world_sim *sim, enum world_tile what)
{
	return world_count(sim->tile, sim->world->width * sim->world->height, what);
}

int world_sim_compare(const struct world_sim *one, const struct world_sim *two)
{
	if (one->score != two->score)
		return one->score > two->score ? 1 : -1;
	if (one->cost != two->cost)
		return one->cost < two->cost ? 1 : -1;
	if (one->actions != two->actions)
		return one->actions < two->actions ? 1 : -1;
	return 0;
}

const char *world_action_name(int action)
{
	static const char *const names[WORLD_ACTION_COUNT] = {
		"Shut_Off", "Move", "Turn_Left", "Turn_Right", "Grab", "Neutralize",
	};

	return action >= 0 && action < WORLD_ACTION_COUNT ? names[action] : NULL;
}

const char *world_end_name(enum world_end end)
{
	switch (end) {
	case WORLD_END_SHUT_OFF: return "shut off";
	case WORLD_END_DEATH: return "death";
	case WORLD_END_COST_LIMIT: return "cost limit";
	case WORLD_END_SCORE_LIMIT: return "score limit";
	case WORLD_END_MAX_ACTIONS: return "most actions";
	case WORLD_GOES_ON: break;
	}
	return "goes on";
}
