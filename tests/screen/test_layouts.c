/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_layouts.c - the places of the panes in each layout, at each size and while the size changes, and what
 * a person can do with a pane.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

static const char *const layouts[] = {"auto",    "narrow",    "wide",     "board",
				      "traffic", "terminals", "channels", "moves"};
enum { LAYOUTS = sizeof(layouts) / sizeof(layouts[0]) };

/* Does the cell show this part of a frame?  */
static bool is_corner(struct vt *vt, int x, int y, const char *corner)
{
	return strcmp(vt_at(vt, x, y).text, corner) == 0;
}

/* Follows the frame that begins at x, y.  False if one of its sides is broken.  */
static bool is_whole(struct vt *vt, int x, int y)
{
	int right = x + 1, bottom = y + 1;

	while (right < vt_cols(vt) && !is_corner(vt, right, y, "┐"))
		right++;
	while (bottom < vt_rows(vt) && !is_corner(vt, x, bottom, "└"))
		bottom++;
	if (right >= vt_cols(vt) || bottom >= vt_rows(vt) || !is_corner(vt, right, bottom, "┘"))
		return false;
	for (int i = y + 1; i < bottom; i++)
		if ((!is_corner(vt, x, i, "│") && !is_corner(vt, x, i, "▌")) || /* a step ended there */
		    !is_corner(vt, right, i, "│"))
			return false;
	/* The lower edge may contain a text, but both its ends are lines, and it has no part of another
	 * frame.  */
	for (int i = x + 1; i < right; i++)
		if (is_corner(vt, i, bottom, "│"))
			return false;
	return is_corner(vt, x + 1, bottom, "─") && is_corner(vt, right - 1, bottom, "─");
}

/* Returns the number of panes.  Checks that each has a whole frame, so that none covers another or crosses
 * the edge.  */
static int count_panes(struct scene *scene)
{
	struct vt *vt = scene->vt;
	int panes = 0, corners = 0;

	for (int y = 0; y < vt_rows(vt); y++)
		for (int x = 0; x < vt_cols(vt); x++) {
			corners += is_corner(vt, x, y, "┐") + is_corner(vt, x, y, "└") +
				   is_corner(vt, x, y, "┘");
			if (!is_corner(vt, x, y, "┌"))
				continue;
			panes++;
			if (!is_whole(vt, x, y)) {
				vt_print(vt, "a frame is broken");
				fail_msg("the frame at %d,%d is broken", x, y);
			}
		}
	if (corners != 3 * panes)
		vt_print(vt, "a frame is not whole");
	assert_int_equal(corners, 3 * panes);
	return panes;
}

TEST(no_pane_covers_another_in_any_layout)
{
	static const struct {
		int cols, rows, panes[LAYOUTS];
	} sizes[] = {
		{80, 24, {4, 4, 5, 1, 1, 3, 6, 2}},
		{100, 30, {4, 4, 5, 1, 1, 3, 6, 2}},
		{160, 50, {6, 5, 6, 1, 1, 3, 12, 2}},
	};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct stage stage = {sizes[i].cols, sizes[i].rows, NULL, NULL, false};
		/* The squares of a board of 22 stay small: they have no lines that look like frames.  */
		struct scene *scene = begin_paused(&stage, "talks 3", "good 7", "--size", "22", NULL);

		ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
		for (int k = 0; k < LAYOUTS; k++) {
			FREED char *line = bytes_text("set layout %s", layouts[k]);
			FREED char *word = bytes_text("help %s", "step");

			command(scene, line);
			ask(scene, word, "let one message pass, or N",
			    NULL); /* the message comes with the layout or after it */
			command(scene, "goto live");
			shows_no(scene, "let one message pass, or N");
			if (count_panes(scene) != sizes[i].panes[k]) {
				vt_print(scene->vt, layouts[k]);
				print_message("%s at %dx%d\n", layouts[k], stage.cols, stage.rows);
			}
			assert_int_equal(count_panes(scene), sizes[i].panes[k]);
		}
		leave(scene);
	}
}

TEST_SCENE(each_channel_has_a_pane_for_each_seat,
	   begin_paused(&large, "talks 3", "good 7", "--layout", "channels", NULL))
{
	press(scene, "n", "1 commands", "1 moves", "1 MESSAGE", "1 DEBUG", "1 ERROR UNKNOWN", "1 stderr",
	      "2 commands", "2 moves", "2 MESSAGE", "2 DEBUG", "2 ERROR UNKNOWN", "2 stderr", "▸ BEGIN",
	      "◂ 0,3", "MESSAGE move 1 is easy", "DEBUG depth 1", "ERROR nothing grave", NULL);
}

TEST_SCENE(a_small_screen_shows_the_channels_of_one_seat_at_a_time,
	   begin_paused(&small, "talks 3", "good 7", "--layout", "channels", NULL))
{
	shows(scene, "1 commands", "1 stderr", NULL);
	assert_false(vt_find(scene->vt, "2 commands", NULL, NULL));
	for (int i = 0; i < 6; i++)
		type(scene, "\t", NULL);
	shows(scene, "2 commands", "2 stderr", NULL);
	assert_false(vt_find(scene->vt, "1 commands", NULL, NULL));
	press(scene, VT_BTAB, "1 commands", NULL);
	ask(scene, "set layout channels", "2 commands", NULL);
}

TEST_SCENE(the_layout_key_cycles_through_all_layouts, begin_paused(&small, "good 3", "good 7", NULL))
{
	for (int round = 0; round < 2; round++) {
		press(scene, "LLL", "[1] board", "layout board: the board alone",
		      NULL); /* narrow, wide, board */
		shows_no(scene, " log ");
		press(scene, "L", "[2] moves", NULL);
		press(scene, "L", "[1] traffic ─", NULL);
		press(scene, "L", "1 brain terminal", "2 brain terminal", "layout terminals: ", NULL);
		press(scene, "L", "1 commands", NULL);
		press(scene, "L", "1 brain", " log ", NULL);
	}
}

TEST_SCENE(many_size_changes_end_in_a_whole_screen,
	   begin_match(&small, "sample:random --seed 1", "sample:random --seed 2", "--pace", "100ms",
		       "--size", "22", NULL))
{
	static const int sizes[][2] = {{160, 50}, {80, 24}, {200, 60}, {81, 25}, {40, 10}, {1, 1},
				       {300, 90}, {79, 23}, {120, 30}, {2, 80},  {90, 3},  {100, 40}};

	shows(scene, "move 2", NULL);
	for (int round = 0; round < 5; round++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			vt_resize(scene->vt, sizes[i][0], sizes[i][1]);
	vt_resize(scene->vt, 80, 24);
	ask(scene, "pause", "PAUSED", "1 random", "2 random", " log ", "space run", NULL);
	assert_int_equal(count_panes(scene), 4);
	vt_resize(scene->vt, 160, 50);
	shows(scene, "1 log", "2 log", "freeze", NULL);
	assert_int_equal(count_panes(scene), 6); /* with the moves below the board */
	vt_resize(scene->vt, 80, 24);
	shows_no(scene, "1 log");
	shows(scene, " log ", "? help", NULL);
	assert_int_equal(count_panes(scene), 4);
}

TEST_SCENE(a_screen_that_is_far_too_small_says_so_until_it_is_not,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	vt_resize(scene->vt, 20, 5);
	shows(scene, "20x5 is too small", "at least 24x7", NULL);
	vt_resize(scene->vt, 3, 1);
	shows(scene, "3x1", NULL);
	type(scene, "n", NULL); /* keys still work */
	vt_resize(scene->vt, 80, 24);
	shows(scene, "move 1 ", "PAUSED", "1 good", NULL);
	assert_int_equal(count_panes(scene), 4);
}

/* A board without a frame, and a clock in each half of the row of the seats.  */
static bool board_alone(struct vt *vt, void *data)
{
	int half = vt_cols(vt) / 2;

	return vt_cols(vt) == *(const int *)data && strstr(vt_span(vt, 0, 1, half), "8:59.") &&
	       strstr(vt_span(vt, half, 1, half), "8:59.") && vt_find(vt, "f g h i j", NULL, NULL) &&
	       !vt_find(vt, "─", NULL, NULL) && !vt_find(vt, "too small", NULL, NULL);
}

TEST(a_small_screen_still_shows_the_board_and_the_clocks)
{
	static struct {
		int cols, rows;
	} sizes[] = {{40, 12}, {59, 16}, {60, 15}, {24, 7}, {40, 24}, {200, 12}};
	struct scene *scene = begin_paused(&small, "good 3", "good 7", "--match-time", "9m", NULL);

	type(scene, "\t\t", NULL); /* another pane than the board has the focus */
	ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		vt_resize(scene->vt, sizes[i].cols, sizes[i].rows);
		comes(scene, "the board alone", board_alone, &sizes[i].cols);
		shows(scene, "PAUSED", NULL);
		assert_int_equal(count_panes(scene), 0);
	}
	ask(scene, "help step", "let one message pass", NULL); /* the prompt and texts are there */
	type(scene, "q", NULL);
	shows_no(scene, "let one message pass");
	ask(scene, "set layout traffic", "TURN", NULL);
	command(scene, "set layout auto");
	vt_resize(scene->vt, 80, 24);
	shows(scene, "1 good", "? help", NULL);
	assert_int_equal(count_panes(scene), 4);
}

TEST(a_small_screen_takes_moves_by_keys_and_by_clicks)
{
	const struct stage tiny = {40, 12, NULL, NULL, false};
	struct scene *scene = begin_match(&tiny, "human", "good 7", NULL);
	int x, y;

	shows(scene, "your move", NULL);
	find_square(scene, "h8", &x, &y);
	type(scene, "\r", NULL);
	shows_stone(scene, "h8", black(scene));
	shows(scene, "your move", NULL);
	click_square(scene, "j8");
	shows_stone(scene, "j8", black(scene));
}

TEST_SCENE(a_pane_can_be_zoomed_and_restored, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "n2z", "move 1 ", "PAUSED", "1 good", NULL);
	assert_int_equal(count_panes(scene), 1);
	shows(scene, "▸ ABOUT", "▸ BEGIN", NULL);
	press(scene, "\t", "[3] 2 good ─", NULL);
	assert_int_equal(count_panes(scene), 1);
	press(scene, "z", "board", " log ", NULL);
	assert_int_equal(count_panes(scene), 4);
}

/* Has the pane with this title the focus?  Its frame differs from the others'.  */
static bool has_focus(struct vt *vt, void *title)
{
	int x, y;

	return vt_find(vt, title, &x, &y) && vt_at(vt, x - 4, y).fg == 12;
}

TEST_SCENE(the_focus_goes_from_pane_to_pane,
	   begin_paused(&small, "good 3", "good 7", "--theme", "default", NULL))
{
	int x, y;

	comes(scene, "the focus on 1", has_focus, " 1 brain ─");
	type(scene, "\t", NULL);
	comes(scene, "the focus on 2", has_focus, " 2 brain ─");
	type(scene, "\t", NULL);
	comes(scene, "the focus on the log", has_focus, " log ─");
	type(scene, "\t", NULL);
	comes(scene, "the focus on the board", has_focus, " board ");
	type(scene, VT_BTAB, NULL);
	comes(scene, "the focus on the log", has_focus, " log ─");
	type(scene, "1", NULL);
	comes(scene, "the focus on the board", has_focus, " board ");
	command(scene, "focus 3");
	comes(scene, "the focus on 2", has_focus, " 2 brain ─");
	ask(scene, "focus 9", "focus: there are only 4 panes", NULL);
	assert_true(vt_find(scene->vt, " log ─", &x, &y));
	vt_click(scene->vt, x + 3, y + 2);
	comes(scene, "the focus on the log", has_focus, " log ─");
}

TEST_SCENE(a_filter_shows_only_what_matches,
	   begin_paused(&small, "talks 3", "good 7", "--layout", "traffic", NULL))
{
	ask(scene, "next x4", "move 4 ", "DEBUG depth 2", NULL);
	press(scene, "&TURN \\d,\r", "&TURN \\d,", "TURN 0,3", "TURN 1,3", NULL);
	shows_no(scene, "DEBUG");
	assert_false(vt_find(scene->vt, "START", NULL, NULL));
	ask(scene, "filter [", "filter: ", NULL);
	ask(scene, "filter", "DEBUG depth 2", NULL);
}

TEST_SCENE(a_filter_is_seen_however_little_room_there_is, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x2", "move 2 ", NULL);
	press(scene, "2&^(BEGIN|TURN \\d+,\\d+|INFO \\w+ \\d+)\r", "[2] 1 good", " &… ", NULL);
	ask(scene, "filter TURN", " &TURN ", NULL);
	command(scene, "filter");
	shows_no(scene, " &TURN ");
}

TEST_SCENE(a_search_finds_earlier_text,
	   begin_paused(&small, "talks 3", "good 7", "--layout", "traffic", "--theme", "default", NULL))
{
	int x, y;

	ask(scene, "next x6", "move 6 ", NULL);
	ask(scene, "search ?BEGIN", "▸ BEGIN", "3 of 3", NULL); /* the line alone may stand there before */
	assert_true(vt_find(scene->vt, "BEGIN", &x, &y));
	assert_int_equal(vt_at(scene->vt, x, y).bg, 3);
	press(scene, "/TURN\r", "▸ TURN", NULL);
	type(scene, "p", NULL);
	ask(scene, "search nothing like this", "no message of this pane matches \"nothing like this\"", NULL);
	press(scene, "G", "▌#", NULL);
	command(scene, "filter TURN");
	ask(scene, "search BEGIN", "matches \"BEGIN\" and the filter \"TURN\"", NULL);
}

TEST_SCENE(a_frozen_pane_does_not_change_while_the_match_goes_on,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x2", "move 2 ", "PAUSED", NULL);
	press(scene, "F", "frozen", NULL);
	ask(scene, "next x2", "move 4 ", "PAUSED", "◂ 1,7", NULL);
	assert_false(vt_find(scene->vt, "◂ 1,3", NULL, NULL));
	press(scene, "F", "◂ 1,3", NULL);
	shows_no(scene, "frozen");
}

TEST_SCENE(a_pane_scrolls_back_and_to_its_end,
	   begin_paused(&small, "good 3", "good 7", "--layout", "traffic", NULL))
{
	int x, y;

	ask(scene, "next x8", "move 8 ", "PAUSED", "◂ 3,7", NULL);
	type(scene, VT_PGUP, NULL);
	shows_no(scene, "◂ 3,7");
	shows(scene, "─ #", NULL);
	press(scene, "g", "• started", "▸ ABOUT", NULL);
	press(scene, VT_DOWN VT_PGDN VT_UP "G", "◂ 3,7", NULL);
	shows_no(scene, "─ #");
	assert_true(vt_find(scene->vt, "◂ 3,7", &x, &y));
	vt_wheel(scene->vt, x, 10, 8);
	shows(scene, "─ #", NULL);
	shows_no(scene, "◂ 3,7");
}

TEST_SCENE(a_theme_can_be_changed_while_ringside_runs,
	   begin_paused(&small, "good 3", "good 7", "--theme", "default", NULL))
{
	assert_int_equal(vt_at(scene->vt, 1, 0).bg, VT_DEFAULT);
	command(scene, "set theme dark");
	shows_no(scene, ":set theme");
	ask(scene, "help step", "let one message pass", NULL);
	assert_int_not_equal(vt_at(scene->vt, 1, 0).bg, VT_DEFAULT);
	ask(scene, "set theme nothing", "theme: ", "nothing", NULL);
	command(scene, "set theme default");
	ask(scene, "help next", "continue to the next", NULL);
	assert_int_equal(vt_at(scene->vt, 1, 0).bg, VT_DEFAULT);
}

TEST_SCENE(the_help_shows_all_keys_and_commands, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "?", "help", "let one message pass", "space", NULL);
	for (int i = 0; i < 20; i++)
		type(scene, VT_PGDN, NULL);
	shows(scene, "quit source echo expect", NULL);
	press(scene, "q", "board", "1 brain", NULL);
}

TEST_SCENE(an_unknown_layout_is_refused, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "set layout round", "set: layout: expected auto, narrow, wide", NULL);
	ask(scene, "set layout wied", "layout: \"wied\" is not a value: did you mean wide?", NULL);
	leave(scene);
	scene = begin_match(&small, "good 3", "good 7", "--layout", "round", NULL);
	assert_int_equal(vt_finish(scene->vt, LONG), 2 << 8);
	assert_true(vt_find(scene->vt, "round", NULL, NULL));
	ends(scene);
}

TEST_MAIN(NULL, NULL)
