/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_games.c - games that follow each other on the screen: the score, the table, a stop between, a rematch.
 */
#include "ringside.h"

static void a_series_stops_between_games_and_shows_the_score_on(const struct stage *stage)
{
	struct scene *scene = begin(stage, "play", "lmc", "--games", "3", "--turns", "9", "--pause",
				    "sample:rotate", "sample:beat-last", NULL);

	shows(scene, "PAUSED", NULL);
	ask(scene, "info games", "game 1 of 3 is played", NULL);
	ask(scene, "set stop-between on", "stop-between", NULL);
	ask(scene, "continue", "next game", NULL);
	press(scene, "c", "game 2", "next game", NULL);
	press(scene, "c", "game 3", "0-0, 3 draws", NULL);
	ask(scene, "info games", "game 1", "game 2", "draw (score)", NULL);
	press(scene, "\r", ":goto game 1", NULL);
	press(scene, "\r", "_", "-1.ringside", NULL);
	ask(scene, "info games", "game 3", "draw (score)", NULL);
	leave(scene);
}

TEST(a_series_stops_between_games_and_shows_the_score)
{
	a_series_stops_between_games_and_shows_the_score_on(&small);
	a_series_stops_between_games_and_shows_the_score_on(&large);
}

TEST_SCENE(a_series_plays_on_until_it_happens_and_can_stop_at_each_end,
	   begin(&small, "play", "lmc", "--until", "game == 3 && move == 4", "--turns", "9", "--pause",
		 "sample:rotate", "sample:beat-last", NULL))
{
	shows(scene, "PAUSED", NULL);
	ask(scene, "next end", "next game", "draw: score", NULL);
	ask(scene, "next game", "game 2", "move 0", "PAUSED", NULL);
	ask(scene, "continue", "game 3", "breakpoint 1", NULL);
	ask(scene, "info games", "game 3 is played", NULL);
}

TEST_SCENE(a_rematch_changes_who_begins, begin_match(&small, "human", "good 7", NULL))
{
	shows(scene, "your move", "1 ● human", NULL);
	ask(scene, "rematch", "1 ○ human", "move 1 ", "your move", NULL); /* nobody has moved */
	press(scene, "A", "A does nothing here", NULL);
	ask(scene, "rematch", "the match is still running", NULL);
	ask(scene, "end resign", "good wins: resign", NULL);
	press(scene, "A", "1 ● human", "game 2", "0-1", "your move", NULL);
	ask(scene, "end resign", "good wins: resign", "0-2", NULL);
	ask(scene, "rematch same", "1 ● human", "game 3", "0-2", "your move", NULL);
}

TEST_MAIN(NULL, NULL)
