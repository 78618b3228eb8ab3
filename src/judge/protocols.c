/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocols.c - looks systems up in the table that the program is linked with, and gives a setup what is
 * usual in one.  */
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

void protocol_usual(const struct protocol *protocol, struct setup *setup)
{
	if (protocol->turn_limit)
		setup->turn_limit = protocol->turn_limit;
	setup->tolerance = setup->strict ? 0 : protocol->tolerance;
	setup_keep(setup, OPTION_RULES, RULES_NOW);
}
