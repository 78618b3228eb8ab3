/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ini.h - the entries of an INI file.
 *
 * Themes and games of symbols come from such files.  Whoever finds a mistake in an entry tells it with
 * location_problem(), at one of the entry's places; for a part of a value, at
 * location_behind(entry->value_at, entry->value, part).  */
#ifndef RINGSIDE_INI_H
#define RINGSIDE_INI_H

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

/* Reads a file (src/io/config_file.c).  NULL, or a problem for people as FILE:LINE:COLUMN: why, which the
 * caller frees; then the entries are those before that line.  */
char *ini_file_read(const char *path, struct ini_file *file);
void ini_file_free(struct ini_file *file);

#endif
