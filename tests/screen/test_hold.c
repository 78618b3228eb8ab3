/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_hold.c - a person edits, drops, delays and sends messages, and steps through one seat's messages, in
 * every system.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

static bool is_frame(const char *at)
{
	return *at == '|' || strncmp(at, "│", strlen("│")) == 0;
}

/* A format with the number of the last message of this text on the screen in place of its %s.  Good for some
 * calls.  */
static const char *with_number(struct scene *scene, const char *text, const char *format)
{
	static char lines[8][80];
	static int next;
	char *line = lines[next++ % 8], number[32];
	const char *row = "", *at = NULL, *hash;

	for (int y = vt_rows(scene->vt) - 1; y >= 0 && !at; y--)
		at = strstr(row = vt_row(scene->vt, y), text);
	assert_non_null(at);
	for (hash = at; !is_frame(hash) || !strchr("0123456789", hash[strspn(hash, "│| #")]); hash--)
		assert_true(hash > row);
	hash += strspn(hash, "│| #");
	snprintf(number, sizeof(number), "#%.*s", (int)strspn(hash, "0123456789"), hash);
	snprintf(line, sizeof(lines[0]), format, number, number);
	return line;
}

/* The traffic has the agent's own action, and the timeline the edited one.  */
TEST_SCENE_ON_ALL_STAGES(an_action_of_bytes_can_be_edited,
			 begin(stage, "play", "asimulator", "--pause", "--seed", "5", "--world", "classic",
			       "--layout", "traffic", "sample:rotate", NULL))
{
	shows(scene, "PAUSED", NULL);
	press(scene, "n", "1 Turn_Left", "PAUSED", NULL);
	press(scene, "s", strcmp(black(scene), "●") == 0 ? "‖ ● ◂ 02" : "| X < 02", "PAUSED", NULL);
	ask(scene, with_number(scene, "02       Turn_Left", "edit %s 1"),
	    "edit: \"1\" at character 1: expected bytes of two hexadecimal digits", NULL);
	ask(scene, with_number(scene, "02       Turn_Left", "edit %s 01"), "withheld", "01       Move",
	    "edited", NULL);
	press(scene, "n", "move 2 ", "2 Move", "PAUSED", NULL);
}

/* The reasoner grabs when it perceives an item.  */
TEST_SCENE(an_agent_acts_on_an_edited_percept,
	   begin(&small, "play", "asimulator", "--pause", "--seed", "5", "--world", "classic", "--layout",
		 "traffic", "sample:reasoner", NULL))
{
	shows(scene, "PAUSED", NULL);
	press(scene, "n", "1 Move", "‖ ● ▸ 10       Fear", NULL);
	ask(scene, "edit 02 03", "edit: 2 bytes: expected 1, as many as there were", NULL);
	press(scene, "e", with_number(scene, "10       Fear", ":edit %s 10"), NULL);
	press(scene, "\b\b02\r", "▸ 10       Fear", "withheld", "‖ ● ▸ 02       Item", "edited", NULL);
	press(scene, "n", "▸ 02       Item", "2 Grab", "PAUSED", NULL);
}

TEST_SCENE(an_answer_can_be_edited_while_it_waits, begin_paused(&large, "good 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "‖ ▸ TURN 0,3", NULL);
	press(scene, "ss", "‖ ◂ 0,7", NULL);
	type(scene, "2", NULL);
	ask(scene, "edit 5,\\5", "edit: a backslash at character 3: expected", NULL);
	press(scene, "e", with_number(scene, "‖ ◂ 0,7", ":edit %s 0,7"), NULL);
	press(scene, "\b\b\b9,9\r", "◂ 0,7", "withheld", "‖ ◂ 9,9", "edited", NULL);
	press(scene, "j", NULL);
	press(scene, "u", "is as it came", "‖ ◂ 0,7", NULL);
	press(scene, "e", with_number(scene, "‖ ◂ 0,7", ":edit %s 0,7"), NULL);
	press(scene, "\b\b\b5,5\r", "◂ 0,7", "withheld", "‖ ◂ 5,5", "edited", NULL);
	type(scene, "n", NULL);
	shows_stone(scene, "f6", white(scene));
	shows_stone(scene, "a8", empty(scene));
}

TEST(a_question_can_be_dropped_and_sent_by_hand)
{
	struct scene *opened, *scene = begin_paused(&small, "good 3", "good 7", "--turn-time", "60",
						    "--layout", "traffic", NULL);
	const char *saved = path_in(scene, "held.ringside");
	FREED char *line = bytes_text("save %s", saved);

	press(scene, "n", "move 1 ", "‖ ○ ▸ TURN 0,3", NULL);
	ask(scene, "drop #3", "drop: there is no held message #3: held are ",
	    with_number(scene, "‖ ○ ▸ TURN 0,3", ", %s"), NULL);
	ask(scene, with_number(scene, "‖ ○ ▸ TURN 0,3", "drop %s"), "‖ ○ ▸ TURN", "dropped", NULL);
	press(scene, "ss", "○ ▸ TURN 0,3", "withheld", "drops a message to the agent", NULL);
	ask(scene, "next 2", "STEPPING", "thinking", NULL);
	press(scene, "x", "x does nothing here: no message is held", NULL);
	ask(scene, "send 2 TURN 0,3", "sends the agent a message", "move 2 ", "PAUSED", NULL);
	shows(scene, "edited", NULL);
	/* The match file has it too.  */
	ask(scene, line, "saved as", NULL);
	opened = begin(&small, "open", saved, "--layout", "traffic", NULL);
	shows(opened, "sends the agent a message", "TURN 0,3", "withheld", "edited", NULL);
}

/* The question of seat 2 is dropped and passes.  Until the next one to that seat passes, the agent can still
 * be asked; what it has read as it was edited stays.  */
TEST_SCENE(what_was_dropped_comes_back_after_it_has_passed, begin_paused(&small, "good 3", "good 7", NULL))
{
	static const char about[] = "‖ ▸ ABOUT";
	const char *gone;

	press(scene, "3j", NULL);
	gone = with_number(scene, about, "%s passes now");
	press(scene, "x", with_number(scene, about, "%s is dropped"), NULL);
	press(scene, "c", "RUNNING", NULL);
	press(scene, " ", "PAUSED", NULL);
	shows_no(scene, about);
	press(scene, "u", gone, "a person sends the", NULL);
	press(scene, "ku", "another message of its seat has passed", NULL);
	press(scene, "c", "good wins: five", NULL);
}

/* Both are asked who they are.  Each message has the number that `why` knows, held or not.  */
TEST_SCENE(keys_act_on_the_held_message_of_the_focused_pane, begin_paused(&small, "good 3", "good 7", NULL))
{
	static const char about[] = "‖ ▸ ABOUT";
	const char *told, *edit, *gone;
	FREED char *why = NULL; /* with_number() forgets it */

	shows(scene, about, "○ • its name", NULL);
	press(scene, "3j", NULL);
	why = bytes_text("%s", with_number(scene, about, "why %s"));
	told = with_number(scene, about, "%s to seat 2 (good)");
	edit = with_number(scene, about, ":edit %s ABOUT");
	gone = with_number(scene, about, "goto %s");
	press(scene, "x", with_number(scene, about, "%s is dropped"), "▸ ABOUT                  dropped",
	      NULL);
	press(scene, "x", "is not dropped any more", NULL);
	shows_no(scene, "ABOUT                  dropped");
	press(scene, "xu", with_number(scene, about, "%s is as it came"), NULL);
	shows_no(scene, "ABOUT                  dropped");
	press(scene, "d", with_number(scene, about, ":delay %s "), NULL);
	press(scene, "2s\r", "‖ ▸ ABOUT                 in 2.0 s", NULL);
	press(scene, "e", edit, NULL);
	press(scene, "\r", "‖ ▸ ABOUT          edited in 2.0 s", NULL);
	press(scene, "\r", with_number(scene, about, "message %s"), " is held, to seat 2 (brain)",
	      "\"ABOUT\\r\\n\"", NULL);
	press(scene, "q", about, NULL);
	press(scene, "B", "every message if seat == 2 && dir == to && channel == command", "text ~ /^ABOUT/",
	      NULL);
	ask(scene, gone, "is held: it has not passed yet", NULL);
	press(scene, "u", "is as it came", NULL);
	shows_no(scene, "in 2.0 s");
	press(scene, "u", "was neither edited, dropped nor delayed", NULL);
	press(scene, "2x", "is dropped", NULL);
	ask(scene, "delete", NULL);
	press(scene, "u", "is as it came", NULL);
	press(scene, "nn", "move 2 ", "PAUSED", NULL);
	ask(scene, why, told, "\"ABOUT\\r\\n\"", NULL);
}

/* The line of keys offers them while a message is held, whichever pane has the focus.  */
TEST_SCENE(keys_find_the_only_held_message_from_another_pane, begin_paused(&small, "good 3", "good 7", NULL))
{
	const char *answer;

	press(scene, "n", "move 1 ", "‖ ▸ TURN 0,3", NULL);
	press(scene, "ss", "‖ ◂ 0,7", "e edit", NULL);
	answer = with_number(scene, "‖ ◂ 0,7", "%s");
	press(scene, "2e", with_number(scene, "‖ ◂ 0,7", ":edit %s 0,7"), NULL);
	press(scene, VT_ESC, "e edit", NULL);
	press(scene, "4d", with_number(scene, "‖ ◂ 0,7", ":delay %s "), NULL);
	press(scene, "2s\r", "in 2.0 s", NULL);
	press(scene, "4u", "is as it came", "move 1 ", NULL);
	shows_no(scene, "in 2.0 s");
	press(scene, "4e", with_number(scene, "‖ ◂ 0,7", ":edit %s 0,7"), NULL);
	press(scene, "\b8\r", "edited", NULL);
	press(scene, "4u", "is as it came", "move 1 ", NULL);
	press(scene, "4\r", "message ", answer, " is held, from seat 2", "`edit ", "`drop ", "`step`",
	      "x drop", NULL);
	press(scene, "x", answer, "is dropped", NULL);
	press(scene, "u", "is as it came", NULL);
	press(scene, "2x", "is dropped", NULL);
}

/* With the cursor on the board no message is selected.  */
TEST_SCENE(what_was_dropped_from_the_board_comes_back_before_a_move,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "nn", "move 2 ", "PAUSED", NULL);
	press(scene, "1x", "is dropped: until it passes, u or", NULL);
	press(scene, "u", "is as it came", "move 2 ", NULL);
	press(scene, "u", "move 1 ", "branch 1", NULL);
}

/* The pane of seat 2 holds three messages; its columns have room for numbers alone.  */
TEST_SCENE(a_held_message_is_selected_in_a_narrow_pane,
	   begin(&small, "play", "lmc", "--pause", "sample:constant", "sample:rotate", NULL))
{
	const char *line, *input;

	shows(scene, "PAUSED", NULL);
	press(scene,
	      "n"
	      "n",
	      "move 2 ", "‖ ▸ @input", "‖ ▸ @score", "‖ ▸ @command play", NULL);
	line = with_number(scene, "‖ ▸ @score", "drop %s");
	input = with_number(scene, "‖ ▸ @input", "%s is dropped");
	press(scene, "3jjx", with_number(scene, "‖ ▸ @score", "%s is dropped"), NULL);
	press(scene, "jx", with_number(scene, "‖ ▸ @command play", "%s is dropped"), NULL);
	press(scene, "kkx", input, NULL);
	type(scene, "x", NULL);
	/* Numbers stay when others have passed.  */
	press(scene, "s", "▸ @input", "‖ ▸ @score", "‖ ▸ @command play", NULL);
	ask(scene, line, with_number(scene, "‖ ▸ @score", "%s is not dropped any more"), NULL);
}

TEST_SCENE(a_delay_counts_down_while_others_pass, begin(&small, "play", "qchess", "--pause", "--layout",
							"traffic", "sample:random", "sample:random", NULL))
{
	shows(scene, "PAUSED", NULL);
	press(scene, "s", "PAUSED", "  ‖", NULL);
	ask(scene, "delay soon", "delay: expected a time such as 500 (ms) or 2s, not \"soon\"", NULL);
	ask(scene, "delay 300", "in 0.3 s", "PAUSED", NULL);
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	ask(scene, "search its delay is over", "its delay is over", NULL);
}

TEST_SCENE(a_person_can_step_through_one_seat, begin(&small, "play", "lmc", "--pause", "--layout", "traffic",
						     "sample:constant", "sample:rotate", NULL))
{
	shows(scene, "PAUSED", NULL);
	ask(scene, "step 2", "○ ◂ @info name rotate", "PAUSED", NULL);
	ask(scene, "step 0", "step: there is no game program", NULL);
	ask(scene, "step 7", "step: there is no seat 7: x7 means that many, as in `step x7`", NULL);
	ask(scene, "next 2 x2", "PAUSED", "○ ◂ @output rock", "○ ◂ @output paper", NULL);
}

TEST_MAIN(NULL, NULL)
