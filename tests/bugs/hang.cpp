/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hang.cpp - a gomoku brain with a bug: its two worker threads take two mutexes in opposite order.  They work
 * longer in each turn, so after some turns they meet.  */
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>

enum { SIDE = 64, STEP = 97, WORK = 20000 };

static char board[SIDE * SIDE];
static int size, turn, best;
static std::mutex board_lock, best_lock;

static void begin()
{
	memset(board, 0, sizeof(board));
	turn = 0;
}

static void work()
{
	for (volatile int i = 0; i < turn * turn * WORK; i = i + 1)
		;
}

static void search()
{
	std::lock_guard<std::mutex> first(board_lock);
	work();
	std::lock_guard<std::mutex> second(best_lock); /* BUG */
	for (best = 0; board[best]; best = (best + STEP) % (size * size))
		;
}

static void look_again()
{
#ifdef MENDED
	std::lock_guard<std::mutex> first(board_lock);
	work();
	std::lock_guard<std::mutex> second(best_lock);
#else
	std::lock_guard<std::mutex> first(best_lock);
	work();
	std::lock_guard<std::mutex> second(board_lock); /* BUG */
#endif
	best = board[best] ? 0 : best;
}

static void play()
{
	turn = turn < 12 ? turn + 1 : turn;
	std::thread one(search), two(look_again);
	one.join();
	two.join();
	while (board[best])
		best = (best + STEP) % (size * size);
	board[best] = 1;
	printf("%d,%d\n", best % size, best / size);
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
