/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.c - the terminal, drawn by ncurses: a file with modes, what is typed there, its title and clipboard,
 * the mouse, and frames.
 *
 * All state is global because ncurses' own is, and since a signal handler has to find it: there is one
 * terminal.
 *
 * Keys take a way around ncurses.  Bytes are read from the terminal, cut into units, and handed to ncurses
 * through a pipe, one whole escape sequence at a time, which turns them into keys.  So ncurses never waits
 * for the rest of a sequence while agents need service, and bytes can be read raw (for readline) and put
 * back.
 *
 * Frames do the same.  ncurses writes into a file in memory.  From there as much of a frame as the terminal
 * takes is sent at once.  A terminal that does not read delays the picture and nothing else.  The file is no
 * terminal, so the modes are set here.  */
#include "screen.h"
#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "ringside/setup.h"
#include "ringside/theme.h"
#include <curses.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define FRAME_BEGIN "\033[?2026h" /* synchronized update: the terminal shows the whole frame at once */
#define FRAME_END   "\033[?2026l"
#define PASTE_ON    "\033[?2004h" /* bracketed paste */
#define PASTE_OFF   "\033[?2004l"
#define MOUSE_OFF   "\033[?1000l\033[?1002l\033[?1003l\033[?1006l"

enum { ESCAPE = 27, CTRL_C = 'C' & 31, RETRY_MS = 10 };

static int64_t now_ms(void)
{
	return loop_now() / NS_PER_MS;
}

/* ---- the terminal as a file ---- */

enum { LEAVE_MS = 1000, LEAVING_MAX = 512 };

static int terminal = -1;
static pid_t owner;                 /* a process that it forks has other files under these numbers */
static struct termios modes_before; /* its modes when it was opened */
static struct bytes queue;          /* not yet taken by the terminal */

static volatile sig_atomic_t taken;
static char last_words[LEAVING_MAX];
static size_t last_words_size;

/* Crashes, and other signals that end a program at once; the loop handles those that ask.  */
static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,  SIGILL,    SIGTRAP, SIGSYS, SIGQUIT,
			     SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO,  SIGPWR};
enum { DEADLY = sizeof(deadly) / sizeof(deadly[0]) };
static struct sigaction before_deadly[DEADLY];

/* Did this process open it, and not the one that forked it?  */
static bool is_ours(void)
{
	return owner == getpid();
}

static void hand_back(void)
{
	ssize_t written;

	if (!taken || !is_ours())
		return;
	taken = 0;
	written = write(terminal, last_words, last_words_size);
	(void)written; /* the modes have to be restored in any case */
	tcsetattr(terminal, TCSANOW, &modes_before);
}

static void die_tidily(int signal)
{
	int error = errno;

	hand_back();
	for (int i = 0; i < DEADLY; i++)
		if (deadly[i] == signal)
			sigaction(signal, &before_deadly[i], NULL);
	errno = error;
	raise(signal); /* takes effect when this handler returns */
}

static void watch_deadly(void)
{
	static char stack[1 << 16]; /* an overflowing stack is one of the reasons */
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_handler = die_tidily, .sa_flags = SA_ONSTACK};

	sigaltstack(&other, NULL);
	for (int i = 0; i < DEADLY; i++) {
		sigaction(deadly[i], NULL, &before_deadly[i]);
		if (before_deadly[i].sa_handler != SIG_IGN)
			sigaction(deadly[i], &action, NULL);
	}
}

/* Sends what is queued, and waits for the terminal at most this long.  */
static bool flush_within(int64_t wait_ms)
{
	int64_t end = now_ms() + wait_ms;
	struct pollfd writable = {.fd = terminal, .events = POLLOUT};
	size_t sent = 0;
	ssize_t size;

	while (sent < queue.size) {
		int64_t left = end - now_ms();

		size = write(terminal, queue.at + sent, queue.size - sent);
		if (size > 0)
			sent += (size_t)size;
		else if (errno == EAGAIN && left > 0)
			poll(&writable, 1, (int)left);
		else if (errno != EINTR)
			break;
	}
	bytes_drop(&queue, sent);
	return queue.size == 0;
}

/* Opens /dev/tty again for itself, so O_NONBLOCK affects nobody else.  NULL, or a problem; the caller
   frees.  */
static char *open_terminal(void)
{
	owner = getpid();
	terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (terminal >= 0 && tcgetattr(terminal, &modes_before) == 0)
		return NULL;
	return bytes_text(
		"there is no terminal to show the match on (/dev/tty: %s): `ringside run` needs none",
		strerror(errno));
}

/* Takes the terminal: no echo, no line editing, no signals from keys.  If the program crashes from now on,
   `words` are written and the modes are restored before it dies.  */
static void take_terminal(const char *words, size_t size)
{
	struct termios modes = modes_before;

	if (terminal < 0)
		return;
	last_words_size = size < LEAVING_MAX ? size : LEAVING_MAX;
	memcpy(last_words, words, last_words_size);
	cfmakeraw(&modes);
	tcsetattr(terminal, TCSANOW, &modes);
	if (!taken)
		watch_deadly();
	give_up_after(hand_back);
	taken = 1;
}

/* Sends what is queued, waiting at most a second, and restores the modes.  */
static void leave_terminal(void)
{
	if (!taken)
		return;
	flush_within(LEAVE_MS);
	bytes_free(&queue);
	tcsetattr(terminal, TCSANOW, &modes_before);
	taken = 0;
	for (int i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &before_deadly[i], NULL);
}

/* True: nothing is queued any more.  */
static bool flush_queue(void)
{
	return queue.size == 0 || (taken && flush_within(0));
}

/* Queues bytes, and sends as much as the terminal takes.  */
static void send_bytes(const char *bytes, size_t size)
{
	bytes_add(&queue, bytes, size);
	flush_queue();
}

static void send_text(const char *text)
{
	send_bytes(text, strlen(text));
}

/* ---- what is typed ----
 *
 * A key that is Escape alone is known by the time that passes without more.  While the terminal has not
 * answered a question that time is longer, since an answer begins with Escape too, and may come in pieces.
 *
 * The terminal is asked for the colour of its background (OSC 11), and then for its attributes (DA1), which
 * each terminal tells.  Answers come in the order of the questions: after that of DA1 there will be none to
 * OSC 11, as in a detached tmux.  Then COLORFGBG decides, else it is dark.  */

enum { BELL = 7, ANSWER_MOST = 64 };

static const char colour_head[] = "\033]11;", attributes_head[] = "\033[?";

/* Up to four hexadecimal digits at *at as 0 to 1; -1: there are none.  */
static double part_at(const char **at)
{
	static const char digits[] = "0123456789abcdef";
	double value = 0, most = 0;

	for (int i = 0; i < 4 && **at; i++, ++*at) {
		const char *digit = strchr(digits, **at | 0x20);

		if (!digit || !*digit)
			break;
		value = value * 16 + (double)(digit - digits);
		most = most * 16 + 15;
	}
	return most > 0 ? value / most : -1;
}

/* Is a colour such as rgb:ffff/ffff/ffff or rgba:ff/ff/ff/ff light?  0.18 is where the luminance of the Web
   Content Accessibility Guidelines has equal contrast to black and white.  */
static bool is_light(const char *text)
{
	static const double weights[] = {0.2126, 0.7152, 0.0722};
	const char *at = strchr(text, ':');
	double luminance = 0;

	for (int i = 0; at && i < 3; i++) {
		double part;

		at++;
		part = part_at(&at);
		if (part < 0)
			return false;
		luminance += weights[i] * part * part; /* close to the real curve */
	}
	return luminance > 0.18;
}

/* What begins with a head and ends with BEL or ESC \ (colour), or c (attributes).  */
static struct answer tail_of(enum answer_kind kind, const char *bytes, size_t at, size_t size)
{
	const char *allowed = kind == ANSWER_COLOUR ? "0123456789abcdefABCDEFrg:/#" : "0123456789;";
	char text[ANSWER_MOST] = "";
	size_t from = at;

	while (at < size && at - from < sizeof(text) - 1 && bytes[at] && strchr(allowed, bytes[at])) {
		text[at - from] = bytes[at];
		at++;
	}
	if (at == size && at - from < sizeof(text) - 1)
		return (struct answer){ANSWER_PART, at, true, false};
	if (kind == ANSWER_ATTRIBUTES && at < size && bytes[at] == 'c')
		return (struct answer){kind, at + 1, true, false};
	if (kind == ANSWER_COLOUR && at < size && bytes[at] == BELL)
		return (struct answer){kind, at + 1, true, is_light(text)};
	if (kind == ANSWER_COLOUR && at + 1 == size && bytes[at] == ESCAPE)
		return (struct answer){ANSWER_PART, size, true, false};
	if (kind == ANSWER_COLOUR && at + 1 < size && bytes[at] == ESCAPE && bytes[at + 1] == '\\')
		return (struct answer){kind, at + 2, true, is_light(text)};
	if (kind == ANSWER_ATTRIBUTES)
		return (struct answer){ANSWER_NONE, 0, false, false}; /* the answer to another question */
	return (struct answer){ANSWER_BROKEN, at, true, false};
}

static struct answer answer_with(const char *head, enum answer_kind kind, const char *bytes, size_t size,
				 bool gone)
{
	size_t length, same = 0;

	head += gone;
	length = strlen(head);
	while (same < length && same < size && bytes[same] == head[same])
		same++;
	if (same == length)
		return tail_of(kind, bytes, same, size);
	if (same && same == size)
		return (struct answer){ANSWER_PART, size, same > 2, false};
	return (struct answer){ANSWER_NONE, 0, false, false};
}

enum {
	ESCAPE_MS = 25,
	PIECE_MS = 200,    /* between pieces of an answer that may still be keys */
	SILENCE_MS = 1000, /* then the terminal is one that does not answer */
	ANSWERS_MS = 100,  /* to wait for the rest of the answers */
	TYPED_MAX = 1 << 20
};

static struct bytes typed;    /* not yet taken */
static int64_t last_typed_ms; /* when bytes came last */
static bool gone;

/* The question about the background.  */
static bool asked, awaited; /* awaited: not all answers have come */
static int64_t asked_ms;
static bool escaped;                    /* the last unit was Escape alone, and answers were awaited */
static bool news, light_news, coloured; /* coloured: the terminal has told its colour */
static bool silent;                     /* it has told nothing for SILENCE_MS */

static void settle_background(bool is_light)
{
	news = true;
	light_news = is_light;
}

/* The size of an escape sequence of at least two bytes; 0: it is not complete.  */
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
		return size > 5 ? 6 : 0; /* the mouse in its old encoding */
	while (i < size && at[i] >= 0x20 && at[i] < 0x40)
		i++;
	return i < size ? i + 1 : 0;
}

/* How long the beginning of a sequence may wait for its rest.  INT_MAX: it is no key.  */
static int patience(const struct answer *part)
{
	if (part->kind == ANSWER_PART && (part->sure || (awaited && part->size > 1 && !escaped)))
		return INT_MAX;
	return part->kind == ANSWER_PART && awaited ? PIECE_MS : ESCAPE_MS;
}

/* Takes away the answers at the beginning.  Returns what is left of one.  */
static struct answer take_answers(void)
{
	struct answer answer = {.kind = ANSWER_NONE};

	while (asked && typed.size) {
		answer = background_answer(typed.at, typed.size, false);
		if (answer.kind == ANSWER_NONE && escaped)
			answer = background_answer(typed.at, typed.size, true);
		else
			escaped = false;
		if (answer.kind == ANSWER_NONE || answer.kind == ANSWER_PART)
			return answer;
		if (answer.kind == ANSWER_COLOUR) {
			coloured = true;
			settle_background(answer.light);
		} else if (answer.kind == ANSWER_ATTRIBUTES) {
			awaited = false;
			if (!coloured)
				settle_background(background_guess(getenv("COLORFGBG")));
		}
		bytes_drop(&typed, answer.size);
		escaped = false;
	}
	return (struct answer){.kind = ANSWER_NONE};
}

/* The size of the next unit, and in how many ms there may be one without more bytes; -1: never.  */
static size_t find_unit(int *wait)
{
	struct answer part = take_answers();
	const unsigned char *at = (const unsigned char *)typed.at;
	int64_t quiet = now_ms() - last_typed_ms;
	int most = patience(&part);
	size_t size = 1;

	*wait = -1;
	if (typed.size == 0)
		return 0;
	if (part.kind == ANSWER_PART)
		size = 0;
	else if (at[0] == ESCAPE)
		size = typed.size > 1 ? sequence_size(typed.at, typed.size) : 0;
	else if (at[0] >= 0xc2)
		size = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
	if (size > typed.size)
		size = 0;
	if (size == 0 && quiet >= most)
		size = 1; /* nothing follows: a key of its own */
	if (size == 0 && most != INT_MAX)
		*wait = (int)(most - quiet);
	else if (size)
		*wait = 0;
	return size;
}

/* Reads what is there.  */
static void read_typed(void)
{
	char bytes[4096];
	ssize_t size = 1;

	flush_queue();
	while (terminal >= 0 && typed.size < TYPED_MAX) {
		size = read(terminal, bytes, sizeof(bytes));
		if (size < 0 && errno == EINTR)
			continue;
		if (size <= 0)
			break;
		bytes_add(&typed, bytes, (size_t)size);
		last_typed_ms = now_ms();
	}
	gone |= size == 0 || (size < 0 && errno != EAGAIN);
}

/* The size of the next whole unit; 0: none yet.  */
static size_t next_unit(void)
{
	int wait;

	return find_unit(&wait);
}

/* Takes a unit away.  */
static void drop_unit(size_t size)
{
	escaped = awaited && size == 1 && typed.at[0] == ESCAPE;
	bytes_drop(&typed, size);
}

/* In how many ms next_unit() may say more although nothing else comes; -1: it will not.  */
static int units_wait(void)
{
	int64_t left = asked_ms + SILENCE_MS - now_ms();
	int wait;

	find_unit(&wait);
	if (news || left < 0)
		left = 0;
	if ((news || (awaited && !coloured && !silent)) && (wait < 0 || left < wait))
		wait = (int)left;
	return wait;
}

/* Is there news about it?  Each is told once.  */
static bool background_news(bool *is_light)
{
	if (awaited && !coloured && !silent && now_ms() >= asked_ms + SILENCE_MS) {
		silent = true;
		settle_background(background_guess(getenv("COLORFGBG")));
	}
	*is_light = light_news;
	if (!news)
		return false;
	news = false;
	return true;
}

/* Waits for the rest of the answers: nobody else should read them.  */
static void await_answers(void)
{
	struct pollfd keyboard = {.fd = terminal, .events = POLLIN};
	int64_t end = now_ms() + ANSWERS_MS, left;

	while (awaited && !gone && (left = end - now_ms()) > 0 && poll(&keyboard, 1, (int)left) > 0) {
		read_typed();
		take_answers();
	}
}

/* A capability of the terminal; NULL: it does not have it.  */
static const char *can(const char *name)
{
	const char *capability = tigetstr(name);

	return capability == (const char *)-1 ? NULL : capability;
}

/* ---- the title (OSC 2), notifications (OSC 9 and 777) and the clipboard (OSC 52) ---- */

#define TITLE_SAVE    "\033[22;2t" /* XTWINOPS; a terminal without it does nothing */
#define TITLE_RESTORE "\033[23;2t"

static bool has_title; /* the terminal has a title that can be set */
static char *title;    /* as it was set; NULL: it was not; owned */

/* ---- the mouse ----
 *
 * ncurses asks for buttons alone (mode 1000).  The way between two buttons costs bytes for each cell, so the
 * terminal is asked for it (mode 1002) only while something is dragged.  */

/* Terminals know one of the modes 1000 and 1002 at a time: the end of one does not bring the other back.  */
#define WAY_ON     "\033[?1002h"
#define WAY_OFF    "\033[?1002l"
#define BUTTONS_ON "\033[?1000h"
#define BUTTONS_ALL                                                                                          \
	(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON2_PRESSED | BUTTON2_CLICKED |          \
	 BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED | REPORT_MOUSE_POSITION)

static bool mouse_used, mouse_follows;

/* The terminal is left, or has its mouse back.  */
static void end_mouse(void)
{
	if (mouse_follows)
		send_text(WAY_OFF);
	mouse_follows = false;
}

/* ---- ncurses ---- */

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

/* Queues what ncurses has written, between these two; of a frame that changes nothing, nothing.  */
static void pass_on(const char *first, const char *last)
{
	FREED_BY(bytes_free) struct bytes frame = {0};

	bytes_add_text(&frame, first);
	take_drawn(&frame);
	if (frame.size == strlen(FRAME_BEGIN) && strcmp(first, FRAME_BEGIN) == 0)
		return;
	bytes_add_text(&frame, last);
	send_bytes(frame.at, frame.size);
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
	bytes_add_text(&leaving, has_title ? TITLE_RESTORE : "");
	leave_with("sgr0");
	leave_with("rmkx");
	leave_with("cnorm");
	leave_with("rmcup");
	take_terminal(leaving.at, leaving.size);
	if (has_title)
		send_text(TITLE_SAVE);
}

/* Gives up the terminal, for a while or for good.  */
static void leave(void)
{
	await_answers();
	end_mouse();
	endwin();
	pass_on(has_title ? TITLE_RESTORE : "", raw_keys ? PASTE_OFF : "");
	free(title);
	title = NULL;
	leave_terminal();
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
	if (terminal >= 0)
		close(terminal);
	terminal = -1;
	bytes_free(&queue);
	bytes_free(&typed);
	gone = escaped = false;
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
	mouse_used = mouse_follows = false;
	mouse_use(mouse);
}

char *screen_open(bool no_color, bool mouse)
{
	static bool at_exit;
	const char *term = getenv("TERM");
	char *problem;

	if (screen)
		return bytes_text("the screen is open already");
	problem = open_terminal();
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
	has_title = tigetflag("XT") > 0 || can("tsl");
	take();
	settle(no_color, mouse);
	if (!at_exit)
		atexit(screen_close);
	at_exit = true;
	screen_resized();
	if (theme_follows() && !asked) {
		asked = awaited = true;
		asked_ms = now_ms();
		send_text(BACKGROUND_QUESTION);
	}
	loop_asks(screen_is_left);
	return NULL;
}

char *screen_film(int rows, int columns, bool no_color)
{
	struct bytes first = {0};
	char *problem;

	if (screen)
		return bytes_text("the screen is open already");
	owner = getpid();
	terminal = -1;
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
	if (!screen || !is_ours())
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

	if (!background_news(&light) || !theme_follows())
		return false;
	theme_follow(light);
	screen_redraw();
	return true;
}

int screen_keyboard(void)
{
	return terminal;
}

bool screen_gone(void)
{
	return gone;
}

void screen_resized(void)
{
	struct winsize size;

	if (!screen)
		return;
	if (ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col) /* else it does not tell */
		resizeterm(size.ws_row, size.ws_col);
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

void screen_stop(void)
{
	struct sigaction usual = {.sa_handler = SIG_DFL}, before;

	screen_suspend();
	sigaction(SIGTSTP, &usual, &before);
	kill(0, SIGTSTP); /* not SIGSTOP: with no shell to wake us, it does nothing */
	sigaction(SIGTSTP, &before, NULL);
	screen_resume();
}

bool screen_key(unsigned *key, bool *is_code)
{
	size_t size;

	if (next_key(key, is_code))
		return true;
	read_typed();
	while ((size = next_unit()) != 0 && write(feed, typed.at, size) >= 0) {
		drop_unit(size);
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

	read_typed();
	while ((size = next_unit()) != 0 && size <= room - used) {
		/* The Escape key comes alone, so that readers can tell it from a sequence.  */
		bool alone = size == 1 && typed.at[0] == ESCAPE;

		if (alone && used)
			break;
		memcpy(bytes + used, typed.at, size);
		drop_unit(size);
		used += size;
		if (alone)
			break;
	}
	return used;
}

void screen_begins_work(void)
{
	begun_ms = now_ms();
}

bool screen_is_left(void)
{
	enum { LOOK_MS = 20, AHEAD_MS = 200 };
	static int64_t looked_ms;

	if (!is_ours() || now_ms() < begun_ms + AHEAD_MS)
		return false;
	if (screen && !suspended && now_ms() >= looked_ms + LOOK_MS) {
		looked_ms = now_ms();
		read_typed();
	}
	for (size_t i = 0; i < typed.size; i++)
		if (typed.at[i] == 'q' || typed.at[i] == CTRL_C)
			return true;
	return false;
}

void screen_unread(const char *bytes, size_t size)
{
	struct bytes again = {0};

	bytes_add(&again, bytes, size);
	bytes_add(&again, typed.at, typed.size);
	bytes_free(&typed);
	typed = again;
}

int screen_wait(void)
{
	int wait = units_wait();

	if (suspended || flush_queue())
		return wait;
	return wait < 0 || wait > RETRY_MS ? RETRY_MS : wait;
}

bool screen_show(int cursor_y, int cursor_x)
{
	int cursor = cursor_y >= 0;

	if (filmed)
		return true;
	if (!screen || suspended || !flush_queue())
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

void screen_row(struct bytes *text, int y, int width)
{
	char bytes[MB_LEN_MAX];
	int blanks = 0;

	for (int x = 0; x < width; x++) {
		wchar_t wide[CCHARW_MAX + 1];
		attr_t attributes;
		short pair;
		cchar_t cell;

		if (mvin_wch(y, x, &cell) == ERR || getcchar(&cell, wide, &attributes, &pair, NULL) == ERR)
			continue;
		if (wide[0] == L' ' || !wide[0]) {
			blanks++;
			continue;
		}
		for (; blanks; blanks--)
			bytes_add(text, " ", 1);
		for (const wchar_t *at = wide; *at; at++) {
			size_t size = wcrtomb(bytes, *at, &(mbstate_t){0});

			if (size <= sizeof(bytes))
				bytes_add(text, bytes, size);
		}
		if (wcwidth(wide[0]) == 2)
			x++;
	}
	bytes_add(text, "\n", 1);
}

void mouse_use(bool use)
{
	if (use == mouse_used)
		return;
	end_mouse();
	mousemask(use ? BUTTONS_ALL : 0, NULL);
	mouseinterval(0);
	mouse_used = use;
}

void mouse_follow(bool follow)
{
	if (!mouse_used || follow == mouse_follows)
		return;
	send_text(follow ? WAY_ON : WAY_OFF BUTTONS_ON);
	mouse_follows = follow;
}

bool mouse_event(int *y, int *x, int *button)
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
		{BUTTON1_RELEASED, 0},
		{REPORT_MOUSE_POSITION, MOUSE_DRAGGED},
	};
	MEVENT event;

	if (!mouse_used || getmouse(&event) != OK)
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

bool screen_title(const char *words)
{
	char *text;

	if (!has_title || !taken || (title && strcmp(title, words) == 0))
		return false;
	text = bytes_text("\033]2;%s\033\\", words);
	send_text(text);
	free(text);
	free(title);
	title = bytes_text("%s", words);
	return true;
}

void screen_ring(const char *words)
{
	const char *term = getenv("TERM");
	bool urgent = words && has_title && !getenv("TMUX"); /* tmux tells bells alone */
	bool old = getenv("VTE_VERSION") || (term && strncmp(term, "rxvt", 4) == 0);
	FREED char *text = !urgent ? bytes_text("\007")
			   : old   ? bytes_text("\033]777;notify;ringside;%s\033\\", words)
				   : bytes_text("\033]9;ringside: %s\033\\", words);

	if (taken)
		send_text(text);
}

void screen_copy(const char *bytes, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	FREED_BY(bytes_free) struct bytes text = {0};

	bytes_add_text(&text, "\033]52;c;");
	for (size_t at = 0; at < size; at += 3) {
		unsigned value = 0;
		char four[4];

		for (size_t i = 0; i < 3; i++)
			value = value << 8 | (at + i < size ? (unsigned char)bytes[at + i] : 0);
		for (size_t i = 0; i < 4; i++)
			four[i] = at + i > size ? '=' : digits[value >> (18 - 6 * i) & 63];
		bytes_add(&text, four, 4);
	}
	bytes_add_text(&text, "\007");
	if (taken)
		send_bytes(text.at, text.size);
}

struct answer background_answer(const char *bytes, size_t size, bool after_escape)
{
	struct answer answer = answer_with(colour_head, ANSWER_COLOUR, bytes, size, after_escape);

	return answer.kind != ANSWER_NONE
		       ? answer
		       : answer_with(attributes_head, ANSWER_ATTRIBUTES, bytes, size, after_escape);
}

bool background_guess(const char *colorfgbg)
{
	const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
	int colour = last && last[1] >= '0' && last[1] <= '9' ? atoi(last + 1) : 0;

	return colour == 7 || (colour > 8 && colour < 16);
}
