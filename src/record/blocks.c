/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* blocks.c - blocks of rows: used again by the judge's thread, and read into a match file by the writer's. */
#include "recorder_state.h"

#include <stdlib.h>
#include <string.h>

enum { SPARES = 8 };

/* The judge's thread's.  */
static struct block *spare;
static int spares;

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

void blocks_keep(struct block *freed)
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

void blocks_free(struct block *block)
{
	for (struct block *next; block; block = next) {
		next = block->next;
		free(block);
	}
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

/* Messages and turns that were read from a block and not written yet. The file does not tell their order.  */
struct batch {
	struct message messages[FILE_ROWS];
	struct turn turns[FILE_ROWS];
	int message_count, turn_count;
};

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

void block_apply(const struct block *block, struct match_file *file)
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
