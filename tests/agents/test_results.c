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
#include <sys/stat.h>
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

/* ---- strange files ---- */

/* The first `lines` lines of the results of a tournament of this seed go to `to`, behind what is there.  */
static void add_results(const struct fixture *f, const char *seed, int from, int lines, const char *to)
{
	char path[60], *line = NULL;
	struct command c;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/of-seed-%s", f->folder, seed);
	c = command("--results", path, NULL, NULL);
	c.args[4] = seed;
	expect_games(ringside("results", c.args), 0, GAMES);
	file = fopen(path, "re");
	for (int i = 1; getline(&line, &room, file) > 0; i++)
		if (i >= from && i < from + lines)
			file_write(to, line, true);
	free(line);
	fclose(file);
	unlink(path);
}

/* Expects that the tournament is refused with these words, and the file is as it was.  */
static void expect_refused(const struct fixture *f, const char *words)
{
	struct stat before, after;
	struct outcome outcome;

	assert_int_equal(stat(f->results, &before), 0);
	outcome = play("--results", f->results);
	assert_int_equal(stat(f->results, &after), 0);
	assert_int_equal(before.st_size, after.st_size);
	if (outcome.status != 1 || !strstr(outcome.err, words))
		fail_msg("status %d, \"%s\" is not in: %s", outcome.status, words, outcome.err);
	outcome_free(&outcome);
}

static void a_file_of_zeros_is_not_overwritten(void **state)
{
	struct fixture *f = *state;

	file_write(f->results, "", false);
	assert_int_equal(truncate(f->results, 100), 0);
	expect_refused(f, "results:1: is not a file of results");
}

/* A line without an end that is no line of ours may be somebody's note.  */
static void a_note_behind_the_results_is_not_lost(void **state)
{
	struct fixture *f = *state;

	add_results(f, "5", 1, 3, f->results);
	file_write(f->results, "mine begins better", true);
	expect_refused(f, "results:4: expected a game as --json prints it");
}

static void results_that_end_with_zeros_go_on(void **state)
{
	struct fixture *f = *state;
	struct stat status;

	add_results(f, "5", 1, 3, f->results);
	assert_int_equal(stat(f->results, &status), 0);
	assert_int_equal(truncate(f->results, status.st_size + 4096), 0);
	expect_games(play("--results", f->results), 0, GAMES - 1);
}

/* Such a file was read as a whole.  */
static void a_line_without_an_end_is_not_read_for_ever(void **state)
{
	struct fixture *f = *state;
	struct stat status;

	add_results(f, "5", 1, 3, f->results);
	assert_int_equal(stat(f->results, &status), 0);
	assert_int_equal(truncate(f->results, status.st_size + ((off_t)200 << 20)), 0);
	expect_refused(f, "results:4: is longer than ");
}

static void a_game_of_another_seed_is_refused(void **state)
{
	struct fixture *f = *state;
	const char *const args[] = {"tally", f->results, NULL};
	struct outcome outcome;

	add_results(f, "5", 1, 3, f->results);
	add_results(f, "6", 4, 1, f->results);
	expect_refused(f, "results:4: expected a game as --json prints it");
	outcome = ringside("results", args);
	assert_int_equal(outcome.status, 1);
	if (!strstr(outcome.err, "its seed is 6, and that of the tournament is 5"))
		fail_msg("%s", outcome.err);
	outcome_free(&outcome);
}

/* ---- files of tables ---- */

static void tables_do_not_overwrite_the_results(void **state)
{
	struct fixture *f = *state;
	const char *args[] = {"tally", f->results, "--csv", f->results, NULL};
	struct command c = command("--results", f->results, "--markdown", f->results);
	struct outcome outcome = ringside("results", c.args);

	assert_int_equal(outcome.status, 1);
	assert_non_null(strstr(outcome.err, "would overwrite that file"));
	outcome_free(&outcome);
	add_results(f, "5", 1, 4, f->results);
	outcome = ringside("results", args);
	assert_int_equal(outcome.status, 1);
	assert_non_null(strstr(outcome.err, "would overwrite that file"));
	outcome_free(&outcome);
	expect_games(play("--results", f->results), 0, 0);
}

static void tables_that_cannot_be_written_are_told_before_the_first_game(void **state)
{
	struct fixture *f = *state;
	char path[80];
	struct command c;
	struct outcome outcome;

	snprintf(path, sizeof(path), "%s/none/page.html", f->folder);
	c = command("--results", f->results, "--html", path);
	outcome = ringside("results", c.args);
	if (outcome.status != 1 || *outcome.out || !strstr(outcome.err, "none/page.html: cannot be written"))
		fail_msg("status %d: %s%s", outcome.status, outcome.out, outcome.err);
	outcome_free(&outcome);
}

/* The disk may be full by then.  */
static void the_tables_are_printed_though_a_file_of_them_cannot_be_written(void **state)
{
	struct outcome outcome = play("--csv", "/dev/full");

	(void)state;
	assert_int_equal(outcome.status, 1);
	assert_non_null(strstr(outcome.err, "--csv /dev/full: cannot be written"));
	assert_non_null(strstr(outcome.err, "Standing"));
	outcome_free(&outcome);
}

#define PLAYS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAYS(results_that_a_killed_ringside_has_still_locked_are_waited_for),
		PLAYS(a_match_file_that_a_killed_ringside_has_still_locked_is_waited_for),
		PLAYS(a_file_of_zeros_is_not_overwritten),
		PLAYS(a_note_behind_the_results_is_not_lost),
		PLAYS(results_that_end_with_zeros_go_on),
		PLAYS(a_line_without_an_end_is_not_read_for_ever),
		PLAYS(a_game_of_another_seed_is_refused),
		PLAYS(tables_do_not_overwrite_the_results),
		PLAYS(tables_that_cannot_be_written_are_told_before_the_first_game),
		PLAYS(the_tables_are_printed_though_a_file_of_them_cannot_be_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
