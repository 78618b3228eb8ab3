/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tsm.c - pitfalls of libtsm, one per test, in the versions that we know.
 *
 * Other versions are not tested.  To support one, add it to the list and see which tests fail.  When no
 * version has a pitfall, remove its workaround.  */
#include "../test.h"
#include "vt_screen.h"

#include <stdbool.h>
#include <stdio.h>

#include <libtsm.h>

#include <stdlib.h>
#include <string.h>

enum { COLS = 20, ROWS = 4 };

static const char *const versions[] = {"4.0.2", "4.8.0"};

/* Is this a version that has fixed three of the bugs?  */
static bool is_mended(void)
{
	return strcmp(TSM_VERSION, "4.8.0") == 0;
}

struct seen {
	uint32_t symbol[ROWS][COLS]; /* 0: an empty cell */
	size_t count[ROWS][COLS];
	unsigned width[ROWS][COLS];
	struct tsm_screen_attr attr[ROWS][COLS];
	unsigned cursor_x;
};

static int see(struct tsm_screen *tsm, uint64_t id, const uint32_t *symbols, size_t count, unsigned width,
	       unsigned x, unsigned y, const struct tsm_screen_attr *attr, tsm_age_t age, void *data)
{
	struct seen *seen = data;

	(void)tsm, (void)id, (void)age;
	seen->symbol[y][x] = count ? symbols[0] : 0;
	seen->count[y][x] = count;
	seen->width[y][x] = width;
	seen->attr[y][x] = *attr;
	return 0;
}

/* The screen of a fresh terminal after these bytes, as libtsm reports it.  */
static struct seen after(const char *bytes)
{
	struct vt_screen screen;
	struct seen seen;

	vt_screen_open(&screen, COLS, ROWS);
	tsm_vte_input(screen.vte, bytes, strlen(bytes));
	tsm_screen_draw(screen.screen, see, &seen);
	seen.cursor_x = tsm_screen_get_cursor_x(screen.screen);
	vt_screen_close(&screen);
	return seen;
}

/* A row as ASCII: '.' for an empty cell, '#' for any other character.  */
static const char *row_after(const char *bytes, int y)
{
	static char row[COLS + 1];
	struct seen seen = after(bytes);

	for (int x = 0; x < COLS; x++)
		row[x] = seen.symbol[y][x] == 0    ? '.'
			 : seen.symbol[y][x] < 128 ? (char)seen.symbol[y][x]
						   : '#';
	return row;
}

TEST(a_line_feed_does_not_return_the_carriage)
{
	assert_string_equal(row_after("ab\ncd", 1), "..cd................");
	assert_string_equal(row_after("ab\r\ncd", 1), "cd..................");
}

TEST(a_repeat_is_ignored_before_4_8)
{
	assert_string_equal(row_after("a\033[5bz", 0),
			    is_mended() ? "aaaaaaz............." : "az..................");
}

TEST(the_cursor_is_reported_as_an_inverse_cell)
{
	assert_true(after("abc").attr[0][3].inverse);
	assert_false(after("\033[?25labc").attr[0][3].inverse);
}

TEST(the_cursor_stands_past_the_edge_while_a_wrap_is_due)
{
	assert_int_equal(after("12345678901234567890").cursor_x, COLS);
}

TEST(palette_colours_above_15_are_reported_as_rgb)
{
	assert_int_equal(after("X").attr[0][0].fccode, TSM_COLOR_FOREGROUND);
	assert_int_equal(after("\033[38;5;9mX").attr[0][0].fccode, 9);
	assert_int_equal(after("\033[38;5;196mX").attr[0][0].fccode, -1);
	assert_int_equal(after("\033[38;5;196mX").attr[0][0].fr, 255);
}

TEST(colours_with_colons_are_dropped)
{
	assert_int_equal(after("\033[38:2::1:2:3mX").attr[0][0].fccode, TSM_COLOR_FOREGROUND);
	assert_int_equal(after("\033[38;2;1;2;3mX").attr[0][0].fccode, -1);
}

TEST(a_private_m_sequence_changes_attributes_before_4_8)
{
	/* xterm's modifyOtherKeys, as vim sends it */
	assert_int_equal(after("\033[>4;1mX").attr[0][0].underline, !is_mended());
}

TEST(the_right_half_of_a_wide_character_keeps_the_old_text_before_4_8)
{
	struct seen seen = after("ab\r作x");

	assert_int_equal(seen.width[0][0], 2);
	assert_int_equal(seen.width[0][1], 0);
	assert_int_equal(seen.symbol[0][1] == 0, is_mended());
	assert_int_equal(seen.symbol[0][2], 'x');
}

TEST(overwriting_half_of_a_wide_character_leaves_the_other)
{
	struct seen left = after("作\033[1Gx"), right = after("作\033[2Gx");

	assert_int_equal(left.width[0][1], 0);
	assert_int_equal(right.width[0][0], 2);
}

TEST(combining_marks_are_lost)
{
	struct seen seen = after("e\xcc\x81x");

	assert_int_equal(seen.count[0][0], 1);
	assert_int_equal(seen.symbol[0][0], 'e');
	assert_int_equal(seen.symbol[0][1], 'x');
}

TEST(sequences_for_frames_mouse_and_paste_draw_nothing)
{
	assert_string_equal(row_after("a\033[?2026hb\033[?1006;1002hc\033[?2004h\033[?1004hd\033[?2026le", 0),
			    "abcde...............");
}

int main(void)
{
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++)
		if (strcmp(TSM_VERSION, versions[i]) == 0)
			return RUN_TESTS(NULL, NULL);
	printf("1..0 # SKIP nobody has looked at what libtsm %s does\n", TSM_VERSION);
	return 77;
}
