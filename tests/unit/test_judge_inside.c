/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_judge_inside.c - an agent is traced by a debugger, frozen or sent a signal: how the judge treats it.
 */
#include "../test.h"
#include "dialogue.h"

#include "judge/judge_state.h"

#define MS DIALOGUE_MS

static void set_up(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 100 * MS;
	dialogue_ready(d);
}

#define READY_TEST(name) TEST_WITH(name, struct dialogue, d, set_up, dialogue_free)

static void traced(struct dialogue *d, int seat, bool traced)
{
	judge_traced(d->judge, d->now, seat, traced);
	dialogue_settle(d);
}

/* ---- traced ---- */

READY_TEST(a_limit_that_passes_as_tracing_is_noticed_does_not_count)
{
	d->now = judge_deadline(d->judge) + 3 * MS; /* a little after the limit */
	traced(d, SEAT_1, true);
	assert_false(judge_match(d->judge)->over);
	d->now += 1000 * MS;
	traced(d, SEAT_1, false);
	assert_int_equal(judge_deadline(d->judge), d->now + 100 * MS); /* all of it is in the replay */
	d->now += 99 * MS;
	talk(d, SEAT_1, "< 7,7\n");
	dialogue_moves(d, "7,7");
	dialogue_replays(d);
}

/* The verdict sums up faults in its own notes.  */
READY_TEST(a_limit_that_passed_when_the_other_is_traced_replays_with_all_its_notes)
{
	for (int i = 0; i < 2; i++)
		judge_folder(d->judge, d->now, SEAT_1, 2000, 1000);
	d->now += 150 * MS;
	traced(d, SEAT_2, true);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_int_equal(dialogue_count(d, SEAT_1, "a temporary folder over its size: 2 times in all"), 1);
	dialogue_replays(d);
}

TEST_MAIN(NULL, NULL)
