/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess.c - the system qchess: its lines in the order of the document, and how matches end (qchess,
 * Wire; Rules), where chance or many cases keep them out of tests/dialogues.  */
#include "qchess_match_fixture.h"

/* ---- the wire ---- */

TEST(a_new_game_begins_with_all_pieces_and_a_collapse)
{
	int first = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct dialogue d FREED_BY(finish);

		dialogue_init_qchess(&d);
		d.setup.seed = seed;
		begun(&d);
		talk(&d, SEAT_1, "< 1 7\n");
		first += dialogue_count(&d, SEAT_2, "1 7 0 knight\n");
		assert_int_equal(dialogue_count(&d, SEAT_2, "1 7 0 knight\n") +
					 dialogue_count(&d, SEAT_2, "1 7 1 "),
				 1);
	}
	assert_true(first >= 1 && first <= 19);
}

/* ---- selections that cannot move, promotion ---- */

TEST(a_pawn_on_the_far_row_becomes_a_queen_for_good)
{
	struct dialogue d FREED_BY(finish);

	begin(&d, KINGS "white pawn ['pawn', 'pawn'] at 5,1\n");
	talk(&d, SEAT_1, "< 5 1\n> 5 1 0 pawn\n> MOVE?\n< 5 0\n> 5 1 -> 5 0\n");
	talk(&d, SEAT_2, "> 5 1 0 pawn\n> 5 1 -> 5 0\n> SELECTION?\n< 3 0\n< 3 1\n");
	talk(&d, SEAT_1, "> 3 0 0 king\n> 3 0 -> 3 1\n> SELECTION?\n< 5 0\n");
	/* It is on black: chance decides whether it is the queen now, or the pawn that it was.  */
	if (dialogue_count(&d, SEAT_1, "5 0 0 queen\n")) {
		talk(&d, SEAT_1, "> 5 0 0 queen\n> MOVE?\n< 5 6\n> 5 0 -> 5 6\n");
	} else {
		talk(&d, SEAT_1, "> 5 0 1 pawn\n");
		dialogue_silent(&d, SEAT_1);
	}
	assert_false(is_over(&d));
}

/* It is on black and both its states are pawns: chance decides only which of them.  */
TEST(a_piece_that_collapses_to_a_pawn_on_the_far_row_cannot_move)
{
	struct dialogue d FREED_BY(finish);

	begin(&d, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	talk(&d, SEAT_1, "< 7 0\n");
	assert_int_equal(
		dialogue_count(&d, SEAT_1, "7 0 0 pawn\n") + dialogue_count(&d, SEAT_1, "7 0 1 pawn\n"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "MOVE?"), 0);
	assert_int_equal(dialogue_count(&d, SEAT_2, "SELECTION?"), 1);
}

TEST(with_an_option_that_pawn_is_a_queen_at_once)
{
	struct dialogue d FREED_BY(finish);

	set_up(&d, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	setup_set(&d.setup, "promote-on-touch", "");
	begun(&d);
	talk(&d, SEAT_1, "< 7 0\n");
	assert_int_equal(
		dialogue_count(&d, SEAT_1, "7 0 0 queen\n") + dialogue_count(&d, SEAT_1, "7 0 1 queen\n"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "MOVE?"), 1);
}

TEST(an_override_may_choose_the_state)
{
	for (uint64_t seed = 0; seed < 8; seed++)
		for (int index = 0; index < 2; index++) {
			FREED char *move = bytes_text("4 6 %d", index), *words = bytes_text("4 6 %d ", index);
			struct dialogue d;

			dialogue_init_qchess(&d);
			d.setup.seed = seed;
			begun(&d);
			dialogue_request(&d, plays(REQUEST_OVERRIDE, move));
			assert_memory_equal(turn_of(&d, 1)->played, words, strlen(words));
			assert_null(turn_of(&d, 1)->answered);
			assert_int_equal(dialogue_count(&d, SEAT_1, words), 1);
			assert_int_equal(dialogue_count(&d, SEAT_2, words), 1);
			finish(&d);
		}
}

/* Starting the second agent takes longer than the delay, so the lines to the first have to wait.  */
TEST(the_delay_is_between_written_lines)
{
	struct dialogue d FREED_BY(finish);

	set_up(&d, KINGS ROOKS);
	setup_set(&d.setup, "line-delay", "50");
	d.manual = true;
	dialogue_begin(&d);
	judge_started(d.judge, d.now, SEAT_1);
	d.now += 1000 * MS;
	judge_started(d.judge, d.now, SEAT_2);
	dialogue_settle(&d);
	talk(&d, SEAT_1, "> white\n");
	dialogue_silent(&d, SEAT_1);
	dialogue_at(&d, judge_deadline(d.judge));
	talk(&d, SEAT_1, "> SELECTION?\n");
	assert_int_equal(dialogue_find(&d, SEAT_1, "SELECTION?")->t_ns,
			 dialogue_find(&d, SEAT_1, "white")->t_ns + 50 * MS);
}

#define MORE "more than two numbers in an answer"

/* ---- accepted answers ---- */

static const char *const longer[] = {"0 7 0 rook", "0 7 5", "0 7 and so on", "0 7\t-> 0 4", " 0 7 , "};

TEST(more_than_two_numbers_are_reported_and_the_first_two_are_used)
{
	for (size_t i = 0; i < sizeof(longer) / sizeof(longer[0]); i++) {
		FREED char *script = bytes_text("< %s\n> 0 7 0 rook\n> MOVE?\n", longer[i]);
		struct dialogue d;

		begin(&d, KINGS ROOKS);
		talk(&d, SEAT_1, script);
		expect_fault(&d, SEAT_1, MORE, "the first two are taken");
		assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
		assert_false(dialogue_find(&d, SEAT_1, longer[i])->flags & MESSAGE_DROPPED);
		finish(&d);
	}
}

/* ---- answers that lose ---- */

static void lose_by(const char *before, const char *answer, const char *reason, const char *word)
{
	FREED char *script = bytes_text("%s< %s\n", before, answer), *end = bytes_text("(%s)", word);
	const struct verdict *verdict;
	struct dialogue d;
	int moves = *before ? 1 : 0;

	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_1, script);
	if (!is_over(&d))
		fail_msg("\"%s\" was accepted", answer);
	dialogue_verdict(&d, SEAT_2, reason, SEAT_1);
	expect_detail(&d, end);
	expect_detail(&d, moves ? "MOVE?" : "SELECTION?");
	verdict = &judge_match(d.judge)->verdict;
	assert_int_equal(judge_match(d.judge)->turn_count, moves);
	/* The question and the answer.  */
	assert_int_equal(verdict->proof[0], dialogue_find(&d, SEAT_1, moves ? "MOVE?" : "SELECTION?")->n);
	assert_int_equal(verdict->proof[1], dialogue_find(&d, SEAT_1, answer)->n);
	part(&d);
	talk(&d, SEAT_2, moves ? "> 0 7 0 rook\n> QUIT\n" : "> QUIT\n");
	finish(&d);
}

TEST(anything_but_two_numbers_loses_by_the_protocol)
{
	static const char *const answers[] = {
		"4",    "4 ",       "four six", "e4",        "E2 E4",   "4,6", "-1 3",  "3 -1",
		"+4 6", "4.0 6.0",  "4 6.5",    "0 7x",      "0x0 0x7", " ",   "\t \t", "?",
		"0\v7", "\xff\xfe", "SELECT",   "0 7-> 0 4", "(0 7)",   "QUIT"};

	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		lose_by("", answers[i], REASON_PROTOCOL, "GIBBERISH");
		lose_by("< 0 7\n", answers[i], REASON_PROTOCOL, "GIBBERISH");
	}
}

TEST(a_detail_shows_no_control_bytes_and_shortens_a_long_answer)
{
	struct bytes text = {0};
	struct dialogue d;

	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_1, "< 4 4 \x1b[31mred\n");
	expect_detail(&d, "4 4 \\x1b[31mred");
	assert_null(strchr(judge_match(d.judge)->verdict.detail, '\x1b'));
	finish(&d);
	for (int letters = 0; letters < 2; letters++) {
		bytes_add_text(&text, letters ? "" : "4 4 ");
		for (int i = 0; i < 100000; i++)
			bytes_add_text(&text, "x");
		bytes_add_text(&text, "\n");
		begin(&d, KINGS ROOKS);
		dialogue_bytes(&d, SEAT_1, text.at, text.size);
		dialogue_verdict(&d, SEAT_2, letters ? REASON_PROTOCOL : REASON_ILLEGAL, SEAT_1);
		assert_true(strlen(judge_match(d.judge)->verdict.detail) >= 64 &&
			    strlen(judge_match(d.judge)->verdict.detail) <= 300);
		finish(&d);
		bytes_free(&text);
	}
}

TEST_MAIN(NULL, NULL)
