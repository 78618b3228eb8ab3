/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* progress.h - the line on stderr that shows the progress of a series.
 *
 * It exists only if stderr is a terminal.  Hide it before printing anything else.  */
#ifndef RINGSIDE_CLI_PROGRESS_H
#define RINGSIDE_CLI_PROGRESS_H

#include "report.h"
#include "ringside/loop.h"

struct progress;

/* NULL if stderr is no terminal: then all other functions do nothing.  The standing must outlive it.  */
struct progress *progress_new(struct loop *loop, const struct standing *standing);
/* Erases the line.  */
void progress_free(struct progress *progress);
void progress_hide(struct progress *progress);
/* The standing has changed: draws it soon.  */
void progress_changed(struct progress *progress);

#endif
