/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_arena.c - copies stay as they are until all of them are forgotten.  */
#include "../test.h"
#include "../within.h"

#include "ringside/bytes.h"

enum { COPIES = 300, LONGEST = 100000 };

/* From none to more than a block holds.  */
static size_t size_of(int i)
{
	return i % 50 == 49 ? LONGEST - (size_t)i : (size_t)i;
}

TEST(copies_stay_and_end_in_a_nul)
{
	static char text[LONGEST];
	struct arena arena FREED_BY(arena_free) = {0};
	char *copy[COPIES];

	memset(text, 'x', sizeof(text));
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < COPIES; i++) {
			text[0] = (char)('a' + i % 26);
			copy[i] = arena_copy(&arena, text, size_of(i));
		}
		for (int i = 0; i < COPIES; i++) {
			assert_int_equal(strlen(copy[i]), size_of(i));
			assert_true(size_of(i) == 0 || copy[i][0] == 'a' + i % 26);
		}
		arena_clear(&arena);
	}
}

TEST(the_same_room_is_used_again)
{
	struct arena arena FREED_BY(arena_free) = {0};
	char *first = arena_copy(&arena, "first", 5);

	arena_clear(&arena);
	assert_true(first[0] != 'f');
	assert_ptr_equal(arena_copy(&arena, "second", 6), first);
}

TEST(copies_stay_when_older_ones_are_forgotten)
{
	struct arena arena FREED_BY(arena_free) = {0};
	char *copy[COPIES];

	for (int i = 0; i < COPIES; i++) {
		copy[i] = arena_copy(&arena, "a text of some length", 21);
		for (int k = 0; k < 50; k++)
			arena_copy(&arena, copy[i], 21);
		arena_forget_before(&arena, copy[i / 2]);
		for (int k = i / 2; k <= i; k++)
			assert_string_equal(copy[k], "a text of some length");
	}
}

/* Each block begins with the address of the one before.  */
static int blocks_of(const struct arena *arena)
{
	int count = 0;

	for (const void *block = arena->newest; block; block = *(void *const *)block)
		count++;
	return count;
}

TEST(the_memory_of_what_is_forgotten_is_returned)
{
	struct arena arena FREED_BY(arena_free) = {0};
	int most = 0;

	for (int i = 0; i < 1000; i++) {
		char *copy = arena_copy(&arena, "a text of some length", 21);

		for (int k = 0; k < 1000; k++)
			arena_copy(&arena, copy, 21);
		arena_forget_before(&arena, copy);
		most = blocks_of(&arena) > most ? blocks_of(&arena) : most;
	}
	assert_within(most, 2, 3); /* of 16 KiB, for 22 KB */
}

TEST_MAIN(NULL, NULL)
