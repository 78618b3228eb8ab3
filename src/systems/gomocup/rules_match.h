/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_match.h - a match of gomoku, as its setup and its turns describe it: the opening, the moves, the
 * choices of swap2, who has black and whose turn it is.
 *
 * The gomocup protocol plays one, the board view shows one, the file formats read and write one.  */
#ifndef RINGSIDE_GOMOCUP_RULES_MATCH_H
#define RINGSIDE_GOMOCUP_RULES_MATCH_H

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "rules.h"

/* The options for how a match begins and ends.  */
extern const struct option_row gomoku_option_size, gomoku_option_swap2, gomoku_option_opening,
	gomoku_option_draw_at; /* and gomoku_option_rule */

/* The next turn.  Swap2 (gomocup, Rules) begins with the first three stages.  */
enum gomoku_stage {
	GOMOKU_THREE,       /* the first seat places black, white and black */
	GOMOKU_CHOICE,      /* the other seat swaps, plays white's stone, or adds white and black */
	GOMOKU_LAST_CHOICE, /* after those two stones: the first seat swaps, or plays white's stone */
	GOMOKU_MOVE,        /* one stone */
};

struct gomoku_match {
	struct gomoku game;
	int opening; /* its moves that stood on the board before the first turn */
	int first;   /* the seat that begins, or places swap2's three stones */
	bool swap2;
	int draw_at; /* a draw with this many stones; 0: when the board is full */
	enum gomoku_stage stage;
	int black; /* the seat that has black at present; swap2 may change it */
	int next;  /* whose turn it is */
	int turns; /* turns played */
};

/* The match before its first turn.  NULL, or what is wrong with an option, for people; then there is nothing
   to free.  */
char *gomoku_match_init(struct gomoku_match *match, const struct setup *setup);
void gomoku_match_free(struct gomoku_match *match);
/* The seat on turn plays: a square as `7,7` or `h8`; where the stage allows it, two or three squares with
   blanks between, or `swap`.  NULL, and the words that the match stores are appended to *played (which may be
   NULL).  Or why it may not, to follow the text and "is"; then nothing has changed.  The caller frees.  */
char *gomoku_match_play(struct gomoku_match *match, const char *text, size_t size, struct bytes *played);
/* The same without playing.  */
char *gomoku_match_check(const struct gomoku_match *match, const char *text, size_t size);
/* Turn n, from 1, of a match with this setup, in the position before it.  False: it is impossible or unknown,
   and the position stays.  */
bool gomoku_match_step(struct gomoku_match *match, const struct match *turns, int n);
/* The position after the first turns of a match with this setup.  False: a turn is impossible, and the
   position is the one before it.  */
bool gomoku_match_goto(struct gomoku_match *match, const struct match *turns, int count);
/* Why nobody can play on from here: the stones on the board win, or no line is possible.  For people, to
   follow "it"; static.  NULL: somebody can.  */
const char *gomoku_match_settled(const struct gomoku_match *match);
/* The seat that has black after `count` turns, by setup and turns alone.  */
int gomoku_black(const struct match *turns, int count);
/* The lines that a seat has made after `count` turns of a continuous game, in the same way. -1: the game is
 * not continuous.  */
int gomoku_lines(const struct match *turns, int count, int seat);

/* Reads squares as `h8g7f6` or `7,7 6,6`, with or without blanks between them.  Returns how many, at most
   `room`. -1: there is something else at *bad.  */
int gomoku_read_squares(const char *text, size_t size, struct square *squares, int room, size_t *bad);

#endif
