/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* open.c - makes, opens, copies and closes match files, and says what can be wrong with one.
 *
 * A file that cannot be read as it lies there, because its match was not closed: a copy of it is repaired, so
 * that the file and what lies beside it stay as they are.
 *
 * When any descriptor of a file is closed, the kernel releases all locks that SQLite has on the file in this
 * process. Then another program could write into a commit of the writer's thread. So a descriptor of a file
 * that this process writes stays open until the thread has closed its connection. SQLite does the same with
 * its own. For the same reason the writer's own connection, and one to read beside it, never open and close
 * the file by themselves.
 *
 * A match file may come from a stranger. What SQLite does with it is limited, and tables, views, triggers and
 * indexes that no ringside has made are refused: a view in place of a table could run for ever, and a trigger
 * would change what is written. What remains are values, which read.c checks.  */
#include "file.h"

#include "config.h"
#include "recorder_state.h"
#include "ringside/loop.h"
#include "ringside/text_file.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	/* ms to wait for another program that locks the file; a judge cannot wait longer.  */
	PATIENCE = 200,
};

enum { PIECE = 1 << 16 };

struct written {
	dev_t device;
	ino_t inode;
	int *kept;
	int count;
	struct written *next;
};

enum {
	WRITER_PATIENCE = 100
}; /* ms that the writer's thread waits for a lock before it looks after other files */

#define MS ((int64_t)1000000)

/* SQLite makes these itself: for keys, and on ANALYZE.  */
#define OF_OTHERS                                                                                            \
	"SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND NOT (type = 'table' AND name"   \
	" IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))"

/* What a writer leaves beside its file.  */
static const char *const parts[] = {"", "-journal", "-wal"};

static struct {
	pthread_mutex_t lock;
	struct written *list;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* SQLite asks now and then whether to end a query.  */
static int is_awaited(void *user UNUSED)
{
	return loop_is_interrupted();
}

/* From now on each query ends soon when somebody waits for the program (loop_is_interrupted()): SIGINT,
 * SIGTERM, or `q` on the screen. For a connection of the loop's thread.  */
static void file_may_be_cancelled(struct match_file *file)
{
	enum { INSTRUCTIONS = 20000 }; /* of SQLite, 1 or 2 ms: most queries take fewer */

	sqlite3_progress_handler(file->db, INSTRUCTIONS, is_awaited, NULL);
}

/* The path as a URI that tells SQLite that no process will write the file.  */
static char *immutable_uri(const char *path)
{
	struct bytes uri = {0};

	bytes_add_text(&uri, "file:");
	for (const char *c = path; *c; c++)
		if (strchr("%?#", *c))
			bytes_addf(&uri, "%%%02x", (unsigned)*c);
		else
			bytes_add(&uri, c, 1);
	bytes_add_text(&uri, "?immutable=1");
	return uri.at;
}

/* SQLite need not count its memory, and no two threads use the same connection. It takes memory for a page of
 * a file when it needs one: 20 pages at once took 50 page faults for a short match.  */
static void configure(void)
{
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
	sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
}

/* The lock of a writer. The kernel releases it however the process ends. It belongs to the descriptor and
 * covers a byte far beyond the file, so it does not meet SQLite's locks, which belong to the process.  */
static struct flock writers_lock(short type)
{
	return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = FILE_LOCK, .l_len = 1};
}

/* "PATH: cannot be read: it is damaged", of SQLite's last error in `db`; the caller frees.  */
static char *trouble(const char *path, const char *what, sqlite3 *db)
{
	FREED char *why = file_error(db);

	return bytes_text("%s: %s: %s", path, what, why);
}

/* Opens a connection. False: SQLite knows why.  */
static bool open_connection(struct match_file *file, const char *path, int flags, int patience_ms)
{
	return sqlite3_open_v2(path, &file->db, SQLITE_OPEN_NOMUTEX | flags, NULL) == SQLITE_OK &&
	       sqlite3_busy_timeout(file->db, patience_ms) == SQLITE_OK;
}

/* Takes up the file as the last writer left it. False: a problem is kept.  */
static bool go_on(struct match_file *file)
{
	file->good = true;
	if (file_read_kinds(file))
		file->branch = match_file_shown(file);
	return file->writing = !file->problem;
}

/* Asks a PRAGMA or a query for a number; false: it gives none.  */
static bool file_ask(struct match_file *file, const char *sql, int *answer)
{
	sqlite3_stmt *statement = NULL;
	bool given = sqlite3_prepare_v2(file->db, sql, -1, &statement, NULL) == SQLITE_OK &&
		     sqlite3_step(statement) == SQLITE_ROW;

	if (given)
		*answer = sqlite3_column_int(statement, 0);
	return sqlite3_finalize(statement) == SQLITE_OK && given;
}

/* The version of ringside that wrote the file, for people; the caller frees. Its tables are not known, but a
 * view, which could run for ever, is none of them.  */
static char *writer_of(struct match_file *file)
{
	static const char table[] =
		"SELECT count(*) FROM sqlite_schema WHERE name = 'match' AND type = 'table' AND rootpage";
	sqlite3_stmt *statement = NULL;
	char *writer = NULL, *escaped;
	int tables = 0;

	if (file_ask(file, table, &tables) && tables &&
	    sqlite3_prepare_v2(file->db, "SELECT ringside FROM match", -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0)) {
		escaped = bytes_escaped(sqlite3_column_blob(statement, 0),
					(size_t)sqlite3_column_bytes(statement, 0));
		writer = bytes_text("ringside %s", escaped);
		free(escaped);
	}
	sqlite3_finalize(statement);
	return writer ? writer : bytes_text("a newer ringside");
}

/* Opens the empty file and makes the tables; without a setup it stays empty.  */
static bool make_file(struct match_file *file, const struct setup *setup)
{
	FREED char *path = file_plain_path(file->path);
	bool made = open_connection(file, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, PATIENCE) &&
		    file_set_up_writing(file, !*path) && (!setup || file_make_tables(file));

	file->writing = made;
	if (made && setup && file_write_setup(file, setup, file_now_us()))
		match_file_commit(file);
	return made && !file->problem;
}

/* Has nobody written a match into the file?  The first page of a match is written last.  */
static bool file_is_empty(const char *path)
{
	char first = 0;

	return access(path, R_OK) == 0 && (file_beginning(path, &first, 1) == 0 || first == '\0');
}

/* If the file is empty, waits at most 2 s until its writer has written, which it does each 100 ms, or has
 * ended.  */
static void file_await_writer(const char *path)
{
	const struct timespec step = {.tv_nsec = 5000000};
	const int steps = 400;

	for (int i = 0; i < steps && file_is_empty(path) && match_file_is_locked(path); i++)
		nanosleep(&step, NULL);
}

/* NULL, or why SQLite need not try to open the path.  */
static char *check_path(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0 && errno == ENOENT)
		return bytes_text("%s: there is no such file: give the path of a match file", path);
	if (access(path, R_OK) != 0)
		return bytes_text("%s: cannot be read: %s", path, strerror(errno));
	if (S_ISDIR(status.st_mode))
		return bytes_text("%s: is a directory: give the path of a match file in it", path);
	if (!S_ISREG(status.st_mode))
		return bytes_text("%s: is not an ordinary file: give the path of a match file", path);
	file_await_writer(path);
	if (!file_is_empty(path))
		return NULL;
	if (match_file_is_locked(path))
		return bytes_text("%s: is empty: another ringside is writing it, so try again", path);
	return bytes_text("%s: is empty: no match was recorded in it", path);
}

/* Limits what SQLite does for a file that somebody else may have made. False: SQLite knows why.  */
static bool file_guard(sqlite3 *db)
{
	/* Ringside's own are far below: a message is cut at 32 MiB, FILE_ROWS turns have 256 values.  */
	static const struct {
		int limit, most;
	} limits[] = {
		{SQLITE_LIMIT_LENGTH, 64 << 20},
		{SQLITE_LIMIT_SQL_LENGTH, 64 << 10},
		{SQLITE_LIMIT_COLUMN, 64},
		{SQLITE_LIMIT_EXPR_DEPTH, 64},
		{SQLITE_LIMIT_VDBE_OP, 25000},
		{SQLITE_LIMIT_FUNCTION_ARG, 8},
		{SQLITE_LIMIT_ATTACHED, 1}, /* VACUUM */
		{SQLITE_LIMIT_VARIABLE_NUMBER, 256},
		{SQLITE_LIMIT_TRIGGER_DEPTH, 1},
		{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64},
		{SQLITE_LIMIT_WORKER_THREADS, 0},
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
		sqlite3_limit(db, limits[i].limit, limits[i].most);
	return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
	       sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK &&
	       sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
	       sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL) == SQLITE_OK;
}

static bool connect(struct match_file *file, const char *path, int flags)
{
	int tables;

	sqlite3_close(file->db);
	file->db = NULL;
	return open_connection(file, path, flags, PATIENCE) && file_guard(file->db) &&
	       file_ask(file, "SELECT count(*) FROM sqlite_schema", &tables);
}

static bool copy_bytes(int from, int to)
{
	FREED char *piece = bytes_new(PIECE);
	ssize_t size;

	while ((size = read(from, piece, PIECE)) > 0 && text_file_write(to, piece, (size_t)size))
		;
	return size == 0;
}

/* Closes a descriptor of a match file, or keeps it open while this process writes the file. -1: none.  */
static void file_close_descriptor(int fd)
{
	struct written *written;
	struct stat status;

	if (fd < 0)
		return;
	pthread_mutex_lock(&all.lock);
	written = fstat(fd, &status) == 0 ? all.list : NULL;
	while (written && (written->device != status.st_dev || written->inode != status.st_ino))
		written = written->next;
	if (written) {
		written->kept =
			bytes_resized(written->kept, ((size_t)written->count + 1) * sizeof *written->kept);
		written->kept[written->count++] = fd;
	} else {
		close(fd);
	}
	pthread_mutex_unlock(&all.lock);
}

/* Copies one part, if it is there. 0, or errno.  */
static int copy_part(const char *from, const char *to, const char *part)
{
	FREED char *source = bytes_text("%s%s", from, part), *target = bytes_text("%s%s", to, part);
	int in = open(source, O_RDONLY | O_CLOEXEC), out = -1, error = 0;

	if (in < 0)
		error = errno == ENOENT && *part ? 0 : errno;
	else if ((out = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)) < 0 ||
		 !copy_bytes(in, out))
		error = errno ? errno : EIO;
	file_close_descriptor(in);
	if (out >= 0)
		close(out);
	return error;
}

/* Removes what is left of the copy, and frees its name. A connection that is open can still read it.  */
static void file_remove_apart(char *name)
{
	free(match_file_remove(name));
	free(name);
}

/* Copies a file and what lies beside it to a folder for temporary files. Returns the name of the copy for
 * file_remove_apart(). NULL and a problem, which the caller frees: it cannot be copied.  */
static char *file_copy_apart(const char *path, char **problem)
{
	char *name = file_temporary_name(problem);
	int error = 0;

	if (!name)
		return NULL;
	for (size_t i = 0; i < sizeof parts / sizeof *parts && !error; i++)
		error = copy_part(path, name, parts[i]);
	if (!error)
		return name;
	*problem = bytes_text(
		"%s: its match was not closed, and it cannot be copied to %s, where it could be read: %s",
		path, name, strerror(error));
	file_remove_apart(name);
	return NULL;
}

/* Connects to a copy of the file that SQLite repairs: it rolls a journal back, and takes a log in.  */
static bool connect_apart(struct match_file *file, const char *path, char **problem)
{
	char *copy = file_copy_apart(path, problem);
	bool connected = copy && connect(file, copy, SQLITE_OPEN_READWRITE) &&
			 file_execute(file, "PRAGMA journal_mode = DELETE") &&
			 connect(file, copy, SQLITE_OPEN_READONLY);

	if (copy)
		file_remove_apart(copy);
	return connected;
}

/* Connects to the file, and leaves it as it is. It may still be in WAL mode if it was read while it was
 * written. That mode needs a second file in the folder; if it cannot be made and there is no log, the file is
 * opened as immutable. A writer that was killed may leave a journal, and a log may lie in a folder that
 * cannot be written: then a copy is read.  */
static char *connect_any(struct match_file *file)
{
	FREED char *path = file_plain_path(file->path);
	FREED char *log = bytes_text("%s-wal", path), *journal = bytes_text("%s-journal", path);
	FREED char *uri = immutable_uri(path);
	struct stat status;
	bool logged = stat(log, &status) == 0 && status.st_size > 0;
	bool connected = connect(file, path, SQLITE_OPEN_READONLY);
	int refused = connected ? SQLITE_OK : sqlite3_errcode(file->db) & 0xff;
	char *problem = NULL;

	if (!logged &&
	    (refused == SQLITE_CANTOPEN || (refused == SQLITE_READONLY && access(journal, F_OK) != 0)))
		connected = connect(file, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
	if (!connected && (refused == SQLITE_READONLY || refused == SQLITE_CANTOPEN))
		connected = connect_apart(file, path, &problem);
	if (!connected && !problem)
		problem = (sqlite3_errcode(file->db) & 0xff) == SQLITE_NOTADB
				  ? bytes_text("%s: is not a match file, nor in another format that ringside "
					       "reads",
					       file->path)
				  : trouble(file->path, "cannot be read", file->db);
	return problem;
}

/* Is `sql` the statement that begins at `own`, up to its `;` or its end? Spaces do not count. `end` gets
 * where it ends.  */
static bool is_same(const char *own, const char *sql, const char **end)
{
	bool same = true;

	for (; *own && *own != ';'; own++)
		if (*own != ' ') {
			sql += strspn(sql, " \n\t");
			same = same && *own == *sql;
			sql += same;
		}
	*end = own;
	return same && !*sql;
}

/* What a person can do about it; the caller frees. A changed table or view is needed, so that its removal
 * does not help.  */
static char *advice(const char *type, const char *name)
{
	FREED char *table = bytes_text("CREATE TABLE %s (", name),
		   *view = bytes_text("CREATE VIEW %s AS ", name);
	bool own = strstr(file_schema, table) || strstr(file_schema, view) ||
		   strstr(file_schema_kibitz, table) || strstr(file_schema_arrival, table);
	char *text =
		own ? bytes_text("the %s \"%s\" in it is not as ringside makes it: somebody has changed the "
				 "file: ask for the one that ringside wrote",
				 type, name)
		    : bytes_text("the %s \"%s\" in it is not one that ringside makes: remove it from a copy "
				 "with sqlite3",
				 type, name);

	return text;
}

/* NULL, or that the file has a table, view, trigger or index that no ringside made, with its name; the caller
 * frees.  */
static char *file_refuse_foreign(struct match_file *file)
{
	const char *const schemas[] = {file_schema, file_schema_kibitz, file_schema_arrival};
	sqlite3_stmt *row = NULL;
	char *problem = NULL, *name, *why;
	int status = sqlite3_prepare_v2(file->db, OF_OTHERS, -1, &row, NULL);

	while (!problem && status == SQLITE_OK && (status = sqlite3_step(row)) == SQLITE_ROW) {
		const char *sql = (const char *)sqlite3_column_text(row, 2); /* NULL: there is no memory */
		bool own = false;

		for (int i = 0; i < 3; i++)
			for (const char *at = schemas[i], *end; sql && *at && !own; at = *end ? end + 1 : end)
				own = is_same(at, sql, &end);
		status = sql ? SQLITE_OK : SQLITE_NOMEM;
		if (own || !sql)
			continue;
		name = bytes_escaped(sqlite3_column_blob(row, 1), (size_t)sqlite3_column_bytes(row, 1));
		why = advice((const char *)sqlite3_column_text(row, 0), name);
		problem = bytes_text("%s: is no match file of ringside alone: %s", file->path, why);
		free(why);
		free(name);
	}
	if (!problem && status != SQLITE_DONE)
		problem = trouble(file->path, "cannot be read", file->db);
	sqlite3_finalize(row);
	return problem;
}

/* NULL, or why the file cannot be read. Only files of this version are.  */
static char *check_version(struct match_file *file)
{
	int application = 0, version = 0;
	FREED char *writer = NULL;

	if (!file_ask(file, "PRAGMA application_id", &application) ||
	    !file_ask(file, "PRAGMA user_version", &version))
		return bytes_text("%s: cannot be read: %s", file->path, sqlite3_errmsg(file->db));
	if (application != FILE_APPLICATION)
		return bytes_text("%s: is an SQLite file, but not a match file: ringside did not write it",
				  file->path);
	if (version < MATCH_FILE_VERSION)
		return bytes_text("%s: is a match file of version %d; this is ringside %s, which reads "
				  "version %d: open it with the older one, or play the match anew",
				  file->path, version, PACKAGE_VERSION, MATCH_FILE_VERSION);
	if (version > MATCH_FILE_VERSION) {
		writer = writer_of(file);
		return bytes_text(
			"%s: is a match file of version %d, written by %s; this is ringside %s, which "
			"reads version %d: open it with the newer one",
			file->path, version, writer, PACKAGE_VERSION, MATCH_FILE_VERSION);
	}
	return file_refuse_foreign(file);
}

/* Tests with a write that changes nothing whether the file can be written. NULL, or a problem.  */
static char *begin_to_write(struct match_file *file)
{
	FREED char *path = file_plain_path(file->path);

	if (!connect(file, path, SQLITE_OPEN_READWRITE) || !file_set_up_writing(file, false) ||
	    !file_execute(file, "BEGIN IMMEDIATE; UPDATE match SET ringside = ringside; COMMIT"))
		return trouble(file->path, "cannot be written", file->db);
	return NULL;
}

/* Takes the writer's lock.  NULL, or why it cannot be had.  */
static char *lock_to_write(struct match_file *file)
{
	struct flock lock = writers_lock(F_WRLCK);

	file->lock = open(file->path, O_RDWR | O_CLOEXEC);
	if (file->lock < 0)
		return bytes_text("%s: cannot be written: %s: make a copy with `save`", file->path,
				  strerror(errno));
	if (fcntl(file->lock, F_OFD_SETLK, &lock) == 0)
		return NULL;
	return bytes_text("%s: is being written by another ringside: wait until its match has ended",
			  file->path);
}

/* A new file with a name of its own.  */
static int make_temporary(char **name, char **problem)
{
	static const char *const folders[] = {"/var/tmp", "/tmp"};
	const char *folder = getenv("TMPDIR");
	int fd = -1;

	for (size_t i = 0; !folder && i < sizeof folders / sizeof *folders; i++)
		if (access(folders[i], W_OK) == 0)
			folder = folders[i];
	*name = bytes_text("%s/ringside-XXXXXX", folder ? folder : ".");
	fd = mkostemp(*name, O_CLOEXEC);
	if (fd < 0)
		*problem =
			bytes_text("%s: a temporary match file cannot be made: %s", *name, strerror(errno));
	return fd;
}

/* SQLite asks whether to wait longer for a commit of the writer.  */
static int waits(void *user, int count UNUSED)
{
	const struct timespec step = {.tv_nsec = MS / 2};
	struct match_file *file = user;

	if (file->patience_ns <= 0)
		return 0;
	file->patience_ns -= step.tv_nsec;
	nanosleep(&step, NULL);
	return 1;
}

/* Copies all tables. NULL, or why not.  */
static char *copy_tables(struct match_file *copy, struct match_file *file)
{
	enum { STEP = 1024 }; /* pages */
	sqlite3_backup *backup = sqlite3_backup_init(copy->db, "main", file->db, "main");
	bool began = file_begin_read(file); /* else a writer could make it begin again and again */

	while (backup && sqlite3_backup_step(backup, STEP) == SQLITE_OK && !file_is_cancelled(file))
		;
	if (began)
		file_end_read(file);
	if (file_is_cancelled(file)) {
		sqlite3_backup_finish(backup);
		return bytes_text("%s", match_file_problem(file));
	}
	if (sqlite3_backup_finish(backup) == SQLITE_OK && backup && file_set_up_writing(copy, !*copy->path))
		return NULL;
	return trouble(file->path, "cannot be copied", copy->db);
}

char *file_error(sqlite3 *db)
{
	switch (sqlite3_errcode(db) & 0xff) {
	case SQLITE_FULL: return bytes_text("the disk is full");
	case SQLITE_BUSY: return bytes_text("another program keeps it locked");
	case SQLITE_NOTADB: return bytes_text("it is not an SQLite file");
	case SQLITE_CORRUPT: return bytes_text("it is damaged");
	default: return bytes_text("%s", sqlite3_errmsg(db));
	}
}

bool file_failed(struct match_file *file)
{
	FREED char *why = NULL;
	int error;

	file->good = false;
	if (file->problem || file->recorded) {
		file->writing = false;
		file->problem = file->problem ? file->problem : file_error(file->db);
		return false;
	}
	error = sqlite3_errcode(file->db) & 0xff;
	if (!file->is_writer && (error == SQLITE_BUSY || error == SQLITE_INTERRUPT)) {
		file->busy = true; /* nothing new is seen for now */
		file->cancelled = error == SQLITE_INTERRUPT;
		return false;
	}
	why = file_error(file->db);
	file->problem = bytes_text("%s: cannot be read: %s", file->path, why);
	if (file->writing) {
		int64_t last;

		file->writing = false; /* first, because the next calls may fail and lead here again */
		/* Queries never find a message without its stretch, so both are committed together or not at
		 * all. SQLite may have rolled back by itself.  */
		if (!sqlite3_get_autocommit(file->db) &&
		    (!file_write_stretch(file) || !file_execute(file, "COMMIT")))
			file_execute(file, "ROLLBACK");
		file->pending = false;
		last = match_file_newest(file);
		free(file->problem);
		file->problem = bytes_text(
			"%s: cannot be written: %s; the match continues, but is recorded only "
			"up to message %lld",
			*file->path ? file->path : "the temporary match file", why, (long long)last);
	}
	return false;
}

bool file_is_cancelled(struct match_file *file)
{
	if (file->is_writer || !loop_is_interrupted())
		return false;
	file->good = false;
	file->busy = file->cancelled = true;
	return true;
}

bool file_damaged(struct match_file *file, const char *table, int64_t row, const char *what)
{
	FREED char *of = NULL;

	if (file->problem)
		return false;
	if (strcmp(table, "turn") == 0) {
		of = bytes_text(" of branch %" PRId64, row >> 32);
		row &= UINT32_MAX;
	}
	file->problem = bytes_text("%s: is damaged: table %s, row %" PRId64 "%s: %s", file->path, table, row,
				   of ? of : "", what);
	return false;
}

const char *match_file_problem(const struct match_file *file)
{
	if (file->problem || !file->busy)
		return file->problem;
	return file->cancelled ? "reading the match file was cancelled"
			       : "the match file is locked by the program that writes it: try again";
}

bool match_file_is_busy(const struct match_file *file)
{
	return file->busy && !file->problem;
}

char *file_plain_path(const char *path)
{
	return bytes_text("%s%s", *path == '/' || *path == '\0' ? "" : "./", path);
}

int file_make_empty(const char *path, char **problem)
{
	int fd = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);

	if (fd >= 0)
		*problem = NULL;
	else if (errno == EEXIST)
		*problem = bytes_text("%s: already exists: choose another name, or remove it first", path);
	else
		*problem = bytes_text("%s: cannot be made: %s", path, strerror(errno));
	return fd;
}

struct match_file *file_new(const char *path)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct match_file *file = bytes_new(sizeof *file);

	pthread_once(&once, configure); /* SQLite refuses it after its first use, which does no harm */
	file->path = bytes_copy(path, strlen(path));
	file->lock = -1;
	file->wanted = -1;
	return file;
}

bool file_execute(struct match_file *file, const char *sql)
{
	return sqlite3_exec(file->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Sets how the connection writes.
 *
 * Nothing is synced to the disk: committed rows survive any end of this process, but a power failure may
 * destroy the file of a match in progress. A sync could take 10 ms, and a series waits for its files.
 *
 * The journal restores the file when this process is killed in a commit. A log (WAL) would let others read
 * during a commit, but it needs a file in shared memory, and who truncates that kills the judge. A journal
 * that is truncated after each commit needs the fewest system calls. A private file needs none on the disk.
 *
 * A transaction never writes before its commit, because that would keep others from reading.  */
bool file_set_up_writing(struct match_file *file, bool is_private)
{
	const char *mode = is_private ? "PRAGMA journal_mode = MEMORY" : "PRAGMA journal_mode = TRUNCATE";

	/* Others may read a file of an older ringside with its log at the same time. Then the log stays.  */
	return file_execute(file, "PRAGMA synchronous = OFF; PRAGMA cache_spill = OFF") && /* first */
	       (file_execute(file, mode) || (sqlite3_errcode(file->db) & 0xff) == SQLITE_BUSY);
}

struct match_file *match_file_create(const char *path, const struct setup *setup, char **problem)
{
	struct flock lock = writers_lock(F_WRLCK);
	struct match_file *file;
	int fd = -1;

	*problem = NULL;
	if (*path)
		fd = file_make_empty(path, problem);
	if (*problem)
		return NULL;
	file = file_new(path);
	file->lock = fd;
	if (fd >= 0)
		fcntl(fd, F_OFD_SETLK, &lock);
	file->is_writer = true; /* at once: who waits for a writer is only busy */
	if (make_file(file, setup))
		return file;
	file->writing = file->is_writer = false;
	*problem = trouble(*path ? path : "a temporary match file", "cannot be made", file->db);
	match_file_close(file);
	if (*path)
		unlink(path);
	return NULL;
}

/* Connects to a file of this version. NULL and a problem: it cannot be read.  */
static struct match_file *opened(const char *path, char **problem)
{
	struct match_file *file;

	*problem = check_path(path);
	if (*problem)
		return NULL;
	file = file_new(path);
	*problem = connect_any(file);
	if (!*problem)
		*problem = check_version(file);
	if (!*problem)
		return file;
	match_file_close(file);
	return NULL;
}

struct match_file *match_file_open(const char *path, char **problem)
{
	struct match_file *file = opened(path, problem);

	if (!file)
		return NULL;
	file->lock = open(path, O_RDONLY | O_CLOEXEC);
	file_may_be_cancelled(file);
	file_notice_gaps(file);
	return file;
}

struct match_file *match_file_append(const char *path, char **problem)
{
	struct match_file *file = opened(path, problem);

	if (!file)
		return NULL;
	*problem = lock_to_write(file);
	if (!*problem)
		*problem = begin_to_write(file);
	file->is_writer = !*problem;
	if (!*problem && go_on(file))
		return file;
	if (!*problem)
		*problem = bytes_text("%s", file->problem);
	match_file_close(file);
	return NULL;
}

void match_file_close(struct match_file *file)
{
	if (!file)
		return;
	match_file_commit(file);
	file_free_older(file);
	for (int i = 0; i < STATEMENT_COUNT; i++)
		sqlite3_finalize(file->statements[i]);
	/* A finished match is one file. If another process reads it now, an empty journal stays.  */
	if (file->is_writer && *file->path) {
		sqlite3_busy_timeout(file->db, 0);
		file_execute(file, "PRAGMA wal_checkpoint(TRUNCATE)"); /* of an older ringside */
		file_execute(file, "PRAGMA journal_mode = DELETE");
	}
	sqlite3_close(file->db);
	file_close_descriptor(file->lock); /* last, because it releases all locks of this process on it */
	for (int i = 0; i < file->word_count; i++)
		free(file->words[i]);
	free(file->words);
	free(file->notice);
	free(file->kinds);
	free(file->history.stages);
	free(file->aside.stages);
	pattern_free(file->pattern);
	bytes_free(&file->page);
	free(file->problem);
	free(file->id);
	free(file->path);
	free(file);
}

bool match_file_is_locked(const char *path)
{
	struct flock lock = writers_lock(F_RDLCK);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool locked = fd >= 0 && fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;

	file_close_descriptor(fd);
	return locked;
}

bool match_file_is_written(const struct match_file *file)
{
	struct flock lock = writers_lock(F_RDLCK);

	return fcntl(file->lock, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool match_file_is_stillborn(const char *path)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *statement = NULL;
	FREED char *plain = file_plain_path(path);
	bool stillborn;

	file_await_writer(path);
	/* SQLite reads an empty file as a database without tables. Only a connection that may write rolls
	 * back what a killed writer has left.  */
	stillborn = !match_file_is_locked(path) &&
		    (file_is_empty(path) ||
		     (sqlite3_open_v2(plain, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
			      SQLITE_OK &&
		      sqlite3_prepare_v2(db, "SELECT count(*) FROM sqlite_schema", -1, &statement, NULL) ==
			      SQLITE_OK &&
		      sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 0));

	sqlite3_finalize(statement);
	sqlite3_close(db);
	return stillborn;
}

const char *match_file_id(struct match_file *file)
{
	sqlite3_stmt *row = NULL;
	const char *id;

	if (!file->id && sqlite3_prepare_v2(file->db, "SELECT id FROM match", -1, &row, NULL) == SQLITE_OK &&
	    sqlite3_step(row) == SQLITE_ROW && (id = (const char *)sqlite3_column_text(row, 0)) && *id)
		file->id = bytes_text("%s", id);
	sqlite3_finalize(row);
	return file->id;
}

const char *match_file_path(const struct match_file *file)
{
	return file->path;
}

struct written *file_written_here(int fd)
{
	struct written *written = bytes_new(sizeof *written);
	struct stat status;

	if (fstat(fd, &status) == 0) {
		written->device = status.st_dev;
		written->inode = status.st_ino;
	}
	pthread_mutex_lock(&all.lock);
	written->next = all.list;
	all.list = written;
	pthread_mutex_unlock(&all.lock);
	return written;
}

void file_not_written(struct written *written)
{
	struct written **at = &all.list;

	pthread_mutex_lock(&all.lock);
	while (*at != written)
		at = &(*at)->next;
	*at = written->next;
	pthread_mutex_unlock(&all.lock);
	for (int i = 0; i < written->count; i++)
		close(written->kept[i]);
	free(written->kept);
	free(written);
}

size_t file_beginning(const char *path, void *bytes, size_t size)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	size_t got = 0;
	ssize_t more;

	while (fd >= 0 && got < size && (more = read(fd, (char *)bytes + got, size - got)) != 0)
		if (more > 0)
			got += (size_t)more;
		else if (errno != EINTR)
			break;
	file_close_descriptor(fd);
	return got;
}

int64_t file_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

char *file_temporary_name(char **problem)
{
	char *name = NULL;
	int fd = make_temporary(&name, problem);

	if (fd >= 0) {
		close(fd);
		unlink(name);
		return name;
	}
	free(name);
	return NULL;
}

int file_make_locked(const char *path, char **name, char **problem)
{
	struct flock lock = writers_lock(F_WRLCK);
	int fd;

	*problem = NULL;
	*name = NULL;
	if (*path) {
		fd = file_make_empty(path, problem);
		*name = fd < 0 ? NULL : file_plain_path(path);
	} else {
		fd = make_temporary(name, problem);
	}
	if (fd >= 0)
		fcntl(fd, F_OFD_SETLK, &lock);
	else
		free(*name);
	return fd;
}

struct match_file *file_connect(const char *name, bool is_private, char **why)
{
	struct match_file *file = file_new(is_private ? "" : name);

	file->recorded = true;
	file->messages_written = file->turns_written = FILE_MANY; /* a short match needs no connection */
	if (open_connection(file, name, SQLITE_OPEN_READWRITE, WRITER_PATIENCE) &&
	    file_set_up_writing(file, is_private) && go_on(file))
		return file;
	*why = file->problem ? bytes_text("%s", file->problem) : file_error(file->db);
	match_file_close(file);
	return NULL;
}

/* All of the file is copied in one commit, so it must not be large.  */
void file_enlarge_pages(struct match_file *file)
{
	FREED char *sql =
		bytes_text("PRAGMA temp_store = MEMORY; PRAGMA page_size = %d; VACUUM", FILE_LARGE_PAGE);
	int size;

	if (file_ask(file, "PRAGMA page_size", &size) && size == FILE_PAGE)
		file_execute(file, sql);
}

struct match_file *file_read_beside(const char *name, const char *path)
{
	struct match_file *file = file_new(path);

	recorder_reader_waits(file, 4 * MS);
	if (sqlite3_open_v2(name, &file->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
	    sqlite3_busy_handler(file->db, waits, file) == SQLITE_OK &&
	    file_execute(file, "SELECT 1 FROM match")) {
		file_may_be_cancelled(file);
		return file;
	}
	match_file_close(file);
	return NULL;
}

void recorder_reader_waits(struct match_file *reader, int64_t ns)
{
	reader->patience_ns = ns;
}

bool recorder_reader_holds(struct match_file *reader)
{
	reader->patience_ns = 0;
	reader->busy = false;
	if (file_begin_read(reader)) {
		match_file_newest(reader); /* only a read takes the lock */
		if (!reader->busy)
			return true;
		recorder_reader_lets_go(reader);
	}
	return false;
}

/* An error may have ended the transaction already.  */
void recorder_reader_lets_go(struct match_file *reader)
{
	if (!sqlite3_get_autocommit(reader->db))
		file_end_read(reader);
}

struct match_file *match_file_copy(struct match_file *file, const char *path, char **problem)
{
	struct match_file *copy;
	struct setup setup;

	*problem = NULL;
	if (!match_file_setup(file, 0, &setup)) {
		*problem = bytes_text("%s", match_file_problem(file));
		return NULL;
	}
	setup_free(&setup);
	copy = match_file_create(path, NULL, problem);
	if (!copy)
		return NULL;
	*problem = copy_tables(copy, file);
	copy->writing = false; /* its state is still that of the empty file */
	if (!*problem && go_on(copy))
		return copy;
	if (!*problem)
		*problem = bytes_text("%s", copy->problem);
	match_file_close(copy);
	if (*path)
		unlink(path);
	return NULL;
}

char *match_file_save(struct match_file *file, const char *path)
{
	FREED char *plain = file_plain_path(path);
	sqlite3_stmt *statement = NULL;
	char *problem;
	bool saved;
	int fd;

	if (!*path)
		return bytes_text("the copy needs a path");
	fd = file_make_empty(path, &problem);
	if (fd < 0)
		return problem;
	close(fd);
	match_file_commit(file);
	saved = sqlite3_prepare_v2(file->db, "VACUUM INTO ?", -1, &statement, NULL) == SQLITE_OK &&
		sqlite3_bind_text(statement, 1, plain, -1, SQLITE_STATIC) == SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_DONE;
	sqlite3_finalize(statement);
	if (saved)
		return NULL;
	problem = trouble(path, "cannot be written", file->db);
	unlink(path);
	return problem;
}
