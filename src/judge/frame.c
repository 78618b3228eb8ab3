/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* frame.c - cutting a stream of bytes into messages.  */
#include "frame.h"

#include <assert.h>

size_t frame_line(const char *bytes, size_t size, size_t seen, bool ended)
{
	assert((bytes || size == 0) && seen <= size);
	for (size_t i = seen; i < size; i++) {
		if (bytes[i] == '\n')
			return i + 1;
		if (bytes[i] == '\r')
			return i + 1 < size && bytes[i + 1] == '\n' ? i + 2 : i + 1;
	}
	return ended ? size : 0;
}

size_t frame_line_end(const char *line, size_t size)
{
	if (size > 1 && line[size - 1] == '\n' && line[size - 2] == '\r')
		return 2;
	return size && (line[size - 1] == '\n' || line[size - 1] == '\r');
}
