/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* game.h - a game of chess as a match: its options, its opening, its turns.
 *
 * A turn is a move in UCI's words.  The first seat of a setup has the white pieces, whoever moves first.  */
#ifndef RINGSIDE_UCI_GAME_H
#define RINGSIDE_UCI_GAME_H

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/protocol.h"
#include "rules.h"
#include "systems/text.h"

extern const struct option_row chess_option_opening, chess_option_chess960, chess_option_fide,
	chess_option_pgn_style, chess_option_plies;
/* The reason of a draw by the option of this name.  */
#define CHESS_MAX_MOVES "max-moves"

/* Reads a position: a FEN, moves from the first position, or a FEN, the word "moves" and moves; or what the
 * UCI command "position" says.  Moves are in SAN or UCI's words, and may have numbers.  NULL, or what is
 * wrong, for people; the caller frees.  `told`: see below.  */
char *chess_game_read(struct chess_game *game, const struct setup *setup, struct text words,
		      struct bytes *told);
/* The position before the first turn.  NULL, or what is wrong with the options, for people; the caller frees.
 * `told`, if not NULL, gets what the UCI command "position" says of it, without a line end: it is empty
 * before.
 */
char *chess_game_begin(struct chess_game *game, const struct setup *setup, struct bytes *told);
/* The same after `turns` turns of the match.  False: the setup is wrong, or a turn is impossible; the game is
   then as it was before that turn.  */
bool chess_game_goto(struct chess_game *game, const struct match *match, int turns, struct bytes *told);
/* Plays a move in UCI's words, and that of the n-th turn.  False: it is not legal, and nothing has changed.
 */
bool chess_game_play(struct chess_game *game, struct text word);
bool chess_game_turn(struct chess_game *game, const struct match *match, int n);
/* Adds a move to what "position" says; to nothing if that is NULL.  */
void chess_told_add(struct bytes *told, const char *words);

bool chess_is_960(const struct setup *setup);
/* The seat that plays a colour, and the other way round.  */
int chess_seat(const struct setup *setup, enum chess_colour colour);
enum chess_colour chess_colour_of(const struct setup *setup, int seat);
/* A verdict's reason: "mate", "stalemate", "material", "fifty", "repetition"; static.  NULL: the game goes
 * on.
 */
const char *chess_reason(enum chess_end end);
/* Why a text is no move that may be played, to follow it and "is"; static.  */
const char *chess_refusal(enum chess_reading reading);

/* Where a move that is refused after all turns would be legal: what an engine had on its board instead. Lines
 * for people, each with a line end; NULL: nowhere near.  The caller frees.  */
char *chess_refused(const struct match *match, struct text word);

/* What tries engines (check.c).  */
extern const struct protocol_tools uci_tools;

/* Games and openings in files of chess: PGN, FEN and EPD (pgn.c).  */
extern const struct file_format *const chess_formats[];
extern const struct protocol_openings chess_openings;
/* A line of EPD, with the operations bm, am, dm, id, and c0 if it has points: a member of struct
 * protocol_tools.  */
char *chess_epd_case(const char *line, size_t size, int number, char **problem);

#endif
