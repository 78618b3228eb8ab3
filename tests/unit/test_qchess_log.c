/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess_log.c - reading logs of the original quantum chess program: turns, times, results, tolerated
 * deviations, and mistakes.  */
#include "qchess_log_fixture.h"

/* ---- the logs of the original ---- */

static const struct {
	const char *name;
	int turns, moves;
	int winner;
	const char *reason;
	enum qchess_end end;
	const char *white;
} logs[] = {
	{"network-game.log", 14, 7, SEAT_1, "king", QCHESS_KING_TAKEN, "@network:(None, 4600)"},
	{"network-terminated.log", 8, 4, WINNER_NONE, "interrupted", QCHESS_GOES_ON, "@network:(None, 4606)"},
	{"random-game.log", 346, 171, SEAT_1, "king", QCHESS_KING_TAKEN, "@internal:AgentRandom"},
};

enum { LOGS = sizeof(logs) / sizeof(logs[0]) };

TEST(each_log_of_the_original_replays_to_its_end_and_its_result)
{
	for (int i = 0; i < LOGS; i++) {
		struct bytes text FREED_BY(bytes_free) = file_text(logs[i].name);
		struct match match FREED_BY(match_free) = read_good(text.at);
		struct quantum_chess game;

		assert_int_equal(match.turn_count, logs[i].turns);
		assert_true(quantum_chess_goto(&game, &match.setup, &match, match.turn_count));
		assert_int_equal(game.moves, logs[i].moves);
		assert_int_equal(game.end, logs[i].end);
		assert_true(match.over);
		assert_int_equal(match.verdict.winner, logs[i].winner);
		assert_string_equal(match.verdict.reason, logs[i].reason);
		assert_int_equal(match.verdict.blame, SEAT_NONE);
		assert_string_equal(match.setup.seat[SEAT_1].name, logs[i].white);
		assert_string_equal(match.setup.system, "qchess");
	}
}

TEST(each_log_of_the_original_is_written_back_unchanged_with_its_stamps)
{
	for (int i = 0; i < LOGS; i++) {
		struct bytes text FREED_BY(bytes_free) = file_text(logs[i].name);

		expect_same(text.at);
	}
}

TEST(a_match_without_a_starting_time_is_stamped_from_1970_on)
{
	struct bytes text FREED_BY(bytes_free) = file_text("network-game.log");
	struct match match FREED_BY(match_free) = read_good(text.at);
	FREED char *again;

	match.started_us = 0;
	again = written(&match);
	assert_ptr_equal(strstr(again, "# Log starts 1970-01-01 00:00:00\n"), again);
	/* 9 seconds after the beginning, as in the log.  */
	assert_non_null(strstr(again, "\n1970-01-01 00:00:08.928573 : 4 6 1 pawn\n"));
	assert_non_null(strstr(again, "\n1970-01-01 00:01:06.895976 : white\n# EOF\n"));
}

TEST(a_turn_took_the_time_since_the_previous_line)
{
	struct bytes text FREED_BY(bytes_free) = file_text("network-game.log");
	struct match match FREED_BY(match_free) = read_good(text.at);
	const struct turn *first = match_turn(&match, 1), *second = match_turn(&match, 2);

	assert_int_equal(first->seat, SEAT_1);
	assert_int_equal(first->began_ns, 0);
	assert_int_equal(first->think_ns, INT64_C(8928573000));
	assert_string_equal(second->played, "4 6 -> 4 4");
	assert_int_equal(second->seat, SEAT_1);
	assert_int_equal(second->began_ns, first->think_ns);
	assert_int_equal(second->think_ns, INT64_C(1171102000));
	assert_int_equal(match_turn(&match, 3)->seat, SEAT_2);
	assert_int_equal(match.ended_ns, INT64_C(66895976000));
}

/* ---- results ---- */

TEST(a_forfeit_blames_the_named_side_in_the_words_of_the_original)
{
	static const struct {
		const char *words, *reason;
	} ends[] = {
		{"ILLEGAL", "illegal"},           {"BOUNDS", "illegal"},
		{"EMPTY 4 4", "illegal"},         {"COLOUR black not white", "illegal"},
		{"GIBBERISH \"4 x\"", "illegal"}, {"TIMEOUT", "timeout"},
		{"UNRESPONSIVE", "crash"},        {"SANITY: Too many", "protocol"},
		{"illegal", "illegal"},
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		for (int black = 0; black < 2; black++) {
			char text[1000];

			snprintf(text, sizeof(text), "%s%s %s\n# EOF\n", HEAD BOARD START STAMP,
				 black ? "black" : "white", ends[i].words);
			expect_verdict(text, black ? SEAT_1 : SEAT_2, ends[i].reason,
				       black ? SEAT_2 : SEAT_1);
			expect_same(text);
		}
}

TEST(a_draw_is_one_of_bare_kings_or_of_the_move_limit)
{
	static const char kings[] =
		HEAD "black king ['king', 'king'] at 3,0\n"
		     "white king ['king', 'king'] at 3,7\n" START STAMP "white DRAW\n# EOF\n";
	static const char limit[] = HEAD BOARD START STAMP "black DRAW\n# EOF\n";

	expect_verdict(kings, WINNER_DRAW, "bare-kings", SEAT_NONE);
	expect_same(kings);
	expect_verdict(limit, WINNER_DRAW, "max-moves", SEAT_NONE);
	expect_same(limit);
	expect_verdict(HEAD BOARD START STAMP "DRAW\n", WINNER_DRAW, "max-moves", SEAT_NONE);
}

TEST(any_other_end_and_no_end_mean_a_broken_off_game)
{
	static const char empty[] = HEAD BOARD START STAMP "\n# EOF\n";

	expect_verdict(empty, WINNER_NONE, "interrupted", SEAT_NONE);
	expect_same(empty);
	expect_verdict(HEAD BOARD START STAMP "whitewash\n", WINNER_NONE, "interrupted", SEAT_NONE);
}

TEST(a_winner_who_did_not_take_the_king_was_named_by_a_person)
{
	static const char text[] = HEAD BOARD START STAMP "black\n# EOF\n";

	expect_verdict(text, SEAT_2, "adjudicated", SEAT_NONE);
	expect_same(text);
}

/* White moves to the far row, black's king steps aside, the queen takes it: 0,1 1 is the hidden pawn.  */
#define GAME                                                                                                 \
	STAMP "0 1 1 pawn\n" STAMP "0 1 -> 0 0\n" STAMP "3 0 0 king\n" STAMP "3 0 -> 2 0\n" STAMP            \
	      "0 0 1 queen\n" STAMP "0 0 -> 2 0\n"

TEST(a_log_without_an_end_has_the_result_by_the_rules)
{
	struct match match FREED_BY(match_free);

	expect_verdict(HEAD BOARD START GAME, SEAT_1, "king", SEAT_NONE);
	expect_verdict(HEAD BOARD START GAME "# EOF\n", SEAT_1, "king", SEAT_NONE);
	expect_same(HEAD BOARD START GAME STAMP "white\n# EOF\n");
	expect_verdict(HEAD "black king ['king', 'king'] at 3,0\nwhite king ['king', 'king'] at 3,7\n",
		       WINNER_DRAW, "bare-kings", SEAT_NONE);
	match = read_good(HEAD BOARD START STAMP "0 1 1 pawn\n" STAMP "0 1 -> 0 0");
	assert_int_equal(match.turn_count, 2);
	assert_false(match.over);
	expect_same(HEAD BOARD START STAMP "0 1 1 pawn\n# EOF\n");
}

/* ---- tolerated deviations ---- */

TEST(empty_lines_carriage_returns_and_missing_stamps_are_accepted)
{
	static const char text[] = "\n# white : Ada\r\n# black : Bob : the second\r\n\r\n# a remark\r\n"
				   "white unknown ['rook', '?pawn']at 0,1\r\n\n"
				   "black king ['king', 'king']at 3,0\r\n"
				   "white king ['king','king'] at 3,7\r\n\n# Start game\r\n\n"
				   "0 1 1 pawn\r\n 2013-05-10 09:50:46.5 : 0 1 -> 0 0\r\n"
				   "2013-05-10 09:50:46.75 : 3 0 0 king\n\n# EOF\nrubbish\n";
	struct match match FREED_BY(match_free) = read_good(text);

	assert_int_equal(match.turn_count, 3);
	assert_false(match.over); /* everything after EOF is ignored */
	assert_int_equal(match.started_us, INT64_C(1368179446500000));
	assert_int_equal(match_turn(&match, 1)->think_ns, 0);
	assert_int_equal(match_turn(&match, 3)->think_ns, INT64_C(250000000));
	assert_string_equal(match.setup.seat[SEAT_1].name, "Ada");
	assert_string_equal(match.setup.seat[SEAT_2].name, "Bob : the second");
}

TEST(a_changed_system_clock_makes_no_turn_negative_or_longer_than_a_year)
{
	struct match match FREED_BY(match_free) =
		read_good(HEAD BOARD START "2013-05-10 09:50:40 : 0 1 1 pawn\n"
					   "2023-05-10 09:50:40 : 0 1 -> 0 0\n"
					   "2023-05-10 09:50:41 : 3 0 0 king\n");

	assert_int_equal(match_turn(&match, 1)->think_ns, 0);
	assert_int_equal(match_turn(&match, 2)->think_ns, 0);
	assert_int_equal(match_turn(&match, 3)->think_ns, NS_PER_S);
}

TEST(a_board_in_mid_game_may_have_black_to_move)
{
	static const char text[] =
		HEAD BOARD START STAMP "3 0 0 king\n" STAMP "3 0 -> 2 0\n" STAMP "0 1 0 rook\n# EOF\n";
	struct match match FREED_BY(match_free) = read_good(text);

	assert_int_equal(match_turn(&match, 1)->seat, SEAT_2);
	assert_int_equal(match_turn(&match, 3)->seat, SEAT_1);
	assert_string_equal(setup_given(&match.setup, "to-move"), "black");
	expect_same(text);
}

/* Reads a log cut off after this many bytes. Returns its match, and its remarks, which the caller frees;
 * NULL: none.  */
static char *read_cut(const char *text, size_t size, struct match *match)
{
	struct remarks remarks FREED_BY(remarks_free) = {0};
	const char *wrong = NULL;
	char *problem = format()->read(text, size, 1, match, &remarks, &wrong), *remark = NULL;

	if (problem)
		fail_msg("%zu bytes: %s", size, problem);
	assert_true(remarks.count <= 1);
	if (remarks.count) {
		assert_int_equal(remarks.list[0].seat, SEAT_NONE);
		assert_int_equal(remarks.list[0].channel, CHANNEL_EVENT);
		assert_int_equal(remarks.list[0].turn, match->turn_count + 1);
		remark = bytes_text("%s", remarks.list[0].text);
	}
	return remark;
}

TEST(a_log_cut_inside_a_line_opens_with_the_rest_and_a_remark)
{
	static const char log[] = HEAD BOARD START GAME STAMP "white\n";
	size_t begin = strlen(HEAD BOARD START);

	for (size_t size = begin; size < strlen(log); size++) {
		size_t line = size;
		int whole = 0;
		struct match match FREED_BY(match_free);
		FREED char *remark = read_cut(log, size, &match);
		char *expected;

		for (size_t i = begin; i < size; i++)
			whole += log[i] == '\n';
		while (log[line - 1] != '\n')
			line--;
		/* A line that lacks only its end counts if it is a turn.  */
		if (log[size] == '\n' && strncmp(log + size - 5, "white", 5) != 0)
			whole++;
		assert_int_equal(match.turn_count, whole);
		assert_int_equal(match.over, whole == 6);
		if (line == size || (log[size] == '\n' && whole < 7 && strncmp(log + size - 5, "white", 5))) {
			assert_null(remark);
		} else {
			expected = bytes_text("ends in the middle of line %d", 9 + whole);
			assert_int_equal(strncmp(remark, expected, strlen(expected)), 0);
			free(expected);
		}
	}
}

TEST(a_remark_names_what_a_cut_log_lacks)
{
	static const struct {
		const char *log, *remark;
	} cuts[] = {
		{HEAD BOARD START STAMP "0 1 1 pawn\n" STAMP "0 1 ->",
		 "ends in the middle of line 10: \"0 1 ->\" is left out"},
		/* Half of "black ILLEGAL" says that black has won.  */
		{HEAD BOARD START STAMP "0 1 1 pawn\n" STAMP "black",
		 "ends in the middle of line 10: \"black\" is left out"},
		{HEAD BOARD START STAMP, "ends in the middle of line 9"},
		{HEAD BOARD START "2013-0", "ends in the middle of line 9: \"2013-0\" is left out"},
		{HEAD BOARD "white unknown ['ro",
		 "ends in the middle of line 8: \"white unknown ['ro\" is left out"},
	};

	for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
		struct match match FREED_BY(match_free);
		FREED char *remark = read_cut(cuts[i].log, strlen(cuts[i].log), &match);

		assert_string_equal(remark, cuts[i].remark);
		assert_false(match.over);
		assert_null(setup_given(&match.setup, "to-move"));
	}
}

#define SHORT "# Short log updated 2013-05-10 09:50:47\n# white : Ada\n# black : Bob\n# Initial board\n"
#define WON                                                                                                  \
	"white queen ['rook', 'queen'] at 2,0\n"                                                             \
	"white king ['king', 'king'] at 3,7\n"

TEST(a_short_log_of_a_finished_game_has_no_king_on_its_board)
{
	static const char black[] = SHORT "black king ['king', 'king'] at 3,0\n" START STAMP "black\n# EOF\n";
	struct match match FREED_BY(match_free) = read_good(SHORT WON START STAMP "white\n# EOF\n");
	struct quantum_chess game;

	assert_int_equal(match.turn_count, 0);
	assert_true(quantum_chess_goto(&game, &match.setup, &match, 0));
	assert_int_equal(game.end, QCHESS_KING_TAKEN);
	assert_string_equal(match.verdict.detail, "white took the king");
	expect_verdict(SHORT WON START STAMP "white\n# EOF\n", SEAT_1, "king", SEAT_NONE);
	expect_verdict(SHORT WON START, SEAT_1, "king", SEAT_NONE);
	expect_verdict(black, SEAT_2, "king", SEAT_NONE);
	/* The other phase: the move that took the king, and the result.  */
	expect_verdict(SHORT WON START STAMP "0 0 -> 2 0\n" STAMP "white\n# EOF\n", SEAT_1, "king",
		       SEAT_NONE);
}

TEST(a_short_log_after_a_piece_that_could_not_move_begins_with_a_completed_move)
{
	static const char text[] = SHORT "black king ['king', 'king'] at 2,0\n"
					 "white rook ['rook', '?pawn'] at 0,1\n"
					 "white king ['king', 'king'] at 3,7\n" START;
	char log[1000];
	struct match match;

	snprintf(log, sizeof(log), "%s" STAMP "3 0 -> 2 0\n" STAMP "0 1 0 rook\n", text);
	match = read_good(log);
	assert_int_equal(match.turn_count, 1);
	assert_string_equal(match_turn(&match, 1)->played, "0 1 0 rook");
	assert_int_equal(match_turn(&match, 1)->seat, SEAT_1);
	match_free(&match);
	snprintf(log, sizeof(log), "%s" STAMP "3 7 -> 2 7\n" STAMP "2 0 0 king\n", text);
	match = read_good(log);
	assert_int_equal(match_turn(&match, 1)->seat, SEAT_2);
	match_free(&match);
	/* In other logs a game does not begin with a move.  */
	snprintf(log, sizeof(log), HEAD BOARD START STAMP "3 0 -> 2 0\n");
	expect_wrong(log, "file:9:23: no piece is selected: expected a selection before a move");
}

TEST(a_short_log_begins_with_the_piece_just_selected)
{
	struct match match FREED_BY(match_free) =
		read_good("# Short log updated 2013-05-10 09:50:45.382246\n# Initial board\n"
			  "white pawn ['rook', 'pawn'] at 0,1\n"
			  "black king ['king', 'king'] at 3,0\nwhite king ['king', 'king'] at 3,7\n"
			  "# Start game\n" STAMP "0 1 1 pawn\n" STAMP "0 1 -> 0 0\n");

	assert_int_equal(match.turn_count, 2);
}

TEST(kings_may_have_the_indices_of_old_logs)
{
	expect_same(HEAD BOARD START STAMP "3 7 -1 king\n" STAMP "3 7 -> 4 7\n" STAMP "3 0 1 king\n# EOF\n");
}

TEST(a_classical_log_is_read_as_a_classical_game)
{
	static const char text[] =
		HEAD "white pawn ['pawn', 'pawn'] at 0,1\n"
		     "black king ['king', 'king'] at 3,0\n"
		     "white king ['king', 'king'] at 3,7\n" START STAMP "0 1 0 pawn\n" STAMP
		     "0 1 -> 0 0\n" STAMP "3 0 0 king\n" STAMP "3 0 -> 3 1\n" STAMP "0 0 0 queen\n" STAMP
		     "0 0 -> 0 1\n" STAMP "3 1 0 king\n" STAMP "3 1 -> 3 0\n" STAMP "0 1 0 queen\n# EOF\n";
	struct match match FREED_BY(match_free) = read_good(text);

	assert_non_null(setup_given(&match.setup, "classical"));
	match_free(&match);
	expect_same(text);
	match = read_good(HEAD BOARD);
	assert_null(setup_given(&match.setup, "classical"));
}

TEST(games_of_the_original_continue_past_ringsides_draws)
{
	static const char *const there[] = {"3 0 0 king\n", "3 0 -> 2 0\n", "3 7 0 king\n", "3 7 -> 2 7\n"};
	static const char *const back[] = {"2 0 0 king\n", "2 0 -> 3 0\n", "2 7 0 king\n", "2 7 -> 3 7\n"};
	struct bytes text FREED_BY(bytes_free) = {0};
	struct match match FREED_BY(match_free);

	bytes_add_text(&text, HEAD BOARD START);
	for (int i = 0; i < 120; i++)
		for (int k = 0; k < 4; k++)
			bytes_add_text(&text, (i % 2 ? back : there)[k]);
	match = read_good(text.at);
	assert_int_equal(match.turn_count, 480);
	assert_false(match.over);
}

/* ---- mistakes ---- */

TEST(an_impossible_line_is_reported_with_its_number)
{
	expect_wrong("",
		     "file:1:1: expected the board before: \"# Initial board\" and a line for each piece");
	expect_wrong(HEAD START STAMP "0 1 1 pawn\n",
		     "file:6:1: expected the board before: \"# Initial board\" and a line for each piece");
	expect_wrong(HEAD "black king ['king', 'king'] at 3,0\n" START STAMP "0 1 1 pawn\n",
		     "file:7:1: white has 0 kings: expected one");
	expect_wrong(HEAD "white king ['king', 'king'] at 3,0\n",
		     "file:5:1: black has 0 kings: expected one");
	expect_wrong(HEAD "\nblack king ['king', 'prince'] at 3,0\n" START,
		     "file:6:22: \"prince\" is no type: expected pawn, rook, knight, bishop, queen or king");
	expect_wrong(HEAD BOARD START STAMP "0 1 0 pawn\n",
		     "file:9:23: the piece on 0 1 is a rook in state 0, not a pawn");
	expect_wrong(HEAD BOARD START STAMP "0 1 1 pawn\n\n" STAMP "0 1 -> 0 2\n",
		     "file:11:23: ILLEGAL: the piece on 0 1 does not reach 0 2");
	expect_wrong(HEAD BOARD START STAMP "0 1 1 pawn\n" STAMP "0 1 -> 0 0\n" STAMP "3 7 0 king\n",
		     "file:11:23: COLOUR: the piece on 3 7 is not black's, who has to move");
	expect_wrong(HEAD BOARD START GAME STAMP "3 7 0 king\n",
		     "file:15:23: the game is over (king): nothing may follow");
	expect_wrong(HEAD BOARD START GAME STAMP "black\n",
		     "file:15:23: black cannot have won: white took the king");
	expect_wrong(HEAD BOARD START STAMP "white\n" STAMP "0 1 1 pawn\n",
		     "file:10:23: a turn after the end: expected # EOF");
	expect_wrong(HEAD BOARD START STAMP "0 1 1 pawn\nwhite rook ['rook', 'rook'] at 5,5\n",
		     "file:10:1: a piece after the first turn: expected one board");
	expect_wrong(HEAD BOARD START STAMP "0 1\n",
		     "file:9:23: \"0 1\": expected a selection such as \"4 6 1 "
		     "pawn\" or a move such as \"4 6 -> 4 4\"");
}

TEST(other_texts_are_not_mistaken_for_logs)
{
	static const char *const others[] = {"", "Piskvorky 15x15, 11:11, 0\n8,8,312\n",
					     "# a comment\n@command new\n", "(;GM[4])", "\n\n\n"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_false(format()->looks(others[i], strlen(others[i])));
	assert_true(format()->looks("# white : A\n# Initial board\n", 28));
}

TEST_MAIN(NULL, NULL)
