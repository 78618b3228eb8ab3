/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files.h - what the file formats of gomoku share: lines, numbers, names, a match being read, and a
 * match as its stones.  */
#ifndef RINGSIDE_GOMOCUP_FILES_H
#define RINGSIDE_GOMOCUP_FILES_H

#include "ringside/format.h"
#include "rules_match.h"

extern const struct file_format *const gomocup_formats[]; /* ended by NULL */
extern const struct file_format gomocup_psq, gomocup_rec, gomocup_sgf;

/* The position after so many turns as the beginning of another match: protocol.h's resume().  */
char *gomocup_resume(const struct match *match, int turns, struct setup *setup);

/* ---- text ---- */

/* Goes through a text line by line; begin with at the whole of it and n 0.  */
struct lines {
	const char *at;
	size_t left;
	int n; /* of the line given last, from 1 */
};

/* The next line that is not blank, without the blanks around it.  False: there are no more.  */
bool gomocup_next_line(struct lines *lines, const char **text, size_t *size);

/* Reads a number with an optional sign at *at, blanks before it skipped; of any length, but it stops growing
   at 10^15.  False: there is none, and *at stays.  */
bool gomocup_read_number(const char *text, size_t size, size_t *at, int64_t *value);
/* Skips blanks and takes this character.  False: another stands there, and *at stays.  */
bool gomocup_take(const char *text, size_t size, size_t *at, char c);

/* A thinking time in ms as ns.  False: it is longer than any match (10^9 ms); less than none is none.  */
bool gomocup_read_ms(int64_t ms, int64_t *ns);

/* The text as one for a message: shortened and escaped.  The caller frees.  */
char *gomocup_shown(const char *text, size_t size);

/* ---- names ---- */

/* Seats a player by the name that a file tells: a person when it is "homo-…" as Piskvork calls one, else an
   agent without a command line.  Folder, "pbrain-" and ending of a program are no part of the name.  */
void gomocup_seat_named(struct setup *setup, int seat, const char *text, size_t size);
/* The line that tells it; the caller frees.  */
char *gomocup_name_line(const struct setup *setup, int seat);

/* ---- a match that is read ---- */

struct import {
	struct match *match;
	struct gomoku_match game;
	int64_t time; /* ns since it began */
};

/* A setup as files have it: system and names, with nobody's command lines.  */
void gomocup_import_setup(struct setup *setup);
void gomocup_set_size(struct setup *setup, int width, int height);
/* Begins the match with this setup.  NULL; or what is wrong, and there is nothing to free.  */
char *gomocup_import_begin(struct import *import, struct match *match, const struct setup *setup);
/* The seat on turn plays there.  NULL, or why it cannot.  */
char *gomocup_import_stone(struct import *import, struct square square, int64_t think_ns);
/* The verdict that the rules see in the last position, if there is one.  */
void gomocup_import_verdict(struct import *import);
/* Ends the reading; with a problem the match is freed too.  */
void gomocup_import_end(struct import *import, const char *problem);

/* ---- a match that is written ---- */

struct file_stone {
	struct square square;
	int turn;         /* the turn that put it there, from 1; 0: the opening */
	int64_t think_ns; /* of that turn, on the last of its stones; else 0 */
};

struct stones {
	struct gomoku_match game;
	struct file_stone *list; /* black first */
	int count;
	int black; /* the seat that has them in the end */
};

/* NULL; or which turn is no move of the game, and there is nothing to free.  */
char *gomocup_stones(struct stones *stones, const struct match *match);
void gomocup_stones_free(struct stones *stones);

/* ---- the lines of psq and rec ---- */

/* The code behind the moves.  */
enum { CODE_RULES = -1, CODE_OTHER = 0, CODE_TIMEOUT = 15 };

/* What stands behind the moves.  */
struct tail {
	const char *name[2]; /* into the text */
	size_t size[2];
	int names;
	int64_t code;
	const char *rule;     /* static; NULL: nothing tells it */
	int64_t far_x, far_y; /* the largest numbers of all moves; -1 without one */
};

/* Is this line a move, x,y or x,y,ms?  */
bool gomocup_is_move_line(const char *text, size_t size);
/* Goes over the moves to what stands behind them.  NULL, or which line is neither.  */
char *gomocup_read_tail(struct lines lines, struct tail *tail);
/* Plays the moves, x,y,ms, which are counted from `base`; NULL, or what is wrong with which.  */
char *gomocup_read_moves(struct import *import, struct lines lines, int base);
/* The verdict, from the rules or from the code.  */
void gomocup_read_code(struct import *import, int64_t code);

void gomocup_write_moves(const struct stones *stones, int base, struct bytes *out);
void gomocup_write_code(const struct match *match, struct bytes *out);

#endif
