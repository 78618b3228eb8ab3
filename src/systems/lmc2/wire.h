/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the protocol of the Learning Machine Challenge 2 knows of a match, shared by its files.
 *
 * wire.c has the options, starts and ends processes and speaks to people, wire_turns.c plays the turns,
 * wire_game.c hears the game program, wire_alphabet.c knows which words may be said.  */
#ifndef RINGSIDE_LMC2_WIRE_H
#define RINGSIDE_LMC2_WIRE_H

#include "systems/lmc/wire_player.h"

/* What a word has to be (lmc2, Layers 1 and 2).  */
enum lmc2_words { LMC2_SYMBOLS, LMC2_LETTERS, LMC2_ANY };

struct alphabet {
	char **symbols; /* owned */
	int count;
};

struct lmc2_player {
	bool sits;        /* on this seat: an agent or a person */
	bool lmc1;        /* it knows nothing of LMC 2: no hints */
	bool begun;       /* the game program has told it `@command new` */
	const char *left; /* the reason for which it is gone; NULL: it is there; static */
	struct alphabet alphabet;
	int64_t asked;  /* so many plays */
	int64_t silent; /* so many of them, the last ones, had no answer in time */
};

struct lmc2 {
	struct lmc_players players; /* first */
	enum lmc2_words words;
	int64_t max_timeouts; /* so many in a row lose; 0: none do */
	int64_t max_turns;    /* so often each player is asked at most; 0: without end */
	int seated;           /* players */
	struct lmc2_player player[SEATS];
	bool begins;    /* `@command new` is on its way to it ... */
	bool begun;     /* ... and is known to have been written */
	bool over;      /* the game program has said so */
	int first_left; /* the first of the players that have left; SEAT_NONE: all are there */
};

/* wire_alphabet.c */

/* Adds a symbol; NULL, or what is wrong with it, as part of a sentence.  Static.  */
const char *alphabet_add(struct alphabet *alphabet, struct text symbol);
void alphabet_clear(struct alphabet *alphabet);
/* The first word of the text that may not be said; of size 0: each of them may, and there is one.  `at` NULL:
   there is no word, where one has to be.  */
struct text alphabet_stranger(const struct alphabet *alphabet, enum lmc2_words words, struct text text);

/* wire_game.c */

/* One line of the game program.  What breaks the protocol ends the match: no player is to blame.  */
void lmc2_hear_game(struct lmc2 *lmc2, const struct message *message);

/* wire_turns.c */

/* The game program has to do something next, unless it waits for a player: guarded by the limit for hanging.
 */
void lmc2_guard(struct lmc2 *lmc2);
/* Was `@command new` written?  What the game program said before is of no game, or of an old one.  */
bool lmc2_has_begun(struct lmc2 *lmc2);
/* Tells the game program what a player has failed at: timeout, illegal, exit.  */
void lmc2_tell_fault(struct lmc2 *lmc2, int seat, const char *what);
/* Asks a player to move.  */
void lmc2_play_due(struct lmc2 *lmc2, int seat);
/* The player has moved; `answered` as in referee_moved().  */
void lmc2_moved(struct lmc2 *lmc2, int seat, const char *answered, const char *played);
/* The player has answered this.  */
void lmc2_take_output(struct lmc2 *lmc2, int seat, struct text text);
/* The player has ended, which is the reason of a verdict.  */
void lmc2_left(struct lmc2 *lmc2, int seat, const char *reason);
/* The sums decide, by the reason "score" or "max-turns"; `text` of the game program is for people.  */
void lmc2_finish(struct lmc2 *lmc2, const char *reason, struct text text);
/* A member of `struct protocol`.  */
void lmc2_timed_out(void *state, int seat, const char *limit);

#endif
