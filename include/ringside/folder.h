/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* folder.h - makes, measures and removes folders of agents.
 *
 * Called by the session.  Nothing here follows links: what an agent links to is neither counted nor removed.
 */
#ifndef RINGSIDE_FOLDER_H
#define RINGSIDE_FOLDER_H

#include "ringside/bytes.h"
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>

/* Such a DIR is closed when the block of its variable ends, if there is one.  */
#define CLOSED_FOLDER FREED_BY(folder_close)
static inline void folder_close(DIR **folder)
{
	if (*folder)
		closedir(*folder);
}
/* As mkdtemp(3), for a name that begins with "ringside-" and ends in -XXXXXX, which becomes an underscore and
 * five letters.  For agents and for tests.  False and errno: it cannot be made.  */
bool temporary_folder(char *template);
/* Makes a private folder in $TMPDIR or /tmp.  Returns its full path, which the caller frees; NULL and a
 * problem for people on failure.  The next ringside removes the folders of one that was killed
 * (temporary_folder()).
 */
char *folder_temporary(char **problem);
/* The sum of the sizes of all that is in it, in bytes, each entry at least 4096.  Counts at most 2000 entries
 * at once (about 2 ms): unless *look is NULL afterwards there are more, and the next call goes on.  The first
 * call gets *look NULL. Files below 200 levels, and those that have lost their names while they are open
 * (agent_removed_files()), do not count.  */
struct folder_look;
int64_t folder_size(const char *path, struct folder_look **look);
/* Ends an unfinished count.  NULL is fine.  */
void folder_look_end(struct folder_look *look);
/* Is it the folder, or below it?  Both are full paths.  */
bool path_is_below(const char *path, const char *folder);
/* Removes it with its content, however deep.  False: something is left, as when a process goes on writing. */
bool folder_remove(const char *path);
/* The temporary folders of this process that folder_remove() could not remove, joined with commas; NULL:
 * none. The caller frees.  */
char *folder_left(void);
/* Makes a folder and its parents if they are missing.  Returns its full path, which the caller frees; NULL
 * and a problem for people on failure.  */
char *folder_made(const char *path, char **problem);
/* Makes the folders that are missing on the way to this file; private: for this user alone.  */
void folders_make(const char *path, bool is_private);

#endif
