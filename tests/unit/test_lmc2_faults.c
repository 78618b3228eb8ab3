/* test_lmc2_faults.c - what goes wrong in a match of lmc2, and who is told or to blame (lmc2, Layer 0).  */
#include "lmc2_fixture.h"

/* ---- faults of the game program ---- */

/* After `before` the line is a fault of the game program: the match ends, and no player is to blame.  */
static void expect_game_fault(int players, const char *before, const char *line, const char *kind)
{
	char *said = bytes_text("< %s\n", line);
	struct dialogue d;

	begin_lmc2(&d, players);
	game_says(&d, before);
	if (is_over(&d))
		fail_msg("\"%s\" was a fault before \"%s\" was said", before, line);
	talk(&d, GAME, said);
	if (!is_over(&d))
		fail_msg("\"%s\" was no fault", line);
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	expect_fault(&d, GAME, kind, "the match ends, and no player is to blame");
	assert_non_null(strstr(judge_match(d.judge)->verdict.detail, kind));
	assert_true(dialogue_find(&d, GAME, said + 2)->flags & MESSAGE_FAULT);
	finish(&d);
	free(said);
}

static void with_two_players_a_line_must_name_one(void **state)
{
	(void)state;
	expect_game_fault(2, "", "@input a", "a line for nobody");
	expect_game_fault(2, "", "a", "a line for nobody");
	expect_game_fault(2, "", "@command play", "a line for nobody");
	expect_game_fault(2, "", "@score 1", "a line for nobody");
}

static void a_line_must_name_a_player_who_sits(void **state)
{
	static const char *const lines[] = {"@player 0 @input a",  "@player 3 @input a", "@player x @input a",
					    "@player 12 @input a", "@player @input a",   "@player",
					    "@player 2 @input a"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		expect_game_fault(1, "", lines[i], "a line for a player who does not sit here");
}

static void exit_is_the_judges_alone(void **state)
{
	(void)state;
	expect_game_fault(1, "", "@player 1 @command exit", "sends a player the command exit");
	expect_game_fault(1, "1 @command play\n", "@command exit", "sends a player the command exit");
	expect_game_fault(2, "", "@player 2 @command exit", "sends a player the command exit");
}

static void a_command_must_be_new_symbol_or_play(void **state)
{
	static const char *const lines[] = {"@player 1 @command sing", "@player 1 @command play now",
					    "@player 1 @command new game", "@player 1 @command"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		expect_game_fault(2, "", lines[i], "a command that nobody knows");
}

static void a_player_that_has_not_answered_is_not_asked_again(void **state)
{
	(void)state;
	expect_game_fault(1, "1 @command play\n", "@player 1 @command play",
			  "commands a player that has not answered");
	expect_game_fault(2, "1 @command play\n2 @command play\n", "@player 1 @command new",
			  "commands a player that has not answered");
}

static void nobody_plays_without_an_alphabet_of_two_symbols(void **state)
{
	(void)state;
	expect_game_fault(1, "1 @command new\n", "@player 1 @command play", "play without an alphabet");
	expect_game_fault(1, "1 @command new\n1 @command symbol a\n", "@player 1 @command play",
			  "play without an alphabet");
}

static void words_must_be_of_the_game(void **state)
{
	(void)state;
	expect_game_fault(1, "", "@player 1 @input c", "a word that is not of the game");
	expect_game_fault(1, "", "@player 1 a b c", "a word that is not of the game");
	expect_game_fault(1, "", "@player 1 @hint ab", "a word that is not of the game");
	expect_game_fault(1, "", "@player 1 @input", "a line without words");
	expect_game_fault(1, "", "@player 1 @hint", "a line without words");
	expect_game_fault(1, "", "@player 1", "a line without words");
}

static void a_score_must_be_a_number_from_minus_one_to_one(void **state)
{
	static const char *const lines[] = {"@player 1 @score 2",   "@player 1 @score -1.5",
					    "@player 1 @score",     "@player 1 @score nan",
					    "@player 1 @score 1 1", "@player 1 @score good"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		expect_game_fault(1, "", lines[i], "a score that is none");
}

static void a_symbol_must_be_one_short_word_of_its_own(void **state)
{
	static const char *const symbols[] = {"@x",  "#x", "a",
					      "x y", "",   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}; /* 32 bytes */
	struct dialogue d;

	(void)state;
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		char *line = bytes_text("@player 1 @command symbol %s", symbols[i]);

		if (*symbols[i])
			expect_game_fault(1, "", line, "a symbol that cannot be one");
		free(line);
	}
	expect_game_fault(1, "", "@player 1 @command symbol", "a symbol that cannot be one");
	begin_lmc2(&d, 1);
	game_says(&d, "1 @command symbol aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"); /* 31 */
	assert_false(is_over(&d));
	finish(&d);
}

static void a_game_has_at_most_80_symbols(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	for (int i = 3; i <= 81; i++) {
		char *line = bytes_text("1 @command symbol s%d\n", i);

		assert_false(is_over(&d));
		game_says(&d, line);
		free(line);
	}
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	assert_int_equal(dialogue_count(&d, SEAT_1, "@command symbol"), 80);
	finish(&d);
}

static void a_player_has_no_other_channels(void **state)
{
	(void)state;
	expect_game_fault(1, "", "@player 1 @output a", "a channel that a player does not have");
	expect_game_fault(1, "", "@player 1 @info name a", "a channel that a player does not have");
	expect_game_fault(1, "", "@player 1 @player 1 a", "a channel that a player does not have");
	expect_game_fault(1, "", "@output a", "a channel that a player does not have");
	expect_game_fault(1, "", "@ a", "a channel that a player does not have");
}

static void the_judge_listens_to_over_alone(void **state)
{
	(void)state;
	expect_game_fault(1, "", "@judge", "a line for the judge that it does not know");
	expect_game_fault(2, "", "@judge draw", "a line for the judge that it does not know");
	expect_game_fault(2, "", "@judge OVER", "a line for the judge that it does not know");
}

static void a_line_before_the_name_of_the_game_program_is_its_fault(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	dialogue_begin(&d);
	talk(&d, GAME, "< # loading\n");
	assert_false(is_over(&d));
	talk(&d, GAME, "< @player 1 @command new\n");
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	finish(&d);
}

static void a_game_program_that_says_no_name_has_failed(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< @info name p1\n");
	dialogue_at(&d, d.now + 10 * (int64_t)NS_PER_S - 1);
	assert_false(is_over(&d));
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	finish(&d);
}

static void a_game_program_that_leaves_has_failed(void **state)
{
	static const struct ending endings[] = {{0}, {.code = 1}, {.signalled = true, .code = 9}};

	(void)state;
	for (int named = 0; named < 2; named++)
		for (int how = 0; how < 4; how++) {
			struct dialogue d;

			if (named) {
				begin_lmc2(&d, 2);
			} else {
				set_up_lmc2(&d, 2);
				dialogue_begin(&d);
			}
			if (how < 3)
				dialogue_exit(&d, GAME, endings[how]);
			else
				talk(&d, GAME, "< @info exit\n");
			dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
			finish(&d);
		}
}

static void a_game_program_that_does_nothing_has_failed(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	d.now += NS_PER_S;
	talk(&d, GAME, "< # thinking\n< \n"); /* is nothing */
	assert_int_equal(judge_deadline(d.judge), d.now - NS_PER_S + 60 * (int64_t)NS_PER_S);
	game_says(&d, "1 @input a\n"); /* is something */
	assert_int_equal(judge_deadline(d.judge), d.now + 60 * (int64_t)NS_PER_S);
	dialogue_at(&d, d.now + 60 * (int64_t)NS_PER_S - 1);
	assert_false(is_over(&d));
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	assert_non_null(
		strstr(judge_match(d.judge)->verdict.detail, "did nothing for 60.000 s (--hang-time)"));
	finish(&d);
}

static void a_game_program_may_wait_as_long_as_a_player_thinks(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 2);
	d.setup.turn_limit = 100 * (int64_t)NS_PER_S;
	d.setup.hang_limit = NS_PER_S;
	dialogue_named(&d);
	game_says(&d, ALPHABET("1") ALPHABET("2") "1 @command play\n2 @command play\n");
	dialogue_at(&d, d.now + 90 * (int64_t)NS_PER_S);
	talk(&d, SEAT_2, "< a\n"); /* the other one still thinks */
	dialogue_at(&d, d.now + 9 * (int64_t)NS_PER_S);
	assert_false(is_over(&d));
	talk(&d, SEAT_1, "< a\n");
	assert_int_equal(judge_deadline(d.judge), d.now + NS_PER_S);
	dialogue_at(&d, d.now + NS_PER_S);
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	finish(&d);
}

static void a_pause_is_no_time_of_the_game_program(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	dialogue_request(&d, request(REQUEST_PAUSE));
	dialogue_at(&d, d.now + 1000 * (int64_t)NS_PER_S);
	assert_false(is_over(&d));
	dialogue_request(&d, request(REQUEST_GO));
	assert_int_equal(judge_deadline(d.judge), d.now + 60 * (int64_t)NS_PER_S);
	finish(&d);
}

static void a_game_program_that_talks_too_much_between_two_moves_is_cut_off(void **state)
{
	struct dialogue d;
	char *unkept;
	int kept;

	(void)state;
	set_up_lmc2(&d, 1);
	d.setup.max_chatter = 1024;
	dialogue_named(&d);
	game_says(&d, ALPHABET("1"));
	for (int round = 0; round < 20; round++) { /* a little of it for each move is fine */
		game_says(&d, "1 @input a\n1 @command play\n");
		talk(&d, SEAT_1, "< a\n");
		game_says(&d, "1 @score 1\n");
	}
	assert_int_equal(judge_match(d.judge)->turn_count, 20);
	for (int i = 0; i < 100; i++)
		game_says(&d, "1 @input b\n");
	kept = dialogue_count(&d, SEAT_1, "@input b");
	assert_true(kept >= 1 && kept <= 1024 / 64);
	assert_non_null(dialogue_find(&d, GAME, "writes more than 1024 bytes in one turn"));
	dialogue_at(&d, d.now + 60 * (int64_t)NS_PER_S);
	dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
	unkept = bytes_text("%d messages more", 100 - kept);
	assert_non_null(dialogue_find(&d, GAME, unkept));
	free(unkept);
	finish(&d);
}

static void leniency_is_for_game_programs_too_unless_strict(void **state)
{
	struct dialogue d;

	(void)state;
	for (int strict = 0; strict < 2; strict++) {
		set_up_lmc2(&d, 1);
		d.setup.strict = strict;
		dialogue_named(&d);
		dialogue_bytes(&d, GAME, "@player 1 @command new\r\n", 24);
		assert_int_equal(is_over(&d), strict);
		assert_int_equal(dialogue_count(&d, SEAT_1, "@command new\n"), !strict);
		expect_fault(&d, GAME, "lines that end in CR", strict ? "loses" : "taken all the same");
		if (strict)
			dialogue_verdict(&d, WINNER_NONE, REASON_GAME, SEAT_NONE);
		finish(&d);
	}
}

/* ---- faults of players ---- */

static void a_timeout_is_told_to_the_game_and_the_match_goes_on(void **state)
{
	const struct message *note;
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n");
	dialogue_at(&d, d.now + 100 * MS - 1);
	dialogue_silent(&d, GAME);
	dialogue_at(&d, d.now + 1);
	talk(&d, GAME, "> @judge fault 1 timeout\n");
	note = dialogue_find(&d, SEAT_1, "made no move within the limit of 0.100 s");
	assert_non_null(note);
	assert_int_equal(note->event.kind, EVENT_NO_MOVE);
	assert_string_equal(note->event.word, EVENT_LIMIT_TURN);
	assert_int_equal(note->event.number[0], 100 * DIALOGUE_MS);
	assert_int_equal(note->event.number[1], 0); /* of tolerance */
	assert_int_equal(note->event.number[2], true);
	assert_false(is_over(&d));
	assert_int_equal(judge_deadline(d.judge), d.now + 60 * (int64_t)NS_PER_S); /* of the game program */
	game_says(&d, "1 @score -1\n2 @command play\n");
	talk(&d, SEAT_2, "> @command play\n< b\n");
	talk(&d, GAME, "> @player 2 @output b\n< @judge over\n");
	dialogue_verdict(&d, SEAT_2, "score", SEAT_NONE);
	dialogue_moves(&d, "b");
	finish(&d);
}

/* The players are asked, and the limit passes.  */
static void be_silent(struct dialogue *d, int players)
{
	game_says(d, players == 1 ? "1 @command play\n" : "1 @command play\n2 @command play\n");
	dialogue_at(d, d->now + 100 * MS);
}

static void three_timeouts_in_a_row_lose(void **state)
{
	struct dialogue d;

	(void)state;
	for (int players = 1; players <= 2; players++) {
		begin_lmc2(&d, players);
		for (int i = 0; i < 3; i++) {
			assert_false(is_over(&d));
			be_silent(&d, 1);
		}
		dialogue_verdict(&d, players == 1 ? WINNER_NONE : SEAT_2, REASON_TIMEOUT, SEAT_1);
		assert_string_equal(judge_match(d.judge)->verdict.detail,
				    "seat 1 (p1) has not answered, 3 times in a row (--max-timeouts)");
		assert_int_equal(judge_match(d.judge)->timeouts[SEAT_1], 3);
		assert_int_equal(judge_match(d.judge)->timeouts[SEAT_2], 0);
		assert_int_equal(dialogue_count(&d, GAME, "@judge fault 1 timeout"), 2);
		finish(&d);
	}
}

static void two_players_that_are_silent_in_one_turn_draw(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	for (int i = 0; i < 3; i++) {
		assert_false(is_over(&d));
		be_silent(&d, 2);
	}
	dialogue_verdict(&d, WINNER_DRAW, REASON_TIMEOUT, SEAT_NONE);
	finish(&d);
}

static void who_can_still_answer_in_that_turn_is_waited_for(void **state)
{
	static const struct {
		const char *answer; /* NULL: none */
		int winner, blame;
	} cases[] = {
		{"< a\n", SEAT_2, SEAT_1}, {"< zebra\n", SEAT_2, SEAT_1}, {NULL, WINNER_DRAW, SEAT_NONE}};
	struct dialogue d;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin_lmc2(&d, 2);
		be_silent(&d, 2);
		be_silent(&d, 2);
		talk(&d, SEAT_2, "< a\n< a\n"); /* too late */
		game_says(&d, "1 @command play\n");
		d.now += 10 * MS;
		game_says(&d, "2 @command play\n");
		dialogue_at(&d, d.now + 90 * MS);
		assert_false(is_over(&d));
		if (cases[i].answer)
			talk(&d, SEAT_2, cases[i].answer);
		else
			dialogue_at(&d, d.now + 10 * MS);
		dialogue_verdict(&d, cases[i].winner, REASON_TIMEOUT, cases[i].blame);
		finish(&d);
	}
}

static void an_answer_of_any_kind_ends_a_row_of_timeouts(void **state)
{
	static const char *const answers[] = {"< a\n", "< zebra\n"};
	struct dialogue d;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		begin_lmc2(&d, 1);
		be_silent(&d, 1);
		be_silent(&d, 1);
		talk(&d, SEAT_1, "< b\n< b\n"); /* too late */
		game_says(&d, "1 @command play\n");
		talk(&d, SEAT_1, answers[i]);
		be_silent(&d, 1);
		be_silent(&d, 1);
		assert_false(is_over(&d));
		be_silent(&d, 1);
		dialogue_verdict(&d, WINNER_NONE, REASON_TIMEOUT, SEAT_1);
		assert_int_equal(judge_match(d.judge)->timeouts[SEAT_1], 5);
		finish(&d);
	}
}

static void how_many_timeouts_lose_is_an_option(void **state)
{
	struct dialogue d;

	(void)state;
	for (int most = 0; most < 2; most++) {
		set_up_lmc2(&d, 1);
		setup_set(&d.setup, "max-timeouts", most ? "1" : "0");
		dialogue_named(&d);
		game_says(&d, ALPHABET("1"));
		for (int i = 0; i < (most ? 1 : 20); i++) {
			assert_false(is_over(&d));
			be_silent(&d, 1);
		}
		assert_int_equal(is_over(&d), most);
		finish(&d);
	}
}

/* As it was recorded.  */
static void a_match_of_older_rules_ends_for_no_timeouts(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	setup_unset(&d.setup, OPTION_RULES);
	dialogue_named(&d);
	game_says(&d, ALPHABET("1"));
	for (int i = 0; i < 10; i++)
		be_silent(&d, 1);
	assert_false(is_over(&d));
	finish(&d);
}

static void a_game_without_end_ends_by_its_sums_after_so_many_turns(void **state)
{
	struct dialogue d;

	(void)state;
	for (int players = 1; players <= 2; players++) {
		set_up_lmc2(&d, players);
		setup_set(&d.setup, "max-turns", "5");
		dialogue_named(&d);
		game_says(&d, players == 1 ? ALPHABET("1") : ALPHABET("1") ALPHABET("2"));
		be_silent(&d, 1); /* is a turn, too */
		talk(&d, SEAT_1, "< a\n");
		for (int i = 1; i < 5; i++) {
			game_says(&d,
				  players == 1 ? "1 @command play\n" : "1 @command play\n2 @command play\n");
			for (int s = SEAT_1; s <= players; s++)
				talk(&d, s, "< a\n");
		}
		game_says(&d, players == 1 ? "1 @score 1\n" : "1 @score 1\n2 @score 0.5\n");
		assert_false(is_over(&d));
		game_says(&d, "1 @command play\n");
		dialogue_verdict(&d, players == 1 ? WINNER_NONE : SEAT_1, "max-turns", SEAT_NONE);
		assert_non_null(strstr(judge_match(d.judge)->verdict.detail,
				       "the game was not over after 5 turns of a player (--max-turns)"));
		finish(&d);
	}
}

static void a_game_that_ends_after_its_last_turn_meets_no_limit(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	setup_set(&d.setup, "max-turns", "1");
	dialogue_named(&d);
	game_says(&d, ALPHABET("1") "1 @command play\n");
	talk(&d, SEAT_1, "< a\n");
	talk(&d, GAME, "< @judge over\n");
	dialogue_verdict(&d, WINNER_NONE, "score", SEAT_NONE);
	finish(&d);
}

static void a_late_answer_is_reported_and_never_kept(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	for (int again = 0; again < 2; again++) { /* before the next play, and after it */
		game_says(&d, "1 @command play\n");
		dialogue_at(&d, d.now + 100 * MS);
		forget_told(&d, GAME);
		if (again)
			game_says(&d, "1 @command play\n");
		talk(&d, SEAT_1, "< a\n");
		assert_true(dialogue_find(&d, SEAT_1, "a\n")->flags & MESSAGE_DROPPED);
		dialogue_moves(&d, "");
		assert_int_equal(judge_faults(d.judge, SEAT_1), again + 1);
		dialogue_silent(&d, GAME);
	}
	expect_fault(&d, SEAT_1, "an output that comes too late: \"a\\n\"", "ignored");
	talk(&d, SEAT_1, "< b\n");
	dialogue_moves(&d, "b");
	finish(&d);
}

static void a_late_answer_may_stand_in_the_pipe_when_the_next_play_goes_out(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @command play\n");
	dialogue_at(&d, d.now + 100 * MS);
	d.in_pipe[SEAT_1] = "a\n";
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "< b\n");
	dialogue_moves(&d, "b");
	expect_fault(&d, SEAT_1, "an output that comes too late", "ignored");
	finish(&d);
}

static void an_unknown_word_is_told_to_the_game_and_the_match_goes_on(void **state)
{
	static const char *const lines[] = {"< c\n", "< @output a c\n", "< @output\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct dialogue d;

		begin_lmc2(&d, 2);
		game_says(&d, "1 @command play\n");
		talk(&d, SEAT_1, lines[i]);
		talk(&d, GAME, "> @judge fault 1 illegal\n");
		assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
		assert_false(judge_to_move(d.judge, SEAT_1));
		game_says(&d, "1 @command play\n");
		talk(&d, SEAT_1, "> @command play\n< a\n");
		talk(&d, GAME, "> @player 1 @output a\n");
		dialogue_moves(&d, "a");
		finish(&d);
	}
}

static void outputs_that_nobody_asked_for_are_kept_from_the_game(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	talk(&d, SEAT_1, "< a\n");
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "> @command play\n< b\n< a\n< @mood good\n< @info mood good\n");
	talk(&d, GAME, "> @player 1 @output b\n");
	dialogue_silent(&d, GAME);
	assert_int_equal(judge_faults(d.judge, SEAT_1), 4);
	finish(&d);
}

static void when_strict_a_player_that_breaks_the_protocol_loses(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 2);
	d.setup.strict = true;
	dialogue_named(&d);
	talk(&d, SEAT_1, "< a\n");
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	finish(&d);
}

static void a_player_that_says_no_name_has_not_started(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 2);
	dialogue_begin(&d);
	talk(&d, GAME, "< @info name game\n");
	talk(&d, SEAT_1, "< @info name p1\n");
	dialogue_at(&d, d.now + 10 * (int64_t)NS_PER_S);
	dialogue_verdict(&d, SEAT_1, REASON_START, SEAT_2);
	finish(&d);
}

/* ---- players that leave ---- */

static void a_player_that_leaves_is_told_to_the_game_which_may_go_on(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n2 @command play\n");
	forget_told(&d, SEAT_2);
	talk(&d, SEAT_1, "< @info exit\n");
	talk(&d, GAME, "> @judge fault 1 exit\n");
	dialogue_exit(&d, SEAT_1, (struct ending){0});
	dialogue_silent(&d, GAME); /* once */
	talk(&d, SEAT_2, "< b\n");
	talk(&d, GAME, "> @player 2 @output b\n");
	game_says(&d, "2 @score 1\n2 @command play\n");
	talk(&d, SEAT_2, "> @score 1\n> @command play\n< a\n");
	talk(&d, GAME, "> @player 2 @output a\n< @judge over\n");
	dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
	finish(&d);
}

static void how_a_player_ended_is_the_reason(void **state)
{
	static const struct {
		struct ending ending;
		const char *reason;
	} rows[] = {{{0}, REASON_EXIT},
		    {{.code = 2}, REASON_CRASH},
		    {{.signalled = true, .code = 6}, REASON_CRASH}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;

		begin_lmc2(&d, 2);
		dialogue_exit(&d, SEAT_2, rows[i].ending);
		dialogue_silent(&d, GAME);
		game_says(&d, "2 @command play\n");
		talk(&d, GAME, "> @judge fault 2 exit\n< @judge over\n");
		dialogue_verdict(&d, SEAT_1, rows[i].reason, SEAT_2);
		finish(&d);
	}
}

static void nothing_is_said_to_a_player_that_has_left(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "> @command play\n< @info exit\n");
	game_says(&d, "1 @input a\n1 @score 1\n1 @hint a\n1 # bye\n");
	dialogue_silent(&d, SEAT_1);
	expect_sums(&d, 0, 0);
	assert_false(is_over(&d));
	finish(&d);
}

/* The game program may have asked before it read that the player is gone.  */
static void who_asks_a_player_that_has_left_is_told_so_again(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "> @command play\n< @info exit\n");
	talk(&d, GAME, "> @judge fault 1 exit\n");
	game_says(&d, "1 @command play\n");
	talk(&d, GAME, "> @judge fault 1 exit\n< @judge over\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
	finish(&d);
}

static void when_both_have_left_the_first_is_to_blame(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	dialogue_exit(&d, SEAT_2, (struct ending){.code = 1});
	dialogue_exit(&d, SEAT_1, (struct ending){0});
	assert_false(is_over(&d));
	game_says(&d, "2 @command play\n1 @command play\n");
	dialogue_verdict(&d, SEAT_1, REASON_CRASH, SEAT_2);
	finish(&d);
}

static void a_lone_player_that_leaves_ends_the_match(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	game_says(&d, "1 @command play\n");
	talk(&d, SEAT_1, "< @info exit\n");
	dialogue_verdict(&d, WINNER_NONE, REASON_EXIT, SEAT_1);
	finish(&d);
}

static void a_mean_over_100_ms_is_told_at_the_end(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 2);
	d.setup.turn_limit = NS_PER_S;
	dialogue_named(&d);
	game_says(&d, ALPHABET("1") ALPHABET("2") "1 @command play\n2 @command play\n");
	dialogue_at(&d, d.now + 100 * MS);
	talk(&d, SEAT_1, "< a\n");
	dialogue_at(&d, d.now + 20 * MS);
	talk(&d, SEAT_2, "< a\n");
	talk(&d, GAME, "< @judge over\n");
	assert_null(dialogue_find(&d, SEAT_1, "took"));
	assert_non_null(dialogue_find(&d, SEAT_2, "took 120 ms a move on average"));
	finish(&d);
}

static void a_player_that_leaves_is_not_asked_what_waited_at_the_gate(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 2);
	dialogue_request(&d, request(REQUEST_PAUSE));
	game_says(&d, "2 @command play\n");
	dialogue_exit(&d, SEAT_2, (struct ending){0});
	dialogue_request(&d, counts(REQUEST_STEP,
				    1)); /* what the game said passes, and the play waits behind the exit */
	assert_int_equal(held_count(&d), 2);
	dialogue_request(&d, request(REQUEST_GO));
	assert_true(dialogue_find(&d, SEAT_2, "@command play")->flags & MESSAGE_UNSENT);
	dialogue_at(&d, d.now + 1000 * MS);
	talk(&d, GAME, "> @judge fault 2 exit\n");
	dialogue_silent(&d, GAME);
	finish(&d);
}

/* ---- the match limit ---- */

static void who_is_not_ready_within_the_match_limit_has_lost(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 2);
	d.setup.match_limit = 200 * MS;
	dialogue_begin(&d);
	talk(&d, GAME, "> # ringside ready\n< @info name game\n");
	talk(&d, SEAT_1, "> # ringside ready\n< @info name p1\n");
	dialogue_at(&d, d.now + 200 * MS);
	dialogue_verdict(&d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	dialogue_silent(&d, GAME);
	finish(&d);
}

static void a_game_program_has_no_match_limit(void **state)
{
	struct dialogue d;

	(void)state;
	set_up_lmc2(&d, 1);
	d.setup.match_limit = 200 * MS;
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> # ringside ready\n< @info name p1\n");
	dialogue_at(&d, d.now + 300 * MS);
	assert_false(is_over(&d));
	dialogue_request(&d, (struct request){.kind = REQUEST_MATCH_LIMIT, .ns = 100 * MS});
	assert_false(is_over(&d));
	talk(&d, GAME, "> # ringside ready\n< @info name game\n> @judge version 1\n");
	finish(&d);
}

static void a_game_program_whose_game_is_not_over_plays_no_other(void **state)
{
	struct dialogue d;

	(void)state;
	begin_lmc2(&d, 1);
	dialogue_request(&d, request(REQUEST_INTERRUPT));
	assert_false(judge_fit(d.judge, GAME));
	assert_true(judge_fit(d.judge, SEAT_1));
	finish(&d);
	begin_lmc2(&d, 1);
	talk(&d, GAME, "< @judge over\n");
	assert_true(judge_fit(d.judge, GAME));
	finish(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_two_players_a_line_must_name_one),
		cmocka_unit_test(a_line_must_name_a_player_who_sits),
		cmocka_unit_test(exit_is_the_judges_alone),
		cmocka_unit_test(a_command_must_be_new_symbol_or_play),
		cmocka_unit_test(a_player_that_has_not_answered_is_not_asked_again),
		cmocka_unit_test(nobody_plays_without_an_alphabet_of_two_symbols),
		cmocka_unit_test(words_must_be_of_the_game),
		cmocka_unit_test(a_score_must_be_a_number_from_minus_one_to_one),
		cmocka_unit_test(a_symbol_must_be_one_short_word_of_its_own),
		cmocka_unit_test(a_game_has_at_most_80_symbols),
		cmocka_unit_test(a_player_has_no_other_channels),
		cmocka_unit_test(the_judge_listens_to_over_alone),
		cmocka_unit_test(a_line_before_the_name_of_the_game_program_is_its_fault),
		cmocka_unit_test(a_game_program_that_says_no_name_has_failed),
		cmocka_unit_test(a_game_program_that_leaves_has_failed),
		cmocka_unit_test(a_game_program_that_does_nothing_has_failed),
		cmocka_unit_test(a_game_program_may_wait_as_long_as_a_player_thinks),
		cmocka_unit_test(a_pause_is_no_time_of_the_game_program),
		cmocka_unit_test(a_game_program_that_talks_too_much_between_two_moves_is_cut_off),
		cmocka_unit_test(leniency_is_for_game_programs_too_unless_strict),
		cmocka_unit_test(a_timeout_is_told_to_the_game_and_the_match_goes_on),
		cmocka_unit_test(three_timeouts_in_a_row_lose),
		cmocka_unit_test(two_players_that_are_silent_in_one_turn_draw),
		cmocka_unit_test(who_can_still_answer_in_that_turn_is_waited_for),
		cmocka_unit_test(an_answer_of_any_kind_ends_a_row_of_timeouts),
		cmocka_unit_test(how_many_timeouts_lose_is_an_option),
		cmocka_unit_test(a_match_of_older_rules_ends_for_no_timeouts),
		cmocka_unit_test(a_game_without_end_ends_by_its_sums_after_so_many_turns),
		cmocka_unit_test(a_game_that_ends_after_its_last_turn_meets_no_limit),
		cmocka_unit_test(a_late_answer_is_reported_and_never_kept),
		cmocka_unit_test(a_late_answer_may_stand_in_the_pipe_when_the_next_play_goes_out),
		cmocka_unit_test(an_unknown_word_is_told_to_the_game_and_the_match_goes_on),
		cmocka_unit_test(outputs_that_nobody_asked_for_are_kept_from_the_game),
		cmocka_unit_test(when_strict_a_player_that_breaks_the_protocol_loses),
		cmocka_unit_test(a_player_that_says_no_name_has_not_started),
		cmocka_unit_test(a_player_that_leaves_is_told_to_the_game_which_may_go_on),
		cmocka_unit_test(how_a_player_ended_is_the_reason),
		cmocka_unit_test(nothing_is_said_to_a_player_that_has_left),
		cmocka_unit_test(who_asks_a_player_that_has_left_is_told_so_again),
		cmocka_unit_test(when_both_have_left_the_first_is_to_blame),
		cmocka_unit_test(a_lone_player_that_leaves_ends_the_match),
		cmocka_unit_test(a_mean_over_100_ms_is_told_at_the_end),
		cmocka_unit_test(a_player_that_leaves_is_not_asked_what_waited_at_the_gate),
		cmocka_unit_test(who_is_not_ready_within_the_match_limit_has_lost),
		cmocka_unit_test(a_game_program_has_no_match_limit),
		cmocka_unit_test(a_game_program_whose_game_is_not_over_plays_no_other),
	};

	return cmocka_run_group_tests_name("lmc2 faults", tests, NULL, NULL);
}
