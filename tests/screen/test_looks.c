/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_looks.c - everything can still be told apart on a simple terminal, or when a person wants no colours.
 */
#include "../temp.h"
#include "ringside.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct stage ascii = {80, 24, "C", NULL, false}, no_color = {80, 24, NULL, NULL, true},
			  mono = {80, 24, NULL, "tsm-mono", false},
			  eight = {80, 24, NULL, "tsm-8color", false},
			  direct = {80, 24, NULL, "tsm-direct", false};

static bool same_look(struct vt_cell a, struct vt_cell b)
{
	return a.fg == b.fg && a.bg == b.bg && a.bold == b.bold && a.italic == b.italic &&
	       a.underline == b.underline && a.inverse == b.inverse;
}

/* The cell in which this text begins.  */
static struct vt_cell look_of(struct scene *scene, const char *text)
{
	int x, y;

	if (!vt_find(scene->vt, text, &x, &y)) {
		vt_print(scene->vt, "a text is missing");
		fail_msg("\"%s\" is not on the screen", text);
	}
	return vt_at(scene->vt, x, y);
}

static void assert_ascii(struct scene *scene)
{
	for (int y = 0; y < vt_rows(scene->vt); y++)
		for (int x = 0; x < vt_cols(scene->vt); x++) {
			const char *text = vt_at(scene->vt, x, y).text;

			if ((unsigned char)text[0] > '~')
				vt_print(scene->vt, "not ASCII");
			assert_true((unsigned char)text[0] <= '~');
		}
}

TEST(a_locale_that_is_not_installed_is_shown_in_its_encoding)
{
	struct stage foreign = {80, 24, .locale = "xx_XX.UTF-8"};
	struct scene *scene = begin(&foreign, "demo", "gomocup", NULL);

	shows(scene, "┌[1] board", NULL);
	leave(scene);
}

TEST(the_c_locale_is_shown_in_ascii)
{
	static const char *const layouts[] = {"wide", "narrow", "traffic", "channels", "board", "terminals"};

	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		struct scene *scene =
			begin_paused(&ascii, "rubbish 3", "talks 7", "--layout", layouts[i], NULL);

		ask(scene, "next x4", "move 4 ", "PAUSED", NULL);
		assert_ascii(scene);
		ask(scene, "help", "let one message pass", NULL);
		assert_ascii(scene);
		type(scene, "q", NULL);
		shows_no(scene, "let one message pass");
		ask(scene, "goto 2", "VIEWING 2 of 4", NULL);
		assert_ascii(scene);
		leave(scene);
	}
}

/* What is in the fonts of the Linux console: the kernel's own (code page 437) and Debian's Lat15.  */
TEST(the_linux_console_gets_only_characters_that_its_fonts_have)
{
	static const char has[] = "■×·▒←↑→↓░½≈•¬◀─│┌┐└┘├┤┬┴┼█";
	const struct stage console = {80, 24, NULL, "linux", false}, wide = {160, 50, NULL, "linux", false};

	for (int i = 0; i < 3; i++) {
		struct scene *scene =
			i != 1 ? begin_paused(i ? &wide : &console, "talks 3", "good 7", "--no-mouse", NULL)
			       : begin(&console, "play", "lmc", "sample:random", "sample:predictor",
				       "--no-mouse", NULL); /* libgpm leaks */

		if (i != 1)
			command(scene, "next x6");
		shows(scene, i != 1 ? "move 6 " : "score", NULL);
		if (i == 2)
			shows(scene, "┌───┬", "├───┼", NULL);
		for (int y = 0; y < vt_rows(scene->vt); y++)
			for (int x = 0; x < vt_cols(scene->vt); x++) {
				const char *text = vt_at(scene->vt, x, y).text;

				if ((unsigned char)text[0] > '~' && !strstr(has, text))
					fail_msg("the console has no \"%s\"", text);
			}
		leave(scene);
	}
}

static void assert_colourless(struct scene *scene)
{
	for (int y = 0; y < vt_rows(scene->vt); y++)
		for (int x = 0; x < vt_cols(scene->vt); x++) {
			struct vt_cell cell = vt_at(scene->vt, x, y);

			if (cell.fg != VT_DEFAULT || cell.bg != VT_DEFAULT)
				vt_print(scene->vt, "coloured");
			assert_int_equal(cell.fg, VT_DEFAULT);
			assert_int_equal(cell.bg, VT_DEFAULT);
		}
}

/* Checks the differences that a person must see at once on any terminal.  */
static void assert_distinct(struct scene *scene)
{
	struct vt_cell text, paused, title, plain;
	int x, y;

	ask(scene, "next x5", "move 5 ", "PAUSED", "5 c4", NULL);
	text = look_of(scene, "gomocup");
	paused = look_of(scene, "PAUSED");
	assert_false(same_look(text, paused));
	find_square(scene, "c4", &x, &y);
	assert_string_equal(vt_at(scene->vt, x - 1, y).text, "[");
	assert_string_equal(vt_at(scene->vt, x + 1, y).text, "]");
	if (!scene->stage.term || strcmp(scene->stage.term, "tsm-8color") != 0)
		assert_false(same_look(square_of(scene, "c4"), square_of(scene, "b4")));
	title = look_of(scene, "1 good");
	plain = look_of(scene, "INFO");
	assert_false(same_look(title, plain));
	ask(scene, "goto -2", "VIEWING 3 of 5", NULL);
	assert_false(same_look(look_of(scene, "VIEWING"), text));
	assert_false(same_look(look_of(scene, "VIEWING"), paused));
	ask(scene, "goto live", "PAUSED", NULL);
}

static void assert_cursor_stands_out(const struct stage *stage)
{
	struct scene *scene = begin_match(stage, "human", "good 7", NULL);

	shows(scene, "your move", "h8 (7,7)", NULL);
	assert_false(same_look(square_of(scene, "h8"), square_of(scene, "g8")));
	press(scene, "\r", "move 2 ", NULL);
	leave(scene);
}

TEST(without_colours_everything_can_be_told_apart)
{
	const struct stage stages[] = {no_color, mono};

	for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
		struct scene *scene = begin_paused(&stages[i], "good 3", "good 7", NULL);

		assert_distinct(scene);
		assert_colourless(scene);
		command(scene, "set theme dark");
		ask(scene, "help step", "let one message pass", NULL);
		assert_colourless(scene);
		press(scene, "qc", "good wins: five", NULL);
		assert_false(
			same_look(square_of(scene, "b4"), square_of(scene, "b8"))); /* the winning line */
		assert_colourless(scene);
		leave(scene);
		assert_cursor_stands_out(&stages[i]);
	}
}

TEST_SCENE(an_option_turns_colours_off, begin_paused(&small, "good 3", "good 7", "--no-color", NULL))
{
	assert_distinct(scene);
	assert_colourless(scene);
}

TEST_SCENE(without_colours_an_agents_terminal_has_none,
	   begin_paused(&no_color, "talks 3", "good 7", "--layout", "terminals", NULL))
{
	press(scene, "n", "red and green, move 1", NULL);
	assert_colourless(scene);
	assert_true(look_of(scene, "red and").bold);
}

TEST(eight_colours_are_enough)
{
	static const char *const themes[] = {"default", "dark",          "light",
					     "mono",    "high-contrast", "colour-blind"};

	for (size_t i = 0; i < sizeof(themes) / sizeof(themes[0]); i++) {
		struct scene *scene = begin_paused(&eight, "good 3", "good 7", "--theme", themes[i], NULL);

		assert_distinct(scene);
		for (int y = 0; y < vt_rows(scene->vt); y++)
			for (int x = 0; x < vt_cols(scene->vt); x++) {
				struct vt_cell cell = vt_at(scene->vt, x, y);

				assert_true(cell.fg < 16 && cell.bg < 8);
				if (cell.text[0] != ' ' && cell.fg == cell.bg && cell.fg != VT_DEFAULT)
					vt_print(scene->vt, "text in the colour of its background");
				assert_true(cell.text[0] == ' ' || cell.fg != cell.bg ||
					    cell.fg == VT_DEFAULT);
			}
		leave(scene);
		assert_cursor_stands_out(&eight);
	}
}

TEST_SCENE(direct_colours_match_the_theme, begin_paused(&direct, "good 3", "good 7", "--theme", "dark", NULL))
{
	struct vt_cell cell;

	assert_distinct(scene);
	cell = look_of(scene, "PAUSED");
	assert_int_equal(cell.bg, VT_RGB(0xff, 0xaf, 0x5f));
	assert_int_equal(cell.fg, VT_RGB(0x1a, 0x12, 0x06));
	cell = vt_at(scene->vt, 79, prompt_row(scene));
	assert_int_equal(cell.bg, VT_RGB(0x11, 0x15, 0x1c));
}

/* Many terminals have a grey for black.  */
TEST_SCENE(the_black_of_a_theme_is_black,
	   begin_paused(&direct, "good 3", "good 7", "--theme", "high-contrast", NULL))
{
	assert_int_equal(vt_at(scene->vt, 79, prompt_row(scene)).bg, VT_RGB(0, 0, 8));
}

TEST(a_theme_file_is_used_and_its_mistakes_are_reported_with_the_line)
{
	char *path, *place;
	int fd = temp_file("theme", &path);
	struct scene *scene;

	assert_true(fd >= 0);
	assert_true(dprintf(fd, "[theme]\nname = mine\n[roles]\nstate.paused = blue green bold\n") > 0);
	scene = begin_paused(&small, "good 3", "good 7", "--theme", path, NULL);
	assert_int_equal(look_of(scene, "PAUSED").fg, 4);
	assert_int_equal(look_of(scene, "PAUSED").bg, 2);
	leave(scene);
	assert_true(dprintf(fd, "text = purple-ish default\n") > 0);
	scene = begin_match(&small, "good 3", "good 7", "--theme", path, NULL);
	assert_int_equal(vt_finish(scene->vt, LONG), 2 << 8);
	place = bytes_text("%s:5", path);
	assert_true(vt_find(scene->vt, place, NULL, NULL));
	ends(scene);
	temp_remove(path);
	close(fd);
	free(place);
}

TEST(a_dumb_terminal_is_refused_with_a_reason)
{
	const struct stage dumb = {80, 24, NULL, "dumb", false};
	struct scene *scene = begin_match(&dumb, "good 3", "good 7", NULL);

	assert_int_equal(vt_finish(scene->vt, LONG), 1 << 8);
	assert_true(vt_find(scene->vt, "TERM", NULL, NULL));
	ends(scene);
}

TEST_SCENE(a_key_shows_what_the_signs_mean, begin_paused(&small, "good 3", "good 7", NULL))
{
	press(scene, "i", "what the signs mean", "◆         ", "seat 1 thinks: its best move", NULL);
	press(scene, "  ", "! fault", "it breaks the protocol", NULL);
	press(scene, "G", "┬ ", "here a branch begins", "▌ ", "the match stands still", NULL);
	press(scene, "q?", "Now: the match is paused", "let one message pass", NULL);
	press(scene, "i", "On the board of gomocup", NULL);
}

TEST_SCENE(the_legend_of_another_board_has_its_own_signs,
	   begin(&small, "play", "qchess", "--pause", "sample:random", "sample:random", NULL))
{
	shows(scene, "PAUSED", NULL);
	press(scene, "i", "On the board of qchess", "rook or not seen", "could not move", NULL);
}

TEST_MAIN(NULL, NULL)
