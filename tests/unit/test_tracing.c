/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tracing.c - what can be seen of a process from outside, tools at a terminal, and reasons why tracing
 * is impossible.  */
#include "io/tracing.h"
#include "io_fixture.h"
#include "ringside/text_file.h"

#include <stdio.h>

static void a_system_that_forbids_tracing_is_reported_in_one_line(void **state)
{
	static const char with[] = "Name:\ta\nCapEff:\t000001ffffffffff\n",
			  without[] = "Name:\ta\nCapEff:\t0000000000000000\n",
			  all_but_that[] = "Name:\ta\nCapEff:\t000001fffff7ffff\n";
	char *text;

	(void)state;
	assert_null(tracing_refused("0\n", without));
	assert_null(tracing_refused("1\n", without)); /* agents allow everybody to trace them */
	assert_null(tracing_refused("2\n", with));
	text = tracing_refused("2\n", without);
	assert_string_equal(text, "tracing is for root: `sysctl kernel.yama.ptrace_scope=1` allows it");
	free(text);
	text = tracing_refused("2\n", all_but_that);
	assert_non_null(text);
	free(text);
	text = tracing_refused("3\n", with);
	assert_string_equal(text, "tracing is off until a restart (kernel.yama.ptrace_scope is 3)");
	free(text);
}

static void a_missing_gdb_is_reported_with_its_package(void **state)
{
	char *path = strdup(getenv("PATH")), *text;

	(void)state;
	setenv("PATH", "/nonexistent", 1);
	text = agent_cannot_trace();
	setenv("PATH", path, 1);
	free(path);
	assert_string_equal(text, "gdb is not installed: its package is called gdb");
	free(text);
}

static void stopped_and_running_processes_are_distinguished(void **state)
{
	struct seen seen = {0};
	struct agent_look look;

	(void)state;
	start_sh(&seen, "trap \"echo on\" CONT; echo off; while read x; do :; done");
	until(says(&seen.out, "off"));
	look = agent_look(seen.agent, NULL, 0);
	assert_false(look.stopped || look.traced || look.by_gdb);
	agent_signal_process(seen.agent, SIGSTOP);
	do
		look = agent_look(seen.agent, NULL, 0);
	while (!look.stopped);
	agent_signal_process(seen.agent, SIGCONT);
	until(says(&seen.out, "on"));
	assert_false(agent_look(seen.agent, NULL, 0).stopped);
	finish(&seen);
}

static void the_process_behind_shells_that_reads_is_found(void **state)
{
	struct seen seen = {0};
	char *others = NULL, path[64], name[64];
	pid_t reader;

	(void)state;
	start_sh(&seen, "sh -c \"tail -n 1; true\"; true");
	do { /* until both shells have started the next */
		free(others);
		reader = agent_reader(seen.agent, &others);
		snprintf(path, sizeof(path), "/proc/%d/comm", (int)reader);
		text_file_start(path, name, sizeof(name));
	} while (strcmp(name, "tail\n") != 0);
	assert_true(agent_has_process(seen.agent, reader));
	assert_false(agent_has_process(seen.agent, getpid()));
	assert_non_null(others);
	assert_non_null(strstr(others, " sh"));
	assert_null(strstr(others, "tail"));
	free(others);
	finish(&seen);
}

static void every_stream_of_a_tool_is_a_terminal(void **state)
{
	struct seen seen = {0};

	(void)state;
	start_with(&seen, &(struct agent_setup){.command = "sh -c 'stty -echo; tty <&0; tty <&1; stty size; "
							   "read x; echo =$x=; kill -9 $$'",
						.all_terminal = true,
						.columns = 91,
						.rows = 17});
	until(says(&seen.err, "17 91"));
	assert_false(says(&seen.err, "not a tty"));
	agent_type(seen.agent, "typed\r", 6);
	until(seen.endings);
	assert_true(says(&seen.err, "=typed="));
	assert_true(seen.ending.signalled);
	assert_string_equal(seen.ending.signal, "SIGKILL");
	assert_int_equal(seen.total, 0);
	finish(&seen);
}

/* Whoever lets it go on may do so at once.  */
static void a_held_agent_stands_as_soon_as_it_is_started(void **state)
{
	enum { OFTEN = 30 };

	(void)state;
	for (int i = 0; i < OFTEN; i++) {
		struct seen seen = {0};

		start_with(&seen,
			   &(struct agent_setup){.command = "cat", .held = true, .columns = 80, .rows = 24});
		assert_true(agent_look(seen.agent, NULL, 0).stopped);
		finish(&seen);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_system_that_forbids_tracing_is_reported_in_one_line),
		cmocka_unit_test(a_missing_gdb_is_reported_with_its_package),
		cmocka_unit_test(stopped_and_running_processes_are_distinguished),
		cmocka_unit_test(the_process_behind_shells_that_reads_is_found),
		cmocka_unit_test(a_held_agent_stands_as_soon_as_it_is_started),
		cmocka_unit_test(every_stream_of_a_tool_is_a_terminal),
	};
	int failed;

	(void)start_part;
	(void)open_descriptors;
	(void)alive;
	loop = loop_new();
	failed = cmocka_run_group_tests_name("tracing", tests, NULL, NULL);
	loop_free(loop);
	return failed;
}
