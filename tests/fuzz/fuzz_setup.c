/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_setup.c - the header of an input, made a setup: each byte chooses one of some values.  */
#include "fuzz_match.h"

#include "ringside/protocol.h"

#include <assert.h>
#include <string.h>

#define MS       ((int64_t)NS_PER_MS)
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

#define WORLD_RULES                                                                                          \
	"AWorld 1\nItem_Reward 30\nNeutralize_Reward 7\nHome_Reward 100\nMove_Cost 1\nGrab_Cost 1\n"         \
	"Number_Of_Items_Is_Known True\nAmmunition_Is_Limited True\nAmmunition_Limit 3\n"                    \
	"Initial_Ammunition 2\n"

/* The options of the systems, in the order of the header's last bytes.  NULL: it is not given.  A system
   without rows has its defaults.  */
static const struct choice {
	const char *system, *name;
	const char *values[8];
	int count;
} choices[] = {
	{"gomocup", "size", {"15", "5", "6x7", "20", "9", "19", "5x8", "12"}, 8},
	{"gomocup",
	 "rule",
	 {NULL, "standard", "renju", "caro", "caro-exact", "freestyle+continuous", "renju+continuous",
	  "standard+continuous"},
	 8},
	{"gomocup", "swap2", {NULL, NULL, "yes"}, 3},
	{"gomocup", "opening", {NULL, NULL, "2,2 3,3", "0,0 1,1 0,1 1,2 0,2"}, 4},
	{"gomocup", "draw-at", {NULL, NULL, "6", "20"}, 4},
	{"gomocup", "tournament", {NULL, ""}, 2},
	{"lmc", "game", {"roshambo", "tictactoe", "imitate", "cycle"}, 4},
	{"lmc", "turns", {"3", "20", "1000"}, 3},
	{"lmc", "order", {NULL, "score-first", "input-first"}, 3},
	{"lmc", "illegal", {NULL, "score", "loses"}, 3},
	{"lmc", "symbols", {NULL, "2", "26"}, 3},
	{"lmc2", "words", {"symbols", "letters", "any"}, 3},
	{"lmc2", "lmc1", {NULL, "1", "2", "all"}, 4},
	{"lmc2", "max-timeouts", {NULL, "1", "0"}, 3},
	{"lmc2", "max-turns", {NULL, "3", "50"}, 3},
	{"qchess", "classical", {"", NULL}, 2},
	{"qchess", "promote-on-touch", {NULL, ""}, 2},
	{"qchess", "max-moves", {NULL, "2", "8"}, 3},
	{"qchess", "quit-result", {NULL, ""}, 2},
	{"qchess", "line-delay", {NULL, NULL, "10", "80"}, 4},
	{"qchess", "send-board", {NULL, ""}, 2},
	{"asimulator", "max-actions", {"3", "40", NULL}, 3},
	{"asimulator",
	 "world-text",
	 {WORLD_RULES "Map 3 3\n?h?\n?.?\ni??\n", WORLD_RULES "Map 1 1\n?\n",
	  WORLD_RULES "Cost_Is_Limited True\nCost_Limit 6\nEnemy_Probability 0.3\nMap 4 2\n?i?h\n????\n"},
	 3},
	{"asimulator", "bit-order", {NULL, "msb"}, 2},
	{"asimulator", "revision", {NULL, "2"}, 2},
	{"asimulator", "world", {"drawn.world"}, 1},
};

static void give(struct setup *setup, const char *name, const char *value)
{
	char *problem = setup_set(setup, name, value);

	assert(!problem);
}

static void set_options(struct setup *setup, const uint8_t *bytes, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < COUNT(choices); i++) {
		const struct choice *choice = &choices[i];
		const char *value;

		if (strcmp(choice->system, setup->system) != 0)
			continue;
		value = choice->values[used < size ? bytes[used] % choice->count : 0];
		used++;
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
	setup->tolerance = chosen((const int64_t[]){0, 0, 5, 400}, bits >> 4);
	setup->pace = chosen((const int64_t[]){0, 0, 3, 200}, bits >> 6);
	setup->hang_limit = 2000 * MS;
	setup->start_limit = 3000 * MS;
}

static void set_seats(struct setup *setup, unsigned bits)
{
	const struct protocol *protocol = protocol_named(setup->system);
	bool alone = bits & 4 && protocol->alone;

	if (protocol->program_option) {
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
	bool uses_socket;

	setup_init(setup);
	setup->system = protocol_at(header[0] % system_count())->name;
	uses_socket = protocol_named(setup->system)->uses_socket;
	setup->seed = 1;
	setup_keep(setup, OPTION_RULES, RULES_NOW);
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
	set_options(setup, header + 5, FUZZ_HEADER - 5);
}
