/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* temporary.h - temporary folders that do not outlive their owner for long.
 *
 * For the folders of agents, and for tests.  Each is locked (flock) as long as the process that made it
 * lives. The first one made in a folder removes those of killed processes beside it: same user, same form of
 * name, lock free.  */
#ifndef RINGSIDE_IO_TEMPORARY_H
#define RINGSIDE_IO_TEMPORARY_H

#include <stdbool.h>

/* As mkdtemp(3), for a name that begins with "ringside-" and ends in -XXXXXX, which becomes an underscore and
 * five letters.  False and errno: it cannot be made.  */
bool temporary_folder(char *template);
/* Releases the lock of a removed folder.  */
void temporary_forget(const char *path);
/* It cannot be removed: folder_left() names it.  */
void temporary_stays(const char *path);

#endif
