/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* report.h - how `run` and `tournament` report their games: a line of JSON or of words for each.  */
#ifndef RINGSIDE_RUNNER_REPORT_H
#define RINGSIDE_RUNNER_REPORT_H

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/protocol.h"
#include "ringside/schedule.h"
#include "ringside/session.h"
#include "ringside/standings.h"

/* The texts are the caller's to free; none ends with a line end.  */

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

#endif
