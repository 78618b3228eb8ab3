/* test_lmc2.c - the protocol lmc2: the document's example, layer 0, layers 1 and 2 (lmc2, Example; Layer 0;
 * Layers 1 and 2).
 *
 * What a game program does wrong is in test_lmc2_faults.c.  */
#include "lmc2_fixture.h"

/* ---- the document's example ---- */

static void the_example_of_the_document_comes_out_as_printed(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	d.setup.seed = 42;
	dialogue_begin(&d);
	talk(&d, GAME, "> # ringside ready\n< @info name ImitateGame\n");
	talk(&d, SEAT_1, "> # ringside ready\n< @info name ImitatePlayer\n");
	talk(&d, GAME,
	     "< @player 1 @command new\n< @player 1 @command symbol a\n< @player 1 @command symbol b\n"
	     "< @player 1 @input a b\n< @player 1 @command play\n");
	talk(&d, SEAT_1, "< @output a b\n");
	talk(&d, GAME, "< @player 1 @score 1\n< @player 1 @hint a b\n< @judge over\n");
	part(&d);
	expect_dialogue(&d, 1u << GAME | 1u << SEAT_1,
			"0> # ringside ready\n"
			"1> # ringside ready\n"
			"0< @info name ImitateGame\n"
			"1< @info name ImitatePlayer\n"
			"0> @judge version 1\n"
			"0> @judge players 1\n"
			"0> @judge seed 42\n"
			"0> @judge name 1 ImitatePlayer\n"
			"0> @command new\n"
			"0< @player 1 @command new\n"
			"1> @command new\n"
			"0< @player 1 @command symbol a\n"
			"1> @command symbol a\n"
			"0< @player 1 @command symbol b\n"
			"1> @command symbol b\n"
			"0< @player 1 @input a b\n"
			"1> @input a b\n"
			"0< @player 1 @command play\n"
			"1> @command play\n"
			"1< @output a b\n"
			"0> @player 1 @output a b\n"
			"0< @player 1 @score 1\n"
			"1> @score 1\n"
			"0< @player 1 @hint a b\n"
			"1> @hint a b\n"
			"0< @judge over\n"
			"0> @command exit\n"
			"1> @command exit\n"
			"0< @info exit\n"
			"1< @info exit\n");
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	expect_sums(&d, 1, 0);
	finish(&d);
}

static void each_line_of_the_game_program_is_on_the_channel_of_what_it_holds(void **state)
{
	static const struct {
		const char *begin;
		enum channel channel;
	} rows[] = {{"@info name", CHANNEL_INFO},          {"@player 1 @command new", CHANNEL_COMMAND},
		    {"@player 1 @input", CHANNEL_INPUT},   {"@player 1 b", CHANNEL_INPUT},
		    {"@player 1 @score", CHANNEL_SCORE},   {"@player 1 @hint", CHANNEL_HINT},
		    {"@player 1 # well", CHANNEL_COMMENT}, {"# well", CHANNEL_COMMENT},
		    {"@player 1 @output", CHANNEL_OUTPUT}, {"@judge over", CHANNEL_COMMAND}};
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @input a\n1 b\n1 @command play\n");
	talk(&d, SEAT_1, "< a\n");
	game_says(&d, "1 @score 1\n1 @hint a\n1 # well\n");
	talk(&d, GAME, "< # well\n< @judge over\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(dialogue_find(&d, GAME, rows[i].begin)->channel, rows[i].channel);
	finish(&d);
}

/* ---- layer 0 ---- */

static void the_game_program_is_told_who_plays_and_each_game_has_a_seed_of_its_own(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 2);
	d.setup.seed = 7;
	d.setup.game = 3;
	d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	setup_name(&d.setup, SEAT_2, "Ann");
	dialogue_named(&d);
	talk(&d, GAME,
	     "> @judge version 1\n> @judge players 2\n> @judge seed 9\n> @judge name 1 p1\n"
	     "> @judge name 2 Ann\n> @command new\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_silent(&d, SEAT_2);
	finish(&d);
}

static void with_one_player_a_line_may_stand_alone(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	talk(&d, GAME, "< @input a\n< b\n< @command play\n");
	talk(&d, SEAT_1, "> @input a\n> @input b\n> @command play\n< b a\n");
	talk(&d, GAME, "> @player 1 @output b a\n< @score 0.5\n< @hint b\n");
	talk(&d, SEAT_1, "> @score 0.5\n> @hint b\n");
	finish(&d);
}

static void comments_go_both_ways(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	talk(&d, GAME, "< # to people  only \n");
	dialogue_silent(&d, SEAT_1);
	game_says(&d, "2 # for  you\n");
	talk(&d, SEAT_2, "> # for  you\n< # thanks\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_silent(&d, GAME);
	finish(&d);
}

static void one_player_may_be_addressed_while_the_other_thinks(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "> @command play\n");
	game_says(&d, "2 @input a b\n2 @command play\n");
	talk(&d, SEAT_2, "> @input a b\n> @command play\n< b\n");
	talk(&d, GAME, "> @player 2 @output b\n< @player 2 @score -1\n");
	talk(&d, SEAT_2, "> @score -1\n");
	assert_true(judge_thinking(d.judge, SEAT_1));
	talk(&d, SEAT_1, "< a\n");
	talk(&d, GAME, "> @player 1 @output a\n");
	dialogue_moves(&d, "b a");
	finish(&d);
}

static void the_text_of_over_is_shown_and_sums_decide(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @score 0.25\n");
	game_says(&d, "1 @command play\n2 @command play\n");
	talk(&d, SEAT_1, "< a\n");
	talk(&d, SEAT_2, "< b\n");
	game_says(&d, "1 @score 0.5\n2 @score 1\n1 @score 0.5\n");
	expect_sums(&d, 1.25, 1);
	assert_true(turn_of(&d, 1)->sum[SEAT_1] == 0.25);
	assert_true(turn_of(&d, 2)->sum[SEAT_1] == 1.25);
	assert_true(turn_of(&d, 2)->sum[SEAT_2] == 1);
	talk(&d, GAME, "< @judge over well played\n");
	dialogue_verdict(&d, SEAT_1, "score", SEAT_NONE);
	assert_string_equal(judge_match(d.judge)->verdict.detail, "well played; 1.25 : 1 in 2 moves");
	finish(&d);
}

static void equal_sums_are_a_draw(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @score 0.1\n1 @score 0.2\n2 @score 0.3\n");
	talk(&d, GAME, "< @judge over\n");
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	finish(&d);
}

static void the_last_score_and_hint_reach_the_player_before_it_is_told_to_leave(void **state)
{
	static const char last[] = "@player 1 @score 1\n@player 1 @hint a\n@judge over\n";
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "> @command play\n< a\n");
	dialogue_bytes(&d, GAME, last, sizeof(last) - 1); /* in one read */
	part(&d);
	talk(&d, SEAT_1, "> @score 1\n> @hint a\n> @command exit\n");
	finish(&d);
}

static void what_the_game_program_says_is_never_unasked(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n2 @input a\n");
	talk(&d, SEAT_1, "< a\n");
	game_says(&d, "1 @score 1\n1 @score 1\n");
	talk(&d, GAME, "< # well\n< @judge over\n");
	for (int i = 0; i < d.line_count; i++)
		if (d.lines[i].message.seat == GAME)
			assert_false(d.lines[i].message.flags & MESSAGE_UNASKED);
	finish(&d);
}

static void the_next_game_begins_with_new_in_the_same_processes(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	d.setup.game = 2;
	d.setup.seed = 10;
	setup_name(&d.setup, SEAT_1, "p1");
	dialogue_begin_warm(&d, 1u << GAME | 1u << SEAT_1);
	talk(&d, GAME,
	     "> @judge version 1\n> @judge players 1\n> @judge seed 11\n> @judge name 1 p1\n> @command new\n"
	     "< @player 1 @command new\n");
	talk(&d, SEAT_1, "> @command new\n");
	assert_int_equal(d.spawns[GAME] + d.spawns[SEAT_1], 0);
	finish(&d);
}

/* The game before may have been broken off in its middle.  */
static void what_is_left_of_the_game_before_is_ignored(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	d.setup.game = 2;
	d.in_pipe[GAME] = "@player 1 @command play\n@judge over\n@nonsense\n";
	dialogue_begin_warm(&d, 1u << GAME | 1u << SEAT_1);
	assert_false(is_over(&d));
	expect_fault(&d, GAME, "a line before the game begins", "ignored");
	dialogue_silent(&d, SEAT_1);
	game_says(&d, ALPHABET("1"));
	talk(&d, SEAT_1, "> @command new\n> @command symbol a\n> @command symbol b\n");
	finish(&d);
}

static void a_game_program_that_speaks_before_all_are_ready_is_not_heard(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	dialogue_begin(&d);
	talk(&d, GAME, "< @info name game\n< @player 1 @command new\n");
	talk(&d, SEAT_1, "> # ringside ready\n");
	dialogue_silent(&d, SEAT_1);
	expect_fault(&d, GAME, "a line before the game begins", "ignored");
	talk(&d, SEAT_1, "< @info name p1\n");
	game_says(&d, ALPHABET("1"));
	talk(&d, SEAT_1, "> @command new\n");
	finish(&d);
}

/* ---- layers 1 and 2 ---- */

static void words_are_told_with_one_blank_between_them(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @input  a   b\n1 @command play\n");
	talk(&d, SEAT_1, "> @input a b\n> @command play\n< @output b  a \n");
	talk(&d, GAME, "> @player 1 @output b a\n");
	expect_fault(&d, GAME, "more than one blank", "taken all the same");
	expect_fault(&d, SEAT_1, "more than one blank", "taken all the same");
	dialogue_moves(&d, "b a");
	finish(&d);
}

static void a_new_game_has_a_new_alphabet(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d,
		  "1 @command new\n1 @command symbol x\n1 @command symbol y\n1 @input x\n1 @command play\n");
	talk(&d, SEAT_1, "< a\n");
	talk(&d, GAME, "> @judge fault 1 illegal\n");
	finish(&d);
}

static void what_words_may_be_is_for_words_to_say(void **state)
{
	static const struct {
		const char *words, *output;
		bool good;
	} rows[] = {
		{"symbols", "a", true},    {"symbols", "a b a", true},    {"symbols", "ab", false},
		{"symbols", "a c", false}, {"letters", "ab", true},       {"letters", "abba a", true},
		{"letters", "abc", false}, {"letters", "a c", false},     {"any", "Well, hello!", true},
		{"any", "a", true},        {"symbols", "@output", false}, {"letters", "@output", false},
		{"any", "@output", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *line = bytes_text("< %s\n", rows[i].output);
		struct dialogue d;

		set_up_lmc2(&d, 1);
		setup_set(&d.setup, "words", rows[i].words);
		dialogue_named(&d);
		game_says(&d, ALPHABET("1") "1 @command play\n");
		talk(&d, SEAT_1, line);
		assert_int_equal(judge_match(d.judge)->turn_count, rows[i].good);
		assert_int_equal(dialogue_count(&d, GAME, "@judge fault 1 illegal\n"), !rows[i].good);
		finish(&d);
		free(line);
	}
}

static void letters_may_be_symbols_of_several_bytes(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	setup_set(&d.setup, "words", "letters");
	dialogue_named(&d);
	game_says(&d, "1 @command new\n1 @command symbol a\n1 @command symbol ab\n1 @command symbol bc\n"
		      "1 @input abc\n1 @command play\n"); /* a and bc, though ab begins it, too */
	forget_told(&d, GAME);
	talk(&d, SEAT_1, "< abcb\n");
	talk(&d, GAME, "> @judge fault 1 illegal\n");
	finish(&d);
}

static void hints_go_to_those_who_know_them(void **state)
{
	static const char *const lmc1[] = {"1", "2", "all", NULL};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct dialogue d;

		set_up_lmc2(&d, 2);
		if (lmc1[i])
			setup_set(&d.setup, "lmc1", lmc1[i]);
		dialogue_named(&d);
		game_says(&d, ALPHABET("1") ALPHABET("2") "1 @hint a\n2 @hint b\n");
		assert_int_equal(dialogue_count(&d, SEAT_1, "@hint a"), i == 1 || i == 3);
		assert_int_equal(dialogue_count(&d, SEAT_2, "@hint b"), i == 0 || i == 3);
		assert_false(is_over(&d));
		finish(&d);
	}
}

static void scores_are_written_without_an_exponent(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @score 1e-5\n1 @score -0\n1 @score +.5\n");
	talk(&d, SEAT_1, "> @score 0.00001\n> @score 0\n> @score 0.5\n");
	finish(&d);
}

static void a_bare_line_of_a_player_may_have_several_words(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "> @command play\n< a b\n");
	talk(&d, GAME, "> @player 1 @output a b\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

/* ---- players of LMC 1 ---- */

/* Says what follows of the game, as a game program of lmc2 that gives hints after scores.  */
static void game_repeats(struct dialogue *d, const char *told, bool hints)
{
	char *line = bytes_text("< @player 1 %s\n", told);

	talk(d, GAME, line);
	free(line);
	if (hints && strncmp(told, "@score", 6) == 0)
		talk(d, GAME, "< @player 1 @hint a\n");
}

/* Plays imitate once more under lmc2: the game program says all that the player was told under lmc.  */
static void play_again(struct dialogue *d, const struct dialogue *lmc)
{
	dialogue_named(d);
	for (int i = 0; i < lmc->line_count; i++) {
		const struct message *message = &lmc->lines[i].message;
		char *text = bytes_copy(message->bytes, message_text_size(message, NULL));

		if (message->seat == SEAT_1 && message->direction == TO_AGENT && *text == '@' &&
		    strcmp(text, "@command exit") != 0)
			game_repeats(d, text, true);
		if (message->seat == SEAT_1 && strcmp(text, "@command play") == 0)
			talk(d, SEAT_1, "< a\n"); /* this player knows one word */
		free(text);
	}
	talk(d, GAME, "< @judge over\n");
	part(d);
}

/* The text without its lines of hints.  */
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

static void a_player_of_lmc_1_works_unchanged_in_a_game_of_single_words(void **state)
{
	char *told, *again, *hinted, *rest;
	struct dialogue lmc, plain, hints;

	(void)state;
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
	free(told);
	free(again);
	free(hinted);
	free(rest);
	finish(&lmc);
	finish(&plain);
	finish(&hints);
}

/* ---- options ---- */

static void options_and_seats_that_make_no_sense_are_refused_in_words(void **state)
{
	static const char *const rows[][3] = {
		{"words", "verses", "--words verses: expected symbols, letters or any"},
		{"lmc1", "3", "--lmc1 3: expected 1, 2 or all"}};
	struct dialogue d;
	char *problem;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		set_up_lmc2(&d, 1);
		problem = setup_set(&d.setup, rows[i][0], rows[i][1]);
		assert_non_null(problem);
		assert_string_equal(problem, rows[i][2]);
		free(problem);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_example_of_the_document_comes_out_as_printed),
		cmocka_unit_test(each_line_of_the_game_program_is_on_the_channel_of_what_it_holds),
		cmocka_unit_test(the_game_program_is_told_who_plays_and_each_game_has_a_seed_of_its_own),
		cmocka_unit_test(with_one_player_a_line_may_stand_alone),
		cmocka_unit_test(comments_go_both_ways),
		cmocka_unit_test(one_player_may_be_addressed_while_the_other_thinks),
		cmocka_unit_test(the_text_of_over_is_shown_and_sums_decide),
		cmocka_unit_test(equal_sums_are_a_draw),
		cmocka_unit_test(the_last_score_and_hint_reach_the_player_before_it_is_told_to_leave),
		cmocka_unit_test(what_the_game_program_says_is_never_unasked),
		cmocka_unit_test(the_next_game_begins_with_new_in_the_same_processes),
		cmocka_unit_test(what_is_left_of_the_game_before_is_ignored),
		cmocka_unit_test(a_game_program_that_speaks_before_all_are_ready_is_not_heard),
		cmocka_unit_test(words_are_told_with_one_blank_between_them),
		cmocka_unit_test(a_new_game_has_a_new_alphabet),
		cmocka_unit_test(what_words_may_be_is_for_words_to_say),
		cmocka_unit_test(letters_may_be_symbols_of_several_bytes),
		cmocka_unit_test(hints_go_to_those_who_know_them),
		cmocka_unit_test(scores_are_written_without_an_exponent),
		cmocka_unit_test(a_bare_line_of_a_player_may_have_several_words),
		cmocka_unit_test(a_player_of_lmc_1_works_unchanged_in_a_game_of_single_words),
		cmocka_unit_test(options_and_seats_that_make_no_sense_are_refused_in_words),
	};

	return cmocka_run_group_tests_name("lmc2", tests, NULL, NULL);
}
