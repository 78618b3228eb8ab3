/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* folder.h - makes, measures and removes folders of agents.
 *
 * Called by the session.  Nothing here follows links: what an agent links to is neither counted nor removed.
 */
#ifndef RINGSIDE_FOLDER_H
#define RINGSIDE_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

/* Makes a private folder in $TMPDIR or /tmp.  Returns its full path, which the caller frees; NULL and a
 * problem for people on failure.  The next ringside removes the folders of one that was killed (temporary.h).
 */
char *folder_temporary(char **problem);
/* The sum of the sizes of all files in it, in bytes.  Stops after 2000 entries (about 2 ms) and 200 levels.
 */
int64_t folder_size(const char *path);
/* Removes it with its content.  False: something is left, as when a process goes on writing, or below 200
 * levels.  */
bool folder_remove(const char *path);
/* Makes a folder and its parents if they are missing.  Returns its full path, which the caller frees; NULL
 * and a problem for people on failure.  */
char *folder_made(const char *path, char **problem);

#endif
