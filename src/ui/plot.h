/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plot.h - how the sums of both seats went over the turns of a match: a bounded number of samples, and their
 * curves in dots.
 *
 * Kept by tally.c, drawn by the boards of games that score.  */
#ifndef RINGSIDE_UI_PLOT_H
#define RINGSIDE_UI_PLOT_H

#include "ringside/message.h"
#include "ringside/paint.h"

/* A power of two: when as many are kept and one more comes, every second is dropped.  */
enum { PLOT_SAMPLES = 1024 };

struct plot {
	int step;                               /* turns from sample to sample */
	int turns;                              /* that were added */
	int count;                              /* of samples, with the first, which is of no turns */
	double sample[PLOT_SAMPLES + 1][SEATS]; /* sums after `step` turns, 2 * step turns, ... */
};

/* What of it is drawn.  */
struct plot_sight {
	int turns;           /* the curves end after so many, at least as many as were added */
	double sum[SEATS];   /* there */
	bool seat[SEATS];    /* whose curves */
	const char *caption; /* below the right end, as "1000 rounds"; NULL: nothing */
};

/* Before the first turn.  */
void plot_clear(struct plot *plot);
/* The sums after the next turn.  */
void plot_add(struct plot *plot, const double sum[SEATS]);
/* Draws the curves all over the area, 2 x 4 dots in a cell where there is braille and 1 where there is none,
   with the least and the most of the axis, a line at zero, and the marks of the seats at their ends.  */
void plot_draw(const struct plot *plot, struct area area, const struct plot_sight *sight);

#endif
