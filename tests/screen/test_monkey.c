/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_monkey.c - random keys, clicks and sizes in random order: the screen keeps working and leaves cleanly.
 *
 * MONKEY_SEED is the first seed, MONKEY_RUNS the number of seeds.  */
#include "ringside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIONS = 150, RUNS = 6 };

static const char *const keys[] = {
	" ",    "s",     "S",     "n",       "N",    "c",     "f",   "u",     "z",     "L",      "F",
	"p",    "P",     "g",     "G",       "\t",   VT_BTAB, VT_UP, VT_DOWN, VT_LEFT, VT_RIGHT, VT_HOME,
	VT_END, VT_PGUP, VT_PGDN, "\r",      "1",    "2",     "5",   "9",     "\014",  "?",      "\035",
	"\033", ":",     "e\r",   "/TURN\r", "&a\r", "&\r",   "h",   "j",     "x",     "作",     "\003",
};
static const char *const lines[] = {
	"next x3",
	"step x7",
	"goto -2",
	"goto +1",
	"goto 1",
	"goto live",
	"takeback",
	"override d5",
	"play h8",
	"set layout wide",
	"set layout narrow",
	"set layout channels",
	"set layout traffic",
	"set layout terminals",
	"set layout board",
	"set theme dark",
	"set theme mono",
	"set theme default",
	"set numbers on",
	"filter DEBUG",
	"filter",
	"search OK",
	"search ?T",
	"freeze-pane",
	"scroll top",
	"scroll end",
	"scroll pageup",
	"focus 2",
	"resize full",
	"help step",
	"drop",
	"edit 3,3",
	"edit",
	"delay 50",
	"send 1 INFO x",
	"send 2 \\x00",
	"step 2",
	"next 1 x2",
	"info held",
	"freeze",
	"freeze off",
	"freeze 2",
	"focus terminal 1",
	"signal 1 CONT",
	"signal 2 URG",
};
static const int sizes[][2] = {{80, 24}, {160, 50}, {100, 30}, {40, 10}, {3, 2}, {200, 60}};

#define COUNT(list) ((int)(sizeof(list) / sizeof((list)[0])))

/* A generator that gives the same numbers on every system.  */
static unsigned next_number(unsigned *seed, int below)
{
	*seed = *seed * 1103515245u + 12345u;
	return (*seed >> 16) % (unsigned)below;
}

static void act(struct scene *scene, unsigned *seed)
{
	unsigned what = next_number(seed, 20), which;

	if (what < 12) {
		type(scene, keys[next_number(seed, COUNT(keys))], NULL);
	} else if (what < 16) {
		type(scene, "\003\003\003", NULL); /* leaves any prompt or question */
		command(scene, lines[next_number(seed, COUNT(lines))]);
	} else if (what < 18) {
		int x = (int)next_number(seed, vt_cols(scene->vt)),
		    y = (int)next_number(seed, vt_rows(scene->vt));
		static const int buttons[] = {0, 0, 2, 64, 65};
		int button = buttons[next_number(seed, COUNT(buttons))];

		vt_mouse(scene->vt, button, x, y, true);
		if (button < 3)
			vt_mouse(scene->vt, button, x, y, false);
	} else {
		which = next_number(seed, COUNT(sizes));
		vt_resize(scene->vt, sizes[which][0], sizes[which][1]);
	}
}

/* Leaves an agent's terminal, the help, a prompt and a question, and returns to a readable screen.  */
static void come_home(struct scene *scene)
{
	vt_resize(scene->vt, 80, 24);
	type(scene, "\035\003\003\003", NULL);
	type(scene, "n:set layout traffic\r", NULL);
}

static void run(unsigned seed)
{
	static const char *const players[][2] = {{"sample:random --seed 1", "sample:random --seed 2"},
						 {"human", "talks 7"},
						 {"talks 3", "good 7"},
						 {"human", "human"}};
	const char *const *pair = players[seed % 4];
	struct scene *scene =
		begin_match(&small, pair[0], pair[1], "--pace", "2ms", "--turn-time", "60s", NULL);
	unsigned state = seed;

	shows(scene, "gomocup", NULL);
	for (int i = 0; i < ACTIONS; i++) {
		act(scene, &state);
		if (next_number(&state, 4) == 0)
			vt_settle(scene->vt, 0,
				  LONG); /* reads the output so far; sometimes much comes at once */
	}
	come_home(scene);
	/* A focused terminal takes all keys until ^] leaves it.  */
	for (int tries = 0; tries < 2; tries++)
		type(scene, "\035\003\003\003", NULL);
	print_message("seed %u\n", seed);
	leave(scene);
}

TEST(random_keys_clicks_and_sizes_do_not_break_the_screen)
{
	const char *first = getenv("MONKEY_SEED"), *count = getenv("MONKEY_RUNS");
	unsigned seed = first ? (unsigned)strtoul(first, NULL, 10) : 1;
	int runs = count ? atoi(count) : RUNS;

	for (int i = 0; i < runs; i++)
		run(seed + (unsigned)i);
}

TEST_MAIN(NULL, NULL)
