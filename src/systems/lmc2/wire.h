/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - the state of a match of the Learning Machine Challenge 2, shared by the files of the protocol.
 *
 * wire.c has the options, starts and ends processes, and answers people. wire_turns.c plays the turns,
 * wire_game.c hears the game program, wire_alphabet.c knows which words are allowed.  */
#ifndef RINGSIDE_LMC2_WIRE_H
#define RINGSIDE_LMC2_WIRE_H

#include "systems/lmc_shared/wire_player.h"

/* Which words are allowed (lmc2, Layers 1 and 2).  */
enum lmc2_words { LMC2_SYMBOLS, LMC2_LETTERS, LMC2_ANY };

struct alphabet {
	char **symbols; /* owned */
	int count;
};

struct lmc2_player {
	bool sits;        /* an agent or a person has this seat */
	bool lmc1;        /* it knows LMC 1 only: no hints */
	bool begun;       /* the game program has told it `@command new` */
	const char *left; /* why it is gone; NULL: it is there; static */
	struct alphabet alphabet;
	int64_t asked;  /* plays so far */
	int64_t silent; /* the number of plays in a row, up to the last, that were not answered in time */
};

struct lmc2 {
	struct lmc_players players; /* first */
	enum lmc2_words words;
	int64_t max_timeouts; /* this many in a row lose; 0: no limit */
	int64_t max_turns;    /* how often each player is asked at most; 0: no limit */
	int seated;           /* players */
	struct lmc2_player player[SEATS];
	bool begins;    /* `@command new` was sent to the game program ...  */
	bool begun;     /* ... and was written */
	bool over;      /* the game program has said that the game is over */
	int first_left; /* the player that left first; SEAT_NONE: none has left */
};

/* wire.c */

extern const struct option_row lmc2_option_words, lmc2_option_max_turns;

/* fuzz.c, spec.c, twins.c */

extern const struct fuzz lmc2_fuzz;
extern const struct spec lmc2_spec;
extern const struct twins lmc2_twins;

/* spec_program.c */

extern const struct spec lmc2_program_spec;

/* wire_alphabet.c */

/* Adds a symbol.  NULL, or what is wrong with it, as part of a sentence.  Static.  */
const char *alphabet_add(struct alphabet *alphabet, struct text symbol);
void alphabet_clear(struct alphabet *alphabet);
/* The first word of the text that is not allowed.  Size 0: all words are allowed, and there is at least one.
   `at` NULL: there is no word, but one is needed.  */
struct text alphabet_stranger(const struct alphabet *alphabet, enum lmc2_words words, struct text text);

/* wire_game.c */

/* Handles one line of the game program.  If it breaks the protocol, the match ends and no player is to blame.
 */
void lmc2_hear_game(struct lmc2 *lmc2, const struct message *message);

/* wire_turns.c */

/* Limits the game program's time by --hang-time, unless it waits for a player.  */
void lmc2_guard(struct lmc2 *lmc2);
/* Was `@command new` written?  Anything the game program said before belongs to no game, or to an old one. */
bool lmc2_has_begun(struct lmc2 *lmc2);
/* Tells the game program how a player has failed: timeout, illegal, exit.  */
void lmc2_tell_fault(struct lmc2 *lmc2, int seat, const char *what);
/* Asks a player to move.  */
void lmc2_play_due(struct lmc2 *lmc2, int seat);
/* The player has moved; `answered` as in referee_moved().  */
void lmc2_moved(struct lmc2 *lmc2, int seat, const char *answered, const char *played);
/* Handles a player's answer.  */
void lmc2_take_output(struct lmc2 *lmc2, int seat, struct text text);
/* Handles the end of a player.  `reason`: of a verdict.  */
void lmc2_left(struct lmc2 *lmc2, int seat, const char *reason);
/* Ends the match by the sums, for the reason "score" or "max-turns".  `text`: the game program's, for people.
 */
void lmc2_finish(struct lmc2 *lmc2, const char *reason, struct text text);
/* A member of `struct protocol`.  */
void lmc2_timed_out(void *state, int seat, const char *limit);

#endif
