/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_agent.c - an agent of quantum chess that misbehaves in one way: `qchess_agent [--at N] MODE`.
 *
 * It has no board.  Its knight leaves home and comes back, which is always possible in classical chess
 * (--classical) until somebody takes it.  The modes are rows of one table.  A mode that acts once does so in
 * place of the N-th answer, by default the second, which is a move.  */
#include "flood.h"
#include "misconduct.h"
#include "stall.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct qchess_agent {
	const struct mode *mode;
	int at;      /* the answer of its misconduct */
	int answers; /* so far */
	bool black, away;
};

/* What a mode changes; NULL for nothing.  */
struct mode {
	const char *name;
	void (*begin)(void);                   /* before anything is read */
	const char *greeting;                  /* after its colour, which needs no answer */
	void (*answer)(void);                  /* before the N-th answer; it need not return */
	void (*each)(void);                    /* before each answer */
	const char *said;                      /* in place of the N-th answer */
	const char *before, *between, *behind; /* around and between the numbers of each answer */
	const char *again;                     /* a write of its own after each answer */
	void (*done)(void);                    /* after the N-th answer; it need not return */
	const char *thanks;                    /* after each update */
	void (*update)(void);                  /* after the N-th update; it need not return */
	void (*leave)(void);                   /* after QUIT; it need not return */
	bool bytewise;                         /* each byte is a write of its own */
};

static void kill_itself(void)
{
	raise(SIGKILL);
}

static void say_half_an_answer(void)
{
	printf("2 ");
	fflush(stdout);
	forever();
}

static void answer_at_once(void)
{
	printf("1 7\n");
	fflush(stdout);
}

/* Within its time to leave.  */
static void leave_slowly(void)
{
	poll(NULL, 0, 900);
}

static const struct mode modes[] = {
	{.name = "good"},
	{.name = "bytewise", .bytewise = true},
	{.name = "padded", .before = "           ", .between = "           ", .behind = "    \n"},
	{.name = "tabs", .before = "\t", .between = "\t", .behind = "\t\n"},
	{.name = "crlf", .behind = "\r\n"},
	{.name = "cr", .behind = "\r"},
	{.name = "slow", .answer = pause_a_little},
	{.name = "trailing-words", .behind = " 0 knight\n"},
	{.name = "trailing-number", .behind = " 0\n"},
	{.name = "greets", .greeting = "hello\n"},
	{.name = "answers-first", .greeting = "1 7\n"},
	{.name = "thanks", .thanks = "OK\n"},
	{.name = "two-lines", .behind = "\n3 3\n"},
	{.name = "twice", .again = "3 3\n"},
	{.name = "early", .begin = answer_at_once},
	{.name = "leaves-behind", .done = leave},
	{.name = "illegal-move", .said = "7 4\n"},
	{.name = "stays-where-it-is", .said = "1 7\n"},
	{.name = "takes-its-own", .said = "3 6\n"},
	{.name = "empty-square", .said = "4 4\n"},
	{.name = "other-colour", .said = "1 0\n"},
	{.name = "off-the-board", .said = "8 3\n"},
	{.name = "negative", .said = "-1 3\n"},
	{.name = "one-number", .said = "4\n"},
	{.name = "letters", .said = "b1\n"},
	{.name = "words", .said = "I resign\n"},
	{.name = "half-line", .answer = say_half_an_answer},
	{.name = "silent", .answer = forever},
	{.name = "stops-judge", .answer = stop_judge},
	{.name = "stops-judge-each-time", .each = stop_judge_briefly},
	{.name = "late", .answer = wait_for_more},
	{.name = "never-reads", .begin = forever},
	{.name = "one-line-without-end", .answer = write_one_line_without_end},
	{.name = "floods-and-moves", .answer = flood_errors},
	{.name = "flood-stderr", .answer = write_errors_without_end},
	{.name = "leave", .answer = leave},
	{.name = "leave-badly", .answer = leave_badly},
	{.name = "crash", .answer = crash},
	{.name = "killed", .answer = kill_itself},
	{.name = "leave-at-once", .begin = leave},
	{.name = "crash-at-once", .begin = crash},
	{.name = "close-output", .answer = close_output},
	{.name = "dies-waiting", .update = crash},
	{.name = "leaves-waiting", .update = leave},
	{.name = "ends-badly", .leave = leave_badly},
	{.name = "leaves-slowly", .begin = ignore_terms, .leave = leave_slowly},
	{.name = "stays", .begin = ignore_terms, .leave = forever},
	{.name = "hide", .begin = hide},
	{.name = "hold-output", .begin = hold_output},
	{0},
};

static void write_text(const struct qchess_agent *agent, const char *text)
{
	for (; *text; text++) {
		putchar(*text);
		if (agent->mode->bytewise)
			fflush(stdout);
	}
}

static const char *either(const char *text, const char *usual)
{
	return text ? text : usual;
}

static void answer(struct qchess_agent *agent, bool home)
{
	const struct mode *mode = agent->mode;
	const char *y = agent->black ? (home ? "0" : "2") : (home ? "7" : "5");

	if (mode->each)
		mode->each();
	if (++agent->answers == agent->at && mode->answer)
		mode->answer();
	if (agent->answers == agent->at && mode->said) {
		write_text(agent, mode->said);
		return;
	}
	write_text(agent, either(mode->before, ""));
	write_text(agent, home ? "1" : "2");
	write_text(agent, either(mode->between, " "));
	write_text(agent, y);
	write_text(agent, either(mode->behind, "\n"));
	/* Together: between two writes it may lose its core until the next question is there.  */
	write_text(agent, either(mode->again, ""));
	fflush(stdout);
	let_judge_go_on();
	if (agent->answers == agent->at && mode->done)
		mode->done();
}

/* False when it was told to leave.  */
static bool obey(struct qchess_agent *agent, const char *line, int *updates)
{
	if (strncmp(line, "QUIT", 4) == 0)
		return false;
	if (strcmp(line, "white") == 0 || strcmp(line, "black") == 0) {
		agent->black = *line == 'b';
		write_text(agent, either(agent->mode->greeting, ""));
	} else if (strcmp(line, "SELECTION?") == 0) {
		answer(agent, !agent->away);
	} else if (strcmp(line, "MOVE?") == 0) {
		answer(agent, agent->away);
		agent->away = !agent->away;
	} else {
		if (++*updates == agent->at && agent->mode->update)
			agent->mode->update();
		write_text(agent, either(agent->mode->thanks, ""));
	}
	return true;
}

int main(int argc, char **argv)
{
	struct qchess_agent agent = {.at = 2};
	char **word = argv + 1, line[4096];
	int updates = 0;

	if (argc > 2 && strcmp(*word, "--at") == 0) {
		agent.at = atoi(word[1]);
		word += 2;
	}
	for (const struct mode *mode = modes; *word && mode->name; mode++)
		if (strcmp(mode->name, *word) == 0)
			agent.mode = mode;
	if (!agent.mode) {
		fprintf(stderr, "usage: qchess_agent [--at N] MODE\n");
		return 2;
	}
	fprintf(stderr, "process %d\n", (int)getpid());
	if (agent.mode->begin)
		agent.mode->begin();
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, "boom") == 0) /* in any mode */
			abort();
		if (!obey(&agent, line, &updates))
			break;
		fflush(stdout);
	}
	if (agent.mode->leave)
		agent.mode->leave();
	return 0;
}
