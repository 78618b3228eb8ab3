/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* older.c - reads turns that a match no longer keeps in memory from its file, a page at a time.
 *
 * So a match of any length takes the same memory, and a walk through it reads each page once. Two
 * neighbouring pages are kept, since a walk may go to and fro where one ends. Each branch has its own,
 * because a person may compare two branches while a third is played. Glances and skims have pages of their
 * own, with the strings in one piece.
 */
#include "file.h"

#include <stdlib.h>

enum { PAGE = 512, SKIM_PAGE = 2048, PAGES = 2 };

/* Turns first to first + count - 1.  */
struct page {
	int first, count;
	struct turn *turn;  /* NULL: none was read */
	struct bytes texts; /* the strings of a glance or skim */
	int every;          /* a skim has the sums of its multiples */
};

struct older {
	struct match_file *file;
	int branch; /* -1: the newest */
	struct older *next;
	struct page whole[PAGES], glance[PAGES], skim[PAGES];
};

static void clear(struct page *whole)
{
	for (int i = 0; i < whole->count; i++)
		turn_clear(&whole->turn[i]);
	whole->count = 0;
}

void file_forget_older(struct match_file *file)
{
	for (struct older *older = file->older; older; older = older->next)
		for (int i = 0; i < PAGES; i++) {
			clear(&older->whole[i]);
			older->glance[i].count = older->skim[i].count = 0;
		}
}

void match_file_forget(struct match_file *file)
{
	file_forget_older(file);
}

void file_free_older(struct match_file *file)
{
	file_forget_older(file);
	file_free_skim(file);
	while (file->older) {
		struct older *next = file->older->next;

		for (int i = 0; i < PAGES; i++) {
			free(file->older->whole[i].turn);
			free(file->older->glance[i].turn);
			bytes_free(&file->older->glance[i].texts);
			free(file->older->skim[i].turn);
			bytes_free(&file->older->skim[i].texts);
		}
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

/* Makes room for a page of `size` turns with turn n. False: the page has it already.  */
static bool goes_to(struct page *page, int n, int size)
{
	if (n >= page->first && n < page->first + page->count)
		return false;
	if (!page->turn)
		page->turn = bytes_new((size_t)size * sizeof(*page->turn));
	page->first = (n - 1) / size * size + 1;
	return true;
}

/* Was the page that was just read cut off? Then it is forgotten: its turns may be those of an older branch.
 * Once a query is cancelled no page is begun: a walk through all turns would begin one for each of them.  */
static bool is_part(const struct older *older)
{
	return match_file_is_busy(older->file);
}

static const struct turn *find(const struct older *older, const struct page *page, int n)
{
	const struct turn *turn = &page->turn[n - page->first];

	if (n >= page->first + page->count)
		return NULL;
	if (turn->n)
		return turn;
	file_damaged(older->file, "turn", (int64_t)(older->branch > 0 ? older->branch : 0) << 32 | n,
		     "expected a turn, because later ones follow");
	return NULL;
}

const struct turn *file_older(void *user, int n)
{
	struct older *older = user;
	struct page *page = &older->whole[(n - 1) / PAGE % PAGES];

	if (goes_to(page, n, PAGE)) {
		clear(page);
		if (!file_is_cancelled(older->file))
			page->count = file_turns(older->file, older->branch, page->first, PAGE, page->turn);
		if (is_part(older))
			clear(page);
	}
	return find(older, page, n);
}

const struct turn *file_older_glance(void *user, int n)
{
	struct older *older = user;
	struct page *page = &older->glance[(n - 1) / PAGE % PAGES];

	if (goes_to(page, n, PAGE)) {
		page->count = 0;
		if (!file_is_cancelled(older->file))
			page->count = file_glance(older->file, older->branch, page->first, PAGE, page->turn,
						  &page->texts);
		if (is_part(older))
			page->count = 0;
	}
	return find(older, page, n);
}

const struct turn *file_older_skim(void *user, int n, int every)
{
	struct older *older = user;
	struct page *page = &older->skim[(n - 1) / SKIM_PAGE % PAGES];

	if (page->every != every && page->count && every % page->every)
		page->count = 0;
	if (goes_to(page, n, SKIM_PAGE)) {
		page->every = every;
		page->count = 0;
		if (!file_is_cancelled(older->file))
			page->count = file_skim(older->file, older->branch, page->first, SKIM_PAGE, every,
						page->turn, &page->texts);
		if (is_part(older))
			page->count = 0;
	}
	return find(older, page, n);
}

const struct turn *match_file_older(void *user, int n)
{
	return file_older(file_older_user(user, -1), n);
}
