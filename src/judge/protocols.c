/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocols.c - looks systems up in the table that the program is linked with, and says what a system's rows
 * say of its options and limits.  */
#include "ringside/protocol.h"
#include <string.h>

const struct protocol *protocol_named(const char *name)
{
	for (const struct protocol *const *row = protocols; name && *row; row++)
		if (strcmp((*row)->name, name) == 0)
			return *row;
	return NULL;
}

const struct protocol *protocol_at(int i)
{
	const struct protocol *const *row = protocols;

	while (*row && i-- > 0)
		row++;
	return *row;
}

const struct option_row *protocol_option(const struct protocol *protocol, enum option_type type)
{
	for (const struct option_row *const *row = protocol->options; *row; row++)
		if ((*row)->type == type)
			return *row;
	return NULL;
}

char *protocol_refuses(const struct protocol *protocol, int seat, const char *command)
{
	static const char begins[] = "sample:";
	size_t size = strcspn(command, " \t"), before = sizeof(begins) - 1;
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);

	if (seat == SEAT_NONE || !program || !protocol->bundle->programs ||
	    strncmp(command, begins, before) != 0)
		return NULL;
	for (const char *const *name = protocol->bundle->programs; *name; name++)
		if (strlen(*name) == size - before && strncmp(command + before, *name, size - before) == 0)
			return bytes_text("sample:%s is a game program: use it with --%s", *name,
					  program->name);
	return NULL;
}

const struct first_words first_begins = {"Who begins", " begins", "the side that began", "the other"};

const struct first_words *protocol_first(const struct setup *setup)
{
	const struct protocol *protocol = protocol_named(setup->system);

	if (setup_lone_seat(setup) != SEAT_NONE)
		return NULL;
	return protocol && protocol->texts->first ? protocol->texts->first(setup) : &first_begins;
}

void protocol_usual(const struct protocol *protocol, struct setup *setup)
{
	if (protocol->limits.turn)
		setup->turn_limit = protocol->limits.turn;
	setup->tolerance = setup->strict ? 0 : protocol->limits.tolerance;
}

bool protocol_is_answer(const struct protocol *protocol, int seat, enum channel channel)
{
	unsigned people = CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_COMMENT) |
			  CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_MESSAGE);

	return (seat == SEAT_NONE ? ~people : protocol->answers) & CHANNEL_BIT(channel);
}
