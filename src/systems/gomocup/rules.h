/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - the rules of gomoku: stones on a grid, five in a row; and a match by them, as its setup and its
 * turns describe it: the opening, the moves, the choices of swap2, who has black and whose turn it is.
 *
 * The gomocup protocol referees with them, the board view draws, the file formats read and write.  The rules
 * have the numbers of INFO rule (gomocup, Rules), and combine by addition: GOMOKU_RENJU + GOMOKU_CONTINUOUS
 * is a rule, too.  */
#ifndef RINGSIDE_GOMOCUP_RULES_H
#define RINGSIDE_GOMOCUP_RULES_H

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/option.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GOMOKU_SIDE_MIN = 5, GOMOKU_SIDE_MAX = 64 };

/* A square, numbered like the fields of BOARD. A block is a stone of a line that was made in a continuous
   game; it belongs to nobody.  */
enum stone { STONE_NONE, STONE_BLACK, STONE_WHITE, STONE_BLOCK };

/* The numbers of INFO rule (gomocup, Rules).  GOMOKU_CONTINUOUS can be added to any other.  */
enum gomoku_rule {
	GOMOKU_FREESTYLE = 0,
	GOMOKU_STANDARD = 1,
	GOMOKU_CONTINUOUS = 2,
	GOMOKU_RENJU = 4,
	GOMOKU_CARO = 8,
	GOMOKU_CARO_EXACT = 9,
};

struct square {
	int x, y; /* from 0 */
};

/* A line that was made in a continuous game, with its two ends.  */
struct gomoku_line {
	struct square from, to;
	int move; /* the number of the move that made it, from 1 */
};

struct gomoku {
	int width, height;
	enum gomoku_rule rule;
	uint8_t *cell;        /* enum stone, cell[y * width + x]; owned */
	struct square *moves; /* in order, black first; owned */
	int move_count;
	int lines[STONE_WHITE + 1]; /* by colour: the lines made in a continuous game */
	struct gomoku_line *made;   /* all of them, in the order of their moves; owned */
	int made_count;
};

/* Width and height must be from GOMOKU_SIDE_MIN to GOMOKU_SIDE_MAX.  */
void gomoku_init(struct gomoku *game, int width, int height, enum gomoku_rule rule);
void gomoku_free(struct gomoku *game);
/* Makes `copy`, which must be empty, a copy.  */
void gomoku_copy(struct gomoku *copy, const struct gomoku *game);

bool gomoku_inside(const struct gomoku *game, struct square square);
/* The stone at that place; STONE_NONE outside the board.  */
enum stone gomoku_at(const struct gomoku *game, struct square square);
/* The square in the mirror, left and right changed.  */
struct square gomoku_mirrored(const struct gomoku *game, struct square square);
/* Turned by a quarter; on a board that is no square by a half.  */
struct square gomoku_turned(const struct gomoku *game, struct square square);
/* The colour on turn.  */
enum stone gomoku_to_move(const struct gomoku *game);
/* Places the stone of the side on turn on an empty square of the board.  In a continuous game, all winning
   lines with this stone become blocks and count in `lines`.  */
void gomoku_play(struct gomoku *game, struct square square);
/* Removes the last stone, and the lines that it made.  There must be one.  */
void gomoku_undo(struct gomoku *game);
bool gomoku_full(const struct gomoku *game);

/* Has the last move made a line that wins under the rule (gomocup, Rules)?  `from` and `to` get its ends;
   they may be NULL.  Always false in a continuous game: see gomoku_made_line().  */
bool gomoku_won(const struct gomoku *game, struct square *from, struct square *to);
/* "five in a row from d4 to h8", of such a line.  NULL: there is none.  The caller frees.  */
char *gomoku_won_words(const struct gomoku *game);
/* The i-th line, from 0, that the last move made in a continuous game; at most four.  False: there are no
   more.  `from` and `to` may be NULL.  */
bool gomoku_made_line(const struct gomoku *game, int i, struct square *from, struct square *to);
/* Can somebody still make a line?  It needs five squares in a row, at least one of them empty, with stones of
   one colour at most.  Otherwise a continuous game is over.  */
bool gomoku_line_possible(const struct gomoku *game);
/* Does renju forbid black to play on this square (gomocup, Rules: the four points)?  False under every other
   rule, and when the square is not empty.  Whose turn it is, and whether somebody has won, does not matter.
   (It places stones while it looks, and removes them again.)  */
bool gomoku_forbidden(const struct gomoku *game, struct square square);

/* Why a point is forbidden: what the stone would make, and the stones of these lines including itself.  */
struct gomoku_forbids {
	const char *kind; /* "overline", "double four", "double three": the first that applies; static */
	int count;        /* of lines */
	struct gomoku_stones {
		int count;
		struct square stone[11];
	} line[8]; /* at most two in each direction */
};
/* False: it is not forbidden.  */
bool gomoku_why_forbidden(const struct gomoku *game, struct square square, struct gomoku_forbids *why);
/* The same in words, as "double three, f8 g8 h8 and h6 h7 h8".  NULL: it is not forbidden.  The caller frees.
 */
char *gomoku_forbidden_words(const struct gomoku *game, struct square square);

/* The place of the first byte from `at` on that is neither a blank nor a tab.  */
size_t gomoku_skip_blanks(const char *text, size_t size, size_t at);
/* Reads `7,7` (x,y from 0; blanks are allowed around the numbers and after the comma, and a sign), followed
   by blanks only.  Numbers of any length are read; a number that is too large is outside the board.  False:
   the text is something else.  */
bool gomoku_read_xy(const char *text, size_t size, struct square *square);
/* Reads `h8` (column letters from a, aa after z; rows from 1) or `7,7`.  */
bool gomoku_read_square(const char *text, size_t size, struct square *square);
/* Reads squares as `h8g7f6` or `7,7 6,6`, with or without blanks between them.  Returns how many, at most
   `room`. -1: there is something else at *bad.  */
int gomoku_read_squares(const char *text, size_t size, struct square *squares, int room, size_t *bad);
/* Writes `h8`: at most 5 characters and a NUL.  */
void gomoku_write_square(struct square square, char text[6]);
/* A move for people: `7,7` as `h8 (7,7)`, as the board and the protocol have it; any other text as it is,
   escaped and cut.  The caller frees.  */
char *gomoku_move_words(const char *text, size_t size);
/* Writes the letters of a column: at most 2 and a NUL.  */
void gomoku_write_column(int x, char text[3]);

extern const struct option_row gomoku_option_rule; /* its values are of enum gomoku_rule */
/* Finds a rule by its name (freestyle, standard, renju, caro, caro-exact, each with an optional +continuous)
   or by its number in INFO rule.  False: there is none.  */
bool gomoku_rule_named(const char *text, enum gomoku_rule *rule);
/* Its name; "unknown" if there is no such rule.  */
const char *gomoku_rule_name(enum gomoku_rule rule);

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
/* Why renju forbids the stone of black, who is on turn, as "double three, f8 g8 h8 and h6 h7 h8".  NULL: it
   does not.  The caller frees.  */
char *gomoku_match_forbids(const struct gomoku_match *match, const char *text, size_t size);
/* Why a move loses at once, so that a person may not play it; to follow the move and "is".  NULL: it does
   not. The caller frees.  */
char *gomoku_match_loses(const struct gomoku_match *match, const char *text, size_t size);
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

#endif
