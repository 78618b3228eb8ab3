/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_strange_files.c - match files that somebody has changed: every command that reads one ends by itself,
 * with a sentence about what is wrong.
 *
 * The changes are SQL for a recorded file.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <unistd.h>

#include <sqlite3.h>

#define LARGEST  "9223372036854775807"
#define SMALLEST "(-9223372036854775807 - 1)"
#define HANGS    "60" /* seconds after which a command hangs: the slowest takes 1 */

static const struct row {
	const char *system, *options[4], *players[2], *formats[5];
} rows[] = {
	{"gomocup", {"--size", "8"}, {"sample:random", "sample:random"}, {"psq", "rec", "sgf", "jsonl"}},
	{"lmc", {"--turns", "10"}, {"sample:random", "sample:rotate"}, {"lmc", "jsonl"}},
	{"lmc2",
	 {"--game-program", "sample:roshambo", "--max-turns", "10"},
	 {"sample:random", "sample:learner"},
	 {"jsonl"}},
	{"qchess", {"--max-moves", "20"}, {"sample:random", "sample:random"}, {"qchess", "jsonl"}},
	{"asimulator", {NULL}, {"sample:rotate", "sample:rotate"}, {"jsonl"}},
};
enum { ROWS = LENGTH(rows) };

struct change {
	const char *sql;
	const char *told; /* by one of the commands; NULL: nothing is wrong with it */
};

static const struct change changes[] = {
	{"UPDATE turn_row SET flags = NULL WHERE id = 5", "table turn, row 5 of branch 0: seat is NULL"},
	{"DELETE FROM turn_row WHERE id = 4", "table turn, row 4 of branch 0: expected a turn"},
	{"UPDATE turn_row SET id = id + 100000, flags = flags & ~2 WHERE id = (SELECT max(id) FROM turn_row)",
	 "expected a turn"},
	{"UPDATE turn_row SET think_ns = " LARGEST ", left_ns = " SMALLEST, "think_ns is " LARGEST},
	{"UPDATE turn_row SET think_ns = 140000000000000000", NULL}, /* whose sum is too large */
	{"UPDATE turn_row SET began_ns = -" LARGEST ", cpu_ns = " LARGEST ", rss = " LARGEST,
	 "began_ns is -"},
	{"UPDATE turn_row SET message = 1", "its messages lead to turn "},
	{"UPDATE turn_row SET answered = x'00ff', played = x'00ff'", "expected text"},
	{"UPDATE turn_row SET sum1 = 9e999, sum2 = -9e999", "expected a finite number"},
	{"UPDATE seat SET command = NULL", "names no program for seat 1"},
	{"UPDATE seat SET kind = 'ghost'", "kind is \"ghost\", expected agent, human or free"},
	{"UPDATE message_row SET t_ns = " LARGEST, "t_ns is " LARGEST},
	{"UPDATE message_row SET t_ns = 1000000000 - t_ns", NULL},
	{"UPDATE message_row SET kind = -1", "its kind is not in the table kind"},
	{"UPDATE message_row SET turn = " SMALLEST ", flags = " LARGEST, "turn is -9223372036854775808"},
	{"UPDATE message_row SET n = " LARGEST " WHERE n = (SELECT max(n) FROM message_row)",
	 "max(n) is " LARGEST},
	{"UPDATE kind SET seat = 7", "seat is 7, expected a number from 0 to 2"},
	{"UPDATE kind SET dir = 'event'", "its messages lead to turn 0"},
	{"INSERT INTO branch VALUES (2147483647, 0, 3, 0, 'x')", "max(id) is 2147483647"},
	{"INSERT INTO branch VALUES (5, 1, 2, 3, 'x'), (7, 5, 2, 3, 'y')", "table branch, row 1"},
	{"INSERT INTO branch VALUES (1, 0, 3, " LARGEST ", 'x')", "message is " LARGEST},
	{"UPDATE event SET a = " LARGEST ", b = " SMALLEST ", c = " LARGEST, "table event, row "},
	{"UPDATE event SET event = 'takeback', a = 2000000000", NULL},
	{"UPDATE event SET event = 'nonsense'", "event is \"nonsense\", expected the name of an event"},
	{"UPDATE verdict SET winner = 7, blame = 7, reason = x'00'", "table verdict, row 0"},
	{"UPDATE verdict SET reason = CAST(x'61ff' AS TEXT)", "reason is \"a\\xff\", expected UTF-8"},
	{"UPDATE proof SET message = 999999", NULL}, /* which some matches lack */
	{"UPDATE message_row SET turn = 999999, branch = 3 WHERE n > 9",
	 "branch is 3, expected the number of a"},
	{"UPDATE match SET turn_limit_ns = " LARGEST ", match_limit_ns = " LARGEST
	 ", tolerance_ns = " LARGEST,
	 NULL},
	{"UPDATE match SET started = '9999999-01-01T00:00:00.000000Z'", NULL},
	{"UPDATE stretch SET id = " LARGEST ", kinds = -1 WHERE id = (SELECT max(id) FROM stretch)", NULL},
	{"DELETE FROM message_row", ", expected a number from 0 to 0"},
	{"DELETE FROM branch", "table branch, row 0: expected a row"},
	{"INSERT INTO gap VALUES (5, " LARGEST ", " LARGEST ", " LARGEST ")", "table gap, row 0: last is "},
};

struct fixture {
	char folder[40], whole[60], path[60], copy[60];
	char *told; /* stderr of all commands so far */
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->whole, sizeof(f->whole), "%s/whole.ringside", f->folder);
	snprintf(f->path, sizeof(f->path), "%s/strange.ringside", f->folder);
	snprintf(f->copy, sizeof(f->copy), "%s/copy.ringside", f->folder);
	f->told = calloc(1, 1);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	folder_remove(f->folder);
	free(f->told);
	return 0;
}

static void change(const char *path, const char *sql)
{
	sqlite3 *file;

	assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
	if (sqlite3_exec(file, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(file));
	sqlite3_close(file);
}

static void copy_to(const char *path, const char *from)
{
	char sql[100];

	remove(path);
	snprintf(sql, sizeof(sql), "VACUUM INTO '%s'", path);
	change(from, sql);
}

static void record(const struct fixture *f, const struct row *row)
{
	const char *args[16] = {"run", row->system, "--record", f->whole};
	int count = 4;

	remove(f->whole);
	for (int i = 0; i < 4 && row->options[i]; i++)
		args[count++] = row->options[i];
	args[count++] = row->players[0];
	args[count] = row->players[1];
	ends(ringside("strange", args), 0, NULL, NULL);
}

/* Runs ringside, which must end by itself and tell what it has to in words.  */
static void try(struct fixture *f, const char *what, const char *const *args)
{
	const char *all[ARGS_MAX] = {HANGS, env("RINGSIDE")};
	struct outcome outcome;
	size_t size;

	for (int i = 0; args[i]; i++)
		all[i + 2] = args[i];
	outcome = run_program("/usr/bin/timeout", "strange", all);
	if (outcome.status > 100 || strstr(outcome.err, "runtime error") || strstr(outcome.err, "Sanitizer"))
		fail_msg("%s: %s: status %d\n%s", what, args[0], outcome.status, outcome.err);
	size = strlen(f->told);
	f->told = realloc(f->told, size + strlen(outcome.err) + 1);
	strcpy(f->told + size, outcome.err);
	assert_int_equal(left_behind("strange"), 0);
}

#define TRY(...) try(f, what, ARGS(__VA_ARGS__))

/* Reads the file by every command.  */
static void try_all(struct fixture *f, const char *what, const struct row *row)
{
	*f->told = '\0';
	TRY("open", f->path, "--batch", "-x", "why", "-x", "goto 3", "-x", "why", "-x", "info seat 1", "-x",
	    "info seat 2", "-x", "info branches");
	TRY("diff", f->path, f->whole);
	TRY("diff", f->whole, f->path);
	for (int i = 0; row->formats[i]; i++)
		TRY("export", f->path, "--format", row->formats[i]);
	TRY("rerun", f->path, "--seat", "1");
	copy_to(f->copy, f->path);
	TRY("open", f->copy, "--batch", "-x", "goto 3", "-x", "resume", "-x", "next x2", "-x", "why");
}

/* Each change is made to files of two systems, so that each system has many.  */
TEST_ON(every_command_tells_what_is_wrong_with_a_file_and_ends, set_up, tear_down, struct fixture *, f)
{
	int missing = 0;

	for (size_t i = 0; i < ROWS; i++) {
		record(f, &rows[i]);
		for (size_t k = 0; k < LENGTH(changes); k++) {
			char what[200];

			if (k % ROWS != i && (k + 1) % ROWS != i)
				continue;
			snprintf(what, sizeof(what), "%s: %s", rows[i].system, changes[k].sql);
			copy_to(f->path, f->whole);
			change(f->path, changes[k].sql);
			try_all(f, what, &rows[i]);
			if (changes[k].told && !strstr(f->told, changes[k].told))
				print_error("%s: \"%s\" is missing:\n%s", what, changes[k].told, f->told);
			missing += changes[k].told && !strstr(f->told, changes[k].told);
		}
	}
	assert_int_equal(missing, 0);
}

TEST_ON(the_log_of_another_file_and_a_file_cut_short_are_told, set_up, tear_down, struct fixture *, f)
{
	char log[80];
	FILE *out;

	record(f, &rows[0]);
	copy_to(f->path, f->whole);
	change(f->path, "PRAGMA journal_mode = WAL");
	snprintf(log, sizeof(log), "%s-wal", f->path);
	out = fopen(log, "w");
	assert_non_null(out);
	for (int i = 0; i < 9000; i++)
		fputs("not a log of this file", out);
	fclose(out);
	try_all(f, "the log of another file", &rows[0]);
	for (long size = 16384; size > 0; size /= 4) {
		copy_to(f->path, f->whole);
		remove(log);
		assert_int_equal(truncate(f->path, size), 0);
		*f->told = '\0';
		try(f, "a file cut short", ARGS("open", f->path, "--batch", "-x", "why"));
		assert_non_null(strstr(f->told, "strange.ringside: "));
	}
}

static void expect_status(const char *const *args, int status, const char *told)
{
	ends(ringside("strange", args), status, NULL, told);
}

TEST_ON(a_damaged_file_is_the_same_as_no_other, set_up, tear_down, struct fixture *, f)
{
	record(f, &rows[0]);
	copy_to(f->path, f->whole);
	change(f->path, "UPDATE turn_row SET think_ns = " LARGEST);
	expect_status(ARGS("diff", f->path, f->path), 2, "think_ns is " LARGEST);
	expect_status(ARGS("diff", "--json", f->path, f->path), 2, "think_ns is " LARGEST);
}

TEST_ON(a_file_without_a_program_says_that_one_is_to_be_named, set_up, tear_down, struct fixture *, f)
{
	record(f, &rows[0]);
	copy_to(f->path, f->whole);
	change(f->path, "UPDATE seat SET command = NULL");
	expect_status(ARGS("rerun", f->path, "--seat", "1"), 3,
		      "names no program for seat 1: name one after --seat 1");
}

/* 2 where 1 means a difference.  */
TEST_ON(a_damaged_file_has_the_same_status_in_each_command, set_up, tear_down, struct fixture *, f)
{
	static const char told[] = "is damaged: table turn, row 2 of branch 0: think_ns is -5";

	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i]);
		copy_to(f->path, f->whole);
		change(f->path, "UPDATE turn_row SET think_ns = -5 WHERE id = 2");
		expect_status(ARGS("open", f->path, "--batch", "-x", "why"), 1, told);
		expect_status(ARGS("export", f->path, "--format", "jsonl"), 1, told);
		expect_status(ARGS("export", f->path, "--format", rows[i].formats[0]), 1, told);
		expect_status(ARGS("diff", f->path, f->whole), 2, told);
	}
}

TEST_MAIN(NULL, NULL)
