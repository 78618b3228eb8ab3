/* why_fault.c - what a seat did that breaks the protocol.  */
#include "why_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKED_THROUGH = 256 }; /* messages around a fault: the one that is meant is near */

/* The message that a note of a fault is about: the nearest before it that is marked so.  */
static bool message_of_fault(const struct why *why, const struct message *note, struct message *message)
{
	struct why_search search = {.from = note->n,
				    .step = -1,
				    .seats = 1u << note->seat,
				    .channels = CHANNEL_ALL,
				    .directions = 1u << FROM_AGENT};

	for (int i = 0; i < LOOKED_THROUGH && why_find(why, search, message); i++) {
		if (message->flags & MESSAGE_FAULT)
			return true;
		search.from = message->n - 1;
	}
	return false;
}

/* What of a note `kind: "bytes" [rule]: done` is behind the bytes, which may look like anything.  */
static const char *behind_bytes(const char *note)
{
	const char *at = strstr(note, ": \""), *rule = strstr(note, " [");

	if (!at || (rule && rule < at))
		return note;
	for (at += 3; *at && *at != '"'; at++)
		at += *at == '\\' && at[1];
	return at;
}

/* Where the rule stands in a note; `done` is what was done about it.  NULL: it names none.  */
static const char *rule_of(const char *note, size_t *size, const char **done)
{
	const char *from = strstr(behind_bytes(note), " ["), *to = from ? strstr(from, "]: ") : NULL;

	if (!to)
		return NULL;
	*size = (size_t)(to - from) - 2;
	*done = to + 3;
	return from + 2;
}

/* A fault is told once in full: how often there were more is said at the end of the match.  */
static void add_count(struct why *why, const struct message *note, const char *kind, size_t size)
{
	struct why_search search = {.from = INT64_MAX,
				    .step = -1,
				    .seats = 1u << note->seat,
				    .channels = CHANNEL_BIT(CHANNEL_FAULT),
				    .directions = 1u << EVENT};
	struct message message;

	for (int i = 0; i < LOOKED_THROUGH && why_find(why, search, &message); i++) {
		if (!why_is_fault(&message) && message.size > size &&
		    memcmp(message.bytes, kind, size) == 0 && message.bytes[size] == ':') {
			bytes_addf(&why->text, "  It was seen%.*s.\n", (int)(message.size - size - 1),
				   message.bytes + size + 1);
			return;
		}
		search.from = message.n - 1;
	}
}

void why_fault(struct why *why, int64_t n)
{
	struct message note, message;
	const char *rule, *done = "";
	char *text, *seat;
	size_t size = 0, kind;
	int about;
	int64_t t_ns;
	bool begun = false, found;

	if (!why_number(why, n, &note))
		return;
	text = bytes_copy(note.bytes, note.size);
	about = note.seat;
	t_ns = note.t_ns;
	seat = why_seat(why, about, n);
	rule = rule_of(text, &size, &done);
	kind = strcspn(text, rule ? ":[" : "");
	while (rule && kind && text[kind - 1] == ' ')
		kind--;
	bytes_addf(&why->text, "fault of %s: %.*s\n", seat, (int)kind, text);
	free(seat);
	if (rule) {
		bytes_addf(&why->text, "  What was done: %s.\n", done);
		add_count(why, &note, text, kind);
		bytes_addf(&why->text, "Rule\n  [%.*s]\n", (int)size, rule);
		bytes_add_text(&why->text,
			       why->match->setup.strict
				       ? "  With --strict each fault loses.\n"
				       : "  A fault is reported and forgiven; with --strict it loses.\n");
	}
	note.bytes = text;
	found = rule && message_of_fault(why, &note, &message);
	bytes_addf(&why->text, "%s\n", found ? "The bytes" : "The note");
	if (found)
		why_line(why, &message);
	if (why_number(why, n, &note))
		why_line(why, &note);
	if (why_is_agent(why, about, n)) {
		struct why_turn turn = why_turn_of(why, about, n, t_ns);

		why_words(why, &turn);
	}
	if (found && message_of_fault(why, &note, &message))
		why_next(why, &begun, "why", bytes_text("why #%" PRId64, message.n),
			 "all of its bytes, and what is known of it");
	free(text);
}

bool why_is_fault(const struct message *message)
{
	return !strstr(message->bytes, " times in all");
}
