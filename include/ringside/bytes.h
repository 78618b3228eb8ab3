/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* bytes.h - memory: a byte string that grows, because the length of what agents send is not known; allocation
 * that does not fail; and arenas.  */
#ifndef RINGSIDE_BYTES_H
#define RINGSIDE_BYTES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct bytes {
	char *at;    /* size bytes, followed by a NUL that does not count; NULL until something is added */
	size_t size; /* bytes in use */
	size_t room; /* bytes allocated */
};

/* Appends; NULL with size 0 is fine.  */
void bytes_add(struct bytes *bytes, const void *more, size_t size);
void bytes_add_text(struct bytes *bytes, const char *text);
void bytes_add_owned(struct bytes *bytes, char *text); /* and frees it; NULL: nothing */
void bytes_addf(struct bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bytes_vaddf(struct bytes *bytes, const char *format, va_list args);
/* Takes the first n bytes out, n <= size.  */
void bytes_drop(struct bytes *bytes, size_t n);
/* Frees the memory; the string is empty and usable again.  */
void bytes_free(struct bytes *bytes);

/* malloc, calloc, strdup and asprintf that do not fail: the caller frees.  */
void *bytes_new(size_t size) __attribute__((returns_nonnull)); /* zeroed */
void *bytes_resized(void *block, size_t size) __attribute__((returns_nonnull));
/* A list with room for one more than these `count` items of a size.  It has only grown by this, from NULL. */
void *bytes_grown(void *list, int count, size_t size) __attribute__((returns_nonnull));
char *bytes_copy(const void *from, size_t size) __attribute__((returns_nonnull)); /* with a NUL behind */
char *bytes_text(const char *format, ...) __attribute__((format(printf, 1, 2), returns_nonnull));
char *bytes_vtext(const char *format, va_list args) __attribute__((returns_nonnull));
/* The text behind these words, as a problem is told with its place.  Frees the text; NULL stays NULL.  */
char *bytes_behind(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The bytes as text for people on one line: treacherous characters (words.h), bytes that are not UTF-8,
   quotes and backslashes escaped as \n, \x07, \u{202e}, \xff, \".  The caller frees.  */
char *bytes_escaped(const char *from, size_t size);

/* A copy that is one line: its line ends are \n and \r. All else stays.  The caller frees.  */
char *bytes_line(const char *text) __attribute__((returns_nonnull));

/* ASCII only, for the words of protocols: does text (size bytes) begin with word, in any case?  */
bool bytes_begin(const char *text, size_t size, const char *word);

/* ---- room for bytes that are forgotten in the order in which they came, or all at once ----
 *
 * The room is used again, so a judge whose match goes on as it began allocates no memory.  */

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

/* ---- the end of a program that cannot go on: there is no memory, or no event loop ----
 *
 * A judge that cannot keep what it was told cannot judge.  Everything else that fails is a value that people
 * are told about (`char *problem`).  */

/* Writes "ringside: " and this sentence to stderr and ends the process with status 1, from any thread. It
 * allocates nothing.  */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Has `leave` called before that: the screen hands the terminal back.  NULL: nothing.  */
void give_up_after(void (*leave)(void));

/* Such a parameter is there for the callback's type alone: `int events UNUSED`.  */
#define UNUSED __attribute__((unused))

/* What such a variable owns is freed when its block ends, however it does: `FREED char *text =
 * bytes_text(...);`, `FREED_BY(bytes_free) struct bytes line = {0};`.  The function gets the address of the
 * variable, which may be there for nothing else.  */
#define FREED_BY(function) __attribute__((cleanup(function), unused))
#define FREED              FREED_BY(bytes_free_variable)

static inline void bytes_free_variable(void *variable)
{
	free(*(void **)variable);
}

#endif
