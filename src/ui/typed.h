/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* typed.h - what comes from the terminal, cut into units: characters, escape sequences, and the terminal's
 * own answers, which nobody gets as keys.
 *
 * Global, as the terminal is.  Called by screen.c alone.  */
#ifndef RINGSIDE_UI_TYPED_H
#define RINGSIDE_UI_TYPED_H

#include <stdbool.h>
#include <stddef.h>

/* Reads what is there.  */
void typed_read(void);
/* Has the terminal gone away?  */
bool typed_gone(void);
/* The size of the next whole unit; 0: none yet.  It stands at typed_bytes().  */
size_t typed_unit(void);
const char *typed_bytes(void);
/* Takes a unit away.  */
void typed_drop(size_t size);
/* Puts bytes before all others.  */
void typed_unread(const char *bytes, size_t size);
/* Is one of these bytes there?  */
bool typed_has(const char *bytes);
/* In how many ms typed_unit() may say more although nothing else comes; -1: it will not.  */
int typed_wait(void);
/* Forgets all.  */
void typed_free(void);

/* Asks for the terminal's background.  */
void typed_ask_background(void);
/* Is there news about it?  Each is told once.  */
bool typed_background(bool *light);
/* Waits for the rest of the answers, at most a tenth of a second: nobody else should read them.  */
void typed_await(void);

#endif
