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

enum schedule_kind {
	SCHEDULE_ROUND_ROBIN, /* each against each */
	SCHEDULE_GAUNTLET,    /* the first player against all others */
	SCHEDULE_ALONE,       /* games for one player: each plays by itself */
	SCHEDULE_SWISS,       /* in each round, players of about equal points */
	SCHEDULE_KNOCK_OUT    /* in each round, those who have won all before */
};

/* The word of a kind, as the option takes it.  */
const char *schedule_word(enum schedule_kind kind);

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
