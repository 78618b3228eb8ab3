/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* budget.c - a gomoku brain with a bug: its budget has no sign, so less than four seconds on the clock are
 * very many.  It then thinks for longer than it has.  */
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SIDE = 64, STEP = 97 };

static char board[SIDE * SIDE];
static int size;
static int turn_ms = 1000, left_ms = 2147483647;

static void begin(void)
{
	memset(board, 0, sizeof(board));
}

static double now_ms(void)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* It keeps four seconds for the end.  */
static void think(void)
{
#ifdef MENDED
	int budget = left_ms > 4000 ? (left_ms - 4000) / 20 : 0;
	double until = now_ms() + (budget < turn_ms / 8 ? budget : turn_ms / 8);
#else
	unsigned budget = ((unsigned)left_ms - 4000) / 20; /* BUG */
	double until = now_ms() + (budget < (unsigned)turn_ms / 8 ? (int)budget : turn_ms / 8);
#endif

	while (now_ms() < until)
		;
}

static void play(void)
{
	int n = size * size, at = 0;

	think();
	while (board[at])
		at = (at + STEP) % n;
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
		} else if (sscanf(line, "INFO timeout_turn %d", &turn_ms) == 1) {
			continue;
		} else if (sscanf(line, "INFO time_left %d", &left_ms) == 1) {
			continue;
		} else if (strncmp(line, "INFO", 4) != 0) {
			puts("UNKNOWN");
		}
	}
	return 0;
}
