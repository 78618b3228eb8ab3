/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* report.h - what `run` tells of its games: an object or a line for each, and where the series stands.
 *
 * Nothing here prints but report_print().  */
#ifndef RINGSIDE_CLI_REPORT_H
#define RINGSIDE_CLI_REPORT_H

#include "ringside/match.h"
#include "statistics.h"
#include <jansson.h>

/* Where a series stands.  */
struct standing {
	int games; /* that the series has at most; 0: nobody knows */
	int finished;
	struct tally tally;      /* of those with a winner, or drawn */
	int without;             /* a winner: finished all the same */
	int first, second;       /* games won by the seat that began, and by the other one */
	int forgiven[SEATS];     /* moves that needed --tolerance */
	char *name[SEATS];       /* as the agents said last; owned */
	int here;                /* so many of the finished games were played by this process */
	int64_t ns;              /* it took it so long */
	const struct sprt *sprt; /* NULL: none */
};

/* Names of a seat that nobody has said are those of the setup.  */
void standing_init(struct standing *standing, const struct setup *setup);
void standing_free(struct standing *standing);
/* A finished game: its winner (as struct verdict), the seat that began it, and the names in it.  */
void standing_count(struct standing *standing, int winner, int first, const char *name1, const char *name2);

/* So many moves of each seat in it needed the tolerance.  */
void standing_forgive(struct standing *standing, const int forgiven[SEATS]);

/* The texts are the caller's to free; none ends with a line end.  */

/* Is it over, and did it have a verdict of its own, not that somebody broke it off?  */
bool match_is_finished(const struct match *match);
/* A game that is over, as `run --json` prints it; with all of its turns (--turns-json).  The caller owns it.
 */
json_t *report_json(const struct match *match, bool turns);
/* Prints it as a line, and frees it.  False: errno says why that cannot be written.  */
bool report_print(json_t *object);
char *report_line(const struct match *match, int64_t ns);
/* As "12 of 100 games".  */
char *standing_games(const struct standing *standing);
/* One line: games, games a second, time left, results so far.  */
char *standing_line(const struct standing *standing);
/* Some lines: results, score and Elo, who began, the sequential test.  */
char *standing_sum(const struct standing *standing);

#endif
