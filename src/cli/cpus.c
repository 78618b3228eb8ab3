/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cpus.c - reads --cpus, and deals the cores to games that are played at once.
 *
 * All judges share the judge's list: a judge needs little time, but at once.  The agents' lists are cut into
 * equal parts, so that no game takes time from another.  */
#include "cpus.h"

#include "ringside/bytes.h"
#include "ringside/cores.h"
#include <stdlib.h>
#include <string.h>

static char *about(char *why)
{
	char *problem = bytes_text("--cpus: %s", why);

	free(why);
	return problem;
}

/* JUDGE:AGENTS or JUDGE:AGENT1:AGENT2.  */
static bool split(const char *text, const char *lists[SEATS])
{
	int count = 0;

	while (count < SEATS) {
		size_t size = strcspn(text, ":");

		lists[count++] = bytes_copy(text, size);
		text += size;
		if (!*text)
			break;
		text++;
	}
	if (*text || count < 2)
		return false;
	if (count == 2)
		lists[SEAT_2] = bytes_text("%s", lists[SEAT_1]);
	return true;
}

char *cpus_settle(struct invocation *invocation)
{
	const char **lists = invocation->session.cpus;
	char *problem = NULL;

	if (!invocation->cpus)
		return NULL;
	if (!split(invocation->cpus, lists))
		return bytes_text("--cpus: expected lists of cores as JUDGE:AGENTS or JUDGE:AGENT1:AGENT2, "
				  "such as 0:1-3 or 0:1:2,3, not \"%s\"",
				  invocation->cpus);
	for (int s = 0; s < SEATS && !problem; s++)
		problem = cores_problem(lists[s]);
	if (!problem)
		problem = cores_pin(lists[SEAT_NONE]);
	return problem ? about(problem) : NULL;
}

char *cpus_check(const struct invocation *invocation, int games)
{
	const char *const *lists = invocation->session.cpus;

	for (int s = SEAT_1; invocation->cpus && s < SEATS; s++)
		if (cores_count(lists[s]) < games)
			return bytes_text(
				"--cpus: agent %d needs a core for each of the %d games at once, but "
				"\"%s\" has only %d: add cores, or choose a lower --concurrency",
				s, games, lists[s], cores_count(lists[s]));
	return NULL;
}

void cpus_part(const struct invocation *invocation, int i, int games, const char *lists[SEATS])
{
	const char *const *all = invocation->session.cpus;

	for (int s = 0; s < SEATS; s++)
		lists[s] = !invocation->cpus ? NULL
			   : s == SEAT_NONE  ? bytes_text("%s", all[s])
					     : cores_part(all[s], i, games);
}

void cpus_free(const char *lists[SEATS])
{
	for (int s = 0; s < SEATS; s++)
		free((char *)lists[s]);
}
