/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_print.c - what tells one failure of an agent from another: how it lost, and where it crashed.
 *
 * Numbers and addresses are left out, because they differ from match to match.  Last words that are no report
 * of a crash say too little: an agent may log each of its moves.  */
#include "minimise_try.h"
#include "ringside/bytes.h"
#include "ringside/crash_report.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A number, also with 0x before it, or a short word with one in it, as h8; 0: neither begins here.  */
static size_t number_size(const char *text)
{
	enum { SHORT = 4 };
	size_t size = 0;
	bool hex = text[0] == '0' && text[1] == 'x', digits = false, other = false;

	for (; isalnum((unsigned char)text[size]); size++) {
		digits |= isdigit((unsigned char)text[size]);
		other |= !isdigit((unsigned char)text[size]);
	}
	return digits && (hex || !other || size <= SHORT) ? size : 0;
}

static size_t word_size(const char *text)
{
	size_t size = 0;

	while (isalnum((unsigned char)text[size]) || text[size] == '_')
		size++;
	return size ? size : 1;
}

static void add_print(struct bytes *print, const char *text)
{
	for (size_t size; *text; text += size) {
		size = number_size(text);
		if (size)
			bytes_add(print, "#", 1);
		else
			bytes_add(print, text, size = word_size(text));
	}
	bytes_add(print, "\n", 1);
}

static void add_frame(struct bytes *print, const char *backtrace)
{
	char *copy = bytes_text("%s", backtrace), *rest;

	for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (crash_report_is_own(line)) {
			add_print(print, line);
			break;
		}
	free(copy);
}

static void add_report(struct bytes *print, struct match_file *file, int seat)
{
	enum { LINES_MOST = 64 };
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << FROM_AGENT,
				      .last = INT64_MAX};
	struct message messages[LINES_MOST];
	int count = match_file_before(file, &query, INT64_MAX, LINES_MOST, messages);
	const char *lines[LINES_MOST];
	bool shown[LINES_MOST];
	char *copies[LINES_MOST];
	struct crash_report report;

	for (int i = 0; i < count; i++) {
		copies[i] = bytes_escaped(messages[i].bytes, message_text_size(&messages[i], NULL));
		lines[i] = copies[i];
	}
	report = crash_report_find(lines, count, shown);
	for (int i = 0; i < count; i++) {
		if (i >= report.first && i < report.end && shown[i])
			add_print(print, lines[i]);
		free(copies[i]);
	}
}

/* How its process ended. When that was noticed depends on chance, so the verdict may say it in several ways.
 * False: it has not ended.  */
static bool add_end(struct bytes *print, struct match_file *file, int seat)
{
	enum { NOTES_MOST = 20 };
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << EVENT,
				      .last = INT64_MAX};
	struct message notes[NOTES_MOST];
	int count = match_file_before(file, &query, INT64_MAX, NOTES_MOST, notes);

	while (count && !event_ends(&notes[count - 1].event))
		count--;
	if (count) {
		char *words = event_words(&notes[count - 1]);

		add_print(print, words);
		free(words);
	}
	return count != 0;
}

static bool is_any(const char *reason, const char *const *reasons)
{
	while (*reasons && strcmp(reason, *reasons) != 0)
		reasons++;
	return *reasons != NULL;
}

static void add_verdict(struct bytes *print, struct match_file *file, const struct match *match, int seat)
{
	const struct verdict *verdict = &match->verdict;
	static const char *const ends[] = {REASON_CRASH, REASON_EXIT, REASON_START, NULL};
	static const char *const late[] = {REASON_TIMEOUT, NULL}; /* it names only the limit */

	add_print(print, verdict->reason);
	if (is_any(verdict->reason, late) || match_waited_late(match, verdict) ||
	    (file && is_any(verdict->reason, ends) && add_end(print, file, seat)))
		return;
	add_print(print, verdict->detail ? verdict->detail : "");
}

char *minimise_print(struct match_file *file, const struct match *match, int seat)
{
	struct bytes print = {0};

	add_print(&print, "");
	if (match->over)
		add_verdict(&print, file, match, seat);
	if (match->backtrace[seat])
		add_frame(&print, match->backtrace[seat]);
	if (file)
		add_report(&print, file, seat);
	return print.at;
}
