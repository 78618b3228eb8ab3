/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* schema.h - the tables of a match file in SQL: for what makes them, converts older ones, and refuses others.
 */
#ifndef RINGSIDE_RECORD_SCHEMA_H
#define RINGSIDE_RECORD_SCHEMA_H

/* The SQL that makes the tables. Older files lack the ones below, or have others.  */
extern const char file_schema[];
/* The columns of a turn that all versions before the fifth have.  */
#define OLD_TURN                                                                                             \
	"branch INTEGER, n INTEGER, seat INTEGER, answered TEXT, played TEXT, began_ns INTEGER,"             \
	" think_ns INTEGER, left_ns INTEGER, cpu_ns INTEGER, rss INTEGER, message INTEGER, flags INTEGER"
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

#endif
