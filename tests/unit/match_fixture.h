/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_fixture.h - shared by the tests of a judge with a system: requests, and what a match has become.  */
#ifndef RINGSIDE_TESTS_MATCH_FIXTURE_H
#define RINGSIDE_TESTS_MATCH_FIXTURE_H

#include "../test.h"
#include "dialogue.h"

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

/* Ends every test: replaying its messages gives the same match.  */
static inline void finish(struct dialogue *d)
{
	dialogue_replays(d);
	dialogue_free(d);
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

static inline bool is_over(const struct dialogue *d)
{
	return judge_match(d->judge)->over;
}

static inline void expect_sums(const struct dialogue *d, double one, double two)
{
	const struct match *match = judge_match(d->judge);

	if (match->sum[SEAT_1] != one || match->sum[SEAT_2] != two)
		fail_msg("the sums are %g and %g, not %g and %g", match->sum[SEAT_1], match->sum[SEAT_2], one,
			 two);
}

/* A note that begins so must be on this channel and contain `part`.  */
static inline void expect_note(const struct dialogue *d, int seat, enum channel channel, const char *begin,
			       const char *part)
{
	const struct message *note = dialogue_find(d, seat, begin);

	if (!note || note->channel != channel)
		fail_msg("seat %d: \"%s\" was not reported", seat, begin);
	assert_non_null(strstr(dialogue_words(d, seat, begin), part));
}

/* The verdict's detail contains these words.  */
static inline void expect_detail(const struct dialogue *d, const char *words)
{
	const char *detail = judge_match(d->judge)->verdict.detail;

	if (!strstr(detail, words))
		fail_msg("\"%s\" is not in \"%s\"", words, detail);
}

/* A fault of this kind was reported, with this consequence.  */
static inline void expect_fault(const struct dialogue *d, int seat, const char *kind, const char *done)
{
	expect_note(d, seat, CHANNEL_FAULT, kind, done);
}

/* The request is refused with these words.  */
static inline void expect_refused(struct dialogue *d, struct request wanted, const char *words)
{
	FREED char *problem = judge_request(d->judge, d->now, &wanted);

	assert_non_null(problem);
	if (!strstr(problem, words))
		fail_msg("\"%s\" is not in \"%s\"", words, problem);
	dialogue_settle(d);
}

/* The game program writes lines, each ended by \n: what follows `@player `.  */
static inline void game_says(struct dialogue *d, const char *lines)
{
	while (*lines) {
		size_t size = strcspn(lines, "\n");
		char *line = bytes_text("@player %.*s\n", (int)size, lines);

		dialogue_bytes(d, SEAT_NONE, line, strlen(line));
		free(line);
		lines += size + 1;
	}
}

/* Skips what was written to the seat so far.  */
static inline void forget_told(struct dialogue *d, int seat)
{
	for (int i = 0; i < d->line_count; i++)
		if (d->lines[i].message.seat == seat)
			d->lines[i].told = true;
}

#endif
