/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_branches.c - branches of a live match are listed, shown, compared and left again while the match waits
 * for a person.  */
#include "../agents/ask_file.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>

/* The person plays two moves, takes the second back and plays another one.  */
static struct scene *with_two_branches(const struct stage *stage)
{
	struct scene *scene = begin_match(stage, "human", "good", NULL);

	shows(scene, "your move", NULL);
	ask(scene, "play h8", "move 2", "your move", NULL);
	ask(scene, "play h9", "move 4", "your move", NULL);
	shows_stone(scene, "h9", black(scene));
	ask(scene, "takeback", "move 2", "branch 1", "your move", NULL);
	ask(scene, "play g7", "move 4", "branch 1", "your move", NULL);
	return scene;
}

static void branches_are_looked_at_and_left(const struct stage *stage)
{
	struct scene *scene = with_two_branches(stage);

	ask(scene, "info branches", "2 branches, * marks the one shown", NULL);
	ask(scene, "branch 0", "VIEWING branch 0, 4 of 4", NULL);
	shows_stone(scene, "h9", black(scene));
	shows_stone(scene, "g7", empty(scene));
	shows_no(scene, "your move");
	ask(scene, "back 3", "VIEWING branch 0, 1 of 4", NULL);
	shows_stone(scene, "h9", empty(scene));
	ask(scene, "play e5", "branch 0 is shown: `live` returns to the match", NULL);
	ask(scene, "takeback", "branch 0 is shown", NULL);
	ask(scene, "diff 1", "A: branch 0: 4 turns", NULL);
	ask(scene, "branch 7", "there is no branch 7", NULL);
	ask(scene, "live", "branch 1", "your move", NULL);
	shows_no(scene, "VIEWING");
	shows_stone(scene, "g7", black(scene));
	shows_stone(scene, "h9", empty(scene));
	ask(scene, "play e5", "move 6", "your move", NULL);
	leave(scene);
}

TEST(a_person_can_look_at_branches_and_leave_them)
{
	on_all_stages(branches_are_looked_at_and_left);
}

TEST(the_traffic_is_that_of_the_shown_branch)
{
	struct scene *scene = with_two_branches(&large);

	shows(scene, "TURN 6,6", "TAKEBACK", NULL);
	ask(scene, "branch 0", "TURN 7,8", NULL);
	shows_no(scene, "TURN 6,6");
	ask(scene, "live", "TURN 6,6", "TURN 7,8", NULL);
	leave(scene);
}

/* Continuing from an older branch makes a new branch.  */
TEST(a_match_can_continue_from_the_shown_branch)
{
	struct scene *scene = with_two_branches(&large);
	char *path = bytes_text("%s", path_in(scene, "saved.ringside")), *line = bytes_text("save %s", path),
	     *told;

	ask(scene, "branch 0", "VIEWING branch 0, 4 of 4", NULL);
	ask(scene, "resume", "branch 2 continues from move 4", "your move", NULL);
	shows_stone(scene, "h9", black(scene));
	ask(scene, "play e5", "move 6", "branch 2", "your move", NULL);
	ask(scene, line, "saved as", NULL);
	told = ask_file(
		path,
		"SELECT group_concat(id || ':' || coalesce(parent, '-') || ':' || turn, ' ') FROM branch");
	assert_string_equal(told, "0:-:0 1:0:2 2:0:4");
	free(told);
	leave(scene);
	free(line);
	free(path);
}

TEST_MAIN(NULL, NULL)
