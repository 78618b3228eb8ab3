/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_hold.c - a person edits, drops, delays and sends messages, and steps through one seat's messages, in
 * every system.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

/* The traffic has the agent's own action, and the timeline the edited one.  */
TEST_ON_ALL_STAGES(an_action_of_bytes_can_be_edited)
{
	struct scene *scene = begin(stage, "play", "asimulator", "--pause", "--seed", "5", "--world",
				    "classic", "--layout", "traffic", "sample:rotate", NULL);

	shows(scene, "PAUSED", NULL);
	press(scene, "n", "1 Turn_Left", "PAUSED", NULL);
	press(scene, "s", "#2  ", "02       Turn_Left", NULL);
	ask(scene, "edit #2 1", "edit: \"1\" at character 1: expected bytes of two hexadecimal digits", NULL);
	ask(scene, "edit #2 01", "withheld", "01       Move", "edited", NULL);
	press(scene, "n", "move 2 ", "2 Move", "PAUSED", NULL);
	leave(scene);
}

/* The reasoner grabs when it perceives an item.  */
TEST(an_agent_acts_on_an_edited_percept)
{
	struct scene *scene = begin(&small, "play", "asimulator", "--pause", "--seed", "5", "--world",
				    "classic", "--layout", "traffic", "sample:reasoner", NULL);

	shows(scene, "PAUSED", NULL);
	press(scene, "n", "1 Move", "#1  ‖ ● ▸ 10       Fear", NULL);
	ask(scene, "edit 02 03", "edit: 2 bytes: expected 1, as many as there were", NULL);
	press(scene, "e", ":edit #1 10", NULL);
	press(scene, "\b\b02\r", "▸ 10       Fear", "withheld", "#1  ‖ ● ▸ 02       Item", "edited", NULL);
	press(scene, "n", "▸ 02       Item", "2 Grab", "PAUSED", NULL);
	leave(scene);
}

TEST(an_answer_can_be_edited_while_it_waits)
{
	struct scene *scene = begin_paused(&large, "good 3", "good 7", NULL);

	press(scene, "n", "move 1 ", "#2  ‖ ▸ TURN 0,3", NULL);
	press(scene, "ss", "#1  ‖ ◂ 0,7", NULL);
	press(scene, "2e", "no message is held in this pane: #1 is of seat 2", NULL);
	type(scene, "4", NULL);
	ask(scene, "edit 5,\\5", "edit: a backslash at character 3: expected", NULL);
	press(scene, "e", ":edit #1 0,7", NULL);
	press(scene, "\b\b\b5,5\r", "◂ 0,7", "withheld", "#1  ‖ ◂ 5,5", "edited", NULL);
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

	press(scene, "n", "move 1 ", "#2  ‖ ○ ▸ TURN 0,3", NULL);
	ask(scene, "drop #3", "drop: there is no held message #3: held are #1, #2", NULL);
	ask(scene, "drop #2", "‖ ○ ▸ TURN", "dropped", NULL);
	press(scene, "ss", "○ ▸ TURN 0,3", "withheld", "drops a message to the agent", NULL);
	ask(scene, "next 2", "STEPPING", "thinking", NULL);
	press(scene, "x", "x does nothing here: no message is held", NULL);
	ask(scene, "send 2 TURN 0,3", "sends the agent a message", "move 2 ", "PAUSED", NULL);
	shows(scene, "edited", NULL);
	/* The match file has it too.  */
	ask(scene, line, "saved as", NULL);
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
	press(scene, "3x", "#2 is dropped", "#2  ‖ ▸ ABOUT                  dropped", NULL);
	press(scene, "x", "#2 is not dropped any more", NULL);
	shows_no(scene, "ABOUT                  dropped");
	press(scene, "D", ":delay #2 ", NULL);
	press(scene, "2s\r", "#2  ‖ ▸ ABOUT                 in 2.0 s", NULL);
	press(scene, "e", ":edit #2 ABOUT", NULL);
	press(scene, "\r", "#2  ‖ ▸ ABOUT               e in 2.0 s", NULL);
	press(scene, "4x", "no message is held in this pane: #1 is of seat 1", NULL);
	press(scene, "2x", "#1 is dropped", NULL);
	leave(scene);
}

/* The pane of seat 1 holds three messages; its columns have room for numbers alone.  */
TEST(a_held_message_is_selected_in_a_narrow_pane)
{
	struct scene *scene =
		begin(&small, "play", "lmc", "--pause", "sample:constant", "sample:rotate", NULL);

	shows(scene, "PAUSED", NULL);
	press(scene,
	      "n"
	      "n",
	      "move 2 ", "#1‖ ▸ @input", "#2‖ ▸ @score", "#5‖ ▸ @command play", NULL);
	press(scene, "2jjx", "#2 is dropped", NULL);
	press(scene, "jx", "#5 is dropped", NULL);
	press(scene, "kkx", "#1 is dropped", NULL);
	type(scene, "x", NULL);
	/* Numbers stay when others have passed.  */
	press(scene, "s", "▸ @input", "#2‖ ▸ @score", "#5‖ ▸ @command play", NULL);
	ask(scene, "drop #2", "#2 is not dropped any more", NULL);
	leave(scene);
}

TEST(a_delay_counts_down_while_others_pass)
{
	struct scene *scene = begin(&small, "play", "qchess", "--pause", "--layout", "traffic",
				    "sample:random", "sample:random", NULL);

	shows(scene, "PAUSED", NULL);
	press(scene, "s", "PAUSED", "#1  ‖", NULL);
	ask(scene, "delay soon", "delay: expected a time such as 500 (ms) or 2s, not \"soon\"", NULL);
	ask(scene, "delay 300", "in 0.3 s", "PAUSED", NULL);
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	ask(scene, "search its delay is over", "its delay is over", NULL);
	leave(scene);
}

TEST(a_person_can_step_through_one_seat)
{
	struct scene *scene = begin(&small, "play", "lmc", "--pause", "--layout", "traffic",
				    "sample:constant", "sample:rotate", NULL);

	shows(scene, "PAUSED", NULL);
	ask(scene, "step 2", "○ ◂ @info name rotate", "PAUSED", NULL);
	ask(scene, "step 0", "step: there is no game program", NULL);
	ask(scene, "step 7", "step: there is no seat 7: x7 means that many, as in `step x7`", NULL);
	ask(scene, "next 2 x2", "PAUSED", "○ ◂ @output rock", "○ ◂ @output paper", NULL);
	leave(scene);
}

TEST_MAIN(NULL, NULL)
