/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client.h - a simulated client of the agent world: a process without a process.
 *
 * It is told the bytes that the judge writes, and decides what to say and when. The seed decides the kind
 * of client, and whether, when and how it fails.  */
#ifndef RINGSIDE_SIM_CLIENT_H
#define RINGSIDE_SIM_CLIENT_H

#include "fake.h"

#include "ringside/message.h"

/* How a client fails: at one of its actions, after it, or as soon as it runs.  */
#define CLIENT_FAILURES(X)                                                                                   \
	X(NOT)                                                                                               \
	X(LATE)                                                                                              \
	X(HANGS)                                                                                             \
	X(HALF)        /* hangs in the middle of a symbol */                                                 \
	X(HALF_LEAVES) /* leaves there */                                                                    \
	X(BAD_REQUEST)                                                                                       \
	X(BAD_SYMBOL)                                                                                        \
	X(CRASH)                                                                                             \
	X(EXIT)                                                                                              \
	X(CLOSES)                                                                                            \
	X(TWICE) /* acts once more than it was asked */                                                      \
	X(DECLINES)                                                                                          \
	X(NO_INFO)                                                                                           \
	X(LATE_INFO)                                                                                         \
	X(DIES_AT_START)                                                                                     \
	X(NO_PROCESS)

enum client_failure {
#define X(NAME) CLIENT_##NAME,
	CLIENT_FAILURES(X)
#undef X
		CLIENT_FAILURE_COUNT
};

const char *client_failure_name(enum client_failure failure);

/* What the match requires of its clients.  */
struct client_terms {
	bool strict;
	int64_t limit, tolerance, start_limit;
};

struct client_character {
	bool little, draws, splits, leaves;
	int64_t delay;
	enum client_failure failure;
	int fails_at; /* the number of its action, from 1 */
};

struct client {
	const struct client_character *character;
	struct client_terms terms;
	struct fake *fake;
	int actions; /* done so far */
	int ahead;   /* how many of them were not asked for yet */
	bool hangs, ended;
};

void client_character_draw(struct client_character *character, struct chance *chance,
			   const struct client_terms *terms, bool fails);
/* Not for NO_PROCESS.  */
void client_start(struct client *client, const struct client_character *character,
		  const struct client_terms *terms, struct chance *chance, struct fake *fake, int64_t t);
/* Tells it something. `acts`: it has to act then. `tag`: the number that this question gets. `ends`: its
   simulation is over.  */
void client_hears(struct client *client, int64_t t, bool acts, int tag, bool ends);

#endif
