/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_draw.c - makes a world of a class and a seed (asimulator, One game for two; World file).  */
#include "rules_state.h"

#include <assert.h>
#include <string.h>

/* A world while it is drawn.  */
struct drawing {
	struct world *world;
	const struct world_class *class;
	uint64_t random; /* state of the generator */
	int count;       /* tiles */
	int start;       /* the tile of the start */
};

/* ---- chance ---- */

/* The next number of the sequence (splitmix64).  */
static uint64_t next_random(struct drawing *drawing)
{
	uint64_t z = drawing->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* A number from 0 to bound - 1 with equal probability.  Numbers above the last whole multiple are drawn
   again.
 */
static int random_below(struct drawing *drawing, int bound)
{
	uint64_t end, number;

	assert(bound > 0);
	end = UINT64_MAX - UINT64_MAX % (uint64_t)bound;
	do {
		number = next_random(drawing);
	} while (number >= end);
	return (int)(number % (uint64_t)bound);
}

static bool happens(struct drawing *drawing, enum world_chance chance)
{
	return random_below(drawing, WORLD_CERTAIN) < drawing->class->chance[chance];
}

/* ---- the start ---- */

static bool may_be_start(const struct world_class *class, int i)
{
	return !(class->tile[i] & (WORLD_WALL | WORLD_DANGER | WORLD_ENEMY));
}

static void draw_start(struct drawing *drawing)
{
	const struct world_class *class = drawing->class;
	int places = 0, chosen, i = 0;

	if (class->placed) {
		drawing->start = class->row * class->width + class->column;
		return;
	}
	for (int at = 0; at < drawing->count; at++)
		places += may_be_start(class, at);
	chosen = random_below(drawing, places);
	while (!may_be_start(class, i) || chosen-- > 0)
		i++;
	drawing->start = i;
	world_set_direction(&drawing->world->rules, (enum world_direction)random_below(drawing, 4));
}

/* ---- the tiles ---- */

static void draw_ground(struct drawing *drawing)
{
	const struct world_class *class = drawing->class;
	int wall = class->chance[WORLD_CHANCE_WALL], danger = class->chance[WORLD_CHANCE_DANGER];

	for (int i = 0; i < drawing->count; i++) {
		uint8_t *tile = &drawing->world->tile[i];
		int drawn;

		if (!(class->tile[i] & WORLD_DRAWN))
			continue;
		*tile = 0;
		drawn = random_below(drawing, WORLD_CERTAIN);
		if (i != drawing->start)
			*tile = drawn < wall ? WORLD_WALL : drawn < wall + danger ? WORLD_DANGER : 0;
	}
}

/* May a drawn tile get this?  */
static bool may_have(const struct drawing *drawing, int i, enum world_tile what)
{
	unsigned tile;

	assert(i >= 0 && i < drawing->count);
	tile = drawing->world->tile[i];
	if (!(drawing->class->tile[i] & WORLD_DRAWN) || (tile & (WORLD_WALL | (unsigned)what)))
		return false;
	if (what == WORLD_HOME || what == WORLD_ITEM)
		return !(tile & WORLD_DANGER);
	return i != drawing->start;
}

/* Adds as many as the number asks for, on tiles that may have it, each with equal probability.  */
static void place(struct drawing *drawing, int number, enum world_tile what)
{
	int missing = number - world_count(drawing->world->tile, drawing->count, what), places = 0;

	assert(number >= 0);
	for (int i = 0; i < drawing->count; i++)
		places += may_have(drawing, i, what);
	for (int i = 0; i < drawing->count && missing > 0; i++)
		if (may_have(drawing, i, what) && random_below(drawing, places--) < missing) {
			drawing->world->tile[i] |= (uint8_t)what;
			missing--;
		}
}

static void draw_each(struct drawing *drawing, enum world_chance chance, enum world_tile what)
{
	for (int i = 0; i < drawing->count; i++)
		if (may_have(drawing, i, what) && happens(drawing, chance))
			drawing->world->tile[i] |= (uint8_t)what;
}

static void draw_things(struct drawing *drawing)
{
	static const enum world_chance chance[WORLD_NUMBERS] = {WORLD_CHANCE_HOME, WORLD_CHANCE_ITEM,
								WORLD_CHANCE_ENEMY, WORLD_CHANCE_DANGER};
	/* Dangers come first: homes and items need tiles that stay clear.  */
	static const int order[WORLD_NUMBERS] = {3, 0, 1, 2};

	for (int k = 0; k < WORLD_NUMBERS; k++) {
		int i = order[k];

		if (drawing->class->number[i] >= 0)
			place(drawing, drawing->class->number[i], world_numbered(i));
		else if (world_numbered(i) != WORLD_DANGER)
			draw_each(drawing, chance[i], world_numbered(i));
	}
}

static void draw_known(struct drawing *drawing)
{
	const struct world_class *class = drawing->class;

	for (int i = 0; i < drawing->count; i++)
		drawing->world->known[i] =
			class->grid_known ? class->known[i] : happens(drawing, WORLD_CHANCE_KNOW);
}

/* ---- the rules ---- */

/* Sets what only a world has: bounds, numbers, and the ammunition at the start.  */
static void complete_rules(struct world *world)
{
	struct world_rules *rules = &world->rules;
	int count = world->width * world->height;

	rules->value[WORLD_LOWER_X_BOUND] = -world->column;
	rules->value[WORLD_UPPER_X_BOUND] = world->width - 1 - world->column;
	rules->value[WORLD_LOWER_Y_BOUND] = world->row - (world->height - 1);
	rules->value[WORLD_UPPER_Y_BOUND] = world->row;
	for (int i = 0; i < WORLD_NUMBERS; i++)
		rules->value[WORLD_NUMBER_OF_HOMES + i] = world_count(world->tile, count, world_numbered(i));
	if (rules->flag[WORLD_AMMUNITION_IS_LIMITED] && rules->flag[WORLD_CAN_RECHARGE_AMMUNITION_AT_HOME] &&
	    (world->tile[world->row * world->width + world->column] & WORLD_HOME))
		rules->value[WORLD_INITIAL_AMMUNITION] = rules->value[WORLD_AMMUNITION_LIMIT];
}

void world_draw(struct world *world, const struct world_class *class, uint64_t seed)
{
	struct drawing drawing = {.world = world, .class = class, .random = seed};

	*world = (struct world){.rules = class->rules, .width = class->width, .height = class->height};
	drawing.count = world->width * world->height;
	memcpy(world->tile, class->tile, sizeof(world->tile));
	draw_start(&drawing);
	world->column = drawing.start % world->width;
	world->row = drawing.start / world->width;
	draw_ground(&drawing);
	draw_things(&drawing);
	draw_known(&drawing);
	complete_rules(world);
}

/* ---- what is told ---- */

/* Only a clear tile without an enemy is told with Hostility and Fear (original).  */
static unsigned tile_as_told(const struct world *world, int column, int row)
{
	unsigned tile = world_map_tile(world->tile, world->width, world->height, column, row);

	if (tile & (WORLD_WALL | WORLD_DANGER | WORLD_ENEMY))
		return tile;
	return tile | world_map_feel(world->tile, world->width, world->height, column, row);
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
