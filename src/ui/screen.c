/* screen.c - the terminal, by ncurses.
 *
 * All state is global here since ncurses' own is: there is one terminal.
 *
 * Keys go a way of their own: bytes are read from the terminal into `typed`, and are handed to ncurses
 * through a pipe, one whole escape sequence at a time, to be turned into keys.  So ncurses never waits for
 * the rest of a sequence while agents have something to say, bytes can be had raw (for readline), and put
 * back.  */
#include "ringside/screen.h"
#include "ringside/bytes.h"
#include "ringside/theme.h"
#include <curses.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define FRAME_BEGIN "\033[?2026h" /* synchronized update: the terminal shows the frame as a whole */
#define FRAME_END   "\033[?2026l"
#define PASTE_ON    "\033[?2004h" /* bracketed paste */
#define PASTE_OFF   "\033[?2004l"
#define MOUSE_OFF   "\033[?1000l\033[?1002l\033[?1003l\033[?1006l"

enum { ESCAPE = 27, ESCAPE_MS = 25, TYPED_MAX = 1 << 20 };

static SCREEN *screen; /* NULL: not open */
static FILE *output;   /* a description of its own: what O_NONBLOCK does to another's does not reach it */
static FILE *input;    /* ncurses' end of the pipe */
static int keyboard = -1, feed = -1;
static WINDOW *keys; /* a pad, since reading from a window refreshes it */
static bool raw_keys, suspended, mouse_on, gone;
static int cursor_shown;
static struct bytes typed;
static int64_t typed_ms; /* when bytes came last */

/* For the signal handler: what leaves the terminal as it was.  */
static struct termios modes_before;
static char leaving[512];
static size_t leaving_size;
static volatile sig_atomic_t drawn_on;

static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
enum { DEADLY = sizeof(deadly) / sizeof(deadly[0]) };
static struct sigaction before_deadly[DEADLY];

/* Bytes past ncurses' buffer; it was flushed, as it is after each doupdate().  */
static void put(const char *bytes)
{
	for (size_t size = strlen(bytes); size;) {
		ssize_t written = write(fileno(output), bytes, size);

		if (written < 0 && errno != EINTR)
			return;
		if (written > 0) {
			bytes += written;
			size -= (size_t)written;
		}
	}
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Deadly signals.  */

static void die_tidily(int signal)
{
	int error = errno;

	if (drawn_on) {
		drawn_on = 0;
		if (write(fileno(output), leaving, leaving_size) >= 0)
			tcsetattr(fileno(output), TCSANOW, &modes_before);
	}
	for (int i = 0; i < DEADLY; i++)
		if (deadly[i] == signal)
			sigaction(signal, &before_deadly[i], NULL);
	errno = error;
	raise(signal); /* waits until this handler has returned */
}

/* A capability of the terminal, NULL when it has not got it.  */
static const char *can(const char *name)
{
	const char *capability = tigetstr(name);

	return capability == (const char *)-1 ? NULL : capability;
}

/* Appends a capability without its padding.  */
static void leave_with(const char *name)
{
	for (const char *capability = can(name); capability && *capability && leaving_size < sizeof(leaving);
	     capability++) {
		if (capability[0] == '$' && capability[1] == '<' && strchr(capability, '>'))
			capability = strchr(capability, '>');
		else
			leaving[leaving_size++] = *capability;
	}
}

static void leave_with_bytes(const char *bytes)
{
	size_t size = strlen(bytes);

	memcpy(leaving + leaving_size, bytes, size);
	leaving_size += size;
}

static void watch_deadly(void)
{
	static char stack[1 << 16]; /* a stack that ran over is one of the reasons */
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_handler = die_tidily, .sa_flags = SA_ONSTACK};

	leaving_size = 0;
	leave_with_bytes(FRAME_END PASTE_OFF MOUSE_OFF);
	leave_with("sgr0");
	leave_with("rmkx");
	leave_with("cnorm");
	leave_with("rmcup");
	sigaltstack(&other, NULL);
	for (int i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &action, &before_deadly[i]);
}

/* Opening and leaving.  */

/* Signals that newterm() would catch: they belong to the loop.  */
static const int kept[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
enum { KEPT = sizeof(kept) / sizeof(kept[0]) };

static SCREEN *new_screen(void)
{
	struct sigaction before[KEPT];
	SCREEN *made;

	for (int i = 0; i < KEPT; i++)
		sigaction(kept[i], NULL, &before[i]);
	made = newterm(NULL, output, input);
	for (int i = 0; i < KEPT; i++)
		sigaction(kept[i], &before[i], NULL);
	return made;
}

/* Gives back all that screen_open() takes besides the screen itself.  */
static void close_files(void)
{
	if (output)
		fclose(output);
	if (input)
		fclose(input);
	if (keyboard >= 0)
		close(keyboard);
	if (feed >= 0)
		close(feed);
	output = input = NULL;
	keyboard = feed = -1;
	bytes_free(&typed);
}

static char *open_files(void)
{
	int out = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC), ends[2];

	keyboard = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (out < 0 || keyboard < 0 || tcgetattr(out, &modes_before) < 0) {
		char *problem = bytes_text("there is no terminal to show the match on (/dev/tty: %s): "
					   "`ringside run` needs none",
					   strerror(errno));
		if (out >= 0)
			close(out);
		return problem;
	}
	output = fdopen(out, "w");
	if (!output || pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
		return bytes_text("the terminal cannot be opened: %s", strerror(errno));
	feed = ends[1];
	input = fdopen(ends[0], "r");
	return input ? NULL : bytes_text("the terminal cannot be opened: %s", strerror(errno));
}

char *screen_open(bool no_color, bool mouse)
{
	static bool at_exit;
	const char *term = getenv("TERM");
	char *problem = screen ? bytes_text("the screen is open already") : open_files();

	if (problem) {
		if (!screen)
			close_files();
		return problem;
	}
	setlocale(LC_CTYPE, "");
	screen = new_screen();
	if (screen && !can("cup")) { /* "dumb" is a terminal to newterm() */
		endwin();
		delscreen(screen);
		screen = NULL;
	}
	if (!screen) {
		close_files();
		return bytes_text(
			"this terminal cannot be drawn on (TERM is \"%s\"): set TERM to what it is, as "
			"xterm-256color, or install the package ncurses-term",
			term ? term : "");
	}
	raw();
	noecho();
	nonl();
	typeahead(-1); /* a frame is never left half drawn because somebody types */
	set_escdelay(0);
	theme_bind(no_color);
	keys = newpad(1, 1);
	keypad(keys, TRUE);
	nodelay(keys, TRUE);
	mouse_on = mouse;
	if (mouse) {
		mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON2_PRESSED | BUTTON2_CLICKED |
				  BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED,
			  NULL);
		mouseinterval(0);
	}
	raw_keys = suspended = gone = false;
	cursor_shown = -1;
	watch_deadly();
	drawn_on = 1;
	if (!at_exit)
		atexit(screen_close);
	at_exit = true;
	screen_resized();
	return NULL;
}

void screen_close(void)
{
	if (!screen)
		return;
	screen_raw(false);
	if (!suspended)
		endwin();
	drawn_on = 0;
	for (int i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &before_deadly[i], NULL);
	delwin(keys);
	delscreen(screen);
	screen = NULL;
	close_files();
}

int screen_keyboard(void)
{
	return keyboard;
}

void screen_resized(void)
{
	struct winsize size;

	if (screen && ioctl(fileno(output), TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
}

void screen_suspend(void)
{
	if (!screen || suspended)
		return;
	if (raw_keys)
		put(PASTE_OFF);
	endwin();
	drawn_on = 0;
	suspended = true;
}

void screen_resume(void)
{
	if (!screen || !suspended)
		return;
	suspended = false;
	drawn_on = 1;
	cursor_shown = -1;
	screen_resized();
	screen_redraw();
	doupdate(); /* takes the terminal back, whatever is drawn later */
	if (raw_keys)
		put(PASTE_ON);
}

/* Keys.  */

/* Reads what is there into `typed`.  */
static void read_keyboard(void)
{
	char bytes[4096];
	ssize_t size;

	while (typed.size < TYPED_MAX && (size = read(keyboard, bytes, sizeof(bytes))) != 0) {
		if (size < 0 && errno == EINTR)
			continue;
		if (size < 0) {
			gone |= errno != EAGAIN;
			return;
		}
		bytes_add(&typed, bytes, (size_t)size);
		typed_ms = now_ms();
	}
	gone |= typed.size < TYPED_MAX;
}

/* The size of an escape sequence of at least two bytes; 0: its end has not come.  */
static size_t sequence_size(const char *at, size_t size)
{
	size_t i = 2;

	if (at[1] == ESCAPE)
		return 1;
	if (at[1] == 'O') {
		while (i < size && at[i] >= '0' && at[i] <= '9')
			i++;
		return i < size ? i + 1 : 0;
	}
	if (at[1] != '[')
		return 2; /* with the Alt key */
	if (size > 2 && at[2] == '[')
		return size > 3 ? 4 : 0; /* function keys of the Linux console */
	if (size > 2 && at[2] == 'M')
		return size > 5 ? 6 : 0; /* the mouse of old */
	while (i < size && at[i] >= 0x20 && at[i] < 0x40)
		i++;
	return i < size ? i + 1 : 0;
}

/* The size of what can be taken as a whole from `typed`: a character or an escape sequence; 0: nothing yet.
 */
static size_t unit_size(void)
{
	const unsigned char *at = (const unsigned char *)typed.at;
	size_t size = 1;

	if (typed.size == 0)
		return 0;
	if (at[0] == ESCAPE)
		size = typed.size > 1 ? sequence_size(typed.at, typed.size) : 0;
	else if (at[0] >= 0xc2)
		size = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
	if (size > typed.size)
		size = 0;
	if (size == 0 && now_ms() - typed_ms >= ESCAPE_MS)
		return 1; /* there is no more of it: a key of its own */
	return size;
}

int screen_wait(void)
{
	int64_t left = typed_ms + ESCAPE_MS - now_ms();

	if (typed.size == 0)
		return -1;
	return left > 0 && unit_size() == 0 ? (int)left : 0;
}

bool screen_gone(void)
{
	return gone;
}

/* ncurses' next key from what it was given; false: there is none.  */
static bool next_key(unsigned *key, bool *is_code)
{
	wint_t character;
	int kind;

	do /* KEY_RESIZE comes from resizeterm(): who called that knows */
		kind = wget_wch(keys, &character);
	while (kind == KEY_CODE_YES && character == KEY_RESIZE);
	*key = (unsigned)character;
	*is_code = kind == KEY_CODE_YES;
	return kind != ERR;
}

bool screen_key(unsigned *key, bool *is_code)
{
	size_t size;

	if (next_key(key, is_code))
		return true;
	read_keyboard();
	while ((size = unit_size()) != 0 && write(feed, typed.at, size) >= 0) {
		bytes_drop(&typed, size);
		if (!next_key(key, is_code))
			continue;
		if (size < 3 || *is_code || *key != ESCAPE)
			return true;
		while (next_key(key, is_code)) /* a sequence that this terminal's keys do not have */
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
		put(on ? PASTE_ON : PASTE_OFF);
}

size_t screen_bytes(char *bytes, size_t room)
{
	size_t used = 0, size;

	read_keyboard();
	while ((size = unit_size()) != 0 && size <= room - used) {
		/* An Escape that is a key of its own comes alone, so that it is seen as one.  */
		bool alone = size == 1 && typed.at[0] == ESCAPE;

		if (alone && used)
			break;
		memcpy(bytes + used, typed.at, size);
		bytes_drop(&typed, size);
		used += size;
		if (alone)
			break;
	}
	return used;
}

void screen_unread(const char *bytes, size_t size)
{
	struct bytes again = {0};

	bytes_add(&again, bytes, size);
	bytes_add(&again, typed.at, typed.size);
	bytes_free(&typed);
	typed = again;
}

bool screen_mouse(int *y, int *x, int *button)
{
	static const struct {
		mmask_t mask;
		int button;
	} buttons[] = {
		{BUTTON1_PRESSED | BUTTON1_CLICKED, 1},
		{BUTTON2_PRESSED | BUTTON2_CLICKED, 2},
		{BUTTON3_PRESSED | BUTTON3_CLICKED, 3},
		{BUTTON4_PRESSED, 4},
		{BUTTON5_PRESSED, 5},
	};
	MEVENT event;

	if (!mouse_on || getmouse(&event) != OK)
		return false;
	for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++)
		if (event.bstate & buttons[i].mask) {
			*y = event.y;
			*x = event.x;
			*button = buttons[i].button;
			return true;
		}
	return false;
}

/* Drawing.  */

bool screen_show(int cursor_y, int cursor_x)
{
	struct pollfd terminal = {.fd = output ? fileno(output) : -1, .events = POLLOUT};
	int cursor = cursor_y >= 0;

	if (!screen || suspended || poll(&terminal, 1, 0) <= 0)
		return false;
	put(FRAME_BEGIN);
	if (cursor != cursor_shown)
		curs_set(cursor);
	cursor_shown = cursor;
	leaveok(stdscr, !cursor);
	if (cursor)
		move(cursor_y, cursor_x);
	wnoutrefresh(stdscr);
	doupdate();
	put(FRAME_END);
	return true;
}

void screen_redraw(void)
{
	clearok(curscr, TRUE);
}

void screen_bell(void)
{
	if (screen && !suspended)
		put("\a");
}
