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
	command(scene, "games");
	shows(scene, "no game is over yet", NULL);
	command(scene, "set stop-between on");
	shows(scene, "stop-between", NULL);
	command(scene, "continue");
	shows(scene, "next game", NULL);
	type(scene, "c", NULL);
	shows(scene, "game 2", "next game", NULL);
	type(scene, "c", NULL);
	shows(scene, "game 3", "0-0, 3 draws", NULL);
	type(scene, "=", NULL);
	shows(scene, "game 1", "game 2", "draw (score)", NULL);
	type(scene, "\r", NULL);
	shows(scene, ":game 1", NULL);
	type(scene, "\r", NULL);
	shows(scene, "_", "-1.ringside", NULL);
	type(scene, "=", NULL);
	shows(scene, "game 3", "draw (score)", NULL);
	leave(scene);
}

TEST(a_series_stops_between_games_and_shows_the_score)
{
	a_series_stops_between_games_and_shows_the_score_on(&small);
	a_series_stops_between_games_and_shows_the_score_on(&large);
}

TEST(a_series_plays_on_until_it_happens_and_can_stop_at_each_end)
{
	struct scene *scene = begin(&small, "play", "lmc", "--until", "game == 3 && move == 4", "--turns",
				    "9", "--pause", "sample:rotate", "sample:beat-last", NULL);

	shows(scene, "PAUSED", NULL);
	command(scene, "finish");
	shows(scene, "next game", "draw: score", NULL);
	command(scene, "next game");
	shows(scene, "game 2", "move 0", "PAUSED", NULL);
	command(scene, "continue");
	shows(scene, "game 3", "breakpoint 1", NULL);
	command(scene, "info games");
	shows(scene, "game 3 is played", NULL);
	leave(scene);
}

TEST(a_rematch_changes_who_begins)
{
	struct scene *scene = begin_match(&small, "human", "good 7", NULL);

	shows(scene, "your move", "1 ● human", NULL);
	command(scene, "rematch"); /* nobody has moved */
	shows(scene, "1 ○ human", "move 1 ", "your move", NULL);
	type(scene, "A", NULL);
	shows(scene, "A does nothing here", NULL);
	command(scene, "rematch");
	shows(scene, "the match is still running", NULL);
	command(scene, "resign");
	shows(scene, "good wins: resign", NULL);
	type(scene, "A", NULL);
	shows(scene, "1 ● human", "game 2", "0-1", "your move", NULL);
	command(scene, "resign");
	shows(scene, "good wins: resign", "0-2", NULL);
	command(scene, "rematch same");
	shows(scene, "1 ● human", "game 3", "0-2", "your move", NULL);
	leave(scene);
}

TEST_MAIN(NULL, NULL)
