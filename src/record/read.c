/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* read.c - reads a match: its setup, its turns, its events, its verdict and the kinds of its messages.
 *
 * Any program may have changed the file, so each value is checked when it is read. A bad one is told once,
 * with its row; the nearest good one takes its place, or the row is left out.
 *
 * A row of a younger branch replaces the row that an older one has for the same turn.
 *
 * In the file of a stranger a number may name a row that is missing. Each is checked when its row is read, by
 * a look at one other row: nothing here reads a whole table. Of the message of a turn only the range is
 * checked, since a look for each turn would make opening a long match 5 % slower. The kind of a message is
 * checked by query.c, the parent of a branch by history.c. A file with a gap may lack anything, so a number
 * that is not too large is no mistake there.  */
#include "file.h"
#include "ringside/words.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The field that names a message.  */
#define MESSAGE "message"

/* The columns of a glance, and after SUM those of a whole turn.  */
enum { BRANCH, N, SEAT, ANSWERED, PLAYED, THINK, FLAGS, SUM, REST = SUM + SEATS - 1 };

enum { TOLERANCE = REST + 8 };

/* A page of turns while it is read.  */
struct page {
	int from, limit;
	int64_t newest;      /* message that a turn can name */
	struct turn *turn;   /* turn n at n - from; n is 0: not read */
	struct bytes *texts; /* all strings, each with a NUL; NULL: the turns are whole and own theirs */
	struct origin {
		int branch;              /* from 1; 0: none */
		size_t answered, played; /* in texts, from 1; 0: NULL */
	} * origin;                      /* of each turn */
};

/* Keeps the problem that a value is not the one that was expected, for people. Always false.  */
static bool file_wrong(struct match_file *file, sqlite3_stmt *row, int column, const char *expected)
{
	enum { SHOWN = 40 };
	int type = sqlite3_column_type(row, column);
	const void *bytes = sqlite3_column_blob(row, column); /* as text, if it is a number */
	size_t size = (size_t)sqlite3_column_bytes(row, column);
	FREED char *value = bytes_escaped(bytes, size < SHOWN ? size : SHOWN), *what = NULL;

	what = bytes_text("%s is %s%s%s%s, expected %s", sqlite3_column_name(row, column),
			  type == SQLITE_BLOB ? "binary data " : "",
			  type == SQLITE_TEXT || type == SQLITE_BLOB ? "\"" : "",
			  type == SQLITE_NULL ? "NULL" : value,
			  type == SQLITE_TEXT || type == SQLITE_BLOB ? "\"" : "", expected);
	file_damaged(file, file->table, file->row, what);
	return false;
}

static bool wrong_number(struct match_file *file, sqlite3_stmt *row, int column, int64_t least, int64_t most)
{
	FREED char *expected = most == FILE_LARGEST || most == FILE_LONGEST
				       ? bytes_text("a number from %" PRId64 ", but none so large", least)
				       : bytes_text("a number from %" PRId64 " to %" PRId64, least, most);

	file_wrong(file, row, column, expected);
	return false;
}

/* As file_chars(), owned by the caller.  */
static char *file_text(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *from = file_chars(file, row, column);

	return from ? bytes_copy(from, strlen(from)) : NULL;
}

/* A copy of the word that lives as long as the file; "" if the file has more than 1000 different ones.  */
static const char *file_word(struct match_file *file, const char *from)
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

	while (size && (length = words_character(text, size, NULL)) != 0) {
		text += length;
		size -= length;
	}
	return size == 0;
}

/* The text in a row as file_word().  */
static const char *file_word_at(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *from = file_chars(file, row, column);
	int known = file->word_count;
	const char *word = file_word(file, from ? from : "");

	/* Other texts may be any bytes: names of programs and files are, and what agents say.  */
	if (file->word_count > known && !is_utf8(word))
		file_wrong(file, row, column, "UTF-8");
	if (strpbrk(word, "\n\r")) {
		FREED char *line = bytes_line(word);

		file_wrong(file, row, column, "one line");
		word = file_word(file, line);
	}
	return word;
}

/* Reads how often something happened to each seat: rows with the seat and a number.  */
static void read_counts(struct match_file *file, sqlite3_stmt *row, const char *table, int counts[SEATS])
{
	int seat, count;

	file_at(file, table, 0);
	while (file_next(file, row) && file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat) &&
	       file_small(file, row, 1, 0, INT_MAX, 0, &count))
		counts[seat] = count;
	sqlite3_reset(row);
}

/* How many turns there are before the first missing one.  */
static int unbroken_turns(struct match_file *file, int branch)
{
	enum { PAGE = 512 };
	struct turn turns[PAGE];
	FREED_BY(bytes_free) struct bytes texts = {0};
	int count = 0, read, i;

	do {
		read = file_glance(file, branch, count + 1, PAGE, turns, &texts);
		for (i = 0; i < read && turns[i].n;)
			i++;
		count += i;
	} while (i == PAGE);
	return count;
}

static bool limit(struct match_file *file, sqlite3_stmt *row, int column, int64_t *value)
{
	bool good = file_number(file, row, column, 0, INT64_MAX, 0, value);

	if (*value > FILE_LARGEST)
		*value = FILE_LARGEST; /* a limit of 73 years: some of them are added to a time */
	return good;
}

/* Reads what both have but the number and the strings. False: nobody knows whose turn it is.  */
static bool read_core(struct match_file *file, sqlite3_stmt *row, struct turn *turn)
{
	int64_t flags = sqlite3_column_int64(row, FLAGS);

	turn->seat = sqlite3_column_int(row, SEAT);
	turn->think_ns = sqlite3_column_int64(row, THINK);
	if (turn->seat < SEAT_1 || turn->seat > SEAT_2)
		return file_wrong(file, row, SEAT, "1 or 2");
	if (turn->think_ns < 0 || turn->think_ns > FILE_LONGEST)
		file_number(file, row, THINK, 0, FILE_LONGEST, 0, &turn->think_ns);
	if (flags < 0 || flags > INT_MAX)
		file_number(file, row, FLAGS, 0, INT_MAX, 0, &flags);
	turn->flags = (unsigned)flags & ~(unsigned)TURN_SCORED;
	if (sqlite3_column_type(row, SUM) != SQLITE_NULL)
		turn->flags |= TURN_SCORED;
	for (int s = SEAT_1; s < SEATS; s++) {
		double *sum = &turn->sum[s];

		*sum = sqlite3_column_double(row, SUM + s - SEAT_1);
		if (!(*sum - *sum == 0)) { /* infinite */
			file_wrong(file, row, SUM + s - SEAT_1, "a finite number");
			*sum = 0;
		}
	}
	return true;
}

/* What the agent said of its search, from this column on.  */
static void read_said(struct match_file *file, sqlite3_stmt *row, int column, struct said *said)
{
	const char *words = file_chars(file, row, column);
	size_t size = words ? strlen(words) : 0;

	if (size >= SAID_WORDS || (words && strspn(words, "+-.0123456789Mm") < size))
		file_wrong(file, row, column, "a value such as +34 or -M12");
	else if (words)
		memcpy(said->words, words, size + 1);
	said->value = said_value(said->words);
	file_small(file, row, column + 1, 0, INT_MAX, 0, &said->depth);
	file_number(file, row, column + 2, 0, FILE_LARGEST, 0, &said->nodes);
}

/* The numbers of a whole turn, in the order of their columns.  */
static void read_rest(struct match_file *file, sqlite3_stmt *row, struct turn *turn, int64_t newest)
{
	const struct {
		int64_t *value, least, most, absent;
	} numbers[] = {
		{&turn->began_ns, -FILE_LONGEST, FILE_LONGEST, 0},
		{&turn->left_ns, -FILE_LARGEST, INT64_MAX, INT64_MAX},
		{&turn->cpu_ns, -1, FILE_LONGEST, -1},
		{&turn->rss, -1, FILE_LARGEST, -1},
		{&turn->message, 0, newest, 0},
		{&turn->asked_ns, -FILE_LONGEST, FILE_LONGEST, -1},
		{&turn->first_ns, -FILE_LONGEST, FILE_LONGEST, -1},
		{&turn->last_ns, -FILE_LONGEST, FILE_LONGEST, -1},
		{&turn->tolerance_ns, 0, FILE_LONGEST, 0},
		{&turn->peak, -1, FILE_LARGEST, -1},
	};
	int column = REST;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		file_number(file, row, column++, numbers[i].least, numbers[i].most, numbers[i].absent,
			    numbers[i].value);
	file_small(file, row, column++, 0, INT_MAX, 0, &turn->faults);
	file_number(file, row, column++, 0, FILE_LONGEST, 0, &turn->held_ns);
	read_said(file, row, column, &turn->said);
	file_number(file, row, column + 3, 0, FILE_LARGEST, 0, &turn->clock_moves);
	if (sqlite3_column_type(row, TOLERANCE) == SQLITE_NULL)
		file_wrong(file, row, TOLERANCE, "a row in the table turn_more");
}

/* Reads a turn from a row. False: it is left out, and there is nothing to free.  */
static bool read_turn(struct match_file *file, sqlite3_stmt *row, struct turn *turn, int64_t newest)
{
	*turn = (struct turn){0};
	if (!read_core(file, row, turn))
		return false;
	read_rest(file, row, turn, newest);
	turn->answered = file_text(file, row, ANSWERED);
	turn->played = file_text(file, row, PLAYED);
	if (!turn->played) /* it is shown, or compared */
		turn->played = bytes_text("%s", "");
	return true;
}

static size_t keep_text(struct match_file *file, struct bytes *texts, sqlite3_stmt *row, int column)
{
	const char *text = file_chars(file, row, column);
	size_t at = texts->size + 1;

	if (text)
		bytes_add(texts, text, strlen(text) + 1);
	return text ? at : 0;
}

/* Reads a row into its place, unless a younger branch has the turn too, or it is left out. False: rows
 * repeat, which they may do for ever.  */
static bool read_row(struct match_file *file, sqlite3_stmt *row, struct page *page)
{
	int branch = sqlite3_column_int(row, BRANCH), i = sqlite3_column_int(row, N) - page->from;
	struct origin *origin;
	struct turn *turn;

	file_at(file, "turn", (int64_t)branch << 32 | (page->from + i));
	if (i < 0 || i >= page->limit || page->origin[i].branch > branch + 1)
		return true;
	origin = &page->origin[i];
	turn = &page->turn[i];
	if (origin->branch == branch + 1)
		return file_damaged(file, file->table, file->row, "the turn is there twice");
	origin->branch = branch + 1;
	turn->n = 0;
	if (page->texts) {
		if (!read_core(file, row, turn))
			return true;
		origin->answered = keep_text(file, page->texts, row, ANSWERED);
		origin->played = keep_text(file, page->texts, row, PLAYED);
	} else {
		turn_clear(turn);
		if (!read_turn(file, row, turn, page->newest))
			return true;
	}
	turn->n = page->from + i;
	return true;
}

/* Reads the turns of a page. Returns how many there are up to the last one, with those that are missing.  */
static int read_page(struct match_file *file, int branch, struct page *page)
{
	RESET sqlite3_stmt *row = file_select(file, page->texts ? STATEMENT_GLANCE : STATEMENT_TURNS,
					      page->from, page->from + page->limit - 1, branch);
	int count = page->limit;

	if (page->texts)
		for (int i = 0; i < count; i++)
			page->turn[i].n = 0;
	else
		memset(page->turn, 0, (size_t)page->limit * sizeof(*page->turn));
	page->newest = page->texts ? 0 : file_has_gap(file) ? FILE_LARGEST : match_file_newest(file);
	page->origin = bytes_new((size_t)page->limit * sizeof(*page->origin));
	while (file_next(file, row) && read_row(file, row, page))
		;
	while (count > 0 && !page->turn[count - 1].n)
		count--;
	for (int i = 0; page->texts && i < count; i++) { /* they stay where they are now */
		const struct origin *origin = &page->origin[i];

		page->turn[i].answered = origin->answered ? page->texts->at + origin->answered - 1 : NULL;
		page->turn[i].played = origin->played ? page->texts->at + origin->played - 1 : "";
	}
	free(page->origin);
	return count;
}

/* Reads the first `count` turns, or only the last of them: match->dropped are left out. What follows a
 * missing turn cannot be understood without it. Returns how many were read.  */
static int read_last_turns(struct match_file *file, struct match *match, int count, struct turn *turns)
{
	enum { LAST_READ = 512 };
	int read, whole = 0;

	match->turn_count = match->dropped = count > MATCH_KEPT ? count - LAST_READ : 0;
	read = read_page(
		file, match->branch,
		&(struct page){.from = match->dropped + 1, .limit = count - match->dropped, .turn = turns});
	while (whole < read && turns[whole].n)
		whole++;
	for (int i = whole; i < read; i++)
		turn_clear(&turns[i]);
	return whole;
}

/* Reads all turns, or only the last ones of a long match: whoever wants others looks them up.  */
static bool read_turns(struct match_file *file, struct match *match)
{
	int count = (int)file_first(file, file_select(file, STATEMENT_TURN_COUNT, 0, 0, match->branch),
				    "turn", (int64_t)match->branch << 32, 0, INT_MAX - 1, 0);
	int read;
	FREED struct turn *turns =
		bytes_new((size_t)(count < MATCH_KEPT ? count : MATCH_KEPT) * sizeof(*turns));

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
		read_counts(
			file,
			file_select(file, STATEMENT_FORGIVEN, match->dropped, TURN_FORGIVEN, match->branch),
			"turn", match->forgiven);
	for (int i = 0; i < read; i++) {
		match_add(match, turns[i]);
		match->scored = turns[i].flags & TURN_SCORED;
		memcpy(match->sum, turns[i].sum, sizeof(match->sum));
	}
	return file->good;
}

static bool is_verdict(void *user UNUSED, const struct message *message)
{
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
		if (event->kind == EVENT_DOING && match->activity[seat].kind == ACTIVITY_NOTHING)
			match->activity[seat] = activity_of(event);
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

/* True, too, when it cannot be known.  */
static bool has_message(struct match_file *file, int64_t n)
{
	RESET sqlite3_stmt *row = file_select(file, STATEMENT_LAST, n, n);
	bool found = file_next(file, row) && sqlite3_column_type(row, 0) != SQLITE_NULL;

	return found || !file->good || file_has_gap(file);
}

/* Reads the number of a message from a row; 0 if it is NULL there. False: the file has no such message, and
 * the number is 0; the problem is kept.  */
static bool file_message(struct match_file *file, sqlite3_stmt *row, int column, int64_t *n)
{
	if (!file_number(file, row, column, 0, FILE_LARGEST, 0, n))
		return false;
	if (!*n || has_message(file, *n))
		return true;
	*n = 0;
	return file_wrong(file, row, column, "the number of a message in this file");
}

static bool read_verdict(struct match_file *file, struct match *match)
{
	struct verdict verdict = {0};
	sqlite3_stmt *row = file_select(file, STATEMENT_VERDICT, match->branch);

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
	row = file_select(file, STATEMENT_PROOFS, match->branch);
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

static void count_waited(struct match_file *file, struct match *match)
{
	RESET sqlite3_stmt *row = file_statement(file, STATEMENT_WAITED);
	int seat, count;

	sqlite3_bind_text(row, 1, event_name(EVENT_WAITED), -1, SQLITE_STATIC);
	file_at(file, "kind", 0);
	while (file_next(file, row) && file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat) &&
	       file_small(file, row, 1, 0, INT_MAX, 0, &count))
		match->waited[seat] = (struct waited){.turns = count, .ns = sqlite3_column_double(row, 2)};
}

/* Reads a number of an event; the name of its field says what it may be.  */
static void read_number(struct match_file *file, sqlite3_stmt *row, const struct event_field *field,
			struct event *event)
{
	static const struct {
		const char *name;
		int64_t least, most;
	} ranges[] = {
		{"seat", SEAT_NONE, SEAT_2},   {"winner", WINNER_NONE, SEAT_2}, {"count", 0, INT_MAX},
		{"waiting", 0, INT_MAX},       {"status", INT_MIN, INT_MAX},    {"number", 0, INT_MAX},
		{"ns", 0, FILE_LARGEST},       {"seat1_ns", 0, FILE_LONGEST},   {"seat2_ns", 0, FILE_LONGEST},
		{"think_ns", 0, FILE_LONGEST},
	};
	int64_t least = -FILE_LARGEST, most = FILE_LARGEST;

	if (strlen(MESSAGE) == field->size && memcmp(MESSAGE, field->name, field->size) == 0) {
		file_message(file, row, 2 + field->i, &event->number[field->i]);
		return;
	}
	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (strlen(ranges[i].name) == field->size &&
		    memcmp(ranges[i].name, field->name, field->size) == 0) {
			least = ranges[i].least;
			most = ranges[i].most;
		}
	file_number(file, row, 2 + field->i, least, most, 0, &event->number[field->i]);
}

static bool read_limits(struct match_file *file, struct setup *setup, int64_t *started_us)
{
	RESET sqlite3_stmt *row = file_statement(file, STATEMENT_MATCH);
	int64_t strict, max_line, max_chatter;
	const char *seed;
	bool good;

	if (!file_next(file, row))
		return file_damaged(file, "match", 1, "expected a row with the system and the limits");
	file_at(file, "match", 1);
	setup->system = file_word_at(file, row, 0);
	seed = file_chars(file, row, 3);
	setup->seed = seed ? strtoull(seed, NULL, 10) : 0;
	good = file_small(file, row, 1, INT_MIN, INT_MAX, 1, &setup->game) &&
	       file_small(file, row, 2, SEAT_1, SEAT_2, SEAT_1, &setup->first) &&
	       file_number(file, row, 4, 0, 1, 0, &strict) && limit(file, row, 5, &setup->turn_limit) &&
	       limit(file, row, 6, &setup->match_limit) && limit(file, row, 7, &setup->start_limit) &&
	       limit(file, row, 8, &setup->hang_limit) && limit(file, row, 9, &setup->tolerance) &&
	       limit(file, row, 10, &setup->pace) && limit(file, row, 11, &setup->memory) &&
	       limit(file, row, 12, &max_line) && limit(file, row, 13, &max_chatter) &&
	       file_number(file, row, 14, FILE_FIRST, FILE_LAST, 0, started_us);
	if (!good)
		return false;
	setup->strict = strict != 0;
	setup->max_line = (size_t)max_line;
	setup->max_chatter = (size_t)max_chatter;
	return true;
}

static enum seat_kind read_kind(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *name = file_word_at(file, row, column);

	if (strcmp(name, "agent") != 0 && strcmp(name, "human") != 0 && strcmp(name, "free") != 0)
		file_wrong(file, row, column, "agent, human or free");
	return strcmp(name, "agent") == 0 ? SEAT_AGENT : strcmp(name, "human") == 0 ? SEAT_HUMAN : SEAT_FREE;
}

static bool read_seats(struct match_file *file, int branch, struct setup *setup)
{
	sqlite3_stmt *row = file_select(file, STATEMENT_SEATS, 0, 0, branch);
	int seat;

	while (file_next(file, row)) {
		struct seat_setup *sitting;

		file_at(file, "seat", sqlite3_column_int64(row, 0));
		if (!file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat))
			continue;
		sitting = &setup->seat[seat];
		sitting->kind = read_kind(file, row, 1);
		free(sitting->command);
		free(sitting->name);
		sitting->command = file_text(file, row, 2);
		sitting->name = file_line(file, row, 3);
		if (!sitting->name && seat != SEAT_NONE)
			sitting->name = bytes_text("%s", "");
	}
	sqlite3_reset(row);
	for (seat = SEAT_1; seat < SEATS && file->good; seat++)
		if (!setup->seat[seat].name)
			return file_damaged(file, "seat", seat, "expected a row for this seat");
	return file->good;
}

static bool read_options(struct match_file *file, struct setup *setup)
{
	RESET sqlite3_stmt *row = file_statement(file, STATEMENT_OPTIONS);
	FREED char *problem = NULL;

	file_at(file, "option", 0);
	while (!problem && file_next(file, row)) {
		const char *text = file_chars(file, row, 1);

		problem = setup_set(setup, file_word_at(file, row, 0), text ? text : "");
	}
	if (!problem)
		return file->good;
	file->good = false;
	if (!file->problem)
		file->problem = bytes_text("%s: is damaged: %s", file->path, problem);
	return false;
}

/* Reads limits, options and the seats of that branch into an empty setup, and the start in us since 1970.
 * False: a problem is kept. The caller frees the setup either way.  */
static bool file_read_setup(struct match_file *file, int branch, struct setup *setup, int64_t *started_us)
{
	file->good = read_limits(file, setup, started_us) && read_seats(file, branch, setup) &&
		     read_options(file, setup);
	setup_doubt(setup);
	return file->good;
}

/* The branch that message n of the shown history belongs to.  */
static int branch_of(struct match_file *file, int64_t n)
{
	const struct history *history = file_history(file);
	int i = history ? history->count - 1 : -1;

	if (n == INT64_MAX || i < 0)
		return match_file_shown(file);
	while (i > 0 && n < history->stages[i].first)
		i--;
	return history->stages[i].branch;
}

/* Reads who sat down last on the path to that branch, among agents only or among all.  */
static bool read_sitting(struct match_file *file, int branch, int seat, bool agents,
			 struct seat_setup *sitting, int *in)
{
	RESET sqlite3_stmt *row = file_select(file, STATEMENT_SITTING, seat, agents, branch);
	bool found = file_next(file, row);

	if (found) {
		file_at(file, "seat", seat);
		file_small(file, row, 0, 0, FILE_BRANCHES, 0, in);
		*sitting = (struct seat_setup){.kind = read_kind(file, row, 1),
					       .command = file_text(file, row, 2),
					       .name = file_line(file, row, 3)};
		if (!sitting->name)
			sitting->name = bytes_text("%s", "");
	}
	return found;
}

static int turns_of(struct match_file *file, int branch, struct page *page)
{
	if (page->limit > INT_MAX - page->from)
		page->limit = INT_MAX - page->from;
	return read_page(file, file_branch_shown(file, branch), page);
}

/* The last turn in the history of a branch; -1: there is no such branch.  */
static int last_turn_of(struct match_file *file, int64_t branch)
{
	RESET sqlite3_stmt *row = file_select(file, STATEMENT_BRANCH, branch);
	int64_t last = -1;

	if (file_next(file, row))
		last = sqlite3_column_int64(row, 3) ? sqlite3_column_int64(row, 3)
						    : sqlite3_column_int64(row, 1);
	return last < INT_MAX ? (int)last : INT_MAX - 1;
}

/* ---- values ---- */

void file_at(struct match_file *file, const char *table, int64_t row)
{
	file->table = table;
	file->row = row;
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
	if (!from) /* there is no memory */
		file_failed(file);
	else if (strlen(from) != (size_t)sqlite3_column_bytes(row, column))
		file_wrong(file, row, column, "text without NUL");
	return from;
}

char *file_line(struct match_file *file, sqlite3_stmt *row, int column)
{
	const char *from = file_chars(file, row, column);

	return from ? bytes_line(from) : NULL;
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

int64_t file_first(struct match_file *file, sqlite3_stmt *statement, const char *table, int64_t at,
		   int64_t least, int64_t most, int64_t absent)
{
	int64_t first = absent;

	file_at(file, table, at);
	if (file_next(file, statement))
		file_number(file, statement, 0, least, most, absent, &first);
	sqlite3_reset(statement);
	return first;
}

bool file_read_kinds(struct match_file *file)
{
	enum { KINDS = 1024 }; /* there are about ten, and never as many as there could be */
	RESET sqlite3_stmt *row = file_select(file, STATEMENT_KINDS, file->kind_count);
	int id;

	while (file->kind_count < KINDS && file_next(file, row)) {
		struct kind kind;

		file_at(file, "kind", sqlite3_column_int64(row, 0));
		if (!file_small(file, row, 0, file->kind_count, file->kind_count, -1, &id) ||
		    !file_small(file, row, 1, SEAT_NONE, SEAT_2, SEAT_NONE, &kind.seat))
			break; /* messages of this kind and later ones are not known */
		kind.direction = read_direction(file, row, 2);
		kind.channel = channel_named(file_word_at(file, row, 3));
		if (kind.channel == CHANNEL_COUNT) {
			file_wrong(file, row, 3, "the name of a channel");
			kind.channel = CHANNEL_UNKNOWN;
		}
		file_keep_kind(file, kind);
	}
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
	file_lend_older(file, branch, match);
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

bool match_file_timeouts(struct match_file *file, struct match *match)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_TIMEOUTS);
	const struct verdict *verdict = &match->verdict;
	file->good = true;
	sqlite3_bind_text(row, 1, event_name(EVENT_NO_MOVE), -1, SQLITE_STATIC);
	read_counts(file, row, "kind", match->timeouts);
	count_waited(file, match);
	/* The limit that led to the verdict has no event of its own.  */
	if (match->over && verdict->blame != SEAT_NONE && strcmp(verdict->reason, REASON_TIMEOUT) == 0 &&
	    !match->timeouts[verdict->blame])
		match->timeouts[verdict->blame] = 1;
	return file->good;
}

bool match_file_changed(struct match_file *file)
{
	int64_t before = file->version;

	file->version = file_first(file, file_statement(file, STATEMENT_VERSION), "match", 0, INT64_MIN,
				   INT64_MAX, before);
	return file->version != before;
}

void file_read_event(struct match_file *file, struct message *message)
{
	RESET sqlite3_stmt *row = file_select(file, STATEMENT_EVENT, message->n);
	struct event *event = &message->event;
	struct event_field field;
	const char *name, *word;

	event->kind = EVENT_REMARK;
	if (!file_next(file, row))
		return;
	file_at(file, "event", message->n);
	name = file_chars(file, row, 0);
	word = file_chars(file, row, 1);
	event->kind = event_named(name ? name : "");
	if (event->kind == EVENT_NOTHING) {
		file_wrong(file, row, 0, "the name of an event");
		event->kind = EVENT_REMARK;
		message->bytes = (char *)file_word(file, name ? name : "?");
		message->size = strlen(message->bytes);
	} else {
		if (event_has(event->kind, EVENT_FIELD_WORD) && (word || event->kind != EVENT_ENDED))
			event->word = file_word(file, word ? word : "");
		for (int i = 0; event_field(event->kind, i, &field); i++)
			if (field.form == EVENT_FIELD_NUMBER)
				read_number(file, row, &field, event);
	}
}

bool match_file_setup(struct match_file *file, int branch, struct setup *setup)
{
	int64_t started_us;
	bool good;

	*setup = (struct setup){0};
	file->good = true;
	good = file_read_setup(file, branch, setup, &started_us);
	if (!good)
		setup_free(setup);
	return good;
}

bool match_file_sitting(struct match_file *file, int64_t n, int seat, struct seat_setup *sitting,
			int64_t *since)
{
	const struct history *history;
	int in, i = 0;

	if (!read_sitting(file, branch_of(file, n), seat, false, sitting, &in))
		return false;
	history = file_history(file);
	while (history && i < history->count && history->stages[i].branch < in)
		i++;
	*since = in == 0 ? 0 : history && i < history->count ? history->stages[i].first : INT64_MAX;
	return true;
}

void match_file_agents(struct match_file *file, int branch, struct setup *setup)
{
	struct seat_setup agent;
	int in;

	for (int s = SEAT_1; s < SEATS; s++) {
		if (setup->seat[s].kind != SEAT_HUMAN || !read_sitting(file, branch, s, true, &agent, &in))
			continue;
		free(setup->seat[s].command);
		free(setup->seat[s].name);
		setup->seat[s] = agent;
	}
}

int file_branch_shown(struct match_file *file, int branch)
{
	struct aside aside;

	file_look_aside(file, branch, &aside);
	branch = match_file_shown(file);
	file_look_back(file, &aside);
	return branch;
}

int file_turns(struct match_file *file, int branch, int from, int limit, struct turn *turns)
{
	return turns_of(file, branch, &(struct page){.from = from, .limit = limit, .turn = turns});
}

int file_glance(struct match_file *file, int branch, int from, int limit, struct turn *turns,
		struct bytes *texts)
{
	texts->size = 0;
	return turns_of(file, branch,
			&(struct page){.from = from, .limit = limit, .turn = turns, .texts = texts});
}

int match_file_turns(struct match_file *file, int from, int limit, struct turn *turns)
{
	int read = file_turns(file, file->wanted, from, limit, turns), count = 0;

	for (int i = 0; i < read; i++)
		if (turns[i].n)
			turns[count++] = turns[i];
	return count;
}

void file_check_turn(struct match_file *file, sqlite3_stmt *row, struct message *message)
{
	enum { AT_TURN = 3, AT_BRANCH = 6 };
	int64_t branch = sqlite3_column_int64(row, AT_BRANCH);
	int last = last_turn_of(file, branch);

	if (!file->good)
		return;
	file_at(file, "message_row", message->n);
	if (last < 0) {
		file_wrong(file, row, AT_BRANCH, "the number of a branch");
		return;
	}
	file->turns_of = (int)branch;
	file->turns_most = last + 1;
	if (message->turn > file->turns_most && file_has_gap(file)) {
		file->turns_most = INT_MAX;
	} else if (message->turn > file->turns_most) {
		file_small(file, row, AT_TURN, 0, file->turns_most, 0, &message->turn);
	}
}
