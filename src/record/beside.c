/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* beside.c - connections to a file that this process writes: the writer's own, and one to read beside it.
 *
 * Neither may open and close the file by itself: when any descriptor of a file is closed, the kernel releases
 * all locks that SQLite has on it in this process.  */
#include "file.h"
#include "recorder_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	WRITER_PATIENCE = 100
}; /* ms that the writer's thread waits for a lock before it looks after other files */

#define MS ((int64_t)1000000)

int64_t file_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A new file with a name of its own.  */
static int make_temporary(char **name, char **problem)
{
	static const char *const folders[] = {"/var/tmp", "/tmp"};
	const char *folder = getenv("TMPDIR");
	int fd = -1;

	for (size_t i = 0; !folder && i < sizeof folders / sizeof *folders; i++)
		if (access(folders[i], W_OK) == 0)
			folder = folders[i];
	*name = bytes_text("%s/ringside-XXXXXX", folder ? folder : ".");
	fd = mkostemp(*name, O_CLOEXEC);
	if (fd < 0)
		*problem =
			bytes_text("%s: a temporary match file cannot be made: %s", *name, strerror(errno));
	return fd;
}

char *file_temporary_name(char **problem)
{
	char *name = NULL;
	int fd = make_temporary(&name, problem);

	if (fd >= 0) {
		close(fd);
		unlink(name);
		return name;
	}
	free(name);
	return NULL;
}

int file_make_locked(const char *path, char **name, char **problem)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = FILE_LOCK, .l_len = 1};
	int fd;

	*problem = NULL;
	*name = NULL;
	if (*path) {
		fd = file_make_empty(path, problem);
		*name = fd < 0 ? NULL : file_plain_path(path);
	} else {
		fd = make_temporary(name, problem);
	}
	if (fd >= 0)
		fcntl(fd, F_OFD_SETLK, &lock);
	else
		free(*name);
	return fd;
}

struct match_file *file_connect(const char *name, bool is_private, char **why)
{
	struct match_file *file = file_new(is_private ? "" : name);

	file->recorded = true;
	if (sqlite3_open_v2(name, &file->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
		    SQLITE_OK &&
	    sqlite3_busy_timeout(file->db, WRITER_PATIENCE) == SQLITE_OK &&
	    file_set_up_writing(file, is_private)) {
		file->good = true;
		if (file_read_kinds(file))
			file->branch = match_file_shown(file);
		file->writing = !file->problem;
	}
	file->messages_written = file->turns_written = FILE_MANY; /* a short match needs no connection */
	if (file->writing)
		return file;
	*why = file->problem ? bytes_text("%s", file->problem) : file_error(file->db);
	match_file_close(file);
	return NULL;
}

/* All of the file is copied in one commit, so it must not be large.  */
void file_enlarge_pages(struct match_file *file)
{
	char *sql = bytes_text("PRAGMA temp_store = MEMORY; PRAGMA page_size = %d; VACUUM", FILE_LARGE_PAGE);
	int size;

	if (file_ask(file, "PRAGMA page_size", &size) && size == FILE_PAGE)
		file_execute(file, sql);
	free(sql);
}

/* SQLite asks whether to wait longer for a commit of the writer.  */
static int waits(void *user, int count)
{
	const struct timespec step = {.tv_nsec = MS / 2};
	struct match_file *file = user;

	(void)count;
	if (file->patience_ns <= 0)
		return 0;
	file->patience_ns -= step.tv_nsec;
	nanosleep(&step, NULL);
	return 1;
}

struct match_file *file_read_beside(const char *name, const char *path)
{
	struct match_file *file = file_new(path);

	recorder_reader_waits(file, 4 * MS);
	if (sqlite3_open_v2(name, &file->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
	    sqlite3_busy_handler(file->db, waits, file) == SQLITE_OK &&
	    file_execute(file, "SELECT 1 FROM match")) {
		file_may_be_cancelled(file);
		return file;
	}
	match_file_close(file);
	return NULL;
}

void recorder_reader_waits(struct match_file *reader, int64_t ns)
{
	reader->patience_ns = ns;
}

bool recorder_reader_holds(struct match_file *reader)
{
	reader->patience_ns = 0;
	reader->busy = false;
	if (file_begin_read(reader)) {
		match_file_newest(reader); /* only a read takes the lock */
		if (!reader->busy)
			return true;
		recorder_reader_lets_go(reader);
	}
	return false;
}

/* An error may have ended the transaction already.  */
void recorder_reader_lets_go(struct match_file *reader)
{
	if (!sqlite3_get_autocommit(reader->db))
		file_end_read(reader);
}

void file_remove_journal(const char *name)
{
	char *journal = bytes_text("%s-journal", name);

	unlink(journal);
	free(journal);
}
