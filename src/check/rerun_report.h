/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_report.h - compares the answers of a new build with the recorded ones, as text or JSON.  */
#ifndef RINGSIDE_CHECK_RERUN_REPORT_H
#define RINGSIDE_CHECK_RERUN_REPORT_H

#include "rerun_games.h"
#include "rerun_tool.h"
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
	int count, room;
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

struct rerun_report {
	const struct rerun_games *games; /* the caller's */
	bool all;                        /* report equal answers too */
	int game;                        /* the current one */
	struct rerun_answer *answers;
	int kept, room;          /* the different answers, or all */
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

/* Makes this game the current one.  */
void rerun_report_game(struct rerun_report *report, int game);
/* How far it has come, as one line; the caller frees.  A progress_fn.  */
char *rerun_report_progress(const void *report);
/* Keeps an answer; prints it on stdout at once unless `json`.  */
void rerun_report_answer(struct rerun_report *report, const struct rejoin_answer *answer, bool json);
/* The game has ended: keeps how the processes ended, and what could not be compared.  */
void rerun_report_ends(struct rerun_report *report, const struct rejoin *rejoin);
/* The process has ended after it was told to leave: keeps a crash.  */
void rerun_report_parting(struct rerun_report *report, struct ending ending);
/* A crash, an exit, a hang, a timeout or a loss by what it said.  */
bool rerun_end_is_bad(const struct rerun_end *end);
/* Has the agent ended badly, or has valgrind found errors?  */
bool rerun_is_bad(const struct rerun_report *report);
/* The setup of the current game.  */
const struct setup *rerun_setup(const struct rerun_report *report);
/* A time for people: 0.312 ms, 312 ms, 12.3 s; "-" when it is not known.  The caller frees.  */
char *rerun_time(int64_t ns);
void rerun_report_free(struct rerun_report *report);

/* rerun_summary.c */
/* Prints the summary on stdout.  Its last line says how the process ended.  */
void rerun_report_print(struct rerun_report *report);
/* The whole report as one object.  The caller owns it.  */
json_t *rerun_report_json(struct rerun_report *report);

#endif
