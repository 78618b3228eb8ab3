/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_match_fixture.h - matches of qchess for tests of its protocol: boards without chance, requests,
 * whole dialogues.  */
#ifndef RINGSIDE_TESTS_QCHESS_MATCH_FIXTURE_H
#define RINGSIDE_TESTS_QCHESS_MATCH_FIXTURE_H

#include "../test.h"
#include "dialogue.h"

#define MS DIALOGUE_MS

#define KINGS "white king ['king', 'king'] at 3,7\nblack king ['king', 'king'] at 3,0\n"
/* Pieces whose two states are equal and known: they always show state 0.  */
#define ROOKS   "white rook ['rook', 'rook'] at 0,7\nblack rook ['rook', 'rook'] at 0,0\n"
#define BLOCKED "white pawn ['pawn', 'pawn'] at 6,4\nblack pawn ['pawn', 'pawn'] at 6,3\n"

enum { BOTH = 1 << SEAT_1 | 1 << SEAT_2 };

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

/* Two agents, and white to move on this board; nothing begun.  */
static inline void set_up(struct dialogue *d, const char *board)
{
	dialogue_init_qchess(d);
	setup_set(&d->setup, "board", board);
}

/* Both agents have been told their colour, and white has been asked for a selection.  */
static inline void begun(struct dialogue *d)
{
	dialogue_begin(d);
	talk(d, SEAT_1, "> white\n> SELECTION?\n");
	talk(d, SEAT_2, "> black\n");
}

static inline void begin(struct dialogue *d, const char *board)
{
	set_up(d, board);
	begun(d);
}

/* Ends every test: replaying its messages gives the same match.  */
static inline void finish(struct dialogue *d)
{
	dialogue_replays(d);
	dialogue_free(d);
}

/* As the session does after the verdict, because a process plays one game.  */
static inline void part(struct dialogue *d)
{
	judge_dismiss(d->judge, d->now);
	dialogue_settle(d);
}

static inline void expect_dialogue(const struct dialogue *d, unsigned seats, const char *expected)
{
	assert_text(dialogue_text(d, seats), expected);
}

/* Exactly this was said.  */
static inline void expect_silence(struct dialogue *d)
{
	dialogue_silent(d, SEAT_1);
	dialogue_silent(d, SEAT_2);
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

/* The verdict's detail contains these words.  */
static inline void expect_detail(const struct dialogue *d, const char *words)
{
	const char *detail = judge_match(d->judge)->verdict.detail;

	if (!strstr(detail, words))
		fail_msg("\"%s\" is not in \"%s\"", words, detail);
}

static inline void expect_fault(const struct dialogue *d, int seat, const char *kind, const char *done)
{
	const struct message *note = dialogue_find(d, seat, kind);

	if (!note || note->channel != CHANNEL_FAULT)
		fail_msg("seat %d: no fault \"%s\" was reported", seat, kind);
	if (!strstr(dialogue_words(d, seat, kind), done))
		fail_msg("\"%s\" does not say \"%s\"", dialogue_words(d, seat, kind), done);
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

#endif
