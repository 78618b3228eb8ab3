/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* writer.c - the thread that writes match files, one for the process: what waits for it, whose turn it is,
 * and when it tries again. writer.c says how the blocks of one file are written.
 *
 * How the writer's thread puts the blocks of one file into it.
 *
 * * The blocks are kept until they are committed. So after any trouble the connection is closed, and they
 * are applied again a moment later. A match that is over before its first commit is built in memory and
 * written at once (image.c); the tables and statements in memory serve one match after the other.
 *
 * Blocks of rows: used again by the judge's thread, and read into a match file by the writer's.
 *
 * Why the writer's thread could not write a match file.  */
#include "recorder_state.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MS ((int64_t)1000000)

/* Between two attempts to write.  */
#define RETRY (200 * MS)

/* Another program may lock the file for so long before anybody is told.  */
#define SHORT_LOCK (500 * MS)

enum { BOUND = 32 * 1024 * 1024 }; /* bytes that wait, of all files */

enum {
	UNCOMMITTED = 1024 * 1024,
	IN_MEMORY = 256 * 1024, /* bytes of rows; more go to the file */
	/* Bytes of rows that make a file of half a megabyte. Larger pages save from here on what they take.
	 */
	LONG = 1536 * 1024,
};

enum { SPARES = 8 };

/* Messages and turns that were read from a block and not written yet. The file does not tell their order.  */
struct batch {
	struct message messages[FILE_ROWS];
	struct turn turns[FILE_ROWS];
	int message_count, turn_count;
};

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

static enum lost lost_now(void)
{
	return writer.waiting >= writer.bound           ? LOST_ALL
	       : writer.waiting >= writer.bound / 4 * 3 ? LOST_MESSAGES
	       : writer.waiting >= writer.bound / 2     ? LOST_CHATTER
							: LOST_NOTHING;
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

/* The blocks are in the file and can be used again; NULL: none are, but the file has its tables. The writer's
 * thread calls it.  */
static void writer_committed(struct recorder *recorder, struct block *blocks)
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

static void blocks_free(struct block *block)
{
	for (struct block *next; block; block = next) {
		next = block->next;
		free(block);
	}
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

static struct match_file *memory; /* that no recorder uses; NULL: none */

static void give_back_memory(struct recorder *recorder)
{
	file_empty(recorder->file);
	if (memory)
		match_file_close(recorder->file);
	else
		memory = recorder->file;
	recorder->file = NULL;
	recorder->in_memory = false;
}

/* Forgets what was applied and not committed, and closes the connection.  */
static void commit_forget(struct recorder *recorder)
{
	if (recorder->in_memory) {
		give_back_memory(recorder);
	} else if (recorder->file) {
		recorder->file->pending = false; /* closing rolls back */
		recorder->file->is_writer = false;
		match_file_close(recorder->file);
		recorder->file = NULL;
	}
	recorder->unapplied = recorder->work.first;
	recorder->applied_size = 0;
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

static char *words_of(int error)
{
	switch (error) {
	case ENOSPC: return bytes_text("the disk is full");
	case EFBIG: return bytes_text("it may not grow any more (see `ulimit -f`)");
	case EAGAIN: return bytes_text("another program keeps it locked");
	default: return bytes_text("%s", strerror(error));
	}
}

/* SQLite's last error.  */
static struct failure trouble_of(struct match_file *file)
{
	int error = sqlite3_errcode(file->db) & 0xff, why = 0;

	if (error == SQLITE_IOERR)
		sqlite3_file_control(file->db, "main", SQLITE_FCNTL_LAST_ERRNO, &why);
	if (error == SQLITE_IOERR && !why) /* perhaps the journal's */
		why = sqlite3_system_errno(file->db);
	return (struct failure){.why = why ? words_of(why) : file_error(file->db),
				.is_lock = error == SQLITE_BUSY};
}

static struct failure connect(struct recorder *recorder)
{
	char *problem = NULL;

	if (recorder->file)
		return (struct failure){0};
	if (recorder->on_disk) {
		recorder->file = file_connect(recorder->name, *recorder->path == '\0', &problem);
		recorder->journaled = true;
		return (struct failure){.why = problem};
	}
	recorder->file = memory ? memory : file_in_memory(&problem);
	memory = NULL;
	if (!recorder->file)
		return (struct failure){.why = problem};
	recorder->in_memory = true;
	if (!file_write_setup(recorder->file, &recorder->setup, recorder->started_us))
		return trouble_of(recorder->file);
	return (struct failure){0};
}

/* What was applied is in the file: its blocks are free.  */
static void committed(struct recorder *recorder)
{
	struct blocks applied = {0};

	while (recorder->work.first != recorder->unapplied) {
		struct block *block = recorder->work.first;

		recorder->work.first = block->next;
		blocks_add(&applied, block);
	}
	if (!recorder->unapplied)
		recorder->work.last = NULL;
	recorder->written += recorder->applied_size;
	recorder->applied_size = 0;
	recorder->commit_due = false;
	recorder->failing_ns = 0;
	writer_committed(recorder, applied.first);
}

/* An errno of file_write_image().  */
static struct failure trouble_of_error(int error)
{
	return (struct failure){.why = words_of(error), .is_lock = error == EAGAIN};
}

static struct failure write_image(struct recorder *recorder)
{
	int error = file_write_image(recorder->file, recorder->lock);

	if (error)
		return trouble_of_error(error);
	give_back_memory(recorder);
	writer_lock();
	recorder->on_disk = true;
	writer_unlock();
	if (*recorder->path)
		return (struct failure){0};
	return connect(recorder);
}

/* Is the file not where it was made?  */
static struct failure trouble_finding(const struct recorder *recorder)
{
	struct stat open, named;

	if (!*recorder->path || fstat(recorder->lock, &open) != 0)
		return (struct failure){0};
	if (open.st_nlink == 0)
		return (struct failure){.why = bytes_text("the file was removed"), .is_final = true};
	if (open.st_size == 0 && recorder->on_disk)
		return (struct failure){.why = bytes_text("the file was emptied"), .is_final = true};
	if (stat(recorder->name, &named) != 0 || named.st_ino != open.st_ino || named.st_dev != open.st_dev)
		return (struct failure){.why = bytes_text("the file was moved")};
	return (struct failure){0};
}

static struct failure commit(struct recorder *recorder)
{
	struct match_file *file = recorder->file;
	struct failure failure = trouble_finding(recorder);

	if (failure.why)
		return failure;
	if (recorder->in_memory) {
		failure = write_image(recorder);
	} else if (file) {
		match_file_commit(file);
		if (file->problem)
			failure = trouble_of(file);
		if (failure.is_lock) { /* the rows wait in the connection */
			free(file->problem);
			file->problem = NULL;
			file->writing = true;
			return failure;
		}
	}
	if (failure.why)
		return failure;
	committed(recorder);
	if (recorder->file && recorder->written > LONG && !recorder->long_pages) {
		file_enlarge_pages(recorder->file);
		recorder->long_pages = true;
	}
	return failure;
}

static const char *next_text(const char **at, const char *original)
{
	const char *text = *at;

	if (!original)
		return NULL;
	*at += strlen(text) + 1;
	return text;
}

static struct message message_of(const struct message *row)
{
	const char *texts = (const char *)(row + 1);
	struct message message = *row;

	message.bytes = (char *)texts;
	texts += message.size;
	message.event.word = next_text(&texts, message.event.word);
	return message;
}

static struct turn turn_of(const struct turn *row)
{
	const char *texts = (const char *)(row + 1);
	struct turn turn = *row;

	turn.answered = (char *)next_text(&texts, turn.answered);
	turn.played = (char *)next_text(&texts, turn.played);
	return turn;
}

static void flush_messages(struct match_file *file, struct batch *batch)
{
	file_write_messages(file, batch->messages, batch->message_count);
	batch->message_count = 0;
}

static void flush_turns(struct match_file *file, struct batch *batch)
{
	file_write_turns(file, batch->turns, batch->turn_count);
	batch->turn_count = 0;
}

static void flush(struct match_file *file, struct batch *batch)
{
	flush_messages(file, batch);
	flush_turns(file, batch);
}

static void apply_branch(struct match_file *file, const struct branch_row *row)
{
	const char *texts = (const char *)(row + 1);

	match_file_branch(file, row->parent, row->turn, row->message, next_text(&texts, row->why));
}

static void apply_seat(struct match_file *file, const struct seat_row *row, bool only_name)
{
	const char *texts = (const char *)(row + 1);
	struct seat_setup setup = row->setup;

	setup.command = (char *)next_text(&texts, setup.command);
	setup.name = (char *)next_text(&texts, setup.name);
	if (only_name)
		match_file_name(file, row->seat, setup.name);
	else
		match_file_seat(file, row->seat, &setup);
}

static void apply_verdict(struct match_file *file, const struct verdict *row)
{
	const char *texts = (const char *)(row + 1);
	struct verdict verdict = *row;

	verdict.reason = next_text(&texts, verdict.reason);
	verdict.detail = (char *)next_text(&texts, verdict.detail);
	verdict.cause = next_text(&texts, verdict.cause);
	match_file_verdict(file, &verdict);
}

/* Writes the rows into the file, which keeps a problem.  */
static void block_apply(const struct block *block, struct match_file *file)
{
	const struct row *row;
	struct batch batch;

	batch.message_count = batch.turn_count = 0;
	for (size_t at = 0; at < block->size; at += row->size) {
		const void *of;

		row = (const struct row *)(block->at + at);
		of = row + 1;
		if (row->kind != ROW_MESSAGE && row->kind != ROW_TURN)
			flush(file, &batch);
		switch ((enum row_kind)row->kind) {
		case ROW_MESSAGE:
			batch.messages[batch.message_count++] = message_of(of);
			if (batch.message_count == FILE_ROWS)
				flush_messages(file, &batch);
			break;
		case ROW_TURN:
			batch.turns[batch.turn_count++] = turn_of(of);
			if (batch.turn_count == FILE_ROWS)
				flush_turns(file, &batch);
			break;
		case ROW_BRANCH: apply_branch(file, of); break;
		case ROW_SEAT: apply_seat(file, of, false); break;
		case ROW_NAME: apply_seat(file, of, true); break;
		case ROW_VERDICT: apply_verdict(file, of); break;
		case ROW_UNSENT:
			file_mark_unsent(file, ((const struct unsent_row *)of)->seat,
					 ((const struct unsent_row *)of)->n);
			break;
		case ROW_GAP: file_write_gap(file, of); break;
		}
	}
	flush(file, &batch);
}

/* Applies and commits what is due.  */
static struct failure commit_blocks(struct recorder *recorder)
{
	struct failure failure = {0};

	while (recorder->unapplied || recorder->commit_due) {
		size_t most = recorder->in_memory ? IN_MEMORY : UNCOMMITTED;

		if (recorder->commit_due || recorder->applied_size > most) {
			failure = commit(recorder);
			if (failure.why)
				return failure;
			continue;
		}
		if (recorder->unapplied->size || !recorder->on_disk) {
			failure = connect(recorder);
			if (failure.why)
				return failure;
			block_apply(recorder->unapplied, recorder->file);
			if (recorder->file->problem)
				return trouble_of(recorder->file);
		}
		recorder->commit_due = recorder->unapplied->commit;
		recorder->applied_size += recorder->unapplied->size;
		recorder->unapplied = recorder->unapplied->next;
	}
	return failure;
}

/* What led to the failure, which it takes over.  */
/* SQLite cannot open the journal of a file that is gone, and says only that.  */
static struct failure trouble_behind(const struct recorder *recorder, struct failure failure)
{
	struct failure gone = trouble_finding(recorder);

	if (!gone.why)
		return failure;
	free(failure.why);
	return gone;
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

/* The judge's thread's.  */
static struct block *spare;

static int spares;

/* Uses the blocks again, or frees them.  Likewise.  */
static void blocks_keep(struct block *freed)
{
	for (struct block *next; freed; freed = next) {
		next = freed->next;
		if (freed->room != BLOCK_SIZE || spares == SPARES) {
			free(freed);
			continue;
		}
		freed->next = spare;
		spare = freed;
		spares++;
	}
}

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

bool writer_is_behind(void)
{
	return writer.waiting >= writer.bound / 4;
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

void writer_wrote(void)
{
	if (served && ++served->attempt > served->furthest) {
		served->furthest = served->attempt;
		atomic_fetch_add(&served->writes, 1);
	}
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

struct block *block_new(size_t room)
{
	struct block *block = spare;

	if (room <= BLOCK_SIZE && block) {
		spare = block->next;
		spares--;
	} else {
		room = room > BLOCK_SIZE ? room : BLOCK_SIZE;
		block = bytes_resized(NULL, sizeof *block + room);
		block->room = room;
	}
	block->next = NULL;
	block->size = 0;
	block->commit = false;
	return block;
}
