/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_screen.c - a program opens the screen on a terminal of ours (a pty), and both sides are checked.  */
#include "../test.h"
#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "ringside/paint.h"
#include "ringside/setup.h"
#include "ui/screen.h"

#include <curses.h>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { PATIENCE_MS = 10000 };

static bool is_read = true; /* do we read what the program draws?  */
static int terminal, told;  /* our end of the pty, and the pipe on which the program reports its keys */
static pid_t program;
static struct bytes shown, heard;

/* The program.  */

static int tell_fd;

static void tell(const char *format, unsigned a, unsigned b, unsigned c)
{
	FREED char *text = bytes_text(format, a, b, c);

	if (write(tell_fd, text, strlen(text)) < 0)
		_exit(3);
}

static void resized(int signal)
{
}

/* A frame in which every cell is new.  */
static void draw_all(void)
{
	static int drawn;

	for (int y = 0; y < LINES; y++)
		mvhline(y, 0, (chtype)('A' + drawn % 26), COLS);
	drawn++;
	tell(screen_show(-1, -1) ? "frame sent;" : "frame later;", 0, 0, 0);
}

/* A copy of the program has a file under the number of the terminal, asks whether a key waits there, and ends
 * in this way.  Reports how many bytes of the file it has read, and how many it has written.  */
static void end_copy(int deadly)
{
	enum { LONG_MS = 400 };
	int64_t end = loop_now() + LONG_MS * (int64_t)NS_PER_MS;
	FILE *file = tmpfile();
	pid_t copy;
	long read;

	fputs("q", file);
	rewind(file);
	if ((copy = fork()) == 0) {
		dup2(fileno(file), screen_keyboard());
		while (loop_now() < end && !screen_is_left())
			;
		if (deadly)
			raise(deadly);
		exit(0);
	}
	waitpid(copy, NULL, 0);
	read = lseek(fileno(file), 0, SEEK_CUR);
	tell("read %u, wrote %u;", (unsigned)read, (unsigned)lseek(fileno(file), 0, SEEK_END) - 1, 0);
	fclose(file);
}

/* Reports each key; some of them cause actions.  */
static void take_key(unsigned key, bool is_code, bool *raw)
{
	int y, x, button;

	if (is_code && key == KEY_MOUSE) {
		if (mouse_event(&y, &x, &button))
			tell("mouse %u,%u,%u;", (unsigned)y, (unsigned)x, (unsigned)button);
		return;
	}
	tell(is_code ? "code %u;" : "%u;", key, 0, 0);
	if (key == 'r' && !is_code)
		screen_raw(*raw = true);
	if (key == 'u' && !is_code)
		screen_unread("xy", 2);
	if (key == 'd' && !is_code)
		draw_all();
	if (key == 'f' && !is_code)
		end_copy(0);
	if (key == 'F' && !is_code)
		end_copy(SIGSEGV);
	if (key == 'q' && !is_code)
		exit(0);
	if (key == 'a' && !is_code)
		abort();
	if (key == 's' && !is_code)
		raise(SIGSEGV);
}

static void run_program(void)
{
	struct sigaction action = {.sa_handler = resized};
	struct rlimit no_core = {0, 0};
	sigset_t blocked, before;
	bool raw = false;
	char *problem;

	setrlimit(RLIMIT_CORE, &no_core);
	sigaction(SIGWINCH, &action, NULL); /* ppoll() returns, nothing else happens */
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGWINCH);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	problem = screen_open(false, true);
	if (problem) {
		tell("problem;", 0, 0, 0);
		_exit(0);
	}
	for (int lines = 0;;) {
		struct pollfd keys = {.fd = screen_keyboard(), .events = POLLIN};
		unsigned key;
		bool is_code;
		int wait;

		screen_resized();
		if (LINES != lines) {
			lines = LINES;
			tell("size %ux%u;", (unsigned)COLS, (unsigned)LINES, 0);
			paint_text((struct area){0, 0, LINES, COLS}, 0, 0, ROLE_TEXT, "hello");
			screen_show(-1, -1);
			screen_show(-1, -1); /* nothing has changed since */
		}
		wait = screen_wait();
		ppoll(&keys, 1, wait < 0 ? NULL : &(struct timespec){0, wait * 1000000L}, &before);
		if (screen_gone())
			_exit(7);
		while (!raw && screen_key(&key, &is_code))
			take_key(key, is_code, &raw);
		for (char bytes[64]; raw;) {
			size_t size = screen_bytes(bytes, sizeof(bytes));

			if (size == 0)
				break;
			tell("raw", 0, 0, 0);
			for (size_t i = 0; i < size; i++)
				tell(" %02x", (unsigned char)bytes[i], 0, 0);
			tell(";", 0, 0, 0);
		}
	}
}

/* ---- our side ---- */

static bool take(int fd, struct bytes *to)
{
	char bytes[4096];
	ssize_t size = read(fd, bytes, sizeof(bytes));

	if (size > 0)
		bytes_add(to, bytes, (size_t)size);
	return size > 0;
}

/* Reads both until the text has come, or nothing more will come.  */
static bool wait_for(const struct bytes *in, const char *text)
{
	for (;;) {
		struct pollfd both[] = {{is_read ? terminal : -1, POLLIN, 0}, {told, POLLIN, 0}};
		bool more = false;

		if (text && in->at && memmem(in->at, in->size, text, strlen(text)))
			return true;
		if (poll(both, 2, PATIENCE_MS) <= 0)
			return false;
		if (both[0].revents)
			more |= take(terminal, &shown);
		if (both[1].revents)
			more |= take(told, &heard);
		if (!more)
			return false;
	}
}

static void type(const char *bytes)
{
	assert_int_equal(write(terminal, bytes, strlen(bytes)), strlen(bytes));
}

static void assert_told(const char *text)
{
	if (!wait_for(&heard, text))
		fail_msg("got \"%s\", expected \"%s\"", heard.at ? heard.at : "", text);
	bytes_free(&heard);
}

/* How the program ended, after all its output was read.  */
static int ending(void)
{
	int status;

	wait_for(&shown, NULL);
	assert_int_equal(waitpid(program, &status, 0), program);
	program = 0;
	return status;
}

static bool is_shown(const char *text)
{
	return shown.at && memmem(shown.at, shown.size, text, strlen(text));
}

static void start_as(const char *term)
{
	struct winsize size = {.ws_col = 80, .ws_row = 24};
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	program = forkpty(&terminal, NULL, NULL, &size);
	assert_true(program >= 0);
	if (program == 0) {
		close(ends[0]);
		tell_fd = ends[1];
		setenv("TERM", term, 1);
		setenv("LC_ALL", "C.UTF-8", 1);
		run_program();
	}
	close(ends[1]);
	told = ends[0];
}

static int start(void **state)
{
	start_as("xterm-256color");
	assert_told("size 80x24;");
	assert_true(wait_for(&shown, "\033[?2026l"));
	return 0;
}

static int stop_program(void **state)
{
	if (program) {
		kill(program, SIGKILL);
		waitpid(program, NULL, 0);
	}
	program = 0;
	close(terminal);
	close(told);
	bytes_free(&shown);
	bytes_free(&heard);
	return 0;
}

TEST_IN(a_frame_is_sent_in_one_piece, start, stop_program)
{
	const char *begin, *hello, *end;

	begin = strstr(shown.at, "\033[?2026h");
	hello = strstr(shown.at, "hello");
	end = strstr(shown.at, "\033[?2026l");
	assert_non_null(begin);
	assert_true(begin < hello && hello < end);
}

TEST_IN(a_frame_that_changes_nothing_is_not_sent, start, stop_program)
{
	assert_null(strstr(shown.at, "\033[?2026h\033[?2026l"));
}

TEST_IN(keys_and_characters_are_distinguished, start, stop_program)
{
	FREED char *wanted = bytes_text("98;code %d;", KEY_UP);

	type("\003\032");
	assert_told("3;26;");
	type("b\033OA");
	assert_told(wanted);
	free(wanted);
	type("é😀\033[15~");
	wanted = bytes_text("233;128512;code %d;", KEY_F(5));
	assert_told(wanted);
}

TEST_IN(the_escape_key_is_reported_although_nothing_follows, start, stop_program)
{
	type("\033");
	assert_told("27;");
	type("\033x");
	assert_told("27;120;");
}

TEST_IN(a_sequence_that_is_no_key_does_nothing, start, stop_program)
{
	type("\033[27;5;9~\033[?1;2cz");
	assert_true(wait_for(&heard, ";"));
	assert_string_equal(heard.at, "122;");
}

TEST_IN(the_mouse_is_reported_with_its_place, start, stop_program)
{
	assert_true(is_shown("\033[?1006;1000h"));
	type("\033[<0;11;6M\033[<0;11;6m\033[<64;3;4M\033[<65;1;1M");
	assert_told("mouse 5,10,1;mouse 5,10,0;mouse 3,2,4;mouse 0,0,5;");
}

TEST_IN(raw_bytes_come_complete_and_the_escape_key_alone, start, stop_program)
{
	type("r");
	assert_told("114;");
	assert_true(wait_for(&shown, "\033[?2004h"));
	type("a\033[A\xe4");
	assert_told("raw 61 1b 5b 41;");
	type("\xbd\x9c");
	assert_true(wait_for(&heard, ";"));
	bytes_free(&heard);
	type("\033");
	assert_told("raw 1b;");
}

TEST_IN(bytes_can_be_put_back, start, stop_program)
{
	type("uz");
	assert_told("117;120;121;122;");
}

TEST_IN(a_new_size_is_adopted, start, stop_program)
{
	struct winsize size = {.ws_col = 132, .ws_row = 50};

	assert_int_equal(ioctl(terminal, TIOCSWINSZ, &size), 0);
	assert_told("size 132x50;");
	size = (struct winsize){.ws_col = 3, .ws_row = 2};
	assert_int_equal(ioctl(terminal, TIOCSWINSZ, &size), 0);
	assert_told("size 3x2;");
}

/* The terminal has the modes of a fresh one, and was told to switch off everything that was switched on.  */
static void assert_left(void)
{
	struct termios modes;

	assert_int_equal(tcgetattr(terminal, &modes), 0);
	assert_true(modes.c_lflag & ICANON);
	assert_true(modes.c_lflag & ECHO);
	assert_true(modes.c_lflag & ISIG);
	assert_true(modes.c_oflag & OPOST);
	assert_true(is_shown("\033[?1049l"));
	assert_true(is_shown("\033[?1000l") || is_shown("\033[?1006;1000l"));
	assert_true(is_shown("\033[?1l\033>"));
}

TEST_IN(the_terminal_is_restored_at_exit, start, stop_program)
{
	int status;

	type("q");
	status = ending();
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_left();
}

TEST_IN(the_terminal_is_restored_by_a_crash, start, stop_program)
{
	int status;

	type("a");
	status = ending();
	assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) != 0); /* sanitizers exit */
	assert_left();
}

TEST_IN(the_terminal_is_restored_by_a_segmentation_fault, start, stop_program)
{
	int status;

	type("s");
	status = ending();
	assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
	assert_left();
}

TEST_IN(a_forked_process_does_not_touch_the_terminal, start, stop_program)
{
	type("f");
	assert_told("102;read 0, wrote 0;");
	type("F");
	assert_told("70;read 0, wrote 0;");
	type("q");
	ending();
	assert_left();
}

TEST_IN(a_terminal_that_stops_reading_delays_only_frames, start, stop_program)
{
	bool held_up = false;

	is_read = false;
	for (int i = 0; i < 1000 && !held_up; i++) {
		type("d.");
		assert_true(wait_for(&heard, "46;")); /* the key after it */
		held_up = strstr(heard.at, "later") != NULL;
		bytes_free(&heard);
	}
	assert_true(held_up);
	is_read = true;
	for (bool later = true; later;) {
		type("d.");
		assert_true(wait_for(&heard, "46;"));
		later = strstr(heard.at, "later") != NULL;
		bytes_free(&heard);
	}
	type("q");
	ending();
	assert_left();
}

TEST_IN(a_terminal_that_disappears_is_noticed, start, stop_program)
{
	int status;

	type("r");
	assert_told("114;");
	close(terminal);
	assert_int_equal(waitpid(program, &status, 0), program);
	program = 0;
	terminal = open("/dev/null", O_RDWR);
	/* SIGHUP tells the program, or it notices by itself.  */
	assert_true((WIFSIGNALED(status) && WTERMSIG(status) == SIGHUP) ||
		    (WIFEXITED(status) && WEXITSTATUS(status) == 7));
}

TEST_IN(a_terminal_that_cannot_be_drawn_on_is_refused, NULL, stop_program)
{
	start_as("dumb");
	assert_told("problem;");
	stop_program(state);
	start_as("no-such-terminal");
	assert_told("problem;");
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	return RUN_TESTS(NULL, NULL);
}
