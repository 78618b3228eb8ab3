/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_trouble.c - other processes, killed writers, full disks, and files that are no match files.
 */
#include "../test.h"
#include "match_file_fixture.h"

#include "ringside/session.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* SQLite calls these in place of the C library's.  */
static int syncs;

STUB(int, fsync(int fd), syncs++ < 0)
STUB(int, fdatasync(int fd), fsync(fd))

/* Runs in a process of its own; the return value is its exit status.  */
static pid_t forked(int (*run)(int in, int out), int *to, int *from)
{
	int in[2], out[2];
	pid_t child;

	assert_int_equal(pipe(in), 0);
	assert_int_equal(pipe(out), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(in[1]);
		close(out[0]);
		_exit(run(in[0], out[1]));
	}
	close(in[0]);
	close(out[1]);
	*to = in[1];
	*from = out[0];
	return child;
}

/* For each byte it gets, writes ten messages and commits them, then writes ten more without committing, and
 * answers.  */
static int write_on_demand(int in, int out)
{
	struct setup setup = setup_of("gomocup");
	char *problem, byte;
	struct match_file *file = match_file_create(match_path, &setup, &problem);
	int64_t n = 0;

	if (!file || write(out, "", 1) != 1)
		return 1;
	while (read(in, &byte, 1) == 1) {
		for (int i = 0; i < 10; i++)
			add_text(file, ++n, SEAT_1, CHANNEL_MOVE, "x");
		match_file_commit(file);
		for (int i = 0; i < 10; i++)
			add_text(file, ++n, SEAT_2, CHANNEL_DEBUG, "x");
		if (write(out, "", 1) != 1)
			return 1;
	}
	match_file_close(file);
	return 0;
}

static void let_it_write(int to, int from)
{
	char byte;

	assert_int_equal(write(to, "", 1), 1);
	assert_int_equal(read(from, &byte, 1), 1);
}

TEST_IN(a_follower_sees_each_commit_and_nothing_else, begin_directory, end_directory)
{
	int to, from, status;
	char byte;
	struct message got[64];
	struct match_file *file FREED_BY(match_file_end);
	pid_t child = forked(write_on_demand, &to, &from);

	assert_int_equal(read(from, &byte, 1), 1);
	file = opened(match_path);
	match_file_changed(file);
	assert_false(match_file_changed(file));
	assert_int_equal(match_file_last(file), 0);
	for (int round = 0; round < 3; round++) {
		let_it_write(to, from);
		assert_true(match_file_changed(file));
		assert_false(match_file_changed(file));
		assert_int_equal(match_file_last(file), 10 + 20 * round);
		assert_int_equal(match_file_after(file, &everything, 0, 64, got), 10 + 20 * round);
	}
	close(to);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_true(match_file_changed(file));
	assert_int_equal(match_file_last(file), 60);
	assert_null(match_file_problem(file));
	close(from);
}

TEST_IN(a_killed_writer_leaves_everything_it_committed, begin_directory, end_directory)
{
	int to, from, status;
	char byte;
	struct message got[64];
	struct match_file *file FREED_BY(match_file_end);
	struct match match FREED_BY(match_free);
	pid_t child = forked(write_on_demand, &to, &from);

	assert_int_equal(read(from, &byte, 1), 1);
	let_it_write(to, from);
	let_it_write(to, from);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	file = opened(match_path);
	assert_int_equal(match_file_last(file), 30);
	assert_int_equal(match_file_after(file, &everything, 0, 64, got), 30);
	match = matched(file);
	assert_false(match.over);
	close(to);
	close(from);
}

TEST_IN(a_finished_match_is_a_single_file, begin_directory, end_directory)
{
	struct match_file *file = created(match_path);
	char log[160], header[20];
	FILE *written;

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	snprintf(log, sizeof log, "%s-wal", match_path);
	assert_int_equal(access(log, F_OK), -1);
	snprintf(log, sizeof log, "%s-shm", match_path);
	assert_int_equal(access(log, F_OK), -1);
	/* Nor does the file need a log: in a file in WAL mode this byte is 2.  */
	written = fopen(match_path, "r");
	assert_non_null(written);
	assert_int_equal(fread(header, 1, sizeof header, written), sizeof header);
	assert_int_equal(header[18], 1);
	fclose(written);
}

TEST_IN(no_write_waits_for_the_disk, begin_directory, end_directory)
{
	struct match_file *file, *copy;
	char *problem;

	syncs = 0;
	file = created(match_path);
	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	add_text(file, 2, SEAT_1, CHANNEL_MOVE, "8,8");
	match_file_close(file);
	file = appended(match_path);
	add_text(file, 3, SEAT_1, CHANNEL_MOVE, "9,9");
	match_file_commit(file);
	copy = match_file_copy(file, other_path, &problem);
	assert_non_null(copy);
	match_file_close(copy);
	match_file_close(file);
	assert_int_equal(syncs, 0);
	execute_sql(match_path, "UPDATE match SET game = 2");
	assert_true(syncs > 0);
}

/* Opens the file as somebody who may not write into the folder. Answers with the number of the last message,
 * or with 99 and the problem.  */
static int open_as_stranger(int in, int out)
{
	char *problem = NULL;
	struct match_file *file;
	int last;

	if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
		return 98;
	file = match_file_open(match_path, &problem);
	if (!file) {
		dprintf(out, "%s", problem);
		return 99;
	}
	last = (int)match_file_last(file);
	match_file_close(file);
	return last;
}

static int strangers_answer(char *problem, size_t size)
{
	int to, from, status;
	ssize_t got;
	pid_t child;

	chmod(directory, 0555);
	child = forked(open_as_stranger, &to, &from);
	got = read(from, problem, size - 1);
	problem[got > 0 ? got : 0] = '\0';
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	close(to);
	close(from);
	return WEXITSTATUS(status);
}

/* In WAL mode a connection makes two files in the folder.  */
TEST_IN(an_older_file_in_a_read_only_folder_opens, begin_directory, end_directory)
{
	struct match_file *file = created(match_path);
	char problem[512];

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	execute_sql(match_path, "PRAGMA journal_mode = WAL");
	if (strangers_answer(problem, sizeof problem) != 1)
		fail_msg("%s", problem);
}

TEST_IN(a_log_that_cannot_be_read_in_place_is_read_in_a_copy, begin_directory, end_directory)
{
	struct match_file *file = created(match_path);
	char problem[512], copy[160], log[160], command[1024];
	sqlite3 *older; /* a ringside that wrote with a log */

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	assert_int_equal(sqlite3_open(match_path, &older), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(older, "PRAGMA journal_mode = WAL; UPDATE match SET game = 2", NULL, NULL, NULL),
		SQLITE_OK);
	strcpy(copy, match_path);
	strcpy(match_path, other_path);
	snprintf(command, sizeof command, "cp %s %s && cp %s-wal %s-wal", copy, match_path, copy, match_path);
	assert_int_equal(system(command), 0);
	if (strangers_answer(problem, sizeof problem) != 1)
		fail_msg("%s", problem);
	chmod(directory, 0755);
	sqlite3_close(older);
	snprintf(log, sizeof log, "%s-wal", match_path);
	assert_int_equal(access(log, F_OK), 0);
}

/* Changes the file in a commit that never ends, as a writer that is killed.  */
static void leave_a_journal(void)
{
	pid_t child = fork();
	int status;
	sqlite3 *db;

	if (child == 0) {
		_exit(sqlite3_open(match_path, &db) != SQLITE_OK ||
		      sqlite3_exec(db,
				   "PRAGMA cache_size = 2; BEGIN; DELETE FROM message_row;"
				   "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE "
				   "i < 999)"
				   " INSERT INTO message_row SELECT i, 0, 0, 0, 0, 0, zeroblob(99) FROM n",
				   NULL, NULL, NULL) != SQLITE_OK);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* The bytes of the file and of what lies beside it.  */
static struct bytes all_bytes(void)
{
	static const char *const parts[] = {"", "-journal", "-wal", "-shm"};
	struct bytes all = {0};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		FREED char *name = bytes_text("%s%s", match_path, parts[i]);
		FILE *part = fopen(name, "re");
		int c;

		bytes_addf(&all, "%s %s\n", name, part ? "is there" : "is not there");
		while (part && (c = fgetc(part)) != EOF)
			bytes_add(&all, &(char){(char)c}, 1);
		if (part)
			fclose(part);
	}
	return all;
}

TEST_IN(a_writer_that_was_killed_in_a_commit_is_read_around, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct bytes before, after;
	struct message message;

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	leave_a_journal();
	before = all_bytes();
	assert_non_null(memmem(before.at, before.size, "-journal is there", 17));
	file = opened(match_path);
	assert_int_equal(match_file_history(file, -1, 0, 1, &message), 1);
	assert_int_equal(message.n, 1);
	match_file_close(file);
	after = all_bytes();
	assert_int_equal(before.size, after.size);
	assert_memory_equal(before.at, after.at, before.size);
	bytes_free(&before);
	bytes_free(&after);
	file = appended(match_path); /* a writer repairs the file itself */
	assert_int_equal(match_file_newest(file), 1);
}

TEST_IN(a_newer_version_is_refused_with_both_versions, begin_directory, end_directory)
{
	char *problem;

	match_file_close(created(match_path));
	execute_sql(match_path, "PRAGMA user_version = 7; UPDATE match SET ringside = '9.8.7'");
	problem = open_problem(match_path);
	assert_non_null(strstr(problem, "version 7"));
	assert_non_null(strstr(problem, "ringside 9.8.7"));
	assert_non_null(strstr(problem, "reads version 6"));
	free(problem);
	execute_sql(match_path, "DROP TABLE match");
	assert_says(open_problem(match_path), match_path, "a newer ringside");
}

TEST_IN(an_older_version_is_refused_with_both_versions, begin_directory, end_directory)
{
	char *problem;

	match_file_close(created(match_path));
	execute_sql(match_path, "PRAGMA user_version = 4; DROP VIEW turn; DROP TABLE gap");
	assert_says(open_problem(match_path), match_path, "is a match file of version 4; this is ringside ");
	assert_null(match_file_append(match_path, &problem));
	assert_says(problem, match_path, "reads version 6: open it with the older one");
}

TEST_IN(kinds_of_files_that_are_no_match_file_are_distinguished, begin_directory, end_directory)
{
	assert_says(open_problem(match_path), match_path, "there is no such file");
	assert_says(open_problem(directory), directory, "is a directory");
	assert_says(open_problem("/dev/null"), "/dev/null", "not an ordinary file");
	write_text(match_path, "");
	assert_says(open_problem(match_path), match_path, "is empty");
	write_text(match_path, "the quick brown fox jumps over the lazy dog\n");
	assert_says(open_problem(match_path), match_path, "is not a match file");
	execute_sql(other_path, "CREATE TABLE t (x)");
	assert_says(open_problem(other_path), other_path, "is an SQLite file, but not a match file");
}

TEST_IN(a_file_without_read_permission_has_its_own_problem, begin_directory, end_directory)
{
	char problem[512];

	match_file_close(created(match_path));
	chmod(match_path, 0);
	assert_int_equal(strangers_answer(problem, sizeof problem), 99);
	assert_non_null(strstr(problem, "cannot be read: Permission denied"));
}

TEST_IN(an_existing_file_is_never_overwritten, begin_directory, end_directory)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	char *problem = NULL;
	struct stat status;

	write_text(match_path, "precious");
	assert_null(match_file_create(match_path, &setup, &problem));
	assert_says(problem, match_path, "already exists");
	assert_int_equal(stat(match_path, &status), 0);
	assert_int_equal(status.st_size, 8);
	snprintf(other_path, sizeof other_path, "%s/nowhere/m", directory);
	assert_null(match_file_create(other_path, &setup, &problem));
	assert_says(problem, other_path, "cannot be made: No such file");
}

TEST_IN(a_file_name_special_to_sqlite_is_just_a_name, begin_directory, end_directory)
{
	char before[256];

	assert_non_null(getcwd(before, sizeof before));
	assert_int_equal(chdir(directory), 0);
	match_file_close(created(":memory:"));
	match_file_close(created("file:x?mode=memory"));
	match_file_close(opened(":memory:"));
	match_file_close(opened("file:x?mode=memory"));
	assert_int_equal(chdir(before), 0);
}

TEST_IN(a_full_disk_ends_the_recording_and_not_the_match, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);
	struct message got[4];
	FREED char *problem;
	int64_t kept;

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_commit(file);
	assert_int_equal(sqlite3_exec(file->db, "PRAGMA max_page_count = 40", NULL, NULL, NULL), SQLITE_OK);
	assert_null(match_file_problem(file));
	for (int n = 2; n <= 20000; n++) {
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
		if (n % 100 == 0)
			match_file_commit(file);
	}
	assert_non_null(match_file_problem(file));
	problem = bytes_text("%s", match_file_problem(file));
	kept = match_file_last(file);
	assert_true(kept > 1 && kept < 20000);
	assert_false(file->pending);
	assert_int_equal(match_file_branch(file, -1, 0, 0, "goes on"), 1);
	assert_int_equal(match_file_before(file, &everything, INT64_MAX, 1, got), 1);
	assert_int_equal(got[0].n, kept);
	match = matched(file);
	match_file_close(file);
	assert_non_null(strstr(problem, "the disk is full"));
	file = opened(match_path);
	assert_int_equal(match_file_last(file), kept);
	assert_int_equal(match_file_before(file, &everything, INT64_MAX, 1, got), 1);
	assert_int_equal(got[0].n, kept);
}

TEST_IN(a_failed_insert_leaves_earlier_messages_intact, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct message got[4];

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	add_text(file, 2, SEAT_2, CHANNEL_MOVE, "8,8");
	add_text(file, 2, SEAT_2, CHANNEL_DEBUG, "the same number again");
	add_text(file, 3, SEAT_2, CHANNEL_DEBUG, "too late");
	assert_non_null(strstr(match_file_problem(file), "recorded only up to message 2"));
	match_file_close(file);
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, 4, got), 2);
}

/* Writes until the file may not grow any more; then there must be a problem.  */
static int write_past_the_limit(int in, int out)
{
	struct rlimit limit = {200000, 200000};
	struct match_file *file = created(match_path);
	bool told;

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	for (int n = 1; n <= 50000; n++) {
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
		if (n % 1000 == 0)
			match_file_commit(file);
	}
	told = match_file_problem(file) != NULL;
	match_file_close(file);
	return told ? 0 : 1;
}

TEST_IN(a_failed_write_is_a_problem_and_no_crash, begin_directory, end_directory)
{
	int to, from, status;
	pid_t child = forked(write_past_the_limit, &to, &from);
	struct match_file *file FREED_BY(match_file_end);

	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	file = opened(match_path);
	assert_true(match_file_last(file) % 1000 == 0);
	close(to);
	close(from);
}

TEST_IN(a_file_changed_by_others_is_a_problem_and_no_crash, begin_directory, end_directory)
{
	static const char *const changes[] = {
		"UPDATE match SET first = 9",
		"UPDATE match SET first = 0",
		"DELETE FROM match",
		"UPDATE turn_row SET flags = -4",
		"UPDATE turn_row SET id = 3000000000",
		"UPDATE seat SET seat = 12 WHERE seat = 1",
		"UPDATE verdict SET winner = 1000",
		"DROP TABLE turn_row",
		"UPDATE match SET turn_limit_ns = -5",
		"DELETE FROM seat",
		"UPDATE turn_row SET think_ns = 9223372036854775807",
	};

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		struct verdict verdict = {.winner = 1, .reason = "five"};
		struct match_file *file FREED_BY(match_file_end);
		struct match match;

		snprintf(match_path, sizeof match_path, "%s/%zu", directory, i);
		file = created(match_path);
		add_turn(file, 1, (char *)"a");
		match_file_verdict(file, &verdict);
		match_file_close(file);
		execute_sql(match_path, changes[i]);
		file = opened(match_path);
		if (match_file_match(file, &match)) { /* what can be read of it */
			assert_true(match.turn_count <= 1);
			match_free(&match);
		}
		assert_non_null(match_file_problem(file));
	}
}

TEST_IN(texts_removed_by_others_are_empty, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct match match FREED_BY(match_free);

	add_turn(file, 1, (char *)"a");
	match_file_close(file);
	execute_sql(match_path,
		    "UPDATE seat SET name = NULL; UPDATE turn_row SET answered = NULL, played = NULL");
	file = opened(match_path);
	assert_true(match_file_match(file, &match));
	assert_string_equal(match.setup.seat[SEAT_1].name, "");
	assert_string_equal(match.turns[0].played, "");
}

TEST_IN(a_match_of_an_unknown_system_is_refused_with_a_reason, begin_directory, end_directory)
{
	static const struct session_events events = {0};
	struct loop *loop = loop_new();
	char *problem = NULL;

	match_file_close(created(match_path));
	execute_sql(match_path, "UPDATE match SET system = 'draughts'");
	assert_null(session_open(loop, match_path, &events, NULL, &problem));
	assert_says(problem, match_path, "\"draughts\"");
	execute_sql(match_path, "DELETE FROM match");
	assert_null(session_open(loop, match_path, &events, NULL, &problem));
	assert_says(problem, match_path, "damaged");
	loop_free(loop);
}

/* The lock is that of SQLite: another program writes into the file.  */
TEST_IN(a_locked_file_has_a_message_of_its_own, begin_directory, end_directory)
{
	sqlite3 *db;

	match_file_close(created(match_path));
	assert_int_equal(sqlite3_open(match_path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
	assert_says(open_problem(match_path), match_path, "cannot be read: another program keeps it locked");
	sqlite3_close(db);
	match_file_close(opened(match_path));
}

TEST_IN(a_reader_that_meets_a_commit_sees_nothing_new_and_has_no_problem, begin_directory, end_directory)
{
	struct match_file *file = created(match_path), *reader FREED_BY(match_file_end);
	struct match match FREED_BY(match_free);
	sqlite3 *db;

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	match_file_close(file);
	reader = opened(match_path);
	assert_int_equal(sqlite3_open(match_path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
	assert_false(match_file_match(reader, &match));
	assert_true(match_file_is_busy(reader));
	assert_non_null(strstr(match_file_problem(reader), "try again"));
	sqlite3_close(db);
	match = matched(reader);
	assert_int_equal(match_file_last(reader), 1);
	assert_false(match_file_is_busy(reader));
	assert_null(match_file_problem(reader));
}

TEST_IN(a_text_named_like_another_format_is_refused_with_what_it_lacks, begin_directory, end_directory)
{
	FREED char *path = bytes_text("%s/m.psq", directory);
	char *problem = NULL;

	write_text(path, "nothing of that kind\n");
	assert_null(match_file_import(path, &problem));
	assert_says(problem, path, "expected ");
}

TEST_IN(an_invalid_option_is_reported_and_no_crash, begin_directory, end_directory)
{
	static const char *const wrong[][2] = {{"size", "4"},       {"size", "none"},   {"rule", "chess"},
					       {"draw-at", "many"}, {"swap2", "maybe"}, {"folder", "a\nb"}};
	static const struct session_events events = {0};
	struct loop *loop = loop_new();

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char path[sizeof(match_path) + 20], *sql, *named = bytes_text("--%s ", wrong[i][0]),
							  *problem = NULL;

		snprintf(path, sizeof(path), "%s-%zu", match_path, i);
		match_file_close(created(path));
		sql = bytes_text("INSERT INTO option VALUES ('%s', '%s')", wrong[i][0], wrong[i][1]);
		execute_sql(path, sql);
		assert_null(session_open(loop, path, &events, NULL, &problem));
		assert_non_null(strstr(problem, "is damaged: "));
		assert_non_null(strstr(problem, ": expected "));
		assert_says(problem, path, named);
		free(named);
		free(sql);
	}
	loop_free(loop);
}

TEST_IN(an_invented_kind_is_a_problem_and_no_crash, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end) = created(match_path);
	struct message got[4];

	add_text(file, 1, SEAT_2, CHANNEL_STDERR, "oops");
	match_file_close(file);
	execute_sql(match_path,
		    "UPDATE kind SET channel = 'gossip'; UPDATE branch SET parent = 0 WHERE id = 0");
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, 4, got), 1);
	assert_int_equal(got[0].channel, CHANNEL_UNKNOWN);
	match_file_close(file);
	execute_sql(match_path, "UPDATE kind SET seat = 5");
	file = opened(match_path);
	assert_int_equal(match_file_after(file, &everything, 0, 4, got), 0);
	assert_non_null(match_file_problem(file));
}

TEST_IN(a_file_cut_short_is_a_problem_and_no_crash, begin_directory, end_directory)
{
	struct match_file *file = created(match_path);
	struct message got[4];
	char *problem = NULL;

	for (int n = 1; n <= 5000; n++)
		add_text(file, n, SEAT_1, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
	match_file_close(file);
	assert_int_equal(truncate(match_path, 100000), 0);
	file = match_file_open(match_path, &problem);
	if (file) {
		match_file_before(file, &everything, INT64_MAX, 4, got);
		assert_non_null(match_file_problem(file));
		match_file_close(file);
	} else {
		assert_says(problem, match_path, "damaged");
	}
}

TEST_IN(rows_that_are_not_committed_keep_nobody_from_reading, begin_directory, end_directory)
{
	enum { LARGE = 8 * 1024 * 1024 }; /* more than SQLite keeps in memory by default */
	FREED char *text = bytes_new(LARGE + 1);
	struct match_file *file FREED_BY(match_file_end) = created(match_path),
				*other FREED_BY(match_file_end);

	memset(text, 'x', LARGE);
	add_text(file, 1, SEAT_1, CHANNEL_DEBUG, text);
	add_text(file, 2, SEAT_1, CHANNEL_DEBUG, "small");
	other = opened(match_path);
	assert_int_equal(match_file_last(other), 0);
	match_file_commit(file);
}

TEST_MAIN(NULL, NULL)
