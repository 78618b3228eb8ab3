/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.h - which characters of others' text may reach a terminal or a file for people, and how the rest is
 * shown.
 *
 * Agents, match files and command lines can hold any bytes. A character is treacherous if a terminal may obey
 * it, or if it makes people see other text than there is.  */
#ifndef RINGSIDE_WORDS_H
#define RINGSIDE_WORDS_H

#include "ringside/bytes.h"
#include <stdint.h>

/* The character at `text`, unless NULL.  Returns its length, 1 to 4 bytes; 0: it is not UTF-8, or size is 0.
 */
size_t words_character(const char *text, size_t size, uint32_t *character);
/* Adds a character as UTF-8.  */
void words_add_character(struct bytes *out, uint32_t character);

/* Must it be escaped?  Line ends and tabs are treacherous too: whoever wants them says so.  */
bool words_is_treacherous(uint32_t character);

/* How many bytes at the beginning of the text show what they are: no treacherous character, no broken UTF-8.
 */
size_t words_harmless(const char *text, size_t size);

/* Adds the first character as \n, \r, \t, \x1b or \u{202e}, or the first byte as \xff if it is not UTF-8.
 * Returns how many bytes of the text that was, at least 1.  The size is at least 1.  */
size_t words_add_escape(struct bytes *out, const char *text, size_t size);

/* Adds what such an escape, or \" or \\, stands for.  Returns the length of the escape; 0: there is none.  */
size_t words_unescape(struct bytes *out, const char *text, size_t size);

/* Adds several lines for people: only line ends, tabs and harmless characters stay as they are.  */
void words_add_shown(struct bytes *out, const char *text, size_t size);
/* Adds a part of a line. Unlike bytes_escaped() it leaves quotes and backslashes, so a name that was escaped
 * when it came is not escaped twice.  */
void words_add_name(struct bytes *out, const char *name);
/* Adds a text to XML, HTML or Markdown: the characters of `escaped`, some of & < > " ', become entities.  */
void words_add_markup(struct bytes *out, const char *text, size_t size, const char *escaped);

/* ---- messages as a person writes them: a line, or bytes in hexadecimal numbers ----
 *
 * In a line \n \r \t \\ \" and \xNN stand for bytes that no key types; every other character stands for
 * itself. A binary protocol's bytes are two hexadecimal digits each, with or without blanks between them.  */

/* Adds the bytes that the text stands for.  NULL, or what is wrong and where, for people, and `bytes` has the
 * part before it; the caller frees.  */
char *edit_read(const char *text, bool binary, struct bytes *bytes);
/* The text from which edit_read() makes these bytes, without blanks at its ends.  The caller frees.  */
char *edit_words(const char *bytes, size_t size, bool binary);

#endif
