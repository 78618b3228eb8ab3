/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_untouched.c - no command that opens a match file changes it: not its bytes, nor when it was written,
 * nor what lies beside it.  What is played on in it goes to a new file, or into it with --write.  */
#include "../temp.h"
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <dirent.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[40], file[60], more[60], log_of_it[64];

static struct outcome run(const char *const *args)
{
	struct outcome outcome = ringside("untouched", args);

	print_message("%s%s", outcome.out, outcome.err);
	assert_int_equal(left_behind("untouched"), 0);
	return outcome;
}

#define RUN(...) run(ARGS(__VA_ARGS__))

static int begin(void **state)
{
	strcpy(folder, "/tmp/ringside-test-XXXXXX");
	folder_make(folder);
	snprintf(file, sizeof file, "%s/m.ringside", folder);
	snprintf(more, sizeof more, "%s/m+1.ringside", folder);
	snprintf(log_of_it, sizeof log_of_it, "%s-wal", file);
	ends(RUN("run", "lmc", "--turns", "8", "--record", file, "sample:rotate", "sample:beat-last"), 0,
	     NULL, NULL);
	return 0;
}

static int finish(void **state)
{
	chmod(folder, 0700);
	folder_remove(folder);
	return 0;
}

/* All that is in the folder: names, times and bytes.  A log's index is shared memory, which comes and goes.
 */
static struct bytes all_of_folder(void)
{
	struct bytes all = {0};
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		FREED char *path = bytes_text("%s/%s", folder, entries[i]->d_name);
		struct stat status;
		FILE *part;
		int c;

		if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && !strstr(path, "-shm")) {
			bytes_addf(&all, "%s %lld.%09ld\n", path, (long long)status.st_mtim.tv_sec,
				   status.st_mtim.tv_nsec);
			part = fopen(path, "re");
			assert_non_null(part);
			while ((c = fgetc(part)) != EOF)
				bytes_add(&all, &(char){(char)c}, 1);
			fclose(part);
		}
		free(entries[i]);
	}
	free(entries);
	return all;
}

static void assert_same(struct bytes before)
{
	struct bytes after FREED_BY(bytes_free) = all_of_folder();

	assert_int_equal(before.size, after.size);
	assert_memory_equal(before.at, after.at, before.size);
	bytes_free(&before);
}

static void look_in_every_way(void)
{
	struct bytes before = all_of_folder();
	char from[70];

	snprintf(from, sizeof from, "%s:4", file);
	ends(RUN("open", file, "--batch", "-x", "goto 3", "-x", "info seat 1", "-x", "info branches", "-x",
		 "why"),
	     0, "seat 1", NULL);
	ends(RUN("diff", file, file), 0, NULL, NULL);
	ends(RUN("export", file, "--format", "jsonl"), 0, "{", NULL);
	ends(RUN("rerun", file, "--seat", "1"), 0, "none differs", NULL);
	ends(RUN("run", "lmc", "--from", from, "sample:rotate", "sample:beat-last"), 0, "game 1", NULL);
	assert_same(before);
}

TEST_IN(no_command_changes_a_finished_file, begin, finish)
{
	look_in_every_way();
}

TEST_IN(no_command_changes_a_file_with_a_log, begin, finish)
{
	sqlite3 *older; /* a ringside that writes with a log, and is killed */
	FREED char *copy = bytes_text("cp %s %s.0 && cp %s-wal %s.1", file, file, file, file);
	FREED char *back = bytes_text("mv %s.0 %s && mv %s.1 %s-wal", file, file, file, file);

	assert_int_equal(sqlite3_open(file, &older), SQLITE_OK);
	assert_int_equal(sqlite3_exec(older, "PRAGMA journal_mode = WAL; UPDATE match SET game = game", NULL,
				      NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(system(copy), 0);
	sqlite3_close(older);
	assert_int_equal(system(back), 0);
	look_in_every_way();
	assert_int_equal(access(log_of_it, F_OK), 0);
}

TEST_IN(a_match_is_played_on_in_a_new_file_beside_it, begin, finish)
{
	struct bytes before = all_of_folder();

	ends(RUN("open", file, "--batch", "-x", "goto 4", "-x", "resume", "-x", "continue"), 0,
	     "m+1.ringside", NULL);
	assert_text(ask_file(more, "SELECT count(*) FROM branch"), "2");
	ends(RUN("rerun", more, "--seat", "1"), 0, "none differs", NULL); /* it has the same id */
	assert_int_equal(unlink(more), 0);
	assert_same(before);
}

TEST_IN(each_time_gets_a_file_of_its_own, begin, finish)
{
	char second[60];

	snprintf(second, sizeof second, "%s/m+2.ringside", folder);
	for (int i = 0; i < 2; i++)
		ends(RUN("open", file, "--batch", "-x", "goto 4", "-x", "resume", "-x", "continue"), 0, NULL,
		     NULL);
	assert_int_equal(access(more, F_OK), 0);
	assert_int_equal(access(second, F_OK), 0);
}

/* Waits until the match has so many turns.  */
static void await_turns(const char *turn)
{
	struct outcome outcome;
	int status;

	do {
		outcome = ringside("waits", ARGS("open", file, "--batch", "-x", turn));
		status = outcome.status;
	} while (status != 0);
}

TEST_IN(a_match_is_read_and_played_on_while_it_is_written, begin, finish)
{
	const char *const writes[] = {"run",  "lmc",      "--turns", "100000",        "--pace",
				      "20ms", "--record", file,      "sample:rotate", "sample:beat-last",
				      NULL};
	const char *const explores[] = {
		"open", file, "--batch", "-x", "goto 4", "-x", "resume human human", "-x", "play rock", NULL};
	const char *const reads[] = {"export", file, "--format", "jsonl", NULL};
	struct program writer, readers[2];

	assert_int_equal(unlink(file), 0);
	writer = program_begin(env("RINGSIDE"), "untouched", writes, -1);
	await_turns("goto 6");
	readers[0] = program_begin(env("RINGSIDE"), "untouched", explores, -1);
	readers[1] = program_begin(env("RINGSIDE"), "untouched", reads, -1);
	ends(program_end(&readers[0]), 0, "m+1.ringside", NULL);
	ends(program_end(&readers[1]), 0, "\"type\":\"turn\"", NULL);
	await_turns("goto 20"); /* the writer goes on */
	assert_int_equal(kill(writer.pid, SIGINT), 0);
	program_end(&writer);
	assert_text(ask_file(file,
			     "SELECT count(*) || ' ' || (SELECT integrity_check FROM pragma_integrity_check)"
			     " FROM branch"),
		    "1 ok");
	assert_text(ask_file(more, "SELECT count(*) || ' ' || max(turn) FROM branch"), "2 4");
}

TEST_IN(agents_that_cannot_be_told_the_match_leave_no_file, begin, finish)
{
	struct bytes before = all_of_folder();
	struct outcome outcome =
		RUN("open", file, "--batch", "-x", "goto 4", "-x", "resume /bin/true /bin/true");

	assert_int_equal(outcome.status, 1);
	assert_same(before);
}

TEST_IN(with_write_the_branch_goes_into_the_file, begin, finish)
{
	ends(RUN("open", "--write", file, "--batch", "-x", "goto 4", "-x", "resume", "-x", "continue"), 0,
	     NULL, NULL);
	assert_text(ask_file(file, "SELECT count(*) FROM branch"), "2");
	assert_int_equal(access(more, F_OK), -1);
}

/* Root may write anywhere, so another user opens it.  */
TEST_IN(in_a_read_only_folder_the_branch_vanishes_and_says_so, begin, finish)
{
	const char *other = as_other_user();
	struct bytes before;
	char *command;

	if (!other)
		skip();
	before = all_of_folder();
	command = bytes_text("XDG_STATE_HOME=/nonexistent %s '%s' open %s --trust --batch -x 'goto 4' "
			     "-x resume -x continue",
			     other, env("RINGSIDE"), file);
	assert_int_equal(chmod(folder, 0555), 0);
	ends(run_program("/bin/sh", "untouched", ARGS("-c", command)), 0,
	     "cannot be written: `save FILE` keeps it", NULL);
	assert_same(before);
	free(command);
}

TEST_MAIN(NULL, NULL)
