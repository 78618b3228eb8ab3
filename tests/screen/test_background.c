/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_background.c - the theme suits the terminal's background, and no answer of the terminal is a key.  */
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdlib.h>
#include <string.h>

#define WHITE      "\033]11;rgb:ffff/ffff/ffff\033\\"
#define BLACK      "\033]11;rgb:0000/0000/0000\033\\"
#define ATTRIBUTES "\033[?62;22c"

enum { DARK = VT_RGB(0x11, 0x15, 0x1c), LIGHT = VT_RGB(0xfb, 0xfa, 0xf6) };

static const struct stage asks = {80, 24, NULL, "tsm-direct", false};

static bool has_asked(struct vt *vt, void *data UNUSED)
{
	size_t size;
	const char *output = vt_output(vt, &size);

	return memmem(output, size, "\033]11;?\033\\\033[c", 10) != NULL;
}

static bool has_ground(struct vt *vt, void *data)
{
	return vt_at(vt, vt_cols(vt) - 1, vt_rows(vt) - 2).bg == *(int *)data;
}

static void gets(struct scene *scene, int ground)
{
	comes(scene, "the theme's background", has_ground, &ground);
}

static struct scene *begin_asking(const struct stage *stage)
{
	struct scene *scene = begin_match(stage, "human", "good 7", NULL);

	comes(scene, "the question", has_asked, NULL);
	return scene;
}

static bool has_changed(struct vt *vt, void *data)
{
	return strcmp(vt_row(vt, 1), data) != 0;
}

/* Sends a text in pieces.  Between two the person's clock goes on by a second, for longer than any key waits.
 */
static void send_slowly(struct scene *scene, const char *text, size_t step)
{
	for (size_t at = 0, size = strlen(text); at < size; at += step) {
		char *row;

		assert_true(vt_bytes(scene->vt, text + at, size - at < step ? size - at : step));
		row = bytes_text("%s", vt_row(scene->vt, 1));
		comes(scene, "a later clock", has_changed, row);
		free(row);
	}
}

TEST(the_theme_suits_the_terminals_background)
{
	static const struct {
		const char *answer;
		int ground;
	} rows[] = {{WHITE ATTRIBUTES, LIGHT}, {BLACK ATTRIBUTES, DARK}, {ATTRIBUTES, DARK}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct scene *scene = begin_asking(&asks);

		shows(scene, "your move", NULL); /* without an answer */
		gets(scene, VT_DEFAULT);
		type(scene, rows[i].answer, NULL);
		gets(scene, rows[i].ground);
		leave(scene);
	}
}

/* Each is asked once: a match that is opened from the list looks as the list does.  */
TEST(a_tournament_and_the_list_of_matches_have_that_theme_too)
{
	struct scene *scene = begin_asking(&asks), *list;
	FREED char *home = bytes_text("%s/state", scene->home);

	type(scene, ATTRIBUTES, NULL);
	gets(scene, DARK);
	ask(scene, "set theme", "theme = dark  (default)", NULL);
	ask(scene, "end resign", "good wins: resign", NULL);
	list = begin_in(&asks, home, "open", NULL);
	comes(list, "the question", has_asked, NULL);
	gets(list, VT_DEFAULT);
	type(list, WHITE ATTRIBUTES, NULL);
	gets(list, LIGHT);
	press(list, "\r", "q list", NULL);
	gets(list, LIGHT);
	ask(list, "set theme", "theme = light  (default)", NULL);
	type(list, "Q", NULL);
	assert_int_equal(ends(list), 0);
	leave(scene);
	scene = begin(&asks, "tournament", "lmc", "--no-sandbox", "--turns", "10", "sample:random",
		      "sample:rotate", NULL);
	comes(scene, "the question", has_asked, NULL);
	type(scene, WHITE ATTRIBUTES, NULL);
	gets(scene, LIGHT);
	shows(scene, "OVER", NULL);
	type(scene, "q", NULL);
	assert_int_equal(ends(scene), 0);
}

TEST(without_an_answer_the_environment_decides)
{
	struct scene *scene;

	choose_no_theme("0;15");
	scene = begin_asking(&asks);
	type(scene, ATTRIBUTES, NULL);
	gets(scene, LIGHT);
	leave(scene);
	scene = begin_asking(&asks); /* a terminal that says nothing at all */
	gets(scene, LIGHT);
	choose_no_theme(NULL);
}

TEST_SCENE(an_answer_after_the_last_one_counts_too, begin_asking(&asks))
{
	type(scene, ATTRIBUTES, NULL);
	gets(scene, DARK);
	type(scene, WHITE, NULL);
	gets(scene, LIGHT);
	shows_no(scene, "does nothing");
}

TEST_SCENE(an_answer_in_pieces_after_seconds_is_no_key, begin_asking(&asks))
{
	gets(scene, DARK); /* it has waited long enough */
	send_slowly(scene, WHITE ATTRIBUTES, 7);
	gets(scene, LIGHT);
	shows(scene, "your move", NULL);
	shows_no(scene, "does nothing");
	press(scene, "?", "q: close", NULL);
}

TEST_SCENE(an_answer_does_not_get_into_the_prompt, begin_asking(&asks))
{
	press(scene, ":set lay", ":set lay", NULL);
	send_slowly(scene, WHITE, 9);
	press(scene, ATTRIBUTES "out", ":set layout", NULL);
	gets(scene, LIGHT);
	type(scene, " board\r", NULL);
	shows_no(scene, ":set layout");
}

TEST_SCENE(an_escape_sequence_without_its_escape_is_no_key_while_it_is_awaited, begin_asking(&asks))
{
	send_slowly(scene, "\033", 1);
	type(scene, &WHITE[1], NULL);
	type(scene, ATTRIBUTES, NULL);
	gets(scene, LIGHT);
}

TEST(who_has_chosen_is_not_asked)
{
	static const struct stage stages[] = {
		{80, 24, NULL, NULL, false},
		{80, 24, NULL, NULL, true},
		{80, 24, NULL, "tsm-8color", false},
	};

	for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
		struct scene *scene =
			i == 0 ? begin_match(&stages[i], "human", "good 7", "--theme", "default", NULL)
			       : begin_match(&stages[i], "human", "good 7", NULL);
		size_t size;
		const char *output;

		shows(scene, "your move", NULL);
		output = vt_output(scene->vt, &size);
		assert_null(memmem(output, size, "\033]11;", 5));
		leave(scene);
	}
}

TEST_SCENE(a_theme_that_is_chosen_meanwhile_stays, begin_asking(&asks))
{
	command(scene, "set theme dark");
	gets(scene, DARK);
	press(scene, WHITE ATTRIBUTES "?", "q: close", NULL);
	gets(scene, DARK);
}

int main(void)
{
	choose_no_theme(NULL);
	return RUN_TESTS(NULL, NULL);
}
