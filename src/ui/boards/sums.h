/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sums.h - what the seats have scored, in words: for the boards of games that score.  */
#ifndef RINGSIDE_UI_BOARDS_SUMS_H
#define RINGSIDE_UI_BOARDS_SUMS_H

#include "ringside/match.h"
#include "ringside/paint.h"

enum {
	SUM_SIZE = 32,
	SUM_NAME_SIZE = 64 /* of a player's name, with its NUL; the rest is cut */
};

/* A seat's line: who it is and what it has.  */
struct sum_line {
	int seat;
	const char *name;
	bool scored;      /* there are scores */
	double sum, mean; /* the mean of a round, or of a turn in games without rounds; NAN: not known */
	const char *more; /* behind it, as "keeper"; NULL: nothing */
};

/* Writes a sum or a score with its sign, without rounding errors: "+12", "-0.6", "0".  */
void sum_write(double sum, char text[SUM_SIZE]);
/* The sums of the seats after `turns` turns.  False: there are no scores.  */
bool sum_after(const struct match *match, int turns, double sum[SEATS]);
/* Who sits at seats 1 and 2: their names ("": none), whether somebody sits there, and whether that is a
 * person.  */
void sum_seats(const struct setup *setup, char name[SEATS][SUM_NAME_SIZE], bool sits[SEATS],
	       bool person[SEATS]);
/* The role of a score: good, bad, or neither.  */
enum role sum_role(double sum);
/* Draws a score at the right end of `width` columns: blanks before it could be underlined.  Returns the
 * column behind it.  */
int sum_put(struct area area, int y, int x, int width, double sum);
/* As mark() of struct board_view: ● is seat 1.  */
const char *sum_mark(const struct match *match, int turns, int seat);
/* As score() of struct board_view: the seat's sum; NULL: nothing is scored.  */
char *sum_score(const struct match *match, int turns, int seat);
/* As words() of struct board_view: the turn as it was played.  */
void sum_words(const struct match *match, int turns, const char *played, char words[32]);
/* Draws the line in row y.  The name is cut, and what does not fit on the right is left out.  */
void sum_draw(struct area area, int y, const struct sum_line *line);

#endif
