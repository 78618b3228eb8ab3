/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* window.h - a stretch of a match file's messages in memory, bounded however long the match is.
 *
 * A traffic pane shows lines of one.  It grows at both ends on demand and forgets at the other end, so ten
 * million messages scroll like ten.  */
#ifndef RINGSIDE_UI_WINDOW_H
#define RINGSIDE_UI_WINDOW_H

#include "ringside/match_file.h"

enum { WINDOW_LINES = 512 };

struct line {
	int64_t n, number, t_ns;
	bool gap;     /* messages from n on are missing: it has only a text */
	bool stopped; /* a step ended behind it */
	int seat;
	enum direction direction;
	enum channel channel;
	int turn;
	unsigned flags;
	char *text; /* without line end; only the beginning of a very long one; for a binary protocol its
		       bytes in hexadecimal and their meaning; owned */
	size_t size;
};

struct window {
	struct match_file *file;    /* NULL: nothing is recorded */
	unsigned shows;             /* of the file: another number means another branch */
	struct message_query query; /* no message after `last` is shown */
	char *pattern;              /* query.matching; owned */
	const struct setup *setup;  /* of the match, whose protocol explains bytes; NULL: they are text */
	struct line lines[WINDOW_LINES];
	int count;
	int64_t from, seen; /* lines has all matching messages from `from` to `seen` */
	bool top;           /* no matching messages are before them */
};

/* Shows the matching messages of this file, which belong to this match (NULL: unknown), up to message `last`.
 */
void window_look(struct window *window, const struct setup *setup, struct match_file *file, int64_t last);
/* The text of a message as a line has it; the caller frees.  */
char *window_text(const struct setup *setup, const struct message *message, size_t *size);
/* Shows only messages that match; NULL or "": all.  */
void window_filter(struct window *window, const char *pattern);
void window_clear(struct window *window);
void window_free(struct window *window);
/* Goes to the newest messages: appends them, or jumps to the end when there are many.  */
void window_follow(struct window *window);
/* Shows `n` and its surroundings.  */
void window_jump(struct window *window, int64_t n);
/* Loads up to `want` more messages at an end.  Returns how many.  */
int window_older(struct window *window, int want);
int window_newer(struct window *window, int want);
/* The number of the newest message that it may show.  */
int64_t window_last(const struct window *window);
/* Does it show that?  */
bool window_at_end(const struct window *window);
/* How many lines have numbers up to n?  */
int window_upto(const struct window *window, int64_t n);
/* The number of the next matching message before (-1) or after (1) `n`, starting again at the other end if
 * needed; 0: none. It searches up to message `last`, which may be later than what is shown.  */
int64_t window_find(const struct window *window, const char *pattern, int64_t n, int direction, int64_t last);
/* How many messages match a pattern, counted a stretch after the other.  */
struct hits;
struct hits *hits_new(const struct window *window, const char *pattern);
/* NULL is fine.  */
void hits_free(struct hits *hits);
/* Counts on up to message `last`, for some milliseconds at most.  True: there is more to count.  */
bool hits_count(struct hits *hits, const struct window *window, int64_t last);
/* The place of a hit, as "3 of 12", with "+" while there may be more; NULL: it is not known.  The caller
 * frees.  */
char *hits_words(const struct hits *hits, int64_t hit, int64_t last);

#endif
