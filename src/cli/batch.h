/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* batch.h - a match that a script controls, without a screen: `run` with a script, and --batch.  */
#ifndef RINGSIDE_CLI_BATCH_H
#define RINGSIDE_CLI_BATCH_H

#include "ringside/cli.h"

/* Plays one match, which begins paused before its first message.  Prints the answers of the commands and a
 * line for each stop on stdout (on stderr with --json).  At the end of the script `run` finishes the match
 * and prints its result; play and demo quit.  Returns the exit status.  */
int cli_batch_play(struct invocation *invocation, const char *const *players, int count);
/* The same for a match file, which is only read.  */
int cli_batch_open(struct invocation *invocation);

#endif
