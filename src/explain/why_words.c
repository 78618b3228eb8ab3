/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_words.c - explains a seat's last turn by what it said: the report of a crash, and its last words.  */
#include "why_state.h"

#include "ringside/crash_report.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	LINES_MOST = 512, /* lines that are looked through for a report */
	WORDS_SHOWN = 8,  /* lines without a report, or after it */
	WORD_SIZE = 160,
	REPORT_SIZE = 400, /* bytes of a line there: a long path must not hide the number of the line */
};

#define TALK                                                                                                 \
	(CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_MESSAGE) |           \
	 CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_COMMENT) |          \
	 CHANNEL_BIT(CHANNEL_TEXT))

/* The bytes of a terminal's control sequence; 0: none begins here.  */
static size_t control_size(const char *text, size_t size)
{
	size_t at = 2;

	if (size < 3 || text[0] != '\033' || text[1] != '[')
		return 0;
	while (at < size && text[at] >= 0x20 && text[at] <= 0x3f)
		at++;
	return at < size ? at + 1 : size;
}

/* A line without control sequences and its end; NULL: nothing is left.  */
static char *plain_line(const char *text, size_t size)
{
	struct bytes plain = {0};
	size_t control;

	for (size_t at = 0; at < size && plain.size < REPORT_SIZE; at += control ? control : 1) {
		control = control_size(text + at, size - at);
		if (!control && text[at] && text[at] != '\r' && text[at] != '\n')
			bytes_add(&plain, text + at, 1);
	}
	return plain.at;
}

/* Lines, the newest first.  */
struct said {
	char *line[LINES_MOST]; /* owned */
	int64_t n[LINES_MOST];
	enum channel channel[LINES_MOST];
	int count;
};

/* Adds the lines of a message from the last one backwards.  Blank ones part the tracebacks of a report.  */
static void add_said(struct said *said, const struct message *message, int most)
{
	size_t end = message->size;

	while (end && said->count < most) {
		size_t from = end - 1;
		char *line;

		while (from && message->bytes[from - 1] != '\n')
			from--;
		line = plain_line(message->bytes + from, end - from);
		end = from;
		if (!line && message->channel != CHANNEL_STDERR)
			continue;
		said->line[said->count] = line ? line : bytes_text("%s", "");
		said->n[said->count] = message->n;
		said->channel[said->count++] = message->channel;
	}
}

static struct said *said_in(const struct why *why, const struct why_turn *turn, unsigned channels,
			    int64_t since, int most)
{
	struct why_search search = why_back_from(turn->end_n, turn->seat, FROM_AGENT, channels);
	struct said *said = bytes_new(sizeof(*said));
	struct message message;

	while (said->count < most && why_walk(why, &search, &message) && message.n > since)
		add_said(said, &message, most);
	return said;
}

static void said_free(struct said *said)
{
	for (int i = 0; i < said->count; i++)
		free(said->line[i]);
	free(said);
}

static void add_line(struct why *why, const struct said *said, int i, size_t most)
{
	size_t size = strlen(said->line[i]);
	char *shown = bytes_escaped(said->line[i], size < most ? size : most);

	bytes_addf(&why->text, "  #%-5" PRId64 " %-8s  \"%s\"\n", said->n[i], channel_name(said->channel[i]),
		   shown);
	free(shown);
}

/* Adds the last report of a crash on stderr.  Returns its last message; 0: there is none.  */
static int64_t add_report(struct why *why, const struct why_turn *turn, const char *seat)
{
	struct said *said = said_in(why, turn, CHANNEL_BIT(CHANNEL_STDERR), why_since(turn), LINES_MOST);
	const char *lines[LINES_MOST];
	bool shown[LINES_MOST];
	struct crash_report report;
	int64_t last = 0;

	for (int i = 0; i < said->count; i++)
		lines[i] = said->line[said->count - 1 - i];
	report = crash_report_find(lines, said->count, shown);
	if (report.end > report.first) {
		bytes_addf(&why->text, "Report of %s\n", seat);
		last = said->n[said->count - report.end];
	}
	for (int i = report.first; i < report.end; i++)
		if (shown[i])
			add_line(why, said, said->count - 1 - i, REPORT_SIZE);
	said_free(said);
	return last;
}

void why_words(struct why *why, const struct why_turn *turn)
{
	char *seat = why_seat(why, turn->seat, turn->end_n);
	int64_t reported = add_report(why, turn, seat), since = why_since(turn);
	struct said *said = said_in(why, turn, TALK, reported ? reported : since, 2 * WORDS_SHOWN);
	int shown = 0, from = 0;

	for (; from < said->count && shown < WORDS_SHOWN; from++)
		shown += *said->line[from] != '\0';
	if (shown)
		bytes_addf(&why->text, "Last words of %s\n", seat);
	while (from-- > 0)
		if (*said->line[from])
			add_line(why, said, from, WORD_SIZE);
	said_free(said);
	free(seat);
}
