/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* whowrote.h - `ringside rerun FILE --whowrote EXPRESSION`: who wrote the bytes of an expression last?  */
#ifndef RINGSIDE_CHECK_WHOWROTE_H
#define RINGSIDE_CHECK_WHOWROTE_H

#include "rerun_games.h"

/* Exit status, besides those of a rerun that cannot be: nothing has written it, as far as anybody can see. */
enum { WHOWROTE_FOUND = 0, WHOWROTE_NOBODY = 1, WHOWROTE_TROUBLE = 2 };

/* Prints the answer.  Returns the exit status; *problem: NULL or why there is no answer, for people, which
 * the caller frees.  */
int whowrote(const struct rerun_games *games, struct runner_call *call, const struct rerun_options *options,
	     char **problem);

#endif
