/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* verdict.h - how a match ended.
 *
 * A protocol or the judge makes it, the match file keeps it, the screen shows it, `run` prints it.  */
#ifndef RINGSIDE_VERDICT_H
#define RINGSIDE_VERDICT_H

#include "ringside/event.h"
#include <stdbool.h>
#include <stdint.h>

/* The reasons that all systems share (systems, Verdicts).  A game adds its own words, as "five".  */
#define REASON_ILLEGAL     "illegal"     /* a move that the rules do not allow */
#define REASON_TIMEOUT     "timeout"     /* no move within the limit */
#define REASON_CRASH       "crash"       /* ended by a signal, or non-zero, while still needed */
#define REASON_EXIT        "exit"        /* left cleanly while still needed */
#define REASON_PROTOCOL    "protocol"    /* sent bytes that cannot be understood */
#define REASON_RESIGN      "resign"      /* gave up */
#define REASON_MEMORY      "memory"      /* more memory than allowed */
#define REASON_GAME        "game"        /* the game program failed: no player is to blame */
#define REASON_START       "start"       /* never got ready */
#define REASON_ADJUDICATED "adjudicated" /* a person decided, or what a person asked for (cause) */
#define REASON_INTERRUPTED "interrupted" /* a person broke it off, or the system failed */

/* What a shared reason is about.  */
enum reason_kind {
	REASON_OF_RULES,   /* what an agent said or did */
	REASON_OF_LIMIT,   /* it was late */
	REASON_OF_ENDING,  /* its process ended */
	REASON_OF_PROGRAM, /* the game program */
	REASON_OF_PEOPLE   /* a person decided */
};

/* A shared reason: all that ringside knows of it.  */
struct reason {
	const char *word;
	enum reason_kind kind;
	const char *until; /* the word of --until and --while that waits for it; NULL: none does */
	const char *sgf;   /* how SGF tells it, behind the winner's colour and +; NULL: it does not */
	const char *rule;  /* one or two sentences; NULL: only a system can tell */
	const char *source;
};

/* All of them; the last one has no word.  A new one is a row, and the line with its name above.  */
extern const struct reason shared_reasons[];
/* NULL: it is a game's own word, or NULL.  */
const struct reason *reason_named(const char *word);
/* That of an agent whose process has ended: it crashed, or it left.  */
const char *reason_of_ending(struct ending ending);
/* Is it a shared reason of that kind?  */
bool reason_is(const char *word, enum reason_kind kind);

enum { WINNER_NONE = -1, WINNER_DRAW = 0 }; /* else a seat */
enum { PROOFS = 4 };

struct verdict {
	int winner;         /* 1, 2, WINNER_DRAW, or WINNER_NONE: nobody won */
	const char *reason; /* a fixed word; static, or owned by its match file */
	char *detail;       /* a sentence for people; owned */
	int blame;  /* the seat that failed; SEAT_NONE when no player did, or a person may have led it to */
	int failed; /* the same, whatever a person did; of a match that was read, it is `blame` */
	int64_t proof[PROOFS]; /* numbers of the messages that prove it; 0: no more */
	const char *cause; /* the case of the reason, a word of the system; NULL: there is only one; lives as
			      long as the reason */
};

/* Is the game itself over: by its rules, with nobody to blame?  Then no turn follows the last one.  */
bool verdict_is_final(const struct verdict *verdict);
/* As "seat 1 wins: five"; of NULL "unfinished".  The caller frees.  */
char *verdict_line(const struct verdict *verdict);

#endif
