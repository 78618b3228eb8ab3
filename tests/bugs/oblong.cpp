/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* oblong.cpp - a gomoku brain with a bug: it finds a square at y * height + x in place of y * width + x,
 * which is outside of its board if the board is tall.  */
#include <cstdio>
#include <cstring>

enum { STEP = 97 };

static char *board;
static int width, height;

static char *at(int x, int y)
{
#ifdef MENDED
	return &board[y * width + x];
#else
	return &board[y * height + x];
#endif
}

static void begin()
{
	delete[] board;
	board = new char[width * height]();
	puts("OK");
}

static void put(int x, int y)
{
	*at(x, y) = 1; /* BUG */
}

static void play()
{
	int n = width * height, i = 0;

	for (int tries = 0; *at(i % width, i / width) && tries < n; tries++) /* BUG */
		i = (i + STEP) % n;
	put(i % width, i / width);
	printf("%d,%d\n", i % width, i / width);
}

int main()
{
	char line[1024];
	int x, y, who;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "END", 3) != 0) {
		if (sscanf(line, "START %d", &width) == 1) {
			height = width;
			begin();
		} else if (sscanf(line, "RECTSTART %d,%d", &width, &height) == 2) {
			begin();
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
