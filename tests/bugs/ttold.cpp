/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ttold.cpp - a gomoku brain with a bug: its table of answers survives RESTART, and the age of an entry has
 * two bits.  To the fourth game entries that were never written are as old as itself.  */
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { SIDE = 64 };

struct entry {
	int age, answer;
};

static char board[SIDE * SIDE];
static entry table[SIDE * SIDE + 1]; /* for the stone that it answers, or none */
static int size, last, age;

static void begin()
{
	memset(board, 0, sizeof(board));
	last = SIDE * SIDE;
#ifdef MENDED
	memset(table, 0, sizeof(table));
	age = 1;
#else
	age = (age + 1) & 3; /* BUG */
#endif
}

static void put(int at)
{
	board[at] = 1;
	last = at;
}

/* From the middle of the board.  */
static int distance(int at)
{
	return abs(at % size - size / 2) + abs(at / size - size / 2);
}

static void play()
{
	entry &known = table[last];
	int at = known.answer;

	if (known.age != age)
		for (int i = at = 0; i < size * size; i++)
			at = board[at] || (!board[i] && distance(i) < distance(at)) ? i : at;
	known = {age, at};
	board[at] = 1;
	printf("%d,%d\n", at % size, at / size);
}

int main()
{
	char line[1024];
	int x, y, who;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "END", 3) != 0) {
		if (sscanf(line, "START %d", &size) == 1 || strncmp(line, "RESTART", 7) == 0) {
			begin();
			puts(size > SIDE ? "ERROR the board is too large" : "OK");
		} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
			put(y * size + x);
			play();
		} else if (strncmp(line, "BOARD", 5) == 0) {
			while (fgets(line, sizeof(line), stdin) &&
			       sscanf(line, "%d,%d,%d", &x, &y, &who) == 3)
				put(y * size + x);
			play();
		} else if (strncmp(line, "BEGIN", 5) == 0) {
			play();
		} else if (strncmp(line, "INFO", 4) != 0) {
			puts("UNKNOWN");
		}
	}
	return 0;
}
