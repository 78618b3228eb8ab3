/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* write.c - the tables of a match file, the statements that use them, and how rows are added.
 *
 * The view `message` is for people who query the file with sqlite3. The rows behind it store seat, direction
 * and channel as one number. Measured for a million rows of 26 bytes: 1.35 us a row instead of 1.65 us with
 * the words in each row, and the file is a fifth smaller.
 *
 * A page of messages of a rare kind must not read all other messages. An index on the kind costs 1 us for
 * each row and makes the file a quarter larger. A stretch, a bit set of the kinds among 1024 messages, has no
 * measurable cost and skips as well: each stretch that is read has at least one row that fits, so a page of
 * 50 reads at most 51 stretches.  */
#include "recorder_state.h"

#include "config.h"
#include "file.h"
#include "ringside/trust.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCHEMA_SEAT                                                                                          \
	"CREATE TABLE seat (branch INTEGER, seat INTEGER, kind TEXT, command TEXT, name TEXT,"               \
	" PRIMARY KEY (branch, seat)) WITHOUT ROWID;"

#define SCHEMA_EVENT                                                                                         \
	"CREATE TABLE event (n INTEGER PRIMARY KEY, event TEXT, word TEXT, a INTEGER, b INTEGER,"            \
	" c INTEGER);"                                                                                       \
	"CREATE TABLE event_kind (event TEXT PRIMARY KEY, word TEXT, a TEXT, b TEXT, c TEXT, text TEXT)"     \
	" WITHOUT ROWID;"

#define SCHEMA_GAP                                                                                           \
	"CREATE TABLE gap (first INTEGER PRIMARY KEY, last INTEGER, messages INTEGER, turns INTEGER);"

/* A turn is one row of small numbers. Times are relative to the beginning of the turn (asked_ns), to the end
 * of its thinking (last_ns) and to the last byte (first_ns), and the peak is relative to rss: most are 0,
 * which takes no space. The flags are shifted by 2, and their lowest bits say which seat it is, and whether
 * turn_more has a row.  */
#define SCHEMA_TURN                                                                                          \
	"CREATE TABLE turn_row (id INTEGER PRIMARY KEY, flags INTEGER, answered TEXT, played TEXT,"          \
	" began_ns INTEGER, think_ns INTEGER, left_ns INTEGER, asked_ns INTEGER, first_ns INTEGER,"          \
	" last_ns INTEGER, cpu_ns INTEGER, rss INTEGER, peak INTEGER, message INTEGER, sum1 REAL,"           \
	" sum2 REAL);"                                                                                       \
	"CREATE TABLE turn_more (id INTEGER PRIMARY KEY, tolerance_ns INTEGER, held_ns INTEGER,"             \
	" faults INTEGER, value TEXT, depth INTEGER, nodes INTEGER, clock_moves INTEGER);"                   \
	"CREATE VIEW turn AS SELECT id >> 32 AS branch, id & 4294967295 AS n, (flags & 1) + 1 AS seat,"      \
	" answered, ifnull(played, answered) AS played, began_ns, think_ns, left_ns, cpu_ns, rss, message,"  \
	" flags >> 2 AS flags, sum1, sum2, began_ns + asked_ns AS asked_ns,"                                 \
	" began_ns + think_ns + ifnull(last_ns, 0) + first_ns AS first_ns,"                                  \
	" began_ns + think_ns + last_ns AS last_ns," TURN_MORE(                                              \
		"tolerance_ns", "0") " ifnull(rss, 0) + peak AS peak," TURN_MORE("faults", "0")              \
		TURN_MORE("held_ns", "0") TURN_MORE("value", "NULL") TURN_MORE("depth", "NULL")              \
			TURN_MORE("nodes", "NULL") TURN_MORE("clock_moves", "NULL") " id FROM turn_row;"

#define TURN_MORE(column, none)                                                                              \
	" CASE WHEN flags & 2 THEN (SELECT " column " FROM turn_more m WHERE m.id = turn_row.id) ELSE " none \
	" END AS " column ","

#define SCHEMA_MESSAGE                                                                                       \
	"CREATE VIEW message AS SELECT m.n, branch, t_ns, seat, dir, channel, turn, flags,"                  \
	" CASE WHEN e.n IS NULL THEN bytes ELSE e.event || ifnull(' ' || f.a || '=' || e.a, '') ||"          \
	" ifnull(' ' || f.b || '=' || e.b, '') || ifnull(' ' || f.c || '=' || e.c, '') ||"                   \
	" ifnull(' ' || f.word || '=' || e.word, '') ||"                                                     \
	" iif(length(bytes), ' ' || ifnull(f.text, 'text') || '=' || CAST(bytes AS TEXT), '') END AS bytes," \
	" e.event, e.word, e.a, e.b, e.c FROM message_row m JOIN kind ON kind.id = m.kind"                   \
	" LEFT JOIN event e ON e.n = m.n LEFT JOIN event_kind f ON f.event = e.event;"

/* NULL means not known or not limited.  */
const char file_schema[] =
	"CREATE TABLE match (ringside TEXT, started TEXT, system TEXT, game INTEGER, first INTEGER, seed "
	"TEXT,"
	" strict INTEGER, turn_limit_ns INTEGER, match_limit_ns INTEGER, start_limit_ns INTEGER,"
	" hang_limit_ns INTEGER, tolerance_ns INTEGER, pace_ns INTEGER, memory INTEGER, max_line INTEGER,"
	" max_chatter INTEGER, id TEXT);" SCHEMA_SEAT //
	"CREATE TABLE option (name TEXT, value TEXT);"
	"CREATE TABLE branch (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES branch, turn INTEGER,"
	" message INTEGER, why TEXT);"
	"CREATE TABLE kind (id INTEGER PRIMARY KEY, seat INTEGER, dir TEXT, channel TEXT);"
	"CREATE TABLE message_row (n INTEGER PRIMARY KEY, branch INTEGER, t_ns INTEGER, kind INTEGER,"
	" turn INTEGER, flags INTEGER, bytes BLOB);"
	"CREATE TABLE stretch (id INTEGER PRIMARY KEY, kinds INTEGER);" SCHEMA_EVENT SCHEMA_MESSAGE
		SCHEMA_TURN //
	"CREATE TABLE verdict (branch INTEGER PRIMARY KEY, winner INTEGER, reason TEXT, detail TEXT,"
	" blame INTEGER, cause TEXT);"
	"CREATE TABLE proof (branch INTEGER, i INTEGER, message INTEGER, PRIMARY KEY (branch, i))"
	" WITHOUT ROWID;" SCHEMA_GAP //
	"INSERT INTO branch VALUES (0, NULL, 0, NULL, 'the match begins');";

/* Few files have this table: it is made with its first row.  Line 0 of a position is the agent's name.  */
const char file_schema_kibitz[] =
	"CREATE TABLE kibitz (branch INTEGER, turn INTEGER, line INTEGER, t_ns INTEGER, channel TEXT,"
	" bytes BLOB, PRIMARY KEY (branch, turn, line)) WITHOUT ROWID;";

/* Only of messages whose number is not their n: others passed while they waited.  */
const char file_schema_arrival[] = "CREATE TABLE arrival (n INTEGER PRIMARY KEY, number INTEGER UNIQUE);";

/* Messages ?1 to ?2 of stretches that have one of the kinds ?3.  */
#define PAGE(columns, more, order)                                                                           \
	"SELECT " columns " FROM stretch s CROSS JOIN message_row m"                                         \
	" ON m.n BETWEEN max(s.id << 10, ?1) AND min(s.id << 10 | 1023, ?2)"                                 \
	" WHERE s.id BETWEEN ?1 >> 10 AND ?2 >> 10 AND s.kinds & ?3" more " ORDER BY s.id " order            \
	", m.n " order

#define MESSAGE "m.n, m.kind, m.t_ns, m.turn, m.flags, m.bytes, m.branch"

/* query.c has the function. SQLite gives only these rows, and reads only these columns of the others.  */
#define FITTING " AND may_fit(m.kind, m.bytes)"

/* From branch ?3 back to the beginning: each branch gives its turns up to the one after which the next branch
 * begins.  A parent must be older than its child, so this ends even in a damaged file.  */
#define PATH                                                                                                 \
	"WITH RECURSIVE path (branch, turns) AS (SELECT ?3, 9e18 UNION ALL"                                  \
	" SELECT b.parent, min(p.turns, b.turn) FROM path p JOIN branch b ON b.id = p.branch"                \
	" WHERE b.parent < b.id)"

/* Turns ?1 to ?2 of each branch of the path, in no order: a sorter takes three quarters of the time. A branch
 * may have a row of its own for the turn after which it begins, changed by a score that came in the branch,
 * so of two rows the one of the younger branch counts.  */
#define TURNS(columns) PATH " SELECT " columns " FROM path p CROSS JOIN turn t ON " BETWEEN("?1", "?2")

#define BETWEEN(from, to) "t.id BETWEEN p.branch << 32 | " from " AND p.branch << 32 | min(p.turns, " to ")"

/* The number of the last turn of a branch up to one.  */
#define LAST(branch, turn)                                                                                   \
	"(SELECT max(id) & 4294967295 FROM turn_row WHERE id BETWEEN " branch " << 32 AND " branch           \
	" << 32 | min(" turn ", 4294967295))"

#define GLANCE "t.branch, t.n, t.seat, answered, played, think_ns, flags, sum1, sum2"

#define WHOLE                                                                                                \
	GLANCE ", began_ns, left_ns, cpu_ns, rss, message, asked_ns, first_ns, last_ns, tolerance_ns,"       \
	       " peak, faults, held_ns, value, depth, nodes, clock_moves"

/* Who played what, from the beginning of each row. Through the view it takes 40 % more instructions.  */
#define SKIM PATH " SELECT skim(id, flags, answered, played) FROM path p CROSS JOIN turn_row t ON "

/* The sums after each ?4th turn.  */
#define SUMS                                                                                                 \
	PATH ", multiple (n) AS (SELECT (?1 + ?4 - 1) / ?4 * ?4 UNION ALL SELECT n + ?4 FROM multiple"       \
	     " WHERE n + ?4 <= ?2) SELECT id, sum1, sum2 FROM path p CROSS JOIN multiple m"                  \
	     " CROSS JOIN turn_row t ON t.id = p.branch << 32 | m.n WHERE m.n <= min(p.turns, ?2)"

#define FORGIVEN                                                                                             \
	PATH " SELECT t.seat, count(*) FROM path p JOIN turn t ON " BETWEEN(                                 \
		"0", "?1") " WHERE t.flags & ?2 GROUP BY t.seat"

#define TURN_COUNT PATH " SELECT max(" LAST("p.branch", "p.turns") ") FROM path p"

#define BRANCHES                                                                                             \
	"SELECT id, parent, turn, message, why, " LAST(                                                      \
		"branch.id", "9e18") ", v.branch IS NOT NULL, winner, reason, detail"                        \
				     " FROM branch LEFT JOIN verdict v ON v.branch = id ORDER BY id"

#define BRANCH "SELECT parent, turn, message, " LAST("branch.id", "9e18") " FROM branch WHERE id = ?"

/* When the match began, in microseconds; NULL when the file does not say it as ringside writes it.  */
#define STARTED                                                                                              \
	"strftime('%s', started) * 1000000 + substr(rtrim(substr(started, 21), 'Z') || '000000', 1, 6)"

/* A time in microseconds since 1970 as ringside writes it.  */
#define TIME(us)                                                                                             \
	"strftime('%Y-%m-%dT%H:%M:%S', " us " / 1000000, 'unixepoch') || printf('.%06dZ', " us " % 1000000)"

#define ROW "(?, ?, ?, ?, ?, ?, ?)"

#define TURN_ROW "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

#define FOUR(row) row ", " row ", " row ", " row

#define SIXTEEN(row) FOUR(row) ", " FOUR(row) ", " FOUR(row) ", " FOUR(row)

static const char *const sql[STATEMENT_COUNT] = {
	[STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
	[STATEMENT_COMMIT] = "COMMIT",
	[STATEMENT_READ] = "BEGIN",
	[STATEMENT_VERSION] = "PRAGMA data_version",
	[STATEMENT_ADD_MATCH] = "INSERT INTO match VALUES (?1, " TIME(
		"?16") ", ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,"
		       " ?13, ?14, ?15, ?17)",
	[STATEMENT_ADD_SEAT] = "INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?, ?)",
	[STATEMENT_ADD_OPTION] = "INSERT INTO option VALUES (?, ?)",
	[STATEMENT_ADD_MESSAGE] = "INSERT INTO message_row VALUES (?, ?, ?, ?, ?, ?, ?)",
	[STATEMENT_ADD_MESSAGES] = "INSERT OR FAIL INTO message_row VALUES " SIXTEEN(ROW),
	[STATEMENT_ADD_EVENT] = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)",
	[STATEMENT_ADD_EVENT_KIND] = "INSERT OR REPLACE INTO event_kind VALUES (?, ?, ?, ?, ?, ?)",
	[STATEMENT_ADD_KIND] = "INSERT INTO kind VALUES (?, ?, ?, ?)",
	[STATEMENT_ADD_STRETCH] = "INSERT INTO stretch VALUES (?1, ?2)"
				  " ON CONFLICT (id) DO UPDATE SET kinds = kinds | ?2",
	[STATEMENT_ADD_TURN] = "INSERT OR REPLACE INTO turn_row VALUES " TURN_ROW,
	[STATEMENT_ADD_TURNS] = "INSERT OR REPLACE INTO turn_row VALUES " SIXTEEN(TURN_ROW),
	[STATEMENT_ADD_TURN_MORE] = "INSERT OR REPLACE INTO turn_more VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
	[STATEMENT_ADD_BRANCH] = "INSERT INTO branch (id, parent, turn, message, why) VALUES (?, ?, ?, ?, ?)",
	[STATEMENT_ADD_VERDICT] = "INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?)",
	[STATEMENT_ADD_PROOF] = "INSERT OR REPLACE INTO proof VALUES (?, ?, ?)",
	[STATEMENT_ADD_GAP] = "INSERT OR REPLACE INTO gap VALUES (?, ?, ?, ?)",
	[STATEMENT_HAS_ARRIVAL] = "SELECT count(*) FROM sqlite_master WHERE name = 'arrival'",
	[STATEMENT_ADD_ARRIVAL] = "INSERT OR REPLACE INTO arrival VALUES (?, ?)",
	[STATEMENT_NUMBER] = "SELECT number FROM arrival WHERE n = ?",
	[STATEMENT_NUMBERED] = "SELECT n FROM arrival WHERE number = ?",
	[STATEMENT_MOST_NUMBERED] = "SELECT max(number) FROM arrival",
	[STATEMENT_HAS_KIBITZ] = "SELECT count(*) FROM sqlite_master WHERE name = 'kibitz'",
	[STATEMENT_DROP_KIBITZ] = "DELETE FROM kibitz WHERE branch = ? AND turn = ?",
	[STATEMENT_ADD_KIBITZ] = "INSERT INTO kibitz VALUES (?, ?, ?, ?, ?, ?)",
	/* The youngest branch that has the position: those before it may have it, too.  */
	[STATEMENT_KIBITZ] =
		PATH " SELECT line, t_ns, channel, bytes FROM kibitz WHERE turn = ?1 AND branch = (SELECT"
		     " max(k.branch) FROM path p CROSS JOIN kibitz k ON k.branch = p.branch AND k.turn = ?1"
		     " AND ?1 <= p.turns) ORDER BY line LIMIT ?2",
	/* 512: MESSAGE_UNSENT.  */
	[STATEMENT_MARK_UNSENT] = "UPDATE message_row SET flags = flags | 512 WHERE n >= ? AND kind IN"
				  " (SELECT id FROM kind WHERE seat = ? AND dir = 'to')",
	[STATEMENT_SET_NAME] =
		PATH " UPDATE seat SET name = ?2 WHERE seat = ?1 AND branch = (SELECT max(s.branch)"
		     " FROM path p JOIN seat s ON s.branch = p.branch AND s.seat = ?1)",
	[STATEMENT_SET_FIRST_NAME] = "UPDATE seat SET name = ?2 WHERE seat = ?1 AND branch = ?3",
	[STATEMENT_KINDS] = "SELECT id, seat, dir, channel FROM kind WHERE id >= ? ORDER BY id",
	[STATEMENT_FIRST] = "SELECT min(n) FROM message_row WHERE n >= ?",
	[STATEMENT_LAST] = "SELECT max(n) FROM message_row WHERE n BETWEEN ? AND ?",
	[STATEMENT_BRANCH_AT] = "SELECT n, branch FROM message_row WHERE n >= ? ORDER BY n LIMIT 1",
	[STATEMENT_NEWEST_BRANCH] = "SELECT max(id) FROM branch",
	[STATEMENT_BRANCH] = BRANCH,
	[STATEMENT_BRANCHES] = BRANCHES,
	[STATEMENT_BEFORE] = PAGE(MESSAGE, "", "DESC"),
	[STATEMENT_AFTER] = PAGE(MESSAGE, "", "ASC"),
	[STATEMENT_FITTING_BEFORE] = PAGE(MESSAGE, FITTING, "DESC"),
	[STATEMENT_FITTING_AFTER] = PAGE(MESSAGE, FITTING, "ASC"),
	[STATEMENT_EVENT] = "SELECT event, word, a, b, c FROM event WHERE n = ?",
	[STATEMENT_MATCH] =
		"SELECT system, game, first, seed, strict, turn_limit_ns, match_limit_ns,"
		" start_limit_ns, hang_limit_ns, tolerance_ns, pace_ns, memory, max_line, max_chatter,"
		" " STARTED " FROM match",
	[STATEMENT_STARTED] = "SELECT " STARTED " FROM match",
	[STATEMENT_WRITER] = "SELECT ringside, started FROM match",
	[STATEMENT_SET_STARTED] = "UPDATE match SET started = " TIME("?1"),
	[STATEMENT_SEATS] = PATH " SELECT seat, kind, command, name FROM path p JOIN seat s ON"
				 " s.branch = p.branch ORDER BY s.branch",
	[STATEMENT_SITTING] = PATH " SELECT s.branch, kind, command, name FROM path p JOIN seat s ON"
				   " s.branch = p.branch AND s.seat = ?1 WHERE kind = 'agent' OR NOT ?2"
				   " ORDER BY s.branch DESC LIMIT 1",
	[STATEMENT_OPTIONS] = "SELECT name, value FROM option ORDER BY rowid",
	[STATEMENT_GLANCE] = TURNS(GLANCE),
	[STATEMENT_SKIM] = SKIM BETWEEN("?1", "?2"),
	[STATEMENT_SUMS] = SUMS,
	[STATEMENT_TURNS] = TURNS(WHOLE),
	[STATEMENT_FORGIVEN] = FORGIVEN,
	[STATEMENT_TURN_COUNT] = TURN_COUNT,
	[STATEMENT_VERDICT] = "SELECT winner, reason, detail, blame, cause FROM verdict WHERE branch = ?",
	[STATEMENT_PROOFS] = "SELECT message FROM proof WHERE branch = ? ORDER BY i",
	/* 4096: MESSAGE_WITHHELD.  */
	[STATEMENT_REMARKS] =
		"SELECT turn, seat, channel, bytes FROM message_row m JOIN kind k ON k.id = m.kind"
		" WHERE n BETWEEN ? AND ?"
		" AND turn <= ? AND channel IN ('message', 'debug', 'comment')"
		" AND dir <> 'to' AND (flags & 4096) = 0 ORDER BY n",
	[STATEMENT_SIZES] = PAGE("m.n, m.kind, m.turn, length(m.bytes)", "", "ASC"),
	[STATEMENT_FLAGGED] = "SELECT kind, count(*) FROM message_row WHERE n BETWEEN ?1 AND ?2"
			      " AND flags & ?3 AND length(bytes) GROUP BY kind",
	[STATEMENT_FIRST_STRETCH] = "SELECT id FROM stretch WHERE kinds & ? ORDER BY id LIMIT 1",
	[STATEMENT_TIMEOUTS] =
		"SELECT seat, count(*) FROM event e CROSS JOIN message_row m ON m.n = e.n JOIN kind k"
		" ON k.id = m.kind WHERE event = ?1 GROUP BY seat",
	/* The last event of a turn has all of it.  */
	[STATEMENT_WAITED] =
		"SELECT seat, count(*), total(ns) FROM (SELECT seat, max(a) AS ns FROM event e"
		" CROSS JOIN message_row m ON m.n = e.n JOIN kind k ON k.id = m.kind WHERE event = ?1"
		" GROUP BY seat, branch, turn) GROUP BY seat",
	[STATEMENT_GAPS] =
		"SELECT first, last, messages, turns FROM gap WHERE first BETWEEN ? AND ? ORDER BY first",
	[STATEMENT_GAP_SUM] =
		"SELECT min(first) AS first, CASE count(*) WHEN count(last) THEN max(last) END AS last,"
		" CAST(total(messages) AS INTEGER) AS messages," /* sum() may overflow */
		" CAST(total(turns) AS INTEGER) AS turns FROM gap",
	[STATEMENT_LAST_GAP] = "SELECT max(first, coalesce(last, 0)) FROM gap WHERE first BETWEEN ? AND ?"
			       " ORDER BY first DESC LIMIT 1",
	[STATEMENT_LATER_TURN] =
		"SELECT n FROM message_row WHERE n BETWEEN ?1 AND ?2 AND turn > ?3 ORDER BY n LIMIT 1",
};

const char *const file_directions[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "event"};

/* Messages and turns that were read from a block and not written yet. The file does not tell their order.  */
struct batch {
	struct message messages[FILE_ROWS];
	struct turn turns[FILE_ROWS];
	int message_count, turn_count;
};

/* Where SQLite has its locks in a file, and how many bytes they take.  */
enum { SQLITE_LOCKS = 0x40000000, SQLITE_LOCKS_SIZE = 512 };

static const char *const kind_names[] = {
	[SEAT_FREE] = "free", [SEAT_AGENT] = "agent", [SEAT_HUMAN] = "human"};

/* Runs a statement that gives no rows.  False: a problem is kept.  */
static bool file_run(struct match_file *file, sqlite3_stmt *statement)
{
	if (!statement)
		return false;
	while (sqlite3_step(statement) == SQLITE_ROW)
		;
	return sqlite3_reset(statement) == SQLITE_OK || file_failed(file);
}

/* Begins a transaction for the next rows unless one is open. False: nothing is written any more.  */
static bool file_begin_write(struct match_file *file)
{
	if (file->writing && !file->pending)
		file->pending = file_run(file, file_statement(file, STATEMENT_BEGIN));
	return file->writing;
}

/* Writes the names of the fields of each kind of event. False: a problem is kept.  */
static bool file_write_kinds_of_events(struct match_file *file)
{
	static const int columns[] = {
		[EVENT_FIELD_WORD] = 2, [EVENT_FIELD_NUMBER] = 3, [EVENT_FIELD_TEXT] = 3 + EVENT_NUMBERS};
	struct event_field field;
	bool written = true;

	for (int kind = EVENT_NOTHING + 1; written && kind < EVENT_KIND_COUNT; kind++) {
		sqlite3_stmt *statement = file_statement(file, STATEMENT_ADD_EVENT_KIND);

		if (!statement)
			return false;
		sqlite3_clear_bindings(statement);
		sqlite3_bind_text(statement, 1, event_name((enum event_kind)kind), -1, SQLITE_STATIC);
		for (int i = 0; event_field((enum event_kind)kind, i, &field); i++)
			sqlite3_bind_text(statement,
					  columns[field.form] +
						  (field.form == EVENT_FIELD_NUMBER ? field.i : 0),
					  field.name, (int)field.size, SQLITE_STATIC);
		written = file_run(file, statement);
	}
	return written;
}

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

/* A value for a parameter.  */
struct cell {
	bool is_text;
	int64_t number, unknown; /* which is NULL in the file; INT64_MIN: none is */
	const char *text;        /* NULL is NULL */
};

#define TEXT(words)        ((struct cell){.is_text = true, .text = (words)})
#define KNOWN(value, none) ((struct cell){.number = (value), .unknown = (none)})
#define NUMBER(value)      KNOWN(value, INT64_MIN)
#define write_row(file, of, ...)                                                                             \
	write_cells(file, of, (const struct cell[]){__VA_ARGS__},                                            \
		    sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))

/* Runs a statement with these parameters.  False: a problem is kept.  */
static bool write_cells(struct match_file *file, enum statement of, const struct cell *cells, size_t count)
{
	sqlite3_stmt *statement = file_statement(file, of);

	for (int i = 0; statement && i < (int)count; i++)
		if (cells[i].is_text)
			bind_text(statement, i + 1, cells[i].text);
		else
			bind_known(statement, i + 1, cells[i].number, cells[i].unknown);
	return file_run(file, statement);
}

/* The id of the message's kind; -1: a new one could not be written, and a problem is kept.  */
static int kind_id(struct match_file *file, const struct message *message)
{
	struct kind kind = {message->seat, message->direction, message->channel};
	int id = file->kind_of[kind.seat][kind.direction][kind.channel] - 1;

	if (id >= 0)
		return id;
	return write_row(file, STATEMENT_ADD_KIND, NUMBER(file->kind_count), NUMBER(kind.seat),
			 TEXT(file_directions[kind.direction]), TEXT(channel_name(kind.channel)))
		       ? file_keep_kind(file, kind)
		       : -1;
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

/* Writes the number of a message, if it is not its n.  */
static bool write_arrival(struct match_file *file, const struct message *message)
{
	if (!message->number || message->number == message->n)
		return true;
	file->good = true;
	if (!file_has_arrival(file) && !(file->good && file_execute(file, file_schema_arrival)))
		return file_failed(file);
	return write_row(file, STATEMENT_ADD_ARRIVAL, NUMBER(message->n), NUMBER(message->number));
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
	if (!write_arrival(file, message))
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

/* Binds the difference; wild numbers of a file that was imported do no harm.  */
static void bind_relative(sqlite3_stmt *statement, int at, int64_t value, int64_t to)
{
	if (value == -1)
		sqlite3_bind_null(statement, at);
	else
		sqlite3_bind_int64(statement, at, (int64_t)((uint64_t)value - (uint64_t)to));
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
	const struct said *said = &turn->said;
	const bool more = turn->tolerance_ns || turn->held_ns || turn->faults || *said->words ||
			  said->depth || said->nodes || turn->clock_moves;
	const int64_t id = (int64_t)file->branch << 32 | turn->n;
	const int64_t flags = turn->flags & ~(unsigned)TURN_SCORED;
	const int64_t end = (int64_t)((uint64_t)turn->began_ns + (uint64_t)turn->think_ns);
	const int at = i * COLUMNS;

	if (more &&
	    !write_row(file, STATEMENT_ADD_TURN_MORE, NUMBER(id), NUMBER(turn->tolerance_ns),
		       NUMBER(turn->held_ns), NUMBER(turn->faults), TEXT(*said->words ? said->words : NULL),
		       KNOWN(said->depth, 0), KNOWN(said->nodes, 0), KNOWN(turn->clock_moves, 0)))
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

static void flush_messages(struct match_file *file, struct batch *batch)
{
	file_write_messages(file, batch->messages, batch->message_count);
	batch->message_count = 0;
}

static void flush_turns(struct match_file *file, struct batch *batch)
{
	file_write_turns(file, batch->turns, batch->turn_count);
	batch->turn_count = 0;
}

static void flush(struct match_file *file, struct batch *batch)
{
	flush_messages(file, batch);
	flush_turns(file, batch);
}

static int lock_database(int fd, short type)
{
	struct flock range = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = SQLITE_LOCKS, .l_len = SQLITE_LOCKS_SIZE};

	return fcntl(fd, F_OFD_SETLK, &range) == 0 ? 0 : errno;
}

/* In parts, so that a slow disk is seen to move.  */
static int write_parts(int fd, const unsigned char *from, int64_t size, off_t at)
{
	enum { PART = 64 * 1024 };

	while (size > 0) {
		ssize_t wrote = pwrite(fd, from, size < PART ? (size_t)size : PART, at);

		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote <= 0)
			return wrote < 0 ? errno : ENOSPC;
		writer_wrote();
		from += wrote;
		size -= wrote;
		at += wrote;
	}
	return 0;
}

/* The first page comes last: until then a reader, or one that comes after this process was killed, sees that
 * nothing is recorded.  */
static int write_pages(int fd, const unsigned char *image, int64_t size)
{
	int error = write_parts(fd, image + FILE_PAGE, size - FILE_PAGE, FILE_PAGE);

	if (!error)
		error = write_parts(fd, image, FILE_PAGE, 0);
	if (error && ftruncate(fd, 0) != 0)
		return errno;
	return error;
}

sqlite3_stmt *file_statement(struct match_file *file, enum statement statement)
{
	sqlite3_stmt **kept = &file->statements[statement];

	if (*kept) {
		sqlite3_reset(*kept);
	} else if (sqlite3_prepare_v3(file->db, sql[statement], -1, SQLITE_PREPARE_PERSISTENT, kept, NULL) !=
		   SQLITE_OK) {
		file_failed(file);
		return NULL;
	}
	return *kept;
}

sqlite3_stmt *file_bound(struct match_file *file, enum statement statement, const int64_t *values,
			 size_t count)
{
	sqlite3_stmt *bound = file_statement(file, statement);

	for (int i = 0; bound && i < (int)count; i++)
		sqlite3_bind_int64(bound, i + 1, values[i]);
	return bound;
}

bool file_begin_read(struct match_file *file)
{
	return sqlite3_get_autocommit(file->db) && file_run(file, file_statement(file, STATEMENT_READ));
}

void file_end_read(struct match_file *file)
{
	file_run(file, file_statement(file, STATEMENT_COMMIT));
}

bool file_make_tables(struct match_file *file)
{
	FREED char *header =
		bytes_text("PRAGMA page_size = %d; PRAGMA application_id = %d; PRAGMA user_version = %d;"
			   "BEGIN",
			   FILE_PAGE, FILE_APPLICATION, MATCH_FILE_VERSION);
	return file_execute(file, header) && file_execute(file, file_schema) &&
	       file_write_kinds_of_events(file) && file_execute(file, "COMMIT");
}

/* As match_file_seat(), in the current transaction. False: a problem is kept.  */
static bool file_write_seat(struct match_file *file, int seat, const struct seat_setup *setup)
{
	return write_row(file, STATEMENT_ADD_SEAT, NUMBER(file->branch), NUMBER(seat),
			 TEXT(kind_names[setup->kind]), TEXT(setup->command), TEXT(setup->name));
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
	for (int i = 0; written && i < setup->option_count; i++)
		written = write_row(file, STATEMENT_ADD_OPTION, TEXT(setup->options[i].name),
				    TEXT(setup->options[i].text));
	return written;
}

bool file_write_stretch(struct match_file *file)
{
	int64_t kinds = file->unwritten;

	file->unwritten = 0;
	return !kinds || write_row(file, STATEMENT_ADD_STRETCH, NUMBER(file->stretch), NUMBER(kinds));
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

int file_keep_kind(struct match_file *file, struct kind kind)
{
	int id = file->kind_count++;

	file->kinds = bytes_resized(file->kinds, (size_t)file->kind_count * sizeof *file->kinds);
	file->kinds[id] = kind;
	file->kind_of[kind.seat][kind.direction][kind.channel] = (int16_t)(id + 1);
	return id;
}

void match_file_message(struct match_file *file, const struct message *message)
{
	if (file_begin_write(file))
		write_rows(file, STATEMENT_ADD_MESSAGE, message, 1);
}

void match_file_turn(struct match_file *file, const struct turn *turn)
{
	write_turns(file, STATEMENT_ADD_TURN, turn, 1);
}

void match_file_verdict(struct match_file *file, const struct verdict *verdict)
{
	bool written =
		file_begin_write(file) &&
		write_row(file, STATEMENT_ADD_VERDICT, NUMBER(file->branch),
			  KNOWN(verdict->winner, WINNER_NONE), TEXT(verdict->reason), TEXT(verdict->detail),
			  KNOWN(verdict->blame, SEAT_NONE), TEXT(verdict->cause));

	for (int i = 0; i < PROOFS && written; i++)
		written = write_row(file, STATEMENT_ADD_PROOF, NUMBER(file->branch), NUMBER(i),
				    KNOWN(verdict->proof[i], 0));
}

void match_file_started(struct match_file *file, int64_t started_us)
{
	if (file_begin_write(file))
		write_row(file, STATEMENT_SET_STARTED, NUMBER(started_us));
}

int match_file_branch(struct match_file *file, int parent, int turns, int64_t message, const char *why)
{
	if (parent < 0)
		parent = file->branch;
	file->branch++;
	file_forget_older(file);
	if (file_begin_write(file))
		write_row(file, STATEMENT_ADD_BRANCH, NUMBER(file->branch), NUMBER(parent), NUMBER(turns),
			  KNOWN(message, 0), TEXT(why));
	return file->branch;
}

void match_file_seat(struct match_file *file, int seat, const struct seat_setup *setup)
{
	if (file_begin_write(file))
		file_write_seat(file, seat, setup);
}

void match_file_name(struct match_file *file, int seat, const char *name)
{
	/* Without branches there is one row, and no path to be followed.  */
	if (file_begin_write(file))
		write_row(file, file->branch ? STATEMENT_SET_NAME : STATEMENT_SET_FIRST_NAME, NUMBER(seat),
			  TEXT(name), NUMBER(file->branch));
}

void match_file_commit(struct match_file *file)
{
	if (!file->pending || !file_write_stretch(file))
		return;
	if (file_run(file, file_statement(file, STATEMENT_COMMIT)))
		file->pending = false;
}

/* Writes the rows into the file, which keeps a problem.  */
/* A line of a kibitzer.  The first one of a position takes the place of all that are there.  */
static void write_kibitz(struct match_file *file, const struct message *line)
{
	sqlite3_stmt *row;

	if (!file_begin_write(file))
		return;
	if (line->n == 0) {
		bool there = match_file_has_kibitz(file);

		if (!file->good || (!there && !file_execute(file, file_schema_kibitz))) {
			file_failed(file);
			return;
		}
		write_row(file, STATEMENT_DROP_KIBITZ, NUMBER(file->branch), NUMBER(line->turn));
	}
	row = file_statement(file, STATEMENT_ADD_KIBITZ);
	if (!row)
		return;
	sqlite3_bind_int(row, 1, file->branch);
	sqlite3_bind_int(row, 2, line->turn);
	sqlite3_bind_int64(row, 3, line->n);
	sqlite3_bind_int64(row, 4, line->t_ns);
	bind_text(row, 5, channel_name(line->channel));
	sqlite3_bind_blob64(row, 6, line->size ? line->bytes : "", line->size, SQLITE_STATIC);
	file_run(file, row);
}

void block_apply(const struct block *block, struct match_file *file)
{
	const struct row *row;
	struct batch batch;

	batch.message_count = batch.turn_count = 0;
	for (size_t at = 0; at < block->size; at += row->size) {
		const union {
			const void *row;
			const struct message *message;
			const struct turn *turn;
			const struct branch_row *branch;
			const struct seat_row *seat;
			const struct verdict *verdict;
			const struct unsent_row *unsent;
			const struct gap *gap;
		} of = {block->at + at + sizeof *row};

		row = (const struct row *)(block->at + at);
		if (row->kind != ROW_MESSAGE && row->kind != ROW_TURN)
			flush(file, &batch);
		switch ((enum row_kind)row->kind) {
		case ROW_MESSAGE:
			batch.messages[batch.message_count++] = *of.message;
			if (batch.message_count == FILE_ROWS)
				flush_messages(file, &batch);
			break;
		case ROW_TURN:
			batch.turns[batch.turn_count++] = *of.turn;
			if (batch.turn_count == FILE_ROWS)
				flush_turns(file, &batch);
			break;
		case ROW_BRANCH:
			match_file_branch(file, of.branch->parent, of.branch->turn, of.branch->message,
					  of.branch->why);
			break;
		case ROW_SEAT: match_file_seat(file, of.seat->seat, &of.seat->setup); break;
		case ROW_NAME: match_file_name(file, of.seat->seat, of.seat->setup.name); break;
		case ROW_VERDICT: match_file_verdict(file, of.verdict); break;
		case ROW_UNSENT:
			if (file_begin_write(file))
				write_row(file, STATEMENT_MARK_UNSENT, NUMBER(of.unsent->n),
					  NUMBER(of.unsent->seat));
			break;
		case ROW_GAP:
			if (file_begin_write(file))
				write_row(file, STATEMENT_ADD_GAP, NUMBER(of.gap->first),
					  KNOWN(of.gap->last, 0), NUMBER(of.gap->messages),
					  NUMBER(of.gap->turns));
			break;
		case ROW_KIBITZ: write_kibitz(file, of.message); break;
		}
	}
	flush(file, &batch);
}

int file_write_image(struct match_file *memory, int fd)
{
	sqlite3_int64 size = 0;
	unsigned char *image;
	int error;

	if (!file_write_stretch(memory))
		return EIO;
	image = sqlite3_serialize(memory->db, "main", &size, 0);
	if (!image || size < FILE_PAGE)
		return ENOMEM;
	error = lock_database(fd, F_WRLCK);
	if (!error) {
		error = write_pages(fd, image, size);
		lock_database(fd, F_UNLCK);
	}
	sqlite3_free(image);
	return error;
}
