/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_rejoin_live.c - people and processes in a recording that is rejoined, and how the match continues.  */
#include "rejoin_fixture.h"

#include "ringside/replay.h"

/* ---- people ---- */

TEST(an_answer_that_a_person_overrode_is_still_compared)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "7,7", .says = "6,6\n"}};
	struct seance same = {0}, other = {.changes = changes, .change_count = 1};
	struct dialogue d;

	init_gomocup(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG x\n< 7,7\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "a1"));
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_2, "> TURN 0,0\n< 1,1\n");
	talk(&d, SEAT_1, "> RESTART\n< OK\n> BOARD\n> 0,0,1\n> 1,1,2\n> DONE\n< 5,5\n");
	hold(&same, &d, BOTH);
	expect_done(&same, 0);
	hold(&other, &d, BOTH);
	expect_done(&other, 1);
	assert_string_equal(difference(&other, 0)->recorded, "7,7");
	assert_string_equal(match_turn(rejoin_match(other.rejoin), 1)->played, "0,0");
	seance_end(&other);
	part(&same, &d);
}

TEST(an_answer_that_a_person_forestalled_may_come_at_any_time)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	init_gomocup(&d);
	dialogue_ready(&d);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "7,7"));
	talk(&d, SEAT_1, "> BEGIN\n< 3,3\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(&d, SEAT_1, "> RESTART\n< OK\n> BOARD\n> 7,7,1\n> 8,8,2\n> DONE\n< 5,5\n");
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
}

TEST(a_persons_own_text_is_no_answer_and_withheld_text_is_not_sent)
{
	struct change changes[] = {{.seat = SEAT_2, .was = "8,8", .says = "9,9\n"}};
	struct seance same = {0}, other = {.changes = changes, .change_count = 1};
	struct dialogue d;

	init_gomocup(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	dialogue_request(&d, plays(REQUEST_EDIT, "8,9"));
	dialogue_request(&d, (struct request){.kind = REQUEST_SEND, .seat = SEAT_1, .text = "INFO x 1"});
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_1, "> INFO x 1\n> TURN 8,9\n");
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< 7,8\n");
	dialogue_request(&d, request(REQUEST_STEP));
	dialogue_request(&d, request(REQUEST_DROP)); /* INFO time_left */
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_moves(&d, "7,7 8,9 7,8");
	dialogue_replays(&d);
	hold(&same, &d, BOTH);
	expect_done(&same, 0);
	assert_non_null(strstr(same.told[SEAT_1].at, "INFO x 1\n"));
	assert_non_null(strstr(same.told[SEAT_1].at, "TURN 8,9\n"));
	assert_null(strstr(strstr(same.told[SEAT_2].at, "TURN 7,7\n"), "INFO time_left"));
	assert_string_equal(match_turn(rejoin_match(same.rejoin), 2)->played, "8,9");
	hold(&other, &d, BOTH);
	expect_done(&other, 1);
	assert_string_equal(difference(&other, 0)->recorded, "8,8");
	assert_string_equal(difference(&other, 0)->answered, "9,9");
	seance_end(&other);
	part(&same, &d);
}

TEST(an_agent_replaced_by_a_person_is_no_longer_needed)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_SEAT, .seat = SEAT_2});
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .seat = SEAT_2, .text = "9,9"});
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_int_equal(seance.left[SEAT_2], 1);
	assert_int_equal(seance.left[SEAT_1], 0);
}

/* ---- processes ---- */

TEST(a_process_that_was_replaced_is_replaced_again)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_TAKEBACK, .count = 1});
	talk(&d, SEAT_1,
	     "> TAKEBACK 7,8\n< UNKNOWN\n> RESTART\n< ERROR\n> END\n> ABOUT\n< name=\"n\"\n> START 15\n< OK\n"
	     "> BOARD\n> 7,7,1\n> 8,8,2\n> DONE\n< 4,4\n");
	assert_int_equal(d.spawns[SEAT_1], 2);
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_int_equal(seance.spawned[SEAT_1], 2);
	assert_int_equal(seance.spawned[SEAT_2], 1);
}

TEST(a_process_that_ended_is_no_longer_needed)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	dialogue_exit(&d, SEAT_2, (struct ending){.code = 1});
	dialogue_verdict(&d, SEAT_1, REASON_CRASH, SEAT_2);
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_int_equal(seance.left[SEAT_2], 1);
	assert_int_equal(seance.left[SEAT_1], 0);
}

TEST(a_process_in_the_seat_of_an_earlier_one_is_made_ready_first)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	init_gomocup(&d);
	dialogue_begin_warm(&d, BOTH);
	talk(&d, SEAT_1, "> RESTART\n< OK\n");
	talk(&d, SEAT_2, "> RESTART\n< OK\n");
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_int_equal(strncmp(seance.told[SEAT_1].at, "ABOUT\nSTART 15\nINFO ", 20), 0);
	assert_non_null(strstr(seance.told[SEAT_1].at, "\nRESTART\nINFO "));
	seance_end(&seance);
	dialogue_free(&d);

	seance = (struct seance){.piece = 2};
	set_up_lmc(&d);
	dialogue_begin_warm(&d, 1u << SEAT_1);
	talk(&d, SEAT_2, "> # ringside ready\n< @info name p2\n");
	talk(&d, SEAT_1, ROSHAMBO "> @command play\n< @output rock\n");
	talk(&d, SEAT_2, ROSHAMBO "> @command play\n< @output paper\n");
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_int_equal(strncmp(seance.told[SEAT_1].at, "# ringside ready\n@command new\n", 30), 0);
}

TEST(a_process_that_cannot_be_made_ready_ends_the_rejoin)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	set_up_world(&d, SMALL); /* a ghost does not know that it must say hello here */
	dialogue_begin_warm(&d, BOTH);
	says(&d, SEAT_1, "01");
	hold(&seance, &d, BOTH);
	expect_failed(&seance, "said nothing: no info byte within 10.000 s");
}

TEST(a_process_that_cannot_be_started_ends_the_rejoin)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.refuses = SEAT_2};

	record_gomocup(&d);
	hold(&seance, &d, BOTH);
	expect_failed(&seance, "x: no such file");
}

TEST(a_recording_of_other_rules_is_refused)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	setup_set(&d.setup, "size", "19");
	hold(&seance, &d, 0);
	expect_failed(&seance, "cannot be replayed: it was made by other rules");
}

/* ---- continuing ---- */

TEST(the_match_continues_from_any_message_and_its_history_replays)
{
	for (int i = 0; i < RECORDINGS; i++) {
		struct dialogue d;

		record[i](&d);
		for (int cut = 1; cut <= d.line_count; cut++) {
			struct seance seance = {.binary = strcmp(d.setup.system, "asimulator") == 0};
			struct dialogue live;
			int64_t last = d.lines[d.line_count - 1].message.n;

			/* All that one input caused belongs together.  */
			if (cut < d.line_count && d.lines[cut].message.direction == EVENT &&
			    d.lines[cut].message.channel == CHANNEL_FAULT)
				continue;
			seance_hold(&seance, &d, cut, ALL);
			expect_done(&seance, 0);
			seance_live(&seance, &live);
			assert_int_equal(live.lines[cut].message.n, last + 1);
			assert_string_equal(live.lines[cut].words, "a branch begins: resumed");
			assert_int_equal(judge_state(live.judge), JUDGE_PAUSED);
			dialogue_request(&live, request(REQUEST_GO));
			dialogue_at(&live, live.now + 3000 * MS);
			if (!judge_match(live.judge)->over)
				dialogue_request(&live, request(REQUEST_INTERRUPT));
			dialogue_replays(&live);
			dialogue_free(&live);
			seance_end(&seance);
		}
		dialogue_free(&d);
	}
}

TEST(a_question_not_asked_yet_is_asked_when_the_match_continues)
{
	struct dialogue d FREED_BY(dialogue_free), live;
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	seance_hold(&seance, &d, index_of(&d, dialogue_find(&d, SEAT_1, "7,8")) + 1, BOTH);
	expect_done(&seance, 0);
	seance_live(&seance, &live);
	dialogue_silent(&live, SEAT_2);
	assert_int_equal(judge_time_left(live.judge, SEAT_2, live.now), 59900 * (int64_t)MS);
	dialogue_request(&live, request(REQUEST_GO));
	dialogue_at(&live, live.now + 250 * MS);
	talk(&live, SEAT_2, "> TURN 7,8\n< 9,9\n");
	talk(&live, SEAT_1, "> TURN 9,9\n");
	dialogue_moves(&live, "7,7 8,8 7,8 9,9");
	assert_int_equal(match_turn(judge_match(live.judge), 4)->think_ns, 250 * MS);
	dialogue_replays(&live);
	dialogue_free(&live);
}

TEST(a_running_clock_continues_from_where_it_was)
{
	struct dialogue d FREED_BY(dialogue_free), live;
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	dialogue_at(&d, d.now + 700 * MS);
	talk(&d, SEAT_2, "< DEBUG still thinking\n");
	hold(&seance, &d, BOTH);
	seance_live(&seance, &live);
	dialogue_at(&live, live.now + 5000 * MS); /* time stands */
	assert_int_equal(judge_turn_time(live.judge, SEAT_2, live.now), 700 * MS);
	dialogue_request(&live, request(REQUEST_GO));
	dialogue_at(&live, live.now + 100 * MS);
	talk(&live, SEAT_2, "< 9,9\n");
	assert_int_equal(match_turn(judge_match(live.judge), 4)->think_ns, 800 * MS);
	dialogue_replays(&live);
	dialogue_free(&live);
}

TEST(an_early_answer_counts_for_the_open_question)
{
	struct dialogue d FREED_BY(dialogue_free), live;
	struct seance seance FREED_BY(seance_end) = {0};

	record_unasked(&d);
	seance_hold(&seance, &d, index_of(&d, dialogue_find(&d, SEAT_2, "TURN 7,8")) + 1, BOTH);
	expect_done(&seance, 0);
	seance_live(&seance, &live); /* with 8,9 in the pipe */
	dialogue_request(&live, request(REQUEST_GO));
	dialogue_moves(&live, "7,7 8,8 7,8 8,9");
	dialogue_replays(&live);
	dialogue_free(&live);
}

TEST(a_process_about_to_start_is_started_when_the_match_continues)
{
	struct dialogue d FREED_BY(dialogue_free), live;
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	assert_string_equal(d.lines[0].words, "started");
	seance_hold(&seance, &d, 1, BOTH);
	expect_done(&seance, 0);
	seance_live(&seance, &live);
	assert_int_equal(live.spawns[SEAT_1], 0);
	assert_int_equal(live.spawns[SEAT_2], 1);
	dialogue_request(&live, request(REQUEST_GO));
	talk(&live, SEAT_2, "> ABOUT\n< name=\"x\"\n> START 15\n< OK\n");
	talk(&live, SEAT_1, "> ABOUT\n< name=\"y\"\n> START 15\n< OK\n> BEGIN\n");
	dialogue_replays(&live);
	dialogue_free(&live);
}

TEST(a_branch_of_a_branch_replays)
{
	struct seance first = {0}, second = {0};
	struct dialogue d, live, again;

	record_gomocup(&d);
	seance_hold(&first, &d, index_of(&d, dialogue_find(&d, SEAT_1, "7,8")) + 1, BOTH);
	seance_live(&first, &live);
	dialogue_request(&live, request(REQUEST_GO));
	talk(&live, SEAT_2, "> TURN 7,8\n< 9,9\n");
	talk(&live, SEAT_1, "> TURN 9,9\n< 7,9\n");
	hold(&second, &live, BOTH);
	expect_done(&second, 0);
	seance_live(&second, &again);
	dialogue_request(&again, request(REQUEST_GO));
	talk(&again, SEAT_2, "< 7,10\n"); /* it was asked in the earlier branch */
	dialogue_moves(&again, "7,7 8,8 7,8 9,9 7,9 7,10");
	dialogue_replays(&again);
	dialogue_free(&again);
	seance_end(&second);
	dialogue_free(&live);
	part(&first, &d);
}

TEST_MAIN(NULL, NULL)
