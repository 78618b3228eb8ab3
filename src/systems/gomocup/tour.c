/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tour.c - the tour of gomocup: a brain that swaps x and y of its opponent's moves, and loses.
 *
 * src/manual/debugging.md has the same story with more detail.  */
#include "wire.h"

#include <stddef.h>

static const char *const options[][2] = {{"seed", "4"}, {"turn-time", "10m"}, {"pace", "10s"}, {NULL, NULL}};

static const struct tour_step steps[] = {
	{.key = "space",
	 .asks = "Two gomoku brains play. Black, novice, has a mistake that we shall find. Pause the match.",
	 .lines = "pause",
	 .goal = TOUR_PAUSED,
	 .did = "Both brains stand. What they say is held from now on, marked ‖."},
	{.key = "s",
	 .asks = "Let one message pass.",
	 .lines = "step",
	 .goal = TOUR_STEPPED,
	 .did = "One message has passed: the panes show it.",
	 .before = "set pace 500ms"},
	{.key = "f",
	 .asks = "Go on to the end of the game.",
	 .lines = "next end",
	 .goal = TOUR_OVER,
	 .did = "Black has lost by an illegal move."},
	{.key = "w",
	 .asks = "Ask why. Then q closes the text.",
	 .lines = "why",
	 .goal = TOUR_READ,
	 .did = "Black played e8, where a stone was. White had put it there with move 4."},
	{.key = "left",
	 .asks = "Go back to move 4: press it twice.",
	 .lines = "goto 4",
	 .goal = TOUR_BACK,
	 .turns = 4,
	 .did = "The board shows the past. Black was told 4,7, and did not understand."},
	{.key = "r",
	 .asks = "Play on from here, in a new branch. A breakpoint on illegal moves is set.",
	 .lines = "resume",
	 .goal = TOUR_STOPPED,
	 .did = "The match goes another way now, and stands before the mistake: black's 4,7 is held.",
	 .before = "break illegal"},
	{.key = "e",
	 .asks = "Edit the held answer: write 6,6 in place of 4,7, then Enter.",
	 .lines = "edit 6,6",
	 .goal = TOUR_HELD,
	 .text = "6,6",
	 .did = "Nobody has got 4,7. The match file says that a person did this."},
	{.key = "c",
	 .asks = "Continue.",
	 .lines = "continue",
	 .goal = TOUR_OVER,
	 .did = "Black loses this branch, too: it does not see white's stones where they are."},
	{.key = ":",
	 .asks = "Do better: type :goto 4 and Enter, then :seat 1 human and Enter.",
	 .lines = "goto 4\nseat 1 human",
	 .goal = TOUR_SEATED,
	 .did = "You are black. Arrows and Enter play a move.",
	 .before = "delete"},
	{.key = "q",
	 .asks = "Leave when you like. Then let ringside look for the mistake: "
		 "ringside hunt gomocup sample:faulty.py",
	 .goal = TOUR_END},
};

const struct tour_story gomocup_tour = {
	.players = {"sample:faulty.py", "sample:threat --nodes 1"}, .options = options, .steps = steps};
