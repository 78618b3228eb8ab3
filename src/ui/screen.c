/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.c - the terminal, drawn by ncurses.
 *
 * All state is global because ncurses' own is: there is one terminal.
 *
 * Keys take a way around ncurses.  Bytes are read from the terminal (typed.c) and handed to ncurses
 * through a pipe, one whole escape sequence at a time, which turns them into keys.  So ncurses never waits
 * for the rest of a sequence while agents need service, and bytes can be read raw (for readline) and put
 * back.
 *
 * Frames do the same.  ncurses writes into a file in memory.  From there as much of a frame as the terminal
 * takes is sent at once.  A terminal that does not read delays the picture and nothing else.  The file is no
 * terminal, so tty.c sets the modes.  */
#include "screen.h"
#include "mouse.h"
#include "osc.h"
#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "ringside/theme.h"
#include "tty.h"
#include "typed.h"
#include <curses.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FRAME_BEGIN "\033[?2026h" /* synchronized update: the terminal shows the whole frame at once */
#define FRAME_END   "\033[?2026l"
#define PASTE_ON    "\033[?2004h" /* bracketed paste */
#define PASTE_OFF   "\033[?2004l"
#define MOUSE_OFF   "\033[?1000l\033[?1002l\033[?1003l\033[?1006l"

enum { ESCAPE = 27, RETRY_MS = 10 };

static SCREEN *screen; /* NULL: not open */
static FILE *output;   /* in memory: what ncurses draws */
static FILE *input;    /* ncurses' end of the pipe */
static int feed = -1;  /* our end */
static WINDOW *keys;   /* a pad, since reading from a window refreshes it */
static bool raw_keys, suspended;
static int64_t begun_ms;     /* when a key or a frame began */
static bool filmed;          /* there is no terminal */
static int cursor_shown;     /* -1: unknown */
static struct bytes leaving; /* switches off all that was switched on */

/* Output.  */

/* Adds what ncurses has written.  */
static void take_drawn(struct bytes *frame)
{
	char bytes[16384];
	ssize_t size;
	off_t at = 0;

	while ((size = pread(fileno(output), bytes, sizeof(bytes), at)) > 0) {
		bytes_add(frame, bytes, (size_t)size);
		at += size;
	}
	if (at > 0 && ftruncate(fileno(output), 0) == 0)
		lseek(fileno(output), 0, SEEK_SET);
}

/* Queues what ncurses has written, between these two.  */
static void pass_on(const char *first, const char *last)
{
	struct bytes frame = {0};

	bytes_add_text(&frame, first);
	take_drawn(&frame);
	bytes_add_text(&frame, last);
	tty_queue(frame.at, frame.size);
	bytes_free(&frame);
}

/* A capability of the terminal; NULL: it does not have it.  */
static const char *can(const char *name)
{
	const char *capability = tigetstr(name);

	return capability == (const char *)-1 ? NULL : capability;
}

/* Appends a capability without its padding.  */
static void leave_with(const char *name)
{
	for (const char *capability = can(name); capability && *capability; capability++) {
		if (capability[0] == '$' && capability[1] == '<' && strchr(capability, '>'))
			capability = strchr(capability, '>');
		else
			bytes_add(&leaving, capability, 1);
	}
}

/* Takes the terminal, and says how to leave it after a crash.  */
static void take(void)
{
	bytes_free(&leaving);
	bytes_add_text(&leaving, FRAME_END PASTE_OFF MOUSE_OFF);
	bytes_add_text(&leaving, osc_former_title());
	leave_with("sgr0");
	leave_with("rmkx");
	leave_with("cnorm");
	leave_with("rmcup");
	tty_take(leaving.at, leaving.size);
	osc_begin();
}

/* Gives up the terminal, for a while or for good.  */
static void leave(void)
{
	typed_await();
	mouse_end();
	endwin();
	pass_on(osc_former_title(), raw_keys ? PASTE_OFF : "");
	osc_end();
	tty_leave();
}

/* Opening.  */

/* newterm() would catch these signals, but they belong to the loop.  */
static const int kept[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
enum { KEPT = sizeof(kept) / sizeof(kept[0]) };

/* Of the type that TERM names if term is NULL.  NULL: ncurses cannot draw on it.  */
static SCREEN *new_screen(const char *term)
{
	struct sigaction before[KEPT];
	SCREEN *made;

	for (int i = 0; i < KEPT; i++)
		sigaction(kept[i], NULL, &before[i]);
	made = newterm(term, output, input);
	for (int i = 0; i < KEPT; i++)
		sigaction(kept[i], &before[i], NULL);
	if (made && !can("cup")) { /* newterm() accepts "dumb" */
		delscreen(made);
		made = NULL;
	}
	return made;
}

/* Frees all that screen_open() takes, except the screen.  */
static void close_files(void)
{
	if (output)
		fclose(output);
	if (input)
		fclose(input);
	if (feed >= 0)
		close(feed);
	output = input = NULL;
	feed = -1;
	tty_close();
	typed_free();
	bytes_free(&leaving);
}

static char *open_files(void)
{
	int memory, ends[2];

	memory = memfd_create("ringside frame", MFD_CLOEXEC);
	output = memory < 0 ? NULL : fdopen(memory, "w");
	if (output && pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
		feed = ends[1];
		input = fdopen(ends[0], "r");
	}
	return input ? NULL : bytes_text("the terminal cannot be opened: %s", strerror(errno));
}

/* Keys.  */

/* The next key from the bytes that ncurses was given; false: there is none.  */
static bool next_key(unsigned *key, bool *is_code)
{
	wint_t character;
	int kind;

	do /* KEY_RESIZE comes from resizeterm(), whose caller knows */
		kind = wget_wch(keys, &character);
	while (kind == KEY_CODE_YES && character == KEY_RESIZE);
	*key = (unsigned)character;
	*is_code = kind == KEY_CODE_YES;
	return kind != ERR;
}

/* How ncurses draws and reads, when the terminal is taken.  */
static void settle(bool no_color, bool mouse)
{
	static const struct {
		const char *bytes;
		int key;
	} others[] = {{"\033[1~", KEY_HOME}, {"\033[4~", KEY_END}, {"\033[7~", KEY_HOME},
		      {"\033[8~", KEY_END},  {"\033[H", KEY_HOME}, {"\033[F", KEY_END},
		      {"\033OH", KEY_HOME},  {"\033OF", KEY_END}};

	raw(); /* what ncurses itself makes of keys and line ends */
	noecho();
	nonl();
	typeahead(-1); /* typing never leaves a frame half drawn */
	set_escdelay(0);
	theme_bind(no_color);
	keys = newpad(1, 1);
	keypad(keys, TRUE);
	/* Home and End as several terminals send them, whatever TERM says.  */
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		define_key(others[i].bytes, others[i].key);
	meta(keys, TRUE);
	nodelay(keys, TRUE);
	raw_keys = suspended = false;
	cursor_shown = -1;
	mouse_begin(mouse);
}

char *screen_open(bool no_color, bool mouse)
{
	static bool at_exit;
	const char *term = getenv("TERM");
	char *problem;

	if (screen)
		return bytes_text("the screen is open already");
	problem = tty_open();
	if (!problem)
		problem = open_files();
	setlocale(LC_CTYPE, "");
	screen = problem ? NULL : new_screen(NULL);
	if (!problem && !screen)
		problem =
			bytes_text("cannot draw on this terminal (TERM is \"%s\"): set TERM to its type, as "
				   "xterm-256color, or install the package ncurses-term",
				   term ? term : "");
	if (problem) {
		close_files();
		return problem;
	}
	filmed = false;
	osc_open();
	take();
	settle(no_color, mouse);
	if (!at_exit)
		atexit(screen_close);
	at_exit = true;
	screen_resized();
	if (theme_follows())
		typed_ask_background();
	loop_asks(screen_is_left);
	return NULL;
}

char *screen_film(int rows, int columns, bool no_color)
{
	struct bytes first = {0};
	char *problem;

	if (screen)
		return bytes_text("the screen is open already");
	tty_none();
	problem = open_files();
	setlocale(LC_CTYPE, "C.UTF-8");                        /* the same picture for everyone */
	screen = problem ? NULL : new_screen("tmux-256color"); /* it has no sequence that players lack */
	if (!problem && !screen)
		screen = new_screen("xterm-256color");
	if (!problem && !screen)
		problem = bytes_text(
			"cannot draw without the terminal type xterm-256color: install the package "
			"ncurses-base");
	if (problem) {
		close_files();
		return problem;
	}
	filmed = true;
	settle(no_color, false);
	curs_set(0);
	leaveok(stdscr, TRUE);
	resizeterm(rows, columns);
	refresh(); /* after what switches a terminal to a screen of its own */
	take_drawn(&first);
	bytes_free(&first);
	screen_redraw();
	return NULL;
}

void screen_film_frame(struct bytes *frame)
{
	wnoutrefresh(stdscr);
	doupdate();
	take_drawn(frame);
}

void screen_close(void)
{
	if (!screen || !tty_is_ours())
		return;
	loop_asks(NULL);
	if (!suspended)
		leave();
	delwin(keys);
	delscreen(screen);
	screen = NULL;
	close_files();
}

bool screen_follow_background(void)
{
	bool light;

	if (!typed_background(&light) || !theme_follows())
		return false;
	theme_follow(light);
	screen_redraw();
	return true;
}

int screen_keyboard(void)
{
	return tty_fd();
}

bool screen_gone(void)
{
	return typed_gone();
}

void screen_resized(void)
{
	int rows, columns;

	if (!screen)
		return;
	if (tty_size(&rows, &columns))
		resizeterm(rows, columns);
	/* If the size has changed back unseen, the terminal has still lost what was cut off.  */
	screen_redraw();
}

void screen_suspend(void)
{
	if (!screen || suspended)
		return;
	leave();
	suspended = true;
}

void screen_resume(void)
{
	if (!screen || !suspended)
		return;
	suspended = false;
	cursor_shown = -1;
	take();
	screen_resized();
	screen_redraw();
	doupdate(); /* takes the terminal back, whatever is drawn later */
	pass_on("", raw_keys ? PASTE_ON : "");
}

bool screen_key(unsigned *key, bool *is_code)
{
	size_t size;

	if (next_key(key, is_code))
		return true;
	typed_read();
	while ((size = typed_unit()) != 0 && write(feed, typed_bytes(), size) >= 0) {
		typed_drop(size);
		if (!next_key(key, is_code))
			continue;
		if (size < 3 || *is_code || *key != ESCAPE)
			return true;
		while (next_key(key, is_code)) /* a sequence that is no key of this terminal */
			;
	}
	return false;
}

void screen_raw(bool on)
{
	if (!screen || on == raw_keys)
		return;
	raw_keys = on;
	if (!suspended)
		pass_on("", on ? PASTE_ON : PASTE_OFF);
}

size_t screen_bytes(char *bytes, size_t room)
{
	size_t used = 0, size;

	typed_read();
	while ((size = typed_unit()) != 0 && size <= room - used) {
		/* The Escape key comes alone, so that readers can tell it from a sequence.  */
		bool alone = size == 1 && typed_bytes()[0] == ESCAPE;

		if (alone && used)
			break;
		memcpy(bytes + used, typed_bytes(), size);
		typed_drop(size);
		used += size;
		if (alone)
			break;
	}
	return used;
}

void screen_begins_work(void)
{
	begun_ms = tty_now_ms();
}

bool screen_is_left(void)
{
	enum { LOOK_MS = 20, AHEAD_MS = 200 };
	static int64_t looked_ms;

	if (!tty_is_ours() || tty_now_ms() < begun_ms + AHEAD_MS)
		return false;
	if (screen && !suspended && tty_now_ms() >= looked_ms + LOOK_MS) {
		looked_ms = tty_now_ms();
		typed_read();
	}
	return typed_has("q\003");
}

void screen_unread(const char *bytes, size_t size)
{
	typed_unread(bytes, size);
}

int screen_wait(void)
{
	int wait = typed_wait();

	if (suspended || tty_flush())
		return wait;
	return wait < 0 || wait > RETRY_MS ? RETRY_MS : wait;
}

bool screen_show(int cursor_y, int cursor_x)
{
	int cursor = cursor_y >= 0;

	if (filmed)
		return true;
	if (!screen || suspended || !tty_flush())
		return false;
	if (cursor != cursor_shown)
		curs_set(cursor);
	cursor_shown = cursor;
	leaveok(stdscr, !cursor);
	if (cursor)
		move(cursor_y, cursor_x);
	wnoutrefresh(stdscr);
	doupdate();
	pass_on(FRAME_BEGIN, FRAME_END);
	return true;
}

void screen_redraw(void)
{
	clearok(curscr, TRUE);
}
