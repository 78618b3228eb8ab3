/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* emptying.h - the content of folders that agents have filled.  */
#ifndef IO_EMPTYING_H
#define IO_EMPTYING_H

#include <dirent.h>
#include <stdbool.h>

enum { DEPTH_MOST = 200 }; /* levels that are open at once; each holds a descriptor */

/* Is it "." or ".."?  */
bool folder_is_dot(const char *name);
/* Opens a folder in a folder; its owner may have closed it to himself.  NULL and errno.  */
DIR *folder_open_in(int parent, const char *name);
/* Removes the content of the folder `name` in an open folder, as far as that is possible.  */
void folder_empty(int parent, const char *name);

#endif
