/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* standings.h - the counts of a tournament, game by game.
 *
 * A game is counted once, in whatever order games come and however often: a few bytes a game and a pair
 * remember it, so a million games need some megabytes.  All else is a row a player, an opening, and two
 * players that have met.  */
#ifndef RINGSIDE_STANDINGS_H
#define RINGSIDE_STANDINGS_H

#include "ringside/protocol.h"
#include "ringside/result_line.h"
#include "ringside/statistics.h"

enum {
	STANDINGS_CURVE = 8,
	STANDINGS_RATED_MOST = 500, /* players; more have no ratings, and no tables of each two */
	STANDINGS_OPENINGS_MOST = 10000,
	STANDINGS_REASONS_MOST = 24,
	STANDINGS_TEXT_MOST = 2000
};

/* What was measured of a player.  NAN: of no game.  */
struct measured {
	struct mean think, cpu;          /* seconds a game */
	double turns;                    /* of the games whose think time is known */
	double longest;                  /* seconds of a turn */
	double memory;                   /* bytes */
	double forgiven;                 /* moves that needed --tolerance */
	double held_turns, held_longest; /* turns that the judge was held up in; seconds in one */
	double waited, waited_turns;     /* for a core: seconds in all games, turns */
};

struct player_sum {
	struct tally tally;    /* all games with a result */
	struct tally sides[2]; /* those that the player began, and the others */
	int without, voids;    /* games without a result; those of them in which the game program failed */
	int byes;              /* rounds of a swiss in which the player was free */
	bool withdrawn;        /* it failed at its start, and such rounds bring it no points */
	int round;             /* the last one that the player played; 0: none */
	int64_t faults;
	int blamed[STANDINGS_REASONS_MOST]; /* games that ended by the player's fault, by their reason */
	struct mean score;
	struct mean curve[STANDINGS_CURVE]; /* each of standings->stretch rounds, from the first on */
	struct mean tenths[RESULT_TENTHS];  /* of the mean scores of moves in each tenth of a game */
	struct measured measured;
};

/* As the player with the smaller number sees it.  */
struct pairing_sum {
	int low, high; /* the players, from 0 */
	struct tally tally;
	int without;
	struct pairs pairs; /* of which both games have a result */
	struct mean score;  /* the difference of the scores */
};

/* As the side that begins sees it.  */
struct opening_sum {
	char *text;
	size_t hash; /* of the text */
	struct tally tally;
	int without;
};

/* Something for each of many numbers, in blocks that are made when they are needed.  */
struct sparse {
	unsigned char **blocks;
	size_t count;
};

struct standings {
	int players;
	int bye_games;       /* what a round without an opponent counts as, in won games; 0: nothing */
	bool scored;         /* games have scores of their own */
	int games;           /* counted */
	int same, different; /* games that came again; the second time with another result */
	int last_different;  /* the number of one of those */
	int without, voids;
	int half_pairs;      /* pairs of which one game has come */
	int side[2];         /* games won by the side that began, and by the other */
	int adjudicated;     /* games that ended so, and not by the rules */
	int rounds, stretch; /* the last round, and how many are a stretch of the curves */
	double seconds;
	double asked;                /* answers that were played, or owed at the end */
	struct player_sum *player;   /* players rows */
	struct pairing_sum *pairing; /* players that have met: standings_pairing() */
	int pairings;                /* rows */
	int *pairing_hash;           /* places in `pairing`, from 1 */
	size_t pairing_room;         /* of it, a power of two */
	struct opening_sum *opening;
	int openings, openings_left; /* rows, and games of openings that have none */
	int *opening_hash;           /* places in `opening`, from 1 */
	char *reasons[STANDINGS_REASONS_MOST];
	int reason_count;
	struct sparse seen, pairs, byes;
};

enum standings_news { STANDINGS_NEW, STANDINGS_SAME, STANDINGS_DIFFERENT };

/* Mean seconds of a turn; NAN: not known.  */
double measured_move(const struct measured *measured);
/* For 1 to RESULT_PLAYERS_MOST players.  */
void standings_init(struct standings *standings, int players);
void standings_free(struct standings *standings);
/* Counts a game.  NULL, or why it cannot belong to this tournament, for people; the caller frees.  */
char *standings_add(struct standings *standings, const struct result_line *line, enum standings_news *news);
/* Of two players from 0, i < j, until the next game is added.  */
const struct pairing_sum *standings_pairing(const struct standings *standings, int i, int j);
/* All points of a player, from 0: of its games, and of the rounds of a swiss in which it was free.  */
double standings_total(const struct standings *standings, int player);
/* The points that player i has taken from player j.  */
double standings_points(const struct standings *standings, int i, int j);
/* All pairs of games of a player, from 0.  */
struct pairs standings_pairs(const struct standings *standings, int player);
/* Sets a rating for each player, by ratings_of().  From 20 pairs of games on, beyond one for each player, the
 * errors follow the spread of the pairs.  NAN: there are too many players.  */
void standings_ratings(const struct standings *standings, struct rating *ratings);

/* ---- how far a series or a tournament is, in words ---- */

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

/* As "12 of 100 games".  */
char *standing_games(const struct standing *standing);
/* Adds games, games a second, time left.  */
void standing_add_pace(struct bytes *text, const struct standing *standing);
/* One line: that, and the results so far.  */
char *standing_line(const struct standing *standing);
/* Some lines: results, score and Elo, the sides, the sequential test.  */
char *standing_sum(const struct standing *standing);

#endif
