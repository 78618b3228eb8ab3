/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_rejoin.c - the answers of fresh processes are compared with those of the old ones (rejoin.h), in all
 * systems.
 *
 * Requests of people, processes that come and go, and how the match continues are in test_rejoin_live.c.  */
#include "rejoin_fixture.h"

/* ---- the same answers ---- */

TEST(equal_answers_make_no_difference_in_any_system)
{
	static const unsigned fed[] = {ALL, 1u << SEAT_1, 1u << SEAT_2, 1u << SEAT_NONE};

	for (int i = 0; i < RECORDINGS; i++)
		for (int k = 0; k < 4; k++)
			for (size_t piece = 0; piece < 4; piece++) {
				struct dialogue d FREED_BY(dialogue_free);
				struct seance seance FREED_BY(seance_end) = {.piece = piece};

				record[i](&d);
				hold(&seance, &d, fed[k]);
				expect_done(&seance, 0);
				assert_true(seance.answer_count > 0 || !(fed[k] & BOTH));
				for (int s = 0; s < SEATS; s++)
					assert_int_equal(seance.spawned[s],
							 fed[k] & 1u << s &&
								 d.setup.seat[s].kind == SEAT_AGENT);
			}
}

TEST(fresh_processes_are_told_what_the_old_ones_were_told)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	record_gomocup(&d);
	hold(&seance, &d, 1u << SEAT_2);
	assert_string_equal(seance.told[SEAT_2].at,
			    "ABOUT\nSTART 15\nINFO max_memory 1000\nINFO timeout_match 60000\n"
			    "INFO timeout_turn 5000\nINFO game_type 1\nINFO rule 0\nINFO time_left 60000\n"
			    "TURN 7,7\nINFO time_left 59900\nTURN 7,8\n");
	assert_int_equal(seance.told[SEAT_1].size, 0);
}

TEST(the_times_of_both_answers_are_reported)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.slow = 3 * MS};

	record_gomocup(&d);
	hold(&seance, &d, 1u << SEAT_2);
	assert_int_equal(seance.answer_count, 2); /* OK, 8,8 */
	assert_string_equal(seance.answers[1].recorded, "8,8");
	assert_int_equal(seance.answers[1].recorded_ns, 100 * MS);
	assert_int_equal(seance.answers[1].answered_ns, 3 * MS);
	assert_int_equal(seance.answers[1].turn, 2);
	assert_int_equal(seance.answers[1].message, dialogue_find(&d, SEAT_2, "8,8")->n);
}

TEST(line_ends_make_no_difference)
{
	static const char *const ends[] = {"\r\n", "\n", "\r"};

	for (size_t i = 0; i < 3; i++)
		for (size_t piece = 0; piece < 3; piece++) {
			struct dialogue d FREED_BY(dialogue_free);
			struct seance seance FREED_BY(seance_end) = {.end = ends[i], .piece = piece};

			record_gomocup(&d);
			hold(&seance, &d, BOTH);
			expect_done(&seance, 0);
		}
}

TEST(chatter_is_ignored)
{
	struct change changes[] = {
		{.seat = SEAT_1, .was = "7,7", .says = "MESSAGE a\nDEBUG 7,8\n\nINFO x\n7,7\nDEBUG done\n"},
		{.seat = SEAT_2, .was = "8,8", .says = "DEBUG 1\n8,8\n"}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 2, .piece = 5};

	record_gomocup(&d);
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_true(changes[0].done && changes[1].done);
}

TEST(another_name_makes_no_difference)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "@info name p1", .says = "@info name p1.1\n"}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

	record_lmc(&d);
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_true(changes[0].done);
}

/* ---- other answers ---- */

TEST(a_different_answer_is_reported_and_the_recorded_one_stays)
{
	static const struct {
		int recording, seat;
		const char *was, *says, *answered;
		int turn;
	} of[] = {{0, SEAT_2, "8,8", "9,9\n", "9,9", 2},
		  {1, SEAT_1, "@output scissors", "@output rock\n", "@output rock", 3},
		  {2, SEAT_2, "@output a", "@output b\n", "@output b", 2},
		  {3, SEAT_1, "4 4", "4 5\n", "4 5", 2},
		  {3, SEAT_1, "4 4", "rubbish\n", "rubbish", 2},
		  {4, SEAT_2, "\2", "\1", "\1", 2}};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct change changes[] = {{.seat = of[i].seat, .was = of[i].was, .says = of[i].says}};
		struct dialogue d FREED_BY(dialogue_free);
		const struct told_answer *told;
		struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

		record[of[i].recording](&d);
		hold(&seance, &d, ALL);
		expect_done(&seance, 1);
		told = difference(&seance, 0);
		assert_int_equal(told->seat, of[i].seat);
		assert_int_equal(told->turn, of[i].turn);
		assert_string_equal(told->recorded, of[i].was);
		assert_string_equal(told->answered, of[i].answered);
		assert_string_equal(match_turn(rejoin_match(seance.rejoin), of[i].turn)->played,
				    match_turn(judge_match(d.judge), of[i].turn)->played);
		assert_int_equal(rejoin_match(seance.rejoin)->turn_count, judge_match(d.judge)->turn_count);
	}
}

TEST(a_different_line_of_a_game_program_is_reported_too)
{
	struct change changes[] = {
		{.seat = GAME, .was = "@player 1 @score 1", .says = "@player 1 @score 2\n"}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

	record_lmc2(&d);
	hold(&seance, &d, 1u << GAME);
	expect_done(&seance, 1);
	assert_string_equal(difference(&seance, 0)->answered, "@player 1 @score 2");
	assert_int_equal(rejoin_match(seance.rejoin)->sum[SEAT_1], 1);
}

/* ---- unasked lines ---- */

static void expect_unasked(const char *instead_of_unasked, const char *instead_of_answer, int differences,
			   const char *answered)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "3,3", .says = instead_of_unasked},
				   {.seat = SEAT_1, .was = "7,8", .says = instead_of_answer}};
	struct dialogue d FREED_BY(dialogue_free);
	const struct told_answer *last;
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 2};

	record_unasked(&d);
	hold(&seance, &d, 1u << SEAT_1);
	expect_done(&seance, differences);
	last = &seance.answers[seance.answer_count - 1];
	assert_string_equal(last->recorded, "7,8");
	assert_string_equal(last->answered, answered);
}

TEST(unasked_lines_may_come_early_late_or_never)
{
	expect_unasked("3,3\n", "7,8\n", 0, "7,8");
	expect_unasked("", "3,3\n7,8\n", 0, "7,8");
	expect_unasked("", "7,8\n", 1, "7,8");
	expect_unasked("", "7,9\n", 2, "7,9");
	expect_unasked("3,4\n", "7,8\n", 1, "7,8");
	expect_unasked("3,4\n", "7,9\n", 2, "7,9");
	expect_unasked("3,3\n", "7,9\n", 1, "7,9");
	expect_unasked("3,3\n", "3,3\n", 1, "3,3");
}

/* Seat 2 said something unasked before it answered.  */
TEST(an_info_without_effect_need_not_come_again)
{
	static const char *const says[] = {"", "@info mood good\n", "@info mood bad\n"};

	for (int i = 0; i < 3; i++) {
		struct change changes[] = {{.seat = SEAT_2, .was = "@info mood good", .says = says[i]}};
		struct dialogue d FREED_BY(dialogue_free);
		struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

		set_up_lmc(&d);
		dialogue_named(&d);
		talk(&d, SEAT_1, ROSHAMBO "> @command play\n< @output rock\n");
		talk(&d, SEAT_2, ROSHAMBO "> @command play\n< @info mood good\n< @output paper\n");
		talk(&d, SEAT_1, "> @input paper\n> @score -1\n> @command play\n");
		talk(&d, SEAT_2, "> @input rock\n> @score 1\n> @command play\n");
		hold(&seance, &d, BOTH);
		expect_done(&seance, i != 1);
	}
}

TEST(an_answer_that_resembles_an_unasked_line_is_found_in_the_end)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "3,3", .says = ""},
				   {.seat = SEAT_1, .was = "7,8", .says = "3,3\n"}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 2};

	record_unasked(&d);
	hold(&seance, &d, 1u << SEAT_1);
	expect_done(&seance, 2);
	assert_null(difference(&seance, 0)->answered);
	assert_string_equal(difference(&seance, 1)->recorded, "7,8");
	assert_string_equal(difference(&seance, 1)->answered, "3,3");
	assert_int_equal(seance.now, 7000000 + 2000 * (int64_t)MS); /* it might have been another line */
}

TEST(an_extra_answer_is_reported_and_shifts_no_later_ones)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "7,7", .says = "7,7\n1,1\n"}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

	record_gomocup(&d);
	hold(&seance, &d, BOTH);
	expect_done(&seance, 1);
	assert_null(difference(&seance, 0)->recorded);
	assert_int_equal(difference(&seance, 0)->message, 0);
	assert_string_equal(difference(&seance, 0)->answered, "1,1");
}

TEST(an_answer_before_its_question_counts)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "7,8", .says = "7,8\n", .early = true},
				   {.seat = SEAT_1, .was = "7,8", .says = ""}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 2};

	record_gomocup(&d);
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_true(changes[0].done);
}

TEST(actions_before_their_percept_are_compared)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {0};

	begin_small(&d);
	says(&d, SEAT_1, "010201"); /* the next two at once */
	says(&d, SEAT_2, "02");
	says(&d, SEAT_2, "02");
	hold(&seance, &d, BOTH);
	expect_done(&seance, 0);
	assert_int_equal(seance.answer_count, 7);
}

/* ---- missing answers ---- */

TEST(a_missing_answer_ends_the_rejoin_at_the_limit)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "7,8", .says = "ERROR I am lost\n"}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

	record_gomocup(&d);
	hold(&seance, &d, BOTH);
	expect_failed(&seance, "seat 1 (b1) did not answer within 60.000 s in turn 3");
	expect_failed(&seance, "it said \"ERROR I am lost\"");
	assert_int_equal(seance.now, 7000000 + 60000 * (int64_t)MS);
	assert_int_equal(rejoin_result(seance.rejoin)->differences, 1);
	assert_null(difference(&seance, 0)->answered);
	assert_string_equal(difference(&seance, 0)->recorded, "7,8");
}

TEST(a_process_that_ends_too_early_ends_the_rejoin)
{
	struct change changes[] = {{.seat = SEAT_2, .was = "8,8", .says = "DEBUG oh\n", .ends = true}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

	record_gomocup(&d);
	hold(&seance, &d, BOTH);
	expect_failed(&seance, "seat 2 (b2) exited with status 3 in turn 2, where the old process went on");
	assert_null(difference(&seance, 0)->answered);
}

TEST(an_end_after_the_last_answer_ends_the_rejoin_too)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "7,8", .says = "7,8\n", .ends = true}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1};

	record_gomocup(&d);
	hold(&seance, &d, 1u << SEAT_1);
	/* The last answer has come. Whether the end is heard before everything is fed is chance.  */
	if (seance.state == REJOIN_DONE)
		seance.state = rejoin_exited(seance.rejoin, seance.now, SEAT_1, (struct ending){0});
	assert_int_equal(rejoin_result(seance.rejoin)->differences, 0);
}

TEST(a_process_that_writes_without_end_is_stopped)
{
	enum { MUCH = 65 << 20 };
	FREED char *flood = bytes_new(MUCH + 1);
	struct change changes[] = {{.seat = SEAT_2, .was = "8,8\n", .says = flood}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.changes = changes, .change_count = 1, .binary = true};

	memset(flood, 'x', MUCH);
	record_gomocup(&d);
	seance_hold(&seance, &d, d.line_count, BOTH);
	expect_failed(&seance, "seat 2 (b2) writes without end");
}

/* ---- trying ---- */

/* Seat 2 is asked and never answers.  */
static void record_loss(struct dialogue *d, bool crash)
{
	record_gomocup(d);
	if (crash)
		dialogue_exit(d, SEAT_2, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	else
		dialogue_at(d, d->now + 6000 * MS);
	assert_true(judge_match(d->judge)->over);
	judge_dismiss(d->judge, d->now);
	dialogue_settle(d);
}

/* The ghost says this after the last TURN, but the old process did not.  */
static void add_last_words(struct dialogue *d, const char *words)
{
	struct message message = *dialogue_find(d, SEAT_2, "TURN 7,8");

	d->lines = bytes_resized(d->lines, (size_t)(d->line_count + 1) * sizeof(*d->lines));
	memmove(d->lines + index_of(d, dialogue_find(d, SEAT_2, "TURN 7,8")) + 2,
		d->lines + index_of(d, dialogue_find(d, SEAT_2, "TURN 7,8")) + 1,
		(size_t)(d->line_count - index_of(d, dialogue_find(d, SEAT_2, "TURN 7,8")) - 1) *
			sizeof(*d->lines));
	d->line_count++;
	message.direction = FROM_AGENT;
	message.channel = CHANNEL_DEBUG; /* which nobody hears in the recording */
	message.bytes = bytes_text("%s", words);
	message.size = strlen(words);
	d->lines[index_of(d, dialogue_find(d, SEAT_2, "TURN 7,8")) + 1] = (struct line){.message = message};
}

TEST(if_the_old_process_lost_in_silence_the_new_answer_is_reported)
{
	for (int crash = 0; crash < 2; crash++) {
		struct dialogue d FREED_BY(dialogue_free);
		struct seance seance FREED_BY(seance_end) = {.tries = true};

		record_loss(&d, crash);
		add_last_words(&d, "9,9\n");
		hold(&seance, &d, 1u << SEAT_2);
		expect_done(&seance, 1);
		assert_null(difference(&seance, 0)->recorded);
		assert_string_equal(difference(&seance, 0)->answered, "9,9");
		assert_int_equal(difference(&seance, 0)->turn, 4);
	}
}

TEST(staying_as_silent_as_the_old_process_makes_no_difference)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {.tries = true, .limit = 500 * MS};

	record_loss(&d, false);
	hold(&seance, &d, 1u << SEAT_2);
	expect_done(&seance, 0);
	assert_int_equal(seance.now, 7000000 + 500 * MS);
}

TEST(a_limit_of_the_rejoin_is_kept)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "7,8", .says = ""}};
	struct dialogue d FREED_BY(dialogue_free);
	struct seance seance FREED_BY(seance_end) = {
		.tries = true, .limit = 500 * MS, .changes = changes, .change_count = 1};

	record_gomocup(&d);
	hold(&seance, &d, BOTH);
	expect_failed(&seance, "did not answer within 0.500 s");
	assert_int_equal(seance.now, 7000000 + 500 * MS);
}

/* ---- after another move ---- */

/* Seat 1 answers 9,9 where 7,7 was recorded, and is told the position before its next question.  */
static void hold_parted(struct seance *seance, struct dialogue *d, struct change *change)
{
	*change = (struct change){.seat = SEAT_1, .was = "7,7", .says = "9,9\n"};
	seance->tries = true;
	seance->changes = change;
	seance->change_count = 1;
	record_gomocup(d);
	talk(d, SEAT_2, "< 8,9\n");
	talk(d, SEAT_1, "> TURN 8,9\n< 7,9\n");
	hold(seance, d, 1u << SEAT_1);
}

TEST(after_a_different_move_the_recorded_position_is_sent)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct change change;
	struct seance seance FREED_BY(seance_end) = {.restart = "OK\n", .done = "7,8\n"};

	hold_parted(&seance, &d, &change);
	expect_done(&seance, 1);
	assert_non_null(strstr(seance.told[SEAT_1].at,
			       "BEGIN\nRESTART\nINFO max_memory 1000\nINFO timeout_match 60000\nINFO "
			       "timeout_turn 5000\nINFO game_type 1\nINFO rule 0\nINFO time_left "
			       "59900\nBOARD\n7,7,1\n8,8,2\nDONE\nINFO time_left 59800\nTURN 8,9\n"));
	for (int i = 0; i < seance.answer_count; i++) {
		assert_int_equal(seance.answers[i].told, strcmp(seance.answers[i].recorded, "7,8") == 0);
		assert_false(seance.answers[i].misled);
	}
	assert_null(rejoin_result(seance.rejoin)->untold);
}

TEST(a_process_that_ignores_a_position_is_soon_not_compared_any_more)
{
	static const struct {
		const char *restart, *done, *untold;
	} of[] = {{"OK\n", "UNKNOWN\nUNKNOWN\n", "it said \"UNKNOWN\""},
		  {"OK\n", "ERROR no such word\n", "it said \"ERROR no such word\""}};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct dialogue d FREED_BY(dialogue_free);
		struct change change;
		struct seance seance FREED_BY(seance_end) = {.restart = of[i].restart, .done = of[i].done};

		hold_parted(&seance, &d, &change);
		/* The ghost hears no line it knows, so it answers the next question as before.  */
		expect_done(&seance, 2);
		assert_string_equal(difference(&seance, 1)->recorded, "7,8");
		assert_null(difference(&seance, 1)->answered);
		assert_true(seance.answers[seance.answer_count - 1].misled);
		assert_true(difference(&seance, 1)->misled);
		assert_false(difference(&seance, 0)->misled);
		assert_string_equal(rejoin_result(seance.rejoin)->untold, of[i].untold);
		assert_int_equal(seance.now, 7000000 + 2000 * (int64_t)MS);
	}
}

TEST(a_process_that_hangs_on_a_position_ends_the_rejoin)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct change change;
	struct seance seance FREED_BY(seance_end) = {.restart = "OK\n", .limit = 500 * MS};

	hold_parted(&seance, &d, &change);
	expect_failed(&seance, "did not answer within 0.500 s in turn 3");
	assert_int_equal(rejoin_result(seance.rejoin)->fresh_end.kind, REJOIN_SILENT);
}

TEST(a_process_that_does_not_answer_restart_is_started_again)
{
	struct dialogue d FREED_BY(dialogue_free);
	struct change change;
	struct seance seance FREED_BY(seance_end) = {.done = "7,8\n", .limit = 500 * MS};

	hold_parted(&seance, &d, &change);
	expect_done(&seance, 1);
	assert_int_equal(seance.spawned[SEAT_1], 2);
	assert_non_null(strstr(seance.told[SEAT_1].at, "RESTART\nEND\nABOUT\nSTART 15\nINFO max_memory"));
	assert_int_equal(seance.now, 7000000 + 500 * (int64_t)MS); /* not its limit in the match */
}

/* A person moves while the process thinks about the position that it was told, so the next question differs.
 */
TEST(a_process_that_was_told_a_position_learns_of_a_persons_move)
{
	struct change changes[] = {{.seat = SEAT_1, .was = "7,7", .says = "6,6\n"}};
	struct seance seance = {
		.tries = true, .restart = "OK\n", .done = "1,1\n", .changes = changes, .change_count = 1};
	struct dialogue d;

	init_gomocup(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(&d, SEAT_1, "> TURN 8,8\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "9,9"));
	talk(&d, SEAT_1, "< 1,1\n");
	talk(&d, SEAT_2, "> TURN 9,9\n< 1,2\n");
	talk(&d, SEAT_1, "> RESTART\n< OK\n> BOARD\n> 7,7,1\n> 8,8,2\n> 9,9,1\n> 1,2,2\n> DONE\n< 2,2\n");
	hold(&seance, &d, 1u << SEAT_1);
	expect_done(&seance, 1);
	assert_string_equal(seance.answers[seance.answer_count - 1].answered, "2,2");
	assert_int_equal(seance.now, 7000000); /* it did not have to wait */
	part(&seance, &d);
}

/* ---- how the process ended ---- */

static void expect_ends(const struct seance *seance, enum rejoin_end_kind old, enum rejoin_end_kind fresh)
{
	assert_int_equal(rejoin_result(seance->rejoin)->old_end.kind, old);
	assert_int_equal(rejoin_result(seance->rejoin)->fresh_end.kind, fresh);
}

TEST(a_time_better_than_the_old_one_loses_nothing_but_a_worse_one_does)
{
	static const struct {
		int64_t slow; /* the old process had 6 s */
		enum rejoin_end_kind fresh;
	} of[] = {{5900 * (int64_t)MS, REJOIN_LASTED}, {6100 * (int64_t)MS, REJOIN_LATE}};

	for (int i = 0; i < 2; i++) {
		struct dialogue d FREED_BY(dialogue_free);
		struct seance seance FREED_BY(seance_end) = {.tries = true, .slow = of[i].slow};

		record_loss(&d, false);
		add_last_words(&d, "9,9\n");
		hold(&seance, &d, 1u << SEAT_2);
		expect_done(&seance, 1);
		expect_ends(&seance, REJOIN_LATE, of[i].fresh);
	}
}

/* Seat 1 ends, unasked, while seat 2 thinks.  */
TEST(a_process_that_ends_unasked_like_the_old_one_has_ended_again)
{
	static const struct ending endings[] = {{.code = 0}, {.code = 3}};

	for (int old = 0; old < 2; old++)
		for (int ends = 0; ends < 2; ends++) {
			struct change changes[] = {
				{.seat = SEAT_1, .was = "7,8", .says = "7,8\n", .ends = ends}};
			struct dialogue d FREED_BY(dialogue_free);
			struct seance seance FREED_BY(seance_end) = {
				.tries = true, .changes = changes, .change_count = 1};

			record_gomocup(&d);
			dialogue_exit(&d, SEAT_1, endings[old]);
			talk(&d, SEAT_2, "< 9,9\n"); /* it is needed now */
			assert_true(judge_match(d.judge)->over);
			hold(&seance, &d, 1u << SEAT_1);
			expect_done(&seance, ends && old ? 0 : 1); /* a ghost ends with status 3 */
			expect_ends(&seance, old ? REJOIN_CRASHED : REJOIN_LEFT,
				    ends  ? REJOIN_CRASHED
				    : old ? REJOIN_LASTED
					  : REJOIN_SILENT); /* it gets the same question as the old process */
			assert_int_equal(rejoin_result(seance.rejoin)->old_end.turn, 3); /* its last line */
		}
}

/* Seat 1 has resigned, so seat 2 has only to leave.  */
TEST(after_the_verdict_only_a_crash_of_its_own_is_an_end)
{
	static const struct {
		struct ending ending;
		enum rejoin_end_kind old;
	} of[] = {{{.signalled = true, .code = 9, .signal = "SIGKILL"}, REJOIN_LASTED},
		  {{.signalled = true, .code = 15, .signal = "SIGTERM"}, REJOIN_LASTED},
		  {{.signalled = true, .code = 11, .signal = "SIGSEGV"}, REJOIN_CRASHED},
		  {{.code = 3}, REJOIN_LASTED}};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct dialogue d FREED_BY(dialogue_free);
		struct seance seance FREED_BY(seance_end) = {.tries = true};

		record_gomocup(&d);
		dialogue_request(&d, (struct request){.kind = REQUEST_RESIGN, .seat = SEAT_1});
		judge_dismiss(d.judge, d.now);
		dialogue_settle(&d);
		dialogue_exit(&d, SEAT_2, of[i].ending);
		hold(&seance, &d, 1u << SEAT_2);
		expect_done(&seance, 0);
		expect_ends(&seance, of[i].old, REJOIN_LASTED);
	}
}

TEST_MAIN(NULL, NULL)
