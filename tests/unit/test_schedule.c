/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_schedule.c - who plays whom in a tournament.  Most tests ask the same of many schedules.  */
#include "../test.h"
#include "../within.h"

#include "ringside/schedule.h"

enum { MOST_PLAYERS = 9, MOST_GAMES = 5 };

/* Calls the function for schedules of all kinds, with few and more players and games.  */
static void each_schedule(void (*expect)(const struct schedule *schedule))
{
	struct schedule schedule;

	for (int kind = SCHEDULE_ROUND_ROBIN; kind <= SCHEDULE_ALONE; kind++)
		for (int players = 2; players <= MOST_PLAYERS; players++)
			for (int games = 1; games <= MOST_GAMES; games++)
				for (int stays = 0; stays < 2; stays++) {
					schedule = (struct schedule){.kind = (enum schedule_kind)kind,
								     .players = players,
								     .games = games,
								     .stays = stays};
					assert_null(schedule_problem(&schedule));
					expect(&schedule);
				}
}

static bool meet(const struct schedule *schedule, int one, int other)
{
	switch (schedule->kind) {
	case SCHEDULE_ROUND_ROBIN: return true;
	case SCHEDULE_GAUNTLET: return one == 1 || other == 1;
	case SCHEDULE_ALONE:
	case SCHEDULE_SWISS:
	case SCHEDULE_KNOCK_OUT: break;
	}
	return other == 0;
}

static void expect_all_meet(const struct schedule *schedule)
{
	int met[MOST_PLAYERS + 1][MOST_PLAYERS + 1] = {0}, total = schedule_games(schedule), wanted = 0;

	for (int game = 1; game <= total; game++) {
		struct scheduled s = schedule_game(schedule, game);
		int one = s.player[SEAT_1], other = s.player[SEAT_2];

		assert_within(one, 1, schedule->players);
		assert_within(other, 0, schedule->players);
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

TEST(each_pair_of_players_meets_as_often_as_was_asked)
{
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
		assert_within(2 * began[player] - played[player] + 1, 0, schedule->games % 2 ? 2 : 1);
}

TEST(each_player_begins_as_often_as_not)
{
	each_schedule(expect_balance);
}

/* Two games of one number are the same players with the sides changed, beside each other.  */
static void expect_pairs(const struct schedule *schedule)
{
	struct scheduled before = {.pair = 0};
	int total = schedule_games(schedule), most = 0;
	FREED int *seen = calloc((size_t)total + 1, sizeof(*seen));

	for (int game = 1; game <= total; game++) {
		struct scheduled s = schedule_game(schedule, game);

		assert_within(s.pair, 1, total);
		if (++seen[s.pair] == 2) {
			assert_int_equal(before.pair, s.pair);
			assert_int_equal(before.pairing, s.pairing);
			assert_int_equal(before.of_pairing, s.of_pairing);
			assert_int_not_equal(beginner(&before), beginner(&s));
			assert_int_equal(before.player[SEAT_1] == s.player[SEAT_1], schedule->stays);
		}
		assert_within(seen[s.pair], 1, 2);
		most = s.pair > most ? s.pair : most;
		before = s;
	}
	for (int pair = 1; pair <= most; pair++) /* no number is left out */
		assert_within(seen[pair], 1, 2);
}

TEST(the_games_of_a_pair_change_sides_and_stand_beside_each_other)
{
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

TEST(nobody_has_two_opponents_in_one_round)
{
	each_schedule(expect_rounds);
}

static void expect_shards(const struct schedule *schedule)
{
	int total = schedule_games(schedule);

	for (int shards = 1; shards <= 5; shards++)
		for (int game = 1; game <= total; game++) {
			int end = schedule_unit_end(schedule, game), in = 0;

			assert_within(end, game, total);
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

TEST(shards_have_each_game_once_and_split_no_unit)
{
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

TEST(a_unit_is_a_pair_or_a_whole_pairing)
{
	each_schedule(expect_units);
}

/* The numbers mean the same games in every version, since results have them.  */
TEST(four_players_meet_in_this_order)
{
	static const struct schedule schedule = {.kind = SCHEDULE_ROUND_ROBIN, .players = 4, .games = 3};
	static const int expected[18][2] = {{1, 4}, {4, 1}, {2, 3}, {3, 2}, {4, 2}, {2, 4},
					    {3, 1}, {1, 3}, {3, 4}, {4, 3}, {1, 2}, {2, 1},
					    {1, 4}, {2, 3}, {4, 2}, {3, 1}, {3, 4}, {1, 2}};

	assert_int_equal(schedule_games(&schedule), 18);
	for (int game = 1; game <= 18; game++) {
		struct scheduled s = schedule_game(&schedule, game);

		assert_int_equal(s.player[SEAT_1], expected[game - 1][0]);
		assert_int_equal(s.player[SEAT_2], expected[game - 1][1]);
	}
}

TEST(a_tournament_that_cannot_be_is_refused)
{
	static const struct schedule wrong[] = {
		{.kind = SCHEDULE_ROUND_ROBIN, .players = 1, .games = 2},
		{.kind = SCHEDULE_GAUNTLET, .players = 1, .games = 2},
		{.kind = SCHEDULE_KNOCK_OUT, .players = 1, .games = 2},
		{.kind = SCHEDULE_ALONE, .players = 0, .games = 2},
		{.kind = SCHEDULE_ROUND_ROBIN, .players = SCHEDULE_PLAYERS + 1, .games = 2},
		{.kind = SCHEDULE_ROUND_ROBIN, .players = SCHEDULE_PLAYERS, .games = 100},
		{.kind = SCHEDULE_ROUND_ROBIN, .players = 3, .games = SCHEDULE_GAMES / 3 + 1},
		{.kind = SCHEDULE_ALONE, .players = 2, .games = 0},
		{.kind = SCHEDULE_SWISS, .players = 6, .games = 2, .rounds = 6},
		{.kind = SCHEDULE_SWISS, .players = 5, .games = 2, .rounds = SCHEDULE_GAMES},
		{.kind = SCHEDULE_SWISS, .players = 1001, .games = 2}};
	static const struct schedule most = {
		.kind = SCHEDULE_ROUND_ROBIN, .players = 3, .games = SCHEDULE_GAMES / 3};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		FREED char *problem = schedule_problem(&wrong[i]);

		assert_non_null(problem);
	}
	assert_null(schedule_problem(&most));
	assert_int_equal(schedule_unit_end(&most, schedule_games(&most)), schedule_games(&most));
}

/* ---- rounds ---- */

enum { MOST_IN_ROUNDS = 17 };

/* Plays all games that are ready and were not played: player 1 is the strongest in some, the last one in
 * others, or all draw.  */
enum strength { FIRST_IS_BEST, LAST_IS_BEST, ALL_EQUAL };

static void play_ready(struct schedule *schedule, enum strength strength, int *played)
{
	while (*played < schedule_ready(schedule)) {
		struct scheduled s = schedule_game(schedule, ++*played);
		bool one = (s.player[SEAT_1] < s.player[SEAT_2]) == (strength == FIRST_IS_BEST);
		int halves[SEATS] = {0, one ? 2 : 0, one ? 0 : 2}, equal[SEATS] = {0, 1, 1};
		double score[SEATS] = {0};

		schedule_take(schedule, *played, strength == ALL_EQUAL ? equal : halves, score);
	}
}

/* Calls look() with each schedule of the kind when all its rounds are played.  */
static void each_played(enum schedule_kind kind, int rounds,
			void (*look)(const struct schedule *schedule, enum strength strength))
{
	for (int players = 2; players <= MOST_IN_ROUNDS; players++)
		for (int games = 1; games <= 3; games++)
			for (int i = 0; i < 6; i++) {
				enum strength strength = (enum strength)(i / 2);
				struct schedule schedule = {
					.kind = kind, .players = players, .games = games, .stays = i % 2};
				int played = 0;

				/* Beyond half of all rounds there may be no new opponents.  */
				schedule.rounds = rounds < players / 2 ? rounds : 0;
				assert_null(schedule_problem(&schedule));
				assert_int_equal(schedule_ready(&schedule), 0);
				while (schedule_advance(&schedule)) {
					assert_true(schedule_ready(&schedule) > played);
					assert_false(schedule_advance(&schedule)); /* results are missing */
					play_ready(&schedule, strength, &played);
				}
				assert_int_equal(played, schedule_games(&schedule));
				look(&schedule, strength);
				schedule_free(&schedule);
			}
}

/* In each round each player has one opponent, or with an odd number one has a bye, each time another one.  */
static void expect_swiss(const struct schedule *schedule, enum strength strength)
{
	bool met[MOST_IN_ROUNDS + 1][MOST_IN_ROUNDS + 1] = {{false}};
	int games[MOST_IN_ROUNDS + 1] = {0}, began[MOST_IN_ROUNDS + 1] = {0};
	int total = schedule_games(schedule), width = schedule->players / 2 * schedule->games;
	int rounds = total / width;

	for (int game = 1; game <= total; game++) {
		struct scheduled s = schedule_game(schedule, game);
		int one = s.player[SEAT_1], other = s.player[SEAT_2];

		assert_int_equal(s.round, (game - 1) / width + 1);
		games[one]++;
		games[other]++;
		began[beginner(&s)]++;
		if ((game - 1) % schedule->games)
			continue;
		assert_false(met[one][other]);
		met[one][other] = met[other][one] = true;
	}
	for (int player = 1; player <= schedule->players; player++) {
		int byes = rounds - games[player] / schedule->games;

		assert_within(byes, 0, schedule->players % 2);
		if (schedule->games % 2 == 0)
			assert_int_equal(2 * began[player], games[player]);
	}
}

TEST(a_swiss_lets_all_play_each_round_against_new_opponents)
{
	each_played(SCHEDULE_SWISS, 0, expect_swiss);
	each_played(SCHEDULE_SWISS, 7, expect_swiss);
}

/* Who has won all meets others who have, so the best one wins all its games.  */
TEST(players_of_equal_points_meet_in_a_swiss)
{
	struct schedule schedule = {.kind = SCHEDULE_SWISS, .players = 8, .games = 2};
	static const int second[4][2] = {{1, 3}, {2, 4}, {5, 7}, {6, 8}}, last[2] = {1, 2};
	int played = 0;

	for (int round = 1; schedule_advance(&schedule); round++) {
		for (int i = 0; i < 4 && round >= 2; i++) {
			struct scheduled s = schedule_game(&schedule, played + 2 * i + 1);
			int one = s.player[SEAT_1], other = s.player[SEAT_2];
			const int *expected = round == 2 ? second[i] : last;

			assert_int_equal(one < other ? one : other, expected[0]);
			assert_int_equal(one < other ? other : one, expected[1]);
			if (round == 3)
				break;
		}
		play_ready(&schedule, FIRST_IS_BEST, &played);
	}
	assert_int_equal(played, 3 * 4 * 2);
	schedule_free(&schedule);
}

/* So with an odd number of players all others meet each other.  */
TEST(a_player_that_has_withdrawn_is_free_in_a_swiss)
{
	struct schedule schedule = {.kind = SCHEDULE_SWISS, .players = 5, .games = 2, .rounds = 3};
	int played = 0;

	assert_true(schedule_advance(&schedule));
	play_ready(&schedule, FIRST_IS_BEST, &played);
	schedule_withdraw(&schedule, 2);
	while (schedule_advance(&schedule)) {
		for (int game = played + 1; game <= schedule_ready(&schedule); game++) {
			struct scheduled s = schedule_game(&schedule, game);

			assert_true(s.player[SEAT_1] != 2 && s.player[SEAT_2] != 2);
		}
		play_ready(&schedule, FIRST_IS_BEST, &played);
	}
	assert_int_equal(played, 3 * 2 * 2);
	schedule_free(&schedule);
}

/* Each pairing removes one player until one is left; the first two meet in the last one.  */
static void expect_knock_out(const struct schedule *schedule, enum strength strength)
{
	bool out[MOST_IN_ROUNDS + 1] = {false};
	int total = schedule_games(schedule), left = 0;

	assert_int_equal(total, (schedule->players - 1) * schedule->games);
	for (int game = 1; game <= total; game += schedule->games) {
		struct scheduled s = schedule_game(schedule, game);
		int one = s.player[SEAT_1], other = s.player[SEAT_2], low = one < other ? one : other;

		assert_false(out[one] || out[other]);
		out[strength == LAST_IS_BEST ? low : one + other - low] = true;
		if (game + schedule->games > total && strength != LAST_IS_BEST)
			assert_true(low == 1 && one + other == 3);
	}
	for (int player = 1; player <= schedule->players; player++)
		left += !out[player];
	assert_int_equal(left, 1);
	assert_false(out[strength == LAST_IS_BEST ? schedule->players : 1]);
}

TEST(a_knock_out_leaves_the_best_one)
{
	each_played(SCHEDULE_KNOCK_OUT, 0, expect_knock_out);
}

TEST(the_score_decides_a_pairing_of_equal_points)
{
	static const int halves[SEATS] = {0, 1, 1};
	struct schedule schedule = {.kind = SCHEDULE_KNOCK_OUT, .players = 3, .games = 1};
	double score[SEATS] = {0};
	struct scheduled s;

	assert_true(schedule_advance(&schedule));
	s = schedule_game(&schedule, 1); /* 1 has a bye */
	score[s.player[SEAT_1] == 3 ? SEAT_1 : SEAT_2] = 0.25;
	schedule_take(&schedule, 1, halves, score);
	assert_true(schedule_advance(&schedule));
	s = schedule_game(&schedule, 2);
	assert_int_equal(s.player[SEAT_1] + s.player[SEAT_2], 1 + 3);
	schedule_free(&schedule);
}

/* When there are no new opponents left, players meet again.  */
TEST(every_round_of_a_long_swiss_can_be_made)
{
	for (int players = 2; players <= MOST_IN_ROUNDS; players++)
		for (int strength = FIRST_IS_BEST; strength <= ALL_EQUAL; strength++) {
			struct schedule schedule = {.kind = SCHEDULE_SWISS,
						    .players = players,
						    .games = 1,
						    .rounds = players - 1 + players % 2};
			int played = 0;

			while (schedule_advance(&schedule))
				play_ready(&schedule, (enum strength)strength, &played);
			assert_int_equal(played, schedule.rounds * (players / 2));
			schedule_free(&schedule);
		}
}

TEST_MAIN(NULL, NULL)
