/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_asimulator.c - the agent world on the screen: a person drives, shows and hides the truth, and scrolls
 * through a world larger than the board.  */
#include "ringside.h"

#include <string.h>

static struct scene *begin_driving(const struct stage *stage, const char *world, const char *begins)
{
	struct scene *scene = begin(stage, "play", "asimulator", "--turn-time", "0", "--seed", "5", "--world",
				    world, "human", NULL);

	shows(scene, "your move", "you perceive Home", begins, "Neutralize", NULL);
	return scene;
}

static void a_person_drives_with_arrows_letters_and_action_names_on(const struct stage *stage)
{
	struct scene *scene = begin_driving(stage, "classic", "0,0 East");

	type(scene, VT_RIGHT, NULL);
	shows(scene, "0,0 South", "Turn_Right: Home", "move 1 ", NULL);
	type(scene, VT_UP, NULL);
	shows(scene, "Move: Home, Bump", "you perceive Home, Bump", NULL);
	type(scene, "x", NULL);
	shows(scene, "Neutralize: Home", "ammo 0", NULL);
	type(scene, "B", NULL);
	shows(scene, "briefing", "Initial_Direction East", "Move_Cost", NULL);
	type(scene, "q", NULL);
	command(scene, "Turn_Left");
	shows(scene, "0,0 East", "Turn_Left: Home", NULL);
	type(scene, "\r", NULL);
	shows(scene, "1,0 East", "cost 5", NULL);
	command(scene, "play jump");
	shows(scene, "is no action", NULL);
	/* In a pause a letter has its usual meaning.  */
	type(scene, " ", NULL);
	shows(scene, "PAUSED", NULL);
	type(scene, "0", " ", NULL);
	shows(scene, "RUNNING", "cost 5", NULL);
	shows_no(scene, "ended");
	/* 0 is next to the keys that focus panes.  */
	type(scene, "0", NULL);
	shows(scene, "Shut_Off ends the simulation: shut off? y/n", NULL);
	type(scene, "n", NULL);
	shows(scene, "choose an action", NULL);
	type(scene, "0", VT_LEFT, NULL);
	shows(scene, "choose an action", "1,0 East", "cost 5", NULL);
	shows_no(scene, "ended");
	type(scene, "0", "y", NULL);
	shows(scene, "ended: shut off", "human: score", NULL);
	/* Now the arrows walk.  */
	type(scene, VT_LEFT, NULL);
	shows(scene, "move 5 of 6", "1,0 East", NULL);
	type(scene, VT_LEFT, NULL);
	shows(scene, "move 4 of 6", "0,0 East", NULL);
	leave(scene);
}

TEST(a_person_drives_with_arrows_letters_and_action_names)
{
	on_all_stages(a_person_drives_with_arrows_letters_and_action_names_on);
}

/* The wall around the world is the first unknown thing.  */
static void the_truth_is_hidden_until_a_person_asks_for_it_on(const struct stage *stage)
{
	struct scene *scene = begin_driving(stage, "classic", "0,0 East");
	const char *walls = strcmp(empty(scene), "·") == 0 ? "▒▒▒▒" : "####";

	shows_no(scene, walls);
	type(scene, "T", NULL);
	shows(scene, "what the agents cannot know: on", walls, NULL);
	command(scene, "set truth off");
	shows(scene, "what the agents cannot know: off", NULL);
	shows_no(scene, walls);
	leave(scene);
}

TEST(the_truth_is_hidden_until_a_person_asks_for_it)
{
	on_all_stages(the_truth_is_hidden_until_a_person_asks_for_it_on);
}

/* The maze is shown from its left edge.  The agent goes out of sight and comes back.  */
static void a_person_can_scroll_through_a_maze_on(const struct stage *stage)
{
	static const char *const right = "\033[1;2C";
	struct scene *scene = begin_driving(stage, "maze", "0,0 North");

	command(scene, "set truth on");
	shows(scene, "cannot know: on", "^", NULL);
	for (int i = 0; i < 8; i++)
		type(scene, "l", right, NULL);
	command(scene, "set truth off");
	shows(scene, "cannot know: off", NULL);
	shows_no(scene, "^");
	type(scene, "m", NULL);
	shows(scene, "^", NULL);
	leave(scene);
}

TEST(a_person_can_scroll_through_a_maze)
{
	a_person_can_scroll_through_a_maze_on(&small);
}

TEST_MAIN(NULL, NULL)
