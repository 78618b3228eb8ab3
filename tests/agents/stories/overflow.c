/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overflow.c - a gomoku brain with a bug: it writes past the end of its list, and crashes two turns later,
 * when the list grows.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct square {
	int x, y;
};

static struct square *mine;
static int count, room, size;
static char board[20][20];

static void begin(void)
{
	free(mine);
	count = 0;
	room = 9;
	mine = malloc((size_t)room * sizeof(*mine));
	memset(board, 0, sizeof(board));
}

static void keep(int x, int y)
{
	if (count > room) {
		room *= 2;
		mine = realloc(mine, (size_t)room * sizeof(*mine));
	}
	mine[count++] = (struct square){x, y};
}

/* Every fourth square, so that it makes no five for long.  */
static void play(void)
{
	for (int at = 0; at < size * size; at += 4) {
		int x = at % size, y = at / size;

		if (board[y][x])
			continue;
		board[y][x] = 1;
		keep(x, y);
		printf("%d,%d\n", x, y);
		return;
	}
}

int main(void)
{
	char line[200];
	int x, y;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "END", 3) != 0) {
		if (sscanf(line, "START %d", &size) == 1 || strncmp(line, "RESTART", 7) == 0) {
			begin();
			puts("OK");
		} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
			board[y][x] = 1;
			play();
		} else if (strncmp(line, "BEGIN", 5) == 0) {
			play();
		} else if (strncmp(line, "INFO", 4) != 0) {
			puts("UNKNOWN");
		}
	}
	return 0;
}
