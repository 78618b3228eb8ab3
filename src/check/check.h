/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.h - the ways of `ringside check` to test an agent.
 *
 * Each tries the agent of the command line, reports, and returns the exit status.  */
#ifndef RINGSIDE_CHECK_CHECK_H
#define RINGSIDE_CHECK_CHECK_H

#include "ringside/check.h"

/* With each case of the system's document, or only lists the cases with their sentences (spec.c).  */
int check_spec(const struct check_call *call, const struct check_options *options);
int check_list_spec(const struct match_options *match, const char *only);
/* Plays games, and tells their positions in each way; or only lists the ways (twins.c).  */
int check_twins(const struct check_call *call, const struct check_options *options);
int check_list_twins(const struct match_options *match, const char *only);
/* With the cases of the files of --suite (check_suite.c).  */
int check_suites(const struct check_call *call, const struct check_options *options);

#endif
