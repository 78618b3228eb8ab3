/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* typed.h - what comes from the terminal, cut into units: characters, escape sequences, and the terminal's
 * own answers, which nobody gets as keys.
 *
 * Global, as the terminal is.  Called by screen.c alone, but for the tests.  */
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

/* ---- is the terminal's background dark or light?  Pure: the caller asks, reads, and knows the time. ---- */

#define BACKGROUND_QUESTION "\033]11;?\033\\\033[c"
/* What stands at the beginning of what was typed.  */
enum answer_kind {
	ANSWER_NONE,
	ANSWER_PART,       /* perhaps it: more has to come */
	ANSWER_COLOUR,     /* of OSC 11 */
	ANSWER_ATTRIBUTES, /* of DA1 */
	ANSWER_BROKEN      /* one that does not go on as it should */
};
struct answer {
	enum answer_kind kind;
	size_t size; /* in bytes */
	bool sure;   /* of a part: no key begins so */
	bool light;  /* of a colour: black can be read on it better than white */
};
/* gone: the Escape before the bytes was taken as a key, since nothing followed it for long.  */
struct answer background_answer(const char *bytes, size_t size, bool gone);
/* The value of COLORFGBG, as "15;0": text and background; NULL: it is not set.  */
bool background_guess(const char *colorfgbg);

#endif
