/* table_setup.c - the setup of a simulated match, drawn and told.  */
#include "table_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The rules that are played, as options and as the grid's flags: those whose first line ends the match and
   that allow every empty square.  */
static const struct {
	const char *name;
	enum grid_rule rule;
} rules[] = {
	{"freestyle", GRID_FIVE_OR_MORE},
	{"standard", GRID_NO_LONGER},
	{"caro", GRID_NOT_BETWEEN},
	{"caro-exact", GRID_NOT_BETWEEN | GRID_NO_LONGER},
};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

void table_set_up(struct table *table)
{
	static const int64_t limits[] = {100, 300, 1000, 5000};
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;
	int side = 5 + (int)chance_below(chance, chance_one_in(chance, 8) ? 15 : 4);
	int rule;
	char *size;

	table->width = side;
	table->height = chance_one_in(chance, 4) ? 5 + (int)chance_below(chance, 4) : side;
	size = bytes_text("%dx%d", table->width, table->height);
	setup_init(setup);
	setup->system = "gomocup";
	setup_set(setup, "size", size);
	rule = (int)chance_below(chance, RULES);
	setup_set(setup, "rule", rules[rule].name);
	table->rule = rules[rule].rule;
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
		"size %s, %s%s, seat %d begins; ms: turn %" PRId64 ", match %" PRId64 ", start %" PRId64
		", pace %" PRId64 "; chatter %zu\n",
		setup_get(setup, "size", ""), setup_get(setup, "rule", ""), setup->strict ? ", strict" : "",
		setup->first, setup->turn_limit / MS, setup->match_limit / MS, setup->start_limit / MS,
		setup->pace / MS, setup->max_chatter);
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
