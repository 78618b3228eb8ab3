/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cpus.h - --cpus: which cores the judge and the agents run on.  */
#ifndef RINGSIDE_CLI_CPUS_H
#define RINGSIDE_CLI_CPUS_H

#include "ringside/cli.h"

/* Reads --cpus into the session's setup, which owns the lists then, and pins this process to the judge's.
 * NULL, or a problem for people, which the caller frees.  Without the option nothing is pinned.  */
char *cpus_settle(struct invocation *invocation);
/* Deals the agents' lists to `games` games at once: NULL, or why there are too few cores.  */
char *cpus_check(const struct invocation *invocation, int games);
/* Part `i` of them, from 0: gives the lists of one game in place of `lists`; the caller frees them with
 * cpus_free().  */
void cpus_part(const struct invocation *invocation, int i, int games, const char *lists[SEATS]);
void cpus_free(const char *lists[SEATS]);

#endif
