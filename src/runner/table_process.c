/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_process.c - a table in a worker: each call of its dealer becomes a note to the parent, and a call
 * there.  */
#include "table_process.h"

#include "ringside/bytes.h"
#include "ringside/worker.h"
#include <stdlib.h>
#include <unistd.h>

/* From the worker, except the last four.  */
enum say {
	SAY_NEXT,    /* which game is next, after that number?  It waits for the answer */
	SAY_BEGUN,   /* the first game has */
	SAY_MOVED,   /* number: of moves */
	SAY_OVER,    /* a finished game: its number, its object and its text */
	SAY_BROKEN,  /* the same of an interrupted one */
	SAY_TROUBLE, /* number: the match cannot be continued */
	SAY_SAVING,  /* all games are over, and the last files are still being written */
	SAY_ENDED,   /* number: the exit status; the text is "" if there is no problem */
	SAY_GAME,    /* its number; 0: none is left */
	SAY_PAUSE,
	SAY_GO,
	SAY_END, /* break off */
};

struct table_process {
	struct worker *worker;
	const struct dealer *dealer;
	bool broken; /* what it says does not count any more: its game is played again */
	bool asks;   /* it waits for the number of its next game, ... */
	int after;   /* ... after this one */
	void (*gone)(void *user, struct ending ending);
	void *user;
};

/* ---- in the worker ---- */

struct work {
	const struct table_setup *setup;
	struct link *link;
	struct loop *loop;
	struct table *table;
};

static void tell(struct work *work, enum say kind, int number, const char *text, const char *more)
{
	/* Without a parent nobody wants the game.  The kernel is about to kill us.  */
	if (!link_tell(work->link, &(struct note){(int)kind, number, text, more}))
		_exit(1);
}

/* If the parent says SAY_END while we wait, no game follows.  It then still answers the question, with game
 * 0, which told_to_end() ignores.  */
static int ask_for_next(void *user, int after)
{
	struct work *work = user;
	struct note note;

	tell(work, SAY_NEXT, after, NULL, NULL);
	do /* between two games there is nothing to pause: who pauses all answers later */
		if (!link_hear(work->link, &note))
			_exit(1);
	while (note.kind == SAY_PAUSE || note.kind == SAY_GO);
	return note.kind == SAY_GAME ? note.number : 0;
}

static void say_begun(void *user)
{
	tell(user, SAY_BEGUN, 0, NULL, NULL);
}

static void say_moved(void *user, int moves)
{
	tell(user, SAY_MOVED, moves, NULL, NULL);
}

static void say_over(void *user, const struct result *result)
{
	char *object = json_dumps(result->object, JSON_COMPACT);

	tell(user, result->finished ? SAY_OVER : SAY_BROKEN, result->game, object, result->text);
	free(object);
}

static void say_trouble(void *user, const char *problem, bool lost)
{
	tell(user, SAY_TROUBLE, lost, problem, NULL);
}

static void say_saving(void *user)
{
	tell(user, SAY_SAVING, 0, NULL, NULL);
}

static void say_ended(void *user, const char *problem, int status)
{
	struct work *work = user;

	tell(work, SAY_ENDED, status, problem, NULL);
	loop_stop(work->loop);
}

/* A note that comes while the game is played.  */
static void told_to_end(void *user, const struct note *note)
{
	struct work *work = user;

	if (!note)
		_exit(1);
	if (note->kind == SAY_END)
		table_end(work->table);
	else if (note->kind == SAY_PAUSE || note->kind == SAY_GO)
		table_pause(work->table, note->kind == SAY_PAUSE);
}

static void work_at_table(void *arg, int fd)
{
	struct work work = {.setup = arg, .loop = loop_new()};
	const struct dealer dealer = {.next = ask_for_next,
				      .begun = say_begun,
				      .moved = work.setup->watched ? say_moved : NULL,
				      .over = say_over,
				      .trouble = say_trouble,
				      .saving = say_saving,
				      .ended = say_ended};

	work.link = link_new(work.loop, fd, told_to_end, &work);
	work.table = table_new(work.loop, work.setup, &dealer, &work);
	loop_run(work.loop);
	table_free(work.table);
	link_free(work.link);
	loop_free(work.loop);
}

/* ---- in the parent ---- */

static void take_result(struct table_process *process, const struct note *note)
{
	json_t *object = json_loads(note->text, 0, NULL);

	if (object)
		process->dealer->over(process->user, &(struct result){.game = note->number,
								      .finished = note->kind == SAY_OVER,
								      .text = note->more,
								      .object = object});
	else
		worker_kill(process->worker);
	process->broken = !object;
	json_decref(object);
}

void table_process_deal(struct table_process *process)
{
	int game = process->asks ? process->dealer->next(process->user, process->after) : DEAL_LATER;

	if (game == DEAL_LATER)
		return;
	process->asks = false;
	worker_tell(process->worker, &(struct note){.kind = SAY_GAME, .number = game});
}

static void told(void *user, const struct note *note)
{
	struct table_process *process = user;
	const struct dealer *dealer = process->dealer;

	if (process->broken)
		return;
	switch ((enum say)note->kind) {
	case SAY_NEXT:
		process->asks = true;
		process->after = note->number;
		table_process_deal(process);
		break;
	case SAY_BEGUN: dealer->begun(process->user); break;
	case SAY_MOVED: dealer->moved(process->user, note->number); break;
	case SAY_OVER:
	case SAY_BROKEN: take_result(process, note); break;
	case SAY_TROUBLE: dealer->trouble(process->user, note->text, note->number); break;
	case SAY_SAVING: dealer->saving(process->user); break;
	case SAY_ENDED: dealer->ended(process->user, *note->text ? note->text : NULL, note->number); break;
	case SAY_GAME:
	case SAY_PAUSE:
	case SAY_GO:
	case SAY_END: break; /* ours */
	}
}

static void gone(void *user, struct ending ending)
{
	struct table_process *process = user;

	process->gone(process->user, ending);
}

struct table_process *table_process_new(struct loop *loop, const struct table_setup *setup,
					const struct dealer *dealer,
					void (*is_gone)(void *user, struct ending ending), void *user,
					char **problem)
{
	static const struct worker_events events = {.told = told, .ended = gone};
	struct table_process *process = bytes_new(sizeof(*process));

	*process = (struct table_process){.dealer = dealer, .gone = is_gone, .user = user};
	process->worker = worker_fork(loop, work_at_table, (void *)setup, &events, process, problem);
	if (process->worker)
		return process;
	free(process);
	return NULL;
}

void table_process_pause(struct table_process *process, bool pause)
{
	worker_tell(process->worker, &(struct note){.kind = pause ? SAY_PAUSE : SAY_GO});
}

void table_process_end(struct table_process *process)
{
	worker_tell(process->worker, &(struct note){.kind = SAY_END});
}

void table_process_kill(struct table_process *process)
{
	worker_kill(process->worker);
}

void table_process_free(struct table_process *process)
{
	if (!process)
		return;
	worker_free(process->worker);
	free(process);
}
