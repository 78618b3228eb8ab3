/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* progress.h - the line on stderr that shows how far a command has come.
 *
 * It exists only if stderr is a terminal.  What is printed erases it, until it changes again.  */
#ifndef RINGSIDE_PROGRESS_H
#define RINGSIDE_PROGRESS_H

#include "ringside/loop.h"

struct progress;

/* The line; the caller frees.  */
typedef char *progress_fn(const void *user);
/* NULL if stderr is no terminal: then all other functions do nothing.  */
struct progress *progress_new(struct loop *loop, progress_fn *line, const void *user);
/* Erases the line.  */
void progress_free(struct progress *progress);
void progress_hide(struct progress *progress);
/* The line has changed: draws it soon.  */
void progress_changed(struct progress *progress);

#endif
