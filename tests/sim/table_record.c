/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_record.c - the recording of a simulated match, from which a fresh judge must make the same match.  */
#include "same.h"
#include "table_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Is this the move of that deed?  */
static bool is_same(const struct message *message, const struct deed *deed)
{
	size_t size = message_text_size(message, NULL);

	return size == deed->said_size && memcmp(message->bytes, deed->said, size) == 0;
}

/* A person overrode, edited or dropped it while it waited, so it passes out of order.  Of moves with the same
 * words it is the last one that was written before it came, at t.  */
static void forget_move(struct process *process, const struct message *message, int64_t t, int64_t number)
{
	struct deed *found = NULL;

	for (int i = process->seen; i < process->written; i++) {
		struct deed *move = &process->moves[i];

		if (!move->forgotten && is_same(message, move) && (!found || move->t <= t))
			found = move;
	}
	if (found)
		found->forgotten = number;
}

/* The edit was taken back: it passes in its place after all.  */
static void recall_move(struct process *process, int64_t number)
{
	for (int i = process->seen; i < process->written; i++)
		if (process->moves[i].forgotten == number)
			process->moves[i].forgotten = 0;
}

/* FNV-1a.  */
static void digest(uint64_t *sum, const void *more, size_t size)
{
	for (const unsigned char *at = more; size > 0; size--)
		*sum = (*sum ^ *at++) * 0x100000001b3u;
}

void table_record(struct table *table, const struct message *message)
{
	const struct message *last =
		table->record_count ? &table->records[table->record_count - 1].message : NULL;
	struct record record = {.message = *message};
	struct process *process = &table->process[message->seat];

	CHECK_ALWAYS(table, message->n == (last ? last->n : 0) + 1,
		     "message %" PRId64 " comes after %" PRId64, message->n, last ? last->n : 0);
	for (int i = table->record_count - 1; i >= 0 && !(message->flags & MESSAGE_HELD); i--)
		if (!(table->records[i].message.flags & MESSAGE_HELD)) {
			CHECK_ALWAYS(table, table->records[i].message.t_ns <= message->t_ns,
				     "time goes back at message %" PRId64, message->n);
			break;
		}
	record.message.bytes = bytes_copy(message->bytes, message->size);
	digest(&table->outcome.digest, &message->t_ns, sizeof(message->t_ns));
	digest(&table->outcome.digest, &message->event.kind, sizeof(message->event.kind));
	digest(&table->outcome.digest, message->event.number, sizeof(message->event.number));
	digest(&table->outcome.digest, message->bytes, message->size);
	if (message->flags & (MESSAGE_CHANGED | MESSAGE_WITHHELD)) {
		if (message->direction == FROM_AGENT && !(message->flags & MESSAGE_EDITED))
			forget_move(process, message, table->began + message->t_ns, table->tampers_with);
		else if (last->event.kind == EVENT_EDIT && last->event.number[1])
			recall_move(process, table->tampers_with);
	} else if (message->flags & MESSAGE_EDITED || (last && last->event.kind == EVENT_GIVEN_BACK)) {
		/* a person alone wrote it, or gave it back */
	} else if (message->direction == FROM_AGENT && message->seat != SEAT_NONE &&
		   message->channel == table->fixture->moves) {
		while (process->seen < process->written &&
		       (process->moves[process->seen].forgotten ||
			!is_same(message, &process->moves[process->seen])))
			process->seen++; /* one that was not kept, because the agent talked too much */
		/* after the match a brain may be killed in the middle of a line */
		CHECK_ALWAYS(table, process->seen < process->written || judge_match(table->judge)->over,
			     "seat %d: a move that nobody wrote: %s", message->seat, message->bytes);
		if (process->seen < process->written) {
			record.is_move = true;
			record.tag = process->moves[process->seen].tag;
			record.written = process->moves[process->seen].t;
			process->seen++;
		}
	}
	if (table->record_count == table->record_room) {
		table->record_room = table->record_room ? 2 * table->record_room : 128;
		table->records = bytes_resized(table->records, (size_t)table->record_room * sizeof(record));
	}
	table->records[table->record_count++] = record;
	if (table->fixture->passed && !(message->flags & MESSAGE_WITHHELD))
		table->fixture->passed(table, &table->records[table->record_count - 1]);
}

static const struct message *record_at(const void *user, int i)
{
	return &((const struct record *)user)[i].message;
}

/* Each message has a number of its own.  */
static void check_numbers(struct table *table, const struct record *records, int count)
{
	int64_t most = 0;
	FREED bool *seen = NULL;

	for (int i = 0; i < count; i++)
		most = records[i].message.number > most ? records[i].message.number : most;
	seen = bytes_new((size_t)most + 1);
	for (int i = 0; i < count; i++) {
		bool *mine = &seen[records[i].message.number];

		CHECK_ALWAYS(table, records[i].message.number > 0 && !*mine,
			     "message %" PRId64 " has number %" PRId64 " of another", records[i].message.n,
			     records[i].message.number);
		*mine = true;
	}
}

void table_compare_replay(struct table *table, const struct record *records, int count,
			  const struct match *match)
{
	struct recording recording = {
		.setup = &table->setup, .at = record_at, .user = records, .count = count};
	FREED char *problem = recording_differs(&recording, match, NULL);

	CHECK_ALWAYS(table, !problem, "%s", problem);
	CHECK_ALWAYS(table, match->over, "the replay has no verdict");
	check_numbers(table, records, count);
}

void table_check_replay(struct table *table)
{
	table_compare_replay(table, table->records, table->record_count, judge_match(table->judge));
}
