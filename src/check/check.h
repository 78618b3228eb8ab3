/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.h - an agent is tried: one case (spec_try.c), several at once (check.c), and in each of the ways of
 * `ringside check`.  */
#ifndef RINGSIDE_CHECK_CHECK_H
#define RINGSIDE_CHECK_CHECK_H

#include "case_report.h"
#include "ringside/check.h"
#include "ringside/match_file.h"
#include "ringside/spec.h"
#include "runner/pool.h"

/* What all cases share.  */
struct spec_setup {
	struct loop *loop;
	const struct protocol *protocol;
	const struct spec *spec;
	int seat; /* of the agent: SEAT_1, or SEAT_NONE of a game program */
	struct session_setup session;
	int64_t patience; /* ns for an answer where the document names no limit */
	/* A case has ended.  `why`: what was expected, what came, the dialogue, in lines; NULL: nothing is
	   to be said; the callee frees it.  */
	void (*over)(void *user, enum case_result result, char *why);
	/* The agent could not be started; the callee frees `problem`.  over() does not follow.  */
	void (*unstarted)(void *user, char *problem);
};

/* Tries a case: holds its dialogue, or plays its game if it has no steps.  Calls back from the loop, at most
 * once, and must not be freed from within that.  The row of a dialogue that stands in no document has no
 * sentence: its `why` is the problem alone.  */
struct spec_try *spec_try_new(const struct spec_setup *setup, const struct spec_case *row, void *user);
void spec_try_free(struct spec_try *try); /* NULL is fine */
/* The turn that a dialogue was about (spec.h); 0: none.  */
int spec_try_turn(const struct spec_try *talk);
/* Its last lines, as in `why`; forgets the others.  The caller frees.  */
char *spec_try_lines(struct spec_try *talk);
/* The game that was played, when it is over; until it is freed.  */
struct session *spec_try_session(struct spec_try *game);

/* Before each line of a report of a crash, in what is said of a case.  */
#define SPEC_STDERR "stderr  "

/* Appends the options of the command line that people gave, each after a blank: the seed, the limit of a
 * turn, those of the system, and the settings of the agent on seat 1.  */
void check_add_options(struct bytes *text, const struct runner_call *call, const struct setup *setup);

/* Sets options as a row has them.  `keeps`: only those that were not given.  NULL, or a problem for people,
 * which the caller frees.  */
char *spec_set_options(struct setup *setup, const char *options, bool keeps);

/* With the cases of the files of --suite (check_suite.c).  */
int check_suites(struct runner_call *call, const struct check_options *options);

/* ---- what suites share with others ---- */

/* Moves in the one form of the system, and as they are written.  */
struct suite_moves {
	char **forms; /* owned, as the array */
	int count;
	char *written; /* owned; NULL: none are given */
};

/* Adds the forms of all moves of the text, which have blanks or | between, in the position after so many
 * turns of the match.  NULL, or which of them is none; the caller frees.  */
char *suite_moves_read(struct suite_moves *moves, const char *text, const struct match *match, int turns);
void suite_moves_free(struct suite_moves *moves);
struct suite_case {
	const char *group; /* the path of the suite; that of the options */
	char *name;        /* owned */
	char *position;    /* as it is written, for people; owned; NULL: the beginning of the game */
	/* A copy of the command line's with what the suite says. It owns its setup, and nothing else.  */
	struct match_options match;
	char *from_path;                     /* of match.session.from; owned; NULL: none */
	const char *agent;                   /* its command line; the call's */
	int seat;                            /* of the agent under test */
	struct suite_moves wanted, unwanted; /* wanted: any of them will do */
	struct suite_moves valued;           /* the moves that bring points; written: as "f5=10 Be5=2" */
	int *points;                         /* of each of these; owned */
	int64_t mate;                        /* most moves to the mate that it has to tell; 0: not said */
	int64_t within;                      /* ns for the move; 0: not said */
	int64_t memory;                      /* most bytes in the turn; 0: not said */
	int runs;
	char *tags; /* owned, with blanks between; NULL: none */
};

/* The points that a move in its one form brings; NULL: the most that a move does.  */
int suite_points(const struct suite_case *of, const char *form);

struct suite {
	struct suite_case *cases; /* owned */
	int count;
};

/* Reads the files of --suite, and checks all of them before an agent is started. The cases that --only does
 * not choose are left out. NULL, or a problem with its place, which the caller frees; call suite_free()
 * either way.  */
char *suite_read(struct suite *suite, struct runner_call *call, const struct check_options *options);
void suite_free(struct suite *suite);
/* Does --only choose a case, by a pattern of its name or by one of its tags, which have blanks between (NULL:
 * none)?  Without --only (NULL) all are chosen.  */
bool suite_chooses(const char *only, const char *name, const char *tags);

#endif
