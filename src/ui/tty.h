/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tty.h - the terminal as a file: its modes, reading and writing without waiting, and restoring it when the
 * program crashes.
 *
 * Called by screen.c, typed.c, mouse.c and osc.c; knows nothing of ncurses.  */
#ifndef RINGSIDE_UI_TTY_H
#define RINGSIDE_UI_TTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opens /dev/tty again for itself, so O_NONBLOCK affects nobody else.  NULL, or a problem; the caller
   frees.  */
char *tty_open(void);
void tty_close(void);
/* In place of tty_open(): there is no terminal, and nothing is ever typed.  */
void tty_none(void);
/* Did this process open it, and not the one that forked it?  */
bool tty_is_ours(void);
/* For poll(); -1 while it is not open.  */
int tty_fd(void);
/* False: the terminal does not tell.  */
bool tty_size(int *rows, int *columns);

/* Takes the terminal: no echo, no line editing, no signals from keys.  If the program crashes from now on,
   `leaving` is written and the modes are restored before it dies.  */
void tty_take(const char *leaving, size_t size);
/* Sends what is queued, waiting at most a second, and restores the modes.  */
void tty_leave(void);

/* Queues bytes, and sends as much as the terminal takes.  */
void tty_queue(const char *bytes, size_t size);
/* True: nothing is queued any more.  */
bool tty_flush(void);
/* Reads what was typed.  Returns how many bytes; 0: nothing now; -1: the terminal has gone away.  */
ptrdiff_t tty_read(char *bytes, size_t room);

int64_t tty_now_ms(void);

#endif
