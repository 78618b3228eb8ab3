/* screen.h - the terminal: opened, resized, drawn in whole frames, and left as it was found.
 *
 * The only global state of the program stands behind this, since ncurses' own is global.  Called by ui.c.  */
#ifndef RINGSIDE_SCREEN_H
#define RINGSIDE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the keyboard as its own description of /dev/tty and the screen.  NULL, or a problem for people (no
   terminal, unknown TERM, too small); the caller frees.  From now on the terminal is restored also when the
   program crashes or gets a deadly signal.  */
char *screen_open(bool no_color, bool mouse);
/* Leaves the terminal as it was found.  Safe to call twice.  */
void screen_close(void);
/* Descriptor to watch for keys.  */
int screen_keyboard(void);
/* After SIGWINCH: takes the terminal's new size over.  */
void screen_resized(void);
/* Gives the screen to another program (stop with ^Z, an editor) and takes it back.  */
void screen_suspend(void);
void screen_resume(void);

/* The next key: a character (as Unicode) or KEY_… of ncurses with is_code; false when no more are waiting.
   While raw (screen_raw), all bytes come through screen_bytes() in place of keys.  */
bool screen_key(unsigned *key, bool *is_code);
void screen_raw(bool raw);
/* Reads what was typed; returns how many bytes.  */
size_t screen_bytes(char *bytes, size_t room);
/* Puts bytes back for the next screen_key().  */
void screen_unread(const char *bytes, size_t size);

/* Sends what was drawn since as one frame.  cursor_y < 0: the cursor is hidden.  */
void screen_show(int cursor_y, int cursor_x);
void screen_redraw(void); /* everything anew, for ^L */
void screen_bell(void);
/* Where a mouse event happened: fills y, x, and which: 1 to 3 a button pressed, 4 wheel up, 5 wheel down;
 * false: none to tell of.  */
bool screen_mouse(int *y, int *x, int *button);

#endif
