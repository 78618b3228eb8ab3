/* simulate.c - plays many matches with random brains and people against the judge, and says what did not
 * hold.
 *
 *     simulate [--matches N] [--seed S] [--only K] [--loud]
 *
 * Match K of a seed is always the same match.  Exit status: 0 everything held, 1 something did not, 2 usage.
 */
#include "chance.h"
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REASONS = 32 };

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
	fputs("usage: simulate [--matches N] [--seed S] [--only K] [--loud]\n", stderr);
	return 2;
}

int main(int argc, char **argv)
{
	struct count counts[REASONS] = {0};
	struct timespec begin, end;
	int64_t matches = 10000, only = -1, wishes = 0, turns = 0, takebacks = 0, respawns = 0;
	uint64_t seed = 1;
	bool loud = false;

	for (int i = 1; i < argc; i++) {
		bool more = i + 1 < argc;

		if (strcmp(argv[i], "--loud") == 0)
			loud = true;
		else if (more && strcmp(argv[i], "--matches") == 0)
			matches = strtoll(argv[++i], NULL, 10);
		else if (more && strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[++i], NULL, 0);
		else if (more && strcmp(argv[i], "--only") == 0)
			only = strtoll(argv[++i], NULL, 10);
		else
			return usage();
	}
	timespec_get(&begin, TIME_UTC);
	for (int64_t i = only < 0 ? 0 : only; i < (only < 0 ? matches : only + 1); i++) {
		struct outcome outcome = table_play(seed_of(seed, i), stderr, loud);

		if (outcome.problem) {
			fprintf(stderr,
				"match %" PRId64 ": %s\nagain: tests/sim/simulate --seed %" PRIu64
				" --only %" PRId64 "\n",
				i, outcome.problem, seed, i);
			free(outcome.problem);
			return 1;
		}
		count(counts, outcome.reason);
		wishes += outcome.wishes;
		turns += outcome.turns;
		takebacks += outcome.takebacks;
		respawns += outcome.respawns;
	}
	timespec_get(&end, TIME_UTC);
	printf("%" PRId64 " matches, %" PRId64 " turns, %" PRId64 " wishes, %" PRId64 " takebacks, %" PRId64
	       " respawns in %.1f s, seed %" PRIu64 ":",
	       only < 0 ? matches : 1, turns, wishes, takebacks, respawns,
	       (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9, seed);
	for (int i = 0; i < REASONS && counts[i].reason; i++)
		printf(" %s %" PRId64, counts[i].reason, counts[i].matches);
	putchar('\n');
	return 0;
}
