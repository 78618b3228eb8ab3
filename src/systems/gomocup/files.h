/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files.h - the file formats of gomoku, and what they share: a match that is read, and one as its stones.  */
#ifndef RINGSIDE_GOMOCUP_FILES_H
#define RINGSIDE_GOMOCUP_FILES_H

#include "ringside/format.h"
#include "rules.h"

extern const struct file_format *const gomocup_formats[]; /* ended by NULL */
extern const struct file_format gomocup_psq, gomocup_sgf;

/* ---- a match that is read ---- */

struct import {
	struct match *match;
	struct gomoku_match game;
	int64_t time; /* ns since the beginning */
};

/* Begins the match with this setup.  NULL, or what is wrong; then there is nothing to free.  */
char *gomocup_import_begin(struct import *import, struct match *match, const struct setup *setup);
/* Plays a move of the seat on turn.  NULL, or why it cannot.  */
char *gomocup_import_stone(struct import *import, struct square square, int64_t think_ns);
/* Sets the verdict that the rules give in the last position, if there is one.  */
void gomocup_import_verdict(struct import *import);
/* Ends the reading.  If there is a problem, the match is freed, too.  */
void gomocup_import_end(struct import *import, const char *problem);

/* ---- a match that is written ---- */

struct file_stone {
	struct square square;
	int turn;         /* the turn that placed it, from 1; 0: the opening */
	int64_t think_ns; /* of that turn, in its last stone; otherwise 0 */
};

struct stones {
	struct gomoku_match game;
	struct file_stone *list; /* black first */
	int count;
	int black; /* the seat that has black in the end */
};

/* NULL, or which turn is no move of the game; then there is nothing to free.  */
char *gomocup_stones(struct stones *stones, const struct match *match);
void gomocup_stones_free(struct stones *stones);

#endif
