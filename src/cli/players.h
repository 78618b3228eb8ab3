/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players.h - who sits on which seat, and who won, in words; for play, run and demo.  */
#ifndef RINGSIDE_CLI_PLAYERS_H
#define RINGSIDE_CLI_PLAYERS_H

#include "ringside/cli.h"

/* Seats one or two players, each a command line in one word, "human", or "sample:NAME"; and the game program
   when the system has one, as the setup's option says.  NULL, or what is wrong; the caller frees.  */
char *cli_seats(struct setup *setup, const char *const *players, int count);
/* The verdict as a line without an end; the match is over.  The caller frees.  */
char *verdict_words(const struct match *match);

#endif
