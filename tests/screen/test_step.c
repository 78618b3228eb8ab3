/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_step.c - a person pauses the match, lets single messages and moves pass, and replaces moves.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

static void a_match_goes_move_by_move_on(const struct stage *stage)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", NULL);

	type(scene, "n", NULL);
	shows(scene, "move 1 ", "PAUSED", NULL);
	shows_stone(scene, "a4", black(scene));
	shows_stone(scene, "a8", empty(scene));
	type(scene, "n", NULL);
	shows(scene, "move 2 ", "PAUSED", NULL);
	shows_stone(scene, "a8", white(scene));
	command(scene, "next x3");
	shows(scene, "move 5 ", "PAUSED", NULL);
	shows_stone(scene, "c4", black(scene));
	type(scene, "c", NULL);
	shows(scene, "move 9", "good wins: five", NULL);
	leave(scene);
}

TEST(a_match_goes_move_by_move)
{
	on_all_stages(a_match_goes_move_by_move_on);
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

TEST(each_step_lets_one_message_pass)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", "--layout", "traffic", NULL);

	shows(scene, "‖ ● ▸ ABOUT", "‖ ○ ▸ ABOUT", NULL);
	type(scene, "s", NULL);
	shows_no(scene, "‖ ● ▸ ABOUT");
	shows(scene, " ● ▸ ABOUT", "‖ ○ ▸ ABOUT", "‖ ● ◂ name=\"good\"", "PAUSED", NULL);
	assert_true(step_to(scene, "▸ BEGIN") > 10);
	assert_true(vt_find(scene->vt, "move 0", NULL, NULL));
	assert_int_equal(step_to(scene, "◂ 0,3"), 1);
	type(scene, "s", NULL);
	shows(scene, "move 1 ", "‖ ○ ▸ INFO time_left", NULL);
	command(scene, "step x2");
	shows(scene, "‖ ○ ◂ 0,7", NULL);
	leave(scene);
}

TEST(keys_that_come_at_once_all_count)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	type(scene, "nnnn", NULL);
	shows(scene, "move 4 ", "PAUSED", NULL);
	leave(scene);
}

static bool has_moves(struct vt *vt, void *data)
{
	int x, y;

	if (!vt_find(vt, "RUNNING", NULL, NULL) || !vt_find(vt, "move ", &x, &y))
		return false;
	return atoi(vt_span(vt, x + 5, y, 4)) > *(int *)data;
}

TEST(space_pauses_and_continues_a_match)
{
	struct scene *scene = begin_match(&small, "sample:random --seed 1", "sample:random --seed 2",
					  "--pace", "20ms", NULL);
	int moves = 3, x, y;

	comes(scene, "four moves", has_moves, &moves);
	type(scene, " ", NULL);
	shows(scene, "PAUSED", NULL);
	assert_true(vt_find(scene->vt, "move ", &x, &y));
	moves = atoi(vt_span(scene->vt, x + 5, y, 4));
	type(scene, " ", NULL);
	comes(scene, "more moves", has_moves, &moves);
	command(scene, "pause");
	shows(scene, "PAUSED", NULL);
	command(scene, "continue");
	shows(scene, "RUNNING", NULL);
	type(scene, "\003", NULL); /* ^C pauses, as in a debugger */
	shows(scene, "PAUSED", NULL);
	leave(scene);
}

static void an_override_replaces_the_agents_move_on(const struct stage *stage)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", NULL);

	type(scene, "n", NULL);
	shows(scene, "move 1 ", "PAUSED", NULL);
	type(scene, "o", NULL);
	shows(scene, ":override", NULL);
	type(scene, "h8\r", NULL);
	shows(scene, "move 2 ", NULL);
	shows_stone(scene, "h8", white(scene));
	shows_stone(scene, "a8", empty(scene));
	type(scene, "n", NULL);
	shows(scene, "move 3 ", "PAUSED", NULL);
	shows_stone(scene, "b4", black(scene));
	leave(scene);
}

TEST(an_override_replaces_the_agents_move)
{
	on_all_stages(an_override_replaces_the_agents_move_on);
}

TEST(an_answer_that_waits_can_be_overridden)
{
	struct scene *scene = begin_paused(&large, "good 3", "good 7", "--layout", "traffic", NULL);

	step_to(scene, "◂ 0,3");
	command(scene, "override 9,9");
	shows(scene, "move 1 ", "override 9,9", "changed", NULL);
	command(scene, "layout wide");
	shows_stone(scene, "j10", black(scene));
	shows_stone(scene, "a4", empty(scene));
	leave(scene);
}

TEST(an_illegal_override_is_refused_with_a_reason)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	type(scene, "n", NULL);
	shows(scene, "move 1 ", "PAUSED", NULL);
	command(scene, "override a4");
	shows(scene, "override: ", "a4", "already taken", NULL);
	command(scene, "override z99");
	shows(scene, "override: ", "z99", NULL);
	command(scene, "override");
	shows(scene, "override needs an argument: override MOVE", NULL);
	command(scene, "play h8");
	shows(scene, "play: ", "an agent sits on seat 2", NULL);
	assert_true(vt_find(scene->vt, "move 1 ", NULL, NULL));
	leave(scene);
}

static void a_match_goes_on_after_a_takeback_on(const struct stage *stage)
{
	struct scene *scene = begin_paused(stage, "good 3", "good 7", NULL);

	command(scene, "next x4");
	shows(scene, "move 4 ", "PAUSED", NULL);
	type(scene, "u", NULL);
	shows(scene, "move 3 ", NULL);
	shows_stone(scene, "b8", empty(scene));
	command(scene, "takeback 2");
	shows(scene, "move 1 ", NULL);
	shows_stone(scene, "b4", empty(scene));
	command(scene, "takeback 2");
	shows(scene, "takeback: only 1 move was played", NULL);
	type(scene, "c", NULL);
	shows(scene, "move 9", "good wins: five", NULL);
	leave(scene);
}

TEST(a_match_goes_on_after_a_takeback)
{
	on_all_stages(a_match_goes_on_after_a_takeback_on);
}

TEST(a_takeback_after_the_end_revives_the_match)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	type(scene, "f", NULL);
	shows(scene, "move 9", "good wins: five", NULL);
	type(scene, "u", NULL);
	shows(scene, "takeback 1", "good wins: five", "move 9", NULL); /* it goes on and is won again */
	command(scene, "adjudicate 2");
	shows(scene, "adjudicate: the match is over", NULL);
	leave(scene);
}

TEST(a_person_can_end_the_match)
{
	static const char *const lines[][2] = {{"draw", "draw: adjudicated"},
					       {"adjudicate 2", "wins: adjudicated"},
					       {"resign 2", "wins: resign"}};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

		command(scene, "resign");
		shows(scene, "agents sit on both seats", NULL);
		command(scene, lines[i][0]);
		shows(scene, lines[i][1], NULL);
		leave(scene);
	}
}

TEST_MAIN(NULL, NULL)
