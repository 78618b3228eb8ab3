/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_file_fixture.h - a folder for each test of the match file, and small shared steps.  */
#ifndef RINGSIDE_TESTS_MATCH_FILE_FIXTURE_H
#define RINGSIDE_TESTS_MATCH_FILE_FIXTURE_H

#include "../../src/record/file.h"
#include "ringside/folder.h"
#include "setup_fixture.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct message_query everything = {.seats = 7, .channels = CHANNEL_ALL, .last = INT64_MAX};

static char directory[64];
static char match_path[128], other_path[128];

static inline int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
	return remove(path);
}

static inline int begin_directory(void **state)
{
	strcpy(directory, "/tmp/ringside-test-XXXXXX");
	if (!temporary_folder(directory))
		return -1;
	snprintf(match_path, sizeof match_path, "%s/m.ringside", directory);
	snprintf(other_path, sizeof other_path, "%s/other.ringside", directory);
	return 0;
}

static inline int end_directory(void **state)
{
	chmod(directory, 0700);
	return nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static inline void match_file_end(struct match_file **file)
{
	match_file_close(*file);
}

static inline struct match_file *created(const char *path)
{
	struct setup setup = setup_of("gomocup");
	char *problem = NULL;
	struct match_file *file = match_file_create(path, &setup, &problem);

	setup_free(&setup);
	if (!file)
		fail_msg("%s", problem);
	return file;
}

static inline struct match_file *opened(const char *path)
{
	char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);

	if (!file)
		fail_msg("%s", problem);
	return file;
}

static inline struct match matched(struct match_file *file)
{
	struct match match;

	if (!match_file_match(file, &match))
		fail_msg("%s", match_file_problem(file));
	return match;
}

/* The problem that opening the path reports. The caller frees.  */
static inline char *open_problem(const char *path)
{
	char *problem = NULL;

	assert_null(match_file_open(path, &problem));
	assert_non_null(problem);
	return problem;
}

static inline void assert_says(char *problem, const char *path, const char *part)
{
	assert_non_null(problem);
	if (path && strncmp(problem, path, strlen(path)) != 0)
		fail_msg("does not begin with the path: %s", problem);
	if (!strstr(problem, part))
		fail_msg("does not say \"%s\": %s", part, problem);
	free(problem);
}

static inline void write_text(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

static inline void execute_sql(const char *path, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* Opens an existing file for writing.  */
static inline struct match_file *appended(const char *path)
{
	char *problem = NULL;
	struct match_file *file = match_file_append(path, &problem);

	if (!file)
		fail_msg("%s", problem);
	return file;
}

static inline void add_text(struct match_file *file, int64_t n, int seat, enum channel channel,
			    const char *text)
{
	FREED char *bytes = bytes_copy(text, strlen(text));
	struct message message = {.n = n,
				  .t_ns = n * 1000,
				  .seat = seat,
				  .direction = FROM_AGENT,
				  .channel = channel,
				  .turn = 1,
				  .bytes = bytes,
				  .size = strlen(text)};

	match_file_message(file, &message);
}

static inline void add_turn(struct match_file *file, int n, char *played)
{
	struct turn turn = {.n = n, .seat = 2 - n % 2, .played = played};

	match_file_turn(file, &turn);
}

static inline uint64_t chance(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed >> 11;
}

static inline void assert_same_message(const struct message *got, const struct message *want)
{
	assert_int_equal(got->n, want->n);
	assert_int_equal(got->t_ns, want->t_ns);
	assert_int_equal(got->seat, want->seat);
	assert_int_equal(got->direction, want->direction);
	assert_int_equal(got->channel, want->channel);
	assert_int_equal(got->turn, want->turn);
	assert_int_equal(got->flags, want->flags);
	assert_int_equal(got->size, want->size);
	if (want->size)
		assert_memory_equal(got->bytes, want->bytes, want->size);
	assert_int_equal(got->bytes[got->size], 0);
}

#endif
