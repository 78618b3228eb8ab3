/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.h - the ways of `ringside check` to test an agent.
 *
 * Each tries the agent of the command line, reports, and returns the exit status.  */
#ifndef RINGSIDE_CHECK_CHECK_H
#define RINGSIDE_CHECK_CHECK_H

#include "ringside/cli.h"

/* With each case of the system's document, or only lists the cases with their sentences (spec.c).  */
int cli_check_spec(struct invocation *invocation);
int cli_list_spec(struct invocation *invocation);
/* Plays games, and tells their positions in each way; or only lists the ways (twins.c).  */
int cli_check_twins(struct invocation *invocation);
int cli_list_twins(struct invocation *invocation);
/* With the cases of the files of --suite (check_suite.c).  */
int check_suites(struct invocation *invocation);

#endif
