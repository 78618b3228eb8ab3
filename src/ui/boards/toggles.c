/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* toggles.c - what each system's board can show, found by system and key.  */
#include "ringside/toggle.h"

#include "ringside/board.h"
#include <assert.h>
#include <string.h>

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
