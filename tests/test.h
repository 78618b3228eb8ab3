/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test.h - a test is a block, and the file runs its blocks in their order.
 *
 *     TEST(a_chatty_agent_still_loses_on_time)
 *     {
 *             assert_true(...);
 *     }
 *
 *     TEST_MAIN(NULL, NULL)  */
#ifndef RINGSIDE_TESTS_TEST_H
#define RINGSIDE_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct CMUnitTest test_rows[200];
static size_t test_count;

__attribute__((unused)) static void test_add(struct CMUnitTest row)
{
	if (test_count == sizeof(test_rows) / sizeof(test_rows[0]))
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

/* Runs all tests of the file; the functions prepare and end them all.  Returns how many failed.  */
#define RUN_TESTS(set_up, tear_down)                                                                         \
	_cmocka_run_group_tests(__FILE__, test_rows, test_count, set_up, tear_down)

#define TEST_MAIN(set_up, tear_down)                                                                         \
	int main(void)                                                                                       \
	{                                                                                                    \
		return RUN_TESTS(set_up, tear_down);                                                         \
	}

#endif
