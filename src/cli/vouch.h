/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vouch.h - asks before a program starts that a match file names.  */
#ifndef RINGSIDE_CLI_VOUCH_H
#define RINGSIDE_CLI_VOUCH_H

#include "ringside/cli.h"
#include "ringside/trust.h"

/* May this program start, which the file names for the seat? With `asks` a person at the terminal is asked.
 * NULL, or why not, for people; the caller frees.  */
char *cli_vouch(const struct invocation *invocation, struct match_file *file, int seat,
		const struct launch *launch, bool asks);

#endif
