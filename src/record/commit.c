/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* commit.c - how the writer's thread puts the blocks of one file into it.
 *
 * The blocks are kept until they are committed. So after any trouble the connection is closed, and they are
 * applied again a moment later. A match that is over before its first commit is built in memory and written
 * at once (image.c); the tables and statements in memory serve one match after the other.  */
#include "recorder_state.h"

#include <stdlib.h>

enum {
	UNCOMMITTED = 1024 * 1024,
	IN_MEMORY = 256 * 1024, /* bytes of rows; more go to the file */
	/* Bytes of rows that make a file of half a megabyte. Larger pages save from here on what they take.
	 */
	LONG = 1536 * 1024,
};

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

void commit_forget(struct recorder *recorder)
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

struct failure commit_blocks(struct recorder *recorder)
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
