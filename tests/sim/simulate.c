/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* simulate.c - plays many matches of each system with random agents and people, and prints the first thing
 * that does not hold.
 *
 *     simulate [--system NAME] [--matches N] [--seed S] [--only K] [--loud]
 *
 * Match K of a system and a seed is always the same match. The default seed is 1, or 2 with sanitizers. Exit
 * status: 0 everything held, 1 something did not, 2 usage.  */
#include "chance.h"
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Each TWICE-th match is played twice, and must be the same.  */
enum { REASONS = 32, TWICE = 100 };

/* A match takes five times as long with sanitizers, so there are half as many, and they are others.  */
#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { PART = 2, SEED = 2 };
#else
enum { PART = 1, SEED = 1 };
#endif

struct count {
	const char *reason;
	int64_t matches;
};

static void count(struct count *counts, const char *reason)
{
	for (int i = 0; i < REASONS; i++)
		if (!counts[i].reason || strcmp(counts[i].reason, reason) == 0) {
			counts[i].reason = reason;
			counts[i].matches++;
			return;
		}
}

static uint64_t seed_of(uint64_t seed, int64_t match)
{
	struct chance chance = {.state = seed ^ ((uint64_t)match * 0xd1342543de82ef95u)};

	return chance_next(&chance);
}

static int usage(void)
{
	fputs("usage: simulate [--system NAME] [--matches N] [--seed S] [--only K] [--loud]\n", stderr);
	return 2;
}

struct run {
	int64_t matches, only; /* only: the one match; less than 0: all */
	uint64_t seed;
	bool loud;
};

static void tell(const struct run *run, int system, const struct outcome *sum, const struct count *counts,
		 double seconds)
{
	printf("%s: %" PRId64
	       " matches, %d turns, %d requests, %d messages touched, %d takebacks, %d respawns, "
	       "%d stalls in %.1f s, seed %" PRIu64 ":",
	       table_system(system), run->only < 0 ? run->matches : 1, sum->turns, sum->requests,
	       sum->touched, sum->takebacks, sum->respawns, sum->stalls, seconds, run->seed);
	for (int i = 0; i < REASONS && counts[i].reason; i++)
		printf(" %s %" PRId64, counts[i].reason, counts[i].matches);
	putchar('\n');
}

/* False: something did not hold.  */
static bool play(const struct run *run, int system)
{
	struct count counts[REASONS] = {0};
	struct outcome sum = {0};
	struct timespec begin, end;

	timespec_get(&begin, TIME_UTC);
	for (int64_t i = run->only < 0 ? 0 : run->only; i < (run->only < 0 ? run->matches : run->only + 1);
	     i++) {
		struct outcome outcome = table_play(system, seed_of(run->seed, i), stderr, run->loud);

		if (outcome.problem) {
			fprintf(stderr,
				"match %" PRId64 ": %s\nagain: tests/sim/simulate --system %s --seed %" PRIu64
				" --only %" PRId64 "\n",
				i, outcome.problem, table_system(system), run->seed, i);
			free(outcome.problem);
			return false;
		}
		if (i % TWICE == 0 &&
		    table_play(system, seed_of(run->seed, i), stderr, false).digest != outcome.digest) {
			fprintf(stderr, "match %" PRId64 " of %s differs when it is played again\n", i,
				table_system(system));
			return false;
		}
		count(counts, outcome.reason);
		sum.requests += outcome.requests;
		sum.turns += outcome.turns;
		sum.touched += outcome.touched;
		sum.takebacks += outcome.takebacks;
		sum.respawns += outcome.respawns;
		sum.stalls += outcome.stalls;
	}
	timespec_get(&end, TIME_UTC);
	tell(run, system, &sum, counts,
	     (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
	return true;
}

int main(int argc, char **argv)
{
	struct run run = {.only = -1, .seed = SEED};
	int64_t matches = 0;
	const char *system = NULL;
	bool known = false, fine = true;

	for (int i = 1; i < argc; i++) {
		bool more = i + 1 < argc;

		if (strcmp(argv[i], "--loud") == 0)
			run.loud = true;
		else if (more && strcmp(argv[i], "--system") == 0)
			system = argv[++i];
		else if (more && strcmp(argv[i], "--matches") == 0)
			matches = strtoll(argv[++i], NULL, 10);
		else if (more && strcmp(argv[i], "--seed") == 0)
			run.seed = strtoull(argv[++i], NULL, 0);
		else if (more && strcmp(argv[i], "--only") == 0)
			run.only = strtoll(argv[++i], NULL, 10);
		else
			return usage();
	}
	for (int i = 0; table_system(i); i++) {
		if (system && strcmp(system, table_system(i)) != 0)
			continue;
		known = true;
		if (!table_has_fixture(i)) {
			fprintf(stderr,
				"%s has no fixture in tests/sim: it needs fixture_%s (see "
				"tests/sim/README.md)\n",
				table_system(i), table_system(i));
			fine = false;
			continue;
		}
		run.matches = matches ? matches : table_matches(i) / PART;
		if (!play(&run, i))
			return 1;
	}
	return !known ? usage() : fine ? 0 : 1;
}
