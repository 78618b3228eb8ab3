/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* older.c - reads turns that a match no longer keeps in memory from its file, a page at a time.
 *
 * So a match of any length takes the same memory, and a walk through it reads each page once. Each branch has
 * its own page, because a person may compare two branches while a third is played.  */
#include "file.h"

#include <stdlib.h>

enum { PAGE = 512 };

struct older {
	struct match_file *file;
	int branch; /* -1: the newest */
	struct older *next;
	int first, count;  /* turns first to first + count - 1 */
	struct turn *turn; /* NULL: none was read */
};

static void forget(struct older *older)
{
	for (int i = 0; i < older->count; i++)
		turn_clear(&older->turn[i]);
	free(older->turn);
	older->turn = NULL;
	older->count = 0;
}

void file_forget_older(struct match_file *file)
{
	for (struct older *older = file->older; older; older = older->next)
		forget(older);
}

void file_free_older(struct match_file *file)
{
	file_forget_older(file);
	while (file->older) {
		struct older *next = file->older->next;

		free(file->older);
		file->older = next;
	}
}

void *file_older_user(struct match_file *file, int branch)
{
	struct older *older = file->older;

	while (older && older->branch != branch)
		older = older->next;
	if (!older) {
		older = bytes_new(sizeof(*older));
		*older = (struct older){.file = file, .branch = branch, .next = file->older};
		file->older = older;
	}
	return older;
}

const struct turn *file_older(void *user, int n)
{
	struct older *older = user;

	if (!older->turn || n < older->first || n >= older->first + older->count) {
		forget(older);
		older->turn = bytes_new(PAGE * sizeof(*older->turn));
		older->first = (n - 1) / PAGE * PAGE + 1;
		older->count = file_turns(older->file, older->branch, older->first, PAGE, older->turn);
	}
	return n < older->first + older->count ? &older->turn[n - older->first] : NULL;
}

const struct turn *match_file_older(void *user, int n)
{
	return file_older(file_older_user(user, -1), n);
}
