/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_nearest.c - which word was meant by one that is typed wrong.  */

#include "../test.h"
#include "ringside/mistake.h"

static int distance(const char *a, const char *b)
{
	int there = words_distance(a, strlen(a), b, strlen(b));

	assert_int_equal(words_distance(b, strlen(b), a, strlen(a)), there);
	return there;
}

TEST(each_wrong_letter_counts_once)
{
	assert_int_equal(distance("", ""), 0);
	assert_int_equal(distance("play", "play"), 0);
	assert_int_equal(distance("play", "PLAY"), 0);
	assert_int_equal(distance("", "play"), 4);
	assert_int_equal(distance("ply", "play"), 1);
	assert_int_equal(distance("plaay", "play"), 1);
	assert_int_equal(distance("pley", "play"), 1);
	assert_int_equal(distance("paly", "play"), 1);
	assert_int_equal(distance("wide", "board"), 5);
}

TEST(a_long_word_is_compared_as_far_as_it_is_allowed)
{
	char many[500];

	memset(many, 'a', sizeof(many));
	assert_int_equal(words_distance(many, sizeof(many), "a", 1), 63);
	assert_int_equal(words_distance(many, sizeof(many), many, sizeof(many) - 1), 0);
}

static const char *const words[] = {"pause", "play", "continue", "layout", "theme", "--size", "q", NULL};

TEST(the_word_that_was_meant_is_found)
{
	assert_string_equal(words_nearest("paly", words), "play");
	assert_string_equal(words_nearest("puase", words), "pause");
	assert_string_equal(words_nearest("thme", words), "theme");
	assert_string_equal(words_nearest("--siez", words), "--size");
	assert_string_equal(words_nearest("contineu", words), "continue");
	assert_string_equal(words_nearest("Theme", words), "theme");
}

TEST(nothing_is_suggested_that_nobody_meant)
{
	static const char *const none[] = {NULL};

	assert_null(words_nearest("x", words));
	assert_null(words_nearest("", words));
	assert_null(words_nearest("dance", words));
	assert_null(words_nearest("play", none));
	assert_null(words_nearest("play", NULL));
}

TEST(a_question_names_the_word_and_is_empty_without_one)
{
	struct nearest nearest = nearest_to("paly h8", 4);
	char *question = nearest_question(&nearest);

	assert_text(question, "");
	for (int i = 0; words[i]; i++)
		nearest_try(&nearest, words[i]);
	assert_text(nearest_question(&nearest), ": did you mean play?");
}

static void unknown(const char *word, const char *const *list, const char *problem)
{
	assert_text(words_unknown("layout", word, list), problem);
}

TEST(an_unknown_word_is_told_with_what_was_expected)
{
	static const char *const layouts[] = {"wide", "board", NULL};

	unknown("wied", layouts, "there is no layout \"wied\": did you mean wide?");
	unknown("round", layouts, "there is no layout \"round\": expected wide, board");
	unknown("round", NULL, "there is no layout \"round\"");
}

TEST_MAIN(NULL, NULL)
