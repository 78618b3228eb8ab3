/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.c - the list of treacherous characters, their escapes, and the escapes of markup.
 *
 * These are treacherous:
 *   - controls (C0, DEL, C1): terminals obey them. Many take U+009B for ESC [.
 *   - what turns the direction of text: a move or a file name would be read in another order.
 *   - what Unicode calls ignorable by default (DerivedCoreProperties.txt): it has no picture. Two names that
 *     look alike could differ, and tags and variation selectors can carry a hidden message. This includes
 *     the joiner and the selectors in an emoji: terminals do not agree on the width of what they make.
 *   - line and paragraph separators, annotations, and signs that arrange their neighbours.
 *   - noncharacters and private planes: no font agrees on them.
 *
 * Combining marks stay: many languages need them, and they only change the character before them.  */
#include "ringside/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	uint32_t first, last;
} treacherous[] = {
	{0x00, 0x1f},          /* C0 */
	{0x7f, 0x9f},          /* DEL and C1 */
	{0xad, 0xad},          /* a hyphen that is not shown */
	{0x34f, 0x34f},        /* joins marks */
	{0x61c, 0x61c},        /* direction */
	{0x115f, 0x1160},      /* empty letters of Hangul */
	{0x17b4, 0x17b5},      /* vowels of Khmer that are not shown */
	{0x180b, 0x180f},      /* variation selectors and a separator of Mongolian */
	{0x200b, 0x200f},      /* spaces without width, joiners, direction */
	{0x2028, 0x202e},      /* separators of lines and paragraphs, direction */
	{0x2060, 0x206f},      /* invisible operators, direction, old controls */
	{0x3164, 0x3164},      /* an empty letter of Hangul */
	{0xd800, 0xdfff},      /* halves of surrogate pairs */
	{0xfdd0, 0xfdef},      /* noncharacters */
	{0xfe00, 0xfe0f},      /* variation selectors */
	{0xfeff, 0xfeff},      /* a byte order mark */
	{0xffa0, 0xffa0},      /* an empty letter of Hangul */
	{0xfff0, 0xfffb},      /* reserved for controls; annotations */
	{0x13430, 0x1343f},    /* arrange hieroglyphs */
	{0x1bca0, 0x1bca3},    /* arrange shorthand */
	{0x1d173, 0x1d17a},    /* arrange notes */
	{0xe0000, UINT32_MAX}, /* tags, variation selectors, private planes */
};

size_t words_character(const char *text, size_t size, uint32_t *character)
{
	static const struct {
		unsigned char mask;
		uint32_t least;
	} forms[] = {{0x7f, 0}, {0x1f, 0x80}, {0x0f, 0x800}, {0x07, 0x10000}};
	const unsigned char *at = (const unsigned char *)text;
	size_t length;
	uint32_t code;

	if (size == 0)
		return 0;
	length = at[0] < 0x80   ? 1
		 : at[0] < 0xc2 ? 0
		 : at[0] < 0xe0 ? 2
		 : at[0] < 0xf0 ? 3
		 : at[0] < 0xf5 ? 4
				: 0;
	if (length == 0 || length > size)
		return 0;
	code = at[0] & forms[length - 1].mask;
	for (size_t i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (at[i] & 0x3f);
	}
	if (code < forms[length - 1].least || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff)
		return 0; /* overlong, a surrogate, or past the last character */
	if (character)
		*character = code;
	return length;
}

bool words_is_treacherous(uint32_t character)
{
	size_t i = 0;

	if (character >= ' ' && character < 0x7f)
		return false;
	if ((character & 0xfffe) == 0xfffe) /* a noncharacter at the end of its plane */
		return true;
	while (character > treacherous[i].last)
		i++;
	return character >= treacherous[i].first;
}

size_t words_harmless(const char *text, size_t size)
{
	uint32_t character;
	size_t at = 0, length;

	assert(text || size == 0);
	while ((length = words_character(text + at, size - at, &character)) != 0 &&
	       !words_is_treacherous(character))
		at += length;
	return at;
}

size_t words_add_escape(struct bytes *out, const char *text, size_t size)
{
	uint32_t character;
	size_t length = words_character(text, size, &character);

	assert(size > 0);
	if (*text == '\n')
		bytes_add_text(out, "\\n");
	else if (*text == '\r')
		bytes_add_text(out, "\\r");
	else if (*text == '\t')
		bytes_add_text(out, "\\t");
	else if (length > 1)
		bytes_addf(out, "\\u{%x}", (unsigned)character);
	else
		bytes_addf(out, "\\x%02x", (unsigned char)*text);
	return length ? length : 1;
}

void words_add_character(struct bytes *out, uint32_t character)
{
	static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
	int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;

	bytes_add(out, &(char){(char)(leads[more] | character >> 6 * more)}, 1);
	while (more-- > 0)
		bytes_add(out, &(char){(char)(0x80 | (character >> 6 * more & 0x3f))}, 1);
}

/* Reads 1 to `most` hexadecimal digits. Returns how many.  */
static size_t read_hexadecimal(const char *text, size_t size, size_t most, uint32_t *number)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	size_t n = 0;

	*number = 0;
	for (; n < most && n < size && text[n]; n++) {
		const char *digit = strchr(digits, text[n]);

		if (!digit)
			break;
		*number = *number << 4 | (uint32_t)((digit - digits) % 16);
	}
	return n;
}

size_t words_unescape(struct bytes *out, const char *text, size_t size)
{
	static const char letters[] = "nrt\\\"", meant[] = "\n\r\t\\\"";
	uint32_t number;
	const char *letter;
	size_t digits;

	assert(text || size == 0);
	if (size < 2 || text[0] != '\\' || !text[1])
		return 0;
	if ((letter = strchr(letters, text[1]))) {
		bytes_add(out, &meant[letter - letters], 1);
		return 2;
	}
	if (text[1] == 'x' && read_hexadecimal(text + 2, size - 2, 2, &number) == 2) {
		bytes_add(out, &(char){(char)number}, 1);
		return 4;
	}
	if (text[1] != 'u' || size < 3 || text[2] != '{')
		return 0;
	digits = read_hexadecimal(text + 3, size - 3, 6, &number);
	if (!digits || digits + 3 >= size || text[digits + 3] != '}' || number > 0x10ffff ||
	    (number >= 0xd800 && number < 0xe000))
		return 0;
	words_add_character(out, number);
	return digits + 4;
}

/* Adds the text. The characters of `kept` stay as they are, too.  */
static void add_shown(struct bytes *out, const char *text, size_t size, const char *kept)
{
	size_t length;

	bytes_add(out, "", 0);
	for (; size; text += length, size -= length) {
		length = words_harmless(text, size);
		if (!length && *text && strchr(kept, *text))
			length = 1;
		if (length)
			bytes_add(out, text, length);
		else
			length = words_add_escape(out, text, size);
	}
}

void words_add_shown(struct bytes *out, const char *text, size_t size)
{
	add_shown(out, text, size, "\n\t");
}

void words_add_name(struct bytes *out, const char *name)
{
	add_shown(out, name, strlen(name), "");
}

void words_add_markup(struct bytes *out, const char *text, size_t size, const char *escaped)
{
	static const struct {
		char character;
		const char *entity;
	} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};

	for (; size; text++, size--) {
		const char *entity = NULL;

		for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
			if (*text == entities[i].character && strchr(escaped, *text))
				entity = entities[i].entity;
		bytes_add(out, entity ? entity : text, entity ? strlen(entity) : 1);
	}
}

/* ---- messages as a person writes them ---- */

static char *read_bytes(const char *text, struct bytes *bytes)
{
	const char *at = text + strspn(text, " \t");
	char *shown, *problem;

	for (uint32_t value; *at; at += 2 + strspn(at + 2, " \t")) {
		if (read_hexadecimal(at, 2, 2, &value) != 2) {
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

static char *line_words(const char *bytes, size_t size)
{
	struct bytes text = {0};
	FREED char *escaped = bytes_escaped(bytes, size);
	size_t length = strlen(escaped);

	bytes_add(&text, "", 0);
	for (size_t i = 0; i < length; i++) {
		if (escaped[i] == '\\' && escaped[i + 1] == '"')
			continue; /* a quote is not special here */
		if (escaped[i] == '\\' && escaped[i + 1] == '\\')
			bytes_add(&text, &escaped[i++], 1);
		if (escaped[i] == ' ' && (i == 0 || i + 1 == length))
			bytes_add_text(&text, "\\x20");
		else
			bytes_add(&text, &escaped[i], 1);
	}
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
