/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_standings.c - lines of results are read, whoever wrote them, and counted once.  */
#include "../test.h"
#include "ringside/standings.h"

#include <math.h>

/* ---- lines ---- */

#define LINE                                                                                                 \
	"{\"game\":3,\"system\":\"gomocup\",\"winner\":2,\"reason\":\"time\\u006fut\",\"blame\":1,"          \
	"\"moves\":31,"                                                                                      \
	"\"score\":[0.0,1.0],\"faults\":[2,null],\"first\":1,\"players\":[4,2],\"pairing\":1,\"pair\":2,"    \
	"\"round\":1,"                                                                                       \
	"\"opening\":\"7,7 "                                                                                 \
	"8,8\",\"played\":[\"7,7\",\"8,8\"],\"timing\":{\"seconds\":1.5,\"think_total\":[0.25,"              \
	"null],\"think_longest\":[0.125,1e-3],\"cpu\":[0.5,0.75],\"peak_memory\":[1048576,null],\"held_"     \
	"turns\":"                                                                                           \
	"[0,1]}}"

TEST(a_line_is_read_with_what_was_measured)
{
	struct result_line line;
	struct bytes reason FREED_BY(bytes_free) = {0};
	size_t column;

	assert_null(result_line_read(&line, LINE, strlen(LINE), 4, &column));
	assert_int_equal(line.game, 3);
	assert_int_equal(line.players[0], 4);
	assert_int_equal(line.players[1], 2);
	assert_int_equal(line.winner, 2);
	assert_int_equal(line.blame, 1);
	assert_int_equal(line.pair, 2);
	assert_int_equal(line.first, 1);
	assert_int_equal(line.moves, 31);
	assert_true(line.faults[0] == 2 && line.faults[1] == 0);
	assert_true(line.seats[0].think_total == 0.25 && isnan(line.seats[1].think_total));
	assert_true(line.seats[1].think_longest == 0.001 && line.seats[0].peak_memory == 1048576);
	assert_true(line.seconds == 1.5);
	assert_true(piece_is(line.played, "[\"7,7\",\"8,8\"]"));
	assert_true(piece_is(line.opening, "7,7 8,8"));
	assert_false(result_line_is_scored(&line));
	piece_add(&reason, line.reason);
	assert_string_equal(reason.at, "timeout");
}

static uint64_t marks_of(const char *text)
{
	struct result_line line;
	size_t column;
	char *problem = result_line_read(&line, text, strlen(text), 4, &column);

	if (problem)
		fail_msg("%s", problem);
	return line.marks;
}

TEST(only_what_was_measured_does_not_mark_a_game)
{
	uint64_t marks = marks_of("{\"game\":1,\"players\":[1,2],\"winner\":1,\"timing\":{\"seconds\":1}}");

	assert_true(marks ==
		    marks_of("{\"game\":1,\"players\":[1,2],\"winner\":1,\"timing\":{\"seconds\":2}}"));
	assert_true(marks == marks_of("{\"winner\":1,\"timing\":{},\"game\":1,\"players\":[1,2]}"));
	assert_true(marks !=
		    marks_of("{\"game\":1,\"players\":[1,2],\"winner\":2,\"timing\":{\"seconds\":1}}"));
	assert_true(marks != marks_of("{\"game\":1,\"players\":[1,2],\"winner\":1,\"detail\":\"\"}"));
}

/* The text, and a word of the problem.  */
TEST(lines_of_strangers_are_refused_with_the_member)
{
	static const char *const rows[][2] = {
		{"", "expected an object"},
		{"[]", "expected an object"},
		{"{}", "expected a game"},
		{"{\"game\":1}", "\"players\", a list of two"},
		{"{\"game\":1,\"players\":[1,2]} x", "the end of the line"},
		{"{\"game\":1,\"players\":[1,2]", "a comma or }"},
		{"{\"game\":1 \"players\":[1,2]}", "\"game\": expected a comma or }"},
		{"{\"game\":1,}", "expected a text"},
		{"{\"game\":0}", "\"game\": expected a number in its range"},
		{"{\"game\":1e99}", "\"game\": expected a number in its range"},
		{"{\"game\":1.5}", "\"game\": expected a whole number"},
		{"{\"game\":NaN}", "\"game\": expected a value"},
		{"{\"game\":1,\"moves\":01}", "\"moves\": expected a comma"},
		{"{\"game\":1.}", "\"game\": expected a value"},
		{"{\"game\":-}", "\"game\": expected a value"},
		{"{\"game\":\"1\"}", "\"game\": expected a value"},
		{"{\"game\":1,\"players\":[1,2,3]}", "\"players\": expected a list of two"},
		{"{\"game\":1,\"players\":[1,9]}", "the first line has 4"},
		{"{\"game\":1,\"players\":[2,2]}", "plays both seats"},
		{"{\"game\":1,\"players\":[1,null],\"winner\":2}", "nobody sits"},
		{"{\"game\":1,\"players\":[1,2],\"winner\":3}", "\"winner\": expected a number in its range"},
		{"{\"game\":1,\"players\":[1,2],\"score\":[1e400,0]}",
		 "\"score\": expected a number in its range"},
		{"{\"game\":1,\"timing\":{\"cpu\":[-1,0]}}", "\"timing\": expected a number in its range"},
		{"{\"game\":1,\"timing\":7}", "\"timing\": expected an object"},
		{"{\"game\":1,\"reason\":\"a\tb\"}", "\"reason\": expected a text without control"},
		{"{\"game\":1,\"reason\":\"\\q\"}", "\"reason\": expected a text without control"},
		{"{\"game\":1,\"reason\":\"\\u00g0\"}", "right escapes"},
		{"{\"game\":1,\"reason\":\"\\u12", "right escapes"},
		{"{\"game\":1,\"reason\":\"x", "a quote at the end"},
		{"{\"game\":1,\"reason\":\"x\\", "right escapes"},
		{"{\"game\":1,\"x\":[1,]}", "expected a value"},
		{"{\"game\":1,\"x\":tru}", "expected a value"},
	};
	struct result_line line;
	size_t column;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t size = strlen(rows[i][0]);
		FREED char *exact = malloc(size + 1), *problem; /* so that a reader past its end is found */

		memcpy(exact, rows[i][0], size);
		problem = result_line_read(&line, exact, size, 4, &column);
		if (!problem || !strstr(problem, rows[i][1]))
			fail_msg("%s gives: %s", rows[i][0], problem ? problem : "no problem");
		assert_true(column <= size);
	}
}

TEST(brackets_in_each_other_have_a_bound)
{
	struct bytes text FREED_BY(bytes_free) = {0};
	struct result_line line;
	size_t column;
	FREED char *problem;

	bytes_add_text(&text, "{\"x\":");
	for (int i = 0; i < 1000000; i++)
		bytes_add_text(&text, "[");
	problem = result_line_read(&line, text.at, text.size, 4, &column);
	assert_non_null(strstr(problem, "fewer brackets"));
}

/* The quick way and the library's give the same numbers.  */
TEST(numbers_are_those_of_the_library)
{
	static const char *const texts[] = {"0",
					    "-0.1",
					    "0.1",
					    "123456789.123456",
					    "9007199254740991",
					    "1e-3",
					    "0.30000000000000004",
					    "1234567890123456",
					    "9999999999999999",
					    "12345678901234567890",
					    "0.000000000000001",
					    "-7.25",
					    "2.2250738585072014e-308"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct scan scan = scan_of(texts[i], strlen(texts[i]));

		assert_true(scan_number(&scan, -1e30, 1e30) == strtod(texts[i], NULL));
		scan_end(&scan);
		assert_null(scan.wrong);
	}
}

TEST(escapes_are_resolved)
{
	static const char text[] = "a\\n\\\"\\u00e9\\ud83d\\ude00\\u0000\\ud83d!";
	struct bytes resolved FREED_BY(bytes_free) = {0};

	piece_add(&resolved, (struct piece){text, strlen(text)});
	assert_string_equal(resolved.at, "a\n\"é😀\xef\xbf\xbd\xef\xbf\xbd!");
}

/* ---- counts ---- */

/* A game of players 1 and 2: the number, who sits on seat 1, who has won on the board (0: a draw, -1:
 * nobody), the pair.  */
static enum standings_news add(struct standings *standings, int game, int seat1, int seat2, int winner,
			       int pair)
{
	struct result_line line = {.game = game,
				   .players = {seat1, seat2},
				   .winner = winner,
				   .first = 1,
				   .pair = pair,
				   .score = {NAN, NAN},
				   .seconds = NAN,
				   .opening = {"h8", 2},
				   .marks = (uint64_t)(winner + 2)};
	enum standings_news news;
	char *problem;

	for (int i = 0; i < 2; i++)
		line.seats[i] = (struct result_seat){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, false};
	problem = standings_add(standings, &line, &news);
	if (problem)
		fail_msg("%s", problem);
	return news;
}

TEST(games_are_counted_for_players_pairings_sides_and_pairs)
{
	struct standings standings FREED_BY(standings_free);
	const struct pairing_sum *pairing;
	struct pairs pairs;

	standings_init(&standings, 3);
	add(&standings, 1, 1, 2, 1, 1); /* 1 wins */
	add(&standings, 2, 2, 1, 2, 1); /* 1 wins */
	add(&standings, 3, 1, 2, 0, 2);
	add(&standings, 4, 2, 1, 1, 2); /* 2 wins */
	add(&standings, 6, 1, 3, -1, 3);
	add(&standings, 5, 3, 1, 1, 3); /* 3 wins, and its pair is spoiled */
	add(&standings, 7, 2, 3, 1, 4);
	pairing = standings_pairing(&standings, 0, 1);
	assert_int_equal(pairing->tally.wins, 2);
	assert_int_equal(pairing->tally.draws, 1);
	assert_int_equal(pairing->tally.losses, 1);
	assert_int_equal(pairing->pairs.count[4], 1);
	assert_int_equal(pairing->pairs.count[1], 1);
	assert_true(standings_points(&standings, 0, 1) == 2.5 && standings_points(&standings, 1, 0) == 1.5);
	assert_true(standings_points(&standings, 2, 0) == 1 && standings_points(&standings, 1, 2) == 1);
	pairs = standings_pairs(&standings, 1);
	assert_int_equal(pairs.count[0], 1);
	assert_int_equal(pairs.count[3], 1);
	assert_int_equal(pairs_number(&pairs), 2);
	assert_int_equal(standings.half_pairs, 1);
	assert_int_equal(standings.player[0].sides[0].wins, 1);
	assert_int_equal(standings.player[0].sides[1].wins, 1);
	assert_int_equal(standings.player[0].without, 1);
	assert_int_equal(standings.games, 7);
	assert_int_equal(standings.without, 1);
	assert_int_equal(standings.openings, 1);
	assert_int_equal(standings.opening[0].tally.wins, 4);
	assert_int_equal(standings.side[0], 4);
	assert_int_equal(standings.side[1], 1);
}

/* A round without an opponent counts as won, but not for who has failed at its start.  */
TEST(a_player_that_has_withdrawn_gets_no_points_for_being_free)
{
	struct result_line line = {.game = 2, .players = {2, 1}, .winner = 2, .blame = 1, .round = 2};
	struct standings standings FREED_BY(standings_free);
	enum standings_news news;

	standings_init(&standings, 3);
	standings.bye_games = 1;
	for (int game = 1; game <= 2; game++) {
		line.game = line.round = game;
		line.players[0] = game == 1 ? 3 : 2; /* so 2 and then 3 is free */
		line.reason = game == 1 ? (struct piece){"start", 5} : (struct piece){"crash", 5};
		assert_null(standings_add(&standings, &line, &news));
	}
	assert_int_equal(standings.player[1].byes, 1);
	assert_int_equal(standings.player[2].byes, 1);
	assert_true(standings_total(&standings, 1) == 1 && standings_total(&standings, 2) == 0);
}

/* 40 pairs of equal players, of which all but two are one win each: their points differ from the expected 1
 * by 0, 38 times, and by 1, twice. Games that did not depend on each other would have the variance 1/2.  */
TEST(errors_of_ratings_follow_the_spread_of_pairs)
{
	struct standings standings FREED_BY(standings_free);
	struct rating found[2], games[2];
	int pairs = 0;

	standings_init(&standings, 2);
	for (; pairs < 21; pairs++) {
		add(&standings, 2 * pairs + 1, 1, 2, 1, pairs + 1);
		add(&standings, 2 * pairs + 2, 2, 1, 1, pairs + 1);
		if (pairs <= 20) { /* too few, and then all alike */
			ratings_of((double[]){0, pairs + 1, pairs + 1, 0}, 2, games);
			standings_ratings(&standings, found);
			assert_true(fabs(found[0].error - games[0].error) < 1e-9);
		}
	}
	for (; pairs < 38; pairs++) {
		add(&standings, 2 * pairs + 1, 1, 2, 1, pairs + 1);
		add(&standings, 2 * pairs + 2, 2, 1, 1, pairs + 1);
	}
	add(&standings, 77, 1, 2, 1, 39);
	add(&standings, 78, 2, 1, 2, 39);
	add(&standings, 79, 1, 2, 2, 40);
	add(&standings, 80, 2, 1, 1, 40);
	standings_ratings(&standings, found);
	ratings_of((double[]){0, 40, 40, 0}, 2, games);
	assert_true(fabs(found[0].error - games[0].error * sqrt(2 / 20.0 * 40 / 39)) < 1e-9);
	assert_true(fabs(found[0].elo) < 1e-9);
}

TEST(a_game_that_comes_again_counts_once)
{
	struct standings standings FREED_BY(standings_free);

	standings_init(&standings, 2);
	assert_int_equal(add(&standings, 70000, 1, 2, 1, 35000), STANDINGS_NEW);
	assert_int_equal(add(&standings, 70000, 1, 2, 1, 35000), STANDINGS_SAME);
	assert_int_equal(add(&standings, 70000, 1, 2, 2, 35000), STANDINGS_DIFFERENT);
	assert_int_equal(standings.games, 1);
	assert_int_equal(standings.same, 1);
	assert_int_equal(standings.different, 1);
	assert_int_equal(standings.last_different, 70000);
	assert_int_equal(standings_pairing(&standings, 0, 1)->tally.wins, 1);
}

TEST(a_pair_has_two_games_of_two_players)
{
	struct result_line third = {.game = 3, .players = {1, 2}, .winner = 1, .pair = 1};
	struct result_line other = {.game = 4, .players = {1, 3}, .winner = 1, .pair = 1};
	enum standings_news news;
	struct standings standings FREED_BY(standings_free);

	standings_init(&standings, 3);
	add(&standings, 1, 1, 2, 1, 1);
	assert_text(standings_add(&standings, &other, &news),
		    "game 4: pair 1 has games of players 1 and 2, too");
	add(&standings, 2, 2, 1, 1, 1);
	assert_text(standings_add(&standings, &third, &news), "game 3: pair 1 has two games already");
}

TEST(reasons_and_openings_without_end_take_no_memory_without_end)
{
	struct standings standings FREED_BY(standings_free);
	enum standings_news news;
	char text[32];

	standings_init(&standings, 2);
	for (int i = 1; i <= 30000; i++) {
		struct result_line line = {.game = i, .players = {1, 2}, .winner = 1, .blame = 2, .first = 1};
		int size = snprintf(text, sizeof(text), "reason %d", i);

		line.reason = line.opening = (struct piece){text, (size_t)size};
		assert_null(standings_add(&standings, &line, &news));
	}
	assert_int_equal(standings.reason_count, STANDINGS_REASONS_MOST);
	assert_string_equal(standings.reasons[STANDINGS_REASONS_MOST - 1], "other");
	assert_int_equal(standings.player[1].blamed[0], 1);
	assert_int_equal(standings.player[1].blamed[STANDINGS_REASONS_MOST - 1],
			 30000 - (STANDINGS_REASONS_MOST - 1));
	assert_int_equal(standings.openings, STANDINGS_OPENINGS_MOST);
	assert_int_equal(standings.openings_left, 30000 - STANDINGS_OPENINGS_MOST);
}

TEST(the_longest_text_is_kept_and_a_longer_one_is_not)
{
	FREED char *text = bytes_new(STANDINGS_TEXT_MOST + 2);
	enum standings_news news;

	memset(text, 'x', STANDINGS_TEXT_MOST + 1);
	for (size_t more = 0; more < 2; more++) {
		struct standings standings FREED_BY(standings_free);
		struct result_line line = {.game = 1, .players = {1, 2}, .winner = 1, .blame = 2, .first = 1};

		standings_init(&standings, 2);
		line.reason = line.opening = (struct piece){text, STANDINGS_TEXT_MOST + more};
		assert_null(standings_add(&standings, &line, &news));
		assert_int_equal(standings.openings, !more);
		assert_int_equal(standings.openings_left, more);
		assert_int_equal(
			standings.reason_count && strlen(standings.reasons[0]) == STANDINGS_TEXT_MOST, !more);
	}
}

TEST(what_was_not_measured_adds_nothing)
{
	static const char *const lines[] = {
		"{\"game\":1,\"players\":[1,2],\"winner\":1,\"timing\":{\"held_turns\":[3,null]}}",
		"{\"game\":2,\"players\":[1,2],\"winner\":1,\"timing\":{\"seconds\":1}}"};
	struct standings standings FREED_BY(standings_free);
	enum standings_news news;

	standings_init(&standings, 2);
	for (int i = 0; i < 2; i++) {
		struct result_line line;
		size_t column;

		assert_null(result_line_read(&line, lines[i], strlen(lines[i]), 2, &column));
		assert_null(standings_add(&standings, &line, &news));
	}
	for (int i = 0; i < 2; i++) {
		const struct measured *measured = &standings.player[i].measured;

		assert_true(measured->held_turns == (i == 0 ? 3 : 0));
		assert_true(measured->waited == 0 && measured->waited_turns == 0);
		assert_true(isnan(measured_move(measured)));
	}
}

TEST(one_player_alone_has_a_mean_score)
{
	struct standings standings FREED_BY(standings_free);
	enum standings_news news;

	standings_init(&standings, 1);
	for (int i = 1; i <= 3; i++) {
		struct result_line line = {
			.game = i, .players = {1, 0}, .winner = -1, .score = {10.0 * i, NAN}};

		assert_null(standings_add(&standings, &line, &news));
	}
	assert_true(standings.scored);
	assert_int_equal(standings.player[0].score.count, 3);
	assert_true(standings.player[0].score.sum == 60 && standings.player[0].score.middle == 20);
}

TEST(the_curve_of_scores_has_stretches_of_rounds)
{
	struct standings standings FREED_BY(standings_free);
	enum standings_news news;

	standings_init(&standings, 1);
	for (int i = 1; i <= 20; i++) {
		struct result_line line = {
			.game = i, .round = i, .players = {1, 0}, .winner = -1, .score = {i, NAN}};

		assert_null(standings_add(&standings, &line, &news));
	}
	assert_int_equal(standings.rounds, 20);
	assert_int_equal(standings.stretch, 4);
	assert_true(standings.player[0].curve[0].sum == 1 + 2 + 3 + 4);
	assert_int_equal(standings.player[0].curve[4].count, 4);
	assert_true(standings.player[0].curve[4].sum == 17 + 18 + 19 + 20);
	assert_int_equal(standings.player[0].curve[5].count, 0);
}

TEST_MAIN(NULL, NULL)
