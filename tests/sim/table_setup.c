/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_setup.c - draws and prints the part of a simulated match's setup that is the same in all systems.  */
#include "table_state.h"

#include <inttypes.h>
#include <stdlib.h>

/* Gives each seat the drawn limits as its own.  Those of the match then hold for nobody.  */
static void draw_own_limits(struct table *table)
{
	struct setup *setup = &table->setup;

	for (int s = SEAT_1; s < SEATS; s++) {
		setup_set_turn_limit(setup, s, setup->turn_limit);
		setup_set_match_limit(setup, s, setup->match_limit);
	}
	setup->turn_limit = 10 * MS;
	setup->match_limit = 20 * MS;
}

const char *table_draw_clock(struct table *table)
{
	static const char *const clocks[] = {"3/2+0.1", "1/0.4", "5+0.05", "2/3,2x0.5", "3x0.3", "4,1x1"};

	return clocks[chance_below(&table->chance, 6)];
}

void table_draw_limits(struct table *table)
{
	static const int64_t limits[] = {100, 300, 1000, 5000};
	struct chance *chance = &table->chance;
	struct setup *setup = &table->setup;

	setup->turn_limit = chance_one_in(chance, 10) ? 0 : limits[chance_below(chance, 4)] * MS;
	setup->hang_limit = 2000 * MS;
	setup->match_limit = chance_one_in(chance, 6) ? (1000 + chance_below(chance, 20000)) * MS : 0;
	if (setup->turn_limit && chance_one_in(chance, 6))
		setup_put(setup, &option_tc, table_draw_clock(table));
	if (chance_one_in(chance, 6))
		draw_own_limits(table);
	if (chance_one_in(chance, 3))
		setup_set_human_time(setup, chance_one_in(chance, 2) ? HUMAN_TIME_LIMITS
								     : limits[chance_below(chance, 4)] * MS);
	setup->start_limit = (2000 + chance_below(chance, 8000)) * MS;
	setup->tolerance = chance_one_in(chance, 3)
				   ? chance_below(chance, chance_one_in(chance, 2) ? 10 * MS : 1000 * MS)
				   : 0;
	setup->pace = chance_one_in(chance, 6) ? chance_below(chance, 500 * MS) : 0;
	setup->max_chatter = chance_one_in(chance, 4) ? 1000 : 100000;
	setup->strict = chance_one_in(chance, 6);
	table->folders = chance_one_in(chance, 6);
	setup->memory = chance_one_in(chance, 8) ? 1000000 : 0;
	setup->first = chance_one_in(chance, 3) ? SEAT_2 : SEAT_1;
	table->has_requests = chance_one_in(chance, 2);
	table->requests_left = table->has_requests ? 1 + (int)chance_below(chance, 40) : 0;
	table->request_at = table->has_requests ? chance_below(chance, 1000 * MS) : NEVER;
	table->tampers = table->has_requests && chance_one_in(chance, 3);
}

/* A shallow copy in which an agent sits there.  */
static struct setup with_agent(const struct table *table, int seat)
{
	struct setup setup = table->judge ? judge_match(table->judge)->setup : table->setup;

	setup.seat[seat].kind = SEAT_AGENT;
	return setup;
}

int64_t table_turn_limit(const struct table *table, int seat)
{
	struct setup setup = with_agent(table, seat);
	int64_t limit = setup_turn_limit(&setup, seat);

	return limit ? limit : setup.hang_limit;
}

int64_t table_match_limit(const struct table *table, int seat)
{
	struct setup setup = with_agent(table, seat);

	return setup_match_limit(&setup, seat);
}

int64_t table_time_given(const struct table *table, int seat, int moves)
{
	struct setup setup = with_agent(table, seat);
	struct time_control clock = setup_clock(&setup, seat);
	const struct period *period = &clock.period[0];

	return clock.overtimes ? time_control_sum(&clock)
			       : period->time + moves * period->increment +
					 (period->moves ? moves / period->moves * period->time : 0);
}

void table_tell(const struct table *table, FILE *to, int last)
{
	static const char *const arrows[] = {[TO_AGENT] = ">", [FROM_AGENT] = "<", [EVENT] = "*"};
	const struct setup *setup = &table->setup;

	fprintf(to,
		"%s%s, seat %d begins; ms: turn %" PRId64 ", match %" PRId64 ", start %" PRId64
		", pace %" PRId64 "; chatter %zu\n",
		setup->system, setup->strict ? ", strict" : "", setup->first,
		table_turn_limit(table, SEAT_1) / MS, table_match_limit(table, SEAT_1) / MS,
		setup->start_limit / MS, setup->pace / MS, setup->max_chatter);
	table->fixture->tell(table, to);
	for (int i = table->record_count > last ? table->record_count - last : 0; i < table->record_count;
	     i++) {
		const struct message *message = &table->records[i].message;
		FREED char *words = message->direction == EVENT
					    ? event_words(message)
					    : bytes_escaped(message->bytes, message->size);

		fprintf(to, "%4" PRId64 " %12.6f %d%s %s%s%s%s\n", message->n,
			(double)message->t_ns / NS_PER_S, message->seat, arrows[message->direction], words,
			message->flags & MESSAGE_UNASKED ? " [unasked]" : "",
			message->flags & MESSAGE_DROPPED ? " [dropped]" : "",
			message->flags & MESSAGE_HELD ? " [held]" : "");
	}
}
