/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* svg_defs.c - what an SVG draws more than once: a hash table of pieces of SVG.  */
#include "svg_defs.h"

#include "ringside/bytes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct def {
	char *svg; /* NULL: none; owned */
	int number;
};

struct svg_defs {
	struct def *table; /* by hash; at least half of it is free */
	size_t room;       /* a power of two */
	int count;
	struct bytes text; /* the elements, in the order of their numbers */
};

static size_t hash_of(const char *text)
{
	uint64_t hash = 14695981039346656037u; /* FNV-1a */

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return (size_t)(hash ^ hash >> 32);
}

/* Where it is, or would be.  */
static struct def *place_of(struct svg_defs *defs, const char *svg)
{
	size_t at = hash_of(svg) & (defs->room - 1);

	while (defs->table[at].svg && strcmp(defs->table[at].svg, svg) != 0)
		at = (at + 1) & (defs->room - 1);
	return &defs->table[at];
}

static void make_room(struct svg_defs *defs)
{
	struct def *before = defs->table;
	size_t room = defs->room;

	if ((size_t)defs->count * 2 < room)
		return;
	defs->room = room ? room * 2 : 1024;
	defs->table = bytes_new(defs->room * sizeof(*defs->table));
	for (size_t i = 0; i < room; i++)
		if (before[i].svg)
			*place_of(defs, before[i].svg) = before[i];
	free(before);
}

struct svg_defs *svg_defs_new(void)
{
	return bytes_new(sizeof(struct svg_defs));
}

void svg_defs_free(struct svg_defs *defs)
{
	if (!defs)
		return;
	for (size_t i = 0; i < defs->room; i++)
		free(defs->table[i].svg);
	free(defs->table);
	bytes_free(&defs->text);
	free(defs);
}

int svg_defs_number(struct svg_defs *defs, const char *svg)
{
	struct def *def;

	make_room(defs);
	def = place_of(defs, svg);
	if (!def->svg) {
		def->svg = bytes_text("%s", svg);
		def->number = defs->count++;
		bytes_addf(&defs->text, "<g id=\"p%d\">%s</g>\n", def->number, svg);
	}
	return def->number;
}

void svg_defs_use(struct bytes *to, int number, double x, double y)
{
	bytes_addf(to, "<use href=\"#p%d\"", number);
	if (x != 0)
		bytes_addf(to, " x=\"%g\"", x);
	if (y != 0)
		bytes_addf(to, " y=\"%g\"", y);
	bytes_add_text(to, "/>");
}

void svg_defs_add(const struct svg_defs *defs, struct bytes *to)
{
	bytes_addf(to, "<defs>\n%s</defs>\n", defs->text.at ? defs->text.at : "");
}
