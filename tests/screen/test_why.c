/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_why.c - `why` explains events on the screen, and its links lead to the messages.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The command of an agent of tests/agents; the caller frees.  */
static char *agent(const char *words)
{
	const char *name = words, *folder = getenv("AGENTS");
	size_t size = strcspn(words, " ");

	assert_non_null(folder);
	return bytes_text("'%s/%.*s'%s", folder, (int)size, name, words + size);
}

/* Asks why, and waits for the first line of the answer.  */
static void asks_why(struct scene *scene, const char *first)
{
	press(scene, "w", "q: close", first, NULL);
}

/* Searches the answer for the text, which must be there.  */
static void reads_on_to(struct scene *scene, const char *text)
{
	FREED char *line = bytes_text(":search %s", text);

	type(scene, "/", text, NULL);
	shows(scene, line, NULL);
	type(scene, "\r", NULL);
	vt_wait_gone(scene->vt, ":search", LONG);
	shows(scene, text, "q: close", NULL);
	shows_no(scene, "no line has");
}

static void closes(struct scene *scene)
{
	type(scene, "\033", NULL);
	vt_wait_gone(scene->vt, "q: close", LONG);
	shows_no(scene, "Messages that prove it");
}

/* Has the text the theme's colour for a match?  */
static bool is_marked(struct vt *vt, void *text)
{
	enum { YELLOW = 3 };
	struct vt_cell cell;
	int x, y;

	if (!vt_find(vt, text, &x, &y))
		return false;
	cell = vt_at(vt, x, y);
	return cell.bg == YELLOW || (cell.bold && cell.underline);
}

TEST_SCENE_ON_ALL_STAGES(a_timeout_is_explained,
			 begin_match(stage, "silent 3", "good 7", "--turn-time", "0.3", NULL))
{
	shows(scene, "wins: timeout", NULL);
	asks_why(scene, "timeout: seat 1 (silent) made no move within the limit");
	shows(scene, "Seat 1 (silent) is to blame; seat 2 (good) wins, after 2 turns.", "timeout_turn",
	      "Messages that prove it", "\"TURN 0,7\\r\\n\"", NULL);
	reads_on_to(scene, "over");
	reads_on_to(scene, "It has read all that was sent");
	reads_on_to(scene, "`seat 1 human`");
	closes(scene);
}

TEST_SCENE(a_crash_is_explained, begin_match(&large, "crash 3", "good 7", NULL))
{
	shows(scene, "wins: crash (crash)", NULL);
	asks_why(scene, "crash: seat 1 (crash) was ended by SIG");
	shows(scene, "a signal ends it or it exits with a status other than 0", "Process of seat 1 (crash)",
	      "It was ended by SIG", "Usual cause", NULL);
	closes(scene);
}

TEST_SCENE(an_illegal_move_is_explained, begin_match(&small, "outside 3", "good 7", NULL))
{
	shows(scene, "wins: illegal", NULL);
	asks_why(scene, "illegal: seat 1 (outside) played 99,99");
	shows(scene, "an empty square of the board", NULL);
	reads_on_to(scene, "\"99,99\\n\"");
	closes(scene);
}

TEST(a_fault_of_lmc_is_explained_while_the_match_goes_on)
{
	FREED char *odd = agent("player unknown-info");
	FREED char *good = agent("player good");
	struct scene *scene = begin(&small, "play", "lmc", "--turns", "100", "--turn-time", "0", "--pause",
				    odd, good, NULL);

	shows(scene, "PAUSED", NULL);
	press(scene, "nnnnnnnn", "round 4 of 100", "PAUSED", NULL);
	ask(scene, "why fault", " why fault ", "fault of seat 1", "Rule", "[lmc1, ",
	    "The message and its fault", "\"@info mood good\\n\"", NULL);
	press(scene, "\r", "VIEWING", "1 unknown-info", NULL); /* goes to an earlier turn, read-only */
	comes(scene, "the message is marked", is_marked, "@info mood good");
}

static char *world_file(void)
{
	static const char text[] =
		"AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\nNeutralize_Cost 1\n"
		"Agent 1 2 0\nMap 5 4\n#####\n#..x#\n#h.x#\n#####\n";
	char *path;
	int fd = temp_file("world", &path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	return path;
}

TEST(a_deadly_step_is_explained)
{
	char *path = world_file(), *bold = agent("asim_client bold 11 --stdio");
	struct scene *scene = begin(&small, "play", "asimulator", "--stdio", "--world", path, bold, NULL);

	shows(scene, "ended: death", NULL);
	asks_why(scene, "score: ");
	shows(scene, "Seat 1: death, by action 2, Move, in turn 2 (#", "That moved East from 1,0 to 2,0",
	      "danger", "it had perceived: Fear", NULL);
	reads_on_to(scene, "`goto 1`");
	closes(scene);
	leave(scene);
	temp_remove(path);
	free(bold);
}

/* The row of a text.  */
static int row_of(struct scene *scene, const char *text, int *x)
{
	int y;

	shows(scene, text, NULL);
	assert_true(vt_find(scene->vt, text, x, &y));
	return y;
}

TEST_SCENE_ON_ALL_STAGES(a_link_leads_to_its_message, begin_match(stage, "outside 3", "good 7", NULL))
{
	shows(scene, "wins: illegal", NULL);
	ask(scene, "why #1", "#1 ", NULL);
	type(scene, "q", NULL);
	asks_why(scene, "illegal: ");
	shows(scene, "enter: go there", NULL);
	type(scene, "\t\r", NULL); /* the second proof: the answer */
	vt_wait_gone(scene->vt, "q: close", LONG);
	shows(scene, "99,99", NULL);
	comes(scene, "the message is marked", is_marked, "99,99");
	/* The pane has the focus, so a search begins there.  */
	command(scene, "search BEGIN");
	comes(scene, "the question is found", is_marked, "BEGIN");
}

TEST_SCENE(a_click_follows_a_link_and_leaves_a_layout_without_messages,
	   begin_match(&small, "outside 3", "good 7", "--layout", "board", NULL))
{
	int x, y;

	shows(scene, "wins: illegal", NULL);
	asks_why(scene, "illegal: ");
	y = row_of(scene, "\"99,99\\n\"", &x);
	assert_true(vt_click(scene->vt, 4, y));
	vt_wait_gone(scene->vt, "q: close", LONG);
	shows(scene, "1 outside", "◂ 99,99", NULL);
	comes(scene, "the message is marked", is_marked, "99,99");
}

TEST_SCENE(a_link_to_an_earlier_message_shows_the_position_of_its_turn,
	   begin_match(&small, "talks 3", "good 7", NULL))
{
	shows(scene, "talks wins: five", NULL);
	asks_why(scene, "five: ");
	reads_on_to(scene, "`goto 8`");
	type(scene, VT_BTAB, VT_BTAB, NULL); /* from the last link, `override MOVE`, to `goto 8` */
	press(scene, "\r", ":goto 8", NULL);
	press(scene, "\r", "VIEWING 8 of 9", NULL);
	asks_why(scene, "five: ");
	reads_on_to(scene, "`override MOVE`");
	press(scene,
	      VT_BTAB "\r"
		      "h9",
	      ":override h9", NULL);
	type(scene, "\003", NULL);
}

TEST_SCENE(an_answer_can_be_searched_and_wraps_in_every_size,
	   begin_match(&small, "outside 3", "good 7", NULL))
{
	shows(scene, "wins: illegal", NULL);
	asks_why(scene, "illegal: ");
	press(scene, "/", ":search ", NULL);
	press(scene, "TIMES OF\r", "q: close", "Times of seat 1", NULL);
	comes(scene, "the line is marked", is_marked, "Times of");
	ask(scene, "search nowhere", "no line has \"nowhere\"", NULL);
	vt_resize(scene->vt, 160, 50);
	shows(scene, "illegal: ", "Next", "q: close", NULL);
	vt_resize(scene->vt, 62, 18);
	shows(scene, "q: close", NULL);
	press(scene, VT_HOME, "illegal: ", NULL);
	vt_resize(scene->vt, 80, 24);
	shows(scene, "illegal: ", "Messages that prove it", NULL);
	closes(scene);
}

TEST(an_opened_match_is_explained_too)
{
	TEMP char *path = temp_path("match");
	struct scene *scene;

	scene = begin_match(&small, "outside 3", "good 7", "--record", path, NULL);
	shows(scene, "wins: illegal", NULL);
	leave(scene);
	scene = begin(&small, "open", path, NULL);
	shows(scene, "wins: illegal", NULL);
	asks_why(scene, "illegal: seat 1 (outside) played 99,99");
	reads_on_to(scene, "`resume`");
	press(scene, VT_HOME, "Messages that prove it", NULL);
	type(scene, "\t\r", NULL);
	comes(scene, "the message is marked", is_marked, "99,99");
	leave(scene);
}

TEST_SCENE(a_stop_is_explained_with_what_waits, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	asks_why(scene, "stopped after a move");
	shows(scene, "Held messages, in their order", "held", "to 2", "TURN 0,3", "`step`", NULL);
	type(scene, "q", NULL);
	ask(scene, "why nothing", "expected verdict, fault, stop, here or a message", NULL);
}

TEST_SCENE(a_breakpoint_is_explained_with_its_message_and_its_time,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "break if seat == 2 && channel == move", "breakpoint 1", NULL);
	press(scene, "c", "PAUSED", "stopped", NULL);
	command(scene, "why stop");
	shows(scene, "stopped before the next message: breakpoint 1, seat 2", "is held, from seat 2",
	      "channel move", "\"0,7\\n\"", "The match was stopped before it.", "after the question, #",
	      NULL);
	type(scene, "q", NULL);
	ask(scene, "break if seat ==", "^", "break if seat ==", NULL); /* the caret, on its own lines */
}

TEST_MAIN(NULL, NULL)
