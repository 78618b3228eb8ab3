/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vouch.c - asks before a program starts that a match file names.  */
#include "vouch.h"

#include "ringside/say.h"

#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_asked(void)
{
	return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

/* Asks a person. Anything but a y is a no.  */
static bool person_says_yes(const char *words, const char *question)
{
	int first, c;

	fflush(stdout);
	say_error("ringside: %s%s? y/N ", words, question);
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
		say_lines(text);
	free(told);
	told = text;
}

char *vouch_folder(const struct match_options *options, struct match_file *file, struct setup *setup)
{
	const char *folder = setup_strange_folder(setup);
	bool trusts = options->session.trust, has_option = options->protocol != NULL;
	char *shown, *words, *problem = NULL;

	if (!folder)
		return NULL;
	if (trust_has_folder(match_file_id(file), folder) ||
	    (trusts && match_confined(options) == CONFINED_NOT)) {
		trust_accept_folder(folder);
		setup_vouch(setup);
		return NULL;
	}
	if (trusts) { /* the sandbox does without it, and says so */
		struct launch launch = {.command = "", .confined = match_confined(options), .missed = folder};

		tell_unshown(&launch);
		return NULL;
	}
	shown = bytes_escaped(folder, strlen(folder));
	words = bytes_text("%s names a folder for agents to write to, which ringside has not used for it:\n"
			   "    writes   %s\n",
			   match_file_path(file), shown);
	if (!is_asked())
		problem = bytes_text("%sit is not used without --trust%s%s", words,
				     has_option ? " or --folder " : "", has_option ? shown : "");
	else if (!person_says_yes(words, "use it"))
		problem = bytes_text("nothing was started");
	else
		trust_accept_folder(folder);
	if (!problem)
		setup_vouch(setup);
	free(words);
	free(shown);
	return problem;
}

char *vouch_program(const struct match_options *options, struct match_file *file, int seat,
		    struct launch *launch, bool asks)
{
	const char *id = match_file_id(file);
	struct launch launches[SEATS] = {0};
	char *words, *problem = NULL;

	if (!launch->command)
		return NULL;
	if (trust_lets(id, launch, options->session.trust)) {
		trust_accept(id, launch);
		tell_unshown(launch);
		return NULL;
	}
	launches[seat] = *launch;
	words = trust_words(match_file_path(file), launches);
	if (!asks || !is_asked())
		problem = bytes_text("%sthey are not started without --trust", words);
	else if (!person_says_yes(words, "start"))
		problem = bytes_text("nothing was started");
	else
		trust_accept(id, launch);
	free(words);
	return problem;
}
