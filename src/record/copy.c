/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* copy.c - copies of a match file: one to write more branches into, and one that is left alone.  */
#include "file.h"

#include <stdlib.h>
#include <unistd.h>

/* Copies all tables. NULL, or why not.  */
static char *copy_tables(struct match_file *copy, struct match_file *file)
{
	enum { STEP = 1024 }; /* pages */
	sqlite3_backup *backup = sqlite3_backup_init(copy->db, "main", file->db, "main");
	bool began = file_begin_read(file); /* else a writer could make it begin again and again */
	char *why, *problem;

	while (backup && sqlite3_backup_step(backup, STEP) == SQLITE_OK && !file_is_cancelled(file))
		;
	if (began)
		file_end_read(file);
	if (file_is_cancelled(file)) {
		sqlite3_backup_finish(backup);
		return bytes_text("%s", match_file_problem(file));
	}
	if (sqlite3_backup_finish(backup) == SQLITE_OK && backup && file_set_up_writing(copy, !*copy->path))
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
	setup_free(&setup);
	copy = match_file_create(path, NULL, problem);
	if (!copy)
		return NULL;
	*problem = copy_tables(copy, file);
	copy->good = true;
	copy->writing = false; /* its state is still that of the empty file */
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

char *match_file_save(struct match_file *file, const char *path)
{
	char *problem, *plain, *why;
	sqlite3_stmt *statement = NULL;
	bool saved;
	int fd;

	if (!*path)
		return bytes_text("the copy needs a path");
	fd = file_make_empty(path, &problem);
	if (fd < 0)
		return problem;
	close(fd);
	match_file_commit(file);
	plain = file_plain_path(path);
	saved = sqlite3_prepare_v2(file->db, "VACUUM INTO ?", -1, &statement, NULL) == SQLITE_OK &&
		sqlite3_bind_text(statement, 1, plain, -1, SQLITE_STATIC) == SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_DONE;
	sqlite3_finalize(statement);
	free(plain);
	if (saved)
		return NULL;
	why = file_error(file->db);
	problem = bytes_text("%s: cannot be written: %s", path, why);
	free(why);
	unlink(path);
	return problem;
}
