/* frame.c - cutting a stream of bytes into messages.  */
#include "ringside/frame.h"

#include <string.h>

size_t frame_line(const char *bytes, size_t size, size_t seen, bool ended)
{
	for (size_t i = seen; i < size; i++) {
		if (bytes[i] == '\n')
			return i + 1;
		if (bytes[i] == '\r')
			return i + 1 < size && bytes[i + 1] == '\n' ? i + 2 : i + 1;
	}
	return ended ? size : 0;
}

size_t frame_lf(const char *bytes, size_t size, size_t seen, bool ended)
{
	const char *end = size > seen ? memchr(bytes + seen, '\n', size - seen) : NULL;

	if (end)
		return (size_t)(end - bytes) + 1;
	return ended ? size : 0;
}
