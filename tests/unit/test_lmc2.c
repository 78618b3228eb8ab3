/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc2.c - the system lmc2: the document's example, layer 0, layers 1 and 2 (lmc2, Example; Layer 0;
 * Layers 1 and 2), and people.  */
#include "lmc2_fixture.h"

/* ---- layer 0 ---- */

TEST(a_message_of_the_game_program_never_counts_as_unasked)
{
	struct dialogue d FREED_BY(finish);

	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n2 @input a\n");
	talk(&d, SEAT_1, "< a\n");
	game_says(&d, "1 @score 1\n1 @score 1\n");
	talk(&d, GAME, "< # well\n< @judge over\n");
	for (int i = 0; i < d.line_count; i++)
		if (d.lines[i].message.seat == GAME)
			assert_false(d.lines[i].message.flags & MESSAGE_UNASKED);
}

/* The previous game may have been broken off in the middle.  */
TEST(leftovers_of_the_previous_game_are_ignored)
{
	struct dialogue d FREED_BY(finish);

	set_up_lmc2(&d, 1);
	d.setup.game = 2;
	d.in_pipe[GAME] = "@player 1 @command play\n@judge over\n@nonsense\n";
	dialogue_begin_warm(&d, 1u << GAME | 1u << SEAT_1);
	assert_false(is_over(&d));
	expect_fault(&d, GAME, "a line before the game begins", "ignored");
	dialogue_silent(&d, SEAT_1);
	game_says(&d, ALPHABET("1"));
	talk(&d, SEAT_1, "> @command new\n> @command symbol a\n> @command symbol b\n");
}

/* ---- players of LMC 1 ---- */

/* The game program says the line that the player was told under lmc; after a score it may add a hint.  */
static void game_repeats(struct dialogue *d, const char *told, bool hints)
{
	FREED char *line = bytes_text("< @player 1 %s\n", told);

	talk(d, GAME, line);
	if (hints && strncmp(told, "@score", 6) == 0)
		talk(d, GAME, "< @player 1 @hint a\n");
}

/* Plays the game imitate again under lmc2: the game program says all that the player heard under lmc.  */
static void play_again(struct dialogue *d, const struct dialogue *lmc)
{
	dialogue_named(d);
	for (int i = 0; i < lmc->line_count; i++) {
		const struct message *message = &lmc->lines[i].message;
		FREED char *text = bytes_copy(message->bytes, message_text_size(message, NULL));

		if (message->seat == SEAT_1 && message->direction == TO_AGENT && *text == '@' &&
		    strcmp(text, "@command exit") != 0)
			game_repeats(d, text, true);
		if (message->seat == SEAT_1 && strcmp(text, "@command play") == 0)
			talk(d, SEAT_1, "< a\n"); /* this player knows one word */
	}
	talk(d, GAME, "< @judge over\n");
	part(d);
}

/* The text without its hint lines.  */
static char *without_hints(const char *text)
{
	struct bytes kept = {0};

	bytes_add(&kept, "", 0);
	while (*text) {
		size_t size = strcspn(text, "\n") + 1;

		if (strncmp(text, "> @hint", 7) != 0)
			bytes_add(&kept, text, size);
		text += size;
	}
	return kept.at;
}

TEST(a_player_of_lmc_1_works_unchanged_in_a_game_of_single_words)
{
	FREED char *told, *again, *hinted, *rest;
	struct dialogue lmc, plain, hints;

	set_up(&lmc, "10");
	setup_set(&lmc.setup, "game", "imitate");
	lmc.setup.seat[SEAT_2].kind = SEAT_FREE;
	dialogue_named(&lmc);
	for (int i = 0; i < 10; i++)
		talk(&lmc, SEAT_1, "< a\n");
	part(&lmc);

	set_up_lmc2(&plain, 1);
	setup_set(&plain.setup, "lmc1", "1");
	play_again(&plain, &lmc);
	set_up_lmc2(&hints, 1);
	play_again(&hints, &lmc);

	told = dialogue_text(&lmc, 1u << SEAT_1);
	again = dialogue_text(&plain, 1u << SEAT_1);
	assert_string_equal(again, told);
	hinted = dialogue_text(&hints, 1u << SEAT_1);
	rest = without_hints(hinted);
	assert_string_equal(rest, told);
	assert_int_equal(dialogue_count(&hints, SEAT_1, "@hint a\n"), 10);
	assert_int_equal(dialogue_count(&plain, SEAT_1, "@hint"), 0);
	expect_sums(&plain, judge_match(lmc.judge)->sum[SEAT_1], 0);
	assert_int_equal(judge_faults(plain.judge, SEAT_1), 0);
	finish(&lmc);
	finish(&plain);
	finish(&hints);
}

/* ---- options ---- */

TEST(impossible_options_and_seats_are_refused_with_a_reason)
{
	static const char *const rows[][3] = {
		{"words", "verses", "--words verses: expected symbols, letters or any"},
		{"lmc1", "3", "--lmc1 3: expected 1, 2 or all"}};
	struct dialogue d;
	char *problem;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		set_up_lmc2(&d, 1);
		assert_text(setup_set(&d.setup, rows[i][0], rows[i][1]), rows[i][2]);
		dialogue_free(&d);
	}
	for (int s = GAME; s <= SEAT_1; s++) {
		set_up_lmc2(&d, 2);
		d.setup.seat[s].kind = SEAT_FREE;
		assert_null(judge_new(&d.setup, &problem));
		assert_non_null(strstr(problem, s == GAME ? "no game program" : "nobody sits on seat 1"));
		free(problem);
		dialogue_free(&d);
	}
}

/* A person on seat 1, alone or with an agent on seat 2. Nobody has been asked to move.  */
static void begin_with_person(struct dialogue *d, int players)
{
	set_up_lmc2(d, players);
	d->setup.seat[SEAT_1].kind = SEAT_HUMAN;
	name_lmc2(d, players);
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
