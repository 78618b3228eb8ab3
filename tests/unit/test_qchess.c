/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess.c - the system qchess: its lines in the order of the document, and how matches end (qchess,
 * Wire; Rules).  */
#include "qchess_match_fixture.h"

/* ---- the wire ---- */

TEST(a_new_game_begins_with_all_pieces_and_a_collapse)
{
	int first = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct dialogue d;

		dialogue_init_qchess(&d);
		d.setup.seed = seed;
		begun(&d);
		talk(&d, SEAT_1, "< 1 7\n");
		first += dialogue_count(&d, SEAT_2, "1 7 0 knight\n");
		assert_int_equal(dialogue_count(&d, SEAT_2, "1 7 0 knight\n") +
					 dialogue_count(&d, SEAT_2, "1 7 1 "),
				 1);
		finish(&d);
	}
	assert_true(first >= 1 && first <= 19);
}

TEST(each_line_is_on_its_channel)
{
	static const struct {
		const char *begin;
		enum channel channel;
	} rows[] = {{"white", CHANNEL_COMMAND},  {"SELECTION?", CHANNEL_COMMAND}, {"MOVE?", CHANNEL_COMMAND},
		    {" 0 7", CHANNEL_MOVE},      {"0 7 0", CHANNEL_INPUT},        {"0 7 ->", CHANNEL_INPUT},
		    {"rubbish", CHANNEL_UNKNOWN}};
	struct dialogue d;

	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_1, "<  0 7\n< 0 4\n< rubbish\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(dialogue_find(&d, SEAT_1, rows[i].begin)->channel, rows[i].channel);
	finish(&d);
}

TEST(a_turn_keeps_both_the_answer_and_what_was_played)
{
	struct dialogue d;

	begin(&d, KINGS ROOKS);
	d.now += 30 * MS;
	talk(&d, SEAT_1, "<  0   7 \n");
	d.now += 20 * MS;
	talk(&d, SEAT_1, "< 0 4\n");
	assert_string_equal(turn_of(&d, 1)->played, "0 7 0 rook");
	assert_string_equal(turn_of(&d, 1)->answered, " 0   7 ");
	assert_int_equal(turn_of(&d, 1)->think_ns, 30 * MS);
	assert_int_equal(turn_of(&d, 2)->think_ns, 20 * MS);
	assert_int_equal(turn_of(&d, 1)->flags, 0);
	assert_int_equal(turn_of(&d, 2)->flags, 0);
	finish(&d);
}

/* ---- selections that cannot move, promotion ---- */

TEST(a_pawn_on_the_far_row_becomes_a_queen_for_good)
{
	struct dialogue d;

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
	finish(&d);
}

/* It is on black and both its states are pawns: chance decides only which of them.  */
TEST(a_piece_that_collapses_to_a_pawn_on_the_far_row_cannot_move)
{
	struct dialogue d;

	begin(&d, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	talk(&d, SEAT_1, "< 7 0\n");
	assert_int_equal(
		dialogue_count(&d, SEAT_1, "7 0 0 pawn\n") + dialogue_count(&d, SEAT_1, "7 0 1 pawn\n"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "MOVE?"), 0);
	assert_int_equal(dialogue_count(&d, SEAT_2, "SELECTION?"), 1);
	finish(&d);
}

TEST(with_an_option_that_pawn_is_a_queen_at_once)
{
	struct dialogue d;

	set_up(&d, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	setup_set(&d.setup, "promote-on-touch", "");
	begun(&d);
	talk(&d, SEAT_1, "< 7 0\n");
	assert_int_equal(
		dialogue_count(&d, SEAT_1, "7 0 0 queen\n") + dialogue_count(&d, SEAT_1, "7 0 1 queen\n"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "MOVE?"), 1);
	finish(&d);
}

/* ---- ends ---- */

TEST(taking_the_king_wins_and_both_agents_are_told_to_quit)
{
	struct dialogue d;

	set_up(&d, KINGS "white rook ['rook', 'rook'] at 3,4\n");
	dialogue_begin(&d);
	talk(&d, SEAT_1, "< 3 4\n< 3 0\n");
	part(&d);
	dialogue_verdict(&d, SEAT_1, "king", SEAT_NONE);
	expect_detail(&d, "white took the king on 3 0");
	expect_dialogue(&d, BOTH,
			"1> white\n"
			"2> black\n"
			"1> SELECTION?\n"
			"1< 3 4\n"
			"1> 3 4 0 rook\n"
			"2> 3 4 0 rook\n"
			"1> MOVE?\n"
			"1< 3 0\n"
			"1> 3 4 -> 3 0\n"
			"2> 3 4 -> 3 0\n"
			"1> QUIT\n"
			"2> QUIT\n");
	assert_int_equal(d.dismissals[SEAT_1] + d.dismissals[SEAT_2], 2);
	assert_false(judge_may_stay(d.judge, SEAT_1)); /* a process plays one game */
	assert_false(judge_may_stay(d.judge, SEAT_2));
	finish(&d);
}

/* Moves there and back with one king.  */
static void march(struct dialogue *d, int n)
{
	static const char *const scripts[] = {"< 3 7\n< 3 6\n", "< 3 0\n< 3 1\n", "< 3 6\n< 3 7\n",
					      "< 3 1\n< 3 0\n"};

	talk(d, n % 2 ? SEAT_2 : SEAT_1, scripts[n % 4]);
}

/* ---- QUIT with a result ---- */

static void lose_by_an_empty_square(struct dialogue *d)
{
	talk(d, SEAT_1, "< 4 4\n");
}

static void lose_by_time(struct dialogue *d)
{
	dialogue_at(d, d->now + d->setup.turn_limit);
}

static void lose_by_gibberish(struct dialogue *d)
{
	talk(d, SEAT_1, "< RESIGN or TIMEOUT\n");
}

static void win(struct dialogue *d)
{
	talk(d, SEAT_1, "< 0 7\n< 0 0\n");
	talk(d, SEAT_2, "< 3 0\n< 4 0\n");
	talk(d, SEAT_1, "< 0 0\n< 4 0\n");
}

static void draw(struct dialogue *d)
{
	for (int n = 0; n < 100; n++)
		march(d, n);
}

static void resign(struct dialogue *d)
{
	dialogue_request(d, (struct request){.kind = REQUEST_RESIGN, .seat = SEAT_2});
}

static void decide(struct dialogue *d)
{
	dialogue_request(d, (struct request){.kind = REQUEST_ADJUDICATE, .seat = SEAT_2});
}

static void break_off(struct dialogue *d)
{
	dialogue_request(d, request(REQUEST_INTERRUPT));
}

/* The words are those of a log's last line.  */
TEST(quit_may_say_how_the_game_ended)
{
	static const struct {
		void (*end)(struct dialogue *d);
		const char *quit;
	} rows[] = {{lose_by_an_empty_square, "QUIT white EMPTY\n"},
		    {lose_by_time, "QUIT white TIMEOUT\n"},
		    {lose_by_gibberish, "QUIT white GIBBERISH\n"},
		    {win, "QUIT white\n"},
		    {draw, "QUIT black DRAW\n"},
		    {resign, "QUIT black RESIGN\n"},
		    {decide, "QUIT black\n"},
		    {break_off, "QUIT interrupted\n"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;
		const char *quit;

		set_up(&d, KINGS ROOKS);
		setup_set(&d.setup, "quit-result", "");
		begun(&d);
		rows[i].end(&d);
		assert_true(is_over(&d));
		part(&d);
		for (int s = SEAT_1; s < SEATS; s++) {
			quit = dialogue_find(&d, s, "QUIT")->bytes;
			assert_string_equal(quit, rows[i].quit);
		}
		finish(&d);
	}
}

/* ---- options ---- */

TEST(a_mistake_in_an_option_is_reported)
{
	static const char *const rows[][3] = {
		{"line-delay", "-1", "--line-delay -1: expected a number of ms from 0 to 60000"},
		{"line-delay", "60001", "--line-delay 60001: expected"},
		{"line-delay", "fast", "--line-delay fast: expected"},
		{"line-delay", "", "--line-delay : expected"},
		{"line-delay", "5ms", "--line-delay 5ms: expected"},
		{"line-delay", "99999999999999999999", "--line-delay 99999999999999999999: expected"},
		{"max-moves", "0", "--max-moves 0: expected"},
		{"shuffle", "cards", "--shuffle cards: expected uniform or original"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;
		char *problem;

		dialogue_init_qchess(&d);
		problem = setup_set(&d.setup, rows[i][0], rows[i][1]);
		assert_non_null(problem);
		if (!strstr(problem, rows[i][2]))
			fail_msg("\"%s\" does not say \"%s\"", problem, rows[i][2]);
		free(problem);
		setup_free(&d.setup);
	}
}

TEST_MAIN(NULL, NULL)
