/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_replay.c - a match that was played is shown again at a pace, and marked positions are found again.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>

static void a_match_that_is_over_is_shown_again_on(const struct stage *stage)
{
	struct scene *scene = begin_match(stage, "good 3", "good 7", NULL);

	shows(scene, "wins: five", "space replay", NULL);
	command(scene, "set pace 30s");
	shows(scene, "a replay shows 30s a move", NULL);
	command(scene, "set pace");
	shows(scene, "pace = 30s a move", NULL);
	type(scene, " ", NULL);
	shows(scene, "REPLAYING 0 of 9, 30s a move", "space stop", NULL);
	type(scene, " ", NULL);
	shows(scene, "VIEWING 0 of 9", "space replay", NULL);
	type(scene, " -", NULL);
	shows(scene, "REPLAYING 0 of 9, 1s a move", NULL);
	command(scene, "set pace 10ms");
	shows(scene, "wins: five", NULL); /* its end */
	shows_no(scene, "REPLAYING");
	leave(scene);
}

TEST(a_match_that_is_over_is_shown_again)
{
	on_all_stages(a_match_that_is_over_is_shown_again_on);
}

TEST(whoever_walks_ends_the_replay)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL);

	shows(scene, "wins: five", NULL);
	command(scene, "goto 4");
	command(scene, "replay 1h");
	shows(scene, "REPLAYING 4 of 9", NULL);
	type(scene, VT_LEFT, NULL);
	shows(scene, "VIEWING 3 of 9", NULL);
	type(scene, "s", NULL);
	shows(scene, "VIEWING 4 of 9", NULL);
	type(scene, "n", NULL);
	shows(scene, "VIEWING 5 of 9", NULL);
	command(scene, "replay x3");
	shows(scene, "expected x1/4, x1 to x64, or a time such as 1s, not \"x3\"", "VIEWING 5 of 9", NULL);
	leave(scene);
}

TEST(a_file_is_replayed_faster_and_slower)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL), *opened;
	char *path = bytes_text("%s", path_in(scene, "m.ringside")), *line = bytes_text("save %s", path);

	shows(scene, "wins: five", NULL);
	command(scene, line);
	shows(scene, "saved as", NULL);
	opened = begin(&small, "open", path, NULL);
	shows(opened, "wins: five", "space replay", NULL);
	type(opened, "+", NULL);
	shows(opened, "a replay shows each move after its own time (at least 250ms), x2", NULL);
	type(opened, "---", NULL);
	shows(opened, "(at least 250ms), x1/4", NULL);
	type(opened, "-", NULL);
	shows(opened, "a replay shows 1s a move", NULL);
	command(opened, "set pace x64");
	shows(opened, "(at least 250ms), x64", NULL);
	type(opened, "+", NULL);
	shows(opened, "(at least 250ms), x64", NULL);
	leave(opened);
	leave(scene);
	free(line);
	free(path);
}

TEST(a_mark_leads_back_to_its_position)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL);

	shows(scene, "wins: five", NULL);
	command(scene, "goto 4");
	type(scene, "m", NULL);
	shows(scene, "which letter, a to z?", NULL);
	type(scene, "a", NULL);
	shows(scene, "mark a: move 4", NULL);
	type(scene, VT_HOME, NULL);
	shows(scene, "VIEWING 0 of 9", NULL);
	type(scene, "'a", NULL);
	shows(scene, "VIEWING 4 of 9", NULL);
	type(scene, "'b", NULL);
	shows(scene, "there is no mark b", NULL);
	type(scene, "m\033", NULL);
	shows_no(scene, "which letter");
	command(scene, "mark A");
	shows(scene, "expected a letter from a to z, not \"A\"", NULL);
	leave(scene);
}

TEST(marks_are_there_when_the_match_is_opened_again)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL), *opened;
	char *path = bytes_text("%s", path_in(scene, "m.ringside")), *line = bytes_text("save %s", path);
	char *home = bytes_text("%s/state", scene->home);

	shows(scene, "wins: five", NULL);
	command(scene, line);
	shows(scene, "saved as", NULL);
	opened = begin_in(&small, home, "open", path, NULL);
	shows(opened, "wins: five", NULL);
	command(opened, "goto 4");
	type(opened, "ma", NULL);
	shows(opened, "mark a: move 4", NULL);
	leave(opened);
	opened = begin_in(&small, home, "open", path, NULL);
	shows(opened, "wins: five", NULL);
	type(opened, "'b", NULL);
	shows(opened, "there is no mark b", NULL);
	type(opened, "'a", NULL);
	shows(opened, "VIEWING 4 of 9", NULL);
	leave(opened);
	leave(scene);
	free(home);
	free(line);
	free(path);
}

TEST(the_pace_of_a_running_match_can_be_changed)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", "--pace", "1h", NULL);

	shows(scene, "move 1", NULL);
	command(scene, "set pace fast");
	shows(scene, "pace: expected", "not \"fast\"", NULL);
	command(scene, "set pace 0");
	shows(scene, "wins: five", NULL);
	leave(scene);
}

TEST_MAIN(NULL, NULL)
