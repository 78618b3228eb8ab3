/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* endless.c - adds a tree of pages to a match file in which all pages of a level are the same one.
 *
 * A dozen pages then hold 40^8 rows of the table of stretches, and none has a message that a query wants. So
 * SQLite works on them for ever, and ringside sees no row that it could refuse.  */
#include "endless.h"
#include "../test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

/* https://www.sqlite.org/fileformat2.html: 1.6, an interior page of a table.  */
enum { PAGE = 512, LEVELS = 8, CELLS = 40, INTERIOR = 5, HEADER = 12, CELL = 5, SIZE_AT = 28 };

static void put(unsigned char *at, uint32_t number, int size)
{
	for (int i = 0; i < size; i++)
		at[i] = (unsigned char)(number >> 8 * (size - 1 - i));
}

/* A page whose keys are all 0. Its cells lead to `child`, but cell `other` and the last child to another one.
 */
static void make_interior(unsigned char page[PAGE], int cells, uint32_t child, int other, uint32_t others)
{
	int at = PAGE - CELL * cells;

	memset(page, 0, PAGE);
	page[0] = INTERIOR;
	put(page + 3, (uint32_t)cells, 2);
	put(page + 5, (uint32_t)at, 2);
	put(page + 8, others, 4);
	for (int i = 0; i < cells; i++, at += CELL) {
		put(page + HEADER + 2 * i, (uint32_t)at, 2);
		put(page + at, i == other ? others : child, 4);
	}
}

static uint32_t ask(sqlite3 *file, const char *sql)
{
	sqlite3_stmt *row;
	uint32_t answer;

	assert_int_equal(sqlite3_prepare_v2(file, sql, -1, &row, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	answer = (uint32_t)sqlite3_column_int(row, 0);
	sqlite3_finalize(row);
	return answer;
}

static void get_page(int fd, uint32_t number, unsigned char page[PAGE])
{
	assert_int_equal(pread(fd, page, PAGE, (off_t)(number - 1) * PAGE), PAGE);
}

static void set_page(int fd, uint32_t number, const unsigned char page[PAGE])
{
	assert_int_equal(pwrite(fd, page, PAGE, (off_t)(number - 1) * PAGE), PAGE);
}

void endless_make(const char *path, bool opens)
{
	unsigned char leaf[PAGE], empty[PAGE], page[PAGE], size[4];
	uint32_t root, last, real, tree;
	sqlite3 *file;
	int fd = open(path, O_RDWR | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
	assert_int_equal(ask(file, "PRAGMA page_size"), PAGE);
	assert_int_equal(ask(file, "SELECT count(*) FROM stretch WHERE id = 0"), 1);
	root = ask(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'stretch'");
	last = ask(file, "PRAGMA page_count");
	get_page(fd, root, leaf);
	assert_int_equal(sqlite3_exec(file, "UPDATE stretch SET kinds = 0", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(file);
	get_page(fd, root, empty);
	real = ++last;
	set_page(fd, real, leaf);
	tree = ++last;
	set_page(fd, tree, empty);
	for (int i = 0; i < LEVELS; i++) {
		make_interior(page, CELLS, tree, 0, tree);
		tree = ++last;
		set_page(fd, tree, page);
	}
	/* A search for row 0 halves the cells, so it ends in the real leaf. The tree is behind it, or around.
	 */
	if (opens)
		make_interior(page, 2, tree, 0, real);
	else
		make_interior(page, 3, tree, 1, real);
	set_page(fd, root, page);
	put(size, last, 4);
	assert_int_equal(pwrite(fd, size, 4, SIZE_AT), 4);
	close(fd);
}
