/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* arena.h - room for bytes that are forgotten in the order in which they came, or all at once.
 *
 * The room is used again, so a judge whose match goes on as it began allocates no memory.  */
#ifndef RINGSIDE_ARENA_H
#define RINGSIDE_ARENA_H

#include <stddef.h>

struct arena {
	struct arena_block *newest; /* owned; NULL: nothing was copied yet */
};

/* A copy with a NUL behind it, which stays where it is until arena_clear().  */
char *arena_copy(struct arena *arena, const void *from, size_t size) __attribute__((returns_nonnull));
/* May forget the copies that were made before this one.  */
void arena_forget_before(struct arena *arena, const char *copy);
/* Forgets all copies.  */
void arena_clear(struct arena *arena);
/* The same, and returns the memory.  */
void arena_free(struct arena *arena);

#endif
