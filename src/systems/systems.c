/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* systems.c - the table of all protocols.  */
#include "systems.h"

#include "ringside/protocol.h"
#include <string.h>

#define X(name, board) extern const struct protocol protocol_##name;
SYSTEMS(X)
#undef X

static const struct protocol *const systems[] = {
#define X(name, board) &protocol_##name,
	SYSTEMS(X)
#undef X
		NULL};

const struct protocol *protocol_named(const char *name)
{
	for (int i = 0; systems[i]; i++)
		if (name && strcmp(systems[i]->name, name) == 0)
			return systems[i];
	return NULL;
}

const struct protocol *protocol_at(int i)
{
	for (int k = 0; k <= i; k++)
		if (!systems[k])
			return NULL;
	return systems[i];
}
