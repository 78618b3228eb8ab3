/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_people.c - people in the games of lmc, and games for one player (lmc, View; Games).  */
#include "lmc_fixture.h"

#include "ringside/replay.h"

/* ---- people ---- */

static bool feeds_play(struct judge *judge, int64_t n, int seat, const char *move)
{
	const struct message message = {.n = n,
					.t_ns = n,
					.seat = seat,
					.direction = EVENT,
					.channel = CHANNEL_EVENT,
					.bytes = (char *)move,
					.size = strlen(move),
					.event = {.kind = EVENT_PLAYS}};

	return replay_feed(judge, &message);
}

/* Older versions let a person do that.  */
TEST(an_old_recording_of_a_persons_illegal_move_still_replays)
{
	struct dialogue d FREED_BY(dialogue_free);
	char *problem;

	set_up(&d, "5");
	setup_set(&d.setup, "game", "tictactoe");
	d.setup.seat[SEAT_1].kind = d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	d.judge = judge_new(&d.setup, &problem);
	replay_begin(d.judge);
	assert_true(feeds_play(d.judge, 1, SEAT_1, "1"));
	assert_true(feeds_play(d.judge, 2, SEAT_2, "1"));
	assert_int_equal(judge_match(d.judge)->turn_count, 2);
	assert_true(judge_match(d.judge)->sum[SEAT_2] == -1);
}

/* ---- stepping ---- */

TEST(stepping_does_not_change_a_match)
{
	struct dialogue fast FREED_BY(finish), slow FREED_BY(finish);
	char *one, *other;

	for (int k = 0; k < 2; k++) {
		struct dialogue *d = k ? &slow : &fast;

		set_up(d, "2");
		dialogue_named(d);
		if (k)
			dialogue_request(d, request(REQUEST_PAUSE));
		talk(d, SEAT_1, "< rock\n");
		talk(d, SEAT_2, "< paper\n");
		for (int i = 0; i < 100 && k && held_count(d); i++)
			dialogue_request(d, counts(REQUEST_STEP, 1));
		talk(d, SEAT_1, "< paper\n");
		talk(d, SEAT_2, "< paper\n");
		for (int i = 0; i < 100 && k && held_count(d); i++)
			dialogue_request(d, counts(REQUEST_STEP, 1));
		assert_true(is_over(d));
	}
	for (int s = SEAT_1; s < SEATS; s++) {
		one = dialogue_text(&fast, 1u << s);
		other = dialogue_text(&slow, 1u << s);
		assert_string_equal(other, one);
		free(one);
		free(other);
	}
}

/* ---- alone ---- */

TEST(a_single_player_is_told_what_to_repeat_and_nobody_wins)
{
	struct dialogue d FREED_BY(finish);
	double sum = 0;

	set_up(&d, "20");
	setup_set(&d.setup, "game", "imitate");
	setup_set(&d.setup, "symbols", "2");
	d.setup.seat[SEAT_2].kind = SEAT_FREE;
	dialogue_named(&d);
	talk(&d, SEAT_1, "> @command new\n> @command symbol a\n> @command symbol b\n");
	for (int i = 0; i < 20; i++) {
		const struct message *heard = dialogue_find(&d, SEAT_1, "@input");
		bool right = strcmp(heard->bytes, "@input a\n") == 0;
		int asked = dialogue_count(&d, SEAT_1, "@command play"), inputs;

		assert_int_equal(asked, i + 1);
		inputs = dialogue_count(&d, SEAT_1, "@input");
		assert_int_equal(inputs, i + 1);
		talk(&d, SEAT_1, "< a\n");
		assert_string_equal(dialogue_find(&d, SEAT_1, "@score")->bytes,
				    right ? "@score 1\n" : "@score -1\n");
		sum += right ? 1 : -1;
	}
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	expect_sums(&d, sum, 0);
}

TEST(two_single_players_play_the_same_game_and_are_compared)
{
	struct dialogue d FREED_BY(finish);

	set_up(&d, "30");
	setup_set(&d.setup, "game", "imitate");
	dialogue_named(&d);
	for (int i = 0; i < 30; i++) {
		const struct message *heard = dialogue_find(&d, SEAT_1, "@input");
		FREED char *right = bytes_text("< %s", heard->bytes + strlen("@input "));

		assert_string_equal(dialogue_find(&d, SEAT_2, "@input")->bytes, heard->bytes);
		talk(&d, SEAT_1, "< a\n");
		talk(&d, SEAT_2, right);
	}
	dialogue_verdict(&d, SEAT_2, "score", SEAT_NONE);
	assert_true(judge_match(d.judge)->sum[SEAT_2] == 30);
}

TEST_MAIN(NULL, NULL)
