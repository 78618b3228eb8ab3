/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.c - a player of the Learning Machine Challenge that misbehaves in one way: `player [--at N] MODE
 * [SYMBOL...]`.
 *
 * Apart from its mode it is a decent player.  It plays the given symbols in a cycle.  Without symbols it
 * repeats its last input, or plays the game's first symbol.  The modes are rows of one table and act before
 * the N-th answer, by default the second.  */
#include "flood.h"
#include "misconduct.h"
#include "stall.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct player {
	const struct mode *mode;
	char **script;                /* the symbols to play; NULL at the end */
	int at;                       /* the turn of its misconduct */
	int turns;                    /* turns that it was asked for in this game */
	char first[4096], last[4096]; /* symbol; input; "": none yet */
};

/* What a mode changes; NULL for nothing.  */
struct mode {
	const char *name;
	void (*begin)(void);  /* before anything is said */
	const char *greeting; /* in place of its name */
	void (*ready)(void);  /* after it */
	void (*turn)(void);   /* before the N-th answer; it need not return */
	void (*each)(void);   /* before each answer */
	const char *said;     /* in place of the N-th answer */
	const char *before;   /* each answer, in place of `@output ` */
	const char *behind;   /* each answer, in place of LF */
	const char *farewell; /* in place of `@info exit` */
	void (*leave)(void);  /* after it; it need not return */
	const char *again;    /* a write of its own after each answer */
	void (*done)(void);   /* after the N-th answer; it need not return */
	bool bytewise;        /* each byte is a write of its own */
	bool plain;           /* it ends at a line that LMC 1 does not have */
	bool ends;            /* after the N-th answer, which has no line end */
};

static void say_farewell_and_leave(void)
{
	printf("@info exit\n");
	exit(0);
}

static void say_an_output(void)
{
	printf("@output rock\n");
	fflush(stdout);
}

static void say_farewell_and_stay(void)
{
	printf("@info exit\n");
	fflush(stdout);
	forever();
}

/* At its tenth answer in all games.  */
static void wear_out(void)
{
	static int answers;

	if (++answers == 10)
		crash();
}

static const struct mode modes[] = {
	{.name = "good"},
	{.name = "keeps"}, /* keeps counting turns in the next game */
	{.name = "plain", .plain = true},
	{.name = "banner", .greeting = "# Player Program Ready\n#\n@info name banner\n# and so on\n"},
	{.name = "bare", .before = ""},
	{.name = "comments", .before = "# I think\n#\n@output "},
	{.name = "bytewise", .bytewise = true},
	{.name = "many-comments", .turn = say_many_comments},
	{.name = "crlf", .behind = "\r\n"},
	{.name = "trailing-blanks", .behind = "  \n"},
	{.name = "two-blanks", .before = "@output  "},
	{.name = "tab", .before = "@output\t"},
	{.name = "unended", .ends = true},
	{.name = "empty-lines", .behind = "\n\n\r\n"},
	{.name = "early-output", .greeting = "@info name early-output\n@output rock\n@output rock\n"},
	{.name = "output-before-name", .greeting = "@output rock\n@info name output-before-name\n"},
	{.name = "two-outputs", .behind = "\n@output rock\n"},
	{.name = "twice", .again = "@output rock\n"},
	{.name = "early", .ready = say_an_output},
	{.name = "leaves-behind", .done = leave},
	{.name = "unknown-symbol", .said = "@output lizard\n"},
	{.name = "no-symbol", .said = "@output\n"},
	{.name = "two-words", .said = "@output paper rock\n"},
	{.name = "bare-words", .said = "paper and rock\n@output paper\n"},
	{.name = "only-bare-words", .said = "paper and rock\n"},
	{.name = "unknown-channel", .said = "@move paper\n@output paper\n"},
	{.name = "judge-channel", .said = "@score 1\n@output paper\n"},
	{.name = "unknown-info", .said = "@info mood good\n@output paper\n"},
	{.name = "name-with-blanks", .greeting = "@info name two words\n"},
	{.name = "name-twice", .greeting = "@info name name-twice\n@info name other\n"},
	{.name = "rude-name", .greeting = "@info name \x1b[31mred\xff\n"},
	{.name = "name-late", .begin = pause_a_little},
	{.name = "name-too-late", .begin = wait_for_the_end},
	{.name = "name-empty", .greeting = "@info name\n"},
	{.name = "no-name", .greeting = ""},
	{.name = "exit-first", .greeting = "@info exit\n"},
	{.name = "leave-at-once", .begin = leave},
	{.name = "crash-at-once", .begin = crash},
	{.name = "no-farewell", .farewell = ""},
	{.name = "stays", .farewell = "", .begin = ignore_terms, .leave = forever},
	{.name = "stays-after-farewell", .begin = ignore_terms, .leave = forever},
	{.name = "never-reads", .ready = forever},
	{.name = "silent", .turn = forever},
	{.name = "stops-judge", .turn = stop_judge},
	{.name = "stops-judge-each-time", .each = stop_judge_briefly},
	{.name = "stops-judge-and-waits", .turn = stop_judge_and_wait},
	{.name = "late", .turn = wait_for_more},
	{.name = "comments-without-end", .turn = say_comments_without_end},
	{.name = "floods-and-moves", .turn = flood_output},
	{.name = "floods-among-hogs", .turn = flood_output_among_hogs},
	{.name = "flood-one-line", .turn = write_one_line_without_end},
	{.name = "flood-stderr", .turn = write_errors_without_end},
	{.name = "half-line", .turn = say_half_a_line},
	{.name = "leave", .turn = leave},
	{.name = "leave-with-farewell", .turn = say_farewell_and_leave},
	{.name = "farewell-and-stay", .turn = say_farewell_and_stay},
	{.name = "leave-badly", .turn = leave_badly},
	{.name = "crash", .turn = crash},
	{.name = "wears-out", .each = wear_out},
	{.name = "close-input", .turn = close_input},
	{.name = "close-output", .turn = close_output},
	{.name = "hide", .begin = hide},
	{.name = "hold-output", .begin = hold_output},
	{.name = "rubbish",
	 .before = "# \x1b[31mred\x1b[2J\x07\n# \x1b]0;title\x07\n# \xff\xfe\x80\n@output "},
	{0},
};

static void write_text(const struct player *player, const char *text)
{
	for (; *text; text++) {
		putchar(*text);
		if (player->mode->bytewise)
			fflush(stdout);
	}
}

/* ---- the decent part ---- */

static const char *move(const struct player *player)
{
	int count = 0;

	while (player->script[count])
		count++;
	if (count)
		return player->script[(player->turns - 1) % count];
	return *player->last ? player->last : player->first;
}

static void answer(struct player *player)
{
	const struct mode *mode = player->mode;
	bool now = ++player->turns == player->at;

	if (mode->each)
		mode->each();
	if (now && mode->turn)
		mode->turn();
	if (now && mode->said) {
		write_text(player, mode->said);
		return;
	}
	write_text(player, mode->before ? mode->before : "@output ");
	write_text(player, move(player));
	if (mode->ends && now)
		exit(0); /* the end of the stream ends the line */
	write_text(player, mode->behind ? mode->behind : "\n");
	/* Together: between two writes it may lose its core until the next question is there.  */
	if (mode->again)
		write_text(player, mode->again);
	fflush(stdout);
	let_judge_go_on();
	if (now && mode->done)
		mode->done();
}

/* False when it was told to leave.  */
static bool obey(struct player *player, const char *line)
{
	if (strcmp(line, "@command exit") == 0)
		return false;
	if (strcmp(line, "@command new") == 0) {
		if (strcmp(player->mode->name, "keeps") != 0)
			player->turns = 0;
		*player->first = *player->last = '\0';
		printf("# process %d\n", (int)getpid());
	} else if (strcmp(line, "@command play") == 0) {
		answer(player);
	} else if (strncmp(line, "@command symbol ", 16) == 0) {
		if (!*player->first)
			snprintf(player->first, sizeof(player->first), "%s", line + 16);
	} else if (strncmp(line, "@input ", 7) == 0) {
		snprintf(player->last, sizeof(player->last), "%s", line + 7);
		if (player->mode->plain && strchr(player->last, ' '))
			exit(9);
	} else if (player->mode->plain && *line != '#' && strncmp(line, "@score ", 7) != 0) {
		exit(9);
	}
	return true;
}

static int play(struct player *player)
{
	const struct mode *mode = player->mode;
	char line[4096];

	if (mode->begin)
		mode->begin();
	if (mode->greeting)
		write_text(player, mode->greeting);
	else
		printf("@info name %s\n", mode->name);
	fflush(stdout);
	if (mode->ready)
		mode->ready();
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, "boom") == 0) /* in any mode */
			abort();
		if (!obey(player, line))
			break;
		fflush(stdout);
	}
	write_text(player, mode->farewell ? mode->farewell : "@info exit\n");
	fflush(stdout);
	if (mode->leave)
		mode->leave();
	return 0;
}

int main(int argc, char **argv)
{
	struct player player = {.at = 2};
	char **word = argv + 1;

	if (argc > 2 && strcmp(*word, "--at") == 0) {
		player.at = atoi(word[1]);
		word += 2;
	}
	for (const struct mode *mode = modes; *word && mode->name; mode++)
		if (strcmp(mode->name, *word) == 0)
			player.mode = mode;
	if (!player.mode) {
		fprintf(stderr, "usage: player [--at N] MODE [SYMBOL...]\n");
		return 2;
	}
	player.script = word + 1;
	return play(&player);
}
