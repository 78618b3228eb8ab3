/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* playback.c - a brain that repeats a real brain's answers: `playback [--speed N] TRANSCRIPT`.
 *
 * A transcript has lines "MS > sent", "MS < received" (its line end shown as \n or \r, other bytes as \xNN)
 * and "MS ! remark".  Lines received between two sent lines answer the first of the two.  A command from the
 * transcript gets its recorded answer.  A question for a move gets the next recorded answer to such a
 * question, up to the move.  When no answer is left, or the square is taken, it plays the first empty square.
 * The times between the lines are kept, divided by N.  */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINES_MAX = 1000, SIDE_MAX = 64 };

struct line {
	long ms;
	char kind; /* '>' '<' or '!' */
	char text[600];
	bool used, asked; /* it answers a question for a move */
};

struct playback {
	struct line line[LINES_MAX];
	int count;
	int next; /* where to look for the next move */
	long speed;
	int size;
	bool taken[SIDE_MAX][SIDE_MAX];
	bool in_board;
};

static void wait_ms(long ms)
{
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

	while (ms > 0 && nanosleep(&time, &time) < 0 && errno == EINTR)
		;
}

static void load(struct playback *p, const char *path)
{
	FILE *file = fopen(path, "r");
	char text[sizeof(p->line[0].text) + 32];
	bool asked = false, board = false;

	if (!file) {
		fprintf(stderr, "playback: %s: %s\n", path, strerror(errno));
		exit(2);
	}
	while (p->count < LINES_MAX && fgets(text, sizeof(text), file)) {
		struct line *line = &p->line[p->count];

		text[strcspn(text, "\n")] = '\0';
		if (sscanf(text, "%ld %c %599[^\n]", &line->ms, &line->kind, line->text) != 3)
			continue;
		if (line->kind == '>') {
			if (strstr(line->text, "BOARD"))
				board = strcmp(line->text, "BOARD") == 0; /* but not SWAP2BOARD */
			asked = strncmp(line->text, "TURN", 4) == 0 || strcmp(line->text, "BEGIN") == 0 ||
				(strcmp(line->text, "DONE") == 0 && board);
		}
		line->asked = asked;
		p->count++;
	}
	fclose(file);
}

/* Writes a received line. \n, \r, \\ and \xNN stand for bytes.  */
static void put(const char *text)
{
	unsigned byte;

	for (; *text; text++) {
		if (text[0] == '\\' && text[1] == 'n') {
			putchar('\n');
			text++;
		} else if (text[0] == '\\' && text[1] == 'r') {
			putchar('\r');
			text++;
		} else if (text[0] == '\\' && text[1] == 'x' && sscanf(text + 2, "%2x", &byte) == 1) {
			putchar((int)byte);
			text += 3;
		} else {
			putchar(*text);
		}
	}
	fflush(stdout);
}

static void put_later(const struct playback *p, int i)
{
	wait_ms((p->line[i].ms - p->line[i - 1].ms) / p->speed);
	put(p->line[i].text);
}

static void play_first_empty(struct playback *p)
{
	for (int y = 0; y < p->size; y++)
		for (int x = 0; x < p->size; x++)
			if (!p->taken[y][x]) {
				p->taken[y][x] = true;
				printf("%d,%d\n", x, y);
				fflush(stdout);
				return;
			}
}

static void play(struct playback *p)
{
	int x, y;

	for (; p->next < p->count; p->next++) {
		const struct line *line = &p->line[p->next];

		if (line->kind != '<' || !line->asked || strcmp(line->text, "[EOF] rc=0") == 0)
			continue;
		if (sscanf(line->text, "%d,%d", &x, &y) != 2) {
			put_later(p, p->next);
			continue;
		}
		if (x >= p->size || y >= p->size || p->taken[y][x])
			continue;
		p->taken[y][x] = true;
		put_later(p, p->next++);
		return;
	}
	play_first_empty(p);
}

/* Writes the recorded answer to the first unused occurrence of this command.  False if there is none.  */
static bool repeat(struct playback *p, const char *command)
{
	int i;

	for (i = 0; i < p->count; i++)
		if (p->line[i].kind == '>' && strcmp(p->line[i].text, command) == 0 && !p->line[i].used)
			break;
	if (i == p->count)
		return false;
	p->line[i].used = true;
	for (i++; i < p->count && p->line[i].kind != '>'; i++)
		if (p->line[i].kind == '<' && strcmp(p->line[i].text, "[EOF] rc=0") != 0)
			put_later(p, i);
	return true;
}

static void obey(struct playback *p, const char *line)
{
	int x, y, field;

	if (sscanf(line, "START %d", &p->size) == 1 || strcmp(line, "RESTART") == 0 ||
	    strcmp(line, "BOARD") == 0)
		memset(p->taken, 0, sizeof(p->taken));
	if (strcmp(line, "BOARD") == 0) {
		p->in_board = true;
	} else if (sscanf(line, "%d,%d,%d", &x, &y, &field) == 3) {
		p->taken[y][x] = true;
	} else if (strcmp(line, "DONE") == 0 || strcmp(line, "BEGIN") == 0) {
		p->in_board = false;
		play(p);
	} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
		p->taken[y][x] = true;
		play(p);
	} else if (strcmp(line, "END") == 0) {
		exit(0);
	} else if (!repeat(p, line) && strncmp(line, "INFO", 4) != 0) {
		put("UNKNOWN\\n");
	}
}

int main(int argc, char **argv)
{
	static struct playback p = {.speed = 1, .size = 15};
	char line[4096];
	int i = 1;

	if (argc > 3 && strcmp(argv[1], "--speed") == 0) {
		p.speed = atol(argv[2]) > 0 ? atol(argv[2]) : 1;
		i = 3;
	}
	if (i + 1 != argc) {
		fprintf(stderr, "usage: playback [--speed N] TRANSCRIPT\n");
		return 2;
	}
	load(&p, argv[i]);
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\r\n")] = '\0';
		obey(&p, line);
	}
	return 0;
}
