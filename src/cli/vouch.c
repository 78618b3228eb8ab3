/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vouch.c - asks before a program starts that a match file names.  */
#include "vouch.h"

#include "say.h"

#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum confined cli_confined(const struct invocation *invocation)
{
	return invocation->session.sandbox ? CONFINED_SANDBOX : CONFINED_NOT;
}

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

/* Says once what it will not see.  */
static void tell_unshown(const struct launch *launch)
{
	static char *told;
	char *text = trust_unshown(launch);

	if (text && (!told || strcmp(told, text) != 0))
		cli_tell(text);
	free(told);
	told = text;
}

char *cli_vouch(const struct invocation *invocation, struct match_file *file, int seat, struct launch *launch,
		bool asks)
{
	const char *id = match_file_id(file);
	struct launch launches[SEATS] = {0};
	char *words, *problem = NULL;

	if (!launch->command)
		return NULL;
	if (trust_lets(id, launch, invocation->session.trust)) {
		trust_accept(id, launch);
		tell_unshown(launch);
		return NULL;
	}
	launches[seat] = *launch;
	words = trust_words(match_file_path(file), launches);
	if (!asks || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		problem = bytes_text("%sthey are not started without --trust", words);
	else if (!person_says_yes(words))
		problem = bytes_text("nothing was started");
	else
		trust_accept(id, launch);
	free(words);
	return problem;
}
