/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* line_ends.h - the CR before each LF that an agent writes to its terminal.  */
#ifndef IO_LINE_ENDS_H
#define IO_LINE_ENDS_H

#include <stddef.h>
#include <sys/types.h>

/* read() from the master of an agent's pty, at most room / 2 bytes.  Puts CR before each LF if the terminal
 * should have done so.  Returns the number of bytes that it put to `bytes`, 0, or -1 and errno.  */
ssize_t line_ends_read(int master, char *bytes, size_t room);

#endif
