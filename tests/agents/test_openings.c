/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_openings.c - series that begin with openings from a file.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

/* A folder with a file of openings, and the games of a series with it.  */
struct fixture {
	char folder[40], file[60], record[60];
	struct outcome outcome;
	json_t *games[GAMES_ROOM];
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->file, sizeof(f->file), "%s/openings", f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m.ringside", f->folder);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	folder_remove(f->folder);
	games_free(f->games);
	return 0;
}

/* Plays two samples with these options, up to NULL.  */
static void play(struct fixture *f, const char *const *options, int status)
{
	const char *args[30] = {"run", "gomocup", "--json", "sample:random", "sample:random"};

	for (int i = 0; options[i]; i++)
		args[5 + i] = options[i];
	games_free(f->games);
	f->outcome = ringside("openings", args);
	if (f->outcome.status != status)
		fail_msg("status %d: %s", f->outcome.status, f->outcome.err);
	games_add(f->games, f->outcome.out);
}

static void expect_openings(struct fixture *f, const char *const *openings, int count)
{
	games_expect(f->games, count);
	for (int game = 1; game <= count; game++) {
		assert_string_equal(game_word(f->games[game], "opening"), openings[(game - 1) / 2]);
		assert_int_equal(game_number(f->games[game], "first"), game % 2 ? 1 : 2);
	}
}

/* Checks the stones in the first question.  After three stones the brain has white, which it is told as 1. */
static void expect_asked(struct fixture *f, int game, int seat, const char *stones)
{
	char path[100], sql[400];

	snprintf(path, sizeof(path), "%s/m-%d.ringside", f->folder, game);
	snprintf(sql, sizeof(sql),
		 "select group_concat(line, '|') from (select rtrim(cast(bytes as text), char(13, 10)) as "
		 "line "
		 "from message where dir = 'to' and seat = %d and turn = 1 and line like '%%,%%,_' order by "
		 "n)",
		 seat);
	assert_text(ask_file(path, sql), stones);
}

static void expect_recorded(struct fixture *f, int game, const char *opening)
{
	char path[100];

	snprintf(path, sizeof(path), "%s/m-%d.ringside", f->folder, game);
	assert_text(ask_file(path, "select value from option where name = 'opening'"), opening);
}

TEST_ON(each_opening_is_played_from_both_sides, set_up, tear_down, struct fixture *, f)
{
	static const char *const openings[] = {"h8g7i9", "d3e5f6"};

	file_write(f->file, "# from the centre\n0,0, -1,-1, 1,1\n\nd3 e5 f6\n", false);
	play(f, ARGS("--openings", f->file, "--record", f->record), 0);
	expect_openings(f, openings, 4);
	expect_recorded(f, 1, "h8g7i9");
	expect_asked(f, 1, 2, "7,7,2|6,6,1|8,8,2");
	expect_asked(f, 2, 1, "7,7,2|6,6,1|8,8,2");
	expect_recorded(f, 2, "h8g7i9");
	expect_recorded(f, 4, "d3e5f6");
}

/* All openings in one form after all in another.  A stone in the centre has only one.  */
TEST_ON(turned_openings_are_played_from_both_sides_too, set_up, tear_down, struct fixture *, f)
{
	static const char *const openings[] = {"h8g7", "h8", "h8i7", "h8i9", "h8g9"};

	file_write(f->file, "h8g7\nh8\n", false);
	play(f, ARGS("--openings", f->file, "--openings-turned"), 0);
	expect_openings(f, openings, 2 * 5);
	f->outcome = ringside("openings",
			      ARGS("run", "gomocup", "--openings-turned", "sample:random", "sample:random"));
	assert_int_equal(f->outcome.status, 2);
	assert_non_null(strstr(f->outcome.err, "--openings-turned needs --openings FILE"));
	file_write(f->file, "e2e4\n", false);
	f->outcome = ringside("openings", ARGS("run", "uci", "--openings", f->file, "--openings-turned",
					       "sample:random", "sample:random"));
	assert_int_equal(f->outcome.status, 2);
	assert_non_null(strstr(f->outcome.err, "the board of uci is not the same when it is turned"));
}

TEST_ON(a_psq_file_is_an_opening, set_up, tear_down, struct fixture *, f)
{
	static const char *const openings[] = {"j10a1"};

	file_write(f->file, "Piskvorky 20x20, 1:1, 0\n10,10,0\n1,1,17\npbrain-a\npbrain-b\n-1\n", false);
	play(f, ARGS("--size", "20", "--openings", f->file, "--concurrency", "2"), 0);
	expect_openings(f, openings, 2);
}

TEST_ON(a_series_ends_after_its_openings_unless_they_repeat, set_up, tear_down, struct fixture *, f)
{
	static const char *const openings[] = {"h8", "a1", "h8", "a1"};

	file_write(f->file, "h8\na1\n", false);
	play(f, ARGS("--openings", f->file, "--games", "7"), 0);
	expect_openings(f, openings, 4);
	assert_non_null(strstr(f->outcome.err, "holds 2 openings: the series ends after game 4 of 7"));
	play(f, ARGS("--openings", f->file, "--games", "7", "--repeat"), 0);
	expect_openings(f, openings, 7);
	assert_null(strstr(f->outcome.err, "the series ends"));
}

/* The openings of all pairs of games, in order.  */
static void order_of(struct fixture *f, const char *seed, char order[100])
{
	play(f,
	     ARGS("--openings", f->file, "--openings-order", "random", "--seed", seed, "--games", "24",
		  "--repeat", "--concurrency", "2"),
	     0);
	games_expect(f->games, 24);
	*order = '\0';
	for (int game = 1; game <= 24; game += 2) {
		assert_string_equal(game_word(f->games[game], "opening"),
				    game_word(f->games[game + 1], "opening"));
		strcat(order, game_word(f->games[game], "opening"));
	}
}

TEST_ON(a_random_order_depends_on_the_seed_and_has_each_opening_once_a_round, set_up, tear_down,
	struct fixture *, f)
{
	static const char *const all[] = {"a1", "a2", "a3", "a4", "a5", "a6"};
	char first[100], again[100], other[100];

	file_write(f->file, "a1\na2\na3\na4\na5\na6\n", false);
	order_of(f, "1", first);
	order_of(f, "1", again);
	order_of(f, "2", other);
	assert_string_equal(first, again);
	assert_string_not_equal(first, other);
	assert_memory_not_equal(first, first + 12, 12);
	for (int i = 0; i < 6; i++) {
		const char *at = strstr(first, all[i]), *next = at ? strstr(at + 2, all[i]) : NULL;

		assert_true(at && at < first + 12);
		assert_true(next && next >= first + 12);
	}
}

TEST_ON(one_opening_of_a_file_can_be_chosen, set_up, tear_down, struct fixture *, f)
{
	static const char *const second[] = {"a2", "a2"}, *const first[] = {"a1"};
	char word[80];

	file_write(f->file, "a1\na2\na3\n", false);
	snprintf(word, sizeof(word), "%s:2", f->file);
	play(f, ARGS("--opening", word, "--games", "3"), 0);
	expect_openings(f, second, 3);
	play(f, ARGS("--opening", f->file), 0);
	expect_openings(f, first, 1);
	play(f, ARGS("--opening", "a1"), 0); /* the opening itself */
	expect_openings(f, first, 1);
	snprintf(word, sizeof(word), "%s:4", f->file);
	play(f, ARGS("--opening", word), 2);
	assert_non_null(strstr(f->outcome.err, "holds 3 openings, counted from 1"));
}

static void expect_refused(struct fixture *f, const char *const *options, const char *words)
{
	play(f, options, 2);
	assert_string_equal(f->outcome.out, "");
	if (!strstr(f->outcome.err, words))
		fail_msg("unexpected message: %s", f->outcome.err);
}

TEST_ON(a_mistake_is_reported_before_any_game, set_up, tear_down, struct fixture *, f)
{
	file_write(f->file, "h8\n8,0\n", false);
	expect_refused(f, ARGS("--openings", f->file),
		       "/openings:2:1: stone 1 is at 15,7, outside the board of 15×15");
	expect_refused(f, ARGS("--openings", "/nonexistent/file"),
		       "/nonexistent/file: cannot be read: No such file");
	expect_refused(f, ARGS("--opening", "nonexistent.txt:2"),
		       "nonexistent.txt: cannot be read: No such file");
	expect_refused(f, ARGS("--openings", f->folder), "cannot be read: Is a directory");
	expect_refused(f, ARGS("--openings", "/dev/zero"), "is larger than 64 MB");
	expect_refused(f, ARGS("--openings", f->file, "--openings-order", "any"),
		       "--openings-order any: expected sequential or random");
	expect_refused(f, ARGS("--openings", f->file, "--opening", f->file), "choose one");
	expect_refused(f, ARGS("--repeat"), "--repeat needs --openings FILE");
}

TEST_MAIN(NULL, NULL)
