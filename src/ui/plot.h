/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plot.h - the sums of both seats over the turns of a match: a bounded number of samples, drawn as curves of
 * dots.
 *
 * counts.c keeps it; the boards of games that score draw it.  */
#ifndef RINGSIDE_UI_PLOT_H
#define RINGSIDE_UI_PLOT_H

#include "ringside/message.h"
#include "ringside/paint.h"

/* A power of two.  When one more comes, every second sample is dropped.  */
enum { PLOT_SAMPLES = 1024 };

#define PLOT_BLUNDER "?"
#define PLOT_WIN     "W"

struct plot {
	int step;                               /* turns from sample to sample */
	int turns;                              /* turns that were added */
	int count;                              /* of samples, with the first, which is before all turns */
	double sample[PLOT_SAMPLES + 1][SEATS]; /* sums after `step` turns, 2 * step turns, ... */
};

/* What of it is drawn.  */
struct plot_sight {
	int turns;           /* the turn at which the curves end; not before the last added turn */
	double sum[SEATS];   /* the sums there */
	bool seat[SEATS];    /* whose curves are drawn */
	const char *caption; /* below, at the right, as "1000 rounds"; NULL: nothing */
	int shown;           /* a line stands at this turn; 0: none */
	/* The samples are between -1, best for seat 2, and 1: these stand at the ends of the axis, and `half`
	   halfway to them.  NULL: any samples, and numbers.  */
	const char *best[SEATS];
	int half;
	/* The turns whose number here is positive have PLOT_BLUNDER on the curve, those of a negative one
	   PLOT_WIN; NULL: none has.  */
	const float *marked;
	int marked_count; /* of numbers; the first is of no turn */
	/* What a third one, with `k` at its end, thinks of the position after each turn, from 0 on; NAN: it
	   has not seen it.  NULL: there is no such one.  */
	const float *third;
	int third_count;
};

/* Empties it: before the first turn.  */
void plot_clear(struct plot *plot);
/* Adds the sums after the next turn.  NAN: there is none yet, and no curve.  */
void plot_add(struct plot *plot, const double sum[SEATS]);
/* Draws the curves over the whole area, with 2 x 4 dots in a cell where there is braille, else 1.  Labels
   are the least and the most of the axis; there is a line at zero, and the seats' marks stand at the ends of
   their curves.  */
void plot_draw(const struct plot *plot, struct area area, const struct plot_sight *sight);
/* The turn that is drawn in column x of the area; the first or the last if x is beside the curves.  */
int plot_turns_at(const struct plot *plot, struct area area, const struct plot_sight *sight, int x);

#endif
