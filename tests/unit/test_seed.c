/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_seed.c - the seeds of a series, and the command lines that start agents.  */
#include "../within.h"
#include "setup_fixture.h"

#include "ringside/setup.h"

/* Computed by another program from the description in the header.  */
TEST(the_number_of_a_seat_is_the_same_in_every_version)
{
	assert_int_equal(seed_of(0, 1, SEAT_1), 486060582);
	assert_int_equal(seed_of(0, 1, SEAT_2), 432835733);
	assert_int_equal(seed_of(7, 1, SEAT_1), 706016303);
	assert_int_equal(seed_of(7, 2, SEAT_1), 1015789412);
	assert_int_equal(seed_of(7, 0, SEAT_2), 1947025736);
	assert_int_equal(seed_of(INT64_MAX, 1000000000, SEAT_NONE), 493631009);
}

static int by_number(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;

	return one < two ? -1 : one > two;
}

TEST(each_seat_of_each_game_has_its_own_number)
{
	enum { GAMES = 1000 };
	uint32_t numbers[GAMES * SEATS];

	for (int i = 0; i < GAMES * SEATS; i++) {
		numbers[i] = seed_of(1, 1 + i / SEATS, i % SEATS);
		assert_within(numbers[i], 1, INT32_MAX);
	}
	qsort(numbers, GAMES * SEATS, sizeof(*numbers), by_number);
	for (int i = 1; i < GAMES * SEATS; i++)
		assert_true(numbers[i - 1] < numbers[i]);
}

static void expect_command(const char *system, int game, const char *command, const char *expected)
{
	struct setup setup FREED_BY(setup_free);

	setup_init(&setup);
	setup.system = system;
	setup.seed = 7;
	setup.game = game;
	assert_text(seed_command(&setup, SEAT_1, command), expected);
}

TEST(the_number_appears_wherever_the_command_asks_for_it)
{
	expect_command("lmc", 1, "./mine --seed {seed}", "./mine --seed 706016303");
	expect_command("lmc", 2, "sh -c 'x={seed} ./mine a{seed}b'",
		       "sh -c 'x=1015789412 ./mine a1015789412b'");
	expect_command("gomocup", 1, "sample:random --seed {seed}", "sample:random --seed 706016303");
	expect_command("gomocup", 1, "./mine {sed}", "./mine {sed}");
}

TEST(a_bundled_agent_that_uses_chance_gets_its_number)
{
	expect_command("gomocup", 1, "sample:random", "sample:random --seed 706016303");
	expect_command("gomocup", 2, " sample:threat --nodes 5",
		       " sample:threat --seed 1015789412 --nodes 5");
	expect_command("lmc", 1, "\"sample:predictor\" --x", "\"sample:predictor\" --seed 706016303 --x");
	expect_command("gomocup", 1, "env -C '/a b' P=x 'A=it'\\''s =' sample:random --x",
		       "env -C '/a b' P=x 'A=it'\\''s =' sample:random --seed 706016303 --x");
	expect_command("gomocup", 1, "env A=1 ./referee sample:random", "env A=1 ./referee sample:random");
	expect_command("gomocup", 1, "env -C", "env -C");
	expect_command("asimulator", 2, "sample:wander {host} {port}",
		       "sample:wander --seed 1015789412 {host} {port}");
}

TEST(other_command_lines_stay_unchanged)
{
	static const char *const commands[] = {
		"sample:random --seed 5", "sample:random --seed=5", "sample:rotate", "sample:",
		"sample:randomly",        "./sample:random",        "random",        "",
	};

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		expect_command("lmc", 1, commands[i], commands[i]);
	expect_command("gomocup", 1, "sample:predictor", "sample:predictor");
}

/* Its process is then not replaced.  */
TEST(a_process_that_plays_all_games_keeps_its_number)
{
	for (int game = 1; game <= 3; game++)
		expect_command("asimulator", game, "./mine {seed}", "./mine 1071353759");
}

TEST(a_command_line_missing_from_a_file_is_empty)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	assert_text(seed_command(&setup, SEAT_1, NULL), "");
}

TEST_MAIN(NULL, NULL)
