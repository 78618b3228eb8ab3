/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* from.h - begins a match with a position of another one: --from, and resuming on the screen.  */
#ifndef RINGSIDE_RUNNER_FROM_H
#define RINGSIDE_RUNNER_FROM_H

#include "ringside/runner.h"

/* Sets the beginning of the match from `from`, as match_file_at() reads it; without a move it is the end of
 * that match.  *path: of a recorded match, whose messages are there; the caller frees it after the session.
 * NULL, or a problem, which the caller frees.  */
char *match_from(struct match_options *options, const char *from, char **path);
/* Fills a setup for a match that continues `match` after `turns` turns, with its limits; the caller frees it
 * with setup_free(). `players`: two words as on the command line; "": the agents of the match, with people
 * for those without a command line.  NULL, or a problem; then there is nothing to free.  */
char *cli_resumed(struct setup *setup, const struct match *match, int turns, const char *players);

#endif
