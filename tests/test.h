/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test.h - a test is a block, and the file runs its blocks in their order.
 *
 *     TEST(a_chatty_agent_still_loses_on_time)
 *     {
 *             assert_true(...);
 *     }
 *
 *     TEST_MAIN(NULL, NULL)
 *
 * What a test has made is freed at the end of its block:
 *
 *     FREED char *text = bytes_text(...);
 *     struct match match FREED_BY(match_free);  */
#ifndef RINGSIDE_TESTS_TEST_H
#define RINGSIDE_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ringside/bytes.h"

#define LENGTH(table) (sizeof(table) / sizeof((table)[0]))

/* A function in place of the real one, which only returns a value; of `void`: none.  */
#define STUB(type, declared, ...)                                                                            \
	type declared                                                                                        \
	{                                                                                                    \
		return __VA_ARGS__;                                                                          \
	}

/* A stub takes what the real function takes, and needs little of it.  */
#pragma GCC diagnostic ignored "-Wunused-parameter"

static struct CMUnitTest test_rows[200];
static size_t test_count;

__attribute__((unused)) static void test_add(struct CMUnitTest row)
{
	if (test_count == LENGTH(test_rows))
		__builtin_trap();
	test_rows[test_count++] = row;
}

/* A test that `set_up` prepares, and `tear_down` ends; NULL: nothing.  Both get `state`, as the test does. */
#define TEST_IN(name, set_up, tear_down)                                                                     \
	static void name(void **state);                                                                      \
	__attribute__((constructor)) static void name##_is_a_test(void)                                      \
	{                                                                                                    \
		test_add((struct CMUnitTest){#name, name, set_up, tear_down, NULL});                         \
	}                                                                                                    \
	static void name(__attribute__((unused)) void **state)

#define TEST(name) TEST_IN(name, NULL, NULL)

/* TEST_IN() for a `state` that is this pointer.  */
#define TEST_ON(name, set_up, tear_down, pointer, variable)                                                  \
	static void name##_on(pointer variable);                                                             \
	TEST_IN(name, set_up, tear_down)                                                                     \
	{                                                                                                    \
		name##_on(*state);                                                                           \
	}                                                                                                    \
	static void name##_on(pointer variable)

/* The name of a test of a row; it stays.  */
__attribute__((unused)) static const char *test_name(const char *label, const char *name)
{
	char *text = malloc(strlen(label) + strlen(name) + 3);

	sprintf(text, "%s: %s", label, name);
	return text;
}

/* The same for each `row` of a table; `label` is its member that tells it from others.  */
#define TEST_EACH(name, type, table, label)                                                                  \
	static void name(const type *row);                                                                   \
	static void name##_of(void **state)                                                                  \
	{                                                                                                    \
		name(*state);                                                                                \
	}                                                                                                    \
	__attribute__((constructor)) static void name##_is_a_test(void)                                      \
	{                                                                                                    \
		for (size_t i = 0; i < LENGTH(table); i++)                                                   \
			test_add((struct CMUnitTest){test_name((table)[i].label, #name), name##_of, NULL,    \
						     NULL, (void *)&(table)[i]});                            \
	}                                                                                                    \
	static void name(const type *row)

/* A test that gets a pointer to a fresh `type`, which `make` fills and `end` frees.  */
#define TEST_WITH(name, type, variable, make, end)                                                           \
	static void name##_with(type *variable);                                                             \
	TEST(name)                                                                                           \
	{                                                                                                    \
		type made FREED_BY(end);                                                                     \
                                                                                                             \
		make(&made);                                                                                 \
		name##_with(&made);                                                                          \
	}                                                                                                    \
	static void name##_with(type *variable)

/* The same with a value that the `type` begins with.  */
#define TEST_OF(name, type, variable, value, end)                                                            \
	static void name##_of(type *variable);                                                               \
	TEST(name)                                                                                           \
	{                                                                                                    \
		type made FREED_BY(end) = value;                                                             \
                                                                                                             \
		name##_of(&made);                                                                            \
	}                                                                                                    \
	static void name##_of(type *variable)

/* A test that gets a pointer, which `end` gets by its address.  */
#define TEST_GIVEN(name, pointer, variable, value, end)                                                      \
	static void name##_given(pointer variable);                                                          \
	TEST(name)                                                                                           \
	{                                                                                                    \
		pointer made FREED_BY(end) = value;                                                          \
                                                                                                             \
		name##_given(made);                                                                          \
	}                                                                                                    \
	static void name##_given(pointer variable)

/* The text must be there and be this.  It is freed.  */
#define assert_text(owned, expected)                                                                         \
	do {                                                                                                 \
		char *assert_text_is = (owned);                                                              \
                                                                                                             \
		assert_non_null(assert_text_is);                                                             \
		assert_string_equal(assert_text_is, expected);                                               \
		free(assert_text_is);                                                                        \
	} while (0)

/* Runs all tests of the file; the functions prepare and end them all.  Returns how many failed.  */
#define RUN_TESTS(set_up, tear_down)                                                                         \
	_cmocka_run_group_tests(__FILE__, test_rows, test_count, set_up, tear_down)

#define TEST_MAIN(set_up, tear_down)                                                                         \
	int main(void)                                                                                       \
	{                                                                                                    \
		return RUN_TESTS(set_up, tear_down);                                                         \
	}

#endif
