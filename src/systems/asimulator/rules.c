/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - the agent world while it is played: the rules, what each action does to a seat's world and when a
 * simulation is over, and all of it as bytes and in words (asimulator, World; Decisions).
 *
 * An action goes through its steps in the order of the document.  The table of rules is the original's; see
 * WORLD_FLAGS and WORLD_VALUES.  The bits of bytes are the original's; its bit 1 is bit 0 here.  */
#include "rules.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <limits.h>
#include <string.h>

/* ---- the rules ---- */

/* The range of a value of `bytes` bytes: a Natural of four bytes is below 2^31 (asimulator, Decisions).  */
#define LEAST(bytes, is_integer) (!(is_integer) ? 0 : (bytes) == 1 ? INT8_MIN : INT32_MIN)
#define MOST(bytes, is_integer)                                                                              \
	((bytes) == 1 ? ((is_integer) ? INT8_MAX : UINT8_MAX) : (bytes) == 2 ? UINT16_MAX : INT32_MAX)

const struct world_value_row world_value_rows[WORLD_VALUE_COUNT] = {
#define X(constant, identifier, bytes, is_integer, condition)                                                \
	{identifier, bytes, is_integer, condition, LEAST(bytes, is_integer), MOST(bytes, is_integer)},
	WORLD_VALUES(X)
#undef X
};

const char *const world_flag_names[WORLD_FLAG_COUNT] = {
#define X(constant, identifier) identifier,
	WORLD_FLAGS(X)
#undef X
};

bool world_flag_has_line(enum world_flag flag)
{
	assert(flag < WORLD_FLAG_COUNT);
	return flag != WORLD_DIRECTION_IS_ALONG_Y && flag != WORLD_DIRECTION_IS_NEGATIVE;
}

enum world_direction world_direction(const struct world_rules *rules)
{
	bool along_y = rules->flag[WORLD_DIRECTION_IS_ALONG_Y];

	if (rules->flag[WORLD_DIRECTION_IS_NEGATIVE])
		return along_y ? WORLD_SOUTH : WORLD_WEST;
	return along_y ? WORLD_NORTH : WORLD_EAST;
}

void world_set_direction(struct world_rules *rules, enum world_direction direction)
{
	rules->flag[WORLD_DIRECTION_IS_ALONG_Y] = direction == WORLD_NORTH || direction == WORLD_SOUTH;
	rules->flag[WORLD_DIRECTION_IS_NEGATIVE] = direction == WORLD_WEST || direction == WORLD_SOUTH;
}

const char *world_direction_name(enum world_direction direction)
{
	switch (direction) {
	case WORLD_EAST: return "East";
	case WORLD_NORTH: return "North";
	case WORLD_WEST: return "West";
	case WORLD_SOUTH: break;
	}
	return "South";
}

/* ---- a simulation ---- */

/* What an action did, for the steps after it.  */
struct outcome {
	bool bumped, grabbed;
	int neutralized;
};

static unsigned map_tile(const uint8_t *tile, int width, int height, int column, int row)
{
	bool inside = column >= 0 && column < width && row >= 0 && row < height;

	assert(tile && width > 0 && height > 0);
	return inside ? tile[row * width + column] : WORLD_WALL;
}

static unsigned map_feel(const uint8_t *tile, int width, int height, int column, int row)
{
	unsigned around = map_tile(tile, width, height, column + 1, row) |
			  map_tile(tile, width, height, column - 1, row) |
			  map_tile(tile, width, height, column, row + 1) |
			  map_tile(tile, width, height, column, row - 1);

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
	return map_tile(sim->tile, sim->world->width, sim->world->height, column_of(sim, x), row_of(sim, y));
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
	return tile |
	       map_feel(sim->tile, sim->world->width, sim->world->height, column_of(sim, x), row_of(sim, y));
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

/* ---- what is told ---- */

/* Only a clear tile without an enemy is told with Hostility and Fear (original).  */
static unsigned tile_as_told(const struct world *world, int column, int row)
{
	unsigned tile = map_tile(world->tile, world->width, world->height, column, row);

	if (tile & (WORLD_WALL | WORLD_DANGER | WORLD_ENEMY))
		return tile;
	return tile | map_feel(world->tile, world->width, world->height, column, row);
}

bool world_next_told(const struct world *world, int *at, struct world_told *told)
{
	for (int count = world->width * world->height; *at < count; ++*at) {
		int column = *at % world->width, row = *at / world->width;

		if (!world->known[*at] || (column == world->column && row == world->row))
			continue;
		*told = (struct world_told){column - world->column, world->row - row,
					    tile_as_told(world, column, row)};
		++*at;
		return true;
	}
	return false;
}

/* ---- bytes ---- */

/* Bits of the byte of a tile.  Without CLEAR, NO_ENEMY means a wall, and ENEMY is at the place of HOME.  */
enum tile_bit {
	CLEAR = 1 << 0,
	NO_ENEMY = 1 << 1,
	HOME = 1 << 2,
	DANGER_ENEMY = 1 << 2,
	ITEM = 1 << 3,
	HOSTILITY = 1 << 4,
	FEAR = 1 << 5,
	SOMETHING =
		1 << 7 /* unused by the original; without it a danger without an enemy would end the list */
};

/* Converts a byte between bit 1 as the lowest and the wire's order; the same in both directions.  */
static uint8_t in_order(unsigned byte, struct world_wire wire)
{
	unsigned turned = 0;

	assert(byte <= UINT8_MAX);
	for (int bit = 0; bit < 8; bit++)
		if (byte & 1U << bit)
			turned |= 1U << (wire.msb ? 7 - bit : bit);
	return (uint8_t)turned;
}

uint8_t world_percept_write(unsigned percept, struct world_wire wire)
{
	return in_order(percept, wire);
}

unsigned world_percept_read(uint8_t byte, struct world_wire wire)
{
	return in_order(byte, wire);
}

uint8_t world_tile_write(unsigned tile, struct world_wire wire)
{
	unsigned byte;

	if (tile & WORLD_WALL)
		return in_order(NO_ENEMY, wire);
	if (tile & WORLD_DANGER)
		return in_order(tile & WORLD_ENEMY ? DANGER_ENEMY : SOMETHING, wire);
	byte = CLEAR | (tile & WORLD_HOME ? HOME : 0U) | (tile & WORLD_ITEM ? ITEM : 0U);
	if (!(tile & WORLD_ENEMY))
		byte |= NO_ENEMY | (tile & WORLD_HOSTILITY ? HOSTILITY : 0U) |
			(tile & WORLD_FEAR ? FEAR : 0U);
	return in_order(byte, wire);
}

unsigned world_tile_read(uint8_t byte, struct world_wire wire)
{
	unsigned bits = in_order(byte, wire), tile;

	if (!(bits & CLEAR)) {
		if (bits & NO_ENEMY)
			return WORLD_WALL;
		return WORLD_DANGER | (bits & DANGER_ENEMY ? WORLD_ENEMY : 0U);
	}
	tile = (bits & HOME ? WORLD_HOME : 0U) | (bits & ITEM ? WORLD_ITEM : 0U);
	if (!(bits & NO_ENEMY))
		return tile | WORLD_ENEMY;
	return tile | (bits & HOSTILITY ? WORLD_HOSTILITY : 0U) | (bits & FEAR ? WORLD_FEAR : 0U);
}

void world_told_write(const struct world *world, struct world_wire wire, struct bytes *out)
{
	struct world_told told;
	int at = 0;

	while (world_next_told(world, &at, &told)) {
		uint8_t tile[3] = {world_tile_write(told.tile, wire), (uint8_t)told.x, (uint8_t)told.y};

		bytes_add(out, tile, sizeof(tile));
	}
	bytes_add(out, "", 1);
}

/* A byte in which only flag `bit` (0 to 7) is set.  */
static unsigned bit_of(int bit, struct world_wire wire)
{
	assert(bit >= 0 && bit < 8);
	return 1U << (wire.msb ? 7 - bit : bit);
}

static void write_number(int32_t number, size_t size, bool little, uint8_t *bytes)
{
	assert(size > 0 && size <= sizeof(number));
	for (size_t i = 0; i < size; i++)
		bytes[little ? i : size - 1 - i] = (uint8_t)((uint32_t)number >> 8 * i);
}

static int32_t read_number(const uint8_t *bytes, size_t size, bool little, bool is_integer)
{
	uint32_t number = 0, sign = UINT32_C(1) << (8 * size - 1);

	assert(size > 0 && size <= sizeof(number));
	for (size_t i = 0; i < size; i++)
		number |= (uint32_t)bytes[little ? i : size - 1 - i] << 8 * i;
	if (!is_integer)
		return number > INT32_MAX ? INT32_MAX : (int32_t)number;
	if (!(number & sign))
		return (int32_t)number;
	/* Two's complement.  No intermediate value leaves the range of its type.  */
	return -(int32_t)((sign - 1) - (number & (sign - 1))) - 1;
}

/* Do rules with these flags contain the value?  Revision 2 has one Turn_Cost, in the place of the left one.
 */
static bool is_told(const struct world_rules *rules, struct world_wire wire, int value)
{
	int condition;

	assert(value >= 0 && value < WORLD_VALUE_COUNT);
	condition = world_value_rows[value].condition;
	if (wire.revision == 2 && value == WORLD_TURN_RIGHT_COST)
		return false;
	return condition == WORLD_ALWAYS || rules->flag[condition];
}

size_t world_rules_write(const struct world_rules *rules, struct world_wire wire,
			 uint8_t bytes[WORLD_RULES_MOST])
{
	size_t size = 2;

	bytes[0] = bytes[1] = 0;
	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		if (rules->flag[i])
			bytes[i / 8] |= (uint8_t)bit_of(i % 8, wire);
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		if (is_told(rules, wire, i)) {
			write_number(rules->value[i], world_value_rows[i].bytes, wire.little, bytes + size);
			size += world_value_rows[i].bytes;
		}
	return size;
}

size_t world_rules_read(struct world_rules *rules, struct world_wire wire, const uint8_t *bytes, size_t size)
{
	struct world_rules read = {0};
	size_t at = 2;

	if (size < at)
		return 0;
	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		read.flag[i] = bytes[i / 8] & bit_of(i % 8, wire);
	for (int i = 0; i < WORLD_VALUE_COUNT; i++) {
		const struct world_value_row *row = &world_value_rows[i];

		if (!is_told(&read, wire, i))
			continue;
		if (size - at < row->bytes)
			return 0;
		read.value[i] = read_number(bytes + at, row->bytes, wire.little, row->is_integer);
		at += row->bytes;
	}
	if (wire.revision == 2)
		read.value[WORLD_TURN_RIGHT_COST] = read.value[WORLD_TURN_LEFT_COST];
	*rules = read;
	return at;
}

char *world_revision_problem(const struct world_class *class, int revision)
{
	const int32_t *value = class->rules.value;

	if (revision != 2 || value[WORLD_TURN_LEFT_COST] == value[WORLD_TURN_RIGHT_COST])
		return NULL;
	return bytes_text(
		"Turn_Left_Cost %d and Turn_Right_Cost %d: revision 2 has one cost for both, expected "
		"the same",
		(int)value[WORLD_TURN_LEFT_COST], (int)value[WORLD_TURN_RIGHT_COST]);
}

void world_score_write(int64_t score, struct world_wire wire, uint8_t bytes[WORLD_SCORE_SIZE])
{
	int64_t told = score > INT32_MAX ? INT32_MAX : score < INT32_MIN ? INT32_MIN : score;

	write_number((int32_t)told, WORLD_SCORE_SIZE, wire.little, bytes);
}

int32_t world_score_read(const uint8_t bytes[WORLD_SCORE_SIZE], struct world_wire wire)
{
	return read_number(bytes, WORLD_SCORE_SIZE, wire.little, true);
}

/* ---- words ---- */

static void add_word(struct bytes *words, const char *word)
{
	bytes_addf(words, "%s%s", words->size ? ", " : "", word);
}

char *world_percept_words(unsigned percept)
{
	static const char *const names[8] = {
		"Home", "Item", "Hostility", "Bump", "Fear", "Enemy_Neutralized", "(unused)", "End",
	};
	struct bytes words = {0};

	for (int bit = 0; bit < 8; bit++)
		if (percept & 1U << bit)
			add_word(&words, names[bit]);
	if (!words.size)
		add_word(&words, "nothing");
	return words.at;
}

char *world_tile_words(unsigned tile)
{
	static const struct {
		enum world_tile what;
		const char *name;
	} things[] = {
		{WORLD_HOME, "home"},           {WORLD_ITEM, "item"}, {WORLD_ENEMY, "enemy"},
		{WORLD_HOSTILITY, "hostility"}, {WORLD_FEAR, "fear"},
	};
	struct bytes words = {0};

	add_word(&words, tile & WORLD_DRAWN    ? "drawn"
			 : tile & WORLD_WALL   ? "wall"
			 : tile & WORLD_DANGER ? "danger"
					       : "clear");
	for (size_t i = 0; i < sizeof(things) / sizeof(things[0]); i++)
		if (tile & things[i].what)
			add_word(&words, things[i].name);
	return words.at;
}

char *world_rules_words(const struct world_rules *rules, int revision)
{
	struct world_wire wire = {.revision = revision};
	struct bytes words = {0};

	bytes_addf(&words, "Initial_Direction %s", world_direction_name(world_direction(rules)));
	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		if (world_flag_has_line((enum world_flag)i) && rules->flag[i])
			bytes_addf(&words, ", %s", world_flag_names[i]);
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		if (is_told(rules, wire, i))
			bytes_addf(&words, ", %s %d",
				   revision == 2 && i == WORLD_TURN_LEFT_COST ? "Turn_Cost"
									      : world_value_rows[i].name,
				   (int)rules->value[i]);
	return words.at;
}
