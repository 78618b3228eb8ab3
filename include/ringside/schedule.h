/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* schedule.h - who plays whom in a tournament: the games by their numbers.
 *
 * In a round robin, a gauntlet and games for one player each game is a function of its number alone, so any
 * machine can play any of them.  In a swiss and a knock-out the numbers say the round, and the results of the
 * rounds before say who meets.  Players, rounds and games are counted from 1.  */
#ifndef RINGSIDE_SCHEDULE_H
#define RINGSIDE_SCHEDULE_H

#include "ringside/message.h"
#include <stdbool.h>
#include <stdint.h>

/* All kinds of tournaments: X(NAME, its word as the option takes it, what it is).  A new one is a row here,
 * and its struct schedule_format in formats.c.  */
#define SCHEDULE_KINDS(X)                                                                                    \
	X(ROUND_ROBIN, "round-robin", "each player meets each other one")                                    \
	X(GAUNTLET, "gauntlet", "the first player meets all others")                                         \
	X(ALONE, "alone", "each player plays by itself, in games for one")                                   \
	X(SWISS, "swiss", "in each round players of about equal points meet")                                \
	X(KNOCK_OUT, "knock-out", "whoever loses a pairing is out")

#define SCHEDULE_KIND(NAME, word, help) SCHEDULE_##NAME,
enum schedule_kind { SCHEDULE_KINDS(SCHEDULE_KIND) };
#undef SCHEDULE_KIND
#define SCHEDULE_KIND(NAME, word, help) +1
enum { SCHEDULE_KIND_COUNT = 0 SCHEDULE_KINDS(SCHEDULE_KIND) };
#undef SCHEDULE_KIND

/* The most players, and the most games.  */
enum { SCHEDULE_PLAYERS = 10000, SCHEDULE_GAMES = 100000000 };

struct schedule {
	enum schedule_kind kind;
	int players;
	int games;                    /* of each pairing, or of each player alone */
	bool stays;                   /* a pairing's processes stay for all its games */
	int rounds;                   /* of a swiss; 0: as many as a knock-out would have */
	struct schedule_rounds *made; /* of a swiss or a knock-out, owned: schedule_advance() */
};

/* Two games of a pairing from one opening with the sides changed are a pair.  Without `stays` the players
 * change their seats, and seat 1 begins, so that all that a seat or a side brings is balanced.  Processes
 * that stay cannot change seats: then the seats take turns to begin.  With an odd number of games the last
 * one has no other side.  */
struct scheduled {
	int player[SEATS]; /* on each seat; 0: nobody */
	int first;         /* the seat that begins */
	int round;         /* from 1 */
	int pairing;       /* from 1: the same for all games of two players */
	int pair;          /* from 1 */
	int of_pairing;    /* which pair of the pairing it is, from 0: they have the same openings */
};

/* Two players, from 1: the one that begins first, and its opponent; 0: nobody, or not known yet.  */
struct pairing {
	int one, other;
	int round; /* from 0 */
};

struct standings;

/* What a kind of tournament is.  Its pairings and rounds are counted from 0.  */
struct schedule_format {
	int least;            /* players */
	bool alone;           /* games for one player, which have no other side */
	bool takes_rounds;    /* --rounds says how many there are */
	bool first_meets_all; /* and nobody else meets */
	bool free_wins;       /* a round in which a player is free counts as won games */

	/* NULL, or why there is no such tournament, for people; the caller frees.  NULL: there is each.  */
	char *(*problem)(const struct schedule *schedule);
	int64_t (*pairings)(const struct schedule *schedule); /* in all rounds */
	struct pairing (*pairing)(const struct schedule *schedule, int index);
	int (*rounds)(const struct schedule *schedule); /* in which each pairing plays once */
	/* The results of a round say who meets in the next one, and a pairing's number says its round.  NULL:
	   the number of a pairing says who meets.  */
	void (*make)(struct schedule *schedule);                  /* the next round */
	int (*width)(const struct schedule *schedule, int round); /* how many pairings it has */

	/* What the standing goes by before scores and ratings: the more, the better, of a player from 0.
	   `each`: the games of two players.  NULL: nothing.  */
	double (*rank)(const struct standings *standings, int each, int player);
	/* The rank of who has won the tournament.  NULL: its standing says that.  */
	double (*won)(const struct standings *standings);
	/* Pairings that the order of the players decided.  NULL: none can be.  */
	int (*level)(const struct standings *standings, int each);
};

/* By kind.  */
extern const struct schedule_format schedule_formats[SCHEDULE_KIND_COUNT];
const struct schedule_format *schedule_format(const struct schedule *schedule);
/* The word of a kind, and the kind of a word; -1: none has it.  */
const char *schedule_word(enum schedule_kind kind);
int schedule_kind_of(const char *word);

/* NULL, or why there is no such tournament, for people; the caller frees.  */
char *schedule_problem(const struct schedule *schedule);
/* How many games there are.  */
int schedule_games(const struct schedule *schedule);
struct scheduled schedule_game(const struct schedule *schedule, int game);
/* The last game of the unit that the game belongs to: a pair, or all games of a pairing with `stays`.  The
 * numbers of a unit follow each other.  */
int schedule_unit_end(const struct schedule *schedule, int game);
/* Of a swiss or a knock-out: the last game of the rounds that are made; else the last game.  Of games after
 * it schedule_game() knows no player.  */
int schedule_ready(const struct schedule *schedule);
/* Makes the next round of a swiss or a knock-out.  False: a result of the rounds before is missing, or there
 * is no further round.  */
bool schedule_advance(struct schedule *schedule);
/* Takes the result of a game that is ready, once: the points of each seat in halves, and its score.  */
void schedule_take(struct schedule *schedule, int game, const int halves[SEATS], const double score[SEATS]);
/* The player plays no more: in a swiss it is the first to be free, and gets no points for that.  */
void schedule_withdraw(struct schedule *schedule, int player);
void schedule_free(struct schedule *schedule);
/* Is it one of the games of shard `shard` of `shards`, from 1?  Each game is in exactly one, and units are
 * whole.  */
bool schedule_in_shard(const struct schedule *schedule, int game, int shard, int shards);

#endif
