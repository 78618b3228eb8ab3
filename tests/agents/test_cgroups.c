/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_cgroups.c - cgroups that a person names, and those that the system hands to ringside by itself.
 *
 * The trees that can be used differ from system to system, so each test tries all; a test of which nothing is
 * here is skipped with a word.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static char first[400], good[400];

/* Makes a cgroup in this tree.  False: none can be made there.  */
static bool lend(const char *tree, char lent[80])
{
	char entry[100];

	snprintf(lent, 80, "%s/ringside-test-%d", tree, (int)getpid());
	snprintf(entry, sizeof(entry), "%s/cgroup.procs", lent);
	if (mkdir(lent, 0700) < 0)
		return false;
	if (access(entry, W_OK) == 0)
		return true;
	rmdir(lent); /* an ordinary folder */
	return false;
}

/* Nothing is left in it: else it cannot be removed.  */
static void take_back(const char *lent)
{
	assert_int_equal(left_behind("cgroups"), 0);
	assert_int_equal(rmdir(lent), 0);
}

static void skip_lending(void)
{
	print_message("SKIPPED: no such cgroup can be made here\n");
	skip();
}

static struct outcome play(const char *folders, const char *one, const char *memory)
{
	return ringside("cgroups", ARGS("run", "gomocup", "--turn-time", "2s", "--tolerance", "0",
					"--cgroups", folders, "--memory", memory, "-x", "step", "-x",
					"info seat 1", "-x", "continue", one, good));
}

/* ---- named by a person ---- */

/* A folder of version 1 limits processes; one of version 2 without controllers ends all as a whole.  */
TEST(a_cgroup_limits_processes_and_is_gone_after_the_match)
{
	static const char *const trees[] = {"/sys/fs/cgroup/pids", "/sys/fs/cgroup/unified",
					    "/sys/fs/cgroup"};
	char lent[80];
	int lending = 0;

	for (size_t i = 0; i < LENGTH(trees); i++) {
		struct outcome outcome;

		if (!lend(trees[i], lent))
			continue;
		lending++;
		outcome = ringside("cgroups", ARGS("run", "gomocup", "--turn-time", "500ms", "--tolerance",
						   "0", "--cgroups", lent, ONLY_SEAT_1_IS_LATE, "-x",
						   "info seat 1", agent("intruder forks"), good));
		/* At the limit no process more is started, so the agent is not killed for their number.  */
		if (strstr(outcome.out, "processes 512 (cgroup)")) {
			assert_non_null(strstr(outcome.out, "timeout (seat 1"));
			assert_null(strstr(outcome.err, "more than 512 processes"));
		}
		assert_non_null(strstr(outcome.out, "limits  no sandbox, processes 512 ("));
		take_back(lent);
	}
	if (!lending)
		skip_lending();
}

/* A daemon is not seen by looking without a sandbox.  */
TEST(a_cgroup_limits_the_memory_of_a_daemon)
{
	char lent[80], words[] = "are allowed (--memory)";
	struct outcome outcome;
	bool limits;

	if (!lend("/sys/fs/cgroup", lent))
		skip_lending();
	outcome = play(lent, agent("intruder grows"), "50M");
	limits = strstr(outcome.out, "memory by cgroup") != NULL;
	if (limits && !strstr(outcome.out, words))
		fail_msg("%s%s", outcome.out, outcome.err);
	take_back(lent);
	if (!limits)
		skip_lending();
}

TEST(a_cgroup_counts_cpu_time)
{
	static const char *const trees[] = {"/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup/unified",
					    "/sys/fs/cgroup"};
	char lent[80];
	int lending = 0;

	for (size_t i = 0; i < LENGTH(trees); i++) {
		if (!lend(trees[i], lent))
			continue;
		lending++;
		ends(play(lent, first, "0"), ANY, "CPU by cgroup", NULL);
		take_back(lent);
	}
	if (!lending)
		skip_lending();
}

TEST(a_cgroup_that_cannot_be_made_is_an_error)
{
	static const char *const args[] = {"run",       "gomocup",   "--cgroups", "/nonexistent",
					   "/bin/true", "/bin/true", NULL};

	ends(ringside("cgroups", args), 3, NULL, "no cgroup can be made in /nonexistent: No such file");
}

/* ---- handed by the system ---- */

/* Plays from within a cgroup, and says whether agents had cgroups of their own.  */
static bool has_own(const char *lent, const char *options)
{
	char script[1600];
	struct outcome outcome;
	bool own;

	snprintf(
		script, sizeof(script),
		"echo $$ >%s/cgroup.procs && exec '%s' run gomocup %s -x step -x 'info seat 1' \"%s\" \"%s\"",
		lent, env("RINGSIDE"), options, first, good);
	outcome = run_program("/bin/sh", "cgroups", ARGS("-c", script));
	own = strstr(outcome.out, "CPU by cgroup") != NULL;
	if (!own && !strstr(outcome.out, "CPU by looking"))
		fail_msg("%s%s", outcome.out, outcome.err);
	return own;
}

/* Root may write everywhere, and so must not take that for a permission.  */
TEST(a_cgroup_of_root_is_used_only_if_systemd_has_marked_it)
{
	static const char *const trees[] = {"/sys/fs/cgroup/unified", "/sys/fs/cgroup"};
	char lent[80], aside[100];
	int lending = 0;

	for (size_t i = 0; i < LENGTH(trees) && geteuid() == 0; i++) {
		if (!lend(trees[i], lent))
			continue;
		assert_false(has_own(lent, "--memory 1G"));
		if (setxattr(lent, "user.delegate", "1", 1, 0) == 0) {
			lending++;
			assert_false(has_own(lent, "")); /* nobody has set a limit */
			assert_false(has_own(lent, "--memory 1G --cgroups none"));
			assert_true(has_own(lent, "--memory 1G"));
			snprintf(aside, sizeof(aside), "%s/ringside-judge", lent);
			rmdir(aside);
		}
		take_back(lent);
	}
	if (!lending)
		skip_lending();
}

/* Plays with a systemd-run that does this, as another user than root.  */
static struct outcome play_with(const char *other, const char *folder, const char *tool, const char *option)
{
	char path[80], script[1600];

	snprintf(path, sizeof(path), "%s/systemd-run", folder);
	file_write(path, tool, false);
	chmod(path, 0755);
	snprintf(script, sizeof(script),
		 "%s env PATH=%s:/usr/bin:/bin HOME=%s XDG_RUNTIME_DIR=%s '%s' run gomocup %s "
		 "-x 'info seat 1' \"%s\" \"sh -c \\\"test -z \\$RINGSIDE_SCOPED && exec %s\\\"\"",
		 other, folder, folder, folder, env("RINGSIDE"), option, first, good);
	return run_program("/bin/sh", "cgroups", ARGS("-c", script));
}

TEST(systemd_is_asked_for_a_cgroup_if_limits_are_set)
{
	static const char asks[] = "#!/bin/sh\n"
				   "echo \"asked: $*\" >&2\n"
				   "while [ \"$1\" != -- ]; do shift; done\n"
				   "shift\n"
				   "exec \"$@\"\n";
	char folder[] = "/tmp/ringside-test-XXXXXX";
	const char *other = as_other_user();
	struct outcome outcome;

	if (!other)
		skip();
	folder_make(folder);
	chmod(folder, 0755);
	ends(play_with(other, folder, asks, "--memory 1G"), ANY, "five in a row",
	     "asked: --user --scope --quiet --collect --unit=ringside-"
	     "|--property=Delegate=yes -- /");
	outcome = play_with(other, folder, asks, "");
	assert_null(strstr(outcome.err, "asked:"));
	outcome = play_with(other, folder, "#!/bin/sh\necho asked: no bus >&2\nexit 1\n", "--memory 1G");
	assert_non_null(strstr(outcome.out, "five in a row"));
	assert_null(strstr(outcome.err, "asked:"));
	folder_remove(folder);
}

int main(void)
{
	snprintf(first, sizeof(first), "'%s/brain' good 3", env("AGENTS"));
	snprintf(good, sizeof(good), "'%s/brain' good 12", env("AGENTS"));
	return RUN_TESTS(NULL, NULL);
}
