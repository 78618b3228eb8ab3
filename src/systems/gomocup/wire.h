/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - the state of a match of the Gomocup protocol, shared by the files of the protocol.  */
#ifndef RINGSIDE_GOMOCUP_WIRE_H
#define RINGSIDE_GOMOCUP_WIRE_H

#include "analysis.h"
#include "ringside/protocol.h"
#include "ringside/referee.h"
#include "rules.h"

enum { KNOWN_NOTHING = -1 };

/* The last question to a brain that is unanswered.  */
enum phase {
	PHASE_IDLE,
	PHASE_ABOUT,
	PHASE_START,
	PHASE_RESTART,
	PHASE_TAKEBACK,
	PHASE_MOVE,
	PHASE_REFUSES, /* it does not know SWAP2BOARD, and refuses each of its lines */
};

/* Its turn has come; it is asked as soon as it is idle.  */
enum pending_turn {
	PENDING_NOTHING,
	PENDING_TURN,
	PENDING_AGAIN, /* a turn for which it has refused SWAP2BOARD */
};

struct brain {
	enum phase phase;
	bool spoke;      /* it has said something */
	bool named;      /* it has said its name */
	bool informed;   /* it was told the limits, and has to be told changes */
	bool owes_about; /* it has not answered ABOUT, but may do so late */
	enum pending_turn pending;
	int known;                    /* how many stones are on its board; KNOWN_NOTHING: unknown */
	bool asked_swap2;             /* SWAP2BOARD asked for its move */
	bool knows_no_swap2;          /* it has refused that */
	int refusals;                 /* how many refusals may still come */
	int keep;                     /* while taking back: how many stones stay */
	struct square *back;          /* while taking back: the stones before; owned */
	char *error;                  /* its complaint in this turn; owned */
	struct gomocup_analysis said; /* in this turn, if the judge wants values */
};

/* A table of positions whose end is known.  */
struct gomoku_end {
	uint64_t key;
	enum stone result; /* the colour that wins; STONE_NONE: a draw */
	int line;          /* in the file, from 1 */
};

struct gomoku_ends {
	struct gomoku_end *at; /* by their keys; owned */
	int count;
};

struct gomocup {
	struct judge *judge;
	struct gomoku_match match;
	struct brain brain[SEATS];
	struct gomoku_ends ends;
	struct bytes played; /* the last turn, in the words that the match stores */
};

extern const struct option_row gomoku_option_ends, gomoku_option_ends_text;
extern const struct protocol_openings gomocup_openings;
/* The table of a match by this setup on such a board; empty if there is none.  NULL, or what is wrong, for
 * people.  Free the table in either case.  */
char *gomoku_ends_init(struct gomoku_ends *ends, const struct setup *setup, const struct gomoku *board);
void gomoku_ends_free(struct gomoku_ends *ends);
/* The end of this position; NULL: it is not known.  */
const struct gomoku_end *gomoku_known_end(const struct gomoku_ends *ends, const struct gomoku *game);
/* Black's forbidden points as `x,y` (from 0), a line each, in reading order; then `win` if the last move made
   a winning line, otherwise `none`.  See `struct protocol`.  */
char *gomocup_rules(const struct setup *setup, const char *position, char **problem);

/* wire_moves.c */

void gomocup_begin(void *state);
char *gomocup_answer(void *state, const struct message *message, bool *legal);
char *gomocup_move_form(const struct setup *setup, const char *move, char **problem);
char *gomocup_smaller(const struct setup *setup, const char *move, int k);
char *gomocup_refusal(const struct match *match, const struct message *message);
char *gomocup_check(void *state, int seat, const char *move, int back);
char *gomocup_play(void *state, int seat, const char *move, const char *answered);
/* The brain moves.  An illegal move loses.  */
void gomocup_take_move(struct gomocup *g, int seat, const char *text, size_t size);
/* Plays a move of the seat, and ends the turn.  `answered`: the agent's own words, which may be `text`
   itself; NULL: a person moved.  NULL, or why the move is illegal, to follow the text and "is"; then nothing
   has changed.  The caller frees.  */
char *gomocup_put(struct gomocup *g, int seat, const char *text, size_t size, const char *answered);

/* wire_swap2.c */

/* Asks for the stones or the choice of a stage of swap2.  False: this is no such stage, or the brain does not
   know SWAP2BOARD and is asked by BOARD.  */
bool gomocup_ask_swap2(struct gomocup *g, int seat);
/* The brain has refused SWAP2BOARD, or another of its lines.  */
void gomocup_refused_swap2(struct gomocup *g, int seat);
/* No more refusals come.  */
void gomocup_swap2_without(struct gomocup *g, int seat);
/* The brain has answered after all: it had refused something older.  */
void gomocup_knows_swap2(struct gomocup *g, int seat);

/* wire_ask.c: members of `struct protocol`, and the reactions to answers */

void gomocup_started(void *state, int seat, bool warm);
void gomocup_ask(void *state, int seat);
void gomocup_expired(void *state, int seat);
char *gomocup_takeback(void *state, int turns);
void gomocup_limits_changed(void *state);
char *gomocup_point(void *state, const char *move);
/* Move i as BOARD tells it.  1: its own, 2: the opponent's, 3: "only if continuous game is enabled, stone is
   part of winning line" (gomocup-protocol, BOARD).  */
int gomocup_field(const struct gomoku *game, int i);
bool gomocup_is_agent(const struct gomocup *g, int seat);
/* Starts the turn's clock; the question follows later.  */
void gomocup_send_time_left(struct gomocup *g, int seat);
/* Sends START or RECTSTART.  */
void gomocup_start(struct gomocup *g, int seat);
/* Its board is empty now, and it can be asked.  */
void gomocup_got_ready(struct gomocup *g, int seat);
/* The brain is idle now; if its turn has come, asks it.  */
void gomocup_idle(struct gomocup *g, int seat);
/* Gives the seat to a fresh process.  */
/* Another player has the seat now (protocol.h).  */
void gomocup_reseat(void *state, int seat);
void gomocup_respawn(struct gomocup *g, int seat);
/* Its move is no longer wanted; the answer may still come.  */
void gomocup_withdraw_move(struct gomocup *g, int seat);
/* Asks for the next stone to be taken back, or ends the taking back.  */
void gomocup_take_next_back(struct gomocup *g, int seat);

/* fuzz.c */
extern const struct fuzz gomocup_fuzz;

/* spec.c */
extern const struct spec gomocup_spec;

/* twins.c */
extern const struct twins gomocup_twins;

/* reasons.c */
#define GOMOCUP_CAUSE_ENDS  "ends"
#define GOMOCUP_CAUSE_SWAP2 "SWAP2BOARD" /* the question was not answered as required */
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
extern const struct option_row gomocup_option_folder, gomocup_option_tournament, gomocup_option_info1,
	gomocup_option_info2, gomocup_option_depth1, gomocup_option_depth2, gomocup_option_nodes1,
	gomocup_option_nodes2;
extern const struct reason_row gomocup_reasons[];

#endif
