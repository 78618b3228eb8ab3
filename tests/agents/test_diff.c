/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_diff.c - `ringside diff` on the command line: its output and its exit status for two files.  */
#include "../test.h"
#include "program.h"

#include <jansson.h>
#include <unistd.h>

static char *path_of(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "/tmp/ringside-diff-%d-%s", (int)getpid(), name);
	return strdup(path);
}

/* Records a match of lmc with this number of turns.  */
static char *record_lmc(const char *name, const char *one, const char *two, const char *turns)
{
	char *path = path_of(name);
	const char *args[] = {"run", "lmc", "--turns", turns, "--record", path, one, two, NULL};

	unlink(path);
	ends(ringside("diff-record", args), 0, NULL, NULL);
	return path;
}

static char *write_psq(const char *name, const char *moves)
{
	char *path = path_of(name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fprintf(file, "Piskvorky 15x15, 0:0, 0\n%sone\ntwo\n-1\n", moves);
	assert_int_equal(fclose(file), 0);
	return path;
}

static struct outcome diff(const char *option, const char *a, const char *b)
{
	const char *args[] = {"diff", a, b, option, NULL};

	return ringside("diff", args);
}

static void assert_part(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("does not say \"%s\":\n%s", part, text);
}

static void forget(char *path)
{
	unlink(path);
	free(path);
}

TEST(a_match_played_again_is_the_same)
{
	char *a = record_lmc("a", "sample:rotate", "sample:rotate", "200");
	char *b = record_lmc("b", "sample:rotate", "sample:rotate", "200");
	struct outcome outcome = diff(NULL, a, b);

	assert_int_equal(outcome.status, 0);
	assert_part(outcome.out, "turns are the same\n");
	assert_string_equal(outcome.err, "");
	forget(a);
	forget(b);
}

/* Else a name could pretend to be a line of the answer.  */
TEST(a_line_end_in_a_name_makes_no_line)
{
	FREED char *a = record_lmc("a", "sample:rotate", "sample:rotate", "200");
	char name[200];
	struct outcome outcome;

	snprintf(name, sizeof(name), "%s\nB: all is well", a);
	assert_int_equal(rename(a, name), 0);
	outcome = diff(NULL, name, name);
	assert_part(outcome.out, "\\nB: all is well: ");
	assert_null(strstr(outcome.out, "\nB: all is well"));
	unlink(name);
}

TEST(matches_of_different_lengths_differ_where_one_ends)
{
	char *a = record_lmc("a", "sample:rotate", "sample:rotate", "10000");
	char *b = record_lmc("b", "sample:rotate", "sample:rotate", "9000");
	struct outcome outcome = diff(NULL, a, b);

	assert_int_equal(outcome.status, 1);
	assert_part(outcome.out, "that both have are the same; A has 2000 more\n");
	forget(a);
	forget(b);
}

TEST(games_of_other_programs_can_be_compared)
{
	char *a = write_psq("a.psq", "8,8,100\n9,9,200\n4,4,300\n"),
	     *b = write_psq("b.psq", "8,8,0\n9,8,0\n4,4,0\n");
	struct outcome outcome = diff(NULL, a, b), json = diff("--json", a, b);
	json_t *object, *first;

	assert_int_equal(outcome.status, 1);
	assert_part(outcome.out, a);
	assert_part(outcome.out, "turn 2 is the first that differs: 1 of the 3 turns that both have\n");
	assert_part(outcome.out, "8,8");
	assert_part(outcome.out, "8,7");
	assert_int_equal(json.status, 1);
	object = json_loads(json.out, 0, NULL);
	assert_non_null(object);
	assert_true(json_is_false(json_object_get(object, "same")));
	assert_int_equal(json_integer_value(json_object_get(object, "first")), 2);
	assert_int_equal(json_array_size(json_object_get(object, "differences")), 1);
	first = json_array_get(json_object_get(object, "differences"), 0);
	assert_int_equal(json_integer_value(json_object_get(first, "turn")), 2);
	assert_string_equal(json_string_value(json_array_get(json_object_get(first, "played"), 0)), "8,8");
	assert_string_equal(json_string_value(json_array_get(json_object_get(first, "played"), 1)), "8,7");
	json_decref(object);
	outcome = diff("--json", a, a);
	assert_int_equal(outcome.status, 0);
	assert_part(outcome.out, "\"same\":true");
	forget(a);
	forget(b);
}

TEST(files_that_cannot_be_compared_end_with_status_2)
{
	char *game = write_psq("a.psq", "8,8,0\n"),
	     *lmc = record_lmc("b", "sample:rotate", "sample:rotate", "5");
	struct outcome outcome = diff(NULL, game, lmc);

	assert_int_equal(outcome.status, 2);
	assert_part(outcome.err, "one is a match of gomocup, the other of lmc");
	assert_string_equal(outcome.out, "");
	outcome = diff(NULL, game, "/nowhere/m.ringside");
	assert_int_equal(outcome.status, 2);
	assert_part(outcome.err, "/nowhere/m.ringside: there is no such file");
	outcome = ringside("diff", ARGS("diff", game));
	assert_int_equal(outcome.status, 2);
	assert_part(outcome.err, "ringside diff [OPTIONS] FILE1 FILE2");
	forget(game);
	forget(lmc);
}

TEST_MAIN(NULL, NULL)
