/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tty.h - the terminal as a file: its modes, what is read and written without ever waiting, and how it is
 * left when the program crashes.
 *
 * Called by screen.c alone; knows no ncurses.  */
#ifndef RINGSIDE_UI_TTY_H
#define RINGSIDE_UI_TTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opens /dev/tty as a description of its own, so that its O_NONBLOCK reaches nobody else.  NULL, or a
   problem; the caller frees.  */
char *tty_open(void);
void tty_close(void);
/* For poll(); -1 while it is not open.  */
int tty_fd(void);
/* False: it does not say.  */
bool tty_size(int *rows, int *columns);

/* Takes the terminal: no echo, no lines, no signals from keys.  Whenever the program crashes from now on,
   `leaving` is written and the modes are set back before it dies.  */
void tty_take(const char *leaving, size_t size);
/* Sends what is queued, waiting a second at most, and sets the modes back.  */
void tty_leave(void);

/* Queues bytes, and sends as much as the terminal takes.  */
void tty_queue(const char *bytes, size_t size);
/* True: nothing is queued any more.  */
bool tty_flush(void);
/* Reads what was typed: so many bytes, 0: nothing now, -1: the terminal has gone away.  */
ptrdiff_t tty_read(char *bytes, size_t room);

int64_t tty_now_ms(void);

#endif
