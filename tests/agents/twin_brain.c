/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twin_brain.c - a gomoku brain that follows one way to be told a position wrongly: `twin_brain MODE`.
 *
 * Its move follows from all stones and their colours, so any mistake in its board shows at once.  */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIDE = 20 };

static int size = SIDE;
static unsigned char board[SIDE][SIDE]; /* 0: empty, 1: its own, 2: the opponent's */
static int cached[SIDE * SIDE];         /* the answer for each number of stones, plus 1; 0: none */
static const char *mode;
static bool lucky; /* it uses chance for its third move alone */
static FILE *input;
static unsigned begun, moves; /* `begun`: a seed, or the second in which it has begun, which many use */

static bool is(const char *name)
{
	return strcmp(mode, name) == 0;
}

static void put(int x, int y, int field)
{
	if (x >= 0 && y >= 0 && x < size && y < size)
		board[y][x] = (unsigned char)field;
}

/* A bad memory that the whole game shares.  */
static int from_cache(int stones, int at)
{
	if (is("stale") && cached[stones])
		return cached[stones] - 1;
	cached[stones] = at + 1;
	return at;
}

static int own_stones(void)
{
	int count = 0;

	for (int i = 0; i < size * size; i++)
		count += board[i / size][i % size] == 1;
	return count;
}

/* What its move follows from besides the board.  */
static unsigned chance(void)
{
	return is("second") || is("seeded") ? begun + ++moves : 1;
}

/* A square that another process hardly ever takes: numbers of processes that are near each other lead to
 * squares that are apart.  */
static int at_random(int squares)
{
	return (int)(((unsigned)getpid() * 7 + ++moves * 11) % (unsigned)squares);
}

static void play(void)
{
	unsigned mixed = chance();
	int squares = size * size, stones = 0, at;

	for (int i = 0; i < squares; i++) {
		mixed = mixed * 2654435761U + board[i / size][i % size];
		stones += board[i / size][i % size] != 0;
	}
	at = is("chance") || (lucky && own_stones() == 2) ? at_random(squares)
							  : from_cache(stones, (int)(mixed >> 8) % squares);
	while (board[at / size][at % size])
		at = (at + 1) % squares;
	put(at % size, at / size, 1);
	printf("%d,%d\n", at % size, at / size);
}

static void read_board(void)
{
	char line[100];
	int x, y, field;

	while (fgets(line, sizeof(line), input) && sscanf(line, "%d,%d,%d", &x, &y, &field) == 3)
		put(x, y, is("colours") ? 3 - field : field);
}

/* Has it a command without the CR that it wants?  Then it waits for more.  */
static bool is_whole(const char *line)
{
	return !is("needs-cr") || strchr(line, '\r');
}

static bool follow(const char *line)
{
	int x, y;

	if (strncmp(line, "END", 3) == 0)
		return false;
	if (sscanf(line, "START %d", &size) == 1 || strncmp(line, "RESTART", 7) == 0) {
		if (line[0] == 'S' || !is("keeps"))
			memset(board, 0, sizeof(board));
		if (!is("stale"))
			memset(cached, 0, sizeof(cached));
		puts("OK");
	} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
		put(x, y, 2);
		play();
	} else if (sscanf(line, "TAKEBACK %d,%d", &x, &y) == 2) {
		put(is("swapped") ? y : x, is("swapped") ? x : y, 0);
		puts("OK");
	} else if (strncmp(line, "BOARD", 5) == 0) {
		memset(board, 0, sizeof(board));
		read_board();
		play();
	} else if (strncmp(line, "BEGIN", 5) == 0) {
		play();
	} else if (strncmp(line, "ABOUT", 5) == 0) {
		puts("name=\"twin\"");
	}
	return true;
}

/* Reads late, as a process that waits for a core does.  */
static ssize_t read_late(char *bytes, size_t most, int ms)
{
	nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
	return read(STDIN_FILENO, bytes, most);
}

/* Follows the whole lines of each read, and loses the rest.  */
static void follow_reads(int late_ms)
{
	char bytes[4096];
	ssize_t got;

	while ((got = read_late(bytes, sizeof(bytes) - 1, late_ms)) > 0) {
		bytes[got] = '\0';
		for (char *line = bytes, *after; (after = strchr(line, '\n')); line = after + 1) {
			*after = '\0';
			if (!follow(line))
				return;
		}
	}
}

/* Comes late, or takes what it reads for whole lines.  */
static ssize_t read_badly(void *unused, char *bytes, size_t most)
{
	ssize_t got = read_late(bytes, most, is("naps") ? 15 : 0);

	(void)unused;
	if (is("needs-whole") && got > 0 && (size_t)got < most && bytes[got - 1] != '\n')
		abort();
	return got;
}

int main(int argc, char **argv)
{
	char line[100];

	mode = argc > 1 ? argv[1] : "good";
	input = stdin;
	begun = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : (unsigned)time(NULL);
	lucky = argc > 2 && strcmp(argv[2], "lucky") == 0;
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (is("loses-rest") || is("naps-loses-rest"))
		follow_reads(is("naps-loses-rest") ? 40 : 0);
	if (is("naps") || is("needs-whole"))
		input = fopencookie(NULL, "r", (cookie_io_functions_t){.read = read_badly});
	while (fgets(line, sizeof(line), input))
		if (is_whole(line) && !follow(line))
			break;
	return 0;
}
