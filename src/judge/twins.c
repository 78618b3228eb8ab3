/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - the steps of the dialogues in which an agent is told a position another way.  */
#include "ringside/twins.h"

#include <string.h>

/* Bytes as spec.h writes them.  What has no meaning there stays readable.  */
static void escape(struct bytes *steps, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		if ((byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
		    (byte >= 'a' && byte <= 'z') || byte == ',')
			bytes_add(steps, bytes + i, 1);
		else
			bytes_addf(steps, "\\x%02x", byte);
	}
}

void twins_send(struct bytes *steps, const char *bytes, size_t size)
{
	bytes_add_text(steps, ">> ");
	escape(steps, bytes, size);
	bytes_add_text(steps, "\n");
}

void twins_turn(struct bytes *steps, int turn)
{
	bytes_addf(steps, "turn %d\n", turn);
}

void twins_await(struct bytes *steps, const char *kind, const struct message *message)
{
	size_t size = message->size;

	while (size && strchr("\r\n \t", message->bytes[size - 1]) && message->bytes[size - 1])
		size--;
	bytes_add_text(steps, "= ");
	escape(steps, message->bytes, size);
	bytes_addf(steps, " %s\n", kind);
}

const struct message *twins_answer(const struct twins_game *game, int turn)
{
	const struct turn *played = match_turn(game->match, turn);

	for (int i = game->count - 1; i >= 0 && played && played->seat == SEAT_1; i--)
		if (game->messages[i].n == played->message)
			return &game->messages[i];
	return NULL;
}
