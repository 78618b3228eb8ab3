/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gomocup_rules.c - what `ringside rules gomocup` says of positions, and of texts that are no position.
 */
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/setup.h"
#include "setup_fixture.h"

/* Either the text or the problem; the caller frees.  */
static char *ask(const char *size, const char *rule, const char *position, char **problem)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	char *text = NULL;

	*problem = NULL;
	if (size)
		*problem = setup_set(&setup, "size", size);
	if (rule && !*problem)
		*problem = setup_set(&setup, "rule", rule);
	if (!*problem)
		text = protocol_named("gomocup")->tools->rules(&setup, position, problem);
	return text;
}

static void expect(const char *size, const char *rule, const char *position, const char *expected)
{
	char *problem;
	FREED char *text = ask(size, rule, position, &problem);

	if (problem)
		fail_msg("\"%s\": %s", position, problem);
	if (strcmp(text, expected) != 0)
		fail_msg("\"%s\": expected \"%s\", not \"%s\"", position, expected, text);
}

/* The problem must contain all these words; ended by NULL.  */
static void expect_problem(const char *size, const char *rule, const char *position, const char *const *words)
{
	char *problem, *text = ask(size, rule, position, &problem);

	assert_null(text);
	assert_non_null(problem);
	for (; *words; words++)
		if (!strstr(problem, *words))
			fail_msg("\"%s\": no \"%s\" in: %s", position, *words, problem);
	free(problem);
}

#define WORDS(...)                                                                                           \
	(const char *const[])                                                                                \
	{                                                                                                    \
		__VA_ARGS__, NULL                                                                            \
	}

TEST(an_empty_position_has_no_forbidden_points_and_no_win)
{
	expect(NULL, "renju", "", "none\n");
	expect(NULL, "renju", "  ", "none\n");
	expect("5", NULL, "", "none\n");
}

TEST(forbidden_points_are_listed_in_reading_order_whoever_is_to_move)
{
	/* Two overlines in column a, one in row 9, and a double three.  Black to move.  */
	expect(NULL, "renju",
	       "a1 o15 a2 m15 a3 k15 a5 i15 a6 g15 a7 e15 b9 c15 c9 o1 d9 o3 f9 o5 g9 o7 h9 o9",
	       "0,3\n4,8\nnone\n");
	/* White to move.  */
	expect(NULL, "renju", "a1 o15 a2 m15 a3 k15 a5 i15 a6 g15 a7 e15 b9 c15 c9 o1 d9 o3 f9 o5 g9 o7 h9",
	       "0,3\n4,8\nnone\n");
	/* From left to right, row by row.  */
	expect(NULL, "renju", "i8 a1 j8 c1 h9 e1 h10 g1", "7,7\nnone\n");
}

TEST(both_notations_and_mixtures_of_them_mean_the_same)
{
	expect(NULL, "renju", "i8a1j8c1h9e1h10g1", "7,7\nnone\n");
	expect(NULL, "renju", "8,7 0,0 9,7 2,0 7,8 4,0 7,9 6,0", "7,7\nnone\n");
	expect(NULL, "renju", "I8 0,0 j8c1 7,8 e1h10 6,0", "7,7\nnone\n");
}

TEST(the_last_line_says_whether_the_last_move_wins)
{
	static const char six[] = "a1o15b1o13c1o11e1o9f1o7d1", white[] = "h8a1f9b1d10c1h2e1j4f1o8d1";

	expect(NULL, NULL, "a1a2b1b2c1c2d1d2", "none\n");
	expect(NULL, NULL, "a1a2b1b2c1c2d1d2e1", "win\n");
	expect(NULL, NULL, "a1a2b1b2c1c2d1d2e1e2", "win\n");   /* white's own five */
	expect(NULL, NULL, "a1a2b1b2c1c2d1d2e1o15", "none\n"); /* not made by the last move */
	expect(NULL, "freestyle", six, "win\n");
	expect(NULL, "standard", six, "none\n");
	expect(NULL, "renju", six, "6,0\nnone\n");
	expect(NULL, "renju", white, "win\n");
	expect(NULL, "caro", six, "win\n");
	expect(NULL, "caro-exact", six, "none\n");
	expect(NULL, "renju+continuous", "a1o15b1o13c1o11d1o9e1", "win\n");
	expect(NULL, "renju+continuous", "a1o15b1o13c1o11d1o9", "none\n");
}

TEST(only_renju_forbids_points)
{
	static const char *const rules[] = {"freestyle", "standard", "caro", "caro-exact", "0", "9", NULL};

	for (int i = 0; rules[i]; i++)
		expect(NULL, rules[i], "i8a1j8c1h9e1h10g1", "none\n");
	expect(NULL, "4", "i8a1j8c1h9e1h10g1", "7,7\nnone\n");
	expect(NULL, "6", "i8a1j8c1h9e1h10g1", "7,7\nnone\n");
}

TEST(a_position_may_continue_after_a_win_or_a_forbidden_move)
{
	expect(NULL, "renju", "i8a1j8c1h9e1h10g1h8", "none\n");
	expect(NULL, "renju", "a1o15b1o13c1o11d1o9e1o7a9o5b9", "5,0\nnone\n");
}

TEST(the_board_has_the_given_size)
{
	expect("64", "renju", "bl64 a1 bk64 c1 bj64 e1 bh64 g1 bg64 i1", "60,63\nnone\n");
	expect("20x10", "renju", "t10 a1 s10 c1 r10 e1 p10 g1 o10 i1 n10 k1", "16,9\nnone\n");
	expect("5", "renju", "", "none\n");
}

TEST(a_repeated_square_is_reported_with_its_place)
{
	expect_problem(NULL, "renju", "h8g7h8", WORDS("move 3", "\"h8\"", "character 5", "already"));
	expect_problem(NULL, "renju", "h8 g7 7,7  a1", WORDS("move 3", "\"7,7\"", "character 7", "already"));
}

TEST(a_square_off_the_board_is_reported_with_its_place)
{
	expect_problem(NULL, "renju", "h8p1", WORDS("move 2", "\"p1\"", "character 3", "15×15"));
	expect_problem("15x20", "renju", "h20 h21", WORDS("move 2", "\"h21\"", "character 5", "15×20"));
	expect_problem(NULL, "renju", "7,7 15,0", WORDS("move 2", "\"15,0\"", "character 5"));
	expect_problem(NULL, "renju", "-1,0", WORDS("move 1", "\"-1,0\"", "character 1"));
	expect_problem(NULL, "renju", "h99999999999999999999", WORDS("move 1", "h9999", "outside"));
	expect_problem(NULL, "renju", "a0", WORDS("move 1", "\"a0\"", "outside"));
}

TEST(a_word_that_is_no_square_is_reported_with_its_place)
{
	expect_problem(NULL, "renju", "h8 pass", WORDS("\"pass\"", "character 4", "h8g7f6"));
	expect_problem(NULL, "renju", "h8;g7", WORDS("\";g7\"", "character 3"));
	expect_problem(NULL, "renju", "\x1b[31m", WORDS("\"\\x1b[31m\"", "character 1"));
	expect_problem(NULL, "renju", "8h", WORDS("\"8h\"", "character 1"));
	expect_problem(NULL, "renju", "h", WORDS("\"h\"", "character 1"));
	/* The first mistake is reported.  */
	expect_problem(NULL, "renju", "h8h8 pass", WORDS("move 2", "\"h8\"", "character 3"));
}

TEST(a_long_wrong_text_is_shortened_in_the_report)
{
	char text[1000], *problem;

	for (int word = 0; word < 2; word++) { /* a distant square, and no square */
		memset(text, word ? 'x' : '9', sizeof(text) - 1);
		text[0] = 'h';
		text[sizeof(text) - 1] = '\0';
		assert_null(ask(NULL, "renju", text, &problem));
		assert_non_null(strstr(problem, word ? "\"hxxxx" : "\"h9999"));
		assert_true(strlen(problem) >= 1 && strlen(problem) <= 200);
		free(problem);
	}
}

TEST(the_first_square_beyond_a_full_board_is_refused)
{
	struct bytes text FREED_BY(bytes_free) = {0};

	for (int round = 0; round < 3; round++)
		for (int i = 0; i < 25; i++)
			bytes_addf(&text, "%d,%d ", i % 5, i / 5);
	expect_problem("5", "renju", text.at, WORDS("move 26", "\"0,0\"", "character 101", "already"));
	bytes_drop(&text, 200);
	expect("5", "freestyle", text.at, "win\n");
}

TEST(an_unknown_rule_or_size_is_refused)
{
	expect_problem(NULL, "chess", "", WORDS("--rule chess"));
	expect_problem("4", "renju", "", WORDS("--size 4"));
}

TEST_MAIN(NULL, NULL)
