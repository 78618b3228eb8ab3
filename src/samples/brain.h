/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain.h - what the bundled gomoku brains share: the Gomocup protocol, and nothing of the game.
 *
 * A brain is a small main() that fills a struct brain and calls brain_main(). The loop reads commands,
 * keeps the board and the limits, and asks the brain for a square. Brains link nothing of the judge, so
 * that the same mistake in both cannot go unnoticed.  */
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

/* What stands on a square; the numbers of BOARD.  */
enum brain_field { FIELD_EMPTY, FIELD_OWN, FIELD_OPPONENT, FIELD_BLOCKED };

/* The bits of INFO rule.  */
enum brain_rule { RULE_EXACT = 1, RULE_CONTINUOUS = 2, RULE_RENJU = 4, RULE_CARO = 8 };

struct brain_board {
	int width, height;                  /* 0 before START */
	int stones;                         /* squares that are not empty */
	unsigned char field[BRAIN_SQUARES]; /* an enum brain_field at y * width + x */
};

/* From INFO, in milliseconds; -1: not told.  */
struct brain_limits {
	int64_t timeout_turn;  /* 0: as fast as possible */
	int64_t timeout_match; /* 0: none */
	int64_t time_left;     /* a negative one is stored as 0 */
	int64_t spent;         /* the time of our turns in this match */
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
	const char *name;                    /* for ABOUT; the program is called pbrain-NAME */
	const char *purpose;                 /* one line for --help */
	const struct sample_option *options; /* its own options; NULL: none */
	/* Chooses an empty square, y * width + x. There is at least one.  */
	int (*choose)(void *self, const struct brain_turn *turn);
	/* What its last choice was worth to the player who moved; an open three is about 100. NULL:
	 * unknown.  */
	int (*value)(const void *self);
	void *self;
};

/* Runs the brain until END or the end of input. Returns the exit status.  */
int brain_main(const struct brain *brain, int argc, char **argv);

/* CLOCK_MONOTONIC in nanoseconds.  */
int64_t brain_now(void);

/* Writes a line and flushes it. The format has no line end.  */
void brain_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The thinking time that the limits allow after the command arrived, in milliseconds, less a safety
 * margin. 0: answer at once. At most 1000 if INFO told no limit.  */
int64_t brain_allowance(const struct brain_limits *limits);

/* Did END arrive while the brain was thinking? Then it may stop: its move is not needed.  */
bool brain_dismissed(const struct brain_turn *turn);

/* For the parts of the shared code.  */

/* Puts a stone or removes it.  */
void brain_set(struct brain_board *board, int square, enum brain_field field);

/* In a continuous game, turns the lines that the stone on `square` completes into blocks.  */
void brain_block(struct brain_board *board, int square, int rule);

struct brain_input *brain_input_new(int fd);
void brain_input_free(struct brain_input *input);

/* The next line that is not empty, without its end and without blanks around it; NULL at the end of
 * input. Lines end with LF, CR or both. A line is cut after 4 KiB. Valid until the next call.  */
const char *brain_input_line(struct brain_input *input);

/* When the last line arrived, brain_now().  */
int64_t brain_input_arrived(const struct brain_input *input);

/* Reads what is available, or waits for input until a time. True if a new line END has arrived since the
 * last line was returned.  */
bool brain_input_ended(struct brain_input *input, int64_t until);

#endif
