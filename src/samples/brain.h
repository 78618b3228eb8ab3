/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain.h - what the bundled gomoku brains share: the Gomocup protocol and nothing of the game.
 *
 * A brain is a small main() that fills a struct brain and calls brain_main(). The loop reads commands, keeps
 * the board and the limits, and asks the brain for one thing only: a square. These are programs of their own;
 * they know nothing of the judge, so that a mistake of one is not hidden by the same mistake in the other. */
#ifndef SAMPLES_BRAIN_H
#define SAMPLES_BRAIN_H

#include "sample.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	BRAIN_SIDE_MIN = 5,
	BRAIN_SIDE_MAX = 64,
	BRAIN_SQUARES = BRAIN_SIDE_MAX * BRAIN_SIDE_MAX,
};

#define BRAIN_UNLIMITED 2147483647

/* What stands on a square, in the numbers that BOARD uses.  */
enum brain_field { FIELD_EMPTY, FIELD_OWN, FIELD_OPPONENT, FIELD_BLOCKED };

/* The bits of INFO rule.  */
enum brain_rule { RULE_EXACT = 1, RULE_CONTINUOUS = 2, RULE_RENJU = 4, RULE_CARO = 8 };

struct brain_board {
	int width, height;                  /* 0 before START */
	int stones;                         /* squares that are not empty */
	unsigned char field[BRAIN_SQUARES]; /* an enum brain_field at y * width + x */
};

/* What INFO told, milliseconds; -1 where nothing was told.  */
struct brain_limits {
	int64_t timeout_turn;  /* 0: as fast as possible */
	int64_t timeout_match; /* 0: none */
	int64_t time_left;     /* may be told as negative, which is kept as 0 */
	int64_t spent;         /* what our own turns of this match took so far */
};

/* One turn, as the brain sees it.  */
struct brain_turn {
	const struct brain_board *board;
	const struct brain_limits *limits;
	int rule;        /* bits of enum brain_rule */
	int64_t arrived; /* when the command was read, brain_now() */
	uint64_t seed;   /* --seed, or 0 */
	bool seeded;     /* --seed was given */
	struct brain_input *input;
};

struct brain {
	const char *name;                    /* for ABOUT; the program is pbrain-NAME */
	const char *purpose;                 /* one line for --help */
	const struct sample_option *options; /* its own, besides those of all brains; NULL for none */
	/* An empty square of the turn's board, as y * width + x; the board has at least one.  */
	int (*choose)(void *self, const struct brain_turn *turn);
	/* What its last choice was worth to who moved, 100 being about an open three; NULL: it cannot tell.
	 */
	int (*value)(const void *self);
	void *self;
};

/* Runs the brain until END or the end of input; what main() returns.  */
int brain_main(const struct brain *brain, int argc, char **argv);

/* CLOCK_MONOTONIC in nanoseconds.  */
int64_t brain_now(void);

/* A line of the protocol, flushed. The format carries no line end.  */
void brain_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How many milliseconds of thinking the limits allow from the moment the command arrived, safety left aside;
 * 0 means: no search, answer at once. Never more than a second when nothing was told.  */
int64_t brain_allowance(const struct brain_limits *limits);

/* Whether END came while the brain was thinking: it may stop, nobody waits for its move.  */
bool brain_dismissed(const struct brain_turn *turn);

/* Between the parts of the shared code.  */

/* Puts a stone, or takes it away.  */
void brain_set(struct brain_board *board, int square, enum brain_field field);

/* Makes blocks of the lines that the stone which was just put there has made, in a continuous game.  */
void brain_block(struct brain_board *board, int square, int rule);

/* Answers SWAP2BOARD with 0, 3 or 5 stones on the turn's board, which is seen by who has white.  */
void brain_swap2(const struct brain *brain, const struct brain_turn *turn);

struct brain_input *brain_input_new(int fd);
void brain_input_free(struct brain_input *input);

/* The next line that is not empty, without its end and without blanks around it, or NULL at the end of input.
 * Lines end with LF, CR or both; what is past 4 KiB of a line is cut off. Valid until the next call.  */
const char *brain_input_line(struct brain_input *input);

/* When the bytes of the last line came.  */
int64_t brain_input_arrived(const struct brain_input *input);

/* Takes in what has come without waiting, or waits for it until the moment given. True once a line END has
 * come that was not yet there when the last line was returned.  */
bool brain_input_ended(struct brain_input *input, int64_t until);

#endif
