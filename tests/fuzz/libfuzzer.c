/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* libfuzzer.c - what libFuzzer calls. $FUZZ_TARGET names the target; scripts/fuzz sets it.
 *
 * SQLite takes its memory from the C library, not from AddressSanitizer, which would spend most of a run on
 * it. tests/fuzz/run plays inputs with all memory watched.  */
#include "targets.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

static const struct fuzz_target *target;

/* ---- SQLite's memory: its size stands before it ---- */

void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

enum { BEFORE = 16 }; /* bytes; keeps the alignment */

static void *sized(size_t *block, int size)
{
	if (!block)
		return NULL;
	*block = (size_t)size;
	return (char *)block + BEFORE;
}

static void *unwatched_malloc(int size)
{
	return sized(__libc_malloc((size_t)size + BEFORE), size);
}

static void unwatched_free(void *block)
{
	__libc_free((char *)block - BEFORE);
}

static void *unwatched_realloc(void *block, int size)
{
	return sized(__libc_realloc((char *)block - BEFORE, (size_t)size + BEFORE), size);
}

static int unwatched_size(void *block)
{
	return block ? (int)*(size_t *)((char *)block - BEFORE) : 0;
}

static int rounded(int size)
{
	return (size + 7) & ~7;
}

static int begin(void *user UNUSED)
{
	return SQLITE_OK;
}

static void end(void *user UNUSED)
{
}

static const struct sqlite3_mem_methods unwatched = {.xMalloc = unwatched_malloc,
						     .xFree = unwatched_free,
						     .xRealloc = unwatched_realloc,
						     .xSize = unwatched_size,
						     .xRoundup = rounded,
						     .xInit = begin,
						     .xShutdown = end};

/* ---- libFuzzer ---- */

int LLVMFuzzerInitialize(int *argc UNUSED, char ***argv UNUSED)
{
	const char *name = getenv("FUZZ_TARGET");

	sqlite3_config(SQLITE_CONFIG_MALLOC, &unwatched);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	target = fuzz_target_named(name ? name : "");
	if (target)
		return 0;
	fprintf(stderr, "FUZZ_TARGET has to name one of:");
	for (target = fuzz_targets; target->name; target++)
		fprintf(stderr, " %s", target->name);
	fprintf(stderr, "\n");
	exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	target->play((struct rest){bytes, size});
	return 0;
}

enum { EDIT = 6 }; /* bytes */

/* Half of the inputs of files get another part of reading, and at their end another edit of one value.  */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
	const unsigned edit[EDIT] = {SEPARATOR,       seed >> 4 & 15,  seed >> 8 & 15,
				     seed >> 12 & 31, seed >> 17 & 15, seed >> 21 & 15};

	if (target->play != fuzz_files || seed & 1 || size < 2 || size + EDIT > most)
		return LLVMFuzzerMutate(bytes, size, most);
	bytes[1] = (uint8_t)((bytes[1] & 15) | (seed >> 25 & 15) << 4);
	if (seed & 2 && size > 2 + EDIT) /* in place of the last one */
		size -= EDIT;
	for (int i = size == 2; i < EDIT; i++)
		bytes[size++] = (uint8_t)edit[i];
	return size;
}
