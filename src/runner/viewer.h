/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* viewer.h - a match file on the screen, in a process of its own: no mistake there ends the caller, whose
 * loop goes on.  */
#ifndef RINGSIDE_RUNNER_VIEWER_H
#define RINGSIDE_RUNNER_VIEWER_H

#include <stdbool.h>

struct run;
struct viewer;

/* The person has left it, and it is gone: `quits`, leave all.  `problem`: why nobody could see the file any
 * more, for people, or NULL.  */
typedef void viewer_fn(void *user, bool quits, const char *problem);
/* Nobody else may use the terminal until left() is called.  NULL and a problem if the system refuses; the
 * caller frees.  */
struct viewer *viewer_new(struct run *run, const char *path, viewer_fn *left, void *user, char **problem);
/* Asks it to leave; left() follows.  */
void viewer_leave(struct viewer *viewer);
/* The same, and waits until left() has set the pointer to NULL.  It may be NULL already.  */
void viewer_await(struct viewer *const *viewer);

#endif
