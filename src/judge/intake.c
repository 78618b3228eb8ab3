/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* intake.c - bytes of an agent become messages: cut, bounded, marked.
 *
 * Bytes that are no message yet wait for the end of their line, or of their unit in a binary protocol, and
 * can be seen meanwhile.  They are noted before an event that they may explain: a passed limit, the end of
 * the stream, a stop, a person's request, the verdict.  A replay feeds such a note back unchanged, so it is
 * made before any other note of the same input.  */
#include "judge_parts.h"

#include <assert.h>
#include <string.h>

size_t frame_line(const char *bytes, size_t size, size_t seen, bool ended)
{
	assert((bytes || size == 0) && seen <= size);
	for (size_t i = seen; i < size; i++) {
		if (bytes[i] == '\n')
			return i + 1;
		if (bytes[i] == '\r')
			return i + 1 < size && bytes[i + 1] == '\n' ? i + 2 : i + 1;
	}
	return ended ? size : 0;
}

enum {
	/* Longer messages are cut here, whatever the protocol reads of them (systems, Long messages). */
	MESSAGE_KEPT = 1 << 20,
	/* A message counts at least this many bytes, because even an empty line costs memory.  */
	MESSAGE_LEAST = 64,
};

void judge_tell_unkept(struct judge *judge, int seat)
{
	struct seat *at = &judge->seat[seat];

	at->intake.unkept_due = false;
	if (!at->intake.unkept)
		return;
	judge_note_fields(judge, seat, EVENT_UNKEPT, NULL, at->intake.unkept, at->intake.unkept_size, 0);
	at->intake.unkept = at->intake.unkept_size = 0;
}

void judge_renew_chatter(struct judge *judge, int s, bool tells)
{
	struct intake *intake = &judge->seat[s].intake;

	intake->chatter = intake->answers = 0;
	intake->unkept_due = intake->unkept_due || tells;
}

static void add_unkept(struct seat *seat, size_t size)
{
	seat->intake.unkept++;
	seat->intake.unkept_size += (int64_t)size;
}

/* Counts the message.  True: it is kept.  Chatter is kept up to a limit a turn, so that an agent that prints
 * forever costs bounded memory.  */
static bool count_message(struct judge *judge, int s, enum channel channel, size_t size)
{
	struct seat *seat = &judge->seat[s];
	size_t limit = judge->match.setup.max_chatter, counted = size > MESSAGE_LEAST ? size : MESSAGE_LEAST;

	if (seat->asked.state == QUESTION_OPEN && judge->protocol->answers & CHANNEL_BIT(channel) &&
	    counted <= limit && seat->intake.answers <= limit - counted) {
		seat->intake.answers += counted;
		return true;
	}
	if (seat->intake.chatter <= limit) {
		seat->intake.chatter += counted;
		if (seat->intake.chatter <= limit)
			return true;
		judge_note_fields(judge, s, EVENT_CHATTER, NULL, (int64_t)limit, 0, 0);
	}
	add_unkept(seat, size);
	return false;
}

/* Is the message certain not to be kept, and nothing follows from it?  Then it is only counted: a flood may
 * have tens of thousands of them in one read.  */
static bool is_surplus(const struct judge *judge, int s, enum channel channel)
{
	const struct seat *seat = &judge->seat[s];

	return seat->intake.chatter > judge->match.setup.max_chatter &&
	       (seat->asked.state != QUESTION_OPEN || !(judge->protocol->answers & CHANNEL_BIT(channel)));
}

/* A message came.  It passes, waits at the gate, or is chatter that is not kept.  */
static void judge_arrived(struct judge *judge, int s, enum channel channel, const char *bytes, size_t size,
			  unsigned flags, struct span t)
{
	struct held held = {
		.message = {.t_ns = (channel == CHANNEL_STDERR ? t.first : t.last) - judge->time.t0,
			    .first_ns = t.first - judge->time.t0,
			    .seat = s,
			    .direction = FROM_AGENT,
			    .channel = channel,
			    .turn = judge_turn_now(judge, s),
			    .flags = flags,
			    .bytes = (char *)bytes,
			    .size = size}};
	struct message *message = &held.message;

	if (!count_message(judge, s, channel, size))
		return;
	judge_tell_unkept(judge, s);
	if (channel != CHANNEL_STDERR && judge->protocol->framing && judge->protocol->framing->flags)
		message->flags |= judge->protocol->framing->flags(judge->state, s, channel);
	if (judge->seat[s].asked.state != QUESTION_OPEN && channel != CHANNEL_STDERR && s != SEAT_NONE)
		message->flags |= MESSAGE_UNASKED;
	if (judge->phase != STARTING &&
	    message->flags & MESSAGE_UNASKED && /* while getting ready it may speak first */
	    judge->protocol->answers & CHANNEL_BIT(channel))
		judge->seat[s].intake.spoke_unasked = true;
	if (judge->wakes.now && judge->wakes.now == judge->wakes.last && s != judge->wakes.last_seat)
		message->flags |= MESSAGE_UNORDERED;
	judge->wakes.last = judge->wakes.now;
	judge->wakes.last_seat = s;
	if (judge->watcher.asks.reason) /* it may read up to a NUL */
		message->bytes = judge_text(judge, bytes, size);
	if (channel == CHANNEL_STDERR) {
		if (t.first < judge->time.now)
			message->flags |= MESSAGE_HELD;
		judge_put_message(judge, message);
		if (judge->watcher.asks.reason && judge->phase != OVER)
			judge_stop(judge, (struct stop){.kind = STOP_MESSAGE, .seat = s, .message = message});
	} else if (judge->phase == OVER || judge_let_pass(judge, &held)) {
		judge_pass_from_agent(judge, message);
	}
}

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

/* Makes a message of each line on stderr.  */
static void take_stderr(struct judge *judge, int s, const char *bytes, size_t size)
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

void judge_end_stderr(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	seat->intake.stderr_due = false;
	if (seat->intake.err.size)
		judge_arrived(judge, s, CHANNEL_STDERR, seat->intake.err.at, seat->intake.err.size,
			      MESSAGE_UNENDED, seat->intake.err_t);
	seat->intake.err.size = 0;
}

void judge_stderr_due(struct judge *judge, int s)
{
	judge->seat[s].intake.stderr_due = true;
}

/* ---- what is pending ---- */

void judge_pending_due(struct judge *judge, int s)
{
	judge->seat[s].intake.pending_due = true;
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

/* Notes bytes as pending.  */
static void note_pending_bytes(struct judge *judge, int s, const char *bytes, size_t size)
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
	note_pending_bytes(judge, s, seat->intake.in.at, seat->intake.in.size);
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
		if (seat->intake.stderr_due)
			judge_end_stderr(judge, s);
		if (seat->intake.pending_due && !seat->intake.in_hand) {
			seat->intake.pending_due = false;
			judge_note_pending(judge, s);
		}
	}
}

/* ---- messages ---- */

/* The size of the first message; 0: it is incomplete.  */
static size_t first_message(struct judge *judge, int s, const char *bytes, size_t size, bool ended)
{
	size_t seen = judge->seat[s].intake.seen;

	if (!judge->protocol->framing)
		return frame_line(bytes, size, seen, ended);
	return judge->protocol->framing->frame(judge->state, s, bytes, size, seen, ended);
}

/* Makes messages of the buffer's bytes.  */
void judge_cut_messages(struct judge *judge, int s, bool ended)
{
	struct seat *seat = &judge->seat[s];
	size_t from = 0, size, kept, same = 0;
	const char *surplus =
		NULL; /* the message before, of `same` bytes; the same bytes are surplus again */
	enum channel channel = CHANNEL_UNKNOWN;
	unsigned early;

	while (seat->intake.in.size > from &&
	       (size = first_message(judge, s, seat->intake.in.at + from, seat->intake.in.size - from,
				     ended)) > 0) {
		const char *at = seat->intake.in.at + from;

		from += size;
		seat->intake.in_hand = true;
		seat->intake.seen = seat->intake.noted = 0;
		if (seat->intake.cutting) {
			seat->intake.cutting = false;
			continue;
		}
		kept = size < MESSAGE_KEPT ? size : MESSAGE_KEPT;
		if (size != same || memcmp(surplus, at, size) != 0)
			channel = judge->protocol->channel(judge->state, s, at, kept);
		same = 0;
		if (!ended && is_surplus(judge, s, channel)) {
			add_unkept(seat, kept);
			surplus = at;
			same = size;
			seat->intake.in_t.first = seat->intake.in_t.last;
			continue;
		}
		if (ended && from == seat->intake.in.size) /* a replay needs the moment */
			note_pending_bytes(judge, s, at, size);
		judge_let_act(judge, judge->gate.mode != GATE_CLOSED);
		early = from - size < seat->intake.early && s != SEAT_NONE ? MESSAGE_UNASKED : 0;
		if (judge->protocol->answers & CHANNEL_BIT(channel))
			judge_end_stderr(judge, s); /* what it said on stderr before it answered */
		judge_arrived(judge, s, channel, at, kept,
			      early | (kept < size                             ? MESSAGE_CUT
				       : ended && from == seat->intake.in.size ? MESSAGE_UNENDED
									       : 0),
			      seat->intake.in_t);
		judge_settle(judge);
		seat->intake.in_hand = false;
		if (seat->intake.in.size < from)
			return; /* a fresh process took the seat */
		seat->intake.in_t.first = seat->intake.in_t.last;
	}
	seat->intake.in_hand = false;
	bytes_drop(&seat->intake.in, from);
	seat->intake.early = seat->intake.early > from ? seat->intake.in.size : 0;
	seat->intake.seen = seat->intake.in.size;
	if (seat->intake.in.size > MESSAGE_KEPT || (seat->intake.cutting && seat->intake.in.size)) {
		bool cut = !seat->intake.cutting;

		seat->intake.cutting =
			true; /* first, because the message may cause a fresh process to take the seat */
		seat->intake.seen = 0;
		if (cut)
			judge_arrived(
				judge, s,
				judge->protocol->channel(judge->state, s, seat->intake.in.at, MESSAGE_KEPT),
				seat->intake.in.at, MESSAGE_KEPT, MESSAGE_CUT, seat->intake.in_t);
		bytes_drop(&seat->intake.in, seat->intake.in.size);
	}
}

void judge_wake(struct judge *judge, unsigned wake)
{
	judge->wakes.now = wake;
}

void judge_forget_bytes(struct judge *judge, int seat)
{
	struct intake *intake = &judge->seat[seat].intake;

	intake->in.size = intake->seen = intake->noted = intake->early = 0;
	intake->cutting = intake->unread = intake->spoke_unasked = false;
}

void judge_question_unread(struct judge *judge, int seat)
{
	judge->seat[seat].intake.unread = true;
}

bool judge_bytes(struct judge *judge, int64_t t, int seat, enum stream stream, const char *bytes, size_t size)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	if (stream == STREAM_STDERR) {
		take_stderr(judge, seat, bytes, size);
		judge_settle(judge);
		return at->intake.spoke_unasked;
	}
	if (!at->intake.in.size)
		at->intake.in_t.first = judge->time.now;
	at->intake.in_t.last = judge->time.now;
	bytes_add(&at->intake.in, bytes, size);
	if (at->intake.unread)
		at->intake.early = at->intake.in.size;
	at->intake.unread = false;
	judge_cut_messages(judge, seat, false);
	judge_settle(judge);
	return at->intake.spoke_unasked;
}
