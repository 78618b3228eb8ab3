/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt.h - a terminal without a window: a program on a pty, its output drawn by libtsm, and cells to assert on.
 *
 * Called by the tests that look at the screen and by shoot, which takes pictures.  The program gets a session
 * whose leader is not itself but a keeper, as under a shell: what it did to the terminal can still be seen
 * when it has ended.
 *
 * The screen that the functions below see moves only inside vt_wait..., vt_settle, vt_resize and vt_finish,
 * and it stops only at a whole frame: where the program marks its frames with ESC[?2026h and ESC[?2026l,
 * never between the two.  A wait stops at the first frame in which its condition holds and leaves later ones
 * for the next wait, so that a text that stays for one frame is not missed.  Columns and rows count from 0.
 * Times are milliseconds.  Running out of memory ends the program.  */
#ifndef RINGSIDE_TESTS_VT_H
#define RINGSIDE_TESTS_VT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vt;

/* Keys as tsm.ti names them: what a terminal sends once ncurses called keypad().  */
#define VT_UP     "\033OA"
#define VT_DOWN   "\033OB"
#define VT_RIGHT  "\033OC"
#define VT_LEFT   "\033OD"
#define VT_HOME   "\033OH"
#define VT_END    "\033OF"
#define VT_INSERT "\033[2~"
#define VT_DELETE "\033[3~"
#define VT_PGUP   "\033[5~"
#define VT_PGDN   "\033[6~"
#define VT_F1     "\033OP"
#define VT_BTAB   "\033[Z"
#define VT_ESC    "\033"

/* Colours of a cell: VT_DEFAULT, 0 to 15, or VT_RGB.  */
#define VT_DEFAULT      (-1)
#define VT_RGB(r, g, b) (1 << 24 | (r) << 16 | (g) << 8 | (b))

struct vt_cell {
	char text[8]; /* UTF-8; " " when empty, "" for the right half of a wide character */
	int fg, bg;
	bool bold, italic, underline, inverse;
};

struct vt_cursor {
	int x, y;
	bool shown;
};

struct vt_options {
	int cols, rows;     /* 0: 80 and 24 */
	const char *term;   /* TERM; NULL: "tsm" */
	const char *locale; /* LC_ALL; NULL: "C.UTF-8" */
	const char *const
		*env; /* more of the environment, NULL at the end: "NAME=value" sets, "NAME" unsets */
};

/* What came from the program in one read.  */
struct vt_read {
	int64_t at_ns;   /* since the program was started */
	size_t at, size; /* where in vt_output */
	int cols, rows;  /* of the terminal at that time */
};

/* Starts argv[0], found on PATH, on a terminal of its own.  NULL, with a message on stderr, when that cannot
   be done.  The caller frees.  Of the caller's environment LINES, COLUMNS, NO_COLOR, COLORTERM and INPUTRC do
   not reach the program.  */
struct vt *vt_spawn(const struct vt_options *options, const char *const argv[]);
/* Hangs up and ends what still runs (SIGKILL to the program's group).  NULL is fine.  */
void vt_free(struct vt *vt);

/* Input.  False, with a message on stderr, when the program takes none for five seconds.  */
bool vt_keys(struct vt *vt, const char *keys);
bool vt_bytes(struct vt *vt, const void *bytes, size_t size);
/* The mouse, as SGR 1006 reports.  False, and nothing is sent, while the program has not asked for them: no
   terminal would either.  Buttons: 0 left, 1 middle, 2 right, 64 wheel up, 65 wheel down, + 32 while moving.
 */
bool vt_mouse(struct vt *vt, int button, int x, int y, bool down);
bool vt_click(struct vt *vt, int x, int y);              /* left button down and up */
bool vt_wheel(struct vt *vt, int x, int y, int notches); /* > 0: up, away from the user */
/* As if the user had changed the window's size: the kernel sends SIGWINCH.  */
void vt_resize(struct vt *vt, int cols, int rows);
/* To the program alone.  0 or -errno; -ESRCH once its end was seen.  */
int vt_signal(struct vt *vt, int number);
/* As if the window had been closed.  */
void vt_hang_up(struct vt *vt);

/* Waits.  True as soon as the condition holds; false when it did not within timeout_ms, or the program ended
   before: then the screen is printed to stderr.  */
bool vt_wait(struct vt *vt, const char *text, int timeout_ms);
bool vt_wait_gone(struct vt *vt, const char *text, int timeout_ms);
bool vt_wait_cursor(struct vt *vt, int x, int y, int timeout_ms); /* shown, and there */
/* what: for the message.  holds is asked once a frame.  */
bool vt_wait_until(struct vt *vt, const char *what, bool (*holds)(struct vt *vt, void *data), void *data,
		   int timeout_ms);
/* Until the program was stopped by a signal (^Z), and all it had written is on the screen.  */
bool vt_wait_stopped(struct vt *vt, int timeout_ms);
/* For pictures, not for tests: until nothing came for quiet_ms.  False when that did not happen in time.  */
bool vt_settle(struct vt *vt, int quiet_ms, int timeout_ms);

/* The screen.  What these return is valid until the next call for this terminal.  */
int vt_cols(const struct vt *vt);
int vt_rows(const struct vt *vt);
struct vt_cell vt_at(const struct vt *vt, int x, int y); /* outside the screen: all zero, text "" */
struct vt_cursor vt_cursor(const struct vt *vt);
const char *vt_row(struct vt *vt, int y);                      /* trailing blanks cut */
const char *vt_span(struct vt *vt, int x, int y, int width);   /* part of a row, blanks and all */
bool vt_find(struct vt *vt, const char *text, int *x, int *y); /* first in reading order; x, y may be NULL */
/* A colour of the 256 as a cell tells it: libtsm gives those above 15 as RGB.  */
int vt_colour(int index);
/* The screen with a frame around it, to stderr.  */
void vt_print(struct vt *vt, const char *title);

/* The end.  Waits for it; all output is on the screen then, and the functions above still work.  The wait
   status, or -1 when the program did not end in time: it is killed, and the screen printed.  */
int vt_finish(struct vt *vt, int timeout_ms);
/* What of the terminal is not as the program found it, as text: "" when all is, else for instance "termios,
   hidden cursor, mouse clicks (1000)".  As of the end, or of now while the program runs.  */
const char *vt_left_behind(struct vt *vt);
/* All that was read from the program, and when.  */
const char *vt_output(const struct vt *vt, size_t *size);
const struct vt_read *vt_reads(const struct vt *vt, size_t *count);

/* Pictures (vt_picture.c): of the screen, and of all output so far as asciicast 2.  0 or -errno.  */
int vt_write_svg(struct vt *vt, const char *path);
int vt_write_cast(struct vt *vt, const char *path);

#endif
