/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* edit.h - messages as a person writes them: a line, or bytes in hexadecimal numbers.
 *
 * In a line \n \r \t \\ \" and \xNN stand for bytes that no key types; every other character stands for
 * itself. A binary protocol's bytes are two hexadecimal digits each, with or without blanks between them.
 * Called by the judge for the requests EDIT and SEND, and by the commands that offer a message for editing.
 */
#ifndef RINGSIDE_EDIT_H
#define RINGSIDE_EDIT_H

#include "ringside/bytes.h"

/* Adds the bytes that the text stands for.  NULL, or what is wrong and where, for people, and `bytes` has the
 * part before it; the caller frees.  */
char *edit_read(const char *text, bool binary, struct bytes *bytes);
/* The text from which edit_read() makes these bytes, without blanks at its ends.  The caller frees.  */
char *edit_words(const char *bytes, size_t size, bool binary);

#endif
