/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic_text.c - the text of a message in a pane: cut at both edges or wrapped, with what a search found.
 *
 * A text that is cut shows an ellipsis at that edge, or an arrow if the search found something behind it.  */
#include "traffic.h"

enum { LEAST_ROOM = 8 }; /* columns; a narrower place does not wrap */

/* Finds the part of the text that the search found; false: it is not in this line, or not known.  */
static bool find_hit(const struct traffic *traffic, const struct line *line, size_t *from, size_t *size)
{
	return line->n == traffic->hit && traffic->sought &&
	       match_file_patterns.finds(traffic->sought, line->text, line->size, from, size) && *size;
}

static void draw_cut(const struct traffic *traffic, struct area area, enum role role, const struct line *line)
{
	size_t from, size;
	int at, width;

	paint_bytes(area, 0, -traffic->side, role, line->text, line->size);
	if (traffic->side && line->size)
		paint_put(area, 0, 0, role, GLYPH_ELLIPSIS);
	if (!find_hit(traffic, line, &from, &size))
		return;
	at = paint_bytes_width(line->text, from) - traffic->side;
	width = paint_bytes_width(line->text + from, size);
	if (at + width <= 0)
		paint_put(area, 0, 0, ROLE_MATCHED, GLYPH_FROM);
	else if (at >= area.width)
		paint_put(area, 0, area.width - 1, ROLE_MATCHED, GLYPH_TO);
	else
		paint_bytes(area, 0, at, ROLE_MATCHED, line->text + from, size);
}

/* Draws bytes `begin` to `end` of the text in a row.  */
static void draw_row(struct area row, enum role role, const struct line *line, size_t begin, size_t end,
		     size_t hit, size_t hit_size)
{
	size_t from = hit > begin ? hit : begin, to = hit + hit_size < end ? hit + hit_size : end;

	paint_bytes(row, 0, 0, role, line->text + begin, end - begin);
	if (from < to)
		paint_bytes(row, 0, paint_bytes_width(line->text + begin, from - begin), ROLE_MATCHED,
			    line->text + from, to - from);
}

/* The end of the row that begins at byte `at`, of which it sets the next row's beginning.  */
static size_t row_end(const struct line *line, size_t *at, int width)
{
	size_t end = *at + paint_row(line->text + *at, line->size - *at, width);

	*at = end;
	while (*at < line->size && line->text[*at] == ' ')
		++*at;
	return end;
}

int traffic_text_rows(const struct traffic *traffic, const struct line *line, int x, int end)
{
	int rows = 0, width = end - x;
	size_t at = 0;

	if (end - x < LEAST_ROOM)
		return 1;
	do {
		row_end(line, &at, width);
		width = traffic->width - x;
		rows++;
	} while (at < line->size);
	return rows;
}

void traffic_text_draw(const struct traffic *traffic, struct area area, int y, int x, int end, enum role role,
		       const struct line *line, bool wraps)
{
	struct area row = {area.y + y, area.x + x, 1, end - x};
	size_t at = 0, hit = 0, hit_size = 0;

	if (row.width <= 0)
		return;
	if (!wraps || row.width < LEAST_ROOM) {
		draw_cut(traffic, row, role, line);
		return;
	}
	find_hit(traffic, line, &hit, &hit_size);
	do {
		size_t begin = at, to = row_end(line, &at, row.width);

		draw_row(row, role, line, begin, to, hit, hit_size);
		row.y++;
		row.width = area.width - x;
	} while (at < line->size && row.y < area.y + area.height);
}

void traffic_text_reveal(struct traffic *traffic, const struct line *line, int width)
{
	size_t from, size;
	int at, end;

	if (!find_hit(traffic, line, &from, &size) || width <= 0)
		return;
	at = paint_bytes_width(line->text, from);
	end = at + paint_bytes_width(line->text + from, size);
	if (at < traffic->side + (traffic->side > 0) || end > traffic->side + width - 1)
		traffic->side = end < width ? 0 : at - width / 4;
}
