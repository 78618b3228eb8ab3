/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* bytes.c - memory: a byte string that grows, allocation that does not fail, and arenas.
 *
 * A program without memory cannot go on.  It does not end by abort(): to people that looks like a crash, and
 * it may write a core.  Nothing is tidied, for that needs what is missing.  The kernel ends the agents, and
 * the next start removes their folders.  */
#include "ringside/bytes.h"

#include "ringside/words.h"
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*first)(void);

void give_up(const char *format, ...)
{
	va_list args;

	if (first)
		first();
	fflush(stdout); /* the games that are over */
	fputs("ringside: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	_Exit(EXIT_FAILURE);
}

void give_up_after(void (*leave)(void))
{
	first = leave;
}

static _Noreturn void exhausted(size_t size)
{
	give_up("out of memory (%zu bytes wanted)", size);
}

void *bytes_new(size_t size)
{
	void *block = calloc(1, size ? size : 1);

	if (!block)
		exhausted(size);
	return block;
}

void *bytes_resized(void *block, size_t size)
{
	void *moved = realloc(block, size ? size : 1);

	if (!moved)
		exhausted(size);
	return moved;
}

void *bytes_grown(void *list, int count, size_t size)
{
	/* The room doubles whenever it is full, so it is full at each power of two.  */
	return count & (count - 1) ? list : bytes_resized(list, (count ? 2 * (size_t)count : 1) * size);
}

char *bytes_copy(const void *from, size_t size)
{
	char *copy = bytes_resized(NULL, size + 1);

	assert(from || size == 0);
	assert(size < SIZE_MAX);
	if (size)
		memcpy(copy, from, size);
	copy[size] = '\0';
	return copy;
}

static void grow(struct bytes *bytes, size_t least)
{
	if (!bytes->room)
		bytes->room = 64;
	while (bytes->room < least)
		bytes->room *= 2;
	bytes->at = bytes_resized(bytes->at, bytes->room);
}

void bytes_add(struct bytes *bytes, const void *more, size_t size)
{
	assert(more || size == 0);
	assert(bytes->size < bytes->room || !bytes->at);
	if (bytes->size + size + 1 > bytes->room)
		grow(bytes, bytes->size + size + 1);
	if (size)
		memcpy(bytes->at + bytes->size, more, size);
	bytes->size += size;
	bytes->at[bytes->size] = '\0';
}

void bytes_add_text(struct bytes *bytes, const char *text)
{
	bytes_add(bytes, text, strlen(text));
}

void bytes_add_owned(struct bytes *bytes, char *text)
{
	if (text)
		bytes_add_text(bytes, text);
	free(text);
}

/* Writes the number to `to`, before `end`.  Returns what follows it; `end`: there is no room.  */
static char *put_number(char *to, char *end, long number)
{
	unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;
	ptrdiff_t size = number < 0 ? 2 : 1;
	char *digit;

	for (unsigned long more = rest; more >= 10; more /= 10)
		size++;
	if (size >= end - to)
		return end;
	*to = '-';
	to += size;
	digit = to;
	do
		*--digit = (char)('0' + rest % 10);
	while (rest /= 10);
	return to;
}

/* The same for a text that has no other conversions than %s, %d and %ld, as nearly all lines to agents: this
 * takes a third of what vsnprintf takes.  NULL: it is another one, or there is no room.  */
static char *put_simple(char *to, char *end, const char *format, va_list args)
{
	const char *word;

	while (to < end) {
		char c = *format++;

		if (!c)
			return to;
		if (c != '%') {
			*to++ = c;
		} else if (*format == 'd') {
			to = put_number(to, end, va_arg(args, int));
			format++;
		} else if (*format == 'l' && format[1] == 'd') {
			to = put_number(to, end, va_arg(args, long));
			format += 2;
		} else if (*format == 's' && (word = va_arg(args, const char *))) {
			while (*word && to < end)
				*to++ = *word++;
			format++;
		} else {
			return NULL;
		}
	}
	return NULL;
}

void bytes_vaddf(struct bytes *bytes, const char *format, va_list args)
{
	size_t before = bytes->size;
	va_list again;
	char *end;
	int size;

	assert(format);
	if (!bytes->room)
		grow(bytes, 1);
	va_copy(again, args);
	end = put_simple(bytes->at + before, bytes->at + bytes->room, format, again);
	va_end(again);
	if (end) {
		*end = '\0';
		bytes->size = (size_t)(end - bytes->at);
		return;
	}
	va_copy(again, args);
	size = vsnprintf(bytes->at + before, bytes->room - before, format, again);
	va_end(again);
	if ((size_t)size >= bytes->room - before) {
		grow(bytes, before + (size_t)size + 1);
		vsnprintf(bytes->at + before, bytes->room - before, format, args);
	}
	bytes->size += (size_t)size;
}

void bytes_addf(struct bytes *bytes, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	bytes_vaddf(bytes, format, args);
	va_end(args);
}

char *bytes_vtext(const char *format, va_list args)
{
	struct bytes text = {0};

	bytes_vaddf(&text, format, args);
	return text.at;
}

char *bytes_text(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = bytes_vtext(format, args);
	va_end(args);
	return text;
}

char *bytes_behind(char *text, const char *format, ...)
{
	struct bytes all = {0};
	va_list args;

	if (!text)
		return NULL;
	va_start(args, format);
	bytes_vaddf(&all, format, args);
	va_end(args);
	bytes_add_owned(&all, text);
	return all.at;
}

void bytes_drop(struct bytes *bytes, size_t n)
{
	assert(n <= bytes->size);
	if (n == 0)
		return;
	bytes->size -= n;
	memmove(bytes->at, bytes->at + n, bytes->size + 1);
}

void bytes_free(struct bytes *bytes)
{
	free(bytes->at);
	*bytes = (struct bytes){0};
}

char *bytes_escaped(const char *from, size_t size)
{
	struct bytes out = {0};
	size_t length;

	assert(from || size == 0);
	bytes_add(&out, "", 0);
	for (; size; from += length, size -= length) {
		length = words_harmless(from, size);
		if (!length) {
			length = words_add_escape(&out, from, size);
			continue;
		}
		for (size_t i = 0; i < length; i++) {
			if (from[i] == '"' || from[i] == '\\')
				bytes_add_text(&out, "\\");
			bytes_add(&out, from + i, 1);
		}
	}
	return out.at;
}

char *bytes_line(const char *text)
{
	struct bytes out = {0};

	bytes_add(&out, "", 0);
	for (; *text; text++)
		if (*text == '\n' || *text == '\r')
			bytes_add_text(&out, *text == '\n' ? "\\n" : "\\r");
		else
			bytes_add(&out, text, 1);
	return out.at;
}

static int upper(char c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

bool bytes_begin(const char *text, size_t size, const char *word)
{
	assert((text || size == 0) && word);
	for (size_t i = 0; word[i]; i++)
		if (i == size || upper(text[i]) != upper(word[i]))
			return false;
	return true;
}

/* ---- arenas ---- */

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
