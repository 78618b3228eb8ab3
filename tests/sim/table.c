/* table.c - one simulated match.
 *
 * Inputs carry the time of a wake-up a little after what caused them, and effects are carried out a little
 * later still, as in a real session: so deadlines pass in between, answers wait in pipes when the next
 * question is written, and processes die before anybody hears of it.  */
#include "table.h"

#include "table_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool table_is_paused(const struct table *table)
{
	return judge_state(table->judge) == JUDGE_PAUSED;
}

/* Time goes on to t, and with it the clocks, unless the match is paused.  */
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
		after = judge_turn_time(table->judge, s, t);
		CHECK(table, !table_is_paused(table) || after == before[s],
		      "a clock of seat %d runs in a pause", s);
		CHECK(table, after >= 0, "seat %d has used a negative time", s);
	}
	table->now = t;
}

void table_wake(struct table *table, int64_t t)
{
	table_advance(table, t + chance_below(&table->chance, 20000));
	table->input_t = table->now;
	table->input_running = table->running;
}

/* Something happens next.  False: nothing ever will.  */
static bool happens(struct table *table)
{
	int64_t deadline = judge_deadline(table->judge), t = deadline;
	int seat = SEAT_NONE;

	table_expect_human(table);
	if (table_is_paused(table) && table->wish_at == NEVER)
		table->wish_at = table->now + chance_below(&table->chance, 1000 * MS);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (table_next_deed(&table->process[s]) < t) {
			t = table_next_deed(&table->process[s]);
			seat = s;
		}
	if (judge_match(table->judge)->over && seat == SEAT_NONE)
		return false;
	if (!judge_match(table->judge)->over && table->wish_at < t) {
		table_wake(table, table->wish_at);
		table_any_wish(table);
		return true;
	}
	if (!judge_match(table->judge)->over && table->human_at < t) {
		table_wake(table, table->human_at);
		table_human_moves(table);
		return true;
	}
	if (t == NEVER)
		return false;
	table_wake(table, t);
	if (table->setup.memory && judge_deadline(table->judge) > table->now &&
	    chance_one_in(&table->chance, 4))
		table_look_at_memory(table);
	else if (table->folders && judge_deadline(table->judge) > table->now &&
		 chance_one_in(&table->chance, 50))
		table_look_at_folder(table);
	else if (seat != SEAT_NONE)
		table_do_deed(table, seat);
	else
		judge_time(table->judge, table->now);
	table_carry_out(table);
	return true;
}

static int64_t patience(const struct table *table)
{
	const struct setup *setup = &table->setup;
	int64_t turn = setup->turn_limit ? setup->turn_limit : setup->hang_limit;

	if (table->limits_changed && turn < TURN_MOST * MS)
		turn = TURN_MOST * MS;
	return turn + 3 * setup->start_limit + setup->tolerance * 5 + setup->pace + 10000 * MS;
}

/* Moves are taken back after a verdict: what failed for good has still failed, and so has a brain whose
 * answers are one behind since it spoke out of turn.  */
static void forgive(struct table *table, int seat)
{
	struct brain *brain = &table->process[seat].brain;
	enum failure failure = table->character[seat].failure;

	brain->culpable =
		brain->hangs || (brain->unsure && (failure == FAIL_UNASKED || failure == FAIL_DOUBLE));
}

static void play(struct table *table)
{
	char *problem;

	table->judge = judge_new(&table->setup, &problem);
	CHECK(table, table->judge, "no judge: %s", problem);
	if (!table->judge) {
		free(problem);
		return;
	}
	judge_begin(table->judge, table->now, 0);
	table_carry_out(table);
	for (int steps = 0; !table->outcome.problem; steps++) {
		if (judge_match(table->judge)->over) {
			table_check_verdict(table);
			if (table->wishful && table->reopened < 2 && chance_one_in(&table->chance, 3)) {
				table->reopened++;
				forgive(table, SEAT_1);
				forgive(table, SEAT_2);
				table_wish(table, WISH_TAKEBACK);
				if (table_is_paused(table) && table->wish_at == NEVER)
					table->wish_at = table->now + MS;
			}
			if (judge_match(table->judge)->over)
				break;
		}
		if (!happens(table)) {
			CHECK(table, judge_match(table->judge)->over, "nothing will ever happen any more");
			break;
		}
		CHECK(table, table->running - table->progress <= patience(table), "no verdict in time");
		CHECK(table, steps < 1000000, "the match does not end");
	}
	if (table->outcome.problem)
		return;
	table_wake(table, table->now);
	judge_dismiss(table->judge, table->now);
	table_carry_out(table);
	while (!table->outcome.problem && happens(table))
		;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		CHECK(table, !table->process[s].exists, "seat %d is left behind", s);
	table->outcome.reason = judge_match(table->judge)->verdict.reason;
	table->outcome.turns = judge_match(table->judge)->turn_count;
	table_check_rules(table);
	table_check_replay(table);
}

static void clear(struct table *table)
{
	judge_free(table->judge);
	setup_free(&table->setup);
	for (int s = 0; s < SEATS; s++) {
		table_free_deeds(&table->process[s]);
		free(table->process[s].deeds);
		free(table->process[s].moves);
	}
	for (int i = 0; i < table->record_count; i++)
		free(table->records[i].message.bytes);
	free(table->records);
	free(table->asks);
	free(table);
}

struct outcome table_play(uint64_t seed, FILE *to, bool loud)
{
	struct table *table = bytes_new(sizeof(*table));
	struct outcome outcome;

	table->chance.state = seed;
	table->wish_at = table->human_at = NEVER;
	table->now = chance_below(&table->chance, 1000000);
	for (int s = 0; s < SEATS; s++)
		table->process[s].kill_at = NEVER;
	table_set_up(table);
	play(table);
	if (table->outcome.problem || loud)
		table_tell(table, to, loud ? table->record_count : 40);
	outcome = table->outcome;
	clear(table);
	return outcome;
}
