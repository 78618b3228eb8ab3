/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_step.c - a person pauses the match, lets single messages and moves pass, and replaces moves.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

TEST_SCENE_ON_ALL_STAGES(a_match_goes_move_by_move, begin_paused(stage, "good 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	shows_stone(scene, "a4", black(scene));
	shows_stone(scene, "a8", empty(scene));
	press(scene, "n", "move 2 ", "PAUSED", NULL);
	shows_stone(scene, "a8", white(scene));
	ask(scene, "next x3", "move 5 ", "PAUSED", NULL);
	shows_stone(scene, "c4", black(scene));
	press(scene, "c", "move 9", "good wins: five", NULL);
}

/* Each press of S stops with the next answer held, whatever the agents say before it; N shows an earlier
 * position and takes nothing back.  */
TEST_SCENE(a_person_goes_on_to_the_next_answer, begin_paused(&large, "good 3", "good 7", NULL))
{
	press(scene, "S", "move 0 ", "PAUSED", "‖ ◂ 0,3", NULL);
	shows_no(scene, "breakpoint");
	shows_stone(scene, "a4", empty(scene));
	press(scene, "S", "move 1 ", "PAUSED", "‖ ◂ 0,7", NULL);
	shows_stone(scene, "a4", black(scene));
	press(scene, "S", "move 2 ", "PAUSED", "‖ ◂ 1,3", NULL);
	press(scene, "N", "VIEWING 1 of 2", NULL);
}

/* Meanwhile the header says whose answer it waits for.  A pause before it leaves nothing behind.  */
TEST_SCENE(the_header_says_which_answer_is_awaited, begin_paused(&small, "silent 3", "good 7", NULL))
{
	ask(scene, "next x2", "move 2 ", "PAUSED", NULL);
	press(scene, "S", "STEPPING", "until silent answers", NULL);
	press(scene, " ", "PAUSED", NULL);
	ask(scene, "info breakpoints", "there are no breakpoints", NULL);
}

/* The first message at the gate, as its pane shows it; "" if there is none.  */
static const char *first_held(struct vt *vt)
{
	int x, y, x2, y2;
	bool one = vt_find(vt, "‖ ●", &x, &y), two = vt_find(vt, "‖ ○", &x2, &y2);

	if (!one && !two)
		return "";
	if (!one || (two && y2 < y))
		x = x2, y = y2;
	return vt_span(vt, x, y, vt_cols(vt) - x - 1);
}

static bool another_waits(struct vt *vt, void *before)
{
	const char *held = first_held(vt);

	return *held && strcmp(held, before) != 0 && vt_find(vt, "PAUSED", NULL, NULL);
}

/* Steps until a message with this text is the next to pass; returns the number of steps.  */
static int step_to(struct scene *scene, const char *text)
{
	int steps = 0;
	char *held;

	comes(scene, "a message that waits", another_waits, "");
	for (; !strstr(first_held(scene->vt), text); steps++) {
		assert_true(steps < 60);
		held = bytes_text("%s", first_held(scene->vt));
		type(scene, "s", NULL);
		comes(scene, "the next message that waits", another_waits, held);
		free(held);
	}
	return steps;
}

TEST_SCENE(each_step_lets_one_message_pass,
	   begin_paused(&small, "good 3", "good 7", "--layout", "traffic", NULL))
{
	shows(scene, "‖ ● ▸ ABOUT", "‖ ○ ▸ ABOUT", NULL);
	type(scene, "s", NULL);
	shows_no(scene, "‖ ● ▸ ABOUT");
	shows(scene, " ● ▸ ABOUT", "‖ ○ ▸ ABOUT", "‖ ● ◂ name=\"good\"", "PAUSED", NULL);
	assert_true(step_to(scene, "▸ BEGIN") > 10);
	assert_true(vt_find(scene->vt, "move 0", NULL, NULL));
	assert_int_equal(step_to(scene, "◂ 0,3"), 1);
	press(scene, "s", "move 1 ", "‖ ○ ▸ INFO time_left", NULL);
	ask(scene, "step x2", "‖ ○ ◂ 0,7", NULL);
}

TEST_SCENE(keys_that_come_at_once_all_count, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "nnnn", "move 4 ", "PAUSED", NULL);
}

static bool has_moves(struct vt *vt, void *data)
{
	int x, y;

	if (!vt_find(vt, "RUNNING", NULL, NULL) || !vt_find(vt, "move ", &x, &y))
		return false;
	return atoi(vt_span(vt, x + 5, y, 4)) > *(int *)data;
}

TEST_SCENE(space_pauses_and_continues_a_match,
	   begin_match(&small, "sample:random --seed 1", "sample:random --seed 2", "--pace", "20ms", NULL))
{
	int moves = 3, x, y;

	comes(scene, "four moves", has_moves, &moves);
	press(scene, " ", "PAUSED", NULL);
	assert_true(vt_find(scene->vt, "move ", &x, &y));
	moves = atoi(vt_span(scene->vt, x + 5, y, 4));
	type(scene, " ", NULL);
	comes(scene, "more moves", has_moves, &moves);
	ask(scene, "pause", "PAUSED", NULL);
	ask(scene, "continue", "RUNNING", NULL);
	press(scene, "\003", "PAUSED", NULL); /* ^C pauses, as in a debugger */
}

TEST_SCENE_ON_ALL_STAGES(an_override_replaces_the_agents_move, begin_paused(stage, "good 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	press(scene, "o", ":override", NULL);
	press(scene, "h8\r", "move 2 ", NULL);
	shows_stone(scene, "h8", white(scene));
	shows_stone(scene, "a8", empty(scene));
	press(scene, "n", "move 3 ", "PAUSED", NULL);
	shows_stone(scene, "b4", black(scene));
}

TEST_SCENE(an_answer_that_waits_can_be_overridden,
	   begin_paused(&large, "good 3", "good 7", "--layout", "traffic", NULL))
{
	step_to(scene, "◂ 0,3");
	ask(scene, "override 9,9", "move 1 ", "override 9,9", "changed", NULL);
	command(scene, "set layout wide");
	shows_stone(scene, "j10", black(scene));
	shows_stone(scene, "a4", empty(scene));
}

TEST_SCENE(an_illegal_override_is_refused_with_a_reason, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	ask(scene, "override a4", "override: ", "a4", "already taken", NULL);
	ask(scene, "override z99", "override: ", "z99", NULL);
	ask(scene, "override", "override needs an argument: override MOVE", NULL);
	ask(scene, "play h8", "play: ", "an agent sits on seat 2", NULL);
	assert_true(vt_find(scene->vt, "move 1 ", NULL, NULL));
}

TEST_SCENE_ON_ALL_STAGES(a_match_goes_on_after_a_takeback, begin_paused(stage, "good 3", "good 7", NULL))
{
	ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
	press(scene, "u", "move 3 ", NULL);
	shows_stone(scene, "b8", empty(scene));
	ask(scene, "takeback 2", "move 1 ", NULL);
	shows_stone(scene, "b4", empty(scene));
	ask(scene, "takeback 2", "takeback: only 1 move was played", NULL);
	press(scene, "c", "move 9", "good wins: five", NULL);
}

TEST_SCENE(a_takeback_after_the_end_revives_the_match, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "f", "move 9", "good wins: five", NULL);
	press(scene, "u", "takeback 1", "good wins: five", "move 9", NULL); /* it goes on and is won again */
	ask(scene, "end 2", "end: the match is over", NULL);
}

TEST(a_person_can_end_the_match)
{
	static const char *const lines[][2] = {{"end draw", "draw: adjudicated"},
					       {"end 2", "wins: adjudicated"},
					       {"end resign 2", "wins: resign"}};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

		ask(scene, "end resign", "agents sit on both seats", NULL);
		ask(scene, lines[i][0], lines[i][1], NULL);
		leave(scene);
	}
}

TEST_MAIN(NULL, NULL)
