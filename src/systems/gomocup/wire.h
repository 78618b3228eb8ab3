/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the Gomocup protocol knows of a match, shared by its files.  */
#ifndef RINGSIDE_GOMOCUP_WIRE_H
#define RINGSIDE_GOMOCUP_WIRE_H

#include "ringside/protocol.h"
#include "ringside/referee.h"
#include "rules_match.h"

enum { KNOWN_NOTHING = -1 };

/* What a brain was asked last and has not answered.  */
enum phase {
	PHASE_IDLE,
	PHASE_ABOUT,
	PHASE_START,
	PHASE_RESTART,
	PHASE_TAKEBACK,
	PHASE_MOVE,
	PHASE_REFUSES, /* it does not know SWAP2BOARD, and says so to each of its lines */
};

/* Its turn has come, and it is asked as soon as it is idle.  */
enum pending {
	PENDING_NOTHING,
	PENDING_TURN,
	PENDING_AGAIN, /* a turn that it was asked by SWAP2BOARD, which it has refused */
};

struct brain {
	enum phase phase;
	bool spoke;      /* it has said anything at all */
	bool named;      /* it has said its name */
	bool informed;   /* it was told the limits, and is told when they change */
	bool owes_about; /* it has not answered ABOUT, and may do so late */
	enum pending pending;
	int known;           /* so many stones stand on its board; KNOWN_NOTHING: who knows */
	bool asked_swap2;    /* its move was asked for by SWAP2BOARD */
	bool knows_no_swap2; /* it has refused that */
	int refusals;        /* so many may still come */
	int keep;            /* while taking back: so many stay */
	struct square *back; /* while taking back: the stones as they were; owned */
	char *error;         /* what it complained of in this turn; owned */
};

struct gomocup {
	struct judge *judge;
	struct gomoku_match match;
	struct brain brain[SEATS];
};

/* wire_words.c */

/* Without the line end and the blanks around.  */
void gomocup_trim(const char **text, size_t *size);
/* Does the text begin with this word, and not with a longer one?  Brains write `OK - fine`, `UNKNOWN: what`,
 * `MESSAGE` alone.  */
bool gomocup_is_word(const char *text, size_t size, const char *word);
/* `7,7`, the answer to a turn.  */
bool gomocup_is_move(const char *text, size_t size);
/* `SWAP`, or two or three squares as `7,7 8,7 9,9`: answers to SWAP2BOARD alone.  */
bool gomocup_is_swap2(const char *text, size_t size);
enum channel gomocup_channel(const char *text, size_t size);
/* The value of name="…" in an ABOUT line, inside of text; NULL: there is none.  */
const char *gomocup_name(const char *text, size_t size, size_t *length);

/* rules_report.c */

/* Black's forbidden points as `x,y` (from 0), a line each, in reading order; then `win` when the last move
   made a line that wins under the rule, else `none`.  See `struct protocol`.  */
char *gomocup_rules(const struct setup *setup, const char *position, char **problem);

/* wire_moves.c */

void gomocup_begin(void *state);
char *gomocup_answer(void *state, const struct message *message, bool *legal);
char *gomocup_move_form(const struct setup *setup, const char *move, char **problem);
char *gomocup_refusal(const struct match *match, const struct message *message);
char *gomocup_check(void *state, int seat, const char *move, int back);
char *gomocup_play(void *state, int seat, const char *move, const char *answered);
/* The brain moves: it has lost if it may not.  */
void gomocup_take_move(struct gomocup *g, int seat, const char *text, size_t size);
/* The seat plays what it may play, and the turn ends.  answered: the agent's own words, NULL when a person
   moved.  */
void gomocup_put(struct gomocup *g, int seat, const char *text, const char *answered);

/* wire_swap2.c */

/* Asks for the stones or the choice of a stage of swap2; false: this is no such stage, or the brain does not
   know it and is asked by BOARD.  */
bool gomocup_ask_swap2(struct gomocup *g, int seat);
/* It has refused SWAP2BOARD, or one more of its lines.  */
void gomocup_refused_swap2(struct gomocup *g, int seat);
/* No more refusals came.  */
void gomocup_swap2_without(struct gomocup *g, int seat);
/* It has answered after all: what it refused was something older.  */
void gomocup_knows_swap2(struct gomocup *g, int seat);

/* wire_ask.c: the functions of `struct protocol`, and what answers lead to */

void gomocup_started(void *state, int seat, bool warm);
void gomocup_ask(void *state, int seat);
void gomocup_expired(void *state, int seat);
char *gomocup_takeback(void *state, int turns);
void gomocup_limits_changed(void *state);
char *gomocup_point(void *state, const char *move);
bool gomocup_is_agent(const struct gomocup *g, int seat);
/* The turn's clock starts with it, and nothing is asked yet.  */
void gomocup_send_time_left(struct gomocup *g, int seat);
/* Asks for an answer that is no move, within ns.  */
void gomocup_await(struct gomocup *g, int seat, enum phase phase, int64_t limit);
/* START or RECTSTART.  */
void gomocup_start(struct gomocup *g, int seat);
/* Its board is empty now, and it may be asked.  */
void gomocup_got_ready(struct gomocup *g, int seat);
/* Nothing is asked of the brain any more; its turn may have come meanwhile.  */
void gomocup_idle(struct gomocup *g, int seat);
/* A fresh process takes its seat.  */
/* Somebody else sits there (protocol.h).  */
void gomocup_reseat(void *state, int seat);
void gomocup_respawn(struct gomocup *g, int seat);
/* What it was asked to move is not wanted any more.  Its answer may come all the same.  */
void gomocup_withdraw_move(struct gomocup *g, int seat);
/* Asks for the next stone to be taken back, or is done.  */
void gomocup_take_next_back(struct gomocup *g, int seat);

/* openings.c: that of `struct protocol` */

char **gomocup_openings(const struct setup *setup, const char *text, size_t size, const char *name,
			int *count, char **problem);

/* reasons.c */
#define GOMOCUP_CAUSE_SWAP2 "SWAP2BOARD" /* that question was not answered as it has to be */
enum { GOMOCUP_LATE_MOVE, GOMOCUP_NO_ANSWER, GOMOCUP_NO_SQUARE };
extern const struct fault_row gomocup_faults[];
enum {
	GOMOCUP_FILE_NAME,
	GOMOCUP_NO_ABOUT,
	GOMOCUP_NO_START,
	GOMOCUP_NO_RESTART,
	GOMOCUP_NO_TAKEBACK,
	GOMOCUP_NO_SWAP2,
	GOMOCUP_NO_SWAP2_STONES,
	GOMOCUP_NO_SWAP2_CHOICE,
	GOMOCUP_MADE_LINE
};
extern const struct notice_row gomocup_notices[];
extern const struct option_row gomocup_option_folder, gomocup_option_tournament;
extern const struct reason_row gomocup_reasons[];

#endif
