/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overlay_text.c - the text of an overlay: its lines as rows, and the places of its links.  */
#include "overlay_text.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 2, LEAST_ROOM = 8, LATEST_COLUMN = 40 };

void overlay_open(struct overlay *overlay, const char *title)
{
	assert(title);
	overlay_close(overlay);
	overlay->open = overlay->kept = true;
	overlay->title = bytes_text("%s", title);
	overlay->link = overlay->found = -1;
}

void overlay_close(struct overlay *overlay)
{
	for (int i = 0; i < overlay->line_count; i++)
		free(overlay->lines[i].text);
	free(overlay->lines);
	free(overlay->rows);
	free(overlay->links);
	free(overlay->title);
	*overlay = (struct overlay){0};
}

static struct overlay_line *add_line(struct overlay *overlay, char *text)
{
	size_t count = (size_t)overlay->line_count + 1;

	assert(text);
	overlay->lines = bytes_resized(overlay->lines, count * sizeof(*overlay->lines));
	overlay->lines[count - 1] = (struct overlay_line){.text = text, .size = strlen(text)};
	overlay->line_count++;
	overlay->width = 0; /* wrap again */
	return &overlay->lines[count - 1];
}

void overlay_add(struct overlay *overlay, int column, const char *name, const char *help)
{
	struct overlay_line *line;
	int blanks;

	if (!help) {
		add_line(overlay, bytes_text("%s", name))->heading = true;
		return;
	}
	blanks = column - NAME_COLUMN - paint_width(name);
	if (blanks < 1) { /* a long name has its own line */
		line = add_line(overlay, bytes_text("%*s%s", NAME_COLUMN, "", name));
		line->head = line->size;
		line = add_line(overlay, bytes_text("%*s%s", column, "", help));
	} else {
		line = add_line(overlay, bytes_text("%*s%s%*s%s", NAME_COLUMN, "", name, blanks, "", help));
		line->head = (size_t)NAME_COLUMN + strlen(name);
	}
	line->hang = column;
}

static void add_link(struct overlay *overlay, struct overlay_link link)
{
	size_t count = (size_t)overlay->link_count + 1;

	overlay->links = bytes_resized(overlay->links, count * sizeof(*overlay->links));
	overlay->links[overlay->link_count++] = link;
}

/* The number of "#123" at text, and its size; 0: there is none.  */
static int64_t number_at(const char *text, size_t *size)
{
	int64_t number = 0;

	*size = 1;
	if (text[0] != '#' || text[1] < '1' || text[1] > '9')
		return 0;
	for (; isdigit((unsigned char)text[*size]); ++*size) {
		if (*size > 18)
			return 0;
		number = 10 * number + (text[*size] - '0');
	}
	return isalpha((unsigned char)text[*size]) ? 0 : number;
}

static void find_links(struct overlay *overlay, int line, int64_t last)
{
	const char *text = overlay->lines[line].text, *end;
	bool quoted = false;
	int64_t number;
	size_t size;

	for (size_t at = 0; text[at]; at++) {
		if (text[at] == '\\' && text[at + 1]) {
			at++;
		} else if (text[at] == '"') {
			quoted = !quoted;
		} else if (quoted) {
			continue;
		} else if (text[at] == '`' && (end = strchr(text + at + 1, '`')) && end > text + at + 1) {
			size = (size_t)(end - text) + 1 - at;
			add_link(overlay, (struct overlay_link){.line = line, .from = at, .size = size});
			at += size - 1;
		} else if ((number = number_at(text + at, &size)) && number <= last &&
			   (at == 0 || !isalnum((unsigned char)text[at - 1]))) {
			add_link(overlay, (struct overlay_link){
						  .line = line, .from = at, .size = size, .message = number});
			at += size - 1;
		}
	}
}

/* The column where a line's wrapped rows begin: its last column, if that begins early enough, else its
   indentation or a little more.  */
static int hang_of(const char *text)
{
	size_t indent = strspn(text, " "), last = 0;

	for (size_t at = indent; at < LATEST_COLUMN && text[at]; at++)
		if (text[at] != ' ' && at > indent + 1 && text[at - 1] == ' ' && text[at - 2] == ' ')
			last = at;
	if (last)
		return paint_bytes_width(text, last);
	return indent && indent < LATEST_COLUMN ? (int)indent : 2;
}

void overlay_add_answer(struct overlay *overlay, const char *text, int64_t last)
{
	int first = overlay->line_count;

	assert(text && last >= 0);
	while (*text) {
		size_t size = strcspn(text, "\n");
		struct overlay_line *line = add_line(overlay, bytes_copy(text, size));

		line->hang = hang_of(line->text);
		find_links(overlay, overlay->line_count - 1, last);
		text += size + (text[size] == '\n');
	}
	for (int i = first; i + 1 < overlay->line_count; i++)
		overlay->lines[i].heading = overlay->lines[i].size && overlay->lines[i].text[0] != ' ' &&
					    overlay->lines[i + 1].text[0] == ' ';
	if (overlay->link < 0 && overlay->link_count)
		overlay->link = 0;
}

static void add_row(struct overlay *overlay, struct overlay_row row)
{
	int count = overlay->row_count++;

	if ((count & (count - 1)) == 0) /* double the room when it is full */
		overlay->rows = bytes_resized(overlay->rows,
					      (size_t)(count ? 2 * count : 1) * sizeof(*overlay->rows));
	overlay->rows[count] = row;
}

static void wrap_line(struct overlay *overlay, int i, int width)
{
	const struct overlay_line *line = &overlay->lines[i];
	size_t from = 0, size;
	int column = 0;

	assert(i >= 0 && i < overlay->line_count);
	assert(width > 0);
	do {
		size = paint_row(line->text + from, line->size - from, width - column);
		add_row(overlay,
			(struct overlay_row){.line = i, .from = from, .size = size, .column = column});
		from += size;
		while (from < line->size && line->text[from] == ' ')
			from++;
		column = line->hang <= width - LEAST_ROOM ? line->hang : 0;
	} while (from < line->size);
}

void overlay_wrap(struct overlay *overlay, int width)
{
	if (width == overlay->width)
		return;
	overlay->row_count = 0;
	overlay->width = width;
	for (int i = 0; i < overlay->line_count; i++)
		wrap_line(overlay, i, width);
}

int overlay_row_of(const struct overlay *overlay, int line, size_t at)
{
	int found = 0;

	assert(line >= 0);
	for (int i = 0; i < overlay->row_count; i++)
		if (overlay->rows[i].line == line && overlay->rows[i].from <= at)
			found = i;
	return found;
}

const struct overlay_link *overlay_selected(const struct overlay *overlay)
{
	return overlay->link >= 0 && overlay->link < overlay->link_count ? &overlay->links[overlay->link]
									 : NULL;
}

char *overlay_command(const struct overlay *overlay, const struct overlay_link *link)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *text = overlay->lines[link->line].text + link->from + 1;
	size_t size = link->size - 2, from = size;

	while (from && strchr(letters, text[from - 1]))
		from--;
	return bytes_copy(text, from && text[from - 1] == ' ' ? from : size);
}
