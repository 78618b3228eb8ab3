/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess_delay.c - the delay between two lines to the same agent (qchess, Wire: --line-delay).  */
#include "qchess_match_fixture.h"

enum { DELAY = 50 };

static void set_up_delay(struct dialogue *d, const char *board)
{
	set_up(d, board);
	setup_set(&d->setup, "line-delay", "50");
}

/* Time passes until no more line is waiting.  */
static void pass_lines(struct dialogue *d)
{
	while (!judge_seat(d->judge, SEAT_1).thinks && !judge_seat(d->judge, SEAT_2).thinks &&
	       judge_deadline(d->judge) != INT64_MAX)
		dialogue_at(d, judge_deadline(d->judge));
}

static void say(struct dialogue *d, int seat, const char *answer)
{
	pass_lines(d);
	d->now += 7 * MS;
	talk(d, seat, answer);
}

/* The shortest time between two lines to a seat must be exactly the delay.  */
static void expect_distances(const struct dialogue *d)
{
	for (int s = SEAT_1; s < SEATS; s++) {
		int64_t last = -1, least = INT64_MAX;

		for (int i = 0; i < d->line_count; i++) {
			const struct message *message = &d->lines[i].message;

			if (message->seat != s || message->direction != TO_AGENT)
				continue;
			if (last >= 0 && message->t_ns - last < least)
				least = message->t_ns - last;
			last = message->t_ns;
		}
		assert_int_equal(least, DELAY * MS);
	}
}

TEST(every_line_keeps_the_delay_and_the_order)
{
	struct dialogue d FREED_BY(finish);

	set_up_delay(&d, KINGS "white rook ['rook', 'rook'] at 2,4\n");
	dialogue_begin(&d);
	say(&d, SEAT_1, "< 2 4\n");
	say(&d, SEAT_1, "< 3 4\n");
	say(&d, SEAT_2, "< 3 0\n");
	say(&d, SEAT_2, "< 3 1\n");
	say(&d, SEAT_1, "< 3 4\n");
	say(&d, SEAT_1, "< 3 1\n");
	part(&d);
	pass_lines(&d);
	dialogue_verdict(&d, SEAT_1, "king", SEAT_NONE);
	expect_dialogue(&d, BOTH,
			"1> white\n2> black\n1> SELECTION?\n"
			"1< 2 4\n1> 2 4 0 rook\n2> 2 4 0 rook\n1> MOVE?\n"
			"1< 3 4\n1> 2 4 -> 3 4\n2> 2 4 -> 3 4\n2> SELECTION?\n"
			"2< 3 0\n2> 3 0 0 king\n1> 3 0 0 king\n2> MOVE?\n"
			"2< 3 1\n2> 3 0 -> 3 1\n1> 3 0 -> 3 1\n1> SELECTION?\n"
			"1< 3 4\n1> 3 4 0 rook\n2> 3 4 0 rook\n1> MOVE?\n"
			"1< 3 1\n1> 3 4 -> 3 1\n2> 3 4 -> 3 1\n1> QUIT\n2> QUIT\n");
	expect_distances(&d);
}

/* Starting the second agent takes longer than the delay, so the lines to the first have to wait.  */
TEST(the_delay_is_between_written_lines)
{
	struct dialogue d FREED_BY(finish);

	set_up_delay(&d, KINGS ROOKS);
	d.manual = true;
	dialogue_begin(&d);
	judge_started(d.judge, d.now, SEAT_1);
	d.now += 1000 * MS;
	judge_started(d.judge, d.now, SEAT_2);
	dialogue_settle(&d);
	talk(&d, SEAT_1, "> white\n");
	dialogue_silent(&d, SEAT_1);
	pass_lines(&d);
	talk(&d, SEAT_1, "> SELECTION?\n");
	assert_int_equal(dialogue_find(&d, SEAT_1, "SELECTION?")->t_ns,
			 dialogue_find(&d, SEAT_1, "white")->t_ns + DELAY * MS);
}

/* A clock starts with its question, whenever that is sent.  */
TEST(waiting_for_the_delay_counts_on_nobodys_clock)
{
	struct dialogue d FREED_BY(finish);

	set_up_delay(&d, KINGS ROOKS);
	d.setup.turn_limit = 20 * MS;
	d.setup.match_limit = 40 * MS;
	dialogue_begin(&d);
	for (int n = 0; n < 4; n++) {
		static const char *const answers[] = {"< 0 7\n", "< 0 4\n", "< 3 0\n", "< 3 1\n"};

		pass_lines(&d);
		assert_int_equal(judge_deadline(d.judge), d.now + 20 * MS);
		d.now += 19 * MS;
		talk(&d, n < 2 ? SEAT_1 : SEAT_2, answers[n]);
		assert_int_equal(turn_of(&d, n + 1)->think_ns, 19 * MS);
	}
	pass_lines(&d);
	assert_int_equal(judge_deadline(d.judge), d.now + 2 * MS);
	dialogue_at(&d, d.now + 2 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	part(&d);
	pass_lines(&d);
	expect_distances(&d);
}

TEST(steps_go_line_by_line_and_keep_the_delay)
{
	struct dialogue d FREED_BY(finish);

	set_up_delay(&d, KINGS ROOKS);
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> white\n");
	talk(&d, SEAT_2, "> black\n");
	dialogue_request(&d, counts(REQUEST_STEP, 1));
	pass_lines(&d);
	talk(&d, SEAT_1, "> SELECTION?\n< 0 7\n"); /* it is held now */
	expect_silence(&d);
	assert_int_equal(judge_state(d.judge), JUDGE_PAUSED);
	for (int i = 0; i < 3; i++) {
		dialogue_at(&d, d.now + 100 * MS);
		dialogue_request(&d, counts(REQUEST_STEP, 1));
		dialogue_at(&d, d.now + 100 * MS);
	}
	talk(&d, SEAT_1, "> 0 7 0 rook\n");
	talk(&d, SEAT_2, "> 0 7 0 rook\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_request(&d, request(REQUEST_GO));
	pass_lines(&d);
	talk(&d, SEAT_1, "> MOVE?\n");
}

/* An agent's 2 s start when it is told to leave.  */
TEST(an_agent_is_dismissed_only_after_its_goodbye_was_written)
{
	struct dialogue d FREED_BY(finish);

	set_up_delay(&d, KINGS "white rook ['rook', 'rook'] at 3,4\n");
	dialogue_begin(&d);
	say(&d, SEAT_1, "< 3 4\n");
	say(&d, SEAT_1, "< 3 0\n");
	part(&d);
	assert_int_equal(dialogue_count(&d, SEAT_1, "QUIT") + d.dismissals[SEAT_1], 0);
	while (judge_deadline(d.judge) != INT64_MAX) {
		dialogue_at(&d, judge_deadline(d.judge));
		for (int s = SEAT_1; s < SEATS; s++)
			assert_int_equal(dialogue_count(&d, s, "QUIT"), d.dismissals[s]);
		if (dialogue_count(&d, SEAT_1, "QUIT") == 1 && !dialogue_find(&d, SEAT_1, "exited"))
			dialogue_exit(&d, SEAT_1, (struct ending){0}); /* seat 2 may not know yet */
	}
	assert_int_equal(d.dismissals[SEAT_1] + d.dismissals[SEAT_2], 2);
}

TEST_MAIN(NULL, NULL)
