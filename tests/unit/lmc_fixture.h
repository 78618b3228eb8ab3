/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc_fixture.h - shared by the tests of the systems lmc and lmc2: requests, setups, whole dialogues.  */
#ifndef RINGSIDE_TESTS_LMC_FIXTURE_H
#define RINGSIDE_TESTS_LMC_FIXTURE_H

#include "../test.h"
#include "dialogue.h"

#define MS DIALOGUE_MS

/* What a player of roshambo is told before its first move.  */
#define ROSHAMBO                                                                                             \
	"> @command new\n> @command symbol rock\n> @command symbol paper\n> @command symbol scissors\n"

static inline struct request request(enum request_kind kind)
{
	return (struct request){.kind = kind};
}

static inline struct request plays(enum request_kind kind, const char *move)
{
	return (struct request){.kind = kind, .text = move};
}

static inline struct request counts(enum request_kind kind, int count)
{
	return (struct request){.kind = kind, .count = count};
}

static inline int held_count(const struct dialogue *d)
{
	int n = 0;

	while (judge_held(d->judge, n))
		n++;
	return n;
}

/* Two agents and a game of roshambo of this many turns; 100 ms for a turn. Not begun.  */
static inline void set_up(struct dialogue *d, const char *turns)
{
	dialogue_init_lmc(d, "lmc");
	d->setup.turn_limit = 100 * MS;
	setup_set(&d->setup, "turns", turns);
}

/* The same, and both have been asked for their first move.  */
static inline void begin(struct dialogue *d, const char *turns)
{
	set_up(d, turns);
	dialogue_named(d);
	for (int s = SEAT_1; s < SEATS; s++)
		talk(d, s, ROSHAMBO "> @command play\n");
}

/* Ends every test: replaying its messages gives the same match.  */
static inline void finish(struct dialogue *d)
{
	dialogue_replays(d);
	dialogue_free(d);
}

/* All players are told to leave and say goodbye.  */
static inline void part(struct dialogue *d)
{
	judge_dismiss(d->judge, d->now);
	dialogue_settle(d);
	for (int s = 0; s < SEATS; s++)
		if (d->dismissals[s]) {
			assert_non_null(dialogue_find(d, s, "@command exit\n"));
			talk(d, s, "< @info exit\n");
		}
}

static inline void expect_dialogue(const struct dialogue *d, unsigned seats, const char *expected)
{
	assert_text(dialogue_text(d, seats), expected);
}

static inline const struct turn *turn_of(const struct dialogue *d, int n)
{
	const struct turn *turn = match_turn(judge_match(d->judge), n);

	if (!turn)
		fail_msg("there is no turn %d", n);
	return turn;
}

static inline void expect_sums(const struct dialogue *d, double one, double two)
{
	const struct match *match = judge_match(d->judge);

	if (match->sum[SEAT_1] != one || match->sum[SEAT_2] != two)
		fail_msg("the sums are %g and %g, not %g and %g", match->sum[SEAT_1], match->sum[SEAT_2], one,
			 two);
}

/* Expects this many faults of this kind, and this consequence.  */
static inline void expect_fault(const struct dialogue *d, int seat, const char *kind, const char *done)
{
	const struct message *note = dialogue_find(d, seat, kind);

	if (!note || note->channel != CHANNEL_FAULT)
		fail_msg("seat %d: no fault \"%s\" was reported", seat, kind);
	if (!strstr(dialogue_words(d, seat, kind), done))
		fail_msg("\"%s\" does not say \"%s\"", dialogue_words(d, seat, kind), done);
}

static inline bool is_over(const struct dialogue *d)
{
	return judge_match(d->judge)->over;
}

#endif
