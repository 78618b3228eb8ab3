/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - `ringside rules`: what the rules say of a position.  */
#include "ringside/cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_rules(struct invocation *invocation)
{
	const struct protocol *protocol = invocation->protocol;
	char *problem = NULL, *text;
	int status = EXIT_VERDICT;

	if (!protocol->rules) {
		fprintf(stderr, "ringside: %s has no rules of positions\n", protocol->name);
		return EXIT_USAGE;
	}
	if (!invocation->position) {
		fprintf(stderr, "ringside: --position is missing: ringside rules %s\n",
			invocation->subcommand->arguments);
		return EXIT_USAGE;
	}
	text = protocol->rules(&invocation->session.setup, invocation->position, &problem);
	if (problem) {
		status = cli_complain(problem, EXIT_USAGE);
	} else if (fputs(text, stdout) < 0 || fflush(stdout) < 0) {
		fprintf(stderr, "ringside: stdout cannot be written: %s\n", strerror(errno));
		status = EXIT_CANNOT_RUN;
	}
	free(text);
	return status;
}
