/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* io_fixture.h - shared by the tests of agents: an agent whose output is kept, and a loop that runs until the
 * expected thing happens or a deadline passes.  */
#ifndef RINGSIDE_TESTS_IO_FIXTURE_H
#define RINGSIDE_TESTS_IO_FIXTURE_H

#include "../test.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#define MS      ((int64_t)1000000)
#define SECONDS (1000 * MS)

enum { DEADLINE_S = 30 };

/* The callback in which the agent is freed.  */
enum moment { NEVER, AT_BYTES, AT_CLOSED, AT_EXITED, AT_STRANGER, AT_WENT, AT_FAILURE };

struct seen {
	struct agent *agent;
	struct bytes out, err;
	bool counts_only; /* count stdout, do not keep it */
	size_t total, biggest;
	int64_t last; /* time of the last callback */
	int closed_stdin, closed_stdout;
	int failure; /* the last error of the system; 0: none */
	enum stream failed;
	size_t said_before; /* bytes of stdout before that error was told */
	int endings;
	int strangers;
	struct bytes stranger; /* the texts of all problems, a line each */
	int64_t held_from;     /* since when pieces of its input had waited, when last told */
	int came, went;        /* connections, and those that closed before any byte was sent */
	struct ending ending;
	enum moment free_at;
	bool in_write;
};

static struct loop *loop;
static char *self; /* the path of this program, quoted */

static inline int begin_loop(void **state)
{
	FREED char *path = realpath("/proc/self/exe", NULL);

	self = bytes_text("'%s'", path);
	loop = loop_new();
	return 0;
}

static inline int end_loop(void **state)
{
	loop_free(loop);
	free(self);
	return 0;
}

static inline void free_if(struct seen *seen, enum moment moment)
{
	if (moment == NEVER || seen->free_at != moment)
		return;
	agent_free(seen->agent);
	seen->agent = NULL;
}

static inline void told(struct seen *seen, int64_t t)
{
	assert_non_null(seen->agent); /* freed: no callback may come any more */
	assert_int_equal(seen->endings, 0);
	assert_false(seen->in_write);
	assert_true(t >= seen->last && t <= loop_now());
	seen->last = t;
}

static inline void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	struct seen *seen = user;

	told(seen, t);
	if (stream == STREAM_STDERR)
		bytes_add(&seen->err, bytes, size);
	else if (!seen->counts_only)
		bytes_add(&seen->out, bytes, size);
	if (stream == STREAM_STDOUT)
		seen->total += size;
	if (size > seen->biggest)
		seen->biggest = size;
	free_if(seen, AT_BYTES);
}

static inline void got_closed(void *user, int64_t t, enum stream stream)
{
	struct seen *seen = user;

	told(seen, t);
	*(stream == STREAM_STDIN ? &seen->closed_stdin : &seen->closed_stdout) += 1;
	free_if(seen, AT_CLOSED);
}

static inline void got_exited(void *user, int64_t t, struct ending ending)
{
	struct seen *seen = user;

	told(seen, t);
	seen->endings++;
	seen->ending = ending;
	free_if(seen, AT_EXITED);
}

static inline void got_stranger(void *user, int64_t t, const char *text)
{
	struct seen *seen = user;

	told(seen, t);
	seen->strangers++;
	bytes_addf(&seen->stranger, "%s\n", text);
	free_if(seen, AT_STRANGER);
}

static inline void got_connection(void *user, int64_t t, bool open)
{
	struct seen *seen = user;

	told(seen, t);
	*(open ? &seen->came : &seen->went) += 1;
	free_if(seen, open ? NEVER : AT_WENT);
}

static inline void got_failure(void *user, int64_t t, enum stream stream, int error)
{
	struct seen *seen = user;

	told(seen, t);
	assert_int_equal(seen->closed_stdin, 0);
	seen->failure = error;
	seen->failed = stream;
	seen->said_before = seen->total;
	free_if(seen, AT_FAILURE);
}

static inline void got_held_back(void *user, int64_t from, int64_t t)
{
	struct seen *seen = user;

	told(seen, t);
	assert_true(from <= t);
	seen->held_from = from;
}

static const struct agent_events events = {.bytes = got_bytes,
					   .closed = got_closed,
					   .exited = got_exited,
					   .stranger = got_stranger,
					   .connection = got_connection,
					   .failed = got_failure,
					   .held_back = got_held_back};

static inline void start_with(struct seen *seen, const struct agent_setup *setup)
{
	char *problem = NULL;

	seen->agent = agent_spawn(loop, setup, &events, seen, &problem);
	if (!seen->agent)
		fail_msg("%s", problem);
}

static inline void start(struct seen *seen, const char *command)
{
	start_with(seen, &(struct agent_setup){.command = command, .columns = 80, .rows = 24});
}

static inline void start_sh(struct seen *seen, const char *script)
{
	FREED char *command = bytes_text("sh -c '%s'", script);

	start(seen, command);
}

static inline void start_part(struct seen *seen, const char *part)
{
	FREED char *command = bytes_text("%s %s", self, part);

	start(seen, command);
}

static inline void finish(struct seen *seen)
{
	agent_free(seen->agent);
	bytes_free(&seen->out);
	bytes_free(&seen->err);
	bytes_free(&seen->stranger);
}

#define AGENT_TEST(name) TEST_OF(name, struct seen, seen, {0}, finish)

void group_reap_late(void); /* io/reap.h, which has names that tests use for something else */

/* io waits 100 ms for a killed process and reaps it later if the machine is too busy to end it by then.  */
static inline bool no_child_is_left(void)
{
	siginfo_t child = {0};

	for (int ms = 0; ms < DEADLINE_S * 1000; ms++) {
		group_reap_late();
		if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) < 0)
			return errno == ECHILD;
		poll(NULL, 0, 1);
	}
	return false;
}

static inline void too_late(void *user, int happened)
{
	fail_msg("line %d: did not happen in %d s", *(int *)user, DEADLINE_S);
}

#define until(condition)                                                                                     \
	do {                                                                                                 \
		int line_ = __LINE__;                                                                        \
		struct watch *deadline_ = loop_timer(loop, LOOP_LATER, too_late, &line_);                    \
		loop_at(deadline_, loop_now() + DEADLINE_S * SECONDS);                                       \
		while (!(condition))                                                                         \
			loop_step(loop);                                                                     \
		loop_unwatch(deadline_);                                                                     \
	} while (0)

static inline bool says(const struct bytes *bytes, const char *text)
{
	return bytes->at && strstr(bytes->at, text);
}

/* Polls until the condition holds.  */
static inline struct activity does(struct seen *seen, enum activity_kind kind)
{
	int64_t begin = loop_now();
	struct activity activity;

	do
		agent_activity(seen->agent, &activity);
	while (activity.kind != kind && loop_now() < begin + DEADLINE_S * SECONDS);
	assert_string_equal(activity_name(activity.kind), activity_name(kind));
	return activity;
}

static inline bool alive(pid_t pid)
{
	return kill(pid, 0) == 0;
}

static inline int open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

#endif
