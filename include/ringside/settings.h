/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* settings.h - what a person chooses about the screen: one table of settings, and their present values.
 *
 * The config file, the options of the command line, `set`, completion and the manual read this table.  A new
 * setting is a member, and a row in src/debugger/settings.c.  What a board shows (board.h) is set by the
 * same names; those rows belong to the boards.  */
#ifndef RINGSIDE_SETTINGS_H
#define RINGSIDE_SETTINGS_H

#include "ringside/option.h"

/* Where a value comes from; each wins over those before it.  */
enum setting_origin { SETTING_DEFAULT, SETTING_FILE, SETTING_OPTION, SETTING_TYPED };

/* Who has set a value last.  */
struct setting_source {
	enum setting_origin origin;
	int line; /* of the config file */
};

struct toggle;

enum { SETTINGS_MOST = 32 };

/* A toggle of some board that a person has set.  */
struct setting_toggle {
	char *name; /* owned */
	bool on;
	struct setting_source source;
};

struct settings {
	char *path; /* of the config file, which need not exist; NULL: there is none; owned */
	char *theme, *layout;
	char *suite; /* for `save case`; "": it asks */
	bool mouse, colour, clipboard, numbers, wrap, evaluate, stop_between, confirm_moves;
	int timeline;                                 /* enum measure (view.h) */
	int bell;                                     /* enum bell */
	struct setting_source sources[SETTINGS_MOST]; /* of the rows, in their order */
	struct setting_toggle *toggles;               /* owned */
	int toggle_count;
};

/* The rows, each with its place in struct settings; ended by one without a row.  */
extern const struct option_place settings_rows[];
extern const struct option_choice settings_layouts[];

/* All defaults.  */
void settings_init(struct settings *settings);
void settings_free(struct settings *settings);

/* The index of the row with this name; if there is none, of the first row whose name begins so (size bytes);
 * -1: there is none.  */
int settings_named(const char *name, size_t size);
/* Sets row i.  NULL, or what was expected, for people; the caller frees, and the value is unchanged.  */
char *settings_set(struct settings *settings, int i, const char *text, struct setting_source source);
/* What was expected of an option instead of the text, or which of its choices was perhaps meant. The caller
 * frees.  */
char *settings_refusal(const struct option_row *row, const char *text);
/* The same for a row that must exist, and a value that it accepts.  */
void settings_note(struct settings *settings, const char *name, const char *text, enum setting_origin origin);
/* Is it a choice of two, such as on and off?  */
bool settings_is_switch(int i);

/* Notes what a board shall show.  */
void settings_toggle(struct settings *settings, const char *name, bool on, struct setting_source source);
/* What was noted of a toggle; NULL: nothing.  */
const struct setting_toggle *settings_toggle_named(const struct settings *settings, const char *name);
/* `shows` (view.h) of a board with these toggles, with what was noted.  */
unsigned settings_shows(const struct settings *settings, const struct toggle *toggles, unsigned shows);
/* Reads one of the two states of a toggle, or on or off.  False: it is none of them.  */
bool settings_toggle_state(const struct toggle *toggle, const char *text, bool *on);
/* The word for a state of a toggle.  */
const char *settings_toggle_word(const struct toggle *toggle, bool on);

/* Where a value comes from, as "default", "FILE:3", "the command line" or "set".  The caller frees.  */
char *settings_source_words(const struct settings *settings, struct setting_source source);

#endif
