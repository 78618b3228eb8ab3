/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_usage.c - what an agent and all its descendants use of the machine, and whether they only read.  */
#include "io/agent_state.h"
#include "io_fixture.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SWOLLEN = 64 * 1024 * 1024 };

#define WORK (60 * MS)
/* The kernel reports the time of ended processes in ticks, user and system time separately.  */
#define LOST (20 * MS)

AGENT_TEST(all_descendants_count)
{
	struct agent_usage alone, all;

	start_sh(seen, "i=0; while test $i -lt 20000; do i=$((i+1)); done; echo ready; read go; "
		       "sh -c \"i=0; while :; do i=\\$((i+1)); done\" & read go; kill $!; exit 0");
	until(seen->total > 0);
	alone = agent_usage(seen->agent);
	assert_true(alone.cpu_ns > MS && alone.cpu_ns < DEADLINE_S * SECONDS);
	assert_true(alone.rss > 100000 && alone.rss < 1000000000);
	agent_write(seen->agent, "go\n", 3);
	do
		all = agent_usage(seen->agent);
	while (all.cpu_ns < alone.cpu_ns + 20 * MS);
	assert_true(all.rss > alone.rss + 100000);
	agent_write(seen->agent, "go\n", 3);
	until(seen->endings);
	assert_true(agent_usage(seen->agent).cpu_ns >= all.cpu_ns);
}

AGENT_TEST(a_peak_between_two_measurements_is_known_until_it_is_forgotten)
{
	struct agent_usage usage;

	start_part(seen, "swells");
	until(says(&seen->out, "small\n"));
	usage = agent_usage(seen->agent);
	agent_forget_peak(seen->agent);
	agent_write(seen->agent, "go\n", 3);
	until(says(&seen->out, "swollen\n"));
	assert_true(agent_usage(seen->agent).rss < usage.rss + SWOLLEN / 2);
	assert_true(agent_usage_now(seen->agent).peak > usage.rss + SWOLLEN / 2);
	agent_forget_peak(seen->agent);
	assert_true(agent_usage_now(seen->agent).peak < usage.rss + SWOLLEN / 2);
}

AGENT_TEST(a_process_behind_a_shell_counts_as_soon_as_it_is_measured)
{
	FREED char *command = bytes_text("sh -c \"%s works; true\"", self);

	start(seen, command);
	assert_true(agent_cpu(seen->agent) >= 0); /* only the shell has been measured so far */
	until(seen->total > 0);
	assert_true(agent_usage_now(seen->agent).cpu_ns >= WORK);
}

AGENT_TEST(children_that_were_waited_for_count)
{
	start_part(seen, "lets-others-work");
	until(seen->total > 0);
	assert_true(agent_usage_now(seen->agent).cpu_ns >= 3 * WORK - LOST);
}

TEST(an_orphan_of_its_session_counts_alive_and_dead)
{
	struct seen seen = {0};

	agent_adopt_orphans();
	start_part(&seen, "leaves-an-orphan");
	until(says(&seen.out, "worked\n"));
	assert_true(agent_usage_now(seen.agent).cpu_ns >= WORK);
	agent_write(seen.agent, "go\n", 3);
	until(says(&seen.out, "ended\n"));
	assert_true(agent_usage_now(seen.agent).cpu_ns >= WORK);
	finish(&seen);
	agent_end_orphans();
}

AGENT_TEST(cpu_time_never_decreases)
{
	int64_t before = 0, now;

	start_part(seen, "forks-for-ever");
	for (int64_t begin = loop_now(); before < 5 * WORK && loop_now() < begin + DEADLINE_S * SECONDS;
	     before = now) {
		now = agent_usage_now(seen->agent).cpu_ns;
		assert_true(now >= before);
	}
	assert_true(before >= 5 * WORK);
}

/* What this process holds now.  */
static int64_t held_now(void)
{
	struct pids us FREED_BY(pids_free) = {0};
	struct held held = {0};
	int64_t size;

	pids_add(&us, getpid());
	do
		size = held_memory(&held, &us);
	while (held_is_under_way(&held));
	return size;
}

/* With more descriptors than one look takes.  */
TEST(memory_behind_descriptors_counts_once)
{
	static const char part[1 << 20] = {1};
	enum { COPIES = 1500, OWN = 50 };
	int64_t before = held_now();
	int fd = memfd_create("held", MFD_CLOEXEC), copies[COPIES];
	struct rlimit limit;

	/* A user has 1024 descriptors at first, and those that look need some.  */
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = limit.rlim_max < COPIES + OWN ? limit.rlim_max : COPIES + OWN;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(write(fd, part, sizeof(part)), sizeof(part));
	for (int i = 0; i < COPIES; i++)
		copies[i] = i + OWN < (int)limit.rlim_cur ? dup(fd) : -1;
	assert_int_equal(held_now() - before, sizeof(part));
	for (int i = 0; i < COPIES; i++)
		if (copies[i] >= 0)
			close(copies[i]);
	close(fd);
	assert_int_equal(held_now(), before);
}

TEST(a_segment_that_nobody_has_attached_counts)
{
	enum { SIZE = 1 << 20 };
	int64_t before = held_now();
	int segment = shmget(IPC_PRIVATE, SIZE, IPC_CREAT | 0600);
	char *memory = shmat(segment, NULL, 0);

	assert_ptr_not_equal(memory, (void *)-1);
	memset(memory, 1, SIZE);
	shmdt(memory);
	before = held_now() - before;
	shmctl(segment, IPC_RMID, NULL);
	assert_int_equal(before, SIZE);
}

/* The agents that this program plays.  */

static void work(int64_t ns)
{
	while ((int64_t)clock() * (SECONDS / CLOCKS_PER_SEC) < ns)
		;
}

static void say(const char *word)
{
	if (write(STDOUT_FILENO, word, strlen(word)) < 0)
		_exit(1);
}

/* Until its stdin ends or a line comes.  */
static void stay(void)
{
	char byte;

	while (read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n')
		;
}

/* For less time than between two measurements, or more.  */
static int swells(void)
{
	char *bytes;

	say("small\n");
	stay();
	bytes = mmap(NULL, SWOLLEN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (bytes == MAP_FAILED)
		return 1;
	memset(bytes, 1, SWOLLEN);
	munmap(bytes, SWOLLEN);
	say("swollen\n");
	stay();
	return 0;
}

static int works(void)
{
	work(WORK);
	say("worked\n");
	stay();
	return 0;
}

static int lets_others_work(void)
{
	for (int i = 0; i < 3; i++)
		if (fork() == 0) {
			work(WORK);
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	say("worked\n");
	stay();
	return 0;
}

/* The pipe that it held shows its end.  */
static int leaves_an_orphan(void)
{
	int ends[2];
	char byte;

	if (pipe(ends) < 0)
		return 1;
	if (fork() == 0) {
		if (fork() == 0) {
			work(WORK);
			say("worked\n");
			stay();
			_exit(0);
		}
		_exit(0);
	}
	close(ends[1]);
	wait(NULL);
	if (read(ends[0], &byte, 1) == 0)
		say("ended\n");
	pause();
	return 0;
}

static int forks_for_ever(void)
{
	for (;;) {
		if (fork() == 0) {
			work(3 * MS);
			_exit(0);
		}
		wait(NULL);
	}
}

/* An agent that is in the middle of its answer must not be taken for one that has finished it.  */
TEST(an_agent_only_reads_if_all_of_it_waits_for_its_input)
{
	static const struct {
		const char *script;
		enum activity_kind kind;
		bool reads;
	} agents[] = {
		{"exec cat", ACTIVITY_READS, true},
		{"cat; exit 1", ACTIVITY_READS, true}, /* the shell waits for cat */
		{"sleep 1000 & exec cat", ACTIVITY_READS, false},
		{"while :; do :; done & exec cat", ACTIVITY_RUNS, false},
		{"read line; echo $line; exec sleep 1000", ACTIVITY_SLEEPS, false},
	};

	for (size_t i = 0; i < sizeof(agents) / sizeof(*agents); i++) {
		struct seen seen FREED_BY(finish) = {0};

		start_sh(&seen, agents[i].script);
		agent_write(seen.agent, "go\n", 3);
		until(says(&seen.out, "go\n"));
		does(&seen, agents[i].kind);
		assert_int_equal(agent_only_reads(seen.agent), agents[i].reads);
	}
}

AGENT_TEST(an_agent_whose_answer_is_unread_does_not_only_read)
{
	start(seen, "cat");
	agent_write(seen->agent, "go\n", 3);
	does(seen, ACTIVITY_WRITES); /* it reads again, and its answer lies in the pipe */
	assert_false(agent_only_reads(seen->agent));
	until(says(&seen->out, "go\n"));
	does(seen, ACTIVITY_READS);
	assert_true(agent_only_reads(seen->agent));
}

static int play(const char *part)
{
	static const struct {
		const char *name;
		int (*play)(void);
	} parts[] = {{"swells", swells},
		     {"works", works},
		     {"lets-others-work", lets_others_work},
		     {"leaves-an-orphan", leaves_an_orphan},
		     {"forks-for-ever", forks_for_ever}};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (strcmp(part, parts[i].name) == 0)
			return parts[i].play();
	return 1;
}

int main(int argc, char **argv)
{
	return argc > 1 ? play(argv[1]) : RUN_TESTS(begin_loop, end_loop);
}
