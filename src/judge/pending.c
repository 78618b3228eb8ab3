/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pending.c - bytes of an agent that are not a message yet, and its stderr.
 *
 * They wait for the end of their line, or of their unit in a binary protocol, and can be seen meanwhile. They
 * are noted before an event that they may explain: a passed limit, the end of the stream, a stop, a person's
 * request, the verdict.  A replay feeds such a note back unchanged, so it is made before any other note of
 * the same input.  */
#include "judge_parts.h"

/* A longer line on stderr is split: a program that draws on its terminal may never end a line. */
enum { WORDS_MOST = 1 << 14 };

/* ---- stderr ---- */

/* The size of the first line with its end: LF; CR LF, as a terminal makes it; or CR before another byte,
 * which rewrites the line. 0: the line has not ended.  The first `seen` bytes hold no end.
 */
static size_t line_size(const char *bytes, size_t size, size_t seen)
{
	for (size_t at = seen; at < size; at++) {
		if (bytes[at] == '\n')
			return at + 1;
		if (bytes[at] != '\r')
			continue;
		while (at < size && bytes[at] == '\r')
			at++;
		return at == size ? 0 : bytes[at] == '\n' ? at + 1 : at;
	}
	return 0;
}

void judge_words(struct judge *judge, int s, const char *bytes, size_t size)
{
	struct seat *seat = &judge->seat[s];
	struct bytes *err = &seat->intake.err;
	size_t from = 0, line, seen = err->size;

	if (!size)
		return;
	while (seen && err->at[seen - 1] == '\r')
		seen--;
	if (!err->size)
		seat->intake.err_t.first = judge->time.now;
	seat->intake.err_t.last = judge->time.now;
	bytes_add(err, bytes, size);
	while ((line = line_size(err->at + from, err->size - from, seen)) > 0 ||
	       err->size - from >= WORDS_MOST) {
		line = line && line < WORDS_MOST ? line : WORDS_MOST;
		judge_arrived(judge, s, CHANNEL_STDERR, err->at + from, line, 0, seat->intake.err_t);
		seat->intake.err_t.first = seat->intake.err_t.last;
		from += line;
		seen = 0;
	}
	bytes_drop(err, from);
}

void judge_end_words(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	seat->intake.words_due = false;
	if (seat->intake.err.size)
		judge_arrived(judge, s, CHANNEL_STDERR, seat->intake.err.at, seat->intake.err.size,
			      MESSAGE_UNENDED, seat->intake.err_t);
	seat->intake.err.size = 0;
}

void judge_words_due(struct judge *judge, int s)
{
	judge->seat[s].intake.words_due = true;
}

/* ---- what is pending ---- */

void judge_rest_due(struct judge *judge, int s)
{
	judge->seat[s].intake.rest_due = true;
}

/* The size that an incomplete message announces; 0: unknown.  */
static size_t announced(const struct judge *judge, int s, const char *bytes, size_t size)
{
	const struct protocol_framing *framing = judge->protocol->framing;

	return framing && framing->wanted ? framing->wanted(judge->state, s, bytes, size) : 0;
}

bool judge_pending(const struct judge *judge, int s, enum stream stream, struct pending_bytes *pending)
{
	const struct seat *seat = &judge->seat[s];
	bool out = stream == STREAM_STDOUT;
	const struct bytes *bytes = out ? &seat->intake.in : &seat->intake.err;
	const struct span *t = out ? &seat->intake.in_t : &seat->intake.err_t;

	*pending = (struct pending_bytes){.bytes = bytes->at,
					  .size = bytes->size,
					  .first_ns = t->first - judge->time.t0,
					  .last_ns = t->last - judge->time.t0};
	if (out && bytes->size)
		pending->wanted = announced(judge, s, bytes->at, bytes->size);
	return bytes->size > 0;
}

void judge_note_rest(struct judge *judge, int s, const char *bytes, size_t size)
{
	const struct span *t = &judge->seat[s].intake.in_t;
	size_t wanted = announced(judge, s, bytes, size);
	struct event event = {
		.kind = EVENT_PENDING,
		.number = {t->first - judge->time.t0, t->last - judge->time.t0, (int64_t)wanted}};

	match_pending(&judge->match, s, &event);
	judge_note(judge, s, event, bytes, size);
}

void judge_note_pending(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->intake.in_hand || !seat->intake.in.size || seat->intake.noted == seat->intake.in.size)
		return;
	seat->intake.noted = seat->intake.in.size;
	judge_note_rest(judge, s, seat->intake.in.at, seat->intake.in.size);
}

void judge_note_all_pending(struct judge *judge)
{
	for (int s = 0; s < SEATS; s++)
		judge_note_pending(judge, s);
}

void judge_settle_pending(struct judge *judge)
{
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		if (seat->intake.unkept_due)
			judge_tell_unkept(judge, s);
		if (seat->intake.words_due)
			judge_end_words(judge, s);
		if (seat->intake.rest_due && !seat->intake.in_hand) {
			seat->intake.rest_due = false;
			judge_note_pending(judge, s);
		}
	}
}
