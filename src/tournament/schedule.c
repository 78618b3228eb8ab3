/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* schedule.c - the games of a tournament by their numbers; formats.c says who meets.
 *
 * Without processes that stay the pairs are numbered cycle after cycle: in each cycle each pairing plays one
 * pair.  So a table that is not complete has about as many games of each player.  If the
 * results of a round say who meets in the next one, all games of a pairing follow each other.  */
#include "ringside/schedule.h"

#include "ringside/bytes.h"

enum { OF_PAIR = 2 }; /* the games of a pair */

static int pairings_of(const struct schedule *schedule)
{
	return (int)schedule_format(schedule)->pairings(schedule);
}

/* How many games a pair has; the last one may lack the other side.  */
static int pair_size(const struct schedule *schedule, int of_pairing)
{
	int left = schedule->games - of_pairing * OF_PAIR;

	if (schedule_format(schedule)->alone)
		return 1;
	return left < OF_PAIR ? left : OF_PAIR;
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
	return schedule->stays || schedule_format(schedule)->make;
}

static struct spot spot_of(const struct schedule *schedule, int game)
{
	int size = pair_size(schedule, 0), count = pairings_of(schedule), at = game - 1, cycle;

	if (together(schedule)) {
		int of_pairing = at % schedule->games;

		return (struct spot){at / schedule->games, of_pairing / size, of_pairing % size};
	}
	cycle = at / (size * count);
	at -= cycle * size * count;
	size = pair_size(schedule, cycle);
	return (struct spot){at / size, cycle, at % size};
}

char *schedule_problem(const struct schedule *schedule)
{
	const struct schedule_format *format = schedule_format(schedule);
	char *problem;

	if (schedule->players < format->least || schedule->players > SCHEDULE_PLAYERS)
		return bytes_text("expected %d to %d players, not %d", format->least, SCHEDULE_PLAYERS,
				  schedule->players);
	problem = format->problem ? format->problem(schedule) : NULL;
	if (problem)
		return problem;
	if (schedule->games < 1 || schedule->games > SCHEDULE_GAMES / format->pairings(schedule))
		return bytes_text("expected at most %d games in all, not %d for each of %d pairings",
				  SCHEDULE_GAMES, schedule->games, pairings_of(schedule));
	return NULL;
}

int schedule_games(const struct schedule *schedule)
{
	return pairings_of(schedule) * schedule->games;
}

struct scheduled schedule_game(const struct schedule *schedule, int game)
{
	const struct schedule_format *format = schedule_format(schedule);
	struct spot spot = spot_of(schedule, game);
	struct pairing pairing = format->pairing(schedule, spot.pairing);
	int pairs = format->alone ? schedule->games
				  : (schedule->games + OF_PAIR - 1) / OF_PAIR; /* of a pairing */
	bool changed = spot.of_pair == 1;
	struct scheduled scheduled = {.first = SEAT_1,
				      .player = {0, pairing.one, pairing.other},
				      .round = pairing.round + 1,
				      .pairing = spot.pairing + 1,
				      .of_pairing = spot.of_pairing};

	if (!format->make)
		scheduled.round += spot.of_pairing * format->rounds(schedule);
	scheduled.pair = together(schedule) ? spot.pairing * pairs + spot.of_pairing + 1
					    : spot.of_pairing * pairings_of(schedule) + spot.pairing + 1;
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

bool schedule_in_shard(const struct schedule *schedule, int game, int shard, int shards)
{
	struct scheduled scheduled = schedule_game(schedule, game);

	return ((schedule->stays ? scheduled.pairing : scheduled.pair) - shard) % shards == 0;
}
