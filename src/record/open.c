/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* open.c - makes, opens and closes match files, and says what can be wrong with one.  */
#include "config.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
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

char *file_plain_path(const char *path)
{
	return bytes_text("%s%s", *path == '/' || *path == '\0' ? "" : "./", path);
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

/* The lock of a writer. The kernel releases it however the process ends. It belongs to the descriptor and
 * covers a byte far beyond the file, so it does not meet SQLite's locks, which belong to the process.  */
static struct flock writers_lock(short type)
{
	return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = FILE_LOCK, .l_len = 1};
}

bool file_execute(struct match_file *file, const char *sql)
{
	return sqlite3_exec(file->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool file_ask(struct match_file *file, const char *sql, int *answer)
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

/* Opens the empty file and makes the tables; without a setup it stays empty.  */
static bool make_file(struct match_file *file, const struct setup *setup)
{
	char *path = file_plain_path(file->path);
	bool made;

	made = sqlite3_open_v2(path, &file->db,
			       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
			       NULL) == SQLITE_OK &&
	       sqlite3_busy_timeout(file->db, PATIENCE) == SQLITE_OK && file_set_up_writing(file, !*path) &&
	       (!setup || file_make_tables(file));
	free(path);
	file->writing = made;
	if (made && setup && file_write_setup(file, setup, file_now_us()))
		match_file_commit(file);
	return made && !file->problem;
}

bool file_is_empty(const char *path)
{
	char first = 0;

	return access(path, R_OK) == 0 && (file_beginning(path, &first, 1) == 0 || first == '\0');
}

void file_await_writer(const char *path)
{
	const struct timespec step = {.tv_nsec = 5000000};
	const int steps = 400;

	for (int i = 0; i < steps && file_is_empty(path) && match_file_is_locked(path); i++)
		nanosleep(&step, NULL);
}

static char *check_empty(const char *path)
{
	file_await_writer(path);
	if (!file_is_empty(path))
		return NULL;
	if (match_file_is_locked(path))
		return bytes_text("%s: is empty: another ringside is writing it, so try again", path);
	return bytes_text("%s: is empty: no match was recorded in it", path);
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
	return check_empty(path);
}

static bool connect(struct match_file *file, const char *path, int flags)
{
	int tables;

	sqlite3_close(file->db);
	file->db = NULL;
	return sqlite3_open_v2(path, &file->db, SQLITE_OPEN_NOMUTEX | flags, NULL) == SQLITE_OK &&
	       sqlite3_busy_timeout(file->db, PATIENCE) == SQLITE_OK && file_guard(file->db) &&
	       file_ask(file, "SELECT count(*) FROM sqlite_schema", &tables);
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
	char *path = file_plain_path(file->path);
	char *log = bytes_text("%s-wal", path), *journal = bytes_text("%s-journal", path);
	char *uri = immutable_uri(path);
	struct stat status;
	bool logged = stat(log, &status) == 0 && status.st_size > 0;
	bool connected = connect(file, path, SQLITE_OPEN_READONLY);
	int refused = connected ? SQLITE_OK : sqlite3_errcode(file->db) & 0xff;
	char *problem = NULL, *why;

	if (!logged &&
	    (refused == SQLITE_CANTOPEN || (refused == SQLITE_READONLY && access(journal, F_OK) != 0)))
		connected = connect(file, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
	if (!connected && (refused == SQLITE_READONLY || refused == SQLITE_CANTOPEN))
		connected = connect_apart(file, path, &problem);
	if (!connected && !problem && (sqlite3_errcode(file->db) & 0xff) == SQLITE_NOTADB) {
		problem = bytes_text("%s: is not a match file, nor in another format that ringside reads",
				     file->path);
	} else if (!connected && !problem) {
		why = file_error(file->db);
		problem = bytes_text("%s: cannot be read: %s", file->path, why);
		free(why);
	}
	free(uri);
	free(log);
	free(journal);
	free(path);
	return problem;
}

/* NULL, or why the file cannot be read. Only files of this version are.  */
static char *check_version(struct match_file *file)
{
	int application = 0, version = 0;
	char *writer, *problem;

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
		problem = bytes_text(
			"%s: is a match file of version %d, written by %s; this is ringside %s, which "
			"reads version %d: open it with the newer one",
			file->path, version, writer, PACKAGE_VERSION, MATCH_FILE_VERSION);
		free(writer);
		return problem;
	}
	return file_refuse_foreign(file);
}

struct match_file *match_file_create(const char *path, const struct setup *setup, char **problem)
{
	struct flock lock = writers_lock(F_WRLCK);
	struct match_file *file;
	char *why;
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
	if (make_file(file, setup)) {
		file->is_writer = true;
		return file;
	}
	file->writing = false;
	why = file_error(file->db);
	*problem = bytes_text("%s: cannot be made: %s", *path ? path : "a temporary match file", why);
	free(why);
	match_file_close(file);
	if (*path)
		unlink(path);
	return NULL;
}

struct match_file *match_file_open(const char *path, char **problem)
{
	struct match_file *file;

	*problem = check_path(path);
	if (*problem)
		return NULL;
	file = file_new(path);
	*problem = connect_any(file);
	if (!*problem)
		*problem = check_version(file);
	file->lock = open(path, O_RDONLY | O_CLOEXEC);
	if (!*problem) {
		file_may_be_cancelled(file);
		file_notice_gaps(file);
		return file;
	}
	match_file_close(file);
	return NULL;
}

/* Tests with a write that changes nothing whether the file can be written. NULL, or a problem.  */
static char *begin_to_write(struct match_file *file)
{
	char *path = file_plain_path(file->path), *why, *problem = NULL;

	if (!connect(file, path, SQLITE_OPEN_READWRITE) || !file_set_up_writing(file, false) ||
	    !file_execute(file, "BEGIN IMMEDIATE; UPDATE match SET ringside = ringside; COMMIT")) {
		why = file_error(file->db);
		problem = bytes_text("%s: cannot be written: %s", file->path, why);
		free(why);
	}
	free(path);
	return problem;
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

struct match_file *match_file_append(const char *path, char **problem)
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
		*problem = lock_to_write(file);
	if (!*problem)
		*problem = begin_to_write(file);
	if (!*problem) {
		file->is_writer = true;
		file->good = true;
		if (file_read_kinds(file))
			file->branch = match_file_shown(file);
		if (file->problem)
			*problem = bytes_text("%s", file->problem);
		file->writing = !*problem;
	}
	if (!*problem)
		return file;
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
