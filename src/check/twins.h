/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.h - the check of an agent against its twins.  */
#ifndef RINGSIDE_CHECK_TWINS_H
#define RINGSIDE_CHECK_TWINS_H

#include "ringside/cli.h"

/* Plays games, tells their positions in each way, and reports.  Returns the exit status.  */
int cli_check_twins(struct invocation *invocation);
/* Prints the ways, and tries none.  */
int cli_list_twins(struct invocation *invocation);

#endif
