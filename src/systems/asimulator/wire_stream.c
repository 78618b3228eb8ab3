/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_stream.c - the bytes between the judge and a client: where its requests end, and what it is sent.  */
#include "wire.h"

bool asimulator_is_agent(const struct asimulator *a, int seat)
{
	return referee_setup(a->judge)->seat[seat].kind == SEAT_AGENT;
}

/* ---- bytes from a client ---- */

static bool is_symbol(uint8_t byte)
{
	return byte >= REQUEST_SYMBOL && byte != REQUEST_TEXT;
}

static size_t text_size(bool little, const uint8_t *bytes)
{
	return TEXT_HEAD + (little ? bytes[1] | (size_t)bytes[2] << 8 : (size_t)bytes[1] << 8 | bytes[2]);
}

size_t asimulator_wanted(bool little, const uint8_t *bytes, size_t size)
{
	if (bytes[0] == REQUEST_TEXT)
		return size < TEXT_HEAD ? TEXT_HEAD : text_size(little, bytes);
	return is_symbol(bytes[0]) ? SYMBOL_BYTES : 1;
}

size_t asimulator_frame(void *state, int seat, const char *bytes, size_t size, size_t seen, bool ended)
{
	struct asimulator *a = state;
	const struct client *client = &a->client[seat];
	size_t whole = client->framed ? asimulator_wanted(client->little, (const uint8_t *)bytes, size) : 1;

	(void)seen;
	if (whole <= size)
		return whole;
	return ended ? size : 0;
}

/* The size is the only end of a message.  */
size_t asimulator_end(const char *bytes, size_t size)
{
	(void)bytes;
	(void)size;
	return 0;
}

size_t asimulator_lacks(void *state, int seat, const char *bytes, size_t size)
{
	const struct asimulator *a = state;

	return asimulator_wanted(a->client[seat].little, (const uint8_t *)bytes, size);
}

/* The info byte decides how later bytes are cut, even while it waits at the gate.  */
enum channel asimulator_channel(void *state, int seat, const char *bytes, size_t size)
{
	struct asimulator *a = state;
	struct client *client = &a->client[seat];
	uint8_t byte = (uint8_t)bytes[0];

	(void)size;
	if (!client->framed) {
		client->framed = true;
		client->little = byte & INFO_LITTLE;
		return CHANNEL_INFO;
	}
	if (byte < WORLD_ACTION_COUNT)
		return CHANNEL_MOVE;
	if (byte == REQUEST_TEXT)
		return CHANNEL_TEXT;
	return byte == REQUEST_CLEAR || is_symbol(byte) ? CHANNEL_SYMBOL : CHANNEL_UNKNOWN;
}

/* The info byte itself has no numbers.  */
unsigned asimulator_flags(void *state, int seat, enum channel channel)
{
	const struct asimulator *a = state;

	return channel != CHANNEL_INFO && a->client[seat].little ? MESSAGE_LITTLE : 0;
}

/* ---- to a client ---- */

void asimulator_send_bytes(struct asimulator *a, int seat, enum channel to, bool asks, const uint8_t *bytes,
			   size_t size)
{
	unsigned flags = (asks ? MESSAGE_ASKS : 0u) | (a->client[seat].wire.little ? MESSAGE_LITTLE : 0u);

	if (asks)
		referee_start_clock(a->judge, seat);
	if (asimulator_is_agent(a, seat))
		referee_send_bytes(a->judge, seat, to, flags, bytes, size);
}

void asimulator_send_percept(struct asimulator *a, int seat, bool asks)
{
	const struct client *client = &a->client[seat];
	uint8_t byte = world_percept_write(client->sim.percept, client->wire);

	asimulator_send_bytes(a, seat, CHANNEL_PERCEPT, asks, &byte, 1);
}

/* Sends the tiles that the client knows, and the 0 that ends them.  */
void asimulator_send_tiles(struct asimulator *a, int seat, bool asks)
{
	const struct client *client = &a->client[seat];
	struct bytes list = {0};
	struct world_told told;
	uint8_t tile[3];
	int at = 0;

	while (world_next_told(&a->world, &at, &told)) {
		tile[0] = world_tile_write(told.tile, client->wire);
		tile[1] = (uint8_t)told.x;
		tile[2] = (uint8_t)told.y;
		bytes_add(&list, tile, sizeof(tile));
	}
	bytes_add(&list, "", 1);
	asimulator_send_bytes(a, seat, CHANNEL_INPUT, asks, (const uint8_t *)list.at, list.size);
	bytes_free(&list);
}

/* Sends the rules, the first percept, the tiles that the client knows, and the 0 that ends them (original).
 */
void asimulator_send_rules(struct asimulator *a, int seat, bool asks)
{
	struct client *client = &a->client[seat];
	uint8_t rules[WORLD_RULES_MOST];
	size_t size = world_rules_write(&a->world.rules, client->wire, rules);

	client->told = true;
	client->heard = false;
	asimulator_send_bytes(a, seat, CHANNEL_COMMAND, false, rules, size);
	asimulator_send_percept(a, seat, false);
	asimulator_send_tiles(a, seat, asks);
}
