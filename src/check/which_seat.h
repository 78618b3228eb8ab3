/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* which_seat.h - which player of a match file a command is about, and what the match said of it.  */
#ifndef RINGSIDE_CHECK_WHICH_SEAT_H
#define RINGSIDE_CHECK_WHICH_SEAT_H

#include "ringside/cli.h"
#include "ringside/match_file.h"

/* The verdict of the branch that the file shows, without its detail. Its reason lives as long as the file;
 * NULL: there is none, or only the first `turns` turns are meant (-1: all).  */
struct verdict cli_verdict_of(struct match_file *file, int turns);
/* The seat that --seat names, or the only one with an agent, or else the one that the verdict blames, which
 * is told then.  `first` and `last`: the setup as the match began and as it ended.  NULL, or a problem, which
 * the caller frees.  */
char *cli_which_seat(const struct invocation *invocation, const struct setup *first, const struct setup *last,
		     const struct verdict *verdict, int *seat);
/* NULL, or who sat there in place of an agent; the caller frees.  */
char *cli_no_agent(const struct setup *first, const struct setup *last, int seat);

#endif
