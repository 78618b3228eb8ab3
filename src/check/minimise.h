/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise.h - `ringside minimise`: looks for the shortest match in which something still happens.
 *
 * In each try a fresh process plays a match in which everything that people do is given, perhaps after whole
 * games of its series.  A match of `ringside fuzz` is such a try, in which that is made as the match goes on.
 */
#ifndef RINGSIDE_CHECK_MINIMISE_H
#define RINGSIDE_CHECK_MINIMISE_H

#include "ringside/check.h"
#include "ringside/match_file.h"

/* ---- a try ---- */

/* What has to happen.  */
struct minimise_while {
	const char *what;      /* as it was typed */
	const char *reason[2]; /* of the verdict that blames the seat; NULL: none */
	bool condition;        /* `what` is a condition of a breakpoint */
	bool failure;          /* any verdict that blames an agent, if the system has no excuse (fuzz.h) */
	const char *print;     /* `print` of a result has to be this one; NULL: any */
	bool had_core;         /* not if the agent was late because it waited for a core */
};

enum minimise_act {
	MINIMISE_MOVES,    /* text: the move, in the protocol's words */
	MINIMISE_SENDS,    /* text: a line to the agent, in the form of edit_read() */
	MINIMISE_TAKEBACK, /* text: how many turns are taken back */
	MINIMISE_OVERRIDE, /* text: the move that replaces the last one, which was the agent's */
	MINIMISE_ANSWER,   /* text: the move that is played in place of the answer that the agent owes */
	MINIMISE_LIMIT,    /* text: the new limit of a turn of the agent, in ns */
	MINIMISE_TELLS,    /* text: what another judge told the agent up to a question, as of SENDS; early:
			    * before it had spoken
			    */
};

/* A turn of a match, or what a person on that seat does when it waits for their move.  */
struct minimise_turn {
	int seat;
	enum minimise_act act;
	char *text; /* owned */
	bool early; /* they do not wait for their move: the agent is to move */
};

/* What happened in a match, in order. The first `begin` are turns, and the position that it begins with.  */
struct minimise_case {
	struct minimise_turn *turns;
	int count, begin;
};

/* A game that the process plays before the match.  */
struct minimise_game {
	struct setup setup;          /* as that of the match; its number tells the match files apart */
	struct minimise_case played; /* in the recorded game */
	struct minimise_case moves;  /* of it, as it was at its end */
	int winner;                  /* SEAT_NONE: a draw */
};

/* In their order.  */
struct minimise_before {
	struct minimise_game *at; /* owned */
	int count;
};

struct minimise_try {
	const struct session_setup *session; /* how agents run */
	const struct setup *setup; /* of the match, with its agent on `seat` and people on the others */
	int seat;
	const struct minimise_while *wanted;
	const struct minimise_case *played; /* what the others do, as far as it is allowed */
	/* What the person on that seat does next, in place of what `played` has behind its position; false:
	   no more, and the match is over.  The callee frees the text.  NULL: as played.  */
	bool (*next)(void *user, struct session *session, int seat, struct minimise_turn *turn);
	void *user;
	struct minimise_before before; /* the caller's; it fails if one goes another way than recorded */
	const char *record;            /* the match files to write: minimise_file() */
	struct loop *loop;
	const bool *interrupted;  /* by a signal, which also stops the loop */
	struct patience patience; /* of minimise_tell() */
};

enum minimise_end { MINIMISE_NO, MINIMISE_YES, MINIMISE_INTERRUPTED, MINIMISE_FAILED };

/* What came out.  */
struct minimise_result {
	enum minimise_end end;
	char *words;                /* how the match ended, or why the try failed; owned */
	int status;                 /* FAILED: the exit status */
	struct minimise_case turns; /* YES: as they were played; owned */
	int messages;               /* to the seat, when its process ended or the match did */
	int seat;                   /* YES: whom the verdict blames; SEAT_NONE: it was a condition */
	const char *reason;         /* of that verdict; static; NULL: none */
	bool inconclusive;          /* NO: only because of had_core */
	char *print;                /* tells this failure from others, without numbers, which differ; owned */
};

/* Plays it. NO and FAILED leave no file. It is NO, too, if not the same process has played all games.  */
struct minimise_result minimise_play(const struct minimise_try *try);
/* The match file of the i-th game before the match, from 0, or of the match itself (i is the count). `setup`
 * is of the match.  The caller frees.  */
char *minimise_file(const char *record, const struct minimise_before *before, const struct setup *setup,
		    int i);
/* Is it a game whose rules another judge had?  Then the agent is told again what that told it, as by a tap.
 * Its case begins with what comes up to the first question.  */
bool minimise_is_told(const struct setup *setup);
/* Adds what it was told in that many turns (-1: all).  NULL, or why it cannot be read; the caller frees.  */
char *minimise_read_told(struct match_file *file, int seat, int turns, struct minimise_case *found);
/* minimise_play() of such a game.  */
struct minimise_result minimise_tell(const struct minimise_try *try);
/* How many messages the seat was told; the file NULL: 0.  */
int minimise_messages(struct match_file *file, int seat);
/* Removes the match files of all games.  */
void minimise_remove(const char *record, const struct minimise_before *before, const struct setup *setup);
void minimise_result_free(struct minimise_result *result);
void minimise_case_free(struct minimise_case *turns);
void minimise_case_add(struct minimise_case *turns, int seat, enum minimise_act act, const char *text);
/* Adds the moves that the match has behind its first turns.  */
void minimise_case_add_turns(struct minimise_case *turns, const struct match *match, int since);
struct minimise_case minimise_case_copy(const struct minimise_case *from);
/* Fills a setup for the position after the first turns of the case, which the caller frees. NULL, or why no
 * match can begin there; then there is nothing to free.  */
char *minimise_begin(const struct setup *base, const struct minimise_case *from, struct setup *setup);
/* Reads what --while says.  NULL, or a problem, which the caller frees.  */
char *minimise_read_while(const char *text, const struct setup *setup, struct minimise_while *wanted);

/* ---- the search ---- */

/* Exit status; 3 is EXIT_NOT_STARTED, 130 EXIT_INTERRUPTED: what was found by then is kept.  */
enum { MINIMISED = 0, MINIMISE_ABSENT = 1, MINIMISE_TROUBLE = 2 };

struct minimise {
	struct runner_call *call;            /* with JSON it says nothing while it looks */
	const struct search_options *search; /* how long it looks */
	const struct rerun_options *replay;  /* the seat, the limit, and whether games before count */
	struct match_file *file;
	struct minimise_before before; /* what the agent's process plays before each try */
	struct loop *loop;
	struct progress *progress; /* NULL: not shown */
	struct setup setup;        /* of the tries */
	int seat;
	struct minimise_while wanted;
	struct minimise_case best;       /* as it was played */
	int recorded;                    /* turns in the file */
	int turns, messages;             /* of the best match, with the turn in which it happens */
	int first_turns, first_messages; /* of the first try in which it happened */
	char *words;                     /* how the best ended */
	char *output, *tried;            /* the files of the best and of the current try: minimise_file() */
	struct patience patience;        /* as in struct minimise_try */
	int tries, happened;             /* all, and of the checks */
	int kept;                        /* how often there was a new best */
	int checks;
	int each;       /* tries of each match */
	uint64_t *seen; /* the matches that were tried, as seen_number(); owned */
	int seen_count;
	int64_t began; /* ns, as loop_now() */
	bool stopped;  /* by --tries, --time, a signal or a problem */
	bool interrupted;
	int status;    /* of `problem` */
	char *problem; /* owned */
};

/* Frees what it owns, but not the file and the loop.  */
void minimise_free(struct minimise *minimise);
/* Looks until nothing is left to leave out, or until it is stopped.  */
void minimise_search(struct minimise *minimise);

#endif
