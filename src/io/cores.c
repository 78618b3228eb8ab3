/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cores.c - on which cores processes run, and how soon the judge does.
 *
 * The judge asks for a shorter slice of time.  On two busy cores with eight games, an agent that sleeps 2 ms
 * was charged less than half as much too much (p99), because the judge waited for a shorter time behind
 * others.  */
#include "ringside/cores.h"

#include "process.h"
#include "ringside/bytes.h"
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	CORES_SETS = 8, /* the kernel has at most 8192 cores */
	CORES_MOST = CORES_SETS * CPU_SETSIZE,
	SHORT_NS = 100000 /* the shortest slice that the kernel gives */
};

struct cores {
	cpu_set_t set[CORES_SETS];
};

/* The first version of the kernel's struct sched_attr; the C library has none before 2.41.  */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

static struct attributes before; /* size 0: nothing was changed */

static bool has(const struct cores *cores, int core)
{
	return CPU_ISSET_S((size_t)core, sizeof(*cores), cores->set);
}

/* A number at *at, which is moved behind it; -1: none, or it is too large.  */
static int number(const char **at)
{
	int n = -1;

	for (; **at >= '0' && **at <= '9' && n < CORES_MOST; (*at)++)
		n = (n < 0 ? 0 : n * 10) + **at - '0';
	return n < CORES_MOST ? n : -1;
}

/* As a list; the caller frees.  */
static char *words(const struct cores *cores)
{
	struct bytes text = {0};

	for (int core = 0, last; core < CORES_MOST; core = last + 1) {
		last = core;
		if (!has(cores, core))
			continue;
		while (last + 1 < CORES_MOST && has(cores, last + 1))
			last++;
		bytes_addf(&text, "%s%d", text.size ? "," : "", core);
		if (last > core)
			bytes_addf(&text, "%c%d", last > core + 1 ? '-' : ',', last);
	}
	return text.at;
}

/* Those that this process may use.  */
static bool usable(struct cores *cores)
{
	memset(cores, 0, sizeof(*cores));
	return sched_getaffinity(0, sizeof(*cores), cores->set) == 0;
}

static int count(const struct cores *cores)
{
	return CPU_COUNT_S(sizeof(*cores), cores->set);
}

static void set_slice(struct attributes attributes, uint64_t runtime)
{
	attributes.runtime = runtime;
	syscall(SYS_sched_setattr, 0, &attributes, 0); /* an older kernel does not look at the runtime */
}

/* False: it is not a list of cores.  */
static bool read_list(const char *list, struct cores *cores)
{
	memset(cores, 0, sizeof(*cores));
	do {
		int first = number(&list), last = first;

		if (*list == '-') {
			list++;
			last = number(&list);
		}
		if (first < 0 || last < first)
			return false;
		for (int core = first; core <= last; core++)
			CPU_SET_S((size_t)core, sizeof(*cores), cores->set);
	} while (*list++ == ',');
	return !list[-1];
}

bool cores_set(const char *list)
{
	struct cores cores;

	return read_list(list, &cores) && sched_setaffinity(0, sizeof(cores), cores.set) == 0;
}

int cores_of(pid_t process)
{
	struct cores its;

	memset(&its, 0, sizeof(its));
	return sched_getaffinity(process, sizeof(its), its.set) == 0 ? count(&its) : 0;
}

char *cores_problem(const char *list)
{
	struct cores wanted, there;
	if (!read_list(list, &wanted))
		return bytes_text("expected a list of cores such as 1 or 0,2,4-7, not \"%s\"", list);
	if (!usable(&there))
		return bytes_text("the system does not say which cores there are: %s", strerror(errno));
	for (int core = 0; core < CORES_MOST; core++)
		if (has(&wanted, core) && !has(&there, core)) {
			FREED char *words_there = words(&there);

			return bytes_text("ringside may not use core %d: choose among %s", core, words_there);
		}
	return NULL;
}

int cores_count(const char *list)
{
	struct cores cores;

	return read_list(list, &cores) ? count(&cores) : 0;
}

int cores_usable(void)
{
	struct cores there;

	return usable(&there) ? count(&there) : 1;
}

char *cores_part(const char *list, int i, int parts)
{
	struct cores cores, part = {0};
	int each, at = 0;

	read_list(list, &cores);
	each = count(&cores) / parts;
	for (int core = 0; core < CORES_MOST; core++)
		if (has(&cores, core) && at++ / each == i)
			CPU_SET_S((size_t)core, sizeof(part), part.set);
	return words(&part);
}

char *cores_without(const char *const *lists, int lists_count)
{
	struct cores left, taken;
	int there = usable(&left) ? count(&left) : 0;

	for (int i = 0; i < lists_count; i++)
		if (lists[i] && read_list(lists[i], &taken))
			for (int core = 0; core < CORES_MOST; core++)
				if (has(&taken, core))
					CPU_CLR_S((size_t)core, sizeof(left), left.set);
	return there && count(&left) && count(&left) < there ? words(&left) : NULL;
}

void cores_yield(pid_t process)
{
	struct sched_param param = {0};

	sched_setscheduler(process, SCHED_IDLE, &param);
	setpriority(PRIO_PROCESS, (id_t)process, 19);
}

char *cores_pin(const char *list)
{
	return cores_set(list) ? NULL
			       : bytes_text("ringside cannot run on core %s: %s", list, strerror(errno));
}

void slice_shorten(void)
{
	struct attributes now = {0};

	if (before.size || syscall(SYS_sched_getattr, 0, &now, sizeof(now), 0) != 0 ||
	    now.policy != SCHED_OTHER)
		return;
	before = now;
	set_slice(before, SHORT_NS);
}

void slice_restore(void)
{
	if (before.size)
		set_slice(before, before.runtime);
}
