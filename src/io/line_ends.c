/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* line_ends.c - the CR before each LF that an agent writes to its terminal, added when it is read.
 *
 * With OPOST, the kernel adds it within the agent's write(), byte by byte, and the agent's clock pays: 80 MB
 * of lines take three times as long.  So spawn.c switches OPOST off, and the judge does here what ONLCR asks
 * for.
 *
 * A program may set its terminal itself, and this decides what it wants:
 *
 *   OPOST is on                     the kernel adds the CR, as after `stty sane`
 *   ONLCR is off                    LF goes straight down: ncurses, vim
 *   neither ICANON nor ISIG is on   the same: cfmakeraw(), which leaves ONLCR alone
 *   else                            LF needs its CR: a plain program, or readline, which keeps ISIG
 *
 * The settings count that are there when the bytes are read.  What a program wrote just before it changed
 * them may be taken for what it wrote just after.  A program that copies the settings to a pty of its own, as
 * script(1) does, gets no CR there.  */
#include "line_ends.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static bool wants_cr(int master)
{
	struct termios now;

	return tcgetattr(master, &now) == 0 && !(now.c_oflag & OPOST) && now.c_oflag & ONLCR &&
	       now.c_lflag & (ICANON | ISIG);
}

/* Copies with CR before each LF; returns the size.  `to` may lie before `from` in the same buffer, by `size`
 * at least: then it never gets ahead.  */
static size_t copy_with_cr(char *to, const char *from, size_t size)
{
	const char *end = from + size, *lf;
	char *at = to;

	while ((lf = memchr(from, '\n', (size_t)(end - from)))) {
		memmove(at, from, (size_t)(lf - from));
		at += lf - from;
		*at++ = '\r';
		*at++ = '\n';
		from = lf + 1;
	}
	memmove(at, from, (size_t)(end - from));
	return (size_t)(at - to) + (size_t)(end - from);
}

ssize_t line_ends_read(int master, char *bytes, size_t room)
{
	size_t half = room / 2;
	char *raw = bytes + half;
	ssize_t size;

	assert(half > 0);
	size = read(master, raw, half);
	if (size > 0 && wants_cr(master))
		return (ssize_t)copy_with_cr(bytes, raw, (size_t)size);
	if (size > 0)
		memmove(bytes, raw, (size_t)size);
	return size;
}
