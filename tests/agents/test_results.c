/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_results.c - files of results and of matches that a tournament finds: locked, strange, or not to be
 * lost.
 */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAMED(name) "env RINGSIDE_PLAYER=" name " sample:random"

enum { GAMES = 2 };

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
}

/* ---- locks ---- */

/* A process that has only this descriptor's lock, was killed, and cannot end before end_killed().  0:
 * skipped.  */
static pid_t killed_with(int fd)
{
	pid_t killed = fork();
	int status;

	if (killed == 0)
		for (;;)
			pause();
	assert_true(killed > 0);
	close(fd);
	if (ptrace(PTRACE_SEIZE, killed, NULL, PTRACE_O_TRACEEXIT) == 0) {
		kill(killed, SIGKILL);
		assert_int_equal(waitpid(killed, &status, 0), killed);
		assert_true(WIFSTOPPED(status));
		return killed;
	}
	print_message("SKIPPED: no process may be traced here\n");
	kill(killed, SIGKILL);
	assert_int_equal(waitpid(killed, &status, 0), killed);
	return 0;
}

static void end_killed(pid_t killed)
{
	int status;

	assert_int_equal(ptrace(PTRACE_CONT, killed, NULL, NULL), 0);
	assert_int_equal(waitpid(killed, &status, 0), killed);
}

/* Reads from the terminal until these words come.  */
static void expect_on_terminal(int master, const char *words)
{
	char text[4096] = "";
	size_t size = 0;
	ssize_t n;

	while (!strstr(text, words)) {
		n = read(master, text + size, sizeof(text) - 1 - size);
		if (n <= 0)
			fail_msg("\"%s\" is not in: %s", words, text);
		size += (size_t)n;
	}
}

/* The killed process ends when the program has said that it waits for it.  */
static void expect_waits(struct command c, int fd, int games)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), slave;
	pid_t killed = killed_with(fd);
	struct program program;
	char words[80];

	assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(slave >= 0);
	if (killed) {
		program = program_begin(env("RINGSIDE"), "results", c.args, slave);
		close(slave);
		snprintf(words, sizeof(words), "waits for process %d, which was killed", (int)killed);
		expect_on_terminal(master, words);
		end_killed(killed);
		expect_games(program_end(&program), 0, games);
	}
	close(master);
}

TEST_IN_FOLDER(results_that_a_killed_ringside_has_still_locked_are_waited_for)
{
	int fd;

	expect_games(play("--results", in_folder("results")), 0, GAMES);
	fd = open(in_folder("results"), O_RDWR | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	expect_waits(command("--results", in_folder("results"), "--games", "2"), fd, 0);
}

/* It may have been killed before it had written anything: then the game is played again.  */
TEST_IN_FOLDER(a_match_file_that_a_killed_ringside_has_still_locked_is_waited_for)
{
	char path[80];

	expect_games(play("--record", in_folder("m.ringside")), 0, GAMES);
	snprintf(path, sizeof(path), "%s/m-1.ringside", test_folder());
	for (int empty = 0; empty < 2; empty++) {
		struct flock lock = {
			.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x50000000}; /* behind SQLite's */
		int fd = open(path, O_RDWR | O_CLOEXEC | (empty ? O_TRUNC : 0));

		assert_int_equal(fcntl(fd, F_OFD_SETLK, &lock), 0);
		expect_waits(command("--record", in_folder("m.ringside"), NULL, NULL), fd, empty);
	}
}

/* ---- strange files ---- */

/* The first `lines` lines of the results of a tournament of this seed go to `to`, behind what is there.  */
static void add_results(const char *seed, int from, int lines, const char *to)
{
	char path[60], *line = NULL;
	struct command c;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/of-seed-%s", test_folder(), seed);
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
static void expect_refused(const char *words)
{
	struct stat before, after;
	struct outcome outcome;

	assert_int_equal(stat(in_folder("results"), &before), 0);
	outcome = play("--results", in_folder("results"));
	assert_int_equal(stat(in_folder("results"), &after), 0);
	assert_int_equal(before.st_size, after.st_size);
	if (outcome.status != 1 || !strstr(outcome.err, words))
		fail_msg("status %d, \"%s\" is not in: %s", outcome.status, words, outcome.err);
}

TEST_IN_FOLDER(a_file_of_zeros_is_not_overwritten)
{
	file_write(in_folder("results"), "", false);
	assert_int_equal(truncate(in_folder("results"), 100), 0);
	expect_refused("results:1: is not a file of results");
}

/* A line without an end that is no line of ours may be somebody's note.  */
TEST_IN_FOLDER(a_note_behind_the_results_is_not_lost)
{
	add_results("5", 1, 3, in_folder("results"));
	file_write(in_folder("results"), "mine begins better", true);
	expect_refused("results:4: expected a game as --json prints it");
}

TEST_IN_FOLDER(results_that_end_with_zeros_go_on)
{
	struct stat status;

	add_results("5", 1, 3, in_folder("results"));
	assert_int_equal(stat(in_folder("results"), &status), 0);
	assert_int_equal(truncate(in_folder("results"), status.st_size + 4096), 0);
	expect_games(play("--results", in_folder("results")), 0, GAMES - 1);
}

/* Such a file was read as a whole.  */
TEST_IN_FOLDER(a_line_without_an_end_is_not_read_for_ever)
{
	struct stat status;

	add_results("5", 1, 3, in_folder("results"));
	assert_int_equal(stat(in_folder("results"), &status), 0);
	assert_int_equal(truncate(in_folder("results"), status.st_size + ((off_t)200 << 20)), 0);
	expect_refused("results:4: is longer than ");
}

TEST_IN_FOLDER(a_game_of_another_seed_is_refused)
{
	const char *const args[] = {"tally", in_folder("results"), NULL};

	add_results("5", 1, 3, in_folder("results"));
	add_results("6", 4, 1, in_folder("results"));
	expect_refused("results:4: expected a game as --json prints it");
	ends(ringside("results", args), 1, NULL, "its seed is 6, and that of the tournament is 5");
}

/* ---- files of tables ---- */

TEST_IN_FOLDER(tables_do_not_overwrite_the_results)
{
	const char *args[] = {"tally", in_folder("results"), "--csv", in_folder("results"), NULL};
	struct command c = command("--results", in_folder("results"), "--markdown", in_folder("results"));
	ends(ringside("results", c.args), 1, NULL, "would overwrite that file");
	add_results("5", 1, 4, in_folder("results"));
	ends(ringside("results", args), 1, NULL, "would overwrite that file");
	expect_games(play("--results", in_folder("results")), 0, 0);
}

TEST_IN_FOLDER(tables_that_cannot_be_written_are_told_before_the_first_game)
{
	char path[80];
	struct command c;
	struct outcome outcome;

	snprintf(path, sizeof(path), "%s/none/page.html", test_folder());
	c = command("--results", in_folder("results"), "--html", path);
	outcome = ringside("results", c.args);
	if (outcome.status != 1 || *outcome.out || !strstr(outcome.err, "none/page.html: cannot be written"))
		fail_msg("status %d: %s%s", outcome.status, outcome.out, outcome.err);
}

/* The disk may be full by then.  */
TEST_IN_FOLDER(the_tables_are_printed_though_a_file_of_them_cannot_be_written)
{
	ends(play("--csv", "/dev/full"), 1, NULL,
	     "--csv /dev/full: cannot be written"
	     "|Standing");
}

TEST_MAIN(NULL, NULL)
