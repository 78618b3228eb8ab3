/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* schema.c - the tables of a match file and the statements that use them.
 *
 * The view `message` is for people who query the file with sqlite3. The rows behind it store seat, direction
 * and channel as one number. Measured for a million rows of 26 bytes: 1.35 us a row instead of 1.65 us with
 * the words in each row, and the file is a fifth smaller.
 *
 * A page of messages of a rare kind must not read all other messages. An index on the kind costs 1 us for
 * each row and makes the file a quarter larger. A stretch, a bit set of the kinds among 1024 messages, has no
 * measurable cost and skips as well: each stretch that is read has at least one row that fits, so a page of
 * 50 reads at most 51 stretches.  */
#include "file.h"

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
	" faults INTEGER);"                                                                                  \
	"CREATE VIEW turn AS SELECT id >> 32 AS branch, id & 4294967295 AS n, (flags & 1) + 1 AS seat,"      \
	" answered, ifnull(played, answered) AS played, began_ns, think_ns, left_ns, cpu_ns, rss, message,"  \
	" flags >> 2 AS flags, sum1, sum2, began_ns + asked_ns AS asked_ns,"                                 \
	" began_ns + think_ns + ifnull(last_ns, 0) + first_ns AS first_ns,"                                  \
	" began_ns + think_ns + last_ns AS last_ns," TURN_MORE(                                              \
		"tolerance_ns") ","                                                                          \
				" ifnull(rss, 0) + peak AS peak," TURN_MORE("faults") "," TURN_MORE(         \
					"held_ns") ", id FROM turn_row;"
#define TURN_MORE(column)                                                                                    \
	" CASE WHEN flags & 2 THEN (SELECT " column                                                          \
	" FROM turn_more m WHERE m.id = turn_row.id) ELSE 0 END AS " column
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
#define TURNS(columns)    PATH " SELECT " columns " FROM path p CROSS JOIN turn t ON " BETWEEN("?1", "?2")
#define BETWEEN(from, to) "t.id BETWEEN p.branch << 32 | " from " AND p.branch << 32 | min(p.turns, " to ")"
/* The number of the last turn of a branch up to one.  */
#define LAST(branch, turn)                                                                                   \
	"(SELECT max(id) & 4294967295 FROM turn_row WHERE id BETWEEN " branch " << 32 AND " branch           \
	" << 32 | min(" turn ", 4294967295))"
#define GLANCE "t.branch, t.n, t.seat, answered, played, think_ns, flags, sum1, sum2"
#define WHOLE                                                                                                \
	GLANCE ", began_ns, left_ns, cpu_ns, rss, message, asked_ns, first_ns, last_ns, tolerance_ns,"       \
	       " peak, faults, held_ns"
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

#define ROW          "(?, ?, ?, ?, ?, ?, ?)"
#define TURN_ROW     "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
#define FOUR(row)    row ", " row ", " row ", " row
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
	[STATEMENT_ADD_TURN_MORE] = "INSERT OR REPLACE INTO turn_more VALUES (?, ?, ?, ?)",
	[STATEMENT_ADD_BRANCH] = "INSERT INTO branch (id, parent, turn, message, why) VALUES (?, ?, ?, ?, ?)",
	[STATEMENT_ADD_VERDICT] = "INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?)",
	[STATEMENT_ADD_PROOF] = "INSERT OR REPLACE INTO proof VALUES (?, ?, ?)",
	[STATEMENT_ADD_GAP] = "INSERT OR REPLACE INTO gap VALUES (?, ?, ?, ?)",
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

bool file_run(struct match_file *file, sqlite3_stmt *statement)
{
	if (!statement)
		return false;
	while (sqlite3_step(statement) == SQLITE_ROW)
		;
	return sqlite3_reset(statement) == SQLITE_OK || file_failed(file);
}

bool file_begin_read(struct match_file *file)
{
	return sqlite3_get_autocommit(file->db) && file_run(file, file_statement(file, STATEMENT_READ));
}

bool file_write_kinds_of_events(struct match_file *file)
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

void file_end_read(struct match_file *file)
{
	file_run(file, file_statement(file, STATEMENT_COMMIT));
}
