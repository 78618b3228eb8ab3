/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why.c - the questions that `why` answers: a verdict, a fault, a stop, a message.
 *
 * First the rules and the usual causes, then what people did to the messages, then an answer a question.  */
#include "why_state.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

enum {
	WIDEST = 19, /* column of the section "Next"; few command lines are longer */
	HELD_SHOWN = 8,
	ACTS_SHOWN = 8,
	NEAR = 256,          /* messages around a fault or an act; the one that is meant is near */
	LOOKED_THROUGH = 512 /* events back from a moment */
};

/* ---- a message ---- */

enum {
	LINE_SHOWN = 160, /* most bytes of a message in one line */
	HEX_SHOWN = 16,
	TEXT_SHOWN = 4096, /* the same in full */
	DUMP_SHOWN = 512,
	DETAILS_SHOWN = 1 << 20, /* the same in its details: 65,536 rows in hexadecimal */
	DUMP_ROW = 16
};

struct flag_row {
	unsigned flag;
	const char *meaning;
};

static const struct flag_row flag_rows[] = {
	{MESSAGE_FAULT, "It breaks the protocol."},
	{MESSAGE_EDITED, "A person wrote these bytes."},
	{MESSAGE_WITHHELD, "A person kept it back: nobody received it."},
	{MESSAGE_CHANGED, "A person put another one in its place."},
	{MESSAGE_REPLY, "It replies to what a person sent or edited, so it is no fault."},
	{MESSAGE_UNASKED, "It came when its seat had no question to answer."},
	{MESSAGE_DROPPED, "It had no effect on the match."},
	{MESSAGE_CUT, "It is longer than --max-line allows: only its beginning was read."},
	{MESSAGE_UNENDED, "It has no line end, and nothing came after it."},
	{MESSAGE_ASKS, "The seat has to answer it."},
	{MESSAGE_STARTS, "The clock of the seat starts here."},
	{MESSAGE_UNORDERED,
	 "It was read at the same time as a message of the other seat: which came first is unknown."},
	{MESSAGE_UNSENT, "The agent had stopped reading and never got it."},
	{MESSAGE_HELD, "It came earlier than its number says: it was held, or its end came later."},
	{MESSAGE_STOPPED, "The match was stopped before it."},
	{MESSAGE_LITTLE, "Its numbers are little-endian."},
};

/* What people did to a message, behind its line.  */
static const struct flag_row touches[] = {
	{MESSAGE_WITHHELD, "kept back by a person"},
	{MESSAGE_EDITED, "written by a person"},
	{MESSAGE_CHANGED, "replaced by a person"},
	{MESSAGE_REPLY, "a reply to a person"},
};

static bool is_binary(const struct why *why, const struct message *message)
{
	return shown_as_meaning(&why->match->setup, message);
}

static char *meaning_of(const struct why *why, const struct message *message)
{
	return is_binary(why, message) ? why->protocol->texts->meaning(&why->match->setup, message) : NULL;
}

static void add_line_bytes(struct why *why, const struct message *message)
{
	char *meaning = meaning_of(why, message);
	size_t size = message->size, most = is_binary(why, message) ? HEX_SHOWN : LINE_SHOWN;

	if (message->direction == EVENT) {
		bytes_add_owned(&why->text, event_words(message));
		return;
	}
	if (size > most)
		size = most;
	if (is_binary(why, message)) {
		for (size_t i = 0; i < size; i++)
			bytes_addf(&why->text, "%s%02x", i ? " " : "", (unsigned char)message->bytes[i]);
	} else {
		bytes_add_text(&why->text, "\"");
		bytes_add_owned(&why->text, bytes_escaped(message->bytes, size));
		bytes_add_text(&why->text, "\"");
	}
	if (size < message->size)
		bytes_addf(&why->text, " ... (%zu bytes)", message->size);
	if (meaning)
		bytes_addf(&why->text, "  %s", meaning);
	free(meaning);
}

static const char *const ways[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "of"};

/* Adds a line: number, time, direction, channel and bytes of the message.  */
static void why_line(struct why *why, const struct message *message)
{
	char time[VALUE_CLOCK], number[VALUE_CLOCK], way[VALUE_CLOCK];

	snprintf(number, sizeof(number), "#%" PRId64,
		 message->n ? why_name(why, message->n) : message->number);
	if (message->direction == EVENT && message->seat == SEAT_NONE)
		way[0] = '\0';
	else
		snprintf(way, sizeof(way), "%s %d", ways[message->direction], message->seat);
	bytes_addf(&why->text, "  %-6s %s  %-6s  %-8s  ", number, value_clock(message->t_ns, time), way,
		   channel_name(message->channel));
	add_line_bytes(why, message);
	for (size_t i = 0; i < sizeof(touches) / sizeof(touches[0]); i++)
		if (message->flags & touches[i].flag) {
			bytes_addf(&why->text, "  (%s)", touches[i].meaning);
			break;
		}
	bytes_add_text(&why->text, message->n ? "\n" : "  (held)\n");
}

/* Adds rows of 16 bytes in hexadecimal and as text.  */
static void add_dump(struct why *why, const struct message *message)
{
	size_t most = why->details ? DETAILS_SHOWN : DUMP_SHOWN,
	       shown = message->size < most ? message->size : most;

	for (size_t at = 0; at < shown; at += DUMP_ROW) {
		bytes_addf(&why->text, "  %04zx ", at);
		for (size_t i = 0; i < DUMP_ROW; i++)
			if (at + i < shown)
				bytes_addf(&why->text, " %02x", (unsigned char)message->bytes[at + i]);
			else
				bytes_add_text(&why->text, "   ");
		bytes_add_text(&why->text, "  ");
		for (size_t i = at; i < shown && i < at + DUMP_ROW; i++) {
			unsigned char c = (unsigned char)message->bytes[i];

			/* No character that could make a link or a quote.  */
			bytes_addf(&why->text, "%c", c > ' ' && c < 0x7f && !strchr("\"`#\\", c) ? c : '.');
		}
		bytes_add_text(&why->text, "\n");
	}
	if (shown < message->size)
		bytes_addf(&why->text, "  ... %zu bytes more\n", message->size - shown);
}

static void add_text(struct why *why, const struct message *message)
{
	size_t most = why->details ? DETAILS_SHOWN : TEXT_SHOWN,
	       shown = message->size < most ? message->size : most;
	char *escaped, *line;

	if (message->direction == EVENT) {
		escaped = event_words(message);
		bytes_addf(&why->text, "  %s\n", escaped);
		free(escaped);
		for (const char *at = message->bytes, *end = at + message->size;
		     message->event.kind == EVENT_BACKTRACE && (line = why_next_line(&at, end)); free(line))
			bytes_addf(&why->text, "    %s\n", line);
		return;
	}
	escaped = bytes_escaped(message->bytes, shown);
	bytes_addf(&why->text, "  \"%s\"\n", escaped);
	if (shown < message->size)
		bytes_addf(&why->text, "  ... %zu bytes more\n", message->size - shown);
	free(escaped);
}

/* "#41 from seat 2 (rapfi), on the channel move".  */
static void add_title(struct why *why, const struct message *message)
{
	char time[VALUE_CLOCK], *seat = why_seat(why, message->seat, message->n);

	bytes_addf(&why->text, "#%" PRId64 " ", message->n ? why_name(why, message->n) : message->number);
	if (!message->n)
		bytes_add_text(&why->text, "is held, ");
	if (message->direction != EVENT || message->seat != SEAT_NONE)
		bytes_addf(&why->text, "%s %s, ", ways[message->direction], seat);
	bytes_addf(&why->text, "channel %s, at %s", channel_name(message->channel),
		   value_clock(message->t_ns, time));
	if (message->turn)
		bytes_addf(&why->text, ", turn %d", message->turn);
	free(seat);
	if (message->direction == EVENT)
		bytes_add_text(&why->text, "\n");
	else
		bytes_addf(&why->text, ": %zu byte%s\n", message->size, message->size == 1 ? "" : "s");
}

/* Did something stop the match, or a person?  */
static bool is_stop_or_pause(const struct message *note)
{
	return event_stops(&note->event) || note->event.kind == EVENT_PAUSE;
}

/* Names the program of --on, if the match stood at message n because that was asked.  */
static void add_go_between(struct why *why, int64_t n)
{
	struct message note;
	size_t mark = strlen(GO_BETWEEN_MARK);

	if (why_newest(why, n, WHY_ANY_SEAT, CHANNEL_EVENT, is_stop_or_pause, &note) && note.size > mark &&
	    memcmp(note.bytes, GO_BETWEEN_MARK, mark) == 0)
		bytes_addf(&why->text, "  It was not a person but a program: %.*s.\n", (int)note.size,
			   note.bytes);
}

/* Adds all that is known about a message.  */
static void why_whole(struct why *why, const struct message *message)
{
	FREED char *meaning = meaning_of(why, message);

	add_title(why, message);
	if (is_binary(why, message) != (why->turned && message->direction != EVENT))
		add_dump(why, message);
	else
		add_text(why, message);
	if (meaning)
		bytes_addf(&why->text, "  It means: %s\n", meaning);
	for (size_t i = 0; i < sizeof(flag_rows) / sizeof(flag_rows[0]); i++)
		if (message->flags & flag_rows[i].flag)
			bytes_addf(&why->text, "  %s\n", flag_rows[i].meaning);
	if (message->flags & (MESSAGE_EDITED | MESSAGE_WITHHELD | MESSAGE_CHANGED))
		add_go_between(why, message->n);
}

/* ---- what may come next ---- */

/* Adds a command line and what it does to the section "Next", if there is a command `name`. The first one
 * begins the section and sets *begun. Takes ownership of the line, in which a word in capitals is to be
 * replaced.  */
static void add_next(struct why *why, bool *begun, const char *name, char *line, const char *help)
{
	int size = (int)strlen(line);
	bool known = !why->source->knows || why->source->knows(why->source->user, name);

	if (known && !*begun)
		bytes_add_text(&why->text, "Next\n");
	if (known)
		bytes_addf(&why->text, "  `%s`%*s  %s\n", line, size < WIDEST ? WIDEST - size : 0, "", help);
	*begun = *begun || known;
	free(line);
}

/* Adds why the rules refuse an answer in the current position; nothing if they accept it.  */
static void add_refused(struct why *why, const struct message *message)
{
	if (why->protocol->texts->refusal && message->direction == FROM_AGENT &&
	    message->channel == why->protocol->moves)
		bytes_add_owned(&why->text, why->protocol->texts->refusal(why->match, message));
}

/* Adds the output of all seats now that is no complete message, if the match is played here.  */
static void add_pending_now(struct why *why)
{
	struct pending_bytes pending;
	char *words, *who;

	for (int seat = 0; seat < SEATS && why->source->pending; seat++) {
		if (!why->source->pending(why->source->user, seat, &pending))
			continue;
		words = shown_pending(&why->match->setup, pending.bytes, pending.size, pending.wanted);
		who = why_seat(why, seat, 0);
		bytes_addf(&why->text, "\n  %s has sent %s", who, words);
		free(words);
		free(who);
	}
}

static const struct reason_row *row_of(const struct reason_row *row, const char *reason, const char *cause)
{
	size_t size = strlen(reason);

	for (; row && row->reason; row++)
		if (strncmp(row->reason, reason, size) == 0 &&
		    (!row->reason[size] ||
		     (row->reason[size] == ' ' && cause && strcmp(row->reason + size + 1, cause) == 0)))
			return row;
	return NULL;
}

/* Adds the rule for the reason of a verdict as a section.  */
static void add_rule(struct why *why, const struct verdict *verdict)
{
	const struct setup *setup = &why->match->setup;
	const struct reason_row *rows = why->protocol->texts->reasons;
	const struct reason_row *row = row_of(rows, verdict->reason, verdict->cause);
	/* What holds for all systems, where a system has no rule of its own, or not for this kind of end.  */
	const struct reason *shared = row ? NULL : reason_named(verdict->reason);
	const char *text;

	if (shared && shared->kind == REASON_OF_ENDING)
		row = row_of(rows, REASON_EXIT, NULL);
	if (shared && !shared->rule)
		shared = NULL;
	if (!row && !shared)
		return;
	bytes_addf(&why->text, "Rule\n  %s%s%s\n", row ? row->rule : "", row && shared ? " " : "",
		   shared ? shared->rule : "");
	text = row && row->option ? setup_given(setup, row->option->name) : NULL;
	if (text)
		bytes_addf(&why->text, "  This match was played with --%s %s.\n", row->option->name, text);
	bytes_addf(&why->text, "  [%s%s%s]\n", row ? row->source : "", row && shared ? "; " : "",
		   shared ? shared->source : "");
}

/* ---- a fault ---- */

/* Each kind of fault is recorded once in full; an event at the end of the match has the count.  */
static void add_count(struct why *why, const struct event *fault, int seat)
{
	struct why_search search = why_from(INT64_MAX, -1, seat, EVENT, CHANNEL_BIT(CHANNEL_FAULT));
	struct message message;

	for (int i = 0; i < NEAR && why_walk(why, &search, &message); i++)
		if (message.event.kind == EVENT_FAULT_COUNT && message.event.word &&
		    strcmp(message.event.word, fault->word) == 0) {
			bytes_addf(&why->text, "  It happened %" PRId64 " times in all.\n",
				   message.event.number[0]);
			return;
		}
}

/* Adds the fault, its consequence and its rule.  */
static void add_fault(struct why *why, const struct message *note)
{
	const struct fault_row *row = event_fault(&note->event);
	FREED char *seat = why_seat(why, note->seat, note->n);
	FREED char *words = note->event.kind == EVENT_FAULT
				    ? bytes_text("%s", row ? row->phrase : note->event.word)
				    : event_words(note);

	bytes_addf(&why->text, "fault of %s: %s\n", seat, words);
	if (row)
		bytes_addf(&why->text, "  Consequence: %s.\n",
			   note->event.number[EVENT_FAULT_STRICT] ? "loses (--strict)" : row->done);
	if (note->event.kind == EVENT_FAULT)
		add_count(why, &note->event, note->seat);
	if (row)
		bytes_addf(&why->text, "Rule\n  [%s]\n  %s\n", row->rule,
			   row->weight == FAULT_TOLD ? "It is only told, and never loses."
			   : why->match->setup.strict
				   ? "With --strict every fault loses."
				   : "A fault is reported and forgiven; with --strict it loses.");
}

/* Explains the fault of event n.  */
static void explain_fault(struct why *why, int64_t n)
{
	struct message note, message;
	struct why_turn turn;
	bool begun = false, found;

	if (!why_number(why, n, &note))
		return;
	add_fault(why, &note);
	found = note.event.kind == EVENT_FAULT &&
		why_number(why, note.event.number[EVENT_FAULT_MESSAGE], &message);
	bytes_addf(&why->text, "%s\n", found ? "The message and its fault" : "The fault");
	if (found)
		why_line(why, &message);
	if (why_number(why, n, &note))
		why_line(why, &note);
	if (why_is_agent(why, note.seat, n)) {
		turn = why_turn_of(why, note.seat, n, note.t_ns);
		why_sections(why, &turn, WHY_WORDS, "");
	}
	if (found)
		add_next(why, &begun, "why", bytes_text("why #%" PRId64, why_name(why, message.n)),
			 "all its bytes, and all that is known about it");
}

/* Is it the event of a fault, and not a count?  */
static bool is_fault(const struct message *note)
{
	return note->event.kind == EVENT_FAULT || note->event.kind == EVENT_FORGIVEN ||
	       note->event.kind == EVENT_CHATTER;
}

/* ---- the details of a message ---- */

/* Adds how long after the beginning of its turn it came, and the message that began that.  */
static void add_time_in_turn(struct why *why, const struct message *message)
{
	struct why_turn turn;
	char span[VALUE_CLOCK];

	if (message->seat == SEAT_NONE)
		return;
	turn = why_turn_of(why, message->seat, message->n - 1, message->t_ns);
	if (!turn.began_n)
		return;
	bytes_addf(&why->text, "  It came %s after its turn began (#%" PRId64 ").\n",
		   why_span(message->t_ns - turn.began_ns, span), why_name(why, turn.began_n));
	if (message->first_ns > 0 && message->first_ns < message->t_ns)
		bytes_addf(&why->text, "  Its first byte came %s before its last.\n",
			   why_span(message->t_ns - message->first_ns, span));
}

/* Adds a message as a line, after a heading that the first one gets.  */
static void add_under(struct why *why, const char *heading, bool *begun, const struct message *message)
{
	if (!*begun)
		bytes_addf(&why->text, "%s\n", heading);
	*begun = true;
	why_line(why, message);
}

/* Adds the faults that name the message.  They follow it.  */
static void add_faults(struct why *why, int64_t n)
{
	struct why_search search = why_from(n + 1, 1, WHY_ANY_SEAT, EVENT, CHANNEL_BIT(CHANNEL_FAULT));
	bool begun = false;
	struct message note;

	for (int i = 0; i < NEAR && why_walk(why, &search, &note); i++)
		if (is_fault(&note) && note.event.number[EVENT_FAULT_MESSAGE] == n)
			add_under(why, "What ringside thought of it", &begun, &note);
}

/* Adds the events between it and the next message.  */
static void add_events(struct why *why, int64_t n)
{
	struct why_search search = {
		.from = n + 1, .step = 1, .seats = ~0u, .channels = CHANNEL_ALL, .directions = 0};
	bool begun = false;
	struct message note;

	for (int i = 0; i < NEAR && why_walk(why, &search, &note) && note.direction == EVENT; i++)
		if (!is_fault(&note))
			add_under(why, "What happened then", &begun, &note);
}

/* The first message of the seat after n that goes this way and has these flags; false: there is none.  */
static bool next_with(const struct why *why, int seat, int64_t n, enum direction way, unsigned flags,
		      unsigned lacks, struct message *message)
{
	struct why_search search = why_from(n + 1, 1, seat, way, CHANNEL_ALL);

	for (int i = 0; i < NEAR && why_walk(why, &search, message); i++)
		if ((message->flags & flags) == flags && !(message->flags & lacks))
			return true;
	return false;
}

/* Adds what a person wrote in place of the message, or the message in whose place it is.  */
static void add_edited(struct why *why, const struct message *message)
{
	struct why_search search =
		why_from(message->n - 1, -1, message->seat, message->direction, CHANNEL_ALL);
	unsigned flags = message->flags;
	struct message other;

	if (flags & MESSAGE_WITHHELD && flags & MESSAGE_CHANGED &&
	    next_with(why, message->seat, message->n, message->direction, MESSAGE_EDITED, 0, &other)) {
		bytes_add_text(&why->text, "What a person put in its place\n");
		why_line(why, &other);
	} else if (flags & MESSAGE_EDITED && !(flags & MESSAGE_WITHHELD)) {
		for (int i = 0; i < NEAR && why_walk(why, &search, &other); i++) {
			if (!(other.flags & MESSAGE_WITHHELD))
				continue;
			bytes_add_text(&why->text, "In place of\n");
			why_line(why, &other);
			return;
		}
	}
}

/* Adds all about message n and what stands around it; false: there is no such message.  */
static bool explain_details(struct why *why, int64_t n)
{
	struct message message;
	bool begun = false;

	if (!why_number(why, n, &message))
		return false;
	why_whole(why, &message);
	if (message.direction != EVENT) {
		add_time_in_turn(why, &message); /* the bytes of the message are gone then */
		add_edited(why, &message);
	}
	if (message.flags & MESSAGE_FAULT)
		add_faults(why, n);
	if (message.direction != EVENT)
		add_events(why, n);
	n = why_name(why, n);
	add_next(why, &begun, "goto", bytes_text("goto #%" PRId64, n), "show the position when it came");
	add_next(why, &begun, "why", bytes_text("why #%" PRId64, n), "explain it");
	return true;
}

/* ---- what people did ---- */

/* Is it an act of a person that may change what the agent does?  */
static bool is_act(const struct event *event)
{
	switch (event->kind) {
	case EVENT_EDIT:
	case EVENT_DROP:
	case EVENT_SEND:
	case EVENT_SENT_SIGNAL:
	case EVENT_FREEZE:
	case EVENT_TURN_LIMIT:
	case EVENT_MATCH_LIMIT: return true;
	case EVENT_DELAY: return event->number[1] > 0;
	default: return false;
	}
}

/* The first message to the seat after its next delay is over; false: there is none.  */
static bool next_delayed(const struct why *why, int seat, int64_t n, struct message *message)
{
	struct why_search search = why_from(n + 1, 1, seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));

	for (int i = 0; i < NEAR && why_walk(why, &search, message); i++)
		if (message->event.kind == EVENT_DELAY_OVER)
			return next_with(why, seat, message->n, TO_AGENT, 0, MESSAGE_WITHHELD, message);
	return false;
}

/* The message that the act of the seat's event was about; false: it is not known.  */
static bool message_of(const struct why *why, const struct message *act, struct message *message)
{
	enum direction way = act->event.number[0] ? TO_AGENT : FROM_AGENT;

	switch (act->event.kind) {
	case EVENT_EDIT:
		return next_with(why, act->seat, act->n, way, MESSAGE_WITHHELD | MESSAGE_CHANGED, 0, message);
	case EVENT_DROP:
		return next_with(why, act->seat, act->n, way, MESSAGE_WITHHELD, MESSAGE_CHANGED, message);
	case EVENT_SEND:
		return next_with(why, act->seat, act->n, TO_AGENT, MESSAGE_EDITED, MESSAGE_WITHHELD, message);
	case EVENT_DELAY:
		return way == FROM_AGENT ? next_with(why, act->seat, act->n, way, MESSAGE_HELD, 0, message)
					 : next_delayed(why, act->seat, act->n, message);
	default: return false;
	}
}

/* Adds the act, the message that it was about, and what took its place.  */
static void add_act(struct why *why, const struct message *act)
{
	struct message message;

	why_line(why, act);
	add_go_between(why, act->n);
	if (!message_of(why, act, &message))
		return;
	why_line(why, &message);
	if (act->event.kind == EVENT_EDIT && !act->event.number[1] &&
	    next_with(why, act->seat, message.n, message.direction, MESSAGE_EDITED, 0, &message))
		why_line(why, &message);
}

/* Did the seat's process start with this event?  */
static bool is_beginning(const struct message *message, int seat)
{
	return message->seat == seat &&
	       (message->event.kind == EVENT_STARTED || message->event.kind == EVENT_STAYS);
}

static bool is_reason(const struct verdict *verdict, const char *reason)
{
	return strcmp(verdict->reason, reason) == 0;
}

static bool is_late(const struct verdict *verdict)
{
	return reason_is(verdict->reason, REASON_OF_LIMIT);
}

/* May the act have led to the verdict?  What an agent says to people does not matter.  */
static bool excuses(const struct why *why, const struct message *act, const struct why_turn *turn)
{
	const struct verdict *verdict = &why->match->verdict;
	struct message message;

	switch (act->event.kind) {
	case EVENT_EDIT:
	case EVENT_DROP:
		return !message_of(why, act, &message) || message.direction == TO_AGENT ||
		       protocol_is_answer(why->protocol, message.seat, message.channel);
	case EVENT_SEND: return true;
	case EVENT_SENT_SIGNAL: return is_late(verdict) || reason_is(verdict->reason, REASON_OF_ENDING);
	case EVENT_DELAY: return is_late(verdict) && act->n > turn->began_n;
	default: return false;
	}
}

/* The newest acts on the seat's process before the end of the turn, backwards.  Returns how many.  */
static int acts_on(const struct why *why, const struct why_turn *turn, struct message acts[ACTS_SHOWN])
{
	struct why_search search = why_from(turn->end_n, -1, turn->seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message act;
	int count = 0;

	search.seats |= 1u << SEAT_NONE;
	for (int i = 0; i < LOOKED_THROUGH && count < ACTS_SHOWN && why_walk(why, &search, &act) &&
			!is_beginning(&act, turn->seat);
	     i++)
		if (is_act(&act.event) && (act.seat == turn->seat || act.event.kind == EVENT_FREEZE))
			acts[count++] = act;
	return count;
}

/* May an act of a person have led to the verdict, which ended the turn?  */
static bool is_excused(const struct why *why, const struct why_turn *turn)
{
	struct message acts[ACTS_SHOWN];
	int count = acts_on(why, turn, acts);

	for (int i = 0; i < count; i++)
		if (excuses(why, &acts[i], turn))
			return true;
	return false;
}

/* If a person dropped or delayed the seat's answer, it is the turn's.  */
static void add_acted_answer(const struct why *why, struct why_turn *turn)
{
	struct message acts[ACTS_SHOWN], message;
	int count = turn->answer_n ? 0 : acts_on(why, turn, acts);

	for (int i = 0; i < count && acts[i].n > turn->asked_n; i++)
		if ((acts[i].event.kind == EVENT_DROP || acts[i].event.kind == EVENT_DELAY) &&
		    message_of(why, &acts[i], &message) && message.direction == FROM_AGENT &&
		    protocol_is_answer(why->protocol, message.seat, message.channel)) {
			turn->answer_n = message.n;
			turn->answer_ns = message.t_ns;
		}
}

/* Adds a section with what a person did to the messages and the process of the turn's seat before its end;
 * nothing if there is none.  */
static void add_acts(struct why *why, struct why_turn turn)
{
	struct message acts[ACTS_SHOWN];
	int count = acts_on(why, &turn, acts);

	if (count)
		why_heading(why, "What a person did to", turn.seat, turn.end_n);
	while (count-- > 0)
		if (why_number(why, acts[count].n, &acts[count])) /* its text is gone */
			add_act(why, &acts[count]);
}

/* ---- a verdict ---- */

/* Does the answer of the last turn prove the verdict?  */
static bool ended_by_move(const struct why *why)
{
	const struct turn *last = match_turn(why->match, why->match->turn_count);

	for (int i = 0; i < PROOFS && last && last->message; i++)
		if (why->match->verdict.proof[i] == last->message)
			return true;
	return false;
}

/* Can nobody play on?  */
static bool why_unruled(const struct why *why)
{
	const struct setup *setup = &why->match->setup;
	FREED char *problem = protocol_unplayed(setup->system, setup_given(setup, OPTION_TAPPED));

	return problem != NULL;
}

/* The seat failed without a move.  */
static void add_steps_of_failure(struct why *why, int seat, bool *begun)
{
	const struct setup *setup = &why->match->setup;
	const struct option_row *own = setup_turn_row(seat);

	if (!why_unruled(why))
		add_next(why, begun, "resume", bytes_text("resume"), "play on from here, with fresh agents");
	if (is_reason(&why->match->verdict, REASON_TIMEOUT) && setup_turn_limit(setup, seat))
		add_next(why, begun, "set",
			 bytes_text("set %s TIME",
				    setup->seat[seat].kind == SEAT_HUMAN   ? option_human_time.name
				    : own && setup_given(setup, own->name) ? own->name
									   : option_turn_time.name),
			 "after that: change the limit");
	if (seat != SEAT_NONE && why_is_agent(why, seat, 0)) {
		if (!why_unruled(why))
			add_next(why, begun, "seat", bytes_text("seat %d human", seat),
				 "play its moves yourself from here on");
		add_next(why, begun, "info", bytes_text("info seat %d", seat),
			 "its times, CPU and memory, move by move");
		if (!why_unruled(why))
			add_next(why, begun, "gdb", bytes_text("gdb %d", seat),
				 "look inside its process when it plays again");
	}
}

static void add_steps(struct why *why, int seat, bool failed)
{
	int turns = why->match->turn_count;
	bool begun = false;

	if (failed && !ended_by_move(why)) {
		add_steps_of_failure(why, seat, &begun);
	} else if (turns > 0) {
		add_next(why, &begun, "goto", bytes_text("goto %d", turns - 1),
			 "show the position before the last move");
		if (!why_unruled(why))
			add_next(why, &begun, "override", bytes_text("override MOVE"),
				 "after that: replace the last move, and play on");
	}
}

/* excused: a person may have led the seat to blame there.  */
static void add_winner(struct why *why, bool excused)
{
	const struct verdict *verdict = &why->match->verdict;
	int turns = why->match->turn_count;
	size_t first; /* byte of the sentence */
	FREED char *blamed = why_seat(why, verdict->blame, 0);
	char *winner;

	bytes_add_text(&why->text, "  ");
	first = why->text.size;
	if (verdict->blame != SEAT_NONE)
		bytes_addf(&why->text, "%s %s to blame; ", blamed,
			   excused ? "failed after what a person did, and may not be" : "is");
	winner = verdict->winner > 0 ? why_seat(why, verdict->winner, 0) : NULL;
	if (winner)
		bytes_addf(&why->text, "%s wins", winner);
	else
		bytes_add_text(&why->text, verdict->winner == WINNER_DRAW ? "a draw" : "nobody wins");
	bytes_addf(&why->text, ", after %d turn%s.\n", turns, turns == 1 ? "" : "s");
	why->text.at[first] = (char)toupper((unsigned char)why->text.at[first]);
	free(winner);
}

static void add_proofs(struct why *why)
{
	const struct verdict *verdict = &why->match->verdict;
	struct message message;
	bool begun = false;

	for (int i = 0; i < PROOFS && verdict->proof[i]; i++) {
		if (!why_number(why, verdict->proof[i], &message))
			continue;
		if (!begun)
			bytes_add_text(&why->text, "Messages that prove it\n");
		begun = true;
		why_line(why, &message);
	}
}

/* Adds why the rules refused the losing answer.  */
static void add_refusal(struct why *why)
{
	const struct verdict *verdict = &why->match->verdict;
	struct message message;

	for (int i = 0; is_reason(verdict, REASON_ILLEGAL) && i < PROOFS && verdict->proof[i]; i++)
		if (why_number(why, verdict->proof[i], &message))
			add_refused(why, &message);
}

/* The seat that caused the end: the one to blame, or else the one that moved last; SEAT_NONE: the game
 * program, or nobody.  */
static int seat_of_end(const struct why *why)
{
	const struct match *match = why->match;
	const struct turn *last = match_turn(match, match->turn_count);

	return match->verdict.blame != SEAT_NONE ? match->verdict.blame : last ? last->seat : SEAT_NONE;
}

/* Adds the last answer of the seat to the turn, if it proves the verdict.  */
static void add_answer(struct why *why, struct why_turn *turn)
{
	const struct verdict *verdict = &why->match->verdict;
	struct message message;

	for (int i = 0; i < PROOFS && verdict->proof[i] && !turn->answer_n; i++) {
		if (!why_number(why, verdict->proof[i], &message) || message.seat != turn->seat ||
		    message.direction != FROM_AGENT || message.n < turn->asked_n)
			continue;
		turn->answer_n = message.n;
		turn->answer_ns = message.t_ns;
	}
}

static bool is_verdict(const struct message *message)
{
	return message->event.kind == EVENT_VERDICT;
}

/* Has another judge ended the game while the seat owed an answer?  */
static bool is_debt(const struct verdict *verdict)
{
	return is_reason(verdict, REASON_INTERRUPTED) && verdict->blame != SEAT_NONE;
}

/* Is the verdict about an earlier turn, after which another judge played on?  */
static bool is_older(const struct verdict *verdict, const struct why_turn *turn)
{
	return is_late(verdict) && verdict->proof[0] && verdict->proof[0] < turn->began_n;
}

/* Adds what this judge thought while another one refereed, the newest last.  */
static void add_remarks(struct why *why)
{
	struct why_search search = why_from(INT64_MAX, -1, WHY_ANY_SEAT, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message remark;
	int64_t remarks[ACTS_SHOWN];
	int count = 0;

	for (int i = 0; i < LOOKED_THROUGH && count < ACTS_SHOWN && why_walk(why, &search, &remark); i++)
		if (remark.event.kind == EVENT_REMARK)
			remarks[count++] = remark.n;
	if (count)
		bytes_add_text(&why->text, "What ringside remarked\n");
	while (count-- > 0)
		if (why_number(why, remarks[count], &remark))
			why_line(why, &remark);
}

static void explain_verdict(struct why *why)
{
	const struct match *match = why->match;
	const struct verdict *verdict = &match->verdict;
	bool by_person = reason_is(verdict->reason, REASON_OF_PEOPLE) && !is_debt(verdict),
	     failed = verdict->blame != SEAT_NONE || is_reason(verdict, REASON_GAME), excused = false;
	struct message note;
	bool found = why_newest(why, INT64_MAX, WHY_ANY_SEAT, CHANNEL_EVENT, is_verdict, &note), ran;
	/* The verdict is about the seat of its event, even if that is not to blame.  */
	int seat = failed ? verdict->blame : found && note.seat ? note.seat : seat_of_end(why);
	struct why_turn turn;
	unsigned sections = 0;

	if (found) {
		turn = why_turn_of(why, seat, note.n, match->ended_ns);
		excused = !by_person && (failed ? is_excused(why, &turn) : note.seat != SEAT_NONE);
	}
	bytes_addf(&why->text, "%s: %s\n", verdict->reason, verdict->detail ? verdict->detail : "");
	add_winner(why, excused);
	bytes_add_owned(&why->text,
			why->protocol->texts->ending ? why->protocol->texts->ending(match) : NULL);
	for (int s = 0; found && s < SEATS; s++)
		add_acts(why, why_turn_of(why, s, note.n, match->ended_ns));
	add_refusal(why);
	add_rule(why, verdict);
	add_proofs(why);
	if (setup_given(&match->setup, OPTION_TAPPED))
		add_remarks(why);
	if (found && why_is_agent(why, seat, 0) && !by_person) {
		ran = !why_never_ran(why, &turn);
		if (is_debt(verdict)) /* how it ended came behind it */
			turn.end_n = INT64_MAX;
		if (ran && !is_older(verdict, &turn)) {
			add_answer(why, &turn);
			add_acted_answer(why, &turn);
			sections |= WHY_TIMES;
		}
		/* What it did when its time was over says nothing if it was not asked or not heard.  */
		if (failed && !(is_late(verdict) && excused))
			sections |= WHY_PROCESS;
		if (failed || excused)
			sections |= ran ? WHY_BACKTRACE | WHY_WORDS : WHY_BACKTRACE;
		why_sections(why, &turn, sections, verdict->reason);
	}
	add_steps(why, seat, failed || excused);
}

static bool is_stop(const struct message *note)
{
	return event_stops(&note->event) || note->event.kind == EVENT_PAUSE;
}

/* Did a breakpoint, catchpoint or watchpoint stop the match? Otherwise a person let it go on up to there.  */
static bool is_hit(const struct message *note)
{
	return event_stops(&note->event) && note->size > 0;
}

/* ---- a stop ---- */

/* Adds a held message, and how long after its question it came.  */
static void add_waiting(struct why *why, struct message message)
{
	char span[VALUE_CLOCK];
	struct why_turn turn;

	why_whole(why, &message);
	add_refused(why, &message);
	if (message.direction != FROM_AGENT || message.channel == CHANNEL_STDERR)
		return;
	turn = why_turn_of(why, message.seat, INT64_MAX, message.t_ns);
	if (turn.asked_n)
		bytes_addf(&why->text, "  It came %s after the question, #%" PRId64 ".\n",
			   why_span(message.t_ns - turn.asked_ns, span), why_name(why, turn.asked_n));
}

/* Adds it with what can be done to it.  */
static void explain_waiting(struct why *why, const struct message *message)
{
	int64_t number = message->number;
	bool begun = false;

	add_waiting(why, *message);
	if (message->direction != EVENT) {
		add_next(why, &begun, "edit", bytes_text("edit #%" PRId64, number), "replace its bytes");
		add_next(why, &begun, "drop", bytes_text("drop #%" PRId64, number),
			 message->flags & MESSAGE_WITHHELD ? "drop it no longer"
							   : "drop it: nobody receives it");
		add_next(why, &begun, "delay", bytes_text("delay #%" PRId64, number), "let it pass later");
	}
	add_next(why, &begun, "step", bytes_text("step"), "let one message pass");
}

/* Adds the message before which a breakpoint stopped the match.  */
static void add_stopped(struct why *why)
{
	const struct message *held;

	for (int i = 0; (held = why->source->held(why->source->user, i)); i++)
		if (held->flags & MESSAGE_STOPPED) {
			add_waiting(why, *held);
			return;
		}
}

static void add_held(struct why *why)
{
	const struct message *held;

	bytes_add_text(&why->text, "Held messages, in their order\n");
	for (int i = 0; i < HELD_SHOWN && (held = why->source->held(why->source->user, i)); i++)
		why_line(why, held);
	if (why->source->held(why->source->user, HELD_SHOWN))
		bytes_add_text(&why->text, "  ... and more\n");
}

/* Is the first held message the end of a process?  */
static bool holds_an_end(const struct why *why)
{
	const struct message *held = why->source->held ? why->source->held(why->source->user, 0) : NULL;

	return held && held->direction == EVENT && event_ends(&held->event);
}

/* `seat` is the seat that the stop was about; SEAT_NONE: the seat of the first held message.  */
static void add_stop_steps(struct why *why, int seat)
{
	bool begun = false;
	const struct message *held = why->source->held ? why->source->held(why->source->user, 0) : NULL;
	char *line;

	add_next(why, &begun, "step", bytes_text("step"), "let one message pass");
	add_next(why, &begun, "next", bytes_text("next"), "continue until the next move is played");
	add_next(why, &begun, "continue", bytes_text("continue"), "continue the match");
	if (held && held->direction != EVENT)
		add_next(why, &begun, "edit", bytes_text("edit TEXT"),
			 "replace the bytes of the held message");
	if (seat == SEAT_NONE && held)
		seat = held->seat;
	if ((seat == SEAT_NONE && !held) || !why_is_agent(why, seat, 0))
		return;
	if (!holds_an_end(why))
		add_next(why, &begun, "gdb", bytes_text("gdb %d", seat), "look inside its process");
	line = bytes_text("info seat %d", seat);
	add_next(why, &begun, "info", line, "its state, and the time and memory of its moves");
}

/* The first message that passed after the stop.  */
static bool passed_next(const struct why *why, int64_t n, struct message *message)
{
	struct why_search search = {.from = n + 1,
				    .step = 1,
				    .seats = ~0u,
				    .channels = CHANNEL_ALL,
				    .directions = 1u << TO_AGENT | 1u << FROM_AGENT};

	return why_walk(why, &search, message);
}

/* Adds the position after so many turns, by the number of the next move, as FILE:N and the field `move`
 * count.  */
static void add_position(struct why *why, int turns)
{
	const struct turn *last = match_turn(why->match, turns);
	char span[VALUE_CLOCK];

	bytes_addf(&why->text, "  Before move %d.", turns + 1);
	if (last)
		bytes_addf(&why->text, " Move %d was %s by seat %d, after %s.", turns,
			   last->seat == why->source->hidden ? "a hidden one" : last->played, last->seat,
			   why_span(last->think_ns, span));
	bytes_add_text(&why->text, "\n");
}

/* Adds output of the seats that was no complete message then.  */
static void add_pending(struct why *why, const struct message *note)
{
	for (int seat = 0; seat < SEATS; seat++) {
		struct why_turn turn = why_turn_of(why, seat, note->n, note->t_ns);
		size_t before = why->text.size;

		why_heading(why, "Unfinished message of", seat, note->n);
		if (!why_pending(why, seat, 0, note->n, note->t_ns, turn.asked_n ? turn.asked_ns : -1)) {
			why->text.size = before;
			why->text.at[before] = '\0';
		}
	}
}

/* Adds the backtrace of a process that stood before a crash, and what it said; or the last words of one that
 * has ended.  */
static void add_crash(struct why *why, const struct message *note, int seat)
{
	struct why_search search = why_from(note->n, -1, seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message before;
	struct why_turn turn;
	bool stands = why_walk(why, &search, &before) && before.event.kind == EVENT_BACKTRACE;

	if (note->event.number[0] != seat || !(stands || holds_an_end(why)))
		return;
	turn = why_turn_of(why, seat, note->n, note->t_ns);
	why_sections(why, &turn, WHY_BACKTRACE | WHY_WORDS, "");
}

static void explain_stop(struct why *why, int64_t n)
{
	struct message note, message;
	char time[VALUE_CLOCK], *words;
	int seat;

	if (!why_number(why, n, &note))
		return;
	seat = note.event.number[0] > 0 && note.event.number[0] < SEATS ? (int)note.event.number[0]
									: SEAT_NONE;
	words = event_words(&note);
	bytes_addf(&why->text, "%s\n", words);
	free(words);
	add_position(why, note.turn);
	if (note.event.kind == EVENT_PAUSE)
		bytes_add_text(&why->text, "  A person paused the match; every message is held.\n");
	else if (!is_hit(&note))
		bytes_add_text(&why->text, "  A person let the match continue up to here (step, next).\n");
	bytes_addf(&why->text, "  Recorded at %s, #%" PRId64 ".\n", value_clock(note.t_ns, time),
		   why_name(why, n));
	why_activity(why, n, note.t_ns);
	add_crash(why, &note, seat);
	add_pending(why, &note);
	if (why->source->stopped && why->source->held && why->source->held(why->source->user, 0)) {
		add_stopped(why);
		add_held(why);
	} else if (!why->source->stopped && passed_next(why, n, &message)) {
		bytes_add_text(&why->text, "The match has gone on since, first with\n");
		why_line(why, &message);
	}
	if (why->source->stopped)
		add_stop_steps(why, seat);
}

/* ---- a message ---- */

/* Adds the turn that the message answered, and how long that took.  */
static void add_turn(struct why *why, int64_t n, int turn)
{
	const struct turn *played = match_turn(why->match, turn);
	char span[VALUE_CLOCK];

	if (!played || played->message != n)
		return;
	bytes_addf(&why->text, "  It is turn %d of the match: %s, after %s", turn, played->played,
		   why_span(played->think_ns, span));
	if (played->left_ns != INT64_MAX)
		bytes_addf(&why->text, "; %s left for the match", why_span(played->left_ns, span));
	if (played->held_ns)
		bytes_addf(&why->text, "; judge held up %s, which does not count",
			   why_span(played->held_ns, span));
	if (played->flags & TURN_WAITED)
		bytes_add_text(&why->text, "; its agent waited for a core in between");
	if (played->flags & TURN_CHARGED)
		bytes_add_text(&why->text, "; it counts ringside's work on what its agent wrote");
	if (played->flags & TURN_FORGIVEN)
		bytes_add_text(&why->text, "; over a limit, forgiven (--tolerance)");
	bytes_add_text(&why->text, ".\n");
}

static void add_question(struct why *why, int seat, int64_t n, int64_t t_ns)
{
	struct why_turn turn = why_turn_of(why, seat, n - 1, t_ns);
	struct message question;
	char span[VALUE_CLOCK];

	if (!turn.asked_n || !why_number(why, turn.asked_n, &question))
		return;
	bytes_addf(&why->text, "The last question before it, %s earlier\n",
		   why_span(t_ns - turn.asked_ns, span));
	why_line(why, &question);
}

/* Adds the faults of the seat so far: one of them is of this message.  */
static void add_faults_before(struct why *why, int seat, int64_t n)
{
	struct why_search search = why_from(n + 1, -1, seat, EVENT, CHANNEL_BIT(CHANNEL_FAULT));
	struct message note;

	bytes_add_text(&why->text, "Faults of this seat so far (each kind is reported once)\n");
	for (int i = 0; i < NEAR && why_walk(why, &search, &note); i++)
		if (is_fault(&note))
			why_line(why, &note);
}

static void explain_message(struct why *why, const struct message *found)
{
	struct message message = *found;
	bool from = message.direction == FROM_AGENT;

	why_whole(why, &message);
	add_edited(why, &message);
	add_turn(why, message.n, message.turn);
	if (from && message.channel != CHANNEL_STDERR)
		add_question(why, message.seat, message.n, message.t_ns);
	if (from && message.flags & MESSAGE_FAULT)
		add_faults_before(why, message.seat, message.n);
}

/* ---- questions ---- */

static char *of_message(struct why *why, int64_t n)
{
	struct message message;

	if (why->source->waits) {
		explain_waiting(why, why->source->waits);
		return NULL;
	}
	if (!why_number(why, n, &message))
		return bytes_text("there is no message #%" PRId64, n);
	if (is_verdict(&message) && why->match->over)
		explain_verdict(why);
	else if (is_fault(&message))
		explain_fault(why, n);
	else if (is_stop(&message))
		explain_stop(why, n);
	else
		explain_message(why, &message);
	return NULL;
}

static char *of_newest(struct why *why)
{
	struct message message;
	int64_t fault =
		why_newest(why, INT64_MAX, WHY_ANY_SEAT, CHANNEL_FAULT, is_fault, &message) ? message.n : 0;
	int64_t stop =
		why_newest(why, INT64_MAX, WHY_ANY_SEAT, CHANNEL_EVENT, is_stop, &message) ? message.n : 0;

	if (why->match->over)
		explain_verdict(why);
	else if (stop > fault)
		explain_stop(why, stop);
	else if (fault)
		explain_fault(why, fault);
	else
		bytes_add_text(&why->text,
			       "nothing has happened yet: there was no verdict, no fault and no stop");
	if (!why->match->over && !stop && !fault)
		add_pending_now(why);
	return NULL;
}

/* Explains the stop if the match is stopped now, else the last stop that was not a person's.  */
static void of_stop(struct why *why)
{
	struct message message;

	if (why_newest(why, INT64_MAX, WHY_ANY_SEAT, CHANNEL_EVENT, why->source->stopped ? is_stop : is_hit,
		       &message))
		explain_stop(why, message.n);
	else
		bytes_add_text(&why->text, "nothing has stopped the match: no breakpoint, catchpoint or "
					   "watchpoint was hit");
}

static char *answer_of(struct why *why, enum why_what what, int64_t n)
{
	struct message message;

	switch (what) {
	case WHY_NEWEST: return of_newest(why);
	case WHY_VERDICT:
		if (why->match->over)
			explain_verdict(why);
		else
			bytes_add_text(&why->text, "there is no verdict: the match is not over");
		return NULL;
	case WHY_FAULT:
		if (why_newest(why, INT64_MAX, WHY_ANY_SEAT, CHANNEL_FAULT, is_fault, &message))
			explain_fault(why, message.n);
		else
			bytes_add_text(&why->text, "no seat has broken the protocol");
		return NULL;
	case WHY_STOP: of_stop(why); return NULL;
	case WHY_MESSAGE: return of_message(why, n);
	case WHY_DETAILS:
	case WHY_DETAILS_TURNED:
		if (why->source->waits)
			return of_message(why, n);
		return explain_details(why, n) ? NULL : bytes_text("there is no message #%" PRId64, n);
	}
	return bytes_text("there is no such question");
}

char *why(const struct why_source *source, enum why_what what, int64_t n, bool *answer)
{
	struct why why = {.source = source,
			  .match = source->match,
			  .protocol = protocol_named(source->match->setup.system),
			  .details = what == WHY_DETAILS || what == WHY_DETAILS_TURNED,
			  .turned = what == WHY_DETAILS_TURNED};
	char *problem = answer_of(&why, what, n);

	*answer = !problem;
	if (problem)
		bytes_free(&why.text);
	return problem ? problem : why.text.at;
}
