/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.c - the ? screen, and the line of keys at the foot of the screen.
 *
 * Whoever opens it wants to know what to press now: the keys of this situation come first, then those of this
 * game; on a person's turn the other way round.  All others follow, sorted by what they are for.  */
#include "help.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/command.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 1, NARROW = 90 };

/* Situations in which most keys go elsewhere: only rows that name them count.  */
static const unsigned closed = WHEN_TEXT | WHEN_TYPING;

/* Arrows are shorter than their names.  */
static const char *sign_of(const char *key)
{
	static const struct {
		const char *key;
		enum glyph glyph;
	} arrows[] = {{"left", GLYPH_LEFT}, {"right", GLYPH_RIGHT}, {"up", GLYPH_UP}, {"down", GLYPH_DOWN}};

	for (size_t i = 0; i < sizeof(arrows) / sizeof(arrows[0]); i++)
		if (strcmp(arrows[i].key, key) == 0)
			return paint_glyph(arrows[i].glyph);
	return key;
}

static int width_of(const struct binding *binding)
{
	return paint_width(sign_of(binding->key)) + 1 + paint_width(binding->hint);
}

static bool stays(const struct binding *row)
{
	return row->group == KEYS_RINGSIDE;
}

/* Is it the row that counts for its key, of all tables?  */
static bool counts(const struct binding *const *tables, const struct binding *row, unsigned situation)
{
	const struct binding *first = NULL;

	for (; *tables && !first; tables++)
		first = binding_in(*tables, row->key, situation);
	return first == row;
}

/* All hints of the situation, those that stay at the end.  */
static void choose(struct hints *hints, const struct binding *const *tables, unsigned situation,
		   bool (*is_taken)(void *user, const char *key), void *user)
{
	unsigned only = situation & closed;

	hints->count = 0;
	for (int last = 0; last < 2; last++)
		for (const struct binding *const *table = tables; *table; table++)
			for (const struct binding *row = *table; row->key && hints->count < HINTS; row++)
				if (row->hint && stays(row) == last && counts(tables, row, situation) &&
				    (*table != bindings || !only || row->when & only) &&
				    !(is_taken && is_taken(user, row->key)))
					hints->at[hints->count++] = (struct hint){0, width_of(row), row};
}

void hints_place(struct hints *hints, int width, const struct binding *const *tables, unsigned situation,
		 bool (*is_taken)(void *user, const char *key), void *user)
{
	int gap = width < NARROW ? 1 : 2, end = width, x = MARGIN, kept = 0;

	assert(hints && tables);
	choose(hints, tables, situation, is_taken, user);
	for (int i = 0; i < hints->count; i++)
		end -= stays(hints->at[i].binding) ? hints->at[i].width + gap : 0;
	for (int i = 0; i < hints->count; i++) {
		struct hint hint = hints->at[i];

		if (stays(hint.binding))
			end = width;
		if (x + hint.width > end)
			continue;
		hint.x = x;
		x += hint.width + gap;
		hints->at[kept++] = hint;
	}
	hints->count = kept;
}

void hints_draw(struct hints *hints, struct area area)
{
	hints->area = area;
	for (int i = 0; i < hints->count; i++) {
		const struct hint *hint = &hints->at[i];
		const char *sign = sign_of(hint->binding->key);

		paint_text(area, 0, hint->x, ROLE_HINT_KEY, sign);
		paint_text(area, 0, hint->x + paint_width(sign) + 1, ROLE_HINT, hint->binding->hint);
	}
}

const struct binding *hints_at(const struct hints *hints, int x)
{
	x -= hints->area.x;
	for (int i = 0; i < hints->count; i++)
		if (x >= hints->at[i].x && x < hints->at[i].x + hints->at[i].width)
			return hints->at[i].binding;
	return NULL;
}

enum { HELP_COLUMN = 12, COMMAND_COLUMN = 48, WIDE = 104 };

static void add_title(struct overlay *overlay, const char *title)
{
	if (overlay->line_count)
		overlay_add(overlay, 0, "", NULL);
	overlay_add(overlay, 0, title, NULL);
}

/* Is it a row that the line of keys would show here, and not everywhere, or one that a person has on turn
 * alone?  */
static bool is_for_now(const struct binding *row, unsigned situation)
{
	return (row->hint || row->when == WHEN_YOUR_TURN) && row->group != KEYS_RINGSIDE &&
	       row->group != KEYS_PANES && binding_of(row->key, situation) == row;
}

static void add_now(struct overlay *overlay, const struct help_place *place)
{
	unsigned situation = place->situation;
	char *title = bytes_text("Now: %s", situation & WHEN_YOUR_TURN ? situation_words(WHEN_YOUR_TURN)
					    : situation & WHEN_BACK    ? situation_words(WHEN_BACK)
								       : situation_words(situation));

	add_title(overlay, title);
	free(title);
	for (const struct binding *row = bindings; row->key; row++)
		if (is_for_now(row, situation))
			overlay_add(overlay, HELP_COLUMN, row->key, binding_help(row));
	if (situation & WHEN_YOUR_TURN)
		overlay_add(overlay, HELP_COLUMN, ":resign", "give up");
}

/* The next row of the board's keys that means something here; nobody plays in a file or after the end.  */
static const struct board_key *key_from(const struct board_key *key, unsigned situation)
{
	while (key->key && key->plays && situation & (WHEN_FILE | WHEN_OVER))
		key++;
	return key;
}

/* What only this board has.  */
static void add_board(struct overlay *overlay, const struct help_place *place)
{
	const struct board_key *key = key_from(board_keys(place->system), place->situation);
	const struct toggle *toggle = toggles_of(place->system);
	char *title = bytes_text("On the board of %s", place->system);

	if (key->key || toggle->name)
		add_title(overlay, title);
	free(title);
	for (; key->key; key = key_from(key + 1, place->situation))
		overlay_add(overlay, HELP_COLUMN, key->key, key->help);
	for (; toggle->name; toggle++) {
		char *set = bytes_text(":set %s", toggle->name);
		char *help = bytes_text("%s (%s)", toggle->help, set);

		overlay_add(overlay, HELP_COLUMN, toggle->key ? toggle->key : set,
			    toggle->key ? help : toggle->help);
		free(help);
		free(set);
	}
}

static void add_rows(struct overlay *overlay, const char *title, const struct binding *rows)
{
	if (!rows || !rows->key)
		return;
	add_title(overlay, title);
	for (; rows->key; rows++)
		if (rows->help)
			overlay_add(overlay, HELP_COLUMN, rows->key, rows->help);
}

/* All keys by their groups.  */
static void add_groups(struct overlay *overlay)
{
	static const char *const titles[] = {
#define X(NAME, title) title,
		KEY_GROUPS(X)
#undef X
	};
	const struct binding *row;
	enum key_group group = KEY_GROUP_COUNT;

	for (int i = 0; (row = binding_at(i)); i++) {
		if (row->group != group)
			add_title(overlay, titles[row->group]);
		group = row->group;
		overlay_add(overlay, HELP_COLUMN, row->key, row->help);
	}
}

void help_open(struct overlay *overlay, const struct help_place *place)
{
	const struct command *command;
	int column = place->width < WIDE ? COMMAND_COLUMN / 2 : COMMAND_COLUMN;

	overlay_open(overlay, "help");
	if (place->situation & WHEN_YOUR_TURN)
		add_board(overlay, place);
	add_now(overlay, place);
	if (!(place->situation & WHEN_YOUR_TURN))
		add_board(overlay, place);
	add_rows(overlay, "In this pane", place->own);
	add_groups(overlay);
	add_rows(overlay, "In a text such as this", overlay_bindings);
	add_title(overlay, "Commands, after : (a unique prefix is enough; `help COMMAND` has examples)");
	for (int i = 0; (command = command_at(i)); i++) {
		char *names = command_names(command);
		char *line = bytes_text("%s%s%s", names, *command->arguments ? " " : "", command->arguments);

		overlay_add(overlay, column, line, command->help);
		free(line);
		free(names);
	}
}
