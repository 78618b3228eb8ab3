/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* small.c - a gomoku brain with a bug: its line has room for 31 characters, so the rest of a longer one is a
 * command of its own.  */
#include <stdio.h>
#include <string.h>

enum { SIDE = 64, STEP = 97 };

static char board[SIDE * SIDE];
static int size;

static void begin(void)
{
	memset(board, 0, sizeof(board));
}

static void play(void)
{
	int n = size * size, at = 0;

	while (board[at])
		at = (at + STEP) % n;
	board[at] = 1;
	printf("%d,%d\n", at % size, at / size);
}

int main(void)
{
#ifdef MENDED
	char line[1024];
#else
	char line[32];
#endif
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
