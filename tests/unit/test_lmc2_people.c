/* test_lmc2_people.c - people on the seats of lmc2, and people who stop and change what agents do.  */
#include "lmc2_fixture.h"

/* A person on seat 1, alone or beside an agent on seat 2; nobody was asked to play.  */
static void begin_with_person(struct dialogue *d, int players)
{
	set_up_lmc2(d, players);
	d->setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_named(d);
	game_says(d, ALPHABET("1"));
	if (players == 2)
		game_says(d, ALPHABET("2"));
	for (int s = 0; s < SEATS; s++)
		forget_told(d, s);
}

/* ---- people ---- */

static void what_a_person_is_told_is_recorded_and_never_asks(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, 1);
	game_says(&d, "1 @input a b\n1 @command play\n");
	talk(&d, SEAT_1, "> @input a b\n");
	dialogue_silent(&d, SEAT_1); /* no play */
	for (int i = 0; i < d.line_count; i++)
		if (d.lines[i].message.seat == SEAT_1)
			assert_false(d.lines[i].message.flags & MESSAGE_ASKS);
	finish(&d);
}

static void a_lone_person_plays_a_whole_game(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, 1);
	dialogue_refused(&d, plays(REQUEST_PLAY, "a")); /* it was not asked */
	game_says(&d, "1 @input a b\n1 @command play\n");
	dialogue_at(&d, d.now + 1000 * (int64_t)NS_PER_S);
	assert_true(judge_to_move(d.judge, SEAT_1));
	dialogue_request(&d, plays(REQUEST_PLAY, "a b"));
	talk(&d, GAME,
	     "> @player 1 @output a b\n< @player 1 @score 1\n< @player 1 @hint a b\n< @judge over\n");
	assert_true(turn_of(&d, 1)->flags & TURN_BY_PERSON);
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	expect_sums(&d, 1, 0);
	part(&d);
	finish(&d);
}

/* It is told the game before it is asked in the person's place.  */
static void an_agent_that_takes_a_persons_seat_is_told_the_game(void **state)
{
	struct request sits = {.kind = REQUEST_SEAT, .seat = SEAT_1, .text = "agent"};
	struct dialogue d;

	(void)state;
	begin_with_person(&d, 1);
	game_says(&d, "1 @input a b\n1 @command play\n");
	forget_told(&d, SEAT_1);
	dialogue_request(&d, sits);
	talk(&d, SEAT_1,
	     "> # ringside ready\n> @command new\n> @command symbol a\n> @command symbol b\n"
	     "< @info name agent\n> @command play\n< @output a b\n");
	talk(&d, GAME, "> @player 1 @output a b\n");
	finish(&d);
}

static void what_a_person_says_has_words_of_the_game(void **state)
{
	static const char *const bad[] = {"", " ", "c", "a c", "ab", "@output a"};
	struct request wrong = plays(REQUEST_PLAY, "a c");
	struct dialogue d;
	char *problem;

	(void)state;
	begin_with_person(&d, 1);
	game_says(&d, "1 @command play\n");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		dialogue_refused(&d, plays(REQUEST_PLAY, bad[i]));
	problem = judge_request(d.judge, d.now, &wrong);
	assert_string_equal(problem, "\"c\" is no word of this game: a b");
	free(problem);
	dialogue_silent(&d, GAME);
	dialogue_request(&d, plays(REQUEST_PLAY, "  b   a "));
	talk(&d, GAME, "> @player 1 @output b a\n");
	finish(&d);
}

static void what_a_person_says_is_one_line(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	setup_set(&d.setup, "words", "any");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_named(&d);
	game_says(&d, "1 @command play\n");
	dialogue_refused(&d, plays(REQUEST_PLAY, "a\n@player 2 @output b"));
	dialogue_refused(&d, plays(REQUEST_PLAY, "a\rb"));
	dialogue_refused(&d, plays(REQUEST_PLAY, "  "));
	dialogue_request(&d, plays(REQUEST_PLAY, "Well, hello!"));
	assert_int_equal(dialogue_count(&d, GAME, "@player 1 @output Well, hello!\n"), 1);
	finish(&d);
}

static void an_agent_is_asked_only_after_the_person_has_moved(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, 2);
	game_says(&d, "1 @command play\n2 @input a\n2 @command play\n");
	talk(&d, SEAT_2, "> @input a\n");
	dialogue_at(&d, d.now + 1000 * (int64_t)NS_PER_S);
	dialogue_silent(&d, SEAT_2);
	dialogue_request(&d, plays(REQUEST_PLAY, "a"));
	talk(&d, SEAT_2, "> @command play\n");
	assert_int_equal(judge_deadline(d.judge), d.now + 100 * MS);
	talk(&d, SEAT_2, "< b\n");
	talk(&d, GAME, "> @player 1 @output a\n> @player 2 @output b\n");
	finish(&d);
}

static void an_agent_that_leaves_while_it_waits_for_the_person_is_not_asked(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, 2);
	game_says(&d, "1 @command play\n2 @command play\n");
	dialogue_exit(&d, SEAT_2, (struct ending){0});
	dialogue_silent(&d, GAME);
	dialogue_silent(&d, SEAT_2);
	dialogue_request(&d, plays(REQUEST_PLAY, "a"));
	assert_true(dialogue_find(&d, SEAT_2, "@command play")->flags & MESSAGE_UNSENT);
	talk(&d, GAME, "> @player 1 @output a\n> @judge fault 2 exit\n< @judge over\n");
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	finish(&d);
}

static void a_person_who_gives_up_has_lost(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d, 2);
	game_says(&d, "1 @command play\n");
	dialogue_request(&d, request(REQUEST_RESIGN));
	dialogue_verdict(&d, SEAT_2, REASON_RESIGN, SEAT_1);
	finish(&d);
}

/* ---- override ---- */

static void an_override_answers_in_the_agents_place_and_its_late_answer_is_dropped(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @command play\n");
	dialogue_refused(&d, plays(REQUEST_OVERRIDE, "c"));
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "b b"));
	talk(&d, GAME, "> @player 1 @output b b\n");
	game_says(&d, "1 @score 1\n1 @command play\n");
	talk(&d, SEAT_1, "< a\n");
	dialogue_silent(&d, GAME);
	talk(&d, SEAT_1, "< a a\n");
	talk(&d, GAME, "> @player 1 @output a a\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	dialogue_moves(&d, "b b a a");
	finish(&d);
}

static void an_override_takes_the_place_of_a_held_answer(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @command play\n");
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< @output a\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "b"));
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, GAME, "> @player 1 @output b\n");
	assert_string_equal(turn_of(&d, 1)->answered, "a");
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "< a\n");
	talk(&d, GAME, "> @player 1 @output a\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static void an_override_of_a_held_question_loses_nothing_else_that_waits(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	dialogue_request(&d, counts(REQUEST_STEP, 1));
	game_says(&d, "1 @input a\n"); /* its line passes, and what goes to the player waits */
	dialogue_request(&d, counts(REQUEST_STEP, 2));
	game_says(&d, "1 @command play\n");
	assert_int_equal(held_count(&d), 1);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "b"));
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_1, "> @input a\n");
	dialogue_silent(&d, SEAT_1);
	talk(&d, GAME, "> @player 1 @output b\n");
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "> @command play\n< a\n");
	talk(&d, GAME, "> @player 1 @output a\n");
	finish(&d);
}

/* ---- time and steps ---- */

static void a_timeout_while_a_person_steps_is_told_when_the_match_goes_on(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n");
	dialogue_at(&d, d.now + 60 * MS);
	dialogue_request(&d, request(REQUEST_PAUSE));
	dialogue_at(&d, d.now + 1000 * MS);
	dialogue_silent(&d, GAME);
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_at(&d, d.now + 40 * MS);
	talk(&d, GAME, "> @judge fault 1 timeout\n");
	finish(&d);
}

static void a_match_that_is_stepped_through_is_the_same_match(void **state)
{
	struct dialogue fast, slow;

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct dialogue *d = k ? &slow : &fast;

		begin_lmc2(d, 2);
		if (k)
			dialogue_request(d, request(REQUEST_PAUSE));
		game_says(d, "1 @input a\n1 @command play\n2 @command play\n");
		for (int i = 0; i < 100 && k && held_count(d); i++)
			dialogue_request(d, counts(REQUEST_STEP, 1));
		talk(d, SEAT_1, "< a\n");
		talk(d, SEAT_2, "< c\n");
		for (int i = 0; i < 100 && k && held_count(d); i++)
			dialogue_request(d, counts(REQUEST_STEP, 1));
		game_says(d, "1 @score 1\n1 @hint a\n");
		talk(d, GAME, "< @judge over\n");
		for (int i = 0; i < 100 && k && held_count(d); i++)
			dialogue_request(d, counts(REQUEST_STEP, 1));
		dialogue_verdict(d, SEAT_1, "score", SEAT_NONE);
		part(d);
	}
	for (int s = 0; s < SEATS; s++) {
		char *one = dialogue_text(&fast, 1u << s), *other = dialogue_text(&slow, 1u << s);

		assert_string_equal(other, one);
		free(one);
		free(other);
	}
	finish(&fast);
	finish(&slow);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_person_is_told_is_recorded_and_never_asks),
		cmocka_unit_test(a_lone_person_plays_a_whole_game),
		cmocka_unit_test(an_agent_that_takes_a_persons_seat_is_told_the_game),
		cmocka_unit_test(what_a_person_says_has_words_of_the_game),
		cmocka_unit_test(what_a_person_says_is_one_line),
		cmocka_unit_test(an_agent_is_asked_only_after_the_person_has_moved),
		cmocka_unit_test(an_agent_that_leaves_while_it_waits_for_the_person_is_not_asked),
		cmocka_unit_test(a_person_who_gives_up_has_lost),
		cmocka_unit_test(an_override_answers_in_the_agents_place_and_its_late_answer_is_dropped),
		cmocka_unit_test(an_override_takes_the_place_of_a_held_answer),
		cmocka_unit_test(an_override_of_a_held_question_loses_nothing_else_that_waits),
		cmocka_unit_test(a_timeout_while_a_person_steps_is_told_when_the_match_goes_on),
		cmocka_unit_test(a_match_that_is_stepped_through_is_the_same_match),
	};

	return cmocka_run_group_tests_name("lmc2 people", tests, NULL, NULL);
}
