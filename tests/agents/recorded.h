/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorded.h - one match by `ringside run --json --record`, and what is known of it afterwards.  */
#ifndef RINGSIDE_TESTS_RECORDED_H
#define RINGSIDE_TESTS_RECORDED_H

#include "program.h"
#include <jansson.h>

enum { NONE = -1 }; /* null, where a number is expected */

struct recorded {
	struct outcome outcome;
	json_t *game;              /* the object that was printed */
	char folder[40], file[60]; /* its match file */
};

/* Plays a match of the system with these further arguments (NULL at the end).  Fails the test unless there is
   a verdict, one object on stdout, and none of the processes is left: they are marked with both words.  */
struct recorded recorded_play(const char *mark, const char *system, const char *const *args);
void recorded_free(struct recorded *match);

/* What the object has to say; `detail` has to stand in the detail.  NULL: whatever.  */
void recorded_expect(const struct recorded *match, int winner, const char *reason, int blame,
		     const char *detail);
void recorded_expect_moves(const struct recorded *match, int moves);
/* The sums; `two` NULL: null.  */
void recorded_expect_sums(const struct recorded *match, double one, const double *two);
/* The names; NULL: null.  */
void recorded_expect_names(const struct recorded *match, const char *one, const char *two);

/* The messages of a seat on a channel ("to" or "from"), without their line ends, with | between; "": none.
   The caller frees.  */
char *recorded_messages(const struct recorded *match, int seat, const char *direction, const char *channel);
/* The faults of the seat until the verdict, each with the message that broke the protocol: "late-move 7,7\n"
   with | between.  */
char *recorded_faults(const struct recorded *match, int seat);
/* The first column of the first row; the caller frees.  */
char *recorded_ask(const struct recorded *match, const char *sql);

/* A command line of tests/agents/player, or of tests/agents/game_program; returns the text.  */
const char *player(char text[400], const char *mode, const char *symbols);
const char *game_program(char text[400], const char *mode, const char *rounds);

#endif
