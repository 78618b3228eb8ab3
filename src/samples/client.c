/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client.c - the main loop of a client: one simulation after another (original).  */
#include "client.h"

#include <stdarg.h>
#include <stdlib.h>

enum { REQUEST_CLEAR = 6, REQUEST_TEXT = 255, TEXT_MOST = 65535, INFO_LITTLE = 0x80 };

/* ---- what goes out ---- */

static void add_byte(struct client *client, unsigned byte)
{
	bytes_add(&client->out, &(uint8_t){(uint8_t)byte}, 1);
}

static bool flush(struct client *client)
{
	bool sent = client->transport.write(client->transport.self, (const uint8_t *)client->out.at,
					    client->out.size);

	bytes_drop(&client->out, client->out.size);
	return sent;
}

void client_symbol(struct client *client, int symbol, int x, int y)
{
	add_byte(client, (unsigned)symbol);
	add_byte(client, (unsigned)x);
	add_byte(client, (unsigned)y);
}

void client_clear(struct client *client)
{
	add_byte(client, REQUEST_CLEAR);
}

void client_text(struct client *client, const char *format, ...)
{
	struct bytes text = {0};
	va_list args;
	char *words;

	va_start(args, format);
	words = bytes_vtext(format, args);
	va_end(args);
	bytes_add_text(&text, words);
	if (text.size > TEXT_MOST)
		text.size = TEXT_MOST;
	add_byte(client, REQUEST_TEXT);
	add_byte(client, (unsigned)(client->wire.little ? text.size & 255 : text.size >> 8));
	add_byte(client, (unsigned)(client->wire.little ? text.size >> 8 : text.size & 255));
	bytes_add(&client->out, text.at, text.size);
	bytes_free(&text);
	free(words);
}

/* ---- what comes in ---- */

static bool read_all(struct client *client, uint8_t *bytes, size_t size)
{
	return client->transport.read(client->transport.self, bytes, size) == size;
}

static int cut_off(const struct client *client, const char *where)
{
	fprintf(stderr, "%s: the connection ended inside of %s\n", client->program, where);
	return EXIT_FAILURE;
}

/* Reads the rules; returns how many bytes came. Fewer than the rules have: the connection ended. The
 * bytes themselves tell how many there are, so they are read one by one.  */
static size_t read_rules(struct client *client, bool *whole)
{
	uint8_t bytes[WORLD_RULES_MOST];
	size_t size = 0;

	*whole = false;
	while (!*whole && size < sizeof(bytes) && read_all(client, bytes + size, 1)) {
		size++;
		*whole = world_rules_read(&client->rules, client->wire, bytes, size) > 0;
	}
	return size;
}

static bool read_told(struct client *client, const struct world_agent *agent)
{
	uint8_t byte, place[2];

	while (read_all(client, &byte, 1)) {
		struct world_told told;

		if (byte == 0)
			return true;
		if (!read_all(client, place, sizeof(place)))
			return false;
		told = (struct world_told){(int8_t)place[0], (int8_t)place[1],
					   world_tile_read(byte, client->wire)};
		if (agent->told)
			agent->told(agent->self, &told);
	}
	return false;
}

static bool read_percept(struct client *client, unsigned *percept)
{
	uint8_t byte;

	if (!read_all(client, &byte, 1))
		return false;
	*percept = world_percept_read(byte, client->wire);
	return true;
}

/* ---- the loop ---- */

/* Plays one simulation after its rules. Returns -1 to go on, else the exit status.  */
static int simulation(struct client *client, const struct world_agent *agent)
{
	uint8_t score[WORLD_SCORE_SIZE];
	unsigned percept;

	if (agent->begin)
		agent->begin(agent->self, client);
	if (!read_percept(client, &percept))
		return cut_off(client, "the rules: the first percept was due");
	if (!read_told(client, agent))
		return cut_off(client, "the list of known tiles");
	while (!(percept & WORLD_PERCEPT_END)) {
		add_byte(client, agent->act(agent->self, client, percept));
		if (!flush(client) || !read_percept(client, &percept))
			return EXIT_SUCCESS;
	}
	if (!read_all(client, score, sizeof(score)))
		return cut_off(client, "the score");
	if (agent->over)
		agent->over(agent->self, client, percept, world_score_read(score, client->wire));
	return -1;
}

int client_run(struct client *client, const struct world_agent *agent)
{
	int status = EXIT_SUCCESS;
	bool whole;

	add_byte(client, client->wire.little ? INFO_LITTLE : 0);
	if (flush(client))
		do {
			size_t size = read_rules(client, &whole);

			status = whole  ? simulation(client, agent)
				 : size ? cut_off(client, "the rules")
					: EXIT_SUCCESS;
		} while (status < 0);
	bytes_free(&client->out);
	return status;
}
