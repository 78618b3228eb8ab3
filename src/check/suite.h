/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* suite.h - suites: files of positions, and of what an agent should play there.
 *
 * A suite is an INI file (src/manual/checking.md). Each case of it becomes a match that can begin: its setup
 * has the agent under test on the seat that is to move, and a person on the other one.  */
#ifndef RINGSIDE_CHECK_SUITE_H
#define RINGSIDE_CHECK_SUITE_H

#include "ringside/check.h"

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
	int64_t within;                      /* ns for the move; 0: not said */
	int64_t memory;                      /* most bytes in the turn; 0: not said */
	int runs;
	char *tags; /* owned, with blanks between; NULL: none */
};

struct suite {
	struct suite_case *cases; /* owned */
	int count;
};

/* Reads the files of --suite, and checks all of them before an agent is started. The cases that --only does
 * not choose are left out. NULL, or a problem with its place, which the caller frees; call suite_free()
 * either way.  */
char *suite_read(struct suite *suite, const struct check_call *call, const struct check_options *options);
void suite_free(struct suite *suite);
/* Does --only choose a case, by a pattern of its name or by one of its tags, which have blanks between (NULL:
 * none)?  Without --only (NULL) all are chosen.  */
bool suite_chooses(const char *only, const char *name, const char *tags);

#endif
