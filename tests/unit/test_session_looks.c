/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_session_looks.c - what is recorded can be read: by a frame, which never waits for the disk and is told
 * when it lacked something, and by a command, which gets all. The disk is one that can be blocked: SQLite
 * calls the functions of the C library that are replaced here.  */
#include "../temp.h"
#include "io_fixture.h"
#include "ringside/session.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changes;
	bool blocked; /* writes */
	bool shut;    /* no file can be opened by the thread that writes */
	bool opener;  /* that thread has tried it */
	int writers;  /* that it holds up */
	pid_t reader; /* the thread of the tests */
	int sleeps;   /* of that thread */
	int opens;    /* files of /proc that it opened */
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER, .changes = PTHREAD_COND_INITIALIZER};

ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
	pthread_mutex_lock(&disk.lock);
	disk.writers++;
	pthread_cond_broadcast(&disk.changes);
	while (disk.blocked)
		pthread_cond_wait(&disk.changes, &disk.lock);
	disk.writers--;
	pthread_mutex_unlock(&disk.lock);
	return syscall(SYS_pwrite64, fd, from, size, at);
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{
	return pwrite(fd, from, size, at);
}

int nanosleep(const struct timespec *wait, struct timespec *rest)
{
	disk.sleeps += gettid() == disk.reader;
	return (int)syscall(SYS_nanosleep, wait, rest);
}

static int opened(const char *path, int flags, mode_t mode)
{
	pthread_mutex_lock(&disk.lock);
	disk.opens += gettid() == disk.reader && strncmp(path, "/proc/", 6) == 0;
	disk.opener |= gettid() != disk.reader;
	pthread_cond_broadcast(&disk.changes);
	while (disk.shut && gettid() != disk.reader)
		pthread_cond_wait(&disk.changes, &disk.lock);
	pthread_mutex_unlock(&disk.lock);
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = va_arg(rest, mode_t);
	va_end(rest);
	return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = va_arg(rest, mode_t);
	va_end(rest);
	return opened(path, flags, mode);
}

static void block_disk(bool blocked)
{
	pthread_mutex_lock(&disk.lock);
	disk.blocked = blocked;
	pthread_cond_broadcast(&disk.changes);
	pthread_mutex_unlock(&disk.lock);
}

static void await_writer(void)
{
	pthread_mutex_lock(&disk.lock);
	while (!disk.writers)
		pthread_cond_wait(&disk.changes, &disk.lock);
	pthread_mutex_unlock(&disk.lock);
}

static struct {
	struct session *session;
	int changes, ended;
} watched;

static void has_changed(void *user)
{
	watched.changes++;
}

static void has_ended(void *user)
{
	watched.ended++;
}

static const struct session_events watching = {.changed = has_changed, .ended = has_ended};

/* At a board of five a person sits on seat 2, and on seat 1 an agent or another person (NULL).  */
static void begin(const char *command)
{
	struct session_setup setup = {.record = "", .stay = true};
	char *problem = NULL;
	int status;

	setup_init(&setup.setup);
	setup.setup.system = "gomocup";
	setup.setup.match_limit = 60 * SECONDS;
	free(setup_set(&setup.setup, "size", "5"));
	setup_seat(&setup.setup, SEAT_1, command, NULL);
	setup_seat(&setup.setup, SEAT_2, NULL, NULL);
	watched.changes = watched.ended = 0;
	disk.sleeps = 0;
	watched.session = session_play(loop, &setup, &watching, NULL, &problem, &status);
	if (!watched.session)
		fail_msg("%s", problem);
	setup_free(&setup.setup);
	until(session_waits_for(watched.session, command ? SEAT_2 : SEAT_1));
}

static void finish_session(void)
{
	session_end(watched.session);
	until(watched.ended);
	session_free(watched.session);
}

static void plays(int seat, const char *move)
{
	char *problem = session_request(watched.session,
					&(struct request){.kind = REQUEST_PLAY, .seat = seat, .text = move});

	if (problem)
		fail_msg("%s", problem);
}

/* Looks until everything is there.  */
static void sees_all(void)
{
	enum session_frame frame;

	do {
		loop_step(loop);
		frame = session_begin_frame(watched.session);
		session_end_frame(watched.session, frame == FRAME_WHOLE);
	} while (frame != FRAME_WHOLE);
}

static int turns_in_file(void)
{
	struct turn turns[16] = {0};
	int count = match_file_turns(session_file(watched.session), 1, 16, turns);

	for (int i = 0; i < count; i++)
		turn_clear(&turns[i]);
	return count;
}

/* Looks once, and uses what is there.  */
static enum session_frame frame_of(int *turns)
{
	enum session_frame frame = session_begin_frame(watched.session);

	*turns = frame == FRAME_WHOLE || frame == FRAME_BEHIND ? turns_in_file() : -1;
	session_end_frame(watched.session, true);
	return frame;
}

TEST(a_look_sees_one_state_of_the_file)
{
	begin(NULL);
	plays(SEAT_1, "1,1");
	sees_all();
	assert_int_equal(session_begin_frame(watched.session), FRAME_WHOLE);
	plays(SEAT_2, "2,2");
	for (int i = 0; i < 3; i++) {
		loop_step(loop); /* hands rows over each tick */
		assert_int_equal(turns_in_file(), 1);
	}
	session_end_frame(watched.session, true);
	sees_all();
	assert_int_equal(turns_in_file(), 2);
	finish_session();
}

static void asks(const struct request *request)
{
	char *problem = session_request(watched.session, request);

	if (problem)
		fail_msg("%s", problem);
}

/* Nothing happens from now on, and all that did is in the file.  */
static void pauses(void)
{
	asks(&(struct request){.kind = REQUEST_PAUSE});
	assert_non_null(session_whole_file(watched.session));
	sees_all();
}

/* Records an event.  */
static void limits_match(int seconds)
{
	asks(&(struct request){.kind = REQUEST_MATCH_LIMIT, .ns = seconds * SECONDS});
}

TEST(what_a_look_lacked_is_reported_when_it_is_there)
{
	int turns, before;

	begin(NULL);
	pauses();
	assert_int_equal(session_begin_frame(watched.session), FRAME_WHOLE);
	limits_match(90);
	session_end_frame(watched.session, true);
	before = watched.changes;
	until(watched.changes > before);
	assert_int_equal(frame_of(&turns), FRAME_WHOLE);
	finish_session();
}

TEST(a_look_in_between_that_asks_for_more_does_not_hide_it)
{
	int turns, before;

	begin(NULL);
	pauses();
	block_disk(true);
	disk.sleeps = 0;
	limits_match(70);
	assert_int_not_equal(frame_of(&turns), FRAME_WHOLE);
	await_writer();
	assert_int_equal(frame_of(&turns), FRAME_BUSY);
	limits_match(80);
	assert_int_equal(frame_of(&turns), FRAME_BUSY);
	assert_int_equal(disk.sleeps, 0);
	before = watched.changes;
	block_disk(false);
	until(watched.changes > before);
	assert_int_equal(frame_of(&turns), FRAME_WHOLE);
	finish_session();
}

TEST(a_look_before_there_is_a_file_asks_for_it)
{
	int turns;

	block_disk(true);
	begin(NULL);
	assert_true(session_is_recorded(watched.session));
	assert_int_equal(frame_of(&turns), FRAME_BUSY);
	await_writer();
	assert_int_equal(frame_of(&turns), FRAME_BUSY);
	assert_null(session_file(watched.session));
	assert_int_equal(disk.sleeps, 0);
	block_disk(false);
	sees_all();
	finish_session();
}

/* The name of a private file is removed as soon as nobody needs it.  */
TEST(a_look_leaves_the_name_of_the_file_to_the_thread_that_writes_it)
{
	int turns;

	disk.shut = true;
	disk.opener = false;
	begin(NULL);
	assert_int_equal(frame_of(&turns), FRAME_BUSY);
	pthread_mutex_lock(&disk.lock);
	while (!disk.opener)
		pthread_cond_wait(&disk.changes, &disk.lock);
	pthread_mutex_unlock(&disk.lock);
	frame_of(&turns);
	pthread_mutex_lock(&disk.lock);
	disk.shut = false;
	pthread_cond_broadcast(&disk.changes);
	pthread_mutex_unlock(&disk.lock);
	plays(SEAT_1, "1,1");
	assert_non_null(session_whole_file(watched.session));
	assert_int_equal(turns_in_file(), 1);
	assert_null(session_file_problem(watched.session));
	finish_session();
}

TEST(a_command_gets_all_that_was_recorded)
{
	begin(NULL);
	plays(SEAT_1, "1,1");
	assert_non_null(session_whole_file(watched.session));
	assert_int_equal(turns_in_file(), 1);
	plays(SEAT_2, "2,2");
	session_begin_frame(watched.session);
	assert_non_null(session_whole_file(watched.session)); /* a command in a frame ends the look */
	assert_int_equal(turns_in_file(), 2);
	session_end_frame(watched.session, true);
	finish_session();
}

TEST(what_an_agent_that_stopped_reading_never_got_is_marked)
{
	const struct message_query to_agent = {.seats = 1u << SEAT_1,
					       .channels = CHANNEL_ALL,
					       .directions = 1u << TO_AGENT,
					       .last = INT64_MAX};
	struct message got[32];
	int count, unsent = 0;

	begin("sh -c 'while read -r line; do case $line in START*) echo OK ;; "
	      "BEGIN*) exec </dev/null; echo 1,1; exec sleep 60 ;; esac; done'");
	plays(SEAT_2, "2,2");
	count = match_file_after(session_whole_file(watched.session), &to_agent, 0, 32, got);
	assert_true(count > 3 && count < 32);
	for (int i = 0; i < count; i++) {
		bool is_limit = got[i].size > 14 && memcmp(got[i].bytes, "INFO time_left", 14) == 0;

		if (got[i].flags & MESSAGE_UNSENT)
			unsent += is_limit ? 1 : 100;
	}
	assert_int_equal(unsent, 101); /* the last time that is left, and the question */
	finish_session();
}

static const char *const waits = "sh -c 'while read -r line; do case $line in START*) echo OK ;; BEGIN*) "
				 "echo 1,1 ;; esac; done'";

/* Looks for files of agents while the session's timer rings once.  */
static bool a_step_looks(void)
{
	disk.opens = 0;
	loop_step(loop);
	return disk.opens > 0;
}

TEST(agents_are_not_looked_at_while_nobody_but_a_person_is_waited_for)
{
	begin(waits);
	until(!a_step_looks() && !a_step_looks());
	finish_session();
}

TEST(what_stops_an_agent_at_rest_is_seen)
{
	begin(waits);
	asks(&(struct request){.kind = REQUEST_PAUSE});
	until(!a_step_looks());
	assert_int_equal(kill(session_pid(watched.session, SEAT_1), SIGSTOP), 0);
	until(session_attached(watched.session, SEAT_1).stopped);
	assert_int_equal(kill(session_pid(watched.session, SEAT_1), SIGCONT), 0);
	until(!session_attached(watched.session, SEAT_1).stopped);
	finish_session();
}

int main(void)
{
	disk.reader = gettid();
	return RUN_TESTS(begin_loop, end_loop);
}
