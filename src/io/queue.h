/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* queue.h - bytes that wait until a descriptor takes them.
 *
 * Called by the agents; the descriptors are theirs, and non-blocking.  */
#ifndef IO_QUEUE_H
#define IO_QUEUE_H

#include "ringside/bytes.h"

/* All zero: empty.  */
struct byte_queue {
	struct bytes bytes;
	size_t gone; /* of them, written already */
};

/* The number of bytes that wait.  */
size_t queue_size(const struct byte_queue *queue);
void queue_add(struct byte_queue *queue, const char *bytes, size_t size);
/* The bytes that wait.  */
const char *queue_at(const struct byte_queue *queue);
/* Writes what the descriptor takes, and at most so many bytes; false: it will never take anything again.  */
bool queue_flush(struct byte_queue *queue, int fd, size_t most);
void queue_free(struct byte_queue *queue);
/* Writes past the queue; *went: how many bytes.  False as above.  */
bool queue_write(int fd, const char *bytes, size_t size, size_t *went);

#endif
