/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* files.h - what the file formats of gomoku share: lines, numbers, names, reading a match, and a match as
 * its stones.  */
#ifndef RINGSIDE_GOMOCUP_FILES_H
#define RINGSIDE_GOMOCUP_FILES_H

#include "ringside/format.h"
#include "rules.h"

extern const struct file_format *const gomocup_formats[]; /* ended by NULL */
extern const struct file_format gomocup_psq, gomocup_rec, gomocup_sgf;

/* Begins another match with the position after `turns` turns: resume() of protocol.h.  */
char *gomocup_resume(const struct match *match, int turns, struct setup *setup);

/* ---- text ---- */

/* Reads a text line by line.  Begin with the whole text and n 0.  */
struct lines {
	const char *at;
	size_t left;
	int n; /* of the last line, from 1 */
};

/* The next line that is not blank, without blanks around it.  False: there are no more.  */
bool gomocup_next_line(struct lines *lines, const char **text, size_t *size);

/* Reads a number at *at, with an optional sign, after blanks.  Any length is read; the value is capped at
   10^15.  False: there is none, and *at has not changed.  */
bool gomocup_read_number(const char *text, size_t size, size_t *at, int64_t *value);
/* Skips blanks and takes this character.  False: there is another one, and *at has not changed.  */
bool gomocup_take(const char *text, size_t size, size_t *at, char c);

/* The text for a message: shortened and escaped.  The caller frees.  */
char *gomocup_shown(const char *text, size_t size);

/* Stones in a line of a file, black first: squares, or offsets from the centre of the board.  */
struct stones_line {
	int width, height;
	struct square *at; /* owned */
	int count;
	const char *wrong; /* where a problem is */
};

/* All stones are on the board then.  NULL, or what is wrong with the line, which has some text.  Free `at` in
   either case.  */
char *stones_line_read(struct stones_line *line, const char *text, size_t size);

/* ---- names ---- */

/* Seats a player by its name in a file: a person for Piskvork's "homo-…", otherwise an agent without a
   command line.  The folder, "pbrain-" and the ending are left out of the name.  */
void gomocup_seat_named(struct setup *setup, int seat, const char *text, size_t size);
/* The line of a file with the name; the caller frees.  */
char *gomocup_name_line(const struct setup *setup, int seat);

/* ---- a match that is read ---- */

struct import {
	struct match *match;
	struct gomoku_match game;
	int64_t time; /* ns since the beginning */
};

/* A setup for files: system and names, without command lines.  */
void gomocup_import_setup(struct setup *setup);
void gomocup_set_size(struct setup *setup, int width, int height);
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

/* ---- the lines of psq and rec ---- */

/* The code after the moves.  */
enum { CODE_RULES = -1, CODE_OTHER = 0, CODE_TIMEOUT = 15, CODE_MOST = 99 };

/* The lines after the moves.  */
struct tail {
	const char *name[2]; /* into the text */
	size_t size[2];
	int names;
	int64_t code;
	const char *rule;     /* static; NULL: unknown */
	int64_t far_x, far_y; /* the largest coordinates of all moves */
	int moves;
};

/* Is this line a move, x,y or x,y,ms?  */
bool gomocup_is_move_line(const char *text, size_t size);
/* Skips the moves.  NULL, or what is wrong at *wrong, which is neither a move nor may follow the moves.  */
char *gomocup_read_tail(struct lines lines, struct tail *tail, const char **wrong);
/* Plays the moves, x,y,ms, whose coordinates count from `base`.  NULL, or what is wrong at *wrong.  */
char *gomocup_read_moves(struct import *import, struct lines lines, int base, const char **wrong);
/* Sets the verdict by the rules or by the code.  */
void gomocup_read_code(struct import *import, int64_t code);

void gomocup_write_moves(const struct stones *stones, int base, struct bytes *out);
void gomocup_write_code(const struct match *match, struct bytes *out);

#endif
