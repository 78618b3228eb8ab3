/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_replay.c - a match that was played is shown again at a pace, and marked positions are found again.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>

TEST_SCENE_ON_ALL_STAGES(a_match_that_is_over_is_shown_again, begin_match(stage, "good 3", "good 7", NULL))
{
	shows(scene, "wins: five", "space replay", NULL);
	ask(scene, "replay 30s", "REPLAYING 0 of 9, 30s a move", "space stop", NULL);
	press(scene, " ", "VIEWING 0 of 9", "space replay", NULL);
	press(scene, " -", "REPLAYING 0 of 9, 1s a move", NULL);
	ask(scene, "replay 10ms", "wins: five", NULL); /* its end */
	shows_no(scene, "REPLAYING");
}

TEST_SCENE(whoever_walks_ends_the_replay, begin_match(&small, "good 3", "good 7", NULL))
{
	shows(scene, "wins: five", NULL);
	command(scene, "goto 4");
	ask(scene, "replay 1h", "REPLAYING 4 of 9", NULL);
	press(scene, VT_LEFT, "VIEWING 3 of 9", NULL);
	press(scene, "n", "VIEWING 4 of 9", NULL);
	press(scene, "n", "VIEWING 5 of 9", NULL);
	ask(scene, "replay x3", "expected x1/4, x1 to x64, or a time such as 1s, not \"x3\"",
	    "VIEWING 5 of 9", NULL);
}

TEST(a_file_is_replayed_faster_and_slower)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL), *opened;
	FREED char *path = bytes_text("%s", path_in(scene, "m.ringside"));
	FREED char *line = bytes_text("save %s", path);

	shows(scene, "wins: five", NULL);
	ask(scene, line, "saved as", NULL);
	opened = begin(&small, "open", path, NULL);
	shows(opened, "wins: five", "space replay", NULL);
	press(opened, "+", "a replay shows each move after its own time (at least 250ms), x2", NULL);
	press(opened, "---", "(at least 250ms), x1/4", NULL);
	press(opened, "-", "a replay shows 1s a move", NULL);
	ask(opened, "replay x64", "(at least 250ms), x64", NULL);
	press(opened, "+", "(at least 250ms), x64", NULL);
}

TEST_SCENE(a_mark_leads_back_to_its_position, begin_match(&small, "good 3", "good 7", NULL))
{
	shows(scene, "wins: five", NULL);
	command(scene, "goto 4");
	press(scene, "m", "which letter, a to z?", NULL);
	press(scene, "a", "mark a: move 4", NULL);
	press(scene, VT_HOME, "VIEWING 0 of 9", NULL);
	press(scene, "'a", "VIEWING 4 of 9", NULL);
	press(scene, "'b", "there is no mark b", NULL);
	type(scene, "m\033", NULL);
	shows_no(scene, "which letter");
	ask(scene, "mark A", "expected a letter from a to z, not \"A\"", NULL);
}

TEST(marks_are_there_when_the_match_is_opened_again)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL), *opened;
	char *path = bytes_text("%s", path_in(scene, "m.ringside")), *line = bytes_text("save %s", path);
	char *home = bytes_text("%s/state", scene->home);

	shows(scene, "wins: five", NULL);
	ask(scene, line, "saved as", NULL);
	opened = begin_in(&small, home, "open", path, NULL);
	shows(opened, "wins: five", NULL);
	command(opened, "goto 4");
	press(opened, "ma", "mark a: move 4", NULL);
	leave(opened);
	opened = begin_in(&small, home, "open", path, NULL);
	shows(opened, "wins: five", NULL);
	press(opened, "'b", "there is no mark b", NULL);
	press(opened, "'a", "VIEWING 4 of 9", NULL);
	free(home);
	free(line);
	free(path);
}

TEST_SCENE(the_pace_of_a_running_match_can_be_changed,
	   begin_match(&small, "good 3", "good 7", "--pace", "1h", NULL))
{
	shows(scene, "move 1", NULL);
	ask(scene, "set pace fast", "pace: expected", "not \"fast\"", NULL);
	ask(scene, "set pace 0", "wins: five", NULL);
}

TEST_MAIN(NULL, NULL)
