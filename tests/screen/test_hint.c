/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_hint.c - a person asks an agent for a move; the match does not notice.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* In every system an agent can be brought to a person's seat, or the person reads why not.  */
static void a_hint_names_a_move_in(const char *system, const char *one, const char *two, const char *asks,
				   const char *answer)
{
	struct scene *scene = begin(&small, "play", system, "--turn-time", "60s", one, two, NULL);

	shows(scene, "your ", NULL);
	ask(scene, asks, answer, NULL);
	leave(scene);
}

TEST_SCENE(a_second_copy_of_the_opponent_gives_a_hint, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	ask(scene, "h9", "move 2 ", "your move", NULL);
	press(scene, "H", "hint for move 3: ", " (brain, ", "move 2 ", NULL);
	ask(scene, "hint sample:random", "hint for move 3: ", " (random, ", "move 2 ", NULL);
	ask(scene, "hint ./nobody", "no hint from nobody: ", "./nobody", NULL);
	ask(scene, "h11", "move 4 ", NULL);
}

TEST(why_there_is_no_hint_is_said_without_the_match_that_was_played_for_it)
{
	struct scene *scene = begin_match(&large, "human", "good 7", NULL);
	char *line = bytes_text("hint %s", player("leave-at-once"));

	shows(scene, "your move", NULL);
	ask(scene, "h9", "move 2 ", "your move", NULL);
	ask(scene, line, "no hint from brain: it ", NULL);
	free(line);
	leave(scene);
}

/* Its agent begins when the next game has begun.  */
TEST(a_hint_does_not_reach_the_next_game)
{
	TEMP char *gate = temp_path("gate");
	FREED char *line =
		bytes_text("hint sh -c \"read x <%s; exec '%s/brain' good 3\"", gate, getenv("AGENTS"));
	struct scene *scene;
	int fd;

	assert_int_equal(mkfifo(gate, 0600), 0);
	scene = begin(&small, "play", "gomocup", "--turn-time", "60s", "--games", "2", "human",
		      player("good 7"), NULL);
	shows(scene, "your move", NULL);
	command(scene, line);
	fd = open(gate, O_WRONLY);
	assert_true(fd >= 0);
	type(scene, "Er", NULL);
	shows(scene, "game 2", NULL);
	assert_int_equal(write(fd, "\n", 1), 1);
	close(fd);
	shows(scene, "no hint: its game is over", NULL);
	leave(scene);
}

/* Until the cursor is moved away from it, Enter plays it.  */
TEST_SCENE(enter_plays_the_hint, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", NULL);
	ask(scene, "h9", "move 2 ", "your move", NULL);
	type(scene, "j", NULL);
	press(scene, "H", "hint for move 3: ", "◈", NULL);
	press(scene, "\r", "move 4 ", "your move", NULL);
	shows_stone(scene, "h7", empty(scene)); /* where the cursor is */
	press(scene, "H", "hint for move 5: ", "◈", NULL);
	press(scene, "j\r", "move 6 ", "your move", NULL);
	shows_stone(scene, "h6", black(scene));
}

/* Until the position changes.  */
TEST_SCENE_ON_ALL_STAGES(a_hint_is_marked_on_the_board, begin_match(stage, "human", "good 7", NULL))
{
	const char *mark = stage->locale ? "^" : "◈";

	shows(scene, "your move", NULL);
	ask(scene, "h9", "move 2 ", "your move", NULL);
	press(scene, "H", "hint for move 3: ", mark, NULL);
	ask(scene, "goto 1", "VIEWING 1 of 2", NULL); /* the hint is not for that position */
	shows_no(scene, mark);
	ask(scene, "goto live", mark, NULL);
	ask(scene, "h11", "move 4 ", NULL);
	shows_no(scene, mark);
}

static void a_hint_is_marked_in(const char *system, const char *game, const char *sample)
{
	struct scene *scene =
		game ? begin(&small, "play", system, "--turn-time", "60s", "--game", game, "human", sample,
			     NULL)
		     : begin(&small, "play", system, "--turn-time", "60s", "human", sample, NULL);

	shows(scene, "your ", NULL);
	press(scene, "H", "hint for move ", "◈", NULL);
	shows_no(scene, "pawn (random"); /* what a piece of qchess turned out to be in the copy */
	leave(scene);
}

TEST_SCENE(every_board_marks_a_hint,
	   begin(&small, "play", "asimulator", "human", "--hint", "sample:wander --seed 1", NULL))
{
	shows(scene, "choose an action", "H hint", NULL);
	press(scene, "H", "hint for move 1: ", "◈", NULL);
	leave(scene);
	scene = begin(&small, "play", "lmc2", "--game-program", "sample:questions", "human", "--hint",
		      "sample:learner --seed 1", NULL);
	shows(scene, "press Enter", NULL);
	press(scene, "H", "hint for move 1: ", "◈ ", NULL);
	leave(scene);
	a_hint_is_marked_in("qchess", NULL, "sample:random");
	a_hint_is_marked_in("lmc", "tictactoe", "sample:rotate");
}

TEST(other_games_give_hints_too)
{
	a_hint_names_a_move_in("qchess", "human", "sample:random", "hint", "hint for move ");
	a_hint_names_a_move_in("lmc", "human", "sample:rotate", "hint", "hint for move ");
	a_hint_names_a_move_in("asimulator", "human", NULL, "hint sample:wander", "hint for move ");
}

TEST_SCENE(two_people_have_to_name_an_agent, begin_match(&small, "human", "human", NULL))
{
	shows(scene, "your move", NULL);
	press(scene, "H", "no agent plays here", NULL);
}

TEST_MAIN(NULL, NULL)
