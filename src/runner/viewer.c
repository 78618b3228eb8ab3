/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* viewer.c - a match file on the screen, in a process of its own.  */
#include "viewer.h"

#include "cli/show.h"
#include "ringside/bytes.h"
#include "ringside/worker.h"
#include "run.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

/* How long it may take to leave.  */
#define LEAVE_TIME ((int64_t)3 * NS_PER_S)

struct viewer {
	struct run *run;
	const char *path; /* while the process begins */
	struct worker *worker;
	bool told;             /* it has said how it was left, ... */
	bool back;             /* ... and that was to the list */
	struct termios before; /* the terminal's modes */
	viewer_fn *left;
	void *user;
};

static int open_terminal(void)
{
	return open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
}

/* In a process of its own.  Tells its parent whether the person comes back.  */
static void view(void *arg, int fd)
{
	const struct viewer *viewer = arg;
	int terminal = open_terminal();
	bool back = false;
	struct link *link;
	struct loop *loop;

	signal(SIGTERM, SIG_DFL);             /* the screen catches it */
	deadly_release(&viewer->run->pool.deadly); /* one loop at a time may watch a signal */
	for (int i = STDIN_FILENO; i <= STDERR_FILENO && terminal >= 0; i++)
		dup2(terminal, i);
	if (show_file(viewer->run->invocation, viewer->path, &back) == EXIT_CANNOT_RUN)
		exit(EXIT_CANNOT_RUN);
	loop = loop_new();
	link = link_new(loop, fd, NULL, NULL);
	link_tell(link, &(struct note){.number = back});
	link_free(link);
	loop_free(loop);
}

static void told(void *user, const struct note *note)
{
	struct viewer *viewer = user;

	viewer->told = true;
	viewer->back = note->number;
}

/* The terminal is as it was, whatever has ended the process.  */
static void ended(void *user, struct ending ending)
{
	struct viewer *viewer = user;
	int terminal = viewer->told ? -1 : open_terminal();

	if (terminal >= 0) {
		tcsetattr(terminal, TCSANOW, &viewer->before);
		close(terminal);
	}
	worker_free(viewer->worker);
	viewer->left(viewer->user, viewer->told && !viewer->back,
		     viewer->told       ? NULL
		     : ending.signalled ? "the screen of the game was killed"
					: "the game cannot be shown");
	free(viewer);
}

struct viewer *viewer_new(struct run *run, const char *path, viewer_fn *left, void *user, char **problem)
{
	static const struct worker_events events = {.told = told, .ended = ended};
	struct viewer *viewer = bytes_new(sizeof(*viewer));
	int terminal = open_terminal();

	*viewer = (struct viewer){.run = run, .path = path, .left = left, .user = user};
	if (terminal >= 0) {
		tcgetattr(terminal, &viewer->before);
		close(terminal);
	}
	viewer->worker = worker_fork(run->pool.loop, view, viewer, &events, viewer, problem);
	if (viewer->worker)
		return viewer;
	free(viewer);
	return NULL;
}

void viewer_leave(struct viewer *viewer)
{
	worker_ask_to_leave(viewer->worker);
}

static void too_late(void *user, int events)
{
	(void)events;
	worker_kill(((struct viewer *)user)->worker);
}

void viewer_await(struct viewer *const *viewer)
{
	struct loop *loop;
	struct watch *timer;

	if (!*viewer)
		return;
	viewer_leave(*viewer);
	loop = (*viewer)->run->pool.loop;
	timer = loop_timer(loop, LOOP_LATER, too_late, *viewer);
	loop_at(timer, loop_now() + LEAVE_TIME);
	while (*viewer)
		loop_step(loop);
	loop_unwatch(timer);
}
