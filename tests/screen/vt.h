/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt.h - the headless terminal: a program on a pty, its output drawn by libtsm, and cells to assert on.
 *
 * The screen tests use it, and shoot, which takes pictures.  As under a shell, a keeper leads the program's
 * session, so that the terminal's state can still be read after the program's end.
 *
 * The screen changes only inside vt_wait..., vt_settle, vt_resize and vt_finish, and stops only at a whole
 * frame: if the program marks its frames with ESC[?2026h and ESC[?2026l, never between the two.  A wait stops
 * at the first frame in which its condition holds.  It leaves later frames for the next wait, so that a text
 * that stays for one frame is not missed.  Columns and rows count from 0.  Times are milliseconds.  Running
 * out of memory ends the program.  */
#ifndef RINGSIDE_TESTS_VT_H
#define RINGSIDE_TESTS_VT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vt;

/* Keys as in tsm.ti: a terminal sends them after ncurses has called keypad().  */
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
	char text[8]; /* UTF-8; " " if empty, "" for the right half of a wide character */
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
	bool mute;          /* answers none of the program's questions */
	const char *const
		*env; /* changes of the environment: "NAME=value" sets, "NAME" unsets; NULL at the end */
};

/* The bytes of one read from the program.  */
struct vt_read {
	int64_t at_ns;   /* since the start of the program */
	size_t at, size; /* position in vt_output */
	int cols, rows;  /* size of the terminal at that time */
};

/* Starts argv[0], found on PATH, on a terminal of its own.  Returns NULL, with a message on stderr, if that
 * fails.  The caller calls vt_free().  LINES, COLUMNS, NO_COLOR, COLORTERM and INPUTRC are removed from the
 * program's environment.  */
struct vt *vt_spawn(const struct vt_options *options, const char *const argv[]);
/* Hangs up and kills the program's group (SIGKILL).  NULL is allowed.  */
void vt_free(struct vt *vt);

/* Input.  False, with a message on stderr, if the program reads nothing for five seconds.  */
bool vt_keys(struct vt *vt, const char *keys);
bool vt_bytes(struct vt *vt, const void *bytes, size_t size);
/* The mouse, as SGR 1006 reports.  False, and nothing is sent, if the program has not asked for them.
 * Buttons: 0 left, 1 middle, 2 right, 64 wheel up, 65 wheel down, + 32 while moving.  */
bool vt_mouse(struct vt *vt, int button, int x, int y, bool down);
bool vt_click(struct vt *vt, int x, int y);              /* left button down and up */
bool vt_wheel(struct vt *vt, int x, int y, int notches); /* > 0: up */
/* Changes the window's size; the kernel sends SIGWINCH.  */
void vt_resize(struct vt *vt, int cols, int rows);
/* Signals the program alone.  0 or -errno; -ESRCH after its end was seen.  */
int vt_signal(struct vt *vt, int number);
/* The same for all processes of its group, as a shell does.  */
int vt_signal_group(struct vt *vt, int number);
/* Closes the window.  */
void vt_hang_up(struct vt *vt);

/* Waits.  True as soon as the condition holds.  False, with the screen on stderr, if it does not within
 * timeout_ms or the program ends first.  */
bool vt_wait(struct vt *vt, const char *text, int timeout_ms);
bool vt_wait_gone(struct vt *vt, const char *text, int timeout_ms);
bool vt_wait_cursor(struct vt *vt, int x, int y, int timeout_ms); /* shown, and at this place */
/* `what` is for the message.  `holds` is called once a frame.  */
bool vt_wait_until(struct vt *vt, const char *what, bool (*holds)(struct vt *vt, void *data), void *data,
		   int timeout_ms);
/* Until a signal (^Z) has stopped the program and all its output is on the screen.  */
bool vt_wait_stopped(struct vt *vt, int timeout_ms);
/* Until the program reads single keys: its terminal echoes none.  */
bool vt_wait_raw(struct vt *vt, int timeout_ms);
/* For pictures, not for tests: until no output came for quiet_ms.  False if that did not happen in time.  */
bool vt_settle(struct vt *vt, int quiet_ms, int timeout_ms);

/* The screen.  The results are valid until the next call for this terminal.  */
int vt_cols(const struct vt *vt);
int vt_rows(const struct vt *vt);
struct vt_cell vt_at(const struct vt *vt, int x,
		     int y); /* outside the screen all fields are 0 and the text is "" */
struct vt_cursor vt_cursor(const struct vt *vt);
const char *vt_row(struct vt *vt, int y);                      /* without trailing blanks */
const char *vt_span(struct vt *vt, int x, int y, int width);   /* part of a row, with blanks */
bool vt_find(struct vt *vt, const char *text, int *x, int *y); /* first in reading order; x, y may be NULL */
/* The cell value of one of the 256 colours.  libtsm reports those above 15 as RGB.  */
int vt_colour(int index);
/* Prints the screen to stderr with a frame around it.  */
void vt_print(struct vt *vt, const char *title);

/* Waits for the program's end.  Then all output is on the screen, and the functions above still work. Returns
 * the wait status.  If the program does not end in time, kills it, prints the screen and returns -1.  */
int vt_finish(struct vt *vt, int timeout_ms);
/* The parts of the terminal's state that the program has not restored, such as "termios, hidden cursor, mouse
 * clicks (1000)"; "" if it has restored all.  While the program runs, its current state.  */
const char *vt_left_behind(struct vt *vt);
/* All output of the program, and the times of the reads.  */
const char *vt_output(const struct vt *vt, size_t *size);
const struct vt_read *vt_reads(const struct vt *vt, size_t *count);

/* Pictures (vt_picture.c): of the screen, and of all output so far as asciicast 2.  0 or -errno.  */
int vt_write_svg(struct vt *vt, const char *path);
int vt_write_cast(struct vt *vt, const char *path);

#endif
