/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_script_screen.c - a script leads a match on the screen.  A person watches, stops it, or runs another
 * script.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes a file with this text.  The caller calls temp_remove().  */
static char *write_script(const char *text)
{
	char *path;
	int fd = temp_file("script", &path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	return path;
}

TEST_ON_ALL_STAGES(a_script_can_lead_a_match)
{
	TEMP char *path = write_script("# three moves, and one of another kind\nnext x3\ntakeback\n"
				       "override o15\necho done so far\n");
	struct scene *scene = begin_match(stage, "good 3", "good 7", "--script", path, NULL);

	shows(scene, "move 3 ", "PAUSED", "done so far", NULL);
	shows_stone(scene, "o15", black(scene));
	press(scene, "n", "move 4 ", "PAUSED", NULL);
	leave(scene);
}

TEST_SCENE(a_script_goes_on_when_another_branch_is_shown_in_a_persons_turn,
	   begin_match(&small, "human", "good 7", "-x", "continue", "-x", "play h8", "-x", "takeback 2", "-x",
		       "goto branch 0", "-x", "echo reached", NULL))
{
	shows(scene, "reached", "branch 0", NULL);
}

TEST_SCENE(the_match_goes_on_after_a_script_that_only_sets_things_up,
	   begin_match(&small, "good 3", "good 7", "-x", "set layout board", "-x", "set numbers on", NULL))
{
	shows(scene, "good wins: five", NULL);
	leave(scene);
	scene = begin_paused(&small, "good 3", "good 7", "-x", "set layout board", "-x", "echo ready", NULL);
	shows(scene, "PAUSED", "ready", NULL);
	press(scene, "n", "move 1 ", "PAUSED", NULL);
}

TEST_SCENE(a_mistake_is_reported_and_drops_the_rest_of_the_script,
	   begin_match(&small, "good 3", "good 7", "-x", "next x2", "-x", "override z99", "-x", "next x5",
		       NULL))
{
	shows(scene, "-x 2: override: ", "move 2 ", "PAUSED", NULL);
	press(scene, "n", "move 3 ", "PAUSED", NULL);
}

TEST_SCENE(a_person_can_drop_the_rest_of_a_script,
	   begin_match(&small, "good 3", "silent 7", "-x", "next x4", "-x", "echo never", "-x",
		       "save /nowhere/at/all.txt", NULL))
{
	shows(scene, "move 3 ", NULL);
	press(scene, "\003", "dropped from the script: -x 2 and all after it", "PAUSED", NULL);
	type(scene, "c", NULL);
	shows_no(scene, "is dropped");
}

TEST_SCENE(a_person_can_move_while_a_script_waits_for_the_move,
	   begin(&small, "play", "gomocup", "-x", "continue", "-x", "play a1", "-x", "echo your turn",
		 "human", player("good 7"), NULL))
{
	shows(scene, "move 2 ", "your turn", NULL);
	ask(scene, "play b1", "move 4 ", NULL);
}

TEST_SCENE(a_script_can_be_sourced_at_the_prompt, begin_paused(&small, "good 3", "good 7", NULL))
{
	TEMP char *path = write_script("next x2\necho two moves more");
	FREED char *line = bytes_text("source %s", path);

	ask(scene, "source /nowhere/script", "source: /nowhere/script: cannot be read", NULL);
	ask(scene, line, "two moves more", "move 2 ", NULL);
	press(scene, ":\r", "two moves more", "move 4 ",
	      NULL); /* an empty line repeats the typed line, not the script's */
	leave(scene);
}

TEST(a_script_can_take_pictures_of_the_screen)
{
	TEMP char *path = temp_path("shot.txt");
	FREED char *line = bytes_text("save %s", path);
	char text[8192] = "";
	struct scene *scene =
		begin_match(&small, "good 3", "good 7", "-x", "next x3", "-x", line, "-x", "quit now", NULL);
	FILE *file;

	assert_int_equal(ends(scene), BROKEN_OFF);
	file = fopen(path, "r");
	assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
	fclose(file);
	assert_non_null(strstr(text, "move 3"));
	assert_non_null(strstr(text, "PAUSED"));
}

TEST_SCENE(a_missing_script_is_reported_before_the_screen_opens,
	   begin_match(&small, "good 3", "good 7", "--script", "/nowhere/script", NULL))
{
	assert_int_equal(ends(scene), 2 << 8);
}

TEST_MAIN(NULL, NULL)
