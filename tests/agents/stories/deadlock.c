/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* deadlock.c - a gomoku brain with a bug: its two threads take the same two locks in opposite orders.
 *
 * Until its eighth move they do not meet.  The barrier makes them meet then, as chance does in real brains.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t board_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t meet;
static char board[20][20];
static int moves, size;

/* Writes down what the board looks like.  */
static void *write_log(void *user)
{
	pthread_mutex_lock(&log_lock);
	pthread_barrier_wait(&meet);
	pthread_mutex_lock(&board_lock);
	fprintf(stderr, "%d moves\n", moves);
	pthread_mutex_unlock(&board_lock);
	pthread_mutex_unlock(&log_lock);
	return user;
}

static void play(void)
{
	pthread_t logger;
	int at = 0;

	pthread_mutex_lock(&board_lock);
	if (++moves == 8) {
		pthread_create(&logger, NULL, write_log, NULL);
		pthread_barrier_wait(&meet);
	}
	while (board[at / size][at % size]) /* every fourth square, so that it makes no five for long */
		at += 4;
	board[at / size][at % size] = 1;
	pthread_mutex_lock(&log_lock);
	fprintf(stderr, "I play %d,%d\n", at % size, at / size);
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_unlock(&board_lock);
	printf("%d,%d\n", at % size, at / size);
}

int main(void)
{
	char line[200];
	int x, y;

	setvbuf(stdout, NULL, _IOLBF, 0);
	pthread_barrier_init(&meet, NULL, 2);
	while (fgets(line, sizeof(line), stdin) && strncmp(line, "END", 3) != 0) {
		if (sscanf(line, "START %d", &size) == 1) {
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
