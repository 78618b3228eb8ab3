/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* state.h - the folder where ringside keeps what it remembers for this user.  */
#ifndef RINGSIDE_STATE_H
#define RINGSIDE_STATE_H

/* The path of a file in $XDG_STATE_HOME/ringside, or in ~/.local/state/ringside; NULL: neither is set to a
 * full path. The caller frees.  */
char *state_path(const char *name);
/* Makes the folders that are missing on the way to this file, for this user alone.  */
void state_make_folders(const char *path);

#endif
