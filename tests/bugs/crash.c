/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* crash.c - a gomoku brain with a bug: put() writes one stone past the end of `opening`, over the size of the
 * next block, and search() dies when it frees that block.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, ROOM = 24 };

static char board[SIDE * SIDE], *opening;
static short *squares;
static int size, count;

static void begin(void)
{
	memset(board, 0, sizeof(board));
	free(opening);
	free(squares);
	opening = malloc(ROOM);
	squares = malloc(sizeof(*squares));
	count = 0;
}

static void put(int at, char who)
{
	board[at] = who;
#ifdef MENDED
	if (count < ROOM)
#else
	if (count <= ROOM)
#endif
		opening[count++] = who; /* BUG */
}

static int search(void)
{
	int n = 0;

	free(squares); /* BUG: it dies here */
	squares = malloc((size_t)(size * size) * sizeof(*squares));
	for (int at = 0; at < size * size; at++)
		if (!board[at])
			squares[n++] = (short)at;
	return squares[n * 97 % 61 % n];
}

static void play(void)
{
	int at = search();

	put(at, 1);
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
			put(y * size + x, 2);
			play();
		} else if (strncmp(line, "BOARD", 5) == 0) {
			while (fgets(line, sizeof(line), stdin) &&
			       sscanf(line, "%d,%d,%d", &x, &y, &who) == 3)
				put(y * size + x, (char)who);
			play();
		} else if (strncmp(line, "BEGIN", 5) == 0) {
			play();
		} else if (strncmp(line, "INFO", 4) != 0) {
			puts("UNKNOWN");
		}
	}
	return 0;
}
