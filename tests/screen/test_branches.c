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
	ask(scene, "goto branch 0", "VIEWING branch 0, 4 of 4", NULL);
	shows_stone(scene, "h9", black(scene));
	shows_stone(scene, "g7", empty(scene));
	shows_no(scene, "your move");
	ask(scene, "goto -3", "VIEWING branch 0, 1 of 4", NULL);
	shows_stone(scene, "h9", empty(scene));
	ask(scene, "takeback", "branch 0 is shown", NULL);
	ask(scene, "info diff 1", "A: branch 0: 4 turns", NULL);
	ask(scene, "goto branch 7", "there is no branch 7", NULL);
	ask(scene, "goto live", "branch 1", "your move", NULL);
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
	ask(scene, "goto branch 0", "TURN 7,8", NULL);
	shows_no(scene, "TURN 6,6");
	ask(scene, "goto live", "TURN 6,6", "TURN 7,8", NULL);
}

/* The path of a match of gomoku between agents, in the scene's home, from which another scene opens it.  */
static const char *recorded(struct scene **scene)
{
	*scene = begin_match(&large, "good 1", "good 5", NULL);
	shows(*scene, "wins", NULL);
	return path_in(*scene, "seen.ringside");
}

static void the_board_of_a_file_begins_variations(const struct stage *stage)
{
	struct scene *keeper, *scene;
	int processes;
	const char *path = recorded(&keeper);
	FREED char *save = bytes_text("save %s", path);

	ask(keeper, save, "saved as", NULL);
	scene = begin(stage, "open", "--write", path, NULL);
	ask(scene, "goto 4", "VIEWING 4 of 9", NULL);
	processes = still_there(scene);
	press(scene, "u", "you have no move in this match: `r` plays on", "VIEWING 4 of 9", NULL);
	press(scene, "1\r", "board h8", "VIEWING 4 of 9", NULL);
	press(scene, "k\r", "branch 1 continues from move 4", "your move", NULL);
	shows_stone(scene, "h9", black(scene));
	press(scene, "j\r", "move 6", NULL);
	shows_stone(scene, "h8", white(scene));
	press(scene, "NN", "VIEWING 4 of 6", NULL);
	click_square(scene, "i7");
	shows(scene, "board i7", "VIEWING 4 of 6", NULL);
	click_square(scene, "i7");
	shows(scene, "branch 2 continues from move 4", NULL);
	shows_stone(scene, "i7", black(scene));
	shows_stone(scene, "h9", empty(scene));
	ask(scene, "j6", "move 6", NULL);
	press(scene, "u", "move 5", NULL);
	assert_int_equal(still_there(scene), processes);
	press(scene, "r", "start these programs?", NULL);
	press(scene, "y", "branch 4", "wins: five", NULL);
	leave(scene);
}

TEST(a_move_on_the_board_of_a_file_begins_a_variation)
{
	on_all_stages(the_board_of_a_file_begins_variations);
}

TEST(a_variation_of_a_running_match_is_asked_about)
{
	struct scene *scene = with_two_branches(&small);

	press(scene, "NNN", "VIEWING 1 of 4", NULL);
	click_square(scene, "c3");
	shows(scene, "board c3", NULL);
	click_square(scene, "c3");
	shows(scene, "begin a variation here? The agents of the match leave: y/n", NULL);
	press(scene, "n", "VIEWING 1 of 4", NULL);
	press(scene, "\r", "y/n", NULL);
	press(scene, "n", "VIEWING 1 of 4", NULL);
	ask(scene, "c3", "begin a variation here? The agents of the match leave: y/n", NULL);
	press(scene, "n", "VIEWING 1 of 4", NULL);
	shows_no(scene, "y/n");
	ask(scene, "play c3", "y/n", NULL);
	press(scene, "y", "branch 2 continues from move 1", NULL);
	shows_stone(scene, "c3", white(scene));
}

/* Continuing from an older branch makes a new branch.  */
TEST(a_match_can_continue_from_the_shown_branch)
{
	struct scene *scene = with_two_branches(&large);
	FREED char *path = bytes_text("%s", path_in(scene, "saved.ringside"));
	FREED char *line = bytes_text("save %s", path);
	char *told;

	ask(scene, "goto branch 0", "VIEWING branch 0, 4 of 4", NULL);
	ask(scene, "resume", "branch 2 continues from move 4", "your move", NULL);
	shows_stone(scene, "h9", black(scene));
	ask(scene, "play e5", "move 6", "branch 2", "your move", NULL);
	ask(scene, line, "saved as", NULL);
	told = ask_file(
		path,
		"SELECT group_concat(id || ':' || coalesce(parent, '-') || ':' || turn, ' ') FROM branch");
	assert_string_equal(told, "0:-:0 1:0:2 2:0:4");
	free(told);
}

TEST_MAIN(NULL, NULL)
