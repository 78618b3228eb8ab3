/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* file.h - what the files of the record room share: an open match file, its tables and its statements.
 *
 * Included by src/record alone; everybody else uses ringside/match_file.h.  */
#ifndef RINGSIDE_RECORD_FILE_H
#define RINGSIDE_RECORD_FILE_H

#include "ringside/bytes.h"
#include "ringside/match_file.h"

#include <sqlite3.h>

/* A kind of message is its seat, direction and channel together.  A match has about ten of them, so that a
 * row needs one small number for all three, and the kinds of a whole stretch of messages fit into a
 * bit set.  */
struct kind {
	int seat;
	enum direction direction;
	enum channel channel;
};

enum {
	/* Bits of a stretch's set; kinds from the last on share its bit.  */
	KIND_BITS = 63,
	/* Message n is in stretch n >> STRETCH_SHIFT.  schema.c has the same number in its SQL.  */
	STRETCH_SHIFT = 10,
};

/* Prepared when first used and kept: the SQL is beside the name, in schema.c.  */
enum statement {
	STATEMENT_BEGIN,
	STATEMENT_COMMIT,
	STATEMENT_READ,
	STATEMENT_VERSION,
	STATEMENT_ADD_MATCH,
	STATEMENT_ADD_SEAT,
	STATEMENT_ADD_OPTION,
	STATEMENT_ADD_MESSAGE,
	STATEMENT_ADD_EVENT,
	STATEMENT_ADD_EVENT_KIND,
	STATEMENT_ADD_KIND,
	STATEMENT_ADD_STRETCH,
	STATEMENT_ADD_TURN,
	STATEMENT_ADD_BRANCH,
	STATEMENT_ADD_VERDICT,
	STATEMENT_ADD_PROOF,
	STATEMENT_SET_NAME,
	STATEMENT_SET_STARTED,
	STATEMENT_STARTED,
	STATEMENT_WRITER,
	STATEMENT_KINDS,
	STATEMENT_LAST,
	STATEMENT_BRANCH_AT,
	STATEMENT_NEWEST_BRANCH,
	STATEMENT_BRANCH,
	STATEMENT_BRANCHES,
	STATEMENT_BEFORE,
	STATEMENT_AFTER,
	STATEMENT_EVENT,
	STATEMENT_MATCH,
	STATEMENT_SEATS,
	STATEMENT_SITTING,
	STATEMENT_OPTIONS,
	STATEMENT_TURNS,
	STATEMENT_TURN_COUNT,
	STATEMENT_FORGIVEN,
	STATEMENT_VERDICT,
	STATEMENT_PROOFS,
	STATEMENT_REMARKS,
	STATEMENT_SIZES,
	STATEMENT_FLAGGED,
	STATEMENT_TIMEOUTS,
	STATEMENT_LATER_TURN,
	STATEMENT_COUNT
};

#define KIND_BIT(kind) ((int64_t)1 << ((kind) < KIND_BITS ? (kind) : KIND_BITS - 1))

struct pattern; /* query.c */
struct older;   /* older.c */

/* What a branch gives to a history: messages `first` to `last`, those of the turns that were taken back after
   them too.  */
struct stage {
	int branch;
	int64_t first, last;
	int turns; /* so many turns were not taken back; INT_MAX: none was */
};

/* The history of a branch: its stages, in the order of the match.  */
struct history {
	bool known;
	int branch; /* whose it is */
	int newest; /* the newest branch when it was found out: the last stage of that has no end */
	struct stage *stages;
	int count;
};

struct match_file {
	char *path;
	sqlite3 *db;
	sqlite3_stmt *statements[STATEMENT_COUNT];
	int lock;            /* a descriptor that holds the writer's lock or can see it; -1: none */
	bool is_writer;      /* by match_file_create() or match_file_append() */
	bool writing;        /* is the writer, and nothing went wrong so far */
	bool pending;        /* rows wait for match_file_commit() */
	bool good;           /* nothing went wrong since the call that reads began */
	int schema;          /* the version of its tables */
	struct older *older; /* a list, one for each branch that was asked for; NULL: none was */
	char *problem;
	char *notice; /* match_file_notice() */

	int wanted;     /* the branch to show; -1: the newest */
	unsigned shows; /* match_file_shows() */
	struct history history;
	struct history aside; /* of what was asked for last without showing it */

	int branch;        /* the current one, when writing */
	int64_t stretch;   /* the one that is being written */
	int64_t unwritten; /* bit set of its kinds that the file may not have yet */
	int16_t kind_of[SEATS][EVENT + 1][CHANNEL_COUNT]; /* 1 + the id of a kind; 0: none yet */

	struct kind *kinds; /* by id */
	int kind_count;
	int64_t version; /* PRAGMA data_version when last asked */
	char **words;    /* what match_file_match() gave out as static strings */
	int word_count;
	struct bytes page; /* the bytes of the messages of the last page */
	struct pattern *pattern;
};

/* schema.c */

/* The SQL that makes the tables; these of them are in older files otherwise, or not at all.  */
extern const char file_schema[];
#define SCHEMA_SEAT                                                                                          \
	"CREATE TABLE seat (branch INTEGER, seat INTEGER, kind TEXT, command TEXT, name TEXT,"               \
	" PRIMARY KEY (branch, seat)) WITHOUT ROWID;"
#define SCHEMA_EVENT                                                                                         \
	"CREATE TABLE event (n INTEGER PRIMARY KEY, event TEXT, word TEXT, a INTEGER, b INTEGER,"            \
	" c INTEGER);"                                                                                       \
	"CREATE TABLE event_kind (event TEXT PRIMARY KEY, word TEXT, a TEXT, b TEXT, c TEXT, text TEXT)"     \
	" WITHOUT ROWID;"
#define SCHEMA_MESSAGE                                                                                       \
	"CREATE VIEW message AS SELECT m.n, branch, t_ns, seat, dir, channel, turn, flags,"                  \
	" CASE WHEN e.n IS NULL THEN bytes ELSE e.event || ifnull(' ' || f.a || '=' || e.a, '') ||"          \
	" ifnull(' ' || f.b || '=' || e.b, '') || ifnull(' ' || f.c || '=' || e.c, '') ||"                   \
	" ifnull(' ' || f.word || '=' || e.word, '') ||"                                                     \
	" iif(length(bytes), ' ' || ifnull(f.text, 'text') || '=' || CAST(bytes AS TEXT), '') END AS bytes," \
	" e.event, e.word, e.a, e.b, e.c FROM message_row m JOIN kind ON kind.id = m.kind"                   \
	" LEFT JOIN event e ON e.n = m.n LEFT JOIN event_kind f ON f.event = e.event;"
/* Writes what the fields of each kind of event are called.  False: a problem is kept.  */
bool file_write_kinds_of_events(struct match_file *file);
/* The statement, reset and ready to be bound; NULL, with a problem kept, when it cannot be prepared.  */
sqlite3_stmt *file_statement(struct match_file *file, enum statement statement);
/* Runs a statement that gives no rows.  False: a problem is kept.  */
bool file_run(struct match_file *file, sqlite3_stmt *statement);
/* Several reads of one state of the file: end it when begin said true.  */
bool file_begin_read(struct match_file *file);
void file_end_read(struct match_file *file);

/* open.c */

/* The path in a form that SQLite takes for the name of a file: not ":memory:", not "file:x".  The caller
   frees.  */
char *file_plain_path(const char *path);
/* Makes a new, empty file; an existing one is refused.  Its descriptor, or -1 and a problem that the caller
   frees.  */
int file_make_empty(const char *path, char **problem);
/* Runs SQL that gives no rows.  False: SQLite knows why.  */
bool file_execute(struct match_file *file, const char *sql);
/* Is there a process that writes the file?  */
bool file_path_is_locked(const char *path);

/* upgrade.c */

/* Lets SQL read the sentences of older files.  False: there is no memory for that.  */
bool file_knows_sentences(sqlite3 *db);
/* Lets the tables of an older file look like new ones.  False: SQLite knows why.  */
bool file_view_as_new(struct match_file *file);
/* Somebody else may have made them new.  */
void file_look_again(struct match_file *file);
/* Makes them new, all or, when false, none (the transaction is still open then); SQLite knows why.  */
bool file_make_new(struct match_file *file);

/* problem.c */

/* What SQLite's last error means, for people; the caller frees.  */
char *file_error(sqlite3 *db);
/* Keeps what SQLite says as the file's problem, if it is the first, and ends the writing: what was recorded
 * until now is committed if that can be done.  Always false.  */
bool file_failed(struct match_file *file);
/* Keeps the problem that the file holds what ringside does not write.  Always false.  */
bool file_damaged(struct match_file *file, const char *what);

/* write.c */

/* The name of each direction in the file.  */
extern const char *const file_directions[EVENT + 1];
/* The rows that follow belong to one transaction.  False: nothing is written any more.  */
bool file_begin_write(struct match_file *file);
/* Gives the file the kinds of the stretch being written, so that queries find all its messages.  */
bool file_write_stretch(struct match_file *file);
/* A kind gets the next id.  */
int file_keep_kind(struct match_file *file, struct kind kind);

/* branch.c */

/* As match_file_seat(), in the transaction that there is.  False: a problem is kept.  */
bool file_write_seat(struct match_file *file, int seat, const struct seat_setup *setup);

/* unfinished.c */

/* Fills match->unfinished[seat] from the messages of an older file, whose match is over.  */
void file_find_unfinished(struct match_file *file, struct match *match, int seat);

/* read.c */

/* A number of a row that must be in a range; `absent` when the row has none.  False: a problem is kept.  */
bool file_number(struct match_file *file, sqlite3_stmt *row, int column, int64_t least, int64_t most,
		 int64_t absent, int64_t *value);
bool file_small(struct match_file *file, sqlite3_stmt *row, int column, int least, int most, int absent,
		int *value);
/* A word as a string that lives as long as the file; "" where somebody has written thousands.  */
const char *file_word(struct match_file *file, const char *from);
/* The text of a row, owned by the caller; NULL when it has none.  */
char *file_text(sqlite3_stmt *row, int column);
/* The same; "" when it has none.  */
char *file_text_or_empty(sqlite3_stmt *row, int column);
/* The text of a row as file_word().  */
const char *file_word_at(struct match_file *file, sqlite3_stmt *row, int column);
/* Goes to the next row.  False at the end, and after an error, which is then kept; the statement is reset. */
bool file_next(struct match_file *file, sqlite3_stmt *statement);
/* As match_file_turns(), of any branch.  */
int file_turns(struct match_file *file, int branch, int from, int limit, struct turn *turns);
/* Learns the kinds that a writer has added.  */
bool file_read_kinds(struct match_file *file);

/* read_setup.c */

/* Setup, seats of that branch and options; false: a problem is kept, and the setup is to be freed.  */
bool file_read_setup(struct match_file *file, int branch, struct setup *setup, int64_t *started_us);

/* history.c */

/* The history that is shown, as of now and until the next call; NULL: a problem is kept.  */
const struct history *file_history(struct match_file *file);
/* All is of another branch until file_look_back(), without being shown.  */
struct aside {
	int wanted;
	unsigned shows;
	struct history history;
};
void file_look_aside(struct match_file *file, int branch, struct aside *aside);
void file_look_back(struct match_file *file, struct aside *aside);
/* Is there a branch with this id?  */
bool file_has_branch(struct match_file *file, int branch);

/* query.c */
void pattern_free(struct pattern *pattern);

/* older.c */
/* The turns of the file may be others now.  */
void file_forget_older(struct match_file *file);
/* For match.older of a match of that branch; `user` lives as long as the file.  */
const struct turn *file_older(void *user, int n);
void *file_older_user(struct match_file *file, int branch);
void file_free_older(struct match_file *file);

/* jsonl.c */

/* All of the match as lines of JSON.  NULL, or a problem; the caller frees.  */
char *match_file_lines(struct match_file *file, FILE *to);

#endif
