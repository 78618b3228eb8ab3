/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ini.h - INI files (src/io/config_file.c): the entries of one, as of a theme or a game of symbols, and files
 * of the user that ringside writes, too: the config, the sizes of panes.
 *
 * Whoever finds a mistake in an entry tells it with location_problem(), at one of the entry's places; for a
 * part of a value, at location_behind(entry->value_at, entry->value, part).  */
#ifndef RINGSIDE_INI_H
#define RINGSIDE_INI_H

#include "ringside/bytes.h"
#include "ringside/mistake.h"

struct ini_entry {
	const char *section, *name, *value;
	struct location at;         /* of the name; of the value in a further line of a list */
	struct location value_at;   /* of the value */
	struct location section_at; /* of the [ that began the section; line 0: it is in none */
};

struct ini_file {
	struct ini_entry *entries; /* in the order of the file */
	int count;
	struct location empty; /* where the first section without entries begins; line 0: each has some */
};

/* Reads a file.  NULL, or a problem for people as FILE:LINE:COLUMN: why, which the
 * caller frees; then the entries are those before that line.  */
char *ini_file_read(const char *path, struct ini_file *file);
void ini_file_free(struct ini_file *file);

/* ---- files that ringside writes, too ----
 *
 * Entries are put into the text of a file, so that its comments and its order stay.  */

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
