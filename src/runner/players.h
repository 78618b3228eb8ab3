/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players.h - seats players from the command line, and says who won; for play, run and demo.  */
#ifndef RINGSIDE_RUNNER_PLAYERS_H
#define RINGSIDE_RUNNER_PLAYERS_H

#include "ringside/cli.h"

/* Seats one or two players, each a command line in one word, "human" or "sample:NAME", and the game program
 * of the setup's option if the system has one.  `own`: the settings of each seat's player from the command
 * line; NULL: there are none.  NULL, or a problem, which the caller frees.  */
char *players_seat(struct setup *setup, const char *const *players, int count,
		   const struct seat_settings *own);
/* The verdict of a match that is over, without a line end.  The caller frees.  */
char *verdict_words(const struct match *match);

#endif
