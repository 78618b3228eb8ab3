/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_check.c - checks that the lines of a world file agree with each other.
 *
 * Each check says which line is wrong and what was expected there.  */
#include "rules_state.h"

#include "ringside/bytes.h"

static const char *value_name(enum world_value value)
{
	return world_value_rows[value].name;
}

/* A limit needs its flag, and a flag its limit.  */
static char *check_limits(const struct world_class *class, const struct world_lines *lines, int *line)
{
	for (int i = WORLD_AMMUNITION_LIMIT; i < WORLD_VALUE_COUNT; i++) {
		int condition = world_value_rows[i].condition;

		if (class->rules.flag[condition] && !lines->value[i]) {
			*line = lines->flag[condition];
			return bytes_text("%s True: expected a line %s, too", world_flag_names[condition],
					  world_value_rows[i].name);
		}
		if (!class->rules.flag[condition] && lines->value[i]) {
			*line = lines->value[i];
			return bytes_text("%s without %s True: expected both or none",
					  world_value_rows[i].name, world_flag_names[condition]);
		}
	}
	return NULL;
}

/* A world must not begin beyond its own limits.  */
static char *check_beginning(const struct world_class *class, const struct world_lines *lines, int *line)
{
	static const struct {
		enum world_flag limited;
		enum world_value value, limit;
		bool may_equal; /* reaching this limit ends the simulation */
	} pairs[] = {
		{WORLD_AMMUNITION_IS_LIMITED, WORLD_INITIAL_AMMUNITION, WORLD_AMMUNITION_LIMIT, true},
		{WORLD_COST_IS_LIMITED, WORLD_INITIAL_COST, WORLD_COST_LIMIT, false},
		{WORLD_SCORE_IS_LIMITED, WORLD_INITIAL_SCORE, WORLD_SCORE_LIMIT, false},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		int32_t value = class->rules.value[pairs[i].value],
			limit = class->rules.value[pairs[i].limit];

		if (!class->rules.flag[pairs[i].limited] ||
		    (pairs[i].may_equal ? value <= limit : value < limit))
			continue;
		*line = lines->value[pairs[i].limit];
		return bytes_text("%s %d and %s %d: expected the first to be %s the limit",
				  value_name(pairs[i].value), (int)value, value_name(pairs[i].limit),
				  (int)limit, pairs[i].may_equal ? "no more than" : "less than");
	}
	return NULL;
}

static char *check_chances(const struct world_class *class, const struct world_lines *lines, int *line)
{
	bool drawn = world_count(class->tile, class->width * class->height, WORLD_DRAWN) > 0;

	for (int i = 0; i < WORLD_CHANCE_COUNT; i++) {
		*line = lines->chance[i];
		if (class->chance[i] && i != WORLD_CHANCE_KNOW && !drawn)
			return bytes_text("%s: expected ? on the map, since it applies to drawn tiles",
					  world_chance_names[i]);
	}
	*line = lines->chance[WORLD_CHANCE_KNOW];
	if (class->grid_known && class->chance[WORLD_CHANCE_KNOW])
		return bytes_text("%s, and Known in line %d: expected one of them",
				  world_chance_names[WORLD_CHANCE_KNOW], lines->known);
	*line = lines->chance[WORLD_CHANCE_DANGER];
	if (class->chance[WORLD_CHANCE_WALL] + class->chance[WORLD_CHANCE_DANGER] > WORLD_CERTAIN)
		return bytes_text("%s and %s are more than 1 together: expected 1 at most, since a tile is "
				  "wall, danger or clear",
				  world_chance_names[WORLD_CHANCE_WALL],
				  world_chance_names[WORLD_CHANCE_DANGER]);
	return NULL;
}

/* Are there enough drawn tiles for the numbers?  Nothing else may decide the same.  */
static char *check_numbers(const struct world_class *class, const struct world_lines *lines, int *line)
{
	static const enum world_chance chances[WORLD_NUMBERS] = {WORLD_CHANCE_HOME, WORLD_CHANCE_ITEM,
								 WORLD_CHANCE_ENEMY, WORLD_CHANCE_DANGER};
	int count = class->width * class->height, drawn = world_count(class->tile, count, WORLD_DRAWN);

	for (int i = 0; i < WORLD_NUMBERS; i++) {
		int number = class->number[i], on_map = world_count(class->tile, count, world_numbered(i));

		*line = lines->value[WORLD_NUMBER_OF_HOMES + i];
		if (number < 0)
			continue;
		if (class->chance[chances[i]])
			return bytes_text("%s, and %s in line %d: expected one of them",
					  value_name(WORLD_NUMBER_OF_HOMES + (unsigned)i),
					  world_chance_names[chances[i]], lines->chance[chances[i]]);
		if (number < on_map || number > on_map + drawn)
			return bytes_text("%s %d, but the map has %d and %d tiles that are drawn: expected "
					  "%d to %d",
					  value_name(WORLD_NUMBER_OF_HOMES + (unsigned)i), number, on_map,
					  drawn, on_map, on_map + drawn);
	}
	return NULL;
}

/* The agent must start on the map, and alive.  */
static char *check_agent(const struct world_class *class, const struct world_lines *lines, int *line)
{
	const unsigned deadly = WORLD_WALL | WORLD_DANGER | WORLD_ENEMY;
	unsigned tile;

	if (!class->placed) {
		*line = lines->map;
		for (int i = 0; i < class->width * class->height; i++)
			if (!(class->tile[i] & deadly))
				return NULL;
		return bytes_text("no tile where the agent could start: expected one that is clear without "
				  "an enemy, or ?");
	}
	*line = lines->agent;
	if (class->column >= class->width || class->row >= class->height)
		return bytes_text("Agent %d %d is not on the map: expected a column from 0 to %d and a row "
				  "from 0 to %d",
				  class->column, class->row, class->width - 1, class->height - 1);
	tile = class->tile[class->row * class->width + class->column];
	if (tile & deadly)
		return bytes_text(
			"Agent %d %d is on %c: expected a tile that is clear without an enemy, or ?",
			class->column, class->row, world_tile_letter(tile));
	return NULL;
}

char *world_class_check(const struct world_class *class, const struct world_lines *lines, int *line)
{
	char *problem;

	*line = 0;
	if (!lines->map)
		return bytes_text("no map: expected \"Map WIDTH HEIGHT\" and its rows");
	problem = check_limits(class, lines, line);
	if (!problem)
		problem = check_beginning(class, lines, line);
	if (!problem)
		problem = check_chances(class, lines, line);
	if (!problem)
		problem = check_numbers(class, lines, line);
	if (!problem)
		problem = check_agent(class, lines, line);
	return problem;
}
