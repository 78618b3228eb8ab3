/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc2.c - the system lmc2: the document's example, layer 0, layers 1 and 2 (lmc2, Example; Layer 0;
 * Layers 1 and 2).
 *
 * Faults of a game program are in test_lmc2_faults.c.  */
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
	char *line = bytes_text("< @player 1 %s\n", told);

	talk(d, GAME, line);
	free(line);
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

TEST_MAIN(NULL, NULL)
