/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_human.c - a person plays with keys, with clicks, with typed squares, on one seat or on both.  */
#include "ringside.h"

#include <string.h>

TEST_SCENE_ON_ALL_STAGES(a_person_plays_with_the_cursor_and_enter,
			 begin_match(stage, "human", "good 7", NULL))
{
	shows(scene, "move 0", "your move", "h8 (7,7)", NULL);
	type(scene, "\r", NULL);
	shows_stone(scene, "h8", black(scene));
	shows(scene, "move 2 ", "your move", NULL);
	shows_stone(scene, "a8", white(scene));
	press(scene, VT_DOWN, "h7 (7,6)", NULL);
	press(scene, VT_RIGHT, "i7 (8,6)", NULL);
	press(scene, VT_UP VT_UP VT_LEFT VT_LEFT, "g9 (6,8)", NULL);
	press(scene, "\r", "move 4 ", "your move", NULL);
	shows_stone(scene, "g9", black(scene));
}

TEST_SCENE_ON_ALL_STAGES(a_person_plays_with_clicks, begin_match(stage, "good 3", "human", NULL))
{
	shows(scene, "move 1 ", "your move", NULL);
	click_square(scene, "j11");
	shows(scene, "move 3 ", "your move", NULL);
	shows_stone(scene, "j11", white(scene));
	shows_stone(scene, "b4", black(scene));
	click_square(scene, "o15");
	shows_stone(scene, "o15", white(scene));
}

TEST_SCENE(on_a_turned_board_keys_and_clicks_reach_the_shown_square,
	   begin_match(&small, "human", "human", NULL))
{
	int x, y, below;

	shows(scene, "your move", NULL);
	ask(scene, "set origin top", "row 1 of the board is at the top", "h8 (7,7)", NULL);
	press(scene, VT_UP VT_UP VT_RIGHT, "i6 (8,5)", NULL);
	type(scene, "\r", NULL);
	shows_stone(scene, "i6", black(scene));
	click_square(scene, "c2");
	shows_stone(scene, "c2", white(scene));
	find_square(scene, "c2", &x, &y);
	find_square(scene, "c3", &x, &below);
	assert_int_equal(below, y + 1);
	ask(scene, "set origin bottom", "row 1 of the board is at the bottom", NULL);
	shows_stone(scene, "i6", black(scene));
	shows_stone(scene, "c2", white(scene));
	find_square(scene, "c2", &x, &y);
	find_square(scene, "c3", &x, &below);
	assert_int_equal(below, y - 1);
}

TEST_SCENE_ON_ALL_STAGES(the_lines_of_a_continuous_game_are_counted_next_to_the_names,
			 begin_match(stage, "human", "human", "--rule", "freestyle+continuous", "--opening",
				     "a1a3b1b3c1c3d1d3", NULL))
{
	shows(scene, " 0 lines", "your move", NULL);
	shows_no(scene, "1 line");
	ask(scene, "play e1", " 1 line ", " 0 lines", NULL);
	ask(scene, "play e3", "move 2 ", " 1 line ", NULL);
	shows_no(scene, "0 lines");
}

TEST_SCENE(a_person_can_type_squares_in_letters_or_in_numbers, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	command(scene, "h8");
	shows_stone(scene, "h8", black(scene));
	shows(scene, "move 2 ", NULL);
	command(scene, "0,0");
	shows_stone(scene, "a1", black(scene));
}

TEST_SCENE(a_square_that_cannot_be_played_is_refused_with_a_reason,
	   begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "\r", "move 2 ", "your move", NULL);
	press(scene, "\r", "already taken", NULL);
	type(scene, VT_UP, NULL);
	shows_no(scene, "already taken");
	ask(scene, "play h8", "play: h8 is already taken", NULL);
	ask(scene, "play p16", "play: ", "p16", NULL);
	ask(scene, "play somewhere", "play: ", "somewhere", NULL);
	click_square(scene, "a8");
	shows(scene, "already taken", "move 2 ", NULL);
}

TEST_SCENE(a_forbidden_point_is_refused_with_a_reason_that_fits_the_line,
	   begin_match(&small, "human", "good 7", "--rule", "renju", "--opening", "i8a1j8c1h9e1h10g1", NULL))
{
	int x, y;

	shows(scene, "rule renju", "your move", NULL);
	press(scene, "\r", "h8 (7,7) is forbidden to black by renju", "move 0 ", NULL);
	find_square(scene, "a1", &x, &y); /* the board still shows all rows */
	type(scene, VT_UP, NULL);
	assert_true(vt_wait_gone(scene->vt, "forbidden to black", LONG));
}

TEST(a_board_that_does_not_fit_says_where_it_goes_on)
{
	static const struct stage low = {80, 15, NULL, NULL, false};
	struct scene *scene = begin(&low, "play", "gomocup", "--turn-time", "0", "human", "human", NULL);

	shows(scene, "your move", " 13↑ ·", "  3↓ ·", NULL);
	press(scene, "kkkkkkk", " 15  ·", "  5↓ ·", NULL);
	shows_no(scene, "↑");
	leave(scene);
}

TEST_SCENE(nobody_plays_out_of_turn, begin_match(&small, "human", "silent 7", "--turn-time", "60s", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "\r", "move 2 ", "your move", NULL);
	press(scene, VT_UP "\r", "move 3 ", "thinking…", NULL);
	press(scene, VT_UP "\r", "it is not your turn", NULL);
	ask(scene, "a1", "play: it is not your turn: seat 2 is to move", NULL);
	shows_stone(scene, "a1", empty(scene));
}

TEST_SCENE(a_move_is_confirmed_if_the_person_wants, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	ask(scene, "set confirm-moves on", "confirm-moves", NULL);
	press(scene, "\r", "play h8? y/n", "move 0 ", NULL);
	type(scene, "n", NULL);
	shows_no(scene, "play h8?");
	shows(scene, "move 0 ", NULL);
	click_square(scene, "c2");
	shows(scene, "play c2? y/n", NULL);
	type(scene, "y", NULL);
	shows_stone(scene, "c2", black(scene));
	shows(scene, "move 2 ", NULL);
	ask(scene, "h9", "move 4 ", NULL); /* Enter has confirmed it */
	click_square(scene, "c3");
	shows(scene, "play c3? y/n", NULL);
	vt_click(scene->vt, vt_cols(scene->vt) - 4, 5); /* another pane has the keys now */
	shows_no(scene, "play c3?");
}

TEST_SCENE_ON_ALL_STAGES(two_people_can_play_at_one_keyboard, begin_match(stage, "human", "human", NULL))
{
	int x, y;

	shows(scene, "your move", "move 0", NULL);
	for (int i = 0; i < 4; i++) {
		const char letters[] = {(char)('a' + i), '1', 0}, above[] = {(char)('a' + i), '2', 0};

		find_square(scene, letters, &x, &y);
		assert_true(vt_click(scene->vt, x, y));
		shows_stone(scene, letters, black(scene));
		find_square(scene, above, &x, &y);
		assert_true(vt_click(scene->vt, x, y));
		shows_stone(scene, above, white(scene));
	}
	ask(scene, "play e1", "wins: five", "move 9", "from a1 to e1", NULL);
}

TEST_SCENE(a_takeback_goes_back_to_the_persons_own_move, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "\r", "move 2 ", "your move", NULL);
	press(scene, VT_UP "\r", "move 4 ", "your move", NULL);
	press(scene, "u", "move 2 ", "your move", NULL);
	shows_stone(scene, "h9", empty(scene));
	shows_stone(scene, "b8", empty(scene));
	shows_stone(scene, "h8", black(scene));
	press(scene, VT_UP "\r", "move 4 ", "your move", NULL);
	shows_stone(scene, "h10", black(scene));
	shows_stone(scene, "b8", white(scene));
}

TEST_SCENE(what_happened_does_not_hide_what_to_do, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move: arrows and Enter", NULL);
	ask(scene, "seat swap", "move 1 ", "branch 1 continues", "your move: arrows and Enter", NULL);
	type(scene, VT_UP, NULL);
	shows_no(scene, "branch 1 continues");
}

static void a_person_gets_a_limit_and_loses_it_on(const struct stage *stage)
{
	struct scene *scene = begin_match(stage, "human", "good 7", "--human-time", "90m", NULL);

	shows(scene, "your move", "(turn 90m)", "89:59 left +1s", NULL);
	ask(scene, "set human-time 2h", "the limit for a turn of a person is 7200 s from now on",
	    "119:59 left", NULL);
	ask(scene, "set human-time limits", "people have the limits of agents from now on", "(turn 5s)",
	    NULL);
	ask(scene, "set human-time off", "people have no limit from now on", NULL);
	shows_no(scene, " left");
	press(scene, "\r", "move 2 ", "your move", NULL);
	ask(scene, "set human-time soon", "expected off, limits or a time such as 500ms, 2s or 1m", NULL);
	leave(scene);
}

TEST(a_person_gets_a_limit_and_loses_it)
{
	a_person_gets_a_limit_and_loses_it_on(&small);
	a_person_gets_a_limit_and_loses_it_on(&large);
}

static void the_players_change_seats_in_a_branch_on(const struct stage *stage)
{
	struct scene *scene = begin_match(stage, "human", "good 7", "--turn-time2", "40s", NULL);

	shows(scene, "your move", "(turn 40s)", NULL);
	ask(scene, "h8", "move 2 ", "your move", "1 ● human", NULL);
	ask(scene, "seat swap", "branch 1", "1 ● good", "(turn 40s)", "2 ○ human", "move 3 ", "your move",
	    NULL);
	shows_stone(scene, "h8", black(scene));
	ask(scene, "h9", "move 5 ", "your move", NULL);
	shows_stone(scene, "h9", white(scene));
	ask(scene, "goto 2", "VIEWING 2 of 5", NULL);
	ask(scene, "seat swap", "branch 2", "1 ● good", "2 ○ human", "move 3 ", "your move",
	    NULL); /* as they were then: branch 1 begins with the change */
	shows_stone(scene, "h9", empty(scene));
	ask(scene, "seat swap places", "expected a seat and a player", NULL);
	leave(scene);
}

TEST(the_players_change_seats_in_a_branch)
{
	the_players_change_seats_in_a_branch_on(&small);
	the_players_change_seats_in_a_branch_on(&large);
}

TEST_SCENE(people_and_a_single_player_cannot_change_seats, begin_match(&small, "human", "human", NULL))
{
	shows(scene, "your move", NULL);
	ask(scene, "seat swap", "people sit on both seats: change chairs", NULL);
	leave(scene);
	scene = begin(&small, "play", "asimulator", "human", NULL);
	shows(scene, "your ", NULL);
	ask(scene, "seat swap", "nobody sits on seat 2", NULL);
}

TEST_SCENE(a_person_can_resign, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "E", "r: resign  d: draw  Esc: none", NULL);
	press(scene, "x", "your move", NULL);
	shows_no(scene, "r: resign");
	press(scene, "Er", "good wins: resign", NULL);
}

TEST_SCENE(a_draw_is_decided_and_not_offered, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	ask(scene, "help end", "you decide that", NULL);
	type(scene, "\033", NULL);
	ask(scene, "end draw", "draw: adjudicated", NULL);
	ask(scene, "why", "adjudicated: decided by a person", NULL);
	type(scene, "\033", NULL);
}

TEST_SCENE(the_letters_hjkl_move_the_cursor, begin_match(&small, "human", "human", NULL))
{
	shows(scene, "h8 (7,7)", NULL);
	press(scene, "jj", "h6 (7,5)", NULL);
	press(scene, "l", "i6 (8,5)", NULL);
	press(scene, "kh", "h7 (7,6)", NULL);
	for (int i = 0; i < 20; i++)
		type(scene, "h", NULL);
	shows(scene, "a7 (0,6)", NULL);
}

TEST_SCENE(a_board_larger_than_the_screen_scrolls_with_the_cursor,
	   begin_match(&small, "human", "human", "--size", "40", NULL))
{
	shows(scene, "your move", "u21 (20,20)", NULL);
	for (int i = 0; i < 25; i++)
		type(scene, VT_DOWN, VT_LEFT, NULL);
	shows(scene, "a1 (0,0)", NULL);
	press(scene, "\r", "move 1 ", "1 a1", NULL);
}

TEST_SCENE_ON_ALL_STAGES(swap2_can_be_played_with_enter_and_typed_choices,
			 begin_match(stage, "human", "human", "--swap2", NULL))
{
	shows(scene, "swap2: place black, white, black", "move 0 ", NULL);
	press(scene, "\r", "swap2: now white", NULL);
	press(scene, "\r", "swap2: place black, white, black", NULL); /* the move is taken back */
	press(scene, "\rl\r", "swap2: now black", "move 0 ", NULL);
	shows_stone(scene, "h8", black(scene));
	shows_stone(scene, "i8", white(scene));
	press(scene, "l\r", "move 1 ", "1 h8 i8 j8", ":swap", NULL);
	shows_stone(scene, "j8", black(scene));
	ask(scene, "swap", "move 2 ", "2 swap", strcmp(black(scene), "X") ? "2 ● human" : "2 X human", NULL);
	shows_no(scene, "swap2:");
	press(scene, "l\r", "move 3 ", "3 k8", NULL);
	shows_stone(scene, "k8", white(scene));
	ask(scene, "swap", "swap is not one square", NULL); /* no choice of swap2 any more */
}

/* INFO needs no answer, so the brain's reply is neither a move nor a fault.  */
TEST_SCENE(the_brain_is_told_the_square_of_the_cursor_if_the_person_wants,
	   begin_match(&large, "human", "good 7", "--layout", "wide", NULL))
{
	shows(scene, "your move", "h8 (7,7)", NULL);
	press(scene, VT_UP, "h9 (7,8)", NULL);
	ask(scene, "set evaluate", "INFO evaluate 7,8", "the agents are told", NULL);
	press(scene, VT_RIGHT, "INFO evaluate 8,8", NULL);
	ask(scene, "set evaluate", "the agents are no longer told where the cursor is", NULL);
	press(scene, VT_RIGHT "\r", "move 2 ", "your move", NULL);
	assert_false(vt_find(scene->vt, "INFO evaluate 9,8", NULL, NULL));
}

/* With its first limit the brain would think for an hour.  */
TEST_SCENE(a_limit_can_be_changed_while_the_brain_thinks,
	   begin_match(&large, "human", "silent 7", "--layout", "wide", "--turn-time", "1h", "--tolerance",
		       "0", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "\r", "move 2 ", "your move", NULL);
	press(scene, VT_UP "\r", "move 3 ", "thinking…", NULL);
	ask(scene, "set match-time 2h", "INFO timeout_match 7200000", NULL);
	ask(scene, "set turn-time 10ms", "human wins: timeout", NULL);
}

TEST_MAIN(NULL, NULL)
