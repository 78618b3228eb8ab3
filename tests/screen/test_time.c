/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_time.c - a person goes through earlier positions while the match is paused and while it runs.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

static void keys_go_along_the_timeline_on(const struct stage *stage)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", NULL);

	command(scene, "next x6");
	shows(scene, "move 6 ", "PAUSED", "6 c8", NULL);
	type(scene, VT_LEFT, NULL);
	shows(scene, "VIEWING 5 of 6", "move 5 of 6", "5 c4", NULL);
	shows_stone(scene, "c8", empty(scene));
	shows_stone(scene, "c4", black(scene));
	type(scene, VT_LEFT, VT_LEFT, NULL);
	shows(scene, "VIEWING 3 of 6", "3 b4", NULL);
	shows_stone(scene, "b8", empty(scene));
	type(scene, VT_RIGHT, NULL);
	shows(scene, "VIEWING 4 of 6", "4 b8", NULL);
	type(scene, VT_HOME, NULL);
	shows(scene, "VIEWING 0 of 6", NULL);
	shows_stone(scene, "a4", empty(scene));
	type(scene, VT_LEFT, NULL);
	shows(scene, "this is the beginning of the match", NULL);
	type(scene, VT_END, NULL);
	shows(scene, "move 6 ", "PAUSED", NULL);
	shows_no(scene, "VIEWING");
	shows_stone(scene, "c8", white(scene));
	type(scene, VT_RIGHT, NULL);
	shows(scene, "this is the newest position", NULL);
	leave(scene);
}

TEST(keys_go_along_the_timeline)
{
	on_all_stages(keys_go_along_the_timeline_on);
}

TEST(commands_go_to_any_move)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	command(scene, "next x6");
	shows(scene, "move 6 ", "PAUSED", NULL);
	command(scene, "goto 2");
	shows(scene, "VIEWING 2 of 6", NULL);
	command(scene, "forward 2");
	shows(scene, "VIEWING 4 of 6", NULL);
	command(scene, "back 3");
	shows(scene, "VIEWING 1 of 6", NULL);
	command(scene, "goto 7");
	shows(scene, "goto: only 6 moves were played", NULL);
	command(scene, "goto middle");
	shows(scene, "goto: expected a number of moves, end, #MESSAGE or 'MARK, not \"middle\"", NULL);
	command(scene, "back 0");
	shows(scene, "back: expected a number from 1, not \"0\"", NULL);
	command(scene, "live");
	shows(scene, "move 6 ", "PAUSED", NULL);
	leave(scene);
}

TEST(the_traffic_ends_at_the_shown_position)
{
	struct scene *scene = begin_paused(&large, "good 3", "good 7", NULL);

	command(scene, "next x4");
	shows(scene, "move 4 ", "◂ 1,7", "◂ 1,3", NULL);
	command(scene, "goto 2");
	shows(scene, "VIEWING 2 of 4", "◂ 0,7", NULL);
	shows_no(scene, "◂ 1,3");
	assert_false(vt_find(scene->vt, "◂ 1,7", NULL, NULL));
	command(scene, "live");
	shows(scene, "◂ 1,7", "◂ 1,3", NULL);
	leave(scene);
}

static bool views_of_more(struct vt *vt, void *data)
{
	int x, y;

	return vt_find(vt, "VIEWING 3 of ", &x, &y) && atoi(vt_span(vt, x + 13, y, 4)) > *(int *)data;
}

TEST(the_match_goes_on_while_an_earlier_position_is_shown)
{
	struct scene *scene = begin_match(&small, "sample:random --seed 1", "sample:random --seed 2",
					  "--pace", "20ms", NULL);
	int moves = 4, x, y;

	shows(scene, "move 4 ", NULL);
	command(scene, "goto 3");
	comes(scene, "more moves than shown", views_of_more, &moves);
	assert_true(vt_find(scene->vt, "VIEWING 3 of ", &x, &y));
	moves = atoi(vt_span(scene->vt, x + 13, y, 4));
	comes(scene, "still more moves", views_of_more, &moves);
	type(scene, VT_END, NULL);
	shows(scene, "RUNNING", NULL);
	leave(scene);
}

TEST(a_click_on_the_timeline_shows_that_move)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);
	int row = timeline_row(scene);

	command(scene, "next x6");
	shows(scene, "move 6 ", "PAUSED", NULL);
	vt_click(scene->vt, 9, row); /* the timeline's third bar */
	shows(scene, "VIEWING 3 of 6", NULL);
	vt_wheel(scene->vt, 9, row, 1);
	shows(scene, "VIEWING 2 of 6", NULL);
	vt_wheel(scene->vt, 9, row, -4);
	shows(scene, "move 6 ", "PAUSED", NULL);
	leave(scene);
}

TEST(nobody_can_play_at_an_earlier_position)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	command(scene, "next x4");
	shows(scene, "move 4 ", "PAUSED", NULL);
	type(scene, VT_LEFT, NULL);
	shows(scene, "VIEWING 3 of 4", NULL);
	command(scene, "play h8");
	shows(scene, "play: an earlier position is shown", NULL);
	command(scene, "live");
	shows(scene, "move 4 ", "PAUSED", NULL);
	shows_stone(scene, "b8", white(scene));
	leave(scene);
}

TEST(after_the_end_earlier_positions_can_still_be_shown)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL);

	shows(scene, "good wins: five", "move 9", NULL);
	type(scene, VT_LEFT, VT_LEFT, NULL);
	shows(scene, "VIEWING 7 of 9", NULL);
	shows_stone(scene, "e4", empty(scene));
	type(scene, VT_END, NULL);
	shows(scene, "good wins: five", NULL);
	shows_stone(scene, "e4", black(scene));
	leave(scene);
}

TEST_MAIN(NULL, NULL)
