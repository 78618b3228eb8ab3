/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_recorder.c - the thread that writes match files: disks that are slow, full or locked, removed files,
 * and killed writers. SQLite and the recorder call the functions of the C library that are replaced here.  */
#include "../../src/record/recorder_state.h"
#include "../test.h"
#include "match_file_fixture.h"

#include "ringside/recorder.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#define MS ((int64_t)1000000)

/* ---- a disk ---- */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t goes_on;
	bool blocked;
	int taken, tried; /* writes: those that it takes although it is blocked, and those that began */
	int error;        /* 0: it takes all */
	int syncs;
	off_t last;   /* where the last write began */
	bool awaited; /* it takes more when somebody waits for the file */
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER, .goes_on = PTHREAD_COND_INITIALIZER};

static bool disk_takes(off_t at)
{
	int error;

	pthread_mutex_lock(&disk.lock);
	disk.tried++;
	pthread_cond_broadcast(&disk.goes_on);
	while (disk.blocked && disk.tried > disk.taken)
		pthread_cond_wait(&disk.goes_on, &disk.lock);
	error = disk.error;
	disk.last = at;
	pthread_mutex_unlock(&disk.lock);
	errno = error;
	return !error;
}

static void set_disk(bool blocked, int error)
{
	pthread_mutex_lock(&disk.lock);
	disk.blocked = blocked;
	disk.error = error;
	pthread_cond_broadcast(&disk.goes_on);
	pthread_mutex_unlock(&disk.lock);
}

/* It is blocked, and takes so many writes. Returns when the next one has begun.  */
static void disk_takes_only(int writes)
{
	pthread_mutex_lock(&disk.lock);
	disk.taken = writes;
	pthread_cond_broadcast(&disk.goes_on);
	while (disk.tried <= writes)
		pthread_cond_wait(&disk.goes_on, &disk.lock);
	pthread_mutex_unlock(&disk.lock);
}

static int64_t later; /* how many seconds the clock is ahead */

int clock_gettime(clockid_t clock, struct timespec *time)
{
	int status = (int)syscall(SYS_clock_gettime, clock, time);

	if (clock == CLOCK_MONOTONIC)
		time->tv_sec += later;
	return status;
}

STUB(ssize_t, pwrite(int fd, const void *from, size_t size, off_t at),
     disk_takes(at) ? syscall(SYS_pwrite64, fd, from, size, at) : -1)
STUB(ssize_t, pwrite64(int fd, const void *from, size_t size, off64_t at), pwrite(fd, from, size, at))

int nanosleep(const struct timespec *wait, struct timespec *rest)
{
	if (disk.awaited)
		set_disk(false, false);
	return (int)syscall(SYS_nanosleep, wait, rest);
}

int fsync(int fd)
{
	pthread_mutex_lock(&disk.lock);
	disk.syncs++;
	pthread_mutex_unlock(&disk.lock);
	return 0;
}

STUB(int, fdatasync(int fd), fsync(fd))

/* ---- rows ---- */

static struct recorder *recording(void)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	char *problem = NULL;
	struct recorder *recorder = recorder_new(match_path, &setup, &problem);

	if (!recorder)
		fail_msg("%s", problem);
	return recorder;
}

static void record(struct recorder *recorder, int64_t n, enum channel channel, const char *text)
{
	recorder_message(recorder, &(struct message){.n = n,
						     .t_ns = n,
						     .seat = SEAT_1,
						     .direction = FROM_AGENT,
						     .channel = channel,
						     .bytes = (char *)text,
						     .size = strlen(text)});
}

static void settles(struct recorder *recorder)
{
	while (!recorder_settle(recorder, 1000 * MS))
		;
}

/* Waits for the next thing to say, which must have this in it.  */
static void says(struct recorder *recorder, const char *part)
{
	char *news;

	while (!(news = recorder_news(recorder)))
		recorder_settle(recorder, 10 * MS);
	assert_says(news, match_path, part);
}

/* Ends it; `part` must be in the problem. NULL: the file is whole.  */
static void ends(struct recorder *recorder, const char *part)
{
	char *problem;

	recorder_end(recorder);
	assert_true(recorder_is_done(recorder, 60000 * MS, true, &problem));
	if (part)
		assert_says(problem, match_path, part);
	else if (problem)
		fail_msg("%s", problem);
	recorder_free(recorder);
}

static int64_t ask(const char *sql)
{
	sqlite3_stmt *statement;
	sqlite3 *db;
	int64_t answer;

	assert_int_equal(sqlite3_open(match_path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	answer = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return answer;
}

static void expect_messages(int64_t count)
{
	struct match_file *file = opened(match_path);

	assert_int_equal(match_file_last(file), count);
	match_file_close(file);
	assert_int_equal(ask("SELECT count(*) FROM message"), count);
	assert_int_equal(ask("SELECT count(*) FROM gap"), 0);
	assert_int_equal(ask("SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
}

static bool exists_beside(const char *ending)
{
	char path[200];

	snprintf(path, sizeof path, "%s%s", match_path, ending);
	return access(path, F_OK) == 0;
}

/* ---- tests ---- */

/* A test that failed has left the disk as it was, and the next one would wait for ever.  */
static int end_disk(void **state)
{
	set_disk(false, 0);
	disk.awaited = false;
	recorder_bound(0);
	return end_directory(state);
}

/* Commits again and again, and says so each time.  */
static int record_on_and_on(int out)
{
	struct recorder *recorder = recording();

	for (int n = 1;; n++) {
		record(recorder, n, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
		if (n % 50 == 0) {
			recorder_commit(recorder);
			if (write(out, "", 1) != 1)
				return 1;
		}
	}
}

/* First, this test and the next: they fork, and no other test has left a thread.  */
TEST_IN(a_writer_killed_at_any_moment_leaves_a_file_that_opens, begin_directory, end_disk)
{
	for (int commits = 1; commits <= 40; commits++) {
		char bytes[64], *problem = NULL;
		struct match_file *file;
		int out[2], status;
		pid_t child;

		assert_int_equal(pipe(out), 0);
		child = fork();
		assert_true(child >= 0);
		if (child == 0) {
			close(out[0]); /* so that it ends with the test */
			_exit(record_on_and_on(out[1]));
		}
		close(out[1]);
		for (int i = 0; i < commits; i++)
			assert_int_equal(read(out[0], bytes, 1), 1);
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, &status, 0), child);
		close(out[0]);
		file = match_file_open(match_path, &problem);
		if (file)
			assert_int_equal(match_file_last(file), ask("SELECT count(*) FROM message"));
		else
			assert_true(match_file_is_stillborn(match_path));
		free(problem);
		match_file_close(file);
		assert_null(match_file_remove(match_path));
	}
}

TEST_IN(the_next_writer_removes_the_journal_of_a_killed_one, begin_directory, end_disk)
{
	struct recorder *recorder;
	char *problem = NULL, bytes[1];
	int out[2], status;
	pid_t child;

	assert_int_equal(pipe(out), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(out[0]);
		_exit(record_on_and_on(out[1]));
	}
	close(out[1]);
	while (!exists_beside("-journal"))
		assert_int_equal(read(out[0], bytes, 1), 1);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	close(out[0]);
	assert_true(exists_beside("-journal"));
	recorder = recorder_append(match_path, &problem);
	assert_non_null(recorder);
	ends(recorder, NULL);
	assert_false(exists_beside("-journal"));
}

TEST_IN(a_short_match_is_written_at_once_and_alone, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	struct stat status;

	assert_int_equal(stat(match_path, &status), 0);
	assert_int_equal(status.st_size, 0);
	record(recorder, 1, CHANNEL_MOVE, "7,7");
	recorder_turn(recorder, &(struct turn){.n = 1, .seat = SEAT_1, .played = (char *)"7,7"});
	recorder_verdict(recorder, &(struct verdict){.winner = 1, .reason = "five"});
	ends(recorder, NULL);
	expect_messages(1);
	assert_int_equal(ask("SELECT count(*) FROM turn"), 1);
	assert_int_equal(ask("SELECT count(*) FROM verdict"), 1);
	assert_false(exists_beside("-journal"));
	assert_int_equal(disk.last, 0); /* the first page, without which a reader sees an empty file */
}

TEST_IN(a_long_match_leaves_one_file_and_never_syncs, begin_directory, end_disk)
{
	struct recorder *recorder = recording();

	disk.syncs = 0;
	for (int n = 1; n <= 30000; n++) {
		record(recorder, n, CHANNEL_DEBUG, "0123456789 0123456789 0123456789");
		if (n % 5000 == 0)
			settles(recorder);
		assert_false(exists_beside("-shm"));
	}
	assert_true(exists_beside("-journal"));
	ends(recorder, NULL);
	assert_false(exists_beside("-journal"));
	assert_false(exists_beside("-wal"));
	expect_messages(30000);
	assert_int_equal(disk.syncs, 0);
}

TEST_IN(a_reader_beside_sees_what_was_settled, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	struct match_file *reader;
	struct message got[8];

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	reader = recorder_reader(recorder);
	assert_non_null(reader);
	assert_int_equal(match_file_last(reader), 1);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	assert_int_equal(recorder_branch(recorder, -1, 1, 0, "moves taken back"), 1);
	record(recorder, 3, CHANNEL_MOVE, "9,9");
	recorder_unsent(recorder, SEAT_1, 1);
	settles(recorder);
	assert_int_equal(match_file_after(reader, &everything, 0, 8, got), 3);
	assert_int_equal(match_file_shown(reader), 1);
	match_file_close(reader);
	ends(recorder, NULL);
}

static void kibitz(struct recorder *recorder, int turn, int line, const char *text)
{
	recorder_kibitz(recorder, &(struct message){.turn = turn,
						    .n = line,
						    .t_ns = line,
						    .channel = CHANNEL_INFO,
						    .bytes = (char *)text,
						    .size = strlen(text)});
}

static void expect_kibitzed(struct match_file *file, int turns, const char *who, const char *wanted)
{
	struct message lines[2];
	struct bytes all FREED_BY(bytes_free) = {0};
	const char *name;
	int count = match_file_kibitzed(file, turns, 2, lines, &name);

	for (int i = 0; i < count; i++) {
		assert_int_equal(lines[i].channel, CHANNEL_INFO);
		bytes_addf(&all, "%d.%s ", (int)lines[i].t_ns, lines[i].bytes);
	}
	assert_string_equal(all.size ? all.at : "", wanted);
	assert_string_equal(name ? name : "?", who);
}

TEST_IN(lines_of_a_kibitzer_lie_apart_by_position, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	struct match_file *file;

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	assert_int_equal(ask("SELECT count(*) FROM sqlite_master WHERE name = 'kibitz'"), 0);
	kibitz(recorder, 1, 0, "Kibi");
	kibitz(recorder, 1, 1, "old");
	kibitz(recorder, 1, 2, "older");
	kibitz(recorder, 1, 0, "Kibi"); /* again: the lines before are gone */
	kibitz(recorder, 1, 1, "one");
	kibitz(recorder, 2, 0, "");
	kibitz(recorder, 2, 1, "two");
	recorder_branch(recorder, -1, 1, 0, "moves taken back");
	kibitz(recorder, 2, 0, "Kibi");
	kibitz(recorder, 2, 1, "a");
	kibitz(recorder, 2, 2, "b");
	kibitz(recorder, 2, 3, "c");
	ends(recorder, NULL);
	expect_messages(1);
	file = opened(match_path);
	assert_true(match_file_has_kibitz(file));
	expect_kibitzed(file, 0, "?", "");
	expect_kibitzed(file, 1, "Kibi", "1.one ");
	expect_kibitzed(file, 2, "Kibi", "1.a 2.b ");
	match_file_show(file, 0);
	expect_kibitzed(file, 1, "Kibi", "1.one ");
	expect_kibitzed(file, 2, "?", "1.two ");
	match_file_close(file);
}

TEST_IN(who_opens_the_file_waits_for_its_first_commit, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	struct match_file *file;

	set_disk(true, false);
	disk.awaited = true;
	record(recorder, 1, CHANNEL_MOVE, "7,7");
	recorder_commit(recorder);
	file = opened(match_path);
	disk.awaited = false;
	assert_int_equal(match_file_last(file), 1);
	match_file_close(file);
	ends(recorder, NULL);
}

TEST_IN(a_slow_disk_does_not_hold_up_the_judge, begin_directory, end_disk)
{
	struct recorder *recorder = recording();

	settles(recorder);
	set_disk(true, 0);
	for (int n = 1; n <= 5000; n++) {
		record(recorder, n, CHANNEL_MOVE, "7,7");
		if (n % 1000 == 0)
			recorder_commit(recorder);
	}
	assert_false(recorder_settle(recorder, MS));
	assert_false(recorder_settle(recorder, 3600 * 1000 * MS)); /* it does not wait again */
	set_disk(false, 0);
	ends(recorder, NULL);
	expect_messages(5000);
}

TEST_IN(a_lock_of_another_program_loses_nothing, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	sqlite3 *other;

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	assert_int_equal(sqlite3_open(match_path, &other), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	says(recorder, "cannot be written: another program keeps it locked");
	record(recorder, 3, CHANNEL_MOVE, "9,9");
	assert_null(recorder_news(recorder));
	sqlite3_close(other);
	says(recorder, "can be written again; nothing is lost");
	record(recorder, 4, CHANNEL_MOVE, "1,1");
	ends(recorder, NULL);
	expect_messages(4);
}

TEST_IN(a_lock_before_the_first_commit_loses_nothing, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	sqlite3 *other;

	assert_int_equal(sqlite3_open(match_path, &other), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	record(recorder, 1, CHANNEL_MOVE, "7,7");
	says(recorder, "cannot be written: another program keeps it locked");
	sqlite3_close(other);
	says(recorder, "can be written again; nothing is lost");
	ends(recorder, NULL);
	expect_messages(1);
}

TEST_IN(a_full_disk_that_ends_leaves_no_gap, begin_directory, end_disk)
{
	for (int begun = 0; begun < 2; begun++) {
		struct recorder *recorder = recording();

		if (begun)
			settles(recorder);
		set_disk(false, ENOSPC);
		for (int n = 1; n <= 3000; n++)
			record(recorder, n, CHANNEL_MOVE, "7,7");
		says(recorder, "the disk is full");
		set_disk(false, 0);
		says(recorder, "nothing is lost");
		ends(recorder, NULL);
		expect_messages(3000);
		assert_int_equal(unlink(match_path), 0);
	}
}

TEST_IN(chatter_is_lost_first_and_turns_last, begin_directory, end_disk)
{
	struct recorder *recorder;
	int64_t n = 0;

	recorder_bound(1024 * 1024);
	recorder = recording();
	settles(recorder);
	set_disk(true, 0);
	for (int turn = 1; turn <= 500; turn++) {
		for (int i = 0; i < 10; i++)
			record(recorder, ++n, CHANNEL_STDERR, "0123456789 0123456789 0123456789");
		record(recorder, ++n, CHANNEL_MOVE, "7,7");
		recorder_turn(recorder, &(struct turn){.n = turn, .seat = SEAT_1, .played = (char *)"7,7"});
	}
	set_disk(false, 0);
	settles(recorder);
	recorder_verdict(recorder, &(struct verdict){.winner = 1, .reason = "five"});
	ends(recorder, "is not whole: ");
	recorder_bound(0);
	assert_int_equal(ask("SELECT count(*) FROM turn"), 500);
	assert_int_equal(ask("SELECT count(*) FROM message WHERE channel = 'move'"), 500);
	assert_int_equal(ask("SELECT sum(messages) + (SELECT count(*) FROM message) FROM gap"), n);
	assert_int_equal(ask("SELECT sum(turns) FROM gap"), 0);
	assert_int_equal(ask("SELECT count(*) FROM verdict"), 1);
	assert_int_equal(ask("SELECT count(*) FROM gap WHERE last IS NULL"), 0);
}

TEST_IN(a_match_that_waits_for_the_thread_loses_nothing, begin_directory, end_disk)
{
	struct recorder *recorder;
	int64_t n = 0;

	recorder_bound(1024 * 1024);
	recorder = recording();
	settles(recorder);
	assert_false(recorder_is_behind(recorder));
	set_disk(true, 0);
	while (!recorder_is_behind(recorder))
		record(recorder, ++n, CHANNEL_STDERR, "0123456789 0123456789 0123456789");
	recorder_breathe(recorder, MS);
	assert_true(recorder_is_behind(recorder));
	set_disk(false, 0);
	while (recorder_is_behind(recorder))
		recorder_breathe(recorder, 1000 * MS);
	record(recorder, ++n, CHANNEL_MOVE, "7,7");
	ends(recorder, NULL);
	recorder_bound(0);
	assert_int_equal(ask("SELECT count(*) FROM message"), n);
}

TEST_IN(after_a_lost_turn_only_the_verdict_follows, begin_directory, end_disk)
{
	struct recorder *recorder;
	struct match match FREED_BY(match_free);
	struct match_file *file FREED_BY(match_file_end);
	struct gap gap;
	int64_t n = 0;

	recorder_bound(256 * 1024);
	recorder = recording();
	settles(recorder);
	set_disk(true, 0);
	for (int turn = 1; turn <= 5000; turn++) {
		record(recorder, ++n, CHANNEL_MOVE, "7,7");
		recorder_turn(recorder, &(struct turn){.n = turn, .seat = SEAT_1, .played = (char *)"7,7"});
	}
	set_disk(false, 0);
	settles(recorder);
	record(recorder, ++n, CHANNEL_MOVE, "7,7");
	recorder_turn(recorder, &(struct turn){.n = 5001, .seat = SEAT_1, .played = (char *)"7,7"});
	recorder_verdict(recorder, &(struct verdict){.winner = 1, .reason = "five"});
	ends(recorder, "is not whole: ");
	recorder_bound(0);
	assert_int_equal(ask("SELECT count(*) + (SELECT sum(turns) FROM gap) FROM turn"), 5001);
	assert_int_equal(ask("SELECT last FROM gap ORDER BY first DESC LIMIT 1"), n);
	file = opened(match_path);
	assert_non_null(strstr(match_file_notice(file), "What needs all messages stops there"));
	assert_true(match_file_gap(file, INT64_MAX, &gap));
	assert_int_equal(gap.first, ask("SELECT min(first) FROM gap"));
	assert_int_equal(gap.turns, ask("SELECT turns FROM gap ORDER BY first LIMIT 1"));
	assert_false(match_file_gap(file, 1, &gap));
	match = matched(file);
	assert_true(match.over);
}

/* It was killed in the gap, so nobody knows how long that was.  */
TEST_IN(a_branch_that_is_added_gets_numbers_above_those_that_were_lost, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	struct match_file *file FREED_BY(match_file_end);
	struct gap gap;
	char *problem = NULL;

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	ends(recorder, NULL);
	execute_sql(match_path, "INSERT INTO gap VALUES (3, NULL, 1, 0)");
	recorder = recorder_append(match_path, &problem);
	assert_non_null(recorder);
	assert_int_equal(recorder_newest(recorder), 3);
	assert_int_equal(recorder_branch(recorder, 0, 0, 1, "resume"), 1);
	record(recorder, 4, CHANNEL_MOVE, "9,9");
	ends(recorder, NULL);
	file = opened(match_path);
	assert_false(match_file_gap(file, INT64_MAX, &gap)); /* the branch has message 1, and then its own */
	assert_true(match_file_show(file, 0));
	assert_true(match_file_gap(file, INT64_MAX, &gap));
	assert_int_equal(gap.first, 3);
	assert_int_equal(match_file_last(file), 3);
	assert_true(match_file_lacks(file, 3, &gap));
	assert_false(match_file_lacks(file, 2, &gap));
}

/* Its agents took moves back, so it has all messages before it.  */
TEST_IN(a_branch_that_goes_on_has_the_gap_before_it, begin_directory, end_disk)
{
	struct recorder *recorder;
	struct match_file *file FREED_BY(match_file_end);
	struct gap gap;
	int64_t n = 0;

	recorder_bound(1024 * 1024);
	recorder = recording();
	settles(recorder);
	set_disk(true, 0);
	while (!recorder->gap.first)
		record(recorder, ++n, CHANNEL_STDERR, "0123456789 0123456789 0123456789");
	recorder_branch(recorder, -1, 0, 0, "takeback");
	record(recorder, ++n, CHANNEL_MOVE, "7,7");
	set_disk(false, 0);
	ends(recorder, "is not whole: ");
	recorder_bound(0);
	file = opened(match_path);
	assert_true(match_file_gap(file, INT64_MAX, &gap));
	assert_int_equal(gap.last, n - 1);
	assert_true(match_file_show(file, 0));
	assert_true(match_file_gap(file, INT64_MAX, &gap));
}

TEST_IN(a_removed_file_is_given_up, begin_directory, end_disk)
{
	struct recorder *recorder = recording();

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	assert_int_equal(unlink(match_path), 0);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	says(recorder, "the file was removed");
	ends(recorder, "is not whole: the file was removed");
	assert_false(exists_beside(""));
}

/* The lock of the writer ends last, just before the thread says that it is done.  */
static void await_end_of_lock(int fd)
{
	struct flock lock;

	do {
		poll(NULL, 0, 1);
		lock = (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 60};
		assert_int_equal(fcntl(fd, F_OFD_GETLK, &lock), 0);
	} while (lock.l_type != F_UNLCK);
}

TEST_IN(a_removed_file_is_a_problem_also_when_the_thread_is_done, begin_directory, end_disk)
{
	struct recorder *recorder = recording(), *next;
	int fd = open(match_path, O_RDWR | O_CLOEXEC);
	char *problem;

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	assert_int_equal(unlink(match_path), 0);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	recorder_end(recorder);
	await_end_of_lock(fd);
	close(fd);
	next = recording(); /* the thread serves it only after that */
	settles(next);
	assert_true(recorder_is_done(recorder, 60000 * MS, false, &problem));
	assert_says(problem, match_path, "is not whole: the file was removed");
	recorder_free(recorder);
	ends(next, NULL);
}

TEST_IN(a_file_that_is_removed_while_the_disk_is_full_was_removed, begin_directory, end_disk)
{
	struct recorder *recorder = recording();

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	set_disk(false, ENOSPC);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	says(recorder, "the disk is full");
	assert_int_equal(unlink(match_path), 0);
	says(recorder, "the file was removed; the match goes on, but the rest is not recorded");
	ends(recorder, "is not whole: the file was removed");
	set_disk(false, 0);
}

TEST_IN(an_emptied_file_is_given_up, begin_directory, end_disk)
{
	struct recorder *recorder = recording();

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	assert_int_equal(truncate(match_path, 0), 0);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	says(recorder, "the file was emptied; the match goes on, but the rest is not recorded");
	ends(recorder, "is not whole: the file was emptied");
}

TEST_IN(a_limit_on_sizes_is_told_in_words, begin_directory, end_disk)
{
	struct recorder *recorder = recording();

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	set_disk(false, EFBIG);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	says(recorder, "it may not grow any more (see `ulimit -f`)");
	set_disk(false, 0);
	says(recorder, "nothing is lost");
	ends(recorder, NULL);
}

TEST_IN(a_file_that_was_moved_away_waits_until_it_is_back, begin_directory, end_disk)
{
	struct recorder *recorder = recording();

	record(recorder, 1, CHANNEL_MOVE, "7,7");
	settles(recorder);
	assert_int_equal(rename(match_path, other_path), 0);
	record(recorder, 2, CHANNEL_MOVE, "8,8");
	says(recorder, "the file was moved");
	assert_int_equal(rename(other_path, match_path), 0);
	says(recorder, "nothing is lost");
	ends(recorder, NULL);
	expect_messages(2);
}

TEST_IN(a_full_disk_at_the_end_is_a_problem, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	char *problem;

	set_disk(false, ENOSPC);
	record(recorder, 1, CHANNEL_MOVE, "7,7");
	says(recorder, "the disk is full");
	recorder_end(recorder);
	assert_true(recorder_is_done(recorder, MS, true, &problem));
	assert_says(problem, match_path, "is not whole: the disk is full, so the rest was given up");
	recorder_free(recorder);
	set_disk(false, 0);
}

/* The disk takes a write in two thirds of the time after which it is given up.  */
TEST_IN(a_disk_that_moves_is_waited_for_and_one_that_does_not_is_given_up, begin_directory, end_disk)
{
	enum { PATIENCE = 36000 };
	char *problem;

	for (int stops = 0; stops < 2; stops++) {
		struct recorder *recorder = recording();

		settles(recorder);
		pthread_mutex_lock(&disk.lock);
		disk.tried = disk.taken = 0;
		disk.blocked = true;
		pthread_mutex_unlock(&disk.lock);
		for (int n = 1; n <= 3000; n++)
			record(recorder, n, CHANNEL_MOVE, "7,7");
		recorder_end(recorder);
		for (int writes = 0; writes < 20; writes++) {
			disk_takes_only(writes);
			later += PATIENCE / 3 * 2;
			assert_false(recorder_is_done(recorder, PATIENCE * 1000 * MS, false, &problem));
		}
		if (stops) {
			later += PATIENCE;
			assert_true(recorder_is_done(recorder, PATIENCE * 1000 * MS, false, &problem));
			assert_says(problem, match_path,
				    "is not whole: the disk does not answer, so the rest was given up");
			recorder_free(recorder);
		}
		later = 0;
		set_disk(false, 0);
		if (!stops) {
			ends(recorder, NULL);
			expect_messages(3000);
			assert_int_equal(unlink(match_path), 0);
		}
	}
}

TEST_IN(a_journal_emptied_by_others_does_no_harm, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	char journal[200];

	snprintf(journal, sizeof journal, "%s-journal", match_path);
	for (int n = 1; n <= 2000; n++) {
		record(recorder, n, CHANNEL_MOVE, "7,7");
		if (n % 100 == 0) {
			recorder_commit(recorder);
			if (truncate(journal, 0) != 0)
				assert_int_equal(errno, ENOENT);
		}
	}
	ends(recorder, NULL);
	expect_messages(2000);
}

/* Records these messages, and settles now and then.  */
static void record_many(struct recorder *recorder, int64_t from, int64_t to)
{
	for (int64_t n = from; n <= to; n++) {
		record(recorder, n, CHANNEL_MOVE, "7,7");
		if (n % 1000 == 0)
			settles(recorder);
	}
}

TEST_IN(a_match_that_becomes_long_gets_larger_pages, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	struct match_file *reader;

	record_many(recorder, 1, 1000);
	reader = recorder_reader(recorder);
	assert_non_null(reader);
	assert_int_equal(ask("PRAGMA page_size"), 512);
	record_many(recorder, 1001, 20000);
	assert_int_equal(match_file_last(reader), 20000);
	match_file_close(reader);
	ends(recorder, NULL);
	assert_int_equal(ask("PRAGMA page_size"), 4096);
	assert_int_equal(ask("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
	expect_messages(20000);
}

/* Does no write of this process keep other programs from writing? SQLite's byte for that is the second of its
 * locks. A lock of this process does not meet this process, so a child looks.  */
static bool is_open_to_others(void)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000001, .l_len = 1};
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		int fd = open(match_path, O_RDWR);

		_exit(fd < 0 || fcntl(fd, F_GETLK, &lock) != 0 ? 2 : lock.l_type != F_UNLCK);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
	return WEXITSTATUS(status) == 0;
}

TEST_IN(reading_the_file_that_is_written_leaves_its_lock, begin_directory, end_disk)
{
	struct recorder *recorder = recording();
	struct match_file *file, *before;
	char *problem = NULL;
	int64_t n = 1000;

	record_many(recorder, 1, n);
	before = match_file_open(match_path, &problem);
	while (is_open_to_others()) /* until the thread writes; no commit follows */
		for (int i = 0; i < 1000; i++)
			record(recorder, ++n, CHANNEL_MOVE, "7,7");
	match_file_close(before);
	assert_false(is_open_to_others());
	file = match_file_import(match_path, &problem);
	assert_non_null(file);
	assert_true(match_file_is_written(file));
	match_file_close(file);
	assert_false(match_file_is_stillborn(match_path));
	assert_false(is_open_to_others());
	ends(recorder, NULL);
	assert_true(is_open_to_others());
	expect_messages((int)n);
}

TEST_MAIN(NULL, NULL)
