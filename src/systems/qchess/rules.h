/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - quantum chess as UCC Progcomp 2013 played it (qchess, Rules).
 *
 * Pieces have two states, and which of them one is in shows only when it is selected.  A turn of the match is
 * one answer: a selection, or the move of what was selected.  Called by the protocol, which plays a match, by
 * the board, which shows one, by the readers of logs, and by the samples.  */
#ifndef RINGSIDE_QCHESS_RULES_H
#define RINGSIDE_QCHESS_RULES_H

#include "ringside/match.h"
#include <stddef.h>

enum { QCHESS_SIDE = 8, QCHESS_SQUARES = 64 };
enum {
	QCHESS_QUIET_MOST = 100, /* moves without a capture or a pawn's move (qchess, Rules: Draw) */
	QCHESS_STUCK_MOST = 16   /* turns that could not move */
};

enum qchess_colour { QCHESS_WHITE, QCHESS_BLACK };

enum qchess_type {
	QCHESS_PAWN,
	QCHESS_ROOK,
	QCHESS_KNIGHT,
	QCHESS_BISHOP,
	QCHESS_QUEEN,
	QCHESS_KING,
	QCHESS_TYPES
};

enum { QCHESS_BOTH = -1 }; /* the state of a piece in superposition */

struct qchess_piece {
	bool there; /* else the square is empty */
	enum qchess_colour colour;
	enum qchess_type type[2];
	bool known[2]; /* to all: it was seen, or everybody knows it from the beginning */
	int state;     /* 0 or 1: it is classical; QCHESS_BOTH */
};

struct qchess_square {
	int x, y; /* from 0; (0,0) is top left, black's corner */
};

/* Why a game is over; QCHESS_GOES_ON: it is not.  */
enum qchess_end {
	QCHESS_GOES_ON,
	QCHESS_KING_TAKEN,
	QCHESS_BARE_KINGS, /* draws from here on */
	QCHESS_QUIET,      /* 100 moves in a row without a capture or a pawn's move */
	QCHESS_STUCK,      /* 16 turns in a row in which nothing could move */
	QCHESS_MOST_MOVES  /* --max-moves */
};

/* Holds nothing but itself: a copy is another game.  */
struct quantum_chess {
	struct qchess_piece at[QCHESS_SIDE][QCHESS_SIDE]; /* [y][x] */
	enum qchess_colour to_move;
	bool selected;                 /* the piece on `from` is selected, can move, and has to */
	struct qchess_square from, to; /* of the last selection and the last move; x -1: there was none */
	struct qchess_square moved;    /* where the last move began; x -1: there was none */
	int shown_state;               /* what the last selection showed, 0 or 1, */
	enum qchess_type shown_type;   /* and the type of that state: the piece may have forgotten it since */
	struct qchess_piece taken;     /* by the last move; not there: nothing was */
	int moves;                     /* played so far, selections not counted */
	int quiet, stuck, most;        /* in a row, see enum qchess_end; most 0: no limit */
	bool promote_on_touch; /* a piece that collapses to a pawn on the far row is a queen at once */
	bool classical;        /* a pawn that is promoted is a queen in both states */
	bool original_draws;   /* nobody counts for QCHESS_QUIET and QCHESS_STUCK */
	enum qchess_end end;
	enum qchess_colour winner; /* of a game that ended with a king */
	uint64_t random;           /* state of the generator, from the seed */
};

/* Its options.  The last three are of a game that begins in the middle: the board as
   quantum_chess_write_board() has it, whether kings alone and max-moves make draws, and who moves next.  */
extern const struct option_row quantum_chess_option_classical, quantum_chess_option_shuffle,
	quantum_chess_option_promote_on_touch, quantum_chess_option_max_moves, quantum_chess_option_board,
	quantum_chess_option_draws, quantum_chess_option_to_move;

/* The game of a setup at its beginning.  Read are its seed, its number in a series, and these options.  NULL,
   or what makes no sense, for people; the caller frees.  */
char *quantum_chess_init(struct quantum_chess *game, const struct setup *setup);
/* The seat that plays a colour: white is the setup's first, even when to-move lets black begin.  */
int quantum_chess_seat(const struct setup *setup, enum qchess_colour colour);
/* "white" or "black"; static.  */
const char *quantum_chess_colour_name(enum qchess_colour colour);
/* The word for the verdict: "king", "bare-kings", "quiet-moves", "stalemate", "max-moves"; static.  NULL: the
   game goes on.  */
const char *quantum_chess_reason(enum qchess_end end);

/* NULL, or the original's word for why it may not: "BOUNDS", "EMPTY", "COLOUR".  Static.  */
const char *quantum_chess_may_select(const struct quantum_chess *game, struct qchess_square square);
/* Selects a piece that may be selected, in a game that goes on and in which none is.  It collapses by chance
   (index -1) or to the state `index`, as a log has it; if it is classical, an index changes nothing unless
   both its states are known and equal.  Returns its state.  The game's `selected` tells whether it can move;
   else the turn has passed.  Chance goes on alike in both cases, so that a game that is replayed and then
   played on is the game that it was.  */
int quantum_chess_select(struct quantum_chess *game, struct qchess_square square, int index);
/* The same for the move of the selected piece: "BOUNDS", "ILLEGAL".  Without one nothing is legal.  */
const char *quantum_chess_may_move(const struct quantum_chess *game, struct qchess_square to);
void quantum_chess_move(struct quantum_chess *game, struct qchess_square to);
/* The squares that the piece on a square reaches as the type of its state 0 or 1: bit 8 * y + x.  None from
   an empty square.  */
uint64_t quantum_chess_reach(const struct quantum_chess *game, struct qchess_square square, int state);

/* "pawn" … "king"; static.  -1: there is no such type.  */
const char *quantum_chess_type_name(enum qchess_type type);
int quantum_chess_type_named(const char *name, size_t size);

/* What a turn is kept as, and what a log says: "4 6 1 pawn", "4 6 -> 4 4"; at most 15 bytes.  The selection
   as it is after quantum_chess_select(), the move as it is after quantum_chess_move().  */
void quantum_chess_selection_words(const struct quantum_chess *game, char words[16]);
void quantum_chess_move_words(const struct quantum_chess *game, char words[16]);
/* Plays such words.  Of a piece with two equal known states either index is taken, and -1, as old logs have
   it.  NULL, or what is wrong with them, for people, and nothing has changed; the caller frees.  */
char *quantum_chess_play_words(struct quantum_chess *game, const char *words);
/* The position after so many turns of a match with that setup; the game may be anything before.  False: the
   setup makes no sense, or a turn cannot have been played; the game is as it was before that turn.  */
bool quantum_chess_goto(struct quantum_chess *game, const struct setup *setup, const struct match *turns,
			int count);

/* A board as text, and back: the value of the option board.  A line a piece as in a log,
   `black unknown ['rook', '?queen'] at 0,0`; x outer, y inner; ? is a type that was not seen yet, and the
   second word the state now.  The caller frees what is written.  What is read may have empty lines, comments
   (#) and `]at`, and one of the kings may have been taken; it replaces the pieces and nothing else.  NULL, or
   what is wrong, with the line from 1, for people, and nothing has changed.  */
char *quantum_chess_write_board(const struct quantum_chess *game);
char *quantum_chess_read_board(struct quantum_chess *game, const char *text, size_t size);

#endif
