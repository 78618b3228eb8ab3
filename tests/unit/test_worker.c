/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_worker.c - processes of ringside's own: what they tell, what they inherit, and how they end.  */
#include "../test.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/worker.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG = 3000000, KINDS = 3 };

/* What the parent has seen.  */
struct seen {
	struct loop *loop;
	int notes, kinds[KINDS], numbers[KINDS];
	size_t sizes[KINDS];
	struct ending ending;
};

static void told(void *user, const struct note *note)
{
	struct seen *seen = user;

	assert_true(seen->notes < KINDS);
	seen->kinds[seen->notes] = note->kind;
	seen->numbers[seen->notes] = note->number;
	seen->sizes[seen->notes++] = strlen(note->text) + strlen(note->more);
}

static void ended(void *user, struct ending ending)
{
	struct seen *seen = user;

	seen->ending = ending;
	loop_stop(seen->loop);
}

static const struct worker_events events = {.told = told, .ended = ended};

static struct worker *begin(struct seen *seen, void (*work)(void *arg, int fd))
{
	struct worker *worker;
	char *problem = NULL;

	*seen = (struct seen){.loop = loop_new()};
	worker = worker_fork(seen->loop, work, NULL, &events, seen, &problem);
	assert_non_null(worker);
	return worker;
}

static void end(struct seen *seen, struct worker *worker)
{
	worker_free(worker);
	loop_free(seen->loop);
}

static void nothing(void *user, const struct note *note)
{
	(void)user, (void)note;
}

/* ---- notes ---- */

static void tell_three(void *arg, int fd)
{
	struct loop *loop = loop_new();
	struct link *link = link_new(loop, fd, nothing, NULL);
	FREED char *text = bytes_new(LONG + 1);

	memset(text, 'x', LONG);
	link_tell(link, &(struct note){.kind = 1, .number = -5});
	link_tell(link, &(struct note){.kind = 2, .number = 7, .text = text, .more = "more"});
	link_tell(link, &(struct note){.kind = 3, .text = "last"});
	link_free(link);
	loop_free(loop);
	exit(9);
}

TEST(notes_of_any_length_come_whole_and_in_order_and_the_end_comes_last)
{
	struct seen seen;
	struct worker *worker = begin(&seen, tell_three);

	loop_run(seen.loop);
	assert_int_equal(seen.notes, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(seen.kinds[i], i + 1);
	assert_int_equal(seen.numbers[0], -5);
	assert_int_equal(seen.sizes[0], 0);
	assert_int_equal(seen.sizes[1], LONG + 4);
	assert_int_equal(seen.sizes[2], 4);
	assert_false(seen.ending.signalled);
	assert_int_equal(seen.ending.code, 9);
	end(&seen, worker);
}

static void leave_with_number(void *user, const struct note *note)
{
	if (note)
		exit(note->number);
}

static void hear_one_and_see_one(void *arg, int fd)
{
	struct loop *loop = loop_new();
	struct link *link = link_new(loop, fd, leave_with_number, NULL);
	struct note note;

	if (!link_hear(link, &note) || note.number != 1)
		exit(1);
	loop_run(loop);
}

/* The second one has come already when the first is heard.  */
TEST(a_note_behind_one_that_was_waited_for_comes_in_the_loop)
{
	struct seen seen;
	struct worker *worker = begin(&seen, hear_one_and_see_one);

	worker_tell(worker, &(struct note){.number = 1});
	worker_tell(worker, &(struct note){.number = 2});
	loop_run(seen.loop);
	assert_int_equal(seen.ending.code, 2);
	end(&seen, worker);
}

static void write_nonsense(void *arg, int fd)
{
	char bytes[200];

	memset(bytes, 0xff, sizeof(bytes));
	if (write(fd, bytes, sizeof(bytes)) != (ssize_t)sizeof(bytes))
		exit(1);
	for (;;)
		pause();
}

static void write_a_text_without_end(void *arg, int fd)
{
	const struct {
		int kind, number;
		size_t text, more;
		char bytes[8];
	} note = {.text = 4, .more = 4, .bytes = "abcdefg"};

	if (write(fd, &note, sizeof(note)) != (ssize_t)sizeof(note))
		exit(1);
	for (;;)
		pause();
}

TEST(a_worker_that_writes_nonsense_is_killed)
{
	static void (*const works[])(void *arg, int fd) = {write_nonsense, write_a_text_without_end};

	for (size_t i = 0; i < sizeof(works) / sizeof(*works); i++) {
		struct seen seen;
		struct worker *worker = begin(&seen, works[i]);

		loop_run(seen.loop);
		assert_int_equal(seen.notes, 0);
		assert_true(seen.ending.signalled);
		end(&seen, worker);
	}
}

/* ---- what it has ---- */

/* Exits with the number of its descriptors besides that of the folder.  */
static void count_descriptors(void *arg, int fd)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	(void)arg, (void)fd;
	while (readdir(folder))
		count++;
	closedir(folder);
	exit(count - 3); /* without . and .. */
}

TEST(a_worker_has_the_standard_streams_and_its_link_only)
{
	struct seen seen;
	int other = dup(STDERR_FILENO); /* without close-on-exec */
	struct worker *worker = begin(&seen, count_descriptors);

	loop_run(seen.loop);
	assert_int_equal(seen.ending.code, 4);
	end(&seen, worker);
	close(other);
}

static void count_pipes(void *arg, int fd)
{
	struct stat status;
	int pipes = 0;

	for (int other = fd + 1; fstat(other, &status) == 0; other++)
		pipes += S_ISFIFO(status.st_mode);
	exit(pipes);
}

/* The keeper kills what agents leave behind when nobody has the pipe open any more: not before the worker
 * that judges them is gone.  */
TEST(a_worker_holds_the_keeper_back)
{
	pid_t apart = fork(); /* a keeper is there once and stays */
	int status;

	assert_true(apart >= 0);
	if (apart == 0) {
		struct seen seen;
		struct worker *worker;

		agent_keeper();
		worker = begin(&seen, count_pipes);
		loop_run(seen.loop);
		end(&seen, worker);
		exit(seen.ending.code);
	}
	assert_int_equal(waitpid(apart, &status, 0), apart);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
}

/* ---- its end ---- */

static void wait_for_ever(void *arg, int fd)
{
	(void)arg, (void)fd;
	for (;;)
		pause();
}

TEST(a_worker_that_is_killed_ends_by_that_signal)
{
	struct seen seen;
	struct worker *worker = begin(&seen, wait_for_ever);

	worker_kill(worker);
	loop_run(seen.loop);
	assert_true(seen.ending.signalled);
	assert_string_equal(seen.ending.signal, "SIGKILL");
	end(&seen, worker);
}

static void close_the_link_and_hang(void *arg, int fd)
{
	close(fd);
	wait_for_ever(arg, fd);
}

/* Meanwhile the loop goes on.  */
TEST(a_worker_that_closes_its_link_and_hangs_is_killed_while_others_talk)
{
	struct seen hangs, talks;
	struct worker *worker = begin(&hangs, close_the_link_and_hang), *other;
	char *problem = NULL;

	talks = (struct seen){.loop = hangs.loop};
	other = worker_fork(hangs.loop, tell_three, NULL, &events, &talks, &problem);
	assert_non_null(other);
	loop_run(hangs.loop);
	assert_int_equal(talks.notes, 3);
	assert_int_equal(talks.ending.code, 9);
	loop_run(hangs.loop);
	assert_true(hangs.ending.signalled);
	assert_string_equal(hangs.ending.signal, "SIGKILL");
	worker_free(other);
	end(&hangs, worker);
}

TEST(freeing_a_worker_ends_it)
{
	struct seen seen;
	struct worker *worker = begin(&seen, wait_for_ever);

	end(&seen, worker);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* there is no child left */
}

TEST_MAIN(NULL, NULL)
