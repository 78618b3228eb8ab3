/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client.c - a simulated client of the agent world.  */
#include "client.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "systems/asimulator/rules.h"

#include <string.h>

#define MS ((int64_t)1000000)

static const char *const names[] = {
#define X(NAME) #NAME,
	CLIENT_FAILURES(X)
#undef X
};

const char *client_failure_name(enum client_failure failure)
{
	return names[failure];
}

void client_character_draw(struct client_character *character, struct chance *chance,
			   const struct client_terms *terms, bool fails)
{
	*character = (struct client_character){
		.little = chance_one_in(chance, 2),
		.draws = chance_one_in(chance, 3),
		.splits = chance_one_in(chance, 4),
		.leaves = chance_one_in(chance, 3),
		.delay = chance_one_in(chance, 3) ? terms->limit * 3 / 4 : terms->limit / 100,
	};
	if (fails)
		character->failure =
			(enum client_failure)(1 + chance_below(chance, CLIENT_FAILURE_COUNT - 1));
	character->fails_at = 1 + (int)chance_below(chance, chance_one_in(chance, 2) ? 4 : 30);
}

/* Writes the bytes, in pieces if the client does that, and returns the last piece.  */
static struct deed *write_bytes(struct client *client, const uint8_t *bytes, size_t size)
{
	struct fake *fake = client->fake;
	size_t from = 0, piece;

	while (client->character->splits && size - from > 1) {
		piece = 1 + (size_t)chance_below(fake->chance, (int64_t)(size - from) - 1);
		fake_add(fake, (struct deed){.t = fake->busy,
					     .kind = DEED_BYTES,
					     .bytes = bytes_copy((const char *)bytes + from, piece),
					     .size = piece});
		fake_think(fake, fake->pause);
		from += piece;
	}
	return fake_add(fake, (struct deed){.t = fake->busy,
					    .kind = DEED_BYTES,
					    .bytes = bytes_copy((const char *)bytes + from, size - from),
					    .size = size - from});
}

static struct deed *write_byte(struct client *client, uint8_t byte)
{
	return write_bytes(client, &byte, 1);
}

/* A random action. The end is rare.  */
static void act(struct client *client, int tag)
{
	struct chance *chance = client->fake->chance;
	uint8_t action = chance_one_in(chance, 40)
				 ? WORLD_SHUT_OFF
				 : (uint8_t)(1 + chance_below(chance, WORLD_ACTION_COUNT - 1));
	struct deed *deed = write_byte(client, action);

	deed->is_move = true;
	deed->tag = tag;
	deed->said[0] = (char)action;
	deed->said_size = 1;
}

static void leave(struct client *client, int code)
{
	client->ended = true;
	fake_leave(client->fake, code, code ? BLAME_CRASH | BLAME_START : BLAME_EXIT | BLAME_START);
}

void client_start(struct client *client, const struct client_character *character,
		  const struct client_terms *terms, struct chance *chance, struct fake *fake, int64_t t)
{
	*fake = (struct fake){.chance = chance, .pause = terms->limit / 100, .busy = t};
	*client = (struct client){.character = character, .terms = *terms, .fake = fake};
	switch (character->failure) {
	case CLIENT_DIES_AT_START:
		leave(client, chance_one_in(chance, 2) ? -11 : (int)chance_below(chance, 2));
		return;
	case CLIENT_NO_INFO: client->hangs = true; return;
	case CLIENT_LATE_INFO: fake->busy += terms->start_limit + chance_below(chance, 100 * MS); break;
	default: fake_think(fake, 5 * MS); break;
	}
	write_byte(client, character->little ? 0x80 : 0);
}

/* What it finds out, for people: symbols and a text.  */
static void draw(struct client *client)
{
	struct chance *chance = client->fake->chance;
	uint8_t symbol[3] = {(uint8_t)(100 + chance_below(chance, 110)), (uint8_t)chance_below(chance, 256),
			     (uint8_t)chance_below(chance, 256)};
	uint8_t text[3 + 20] = {255};
	size_t size = (size_t)chance_below(chance, 20);

	if (chance_one_in(chance, 4))
		write_byte(client, 6);
	write_bytes(client, symbol, sizeof(symbol));
	text[client->character->little ? 1 : 2] = (uint8_t)size;
	for (size_t i = 0; i < size; i++)
		text[3 + i] = (uint8_t)chance_below(chance, 256);
	write_bytes(client, text, 3 + size);
}

/* Fails in the way of this client instead of acting. False: it acts as usual, perhaps after what it did.  */
static bool fail(struct client *client, int tag)
{
	static const uint8_t half[] = {254, 3};
	static const uint8_t unused[] = {220, 1, 1};
	struct fake *fake = client->fake;
	struct chance *chance = fake->chance;
	struct deed *deed;

	switch (client->character->failure) {
	case CLIENT_LATE:
		fake->busy += client->terms.limit + client->terms.tolerance +
			      chance_below(chance, client->terms.limit);
		return false;
	case CLIENT_HALF:
		write_bytes(client, half, sizeof(half));
		client->hangs = true;
		return true;
	case CLIENT_HALF_LEAVES:
		write_bytes(client, half, sizeof(half));
		leave(client, chance_one_in(chance, 2) ? 0 : 7);
		return true;
	case CLIENT_HANGS: client->hangs = true; return true;
	case CLIENT_BAD_REQUEST:
		deed = write_byte(client, (uint8_t)(7 + chance_below(chance, 93)));
		deed->culpable = BLAME_PROTOCOL;
		deed->fatal = true;
		return true;
	case CLIENT_BAD_SYMBOL:
		deed = write_bytes(client, unused, sizeof(unused));
		deed->culpable = client->terms.strict ? BLAME_PROTOCOL : 0;
		deed->fatal = client->terms.strict;
		return client->terms.strict;
	case CLIENT_CRASH: leave(client, chance_one_in(chance, 2) ? -11 : 3); return true;
	case CLIENT_EXIT: leave(client, 0); return true;
	case CLIENT_CLOSES:
		client->hangs = true;
		fake_add(fake, (struct deed){.t = fake->busy,
					     .kind = DEED_CLOSE,
					     .code = chance_one_in(chance, 3) ? STREAM_STDIN : STREAM_STDOUT,
					     .culpable = BLAME_EXIT});
		return true;
	case CLIENT_TWICE:
		act(client, tag);
		client->ahead++;
		act(client, tag + 1);
		fake->deeds[fake->count - 1].culpable = client->terms.strict ? BLAME_PROTOCOL : 0;
		return true;
	default: return false;
	}
}

void client_hears(struct client *client, int64_t t, bool acts, int tag, bool ends)
{
	struct fake *fake = client->fake;

	if (fake->busy < t)
		fake->busy = t;
	if (client->ended || client->hangs)
		return;
	if (ends && client->character->leaves) {
		fake_think(fake, 100 * MS);
		leave(client, 0); /* so it declines the rules of the next game, if there is one */
	} else if (acts && client->ahead) {
		client->ahead--;
	} else if (acts) {
		fake_think(fake, client->character->delay);
		if (client->character->failure == CLIENT_DECLINES && !client->actions) {
			leave(client, 0);
			return;
		}
		if (client->character->draws)
			draw(client);
		if (++client->actions != client->character->fails_at || !fail(client, tag))
			act(client, tag);
	}
}
