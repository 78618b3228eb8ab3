/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* input.h - takes the bytes of an input one after the other. A missing byte is 0, so each input means
 * something.  */
#ifndef RINGSIDE_FUZZ_INPUT_H
#define RINGSIDE_FUZZ_INPUT_H

#include "ringside/bytes.h"

#include <stdint.h>
#include <string.h>

enum { SEPARATOR = 0xfe }; /* between two steps; never in UTF-8 */

/* The bytes that are left.  */
struct rest {
	const uint8_t *at;
	size_t size;
};

static inline unsigned next(struct rest *rest)
{
	if (!rest->size)
		return 0;
	rest->size--;
	return *rest->at++;
}

/* All up to the next such byte, which is dropped.  */
static inline struct rest next_until(struct rest *rest, int byte)
{
	const uint8_t *end = rest->size ? memchr(rest->at, byte, rest->size) : NULL;
	struct rest step = {rest->at, end ? (size_t)(end - rest->at) : rest->size};

	rest->size -= step.size + (end != NULL);
	if (step.size || end)
		rest->at += step.size + (end != NULL);
	return step;
}

static inline struct rest next_step(struct rest *rest)
{
	return next_until(rest, SEPARATOR);
}

/* All that is left, with a NUL behind; the caller frees.  */
static inline char *rest_text(struct rest rest)
{
	return bytes_copy(rest.at, rest.size);
}

#endif
