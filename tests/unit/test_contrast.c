/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_contrast.c - can the text of each role be read in each theme?  Contrast is that of the Web Content
 * Accessibility Guidelines 2.2: from 1:1 to 21:1.  */
#include "../../src/ui/theme_file.h"
#include "../test.h"

#include "ringside/bytes.h"

#include <math.h>

enum { BLACK = 0x000000, WHITE = 0xffffff };

struct linear {
	double red, green, blue; /* 0 to 1 */
};

/* Roles that paint no text, and why they may be faint.  */
static const struct {
	enum role role;
	const char *reason;
} lines[] = {
	{ROLE_FRAME, "the lines around panes; the title in them is another role"},
	{ROLE_BOARD_GRID, "the lines and points between stones"},
	{ROLE_SQUARE_HATCH, "fills a square with a pattern in its own colour"},
};

static bool is_line(enum role role)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (lines[i].role == role)
			return true;
	return false;
}

static double linear_part(int value)
{
	double part = value / 255.0;

	return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static struct linear linear_of(int rgb)
{
	return (struct linear){linear_part(rgb >> 16 & 255), linear_part(rgb >> 8 & 255),
			       linear_part(rgb & 255)};
}

static double luminance(struct linear colour)
{
	return 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue;
}

static double ratio(double a, double b)
{
	return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

static double contrast(int a, int b)
{
	return ratio(luminance(linear_of(a)), luminance(linear_of(b)));
}

static struct theme read_theme(const char *name)
{
	const char *source = getenv("srcdir");
	FREED char *path = bytes_text("%s/themes/%s.theme", source ? source : ".", name);
	char *problem;
	struct theme theme = {0};

	problem = theme_read(path, &theme);
	if (problem)
		fail_msg("%s", problem);
	return theme;
}

/* A colour of a look; `own` is the terminal's.  */
static int shown(int colour, int own, bool few)
{
	int rgb = colour == COLOUR_DEFAULT ? own : theme_rgb(colour);

	return few && colour != COLOUR_DEFAULT && colour & COLOUR_RGB ? theme_rgb(theme_nearest(rgb, 16, 256))
								      : rgb;
}

/* The terminal's own colours are white on black, or black on white.  Reverse changes no contrast.  */
static void assert_readable(const char *name, double least, bool few)
{
	struct theme theme FREED_BY(theme_free) = read_theme(name);

	for (int role = 0; role < ROLE_COUNT; role++)
		for (int own = BLACK; !is_line((enum role)role) && own <= WHITE; own += WHITE) {
			const struct look *look = &theme.look[role];
			double is = contrast(shown(look->foreground, WHITE - own, few),
					     shown(look->background, own, few));

			if (is < least)
				fail_msg("%s, role %d on a %s terminal: %.2f:1, not %g:1", name, role,
					 own ? "white" : "black", is, least);
		}
}

TEST(the_formula_gives_the_known_figures)
{
	assert_true(fabs(contrast(BLACK, WHITE) - 21) < 0.001);
	assert_true(fabs(contrast(0x777777, WHITE) - 4.478) < 0.001);
	assert_true(fabs(contrast(theme_rgb(4), BLACK) - 2.235) < 0.001); /* blue as xterm has it */
}

TEST(text_can_be_read_in_the_dark_and_in_the_light_theme)
{
	assert_readable("dark", 4.5, false);
	assert_readable("light", 4.5, false);
	assert_readable("colour-blind", 4.5, false);
}

TEST(with_high_contrast_all_text_stands_out)
{
	assert_readable("high-contrast", 7, false);
}

TEST(with_256_colours_it_can_be_read_as_well)
{
	assert_readable("dark", 4.5, true);
	assert_readable("light", 4.5, true);
	assert_readable("colour-blind", 4.5, true);
	assert_readable("high-contrast", 7, true);
}

TEST(the_usual_theme_can_be_read_on_black_and_on_white)
{
	assert_readable("default", 3, false);
	assert_readable("mono", 3, false);
}

TEST(the_usual_theme_keeps_text_to_be_read_in_the_terminals_own_colour)
{
	static const enum role read[] = {
		ROLE_TEXT,           ROLE_STRONG,          ROLE_PROMPT,        ROLE_GOOD,
		ROLE_CHANNEL_TEXT,   ROLE_CHANNEL_COMMENT, ROLE_CHANNEL_DEBUG, ROLE_CHANNEL_MESSAGE,
		ROLE_CHANNEL_MOVE,   ROLE_CHANNEL_INPUT,   ROLE_CHANNEL_HINT,  ROLE_CHANNEL_COMMAND,
		ROLE_CHANNEL_OUTPUT, ROLE_CHANNEL_SCORE,
	};
	struct theme theme FREED_BY(theme_free) = read_theme("default");

	for (size_t i = 0; i < sizeof(read) / sizeof(read[0]); i++)
		assert_int_equal(theme.look[read[i]].foreground, COLOUR_DEFAULT);
}

TEST(a_seat_has_its_colour_on_the_board_too)
{
	static const char *const names[] = {"colour-blind", "dark", "default", "high-contrast", "light"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct theme theme FREED_BY(theme_free) = read_theme(names[i]);
		const struct look *look = theme.look;

		assert_int_equal(look[ROLE_BOARD_SEAT_1].foreground, look[ROLE_SEAT_1].foreground);
		assert_int_equal(look[ROLE_BOARD_SEAT_2].foreground, look[ROLE_SEAT_2].foreground);
		assert_int_not_equal(look[ROLE_SEAT_1].foreground, look[ROLE_SEAT_2].foreground);
	}
}

/* The lightness of a colour as people without one kind of cones see it: Machado, Oliveira and Fernandes, "A
   Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), table of severity 1.0.  */
static double seen(int rgb, const double matrix[3][3])
{
	struct linear colour = linear_of(rgb);
	double part[3];

	for (int i = 0; i < 3; i++)
		part[i] = fmin(1, fmax(0, matrix[i][0] * colour.red + matrix[i][1] * colour.green +
						  matrix[i][2] * colour.blue));
	return luminance((struct linear){part[0], part[1], part[2]});
}

TEST(without_a_kind_of_cones_things_differ_in_more_than_hue)
{
	static const double eyes[][3][3] = {
		{{0.152286, 1.052583, -0.204868},
		 {0.114503, 0.786281, 0.099216},
		 {-0.003882, -0.048116, 1.051998}},
		{{0.367322, 0.860646, -0.227968},
		 {0.280085, 0.672501, 0.047413},
		 {-0.011820, 0.042940, 0.968881}},
		{{1.255528, -0.076749, -0.178779},
		 {-0.078411, 0.930809, 0.147602},
		 {0.004733, 0.691367, 0.303900}},
	};
	static const enum role pairs[][2] = {
		{ROLE_SEAT_1, ROLE_SEAT_2},
		{ROLE_BOARD_SEAT_1, ROLE_BOARD_SEAT_2},
		{ROLE_RUNNING, ROLE_PAUSED},
		{ROLE_PAUSED, ROLE_OVER},
		{ROLE_PAUSED, ROLE_ALARM},
		{ROLE_RUNNING, ROLE_ALARM},
		{ROLE_GOOD, ROLE_BAD},
		{ROLE_TEXT, ROLE_ALARM},
		{ROLE_WARNING, ROLE_ALARM},
		{ROLE_CHANNEL_MOVE, ROLE_CHANNEL_ERROR},
		{ROLE_CHANNEL_MOVE, ROLE_CHANNEL_FAULT},
		{ROLE_BOARD_THOUGHT_1, ROLE_BOARD_THOUGHT_2},
		{ROLE_BOARD_LAST, ROLE_BOARD_WIN},
		{ROLE_BOARD_CURSOR, ROLE_BOARD_LAST},
		{ROLE_TILE_ENEMY, ROLE_TILE_AGENT},
		{ROLE_TILE_DANGER, ROLE_TILE_ITEM},
		{ROLE_SQUARE_REACH, ROLE_SQUARE_STUCK},
	};
	struct theme theme FREED_BY(theme_free) = read_theme("colour-blind");

	for (size_t eye = 0; eye < sizeof(eyes) / sizeof(eyes[0]); eye++)
		for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
			const struct look *a = &theme.look[pairs[i][0]], *b = &theme.look[pairs[i][1]];
			double text = ratio(seen(theme_rgb(a->foreground), eyes[eye]),
					    seen(theme_rgb(b->foreground), eyes[eye]));
			double ground = ratio(seen(theme_rgb(a->background), eyes[eye]),
					      seen(theme_rgb(b->background), eyes[eye]));

			if (a->attributes == b->attributes && text < 1.5 && ground < 1.5)
				fail_msg("eye %zu, pair %zu: text %.2f:1, ground %.2f:1", eye, i, text,
					 ground);
		}
}

TEST_MAIN(NULL, NULL)
