/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the files of the Gomocup protocol show each other.  */
#ifndef RINGSIDE_GOMOCUP_WIRE_H
#define RINGSIDE_GOMOCUP_WIRE_H

#include "ringside/protocol.h"
#include "ringside/tour.h"
#include "rules.h"

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

extern const struct option_row gomoku_option_ends, gomoku_option_ends_text;
extern const struct protocol_openings gomocup_openings;
/* The table of a match by this setup on such a board; empty if there is none.  NULL, or what is wrong, for
 * people.  Free the table in either case.  */
char *gomoku_ends_init(struct gomoku_ends *ends, const struct setup *setup, const struct gomoku *board);
void gomoku_ends_free(struct gomoku_ends *ends);
/* The end of this position; NULL: it is not known.  */
const struct gomoku_end *gomoku_known_end(const struct gomoku_ends *ends, const struct gomoku *game);
/* Move i as BOARD tells it.  1: its own, 2: the opponent's, 3: "only if continuous game is enabled, stone is
   part of winning line" (gomocup-protocol, BOARD).  */
int gomocup_field(const struct gomoku *game, int i);

extern const struct protocol_texts gomocup_texts;
extern const struct protocol_tools gomocup_tools;
extern const struct tour_story gomocup_tour;

#define GOMOCUP_CAUSE_ENDS  "ends"
#define GOMOCUP_CAUSE_SWAP2 "SWAP2BOARD" /* the question was not answered as required */
/* Its faults and notices, by row.  */
enum { GOMOCUP_LATE_MOVE, GOMOCUP_NO_ANSWER, GOMOCUP_NO_SQUARE };
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
extern const struct option_row gomocup_option_tournament, gomocup_option_info1, gomocup_option_info2;

/* ---- the state of a match: wire.c referees it, heard.c follows another judge ---- */

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
	bool byoyomi;    /* the limit of a turn that it was told is that of byo-yomi */
	bool owes_about; /* it has not answered ABOUT, but may do so late */
	enum pending_turn pending;
	int known;           /* how many stones are on its board; KNOWN_NOTHING: unknown */
	bool asked_swap2;    /* SWAP2BOARD asked for its move */
	bool knows_no_swap2; /* it has refused that */
	int refusals;        /* how many refusals may still come */
	int keep;            /* while taking back: how many stones stay */
	struct square *back; /* while taking back: the stones before; owned */
	char *error;         /* its complaint in this turn; owned */
	int64_t turn_limit;  /* of another judge: what it has said last, in ns; 0: none */
};

struct gomocup {
	struct judge *judge;
	struct gomoku_match match;
	struct brain brain[SEATS];
	struct gomoku_ends ends;
	struct bytes played; /* the last turn, in the words that the match stores */
	/* What another judge tells now, and its stones so far (struct square).  */
	enum { TOLD_NOTHING, TOLD_BOARD, TOLD_SWAP2 } told;
	struct bytes stones;
};

/* Plays a move of the seat, and ends the turn.  `answered`: the agent's own words, which may be `text`
   itself; NULL: a person moved, or another judge says so.  NULL, or why the move is illegal, to follow the
   text and "is"; then nothing has changed.  The caller frees.  */
char *gomocup_put(struct gomocup *g, int seat, const char *text, size_t size, const char *answered);

extern const struct protocol_tap gomocup_tap;

#endif
