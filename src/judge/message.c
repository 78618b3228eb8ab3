/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* message.c - the names of channels, and where the text of a message ends.  */
#include "ringside/message.h"

#include "frame.h"
#include "ringside/protocol.h"

#include <assert.h>
#include <string.h>

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
