/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* progress.c - one line on the terminal, redrawn a few times a second.  */
#include "ringside/progress.h"

#include "ringside/bytes.h"
#include "ringside/say.h"
#include "ringside/setup.h"
#include "ringside/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
