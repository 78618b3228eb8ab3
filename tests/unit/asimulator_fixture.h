/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* asimulator_fixture.h - shared by the tests of the system asimulator: worlds, whole dialogues, bytes in hex.
 */
#ifndef RINGSIDE_TESTS_ASIMULATOR_FIXTURE_H
#define RINGSIDE_TESTS_ASIMULATOR_FIXTURE_H

#include "agent_world_fixture.h"
#include "match_fixture.h"

/* Two rows of two tiles. The agent starts at home in the south-west, facing east, with an item ahead. Every
 * action costs 1.  */
#define SMALL_RULES                                                                                          \
	"AWorld 1\nMove_Cost 1\nTurn_Left_Cost 1\nTurn_Right_Cost 1\nGrab_Cost 1\nNeutralize_Cost 1\n"       \
	"Item_Reward 5\nHome_Reward 9\nInitial_Score -10\n"
#define SMALL_MAP "Agent 1 2 0\nMap 4 4\n####\n#..#\n#hi#\n####\n"
#define SMALL     SMALL_RULES SMALL_MAP

/* What the agent is told at the start: the rules, that it is at home, no tiles.  */
#define SMALL_BEGINNING                                                                                      \
	"0000"                                                                                               \
	"00"                                                                                                 \
	"00010001000100010001"                                                                               \
	"000500000009"                                                                                       \
	"00000000"                                                                                           \
	"fffffff6"                                                                                           \
	"01"                                                                                                 \
	"00"

#define SMALL_LITTLE                                                                                         \
	"0000"                                                                                               \
	"00"                                                                                                 \
	"01000100010001000100"                                                                               \
	"050000000900"                                                                                       \
	"00000000"                                                                                           \
	"f6ffffff"                                                                                           \
	"01"                                                                                                 \
	"00"

static inline void set_up_world(struct dialogue *d, const char *text)
{
	dialogue_init_lmc(d, "asimulator");
	d->setup.turn_limit = 100 * DIALOGUE_MS;
	setup_set(&d->setup, "world", "test.world");
	setup_set(&d->setup, "world-text", text);
}

/* Seat 2 stays free.  */
static inline void set_up_alone(struct dialogue *d, const char *text)
{
	set_up_world(d, text);
	d->setup.seat[SEAT_2].kind = SEAT_FREE;
}

/* The bytes of a hex number; the caller frees.  */
static inline char *of_hex(const char *hex, size_t *size)
{
	struct bytes bytes = {0};
	unsigned byte;
	char letter;

	bytes_add(&bytes, "", 0);
	for (; sscanf(hex, "%2x", &byte) == 1; hex += 2) {
		letter = (char)byte;
		bytes_add(&bytes, &letter, 1);
	}
	*size = bytes.size;
	return bytes.at;
}

static inline void says(struct dialogue *d, int seat, const char *hex)
{
	size_t size;
	FREED char *bytes = of_hex(hex, &size);

	dialogue_bytes(d, seat, bytes, size);
}

/* All bytes written to the seat since the last call.  */
static inline void hears(struct dialogue *d, int seat, const char *hex)
{
	struct bytes text FREED_BY(bytes_free) = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < d->line_count; i++) {
		struct line *line = &d->lines[i];

		if (line->told || line->message.seat != seat || line->message.direction != TO_AGENT)
			continue;
		line->told = true;
		for (size_t k = 0; k < line->message.size; k++)
			bytes_addf(&text, "%02x", (uint8_t)line->message.bytes[k]);
	}
	if (strcmp(text.at, hex) != 0)
		fail_msg("seat %d: expected %s, got %s", seat, *hex ? hex : "nothing", text.at);
}

/* Starts the small world: both agents are big-endian and have been told the beginning.  */
static inline void begin_small(struct dialogue *d)
{
	set_up_world(d, SMALL);
	dialogue_begin(d);
	for (int s = SEAT_1; s < SEATS; s++)
		says(d, s, "00");
	for (int s = SEAT_1; s < SEATS; s++)
		hears(d, s, SMALL_BEGINNING);
}

#endif
