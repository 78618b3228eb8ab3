/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.h - a player of the Learning Machine Challenge, 1 or 2.
 *
 * Both protocols treat a player in the same way: how it gets ready, which of its lines count, and what
 * happens when it breaks the protocol.  Both tell people the same faults, notices and rules.  */
#ifndef RINGSIDE_LMC_PLAYER_H
#define RINGSIDE_LMC_PLAYER_H

#include "lines.h"
#include "ringside/arbiter.h"
#include "ringside/protocol.h"

struct lmc_player {
	bool named;        /* it has said its name */
	bool due;          /* the game waits for its move */
	bool awaited;      /* it was told to play and has not answered */
	bool waits;        /* its turn has come, but a person has to move first */
	unsigned forgiven; /* the leniencies that were reported already */
};

/* The state of both protocols begins with this.  */
struct lmc_players {
	struct judge *judge;
	bool words;                            /* a move may have several words */
	struct lmc_player player[SEATS];       /* on seat 0 the game program of lmc2 */
	int64_t think_ns[SEATS], moves[SEATS]; /* of the moves that agents made themselves */
};

/* ---- members of `struct protocol`, for a state that begins with struct lmc_players ---- */

/* A fresh process has to say its name within --start-time.  */
void lmc_player_started(void *state, int seat, bool warm);
/* A person moves before agents are asked, since an agent's answer can be seen.  */
void lmc_player_ask(void *state, int seat);
bool lmc_player_is_answer(void *state, const struct message *message);
/* The seat has not said its name in time.  */
void lmc_player_expired(void *state, int seat);
void lmc_player_reseat(void *state, int seat);
void lmc_player_goodbye(void *state, int seat);

/* ---- for the two protocols ---- */

/* Handles one line of a player.  True: it answers `play`, and *played is the answer, a part of the message.
 */
bool lmc_player_heard(struct lmc_players *players, const struct message *message, struct text *played);
/* What the line answers to `play`, as lmc_player_heard() would take it; `at` NULL: it is no answer.  */
struct text lmc_player_answer(const struct lmc_players *players, const struct message *message);
/* The seat has moved; `answered` as in arbiter_moved().  */
void lmc_player_moved(struct lmc_players *players, int seat, const char *answered, const char *played);
/* Asks the agents that wait for a person, unless a person still has to move.  */
void lmc_ask_who_waits(struct lmc_players *players);
/* A person moves in the seat's place.  `line`: the seat's answer, which had come and was not heard yet; NULL:
   it thinks, or was not asked.  Returns what it has played; NULL: nothing.  The caller frees.  */
char *lmc_player_overridden(struct lmc_players *players, int seat, const char *line);
/* The seat's time is over, and the match goes on.  */
void lmc_player_late(struct lmc_players *players, int seat);
/* Accepts what can be understood, and reports each kind once.  With --strict the seat loses.  */
void lmc_forgive(struct lmc_players *players, int seat, unsigned leniencies);
/* Handles the data of an info.  True: it says that it leaves.  */
bool lmc_hear_info(struct lmc_players *players, int seat, struct text data);
/* Reports seats whose moves took more than 100 ms on average (lmc, Faults).  */
void lmc_tell_slow(const struct lmc_players *players);
/* The result of two random players (symbols_chance()).  */
struct lmc_chance {
	bool known;
	double mean, margin;
};

/* Ends the match by the sums of the scores: the higher sum wins.  Where chance is known, the sum that is
   better than chance wins, and sums within the margin are a draw.  `reason`: as "score".  `said`: the game
   program's text; NULL or "": none.  */
void lmc_verdict(struct judge *judge, const char *reason, struct lmc_chance chance, const char *rounds,
		 const char *said);

/* ---- for a judge that hears another one (struct protocol_tap) ---- */

/* What a line tells a player; a game is played from LMC_TELLS_PLAY on.  */
enum lmc_telling {
	LMC_TELLS_NOTHING, /* that matters to a game */
	LMC_TELLS_NEW,
	LMC_TELLS_SYMBOL,
	LMC_TELLS_EXIT,
	LMC_TELLS_PLAY,
	LMC_TELLS_INPUT,
	LMC_TELLS_SCORE
};

/* *data: the symbol, the input or the score, a part of the message.  `words`: an input may have several.  */
enum lmc_telling lmc_telling(const struct message *message, bool words, struct text *data);
enum channel lmc_heard_channel(const void *state, const char *bytes, size_t size);
/* What both do: a player's first game has its name, and the rules are told to be unknown.  */
void lmc_heard_begin(struct lmc_players *players, int seat);
void lmc_heard_play(struct lmc_players *players, int seat);
void lmc_heard_score(struct lmc_players *players, int seat, struct text score);

/* ---- words ---- */

/* Of rows of struct reason_row.  */
#define LMC_SCORE_RULE "The scores of all moves are added; the higher sum wins. "
#define LMC_ALONE_RULE "A player alone has a sum, and nobody wins."
#define LMC_TIMEOUT_RULE                                                                                     \
	"Each @command play is answered with one symbol on the output channel within the limit. "            \
	"Comments do not stop the clock."
#define LMC_START_RULE "A player says @info name before anything else, within the limit, and stays."
#define LMC_LEFT_RULE  "A player runs until it is told @command exit; @info exit before that is leaving, too."

enum lmc_fault {
	LMC_FORGIVEN, /* the first of a row for each leniency (lines.h) */
	LMC_SECOND_NAME = LMC_FORGIVEN + LMC_LENIENCIES,
	LMC_EMPTY_NAME,
	LMC_BLANK_NAME,
	LMC_UNKNOWN_INFO,
	LMC_LATE_OUTPUT,
	LMC_BEFORE_NAME,
	LMC_UNHEARD_CHANNEL,
	LMC_BLANK_LINE,
	LMC_UNASKED_OUTPUT,
	LMC_UNKNOWN_SYMBOL,
	LMC_NO_AT,
	/* Faults of a player of lmc2 */
	LMC_STRANGE_WORD,
	LMC_EMPTY_OUTPUT,
	/* Faults of a game program */
	LMC_PROGRAM_BEFORE_NEW,
	LMC_PROGRAM_BEFORE_NAME,
	LMC_PROGRAM_NO_WORDS,
	LMC_PROGRAM_STRANGE_WORD,
	LMC_PROGRAM_SCORE,
	LMC_PROGRAM_SYMBOL,
	LMC_PROGRAM_EXIT,
	LMC_PROGRAM_IMPATIENT,
	LMC_PROGRAM_COMMAND,
	LMC_PROGRAM_NO_ALPHABET,
	LMC_PROGRAM_CHANNEL,
	LMC_PROGRAM_FOR_NOBODY,
	LMC_PROGRAM_FOR_STRANGER,
	LMC_PROGRAM_JUDGE
};
extern const struct fault_row lmc_faults[];
enum { LMC_SLOW, LMC_LEFT, LMC_OUTSIDE, LMC_STRANGE_SCORE };
extern const struct notice_row lmc_notices[];

#endif
