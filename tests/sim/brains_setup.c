/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brains_setup.c - draws and prints the setup of a simulated match of gomocup and its brains.  */
#include "brains.h"

#include "systems/gomocup/rules.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The rules, as options and as the numbers that brains are told.  */
static const struct {
	const char *name;
	enum grid_rule rule;
} rules[] = {
	{"freestyle", GRID_FIVE_OR_MORE},
	{"standard", GRID_NO_LONGER},
	{"renju", GRID_RENJU},
	{"caro", GRID_NOT_BETWEEN},
	{"caro-exact", GRID_NOT_BETWEEN | GRID_NO_LONGER},
};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

static void draw_rule(struct table *table)
{
	struct brains *brains = table->own;
	int rule = (int)chance_below(&table->chance, RULES);
	bool continuous = chance_one_in(&table->chance, 5);
	FREED char *name = bytes_text("%s%s", rules[rule].name, continuous ? "+continuous" : "");

	brains->rule = rules[rule].rule | (continuous ? GRID_CONTINUOUS : GRID_FIVE_OR_MORE);
	setup_set(&table->setup, "rule", name);
}

/* Stones on random squares that leave something to play: `count`, or one more.  */
static int draw_opening(struct table *table)
{
	struct brains *brains = table->own;
	int stones = 1 + (int)chance_below(&table->chance, chance_one_in(&table->chance, 4) ? 20 : 6);
	struct bytes text = {0};
	struct grid grid;

	grid_clear(&grid, brains->width, brains->height, brains->rule);
	while (grid.count < stones) {
		int x = (int)chance_below(&table->chance, brains->width);
		int y = (int)chance_below(&table->chance, brains->height);

		if (!grid_is_free(&grid, x, y))
			continue;
		grid_put(&grid, x, y);
		if (brains->rule & GRID_CONTINUOUS ? !grid_has_place(&grid) : grid.won)
			break;
		bytes_addf(&text, "%s%d,%d", text.size ? " " : "", x, y);
	}
	if (text.size)
		setup_set(&table->setup, "opening", text.at);
	free(text.at);
	return grid.count;
}

/* How the match begins, and when it is a draw.  */
static void draw_form(struct table *table)
{
	struct brains *brains = table->own;
	struct chance *chance = &table->chance;
	int stones = 0, room;
	char *number;

	if (chance_one_in(chance, 3))
		setup_set(&table->setup, "swap2", "yes");
	else if (chance_one_in(chance, 3))
		stones = draw_opening(table);
	room = brains->width * brains->height - stones;
	if (room == 0 || !chance_one_in(chance, 8))
		return;
	number = bytes_text("%d", stones + 1 + (int)chance_below(chance, room));
	setup_set(&table->setup, "draw-at", number);
	free(number);
}

static void draw_brain(struct table *table, int seat)
{
	struct brains *brains = table->own;
	struct setup *setup = &table->setup;
	struct character *character = &brains->character[seat];

	setup->seat[seat].kind = chance_one_in(&table->chance, 10) ? SEAT_HUMAN : SEAT_AGENT;
	setup->seat[seat].command = bytes_text("pbrain-sim%d", seat);
	character_draw(character, &table->chance, table_turn_limit(table, seat),
		       chance_one_in(&table->chance, 3));
	if (setup->strict) {
		character->banner = character->no_ok = false;
		character->about = ABOUT_PAIRS;
		character->must_know_swap2 = true;
		if (setup_given(setup, "swap2"))
			character->knows_no_info = false; /* otherwise it seems not to know it */
	}
	if (setup->seat[seat].kind == SEAT_HUMAN)
		table->has_requests = true;
}

void brains_set_up(struct table *table)
{
	struct brains *brains = bytes_new(sizeof(*brains));
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;
	int side = 5 + (int)chance_below(chance, chance_one_in(chance, 8) ? 15 : 4);
	char *size;

	table->own = brains;
	brains->width = side;
	brains->height = chance_one_in(chance, 4) ? 5 + (int)chance_below(chance, 4) : side;
	size = bytes_text("%dx%d", brains->width, brains->height);
	setup_set(setup, "size", size);
	free(size);
	draw_rule(table);
	draw_form(table);
	setup->seed = (uint64_t)chance_below(chance, 100);
	table_draw_limits(table);
	draw_brain(table, SEAT_1);
	draw_brain(table, SEAT_2);
}

void brains_tell(const struct table *table, FILE *to)
{
	const struct brains *brains = table->own;
	const struct setup *setup = &table->setup;

	const char *opening = setup_text(setup, &gomoku_option_opening);

	fprintf(to, "size %s, %s, swap2 %s, opening \"%s\", draw at %" PRId64 "\n",
		setup_given(setup, "size"), setup_given(setup, "rule"),
		setup_switch(setup, &gomoku_option_swap2) ? "yes" : "no", opening ? opening : "",
		setup_count(setup, &gomoku_option_draw_at));
	for (int s = SEAT_1; s <= SEAT_2; s++)
		fprintf(to, "seat %d: %s, %s at move %d\n", s,
			setup->seat[s].kind == SEAT_HUMAN ? "a person" : "a brain",
			failure_name(brains->character[s].failure), brains->character[s].fails_at);
}
