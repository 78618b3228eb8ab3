/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* give_up.c - ends a program that cannot go on.
 *
 * Not by abort(): to people that looks like a crash, and it may write a core.  Nothing is tidied, for that
 * needs what is missing.  The kernel ends the agents, and the next start removes their folders.  */
#include "ringside/give_up.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
