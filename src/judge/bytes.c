/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* bytes.c - a byte string that grows, and allocation that does not fail.  */
#include "ringside/bytes.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void exhausted(size_t size)
{
	fprintf(stderr, "ringside: out of memory (%zu bytes wanted)\n", size);
	abort();
}

/* The length of the UTF-8 character at text; 0: there is none.  */
static size_t utf8_length(const unsigned char *text, size_t size)
{
	size_t length = text[0] < 0x80   ? 1
			: text[0] < 0xc2 ? 0
			: text[0] < 0xe0 ? 2
			: text[0] < 0xf0 ? 3
			: text[0] < 0xf5 ? 4
					 : 0;

	assert(size > 0);
	if (length == 0 || length > size)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] >= 0xa0) ||
	    (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] >= 0x90))
		return 0; /* overlong, a surrogate, or past U+10FFFF */
	return length;
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

/* NULL as the C library writes it.  */
static void add_string(struct bytes *bytes, const char *text)
{
	bytes_add_text(bytes, text ? text : "(null)");
}

static void add_number(struct bytes *bytes, long number)
{
	char digits[24], *at = digits + sizeof(digits);
	unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;

	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	bytes_add(bytes, at, (size_t)(digits + sizeof(digits) - at));
}

/* Appends a text that has no other conversions than %s, %d and %ld, which nearly all lines to agents are made
 * of.  This takes less than half of what vsnprintf takes.  False: there is another one, and only a part was
 * appended.  */
static bool add_simple(struct bytes *bytes, const char *format, va_list args)
{
	for (const char *percent; (percent = strchr(format, '%')); format = percent + 2) {
		if (percent > format)
			bytes_add(bytes, format, (size_t)(percent - format));
		if (percent[1] == 's')
			add_string(bytes, va_arg(args, const char *));
		else if (percent[1] == 'd')
			add_number(bytes, va_arg(args, int));
		else if (percent[1] == 'l' && *++percent && percent[1] == 'd')
			add_number(bytes, va_arg(args, long));
		else
			return false;
	}
	bytes_add_text(bytes, format);
	return true;
}

void bytes_vaddf(struct bytes *bytes, const char *format, va_list args)
{
	size_t before = bytes->size;
	va_list again;
	int size;

	assert(format);
	va_copy(again, args);
	if (add_simple(bytes, format, again)) {
		va_end(again);
		return;
	}
	va_end(again);
	bytes->size = before;
	bytes_add(bytes, "", 0);
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

	assert(from || size == 0);
	bytes_add(&out, "", 0);
	for (size_t i = 0; i < size;) {
		const unsigned char *at = (const unsigned char *)from + i;
		size_t length = utf8_length(at, size - i);

		i += length ? length : 1;
		if (*at == '\n')
			bytes_add_text(&out, "\\n");
		else if (*at == '\r')
			bytes_add_text(&out, "\\r");
		else if (*at == '\t')
			bytes_add_text(&out, "\\t");
		else if (*at == '"' || *at == '\\')
			bytes_addf(&out, "\\%c", *at);
		else if (length == 0 || *at < 0x20 || *at == 0x7f)
			bytes_addf(&out, "\\x%02x", *at);
		else
			bytes_add(&out, at, length);
	}
	return out.at;
}

size_t bytes_utf8_length(const char *text, size_t size)
{
	return size ? utf8_length((const unsigned char *)text, size) : 0;
}

bool bytes_begin(const char *text, size_t size, const char *word)
{
	size_t i;

	assert((text || size == 0) && word);
	for (i = 0; word[i]; i++) {
		char c = i < size ? text[i] : '\0';

		if (c >= 'a' && c <= 'z')
			c = (char)(c - 'a' + 'A');
		if (c != (word[i] >= 'a' && word[i] <= 'z' ? word[i] - 'a' + 'A' : word[i]))
			return false;
	}
	return true;
}
