/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess_answers.c - answers of qchess agents: which are accepted, which lose, which are ignored
 * (qchess, Wire) (agent-text-api, Request; Update).  */
#include "qchess_match_fixture.h"

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

/* ---- limits ---- */

TEST(updates_and_chatter_do_not_extend_a_limit)
{
	struct dialogue d FREED_BY(finish);
	int64_t limit;

	begin(&d, KINGS ROOKS);
	limit = judge_deadline(d.judge);
	for (int i = 0; i < 10; i++) {
		d.now += 10 * MS;
		talk(&d, SEAT_2, "< hello\n");
		talk(&d, SEAT_1, "< \n");
		assert_int_equal(judge_deadline(d.judge), limit);
	}
}

TEST_MAIN(NULL, NULL)
