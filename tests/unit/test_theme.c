/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_theme.c - theme files: what is read from them, and how mistakes in them are reported.  */
#include "../../src/ui/theme_file.h"
#include "../test.h"
#include "ringside/folder.h"

#include "ringside/bytes.h"

#include <unistd.h>

static char folder[] = "/tmp/ringside-theme-XXXXXX";

static char *write_theme(const char *name, const char *text)
{
	char *path = bytes_text("%s/%s.theme", folder, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
	return path;
}

static struct theme read_text(const char *text)
{
	FREED char *path = write_theme("x", text);
	char *problem;
	struct theme theme = {0};

	problem = theme_read(path, &theme);
	assert_null(problem);
	return theme;
}

static void assert_look(struct look look, int foreground, int background, unsigned attributes)
{
	assert_int_equal(look.foreground, foreground);
	assert_int_equal(look.background, background);
	assert_int_equal(look.attributes, attributes);
}

/* The file is refused; the problem begins with its path, the place and `expected`.  */
static void assert_refused(const char *text, const char *place, const char *said)
{
	FREED char *path = write_theme("wrong", text), *begin = bytes_text("%s:%s: expected ", path, place);
	struct theme theme = {0};
	FREED char *problem = theme_read(path, &theme);

	assert_non_null(problem);
	assert_memory_equal(problem, begin, strlen(begin));
	assert_non_null(strstr(problem, said));
	assert_null(theme.name);
}

TEST(each_kind_of_colour_is_understood)
{
	struct theme theme FREED_BY(theme_free) =
		read_text("[palette]\nsea = #0080ff\nfoam = sea\n"
			  "[roles]\ntext = default bright-black\nheader = 208 #00ff00 bold "
			  "reverse\nboard.last = foam red italic dim underline\n");

	assert_look(theme.look[ROLE_TEXT], COLOUR_DEFAULT, 8, 0);
	assert_look(theme.look[ROLE_HEADER], 208, COLOUR_RGB | 0x00ff00, LOOK_BOLD | LOOK_REVERSE);
	assert_look(theme.look[ROLE_BOARD_LAST], COLOUR_RGB | 0x0080ff, 1,
		    LOOK_ITALIC | LOOK_DIM | LOOK_UNDERLINE);
}

TEST(a_palette_may_define_the_terminals_own_colours)
{
	struct theme theme FREED_BY(theme_free) =
		read_text("[palette]\nred = #ee1122\n[roles]\ntext = red green\n");

	assert_look(theme.look[ROLE_TEXT], COLOUR_RGB | 0xee1122, 2, 0);
}

TEST(a_role_that_is_left_out_keeps_its_default)
{
	struct theme theme FREED_BY(theme_free) = read_text("[roles]\ntext = 1 2\n"),
			   plain FREED_BY(theme_free) = {0};

	theme_plain(&plain);
	assert_look(theme.look[ROLE_ALARM], plain.look[ROLE_ALARM].foreground,
		    plain.look[ROLE_ALARM].background, plain.look[ROLE_ALARM].attributes);
	assert_look(plain.look[ROLE_ALARM], 1, COLOUR_DEFAULT, LOOK_BOLD);
}

TEST(former_names_of_roles_are_still_read)
{
	struct theme theme = read_text("[roles]\nchess.stuck = 1 2\nworld.unknown = 3 4\n"
				       "square.dark = 5 6\ntile.wall = 7 8\n"
				       "board.white = 2 3\nboard.best = 1 1\n");

	assert_look(theme.look[ROLE_SQUARE_STUCK], 1, 2, 0);
	assert_look(theme.look[ROLE_TILE_UNKNOWN], 3, 4, 0);
	assert_look(theme.look[ROLE_SQUARE_DARK], 5, 6, 0);
	assert_look(theme.look[ROLE_TILE_WALL], 7, 8, 0);
	assert_look(theme.look[ROLE_BOARD_SEAT_2], 2, 3, 0);
	theme_free(&theme);
	assert_refused("[roles]\nchess.wall = 1 2\n", "2:1", "chess.wall");
	assert_refused("[roles]\nboard.best = 1 rubbish\n", "2:16", "rubbish");
}

TEST(a_theme_is_named_in_its_file_or_after_it)
{
	struct theme own FREED_BY(theme_free) =
		read_text("[theme]\nname = sea\ndescription = blue all over\n"),
			 file FREED_BY(theme_free) = read_text("[roles]\n");

	assert_string_equal(own.name, "sea");
	assert_string_equal(own.description, "blue all over");
	assert_string_equal(file.name, "x");
}

TEST(a_wrong_colour_is_reported_with_file_and_line)
{
	assert_refused("[roles]\n\ntext = purplish default\n", "3:8", "\"purplish\"");
	assert_refused("[roles]\ntext = 256 default\n", "2:8", "\"256\"");
	assert_refused("[roles]\ntext = #12345 default\n", "2:8", "\"#12345\"");
	assert_refused("[roles]\ntext = #12345g default\n", "2:8", "\"#12345g\"");
	assert_refused("[roles]\ntext = -1 default\n", "2:8", "\"-1\"");
	assert_refused("[palette]\nsea = 300\n", "2:7", "\"300\"");
	assert_refused("[palette]\ndefault = 3\n", "2:1", "\"default\"");
}

TEST(a_wrong_attribute_role_or_section_is_reported_with_file_and_line)
{
	assert_refused("[roles]\ntext = red default loud\n", "2:20", "\"loud\"");
	assert_refused("[roles]\ntext = red\n", "2:11", "a foreground, a background");
	assert_refused("[roles]\ntext = 1 2\nbutton = red default\n", "3:1", "\"button\"");
	assert_refused("[theme]\ncolour = red\n", "2:1", "colour = red");
	assert_refused("; one\n[widgets]\ntext = 1 2\n", "2:1", "[widgets]");
}

TEST(a_line_that_is_no_entry_is_reported_before_a_later_mistake)
{
	assert_refused("[roles]\ntext = 1 2\nnonsense\nheader = loud 1\n", "3:1",
		       "[section] or name = value");
	assert_refused("[roles]\nheader = loud 1\nnonsense\n", "2:10", "\"loud\"");
}

TEST(a_wrong_theme_leaves_the_current_one_in_use)
{
	FREED char *good = write_theme("good", "[theme]\nname = good\n"),
		   *wrong = write_theme("wrong", "[roles]\ntext = x y\n"), *problem;

	assert_null(theme_load(good));
	problem = theme_load(wrong);
	assert_non_null(problem);
	assert_string_equal(theme_name(), "good");
}

TEST(an_unknown_theme_is_reported_with_the_available_ones)
{
	FREED char *path = write_theme("seaside", "[roles]\n"), *problem = theme_load("nosuch");

	assert_non_null(problem);
	assert_non_null(strstr(problem, "\"nosuch\""));
	assert_non_null(strstr(problem, "seaside"));
}

TEST(themes_are_listed_by_name_and_described)
{
	FREED char *path = write_theme("breeze", "[theme]\ndescription = light air\n"),
		   *description = theme_description("breeze");
	char **names = theme_names();
	bool found = false;

	assert_string_equal(description, "light air");
	for (int i = 0; names[i]; i++) {
		found |= strcmp(names[i], "breeze") == 0;
		assert_true(i == 0 || strcmp(names[i - 1], names[i]) < 0);
	}
	for (int i = 0; names[i]; i++)
		free(names[i]);
	assert_true(found);
	free(names);
}

TEST(each_theme_of_the_program_is_valid)
{
	static const char *const names[] = {"colour-blind",  "dark",  "default",
					    "high-contrast", "light", "mono"};
	const char *source = getenv("srcdir");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		FREED char *path = bytes_text("%s/themes/%s.theme", source ? source : ".", names[i]);
		struct theme theme FREED_BY(theme_free) = {0};
		char *problem = theme_read(path, &theme);

		if (problem)
			fail_msg("%s", problem);
		assert_string_equal(theme.name, names[i]);
		assert_non_null(theme.description);
	}
}

TEST(the_default_theme_looks_like_no_theme)
{
	const char *source = getenv("srcdir");
	FREED char *path = bytes_text("%s/themes/default.theme", source ? source : ".");
	struct theme theme FREED_BY(theme_free) = {0}, plain FREED_BY(theme_free) = {0};

	theme_plain(&plain);
	assert_null(theme_read(path, &theme));
	for (int role = 0; role < ROLE_COUNT; role++)
		assert_look(theme.look[role], plain.look[role].foreground, plain.look[role].background,
			    plain.look[role].attributes);
}

static int make_folder(void **state)
{
	return temporary_folder(folder) ? setenv("RINGSIDE_THEMES", folder, 1) : -1;
}

static int remove_folder(void **state)
{
	static const char *const names[] = {"x", "wrong", "good", "seaside", "breeze"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		FREED char *path = bytes_text("%s/%s.theme", folder, names[i]);

		unlink(path);
	}
	return rmdir(folder);
}

TEST_MAIN(make_folder, remove_folder)
