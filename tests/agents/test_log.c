/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_log.c - the debug log of ringside itself (RINGSIDE_LOG): what is in it, and who gets neither the file
 * nor the variable.  */
#include "../temp.h"
#include "../test.h"
#include "games.h"
#include "program.h"

enum { PROCESSES_MOST = 16 };

/* Plays with a log, which the caller frees.  */
static char *logged(const char *const *args, struct outcome *outcome)
{
	TEMP char *path = temp_path("log");
	char *log;

	setenv("RINGSIDE_LOG", path, 1);
	*outcome = ringside("log", args);
	unsetenv("RINGSIDE_LOG");
	log = file_read(path);
	assert_non_null(log);
	assert_int_equal(left_behind("log"), 0);
	return log;
}

static void expect(const char *log, const char *part)
{
	if (!strstr(log, part))
		fail_msg("the log has no \"%s\":\n%.4000s", part, log);
}

/* Checks the time and the process before each line.  Returns how many processes wrote some.  */
static int processes_in(const char *log)
{
	struct {
		int pid;
		double time;
	} seen[PROCESSES_MOST] = {{0, 0}};
	int count = 0;

	for (const char *line = log; *line; line = strchr(line, '\n') + 1) {
		double time;
		int pid, i = 0;

		assert_int_equal(sscanf(line, "%lf %d ", &time, &pid), 2);
		while (i < count && seen[i].pid != pid)
			i++;
		assert_true(i < PROCESSES_MOST && time >= seen[i].time);
		seen[i].pid = pid;
		seen[i].time = time;
		count = i == count ? i + 1 : count;
	}
	return count;
}

TEST(the_log_has_wake_ups_processes_effects_and_events_of_all_processes)
{
	static const char *const args[] = {
		"run",           "gomocup", "sample:random", "sample:random", "--games", "2",
		"--concurrency", "2",       "--json",        "--draw-at",     "2",       NULL};
	static const char *const parts[] = {
		" begins\n",
		"argument 1 \"run\"",
		"worker begins",
		" started, descriptor ",
		": descriptor ",
		": timer ",
		"agent ",
		" has ended",
		"game 1: effect spawn",
		"game 2: effect verdict",
		"event started",
		" to seat 1, command",
		"\"ABOUT\\r\\n\" (7 bytes)",
	};
	struct outcome outcome;
	FREED char *log = logged(args, &outcome);

	assert_int_equal(outcome.status, 0);
	for (size_t i = 0; i < LENGTH(parts); i++)
		expect(log, parts[i]);
	assert_true(processes_in(log) >= 3);
}

TEST(an_agent_gets_neither_and_its_words_are_escaped_and_cut)
{
	TEMP char *path = temp_path("environment");
	FREED char *command =
		bytes_text("sh -c 'env >%s; ls -l /proc/$$/fd >>%s; printf \"DEBUG \\033[2J%%0999d\\n\" 7; "
			   "exit 3'",
			   path, path);
	const char *const args[] = {"run", "gomocup", command, "sample:random", NULL};
	struct outcome outcome;
	FREED char *log = logged(args, &outcome);
	FREED char *has = file_read(path);

	assert_non_null(strstr(has, "RINGSIDE_TEST="));
	assert_non_null(strstr(has, "pipe:["));
	assert_null(strstr(has, "RINGSIDE_LOG"));
	assert_null(strstr(has, "/log\n"));
	expect(log, "\"DEBUG \\x1b[2J0000");
	expect(log, "0\"... (1010 bytes)");
	expect(log, " has ended: exit status 3");
	assert_null(strchr(log, '\033'));
}

TEST(a_log_that_cannot_be_written_is_told_once)
{
	static const char *const args[] = {"run", "gomocup", "sample:random", "sample:random", NULL};
	struct outcome outcome;

	setenv("RINGSIDE_LOG", "/nowhere/log", 1);
	outcome = ringside("log", args);
	unsetenv("RINGSIDE_LOG");
	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	assert_string_equal(outcome.err,
			    "ringside: RINGSIDE_LOG: /nowhere/log: cannot be written: No such file or "
			    "directory\n");
}

TEST_MAIN(NULL, NULL)
