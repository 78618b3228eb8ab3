/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* arena.c - room for bytes: blocks, each filled from its beginning.  */
#include "ringside/arena.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 14 }; /* all that most inputs cause fits */

struct arena_block {
	struct arena_block *before; /* owned */
	size_t used, room;
	char at[];
};

static struct arena_block *new_block(struct arena_block *before, size_t least)
{
	size_t room = least > BLOCK ? least : BLOCK;
	struct arena_block *block = bytes_resized(NULL, sizeof(*block) + room);

	*block = (struct arena_block){.before = before, .room = room};
	return block;
}

char *arena_copy(struct arena *arena, const void *from, size_t size)
{
	struct arena_block *block = arena->newest;
	char *copy;

	assert(from || size == 0);
	if (!block || block->room - block->used <= size)
		arena->newest = block = new_block(block, size + 1);
	copy = block->at + block->used;
	if (size)
		memcpy(copy, from, size);
	copy[size] = '\0';
	block->used += size + 1;
	return copy;
}

void arena_forget_before(struct arena *arena, const char *copy)
{
	struct arena_block *block = arena->newest, *before;

	while (copy < block->at || copy >= block->at + block->used)
		block = block->before;
	while ((before = block->before)) {
		block->before = before->before;
		free(before);
	}
}

/* Keeps a block of the usual size.  Its bytes are overwritten, so that a use after this shows.  */
void arena_clear(struct arena *arena)
{
	struct arena_block *block;

	while ((block = arena->newest) && (block->before || block->room > BLOCK)) {
		arena->newest = block->before;
		free(block);
	}
	if (!block)
		return;
	memset(block->at, 0xdd, block->used);
	block->used = 0;
}

void arena_free(struct arena *arena)
{
	arena_clear(arena);
	free(arena->newest);
	arena->newest = NULL;
}
