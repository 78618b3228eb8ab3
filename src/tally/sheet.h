/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sheet.h - tables of texts, and how they are written: for a terminal, as Markdown and as HTML.
 *
 * A cell holds harmless characters only (words.h); what a format takes for its own syntax is escaped here. */
#ifndef RINGSIDE_TALLY_SHEET_H
#define RINGSIDE_TALLY_SHEET_H

#include "ringside/bytes.h"

enum sheet_align { SHEET_LEFT, SHEET_RIGHT };

struct sheet_column {
	char *head;
	enum sheet_align align;
};

/* All 0 at first.  */
struct sheet {
	char *title;
	char *note; /* below it; NULL: none */
	struct sheet_column *columns;
	int column_count;
	int fixed; /* the first columns, which stand again where a terminal is too narrow for all of them */
	int most;  /* rows for a terminal; 0: all */
	char **cells; /* row after row */
	int cell_count;
};

struct sheets {
	struct sheet *at;
	int count;
};

void sheets_free(struct sheets *sheets);
int sheet_rows(const struct sheet *sheet);

/* For a terminal of 80 columns: a text that is too long is cut, and columns that do not fit follow below.  */
void sheet_add_text(struct bytes *to, const struct sheet *sheet);
void sheet_add_markdown(struct bytes *to, const struct sheet *sheet);
/* A text in lines for that terminal.  */
void text_add_wrapped(struct bytes *to, const char *text);
/* Text in Markdown: no character of it begins a markup.  */
void markdown_add(struct bytes *to, const char *text);
void sheet_add_html(struct bytes *to, const struct sheet *sheet);
/* Text in HTML, and in an attribute of it.  */
void html_add(struct bytes *to, const char *text);

#endif
