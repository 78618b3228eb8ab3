/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* systems.c - the table of all protocols, in which the judge looks them up.  */
#include "systems.h"

#include "ringside/protocol.h"

#define X(name, board) extern const struct protocol protocol_##name;
SYSTEMS(X)
UNRULED(X)
#undef X

const struct protocol *const protocols[] = {
#define X(name, board) &protocol_##name,
	SYSTEMS(X) UNRULED(X)
#undef X
		NULL};
