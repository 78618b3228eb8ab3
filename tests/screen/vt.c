/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt.c - the headless terminal: passes bytes from the pty to libtsm, keeps the cells of each whole frame, and
 * waits.  */
#include "vt.h"
#include "vt_keeper.h"
#include "vt_screen.h"

#include "ringside/bytes.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { SEND_MS = 5000, DIE_MS = 5000 };

struct vt {
	struct vt_keeper keeper;
	bool stopped, ended;
	int status; /* of waitpid, after the end */

	struct bytes output;
	struct vt_read *reads;
	size_t read_count, read_room;
	int64_t start_ns;

	struct vt_screen screen;
	size_t drawn; /* how much of the output was drawn */
	bool mute;

	struct bytes text, names; /* the results of vt_span and vt_left_behind */
};

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t deadline_in(int ms)
{
	return now_ns() + (int64_t)ms * 1000000;
}

/* Milliseconds until the deadline, rounded up; 0 after it.  */
static int left_ms(int64_t deadline)
{
	int64_t left = deadline - now_ns();

	return left > 0 ? (int)((left + 999999) / 1000000) : 0;
}

/* ---- from the program ---- */

/* Reads once; false if there was nothing.  */
static bool take_output(struct vt *vt)
{
	char bytes[65536];
	ssize_t size;

	if (vt->keeper.terminal < 0)
		return false;
	size = read(vt->keeper.terminal, bytes, sizeof(bytes));
	if (size <= 0)
		return false;
	if (vt->read_count == vt->read_room) {
		vt->read_room = vt->read_room ? vt->read_room * 2 : 64;
		vt->reads = bytes_resized(vt->reads, vt->read_room * sizeof(*vt->reads));
	}
	vt->reads[vt->read_count++] = (struct vt_read){
		.at_ns = now_ns() - vt->start_ns,
		.at = vt->output.size,
		.size = (size_t)size,
		.cols = vt->screen.cols,
		.rows = vt->screen.rows,
	};
	bytes_add(&vt->output, bytes, (size_t)size);
	return true;
}

static void take_report(struct vt *vt)
{
	struct vt_report report;

	if (recv(vt->keeper.reports, &report, sizeof(report), MSG_WAITALL) != (ssize_t)sizeof(report))
		report = (struct vt_report){.code = CLD_KILLED, .status = SIGKILL}; /* the keeper is gone */
	vt->stopped = report.code == CLD_STOPPED;
	if (report.code == CLD_STOPPED || report.code == CLD_CONTINUED)
		return;
	while (take_output(vt)) /* all bytes first, then the end */
		;
	vt->ended = true;
	vt->status = report.code == CLD_EXITED ? (report.status & 0xff) << 8
					       : report.status | (report.code == CLD_DUMPED ? 0x80 : 0);
}

/* Waits for bytes or a report, or with `to_write` until the terminal accepts input; false on a timeout.  */
static bool pump(struct vt *vt, int wait_ms, bool to_write)
{
	struct pollfd fds[2] = {
		{.fd = vt->keeper.terminal, .events = (short)(POLLIN | (to_write ? POLLOUT : 0))},
		{.fd = vt->ended ? -1 : vt->keeper.reports, .events = POLLIN},
	};
	bool came;

	if (poll(fds, 2, wait_ms) <= 0)
		return false;
	came = take_output(vt);
	if (fds[1].revents) {
		take_report(vt);
		came = true;
	}
	return came || (fds[0].revents & POLLOUT);
}

/* ---- to the program ---- */

static bool send_bytes(struct vt *vt, const char *bytes, size_t size)
{
	int64_t deadline = deadline_in(SEND_MS);

	while (size > 0) {
		ssize_t written = vt->keeper.terminal >= 0 ? write(vt->keeper.terminal, bytes, size) : -1;

		if (written > 0) {
			bytes += written;
			size -= (size_t)written;
		} else if (vt->keeper.terminal < 0 || left_ms(deadline) == 0) {
			fprintf(stderr, "-- vt: the program takes no input (%zu bytes left)\n", size);
			return false;
		} else {
			pump(vt, left_ms(deadline), true);
		}
	}
	return true;
}

/* Draws until the screen is whole; false if the output ends before that.  */
static bool draw_next(struct vt *vt)
{
	struct bytes *answers = &vt->screen.answers;
	bool whole = false;

	if (vt->drawn < vt->output.size)
		vt->drawn += vt_screen_draw(&vt->screen, vt->output.at + vt->drawn,
					    vt->output.size - vt->drawn, &whole);
	if (answers->size > 0) {
		if (!vt->mute)
			send_bytes(vt, answers->at, answers->size);
		bytes_drop(answers, answers->size);
	}
	return whole;
}

/* Draws all output.  The end of the program ends its last frame.  */
static void draw_all(struct vt *vt)
{
	while (draw_next(vt))
		;
	if (vt->ended)
		vt_screen_end(&vt->screen);
}

/* ---- life ---- */

struct vt *vt_spawn(const struct vt_options *options, const char *const argv[])
{
	struct vt *vt = bytes_new(sizeof(*vt));
	const char **changes;
	FREED char *term = bytes_text("TERM=%s", options->term ? options->term : "tsm");
	FREED char *locale = bytes_text("LC_ALL=%s", options->locale ? options->locale : "C.UTF-8");
	const char *const common[] = {"LINES", "COLUMNS", "NO_COLOR", "COLORTERM", "INPUTRC=/dev/null",
				      term,    locale};
	size_t count = 0, more = 0;
	int error;

	while (options->env && options->env[more])
		more++;
	changes = bytes_new((sizeof(common) / sizeof(common[0]) + more + 1) * sizeof(*changes));
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
		changes[count++] = common[i];
	for (size_t i = 0; i < more; i++)
		changes[count++] = options->env[i];

	vt->mute = options->mute;
	vt_screen_open(&vt->screen, options->cols ? options->cols : 80, options->rows ? options->rows : 24);
	vt->start_ns = now_ns();
	error = vt_keeper_start(&vt->keeper, vt->screen.cols, vt->screen.rows, argv, changes);
	free(changes);
	if (error) {
		fprintf(stderr, "-- vt: cannot start %s: %s\n", argv[0], strerror(-error));
		vt_free(vt);
		return NULL;
	}
	return vt;
}

void vt_free(struct vt *vt)
{
	if (!vt)
		return;
	vt_keeper_free(&vt->keeper);
	vt_screen_close(&vt->screen);
	bytes_free(&vt->output);
	bytes_free(&vt->text);
	bytes_free(&vt->names);
	free(vt->reads);
	free(vt);
}

bool vt_keys(struct vt *vt, const char *keys)
{
	return send_bytes(vt, keys, strlen(keys));
}

bool vt_bytes(struct vt *vt, const void *bytes, size_t size)
{
	return send_bytes(vt, bytes, size);
}

bool vt_mouse(struct vt *vt, int button, int x, int y, bool down)
{
	char *report;
	bool sent;

	if (!vt_modes_on(&vt->screen.modes, 1006) ||
	    !(vt_modes_on(&vt->screen.modes, 1000) || vt_modes_on(&vt->screen.modes, 1002) ||
	      vt_modes_on(&vt->screen.modes, 1003))) {
		fprintf(stderr, "-- vt: the program has not asked for the mouse\n");
		return false;
	}
	report = bytes_text("\033[<%d;%d;%d%c", button, x + 1, y + 1, down ? 'M' : 'm');
	sent = vt_keys(vt, report);
	free(report);
	return sent;
}

bool vt_click(struct vt *vt, int x, int y)
{
	return vt_mouse(vt, 0, x, y, true) && vt_mouse(vt, 0, x, y, false);
}

bool vt_wheel(struct vt *vt, int x, int y, int notches)
{
	for (int i = 0; i < abs(notches); i++)
		if (!vt_mouse(vt, notches > 0 ? 64 : 65, x, y, true))
			return false;
	return true;
}

void vt_resize(struct vt *vt, int cols, int rows)
{
	struct winsize size = {.ws_col = (unsigned short)cols, .ws_row = (unsigned short)rows};

	while (take_output(vt)) /* output for the old size */
		;
	draw_all(vt);
	vt_screen_resize(&vt->screen, cols, rows);
	if (vt->keeper.terminal >= 0)
		ioctl(vt->keeper.terminal, TIOCSWINSZ, &size);
}

int vt_signal(struct vt *vt, int number)
{
	if (vt->ended)
		return -ESRCH;
	return kill(vt->keeper.program, number) < 0 ? -errno : 0;
}

int vt_signal_group(struct vt *vt, int number)
{
	if (vt->ended)
		return -ESRCH;
	return kill(-vt->keeper.program, number) < 0 ? -errno : 0;
}

void vt_hang_up(struct vt *vt)
{
	if (vt->keeper.terminal < 0)
		return;
	while (take_output(vt))
		;
	close(vt->keeper.terminal);
	vt->keeper.terminal = -1;
}

/* ---- waits ---- */

bool vt_wait_until(struct vt *vt, const char *what, bool (*holds)(struct vt *vt, void *data), void *data,
		   int timeout_ms)
{
	int64_t deadline = deadline_in(timeout_ms);
	bool held = holds(vt, data);
	char *title;

	while (!held) {
		if (draw_next(vt))
			held = holds(vt, data);
		else if (vt->ended || left_ms(deadline) == 0)
			break;
		else
			pump(vt, left_ms(deadline), false);
	}
	if (!held && vt->ended) {
		draw_all(vt);
		held = holds(vt, data);
	}
	if (held)
		return true;
	title = bytes_text("waited %d ms for %s", timeout_ms, what);
	vt_print(vt, title);
	free(title);
	return false;
}

static bool shows(struct vt *vt, void *text)
{
	return vt_find(vt, text, NULL, NULL);
}

static bool shows_not(struct vt *vt, void *text)
{
	return !vt_find(vt, text, NULL, NULL);
}

static bool cursor_is_at(struct vt *vt, void *data)
{
	const struct vt_cursor *wanted = data;

	return vt->screen.cursor.shown && vt->screen.cursor.x == wanted->x &&
	       vt->screen.cursor.y == wanted->y;
}

static bool wait_for_text(struct vt *vt, const char *text, bool there, int timeout_ms)
{
	FREED char *what = bytes_text("\"%s\"%s", text, there ? "" : " to go");
	FREED char *copy = bytes_copy(text, strlen(text));

	return vt_wait_until(vt, what, there ? shows : shows_not, copy, timeout_ms);
}

bool vt_wait(struct vt *vt, const char *text, int timeout_ms)
{
	return wait_for_text(vt, text, true, timeout_ms);
}

bool vt_wait_gone(struct vt *vt, const char *text, int timeout_ms)
{
	return wait_for_text(vt, text, false, timeout_ms);
}

bool vt_wait_cursor(struct vt *vt, int x, int y, int timeout_ms)
{
	FREED char *what = bytes_text("the cursor at %d,%d", x, y);

	return vt_wait_until(vt, what, cursor_is_at, &(struct vt_cursor){.x = x, .y = y}, timeout_ms);
}

bool vt_wait_stopped(struct vt *vt, int timeout_ms)
{
	int64_t deadline = deadline_in(timeout_ms);

	while (!vt->stopped && !vt->ended && left_ms(deadline) > 0)
		pump(vt, left_ms(deadline), false);
	while (take_output(vt))
		;
	draw_all(vt);
	if (!vt->stopped)
		vt_print(vt, "waited for the program to be stopped");
	return vt->stopped;
}

bool vt_wait_raw(struct vt *vt, int timeout_ms)
{
	enum { LOOK_MS = 10 };
	int64_t deadline = deadline_in(timeout_ms);
	struct termios now;

	while (tcgetattr(vt->keeper.terminal, &now) < 0 || now.c_lflag & ECHO) {
		if (vt->ended || left_ms(deadline) == 0) {
			vt_print(vt, "waited for the program to read keys");
			return false;
		}
		pump(vt, LOOK_MS, false);
	}
	return true;
}

bool vt_settle(struct vt *vt, int quiet_ms, int timeout_ms)
{
	int64_t deadline = deadline_in(timeout_ms);

	while (pump(vt, vt->ended ? 0 : quiet_ms, false)) {
		draw_all(vt);
		if (left_ms(deadline) == 0)
			return false;
	}
	draw_all(vt);
	return true;
}

int vt_finish(struct vt *vt, int timeout_ms)
{
	int64_t deadline = deadline_in(timeout_ms);

	while (!vt->ended && left_ms(deadline) > 0) {
		pump(vt, left_ms(deadline), false);
		draw_all(vt); /* so that its queries are answered */
	}
	draw_all(vt);
	if (vt->ended)
		return vt->status;
	vt_print(vt, "waited for the program to end");
	kill(-vt->keeper.program, SIGKILL);
	for (deadline = deadline_in(DIE_MS); !vt->ended && left_ms(deadline) > 0;)
		pump(vt, left_ms(deadline), false);
	draw_all(vt);
	return -1;
}

/* ---- looking ---- */

int vt_cols(const struct vt *vt)
{
	return vt->screen.cols;
}

int vt_rows(const struct vt *vt)
{
	return vt->screen.rows;
}

struct vt_cell vt_at(const struct vt *vt, int x, int y)
{
	if (x < 0 || y < 0 || x >= vt->screen.cols || y >= vt->screen.rows)
		return (struct vt_cell){0};
	return vt->screen.cells[y * vt->screen.cols + x];
}

struct vt_cursor vt_cursor(const struct vt *vt)
{
	return vt->screen.cursor;
}

const char *vt_span(struct vt *vt, int x, int y, int width)
{
	bytes_drop(&vt->text, vt->text.size);
	bytes_add_text(&vt->text, "");
	for (int i = x; i < x + width; i++)
		bytes_add_text(&vt->text, vt_at(vt, i, y).text);
	return vt->text.at;
}

const char *vt_row(struct vt *vt, int y)
{
	vt_span(vt, 0, y, vt->screen.cols);
	while (vt->text.size > 0 && vt->text.at[vt->text.size - 1] == ' ')
		vt->text.at[--vt->text.size] = '\0';
	return vt->text.at;
}

bool vt_find(struct vt *vt, const char *text, int *x, int *y)
{
	for (int row = 0; row < vt->screen.rows; row++) {
		const char *span = vt_span(vt, 0, row, vt->screen.cols), *at = strstr(span, text);
		int col = 0;

		if (!at)
			continue;
		for (ptrdiff_t left = at - span; left > 0; col++)
			left -= (ptrdiff_t)strlen(vt_at(vt, col, row).text);
		while (*text && col + 1 < vt->screen.cols && !vt_at(vt, col, row).text[0])
			col++; /* it may be the right half of a wide character */
		if (x)
			*x = col;
		if (y)
			*y = row;
		return true;
	}
	return false;
}

int vt_colour(int index)
{
	static const int LEVELS[] = {0, 95, 135, 175, 215, 255};

	if (index < 16)
		return index;
	if (index >= 232)
		return VT_RGB(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232));
	return VT_RGB(LEVELS[(index - 16) / 36], LEVELS[(index - 16) / 6 % 6], LEVELS[(index - 16) % 6]);
}

void vt_print(struct vt *vt, const char *title)
{
	FREED char *status = vt->ended     ? bytes_text("ended, wait status 0x%x", (unsigned)vt->status)
			     : vt->stopped ? bytes_text("stopped")
					   : bytes_text("running");

	fprintf(stderr, "-- %s\n-- %dx%d, cursor %d,%d%s, the program: %s%s\n", title, vt->screen.cols,
		vt->screen.rows, vt->screen.cursor.x, vt->screen.cursor.y,
		vt->screen.cursor.shown ? "" : " (hidden)", status,
		vt->screen.in_frame ? ", in the middle of a frame" : "");
	fputs("┌", stderr);
	for (int x = 0; x < vt->screen.cols; x++)
		fputs("─", stderr);
	fputs("┐\n", stderr);
	for (int y = 0; y < vt->screen.rows; y++)
		fprintf(stderr, "│%s│\n", vt_span(vt, 0, y, vt->screen.cols));
	fputs("└", stderr);
	for (int x = 0; x < vt->screen.cols; x++)
		fputs("─", stderr);
	fputs("┘\n", stderr);
}

/* ---- the end ---- */

const char *vt_left_behind(struct vt *vt)
{
	struct termios left;

	bytes_drop(&vt->names, vt->names.size);
	bytes_add_text(&vt->names, "");
	if (vt->keeper.terminal >= 0 && tcgetattr(vt->keeper.terminal, &left) == 0 &&
	    (left.c_iflag != vt->keeper.found.c_iflag || left.c_oflag != vt->keeper.found.c_oflag ||
	     left.c_cflag != vt->keeper.found.c_cflag || left.c_lflag != vt->keeper.found.c_lflag ||
	     memcmp(left.c_cc, vt->keeper.found.c_cc, sizeof(left.c_cc)) != 0))
		bytes_add_text(&vt->names, "termios");
	vt_modes_name(&vt->screen.modes, &vt->names);
	return vt->names.at;
}

const char *vt_output(const struct vt *vt, size_t *size)
{
	*size = vt->output.size;
	return vt->output.size ? vt->output.at : "";
}

const struct vt_read *vt_reads(const struct vt *vt, size_t *count)
{
	*count = vt->read_count;
	return vt->reads;
}
