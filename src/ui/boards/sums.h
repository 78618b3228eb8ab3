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
	double sum, mean; /* the mean of a round, or of a turn where there are no rounds */
	const char *more; /* behind it, as "keeper"; NULL: nothing */
};

/* A sum or a score with its sign, without what comes of adding fractions: "+12", "-0.6", "0".  */
void sum_write(double sum, char text[SUM_SIZE]);
/* The sums of the seats after so many turns.  False: there are no scores.  */
bool sum_after(const struct match *match, int turns, double sum[SEATS]);
/* Who sits at seats 1 and 2: their names ("": none), whether somebody sits there, and whether that is a
 * person.  */
void sum_seats(const struct setup *setup, char name[SEATS][SUM_NAME_SIZE], bool sits[SEATS],
	       bool person[SEATS]);
/* How a score is drawn: good, bad, or neither.  */
enum role sum_role(double sum);
/* The glyph that stands before a seat's name, as struct board_view has it: ● is seat 1.  */
const char *sum_mark(const struct match *match, int turns, int seat);
/* The sum of the seat after so many turns, as struct board_view has it: text that the caller frees; NULL:
   nothing is scored.  */
char *sum_score(const struct match *match, int turns, int seat);
/* A turn in the words that people use for it: as it was played (struct board_view).  */
void sum_words(const struct setup *setup, const char *played, char words[32]);
/* Copies as much of a text as has room in `size` bytes with its NUL, up to the end of a character.  */
void sum_cut(char *text, size_t size, const char *from);
/* Draws the line in row y; what does not fit is left out from the right, and the name is cut.  */
void sum_draw(struct area area, int y, const struct sum_line *line);

#endif
