/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_races.c - a verdict does not depend on which process is faster: agents that leave, answer twice, or
 * answer before they are asked.
 *
 * Each match is played several times and must end in the same way.  */
#include "../test.h"
#include "recorded.h"

enum { TIMES = 4, OPTIONS = 8 };

struct race {
	const char *system;
	const char *options[OPTIONS];
	const char *agent, *mode, *good; /* a program of tests/agents and its arguments */
	int seat;                        /* the seat that misbehaves */
	int winner;
	const char *reason, *detail;
};

#define GOMOCUP "gomocup", {"--size", "15", "--turn-time", "60s"}, "brain"
#define DRAWN   "gomocup", {"--draw-at", "4", "--turn-time", "60s"}, "brain"
#define LMC     "lmc", {"--turns", "2", "--turn-time", "60s"}, "player"
#define LMC2    "lmc2", {"--game-program", NULL, "--turn-time", "60s"}, "player"
#define QCHESS  "qchess", {"--classical", "--max-moves", "2", "--turn-time", "60s"}, "qchess_agent"

static const struct race races[] = {
	/* They leave after the last answer that the match needs.  */
	{DRAWN, "leaves-behind 0", "good 14", 1, 0, "draw-at", NULL},
	{LMC, "leaves-behind rock", "good rock", 1, 0, "score", NULL},
	{LMC, "leaves-behind rock", "good rock", 2, 0, "score", NULL},
	{LMC2, "--at 3 leaves-behind", "good", 1, NONE, "score", NULL},
	{QCHESS, "leaves-behind", "good", 1, 0, "max-moves", NULL},
	/* They leave before that.  */
	{GOMOCUP, "leaves-behind 0", "good 14", 1, 2, "exit", NULL},
	{QCHESS, "--at 1 leaves-behind", "good", 1, 2, "exit", "(UNRESPONSIVE)"},
	/* Their extra lines do not count as answers.  */
	{GOMOCUP, "twice 1", "good 14", 1, 1, "five", NULL},
	{GOMOCUP, "twice 1", "good 14", 2, 1, "five", NULL},
	{GOMOCUP, "early 1", "good 14", 1, 1, "five", NULL},
	{GOMOCUP, "early 1", "good 14", 2, 1, "five", NULL},
	{LMC, "twice paper", "good paper", 1, 0, "score", "0 : 0"},
	{LMC, "twice paper", "good paper", 2, 0, "score", "0 : 0"},
	{LMC, "early paper", "good paper", 1, 0, "score", "0 : 0"},
	{LMC, "early paper", "good paper", 2, 0, "score", "0 : 0"},
	{QCHESS, "twice", "good", 1, 0, "max-moves", NULL},
	{QCHESS, "twice", "good", 2, 0, "max-moves", NULL},
	{QCHESS, "greets", "good", 1, 0, "max-moves", NULL},
	{QCHESS, "greets", "good", 2, 0, "max-moves", NULL},
	{QCHESS, "early", "good", 1, 0, "max-moves", NULL},
	{QCHESS, "early", "good", 2, 0, "max-moves", NULL},
};

static void play_once(const struct race *race)
{
	char bad[400], good[400], program[400];
	const char *args[OPTIONS + 3] = {0};
	struct recorded match FREED_BY(recorded_free);
	int count = 0;

	snprintf(bad, sizeof(bad), "'%s/%s' %s", env("AGENTS"), race->agent, race->mode);
	snprintf(good, sizeof(good), "'%s/%s' %s", env("AGENTS"), race->agent, race->good);
	while (count + 1 < OPTIONS && (race->options[count] || race->options[count + 1])) {
		args[count] =
			race->options[count] ? race->options[count] : game_program(program, "alone", "3");
		count++;
	}
	args[count++] = race->seat == 1 ? bad : good;
	if (strcmp(race->system, "lmc2") != 0)
		args[count++] = race->seat == 1 ? good : bad;
	match = recorded_play(race->mode, race->system, args);
	recorded_expect(&match, race->winner, race->reason,
			strcmp(race->reason, "exit") == 0 ? race->seat : NONE, race->detail);
}

TEST_EACH(ends_in_the_same_way_each_time, struct race, races, mode)
{
	for (int i = 0; i < TIMES; i++)
		play_once(row);
}

TEST_MAIN(NULL, NULL)
