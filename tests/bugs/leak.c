/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* leak.c - a gomoku brain with a bug: each move allocates a megabyte for its search, and nobody frees it.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, STEP = 97 };

static char board[SIDE * SIDE];
static int size;

static void begin(void)
{
	memset(board, 0, sizeof(board));
}

/* The first free square, on a copy of the board with room for each depth of the search.  */
static int search(void)
{
	enum { PLANE = 1 << 20 };
	char *reached = malloc(PLANE); /* BUG */
	int n = size * size, at = 0;

	memset(reached, 1, PLANE);
	memcpy(reached, board, sizeof(board));
	while (reached[at])
		at = (at + STEP) % n;
#ifdef MENDED
	free(reached);
#endif
	return at;
}

static void play(void)
{
	int at = search();

	board[at] = 1;
	printf("%d,%d\n", at % size, at / size);
}

int main(void)
{
	char line[1024];
	int x, y, who;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "END", 3) != 0) {
		if (sscanf(line, "START %d", &size) == 1 || strncmp(line, "RESTART", 7) == 0) {
			begin();
			puts(size > SIDE ? "ERROR the board is too large" : "OK");
		} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
			board[y * size + x] = 1;
			play();
		} else if (strncmp(line, "BOARD", 5) == 0) {
			while (fgets(line, sizeof(line), stdin) &&
			       sscanf(line, "%d,%d,%d", &x, &y, &who) == 3)
				board[y * size + x] = 1;
			play();
		} else if (strncmp(line, "BEGIN", 5) == 0) {
			play();
		} else if (strncmp(line, "INFO", 4) != 0) {
			puts("UNKNOWN");
		}
	}
	return 0;
}
