/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* batch.h - a match that is led by a script, without a screen: `run` with a script, and --batch.  */
#ifndef RINGSIDE_CLI_BATCH_H
#define RINGSIDE_CLI_BATCH_H

#include "ringside/cli.h"

/* Plays one match, which begins paused before its first message.  What the commands answer goes to stdout as
   it comes (to stderr with --json), and a line for each stop.  At the end of the script `run` lets the match
   go on to its end and prints its result; play and demo leave it.  Returns the exit status.  */
int cli_batch_play(struct invocation *invocation, const char *const *players, int count);
/* The same for a match file: it is read, and left.  */
int cli_batch_open(struct invocation *invocation);

#endif
