/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hints.c - the line of keys: as many hints as fit, in the order of the tables.
 *
 * Those that stay (`:`, `?`, `q`) get their room first and stand at the end.  */
#include "hints.h"

#include <assert.h>
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
