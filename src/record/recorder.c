/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorder.c - the judge's side of the recording: packs rows into blocks, and decides what is lost when too
 * much waits.
 *
 * * A row costs a copy of its struct and its texts. Blocks are used again, so in the steady state nothing
 * is allocated.
 *
 * What people are told of a recording: that it cannot be written, and what is lost.  */
#include "recorder_state.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- rows ---- */

/* Ends the block that is being filled.  */
static void close_block(struct recorder *recorder, bool commit)
{
	recorder->filling->commit = commit;
	blocks_add(&recorder->full, recorder->filling);
	recorder->handed++;
	recorder->filling = NULL;
}

/* Room for a row, which is filled at once: a struct of this size, then this many bytes of texts.  */
static void *add_row(struct recorder *recorder, enum row_kind kind, size_t size, size_t texts)
{
	size_t whole = (sizeof(struct row) + size + texts + 7) & ~(size_t)7;
	struct block *block = recorder->filling;
	struct row *row;

	if (block->size + whole > block->room) {
		if (block->size) {
			close_block(recorder, false);
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

static size_t text_size(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

/* ---- gaps ---- */

static void add_gap(struct recorder *recorder)
{
	*(struct gap *)add_row(recorder, ROW_GAP, sizeof(struct gap), 0) = recorder->gap;
}

static void close_gap(struct recorder *recorder)
{
	if (recorder->gap.first)
		add_gap(recorder);
	recorder->gap = (struct gap){0};
}

/* Hands over what is left, and says that nothing follows.  */
static void end(struct recorder *recorder, bool withdrawn)
{
	if (!recorder->filling)
		return;
	close_gap(recorder);
	close_block(recorder, true);
	if (recorder->named)
		unlink(recorder->name);
	recorder->named = false;
	writer_end(recorder, withdrawn);
}

/* Copies the text to *end and moves that.  */
static void add_text(char **end, const char *text)
{
	size_t size = text_size(text);

	if (size)
		memcpy(*end, text, size);
	*end += size;
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
		add_gap(recorder);
	gap->last = n;
}

static bool is_chatter(const struct message *message)
{
	return CHANNEL_BIT(message->channel) & (CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_DEBUG) |
						CHANNEL_BIT(CHANNEL_MESSAGE) | CHANNEL_BIT(CHANNEL_COMMENT));
}

static bool is_lost(const struct recorder *recorder, const struct message *message)
{
	enum lost from = message->direction == EVENT ? LOST_ALL
			 : is_chatter(message)       ? LOST_CHATTER
						     : LOST_MESSAGES;

	return recorder->halted || recorder->loses >= from;
}

static void add_seat(struct recorder *recorder, enum row_kind kind, int seat, const struct seat_setup *setup)
{
	struct seat_row *copy;
	char *end;

	if (recorder->halted)
		return;
	copy = add_row(recorder, kind, sizeof *copy, text_size(setup->command) + text_size(setup->name));
	end = (char *)(copy + 1);
	*copy = (struct seat_row){seat, *setup};
	add_text(&end, setup->command);
	add_text(&end, setup->name);
}

/* ---- beginning and end ---- */

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

/* Gives it to the writer. NULL and a problem: there is no thread.  */
static struct recorder *begun(struct recorder *recorder, char **problem)
{
	*problem = writer_add(recorder);
	if (!*problem) {
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
	return begun(recorder, problem);
}

/* Its path for people.  */
static const char *shown_path(const struct recorder *recorder)
{
	return *recorder->path ? recorder->path : "the temporary match file";
}

static char *words_of_end(const struct recorder *recorder)
{
	if (!recorder->lost)
		return bytes_text("%s: can be written again; nothing is lost", shown_path(recorder));
	return bytes_text("%s: can be written again; %" PRId64 " %s missing in it", shown_path(recorder),
			  recorder->lost,
			  recorder->lost == 1 ? "message or turn is" : "messages and turns are");
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

/* ---- adding ---- */

void recorder_message(struct recorder *recorder, const struct message *message)
{
	size_t word = text_size(message->event.word);
	struct message *copy;
	char *end;

	assert(message->n > 0);
	recorder->newest = message->n;
	if (is_lost(recorder, message)) {
		lose(recorder, message->n, false);
		return;
	}
	if (recorder->gap.first && recorder->loses == LOST_NOTHING)
		close_gap(recorder);
	copy = add_row(recorder, ROW_MESSAGE, sizeof *copy, message->size + word);
	end = (char *)(copy + 1);
	*copy = *message;
	if (message->size)
		memcpy(end, message->bytes, message->size);
	end += message->size;
	add_text(&end, message->event.word);
}

void recorder_turn(struct recorder *recorder, const struct turn *turn)
{
	struct turn *copy;
	char *end;

	if (recorder->loses == LOST_ALL)
		recorder->halted = true;
	if (recorder->halted) {
		lose(recorder, recorder->newest, true);
		return;
	}
	copy = add_row(recorder, ROW_TURN, sizeof *copy, text_size(turn->answered) + text_size(turn->played));
	end = (char *)(copy + 1);
	*copy = *turn;
	add_text(&end, turn->answered);
	add_text(&end, turn->played);
}

int recorder_branch(struct recorder *recorder, int parent, int turns, int64_t message, const char *why)
{
	struct branch_row *copy;
	char *end;
	int from = parent < 0 ? recorder->branch : parent;

	recorder->branch++;
	if (recorder->halted)
		return recorder->branch;
	close_gap(recorder); /* each gap belongs to one branch */
	copy = add_row(recorder, ROW_BRANCH, sizeof *copy, text_size(why));
	end = (char *)(copy + 1);
	*copy = (struct branch_row){.id = recorder->branch,
				    .parent = from,
				    .turn = turns,
				    .message = message,
				    .why = (char *)why};
	add_text(&end, why);
	return recorder->branch;
}

void recorder_seat(struct recorder *recorder, int seat, const struct seat_setup *setup)
{
	add_seat(recorder, ROW_SEAT, seat, setup);
}

void recorder_name(struct recorder *recorder, int seat, const char *name)
{
	add_seat(recorder, ROW_NAME, seat, &(struct seat_setup){.name = (char *)name});
}

void recorder_verdict(struct recorder *recorder, const struct verdict *verdict)
{
	struct verdict *copy =
		add_row(recorder, ROW_VERDICT, sizeof *copy,
			text_size(verdict->reason) + text_size(verdict->detail) + text_size(verdict->cause));
	char *end = (char *)(copy + 1);

	*copy = *verdict;
	add_text(&end, verdict->reason);
	add_text(&end, verdict->detail);
	add_text(&end, verdict->cause);
}

void recorder_unsent(struct recorder *recorder, int seat, int64_t n)
{
	struct unsent_row *row;

	if (recorder->halted)
		return;
	row = add_row(recorder, ROW_UNSENT, sizeof *row, 0);
	*row = (struct unsent_row){seat, n};
}

int64_t recorder_newest(const struct recorder *recorder)
{
	return recorder->newest;
}

/* ---- to the thread ---- */

void recorder_commit(struct recorder *recorder)
{
	if (recorder->uncommitted) {
		close_block(recorder, true);
		recorder->filling = block_new(0);
		recorder->uncommitted = false;
	}
	writer_give(recorder, false);
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

	writer_lock();
	reached = recorder->committed >= mark;
	writer_unlock();
	return reached;
}

void recorder_insist(struct recorder *recorder)
{
	recorder->gave_up = -1;
}

bool recorder_settle(struct recorder *recorder, int64_t ns)
{
	int64_t deadline;
	bool settled;

	recorder_mark(recorder);
	writer_lock();
	settled = recorder->committed == recorder->handed;
	if (!settled && recorder->gave_up != recorder->progress) {
		deadline = writer_now() + ns;
		while (recorder->committed < recorder->handed && !recorder->done && writer_await(deadline))
			;
		settled = recorder->committed == recorder->handed;
		recorder->gave_up = settled ? -1 : recorder->progress;
	}
	writer_unlock();
	return settled;
}

bool recorder_is_behind(const struct recorder *recorder)
{
	return recorder->behind;
}

void recorder_breathe(struct recorder *recorder, int64_t ns)
{
	int64_t deadline = writer_now() + ns;

	recorder_commit(recorder);
	writer_lock();
	while (writer_is_behind() && !recorder->trouble && writer_await(deadline))
		;
	recorder->behind = writer_is_behind();
	writer_unlock();
}

struct match_file *recorder_reader(struct recorder *recorder)
{
	struct match_file *reader;
	bool there;

	writer_lock();
	there = recorder->committed > 0 || recorder->adopted;
	writer_unlock();
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

struct recorder *recorder_append(const char *path, char **problem)
{
	return adopted(match_file_append(path, problem), path, problem);
}

struct recorder *recorder_copy(struct match_file *file, const char *path, char **problem)
{
	char *name = *path ? NULL : file_temporary_name(problem);
	struct match_file *copy = *path || name ? match_file_copy(file, name ? name : path, problem) : NULL;

	free(name);
	return adopted(copy, path, problem);
}

void recorder_end(struct recorder *recorder)
{
	end(recorder, false);
}

bool recorder_is_done(struct recorder *recorder, int64_t patience, bool may_wait, char **problem)
{
	bool over, late;

	writer_lock();
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
	writer_unlock();
	return over;
}

void recorder_free(struct recorder *recorder)
{
	bool done;

	if (!recorder)
		return;
	recorder_end(recorder);
	writer_lock();
	done = recorder->done;
	recorder->abandoned = true;
	writer_wake();
	writer_unlock();
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

char *recorder_news(struct recorder *recorder)
{
	enum told now;
	char *news = NULL;

	writer_lock();
	now = !recorder->trouble ? TOLD_NOTHING : recorder->hopeless ? TOLD_HOPELESS : TOLD_TROUBLE;
	if (now > recorder->told)
		news = bytes_text(now == TOLD_HOPELESS
					  ? "%s: %s; the match goes on, but the rest is not recorded"
					  : "%s: cannot be written: %s; the match goes on, and its record "
					    "waits in memory",
				  shown_path(recorder), recorder->trouble);
	else if (now < recorder->told && recorder->loses == LOST_NOTHING)
		news = words_of_end(recorder);
	if (news)
		recorder->told = now;
	writer_unlock();
	return news;
}
