/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.h - the terminal: opened, resized, drawn in whole frames, and left as it was found.
 *
 * The only global state of the program stands behind this, since ncurses' own is global.  Called by ui.c.  */
#ifndef RINGSIDE_UI_SCREEN_H
#define RINGSIDE_UI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the keyboard as its own description of /dev/tty and the screen, and takes the locale's characters
   over (LC_CTYPE).  NULL, or a problem for people (no terminal, unknown TERM); the caller frees.  A screen of
   any size is opened: who draws looks at it.  From now on the terminal is restored also at exit() and when
   the program crashes; signals that ask the program to end or to stop are the loop's.  */
char *screen_open(bool no_color, bool mouse);
/* Leaves the terminal as it was found.  Safe to call twice.  */
void screen_close(void);
/* Descriptor to watch for keys.  */
int screen_keyboard(void);
/* True when the terminal has gone away: there will be no more keys.  */
bool screen_gone(void);
/* After SIGWINCH: takes the terminal's new size over; everything has to be drawn again.  */
void screen_resized(void);
/* Gives the screen to another program (stop with ^Z, an editor) and takes it back.  */
void screen_suspend(void);
void screen_resume(void);

/* The next key: a character (as Unicode; ^C is 3, ^Z is 26, Escape 27) or KEY_… of ncurses with is_code;
   false when no more are waiting: ask until then.  While raw (screen_raw), all bytes come through
   screen_bytes() in place of keys, and what is pasted is marked as such (bracketed paste).  */
bool screen_key(unsigned *key, bool *is_code);
void screen_raw(bool raw);
/* Reads what was typed; returns how many bytes, 0 when no more are waiting: ask until then.  Characters and
   escape sequences come whole (room >= 64), and the Escape key comes alone.  */
size_t screen_bytes(char *bytes, size_t room);
/* Puts bytes back for the next screen_key() or screen_bytes().  */
void screen_unread(const char *bytes, size_t size);
/* Ask for keys again in so many ms, even if the keyboard stays silent: something was typed that may be the
   Escape key or the beginning of a sequence, or the terminal has not taken all of a frame.  -1: there is
   nothing to wait for.  */
int screen_wait(void);

/* Sends what was drawn since as one frame, and never waits for the terminal.  cursor_y < 0: the cursor is
   hidden.  False: it has not even taken all of the frame before (a stalled connection): show again later.  */
bool screen_show(int cursor_y, int cursor_x);
void screen_redraw(void); /* everything anew with the next frame, for ^L */
/* Where a mouse event happened, after the key KEY_MOUSE: fills y, x, and which: 1 to 3 a button pressed, 4
   wheel up, 5 wheel down; false: none to tell of.  */
bool screen_mouse(int *y, int *x, int *button);

#endif
