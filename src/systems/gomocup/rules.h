/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - the rules of gomoku: stones on a grid, five in a row.
 *
 * The gomocup protocol referees with them, and the board view draws.  The rules have the numbers of INFO rule
 * (gomocup, Rules), and combine by addition: GOMOKU_RENJU + GOMOKU_CONTINUOUS is a rule, too.  */
#ifndef RINGSIDE_GOMOCUP_RULES_H
#define RINGSIDE_GOMOCUP_RULES_H

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
void gomoku_clear(struct gomoku *game);

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

/* Reads `7,7` (x,y from 0; blanks are allowed around the numbers and after the comma, and a sign), followed
   by blanks only.  Numbers of any length are read; a number that is too large is outside the board.  False:
   the text is something else.  */
bool gomoku_read_xy(const char *text, size_t size, struct square *square);
/* Reads `h8` (column letters from a, aa after z; rows from 1) or `7,7`.  */
bool gomoku_read_square(const char *text, size_t size, struct square *square);
/* The same of the square that begins at *at, which moves behind it; anything may follow.  */
bool gomoku_read_next(const char *text, size_t size, size_t *at, struct square *square);
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

#endif
