/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tracing.c - what can be seen of a process from outside, tools at a terminal, and reasons why tracing
 * is impossible.  */
#include "io/agent_state.h"
#include "io_fixture.h"
#include "ringside/text_file.h"
#include "ringside/trace.h"

#include <fcntl.h>
#include <sys/stat.h>

TEST(a_system_that_forbids_tracing_is_reported_in_one_line)
{
	static const char with[] = "Name:\ta\nCapEff:\t000001ffffffffff\n",
			  without[] = "Name:\ta\nCapEff:\t0000000000000000\n",
			  all_but_that[] = "Name:\ta\nCapEff:\t000001fffff7ffff\n";
	char *text;

	assert_null(tracing_refused("0\n", without, false));
	assert_null(tracing_refused("1\n", without, false)); /* agents allow everybody to trace them */
	assert_null(tracing_refused("1\n", with, true));
	text = tracing_refused("1\n", without, true);
	assert_non_null(strstr(text, "only its ancestors may trace it"));
	free(text);
	assert_null(tracing_refused("2\n", with, false));
	assert_text(tracing_refused("2\n", without, false),
		    "tracing is for root: `sysctl kernel.yama.ptrace_scope=1` allows it");
	text = tracing_refused("2\n", all_but_that, false);
	assert_non_null(text);
	free(text);
	assert_text(tracing_refused("3\n", with, false),
		    "tracing is off until a restart (kernel.yama.ptrace_scope is 3)");
}

TEST(a_missing_gdb_is_reported_with_its_package)
{
	FREED char *path = strdup(getenv("PATH"));
	char *text;

	setenv("PATH", "/nonexistent", 1);
	text = agent_cannot_trace(false);
	setenv("PATH", path, 1);
	assert_text(text, "gdb is not installed: its package is called gdb");
}

AGENT_TEST(stopped_and_running_processes_are_distinguished)
{
	struct agent_look look;

	start_sh(seen, "trap \"echo on\" CONT; echo off; while read x; do :; done");
	until(says(&seen->out, "off"));
	look = agent_look(seen->agent, NULL, 0);
	assert_false(look.stopped || look.traced || look.by_gdb);
	agent_signal_process(seen->agent, SIGSTOP);
	do
		look = agent_look(seen->agent, NULL, 0);
	while (!look.stopped);
	agent_signal_process(seen->agent, SIGCONT);
	until(says(&seen->out, "on"));
	assert_false(agent_look(seen->agent, NULL, 0).stopped);
}

AGENT_TEST(the_process_behind_shells_that_reads_is_found)
{
	FREED char *others = NULL;
	char path[64], name[64];
	pid_t reader;

	start_sh(seen, "sh -c \"tail -n 1; true\"; true");
	do { /* until both shells have started the next */
		free(others);
		reader = agent_reader(seen->agent, &others);
		snprintf(path, sizeof(path), "/proc/%d/comm", (int)reader);
		text_file_start(path, name, sizeof(name));
	} while (strcmp(name, "tail\n") != 0);
	assert_true(agent_has_process(seen->agent, reader));
	assert_false(agent_has_process(seen->agent, getpid()));
	assert_non_null(others);
	assert_non_null(strstr(others, " sh"));
	assert_null(strstr(others, "tail"));
}

AGENT_TEST(every_stream_of_a_tool_is_a_terminal)
{
	start_with(seen, &(struct agent_setup){.command = "sh -c 'stty -echo; tty <&0; tty <&1; stty size; "
							  "read x; echo =$x=; kill -9 $$'",
					       .all_terminal = true,
					       .columns = 91,
					       .rows = 17});
	until(says(&seen->err, "17 91"));
	assert_false(says(&seen->err, "not a tty"));
	agent_type(seen->agent, "typed\r", 6);
	until(seen->endings);
	assert_true(says(&seen->err, "=typed="));
	assert_true(seen->ending.signalled);
	assert_string_equal(seen->ending.signal, "SIGKILL");
	assert_int_equal(seen->total, 0);
}

/* Whoever lets it go on may do so at once.  */
TEST(a_held_agent_stands_as_soon_as_it_is_started)
{
	enum { OFTEN = 30 };

	for (int i = 0; i < OFTEN; i++) {
		struct seen seen FREED_BY(finish) = {0};

		start_with(&seen,
			   &(struct agent_setup){.command = "cat", .held = true, .columns = 80, .rows = 24});
		assert_true(agent_look(seen.agent, NULL, 0).stopped);
	}
}

/* A gdb whose text does not fit into a small pipe: its reader gets the first part while the rest is written.
 */
static char *long_gdb(void)
{
	char *folder = strdup("/tmp/ringside-test-XXXXXX"), *path;
	FILE *file;

	assert_non_null(mkdtemp(folder));
	path = bytes_text("%s/gdb", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("#!/bin/sh\necho --ringside--\nhead -c 50000 /dev/zero | tr '\\0' x\necho\necho --ringside--\n",
	      file);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, 0700), 0);
	free(path);
	return folder;
}

struct stopping {
	struct seen tracer, *agent;
};

static void stop_agent(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct stopping *stopping = user;

	if (stopping->tracer.total == 0)
		agent_signal_process(stopping->agent->agent, SIGSTOP);
	got_bytes(&stopping->tracer, t, stream, bytes, size);
}

static void tracer_ended(void *user, int64_t t, struct ending ending)
{
	got_exited(&((struct stopping *)user)->tracer, t, ending);
}

/* It may be frozen at once: the tracer must not let it go on later.  */
TEST(an_agent_goes_on_before_its_backtrace_is_told)
{
	static const struct agent_events of_tracer = {
		.bytes = stop_agent, .closed = got_closed, .exited = tracer_ended};
	FREED char *folder = long_gdb();
	FREED char *before = strdup(getenv("PATH"));
	FREED char *path = bytes_text("%s:%s", folder, before);
	FREED char *file = bytes_text("%s/gdb", folder);
	char *problem, *command;
	struct seen seen = {0};
	struct stopping stopping = {.agent = &seen};

	setenv("PATH", path, 1);
	start(&seen, "cat");
	command = bytes_text("'%s/../../src/io/ringside-trace' %d " TRACE_LOOK, getenv("AGENTS"),
			     (int)agent_pid(seen.agent));
	stopping.tracer.agent = agent_spawn(
		loop, &(struct agent_setup){.command = command, .stderr_pipe = true, .held = true},
		&of_tracer, &stopping, &problem);
	free(command);
	if (!stopping.tracer.agent)
		fail_msg("%s", problem);
	assert_true(fcntl(stopping.tracer.agent->process.out, F_SETPIPE_SZ, 4096) > 0); /* while it stands */
	agent_signal_process(stopping.tracer.agent, SIGCONT);
	until(stopping.tracer.endings);
	assert_true(stopping.tracer.total > 50000);
	for (int ms = 0; ms < DEADLINE_S * 1000 && !agent_look(seen.agent, NULL, 0).stopped; ms++)
		poll(NULL, 0, 1);
	assert_true(agent_look(seen.agent, NULL, 0).stopped);
	finish(&stopping.tracer);
	finish(&seen);
	setenv("PATH", before, 1);
	unlink(file);
	rmdir(folder);
}

TEST_MAIN(begin_loop, end_loop)
