/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_old_kernel.c - notices and reports every exit of an agent without pidfd_open(2) and close_range(2), as
 * on Linux before 5.3 and under valgrind; and says so where ptrace(2) is forbidden.  */
#include "../test.h"
#include "program.h"

struct ends {
	const char *system, *first, *second; /* an agent of the test's folder if they contain no colon */
	const char *words;                   /* on stdout */
};

static const char *player(char room[400], const char *words)
{
	if (strchr(words, ':'))
		return words;
	snprintf(room, 400, "'%s/brain' %s", env("AGENTS"), words);
	return room;
}

TEST(every_exit_is_reported_as_on_a_new_kernel)
{
	static const struct ends rows[] = {
		{"gomocup", "good", "good 12", "good (seat 1) beats good: five"},
		{"gomocup", "leave", "good 12", "exit (seat 1 (leave) exited with status 0"},
		{"gomocup", "leave-badly", "good 12", "crash (seat 1 (leave-badly) exited with status 7"},
		{"gomocup", "crash", "good 12", "SIGSEGV"},
		{"gomocup", "close-output", "good 12", "closed its output"},
		{"gomocup", "leave-at-once", "good 12", "exited with status 0 before it was ready"},
		{"gomocup", "hold-output", "good 12", "five"},
		{"qchess", "sample:random", "sample:random", "game 1: "},
		{"asimulator", "sample:wander", "sample:wander", "score ("},
	};
	char launcher[400], one[400], two[400];

	snprintf(launcher, sizeof(launcher), "%s/old_kernel", env("AGENTS"));
	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *args[] = {env("RINGSIDE"),
				      "run",
				      rows[i].system,
				      player(one, rows[i].first),
				      player(two, rows[i].second),
				      NULL};
		struct outcome outcome = run_program(launcher, "old-kernel", args);

		if (outcome.status == 77)
			skip();
		if (outcome.status != 0 || !strstr(outcome.out, rows[i].words))
			fail_msg("%s %s: status %d, %s%s", rows[i].system, rows[i].first, outcome.status,
				 outcome.out, outcome.err);
		assert_int_equal(left_behind("old-kernel"), 0);
	}
}

/* With --backtrace, after `break crash` and for `gdb 1 backtrace`.  */
TEST(where_tracing_is_forbidden_a_line_says_what_would_allow_it)
{
	static const char allows[] = "(a container needs --cap-add SYS_PTRACE; ";
	static const char *const rows[][8] = {
		{"--backtrace", "-x", "continue", "-x", "why"},
		{"-x", "break crash", "-x", "continue", "-x", "why"},
		{"-x", "next x2", "-x", "gdb 1 backtrace"},
	};
	char launcher[400], one[400], two[400];

	if (system("gdb --version >/dev/null 2>&1") != 0)
		skip();
	snprintf(launcher, sizeof(launcher), "%s/old_kernel", env("AGENTS"));
	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *args[20] = {"--untraced",
					"/usr/bin/env",
					"ASAN_OPTIONS=detect_leaks=0", /* LeakSanitizer traces */
					env("RINGSIDE"),
					"run",
					"gomocup",
					player(one, "crash"),
					player(two, "good 12")};
		struct outcome outcome;

		for (int k = 0; k < 8; k++)
			args[8 + k] = rows[i][k];
		outcome = run_program(launcher, "old-kernel", args);
		if (outcome.status == 77)
			skip();
		if (!strstr(outcome.out, allows) && !strstr(outcome.err, allows))
			fail_msg("row %zu: %s%s", i, outcome.out, outcome.err);
		assert_int_equal(left_behind("old-kernel"), 0);
	}
}

TEST_MAIN(NULL, NULL)
