/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_checks.c - what must hold of turns and of the verdict in any system.  */
#include "table_state.h"

#include <inttypes.h>
#include <string.h>

const struct record *table_bringer(const struct table *table, const struct turn *turn)
{
	return turn->message > 0 && turn->message <= table->record_count ? &table->records[turn->message - 1]
									 : NULL;
}

void table_check_time(struct table *table, const struct turn *turn)
{
	const struct record *from = table_bringer(table, turn);
	bool gains = setup_has_clock(&table->setup, turn->seat); /* then left_ns has what the move added */
	const struct setup *setup = &judge_match(table->judge)->setup;
	bool by_match = !setup_turn_limit(setup, turn->seat) && !setup_guard(setup, turn->seat);
	bool in_time = by_match || turn->think_ns < table_turn_limit(table, turn->seat);

	CHECK(table, turn->think_ns >= 0, "turn %d took a negative time", turn->n);
	if (from && from->message.direction == FROM_AGENT && from->is_move && table->timed[turn->seat])
		CHECK(table,
		      turn->think_ns ==
			      table_ran_before(table, turn->seat) - table->began_running[turn->seat],
		      "turn %d took %" PRId64 " ns, not %" PRId64, turn->n,
		      table_ran_before(table, turn->seat) - table->began_running[turn->seat], turn->think_ns);
	if (from && from->message.direction == FROM_AGENT && from->is_move && !table->limits_changed &&
	    !(turn->flags & TURN_UNTIMED))
		CHECK(table,
		      gains ? turn->flags & TURN_FORGIVEN || in_time
			    : !(turn->flags & TURN_FORGIVEN) == (in_time && turn->left_ns > 0),
		      "turn %d took %" PRId64 " ns, and flags say %x", turn->n, turn->think_ns, turn->flags);
	CHECK(table, !judge_seat(table->judge, turn->seat).traced || turn->flags & TURN_UNTIMED,
	      "turn %d is timed, and seat %d is traced", turn->n, turn->seat);
	table->timed[turn->seat] = false;
}

/* The failure that has this reason.  */
static int blame_of(const char *reason)
{
	static const struct {
		const char *reason;
		enum blame blame;
	} of[] = {{REASON_ILLEGAL, BLAME_ILLEGAL}, {REASON_TIMEOUT, BLAME_LATE},
		  {REASON_CRASH, BLAME_CRASH},     {REASON_EXIT, BLAME_EXIT},
		  {REASON_MEMORY, BLAME_MEMORY},   {REASON_PROTOCOL, BLAME_PROTOCOL},
		  {REASON_START, BLAME_START},     {REASON_GAME, BLAME_GAME}};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
		if (strcmp(of[i].reason, reason) == 0)
			return of[i].blame;
	return BLAME_ANY;
}

bool table_limits_person(const struct table *table, int seat)
{
	const struct setup *setup = &judge_match(table->judge)->setup;

	return table->setup.seat[seat].kind == SEAT_HUMAN &&
	       (table->limits_changed || (setup->seat[seat].kind == SEAT_HUMAN &&
					  (setup_turn_limit(setup, seat) || setup_match_limit(setup, seat))));
}

void table_check_blame(struct table *table)
{
	const struct match *match = judge_match(table->judge);
	const struct verdict *verdict = &match->verdict;
	bool is_late = strcmp(verdict->reason, REASON_TIMEOUT) == 0;
	bool of_game = strcmp(verdict->reason, REASON_GAME) == 0;
	int blame = verdict->blame;

	for (int i = 0; i < PROOFS && verdict->proof[i]; i++)
		CHECK(table, verdict->proof[i] <= table->record_count, "a proof that does not exist");
	CHECK(table, !of_game || (blame == SEAT_NONE && verdict->winner == WINNER_NONE),
	      "the game failed: seat %d wins, and seat %d is blamed", verdict->winner, blame);
	if ((blame == SEAT_NONE && !of_game) || strcmp(verdict->reason, REASON_RESIGN) == 0)
		return;
	if (!of_game) {
		int other = seat_opponent(blame);

		CHECK(table,
		      verdict->winner == (match->setup.seat[other].kind == SEAT_FREE ? WINNER_NONE : other),
		      "seat %d is blamed, and seat %d has won", blame, verdict->winner);
		CHECK(table,
		      table->setup.seat[blame].kind == SEAT_AGENT ||
			      (is_late && table_limits_person(table, blame)),
		      "a person is blamed");
	}
	if (table->charged[blame] && (is_late || strcmp(verdict->reason, REASON_START) == 0 || of_game))
		return;
	if (is_late && (table->limits_changed || table->setup.seat[blame].kind == SEAT_HUMAN))
		return;
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && table_match_limit(table, blame) &&
	    judge_time_left(table->judge, blame, table->now) <= 0)
		return;
	CHECK(table, table->process[blame].culpable & blame_of(verdict->reason),
	      "seat %d has done nothing and is blamed for this: %s: %s", blame, verdict->reason,
	      verdict->detail);
}
