/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - `ringside rules`: prints what the rules say about a position.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/say.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *who_has_rules(const struct protocol *other)
{
	struct bytes text = {0};
	const char *joint = ": expected ";

	bytes_addf(&text, "%s cannot judge a position", other->name);
	for (int i = 0; protocol_at(i); i++)
		if (protocol_at(i)->tools->rules) {
			bytes_addf(&text, "%s%s", joint, protocol_at(i)->name);
			joint = " or ";
		}
	return text.at;
}

int cli_rules(struct invocation *invocation)
{
	const struct protocol *protocol = invocation->match.protocol;
	char *problem = NULL, *text;
	int status = EXIT_VERDICT;

	if (!protocol->tools->rules)
		return say_failure(who_has_rules(protocol), EXIT_USAGE);
	if (!invocation->position)
		return say_failure(bytes_text("--position is missing: ringside rules %s",
					      invocation->subcommand->arguments),
				   EXIT_USAGE);
	text = protocol->tools->rules(&invocation->match.session.setup, invocation->position, &problem);
	if (problem) {
		status = say_failure(problem, EXIT_USAGE);
	} else if (!say("%s", text) || fflush(stdout) < 0) {
		say_error("ringside: stdout cannot be written: %s\n", strerror(errno));
		status = EXIT_CANNOT_RUN;
	}
	free(text);
	return status;
}
