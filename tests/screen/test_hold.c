/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_hold.c - a person edits, drops, delays and sends messages, and steps through one seat's messages, in
 * every system.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

/* The traffic has the agent's own action, and the timeline the edited one.  */
static void an_action_of_bytes_can_be_edited_on(const struct stage *stage)
{
	struct scene *scene = begin(stage, "play", "asimulator", "--pause", "--seed", "5", "--world",
				    "classic", "--layout", "traffic", "sample:rotate", NULL);

	shows(scene, "PAUSED", NULL);
	type(scene, "n", NULL);
	shows(scene, "1 Turn_Left", "PAUSED", NULL);
	type(scene, "s", NULL);
	shows(scene, "#2  ", "02       Turn_Left", NULL);
	command(scene, "edit #2 1");
	shows(scene, "edit: \"1\" at character 1: expected bytes of two hexadecimal digits", NULL);
	command(scene, "edit #2 01");
	shows(scene, "withheld", "01       Move", "edited", NULL);
	type(scene, "n", NULL);
	shows(scene, "move 2 ", "2 Move", "PAUSED", NULL);
	leave(scene);
}

TEST(an_action_of_bytes_can_be_edited)
{
	on_all_stages(an_action_of_bytes_can_be_edited_on);
}

/* The reasoner grabs when it perceives an item.  */
TEST(an_agent_acts_on_an_edited_percept)
{
	struct scene *scene = begin(&small, "play", "asimulator", "--pause", "--seed", "5", "--world",
				    "classic", "--layout", "traffic", "sample:reasoner", NULL);

	shows(scene, "PAUSED", NULL);
	type(scene, "n", NULL);
	shows(scene, "1 Move", "#1  ‖ ● ▸ 10       Fear", NULL);
	command(scene, "edit 02 03");
	shows(scene, "edit: 2 bytes: expected 1, as many as there were", NULL);
	type(scene, "e", NULL);
	shows(scene, ":edit #1 10", NULL);
	type(scene, "\b\b02\r", NULL);
	shows(scene, "▸ 10       Fear", "withheld", "#1  ‖ ● ▸ 02       Item", "edited", NULL);
	type(scene, "n", NULL);
	shows(scene, "▸ 02       Item", "2 Grab", "PAUSED", NULL);
	leave(scene);
}

TEST(an_answer_can_be_edited_while_it_waits)
{
	struct scene *scene = begin_paused(&large, "good 3", "good 7", NULL);

	type(scene, "n", NULL);
	shows(scene, "move 1 ", "#2  ‖ ▸ TURN 0,3", NULL);
	type(scene, "ss", NULL);
	shows(scene, "#1  ‖ ◂ 0,7", NULL);
	type(scene, "2e", NULL);
	shows(scene, "no message is held in this pane: #1 is of seat 2", NULL);
	type(scene, "4", NULL);
	command(scene, "edit 5,\\5");
	shows(scene, "edit: a backslash at character 3: expected", NULL);
	type(scene, "e", NULL);
	shows(scene, ":edit #1 0,7", NULL);
	type(scene, "\b\b\b5,5\r", NULL);
	shows(scene, "◂ 0,7", "withheld", "#1  ‖ ◂ 5,5", "edited", NULL);
	type(scene, "n", NULL);
	shows_stone(scene, "f6", white(scene));
	shows_stone(scene, "a8", empty(scene));
	leave(scene);
}

TEST(a_question_can_be_dropped_and_sent_by_hand)
{
	struct scene *opened, *scene = begin_paused(&small, "good 3", "good 7", "--turn-time", "60",
						    "--layout", "traffic", NULL);
	const char *saved = path_in(scene, "held.ringside");
	char *line = bytes_text("save %s", saved);

	type(scene, "n", NULL);
	shows(scene, "move 1 ", "#2  ‖ ○ ▸ TURN 0,3", NULL);
	command(scene, "drop #3");
	shows(scene, "drop: there is no held message #3: held are #1, #2", NULL);
	command(scene, "drop #2");
	shows(scene, "‖ ○ ▸ TURN", "dropped", NULL);
	type(scene, "ss", NULL);
	shows(scene, "○ ▸ TURN 0,3", "withheld", "drops a message to the agent", NULL);
	command(scene, "next 2");
	shows(scene, "STEPPING", "thinking", NULL);
	type(scene, "x", NULL);
	shows(scene, "x does nothing here: no message is held", NULL);
	command(scene, "send 2 TURN 0,3");
	shows(scene, "sends the agent a message", "move 2 ", "PAUSED", NULL);
	shows(scene, "edited", NULL);
	/* The match file has it too.  */
	command(scene, line);
	shows(scene, "saved as", NULL);
	opened = begin(&small, "open", saved, "--layout", "traffic", NULL);
	shows(opened, "sends the agent a message", "TURN 0,3", "withheld", "edited", NULL);
	leave(opened);
	leave(scene);
	free(line);
}

/* Seat 1 has #1, and seat 2 has #2: both are asked who they are.  */
TEST(keys_act_on_the_held_message_of_the_focused_pane)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	shows(scene, "#1  ‖ ▸ ABOUT", "#2  ‖ ▸ ABOUT", NULL);
	type(scene, "3x", NULL);
	shows(scene, "#2 is dropped", "#2  ‖ ▸ ABOUT                  dropped", NULL);
	type(scene, "x", NULL);
	shows(scene, "#2 is not dropped any more", NULL);
	shows_no(scene, "ABOUT                  dropped");
	type(scene, "D", NULL);
	shows(scene, ":delay #2 ", NULL);
	type(scene, "2s\r", NULL);
	shows(scene, "#2  ‖ ▸ ABOUT                 in 2.0 s", NULL);
	type(scene, "e", NULL);
	shows(scene, ":edit #2 ABOUT", NULL);
	type(scene, "\r", NULL);
	shows(scene, "#2  ‖ ▸ ABOUT               e in 2.0 s", NULL);
	type(scene, "4x", NULL);
	shows(scene, "no message is held in this pane: #1 is of seat 1", NULL);
	type(scene, "2x", NULL);
	shows(scene, "#1 is dropped", NULL);
	leave(scene);
}

/* The pane of seat 1 holds three messages; its columns have room for numbers alone.  */
TEST(a_held_message_is_selected_in_a_narrow_pane)
{
	struct scene *scene =
		begin(&small, "play", "lmc", "--pause", "sample:constant", "sample:rotate", NULL);

	shows(scene, "PAUSED", NULL);
	type(scene, "n", "n", NULL);
	shows(scene, "move 2 ", "#1‖ ▸ @input", "#2‖ ▸ @score", "#5‖ ▸ @command play", NULL);
	type(scene, "2jjx", NULL);
	shows(scene, "#2 is dropped", NULL);
	type(scene, "jx", NULL);
	shows(scene, "#5 is dropped", NULL);
	type(scene, "kkx", NULL);
	shows(scene, "#1 is dropped", NULL);
	type(scene, "x", NULL);
	/* Numbers stay when others have passed.  */
	type(scene, "s", NULL);
	shows(scene, "▸ @input", "#2‖ ▸ @score", "#5‖ ▸ @command play", NULL);
	command(scene, "drop #2");
	shows(scene, "#2 is not dropped any more", NULL);
	leave(scene);
}

TEST(a_delay_counts_down_while_others_pass)
{
	struct scene *scene = begin(&small, "play", "qchess", "--pause", "--layout", "traffic",
				    "sample:random", "sample:random", NULL);

	shows(scene, "PAUSED", NULL);
	type(scene, "s", NULL);
	shows(scene, "PAUSED", "#1  ‖", NULL);
	command(scene, "delay soon");
	shows(scene, "delay: expected a time such as 500 (ms) or 2s, not \"soon\"", NULL);
	command(scene, "delay 300");
	shows(scene, "in 0.3 s", "PAUSED", NULL);
	type(scene, "n", NULL);
	shows(scene, "move 1 ", "PAUSED", NULL);
	command(scene, "search its delay is over");
	shows(scene, "its delay is over", NULL);
	leave(scene);
}

TEST(a_person_can_step_through_one_seat)
{
	struct scene *scene = begin(&small, "play", "lmc", "--pause", "--layout", "traffic",
				    "sample:constant", "sample:rotate", NULL);

	shows(scene, "PAUSED", NULL);
	command(scene, "step 2");
	shows(scene, "○ ◂ @info name rotate", "PAUSED", NULL);
	command(scene, "step 0");
	shows(scene, "step: there is no game program", NULL);
	command(scene, "step 7");
	shows(scene, "step: there is no seat 7: x7 means that many, as in `step x7`", NULL);
	command(scene, "next 2 x2");
	shows(scene, "PAUSED", "○ ◂ @output rock", "○ ◂ @output paper", NULL);
	leave(scene);
}

TEST_MAIN(NULL, NULL)
