/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_activity.c - what an agent was doing: read from a fake /proc, from real processes, and put into words.
 */
#include "io/agent_state.h"
#include "io_fixture.h"
#include "ringside/folder.h"

#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CALL_OTHER = SYS_clock_nanosleep };

#define INPUT "pipe:[77]"

/* ---- a fake /proc ---- */

static char proc[] = "/tmp/ringside-test-XXXXXX";

static void put(const char *text, const char *format, ...)
{
	char path[200], *slash = path + strlen(proc) + 1;
	size_t size = (size_t)snprintf(path, sizeof(path), "%s/", proc);
	va_list arguments;
	FILE *file;

	va_start(arguments, format);
	vsnprintf(path + size, sizeof(path) - size, format, arguments);
	va_end(arguments);
	while ((slash = strchr(slash, '/'))) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash++ = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	fclose(file);
}

static void put_link(int pid, int fd, const char *target)
{
	char path[200];

	put("", "%d/fd/none", pid);
	snprintf(path, sizeof(path), "%s/%d/fd/%d", proc, pid, fd);
	assert_int_equal(symlink(target, path), 0);
}

/* Writes into the memory of the process.  */
static void put_bytes(int pid, long at, const void *bytes, size_t size)
{
	char path[200];
	FILE *file;

	put("", "%d/mem", pid);
	snprintf(path, sizeof(path), "%s/%d/mem", proc, pid);
	file = fopen(path, "r+");
	assert_non_null(file);
	assert_int_equal(fseek(file, at, SEEK_SET), 0);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	fclose(file);
}

static void put_thread(int pid, int thread, char state, const char *call, const char *wchan)
{
	FREED char *stat = bytes_text("%d (a) b) %c 1 2 3", thread, state);

	put(stat, "%d/task/%d/stat", pid, thread);
	if (call)
		put(call, "%d/task/%d/syscall", pid, thread);
	if (wchan)
		put(wchan, "%d/task/%d/wchan", pid, thread);
}

/* A thread that sleeps in a system call.  */
static void put_sleeper(int pid, int thread, long call, int first)
{
	FREED char *text = bytes_text("%ld 0x%x 0x0 0x0 0x0 0x0 0x0 0x7ffc 0x7f42\n", call, first);

	put_thread(pid, thread, 'S', text, "0");
}

static struct activity look_at(const char *pids, int64_t unread)
{
	struct activity activity = {.unread = unread, .cpu_ns = -1};
	struct pids all FREED_BY(pids_free) = {.at = bytes_new(8 * sizeof(pid_t))};
	char *end;

	for (; *pids; pids = end)
		all.at[all.count++] = (pid_t)strtol(pids, &end, 10);
	activity_look(proc, &all, INPUT, &activity);
	return activity;
}

static void is_in(struct activity activity, enum activity_kind kind, int threads)
{
	assert_string_equal(activity_name(activity.kind), activity_name(kind));
	assert_int_equal(activity.threads, threads);
}

static int empty(void **state)
{
	strcpy(proc + strlen(proc) - 6, "XXXXXX");
	return temporary_folder(proc) ? 0 : -1;
}

static int gone(void **state)
{
	FREED char *command = bytes_text("rm -r %s", proc);

	return system(command);
}

TEST_IN(a_process_that_reads_its_input_differs_from_other_reads, empty, gone)
{
	put_link(100, 0, INPUT);
	put_link(100, 5, "pipe:[78]");
	put_sleeper(100, 100, SYS_read, 0);
	is_in(look_at("100", 0), ACTIVITY_READS, 1);
	is_in(look_at("100", 4), ACTIVITY_UNREAD, 1);
	put_sleeper(100, 100, SYS_read, 5);
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	put_sleeper(100, 100, CALL_OTHER, 0);
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
}

TEST_IN(a_process_that_polls_its_input_waits_for_it, empty, gone)
{
	put_link(100, 0, INPUT);
	put_link(100, 5, "anon_inode:[eventpoll]");
	put("pos:\t0\ntfd:        7 events: 19\ntfd:        0 events: 19\n", "100/fdinfo/5");
	put_sleeper(100, 100, SYS_epoll_pwait, 5);
	is_in(look_at("100", 0), ACTIVITY_READS, 1);
	put("pos:\t0\ntfd:        7 events: 19\n", "100/fdinfo/5");
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
}

TEST_IN(the_memory_of_a_process_shows_its_poll_or_select, empty, gone)
{
	struct pollfd polled[] = {{.fd = 7, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
	unsigned long set = 1;
	char call[80];

	put_link(100, 0, INPUT);
	put_bytes(100, 0x40, polled, sizeof(polled));
	snprintf(call, sizeof(call), "%d 0x40 0x2 0x0 0x0 0x0 0x0 0x0 0x0\n", (int)SYS_ppoll);
	put_thread(100, 100, 'S', call, "poll_schedule_timeout");
	is_in(look_at("100", 0), ACTIVITY_READS, 1);
	polled[1].events = POLLOUT;
	put_bytes(100, 0x40, polled, sizeof(polled));
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	snprintf(call, sizeof(call), "%d 0x1 0x40 0x0 0x0 0x0 0x0 0x0 0x0\n", (int)SYS_pselect6);
	put_thread(100, 100, 'S', call, "poll_schedule_timeout");
	put_bytes(100, 0x40, &set, sizeof(set));
	is_in(look_at("100", 0), ACTIVITY_READS, 1);
	set = 2;
	put_bytes(100, 0x40, &set, sizeof(set));
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
}

TEST_IN(an_unreadable_process_does_not_count_as_waiting_for_input, empty, gone)
{
	char call[80];

	put_link(100, 0, INPUT);
	snprintf(call, sizeof(call), "%d 0x40 0x2 0x0\n", (int)SYS_ppoll);
	put_thread(100, 100, 'S', call, "poll_schedule_timeout"); /* no memory */
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	put_bytes(100, 0x40, "", 1); /* less memory than was asked for */
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	snprintf(call, sizeof(call), "%d 0x40 0xffffffffffffffff 0x0\n", (int)SYS_ppoll);
	put_thread(100, 100, 'S', call, "poll_schedule_timeout");
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	snprintf(call, sizeof(call), "%d 0x1 0x0 0x0\n", (int)SYS_pselect6); /* only sleeping */
	put_thread(100, 100, 'S', call, "poll_schedule_timeout");
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	snprintf(call, sizeof(call), "%d 0x1 0x4000 0x0\n", (int)SYS_pselect6);
	put_thread(100, 100, 'S', call, "poll_schedule_timeout");
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	put_thread(100, 100, 'S', NULL, "do_wait");
	put("", "100/task/100/syscall");
	put_thread(101, 101, 'R', NULL, NULL);
	is_in(look_at("100 101", 0), ACTIVITY_RUNS, 1);
	put("nonsense", "100/task/100/stat");
	is_in(look_at("100", 0), ACTIVITY_GONE, 0);
	put("100 (a)", "100/task/100/stat");
	is_in(look_at("100", 0), ACTIVITY_GONE, 0);
}

TEST_IN(threads_are_deadlocked_only_if_all_wait_on_futexes, empty, gone)
{
	put_link(100, 0, INPUT);
	put_sleeper(100, 100, SYS_futex, 0);
	put_sleeper(100, 101, SYS_futex, 0);
	is_in(look_at("100", 0), ACTIVITY_FUTEXES, 2);
	put_sleeper(100, 102, SYS_read, 0);
	is_in(look_at("100", 0), ACTIVITY_READS, 3);
	put_thread(100, 103, 'R', "running\n", "0");
	is_in(look_at("100", 0), ACTIVITY_RUNS, 1);
}

TEST_IN(a_shell_that_waits_for_its_child_does_not_count, empty, gone)
{
	put_sleeper(100, 100, SYS_wait4, -1);
	put_link(101, 3, INPUT);
	put_sleeper(101, 101, SYS_read, 3);
	is_in(look_at("100 101", 0), ACTIVITY_READS, 1);
	put_thread(101, 101, 'R', "running\n", NULL);
	is_in(look_at("100 101", 0), ACTIVITY_RUNS, 1);
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1); /* its child is invisible to us */
}

TEST_IN(stopped_traced_and_dead_processes_are_known_by_their_state, empty, gone)
{
	put_thread(100, 100, 'T', NULL, NULL);
	is_in(look_at("100", 0), ACTIVITY_STOPPED, 1);
	put_thread(100, 100, 't', NULL, NULL);
	is_in(look_at("100", 0), ACTIVITY_TRACED, 1);
	put_thread(100, 100, 'Z', NULL, NULL);
	is_in(look_at("100", 0), ACTIVITY_GONE, 0);
	is_in(look_at("200", 0), ACTIVITY_UNKNOWN, 0);
}

TEST_IN(without_system_calls_the_kernel_function_decides, empty, gone)
{
	put_thread(100, 100, 'S', NULL, "anon_pipe_read");
	is_in(look_at("100", 0), ACTIVITY_READS, 1);
	put_thread(100, 100, 'S', NULL, "futex_wait_queue");
	is_in(look_at("100", 0), ACTIVITY_FUTEXES, 1);
	put_thread(100, 100, 'S', "3 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0\n", "pipe_read"); /* 32 bits */
	is_in(look_at("100", 0), ACTIVITY_READS, 1);
	put_thread(100, 100, 'S', "", "");
	is_in(look_at("100", 0), ACTIVITY_SLEEPS, 1);
	is_in(look_at("100", 9), ACTIVITY_UNREAD, 1);
}

/* ---- real processes ---- */

AGENT_TEST(real_processes_are_seen_reading_sleeping_and_running)
{
	struct activity activity;

	start_sh(seen, "read a; sleep 1000 <&- & read b; kill $!; while :; do :; done");
	activity = does(seen, ACTIVITY_READS);
	assert_int_equal(activity.threads, 1);
	agent_write(seen->agent, "a\n", 2);
	do
		activity = does(seen, ACTIVITY_READS);
	while (activity.threads != 2); /* one sleeps, one reads */
	agent_write(seen->agent, "b\n", 2);
	while (does(seen, ACTIVITY_RUNS).threads != 1) /* the other may still be ending */
		;
	agent_signal(seen->agent, SIGSTOP);
	does(seen, ACTIVITY_STOPPED);
	agent_signal(seen->agent, SIGKILL);
	until(seen->endings);
	does(seen, ACTIVITY_GONE);
}

AGENT_TEST(the_program_behind_a_shell_is_examined)
{
	start_sh(seen, "cat; true");
	while (does(seen, ACTIVITY_READS).threads != 1) /* the shell may not have reached its wait yet */
		;
}

AGENT_TEST(unread_bytes_are_counted)
{
	start(seen, "sleep 1000");
	agent_write(seen->agent, "12345678\n", 9);
	assert_int_equal(does(seen, ACTIVITY_UNREAD).unread, 9);
	agent_write(seen->agent, "9\n", 2);
	assert_int_equal(does(seen, ACTIVITY_UNREAD).unread, 11);
}

AGENT_TEST(a_deadlock_of_two_threads_is_detected)
{
	struct activity activity;

	start_part(seen, "deadlocks");
	do
		activity = does(seen, ACTIVITY_FUTEXES);
	while (activity.threads < 3);
}

/* ---- words ---- */

static void says_it(struct activity activity, bool owes, const char *expected)
{
	assert_text(activity_words(&activity, owes), expected);
}

TEST(the_words_say_what_it_did_and_the_usual_cause)
{
	says_it((struct activity){.kind = ACTIVITY_READS, .threads = 1, .cpu_ns = 12 * MS}, true,
		"has read all that was sent and waits in a read (is its output flushed?); CPU in this turn: "
		"0.012 s");
	says_it((struct activity){.kind = ACTIVITY_READS, .threads = 1, .cpu_ns = 12 * MS}, false,
		"has read all that was sent and waits in a read");
	says_it((struct activity){.kind = ACTIVITY_UNREAD, .unread = 1, .threads = 1, .cpu_ns = -1}, true,
		"has not read 1 byte of what was sent and sleeps");
	says_it((struct activity){.kind = ACTIVITY_RUNS, .unread = 9, .threads = 2, .cpu_ns = SECONDS}, true,
		"runs in 2 threads, and has not read 9 bytes of what was sent; CPU in this turn: "
		"1.000 s");
	says_it((struct activity){.kind = ACTIVITY_FUTEXES, .threads = 3, .cpu_ns = 0}, true,
		"waits on futexes in all its 3 threads (a deadlock?); CPU in this turn: 0.000 s");
	says_it((struct activity){.kind = ACTIVITY_GONE, .unread = 9, .cpu_ns = 5}, true, "has ended");
}

TEST(every_kind_has_its_own_name)
{
	for (int kind = ACTIVITY_UNKNOWN; kind < ACTIVITY_KIND_COUNT; kind++)
		assert_int_equal(activity_named(activity_name((enum activity_kind)kind)), kind);
	assert_int_equal(activity_named("dances"), ACTIVITY_NOTHING);
}

/* ---- this program as an agent ---- */

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t both;

static void *locks(void *user)
{
	int first = user != NULL;

	pthread_mutex_lock(&mutex[first]);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&mutex[!first]);
	return NULL;
}

static int deadlocks(void)
{
	static int marker;
	pthread_t one, two;

	pthread_barrier_init(&both, NULL, 2);
	if (pthread_create(&one, NULL, locks, NULL) || pthread_create(&two, NULL, locks, &marker))
		return 1;
	pthread_join(one, NULL);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return strcmp(argv[1], "deadlocks") == 0 ? deadlocks() : 1;
	return RUN_TESTS(begin_loop, end_loop);
}
