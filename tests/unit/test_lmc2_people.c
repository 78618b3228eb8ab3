/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc2_people.c - people on the seats of lmc2, and people who step through a match and change what
 * agents do.  */
#include "lmc2_fixture.h"

/* A person on seat 1, alone or with an agent on seat 2. Nobody has been asked to move.  */
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

TEST(lines_to_a_person_are_recorded_and_never_ask)
{
	struct dialogue d FREED_BY(finish);

	begin_with_person(&d, 1);
	game_says(&d, "1 @input a b\n1 @command play\n");
	talk(&d, SEAT_1, "> @input a b\n");
	dialogue_silent(&d, SEAT_1); /* no play */
	for (int i = 0; i < d.line_count; i++)
		if (d.lines[i].message.seat == SEAT_1)
			assert_false(d.lines[i].message.flags & MESSAGE_ASKS);
}

TEST(a_persons_answer_is_one_line)
{
	struct dialogue d FREED_BY(finish);

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
}

/* ---- time and steps ---- */

TEST(stepping_does_not_change_a_match)
{
	struct dialogue fast FREED_BY(finish), slow FREED_BY(finish);

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
		FREED char *one = dialogue_text(&fast, 1u << s), *other = dialogue_text(&slow, 1u << s);

		assert_string_equal(other, one);
	}
}

TEST_MAIN(NULL, NULL)
