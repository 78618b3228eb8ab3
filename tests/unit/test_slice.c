/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_slice.c - the judge's short slice of time, which agents do not inherit.  */
#include "../test.h"
#include "ringside/agent.h"
#include "ringside/cores.h"

#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's struct sched_attr up to the slice.  */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

/* 0: the kernel does not say.  */
static uint64_t slice_of(pid_t pid)
{
	struct attributes attributes = {0};

	return syscall(SYS_sched_getattr, pid, &attributes, sizeof(attributes), 0) == 0 ? attributes.runtime
											: 0;
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	(void)user, (void)t, (void)stream, (void)bytes, (void)size;
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	(void)user, (void)t, (void)ending;
}

TEST(an_agent_has_the_slice_that_ringside_began_with)
{
	static const struct agent_events events = {.bytes = got_bytes, .exited = got_exit};
	uint64_t before = slice_of(0);
	struct loop *loop = loop_new();
	struct agent *agent;
	char *problem = NULL;

	slice_shorten();
	if (!before || slice_of(0) == before) {
		loop_free(loop);
		skip(); /* the kernel is older than 6.12 */
	}
	assert_int_equal(slice_of(0), 100000);
	slice_shorten(); /* the next session does so again */
	agent = agent_spawn(loop, &(struct agent_setup){.command = "sleep 1000"}, &events, NULL, &problem);
	assert_non_null(agent);
	assert_int_equal(slice_of(agent_pid(agent)), before);
	agent_free(agent);
	slice_restore();
	assert_int_equal(slice_of(0), before);
	loop_free(loop);
}

TEST_MAIN(NULL, NULL)
