/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorder.c - the recording of matches: the judge's side, which packs rows into blocks and decides what is
 * lost when too much waits, and the thread that writes match files, one for the process.
 *
 * A row costs a copy of its struct and its texts. Blocks are used again, so in the steady state nothing is
 * allocated.
 *
 * The thread keeps the blocks until they are committed. So after any trouble the connection is closed, and
 * they are applied again a moment later. A match that is over before its first commit is built in memory and
 * written at once; the tables and statements in memory serve one match after the other.  */
#include "recorder_state.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
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

/* Why something could not be written.  */
struct failure {
	char *why;     /* NULL: it went well */
	bool is_lock;  /* it may end soon */
	bool is_final; /* it never ends */
};

enum { BOUND = 32 * 1024 * 1024 }; /* bytes that wait, of all files */

enum {
	UNCOMMITTED = 1024 * 1024,
	IN_MEMORY = 256 * 1024, /* bytes of rows; more go to the file */
	/* Bytes of rows that make a file of half a megabyte. Larger pages save from here on what they take.
	 */
	LONG = 1536 * 1024,
};

enum { SPARES = 8 };

/* Blocks of a recorder that holds them, 16 MB.  */
enum { HELD_BLOCKS = 256 };

/* The struct of a row, and where in it the pointers to its texts are.  */
static const struct form {
	size_t size, texts[3];
	int text_count;
} forms[] = {
	[ROW_MESSAGE] = {sizeof(struct message), {offsetof(struct message, event.word)}, 1},
	[ROW_TURN] = {sizeof(struct turn),
		      {offsetof(struct turn, answered), offsetof(struct turn, played)},
		      2},
	[ROW_BRANCH] = {sizeof(struct branch_row), {offsetof(struct branch_row, why)}, 1},
	[ROW_SEAT] = {sizeof(struct seat_row),
		      {offsetof(struct seat_row, setup.command), offsetof(struct seat_row, setup.name)},
		      2},
	[ROW_NAME] = {sizeof(struct seat_row), {offsetof(struct seat_row, setup.name)}, 1},
	[ROW_VERDICT] = {sizeof(struct verdict),
			 {offsetof(struct verdict, reason), offsetof(struct verdict, detail),
			  offsetof(struct verdict, cause)},
			 3},
	[ROW_UNSENT] = {sizeof(struct unsent_row), {0}, 0},
	[ROW_GAP] = {sizeof(struct gap), {0}, 0},
	[ROW_KIBITZ] = {sizeof(struct message), {0}, 0},
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

static struct match_file *memory; /* that no recorder uses; NULL: none */

/* The judge's thread's.  */
static struct block *spare;

static int spares;

static void blocks_add(struct blocks *blocks, struct block *block)
{
	block->next = NULL;
	if (blocks->last)
		blocks->last->next = block;
	else
		blocks->first = block;
	blocks->last = block;
}

/* Does a quarter of what may wait?  With the lock.  */
static bool writer_is_behind(void)
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
		pthread_cond_signal(&writer.work);
	}
	recorder->loses = writer.waiting >= writer.bound           ? LOST_ALL
			  : writer.waiting >= writer.bound / 4 * 3 ? LOST_MESSAGES
			  : writer.waiting >= writer.bound / 2     ? LOST_CHATTER
								   : LOST_NOTHING;
	recorder->behind = writer_is_behind();
	return freed;
}

static int64_t writer_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 * MS + now.tv_nsec;
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

/* One that has something to write now; NULL: none, and *until is when one may have.  */
static struct recorder *next_due(int64_t *until)
{
	*until = INT64_MAX;
	for (struct recorder *recorder = writer.recorders; recorder; recorder = recorder->next) {
		if (!recorder->given.first && !recorder->unapplied && !recorder->commit_due &&
		    !recorder->ending && !recorder->abandoned)
			continue;
		if (!recorder->retry_ns || recorder->abandoned || recorder->retry_ns <= writer_now())
			return recorder;
		if (recorder->retry_ns < *until)
			*until = recorder->retry_ns;
	}
	return NULL;
}

/* With the lock.  */
static void take_given(struct recorder *recorder)
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

/* Takes back all that was written since.  */
static void file_empty(struct match_file *file)
{
	sqlite3_exec(file->db, "ROLLBACK", NULL, NULL, NULL);
	memset(file->kind_of, 0, sizeof file->kind_of);
	file->kind_count = file->branch = 0;
	file->stretch = file->unwritten = 0;
	file->pending = false;
	file->writing = true;
	free(file->problem);
	file->problem = NULL;
}

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
	if (recorder->journaled && !recorder->work.first && *recorder->path && !recorder->hopeless) {
		FREED char *journal = bytes_text("%s-journal", recorder->name);

		unlink(journal);
	}
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
	pthread_mutex_lock(&writer.lock);
	if (failure.is_final ||
	    (!recorder->trouble && (!failure.is_lock || now - recorder->failing_ns >= SHORT_LOCK))) {
		free(recorder->trouble);
		recorder->trouble = failure.why;
		failure.why = NULL;
	}
	recorder->hopeless = failure.is_final;
	if (recorder->hopeless)
		drop_blocks(recorder);
	pthread_mutex_unlock(&writer.lock);
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

static bool open_memory(sqlite3 **db)
{
	return sqlite3_open_v2(":memory:", db,
			       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
			       NULL) == SQLITE_OK;
}

/* Copies the blank file. A database that SQLite reads in place could not give its uncommitted rows as an
 * image. Any SQLite reads it: the format is the same in all versions.  */
static bool copy_blank(sqlite3 *to)
{
	sqlite3_backup *copy = NULL;
	sqlite3 *blank;
	bool copied = open_memory(&blank) &&
		      sqlite3_deserialize(blank, "main", (unsigned char *)(uintptr_t)file_blank,
					  (sqlite3_int64)file_blank_size, (sqlite3_int64)file_blank_size,
					  SQLITE_DESERIALIZE_READONLY) == SQLITE_OK &&
		      (copy = sqlite3_backup_init(to, "main", blank, "main"));

	if (copied)
		sqlite3_backup_step(copy, -1);
	copied = copied && sqlite3_backup_finish(copy) == SQLITE_OK;
	sqlite3_close(blank);
	return copied;
}

struct match_file *file_in_memory(char **problem)
{
	struct match_file *file = file_new("");

	if (open_memory(&file->db) && copy_blank(file->db)) {
		file->writing = file->recorded = true;
		return file;
	}
	*problem = file_error(file->db);
	match_file_close(file);
	return NULL;
}

static struct failure connect_writer(struct recorder *recorder)
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

/* What was applied is in the file: its blocks can be used again. Without any, the file has its tables.  */
static void committed(struct recorder *recorder)
{
	pthread_mutex_lock(&writer.lock);
	while (recorder->work.first != recorder->unapplied) {
		struct block *block = recorder->work.first;

		writer.waiting -= sizeof *block + block->size;
		recorder->committed++;
		recorder->work.first = block->next;
		block->next = writer.freed;
		writer.freed = block;
	}
	if (!recorder->unapplied)
		recorder->work.last = NULL;
	recorder->attempt = recorder->furthest = 0;
	recorder->progress++;
	recorder->progress_ns = writer_now();
	free(recorder->trouble);
	recorder->trouble = NULL;
	pthread_cond_broadcast(&writer.progress);
	pthread_mutex_unlock(&writer.lock);
	recorder->written += recorder->applied_size;
	recorder->applied_size = 0;
	recorder->commit_due = false;
	recorder->failing_ns = 0;
}

static struct failure write_image(struct recorder *recorder)
{
	int error = file_write_image(recorder->file, recorder->lock);

	if (error)
		return (struct failure){.why = words_of(error), .is_lock = error == EAGAIN};
	give_back_memory(recorder);
	pthread_mutex_lock(&writer.lock);
	recorder->on_disk = true;
	pthread_mutex_unlock(&writer.lock);
	if (*recorder->path)
		return (struct failure){0};
	return connect_writer(recorder);
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

static struct failure commit_due_rows(struct recorder *recorder)
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

/* Applies and commits what is due.  */
static struct failure commit_blocks(struct recorder *recorder)
{
	struct failure failure = {0};

	while (recorder->unapplied || recorder->commit_due) {
		size_t most = recorder->in_memory ? IN_MEMORY : UNCOMMITTED;

		if (recorder->commit_due || recorder->applied_size > most) {
			failure = commit_due_rows(recorder);
			if (failure.why)
				return failure;
			continue;
		}
		if (recorder->unapplied->size || !recorder->on_disk) {
			failure = connect_writer(recorder);
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

/* Frees a recorder that the writer does not know, or has done with.  */
static void writer_free(struct recorder *recorder)
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

/* Does what is due of one recorder. With the lock, which it releases in between.  */
static void serve(struct recorder *recorder)
{
	bool ending = recorder->ending || recorder->abandoned;
	bool nothing = recorder->hopeless || recorder->withdrawn || recorder->abandoned ||
		       (ending && !*recorder->path && !recorder->on_disk);
	struct failure failure = {0}, gone = {0};

	take_given(recorder);
	if (nothing)
		drop_blocks(recorder);
	pthread_mutex_unlock(&writer.lock);
	recorder->retry_ns = 0;
	served = recorder;
	if (!nothing)
		failure = commit_blocks(recorder);
	served = NULL;
	if (failure.why)
		gone = trouble_finding(recorder);
	if (gone.why) { /* SQLite cannot open the journal of a file that is gone, and says only that */
		free(failure.why);
		failure = gone;
	}
	if (failure.why)
		fail(recorder, failure);
	else if (ending)
		finish(recorder);
	pthread_mutex_lock(&writer.lock);
	if (failure.why || !ending)
		return;
	forget(recorder);
	if (recorder->abandoned)
		writer_free(recorder);
}

static void *run_writer(void *unused UNUSED)
{
	struct sched_param normal = {0};
	int64_t until;

	/* The judge runs at once when an answer comes, and does not wait for this thread on its core.  */
	pthread_setschedparam(pthread_self(), SCHED_BATCH, &normal);
	pthread_mutex_lock(&writer.lock);
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
static char *start_writer(void)
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
	error = pthread_create(&thread, &detached, run_writer, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&detached);
	writer.runs = error == 0;
	return error ? bytes_text("the thread that writes match files cannot be started: %s", strerror(error))
		     : NULL;
}

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

/* Waits for progress of any file until `deadline`, of writer_now(), with the lock. False: it has passed.  */
static bool writer_await(int64_t deadline)
{
	struct timespec until = {deadline / (1000 * MS), deadline % (1000 * MS)};

	return pthread_cond_timedwait(&writer.progress, &writer.lock, &until) == 0;
}

/* Gives the blocks in `full` to the thread and says what is lost from now on. If another thread has the lock
 * and not `must`, a later call does it.  */
static void writer_give(struct recorder *recorder, bool must)
{
	struct block *freed;

	if (!recorder->full.first && recorder->loses == LOST_NOTHING && !must)
		return;
	if (must)
		pthread_mutex_lock(&writer.lock);
	else if (pthread_mutex_trylock(&writer.lock) != 0)
		return;
	freed = give(recorder);
	pthread_mutex_unlock(&writer.lock);
	blocks_keep(freed);
}

/* An empty block for at least so many bytes.  The judge's thread calls it.  */
static struct block *block_new(size_t room)
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

/* Ends the block that is being filled.  */
static void close_block(struct recorder *recorder, bool commit)
{
	recorder->filling->commit = commit;
	blocks_add(&recorder->full, recorder->filling);
	recorder->handed++;
	recorder->filling = NULL;
}

static bool holds(const struct recorder *recorder)
{
	return recorder->holds && recorder->handed < HELD_BLOCKS;
}

/* Room for a row, which is filled at once: a struct and its texts.  */
static void *row_new(struct recorder *recorder, enum row_kind kind, size_t size)
{
	size_t whole = (sizeof(struct row) + size + 7) & ~(size_t)7;
	struct block *block = recorder->filling;
	struct row *row;

	if (block->size + whole > block->room) {
		if (block->size) {
			close_block(recorder, false);
			if (!holds(recorder))
				writer_give(recorder, false);
		} else {
			free(block);
		}
		block = recorder->filling = block_new(whole);
	}
	row = (struct row *)(block->at + block->size);
	*row = (struct row){(uint32_t)whole, kind};
	block->size += whole;
	recorder->uncommitted = true;
	return row + 1;
}

static const char *text_at(const void *of, size_t at)
{
	const char *text;

	memcpy(&text, (const char *)of + at, sizeof text);
	return text;
}

/* Adds a copy of the struct and its texts, with room for `more` bytes between them. Returns the copy.  */
static void *add_row(struct recorder *recorder, enum row_kind kind, const void *of, size_t more)
{
	const struct form *form = &forms[kind];
	size_t size = form->size + more, sizes[3] = {0};
	char *copy, *end;

	for (int i = 0; i < form->text_count; i++) {
		const char *text = text_at(of, form->texts[i]);

		size += sizes[i] = text ? strlen(text) + 1 : 0;
	}
	copy = row_new(recorder, kind, size);
	memcpy(copy, of, form->size);
	end = copy + form->size + more;
	for (int i = 0; end < copy + size; i++) { /* most messages have no text */
		if (!sizes[i])
			continue;
		memcpy(end, text_at(of, form->texts[i]), sizes[i]);
		memcpy(copy + form->texts[i], &end, sizeof end);
		end += sizes[i];
	}
	return copy;
}

static void add_message(struct recorder *recorder, enum row_kind kind, const struct message *message)
{
	struct message *copy = add_row(recorder, kind, message, message->size);

	copy->bytes = (char *)(copy + 1);
	if (message->size)
		memcpy(copy->bytes, message->bytes, message->size);
}

static void close_gap(struct recorder *recorder)
{
	if (recorder->gap.first)
		add_row(recorder, ROW_GAP, &recorder->gap, 0);
	recorder->gap = (struct gap){0};
}

/* Hands over what is left, and says that nothing follows.  */
static void end(struct recorder *recorder, bool withdrawn)
{
	struct block *freed;

	if (!recorder->filling)
		return;
	close_gap(recorder);
	close_block(recorder, true);
	if (recorder->named)
		unlink(recorder->name);
	recorder->named = false;
	pthread_mutex_lock(&writer.lock);
	freed = give(recorder);
	recorder->ending = true;
	recorder->withdrawn = withdrawn;
	recorder->progress_ns = writer_now();
	pthread_cond_signal(&writer.work);
	pthread_mutex_unlock(&writer.lock);
	blocks_keep(freed);
}

/* Message n, or a turn that it led to, is lost. That a gap begins is recorded at once, because the end of it
 * may never be.  */
static void lose(struct recorder *recorder, int64_t n, bool turn)
{
	struct gap *gap = &recorder->gap;
	bool begins = !gap->first;

	if (begins)
		*gap = (struct gap){.first = n};
	gap->turns += turn;
	gap->messages += !turn;
	recorder->lost++;
	if (begins)
		add_row(recorder, ROW_GAP, gap, 0);
	gap->last = n;
}

static bool is_lost(const struct recorder *recorder, const struct message *message)
{
	static const unsigned chatter = CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_DEBUG) |
					CHANNEL_BIT(CHANNEL_MESSAGE) | CHANNEL_BIT(CHANNEL_COMMENT);
	enum lost from = message->direction == EVENT               ? LOST_ALL
			 : CHANNEL_BIT(message->channel) & chatter ? LOST_CHATTER
								   : LOST_MESSAGES;

	return recorder->halted || recorder->loses >= from;
}

static struct recorder *recorder_made(const char *path, char *name, int lock)
{
	struct recorder *recorder = bytes_new(sizeof *recorder);

	recorder->path = bytes_text("%s", path);
	recorder->name = name;
	recorder->named = !*path;
	recorder->lock = lock;
	recorder->written_here = file_written_here(lock);
	recorder->gave_up = -1;
	recorder->uncommitted = true; /* the tables */
	return recorder;
}

/* Gives it to the thread, which is started if there is none. NULL and a problem: it cannot be.  */
static struct recorder *begun(struct recorder *recorder, char **problem)
{
	*problem = writer.runs ? NULL : start_writer();
	if (!*problem) {
		pthread_mutex_lock(&writer.lock);
		recorder->next = writer.recorders;
		writer.recorders = recorder;
		pthread_mutex_unlock(&writer.lock);
		recorder->filling = block_new(0);
		return recorder;
	}
	if (recorder->named)
		unlink(recorder->name);
	writer_free(recorder);
	return NULL;
}

/* The recorder owns the file from now on.  */
static struct recorder *adopted(struct match_file *file, const char *path, char **problem)
{
	struct recorder *recorder;

	if (!file)
		return NULL;
	recorder = recorder_made(path, file_plain_path(file->path), file->lock);
	file->recorded = true;
	file->lock = -1;
	recorder->file = file;
	if (!*path)
		file_set_up_writing(file, true);
	recorder->on_disk = recorder->journaled = recorder->adopted = true;
	recorder->uncommitted = false;
	recorder->branch = file->branch;
	recorder->newest = match_file_newest(file);
	recorder->numbered = match_file_most_numbered(file);
	return begun(recorder, problem);
}

/* Its path for people.  */
static const char *shown_path(const struct recorder *recorder)
{
	return *recorder->path ? recorder->path : "the temporary match file";
}

/* Why the file is not whole; NULL: it is, or may still be. `late`: nobody waits for it any longer. Call it
 * with the writer's lock; the caller frees.  */
static char *recorder_loss(const struct recorder *recorder, bool late)
{
	const char *why = recorder->trouble ? recorder->trouble : "the disk does not answer";

	if (recorder->hopeless)
		return bytes_text("%s: is not whole: %s", shown_path(recorder), why);
	if (late)
		return bytes_text("%s: is not whole: %s, so the rest was given up", shown_path(recorder),
				  why);
	if (recorder->done && recorder->lost)
		return bytes_text("%s: is not whole: %" PRId64
				  " messages and turns are missing, because it could not be written in time",
				  shown_path(recorder), recorder->lost);
	return NULL;
}

void recorder_message(struct recorder *recorder, const struct message *message)
{
	assert(message->n > 0);
	recorder->newest = message->n;
	if (message->number > recorder->numbered)
		recorder->numbered = message->number;
	if (is_lost(recorder, message)) {
		lose(recorder, message->n, false);
		return;
	}
	if (recorder->gap.first && recorder->loses == LOST_NOTHING)
		close_gap(recorder);
	add_message(recorder, ROW_MESSAGE, message);
}

void recorder_kibitz(struct recorder *recorder, const struct message *line)
{
	if (!recorder->halted && recorder->loses == LOST_NOTHING)
		add_message(recorder, ROW_KIBITZ, line);
}

void recorder_turn(struct recorder *recorder, const struct turn *turn)
{
	if (recorder->loses == LOST_ALL)
		recorder->halted = true;
	if (recorder->halted)
		lose(recorder, recorder->newest, true);
	else
		add_row(recorder, ROW_TURN, turn, 0);
}

int recorder_branch(struct recorder *recorder, int parent, int turns, int64_t message, const char *why)
{
	int from = parent < 0 ? recorder->branch : parent;

	recorder->branch++;
	if (recorder->halted)
		return recorder->branch;
	close_gap(recorder); /* each gap belongs to one branch */
	add_row(recorder, ROW_BRANCH,
		&(struct branch_row){.parent = from, .turn = turns, .message = message, .why = (char *)why},
		0);
	return recorder->branch;
}

void recorder_seat(struct recorder *recorder, int seat, const struct seat_setup *setup)
{
	if (!recorder->halted)
		add_row(recorder, ROW_SEAT, &(struct seat_row){seat, *setup}, 0);
}

void recorder_name(struct recorder *recorder, int seat, const char *name)
{
	if (!recorder->halted)
		add_row(recorder, ROW_NAME, &(struct seat_row){seat, {.name = (char *)name}}, 0);
}

void recorder_verdict(struct recorder *recorder, const struct verdict *verdict)
{
	add_row(recorder, ROW_VERDICT, verdict, 0);
}

void recorder_unsent(struct recorder *recorder, int seat, int64_t n)
{
	if (!recorder->halted)
		add_row(recorder, ROW_UNSENT, &(struct unsent_row){seat, n}, 0);
}

int64_t recorder_newest(const struct recorder *recorder)
{
	return recorder->newest;
}

int64_t recorder_numbered(const struct recorder *recorder)
{
	return recorder->numbered > recorder->newest ? recorder->numbered : recorder->newest;
}

void recorder_hold(struct recorder *recorder)
{
	recorder->holds = true;
}

void recorder_commit(struct recorder *recorder)
{
	if (holds(recorder))
		return;
	if (recorder->uncommitted) {
		close_block(recorder, true);
		recorder->filling = block_new(0);
		recorder->uncommitted = false;
	}
	writer_give(recorder, false);
}

bool recorder_settle(struct recorder *recorder, int64_t ns)
{
	int64_t deadline;
	bool settled;

	recorder_mark(recorder);
	pthread_mutex_lock(&writer.lock);
	settled = recorder->committed == recorder->handed;
	if (!settled && recorder->gave_up != recorder->progress) {
		deadline = writer_now() + ns;
		while (recorder->committed < recorder->handed && !recorder->done && writer_await(deadline))
			;
		settled = recorder->committed == recorder->handed;
		recorder->gave_up = settled ? -1 : recorder->progress;
	}
	pthread_mutex_unlock(&writer.lock);
	return settled;
}

int64_t recorder_mark(struct recorder *recorder)
{
	recorder_commit(recorder);
	writer_give(recorder, true);
	return recorder->handed;
}

bool recorder_reached(struct recorder *recorder, int64_t mark)
{
	bool reached;

	pthread_mutex_lock(&writer.lock);
	reached = recorder->committed >= mark;
	pthread_mutex_unlock(&writer.lock);
	return reached;
}

void recorder_insist(struct recorder *recorder)
{
	recorder->gave_up = -1;
}

bool recorder_is_behind(const struct recorder *recorder)
{
	return recorder->behind;
}

void recorder_breathe(struct recorder *recorder, int64_t ns)
{
	int64_t deadline = writer_now() + ns;

	recorder_commit(recorder);
	pthread_mutex_lock(&writer.lock);
	while (writer_is_behind() && !recorder->trouble && writer_await(deadline))
		;
	recorder->behind = writer_is_behind();
	pthread_mutex_unlock(&writer.lock);
}

struct match_file *recorder_reader(struct recorder *recorder)
{
	struct match_file *reader;
	bool there;

	pthread_mutex_lock(&writer.lock);
	there = recorder->committed > 0 || recorder->adopted;
	pthread_mutex_unlock(&writer.lock);
	reader = there ? file_read_beside(recorder->name, recorder->path) : NULL;
	if (reader && recorder->named) { /* the thread has it open, too */
		unlink(recorder->name);
		recorder->named = false;
	}
	return reader;
}

struct recorder *recorder_new(const char *path, const struct setup *setup, char **problem)
{
	struct recorder *recorder;
	char *name;
	int lock = file_make_locked(path, &name, problem);

	if (lock < 0)
		return NULL;
	recorder = recorder_made(path, name, lock);
	setup_copy(&recorder->setup, setup);
	recorder->started_us = file_now_us();
	return begun(recorder, problem);
}

void recorder_began(struct recorder *recorder, int64_t us)
{
	recorder->started_us = us;
}

struct recorder *recorder_append(const char *path, char **problem)
{
	return adopted(match_file_append(path, problem), path, problem);
}

struct recorder *recorder_copy(struct match_file *file, const char *path, char **problem)
{
	FREED char *name = *path ? NULL : file_temporary_name(problem);
	struct match_file *copy = *path || name ? match_file_copy(file, name ? name : path, problem) : NULL;

	return adopted(copy, path, problem);
}

char *recorder_news(struct recorder *recorder)
{
	enum told now;
	char *news = NULL;

	pthread_mutex_lock(&writer.lock);
	now = !recorder->trouble ? TOLD_NOTHING : recorder->hopeless ? TOLD_HOPELESS : TOLD_TROUBLE;
	if (now > recorder->told)
		news = bytes_text(now == TOLD_HOPELESS
					  ? "%s: %s; the match goes on, but the rest is not recorded"
					  : "%s: cannot be written: %s; the match goes on, and its record "
					    "waits in memory",
				  shown_path(recorder), recorder->trouble);
	else if (now < recorder->told && recorder->loses == LOST_NOTHING)
		news = !recorder->lost
			       ? bytes_text("%s: can be written again; nothing is lost", shown_path(recorder))
			       : bytes_text("%s: can be written again; %" PRId64 " %s missing in it",
					    shown_path(recorder), recorder->lost,
					    recorder->lost == 1 ? "message or turn is"
								: "messages and turns are");
	if (news)
		recorder->told = now;
	pthread_mutex_unlock(&writer.lock);
	return news;
}

void recorder_end(struct recorder *recorder)
{
	end(recorder, false);
}

bool recorder_is_done(struct recorder *recorder, int64_t patience, bool may_wait, char **problem)
{
	bool over, late;

	pthread_mutex_lock(&writer.lock);
	for (;;) {
		int writes = atomic_load(&recorder->writes);
		int64_t deadline;

		if (recorder->seen != writes)
			recorder->progress_ns = writer_now();
		recorder->seen = writes;
		deadline = recorder->progress_ns + patience;
		late = !recorder->done && writer_now() >= deadline;
		over = recorder->done || recorder->hopeless || late;
		if (over || !may_wait)
			break;
		writer_await(deadline);
	}
	*problem = recorder_loss(recorder, late);
	pthread_mutex_unlock(&writer.lock);
	return over;
}

void recorder_free(struct recorder *recorder)
{
	bool done;

	if (!recorder)
		return;
	recorder_end(recorder);
	pthread_mutex_lock(&writer.lock);
	done = recorder->done;
	recorder->abandoned = true;
	pthread_cond_signal(&writer.work);
	pthread_mutex_unlock(&writer.lock);
	if (done)
		writer_free(recorder);
}

void recorder_withdraw(struct recorder *recorder)
{
	if (!recorder)
		return;
	if (*recorder->path)
		unlink(recorder->path);
	end(recorder, true);
	recorder_free(recorder);
}

void recorder_bound(size_t bytes)
{
	pthread_mutex_lock(&writer.lock);
	writer.bound = bytes ? bytes : BOUND;
	pthread_mutex_unlock(&writer.lock);
}

void writer_wrote(void)
{
	if (served && ++served->attempt > served->furthest) {
		served->furthest = served->attempt;
		atomic_fetch_add(&served->writes, 1);
	}
}
