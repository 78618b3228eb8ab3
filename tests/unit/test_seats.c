/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_seats.c - a seat changes hands during a match: a person, another agent, or one that was told
 * everything before. Each match replays.  */
#include "lmc_fixture.h"

static struct request sits(int seat, const char *command)
{
	return (struct request){.kind = REQUEST_SEAT, .seat = seat, .text = command};
}

/* Gomocup; black has played h8, white is thinking.  */
static void begin_gomocup(struct dialogue *d)
{
	dialogue_init(d, "15");
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(d, SEAT_2, "> TURN 7,7\n");
}

TEST(a_person_takes_over_the_turn_of_a_thinking_brain)
{
	struct dialogue d;

	begin_gomocup(&d);
	dialogue_request(&d, sits(SEAT_2, NULL));
	talk(&d, SEAT_2, "> END\n");
	assert_int_equal(d.dismissals[SEAT_2], 1);
	assert_int_equal(d.seatings, 1);
	assert_int_equal(judge_match(d.judge)->setup.seat[SEAT_2].kind, SEAT_HUMAN);
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_2].name, "human");
	/* A person has no limits.  */
	dialogue_at(&d, d.now + 1000 * (int64_t)NS_PER_S);
	assert_false(judge_match(d.judge)->over);
	dialogue_request(&d, plays(REQUEST_PLAY, "h9"));
	talk(&d, SEAT_1, "> TURN 7,8\n");
	dialogue_moves(&d, "7,7 7,8");
	finish(&d);
}

/* The player keeps it whatever it calls itself; a replacement has its own name.  */
TEST(a_given_name_belongs_to_one_player)
{
	static const struct {
		const char *sits, *name;
	} visitors[] = {{NULL, "human"}, {"./pbrain-other", "other"}, {"/brains/pbrain-2", "Bob"}};
	struct dialogue d;

	dialogue_init(&d, "15");
	setup_set(&d.setup, "name2", "Bob");
	setup_seat(&d.setup, SEAT_2, "/brains/pbrain-2", NULL);
	dialogue_ready(&d);
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_1].name, "b1");
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_2].name, "Bob");
	for (size_t i = 0; i < sizeof(visitors) / sizeof(visitors[0]); i++) {
		dialogue_request(&d, sits(SEAT_2, visitors[i].sits));
		assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_2].name, visitors[i].name);
	}
	finish(&d);
}

TEST(quantum_chess_sends_all_updates_to_a_newcomer)
{
	const struct match *match;
	struct dialogue d;
	FREED char *script;

	dialogue_init_qchess(&d);
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_begin(&d);
	dialogue_request(&d, plays(REQUEST_PLAY, "0 6"));
	match = judge_match(d.judge);
	dialogue_request(&d, sits(SEAT_1, "./fresh"));
	script = bytes_text("> white\n> %s\n> MOVE?\n", match_turn(match, 1)->played);
	talk(&d, SEAT_1, script);
	finish(&d);
}

TEST(a_refusal_to_sit_down_says_why)
{
	struct dialogue d;

	begin_gomocup(&d);
	dialogue_refused(&d, sits(SEAT_NONE, NULL));
	dialogue_refused(&d, (struct request){.kind = REQUEST_SUCCEED, .seat = SEAT_1});
	dialogue_request(&d, sits(SEAT_2, NULL));
	dialogue_refused(&d, sits(SEAT_2, NULL));
	dialogue_refused(&d, (struct request){.kind = REQUEST_SUCCEED, .seat = SEAT_2, .text = "./x"});
	dialogue_request(&d, (struct request){.kind = REQUEST_ADJUDICATE, .seat = SEAT_1});
	dialogue_refused(&d, sits(SEAT_1, NULL));
	finish(&d);
}

TEST_MAIN(NULL, NULL)
