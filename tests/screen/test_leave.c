/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_leave.c - after each way to leave ringside the terminal is restored and no process is left behind.  */
#include "ringside.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Begins a match that goes on until somebody ends it.  */
static struct scene *begin_long(const struct stage *stage)
{
	struct scene *scene = begin_match(stage, "human", "hide 7", NULL);

	shows(scene, "your move", NULL);
	press(scene, "\r", "move 2 ", "your move", NULL);
	assert_int_equal(still_there(scene), 4); /* ringside, its keeper, the agent and its hidden child */
	return scene;
}

TEST_SCENE_ON_ALL_STAGES(q_asks_and_y_leaves, begin_long(stage))
{
	press(scene, "q", "the match is still running: quit? y/n", NULL);
	press(scene, "q:\r" VT_LEFT, "quit? y/n", NULL); /* no answers */
	type(scene, "n", NULL);
	shows_no(scene, "quit? y/n");
	shows(scene, "RUNNING", NULL);
	press(scene, "q", "quit? y/n", NULL);
	type(scene, "y", NULL);
	assert_int_equal(ends(scene), BROKEN_OFF);
}

TEST_SCENE(a_click_on_quit_asks_and_only_a_key_answers, begin_long(&small))
{
	int x, y;

	assert_true(vt_find(scene->vt, "q quit", &x, &y));
	vt_click(scene->vt, x, y);
	shows(scene, "quit? y/n", NULL);
	vt_wheel(scene->vt, 1, 5, -1);
	press(scene, "n", "your move", NULL);
	shows_no(scene, "quit? y/n");
	vt_click(scene->vt, x, y);
	shows(scene, "quit? y/n", NULL);
	type(scene, "y", NULL);
	assert_int_equal(ends(scene), BROKEN_OFF);
}

TEST_SCENE(a_question_that_is_no_longer_shown_is_not_answered, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "break if seat == 2 && move > 3 && channel == move", "breakpoint 1", NULL);
	press(scene, "cq", "breakpoint 1, seat 2 plays 1,7",
	      NULL); /* which takes the place of the question */
	press(scene, "yc", "move 5 ", "PAUSED breakpoint 1", NULL);
}

TEST_SCENE(q_does_not_ask_after_the_match, begin_match(&small, "good 3", "good 7", NULL))
{
	shows(scene, "good wins: five", NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
}

TEST_SCENE(quit_now_does_not_ask, begin_long(&large))
{
	command(scene, "quit now");
	assert_int_equal(ends(scene), BROKEN_OFF);
}

TEST_SCENE(quitting_twice_does_not_wait_for_an_agent_that_does_not_leave,
	   begin_match(&small, "ignore-end 3", "silent 7", "--turn-time", "600s", NULL))
{
	shows(scene, "move 3 ", NULL);
	press(scene, "q", "quit? y/n", NULL);
	press(scene, "y", "waiting for the agents to exit", NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), BROKEN_OFF);
}

TEST(a_fatal_signal_restores_the_terminal)
{
	static const int signals[] = {SIGTERM, SIGHUP, SIGINT};

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct scene *scene = begin_long(i % 2 ? &small : &large);

		assert_int_equal(vt_signal(scene->vt, signals[i]), 0);
		assert_int_equal(ends(scene), BROKEN_OFF);
	}
}

/* After each orderly end and each signal.  The new folder is in one with a lock, or another test would remove
 * it as left behind.  */
TEST(temporary_folders_are_removed_after_every_end)
{
	static const int signals[] = {0, SIGTERM, SIGINT};
	char folder[] = "/tmp/ringside-test-XXXXXX", *before = getenv("TMPDIR"), *inner;

	assert_true(temporary_folder(folder));
	inner = bytes_text("%s/inner", folder);
	assert_int_equal(mkdir(inner, 0700), 0);
	before = before ? strdup(before) : NULL;
	setenv("TMPDIR", inner, 1);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct scene *scene = begin_match(&small, "human", "ignore-end 7", "--temp", NULL);

		shows(scene, "your move", NULL);
		if (signals[i])
			assert_int_equal(vt_signal(scene->vt, signals[i]), 0);
		else
			type(scene, "qy", NULL);
		vt_keys(scene->vt, "q"); /* insists; on a loaded machine it has already left */
		assert_int_equal(ends(scene), BROKEN_OFF);
		assert_int_equal(rmdir(inner), 0);
		assert_int_equal(mkdir(inner, 0700), 0);
	}
	assert_int_equal(rmdir(inner), 0);
	assert_int_equal(rmdir(folder), 0);
	free(inner);
	if (before)
		setenv("TMPDIR", before, 1);
	else
		unsetenv("TMPDIR");
	free(before);
}

TEST_SCENE(a_closed_window_ends_ringside_and_its_agents, begin_long(&small))
{
	vt_hang_up(scene->vt);
	assert_int_equal(abandon(scene), BROKEN_OFF);
}

/* The kernel and a shell both send it, and each in its own time.  */
TEST_SCENE(hanging_up_again_and_again_breaks_the_match_off_once, begin_long(&small))
{
	vt_hang_up(scene->vt);
	do
		vt_signal(scene->vt, SIGHUP);
	while (still_there(scene));
	assert_int_equal(abandon(scene), BROKEN_OFF);
}

TEST(a_crash_of_ringside_restores_the_terminal)
{
	static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGQUIT};

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct scene *scene = begin_match(&small, "silent 3", "good 7", "--turn-time", "600s", NULL);
		int status;

		shows(scene, "move 2 ", "thinking", NULL);
		assert_int_equal(vt_signal(scene->vt, signals[i]), 0);
		status = vt_finish(scene->vt, LONG);
		assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
		everybody_leaves(scene);
		ends(scene);
	}
}

/* Here the timers fail; it ends in the same way if there is no memory.  */
TEST(a_judge_that_cannot_go_on_restores_the_terminal_and_says_why)
{
	FREED char *built = bytes_text("%s/faults.so", getenv("AGENTS"));
	char *library = bytes_text("/tmp/ringside-faults-%d.so", (int)getpid()); /* a space would end it */
	struct scene *scene;
	int status;

	assert_int_equal(symlink(built, library), 0);
	setenv("LD_PRELOAD", library, 1);
	setenv("FAULT", "timerfd_settime:EIO:0", 1);
	setenv("FAULT_LOG", "/dev/null", 1);
	scene = begin_match(&small, "human", "good 7", NULL);
	unsetenv("LD_PRELOAD");
	unsetenv("FAULT");
	unsetenv("FAULT_LOG");
	shows(scene, "your move", NULL);
	unlink(library);
	assert_int_equal(vt_signal(scene->vt, SIGRTMIN), 0);
	press(scene, "\r", "ringside: timerfd_settime: Input/output error", NULL);
	status = vt_finish(scene->vt, LONG);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	everybody_leaves(scene);
	ends(scene);
	free(library);
}

TEST_SCENE(a_crash_with_an_open_prompt_restores_the_terminal, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, ":overr", ":overr", NULL);
	vt_signal(scene->vt, SIGSEGV);
	vt_finish(scene->vt, LONG);
	everybody_leaves(scene);
	ends(scene);
}

TEST_SCENE(no_agent_survives_when_ringside_is_killed,
	   begin_match(&small, "silent 3", "ignore-end 7", "--turn-time", "600s", NULL))
{
	shows(scene, "move 2 ", "thinking", NULL);
	vt_signal(scene->vt, SIGKILL);
	vt_finish(scene->vt, LONG);
	everybody_leaves(scene);
	assert_int_equal(still_there(scene), 0);
	abandon(scene);
}

TEST_SCENE(ringside_can_be_suspended_and_continued, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "PAUSED", NULL);
	type(scene, "\032", NULL);
	assert_true(vt_wait_stopped(scene->vt, LONG));
	assert_string_equal(vt_left_behind(scene->vt), "");
	vt_signal(scene->vt, SIGCONT);
	shows(scene, "move 1 ", "PAUSED", "1 good", NULL);
	press(scene, "n", "move 2 ", "PAUSED", NULL);
}

TEST_SCENE(a_running_match_waits_while_ringside_is_suspended, begin_long(&small))
{
	type(scene, "\032", NULL);
	assert_true(vt_wait_stopped(scene->vt, LONG));
	assert_string_equal(vt_left_behind(scene->vt), "");
	vt_signal(scene->vt, SIGCONT);
	shows(scene, "RUNNING", "your move", NULL);
}

TEST_MAIN(NULL, NULL)
