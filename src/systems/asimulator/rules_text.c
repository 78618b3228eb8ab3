/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_text.c - writes a class of worlds as a world file (asimulator, World file).
 *
 * Every rule gets a line, so that a reader sees what can be changed.  */
#include "rules_state.h"

#include "ringside/bytes.h"

#include <assert.h>

/* The tile of each letter. A capital letter is the same with an enemy; E is clear with an enemy.  */
static const struct {
	char letter;
	unsigned tile;
} letters[] = {
	{'#', WORLD_WALL},
	{'.', 0},
	{'h', WORLD_HOME},
	{'i', WORLD_ITEM},
	{'b', WORLD_HOME | WORLD_ITEM},
	{'x', WORLD_DANGER},
	{'E', WORLD_ENEMY},
	{'H', WORLD_HOME | WORLD_ENEMY},
	{'I', WORLD_ITEM | WORLD_ENEMY},
	{'B', WORLD_HOME | WORLD_ITEM | WORLD_ENEMY},
	{'X', WORLD_DANGER | WORLD_ENEMY},
	{'?', WORLD_DRAWN},
};

enum { LETTERS = sizeof(letters) / sizeof(letters[0]) };

char world_tile_letter(unsigned tile)
{
	for (int i = 0; i < LETTERS; i++)
		if (letters[i].tile == (tile & ~(unsigned)(WORLD_HOSTILITY | WORLD_FEAR)))
			return letters[i].letter;
	return '#';
}

int world_letter_tile(char letter)
{
	for (int i = 0; i < LETTERS; i++)
		if (letters[i].letter == letter)
			return (int)letters[i].tile;
	return -1;
}

enum world_tile world_numbered(int i)
{
	static const enum world_tile numbered[WORLD_NUMBERS] = {WORLD_HOME, WORLD_ITEM, WORLD_ENEMY,
								WORLD_DANGER};

	assert(i >= 0 && i < WORLD_NUMBERS);
	return numbered[i];
}

/* ---- lines ---- */

static void add_flags(struct bytes *text, const struct world_class *class)
{
	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		if (world_flag_has_line((enum world_flag)i))
			bytes_addf(text, "%s %s\n", world_flag_names[i],
				   class->rules.flag[i] ? "True" : "False");
}

static void add_values(struct bytes *text, const struct world_class *class)
{
	for (int i = 0; i < WORLD_VALUE_COUNT; i++) {
		int number = i - WORLD_NUMBER_OF_HOMES, condition = world_value_rows[i].condition;

		if (!world_value_has_line((enum world_value)i))
			continue;
		if (number >= 0 && number < WORLD_NUMBERS) {
			if (class->number[number] >= 0)
				bytes_addf(text, "%s %d\n", world_value_rows[i].name, class->number[number]);
		} else if (condition == WORLD_ALWAYS || class->rules.flag[condition])
			bytes_addf(text, "%s %d\n", world_value_rows[i].name, (int)class->rules.value[i]);
	}
}

static void add_chances(struct bytes *text, const struct world_class *class)
{
	for (int i = 0; i < WORLD_CHANCE_COUNT; i++) {
		if (!class->chance[i])
			continue;
		bytes_addf(text, "%s %d.%0*d", world_chance_names[i], (int)class->chance[i] / WORLD_CERTAIN,
			   WORLD_DECIMALS, (int)class->chance[i] % WORLD_CERTAIN);
		while (text->at[text->size - 1] == '0' && text->at[text->size - 2] != '.')
			text->size--;
		bytes_add_text(text, "\n");
	}
}

static void add_grids(struct bytes *text, const struct world_class *class)
{
	assert(class->width > 0 && class->width <= WORLD_SIDE_MOST);
	assert(class->height > 0 && class->height <= WORLD_SIDE_MOST);
	bytes_addf(text, "Map %d %d\n", class->width, class->height);
	for (int row = 0; row < class->height; row++) {
		for (int column = 0; column < class->width; column++) {
			char letter = world_tile_letter(class->tile[row * class->width + column]);

			bytes_add(text, &letter, 1);
		}
		bytes_add_text(text, "\n");
	}
	if (!class->grid_known)
		return;
	bytes_add_text(text, "Known\n");
	for (int row = 0; row < class->height; row++) {
		for (int column = 0; column < class->width; column++)
			bytes_add_text(text, class->known[row * class->width + column] ? "1" : "0");
		bytes_add_text(text, "\n");
	}
}

char *world_class_write(const struct world_class *class)
{
	struct bytes text = {0};

	bytes_add_text(&text, "AWorld 1\n");
	add_flags(&text, class);
	add_values(&text, class);
	add_chances(&text, class);
	if (class->placed)
		bytes_addf(&text, "Agent %d %d %d\n", class->column, class->row,
			   (int)world_direction(&class->rules));
	add_grids(&text, class);
	return text.at;
}
