/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_background.c - what is an answer of the terminal among the bytes that were typed.  */
#include "../test.h"
#include "ui/screen.h"

static struct answer answer_to(const char *bytes)
{
	return background_answer(bytes, strlen(bytes), false);
}

static void assert_colour(const char *bytes, bool light)
{
	struct answer answer = answer_to(bytes);

	assert_int_equal(answer.kind, ANSWER_COLOUR);
	assert_int_equal(answer.size, strlen(bytes));
	assert_int_equal(answer.light, light);
}

TEST(each_form_of_a_colour_is_read)
{
	assert_colour("\033]11;rgb:ffff/ffff/ffff\033\\", true);
	assert_colour("\033]11;rgb:0000/0000/0000\033\\", false);
	assert_colour("\033]11;rgb:fd/f6/e3\007", true);
	assert_colour("\033]11;rgb:00/2b/36\007", false);
	assert_colour("\033]11;rgba:FFFF/FFFF/FFFF/0000\033\\", true);
	assert_colour("\033]11;rgb:f/f/f\007", true);
	assert_colour("\033]11;\007", false); /* it says nothing: as a terminal that does not know */
}

TEST(an_answer_in_pieces_is_no_key_at_any_cut)
{
	static const char *const whole[] = {"\033]11;rgb:ffff/ffff/ffff\033\\", "\033[?62;22c"};

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		for (size_t size = 1; size < strlen(whole[i]); size++) {
			struct answer answer = background_answer(whole[i], size, false);

			assert_int_equal(answer.kind, ANSWER_PART);
			assert_int_equal(answer.size, size);
			assert_int_equal(answer.sure, size > 2); /* before that it may be Alt and a key */
			answer = background_answer(whole[i] + 1, strlen(whole[i] + 1), true);
			assert_int_equal(answer.kind, i == 0 ? ANSWER_COLOUR : ANSWER_ATTRIBUTES);
		}
}

TEST(what_follows_an_answer_stays)
{
	struct answer answer = answer_to("\033]11;rgb:0/0/0\007q");

	assert_int_equal(answer.kind, ANSWER_COLOUR);
	assert_int_equal(answer.size, strlen("\033]11;rgb:0/0/0\007"));
}

TEST(an_answer_that_breaks_off_gives_the_next_key_free)
{
	struct answer answer = answer_to("\033]11;rgb:ff\003");
	char endless[200] = "\033]11;";

	assert_int_equal(answer.kind, ANSWER_BROKEN);
	assert_int_equal(answer.size, strlen("\033]11;rgb:ff"));
	memset(endless + 5, 'f', sizeof(endless) - 6);
	assert_int_equal(answer_to(endless).kind, ANSWER_BROKEN);
}

TEST(keys_are_no_answers)
{
	static const char *const keys[] = {
		"q", "]", "\033x", "\033[A", "\033OA", "\033[<0;1;1M", "\033]52;c;", "\033[?1u"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		assert_int_equal(answer_to(keys[i]).kind, ANSWER_NONE);
}

TEST(the_environment_tells_text_and_background)
{
	assert_false(background_guess(NULL));
	assert_false(background_guess("15;0"));
	assert_true(background_guess("0;15"));
	assert_true(background_guess("0;default;7"));
	assert_false(background_guess("12;8"));
	assert_false(background_guess("default;default"));
	assert_false(background_guess(""));
}

TEST_MAIN(NULL, NULL)
