/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_acts.c - the rules of the agent world: their table, and their bytes on the wire.
 *
 * The table is the original's; see WORLD_FLAGS and WORLD_VALUES.  */
#include "rules_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <limits.h>
#include <string.h>

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

const char *const world_chance_names[WORLD_CHANCE_COUNT] = {
#define X(constant, identifier, about) identifier,
	WORLD_CHANCES(X)
#undef X
};

bool world_flag_has_line(enum world_flag flag)
{
	assert(flag < WORLD_FLAG_COUNT);
	return flag != WORLD_DIRECTION_IS_ALONG_Y && flag != WORLD_DIRECTION_IS_NEGATIVE;
}

bool world_value_has_line(enum world_value value)
{
	assert(value < WORLD_VALUE_COUNT);
	return value < WORLD_LOWER_X_BOUND || value > WORLD_UPPER_Y_BOUND;
}

/* ---- the direction ---- */

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

/* ---- bytes ---- */

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
