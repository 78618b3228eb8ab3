/* players.h - who sits on which seat, and who won, in words; for play, run and demo.  */
#ifndef RINGSIDE_CLI_PLAYERS_H
#define RINGSIDE_CLI_PLAYERS_H

#include "ringside/cli.h"

/* Seats a player: a command line in one word, "human", or "sample:NAME".  NULL, or what is wrong; the caller
 * frees.  */
char *cli_seat(struct setup *setup, int seat, const char *word);
/* The verdict as a line without an end; the match is over.  The caller frees.  */
char *verdict_words(const struct match *match);

#endif
