/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* image.c - a match file that is built in memory and written at once.
 *
 * Most of the work for a short match is to make the tables and to prepare the statements. The tables are
 * copied from blank.c, and a connection in memory keeps both. Its rows are never committed: their image is
 * written to the disk, and they are taken back for the next match.  */
#include "recorder_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where SQLite has its locks in a file, and how many bytes they take.  */
enum { SQLITE_LOCKS = 0x40000000, SQLITE_LOCKS_SIZE = 512 };

static bool open_memory(sqlite3 **db)
{
	return sqlite3_open_v2(":memory:", db,
			       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
			       NULL) == SQLITE_OK;
}

/* Copies the blank file. A database that SQLite reads in place could not give its uncommitted rows as an
 * image. Any SQLite reads it: the format is the same in all versions.  */
static bool copy_blank(sqlite3 *to)
{
	sqlite3_backup *copy = NULL;
	sqlite3 *blank;
	bool copied = open_memory(&blank) &&
		      sqlite3_deserialize(blank, "main", (unsigned char *)(uintptr_t)file_blank,
					  (sqlite3_int64)file_blank_size, (sqlite3_int64)file_blank_size,
					  SQLITE_DESERIALIZE_READONLY) == SQLITE_OK &&
		      (copy = sqlite3_backup_init(to, "main", blank, "main"));

	if (copied)
		sqlite3_backup_step(copy, -1);
	copied = copied && sqlite3_backup_finish(copy) == SQLITE_OK;
	sqlite3_close(blank);
	return copied;
}

struct match_file *file_in_memory(char **problem)
{
	struct match_file *memory = file_new("");

	if (open_memory(&memory->db) && copy_blank(memory->db)) {
		memory->writing = memory->recorded = true;
		return memory;
	}
	*problem = file_error(memory->db);
	match_file_close(memory);
	return NULL;
}

void file_empty(struct match_file *memory)
{
	sqlite3_exec(memory->db, "ROLLBACK", NULL, NULL, NULL);
	memset(memory->kind_of, 0, sizeof memory->kind_of);
	memory->kind_count = memory->branch = 0;
	memory->stretch = memory->unwritten = 0;
	memory->pending = false;
	memory->writing = true;
	free(memory->problem);
	memory->problem = NULL;
}

static int lock(int fd, short type)
{
	struct flock range = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = SQLITE_LOCKS, .l_len = SQLITE_LOCKS_SIZE};

	return fcntl(fd, F_OFD_SETLK, &range) == 0 ? 0 : errno;
}

/* In parts, so that a slow disk is seen to move.  */
static int write_all(int fd, const unsigned char *from, int64_t size, off_t at)
{
	enum { PART = 64 * 1024 };

	while (size > 0) {
		ssize_t wrote = pwrite(fd, from, size < PART ? (size_t)size : PART, at);

		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote <= 0)
			return wrote < 0 ? errno : ENOSPC;
		writer_wrote();
		from += wrote;
		size -= wrote;
		at += wrote;
	}
	return 0;
}

/* The first page comes last: until then a reader, or one that comes after this process was killed, sees that
 * nothing is recorded.  */
static int write_pages(int fd, const unsigned char *image, int64_t size)
{
	int error = write_all(fd, image + FILE_PAGE, size - FILE_PAGE, FILE_PAGE);

	if (!error)
		error = write_all(fd, image, FILE_PAGE, 0);
	if (error && ftruncate(fd, 0) != 0)
		return errno;
	return error;
}

int file_write_image(struct match_file *memory, int fd)
{
	sqlite3_int64 size = 0;
	unsigned char *image;
	int error;

	if (!file_write_stretch(memory))
		return EIO;
	image = sqlite3_serialize(memory->db, "main", &size, 0);
	if (!image || size < FILE_PAGE)
		return ENOMEM;
	error = lock(fd, F_WRLCK);
	if (!error) {
		error = write_pages(fd, image, size);
		lock(fd, F_UNLCK);
	}
	sqlite3_free(image);
	return error;
}
