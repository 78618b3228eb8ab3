/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_backtrace.c - shows the backtrace of an agent that crashed or was late.  */
#include "why_state.h"

#include "ringside/crash_report.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_SHOWN = 8, OTHERS_SHOWN = 3 };

/* The next line of a text as a text of its own, which the caller frees, and moves on; NULL: there is none. */
static char *next_line(const char **at, const char *end)
{
	const char *line = *at, *stop;

	if (line >= end)
		return NULL;
	stop = memchr(line, '\n', (size_t)(end - line));
	stop = stop ? stop : end;
	*at = stop < end ? stop + 1 : end;
	return bytes_escaped(line, (size_t)(stop - line));
}

/* Adds the first thread from its first own frame on, and the first own frame of some others.  Returns the
 * number of threads.  */
static int add_threads(struct why *why, const struct message *note)
{
	const char *at = note->bytes, *end = at + note->size;
	int threads = 0, shown = 0, others = 0;
	long number = 0;
	bool own = false;

	for (char *line; (line = next_line(&at, end)); free(line)) {
		bool first = strncmp(line, "Thread ", 7) == 0, is_own = crash_report_is_own(line);

		if (first) {
			threads++;
			own = false;
			number = strtol(line + 7, NULL, 10);
		} else if (threads > 1 && is_own && !own && others++ < OTHERS_SHOWN) {
			bytes_addf(&why->text, "    thread %ld: %s\n", number, line);
		} else if (threads <= 1 && (own || is_own) && crash_report_is_frame(line) &&
			   shown++ < FRAMES_SHOWN) {
			bytes_addf(&why->text, "    %s\n", line);
		}
		own = own || is_own;
	}
	return threads;
}

void why_backtrace_lines(struct why *why, const struct message *note)
{
	const char *at = note->bytes, *end = at + note->size;

	for (char *line; (line = next_line(&at, end)); free(line))
		bytes_addf(&why->text, "    %s\n", line);
}

static void add_backtrace(struct why *why, const char *seat, const struct message *note)
{
	char *words = event_words(note);
	int threads;

	bytes_addf(&why->text, "Backtrace of %s\n  #%" PRId64 "  It %s\n", seat, note->n, words);
	free(words);
	threads = add_threads(why, note);
	if (threads > 1)
		bytes_addf(&why->text, "    all %d threads: `why #%" PRId64 "`\n", threads, note->n);
}

/* A remark that there can be none, perhaps from before the match.  False: it is none.  */
static bool add_none(struct why *why, const char *seat, const struct message *note)
{
	static const char none[] = "no backtrace: ";
	char *words = note->event.kind == EVENT_REMARK ? event_words(note) : NULL;
	bool is_it = words && strncmp(words, none, strlen(none)) == 0;

	if (is_it)
		bytes_addf(&why->text, "Backtrace of %s\n  #%" PRId64 "  There is none: %s\n", seat, note->n,
			   words + strlen(none));
	free(words);
	return is_it;
}

void why_backtrace(struct why *why, const struct why_turn *turn)
{
	struct why_search search = why_back_from(INT64_MAX, turn->seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message note;
	char *seat = why_seat(why, turn->seat, turn->end_n);
	bool found = false;

	while (!found && why_walk(why, &search, &note)) {
		found = note.event.kind == EVENT_BACKTRACE && note.n > why_since(turn);
		if (found)
			add_backtrace(why, seat, &note);
		else
			found = add_none(why, seat, &note);
	}
	free(seat);
}
