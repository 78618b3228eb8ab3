/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hold.c - what a person does to a waiting message: edit, drop or delay it.  Also sends a person's own.
 *
 * Each is noted as an event of the message's seat.  A message that is kept back is recorded too, so a
 * recording has both what was said and what a person made of it.  From the note a replay knows which of an
 * agent's waiting messages was meant.  Messages from agents are replayed in the order in which they passed.
 */
#include "judge_parts.h"

#include "ringside/edit.h"

#include <stdlib.h>
#include <string.h>

static bool is_binary(const struct judge *judge)
{
	return judge->protocol->texts->meaning != NULL;
}

/* What an agent says to people changes nothing.  The end of a delay is none.  */
void judge_hold_touched(struct judge *judge, const struct message *message, struct event event, int64_t n)
{
	if (event.kind == EVENT_DELAY
		    ? event.number[1] > 0
		    : message->direction == TO_AGENT ||
			      protocol_is_answer(judge->protocol, message->seat, message->channel))
		judge_touched(judge, message->seat, event, n);
}

int judge_waiting_for(const struct judge *judge, int seat, int k)
{
	const struct message *held;

	for (int i = 0; (held = judge_held(judge, i)); i++)
		if (held->direction == TO_AGENT && held->seat == seat && --k == 0)
			return i;
	return -1;
}

/* The reverse: k of the message at this place.  */
static int number_of(const struct judge *judge, int i)
{
	int seat = judge_held(judge, i)->seat, k = 1;

	while (judge_waiting_for(judge, seat, k) != i)
		k++;
	return k;
}

/* Notes which of an agent's waiting messages was meant, for the replay.  */
static void note(struct judge *judge, enum event_kind kind, int i, int64_t ns)
{
	const struct message *message = judge_held(judge, i);
	struct event event = {.kind = kind,
			      .number = {message->direction == TO_AGENT ? number_of(judge, i) : 0, ns}};

	judge_note(judge, message->seat, event, NULL, 0);
	judge_hold_touched(judge, message, event, judge->out.last_n);
}

/* A message from an agent gets no effect.  */
static void keep_back(struct judge *judge, struct message message, unsigned flags)
{
	message.turn = judge_turn_now(judge, message.seat);
	message.flags |= MESSAGE_WITHHELD | MESSAGE_DROPPED | flags;
	if (message.direction == FROM_AGENT && message.t_ns < judge->time.now - judge->time.t0)
		message.flags |= MESSAGE_HELD;
	judge_put_message(judge, &message);
}

/* Until the message passes, that can be taken back.  Nothing is noted before.  */
static char *drop(struct judge *judge, int i)
{
	if (gate_at(&judge->gate, i)->exited)
		return bytes_text("the end of a process cannot be dropped");
	gate_toggle_dropped(&judge->gate, i);
	return NULL;
}

/* place: which of those that wait for its agent, from 1.  */
static void pass_dropped(struct judge *judge, struct message *message, int place)
{
	struct event event = {.kind = EVENT_DROP, .number = {message->direction == TO_AGENT ? place : 0}};

	judge_note(judge, message->seat, event, NULL, 0);
	judge_hold_touched(judge, message, event, judge->out.last_n);
	if (message->direction == FROM_AGENT)
		keep_back(judge, *message, 0);
	else
		judge_pass_to_agent(judge, message);
}

void judge_pass_dropped(struct judge *judge, struct message *message)
{
	pass_dropped(judge, message, 1); /* messages to an agent keep their order */
}

/* The first message to the seat that was dropped passes: a person's own takes its place, and what the agent
 * answers to that has to find the question asked.  */
static void pass_first_dropped(struct judge *judge, int s)
{
	int i, place;
	struct message message;

	for (place = 1; (i = judge_waiting_for(judge, s, place)) >= 0; place++)
		if (judge_held(judge, i)->flags & MESSAGE_WITHHELD)
			break;
	if (i < 0)
		return;
	message = gate_take_at(&judge->gate, i).message;
	pass_dropped(judge, &message, place);
	free(message.bytes);
}

/* Why bytes cannot replace a binary message: they must be one message too, or the agent would lose track of
 * the stream.  NULL: they can.  */
static char *misfit_bytes(const struct judge *judge, const struct message *message, bool same_kind,
			  const struct bytes *bytes)
{
	size_t whole;

	if (message->direction == TO_AGENT || same_kind)
		return bytes->size == message->size
			       ? NULL
			       : bytes_text("%zu byte%s: expected %zu, as many as there were", bytes->size,
					    bytes->size == 1 ? "" : "s", message->size);
	whole = judge->protocol->framing->frame(judge->state, message->seat, bytes->at, bytes->size, 0,
						false);
	if (whole == bytes->size)
		return NULL;
	return whole ? bytes_text("%zu bytes: expected one message, but the first one ends after "
				  "%zu",
				  bytes->size, whole)
		     : bytes_text("%zu byte%s: expected one message, but one that begins with %02x is longer",
				  bytes->size, bytes->size == 1 ? "" : "s", (unsigned char)bytes->at[0]);
}

/* The same for text.  The line end of the old message is kept.  */
static char *misfit_text(const struct judge *judge, const struct message *message, struct bytes *bytes)
{
	const struct protocol *protocol = judge->protocol;
	bool frames = protocol->framing && message->direction == FROM_AGENT;
	size_t size = message_text_size(message, protocol);

	if (!frames && (memchr(bytes->at, '\n', bytes->size) || memchr(bytes->at, '\r', bytes->size)))
		return bytes_text("a line end in the text: expected one line without its end");
	bytes_add(bytes, message->bytes + size, message->size - size);
	if (frames && protocol->framing->frame(judge->state, message->seat, bytes->at, bytes->size, 0,
					       message->flags & MESSAGE_UNENDED) != bytes->size)
		return bytes_text("more than one message: expected one without its end");
	return NULL;
}

/* The channel of the bytes that replace this message.  A message whose channel follows from its place alone,
 * as a client's first byte, keeps its channel.  */
static enum channel channel_for(const struct judge *judge, const struct message *message,
				const struct bytes *bytes, bool *same_kind)
{
	const struct protocol *protocol = judge->protocol;

	*same_kind = message->direction == TO_AGENT ||
		     protocol->channel(judge->state, message->seat, message->bytes, message->size) !=
			     message->channel;
	return *same_kind ? message->channel
			  : protocol->channel(judge->state, message->seat, bytes->at, bytes->size);
}

static char *edit(struct judge *judge, int i, const char *text)
{
	const struct held *held = gate_at(&judge->gate, i);
	struct message before = held->message, edited = before;
	struct bytes bytes = {0};
	bool same_kind;
	char *problem;

	if (held->exited)
		return bytes_text("the end of a process cannot be edited");
	problem = edit_read(text, is_binary(judge), &bytes);
	if (!problem)
		edited.channel = channel_for(judge, &before, &bytes, &same_kind);
	if (!problem)
		problem = is_binary(judge) ? misfit_bytes(judge, &before, same_kind, &bytes)
					   : misfit_text(judge, &before, &bytes);
	if (problem) {
		bytes_free(&bytes);
		return problem;
	}
	note(judge, EVENT_EDIT, i, 0);
	edited.bytes = bytes.at;
	edited.size = bytes.size;
	edited.flags |= MESSAGE_EDITED;
	edited.flags &=
		~(unsigned)(MESSAGE_CUT | MESSAGE_WITHHELD | (is_binary(judge) ? MESSAGE_UNENDED : 0));
	gate_replace(&judge->gate, i, edited);
	before.flags &= ~(unsigned)(MESSAGE_ASKS | MESSAGE_STARTS); /* its replacement does that */
	keep_back(judge, before, MESSAGE_CHANGED);
	free(before.bytes);
	return NULL;
}

static char *delay(struct judge *judge, int i, int64_t ns)
{
	if (ns < 0)
		return bytes_text("a delay is 0 or more");
	note(judge, EVENT_DELAY, i, ns);
	gate_delay(&judge->gate, i, ns, judge->time.now, judge->time.standing);
	return NULL;
}

static char *cannot_send(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];

	switch (judge->match.setup.seat[s].kind) {
	case SEAT_FREE:
		return s ? bytes_text("nobody sits on seat %d", s) : bytes_text("there is no game program");
	case SEAT_HUMAN: return bytes_text("a person sits on seat %d: no agent reads there", s);
	case SEAT_AGENT: break;
	}
	if (seat->process.life != LIFE_ALIVE || seat->process.leaving)
		return bytes_text("the agent of seat %d %s", s,
				  seat->process.life == LIFE_STARTING || seat->process.life == LIFE_REPLACED
					  ? "has not started yet"
					  : "has left");
	return NULL;
}

static char *send(struct judge *judge, int s, const char *text)
{
	struct bytes bytes = {0};
	char *problem = cannot_send(judge, s);

	if (!problem)
		problem = edit_read(text, is_binary(judge), &bytes);
	if (problem) {
		bytes_free(&bytes);
		return problem;
	}
	if (!is_binary(judge) && (!bytes.size || bytes.at[bytes.size - 1] != '\n'))
		bytes_add_text(&bytes, judge->seat[s].line.ends_crlf ? "\r\n" : "\n");
	pass_first_dropped(judge, s);
	judge_note_plain(judge, s, EVENT_SEND);
	judge_touched(judge, s, (struct event){.kind = EVENT_SEND}, judge->out.last_n);
	judge_put_message_first(
		judge, &(struct message){.seat = s,
					 .direction = TO_AGENT,
					 .channel = is_binary(judge) ? CHANNEL_UNKNOWN : CHANNEL_COMMAND,
					 .turn = judge_turn_now(judge, s),
					 .flags = MESSAGE_EDITED,
					 .bytes = bytes.at,
					 .size = bytes.size});
	bytes_free(&bytes);
	return NULL;
}

char *judge_hold_request(struct judge *judge, const struct request *request)
{
	int waiting = judge->gate.last - judge->gate.first;

	if (judge->phase == OVER)
		return bytes_text("the match is over");
	if (request->kind == REQUEST_SEND)
		return send(judge, request->seat, request->text);
	if (!waiting)
		return bytes_text("no message is held: pause or step holds the next one");
	if (request->held < 0 || request->held >= waiting)
		return bytes_text("there is no held message #%d: %d %s held", request->held + 1, waiting,
				  waiting == 1 ? "is" : "are");
	switch (request->kind) {
	case REQUEST_EDIT: return edit(judge, request->held, request->text);
	case REQUEST_DROP: return drop(judge, request->held);
	default: return delay(judge, request->held, request->ns);
	}
}

/* ---- replaying ---- */

void judge_hold_noted(struct judge *judge, const struct message *noted)
{
	struct seat *seat = &judge->seat[noted->seat];
	const struct event *event = &noted->event;
	bool changes = event->number[0] && (event->kind == EVENT_DROP || event->kind == EVENT_EDIT),
	     delays = event->kind == EVENT_DELAY && event->number[1] > 0;

	if (event->kind == EVENT_SEND)
		seat->redone.sent = true;
	/* Several that were dropped may pass at once, before any of them is written.  */
	if (changes && seat->redone.touched && event->kind == EVENT_DROP)
		seat->redone.more++;
	else if (changes)
		seat->redone.touched = (int)event->number[0];
	if (changes || delays || event->kind == EVENT_SEND)
		judge_touched(judge, noted->seat, *event, noted->n);
}

/* Queues a copy of the record.  */
static void put_again(struct judge *judge, const struct message *message)
{
	struct message copy = *message;

	copy.flags &= ~(unsigned)MESSAGE_UNSENT;
	judge_put_message(judge, &copy);
}

static void drop_again(struct judge *judge, int i, const struct message *message)
{
	struct message held = gate_take_at(&judge->gate, i).message;

	free(held.bytes);
	held.bytes = message->bytes;
	held.size = message->size;
	held.flags |= MESSAGE_WITHHELD;
	judge_pass_to_agent(judge, &held);
}

bool judge_hold_replayed(struct judge *judge, int64_t t, const struct message *message, bool *fits)
{
	struct seat *seat = &judge->seat[message->seat];
	bool withheld = message->flags & MESSAGE_WITHHELD,
	     sent = seat->redone.sent && message->flags & MESSAGE_EDITED && !withheld;
	int i = withheld ? judge_waiting_for(judge, message->seat, seat->redone.touched) : -1;

	*fits = !withheld || (seat->redone.touched && i >= 0);
	if (!*fits || !(withheld || sent))
		return false;
	judge_advance(judge, t);
	if (sent) {
		seat->redone.sent = false;
		put_again(judge, message);
	} else if (message->flags & MESSAGE_CHANGED) {
		gate_set_edited(&judge->gate, i, true);
		put_again(judge, message);
	} else {
		drop_again(judge, i, message);
	}
	if (withheld) {
		seat->redone.touched = seat->redone.more > 0;
		seat->redone.more -= seat->redone.touched;
	}
	judge_settle(judge);
	return true;
}

/* A live judge was never told what the person wrote.  */
void judge_hold_forget(struct judge *judge)
{
	const struct held *held;

	for (int i = 0; (held = gate_at(&judge->gate, i)); i++) {
		gate_set_edited(&judge->gate, i, false);
		if (held->message.flags & MESSAGE_WITHHELD)
			gate_toggle_dropped(&judge->gate, i);
	}
	for (int s = 0; s < SEATS; s++) {
		judge->seat[s].redone.touched = judge->seat[s].redone.more = 0;
		judge->seat[s].redone.sent = false;
	}
}
