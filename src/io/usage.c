/* usage.c - CPU time by the process's own clock, memory from /proc.  */
#include "usage.h"

#include "children.h"
#include "ringside/bytes.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int64_t cpu_time(pid_t pid)
{
	struct timespec used;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) < 0)
		return -1;
	return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

/* The second number of statm is the resident pages.  */
static int64_t resident(int statm)
{
	char text[128], *at;
	ssize_t size = statm < 0 ? -1 : pread(statm, text, sizeof(text) - 1, 0);

	if (size <= 0)
		return -1;
	text[size] = '\0';
	strtoll(text, &at, 10);
	return strtoll(at, NULL, 10) * sysconf(_SC_PAGESIZE);
}

static void usage_add(struct agent_usage *sum, struct agent_usage more)
{
	if (sum->cpu_ns >= 0 && more.cpu_ns > 0)
		sum->cpu_ns += more.cpu_ns;
	if (sum->rss >= 0 && more.rss > 0)
		sum->rss += more.rss;
}

int usage_open(pid_t pid)
{
	char *path = bytes_text("/proc/%d/statm", (int)pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	free(path);
	return fd;
}

struct agent_usage usage_of(pid_t pid, int statm)
{
	return (struct agent_usage){.cpu_ns = cpu_time(pid), .rss = resident(statm)};
}

struct agent_usage usage_of_all(pid_t pid)
{
	int statm = usage_open(pid);
	struct agent_usage sum = usage_of(pid, statm);
	struct pids all = {0};

	if (statm >= 0)
		close(statm);
	children_of(pid, &all);
	for (size_t i = 0; i < all.count; i++) { /* grows: children of children */
		statm = usage_open(all.at[i]);
		usage_add(&sum, usage_of(all.at[i], statm));
		if (statm >= 0)
			close(statm);
		children_of(all.at[i], &all);
	}
	pids_free(&all);
	return sum;
}
