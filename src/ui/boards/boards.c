/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* boards.c - the table of all boards, and what each can show, found by system and key.  */
#include "ringside/board.h"
#include "ringside/protocol.h"
#include "systems/systems.h"

#include <assert.h>
#include <string.h>

#define X(name, board_row)                                                                                   \
	extern const struct protocol protocol_##name;                                                        \
	extern const struct board_view board_row;
SYSTEMS(X)
UNRULED(X)
#undef X

static const struct {
	const struct protocol *protocol;
	const struct board_view *board;
} systems[] = {
#define X(name, board_row) {&protocol_##name, &board_row},
	SYSTEMS(X) UNRULED(X)
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

const struct toggle *toggles_of(const char *system)
{
	static const struct toggle none[] = {{0}};
	const struct board_view *board = board_named(system);

	return board && board->toggles ? board->toggles : none;
}

unsigned toggles_at_first(const char *system)
{
	const struct toggle *toggles = toggles_of(system);
	unsigned shows = 0;

	for (int i = 0; toggles[i].name; i++)
		shows |= toggles[i].on ? 1u << i : 0;
	return shows;
}

unsigned toggles_for_players(const char *system, unsigned shows)
{
	const struct toggle *toggles = toggles_of(system);

	for (int i = 0; toggles[i].name; i++)
		shows &= toggles[i].spoils ? ~(1u << i) : ~0u;
	return shows;
}

int toggle_of_key(const char *system, const char *key)
{
	const struct toggle *toggles = toggles_of(system);

	assert(key);
	for (int i = 0; toggles[i].name; i++)
		if (toggles[i].key && strcmp(toggles[i].key, key) == 0)
			return i;
	return -1;
}
