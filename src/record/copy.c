/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* copy.c - a match file that begins as a copy of another one.  */
#include "file.h"

#include <stdlib.h>
#include <unistd.h>

/* The tables become those of the file, of this version.  NULL, or why not.  */
static char *copy_tables(struct match_file *copy, const struct match_file *file)
{
	sqlite3_backup *backup = sqlite3_backup_init(copy->db, "main", file->db, "main");
	char *why, *problem;

	if (backup)
		sqlite3_backup_step(backup, -1);
	copy->schema = file->schema;
	if (sqlite3_backup_finish(backup) == SQLITE_OK && backup &&
	    (copy->schema == MATCH_FILE_VERSION || (file_knows_sentences(copy->db) && file_make_new(copy))))
		return NULL;
	why = file_error(copy->db);
	problem = bytes_text("%s: cannot be copied: %s", file->path, why);
	free(why);
	return problem;
}

struct match_file *match_file_copy(struct match_file *file, const char *path, char **problem)
{
	struct match_file *copy;
	struct setup setup;

	*problem = NULL;
	if (!match_file_setup(file, 0, &setup)) {
		*problem = bytes_text("%s", match_file_problem(file));
		return NULL;
	}
	copy = match_file_create(path, &setup, problem);
	setup_free(&setup);
	if (!copy)
		return NULL;
	*problem = copy_tables(copy, file);
	copy->good = true;
	copy->writing = false; /* what it knows of itself is of the empty file */
	if (!*problem && file_read_kinds(copy))
		copy->branch = match_file_shown(copy);
	if (!*problem && copy->problem)
		*problem = bytes_text("%s", copy->problem);
	copy->writing = !*problem;
	if (!*problem)
		return copy;
	match_file_close(copy);
	if (*path)
		unlink(path);
	return NULL;
}
