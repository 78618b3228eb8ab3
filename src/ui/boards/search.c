/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* search.c - see search.h.  */
#include "search.h"

#include "ringside/bytes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 14, HEIGHT_MOST = 4 };

/* "wins in 33" for "+M33"; other values with their sign.  The caller frees.  */
static char *eval_words(const char *eval)
{
	const char *number = eval + (*eval == '+' || *eval == '-');
	const char *what = *eval == '-' ? "loses" : "wins";

	if (*number == 'M' || *number == 'm')
		return number[1] == '*' ? bytes_text("%s", what) : bytes_text("%s in %s", what, number + 1);
	return bytes_text("%s%s", number == eval && strspn(eval, "0.") < strlen(eval) ? "+" : "", eval);
}

/* 999, 180K, 1.2M, 35M.  The caller frees.  */
static char *count_words(int64_t count)
{
	static const char units[] = "\0KMG";
	int unit = 0;
	int64_t rest = 0;

	while (count >= 1000 && unit < 3) {
		rest = count % 1000;
		count /= 1000;
		unit++;
	}
	if (unit > 1 && count < 10)
		return bytes_text("%" PRId64 ".%d%c", count, (int)(rest / 100), units[unit]);
	return unit ? bytes_text("%" PRId64 "%c", count, units[unit]) : bytes_text("%" PRId64, count);
}

/* Draws moves of the line from *at on, as many as fit whole.  Returns the column behind them.  */
static int draw_line(struct area area, int y, int x, const char **at)
{
	while (**at) {
		int size = (int)strcspn(*at, " ");

		if (x + size > area.width)
			break;
		x = paint_format(area, y, x, ROLE_TEXT, "%.*s ", size, *at);
		*at += size + ((*at)[size] == ' ');
	}
	return x;
}

/* The depth in words; NULL: unknown.  The caller frees.  */
static char *depth_words(const struct search *search)
{
	if (!search->depth)
		return NULL;
	return search->deepest > search->depth ? bytes_text("depth %d-%d", search->depth, search->deepest)
					       : bytes_text("depth %d", search->depth);
}

/* Draws a text with a blank behind it, if it fits.  Returns the column behind that.  Takes over text (NULL:
   none).  */
static int draw_word(struct area area, int x, enum role role, char *text)
{
	if (text && x + paint_width(text) <= area.width)
		x = paint_format(area, 0, x, role, "%s ", text);
	free(text);
	return x;
}

/* Draws all in one row; leaves out what does not fit.  Returns the column behind it.  */
static int draw_briefly(const struct search *search, struct area area)
{
	const char *at = search->line;
	int x, from;

	paint_text(area, 0, 0, ROLE_TEXT, " ");
	from = x = draw_word(area, 1, search->role, bytes_text("%s", search->mark));
	if (*search->eval) {
		FREED char *eval = eval_words(search->eval);

		/* "+34/12": d12 would be a square.  */
		if (search->depth)
			x = draw_word(area, x, ROLE_STRONG, bytes_text("%s/%d", eval, search->depth));
		else
			x = draw_word(area, x, ROLE_STRONG, bytes_text("%s", eval));
	} else {
		x = draw_word(area, x, ROLE_FAINT, depth_words(search));
	}
	if (x == from && (*search->eval || search->depth))
		return x; /* the most important had no room */
	return draw_line(area, 0, x, &at);
}

static void draw_counts(const struct search *search, struct area area, int y)
{
	FREED char *nodes = search->nodes >= 0 ? count_words(search->nodes) : NULL;
	FREED char *speed = search->speed >= 0 ? count_words(search->speed) : NULL;
	int x = 2;

	if (nodes)
		x = paint_format(area, y, x, ROLE_FAINT, "%s positions%s", nodes, speed ? ", " : "");
	if (speed)
		paint_format(area, y, x, ROLE_FAINT, "%s/s", speed);
}

/* Who, how good, how deep; how much was searched; the expected line.  */
static void draw_fully(const struct search *search, struct area area)
{
	const char *at = search->line, *before = NULL;
	int x, y = 1;

	x = paint_text(area, 0, 0, search->role, search->mark) + 1;
	if (search->name)
		x = paint_cut(area, 0, x, NAME_WIDTH - x, search->role, search->name) + 2;
	x = draw_word(area, x, ROLE_STRONG, *search->eval ? eval_words(search->eval) : NULL);
	x = draw_word(area, x, ROLE_FAINT, depth_words(search));
	draw_word(area, x, ROLE_FAINT, bytes_text("%s", search->odds));
	if (area.height > 2 && (search->nodes >= 0 || search->speed >= 0))
		draw_counts(search, area, y++);
	while (y < area.height && *at && at != before) {
		before = at;
		draw_line(area, y++, 2, &at);
	}
}

void searches_draw(const struct search *searches, int count, struct area area)
{
	int height = count ? kept_within(area.height / count, 0, HEIGHT_MOST) : 0, x = 0;

	for (int i = 0; i < count && area.height > 0; i++) {
		if (height > 1) {
			draw_fully(&searches[i],
				   (struct area){area.y + i * height, area.x, height, area.width});
		} else if (height == 1 && count > 1) {
			draw_briefly(&searches[i], (struct area){area.y + i, area.x, 1, area.width});
		} else {
			struct area part = {area.y, area.x + x, 1, (area.width - x) / (count - i)};

			if (i)
				part.x++, part.width--;
			x += draw_briefly(&searches[i], part);
		}
	}
}
