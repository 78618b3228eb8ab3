/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* report.h - how `run` reports its games: an object or a line for each, and the standing of the series.
 *
 * Only report_print() prints.  */
#ifndef RINGSIDE_RUNNER_REPORT_H
#define RINGSIDE_RUNNER_REPORT_H

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/protocol.h"
#include "ringside/result_line.h"
#include "ringside/session.h"
#include "ringside/statistics.h"
#include <jansson.h>

/* The standing of a series.  */
struct standing {
	int games; /* the maximum of the series; 0: not known */
	int finished;
	struct tally tally;              /* the games with a winner, and draws */
	int without;                     /* games without a winner, which are finished too */
	const struct first_words *words; /* what the first seat is; NULL: no more than the other one */
	int first, second;               /* games won by it, and by the other one */
	int forgiven[SEATS];             /* moves that needed --tolerance */
	int held_turns;                  /* turns that the judge was held up in, ... */
	int turns, waited_turns;         /* all, and those in which an agent waited for a core */
	double held_longest;             /* ... and for how many seconds at most in one */
	char *name[SEATS];               /* as the agents gave them last; owned */
	int here;                        /* finished games that this process has played */
	int64_t ns;                      /* the time that it took for them */
	const struct sprt *sprt;         /* NULL: none */
	struct pairs pairs;              /* for it: as player 1 sees them */
	unsigned char
		*halves; /* likewise, of each pair: 1 + the half points of its only game so far; owned */
	size_t halves_room;
};

/* The names are those of the setup until agents give theirs.  */
void standing_init(struct standing *standing, const struct setup *setup);
void standing_free(struct standing *standing);
/* Counts a finished game: its winner (as struct verdict), its first seat, and the names.  */
void standing_count(struct standing *standing, int winner, int first, const char *name1, const char *name2);

/* Counts a finished game from its line; `first`: its first seat.  */
void standing_take(struct standing *standing, const struct result_line *line, int first);
/* Do agents wait for a core in most turns?  */
bool standing_waits(const struct standing *standing);
/* Counts the pair of games 1 and 2, 3 and 4, and so on, when both have come.  */
void standing_pair(struct standing *standing, int game, int winner);

/* The texts are the caller's to free; none ends with a line end.  */

/* Is it over by a verdict, and not because it was interrupted?  */
bool match_is_finished(const struct match *match);
/* Has a player ended before it said anything, in a system where nobody says that it is ready?  */
bool match_has_silent(const struct match *match);
/* How much is told of a game: what --json prints, with the moves that were played besides in a game without
 * scores, as a tournament's line has them, or with all its turns (--turns-json).  */
enum report_more { REPORT_GAME, REPORT_MOVES, REPORT_TURNS };
/* A game that is over, as `run --json` prints it; `cpus`: as in struct session_setup, or NULL if not known.
 * The caller owns it.  */
json_t *report_json(const struct match *match, const char *const cpus[SEATS], enum report_more more);
/* Adds "sandbox" and "cgroups" to it, if the agents ran in them.  */
void report_add_limits(json_t *object, const struct session_setup *setup);
/* As it is printed, without a line end.  Frees the object; the caller frees the text.  */
char *report_text(json_t *object);
/* Prints the line and frees it.  False: it cannot be written; errno says why.  */
bool report_print(char *line);
char *report_line(const struct match *match, int64_t ns);
/* As "12 of 100 games".  */
char *standing_games(const struct standing *standing);
/* Adds games, games a second, time left.  */
void standing_add_pace(struct bytes *text, const struct standing *standing);
/* One line: that, and the results so far.  */
char *standing_line(const struct standing *standing);
/* Some lines: results, score and Elo, the sides, the sequential test.  */
char *standing_sum(const struct standing *standing);

#endif
