/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pool.c - places, each with one job after the other.
 *
 * A timer fills free places.  So no job begins, and no process is freed, inside a callback of another one. */
#include "pool.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/progress.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <unistd.h>

struct pool_place {
	struct pool *pool;
	struct worker *worker; /* NULL: its job has no process */
	bool works;
	bool gone; /* its process is, and is still to be freed */

	/* In the process: */
	void (*work)(const struct desk *desk, void *job);
	void *job;
};

static void fill(void *user, int events)
{
	struct pool *pool = user;
	const struct pool_setup *setup = pool->setup;
	bool busy = false;

	(void)events;
	pool->woken = false;
	progress_changed(pool->progress);
	if (setup->wakes)
		setup->wakes(setup->user);
	for (int i = 0; i < setup->places && !pool->problem; i++) {
		struct pool_place *place = &pool->places[i];

		if (place->gone) {
			worker_free(place->worker);
			*place = (struct pool_place){.pool = pool};
		}
		if (!place->works) {
			place->works = true; /* its job may be over before begin() returns */
			place->works = setup->begin(setup->user, i) && place->works;
		}
		busy = busy || place->works;
	}
	if (!busy && !pool->woken)
		loop_stop(pool->loop);
}

static void interrupt(void *user, int events)
{
	struct pool *pool = user;

	(void)events;
	pool->interrupted = true;
	loop_stop(pool->loop);
}

void pool_run(struct pool *pool, const struct pool_setup *setup)
{
	struct deadly deadly;

	*pool = (struct pool){.loop = loop_new(), .setup = setup};
	pool->places = bytes_new((size_t)setup->places * sizeof(*pool->places));
	for (int i = 0; i < setup->places; i++)
		pool->places[i] = (struct pool_place){.pool = pool};
	pool->timer = loop_timer(pool->loop, LOOP_LATER, fill, pool);
	agent_adopt_orphans(); /* those of a process that was killed */
	deadly = deadly_catch(pool->loop, interrupt, pool);
	pool_wake(pool);
	pool->progress = progress_new(pool->loop, setup->progress, setup->user);
	loop_run(pool->loop);
	progress_free(pool->progress);
	pool->interrupted = pool->interrupted || loop_is_awaited();
	for (int i = 0; i < setup->places; i++)
		worker_free(pool->places[i].worker);
	agent_end_orphans();
	deadly_release(&deadly);
	loop_unwatch(pool->timer);
	free(pool->places);
}

char *pool_problem(struct pool *pool, int *status)
{
	char *problem = pool->problem;

	pool->problem = NULL;
	if (!pool->interrupted) {
		*status = pool->status;
		return problem;
	}
	free(problem);
	*status = EXIT_INTERRUPTED;
	return bytes_text("interrupted");
}

void pool_close(struct pool *pool)
{
	loop_free(pool->loop);
	free(pool->problem);
}

void pool_wake(struct pool *pool)
{
	pool->woken = true;
	loop_at(pool->timer, loop_now());
}

void pool_stop(struct pool *pool, char *problem, int status)
{
	if (pool->problem) {
		free(problem);
	} else {
		pool->problem = problem;
		pool->status = status;
	}
	loop_stop(pool->loop);
}

void pool_release(struct pool *pool, int place)
{
	pool->places[place].works = false;
	pool_wake(pool);
}

bool pool_works(const struct pool *pool, int place)
{
	return pool->places[place].works;
}

/* ---- jobs with processes ---- */

/* The owner is gone, or wants no more.  */
static void owner_is_gone(void *user, const struct note *note)
{
	(void)user;
	(void)note;
	_exit(1);
}

static void work(void *arg, int fd)
{
	const struct pool_place *place = arg;
	struct desk desk = {.loop = loop_new()};

	desk.link = link_new(desk.loop, fd, owner_is_gone, NULL);
	place->work(&desk, place->job);
	link_free(desk.link);
	loop_free(desk.loop);
}

static int number_of(const struct pool_place *place)
{
	return (int)(place - place->pool->places);
}

static void told(void *user, const struct note *note)
{
	struct pool_place *place = user;
	const struct pool_setup *setup = place->pool->setup;

	setup->told(setup->user, number_of(place), note);
}

static void gone(void *user, struct ending ending)
{
	struct pool_place *place = user;
	const struct pool_setup *setup = place->pool->setup;
	char *how = !ending.signalled ? bytes_text("ended with status %d", ending.code)
		    : ending.signal   ? bytes_text("was ended by %s", ending.signal)
				      : bytes_text("was ended by signal %d", ending.code);

	place->gone = true;
	setup->gone(setup->user, number_of(place), ending.signalled || ending.code ? how : NULL);
	free(how);
	pool_wake(place->pool);
}

bool pool_fork(struct pool *pool, int place, void (*work_of)(const struct desk *desk, void *job), void *job)
{
	static const struct worker_events events = {.told = told, .ended = gone};
	struct pool_place *at = &pool->places[place];
	char *problem = NULL;

	at->work = work_of;
	at->job = job;
	at->worker = worker_fork(pool->loop, work, at, &events, at, &problem);
	if (!at->worker)
		pool_stop(pool, problem, pool->setup->no_process);
	return at->worker;
}

void pool_tell(struct pool *pool, int place, const struct note *note)
{
	worker_tell(pool->places[place].worker, note);
}

void desk_tell(const struct desk *desk, int kind, int number, const char *text, const char *more)
{
	if (!link_tell(desk->link, &(struct note){kind, number, text, more}))
		_exit(1);
}

struct note desk_hear(const struct desk *desk)
{
	struct note note;

	if (!link_hear(desk->link, &note))
		_exit(1);
	return note;
}
