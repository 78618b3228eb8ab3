/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_waiting.c - how long an agent and its descendants wait for a core: the sum of figures, and what is
 * read of agents that share one core with hogs.  How long they wait is not known, only what bounds it.  */
#include "io/agent_state.h"
#include "io_fixture.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HOGS = 3, CROWD = 64 };

#define WORK (200 * MS)

/* ---- figures ---- */

static int64_t lost(int64_t wall, int64_t cpu, int64_t delay, int64_t ready, int cores)
{
	struct wait_time sum = {.wall = 0}, time = {.wall = wall, .cpu = cpu, .delay = delay, .ready = ready};

	wait_time_add(&sum, &time, cores);
	return wait_time_lost(&sum);
}

TEST(waiting_is_at_most_the_wall_time_less_the_cpu_time)
{
	assert_int_equal(lost(400, 55, 345, 400, 1), 345);
	assert_int_equal(lost(400, 55, 300, 355, 1), 300); /* it slept, too */
	assert_int_equal(lost(400, 100, 345, 400, 2), 300);
	assert_int_equal(lost(400, 400, 345, 400, 2), 0);
	assert_int_equal(lost(400, 700, 345, 400, 2), 0); /* others of the tree ran meanwhile */
	assert_int_equal(lost(0, 0, 10, 10, 2), 0);
	assert_int_equal(lost(-5, 0, 10, 10, 2), 0);
}

TEST(nobody_waits_for_others_with_more_ready_threads_than_cores)
{
	assert_int_equal(lost(400, 100, 700, 800, 2), 300); /* two on two */
	assert_int_equal(lost(400, 100, 700, 999, 2), 300); /* another is ready now and then */
	assert_int_equal(lost(400, 100, 1100, 1200, 2), 0);
	assert_int_equal(lost(400, 10, 64 * 400, 64 * 400, 2), 0);
	assert_int_equal(lost(400, 10, 700, 800, 1), 0);
}

/* A wait is told when it ends, perhaps after the look in which it began.  */
TEST(times_add_up_before_they_are_bounded)
{
	struct wait_time sum = {.wall = 0};

	wait_time_add(&sum, &(struct wait_time){.wall = 100, .cpu = 10, .delay = 0, .ready = 10}, 1);
	assert_int_equal(wait_time_lost(&sum), 0);
	wait_time_add(&sum, &(struct wait_time){.wall = 100, .cpu = 10, .delay = 175, .ready = 100}, 1);
	assert_int_equal(wait_time_lost(&sum), 175);
	wait_time_add(&sum, &(struct wait_time){.wall = 100, .cpu = 99, .delay = 500, .ready = 100}, 1);
	assert_int_equal(wait_time_lost(&sum), 300 - 119);
	wait_time_add(&sum, &(struct wait_time){.wall = 100, .cpu = 200, .delay = 0, .ready = 200}, 2);
	assert_int_equal(wait_time_lost(&sum), 400 - 319);
}

/* ---- agents on one core ---- */

static size_t core;
static pid_t hogs[HOGS];

/* Each leads a session: a kernel may share the cores between sessions.  It runs while a test wants it.  */
static void hog(void)
{
	cpu_set_t one;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	CPU_ZERO(&one);
	CPU_SET(core, &one);
	setsid();
	sched_setaffinity(0, sizeof(one), &one);
	raise(SIGSTOP);
	for (;;)
		;
}

static void tell_hogs(int signal)
{
	for (int i = 0; i < HOGS; i++)
		kill(hogs[i], signal);
}

static int begin_hogs(void **state UNUSED)
{
	int status;

	for (int i = 0; i < HOGS; i++)
		assert_int_equal(waitpid(hogs[i], &status, WUNTRACED), hogs[i]);
	tell_hogs(SIGCONT);
	return 0;
}

static int end_hogs(void **state UNUSED)
{
	agent_end_orphans();
	tell_hogs(SIGSTOP);
	return 0;
}

static void start_pinned(struct seen *seen, const char *part)
{
	FREED char *command = bytes_text("%s %s", self, part), *cpus = bytes_text("%zu", core);

	start_with(seen, &(struct agent_setup){.command = command, .cpus = cpus, .columns = 80, .rows = 24});
}

static void skip_without_counts(void)
{
	if (access("/proc/self/schedstat", R_OK) != 0)
		skip();
}

/* Asks the agent, and looks until it says `word`.  Checks the bound.  Returns how long it waited.  */
static int64_t waited_until(struct seen *seen, const char *word)
{
	int64_t began = loop_now(), cpu, waited;

	agent_begin_waiting(seen->agent, false);
	agent_look_waiting(seen->agent);
	cpu = agent_usage_now(seen->agent).cpu_ns;
	agent_write(seen->agent, "go\n", 3);
	until(says(&seen->out, word));
	cpu = agent_usage_now(seen->agent).cpu_ns - cpu;
	waited = agent_waited(seen->agent, 0);
	assert_true(waited >= 0 && waited <= loop_now() - began - cpu);
	return waited;
}

TEST_IN(an_agent_that_shares_its_core_waits, begin_hogs, end_hogs)
{
	struct seen seen FREED_BY(finish) = {0};

	skip_without_counts();
	start_pinned(&seen, "works");
	until(says(&seen.out, "ready\n"));
	assert_true(waited_until(&seen, "worked\n") > 0);
}

TEST_IN(a_fresh_agent_waits_from_its_first_question_on, begin_hogs, end_hogs)
{
	struct seen seen FREED_BY(finish) = {0};

	skip_without_counts();
	start_pinned(&seen, "works-at-once");
	agent_begin_waiting(seen.agent, false);
	agent_look_waiting(seen.agent); /* of no use, unless this test was held up since the start */
	until(says(&seen.out, "worked\n"));
	assert_true(agent_waited(seen.agent, 0) > 0);
}

/* Whatever the agent does to itself.  */
TEST_IN(an_agent_does_not_wait_for_itself, begin_hogs, end_hogs)
{
	static const char *const parts[] = {"crowd", "crowd-of-processes", "crowd-of-sessions"};

	skip_without_counts();
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		struct seen seen FREED_BY(finish) = {0};

		start_pinned(&seen, parts[i]);
		until(says(&seen.out, "ready\n"));
		agent_usage_now(seen.agent); /* finds all of them */
		assert_int_equal(waited_until(&seen, "worked\n"), 0);
	}
}

TEST_IN(an_agent_that_sleeps_or_stopped_itself_does_not_wait, begin_hogs, end_hogs)
{
	static const struct {
		const char *part;
		enum activity_kind kind;
	} agents[] = {{"sleeps", ACTIVITY_SLEEPS}, {"stops", ACTIVITY_STOPPED}};

	skip_without_counts();
	for (size_t i = 0; i < sizeof(agents) / sizeof(*agents); i++) {
		struct seen seen FREED_BY(finish) = {0};
		int64_t until_then;

		start_pinned(&seen, agents[i].part);
		until(says(&seen.out, "ready\n"));
		does(&seen, agents[i].kind);
		agent_begin_waiting(seen.agent, false);
		agent_look_waiting(seen.agent);
		for (until_then = loop_now() + WORK; loop_now() < until_then;)
			agent_look_waiting(seen.agent);
		assert_int_equal(agent_waited(seen.agent, 0), 0);
	}
}

/* ---- the agents that this program plays ---- */

static void say(const char *word)
{
	if (write(STDOUT_FILENO, word, strlen(word)) < 0)
		_exit(1);
}

static void stay(void)
{
	char byte;

	while (read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n')
		;
}

static void work(void)
{
	struct timespec now;

	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	while ((int64_t)now.tv_sec * SECONDS + now.tv_nsec < WORK);
}

static int all_there[2]; /* a pipe: its input ends when the whole crowd is there */

static _Noreturn void *spin(void *unused)
{
	char byte;

	while (read(all_there[0], &byte, 1) != 0)
		;
	for (;;)
		;
}

/* With others that spin on the same core, of one kind.  Nobody spins while others are still made, which would
 * take very long.  */
static int crowd(char kind)
{
	if (pipe(all_there) < 0)
		return 1;
	for (int i = 0; i < CROWD; i++)
		if (kind == 't') {
			pthread_t thread;

			if (pthread_create(&thread, NULL, spin, NULL) != 0)
				return 1;
		} else if (fork() == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails must not leave it */
			close(all_there[1]);
			if (kind == 's')
				setsid();
			spin(NULL);
		}
	close(all_there[1]);
	return 0;
}

static int play(const char *part)
{
	if (strncmp(part, "crowd", 5) == 0) {
		if (crowd(part[5] == '\0' ? 't' : part[9]) != 0)
			return 1;
		say("ready\n");
		stay();
		for (int64_t end = loop_now() + WORK; loop_now() < end;)
			;
		say("worked\n");
	} else if (strcmp(part, "works") == 0) {
		say("ready\n");
		stay();
		work();
		say("worked\n");
	} else if (strcmp(part, "works-at-once") == 0) {
		work();
		say("worked\n");
	} else if (strcmp(part, "stops") == 0) {
		say("ready\n");
		raise(SIGSTOP);
	} else {
		say("ready\n");
		pause();
	}
	stay();
	return 0;
}

int main(int argc, char **argv)
{
	cpu_set_t usable;

	if (argc > 1)
		return play(argv[1]);
	sched_getaffinity(0, sizeof(usable), &usable);
	while (!CPU_ISSET(core, &usable))
		core++;
	for (int i = 0; i < HOGS; i++)
		if ((hogs[i] = fork()) == 0)
			hog();
	agent_adopt_orphans(); /* the hogs are none */
	return RUN_TESTS(begin_loop, end_loop);
}
