/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* report.h - how `run` and `tournament` report their games: a line of JSON or of words for each, and how far
 * they are.  */
#ifndef RINGSIDE_RUNNER_REPORT_H
#define RINGSIDE_RUNNER_REPORT_H

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/protocol.h"
#include "ringside/schedule.h"
#include "ringside/session.h"
#include "ringside/standings.h"

/* How far a series or a tournament is.  */
struct standing {
	int games; /* the maximum; 0: not known */
	int finished;
	int here;   /* finished games that this process has played */
	int64_t ns; /* the time that it took for them */

	/* Of a series: */
	struct standings *counts;        /* of players 1 and 2 */
	const struct first_words *words; /* what the first seat is; NULL: no more than the other one */
	char *name[SEATS];               /* as the agents gave them last; owned */
	const struct sprt *sprt;         /* NULL: none */
};

/* The names are those of the setup until agents give theirs.  Counts in `counts`, which has two players.  */
void standing_init(struct standing *standing, const struct setup *setup, struct standings *counts);
void standing_free(struct standing *standing);
/* Counts a finished game of a series.  */
void standing_take(struct standing *standing, const struct result_line *line);
/* Do agents wait for a core in most turns?  */
bool standing_waits(const struct standing *standing);

/* The texts are the caller's to free; none ends with a line end.  */

/* Is it over by a verdict, and not because it was interrupted?  */
bool match_is_finished(const struct match *match);
/* Has a player ended before it said anything, in a system where nobody says that it is ready?  */
bool match_has_silent(const struct match *match);
/* The verdict of a match that is over.  */
char *verdict_words(const struct match *match);
/* What is told of a game beside its match.  */
struct report {
	const struct scheduled
		*scheduled;                  /* of a tournament: its line has the moves, and what was measured
						apart, so that files can be compared without it; NULL: of a series */
	const struct session_setup *session; /* of its agents; NULL: not known */
	const char *const *cpus;             /* as there; NULL: not known */
	const char *until;          /* what the series waits for, if it has happened in this game; ... */
	int until_turn, until_seat; /* ... there */
	bool turns;                 /* all of them, as --turns-json prints */
	const char *record;         /* the match file of a game that was lost by a fault; NULL: none */
};
/* A game that is over as JSON: as a line of results.  */
char *report_json(const struct match *match, const struct report *report);
/* The same in words, with the match file (NULL: none); it took `ns`.  */
char *report_line(const struct match *match, int64_t ns, const char *record);
/* As "12 of 100 games".  */
char *standing_games(const struct standing *standing);
/* Adds games, games a second, time left.  */
void standing_add_pace(struct bytes *text, const struct standing *standing);
/* One line: that, and the results so far.  */
char *standing_line(const struct standing *standing);
/* Some lines: results, score and Elo, the sides, the sequential test.  */
char *standing_sum(const struct standing *standing);

#endif
