/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* symbols.c - the symbols that agents draw on their maps, at any message.
 *
 * A symbol stays until it is replaced, removed or cleared (original: "Only 1 symbol can be shown on a
 * tile"), so all messages count, not only the newest.  As with turns, marks are kept at distances: going
 * back hears only what follows the mark before.  */
#include "board.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

enum {
	MARKS = 32, /* even */
	FIRST_DISTANCE = 1024,
	/* Requests by their numbers (original).  */
	CLEAR_ALL = 6,
	SYMBOL_FIRST = 100,
	SYMBOL_REMOVE = 254
};

struct map {
	int64_t n; /* of the last message in it */
	uint8_t at[ASIM_PLAYERS][WORLD_TILES];
};

struct asim_symbols {
	const struct world *world;
	struct map now;
	struct map *mark[MARKS]; /* of increasing n, the first before all messages; owned */
	int marks, distance;     /* messages from one mark to the next */
	int since;               /* messages after the last mark */
};

static void forget_marks(struct asim_symbols *symbols)
{
	for (int i = 0; i < symbols->marks; i++)
		free(symbols->mark[i]);
	symbols->marks = 0;
}

static void set_mark(struct asim_symbols *symbols)
{
	if (symbols->marks == MARKS) {
		for (int i = 0; i < MARKS; i++) {
			if (i % 2 == 0)
				symbols->mark[i / 2] = symbols->mark[i];
			else
				free(symbols->mark[i]);
		}
		symbols->marks = MARKS / 2;
		symbols->distance *= 2;
	}
	symbols->mark[symbols->marks] = bytes_new(sizeof(struct map));
	*symbols->mark[symbols->marks++] = symbols->now;
	symbols->since = 0;
}

static void begin_anew(struct asim_symbols *symbols)
{
	forget_marks(symbols);
	memset(&symbols->now, 0, sizeof(symbols->now));
	symbols->distance = FIRST_DISTANCE;
	set_mark(symbols);
}

struct asim_symbols *asim_symbols_new(const struct world *world)
{
	struct asim_symbols *symbols = bytes_new(sizeof(*symbols));

	symbols->world = world;
	begin_anew(symbols);
	return symbols;
}

void asim_symbols_free(struct asim_symbols *symbols)
{
	if (symbols)
		forget_marks(symbols);
	free(symbols);
}

/* A request that is malformed, or outside of the map, draws nothing.  */
static void draw(struct asim_symbols *symbols, const struct message *message)
{
	const struct world *world = symbols->world;
	uint8_t *at = symbols->now.at[message->seat - SEAT_1];
	uint8_t number = message->size ? (uint8_t)message->bytes[0] : 0;
	int column, row;

	if (number == CLEAR_ALL)
		memset(at, 0, WORLD_TILES);
	if (number < SYMBOL_FIRST || number > SYMBOL_REMOVE || message->size < 3)
		return;
	column = world->column + (int8_t)message->bytes[1];
	row = world->row - (int8_t)message->bytes[2];
	if (column >= 0 && column < world->width && row >= 0 && row < world->height)
		at[row * world->width + column] = number == SYMBOL_REMOVE ? 0 : number;
}

void asim_symbols_hear(struct asim_symbols *symbols, const struct message *message)
{
	if (!message) {
		begin_anew(symbols);
		return;
	}
	if (message->seat < SEAT_1 || message->seat >= SEATS)
		return;
	if (message->direction == EVENT)
		memset(symbols->now.at[message->seat - SEAT_1], 0, WORLD_TILES);
	else if (message->channel == CHANNEL_SYMBOL)
		draw(symbols, message);
	else
		return;
	symbols->now.n = message->n;
	if (message->n > symbols->mark[symbols->marks - 1]->n && ++symbols->since == symbols->distance)
		set_mark(symbols);
}

int64_t asim_symbols_recall(struct asim_symbols *symbols, int64_t last)
{
	int i = symbols->marks - 1;

	while (i > 0 && symbols->mark[i]->n > last)
		i--;
	if (symbols->now.n > last || symbols->now.n < symbols->mark[i]->n) {
		symbols->now = *symbols->mark[i];
		symbols->since = 0;
	}
	return symbols->now.n;
}

int asim_symbol_at(const struct asim_symbols *symbols, int seat, int column, int row)
{
	return symbols->now.at[seat - SEAT_1][row * symbols->world->width + column];
}
