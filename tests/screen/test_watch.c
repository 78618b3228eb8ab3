/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_watch.c - a person watches a match: all parts of the screen are there and correct.  */
#include "ringside.h"

#include "ringside/bytes.h"
#include "ringside/match.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seat 1 wins in row 4, seat 2 plays in row 8.  */
TEST_SCENE_ON_ALL_STAGES(a_match_runs_to_its_verdict_on_the_screen,
			 begin_match(stage, "talks 3", "good 7", NULL))
{
	shows(scene, "move 9", "talks wins: five", "gomocup", "1 talks", "2 good", NULL);
	shows_stone(scene, "a4", black(scene));
	shows_stone(scene, "e4", black(scene));
	shows_stone(scene, "d8", white(scene));
	shows_stone(scene, "e8", empty(scene));
	assert_non_null(strstr(vt_row(scene->vt, 0), "ringside"));
	assert_non_null(strstr(vt_row(scene->vt, 0), "match 00:0"));
	assert_non_null(strstr(vt_row(scene->vt, 1), "1 "));
	assert_non_null(strstr(vt_row(scene->vt, 1), "talks"));
	assert_non_null(strstr(vt_row(scene->vt, 1), "good"));
	assert_non_null(strstr(vt_row(scene->vt, timeline_row(scene)), "moves"));
	assert_non_null(strstr(vt_row(scene->vt, timeline_row(scene)), "9 e4"));
	assert_non_null(strstr(vt_row(scene->vt, hint_row(scene)), " next"));
	assert_non_null(strstr(vt_row(scene->vt, hint_row(scene)), "w why"));
	assert_non_null(strstr(vt_row(scene->vt, hint_row(scene)), "q quit"));
	assert_non_null(strstr(vt_row(scene->vt, prompt_row(scene)), "from a4 to e4"));
}

TEST_SCENE(the_verdict_replaces_the_answer_to_a_command,
	   begin_match(&small, "silent 3", "good 7", "--turn-time", "60s", "--tolerance", "0", NULL))
{
	shows(scene, "move 2", "thinking", NULL);
	ask(scene, "set turn-time 200ms", "wins: timeout",
	    "seat 1 (silent) made no move within the limit of 0.200 s", NULL);
	assert_non_null(strstr(vt_row(scene->vt, prompt_row(scene)), "made no move"));
}

TEST_SCENE(the_result_is_printed_after_the_screen_closes, begin_match(&small, "good 3", "good 7", NULL))
{
	shows(scene, "good wins: five", NULL);
	type(scene, "q", NULL);
	assert_int_equal(vt_finish(scene->vt, LONG), 0);
	assert_true(vt_find(scene->vt, "five", NULL, NULL));
	assert_true(vt_find(scene->vt, "9 moves", NULL, NULL));
	assert_int_equal(ends(scene), 0);
}

TEST_SCENE(each_log_has_its_agents_words_besides_the_moves, begin_paused(&large, "talks 3", "good 7", NULL))
{
	int x, y, right;

	press(scene, "n", "1 log", "2 log", "MESSAGE move 1 is easy", "DEBUG depth 1", "ERROR nothing grave",
	      "UNKNOWN word", "◂ red and green, move 1", NULL);
	assert_true(vt_find(scene->vt, "2 log", &right, NULL));
	assert_true(vt_find(scene->vt, "DEBUG depth 1", &x, &y));
	assert_true(x < right);
}

TEST_SCENE(on_a_small_screen_one_log_has_both_agents_words, begin_paused(&small, "talks 3", "good 7", NULL))
{
	press(scene, "n", "move 1 ", "UNKNOWN word", " log ", NULL);
}

TEST_SCENE(the_traffic_of_a_seat_shows_both_directions_with_times,
	   begin_paused(&large, "good 3", "good 7", NULL))
{
	int x, y;

	press(scene, "nn", "move 2", "size 15  rule freestyle", "START 15", "BEGIN", "TURN 0,3",
	      "INFO time_left 2147483647", " OK", NULL);
	assert_true(vt_find(scene->vt, "▸ BEGIN", &x, &y));
	assert_int_equal(strspn(vt_span(scene->vt, x - 10, y, 9), "0123456789:."), 9);
	assert_true(vt_find(scene->vt, "◂ 0,3", NULL, &y));
	assert_non_null(strstr(vt_row(scene->vt, y), " ms"));
}

TEST_SCENE(channels_and_directions_have_their_colours,
	   begin_paused(&large, "talks 3", "good 7", "--theme", "default", NULL))
{
	struct vt_cell move, message, debug, error, unknown;
	int x, y;

	press(scene, "n", "move 1 ", "UNKNOWN word", "◂ 0,3", "MESSAGE move", NULL);
	assert_true(vt_find(scene->vt, "◂ 0,3", &x, &y));
	move = vt_at(scene->vt, x + 2, y);
	assert_true(vt_find(scene->vt, "MESSAGE move", &x, &y));
	message = vt_at(scene->vt, x, y);
	assert_true(vt_find(scene->vt, "DEBUG depth", &x, &y));
	debug = vt_at(scene->vt, x, y);
	assert_true(vt_find(scene->vt, "ERROR nothing", &x, &y));
	error = vt_at(scene->vt, x, y);
	assert_true(vt_find(scene->vt, "UNKNOWN word", &x, &y));
	unknown = vt_at(scene->vt, x, y);
	assert_int_equal(move.fg, VT_DEFAULT);
	assert_true(move.bold);
	assert_int_equal(message.fg, VT_DEFAULT);
	assert_int_equal(debug.fg, VT_DEFAULT);
	assert_false(debug.bold);
	assert_int_equal(error.fg, 1);
	assert_int_equal(unknown.fg, 5);
}

TEST_SCENE(an_agents_escape_sequences_do_not_reach_the_terminal,
	   begin_paused(&small, "rubbish 3", "good 7", NULL))
{
	const char *output;
	size_t size;

	press(scene, "n", "move 1 ", "␛[31mred␛[2J␇", "MESSAGE \\xff\\xfe\\x80", NULL);
	output = vt_output(scene->vt, &size);
	assert_null(memmem(output, size, "\033]0;title", 9));
}

/* What stands at the clock of the player who is called silent.  */
static void clock_of_silent(struct vt *vt, char clock[32])
{
	int x, y;

	snprintf(clock, 32, "%s", vt_find(vt, "silent ", &x, &y) ? vt_span(vt, x, y, 13) : "");
}

static bool has_run_on(struct vt *vt, void *data)
{
	char clock[32];

	clock_of_silent(vt, clock);
	return *clock && strcmp(clock, data) < 0; /* its time is less */
}

TEST_SCENE(the_clocks_run_while_an_agent_thinks,
	   begin_match(&small, "silent 3", "good 7", "--match-time", "90s", "--turn-time", "60s", NULL))
{
	char clock[32];

	shows(scene, "move 2", "silent 1:2", "thinking…", NULL);
	shows(scene, "match 00:01", NULL);
	for (int i = 0; i < 3; i++) {
		clock_of_silent(scene->vt, clock);
		comes(scene, "less time", has_run_on, clock);
	}
}

TEST_SCENE(the_clocks_stand_while_the_match_is_paused,
	   begin_match(&small, "silent 3", "good 7", "--match-time", "90s", "--turn-time", "60s", NULL))
{
	char left[32];

	shows(scene, "move 2", "thinking", NULL);
	press(scene, " ", "PAUSED", NULL);
	clock_of_silent(scene->vt, left);
	assert_true(*left);
	press(scene, ":help step\r", "let one message pass, or N", left, NULL);
	press(scene, ":help next\r", "continue to the next move", left, NULL);
}

TEST_SCENE(a_turn_that_takes_too_long_loses_on_time,
	   begin_match(&small, "good 3", "silent 7", "--turn-time", "300ms", "--tolerance", "0", NULL))
{
	shows(scene, "good wins: timeout (silent)", "within the limit of 0.300 s", NULL);
}

/* Has a line of an agent the mark before its time?  */
static bool has_mark(struct vt *vt, void *data UNUSED)
{
	bool found = false;

	for (int y = 0; y < vt_rows(vt) && !found; y++) {
		const char *row = vt_row(vt, y), *from = strstr(row, "◂");

		found = from && strstr(from, "¬ ");
	}
	return found;
}

/* The log says in how many turns.  */
static bool has_count(struct vt *vt, void *data UNUSED)
{
	bool found = false;

	for (int y = 0; y < vt_rows(vt) && !found; y++) {
		const char *words = strstr(vt_row(vt, y), "judge held up ");
		int end = 0;

		found = words && sscanf(words, "judge held up %*dx%n", &end) == 0 && end;
	}
	return found;
}

TEST_SCENE(a_turn_that_ringside_was_held_up_in_is_marked,
	   begin_match(&large, "stops-judge 3", "good 7", "--tolerance", "0", "--layout", "traffic", NULL))
{
	shows(scene, "stops-judge wins: five", "judge held up 1.", NULL);
	command(scene, "set layout wide"); /* no room for words: they would be read as the time */
	comes(scene, "the mark", has_mark, NULL);
	comes(scene, "the count", has_count, NULL); /* and no line in the logs */
	shows_no(scene, "the judge was held up");
}

/* Of all turns of seat 1.  */
static void mark_turns(const char *record)
{
	FREED char *sql = bytes_text("UPDATE turn_row SET flags = flags | %d << 2 WHERE flags & 1 = 0",
				     TURN_WAITED | TURN_CHARGED);
	sqlite3 *file;

	assert_int_equal(sqlite3_open(record, &file), SQLITE_OK);
	assert_int_equal(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(file);
}

TEST(a_turn_in_which_an_agent_waited_or_flooded_is_marked)
{
	struct scene *keeper = begin_match(&large, "good 3", "good 7", NULL), *scene;
	FREED char *record = bytes_text("%s", path_in(keeper, "marked.ringside"));
	FREED char *save = bytes_text("save %s", record);

	shows(keeper, "wins: five", NULL);
	ask(keeper, save, "saved as", NULL);
	mark_turns(record);
	scene = begin(&large, "open", record, "--layout", "traffic", NULL);
	shows(scene, "(flooded) (waited) ", NULL);
	ask(scene, "set layout wide", "waited 5x", "flooded 5x", NULL);
}

TEST_SCENE(a_crash_is_reported_with_its_signal, begin_match(&large, "crash 3", "good 7", NULL))
{
	shows(scene, "good wins: crash (crash)", "SIGSEGV", NULL);
}

TEST_SCENE(an_agent_that_cannot_be_started_is_reported_without_a_screen,
	   begin(&small, "play", "gomocup", "/nowhere/pbrain-none", "sample:random", NULL))
{
	assert_int_equal(vt_finish(scene->vt, LONG), 3 << 8);
	assert_true(vt_find(scene->vt, "/nowhere/pbrain-none", NULL, NULL));
	ends(scene);
}

TEST_SCENE(the_demo_shows_a_match_of_the_samples, begin(&small, "demo", "--pace", "1ms", "--seed", "3", NULL))
{
	shows(scene, "1 ● 3000 nodes", "2 ○ 30000 nodes", "30000 nodes wins: five", NULL);
}

TEST_SCENE(a_pause_at_the_beginning_has_the_time_zero, begin_paused(&large, "good 3", "good 7", NULL))
{
	int y;

	shows(scene, "• pause", NULL);
	assert_true(vt_find(scene->vt, "• pause", NULL, &y));
	assert_non_null(strstr(vt_row(scene->vt, y), "00:00.0"));
}

/* The match of scripts/pictures.  If this fails because the brains play differently, make the pictures again.
 */
TEST(the_match_of_the_pictures_is_always_the_same)
{
	static const char *const layouts[] = {"wide", "channels"};

	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		struct scene *scene =
			begin_paused(&large, "sample:threat --nodes 20000 --seed 1 --talk",
				     "sample:threat --nodes 4000 --seed 2 --talk", "--theme", "dark",
				     "--turn-time", "60s", "--layout", layouts[i], NULL);

		ask(scene, "next x20", "move 20 ", "PAUSED", "20 i9", "◂ 8,8", "‖ ▸ TURN 8,8", "DEBUG depth",
		    "MESSAGE ", "threat depth", NULL);
		if (i == 0) {
			shows_stone(scene, "i9", white(scene));
			shows_stone(scene, "j8", black(scene));
		}
		leave(scene);
	}
}

TEST_MAIN(NULL, NULL)
