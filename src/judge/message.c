/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* message.c - a message: the channels, where its text ends, and what people see of it in one line.  */
#include "ringside/message.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

char *seat_title(int seat, const char *name)
{
	struct bytes words = {0};

	if (seat == SEAT_NONE)
		bytes_add_text(&words, "the game program");
	else
		bytes_addf(&words, "seat %d", seat);
	if (name && *name)
		bytes_addf(&words, " (%s)", name);
	return words.at;
}

static const char *const channel_names[] = {
#define X(NAME, name, help) [CHANNEL_##NAME] = name,
	CHANNELS(X)
#undef X
};

const char *channel_name(enum channel channel)
{
	return channel_names[channel];
}

enum channel channel_named(const char *name)
{
	for (int i = 0; i < CHANNEL_COUNT; i++)
		if (strcmp(channel_names[i], name) == 0)
			return (enum channel)i;
	return CHANNEL_COUNT;
}

/* The size of a line's end: 0 to 2 bytes.  */
static size_t frame_line_end(const char *line, size_t size)
{
	if (size > 1 && line[size - 1] == '\n' && line[size - 2] == '\r')
		return 2;
	return size && (line[size - 1] == '\n' || line[size - 1] == '\r');
}

size_t message_text_size(const struct message *message, const struct protocol *protocol)
{
	size_t end;

	if (!protocol || !protocol->framing || message->direction == EVENT ||
	    message->channel == CHANNEL_STDERR)
		return message->size - frame_line_end(message->bytes, message->size);
	end = protocol->framing->end(message->bytes, message->size);
	assert(end <= message->size);
	return message->size - end;
}

/* ---- what people see ---- */

size_t shown_sequence(const char *text, size_t size)
{
	size_t at = 2;

	if (size < 3 || text[0] != '\033' || text[1] != '[')
		return 0;
	while (at < size && text[at] >= 0x20 && text[at] <= 0x3f)
		at++;
	return at < size && text[at] >= 0x40 ? at + 1 : 0;
}

/* Colours and cursor moves are only for its own pane (pane_terminal.c).  */
size_t shown_plain(char *text, size_t size)
{
	size_t kept = 0, sequence;

	for (size_t at = 0; at < size; at += sequence ? sequence : 1) {
		sequence = shown_sequence(text + at, size - at);
		if (text[at] == '\r')
			kept = at + 1 < size ? 0 : kept;
		else if (!sequence)
			text[kept++] = text[at];
	}
	return kept;
}

/* "84 01 Home, Hostility"; if the message is a text, only its words.  */
static char *bytes_and_meaning(const struct setup *setup, const struct message *message, size_t *size)
{
	enum { SHOWN = 8, WIDTH = 9 };
	char *meaning = protocol_named(setup->system)->texts->meaning(setup, message);
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	if (message->channel != CHANNEL_TEXT || !meaning) {
		for (size_t i = 0; i < message->size && i < SHOWN; i++)
			bytes_addf(&text, "%02x ", (unsigned char)message->bytes[i]);
		if (message->size > SHOWN)
			bytes_add_text(&text, ".. ");
		while (text.size < WIDTH)
			bytes_add(&text, " ", 1);
	}
	bytes_add_owned(&text, meaning);
	*size = text.size;
	return text.at;
}

static const struct protocol *protocol_of(const struct setup *setup)
{
	return setup ? protocol_named(setup->system) : NULL;
}

size_t shown_size(const struct setup *setup, const struct message *message)
{
	return message_text_size(message, protocol_of(setup));
}

bool shown_as_meaning(const struct setup *setup, const struct message *message)
{
	const struct protocol *protocol = protocol_of(setup);

	return protocol && protocol->texts->meaning && message->direction != EVENT &&
	       message->channel != CHANNEL_STDERR;
}

bool shown_as_it_is(const struct setup *setup, const struct message *message)
{
	size_t size = shown_size(setup, message);

	if (message->direction == EVENT)
		return false;
	if (setup && message->channel == CHANNEL_STDERR)
		return !memchr(message->bytes, '\033', size) && !memchr(message->bytes, '\r', size);
	return !shown_as_meaning(setup, message);
}

char *shown_text(const struct setup *setup, const struct message *message, size_t *size)
{
	char *text;

	if (shown_as_meaning(setup, message))
		return bytes_and_meaning(setup, message, size);
	if (message->direction == EVENT) {
		text = event_words(message);
		*size = strlen(text);
		return text;
	}
	*size = shown_size(setup, message);
	text = bytes_copy(message->bytes, *size);
	if (message->channel == CHANNEL_STDERR)
		*size = shown_plain(text, *size);
	return text;
}

char *shown_pending(const struct setup *setup, const char *bytes, size_t size, size_t wanted)
{
	enum { TEXT_SHOWN = 160, HEX_SHOWN = 8 };
	const struct protocol *protocol = protocol_of(setup);
	char *words = NULL;
	struct bytes text = {0};

	bytes_addf(&text, "%zu byte%s ", size, size == 1 ? "" : "s");
	if (!protocol || !protocol->texts->meaning) {
		words = bytes_escaped(bytes, size < TEXT_SHOWN ? size : TEXT_SHOWN);
		bytes_addf(&text, "without a line end: \"%s\"%s", words, size > TEXT_SHOWN ? " ..." : "");
		free(words);
		return text.at;
	}
	bytes_add_text(&text, "of an incomplete message:");
	for (size_t i = 0; i < size && i < HEX_SHOWN; i++)
		bytes_addf(&text, " %02x", (unsigned char)bytes[i]);
	if (size > HEX_SHOWN)
		bytes_add_text(&text, " ..");
	if (protocol->texts->partial)
		words = protocol->texts->partial(bytes, size, wanted);
	if (words)
		bytes_addf(&text, "; %s", words);
	free(words);
	return text.at;
}
