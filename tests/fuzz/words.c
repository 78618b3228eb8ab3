/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.c - a target of the fuzzer: bytes of others as text for people (bytes_escaped()).
 *
 * The text is UTF-8 without control characters, and says which bytes it stands for.  */
#include "targets.h"

#include <stdlib.h>

/* The byte that an escape at `at` stands for, and the escape's size.  */
static char escape(const char *at, size_t *size)
{
	static const char letters[] = "nrt\"\\", meant[] = "\n\r\t\"\\";
	const char *letter = at[1] ? strchr(letters, at[1]) : NULL;
	char digits[] = "..", *end;
	unsigned long value;

	*size = 2;
	if (letter)
		return meant[letter - letters];
	if (at[1] != 'x' || !at[2] || !at[3])
		fuzz_wrong("no escape: \"%s\"", at);
	memcpy(digits, at + 2, 2);
	value = strtoul(digits, &end, 16);
	if (*end)
		fuzz_wrong("\\x without two digits: \"%s\"", at);
	*size = 4;
	return (char)value;
}

/* What the text stands for.  */
static struct bytes unescaped(const char *text)
{
	struct bytes out = {0};

	for (size_t size = 1; *text; text += size) {
		char byte = *text;

		size = 1;
		if (byte == '\\')
			byte = escape(text, &size);
		bytes_add(&out, &byte, 1);
	}
	return out;
}

static void check_harmless(const char *text)
{
	size_t size = strlen(text), length;

	for (size_t at = 0; at < size; at += length) {
		length = bytes_utf8_length(text + at, size - at);
		if (!length)
			fuzz_wrong("no UTF-8 at byte %zu", at);
		if (length == 1 && ((unsigned char)text[at] < 0x20 || text[at] == 0x7f))
			fuzz_wrong("a control character at byte %zu", at);
	}
}

void fuzz_words(struct rest input)
{
	char *text = bytes_escaped((const char *)input.at, input.size);
	struct bytes back = unescaped(text);

	check_harmless(text);
	if (back.size != input.size || (back.size && memcmp(back.at, input.at, back.size) != 0))
		fuzz_wrong("other bytes come back: \"%s\"", text);
	bytes_free(&back);
	free(text);
}
