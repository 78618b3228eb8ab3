/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_report.h - what a rerun has shown, while it is collected (rerun.c) and told.  */
#ifndef RINGSIDE_CHECK_RERUN_REPORT_H
#define RINGSIDE_CHECK_RERUN_REPORT_H

#include "rerun_games.h"
#include "ringside/bytes.h"
#include "ringside/rejoin.h"
#include <jansson.h>

/* An answer that is kept; its strings are for people, and owned.  */
struct rerun_answer {
	int game; /* index in the games */
	int turn;
	int64_t message;
	char *recorded, *answered; /* NULL: there was none */
	int64_t recorded_ns, answered_ns;
	bool same;
	bool told, misled; /* as rejoin.h has them */
};

/* ns of each answer that both gave.  */
struct rerun_times {
	int64_t *recorded, *answered;
	int count;
};

/* The turn from which the answers of a game cannot be compared.  */
struct rerun_misled {
	int game, turn;
	char *why; /* for people; owned */
};

/* As rejoin.h has it, in one of the games.  */
struct rerun_end {
	int game;
	struct rejoin_end end; /* its words are owned */
};

/* The errors in the report of valgrind.  */
struct rerun_errors {
	int count;
	int game, turn; /* of the first one */
	char *words;    /* of the first one: "Invalid read of size 4, put (brain.c:31)"; owned */
	char *head;     /* a line that may begin one, if a frame follows; NULL: none; owned */
	bool places;    /* the frames of the first one are being read */
};

/* Lines, and the turn of each.  */
struct rerun_printed {
	struct bytes part; /* of a line that is not whole yet */
	json_t *lines;     /* that are kept; NULL: there is no tool */
	size_t kept;       /* bytes of them */
	int count;
	struct rerun_errors errors;
};

struct rerun_report {
	const struct rerun_games *games; /* the caller's */
	bool json;                       /* all is kept, and nothing printed before the end */
	bool all;                        /* report equal answers too */
	bool valgrind;                   /* the agent runs under it */
	struct other_build *other;       /* as in rerun_options */
	int game;                        /* the current one */
	struct rerun_answer *answers;
	int kept;                /* the different answers, or all */
	int answered, different; /* how many */
	int told;                /* positions */
	struct rerun_misled *misled;
	int misled_count;
	struct rerun_end old, fresh; /* the first bad end of each */
	struct rerun_times times;
	struct rerun_printed printed; /* on stderr, with a tool */
	bool unfinished;              /* the last match is still being played */
	int turns;                    /* of the last game, as far as it was replayed */
	bool at_gap;                  /* the last game has a gap, where the replay stopped */
	const char *early; /* why the replay stopped early, owned by the caller; NULL: it did not */
};

/* Takes what came on stderr of an agent under a tool; size 0: that is all.  */
void rerun_printed_add(struct rerun_printed *printed, const char *bytes, size_t size);
/* The next line of it, which the caller frees; NULL: none is whole yet.  A line of more than 64 KB counts as
 * several.  */
char *rerun_printed_line(struct rerun_printed *printed);
/* Takes a line of that in a turn, from 1.  */
void rerun_report_prints(struct rerun_report *report, int turn, const char *line);
/* Keeps an answer, and prints it.  */
void rerun_report_answer(struct rerun_report *report, const struct rejoin_answer *answer);
/* The game has ended: keeps how the processes ended, and what could not be compared.  */
void rerun_report_ends(struct rerun_report *report, const struct rejoin *rejoin);
/* The process has ended after it was told to leave: keeps a crash.  */
void rerun_report_parting(struct rerun_report *report, struct ending ending);
/* Has the agent ended badly, or has valgrind found errors?  */
bool rerun_ended_badly(const struct rerun_report *report);
/* As people read it; NULL: none differs.  The caller frees.  */
char *rerun_first_difference(const struct rerun_report *report);
/* Prints the sum on stdout, or the whole report as one object.  */
void rerun_report_tell(struct rerun_report *report);
void rerun_report_free(struct rerun_report *report);

#endif
