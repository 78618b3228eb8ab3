/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* same.h - a recorded match, fed to a fresh judge, is the same match.
 *
 * The simulator, the fuzzer and the tests of judges use it. Each has a judge that played, and kept its
 * messages.  */
#ifndef RINGSIDE_SIM_SAME_H
#define RINGSIDE_SIM_SAME_H

#include "ringside/judge.h"

struct recording {
	const struct setup *setup;                            /* with which the match began */
	const struct message *(*at)(const void *user, int i); /* message i of `count`, from 0 */
	const void *user;
	int count;
};

/* NULL: a fresh judge that is fed with these messages makes the same messages, turns, times, sums and
   verdict as `match` has. Otherwise the first difference, which the caller frees. *again is that judge, to
   go on with or to free (judge_free()). It may be NULL.  */
char *recording_differs(const struct recording *recording, const struct match *match, struct judge **again);

#endif
