/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* loop.c - waiting, on libev, and a clock that leaves out what passed while nobody looked.
 *
 * Timers are timerfds, since libev's own timers round to milliseconds.  They are armed lazily: a timer that
 * is put off keeps its old alarm and arms itself again when that rings too early.  So a deadline that moves
 * with each turn costs nothing a turn.  */
#include "ringside/loop.h"

#include "ringside/bytes.h"
#include "ringside/log.h"
#include "ringside/text_file.h"
#include <assert.h>
#include <errno.h>
#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { NS_PER_S = 1000000000 };

struct loop {
	struct ev_loop *ev;
	int64_t woke, called; /* loop_woke(), loop_called() */
	bool is_first;        /* no callback was called in this wake-up */
	int64_t *work;        /* loop_count_work(); NULL: nothing is counted */
	int64_t work_before;  /* work_now() when that began */
};

enum watch_kind { WATCH_FD, WATCH_TIMER, WATCH_SIGNAL };

struct watch {
	struct loop *loop;
	enum watch_kind kind;
	union {
		struct ev_io io; /* WATCH_FD, and the timerfd of WATCH_TIMER */
		struct ev_signal signal;
	} ev;
	loop_fn *fn;
	void *user;
	int64_t wanted; /* WATCH_TIMER: when fn is to be called */
	int64_t armed;  /* WATCH_TIMER: when the timerfd rings, at wanted or before */
};

static volatile sig_atomic_t ending; /* a signal that ends the program waits for its callback */

static bool (*asks)(void); /* loop_asks() */

static _Noreturn void failed(const char *what)
{
	give_up("%s: %s", what, strerror(errno));
}

/* For libev, which would call abort().  */
static void libev_failed(const char *what)
{
	failed(what);
}

static void *allocate(void *block, long size)
{
	if (size)
		return bytes_resized(block, (size_t)size);
	free(block);
	return NULL;
}

static struct watch *watch_new(struct loop *loop, enum watch_kind kind, loop_fn *fn, void *user)
{
	struct watch *watch = bytes_new(sizeof(*watch));

	assert(fn);
	watch->loop = loop;
	watch->kind = kind;
	watch->fn = fn;
	watch->user = user;
	return watch;
}

static int priority(enum loop_order order)
{
	return order == LOOP_AHEAD ? EV_MAXPRI : order == LOOP_FIRST ? EV_MAXPRI - 1 : 0;
}

static void timer_arm(struct watch *timer, int64_t t)
{
	assert(timer->kind == WATCH_TIMER && t != INT64_MAX);
	/* A time of 0 would disarm the timer.  A time in the past rings at once.  */
	int64_t at = t > 0 ? t : 1;
	struct itimerspec when = {.it_value = {.tv_sec = at / NS_PER_S, .tv_nsec = at % NS_PER_S}};

	timer->armed = t;
	if (timerfd_settime(timer->ev.io.fd, TFD_TIMER_ABSTIME, &when, NULL) < 0)
		failed("timerfd_settime");
}

/* ns that this thread has worked so far, and waited for a core in that (the second number in its schedstat).
 */
static int64_t work_now(void)
{
	struct timespec cpu;
	char text[64];
	unsigned long long waited;

	text_file_start("/proc/thread-self/schedstat", text, sizeof(text));
	if (sscanf(text, "%*u %llu", &waited) != 1)
		waited = 0;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
	return (int64_t)cpu.tv_sec * NS_PER_S + cpu.tv_nsec + (int64_t)waited;
}

static void log_call(const struct watch *watch, int events)
{
	unsigned wake = ev_iteration(watch->loop->ev);

	switch (watch->kind) {
	case WATCH_FD:
		LOG("wake-up %u: descriptor %d%s%s", wake, watch->ev.io.fd,
		    events & LOOP_READ ? " to read" : "", events & LOOP_WRITE ? " to write" : "");
		break;
	case WATCH_TIMER: LOG("wake-up %u: timer %d", wake, watch->ev.io.fd); break;
	case WATCH_SIGNAL: LOG("wake-up %u: signal %d", wake, watch->ev.signal.signum); break;
	}
}

static void call(struct watch *watch, int events)
{
	struct loop *loop = watch->loop;

	if (loop->work)
		loop_count_work(loop, NULL);
	if (!loop->is_first)
		loop->called = loop_now();
	loop->is_first = false;
	if (log_file >= 0)
		log_call(watch, events);
	watch->fn(watch->user, events);
}

static void fd_ready(struct ev_loop *ev UNUSED, struct ev_io *io, int events)
{
	struct watch *watch = io->data;

	assert(watch->kind == WATCH_FD);
	call(watch, ((events & EV_READ) ? LOOP_READ : 0) | ((events & EV_WRITE) ? LOOP_WRITE : 0));
}

static void timer_rang(struct ev_loop *ev, struct ev_io *io, int events UNUSED)
{
	struct watch *timer = io->data;
	uint64_t times;

	assert(timer->kind == WATCH_TIMER && timer->ev.io.fd == io->fd);
	(void)ev;
	if (read(io->fd, &times, sizeof(times)) < 0)
		return; /* armed anew since the wake-up */
	timer->armed = INT64_MAX;
	if (timer->wanted == INT64_MAX)
		return;
	if (timer->wanted > loop_now()) {
		timer_arm(timer, timer->wanted);
		return;
	}
	timer->wanted = INT64_MAX;
	call(timer, 0);
}

static bool is_ending(int signal)
{
	return signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
}

/* Runs when the signal comes, in place of libev's own handler.  */
static void note_signal(int signal)
{
	if (is_ending(signal))
		ending = 1;
	ev_feed_signal(signal);
}

static void signal_came(struct ev_loop *ev UNUSED, struct ev_signal *signal, int events UNUSED)
{
	struct watch *watch = signal->data;

	assert(watch->kind == WATCH_SIGNAL);
	if (is_ending(signal->signum))
		ending = 0;
	call(watch, 0);
}

/* If something is pending now, the kernel has refused to watch a descriptor: there is no memory for it, or
 * the user's watches are used up (epoll_ctl(2)).  libev has forgotten the descriptor, tells us so only when
 * it wakes up, and what the descriptor waits for would never come.  */
static void falls_asleep(struct ev_loop *ev)
{
	if (ev_pending_count(ev))
		give_up("the system refuses to watch a descriptor");
}

static void wakes_up(struct ev_loop *ev)
{
	struct loop *loop = ev_userdata(ev);

	loop->woke = loop->called = loop_now();
	loop->is_first = true;
}

struct loop *loop_new(void)
{
	struct loop *loop = bytes_new(sizeof(*loop));

	ev_set_allocator(allocate);
	ev_set_syserr_cb(libev_failed);
	loop->ev = ev_loop_new(EVFLAG_AUTO | EVFLAG_NOENV);
	if (!loop->ev)
		failed("event loop");
	ev_set_userdata(loop->ev, loop);
	ev_set_loop_release_cb(loop->ev, falls_asleep, wakes_up);
	wakes_up(loop->ev);
	return loop;
}

void loop_free(struct loop *loop)
{
	if (!loop)
		return;
	ev_loop_destroy(loop->ev);
	free(loop);
}

int64_t loop_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t loop_woke(const struct loop *loop)
{
	return loop->woke;
}

int64_t loop_called(const struct loop *loop)
{
	return loop->called;
}

void loop_count_work(struct loop *loop, int64_t *ns)
{
	int64_t now;

	if (!loop->work && !ns)
		return;
	now = work_now();
	if (loop->work)
		*loop->work += now - loop->work_before;
	loop->work = ns;
	loop->work_before = now;
}

struct watch *loop_watch(struct loop *loop, int fd, int events, enum loop_order order, loop_fn *fn,
			 void *user)
{
	struct watch *watch = watch_new(loop, WATCH_FD, fn, user);

	assert(fd >= 0 && !(events & ~(LOOP_READ | LOOP_WRITE)));
	ev_io_init(&watch->ev.io, fd_ready, fd, 0);
	watch->ev.io.data = watch;
	ev_set_priority(&watch->ev.io, priority(order));
	loop_change(watch, events);
	return watch;
}

void loop_change(struct watch *watch, int events)
{
	struct ev_io *io = &watch->ev.io;

	assert(watch->kind == WATCH_FD && !(events & ~(LOOP_READ | LOOP_WRITE)));
	ev_io_stop(watch->loop->ev, io);
	if (!events)
		return;
	ev_io_set(io, io->fd, (events & LOOP_READ ? EV_READ : 0) | (events & LOOP_WRITE ? EV_WRITE : 0));
	ev_io_start(watch->loop->ev, io);
}

bool loop_is_due(const struct watch *watch)
{
	assert(watch->kind == WATCH_FD);
	return ev_is_pending(&watch->ev.io);
}

struct watch *loop_timer(struct loop *loop, enum loop_order order, loop_fn *fn, void *user)
{
	struct watch *timer = watch_new(loop, WATCH_TIMER, fn, user);
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);

	if (fd < 0)
		failed("timerfd_create");
	timer->wanted = INT64_MAX;
	timer->armed = INT64_MAX;
	ev_io_init(&timer->ev.io, timer_rang, fd, EV_READ);
	timer->ev.io.data = timer;
	ev_set_priority(&timer->ev.io, priority(order));
	ev_io_start(loop->ev, &timer->ev.io);
	return timer;
}

void loop_at(struct watch *timer, int64_t t)
{
	assert(timer->kind == WATCH_TIMER);
	timer->wanted = t;
	if (t < timer->armed)
		timer_arm(timer, t);
}

struct watch *loop_signal(struct loop *loop, int signal, loop_fn *fn, void *user)
{
	struct watch *watch = watch_new(loop, WATCH_SIGNAL, fn, user);
	struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};

	assert(signal > 0);
	ev_signal_init(&watch->ev.signal, signal_came, signal);
	watch->ev.signal.data = watch;
	ev_signal_start(loop->ev, &watch->ev.signal);
	sigfillset(&action.sa_mask);
	sigaction(signal, &action, NULL);
	return watch;
}

bool loop_is_interrupted(void)
{
	return ending || (asks && asks());
}

void loop_asks(bool (*fn)(void))
{
	asks = fn;
}

void loop_unwatch(struct watch *watch)
{
	if (!watch)
		return;
	switch (watch->kind) {
	case WATCH_FD: ev_io_stop(watch->loop->ev, &watch->ev.io); break;
	case WATCH_TIMER:
		ev_io_stop(watch->loop->ev, &watch->ev.io);
		close(watch->ev.io.fd);
		break;
	case WATCH_SIGNAL:
		if (is_ending(watch->ev.signal.signum))
			ending = 0;
		ev_signal_stop(watch->loop->ev, &watch->ev.signal);
		break;
	}
	free(watch);
}

void loop_run(struct loop *loop)
{
	ev_run(loop->ev, 0);
}

void loop_step(struct loop *loop)
{
	ev_run(loop->ev, EVRUN_ONCE);
}

void loop_stop(struct loop *loop)
{
	ev_break(loop->ev, EVBREAK_ONE);
}

unsigned loop_wakes(const struct loop *loop)
{
	return ev_iteration(loop->ev);
}

void awake_worked(struct awake *awake, int64_t ns)
{
	if (awake->due)
		awake->due += ns;
}

int64_t awake_at(struct awake *awake, int64_t t)
{
	if (awake->due && t > awake->due + AWAKE_LATE)
		awake->held += t - awake->due;
	awake->due = 0;
	awake->seen = t > awake->seen ? t : awake->seen;
	return awake->seen - awake->held;
}

int64_t awake_wait(struct awake *awake, int64_t deadline)
{
	int64_t tick = awake->seen + AWAKE_TICK, due;

	awake->due = 0;
	if (deadline == INT64_MAX)
		return INT64_MAX;
	due = deadline + awake->held;
	due = due > awake->seen ? due : awake->seen;
	return awake->due = due < tick ? due : tick;
}

static const int deadly[DEADLY_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

static void nothing(void *user UNUSED, int events UNUSED)
{
}

struct deadly deadly_catch(struct loop *loop, loop_fn *fn, void *user)
{
	struct deadly caught;

	for (int i = 0; i < DEADLY_SIGNALS; i++)
		caught.watches[i] = loop_signal(loop, deadly[i], fn ? fn : nothing, user);
	return caught;
}

void deadly_release(const struct deadly *caught)
{
	for (int i = 0; i < DEADLY_SIGNALS; i++)
		loop_unwatch(caught->watches[i]);
}
