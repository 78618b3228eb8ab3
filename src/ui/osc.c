/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* osc.c - the title (OSC 2), notifications (OSC 9 and 777) and the clipboard (OSC 52) of the terminal.  */
#include "osc.h"

#include "ringside/bytes.h"
#include "tty.h"
#include <curses.h>

#include <stdlib.h>
#include <string.h>

#define TITLE_SAVE    "\033[22;2t" /* XTWINOPS; a terminal without it does nothing */
#define TITLE_RESTORE "\033[23;2t"

static bool has_title; /* the terminal has a title that can be set */
static bool taken;     /* the terminal is ours */
static char *title;    /* as it was set; NULL: it was not; owned */

static void send(const char *text)
{
	tty_queue(text, strlen(text));
}

void osc_open(void)
{
	const char *status_line = tigetstr("tsl");

	has_title = tigetflag("XT") > 0 || (status_line && status_line != (const char *)-1);
}

void osc_begin(void)
{
	taken = true;
	if (has_title)
		send(TITLE_SAVE);
}

void osc_end(void)
{
	taken = false;
	free(title);
	title = NULL;
}

const char *osc_former_title(void)
{
	return has_title ? TITLE_RESTORE : "";
}

bool osc_title(const char *words)
{
	char *text;

	if (!has_title || !taken || (title && strcmp(title, words) == 0))
		return false;
	text = bytes_text("\033]2;%s\033\\", words);
	send(text);
	free(text);
	free(title);
	title = bytes_text("%s", words);
	return true;
}

void osc_ring(const char *words)
{
	const char *term = getenv("TERM");
	bool urgent = words && has_title && !getenv("TMUX"); /* tmux tells bells alone */
	bool old = getenv("VTE_VERSION") || (term && strncmp(term, "rxvt", 4) == 0);
	char *text = !urgent ? bytes_text("\007")
		     : old   ? bytes_text("\033]777;notify;ringside;%s\033\\", words)
			     : bytes_text("\033]9;ringside: %s\033\\", words);

	if (taken)
		send(text);
	free(text);
}

void osc_copy(const char *bytes, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct bytes text = {0};

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
		tty_queue(text.at, text.size);
	bytes_free(&text);
}
