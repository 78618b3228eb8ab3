/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sheet.c - writes tables of texts: for a terminal, as Markdown and as HTML.  tables.c makes them.  */
#include "sheet.h"

#include "ringside/paint.h"
#include "ringside/words.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a terminal: all, those of the longest cell, those that a name keeps, the gap between two cells.
 * A table is cut into so many blocks of columns at most.  */
enum { WIDTH = 80, CELL_MOST = 24, NAME_LEAST = 10, GAP = 2, BLOCKS_MOST = 6 };

void sheets_free(struct sheets *sheets)
{
	for (int i = 0; i < sheets->count; i++) {
		struct sheet *sheet = &sheets->at[i];

		for (int k = 0; k < sheet->column_count; k++)
			free(sheet->columns[k].head);
		for (int k = 0; k < sheet->cell_count; k++)
			free(sheet->cells[k]);
		free(sheet->columns);
		free(sheet->cells);
		free(sheet->title);
		free(sheet->note);
	}
	free(sheets->at);
	*sheets = (struct sheets){0};
}

int sheet_rows(const struct sheet *sheet)
{
	return sheet->cell_count / sheet->column_count;
}

static const char *cell(const struct sheet *sheet, int row, int column)
{
	return sheet->cells[row * sheet->column_count + column];
}

/* ---- for a terminal ---- */

static int shown_rows(const struct sheet *sheet)
{
	int rows = sheet_rows(sheet);

	return sheet->most && sheet->most < rows ? sheet->most : rows;
}

static int width_of(const struct sheet *sheet, int column)
{
	int width = paint_width(sheet->columns[column].head);

	for (int row = 0; row < shown_rows(sheet); row++) {
		int here = paint_width(cell(sheet, row, column));

		width = here > width ? here : width;
	}
	return width > CELL_MOST ? CELL_MOST : width;
}

/* A cell of that width; a longer text is cut.  Nothing is added behind the last one.  */
static void add_cell(struct bytes *to, const char *text, int width, enum sheet_align align, bool last)
{
	int here = paint_width(text);
	size_t size = strlen(text);

	if (here > width) {
		size = paint_fitting(text, size, width - 1);
		bytes_addf(to, "%.*s%s", (int)size, text, paint_glyph(GLYPH_ELLIPSIS));
	} else if (align == SHEET_RIGHT) {
		bytes_addf(to, "%*s%s", width - here, "", text);
	} else {
		bytes_addf(to, "%s%*s", text, last ? 0 : width - here, "");
	}
}

/* A line: the fixed columns, and those from `from` to `end`.  Row -1 is the head.  */
static void add_line(struct bytes *to, const struct sheet *sheet, const int *widths, int row, int from,
		     int end)
{
	for (int column = 0; column < end; column = column + 1 == sheet->fixed ? from : column + 1) {
		if (column)
			bytes_addf(to, "%*s", GAP, "");
		add_cell(to, row < 0 ? sheet->columns[column].head : cell(sheet, row, column), widths[column],
			 sheet->columns[column].align, column + 1 == end);
	}
	bytes_add_text(to, "\n");
}

void text_add_wrapped(struct bytes *to, const char *text)
{
	while (*text) {
		size_t size = paint_row(text, strlen(text), WIDTH);

		bytes_addf(to, "%.*s\n", (int)size, text);
		text += size;
		text += strspn(text, " ");
	}
}

/* The column behind those that fit beside the fixed ones; at least one does.  */
static int fitting(const struct sheet *sheet, const int *widths, int from)
{
	int width = 0, end = from;

	for (int column = 0; column < sheet->fixed; column++)
		width += widths[column] + GAP;
	while (end < sheet->column_count && (end == from || width + widths[end] <= WIDTH))
		width += widths[end++] + GAP;
	return end;
}

static int blocks_of(const struct sheet *sheet, const int *widths)
{
	int blocks = 0;

	for (int from = sheet->fixed; from < sheet->column_count; from = fitting(sheet, widths, from))
		blocks++;
	return blocks;
}

/* Cuts long names if then all columns stand beside each other.  */
static void narrow(const struct sheet *sheet, int *widths)
{
	int *narrower = bytes_new((size_t)sheet->column_count * sizeof(*narrower)), widest = 0;

	memcpy(narrower, widths, (size_t)sheet->column_count * sizeof(*narrower));
	while (widest >= 0 && blocks_of(sheet, narrower) > 1) {
		widest = -1;
		for (int column = 0; column < sheet->fixed; column++)
			if (narrower[column] > NAME_LEAST &&
			    (widest < 0 || narrower[column] > narrower[widest]))
				widest = column;
		if (widest >= 0)
			narrower[widest]--;
	}
	if (widest >= 0)
		memcpy(widths, narrower, (size_t)sheet->column_count * sizeof(*narrower));
	free(narrower);
}

static void add_blocks(struct bytes *to, const struct sheet *sheet, const int *widths)
{
	for (int from = sheet->fixed, end; from < sheet->column_count; from = end) {
		end = fitting(sheet, widths, from);
		if (from > sheet->fixed)
			bytes_add_text(to, "\n");
		for (int row = -1; row < shown_rows(sheet); row++)
			add_line(to, sheet, widths, row, from, end);
	}
}

void sheet_add_text(struct bytes *to, const struct sheet *sheet)
{
	FREED int *widths = bytes_new((size_t)sheet->column_count * sizeof(*widths));
	int left = sheet_rows(sheet) - shown_rows(sheet);
	bool fits;

	for (int column = 0; column < sheet->column_count; column++)
		widths[column] = width_of(sheet, column);
	narrow(sheet, widths);
	fits = blocks_of(sheet, widths) <= BLOCKS_MOST;
	bytes_addf(to, "%s%s\n", to->size ? "\n" : "", sheet->title);
	if (fits)
		add_blocks(to, sheet, widths);
	else
		bytes_addf(to, "%s %d columns: --csv, --markdown and --html have them\n",
			   paint_glyph(GLYPH_ELLIPSIS), sheet->column_count);
	if (fits && left)
		bytes_addf(to, "%s and %d more: --json, --markdown and --html have all\n",
			   paint_glyph(GLYPH_ELLIPSIS), left);
	if (fits && sheet->note)
		text_add_wrapped(to, sheet->note);
}

/* ---- Markdown ---- */

/* What begins a markup inside of a line, or a link of GitHub's.  */
static bool is_markup(const char *text, const char *from)
{
	if (*text == ':')
		return text[1] == '/';
	if (*text == '.')
		return text - from >= 3 && strncmp(text - 3, "www", 3) == 0;
	return strchr("\\`*_[]|~@", *text) != NULL;
}

void markdown_add(struct bytes *to, const char *text)
{
	for (const char *from = text; *text; text++) {
		bytes_add_text(to, is_markup(text, from) ? "\\" : "");
		words_add_markup(to, text, 1, "&<>");
	}
}

static void add_markdown_cell(struct bytes *to, const char *text)
{
	bytes_add_text(to, " ");
	markdown_add(to, text);
	bytes_add_text(to, " |");
}

void sheet_add_markdown(struct bytes *to, const struct sheet *sheet)
{
	bytes_addf(to, "%s## %s\n\n|", to->size ? "\n" : "", sheet->title);
	for (int column = 0; column < sheet->column_count; column++)
		add_markdown_cell(to, sheet->columns[column].head);
	bytes_add_text(to, "\n|");
	for (int column = 0; column < sheet->column_count; column++)
		bytes_add_text(to, sheet->columns[column].align == SHEET_RIGHT ? " ---: |" : " --- |");
	bytes_add_text(to, "\n");
	for (int row = 0; row < sheet_rows(sheet); row++) {
		bytes_add_text(to, "|");
		for (int column = 0; column < sheet->column_count; column++)
			add_markdown_cell(to, cell(sheet, row, column));
		bytes_add_text(to, "\n");
	}
	if (sheet->note) {
		bytes_add_text(to, "\n");
		markdown_add(to, sheet->note);
		bytes_add_text(to, "\n");
	}
}

/* ---- HTML ---- */

void html_add(struct bytes *to, const char *text)
{
	words_add_markup(to, text, strlen(text), "&<>\"'");
}

static void add_html_cell(struct bytes *to, const char *element, enum sheet_align align, const char *text)
{
	bytes_addf(to, "<%s%s>", element, align == SHEET_RIGHT ? " class=\"n\"" : "");
	html_add(to, text);
	bytes_addf(to, "</%.2s>", element);
}

void sheet_add_html(struct bytes *to, const struct sheet *sheet)
{
	bytes_add_text(to, "<section>\n<h2>");
	html_add(to, sheet->title);
	bytes_add_text(to, "</h2>\n<div class=\"wide\"><table>\n<thead><tr>");
	for (int column = 0; column < sheet->column_count; column++)
		add_html_cell(to, "th scope=\"col\"", sheet->columns[column].align,
			      sheet->columns[column].head);
	bytes_add_text(to, "</tr></thead>\n<tbody>\n");
	for (int row = 0; row < sheet_rows(sheet); row++) {
		bytes_add_text(to, "<tr>");
		for (int column = 0; column < sheet->column_count; column++)
			add_html_cell(to, "td", sheet->columns[column].align, cell(sheet, row, column));
		bytes_add_text(to, "</tr>\n");
	}
	bytes_add_text(to, "</tbody>\n</table></div>\n");
	if (sheet->note) {
		bytes_add_text(to, "<p>");
		html_add(to, sheet->note);
		bytes_add_text(to, "</p>\n");
	}
	bytes_add_text(to, "</section>\n");
}
