/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_cancel.c - a query ends when somebody waits for the program, however slow the file is.  */
#include "../test.h"
#include "match_file_fixture.h"
#include "ringside/loop.h"

#include <signal.h>

enum { MESSAGES = 5000 };

static int times_asked;

static bool awaited(void)
{
	times_asked++;
	return true;
}

static void came(void *user, int events)
{
	++*(int *)user;
}

/* A file whose messages take SQLite a while.  */
static struct match_file *long_file(void)
{
	struct match_file *file = created(match_path);

	for (int n = 1; n <= MESSAGES; n++)
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "depth 12");
	match_file_close(file);
	return opened(match_path);
}

static void assert_cancelled(struct match_file *file)
{
	assert_true(match_file_is_busy(file));
	assert_non_null(strstr(match_file_problem(file), "cancelled"));
}

TEST_IN(a_long_query_ends_while_sqlite_works_on_it, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = long_file();
	struct remarks remarks FREED_BY(remarks_free) = {0};

	times_asked = 0;
	loop_asks(awaited);
	assert_false(match_file_remarks(file, NULL, &remarks));
	loop_asks(NULL);
	assert_true(times_asked > 0);
	assert_true(remarks.count < MESSAGES);
	assert_cancelled(file);
	remarks_free(&remarks);
	assert_true(match_file_remarks(file, NULL, &remarks));
	assert_int_equal(remarks.count, MESSAGES);
	assert_null(match_file_problem(file));
}

TEST_IN(a_signal_keeps_pages_from_being_read_until_its_callback, begin_directory, end_directory)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct match_file *file FREED_BY(match_file_end) = long_file();
	struct loop *loop = loop_new();
	struct message got[2];

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		int calls = 0;
		struct watch *watch = loop_signal(loop, signals[i], came, &calls);

		assert_int_equal(match_file_after(file, &everything, 0, 2, got), 2);
		raise(signals[i]);
		assert_int_equal(match_file_after(file, &everything, 0, 2, got), 0);
		assert_cancelled(file);
		while (!calls)
			loop_step(loop);
		assert_int_equal(match_file_after(file, &everything, 0, 2, got), 2);
		assert_false(match_file_is_busy(file));
		raise(signals[i]);
		loop_unwatch(watch); /* it will never be called */
		assert_int_equal(match_file_after(file, &everything, 0, 2, got), 2);
	}
	loop_free(loop);
}

TEST_IN(a_signal_that_does_not_end_the_program_cancels_nothing, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = long_file();
	struct loop *loop = loop_new();
	struct message got[2];
	int calls = 0;
	struct watch *watch = loop_signal(loop, SIGWINCH, came, &calls);

	raise(SIGWINCH);
	assert_int_equal(match_file_after(file, &everything, 0, 2, got), 2);
	while (!calls)
		loop_step(loop);
	loop_unwatch(watch);
	loop_free(loop);
}

TEST_MAIN(NULL, NULL)
