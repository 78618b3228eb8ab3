/* command_info.c - `info WORD`: what is so now, in several lines.  A row of the table for each word.  */
#include "commands.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* NULL ends the table.  As a command: a problem, or with *answer set an answer.  */
struct info_row {
	const char *name, *help;
	char *(*run)(struct desk *desk, const char *arguments, bool *answer);
};

/* X(name, help, function): what can be asked for.  */
#define INFO(X) X("seat", "N: who sits there, and what the moves took", info_seat)

static const struct info_row rows[] = {
#define X(name, help, run) {name, help, run},
	INFO(X)
#undef X
		{0},
};

static const char *const info_words[] = {
#define X(name, help, run) name,
	INFO(X)
#undef X
		NULL};

/* What there is, a line each.  */
static char *all_words(void)
{
	struct bytes text = {0};

	for (const struct info_row *row = rows; row->name; row++)
		bytes_addf(&text, "%sinfo %s %s", row == rows ? "" : "\n", row->name, row->help);
	return text.at;
}

/* Unique beginnings are enough.  */
static char *info(struct desk *desk, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " ");
	const struct info_row *found = NULL;
	struct bytes names = {0};
	char *problem;
	int count = 0;

	if (!*arguments) {
		*answer = true;
		return all_words();
	}
	for (const struct info_row *row = rows; row->name; row++) {
		bytes_addf(&names, "%s%s", row == rows ? "" : ", ", row->name);
		if (strncmp(row->name, arguments, size) == 0) {
			found = row;
			count++;
		}
	}
	if (count != 1) {
		problem = bytes_text("expected one of %s, not \"%.*s\"", names.at, (int)size, arguments);
		bytes_free(&names);
		return problem;
	}
	bytes_free(&names);
	return found->run(desk, arguments + size + strspn(arguments + size, " "), answer);
}

const struct command commands_of_info[] = {
	{"info", "[WORD]", "what is so now: without WORD, what can be asked for", info, info_words},
	{0},
};
