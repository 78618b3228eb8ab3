/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_time.c - a person goes through earlier positions while the match is paused and while it runs.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

TEST_SCENE_ON_ALL_STAGES(keys_go_along_the_timeline, begin_paused(stage, "good 3", "good 7", NULL))
{
	ask(scene, "next x6", "move 6 ", "PAUSED", "6 c8", NULL);
	press(scene, VT_LEFT, "VIEWING 5 of 6", "move 5 of 6", "5 c4", NULL);
	shows_stone(scene, "c8", empty(scene));
	shows_stone(scene, "c4", black(scene));
	press(scene, VT_LEFT VT_LEFT, "VIEWING 3 of 6", "3 b4", NULL);
	shows_stone(scene, "b8", empty(scene));
	press(scene, VT_RIGHT, "VIEWING 4 of 6", "4 b8", NULL);
	press(scene, VT_HOME, "VIEWING 0 of 6", NULL);
	shows_stone(scene, "a4", empty(scene));
	press(scene, VT_LEFT, "this is the beginning of the match", NULL);
	press(scene, VT_END, "move 6 ", "PAUSED", NULL);
	shows_no(scene, "VIEWING");
	shows_stone(scene, "c8", white(scene));
	press(scene, VT_RIGHT, "this is the newest position", NULL);
}

TEST_SCENE(commands_go_to_any_move, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x6", "move 6 ", "PAUSED", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 6", NULL);
	ask(scene, "goto +2", "VIEWING 4 of 6", NULL);
	ask(scene, "goto -3", "VIEWING 1 of 6", NULL);
	ask(scene, "goto 7", "goto: only 6 moves were played", NULL);
	ask(scene, "goto middle", "goto: expected a number of moves, ", NULL);
	ask(scene, "goto -0", "goto: expected a number from 1, not \"0\"", NULL);
	ask(scene, "goto live", "move 6 ", "PAUSED", NULL);
}

TEST_SCENE(the_traffic_ends_at_the_shown_position, begin_paused(&large, "good 3", "good 7", NULL))
{
	ask(scene, "next x4", "move 4 ", "◂ 1,7", "◂ 1,3", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 4", "◂ 0,7", NULL);
	shows_no(scene, "◂ 1,3");
	assert_false(vt_find(scene->vt, "◂ 1,7", NULL, NULL));
	ask(scene, "goto live", "◂ 1,7", "◂ 1,3", NULL);
}

static bool views_of_more(struct vt *vt, void *data)
{
	int x, y;

	return vt_find(vt, "VIEWING 3 of ", &x, &y) && atoi(vt_span(vt, x + 13, y, 4)) > *(int *)data;
}

TEST_SCENE(the_match_goes_on_while_an_earlier_position_is_shown,
	   begin_match(&small, "sample:random --seed 1", "sample:random --seed 2", "--pace", "20ms", NULL))
{
	int moves = 4, x, y;

	shows(scene, "move 4 ", NULL);
	command(scene, "goto 3");
	comes(scene, "more moves than shown", views_of_more, &moves);
	assert_true(vt_find(scene->vt, "VIEWING 3 of ", &x, &y));
	moves = atoi(vt_span(scene->vt, x + 13, y, 4));
	comes(scene, "still more moves", views_of_more, &moves);
	press(scene, VT_END, "RUNNING", NULL);
}

TEST_SCENE(a_click_on_the_timeline_shows_that_move, begin_paused(&small, "good 3", "good 7", NULL))
{
	int row = timeline_row(scene);

	ask(scene, "next x6", "move 6 ", "PAUSED", NULL);
	vt_click(scene->vt, 9, row); /* the timeline's third bar */
	shows(scene, "VIEWING 3 of 6", NULL);
	vt_wheel(scene->vt, 9, row, 1);
	shows(scene, "VIEWING 2 of 6", NULL);
	vt_wheel(scene->vt, 9, row, -4);
	shows(scene, "move 6 ", "PAUSED", NULL);
}

TEST_SCENE(a_move_at_an_earlier_position_leaves_the_match_as_it_was,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
	press(scene, VT_LEFT, "VIEWING 3 of 4", NULL);
	ask(scene, "play h8", "The agents of the match leave: y/n", NULL);
	press(scene, "y", "branch 1 continues from move 3", "your move", NULL);
	shows_stone(scene, "h8", white(scene));
	shows_stone(scene, "b8", empty(scene));
	ask(scene, "goto branch 0", "VIEWING branch 0, 4 of 4", NULL);
	shows_stone(scene, "b8", white(scene));
}

TEST_SCENE(after_the_end_earlier_positions_can_still_be_shown, begin_match(&small, "good 3", "good 7", NULL))
{
	shows(scene, "good wins: five", "move 9", NULL);
	press(scene, VT_LEFT VT_LEFT, "VIEWING 7 of 9", NULL);
	shows_stone(scene, "e4", empty(scene));
	press(scene, VT_END, "good wins: five", NULL);
	shows_stone(scene, "e4", black(scene));
}

TEST_MAIN(NULL, NULL)
