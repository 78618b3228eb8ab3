/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_player.h - what the judge knows of a player of the Learning Machine Challenge, 1 or 2.
 *
 * How a player gets ready, which of its lines counts, and what is done about those that break the protocol,
 * is the same in both.  */
#ifndef RINGSIDE_LMC_WIRE_PLAYER_H
#define RINGSIDE_LMC_WIRE_PLAYER_H

#include "ringside/protocol.h"
#include "ringside/referee.h"
#include "wire_lines.h"

struct lmc_player {
	bool named;        /* it has said its name */
	bool awaited;      /* it was told to play and has not answered */
	bool waits;        /* its turn has come, but a person has to move first */
	unsigned forgiven; /* the leniencies that were told of it */
};

enum lmc_heard {
	LMC_HEARD_NOTHING, /* or it was dealt with */
	LMC_HEARD_OUTPUT,  /* the answer to `play` */
	LMC_HEARD_EXIT     /* it says that it leaves */
};

/* An agent's process runs.  A fresh one has to say its name within the limit for getting ready.  */
void lmc_player_started(struct judge *judge, struct lmc_player *player, int seat, bool warm);
/* One line of it; `words`: a move may have several.  Gives what it has played as a part of the message.  */
enum lmc_heard lmc_player_heard(struct judge *judge, struct lmc_player *player, const struct message *message,
				bool words, struct text *played);
/* As is_answer() of struct protocol.  */
bool lmc_player_is_answer(struct judge *judge, struct lmc_player *player, const struct message *message,
			  bool words);
/* What the line answers to `play`, as lmc_player_heard() would take it; `at` NULL: it is no answer.  */
struct text lmc_player_answer(const struct lmc_player *player, const struct message *message, bool words);
/* Has it its name, and said what it was asked for last?  */
bool lmc_player_settled(const struct lmc_player *player);
/* Sends `play`, and its clock runs.  */
void lmc_player_ask(struct judge *judge, struct lmc_player *player, int seat);
/* A person moves in its place.  `line`: its answer, which had come and was not heard yet; NULL: it thinks, or
   was not asked.  Gives what it has played; NULL: nothing.  The caller frees.  */
char *lmc_player_overridden(struct judge *judge, struct lmc_player *player, int seat, const char *line);
/* Its time is over, and the match goes on.  */
void lmc_player_late(struct judge *judge, struct lmc_player *player, int seat);
/* What can be understood is taken, and told once a kind; when strict it loses.  */
void lmc_forgive(struct judge *judge, struct lmc_player *player, int seat, unsigned leniencies);
/* The data of an info: its name, or that it leaves.  */
enum lmc_heard lmc_hear_info(struct judge *judge, struct lmc_player *player, int seat, struct text data);
/* Tells of seats whose moves took more than 100 ms on average (lmc, Faults).  */
void lmc_tell_slow(struct judge *judge, const int64_t think_ns[SEATS], const int64_t moves[SEATS]);
/* What chance gives in a game of two (symbols_chance()).  */
struct lmc_chance {
	bool known;
	double mean, margin;
};

/* The verdict by the sums of scores: the higher sum wins; where chance is known, the sum that is better than
   chance, and a draw if both are within its margin.  `reason`: as "score"; `said`: of the game program; NULL
   or "": nothing.  */
void lmc_verdict(struct judge *judge, const char *reason, struct lmc_chance chance, const char *rounds,
		 const char *said);

extern const struct option_row lmc_option_illegal, lmc2_option_max_timeouts, lmc2_option_max_turns;

/* reasons.c */
enum lmc_fault {
	LMC_FORGIVEN, /* from here a row for each leniency (wire_lines.h) */
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
	/* Of a player of lmc2 */
	LMC_STRANGE_WORD,
	LMC_EMPTY_OUTPUT,
	/* Of a game program */
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
/* Of both systems.  */
extern const struct fault_row lmc_faults[];
enum { LMC_SLOW, LMC_LEFT };
extern const struct notice_row lmc_notices[];
extern const struct reason_row lmc_reasons[];
extern const struct reason_row lmc2_reasons[];

#endif
