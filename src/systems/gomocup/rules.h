/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - the rules of gomoku: stones on a grid, five in a row.
 *
 * Called by the gomocup protocol, which referees, and by the board view, which draws.  The numbers of rules
 * are added up here as INFO rule does (gomocup, Rules): GOMOKU_RENJU + GOMOKU_CONTINUOUS is a rule too.  */
#ifndef RINGSIDE_GOMOCUP_RULES_H
#define RINGSIDE_GOMOCUP_RULES_H

#include "ringside/option.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GOMOKU_SIDE_MIN = 5, GOMOKU_SIDE_MAX = 64 };

/* What stands on a square, numbered like the fields of BOARD; a block is a stone of a line that was made in a
   continuous game: nobody's any more.  */
enum stone { STONE_NONE, STONE_BLACK, STONE_WHITE, STONE_BLOCK };

/* The numbers of INFO rule (gomocup, Rules).  GOMOKU_CONTINUOUS is added to any of the others.  */
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

/* A line that was made in a continuous game: from one end to the other.  */
struct gomoku_line {
	struct square from, to;
	int move; /* the number of the move that made it, from 1 */
};

struct gomoku {
	int width, height;
	enum gomoku_rule rule;
	uint8_t *cell;        /* enum stone, cell[y * width + x]; owned */
	struct square *moves; /* in their order, black first; owned */
	int move_count;
	int lines[STONE_WHITE + 1]; /* by colour: so many lines it has made in a continuous game */
	struct gomoku_line *made;   /* all of them, in the order of their moves; owned */
	int made_count;
};

/* Sides must be GOMOKU_SIDE_MIN to GOMOKU_SIDE_MAX.  */
void gomoku_init(struct gomoku *game, int width, int height, enum gomoku_rule rule);
void gomoku_free(struct gomoku *game);
/* Makes `copy`, which holds nothing, a copy.  */
void gomoku_copy(struct gomoku *copy, const struct gomoku *game);
void gomoku_clear(struct gomoku *game);

bool gomoku_inside(const struct gomoku *game, struct square square);
/* The stone there; STONE_NONE outside.  */
enum stone gomoku_at(const struct gomoku *game, struct square square);
/* Whose move it is.  */
enum stone gomoku_to_move(const struct gomoku *game);
/* Puts the stone of the side to move on an empty square inside the board.  In a continuous game every line
   that wins under the rule and has this stone in it becomes blocks, and counts in `lines`.  */
void gomoku_play(struct gomoku *game, struct square square);
/* Takes the last stone away, and the lines that it made; there must be one.  */
void gomoku_undo(struct gomoku *game);
bool gomoku_full(const struct gomoku *game);

/* Has the last move made a line that wins under the rule (gomocup, Rules)?  The ends of the line go to `from`
 * and `to` (which may be NULL).  Never in a continuous game: no line ends it, see gomoku_made_line().  */
bool gomoku_won(const struct gomoku *game, struct square *from, struct square *to);
/* The i-th line, from 0, that the last move made in a continuous game; at most four.  False: it made no more.
   `from` and `to` may be NULL.  */
bool gomoku_made_line(const struct gomoku *game, int i, struct square *from, struct square *to);
/* Is there a place where somebody could still make a line: five squares in a row with at least one empty, and
   all stones on them of one colour?  Without one the board of a continuous game is as good as full.  */
bool gomoku_line_possible(const struct gomoku *game);
/* Renju: is black forbidden to play on this square (gomocup, Rules: the four points)?  False
   under every other rule, and where the square is not empty.  The stones are given as they are: whose turn it
   is and whether somebody has won does not matter.  (It puts stones on the board while it looks, and takes
   them off again.)  */
bool gomoku_forbidden(const struct gomoku *game, struct square square);

/* Why it is: what the stone would make, and the stones of each of these lines, that one among them.  */
struct gomoku_forbids {
	const char *kind; /* "overline", "double four", "double three": the first that holds; static */
	int count;        /* of lines */
	struct gomoku_stones {
		int count;
		struct square stone[11];
	} line[8]; /* at most two in each direction */
};
/* False: it is not forbidden.  */
bool gomoku_why_forbidden(const struct gomoku *game, struct square square, struct gomoku_forbids *why);
/* The same in words, as "double three, f8 g8 h8 and h6 h7 h8"; the caller frees.  NULL: it is not forbidden.
 */
char *gomoku_forbidden_words(const struct gomoku *game, struct square square);

/* Reads `7,7` (x,y from 0; blanks around the numbers and after the comma, an optional sign), and nothing but
   blanks behind.  Numbers of any length are read; one too large for the board is outside of it.  False: this
   is no such text.  */
bool gomoku_read_xy(const char *text, size_t size, struct square *square);
/* Reads `h8` (column letters from a, aa after z; rows from 1) or `7,7`.  */
bool gomoku_read_square(const char *text, size_t size, struct square *square);
/* Writes `h8`: at most 5 characters and a NUL.  */
void gomoku_write_square(struct square square, char text[6]);
/* Writes the letters of a column: at most 2 and a NUL.  */
void gomoku_write_column(int x, char text[3]);

extern const struct option_row gomoku_option_rule; /* its values are of enum gomoku_rule */
/* A rule by its name (freestyle, standard, renju, caro, caro-exact, each with +continuous behind it or not)
   or by its number in INFO rule.  False: there is none.  */
bool gomoku_rule_named(const char *text, enum gomoku_rule *rule);
/* Its name; "unknown" when there is no such rule.  */
const char *gomoku_rule_name(enum gomoku_rule rule);

#endif
