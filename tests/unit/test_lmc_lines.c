/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_lines.c - reading and writing lines of the Learning Machine Challenge (lmc, Wire).  */
#include "../test.h"
#include "systems/lmc_shared/lines.h"

#include "ringside/bytes.h"

static void expect_text(struct text text, const char *expected)
{
	if (text.size != strlen(expected) || (text.size && memcmp(text.at, expected, text.size) != 0))
		fail_msg("got \"%.*s\", expected \"%s\"", (int)text.size, text.at, expected);
}

/* The bytes have memory of their own, so that a tool notices a read past their end.  */
static struct lmc_line expect_line(const char *bytes, unsigned flags, const char *channel, const char *data,
				   unsigned leniencies)
{
	size_t size = strlen(bytes);
	FREED char *copy = bytes_new(size ? size : 1);
	struct message message = {.bytes = copy, .size = size, .flags = flags};
	struct lmc_line line;

	memcpy(copy, bytes, size);
	line = lmc_read(&message);
	if (channel)
		expect_text(line.channel, channel);
	else
		assert_null(line.channel.at);
	expect_text(line.data, data);
	assert_int_equal(line.leniencies, leniencies);
	return line;
}

/* ---- reading ---- */

TEST(a_line_names_its_channel_or_is_only_data)
{
	expect_line("@output rock\n", 0, "output", "rock", 0);
	expect_line("rock\n", 0, NULL, "rock", 0);
	expect_line("@output\n", 0, "output", "", 0);
	expect_line("@\n", 0, "", "", 0);
	expect_line("@ rock\n", 0, "", "rock", 0);
	expect_line("\n", 0, NULL, "", 0);
	expect_line("rock@output\n", 0, NULL, "rock@output", 0);
	expect_line("@@output rock\n", 0, "@output", "rock", 0);
}

TEST(each_deviation_from_the_specification_has_a_name)
{
	expect_line("@output rock\r\n", 0, "output", "rock", LMC_CRLF);
	expect_line("@output rock\r", 0, "output", "rock", LMC_CRLF);
	expect_line("@output rock \n", 0, "output", "rock", LMC_TRAILING);
	expect_line("@output rock\t\n", 0, "output", "rock", LMC_TRAILING);
	expect_line("@output  rock\n", 0, "output", "rock", LMC_BLANKS);
	expect_line("@output\trock\n", 0, "output", "rock", LMC_BLANKS);
	expect_line("  @output rock\n", 0, "output", "rock", LMC_BLANKS);
	expect_line("a  b\n", 0, NULL, "a  b", LMC_BLANKS);
	expect_line("rock", MESSAGE_UNENDED, NULL, "rock", LMC_UNENDED);
	expect_line(" \t@output  rock  \r\n", 0, "output", "rock", LMC_CRLF | LMC_TRAILING | LMC_BLANKS);
	expect_line("   \n", 0, NULL, "", LMC_TRAILING);
}

TEST(a_line_that_was_cut_differs_from_one_without_an_end)
{
	expect_line("rock", MESSAGE_CUT, NULL, "rock", 0);
}

TEST(a_comment_begins_with_its_sign_and_may_contain_anything)
{
	assert_true(expect_line("# a  b \n", 0, NULL, " a  b ", 0).comment);
	assert_true(expect_line("#\n", 0, NULL, "", 0).comment);
	assert_true(expect_line("#@output rock\n", 0, NULL, "@output rock", 0).comment);
	assert_false(expect_line(" # a\n", 0, NULL, "# a", LMC_BLANKS).comment);
	assert_false(expect_line("a # b\n", 0, NULL, "a # b", 0).comment);
}

TEST(a_line_inside_another_is_read_the_same_way)
{
	struct lmc_line line = lmc_read_text((struct text){"@score 1xx", 8});

	expect_text(line.channel, "score");
	expect_text(line.data, "1");
	assert_int_equal(line.leniencies, 0);
	assert_true(lmc_read_text((struct text){"# well", 6}).comment);
}

TEST(words_are_split_off_one_by_one)
{
	static const char bytes[] = "one  two\tthree ";
	struct text text = {bytes, sizeof(bytes) - 1};

	expect_text(text_word(&text), "one");
	expect_text(text, "two\tthree ");
	expect_text(text_word(&text), "two");
	expect_text(text_word(&text), "three");
	expect_text(text_word(&text), "");
	expect_text(text, "");
}

TEST(words_are_joined_by_one_blank)
{
	static const char *const texts[][2] = {
		{"", ""}, {"a", "a"}, {"a  b\tc", "a b c"}, {" a ", "a"}, {"  ", ""}};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_text(lmc_words((struct text){texts[i][0], strlen(texts[i][0])}), texts[i][1]);
	}
}

static enum channel channel_of(const char *line, bool words)
{
	return lmc_channel_of(line, strlen(line), words);
}

TEST(a_line_is_on_the_channel_that_it_names)
{
	assert_int_equal(channel_of("@input a\n", false), CHANNEL_INPUT);
	assert_int_equal(channel_of("@output a\n", false), CHANNEL_OUTPUT);
	assert_int_equal(channel_of("  @output  a\r\n", false), CHANNEL_OUTPUT);
	assert_int_equal(channel_of("@score 1\n", false), CHANNEL_SCORE);
	assert_int_equal(channel_of("@command play\n", false), CHANNEL_COMMAND);
	assert_int_equal(channel_of("@info name a\n", false), CHANNEL_INFO);
	assert_int_equal(channel_of("@hint a\n", false), CHANNEL_HINT);
	assert_int_equal(channel_of("# a\n", false), CHANNEL_COMMENT);
	assert_int_equal(channel_of("a\n", false), CHANNEL_OUTPUT);
	assert_int_equal(channel_of("@outputs a\n", false), CHANNEL_UNKNOWN);
	assert_int_equal(channel_of("@ output\n", false), CHANNEL_UNKNOWN);
	assert_int_equal(channel_of("\n", false), CHANNEL_UNKNOWN);
	assert_int_equal(channel_of("", false), CHANNEL_UNKNOWN);
}

TEST(several_words_are_an_output_only_if_words_are_played)
{
	assert_int_equal(channel_of("a b\n", false), CHANNEL_UNKNOWN);
	assert_int_equal(channel_of("a b\n", true), CHANNEL_OUTPUT);
	assert_int_equal(channel_of("a \n", false), CHANNEL_OUTPUT);
}

/* ---- scores ---- */

TEST(a_score_is_short_and_never_has_an_exponent)
{
	static const struct {
		double score;
		const char *text;
	} rows[] = {{1, "1"},
		    {-1, "-1"},
		    {0, "0"},
		    {-0.0, "0"},
		    {0.5, "0.5"},
		    {-0.2, "-0.2"},
		    {1.0 / 3, "0.333333"},
		    {0.0001, "0.0001"},
		    {0.00001, "0.00001"},
		    {-0.000025, "-0.000025"},
		    {0.000001, "0.000001"},
		    {1e-9, "0"},
		    {-1e-9, "0"}};
	char text[32];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		lmc_write_score(rows[i].score, text);
		assert_string_equal(text, rows[i].text);
	}
}

/* A score is written to six significant digits; no game has finer scores.  */
TEST(a_written_score_is_read_back_unchanged)
{
	char text[32];
	double read;

	for (int millionths = -1000000; millionths <= 1000000; millionths += 37) {
		double score = (double)millionths / 1000000;

		lmc_write_score(score, text);
		assert_null(strpbrk(text, "eE"));
		assert_true(lmc_read_score((struct text){text, strlen(text)}, &read));
		if (read - score > 1e-9 || score - read > 1e-9)
			fail_msg("%.9f was written as %s", score, text);
	}
}

TEST(a_score_is_a_number_from_minus_one_to_one)
{
	static const char *const good[] = {"1",    "-1",
					   "0",    "+1",
					   "1.0",  "-.5",
					   ".5",   "1.",
					   "0.25", "1e-3",
					   "5E-1", "-1.000",
					   "-0",   "0.3333333333333333333333333333333333333333333333"};
	static const char *const bad[] = {"",    "1.0001", "-2", "nan", "inf", "-inf", "0x1",   "1,0", "one",
					  "1 2", "1e",     "+",  ".",   "-",   "1e9",  "1e999", "--1", " 1"};
	double score;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		if (!lmc_read_score((struct text){good[i], strlen(good[i])}, &score))
			fail_msg("\"%s\" is a score, but was refused", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (lmc_read_score((struct text){bad[i], strlen(bad[i])}, &score))
			fail_msg("\"%s\" is no score, but was accepted", bad[i]);
	assert_false(lmc_read_score((struct text){"1\0", 2}, &score));
}

TEST_MAIN(NULL, NULL)
