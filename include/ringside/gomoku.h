/* gomoku.h - the rules of gomoku: stones on a grid, five in a row.
 *
 * Called by the gomocup protocol, which referees, and by the board view, which draws.  */
#ifndef RINGSIDE_GOMOKU_H
#define RINGSIDE_GOMOKU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GOMOKU_SIDE_MIN = 5, GOMOKU_SIDE_MAX = 64 };

/* What stands on a square, numbered like the fields of BOARD; a block is a stone of a line that was made in a
   continuous game: nobody's any more.  */
enum stone { STONE_NONE, STONE_BLACK, STONE_WHITE, STONE_BLOCK };

/* The numbers of INFO rule (protocols/gomocup, Rules).  GOMOKU_CONTINUOUS is added to any of the others.  */
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

struct gomoku {
	int width, height;
	enum gomoku_rule rule;
	uint8_t *cell;        /* enum stone, cell[y * width + x]; owned */
	struct square *moves; /* in their order, black first; owned */
	int move_count;
};

/* Sides must be GOMOKU_SIDE_MIN to GOMOKU_SIDE_MAX.  */
void gomoku_init(struct gomoku *game, int width, int height, enum gomoku_rule rule);
void gomoku_free(struct gomoku *game);
void gomoku_clear(struct gomoku *game);

bool gomoku_inside(const struct gomoku *game, struct square square);
/* The stone there; STONE_NONE outside.  */
enum stone gomoku_at(const struct gomoku *game, struct square square);
/* Whose move it is.  */
enum stone gomoku_to_move(const struct gomoku *game);
/* Puts the stone of the side to move on an empty square inside the board.  */
void gomoku_play(struct gomoku *game, struct square square);
/* Takes the last stone away; there must be one.  */
void gomoku_undo(struct gomoku *game);
bool gomoku_full(const struct gomoku *game);

/* Has the last move made a line that wins under the rule?  The ends of the line go to `from` and `to` (which
 * may be NULL).  */
bool gomoku_won(const struct gomoku *game, struct square *from, struct square *to);

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

/* A rule by its name (freestyle, standard) or number, with false for others.  */
bool gomoku_rule_named(const char *text, enum gomoku_rule *rule);
const char *gomoku_rule_name(enum gomoku_rule rule);
/* Reads `15` or `15x20`; false when it is no size or a side is not from 5 to 64.  */
bool gomoku_read_size(const char *text, int *width, int *height);

#endif
