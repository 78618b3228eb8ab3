/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rounds.h - the games of lmc a second time, read literally from the document: what each seat is told, and
 * what it scores (lmc, Games).
 *
 * It shares no code with src/systems, so the same mistake would have to be made twice. Hidden symbols (the
 * input of imitate, the cycle) are taken from what players are told, which must then be consistent.  */
#ifndef RINGSIDE_SIM_ROUNDS_H
#define RINGSIDE_SIM_ROUNDS_H

#include "ringside/setup.h"

enum { ROUNDS_SYMBOLS = 80, ROUNDS_PERIOD = 32, ROUNDS_NONE = -1, ROUNDS_HIDDEN = -2 };

struct rounds {
	const char *game;
	char name[ROUNDS_SYMBOLS][32];
	int count;
	bool sits[SEATS];
	int first, period;
	int64_t turns, round; /* the number of complete rounds */
	bool moved[SEATS];
	int played[SEATS];
	int cue;                  /* imitate: of this round; ROUNDS_HIDDEN: not told yet */
	int right[ROUNDS_PERIOD]; /* cycle */
	int square[9];            /* tictactoe: the seat there */
	int mover, beginner;
	const double (*pays)[2]; /* a table: [row * count + column], of seat 1 and seat 2; not owned */
};

struct rounds_news {
	int input; /* ROUNDS_NONE: none, ROUNDS_HIDDEN: some symbol */
	bool scored;
	double score; /* NAN: -1 or 1, nobody can know */
};

/* The names of the games that it knows. `table` is a game from a file.  */
void rounds_begin(struct rounds *rounds, const struct setup *setup, const char *game,
		  const double (*pays)[2]);
bool rounds_is_over(const struct rounds *rounds);
/* Has the seat to move?  */
bool rounds_needs(const struct rounds *rounds, int seat);
/* ROUNDS_NONE: it is not a symbol.  */
int rounds_symbol(const struct rounds *rounds, const char *name);
/* The seat, which has to move, plays this. ROUNDS_NONE: not a symbol. True: the round is complete.  */
bool rounds_play(struct rounds *rounds, int seat, int symbol, struct rounds_news news[SEATS]);
/* Seat 1's sum over the whole game when all symbols are equally likely: its mean, and 1.96 standard
   deviations. False: the game is no table, or one seat's gain is not the other's loss.  */
bool rounds_chance(const struct rounds *rounds, double *mean, double *margin);
/* The seat was told this symbol before its move (imitate), or as the right one of that round (cycle).
 * False: it was a different one before.  */
bool rounds_tell_cue(struct rounds *rounds, int symbol);
bool rounds_tell_right(struct rounds *rounds, int64_t round, int symbol);

#endif
