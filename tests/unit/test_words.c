/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_words.c - which characters are treacherous, and that their escapes can be undone.  */
#include "../test.h"
#include "ringside/words.h"

enum { CHARACTERS = 0x110000 };

/* Writes a character as UTF-8. Returns its size.  */
static size_t put(uint32_t c, char text[4])
{
	size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = size; i-- > 0; c >>= 6)
		text[i] = (char)(size == 1 ? c : i ? 0x80 | (c & 0x3f) : (0xf00u >> size & 0xff) | c);
	return size;
}

static char *unescaped(const char *text, size_t *size)
{
	struct bytes out = {0};

	bytes_add(&out, "", 0);
	while (*text) {
		size_t length = words_unescape(&out, text, strlen(text));

		if (!length)
			bytes_add(&out, text, length = 1);
		text += length;
	}
	*size = out.size;
	return out.at;
}

static void expect_same_again(const char *text, size_t size)
{
	FREED char *escaped = bytes_escaped(text, size), *again;
	size_t length;

	assert_int_equal(words_harmless(escaped, strlen(escaped)), strlen(escaped));
	again = unescaped(escaped, &length);
	assert_int_equal(length, size);
	assert_memory_equal(again, text, size);
}

static void expect_shown(const char *text, size_t size, const char *wanted)
{
	struct bytes shown FREED_BY(bytes_free) = {0};

	words_add_shown(&shown, text, size);
	assert_string_equal(shown.at, wanted);
}

TEST(what_terminals_obey_or_hide_is_treacherous)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {{0, 0x1f},           {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},
		      {0x115f, 0x1160},    {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
		      {0x2060, 0x206f},    {0x3164, 0x3164},   {0xd800, 0xdfff},   {0xfdd0, 0xfdef},
		      {0xfe00, 0xfe0f},    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff9, 0xfffb},
		      {0xfffe, 0xffff},    {0x1fffe, 0x1ffff}, {0xe0000, 0xe007f}, {0xe0100, 0xe01ef},
		      {0x10fffe, 0x10ffff}};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		for (uint32_t c = ranges[i].first; c <= ranges[i].last; c++)
			if (!words_is_treacherous(c))
				fail_msg("U+%04X is not treacherous", (unsigned)c);
}

TEST(text_of_people_is_harmless)
{
	static const char text[] =
		"pbrain \"one\" \\ É e\u0301 Ж ש ا 作者 한 ไทย हिन्दी ● ┌ € → ½ 😀 \u00a0\ufffd";

	assert_int_equal(words_harmless(text, strlen(text)), strlen(text));
	expect_shown(text, strlen(text), text);
	expect_shown("a\n\tb", 4, "a\n\tb");
	expect_shown("", 0, "");
}

TEST(treacherous_characters_are_shown_as_their_numbers)
{
	expect_shown("\033[2J\a\r\0x\x7f", 9, "\\x1b[2J\\x07\\r\\x00x\\x7f");
	expect_shown("a\u202eb\xc2\x9b\U000e0041\ufeff", 14, "a\\u{202e}b\\u{9b}\\u{e0041}\\u{feff}");
	expect_shown("\x9b\xc0\x80\xed\xa0\x80\xe4\xbd", 8, "\\x9b\\xc0\\x80\\xed\\xa0\\x80\\xe4\\xbd");
}

TEST(a_name_stays_on_its_line_and_is_not_escaped_twice)
{
	struct bytes shown FREED_BY(bytes_free) = {0};

	words_add_name(&shown, "\\x1b[m \"é\"\n\t\033");
	assert_string_equal(shown.at, "\\x1b[m \"é\"\\n\\t\\x1b");
}

TEST(each_character_and_byte_comes_back_from_its_escape)
{
	char text[5];

	for (uint32_t c = 0; c < CHARACTERS; c++)
		if (c < 0xd800 || c >= 0xe000) {
			size_t size = put(c, text);
			uint32_t read = 0;

			assert_int_equal(words_character(text, size, &read), size);
			assert_int_equal(read, c);
			expect_same_again(text, size);
		}
	for (int byte = 0; byte < 256; byte++)
		expect_same_again((char[]){'a', (char)byte, 'b'}, 3);
	expect_same_again("\\u{202e}\u202e\\x1b\"", 16);
}

TEST(what_is_no_escape_is_left_to_the_caller)
{
	static const char *const none[] = {
		"",     "a",     "\\",     "\\q",      "\\x",     "\\x4",      "\\xg0",       "\\u",
		"\\u{", "\\u{}", "\\u{12", "\\u{12x}", "\\u202e", "\\u{d800}", "\\u{110000}", "\\u{0000041}"};
	struct bytes out FREED_BY(bytes_free) = {0};

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(words_unescape(&out, none[i], strlen(none[i])), 0);
	assert_int_equal(words_unescape(&out, "\\u{41}", 5), 0);
	assert_int_equal(words_unescape(&out, "\\x41", 3), 0);
	assert_int_equal(out.size, 0);
	assert_int_equal(words_unescape(&out, "\\u{20aC}!", 9), 8);
	assert_string_equal(out.at, "€");
}

TEST(only_the_markup_that_the_caller_names_is_escaped)
{
	static const char text[] = "a<b>&amp;\"'";
	struct bytes html FREED_BY(bytes_free) = {0}, svg FREED_BY(bytes_free) = {0};

	words_add_markup(&html, text, strlen(text), "&<>\"'");
	assert_string_equal(html.at, "a&lt;b&gt;&amp;amp;&quot;&#39;");
	words_add_markup(&svg, text, strlen(text), "&<>");
	assert_string_equal(svg.at, "a&lt;b&gt;&amp;amp;\"'");
}

TEST(the_text_offered_for_editing_means_the_same_bytes)
{
	static const char bytes[] = " \\ \"x\" \001\377\t# end ";
	struct bytes again = {0};
	char *words;

	for (int binary = 0; binary < 2; binary++) {
		words = edit_words(bytes, sizeof(bytes) - 1, binary);
		assert_true(*words != ' ' && words[strlen(words) - 1] != ' ');
		assert_null(edit_read(words, binary, &again));
		assert_int_equal(again.size, sizeof(bytes) - 1);
		assert_memory_equal(again.at, bytes, again.size);
		bytes_free(&again);
		free(words);
	}
}

TEST_MAIN(NULL, NULL)
