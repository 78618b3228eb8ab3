/* symbols.h - the games of symbols of the Learning Machine Challenge (lmc, Games).
 *
 * A game knows its symbols, who has to move, what each seat is then told and what it scores.  Symbols are
 * numbers from 0 here; their names are for the wire and for people.  A game keeps a bounded state, however
 * many rounds are played.  Called by the protocol, which plays a match, and by the board, which shows one. */
#ifndef RINGSIDE_SYMBOLS_H
#define RINGSIDE_SYMBOLS_H

#include "ringside/ini.h"
#include "ringside/setup.h"
#include <stddef.h>

enum { SYMBOLS_LEAST = 2, SYMBOLS_MOST = 80, SYMBOL_SIZE_MOST = 31, SYMBOL_NONE = -1 };

struct symbols;

/* What a seat is told when a round is complete.  */
struct symbol_news {
	int input;    /* the symbol that it sees; SYMBOL_NONE: none */
	bool scored;  /* it gets a score */
	double score; /* -1 to +1 */
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

/* The game of a setup at its beginning: its options game, turns, symbols, period and table, its seed, who
   begins, and which seats are taken.  NULL and a problem for people when that makes no sense.  */
struct symbols *symbols_new(const struct setup *setup, char **problem);
struct symbols *symbols_copy(const struct symbols *game);
void symbols_free(struct symbols *game);

int symbols_count(const struct symbols *game);
const char *symbols_name(const struct symbols *game, int symbol);
/* SYMBOL_NONE: it has no symbol of that name.  */
int symbols_find(const struct symbols *game, const char *name, size_t size);

/* Is it for one player, so that two seats play it side by side?  */
bool symbols_is_for_one(const struct symbols *game);
/* Do both seats move at once?  */
bool symbols_is_simultaneous(const struct symbols *game);
/* Does this seat have to move now?  */
bool symbols_to_move(const struct symbols *game, int seat);
/* What the seat sees before it moves in this round; SYMBOL_NONE: nothing.  */
int symbols_cue(const struct symbols *game, int seat);
/* The seat, which has to move, plays a symbol of the game.  True: the round is complete now, `news` holds
   what each seat is told (an input of SYMBOL_NONE and no score for a seat that is told nothing), and the next
   round has begun unless the game is over.  */
bool symbols_move(struct symbols *game, int seat, int symbol, struct symbol_news news[SEATS]);
bool symbols_over(const struct symbols *game);
/* How many rounds are complete.  In a game of turns each move is one.  */
int64_t symbols_round(const struct symbols *game);
/* So many points of seat 1 over the whole game may be chance: no more is a draw (lmc, Games: 50.6 for 1000
   turns of roshambo); 0: none.  */
double symbols_margin(const struct symbols *game);
/* The roles that the seats have in this round, as "keeper"; NULL: they have none.  Static.  */
const char *symbols_role(const struct symbols *game, int seat);
/* The seat whose mark stands on square 1 to 9 of the board of tictactoe; SEAT_NONE: it is empty, or the game
   has no board.  */
int symbols_at(const struct symbols *game, int square);
bool symbols_has_board(const struct symbols *game);

/* The value of the option "table" for a game that stands in an INI file, `path` for people: [game] with name
   and symbols, [payoff] with a line for each pair.  NULL and a problem that says where and what was expected.
   The caller frees.  */
char *symbols_table(const char *path, const struct ini_entry *entries, int count, char **problem);

#endif
