/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* mouse.h - what a person does with the mouse, while ringside and not the terminal has it.  */
#ifndef RINGSIDE_UI_MOUSE_H
#define RINGSIDE_UI_MOUSE_H

#include <stdbool.h>

/* Begins with a new screen of ncurses.  */
void mouse_begin(bool use);
/* Uses the mouse from now on, or leaves it to the terminal.  */
void mouse_use(bool use);
/* Asks the terminal for the mouse's way while a button is held, or no longer.  */
void mouse_follow(bool follow);
/* The terminal is left, or has its mouse back.  */
void mouse_end(void);

/* Where a mouse event happened, after the key KEY_MOUSE.  button: 0 the first one released, 1 to 3 pressed, 4
   wheel up, 5 wheel down, MOUSE_DRAGGED moved while one is held.
   False: it is none of these.  */
enum { MOUSE_DRAGGED = 6 };
bool mouse_event(int *y, int *x, int *button);

#endif
