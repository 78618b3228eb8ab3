/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_paint.c - what is in the cells of an invisible screen: ncurses writes to /dev/null.  */
#include "../temp.h"
#include "../test.h"

#include "ringside/bytes.h"
#include "ringside/paint.h"

#include <curses.h>

#include <locale.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *nowhere;

static void open_screen(const char *term, bool no_color)
{
	nowhere = fopen("/dev/null", "w+");
	assert_non_null(nowhere);
	screen = newterm(term, nowhere, nowhere);
	assert_non_null(screen);
	assert_int_equal(LINES, 24);
	assert_int_equal(COLS, 80);
	theme_bind(no_color);
}

static void close_screen(void)
{
	endwin();
	delscreen(screen);
	fclose(nowhere);
}

static int utf8_screen(void **state)
{
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return -1;
	open_screen("xterm-256color", false);
	return 0;
}

static int ascii_screen(void **state)
{
	if (!setlocale(LC_CTYPE, "C"))
		return -1;
	open_screen("xterm-256color", false);
	return 0;
}

static int leave_screen(void **state)
{
	close_screen();
	return 0;
}

/* The characters of `columns` columns as one string.  */
static const wchar_t *at(int y, int x, int columns)
{
	static wchar_t text[1024];
	size_t used = 0;

	for (int end = x + columns; x < end;) {
		wchar_t in[CCHARW_MAX + 1];
		attr_t attributes;
		short pair;
		cchar_t cell;
		int width;

		mvin_wch(y, x, &cell);
		getcchar(&cell, in, &attributes, &pair, NULL);
		wcscpy(text + used, in);
		used += wcslen(in);
		width = wcwidth(in[0]);
		x += width > 1 ? width : 1;
	}
	text[used] = L'\0';
	return text;
}

static attr_t attributes_at(int y, int x)
{
	wchar_t in[CCHARW_MAX + 1];
	attr_t attributes;
	short pair;
	cchar_t cell;

	mvin_wch(y, x, &cell);
	getcchar(&cell, in, &attributes, &pair, NULL);
	return attributes & ~(attr_t)A_COLOR;
}

static void assert_at(int y, int x, const wchar_t *wanted)
{
	const wchar_t *is = at(y, x, wcswidth(wanted, wcslen(wanted)));

	if (wcscmp(is, wanted) != 0)
		fail_msg("got \"%ls\", expected \"%ls\"", is, wanted);
}

/* Fills the screen with #, so that only later painting shows.  */
static void fill(void)
{
	for (int y = 0; y < LINES; y++)
		mvhline(y, 0, '#', COLS);
}

static void text_is_cut_at_both_edges_of_its_area(void **state)
{
	struct area area = {2, 10, 3, 5};

	fill();
	assert_int_equal(paint_text(area, 1, -2, ROLE_TEXT, "abcdefghij"), 5);
	assert_at(3, 9, L"#cdefg#");
	assert_int_equal(paint_text(area, 0, 3, ROLE_TEXT, "x"), 4);
	assert_at(2, 9, L"####x##");
	paint_text(area, -1, 0, ROLE_TEXT, "above");
	paint_text(area, 3, 0, ROLE_TEXT, "below");
	paint_text(area, 2, 5, ROLE_TEXT, "right");
	assert_at(1, 9, L"#######");
	assert_at(5, 9, L"#######");
	assert_at(4, 9, L"#######");
}

static void a_wide_character_is_never_cut_in_half(void **state)
{
	struct area area = {0, 10, 2, 5};

	fill();
	paint_text(area, 0, 0, ROLE_TEXT, "ab作者");
	assert_at(0, 9, L"#ab作 #");
	paint_text(area, 1, -1, ROLE_TEXT, "作者xyz");
	assert_at(1, 9, L"# 者xy#");
}

static void an_overwritten_wide_character_leaves_no_half_behind(void **state)
{
	struct area area = {0, 0, 1, 10};

	fill();
	paint_text(area, 0, 0, ROLE_TEXT, "作者");
	paint_text(area, 0, 1, ROLE_TEXT, "ab");
	assert_at(0, 0, L" ab #");
}

static void marks_stay_with_their_character(void **state)
{
	struct area area = {0, 0, 1, 10};

	fill();
	assert_int_equal(paint_text(area, 0, 0, ROLE_TEXT, "e\u0301\u0323z"), 2);
	assert_int_equal(wcscmp(at(0, 0, 1), L"e\u0301\u0323"), 0);
	assert_at(0, 1, L"z#");
	assert_int_equal(paint_text(area, 0, 0, ROLE_TEXT, "\u0301z"), 2);
	assert_int_equal(wcscmp(at(0, 0, 1), L" \u0301"), 0);
}

static void control_bytes_are_shown_as_pictures(void **state)
{
	struct area area = {0, 0, 1, 20};

	fill();
	assert_int_equal(paint_bytes(area, 0, 0, ROLE_TEXT, "a\0\033[m\r\n\x7f", 8), 8);
	assert_at(0, 0, L"a␀␛[m␍␊␡#");
}

static void bytes_that_are_no_utf8_are_shown_as_numbers(void **state)
{
	struct area area = {0, 0, 1, 40};

	fill();
	paint_bytes(area, 0, 0, ROLE_TEXT, "\xff\xc0\x80z\xe4\xbd", 6);
	assert_at(0, 0, L"\\xff\\xc0\\x80z\\xe4\\xbd#");
	paint_bytes(area, 0, 0, ROLE_TEXT, "\xed\xa0\x80\xf4\x90\x80\x80", 7);
	assert_at(0, 0, L"\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80#");
}

static void characters_that_control_the_terminal_are_escaped(void **state)
{
	struct area area = {0, 0, 1, 40};

	fill();
	paint_text(area, 0, 0, ROLE_TEXT, "\xc2\x9bm");
	assert_at(0, 0, L"\\u{9b}m#");
	paint_text(area, 0, 0, ROLE_TEXT, "a\u202eb");
	assert_at(0, 0, L"a\\u{202e}b#");
}

/* U+FE0F asks for a picture, U+200D joins, U+1F3FD colours a hand, U+20E3 frames a key.  */
static const struct {
	const char *bytes;
	const wchar_t *shown;
	const char *ascii;
} emoji[] = {
	{"a\u26a0\ufe0fb", L"a\u26a0b", "a?b"},
	{"\u2714\ufe0e.", L"\u2714.", "?."},
	{"\U0001f468\u200d\U0001f469\u200d\U0001f467.", L"\ufffd.", "?."},
	{"\u2764\ufe0f\u200d\U0001f525.", L"\ufffd.", "?."},
	{"\U0001f468\u200d", L"\ufffd", "?"}, /* cut after the joiner */
	{"\U0001f468\u200dx", L"\ufffdx", "?x"},
	{"\U0001f44d\U0001f3fd.", L"\U0001f44d.", "?."},
	{"\U0001f3f4\U000e0067\U000e007f.", L"\ufffd.", "?."},
	{"1\ufe0f\u20e3.", L"1\u20e3.", "1."},
	{"7,7\ufe0f", L"7,7\\u{fe0f}", "7,7\\u{fe0f}"}, /* no emoji: a hidden sign becomes visible */
	{"a\u200db", L"a\\u{200d}b", "a\\u{200d}b"},
};
enum { EMOJI = sizeof(emoji) / sizeof(emoji[0]) };

static void an_emoji_is_drawn_or_replaced_by_one_cell(void **state)
{
	struct area area = {0, 0, 1, 40};

	for (size_t i = 0; i < EMOJI; i++) {
		wchar_t wanted[40];
		int columns = wcswidth(emoji[i].shown, wcslen(emoji[i].shown));

		fill();
		swprintf(wanted, 40, L"%ls#", emoji[i].shown);
		assert_int_equal(paint_text(area, 0, 0, ROLE_TEXT, emoji[i].bytes), columns);
		assert_int_equal(paint_width(emoji[i].bytes), columns);
		assert_at(0, 0, wanted);
	}
}

static void an_emoji_at_the_edge_is_drawn_whole_or_not_at_all(void **state)
{
	static const char hand[] = "\U0001f44d\U0001f3fd", family[] = "\U0001f468\u200d\U0001f467";
	struct area area = {0, 10, 1, 3};

	fill();
	paint_bytes(area, 0, 0, ROLE_TEXT, "a\U0001f44d\U0001f3fd", 1 + strlen(hand));
	assert_at(0, 9, L"#a\U0001f44d#");
	paint_bytes(area, 0, 0, ROLE_TEXT, "ab\U0001f44d\U0001f3fd", 2 + strlen(hand));
	assert_at(0, 9, L"#ab…#");
	paint_bytes(area, 0, 0, ROLE_TEXT, "ab\U0001f468\u200d\U0001f467", 2 + strlen(family));
	assert_at(0, 9, L"#ab\ufffd#");
	assert_int_equal(paint_fitting(hand, strlen(hand), 2), strlen(hand));
	assert_int_equal(paint_fitting(family, strlen(family), 1), strlen(family));
}

static void without_utf8_an_emoji_is_one_question_mark(void **state)
{
	struct area area = {0, 0, 1, 40};

	for (size_t i = 0; i < EMOJI; i++) {
		wchar_t wanted[40];

		fill();
		swprintf(wanted, 40, L"%s#", emoji[i].ascii);
		paint_text(area, 0, 0, ROLE_TEXT, emoji[i].bytes);
		assert_at(0, 0, wanted);
	}
	/* No cut leaves a sign that is shown longer than the whole.  */
	assert_int_equal(paint_fitting("1\ufe0f\u20e3", 7, 1), 7);
}

static void text_that_does_not_fit_ends_in_an_ellipsis(void **state)
{
	struct area area = {0, 10, 1, 5};

	fill();
	paint_bytes(area, 0, 0, ROLE_TEXT, "abcde", 5);
	assert_at(0, 9, L"#abcde#");
	assert_int_equal(paint_bytes(area, 0, 0, ROLE_TEXT, "abcdef", 6), 5);
	assert_at(0, 9, L"#abcd…#");
	paint_bytes(area, 0, 0, ROLE_TEXT, "ab作者", strlen("ab作者"));
	assert_at(0, 9, L"#ab作…#");
	paint_bytes(area, 0, 0, ROLE_TEXT, "abc作者", strlen("abc作者"));
	assert_at(0, 9, L"#abc …#");
	paint_bytes(area, 0, 0, ROLE_TEXT, "abcd\x80", 5);
	assert_at(0, 9, L"#abcd…#");
}

static void nothing_is_painted_outside_its_area_whatever_the_bytes(void **state)
{
	struct area area = {5, 20, 1, 30};
	uint32_t random = 1;

	for (int round = 0; round < 3000; round++) {
		char bytes[40];
		size_t size = (size_t)round % sizeof(bytes);
		int width, end;

		for (size_t i = 0; i < size; i++) {
			static const char likely[] = "a\xe4\xbd\x9c\xcc\x81\xf0\x9f\x98\x80\033\xc2\x80";

			random = random * 1664525 + 1013904223;
			bytes[i] = random >> 31 ? (char)(random >> 16)
						: likely[(random >> 16) % (sizeof(likely) - 1)];
		}
		fill();
		end = paint_bytes(area, 0, round % 7 - 3, ROLE_TEXT, bytes, size);
		width = paint_bytes_width(bytes, size) + round % 7 - 3;
		assert_int_equal(end, width < 30 ? width : 30);
		assert_at(4, 20, L"##############################");
		assert_at(5, 0, L"####################");
		assert_at(5, 50, L"##############################");
	}
}

static void a_frame_returns_the_area_inside_it(void **state)
{
	struct area area = {1, 2, 4, 20}, inside;

	fill();
	inside = paint_frame(area, ROLE_FRAME, 0, "board", "9 new");
	assert_int_equal(inside.y, 2);
	assert_int_equal(inside.x, 3);
	assert_int_equal(inside.height, 2);
	assert_int_equal(inside.width, 18);
	assert_at(1, 1, L"#┌─ board ── 9 new ─┐#");
	assert_at(2, 1, L"#│##################│#");
	assert_at(4, 1, L"#└──────────────────┘#");
	paint_clear(inside, ROLE_TEXT);
	assert_at(3, 1, L"#│                  │#");
}

static void a_long_title_is_cut_and_stays_between_the_corners(void **state)
{
	fill();
	paint_frame((struct area){0, 2, 2, 12}, ROLE_FRAME, 0, "a long title", "9 new");
	assert_at(0, 1, L"#┌─ a lon… ─┐#");
	paint_frame((struct area){0, 2, 2, 12}, ROLE_FRAME, 2, "a long title", "9 new");
	assert_at(0, 1, L"#┌[2] a l… ─┐#");
	paint_frame((struct area){0, 2, 2, 6}, ROLE_FRAME, 2, "a long title", "9 new");
	assert_at(0, 1, L"#┌[2]─┐");
	assert_int_equal(paint_frame((struct area){3, 2, 1, 12}, ROLE_FRAME, 0, "t", NULL).width, 0);
	assert_at(3, 1, L"##############");
	for (int width = 0; width < 12; width++) {
		fill();
		paint_frame((struct area){0, 2, 3, width}, ROLE_FRAME, 0, "title", "9");
		assert_at(0, 0, L"##");
		assert_at(0, 2 + width, L"#");
	}
}

static void a_sparkline_scales_its_last_values_to_the_largest(void **state)
{
	struct area area = {0, 0, 1, 10};
	const int64_t values[] = {1000, 0, 70, -1, 35, 10};

	fill();
	paint_spark(area, 0, 1, 5, ROLE_SPARK, values, 6);
	assert_at(0, 0, L"#▁█#▅▂#");
	paint_spark(area, 0, 0, 5, ROLE_SPARK, values, 0);
	assert_at(0, 0, L"#▁█#▅▂#");
}

static void without_utf8_glyphs_and_text_are_ascii(void **state)
{
	struct area area = {0, 0, 3, 20};

	fill();
	paint_bytes(area, 0, 0, ROLE_TEXT, "a\033\x7f作\xff", 7);
	assert_at(0, 0, L"a^[^?\?\\xff#");
	paint_frame(area, ROLE_FRAME, 0, "b", NULL);
	assert_at(0, 0, L"+- b --------------+");
	assert_at(1, 0, L"|");
	paint_put(area, 1, 1, ROLE_BOARD, GLYPH_WHITE);
	assert_at(1, 1, L"O");
	paint_bytes((struct area){4, 0, 1, 3}, 0, 0, ROLE_TEXT, "abcd", 4);
	assert_at(4, 0, L"ab~");
	/* A text says which key to press, or which mark a message has, as the screen shows it.  */
	paint_text(area, 2, 0, ROLE_TEXT, "press ←, marked ‖, ½²é");
	assert_at(2, 0, L"press <, marked |, ?");
}

static void each_glyph_is_one_cell_wide(void **state)
{
	for (int glyph = 0; glyph < GLYPH_COUNT; glyph++)
		assert_int_equal(paint_width(paint_glyph((enum glyph)glyph)), 1);
}

static void load_theme(const char *text)
{
	char *path, *problem;
	int fd = temp_file("a.theme", &path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	problem = theme_load(path);
	temp_remove(path);
	assert_null(problem);
}

static void assert_colours(enum role role, int foreground, int background)
{
	attr_t attributes;
	short unused;
	int pair, ink = -1, paper = -1;

	theme_use(role);
	attr_get(&attributes, &unused, &pair);
	if (pair)
		extended_pair_content(pair, &ink, &paper);
	assert_int_equal(ink, foreground);
	assert_int_equal(paper, background);
}

static void colours_are_the_nearest_that_the_terminal_has(void **state)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	load_theme("[roles]\ntext = #ff0000 #121212\nheader = 208 bright-blue\nfaint = bright-black default\n"
		   "frame = #010203 #000000\n");
	open_screen("xterm-256color", false);
	assert_colours(ROLE_TEXT, 196, 233);
	assert_colours(ROLE_HEADER, 208, 12);
	assert_int_equal(theme_pair(ROLE_TEXT, -1, -1),
			 theme_pair(ROLE_TEXT, 1 << 24 | 0xff0000, 1 << 24 | 0x121212));
	close_screen();
	open_screen("xterm", false);
	assert_colours(ROLE_TEXT, 1, 0);
	assert_colours(ROLE_FAINT, -1, -1);
	assert_colours(ROLE_FRAME, 7, 0); /* not black on black */
	theme_use(ROLE_FAINT);
	close_screen();
}

static void bold_and_reverse_distinguish_roles_without_colours(void **state)
{
	static const char *const terms[] = {"vt100", "xterm-256color", "xterm-256color"};

	setlocale(LC_CTYPE, "C.UTF-8");
	load_theme("[roles]\nselected = red blue\nheld = default default underline\ntext = red default\n");
	for (int i = 0; i < 3; i++) {
		if (i == 1)
			setenv("NO_COLOR", "1", 1);
		else
			setenv("NO_COLOR", "", 1); /* empty: as if it were not there */
		open_screen(terms[i], i == 2);
		assert_int_equal(theme_pair(ROLE_TEXT, 1, 2), 0);
		assert_colours(ROLE_SELECTED, -1, -1);
		paint_text((struct area){0, 0, 1, 9}, 0, 0, ROLE_SELECTED, "s");
		paint_text((struct area){0, 0, 1, 9}, 0, 1, ROLE_HELD, "h");
		paint_text((struct area){0, 0, 1, 9}, 0, 2, ROLE_TEXT, "t");
		assert_int_equal(attributes_at(0, 0), A_REVERSE);
		assert_int_equal(attributes_at(0, 1),
				 A_UNDERLINE); /* the theme's default, because it names no colour */
		assert_int_equal(attributes_at(0, 2), A_NORMAL);
		close_screen();
	}
	open_screen("xterm-256color", false);
	assert_colours(ROLE_SELECTED, 1, 4);
	close_screen();
}

#define ON(test, kind) cmocka_unit_test_setup_teardown(test, kind##_screen, leave_screen)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON(text_is_cut_at_both_edges_of_its_area, utf8),
		ON(a_wide_character_is_never_cut_in_half, utf8),
		ON(an_overwritten_wide_character_leaves_no_half_behind, utf8),
		ON(marks_stay_with_their_character, utf8),
		ON(control_bytes_are_shown_as_pictures, utf8),
		ON(bytes_that_are_no_utf8_are_shown_as_numbers, utf8),
		ON(characters_that_control_the_terminal_are_escaped, utf8),
		ON(text_that_does_not_fit_ends_in_an_ellipsis, utf8),
		ON(nothing_is_painted_outside_its_area_whatever_the_bytes, utf8),
		ON(a_frame_returns_the_area_inside_it, utf8),
		ON(a_long_title_is_cut_and_stays_between_the_corners, utf8),
		ON(a_sparkline_scales_its_last_values_to_the_largest, utf8),
		ON(each_glyph_is_one_cell_wide, utf8),
		ON(an_emoji_is_drawn_or_replaced_by_one_cell, utf8),
		ON(an_emoji_at_the_edge_is_drawn_whole_or_not_at_all, utf8),
		ON(without_utf8_an_emoji_is_one_question_mark, ascii),
		ON(without_utf8_glyphs_and_text_are_ascii, ascii),
		ON(each_glyph_is_one_cell_wide, ascii),
		cmocka_unit_test(colours_are_the_nearest_that_the_terminal_has),
		cmocka_unit_test(bold_and_reverse_distinguish_roles_without_colours),
	};

	setenv("LINES", "24", 1);
	setenv("COLUMNS", "80", 1);
	setenv("NO_COLOR", "", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
