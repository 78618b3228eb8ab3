/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* gap.c - what a match file lacks, because it could not be written in time.
 *
 * A gap belongs to the history in which its first message would be.  */
#include "file.h"

#include "ringside/diff.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* ---- words ---- */

static void add_count(struct bytes *out, int64_t count, const char *what)
{
	bytes_addf(out, "%" PRId64 " %s%s", count, what, count == 1 ? "" : "s");
}

/* "at least 12 messages and 1 turn"  */
static void add_counts(struct bytes *out, const struct gap *gap)
{
	if (!gap->last)
		bytes_add_text(out, "at least ");
	if (gap->messages)
		add_count(out, gap->messages, "message");
	bytes_add_text(out, gap->messages && gap->turns ? " and " : "");
	if (gap->turns)
		add_count(out, gap->turns, "turn");
}

static void add_missing(struct bytes *out, const struct gap *gap)
{
	add_counts(out, gap);
	bytes_add_text(out, gap->messages + gap->turns == 1 ? " is missing" : " are missing");
}

static void add_place(struct bytes *out, const struct gap *gap)
{
	if (gap->last > gap->first)
		bytes_addf(out, ", from #%" PRId64 " to #%" PRId64, gap->first, gap->last);
	else
		bytes_addf(out, gap->last ? ", #%" PRId64 : ", from #%" PRId64 " on", gap->first);
}

char *gap_words(const struct gap *gap)
{
	struct bytes out = {0};

	add_missing(&out, gap);
	add_place(&out, gap);
	return out.at;
}

char *gap_line(const struct gap *gap)
{
	struct bytes out = {0};

	bytes_add_text(&out, "missing: ");
	add_counts(&out, gap);
	add_place(&out, gap);
	return out.at;
}

void file_notice_gaps(struct match_file *file)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_GAP_SUM);
	struct gap all = {0};
	struct bytes out = {0};
	bool good;

	file->good = true;
	file_at(file, "gap", 0);
	good = file_next(file, row) && file_number(file, row, 0, 0, FILE_LARGEST, 0, &all.first) &&
	       file_number(file, row, 1, 0, FILE_LARGEST, 0, &all.last) &&
	       file_number(file, row, 2, 0, FILE_LARGEST, 0, &all.messages) &&
	       file_number(file, row, 3, 0, FILE_LARGEST, 0, &all.turns);
	sqlite3_reset(row);
	if (!good || !all.first)
		return;
	bytes_addf(&out, "%s: ", file->path);
	add_missing(&out, &all);
	bytes_addf(&out,
		   ", from message #%" PRId64 " on: they could not be written in time. What needs all "
		   "messages stops there",
		   all.first);
	file->notice = out.at;
}

/* ---- reading ---- */

/* Adds the gaps that begin between these messages. Returns how many.  */
static int gaps_between(struct match_file *file, int64_t first, int64_t last, int limit, struct gap *gaps)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_GAPS);
	int count = 0;

	sqlite3_bind_int64(row, 1, first);
	sqlite3_bind_int64(row, 2, last);
	while (count < limit && file_next(file, row)) {
		struct gap *gap = &gaps[count];

		file_at(file, "gap", sqlite3_column_int64(row, 0));
		count += file_number(file, row, 0, 1, FILE_LARGEST, 0, &gap->first) &&
			 file_number(file, row, 1, gap->first, FILE_LARGEST, 0, &gap->last) &&
			 file_number(file, row, 2, 0, FILE_LARGEST, 0, &gap->messages) &&
			 file_number(file, row, 3, 0, FILE_LARGEST, 0, &gap->turns);
	}
	sqlite3_reset(row);
	return count;
}

int match_file_gaps(struct match_file *file, int64_t after, int64_t last, int limit, struct gap *gaps)
{
	const struct history *history;
	bool began;
	int count = 0;

	file->good = true;
	began = file_begin_read(file);
	history = file_history(file);
	for (int i = 0; history && i < history->count && count < limit && file->good; i++) {
		const struct stage *stage = &history->stages[i];
		int64_t from = stage->first > after ? stage->first : after + 1;
		int64_t to = stage->last < last ? stage->last : last;

		if (from <= to)
			count += gaps_between(file, from, to, limit - count, gaps + count);
	}
	if (began)
		file_end_read(file);
	return count;
}

bool match_file_gap(struct match_file *file, int64_t last, struct gap *gap)
{
	return match_file_gaps(file, 0, last, 1, gap) == 1;
}

bool match_file_lacks(struct match_file *file, int64_t n, struct gap *gap)
{
	enum { PAGE = 32 };
	struct gap gaps[PAGE];
	int64_t after = 0;
	int count;

	*gap = (struct gap){0};
	do {
		count = match_file_gaps(file, after, n, PAGE, gaps);
		if (count)
			*gap = gaps[count - 1];
		after = gap->first;
	} while (count == PAGE);
	return gap->first && (!gap->last || gap->last >= n);
}

/* ---- turns ---- */

/* How many turns ended before the message, which the file lacks.  */
static int turns_before(struct match_file *file, const struct match *match, int64_t first)
{
	struct message_query all = {.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX};
	struct message message;
	int n = 0, known = 0;

	if (match_file_before(file, &all, first, 1, &message) == 1)
		known = message.turn;
	/* A turn of each seat may have begun.  */
	n = known < match->turn_count - SEATS ? known + SEATS : match->turn_count;
	for (; n > 0; n--) {
		const struct turn *turn = match_turn(match, n);

		/* A person's turn has no message.  */
		if (turn && (turn->message > 0 ? turn->message < first : n < known))
			break;
	}
	return n;
}

int match_file_whole_turns(struct match_file *file, const struct match *match, struct gap *gap)
{
	struct aside aside;
	int turns = INT_MAX;

	file_look_aside(file, match->branch, &aside);
	if (match_file_gap(file, INT64_MAX, gap))
		turns = turns_before(file, match, gap->first);
	file_look_back(file, &aside);
	return turns;
}

bool match_file_first_gap(struct match_file *const files[], const struct match *const matches[],
			  struct diff_gap *found, struct gap *gap)
{
	struct gap gaps[DIFF_SIDES];

	*found = (struct diff_gap){.turns = INT_MAX};
	for (int side = 0; side < DIFF_SIDES; side++) {
		int turns = files[side] ? match_file_whole_turns(files[side], matches[side], &gaps[side])
					: INT_MAX;

		found->in[side] = turns < INT_MAX;
		if (turns < found->turns) {
			found->side = side;
			found->turns = turns;
		}
	}
	if (found->turns == INT_MAX)
		return false;
	*gap = gaps[found->side];
	return true;
}
