/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* upgrade.c - files of older versions: views to read them as if they were new, and conversion to write them.
 *
 * Reading does not change such a file: temporary views of the connection hide its tables.  */
#include "file.h"
#include "old_events.h"

#include "ringside/bytes.h"
#include "ringside/trust.h"
#include "schema.h"

#include <stdlib.h>

/* ---- sentences ---- */

/* The parts of an event that old_event(CHANNEL, BYTES, PART) gives in SQL.  */
enum part { PART_NAME, PART_WORD, PART_A, PART_B, PART_C, PART_TEXT };

static void give_number(sqlite3_context *context, const struct old_event *event, int i)
{
	struct event_field field;

	for (int at = 0; event_field(event->kind, at, &field); at++)
		if (field.form == EVENT_FIELD_NUMBER && field.i == i)
			sqlite3_result_int64(context, event->number[i]);
}

static void give_part(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *name = (const char *)sqlite3_value_text(values[0]);
	const void *bytes = sqlite3_value_blob(values[1]);
	size_t size = (size_t)sqlite3_value_bytes(values[1]);
	struct old_event event =
		old_event_read(name ? channel_named(name) : CHANNEL_COUNT, bytes ? bytes : "", size);
	int part = sqlite3_value_int(values[2]);

	(void)count;
	switch (part) {
	case PART_NAME: sqlite3_result_text(context, event_name(event.kind), -1, SQLITE_STATIC); break;
	case PART_WORD: sqlite3_result_text(context, event.word, -1, SQLITE_TRANSIENT); break;
	case PART_TEXT: sqlite3_result_blob64(context, event.text, event.size, SQLITE_TRANSIENT); break;
	default: give_number(context, &event, part - PART_A);
	}
	old_event_free(&event);
}

/* old_cause(SYSTEM, REASON, DETAIL).  */
static void give_cause(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *texts[3] = {0};

	for (int i = 0; i < count; i++)
		if (!(texts[i] = (const char *)sqlite3_value_text(values[i])))
			return;
	sqlite3_result_text(context, old_cause(texts[0], texts[1], texts[2]), -1, SQLITE_STATIC);
}

bool file_knows_sentences(sqlite3 *db)
{
	const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;

	return sqlite3_create_function(db, "old_event", 3, flags, NULL, give_part, NULL, NULL) == SQLITE_OK &&
	       sqlite3_create_function(db, "old_cause", 3, flags, NULL, give_cause, NULL, NULL) == SQLITE_OK;
}

/* The rows of the table `event`. The sentence lacks the message of a fault and the winner, so these are
 * looked up. */
#define EVENTS                                                                                               \
	"SELECT n, old_event(channel, bytes, 0) AS event, old_event(channel, bytes, 1) AS word,"             \
	" CASE old_event(channel, bytes, 0)"                                                                 \
	" WHEN 'verdict' THEN (SELECT ifnull(winner, -1) FROM main.verdict v WHERE v.branch = m.branch)"     \
	" WHEN 'fault' THEN CASE old_event(channel, bytes, 2) WHEN 0 THEN 0 ELSE"                            \
	" (SELECT r.n FROM main.message_row r WHERE r.n < m.n AND r.flags & 4 ORDER BY r.n DESC LIMIT 1) "   \
	"END"                                                                                                \
	" ELSE old_event(channel, bytes, 2) END AS a,"                                                       \
	" old_event(channel, bytes, 3) AS b, old_event(channel, bytes, 4) AS c"                              \
	" FROM main.message m WHERE dir = 'event'"

#define KIND(column) "(SELECT " column " FROM main.kind WHERE kind.id = m.kind)"
#define TEXT         "old_event(" KIND("channel") ", bytes, 5)"

/* The columns of a verdict that its sentence contains.  */
#define CAUSE  "old_cause((SELECT system FROM main.match), reason, detail)"
#define DETAIL "CASE " CAUSE " WHEN 'log' THEN substr(detail, length('" OLD_LOG_SAYS "') + 1) ELSE detail END"

/* ---- looking ---- */

#define NEW_IN_TURN                                                                                          \
	", NULL AS asked_ns, NULL AS first_ns, NULL AS last_ns, NULL AS tolerance_ns, NULL AS peak,"         \
	" NULL AS faults, NULL AS held_ns"

/* The views that show the tables of a version as those of the next one.  */
static const char *const views[MATCH_FILE_VERSION] = {
	[1] = "CREATE TEMP VIEW turn AS SELECT *, NULL AS sum1, NULL AS sum2" NEW_IN_TURN " FROM main.turn;",
	[2] = "CREATE TEMP VIEW branch AS SELECT id, parent, turn, NULL AS message, why FROM main.branch;"
	      "CREATE TEMP VIEW seat AS SELECT 0 AS branch, * FROM main.seat;",
	[3] = "CREATE TEMP VIEW IF NOT EXISTS turn AS SELECT *" NEW_IN_TURN " FROM main.turn;"
	      "CREATE TEMP VIEW message_row AS SELECT n, branch, t_ns, kind, turn, flags,"
	      " CASE " KIND("dir") " WHEN 'event' THEN " TEXT " ELSE bytes END AS bytes"
				   " FROM main.message_row m;"
				   "CREATE TEMP VIEW event AS " EVENTS ";"
				   "CREATE TEMP VIEW verdict AS SELECT branch, winner, reason, " DETAIL
				   " AS detail, blame, " CAUSE " AS cause FROM main.verdict;",
	[4] = "CREATE TEMP VIEW IF NOT EXISTS turn AS SELECT *, NULL AS held_ns FROM main.turn;"
	      "CREATE TEMP VIEW gap AS SELECT NULL AS first, NULL AS last, NULL AS messages, NULL AS turns"
	      " WHERE 0;",
};

bool file_view_as_new(struct match_file *file)
{
	for (int v = file->schema; v < MATCH_FILE_VERSION; v++)
		if (!file_execute(file, views[v]))
			return false;
	return true;
}

void file_look_again(struct match_file *file)
{
	sqlite3_stmt *row = NULL;
	bool is_new = file->schema < MATCH_FILE_VERSION &&
		      sqlite3_prepare_v2(file->db, "PRAGMA user_version", -1, &row, NULL) == SQLITE_OK &&
		      sqlite3_step(row) == SQLITE_ROW && sqlite3_column_int(row, 0) == MATCH_FILE_VERSION;

	sqlite3_finalize(row);
	if (is_new &&
	    file_execute(file, "DROP VIEW IF EXISTS temp.turn; DROP VIEW IF EXISTS temp.branch;"
			       "DROP VIEW IF EXISTS temp.seat; DROP VIEW IF EXISTS temp.message_row;"
			       "DROP VIEW IF EXISTS temp.event; DROP VIEW IF EXISTS temp.verdict;"
			       "DROP VIEW IF EXISTS temp.gap"))
		file->schema = MATCH_FILE_VERSION;
}

/* ---- making new ---- */

static const char *const steps[MATCH_FILE_VERSION] = {
	[1] = "ALTER TABLE turn ADD COLUMN sum1 REAL; ALTER TABLE turn ADD COLUMN sum2 REAL;",
	[2] = "ALTER TABLE branch ADD COLUMN message INTEGER;"
	      "ALTER TABLE seat RENAME TO seat_2;" SCHEMA_SEAT
	      "INSERT INTO seat SELECT 0, * FROM seat_2; DROP TABLE seat_2;",
	[3] = "ALTER TABLE turn ADD COLUMN asked_ns INTEGER; ALTER TABLE turn ADD COLUMN first_ns INTEGER;"
	      "ALTER TABLE turn ADD COLUMN last_ns INTEGER; ALTER TABLE turn ADD COLUMN tolerance_ns INTEGER;"
	      "ALTER TABLE turn ADD COLUMN peak INTEGER; ALTER TABLE turn ADD COLUMN faults INTEGER;" //
	SCHEMA_EVENT "INSERT INTO event " EVENTS ";"
	      "UPDATE message_row AS m SET bytes = " TEXT
	      " WHERE " KIND("dir") " = 'event';"
				    "DROP VIEW message;" SCHEMA_MESSAGE
				    "ALTER TABLE verdict ADD COLUMN cause TEXT;"
				    "UPDATE main.verdict SET cause = " CAUSE ", detail = " DETAIL ";",
	[4] = "ALTER TABLE turn RENAME TO turn_4;" SCHEMA_TURN
	      "INSERT INTO turn_row SELECT branch << 32 | n, (ifnull(flags, 0) << 2) | (ifnull(tolerance_ns, "
	      "0)"
	      " OR ifnull(faults, 0)) * 2 | (seat - 1), answered, iif(played IS answered, NULL,"
	      " ifnull(played, '')), began_ns, think_ns, left_ns, asked_ns - began_ns,"
	      " first_ns - ifnull(last_ns, began_ns + think_ns), last_ns - began_ns - think_ns, cpu_ns, rss,"
	      " peak - ifnull(rss, 0), message, sum1, sum2 FROM turn_4;"
	      "INSERT INTO turn_more SELECT branch << 32 | n, ifnull(tolerance_ns, 0), 0, ifnull(faults, 0)"
	      " FROM turn_4 WHERE tolerance_ns OR faults;"
	      "DROP TABLE turn_4; ALTER TABLE match ADD COLUMN id TEXT;" SCHEMA_GAP,
};

bool file_make_new(struct match_file *file)
{
	const char *id = trust_own_id();
	char *version = bytes_text("UPDATE match SET id = '%s'; PRAGMA user_version = %d; COMMIT",
				   id ? id : "", MATCH_FILE_VERSION);
	bool made = file_execute(file, "BEGIN IMMEDIATE");

	for (int v = file->schema; made && v < MATCH_FILE_VERSION; v++)
		made = file_execute(file, steps[v]);
	made = made && file_write_kinds_of_events(file) && file_execute(file, version);
	free(version);
	if (made)
		file->schema = MATCH_FILE_VERSION;
	return made;
}
