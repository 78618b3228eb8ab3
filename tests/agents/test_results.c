/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_results.c - files of results and of matches that a tournament finds: locked, strange, or not to be
 * lost.
 */
#include "games.h"
#include "program.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <cmocka.h>

#define NAMED(name) "env RINGSIDE_PLAYER=" name " sample:random"

enum { GAMES = 2 };

struct fixture {
	char folder[40], results[60], match[60];
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->results, sizeof(f->results), "%s/results", f->folder);
	snprintf(f->match, sizeof(f->match), "%s/m.ringside", f->folder);
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	folder_remove(f->folder);
	free(f);
	return 0;
}

/* The command line of a tournament of two games, with these options.  */
struct command {
	const char *args[20];
};

static struct command command(const char *option, const char *value, const char *more, const char *its_value)
{
	return (struct command){{"tournament", "gomocup", "--no-sandbox", "--seed", "5", "--size", "7",
				 NAMED("a"), NAMED("b"), option, value, more, its_value, NULL}};
}

static struct outcome play(const char *option, const char *value)
{
	struct command c = command(option, value, NULL, NULL);

	return ringside("results", c.args);
}

static void expect_games(struct outcome outcome, int status, int games)
{
	int lines = 0;

	for (const char *at = outcome.out; (at = strstr(at, "game ")); at++)
		lines++;
	if (outcome.status != status || lines != games)
		fail_msg("status %d, %d games: %s%s", outcome.status, lines, outcome.out, outcome.err);
	outcome_free(&outcome);
}

/* ---- locks ---- */

static bool leads_to(const char *link, const char *path)
{
	char *target = realpath(link, NULL), *real = realpath(path, NULL);
	bool same = target && real && strcmp(target, real) == 0;

	free(target);
	free(real);
	return same;
}

/* Has the program this file open?  Before exec the process has what this one has.  */
static bool has_open(pid_t process, const char *path)
{
	char folder[40], link[320];
	struct dirent *entry;
	DIR *entries;
	bool found = false;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)process);
	snprintf(folder, sizeof(folder), "/proc/%d/fd", (int)process);
	entries = leads_to(link, env("RINGSIDE")) ? opendir(folder) : NULL;
	while (entries && !found && (entry = readdir(entries))) {
		snprintf(link, sizeof(link), "%s/%s", folder, entry->d_name);
		found = leads_to(link, path);
	}
	if (entries)
		closedir(entries);
	return found;
}

/* Begins it while the file is locked by this descriptor, as by a process of a ringside that was killed, which
 * has not ended yet.  The lock goes when the file has been opened, or the program has ended.  */
static struct outcome begin_locked(struct command c, const char *path, int fd)
{
	struct program program = program_begin(env("RINGSIDE"), "results", c.args, -1);

	for (int i = 0; i < 1000 && !has_open(program.pid, path); i++)
		poll(NULL, 0, 5);
	close(fd);
	return program_end(&program);
}

static void results_that_a_killed_ringside_has_still_locked_are_waited_for(void **state)
{
	struct fixture *f = *state;
	int fd;

	expect_games(play("--results", f->results), 0, GAMES);
	fd = open(f->results, O_RDWR | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	expect_games(begin_locked(command("--results", f->results, "--games", "2"), f->results, fd), 0, 0);
}

static void a_match_file_that_a_killed_ringside_has_still_locked_is_waited_for(void **state)
{
	struct fixture *f = *state;
	struct flock lock = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x50000000}; /* behind SQLite's */
	char path[80];
	int fd;

	expect_games(play("--record", f->match), 0, GAMES);
	snprintf(path, sizeof(path), "%s/m-1.ringside", f->folder);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(fcntl(fd, F_OFD_SETLK, &lock), 0);
	expect_games(begin_locked(command("--record", f->match, NULL, NULL), path, fd), 0, 0);
}

#define PLAYS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAYS(results_that_a_killed_ringside_has_still_locked_are_waited_for),
		PLAYS(a_match_file_that_a_killed_ringside_has_still_locked_is_waited_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
