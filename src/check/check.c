/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - `ringside check`: an agent under test.  */
#include "check.h"

#include "ringside/bytes.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <string.h>

int check_agent(const struct check_call *call, const struct check_options *options)
{
	/* It would hide from the check that an agent in Python does not flush its output.  */
	unsetenv("PYTHONUNBUFFERED");
	if (options->tap && call->json)
		return say_failure(bytes_text("--tap and --json exclude each other: leave one out"),
				   EXIT_USAGE);
	if (options->twins && options->suite)
		return say_failure(bytes_text("--twins and --suite exclude each other: leave one out"),
				   EXIT_USAGE);
	if ((call->games || options->twin) && !options->twins)
		return say_failure(bytes_text("--%s needs --twins: add it", options->twin ? "twin" : "games"),
				   EXIT_USAGE);
	if (options->list)
		return options->twins ? check_list_twins(call->match, options->only)
				      : check_list_spec(call->match, options->only);
	if (call->word_count && strcmp(call->words[0], "human") == 0)
		return say_failure(bytes_text("a person cannot be tested: name a program"), EXIT_USAGE);
	if (options->twins)
		return check_twins(call, options);
	return options->suite ? check_suites(call, options) : check_spec(call, options);
}
