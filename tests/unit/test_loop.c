/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_loop.c - what loop.h promises.  */
#include "../test.h"
#include "ringside/loop.h"

#include <signal.h>
#include <unistd.h>

enum { MS = 1000000 };

struct counted {
	struct loop *loop;
	struct watch *watch;
	int calls;
	int64_t last;
	int events;
	char name;
	char *order; /* callbacks append their name here */
};

static void counts(void *user, int events)
{
	struct counted *counted = user;

	counted->calls++;
	counted->last = loop_now();
	counted->events = events;
	if (counted->order)
		*counted->order++ = counted->name;
}

static void counts_and_stops(void *user, int events)
{
	counts(user, events);
	loop_stop(((struct counted *)user)->loop);
}

static void removes_itself(void *user, int events)
{
	struct counted *counted = user;

	counts(user, events);
	loop_unwatch(counted->watch);
	counted->watch = NULL;
}

TEST(a_timer_rings_once_and_never_too_early)
{
	struct counted seen = {.loop = loop_new()}, end = {.loop = seen.loop};
	struct watch *timer = loop_timer(seen.loop, LOOP_FIRST, counts, &seen);
	struct watch *stop = loop_timer(seen.loop, LOOP_LATER, counts_and_stops, &end);
	int64_t t = loop_now() + 3 * MS;

	loop_at(timer, t);
	loop_at(stop, t + 20 * MS);
	loop_run(seen.loop);
	assert_int_equal(seen.calls, 1);
	assert_true(seen.last >= t);
	assert_true(end.last >= t + 20 * MS);
	loop_unwatch(timer);
	loop_unwatch(stop);
	loop_free(seen.loop);
}

TEST(a_postponed_timer_rings_at_its_last_moment)
{
	struct counted seen = {.loop = loop_new()};
	struct watch *timer = loop_timer(seen.loop, LOOP_FIRST, counts_and_stops, &seen);
	int64_t t = loop_now();

	for (int i = 1; i <= 10; i++)
		loop_at(timer, t + i * MS);
	loop_run(seen.loop);
	assert_int_equal(seen.calls, 1);
	assert_true(seen.last >= t + 10 * MS);
	loop_at(timer, t + 60000 * (int64_t)MS);
	loop_at(timer, loop_now() + MS); /* and a timer that is moved forward rings at the earlier moment */
	loop_run(seen.loop);
	assert_int_equal(seen.calls, 2);
	assert_true(loop_now() < t + 30000 * (int64_t)MS);
	loop_unwatch(timer);
	loop_free(seen.loop);
}

TEST(a_moment_in_the_past_rings_at_once)
{
	static const int64_t moments[] = {INT64_MIN, -1, 0, 1};
	struct counted seen = {.loop = loop_new()};
	struct watch *timer = loop_timer(seen.loop, LOOP_FIRST, counts_and_stops, &seen);

	for (int i = 0; i < 4; i++) {
		loop_at(timer, moments[i]);
		loop_run(seen.loop);
		assert_int_equal(seen.calls, i + 1);
	}
	loop_unwatch(timer);
	loop_free(seen.loop);
}

TEST(a_cancelled_timer_does_not_ring)
{
	struct counted seen = {.loop = loop_new()}, end = {.loop = seen.loop};
	struct watch *timer = loop_timer(seen.loop, LOOP_FIRST, counts, &seen);
	struct watch *stop = loop_timer(seen.loop, LOOP_LATER, counts_and_stops, &end);

	loop_at(timer, loop_now() + MS);
	loop_at(timer, INT64_MAX);
	loop_at(stop, loop_now() + 5 * MS);
	loop_run(seen.loop);
	assert_int_equal(seen.calls, 0);
	loop_unwatch(timer);
	loop_unwatch(stop);
	loop_free(seen.loop);
}

TEST(agents_are_served_before_people_in_one_wake_up)
{
	for (int turned = 0; turned < 2; turned++) {
		struct loop *loop = loop_new();
		char order[3] = "";
		struct counted first = {.loop = loop, .name = 'a'}, later = {.loop = loop, .name = 'p'};
		struct watch *watches[2];
		char *at = order;
		int agent[2], person[2];
		unsigned wakes = loop_wakes(loop);

		assert_return_code(pipe(agent), 0);
		assert_return_code(pipe(person), 0);
		assert_int_equal(write(agent[1], "x", 1), 1);
		assert_int_equal(write(person[1], "x", 1), 1);
		watches[turned] =
			loop_watch(loop, turned ? person[0] : agent[0], LOOP_READ,
				   turned ? LOOP_LATER : LOOP_FIRST, counts, turned ? &later : &first);
		watches[!turned] =
			loop_watch(loop, turned ? agent[0] : person[0], LOOP_READ,
				   turned ? LOOP_FIRST : LOOP_LATER, counts, turned ? &first : &later);
		/* Both append to one string: the second one begins where the first ended.  */
		first.order = at;
		later.order = at + 1;
		loop_step(loop);
		assert_string_equal(order, "ap");
		assert_true(first.last <= later.last);
		assert_int_equal(loop_wakes(loop), wakes + 1);
		for (int i = 0; i < 2; i++) {
			loop_unwatch(watches[i]);
			close(agent[i]);
			close(person[i]);
		}
		loop_free(loop);
	}
}

TEST(a_watch_may_be_removed_in_its_own_callback)
{
	struct counted seen = {.loop = loop_new()};
	int fds[2];

	assert_return_code(pipe(fds), 0);
	seen.watch = loop_watch(seen.loop, fds[1], LOOP_WRITE, LOOP_FIRST, removes_itself, &seen);
	loop_run(seen.loop); /* returns, because there is nothing left to wait for */
	assert_int_equal(seen.calls, 1);
	assert_int_equal(seen.events, LOOP_WRITE);
	seen.watch = loop_timer(seen.loop, LOOP_FIRST, removes_itself, &seen);
	loop_at(seen.watch, 0);
	loop_run(seen.loop);
	assert_int_equal(seen.calls, 2);
	loop_unwatch(NULL);
	close(fds[0]);
	close(fds[1]);
	loop_free(seen.loop);
}

TEST(a_watch_reports_only_what_it_asks_for)
{
	struct counted seen = {.loop = loop_new()}, end = {.loop = seen.loop};
	struct watch *stop = loop_timer(seen.loop, LOOP_LATER, counts_and_stops, &end), *watch;
	int fds[2];

	assert_return_code(pipe(fds), 0);
	assert_int_equal(write(fds[1], "x", 1), 1);
	watch = loop_watch(seen.loop, fds[0], LOOP_READ, LOOP_FIRST, counts, &seen);
	loop_step(seen.loop);
	assert_int_equal(seen.calls, 1);
	loop_change(watch, 0);
	loop_at(stop, loop_now() + 2 * MS);
	loop_run(seen.loop);
	assert_int_equal(seen.calls, 1);
	loop_change(watch, LOOP_READ);
	loop_step(seen.loop);
	assert_int_equal(seen.calls, 2);
	loop_unwatch(watch);
	loop_unwatch(stop);
	close(fds[0]);
	close(fds[1]);
	loop_free(seen.loop);
}

TEST(a_signal_reaches_its_watch)
{
	struct counted seen = {.loop = loop_new()};
	struct watch *watch = loop_signal(seen.loop, SIGUSR1, counts_and_stops, &seen);

	raise(SIGUSR1);
	loop_run(seen.loop);
	assert_int_equal(seen.calls, 1);
	loop_unwatch(watch);
	loop_free(seen.loop);
}

TEST_MAIN(NULL, NULL)
