/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* waiting.c - reads from /proc how long the threads of an agent were ready to run without a core.
 *
 * The kernel adds up for each thread how long it has waited in a queue (schedstat), but only when the thread
 * gets a core.  So a thread that has not run since the last look, and was ready then as it is now, has waited
 * all the time between.  */
#include "waiting.h"

#include "cores.h"
#include "orphans.h"
#include "ringside/awake.h"
#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_AGE ((int64_t)100 * NS_PER_MS)

enum { TEXT_SIZE = 512, THREADS_MOST = 256 /* an agent with more has its waiting not counted */ };

/* ---- a look ---- */

/* False: it has ended, or the kernel does not count.  */
static bool read_waiter(pid_t process, struct waiter *waiter)
{
	char path[96], text[TEXT_SIZE];
	const char *behind;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/schedstat", (int)process, (int)waiter->thread);
	text_file_start(path, text, sizeof(text));
	if (sscanf(text, "%" SCNd64 " %" SCNd64 " %" SCNd64, &waiter->ran, &waiter->delayed,
		   &waiter->times) != 3)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", (int)process, (int)waiter->thread);
	text_file_start(path, text, sizeof(text));
	behind = strrchr(text, ')');
	waiter->ready = behind && strncmp(behind, ") R", 3) == 0;
	return true;
}

/* All threads of the processes.  Returns their number; more than THREADS_MOST: there are too many.  */
static size_t read_waiters(const struct pids *processes, struct waiter **waiters)
{
	struct pids threads = {0};
	size_t count = 0;

	*waiters = NULL;
	for (size_t i = 0; i < processes->count && count <= THREADS_MOST; i++) {
		char folder[64];

		threads.count = 0;
		snprintf(folder, sizeof(folder), "/proc/%d/task", (int)processes->at[i]);
		pids_listed(folder, &threads);
		*waiters = bytes_resized(*waiters, (count + threads.count) * sizeof(**waiters));
		for (size_t k = 0; k < threads.count && count <= THREADS_MOST; k++) {
			(*waiters)[count] = (struct waiter){.thread = threads.at[k]};
			count += read_waiter(processes->at[i], &(*waiters)[count]);
		}
	}
	pids_free(&threads);
	return count;
}

/* Adds how long the thread has waited since the last look, and for how much of the time between it was ready.
 * A wait ends after the look in which it began, so it may be longer than that time.  */
static void compare(struct waiter *now, const struct waiter *then, struct wait_time *time)
{
	int64_t delay, ready;

	if (now->ran == then->ran && now->times == then->times && now->ready && then->ready)
		now->pending = then->pending + time->wall;
	delay = now->delayed + now->pending - then->delayed - then->pending;
	delay = delay > 0 ? delay : 0;
	ready = delay + now->ran - then->ran;
	time->delay += delay;
	time->ready += ready < time->wall ? ready : time->wall;
}

/* The threads that both looks have seen.  The kernel lists them in the same order.  */
static void compare_all(struct waiter *now, size_t count, const struct wait_meter *then,
			struct wait_time *time)
{
	size_t k = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t tried = 0; tried < then->count; tried++, k++) {
			const struct waiter *same = &then->waiters[k % then->count];

			if (same->thread == now[i].thread) {
				compare(&now[i], same, time);
				break;
			}
		}
}

/* The fewest cores that any of the processes may use.  */
static int fewest_cores(const struct pids *processes)
{
	int least = INT_MAX, count;

	for (size_t i = 0; i < processes->count; i++)
		if ((count = cores_of(processes->at[i])) > 0 && count < least)
			least = count;
	return least;
}

static int64_t cpu_of_all(struct meter *meter)
{
	int64_t cpu = meter_cpu(meter), more = cgroups_cpu(meter->cgroups);

	if (more > cpu)
		cpu = more;
	else if (more < 0 && !meter->init && cpu >= 0)
		cpu += orphans_cpu();
	return cpu;
}

static void look(struct wait_meter *wait, struct meter *meter)
{
	struct wait_meter then = *wait;
	struct wait_time time;
	int64_t cpu;

	wait->before = loop_now();
	if ((cpu = cpu_of_all(meter)) < 0)
		return;
	wait->cpu = cpu > then.cpu ? cpu : then.cpu;
	wait->count = read_waiters(&meter->all, &wait->waiters);
	wait->after = loop_now();
	if (!then.looked)
		wait->first_cpu = wait->cpu;
	wait->looked = true;
	if (then.looked && then.count <= THREADS_MOST && wait->count <= THREADS_MOST) {
		time = (struct wait_time){.wall = wait->before - then.after, .cpu = wait->cpu - then.cpu};
		compare_all(wait->waiters, wait->count, &then, &time);
		wait_time_add(&wait->sum, &time, fewest_cores(&meter->all));
	}
	free(then.waiters);
}

/* ---- public ---- */

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

void wait_meter_open(struct wait_meter *wait, pid_t pid, int64_t began)
{
	*wait = (struct wait_meter){.looked = true, .fresh = true, .count = 1};
	wait->waiters = bytes_new(sizeof(*wait->waiters));
	wait->waiters->thread = pid;
	wait->before = wait->after = began;
}

void wait_meter_begin(struct wait_meter *wait, struct meter *meter)
{
	bool slow = wait->slow;

	if (wait->fresh) {
		wait->fresh = false;
		wait->early = loop_now() - wait->after;
		if (wait->early < AWAKE_TICK)
			return;
	}
	wait_meter_free(wait);
	if (slow)
		look(wait, meter);
}

/* The answer is not there yet.  */
static void look_meanwhile(struct wait_meter *wait, struct meter *meter)
{
	look(wait, meter);
	wait->slow = true;
}

void wait_meter_tick(struct wait_meter *wait, struct meter *meter)
{
	if (!wait->looked || loop_now() >= wait->after + LOOK_AGE)
		look_meanwhile(wait, meter);
}

int64_t wait_meter_read(struct wait_meter *wait, struct meter *meter, int64_t age)
{
	int64_t lost;

	if (!wait->looked)
		return 0;
	if (loop_now() >= wait->after + age)
		look_meanwhile(wait, meter);
	lost = wait_time_lost(&wait->sum);
	return lost > wait->early ? lost - wait->early : 0;
}

int64_t wait_meter_cpu(const struct wait_meter *wait)
{
	return wait->cpu - wait->first_cpu;
}

void wait_meter_free(struct wait_meter *wait)
{
	free(wait->waiters);
	*wait = (struct wait_meter){.looked = false};
}
