/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.h - where the cases of `ringside check` come from.  */
#ifndef RINGSIDE_CHECK_CHECK_H
#define RINGSIDE_CHECK_CHECK_H

#include "ringside/cli.h"

/* Those of the files of --suite (check_suite.c).  Returns the exit status.  */
int check_suites(struct invocation *invocation);

#endif
