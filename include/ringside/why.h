/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why.h - why a match has ended, why it stands still, what is wrong with a message: told from what is
 * recorded.
 *
 * Called by the command `why`, with a match and a way to look its messages up; the same for a live match, a
 * finished file and one that is followed.  Messages are named `#123` in the text, commands stand between
 * backquotes: the screen makes links of both.  */
#ifndef RINGSIDE_WHY_H
#define RINGSIDE_WHY_H

#include "ringside/judge.h"

/* What is asked.  */
enum why_what {
	WHY_NEWEST, /* the verdict; without one, the fault or the stop that came last */
	WHY_VERDICT,
	WHY_FAULT,
	WHY_STOP,
	WHY_MESSAGE /* of a number */
};

/* A message that is looked for: the nearest that fits all of these.  */
struct why_search {
	int64_t from; /* its number, or a smaller (step -1) or larger (step 1) one */
	int step;
	unsigned seats; /* bit sets as in struct message_query */
	unsigned channels;
	unsigned directions;
};

/* Where the answer is taken from.  */
struct why_source {
	const struct match *match;
	bool stopped; /* it is played here, and stands still now */
	/* False: there is none, or nothing is recorded.  The bytes are good until the next call.  */
	bool (*find)(void *user, const struct why_search *search, struct message *message);
	/* The i-th message that waits at the gate, from 0; NULL past the last.  */
	const struct message *(*held)(void *user, int i);
	/* What the seat has sent on stdout that is no message yet; false: nothing.  NULL: nobody knows.  */
	bool (*pending)(void *user, int seat, struct pending_bytes *pending);
	/* Who sat on the seat when message n was; 0, INT64_MAX: who sits there now.  Good until the next call
	   for that seat.  NULL: those of the match.  */
	const struct seat_setup *(*sitting)(void *user, int64_t n, int seat);
	/* Is there a command of that name, to be recommended?  */
	bool (*knows)(void *user, const char *command);
	void *user;
};

/* Lines of text, or one without its end that says there was no such thing, with *answer set; else what is
   wrong with the question.  The caller frees.  `n` is the number of the message for WHY_MESSAGE.  */
char *why(const struct why_source *source, enum why_what what, int64_t n, bool *answer);

#endif
