/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pool.c - places, each with one job after the other.
 *
 * A timer fills free places.  So no job begins, and no process is freed, inside a callback of another one. */
#include "pool.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <unistd.h>

struct pool_place {
	struct pool *pool;
	struct worker *worker; /* NULL: its job has no process */
	bool works;
	bool gone; /* its process is, and is still to be freed */

	/* In the process: */
	void (*work)(struct desk *desk, void *job);
	void *job;
};

/* Begins jobs at free places.  False: no job is left.  */
static bool fill(struct pool *pool)
{
	const struct pool_setup *setup = pool->setup;
	bool busy = false;

	pool->woken = false;
	progress_changed(pool->progress);
	if (setup->wakes)
		setup->wakes(setup->user);
	for (int i = 0; i < pool->count && !pool->problem; i++) {
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
	return (busy || pool->woken) && !pool->problem;
}

static void woken(void *user, int events UNUSED)
{
	struct pool *pool = user;

	if (!fill(pool))
		loop_stop(pool->loop);
}

static void interrupt(void *user, int events UNUSED)
{
	struct pool *pool = user;

	pool->interrupted = true;
	if (pool->setup->interrupted)
		pool->setup->interrupted(pool->setup->user);
	else
		loop_stop(pool->loop);
}

void pool_open(struct pool *pool, const struct pool_setup *setup)
{
	*pool = (struct pool){.loop = loop_new(), .setup = setup};
	pool->timer = loop_timer(pool->loop, LOOP_LATER, woken, pool);
	pool->deadly = deadly_catch(pool->loop, interrupt, pool);
	agent_adopt_orphans(); /* those of a process that was killed */
}

void pool_run(struct pool *pool, int places)
{
	const struct pool_setup *setup = pool->setup;

	pool->places = bytes_new((size_t)places * sizeof(*pool->places));
	pool->count = places;
	for (int i = 0; i < places; i++)
		pool->places[i] = (struct pool_place){.pool = pool};
	if (setup->progress)
		pool->progress = progress_new(pool->loop, setup->progress, setup->user);
	if (fill(pool))
		loop_run(pool->loop);
	progress_free(pool->progress);
	pool->progress = NULL;
	pool->interrupted = pool->interrupted || loop_is_interrupted();
	for (int i = 0; i < places; i++)
		worker_free(pool->places[i].worker);
	free(pool->places);
	pool->places = NULL;
	pool->count = 0;
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
	agent_end_orphans();
	deadly_release(&pool->deadly);
	loop_unwatch(pool->timer);
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
	return pool->count && pool->places[place].works;
}

/* ---- jobs with processes ---- */

/* Nobody wants the job any more if the owner is gone, or speaks where it has nothing to say.  */
static void heard(void *user, const struct note *note)
{
	struct desk *desk = user;

	if (!note || !desk->heard)
		_exit(1);
	desk->heard(desk->user, note);
}

static void work(void *arg, int fd)
{
	const struct pool_place *place = arg;
	struct desk desk = {.loop = loop_new()};

	desk.link = link_new(desk.loop, fd, heard, &desk);
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

	place->gone = true;
	setup->gone(setup->user, number_of(place), ending);
	pool_wake(place->pool);
}

char *pool_ending_words(struct ending ending)
{
	if (!ending.signalled)
		return bytes_text("exited with status %d", ending.code);
	return ending.signal ? bytes_text("was ended by %s", ending.signal)
			     : bytes_text("was ended by signal %d", ending.code);
}

char *pool_fork(struct pool *pool, int place, void (*work_of)(struct desk *desk, void *job), void *job)
{
	static const struct worker_events events = {.told = told, .ended = gone};
	struct pool_place *at = &pool->places[place];
	char *problem = NULL;

	at->work = work_of;
	at->job = job;
	at->worker = worker_fork(pool->loop, work, at, &events, at, &problem);
	return problem;
}

void pool_tell(struct pool *pool, int place, const struct note *note)
{
	worker_tell(pool->places[place].worker, note);
}

void pool_kill(struct pool *pool, int place)
{
	worker_kill(pool->places[place].worker);
}

void pool_end_job(struct pool *pool, int place)
{
	worker_ask_to_leave(pool->places[place].worker);
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
