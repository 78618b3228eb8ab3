/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_io.c - what agent.h promises, tested with real processes.
 *
 * Nothing here sleeps: the loop runs until the expected thing happens, and a deadline turns waiting into a
 * failure. This program plays the agents that sh cannot play: it starts itself again with the name of a part.
 */
#include "../temp.h"
#include "../test.h"
#include "io/agent_state.h"
#include "io/process.h"
#include "io_fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 200000 };

/* Bytes.  */

AGENT_TEST(bytes_come_back_unchanged_and_with_the_right_time)
{
	start(seen, "cat");
	for (int i = 1; i <= 100; i++) {
		int64_t t = loop_now();

		assert_true(agent_write(seen->agent, "TURN 7,8\r\n", 10));
		until(seen->total == (size_t)i * 10);
		assert_true(seen->last >= t);
	}
	assert_memory_equal(seen->out.at, "TURN 7,8\r\nTURN 7,8\r\n", 20);
	assert_int_equal(seen->endings, 0);
}

AGENT_TEST(bytes_still_in_the_pipe_come_before_the_exit)
{
	struct pollfd end;

	start_part(seen, "fills-the-pipe");
	/* Nothing is read until the process is dead.  */
	end = (struct pollfd){.fd = (int)syscall(SYS_pidfd_open, agent_pid(seen->agent), 0),
			      .events = POLLIN};
	assert_int_equal(poll(&end, 1, DEADLINE_S * 1000), 1);
	close(end.fd);
	until(seen->endings);
	assert_int_equal(seen->total, MANY);
	assert_false(seen->ending.signalled);
	assert_int_equal(seen->ending.code, 3);
	assert_true(seen->biggest <= 64 * 1024);
}

TEST(last_words_on_the_terminal_come_before_the_exit)
{
	for (int i = 0; i < 20; i++) {
		struct seen seen FREED_BY(finish) = {0};

		start_sh(&seen, "printf %03000d 7 >&2; printf end >/dev/tty; exit 4");
		until(seen.endings);
		assert_int_equal(seen.err.size, 3003);
		assert_true(says(&seen.err, "7end"));
		assert_int_equal(seen.ending.code, 4);
	}
}

AGENT_TEST(a_grandchild_that_holds_the_pipes_does_not_hide_the_exit)
{
	/* Without the trap the hang-up of its terminal could end it: the leader of its session has left.  */
	start_sh(seen, "trap \"\" HUP; sleep 1000 & echo $!; exit 5");
	until(seen->endings);
	assert_int_equal(seen->ending.code, 5);
	assert_int_equal(seen->closed_stdout, 0);
	assert_true(alive((pid_t)atoi(seen->out.at)));
}

TEST(a_grandchild_that_keeps_writing_does_not_hide_the_exit)
{
	struct seen seen FREED_BY(finish) = {.counts_only = true};

	start_sh(&seen, "trap \"\" HUP; yes & yes >&2 & exit 6");
	until(seen.endings);
	assert_int_equal(seen.ending.code, 6);
}

AGENT_TEST(a_signal_that_ends_the_agent_is_reported)
{
	start_sh(seen, "kill -SEGV $$");
	until(seen->endings);
	assert_true(seen->ending.signalled);
	assert_int_equal(seen->ending.code, SIGSEGV);
}

AGENT_TEST(a_closed_stdout_is_reported_once_and_is_not_the_end)
{
	start_sh(seen, "exec >&-; read line; echo still here >&2; exit 0");
	until(seen->closed_stdout);
	assert_int_equal(seen->endings, 0);
	assert_true(agent_write(seen->agent, "x\n", 2));
	until(seen->endings);
	assert_int_equal(seen->closed_stdout, 1);
	assert_true(says(&seen->err, "still here"));
}

TEST(a_drain_returns_what_is_there_at_once)
{
	struct seen seen FREED_BY(finish) = {0};
	struct pollfd end;

	start(&seen, "cat");
	agent_drain(seen.agent, loop_now()); /* nothing */
	assert_int_equal(seen.total, 0);
	finish(&seen);
	seen = (struct seen){0};
	start_part(&seen, "fills-the-pipe");
	end = (struct pollfd){.fd = (int)syscall(SYS_pidfd_open, agent_pid(seen.agent), 0), .events = POLLIN};
	assert_int_equal(poll(&end, 1, DEADLINE_S * 1000), 1);
	close(end.fd);
	agent_drain(seen.agent, loop_now());
	assert_int_equal(seen.total, MANY);
	agent_drain(seen.agent, loop_now()); /* the loop reports the end of the stream */
	assert_int_equal(seen.closed_stdout, 0);
	assert_int_equal(seen.endings, 0);
	until(seen.endings);
}

/* Asks as often as an agent that is known was asked, and once more.  The agent has answered.  */
static void get_to_know(struct seen *seen, int questions)
{
	for (int i = 0; i < questions; i++) {
		size_t before = seen->total;

		agent_asks(seen->agent, loop_now(), 1);
		assert_true(agent_write(seen->agent, "?\n", 2));
		until(seen->total == before + 2);
	}
}

AGENT_TEST(a_known_agent_is_not_read_when_the_loop_has_just_found_nothing)
{
	start(seen, "cat");
	get_to_know(seen, 50);
	for (int i = 0; i < 2; i++)
		assert_true(agent_drain(seen->agent, loop_woke(loop)));
	get_to_know(seen, 1);
	agent_drain(seen->agent, loop_woke(loop)); /* reads, if the last time was a millisecond ago */
	assert_false(agent_drain(seen->agent, loop_woke(loop)));
	assert_true(agent_drain(seen->agent, loop_woke(loop) + 100000)); /* something may have come since */
	agent_suspect(seen->agent);
	assert_true(agent_drain(seen->agent, loop_woke(loop)));
}

/* It reads 51 questions, and no more.  They are answered after 20 us each, by the test's clock.  Returns its
 * time after them.  */
static int64_t get_known(struct seen *seen)
{
	int64_t t = 0;

	start_sh(seen, "i=0; while [ $i -lt 51 ]; do read x; echo $x; i=$((i + 1)); done; "
		       "exec tail -f /dev/null");
	for (int i = 0; i < 51; i++, t += 20000) {
		agent_asks(seen->agent, t, 1);
		assert_true(agent_write(seen->agent, "?\n", 2));
		until(seen->total == 2 * ((size_t)i + 1));
		assert_false(agent_has_not_read(seen->agent, t + 20000));
	}
	return t;
}

AGENT_TEST(a_known_agent_that_speaks_sooner_than_it_ever_answered_has_not_read)
{
	int64_t t = get_known(seen);

	agent_asks(seen->agent, t, 1);
	assert_true(agent_write(seen->agent, "?\n", 2));
	assert_false(agent_has_not_read(seen->agent, t + 20000)); /* as always: this is not looked at */
	assert_true(agent_has_not_read(seen->agent, t + 19999));
}

AGENT_TEST(a_known_agent_that_answers_as_always_is_looked_at_after_a_millisecond)
{
	int64_t t = get_known(seen) + 1000000;

	agent_asks(seen->agent, t, 1);
	assert_true(agent_write(seen->agent, "?\n", 2));
	assert_true(agent_has_not_read(seen->agent, t + 20000));
	assert_false(agent_has_not_read(seen->agent, t + 20001));
}

static void drains_before_the_loop_reports(void *user, int ready)
{
	struct seen *seen = user;
	size_t before = seen->total;

	assert_true(agent_drain(seen->agent, loop_woke(loop)));
	assert_int_equal(seen->total, before + 5);
}

AGENT_TEST(a_known_agent_is_read_when_the_loop_has_found_something)
{
	struct watch *ahead;
	struct pollfd end;
	int now = eventfd(1, EFD_CLOEXEC);

	assert_true(now >= 0);
	start_sh(seen, "i=0; while [ $i -lt 51 ]; do read x; echo $x; i=$((i + 1)); done; read x; echo more");
	get_to_know(seen, 51);
	end = (struct pollfd){.fd = (int)syscall(SYS_pidfd_open, agent_pid(seen->agent), 0),
			      .events = POLLIN};
	assert_true(agent_write(seen->agent, "?\n", 2));
	assert_int_equal(poll(&end, 1, DEADLINE_S * 1000), 1);
	close(end.fd);
	ahead = loop_watch(loop, now, LOOP_READ, LOOP_AHEAD, drains_before_the_loop_reports, seen);
	loop_step(loop);
	assert_true(says(&seen->out, "more"));
	loop_unwatch(ahead);
	close(now);
	until(seen->endings);
}

TEST(a_flood_starves_nobody_and_is_read_in_small_parts)
{
	struct seen floods FREED_BY(finish) = {.counts_only = true}, answers FREED_BY(finish) = {0};

	start_part(&floods, "floods");
	start(&answers, "cat");
	until(floods.total > 1000000);
	for (size_t i = 1; i <= 50; i++) {
		unsigned wakes = loop_wakes(loop);

		assert_true(agent_write(answers.agent, "x", 1));
		until(answers.total == i);
		assert_true(loop_wakes(loop) - wakes < 20000);
	}
	assert_true(floods.biggest <= 64 * 1024);
}

AGENT_TEST(a_slow_reader_gets_everything_in_order)
{
	struct bytes sent FREED_BY(bytes_free) = {0};

	start(seen, "cat");
	for (int i = 0; sent.size < 900000; i++) {
		struct bytes line FREED_BY(bytes_free) = {0};

		bytes_addf(&line, "INFO %d\r\n", i);
		bytes_add(&sent, line.at, line.size);
		assert_true(agent_write(seen->agent, line.at, line.size));
	}
	until(seen->total == sent.size);
	assert_memory_equal(seen->out.at, sent.at, sent.size);
}

AGENT_TEST(only_the_time_that_pieces_waited_is_told)
{
	static const char in_one[] = "OK\n",
			  in_many[] = "INFO folder /tmp/a/long/name/of/a/folder/that/is/cut\n";
	FREED char *command = bytes_text("%s tells-reads", self);
	int64_t t;

	start_with(seen, &(struct agent_setup){.command = command, .stderr_pipe = true, .pieces = 999999});
	agent_write(seen->agent, in_one, sizeof(in_one) - 1);
	until(says(&seen->out, "OK\n|"));
	t = loop_now();
	agent_write(seen->agent, in_many, sizeof(in_many) - 1);
	until(seen->held_from);
	assert_true(seen->held_from >= t);
}

/* The line is cut, in the same places each time, and no piece catches up with the one before.  */
AGENT_TEST(an_agent_reads_a_line_in_the_same_pieces_each_time)
{
	static const char line[] = "INFO timeout_turn 5000\r\n";
	enum { SIZE = sizeof(line) - 1 };
	FREED char *command = bytes_text("%s tells-reads", self), *first;
	struct bytes whole FREED_BY(bytes_free) = {0};
	int pieces = 0;

	start_with(seen, &(struct agent_setup){.command = command, .stderr_pipe = true, .pieces = 4});
	agent_write(seen->agent, line, SIZE);
	until(says(&seen->out, "\n|"));
	first = bytes_text("%s", seen->out.at);
	for (const char *at = first; *at; at++) {
		pieces += *at == '|';
		if (*at != '|')
			bytes_add(&whole, at, 1);
	}
	assert_string_equal(whole.at, line);
	assert_true(pieces > 3);
	seen->out.size = 0;
	agent_write(seen->agent, line, SIZE);
	until(says(&seen->out, "\n|"));
	assert_string_equal(seen->out.at, first);
}

AGENT_TEST(an_agent_that_never_reads_costs_bounded_memory_and_is_reported_once)
{
	static char line[1024];
	size_t taken = 0;

	start(seen, "sleep 1000");
	seen->in_write = true;
	while (agent_write(seen->agent, line, sizeof(line)))
		taken += sizeof(line);
	assert_true(taken >= 1024 * 1024 && taken <= 1024 * 1024 + 64 * 1024);
	assert_false(agent_write(seen->agent, line, 1));
	seen->in_write = false;
	assert_int_equal(seen->closed_stdin, 0); /* from the loop, not from agent_write() */
	until(seen->closed_stdin);
	assert_false(agent_write(seen->agent, line, 1));
	agent_signal(seen->agent, SIGTERM);
	until(seen->endings);
	assert_int_equal(seen->closed_stdin, 1);
}

AGENT_TEST(a_closed_stdin_is_reported_at_the_next_write)
{
	start_sh(seen, "exec <&-; echo closed; exec sleep 1000");
	until(seen->total > 0);
	assert_false(agent_write(seen->agent, "x\n", 2));
	until(seen->closed_stdin);
	assert_int_equal(seen->endings, 0);
}

/* Its terminal.  */

AGENT_TEST(stderr_and_dev_tty_are_the_agents_own_terminal)
{
	start_with(seen, &(struct agent_setup){
				 .command = "sh -c 'test -t 2 && test ! -t 1 && test ! -t 0 && echo own; "
					    "echo hello >/dev/tty; stty size </dev/tty; "
					    "echo \"$TERM,$COLUMNS,$LINES\"; tty <&2 >&2'",
				 .columns = 97,
				 .rows = 31});
	until(seen->endings);
	assert_true(says(&seen->out, "own\n31 97\nxterm-256color,,\n"));
	assert_true(says(&seen->err, "hello\r\n")); /* LF became CR LF */
	assert_true(says(&seen->err, "pts/"));
}

/* Otherwise the kernel would look at each byte while the agent's clock runs.  */
AGENT_TEST(the_kernel_does_not_process_what_an_agent_writes_to_its_terminal)
{
	start_sh(seen, "stty -a <&2");
	until(seen->endings);
	assert_true(says(&seen->out, "-opost"));
	assert_false(says(&seen->out, "-onlcr"));
}

/* A tool is for people, and no clock runs.  */
AGENT_TEST(the_kernel_processes_what_a_tool_writes)
{
	start_with(seen, &(struct agent_setup){.command = "stty -a", .all_terminal = true});
	until(seen->endings);
	assert_true(says(&seen->err, "opost"));
	assert_false(says(&seen->err, "-opost"));
}

TEST(a_line_feed_is_what_the_terminals_settings_make_of_it)
{
	static const struct {
		const char *settings, *read;
	} rows[] = {
		{"echo", "a\r\nb\r\n"},          /* as it was */
		{"sane", "a\r\nb\r\n"},          /* the kernel adds the CR, and we no second one */
		{"-icanon -echo", "a\r\nb\r\n"}, /* readline */
		{"-onlcr", "a\nb\n"},            /* ncurses */
		{"opost -onlcr", "a\nb\n"},
		{"raw", "a\nb\n"},
		{"-icanon -isig", "a\nb\n"}, /* cfmakeraw() leaves ONLCR alone */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct seen seen FREED_BY(finish) = {0};
		FREED char *script = bytes_text("stty %s <&2; printf \"a\\nb\\n\" >&2", rows[i].settings);

		start_sh(&seen, script);
		until(seen.endings);
		if (strcmp(seen.err.at, rows[i].read) != 0)
			fail_msg("stty %s: read \"%s\"", rows[i].settings, seen.err.at);
	}
}

AGENT_TEST(every_line_of_a_flood_ends_in_cr_lf)
{
	enum { LINES = 20000 };
	struct bytes lines FREED_BY(bytes_free) = {0};

	start_sh(seen, "i=0; while [ $i -lt 20000 ]; do echo $i; echo; i=$((i+1)); done >&2");
	until(seen->endings);
	for (int i = 0; i < LINES; i++)
		bytes_addf(&lines, "%d\r\n\r\n", i);
	assert_int_equal(seen->err.size, lines.size);
	assert_memory_equal(seen->err.at, lines.at, lines.size);
}

AGENT_TEST(the_terminal_can_change_its_size)
{
	start_sh(seen, "trap \"stty size <&2; exit 0\" WINCH; echo ready; while :; do read line; done");
	until(seen->total > 0);
	agent_terminal_size(seen->agent, 50, 10);
	agent_write(seen->agent, "\n", 1);
	until(seen->endings);
	assert_true(says(&seen->out, "ready\n10 50\n"));
}

AGENT_TEST(a_person_can_type_into_the_terminal)
{
	start_sh(seen, "printf \"name? \" >/dev/tty; read name </dev/tty; echo \"got $name\"");
	until(says(&seen->err, "name? "));
	agent_type(seen->agent, "pela\r", 5);
	until(seen->endings);
	assert_true(says(&seen->out, "got pela\n"));
	assert_true(says(&seen->err, "name? pela\r\n")); /* echoed */
}

AGENT_TEST(unread_keys_wait_up_to_a_limit)
{
	static char keys[4096];

	memset(keys, 'k', sizeof(keys));
	start_sh(seen,
		 "stty raw -echo <&2; echo ready; read go; dd bs=1 count=20000 <&2 2>/dev/null | wc -c");
	until(seen->total > 0);
	for (int i = 0; i < 100; i++)
		agent_type(seen->agent, keys, sizeof(keys));
	agent_write(seen->agent, "go\n", 3);
	until(seen->endings);
	assert_true(says(&seen->out, "20000"));
}

AGENT_TEST(an_interrupt_at_its_terminal_interrupts_only_that_agent)
{
	start_sh(seen, "echo ready; exec sleep 1000");
	until(seen->total > 0);
	agent_type(seen->agent, "\x03", 1);
	until(seen->endings);
	assert_true(seen->ending.signalled);
	assert_int_equal(seen->ending.code, SIGINT);
}

AGENT_TEST(closing_stderr_does_not_lose_the_terminal)
{
	start_sh(seen, "exec 2>&-; echo closed; read go; echo back >/dev/tty; read go");
	until(says(&seen->out, "closed"));
	agent_write(seen->agent, "go\n", 3);
	until(says(&seen->err, "back\r\n"));
}

AGENT_TEST(stderr_can_be_a_pipe)
{
	start_with(seen, &(struct agent_setup){
				 .command = "sh -c 'test -t 2 || echo pipe; echo words >&2; "
					    "(: </dev/tty) 2>/dev/null || echo none; exec 2>&-; read go'",
				 .stderr_pipe = true});
	until(says(&seen->out, "none"));
	assert_true(says(&seen->out, "pipe\n"));
	assert_string_equal(seen->err.at, "words\n");
	agent_type(seen->agent, "x", 1);
	agent_terminal_size(seen->agent, 10, 10);
	agent_write(seen->agent, "go\n", 3);
	until(seen->endings);
}

/* ---- what an agent inherits ---- */

AGENT_TEST(the_agent_starts_with_default_signals)
{
	sigset_t some, before;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGUSR1, SIG_IGN);
	sigemptyset(&some);
	sigaddset(&some, SIGUSR2);
	sigprocmask(SIG_BLOCK, &some, &before);
	start_part(seen, "lists-signals");
	sigprocmask(SIG_SETMASK, &before, NULL);
	signal(SIGUSR1, SIG_DFL);
	until(seen->endings);
	assert_string_equal(seen->out.at, "ignored: blocked:\n");
}

AGENT_TEST(the_judge_ignores_sigpipe)
{
	struct sigaction action;

	signal(SIGPIPE, SIG_DFL);
	start(seen, "true");
	sigaction(SIGPIPE, NULL, &action);
	assert_true(action.sa_handler == SIG_IGN);
	until(seen->endings);
}

TEST(no_descriptor_of_the_judge_reaches_the_agent)
{
	struct seen other FREED_BY(finish) = {0}, seen FREED_BY(finish) = {0};
	int inherited =
		open("/dev/null",
		     O_RDONLY); /* without CLOEXEC, like a descriptor that ringside was started with */

	start(&other, "cat");
	start_part(&seen, "lists-descriptors");
	until(seen.endings);
	assert_string_equal(seen.out.at, "0 1 2\n");
	close(inherited);
}

AGENT_TEST(an_agent_runs_in_its_folder_under_its_full_path)
{
	start_with(seen, &(struct agent_setup){.command = "sh -c 'pwd; echo $0; tr \"\\0\" \" \" "
							  "</proc/$$/cmdline' zero",
					       .directory = "/usr"});
	until(seen->endings);
	assert_true(says(&seen->out, "/usr\nzero\n/"));
	assert_true(says(&seen->out, "/sh -c "));
}

TEST(the_agent_gets_its_limits)
{
	struct seen seen FREED_BY(finish) = {0};
	struct rlimit was, cores;

	getrlimit(RLIMIT_CORE, &was);
	cores = (struct rlimit){.rlim_cur = 0, .rlim_max = was.rlim_max}; /* is the user's own */
	setrlimit(RLIMIT_CORE, &cores);
	start_with(&seen,
		   &(struct agent_setup){
			   .command = "sh -c 'ulimit -c; ulimit -v; ulimit -f; ulimit -u "
				      "2>/dev/null || ulimit -p'",
			   .limits = {.memory = (int64_t)1 << 30, .file_size = 1 << 20, .processes = 77}});
	until(seen.endings);
	assert_string_equal(seen.out.at, "0\n1048576\n2048\n77\n");
	finish(&seen);
	seen = (struct seen){0};
	cores.rlim_cur = was.rlim_max < 1 << 20 ? was.rlim_max : 1 << 20;
	setrlimit(RLIMIT_CORE, &cores);
	start_sh(&seen, "ulimit -v; ulimit -c");
	setrlimit(RLIMIT_CORE, &was);
	until(seen.endings);
	assert_string_equal(seen.out.at, was.rlim_max < 1 << 20 ? "unlimited\n0\n" : "unlimited\n2048\n");
}

/* Failed starts.  */

static void assert_refused(const char *command, const char *directory, const char *expected)
{
	struct seen seen = {0};
	char *problem = NULL;
	int before = open_descriptors();

	assert_null(agent_spawn(loop, &(struct agent_setup){.command = command, .directory = directory},
				&events, &seen, &problem));
	assert_text(problem, expected);
	assert_int_equal(open_descriptors(), before);
	assert_true(no_child_is_left());
}

static char *file_made(const char *name, const char *text)
{
	char *path;
	int fd = temp_file(name, &path);

	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	assert_return_code(fchmod(fd, 0755), 0);
	close(fd);
	return path;
}

TEST(a_windows_program_is_run_with_wine)
{
	TEMP char *path = file_made("brain.EXE", "MZ");
	FREED char *says =
		bytes_text("cannot start \"%s\": %s is a Windows program: run it with wine, as \"wine %s\"",
			   path, path, path);

	assert_refused(path, NULL, says);
	assert_return_code(chmod(path, 0644), 0); /* as unpacked from an archive */
	assert_refused(path, NULL, says);
}

TEST(a_failed_start_is_reported_with_the_reason)
{
	static const char *const contents[] = {"#!/no/such/interpreter\n", "just text\n"};
	static const char *const reasons[] = {
		"the interpreter that it names does not exist",
		"is neither a program of this machine nor a script with a #! line"};

	assert_refused("no-such-brain -x", NULL,
		       "cannot start \"no-such-brain -x\": no program \"no-such-brain\" is in PATH");
	assert_refused("/no/brain", NULL, "cannot start \"/no/brain\": /no/brain: No such file or directory");
	assert_refused("/etc/passwd", NULL,
		       "cannot start \"/etc/passwd\": /etc/passwd: Permission denied (is it executable?)");
	assert_refused("/tmp", NULL, "cannot start \"/tmp\": /tmp is a directory");
	assert_refused("'sh", NULL, "cannot start \"'sh\": the quote ' is not closed");
	assert_refused("true", "/no/folder",
		       "cannot start \"true\": its folder /no/folder cannot be entered: No such file or "
		       "directory");
	for (int i = 0; i < 2; i++) {
		TEMP char *path = file_made("brain", contents[i]);
		FREED char *expected =
			bytes_text("cannot start \"%s\": %s%s %s", path, path, i ? "" : ":", reasons[i]);

		assert_refused(path, NULL, expected);
	}
}

AGENT_TEST(a_judge_that_runs_out_of_descriptors_says_so)
{
	struct rlimit was, none;
	char *problem = NULL;

	getrlimit(RLIMIT_NOFILE, &was);
	none = was;
	for (none.rlim_cur = 3; none.rlim_cur < 40; none.rlim_cur++) {
		int before = open_descriptors();

		setrlimit(RLIMIT_NOFILE, &none);
		seen->agent =
			agent_spawn(loop, &(struct agent_setup){.command = "true"}, &events, seen, &problem);
		setrlimit(RLIMIT_NOFILE, &was);
		if (seen->agent)
			break;
		assert_true(strstr(problem, "cannot start \"true\": ") == problem);
		free(problem);
		problem = NULL;
		assert_int_equal(open_descriptors(), before);
		assert_true(no_child_is_left());
	}
	if (seen->agent)
		until(seen->endings);
}

/* How an agent is ended.  */

AGENT_TEST(an_agent_that_leaves_at_the_end_of_stdin_gets_no_signal)
{
	start_with(seen, &(struct agent_setup){.command = "sh -c 'cat; echo bye; exit 2'",
					       .end_ns = 1000 * SECONDS});
	agent_dismiss(seen->agent, 5 * MS);
	until(seen->endings);
	assert_false(seen->ending.signalled);
	assert_int_equal(seen->ending.code, 2);
	assert_string_equal(seen->out.at, "bye\n");
}

TEST(an_agent_that_stays_is_ended_step_by_step)
{
	struct seen seen FREED_BY(finish) = {.counts_only = true};
	int64_t t;

	/* It also floods: its outputs are read all the while.  */
	start_sh(&seen, "trap \"echo term >&2\" TERM; echo ready >&2; while :; do echo more; done");
	until(says(&seen.err, "ready"));
	t = loop_now();
	agent_dismiss(seen.agent, 10000 * MS);
	agent_dismiss(seen.agent, 20 * MS); /* the shorter time counts */
	agent_dismiss(seen.agent, 10000 * MS);
	until(seen.endings);
	assert_true(seen.last >= t + 170 * MS);
	assert_true(seen.last < t + 5000 * MS);
	assert_true(seen.ending.signalled);
	assert_int_equal(seen.ending.code, SIGKILL);
	assert_true(says(&seen.err, "term"));
	agent_dismiss(seen.agent, 0); /* too late: no effect */
}

/* The agent stays at the end of its stdin, and needs a moment to leave after SIGTERM.  It is killed only if a
 * busy machine gave it no core for so long as it has for that.  */
AGENT_TEST(no_step_follows_another_at_once_when_nobody_could_look)
{
	enum { HAS_MS = 100 };
	int64_t went_on;

	start_part(seen, "leaves-at-sigterm");
	until(says(&seen->out, "ready"));
	agent_dismiss(seen->agent, 0);
	until(seen->agent->leaving == HAS_NO_STDIN);
	poll(NULL, 0, 400); /* held up for longer than all steps take */
	went_on = loop_now();
	until(seen->endings);
	if (seen->ending.signalled)
		assert_true(seen->last - went_on >= HAS_MS * MS);
	else
		assert_int_equal(seen->ending.code, 3);
}

TEST(a_stopped_agent_is_ended_too)
{
	static const char *const scripts[] = {"kill -STOP $$", "trap \"\" TERM; kill -STOP $$; sleep 1000"};

	for (int i = 0; i < 2; i++) {
		struct seen seen FREED_BY(finish) = {0};

		start_sh(&seen, scripts[i]);
		agent_dismiss(seen.agent, 0);
		until(seen.endings);
	}
	for (int i = 0; i < 2; i++) {
		struct seen seen = {0};
		pid_t pid;

		start(&seen, "cat");
		pid = agent_pid(seen.agent);
		agent_signal(seen.agent, SIGSTOP);
		if (i == 0) {
			agent_dismiss(seen.agent, 0);
			until(seen.endings);
		}
		finish(&seen);
		assert_false(alive(pid));
	}
}

TEST(freeing_ends_the_whole_group_and_leaves_no_zombie)
{
	for (int leader_leaves = 0; leader_leaves < 2; leader_leaves++) {
		struct seen seen = {0};
		pid_t pid, grandchild;

		start_sh(&seen, leader_leaves
					? "sleep 1000 & echo $!"
					: "trap \"\" TERM; sleep 1000 & echo $!; while :; do wait; done");
		if (leader_leaves)
			until(seen.endings);
		else
			until(seen.total > 0);
		pid = agent_pid(seen.agent);
		grandchild = (pid_t)atoi(seen.out.at);
		assert_true(alive(grandchild));
		finish(&seen);
		assert_false(alive(pid));
		assert_false(alive(grandchild));
		assert_true(no_child_is_left());
	}
}

TEST(an_agent_may_be_freed_in_any_of_its_callbacks)
{
	static const enum moment moments[] = {AT_BYTES, AT_CLOSED, AT_EXITED};

	for (int i = 0; i < 3; i++) {
		struct seen seen FREED_BY(finish) = {.free_at = moments[i]};

		start_sh(&seen, moments[i] == AT_CLOSED ? "exec >&-; exec sleep 1000"
							: "echo one; echo two >&2; exit 0");
		until(!seen.agent);
	}
	for (int i = 0; i < 2; i++) { /* reported by agent_drain() and as closed() of stdin */
		struct seen seen = {.free_at = i ? AT_CLOSED : AT_BYTES};
		struct agent *agent;

		start_sh(&seen, i ? "exec <&-; exec sleep 1000" : "echo one; exec sleep 1000");
		agent = seen.agent;
		while (seen.agent)
			if (i == 0) {
				agent_drain(agent, loop_now());
			} else if (!agent_write(agent, "x", 1)) {
				until(!seen.agent);
			}
		finish(&seen);
	}
	assert_true(no_child_is_left());
}

TEST(nothing_stays_open_or_unreaped_after_many_agents)
{
	int before = open_descriptors();

	for (int i = 0; i < 40; i++) {
		struct seen seen FREED_BY(finish) = {0};
		struct agent_setup setup = {.command = "cat", .stderr_pipe = i % 2};

		start_with(&seen, &setup);
		agent_write(seen.agent, "x", 1);
		if (i % 4 < 2)
			until(seen.total == 1);
		if (i % 3 == 0)
			agent_dismiss(seen.agent, 0);
		if (i % 6 == 0)
			until(seen.endings);
	}
	assert_int_equal(open_descriptors(), before);
	assert_true(no_child_is_left());
	agent_free(NULL);
}

TEST(an_agent_does_not_outlive_its_judge)
{
	/* Without a terminal, whose hang-up would also end it.  */
	const struct agent_setup outlives = {.command = "sleep 1000", .stderr_pipe = true};
	int ends[2], status;
	pid_t judge, agent = 0;

	prctl(PR_SET_CHILD_SUBREAPER, 1); /* so that its end is visible here */
	assert_return_code(pipe(ends), 0);
	judge = fork();
	if (judge == 0) {
		struct loop *own = loop_new();
		char *problem;
		struct agent *spawned = agent_spawn(own, &outlives, &events, NULL, &problem);

		agent = spawned ? agent_pid(spawned) : -1;
		_exit(write(ends[1], &agent, sizeof(agent)) == sizeof(agent) ? 0 : 1);
	}
	assert_int_equal(read(ends[0], &agent, sizeof(agent)), sizeof(agent));
	assert_int_equal(waitpid(judge, &status, 0), judge);
	assert_int_equal(waitpid(agent, &status, 0), agent);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	close(ends[0]);
	close(ends[1]);
}

/* Orphans.  */

TEST(orphans_are_ended)
{
	struct seen seen = {0}, lives = {0};
	pid_t orphan;

	start(&lives, "cat");
	start_sh(&seen, "setsid sh -c \"echo \\$\\$; exec sleep 1000\" & read go; exit 0");
	until(seen.total > 0);
	agent_write(seen.agent, "go\n", 3);
	until(seen.endings);
	orphan = (pid_t)atoi(seen.out.at);
	finish(&seen);
	assert_true(alive(orphan)); /* in a session of its own, it survived the end of the group */
	agent_end_orphans();
	assert_false(alive(orphan));
	assert_true(agent_write(lives.agent, "x", 1));
	until(lives.total == 1);
	finish(&lives);
}

/* A child of this process, as if an agent had left it behind.  */
static pid_t child_that_stays(void)
{
	pid_t child = fork();

	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (true)
			pause();
	}
	return child;
}

/* Several cases of a check are such matches: one ends, and another begins while agents of a third have left
 * somebody behind.  */
TEST(an_orphan_that_lives_when_a_match_begins_is_no_stranger)
{
	enum { STRANGER_LIVES = 1, FIRST_LIVES = 2, SECOND_LIVES = 4 };
	int status;
	pid_t judge = fork(), stranger, first, second;

	if (judge == 0) { /* a process that has adopted nobody yet */
		stranger = child_that_stays();
		agent_adopt_orphans();
		first = child_that_stays();
		agent_end_orphans();
		status = alive(first) ? FIRST_LIVES : 0;
		second = child_that_stays();
		agent_adopt_orphans();
		agent_end_orphans();
		_exit(status | (alive(stranger) ? STRANGER_LIVES : 0) | (alive(second) ? SECOND_LIVES : 0));
	}
	assert_int_equal(waitpid(judge, &status, 0), judge);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), STRANGER_LIVES);
}

TEST(orphans_of_orphans_are_ended)
{
	struct seen seen = {0};

	agent_adopt_orphans();
	start_sh(&seen,
		 "setsid sh -c \"setsid sh -c \\\"setsid sleep 1000 & wait\\\" & wait\" & echo; exit 0");
	until(seen.endings);
	finish(&seen);
	agent_end_orphans();
	assert_true(no_child_is_left());
}

TEST(both_ways_to_find_children_agree)
{
	struct seen one FREED_BY(finish) = {0}, two FREED_BY(finish) = {0};
	struct pids listed = {0}, scanned = {0};

	start(&one, "cat");
	start(&two, "cat");
	children_listed(getpid(), &listed);
	children_scanned(getpid(), &scanned);
	assert_int_equal(listed.count, 2);
	assert_int_equal(scanned.count, 2);
	assert_true(pids_have(&listed, agent_pid(one.agent)) && pids_have(&listed, agent_pid(two.agent)));
	assert_true(pids_have(&scanned, agent_pid(one.agent)) && pids_have(&scanned, agent_pid(two.agent)));
	pids_free(&listed);
	pids_free(&scanned);
}

/* The agents that this program plays.  */

static int fills_the_pipe(void)
{
	static char bytes[MANY];

	memset(bytes, 'x', sizeof(bytes));
	if (fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1024 * 1024) < 0)
		return 1;
	return write(STDOUT_FILENO, bytes, sizeof(bytes)) == MANY ? 3 : 2;
}

static int floods(void)
{
	static char bytes[64 * 1024];

	while (write(STDOUT_FILENO, bytes, sizeof(bytes)) > 0)
		;
	return 1;
}

static int lists_signals(void)
{
	sigset_t blocked;

	printf("ignored:");
	for (int number = 1; number < NSIG; number++) {
		struct sigaction action;

		if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
			printf(" %d", number);
	}
	printf(" blocked:");
	sigprocmask(SIG_SETMASK, NULL, &blocked);
	for (int number = 1; number < NSIG; number++)
		if (sigismember(&blocked, number) == 1)
			printf(" %d", number);
	printf("\n");
	return 0;
}

static void leave_soon(int number)
{
	poll(NULL, 0, 20);
	_exit(3);
}

static int leaves_at_sigterm(void)
{
	signal(SIGTERM, leave_soon);
	printf("ready\n");
	fflush(stdout);
	while (getchar() != EOF)
		;
	while (pause() < 0)
		;
	return 0;
}

static int tells_reads(void)
{
	char bytes[100];
	ssize_t size;

	while ((size = read(STDIN_FILENO, bytes, sizeof(bytes))) > 0)
		if (write(STDOUT_FILENO, bytes, (size_t)size) < 0 || write(STDOUT_FILENO, "|", 1) < 0)
			return 1;
	return 0;
}

static int lists_descriptors(void)
{
	const char *space = "";

	for (int fd = 0; fd < 1000; fd++)
		if (fcntl(fd, F_GETFD) >= 0) {
			printf("%s%d", space, fd);
			space = " ";
		}
	printf("\n");
	return 0;
}

static int play(const char *part)
{
	static const struct {
		const char *name;
		int (*play)(void);
	} parts[] = {{"fills-the-pipe", fills_the_pipe},       {"floods", floods},
		     {"leaves-at-sigterm", leaves_at_sigterm}, {"lists-signals", lists_signals},
		     {"lists-descriptors", lists_descriptors}, {"tells-reads", tells_reads}};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (strcmp(part, parts[i].name) == 0)
			return parts[i].play();
	return 1;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return play(argv[1]);
	agent_adopt_orphans();
	return RUN_TESTS(begin_loop, end_loop);
}
