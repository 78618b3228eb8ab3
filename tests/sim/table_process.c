/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_process.c - the processes of a simulated match: each deed happens at its time.  */
#include "table_state.h"

#include <stdlib.h>
#include <string.h>

void table_free_deeds(struct process *process)
{
	for (int i = process->first; i < process->last; i++)
		free(process->deeds[i].bytes);
	process->first = process->last = 0;
}

static void add_deed(struct process *process, struct deed deed)
{
	if (process->last == process->room) {
		process->room = process->room ? 2 * process->room : 32;
		process->deeds = bytes_resized(process->deeds, (size_t)process->room * sizeof(deed));
	}
	process->deeds[process->last++] = deed;
}

void table_take_deeds(struct process *process)
{
	for (int i = 0; i < process->fake.count; i++)
		add_deed(process, process->fake.deeds[i]);
	process->fake.count = 0;
}

static void note_move(struct process *process, struct deed deed)
{
	if (process->written == process->moves_room) {
		process->moves_room = process->moves_room ? 2 * process->moves_room : 32;
		process->moves = bytes_resized(process->moves, (size_t)process->moves_room * sizeof(deed));
	}
	deed.bytes = NULL;
	process->moves[process->written++] = deed;
}

static struct ending ending_of(int code)
{
	static const struct ending of[] = {{.signalled = true, .code = 11, .signal = "SIGSEGV"},
					   {.signalled = true, .code = 6, .signal = NULL},
					   {.signalled = true, .code = 9, .signal = "SIGKILL"}};

	return code >= 0 ? (struct ending){.code = code} : code == -11 ? of[0] : code == -6 ? of[1] : of[2];
}

static void give(struct table *table, int seat, struct deed *deed)
{
	struct process *process = &table->process[seat];
	bool was_over = judge_match(table->judge)->over;
	int64_t at = 0;

	if (!was_over)
		process->culpable |= deed->culpable;
	switch (deed->kind) {
	case DEED_BYTES:
		if (deed->is_move)
			note_move(process, *deed);
		if (deed->size > 1 && chance_one_in(&table->chance, 8)) /* two reads in one wake-up */
			at = 1 + chance_below(&table->chance, (int64_t)deed->size - 1);
		if (at)
			judge_bytes(table->judge, table->now, seat, STREAM_STDOUT, deed->bytes, (size_t)at);
		judge_bytes(table->judge, table->now, seat, STREAM_STDOUT, deed->bytes + at,
			    deed->size - (size_t)at);
		break;
	case DEED_STDERR:
		judge_bytes(table->judge, table->now, seat, STREAM_STDERR, deed->bytes, deed->size);
		break;
	case DEED_CLOSE: judge_closed(table->judge, table->now, seat, (enum stream)deed->code); break;
	case DEED_EXIT:
		process->exists = process->frozen = false;
		process->kill_at = NEVER;
		if (chance_one_in(&table->chance, 3))
			judge_closed(table->judge, table->now, seat, STREAM_STDOUT);
		judge_exited(table->judge, table->now, seat, ending_of(deed->code));
		break;
	}
	if (!was_over && !table->has_requests && !table->watched && deed->fatal &&
	    (!deed->leaves ||
	     judge_seat(table->judge, seat).thinks)) /* otherwise it loses when it is asked */
		CHECK(table, judge_match(table->judge)->over, "a deed of seat %d has no effect", seat);
	free(deed->bytes);
	deed->bytes = NULL;
}

/* The time of its next deed.  */
int64_t table_next_deed(const struct process *process)
{
	int64_t t = process->exists ? process->kill_at : NEVER;

	if (process->exists && process->first < process->last && process->deeds[process->first].t < t)
		t = process->deeds[process->first].t;
	return t;
}

void table_do_deed(struct table *table, int seat)
{
	struct process *process = &table->process[seat];
	struct deed deed;

	if (process->first == process->last || process->kill_at < process->deeds[process->first].t) {
		table_free_deeds(process);
		deed = (struct deed){.kind = DEED_EXIT, .code = -9};
	} else {
		deed = process->deeds[process->first++];
	}
	give(table, seat, &deed);
}

void table_spawn(struct table *table, int seat)
{
	struct process *process = &table->process[seat];

	if (process->exists) {
		CHECK(table, process->dismissed, "seat %d: replaced without being dismissed", seat);
		CHECK(table, process->told_end || !table->fixture->goodbye,
		      "seat %d: replaced without a goodbye", seat);
		table->outcome.respawns++;
	}
	table_free_deeds(process);
	process->exists = true;
	process->told_end = process->dismissed = process->frozen = false;
	process->kill_at = NEVER;
	process->seen = process->written = 0;
	process->culpable = 0;
	if (!table->fixture->start(table, seat)) {
		process->exists = false;
		process->culpable = BLAME_ANY;
		judge_not_started(table->judge, table->now, seat, "no such file");
		return;
	}
	table_take_deeds(process);
	table_input(table);
	table->began_running[seat] = table_ran(table, seat);
	judge_started(table->judge, table->now, seat);
}

/* Answers DRAIN with everything that is in the pipe by now.  */
void table_drain(struct table *table, int seat)
{
	struct process *process = &table->process[seat];

	table->asked_t[seat] = table->now; /* what comes between this and the question cannot be told apart */
	table_input(table);
	if (table->now > table->input_t)
		memset(table->unseen, 0, sizeof(table->unseen));
	while (process->exists && process->first < process->last &&
	       process->deeds[process->first].t <= table->now &&
	       process->deeds[process->first].kind == DEED_BYTES)
		give(table, seat, &process->deeds[process->first++]);
}
