/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_setup.c - makes a setup of an input's header: each byte chooses one of a few values.  */
#include "choices.h"
#include "fuzz_match.h"

#include "ringside/protocol.h"

#include <assert.h>
#include <string.h>

#define MS ((int64_t)NS_PER_MS)

/* In the order of the table of systems.  */
static const struct fuzz_choice *const choices[] = {
#define X(name, board) fuzz_choices_##name,
	SYSTEMS(X)
#undef X
};

const struct fuzz_choice *fuzz_choices(int system)
{
	return choices[system];
}

static void give(struct setup *setup, const char *name, const char *value)
{
	char *problem = setup_set(setup, name, value);

	assert(!problem);
}

static void set_options(struct setup *setup, const struct fuzz_choice *choice, const uint8_t *bytes,
			size_t size)
{
	for (size_t i = 0; choice && choice->name; i++, choice++) {
		const char *value = choice->values[i < size ? bytes[i] % choice->count : 0];

		if (value)
			give(setup, choice->name, value);
	}
}

/* Two bits choose one of four.  */
static int64_t chosen(const int64_t values[4], unsigned bits)
{
	return values[bits & 3] * MS;
}

static void set_limits(struct setup *setup, unsigned bits)
{
	setup->turn_limit = chosen((const int64_t[]){1000, 0, 60, 5000}, bits);
	setup->match_limit = chosen((const int64_t[]){0, 0, 90, 3000}, bits >> 2);
	if (setup->match_limit == 90 * MS)
		setup_put(setup, &option_tc, bits & 16 ? "2/0.09+0.01,2x0.03" : "1/0.09");
	setup->tolerance = chosen((const int64_t[]){0, 0, 5, 400}, bits >> 4);
	setup->pace = chosen((const int64_t[]){0, 0, 3, 200}, bits >> 6);
	setup->hang_limit = 2000 * MS;
	setup->start_limit = 3000 * MS;
}

static void set_seats(struct setup *setup, unsigned bits)
{
	const struct protocol *protocol = protocol_named(setup->system);
	bool alone = bits & 4 && protocol->alone;

	if (protocol_option(protocol, OPTION_COMMAND)) {
		setup->seat[SEAT_NONE].kind = SEAT_AGENT;
		setup->seat[SEAT_NONE].command = bytes_text("/fuzz/0");
	}
	for (int s = SEAT_1; s < SEATS; s++) {
		setup->seat[s].kind = bits & 1u << (s - SEAT_1) ? SEAT_HUMAN : SEAT_AGENT;
		if (alone && s == SEAT_2)
			setup->seat[s].kind = SEAT_FREE;
		else
			setup->seat[s].command = bytes_text("/fuzz/pbrain-%d", s);
	}
	setup->first = bits & 8 ? SEAT_2 : SEAT_1;
}

static int system_count(void)
{
	int count = 0;

	while (protocol_at(count))
		count++;
	return count;
}

void fuzz_setup(struct setup *setup, struct fuzz_ways *ways, const uint8_t header[FUZZ_HEADER])
{
	unsigned flags = header[3];
	int system = header[0] % system_count();
	bool uses_socket;

	setup_init(setup);
	setup->system = protocol_at(system)->name;
	uses_socket = protocol_at(system)->uses_socket;
	setup->seed = 1;
	setup->checked = true;
	set_limits(setup, header[1]);
	set_seats(setup, header[2]);
	setup->strict = flags & 1;
	setup->memory = flags & 2 ? 1000000 : 0;
	setup->max_chatter = flags & 4 ? 300 : setup->max_chatter;
	setup->max_line = flags & 8 ? 12 : setup->max_line;
	*ways = (struct fuzz_ways){.socket = flags & 16 && uses_socket,
				   .not_started = flags >> 5 == 7 ? 1u << (header[2] >> 6) : 0,
				   .stops = header[4] & 128 ? header[4] & 127 : 0};
	if (!ways->socket && uses_socket)
		give(setup, "stdio", "");
	set_options(setup, fuzz_choices(system), header + 5, FUZZ_HEADER - 5);
}
