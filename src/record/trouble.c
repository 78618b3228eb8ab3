/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trouble.c - why the writer's thread could not write a match file.  */
#include "recorder_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *words_of(int error)
{
	switch (error) {
	case ENOSPC: return bytes_text("the disk is full");
	case EFBIG: return bytes_text("it may not grow any more (see `ulimit -f`)");
	case EAGAIN: return bytes_text("another program keeps it locked");
	default: return bytes_text("%s", strerror(error));
	}
}

struct failure trouble_of(struct match_file *file)
{
	int error = sqlite3_errcode(file->db) & 0xff, why = 0;

	if (error == SQLITE_IOERR)
		sqlite3_file_control(file->db, "main", SQLITE_FCNTL_LAST_ERRNO, &why);
	if (error == SQLITE_IOERR && !why) /* perhaps the journal's */
		why = sqlite3_system_errno(file->db);
	return (struct failure){.why = why ? words_of(why) : file_error(file->db),
				.is_lock = error == SQLITE_BUSY};
}

struct failure trouble_of_error(int error)
{
	return (struct failure){.why = words_of(error), .is_lock = error == EAGAIN};
}

struct failure trouble_finding(const struct recorder *recorder)
{
	struct stat open, named;

	if (!*recorder->path || fstat(recorder->lock, &open) != 0)
		return (struct failure){0};
	if (open.st_nlink == 0)
		return (struct failure){.why = bytes_text("the file was removed"), .is_final = true};
	if (open.st_size == 0 && recorder->on_disk)
		return (struct failure){.why = bytes_text("the file was emptied"), .is_final = true};
	if (stat(recorder->name, &named) != 0 || named.st_ino != open.st_ino || named.st_dev != open.st_dev)
		return (struct failure){.why = bytes_text("the file was moved")};
	return (struct failure){0};
}

/* SQLite cannot open the journal of a file that is gone, and says only that.  */
struct failure trouble_behind(const struct recorder *recorder, struct failure failure)
{
	struct failure gone = trouble_finding(recorder);

	if (!gone.why)
		return failure;
	free(failure.why);
	return gone;
}
