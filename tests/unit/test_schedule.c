/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_schedule.c - who plays whom in a tournament.  Most tests ask the same of many schedules.  */
#include "ringside/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_PLAYERS = 9, MOST_GAMES = 5 };

/* Calls the function for schedules of all kinds, with few and more players and games.  */
static void each_schedule(void (*expect)(const struct schedule *schedule))
{
	struct schedule schedule;

	for (int kind = SCHEDULE_ROUND_ROBIN; kind <= SCHEDULE_ALONE; kind++)
		for (int players = 2; players <= MOST_PLAYERS; players++)
			for (int games = 1; games <= MOST_GAMES; games++)
				for (int stays = 0; stays < 2; stays++) {
					schedule = (struct schedule){(enum schedule_kind)kind, players, games,
								     stays};
					assert_null(schedule_problem(&schedule));
					expect(&schedule);
				}
}

static bool meet(const struct schedule *schedule, int one, int other)
{
	switch (schedule->kind) {
	case SCHEDULE_ROUND_ROBIN: return true;
	case SCHEDULE_GAUNTLET: return one == 1 || other == 1;
	case SCHEDULE_ALONE: break;
	}
	return other == 0;
}

static void expect_all_meet(const struct schedule *schedule)
{
	int met[MOST_PLAYERS + 1][MOST_PLAYERS + 1] = {0}, total = schedule_games(schedule), wanted = 0;

	for (int game = 1; game <= total; game++) {
		struct scheduled s = schedule_game(schedule, game);
		int one = s.player[SEAT_1], other = s.player[SEAT_2];

		assert_in_range(one, 1, schedule->players);
		assert_in_range(other, 0, schedule->players);
		assert_int_not_equal(one, other);
		met[one > other ? one : other][one > other ? other : one]++;
	}
	for (int one = 1; one <= schedule->players; one++)
		for (int other = 0; other < one; other++) {
			bool alone = schedule->kind == SCHEDULE_ALONE;
			int expected =
				(other == 0) == alone && meet(schedule, one, other) ? schedule->games : 0;

			assert_int_equal(met[one][other], expected);
			wanted += expected;
		}
	assert_int_equal(total, wanted);
}

static void each_pair_of_players_meets_as_often_as_was_asked(void **state)
{
	(void)state;
	each_schedule(expect_all_meet);
}

/* The player of the side that begins.  */
static int beginner(const struct scheduled *s)
{
	return s->player[s->first];
}

static void expect_balance(const struct schedule *schedule)
{
	int began[MOST_PLAYERS + 1] = {0}, played[MOST_PLAYERS + 1] = {0};

	if (schedule->kind == SCHEDULE_ALONE)
		return;
	for (int game = 1; game <= schedule_games(schedule); game++) {
		struct scheduled s = schedule_game(schedule, game);

		began[beginner(&s)]++;
		played[s.player[SEAT_1]]++;
		played[s.player[SEAT_2]]++;
	}
	for (int player = 1; player <= schedule->players; player++)
		assert_in_range(2 * began[player] - played[player] + 1, 0, schedule->games % 2 ? 2 : 1);
}

static void each_player_begins_as_often_as_not(void **state)
{
	(void)state;
	each_schedule(expect_balance);
}

/* Two games of one number are the same players with the sides changed, beside each other.  */
static void expect_pairs(const struct schedule *schedule)
{
	struct scheduled before = {.pair = 0};
	int total = schedule_games(schedule), most = 0;
	int *seen = calloc((size_t)total + 1, sizeof(*seen));

	for (int game = 1; game <= total; game++) {
		struct scheduled s = schedule_game(schedule, game);

		assert_in_range(s.pair, 1, total);
		if (++seen[s.pair] == 2) {
			assert_int_equal(before.pair, s.pair);
			assert_int_equal(before.pairing, s.pairing);
			assert_int_equal(before.of_pairing, s.of_pairing);
			assert_int_not_equal(beginner(&before), beginner(&s));
			assert_int_equal(before.player[SEAT_1] == s.player[SEAT_1], schedule->stays);
		}
		assert_in_range(seen[s.pair], 1, 2);
		most = s.pair > most ? s.pair : most;
		before = s;
	}
	for (int pair = 1; pair <= most; pair++) /* no number is left out */
		assert_in_range(seen[pair], 1, 2);
	free(seen);
}

static void the_games_of_a_pair_change_sides_and_stand_beside_each_other(void **state)
{
	(void)state;
	each_schedule(expect_pairs);
}

/* Nobody plays two pairings in one round of a round robin.  */
static void expect_rounds(const struct schedule *schedule)
{
	int total = schedule_games(schedule);

	for (int a = 1; a <= total; a++)
		for (int b = a + 1; b <= total; b++) {
			struct scheduled one = schedule_game(schedule, a), other = schedule_game(schedule, b);

			if (one.round != other.round || one.pairing == other.pairing)
				continue;
			for (int s = SEAT_1; s < SEATS; s++)
				for (int t = SEAT_1; t < SEATS; t++)
					if (one.player[s])
						assert_int_not_equal(one.player[s], other.player[t]);
		}
}

static void nobody_has_two_opponents_in_one_round(void **state)
{
	(void)state;
	each_schedule(expect_rounds);
}

static void expect_shards(const struct schedule *schedule)
{
	int total = schedule_games(schedule);

	for (int shards = 1; shards <= 5; shards++)
		for (int game = 1; game <= total; game++) {
			int end = schedule_unit_end(schedule, game), in = 0;

			assert_in_range(end, game, total);
			for (int shard = 1; shard <= shards; shard++) {
				if (!schedule_in_shard(schedule, game, shard, shards))
					continue;
				in++;
				for (int other = game; other <= end; other++)
					assert_true(schedule_in_shard(schedule, other, shard, shards));
			}
			assert_int_equal(in, 1);
		}
}

static void shards_have_each_game_once_and_split_no_unit(void **state)
{
	(void)state;
	each_schedule(expect_shards);
}

/* With processes that stay all games of a pairing are a unit, else each pair is one.  */
static void expect_units(const struct schedule *schedule)
{
	int total = schedule_games(schedule);

	for (int game = 1; game < total; game++) {
		struct scheduled s = schedule_game(schedule, game), next = schedule_game(schedule, game + 1);
		bool together = schedule_unit_end(schedule, game) > game;

		assert_int_equal(together, schedule->stays ? s.pairing == next.pairing : s.pair == next.pair);
	}
	assert_int_equal(schedule_unit_end(schedule, total), total);
}

static void a_unit_is_a_pair_or_a_whole_pairing(void **state)
{
	(void)state;
	each_schedule(expect_units);
}

/* The numbers mean the same games in every version, since results have them.  */
static void four_players_meet_in_this_order(void **state)
{
	static const struct schedule schedule = {SCHEDULE_ROUND_ROBIN, 4, 3, false};
	static const int expected[18][2] = {{1, 4}, {4, 1}, {2, 3}, {3, 2}, {4, 2}, {2, 4},
					    {3, 1}, {1, 3}, {3, 4}, {4, 3}, {1, 2}, {2, 1},
					    {1, 4}, {2, 3}, {4, 2}, {3, 1}, {3, 4}, {1, 2}};

	(void)state;
	assert_int_equal(schedule_games(&schedule), 18);
	for (int game = 1; game <= 18; game++) {
		struct scheduled s = schedule_game(&schedule, game);

		assert_int_equal(s.player[SEAT_1], expected[game - 1][0]);
		assert_int_equal(s.player[SEAT_2], expected[game - 1][1]);
	}
}

static void a_tournament_that_cannot_be_is_refused(void **state)
{
	static const struct schedule wrong[] = {{SCHEDULE_ROUND_ROBIN, 1, 2, false},
						{SCHEDULE_GAUNTLET, 1, 2, false},
						{SCHEDULE_ALONE, 0, 2, false},
						{SCHEDULE_ROUND_ROBIN, SCHEDULE_PLAYERS + 1, 2, false},
						{SCHEDULE_ROUND_ROBIN, SCHEDULE_PLAYERS, 100, false},
						{SCHEDULE_ROUND_ROBIN, 3, SCHEDULE_GAMES / 3 + 1, false},
						{SCHEDULE_ALONE, 2, 0, false}};
	static const struct schedule most = {SCHEDULE_ROUND_ROBIN, 3, SCHEDULE_GAMES / 3, false};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char *problem = schedule_problem(&wrong[i]);

		assert_non_null(problem);
		free(problem);
	}
	assert_null(schedule_problem(&most));
	assert_int_equal(schedule_unit_end(&most, schedule_games(&most)), schedule_games(&most));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_of_players_meets_as_often_as_was_asked),
		cmocka_unit_test(each_player_begins_as_often_as_not),
		cmocka_unit_test(the_games_of_a_pair_change_sides_and_stand_beside_each_other),
		cmocka_unit_test(nobody_has_two_opponents_in_one_round),
		cmocka_unit_test(shards_have_each_game_once_and_split_no_unit),
		cmocka_unit_test(a_unit_is_a_pair_or_a_whole_pairing),
		cmocka_unit_test(four_players_meet_in_this_order),
		cmocka_unit_test(a_tournament_that_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
