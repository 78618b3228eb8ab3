/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_analysis.c - the agents' thoughts on the real screen: marks on the board, and their evaluation.  */
#include "ringside.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A mark in this stage's locale: best, looked at now, looked at, refuted.  */
static const char *mark(const struct scene *scene, const char *name)
{
	static const struct {
		const char *name, *utf8, *ascii;
	} marks[] = {{"best", "◆", "*"}, {"now", "?", "?"}, {"seen", "◦", ":"}, {"lost", "−", "-"}};
	bool ascii = strcmp(empty(scene), ".") == 0;
	size_t i = 0;

	while (strcmp(marks[i].name, name) != 0)
		i++;
	return ascii ? marks[i].ascii : marks[i].utf8;
}

TEST_SCENE_ON_ALL_STAGES(the_thoughts_of_an_agent_are_shown_while_it_thinks,
			 begin_match(stage, "ponders 3", "analyses 5", "--turn-time", "60s", NULL))
{
	shows(scene, "move 2 ", NULL);
	shows_stone(scene, "g13", "3"); /* from its last line */
	shows_stone(scene, "f11", mark(scene, "now"));
	shows_stone(scene, "g11", mark(scene, "seen"));
	shows_stone(scene, "h11", mark(scene, "lost"));
	shows_stone(scene, "b4", mark(scene, "best"));
	shows_stone(scene, "f13", "2");
	shows_stone(scene, "a4", black(scene));
	shows(scene, "+34/12 b4 ", "+34/11 a6 ", NULL);
	if (stage->rows >= 50) {
		ask(scene, "set layout board", "ponders  +34 depth 12-20", "1.2M positions, 271K/s",
		    "b4 f13 g13", "analyses  +34 depth 11-20", NULL); /* it has room below the board */
		ask(scene, "set layout auto", "+34/12 b4 ", NULL);
	}
	type(scene, "a", NULL);
	shows_stone(scene, "h11", empty(scene));
	shows_stone(scene, "b4", empty(scene));
	type(scene, "a", NULL);
	shows_stone(scene, "b4", mark(scene, "best"));
}

TEST_SCENE(the_timeline_shows_the_thoughts_of_each_move, begin_paused(&large, "analyses 3", "good 7", NULL))
{
	ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
	shows_stone(scene, "h11", empty(scene)); /* good prints no analysis */
	press(scene, VT_LEFT, "VIEWING 3 of 4", "+34/12", NULL);
	shows_stone(scene, "h11", mark(scene, "lost"));
	shows_stone(scene, "b4", black(scene));
	assert_int_equal(square_of(scene, "h11").fg, square_of(scene, "a4").fg); /* of the same seat */
	press(scene, VT_LEFT VT_LEFT, "VIEWING 1 of 4", "+34/11", NULL);
	shows_stone(scene, "h11", mark(scene, "lost"));
	press(scene, VT_HOME, "VIEWING 0 of 4", NULL);
	/* Before the first move the first brain already thinks.  */
	shows_stone(scene, "a4", mark(scene, "best"));
	shows_stone(scene, "h11", mark(scene, "lost"));
}

TEST(a_match_file_has_the_thoughts)
{
	char folder[] = "/tmp/ringside-analysis-XXXXXX", *path;
	struct scene *scene;

	assert_true(temporary_folder(folder));
	path = bytes_text("%s/match", folder);
	scene = begin_match(&large, "analyses 3", "good 7", "--record", path, NULL);
	shows(scene, "analyses wins: five", NULL);
	leave(scene);
	scene = begin(&large, "open", path, NULL);
	shows(scene, "analyses wins: five", "+34/15", NULL);
	shows_stone(scene, "h11", mark(scene, "lost"));
	ask(scene, "goto 3", "VIEWING 3 of 9", "+34/12", NULL);
	leave(scene);
	unlink(path);
	rmdir(folder);
	free(path);
}

/* They disappear from the board and from below it, and stay away after a takeback.  On the timeline they are
 * still shown.  */
TEST_SCENE_ON_ALL_STAGES(the_thoughts_of_a_brain_disappear_when_it_leaves,
			 begin_match(stage, "ponders 3", "analyses 5", "--turn-time", "60s", NULL))
{
	shows(scene, "+34/", "a6", NULL);
	shows_stone(scene, "h11", mark(scene, "lost"));
	ask(scene, "seat 1 human", "branch 1", "your move", NULL);
	shows_stone(scene, "h11", empty(scene));
	ask(scene, "play a1", "move 4 ", NULL);
	ask(scene, "seat 2 human", "branch 2", NULL);
	shows_no(scene, "+34/");
	ask(scene, "takeback 2", "move 2 ", "branch 3", NULL);
	shows_stone(scene, "a6", white(scene));
	shows_stone(scene, "h11", empty(scene));
	shows_no(scene, "+34/");
	ask(scene, "goto 1", "VIEWING 1 of 2", NULL);
	shows_no(scene, "+34/"); /* a person plays */
	shows_stone(scene, "h11", empty(scene));
	press(scene, "a", "what the agents think: on", "+34/", NULL);
	shows_stone(scene, "h11", mark(scene, "lost"));
	type(scene, VT_END, NULL);
	shows_stone(scene, "h11", empty(scene));
}

TEST_SCENE(a_person_sees_the_forbidden_points_of_renju,
	   begin_match(&small, "human", "human", "--rule", "renju", NULL))
{
	static const char *const moves[] = {"play d3", "play a1", "play d5", "play a7",
					    "play c4", "play g1", "play e4", "play g7"};

	shows(scene, "to move", NULL);
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
		command(scene, moves[i]);
	shows(scene, "move 8 ", NULL);
	shows_stone(scene, "d4", "+");
	type(scene, "!", NULL);
	shows_stone(scene, "d4", "×");
	type(scene, "!", NULL);
	shows_stone(scene, "d4", "+");
}

TEST_MAIN(NULL, NULL)
