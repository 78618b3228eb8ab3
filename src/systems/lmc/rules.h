/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - the games of symbols of the Learning Machine Challenge (lmc, Games).
 *
 * A game knows its symbols, who has to move, what each seat is then told and what it scores.  Symbols are
 * numbers from 0 here; their names are for the wire and for people.  A game keeps a bounded state, however
 * many rounds are played.  Called by the protocol, which plays a match, and by the board, which shows one. */
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

/* A game as X(name, title): for `ringside list`, and for the message that an unknown name gets.  */
#define SYMBOL_GAMES(X)                                                                                      \
	X("roshambo", "rock, paper, scissors")                                                               \
	X("matching-pennies", "heads or tails: seat 1 wins on a match")                                      \
	X("penalty", "left, centre, right: the keeper wins on the same side; roles change")                  \
	X("prisoners", "cooperate or defect")                                                                \
	X("tictactoe", "squares 1 to 9, board after board")                                                  \
	X("imitate", "one player: repeat the input")                                                         \
	X("cycle", "one player: predict a hidden cycle")

/* Its options: the game (with a table the path of its file), the turns (of each seat, in tictactoe on
   average), the letters of imitate and cycle, the period of cycle, and the table that symbols_table() makes
   of a file.  */
extern const struct option_row symbols_option_game, symbols_option_turns, symbols_option_symbols,
	symbols_option_period, symbols_option_table;

/* The game of a setup at its beginning.  Read are these options, its seed, who begins, and which seats are
   taken.  NULL and a problem for people when that makes no sense; else the caller frees.  */
struct symbols *symbols_new(const struct setup *setup, char **problem);
struct symbols *symbols_copy(const struct symbols *game);
void symbols_free(struct symbols *game);

/* The name of the game: of SYMBOL_GAMES, or of the file that describes it.  */
const char *symbols_title(const struct symbols *game);

int symbols_count(const struct symbols *game);
/* NULL: no symbol has this number.  */
const char *symbols_name(const struct symbols *game, int symbol);
/* SYMBOL_NONE: it has no symbol of that name.  */
int symbols_find(const struct symbols *game, const char *name, size_t size);

/* Is it for one player, so that two seats play it side by side?  */
bool symbols_is_for_one(const struct symbols *game);
/* Do all who sit move at once?  Else one seat after the other.  */
bool symbols_is_simultaneous(const struct symbols *game);
/* Does this seat have to move now?  */
bool symbols_to_move(const struct symbols *game, int seat);
/* What the seat sees before it moves in this round; SYMBOL_NONE: nothing.  */
int symbols_cue(const struct symbols *game, int seat);
/* The seat, which has to move, plays a symbol of the game, or with SYMBOL_NONE something that is none
   (--illegal score): it scores -1, its opponent in a game for two 1 and sees nothing, and a board is lost.
   True: the round is complete now, `news` holds what each seat is told (an input of SYMBOL_NONE and no score
   for a seat that is told nothing), and the next round has begun unless the game is over.  False: the other
   seat has to move, too; or this seat had not to move, or there is no such symbol, and nothing has changed.
 */
bool symbols_move(struct symbols *game, int seat, int symbol, struct symbol_news news[SEATS]);
bool symbols_over(const struct symbols *game);
/* How many rounds are complete.  In a game of turns each move is one.  */
int64_t symbols_round(const struct symbols *game);
/* The statistical draw (lmc, Games).  Two players who play each symbol equally likely give seat 1 a sum of
   `mean` points on average, and 95 % of their games end no more than `margin` points from it: 1.96 standard
   deviations, 50.6 points in 1000 turns of roshambo.  A game that ends so is a draw.  False: the game has no
   table, or a table in which the two scores of a pair are not opposite.  */
bool symbols_chance(const struct symbols *game, double *mean, double *margin);
/* The roles that the seats have in this round, as "keeper"; NULL: they have none.  Static.  */
const char *symbols_role(const struct symbols *game, int seat);
/* The seat whose mark stands on square 1 to 9 of the board of tictactoe; SEAT_NONE: it is empty, or the game
   has no board.  A board that has ended is empty at once, but the last one of a game that is over.  */
int symbols_at(const struct symbols *game, int square);
bool symbols_has_board(const struct symbols *game);

/* The value of the option "table" for a game that stands in an INI file, `path` for people (lmc, Games):
   [game] with `name = NAME` and `symbols = a b c`, [payoff] with `a b = 1 -1` for each pair: what seat 1
   scores for a and seat 2 for b, from -1 to 1 with at most six decimals; one number alone is seat 1's, and
   the opposite is seat 2's.  NULL and a problem that says where and what was expected.  The caller frees. The
   value is the name, the symbols with blanks between them, and for each symbol of seat 1 its payoffs, both of
   each symbol of seat 2 in turn: a line each.  */
char *symbols_table(const char *path, const struct ini_entry *entries, int count, char **problem);

#endif
