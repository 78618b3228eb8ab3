/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pad.c - a client of the agent world with a bug: where one bound and one number are known it reads them as a
 * struct, which has a byte of padding between them, and takes a byte too many.  */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MENDED
#define PACKED __attribute__((packed))
#else
#define PACKED
#endif

enum { ITEM = 2, BUMP = 8, END = 128, RULES = 25, MOST = 200 };

struct known {
	int8_t bound;
	uint16_t number;
} PACKED;

static int read_rules(void)
{
	uint8_t flags[2], rest[RULES + 4 + 8 + 12];
	struct known known;
	size_t bounds, numbers, limits;
	int percept;

	if (fread(flags, sizeof(flags), 1, stdin) != 1 || fread(rest, RULES, 1, stdin) != 1)
		exit(0); /* the connection has ended */
	bounds = (size_t)__builtin_popcount(flags[0] & 0x0f);
	numbers = (size_t)__builtin_popcount(flags[0] & 0xf0);
	limits = 4 * (size_t)__builtin_popcount(flags[1] & 0x1c);
	if (bounds == 1 && numbers == 1)
		(void)!fread(&known, sizeof(known), 1, stdin); /* BUG */
	else
		(void)!fread(rest, 1, bounds + 2 * numbers, stdin);
	(void)!fread(rest, 1, limits, stdin);    /* BUG: here or below it waits */
	percept = getchar();                     /* BUG */
	while (getchar() > 0)                    /* BUG */
		(void)!fread(rest, 2, 1, stdin); /* BUG */
	return percept;
}

static void say(int byte)
{
	putchar(byte);
	fflush(stdout);
}

int main(void)
{
	char score[4];

	say(0);
	while (!feof(stdin)) {
		int percept = read_rules();

		for (int turn = 0; percept >= 0 && !(percept & END); turn++) {
			say(turn == MOST ? 0 : percept & ITEM ? 4 : percept & BUMP ? 2 : 1);
			percept = getchar();
		}
		(void)!fread(score, sizeof(score), 1, stdin);
	}
	return 0;
}
