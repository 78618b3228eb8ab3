/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* program.h - runs whole programs for tests, with their output and exit status, and finds processes that are
 * left behind.  */
#ifndef RINGSIDE_TESTS_PROGRAM_H
#define RINGSIDE_TESTS_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

enum { ARGS_MAX = 64 }; /* of run_program() and the other functions here */

#define ARGS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* How a program ended.  The texts stay until the test program ends.  */
struct outcome {
	int status; /* exit status, or 1000 + signal */
	int lines;  /* of its stdout */
	char *out, *err;
};

/* A running program.  */
struct program {
	pid_t pid;
	int out,
		errors; /* the read end of its stdout; a file with its stderr, or -1 if the caller gave one */
};

/* An environment variable that make check sets.  */
const char *env(const char *name);
/* The shorter limit if it runs out in this test.  Otherwise one that is never reached, even on a loaded
 * machine.  */
const char *limit(bool runs_out, const char *shorter);
/* For seat 1 to run into a limit, and nobody else: its rival has a minute, and its own moves before that may
 * wait for a core.  */
#define ONLY_SEAT_1_IS_LATE "--forgive-waiting", RIVAL_HAS_TIME
#define RIVAL_HAS_TIME      "--seat-option=2:turn-time=60s", "--seat-option=2:start-time=60s"
/* Runs a program with these arguments (NULL at the end).  All processes that it starts have
 * RINGSIDE_TEST=mark PID in their environment.  */
struct outcome run_program(const char *program, const char *mark, const char *const *args);
/* The same for ringside.  A match without --seed gets the seed 1, so that each run of a test is the same.  */
struct outcome ringside(const char *mark, const char *const *args);
/* The words of a command line as a person types it: '...' and "..." keep words together.  A word that begins
 * with `agent:brain good` becomes agent("brain good"), and one with ~/ a path in test_folder().  The words
 * stay.  */
const char *const *words_of(const char *line);
/* The same as one word of such a line.  Stays.  */
const char *quoted(const char *word);
/* Runs ringside by such a line.  */
struct outcome typed(const char *mark, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Fails the test, and prints all, unless it ended with the status and all words are in its output: several
 * are separated by |, and those behind a ! are not there.  NULL: any output.  */
enum { ANY = -1 }; /* status */
void ends(struct outcome outcome, int status, const char *out, const char *err);

/* The same in two steps.  stdout is a pipe that holds one page, so the program waits until the test reads.
 * stderr is `errors`, or a file if `errors` is -1.  */
struct program program_begin(const char *program, const char *mark, const char *const *args, int errors);
/* Reads the rest of its output and waits for its end.  */
struct outcome program_end(struct program *program);
/* The next line of its output, without the line end; NULL at the end.  The caller frees.  */
char *program_line(struct program *program);

/* Keeps the text until the test program ends, and returns it.  */
char *kept(char *text);
/* The command line of a program of tests/agents with these words, such as "brain good 12".  Stays, too.  */
const char *agent(const char *words);
/* The folder of the running test, which the first call makes, and the path of a file in it.  They stay until
 * the test ends.  */
const char *test_folder(void);
const char *in_folder(const char *name);
int test_folder_remove(void **state);
#define TEST_IN_FOLDER(name) TEST_IN(name, NULL, test_folder_remove)

/* Can a sandbox be made here?  If not, says that the test is skipped.  */
bool sandbox_works(void);
/* What a shell needs before a command that root may not run: it becomes another user.  "" if the test runs as
 * another user already.  NULL if that user cannot run ringside, which is so below /root; says that the test
 * is skipped.  */
const char *as_other_user(void);

/* How many processes with this mark, started by this test, still run.  Those that were killed end as soon as
 * they get a core: it waits for them.  */
int left_behind(const char *mark);

#endif
