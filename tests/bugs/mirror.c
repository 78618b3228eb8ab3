/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* mirror.c - a gomoku brain with a bug: the window around the last stone is cut off too late at the left and
 * upper edge, so the first column and row are never searched there.  */
#include <stdio.h>
#include <string.h>

enum { SIDE = 64, STEP = 97, REACH = 2 };

static char board[SIDE * SIDE];
static int size, last_x, last_y;

static void begin(void)
{
	memset(board, 0, sizeof(board));
}

static int window_from(int middle)
{
	int from = middle - REACH;

#ifdef MENDED
	return from < 0 ? 0 : from;
#else
	return from < 1 ? 1 : from; /* BUG */
#endif
}

static int window_to(int middle)
{
	return middle + REACH < size ? middle + REACH : size - 1;
}

/* The first free square near the last stone, or any.  */
static void play(void)
{
	int at = 0;

	for (int y = window_from(last_y); y <= window_to(last_y); y++)
		for (int x = window_from(last_x); x <= window_to(last_x); x++)
			at = board[y * size + x] || (x + y) % 2 ? at : y * size + x;
	while (board[at])
		at = (at + STEP) % (size * size);
	board[at] = 1;
	printf("%d,%d\n", at % size, at / size);
}

static void put(int x, int y)
{
	board[y * size + x] = 1;
	last_x = x;
	last_y = y;
}

int main(void)
{
	char line[1024];
	int x, y, who;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "END", 3) != 0) {
		if (sscanf(line, "START %d", &size) == 1 || strncmp(line, "RESTART", 7) == 0) {
			begin();
			last_x = last_y = 0;
			puts(size > SIDE ? "ERROR the board is too large" : "OK");
		} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
			put(x, y);
			play();
		} else if (strncmp(line, "BOARD", 5) == 0) {
			while (fgets(line, sizeof(line), stdin) &&
			       sscanf(line, "%d,%d,%d", &x, &y, &who) == 3)
				put(x, y);
			play();
		} else if (strncmp(line, "BEGIN", 5) == 0) {
			play();
		} else if (strncmp(line, "INFO", 4) != 0) {
			puts("UNKNOWN");
		}
	}
	return 0;
}
