/* command_info.c - `info WORD`: what is known, on one line or several.  */
#include "commands.h"

#include "ringside/bytes.h"
#include <string.h>

struct info_row {
	const char *name, *help;
	char *(*run)(struct desk *desk, const char *arguments, bool *answer);
};

static const struct info_row rows[] = {
	{"breakpoints", "where the match is to be stopped, and how often it was", info_breakpoints},
};

static const char *const info_words[] = {"breakpoints", NULL};

static char *expected(const char *word, size_t size)
{
	struct bytes text = {0};

	bytes_addf(&text, "expected");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		bytes_addf(&text, "%s %s (%s)", i ? "," : "", rows[i].name, rows[i].help);
	bytes_addf(&text, ", not \"%.*s\"", (int)size, word);
	return text.at;
}

/* Unique beginnings are enough.  */
static char *info(struct desk *desk, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " ");
	const struct info_row *found = NULL;
	int count = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strncmp(rows[i].name, arguments, size) == 0) {
			found = &rows[i];
			count++;
		}
	if (count != 1)
		return expected(arguments, size);
	return found->run(desk, arguments + size + strspn(arguments + size, " "), answer);
}

const struct command commands_of_info[] = {
	{"info", "breakpoints", "tell what is known of it", info, info_words},
	{0},
};
