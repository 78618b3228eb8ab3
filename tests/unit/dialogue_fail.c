/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* dialogue_fail.c - makes a difference fail the current cmocka test.  */
#include "../test.h"
#include "dialogue.h"

void dialogue_failed(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = bytes_vtext(format, args);
	va_end(args);
	print_error("%s\n", text);
	free(text);
	fail();
	abort(); /* fail() does not return */
}
