/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_kept.c - a match that nobody asked to record is kept, and chosen from a list.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <glob.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs a command in sh with this XDG_STATE_HOME.  The caller frees what it prints.  */
static char *printed_in(const char *home, const char *arguments)
{
	FREED char *command =
		bytes_text("XDG_STATE_HOME='%s' '%s' %s 2>&1", home, getenv("RINGSIDE"), arguments);
	FILE *pipe = popen(command, "r");
	struct bytes text = {0};
	char line[512];

	assert_non_null(pipe);
	bytes_add_text(&text, "");
	while (fgets(line, sizeof(line), pipe))
		bytes_add_text(&text, line);
	pclose(pipe);
	return text.at;
}

static char *printed(const struct scene *scene, const char *arguments)
{
	FREED char *home = bytes_text("%s/state", scene->home);

	return printed_in(home, arguments);
}

TEST(a_match_is_kept_and_opens_again)
{
	struct scene *scene = begin_match(&small, "human", "good 7", NULL), *later;
	FREED char *home = bytes_text("%s/state", scene->home);
	char *list;

	shows(scene, "your move", NULL);
	ask(scene, "h9", "move 2 ", NULL);
	shows_no(scene, "ringside  ⏺");
	ask(scene, "end resign", "good wins: resign", NULL);
	list = printed(scene, "open");
	assert_non_null(strstr(list, "human - good  good wins: resign, 2 moves\n"));
	assert_non_null(strstr(list, "/matches/"));
	free(list);
	later = begin_in(&small, home, "open", NULL);
	shows(later, "the newest first", "human - good", "j k select", NULL);
	press(later, "j\r", "move 2 ", "good wins: resign", "q list", "Q quit", NULL);
	press(later, "q", "the newest first", "human - good", NULL);
	press(later, "\r", "move 2 ", "good wins: resign", NULL);
	type(later, "Q", NULL);
	assert_int_equal(ends(later), 0);
	later = begin_in(&small, home, "open", NULL);
	shows(later, "human - good", NULL);
	type(later, "q", NULL);
	assert_int_equal(ends(later), 0);
}

/* A match of a person against good, that the person gives up after so many moves.  */
static void keep_match(const char *home, const char *moves)
{
	struct scene *scene = begin_in(&small, home, "play", "gomocup", "human", player("good 7"), NULL);

	shows(scene, "your move", NULL);
	if (*moves) {
		ask(scene, moves, "move 2 ", NULL);
	}
	ask(scene, "end resign", "good wins: resign", NULL);
	leave(scene);
}

/* The name of a seat in the only match that is kept there.  */
static void rename_seat(const char *home, const char *change)
{
	FREED char *pattern = bytes_text("%s/ringside/matches/*.ringside", home);
	sqlite3 *file;
	glob_t found;

	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	assert_int_equal(sqlite3_open(found.gl_pathv[0], &file), SQLITE_OK);
	assert_int_equal(sqlite3_exec(file, change, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(file);
	globfree(&found);
}

static void the_list_shows(const char *home, const char *row)
{
	struct scene *scene = begin_in(&small, home, "open", NULL);

	shows(scene, row, NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
}

/* As in a game for one player.  */
TEST(a_seat_without_a_name_is_left_out_of_the_list)
{
	TEMP char *home = temp_path("state");

	keep_match(home, "");
	rename_seat(home, "UPDATE seat SET name = '' WHERE seat = 1");
	the_list_shows(home, "gomocup  good  good wins: resign, 0 moves");
}

/* Else nobody knows which game the person played.  */
TEST(a_long_result_is_cut_and_the_system_stays_in_the_list)
{
	TEMP char *home = temp_path("state");

	keep_match(home, "");
	rename_seat(home, "UPDATE seat SET name = 'connect4-player' WHERE seat = 2");
	the_list_shows(home, "gomocup  human - connect4-player  connect4-player wins: resi");
}

TEST(the_list_is_filtered_and_matches_are_deleted_from_it)
{
	TEMP char *home = temp_path("state");
	char *list;
	struct scene *scene;

	keep_match(home, "");
	keep_match(home, "h9");
	scene = begin_in(&small, home, "open", NULL);
	shows(scene, "resign, 0 moves", "resign, 2 moves", NULL);
	press(scene, "x", "x does nothing here: ? shows all keys", NULL);
	press(scene, "?", "show only the rows with a text", NULL);
	press(scene, "q&0 movex\177", "1 of 2: only those with 0 move", "&0 move", NULL);
	shows_no(scene, "2 moves");
	press(scene, "\r", "j k select", NULL);
	press(scene, "X", "human - good? y/n", NULL);
	press(scene, "j", "human - good? y/n", NULL);
	press(scene, "n", "nothing was deleted", "0 moves", NULL);
	press(scene, "Xy", "deleted", "0 of 2: only those with 0 move", NULL);
	press(scene, "\033", "2 moves", NULL);
	shows_no(scene, "0 moves");
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
	list = printed_in(home, "open");
	assert_null(strstr(list, "0 moves"));
	assert_non_null(strstr(list, "2 moves"));
	free(list);
}

/* The file of a match is searched, too, and then said.  */
TEST(the_list_is_searched)
{
	TEMP char *home = temp_path("state");
	struct scene *scene;

	keep_match(home, "");
	keep_match(home, "h9");
	keep_match(home, "");
	scene = begin_in(&small, home, "open", NULL);
	shows(scene, "resign, 2 moves", "/ search", NULL);
	press(scene, "n", "nothing was searched yet", NULL);
	press(scene, "/0 moves\r", "/0 moves: 1 of 2", "resign, 2 moves", NULL);
	press(scene, "n", "/0 moves: 2 of 2", NULL);
	press(scene, "]", "/0 moves: 1 of 2", NULL);
	press(scene, "N", "/0 moves: 2 of 2", NULL);
	press(scene, "/2 MOVESx\177", "/2 MOVES", NULL);
	press(scene, "\r", "/2 MOVES: 1 of 1", NULL);
	press(scene, "\r", "move 2 ", "q list", NULL);
	press(scene, "q", "the newest first", NULL);
	press(scene, "n", "/2 MOVES: 1 of 1", NULL);
	press(scene, "/nobody\r", "no row has \"nobody\"", NULL);
	press(scene, "/ringside/match\r", "/ringside/match: 2 of 3: ", home, NULL);
	press(scene, "/0 m\033\r", "move 2 ", NULL);
	type(scene, "Q", NULL);
	assert_int_equal(ends(scene), 0);
}

TEST(the_mouse_changes_nothing_while_the_list_asks)
{
	TEMP char *home = temp_path("state");
	char *list;
	struct scene *scene;
	int x, y;

	keep_match(home, "");
	keep_match(home, "h9");
	scene = begin_in(&small, home, "open", NULL);
	shows(scene, "resign, 0 moves", "resign, 2 moves", NULL);
	press(scene, "X", "human - good? y/n", NULL);
	assert_true(vt_find(scene->vt, "0 moves", &x, &y));
	vt_wheel(scene->vt, x, y, -1);
	vt_click(scene->vt, x, y);
	press(scene, "y", "deleted", "0 moves", NULL);
	shows_no(scene, "2 moves");
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
	list = printed_in(home, "open");
	assert_null(strstr(list, "2 moves"));
	free(list);
}

TEST(a_match_that_is_played_cannot_be_deleted)
{
	struct scene *scene = begin_match(&small, "human", "good 7", NULL), *list;
	FREED char *home = bytes_text("%s/state", scene->home);

	shows(scene, "your move", NULL);
	list = begin_in(&small, home, "open", NULL);
	shows(list, "being played", NULL);
	press(list, "Xy", "it cannot be deleted: it is being played", NULL);
	type(list, "q", NULL);
	assert_int_equal(ends(list), 0);
}

TEST_SCENE(no_keep_keeps_nothing, begin_match(&small, "human", "good 7", "--no-keep", NULL))
{
	char *list;

	shows(scene, "your move", NULL);
	ask(scene, "h9", "move 2 ", NULL);
	list = printed(scene, "open");
	assert_string_equal(list, "ringside: no match is kept yet: expected the name of a match file\n");
	free(list);
}

TEST_MAIN(NULL, NULL)
