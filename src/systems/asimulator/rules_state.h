/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_state.h - what the files of the agent world share: tables of the rules, letters, neighbours.
 *
 * rules.c plays a simulation. rules_draw.c makes a world of a class and a seed. rules_file.c reads a class
 * from text, rules_check.c checks it, rules_text.c writes it. rules_acts.c and rules_bytes.c are for the
 * wire.  */
#ifndef RINGSIDE_ASIMULATOR_RULES_STATE_H
#define RINGSIDE_ASIMULATOR_RULES_STATE_H

#include "rules.h"

enum {
	WORLD_NUMBERS = 4, /* homes, items, enemies, dangers */
	WORLD_DECIMALS = 6 /* of a chance */
};

struct world_value_row {
	const char *name;
	size_t bytes;
	bool is_integer;
	int condition;       /* the flag that brings it, or WORLD_ALWAYS */
	int32_t least, most; /* what it may be */
};

/* In the order of WORLD_VALUES, WORLD_FLAGS and WORLD_CHANCES.  */
extern const struct world_value_row world_value_rows[WORLD_VALUE_COUNT];
extern const char *const world_flag_names[WORLD_FLAG_COUNT];
extern const char *const world_chance_names[WORLD_CHANCE_COUNT];

/* Does a world file have a line for it?  The direction and the bounds follow from the agent and the map.  */
bool world_flag_has_line(enum world_flag flag);
bool world_value_has_line(enum world_value value);

/* What number `i` of a class counts: WORLD_HOME, WORLD_ITEM, WORLD_ENEMY, WORLD_DANGER.  */
enum world_tile world_numbered(int i);
/* How many of `count` tiles have it.  */
int world_count(const uint8_t *tile, int count, enum world_tile what);

/* The tile of a map.  Outside the map is wall.  */
unsigned world_map_tile(const uint8_t *tile, int width, int height, int column, int row);
/* WORLD_HOSTILITY and WORLD_FEAR at that place.  */
unsigned world_map_feel(const uint8_t *tile, int width, int height, int column, int row);

/* The letter of a tile in a world file, and back; -1: no tile has it.  */
char world_tile_letter(unsigned tile);
int world_letter_tile(char letter);

/* The lines of a world file; 0: it has no such line.  */
struct world_lines {
	int flag[WORLD_FLAG_COUNT], value[WORLD_VALUE_COUNT], chance[WORLD_CHANCE_COUNT];
	int agent, map, known;
};

/* Do the lines agree?  NULL, or what is wrong, with its line in *line (0: none).  */
char *world_class_check(const struct world_class *class, const struct world_lines *lines, int *line);

#endif
