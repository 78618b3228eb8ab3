/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gaps.c - match files that lack messages: in every system, whatever needs these stops and says so.  */
#include "../test.h"
#include "games.h"
#include "program.h"

#include <jansson.h>

#include <sqlite3.h>

static const struct row {
	const char *system, *options[4], *players[2];
} rows[] = {
	{"gomocup", {"--size", "8"}, {"sample:random", "sample:random"}},
	{"lmc", {"--turns", "10"}, {"sample:random", "sample:rotate"}},
	{"lmc2",
	 {"--game-program", "sample:roshambo", "--max-turns", "10"},
	 {"sample:random", "sample:learner"}},
	{"qchess", {"--max-moves", "20"}, {"sample:random", "sample:random"}},
	{"asimulator", {NULL}, {"sample:rotate", "sample:rotate"}},
};
enum { ROWS = LENGTH(rows) };

/* The message of turn 6 and the next two are missing.  */
#define LOSE_SOME                                                                                            \
	"INSERT INTO gap SELECT message, message + 2, 3, 0 FROM turn WHERE n = 6;"                           \
	"DELETE FROM event WHERE n BETWEEN (SELECT first FROM gap) AND (SELECT last FROM gap);"              \
	"DELETE FROM message_row WHERE n BETWEEN (SELECT first FROM gap) AND (SELECT last FROM gap)"
/* All but the verdict is missing from turn 6 on, and nobody has counted it.  */
#define LOSE_REST                                                                                            \
	"INSERT INTO gap SELECT message, NULL, 1, 2 FROM turn WHERE n = 6;"                                  \
	"DELETE FROM event WHERE n >= (SELECT first FROM gap);"                                              \
	"DELETE FROM message_row WHERE n >= (SELECT first FROM gap);"                                        \
	"DELETE FROM turn_row WHERE id & 4294967295 >= 6"

struct fixture {
	char folder[40], whole[60], path[60], copy[60], from[80];
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->whole, sizeof(f->whole), "%s/whole.ringside", f->folder);
	snprintf(f->path, sizeof(f->path), "%s/gap.ringside", f->folder);
	snprintf(f->copy, sizeof(f->copy), "%s/copy.ringside", f->folder);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	folder_remove(f->folder);
	return 0;
}

#define RUN(...) ringside("gaps", ARGS(__VA_ARGS__))

/* Changes a match file by SQL.  */
static void change(const char *path, const char *sql)
{
	sqlite3 *file;

	assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
	if (sqlite3_exec(file, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(file));
	sqlite3_close(file);
}

/* Copies the recorded match, and takes messages from the copy.  */
static void lose(const struct fixture *f, const char *sql)
{
	char vacuum[100];

	remove(f->path);
	snprintf(vacuum, sizeof(vacuum), "VACUUM INTO '%s'", f->path);
	change(f->whole, vacuum);
	change(f->path, sql);
}

/* Records a match of the system, and takes messages from it.  */
static void record(const struct fixture *f, const struct row *row, const char *sql)
{
	const char *args[16] = {"run", row->system, "--record", f->whole};
	int count = 4;

	remove(f->whole);
	for (int i = 0; i < 4 && row->options[i]; i++)
		args[count++] = row->options[i];
	args[count++] = row->players[0];
	args[count] = row->players[1];
	ends(ringside("gaps", args), 0, NULL, NULL);
	lose(f, sql);
}

/* Checks what it printed; NULL: anything.  */
static void says(struct outcome outcome, int status, const char *out, const char *err)
{
	if (outcome.status != status || (out && !strstr(outcome.out, out)) ||
	    (err && !strstr(outcome.err, err)))
		fail_msg("status %d, not %d, or \"%s\" \"%s\" is missing:\n%s%s", outcome.status, status,
			 out ? out : "", err ? err : "", outcome.out, outcome.err);
	assert_int_equal(left_behind("gaps"), 0);
}

/* ---- comparing ---- */

TEST_ON(diff_compares_what_is_before_the_first_gap_of_either_file, set_up, tear_down, struct fixture *, f)
{
	struct outcome outcome;

	for (int i = 0; i < ROWS; i++) {
		print_message("%s\n", rows[i].system);
		record(f, &rows[i], LOSE_SOME);
		says(RUN("diff", f->whole, f->path), 2,
		     "compared up to turn 5, where B has a gap: 3 messages are missing, from #",
		     "gap.ringside: 3 messages are missing, from message #");
		says(RUN("diff", f->path, f->whole), 2, "compared up to turn 5, where A has a gap: ", NULL);
		outcome = RUN("diff", f->path, f->path);
		assert_null(strstr(outcome.out, "all "));
		says(outcome, 2, "the 5 turns that both have are the same\n", NULL);
		lose(f, LOSE_REST);
		outcome = RUN("diff", f->whole, f->path);
		assert_null(strstr(outcome.out, " more"));
		says(outcome, 2, "at least 1 message and 2 turns are missing, from #", NULL);
	}
}

TEST_ON(diff_finds_a_difference_before_a_gap, set_up, tear_down, struct fixture *, f)
{
	json_t *object, *gap;
	struct outcome outcome;

	record(f, &rows[0], LOSE_SOME);
	change(f->path, "UPDATE turn_row SET played = 'a1' WHERE id & 4294967295 IN (3, 9)");
	says(RUN("diff", f->whole, f->path), 2, "turn 3 is the first that differs: 1 of the 5 turns", NULL);
	outcome = RUN("diff", "--json", f->whole, f->path);
	assert_int_equal(outcome.status, 2);
	object = json_loads(outcome.out, 0, NULL);
	assert_true(json_is_false(json_object_get(object, "same")));
	gap = json_object_get(object, "gap");
	assert_string_equal(json_string_value(json_object_get(gap, "file")), f->path);
	assert_int_equal(json_integer_value(json_object_get(gap, "compared")), 5);
	assert_int_equal(json_integer_value(json_object_get(gap, "messages")), 3);
	json_decref(object);
	outcome = RUN("diff", "--json", f->path, f->path);
	object = json_loads(outcome.out, 0, NULL);
	assert_true(json_is_null(json_object_get(object, "same")));
	json_decref(object);
}

TEST_ON(rerun_compares_what_is_before_a_gap_and_never_says_that_none_differs, set_up, tear_down,
	struct fixture *, f)
{
	struct outcome outcome;

	for (int i = 0; i < ROWS; i++) {
		record(f, &rows[i], LOSE_SOME);
		for (int seat = 1; seat <= 2; seat++) {
			print_message("%s, seat %d\n", rows[i].system, seat);
			outcome = RUN("rerun", f->path, "--seat", seat == 1 ? "1" : "2");
			assert_null(strstr(outcome.out, "none differs"));
			assert_null(strstr(outcome.out, "to the end"));
			says(outcome, 2, "compared up to turn 5; after it 3 messages are missing, from #",
			     NULL);
			says(RUN("rerun", f->whole, "--seat", seat == 1 ? "1" : "2"), 0, "none differs",
			     NULL);
		}
	}
}

TEST_ON(rerun_tells_programs_where_it_stopped, set_up, tear_down, struct fixture *, f)
{
	struct outcome outcome;
	json_t *object, *gap;

	record(f, &rows[0], LOSE_REST);
	outcome = RUN("rerun", f->path, "--seat", "1", "--json");
	assert_int_equal(outcome.status, 2);
	object = json_loads(outcome.out, 0, NULL);
	gap = json_object_get(object, "gap");
	assert_int_equal(json_integer_value(json_object_get(gap, "compared")), 5);
	assert_int_equal(json_integer_value(json_object_get(gap, "turns")), 2);
	assert_true(json_is_null(json_object_get(gap, "last")));
	json_decref(object);
}

/* ---- going on ---- */

TEST_ON(a_match_goes_on_from_before_a_gap_and_not_from_behind_it, set_up, tear_down, struct fixture *, f)
{
	static const char *const ways[] = {"resume", "seat 1 agent", "seat 2 human"};

	for (int i = 0; i < ROWS; i++)
		for (int way = 0; way < 3; way++) {
			print_message("%s, %s\n", rows[i].system, ways[way]);
			record(f, &rows[i], LOSE_SOME);
			says(RUN("open", f->path, "--batch", "-x", "goto 6", "-x", ways[way]), 1, NULL,
			     "choose turn 5 or an earlier one");
			says(RUN("open", f->path, "--batch", "-x", "goto 8", "-x", ways[way]), 1, NULL,
			     "choose turn 5 or an earlier one (3 messages are missing, from #");
			says(RUN("open", f->path, "--batch", "-x", "goto 5", "-x", ways[way]), 0,
			     "branch 1 continues from move 5", NULL);
		}
}

TEST_ON(a_new_match_goes_on_from_before_a_gap_and_not_from_behind_it, set_up, tear_down, struct fixture *, f)
{
	for (int i = 0; i < ROWS; i++) {
		print_message("%s\n", rows[i].system);
		record(f, &rows[i], LOSE_SOME);
		remove(f->copy);
		snprintf(f->from, sizeof(f->from), "%s:7", f->path);
		says(RUN("run", rows[i].system, "--from", f->from, "--record", f->copy, rows[i].players[0],
			 rows[i].players[1]),
		     1, NULL, "choose turn 5 or an earlier one");
		snprintf(f->from, sizeof(f->from), "%s:6", f->path);
		says(RUN("run", rows[i].system, "--from", f->from, "--record", f->copy, rows[i].players[0],
			 rows[i].players[1]),
		     0, "game 1: ", NULL);
	}
}

/* The branch begins before the gap, so all of its messages are there.  */
TEST_ON(a_branch_from_before_a_gap_is_whole, set_up, tear_down, struct fixture *, f)
{
	static const char *const lost[] = {LOSE_SOME, LOSE_REST};

	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < 2; k++) {
			print_message("%s\n", rows[i].system);
			record(f, &rows[i], lost[k]);
			remove(f->copy);
			snprintf(f->from, sizeof(f->from), "%s:6", f->path);
			says(RUN("run", rows[i].system, "--from", f->from, "--record", f->copy,
				 rows[i].players[0], rows[i].players[1]),
			     0, "game 1: ", NULL);
			says(RUN("rerun", f->copy, "--seat", "1", "--branch", "0"), 2,
			     "compared up to turn 5", NULL);
			says(RUN("rerun", f->copy, "--seat", "1"), 0, "none differs", NULL);
			says(RUN("open", f->copy, "--batch", "-x", "info diff 0 1"), 0,
			     "compared up to turn 5, where A has a gap", NULL);
			says(RUN("open", f->copy, "--batch", "-x", "info diff 1 1"), 0,
			     "turns are the same\n", NULL);
			says(RUN("open", f->copy, "--batch", "-x", "goto 7", "-x", "resume"), 0,
			     "branch 2 continues from move 7", NULL);
		}
}

/* ---- looking ---- */

TEST_ON(an_export_has_the_gap_at_its_place, set_up, tear_down, struct fixture *, f)
{
	static const char *const lost[] = {LOSE_SOME, LOSE_REST};

	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < 2; k++) {
			struct outcome outcome;
			int64_t before = 0, gap = 0, after = 0;

			record(f, &rows[i], lost[k]);
			outcome = RUN("export", f->path, "--format", "jsonl");
			assert_int_equal(outcome.status, 0);
			for (char *line = strtok(outcome.out, "\n"); line; line = strtok(NULL, "\n")) {
				json_t *object = json_loads(line, 0, NULL);
				const char *type = json_string_value(json_object_get(object, "type"));
				int64_t n = strcmp(type, "turn") == 0
						    ? 0
						    : json_integer_value(json_object_get(object, "n"));

				if (strcmp(type, "gap") == 0)
					gap = json_integer_value(json_object_get(object, "first"));
				else if (n && !gap)
					before = n;
				else if (n && !after)
					after = n;
				json_decref(object);
			}
			assert_int_equal(before, gap - 1);
			assert_int_equal(after, k ? 0 : gap + 3);
		}
}

TEST_ON(what_is_missing_is_not_said_not_to_have_been, set_up, tear_down, struct fixture *, f)
{
	char line[32];
	struct outcome outcome;

	record(f, &rows[0], LOSE_SOME);
	outcome = RUN("export", f->path, "--format", "jsonl");
	snprintf(line, sizeof(line), "goto #%d", atoi(strstr(outcome.out, "\"gap\",\"first\":") + 14) + 1);
	says(RUN("open", f->path, "--batch", "-x", line), 1, NULL,
	     " was not recorded: 3 messages are missing, from #");
	says(RUN("open", f->path, "--batch", "-x", "info seat 1"), 0, "at least ", NULL);
	says(RUN("open", f->whole, "--batch", "-x", "goto 700"), 1, NULL, "moves were played");
	lose(f, LOSE_REST);
	says(RUN("open", f->path, "--batch", "-x", "goto 7"), 1, NULL,
	     "only 5 moves were recorded: at least 1 message and 2 turns are missing, from #");
}

/* The file may not grow to the size of a match file.  */
TEST_IN(a_match_file_that_is_not_whole_is_told_by_the_exit_status, set_up, tear_down)
{
	static const char script[] = "trap '' XFSZ; ulimit -f 8; cd \"$1\" && exec \"$RINGSIDE\" run gomocup "
				     "--seed 1 --size 8 --games $2 "
				     "--record $3 sample:random sample:random";
	const struct fixture *f = *state;
	const char *games[] = {"1", "2"}, *files[] = {"m.ringside", "games/"};

	for (int i = 0; i < 2; i++) {
		const char *args[] = {"-c", script, "sh", f->folder, games[i], files[i], NULL};
		ends(run_program("/bin/sh", "whole", args), 6, NULL, ": is not whole: ");
	}
}

TEST_MAIN(NULL, NULL)
