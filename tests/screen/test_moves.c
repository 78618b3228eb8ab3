/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_moves.c - the list of moves with the curve of their values, and what the timeline marks.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

/* The text is in that row.  */
struct place {
	int row;
	const char *text;
};

static bool is_in_row(struct vt *vt, void *data)
{
	const struct place *place = data;

	return strstr(vt_row(vt, place->row), place->text) != NULL;
}

static void row_shows(struct scene *scene, int row, const char *text)
{
	comes(scene, text, is_in_row, &(struct place){row, text});
}

TEST_SCENE(the_moves_below_the_board_lead_to_their_positions, begin_paused(&large, "good 3", "good 7", NULL))
{
	int x, y;

	ask(scene, "next x6", "[6] moves", "6 of 6", "● b4", "○ c8", NULL);
	assert_true(vt_find(scene->vt, "● b4", &x, &y));
	assert_non_null(strstr(vt_row(scene->vt, y), "3 ● b4"));
	assert_non_null(strstr(vt_row(scene->vt, y), "○ b8")); /* a row has both seats' moves */
	vt_click(scene->vt, x + 2, y);
	shows(scene, "VIEWING 3 of 6", "3 of 6", NULL);
	press(scene, "j", "VIEWING 4 of 6", NULL);
	press(scene, "kk", "VIEWING 2 of 6", NULL);
	press(scene, "g", "VIEWING 0 of 6", NULL);
	press(scene, "G", "PAUSED", "6 of 6", NULL);
}

TEST_SCENE(a_small_screen_lists_the_moves_in_a_layout_of_their_own,
	   begin_paused(&small, "analyses 3", "good 7", "--layout", "moves", NULL))
{
	int x, y;

	ask(scene, "next x4", "[2] moves", "4 of 4", "● b4", NULL);
	assert_true(vt_find(scene->vt, "● b4", &x, &y));
	row_shows(scene, y, "+34"); /* what the brain told, and its curve below */
	shows(scene, "⠒⠒⠒", "4 b8 ●+34 ", NULL);
	ask(scene, "set timeline score", "score, or the agent's own value, of each move", NULL);
	row_shows(scene, timeline_row(scene), "score ");
	press(scene, "2k", "VIEWING 3 of 4", NULL);
}

/* A brain that tells no values has no curve, and the axis has the values of the other one.  */
TEST(the_curve_stands_beside_the_values_and_has_numbers)
{
	static const struct stage middle = {120, 30, NULL, NULL, false};
	struct scene *scene = begin_paused(&middle, "analyses 3", "good 7", "--layout", "moves", NULL);
	int x, y, rows = 0, right;

	ask(scene, "next x4", "4 of 4", "● b4", NULL);
	assert_true(vt_find(scene->vt, "● b4", &x, &y));
	row_shows(scene, y, "+34");
	shows(scene, "400 ", NULL);
	assert_true(vt_find(scene->vt, "4 of 4", &right, &y));
	for (y++; y < middle.rows; y++)
		rows += strstr(vt_row(scene->vt, y), "●│") != NULL;
	assert_int_equal(rows, 1);
	assert_false(vt_find(scene->vt, "○│", &x, &y)); /* its mark stands at the axis alone */
	shows(scene, "4 b8 ●+34 ", NULL);               /* what the cursor of the curve is at */
	press(scene, "N", "VIEWING 3 of 4", "3 b4 ●+34 ", NULL);
	press(scene, VT_HOME, "VIEWING 0 of 4", NULL);
	shows_no(scene, "●+34 ");
}

/* They go with the thoughts on the board: `a` shows all.  */
TEST(the_values_of_an_agent_are_hidden_while_a_person_plays)
{
	struct scene *scene = begin_match(&large, "human", "analyses 7", "--layout", "moves", NULL);

	shows(scene, "your move", NULL);
	press(scene, "\r", "move 2 ", "2 of 2", NULL);
	shows_no(scene, "⠒⠒⠒");
	shows_no(scene, "○+34");
	press(scene, "a", "○+34", NULL);
	press(scene, "a", "your move", NULL);
	shows_no(scene, "○+34");
	ask(scene, "end resign", "wins: resign", "○+34", NULL);
	leave(scene);
}

TEST(the_curve_of_a_game_that_scores_tells_the_sums_at_its_cursor)
{
	struct scene *scene = begin(&large, "play", "lmc", "sample:constant", "sample:rotate", "--turns", "4",
				    "--layout", "moves", "--no-keep", NULL);

	shows(scene, "draw: score", NULL);
	press(scene, "NNNN", "VIEWING 4 of 8", " ●-1 ○1 ", NULL);
	leave(scene);
}

/* The board of Gomocup has lines, and the list stands in the last column.  */
TEST_SCENE(a_board_of_20_has_large_stones_at_160_by_50,
	   begin_paused(&large, "good 3", "good 7", "--size", "20", NULL))
{
	press(scene, "n", "move 1 ", "├───┼───┼", "[6] moves", "1 ● a4", NULL);
	shows_stone(scene, "a4", black(scene));
	leave(scene);
}

TEST_SCENE(the_timeline_marks_what_happened_at_its_turns, begin_paused(&large, "good 3", "good 7", NULL))
{
	int marks = timeline_row(scene) - 1;

	ask(scene, "next x3", "move 3 ", "PAUSED", NULL);
	command(scene, "break 5");
	row_shows(scene, marks, "           ◎"); /* behind the label and four turns */
	type(scene, VT_LEFT, "ma", NULL);
	row_shows(scene, marks, "        a ");
	press(scene, VT_END "c", "PAUSED breakpoint 1", NULL);
	row_shows(scene, marks, "stopped here");
	row_shows(scene, marks, "a ▌");
	command(scene, "delete 1");
	ask(scene, "next", "move 5 ", NULL);
	ask(scene, "takeback 2", "branch 1", NULL);
	ask(scene, "next x2", "move 5 ", NULL);
	row_shows(scene, marks, "┬");
	command(scene, "goto 4");
	row_shows(scene, marks, "branch 1 begins");
}

TEST_SCENE(one_row_of_the_timeline_shows_marks_in_the_place_of_bars,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x3", "move 3 ", "PAUSED", NULL);
	command(scene, "break 4");
	row_shows(scene, timeline_row(scene), "│◎");
}

static bool is_followed(struct vt *vt, void *data)
{
	FREED char *state = bytes_text("%s", vt_left_behind(vt));
	bool followed = strstr(state, "1002") != NULL;

	return followed == *(bool *)data;
}

TEST_SCENE(the_mouse_drags_the_timeline, begin_paused(&small, "good 3", "good 7", NULL))
{
	int row = timeline_row(scene), first = 7;
	bool yes = true, no = false;

	ask(scene, "next x6", "move 6 ", "PAUSED", NULL);
	vt_mouse(scene->vt, 0, first + 3, row, true);
	shows(scene, "VIEWING 4 of 6", NULL);
	comes(scene, "the way of the mouse is asked for", is_followed, &yes);
	vt_mouse(scene->vt, 32, first + 1, row, true);
	shows(scene, "VIEWING 2 of 6", NULL);
	vt_mouse(scene->vt, 32, first, row - 4, true); /* in any row */
	shows(scene, "VIEWING 1 of 6", NULL);
	vt_mouse(scene->vt, 0, first, row, false);
	comes(scene, "it is no longer asked for", is_followed, &no);
	shows(scene, "VIEWING 1 of 6", NULL);
}

TEST_MAIN(NULL, NULL)
