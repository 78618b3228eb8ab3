/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_config.c - what a person likes, from the config file and back into it.  */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"
#include "ringside/ini.h"
#include "ringside/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *path; /* of the config of the test */

static int make_path(void **state UNUSED)
{
	path = temp_path("config");
	return 0;
}

static int remove_path(void **state UNUSED)
{
	temp_remove(path);
	return 0;
}

static void write_config(const char *content)
{
	FREED_BY(bytes_free) struct bytes text = {0};

	bytes_add_text(&text, content);
	assert_null(config_file_write(path, &text));
}

static bool shows_no_log(struct vt *vt, void *data UNUSED)
{
	return !vt_find(vt, " log ", NULL, NULL);
}

TEST(layout_keys_and_players_come_from_the_config)
{
	struct scene *scene;
	FREED char *text =
		bytes_text("[screen]\nlayout = board\n[keys]\nF5 = next\nq =\n[player mine]\ncommand = %s\n",
			   player("good 3"));

	write_config(text);
	scene = begin(&small, "play", "gomocup", "--config", path, "--pause", "@mine", player("good 7"),
		      NULL);
	shows(scene, "move 0", "PAUSED", "mine", NULL);
	comes(scene, "the board alone", shows_no_log, NULL);
	press(scene, "\033[15~", "move 1", NULL);
	press(scene, "q", "q does nothing here", NULL);
	press(scene, "?", "Now: ", NULL);
	press(scene, "/F5\r", "F5        next", NULL);
	type(scene, "\033", NULL);
}

TEST(a_named_player_brings_its_limits)
{
	struct scene *scene;
	FREED char *text = bytes_text("[player mine]\ncommand = %s\nturn-time = 40s\nmatch-time = 5m\n",
				      player("good 3"));

	write_config(text);
	scene = begin(&large, "play", "gomocup", "--config", path, "--pause", "--turn-time", "60s",
		      player("good 7"), "@mine", NULL);
	shows(scene, "move 0", "PAUSED", "mine", "(turn 40s, match 5m)", NULL);
	command(scene, "info seat 2");
	shows(scene, "clock   40.0 s for a move", "300.0 s left for the match (this seat's own limits)",
	      NULL);
	type(scene, "\033", NULL);
	ask(scene, "seat 1 @mine", "1 ● mine  5:00.0  (turn 40s, match 5m)", NULL);
	ask(scene, "set turn-time2 9s", "the limit for a turn of seat 2 is 9 s from now on",
	    "(turn 9s, match 5m)", NULL);
	ask(scene, "set turn-time1?", "turn-time1 = 40s", NULL);
	leave(scene);
	write_config("[player mine]\ncommand = ./x\nturn-time = soon\n");
	scene = begin(&small, "play", "gomocup", "--config", path, "--pause", player("good 7"), "@mine",
		      NULL);
	shows(scene, ":3:13: turn-time: expected a time such", "or 1m, not \"soon\"", NULL);
	abandon(scene);
}

TEST(what_is_set_is_saved_among_the_comments_of_the_file)
{
	struct scene *scene;
	FREED_BY(bytes_free) struct bytes text = {0};

	write_config("# mine\n[screen]\n# evenings\ntheme = dark ; always\n\n[keys]\n# none yet\n");
	scene = begin(&small, "play", "gomocup", "--config", path, "--pause", player("good 3"),
		      player("good 7"), NULL);
	shows(scene, "move 0", "PAUSED", NULL);
	ask(scene, "set theme light", "theme: light", NULL);
	type(scene, "L", NULL);
	ask(scene, "set numbers on", "numbers of stones: on", NULL);
	command(scene, "set key F5 next");
	ask(scene, "save config", "saved as", NULL);
	leave(scene);
	assert_null(text_file_read(path, &text));
	assert_string_equal(text.at, "# mine\n[screen]\n# evenings\ntheme = light ; always\nlayout = narrow\n"
				     "numbers = on\n\n[keys]\nF5 = next\n# none yet\n");
}

struct corner {
	const char *title;
	int x, y;
};

/* Does the pane with this title begin there?  */
static bool begins_at(struct vt *vt, void *data)
{
	const struct corner *corner = data;
	int x, y;

	return vt_find(vt, corner->title, &x, &y) && x == corner->x + 1 && y == corner->y;
}

static void pane_begins_at(struct scene *scene, const char *title, int x, int y)
{
	comes(scene, title, begins_at, &(struct corner){title, x, y});
}

TEST(panes_have_the_sizes_that_keys_and_the_mouse_gave_them)
{
	FREED char *home = bytes_copy(path, (size_t)(strrchr(path, '/') - path));
	struct scene *scene = begin_at(&large, home, "good 3", "good 7");
	int x, y, log_x, log_y;

	assert_true(vt_find(scene->vt, "[4] 2 ", &x, &y));
	assert_true(vt_find(scene->vt, "[3] 1 log", &log_x, &log_y));
	x--, log_x--;
	type(scene, "2", NULL);
	command(scene, "resize wider 2");
	pane_begins_at(scene, "[4] 2 ", x + 2, y);
	assert_true(vt_mouse(scene->vt, 0, x + 1, y + 5, true)); /* the right edge of the pane before it */
	assert_true(vt_mouse(scene->vt, 0, x - 9, y + 6, false));
	pane_begins_at(scene, "[4] 2 ", x - 8, y);
	assert_true(vt_mouse(scene->vt, 0, log_x + 20, log_y, true));
	assert_true(vt_mouse(scene->vt, 0, log_x + 5, log_y - 4, false));
	pane_begins_at(scene, "[3] 1 log", log_x, log_y - 4);
	command(scene, "resize narrower 500");
	ask(scene, "resize narrower", "the pane cannot become narrower", NULL);
	command(scene, "resize wider 9");
	leave(scene);
	scene = begin_at(&large, home, "good 3", "good 7");
	pane_begins_at(scene, "[4] 2 ", log_x + 19, y);
	pane_begins_at(scene, "[3] 1 log", log_x, log_y - 4);
	command(scene, "resize reset");
	pane_begins_at(scene, "[4] 2 ", x, y);
	pane_begins_at(scene, "[3] 1 log", log_x, log_y);
}

static bool is_followed(struct vt *vt, void *data)
{
	FREED char *modes = bytes_text("%s", vt_left_behind(vt));
	bool followed = strstr(modes, "1002") != NULL;

	return followed == *(bool *)data;
}

TEST_SCENE(a_border_that_is_dragged_follows_the_mouse, begin_paused(&large, "good 3", "good 7", NULL))
{
	bool yes = true, no = false;
	int x, y;

	assert_true(vt_find(scene->vt, "[4] 2 ", &x, &y));
	x--;
	assert_true(vt_mouse(scene->vt, 0, x, y + 5, true));
	comes(scene, "the way of the mouse is asked for", is_followed, &yes);
	vt_mouse(scene->vt, 32, x - 3, y + 5, true);
	pane_begins_at(scene, "[4] 2 ", x - 3, y);
	vt_mouse(scene->vt, 32, x + 2, y + 9, true); /* in any row */
	pane_begins_at(scene, "[4] 2 ", x + 2, y);
	vt_mouse(scene->vt, 32, 0, y, true); /* the pane before it keeps its least width */
	shows(scene, "[2] 1 ", "[4] 2 ", NULL);
	vt_mouse(scene->vt, 32, x, y, true);
	pane_begins_at(scene, "[4] 2 ", x, y);
	vt_mouse(scene->vt, 0, x - 5, y, false);
	pane_begins_at(scene, "[4] 2 ", x - 5, y);
	comes(scene, "it is no longer asked for", is_followed, &no);
}

TEST_SCENE(who_leaves_while_dragging_leaves_the_mouse_as_it_was,
	   begin_paused(&large, "good 3", "good 7", NULL))
{
	bool yes = true;
	int x, y;

	assert_true(vt_find(scene->vt, "[4] 2 ", &x, &y));
	assert_true(vt_mouse(scene->vt, 0, x - 1, y + 5, true));
	comes(scene, "the way of the mouse is asked for", is_followed, &yes);
}

TEST_MAIN(make_path, remove_path)
