/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen_tables.c - the tables of a run as the screen shows them: those of `tally`.  */
#include "screen_tables.h"

#include "ringside/bytes.h"
#include "runner/run.h"
#include <stdlib.h>
#include <string.h>

/* They are made at most this often, and take at most a tenth of the time.  */
#define TABLES_REST ((int64_t)200 * NS_PER_MS)
enum { TABLES_SHARE = 10 };

/* The order in which people read the columns of a standing, as far as there is room; others follow.  */
static const char *const first_columns[] = {"#", "player", "points", "games", "Elo", "+/-", "faults"};

static int column_named(const struct sheet *sheet, const char *head)
{
	for (int i = 0; i < sheet->column_count; i++)
		if (strcmp(sheet->columns[i].head, head) == 0)
			return i;
	return -1;
}

static const struct sheet *sheet_named(const struct sheets *sheets, const char *title)
{
	for (int i = 0; i < sheets->count; i++)
		if (strcmp(sheets->at[i].title, title) == 0)
			return &sheets->at[i];
	return NULL;
}

/* Adds a column of a sheet to a table; all have the same rows.  */
static void add_column(struct overview_table *table, int room, const struct sheet *sheet, int column)
{
	const char **cells = (const char **)(void *)table->cells;

	((bool *)table->left)[table->columns] = sheet->columns[column].align == SHEET_LEFT;
	cells[table->columns] = sheet->columns[column].head;
	for (int row = 0; row < table->rows; row++)
		cells[(row + 1) * room + table->columns] = sheet->cells[row * sheet->column_count + column];
	table->columns++;
}

static void make_table(const struct sheets *sheets, int number, struct overview_table *table)
{
	const struct sheet *sheet = &sheets->at[number], *faults = sheet_named(sheets, "Faults");
	enum { FIRST = sizeof(first_columns) / sizeof(first_columns[0]) };
	bool adds = number == 0 && faults && column_named(sheet, "faults") < 0, *taken;
	int room = sheet->column_count + adds, column;

	*table = (struct overview_table){
		.title = sheet->title,
		.rows = sheet_rows(sheet),
		.fixed = sheet->fixed,
		.left = bytes_new((size_t)room * sizeof(bool)),
		.cells = bytes_new((size_t)room * (size_t)(sheet_rows(sheet) + 1) * sizeof(char *))};
	taken = bytes_new((size_t)room * sizeof(*taken));
	for (int i = 0; i < FIRST && number == 0; i++) {
		column = column_named(sheet, first_columns[i]);
		if (column >= 0) {
			add_column(table, room, sheet, column);
			taken[column] = true;
		} else if (adds && strcmp(first_columns[i], "faults") == 0) {
			add_column(table, room, faults, column_named(faults, "faults"));
		}
	}
	for (int i = 0; i < sheet->column_count; i++)
		if (!taken[i])
			add_column(table, room, sheet, i);
	free(taken);
}

void screen_tables_free(struct screen_tables *tables)
{
	for (int i = 0; i < tables->sheets.count; i++) {
		free((void *)tables->at[i].left);
		free((void *)tables->at[i].cells);
	}
	free(tables->at);
	tables->at = NULL;
	sheets_free(&tables->sheets);
}

void screen_tables_make(struct screen_tables *tables, const struct run *run)
{
	int64_t now = loop_now();

	if (!tables->stale || now < tables->due)
		return;
	screen_tables_free(tables);
	run->kind->view->sheets(run, &tables->sheets);
	tables->at = bytes_new((size_t)(tables->sheets.count + 1) * sizeof(*tables->at));
	for (int i = 0; i < tables->sheets.count; i++)
		make_table(&tables->sheets, i, &tables->at[i]);
	tables->stale = false;
	tables->due = loop_now() + TABLES_REST + TABLES_SHARE * (loop_now() - now);
}
