/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* values.h - how good its position was to each seat, turn by turn: the values that agents tell, or the sums
 * of a game that scores.
 *
 * The timeline's bars, the list of moves and the curve beside it show them.  They are read from the match
 * file a few turns at a time, and kept until turns are taken back.  */
#ifndef RINGSIDE_UI_VALUES_H
#define RINGSIDE_UI_VALUES_H

#include "ringside/paint.h"
#include "ringside/view.h"

struct values;

struct values *values_new(void);
/* NULL is fine.  */
void values_free(struct values *values);
/* Reads on, for a frame; view->unfinished is set if there is more to read.  */
void values_follow(struct values *values, struct view *view);
/* Is there anything to show as a curve?  */
bool values_any(const struct values *values);
/* What the seat told in turn n, in its own words, as "+34"; "": nothing.  Good until values_follow().  */
const char *values_words(const struct values *values, int n);
/* The value of turn n to its seat, for a bar: what it told, from -1 to 1, or what it scored.  False: it is
 * not known.  */
bool values_of(const struct values *values, const struct match *match, int n, double *value);
/* Draws the curves of both seats over the whole match, with a line at the shown turn.  Upwards is good for
 * seat 1 if agents tell values; else the curves are the sums.  */
void values_draw(const struct values *values, const struct view *view, struct area area);
/* The turns played at column x of that drawing.  */
int values_turns_at(const struct values *values, const struct view *view, struct area area, int x);

#endif
