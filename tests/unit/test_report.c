/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_report.c - what is reported of a series, during and after it.  */
#include "ringside/standings.h"
#include "setup_fixture.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/words.h"

#include <jansson.h>

/* Of one series after the other.  */
static struct standings counts;
static int games; /* that were counted */

static struct standing standing_new(int most)
{
	struct standing standing;
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	setup.seat[SEAT_1].kind = setup.seat[SEAT_2].kind = SEAT_AGENT;
	setup_name(&setup, SEAT_1, "one");
	setup_name(&setup, SEAT_2, "two");
	standing_init(&standing, &setup, &counts);
	standing.games = most;
	games = 0;
	return standing;
}

/* Frees the text.  */
static void expect(char *text, const char *expected)
{
	if (strcmp(text, expected) != 0)
		fail_msg("got \"%s\", expected \"%s\"", text, expected);
	free(text);
}

/* Counts a game with this number and these members beside it; games 1 and 2 are a pair, and so on.  */
static void take_game(struct standing *standing, int game, int first, const char *members)
{
	FREED char *text = bytes_text("{\"game\": %d%s}", game, members);
	char *problem;
	struct result_line line;
	size_t column;

	problem = result_line_read(&line, text, strlen(text), 0, &column);
	assert_null(problem);
	line.players[0] = 1;
	line.players[1] = 2;
	line.first = first;
	line.pair = (game + 1) / 2;
	standing_take(standing, &line);
}

static void take(struct standing *standing, const char *members)
{
	FREED char *all = bytes_text(", \"winner\": null%s", members);

	take_game(standing, ++games, SEAT_1, all);
}

/* The winner of a game as a member of its line.  */
static const char *won_by(int winner)
{
	return winner == SEAT_1        ? ", \"winner\": 1"
	       : winner == SEAT_2      ? ", \"winner\": 2"
	       : winner == WINNER_DRAW ? ", \"winner\": 0"
				       : ", \"winner\": null";
}

static void count(struct standing *standing, int winner, int first, int times)
{
	while (times--) {
		take_game(standing, ++games, first, won_by(winner));
		standing->here++;
	}
}

TEST(an_unknown_speed_is_not_reported)
{
	struct standing standing FREED_BY(standing_free) = standing_new(100);

	expect(standing_line(&standing), "0 of 100 games; one 0, two 0, draws 0");
}

TEST(progress_says_how_long_the_rest_takes)
{
	struct standing standing FREED_BY(standing_free) = standing_new(100);

	count(&standing, SEAT_1, SEAT_1, 8);
	standing.here = 4; /* the others were played before */
	standing.ns = (int64_t)8 * NS_PER_S;
	expect(standing_line(&standing), "8 of 100 games, 0.50 a second, 3 min left; one 8, two 0, draws 0; "
					 "Elo +inf (no error bars: all games were won)");
	standing.games = 5000;
	standing.here = 8;
	expect(standing_line(&standing),
	       "8 of 5000 games, 1.00 a second, 83 min left; one 8, two 0, draws 0; "
	       "Elo +inf (no error bars: all games were won)");
	standing.games = 8 + 4 * 3600;
	expect(standing_line(&standing),
	       "8 of 14408 games, 1.00 a second, 4 h 00 min left; one 8, two 0, draws 0; "
	       "Elo +inf (no error bars: all games were won)");
	standing.games = 0;
	expect(standing_line(&standing), "8 games, 1.00 a second; one 8, two 0, draws 0; "
					 "Elo +inf (no error bars: all games were won)");
}

TEST(the_total_counts_players_and_who_began)
{
	const struct sprt sprt = {0, 20, 0.05, 0.05, SPRT_LOGISTIC};
	struct standing standing FREED_BY(standing_free) = standing_new(285);

	count(&standing, SEAT_1, SEAT_1, 70);
	count(&standing, SEAT_1, SEAT_2, 30);
	count(&standing, WINNER_DRAW, SEAT_1, 100);
	count(&standing, SEAT_2, SEAT_2, 50);
	count(&standing, SEAT_2, SEAT_1, 30);
	count(&standing, WINNER_NONE, SEAT_1, 5);
	standing.sprt = &sprt;
	counts.pairing->pairs = (struct pairs){.count = {10, 40, 80, 50, 20}};
	assert_int_equal(standing.finished, 285);
	expect(standing_sum(&standing),
	       "one 100, two 80, draws 100, without a winner 5\n"
	       "one scores 150.0 of 280 (53.6 %), Elo +24.9 (95 %: -7.7 to +57.8)\n"
	       "black won 120, white 60\n"
	       "sprt elo0=0,elo1=20,alpha=0.05,beta=0.05: LLR 2.05 (-2.94 to 2.94) of 200 pairs: "
	       "neither is accepted yet");
}

/* In whatever order the games come.  */
TEST(two_games_of_an_opening_are_a_pair)
{
	static const struct {
		int game, winner;
	} played[] = {{4, SEAT_1},      {1, SEAT_1}, {2, SEAT_2},        {300, WINNER_DRAW}, {3, WINNER_DRAW},
		      {5, WINNER_NONE}, {6, SEAT_1}, {299, WINNER_DRAW}, {7, SEAT_2},        {8, SEAT_2}};
	static const int expected[PAIR_OUTCOMES] = {1, 0, 2, 1, 0};
	struct standing standing FREED_BY(standing_free) = standing_new(0);
	struct pairs pairs;

	for (size_t i = 0; i < sizeof(played) / sizeof(played[0]); i++)
		take_game(&standing, played[i].game, SEAT_1, won_by(played[i].winner));
	pairs = standings_pairs(&counts, 0);
	assert_memory_equal(pairs.count, expected, sizeof(expected));
}

TEST(players_with_the_same_name_are_distinguished)
{
	static const char begins[] = "3 games; same (1) 1, same (2) 2, draws 0; ";
	struct standing standing FREED_BY(standing_free) = standing_new(0);
	FREED char *line;

	for (int game = 1; game <= 3; game++)
		take_game(&standing, game, game == 2 ? SEAT_2 : SEAT_1,
			  game == 1 ? ", \"winner\": 1, \"names\": [\"same\", \"same\"]"
				    : ", \"winner\": 2, \"names\": [\"same\", \"same\"]");
	line = standing_line(&standing);
	assert_int_equal(strncmp(line, begins, strlen(begins)), 0);
}

TEST(turns_that_the_judge_was_held_up_in_are_counted_at_the_end)
{
	static const char says[] = "\nturns that the judge was held up in, for at most 1.500 s: 4";
	struct standing standing FREED_BY(standing_free) = standing_new(0);
	FREED char *none, *some;

	count(&standing, SEAT_1, SEAT_1, 2);
	take(&standing, "");
	none = standing_sum(&standing);
	take(&standing, ", \"held_turns\": [1, 2], \"held_longest\": [0.5, 1.5]");
	take(&standing, ", \"held_turns\": [1, null], \"held_longest\": [0.1, null]");
	some = standing_sum(&standing);
	assert_null(strstr(none, "held up"));
	assert_string_equal(some + strlen(some) - strlen(says), says);
}

TEST(most_turns_wait_if_more_than_half_of_them_do)
{
	static const char says[] = "\nanswers during which an agent waited for a core: 8";
	struct standing standing FREED_BY(standing_free) = standing_new(0);
	FREED char *some;

	assert_false(standing_waits(&standing));
	take(&standing, ", \"moves\": 3, \"waited_turns\": [1, 1], \"unfinished\": [{}, null]"); /* 2 of 4 */
	assert_false(standing_waits(&standing));
	take(&standing, ", \"moves\": 8, \"waited_turns\": [3, 3], \"unfinished\": [{}, null]"); /* 8 of 13 */
	assert_true(standing_waits(&standing));
	some = standing_sum(&standing);
	assert_non_null(strstr(some, says));
	take(&standing, ", \"moves\": 80, \"waited_turns\": [0, 0], \"unfinished\": [{}, null]");
	assert_false(standing_waits(&standing));
}

TEST(moves_that_needed_the_tolerance_are_counted_at_the_end)
{
	static const char says[] = "\nmoves over a limit, forgiven (--tolerance): one 3, two 0";
	struct standing standing FREED_BY(standing_free) = standing_new(0);
	FREED char *none, *some;

	count(&standing, SEAT_1, SEAT_1, 2);
	none = standing_sum(&standing);
	take(&standing, ", \"forgiven\": [2, null]");
	take(&standing, ", \"forgiven\": [1, 0]");
	some = standing_sum(&standing);
	assert_null(strstr(none, "forgiven"));
	assert_string_equal(some + strlen(some) - strlen(says), says);
}

TEST(a_line_of_a_series_says_how_the_game_ended)
{
	static const char *const bad[] = {"{\"game\": 1}", "{\"winner\": 1}", "{\"game\": 1, \"winner\": 3}",
					  "{\"game\": 1, \"winner\": 1, \"names\": 5}", "[]"};
	struct result_line line;
	size_t column;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		FREED char *problem = result_line_read(&line, bad[i], strlen(bad[i]), 0, &column);

		assert_non_null(problem);
	}
}

TEST(names_in_a_line_keep_their_escapes)
{
	struct standing standing FREED_BY(standing_free) = standing_new(0);

	take(&standing, ", \"names\": [\"\\u00e9\\\"\", null]");
	expect(standing_line(&standing), "1 game; \u00e9\" 0, two 0, draws 0, without a winner 1");
}

TEST(the_last_names_given_are_used)
{
	struct standing standing FREED_BY(standing_free) = standing_new(0);

	take_game(&standing, 1, SEAT_1, ", \"winner\": 1, \"names\": [\"Uno\", \"\"]");
	expect(standing_line(&standing),
	       "1 game; Uno 1, two 0, draws 0; Elo +inf (no error bars: all games were won)");
}

TEST(a_broken_off_match_is_not_finished)
{
	struct match match = {.over = true, .verdict = {.reason = REASON_INTERRUPTED}};

	assert_false(match_is_finished(&match));
	match.verdict.reason = "five";
	assert_true(match_is_finished(&match));
	match.over = false;
	assert_false(match_is_finished(&match));
}

TEST(json_is_harmless_and_reads_as_the_same_text)
{
	static const char *const texts[] = {"作者 é \\ \"", "\033[2J\x7f\n", "a\xc2\x9b\u202e\u200b\ufeffb",
					    "\U000e0041\U0010ffff\U0001f468\u200d\uffff"};
	json_t *object;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		json_t *again;
		char *line;

		object = json_pack("{s:s}", texts[i], texts[i]);
		line = match_json_line(object);

		assert_int_equal(words_harmless(line, strlen(line)), strlen(line));
		again = json_loads(line, 0, NULL);
		assert_true(json_equal(object, again));
		json_decref(object);
		json_decref(again);
		free(line);
	}
	expect(match_json_line(NULL), "null");
	object = json_pack("[s,s]", "é作", "\U000e0041\u202e");
	expect(match_json_line(object), "[\"é作\",\"\\udb40\\udc41\\u202e\"]");
	json_decref(object);
}

TEST_MAIN(NULL, NULL)
