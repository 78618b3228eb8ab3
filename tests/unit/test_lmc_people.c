/* test_lmc_people.c - people in the games of lmc, and games that are played alone (lmc, View; Games).  */
#include "lmc_fixture.h"

#include "ringside/replay.h"

/* A person on seat 2 of roshambo; the agent has not been asked.  */
static void begin_with_person(struct dialogue *d, const char *turns)
{
	set_up(d, turns);
	d->setup.seat[SEAT_2].kind = SEAT_HUMAN;
	dialogue_named(d);
	talk(d, SEAT_1, ROSHAMBO);
	dialogue_silent(d, SEAT_1);
}

/* ---- people ---- */

static void an_agent_is_asked_only_after_the_person_has_moved(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, "2");
	dialogue_at(&d, d.now + 1000 * (int64_t)NS_PER_S);
	dialogue_silent(&d, SEAT_1);
	dialogue_request(&d, plays(REQUEST_PLAY, "rock"));
	assert_int_equal(judge_deadline(d.judge), d.now + 100 * MS);
	talk(&d, SEAT_1, "> @command play\n< paper\n> @input rock\n> @score 1\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_request(&d, plays(REQUEST_PLAY, "paper"));
	talk(&d, SEAT_1, "> @command play\n< paper\n> @input paper\n> @score 0\n");
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	expect_sums(&d, 1, -1);
	finish(&d);
}

static void nothing_is_written_to_a_person(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, "1");
	dialogue_request(&d, plays(REQUEST_PLAY, "rock"));
	talk(&d, SEAT_1, "> @command play\n< paper\n");
	dialogue_silent(&d, SEAT_2);
	finish(&d);
}

static void a_person_plays_by_name_or_by_its_beginning(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, "2");
	dialogue_refused(&d, plays(REQUEST_PLAY, "lizard"));
	dialogue_refused(&d, plays(REQUEST_PLAY, ""));
	dialogue_refused(&d, plays(REQUEST_PLAY, "rocks"));
	dialogue_moves(&d, "");
	dialogue_silent(&d, SEAT_1);
	dialogue_request(&d, plays(REQUEST_PLAY, "sci"));
	dialogue_moves(&d, "scissors");
	assert_true(turn_of(&d, 1)->flags & TURN_BY_PERSON);
	dialogue_refused(&d, plays(REQUEST_PLAY, "rock")); /* once a round */
	talk(&d, SEAT_1, "> @command play\n< rock\n");
	dialogue_request(&d, plays(REQUEST_PLAY, "p"));
	dialogue_moves(&d, "scissors rock paper");
	finish(&d);
}

static void a_beginning_of_two_names_is_refused_with_the_names(void **state)
{
	struct dialogue d;
	struct request both = plays(REQUEST_PLAY, "ca");
	char *problem;

	(void)state;
	set_up(&d, "1");
	setup_set(&d.setup, "game", "cats.ini");
	setup_set(&d.setup, "table", "cats\ncat cattle\n0 0 0 0\n0 0 0 0\n");
	d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	dialogue_named(&d);
	problem = judge_request(d.judge, d.now, &both);
	assert_string_equal(problem, "\"ca\" is no single symbol: expected one of cat cattle");
	free(problem);
	dialogue_request(&d, plays(REQUEST_PLAY, "cat")); /* a whole name is one, though another begins so */
	dialogue_moves(&d, "cat");
	finish(&d);
}

static void two_people_can_play_without_any_agent(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	d.setup.seat[SEAT_1].kind = d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	dialogue_named(&d);
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .seat = SEAT_2, .text = "rock"});
	dialogue_refused(&d, (struct request){.kind = REQUEST_PLAY, .seat = SEAT_2, .text = "rock"});
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .text = "paper"});
	expect_sums(&d, 1, -1);
	finish(&d);
}

static void in_a_game_of_turns_a_person_is_waited_for_in_turn(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "5");
	setup_set(&d.setup, "game", "tictactoe");
	d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	dialogue_named(&d);
	talk(&d, SEAT_1, "< 1\n");
	assert_int_equal(dialogue_count(&d, SEAT_1, "@command play"), 1);
	dialogue_request(&d, plays(REQUEST_PLAY, "5"));
	assert_int_equal(dialogue_count(&d, SEAT_1, "@input 5"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "@command play"), 2);
	finish(&d);
}

/* It would lose the board: an agent that plays it has lost it, a person or who plays for an agent has
 * mistyped.  */
static void a_person_cannot_play_on_a_square_that_is_taken(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "5");
	setup_set(&d.setup, "game", "tictactoe");
	d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	dialogue_named(&d);
	talk(&d, SEAT_1, "< 1\n");
	dialogue_refused(&d, plays(REQUEST_PLAY, "1"));
	dialogue_moves(&d, "1");
	dialogue_request(&d, plays(REQUEST_PLAY, "5"));
	dialogue_refused(&d, plays(REQUEST_PLAY, "2"));
	dialogue_refused(&d, plays(REQUEST_OVERRIDE, "5"));
	talk(&d, SEAT_1, "< 5\n");
	dialogue_moves(&d, "1 5 5");
	expect_sums(&d, -1, 1);
	/* The next board is empty.  */
	dialogue_request(&d, plays(REQUEST_PLAY, "5"));
	dialogue_replays(&d);
	finish(&d);
}

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
static void a_recording_in_which_a_person_did_is_still_replayed(void **state)
{
	struct dialogue d;
	char *problem;

	(void)state;
	set_up(&d, "5");
	setup_set(&d.setup, "game", "tictactoe");
	d.setup.seat[SEAT_1].kind = d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	d.judge = judge_new(&d.setup, &problem);
	replay_begin(d.judge);
	assert_true(feeds_play(d.judge, 1, SEAT_1, "1"));
	assert_true(feeds_play(d.judge, 2, SEAT_2, "1"));
	assert_int_equal(judge_match(d.judge)->turn_count, 2);
	assert_true(judge_match(d.judge)->sum[SEAT_2] == -1);
	dialogue_free(&d);
}

static void a_move_is_never_taken_back(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, "2");
	dialogue_request(&d, plays(REQUEST_PLAY, "rock"));
	talk(&d, SEAT_1, "> @command play\n< rock\n");
	dialogue_refused(&d, counts(REQUEST_TAKEBACK, 1));
	assert_int_equal(judge_match(d.judge)->turn_count, 2);
	finish(&d);
}

static void a_person_can_give_up_or_break_off(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, "2");
	dialogue_request(&d, request(REQUEST_RESIGN));
	dialogue_verdict(&d, SEAT_1, REASON_RESIGN, SEAT_2);
	finish(&d);
	begin_with_person(&d, "2");
	dialogue_request(&d, request(REQUEST_INTERRUPT));
	dialogue_verdict(&d, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE);
	finish(&d);
}

/* ---- override ---- */

static void the_late_answer_of_an_overridden_play_is_dropped_and_the_next_counts(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	d.now += 10 * MS;
	dialogue_request(&d, (struct request){.kind = REQUEST_OVERRIDE, .seat = SEAT_1, .text = "paper"});
	dialogue_moves(&d, "paper");
	assert_null(turn_of(&d, 1)->answered);
	talk(&d, SEAT_1, "< rock\n");
	assert_true(dialogue_find(&d, SEAT_1, "rock")->flags & MESSAGE_DROPPED);
	talk(&d, SEAT_2, "< rock\n> @input paper\n> @score -1\n> @command play\n");
	talk(&d, SEAT_1, "> @input rock\n> @score 1\n> @command play\n< scissors\n");
	dialogue_moves(&d, "paper rock scissors");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static void the_late_answer_may_come_after_the_next_play(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	talk(&d, SEAT_2, "< rock\n");
	talk(&d, SEAT_1, "> @input rock\n> @score 1\n> @command play\n< rock\n");
	dialogue_moves(&d, "paper rock");
	talk(&d, SEAT_1, "< scissors\n");
	dialogue_moves(&d, "paper rock scissors");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static void the_late_answer_may_stand_in_the_pipe_when_the_next_play_goes_out(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	d.in_pipe[SEAT_1] = "rock\n";
	talk(&d, SEAT_2, "< rock\n");
	talk(&d, SEAT_1, "< scissors\n");
	dialogue_moves(&d, "paper rock scissors");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

/* Its exit is numbered before the next play, as if it had come before that passed the gate.  */
static void who_leaves_when_the_next_play_goes_out_owed_the_overridden_one(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	d.in_pipe[SEAT_1] = "@info exit\n";
	talk(&d, SEAT_2, "< rock\n");
	dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
	assert_null(strstr(judge_match(d.judge)->verdict.detail, "needed now"));
	finish(&d);
}

static void after_the_late_answer_another_is_one_that_nobody_asked_for(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	talk(&d, SEAT_1, "< rock\n< rock\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
	assert_true(dialogue_find(&d, SEAT_1, "rock")->flags & MESSAGE_UNASKED);
	finish(&d);
}

static void an_override_takes_the_place_of_a_held_answer(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< @output rock\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	dialogue_request(&d, request(REQUEST_GO));
	assert_string_equal(turn_of(&d, 1)->answered, "rock");
	assert_string_equal(turn_of(&d, 1)->played, "paper");
	assert_true(turn_of(&d, 1)->flags & TURN_CHANGED);
	talk(&d, SEAT_2, "< rock\n");
	talk(&d, SEAT_1, "> @input rock\n> @score 1\n> @command play\n< scissors\n");
	dialogue_moves(&d, "paper rock scissors");
	finish(&d);
}

static void an_override_by_what_was_answered_changes_nothing(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< @output rock\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "rock"));
	assert_false(turn_of(&d, 1)->flags & TURN_CHANGED);
	finish(&d);
}

static void of_two_agents_at_once_the_one_whose_answer_is_held_is_overridden(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_2, "< rock\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	assert_int_equal(turn_of(&d, 1)->seat, SEAT_2);
	assert_string_equal(turn_of(&d, 1)->answered, "rock");
	finish(&d);
	begin(&d, "3");
	dialogue_request(&d, (struct request){.kind = REQUEST_OVERRIDE, .seat = SEAT_2, .text = "paper"});
	assert_int_equal(turn_of(&d, 1)->seat, SEAT_2);
	finish(&d);
}

/* After a held answer was overridden the agent owes none: neither when its next turn is overridden, too.  */
static void an_override_of_a_held_answer_leaves_none_to_wait_for(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, "9");
	dialogue_request(&d, plays(REQUEST_PLAY, "rock"));
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "> @command play\n< rock\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "scissors")); /* it was not asked yet */
	dialogue_request(&d, plays(REQUEST_PLAY, "paper"));
	dialogue_request(&d, plays(REQUEST_PLAY, "scissors"));
	talk(&d, SEAT_1,
	     "> @input rock\n> @score 1\n> @input paper\n> @score 1\n> @command play\n< scissors\n");
	dialogue_moves(&d, "rock paper scissors paper scissors scissors");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static void an_override_of_a_held_question_loses_nothing_else_that_waits(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	talk(&d, SEAT_1, "< rock\n");
	dialogue_request(&d, counts(REQUEST_STEP, 1));
	talk(&d, SEAT_2, "< paper\n"); /* input, score and play of both are held */
	assert_int_equal(held_count(&d), 6);
	dialogue_silent(&d, SEAT_1);
	dialogue_request(&d, (struct request){.kind = REQUEST_OVERRIDE, .seat = SEAT_1, .text = "scissors"});
	assert_int_equal(held_count(&d), 5);
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_1, "> @input paper\n> @score -1\n");
	dialogue_silent(&d, SEAT_1);
	talk(&d, SEAT_2, "> @input rock\n> @score 1\n> @command play\n< rock\n");
	talk(&d, SEAT_1, "> @input rock\n> @score -1\n> @command play\n< rock\n");
	talk(&d, SEAT_2, "> @input scissors\n> @score 1\n> @command play\n< rock\n");
	dialogue_moves(&d, "rock paper scissors rock rock rock");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

/* Seat 2 was overridden in the first round, which it still thinks about.  */
static void begin_with_late_answer(struct dialogue *d, struct request stop, const char *late)
{
	begin(d, "4");
	talk(d, SEAT_1, "< rock\n");
	dialogue_request(d, stop);
	dialogue_request(d, (struct request){.kind = REQUEST_OVERRIDE, .seat = SEAT_2, .text = "paper"});
	dialogue_moves(d, "rock paper");
	talk(d, SEAT_2, late);
}

static void a_late_answer_beside_a_held_question_is_not_what_an_override_replaces(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_late_answer(&d, counts(REQUEST_STEP, 1), "< rock\n"); /* its next play is held */
	dialogue_request(&d, (struct request){.kind = REQUEST_OVERRIDE, .seat = SEAT_2, .text = "scissors"});
	assert_null(turn_of(&d, 3)->answered);
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_2, "> @input rock\n> @score 1\n");
	dialogue_silent(&d, SEAT_2); /* it was not asked for what was played in its place */
	talk(&d, SEAT_1, "> @input paper\n> @score -1\n> @command play\n< rock\n");
	talk(&d, SEAT_2, "> @input rock\n> @score -1\n> @command play\n< paper\n");
	dialogue_moves(&d, "rock paper scissors rock paper");
	assert_int_equal(judge_faults(d.judge, SEAT_2), 0);
	finish(&d);
}

static void a_second_late_answer_is_none_to_a_question_that_waits_at_the_gate(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_late_answer(&d, request(REQUEST_PAUSE), "< rock\n< scissors\n");
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_moves(&d, "rock paper");
	assert_int_equal(judge_faults(d.judge, SEAT_2), 1);
	talk(&d, SEAT_2, "> @input rock\n> @score 1\n> @command play\n< paper\n");
	dialogue_moves(&d, "rock paper paper");
	finish(&d);
}

static void an_override_while_the_agent_waits_for_the_person_takes_its_turn(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, "3");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	dialogue_moves(&d, "paper");
	dialogue_request(&d, plays(REQUEST_PLAY, "rock"));
	talk(&d, SEAT_1, "> @input rock\n> @score 1\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_request(&d, plays(REQUEST_PLAY, "rock"));
	talk(&d, SEAT_1, "> @command play\n< rock\n");
	dialogue_moves(&d, "paper rock rock rock");
	finish(&d);
}

static void an_override_that_is_no_symbol_is_refused_and_the_answer_still_waits(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< rock\n");
	dialogue_refused(&d, plays(REQUEST_OVERRIDE, "lizard"));
	assert_int_equal(held_count(&d), 1);
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_moves(&d, "rock");
	finish(&d);
}

static void what_a_person_played_is_no_time_of_the_agent(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "2");
	d.setup.turn_limit = NS_PER_S;
	dialogue_named(&d);
	talk(&d, SEAT_2, "< rock\n");
	dialogue_at(&d, d.now + 900 * MS);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "paper"));
	talk(&d, SEAT_1, "< rock\n< rock\n");
	talk(&d, SEAT_2, "< rock\n");
	assert_true(is_over(&d));
	assert_null(dialogue_find(&d, SEAT_1, "took"));
	finish(&d);
}

/* ---- stepping ---- */

static void a_match_that_is_stepped_through_is_the_same_match(void **state)
{
	struct dialogue fast, slow;
	char *one, *other;

	(void)state;
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
	finish(&fast);
	finish(&slow);
}

/* ---- alone ---- */

static void a_player_alone_is_told_what_to_repeat_and_nobody_wins(void **state)
{
	struct dialogue d;
	double sum = 0;

	(void)state;
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
	finish(&d);
}

static void a_player_alone_that_fails_is_to_blame_and_nobody_wins(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "20");
	setup_set(&d.setup, "game", "cycle");
	d.setup.seat[SEAT_2].kind = SEAT_FREE;
	dialogue_named(&d);
	dialogue_at(&d, d.now + 100 * MS);
	dialogue_verdict(&d, WINNER_NONE, REASON_TIMEOUT, SEAT_1);
	finish(&d);
}

static void two_who_play_alone_play_the_same_game_and_are_compared(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "30");
	setup_set(&d.setup, "game", "imitate");
	dialogue_named(&d);
	for (int i = 0; i < 30; i++) {
		const struct message *heard = dialogue_find(&d, SEAT_1, "@input");
		char *right = bytes_text("< %s", heard->bytes + strlen("@input "));

		assert_string_equal(dialogue_find(&d, SEAT_2, "@input")->bytes, heard->bytes);
		talk(&d, SEAT_1, "< a\n");
		talk(&d, SEAT_2, right);
		free(right);
	}
	dialogue_verdict(&d, SEAT_2, "score", SEAT_NONE);
	assert_true(judge_match(d.judge)->sum[SEAT_2] == 30);
	finish(&d);
}

static void a_game_for_two_is_refused_to_one_alone(void **state)
{
	struct dialogue d;
	char *problem;

	(void)state;
	set_up(&d, "1");
	d.setup.seat[SEAT_2].kind = SEAT_FREE;
	assert_null(judge_new(&d.setup, &problem));
	assert_non_null(problem);
	free(problem);
	dialogue_free(&d);
}

static void a_person_alone_plays_without_any_agent(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "2");
	setup_set(&d.setup, "game", "imitate");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	d.setup.seat[SEAT_2].kind = SEAT_FREE;
	dialogue_named(&d);
	dialogue_request(&d, plays(REQUEST_PLAY, "a"));
	dialogue_request(&d, plays(REQUEST_PLAY, "b"));
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	finish(&d);
}

/* ---- the next game ---- */

static void a_player_that_owes_an_answer_plays_no_other_game(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	assert_false(judge_fit(d.judge, SEAT_1)); /* the match goes on */
	talk(&d, SEAT_1, "< rock\n");
	dialogue_request(&d, request(REQUEST_INTERRUPT));
	assert_true(judge_fit(d.judge, SEAT_1));
	assert_false(judge_fit(d.judge, SEAT_2));
	finish(&d);
}

static void a_player_that_has_failed_or_does_not_read_plays_no_other_game(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "3");
	talk(&d, SEAT_1, "< rock\n");
	judge_closed(d.judge, d.now, SEAT_1, STREAM_STDIN);
	dialogue_settle(&d);
	talk(&d, SEAT_2, "< lizard\n");
	dialogue_verdict(&d, SEAT_1, REASON_ILLEGAL, SEAT_2);
	assert_false(judge_fit(d.judge, SEAT_1));
	assert_false(judge_fit(d.judge, SEAT_2));
	finish(&d);
}

static void a_line_that_was_begun_is_there_for_the_next_game(void **state)
{
	struct dialogue d;
	struct pending_bytes rest;

	(void)state;
	begin(&d, "1");
	talk(&d, SEAT_1, "< rock\n");
	dialogue_bytes(&d, SEAT_2, "rock\n# the en", 13);
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	assert_true(judge_pending(d.judge, SEAT_2, STREAM_STDOUT, &rest));
	assert_int_equal(rest.size, strlen("# the en"));
	assert_memory_equal(rest.bytes, "# the en", rest.size);
	assert_true(judge_fit(d.judge, SEAT_2));
	assert_false(judge_pending(d.judge, SEAT_1, STREAM_STDOUT, &rest));
	finish(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_agent_is_asked_only_after_the_person_has_moved),
		cmocka_unit_test(nothing_is_written_to_a_person),
		cmocka_unit_test(a_person_plays_by_name_or_by_its_beginning),
		cmocka_unit_test(a_beginning_of_two_names_is_refused_with_the_names),
		cmocka_unit_test(two_people_can_play_without_any_agent),
		cmocka_unit_test(in_a_game_of_turns_a_person_is_waited_for_in_turn),
		cmocka_unit_test(a_person_cannot_play_on_a_square_that_is_taken),
		cmocka_unit_test(a_recording_in_which_a_person_did_is_still_replayed),
		cmocka_unit_test(a_move_is_never_taken_back),
		cmocka_unit_test(a_person_can_give_up_or_break_off),
		cmocka_unit_test(the_late_answer_of_an_overridden_play_is_dropped_and_the_next_counts),
		cmocka_unit_test(the_late_answer_may_come_after_the_next_play),
		cmocka_unit_test(the_late_answer_may_stand_in_the_pipe_when_the_next_play_goes_out),
		cmocka_unit_test(who_leaves_when_the_next_play_goes_out_owed_the_overridden_one),
		cmocka_unit_test(after_the_late_answer_another_is_one_that_nobody_asked_for),
		cmocka_unit_test(an_override_takes_the_place_of_a_held_answer),
		cmocka_unit_test(an_override_by_what_was_answered_changes_nothing),
		cmocka_unit_test(of_two_agents_at_once_the_one_whose_answer_is_held_is_overridden),
		cmocka_unit_test(an_override_of_a_held_answer_leaves_none_to_wait_for),
		cmocka_unit_test(an_override_of_a_held_question_loses_nothing_else_that_waits),
		cmocka_unit_test(a_late_answer_beside_a_held_question_is_not_what_an_override_replaces),
		cmocka_unit_test(a_second_late_answer_is_none_to_a_question_that_waits_at_the_gate),
		cmocka_unit_test(an_override_while_the_agent_waits_for_the_person_takes_its_turn),
		cmocka_unit_test(an_override_that_is_no_symbol_is_refused_and_the_answer_still_waits),
		cmocka_unit_test(what_a_person_played_is_no_time_of_the_agent),
		cmocka_unit_test(a_match_that_is_stepped_through_is_the_same_match),
		cmocka_unit_test(a_player_alone_is_told_what_to_repeat_and_nobody_wins),
		cmocka_unit_test(a_player_alone_that_fails_is_to_blame_and_nobody_wins),
		cmocka_unit_test(two_who_play_alone_play_the_same_game_and_are_compared),
		cmocka_unit_test(a_game_for_two_is_refused_to_one_alone),
		cmocka_unit_test(a_person_alone_plays_without_any_agent),
		cmocka_unit_test(a_player_that_owes_an_answer_plays_no_other_game),
		cmocka_unit_test(a_player_that_has_failed_or_does_not_read_plays_no_other_game),
		cmocka_unit_test(a_line_that_was_begun_is_there_for_the_next_game),
	};

	return cmocka_run_group_tests_name("lmc people", tests, NULL, NULL);
}
