/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* from.h - a match that begins with a position of another one: --from, and resuming on the screen.  */
#ifndef RINGSIDE_CLI_FROM_H
#define RINGSIDE_CLI_FROM_H

#include "ringside/cli.h"

/* Sets the beginning of the match from what --from names: FILE; FILE:N for its position after N moves;
   FILE:GAME:N for that of one of several games, without N of its last.  NULL, or what is wrong; the caller
   frees.  */
char *cli_from(struct invocation *invocation);
/* Fills a setup (setup_free'd by the caller) for a match that goes on from the position after so many turns
   of that one, under its limits.  `players`: two words as on the command line; "": the agents of the match,
   and people in place of those that have no command line.  NULL; or a problem, and there is nothing to
   free.  */
char *cli_resumed(struct setup *setup, const struct match *match, int turns, const char *players);

#endif
