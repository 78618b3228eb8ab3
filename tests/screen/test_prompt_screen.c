/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_prompt_screen.c - the prompt on the screen: on the last line but one, while the match goes on.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool says(struct vt *vt, void *line)
{
	return strcmp(vt_row(vt, vt_rows(vt) - 2), line) == 0;
}

/* Waits until the prompt's line is exactly this, except for blanks at its end.  */
static void prompt_shows(struct scene *scene, const char *line)
{
	FREED char *what = bytes_text("\"%s\" in the line of the prompt", line);
	FREED char *copy = bytes_text("%s", line);

	comes(scene, what, says, copy);
}

TEST_SCENE_ON_ALL_STAGES(a_typed_command_is_shown_with_a_cursor,
			 begin_paused(stage, "good 3", "good 7", NULL))
{
	assert_false(vt_cursor(scene->vt).shown);
	type(scene, ":", NULL);
	assert_true(vt_wait_cursor(scene->vt, 1, prompt_row(scene), LONG));
	type(scene, "help ste", NULL);
	assert_true(vt_wait_cursor(scene->vt, 9, prompt_row(scene), LONG));
	prompt_shows(scene, ":help ste");
	type(scene, "\001", NULL); /* ^A goes to the beginning, as in a shell */
	assert_true(vt_wait_cursor(scene->vt, 1, prompt_row(scene), LONG));
	press(scene, "\005p\r", "step, s [SEAT] [xN]: let one message pass, or N (x5), or N of SEAT",
	      "step 2 x5", NULL);
	assert_false(vt_cursor(scene->vt).shown);
}

TEST_SCENE(tab_completes_commands_and_their_arguments, begin_paused(&small, "good 3", "good 7", NULL))
{
	type(scene, ":set lay\t", NULL);
	prompt_shows(scene, ":set layout");
	type(scene, "ter\t", NULL);
	prompt_shows(scene, ":set layout terminals");
	press(scene, "\r", "1 brain terminal", NULL);
	press(scene, ":s\t", "step", "save", "scroll", "search", NULL); /* the choices are listed */
	type(scene, "\003", NULL);
	prompt_shows(scene, "");
	press(scene, ":set theme d\t", "dark", "default", NULL);
	type(scene, "a\t", NULL);
	prompt_shows(scene, ":set theme dark");
	type(scene, "\003", NULL);
	prompt_shows(scene, "");
	type(scene, ":break if la\th\t", NULL);
	prompt_shows(scene, ":break if last(hint");
	type(scene, "\003", NULL);
	prompt_shows(scene, "");
}

TEST_SCENE(what_a_command_takes_is_shown_while_its_line_is_typed,
	   begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, ":", "Tab: complete", NULL);
	press(scene, "delay", "delay [#K] TIME: ", NULL);
	press(scene, "\003", "pace", NULL); /* the keys are shown again */
}

TEST(earlier_lines_can_be_recalled_also_in_the_next_run)
{
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL), *next;
	char *home;

	ask(scene, "echo the first", "the first", NULL);
	ask(scene, "echo the second", "the second", NULL);
	type(scene, ":", VT_UP, NULL);
	prompt_shows(scene, ":echo the second");
	type(scene, VT_UP, NULL);
	prompt_shows(scene, ":echo the first");
	type(scene, VT_DOWN, NULL);
	prompt_shows(scene, ":echo the second");
	type(scene, "\003", NULL);
	prompt_shows(scene, "");
	press(scene, "q", "quit? y/n", NULL);
	type(scene, "y", NULL);
	assert_int_equal(vt_finish(scene->vt, LONG), BROKEN_OFF);
	home = bytes_text("%s/state", scene->home);
	next = begin_at(&small, home, "good 3", "good 7");
	type(next, ":", VT_UP, NULL);
	prompt_shows(next, ":echo the second");
	type(next, "\003", NULL);
	leave(next);
	free(home);
	ends(scene);
}

TEST_SCENE(escape_cancels_the_line, begin_paused(&small, "good 3", "good 7", NULL))
{
	type(scene, ":next x3", NULL);
	prompt_shows(scene, ":next x3");
	type(scene, VT_ESC, NULL);
	prompt_shows(scene, "");
	press(scene, "n", "move 1 ", "PAUSED", NULL);
}

TEST_SCENE(keys_after_enter_are_bindings_again, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, ":next x2\rnn:next\rn", "move 6 ", "PAUSED", NULL);
}

TEST_SCENE(an_empty_line_repeats_the_last_command, begin_paused(&small, "good 3", "good 7", NULL))
{
	ask(scene, "next x2", "move 2 ", "PAUSED", NULL);
	ask(scene, "", "move 4 ", "PAUSED", NULL);
}

TEST_SCENE(a_line_longer_than_the_screen_scrolls, begin_paused(&small, "good 3", "good 7", NULL))
{
	char wide[121];

	memset(wide, 'x', 120);
	memcpy(wide + 110, "end of it", 9);
	wide[119] = '\0';
	type(scene, ":", wide, NULL);
	shows(scene, "end of it", NULL);
	assert_true(vt_wait_cursor(scene->vt, 79, prompt_row(scene), LONG));
	type(scene, "\001", NULL);
	assert_true(vt_wait_cursor(scene->vt, 1, prompt_row(scene), LONG));
	type(scene, "\003", NULL);
	prompt_shows(scene, "");
}

TEST_SCENE(wide_characters_take_two_columns, begin_paused(&small, "good 3", "good 7", NULL))
{
	type(scene, ":作者 é", NULL);
	prompt_shows(scene, ":作者 é");
	assert_true(vt_wait_cursor(scene->vt, 7, prompt_row(scene), LONG));
	type(scene, VT_LEFT, VT_LEFT, VT_LEFT, NULL);
	assert_true(vt_wait_cursor(scene->vt, 3, prompt_row(scene), LONG));
	type(scene, "\r", NULL);
	prompt_shows(scene, " there is no command \"作者\": ? lists them all");
}

TEST_SCENE(the_match_goes_on_while_a_person_types,
	   begin_match(&small, "sample:random --seed 1", "sample:random --seed 2", "--pace", "20ms", NULL))
{
	press(scene, ":pau", ":pau", "move 5 ", "RUNNING", NULL);
	shows(scene, ":pau", "move 9 ", "RUNNING", NULL);
	press(scene, "se\r", "PAUSED", NULL);
}

TEST(mistakes_are_explained)
{
	static const char *const lines[][2] = {
		{"nonsense", "there is no command \"nonsense\": ? lists them all"},
		{"fre", "\"fre\" is ambiguous: freeze, freeze-pane"},
		{"pause now", "pause takes no arguments, not \"now\""},
		{"goto", "goto needs an argument: goto N"},
		{"step x0", "step: expected a seat, or a count such as x5, not \"x0\""},
		{"next 12", "next: there is no seat 12: x12 means that many, as in `next x12`"},
		{"end resign 3", "end: expected seat 1 or 2, not \"3\""},
		{"end me", "end: expected resign, draw, 1 or 2, not \"me\""},
		{"scroll sideways",
		 "scroll: expected up, down, pageup, pagedown, halfup, halfdown, left, right,"},
		{"set xyzzy on", "set: there is no setting \"xyzzy\": "},
		{"help nonsense", "help: there is no command \"nonsense\""},
		{"save /nowhere/at/all.txt", "save: /nowhere/at/all.txt: No such file or directory"},
	};
	struct scene *scene = begin_paused(&small, "good 3", "good 7", NULL);

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		ask(scene, lines[i][0], lines[i][1], NULL);
	}
	assert_true(vt_find(scene->vt, "move 0", NULL, NULL));
}

TEST_SCENE(a_pasted_block_is_one_line, begin_paused(&small, "good 3", "good 7", NULL))
{
	type(scene, ":", "\033[200~next\nx3\033[201~", NULL);
	prompt_shows(scene, ":next x3");
	press(scene, "\r", "move 3 ", "PAUSED", NULL);
}

TEST_SCENE(a_screenshot_holds_what_the_screen_shows, begin_paused(&small, "good 3", "good 7", NULL))
{
	const char *path = path_in(scene, "shot.txt");
	FREED char *line = bytes_text("save %s", path);
	char text[8192];
	FILE *file;
	size_t size;

	press(scene, "n", "move 1 ", "PAUSED", NULL);
	ask(scene, line, "saved the screen as", NULL);
	file = fopen(path, "r");
	assert_non_null(file);
	size = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[size] = '\0';
	assert_non_null(strstr(text, "move 1 "));
	assert_non_null(strstr(text, "┌[1] board"));
	assert_non_null(strstr(text, "4 [●]"));
}

TEST_MAIN(NULL, NULL)
