/* table_setup.c - the setup of a simulated match, drawn and told.  */
#include "table_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The rules that are played, as options and as the numbers that brains are told.  */
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
	int rule = (int)chance_below(&table->chance, RULES);
	bool continuous = chance_one_in(&table->chance, 5);
	char *name = bytes_text("%s%s", rules[rule].name, continuous ? "+continuous" : "");

	table->rule = rules[rule].rule | (continuous ? GRID_CONTINUOUS : GRID_FIVE_OR_MORE);
	setup_set(&table->setup, "rule", name);
	free(name);
}

/* Stones on any squares, that leave something to play.  How many, or one more.  */
static int draw_opening(struct table *table)
{
	int stones = 1 + (int)chance_below(&table->chance, chance_one_in(&table->chance, 4) ? 20 : 6);
	struct bytes text = {0};
	struct grid grid;

	grid_clear(&grid, table->width, table->height, table->rule);
	while (grid.count < stones) {
		int x = (int)chance_below(&table->chance, table->width);
		int y = (int)chance_below(&table->chance, table->height);

		if (!grid_is_free(&grid, x, y))
			continue;
		grid_put(&grid, x, y);
		if (table->rule & GRID_CONTINUOUS ? !grid_has_place(&grid) : grid.won)
			break;
		bytes_addf(&text, "%s%d,%d", text.size ? " " : "", x, y);
	}
	if (text.size)
		setup_set(&table->setup, "opening", text.at);
	free(text.at);
	return grid.count;
}

/* How it begins, and when it is a draw.  */
static void draw_form(struct table *table)
{
	struct chance *chance = &table->chance;
	int stones = 0, room;
	char *number;

	if (chance_one_in(chance, 3))
		setup_set(&table->setup, "swap2", "on");
	else if (chance_one_in(chance, 3))
		stones = draw_opening(table);
	room = table->width * table->height - stones;
	if (room == 0 || !chance_one_in(chance, 8))
		return;
	number = bytes_text("%d", stones + 1 + (int)chance_below(chance, room));
	setup_set(&table->setup, "draw-at", number);
	free(number);
}

void table_set_up(struct table *table)
{
	static const int64_t limits[] = {100, 300, 1000, 5000};
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;
	int side = 5 + (int)chance_below(chance, chance_one_in(chance, 8) ? 15 : 4);
	char *size;

	table->width = side;
	table->height = chance_one_in(chance, 4) ? 5 + (int)chance_below(chance, 4) : side;
	size = bytes_text("%dx%d", table->width, table->height);
	setup_init(setup);
	setup->system = "gomocup";
	setup_set(setup, "size", size);
	draw_rule(table);
	draw_form(table);
	setup->seed = (uint64_t)chance_below(chance, 100);
	free(size);
	setup->turn_limit = chance_one_in(chance, 10) ? 0 : limits[chance_below(chance, 4)] * MS;
	setup->hang_limit = 2000 * MS;
	setup->match_limit = chance_one_in(chance, 6) ? (1000 + chance_below(chance, 20000)) * MS : 0;
	setup->start_limit = (2000 + chance_below(chance, 8000)) * MS;
	setup->tolerance = chance_one_in(chance, 3) ? chance_below(chance, 10 * MS) : 0;
	setup->pace = chance_one_in(chance, 6) ? chance_below(chance, 500 * MS) : 0;
	setup->max_chatter = chance_one_in(chance, 4) ? 1000 : 100000;
	setup->strict = chance_one_in(chance, 6);
	table->folders = chance_one_in(chance, 6);
	setup->memory = chance_one_in(chance, 8) ? 1000000 : 0;
	setup->first = chance_one_in(chance, 3) ? SEAT_2 : SEAT_1;
	table->wishful = chance_one_in(chance, 2);
	table->wishes_left = table->wishful ? 1 + (int)chance_below(chance, 40) : 0;
	table->wish_at = table->wishful ? chance_below(chance, 1000 * MS) : NEVER;
	for (int s = SEAT_1; s <= SEAT_2; s++) {
		struct character *character = &table->character[s];

		setup->seat[s].kind = chance_one_in(chance, 10) ? SEAT_HUMAN : SEAT_AGENT;
		setup->seat[s].command = bytes_text("pbrain-sim%d", s);
		character_draw(character, chance, setup->turn_limit ? setup->turn_limit : setup->hang_limit,
			       chance_one_in(chance, 3));
		if (setup->strict) {
			character->banner = character->no_ok = false;
			character->about = ABOUT_PAIRS;
			character->must_know_swap2 = true;
			if (setup_get(setup, "swap2", NULL))
				character->knows_no_info = false; /* else it seems not to know it */
		}
		if (setup->seat[s].kind == SEAT_HUMAN)
			table->wishful = true;
	}
}

void table_tell(const struct table *table, FILE *to, int last)
{
	static const char *const arrows[] = {[TO_AGENT] = ">", [FROM_AGENT] = "<", [EVENT] = "*"};
	const struct setup *setup = &table->setup;

	fprintf(to,
		"size %s, %s%s, swap2 %s, opening \"%s\", draw at %s, seat %d begins; ms: turn %" PRId64
		", match %" PRId64 ", start %" PRId64 ", pace %" PRId64 "; chatter %zu\n",
		setup_get(setup, "size", ""), setup_get(setup, "rule", ""), setup->strict ? ", strict" : "",
		setup_get(setup, "swap2", "off"), setup_get(setup, "opening", ""),
		setup_get(setup, "draw-at", "0"), setup->first, setup->turn_limit / MS,
		setup->match_limit / MS, setup->start_limit / MS, setup->pace / MS, setup->max_chatter);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		fprintf(to, "seat %d: %s, %s at move %d\n", s,
			setup->seat[s].kind == SEAT_HUMAN ? "a person" : "a brain",
			failure_name(table->character[s].failure), table->character[s].fails_at);
	for (int i = table->record_count > last ? table->record_count - last : 0; i < table->record_count;
	     i++) {
		const struct message *message = &table->records[i].message;
		char *words = bytes_escaped(message->bytes, message->size);

		fprintf(to, "%4" PRId64 " %12.6f %d%s %s%s%s\n", message->n, (double)message->t_ns / NS_PER_S,
			message->seat, arrows[message->direction], words,
			message->flags & MESSAGE_UNASKED ? " [unasked]" : "",
			message->flags & MESSAGE_HELD ? " [held]" : "");
		free(words);
	}
}
