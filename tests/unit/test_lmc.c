/* test_lmc.c - the protocol lmc: the original's example, the wire, the order, and each fault (lmc, Wire;
 * Order; Faults).  */
#include "lmc_fixture.h"

/* ---- the original's example ---- */

/* The player's answers, against one that always says rock (lmc1, Example).  */
static void the_example_of_the_specification_comes_out_as_printed(void **state)
{
	static const char *const answers[] = {"scissors", "rock", "paper", "paper"};
	struct dialogue d;

	(void)state;
	set_up(&d, "4");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> # ringside ready\n< # Player Program Ready\n< @info name SimpleLearner\n");
	talk(&d, SEAT_2, "> # ringside ready\n< @info name Rock\n");
	for (int i = 0; i < 4; i++) {
		char *line = bytes_text("< @output %s\n", answers[i]);

		talk(&d, SEAT_1, line);
		talk(&d, SEAT_2, "< rock\n");
		free(line);
	}
	part(&d);
	expect_dialogue(&d, 1u << SEAT_1,
			"> # ringside ready\n"
			"< # Player Program Ready\n"
			"< @info name SimpleLearner\n"
			"> @command new\n"
			"> @command symbol rock\n"
			"> @command symbol paper\n"
			"> @command symbol scissors\n"
			"> @command play\n"
			"< @output scissors\n"
			"> @input rock\n"
			"> @score -1\n"
			"> @command play\n"
			"< @output rock\n"
			"> @input rock\n"
			"> @score 0\n"
			"> @command play\n"
			"< @output paper\n"
			"> @input rock\n"
			"> @score 1\n"
			"> @command play\n"
			"< @output paper\n"
			"> @input rock\n"
			"> @score 1\n"
			"> @command exit\n"
			"< @info exit\n");
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_1].name, "SimpleLearner");
	assert_int_equal(judge_faults(d.judge, SEAT_1) + judge_faults(d.judge, SEAT_2), 0);
	finish(&d);
}

static void each_line_of_the_example_is_on_its_channel(void **state)
{
	static const struct {
		const char *begin;
		enum channel channel;
	} rows[] = {{"# ringside", CHANNEL_COMMENT},
		    {"# Player", CHANNEL_COMMENT},
		    {"@info name", CHANNEL_INFO},
		    {"@command new", CHANNEL_COMMAND},
		    {"@command symbol", CHANNEL_COMMAND},
		    {"@command play", CHANNEL_COMMAND},
		    {"@output", CHANNEL_OUTPUT},
		    {"paper", CHANNEL_OUTPUT},
		    {"@input", CHANNEL_INPUT},
		    {"@score", CHANNEL_SCORE}};
	struct dialogue d;

	(void)state;
	set_up(&d, "2");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< # Player Program Ready\n");
	for (int s = SEAT_1; s < SEATS; s++)
		talk(&d, s, "< @info name p\n");
	for (int s = SEAT_1; s < SEATS; s++)
		talk(&d, s, "< @output rock\n");
	talk(&d, SEAT_1, "< paper\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(dialogue_find(&d, SEAT_1, rows[i].begin)->channel, rows[i].channel);
	finish(&d);
}

/* ---- getting ready ---- */

static void comments_may_come_before_the_name_and_all_else_is_a_fault(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> # ringside ready\n< # hello\n<  \n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	talk(&d, SEAT_1, "< rock\n< @output rock\n< @info mood fine\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 3);
	expect_fault(&d, SEAT_1, "a line before the name: \"rock\\n\"", "ignored");
	assert_true(dialogue_find(&d, SEAT_1, "rock")->flags & MESSAGE_DROPPED);
	talk(&d, SEAT_1, "< @info name p1\n");
	talk(&d, SEAT_2, "< @info name p2\n");
	talk(&d, SEAT_1, ROSHAMBO "> @command play\n");
	dialogue_moves(&d, "");
	finish(&d);
}

static void a_name_may_come_until_the_last_moment(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< @info name p2\n");
	d.now += 10 * (int64_t)NS_PER_S - 1;
	talk(&d, SEAT_1, "< @info name p1\n");
	assert_false(is_over(&d));
	talk(&d, SEAT_1, "> # ringside ready\n" ROSHAMBO "> @command play\n");
	finish(&d);
}

static void a_late_name_is_the_verdict_start(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< @info name p2\n");
	talk(&d, SEAT_1, "< # still reading\n< rock\n< @info name\n");
	assert_int_equal(judge_deadline(d.judge), d.now + 10 * (int64_t)NS_PER_S);
	dialogue_at(&d, d.now + 10 * (int64_t)NS_PER_S);
	dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
	finish(&d);
}

static void an_agent_that_leaves_before_its_name_has_not_started(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< @info exit\n");
	dialogue_verdict(&d, SEAT_1, REASON_START, SEAT_2);
	finish(&d);
	set_up(&d, "1");
	dialogue_begin(&d);
	dialogue_exit(&d, SEAT_2, (struct ending){0});
	dialogue_verdict(&d, SEAT_1, REASON_START, SEAT_2);
	finish(&d);
}

static void of_a_name_with_blanks_the_first_word_is_taken(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< @info name Deep Thought 2\n");
	expect_fault(&d, SEAT_1, "a name with blanks", "its first word is taken");
	assert_false(dialogue_find(&d, SEAT_1, "@info name")->flags & MESSAGE_DROPPED);
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_1].name, "Deep");
	finish(&d);
}

static void a_second_name_is_reported_and_ignored(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "1");
	talk(&d, SEAT_1, "< @info name other\n");
	expect_fault(&d, SEAT_1, "a second name", "ignored");
	assert_string_equal(judge_match(d.judge)->setup.seat[SEAT_1].name, "p1");
	talk(&d, SEAT_1, "< rock\n");
	dialogue_moves(&d, "rock");
	finish(&d);
}

static void nobody_is_told_of_a_game_before_all_are_ready(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> # ringside ready\n< @info name p1\n");
	dialogue_silent(&d, SEAT_1);
	talk(&d, SEAT_2, "< @info name p2\n");
	talk(&d, SEAT_1, ROSHAMBO "> @command play\n");
	finish(&d);
}

/* ---- order ---- */

static void both_outputs_are_collected_before_either_input_is_sent(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "2");
	talk(&d, SEAT_2, "< paper\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_silent(&d, SEAT_2);
	talk(&d, SEAT_1, "< rock\n> @input paper\n> @score -1\n> @command play\n");
	talk(&d, SEAT_2, "> @input rock\n> @score 1\n> @command play\n");
	expect_sums(&d, -1, 1);
	assert_true(turn_of(&d, 2)->sum[SEAT_2] == 1);
	finish(&d);
}

static void a_score_may_come_before_the_input(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "2");
	setup_set(&d.setup, "order", "score-first");
	dialogue_named(&d);
	talk(&d, SEAT_1, ROSHAMBO "> @command play\n< rock\n");
	talk(&d, SEAT_2,
	     ROSHAMBO "> @command play\n< scissors\n> @score -1\n> @input rock\n> @command play\n");
	talk(&d, SEAT_1, "> @score 1\n> @input scissors\n> @command play\n");
	finish(&d);
}

static void no_score_is_ever_written_with_an_exponent(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "2");
	setup_set(&d.setup, "game", "tiny.ini");
	setup_set(&d.setup, "table", "tiny\na b\n0.00001 -0.00001 0 0\n-0.000025 0.000025 0 0\n");
	dialogue_named(&d);
	talk(&d, SEAT_1, "< a\n");
	talk(&d, SEAT_2, "< a\n");
	talk(&d, SEAT_1, "< b\n");
	talk(&d, SEAT_2, "< a\n");
	assert_non_null(dialogue_find(&d, SEAT_1, "@score 0.00001\n"));
	assert_non_null(dialogue_find(&d, SEAT_1, "@score -0.000025\n"));
	assert_int_equal(d.scores, 4);
	finish(&d);
}

static void in_a_game_of_turns_one_is_asked_after_the_other(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "5");
	setup_set(&d.setup, "game", "tictactoe");
	dialogue_named(&d);
	assert_int_equal(dialogue_count(&d, SEAT_1, "@command symbol"), 9);
	assert_int_equal(dialogue_count(&d, SEAT_1, "@command play"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_2, "@command play"), 0);
	talk(&d, SEAT_1, "< 1\n");
	assert_int_equal(dialogue_count(&d, SEAT_2, "@input 1"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_2, "@command play"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "@command play"), 1);
	talk(&d, SEAT_2, "< 4\n");
	assert_int_equal(d.scores, 0);
	talk(&d, SEAT_1, "< 2\n");
	talk(&d, SEAT_2, "< 5\n");
	talk(&d, SEAT_1, "< 3\n");
	expect_sums(&d, 1, -1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "@score 1\n"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_2, "@score -1\n"), 1);
	finish(&d);
}

static void the_next_game_begins_with_new_in_the_same_process(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	d.setup.game = 2;
	setup_name(&d.setup, SEAT_1, "p1");
	dialogue_begin_warm(&d, 1u << SEAT_1);
	talk(&d, SEAT_2, "> # ringside ready\n< @info name p2\n"); /* a fresh one in its place */
	talk(&d, SEAT_1, ROSHAMBO "> @command play\n< paper\n");
	talk(&d, SEAT_2, ROSHAMBO "> @command play\n< rock\n");
	assert_int_equal(d.spawns[SEAT_1], 0);
	assert_int_equal(dialogue_count(&d, SEAT_1, "# ringside ready"), 0);
	part(&d);
	expect_sums(&d, 1, -1);
	finish(&d);
}

static void everybody_is_told_to_leave_and_says_so(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "1");
	talk(&d, SEAT_1, "< rock\n");
	talk(&d, SEAT_2, "< rock\n> @input rock\n> @score 0\n");
	talk(&d, SEAT_1, "> @input rock\n> @score 0\n");
	part(&d);
	talk(&d, SEAT_1, "> @command exit\n");
	dialogue_exit(&d, SEAT_1, (struct ending){0});
	dialogue_exit(&d, SEAT_2, (struct ending){.code = 1});
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	assert_int_equal(judge_faults(d.judge, SEAT_1) + judge_faults(d.judge, SEAT_2), 0);
	finish(&d);
}

/* ---- outputs ---- */

static void an_output_before_a_play_is_reported_and_never_kept(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< @info name p1\n< rock\n");
	expect_fault(&d, SEAT_1, "an output that nobody asked for: \"rock\\n\"", "ignored");
	talk(&d, SEAT_2, "< @info name p2\n< rock\n");
	dialogue_moves(&d, "rock"); /* of seat 2 alone */
	talk(&d, SEAT_1, "< paper\n");
	dialogue_moves(&d, "rock paper");
	finish(&d);
}

static void a_second_output_is_reported_and_never_kept(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "2");
	talk(&d, SEAT_1, "< rock\n< paper\n< scissors\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 2);
	assert_int_equal(dialogue_count(&d, SEAT_1, "an output that nobody asked for"), 1);
	talk(&d, SEAT_2, "< rock\n> @input rock\n");
	assert_int_equal(judge_match(d.judge)->turn_count, 2);
	talk(&d, SEAT_1, "> @input rock\n> @score 0\n> @command play\n< paper\n");
	dialogue_moves(&d, "rock rock paper");
	assert_int_equal(judge_match(d.judge)->turns[0].faults, 0);
	assert_int_equal(judge_match(d.judge)->turns[1].faults, 0);
	assert_int_equal(judge_match(d.judge)->turns[2].faults, 2); /* since the turn before */
	finish(&d);
}

static void an_output_that_stood_in_the_pipe_before_the_play_is_no_answer_to_it(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "2");
	talk(&d, SEAT_1, "< rock\n");
	d.in_pipe[SEAT_1] = "scissors\n";
	talk(&d, SEAT_2, "< rock\n");
	assert_true(dialogue_find(&d, SEAT_1, "scissors")->flags & MESSAGE_UNASKED);
	expect_fault(&d, SEAT_1, "an output that nobody asked for: \"scissors\\n\"", "ignored");
	talk(&d, SEAT_1, "< paper\n");
	dialogue_moves(&d, "rock rock paper");
	finish(&d);
}

static void faults_are_shown_once_a_kind_and_counted(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "1");
	talk(&d, SEAT_1, "< @mood good\n< @mood bad\n< @mood good\n< rock\n");
	assert_int_equal(dialogue_count(&d, SEAT_1, "a channel that nobody listens to: \"@mood"), 1);
	talk(&d, SEAT_2, "< rock\n");
	assert_non_null(dialogue_find(&d, SEAT_1, "a channel that nobody listens to: 3 times in all"));
	finish(&d);
}

static void an_unknown_symbol_loses(void **state)
{
	static const char *const lines[] = {"< lizard\n", "< @output lizard\n", "< @output\n", "< Rock\n",
					    "< @output rock paper\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct dialogue d;

		begin(&d, "2");
		talk(&d, SEAT_1, lines[i]);
		dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
		finish(&d);
	}
}

static void an_unknown_symbol_may_be_a_score_of_minus_one(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "2");
	setup_set(&d.setup, "illegal", "score");
	dialogue_named(&d);
	talk(&d, SEAT_1, ROSHAMBO "> @command play\n< lizard\n");
	talk(&d, SEAT_2, ROSHAMBO "> @command play\n< rock\n> @score 1\n> @command play\n");
	talk(&d, SEAT_1, "> @input rock\n> @score -1\n> @command play\n");
	expect_fault(&d, SEAT_1, "an unknown symbol: \"lizard\\n\"", "a score of -1");
	expect_sums(&d, -1, 1);
	dialogue_moves(&d, "lizard rock");
	finish(&d);
}

static void what_is_no_output_is_reported_and_ignored(void **state)
{
	static const char *const rows[][2] = {
		{"rock paper", "a line with blanks in it: \"rock paper\\n\""},
		{"@mood good", "a channel that nobody listens to: \"@mood good\\n\""},
		{"@input rock", "a channel that nobody listens to: \"@input rock\\n\""},
		{"@command play", "a channel that nobody listens to: \"@command play\\n\""},
		{"@ rock", "a channel that nobody listens to: \"@ rock\\n\""},
		{"@info mood good", "an info that nobody knows: \"@info mood good\\n\""},
		{"@info", "an info that nobody knows: \"@info\\n\""}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *line = bytes_text("< %s\n", rows[i][0]);
		struct dialogue d;

		begin(&d, "1");
		talk(&d, SEAT_1, line);
		expect_fault(&d, SEAT_1, rows[i][1], "ignored");
		assert_true(dialogue_find(&d, SEAT_1, rows[i][0])->flags & MESSAGE_DROPPED);
		assert_true(dialogue_find(&d, SEAT_1, rows[i][0])->flags & MESSAGE_FAULT);
		dialogue_moves(&d, "");
		talk(&d, SEAT_1, "< rock\n");
		dialogue_moves(&d, "rock");
		finish(&d);
		free(line);
	}
}

static void comments_and_empty_lines_are_nothing(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "1");
	talk(&d, SEAT_1, "< # rock  rock \n< \n< #\n< rock\n");
	dialogue_moves(&d, "rock");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

/* ---- leniency ---- */

static const struct {
	const char *bytes, *kind;
} lenient[] = {{"rock\r\n", "lines that end in CR"},
	       {"rock\r", "lines that end in CR"},
	       {"@output rock \n", "blanks at the end of a line"},
	       {"rock\t\n", "blanks at the end of a line"},
	       {"@output  rock\n", "more than one blank"},
	       {"@output\trock\n", "more than one blank"},
	       {" rock\n", "more than one blank"}};

enum { LENIENT = sizeof(lenient) / sizeof(lenient[0]) };

static void what_can_be_understood_is_taken_and_told_once_a_kind(void **state)
{
	(void)state;
	for (int i = 0; i < LENIENT; i++) {
		struct dialogue d;

		begin(&d, "3");
		for (int round = 1; round <= 2; round++) {
			dialogue_bytes(&d, SEAT_1, lenient[i].bytes, strlen(lenient[i].bytes));
			assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
			expect_fault(&d, SEAT_1, lenient[i].kind, "taken all the same");
			talk(&d, SEAT_2, "< rock\n");
			assert_int_equal(judge_match(d.judge)->turn_count, 2 * round);
		}
		assert_int_equal(judge_faults(d.judge, SEAT_2), 0);
		assert_string_equal(turn_of(&d, 3)->answered, "rock");
		finish(&d);
	}
}

static void when_strict_each_leniency_loses(void **state)
{
	(void)state;
	for (int i = 0; i < LENIENT; i++) {
		struct dialogue d;

		set_up(&d, "1");
		d.setup.strict = true;
		dialogue_named(&d);
		dialogue_bytes(&d, SEAT_1, lenient[i].bytes, strlen(lenient[i].bytes));
		dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
		assert_non_null(strstr(judge_match(d.judge)->verdict.detail, lenient[i].kind));
		dialogue_moves(&d, "");
		finish(&d);
	}
}

static void when_strict_what_would_be_ignored_loses(void **state)
{
	static const char *const rows[][2] = {{"rock paper", "a line with blanks in it"},
					      {"@mood good", "a channel that nobody listens to"},
					      {"@info mood good", "an info that nobody knows"},
					      {"@info name other", "a second name"}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *line = bytes_text("< %s\n", rows[i][0]);
		struct dialogue d;

		set_up(&d, "1");
		d.setup.strict = true;
		dialogue_named(&d);
		talk(&d, SEAT_1, line);
		dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
		expect_fault(&d, SEAT_1, rows[i][1], "loses (--strict)");
		finish(&d);
		free(line);
	}
}

static void when_strict_a_name_with_blanks_loses_and_is_not_taken(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	d.setup.strict = true;
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< @info name Deep Thought\n");
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	assert_int_equal(d.names, 0);
	finish(&d);
}

static void a_strict_match_without_faults_is_like_any_other(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "1");
	d.setup.strict = true;
	dialogue_named(&d);
	talk(&d, SEAT_1, "< # well\n< rock\n");
	talk(&d, SEAT_2, "< @output paper\n");
	expect_sums(&d, -1, 1);
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	finish(&d);
}

static void a_last_line_without_a_line_end_is_taken_and_told(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "1");
	dialogue_bytes(&d, SEAT_1, "rock", 4);
	dialogue_moves(&d, "");
	dialogue_exit(&d, SEAT_1, (struct ending){0});
	dialogue_moves(&d, "rock");
	expect_fault(&d, SEAT_1, "a last line without a line end", "taken all the same");
	talk(&d, SEAT_2, "< paper\n");
	dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
	finish(&d);
}

/* ---- time ---- */

static void a_move_at_the_limit_is_late(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "1");
	talk(&d, SEAT_1, "< rock\n");
	dialogue_at(&d, d.now + 100 * MS - 1);
	talk(&d, SEAT_2, "< # soon\n");
	assert_false(is_over(&d));
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	talk(&d, SEAT_2, "< rock\n"); /* a late one */
	assert_true(dialogue_find(&d, SEAT_2, "rock")->flags & MESSAGE_DROPPED);
	dialogue_moves(&d, "rock");
	finish(&d);
}

static void the_limit_is_five_seconds_when_nobody_says_another(void **state)
{
	struct dialogue d;

	(void)state;
	dialogue_init_lmc(&d, "lmc");
	dialogue_named(&d);
	assert_int_equal(judge_deadline(d.judge), d.now + 5 * (int64_t)NS_PER_S);
	finish(&d);
}

static void a_mean_over_100_ms_is_told_at_the_end(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, "2");
	d.setup.turn_limit = NS_PER_S;
	dialogue_named(&d);
	for (int round = 0; round < 2; round++) {
		dialogue_at(&d, d.now + (round ? 140 : 60) * MS); /* 100 on average */
		talk(&d, SEAT_1, "< rock\n");
		dialogue_at(&d, d.now + 5 * MS);
		talk(&d, SEAT_2, "< rock\n");
	}
	assert_true(is_over(&d));
	assert_null(dialogue_find(&d, SEAT_1, "took"));
	assert_non_null(dialogue_find(&d, SEAT_2, "took 105 ms a move on average"));
	finish(&d);
}

/* ---- leaving ---- */

static void who_says_exit_after_its_last_move_has_not_lost(void **state)
{
	static const char *const endings[] = {"< @info exit\n", NULL};

	(void)state;
	for (int i = 0; i < 2; i++)
		for (int last = 0; last < 2; last++) {
			struct dialogue d;

			begin(&d, last ? "1" : "2");
			talk(&d, SEAT_1, "< rock\n");
			if (endings[i])
				talk(&d, SEAT_1, endings[i]);
			else
				dialogue_exit(&d, SEAT_1, (struct ending){.code = 0});
			assert_false(is_over(&d));
			talk(&d, SEAT_2, "< paper\n");
			if (last)
				dialogue_verdict(&d, WINNER_DRAW, "score", SEAT_NONE);
			else
				dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
			finish(&d);
		}
}

static void saying_exit_in_the_middle_is_the_verdict_exit(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, "1");
	talk(&d, SEAT_2, "< @info exit\n");
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	assert_int_equal(judge_match(d.judge)->verdict.proof[1], dialogue_find(&d, SEAT_2, "@info exit")->n);
	finish(&d);
}

static void an_end_without_it_is_a_crash_or_an_exit_by_the_status(void **state)
{
	static const struct {
		struct ending ending;
		const char *reason;
	} rows[] = {{{0}, REASON_EXIT},
		    {{.code = 3}, REASON_CRASH},
		    {{.signalled = true, .code = 11, .signal = "SIGSEGV"}, REASON_CRASH}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;

		begin(&d, "1");
		dialogue_exit(&d, SEAT_1, rows[i].ending);
		dialogue_verdict(&d, SEAT_2, rows[i].reason, SEAT_1);
		finish(&d);
	}
}

/* ---- options ---- */

static void options_that_make_no_sense_are_refused_in_words(void **state)
{
	static const char *const rows[][3] = {
		{"order", "backwards", "--order backwards: expected input-first or score-first"},
		{"illegal", "maybe", "--illegal maybe: expected loses or score"}};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;
		char *problem;

		set_up(&d, "1");
		problem = setup_set(&d.setup, rows[i][0], rows[i][1]);
		assert_non_null(problem);
		assert_string_equal(problem, rows[i][2]);
		free(problem);
		dialogue_free(&d);
	}
}

static void symbols_that_cannot_be_are_refused_before_anything_starts(void **state)
{
	static const char *const symbols[] = {"@a b", "#a b", "a a", "a",
					      "a bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}; /* 32 bytes */

	(void)state;
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		char *table = bytes_text("bad\n%s\n0 0 0 0\n0 0 0 0\n", symbols[i]), *problem;
		struct dialogue d;

		set_up(&d, "1");
		setup_set(&d.setup, "game", "bad.ini");
		setup_set(&d.setup, "table", table);
		assert_null(judge_new(&d.setup, &problem));
		assert_non_null(problem);
		free(problem);
		free(table);
		dialogue_free(&d);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_example_of_the_specification_comes_out_as_printed),
		cmocka_unit_test(each_line_of_the_example_is_on_its_channel),
		cmocka_unit_test(comments_may_come_before_the_name_and_all_else_is_a_fault),
		cmocka_unit_test(a_name_may_come_until_the_last_moment),
		cmocka_unit_test(a_late_name_is_the_verdict_start),
		cmocka_unit_test(an_agent_that_leaves_before_its_name_has_not_started),
		cmocka_unit_test(of_a_name_with_blanks_the_first_word_is_taken),
		cmocka_unit_test(a_second_name_is_reported_and_ignored),
		cmocka_unit_test(nobody_is_told_of_a_game_before_all_are_ready),
		cmocka_unit_test(both_outputs_are_collected_before_either_input_is_sent),
		cmocka_unit_test(a_score_may_come_before_the_input),
		cmocka_unit_test(no_score_is_ever_written_with_an_exponent),
		cmocka_unit_test(in_a_game_of_turns_one_is_asked_after_the_other),
		cmocka_unit_test(the_next_game_begins_with_new_in_the_same_process),
		cmocka_unit_test(everybody_is_told_to_leave_and_says_so),
		cmocka_unit_test(an_output_before_a_play_is_reported_and_never_kept),
		cmocka_unit_test(a_second_output_is_reported_and_never_kept),
		cmocka_unit_test(an_output_that_stood_in_the_pipe_before_the_play_is_no_answer_to_it),
		cmocka_unit_test(faults_are_shown_once_a_kind_and_counted),
		cmocka_unit_test(an_unknown_symbol_loses),
		cmocka_unit_test(an_unknown_symbol_may_be_a_score_of_minus_one),
		cmocka_unit_test(what_is_no_output_is_reported_and_ignored),
		cmocka_unit_test(comments_and_empty_lines_are_nothing),
		cmocka_unit_test(what_can_be_understood_is_taken_and_told_once_a_kind),
		cmocka_unit_test(when_strict_each_leniency_loses),
		cmocka_unit_test(when_strict_what_would_be_ignored_loses),
		cmocka_unit_test(when_strict_a_name_with_blanks_loses_and_is_not_taken),
		cmocka_unit_test(a_strict_match_without_faults_is_like_any_other),
		cmocka_unit_test(a_last_line_without_a_line_end_is_taken_and_told),
		cmocka_unit_test(a_move_at_the_limit_is_late),
		cmocka_unit_test(the_limit_is_five_seconds_when_nobody_says_another),
		cmocka_unit_test(a_mean_over_100_ms_is_told_at_the_end),
		cmocka_unit_test(who_says_exit_after_its_last_move_has_not_lost),
		cmocka_unit_test(saying_exit_in_the_middle_is_the_verdict_exit),
		cmocka_unit_test(an_end_without_it_is_a_crash_or_an_exit_by_the_status),
		cmocka_unit_test(options_that_make_no_sense_are_refused_in_words),
		cmocka_unit_test(symbols_that_cannot_be_are_refused_before_anything_starts),
	};

	return cmocka_run_group_tests_name("lmc", tests, NULL, NULL);
}
