/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* write.c - adds rows to a match file while the match is played.
 *
 * What a new match file begins with: its tables, and the setup of its match.  */
#include "config.h"
#include "file.h"
#include "ringside/trust.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const file_directions[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "event"};

static void bind_known(sqlite3_stmt *statement, int at, int64_t value, int64_t unknown)
{
	if (value == unknown)
		sqlite3_bind_null(statement, at);
	else
		sqlite3_bind_int64(statement, at, value);
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
	sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

/* The id of the message's kind; -1: a new one could not be written, and a problem is kept.  */
static int kind_id(struct match_file *file, const struct message *message)
{
	struct kind kind = {message->seat, message->direction, message->channel};
	int id = file->kind_of[kind.seat][kind.direction][kind.channel] - 1;
	sqlite3_stmt *statement;

	if (id >= 0)
		return id;
	statement = file_statement(file, STATEMENT_ADD_KIND);
	if (!statement)
		return -1;
	sqlite3_bind_int(statement, 1, file->kind_count);
	sqlite3_bind_int(statement, 2, kind.seat);
	bind_text(statement, 3, file_directions[kind.direction]);
	bind_text(statement, 4, channel_name(kind.channel));
	return file_run(file, statement) ? file_keep_kind(file, kind) : -1;
}

/* Writes the event of a message; its text is in the row of the message. Columns that the kind does not have
 * are NULL.  */
static bool write_event(struct match_file *file, const struct message *message)
{
	const struct event *event = &message->event;
	sqlite3_stmt *statement = file_statement(file, STATEMENT_ADD_EVENT);
	struct event_field field;

	if (!statement)
		return false;
	sqlite3_clear_bindings(statement);
	sqlite3_bind_int64(statement, 1, message->n);
	bind_text(statement, 2, event_name(event->kind));
	bind_text(statement, 3, event->word);
	for (int i = 0; event_field(event->kind, i, &field); i++)
		if (field.form == EVENT_FIELD_NUMBER &&
		    (event->kind != EVENT_NOTICE || event->number[field.i]))
			sqlite3_bind_int64(statement, 4 + field.i, event->number[field.i]);
	return file_run(file, statement);
}

/* Writes what belongs to a message, and binds its row as number `i` of the statement. False: a problem is
 * kept.  */
static bool bind_message(struct match_file *file, sqlite3_stmt *statement, int i,
			 const struct message *message)
{
	enum { COLUMNS = 7 };
	int kind = kind_id(file, message), at = i * COLUMNS;

	if (kind < 0 || (message->n >> STRETCH_SHIFT != file->stretch && !file_write_stretch(file)))
		return false;
	if (message->direction == EVENT && message->event.kind != EVENT_NOTHING &&
	    !write_event(file, message))
		return false;
	file->stretch = message->n >> STRETCH_SHIFT;
	file->unwritten |= KIND_BIT(kind);
	sqlite3_bind_int64(statement, at + 1, message->n);
	sqlite3_bind_int(statement, at + 2, file->branch);
	sqlite3_bind_int64(statement, at + 3, message->t_ns);
	sqlite3_bind_int(statement, at + 4, kind);
	sqlite3_bind_int(statement, at + 5, message->turn);
	sqlite3_bind_int64(statement, at + 6, message->flags);
	sqlite3_bind_blob64(statement, at + 7, message->size ? message->bytes : "", message->size,
			    SQLITE_STATIC);
	return true;
}

static bool write_rows(struct match_file *file, enum statement of, const struct message *messages, int count)
{
	sqlite3_stmt *statement = file_statement(file, of);

	for (int i = 0; statement && i < count; i++)
		if (!bind_message(file, statement, i, &messages[i]))
			return false;
	return statement && file_run(file, statement);
}

/* The difference; wild numbers of a file that was imported do no harm.  */
static int64_t less(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

static void bind_relative(sqlite3_stmt *statement, int at, int64_t value, int64_t to)
{
	if (value == -1)
		sqlite3_bind_null(statement, at);
	else
		sqlite3_bind_int64(statement, at, less(value, to));
}

/* Writes what few turns have. False: a problem is kept.  */
static bool write_more(struct match_file *file, int64_t id, const struct turn *turn)
{
	sqlite3_stmt *statement = file_statement(file, STATEMENT_ADD_TURN_MORE);

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, id);
	sqlite3_bind_int64(statement, 2, turn->tolerance_ns);
	sqlite3_bind_int64(statement, 3, turn->held_ns);
	sqlite3_bind_int(statement, 4, turn->faults);
	return file_run(file, statement);
}

/* What was played, unless the seat answered it; "": not known.  */
static const char *played_otherwise(const struct turn *turn)
{
	if (!turn->answered)
		return turn->played;
	if (!turn->played)
		return "";
	return strcmp(turn->answered, turn->played) == 0 ? NULL : turn->played;
}

/* Binds a turn as row number `i` of the statement; file.h says what the columns are. False: a problem is
 * kept.  */
static bool bind_turn(struct match_file *file, sqlite3_stmt *statement, int i, const struct turn *turn)
{
	enum { COLUMNS = 16 };
	const bool more = turn->tolerance_ns || turn->held_ns || turn->faults;
	const int64_t id = (int64_t)file->branch << 32 | turn->n;
	const int64_t flags = turn->flags & ~(unsigned)TURN_SCORED;
	const int64_t end = (int64_t)((uint64_t)turn->began_ns + (uint64_t)turn->think_ns);
	const int at = i * COLUMNS;

	if (more && !write_more(file, id, turn))
		return false;
	sqlite3_bind_int64(statement, at + 1, id);
	sqlite3_bind_int64(statement, at + 2, flags << 2 | more << 1 | (turn->seat - SEAT_1));
	bind_text(statement, at + 3, turn->answered);
	bind_text(statement, at + 4, played_otherwise(turn));
	sqlite3_bind_int64(statement, at + 5, turn->began_ns);
	sqlite3_bind_int64(statement, at + 6, turn->think_ns);
	bind_known(statement, at + 7, turn->left_ns, INT64_MAX);
	bind_relative(statement, at + 8, turn->asked_ns, turn->began_ns);
	bind_relative(statement, at + 9, turn->first_ns, turn->last_ns == -1 ? end : turn->last_ns);
	bind_relative(statement, at + 10, turn->last_ns, end);
	bind_known(statement, at + 11, turn->cpu_ns, -1);
	bind_known(statement, at + 12, turn->rss, -1);
	bind_relative(statement, at + 13, turn->peak, turn->rss == -1 ? 0 : turn->rss);
	bind_known(statement, at + 14, turn->message, 0);
	for (int s = SEAT_1; s < SEATS; s++)
		if (turn->flags & TURN_SCORED)
			sqlite3_bind_double(statement, at + 14 + s, turn->sum[s]);
		else
			sqlite3_bind_null(statement, at + 14 + s);
	return true;
}

static void write_turns(struct match_file *file, enum statement of, const struct turn *turns, int count)
{
	sqlite3_stmt *statement = file_begin_write(file) ? file_statement(file, of) : NULL;

	for (int i = 0; statement && i < count; i++)
		if (!bind_turn(file, statement, i, &turns[i]))
			return;
	if (statement)
		file_run(file, statement);
}

bool file_begin_write(struct match_file *file)
{
	if (file->writing && !file->pending)
		file->pending = file_run(file, file_statement(file, STATEMENT_BEGIN));
	return file->writing;
}

int file_keep_kind(struct match_file *file, struct kind kind)
{
	int id = file->kind_count++;

	file->kinds = bytes_resized(file->kinds, (size_t)file->kind_count * sizeof *file->kinds);
	file->kinds[id] = kind;
	file->kind_of[kind.seat][kind.direction][kind.channel] = (int16_t)(id + 1);
	return id;
}

bool file_write_stretch(struct match_file *file)
{
	sqlite3_stmt *statement;

	if (file->unwritten == 0)
		return true;
	statement = file_statement(file, STATEMENT_ADD_STRETCH);
	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, file->stretch);
	sqlite3_bind_int64(statement, 2, file->unwritten);
	file->unwritten = 0;
	return file_run(file, statement);
}

void match_file_message(struct match_file *file, const struct message *message)
{
	if (file_begin_write(file))
		write_rows(file, STATEMENT_ADD_MESSAGE, message, 1);
}

void file_write_messages(struct match_file *file, const struct message *messages, int count)
{
	bool many = count == FILE_ROWS && file->messages_written >= FILE_MANY;

	file->messages_written += count;
	if (!many)
		for (int i = 0; i < count; i++)
			match_file_message(file, &messages[i]);
	else if (file_begin_write(file))
		write_rows(file, STATEMENT_ADD_MESSAGES, messages, count);
}

void match_file_turn(struct match_file *file, const struct turn *turn)
{
	write_turns(file, STATEMENT_ADD_TURN, turn, 1);
}

void file_write_turns(struct match_file *file, const struct turn *turns, int count)
{
	bool many = count == FILE_ROWS && file->turns_written >= FILE_MANY;

	file->turns_written += count;
	if (many)
		write_turns(file, STATEMENT_ADD_TURNS, turns, count);
	else
		for (int i = 0; i < count; i++)
			match_file_turn(file, &turns[i]);
}

void match_file_verdict(struct match_file *file, const struct verdict *verdict)
{
	sqlite3_stmt *statement;

	if (!file_begin_write(file) || !(statement = file_statement(file, STATEMENT_ADD_VERDICT)))
		return;
	sqlite3_bind_int(statement, 1, file->branch);
	bind_known(statement, 2, verdict->winner, WINNER_NONE);
	bind_text(statement, 3, verdict->reason);
	bind_text(statement, 4, verdict->detail);
	bind_known(statement, 5, verdict->blame, SEAT_NONE);
	bind_text(statement, 6, verdict->cause);
	if (!file_run(file, statement))
		return;
	for (int i = 0; i < PROOFS; i++) {
		statement = file_statement(file, STATEMENT_ADD_PROOF);
		if (!statement)
			return;
		sqlite3_bind_int(statement, 1, file->branch);
		sqlite3_bind_int(statement, 2, i);
		bind_known(statement, 3, verdict->proof[i], 0);
		if (!file_run(file, statement))
			return;
	}
}

void file_mark_unsent(struct match_file *file, int seat, int64_t n)
{
	sqlite3_stmt *statement;

	if (!file_begin_write(file) || !(statement = file_statement(file, STATEMENT_MARK_UNSENT)))
		return;
	sqlite3_bind_int64(statement, 1, n);
	sqlite3_bind_int(statement, 2, seat);
	file_run(file, statement);
}

void file_write_gap(struct match_file *file, const struct gap *gap)
{
	sqlite3_stmt *statement;

	if (!file_begin_write(file) || !(statement = file_statement(file, STATEMENT_ADD_GAP)))
		return;
	sqlite3_bind_int64(statement, 1, gap->first);
	bind_known(statement, 2, gap->last, 0);
	sqlite3_bind_int64(statement, 3, gap->messages);
	sqlite3_bind_int64(statement, 4, gap->turns);
	file_run(file, statement);
}

void match_file_started(struct match_file *file, int64_t started_us)
{
	sqlite3_stmt *statement;

	if (!file_begin_write(file) || !(statement = file_statement(file, STATEMENT_SET_STARTED)))
		return;
	sqlite3_bind_int64(statement, 1, started_us);
	file_run(file, statement);
}

void match_file_name(struct match_file *file, int seat, const char *name)
{
	sqlite3_stmt *statement;
	enum statement of;

	/* Without branches there is one row, and no path to be followed.  */
	of = file->branch ? STATEMENT_SET_NAME : STATEMENT_SET_FIRST_NAME;
	if (!file_begin_write(file) || !(statement = file_statement(file, of)))
		return;
	sqlite3_bind_int(statement, 1, seat);
	bind_text(statement, 2, name);
	sqlite3_bind_int(statement, 3, file->branch);
	file_run(file, statement);
}

void match_file_commit(struct match_file *file)
{
	if (!file->pending || !file_write_stretch(file))
		return;
	if (file_run(file, file_statement(file, STATEMENT_COMMIT)))
		file->pending = false;
}

bool file_write_setup(struct match_file *file, const struct setup *setup, int64_t started_us)
{
	sqlite3_stmt *statement;
	char seed[24];
	const int64_t limits[] = {
		setup->strict,
		setup->turn_limit,
		setup->match_limit,
		setup->start_limit,
		setup->hang_limit,
		setup->tolerance,
		setup->pace,
		setup->memory,
		(int64_t)setup->max_line,
		(int64_t)setup->max_chatter,
	};
	bool written;

	if (!file_begin_write(file) || !(statement = file_statement(file, STATEMENT_ADD_MATCH)))
		return false;
	sqlite3_bind_text(statement, 1, PACKAGE_VERSION, -1, SQLITE_STATIC);
	snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
	sqlite3_bind_text(statement, 2, setup->system, -1, SQLITE_STATIC);
	sqlite3_bind_int(statement, 3, setup->game);
	sqlite3_bind_int(statement, 4, setup->first);
	sqlite3_bind_text(statement, 5, seed, -1, SQLITE_STATIC);
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		sqlite3_bind_int64(statement, 6 + (int)i, limits[i]);
	sqlite3_bind_int64(statement, 16, started_us);
	sqlite3_bind_text(statement, 17, trust_own_id(), -1, SQLITE_STATIC);
	written = file_run(file, statement);
	for (int seat = 0; written && seat < SEATS; seat++)
		written = file_write_seat(file, seat, &setup->seat[seat]);
	for (int i = 0; written && i < setup->option_count; i++) {
		statement = file_statement(file, STATEMENT_ADD_OPTION);
		sqlite3_bind_text(statement, 1, setup->options[i].name, -1, SQLITE_STATIC);
		sqlite3_bind_text(statement, 2, setup->options[i].text, -1, SQLITE_STATIC);
		written = file_run(file, statement);
	}
	return written;
}

bool file_make_tables(struct match_file *file)
{
	char *header =
		bytes_text("PRAGMA page_size = %d; PRAGMA application_id = %d; PRAGMA user_version = %d;"
			   "BEGIN",
			   FILE_PAGE, FILE_APPLICATION, MATCH_FILE_VERSION);
	bool made = file_execute(file, header) && file_execute(file, file_schema) &&
		    file_write_kinds_of_events(file) && file_execute(file, "COMMIT");

	free(header);
	return made;
}
