/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* shared.h - what boards share: which position of which match is shown, which squares are visible and where,
 * how keys and clicks move a cursor, and what the seats have scored.  */
#ifndef RINGSIDE_UI_BOARDS_SHARED_H
#define RINGSIDE_UI_BOARDS_SHARED_H

#include "ringside/board.h"
#include "ringside/checkpoints.h"
#include "ringside/match.h"
#include "ringside/paint.h"

/* ---- which position is shown ----
 *
 * Each board's state begins with a struct position.  It owns the checkpoints (checkpoints.h), so a board only
 * has to say what a turn does and what to work out after a jump.  */

struct position {
	struct checkpoints *line;  /* owned; NULL: the setup makes no game, so there is nothing to play */
	const struct match *match; /* that was shown last; NULL: none yet */
	unsigned revision;         /* of that match, and its branch */
	int branch;
	int game;        /* the match's number in a series */
	int turns;       /* that are to be shown */
	bool unfinished; /* some of them are not played yet: call position_seek() again */
	/* As position_board() was given.  */
	void (*begin)(void *board, const struct setup *setup);
	void (*finish)(void *board);
};

/* What position_seek() found changed.  */
enum {
	POSITION_MATCH = 1,  /* another match, or the first one */
	POSITION_BRANCH = 2, /* another branch */
	POSITION_TURNS = 4,  /* another number of turns */
	POSITION_NEWS = 8    /* the match itself, or more of it was played */
};

/* Makes the state of a board, `size` bytes that begin with a struct position and are 0.  `begin` brings it
 * before the first turn of a match with this setup, and calls position_begin(); `finish` frees what it owns
 * besides.  NULL: nothing.  */
void *position_board(size_t size, const struct setup *setup,
		     void (*begin)(void *board, const struct setup *setup), void (*finish)(void *board));
/* As free() of struct board_view.  */
void position_free(void *board);
/* Takes over `line`.  */
void position_begin(struct position *position, const struct setup *setup, struct checkpoints *line);
/* The board finishes and begins again if this is another game of a series.  */
void position_renew(struct position *position, const struct match *match);
/* Goes towards the position after `turns` turns.  Returns what changed since the last call: bits from above.
   0: nothing, so nothing was played.  A turn that cannot be played (of a broken file) ends what is shown.  */
unsigned position_seek(struct position *position, const struct match *match, int turns);
/* How much of it is played, from 0 to 100; only while it is unfinished.  */
int position_percent(const struct position *position);
/* As unfinished() of struct board_view, for a board whose state begins with its struct position.  */
bool position_unfinished(const void *board);

/* ---- squares ----
 *
 * Lines count from 0 at the top of the screen, columns from 0 at its left.  A board whose lowest row is the
 * first turns the rows round itself.  */

/* The visible squares.  All 0: nothing was drawn yet.  */
struct grid {
	int line, column;   /* the first visible ones */
	int lines, columns; /* how many are visible */
	int y, x;           /* of the first, in the drawn area */
	int height, width;  /* of each, in cells */
	int rim;            /* columns behind the last square that belong to it too */
};

struct grid_size {
	int height, width; /* of a square, in cells */
};

/* Takes `rows` rows off the top of an area, at most all.  */
struct area grid_take(struct area *area, int rows);

/* The first of the sizes with which all lines and columns fit into a room; the last if none does.  */
struct grid_size grid_size_for(const struct grid_size *sizes, int count, int lines, int columns,
			       struct area room);
/* Sets how many of the lines and columns fit into a room, with squares of the grid's size.  */
void grid_fill(struct grid *grid, int lines, int columns, struct area room);
/* The first of `all` lines or columns to show, of which `seen` are visible, with `at` as near to the middle
   as possible.  */
int grid_centred(int at, int seen, int all);
/* The same, but still `first` if `at` and a few around it are visible then.  */
int grid_scrolled(int first, int at, int seen, int all);
bool grid_sees(const struct grid *grid, int line, int column);
/* The cells of a visible square; `area` is the drawn one.  */
struct area grid_cells(const struct grid *grid, struct area area, int line, int column);
/* The role of a label of a line or column: the cursor's stands out, if there is a cursor.  */
enum role grid_label_role(bool cursor, int at, int cursor_at);

/* Sets of keys: the arrows, the arrows with Shift, and h j k l.  */
enum { GRID_ARROWS = 1, GRID_SHIFTED = 2, GRID_LETTERS = 4 };

/* Is this what Enter sends, with or without the terminal's keypad?  */
bool grid_is_enter(unsigned key, bool is_code);
/* What a key says to a question that ends in y/n.  A key that is no answer does nothing, and the question
   stays: whoever presses it did not see the question yet.  */
enum reply { REPLY_NONE, REPLY_NO, REPLY_YES };
/* y is yes; n, Escape and ^C are no.  */
enum reply key_reply(unsigned key, bool is_code);
/* As types() of struct board_view for one of the moves; *best is what the moves before it have said.  */
void grid_types(const char *text, const char *move, size_t size, enum typing *best);
/* The direction of a key of these sets; false: it is none of them, and nothing is set.  */
bool grid_way(unsigned sets, unsigned key, bool is_code, int *lines, int *columns);
/* As key() of struct board_view, for arrows and letters.  The new square may be one off the board.  */
int grid_key(unsigned key, bool is_code, int *line, int *column);
/* What a mouse button means, as click() of struct board_view: the first plays, the next two point.  */
int grid_button(int button);
/* As click(), in the drawn area.  0: no square was hit, and nothing is set.  */
int grid_click(const struct grid *grid, int y, int x, int button, int *line, int *column);

/* ---- scores ---- */

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
