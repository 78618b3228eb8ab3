/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* say.h - all that a command prints.
 *
 * Names, moves, file names and arguments come from others. Whatever is in a text, only line ends, tabs and
 * harmless characters (words.h) get through as they are. No other file of
 * cli, check, runner and tally writes to stdout or stderr.  */
#ifndef RINGSIDE_SAY_H
#define RINGSIDE_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct bytes;
struct loop;

/* Exit status: a verdict was reached (a forfeit is one), the match could not run, the command line is wrong,
 * an agent could not be started, a game was played but its match file is not whole, a person interrupted it.
 */
enum {
	EXIT_VERDICT = 0,
	EXIT_CANNOT_RUN = 1,
	EXIT_USAGE = 2,
	EXIT_NOT_STARTED = 3,
	EXIT_FAILURE_FOUND = 4, /* with --until and --until-failure */
	EXIT_ACCEPTS_0 = 4,     /* with --sprt; EXIT_VERDICT: elo1 is accepted */
	EXIT_UNDECIDED = 5,     /* likewise */
	EXIT_NOT_RECORDED = 6,
	EXIT_INTERRUPTED = 130
};

/* Print text where they are told to, on stdout or on stderr. False: it cannot be written; errno says why. */
bool say_to(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define say(...)       say_to(stdout, __VA_ARGS__)
#define say_error(...) say_to(stderr, __VA_ARGS__)

/* From now on what say() would print is added to the text instead; NULL: it is printed again.  */
void say_into(struct bytes *text);
/* Is it so now?  */
bool say_is_caught(void);

/* Prints a file's name on stdout as a part of a line: a line end in it is shown as \n.  */
void say_name(const char *name);

/* What is left of a stream that comes in pieces: the beginning of a character.  */
struct say_rest {
	char at[4];
	size_t size;
};

/* Prints the next piece on stderr; size 0: the stream has ended.  */
void say_piece(struct say_rest *rest, const char *bytes, size_t size);

/* While a screen is open: what this process and its children write on stderr, if it is a terminal, stays in
 * memory.  It is printed when stderr is released.  */
void say_hold(void);
void say_release(void);

/* Prints each line on stderr after "ringside: ".  NULL: prints nothing.  */
void say_lines(const char *lines);
/* Prints the problem after one "ringside: ", frees it and returns the status. It may have several lines; all
 * but the first are indented, so a line end in a file name does not make a line of ringside's.  */
int say_failure(char *problem, int status);
/* The same of one that somebody else owns.  NULL: prints nothing.  */
void say_problem(const char *problem);
/* On a terminal, what is printed from now on goes through $PAGER, or less.  */
void say_paged(void);
/* Writes out stdout, and waits for the pager; EXIT_VERDICT, or complains and returns EXIT_CANNOT_RUN.  */
int say_finish(void);

/* ---- how far a command has come ----
 *
 * A line on stderr, if that is a terminal.  What is printed erases it, until it changes again.  */

struct progress;

/* The line; the caller frees.  */
typedef char *progress_fn(const void *user);
/* NULL if stderr is no terminal: then all other functions do nothing.  */
struct progress *progress_new(struct loop *loop, progress_fn *line, const void *user);
/* Erases the line.  */
void progress_free(struct progress *progress);
void progress_hide(struct progress *progress);
/* The line has changed: draws it soon.  */
void progress_changed(struct progress *progress);

#endif
