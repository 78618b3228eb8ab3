/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - chess and Chess960: positions, moves, ends, and their words (FEN, UCI, SAN).
 *
 * A square is a number from 0: a1 is 0, b1 is 1, h8 is 63.  A set of squares has bit N for square N. Castling
 * is one move in both games: the king goes to the square of its own rook.  The protocol, the board, the
 * formats and the samples use this.  */
#ifndef RINGSIDE_UCI_RULES_H
#define RINGSIDE_UCI_RULES_H

#include "systems/text.h"

enum {
	CHESS_SIDE = 8,
	CHESS_SQUARES = 64,
	CHESS_MOVES_MOST = 256,  /* no position has more moves: 218 is the record */
	CHESS_QUIET_MOST = 100,  /* plies without a capture or a pawn's move (FIDE, Laws 9.3) */
	CHESS_COUNT_MOST = 9999, /* of moves in a FEN or an EPD */
	CHESS_REPEATS_MOST = 3,  /* the same position (FIDE, Laws 9.2) */
	CHESS_WORDS_MOST = 8,    /* a move in UCI or SAN with its NUL: "Qa1xb2+" */
	CHESS_FEN_MOST = 100     /* a FEN with its NUL */
};

enum chess_colour { CHESS_WHITE, CHESS_BLACK };
enum chess_type { CHESS_PAWN, CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_QUEEN, CHESS_KING, CHESS_TYPES };
enum chess_wing { CHESS_KINGSIDE, CHESS_QUEENSIDE };

/* Points to nothing: a copy is a position of its own.  */
struct chess_position {
	uint64_t of[2];             /* the squares of each colour's pieces */
	uint64_t type[CHESS_TYPES]; /* and of each type's, of both colours */
	signed char rook[2][2]; /* the square of the rook that may castle, by colour and wing; -1: none may */
	signed char
		passed; /* the square behind a pawn that can be taken en passant by a legal move; -1: none */
	bool chess960;  /* words of it: castling is e1h1 in UCI, not e1g1, and letters of files in FEN */
	enum chess_colour to_move;
	int quiet;  /* plies since the last capture or pawn's move */
	int number; /* of the move, from 1; black's has the same as white's before it */
};

struct chess_move {
	signed char from, to;
	signed char promotes; /* to this type; CHESS_PAWN: it does not */
};

/* A square or a move in words, and a position.  They are returned by value: chess_uci_words(...).at lives as
 * long as the expression around it.  */
struct chess_words {
	char at[CHESS_WORDS_MOST];
};
struct chess_fen {
	char at[CHESS_FEN_MOST];
};

/* Why a game is over.  The order is that in which ends are looked for: mate on the hundredth ply wins.  */
enum chess_end {
	CHESS_GOES_ON,
	CHESS_MATE, /* the side to move has lost; draws from here on */
	CHESS_STALEMATE,
	CHESS_MATERIAL,   /* neither side can mate by any moves */
	CHESS_FIFTY,      /* CHESS_QUIET_MOST */
	CHESS_REPETITION, /* CHESS_REPEATS_MOST */
};

/* A position and those before it that can come again.  Points to nothing.  */
struct chess_game {
	struct chess_position now;
	struct chess_position
		before[CHESS_QUIET_MOST]; /* since the last capture or pawn's move, the oldest first */
	int befores;
};

/* ---- moves ---- */

/* The first position of chess.  */
extern const struct chess_position chess_start;
/* Writes the legal moves and returns how many.  */
int chess_moves(const struct chess_position *position, struct chess_move moves[CHESS_MOVES_MOST]);
/* The same of the pieces on these squares alone.  */
int chess_moves_of(const struct chess_position *position, uint64_t movers,
		   struct chess_move moves[CHESS_MOVES_MOST]);
/* Plays a legal move.  */
void chess_play(struct chess_position *position, struct chess_move move);
/* Is the king of the side to move attacked?  */
bool chess_in_check(const struct chess_position *position);
bool chess_castles(const struct chess_position *position, struct chess_move move);
bool chess_takes(const struct chess_position *position, struct chess_move move);
/* The type on a square, and its colour if `colour` is not NULL. -1: the square is empty.  */
int chess_piece_at(const struct chess_position *position, int square, enum chess_colour *colour);
/* How many positions are `depth` plies away, each way counted: perft.  */
uint64_t chess_perft(const struct chess_position *position, int depth);

/* ---- games ---- */

void chess_begin(struct chess_game *game, const struct chess_position *position);
/* Plays a legal move, and remembers what can come again.  */
void chess_go(struct chess_game *game, struct chess_move move);
enum chess_end chess_end(const struct chess_game *game);
/* Could this colour mate by any legal moves of both sides?  Judged by the material alone: a blocked position
 * of pawns counts as one that could (FIDE, Laws 6.9).  */
bool chess_can_mate(const struct chess_position *position, enum chess_colour colour);

/* ---- words ---- */

/* "white" or "black", "pawn" ... "king"; static.  */
const char *chess_colour_name(enum chess_colour colour);
const char *chess_type_name(enum chess_type type);
/* Reads "e4". -1: it is no square.  */
int chess_square_named(const char *text);
/* "e4".  */
struct chess_words chess_square_words(int square);

/* Reads a FEN of four to six fields, also with Shredder's letters for castling (HAha) and X-FEN's, and sets
 * the position; chess960 is false then.  Reading ends at the first byte that no FEN has; *end, if not NULL,
 * is there.  False: it is no FEN, or no game can go on from it; *problem says why, for people, and the caller
 * frees it. *wrong, if not NULL, is where in the text.  */
bool chess_read_fen(struct chess_position *position, struct text text, const char **end, const char **wrong,
		    char **problem);
/* The FEN of a position.  Castling has X-FEN's KQkq where they are clear, but for Chess960.  The square of en
 * passant is there only if a pawn may take so.  */
struct chess_fen chess_fen(const struct chess_position *position);
/* The position of Chess960 with that number, 0 to 959; 518 is chess.  */
struct chess_position chess_start960(int number);

/* A legal move as UCI has it.  */
struct chess_words chess_uci_words(const struct chess_position *position, struct chess_move move);
/* Has the word the form of a move in UCI's words, as e2e4 or e7e8q?  */
bool chess_is_uci(struct text word);
/* Reads a move in UCI's words: it is one of the legal moves.  */
bool chess_read_uci(const struct chess_position *position, struct text word, struct chess_move *move);
/* A legal move in SAN, with + or #.  */
struct chess_words chess_san_words(const struct chess_position *position, struct chess_move move);

/* How a text is a move: not at all, one that the rules forbid, one of several, or that move.  */
enum chess_reading { CHESS_NO_MOVE, CHESS_NOT_LEGAL, CHESS_AMBIGUOUS, CHESS_READ };
/* Reads a move as people write it: SAN, with or without its marks, longer forms (Ng1-f3), 0-0, or UCI's words
 * in either way of castling.  */
enum chess_reading chess_read_move(const struct chess_position *position, struct text text,
				   struct chess_move *move);

#endif
