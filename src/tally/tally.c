/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally.c - `ringside tally`: every table of a tournament from its results, whichever machines played it.  */
#include "tally.h"

#include "ringside/cli.h"
#include "ringside/say.h"

int cli_tally(struct invocation *invocation)
{
	struct tallied tallied;
	char *problem = tally_begin(invocation, &tallied);

	if (problem)
		return say_failure(problem, EXIT_USAGE);
	problem = tally_check_forms(invocation);
	for (int i = 0; i < invocation->word_count && !problem; i++)
		problem = tally_read(&tallied, invocation->words[i]);
	if (!problem)
		return tally_end(invocation, &tallied, stdout);
	tally_free(&tallied);
	return say_failure(problem, EXIT_CANNOT_RUN);
}
