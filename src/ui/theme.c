/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* theme.c - the theme in use, bound to the colours of this terminal.
 *
 * It is global because ncurses' colour pairs are.  */
#include "theme_file.h"
#include <assert.h>
#include <curses.h>

#include <stdlib.h>

/* A look in this terminal's own colour numbers.  */
struct bound {
	int ink, paper; /* -1: the terminal's own */
	attr_t attributes;
};

static struct theme current; /* name is NULL until the first use */
static bool chosen;          /* by a person */
static struct bound bound[ROLE_COUNT];
static bool coloured; /* bound to a terminal with colours */
static bool direct;   /* its colour numbers are 0xrrggbb */

/* The terminal's number of a colour.  */
static int number_of(int colour, bool foreground, attr_t *attribute)
{
	int rgb;

	if (colour == COLOUR_DEFAULT)
		return -1;
	rgb = theme_rgb(colour);
	if (direct) {
		if (colour < 8)
			return colour;    /* the first eight are indexes there too */
		return rgb < 8 ? 8 : rgb; /* and the terminal's black is often grey */
	}
	if (COLORS >= 256)
		return colour & COLOUR_RGB ? theme_nearest(rgb, 16, 256) : colour;
	if (colour >= 16)
		colour = theme_nearest(rgb, 0, COLORS >= 16 ? 16 : 8);
	if (colour < 8 || COLORS >= 16)
		return colour;
	if (foreground && colour == 8) { /* grey would turn black */
		*attribute |= A_DIM;
		return -1;
	}
	if (foreground)
		*attribute |= A_BOLD;
	return colour - 8;
}

/* A terminal with few colours may map both to one: the text would be invisible.  */
static int readable(int foreground, int background)
{
	return foreground == background && background >= 0 ? (background == 0 || background == 4 ? 7 : 0)
							   : foreground;
}

static struct bound bind(int foreground, int background)
{
	struct bound to = {.attributes = A_NORMAL};

	to.ink = number_of(foreground, true, &to.attributes);
	to.paper = number_of(background, false, &to.attributes);
	if (foreground != background)
		to.ink = readable(to.ink, to.paper);
	return to;
}

static int pair_of(const struct bound *look)
{
	int pair;

	if (look->ink == -1 && look->paper == -1)
		return 0;
	pair = alloc_pair(look->ink, look->paper); /* ncurses reuses the least recently used pair */
	return pair < 0 ? 0 : pair;
}

static attr_t attributes_of(unsigned look)
{
	return (look & LOOK_BOLD ? A_BOLD : 0) | (look & LOOK_DIM ? A_DIM : 0) |
	       (look & LOOK_ITALIC ? A_ITALIC : 0) | (look & LOOK_UNDERLINE ? A_UNDERLINE : 0) |
	       (look & LOOK_REVERSE ? A_REVERSE : 0);
}

static void bind_roles(void)
{
	if (!current.name)
		theme_plain(&current);
	for (int role = 0; role < ROLE_COUNT; role++) {
		const struct look *look = &current.look[role];
		bool plain = look->foreground == COLOUR_DEFAULT && look->background == COLOUR_DEFAULT;

		bound[role] = coloured ? bind(look->foreground, look->background)
				       : (struct bound){-1, -1, A_NORMAL};
		bound[role].attributes |=
			attributes_of(coloured || plain ? look->attributes : current.colourless[role]);
	}
}

static char *load(const char *name)
{
	struct theme theme;
	char *problem = theme_read(name, &theme);

	if (!problem) {
		theme_free(&current);
		current = theme;
		bind_roles();
	}
	return problem;
}

char *theme_load(const char *name)
{
	char *problem = load(name);

	chosen |= !problem;
	return problem;
}

bool theme_follows(void)
{
	return !chosen && coloured && COLORS >= 256;
}

void theme_follow(bool light)
{
	if (theme_follows())
		free(load(light ? "light" : "dark"));
}

const char *theme_name(void)
{
	return current.name ? current.name : "default";
}

void theme_bind(bool no_color)
{
	const char *no = getenv("NO_COLOR");

	coloured = has_colors() && !no_color && !(no && *no);
	if (coloured) {
		start_color();
		use_default_colors();
		direct = COLORS > 256;
	}
	bind_roles();
}

void theme_use(enum role role)
{
	int pair = pair_of(&bound[role]);

	assert((int)role >= 0 && role < ROLE_COUNT);
	wattr_set(stdscr, bound[role].attributes, 0, &pair);
}

int theme_pair(int foreground, int background)
{
	const struct look *text = &current.look[ROLE_TEXT];
	struct bound look;

	if (!coloured)
		return 0;
	look = bind(foreground < 0 ? text->foreground : foreground,
		    background < 0 ? text->background : background);
	return pair_of(&look);
}
