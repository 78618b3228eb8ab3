/* test_qchess_people.c - people in matches of qchess: they play, override, and begin in the middle of another
 * match (qchess, Board view; Log file: resuming).  */
#include "qchess_match_fixture.h"
#include "ringside/protocol.h"

/* ---- a person on a seat ---- */

static void begin_with_person(struct dialogue *d)
{
	set_up(d, KINGS ROOKS);
	seat_person(d, SEAT_1);
	dialogue_begin(d);
}

static void a_person_picks_sees_what_it_is_and_moves(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d);
	dialogue_request(&d, plays(REQUEST_PLAY, "0 7"));
	dialogue_moves(&d, "0 7 0 rook");
	assert_true(judge_to_move(d.judge, SEAT_1));
	dialogue_request(&d, plays(REQUEST_PLAY, "0,4"));
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 4");
	assert_null(turn_of(&d, 1)->answered);
	assert_true(turn_of(&d, 2)->flags & TURN_BY_PERSON);
	expect_dialogue(&d, BOTH, "2> black\n2> 0 7 0 rook\n2> 0 7 -> 0 4\n2> SELECTION?\n");
	talk(&d, SEAT_2, "> black\n> 0 7 0 rook\n> 0 7 -> 0 4\n> SELECTION?\n< 3 0\n> 3 0 0 king\n> MOVE?\n");
	finish(&d);
}

static void a_persons_wrong_pick_is_told_in_words(void **state)
{
	static const char *const picks[][2] = {
		{"4 4", "4 4 is an empty square (EMPTY)"},
		{"3 0", "3 0 holds a piece of the other colour, black's king (COLOUR)"},
		{"0 8", "0 8 is not on the board: x and y go from 0 to 7 (BOUNDS)"},
		{"a1", "expected a square as 4 6 (x and y from 0, top left), not \"a1\""},
		{"", "expected a square as 4 6"},
		{"0 7 2", "expected a square as 4 6, perhaps with the state 0 or 1 behind it, not \"0 7 2\""},
		{"0 7 rook", "perhaps with the state"},
		{"0 7 11", "perhaps with the state"},
		{"0 7 1", "chance says what a piece collapses to"},
	};
	static const char *const moves[][2] = {
		{"1 6", "1 6 cannot be reached by the rook on 0 7: it can go to "},
		{"0 9", "0 9 is not on the board: x and y go from 0 to 7 (BOUNDS)"},
		{"0 4 1", "expected a square as 4 6, not \"0 4 1\""},
		{"0", "expected a square as 4 6"},
	};
	struct dialogue d;

	(void)state;
	begin_with_person(&d);
	for (size_t i = 0; i < sizeof(picks) / sizeof(picks[0]); i++)
		expect_refused(&d, plays(REQUEST_PLAY, picks[i][0]), picks[i][1]);
	dialogue_moves(&d, "");
	dialogue_request(&d, plays(REQUEST_PLAY, "0 7"));
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
		expect_refused(&d, plays(REQUEST_PLAY, moves[i][0]), moves[i][1]);
	dialogue_moves(&d, "0 7 0 rook");
	dialogue_request(&d, plays(REQUEST_PLAY, "0 4"));
	expect_refused(&d, (struct request){.kind = REQUEST_PLAY, .seat = SEAT_1, .text = "0 4"},
		       "not your turn");
	assert_false(is_over(&d));
	finish(&d);
}

static void a_persons_pick_that_cannot_move_passes_the_turn(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, KINGS BLOCKED);
	seat_person(&d, SEAT_1);
	dialogue_begin(&d);
	dialogue_request(&d, plays(REQUEST_PLAY, "6 4"));
	talk(&d, SEAT_2, "> black\n> 6 4 0 pawn\n> SELECTION?\n");
	assert_false(judge_to_move(d.judge, SEAT_1));
	finish(&d);
}

static void two_people_need_no_agent(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, KINGS "black rook ['rook', 'rook'] at 3,4\n");
	seat_person(&d, SEAT_1);
	seat_person(&d, SEAT_2);
	dialogue_begin(&d);
	dialogue_request(&d, plays(REQUEST_PLAY, "3 7"));
	dialogue_request(&d, plays(REQUEST_PLAY, "3 6"));
	dialogue_request(&d, plays(REQUEST_PLAY, "3 4"));
	dialogue_request(&d, plays(REQUEST_PLAY, "3 6"));
	dialogue_verdict(&d, SEAT_2, "king", SEAT_NONE);
	part(&d);
	expect_dialogue(&d, BOTH, "");
	finish(&d);
}

static void nobody_takes_back(void **state)
{
	struct dialogue d;

	(void)state;
	begin_with_person(&d);
	dialogue_request(&d, plays(REQUEST_PLAY, "0 7"));
	expect_refused(&d, counts(REQUEST_TAKEBACK, 1), "agents of qchess cannot take a move back");
	finish(&d);
}

/* ---- overrides ---- */

static void an_override_may_choose_the_state(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 8; seed++)
		for (int index = 0; index < 2; index++) {
			char *move = bytes_text("4 6 %d", index), *words = bytes_text("4 6 %d ", index);
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
			free(words);
			free(move);
		}
}

static void the_late_answer_of_an_overridden_agent_is_dropped_and_the_next_counts(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d, KINGS ROOKS);
	d.setup.strict = true;
	begun(&d);
	d.now += 10 * MS;
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "0 7"));
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n< 3 7\n"); /* to SELECTION? */
	dialogue_moves(&d, "0 7 0 rook");
	assert_true(dialogue_find(&d, SEAT_1, "3 7")->flags & MESSAGE_DROPPED);
	talk(&d, SEAT_1, "< 0 5\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 5");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static void both_requests_of_a_turn_can_be_overridden_while_it_thinks(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "0 7"));
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "0 5"));
	talk(&d, SEAT_2, "> 0 7 0 rook\n> 0 7 -> 0 5\n> SELECTION?\n< 3 0\n< 3 1\n");
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n> 0 7 -> 0 5\n> 3 0 0 king\n> 3 0 -> 3 1\n> SELECTION?\n");
	talk(&d, SEAT_1, "< 3 7\n< gibberish\n< 0 5\n"); /* two late ones, and one that counts */
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 5 3 0 0 king 3 0 -> 3 1 0 5 0 rook");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 0);
	finish(&d);
}

static void after_the_late_answer_another_is_one_that_nobody_asked_for(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS BLOCKED);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "6 4"));
	talk(&d, SEAT_1, "< 3 7\n< 3 7\n");
	assert_int_equal(judge_faults(d.judge, SEAT_1), 1);
	finish(&d);
}

static void an_override_takes_the_place_of_a_held_answer(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< 3 7\n");
	expect_refused(&d, plays(REQUEST_OVERRIDE, "4 4"), "EMPTY");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "0 7"));
	dialogue_request(&d, request(REQUEST_GO));
	assert_string_equal(turn_of(&d, 1)->answered, "3 7");
	assert_string_equal(turn_of(&d, 1)->played, "0 7 0 rook");
	assert_true(turn_of(&d, 1)->flags & TURN_CHANGED);
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n< 0 5\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 5");
	assert_false(turn_of(&d, 2)->flags & TURN_CHANGED);
	finish(&d);
}

static void a_held_answer_that_is_none_can_be_overridden(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< what?\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "0 7"));
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n< 0 5\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 5");
	finish(&d);
}

static void a_question_that_waits_at_the_gate_is_withdrawn_by_an_override(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	dialogue_request(&d, counts(REQUEST_STEP, 1));
	talk(&d, SEAT_1, "< 0 7\n"); /* the updates and MOVE? wait */
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "0 5"));
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_1, "> 0 7 0 rook\n> 0 7 -> 0 5\n");
	talk(&d, SEAT_2, "> 0 7 0 rook\n> 0 7 -> 0 5\n> SELECTION?\n");
	expect_silence(&d);
	finish(&d);
}

static void a_wrong_override_changes_nothing(void **state)
{
	struct dialogue d;

	(void)state;
	begin(&d, KINGS ROOKS);
	expect_refused(&d, plays(REQUEST_OVERRIDE, "4 4"), "EMPTY");
	expect_refused(&d, plays(REQUEST_OVERRIDE, "0 7 2"), "expected a square");
	talk(&d, SEAT_1, "< 0 7\n");
	expect_refused(&d, plays(REQUEST_OVERRIDE, "3 7"), "ILLEGAL");
	expect_refused(&d, plays(REQUEST_OVERRIDE, "0 4 1"), "expected a square");
	talk(&d, SEAT_1, "> 0 7 0 rook\n> MOVE?\n< 0 5\n");
	dialogue_moves(&d, "0 7 0 rook 0 7 -> 0 5");
	finish(&d);
}

/* ---- a match that begins in the middle ---- */

/* The setup of a match that goes on after so many turns of this one; or the problem, which is not NULL.  */
static char *resumed(const struct dialogue *from, int turns, struct dialogue *d)
{
	dialogue_init_qchess(d);
	return protocol_named("qchess")->resume(judge_match(from->judge), turns, &d->setup);
}

static void resume_at(const struct dialogue *from, int turns, struct dialogue *d)
{
	char *problem = resumed(from, turns, d);

	if (problem)
		fail_msg("%s", problem);
}

/* Four turns: white's rook, black's king.  */
static void play_a_little(struct dialogue *d)
{
	begin(d, KINGS ROOKS);
	talk(d, SEAT_1, "< 0 7\n< 0 4\n");
	talk(d, SEAT_2, "< 3 0\n< 3 1\n");
}

static void agents_are_told_what_happened_before(void **state)
{
	struct dialogue from, d;

	(void)state;
	play_a_little(&from);
	resume_at(&from, 4, &d);
	dialogue_begin(&d);
	expect_dialogue(&d, 1u << SEAT_2,
			"> black\n> 0 7 0 rook\n> 0 7 -> 0 4\n> 3 0 0 king\n> 3 0 -> 3 1\n");
	talk(&d, SEAT_1, "> white\n> 0 7 0 rook\n> 0 7 -> 0 4\n> 3 0 0 king\n> 3 0 -> 3 1\n> SELECTION?\n");
	talk(&d, SEAT_1, "< 0 4\n> 0 4 0 rook\n> MOVE?\n< 0 0\n");
	dialogue_moves(&d, "0 4 0 rook 0 4 -> 0 0");
	finish(&d);
	finish(&from);
}

static void black_begins_where_it_was_its_turn(void **state)
{
	struct dialogue from, d;

	(void)state;
	play_a_little(&from);
	resume_at(&from, 2, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> white\n> 0 7 0 rook\n> 0 7 -> 0 4\n");
	talk(&d, SEAT_2, "> black\n> 0 7 0 rook\n> 0 7 -> 0 4\n> SELECTION?\n< 0 0\n> 0 0 0 rook\n");
	finish(&d);
	finish(&from);
}

static void a_match_can_be_gone_on_with_twice(void **state)
{
	struct dialogue from, d, again;

	(void)state;
	play_a_little(&from);
	resume_at(&from, 2, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< 3 0\n< 4 0\n");
	resume_at(&d, 2, &again);
	dialogue_begin(&again);
	talk(&again, SEAT_1,
	     "> white\n> 0 7 0 rook\n> 0 7 -> 0 4\n> 3 0 0 king\n> 3 0 -> 4 0\n> SELECTION?\n< 0 4\n");
	dialogue_moves(&again, "0 4 0 rook");
	finish(&again);
	finish(&d);
	finish(&from);
}

static void agents_may_be_told_the_board_instead(void **state)
{
	struct dialogue from, d;
	char *text;

	(void)state;
	begin(&from, KINGS BLOCKED);
	talk(&from, SEAT_1, "< 3 7\n< 3 6\n");
	resume_at(&from, 2, &d);
	setup_set(&d.setup, "send-board", "");
	dialogue_begin(&d);
	text = dialogue_text(&d, 1u << SEAT_2);
	/* x outer, y inner (qchess, Log file).  */
	assert_string_equal(text, "> black\n"
				  "> BOARD\n"
				  "> black king ['king', 'king']at 3,0\n"
				  "> white king ['king', 'king']at 3,6\n"
				  "> black pawn ['pawn', 'pawn']at 6,3\n"
				  "> white pawn ['pawn', 'pawn']at 6,4\n"
				  "> \n"
				  "> END BOARD\n"
				  "> SELECTION?\n");
	free(text);
	finish(&d);
	finish(&from);
}

static void a_new_match_sends_no_board(void **state)
{
	struct dialogue d;

	(void)state;
	dialogue_init_qchess(&d);
	setup_set(&d.setup, "send-board", "");
	begun(&d);
	expect_silence(&d);
	finish(&d);
}

static void nothing_begins_between_a_selection_and_its_move(void **state)
{
	struct dialogue from, d;
	char *problem;

	(void)state;
	play_a_little(&from);
	problem = resumed(&from, 3, &d);
	assert_string_equal(problem, "turn 3 is a selection, and its move follows: choose 2 or 4");
	free(problem);
	dialogue_free(&d);
	finish(&from);
}

static void after_a_selection_that_could_not_move_a_match_may_begin(void **state)
{
	struct dialogue from, d;

	(void)state;
	begin(&from, KINGS BLOCKED);
	talk(&from, SEAT_1, "< 6 4\n");
	resume_at(&from, 1, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "> black\n> 6 4 0 pawn\n> SELECTION?\n");
	finish(&d);
	finish(&from);
}

static void nothing_begins_after_the_end(void **state)
{
	struct dialogue from, d;
	char *problem;

	(void)state;
	begin(&from, KINGS "white rook ['rook', 'rook'] at 3,4\n");
	talk(&from, SEAT_1, "< 3 4\n< 3 0\n");
	problem = resumed(&from, 2, &d);
	assert_string_equal(problem, "the game is over there: choose an earlier turn");
	free(problem);
	dialogue_free(&d);
	finish(&from);
}

static void who_was_white_stays_white_and_rules_stay(void **state)
{
	struct dialogue from, d;

	(void)state;
	set_up(&from, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	setup_set(&from.setup, "promote-on-touch", "");
	from.setup.first = SEAT_2;
	dialogue_begin(&from);
	talk(&from, SEAT_2, "< 3 7\n< 3 6\n");
	talk(&from, SEAT_1, "< 3 0\n< 3 1\n");
	resume_at(&from, 4, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< 7 0\n");
	assert_int_equal(turn_of(&d, 1)->seat, SEAT_2);
	assert_non_null(strstr(turn_of(&d, 1)->played, " queen"));
	finish(&d);
	finish(&from);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_person_picks_sees_what_it_is_and_moves),
		cmocka_unit_test(a_persons_wrong_pick_is_told_in_words),
		cmocka_unit_test(a_persons_pick_that_cannot_move_passes_the_turn),
		cmocka_unit_test(two_people_need_no_agent),
		cmocka_unit_test(nobody_takes_back),
		cmocka_unit_test(an_override_may_choose_the_state),
		cmocka_unit_test(the_late_answer_of_an_overridden_agent_is_dropped_and_the_next_counts),
		cmocka_unit_test(both_requests_of_a_turn_can_be_overridden_while_it_thinks),
		cmocka_unit_test(after_the_late_answer_another_is_one_that_nobody_asked_for),
		cmocka_unit_test(an_override_takes_the_place_of_a_held_answer),
		cmocka_unit_test(a_held_answer_that_is_none_can_be_overridden),
		cmocka_unit_test(a_question_that_waits_at_the_gate_is_withdrawn_by_an_override),
		cmocka_unit_test(a_wrong_override_changes_nothing),
		cmocka_unit_test(agents_are_told_what_happened_before),
		cmocka_unit_test(black_begins_where_it_was_its_turn),
		cmocka_unit_test(a_match_can_be_gone_on_with_twice),
		cmocka_unit_test(agents_may_be_told_the_board_instead),
		cmocka_unit_test(a_new_match_sends_no_board),
		cmocka_unit_test(nothing_begins_between_a_selection_and_its_move),
		cmocka_unit_test(after_a_selection_that_could_not_move_a_match_may_begin),
		cmocka_unit_test(nothing_begins_after_the_end),
		cmocka_unit_test(who_was_white_stays_white_and_rules_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
