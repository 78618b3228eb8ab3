/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* batch.h - a match that a script controls, without a screen: `run` with a script, and --batch.  */
#ifndef RINGSIDE_RUNNER_BATCH_H
#define RINGSIDE_RUNNER_BATCH_H

#include "ringside/runner.h"

/* Does the script lead a series, and not one match?  Then run_series() plays it.  */
bool batch_is_series(const struct runner_call *call);
/* Plays one match, which begins paused before its first message.  Prints the answers of the commands and a
 * line for each stop on stdout (on stderr with --json).  At the end of the script `run` finishes the match
 * and prints its result; play and demo quit.  Returns the exit status.  */
int batch_play(struct runner_call *call, const char *const *players, int count);
/* The same for a match file, which is only read.  */
int batch_open(struct runner_call *call);
/* The same for the file that the tap of this agent, or of two that play each other, writes now: the script
 * may hold what passes there.  */
int batch_watch(struct runner_call *call, const pid_t agents[2]);

/* A script that leads the games of a table, whose loop this is.  `left` is called when it plays no more
 * games, before the session ends.  */
struct batch;
struct batch *batch_new(struct runner_call *call, struct loop *loop, void (*left)(void *user), void *user);
/* What it hears of the sessions of the table, without an end: it ends them itself.  */
extern const struct session_events batch_events;
/* The series ends: no further line runs.  */
void batch_stop(struct batch *batch);
/* EXIT_VERDICT, or the exit status because of the script.  */
int batch_status(const struct batch *batch);
/* After the table was freed.  NULL is fine.  */
void batch_free(struct batch *batch);

#endif
