/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* file.h - what the files of the record room share: an open match file, its tables and its statements.
 *
 * Only src/record includes it; other rooms use ringside/match_file.h.  */
#ifndef RINGSIDE_RECORD_FILE_H
#define RINGSIDE_RECORD_FILE_H

#include "ringside/bytes.h"
#include "ringside/match_file.h"

#include <limits.h>
#include <sqlite3.h>
#include <sys/types.h>

/* A kind of message is its seat, direction and channel. A match has about ten kinds, so one small number in a
 * row stands for all three, and the kinds of a whole stretch of messages fit into a bit set.  */
struct kind {
	int seat;
	enum direction direction;
	enum channel channel;
};

enum {
	/* Bits of a stretch's set; all kinds beyond share the last bit.  */
	KIND_BITS = 63,
	/* Message n is in stretch n >> STRETCH_SHIFT.  write.c has the same number in its SQL.  */
	STRETCH_SHIFT = 10,
};

/* Prepared at first use and kept. write.c has the SQL beside each name.  */
enum statement {
	STATEMENT_BEGIN,
	STATEMENT_COMMIT,
	STATEMENT_READ,
	STATEMENT_VERSION,
	STATEMENT_ADD_MATCH,
	STATEMENT_ADD_SEAT,
	STATEMENT_ADD_OPTION,
	STATEMENT_ADD_MESSAGE,
	STATEMENT_ADD_MESSAGES,
	STATEMENT_ADD_EVENT,
	STATEMENT_ADD_EVENT_KIND,
	STATEMENT_ADD_KIND,
	STATEMENT_ADD_STRETCH,
	STATEMENT_ADD_TURN,
	STATEMENT_ADD_TURNS,
	STATEMENT_ADD_TURN_MORE,
	STATEMENT_ADD_BRANCH,
	STATEMENT_ADD_VERDICT,
	STATEMENT_ADD_PROOF,
	STATEMENT_ADD_GAP,
	STATEMENT_HAS_ARRIVAL,
	STATEMENT_ADD_ARRIVAL,
	STATEMENT_NUMBER,
	STATEMENT_NUMBERED,
	STATEMENT_MOST_NUMBERED,
	STATEMENT_HAS_KIBITZ,
	STATEMENT_DROP_KIBITZ,
	STATEMENT_ADD_KIBITZ,
	STATEMENT_KIBITZ,
	STATEMENT_MARK_UNSENT,
	STATEMENT_SET_NAME,
	STATEMENT_SET_FIRST_NAME,
	STATEMENT_SET_STARTED,
	STATEMENT_STARTED,
	STATEMENT_WRITER,
	STATEMENT_KINDS,
	STATEMENT_FIRST,
	STATEMENT_LAST,
	STATEMENT_BRANCH_AT,
	STATEMENT_NEWEST_BRANCH,
	STATEMENT_BRANCH,
	STATEMENT_BRANCHES,
	STATEMENT_BEFORE,
	STATEMENT_AFTER,
	STATEMENT_FITTING_BEFORE,
	STATEMENT_FITTING_AFTER,
	STATEMENT_EVENT,
	STATEMENT_MATCH,
	STATEMENT_SEATS,
	STATEMENT_SITTING,
	STATEMENT_OPTIONS,
	STATEMENT_TURNS,
	STATEMENT_GLANCE,
	STATEMENT_SKIM,
	STATEMENT_SUMS,
	STATEMENT_TURN_COUNT,
	STATEMENT_FORGIVEN,
	STATEMENT_VERDICT,
	STATEMENT_PROOFS,
	STATEMENT_REMARKS,
	STATEMENT_SIZES,
	STATEMENT_FLAGGED,
	STATEMENT_FIRST_STRETCH,
	STATEMENT_TIMEOUTS,
	STATEMENT_WAITED,
	STATEMENT_LATER_TURN,
	STATEMENT_GAPS,
	STATEMENT_GAP_SUM,
	STATEMENT_LAST_GAP,
	STATEMENT_COUNT
};

#define KIND_BIT(kind) ((int64_t)1 << ((kind) < KIND_BITS ? (kind) : KIND_BITS - 1))

struct pattern;
struct older;
/* What a branch contributes to a history: messages `first` to `last`, including those of turns that were
 * taken back later.  */
struct stage {
	int branch;
	int64_t first, last;
	int turns; /* turns that were not taken back; INT_MAX: all */
};

/* The history of a branch: its stages, in the order of the match.  */
struct history {
	bool known;
	int branch; /* the branch it is of */
	int newest; /* the newest branch at that time, whose last stage is open-ended */
	struct stage *stages;
	int count;
};

struct match_file {
	char *path;
	sqlite3 *db;
	sqlite3_stmt *statements[STATEMENT_COUNT];
	int lock;       /* a descriptor that holds the writer's lock or can see it; -1: none */
	bool is_writer; /* made by match_file_create() or match_file_append() */
	bool writing;   /* it is the writer, and no error has occurred */
	bool pending;   /* rows wait for match_file_commit() */
	bool recorded;  /* a recorder writes it, and does again what fails */
	bool busy;      /* nothing was read when it was last tried: the writer's lock kept a reader out, */
	bool cancelled; /* ... or somebody waits for the program to go on (file_may_be_cancelled()) */
	int64_t patience_ns; /* of such a reader, until it is given new patience */
	bool good;           /* no error since the current reading call began */
	struct older *older; /* a list with one for each branch that was read; NULL: none */
	char *problem;
	const char *table; /* whose row is read: file_at() */
	int64_t row;
	char *id;     /* match_file_id() */
	char *notice; /* match_file_notice() */

	int wanted;     /* the branch to show; -1: the newest */
	unsigned shows; /* match_file_shows() */
	bool (*hides)(const void *user, const struct message *message); /* match_file_hide() */
	const void *hides_user;
	struct history history;
	struct history aside; /* of the branch that was last read without being shown */

	int branch;        /* the current one, when writing */
	int64_t stretch;   /* the stretch that is being written */
	int64_t unwritten; /* bit set of its kinds that the file may not have yet */
	int16_t kind_of[SEATS][EVENT + 1][CHANNEL_COUNT]; /* 1 + the id of a kind; 0: none yet */

	int64_t messages_written, turns_written; /* by this connection; FILE_MANY: it will be many */

	int turns_of, turns_most; /* a branch, and the last turn that a message of it can be of */

	struct kind *kinds; /* by id */
	int kind_count;
	int64_t version; /* PRAGMA data_version when last asked */
	char **words;    /* strings that live as long as the file, owned */
	int word_count;
	struct bytes page; /* the bytes of the messages of the last page */
	struct pattern *pattern;
	bool knows_patterns; /* the connection has the function of query.c */
	struct skim *skim;   /* older.c; NULL: the connection does not have its function yet */
};

/* The SQL that makes the tables.  */
extern const char file_schema[];
/* The SQL that makes the table of what a kibitzer says, when there is a first row for it.  */
extern const char file_schema_kibitz[];
/* The same for the numbers of messages that waited while others passed.  */
extern const char file_schema_arrival[];
/* The statement, reset and ready for binding, owned by the file. NULL: it cannot be prepared, and a problem
 * is kept.  */
sqlite3_stmt *file_statement(struct match_file *file, enum statement statement);
/* The same with these numbers as its parameters, from the first one on.  */
#define file_select(file, statement, ...)                                                                    \
	file_bound(file, statement, (const int64_t[]){__VA_ARGS__},                                          \
		   sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
sqlite3_stmt *file_bound(struct match_file *file, enum statement statement, const int64_t *values,
			 size_t count);
/* Begins a transaction to read one state of the file. True: call file_end_read() after it.  */
bool file_begin_read(struct match_file *file);
void file_end_read(struct match_file *file);

/* The path in a form that SQLite takes for the name of a file: not ":memory:", not "file:x".  The caller
   frees.  */
char *file_plain_path(const char *path);
/* Makes a new, empty file; an existing one is refused.  Its descriptor, or -1 and a problem that the caller
   frees.  */
int file_make_empty(const char *path, char **problem);
/* The size of a page: small, because most tables of a short match have one row. A long match gets larger ones
 * (file_enlarge_pages()).  */
enum { FILE_PAGE = 512, FILE_LARGE_PAGE = 4096 };
/* "RING", in the header of the file, for file(1) and for ringside.  */
enum { FILE_APPLICATION = 0x52494e47 };
struct match_file *file_new(const char *path);
/* Makes the tables in an empty database. False: SQLite knows why.  */
bool file_make_tables(struct match_file *file);
/* Writes limits, options and seats, and when the match began, in us since 1970. False: a problem is kept.  */
bool file_write_setup(struct match_file *file, const struct setup *setup, int64_t started_us);
bool file_set_up_writing(struct match_file *file, bool is_private);
/* Us since 1970.  */
int64_t file_now_us(void);
/* The byte that has the writer's lock.  */
#define FILE_LOCK ((off_t)1 << 60)
/* Runs SQL that gives no rows.  False: SQLite knows why.  */
bool file_execute(struct match_file *file, const char *sql);

/* From now on this process writes the file of the descriptor. Returns what file_not_written() takes.  */
struct written *file_written_here(int fd);
/* SQLite has closed the file: the descriptors that were kept are closed.  */
void file_not_written(struct written *written);
/* Reads the beginning of a file that may be a match file, and returns how much there is.  */
size_t file_beginning(const char *path, void *bytes, size_t size);

/* Makes a new, empty file with the writer's lock, and returns its descriptor. The path "" makes one in the
 * folder for temporary files. `name` gets its name, which the caller frees. -1 and a problem, which the
 * caller frees: it cannot be made.  */
int file_make_locked(const char *path, char **name, char **problem);
/* A name for a private file that does not exist yet. NULL and a problem, which the caller frees: there is no
 * room for one.  */
char *file_temporary_name(char **problem);
/* Connects to a file of this version to write it, without a lock. NULL, and why not; the caller frees.  */
struct match_file *file_connect(const char *name, bool is_private, char **why);
/* Connects to a file that this process writes, to read it. NULL: it cannot be read now.  */
struct match_file *file_read_beside(const char *name, const char *path);
/* Gives a file that has become long larger pages: it then takes less space, and fewer system calls. Nothing
 * is done if that fails.  */
void file_enlarge_pages(struct match_file *file);

/* SQLite's last error for people; the caller frees.  */
char *file_error(sqlite3 *db);
/* Keeps SQLite's error as the problem of the file, if it is the first, and ends the writing: rows so far are
 * committed if possible. Always false.  */
bool file_failed(struct match_file *file);
/* Notes that nothing is read, if somebody waits now.  */
bool file_is_cancelled(struct match_file *file);
/* Keeps the problem that the file is damaged in that row, if it is the first: what it has, and what was
 * expected. Reading goes on. Row n of the table `turn` is branch << 32 | turn. Always false.  */
bool file_damaged(struct match_file *file, const char *table, int64_t row, const char *what);

/* The name of each direction in the file.  */
extern const char *const file_directions[EVENT + 1];
/* Writes the kinds of the current stretch, so that queries find all its messages. False: a problem is kept.
 */
bool file_write_stretch(struct match_file *file);
/* Writes messages or turns, at most FILE_ROWS. One statement for so many takes a quarter less time than one
 * for each, but to prepare it takes as long as it saves for about FILE_MANY rows: a file that has fewer is
 * written without it. write.c has the first number in its SQL.  */
enum { FILE_ROWS = 16, FILE_MANY = 128 };
void file_write_messages(struct match_file *file, const struct message *messages, int count);
void file_write_turns(struct match_file *file, const struct turn *turns, int count);
/* Says in the notice what the file lacks.  */
void file_notice_gaps(struct match_file *file);
/* Gives a kind the next id, and returns it.  */
int file_keep_kind(struct match_file *file, struct kind kind);

/* read.c: the one place where values of a file are checked. Nothing behind it does it again.  */

/* The longest time that is read, in ns, 4 years: a few of them are added, or multiplied by small factors.  */
#define FILE_LONGEST (INT64_MAX / 64)
/* The largest number that is read: of a message, or of bytes. A limit may be as long.  */
#define FILE_LARGEST (INT64_MAX / 4)
/* More branches are not read.  */
#define FILE_BRANCHES (INT_MAX / 2)
/* When a match can have begun, in us since 1970: in the years 0 to 9999.  */
#define FILE_YEAR  (INT64_C(366) * 24 * 3600 * 1000000)
#define FILE_FIRST (-1970 * FILE_YEAR)
#define FILE_LAST  (8000 * FILE_YEAR)

/* The values of a row that come next belong to this row of that table (file_damaged()).  */
void file_at(struct match_file *file, const char *table, int64_t row);
/* Reads a number from a row and checks its range; `absent` if it is NULL there. False: a problem is kept, and
 * the value is the nearest in range, or `absent` if it is no number.  */
bool file_number(struct match_file *file, sqlite3_stmt *row, int column, int64_t least, int64_t most,
		 int64_t absent, int64_t *value);
bool file_small(struct match_file *file, sqlite3_stmt *row, int column, int least, int most, int absent,
		int *value);
/* The text in a row, up to its first NUL, which is a problem that is kept; NULL if it has none. Valid as long
 * as the row.  */
const char *file_chars(struct match_file *file, sqlite3_stmt *row, int column);
/* The same with its line ends escaped, as bytes_line(): it is shown within lines.  The caller frees.  */
char *file_line(struct match_file *file, sqlite3_stmt *row, int column);
/* Goes to the next row. False at the end or after an error, which is kept; the statement is then reset. */
bool file_next(struct match_file *file, sqlite3_stmt *statement);
/* Such a statement is reset when the block of its variable ends.  */
#define RESET FREED_BY(file_reset)
static inline void file_reset(sqlite3_stmt **statement)
{
	sqlite3_reset(*statement);
}
/* The first number of the first row as file_number() reads it, which is row `at` of that table; `absent` if
 * there is no row.  Resets the statement.  */
int64_t file_first(struct match_file *file, sqlite3_stmt *statement, const char *table, int64_t at,
		   int64_t least, int64_t most, int64_t absent);
/* Reads the kinds that a writer has added. False: a problem is kept.  */
bool file_read_kinds(struct match_file *file);

/* read.c: numbers that name another row.  */

/* Checks the branch and the turn of a message: columns 6 and 3 of its row. A turn that the branch does not
 * have becomes the one after its last.  */
void file_check_turn(struct match_file *file, sqlite3_stmt *row, struct message *message);

/* Reads up to `limit` turns of any branch: turn n is at turns[n - from], and one that is missing in a damaged
 * file has the number 0. Returns how many places there are up to the last turn. The caller frees each with
 * turn_clear().  */
int file_turns(struct match_file *file, int branch, int from, int limit, struct turn *turns);
/* The same with only what match_glance() gives; nothing else of `turns` is written. `texts` is emptied and
 * owns the strings: do not clear the turns.  */
int file_glance(struct match_file *file, int branch, int from, int limit, struct turn *turns,
		struct bytes *texts);
/* The branch whose turns are read when `branch` is asked for (-1: the newest).  */
int file_branch_shown(struct match_file *file, int branch);

/* The history that is shown, valid until the next call. NULL: a problem is kept.  */
const struct history *file_history(struct match_file *file);
/* Reads another branch, without showing it, until file_look_back().  */
struct aside {
	int wanted;
	unsigned shows;
	struct history history;
};
void file_look_aside(struct match_file *file, int branch, struct aside *aside);
void file_look_back(struct match_file *file, struct aside *aside);
/* Does the file have a gap?  */
/* Has it numbers of messages that are not their n?  */
bool file_has_arrival(struct match_file *file);
bool file_has_gap(struct match_file *file);
/* Is there a branch with this id?  */
bool file_has_branch(struct match_file *file, int branch);

/* Reads the event of a message. An unknown event becomes a remark with the name in the file, one without a
 * row a remark with its bytes.  */
void file_read_event(struct match_file *file, struct message *message);

void pattern_free(struct pattern *pattern);

/* Forgets the turns that were read, because they may have changed.  */
void file_forget_older(struct match_file *file);
void file_free_older(struct match_file *file);
/* Lets a match of that branch read the turns that it does not keep, as long as the file is open.  */
void file_lend_older(struct match_file *file, int branch, struct match *match);

/* Writes all of the match as lines of JSON. NULL, or a problem that the caller frees; errors of writing are
 * left to ferror().  */
char *match_file_lines(struct match_file *file, FILE *to);

#endif
