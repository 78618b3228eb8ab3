/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* give_up.h - the end of a program that cannot go on: there is no memory, or no event loop.
 *
 * A judge that cannot keep what it was told cannot judge.  Everything else that fails is a value that people
 * are told about (`char *problem`).  */
#ifndef RINGSIDE_GIVE_UP_H
#define RINGSIDE_GIVE_UP_H

/* Writes "ringside: " and this sentence to stderr and ends the process with status 1, from any thread. It
 * allocates nothing.  */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Has `leave` called before that: the screen hands the terminal back.  NULL: nothing.  */
void give_up_after(void (*leave)(void));

#endif
