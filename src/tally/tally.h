/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally.h - the tables of a tournament, shared by the forms that they are written in.
 *
 * No form depends on the order in which games came, except for what was measured.  */
#ifndef RINGSIDE_TALLY_TALLY_H
#define RINGSIDE_TALLY_TALLY_H

#include "sheet.h"
#include "tally_read.h"
#include <stdio.h>

struct invocation;

/* Who stands where.  Players count from 0, ranks from 1.  */
struct ranks {
	int *order; /* players, the best first */
	int *rank;  /* of each player */
	struct rating *ratings;
	int winner; /* of a knock-out; -1: nobody has won it yet, or it is none */
	int level;  /* pairings of a knock-out that the order of the players decided */
};

struct ranks ranks_of(const struct tallied *tallied);
void ranks_free(struct ranks *ranks);

/* What is known of two players, as the first one sees it.  */
struct versus {
	struct tally tally;
	int without;
	struct pairs pairs;
	struct elo elo;     /* from the pairs if there are any, else from the games */
	double superiority; /* likewise; NAN: not known */
	struct mean score;  /* the difference of the scores */
};

struct versus versus_of(const struct standings *standings, int i, int j);

/* How players learnt: the mean of scores at points that follow each other.  */
struct curve {
	const char *title, *note;
	bool in_game; /* a point is a tenth of a game, else some rounds of the tournament */
	int points;
};

enum { CURVES_MOST = 2 };
/* The curves that say something.  Returns how many.  */
int tally_curves(const struct tallied *tallied, struct curve curves[CURVES_MOST]);
/* A point of a player; without a count it is not known.  */
const struct mean *curve_at(const struct curve *curve, const struct player_sum *player, int point);
/* The first and the last round of a point, or the part of a game in per cent.  */
void curve_span(const struct curve *curve, const struct standings *standings, int point, int *from, int *to);
/* As a table, and as a line for each player in a page.  */
void curve_add_sheet(const struct curve *curve, const struct tallied *tallied, const struct ranks *ranks,
		     struct sheets *sheets);
void curve_add_picture(const struct curve *curve, const struct tallied *tallied, const struct ranks *ranks,
		       struct bytes *page);
/* Reasons by which players lost by a fault, the most frequent first; places in standings->reasons.  Returns
 * how many.  */
int tally_reasons(const struct standings *standings, int order[STANDINGS_REASONS_MOST]);
/* The places of the openings, those with the most games first; the caller frees.  */
int *tally_openings(const struct standings *standings);
/* An opening for people; the caller frees.  */
char *tally_opening_words(const struct opening_sum *opening);

/* The line above the tables, and the tables.  */
char *tally_title(const struct tallied *tallied);
void tally_sheets(const struct tallied *tallied, const struct ranks *ranks, struct sheets *sheets);
/* What the sequential test says of the pairs of player 1.  The caller frees.  */
char *tally_sprt_words(const struct tallied *tallied, const struct sprt *sprt);

/* The other forms.  `sprt` may be NULL.  The caller owns what they return.  */
json_t *tally_json(const struct tallied *tallied, const struct ranks *ranks, const struct sprt *sprt);
/* Adds the pictures of the games that were kept to a page.  NULL, or why no board can be drawn; the caller
 * frees.  */
char *tally_add_pictures(struct bytes *to, const struct tallied *tallied, int replays);
/* A page with the pictures of the games that were kept, the first `replays` of them as replays.  `test`: what
   tally_sprt_words() says, or NULL. *problem, if it is not NULL, says why the boards cannot be drawn; the
   caller frees it.  */
char *tally_html(const struct tallied *tallied, const struct ranks *ranks, const struct sheets *sheets,
		 const char *test, int replays, char **problem);
char *tally_csv(const struct tallied *tallied, const struct ranks *ranks);

/* Begins a tally as the options say.  NULL, or what is wrong with them; the caller frees.  */
char *tally_begin(const struct invocation *invocation, struct tallied *tallied);
/* NULL, or why a file that is asked for cannot be written at the end, or must not; the caller frees.  */
char *tally_check_forms(const struct invocation *invocation);
/* When all games are counted: says the notes on stderr, prints the tables to `to`, and writes the files that
 * the options name.  Frees the tally.  Returns the exit status.  */
int tally_end(const struct invocation *invocation, struct tallied *tallied, FILE *to);

#endif
