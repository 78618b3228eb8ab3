/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* window.h - a stretch of a match file's messages in memory: bounded, however long the match is.
 *
 * A pane of traffic shows lines of one.  It grows at both ends on demand and forgets at the other, so that
 * ten million messages scroll like ten.  */
#ifndef RINGSIDE_UI_WINDOW_H
#define RINGSIDE_UI_WINDOW_H

#include "ringside/match_file.h"

enum { WINDOW_LINES = 512 };

struct line {
	int64_t n, t_ns;
	int seat;
	enum direction direction;
	enum channel channel;
	int turn;
	unsigned flags;
	char *text; /* without line end, its beginning when it is very long; of a binary protocol bytes in
		       hexadecimal numbers and what they mean; owned */
	size_t size;
};

struct window {
	struct match_file *file;    /* NULL: nothing is recorded */
	unsigned shows;             /* of the file: another number, another branch */
	struct message_query query; /* `last`: no message after it is shown */
	char *pattern;              /* query.matching; owned */
	const struct setup
		*setup; /* of the match, whose protocol says what bytes mean; NULL: they are text */
	struct line lines[WINDOW_LINES];
	int count;
	int64_t from, seen; /* all that fits from `from` to `seen` is in lines */
	bool top;           /* nothing that fits is before them */
};

/* Whose messages these are, as struct window has it.  */
void window_of(struct window *window, const struct setup *setup);
/* Shows what fits of this file up to message `last`, as lines.  */
void window_look(struct window *window, struct match_file *file, int64_t last);
/* The text of a message as a line has it; the caller frees.  */
char *window_text(const struct setup *setup, const struct message *message, size_t *size);
/* NULL or "": all.  */
void window_filter(struct window *window, const char *pattern);
void window_clear(struct window *window);
void window_free(struct window *window);
/* The newest messages: what came since is appended, or the window jumps to the end when that is a lot.  */
void window_follow(struct window *window);
/* Puts `n` and what is around it into the window.  */
void window_jump(struct window *window, int64_t n);
/* Loads up to `want` more at an end; returns how many came.  */
int window_older(struct window *window, int want);
int window_newer(struct window *window, int want);
/* Are there no newer ones?  */
bool window_at_end(const struct window *window);
/* How many lines have numbers up to n.  */
int window_upto(const struct window *window, int64_t n);
/* The number of the next message before (-1) or after (1) `n` that matches, going round at the ends; 0: none
   does up to message `last` of the match, which may be behind what is shown.  */
int64_t window_find(const struct window *window, const char *pattern, int64_t n, int direction, int64_t last);

#endif
