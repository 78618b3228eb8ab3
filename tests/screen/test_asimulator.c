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

TEST_SCENE_ON_ALL_STAGES(a_person_drives_with_arrows_letters_and_action_names,
			 begin_driving(stage, "classic", "0,0 East"))
{
	press(scene, VT_RIGHT, "0,0 South", "Turn_Right: Home", "move 1 ", NULL);
	press(scene, VT_UP, "Move: Home, Bump", "you perceive Home, Bump", NULL);
	press(scene, "x", "Neutralize: Home", "ammo 0", NULL);
	ask(scene, "info briefing", "Initial_Direction East", "Move_Cost", NULL);
	type(scene, "q", NULL);
	ask(scene, "Turn_Left", "0,0 East", "Turn_Left: Home", NULL);
	press(scene, "\r", "1,0 East", "cost 5", NULL);
	ask(scene, "play jump", "is no action", NULL);
	/* In a pause a letter has its usual meaning.  */
	press(scene, " ", "PAUSED", NULL);
	press(scene,
	      "0"
	      " ",
	      "RUNNING", "cost 5", NULL);
	shows_no(scene, "ended");
	/* 0 is next to the keys that focus panes.  */
	press(scene, "0", "Shut_Off ends the simulation: shut off? y/n", NULL);
	press(scene, "n", "choose an action", NULL);
	press(scene, "0" VT_LEFT, "shut off? y/n", "1,0 East", "cost 5", NULL);
	press(scene, "\033", "choose an action", NULL);
	shows_no(scene, "ended");
	press(scene,
	      "0"
	      "y",
	      "ended: shut off", "human: score", NULL);
	/* Now the arrows walk.  */
	press(scene, VT_LEFT, "move 5 of 6", "1,0 East", NULL);
	press(scene, VT_LEFT, "move 4 of 6", "0,0 East", NULL);
}

/* The wall around the world is the first unknown thing.  */
TEST_SCENE_ON_ALL_STAGES(the_truth_is_hidden_until_a_person_asks_for_it,
			 begin_driving(stage, "classic", "0,0 East"))
{
	const char *walls = strcmp(empty(scene), "·") == 0 ? "▒▒▒▒" : "####";

	shows_no(scene, walls);
	press(scene, "T", "what the agents cannot know: on", walls, NULL);
	ask(scene, "set truth off", "what the agents cannot know: off", NULL);
	shows_no(scene, walls);
}

/* The maze is shown from its left edge.  The agent goes out of sight and comes back.  */
static void a_person_can_scroll_through_a_maze_on(const struct stage *stage)
{
	static const char *const right = "\033[1;2C";
	struct scene *scene = begin_driving(stage, "maze", "0,0 North");

	ask(scene, "set truth on", "cannot know: on", "^", NULL);
	for (int i = 0; i < 8; i++)
		type(scene, "l", right, NULL);
	ask(scene, "set truth off", "cannot know: off", NULL);
	shows_no(scene, "^");
	press(scene, "m", "^", NULL);
	leave(scene);
}

TEST(a_person_can_scroll_through_a_maze)
{
	a_person_can_scroll_through_a_maze_on(&small);
}

TEST_MAIN(NULL, NULL)
