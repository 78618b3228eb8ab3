/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* boards.c - the table of all boards.  */
#include "ringside/board.h"

#include "ringside/protocol.h"
#include "systems/systems.h"
#include <string.h>

#define X(name, board_row)                                                                                   \
	extern const struct protocol protocol_##name;                                                        \
	extern const struct board_view board_row;
SYSTEMS(X)
#undef X

static const struct {
	const struct protocol *protocol;
	const struct board_view *board;
} systems[] = {
#define X(name, board_row) {&protocol_##name, &board_row},
	SYSTEMS(X)
#undef X
};

const struct board_view *board_named(const char *system)
{
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++)
		if (system && strcmp(systems[i].protocol->name, system) == 0)
			return systems[i].board;
	return NULL;
}

const struct board_key *board_keys(const char *system)
{
	static const struct board_key none[] = {{0}};
	const struct board_view *board = board_named(system);

	return board && board->keys ? board->keys : none;
}
