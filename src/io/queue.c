/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* queue.c - bytes that wait until a descriptor takes them.  */
#include "queue.h"

#include <assert.h>
#include <errno.h>
#include <unistd.h>

size_t queue_size(const struct byte_queue *queue)
{
	assert(queue->gone <= queue->bytes.size);
	return queue->bytes.size - queue->gone;
}

void queue_add(struct byte_queue *queue, const char *bytes, size_t size)
{
	assert(bytes || size == 0);
	if (queue->gone >= queue_size(queue)) { /* moves each byte once at most */
		bytes_drop(&queue->bytes, queue->gone);
		queue->gone = 0;
	}
	bytes_add(&queue->bytes, bytes, size);
}

void queue_free(struct byte_queue *queue)
{
	bytes_free(&queue->bytes);
	queue->gone = 0;
}

bool queue_write(int fd, const char *bytes, size_t size, size_t *went)
{
	ssize_t written;

	assert(fd >= 0 && went);
	do
		written = write(fd, bytes, size);
	while (written < 0 && errno == EINTR);
	*went = written > 0 ? (size_t)written : 0;
	return written >= 0 || errno == EAGAIN;
}

const char *queue_at(const struct byte_queue *queue)
{
	return queue->bytes.at + queue->gone;
}

bool queue_flush(struct byte_queue *queue, int fd, size_t most)
{
	size_t size = queue_size(queue), went;
	bool takes = queue_write(fd, queue_at(queue), size < most ? size : most, &went);

	assert(size > 0);
	queue->gone += went;
	if (queue_size(queue) == 0)
		queue_free(queue);
	return takes;
}
