/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* takeuaf.c - a gomoku brain with a bug: `theirs` still points to the opponent's last stone when TAKEBACK has
 * freed it. BEGIN after all is taken back reads it.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, STEP = 97 };

struct stone {
	int at;
};

static struct stone *board[SIDE * SIDE], *theirs;
static int size;

static void undo(int at)
{
#ifdef MENDED
	if (theirs == board[at])
		theirs = NULL;
#endif
	free(board[at]); /* BUG */
	board[at] = NULL;
}

static void begin(void)
{
	for (int at = 0; at < SIDE * SIDE; at++)
		undo(at);
	theirs = NULL;
}

static struct stone *put(int at)
{
	board[at] = malloc(sizeof(struct stone));
	board[at]->at = at;
	return board[at];
}

static void play(void)
{
	int n = size * size;
	int at = theirs ? (theirs->at + STEP) % n : 0; /* BUG: it reads what undo() has freed */

	while (board[at])
		at = (at + STEP) % n;
	put(at);
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
			theirs = put(y * size + x);
			play();
		} else if (strncmp(line, "BOARD", 5) == 0) {
			while (fgets(line, sizeof(line), stdin) &&
			       sscanf(line, "%d,%d,%d", &x, &y, &who) == 3)
				theirs = who == 2 ? put(y * size + x) : (put(y * size + x), theirs);
			play();
		} else if (strncmp(line, "BEGIN", 5) == 0) {
			play();
		} else if (sscanf(line, "TAKEBACK %d,%d", &x, &y) == 2) {
			undo(y * size + x);
			puts("OK");
		} else if (strncmp(line, "INFO", 4) != 0) {
			puts("UNKNOWN");
		}
	}
	return 0;
}
