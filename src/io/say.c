/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* say.c - the only place that writes the texts of commands to stdout and stderr, and the line on the terminal
 * that shows how far a command has come.  */
#include "ringside/say.h"

#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "ringside/setup.h"
#include "ringside/text_file.h"
#include "ringside/words.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct bytes *caught;   /* say_into() */
static int held_terminal = -1; /* stderr while say_hold() holds it */
static bool in_place;          /* the cursor is in a line of say_in_place() */
static pid_t pager;            /* say_paged(); 0: none */
static bool in_line;           /* it is in another line on stderr */

/* Replaces the line of the terminal on stderr in which the cursor stands. The text has no line end; "" leaves
 * the line empty, and so does all else that is printed. While another line there is not complete, it does
 * nothing.  */
static void say_in_place(const char *text)
{
	struct bytes line = {0};

	if (in_line)
		return;
	bytes_add_text(&line, "\r");
	words_add_shown(&line, text, strlen(text));
	bytes_add_text(&line, "\033[K");
	fwrite(line.at, 1, line.size, stderr);
	bytes_free(&line);
	in_place = *text;
}

static bool put(FILE *to, const char *text, size_t size)
{
	FREED_BY(bytes_free) struct bytes shown = {0};
	bool good;
	int error;

	if (in_place)
		say_in_place("");
	words_add_shown(&shown, text, size);
	good = fwrite(shown.at, 1, shown.size, to) == shown.size;
	error = errno;
	if (to == stderr && shown.size)
		in_line = shown.at[shown.size - 1] != '\n';
	errno = error;
	return good;
}

/* How many bytes at the end may be the beginning of a character that is not complete?  */
static size_t begun(const char *text, size_t size)
{
	for (size_t n = 1; n < 4 && n <= size; n++) {
		unsigned char byte = (unsigned char)text[size - n];

		if ((byte & 0xc0) != 0x80)
			return n < (size_t)(byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) ? n : 0;
	}
	return 0;
}

void say_into(struct bytes *text)
{
	caught = text;
}

bool say_is_caught(void)
{
	return caught != NULL;
}

bool say_to(FILE *to, const char *format, ...)
{
	FREED_BY(bytes_free) struct bytes text = {0};
	bool good = true;
	va_list args;
	int error;

	va_start(args, format);
	bytes_vaddf(&text, format, args);
	va_end(args);
	if (caught && to == stdout)
		words_add_shown(caught, text.at, text.size);
	else
		good = put(to, text.at, text.size);
	error = errno;
	errno = error;
	return good;
}

void say_name(const char *name)
{
	FREED_BY(bytes_free) struct bytes shown = {0};

	words_add_name(&shown, name);
	if (caught) {
		bytes_add(caught, shown.at, shown.size);
		return;
	}
	if (in_place)
		say_in_place("");
	fwrite(shown.at, 1, shown.size, stdout);
}

void say_piece(struct say_rest *rest, const char *bytes, size_t size)
{
	FREED_BY(bytes_free) struct bytes text = {0};

	bytes_add(&text, rest->at, rest->size);
	bytes_add(&text, bytes, size);
	rest->size = size ? begun(text.at, text.size) : 0;
	memcpy(rest->at, text.at + text.size - rest->size, rest->size);
	put(stderr, text.at, text.size - rest->size);
}

void say_hold(void)
{
	CLOSED int memory = isatty(STDERR_FILENO) ? memfd_create("ringside stderr", MFD_CLOEXEC) : -1;

	held_terminal = memory < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (held_terminal >= 0)
		dup2(memory, STDERR_FILENO);
}

void say_release(void)
{
	CLOSED int memory = held_terminal < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	struct say_rest rest = {0};
	char bytes[4096];
	ssize_t size;

	if (held_terminal < 0)
		return;
	dup2(held_terminal, STDERR_FILENO);
	close(held_terminal);
	held_terminal = -1;
	for (off_t at = 0; (size = pread(memory, bytes, sizeof(bytes), at)) > 0; at += size)
		say_piece(&rest, bytes, (size_t)size);
	say_piece(&rest, NULL, 0);
}

void say_lines(const char *lines)
{
	while (lines && *lines) {
		size_t size = strcspn(lines, "\n");

		say_error("ringside: %.*s\n", (int)size, lines);
		lines += size + (lines[size] == '\n');
	}
}

int say_failure(char *problem, int status)
{
	const char *line = problem, *before = "ringside: ";

	while (line) {
		size_t size = strcspn(line, "\n");

		say_error("%s%.*s\n", before, (int)size, line);
		line = line[size] ? line + size + 1 : NULL;
		before = "  ";
	}
	free(problem);
	return status;
}

void say_problem(const char *problem)
{
	if (problem)
		say_failure(bytes_text("%s", problem), 0);
}

void say_paged(void)
{
	static const char usual[] = "command -v less >/dev/null && exec less || exec cat";
	const char *given = getenv("PAGER");
	int ends[2];

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || (given && !*given) ||
	    pipe2(ends, O_CLOEXEC) < 0)
		return;
	pager = fork();
	if (pager == 0) {
		dup2(ends[0], STDIN_FILENO);
		setenv("LESS", "FRX", 0); /* a page that fits stays on the terminal */
		execl("/bin/sh", "sh", "-c", given ? given : usual, (char *)NULL);
		_exit(127);
	}
	if (pager > 0) {
		dup2(ends[1], STDOUT_FILENO);
		signal(SIGINT, SIG_IGN);  /* it is the pager's */
		signal(SIGPIPE, SIG_IGN); /* a person may leave before the end */
	}
	close(ends[0]);
	close(ends[1]);
}

int say_finish(void)
{
	if (pager > 0) {
		fflush(stdout);
		close(STDOUT_FILENO);
		waitpid(pager, NULL, 0);
		pager = 0;
		return EXIT_VERDICT;
	}
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_VERDICT;
	return say_failure(bytes_text("stdout cannot be written: %s", strerror(errno)), EXIT_CANNOT_RUN);
}

/* ---- how far a command has come ---- */

/* Often enough for the eye.  A line that does not change is drawn again, too: it may have a time.  */
#define PERIOD ((int64_t)200 * NS_PER_MS)
#define REST   NS_PER_S

struct progress {
	progress_fn *line;
	const void *user;
	struct watch *timer;
	bool shown, due;
};

/* Where the last part of the first `size` bytes begins, so no number is cut in half; `size` if there is only
 * one part.  */
static size_t before_last_part(const char *line, size_t size)
{
	static const char *const joints[] = {"; ", ", ", " ("};

	for (size_t at = size; at-- > 0;)
		for (size_t i = 0; i < sizeof(joints) / sizeof(joints[0]); i++)
			if (strncmp(line + at, joints[i], 2) == 0)
				return at;
	return size;
}

/* The line must not wrap, since a wrapped line cannot be erased.  Drops a part that was cut in half.  */
static void cut_to_width(char *line)
{
	struct winsize size = {0};
	size_t columns = 80, bytes = 0;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
		columns = size.ws_col;
	/* Names may hold characters of two columns.  All with a first byte from 0xe1 on count as two: a line
	 * may be cut early, but never wraps.  */
	for (size_t column = 0; line[bytes] && column + 1 < columns; column++) {
		bool wide = (unsigned char)line[bytes] >= 0xe1;

		bytes++;
		while (((unsigned char)line[bytes] & 0xc0) == 0x80)
			bytes++;
		column += wide;
	}
	if (line[bytes])
		line[before_last_part(line, bytes)] = '\0';
}

static void draw(void *user, int events UNUSED)
{
	struct progress *progress = user;
	struct bytes shown = {0};
	FREED char *line = NULL;

	progress->due = false;
	line = progress->line(progress->user);
	words_add_name(&shown, line);
	cut_to_width(shown.at);
	say_in_place(shown.at);
	bytes_free(&shown);
	progress->shown = true;
	loop_at(progress->timer, loop_now() + REST);
}

struct progress *progress_new(struct loop *loop, progress_fn *line, const void *user)
{
	struct progress *progress;

	if (!isatty(STDERR_FILENO))
		return NULL;
	progress = bytes_new(sizeof(*progress));
	progress->line = line;
	progress->user = user;
	progress->timer = loop_timer(loop, LOOP_LATER, draw, progress);
	draw(progress, 0);
	return progress;
}

void progress_free(struct progress *progress)
{
	if (!progress)
		return;
	progress_hide(progress);
	loop_unwatch(progress->timer);
	free(progress);
}

void progress_hide(struct progress *progress)
{
	if (!progress || !progress->shown)
		return;
	say_in_place("");
	progress->shown = false;
	progress_changed(progress);
}

void progress_changed(struct progress *progress)
{
	if (!progress || progress->due)
		return;
	progress->due = true;
	loop_at(progress->timer, loop_now() + PERIOD);
}
