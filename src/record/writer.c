/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* writer.c - the thread that writes match files, one for the process: what waits for it, whose turn it is,
 * and when it tries again. commit.c says how the blocks of one file are written.  */
#include "recorder_state.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MS ((int64_t)1000000)
/* Between two attempts to write.  */
#define RETRY (200 * MS)
/* Another program may lock the file for so long before anybody is told.  */
#define SHORT_LOCK (500 * MS)

enum { BOUND = 32 * 1024 * 1024 }; /* bytes that wait, of all files */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t work, progress;
	bool runs;
	struct recorder *recorders;
	struct block *freed; /* by the thread */
	size_t waiting;      /* bytes in blocks that are not committed */
	size_t bound;
} writer = {.lock = PTHREAD_MUTEX_INITIALIZER, .bound = BOUND};

/* The recorder that this thread writes for; NULL: none.  */
static _Thread_local struct recorder *served;

/* ---- the judge's thread ---- */

int64_t writer_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 * MS + now.tv_nsec;
}

void writer_lock(void)
{
	pthread_mutex_lock(&writer.lock);
}

void writer_unlock(void)
{
	pthread_mutex_unlock(&writer.lock);
}

void writer_wake(void)
{
	pthread_cond_signal(&writer.work);
}

bool writer_await(int64_t deadline)
{
	struct timespec until = {deadline / (1000 * MS), deadline % (1000 * MS)};

	return pthread_cond_timedwait(&writer.progress, &writer.lock, &until) == 0;
}

void recorder_bound(size_t bytes)
{
	writer_lock();
	writer.bound = bytes ? bytes : BOUND;
	writer_unlock();
}

static enum lost lost_now(void)
{
	return writer.waiting >= writer.bound           ? LOST_ALL
	       : writer.waiting >= writer.bound / 4 * 3 ? LOST_MESSAGES
	       : writer.waiting >= writer.bound / 2     ? LOST_CHATTER
							: LOST_NOTHING;
}

bool writer_is_behind(void)
{
	return writer.waiting >= writer.bound / 4;
}

/* With the lock. Returns blocks that can be used again.  */
static struct block *give(struct recorder *recorder)
{
	struct block *freed = writer.freed;

	writer.freed = NULL;
	for (struct block *block = recorder->full.first; block; block = block->next)
		writer.waiting += sizeof *block + block->size;
	if (recorder->full.first) {
		if (recorder->given.last)
			recorder->given.last->next = recorder->full.first;
		else
			recorder->given.first = recorder->full.first;
		recorder->given.last = recorder->full.last;
		recorder->full = (struct blocks){0};
		writer_wake();
	}
	recorder->loses = lost_now();
	recorder->behind = writer_is_behind();
	return freed;
}

void writer_give(struct recorder *recorder, bool must)
{
	struct block *freed;

	if (!recorder->full.first && recorder->loses == LOST_NOTHING && !must)
		return;
	if (must)
		writer_lock();
	else if (pthread_mutex_trylock(&writer.lock) != 0)
		return;
	freed = give(recorder);
	writer_unlock();
	blocks_keep(freed);
}

void writer_committed(struct recorder *recorder, struct block *blocks)
{
	struct block *last = NULL;

	writer_lock();
	for (struct block *block = blocks; block; block = block->next) {
		writer.waiting -= sizeof *block + block->size;
		recorder->committed++;
		last = block;
	}
	if (last) {
		last->next = writer.freed;
		writer.freed = blocks;
	}
	recorder->attempt = recorder->furthest = 0;
	recorder->progress++;
	recorder->progress_ns = writer_now();
	free(recorder->trouble);
	recorder->trouble = NULL;
	pthread_cond_broadcast(&writer.progress);
	writer_unlock();
}

void writer_end(struct recorder *recorder, bool withdrawn)
{
	struct block *freed;

	writer_lock();
	freed = give(recorder);
	recorder->ending = true;
	recorder->withdrawn = withdrawn;
	recorder->progress_ns = writer_now();
	writer_wake();
	writer_unlock();
	blocks_keep(freed);
}

/* Closes the file. Now others may write it.  */
static void unlock(struct recorder *recorder)
{
	match_file_close(recorder->file);
	recorder->file = NULL;
	if (recorder->lock < 0)
		return;
	file_not_written(recorder->written_here);
	close(recorder->lock);
	recorder->lock = -1;
}

void writer_free(struct recorder *recorder)
{
	unlock(recorder);
	blocks_free(recorder->filling);
	blocks_free(recorder->full.first);
	setup_free(&recorder->setup);
	free(recorder->trouble);
	free(recorder->name);
	free(recorder->path);
	free(recorder);
}

/* ---- the thread ---- */

static bool is_due(const struct recorder *recorder)
{
	return recorder->given.first || recorder->unapplied || recorder->commit_due || recorder->ending ||
	       recorder->abandoned;
}

/* One that has something to write now; NULL: none, and *until is when one may have.  */
static struct recorder *next_due(int64_t *until)
{
	*until = INT64_MAX;
	for (struct recorder *recorder = writer.recorders; recorder; recorder = recorder->next) {
		if (!is_due(recorder))
			continue;
		if (!recorder->retry_ns || recorder->abandoned || recorder->retry_ns <= writer_now())
			return recorder;
		if (recorder->retry_ns < *until)
			*until = recorder->retry_ns;
	}
	return NULL;
}

/* With the lock.  */
static void take(struct recorder *recorder)
{
	if (!recorder->given.first)
		return;
	if (!recorder->unapplied)
		recorder->unapplied = recorder->given.first;
	if (recorder->work.last)
		recorder->work.last->next = recorder->given.first;
	else
		recorder->work.first = recorder->given.first;
	recorder->work.last = recorder->given.last;
	recorder->given = (struct blocks){0};
}

/* With the lock.  */
static void drop_blocks(struct recorder *recorder)
{
	for (struct block *block = recorder->work.first; block; block = block->next)
		writer.waiting -= sizeof *block + block->size;
	blocks_free(recorder->work.first);
	recorder->work = (struct blocks){0};
	recorder->unapplied = NULL;
	recorder->commit_due = false;
}

/* Closes the file. Nothing of it is left to be written, or nothing of it can be.  */
static void finish(struct recorder *recorder)
{
	commit_forget(recorder);
	if (recorder->journaled && !recorder->work.first && *recorder->path && !recorder->hopeless)
		file_remove_journal(recorder->name);
	unlock(recorder);
}

/* With the lock.  */
static void forget(struct recorder *recorder)
{
	struct recorder **at = &writer.recorders;

	while (*at != recorder)
		at = &(*at)->next;
	*at = recorder->next;
	drop_blocks(recorder);
	recorder->done = true;
	pthread_cond_broadcast(&writer.progress);
}

void writer_wrote(void)
{
	if (served && ++served->attempt > served->furthest) {
		served->furthest = served->attempt;
		atomic_fetch_add(&served->writes, 1);
	}
}

static ssize_t counted_pwrite(int fd, const void *from, size_t size, off_t at)
{
	ssize_t wrote = pwrite(fd, from, size, at);

	if (wrote > 0)
		writer_wrote();
	return wrote;
}

/* SQLite calls it instead of pwrite(), which has two names there.  */
static void count_writes(void)
{
	static const char *const names[] = {"pwrite", "pwrite64"};
	sqlite3_vfs *disk = sqlite3_vfs_find(NULL);

	for (int i = 0; disk && disk->iVersion >= 3 && i < 2; i++)
		if (disk->xGetSystemCall(disk, names[i]))
			disk->xSetSystemCall(disk, names[i], (sqlite3_syscall_ptr)counted_pwrite);
}

/* Keeps what went wrong. Called without the lock.  */
static void fail(struct recorder *recorder, struct failure failure)
{
	int64_t now = writer_now();

	if (recorder->file && recorder->file->problem)
		commit_forget(recorder);
	if (!recorder->failing_ns)
		recorder->failing_ns = now;
	recorder->retry_ns = now + RETRY;
	recorder->attempt = 0;
	writer_lock();
	if (failure.is_final ||
	    (!recorder->trouble && (!failure.is_lock || now - recorder->failing_ns >= SHORT_LOCK))) {
		free(recorder->trouble);
		recorder->trouble = failure.why;
		failure.why = NULL;
	}
	recorder->hopeless = failure.is_final;
	if (recorder->hopeless)
		drop_blocks(recorder);
	writer_unlock();
	free(failure.why);
}

/* Does what is due of one recorder. With the lock, which it releases in between.  */
static void serve(struct recorder *recorder)
{
	bool ending = recorder->ending || recorder->abandoned;
	bool nothing = recorder->hopeless || recorder->withdrawn || recorder->abandoned ||
		       (ending && !*recorder->path && !recorder->on_disk);
	struct failure failure = {0};

	take(recorder);
	if (nothing)
		drop_blocks(recorder);
	writer_unlock();
	recorder->retry_ns = 0;
	served = recorder;
	if (!nothing)
		failure = commit_blocks(recorder);
	served = NULL;
	if (failure.why)
		failure = trouble_behind(recorder, failure);
	if (failure.why)
		fail(recorder, failure);
	else if (ending)
		finish(recorder);
	writer_lock();
	if (failure.why || !ending)
		return;
	forget(recorder);
	if (recorder->abandoned)
		writer_free(recorder);
}

static void *run(void *unused)
{
	struct sched_param normal = {0};
	int64_t until;

	(void)unused;
	/* The judge runs at once when an answer comes, and does not wait for this thread on its core.  */
	pthread_setschedparam(pthread_self(), SCHED_BATCH, &normal);
	writer_lock();
	for (;;) {
		struct recorder *recorder = next_due(&until);

		if (recorder) {
			serve(recorder);
		} else if (until == INT64_MAX) {
			pthread_cond_wait(&writer.work, &writer.lock);
		} else {
			struct timespec at = {until / (1000 * MS), until % (1000 * MS)};

			pthread_cond_timedwait(&writer.work, &writer.lock, &at);
		}
	}
	return NULL;
}

/* Signals are for the judge's thread.  */
static char *start(void)
{
	pthread_condattr_t clock;
	pthread_attr_t detached;
	sigset_t all, before;
	pthread_t thread;
	int error;

	count_writes();
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&writer.work, &clock);
	pthread_cond_init(&writer.progress, &clock);
	pthread_condattr_destroy(&clock);
	pthread_attr_init(&detached);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, &detached, run, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&detached);
	writer.runs = error == 0;
	return error ? bytes_text("the thread that writes match files cannot be started: %s", strerror(error))
		     : NULL;
}

char *writer_add(struct recorder *recorder)
{
	char *problem = writer.runs ? NULL : start();

	if (problem)
		return problem;
	writer_lock();
	recorder->next = writer.recorders;
	writer.recorders = recorder;
	writer_unlock();
	return NULL;
}
