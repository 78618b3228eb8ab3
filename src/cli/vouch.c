/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vouch.c - asks before a program starts that a match file names.  */
#include "vouch.h"

#include "say.h"

#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Asks a person. Anything but a y is a no.  */
static bool person_says_yes(const char *words)
{
	int first, c;

	fflush(stdout);
	say_error("ringside: %sstart? y/N ", words);
	first = c = getchar();
	while (c != '\n' && c != EOF)
		c = getchar();
	return first == 'y' || first == 'Y';
}

char *cli_vouch(const struct invocation *invocation, struct match_file *file, int seat,
		const struct launch *launch, bool asks)
{
	const char *id = match_file_id(file);
	struct launch launches[SEATS] = {0};
	char *words, *problem = NULL;

	if (!launch->command || trust_has(id, launch))
		return NULL;
	launches[seat] = *launch;
	words = trust_words(match_file_path(file), launches);
	if (!invocation->session.trust && !(asks && isatty(STDIN_FILENO) && isatty(STDERR_FILENO)))
		problem = bytes_text("%sthey are not started without --trust", words);
	else if (!invocation->session.trust && !person_says_yes(words))
		problem = bytes_text("nothing was started");
	else
		trust_accept(id, launch);
	free(words);
	return problem;
}
