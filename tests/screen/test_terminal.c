/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_terminal.c - each agent has its own terminal: its output and the keys typed there.  */
#include "../temp.h"
#include "ringside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST_SCENE(an_agents_terminal_shows_its_colours,
	   begin_paused(&small, "talks 3", "good 7", "--layout", "terminals", NULL))
{
	struct vt_cell cell;
	int x, y;

	press(scene, "n", "move 1 ", "1 talks terminal", "red and green, move 1", NULL);
	assert_true(vt_find(scene->vt, "red and green", &x, &y));
	cell = vt_at(scene->vt, x, y);
	assert_int_equal(cell.fg, 1);
	assert_true(cell.bold);
	cell = vt_at(scene->vt, x + 8, y);
	assert_int_equal(cell.bg, 2);
	cell = vt_at(scene->vt, x + 4, y);
	assert_false(cell.bold);
}

TEST_SCENE(an_agents_terminal_follows_the_timeline,
	   begin_paused(&small, "talks 3", "good 7", "--layout", "terminals", NULL))
{
	/* A terminal and a pipe have no common order, so wait for the text before the match goes on.  */
	press(scene, "n", "move 1 ", "green, move 1", NULL);
	press(scene, "nn", "move 3 ", "green, move 2", NULL);
	ask(scene, "goto 2", "VIEWING 2 of 3", "green, move 1", NULL);
	shows_no(scene, "green, move 2");
	ask(scene, "goto live", "green, move 2", NULL);
}

TEST_SCENE(the_terminal_of_an_agent_that_has_played_is_explained,
	   begin_match(&small, "talks 3", "good 7", NULL))
{
	shows(scene, "talks wins: five", NULL);
	ask(scene, "focus terminal 1", "1 talks terminal", "the match is over: seat 1 wrote this", NULL);
}

TEST_SCENE(keys_typed_in_an_agents_terminal_reach_the_agent,
	   begin_match(&small, "asks 3", "good 7", "--layout", "terminals", "--turn-time", "600s", NULL))
{
	shows(scene, "move 2 ", "shall I?", NULL);
	ask(scene, "focus 2", "typing, ^] leaves", NULL);
	press(scene, "yes, please q", "shall I? yes, please q", NULL); /* q is not a key of ringside here */
	press(scene, "\177\177now\r", "asks wins: five", NULL);
	command(scene, "set layout traffic");
	ask(scene, "search ?you said", "MESSAGE you said yes, please", NULL);
}

TEST_SCENE(the_key_that_leaves_an_agents_terminal_is_shown_and_works,
	   begin_match(&small, "asks 3", "good 7", "--layout", "terminals", "--turn-time", "600s", NULL))
{
	shows(scene, "move 2 ", "shall I?", NULL);
	ask(scene, "focus 2", "typing, ^] leaves", NULL);
	type(scene, "\035", NULL);
	shows_no(scene, "typing, ^] leaves");
	press(scene, "q", "quit? y/n", NULL);
	type(scene, "y", NULL);
	assert_int_equal(ends(scene), BROKEN_OFF);
}

TEST_SCENE(text_without_a_line_end_is_shown_at_once,
	   begin_match(&small, "no-line-end 3", "good 7", "--turn-time", "600s", NULL))
{
	shows(scene, "0,3\u2026  no line end yet, ", "thinks hard", "and\u2026  ", NULL);
	ask(scene, "set layout terminals", "thinks hard", NULL);
	shows(scene, "and", NULL);
	shows_no(scene, "andand");
	ask(scene, "info held", "3 bytes without a line end: \"0,3\"", NULL);
	ask(scene, "override h8", "move 2 ", NULL);
	command(scene, "set layout traffic");
	shows_no(scene, "and\u2026");
}

TEST_SCENE(without_a_terminal_stderr_is_only_a_pipe,
	   begin_paused(&large, "talks 3", "good 7", "--stderr-pipe", NULL))
{
	press(scene, "n", "move 1 ", "green, move 1", NULL);
}

TEST(an_agents_terminal_has_the_size_of_its_pane)
{
	char *path, *line;
	int fd = temp_file("agent", &path);
	struct scene *scene;

	assert_true(fd >= 0);
	assert_true(dprintf(fd, "while read -r line; do case $line in BEGIN*) stty size </dev/tty >/dev/tty; "
				"echo 7,7;;"
				" START*) echo OK;; END*) exit;; esac; done\n") > 0);
	close(fd);
	assert_true(asprintf(&line, "sh %s", path) > 0);
	scene = begin(&small, "play", "gomocup", "--pause", "--layout", "terminals", line, "sample:random",
		      NULL);
	shows(scene, "PAUSED", "terminal", NULL);
	press(scene, "n", "move 1 ", "7 42", NULL);
	leave(scene);
	temp_remove(path);
	free(line);
}

/* The referee draws and waits for its player, a person.  */
TEST_SCENE(rows_of_a_referees_board_have_colours_and_obey_nothing_else,
	   begin(&small, "play", "referee", "--turn-time", "0", "--referee",
		 "sh -c 'read s; printf \"| \\033[1;31mred\\033[42mgreen\\033[m\\033[2J\\033]0;title\\007 "
		 "plain\\n"
		 "> 1 go\\nask 1\\n\"; cat'",
		 "human", NULL))
{
	struct vt_cell cell;
	int x, y;

	shows(scene, "redgreen␛]0;title␇ plain", "your move", NULL);
	assert_true(vt_find(scene->vt, "redgreen␛]0", &x, &y));
	cell = vt_at(scene->vt, x, y);
	assert_int_equal(cell.fg, 1);
	assert_true(cell.bold);
	assert_int_equal(vt_at(scene->vt, x + 3, y).bg, 2);
	cell = vt_at(scene->vt, x + 9, y);
	assert_false(cell.bold);
	assert_int_equal(cell.bg, vt_at(scene->vt, x + 9, y + 1).bg);
}

TEST_MAIN(NULL, NULL)
