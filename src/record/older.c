/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* older.c - reads turns that a match no longer keeps in memory from its file, a page at a time.
 *
 * So a match of any length takes the same memory, and a walk through it reads each page once. Two
 * neighbouring pages are kept, since a walk may go to and fro where one ends. Each branch has its own,
 * because a person may compare two branches while a third is played. Glances and skims have pages of their
 * own, with the strings in one piece.
 *
 * A skim is who played what in a stretch of turns, for boards that count all turns of a long match. A
 * function of SQL takes the values while SQLite scans: a row that is handed over as a result costs twice as
 * much. The columns stand at the beginning of a row, so SQLite decodes little of it; the sums stand far
 * behind and are read of few turns.  */
#include "file.h"

#include <limits.h>
#include <stdlib.h>

struct skim {
	int from, limit;
	struct turn *turn;   /* turn n at n - from; n is 0: not read */
	struct bytes *texts; /* what was played, each with a NUL */
	struct origin {
		int branch;
		size_t played; /* in texts */
	} * origin;            /* of each turn; kept for the next page */
	const char *bad;       /* what is wrong with a row; NULL: nothing */
	int64_t bad_id;        /* of that row */
};

enum { PAGE = 512, SKIM_PAGE = 2048, PAGES = 2 };

/* Turns first to first + count - 1.  */
struct page {
	int first, count;
	struct turn *turn;  /* NULL: none was read */
	struct bytes texts; /* the strings of a glance or skim */
	int every;          /* a skim has the sums of its multiples */
};

/* What is known of the turns of a page.  */
enum detail { WHOLE, GLANCE, SKIM, DETAILS };

struct older {
	struct match_file *file;
	int branch; /* -1: the newest */
	struct older *next;
	struct page page[DETAILS][PAGES];
};

/* The place of a turn unless a younger branch has it too; -1: it has none.  */
static int place_of(const struct skim *skim, int64_t id)
{
	int64_t i = (id & UINT32_MAX) - skim->from;

	if (i < 0 || i >= skim->limit)
		return -1;
	return skim->turn[i].n && skim->origin[i].branch > id >> 32 ? -1 : (int)i;
}

/* skim(ID, FLAGS, ANSWERED, PLAYED) keeps a turn: file.h says what the columns of turn_row are.  */
static void take_turn(sqlite3_context *context, int count UNUSED, sqlite3_value **values)
{
	struct skim *skim = sqlite3_user_data(context);
	int64_t id = sqlite3_value_int64(values[0]);
	int i = place_of(skim, id), seat = (int)(sqlite3_value_int64(values[1]) & 1);
	sqlite3_value *said = values[3];
	const void *played;

	if (i < 0)
		return;
	if (sqlite3_value_type(values[1]) != SQLITE_INTEGER) {
		skim->bad = "nobody knows whose turn it is, expected seat 1 or 2";
		skim->bad_id = id;
		return;
	}
	if (skim->turn[i].n && skim->origin[i].branch == id >> 32) { /* rows may repeat for ever */
		sqlite3_result_error(context, "a turn is there twice", -1);
		return;
	}
	if (sqlite3_value_type(said) == SQLITE_NULL)
		said = values[2];
	played = sqlite3_value_text(said);
	skim->turn[i].n = skim->from + i;
	skim->turn[i].seat = SEAT_1 + seat;
	skim->origin[i] = (struct origin){(int)(id >> 32), skim->texts->size};
	bytes_add(skim->texts, played ? played : "", (played ? (size_t)sqlite3_value_bytes(said) : 0) + 1);
}

static void give_nothing(sqlite3_context *context UNUSED)
{
}

static void file_free_skim(struct match_file *file)
{
	if (file->skim)
		free(file->skim->origin);
	free(file->skim);
	file->skim = NULL;
}

/* What the function of this connection fills. NULL: a problem is kept.  */
static struct skim *skim_of(struct match_file *file)
{
	/* No view in a file may call it.  */
	const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;

	if (file->skim)
		return file->skim;
	file->skim = bytes_new(sizeof(*file->skim));
	if (sqlite3_create_function(file->db, "skim", 4, flags, file->skim, NULL, take_turn, give_nothing) ==
	    SQLITE_OK)
		return file->skim;
	file_failed(file);
	file_free_skim(file);
	return NULL;
}

static void read_sums(struct match_file *file, sqlite3_stmt *row, struct skim *skim)
{
	while (file_next(file, row)) {
		int64_t id = sqlite3_column_int64(row, 0);
		int i = place_of(skim, id);

		for (int s = SEAT_1; i >= 0 && s < SEATS; s++) {
			double sum = sqlite3_column_double(row, s);

			skim->turn[i].sum[s] = sum - sum == 0 ? sum : 0; /* as in read.c */
		}
	}
}

/* As file_glance(), with only what match_skim() gives.  */
static int file_skim(struct match_file *file, int branch, int from, int limit, int every, struct turn *turns,
		     struct bytes *texts)
{
	int count = limit < INT_MAX - from ? limit : INT_MAX - from, shown;
	struct skim *skim = skim_of(file);
	sqlite3_stmt *row;
	bool began;

	if (!skim)
		return 0;
	*skim = (struct skim){
		.from = from, .limit = limit, .turn = turns, .texts = texts, .origin = skim->origin};
	skim->origin = bytes_resized(skim->origin, (size_t)limit * sizeof(*skim->origin));
	texts->size = 0;
	for (int i = 0; i < limit; i++)
		turns[i].n = 0;
	began = file_begin_read(file);
	shown = file_branch_shown(file, branch);
	row = file_select(file, STATEMENT_SKIM, from, from + count - 1, shown);
	while (file_next(file, row))
		;
	read_sums(file, file_select(file, STATEMENT_SUMS, from, from + count - 1, shown, every), skim);
	if (began)
		file_end_read(file);
	if (skim->bad)
		file_damaged(file, "turn", skim->bad_id, skim->bad);
	while (count > 0 && !turns[count - 1].n)
		count--;
	for (int i = 0; i < count; i++)
		turns[i].played = turns[i].n ? texts->at + skim->origin[i].played : NULL;
	return count;
}

/* Only whole turns own their strings.  */
static void clear(struct page *page, enum detail detail)
{
	for (int i = 0; detail == WHOLE && i < page->count; i++)
		turn_clear(&page->turn[i]);
	page->count = 0;
}

static void *user_of(struct match_file *file, int branch)
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

/* Turn n in a page with that detail; `every`: a skim has the sums of its multiples.  */
static const struct turn *look_up(struct older *older, enum detail detail, int n, int every)
{
	int size = detail == SKIM ? SKIM_PAGE : PAGE;
	struct page *page = &older->page[detail][(n - 1) / size % PAGES];

	if (page->every != every && page->count && every % page->every)
		page->count = 0;
	if (n >= page->first && n < page->first + page->count)
		return find(older, page, n);
	if (!page->turn)
		page->turn = bytes_new((size_t)size * sizeof(*page->turn));
	clear(page, detail);
	page->first = (n - 1) / size * size + 1;
	page->every = every;
	/* Once a query is cancelled no page is begun: a walk through all turns would begin one for each of
	 * them.  A page that was cut off is forgotten: its turns may be those of an older branch.  */
	if (!file_is_cancelled(older->file))
		page->count = detail == WHOLE
				      ? file_turns(older->file, older->branch, page->first, size, page->turn)
			      : detail == GLANCE ? file_glance(older->file, older->branch, page->first, size,
							       page->turn, &page->texts)
						 : file_skim(older->file, older->branch, page->first, size,
							     every, page->turn, &page->texts);
	if (match_file_is_busy(older->file))
		clear(page, detail);
	return find(older, page, n);
}

static const struct turn *older_turn(void *user, int n)
{
	return look_up(user, WHOLE, n, 1);
}

static const struct turn *older_glance(void *user, int n)
{
	return look_up(user, GLANCE, n, 1);
}

static const struct turn *older_skim(void *user, int n, int every)
{
	return look_up(user, SKIM, n, every);
}

void file_forget_older(struct match_file *file)
{
	for (struct older *older = file->older; older; older = older->next)
		for (int i = 0; i < DETAILS * PAGES; i++)
			clear(&older->page[i / PAGES][i % PAGES], (enum detail)(i / PAGES));
}

void file_free_older(struct match_file *file)
{
	file_forget_older(file);
	file_free_skim(file);
	while (file->older) {
		struct older *next = file->older->next;

		for (int i = 0; i < DETAILS * PAGES; i++) {
			free(file->older->page[i / PAGES][i % PAGES].turn);
			bytes_free(&file->older->page[i / PAGES][i % PAGES].texts);
		}
		free(file->older);
		file->older = next;
	}
}

void file_lend_older(struct match_file *file, int branch, struct match *match)
{
	match->older = older_turn;
	match->older_user = user_of(file, branch);
	match->glance = older_glance;
	match->skim = older_skim;
}

const struct turn *match_file_older(void *user, int n)
{
	return older_turn(user_of(user, -1), n);
}

void match_file_forget(struct match_file *file)
{
	file_forget_older(file);
}
