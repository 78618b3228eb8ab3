/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cpus.c - reads --cpus and the cores of single players, and deals the cores to games that are played at
 * once.
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

/* NULL, or that it has too few cores for so many games at once.  */
static char *short_of(const char *list, int games)
{
	int count = cores_count(list);

	return count >= games
		       ? NULL
		       : bytes_text("needs a core for each of the %d games at once, but \"%s\" has only %d: "
				    "add cores, or choose a lower --concurrency",
				    games, list, count);
}

char *cpus_problem(const char *list, int games)
{
	char *problem = cores_problem(list);

	return problem ? problem : short_of(list, games);
}

void cpus_own(const struct setup *setup, int i, int games, const char *lists[SEATS])
{
	for (int s = SEAT_1; s < SEATS; s++) {
		const char *own = seat_setting_given(setup, SEAT_CPUS, s);

		if (!own)
			continue;
		free((char *)lists[s]);
		lists[s] = cores_part(own, i, games);
	}
}

char *cpus_take_own(const struct setup *setup, const char *lists[SEATS])
{
	for (int s = SEAT_1; s < SEATS; s++) {
		const char *own = seat_setting_given(setup, SEAT_CPUS, s);
		char *why = own ? cores_problem(own) : NULL, *problem;

		if (!why)
			continue;
		problem = bytes_text("player %d: cpus: %s", s, why);
		free(why);
		return problem;
	}
	cpus_own(setup, 0, 1, lists);
	return NULL;
}

char *cpus_settle(struct match_options *options)
{
	const char **lists = options->session.cpus;
	char *problem = NULL;

	if (!options->cpus)
		return cpus_take_own(&options->session.setup, lists);
	if (!split(options->cpus, lists))
		return bytes_text("--cpus: expected lists of cores as JUDGE:AGENTS or JUDGE:AGENT1:AGENT2, "
				  "such as 0:1-3 or 0:1:2,3, not \"%s\"",
				  options->cpus);
	for (int s = 0; s < SEATS && !problem; s++)
		problem = cores_problem(lists[s]);
	if (problem)
		return about(problem);
	problem = cpus_take_own(&options->session.setup, lists);
	if (problem) /* after the pin this process could use no other core */
		return problem;
	problem = cores_pin(lists[SEAT_NONE]);
	return problem ? about(problem) : NULL;
}

char *cpus_check(const struct match_options *options, int games)
{
	const char *const *lists = options->session.cpus;

	for (int s = SEAT_1; s < SEATS; s++) {
		char *why = lists[s] ? short_of(lists[s], games) : NULL, *problem;

		if (!why)
			continue;
		problem = bytes_text("%scpus: agent %d %s", options->cpus ? "--" : "", s, why);
		free(why);
		return problem;
	}
	return NULL;
}

void cpus_part(const struct match_options *options, int i, int games, const char *lists[SEATS])
{
	const char *const *all = options->session.cpus;

	for (int s = 0; s < SEATS; s++)
		lists[s] = !all[s]          ? NULL
			   : s == SEAT_NONE ? bytes_text("%s", all[s])
					    : cores_part(all[s], i, games);
}

void cpus_free(const char *lists[SEATS])
{
	for (int s = 0; s < SEATS; s++)
		free((char *)lists[s]);
}
