/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_NAME.c - the protocol of NAME: its lines, and how matches end
 * (NAME, Wire; Rules).
 *
 * dialogue.h has time that the test sets, and agents that say what it writes.  Each test ends with
 * dialogue_replays(): its messages are a recording that gives the same match.  */
#include "dialogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void begin(struct dialogue *d, const char *target)
{
	*d = (struct dialogue){.now = 1000, .end = "\n"};
	setup_init(&d->setup);
	d->setup.checked = true;
	d->setup.system = "NAME";
	setup_keep(&d->setup, OPTION_RULES, RULES_NOW);
	setup_set(&d->setup, "target", target);
	d->setup.turn_limit = NS_PER_S;
	for (int s = SEAT_1; s <= SEAT_2; s++) {
		d->setup.seat[s].kind = SEAT_AGENT;
		d->setup.seat[s].command = bytes_text("/agents/%d", s);
	}
	dialogue_begin(d);
}

static void finish(struct dialogue *d)
{
	dialogue_replays(d);
	dialogue_free(d);
}

static void who_says_the_target_wins(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "5");
	talk(&d, SEAT_1, "> target 5\n> last 0\n< # easy\n< 1\n");
	talk(&d, SEAT_2, "> target 5\n> last 1\n< 2\n");
	talk(&d, SEAT_1, "> last 2\n< 5\n");
	dialogue_moves(&d, "1 2 5");
	dialogue_verdict(&d, SEAT_1, "target", SEAT_NONE);
	finish(&d);
}

static void a_number_above_the_target_is_refused(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "2");
	talk(&d, SEAT_1, "> target 2\n> last 0\n< 3\n");
	dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	finish(&d);
}

static void what_is_no_number_is_refused(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "21");
	talk(&d, SEAT_1, "> target 21\n> last 0\n< one\n");
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	finish(&d);
}

static void who_is_silent_loses_when_the_limit_has_passed(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "21");
	talk(&d, SEAT_1, "> target 21\n> last 0\n");
	dialogue_at(&d, d.now + NS_PER_S - 1);
	assert_int_equal(d.verdicts, 0);
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	finish(&d);
}

static void a_line_that_nobody_asked_for_is_ignored(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "21");
	talk(&d, SEAT_2, "> target 21\n< 1\n");
	talk(&d, SEAT_1, "> target 21\n> last 0\n< 3\n");
	talk(&d, SEAT_2, "> last 3\n< 4\n");
	dialogue_moves(&d, "3 4");
	assert_int_equal(judge_faults(d.judge, SEAT_2), 1);
	finish(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_says_the_target_wins),
		cmocka_unit_test(a_number_above_the_target_is_refused),
		cmocka_unit_test(what_is_no_number_is_refused),
		cmocka_unit_test(who_is_silent_loses_when_the_limit_has_passed),
		cmocka_unit_test(a_line_that_nobody_asked_for_is_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
