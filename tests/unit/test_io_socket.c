/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_io_socket.c - what agent.h promises, tested with agents that speak over a socket.
 *
 * Nothing here sleeps: an agent that must come late waits for a key at its terminal. The shell plays simple
 * agents. This program plays the others: it starts itself again with the name of a part, a host and a port.
 */
#include "io_fixture.h"
#include "socket_fixture.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void start_socket(struct seen *seen, const char *command)
{
	start_with(seen,
		   &(struct agent_setup){.command = command, .socket = true, .columns = 200, .rows = 24});
}

/* It may take any time to leave: a busy machine may give it no core for long.  */
static void start_patiently(struct seen *seen, const char *command)
{
	start_with(seen, &(struct agent_setup){.command = command,
					       .socket = true,
					       .end_ns = 1000 * SECONDS,
					       .columns = 200,
					       .rows = 24});
}

static void start_player(struct seen *seen, const char *part)
{
	FREED char *command = bytes_text("%s %s", self, part);

	start_socket(seen, command);
}

/* A script of bash, which has /dev/tcp. The words after it are $0, $1 and so on.  */
static void start_bash(struct seen *seen, const char *script, const char *words)
{
	FREED char *command = bytes_text("bash -c '%s' %s", script, words);

	start_socket(seen, command);
}

static void ends_before_anything_is_read(struct seen *seen)
{
	struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, agent_pid(seen->agent), 0), .events = POLLIN};

	assert_int_equal(poll(&end, 1, DEADLINE_S * 1000), 1);
	close(end.fd);
}

static int number_behind(const struct bytes *text, const char *word)
{
	const char *at = text->at ? strstr(text->at, word) : NULL;

	assert_non_null(at);
	return atoi(at + strlen(word));
}

static void assert_shut_out(int fd)
{
	struct pollfd end = {.fd = fd, .events = POLLIN};
	char byte;

	assert_int_equal(poll(&end, 1, DEADLINE_S * 1000), 1);
	assert_true(read(fd, &byte, 1) <= 0);
	close(fd);
}

/* ---- listening ---- */

AGENT_TEST(one_socket_listens_on_127_0_0_1_until_the_agent_has_spoken)
{
	char address[64] = "", loopback[64];
	int port = 0;

	snprintf(loopback, sizeof(loopback), "%08X", (unsigned)htonl(INADDR_LOOPBACK));
	start_bash(seen, "echo port $1; read go </dev/tty; exec 3<>/dev/tcp/$0/$1; echo hi >&3; read go <&3",
		   "{host} {port}");
	until(says(&seen->err, "port "));
	assert_int_equal(listening("/proc/net/tcp", address, &port, 1), 1);
	assert_string_equal(address, loopback);
	assert_int_equal(port, number_behind(&seen->err, "port "));
	assert_int_equal(listening("/proc/net/tcp6", address, &port, 1), 0);
	agent_type(seen->agent, "\r", 1);
	while (listening("/proc/net/tcp", address, &port, 1))
		loop_step(loop);
	assert_true(agent_write(seen->agent, "\n", 1));
	until(seen->endings);
}

/* ---- stdin, stdout and descriptors ---- */

static void assert_log(const char *command, const char *format)
{
	struct seen seen FREED_BY(finish) = {0};
	char address[64], *expected;
	int port = 0;

	start_socket(&seen, command);
	assert_int_equal(listening("/proc/net/tcp", address, &port, 1), 1);
	until(seen.endings);
	expected = bytes_text(format, port, port, port);
	assert_string_equal(seen.err.at, expected);
	free(expected);
}

TEST(host_and_port_replace_their_placeholders_or_are_appended)
{
	assert_log("printf '%s.' a{host}b{host} x{port}{port}: {portal {host",
		   "a127.0.0.1b127.0.0.1.x%d%d:.{portal.{host.");
	assert_log("printf '%s.' {port}", "%d.");
	assert_log("printf '%s.' a b", "a.b.127.0.0.1.%d.");
	assert_log("printf '%s.'", "127.0.0.1.%d.");
}

TEST(a_socket_agent_has_an_empty_stdin_and_its_stdout_is_a_log)
{
	struct seen seen FREED_BY(finish) = {0};

	start_bash(&seen, "cat; test -t 1 && test -t 2 && echo terminal; echo words", "");
	until(seen.endings);
	assert_string_equal(seen.err.at, "terminal\r\nwords\r\n");
	assert_int_equal(seen.total, 0);
	finish(&seen);
	seen = (struct seen){0};
	start_with(&seen, &(struct agent_setup){.command = "sh -c 'cat; echo out; echo err >&2'",
						.socket = true,
						.stderr_pipe = true});
	until(seen.endings);
	assert_string_equal(seen.err.at, "out\nerr\n");
}

TEST(no_descriptor_of_the_judge_reaches_the_agent)
{
	struct seen other FREED_BY(finish) = {0}, seen FREED_BY(finish) = {0};

	start_player(&other, "echoes");
	assert_true(agent_write(other.agent, "x", 1));
	until(other.total == 1);
	start_player(&seen, "lists-descriptors");
	until(seen.endings);
	assert_string_equal(seen.err.at, "0 1 2\r\n");
}

/* ---- bytes ---- */

AGENT_TEST(bytes_come_back_unchanged_and_with_the_right_time)
{
	start_player(seen, "echoes");
	for (int i = 1; i <= 100; i++) { /* the first write waits for the connection */
		int64_t t = loop_now();

		assert_true(agent_write(seen->agent, "\0\xff TURN\n", 8));
		until(seen->total == (size_t)i * 8);
		assert_true(seen->last >= t);
	}
	assert_memory_equal(seen->out.at, "\0\xff TURN\n\0\xff TURN\n", 16);
	assert_int_equal(seen->endings, 0);
	assert_int_equal(seen->strangers, 0);
}

AGENT_TEST(a_late_agent_is_still_awaited)
{
	start_bash(seen,
		   "echo ready; read go </dev/tty; exec 3<>/dev/tcp/$0/$1; echo late >&3; read word <&3; "
		   "echo got $word; exit 4",
		   "");
	until(says(&seen->err, "ready"));
	assert_true(agent_write(seen->agent, "early\n", 6));
	agent_type(seen->agent, "\r", 1);
	until(seen->endings);
	assert_string_equal(seen->out.at, "late\n");
	assert_true(says(&seen->err, "got early\r\n"));
	assert_int_equal(seen->ending.code, 4);
}

AGENT_TEST(unread_bytes_in_a_connection_are_counted)
{
	start_bash(seen,
		   "exec 3<>/dev/tcp/$0/$1; echo hi >&3; read go </dev/tty; read one <&3; echo $one >&3; "
		   "read two <&3",
		   "{host} {port}");
	until(says(&seen->out, "hi"));
	assert_true(agent_write(seen->agent, "12345678\n", 9));
	assert_int_equal(does(seen, ACTIVITY_UNREAD).unread, 9);
	agent_type(seen->agent, "\n", 1);
	until(says(&seen->out, "12345678"));
	assert_int_equal(does(seen, ACTIVITY_READS).unread, 0);
}

AGENT_TEST(bytes_sent_one_by_one_arrive_whole_and_in_order)
{
	start_player(seen, "splits");
	until(seen->endings);
	assert_int_equal(seen->total, 512);
	for (int i = 0; i < 512; i++)
		assert_int_equal((unsigned char)seen->out.at[i], i % 256);
}

AGENT_TEST(a_drain_returns_what_is_there_at_once)
{
	size_t sent;

	start_player(seen, "sends-and-waits");
	agent_drain(seen->agent, loop_now()); /* nobody has connected */
	assert_int_equal(seen->total, 0);
	until(seen->total > 0);
	until(says(&seen->err, "sent"));
	sent = (size_t)number_behind(&seen->err, "sent ");
	agent_drain(seen->agent, loop_now());
	assert_int_equal(seen->total, sent);
	agent_drain(seen->agent, loop_now());
	assert_int_equal(seen->total, sent);
}

AGENT_TEST(what_the_agent_writes_is_not_kept_back_at_its_end)
{
	start_player(seen, "tells-its-delay");
	until(seen->total > 0);
	assert_true(agent_write(seen->agent, "?", 1));
	until(says(&seen->out, "ready, TCP_NODELAY 1"));
}

AGENT_TEST(a_slow_reader_gets_everything_in_order)
{
	struct bytes sent FREED_BY(bytes_free) = {0};

	start_player(seen, "echoes");
	for (int i = 0; sent.size < 900000; i++)
		bytes_addf(&sent, "%d,", i);
	for (size_t at = 0; at < sent.size; at += 1000)
		assert_true(agent_write(seen->agent, sent.at + at,
					sent.size - at < 1000 ? sent.size - at : 1000));
	until(seen->total == sent.size);
	assert_memory_equal(seen->out.at, sent.at, sent.size);
}

TEST(a_flood_starves_nobody_and_is_read_in_small_parts)
{
	struct seen floods FREED_BY(finish) = {.counts_only = true}, answers FREED_BY(finish) = {0};

	start_player(&floods, "floods");
	start_player(&answers, "echoes");
	until(floods.total > 1000000);
	for (size_t i = 1; i <= 50; i++) {
		unsigned wakes = loop_wakes(loop);

		assert_true(agent_write(answers.agent, "x", 1));
		until(answers.total == i);
		assert_true(loop_wakes(loop) - wakes < 20000);
	}
	assert_true(floods.biggest <= 64 * 1024);
}

TEST(an_agent_that_never_reads_or_never_connects_is_reported_once)
{
	static char line[1024];

	for (int comes = 0; comes < 2; comes++) {
		struct seen seen FREED_BY(finish) = {0};
		size_t taken = 0;

		if (comes)
			start_player(&seen, "sends-and-waits");
		else
			start_socket(&seen, "sh -c 'exec sleep 1000'");
		if (comes)
			until(seen.total > 0);
		seen.in_write = true;
		while (agent_write(seen.agent, line, sizeof(line)))
			taken += sizeof(line);
		assert_true(taken >= 1024 * 1024 && taken <= (comes ? 32u : 1u) * 1024 * 1024);
		assert_false(agent_write(seen.agent, line, 1));
		seen.in_write = false;
		assert_int_equal(seen.closed_stdin, 0); /* from the loop, not from agent_write() */
		until(seen.closed_stdin);
		agent_signal(seen.agent, SIGKILL);
		until(seen.endings);
		assert_int_equal(seen.closed_stdin, 1);
	}
}

/* ---- ends of the connection ---- */

AGENT_TEST(a_half_closed_connection_is_reported_and_the_other_half_stays)
{
	FREED char *command = bytes_text("%s closes-half", self);

	start_patiently(seen, command);
	until(seen->closed_stdout);
	assert_string_equal(seen->out.at, "bye");
	assert_true(agent_write(seen->agent, "still", 5));
	until(says(&seen->err, "got still"));
	assert_int_equal(seen->closed_stdin, 0);
	assert_int_equal(seen->endings, 0);
	agent_dismiss(seen->agent, 0);
	until(seen->endings);
	assert_false(seen->ending.signalled); /* it saw the end */
	assert_int_equal(seen->ending.code, 5);
	assert_int_equal(seen->closed_stdout, 1);
}

AGENT_TEST(a_reset_closes_both_directions_after_what_came_before)
{
	start_player(seen, "resets");
	assert_true(agent_write(seen->agent, "go", 2));
	until(seen->closed_stdout && seen->closed_stdin);
	assert_string_equal(seen->out.at, "last");
	assert_false(agent_write(seen->agent, "x", 1));
	assert_int_equal(seen->endings, 0);
	agent_type(seen->agent, "\r", 1);
	until(seen->endings);
	assert_int_equal(seen->closed_stdout, 1);
	assert_int_equal(seen->closed_stdin, 1);
	assert_int_equal(seen->ending.code, 6);
}

AGENT_TEST(an_agent_that_disconnects_and_stays_is_reported_at_the_next_write)
{
	start_bash(seen, "exec 3<>/dev/tcp/$0/$1; echo hi >&3; read go <&3; exec 3>&-; read go </dev/tty",
		   "");
	until(seen->total == 3);
	assert_true(agent_write(seen->agent, "\n", 1));
	until(seen->closed_stdout);
	assert_int_equal(seen->endings, 0);
	while (agent_write(seen->agent, "x", 1)) /* until the kernel has noticed */
		loop_step(loop);
	until(seen->closed_stdin);
	assert_int_equal(seen->endings, 0);
}

AGENT_TEST(a_dismissed_agent_reads_an_end_and_its_last_words_are_read)
{
	FREED char *command = bytes_text("%s echoes", self);

	start_patiently(seen, command);
	assert_true(agent_write(seen->agent, "x", 1));
	until(seen->total == 1);
	agent_dismiss(seen->agent, 5 * MS);
	until(seen->endings);
	assert_false(seen->ending.signalled);
	assert_int_equal(seen->ending.code, 2);
	assert_string_equal(seen->out.at, "xbye");
}

AGENT_TEST(an_agent_dismissed_before_it_connects_finds_nobody)
{
	start_patiently(seen, "bash -c 'echo ready; read go </dev/tty; (: <>/dev/tcp/$0/$1) 2>/dev/null || "
			      "exit 7'");
	until(says(&seen->err, "ready"));
	agent_dismiss(seen->agent, 0);
	while (agent_write(seen->agent, "x", 1))
		loop_step(loop);
	agent_type(seen->agent, "\r", 1);
	until(seen->endings);
	assert_int_equal(seen->ending.code, 7);
	assert_int_equal(seen->total, 0);
}

/* ---- the end of the agent ---- */

TEST(an_agent_that_never_connects_ends_like_any_other)
{
	struct seen seen FREED_BY(finish) = {0};

	start_bash(&seen, "echo words; exit 3", "");
	until(seen.endings);
	assert_string_equal(seen.err.at, "words\r\n");
	assert_false(seen.ending.signalled);
	assert_int_equal(seen.ending.code, 3);
	assert_int_equal(seen.closed_stdout + seen.closed_stdin + seen.strangers, 0);
	finish(&seen);
	seen = (struct seen){0};
	start_socket(&seen, "sh -c 'kill -SEGV $$'");
	until(seen.endings);
	assert_true(seen.ending.signalled);
	assert_int_equal(seen.ending.code, SIGSEGV);
}

TEST(everything_it_sent_comes_before_the_exit)
{
	for (int i = 0; i < 10; i++) {
		struct seen seen FREED_BY(finish) = {.counts_only = true};

		/* The agent connects, fills the kernel's buffers, and is dead before ringside looks.  */
		start_player(&seen, "fills-the-socket");
		ends_before_anything_is_read(&seen);
		until(seen.endings);
		assert_int_equal(seen.total, number_behind(&seen.err, "sent "));
		assert_int_equal(seen.strangers, 0);
		assert_int_equal(seen.ending.code, 3);
		assert_true(seen.biggest <= 64 * 1024);
	}
}

AGENT_TEST(an_agent_that_ends_without_reading_is_heard_to_the_end)
{
	start_player(seen, "ends-unread");
	assert_true(agent_write(seen->agent, "unread", 6));
	until(seen->endings);
	assert_string_equal(seen->out.at, "words");
	assert_int_equal(seen->ending.code, 8);
}

TEST(a_grandchild_that_holds_the_connection_does_not_hide_the_exit)
{
	static const char *const scripts[] = {
		"exec 3<>/dev/tcp/$0/$1; trap \"\" HUP; sleep 1000 & echo hi >&3; exit 5",
		"exec 3<>/dev/tcp/$0/$1; trap \"\" HUP; yes >&3 & read go <&3; exit 5"};

	for (int i = 0; i < 2; i++) {
		struct seen seen FREED_BY(finish) = {.counts_only = true};

		start_bash(&seen, scripts[i], "");
		until(seen.total >= 3);
		assert_true(agent_write(seen.agent, "\n", 1));
		until(seen.endings);
		assert_int_equal(seen.ending.code, 5);
	}
}

/* ---- who connects ---- */

AGENT_TEST(a_second_connection_is_refused_and_the_first_continues)
{
	start_player(seen, "connects-twice");
	until(seen->total > 0);
	assert_true(agent_write(seen->agent, "go", 2));
	until(seen->endings);
	assert_string_equal(seen->out.at, "one refused");
	assert_int_equal(seen->strangers, 0);
}

/* A program may first probe whether somebody listens. Here the probe is over before ringside looks.  */
TEST(an_agent_that_disconnects_silently_may_connect_again)
{
	struct seen seen FREED_BY(finish) = {0};

	start_bash(&seen,
		   "exec 3<>/dev/tcp/$0/$1; read go </dev/tty; exec 3>&-; exec 3<>/dev/tcp/$0/$1; read go "
		   "</dev/tty; echo words >&3; read word <&3; echo got $word; exit 4",
		   "");
	until(seen.came == 1);
	agent_type(seen.agent, "\r", 1);
	until(seen.came == 2);
	assert_int_equal(seen.went, 1);
	agent_type(seen.agent, "\r", 1);
	until(seen.total == 6);
	assert_int_equal(seen.closed_stdout + seen.closed_stdin + seen.strangers, 0);
	assert_true(agent_write(seen.agent, "mine\n", 5));
	until(seen.endings);
	assert_true(says(&seen.err, "got mine"));
	assert_int_equal(seen.ending.code, 4);
	finish(&seen);
	seen = (struct seen){0};
	start_bash(&seen,
		   "exec 3<>/dev/tcp/$0/$1; echo one; read go </dev/tty; exec 3>&-; exec 3<>/dev/tcp/$0/$1; "
		   "echo words >&3; exit 4",
		   "");
	until(seen.came == 1);
	agent_type(seen.agent, "\r", 1);
	ends_before_anything_is_read(&seen);
	until(seen.endings);
	assert_string_equal(seen.out.at, "words\n");
}

AGENT_TEST(an_agent_that_was_written_to_may_not_connect_again)
{
	start_bash(seen, "exec 3<>/dev/tcp/$0/$1; read word <&3; exec 3>&-; read go </dev/tty", "");
	assert_true(agent_write(seen->agent, "hello\n", 6));
	until(seen->closed_stdout);
	assert_int_equal(seen->went, 0);
}

AGENT_TEST(an_agent_whose_connection_ends_has_time_to_leave)
{
	start_patiently(seen, "bash -c 'exec 3<>/dev/tcp/$0/$1; echo hi >&3; read word <&3; echo saves; "
			      "read go </dev/tty; exit 5'");
	until(seen->total == 3);
	agent_dismiss(seen->agent, 0);
	until(says(&seen->err, "saves"));
	agent_type(seen->agent, "\r", 1);
	until(seen->endings);
	assert_false(seen->ending.signalled);
	assert_int_equal(seen->ending.code, 5);
}

TEST(a_child_of_the_agent_may_connect_for_it)
{
	static const char *const forms[] = {
		"sh -c '%s echoes $0 $1; :'",                         /* its child */
		"sh -c '(%s echoes $0 $1 &); read go </dev/tty'",     /* in its group, but without a parent */
		"sh -c 'setsid %s echoes $0 $1 & read go </dev/tty'", /* in another session, but a descendant
								       */
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct seen seen = {0};
		struct bytes command FREED_BY(bytes_free) = {0};
		const char *at = strstr(forms[i], "%s");
		FREED char *path = realpath("/proc/self/exe", NULL);

		bytes_add(&command, forms[i], (size_t)(at - forms[i]));
		bytes_addf(&command, "\"%s\"%s", path, at + 2);
		start_socket(&seen, command.at);
		assert_true(agent_write(seen.agent, "hello", 5));
		until(seen.total == 5);
		assert_int_equal(seen.strangers, 0);
		finish(&seen);
		agent_end_orphans();
	}
}

AGENT_TEST(an_ipv6_address_of_the_agent_counts_too)
{
	int other = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (other < 0)
		skip(); /* a machine without IPv6 */
	close(other);
	start_player(seen, "connects-as-java-does");
	until(seen->total == 2);
	assert_int_equal(seen->strangers, 0);
}

AGENT_TEST(a_stranger_is_shut_out_and_reported_and_the_agent_is_still_awaited)
{
	FREED char *own = bytes_text("process %d (", (int)getpid());
	int fd;

	start_bash(seen, "echo port $1; read go </dev/tty; exec 3<>/dev/tcp/$0/$1; echo me >&3; read go <&3",
		   "");
	until(says(&seen->err, "port "));
	for (int i = 1; i <= 3; i++) {
		fd = connected_to(number_behind(&seen->err, "port "));
		assert_true(fd >= 0);
		assert_int_equal(write(fd, "false words", 11), 11);
		until(seen->strangers == i);
		assert_shut_out(fd);
		assert_true(says(&seen->stranger, own));
	}
	agent_type(seen->agent, "\r", 1);
	until(seen->total == 3);
	assert_string_equal(seen->out.at, "me\n");
	assert_int_equal(connected_to(number_behind(&seen->err, "port ")), -1);
	assert_int_equal(seen->strangers, 3);
}

TEST(another_agent_is_a_stranger)
{
	struct seen one FREED_BY(finish) = {0}, two FREED_BY(finish) = {0};
	FREED char *command, *pid;

	start_bash(&one, "echo port $1; read go </dev/tty", "");
	until(says(&one.err, "port "));
	command = bytes_text("bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d; read word <&3; echo end; read go'",
			     number_behind(&one.err, "port "));
	start(&two, command);
	pid = bytes_text("process %d (", (int)agent_pid(two.agent));
	until(one.strangers == 1);
	assert_true(says(&one.stranger, pid));
	until(says(&two.out, "end")); /* it was shut out */
	assert_int_equal(one.total, 0);
}

AGENT_TEST(a_stranger_that_has_left_is_reported_while_the_agent_lives)
{
	start_bash(seen, "echo port $1; read go </dev/tty; exec 3<>/dev/tcp/$0/$1; echo me >&3; read go <&3",
		   "");
	until(says(&seen->err, "port "));
	close(connected_to(number_behind(&seen->err, "port ")));
	until(seen->strangers);
	assert_true(says(&seen->stranger, "left already"));
	agent_type(seen->agent, "\r", 1);
	until(seen->total == 3);
}

/* The judge must not be able to look into other processes, whatever else it may do.  */
static void powers_change(struct __user_cap_data_struct *powers)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};

	assert_return_code(syscall(SYS_capset, &header, powers), 0);
}

AGENT_TEST(a_process_that_cannot_be_examined_is_refused_with_a_reason)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct before[2], none[2];
	FREED char *path;

	assert_return_code(syscall(SYS_capget, &header, before), 0);
	memcpy(none, before, sizeof(none));
	none[0].effective = none[1].effective = 0;
	start_player(seen, "hides-itself");
	powers_change(none);
	until(seen->strangers);
	powers_change(before);
	path = bytes_text("whether it is the agent cannot be known, since /proc/%d/fd cannot be read",
			  (int)agent_pid(seen->agent));
	assert_true(says(&seen->stranger, path));
	assert_int_equal(seen->total, 0);
}

TEST(without_proc_no_agent_starts_and_the_reason_is_reported)
{
	pid_t judge = fork();
	int status;

	if (judge == 0) {
		char *problem = NULL;
		struct agent *agent;

		if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0 || mount("none", "/proc", "tmpfs", 0, NULL) < 0)
			_exit(77);
		agent = agent_spawn(loop, &(struct agent_setup){.command = "true", .socket = true}, &events,
				    NULL, &problem);
		_exit(!agent && strstr(problem,
				       "cannot start \"true\": who connects to it could not be found out, "
				       "since /proc/net/tcp cannot be read")
			      ? 0
			      : 1);
	}
	assert_int_equal(waitpid(judge, &status, 0), judge);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		skip(); /* the system does not allow hiding it */
	assert_int_equal(WEXITSTATUS(status), 0);
}

AGENT_TEST(a_judge_without_descriptors_accepts_nobody_and_says_so_once)
{
	struct rlimit was, none;

	start_bash(seen, "exec 3<>/dev/tcp/$0/$1; cat <&3; echo end; read go </dev/tty", "");
	getrlimit(RLIMIT_NOFILE, &was);
	none = was;
	none.rlim_cur = 3;
	setrlimit(RLIMIT_NOFILE, &none);
	while (!seen->strangers)
		loop_step(loop);
	setrlimit(RLIMIT_NOFILE, &was);
	assert_true(says(&seen->stranger, "no connection can be accepted any more"));
	until(says(&seen->err, "end"));
	assert_int_equal(seen->strangers, 1);
}

/* ---- nothing stays behind ---- */

TEST(a_failed_start_leaves_no_socket)
{
	static const char *const commands[] = {"no-such-brain", "/etc/passwd", "'sh", ""};
	int before = open_descriptors();
	struct rlimit was, none;

	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		char *problem = NULL;

		assert_null(agent_spawn(loop, &(struct agent_setup){.command = commands[i], .socket = true},
					&events, NULL, &problem));
		assert_true(strstr(problem, "cannot start ") == problem);
		free(problem);
		assert_int_equal(open_descriptors(), before);
	}
	getrlimit(RLIMIT_NOFILE, &was);
	none = was;
	for (none.rlim_cur = 3; none.rlim_cur < 40; none.rlim_cur++) {
		struct seen seen = {0};
		char *problem = NULL;

		setrlimit(RLIMIT_NOFILE, &none);
		seen.agent = agent_spawn(loop, &(struct agent_setup){.command = "true", .socket = true},
					 &events, &seen, &problem);
		setrlimit(RLIMIT_NOFILE, &was);
		if (seen.agent) {
			until(seen.endings);
			finish(&seen);
			assert_true(none.rlim_cur > 5);
			break;
		}
		assert_true(strstr(problem, "cannot start \"true\": ") == problem);
		free(problem);
		assert_int_equal(open_descriptors(), before);
		assert_true(no_child_is_left());
	}
	assert_int_equal(open_descriptors(), before);
}

TEST(nothing_stays_open_or_unreaped_after_many_agents)
{
	static const char *const parts[] = {"echoes", "fills-the-socket", "closes-half", "resets", "floods"};
	int before = open_descriptors();

	for (int i = 0; i < 60; i++) {
		struct seen seen FREED_BY(finish) = {.counts_only = true};

		start_player(&seen, parts[i % 5]);
		agent_write(seen.agent, "x", 1);
		if (i % 4)
			until(seen.total > 0);
		if (i % 3 == 0)
			agent_dismiss(seen.agent, 0);
		if (i % 6 == 0)
			until(seen.endings);
	}
	assert_int_equal(open_descriptors(), before);
	assert_true(no_child_is_left());
}

TEST(an_agent_may_be_freed_in_any_of_its_callbacks)
{
	static const struct {
		enum moment moment;
		const char *part;
	} rows[] = {{AT_BYTES, "fills-the-socket"},
		    {AT_BYTES, "floods"},
		    {AT_CLOSED, "closes-half"},
		    {AT_CLOSED, "resets"},
		    {AT_EXITED, "ends-unread"}};
	int before = open_descriptors();
	struct seen seen = {.free_at = AT_STRANGER};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (int late = 0; late < 2; late++) {
			struct seen freed FREED_BY(finish) = {.free_at = rows[i].moment, .counts_only = true};

			start_player(&freed, rows[i].part);
			agent_write(freed.agent, "x", 1);
			if (late && strcmp(rows[i].part, "fills-the-socket") == 0)
				ends_before_anything_is_read(&freed);
			until(!freed.agent);
		}
	start_bash(&seen, "echo port $1; read go </dev/tty", "");
	until(says(&seen.err, "port "));
	close(connected_to(number_behind(&seen.err, "port ")));
	until(!seen.agent);
	finish(&seen);
	seen = (struct seen){.free_at = AT_WENT};
	start_bash(&seen, "exec 3<>/dev/tcp/$0/$1; read go </dev/tty; exec 3>&-; read go </dev/tty", "");
	until(seen.came);
	agent_type(seen.agent, "\r", 1);
	until(!seen.agent);
	finish(&seen);
	assert_int_equal(open_descriptors(), before);
	assert_true(no_child_is_left());
}

/* ---- the agents that this program plays ---- */

static int play_echoes(int fd)
{
	char bytes[4096];
	ssize_t size;

	while ((size = read(fd, bytes, sizeof(bytes))) > 0)
		for (ssize_t at = 0, went; at < size; at += went)
			if ((went = write(fd, bytes + at, (size_t)(size - at))) <= 0)
				return 1;
	return write(fd, "bye", 3) == 3 ? 2 : 1;
}

static int play_splits(int fd)
{
	int at_once = 1;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof(at_once));
	for (int i = 0; i < 512; i++) {
		char byte = (char)i;

		if (write(fd, &byte, 1) != 1)
			return 1;
	}
	return 0;
}

static int play_floods(int fd)
{
	static char bytes[64 * 1024];

	while (write(fd, bytes, sizeof(bytes)) > 0)
		;
	return 1;
}

/* Sends all that it can without waiting, and reports how much.  */
static void fill(int fd)
{
	static char bytes[4096];
	int sent = 0;
	ssize_t size;

	fcntl(fd, F_SETFL, O_NONBLOCK);
	while ((size = write(fd, bytes, sizeof(bytes))) > 0)
		sent += (int)size;
	printf("sent %d\n", sent);
	fflush(stdout);
}

static int play_fills(int fd)
{
	fill(fd);
	return 3;
}

static int play_sends_and_waits(int fd)
{
	if (write(fd, "0123456789", 10) != 10)
		return 1;
	printf("sent 10\n");
	fflush(stdout);
	return pause();
}

static int play_closes_half(int fd)
{
	char bytes[100];
	ssize_t size;

	if (write(fd, "bye", 3) != 3 || shutdown(fd, SHUT_WR) < 0)
		return 1;
	while ((size = read(fd, bytes, sizeof(bytes))) > 0) {
		printf("got %.*s\n", (int)size, bytes);
		fflush(stdout);
	}
	return size == 0 ? 5 : 1;
}

static int play_resets(int fd)
{
	struct linger never = {.l_onoff = 1, .l_linger = 0};
	struct pollfd readable = {.fd = fd, .events = POLLIN};
	int terminal = open("/dev/tty", O_RDONLY);
	char byte;

	if (write(fd, "last", 4) != 4 || setsockopt(fd, SOL_SOCKET, SO_LINGER, &never, sizeof(never)) < 0)
		return 1;
	poll(&readable, 1, -1);
	close(fd);
	return read(terminal, &byte, 1) == 1 ? 6 : 1;
}

static int play_tells_its_delay(int fd)
{
	int at_once = 0;
	socklen_t size = sizeof(at_once);
	char byte;

	if (write(fd, "ready, ", 7) != 7 || read(fd, &byte, 1) != 1 ||
	    getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, &size) < 0)
		return 1;
	dprintf(fd, "TCP_NODELAY %d", at_once);
	return pause();
}

static int play_ends_unread(int fd)
{
	struct pollfd readable = {.fd = fd, .events = POLLIN};

	poll(&readable, 1, -1);
	return write(fd, "words", 5) == 5 ? 8 : 1;
}

/* Only the privileges that the judge has put down would let it look inside.  */
static int hides_itself(int port)
{
	char byte;

	prctl(PR_SET_DUMPABLE, 0);
	return read(connected_to(port), &byte, 1) == 1 ? 1 : pause();
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

static int connects_twice(int port)
{
	int one = connected_to(port), two;
	char go[2];

	if (one < 0 || write(one, "one ", 4) != 4 || read(one, go, sizeof(go)) <= 0)
		return 1;
	two = connected_to(port);
	if (two >= 0)
		return write(one, "let in", 6) == 6;
	return errno == ECONNREFUSED && write(one, "refused", 7) == 7 ? 0 : 1;
}

static int connects_as_java_does(const char *host, int port)
{
	char *mapped = bytes_text("::ffff:%s", host);
	struct sockaddr_in6 to = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
	int fd = socket(AF_INET6, SOCK_STREAM, 0);

	if (inet_pton(AF_INET6, mapped, &to.sin6_addr) != 1 ||
	    connect(fd, (struct sockaddr *)&to, sizeof(to)) < 0 || write(fd, "v6", 2) != 2)
		return 1;
	free(mapped);
	return pause();
}

static int play(const char *part, const char *host, int port)
{
	static const struct {
		const char *name;
		int (*play)(int fd);
	} parts[] = {
		{"echoes", play_echoes},
		{"splits", play_splits},
		{"floods", play_floods},
		{"fills-the-socket", play_fills},
		{"sends-and-waits", play_sends_and_waits},
		{"closes-half", play_closes_half},
		{"resets", play_resets},
		{"tells-its-delay", play_tells_its_delay},
		{"ends-unread", play_ends_unread},
	};

	if (strcmp(part, "lists-descriptors") == 0)
		return lists_descriptors();
	if (strcmp(part, "connects-twice") == 0)
		return connects_twice(port);
	if (strcmp(part, "hides-itself") == 0)
		return hides_itself(port);
	if (strcmp(part, "connects-as-java-does") == 0)
		return connects_as_java_does(host, port);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (strcmp(part, parts[i].name) == 0)
			return parts[i].play(connected_to(port));
	return 1;
}

int main(int argc, char **argv)
{
	if (argc > 3)
		return play(argv[1], argv[2], atoi(argv[3]));
	agent_adopt_orphans();
	return RUN_TESTS(begin_loop, end_loop);
}
