/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.c - a target of the fuzzer: bytes of others as text for people (bytes_escaped()).
 *
 * The text has no treacherous character (words.h), and says which bytes it stands for.  */
#include "targets.h"

#include "ringside/words.h"

#include <stdlib.h>

static unsigned long hex(const char *digits, size_t count, const char *after)
{
	FREED char *text = bytes_copy(digits, count);
	char *end;
	unsigned long value = strtoul(text, &end, 16);

	if (!count || end != text + count || strncmp(digits + count, after, strlen(after)) != 0)
		fuzz_wrong("a bad number in an escape: \"%s\"", digits);
	return value;
}

static void add_utf8(struct bytes *out, unsigned long c)
{
	static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
	int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	char byte = (char)(leads[more] | c >> 6 * more);

	for (bytes_add(out, &byte, 1); more-- > 0; bytes_add(out, &byte, 1))
		byte = (char)(0x80 | (c >> 6 * more & 0x3f));
}

/* Adds what an escape stands for: \n, \", \xff or \u{202e}. Returns its size.  */
static size_t unescape(struct bytes *out, const char *at)
{
	static const char letters[] = "nrt\"\\", meant[] = "\n\r\t\"\\";
	const char *letter = at[1] ? strchr(letters, at[1]) : NULL;
	size_t digits;

	if (letter) {
		bytes_add(out, &meant[letter - letters], 1);
		return 2;
	}
	if (at[1] == 'x' && strlen(at) >= 4) {
		bytes_add(out, &(char){(char)hex(at + 2, 2, "")}, 1);
		return 4;
	}
	if (at[1] != 'u' || at[2] != '{')
		fuzz_wrong("no escape: \"%s\"", at);
	digits = strcspn(at + 3, "}");
	add_utf8(out, hex(at + 3, digits, "}"));
	return digits + 4;
}

/* What the text stands for.  */
static struct bytes unescaped(const char *text)
{
	struct bytes out = {0};

	while (*text) {
		size_t size = 1;

		if (*text == '\\')
			size = unescape(&out, text);
		else
			bytes_add(&out, text, 1);
		text += size;
	}
	return out;
}

void fuzz_words(struct rest input)
{
	FREED char *text = bytes_escaped((const char *)input.at, input.size);
	struct bytes back FREED_BY(bytes_free) = unescaped(text);

	if (words_harmless(text, strlen(text)) != strlen(text))
		fuzz_wrong("a treacherous character at byte %zu", words_harmless(text, strlen(text)));
	if (back.size != input.size || (back.size && memcmp(back.at, input.at, back.size) != 0))
		fuzz_wrong("other bytes come back: \"%s\"", text);
}
