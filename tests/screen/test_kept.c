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

/* Runs a command in sh with the scene's folder as XDG_STATE_HOME.  The caller frees what it prints.  */
static char *printed(const struct scene *scene, const char *arguments)
{
	char *command = bytes_text("XDG_STATE_HOME='%s/state' '%s' %s 2>&1", scene->home, getenv("RINGSIDE"),
				   arguments);
	FILE *pipe = popen(command, "r");
	struct bytes text = {0};
	char line[512];

	assert_non_null(pipe);
	bytes_add_text(&text, "");
	while (fgets(line, sizeof(line), pipe))
		bytes_add_text(&text, line);
	pclose(pipe);
	free(command);
	return text.at;
}

static void a_match_is_kept_and_opens_again(void **state)
{
	struct scene *scene = begin_match(&small, "human", "good 7", NULL), *later;
	char *home = bytes_text("%s/state", scene->home), *list;

	(void)state;
	shows(scene, "your move", NULL);
	command(scene, "h9");
	shows(scene, "move 2 ", NULL);
	shows_no(scene, "ringside  ⏺");
	command(scene, "resign");
	shows(scene, "good wins: resign", NULL);
	list = printed(scene, "open");
	assert_non_null(strstr(list, "human - good  good wins: resign, 2 moves\n"));
	assert_non_null(strstr(list, "/matches/"));
	free(list);
	later = begin_in(&small, home, "open", NULL);
	shows(later, "the newest first", "human - good", "j k select", NULL);
	type(later, "j\r", NULL);
	shows(later, "move 2 ", "good wins: resign", NULL);
	leave(later);
	later = begin_in(&small, home, "open", NULL);
	shows(later, "human - good", NULL);
	type(later, "q", NULL);
	assert_int_equal(ends(later), 0);
	free(home);
	leave(scene);
}

/* As in a game for one player.  */
static void a_seat_without_a_name_is_left_out_of_the_list(void **state)
{
	char *home = temp_path("state"), *pattern = bytes_text("%s/ringside/matches/*.ringside", home);
	struct scene *scene = begin_in(&small, home, "play", "gomocup", "human", player("good 7"), NULL);
	sqlite3 *file;
	glob_t found;

	(void)state;
	shows(scene, "your move", NULL);
	command(scene, "resign");
	shows(scene, "good wins: resign", NULL);
	leave(scene);
	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	assert_int_equal(sqlite3_open(found.gl_pathv[0], &file), SQLITE_OK);
	assert_int_equal(sqlite3_exec(file, "UPDATE seat SET name = '' WHERE seat = 1", NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(file);
	scene = begin_in(&small, home, "open", NULL);
	shows(scene, "gomocup     good  good wins: resign, 0 moves", NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
	globfree(&found);
	free(pattern);
	temp_remove(home);
}

static void no_keep_keeps_nothing(void **state)
{
	struct scene *scene = begin_match(&small, "human", "good 7", "--no-keep", NULL);
	char *list;

	(void)state;
	shows(scene, "your move", NULL);
	command(scene, "h9");
	shows(scene, "move 2 ", NULL);
	list = printed(scene, "open");
	assert_string_equal(list, "ringside: no match is kept yet: expected the name of a match file\n");
	free(list);
	leave(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_match_is_kept_and_opens_again),
		cmocka_unit_test(a_seat_without_a_name_is_left_out_of_the_list),
		cmocka_unit_test(no_keep_keeps_nothing),
	};

	return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}
