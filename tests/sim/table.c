/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table.c - one simulated match.
 *
 * As in a real session, an input carries a time shortly after its cause, and effects are carried out a
 * little later still. So deadlines pass in between, answers wait in pipes when the next question is
 * written, and processes die before the judge hears of it.  */
#include "table.h"

#include "table_state.h"

#include "ringside/protocol.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WAITS_MOST = 10 }; /* so that a limit that grows by them comes */

bool table_is_paused(const struct table *table)
{
	return judge_state(table->judge) == JUDGE_PAUSED;
}

/* Time goes on to t, and the clocks with it, unless the match is paused.  */
void table_advance(struct table *table, int64_t t)
{
	int64_t before[SEATS], after;

	if (t <= table->now)
		return;
	for (int s = 0; s < SEATS; s++)
		before[s] = judge_turn_time(table->judge, s, table->now);
	if (!table_is_paused(table))
		table->running += t - table->now;
	for (int s = 0; s < SEATS; s++) {
		bool traced = judge_seat(table->judge, s).traced;

		if (traced && !table_is_paused(table))
			table->stood[s] += t - table->now;
		after = judge_turn_time(table->judge, s, t);
		CHECK_ALWAYS(table, !(traced || table_is_paused(table)) || after == before[s],
			     "a clock of seat %d runs in a pause, or while it is traced", s);
		CHECK_ALWAYS(table, after >= 0, "seat %d has used a negative time", s);
	}
	table->now = t;
}

int64_t table_ran(const struct table *table, int seat)
{
	return table->running - table->stood[seat];
}

int64_t table_ran_before(const struct table *table, int seat)
{
	return table->input_running - table->input_stood[seat] - table->unseen[seat];
}

void table_input(struct table *table)
{
	table->input_running = table->running;
	memcpy(table->input_stood, table->stood, sizeof(table->stood));
}

void table_wake(struct table *table, int64_t t)
{
	table_advance(table,
		      t + (chance_one_in(&table->chance, 4) ? 0 : chance_below(&table->chance, 20000)));
	table->input_t = table->now;
	table_input(table);
	memset(table->unseen, 0, sizeof(table->unseen));
}

/* An agent has waited for a core for some time, or for more than there was.  */
static void wait_for_core(struct table *table)
{
	struct chance *chance = &table->wait_chance;
	struct judge *judge = table->judge;
	int s = (int)chance_below(chance, SEATS);
	const struct waiting *waiting = &judge_match(judge)->unfinished[s].waiting;
	int64_t before = waiting->ns, left = judge_limit_left(judge, s, table->now),
		took = judge_awaited_for(judge, s, table->now), more, gained;
	bool due = judge_deadline(judge) <= table->now;

	if (!table->waits || !table->process[s].exists || !chance_one_in(chance, 4))
		return;
	table->waits--;
	more = chance_below(chance, 400 * MS) - 50 * MS;
	judge_waited(judge, table->now, s, more, chance_below(chance, 2 * took + 2) - 1);
	gained = waiting->ns - before;
	CHECK_ALWAYS(table, gained <= (more > 0 ? more : 0),
		     "seat %d has waited for %" PRId64 " ns, not %" PRId64, s, gained, more);
	CHECK_ALWAYS(table,
		     due || judge_limit_left(judge, s, table->now) - left <=
				     (setup_forgives_waiting(&table->setup) ? gained : 0),
		     "a limit of seat %d grows by more than its %" PRId64 " ns of waiting", s, gained);
}

/* Sometimes it was seen what the agents do whose limit has passed. This changes nothing else in the match. */
static void look_at_late(struct table *table)
{
	for (int s = 0; s < SEATS; s++) {
		struct activity activity = {
			.kind = (enum activity_kind)(
				ACTIVITY_UNKNOWN +
				chance_below(&table->stop_chance, ACTIVITY_KIND_COUNT - ACTIVITY_UNKNOWN)),
			.unread = chance_below(&table->stop_chance, 100),
			.cpu_ns = chance_below(&table->stop_chance, NS_PER_S) - 1,
			.threads = (int)chance_below(&table->stop_chance, 9)};

		if (table->process[s].exists && judge_limit_passed(table->judge, s, table->now) &&
		    chance_one_in(&table->stop_chance, 2))
			judge_activity(table->judge, table->now, s, &activity);
	}
}

/* Only time has passed. Every limit that was reached is dealt with, to the nanosecond.  */
static void let_pass(struct table *table)
{
	look_at_late(table);
	judge_time(table->judge, table->now);
	CHECK_ALWAYS(table, judge_deadline(table->judge) > table->now,
		     "a limit was reached, and had no effect");
}

/* Gives the judge what processes have done by now, in order.  */
static void hear(struct table *table)
{
	int seat;

	do {
		int64_t t = table->now + 1;

		seat = -1;
		for (int s = 0; s < SEATS; s++)
			if (table_next_deed(&table->process[s]) < t) {
				t = table_next_deed(&table->process[s]);
				seat = s;
			}
		if (seat >= 0)
			table_do_deed(table, seat);
	} while (seat >= 0);
}

/* It has worked on what one of the seats wrote.  How much of that the seat's time counts: all, or to the last
 * millisecond of the stall.  */
static int64_t charge(struct table *table, int *seat, int64_t stall)
{
	int64_t ns;

	if (!chance_one_in(&table->stall_chance, 3))
		return 0;
	*seat = (int)chance_below(&table->stall_chance, SEATS);
	ns = 1 + chance_below(&table->stall_chance, 2 * stall);
	judge_charge(table->judge, *seat, ns);
	if (table_is_paused(table) || judge_seat(table->judge, *seat).traced)
		return 0;
	return ns > stall - MS ? stall : ns;
}

/* The judge is held up, some time after the last input and before anything else happens, at `next`.  No clock
 * counts that time, but for what a seat is charged with.  An answer that was written meanwhile counts as of
 * `now`, when the judge was last seen awake.  */
static void hold_up(struct table *table, int64_t next)
{
	int64_t seen = table->now, most = next - seen < 20 * MS ? next - seen : 20 * MS,
		from = seen + chance_below(&table->stall_chance, most),
		to = from + (10 + chance_below(&table->stall_chance, 3000)) * MS, ran[SEATS],
		ran_surely[SEATS], charged;
	int seat = -1;

	for (int s = 0; s < SEATS; s++)
		ran_surely[s] = judge_turn_time(table->judge, s, seen);
	table_advance(table, from);
	for (int s = 0; s < SEATS; s++)
		ran[s] = judge_turn_time(table->judge, s, from);
	if ((charged = charge(table, &seat, to - from)) > 0) {
		table->stood[seat] -= charged;
		table->charged[seat] = true;
		ran[seat] += judge_turn_time(table->judge, seat, to) > ran[seat] ? charged : 0;
	}
	table->now = table->input_t = to;
	table_input(table);
	for (int s = 0; s < SEATS; s++)
		table->unseen[s] = s == seat ? 0 : ran[s] - ran_surely[s];
	judge_held_up(table->judge, seen, from, to);
	table->outcome.stalls++;
	for (int s = 0; s < SEATS; s++) {
		CHECK_ALWAYS(table, judge_turn_time(table->judge, s, to) == ran[s],
			     "seat %d is charged for a stall of the judge", s);
		CHECK_ALWAYS(table, (s == seat && charged) || !judge_limit_passed(table->judge, s, to),
			     "a limit of seat %d passed in a stall of the judge", s);
	}
	hear(table);
	table_carry_out(table);
}

/* The next thing happens. False: nothing ever will.  */
static bool happens(struct table *table)
{
	int64_t deadline = judge_deadline(table->judge), t = deadline;
	int seat = -1;

	for (int s = 0; s < SEATS; s++)
		CHECK(table, !table->process[s].frozen || table_is_paused(table),
		      "the match goes on, and seat %d is frozen", s);
	table_expect_human(table);
	if (table_is_paused(table) && table->request_at == NEVER)
		table->request_at = table->now + chance_below(&table->chance, 1000 * MS);
	for (int s = 0; s < SEATS; s++)
		if (table_next_deed(&table->process[s]) < t) {
			t = table_next_deed(&table->process[s]);
			seat = s;
		}
	if (judge_match(table->judge)->over && t == NEVER)
		return false;
	if (table->held_up && judge_clocks_run(table->judge) && t > table->now && t != NEVER &&
	    chance_one_in(&table->stall_chance, 40)) {
		hold_up(table, t);
		return true;
	}
	if (!judge_match(table->judge)->over && table->request_at < t) {
		table_wake(table, table->request_at);
		table_any_request(table);
		return true;
	}
	if (!judge_match(table->judge)->over && table->human_at < t) {
		table_wake(table, table->human_at);
		table_human_moves(table);
		return true;
	}
	if (!judge_match(table->judge)->over && table->attach_at < t) {
		table_wake(table, table->attach_at);
		table_attach(table);
		return true;
	}
	if (t == NEVER)
		return false;
	table_wake(table, t);
	wait_for_core(table);
	if (table->setup.memory && judge_deadline(table->judge) > table->now &&
	    chance_one_in(&table->chance, 4))
		table_look_at_memory(table);
	else if (table->folders && judge_deadline(table->judge) > table->now &&
		 chance_one_in(&table->chance, 50))
		table_look_at_folder(table);
	else if (seat >= 0)
		table_do_deed(table, seat);
	else
		let_pass(table);
	table_carry_out(table);
	return true;
}

static int64_t patience(const struct table *table)
{
	const struct setup *setup = &table->setup;
	int64_t turn = table_turn_limit(table, SEAT_1);

	if (table->limits_changed && turn < TURN_MOST * MS)
		turn = TURN_MOST * MS;
	return turn + 3 * setup->start_limit + setup->tolerance * 5 + setup->pace + 10000 * MS +
	       (table->tampers ? DELAY_MOST * MS : 0);
}

/* Sometimes takes moves back after a verdict.  */
static void perhaps_reopen(struct table *table)
{
	if (!table->fixture->takes_back || !table->has_requests || table->reopened == 2 ||
	    !chance_one_in(&table->chance, 3))
		return;
	table->reopened++;
	table->fixture->forgive(table, SEAT_1);
	table->fixture->forgive(table, SEAT_2);
	table_request(table, REQUEST_TAKEBACK);
	if (table_is_paused(table) && table->request_at == NEVER)
		table->request_at = table->now + MS;
}

/* Plays until a verdict that stays.  */
static void play_game(struct table *table, unsigned alive)
{
	char *problem;

	table->games++;
	table->stayed = alive;
	table->limits_changed = setup_forgives_waiting(&table->setup); /* they grow */
	table->clock_changed = false;
	table->judge = judge_new(&table->setup, &problem);
	CHECK_ALWAYS(table, table->judge, "no judge: %s", problem);
	if (!table->judge) {
		free(problem);
		return;
	}
	table->began = table->now;
	table->progress = table->running;
	for (int s = 0; s < SEATS; s++)
		table->began_running[s] = table_ran(table, s);
	table->attach_at = chance_one_in(&table->chance, 4)
				   ? table->now + chance_below(&table->chance, 2000 * MS)
				   : NEVER;
	table_watch(table);
	judge_begin(table->judge, table->now, alive, false);
	for (int s = 0; s < SEATS; s++)
		if (alive & 1u << s)
			judge_bytes(table->judge, table->now, s, STREAM_STDOUT, table->process[s].rest.at,
				    table->process[s].rest.size);
	table_carry_out(table);
	for (int steps = 0; !table->outcome.problem; steps++) {
		if (judge_match(table->judge)->over) {
			table->fixture->verdict(table);
			perhaps_reopen(table);
			if (judge_match(table->judge)->over)
				break;
		}
		if (!happens(table)) {
			CHECK_ALWAYS(table, judge_match(table->judge)->over,
				     "nothing will ever happen again");
			break;
		}
		CHECK_ALWAYS(table, table->running - table->progress <= patience(table),
			     "no verdict in time");
		CHECK_ALWAYS(table, steps < 1000000, "the match does not end");
	}
}

static void check_game(struct table *table)
{
	table->outcome.reason = judge_match(table->judge)->verdict.reason;
	table->outcome.turns += judge_match(table->judge)->turn_count;
	if (!table->tampered)
		table->fixture->end(table);
	table_check_replay(table);
	table_check_rejoin(table);
}

static void forget_game(struct table *table)
{
	judge_free(table->judge);
	table->judge = NULL;
	for (int i = 0; i < table->record_count; i++)
		free(table->records[i].message.bytes);
	table->record_count = 0;
}

/* An agent that failed or left is gone; the others play on, as in the session. What they still have to say
 * answers nothing in the next game.  */
static unsigned who_stays(struct table *table)
{
	unsigned alive = 0;

	for (int s = 0; s < SEATS; s++) {
		struct process *process = &table->process[s];

		process->seen = process->written = 0;
		table->timed[s] = false;
		if (process->exists && !judge_may_stay(table->judge, s)) {
			table_free_deeds(process);
			process->exists = false;
		}
		process->rest.size = 0;
		if (process->exists) {
			struct pending_bytes rest;

			if (judge_pending(table->judge, s, STREAM_STDOUT, &rest))
				bytes_add(&process->rest, rest.bytes, rest.size);
			alive |= 1u << s;
		}
		for (int i = process->first; i < process->last; i++)
			process->deeds[i].tag = 0;
	}
	return alive;
}

/* What the judge has kept for the next game (arbiter_remember()).  */
static void remember(struct table *table)
{
	const struct setup *setup = &judge_match(table->judge)->setup;

	for (int i = 0; i < setup->option_count; i++)
		if (setup->options[i].name[0] == '.')
			setup_set(&table->setup, setup->options[i].name, setup->options[i].text);
}

static void play_next_game(struct table *table)
{
	unsigned alive = who_stays(table);

	check_game(table);
	for (int s = 0; s < SEATS; s++)
		setup_name(&table->setup, s, judge_match(table->judge)->setup.seat[s].name);
	remember(table);
	table->setup.game++;
	forget_game(table);
	table->human_at = NEVER;
	if (table->has_requests && table->request_at == NEVER)
		table->request_at = table->now + chance_below(&table->chance, 1000 * MS);
	table->fixture->next_game(table);
	if (!table->outcome.problem)
		play_game(table, alive);
}

static void play(struct table *table)
{
	play_game(table, 0);
	while (!table->outcome.problem && !table->tampered && table->games < table->fixture->games &&
	       chance_one_in(&table->chance, 4))
		play_next_game(table);
	if (table->outcome.problem)
		return;
	table_wake(table, table->now);
	judge_dismiss(table->judge, table->now);
	table_carry_out(table);
	while (!table->outcome.problem && happens(table))
		;
	for (int s = 0; s < SEATS; s++)
		CHECK_ALWAYS(table, !table->process[s].exists, "seat %d is left behind", s);
	check_game(table);
}

static void clear(struct table *table)
{
	forget_game(table);
	setup_free(&table->setup);
	for (int s = 0; s < SEATS; s++) {
		table_free_deeds(&table->process[s]);
		free(table->process[s].deeds);
		free(table->process[s].moves);
		bytes_free(&table->process[s].rest);
	}
	free(table->records);
	table->fixture->free(table);
	free(table);
}

/* A missing fixture must not stop the linker, which would not say what is missing.  */
#define X(name, board) extern const struct fixture fixture_##name __attribute__((weak));
SYSTEMS(X)
#undef X

/* In the order of the table of systems.  */
static const struct fixture *const fixtures[] = {
#define X(name, board) &fixture_##name,
	SYSTEMS(X)
#undef X
};

const char *table_system(int i)
{
	return protocol_at(i) ? protocol_at(i)->name : NULL;
}

bool table_has_fixture(int i)
{
	return fixtures[i] != NULL;
}

int table_matches(int i)
{
	return fixtures[i]->matches;
}

struct outcome table_play(int system, uint64_t seed, FILE *to, bool loud)
{
	struct table *table = bytes_new(sizeof(*table));
	struct outcome outcome;

	table->fixture = fixtures[system];
	table->chance.state = seed;
	table->stop_chance.state = ~seed;
	table->watched = chance_one_in(&table->stop_chance, 3);
	table->stall_chance.state = seed ^ 0x5354414c4c;
	table->held_up = chance_one_in(&table->stall_chance, 3);
	table->wait_chance.state = seed ^ 0x57414954;
	table->waits = chance_one_in(&table->wait_chance, 2) ? WAITS_MOST : 0;
	table->tampers_with = NO_MESSAGE;
	table->request_at = table->human_at = NEVER;
	table->now = chance_below(&table->chance, 1000000);
	for (int s = 0; s < SEATS; s++)
		table->process[s].kill_at = NEVER;
	setup_init(&table->setup);
	table->setup.checked = true;
	table->setup.system = table->fixture->system;
	table->fixture->set_up(table);
	if (table->waits && chance_one_in(&table->wait_chance, 3))
		setup_put(&table->setup, &option_forgive_waiting, "yes");
	play(table);
	if (table->outcome.problem || loud)
		table_tell(table, to, loud ? table->record_count : 40);
	outcome = table->outcome;
	clear(table);
	return outcome;
}
