/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* config_file.h - files of the user in INI form that ringside writes, too: the config, the sizes of panes.
 *
 * Entries are put into the text of a file, so that its comments and its order stay.  */
#ifndef RINGSIDE_CONFIG_FILE_H
#define RINGSIDE_CONFIG_FILE_H

#include "ringside/bytes.h"

/* $XDG_CONFIG_HOME/ringside/config or ~/.config/ringside/config; NULL: neither is set to a full path. The
 * caller frees.  */
char *config_file_path(void);
/* NULL, or why the programs that the file names must not be started: another user can write it. For people,
 * with the path; the caller frees. A file that does not exist is fine.  */
char *config_file_distrust(const char *path);

/* The value of an entry, on its first line and without a comment; NULL: there is none. The caller frees.  */
char *ini_get(const struct bytes *text, const char *section, const char *name);
/* Puts "name = value" into the section: in the line that has the name, else behind the last entry of the
 * section, else into a new section at the end.  */
void ini_put(struct bytes *text, const char *section, const char *name, const char *value);
/* Writes the file, and makes the folders that are missing on the way. It has its old content or the new one,
 * whatever happens; a symbolic link stays one. NULL, or a problem for people with the path; the caller
 * frees.  */
char *config_file_write(const char *path, const struct bytes *text);

#endif
