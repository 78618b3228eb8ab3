/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk.h - a dialogue as a file: what each statement of a .talk file does. README.md has the format.
 *
 * talk.c reads a file and carries out its statements. talk_setup.c, talk_input.c, talk_request.c,
 * talk_stop.c and talk_query.c each know some of them. A mistake ends the dialogue with talk_failed().  */
#ifndef RINGSIDE_TESTS_TALK_H
#define RINGSIDE_TESTS_TALK_H

#include "../unit/dialogue.h"
#include "ringside/protocol.h"

struct talk_line {
	char *text; /* without its leading tabs */
	int number; /* from 1 */
	int depth;  /* the number of its leading tabs */
};

struct talk_file {
	char *path;
	char *content;
	struct talk_line *lines;
	int line_count;
};

/* The lines below a statement that are indented further.  */
struct talk_block {
	const struct talk_line *lines;
	int count;
};

struct talk {
	struct dialogue dialogue;
	const struct protocol *protocol; /* NULL until the statement `system` */
	int message;                     /* the line of dialogue.lines that was found last; -1: none */
	char *refusal;                   /* of the last statement `refused`; owned */
	char *in_pipe[SEATS];            /* what DRAIN finds; owned */
	int checks;                      /* the number of statements that checked the judge */
	struct breakpoints *breakpoints; /* NULL until one is set; owned */
	struct bytes logged;             /* what tracepoints wrote */
	int64_t rss;                     /* of seat 2, bytes; 0: not known */
};

struct talk_statement {
	const char *text; /* what follows its word, without leading blanks */
	struct talk_block below;
};

/* Reads a file. NULL: *problem says why not; the caller frees it.  */
struct talk_file *talk_open(const char *path, char **problem);
void talk_close(struct talk_file *file);
/* Plays the lines from index `from` up to `to` as one dialogue. NULL, or the first mistake as "FILE:LINE:
 * expected ..., got ...", which the caller frees. Adds to *checks.  */
char *talk_play(const struct talk_file *file, int from, int to, int *checks);

/* Ends the dialogue. Says what the statement expected and what it got.  */
#define talk_failed dialogue_failed

/* The statements of each kind. False: the word is none of these. talk_resume(): NULL, or why not.  */
bool talk_setup(struct talk *talk, const char *word, const struct talk_statement *statement);
char *talk_resume(struct talk *talk, const char *text);
bool talk_input(struct talk *of, const char *word, const struct talk_statement *statement);
bool talk_query(struct talk *talk, const char *word, const struct talk_statement *statement);
/* A line to or from a seat, as `1> TURN 7,7`.  */
bool talk_said(struct talk *of, const char *text);
/* A person's request, after the colon. NULL, or why it was refused; the caller frees.  */
char *talk_request(struct talk *talk, const char *text);

/* Breakpoints and what they did: a statement; a new breakpoint, whose *problem the caller frees; the value of
 * that name, and the whole text of a statement such as `?breakpoints`, which the caller frees.  False or
 * NULL: the word is none of these.  */
bool talk_stop(struct talk *talk, const char *word, const struct talk_statement *statement);
bool talk_adds(struct talk *talk, const char *word, const char *text, char **problem);
char *talk_stop_value(const struct talk *talk, const char *name, int n);
char *talk_stop_text(struct talk *talk, const char *word);
/* Frees what they need.  */
void talk_unwatch(struct talk *talk);

/* Fails unless the value equals (=), contains (h) or lacks (l) the expected text.  */
void talk_compare(struct talk *talk, const char *query, char sign, const char *expected);

/* Takes a number off the text, with the blanks behind it. Fails when there is none.  */
int64_t talk_number(const char **text);
/* The same for a seat.  */
int talk_seat(const char **text);
/* The whole text in ns: terms such as `1s`, `+20ms`, `-1ns`.  */
int64_t talk_time(const char *text);
/* Is this the first word of the text? Then takes it off, with the blanks behind it.  */
bool talk_word(const char **text, const char *word);
/* The lines, each with a line end. The caller frees.  */
char *talk_text(const struct talk_block *block);

#endif
