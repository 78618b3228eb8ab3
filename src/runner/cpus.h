/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cpus.h - --cpus: which cores the judge and the agents run on.  */
#ifndef RINGSIDE_RUNNER_CPUS_H
#define RINGSIDE_RUNNER_CPUS_H

#include "ringside/runner.h"

/* Reads --cpus into the session's setup, which owns the lists then, and pins this process to the judge's.
 * NULL, or a problem for people, which the caller frees.  Without the option nothing is pinned.  */
char *cpus_settle(struct match_options *options);
/* The cores that players have of their own take the place of the seats' lists (each is NULL, or owned): NULL,
 * or why they cannot be used, for people; the caller frees.  */
char *cpus_take_own(const struct setup *setup, const char *lists[SEATS]);
/* The same of good lists: part `i` of them, from 0, for `games` games at once.  */
void cpus_own(const struct setup *setup, int i, int games, const char *lists[SEATS]);
/* NULL, or why this is no list of cores for so many games at once, for people; the caller frees.  */
char *cpus_problem(const char *list, int games);
/* Deals the agents' lists to `games` games at once: NULL, or why there are too few cores.  */
char *cpus_check(const struct match_options *options, int games);
/* Part `i` of them, from 0: gives the lists of one game in place of `lists`; the caller frees them with
 * cpus_free().  */
void cpus_part(const struct match_options *options, int i, int games, const char *lists[SEATS]);
void cpus_free(const char *lists[SEATS]);

#endif
