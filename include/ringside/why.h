/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why.h - explains from the record why a match has ended, why it stopped, or what is wrong with a message.
 *
 * The command `why` calls it with a match and a way to look up its messages: a live match, a finished file or
 * one that is followed. In the text messages are `#123` and commands stand between backquotes; the screen
 * makes links of both.  */
#ifndef RINGSIDE_WHY_H
#define RINGSIDE_WHY_H

#include "ringside/judge.h"

/* The question.  */
enum why_what {
	WHY_NEWEST, /* the verdict; without one, the latest fault or stop */
	WHY_VERDICT,
	WHY_FAULT,
	WHY_STOP,
	WHY_MESSAGE, /* of a number */
	/* All that is known of a message, with each of its bytes: as text, or in hexadecimal if they are
	 * binary; turned: the other way round.  */
	WHY_DETAILS,
	WHY_DETAILS_TURNED
};

/* Looks for the nearest message that fits all of these.  */
struct why_search {
	int64_t from; /* its number, or the nearest smaller (step -1) or larger (step 1) one */
	int step;
	unsigned seats; /* bit sets as in struct message_query */
	unsigned channels;
	unsigned directions;
};

/* Where the answer comes from.  */
struct why_source {
	const struct match *match;
	bool stopped; /* it is played here, and is stopped now */
	/* False: there is none, or nothing is recorded. The bytes are valid until the next call. NULL:
	 * nothing is recorded.  */
	bool (*find)(void *user, const struct why_search *search, struct message *message);
	/* What people call message n (`number` in message.h). NULL: n.  */
	int64_t (*number)(void *user, int64_t n);
	/* The i-th held message, from 0; NULL past the last. The member may be NULL.  */
	const struct message *(*held)(void *user, int i);
	/* What the seat has sent on stdout that is no complete message yet; false: nothing. NULL: not known.
	 */
	bool (*pending)(void *user, int seat, struct pending_bytes *pending);
	/* Who sat on the seat at message n; 0 or INT64_MAX: who sits there now. Valid until the next call for
	 * that seat. NULL: the seats of the match.  */
	const struct seat_setup *(*sitting)(void *user, int64_t n, int seat);
	/* Is there a command of that name, which the answer may recommend? NULL: there is.  */
	bool (*knows)(void *user, const char *command);
	void *user;
	int hidden; /* the seat whose moves are hidden from the person who asks; SEAT_NONE: none */
	const struct message *waits; /* the held message that is asked about; NULL: message n is */
};

/* The answer in lines of text; one line without its end says that there was nothing to explain. With *answer
 * false, what is wrong with the question. The caller frees. `n` is the number of the message for WHY_MESSAGE
 * and WHY_DETAILS.
 */
char *why(const struct why_source *source, enum why_what what, int64_t n, bool *answer);

#endif
