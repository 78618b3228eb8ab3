/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_notice.c - what a person learns who looks at another window: the title, the bell, a notification.  */
#include "ringside.h"

#include <signal.h>
#include <string.h>

static int count(struct scene *scene, const char *wanted)
{
	size_t size, length = strlen(wanted);
	const char *at = vt_output(scene->vt, &size), *end = at + size;
	int found = 0;

	while ((at = memmem(at, (size_t)(end - at), wanted, length))) {
		found++;
		at += length;
	}
	return found;
}

static void the_title_says_who_plays_whom_and_how_it_stands(void **state)
{
	struct scene *scene = begin_paused(&small, "good 3", "talks 7", NULL);

	(void)state;
	command(scene, "next");
	shows(scene, "move 1 ", "PAUSED", NULL);
	assert_true(count(scene, "\033]2;good – talks: paused\033\\") >= 1);
	assert_int_equal(count(scene, "\033[22;2t"), 1);
	type(scene, "c", NULL);
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\033]2;good wins\033\\"), 1);
	assert_int_equal(count(scene, "\033[23;2t"), 0);
	leave(scene);
}

static bool says_to_move(struct vt *vt, void *data)
{
	size_t size, length = strlen(data);
	const char *output = vt_output(vt, &size);

	return memmem(output, size, data, length) != NULL;
}

static void the_title_says_who_is_to_move(void **state)
{
	struct scene *scene = begin_match(&small, "human", "good 7", NULL);

	(void)state;
	comes(scene, "the title", says_to_move, "– good: ● to move\033\\"); /* at most a second later */
	leave(scene);
}

static void the_former_title_comes_back_after_a_crash_too(void **state)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	(void)state;
	assert_int_equal(vt_signal(scene->vt, SIGSEGV), 0);
	vt_finish(scene->vt, LONG);
	assert_int_equal(count(scene, "\033[23;2t"), 1);
	abandon(scene);
}

static void without_a_wish_nothing_rings(void **state)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", NULL);

	(void)state;
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\007"), 0);
	leave(scene);
}

static void the_end_rings_once(void **state)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", "--execute", "set bell on", NULL);

	(void)state;
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\007"), 1);
	leave(scene);
}

static void a_notification_says_what_has_come(void **state)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", "--execute", "set bell notify", NULL);

	(void)state;
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\033]9;ringside: the match is over\033\\"), 1);
	assert_int_equal(count(scene, "\007"), 0);
	leave(scene);
}

static void a_breakpoint_rings(void **state)
{
	struct scene *scene = begin_match(&small, "good 3", "good 7", "--execute", "set bell notify",
					  "--execute", "break 4", NULL);

	(void)state;
	shows(scene, "PAUSED breakpoint 1", NULL);
	assert_int_equal(count(scene, "\033]9;ringside: the match has stopped\033\\"), 1);
	leave(scene);
}

static void what_a_key_causes_at_once_does_not_ring(void **state)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	(void)state;
	command(scene, "set bell on");
	shows(scene, "the end: on", NULL);
	type(scene, "c", NULL);
	shows(scene, "good wins: five", NULL);
	assert_int_equal(count(scene, "\007"), 0);
	leave(scene);
}

static void a_bell_has_three_settings(void **state)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	(void)state;
	command(scene, "set bell loud");
	shows(scene, "expected off, on or notify", NULL);
	command(scene, "set bell");
	shows(scene, "the end: on", NULL);
	command(scene, "set bell off");
	shows(scene, "the end: off", NULL);
	leave(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_title_says_who_plays_whom_and_how_it_stands),
		cmocka_unit_test(the_title_says_who_is_to_move),
		cmocka_unit_test(the_former_title_comes_back_after_a_crash_too),
		cmocka_unit_test(without_a_wish_nothing_rings),
		cmocka_unit_test(the_end_rings_once),
		cmocka_unit_test(a_notification_says_what_has_come),
		cmocka_unit_test(a_breakpoint_rings),
		cmocka_unit_test(what_a_key_causes_at_once_does_not_ring),
		cmocka_unit_test(a_bell_has_three_settings),
	};

	return cmocka_run_group_tests_name("notice", tests, NULL, NULL);
}
