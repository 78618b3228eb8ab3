/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_message.c - describes a message for people, in one line or in full.  */
#include "why_state.h"

#include "ringside/message.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

struct why_search why_back_from(int64_t n, int seat, enum direction direction, unsigned channels)
{
	return (struct why_search){.from = n,
				   .step = -1,
				   .seats = seat == WHY_ANY_SEAT ? ~0u : 1u << seat,
				   .channels = channels,
				   .directions = 1u << direction};
}

struct why_search why_on_from(int64_t n, int seat, enum direction direction, unsigned channels)
{
	struct why_search search = why_back_from(n, seat, direction, channels);

	search.step = 1;
	return search;
}

bool why_find(const struct why *why, struct why_search search, struct message *message)
{
	return why->source->find && why->source->find(why->source->user, &search, message);
}

bool why_walk(const struct why *why, struct why_search *search, struct message *message)
{
	if (!why_find(why, *search, message))
		return false;
	search->from = message->n + search->step;
	return true;
}

bool why_newest(const struct why *why, int64_t until, int seat, enum channel channel,
		bool (*is_one)(const struct message *message), struct message *message)
{
	struct why_search search = why_back_from(until, seat, EVENT, CHANNEL_BIT(channel));

	while (why_walk(why, &search, message))
		if (is_one(message))
			return true;
	return false;
}

bool why_number(const struct why *why, int64_t n, struct message *message)
{
	struct why_search search = {
		.from = n, .step = -1, .seats = ~0u, .channels = CHANNEL_ALL, .directions = 0};

	return n > 0 && why_find(why, search, message) && message->n == n;
}

static const struct seat_setup *sitting(const struct why *why, int seat, int64_t n)
{
	return why->source->sitting ? why->source->sitting(why->source->user, n, seat)
				    : &why->match->setup.seat[seat];
}

char *why_seat(const struct why *why, int seat, int64_t n)
{
	return seat_title(seat, sitting(why, seat, n)->name);
}

void why_heading(struct why *why, const char *what, int seat, int64_t n)
{
	char *who = why_seat(why, seat, n);

	bytes_addf(&why->text, "%s %s\n", what, who);
	free(who);
}

const char *why_span(int64_t ns, char text[VALUE_CLOCK])
{
	int64_t size = ns < 0 ? -ns : ns;

	if (size < NS_PER_S)
		snprintf(text, VALUE_CLOCK, "%.*f ms", size < 10 * (int64_t)NS_PER_MS ? 2 : 1,
			 (double)ns / NS_PER_MS);
	else
		snprintf(text, VALUE_CLOCK, "%.3f s", (double)ns / NS_PER_S);
	return text;
}

static bool is_binary(const struct why *why, const struct message *message)
{
	return shown_as_meaning(&why->match->setup, message);
}

static char *meaning_of(const struct why *why, const struct message *message)
{
	return is_binary(why, message)
		       ? protocol_named(why->match->setup.system)->texts->meaning(&why->match->setup, message)
		       : NULL;
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

void why_line(struct why *why, const struct message *message)
{
	char time[VALUE_CLOCK], number[VALUE_CLOCK], way[VALUE_CLOCK];

	if (message->n)
		snprintf(number, sizeof(number), "#%" PRId64, message->n);
	else
		snprintf(number, sizeof(number), "held");
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
	bytes_add_text(&why->text, "\n");
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
	char *escaped;

	if (message->direction == EVENT) {
		escaped = event_words(message);
		bytes_addf(&why->text, "  %s\n", escaped);
		free(escaped);
		if (message->event.kind == EVENT_BACKTRACE)
			why_backtrace_lines(why, message);
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

	if (message->n)
		bytes_addf(&why->text, "#%" PRId64 " ", message->n);
	else
		bytes_add_text(&why->text, "Held message ");
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

void why_whole(struct why *why, const struct message *message)
{
	char *meaning = meaning_of(why, message);

	add_title(why, message);
	if (is_binary(why, message) != (why->turned && message->direction != EVENT))
		add_dump(why, message);
	else
		add_text(why, message);
	if (meaning)
		bytes_addf(&why->text, "  It means: %s\n", meaning);
	free(meaning);
	for (size_t i = 0; i < sizeof(flag_rows) / sizeof(flag_rows[0]); i++)
		if (message->flags & flag_rows[i].flag)
			bytes_addf(&why->text, "  %s\n", flag_rows[i].meaning);
}

bool why_is_agent(const struct why *why, int seat, int64_t n)
{
	return sitting(why, seat, n)->kind == SEAT_AGENT;
}
