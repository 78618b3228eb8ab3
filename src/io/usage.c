/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* usage.c - reads CPU time from the processes' clocks; memory and the time of children from /proc.  */
#include "usage.h"

#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How often the processes are searched.  */
#define LOOK_AGE ((int64_t)100 * NS_PER_MS)

enum { STAT_SIZE = 2048 };

/* ---- one process ---- */

static void read_of(pid_t pid, const char *name, char text[STAT_SIZE])
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	text_file_start(path, text, STAT_SIZE);
}

/* The bytes that follow a name in /proc/PID/status, given there in kB; -1: none.  */
static int64_t size_behind(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoll(at + strlen(name), NULL, 10) * 1024 : -1;
}

/* Bytes resident, their peak, and how many of them others can share; false: not known, or it has ended.  */
static bool resident(pid_t pid, int64_t *now, int64_t *most, int64_t *shared)
{
	char text[STAT_SIZE];

	read_of(pid, "status", text);
	*now = size_behind(text, "\nVmRSS:");
	*most = size_behind(text, "\nVmHWM:");
	*shared = size_behind(text, "\nRssShmem:");
	if (*shared < 0) /* an old kernel: perhaps all of them */
		*shared = *now;
	return *now >= 0;
}

static int64_t cpu_by(clockid_t clock)
{
	struct timespec used;

	return clock_gettime(clock, &used) < 0 ? -1 : (int64_t)used.tv_sec * NS_PER_S + used.tv_nsec;
}

int64_t cpu_of(pid_t pid)
{
	clockid_t clock;

	return clock_getcpuclockid(pid, &clock) == 0 ? cpu_by(clock) : -1;
}

/* CPU time of the children that it has waited for.  *any: it had some; their page faults show even the
 * shortest.  */
static int64_t cpu_of_reaped(pid_t pid, bool *any)
{
	char text[STAT_SIZE];
	unsigned long faults = 0, user = 0, system = 0;
	const char *behind;

	read_of(pid, "stat", text);
	behind = strrchr(text, ')'); /* a name may hold anything */
	if (!behind || sscanf(behind, ") %*c %*d %*d %*d %*d %*d %*u %*u %lu %*u %*u %*u %*u %lu %lu",
			      &faults, &user, &system) != 3)
		return 0;
	*any = *any || faults || user || system;
	return (int64_t)(user + system) * (NS_PER_S / sysconf(_SC_CLK_TCK));
}

/* ---- all ---- */

void meter_open(struct meter *meter, pid_t pid, pid_t init, const struct cgroups *cgroups, bool unmapped)
{
	*meter = (struct meter){
		.pid = pid, .cgroups = cgroups, .init = init, .cpu_ns = -1, .counts_held = unmapped};
	meter->clocked = clock_getcpuclockid(pid, &meter->clock) == 0;
}

static void forget_look(struct meter *meter)
{
	pids_free(&meter->all);
	free(meter->most);
}

void meter_close(struct meter *meter)
{
	forget_look(meter);
	held_end(&meter->memory);
	held_end(&meter->files);
}

/* The last known peaks of this process.  */
static struct most most_of(const struct meter *before, pid_t pid)
{
	for (size_t i = 0; i < before->all.count; i++)
		if (before->all.at[i] == pid)
			return before->most[i];
	return (struct most){.seen = 0};
}

void meter_look(struct meter *meter)
{
	struct meter before = *meter;

	meter->all = (struct pids){0};
	family_of(meter->pid, meter->init, &meter->all);
	meter->most = bytes_new(meter->all.count * sizeof(*meter->most));
	for (size_t i = 0; i < meter->all.count; i++)
		meter->most[i] = most_of(&before, meter->all.at[i]);
	forget_look(&before);
	meter->looked_at = loop_now();
	meter->reaps = meter->reaps || meter->all.count > 1;
	if (!meter->reaps)
		cpu_of_reaped(meter->pid, &meter->reaps);
}

static void look_if_due(struct meter *meter)
{
	if (!meter->looked_at || loop_now() >= meter->looked_at + LOOK_AGE)
		meter_look(meter);
}

static int64_t sum_of_cpu(struct meter *meter)
{
	int64_t sum = meter->clocked ? cpu_by(meter->clock) : -1, more;

	for (size_t i = 0; meter->reaps && i < meter->all.count; i++) {
		more = i ? cpu_of(meter->all.at[i]) : 0;
		more = (more > 0 ? more : 0) + cpu_of_reaped(meter->all.at[i], &meter->reaps);
		sum = (sum > 0 ? sum : 0) + more;
	}
	/* In a sandbox the first process waits for orphans, and at the end for the agent itself.  */
	if (meter->init && (meter->reaps || sum < 0) &&
	    (more = cpu_of_reaped(meter->init, &meter->reaps)) > 0)
		sum = (sum > 0 ? sum : 0) + more;
	/* What runs just now is ahead in its own clock.  */
	if ((meter->reaps || sum < 0) && (more = cgroups_cpu(meter->cgroups)) > sum)
		sum = more;
	return sum;
}

int64_t meter_cpu(struct meter *meter)
{
	int64_t sum;

	look_if_due(meter);
	sum = sum_of_cpu(meter);
	if (sum > meter->cpu_ns)
		meter->cpu_ns = sum;
	return meter->cpu_ns;
}

int64_t meter_clocks(const struct meter *meter)
{
	int64_t sum = 0;

	for (size_t i = 0; i < meter->all.count; i++)
		sum += cpu_of(meter->all.at[i]);
	return sum;
}

/* Memory that is held, and that no process has mapped as far as can be known.  Readings between the looks go
 * without, unless the last look found some: what was let go since then must not count.  */
static int64_t unmapped(struct meter *meter, int64_t mapped)
{
	if (!meter->counts_held || (!meter->held && loop_now() < meter->held_at + LOOK_AGE))
		return 0;
	meter->held_at = loop_now();
	meter->held = held_memory(&meter->memory, &meter->all);
	return meter->held > mapped ? meter->held - mapped : 0;
}

/* If several processes had a peak, the highest counts, because the peaks may have been at different times. */
struct agent_usage meter_read(struct meter *meter)
{
	struct agent_usage usage = {.cpu_ns = meter_cpu(meter), .rss = -1};
	int64_t above = 0, mapped = 0, now, most, shared;

	for (size_t i = 0; i < meter->all.count; i++) {
		struct most *of = &meter->most[i];

		if (!resident(meter->all.at[i], &now, &most, &shared))
			continue;
		mapped += shared;
		usage.rss = (usage.rss > 0 ? usage.rss : 0) + now;
		of->seen = most;
		if (of->seen > of->before && most - now > above)
			above = most - now;
	}
	if (usage.rss >= 0)
		usage.rss += unmapped(meter, mapped);
	usage.peak = usage.rss < 0 ? -1 : usage.rss + above;
	return usage;
}

int64_t meter_files(struct meter *meter, const char *folder)
{
	look_if_due(meter);
	return held_files(&meter->files, &meter->all, folder);
}

void meter_forget_peak(struct meter *meter)
{
	for (size_t i = 0; i < meter->all.count; i++)
		meter->most[i].before = meter->most[i].seen;
}
