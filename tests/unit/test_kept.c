/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_kept.c - which of the matches that nobody asked to record stay.  */
#include "../temp.h"
#include "../test.h"

#include "ringside/kept.h"
#include "ringside/match_file.h"

#include <sys/stat.h>
#include <unistd.h>

static char *base; /* a file in the folder that is XDG_STATE_HOME */

static int begin(void **unused)
{
	base = temp_path("none");
	*strrchr(base, '/') = '\0';
	setenv("XDG_STATE_HOME", base, 1);
	base[strlen(base)] = '/';
	return 0;
}

static int finish(void **unused)
{
	temp_remove(base);
	return 0;
}

static char *folder(void)
{
	char *problem, *path = kept_path(KEPT_MATCHES, &problem);

	assert_null(problem);
	assert_non_null(path);
	*strrchr(path, '/') = '\0';
	return path;
}

static char *path_of(int number)
{
	FREED char *in = folder();

	return bytes_text("%s/match-%d.ringside", in, number);
}

/* Number 1 is the oldest.  */
static void make(int number, int size)
{
	FREED char *path = path_of(number);
	FILE *file = fopen(path, "w");
	struct timespec times[2] = {{.tv_sec = 1000 + number}, {.tv_sec = 1000 + number}};

	assert_non_null(file);
	for (int i = 0; i < size; i++)
		fputc('x', file);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* The numbers of the matches that are there, the newest first.  */
static void remain(const char *expected)
{
	struct kept *matches;
	int count = kept_matches(&matches);
	struct bytes text FREED_BY(bytes_free) = {0};

	bytes_add_text(&text, "");
	for (int i = 0; i < count; i++)
		bytes_addf(&text, "%s%d", i ? " " : "", atoi(strrchr(matches[i].path, '-') + 1));
	assert_string_equal(text.at, expected);
	kept_free(matches, count);
}

TEST_IN(their_folder_is_private, begin, finish)
{
	FREED char *path = folder();
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0700);
}

TEST_IN(the_oldest_go_first, begin, finish)
{
	for (int i = 1; i <= 5; i++)
		make(i, 10);
	remain("5 4 3 2 1");
	kept_trim(KEPT_MATCHES, 3, 1000);
	remain("5 4 3");
	kept_trim(KEPT_MATCHES, 3, 25);
	remain("5 4");
	kept_trim(KEPT_MATCHES, 0, 0);
	remain("");
}

TEST_IN(a_match_that_still_runs_stays, begin, finish)
{
	FREED char *path = path_of(1);
	char *problem = NULL;
	struct match_file *file = match_file_create(path, NULL, &problem);

	assert_non_null(file);
	make(2, 10);
	kept_trim(KEPT_MATCHES, 0, 0);
	remain("1");
	match_file_close(file);
	kept_trim(KEPT_MATCHES, 0, 0);
	remain("");
}

TEST_IN(a_folder_that_cannot_be_written_is_named, begin, finish)
{
	FREED char *problem = NULL;
	char *path;

	setenv("XDG_STATE_HOME", "/proc", 1);
	path = kept_path(KEPT_MATCHES, &problem);
	assert_null(path);
	assert_non_null(strstr(problem, "this match is not kept: /proc/ringside/matches/: "));
}

TEST_MAIN(NULL, NULL)
