/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorded.c - one match with its match file.  */
#include "recorded.h"
#include "../test.h"

#include "ask_file.h"
#include "games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct recorded recorded_begin(const char *mark, const char *system, const char *const *args)
{
	struct recorded match = {.folder = "/tmp/ringside-test-XXXXXX"};
	const char *all[ARGS_MAX + 1] = {"run", system, "--json", "--record", match.file};
	int count = 5;

	snprintf(match.mark, sizeof(match.mark), "%s-%s", system, mark);
	folder_make(match.folder);
	snprintf(match.file, sizeof(match.file), "%s/m.ringside", match.folder);
	while (*args) {
		assert_true(count < ARGS_MAX);
		all[count++] = *args++;
	}
	match.program = program_begin(env("RINGSIDE"), match.mark, all, -1);
	return match;
}

void recorded_end(struct recorded *match)
{
	match->outcome = program_end(&match->program);
	print_message("%s%s", match->outcome.out, match->outcome.err);
	assert_int_equal(match->outcome.status, 0);
	match->game = json_loads(match->outcome.out, 0, NULL);
	assert_non_null(match->game);
	assert_int_equal(left_behind(match->mark), 0);
}

struct recorded recorded_play(const char *mark, const char *system, const char *const *args)
{
	struct recorded match = recorded_begin(mark, system, args);

	recorded_end(&match);
	return match;
}

void recorded_free(struct recorded *match)
{
	folder_remove(match->folder);
	json_decref(match->game);
}

static void expect_number(const struct recorded *match, const char *key, int expected)
{
	const json_t *value = json_object_get(match->game, key);

	if (expected == NONE)
		assert_true(json_is_null(value));
	else
		assert_int_equal(game_number(match->game, key), expected);
}

void recorded_expect(const struct recorded *match, int winner, const char *reason, int blame,
		     const char *detail)
{
	assert_string_equal(game_word(match->game, "reason"), reason);
	expect_number(match, "winner", winner);
	expect_number(match, "blame", blame);
	if (detail && !strstr(game_word(match->game, "detail"), detail))
		fail_msg("\"%s\" is not in \"%s\"", detail, game_word(match->game, "detail"));
}

void recorded_expect_moves(const struct recorded *match, int moves)
{
	assert_int_equal(game_number(match->game, "moves"), moves);
}

static double sum(const struct recorded *match, size_t i)
{
	const json_t *value = json_array_get(json_object_get(match->game, "score"), i);

	assert_true(json_is_real(value));
	return json_real_value(value);
}

void recorded_expect_sums(const struct recorded *match, double one, const double *two)
{
	const json_t *sums = json_object_get(match->game, "score");

	assert_int_equal(json_array_size(sums), 2);
	assert_float_equal(sum(match, 0), one, 1e-6);
	if (two)
		assert_float_equal(sum(match, 1), *two, 1e-6);
	else
		assert_true(json_is_null(json_array_get(sums, 1)));
}

void recorded_expect_names(const struct recorded *match, const char *one, const char *two)
{
	const char *expected[] = {one, two};
	const json_t *names = json_object_get(match->game, "names");

	for (size_t i = 0; i < 2; i++)
		if (expected[i])
			assert_string_equal(json_string_value(json_array_get(names, i)), expected[i]);
		else
			assert_true(json_is_null(json_array_get(names, i)));
}

static char *messages(const struct recorded *match, int seat, const char *direction, const char *channel,
		      const char *condition)
{
	char sql[600];

	snprintf(sql, sizeof(sql),
		 "select ifnull(group_concat(line, '|'), '') from (select rtrim(bytes, char(13, 10)) as line "
		 "from message where seat = %d and dir = '%s' and channel = '%s' and %s order by n)",
		 seat, direction, channel, condition);
	return ask_file(match->file, sql);
}

char *recorded_messages(const struct recorded *match, int seat, const char *direction, const char *channel)
{
	return messages(match, seat, direction, channel, "1");
}

char *recorded_faults(const struct recorded *match, int seat)
{
	char sql[400];

	snprintf(sql, sizeof(sql),
		 "select ifnull(group_concat(name, '|'), '') from (select iif(event = 'fault', word, event) "
		 "|| ' ' "
		 "|| cast(r.bytes as text) as name from message m join message_row r using (n) where seat = "
		 "%d and "
		 "channel = 'fault' and event <> 'fault-count' and n < (select n from message where event = "
		 "'verdict') order by n)",
		 seat);
	return ask_file(match->file, sql);
}

void recorded_expect_fault(const struct recorded *match, const char *expected)
{
	FREED char *faults = recorded_faults(match, 1);
	char *rest;
	int shown = 0;

	for (char *fault = strtok_r(faults, "|", &rest); fault; fault = strtok_r(NULL, "|", &rest)) {
		if (!expected || strncmp(fault, expected, strlen(expected)) != 0)
			fail_msg("a fault was reported: %s", fault);
		shown++;
	}
	assert_int_equal(shown, expected != NULL);
}

char *recorded_ask(const struct recorded *match, const char *sql)
{
	return ask_file(match->file, sql);
}

const char *player(char text[400], const char *mode, const char *symbols)
{
	snprintf(text, 400, "'%s/player' %s %s", env("AGENTS"), mode, symbols);
	return text;
}

const char *game_program(char text[400], const char *mode, const char *rounds)
{
	snprintf(text, 400, "'%s/game_program' %s %s", env("AGENTS"), mode, rounds);
	return text;
}
