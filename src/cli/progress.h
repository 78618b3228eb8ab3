/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* progress.h - the line on stderr that tells how far a series is, while it is played.
 *
 * It is there only when stderr is a terminal; who prints anything else hides it first.  */
#ifndef RINGSIDE_CLI_PROGRESS_H
#define RINGSIDE_CLI_PROGRESS_H

#include "report.h"
#include "ringside/loop.h"

struct progress;

/* NULL when stderr is no terminal: all other functions then do nothing.  The standing must outlive it.  */
struct progress *progress_new(struct loop *loop, const struct standing *standing);
/* Takes the line away.  */
void progress_free(struct progress *progress);
void progress_hide(struct progress *progress);
/* There is something new to tell: it is drawn soon.  */
void progress_changed(struct progress *progress);

#endif
