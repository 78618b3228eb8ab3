/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* slice.c - a shorter slice of time for the judge.
 *
 * On two busy cores with eight games, an agent that sleeps 2 ms was charged less than half as much too much
 * (p99), because the judge waited for a shorter time behind others.  */
#include "ringside/slice.h"

#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SHORT_NS = 100000 }; /* the shortest that the kernel gives */

/* The first version of the kernel's struct sched_attr; the C library has none before 2.41.  */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

static struct attributes before; /* size 0: nothing was changed */

static void set(struct attributes attributes, uint64_t runtime)
{
	attributes.runtime = runtime;
	syscall(SYS_sched_setattr, 0, &attributes, 0); /* an older kernel does not look at the runtime */
}

void slice_shorten(void)
{
	struct attributes now = {0};

	if (before.size || syscall(SYS_sched_getattr, 0, &now, sizeof(now), 0) != 0 ||
	    now.policy != SCHED_OTHER)
		return;
	before = now;
	set(before, SHORT_NS);
}

void slice_restore(void)
{
	if (before.size)
		set(before, before.runtime);
}
