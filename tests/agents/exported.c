/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* exported.c - compares an export as jsonl with its match file and with the printed game.  */
#include "exported.h"
#include "../test.h"

#include "../within.h"
#include "ask_file.h"
#include "ringside/bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BRANCHES = 16 };

json_t *exported_lines(const char *text)
{
	json_t *lines = json_array();

	for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
		size_t size = strcspn(at, "\n");
		json_t *object = json_loadb(at, size, JSON_ALLOW_NUL, NULL);

		if (!json_is_object(object) || at[size] != '\n')
			fail_msg("no line of JSON: %.*s", (int)size, at);
		json_array_append_new(lines, object);
	}
	return lines;
}

static bool is_of(const json_t *line, const char *type)
{
	return strcmp(json_string_value(json_object_get(line, "type")), type) == 0;
}

static int64_t number(const json_t *line, const char *key)
{
	const json_t *value = json_object_get(line, key);

	if (!json_is_integer(value))
		fail_msg("%s is not a number", key);
	return json_integer_value(value);
}

/* ---- the file ---- */

static int count(const json_t *lines, const char *type)
{
	int sum = 0;

	for (size_t i = 0; i < json_array_size(lines); i++)
		sum += is_of(json_array_get(lines, i), type);
	return sum;
}

static void expect_count(const json_t *lines, const char *type, const char *path, const char *sql)
{
	FREED char *there = ask_file(path, sql);

	if (atoi(there) != count(lines, type))
		fail_msg("%d lines of type %s in the export, but %s in the file", count(lines, type), type,
			 there);
}

/* The bytes of a message in capital hexadecimal digits, as SQLite's hex() writes them.  */
static void add_hexadecimal(struct bytes *to, const json_t *line)
{
	const json_t *text = json_object_get(line, "text");
	const char *bytes = json_string_value(text ? text : json_object_get(line, "text_bytes"));

	assert_non_null(bytes);
	if (text)
		for (size_t i = 0; i < json_string_length(text); i++)
			bytes_addf(to, "%02X", (unsigned char)bytes[i]);
	else
		for (; *bytes; bytes++)
			bytes_addf(to, "%c", *bytes >= 'a' ? *bytes - 'a' + 'A' : *bytes);
}

static void expect_bytes(const json_t *line, const char *path)
{
	struct bytes is FREED_BY(bytes_free) = {0};
	FREED char *sql =
		bytes_text("select n || ' ' || branch || ' ' || t_ns || ' ' || seat || ' ' || dir || ' ' || "
			   "channel || ' ' || turn || ' ' || hex(bytes) from message where n = %lld",
			   (long long)number(line, "n"));
	FREED char *was = ask_file(path, sql);

	bytes_addf(&is, "%lld %lld %lld %lld %s %s %lld ", (long long)number(line, "n"),
		   (long long)number(line, "branch"), (long long)number(line, "t_ns"),
		   (long long)number(line, "seat"), json_string_value(json_object_get(line, "dir")),
		   json_string_value(json_object_get(line, "channel")), (long long)number(line, "turn"));
	add_hexadecimal(&is, line);
	assert_string_equal(is.at, was);
}

void exported_all(const json_t *lines, const char *path)
{
	expect_count(lines, "match", path, "select count(*) from match");
	expect_count(lines, "option", path, "select count(*) from option");
	expect_count(lines, "branch", path, "select count(*) from branch");
	expect_count(lines, "message", path, "select count(*) from message where dir <> 'event'");
	expect_count(lines, "event", path, "select count(*) from message where dir = 'event'");
	expect_count(lines, "turn", path, "select count(*) from turn");
	expect_count(lines, "verdict", path, "select count(*) from verdict");
	for (size_t i = 0; i < json_array_size(lines); i++)
		if (is_of(json_array_get(lines, i), "message"))
			expect_bytes(json_array_get(lines, i), path);
}

/* ---- the game ---- */

/* The turns of the last branch.  Each branch begins with the turns that it takes from its parent.  */
static json_t *turns_of_newest(const json_t *lines)
{
	json_t *of[BRANCHES] = {0}, *turns;
	const json_t *line;
	size_t i;
	int64_t id = 0;

	for (i = 0; i < json_array_size(lines); i++) {
		line = json_array_get(lines, i);
		if (is_of(line, "branch")) {
			const json_t *parent = json_object_get(line, "parent");

			id = number(line, "id");
			assert_within(id, 0, BRANCHES - 1);
			of[id] = json_array();
			for (int64_t n = 0; n < number(line, "turn"); n++)
				json_array_append(of[id],
						  json_array_get(of[json_integer_value(parent)], (size_t)n));
		} else if (is_of(line, "turn")) {
			assert_int_equal(number(line, "branch"), id);
			assert_int_equal(number(line, "n"), json_array_size(of[id]) + 1);
			json_array_append(of[id], (json_t *)line);
		}
	}
	turns = json_incref(of[id]);
	for (i = 0; i < BRANCHES; i++)
		json_decref(of[i]);
	return turns;
}

/* Each key of `was` is in `is`, with the same value.  */
static void expect_same(json_t *was, const json_t *is)
{
	for (void *at = json_object_iter(was); at; at = json_object_iter_next(was, at)) {
		const char *key = json_object_iter_key(at);
		const json_t *value = json_object_iter_value(at);
		char *a, *b;

		if (strcmp(key, "turns") == 0 || strcmp(key, "ringside") == 0 ||
		    json_equal(value, json_object_get(is, key)))
			continue;
		a = json_dumps(value, JSON_ENCODE_ANY);
		b = json_dumps(json_object_get(is, key), JSON_ENCODE_ANY);
		fail_msg("%s is %s in the printed game, but %s in the export", key, a, b ? b : "not there");
	}
}

static double value(const json_t *game, const char *key, int64_t seat)
{
	const json_t *number = json_array_get(json_object_get(game, key), (size_t)seat - 1);

	return json_is_null(number) ? -1 : json_number_value(number);
}

static void expect_near(const json_t *game, const char *key, int64_t seat, double expected)
{
	double is = value(game, key, seat);

	if (fabs(is - expected) > 1e-6 * (1 + fabs(expected)))
		fail_msg("%s of seat %lld is %g, but its turns add up to %g", key, (long long)seat, is,
			 expected);
}

/* A turn begins before its question, and its answer begins before it ends.  Unknown moments are left out.  */
static void expect_order(const json_t *turn)
{
	static const char *const moments[] = {"began_ns", "asked_ns", "first_ns", "last_ns"};
	int64_t before = 0;

	for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++) {
		const json_t *moment = json_object_get(turn, moments[i]);

		assert_non_null(moment);
		if (json_is_null(moment)) {
			before = 0;
			continue;
		}
		if (json_integer_value(moment) < before)
			fail_msg("turn %lld: %s is earlier than the moment before it",
				 (long long)number(turn, "n"), moments[i]);
		before = json_integer_value(moment);
	}
}

/* The time, CPU and memory of a seat's turns; -1: unknown.  */
struct sums {
	double total, longest, cpu, memory;
	int turns;
};

static void add_memory(struct sums *sums, const json_t *bytes)
{
	if (json_is_integer(bytes))
		sums->memory = fmax(sums->memory, json_number_value(bytes));
}

static void add_turn(struct sums *sums, const json_t *turn)
{
	int64_t think = number(turn, "think_ns");
	const json_t *cpu = json_object_get(turn, "cpu_ns");

	assert_true(think >= 0);
	sums->turns++;
	sums->total += (double)think / 1e9;
	sums->longest = fmax(sums->longest, (double)think / 1e9);
	if (json_is_integer(cpu))
		sums->cpu = fmax(sums->cpu, 0) + json_number_value(cpu) / 1e9;
	add_memory(sums, json_object_get(turn, "rss"));
	add_memory(sums, json_object_get(turn, "peak"));
}

/* The game's sums are those of its turns, the unfinished ones included.  */
static void expect_sums(const json_t *game)
{
	struct sums sums[3] = {{0}, {0, -1, -1, -1, 0}, {0, -1, -1, -1, 0}};
	const json_t *list = json_object_get(game, "turns");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *turn = json_array_get(list, i);
		int64_t seat = number(turn, "seat");

		assert_within(seat, 1, 2);
		expect_order(turn);
		add_turn(&sums[seat], turn);
	}
	for (int s = 1; s <= 2; s++) {
		const json_t *unfinished = json_array_get(json_object_get(game, "unfinished"), (size_t)s - 1);

		if (json_is_object(unfinished))
			add_turn(&sums[s], unfinished);
		else
			assert_true(json_is_null(unfinished));
		if (json_is_null(json_array_get(json_object_get(game, "names"), (size_t)s - 1)))
			continue;
		expect_near(game, "think_total", s, sums[s].total);
		expect_near(game, "think_longest", s, sums[s].longest);
		expect_near(game, "think_mean", s, sums[s].turns ? sums[s].total / sums[s].turns : -1);
		expect_near(game, "cpu", s, sums[s].cpu);
		expect_near(game, "peak_memory", s, sums[s].memory);
	}
}

void exported_game(const json_t *lines, const char *printed)
{
	json_t *game = json_loads(printed, 0, NULL), *turns = turns_of_newest(lines), *was;
	const json_t *verdict = NULL;
	size_t i;

	for (i = 0; i < json_array_size(lines); i++)
		if (is_of(json_array_get(lines, i), "verdict"))
			verdict = json_array_get(lines, i);
	assert_non_null(game);
	assert_non_null(verdict);
	expect_same(game, verdict);
	expect_sums(game);
	was = json_object_get(game, "turns");
	assert_int_equal(json_array_size(was), json_array_size(turns));
	for (i = 0; i < json_array_size(was); i++)
		expect_same(json_array_get(was, i), json_array_get(turns, i));
	json_decref(turns);
	json_decref(game);
}
