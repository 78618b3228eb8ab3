/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_twins.c - `ringside check --twins`: an agent that follows one way to be told a position wrongly is
 * found there, and a right one nowhere.
 *
 * Each check is a program, and several run at once, since most of them wait.  */
#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MARK "twins"
enum { ROWS_MOST = 12, PASSED = 0, FAILED = 1, USAGE = 2 };

/* An agent, the ways in which it is told, and what comes of them.  */
struct row {
	const char *system;
	const char
		*program; /* of the agents of the tests, which follows the mode; NULL: `agent` is all of it */
	const char *agent;
	const char *only; /* NULL: all ways */
	int status;
	const char *expected; /* a line, and words of later lines, each behind a | */
	bool waits;           /* it hangs */
	const char *options;  /* further ones; NULL: none */
};

/* ---- checks ---- */

static struct program begin(const struct row *row, char **agent)
{
	const char *args[ARGS_MAX] = {"check", row->system, "--twins", "--turn-time",
				      limit(row->waits, "600ms")};
	int count = 5;
	static char words[ROWS_MOST][100];
	static int used;
	char *rest = words[used++ % ROWS_MOST];

	*agent = NULL;
	if (row->program && asprintf(agent, "'%s/%s' %s", env("AGENTS"), row->program, row->agent) < 0)
		abort();
	if (row->only) {
		args[count++] = "--only";
		args[count++] = row->only;
	}
	snprintf(rest, sizeof(words[0]), "%s", row->options ? row->options : "");
	for (char *word = strtok_r(rest, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		args[count++] = word;
	args[count++] = *agent ? *agent : row->agent;
	args[count] = NULL;
	return program_begin(env("RINGSIDE"), MARK, args, -1);
}

/* Are the parts there, one behind the other?  */
static bool has(const char *text, const char *parts)
{
	while (parts && *parts) {
		size_t size = strcspn(parts, "|");
		const char *at = memmem(text, strlen(text), parts, size);

		if (!at)
			return false;
		text = at + size;
		parts += size + (parts[size] == '|');
	}
	return true;
}

static bool end(const struct row *row, struct program *program)
{
	struct outcome outcome = program_end(program);
	bool right = outcome.status == row->status && has(outcome.out, row->expected) &&
		     (row->status != PASSED || !strstr(outcome.out, "failed"));

	if (!right)
		print_error("%s %s: expected status %d and \"%s\", got status %d\n%s%s", row->system,
			    row->agent, row->status, row->expected ? row->expected : "", outcome.status,
			    outcome.out, outcome.err);
	outcome_free(&outcome);
	return right;
}

/* Tries all rows at once.  */
static void try_all(const struct row *rows, int count)
{
	struct program programs[ROWS_MOST];
	char *agents[ROWS_MOST];
	int wrong = 0;

	assert_true(count <= ROWS_MOST);
	for (int i = 0; i < count; i++)
		programs[i] = begin(&rows[i], &agents[i]);
	for (int i = 0; i < count; i++) {
		wrong += !end(&rows[i], &programs[i]);
		free(agents[i]);
	}
	assert_int_equal(wrong, 0);
	assert_int_equal(left_behind(MARK), 0);
}

#define TRY(rows) try_all(rows, (int)(sizeof(rows) / sizeof((rows)[0])))

/* ---- tests ---- */

static void a_brain_that_follows_a_way_wrongly_is_found_there(void **state)
{
	static const struct row rows[] = {
		{"gomocup", "twin_brain", "good", NULL, PASSED, "11 cases|9 passed, 2 warned", false, NULL},
		{"gomocup", "twin_brain", "swapped", "takeback", FAILED,
		 "failed|takeback|turn 1, told again, after TAKEBACK of the turn: expected|as in the game:|> "
		 "BEGIN|"
		 "told again|> TAKEBACK|To see it again: ringside check gomocup|--twins --only takeback",
		 false, NULL},
		{"gomocup", "twin_brain", "keeps", "restart", FAILED,
		 "failed|restart|in a process that has played another game|> RESTART|< OK|> BEGIN|< ", false,
		 NULL},
		{"gomocup", "twin_brain", "stale", "takeback-other", FAILED, "failed|takeback-other", false,
		 NULL},
		{"gomocup", "twin_brain", "colours", "board", FAILED, "failed|board|> BOARD|> DONE|< ", false,
		 NULL},
		{"gomocup", "twin_brain", "loses-rest", "pieces", FAILED,
		 "failed|pieces|before the first turn, told byte by byte: expected OK|nothing of that came "
		 "within",
		 true, "--start-time 600ms"},
		{"gomocup", "twin_brain", "needs-cr", "lf", FAILED, "failed|lf|before the first turn|> START",
		 true, "--start-time 600ms"},
		{"gomocup", "twin_brain", "chance", "takeback,board", PASSED,
		 "inconclusive|again|{seed}|fixed depth|skipped|board|needs the case again", false, NULL},
		{"gomocup", "twin_brain", "swapped --seed {seed}", "takeback", FAILED,
		 "game 1|turn 1,|--seed 7 --size=15|game 2|turn 2,|--games 2 --seed 7 --size=15", false,
		 "--games 2 --seed 7 --size 15"},
	};

	(void)state;
	TRY(rows);
}

static void all_samples_answer_the_same_each_way_or_nobody_can_tell(void **state)
{
	static const struct row rows[] = {
		{"gomocup", NULL, "sample:threat --nodes 200", NULL, PASSED, "11 cases", false, NULL},
		{"gomocup", NULL, "sample:threat --nodes 200 --seed 3", NULL, PASSED, "11 cases", false,
		 NULL},
		{"gomocup", NULL, "sample:random", NULL, PASSED, "inconclusive|another seed", false, NULL},
	};

	(void)state;
	TRY(rows);
}

static void what_twins_cannot_do_is_refused(void **state)
{
	static const struct row rows[] = {
		{"gomocup", "twin_brain", "good", NULL, USAGE, NULL, false, "--runs 2"},
		{"gomocup", "twin_brain", "good", "takback", USAGE, NULL, false, NULL},
	};

	(void)state;
	TRY(rows);
}

static void the_ways_are_listed(void **state)
{
	struct outcome outcome = ringside(
		MARK, (const char *const[]){"check", "gomocup", "--twins", "--list", "./none", NULL});

	(void)state;
	assert_int_equal(outcome.status, PASSED);
	assert_true(has(outcome.out, "twin |again|by BOARD|remark|mirrored"));
	outcome_free(&outcome);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_brain_that_follows_a_way_wrongly_is_found_there),
		cmocka_unit_test(all_samples_answer_the_same_each_way_or_nobody_can_tell),
		cmocka_unit_test(what_twins_cannot_do_is_refused),
		cmocka_unit_test(the_ways_are_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
