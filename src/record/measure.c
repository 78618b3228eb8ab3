/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* measure.c - counts messages without reading their text: sizes, faults, ends of turns.  */
#include "file.h"

#include <string.h>

/* Limits the messages `first` to `last` to a stage of the history; false: none are left.  */
static bool cut(const struct stage *stage, int64_t *first, int64_t *last)
{
	*first = stage->first > *first ? stage->first : *first;
	*last = stage->last < *last ? stage->last : *last;
	return *first <= *last;
}

/* Makes all written messages and kinds known to the queries. NULL: a problem is kept.  */
static const struct history *begin(struct match_file *file)
{
	file->good = true;
	if (!file_write_stretch(file) || (!file->is_writer && !file_read_kinds(file)))
		return NULL;
	return file_history(file);
}

/* Adds the sizes of one stage; returns how many there are now.  */
static int sizes_of(struct match_file *file, const struct stage *stage, const int64_t bounds[2],
		    unsigned seats, int limit, struct message_size *sizes, int count)
{
	int64_t first = bounds[0], last = bounds[1], wanted = 0;
	sqlite3_stmt *row;

	for (int i = 0; i < file->kind_count; i++)
		if (seats & 1u << file->kinds[i].seat && file->kinds[i].direction != EVENT)
			wanted |= KIND_BIT(i);
	if (!cut(stage, &first, &last) || !wanted || !(row = file_statement(file, STATEMENT_SIZES)))
		return count;
	sqlite3_bind_int64(row, 1, first);
	sqlite3_bind_int64(row, 2, last);
	sqlite3_bind_int64(row, 3, wanted);
	while (count < limit && file_next(file, row)) {
		int kind = sqlite3_column_int(row, 1);

		if (kind < 0 || kind >= file->kind_count || !(seats & 1u << file->kinds[kind].seat) ||
		    file->kinds[kind].direction == EVENT || sqlite3_column_int(row, 2) > stage->turns)
			continue;
		sizes[count++] = (struct message_size){.n = sqlite3_column_int64(row, 0),
						       .seat = file->kinds[kind].seat,
						       .direction = file->kinds[kind].direction,
						       .size = sqlite3_column_int64(row, 3)};
	}
	sqlite3_reset(row);
	return count;
}

int match_file_sizes(struct match_file *file, unsigned seats, int64_t after, int64_t last, int limit,
		     struct message_size *sizes)
{
	const struct history *history = begin(file);
	int64_t bounds[2] = {after + 1, last};
	int count = 0;

	for (int i = 0; history && i < history->count && count < limit; i++)
		count = sizes_of(file, &history->stages[i], bounds, seats, limit, sizes, count);
	return count;
}

int64_t match_file_later_turn(struct match_file *file, int64_t after, int turn)
{
	const struct history *history = begin(file);
	int64_t found = 0;

	for (int i = 0; history && i < history->count && !found; i++) {
		int64_t first = after + 1, last = INT64_MAX;
		sqlite3_stmt *row = file_statement(file, STATEMENT_LATER_TURN);

		if (!row || !cut(&history->stages[i], &first, &last))
			continue;
		sqlite3_bind_int64(row, 1, first);
		sqlite3_bind_int64(row, 2, last);
		sqlite3_bind_int(row, 3, turn);
		if (file_next(file, row))
			found = sqlite3_column_int64(row, 0);
		sqlite3_reset(row);
	}
	return found;
}

/* ---- faults ---- */

/* Counts the messages that broke the protocol.  */
static void count_flagged(struct match_file *file, const struct stage *stage, int64_t first, int64_t last,
			  int faults[SEATS])
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_FLAGGED);

	if (!row || !cut(stage, &first, &last))
		return;
	sqlite3_bind_int64(row, 1, first);
	sqlite3_bind_int64(row, 2, last);
	sqlite3_bind_int(row, 3, MESSAGE_FAULT);
	while (file_next(file, row)) {
		int kind = sqlite3_column_int(row, 0);

		if (kind >= 0 && kind < file->kind_count)
			faults[file->kinds[kind].seat] += sqlite3_column_int(row, 1);
	}
}

/* Is this a fault that no message made? Other faults have the bytes of their message, or are counts.  */
static bool is_of_no_message(const struct message *message)
{
	return message->event.kind != EVENT_FAULT_COUNT &&
	       (message->event.kind != EVENT_FAULT || message->size == 0);
}

static void count_notes(struct match_file *file, int64_t after, int64_t last, int faults[SEATS])
{
	enum { PAGE = 64 };
	struct message_query query = {.seats = ~0u,
				      .channels = CHANNEL_BIT(CHANNEL_FAULT),
				      .directions = 1u << EVENT,
				      .last = last};
	struct message messages[PAGE];
	int got;

	do {
		got = match_file_after(file, &query, after, PAGE, messages);
		for (int i = 0; i < got; i++)
			faults[messages[i].seat] += is_of_no_message(&messages[i]);
		if (got)
			after = messages[got - 1].n;
	} while (got == PAGE);
}

void match_file_faults(struct match_file *file, int64_t after, int64_t last, int faults[SEATS])
{
	const struct history *history;

	memset(faults, 0, SEATS * sizeof(*faults));
	count_notes(file, after, last, faults);
	history = begin(file);
	for (int i = 0; history && i < history->count; i++)
		count_flagged(file, &history->stages[i], after + 1, last, faults);
}

/* The first fault of its kind has a note. The message that made it may be in the stretch before.  */
int64_t match_file_faultless(struct match_file *file)
{
	int64_t noted = 0, first = INT64_MAX;
	sqlite3_stmt *row;

	if (!begin(file))
		return 0;
	for (int i = 0; i < file->kind_count; i++)
		if (file->kinds[i].channel == CHANNEL_FAULT)
			noted |= KIND_BIT(i);
	if (!noted)
		return first;
	row = file_statement(file, STATEMENT_FIRST_STRETCH);
	sqlite3_bind_int64(row, 1, noted);
	file_at(file, "stretch", 0);
	if (file_next(file, row)) {
		file_number(file, row, 0, 0, FILE_LARGEST >> STRETCH_SHIFT, 0, &first);
		first = (first - 1) * (INT64_C(1) << STRETCH_SHIFT);
	}
	sqlite3_reset(row);
	return first > 0 ? first : 0;
}
