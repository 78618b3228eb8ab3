/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* temporary.h - temporary folders that do not outlive their owner for long.
 *
 * Called for the agents' folders, and by tests.  Each is locked (flock) as long as the process lives that
 * made it. Whoever makes the first one in a folder removes those of processes that were killed: folders of
 * the same user, beside it, named so, and with a lock that is free.  */
#ifndef RINGSIDE_IO_TEMPORARY_H
#define RINGSIDE_IO_TEMPORARY_H

#include <stdbool.h>

/* As mkdtemp(3), for a path whose name begins with "ringside-" and ends in -XXXXXX: an underscore and five
   letters take that place.  False and errno: it cannot be made.  */
bool temporary_folder(char *template);
/* Gives up the lock of one that is removed.  */
void temporary_forget(const char *path);

#endif
