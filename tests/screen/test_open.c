/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_open.c - a match file on the screen: finished, still being written, missing, or not a match file.  */
#include "../agents/ask_file.h"
#include "../temp.h"
#include "ringside.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Records a match to its end at this path.  The scene keeps the file's folder.  */
static struct scene *played(const struct stage *stage, const char *path)
{
	struct scene *scene = begin_match(stage, "talks 3", "good 7", "--record", path, NULL);

	shows(scene, "talks wins: five", NULL);
	return scene;
}

TEST_ON_ALL_STAGES(a_person_can_look_at_a_finished_match)
{
	TEMP char *path = temp_path("match");
	FREED char *place = bytes_text("%s:5", path);
	struct scene *scene = played(stage, path);

	leave(scene);
	scene = begin(stage, "open", path, NULL);
	shows(scene, "move 9", "talks wins: five", "1 talks", "2 good", "9 e4", NULL);
	shows_stone(scene, "e4", black(scene));
	shows_stone(scene, "d8", white(scene));
	press(scene, VT_LEFT, "VIEWING 8 of 9", NULL);
	shows_stone(scene, "e4", empty(scene));
	press(scene, VT_HOME, "VIEWING 0 of 9", NULL);
	press(scene, VT_END, "talks wins: five", NULL);
	ask(scene, "override h8", "this match is read from a file", NULL);
	press(scene, "f", "f does nothing here: this match is read from a file", NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
	scene = begin(stage, "open", place, NULL);
	shows(scene, "VIEWING 4 of 9", NULL);
	leave(scene);
}

/* Walks to the moves that differ and back, and sees both builds there: the new one tells a value and a depth,
 * the old one none.  */
static void walk_the_differences(struct scene *scene)
{
	press(scene, VT_HOME, "VIEWING 0 of 9", NULL);
	press(scene, "]", "VIEWING 1 of 9", "old a4", "new a6 +34 d11 ", NULL);
	shows_no(scene, "old a4 +34");
	shows_stone(scene, "a4", black(scene));
	shows_stone(scene, "a6", strcmp(empty(scene), ".") == 0 ? "^" : "◈");
	press(scene, VT_RIGHT, "VIEWING 2 of 9", NULL);
	shows_stone(scene, "a6", empty(scene));
	press(scene, "[", "VIEWING 1 of 9", "old a4", NULL);
}

TEST_ON_ALL_STAGES(what_a_new_build_answers_is_shown_beside_the_old_answers)
{
	TEMP char *path = temp_path("match");
	struct scene *scene = played(stage, path);

	leave(scene);
	scene = begin(stage, "rerun", path, "--seat", "1", "--open", player("analyses 5"), NULL);
	shows(scene, "VIEWING 1 of 9", "old a4", "new a6 +34 d11 ", NULL);
	press(scene, VT_END, "talks wins: five", NULL);
	walk_the_differences(scene);
	press(scene, "]", "VIEWING 3 of 9", "old b4", "+34 d11 ", NULL);
	press(scene, VT_HOME, "VIEWING 0 of 9", "5 of 5 differ", NULL);
	press(scene, VT_END "]", "no later move differs: [ goes to the one before", NULL);
	type(scene, "q", NULL);
	assert_int_equal(WEXITSTATUS(ends(scene)), 1); /* as rerun says it */
}

/* The sign of the position stands between the bars and the words.  */
TEST(the_answers_of_two_builds_hide_no_bars)
{
	TEMP char *path = temp_path("match");
	struct scene *scene = begin(&small, "run", "gomocup", "--seed", "4", "--record", path,
				    "sample:random", "sample:random", NULL);
	const char *row, *shown, *old;
	int x, y;

	assert_int_equal(ends(scene), 0);
	scene = begin(&small, "rerun", path, "--seat", "1", "--open", "sample:random --seed 9", NULL);
	press(scene, VT_END, "random wins: five", NULL);
	press(scene, "[", "VIEWING", " old ", NULL);
	assert_true(vt_find(scene->vt, " moves ", &x, &y));
	row = vt_row(scene->vt, y);
	shown = strstr(row, "│ ");
	old = strstr(row, " old ");
	assert_true(shown && old && shown < old);
	type(scene, "q", NULL);
	assert_int_equal(WEXITSTATUS(ends(scene)), 1); /* as rerun says it */
}

TEST_ON_ALL_STAGES(two_matches_are_shown_together_up_to_where_they_part)
{
	TEMP char *path = temp_path("match");
	TEMP char *other = temp_path("other");
	struct scene *scene = played(stage, path);

	leave(scene);
	scene = begin_match(stage, "analyses 5", "good 7", "--record", other, NULL);
	shows(scene, "analyses wins: five", NULL);
	leave(scene);
	scene = begin(stage, "open", path, other, NULL);
	shows(scene, "VIEWING 1 of 9", "old a4", NULL);
	press(scene, VT_END, "talks wins: five", "1 of 1 differ", NULL);
	walk_the_differences(scene);
	ask(scene, "goto differs back", "no earlier move differs", NULL);
	leave(scene);
	scene = begin(stage, "open", other, path, NULL);
	press(scene, VT_END, "analyses wins: five", NULL);
	press(scene, VT_HOME "]", "old a6 +34 d11 ", "new a4 ", NULL);
	leave(scene);
	scene = begin(stage, "open", path, NULL);
	shows(scene, "talks wins: five", NULL);
	ask(scene, "goto differs", "no other build is shown beside this match", NULL);
	leave(scene);
}

/* Not with the exit of the last agent, here ten minutes later.  */
TEST(the_time_of_a_match_ends_with_its_verdict)
{
	TEMP char *path = temp_path("match");
	struct scene *scene = played(&small, path);
	sqlite3 *file;

	leave(scene);
	assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
	assert_int_equal(sqlite3_exec(file,
				      "UPDATE message_row SET t_ns = t_ns + 600000000000"
				      " WHERE n IN (SELECT n FROM event WHERE event = 'exited')",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	assert_true(sqlite3_changes(file) > 0);
	sqlite3_close(file);
	scene = begin(&small, "open", path, NULL);
	shows(scene, "talks wins: five", "match 00:00", NULL);
	leave(scene);
}

TEST(a_finished_match_shows_its_logs)
{
	TEMP char *path = temp_path("match");
	struct scene *scene = played(&large, path);

	leave(scene);
	scene = begin(&large, "open", path, "--layout", "channels", NULL);
	shows(scene, "1 MESSAGE", "MESSAGE move 5 is easy", "DEBUG depth 5", "◂ 4,3", NULL);
	leave(scene);
}

TEST(a_match_of_another_ringside_is_followed_to_its_end)
{
	TEMP char *path = temp_path("match");
	struct scene *player_scene, *watcher;

	player_scene = begin_paused(&small, "good 3", "good 7", "--record", path, NULL);
	press(player_scene, "nn", "move 2 ", "PAUSED", NULL);
	watcher = begin(&small, "open", path, NULL);
	shows(watcher, "move 2 ", "1 good", NULL);
	shows_stone(watcher, "a8", white(watcher));
	type(player_scene, "n", NULL);
	shows(watcher, "move 3 ", NULL);
	shows_stone(watcher, "b4", black(watcher));
	press(watcher, VT_LEFT, "VIEWING 2 of 3", NULL);
	type(player_scene, "n", NULL);
	shows(watcher, "VIEWING 2 of 4", NULL);
	press(watcher, VT_END, "move 4 ", NULL);
	press(player_scene, "f", "good wins: five", NULL);
	shows(watcher, "good wins: five", "move 9", NULL);
	shows_stone(watcher, "e4", black(watcher));
	leave(watcher);
	leave(player_scene);
}

TEST(a_match_whose_ringside_was_killed_is_unfinished)
{
	TEMP char *path = temp_path("match");
	struct scene *player_scene, *watcher;

	player_scene = begin_paused(&small, "good 3", "good 7", "--record", path, NULL);
	press(player_scene, "n", "move 1 ", "PAUSED", NULL);
	watcher = begin(&small, "open", path, NULL);
	shows(watcher, "move 1 ", "FOLLOWING", NULL);
	assert_int_equal(vt_signal(player_scene->vt, SIGKILL), 0);
	shows(watcher, "move 1 ", "UNFINISHED", NULL);
	leave(watcher);
	everybody_leaves(player_scene);
	abandon(player_scene);
	watcher = begin(&small, "open", path, NULL);
	shows(watcher, "move 1 ", "UNFINISHED", NULL);
	leave(watcher);
}

TEST(the_follower_sees_takebacks)
{
	TEMP char *path = temp_path("match");
	struct scene *player_scene, *watcher;

	player_scene = begin_paused(&small, "good 3", "good 7", "--record", path, NULL);
	ask(player_scene, "next x4", "move 4 ", "PAUSED", NULL);
	watcher = begin(&small, "open", path, NULL);
	shows(watcher, "move 4 ", NULL);
	ask(player_scene, "takeback 3", "move 1 ", NULL);
	shows(watcher, "move 1 ", NULL);
	shows_stone(watcher, "b4", empty(watcher));
	leave(watcher);
	leave(player_scene);
}

TEST_SCENE(a_missing_file_is_reported_without_a_screen, begin(&small, "open", "/nowhere/none.ringside", NULL))
{
	assert_int_equal(vt_finish(scene->vt, LONG), 1 << 8);
	assert_true(vt_find(scene->vt, "/nowhere/none.ringside", NULL, NULL));
	assert_true(vt_find(scene->vt, "there is no such file", NULL, NULL));
	ends(scene);
}

TEST_SCENE(a_file_that_is_not_a_match_file_is_refused, begin(&small, "open", "/bin/sh", NULL))
{
	assert_int_equal(vt_finish(scene->vt, LONG), 1 << 8);
	assert_true(vt_find(scene->vt, "not a match file", NULL, NULL));
	ends(scene);
}

TEST(a_match_can_be_saved_and_opened)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL), *other;
	TEMP char *path = temp_path("match");
	char line[100];

	ask(scene, "next x3", "move 3 ", "PAUSED", NULL);
	snprintf(line, sizeof(line), "save %s", path);
	ask(scene, line, "saved as", NULL);
	other = begin(&small, "open", path, NULL);
	shows(other, "move 3 ", NULL);
	shows_stone(other, "b4", black(other));
	leave(other);
	leave(scene);
}

TEST(a_move_that_was_overridden_later_is_shown_once)
{
	struct scene *scene = begin_match(&small, "human", "good 7", NULL), *other;
	TEMP char *path = temp_path("match");
	char line[100];

	shows(scene, "move 0", "your move", NULL);
	ask(scene, "play h8", "move 2 ", "your move", NULL);
	command(scene, "override j10");
	shows_stone(scene, "j10", white(scene));
	snprintf(line, sizeof(line), "save %s", path);
	ask(scene, line, "saved as", NULL);
	other = begin(&small, "open", path, NULL);
	shows(other, "move 2 ", NULL);
	shows_stone(other, "j10", white(other));
	shows_stone(other, "a8", empty(other));
	leave(other);
	leave(scene);
}

TEST(moves_that_were_taken_back_stay_in_the_file)
{
	TEMP char *path = temp_path("match");
	char *rows;
	struct scene *scene = begin_paused(&small, "talks 3", "good 7", "--record", path, NULL);

	ask(scene, "next x5", "move 5 ", NULL);
	ask(scene, "takeback 3", "move 2 ", NULL);
	ask(scene, "next x2", "move 4 ", NULL);
	leave(scene);
	rows = ask_file(path, "SELECT group_concat(branch || ':' || n, ' ') FROM turn");
	assert_string_equal(rows, "0:1 0:2 0:3 0:4 0:5 1:3 1:4");
	free(rows);
}

TEST_MAIN(NULL, NULL)
