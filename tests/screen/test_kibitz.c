/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_kibitz.c - an agent that nobody plays against analyses what is shown: live, in the past, until it is
 * told to stop or ends by itself; and the match never notices.  */
#include "ringside.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A UCI engine: BEGINS is done at uci, GO at each go, where $n is the number of moves that it was told.  It
 * searches until it is told to stop.  */
#define KIBITZER(begins, go)                                                                                 \
	"sh -c 'while read -r word rest; do case $word in uci) " begins "; echo uciok;; isready) echo "      \
	"readyok;; position) set -- $rest; n=$(($# > 7 ? $# - 8 : 0));; go) " go ";; "                       \
	"stop) echo bestmove e2e4;; quit) exit;; esac; done'"
/* The lines of moves that are examined hide no value.  */
#define SAYS                                                                                                 \
	"echo info depth 1$n score cp ${n}10 pv b8c6; "                                                      \
	"for i in 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8; do echo info depth 1$n currmove a2a$i; done"
#define PLAYS(move)                                                                                          \
	"sh -c 'while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) "    \
	"echo bestmove " move ";; quit) exit;; esac; done'"

static struct scene *chess(const struct stage *stage, const char *kibitzer)
{
	return begin(stage, "play", "uci", "--kibitz", kibitzer, "human", "human", NULL);
}

TEST_ON_ALL_STAGES(what_it_thinks_of_the_shown_position_stands_beside_the_board)
{
	struct scene *scene = chess(stage, KIBITZER("echo id name Kibi", SAYS));

	shows(scene, "your move", "kibitzer", "+0.10", NULL);
	ask(scene, "e4", "move 1 ", "+1.10", "Nc6", NULL);
	ask(scene, "e5", "move 2 ", "+2.10", NULL);
	ask(scene, "goto 1", "VIEWING 1 of 2", "+1.10", "Nc6", NULL);
	ask(scene, "goto 0", "VIEWING 0 of 2", "+0.10", NULL);
	ask(scene, "goto live", "move 2 ", "+2.10", NULL);
}

TEST(beside_the_move_is_its_value_for_the_player_and_what_the_move_lost)
{
	struct scene *scene = chess(&large, KIBITZER(":", SAYS));
	int x, y;

	shows(scene, "your move", "+0.10", NULL);
	ask(scene, "e4", "move 1 ", "kibitzer -1.10 d11  blunder 1.2", NULL);
	assert_true(vt_find(scene->vt, "1 ○ e4", &x, &y));
	assert_non_null(strstr(vt_row(scene->vt, y), "│-1.10"));
	assert_non_null(strstr(vt_row(scene->vt, y), "?"));
}

/* It answers at once, and its answer ends the game that its own judge has.  */
TEST_SCENE(it_goes_on_after_a_mate_that_it_has_found,
	   begin(&small, "play", "uci", "--opening", "f3 e5", "--kibitz",
		 KIBITZER(":", SAYS "; [ $n = 1 ] && echo bestmove d8h4"), "human", "human", NULL))
{
	shows(scene, "your move", "+0.10", NULL);
	ask(scene, "g4", "move 1 ", "+1.10", NULL);
	ask(scene, "goto 0", "VIEWING 0 of 1", "+0.10", NULL);
}

TEST(its_crash_is_told_once_and_the_match_goes_on)
{
	struct scene *scene =
		chess(&small, KIBITZER("echo id name Kibi", SAYS "; [ $n = 1 ] && kill -SEGV $$"));

	ask(scene, "e4", "the kibitzer Kibi has ended: it was ended by SIGSEGV", NULL);
	ask(scene, "e5", "move 2 ", NULL);
	shows_no(scene, "has ended");
	shows_no(scene, "kibitzer");
	ask(scene, "Nf3", "move 3 ", NULL);
}

TEST_SCENE(one_that_says_nothing_holds_nothing_up,
	   begin(&small, "play", "uci", "--start-time", "100ms", "--kibitz", "cat", "human", "human", NULL))
{
	ask(scene, "e4", "move 1 ", NULL);
	shows(scene, "the kibitzer cat has ended: it did not say uciok within", NULL);
	ask(scene, "e5", "move 2 ", NULL);
}

TEST(one_that_cannot_start_is_told)
{
	struct scene *scene = chess(&small, "/no/such/engine");

	shows(scene, "the kibitzer /no/such/engine has ended: ", NULL);
	ask(scene, "e4", "move 1 ", NULL);
}

TEST_SCENE(a_command_begins_and_ends_it,
	   begin(&small, "play", "uci", "--pause", PLAYS("e2e4"), PLAYS("e7e5"), NULL))
{
	ask(scene, "kibitz off", "no agent analyses the position", NULL);
	ask(scene, "next x2", "move 2 ", "PAUSED", NULL);
	command(scene, "kibitz " KIBITZER(":", SAYS));
	shows(scene, "kibitzer +2.10/12", NULL);
	ask(scene, "kibitz off", "no agent analyses the position any more", NULL);
	shows_no(scene, "kibitzer +");
}

TEST_SCENE(a_brain_of_gomocup_analyses_again_and_again,
	   begin_paused(&large, "good 3", "good 7", "--kibitz", player("analyses 3"), NULL))
{
	ask(scene, "next x2", "move 2 ", "PAUSED", "kibitzer", "+34", "k\u2502", NULL); /* its curve's end */
	press(scene, VT_LEFT, "VIEWING 1 of 2", "kibitzer", "+34", NULL);
}

TEST(what_it_said_is_recorded_apart_and_shown_again_without_it)
{
	char path[64];
	struct scene *scene;

	snprintf(path, sizeof(path), "/tmp/ringside-kibitz-%d.ringside", (int)getpid());
	scene = begin(&large, "play", "uci", "--record", path, "--kibitz",
		      KIBITZER("echo id name Kibi", SAYS), "human", "human", NULL);

	shows(scene, "your move", "+0.10", NULL);
	ask(scene, "e4", "move 1 ", "kibitzer -1.10 d11  blunder 1.2", NULL);
	ask(scene, "goto 0", "VIEWING 0 of 1", "+0.10", NULL);
	leave(scene);

	scene = begin(&large, "open", path, NULL);
	shows(scene, "kibitzer -1.10 d11  blunder 1.2", NULL);
	press(scene, VT_LEFT, "VIEWING 0 of 1", "kibitzer +0.10 depth 10", NULL);
	shows_no(scene, "blunder");
	ask(scene, "kibitz " KIBITZER("echo id name Kibi", "echo info depth 30 score cp 500 pv b8c6"),
	    "kibitzer +5.00 depth 30", NULL);
	ask(scene, "kibitz off", "kibitzer +0.10 depth 10", NULL);
	leave(scene);
	assert_int_equal(unlink(path), 0);
}

TEST_SCENE(where_agents_tell_no_values_it_is_refused,
	   begin(&small, "play", "lmc", "--kibitz", "sample:random", "human", "human", NULL))
{
	shows(scene, "no agent of lmc says what a position is worth", NULL);
}

TEST_MAIN(NULL, NULL)
