/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.h - the check of a protocol's document.  */
#ifndef RINGSIDE_CHECK_SPEC_H
#define RINGSIDE_CHECK_SPEC_H

#include "ringside/cli.h"

/* Tries the agent of the command line with each case, and reports.  Returns the exit status.  */
int cli_check_spec(struct invocation *invocation);
/* Prints the cases with their sentences, and tries none.  */
int cli_list_spec(struct invocation *invocation);

#endif
