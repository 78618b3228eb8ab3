/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match.h - what is known of a match: its setup, its turns, its verdict.
 *
 * The judge keeps one for a match being played; the match file fills one for a match being read.  The screen
 * draws either without knowing which.  */
#ifndef RINGSIDE_MATCH_H
#define RINGSIDE_MATCH_H

#include "ringside/bytes.h"
#include "ringside/setup.h"

/* ---- how it ended ----
 *
 * A protocol or the judge makes the verdict, the match file keeps it, the screen shows it, `run` prints it.
 */

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
	const char *pgn;   /* how Termination of PGN tells it, as fastchess does; NULL: it does not */
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
/* Has an agent or the game program failed, whatever a person did?  */
bool verdict_is_failure(const struct verdict *verdict);
/* As "seat 1 wins: five"; of NULL "unfinished".  The caller frees.  */
char *verdict_line(const struct verdict *verdict);

/* ---- turns ---- */

enum turn_flag {
	TURN_BY_PERSON = 1 << 0,   /* a person sits on the seat, or moved in the agent's place */
	TURN_CHANGED = 1 << 1,     /* what was played is not what the agent answered */
	TURN_INTERRUPTED = 1 << 2, /* its clock stood for a while, which think_ns leaves out */
	TURN_SCORED = 1 << 3,      /* its sum is known */
	TURN_UNTIMED = 1 << 4,     /* a debugger was attached to the agent: think_ns says little */
	TURN_FORGIVEN = 1 << 5,    /* it was over a limit, but within the tolerance */
	TURN_HELD_UP = 1 << 6,     /* the judge was held up during it */
	TURN_WAITED = 1 << 7,      /* its agent waited for a core, and it matters (waiting_matters()) */
	TURN_CHARGED = 1 << 8      /* it counts time that the judge worked on what the agent wrote */
};

enum { SAID_WORDS = 16 };

/* What an agent says in its turn of its search, in its own scale.  The last of each before its move counts.
 */
struct said {
	char words[SAID_WORDS]; /* what the position is worth to it, in its own words; "": it has not said */
	double value;           /* said_value() of them */
	int64_t message;        /* the message that said so; 0: none, or not known */
	int depth;              /* plies of the search; 0: it has not said */
	int64_t nodes;          /* positions searched; 0: it has not said */
	int line, best;         /* of several lines that it reports: the present and the best one; 0: none */
};

/* A value in an agent's words, as "+34", as a number.  "M12", it wins: INFINITY; "-M12", it loses: -INFINITY.
 */
double said_value(const char *words);

/* From asking a seat to move until its move is accepted.  Its strings are owned by the match, or by whoever
 * read the turn: turn_clear().  */
struct turn {
	int n; /* from 1 */
	int seat;
	char *answered;   /* what the agent answered, in the protocol's words; NULL: nothing */
	char *played;     /* what was played, in the protocol's words; NULL: not known */
	int64_t began_ns; /* since the match began */
	int64_t think_ns;
	int64_t held_ns;     /* how long the judge was held up during it, which think_ns leaves out */
	int64_t left_ns;     /* left of the seat's clock after it, with byo-yomi; INT64_MAX: no limit */
	int64_t clock_moves; /* to be made in the clock's period then; 0: it has no number of moves */
	int64_t cpu_ns;      /* CPU time of the agent and its children in this turn; -1: not known */
	int64_t rss;         /* bytes resident at its end; -1: not known */
	int64_t message;     /* number of the message that brought the answer; 0: none */
	double sum[SEATS];   /* the sum of each seat's scores before the next turn */
	unsigned flags;      /* of enum turn_flag */
	/* When the seat was asked, and when the first and last byte of the answer came, since the match
	 * began; -1: not known.  */
	int64_t asked_ns, first_ns, last_ns;
	int64_t tolerance_ns; /* how far it was over a limit, if TURN_FORGIVEN */
	int64_t peak;         /* most bytes resident in it; -1: not known */
	int faults;           /* of the seat since its previous turn */
	struct said said;
};

/* The turn of an agent that the verdict broke off.  */
struct unfinished {
	bool open; /* there is one */
	/* As in struct turn.  The bytes are those of an incomplete message.  */
	int64_t asked_ns, first_ns, last_ns;
	int64_t think_ns;
	int64_t held_ns;
	int64_t charged_ns;     /* what it counts of the judge's work on what the agent wrote */
	struct waiting waiting; /* for a core, when it was told last */
	/* CPU time in ns and peak memory in bytes since the last measured turn; 0: none, or not known.  A
	 * session that does not measure each turn (session.h) sets them even if no turn was broken off.
	 */
	int64_t cpu_ns, peak;
};

/* The resources that a seat's turns took.  */
struct took {
	int turns;
	double total, longest;           /* ns of think time; as doubles they cannot overflow */
	int held_turns;                  /* those that the judge was held up in ... */
	int64_t held_longest;            /* ... and for how many ns at most */
	int waited_turns, charged_turns; /* those with these marks (enum turn_flag) */
	bool knows_cpu;
	double cpu;   /* ns */
	int64_t peak; /* bytes; 0: not known */
};

/* How long a seat's agent waited for a core where it mattered, taken back or not.  */
struct waited {
	int turns;          /* with questions besides them, such as the one for getting ready */
	double ns;          /* as a double it cannot overflow */
	int branch, turn;   /* the last of them, ... */
	int64_t in_turn_ns; /* ... and how much of ns is its part */
};

/* How many turns are kept at least.  No game on a board has more; an endless game drops older ones.  */
enum { MATCH_KEPT = 8192 };

struct match {
	struct setup setup;
	struct turn *turns; /* the newest turns of this branch, see match_turn() */
	struct arena texts; /* the words of these turns, and perhaps of turns that were taken back */
	int dropped; /* how many older turns are not in memory; at least MATCH_KEPT stay while it is played */
	int turn_count; /* with the dropped ones */
	bool keeps_all; /* drop none: the match was imported and is in no file yet */
	/* Looks up a dropped turn, as match_turn(); NULL: nobody can.  */
	const struct turn *(*older)(void *user, int n);
	void *older_user;
	/* The same for match_glance() and match_skim(); NULL: older() does it.  */
	const struct turn *(*glance)(void *user, int n);
	const struct turn *(*skim)(void *user, int n, int every);
	struct took took[SEATS]; /* of the turns until `took_until`, which may be fewer than were dropped */
	int took_until;
	bool scored;         /* there are scores */
	double sum[SEATS];   /* of all scores of each seat */
	int forgiven[SEATS]; /* TURN_FORGIVEN turns of each seat, dropped ones too */
	int timeouts[SEATS]; /* turns of each seat that passed their limit; for a match that was read, see
				match_file_timeouts().  Written by: judge/time.c, judge/arbiter.c,
				judge/heard.c.  */
	struct waited waited[SEATS]; /* for a match that was read, see match_file_timeouts().  Written by:
					judge/time.c.  */
	int faults[SEATS];           /* of each seat until the verdict; for a match that was read, see
					match_file_faults().  Written by: judge/arbiter.c.  */
	/* The last note about each agent since its clock began; for a match that was read only that of the
	 * agent to blame.  Written by: judge/time.c.  */
	struct activity activity[SEATS];
	char *backtrace[SEATS]; /* the last one of each agent that crashed or was late; NULL: none; owned */
	/* The first warning (arbiter_warn()) of each seat, to follow its name; NULL: none; owned.  Written
	   by: judge/arbiter.c.  */
	char *warning[SEATS];
	/* Of a turn in progress, or that the verdict broke off.
	   Written by: judge/match.c, judge/arbiter.c, judge/time.c.  */
	struct unfinished unfinished[SEATS];
	int branch;         /* 0: nothing was ever taken back */
	int64_t started_us; /* when it began, in microseconds since 1970, UTC; 0: not known */
	bool over;
	int64_t ended_ns;       /* if over: since the match began */
	struct verdict verdict; /* when over */
	struct bytes
		board; /* the rows that a game program showed to all last, with line ends; size 0: none */
	bool hidden;   /* each player sees only what is its own until the match is over (arbiter_hides()) */
	unsigned cuts; /* how often turns were taken back (match_cut()) */
	unsigned revision; /* grows with each change, so that a view can tell that there is something new */
};

/* In the judge match.c alone writes the match, but for members that name another file (tests/writers.py).  */

void match_init(struct match *match, const struct setup *setup);
void match_free(struct match *match);
/* The match before its first turn.  It borrows the setup: do not free it.  */
struct match match_before(const struct setup *setup);
/* Adds a turn with copies of its strings, numbers it, and gives it the present sums unless it has its own.
 * The result is valid until the next change.  */
struct turn *match_append(struct match *match, const struct turn *turn);
/* The same; frees its strings.  */
struct turn *match_add(struct match *match, struct turn turn);
/* Turn n, from 1; NULL: there is none, or it was dropped and cannot be looked up.  Valid until the next call
 * with another n.  */
const struct turn *match_turn(const struct match *match, int n);
/* The same for a walk through all turns, which it makes several times faster: of a dropped turn only n, seat,
 * answered, played, think_ns, flags and sum are set.  */
const struct turn *match_glance(const struct match *match, int n);
/* The same, twice as fast: of a dropped turn only n, seat and played are set, and sum if n is a multiple of
 * `every`, from 1.  */
const struct turn *match_skim(const struct match *match, int n, int every);
/* Keeps only the first `turns` turns, and the sums of that time. match_turn() must know the last of them.
 */
void match_cut(struct match *match, int turns);
/* Adds a score of the seat for the last turn.  */
void match_score(struct match *match, int seat, double score);
/* A turn of which only the seat is known: nothing was measured.  */
struct turn turn_unmeasured(int seat);
void turn_clear(struct turn *turn);
/* How long another build of the seat's agent is awaited that is told what this one was told, in ns.  */
struct patience {
	int64_t answer; /* ten times the longest turn, at most the limit, and 2 s at least */
	int64_t first;  /* the same for the first answer of a process, which has to start: 10 s at least,
			   unless  the limit for that is shorter */
};
/* `setup`: with the agent on its seat.  */
struct patience match_patience(const struct match *match, const struct setup *setup, int seat);
/* What all turns of each seat took, including the one that the verdict broke off.  False: some turns are not
 * known any more.  */
bool match_took(const struct match *match, struct took took[SEATS]);
/* What the seat to blame did: the detail of the verdict without the seat's title before it.  Owned by the
 * match.  */
const char *verdict_deed(const struct match *match);
/* Takes over detail.  */
void match_end(struct match *match, struct verdict verdict);
/* The same, `ns` after the match began.  */
void match_end_at(struct match *match, int64_t ns, struct verdict verdict);
/* Notes pending bytes of the seat's agent (EVENT_PENDING).  Those before the verdict belong to the turn that
 * it breaks off.  */
void match_pending(struct match *match, int seat, const struct event *pending);
/* As match_cut().  If the match was over, it goes on: forgets the verdict.  */
void match_take_back(struct match *match, int turns);
/* The seat's last turn among the first `turns`; NULL: there is none among the last MATCH_KEPT of them.  */
const struct turn *match_last_of(const struct match *match, int seat, int turns);
/* Sets the function that looks up dropped turns.  */
void match_set_older(struct match *match, const struct turn *(*older)(void *user, int n), void *user);

/* The setup, to be changed: `revision` grows.  */
struct setup *match_change_setup(struct match *match);
/* A row without its line end that a game program shows to all; `begins`: it is the first one of a board. */
void match_show_row(struct match *match, bool begins, const char *row, size_t size);
/* Its players do not see all of it.  */
void match_hide(struct match *match);
/* Only the kind: the seat keeps its command and its name.  */
void match_set_kind(struct match *match, int seat, enum seat_kind kind);

/* What is counted and measured of a seat.  */

void match_set_backtrace(struct match *match, int seat, const char *text, size_t size);
/* Was the agent to blame late, and waited for a core meanwhile?  */
bool match_waited_late(const struct match *match, const struct verdict *verdict);
/* The same, and its limit did not grow by that: so nobody knows whether it is slow.  The match is over.  */
bool match_waiting_decided(const struct match *match);
/* It is asked something besides its turn, or has ended: it has not waited.  */
void match_forget_waiting(struct match *match, int seat);
/* Adds what was measured of turn n, as in struct turn.  It must be one of those that are kept.  */
void match_measure_turn(struct match *match, int n, int64_t cpu_ns, int64_t rss, int64_t peak);

/* Is it over by a verdict, and not because it was interrupted?  */
bool match_is_finished(const struct match *match);
/* Has a player ended before it said anything, in a system where nobody says that it is ready?  */
bool match_has_silent(const struct match *match);

/* ---- many numbers in a few: what the moves of a seat took, for people ---- */

struct summary {
	int count; /* of the numbers that are known; 0: the rest is 0, too */
	/* `total` is at most INT64_MAX, as of the times of a forged file.  */
	int64_t total, least, median, high, most;
};

/* Sorts `count` numbers and sums them up; negative ones mean not known and are left out. The median and
 * `high`, the 95th percentile, are numbers that occur (nearest rank).  */
struct summary summary_of(int64_t *numbers, int count);

#endif
