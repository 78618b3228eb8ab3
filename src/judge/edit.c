/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* edit.c - messages as a person writes them: a line, or bytes in hexadecimal.  */
#include "ringside/edit.h"

#include "ringside/words.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The value of two hexadecimal digits; -1: they are not digits.  */
static int hex_byte(const char *text)
{
	static const char digits[] = "0123456789abcdef";
	int value = 0;

	for (int i = 0; i < 2; i++) {
		const char *digit = text[i] ? strchr(digits, tolower((unsigned char)text[i])) : NULL;

		if (!digit)
			return -1;
		value = value * 16 + (int)(digit - digits);
	}
	return value;
}

static char *read_bytes(const char *text, struct bytes *bytes)
{
	const char *at = text + strspn(text, " \t");
	char *shown, *problem;

	for (int value; *at; at += 2 + strspn(at + 2, " \t")) {
		if ((value = hex_byte(at)) < 0) {
			shown = bytes_escaped(at, strcspn(at, " \t"));
			problem = bytes_text("\"%s\" at character %d: expected bytes of two hexadecimal "
					     "digits, such as 01 c9 ff",
					     shown, (int)(at - text) + 1);
			free(shown);
			return problem;
		}
		bytes_add(bytes, &(char){(char)value}, 1);
	}
	return bytes->size ? NULL : bytes_text("expected bytes of two hexadecimal digits, such as 01 c9 ff");
}

static char *read_line(const char *text, struct bytes *bytes)
{
	const char *end = text + strlen(text);
	size_t size;

	for (const char *at = text; *at; at += size) {
		size = words_unescape(bytes, at, (size_t)(end - at));
		if (!size && *at == '\\')
			return bytes_text("a backslash at character %d: expected \\n, \\r, \\t, \\\", \\xNN, "
					  "\\u{NNNN} or \\\\ for itself",
					  (int)(at - text) + 1);
		if (!size)
			bytes_add(bytes, at, size = 1);
	}
	return NULL;
}

char *edit_read(const char *text, bool binary, struct bytes *bytes)
{
	bytes_add(bytes, "", 0);
	return binary ? read_bytes(text, bytes) : read_line(text, bytes);
}

static void add_blank(struct bytes *text, char blank)
{
	bytes_addf(text, "\\x%02x", (unsigned char)blank);
}

static char *line_words(const char *bytes, size_t size)
{
	struct bytes text = {0};
	char *escaped = bytes_escaped(bytes, size);
	size_t length = strlen(escaped);

	bytes_add(&text, "", 0);
	for (size_t i = 0; i < length; i++) {
		if (escaped[i] == '\\' && escaped[i + 1] == '"')
			continue; /* a quote is not special here */
		if (escaped[i] == '\\' && escaped[i + 1] == '\\')
			bytes_add(&text, &escaped[i++], 1);
		if (escaped[i] == ' ' && (i == 0 || i + 1 == length))
			add_blank(&text, ' ');
		else
			bytes_add(&text, &escaped[i], 1);
	}
	free(escaped);
	return text.at;
}

char *edit_words(const char *bytes, size_t size, bool binary)
{
	struct bytes text = {0};

	if (!binary)
		return line_words(bytes, size);
	bytes_add(&text, "", 0);
	for (size_t i = 0; i < size; i++)
		bytes_addf(&text, "%s%02x", i ? " " : "", (unsigned char)bytes[i]);
	return text.at;
}
