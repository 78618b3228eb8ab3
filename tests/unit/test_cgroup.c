/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_cgroup.c - what the files of cgroups say, of both versions: ordinary files play them.  */
#include "../temp.h"
#include "../test.h"
#include "io/cgroup.h"

#include <fcntl.h>
#include <unistd.h>

static char *path; /* of a file in a folder that plays the cgroup */

static void write_as(const char *name, const char *text)
{
	FILE *file;

	sprintf(strrchr(path, '/') + 1, "%s", name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static struct cgroups in_folder(void)
{
	struct cgroups cgroups = {.count = 1, .cpu = -1, .memory = 1};

	cgroups.path[0] = bytes_copy(path, (size_t)(strrchr(path, '/') - path));
	return cgroups;
}

static int begin(void **unused)
{
	path = temp_path("a name that is long enough for all of them");
	return 0;
}

static int finish(void **unused)
{
	temp_remove(path);
	return 0;
}

static int64_t cpu_of(const char *text)
{
	struct cgroups cgroups = {.count = 1};
	int64_t used;

	write_as("cpu", text);
	cgroups.cpu = open(path, O_RDONLY);
	used = cgroups_cpu(&cgroups);
	close(cgroups.cpu);
	return used;
}

TEST_IN(cpu_time_is_read_in_both_versions, begin, finish)
{
	assert_int_equal(cpu_of("usage_usec 1234\nuser_usec 1000\nsystem_usec 234\n"), 1234000);
	assert_int_equal(cpu_of("1234567\n"), 1234567);
	assert_int_equal(cpu_of("nr_periods 0\nnr_throttled 0\n"), -1); /* version 1, its cpu tree */
	assert_int_equal(cpu_of(""), -1);
	assert_int_equal(cgroups_cpu(&(struct cgroups){.count = 0}), -1);
}

TEST_IN(what_was_used_before_the_agent_does_not_count, begin, finish)
{
	struct cgroups cgroups = {.count = 1};

	write_as("cpu", "5000\n");
	cgroups.cpu = open(path, O_RDONLY);
	cgroups_begin_cpu(&cgroups);
	write_as("cpu", "7000\n");
	assert_int_equal(cgroups_cpu(&cgroups), 2000);
	close(cgroups.cpu);
}

TEST_IN(refused_memory_is_known_in_both_versions, begin, finish)
{
	struct cgroups cgroups = in_folder();

	assert_false(cgroups_refused_memory(&cgroups));
	write_as("memory.events", "low 0\nhigh 0\nmax 12\noom 3\noom_kill 0\noom_group_kill 0\n");
	assert_false(cgroups_refused_memory(&cgroups));
	write_as("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n");
	assert_true(cgroups_refused_memory(&cgroups));
	unlink(path);
	write_as("memory.events", "low 0\nhigh 0\nmax 12\noom 3\noom_kill 1\noom_group_kill 0\n");
	assert_true(cgroups_refused_memory(&cgroups));
	cgroups.memory = 0; /* the limit is not ours */
	assert_false(cgroups_refused_memory(&cgroups));
	free(cgroups.path[0]);
}

TEST_MAIN(NULL, NULL)
