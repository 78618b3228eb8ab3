/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_hold.c - commands for held messages: list, edit, drop and delay them; and send one.  */
#include "commands.h"

#include "ringside/edit.h"
#include "ringside/protocol.h"
#include "ringside/shown.h"
#include "ringside/value.h"
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_binary(const struct console *console)
{
	return protocol_named(session_match(console->view->session)->setup.system)->texts->meaning != NULL;
}

/* The place of the held message with that number; -1: there is none.  */
static int place_of(const struct session *session, int number)
{
	for (int i = 0; session_held(session, i); i++)
		if (session_held_number(session, i) == number)
			return i;
	return -1;
}

/* The held message that is meant without a number: the selected one of the focused pane, else its first one.
 * Without a screen, and in a pane without messages, the first one of all that is not dropped.  */
static char *usual_held(const struct console *console, int *held)
{
	const struct session *session = console->view->session;
	const struct message *message;
	int number = console->held ? console->held(console->user) : 0;

	*held = number > 0 ? place_of(session, number) : 0;
	if (number < 0 && (message = session_held(session, 0)))
		return bytes_text("no message is held in this pane: #%d is of seat %d, and `held` lists all",
				  session_held_number(session, 0), message->seat);
	while (!number && (message = session_held(session, *held)) && message->flags & MESSAGE_WITHHELD &&
	       session_held(session, *held + 1))
		++*held;
	return NULL;
}

static char *no_number(const struct session *session, long number)
{
	struct bytes numbers = {0};
	char *problem;

	for (int i = 0; session_held(session, i) && i < 8; i++)
		bytes_addf(&numbers, "%s#%d", i ? ", " : "", session_held_number(session, i));
	bytes_add_text(&numbers, session_held(session, 8) ? " and more" : "");
	problem = bytes_text("there is no held message #%ld: held %s %s", number,
			     session_held(session, 1) ? "are" : "is", numbers.at);
	bytes_free(&numbers);
	return problem;
}

/* Reads "#2 REST": *held is the place of the message, of the usual one if none is named.  Any other word that
 * begins with # belongs to the rest.  */
static char *take_number(const struct console *console, const char **arguments, int *held)
{
	const struct session *session = console->view->session;
	const char *at = *arguments;
	char *end;
	long number;

	assert(*arguments && held);
	if (at[0] != '#' || at[1] < '0' || at[1] > '9')
		return usual_held(console, held);
	errno = 0;
	number = strtol(at + 1, &end, 10);
	if (*end && *end != ' ' && *end != '\t')
		return usual_held(console, held);
	if (errno || number < 1 || number > INT_MAX)
		return bytes_text("\"%.*s\": held messages are numbered from #1", (int)(end - at), at);
	*held = place_of(session, (int)number);
	*arguments = end + strspn(end, " \t");
	if (*held >= 0)
		return NULL;
	*held = 0; /* the request says why there is none at all */
	return session_held(session, 0) ? no_number(session, number) : NULL;
}

/* A message in the form that `edit` reads.  */
static char *words_of(const struct console *console, const struct message *message)
{
	const struct protocol *protocol = protocol_named(session_match(console->view->session)->setup.system);

	if (message->direction == EVENT)
		return event_words(message);
	return edit_words(message->bytes, message_text_size(message, protocol), is_binary(console));
}

/* ---- looking ---- */

static void add_held(struct bytes *lines, const struct console *console, int i, const struct message *message)
{
	static const char *const ways[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "of"};
	const struct session *session = console->view->session;
	const struct setup *setup = &session_match(session)->setup;
	int64_t delay = session_held_delay(session, i);
	char *words = words_of(console, message), *meaning = NULL;

	assert(i >= 0 && message);
	if (is_binary(console) && message->direction != EVENT)
		meaning = protocol_named(setup->system)->texts->meaning(setup, message);
	bytes_addf(lines, "%s#%d  seat %d  %-4s  %8.3f s  %s%s%s", i ? "\n" : "",
		   session_held_number(session, i), message->seat, ways[message->direction],
		   (double)(session_time(session) - message->t_ns) / NS_PER_S, words, meaning ? "  " : "",
		   meaning ? meaning : "");
	if (message->flags & MESSAGE_EDITED)
		bytes_add_text(lines, "  (edited)");
	if (message->flags & MESSAGE_WITHHELD)
		bytes_add_text(lines, "  (dropped)");
	if (delay)
		bytes_addf(lines, "  (delayed %.3f s more)", (double)delay / NS_PER_S);
	free(words);
	free(meaning);
}

/* An incomplete message, which cannot be edited or dropped yet.  */
static void add_pending(struct bytes *lines, const struct console *console, int seat, enum stream stream)
{
	const struct session *session = console->view->session;
	struct pending_bytes pending;
	char *words;

	if (!session_pending(session, seat, stream, &pending, NULL))
		return;
	words = shown_pending(stream == STREAM_STDERR ? NULL : &session_match(session)->setup, pending.bytes,
			      pending.size, pending.wanted);
	bytes_addf(lines, "%s--  seat %d  from  %8.3f s  %s%s", lines->size ? "\n" : "", seat,
		   (double)(session_time(session) - pending.first_ns) / NS_PER_S,
		   stream == STREAM_STDERR ? "on stderr " : "", words);
	free(words);
}

static char *list_held(struct console *console, const char *arguments, bool *answer)
{
	const struct message *message;
	struct bytes lines = {0};

	(void)arguments;
	*answer = true;
	for (int i = 0; (message = session_held(console->view->session, i)); i++)
		add_held(&lines, console, i, message);
	for (int seat = 0; seat < SEATS; seat++)
		for (int stream = STREAM_STDOUT; stream <= STREAM_STDERR; stream++)
			add_pending(&lines, console, seat, (enum stream)stream);
	return lines.at ? lines.at : bytes_text("no message is held");
}

/* ---- changing ---- */

/* Opens the prompt with the held message and its number, as others may pass before the line is entered.  */
static char *offer(struct console *console, int held)
{
	const struct message *message = session_held(console->view->session, held);
	char *words, *line, *problem;

	assert(held >= 0);
	if (!message)
		return command_request(console,
				       (struct request){.kind = REQUEST_EDIT, .held = held, .text = ""});
	if (!console->prompt)
		return bytes_text("expected the new text: edit [#K] TEXT");
	words = words_of(console, message);
	line = bytes_text("edit #%d %s", session_held_number(console->view->session, held), words);
	problem = console->prompt(console->user, line);
	free(line);
	free(words);
	return problem;
}

static char *edit(struct console *console, const char *arguments, bool *answer)
{
	const char *text = arguments;
	int held;
	char *problem = take_number(console, &text, &held);

	(void)answer;
	if (problem)
		return problem;
	if (!*text)
		return offer(console, held);
	return command_request(console, (struct request){.kind = REQUEST_EDIT, .held = held, .text = text});
}

static char *drop(struct console *console, const char *arguments, bool *answer)
{
	const struct session *session = console->view->session;
	const struct message *message;
	int held, number;
	char *problem = take_number(console, &arguments, &held);

	if (problem)
		return problem;
	if (*arguments)
		return bytes_text("expected the number of a held message, such as #2, not \"%s\"", arguments);
	number = session_held_number(session, held);
	problem = command_request(console, (struct request){.kind = REQUEST_DROP, .held = held});
	if (problem || !console->prompt)
		return problem;
	*answer = true; /* on a screen */
	message = session_held(session, held);
	return message && message->flags & MESSAGE_WITHHELD
		       ? bytes_text("#%d is dropped: until it passes, x or `drop #%d` takes that back",
				    number, number)
		       : bytes_text("#%d is not dropped any more", number);
}

static bool is_number(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

/* Here a number without a unit means ms.  */
static bool read_delay(const char *text, int64_t *ns)
{
	char *ms = is_number(text) ? bytes_text("%sms", text) : NULL;
	bool good = value_duration(ms ? ms : text, ns);

	free(ms);
	return good;
}

static char *delay(struct console *console, const char *arguments, bool *answer)
{
	int held;
	int64_t ns;
	char *line, *problem = take_number(console, &arguments, &held);

	(void)answer;
	if (problem)
		return problem;
	if (!*arguments && console->prompt && session_held(console->view->session, held)) {
		line = bytes_text("delay #%d ", session_held_number(console->view->session, held));
		problem = console->prompt(console->user, line);
		free(line);
		return problem;
	}
	if (!read_delay(arguments, &ns))
		return bytes_text("expected a time such as 500 (ms) or 2s, not \"%s\"", arguments);
	return command_request(console, (struct request){.kind = REQUEST_DELAY, .held = held, .ns = ns});
}

static char *send(struct console *console, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " \t");
	const char *text = arguments + size + strspn(arguments + size, " \t");

	(void)answer;
	if (size != 1 || *arguments < '0' || *arguments >= '0' + SEATS)
		return bytes_text("expected a seat before the text, as in send 1 TEXT, not \"%.*s\"",
				  (int)size, arguments);
	if (!*text)
		return bytes_text("expected text after the seat: send %c TEXT", *arguments);
	return command_request(
		console, (struct request){.kind = REQUEST_SEND, .seat = *arguments - '0', .text = text});
}

static const char *const seat_words[] = {"0", "1", "2", NULL};

const struct command commands_of_hold[] = {
	{"held", "", "list the held messages: number, seat, direction, age, text; and incomplete messages",
	 list_held, NULL},
	{"edit", "[#K] [TEXT]",
	 "replace the selected held message, or the first one of the pane, or message #K of `held`, with "
	 "TEXT: "
	 "a line, which may contain \\n \\t \\\\ \\xNN and \\u{NNNN}, or bytes in hexadecimal; without TEXT, "
	 "edit "
	 "its text in the prompt",
	 edit, NULL},
	{"drop", "[#K]",
	 "drop the selected held message, or the first one of the pane, or message #K of `held`: nobody "
	 "receives "
	 "it; the same again takes that back until it passes",
	 drop, NULL},
	{"delay", "[#K] TIME",
	 "delay the selected held message, or the first one of the pane, or message #K of `held`, by TIME, "
	 "500 "
	 "(ms) or 2s, counted while the match runs; others may pass it",
	 delay, NULL},
	{"send", "SEAT TEXT", "send TEXT to the agent on SEAT now, ahead of all held messages", send,
	 seat_words},
	{0},
};
