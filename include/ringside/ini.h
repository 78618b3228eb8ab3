/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ini.h - the entries of an INI file.
 *
 * Themes and games of symbols come from such files.  */
#ifndef RINGSIDE_INI_H
#define RINGSIDE_INI_H

struct ini_entry {
	const char *section, *name, *value;
	int line; /* from 1 */
};

struct ini_file {
	struct ini_entry *entries; /* in the order of the file */
	int count;
};

/* Reads a file (src/io/ini_file.c).  NULL, or a problem for people with the path and the line, which the
 * caller frees; then the entries are those before that line.  */
char *ini_file_read(const char *path, struct ini_file *file);
void ini_file_free(struct ini_file *file);

#endif
