/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* read.c - reads a match with its verdict and the kinds of messages, and sees whether the file has changed.
 *
 * Any program may have changed the file, so each value is checked when it is read. A bad one is told once,
 * with its row; the nearest good one takes its place, or the row is left out.  */
#include "file.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

void file_at(struct match_file *file, const char *table, int64_t row)
{
	file->table = table;
	file->row = row;
}

bool file_wrong(struct match_file *file, sqlite3_stmt *row, int column, const char *expected)
{
	enum { SHOWN = 40 };
	int type = sqlite3_column_type(row, column);
	const void *bytes = sqlite3_column_blob(row, column); /* as text, if it is a number */
	size_t size = (size_t)sqlite3_column_bytes(row, column);
	char *value = bytes_escaped(bytes, size < SHOWN ? size : SHOWN), *what;

	what = bytes_text("%s is %s%s%s%s, expected %s", sqlite3_column_name(row, column),
			  type == SQLITE_BLOB ? "binary data " : "",
			  type == SQLITE_TEXT || type == SQLITE_BLOB ? "\"" : "",
			  type == SQLITE_NULL ? "NULL" : value,
			  type == SQLITE_TEXT || type == SQLITE_BLOB ? "\"" : "", expected);
	file_damaged(file, file->table, file->row, what);
	free(what);
	free(value);
	return false;
}

static bool wrong_number(struct match_file *file, sqlite3_stmt *row, int column, int64_t least, int64_t most)
{
	char *expected = most == FILE_LARGEST || most == FILE_LONGEST
				 ? bytes_text("a number from %" PRId64 ", but none so large", least)
				 : bytes_text("a number from %" PRId64 " to %" PRId64, least, most);

	file_wrong(file, row, column, expected);
	free(expected);
	return false;
}

bool file_number(struct match_file *file, sqlite3_stmt *row, int column, int64_t least, int64_t most,
		 int64_t absent, int64_t *value)
{
	int type = sqlite3_column_type(row, column);
	int64_t found = sqlite3_column_int64(row, column);

	*value = type == SQLITE_INTEGER ? found : absent;
	if (type == SQLITE_NULL || (type == SQLITE_INTEGER && found >= least && found <= most))
		return true;
	if (type == SQLITE_INTEGER)
		*value = found < least ? least : most;
	return wrong_number(file, row, column, least, most);
}

bool file_small(struct match_file *file, sqlite3_stmt *row, int column, int least, int most, int absent,
		int *value)
{
	int64_t wide;
	bool good = file_number(file, row, column, least, most, absent, &wide);

	*value = (int)wide;
	return good;
}

const char *file_chars(struct match_file *file, sqlite3_stmt *row, int column)
{
	int type = sqlite3_column_type(row, column);
	const char *from;

	if (type == SQLITE_NULL)
		return NULL;
	if (type == SQLITE_BLOB)
		file_wrong(file, row, column, "text");
	from = (const char *)sqlite3_column_text(row, column);
	if (from && strlen(from) != (size_t)sqlite3_column_bytes(row, column))
		file_wrong(file, row, column, "text without NUL");
	return from;
}

char *file_text(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *from = file_chars(file, row, column);

	return from ? bytes_copy(from, strlen(from)) : NULL;
}

char *file_line(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *from = file_chars(file, row, column);

	return from ? bytes_line(from) : NULL;
}

/* The same for a text that must be there: it is shown, or compared.  */
char *file_text_or_empty(struct match_file *file, sqlite3_stmt *row, int column)
{
	char *found = file_text(file, row, column);

	return found ? found : bytes_text("%s", "");
}

const char *file_word(struct match_file *file, const char *from)
{
	enum { WORDS = 1000 }; /* a match has some dozens */

	for (int i = 0; i < file->word_count; i++)
		if (strcmp(file->words[i], from) == 0)
			return file->words[i];
	if (file->word_count == WORDS)
		return "";
	file->words = bytes_resized(file->words, ((size_t)file->word_count + 1) * sizeof *file->words);
	return file->words[file->word_count++] = bytes_copy(from, strlen(from));
}

static bool is_utf8(const char *text)
{
	size_t size = strlen(text), length;

	while (size && (length = bytes_utf8_length(text, size)) != 0) {
		text += length;
		size -= length;
	}
	return size == 0;
}

const char *file_word_at(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *from = file_chars(file, row, column);
	int known = file->word_count;
	const char *word = file_word(file, from ? from : "");

	/* Other texts may be any bytes: names of programs and files are, and what agents say.  */
	if (file->word_count > known && !is_utf8(word))
		file_wrong(file, row, column, "UTF-8");
	if (strpbrk(word, "\n\r")) {
		char *line = bytes_line(word);

		file_wrong(file, row, column, "one line");
		word = file_word(file, line);
		free(line);
	}
	return word;
}

/* ---- rows ---- */

bool file_next(struct match_file *file, sqlite3_stmt *statement)
{
	int status = statement ? sqlite3_step(statement) : SQLITE_ERROR;

	if (status == SQLITE_ROW) {
		file->busy = false;
		return true;
	}
	if (statement && status != SQLITE_DONE) {
		sqlite3_reset(statement);
		file_failed(file);
	} else {
		sqlite3_reset(statement);
	}
	return false;
}

/* Counts the turns among the first `turns` that needed the tolerance.  */
static void read_forgiven(struct match_file *file, struct match *match, int turns)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_FORGIVEN);
	int seat, count;

	sqlite3_bind_int(row, 1, turns);
	sqlite3_bind_int(row, 2, TURN_FORGIVEN);
	sqlite3_bind_int(row, 3, match->branch);
	file_at(file, "turn", 0);
	while (file_next(file, row) && file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat) &&
	       file_small(file, row, 1, 0, INT_MAX, 0, &count))
		match->forgiven[seat] += count;
	sqlite3_reset(row);
}

/* The number of the last turn of the branch.  */
static int last_turn(struct match_file *file, int branch)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_TURN_COUNT);
	int last = 0;

	sqlite3_bind_int(row, 3, branch);
	file_at(file, "turn", (int64_t)branch << 32);
	if (file_next(file, row))
		file_small(file, row, 0, 0, INT_MAX - 1, 0, &last);
	sqlite3_reset(row);
	return last;
}

/* How many turns there are before the first missing one.  */
static int unbroken_turns(struct match_file *file, int branch)
{
	enum { PAGE = 512 };
	struct turn turns[PAGE];
	struct bytes texts = {0};
	int count = 0, read, i;

	do {
		read = file_glance(file, branch, count + 1, PAGE, turns, &texts);
		for (i = 0; i < read && turns[i].n;)
			i++;
		count += i;
	} while (i == PAGE);
	bytes_free(&texts);
	return count;
}

/* Reads the first `count` turns, or only the last of them: match->dropped are left out. What follows a
 * missing turn cannot be understood without it. Returns how many were read.  */
static int read_last_turns(struct match_file *file, struct match *match, int count, struct turn *turns)
{
	enum { LAST_READ = 512 };
	int read, whole = 0;

	match->turn_count = match->dropped = count > MATCH_KEPT ? count - LAST_READ : 0;
	read = file_turns_of_branch(file, match->branch, match->dropped + 1, count - match->dropped, turns);
	while (whole < read && turns[whole].n)
		whole++;
	for (int i = whole; i < read; i++)
		turn_clear(&turns[i]);
	return whole;
}

/* Reads all turns, or only the last ones of a long match: whoever wants others looks them up.  */
static bool read_turns(struct match_file *file, struct match *match)
{
	int count = last_turn(file, match->branch), read;
	struct turn *turns = bytes_new((size_t)(count < MATCH_KEPT ? count : MATCH_KEPT) * sizeof(*turns));

	read = read_last_turns(file, match, count, turns);
	if (file->good && match->dropped + read < count) {
		file_damaged(file, "turn", (int64_t)match->branch << 32 | (match->dropped + read + 1),
			     "expected a turn, because later ones follow");
		for (int i = 0; match->dropped && i < read; i++)
			turn_clear(&turns[i]);
		if (match->dropped)
			read = read_last_turns(file, match, unbroken_turns(file, match->branch), turns);
	}
	if (match->dropped && match->setup.tolerance)
		read_forgiven(file, match, match->dropped);
	for (int i = 0; i < read; i++) {
		match_add(match, turns[i]);
		match->scored = turns[i].flags & TURN_SCORED;
		memcpy(match->sum, turns[i].sum, sizeof(match->sum));
	}
	free(turns);
	return file->good;
}

static bool is_verdict(void *user, const struct message *message)
{
	(void)user;
	return message->event.kind == EVENT_VERDICT;
}

/* When the match ended, in ns: at the event of its verdict. A file without it gives the beginning of the last
 * turn. */
static int64_t read_end(struct match_file *file, const struct match *match)
{
	const struct message_query events = {.seats = ~0u,
					     .channels = CHANNEL_BIT(CHANNEL_EVENT),
					     .directions = 1u << EVENT,
					     .last = INT64_MAX};
	const struct turn *last = match_turn(match, match->turn_count);
	struct message note;

	if (match_file_walk_back(file, &events, is_verdict, NULL, &note))
		return note.t_ns;
	return last ? last->began_ns : 0;
}

/* Reads what the judge knew of a seat since its clock last started: what it was doing, and the turn that the
 * verdict cut short.  */
static void read_last_turn(struct match_file *file, struct match *match, int seat)
{
	enum { LOOKED_THROUGH = 512 };
	struct unfinished *unfinished = &match->unfinished[seat];
	const struct message_query query = {.seats = 1u << SEAT_NONE | 1u << seat,
					    .channels = CHANNEL_ALL,
					    .directions = 1u << TO_AGENT | 1u << EVENT,
					    .last = INT64_MAX};
	int64_t before = INT64_MAX;
	struct message message;

	*unfinished = (struct unfinished){.asked_ns = -1, .first_ns = -1, .last_ns = -1};
	for (int i = 0; i < LOOKED_THROUGH && match_file_before(file, &query, before, 1, &message) == 1;
	     i++) {
		const struct event *event = &message.event;

		before = message.n;
		if (event->kind == EVENT_HELD_UP && seat != SEAT_NONE && event->number[seat] > 0)
			unfinished->held_ns +=
				event->number[event->number[0] < event->number[seat] ? 0 : seat];
		if (event->kind == EVENT_CHARGED && event->number[0] == seat && event->number[1] > 0)
			unfinished->charged_ns += event->number[1];
		if (message.seat != seat)
			continue;
		if (event->kind == EVENT_DOING && match->doing[seat].kind == DOING_NOTHING)
			match->doing[seat] = doing_of(event);
		if (event->kind == EVENT_WAITED && !unfinished->waiting.ns)
			unfinished->waiting = waiting_from(event);
		if (event->kind == EVENT_BACKTRACE && !match->backtrace[seat])
			match_set_backtrace(match, seat, message.bytes, message.size);
		if (event->kind == EVENT_UNFINISHED) {
			unfinished->open = true;
			unfinished->think_ns = event->number[0];
			unfinished->cpu_ns = event->number[1];
			unfinished->peak = event->number[2];
		}
		if (event->kind == EVENT_PENDING && unfinished->first_ns < 0)
			match_pending(match, seat, event);
		if (message.flags & MESSAGE_ASKS && unfinished->asked_ns < 0)
			unfinished->asked_ns = message.t_ns;
		if (event->kind == EVENT_STARTED || message.flags & MESSAGE_STARTS)
			return;
	}
}

static bool read_verdict(struct match_file *file, struct match *match)
{
	struct verdict verdict = {0};
	sqlite3_stmt *row = file_statement(file, STATEMENT_VERDICT);

	sqlite3_bind_int(row, 1, match->branch);
	if (!file_next(file, row))
		return file->good;
	file_at(file, "verdict", match->branch);
	verdict.reason = file_word_at(file, row, 1);
	file_small(file, row, 0, WINNER_NONE, SEAT_2, WINNER_NONE, &verdict.winner);
	file_small(file, row, 3, SEAT_NONE, SEAT_2, SEAT_NONE, &verdict.blame);
	verdict.failed = verdict.blame;
	verdict.detail = file_line(file, row, 2);
	if (sqlite3_column_type(row, 4) != SQLITE_NULL)
		verdict.cause = file_word_at(file, row, 4);
	sqlite3_reset(row);
	row = file_statement(file, STATEMENT_PROOFS);
	sqlite3_bind_int(row, 1, match->branch);
	file_at(file, "proof", match->branch);
	for (int i = 0, at = 0; i < PROOFS && file_next(file, row); i++)
		at += file_message(file, row, 0, &verdict.proof[at]) && verdict.proof[at];
	sqlite3_reset(row);
	match_end(match, verdict);
	if (!file->good)
		return false;
	match->ended_ns = read_end(file, match);
	for (int s = SEAT_NONE; s < SEATS; s++)
		read_last_turn(file, match, s);
	return file->good;
}

/* EVENT if it is unknown: what is no message of an agent is shown as a remark.  */
static enum direction read_direction(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *name = file_word_at(file, row, column);

	for (enum direction i = TO_AGENT; i <= EVENT; i++)
		if (strcmp(name, file_directions[i]) == 0)
			return i;
	file_wrong(file, row, column, "to, from or event");
	return EVENT;
}

static enum channel read_channel(struct match_file *file, sqlite3_stmt *row, int column)
{
	enum channel channel = channel_named(file_word_at(file, row, column));

	if (channel != CHANNEL_COUNT)
		return channel;
	file_wrong(file, row, column, "the name of a channel");
	return CHANNEL_UNKNOWN;
}

bool file_read_kinds(struct match_file *file)
{
	enum { KINDS = 1024 }; /* there are about ten, and never as many as there could be */
	sqlite3_stmt *row = file_statement(file, STATEMENT_KINDS);
	int id;

	sqlite3_bind_int(row, 1, file->kind_count);
	while (file->kind_count < KINDS && file_next(file, row)) {
		struct kind kind;

		file_at(file, "kind", sqlite3_column_int64(row, 0));
		if (!file_small(file, row, 0, file->kind_count, file->kind_count, -1, &id) ||
		    !file_small(file, row, 1, SEAT_NONE, SEAT_2, SEAT_NONE, &kind.seat))
			break; /* messages of this kind and later ones are not known */
		kind.direction = read_direction(file, row, 2);
		kind.channel = read_channel(file, row, 3);
		file_keep_kind(file, kind);
	}
	sqlite3_reset(row);
	return file->good;
}

bool match_file_match(struct match_file *file, struct match *match)
{
	struct setup setup = {0};
	const struct history *history;
	int64_t started_us = 0;
	int branch;
	bool began, good;

	file->good = true;
	began = file_begin_read(file);
	history = file_history(file);
	branch = history ? history->branch : 0;
	good = history && file_read_setup(file, branch, &setup, &started_us);
	match_init(match, &setup);
	setup_free(&setup);
	match->branch = branch;
	match->started_us = started_us;
	match->older = file_older;
	match->older_user = file_older_user(file, branch);
	match->glance = file_older_glance;
	match->skim = file_older_skim;
	file_forget_older(file);
	good = good && read_turns(file, match) && read_verdict(file, match);
	if (began)
		file_end_read(file);
	if (!good)
		match_free(match);
	return good;
}

bool match_file_match_of(struct match_file *file, int branch, struct match *match)
{
	struct aside aside;
	bool good;

	file->good = true;
	if (branch >= 0 && !file_has_branch(file, branch))
		return false;
	file_look_aside(file, branch, &aside);
	good = match_file_match(file, match);
	file_look_back(file, &aside);
	return good;
}

static void count_waited(struct match_file *file, struct match *match)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_WAITED);
	int seat, count;

	sqlite3_bind_text(row, 1, event_name(EVENT_WAITED), -1, SQLITE_STATIC);
	file_at(file, "kind", 0);
	while (file_next(file, row) && file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat) &&
	       file_small(file, row, 1, 0, INT_MAX, 0, &count))
		match->waited[seat] = (struct waited){.turns = count, .ns = sqlite3_column_double(row, 2)};
	sqlite3_reset(row);
}

bool match_file_timeouts(struct match_file *file, struct match *match)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_TIMEOUTS);
	const struct verdict *verdict = &match->verdict;
	int seat, count;

	file->good = true;
	sqlite3_bind_text(row, 1, event_name(EVENT_NO_MOVE), -1, SQLITE_STATIC);
	file_at(file, "kind", 0);
	while (file_next(file, row) && file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat) &&
	       file_small(file, row, 1, 0, INT_MAX, 0, &count))
		match->timeouts[seat] = count;
	sqlite3_reset(row);
	count_waited(file, match);
	/* The limit that led to the verdict has no event of its own.  */
	if (match->over && verdict->blame != SEAT_NONE && strcmp(verdict->reason, REASON_TIMEOUT) == 0 &&
	    !match->timeouts[verdict->blame])
		match->timeouts[verdict->blame] = 1;
	return file->good;
}

bool match_file_changed(struct match_file *file)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_VERSION);
	int64_t version = file->version;

	if (file_next(file, row))
		version = sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	if (version == file->version)
		return false;
	file->version = version;
	return true;
}
