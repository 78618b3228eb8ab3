/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* event.c - what happened, as data: the kinds of events, their fields, and sentences about them; also what an
 * agent was doing, and how long it waited for a core.  */
#include "ringside/event.h"

#include "ringside/bytes.h"
#include "ringside/crash_report.h"
#include "ringside/message.h"
#include "ringside/protocol.h"
#include "ringside/setup.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what an agent was doing ---- */

static const char *const names[ACTIVITY_KIND_COUNT] = {
#define X(NAME, name) [ACTIVITY_##NAME] = name,
	ACTIVITY_KINDS(X)
#undef X
};

const char *activity_name(enum activity_kind kind)
{
	return names[kind];
}

enum activity_kind activity_named(const char *name)
{
	for (int kind = ACTIVITY_NOTHING + 1; kind < ACTIVITY_KIND_COUNT; kind++)
		if (strcmp(names[kind], name) == 0)
			return (enum activity_kind)kind;
	return ACTIVITY_NOTHING;
}

struct activity activity_of(const struct event *event)
{
	return (struct activity){.kind = event->word ? activity_named(event->word) : ACTIVITY_NOTHING,
				 .unread = event->number[0],
				 .cpu_ns = event->number[1],
				 .threads = (int)event->number[2]};
}

static void add_unread(struct bytes *words, const struct activity *activity)
{
	bytes_addf(words, "has not read %" PRId64 " byte%s of what was sent", activity->unread,
		   activity->unread == 1 ? "" : "s");
}

static void add_state(struct bytes *words, const struct activity *activity, bool owes)
{
	static const char *const states[ACTIVITY_KIND_COUNT] = {
		[ACTIVITY_NOTHING] = "was not looked at",
		[ACTIVITY_UNKNOWN] = "cannot be inspected: /proc denies access",
		[ACTIVITY_GONE] = "has ended",
		[ACTIVITY_RUNS] = "runs",
		[ACTIVITY_TRACED] = "is held by a debugger",
		[ACTIVITY_STOPPED] = "is stopped by a signal",
		[ACTIVITY_FUTEXES] = "waits on a futex",
		[ACTIVITY_WRITES] = "has just written something",
		[ACTIVITY_READS] = "has read all that was sent and waits in a read",
		[ACTIVITY_UNREAD] = " and sleeps",
		[ACTIVITY_SLEEPS] = "has read all that was sent and sleeps",
	};
	bool futexes = activity->kind == ACTIVITY_FUTEXES;

	if (activity->kind == ACTIVITY_UNREAD)
		add_unread(words, activity);
	if (futexes && activity->threads != 1)
		bytes_addf(words, "waits on futexes in all its %d threads", activity->threads);
	else
		bytes_add_text(words, states[activity->kind]);
	if (activity->kind == ACTIVITY_RUNS && activity->threads > 1)
		bytes_addf(words, " in %d threads", activity->threads);
	if (owes && (futexes || activity->kind == ACTIVITY_READS))
		bytes_add_text(words, futexes ? " (a deadlock?)" : " (is its output flushed?)");
}

char *activity_words(const struct activity *activity, bool owes)
{
	struct bytes words = {0};

	add_state(&words, activity, owes);
	if (activity->unread && activity->kind != ACTIVITY_UNREAD && activity->kind > ACTIVITY_GONE) {
		bytes_add_text(&words, ", and ");
		add_unread(&words, activity);
	}
	if (owes && activity->cpu_ns >= 0 && activity->kind > ACTIVITY_GONE)
		bytes_addf(&words, "; CPU in this turn: %.3f s", (double)activity->cpu_ns / NS_PER_S);
	return words.at;
}

/* ---- events ---- */

/* A test builds this file with other sentences.  Only what people read may change then.  */
#ifdef EVENT_SENTENCES_ALTERED
#define SENTENCE(sentence) "altered: " sentence
#else
#define SENTENCE(sentence) sentence
#endif

static const struct notice_row rows[EVENT_KIND_COUNT] = {[EVENT_NOTHING] = {"", "", ""},
#define X(NAME, name, channel, fields, sentence) [EVENT_##NAME] = {name, fields, SENTENCE(sentence)},
							 EVENT_KINDS(X)
#undef X
};

const char *event_name(enum event_kind kind)
{
	return rows[kind].name;
}

const char *event_sentence(enum event_kind kind)
{
	return rows[kind].sentence;
}

enum event_kind event_named(const char *name)
{
	for (int kind = EVENT_NOTHING + 1; kind < EVENT_KIND_COUNT; kind++)
		if (strcmp(rows[kind].name, name) == 0)
			return (enum event_kind)kind;
	return EVENT_NOTHING;
}

/* ---- fields ---- */

static bool field_at(const char *fields, int wanted, struct event_field *field)
{
	int numbers = 0;

	for (const char *at = fields; *at; wanted--) {
		size_t size = strcspn(at, " ");

		*field = (struct event_field){.form = *at == '='   ? EVENT_FIELD_WORD
						      : *at == '+' ? EVENT_FIELD_TEXT
								   : EVENT_FIELD_NUMBER,
					      .name = at,
					      .size = size};
		if (field->form == EVENT_FIELD_NUMBER) {
			field->i = numbers++;
		} else {
			field->name++;
			field->size--;
		}
		if (wanted == 0)
			return true;
		at += size + strspn(at + size, " ");
	}
	return false;
}

bool event_field(enum event_kind kind, int i, struct event_field *field)
{
	return field_at(rows[kind].fields, i, field);
}

bool event_has(enum event_kind kind, enum event_field_form form)
{
	struct event_field field;

	for (int i = 0; event_field(kind, i, &field); i++)
		if (field.form == form)
			return true;
	return false;
}

/* ---- sentences ---- */

/* A sentence's source: a row, and the event that fills it.  */
struct source {
	const struct notice_row *row;
	const struct message *message;
};

static void write_row(struct bytes *out, const struct notice_row *row, const struct message *message);

const struct fault_row event_faults[] = {
	[EVENT_FAULT_FOLDER] = {"folder-too-large", "a temporary folder over its size", "--temp-size",
				"ignored", FAULT_FORGIVEN},
	{0},
};

static const struct fault_row *fault_in(const struct fault_row *row, const char *name)
{
	while (row && row->name && strcmp(row->name, name) != 0)
		row++;
	return row && row->name ? row : NULL;
}

static const struct fault_row *fault_named(const char *name)
{
	const struct fault_row *row = fault_in(event_faults, name);
	const struct protocol *protocol;

	for (int i = 0; !row && (protocol = protocol_at(i)); i++)
		row = fault_in(protocol->texts->faults, name);
	return row;
}

const struct fault_row *event_fault(const struct event *event)
{
	bool is_fault = event->kind == EVENT_FAULT || event->kind == EVENT_FAULT_COUNT;

	return is_fault && event->word ? fault_named(event->word) : NULL;
}

static const struct notice_row *notice_named(const char *name)
{
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++)
		for (const struct notice_row *row = protocol->texts->notices; row && row->name; row++)
			if (strcmp(row->name, name) == 0)
				return row;
	return NULL;
}

char *event_limit_words(const char *which, int64_t ns)
{
	static const struct {
		const char *which, *limit, *of;
	} words[] = {{EVENT_LIMIT_TURN, "the limit", "a turn"},
		     {EVENT_LIMIT_GUARD, "the guard (--hang-time)", "a turn"},
		     {EVENT_LIMIT_MATCH, "the limit", "the match"},
		     {EVENT_LIMIT_PERIOD, "the limit", "a period of the clock"},
		     {EVENT_LIMIT_BYOYOMI, "the limit", "a period of byo-yomi"}};
	size_t i = sizeof(words) / sizeof(words[0]) - 1;

	while (i && strcmp(words[i].which, which) != 0)
		i--;
	return bytes_text("%s of %.3f s for %s", words[i].limit, (double)ns / NS_PER_S, words[i].of);
}

/* The index of the number with that name.  */
static void write_limit(struct bytes *out, const struct source *source, const char *which)
{
	struct event_field field;
	int64_t limit = 0;

	for (int i = 0; field_at(source->row->fields, i, &field); i++)
		if (field.form == EVENT_FIELD_NUMBER && strncmp(field.name, "limit", field.size) == 0)
			limit = source->message->event.number[field.i];
	bytes_add_owned(out, event_limit_words(which, limit));
}

static void write_span(struct bytes *out, int64_t ns)
{
	if (ns < NS_PER_S)
		bytes_addf(out, "%.*f ms", ns % NS_PER_MS ? 2 : 0, (double)ns / NS_PER_MS);
	else
		bytes_addf(out, "%.3f s", (double)ns / NS_PER_S);
}

/* A shell in front of a program exits with 128 and the number of the signal that ended the program.  The
 * numbers are those of signal(7) for x86 and ARM.  */
static void write_status(struct bytes *out, int64_t status)
{
	enum { BY_SIGNAL = 128 };
	static const char *const fatal[] = {
		[4] = "SIGILL",   [5] = "SIGTRAP",  [6] = "SIGABRT",  [7] = "SIGBUS",   [8] = "SIGFPE",
		[9] = "SIGKILL",  [11] = "SIGSEGV", [13] = "SIGPIPE", [14] = "SIGALRM", [15] = "SIGTERM",
		[24] = "SIGXCPU", [25] = "SIGXFSZ", [31] = "SIGSYS"};
	const int64_t number = status - BY_SIGNAL;

	bytes_addf(out, "%lld", (long long)status);
	if (number > 0 && number < (int64_t)(sizeof(fatal) / sizeof(fatal[0])) && fatal[number])
		bytes_addf(out, " (as a shell says for %s)", fatal[number]);
}

static void write_number(struct bytes *out, const char *form, int64_t number)
{
	if (strcmp(form, "span") == 0)
		write_span(out, number);
	else if (strcmp(form, "ms") == 0)
		bytes_addf(out, "%lld", (long long)((number + NS_PER_MS / 2) / NS_PER_MS));
	else if (strcmp(form, "status") == 0)
		write_status(out, number);
	else if (strcmp(form, "s") == 0)
		bytes_addf(out, "%.3f s", (double)number / NS_PER_S);
	else
		bytes_addf(out, "%lld", (long long)number);
}

static void write_word(struct bytes *out, const struct source *source, const char *form, const char *word)
{
	struct activity activity = activity_of(&source->message->event);
	const struct fault_row *fault = fault_named(word);
	const struct notice_row *notice;

	if (strcmp(form, "limit") == 0)
		write_limit(out, source, word);
	else if (strcmp(form, "doing") == 0)
		bytes_add_owned(out, activity_words(&activity, true));
	else if (strcmp(form, "notice") == 0 && (notice = notice_named(word)))
		write_row(out, notice, source->message);
	else if (strcmp(form, "phrase") == 0 && fault)
		bytes_add_text(out, fault->phrase);
	else if (strcmp(form, "rule") == 0)
		bytes_add_text(out, fault ? fault->rule : "?");
	else if (strcmp(form, "done") == 0)
		bytes_add_text(out, source->message->event.number[EVENT_FAULT_STRICT] ? "loses (--strict)"
				    : fault                                           ? fault->done
										      : "?");
	else
		bytes_add_text(out, word);
}

/* A frame of gdb without its number and its address.  */
static const char *place_in(const char *frame)
{
	const char *at = frame + strspn(frame, "#0123456789"), *end;

	at += strspn(at, " ");
	end = at + strspn(at, "0123456789abcdefx");
	return strncmp(at, "0x", 2) == 0 && strncmp(end, " in ", 4) == 0 ? end + 4 : at;
}

/* The first frame of a backtrace that is not of a library, or its first line.  */
static void write_frame(struct bytes *out, const struct message *message)
{
	char *text = bytes_copy(message->bytes, message->size), *line;
	const char *at = text, *end = at + message->size, *first = NULL;

	for (size_t size; at < end; at += size + 1) {
		size = strcspn(at, "\n");
		line = bytes_copy(at, size);
		if (crash_report_is_own(line) || (!first && crash_report_is_frame(line)))
			first = at;
		if (first == at && crash_report_is_own(line))
			at = end;
		free(line);
	}
	first = first ? place_in(first) : text;
	bytes_add_owned(out, bytes_escaped(first, strcspn(first, "\n")));
	free(text);
}

static void write_text(struct bytes *out, const char *form, const struct message *message)
{
	enum { SHOWN = 200 };

	if (strcmp(form, "frame") == 0)
		write_frame(out, message);
	else if (strcmp(form, "bytes") == 0)
		bytes_add_owned(out,
				bytes_escaped(message->bytes, message->size < SHOWN ? message->size : SHOWN));
	else
		bytes_add(out, message->bytes, message->size);
}

/* Writes the field at `{`, unless out is NULL.  Returns what follows it, and whether the field has a value.
 */
static const char *write_field(struct bytes *out, const struct source *source, const char *at, bool *is_set)
{
	const struct event *event = &source->message->event;
	size_t size = strcspn(++at, "}"), name = strcspn(at, ":?}");
	const char *word = event->word ? event->word : "";
	char form[16] = "";
	struct event_field field;

	*is_set = false;
	if (at[name] == '?')
		out = NULL;
	else if (at[name] == ':')
		snprintf(form, sizeof(form), "%.*s", (int)(size - name - 1), at + name + 1);
	for (int i = 0; field_at(source->row->fields, i, &field); i++) {
		if (field.size != name || memcmp(field.name, at, name) != 0)
			continue;
		switch (field.form) {
		case EVENT_FIELD_NUMBER:
			*is_set = event->number[field.i] != 0;
			if (out)
				write_number(out, form, event->number[field.i]);
			break;
		case EVENT_FIELD_WORD:
			*is_set = *word;
			if (out)
				write_word(out, source, form, word);
			break;
		case EVENT_FIELD_TEXT:
			*is_set = source->message->size > 0;
			if (out)
				write_text(out, form, source->message);
			break;
		}
	}
	return at + size + 1;
}

/* Writes up to the end, or to the `|` or `]` of a group; out NULL: skips it.  */
static const char *write_part(struct bytes *out, const struct source *source, const char *at)
{
	bool is_set;

	while (*at && *at != '|' && (*at != ']' || at[1] == ']')) {
		if (*at == '{') {
			at = write_field(out, source, at, &is_set);
		} else if (*at == '[' && at[1] != '[') {
			write_field(NULL, source, strchr(at, '{'), &is_set);
			at = write_part(is_set ? out : NULL, source, at + 1);
			if (*at == '|')
				at = write_part(is_set ? NULL : out, source, at + 1);
			at++;
		} else {
			if (out)
				bytes_add(out, at, 1);
			at += *at == '[' || *at == ']' ? 2 : 1;
		}
	}
	return at;
}

static void write_row(struct bytes *out, const struct notice_row *row, const struct message *message)
{
	write_part(out, &(struct source){.row = row, .message = message}, row->sentence);
}

char *event_words(const struct message *message)
{
	struct bytes out = {0};

	if (message->direction != EVENT || message->event.kind == EVENT_NOTHING)
		return bytes_copy(message->bytes, message->size);
	bytes_add(&out, "", 0);
	write_row(&out, &rows[message->event.kind], message);
	return out.at;
}

/* ---- what an event says ---- */

enum channel event_channel(enum event_kind kind)
{
	static const enum channel channels[EVENT_KIND_COUNT] = {[EVENT_NOTHING] = CHANNEL_EVENT,
#define X(NAME, name, channel, fields, sentence) [EVENT_##NAME] = CHANNEL_##channel,
								EVENT_KINDS(X)
#undef X
	};

	return channels[kind];
}

bool event_reseats(const struct event *event)
{
	return event->kind == EVENT_PERSON || event->kind == EVENT_AGENT || event->kind == EVENT_SUCCESSOR;
}

bool event_stops(const struct event *event)
{
	/* They follow each other in the table.  */
	return event->kind >= EVENT_STOPPED_MESSAGE && event->kind <= EVENT_STOPPED_VERDICT;
}

bool event_ends(const struct event *event)
{
	return event->kind == EVENT_EXITED || event->kind == EVENT_ENDED;
}

int64_t event_human_time(const struct event *event)
{
	return event->number[0] ? HUMAN_TIME_LIMITS : event->number[1];
}

struct event event_of_ending(struct ending ending)
{
	if (!ending.signalled)
		return (struct event){.kind = EVENT_EXITED, .number = {ending.code}};
	return (struct event){.kind = EVENT_ENDED, .number = {ending.code}, .word = ending.signal};
}

struct ending event_ending(const struct event *event)
{
	return (struct ending){.signalled = event->kind == EVENT_ENDED,
			       .code = (int)event->number[0],
			       .signal = event->kind == EVENT_ENDED ? event->word : NULL};
}

/* ---- how long it waited for a core ---- */

enum { PART = 10 }; /* of a turn, from which on waiting matters */
#define LEAST ((int64_t)10 * NS_PER_MS)

bool waiting_matters(int64_t ns, int64_t took_ns)
{
	return ns >= LEAST && ns >= took_ns / PART;
}

struct waiting waiting_from(const struct event *event)
{
	return (struct waiting){
		.ns = event->number[0], .cpu_ns = event->number[1], .took_ns = event->number[2]};
}
