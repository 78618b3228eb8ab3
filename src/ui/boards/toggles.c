/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* toggles.c - what the boards of all systems can show, looked up by system, name and key.  */
#include "ringside/toggle.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"
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

int toggle_named(const char *system, const char *word, size_t size)
{
	const struct toggle *toggles = toggles_of(system);

	assert(word);
	for (int i = 0; toggles[i].name; i++)
		if (strlen(toggles[i].name) >= size && strncmp(toggles[i].name, word, size) == 0)
			return i;
	return -1;
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

char *toggle_systems(const char *word, size_t size, const char **name)
{
	struct bytes text = {0};
	const struct protocol *protocol;

	for (int n = 0; (protocol = protocol_at(n)); n++) {
		int i = toggle_named(protocol->name, word, size);

		if (i < 0)
			continue;
		if (!text.size)
			*name = toggles_of(protocol->name)[i].name;
		bytes_addf(&text, "%s%s", text.size ? ", " : "", protocol->name);
	}
	return text.at;
}
