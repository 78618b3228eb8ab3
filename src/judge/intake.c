/* intake.c - bytes of an agent become messages: cut, bounded, marked.  */
#include "judge_state.h"

#include "frame.h"

enum {
	/* A message is kept whole up to here, whatever its reader is shown of it (protocols/README).  */
	MESSAGE_KEPT = 1 << 20,
	/* To keep a message costs memory of its own: an agent may print empty lines only.  */
	MESSAGE_LEAST = 64,
};

void judge_tell_unkept(struct judge *judge, int seat)
{
	struct seat *at = &judge->seat[seat];

	if (at->unkept)
		judge_note_numbers(judge, seat, EVENT_UNKEPT, at->unkept, at->unkept_size);
	at->unkept = at->unkept_size = 0;
	at->unkept_due = false;
}

void judge_renew_chatter(struct judge *judge, int seat)
{
	judge->seat[seat].chatter = judge->seat[seat].answers = 0;
}

void judge_settle_chatter(struct judge *judge, int seat)
{
	judge->seat[seat].unkept_due = true;
	judge_renew_chatter(judge, seat);
}

/* Chatter is kept up to a limit a turn, so that an agent that prints without end costs bounded memory.  */
static bool is_kept(struct judge *judge, int s, enum channel channel, size_t size)
{
	struct seat *seat = &judge->seat[s];
	size_t limit = judge->match.setup.max_chatter, counted = size > MESSAGE_LEAST ? size : MESSAGE_LEAST;

	if (seat->question == QUESTION_OPEN && judge->protocol->answers & CHANNEL_BIT(channel) &&
	    counted <= limit && seat->answers <= limit - counted) {
		seat->answers += counted;
		return true;
	}
	if (seat->chatter <= limit) {
		seat->chatter += counted;
		if (seat->chatter <= limit)
			return true;
		judge_note_numbers(judge, s, EVENT_CHATTER, (int64_t)limit, 0);
	}
	seat->unkept++;
	seat->unkept_size += (int64_t)size;
	return false;
}

void judge_arrived(struct judge *judge, int s, enum channel channel, const char *bytes, size_t size,
		   unsigned flags, struct span t)
{
	struct held held = {.message = {.t_ns = (channel == CHANNEL_STDERR ? t.first : t.last) - judge->t0,
					.first_ns = t.first - judge->t0,
					.seat = s,
					.direction = FROM_AGENT,
					.channel = channel,
					.turn = judge_turn_now(judge, s),
					.flags = flags,
					.size = size}};
	struct message *message = &held.message;

	if (!is_kept(judge, s, channel, size))
		return;
	judge_tell_unkept(judge, s);
	if (channel != CHANNEL_STDERR && judge->protocol->flags)
		message->flags |= judge->protocol->flags(judge->state, s, channel);
	if (judge->seat[s].question != QUESTION_OPEN && channel != CHANNEL_STDERR && s != SEAT_NONE)
		message->flags |= MESSAGE_UNASKED;
	if (judge->phase != STARTING &&
	    message->flags & MESSAGE_UNASKED && /* to get ready it may speak first */
	    judge->protocol->answers & CHANNEL_BIT(channel))
		judge->seat[s].spoke_unasked = true;
	if (judge->wake && judge->wake == judge->came_wake && s != judge->came_seat)
		message->flags |= MESSAGE_UNORDERED;
	judge->came_wake = judge->wake;
	judge->came_seat = s;
	message->bytes = bytes_copy(bytes, size);
	if (channel == CHANNEL_STDERR) {
		if (t.first < judge->now)
			message->flags |= MESSAGE_HELD;
		judge_put_message(judge, *message);
		if (judge->stops.why && judge->phase != OVER)
			judge_stop(judge, (struct stop){.kind = STOP_MESSAGE, .seat = s, .message = message});
	} else if (judge->phase == OVER || (!judge->line_delay && judge_may_pass(judge, &held, false))) {
		judge_pass_from_agent(judge, *message);
	} else {
		gate_hold(&judge->gate, held);
	}
}

/* The size of the first message; 0: it is not complete.  */
static size_t first_message(struct judge *judge, int s, const char *bytes, size_t size, bool ended)
{
	size_t seen = judge->seat[s].seen;

	if (!judge->protocol->frame)
		return frame_line(bytes, size, seen, ended);
	return judge->protocol->frame(judge->state, s, bytes, size, seen, ended);
}

/* Makes messages of what stands in the buffer.  */
void judge_cut_messages(struct judge *judge, int s, bool ended)
{
	struct seat *seat = &judge->seat[s];
	size_t from = 0, size, kept;
	enum channel channel;
	unsigned early;

	while (seat->in.size > from &&
	       (size = first_message(judge, s, seat->in.at + from, seat->in.size - from, ended)) > 0) {
		const char *at = seat->in.at + from;

		from += size;
		seat->in_hand = true;
		seat->seen = seat->noted = 0;
		if (seat->cutting) {
			seat->cutting = false;
			continue;
		}
		if (ended && from == seat->in.size) /* so a recording knows when the message has passed */
			judge_note_rest(judge, s, at, size);
		judge->acts = judge->gate.mode != GATE_CLOSED;
		early = from - size < seat->early && s != SEAT_NONE ? MESSAGE_UNASKED : 0;
		kept = size < MESSAGE_KEPT ? size : MESSAGE_KEPT;
		channel = judge->protocol->channel(judge->state, s, at, kept);
		if (judge->protocol->answers & CHANNEL_BIT(channel))
			judge_end_words(judge, s); /* what it said before it answered */
		judge_arrived(judge, s, channel, at, kept,
			      early | (kept < size                      ? MESSAGE_CUT
				       : ended && from == seat->in.size ? MESSAGE_UNENDED
									: 0),
			      seat->in_t);
		judge_settle(judge);
		seat->in_hand = false;
		if (seat->in.size < from)
			return; /* a fresh process was put on the seat */
		seat->in_t.first = seat->in_t.last;
	}
	seat->in_hand = false;
	bytes_drop(&seat->in, from);
	seat->early = seat->early > from ? seat->in.size : 0;
	seat->seen = seat->in.size;
	if (seat->in.size > MESSAGE_KEPT || (seat->cutting && seat->in.size)) {
		bool cut = !seat->cutting;

		seat->cutting = true; /* first: what the message does may put a fresh process here */
		seat->seen = 0;
		if (cut)
			judge_arrived(judge, s,
				      judge->protocol->channel(judge->state, s, seat->in.at, MESSAGE_KEPT),
				      seat->in.at, MESSAGE_KEPT, MESSAGE_CUT, seat->in_t);
		bytes_drop(&seat->in, seat->in.size);
	}
}

void judge_wake(struct judge *judge, unsigned wake)
{
	judge->wake = wake;
}

void judge_question_unread(struct judge *judge, int seat)
{
	judge->seat[seat].unread = true;
}

void judge_bytes(struct judge *judge, int64_t t, int seat, enum stream stream, const char *bytes, size_t size)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	if (stream == STREAM_STDERR) {
		judge_words(judge, seat, bytes, size);
		judge_settle(judge);
		return;
	}
	if (!at->in.size)
		at->in_t.first = judge->now;
	at->in_t.last = judge->now;
	bytes_add(&at->in, bytes, size);
	if (at->unread)
		at->early = at->in.size;
	at->unread = false;
	judge_cut_messages(judge, seat, false);
	judge_settle(judge);
}
