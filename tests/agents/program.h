/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* program.h - whole programs under test: run them, look at what they print and how they end, and see that
 * nobody is left behind.  */
#ifndef RINGSIDE_TESTS_PROGRAM_H
#define RINGSIDE_TESTS_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

enum { ARGS_MAX = 64 }; /* of run_program() and its like */

/* How a program ended.  */
struct outcome {
	int status; /* exit status, or 1000 and the signal */
	char *out, *err;
};

/* One that runs.  */
struct program {
	pid_t pid;
	int out, errors; /* its stdout to be read; a file with its stderr, -1: it has another */
};

/* An environment variable that make check sets.  */
const char *env(const char *name);
/* A limit that runs out in this test; or one that no other test reaches, on a loaded machine either.  */
const char *limit(bool runs_out, const char *shorter);
/* Runs a program with these arguments (NULL at the end); all that it starts has RINGSIDE_TEST=mark PID in its
   environment.  */
struct outcome run_program(const char *program, const char *mark, const char *const *args);
/* The same for ringside.  A match whose seed is not said has the seed 1, so that each run of a test is the
 * same.  */
struct outcome ringside(const char *mark, const char *const *args);
void outcome_free(struct outcome *outcome);

/* In two steps.  stdout is a pipe that holds one page: who does not read holds the program up.  stderr is a
   file; or `errors`, where it is not -1.  */
struct program program_begin(const char *program, const char *mark, const char *const *args, int errors);
/* Reads the rest of what it prints, and waits for its end.  */
struct outcome program_end(struct program *program);
/* The next line that it prints, without the line end; NULL: there is none.  The caller frees.  */
char *program_line(struct program *program);

/* How many processes that this test has started have the mark.  */
int left_behind(const char *mark);

#endif
