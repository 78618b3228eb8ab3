/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess_answers.c - answers of qchess agents: which are accepted, which lose, which are ignored
 * (qchess, Wire) (agent-text-api, Request; Update).  */
#include "qchess_match_fixture.h"

#define UPDATE "a response to an update"
#define COLOUR "a response to the colour"
#define MORE   "more than two numbers in an answer"

/* ---- accepted answers ---- */

static const char *const longer[] = {"0 7 0 rook", "0 7 5", "0 7 and so on", "0 7\t-> 0 4", " 0 7 , "};

TEST(more_than_two_numbers_are_reported_and_the_first_two_are_used)
{
	for (size_t i = 0; i < sizeof(longer) / sizeof(longer[0]); i++) {
		char *script = bytes_text("< %s\n> 0 7 0 rook\n> MOVE?\n", longer[i]);
		struct dialogue d;

		begin(&d, KINGS ROOKS);
		talk(&d, SEAT_1, script);
		expect_fault(&d, SEAT_1, MORE, "the first two are taken");
		assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
		assert_false(dialogue_find(&d, SEAT_1, longer[i])->flags & MESSAGE_DROPPED);
		finish(&d);
		free(script);
	}
}

/* ---- answers that lose ---- */

static void lose_by(const char *before, const char *answer, const char *reason, const char *word)
{
	char *script = bytes_text("%s< %s\n", before, answer), *end = bytes_text("(%s)", word);
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
	free(script);
	free(end);
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

TEST(an_illegal_move_is_reported_with_the_piece_and_its_legal_moves)
{
	static const struct {
		const char *pieces, *select, *move, *detail, *why;
	} rows[] = {
		{KINGS "white knight ['knight', 'knight'] at 1,7\n", "1 7", "7 4",
		 "which cannot be reached by the knight on 1 7: it can go to 0 5, 2 5 or 3 6 (ILLEGAL)",
		 "The piece on 1 7 is in state 0, a knight. It can go to 0 5, 2 5 or 3 6."},
		{KINGS "white knight ['knight', 'knight'] at 1,7\n", "1 7", "1 7",
		 "which is where the selected knight stands, which cannot be put back: it can go to 0 5",
		 NULL},
		/* Too long for a verdict; `why` shows all of it.  */
		{KINGS "white queen ['queen', 'queen'] at 0,4\n", "0 4", "1 6",
		 "the queen on 0 4: it can go to 0 0, 4 0, 0 1, 3 1, 0 2, 2 2, 0 3, 1 3 or 12 more (ILLEGAL)",
		 "It can go to 0 0, 4 0, 0 1, 3 1, 0 2, 2 2, 0 3, 1 3, 1 4, 2 4,"},
		/* Both of its types are known.  */
		{KINGS "white knight ['knight', 'rook'] at 1,7\n", "1 7", "1 4",
		 "the knight on 1 7: it can go to", "In state 1 it is a rook, which could have gone to 1 4."},
		{KINGS "white knight ['knight', 'rook'] at 1,7\n", "1 7", "7 4",
		 "the knight on 1 7: it can go to",
		 "In state 1 it is a rook, which could not have gone there"},
		{KINGS "black unknown ['knight', '?rook'] at 1,1\n", NULL, "1 1",
		 "which holds a piece of the other colour, black's knight or ? (COLOUR)",
		 "White can select 3 7."},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;
		char *said, *script = bytes_text("< %s\n", rows[i].move);

		set_up(&d, rows[i].pieces);
		dialogue_begin(&d);
		if (rows[i].select)
			said = bytes_text("< %s\n", rows[i].select), talk(&d, SEAT_1, said), free(said);
		talk(&d, SEAT_1, script);
		dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
		expect_detail(&d, rows[i].detail);
		said = dialogue_why(&d, WHY_VERDICT, 0);
		if (rows[i].why && !strstr(said, rows[i].why))
			fail_msg("\"%s\" is missing in: %s", rows[i].why, said);
		free(said);
		free(script);
		finish(&d);
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

/* ---- unasked lines ---- */

TEST(bytes_in_the_pipe_before_the_question_are_no_answer)
{
	struct dialogue d;

	begin(&d, KINGS ROOKS);
	d.in_pipe[SEAT_2] = "0 0\n";
	talk(&d, SEAT_1, "< 0 7\n< 0 4\n");
	assert_null(d.in_pipe[SEAT_2]); /* it was read */
	assert_true(dialogue_find(&d, SEAT_2, "0 0")->flags & MESSAGE_DROPPED);
	expect_fault(&d, SEAT_2, UPDATE, "ignored");
	d.in_pipe[SEAT_2] = "3 0\n"; /* before MOVE?  */
	talk(&d, SEAT_2, "< 3 0\n< 3 1\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 4 3 0 0 king 3 0 -> 3 1");
	assert_int_equal(judge_faults(d.judge, SEAT_2), 2);
	finish(&d);
}

/* ---- limits ---- */

TEST(updates_and_chatter_do_not_extend_a_limit)
{
	struct dialogue d;
	int64_t limit;

	begin(&d, KINGS ROOKS);
	limit = judge_deadline(d.judge);
	for (int i = 0; i < 10; i++) {
		d.now += 10 * MS;
		talk(&d, SEAT_2, "< hello\n");
		talk(&d, SEAT_1, "< \n");
		assert_int_equal(judge_deadline(d.judge), limit);
	}
	finish(&d);
}

/* ---- agents that die ---- */

TEST(an_agent_that_closes_its_output_and_stays_has_left)
{
	struct dialogue d;

	begin(&d, KINGS ROOKS);
	judge_closed(d.judge, d.now, SEAT_2, STREAM_STDOUT);
	dialogue_settle(&d);
	dialogue_at(&d, judge_deadline(d.judge));
	assert_false(is_over(&d));
	talk(&d, SEAT_1, "< 0 7\n> 0 7 0 rook\n> MOVE?\n< 0 6\n");
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	finish(&d);
}

TEST_MAIN(NULL, NULL)
