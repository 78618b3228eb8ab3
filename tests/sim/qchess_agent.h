/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_agent.h - a simulated agent of quantum chess: a process without a process.
 *
 * It reads the lines that the judge writes, and decides what to say and when. It sees the true game and
 * never the future. The seed decides the kind of agent, and whether, when and how it fails.  */
#ifndef RINGSIDE_SIM_QCHESS_AGENT_H
#define RINGSIDE_SIM_QCHESS_AGENT_H

#include "fake.h"

#include "systems/qchess/rules.h"

/* How an agent fails: at one of its answers, after it, or as soon as it runs.  */
#define QCHESS_FAILURES(X)                                                                                   \
	X(NOT)                                                                                               \
	X(LATE)                                                                                              \
	X(HANGS)                                                                                             \
	X(HALF)                                                                                              \
	X(GIBBERISH)                                                                                         \
	X(BOUNDS)                                                                                            \
	X(WRONG)                                                                                             \
	X(MORE)                                                                                              \
	X(UNENDED)                                                                                           \
	X(CRASH)                                                                                             \
	X(CRASH_AFTER)                                                                                       \
	X(EXIT)                                                                                              \
	X(EXIT_AFTER)                                                                                        \
	X(CLOSES)                                                                                            \
	X(TWICE)                                                                                             \
	X(THANKS)                                                                                            \
	X(SPEAKS_FIRST)                                                                                      \
	X(DIES_AT_START)                                                                                     \
	X(NO_PROCESS)

enum qchess_failure {
#define X(NAME) QCHESS_##NAME,
	QCHESS_FAILURES(X)
#undef X
		QCHESS_FAILURE_COUNT
};

const char *qchess_failure_name(enum qchess_failure failure);

/* What the match requires of its agents.  */
struct qchess_terms {
	bool strict;
	bool delayed; /* lines keep a distance: the consequences of a deed may take their time */
	int64_t limit, tolerance;
};

struct qchess_character {
	const char *end; /* of its lines */
	bool padded, splits, talks_to_stderr, never_leaves;
	int64_t delay;
	enum qchess_failure failure;
	int fails_at; /* the number of its answer, from 1 */
};

struct qchess_agent {
	const struct qchess_character *character;
	struct qchess_terms terms;
	struct fake *fake;
	int tag;     /* of the question that it answers */
	int answers; /* how often it was asked */
	bool hangs, ended;
	bool unsure; /* it said a square that nobody asked for: that one may count instead */
};

void qchess_character_draw(struct qchess_character *character, struct chance *chance,
			   const struct qchess_terms *terms, bool fails);
/* Not for NO_PROCESS.  */
void qchess_agent_start(struct qchess_agent *agent, const struct qchess_character *character,
			const struct qchess_terms *terms, struct chance *chance, struct fake *fake,
			int64_t t);
/* A line of the judge, without its end. `tag` is the number that a question in it gets.  */
void qchess_agent_hears(struct qchess_agent *agent, int64_t t, const struct quantum_chess *game,
			const char *line, int tag);
/* A random square that may be selected, or moved to.  */
struct qchess_square qchess_agent_choice(struct chance *chance, const struct quantum_chess *game);

#endif
