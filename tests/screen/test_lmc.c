/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc.c - games of symbols on the screen: a person plays by letters, types words and watches a long
 * match.  */
#include "ringside.h"

#include <stdio.h>
#include <stdlib.h>

TEST_SCENE_ON_ALL_STAGES(a_person_plays_with_the_letters_of_the_symbols,
			 begin(stage, "play", "lmc", "--turn-time", "0", "human", "sample:constant", NULL))
{
	shows(scene, "roshambo  round 0 of 1000", "[r]ock  [p]aper  [s]cissors", "your move", NULL);
	press(scene, "p", "  1  paper", "round 1 of 1000", "your move", NULL);
	press(scene, VT_RIGHT "\r", "  2  scissors", "round 2 of 1000", "your move", NULL);
	ask(scene, "play rock", "  3  rock", "your move", NULL);
	/* In a pause a letter has its usual meaning.  */
	press(scene, " ", "PAUSED", NULL);
	type(scene, "s", NULL);
	ask(scene, "continue", "RUNNING", "your move", NULL);
	press(scene, "r", "  4  rock", "round 4 of 1000", NULL);
}

/* By its key, by the cursor, by a click and by name.  The refusal does not disturb the board.  */
TEST_SCENE_ON_ALL_STAGES(a_person_cannot_play_on_an_occupied_square,
			 begin(stage, "play", "lmc", "--turn-time", "0", "--game", "tictactoe", "--turns",
			       "9", "human", "human", NULL))
{
	static const char taken[] = "square 5 is taken (by seat 1): choose an empty one";
	char mark[16];
	int x, y;

	shows(scene, "tictactoe", "to move", NULL);
	press(scene, "5", "move 1 ", NULL);
	snprintf(mark, sizeof(mark), "(%s)", black(scene));
	assert_true(vt_find(scene->vt, mark, &x, &y));
	press(scene, "5", taken, "move 1 ", NULL);
	type(scene, VT_LEFT, NULL);
	shows_no(scene, taken);
	press(scene, VT_RIGHT "\r", taken, "move 1 ", NULL);
	type(scene, VT_LEFT, NULL);
	shows_no(scene, taken);
	assert_true(vt_click(scene->vt, x + 1, y));
	shows(scene, taken, "move 1 ", NULL);
	type(scene, VT_LEFT, NULL);
	shows_no(scene, taken);
	ask(scene, "play 5", taken, "move 1 ", NULL);
	press(scene, "1", "move 2 ", NULL);
}

TEST_SCENE_ON_ALL_STAGES(a_person_can_type_the_words_of_a_game,
			 begin(stage, "play", "lmc2", "--turn-time", "0", "--words", "any", "--game-program",
			       "sample:imitate-game", "human", NULL))
{
	shows(scene, "LMC2 (reconstructed)", "your move", "type your words with blanks between them", NULL);
	press(scene, "\r", ":play ", NULL);
	press(scene, "what else\r", "what else", "mean -1.000", "1 turn", NULL);
}

TEST(a_long_match_is_counted_without_key_presses)
{
	struct scene *first = begin(&large, "list", NULL);
	const char *path = path_in(first, "long.ringside");
	struct scene *scene = begin(&large, "run", "lmc", "--turns", "30000", "--record", path,
				    "sample:rotate", "sample:constant", NULL);

	assert_int_equal(ends(scene), 0);
	path = path_in(first, "long.ringside");
	scene = begin(&large, "open", path, NULL);
	shows(scene, "roshambo  round 30000 of 30000", "33%", NULL);
	shows_no(scene, "counted");
	press(scene, VT_HOME, "round 0 of 30000", NULL);
	press(scene, VT_END, "round 30000 of 30000", "33%", NULL);
	shows_no(scene, "counted");
	leave(scene);
	assert_int_equal(ends(first), 0);
}

static bool has_no_cursor(struct vt *vt, void *data UNUSED)
{
	return !vt_cursor(vt).shown;
}

static bool is_another_frame(struct vt *vt UNUSED, void *data)
{
	int *seen = data;

	return (*seen)++ > 0;
}

/* How soon is measured by tests/bench/keys.  */
TEST(the_prompt_shows_each_key_during_a_fast_match)
{
	enum { KEYS = 20 };
	struct scene *scene = begin(&small, "play", "lmc", "--turns", "10000000", "--turn-time", "0",
				    "sample:rotate", "sample:constant", NULL);

	shows(scene, "RUNNING", NULL);
	type(scene, ":", NULL);
	assert_true(vt_wait_cursor(scene->vt, 1, prompt_row(scene), LONG));
	for (int i = 0; i < KEYS; i++) {
		int seen = 0;

		comes(scene, "the next frame", is_another_frame, &seen);
		type(scene, i % 2 ? "\b" : "x", NULL);
		assert_true(vt_wait_cursor(scene->vt, i % 2 ? 1 : 2, prompt_row(scene), LONG));
	}
	type(scene, "\025\r", NULL);
	comes(scene, "the prompt to close", has_no_cursor, NULL);
}

TEST_MAIN(NULL, NULL)
