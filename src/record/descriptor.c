/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* descriptor.c - the descriptors of match files that this process writes.
 *
 * When any descriptor of a file is closed, the kernel releases all locks that SQLite has on the file in this
 * process. Then another program could write into a commit of the writer's thread. So a descriptor of such a
 * file stays open until the thread has closed its connection. SQLite does the same with its own.  */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct written {
	dev_t device;
	ino_t inode;
	int *kept;
	int count;
	struct written *next;
};

static struct {
	pthread_mutex_t lock;
	struct written *list;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct written *file_written_here(int fd)
{
	struct written *written = bytes_new(sizeof *written);
	struct stat status;

	if (fstat(fd, &status) == 0) {
		written->device = status.st_dev;
		written->inode = status.st_ino;
	}
	pthread_mutex_lock(&all.lock);
	written->next = all.list;
	all.list = written;
	pthread_mutex_unlock(&all.lock);
	return written;
}

void file_not_written(struct written *written)
{
	struct written **at = &all.list;

	pthread_mutex_lock(&all.lock);
	while (*at != written)
		at = &(*at)->next;
	*at = written->next;
	pthread_mutex_unlock(&all.lock);
	for (int i = 0; i < written->count; i++)
		close(written->kept[i]);
	free(written->kept);
	free(written);
}

void file_close_descriptor(int fd)
{
	struct written *written;
	struct stat status;

	if (fd < 0)
		return;
	pthread_mutex_lock(&all.lock);
	written = fstat(fd, &status) == 0 ? all.list : NULL;
	while (written && (written->device != status.st_dev || written->inode != status.st_ino))
		written = written->next;
	if (written) {
		written->kept =
			bytes_resized(written->kept, ((size_t)written->count + 1) * sizeof *written->kept);
		written->kept[written->count++] = fd;
	} else {
		close(fd);
	}
	pthread_mutex_unlock(&all.lock);
}

size_t file_beginning(const char *path, void *bytes, size_t size)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	size_t got = 0;
	ssize_t more;

	while (fd >= 0 && got < size && (more = read(fd, (char *)bytes + got, size - got)) != 0)
		if (more > 0)
			got += (size_t)more;
		else if (errno != EINTR)
			break;
	file_close_descriptor(fd);
	return got;
}
