/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorded.h - plays a match with `ringside run --json --record`, and checks its object and its match file.
 */
#ifndef RINGSIDE_TESTS_RECORDED_H
#define RINGSIDE_TESTS_RECORDED_H

#include "program.h"
#include <jansson.h>

enum { NONE = -1 }; /* null in place of a number */

struct recorded {
	char mark[100]; /* of its processes */
	struct program program;
	struct outcome outcome;
	json_t *game;              /* the object that was printed */
	char folder[40], file[60]; /* its match file */
};

/* Plays a match of the system with these further arguments (NULL at the end).  Fails the test unless it ends
 * with a verdict, prints one object and leaves no process behind.  `system` and `mark` are the processes'
 * mark.  */
struct recorded recorded_play(const char *mark, const char *system, const char *const *args);
/* The same in two steps, for matches that are played at the same time: each has a mark of its own.  */
struct recorded recorded_begin(const char *mark, const char *system, const char *const *args);
void recorded_end(struct recorded *match);
void recorded_free(struct recorded *match);

/* Checks the object.  Its detail must contain `detail`.  NULL matches anything.  */
void recorded_expect(const struct recorded *match, int winner, const char *reason, int blame,
		     const char *detail);
void recorded_expect_moves(const struct recorded *match, int moves);
/* Checks the sums.  `two` is NULL for null.  */
void recorded_expect_sums(const struct recorded *match, double one, const double *two);
/* Checks the names.  NULL for null.  */
void recorded_expect_names(const struct recorded *match, const char *one, const char *two);

/* The messages of a seat on a channel, joined with |, without line ends.  `direction` is "to" or "from". ""
 * if there are none.  The caller frees.  */
char *recorded_messages(const struct recorded *match, int seat, const char *direction, const char *channel);
/* The faults of the seat until the verdict, joined with |, each with the message that broke the protocol:
 * "late-move 7,7\n".  The caller frees.  */
char *recorded_faults(const struct recorded *match, int seat);
/* Seat 1 has one fault, which recorded_faults() shows with this beginning; NULL: none.  Its count may follow:
 * a fault is shown once a kind.  */
void recorded_expect_fault(const struct recorded *match, const char *expected);
/* The first column of the first row, as text; the caller frees.  */
char *recorded_ask(const struct recorded *match, const char *sql);

/* A command line of tests/agents/player, or of tests/agents/game_program; returns the text.  */
const char *player(char text[400], const char *mode, const char *symbols);
const char *game_program(char text[400], const char *mode, const char *rounds);

#endif
