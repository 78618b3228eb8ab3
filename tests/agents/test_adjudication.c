/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_adjudication.c - ends that one asks for: in series, tournaments and scripts, with agents that say
 * values, and from a file of known ends.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#define DRAW_WHEN "--draw-when", "score=10,moves=2,after=4"
#define WIN_WHEN  "--win-when", "score=2000,moves=2"

struct fixture {
	char folder[40], file[60], record[60], even[200], wins[200], loses[200];
	struct outcome outcome;
	json_t *games[GAMES_ROOM];
};

/* A brain that says the same with each move in that row.  */
static void brain(char command[200], const char *mode, int row)
{
	snprintf(command, 200, "'%s/brain' %s %d", env("AGENTS"), mode, row);
}

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->file, sizeof(f->file), "%s/a file", f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m.ringside", f->folder);
	brain(f->even, "says-even", 2);
	brain(f->wins, "says-wins", 5);
	brain(f->loses, "says-loses", 9);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	games_free(f->games);
	folder_remove(f->folder);
	return 0;
}

/* Runs it with these arguments, up to NULL.  */
static void run(struct fixture *f, int status, const char *const *args)
{
	f->outcome = ringside("adjudication", args);
	if (f->outcome.status != status)
		fail_msg("status %d: %s%s", f->outcome.status, f->outcome.out, f->outcome.err);
}

static void expect_words(struct fixture *f, const char *words)
{
	if (!strstr(f->outcome.out, words) && !strstr(f->outcome.err, words))
		fail_msg("no \"%s\" in: %s%s", words, f->outcome.out, f->outcome.err);
}

static void expect_recorded(const char *path, const char *sql, const char *expected)
{
	assert_text(ask_file(path, sql), expected);
}

TEST_ON(each_game_of_a_series_ends_when_both_agree, set_up, tear_down, struct fixture *, f)
{
	run(f, 0, ARGS("run", "gomocup", "--json", "--games", "4", DRAW_WHEN, WIN_WHEN, f->wins, f->loses));
	games_add(f->games, f->outcome.out);
	games_expect(f->games, 4);
	for (int game = 1; game <= 4; game++) {
		assert_string_equal(game_word(f->games[game], "reason"), "adjudicated");
		assert_int_equal(game_number(f->games[game], "winner"), 1);
		assert_int_equal(game_number(f->games[game], "moves"), 4);
		assert_true(json_is_null(json_object_get(f->games[game], "blame")));
		assert_non_null(strstr(game_word(f->games[game], "detail"), "has said at least +2000"));
	}
}

TEST_ON(one_agent_alone_decides_nothing, set_up, tear_down, struct fixture *, f)
{
	run(f, 0, ARGS("run", "gomocup", DRAW_WHEN, WIN_WHEN, f->even, f->loses));
	expect_words(f, ": five (");
}

TEST_ON(the_record_has_the_verdict_and_replays_to_it, set_up, tear_down, struct fixture *, f)
{
	static const char proofs[] = "select group_concat(trim(cast(bytes as text), char(10)), '|') from"
				     " (select bytes from proof join message on n = message order by i)";

	run(f, 0, ARGS("run", "gomocup", WIN_WHEN, "--record", f->record, f->loses, f->wins));
	expect_recorded(f->record, "select winner || reason || cause from verdict", "2adjudicatedwin-when");
	expect_recorded(
		f->record, proofs,
		"MESSAGE eval -M9|MESSAGE depth 7, eval 5000|MESSAGE eval -M9|MESSAGE depth 7, eval 5000");
	run(f, 0, ARGS("rerun", f->record, "--seat", "1"));
	expect_words(f, "it lasted to the end, as the old one did");
}

TEST_ON(a_takeback_after_it_plays_on_until_both_agree_again, set_up, tear_down, struct fixture *, f)
{
	run(f, 0,
	    ARGS("run", "gomocup", DRAW_WHEN, "--record", f->record, "-x", "continue", "-x", "takeback 2",
		 "-x", "next", "-x", "why", "-x", "continue", f->even, f->even));
	expect_words(f, "draw: adjudicated");
	expect_recorded(f->record, "select count(*) from verdict where cause = 'draw-when'", "2");
}

/* The agents play a3, b3 and so on, and a6, b6: the file has the positions after three moves.  */
TEST_ON(a_known_end_holds_in_a_tournament_and_without_its_file_in_a_replay, set_up, tear_down,
	struct fixture *, f)
{
	char tournament[80], text[1000];

	file_write(f->file, "# with a blank in its name\nb6 a3 a6 = white\nb3 a6 a3 = draw\n", false);
	snprintf(tournament, sizeof(tournament), "%s/t.tournament", f->folder);
	snprintf(text, sizeof(text),
		 "[tournament]\nends = %s\n[player a]\ncommand = %s\n[player b]\ncommand = %s\n", f->file,
		 f->even, f->wins);
	file_write(tournament, text, false);
	run(f, 0, ARGS("tournament", "gomocup", "--no-sandbox", tournament));
	expect_words(f, "game 1: a and b draw: adjudicated (");
	expect_words(f, "says that white wins this position");
	run(f, 0, ARGS("run", "gomocup", "--ends", f->file, "--record", f->record, f->wins, f->even));
	expect_recorded(f->record, "select winner || reason || cause from verdict", "2adjudicatedends");
	assert_int_equal(remove(f->file), 0);
	run(f, 0, ARGS("rerun", f->record, "--seat", "2"));
	expect_words(f, "it lasted to the end, as the old one did");
}

TEST_ON(what_cannot_be_is_refused_before_the_match, set_up, tear_down, struct fixture *, f)
{
	run(f, 2, ARGS("run", "gomocup", "--draw-when", "score=10", f->even, f->even));
	expect_words(f, "--draw-when score=10: expected the terms score=N,moves=N");
	run(f, 2, ARGS("run", "qchess", DRAW_WHEN, "sample:random", "sample:random"));
	expect_words(f, "run qchess has no option --draw-when: it is an option of gomocup");
	run(f, 2, ARGS("run", "lmc", "--ends", "x", "sample:random", "sample:random"));
	expect_words(f, "run lmc has no option --ends: it is an option of gomocup");
	file_write(f->file, "h8 = draw\nh8 g7 = nobody\n", false);
	run(f, 2, ARGS("run", "gomocup", "--ends", f->file, f->even, f->even));
	expect_words(f, "a file:2:8: expected a position, =, and black, white or draw, as h8g7f6 = draw");
	run(f, 2, ARGS("run", "gomocup", "--ends", "/dev/zero", f->even, f->even));
	expect_words(f, "is larger than 64 MB");
}

TEST_MAIN(NULL, NULL)
