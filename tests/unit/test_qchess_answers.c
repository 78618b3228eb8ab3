/* test_qchess_answers.c - what agents of qchess answer: what is taken, what loses, what counts for nothing
 * (qchess, Wire) (agent-text-api, Request; Update).  */
#include "qchess_match_fixture.h"

#define UPDATE "a response to an update"
#define COLOUR "a response to the colour"
#define MORE   "more than two numbers in an answer"

/* ---- what is taken ---- */

static void blanks_and_line_ends_of_all_kinds_are_taken(void **state)
{
	static const char *const answers[] = {
		"0 7\n",     "0 7\r\n",          "0 7\r",         "           0           7\n",
		"\t0\t7\n",  "0 7   \n",         "0 7 \r\n",      "0 7\t\r\n",
		"\r\n0 7\n", "\n\n 0 \t 7 \r\r", "0000 000007\n", "0 7\r  \n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		for (int strict = 0; strict < 2; strict++) {
			struct dialogue d;

			set_up(&d, KINGS ROOKS);
			d.setup.strict = strict;
			begun(&d);
			dialogue_bytes(&d, SEAT_1, answers[i], strlen(answers[i]));
			if (is_over(&d))
				fail_msg("\"%s\": %s", answers[i], judge_match(d.judge)->verdict.detail);
			talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n");
			assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
			finish(&d);
		}
}

static void an_answer_may_come_byte_by_byte(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	for (const char *at = " 0 7\r\n 0 4\r\n"; *at; at++)
		dialogue_bytes(&d, SEAT_1, at, 1);
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 4");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static const char *const longer[] = {"0 7 0 rook", "0 7 5", "0 7 and so on", "0 7\t-> 0 4", " 0 7 , "};

static void more_than_two_numbers_are_reported_and_the_two_are_taken(void **state)
{
	(void)state;
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

static void more_than_two_numbers_lose_when_strict(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(longer) / sizeof(longer[0]); i++) {
		char *script = bytes_text("< %s\n", longer[i]);
		struct dialogue d;

		set_up(&d, KINGS ROOKS);
		d.setup.strict = true;
		begun(&d);
		talk(&d, SEAT_1, script);
		dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
		expect_fault(&d, SEAT_1, MORE, "loses (--strict)");
		expect_detail(&d, "broke the protocol: " MORE " (GIBBERISH)");
		dialogue_moves(&d, "");
		finish(&d);
		free(script);
	}
}

/* A move is an answer like a selection: with the words of an update behind it, too.  */
static void the_same_holds_for_the_answer_to_a_move(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_1, "< 0 7\n<    0    4 rook\r\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 4");
	expect_fault(&d, SEAT_1, MORE, "the first two are taken");
	finish(&d);
}

/* ---- what loses ---- */

static void lose_by(const char *before, const char *answer, const char *reason, const char *word)
{
	char *script = bytes_text("%s< %s\n", before, answer), *end = bytes_text("(%s)", word);
	const struct verdict *verdict;
	struct dialogue d;
	int moves = *before ? 1 : 0;

	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_1, script);
	if (!is_over(&d))
		fail_msg("\"%s\" was taken", answer);
	dialogue_verdict(&d, SEAT_2, reason, SEAT_1);
	expect_detail(&d, end);
	expect_detail(&d, moves ? "MOVE?" : "SELECTION?");
	verdict = &judge_match(d.judge)->verdict;
	assert_int_equal(judge_match(d.judge)->turn_count, moves);
	/* What was asked, and what was answered.  */
	assert_int_equal(verdict->proof[0], dialogue_find(&d, SEAT_1, moves ? "MOVE?" : "SELECTION?")->n);
	assert_int_equal(verdict->proof[1], dialogue_find(&d, SEAT_1, answer)->n);
	part(&d);
	talk(&d, SEAT_2, moves ? "> 0 7 0 rook\n> QUIT\n" : "> QUIT\n");
	finish(&d);
	free(script);
	free(end);
}

static void what_is_not_two_numbers_loses_by_the_protocol(void **state)
{
	static const char *const answers[] = {
		"4",    "4 ",       "four six", "e4",        "E2 E4",   "4,6", "-1 3",  "3 -1",
		"+4 6", "4.0 6.0",  "4 6.5",    "0 7x",      "0x0 0x7", " ",   "\t \t", "?",
		"0\v7", "\xff\xfe", "SELECT",   "0 7-> 0 4", "(0 7)",   "QUIT"};

	(void)state;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		lose_by("", answers[i], REASON_PROTOCOL, "GIBBERISH");
		lose_by("< 0 7\n", answers[i], REASON_PROTOCOL, "GIBBERISH");
	}
}

static void a_wrong_selection_is_illegal_with_the_word_of_the_original(void **state)
{
	static const char *const rows[][2] = {
		{"8 0", "BOUNDS"},          {"0 8", "BOUNDS"}, {"99999999999999999999999 0", "BOUNDS"},
		{"0 4294967303", "BOUNDS"}, /* 7 in 32 bits */
		{"4 4", "EMPTY"},           {"3 0", "COLOUR"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		lose_by("", rows[i][0], REASON_ILLEGAL, rows[i][1]);
}

static void a_wrong_move_is_illegal_with_the_word_of_the_original(void **state)
{
	static const char *const rows[][2] = {
		{"8 7", "BOUNDS"},  {"0 100000", "BOUNDS"}, {"1 6", "ILLEGAL"},
		{"3 7", "ILLEGAL"}, {"0 7", "ILLEGAL"},     {"4 7", "ILLEGAL"}, /* behind the king */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		lose_by("< 0 7\n", rows[i][0], REASON_ILLEGAL, rows[i][1]);
}

/* The question was on its way already when it came: which of its lines it belongs to can only be guessed.  */
static void an_answer_that_looks_like_a_response_is_told_as_that(void **state)
{
	static const struct {
		const char *script, *answer, *reason, *detail;
	} rows[] = {
		{"", "ok", REASON_PROTOCOL,
		 "answered SELECTION? with \"ok\": expected two numbers as \"4 6\"; it is probably a "
		 "response to the "
		 "colour \"white\", which wants none (GIBBERISH)"},
		{"< 0 7\n", "thanks", REASON_PROTOCOL,
		 "answered MOVE? with \"thanks\": expected two numbers as \"4 6\"; it is probably a response "
		 "to the "
		 "update \"0 7 0 rook\", which wants none (GIBBERISH)"},
		{"< 0 7\n", "0 7 0 rook", REASON_ILLEGAL,
		 "it is probably a response to the update \"0 7 0 rook\", which wants none (ILLEGAL)"},
		{"< 0 7\n", "e5", REASON_PROTOCOL, "\"e5\": expected two numbers as \"4 6\" (GIBBERISH)"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *script = bytes_text("%s< %s\n", rows[i].script, rows[i].answer);
		struct dialogue d;

		begin(&d, KINGS ROOKS);
		talk(&d, SEAT_1, script);
		dialogue_verdict(&d, SEAT_2, rows[i].reason, SEAT_1);
		expect_detail(&d, rows[i].detail);
		free(script);
		finish(&d);
	}
}

static void an_illegal_move_is_told_with_the_piece_and_where_it_could_go(void **state)
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
		/* More than one wants to read in a verdict; `why` has all.  */
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

	(void)state;
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
			fail_msg("\"%s\" is not told: %s", rows[i].why, said);
		free(said);
		free(script);
		finish(&d);
	}
}

static void a_detail_shows_no_control_bytes_and_not_all_of_a_long_answer(void **state)
{
	struct bytes text = {0};
	struct dialogue d;

	(void)state;
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

static void a_zero_byte_ends_no_line(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	dialogue_bytes(&d, SEAT_1, "0\0 7\n", 5);
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	finish(&d);
	begin(&d, KINGS ROOKS);
	dialogue_bytes(&d, SEAT_1, "0 7 \0\n", 6);
	expect_fault(&d, SEAT_1, MORE, "taken");
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n");
	finish(&d);
}

/* ---- what nobody asked for ---- */

static void what_comes_before_a_question_is_reported_and_never_answers_one(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_2, "< 0 0\n< hello\n");
	assert_int_equal(judge_faults(d.judge, SEAT_2), 2);
	expect_fault(&d, SEAT_2, COLOUR, "ignored");
	assert_true(dialogue_find(&d, SEAT_2, "0 0")->flags & MESSAGE_DROPPED);
	talk(&d, SEAT_1, "< 0 7\n< 0 4\n");
	talk(&d, SEAT_2, "> 0 7 0 rook\n> 0 7 -> 0 4\n> SELECTION?\n");
	dialogue_silent(&d, SEAT_2);
	talk(&d, SEAT_2, "< 3 0\n> 3 0 0 king\n> MOVE?\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 4 3 0 0 king");
	finish(&d);
}

static void what_stands_in_the_pipe_when_it_is_asked_is_no_answer(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	d.in_pipe[SEAT_2] = "0 0\n";
	talk(&d, SEAT_1, "< 0 7\n< 0 4\n");
	assert_null(d.in_pipe[SEAT_2]); /* it was read */
	assert_true(dialogue_find(&d, SEAT_2, "0 0")->flags & MESSAGE_DROPPED);
	expect_fault(&d, SEAT_2, UPDATE, "ignored");
	d.in_pipe[SEAT_2] = "3 0\n"; /* before MOVE? */
	talk(&d, SEAT_2, "< 3 0\n< 3 1\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 4 3 0 0 king 3 0 -> 3 1");
	assert_int_equal(judge_faults(d.judge, SEAT_2), 2);
	finish(&d);
}

static void of_two_lines_at_once_the_second_is_no_answer(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	dialogue_bytes(&d, SEAT_1, "0 7\n0 4\n", 8);
	dialogue_moves(&d, "0 7 0 rook");
	expect_fault(&d, SEAT_1, UPDATE ": \"0 4\\n\"", "ignored");
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n< 0 5\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 5");
	finish(&d);
}

static void it_loses_when_strict_on_the_other_ones_turn_too(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, KINGS ROOKS);
	d.setup.strict = true;
	begun(&d);
	talk(&d, SEAT_2, "< thank you\n");
	dialogue_verdict(&d, SEAT_1, REASON_PROTOCOL, SEAT_2);
	expect_detail(&d, "broke the protocol: " COLOUR " (GIBBERISH)");
	expect_fault(&d, SEAT_2, COLOUR, "loses (--strict)");
	finish(&d);
	set_up(&d, KINGS ROOKS);
	d.setup.strict = true;
	begun(&d);
	dialogue_bytes(&d, SEAT_1, "0 7\n0 4\n", 8);
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	finish(&d);
}

static void a_line_end_that_comes_late_is_no_answer_and_no_fault(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, KINGS ROOKS);
	d.setup.strict = true;
	begun(&d);
	talk(&d, SEAT_2, "< \n");
	dialogue_bytes(&d, SEAT_1, "0 7\r", 4);
	dialogue_bytes(&d, SEAT_1, "\n", 1); /* MOVE? has gone out */
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n< 0 4\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 4");
	assert_int_equal(judge_faults(d.judge, SEAT_1) + judge_faults(d.judge, SEAT_2), 0);
	finish(&d);
}

static void what_comes_after_the_verdict_changes_nothing(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_1, "< 4 4\n< 0 7\n");
	part(&d);
	talk(&d, SEAT_2, "< 3 0\n");
	dialogue_exit(&d, SEAT_2, (struct ending){.code = 1});
	dialogue_exit(&d, SEAT_1, (struct ending){0});
	dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	assert_int_equal(judge_faults(d.judge, SEAT_2), 0);
	finish(&d);
}

/* ---- limits ---- */

static void the_limit_is_of_the_whole_line(void **state)
{
	struct dialogue d;
	int64_t limit;

	(void)state;
	begin(&d, KINGS ROOKS);
	limit = d.now + d.setup.turn_limit;
	assert_int_equal(judge_deadline(d.judge), limit);
	d.now += 1000 * MS;
	dialogue_bytes(&d, SEAT_1, "0 ", 2);
	dialogue_bytes(&d, SEAT_1, "7", 1);
	assert_int_equal(judge_deadline(d.judge), limit);
	dialogue_at(&d, limit - 1);
	assert_false(is_over(&d));
	dialogue_at(&d, limit);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	expect_detail(&d, "did not answer SELECTION? within the limit of 60.000 s for a turn (TIMEOUT)");
	finish(&d);
}

static void each_request_has_a_limit_of_its_own(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	d.now += d.setup.turn_limit - 1;
	talk(&d, SEAT_1, "< 0 7\n");
	assert_int_equal(judge_deadline(d.judge), d.now + d.setup.turn_limit);
	d.now += d.setup.turn_limit - 1;
	talk(&d, SEAT_1, "< 0 4\n");
	assert_false(is_over(&d));
	d.now += d.setup.turn_limit - 1;
	talk(&d, SEAT_2, "< 3 0\n");
	dialogue_at(&d, d.now + d.setup.turn_limit);
	dialogue_verdict(&d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	expect_detail(&d, "did not answer MOVE? within");
	finish(&d);
}

static void the_limit_of_the_match_is_of_all_requests_together(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, KINGS ROOKS);
	d.setup.match_limit = 100 * MS;
	begun(&d);
	d.now += 60 * MS;
	talk(&d, SEAT_1, "< 0 7\n");
	assert_int_equal(judge_deadline(d.judge), d.now + 40 * MS);
	d.now += 30 * MS;
	talk(&d, SEAT_1, "< 0 4\n");
	d.now += 95 * MS;
	talk(&d, SEAT_2, "< 3 0\n< 3 1\n");
	dialogue_at(&d, d.now + 10 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	expect_detail(&d, "did not answer SELECTION? within the limit of 0.100 s for the match (TIMEOUT)");
	finish(&d);
}

static void updates_and_chatter_do_not_extend_a_limit(void **state)
{
	struct dialogue d;
	int64_t limit;

	(void)state;
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

/* ---- who dies ---- */

/* While it is asked, or as soon as it is.  */
static void who_dies_is_to_blame_when_it_is_asked(void **state)
{
	static const struct {
		struct ending ending;
		const char *reason, *detail;
	} rows[] = {
		{{.signalled = true, .code = 11, .signal = "SIGSEGV"}, REASON_CRASH, "was ended by SIGSEGV"},
		{{.signalled = true, .code = 40}, REASON_CRASH, "was ended by signal 40"},
		{{.code = 3}, REASON_CRASH, "exited with status 3"},
		{{0}, REASON_EXIT, "left"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (int seat = SEAT_1; seat < SEATS; seat++) {
			struct dialogue d;

			begin(&d, KINGS ROOKS);
			talk(&d, SEAT_1, "< 0 7\n"); /* and thinks about its move */
			dialogue_exit(&d, seat, rows[i].ending);
			assert_int_equal(is_over(&d), seat == SEAT_1);
			if (seat == SEAT_2)
				talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n< 0 6\n");
			dialogue_verdict(&d, seat_opponent(seat), rows[i].reason, seat);
			expect_detail(&d, rows[i].detail);
			expect_detail(&d, seat == SEAT_1
						  ? " in the middle of the game (UNRESPONSIVE)"
						  : ", after move 1; it was needed now (UNRESPONSIVE)");
			part(&d);
			talk(&d, seat_opponent(seat),
			     seat == SEAT_1 ? "> 0 7 0 rook\n> QUIT\n" : "> 0 7 -> 0 6\n> QUIT\n");
			assert_int_equal(d.dismissals[seat], 0);
			finish(&d);
		}
}

static void what_a_dying_agent_said_last_counts(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS "white rook ['rook', 'rook'] at 3,4\n");
	talk(&d, SEAT_1, "< 3 4\n");
	dialogue_bytes(&d, SEAT_1, "3 0", 3); /* its end is the end of the line */
	dialogue_exit(&d, SEAT_1, (struct ending){.code = 1});
	dialogue_verdict(&d, SEAT_1, "king", SEAT_NONE);
	finish(&d);
}

static void who_closes_its_output_and_stays_has_left(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	judge_closed(d.judge, d.now, SEAT_2, STREAM_STDOUT);
	dialogue_settle(&d);
	dialogue_at(&d, judge_deadline(d.judge));
	assert_false(is_over(&d));
	talk(&d, SEAT_1, "< 0 7\n> 0 7 0 rook\n> MOVE?\n< 0 6\n");
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	finish(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blanks_and_line_ends_of_all_kinds_are_taken),
		cmocka_unit_test(an_answer_may_come_byte_by_byte),
		cmocka_unit_test(more_than_two_numbers_are_reported_and_the_two_are_taken),
		cmocka_unit_test(more_than_two_numbers_lose_when_strict),
		cmocka_unit_test(the_same_holds_for_the_answer_to_a_move),
		cmocka_unit_test(what_is_not_two_numbers_loses_by_the_protocol),
		cmocka_unit_test(a_wrong_selection_is_illegal_with_the_word_of_the_original),
		cmocka_unit_test(a_wrong_move_is_illegal_with_the_word_of_the_original),
		cmocka_unit_test(an_answer_that_looks_like_a_response_is_told_as_that),
		cmocka_unit_test(an_illegal_move_is_told_with_the_piece_and_where_it_could_go),
		cmocka_unit_test(a_detail_shows_no_control_bytes_and_not_all_of_a_long_answer),
		cmocka_unit_test(a_zero_byte_ends_no_line),
		cmocka_unit_test(what_comes_before_a_question_is_reported_and_never_answers_one),
		cmocka_unit_test(what_stands_in_the_pipe_when_it_is_asked_is_no_answer),
		cmocka_unit_test(of_two_lines_at_once_the_second_is_no_answer),
		cmocka_unit_test(it_loses_when_strict_on_the_other_ones_turn_too),
		cmocka_unit_test(a_line_end_that_comes_late_is_no_answer_and_no_fault),
		cmocka_unit_test(what_comes_after_the_verdict_changes_nothing),
		cmocka_unit_test(the_limit_is_of_the_whole_line),
		cmocka_unit_test(each_request_has_a_limit_of_its_own),
		cmocka_unit_test(the_limit_of_the_match_is_of_all_requests_together),
		cmocka_unit_test(updates_and_chatter_do_not_extend_a_limit),
		cmocka_unit_test(who_dies_is_to_blame_when_it_is_asked),
		cmocka_unit_test(what_a_dying_agent_said_last_counts),
		cmocka_unit_test(who_closes_its_output_and_stays_has_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
