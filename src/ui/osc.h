/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* osc.h - what the terminal is asked to do besides drawing: its title, its clipboard, a notification.
 *
 * All of these are OSC sequences.  Words are harmless (words.h) before they come here: a control character in
 * them would end the sequence, and the terminal would obey the rest.  */
#ifndef RINGSIDE_UI_OSC_H
#define RINGSIDE_UI_OSC_H

#include <stdbool.h>
#include <stddef.h>

/* After newterm(): sees what this terminal can do.  */
void osc_open(void);
/* The terminal is taken: it remembers its title.  */
void osc_begin(void);
/* The terminal is left: until osc_begin() nothing here is sent.  */
void osc_end(void);
/* What gives the terminal its former title; "" if it has none.  */
const char *osc_former_title(void);

/* Sets the terminal's title, if it has one and another; true: it was sent.  */
bool osc_title(const char *words);
/* Rings the bell, or shows the words as a notification of the terminal; NULL: the bell.  */
void osc_ring(const char *words);
/* Puts bytes into the terminal's clipboard, if it allows that.  */
void osc_copy(const char *bytes, size_t size);

#endif
