/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qagents_fixture.h - shared by the tests of the agents of quantum chess: a dialogue with one of them in
 * memory, and games played by the judge's rules. The samples share no code with those rules.  */
#ifndef TESTS_QAGENTS_FIXTURE_H
#define TESTS_QAGENTS_FIXTURE_H

#include "../test.h"
#include "systems/qchess/rules.h"

#include "samples/chance.h"
#include "samples/qagent.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAID = 4096 };

/* What the agent answers to all of this; its remarks are dropped.  */
static inline int run(const struct qagent *agent, uint64_t seed, const char *told, char said[SAID])
{
	FILE *in = fmemopen((void *)(uintptr_t)told, strlen(told), "r"), *out = fmemopen(said, SAID, "w");
	int error = dup(STDERR_FILENO);

	assert_non_null(in);
	assert_non_null(out);
	memset(said, 0, SAID);
	assert_non_null(freopen("/dev/null", "w", stderr));
	int status = qagent_run(agent, seed, false, in, out);
	fflush(stderr);
	dup2(error, STDERR_FILENO);
	close(error);
	fclose(in);
	fclose(out);
	return status;
}

static inline void begin_game(struct quantum_chess *game, uint64_t seed, bool touches)
{
	struct setup setup;

	setup_init(&setup);
	setup.system = "qchess";
	setup.seed = seed;
	setup.game = 1;
	if (touches)
		setup_set(&setup, "promote-on-touch", "");
	assert_null(quantum_chess_init(game, &setup));
	setup_free(&setup);
}

static inline struct qchess_square any_square(uint64_t *chance)
{
	int square = (int)chance_below(chance, SQUARES);

	return (struct qchess_square){qboard_column(square), qboard_row(square)};
}

#endif
