/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* schedule.c - who plays in a game: round robin, gauntlet, games for one player; rounds.c has the rest.
 *
 * Without processes that stay the pairs are numbered cycle after cycle: in each cycle each pairing plays one
 * pair.  So a table that is not complete has about as many games of each player.  In a swiss and a knock-out
 * all games of a pairing follow each other.  */
#include "rounds.h"

#include "ringside/bytes.h"
#include <stdint.h>

enum { OF_PAIR = 2 }; /* the games of a pair */

/* With an odd number of players somebody is free in each round.  */
static int even_players(const struct schedule *schedule)
{
	return schedule->players + schedule->players % 2;
}

static int64_t pairings(const struct schedule *schedule)
{
	int64_t players = schedule->players;

	switch (schedule->kind) {
	case SCHEDULE_ROUND_ROBIN: return players * (players - 1) / 2;
	case SCHEDULE_GAUNTLET: return players - 1;
	case SCHEDULE_ALONE: return players;
	case SCHEDULE_SWISS:
	case SCHEDULE_KNOCK_OUT: return rounds_pairings(schedule);
	}
	return 0;
}

/* The rounds in which each pairing plays once.  */
static int rounds(const struct schedule *schedule)
{
	switch (schedule->kind) {
	case SCHEDULE_ROUND_ROBIN: return even_players(schedule) - 1;
	case SCHEDULE_GAUNTLET: return schedule->players - 1;
	case SCHEDULE_ALONE:
	case SCHEDULE_SWISS:
	case SCHEDULE_KNOCK_OUT: return 1;
	}
	return 1;
}

/* The circle method (FIDE Handbook C.05 Annex 1, Berger tables): the last player sits in the middle, the
 * others turn around it.  In round r player r meets the middle, and r + i meets r - i.  Each begins as often
 * as not, or once more or less.  */
static struct pairing of_circle(const struct schedule *schedule, int index)
{
	int even = even_players(schedule), circle = even - 1, free = schedule->players % 2;
	int in_round = even / 2 - free, round = index / in_round, i = index % in_round + free;
	int one = (round + i) % circle, other = (round + circle - i) % circle;

	if (i == 0)
		other = circle; /* the middle */
	if (i == 0 && round % 2)
		return (struct pairing){other + 1, one + 1, round};
	return (struct pairing){one + 1, other + 1, round};
}

static struct pairing pairing_at(const struct schedule *schedule, int index)
{
	switch (schedule->kind) {
	case SCHEDULE_ROUND_ROBIN: return of_circle(schedule, index);
	case SCHEDULE_GAUNTLET:
		return index % 2 ? (struct pairing){index + 2, 1, index}
				 : (struct pairing){1, index + 2, index};
	case SCHEDULE_ALONE: break;
	case SCHEDULE_SWISS:
	case SCHEDULE_KNOCK_OUT: return rounds_pairing(schedule, index);
	}
	return (struct pairing){index + 1, 0, 0};
}

/* How many games a pair has; the last one may lack the other side.  */
static int pair_size(const struct schedule *schedule, int of_pairing)
{
	int left = schedule->games - of_pairing * OF_PAIR;

	if (schedule->kind == SCHEDULE_ALONE)
		return 1;
	return left < OF_PAIR ? left : OF_PAIR;
}

static int pairs_of_pairing(const struct schedule *schedule)
{
	return schedule->kind == SCHEDULE_ALONE ? schedule->games : (schedule->games + OF_PAIR - 1) / OF_PAIR;
}

/* Where a game stands.  */
struct spot {
	int pairing;    /* from 0 */
	int of_pairing; /* the pair of the pairing, from 0 */
	int of_pair;    /* 0 or 1 */
};

/* Do all games of a pairing follow each other?  */
static bool together(const struct schedule *schedule)
{
	return schedule->stays || rounds_decide(schedule);
}

static struct spot spot_of(const struct schedule *schedule, int game)
{
	int size = pair_size(schedule, 0), count = (int)pairings(schedule), at = game - 1, cycle;

	if (together(schedule)) {
		int of_pairing = at % schedule->games;

		return (struct spot){at / schedule->games, of_pairing / size, of_pairing % size};
	}
	cycle = at / (size * count);
	at -= cycle * size * count;
	size = pair_size(schedule, cycle);
	return (struct spot){at / size, cycle, at % size};
}

/* ---- public ---- */

const char *schedule_word(enum schedule_kind kind)
{
	switch (kind) {
	case SCHEDULE_ROUND_ROBIN: return "round-robin";
	case SCHEDULE_GAUNTLET: return "gauntlet";
	case SCHEDULE_ALONE: return "alone";
	case SCHEDULE_SWISS: return "swiss";
	case SCHEDULE_KNOCK_OUT: return "knock-out";
	}
	return "";
}

char *schedule_problem(const struct schedule *schedule)
{
	int least = schedule->kind == SCHEDULE_ALONE ? 1 : 2;
	char *problem;

	if (schedule->players < least || schedule->players > SCHEDULE_PLAYERS)
		return bytes_text("expected %d to %d players, not %d", least, SCHEDULE_PLAYERS,
				  schedule->players);
	problem = rounds_problem(schedule);
	if (problem)
		return problem;
	if (schedule->games < 1 || schedule->games > SCHEDULE_GAMES / pairings(schedule))
		return bytes_text("expected at most %d games in all, not %d for each of %d pairings",
				  SCHEDULE_GAMES, schedule->games, (int)pairings(schedule));
	return NULL;
}

int schedule_games(const struct schedule *schedule)
{
	return (int)(pairings(schedule) * schedule->games);
}

struct scheduled schedule_game(const struct schedule *schedule, int game)
{
	struct spot spot = spot_of(schedule, game);
	struct pairing pairing = pairing_at(schedule, spot.pairing);
	bool changed = spot.of_pair == 1;
	struct scheduled scheduled = {.first = SEAT_1,
				      .player = {0, pairing.one, pairing.other},
				      .round = pairing.round + 1,
				      .pairing = spot.pairing + 1,
				      .of_pairing = spot.of_pairing};

	if (!rounds_decide(schedule))
		scheduled.round += spot.of_pairing * rounds(schedule);
	scheduled.pair = together(schedule) ? spot.pairing * pairs_of_pairing(schedule) + spot.of_pairing + 1
					    : spot.of_pairing * (int)pairings(schedule) + spot.pairing + 1;
	if (changed && schedule->stays) {
		scheduled.first = SEAT_2;
	} else if (changed) {
		scheduled.player[SEAT_1] = pairing.other;
		scheduled.player[SEAT_2] = pairing.one;
	}
	return scheduled;
}

int schedule_unit_end(const struct schedule *schedule, int game)
{
	struct spot spot = spot_of(schedule, game);

	if (schedule->stays)
		return (spot.pairing + 1) * schedule->games;
	return game + pair_size(schedule, spot.of_pairing) - 1 - spot.of_pair;
}

int schedule_ready(const struct schedule *schedule)
{
	return rounds_decide(schedule) ? rounds_ready(schedule) * schedule->games : schedule_games(schedule);
}

bool schedule_in_shard(const struct schedule *schedule, int game, int shard, int shards)
{
	struct scheduled scheduled = schedule_game(schedule, game);

	return ((schedule->stays ? scheduled.pairing : scheduled.pair) - shard) % shards == 0;
}
