/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_bytes.c - percepts and tiles of the agent world as bytes, and in words.
 *
 * The bits are the original's; its bit 1 is bit 0 here.  */
#include "rules_state.h"

#include "ringside/bytes.h"

#include <assert.h>

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

/* ---- tiles ---- */

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
