/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_people.c - what people do to a simulated match, and what is measured of its processes.  */
#include "table_state.h"

#include "ringside/words.h"

#include <stdlib.h>

/* For which seat does a person play or move in place of an agent?  */
static int seat_of(const struct table *table)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (judge_seat(table->judge, s).to_move)
			return s;
	return SEAT_1;
}

/* What a person writes in place of a message, or sends: the same again, a move, or nonsense.  */
static char *any_text(struct table *table, int held)
{
	static const char *const nonsense[] = {"", "nonsense", "\\x00\\t \\xff", "0", "\\"};
	const struct message *message = judge_held(table->judge, held);
	int64_t which = chance_below(&table->chance, 8);

	if (which < 3 && message)
		return edit_words(message->bytes, message_text_size(message, NULL), false);
	if (which < 5)
		return table->fixture->words(table, seat_of(table));
	return bytes_text("%s", nonsense[chance_below(&table->chance, 5)]);
}

/* Edits, drops, delays or sends a message.  */
static void tamper(struct table *table)
{
	static const enum request_kind kinds[] = {REQUEST_EDIT, REQUEST_EDIT,   REQUEST_EDIT,
						  REQUEST_DROP, REQUEST_DELAY,  REQUEST_DELAY,
						  REQUEST_SEND, REQUEST_RESTORE};
	struct request requested = {.kind = kinds[chance_below(&table->chance, 8)],
				    .seat = (int)chance_below(&table->chance, SEATS),
				    .ns = chance_below(&table->chance, DELAY_MOST) * MS};
	char *text, *problem;

	while (requested.held < 3 && judge_held(table->judge, requested.held + 1) &&
	       chance_one_in(&table->chance, 2))
		requested.held++;
	if (requested.kind == REQUEST_RESTORE && table->dropped && chance_one_in(&table->chance, 2)) {
		requested.held = -1; /* it may have passed */
		requested.number = table->dropped;
	}
	if (requested.kind == REQUEST_DROP && judge_held(table->judge, requested.held))
		table->dropped = judge_held(table->judge, requested.held)->number;
	if (judge_held(table->judge, requested.held))
		table->tampers_with = judge_held(table->judge, requested.held)->number;
	text = any_text(table, requested.held > 0 ? requested.held : 0);
	requested.text = text;
	table_wake(table, table->now);
	problem = judge_request(table->judge, table->now, &requested);
	table->tampered = table->tampered || !problem;
	table->outcome.touched += !problem;
	table->progress = table->running;
	table->outcome.requests++;
	free(problem);
	free(text);
	table_carry_out(table);
	table->tampers_with = NO_MESSAGE;
}

void table_request(struct table *table, enum request_kind kind)
{
	static const int64_t limits[] = {0, 40, 2000, TURN_MOST};
	struct request requested = {.kind = kind, .count = (int)chance_below(&table->chance, 4)};
	FREED char *text = table->fixture->words(table, seat_of(table));
	char *problem;

	if (kind == REQUEST_STEP || kind == REQUEST_NEXT) {
		requested.of_seat = chance_one_in(&table->chance, 3);
		requested.seat = requested.of_seat ? (int)chance_below(&table->chance, SEATS) : SEAT_NONE;
	}
	if (kind == REQUEST_PACE)
		requested.ns = limits[chance_below(&table->chance, 2)] * MS;
	if (kind == REQUEST_TURN_LIMIT || kind == REQUEST_MATCH_LIMIT) {
		requested.ns = limits[chance_below(&table->chance, 4)] * MS + chance_below(&table->chance, 3);
		requested.seat = (int)chance_below(&table->chance, SEATS);
		table->limits_changed = true;
	}
	if (kind == REQUEST_HUMAN_TIME) {
		requested.ns = chance_one_in(&table->chance, 2)
				       ? HUMAN_TIME_LIMITS
				       : limits[chance_below(&table->chance, 4)] * MS;
		table->limits_changed = true;
	}
	if (kind == REQUEST_RESIGN || kind == REQUEST_ADJUDICATE || kind == REQUEST_FREEZE ||
	    kind == REQUEST_THAW || kind == REQUEST_SIGNAL)
		requested.seat = (int)chance_below(&table->chance, SEATS);
	requested.text = kind != REQUEST_MATCH_LIMIT        ? text
			 : chance_one_in(&table->chance, 3) ? table_draw_clock(table)
							    : NULL;
	table->clock_changed |= kind == REQUEST_MATCH_LIMIT && requested.text;
	table_wake(table, table->now);
	problem = judge_request(table->judge, table->now, &requested);
	table->signalled = table->signalled || (kind == REQUEST_SIGNAL && !problem);
	table->progress = table->running;
	table->outcome.requests++;
	free(problem);
	table_carry_out(table);
}

void table_any_request(struct table *table)
{
	static const enum request_kind often[] = {
		REQUEST_PAUSE,    REQUEST_PAUSE,    REQUEST_STEP,     REQUEST_STEP, REQUEST_NEXT,
		REQUEST_OVERRIDE, REQUEST_OVERRIDE, REQUEST_TAKEBACK, REQUEST_GO,   REQUEST_PLAY,
		REQUEST_POINT,    REQUEST_FREEZE,   REQUEST_SIGNAL};
	static const enum request_kind seldom[] = {REQUEST_RESIGN,     REQUEST_ADJUDICATE,  REQUEST_INTERRUPT,
						   REQUEST_TURN_LIMIT, REQUEST_MATCH_LIMIT, REQUEST_PACE};
	static const enum request_kind on[] = {REQUEST_GO,    REQUEST_STEP,       REQUEST_STEP,
					       REQUEST_NEXT,  REQUEST_OVERRIDE,   REQUEST_TAKEBACK,
					       REQUEST_POINT, REQUEST_TURN_LIMIT, REQUEST_FREEZE,
					       REQUEST_THAW,  REQUEST_HUMAN_TIME, REQUEST_ANSWER};
	int64_t soon = table_turn_limit(table, SEAT_1) / 4;

	if (table->requests_left-- <= 0)
		table_request(table, REQUEST_GO);
	else if (table->tampers && chance_one_in(&table->chance, table_is_paused(table) ? 2 : 6))
		tamper(table);
	else if (table_is_paused(table))
		table_request(table, on[chance_below(&table->chance, 12)]);
	else if (chance_one_in(&table->chance, 30))
		table_request(table, seldom[chance_below(&table->chance, 5)]);
	else
		table_request(table, often[chance_below(&table->chance, 13)]);
	table->request_at = table->requests_left > 0 || table_is_paused(table)
				    ? table->now + chance_below(&table->chance, soon) *
							   (1 + chance_below(&table->chance, 3))
				    : NEVER;
}

void table_human_moves(struct table *table)
{
	table->human_at = NEVER;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (table->setup.seat[s].kind == SEAT_HUMAN && judge_seat(table->judge, s).to_move) {
			for (int tries = 0; tries < 400 && judge_seat(table->judge, s).to_move; tries++)
				table_request(table, REQUEST_PLAY);
			/* The drop or the edit may have left no valid move.  */
			if (judge_seat(table->judge, s).to_move &&
			    (table->tampers ||
			     (table->fixture->is_stuck && table->fixture->is_stuck(table, s))))
				table_request(table, REQUEST_ADJUDICATE);
		}
}

void table_expect_human(struct table *table)
{
	if (table->human_at != NEVER)
		return;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (table->setup.seat[s].kind == SEAT_HUMAN && judge_seat(table->judge, s).to_move)
			table->human_at = table->now + chance_below(&table->chance, 3000 * MS);
}

/* A seat to look at; also the game program's, if there is one.  */
static int any_agent(struct table *table)
{
	int seat = SEAT_1 + (int)chance_below(&table->chance, 2);

	return table->setup.seat[SEAT_NONE].kind == SEAT_AGENT && chance_one_in(&table->chance, 3) ? SEAT_NONE
												   : seat;
}

void table_attach(struct table *table)
{
	int seat = SEAT_NONE;

	table->done_t = table->now; /* a limit is checked after that */
	while (seat < SEATS && !judge_seat(table->judge, seat).traced)
		seat++;
	if (seat < SEATS) {
		judge_traced(table->judge, table->now, seat, false);
		table->attach_at = chance_one_in(&table->chance, 3)
					   ? NEVER
					   : table->now + chance_below(&table->chance, 500 * MS);
	} else {
		seat = any_agent(table);
		judge_traced(table->judge, table->now, seat, true);
		table->attach_at = table->now + chance_below(&table->chance, 3000 * MS);
	}
	table->progress = table->running;
	table_carry_out(table);
}

/* Measures the memory of a seat. A seat that uses too much has lost, but not in a pause.  */
void table_look_at_memory(struct table *table)
{
	int seat = any_agent(table);
	struct process *process = &table->process[seat];
	bool too_much = chance_one_in(&table->chance, 20), was_over = judge_match(table->judge)->over;
	bool counts =
		too_much && process->exists && !process->dismissed && !table_is_paused(table) && !was_over;

	if (counts)
		process->culpable |= seat ? BLAME_MEMORY : BLAME_GAME;
	judge_memory(table->judge, table->now, seat, table->setup.memory + too_much);
	CHECK(table, !counts || judge_match(table->judge)->over, "seat %d uses too much memory and plays on",
	      seat);
	CHECK(table, too_much || judge_match(table->judge)->over == was_over,
	      "seat %d is ended for using memory that it may use", seat);
	table_carry_out(table);
}

/* A temporary folder is too full. That loses when strict, and never in a pause.  */
void table_look_at_folder(struct table *table)
{
	int seat = SEAT_1 + (int)chance_below(&table->chance, 2);
	bool was_over = judge_match(table->judge)->over, was_paused = table_is_paused(table), counts;

	counts = judge_folder(table->judge, table->now, seat, 1000 + chance_below(&table->chance, 1000), 999);
	if (counts && table->setup.strict)
		table->process[seat].culpable |= BLAME_PROTOCOL;
	CHECK(table, !counts || (!was_over && !was_paused), "a folder counts in a pause, or after the match");
	CHECK(table, !counts || judge_match(table->judge)->over == table->setup.strict,
	      "seat %d has a folder that is too full", seat);
	table_carry_out(table);
}
