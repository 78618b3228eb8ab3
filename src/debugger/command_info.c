/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_info.c - `info`: one row a subject.  The functions are in the files of their subjects.
 */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/nearest.h"
#include "ringside/protocol.h"

#include <stdlib.h>
#include <string.h>

struct info_row {
	const char *name;
	const char *help; /* half a sentence */
	char *(*run)(struct console *console, const char *arguments, bool *answer);
};

static const struct info_row rows[] = {
	{"branches", "the branches of the match and their results", info_branches},
	{"breakpoints", "the breakpoints, and how often each was hit", info_breakpoints},
	{"games", "the games of the series that were played, and the score", info_games},
	{"log", "the lines that tracepoints have written", info_log},
	{"seat", "N: who sits there, state and clock, and what the moves took", info_seat},
	{0},
};

static const char *const words[] = {"branches", "breakpoints", "games", "log", "seat", NULL};

static char *list(bool *answer)
{
	struct bytes text = {0};

	bytes_add_text(&text, "info shows\n");
	for (const struct info_row *row = rows; row->name; row++)
		bytes_addf(&text, "  `info %s`  %s\n", row->name, row->help);
	*answer = true;
	return text.at;
}

static char *no_subject(const char *word, size_t size)
{
	struct nearest nearest = nearest_to(word, size);
	char *question, *problem;

	for (const struct info_row *row = rows; row->name; row++)
		nearest_try(&nearest, row->name);
	question = nearest_question(&nearest);
	problem = bytes_text("there is no info on \"%.*s\"%s", (int)size, word,
			     *question ? question : ": `info` lists the subjects");
	free(question);
	return problem;
}

static char *info(struct console *console, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " \t");
	const char *rest = arguments + size + strspn(arguments + size, " \t");
	const struct info_row *found = NULL;

	if (!size)
		return list(answer);
	for (const struct info_row *row = rows; row->name; row++) {
		if (strncmp(row->name, arguments, size) != 0)
			continue;
		if (found)
			return bytes_text("\"%.*s\" is ambiguous: %s, %s", (int)size, arguments, found->name,
					  row->name);
		found = row;
	}
	if (!found)
		return no_subject(arguments, size);
	return found->run(console, rest, answer);
}

static char *briefing(struct console *console, const char *arguments, bool *answer)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	const struct protocol *protocol = protocol_named(setup->system);
	char *told = protocol->texts->briefing ? protocol->texts->briefing(setup) : NULL;

	(void)arguments;
	*answer = told != NULL;
	return told ? told : bytes_text("in %s an agent is told nothing that is not shown", setup->system);
}

const struct command commands_of_info[] = {
	{"briefing", "", "show what an agent is told before the match, such as costs and limits", briefing,
	 NULL},
	{"info", "[WORD]", "show information on a subject; without WORD, list the subjects", info, words},
	{0},
};
