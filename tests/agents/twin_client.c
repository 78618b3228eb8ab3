/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twin_client.c - a client of asimulator that follows one way to be told the same wrongly: `twin_client MODE
 * --stdio`.
 *
 * It turns to one side or the other, by the numbers that it was told.  It knows only rules without
 * conditions.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { RULES = 27, NUMBERS = 3, NATURALS = 8, TILE_REST = 2, SCORE = 4, END = 0x80, LITTLE = 0x80, TURN = 2 };

static const char *mode;
static bool little;

static bool is(const char *name)
{
	return strcmp(mode, name) == 0;
}

/* False at the end.  A mode takes what one read gives for all of it: the rest is 0.  It reads that, too,
 * since an answer in the middle of a message would come at a time that nobody knows.  */
static bool hear(uint8_t *bytes, size_t size)
{
	ssize_t got = 1;

	for (bool whole = true; size && got > 0 && (got = read(STDIN_FILENO, bytes, size)) > 0;
	     whole = false) {
		if (!whole && is("one-read"))
			memset(bytes, 0, (size_t)got);
		bytes += got;
		size -= (size_t)got;
	}
	return got > 0;
}

/* One mode forgets that it has said that its numbers are little-endian.  */
static unsigned number(const uint8_t *bytes, int size)
{
	unsigned value = 0;

	for (int i = 0; i < size; i++)
		value = value << 8 | bytes[little && !is("little-forgets") ? size - 1 - i : i];
	return value;
}

/* False at the end.  */
static bool simulate(void)
{
	static unsigned kept;
	uint8_t rules[RULES] = {0}, percept = 0, tile = 1, rest[SCORE];
	unsigned told = is("keeps") ? kept++ : 0;

	if (!hear(rules, RULES) || !hear(&percept, 1))
		return false;
	for (int i = 0; i < NATURALS; i++)
		told += number(rules + NUMBERS + 2 * i, 2);
	told += number(rules + RULES - 4, 4) + number(rules + RULES - 8, 4);
	while (hear(&tile, 1) && tile)
		hear(rest, TILE_REST);
	while (!(percept & END)) {
		uint8_t action = (uint8_t)(TURN + (told ^ told >> 8 ^ told >> 16) % 2);

		told = told * 5 + percept + 1;
		if (write(STDOUT_FILENO, &action, 1) != 1 || !hear(&percept, 1))
			return false;
	}
	return hear(rest, SCORE);
}

int main(int argc, char **argv)
{
	uint8_t info;

	mode = argc > 1 ? argv[1] : "good";
	little = strncmp(mode, "little", 6) == 0;
	info = little ? LITTLE : 0;
	if (write(STDOUT_FILENO, &info, 1) != 1)
		return 1;
	while (simulate())
		;
	return 0;
}
