/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* window.c - a stretch of a match file's messages in memory.
 *
 * `from` and `seen` bound what was looked at, and the file is only asked for the rest.  So a rare channel in
 * a long match is searched once, not at each frame.  */
#include "window.h"

#include "ringside/bytes.h"
#include "ringside/message.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	PAGE = 32,        /* messages per query, and most gaps that are shown between two of them */
	MOST = 2 * PAGE,  /* lines of a page */
	TEXT_KEPT = 4096, /* bytes of a message that are kept */
	LEAP = 8,         /* with more pages to read it is cheaper to start again at the end */
	HITS = 1000,      /* that are counted */
	STRETCH = 10000   /* messages that are counted at once: about 4 ms */
};

struct hits {
	char *pattern; /* owned */
	unsigned shows;
	int64_t upto; /* the last message that was looked at */
	int count;
	int64_t n[HITS];
};

/* Did the last read fail, because the match file is being written just now?  Then nothing is known of what it
 * asked for, and the next frame asks again.  */
static bool failed(const struct window *window)
{
	return match_file_is_busy(window->file);
}

int64_t window_last(const struct window *window)
{
	int64_t newest = window->file ? match_file_last(window->file) : 0;

	return newest < window->query.last ? newest : window->query.last;
}

static void drop(struct window *window, int at, int count)
{
	assert(at >= 0 && count >= 0 && at + count <= window->count);
	for (int i = at; i < at + count; i++)
		free(window->lines[i].text);
	memmove(&window->lines[at], &window->lines[at + count],
		(size_t)(window->count - at - count) * sizeof(window->lines[0]));
	window->count -= count;
}

/* Empties the window, to grow from `seen` in both directions.  */
static void restart(struct window *window, int64_t seen)
{
	assert(seen >= 0);
	drop(window, 0, window->count);
	window->seen = seen;
	window->from = seen + 1;
	window->top = seen == 0;
}

char *window_text(const struct setup *setup, const struct message *message, size_t *size)
{
	char *text = shown_text(setup, message, size), *rest;

	if (*size <= TEXT_KEPT)
		return text;
	rest = bytes_text(" ... (%zu bytes in all)", *size);
	*size = TEXT_KEPT + strlen(rest);
	text = bytes_resized(text, *size + 1);
	memcpy(text + TEXT_KEPT, rest, strlen(rest) + 1);
	free(rest);
	return text;
}

static struct line line_of(const struct window *window, const struct message *message)
{
	size_t size;
	char *text = window_text(window->setup, message, &size);

	return (struct line){.n = message->n,
			     .number = message->number ? message->number : message->n,
			     .t_ns = message->t_ns,
			     .seat = message->seat,
			     .direction = message->direction,
			     .channel = message->channel,
			     .turn = message->turn,
			     .flags = message->flags,
			     .text = text,
			     .size = size};
}

/* Is it only that a person stepped, that the step has ended, that the judge was held up or charges its work,
 * or that an agent waited for a core?  A mark says that: at the edge, or at the turn.  */
static bool is_remark(const struct message *message)
{
	switch (message->event.kind) {
	case EVENT_HELD_UP:
	case EVENT_CHARGED:
	case EVENT_WAITED:
	case EVENT_STEP:
	case EVENT_STEP_SEAT:
	case EVENT_NEXT:
	case EVENT_NEXT_SEAT:
	case EVENT_STEP_ANSWER: return true;
	default: return event_stops(&message->event) && message->size == 0; /* else a breakpoint says why */
	}
}

/* An empty line says nothing; an event needs no text.  */
static bool says_something(const struct window *window, const struct message *message)
{
	return message->direction == EVENT ? !is_remark(message) : shown_size(window->setup, message) > 0;
}

/* Keeps the messages that say something.  */
static int keep_texts(const struct window *window, struct message *messages, int count)
{
	int kept = 0;

	assert(count >= 0 && count <= PAGE);
	for (int i = 0; i < count; i++)
		if (says_something(window, &messages[i]))
			messages[kept++] = messages[i];
	return kept;
}

/* Fills `lines` with the messages, and with the gaps after message `after` up to `last`, in order. Returns
 * how many there are.  */
static int lines_of(const struct window *window, const struct message *messages, int count, int64_t after,
		    int64_t last, struct line lines[MOST])
{
	struct gap gaps[PAGE];
	int gap = 0, all = 0, found = match_file_gaps(window->file, after, last, PAGE, gaps);

	assert(count >= 0 && count <= PAGE);
	for (int i = 0; i <= count; i++) {
		for (; gap < found && (i == count || gaps[gap].first < messages[i].n); gap++)
			lines[all++] = (struct line){.n = gaps[gap].first, .gap = true};
		if (i < count)
			lines[all++] = line_of(window, &messages[i]);
	}
	return all;
}

static void append(struct window *window, const struct line *lines, int count)
{
	int over = window->count + count - WINDOW_LINES;

	assert(count >= 0 && count <= MOST);
	if (over > 0) {
		drop(window, 0, over);
		window->top = false;
		window->from = window->count ? window->lines[0].n : lines[0].n;
	}
	memcpy(&window->lines[window->count], lines, (size_t)count * sizeof(*lines));
	window->count += count;
}

static void prepend(struct window *window, const struct line *lines, int count)
{
	int over = window->count + count - WINDOW_LINES;

	assert(count >= 0 && count <= MOST && window->count <= WINDOW_LINES);
	if (over > 0) {
		drop(window, window->count - over, over);
		window->seen = window->count ? window->lines[window->count - 1].n : lines[count - 1].n;
	}
	memmove(&window->lines[count], &window->lines[0], (size_t)window->count * sizeof(window->lines[0]));
	memcpy(window->lines, lines, (size_t)count * sizeof(*lines));
	window->count += count;
}

/* Marks the lines behind which a step ended, where that was noted after message `after` and up to `last`.
   Other panes than those of the log have no messages of nobody's seat, so this asks for them itself.  */
static void mark_stops(struct window *window, int64_t after, int64_t last)
{
	enum { BATCHES = 4 }; /* a rare channel may have any number of steps between two messages */
	struct message_query query = {.seats = 1u << SEAT_NONE,
				      .channels = CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << EVENT,
				      .last = last < window->query.last ? last : window->query.last};
	struct message messages[PAGE];

	for (int batch = 0, got = PAGE; batch < BATCHES && got == PAGE; batch++) {
		got = match_file_after(window->file, &query, after, PAGE, messages);
		for (int i = 0; i < got; i++) {
			int upto = window_upto(window, after = messages[i].n);

			if (event_stops(&messages[i].event) && is_remark(&messages[i]) && upto > 0 &&
			    window->lines[upto - 1].n == after - 1)
				window->lines[upto - 1].stopped = true;
		}
	}
}

/* Adds one page at the newer end.  Returns how many lines it added; -1: there are no more.  */
static int newer_page(struct window *window, int64_t last)
{
	struct message messages[PAGE];
	struct message_query query = window->query;
	struct line lines[MOST];
	int64_t seen = window->seen;
	int got, kept;

	assert(window->file);
	query.last = last;
	if (window->seen >= last)
		return -1;
	got = match_file_after(window->file, &query, window->seen, PAGE, messages);
	if (got < PAGE && failed(window))
		return -1;
	window->seen = got < PAGE ? last : messages[got - 1].n;
	kept = keep_texts(window, messages, got);
	kept = lines_of(window, messages, kept, seen, window->seen, lines);
	append(window, lines, kept);
	mark_stops(window, seen, window->seen);
	return kept == 0 && got < PAGE ? -1 : kept;
}

void window_look(struct window *window, const struct setup *setup, struct match_file *file, int64_t last)
{
	unsigned shows = file ? match_file_shows(file) : 0;
	int64_t newest = file ? match_file_last(file) : 0;
	int past;

	window->setup = window->query.setup = setup;
	if (file && file == window->file && failed(window))
		return;
	if (file != window->file || shows != window->shows || newest < window->seen) {
		/* another file, or another branch of it */
		window->file = file;
		window->shows = shows;
		window->query.last = last;
		restart(window, window_last(window));
		return;
	}
	window->query.last = last;
	if (last >= window->seen)
		return;
	past = window->count - window_upto(window, last);
	drop(window, window->count - past, past);
	window->seen = last;
	if (window->from > last)
		restart(window, last);
}

void window_filter(struct window *window, const char *pattern)
{
	free(window->pattern);
	window->pattern = pattern && *pattern ? bytes_text("%s", pattern) : NULL;
	window->query.matching = window->pattern;
	restart(window, window_last(window));
}

void window_clear(struct window *window)
{
	restart(window, window_last(window));
}

void window_free(struct window *window)
{
	drop(window, 0, window->count);
	free(window->pattern);
	window->pattern = NULL;
}

void window_follow(struct window *window)
{
	int64_t last = window_last(window);

	for (int pages = 0; window->file && newer_page(window, last) >= 0; pages++)
		if (pages >= LEAP && last - window->seen > WINDOW_LINES)
			restart(window, last);
}

void window_jump(struct window *window, int64_t n)
{
	int64_t last = window_last(window);

	restart(window, n < last ? n : last);
	window_older(window, WINDOW_LINES / 2);
	window_newer(window, WINDOW_LINES / 4);
}

int window_older(struct window *window, int want)
{
	struct message messages[PAGE];
	struct line lines[MOST];
	int came = 0;

	assert(want >= 0);
	while (window->file && !window->top && came < want) {
		int got = match_file_before(window->file, &window->query, window->from, PAGE, messages), kept;
		int64_t from = window->from;

		if (got < PAGE && failed(window))
			break;
		window->top = got < PAGE;
		if (got > 0)
			window->from = messages[0].n;
		kept = keep_texts(window, messages, got);
		kept = lines_of(window, messages, kept, window->top ? 0 : window->from - 1, from - 1, lines);
		prepend(window, lines, kept);
		if (kept)
			mark_stops(window, lines[0].n, from); /* the one at `from` is of the last line */
		came += kept;
	}
	return came;
}

int window_newer(struct window *window, int want)
{
	int64_t last = window_last(window);
	int came = 0, kept = 0;

	assert(want >= 0);
	while (window->file && came < want && (kept = newer_page(window, last)) >= 0)
		came += kept;
	return came;
}

bool window_at_end(const struct window *window)
{
	return window->seen >= window_last(window);
}

int window_upto(const struct window *window, int64_t n)
{
	int low = 0, high = window->count;

	while (low < high) {
		int middle = (low + high) / 2;

		if (window->lines[middle].n <= n)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Does the message pass the window's own filter?  */
static bool passes(const struct window *window, int64_t n)
{
	struct message_query query = window->query;
	struct message message;

	query.last = n;
	return !query.matching || match_file_after(window->file, &query, n - 1, 1, &message) == 1;
}

/* The same up to message `last`, without starting again at the other end.  */
static int64_t find_from(const struct window *window, const char *pattern, int64_t n, int direction,
			 int64_t last)
{
	struct message_query query = window->query;
	struct message message;

	query.matching = pattern;
	query.last = last;
	for (;;) {
		int got = direction < 0 ? match_file_before(window->file, &query, n, 1, &message)
					: match_file_after(window->file, &query, n, 1, &message);

		if (got < 1)
			return 0;
		n = message.n;
		if (says_something(window, &message) && passes(window, n))
			return n;
	}
}

int64_t window_find(const struct window *window, const char *pattern, int64_t n, int direction, int64_t last)
{
	int64_t found, newest;

	assert(pattern && (direction == 1 || direction == -1));
	if (!window->file)
		return 0;
	newest = match_file_last(window->file);
	last = newest < last ? newest : last;
	found = find_from(window, pattern, n, direction, last);
	if (found)
		return found;
	if (direction < 0)
		return find_from(window, pattern, last + 1, direction, last);
	return find_from(window, pattern, 0, direction, n < last ? n : last);
}

/* Writes the numbers of up to `limit` matching messages above `after` and up to `last`, in order.  Returns
 * how many; -1: the file cannot be read just now.  */
static int find_hits(const struct window *window, const char *pattern, int64_t after, int64_t last, int limit,
		     int64_t *hits)
{
	struct message_query query = window->query;
	int count = 0, got = PAGE;

	query.matching = pattern;
	query.last = last;
	while (got == PAGE && count < limit) {
		struct message messages[PAGE];
		int64_t found[PAGE];
		int kept = 0;

		got = match_file_after(window->file, &query, after, PAGE, messages);
		if (got < PAGE && failed(window))
			return -1;
		if (got)
			after = messages[got - 1].n;
		for (int i = 0; i < got; i++)
			if (says_something(window, &messages[i]))
				found[kept++] = messages[i].n;
		for (int i = 0; i < kept && count < limit; i++) /* this reads, and the messages are gone */
			if (passes(window, found[i]))
				hits[count++] = found[i];
	}
	return count;
}

struct hits *hits_new(const struct window *window, const char *pattern)
{
	struct hits *hits = bytes_new(sizeof(*hits));

	assert(pattern);
	hits->pattern = bytes_text("%s", pattern);
	hits->shows = window->shows;
	return hits;
}

void hits_free(struct hits *hits)
{
	if (hits)
		free(hits->pattern);
	free(hits);
}

bool hits_count(struct hits *hits, const struct window *window, int64_t last)
{
	int64_t end;
	int got;

	if (hits->count == HITS)
		return false;
	if (hits->shows != window->shows || hits->upto > last) { /* another branch */
		hits->shows = window->shows;
		hits->upto = hits->count = 0;
	}
	end = last - hits->upto < STRETCH ? last : hits->upto + STRETCH;
	if (end == hits->upto)
		return false;
	got = find_hits(window, hits->pattern, hits->upto, end, HITS - hits->count, hits->n + hits->count);
	if (got < 0)
		return true;
	hits->count += got;
	hits->upto = end;
	return hits->count < HITS && end < last;
}

char *hits_words(const struct hits *hits, int64_t hit, int64_t last)
{
	bool more = hits->count == HITS || hits->upto < last;
	int place = 0;

	while (place < hits->count && hits->n[place] < hit)
		place++;
	if (place < hits->count && hits->n[place] == hit)
		return bytes_text("%d of %d%s", place + 1, hits->count, more ? "+" : "");
	return more ? bytes_text("one of %d+", hits->count) : NULL;
}
