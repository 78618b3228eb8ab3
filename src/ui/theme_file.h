/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* theme_file.h - a theme as its file gives it, independent of any terminal.
 *
 * For theme.c and its tests.  */
#ifndef RINGSIDE_UI_THEME_FILE_H
#define RINGSIDE_UI_THEME_FILE_H

#include "ringside/theme.h"

enum { COLOUR_DEFAULT = -1, COLOUR_RGB = 1 << 24 };

/* Attributes, as bits of our own, since this knows no terminal.  */
enum { LOOK_BOLD = 1, LOOK_DIM = 2, LOOK_ITALIC = 4, LOOK_UNDERLINE = 8, LOOK_REVERSE = 16 };

struct look {
	int foreground, background; /* COLOUR_DEFAULT, 0-255, or COLOUR_RGB | 0xrrggbb */
	unsigned attributes;
};

struct theme {
	char *name;        /* owned */
	char *description; /* owned; NULL: none */
	bool letters;      /* for chessmen, in place of figures */
	struct look look[ROLE_COUNT];
	unsigned colourless[ROLE_COUNT]; /* the attributes on a terminal without colours */
};

/* The usual looks of ROLES, under the name "default".  */
void theme_plain(struct theme *theme);
/* Fills a theme from a name or path as in theme_load().  NULL, or a problem; the caller frees it, and the
   theme is unchanged then.  */
char *theme_read(const char *name, struct theme *theme);
void theme_free(struct theme *theme);

/* A colour, not COLOUR_DEFAULT, as 0xrrggbb: the first 16 as xterm has them.  */
int theme_rgb(int colour);
/* The colour from `from` up to `end` - 1 that is nearest to 0xrrggbb.  */
int theme_nearest(int rgb, int from, int end);

#endif
