/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - the games of symbols of the Learning Machine Challenge (lmc, Games).
 *
 * A game knows its symbols, who has to move, what each seat is then told, and the scores.  Here symbols are
 * numbers from 0; their names are for the wire and for people.  The state of a game has a fixed size, however
 * many rounds are played.  The protocol plays a match with it, and the board shows one.  */
#ifndef RINGSIDE_LMC_RULES_H
#define RINGSIDE_LMC_RULES_H

#include "ringside/ini.h"
#include "ringside/setup.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SYMBOLS_LEAST = 2, SYMBOLS_MOST = 80, SYMBOL_SIZE_MOST = 31, SYMBOL_NONE = -1 };

struct symbols;

/* What a seat is told when a round is complete.  */
struct symbol_news {
	int input;    /* the symbol that it sees; SYMBOL_NONE: none */
	bool scored;  /* it gets a score */
	double score; /* -1 to +1; a multiple of 0.000001 */
};

/* The games as X(name, title).  `ringside list` prints the titles; the message about an unknown name lists
   the names.  */
#define SYMBOL_GAMES(X)                                                                                      \
	X("roshambo", "rock, paper, scissors")                                                               \
	X("matching-pennies", "heads or tails: seat 1 wins on a match")                                      \
	X("penalty", "left, centre, right: the keeper wins on the same side; roles change")                  \
	X("prisoners", "cooperate or defect")                                                                \
	X("tictactoe", "squares 1 to 9, board after board")                                                  \
	X("imitate", "one player: repeat the input")                                                         \
	X("cycle", "one player: predict a hidden cycle")

/* The options: the game (or the path of its file); the turns of each seat (in tictactoe on average); the
   letters of imitate and cycle; the period of cycle; and the table that symbols_table() makes of a file.  */
extern const struct option_row symbols_option_game, symbols_option_turns, symbols_option_symbols,
	symbols_option_period, symbols_option_table;

/* A game at its beginning.  It depends on these options, and on the setup's seed, its first seat and its free
   seats.  NULL and a problem for people when they contradict each other; otherwise the caller frees.  */
struct symbols *symbols_new(const struct setup *setup, char **problem);
/* Does its first seat begin, or have a role of its own?  Otherwise both seats are alike.  */
bool symbols_has_first(const struct setup *setup);
struct symbols *symbols_copy(const struct symbols *game);
void symbols_free(struct symbols *game);

/* The name of the game: from SYMBOL_GAMES, or from the file that describes it.  */
const char *symbols_title(const struct symbols *game);

int symbols_count(const struct symbols *game);
/* NULL: there is no such symbol.  */
const char *symbols_name(const struct symbols *game, int symbol);
/* SYMBOL_NONE: the game has no symbol of that name.  */
int symbols_find(const struct symbols *game, const char *name, size_t size);

/* Is it a game for one player?  Then two seats play it side by side.  */
bool symbols_is_for_one(const struct symbols *game);
/* Do all players move at once?  Otherwise the seats take turns.  */
bool symbols_is_simultaneous(const struct symbols *game);
/* Does this seat have to move now?  */
bool symbols_to_move(const struct symbols *game, int seat);
/* What the seat sees before it moves in this round.  SYMBOL_NONE: nothing.  */
int symbols_cue(const struct symbols *game, int seat);
/* Plays a symbol for a seat that has to move.  SYMBOL_NONE stands for an unknown symbol (--illegal score):
   the seat scores -1.  In a game for two the opponent scores 1 and sees nothing; a board is lost.  True: the
   round is complete, `news` holds what each seat is told (an input of SYMBOL_NONE and no score: nothing), and
   the next round has begun unless the game is over.  False: the other seat still has to move.  Also false,
   and nothing has changed, when this seat did not have to move or there is no such symbol.  */
bool symbols_move(struct symbols *game, int seat, int symbol, struct symbol_news news[SEATS]);
bool symbols_over(const struct symbols *game);
/* Does another judge have the game (ringside tap)?  Then its symbols are known at most, and neither its
   scores nor its end.  Each move is a round.  */
bool symbols_is_outside(const struct symbols *game);
/* How many rounds are complete.  In a game with turns each move is a round.  */
int64_t symbols_round(const struct symbols *game);
/* The statistical draw (lmc, Games).  When both players choose each symbol with the same probability, seat 1
   gets `mean` points on average, and 95 % of the games end at most `margin` points from it: 1.96 standard
   deviations, 50.6 points in 1000 turns of roshambo. A game that ends there is a draw.  False: the game has
   no table, or the two scores of some pair are not opposite.  */
bool symbols_chance(const struct symbols *game, double *mean, double *margin);
/* The role of the seat in this round, as "keeper".  NULL: there are no roles.  Static.  */
const char *symbols_role(const struct symbols *game, int seat);
/* What the two seats get in this round if the seat plays one symbol and its opponent another one.  False: the
   game has no table.  */
bool symbols_pay(const struct symbols *game, int seat, int symbol, int other, double pay[SEATS]);
/* Whose mark is on square 1 to 9 of the board of tictactoe.  SEAT_NONE: nobody's, or the game has no board. A
   finished board is cleared at once, except the last one of the game.  */
int symbols_at(const struct symbols *game, int square);
bool symbols_has_board(const struct symbols *game);

/* The value of the option "table" for a game in an INI file (lmc, Games); problems name the file `path`.  The
   file has [game] with `name = NAME` and `symbols = a b c`, and [payoff] with `a b = 1 -1` for each pair: the
   scores of seat 1 for a and of seat 2 for b, from -1 to 1 with at most six decimals. A single number is seat
   1's score; seat 2 gets the opposite.  The value has these lines: the name; the symbols with blanks between
   them; then, for each symbol of seat 1, both scores for each symbol of seat 2.  NULL and a problem that says
   where and what was expected.  The caller frees either.  */
char *symbols_table(const char *path, const struct ini_entry *entries, int count, char **problem);

#endif
