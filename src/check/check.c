/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - `ringside check`: an agent under test.  */
#include "check.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

int cli_check_agent(struct invocation *invocation)
{
	/* It would hide from the check that an agent in Python does not flush its output.  */
	unsetenv("PYTHONUNBUFFERED");
	if (invocation->check.tap && invocation->json)
		return say_failure(bytes_text("--tap and --json exclude each other: leave one out"),
				   EXIT_USAGE);
	if (invocation->check.twins && invocation->check.suite)
		return say_failure(bytes_text("--twins and --suite exclude each other: leave one out"),
				   EXIT_USAGE);
	if ((cli_said(invocation, &cli_option_games) || invocation->check.twin) && !invocation->check.twins)
		return say_failure(
			bytes_text("--%s needs --twins: add it", invocation->check.twin ? "twin" : "games"),
			EXIT_USAGE);
	if (invocation->list)
		return invocation->check.twins ? cli_list_twins(invocation) : cli_list_spec(invocation);
	if (invocation->word_count && strcmp(invocation->words[0], "human") == 0)
		return say_failure(bytes_text("a person cannot be tested: name a program"), EXIT_USAGE);
	if (invocation->check.twins)
		return cli_check_twins(invocation);
	if (!invocation->check.suite)
		return cli_check_spec(invocation);
	return check_suites(invocation);
}
