/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk.h - a dialogue as a file: what each statement of a .talk file does.
 *
 * README.md has the format.  talk.c reads a file and carries out its statements; talk_setup.c, talk_input.c,
 * talk_request.c and talk_query.c each know some of them.  A mistake ends the dialogue by talk_failed().  */
#ifndef RINGSIDE_TESTS_TALK_H
#define RINGSIDE_TESTS_TALK_H

#include "../unit/dialogue.h"
#include "ringside/protocol.h"

struct talk_line {
	char *text; /* without the tabs that it begins with */
	int number; /* from 1 */
	int depth;  /* tabs that it begins with */
};

struct talk_file {
	char *path;
	char *content;
	struct talk_line *lines;
	int line_count;
};

/* The lines below a statement that stand further to the right.  */
struct talk_block {
	const struct talk_line *lines;
	int count;
};

struct talk {
	struct dialogue dialogue;
	const struct protocol *protocol; /* NULL until the statement `system` */
	int message;                     /* which of dialogue.lines was found last, -1: none */
	char *refusal;                   /* of the last statement `refused`; owned */
	char *in_pipe[SEATS];            /* what DRAIN finds; owned */
	int checks;                      /* statements so far that could have failed what the judge did */
};

struct talk_statement {
	const char *text; /* behind its word, without blanks before it */
	struct talk_block below;
};

/* Reads a file.  NULL and why not in *problem, which the caller frees.  */
struct talk_file *talk_open(const char *path, char **problem);
void talk_close(struct talk_file *file);
/* Plays its lines from one number of an array to another, as one dialogue.  NULL, or the first mistake, as
 * "FILE:LINE: expected ..., got ...", which the caller frees.  *checks grows by those that were made.  */
char *talk_play(const struct talk_file *file, int from, int to, int *checks);

/* What a statement wants and what is there instead, and the end of the dialogue.  */
#define talk_failed dialogue_failed

/* Statements of each kind; false: it is none of these.  */
bool talk_setup(struct talk *talk, const char *word, const struct talk_statement *statement);
bool talk_input(struct talk *of, const char *word, const struct talk_statement *statement);
bool talk_query(struct talk *talk, const char *word, const struct talk_statement *statement);
/* A line to or from a seat, as `1> TURN 7,7`.  */
bool talk_said(struct talk *of, const char *text);
/* What a person wants, behind the colon.  NULL, or why it was refused; the caller frees.  */
char *talk_request(struct talk *talk, const char *text);

/* Fails unless the value that is asked for is (=), contains (h) or lacks (l) what is expected.  */
void talk_compare(struct talk *talk, const char *query, char sign, const char *expected);

/* Takes a number off the text, and the blanks behind it; fails when there is none.  */
int64_t talk_number(const char **text);
/* The same of a seat.  */
int talk_seat(const char **text);
/* ns, of all of the text: terms as `1s`, `+20ms`, `-1ns`.  */
int64_t talk_time(const char *text);
/* Is this the first word of the text?  Then it is taken off, with the blanks behind it.  */
bool talk_word(const char **text, const char *word);
/* The lines with a line end each; the caller frees.  */
char *talk_text(const struct talk_block *block);

#endif
