/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_bytes.c - texts that are made of a format are those that the C library makes.  */
#include "../test.h"
#include "ringside/bytes.h"

#include <inttypes.h>
#include <limits.h>

static void check(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void check(const char *format, ...)
{
	char expected[2000];
	struct bytes added FREED_BY(bytes_free) = {0};
	va_list args;
	char *text;

	va_start(args, format);
	vsnprintf(expected, sizeof(expected), format, args);
	va_end(args);
	va_start(args, format);
	text = bytes_vtext(format, args);
	va_end(args);
	assert_text(text, expected);
	bytes_add_text(&added, "before ");
	va_start(args, format);
	bytes_vaddf(&added, format, args);
	va_end(args);
	assert_int_equal(added.size, strlen("before ") + strlen(expected));
	assert_string_equal(added.at + strlen("before "), expected);
}

TEST(a_text_is_as_the_c_library_makes_it)
{
	const char *volatile nobody = NULL;
	char *volatile empty = "";

	check("%s", empty);
	check("BEGIN\r\n");
	check("TURN %d,%d\r\n", 7, 12);
	check("%d %d %d %d", INT_MIN, -1, 0, INT_MAX);
	check("INFO time_left %" PRId64 "\r\n", (int64_t)2147483647);
	check("%" PRId64 "%" PRId64 "%ld%s", INT64_MIN, INT64_MAX, 10L, "end");
	check("%s%s%d%s", "a", "", 5, "b");
	check("%s", nobody);
	check("100%% of %s", "it");
}

TEST(a_conversion_that_is_not_simple_is_made_by_the_c_library)
{
	check("%s %.3f s, %5d|%-5d|%05d", "took", 1.25, 3, 4, 5);
	check("%d %.*s %zu %c %x %lld %lu", 1, 3, "abcdef", (size_t)9, 'c', 255U, -1LL, 7UL);
}

TEST(a_text_may_be_long)
{
	char word[500];

	memset(word, 'w', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	for (int size = 0; size < (int)sizeof(word); size++) {
		check("%s,%d", word + size, size);
		check("%d %.*s", size, size, word);
	}
}

TEST_MAIN(NULL, NULL)
