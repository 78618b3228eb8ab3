/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - quantum chess as UCC Progcomp 2013 played it (qchess, Rules).
 *
 * Pieces have two states.  Which of them a piece is in shows only when it is selected. A turn of the match is
 * one answer: a selection, or the move of the selected piece.  The protocol, the board, the readers of logs
 * and the samples use this.  */
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
	QCHESS_TYPES,
	QCHESS_HIDDEN = QCHESS_TYPES /* another judge has dealt it and has not told it yet */
};

enum { QCHESS_BOTH = -1 }; /* the state of a piece in superposition */

struct qchess_piece {
	bool there; /* else the square is empty */
	enum qchess_colour colour;
	enum qchess_type type[2];
	bool known[2]; /* the type was shown to all, or is known from the beginning */
	int state;     /* 0 or 1: classical; QCHESS_BOTH: in superposition */
};

struct qchess_square {
	int x, y; /* from 0; (0,0) is top left, black's corner */
};

/* Why a game is over.  QCHESS_GOES_ON: it is not.  */
enum qchess_end {
	QCHESS_GOES_ON,
	QCHESS_KING_TAKEN,
	QCHESS_BARE_KINGS, /* draws from here on */
	QCHESS_QUIET,      /* 100 moves without a capture or a pawn's move */
	QCHESS_STUCK,      /* 16 turns in a row in which nothing could move */
	QCHESS_MOST_MOVES  /* --max-moves */
};

/* Points to nothing: a copy is a game of its own.  */
struct quantum_chess {
	struct qchess_piece at[QCHESS_SIDE][QCHESS_SIDE]; /* [y][x] */
	enum qchess_colour to_move;
	bool selected;                 /* the piece on `from` is selected, and can and must move ... */
	uint64_t goals;                /* ... to one of these squares: bit 8 * y + x */
	struct qchess_square from, to; /* of the last selection and the last move; x -1: none */
	struct qchess_square moved;    /* where the last move began; x -1: none */
	int shown_state;               /* the state that the last selection showed, 0 or 1, */
	enum qchess_type shown_type;   /* and its type, which the piece may have lost since */
	struct qchess_piece taken;     /* captured by the last move; not there: nothing */
	int moves;                     /* played so far, without selections */
	int quiet, stuck, most;        /* in a row, see enum qchess_end; most 0: no limit */
	bool promote_on_touch; /* a piece that collapses to a pawn on the far row becomes a queen at once */
	bool classical;        /* a promoted pawn is a queen in both states */
	bool original_draws;   /* QCHESS_QUIET and QCHESS_STUCK are not counted */
	enum qchess_end end;
	enum qchess_colour winner; /* of a game that ended with the capture of a king */
	uint64_t random;           /* state of the generator, from the seed */
};

/* The options.  The last three are for a game that begins in the middle: the board in the form of
   quantum_chess_write_board(); whether bare kings and max-moves make draws; and who moves next.  */
extern const struct option_row quantum_chess_option_classical, quantum_chess_option_shuffle,
	quantum_chess_option_promote_on_touch, quantum_chess_option_max_moves, quantum_chess_option_board,
	quantum_chess_option_draws, quantum_chess_option_to_move;

/* The game of a setup at its beginning.  It depends on these options, the setup's seed and the number of the
   game.  NULL, or what is wrong with the options, for people; the caller frees.  */
char *quantum_chess_init(struct quantum_chess *game, const struct setup *setup);
/* The seat that plays a colour.  White is the setup's first seat, even when to-move lets black begin.  */
int quantum_chess_seat(const struct setup *setup, enum qchess_colour colour);
/* "white" or "black"; static.  */
const char *quantum_chess_colour_name(enum qchess_colour colour);
/* The verdict's reason: "king", "bare-kings", "quiet-moves", "stalemate", "max-moves"; static.  NULL: the
   game goes on.  */
const char *quantum_chess_reason(enum qchess_end end);

/* Why a square may not be selected, in the original's word: "BOUNDS", "EMPTY", "COLOUR".  NULL: it may.
   Static.  */
const char *quantum_chess_may_select(const struct quantum_chess *game, struct qchess_square square);
/* Selects a piece.  The game must go on, no piece may be selected, and this one must be allowed.  With index
   -1 the piece collapses by chance; otherwise to the state `index`, as a log has it.  An index does not
   change a classical piece, unless both its states are known and equal.  Returns the state.  If the game's
   `selected` is false now, the piece cannot move and the turn has passed.  Both ways use the same random
   numbers, so that a replayed game continues like the original.  */
int quantum_chess_select(struct quantum_chess *game, struct qchess_square square, int index);
/* The same for the move of the selected piece: "BOUNDS", "ILLEGAL".  No move is legal while nothing is
   selected.  */
const char *quantum_chess_may_move(const struct quantum_chess *game, struct qchess_square to);
void quantum_chess_move(struct quantum_chess *game, struct qchess_square to);
/* The squares that the piece on a square reaches as the type of its state 0 or 1: bit 8 * y + x.  Empty if
   the square is empty.  */
uint64_t quantum_chess_reach(const struct quantum_chess *game, struct qchess_square square, int state);

/* "pawn" … "king", and "unknown" of a hidden one; static. -1: there is no such type.  */
const char *quantum_chess_type_name(enum qchess_type type);
int quantum_chess_type_named(const char *name, size_t size);

/* The text of a turn in the match and in logs: "4 6 1 pawn", "4 6 -> 4 4"; at most 15 bytes.  Call it after
   quantum_chess_select() or quantum_chess_move().  */
void quantum_chess_selection_words(const struct quantum_chess *game, char words[16]);
void quantum_chess_move_words(const struct quantum_chess *game, char words[16]);
/* Plays such a text.  If a piece has two equal known states, either index is accepted, and so is -1, as in
   old logs.  A type that is hidden becomes what the text says.  NULL, or what is wrong with the text, for
   people, and nothing has changed; the caller frees.  */
char *quantum_chess_play_words(struct quantum_chess *game, const char *words);
/* Sets the game to the position after `turns` turns of a match with that setup.  False: the setup is wrong,
   or a turn is impossible; the game is then as it was before that turn.  */
bool quantum_chess_goto(struct quantum_chess *game, const struct setup *setup, const struct match *turns,
			int count);

/* Writes and reads a board as text: the value of the option "board".  Each piece has a line as in a log,
   `black unknown ['rook', '?queen'] at 0,0`, x outer and y inner. ? marks a type that nobody has seen; the
   second word is the current state, and a hidden type is "unknown".  The caller frees the text.  Reading
   accepts empty lines, comments (#) and
   `]at`, and one king may be missing.  It replaces only the pieces.  NULL, or what is wrong, for people,
   and nothing has changed; *wrong is where in the text, or NULL if it is the board as a whole.  */
char *quantum_chess_write_board(const struct quantum_chess *game);
char *quantum_chess_read_board(struct quantum_chess *game, const char *text, size_t size, const char **wrong);

#endif
