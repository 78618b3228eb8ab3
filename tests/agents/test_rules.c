/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_rules.c - whole matches of the samples under every rule end as the rule says, without a mistake.  */
#include "../temp.h"
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <unistd.h>

static const struct {
	const char *rule;
	const char *ends; /* the possible reasons of the verdict */
} rules[] = {
	{"freestyle", "five full-board"},  {"standard", "five full-board"},
	{"renju", "five full-board"},      {"caro", "five full-board"},
	{"caro-exact", "five full-board"}, {"freestyle+continuous", "lines"},
	{"standard+continuous", "lines"},  {"renju+continuous", "lines"},
	{"caro+continuous", "lines"},      {"caro-exact+continuous", "lines"},
};
enum { RULES = LENGTH(rules), GAMES = 4 };

static void ends_as_the_rule_says(const char *rule, const char *ends, const char *one, const char *two)
{
	const char *args[] = {"run", "gomocup", "--json", "--games", "4", "--size",
			      "11",  "--rule",  rule,     one,       two, NULL};
	struct outcome outcome = ringside(rule, args);
	json_t *games[GAMES_ROOM] = {0};

	assert_int_equal(outcome.status, 0);
	games_add(games, outcome.out);
	games_expect(games, GAMES);
	for (int i = 1; i <= GAMES; i++)
		if (!strstr(ends, game_word(games[i], "reason")) ||
		    !json_is_null(json_object_get(games[i], "blame")))
			fail_msg("%s: %s", rule, outcome.out);
	games_free(games);
	assert_int_equal(left_behind(rule), 0);
}

TEST(threat_plays_by_every_rule)
{
	for (int i = 0; i < RULES; i++)
		ends_as_the_rule_says(rules[i].rule, rules[i].ends, "sample:threat --nodes 300 --seed 3",
				      "sample:threat --nodes 200 --seed 5");
}

TEST(random_plays_by_every_rule_without_forbidden_moves)
{
	for (int i = 0; i < RULES; i++)
		if (!strstr(rules[i].rule, "renju"))
			ends_as_the_rule_says(rules[i].rule, rules[i].ends, "sample:random --seed 3",
					      "sample:random --seed 5");
}

/* Plays a match of swap2.  Returns its first turns as "seat:played"; the caller frees.  */
static char *swap2(const char *one, const char *two)
{
	TEMP char *path = temp_path("match");
	const char *args[] = {"run", "gomocup", "--swap2", "--record", path, one, two, NULL};
	struct outcome outcome;

	outcome = ringside("swap2", args);
	assert_int_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.out, "five"));
	return ask_file(path, "SELECT group_concat(seat || ':' || played, ' | ') FROM"
			      " (SELECT * FROM turn ORDER BY n LIMIT 4)");
}

/* After black, white, black every possible choice occurs with some seed.  */
TEST(the_samples_make_every_choice_of_swap2)
{
	int swaps = 0, stays = 0, last_swaps = 0, last_stays = 0;

	for (int seed = 0; seed < 60 && !(swaps && stays && last_swaps && last_stays); seed++) {
		char one[64], two[64], *turns;
		int x, y, x2, y2, end = 0;
		const char *choice;

		snprintf(one, sizeof(one), "sample:random --seed %d", seed);
		snprintf(two, sizeof(two), "sample:random --seed %d", 1000 + seed);
		turns = swap2(one, two);
		assert_int_equal(sscanf(turns, "1:%*d,%*d %*d,%*d %*d,%*d | 2:%n", &end), 0);
		assert_true(end > 0);
		choice = turns + end;
		if (strncmp(choice, "swap | 1:", 9) == 0) {
			swaps++;
		} else if (sscanf(choice, "%d,%d %d,%d | 1:%n", &x, &y, &x2, &y2, &end) == 4) {
			if (strncmp(choice + end, "swap | 2:", 9) == 0)
				last_swaps++;
			else
				last_stays += sscanf(choice + end, "%d,%d | 2:", &x, &y) == 2;
		} else {
			stays += sscanf(choice, "%d,%d | 1:", &x, &y) == 2;
		}
		assert_int_equal(swaps + stays + last_swaps + last_stays, seed + 1);
		free(turns);
	}
	assert_true(swaps && stays && last_swaps && last_stays);
}

TEST_MAIN(NULL, NULL)
