/* message.c - the names of channels, and where the text of a message ends.  */
#include "ringside/message.h"

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

size_t message_text_size(const struct message *message)
{
	size_t size = message->size;

	if (size && message->bytes[size - 1] == '\n') {
		size--;
		if (size && message->bytes[size - 1] == '\r')
			size--;
	} else if (size && message->bytes[size - 1] == '\r') {
		size--;
	}
	return size;
}
