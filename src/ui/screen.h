/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.h - the terminal: opened, resized, drawn in whole frames, and left as it was found; what is typed
 * there, the mouse, its title and its clipboard.
 *
 * The screen is global because ncurses is.  */
#ifndef RINGSIDE_UI_SCREEN_H
#define RINGSIDE_UI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

struct bytes;

/* What a mouse button is, in place of a number: it moved while one is held.  */
enum { MOUSE_DRAGGED = 6 };

/* Opens the keyboard (/dev/tty, opened again for itself) and the screen, and sets the locale's characters
   (LC_CTYPE).  Asks the terminal whether its background is light, once for all screens of the program, unless
   a person has chosen a theme.  NULL, or a problem for people (no terminal, unknown TERM); the caller frees.
   It opens a screen of any size; ui.c checks the size.  From now on exit() and crashes restore the terminal
   too. Signals that ask the program to end or to stop belong to the loop.  */
char *screen_open(bool no_color, bool mouse);
/* Opens a screen of that size without a terminal: screen_show() sends nothing, screen_film_frame() tells what
   it would send.  NULL, or a problem.  */
char *screen_film(int rows, int columns, bool no_color);
/* What shows the present picture on a terminal that shows the one before; the first begins on any.  */
void screen_film_frame(struct bytes *frame);
/* Leaves the terminal as it was found.  Safe to call twice.  Does nothing in a process that was forked while
 * it was open.  */
void screen_close(void);
/* Takes the theme that suits the terminal's background, when that is known.  Call it after keys: the answer
   comes with them, and a terminal that tells nothing gets a guess.  True: the theme has changed.  */
bool screen_follow_background(void);
/* Descriptor to watch for keys.  */
int screen_keyboard(void);
/* Has the terminal gone away?  Then there will be no more keys.  */
bool screen_gone(void);
/* After SIGWINCH: takes the terminal's new size; everything has to be drawn again.  */
void screen_resized(void);
/* Gives the terminal to another program (^Z, an editor), and takes it back.  */
void screen_suspend(void);
void screen_resume(void);
/* Gives it to the shell, as ^Z does, and takes it back after fg.  All processes of the group stand meanwhile.
 */
void screen_stop(void);

/* The next key: a character (as Unicode; ^C is 3, ^Z is 26, Escape 27) or KEY_… of ncurses with is_code.
   False: no more are waiting; call it until then.  While raw (screen_raw) all bytes come through
   screen_bytes() instead, and pasted text is marked (bracketed paste).  */
bool screen_key(unsigned *key, bool *is_code);
void screen_raw(bool raw);
/* Reads what was typed.  Returns how many bytes; 0: no more are waiting; call it until then.  Characters and
   escape sequences come whole (room >= 64), and the Escape key comes alone.  */
size_t screen_bytes(char *bytes, size_t room);
/* Puts bytes back for the next screen_key() or screen_bytes().  */
void screen_unread(const char *bytes, size_t size);
/* In how many ms to ask for keys again, even if nothing more is typed: the last byte may be the Escape key
   or begin a sequence, or the terminal has not taken all of a frame.  -1: there is nothing to wait for.  */
int screen_wait(void);

/* Has somebody typed `q` or ^C that nobody has taken yet? Looks at most each 20 ms.  */
bool screen_is_left(void);
/* A key or a frame begins.  What is typed in its first 200 ms is for what follows: it does not end a query.
 */
void screen_begins_work(void);

/* Sends what was drawn as one frame, without waiting for the terminal.  cursor_y < 0 hides the cursor.
   False: the terminal has not taken all of the frame before (a stalled connection); show it again later.  */
bool screen_show(int cursor_y, int cursor_x);
void screen_redraw(void); /* everything again with the next frame, for ^L */
/* Adds a row of what was drawn as text, without blanks at its end, and a line end.  */
void screen_row(struct bytes *text, int y, int width);

/* ---- the mouse ---- */

/* Uses the mouse from now on, or leaves it to the terminal.  */
void mouse_use(bool use);
/* Asks the terminal for the mouse's way while a button is held, or no longer.  */
void mouse_follow(bool follow);
/* Where a mouse event happened, after the key KEY_MOUSE.  button: 0 the first one released, 1 to 3 pressed, 4
   wheel up, 5 wheel down, MOUSE_DRAGGED.  False: it is none of these.  */
bool mouse_event(int *y, int *x, int *button);

/* ---- besides drawing: OSC sequences ----
 *
 * Words are harmless (words.h) before they come here: a control character in them would end the sequence, and
 * the terminal would obey the rest.  */

/* Sets the terminal's title, if it has one and another; true: it was sent.  */
bool screen_title(const char *words);
/* Rings the bell, or shows the words as a notification of the terminal; NULL: the bell.  */
void screen_ring(const char *words);
/* Puts bytes into the terminal's clipboard, if it allows that.  */
void screen_copy(const char *bytes, size_t size);

/* ---- is the terminal's background dark or light?  Pure, for tests: the caller asks, reads, and knows the
 * time. ---- */

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
/* after_escape: the Escape before the bytes was taken as a key, since nothing followed it for long.  */
struct answer background_answer(const char *bytes, size_t size, bool after_escape);
/* The value of COLORFGBG, as "15;0": text and background; NULL: it is not set.  */
bool background_guess(const char *colorfgbg);

#endif
