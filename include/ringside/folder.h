/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* folder.h - folders: a temporary one for an agent, how much is in it, its end; and one that is made.
 *
 * Called by the session.  Nothing here follows a link: what an agent links to from its folder is neither
 * counted nor removed.  */
#ifndef RINGSIDE_FOLDER_H
#define RINGSIDE_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

/* A fresh folder in $TMPDIR, or /tmp, that is the user's alone.  Its full path, owned by the caller; NULL and
   a problem for people when there can be none.  One of a ringside that was killed is removed by the next one
   (temporary.h).  */
char *folder_temporary(char **problem);
/* The bytes of all files in it, as their sizes say.  It looks at 2000 of them at most, about 2 ms.  */
int64_t folder_size(const char *path);
/* Removes it with all that is in it.  False: something is still there, as when a process goes on writing. */
bool folder_remove(const char *path);
/* The full path of a folder, which is made if it is missing, like those above it.  The caller owns it; NULL
   and a problem for people when it cannot be had.  */
char *folder_made(const char *path, char **problem);

#endif
