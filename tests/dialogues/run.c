/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - plays all dialogues below the given files or folders, and prints a line for each.
 *
 * Without an argument it plays those of $srcdir/tests/dialogues, as `make check` does. The exit status is
 * 1 when one failed. A file that begins with "# fails: WHAT" must fail with that message.  */
#include "talk.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int played, failed, checks;

/* A mistake leaves the statement at once, and leaks what the statement has allocated. A leak checker, if
 * one is linked in, ignores dialogues that must fail.  */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

/* The message with which the dialogue must fail, after its path. NULL: it must not fail.  */
static char *expected_mistake(const char *path)
{
	static const char begin[] = "# fails: ";
	FILE *file = fopen(path, "r");
	char line[512] = "";

	if (!file)
		return NULL;
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	return strncmp(line, begin, strlen(begin)) == 0 ? bytes_text("%s:%s", path, line + strlen(begin))
							: NULL;
}

static void told(const char *path, const char *title, char *mistake)
{
	FREED char *wanted = expected_mistake(path);
	bool good = wanted ? mistake && strcmp(mistake, wanted) == 0 : !mistake;

	played++;
	failed += !good;
	printf("%s %s%s%s\n", good ? "ok  " : "FAIL", path, *title ? ": " : "", title);
	if (!good && wanted)
		printf("%s: expected \"%s\", got \"%s\"\n", path, wanted, mistake ? mistake : "nothing");
	else if (!good)
		printf("%s\n", mistake);
	free(mistake);
}

/* A line with an exclamation mark at its beginning is the title of another dialogue.  */
static void play_file(const char *path)
{
	char *problem = NULL;
	struct talk_file *file = talk_open(path, &problem);
	FREED char *mistake = expected_mistake(path);
	bool leaks = mistake && __lsan_disable;
	int from = 0, to;

	if (!file) {
		told(path, "", problem);
		return;
	}
	if (leaks)
		__lsan_disable();
	do {
		bool titled = from < file->line_count && file->lines[from].text[0] == '!';
		const char *title = titled ? file->lines[from].text + 1 : "";

		from += titled;
		for (to = from; to < file->line_count && file->lines[to].text[0] != '!';)
			to++;
		told(path, title + strspn(title, " "), talk_play(file, from, to, &checks));
		from = to;
	} while (from < file->line_count);
	if (leaks)
		__lsan_enable();
	talk_close(file);
}

static bool ends_in(const char *path, const char *end)
{
	size_t size = strlen(path), least = strlen(end);

	return size > least && strcmp(path + size - least, end) == 0;
}

/* False: it is not a folder.  */
static bool play_below(const char *path)
{
	struct dirent **entries;
	int count = scandir(path, &entries, NULL, alphasort);

	if (count < 0)
		return false;
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		FREED char *below = bytes_text("%s/%s", path, name);

		if (ends_in(name, ".talk"))
			play_file(below);
		else if (!strchr(name, '.'))
			play_below(below);
		free(entries[i]);
	}
	free(entries);
	return true;
}

int main(int argc, char **argv)
{
	const char *srcdir = getenv("srcdir");
	FREED char *own = bytes_text("%s/tests/dialogues", srcdir ? srcdir : ".");

	if (argc < 2)
		play_below(own);
	for (int i = 1; i < argc; i++)
		if (!play_below(argv[i]))
			play_file(argv[i]);
	printf("%d dialogues, %d checks, %d failed\n", played, checks, failed);
	return failed || !played;
}
