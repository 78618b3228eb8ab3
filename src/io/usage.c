/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* usage.c - what an agent and all that it has started use of the machine: CPU time, memory, removed files,
 * and how long they waited for a core.
 *
 * CPU time is read from the processes' clocks; memory and the time of children come from /proc.  What
 * processes hold only by descriptors is looked for in /proc/PID/fd, where a file can be looked at without
 * opening it.
 *
 * The kernel adds up for each thread how long it has waited in a queue (schedstat), but only when the thread
 * gets a core.  So a thread that has not slept since the last look, and was ready then as it is now, has
 * waited all the time in which it did not run.  */
#include "agent_state.h"

#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "ringside/text_file.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/magic.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum {
	LOOK_MOST = 1000,
	FILES_MOST = 1 << 16, /* a count takes no more memory than for these */
	FILE_LEAST = 4096,    /* as in a folder */
};

struct file {
	dev_t device;
	ino_t number;
};

/* How often the processes are searched.  */
#define LOOK_AGE ((int64_t)100 * NS_PER_MS)

/* The time of a look is not counted.  One in which the judge itself has lost its core is taken again.  */
#define LOOK_SLOW NS_PER_MS
enum { LOOK_TRIES = 3 };

enum { STATUS_SIZE = 2048, THREADS_MOST = 256 /* an agent with more has its waiting not counted */ };

static int compare_files(const void *a, const void *b)
{
	const struct file *one = a, *two = b;

	if (one->device != two->device)
		return one->device < two->device ? -1 : 1;
	return (one->number > two->number) - (one->number < two->number);
}

/* False: it was counted already.  */
static bool is_new(struct held *held, const struct stat *status)
{
	struct file *file = bytes_new(sizeof(*file)), **found;

	*file = (struct file){status->st_dev, status->st_ino};
	found = tsearch(file, &held->seen, compare_files);
	if (found && *found == file) {
		held->files++;
		return true;
	}
	free(file);
	return false;
}

/* Was it in that folder when it was removed?  The system still knows its path there, unless that is very
 * long.  In a sandbox the folder may lie elsewhere, but it has the same name.  */
static bool is_from(const char *path, const char *folder)
{
	char was[PATH_MAX];
	const char *slash = strrchr(folder, '/');
	FREED char *part = bytes_text("/%s/", slash ? slash + 1 : folder);
	ssize_t size;

	size = readlink(path, was, sizeof(was) - 1);
	was[size < 0 ? 0 : size] = '\0';
	return size < 0 ? errno == ENAMETOOLONG : strstr(was, part) != NULL;
}

/* Counts the next descriptor.  False: there is none.  */
static bool look_at_descriptor(struct held *held, const char *folder)
{
	char path[PATH_MAX];
	struct dirent *entry;
	struct statfs system;
	struct stat status;

	if (!held->open) {
		if (held->at == held->all.count || held->files >= FILES_MOST)
			return false;
		snprintf(path, sizeof(path), "/proc/%d/fd", (int)held->all.at[held->at++]);
		held->open = opendir(path); /* not there: it has ended */
		return true;
	}
	if (!(entry = readdir(held->open))) {
		closedir(held->open);
		held->open = NULL;
		return true;
	}
	if (fstatat(dirfd(held->open), entry->d_name, &status, 0) < 0 || !S_ISREG(status.st_mode) ||
	    status.st_nlink)
		return true;
	snprintf(path, sizeof(path), "/proc/%d/fd/%s", (int)held->all.at[held->at - 1], entry->d_name);
	if ((folder ? is_from(path, folder) : statfs(path, &system) == 0 && system.f_type == TMPFS_MAGIC) &&
	    is_new(held, &status)) {
		int64_t size = folder ? status.st_size : status.st_blocks * 512;

		held->size += folder && size < FILE_LEAST ? FILE_LEAST : size;
	}
	return true;
}

/* Forgets what was counted so far.  */
static void held_end(struct held *held)
{
	if (held->open)
		closedir(held->open);
	tdestroy(held->seen, free);
	pids_free(&held->all);
	*held = (struct held){.size = 0};
}

static int64_t look_at_held(struct held *held, const struct pids *all, const char *folder)
{
	int64_t size;

	if (!held_is_under_way(held))
		for (size_t i = 0; i < all->count; i++)
			pids_add(&held->all, all->at[i]);
	for (int i = 0; i < LOOK_MOST; i++)
		if (!look_at_descriptor(held, folder)) {
			size = held->size;
			held_end(held);
			return size;
		}
	return held->size;
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
	char text[STATUS_SIZE];

	proc_text(text, sizeof(text), "/proc/%d/status", (int)pid);
	*now = size_behind(text, "\nVmRSS:");
	*most = size_behind(text, "\nVmHWM:");
	*shared = size_behind(text, "\nRssShmem:");
	if (*shared < 0) /* an old kernel: perhaps all of them */
		*shared = *now;
	return *now >= 0;
}

/* Those of our own namespace.  */
static int64_t segments(const struct pids *all)
{
	CLOSED_FILE FILE *rows = fopen("/proc/sysvipc/shm", "re");
	char row[400];
	int64_t sum = 0;
	int maker;
	long long resident, swapped;

	while (rows && fgets(row, sizeof(row), rows))
		if (sscanf(row, "%*s %*s %*s %*s %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld %lld", &maker,
			   &resident, &swapped) == 3 &&
		    pids_have(all, maker))
			sum += resident + swapped;
	return sum;
}

static int64_t cpu_by(clockid_t clock)
{
	struct timespec used;

	return clock_gettime(clock, &used) < 0 ? -1 : (int64_t)used.tv_sec * NS_PER_S + used.tv_nsec;
}

/* CPU time in ns of one process; -1: not known.  */
static int64_t cpu_of(pid_t pid)
{
	clockid_t clock;

	return clock_getcpuclockid(pid, &clock) == 0 ? cpu_by(clock) : -1;
}

/* CPU time of the children that it has waited for.  *any: it had some; their page faults show even the
 * shortest.  */
static int64_t cpu_of_reaped(pid_t pid, bool *any)
{
	char text[PROCESS_STAT_SIZE];
	unsigned long faults = 0, user = 0, system = 0;
	const char *behind = process_stat(pid, text);

	if (!behind || sscanf(behind, " %*c %*d %*d %*d %*d %*d %*u %*u %lu %*u %*u %*u %*u %lu %lu", &faults,
			      &user, &system) != 3)
		return 0;
	*any = *any || faults || user || system;
	return (int64_t)(user + system) * (NS_PER_S / sysconf(_SC_CLK_TCK));
}

static void forget_look(struct meter *meter)
{
	pids_free(&meter->all);
	free(meter->most);
}

/* The last known peaks of this process.  */
static struct most most_of(const struct meter *before, pid_t pid)
{
	for (size_t i = 0; i < before->all.count; i++)
		if (before->all.at[i] == pid)
			return before->most[i];
	return (struct most){.seen = 0};
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

/* CPU time in ns; never decreases; -1: not known.  One system call for a process that never had a child.  */
static int64_t meter_cpu(struct meter *meter)
{
	int64_t sum;

	look_if_due(meter);
	sum = sum_of_cpu(meter);
	if (sum > meter->cpu_ns)
		meter->cpu_ns = sum;
	return meter->cpu_ns;
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

/* False: it has ended, or the kernel does not count.  */
static bool read_waiter(pid_t process, struct waiter *waiter)
{
	char text[PROCESS_STAT_SIZE];
	const char *behind;

	proc_text(text, sizeof(text), "/proc/%d/task/%d/schedstat", (int)process, (int)waiter->thread);
	if (sscanf(text, "%" SCNd64 " %" SCNd64, &waiter->ran, &waiter->delayed) != 2)
		return false;
	proc_text(text, sizeof(text), "/proc/%d/task/%d/stat", (int)process, (int)waiter->thread);
	behind = strrchr(text, ')');
	waiter->ready = behind && strncmp(behind, ") R", 3) == 0;
	waiter->slept = (int64_t)process_status(waiter->thread, "\nvoluntary_ctxt_switches:", 10);
	return true;
}

/* All threads of the processes.  Returns their number; more than THREADS_MOST: there are too many.  */
static size_t read_waiters(const struct pids *processes, struct waiter **waiters)
{
	FREED_BY(pids_free) struct pids threads = {0};
	size_t count = 0;

	*waiters = NULL;
	for (size_t i = 0; i < processes->count && count <= THREADS_MOST; i++) {
		threads.count = 0;
		pids_listed(&threads, "/proc/%d/task", (int)processes->at[i]);
		*waiters = bytes_resized(*waiters, (count + threads.count) * sizeof(**waiters));
		for (size_t k = 0; k < threads.count && count <= THREADS_MOST; k++) {
			(*waiters)[count] = (struct waiter){.thread = threads.at[k]};
			count += read_waiter(processes->at[i], &(*waiters)[count]);
		}
	}
	return count;
}

/* Adds how long the thread has waited since the last look, and for how much of the time between it was ready.
 * A wait ends after the look in which it began, so it may be longer than that time.  */
static void compare(struct waiter *now, const struct waiter *then, struct wait_time *time)
{
	int64_t ran = now->ran - then->ran, delay, ready;

	if (now->slept && now->slept == then->slept && now->ready && then->ready)
		now->pending = then->pending + time->wall - ran - (now->delayed - then->delayed);
	now->pending = now->pending > 0 ? now->pending : 0;
	delay = now->delayed + now->pending - then->delayed - then->pending;
	delay = delay > 0 ? delay : 0;
	if (!then->thread && delay > time->wall)
		delay = time->wall; /* it was there before, in a process that was found now */
	ready = delay + ran;
	time->delay += delay;
	time->ready += ready < time->wall ? ready : time->wall;
}

/* The kernel lists the threads in the same order each time.  A thread that the last look has not seen is new:
 * who makes more of them than it has cores waits for itself, too.  */
static void compare_all(struct waiter *now, size_t count, const struct wait_meter *then,
			struct wait_time *time)
{
	static const struct waiter fresh = {.ran = 0};
	size_t k = 0;

	for (size_t i = 0; i < count; i++) {
		const struct waiter *same = &fresh;

		for (size_t tried = 0; tried < then->count && same == &fresh; tried++, k++)
			if (then->waiters[k % then->count].thread == now[i].thread)
				same = &then->waiters[k % then->count];
		compare(&now[i], same, time);
	}
}

static int64_t cpu_of_orphans(void)
{
	FREED_BY(pids_free) struct pids orphans = {0};
	int64_t sum = 0, cpu;

	orphans_listed(&orphans);
	for (size_t i = 0; i < orphans.count; i++)
		if ((cpu = cpu_of(orphans.at[i])) > 0)
			sum += cpu;
	return sum;
}

static int64_t cpu_of_all(struct meter *meter)
{
	int64_t cpu = meter_cpu(meter), more = cgroups_cpu(meter->cgroups);

	if (more > cpu)
		cpu = more;
	else if (more < 0 && !meter->init && cpu >= 0)
		cpu += cpu_of_orphans();
	return cpu;
}

static void look_at_waiters(struct wait_meter *wait, struct meter *meter)
{
	struct wait_meter then = *wait;
	struct wait_time time;
	int cores, fewest = INT_MAX; /* that any of the processes may use */
	int64_t cpu;

	for (int i = 0; i < LOOK_TRIES && (!i || wait->after - wait->before > LOOK_SLOW); i++) {
		wait->before = loop_now();
		cpu = cpu_of_all(meter);
		if (cpu < 0 && i)
			break;
		if (cpu < 0)
			return;
		if (i)
			free(wait->waiters);
		wait->cpu = cpu > then.cpu ? cpu : then.cpu;
		wait->count = read_waiters(&meter->all, &wait->waiters);
		wait->after = loop_now();
	}
	if (!then.looked)
		wait->first_cpu = wait->cpu;
	wait->looked = true;
	if (then.looked && then.count <= THREADS_MOST && wait->count <= THREADS_MOST) {
		time = (struct wait_time){.wall = wait->before - then.after, .cpu = wait->cpu - then.cpu};
		compare_all(wait->waiters, wait->count, &then, &time);
		for (size_t i = 0; i < meter->all.count; i++)
			if ((cores = cores_of(meter->all.at[i])) > 0 && cores < fewest)
				fewest = cores;
		wait_time_add(&wait->sum, &time, fewest);
	}
	free(then.waiters);
}

/* The answer is not there yet.  */
static void look_meanwhile(struct wait_meter *wait, struct meter *meter)
{
	look_at_waiters(wait, meter);
	wait->slow = true;
}

int64_t held_memory(struct held *held, const struct pids *all)
{
	return look_at_held(held, all, NULL) + segments(all);
}

bool held_is_under_way(const struct held *held)
{
	return held->all.count > 0;
}

static void forget_waiters(struct wait_meter *wait)
{
	free(wait->waiters);
	*wait = (struct wait_meter){.looked = false};
}

void usage_begin(struct agent *agent, int64_t began, bool unmapped)
{
	struct meter *meter = &agent->meter;
	struct wait_meter *wait = &agent->wait;

	*meter = (struct meter){.pid = agent->process.agent,
				.cgroups = &agent->process.cgroups,
				.init = agent->process.init,
				.cpu_ns = -1,
				.counts_held = unmapped};
	meter->clocked = clock_getcpuclockid(meter->pid, &meter->clock) == 0;
	*wait = (struct wait_meter){.looked = true, .fresh = true, .count = 1};
	wait->waiters = bytes_new(sizeof(*wait->waiters));
	wait->waiters->thread = meter->pid;
	wait->before = wait->after = began;
}

void usage_end(struct agent *agent)
{
	forget_look(&agent->meter);
	held_end(&agent->meter.memory);
	held_end(&agent->meter.files);
	forget_waiters(&agent->wait);
}

struct agent *agent_observe(pid_t pid)
{
	struct agent *agent = bytes_new(sizeof(*agent));

	agent->process.agent = pid;
	agent->process.in = agent->process.out = agent->process.agent_pidfd = -1;
	usage_begin(agent, 0, false);
	forget_waiters(&agent->wait); /* what it did before belongs to nobody's question */
	return agent;
}

void agent_unobserve(struct agent *agent)
{
	if (agent)
		usage_end(agent);
	free(agent);
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

int64_t agent_cpu(struct agent *agent)
{
	return meter_cpu(&agent->meter);
}

/* If several processes had a peak, the highest counts, because the peaks may have been at different times. */
struct agent_usage agent_usage(struct agent *agent)
{
	struct meter *meter = &agent->meter;
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

void agent_begin_waiting(struct agent *agent, bool looks)
{
	struct wait_meter *wait = &agent->wait;

	looks = looks || wait->slow;

	if (wait->fresh) {
		wait->fresh = false;
		wait->early = loop_now() - wait->after;
		if (wait->early < AWAKE_TICK)
			return;
	}
	forget_waiters(wait);
	if (looks)
		look_at_waiters(wait, &agent->meter);
}

void agent_look_waiting(struct agent *agent)
{
	if (!agent->exited && (!agent->wait.looked || loop_now() >= agent->wait.after + LOOK_AGE))
		look_meanwhile(&agent->wait, &agent->meter);
}

int64_t agent_waited(struct agent *agent, int64_t age)
{
	struct wait_meter *wait = &agent->wait;
	int64_t lost;

	if (agent->exited || !wait->looked)
		return 0;
	if (loop_now() >= wait->after + age)
		look_meanwhile(wait, &agent->meter);
	lost = wait_time_lost(&wait->sum);
	return lost > wait->early ? lost - wait->early : 0;
}

int64_t agent_waited_cpu(const struct agent *agent)
{
	return agent->wait.cpu - agent->wait.first_cpu;
}

void agent_forget_peak(struct agent *agent)
{
	for (size_t i = 0; i < agent->meter.all.count; i++)
		agent->meter.most[i].before = agent->meter.most[i].seen;
}

static int entries_in(const char *folder, pid_t pid)
{
	FREED_BY(pids_free) struct pids numbers = {0};

	pids_listed(&numbers, folder, (int)pid);
	return (int)numbers.count;
}

struct agent_holds agent_holds(struct agent *agent)
{
	const struct pids *all = &agent->meter.all;
	struct agent_holds holds = {0};

	meter_look(&agent->meter);
	for (size_t i = 0; i < all->count; i++) {
		holds.descriptors += entries_in("/proc/%d/fd", all->at[i]);
		holds.threads += entries_in("/proc/%d/task", all->at[i]);
	}
	holds.processes = (int)all->count;
	return holds;
}

struct agent_usage agent_usage_now(struct agent *agent)
{
	meter_look(&agent->meter);
	return agent_usage(agent);
}

int64_t agent_removed_files(struct agent *agent, const char *folder)
{
	look_if_due(&agent->meter);
	return look_at_held(&agent->meter.files, &agent->meter.all, folder);
}

int64_t agent_clocks(const struct agent *agent)
{
	int64_t sum = 0;

	for (size_t i = 0; i < agent->meter.all.count; i++)
		sum += cpu_of(agent->meter.all.at[i]);
	return sum;
}

void wait_time_add(struct wait_time *sum, const struct wait_time *time, int cores)
{
	/* One that is ready now and then is none more: the number is rounded.  */
	if (time->wall <= 0 || time->ready / time->wall > cores ||
	    time->ready - cores * time->wall > time->wall / 2)
		return;
	sum->wall += time->wall;
	sum->cpu += time->cpu;
	sum->delay += time->delay;
}

int64_t wait_time_lost(const struct wait_time *sum)
{
	int64_t most = sum->wall - sum->cpu;

	return most < 0 ? 0 : sum->delay < most ? sum->delay : most;
}
