/* usage.c - CPU time by the process's own clock, memory from /proc.  */
#include "usage.h"

#include "children.h"
#include "ringside/bytes.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

void meter_open(struct meter *meter, pid_t pid)
{
	char *path = bytes_text("/proc/%d/statm", (int)pid);

	meter->clocked = clock_getcpuclockid(pid, &meter->clock) == 0;
	meter->statm = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
}

void meter_close(struct meter *meter)
{
	if (meter->statm >= 0)
		close(meter->statm);
}

int64_t meter_cpu(const struct meter *meter)
{
	struct timespec used;

	if (!meter->clocked || clock_gettime(meter->clock, &used) < 0)
		return -1;
	return (int64_t)used.tv_sec * NS_PER_S + used.tv_nsec;
}

struct agent_usage meter_read(const struct meter *meter)
{
	return (struct agent_usage){.cpu_ns = meter_cpu(meter), .rss = resident(meter->statm)};
}

/* Adds what this process uses.  */
static void add(struct agent_usage *sum, pid_t pid)
{
	struct agent_usage more;
	struct meter meter;

	meter_open(&meter, pid);
	more = meter_read(&meter);
	meter_close(&meter);
	if (more.cpu_ns > 0)
		sum->cpu_ns += more.cpu_ns;
	if (more.rss > 0)
		sum->rss += more.rss;
}

struct agent_usage usage_of_all(pid_t pid)
{
	struct agent_usage sum = {0};
	struct pids all = {0};

	add(&sum, pid);
	children_of(pid, &all);
	for (size_t i = 0; i < all.count; i++) { /* grows: children of children */
		add(&sum, all.at[i]);
		children_of(all.at[i], &all);
	}
	pids_free(&all);
	return sum;
}
