/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* uci_board.h - the chessboard of the bundled engines: positions, moves, and UCI's words.
 *
 * A board of 10 by 12 squares: the rim is no square, so that a step off the board is seen without counting.
 * a1 is 21, h8 is 98.  */
#ifndef SAMPLES_UCI_BOARD_H
#define SAMPLES_UCI_BOARD_H

#include <stdbool.h>

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, RIM, BLACK = 8 }; /* a black piece has the bit BLACK */
enum { BOARD = 120, MOVES = 256, WORDS = 6 };

struct chess {
	unsigned char at[BOARD];
	int side;        /* EMPTY (white) or BLACK */
	int king[2];     /* the squares of the kings: white's, black's */
	unsigned rights; /* castling: 1 K, 2 Q, 4 k, 8 q */
	int passed;      /* the square behind a pawn that has just gone two steps; 0: none */
	int quiet;       /* plies since a capture or a pawn's move */
};

struct move {
	unsigned char from, to, becomes, taken; /* becomes: a type; EMPTY: it stays what it is */
};

/* Sets the position that follows the word "position": startpos or a FEN, and moves.  False: it makes no
 * sense.  */
bool chess_set(struct chess *chess, const char *text);
/* The moves that obey the rules but perhaps for check; only captures and promotions if `loud`.  */
int chess_list(const struct chess *chess, bool loud, struct move moves[MOVES]);
/* Plays one.  False: its own king could be taken then, and the position is no longer valid.  */
bool chess_make(struct chess *chess, struct move move);
bool chess_check(const struct chess *chess);
void chess_words(struct move move, char words[WORDS]);
/* Leaves the command of a line and what follows it, with one blank between the words; "": there is none.  */
void uci_tidy(char *line);
/* May the move be played after that "go"?  Only those behind searchmoves, if the word is there.  */
bool uci_wants(const char *go, struct move move);

#endif
