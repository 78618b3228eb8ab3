/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* contest.c - a referee and players of the system referee that misbehave in one way each:
 * `contest referee MODE [ROUNDS]` and `contest player MODE`.
 *
 * The game: in each round a player is told "go" and the last answer, and answers a or b, one by turns, 3
 * rounds by default.  The seed names the winner.  The modes are rows of two tables; a referee's acts before
 * the second round, a player's at its first question.  */
#include "flood.h"
#include "misconduct.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PLAYERS = 2, LINE = 1 << 18 }; /* LINE: more than a player can say */

static char right[LINE] = "-"; /* the answer that was right last */

/* What a mode changes; NULL for nothing.  */
struct referee {
	const char *name;
	void (*begin)(void);   /* before anything is read */
	const char *early;     /* said before that */
	const char *options;   /* of the line game */
	void (*turn)(void);    /* before the second round; it need not return */
	const char *said;      /* before the second round */
	const char *after;     /* behind its ask */
	void (*strange)(void); /* at an answer that is neither a nor b */
	void (*leave)(void);   /* at the end of the input; it need not return */
	bool at_once;          /* both are asked */
	bool takes_all;        /* any answer is right */
	bool takes_a;          /* only a is */
};

struct player {
	const char *name;
	bool stumbles; /* over an answer b */
	void (*begin)(void);
	void (*turn)(void);  /* it need not return */
	const char *said;    /* before its answer */
	const char *answer;  /* in place of a */
	void (*leave)(void); /* at the end of the input */
};

static void say_rows_without_end(void)
{
	flood_with(STDOUT_FILENO, "| row\n", strlen("| row\n"));
}

static void say_moves_without_end(void)
{
	flood_with(STDOUT_FILENO, "a\n", strlen("a\n"));
}

static void say_nul(void)
{
	fwrite("win 1\0 no\n", 1, strlen("win 1") + strlen(" no\n") + 1, stdout);
}

static void answer_nul(void)
{
	fwrite("\0a\0\n", 1, 4, stdout);
}

static void say_long_line(void)
{
	for (int i = 0; i < 1 << 17; i++)
		putchar('x');
	putchar('\n');
}

static void say_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	printf("# %ld %ld\n", (long)now.tv_sec, now.tv_nsec);
}

static void say_errors(void)
{
	for (int i = 0; i < 100; i++)
		fprintf(stderr, "\x1b[2J\x1b]0;title\x07 a complaint\n");
}

static const struct referee referees[] = {
	{.name = "good"},
	{.name = "at-once", .at_once = true},
	{.name = "told", .options = " late=told gone=told"},
	{.name = "many-remarks", .turn = say_many_comments},
	{.name = "errors", .turn = say_errors},
	{.name = "hide", .begin = hide},
	{.name = "hold-output", .begin = hold_output},
	{.name = "stays", .begin = ignore_terms, .leave = forever},
	{.name = "time", .turn = say_time},
	{.name = "takes-all", .takes_all = true},
	{.name = "takes-a", .takes_a = true},
	{.name = "leaves-strangers", .strange = leave_badly},
	{.name = "crash-at-strangers", .strange = crash},
	{.name = "early", .early = "# hello\n"},
	{.name = "never-reads", .begin = forever},
	{.name = "leave-at-once", .begin = leave},
	{.name = "leave", .turn = leave},
	{.name = "leave-badly", .turn = leave_badly},
	{.name = "crash", .turn = crash},
	{.name = "close-output", .turn = close_output},
	{.name = "silent", .turn = forever},
	{.name = "half-line", .turn = say_half_a_line},
	{.name = "remarks-without-end", .turn = say_comments_without_end},
	{.name = "rows-without-end", .turn = say_rows_without_end},
	{.name = "line-without-end", .turn = write_one_line_without_end},
	{.name = "errors-without-end", .turn = write_errors_without_end},
	{.name = "long-line", .turn = say_long_line},
	{.name = "nul", .turn = say_nul},
	{.name = "garbage", .said = "\xff\xfe\x01\x1b[2J\n"},
	{.name = "unknown-word", .said = "hello\n"},
	{.name = "player-3", .said = "> 3 go\n"},
	{.name = "accuses-early", .said = "illegal 2 no\n"},
	{.name = "accuses-twice", .said = "illegal 1 no\n"},
	{.name = "asks-untold", .said = "ask 1\n"},
	{.name = "no-lines", .said = "> 2 go\nask 2 lines=0\n"},
	{.name = "talks-on", .after = "> 1 more\n"},
	{.name = "late", .said = "late 1\n"},
	{0},
};

static const struct player players[] = {
	{.name = "good"},
	{.name = "stumbles", .stumbles = true},
	{.name = "early", .begin = say_errors, .said = "b\n"},
	{.name = "empty", .answer = "\n"},
	{.name = "garbage", .answer = "\xff\xfe\x01\x1b[2J\n"},
	{.name = "nul", .turn = answer_nul, .answer = ""},
	{.name = "looks-like-referee", .answer = "illegal 2 no\n"},
	{.name = "two", .answer = "a\na\n"},
	{.name = "errors", .turn = say_errors},
	{.name = "hide", .begin = hide},
	{.name = "hold-output", .begin = hold_output},
	{.name = "stays", .begin = ignore_terms, .leave = forever},
	{.name = "long-line", .turn = say_long_line, .answer = ""},
	{.name = "line-without-end", .turn = write_one_line_without_end},
	{.name = "moves-without-end", .turn = say_moves_without_end},
	{.name = "errors-without-end", .turn = write_errors_without_end},
	{.name = "half-line", .turn = say_half_a_line},
	{.name = "silent", .turn = forever},
	{.name = "never-reads", .begin = forever},
	{.name = "leave", .turn = leave},
	{.name = "leave-badly", .turn = leave_badly},
	{.name = "crash", .turn = crash},
	{.name = "close-output", .turn = close_output},
	{.name = "leave-at-once", .begin = leave},
	{0},
};

static bool next_line(char line[LINE])
{
	if (!fgets(line, LINE, stdin))
		return false;
	line[strcspn(line, "\r\n")] = '\0';
	return true;
}

/* ---- the referee ---- */

static void end_of_input(const struct referee *mode)
{
	if (mode->leave)
		mode->leave();
	exit(0);
}

/* Is told of one answer, and judges it.  */
static void judge(const struct referee *mode, int player)
{
	static char line[LINE], answer[LINE];

	do {
		if (!next_line(line))
			end_of_input(mode);
		if (*line == '<')
			strcpy(answer, strlen(line) > 4 ? line + 4 : "");
	} while (*line == '<');
	if (strncmp(line, "done", 4) != 0)
		return; /* late or gone */
	if (strcmp(answer, "a") != 0 && (mode->takes_a || strcmp(answer, "b") != 0) && !mode->takes_all) {
		if (mode->strange)
			mode->strange();
		printf("illegal %d neither a nor b\n", player);
	} else {
		printf("move %d %s\n", player, answer);
		strcpy(right, answer);
	}
}

static void play_round(const struct referee *mode, int count, int round)
{
	int first = mode->at_once ? 1 : 1 + (round - 1) % count, last = mode->at_once ? count : first;

	printf("| round %d\n", round);
	for (int k = first; k <= last; k++)
		printf("legal %d a b\n> %d go %d %s\n", k, k, round, right);
	printf(last > first ? "ask 1 2\n" : "ask %d\n", first);
	if (round == 2 && mode->after)
		fputs(mode->after, stdout);
	fflush(stdout);
	for (int k = first; k <= last; k++)
		judge(mode, k);
}

static void referee(const struct referee *mode, int rounds)
{
	static char line[LINE];
	const char *seed;
	int count;

	if (mode->early)
		fputs(mode->early, stdout);
	fflush(stdout);
	if (mode->begin)
		mode->begin();
	if (!next_line(line))
		end_of_input(mode);
	count = strstr(line, "players=1") ? 1 : PLAYERS;
	seed = strstr(line, "seed=");
	printf("game test%s\n", mode->options ? mode->options : "");
	for (int round = 1; round <= rounds; round++) {
		fflush(stdout);
		if (round == 2 && mode->turn)
			mode->turn();
		if (round == 2 && mode->said)
			fputs(mode->said, stdout);
		play_round(mode, count, round);
	}
	printf("win %d it is over\n", seed && strtoull(seed + 5, NULL, 10) % 2 == 0 ? count : 1);
	fflush(stdout);
	while (next_line(line))
		;
	end_of_input(mode);
}

/* ---- a player ---- */

static void player(const struct player *mode)
{
	static char line[LINE];

	if (mode->begin)
		mode->begin();
	if (mode->said)
		fputs(mode->said, stdout);
	fflush(stdout);
	while (next_line(line)) {
		if (mode->stumbles && strstr(line, " b"))
			crash();
		if (mode->turn)
			mode->turn();
		fputs(mode->answer ? mode->answer : "a\n", stdout);
		fflush(stdout);
	}
	if (mode->leave)
		mode->leave();
}

int main(int argc, char **argv)
{
	const char *role = argc > 1 ? argv[1] : "", *name = argc > 2 ? argv[2] : "good";

	for (const struct referee *mode = referees; strcmp(role, "referee") == 0 && mode->name; mode++)
		if (strcmp(mode->name, name) == 0)
			referee(mode, argc > 3 ? atoi(argv[3]) : 3);
	for (const struct player *mode = players; strcmp(role, "player") == 0 && mode->name; mode++)
		if (strcmp(mode->name, name) == 0) {
			player(mode);
			return 0;
		}
	fprintf(stderr, "contest: there is no %s of the mode %s\n", role, name);
	return 2;
}
