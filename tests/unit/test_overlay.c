/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_overlay.c - a text over the panes: how it wraps, scrolls and is searched, and where its links lead. */
#include "../test.h"
#include "../within.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ui/overlay.h"

#include <curses.h>

#include <locale.h>

static const struct area body = {2, 0, 18, 60};

static SCREEN *screen;
static FILE *nowhere;

static int open_screen(void **state)
{
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return -1;
	nowhere = fopen("/dev/null", "w+");
	screen = nowhere ? newterm("xterm-256color", nowhere, nowhere) : NULL;
	if (!screen)
		return -1;
	theme_bind(false);
	return 0;
}

static int close_screen(void **state)
{
	endwin();
	delscreen(screen);
	fclose(nowhere);
	return 0;
}

/* The text of a row of the screen without trailing blanks; valid until the next call.  */
static const char *row(int y)
{
	static char text[1024];
	size_t size = 0, end = 0;

	for (int x = 0; x < body.width; x++) {
		wchar_t characters[CCHARW_MAX + 1];
		attr_t attributes;
		short pair;
		cchar_t cell;

		assert_int_equal(mvin_wch(y, x, &cell), OK);
		assert_int_equal(getcchar(&cell, characters, &attributes, &pair, NULL), OK);
		size += (size_t)snprintf(text + size, sizeof(text) - size, "%ls", characters);
		if (characters[0] != L' ')
			end = size;
		x += wcwidth(characters[0]) == 2;
	}
	text[end] = '\0';
	return text;
}

static bool is_shown(const struct overlay *overlay, const char *text)
{
	for (int y = 0; y < overlay->area.height; y++)
		if (strstr(row(overlay->area.y + y), text))
			return true;
	return false;
}

static void draw(struct overlay *overlay)
{
	overlay_draw(overlay, body);
}

static struct overlay answer(const char *text)
{
	struct overlay overlay = {0};

	overlay_open(&overlay, "why");
	overlay_add_answer(&overlay, text, 1000);
	draw(&overlay);
	return overlay;
}

/* This many lines "line 1" … */
static struct overlay many_lines(int count)
{
	FREED_BY(bytes_free) struct bytes text = {0};
	struct overlay overlay;

	for (int i = 1; i <= count; i++)
		bytes_addf(&text, "line %d.\n", i);
	overlay = answer(text.at);
	return overlay;
}

#define OVERLAY_TEST(name, made) TEST_OF(name, struct overlay, overlay, made, overlay_close)

OVERLAY_TEST(it_is_as_high_as_its_text_and_at_the_bottom, answer("one\ntwo\n\nfour\n"))
{
	assert_int_equal(overlay->area.height, 4);
	assert_int_equal(overlay->area.y + overlay->area.height + 1, body.y + body.height);
	assert_non_null(strstr(row(overlay->area.y), "one"));
	assert_non_null(strstr(row(overlay->area.y + 3), "four"));
	assert_non_null(strstr(row(overlay->area.y - 1), "why"));
}

TEST(long_lines_wrap_at_blanks_and_align_with_their_last_column)
{
	struct overlay overlay FREED_BY(overlay_close) =
		answer("  rule      a sentence that is much longer than the sixty columns that "
		       "there are for it and so goes on below\n");

	assert_int_equal(overlay.row_count, 3);
	for (int i = 1; i < overlay.row_count; i++)
		assert_int_equal(overlay.rows[i].column, 12);
	for (int i = 0; i < overlay.row_count; i++)
		assert_true(overlay.rows[i].column +
				    paint_bytes_width(overlay.lines[0].text + overlay.rows[i].from,
						      overlay.rows[i].size) <=
			    body.width - 4);
	assert_true(is_shown(&overlay, "goes on below"));
}

TEST(a_name_too_long_for_its_column_has_its_own_line)
{
	struct overlay overlay FREED_BY(overlay_close) = {0};

	overlay_open(&overlay, "help");
	overlay_add(&overlay, 12, "fits", "beside it");
	overlay_add(&overlay, 12, "fits not at all", "below it");
	draw(&overlay);
	assert_int_equal(overlay.row_count, 3);
	assert_non_null(strstr(row(overlay.area.y), "  fits      beside it"));
	assert_non_null(strstr(row(overlay.area.y + 1), "  fits not at all "));
	assert_null(strstr(row(overlay.area.y + 1), "below it"));
	assert_non_null(strstr(row(overlay.area.y + 2), "            below it"));
}

TEST(wide_characters_and_words_without_blanks_are_cut_between_characters)
{
	struct bytes text FREED_BY(bytes_free) = {0};
	struct overlay overlay FREED_BY(overlay_close);
	size_t shown = 0;

	for (int i = 0; i < 100; i++)
		bytes_add_text(&text, "棋");
	bytes_add_text(&text, "\nend");
	overlay = answer(text.at);
	for (int i = 0; i + 1 < overlay.row_count; i++) {
		assert_int_equal(overlay.rows[i].size % strlen("棋"), 0);
		shown += overlay.rows[i].size;
	}
	assert_int_equal(shown, 100 * strlen("棋"));
	assert_true(is_shown(&overlay, "end"));
}

OVERLAY_TEST(a_new_width_wraps_again, answer("a sentence longer than forty columns, said once\nlast\n"))
{
	int before = overlay->row_count;

	overlay_draw(overlay, (struct area){2, 0, 18, 40});
	assert_true(overlay->row_count > before);
	draw(overlay);
	assert_int_equal(overlay->row_count, before);
}

TEST(a_message_number_is_a_link_unless_it_is_quoted)
{
	struct overlay overlay =
		answer("#12 and (#7), not \"# #3 \\\" #4\", x#5, #2000, #0, #8th; then #9\n`goto 4`\n");
	static const int64_t expected[] = {12, 7, 9, 0};

	assert_int_equal(overlay.link_count, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(overlay.links[i].message, expected[i]);
	assert_text(overlay_command(&overlay, &overlay.links[3]), "goto 4");
	overlay_close(&overlay);
}

TEST(tab_selects_links_in_turn_and_scrolls_to_them)
{
	struct overlay overlay = many_lines(50);
	struct bytes text FREED_BY(bytes_free) = {0};

	overlay_close(&overlay);
	for (int i = 1; i <= 50; i++)
		bytes_addf(&text, i % 20 == 1 ? "line #%d\n" : "line %d\n", i);
	overlay = answer(text.at);
	assert_int_equal(overlay_selected(&overlay)->message, 1);
	assert_int_equal(overlay_key(&overlay, '\t', false), OVERLAY_NOTHING);
	assert_int_equal(overlay_selected(&overlay)->message, 21);
	draw(&overlay);
	assert_true(is_shown(&overlay, "line #21"));
	overlay_key(&overlay, KEY_BTAB, true);
	overlay_key(&overlay, KEY_BTAB, true);
	assert_int_equal(overlay_selected(&overlay)->message, 41);
	draw(&overlay);
	assert_true(is_shown(&overlay, "line #41"));
	assert_int_equal(overlay_key(&overlay, '\r', false), OVERLAY_FOLLOW);
	overlay_close(&overlay);
}

TEST(down_selects_a_visible_link_or_scrolls)
{
	struct overlay overlay = answer("#1\n#2\n");

	overlay_key(&overlay, KEY_DOWN, true);
	assert_int_equal(overlay_selected(&overlay)->message, 2);
	overlay_key(&overlay, KEY_UP, true);
	assert_int_equal(overlay_selected(&overlay)->message, 1);
	overlay_close(&overlay);
	overlay = many_lines(40);
	overlay_key(&overlay, KEY_DOWN, true);
	draw(&overlay);
	assert_false(is_shown(&overlay, "line 1."));
	assert_true(is_shown(&overlay, "line 2."));
	overlay_close(&overlay);
}

OVERLAY_TEST(it_scrolls_to_its_ends_and_no_further, many_lines(40))
{
	overlay_key(overlay, KEY_END, true);
	draw(overlay);
	assert_true(is_shown(overlay, "line 40."));
	assert_true(is_shown(overlay, "line 25."));
	overlay_key(overlay, KEY_NPAGE, true);
	draw(overlay);
	assert_true(is_shown(overlay, "line 25."));
	overlay_key(overlay, KEY_HOME, true);
	overlay_click(overlay, 5, 5, 4);
	draw(overlay);
	assert_true(is_shown(overlay, "line 1."));
	overlay_click(overlay, 5, 5, 5);
	draw(overlay);
	assert_false(is_shown(overlay, "line 1."));
}

OVERLAY_TEST(a_click_on_a_link_follows_it, answer("so #3 or #44.\n"))
{
	int y = overlay->area.y, x = overlay->area.x + (int)strlen("so #3 or ");

	assert_int_equal(overlay_click(overlay, y, x - 1, 1), OVERLAY_NOTHING);
	assert_int_equal(overlay_click(overlay, y, x, 1), OVERLAY_FOLLOW);
	assert_int_equal(overlay_selected(overlay)->message, 44);
	assert_int_equal(overlay_click(overlay, y, x + 3, 1), OVERLAY_NOTHING);
	assert_int_equal(overlay_click(overlay, y + 1, x, 1), OVERLAY_NOTHING);
}

OVERLAY_TEST(a_search_wraps_around_and_shows_the_line, many_lines(40))
{
	assert_true(overlay_search(overlay, "LINE 3", 1));
	assert_int_equal(overlay->found, 2);
	assert_true(overlay_search(overlay, "line 3", 1));
	assert_int_equal(overlay->found, 29);
	draw(overlay);
	assert_true(is_shown(overlay, "line 30."));
	assert_true(overlay_search(overlay, "line 3.", -1));
	assert_int_equal(overlay->found, 2);
	assert_false(overlay_search(overlay, "nowhere", 1));
}

TEST(escape_and_q_close_it_and_the_prompt_may_open_over_it)
{
	struct overlay overlay = many_lines(3);

	assert_int_equal(overlay_key(&overlay, ':', false), OVERLAY_PASS);
	assert_true(overlay.open);
	assert_int_equal(overlay_key(&overlay, 'q', false), OVERLAY_NOTHING);
	assert_false(overlay.open);
	overlay = many_lines(3);
	overlay_key(&overlay, 27, false);
	assert_false(overlay.open);
}

TEST(all_keys_that_scroll_scroll_it)
{
	static const struct {
		unsigned key;
		bool is_code;
		int top; /* of 40 lines, of which 16 are seen */
	} keys[] = {{'j', false, 1},     {'k', false, 0},     {' ', false, 16},      {'b', false, 0},
		    {'d', false, 8},     {'u', false, 0},     {'D' & 31, false, 8},  {'U' & 31, false, 0},
		    {'G', false, 24},    {'g', false, 0},     {KEY_NPAGE, true, 16}, {KEY_PPAGE, true, 0},
		    {KEY_END, true, 24}, {KEY_HOME, true, 0}, {KEY_DOWN, true, 1},   {KEY_UP, true, 0}};
	struct overlay overlay = many_lines(40);

	assert_int_equal(overlay.area.height, 16);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		assert_int_equal(overlay_key(&overlay, keys[i].key, keys[i].is_code), OVERLAY_NOTHING);
		assert_int_equal(overlay.top, keys[i].top);
	}
	assert_int_equal(overlay_key(&overlay, 'y', false), OVERLAY_PASS);
	assert_true(overlay.open);
	overlay_key(&overlay, '?', false);
	assert_false(overlay.open);
}

/* The lines of the ? screen of the board's section, a / before each. The caller
 * frees.  */
static char *help_of_board(const char *system)
{
	struct overlay overlay FREED_BY(overlay_close) = {0};
	struct bytes text = {0};
	bool inside = false;

	help_open(&overlay, &(struct help_place){.system = system, .situation = WHEN_PAUSED});
	for (int i = 0; i < overlay.line_count; i++) {
		inside = overlay.lines[i].heading ? strncmp(overlay.lines[i].text, "On the board", 12) == 0
						  : inside;
		if (inside)
			bytes_addf(&text, "/%s", overlay.lines[i].text);
	}
	return text.at;
}

TEST(the_help_shows_the_keys_of_this_matchs_board_only)
{
	static const struct {
		const char *system, *help;
	} cases[] = {
		{"qchess", "/On the board of qchess"
			   "/  arrows    move the cursor; also h j k l"
			   "/  enter     choose the piece at the cursor, or where it goes; so does a click"
			   "/  R         show or hide what the rules hide from the players"},
		{"lmc2", "/On the board of lmc2"
			 "/  enter     type what the player says; its first words open the prompt, too"},
		{"gomocup",
		 "/On the board of gomocup"
		 "/  arrows    move the cursor; also h j k l"
		 "/  enter     play at the cursor; a click plays where it is"
		 "/  #         show or hide the numbers of the stones"
		 "/  !         show or hide the points where the rules forbid a move"
		 "/  a         show or hide what the agents think: squares, values, lines; off when you play"
		 "/  :set origin/            draw row 1 at the top or at the bottom"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_text(help_of_board(cases[i].system), cases[i].help);
	}
}

/* The numbers of the lines that begin so; fails if one is missing.  */
static int line_with(const struct overlay *overlay, const char *text)
{
	for (int i = 0; i < overlay->line_count; i++)
		if (strncmp(overlay->lines[i].text, text, strlen(text)) == 0)
			return i;
	fail_msg("no line begins with \"%s\"", text);
	return -1;
}

TEST(the_help_begins_with_what_can_be_done_here)
{
	static const struct {
		unsigned situation;
		const char *title, *key;
	} cases[] = {
		{WHEN_PAUSED, "Now: the match is paused", "  space     continue, or begin the next game"},
		{WHEN_FILE, "Now: this match is read from a file", "  left      go back one move"},
		{WHEN_OVER | WHEN_GOES_ON, "Now: the match is over", "  r         play on from the position"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct overlay overlay FREED_BY(overlay_close) = {0};
		int board;

		help_open(&overlay,
			  &(struct help_place){.system = "gomocup", .situation = cases[i].situation});
		board = line_with(&overlay, "On the board of gomocup");
		assert_int_equal(line_with(&overlay, cases[i].title), 0);
		assert_within(line_with(&overlay, cases[i].key), 1, board - 1);
		assert_true(line_with(&overlay, "Run and stop") > board);
		assert_true(line_with(&overlay, "  E         give the game up") >
			    line_with(&overlay, "Not now"));
		assert_true(line_with(&overlay, "  tab ") < line_with(&overlay, "Not now"));
		line_with(&overlay, "  ^Z ");
		line_with(&overlay, "  click ");
	}
}

TEST(on_a_persons_turn_the_help_begins_with_the_keys_of_the_game)
{
	struct overlay overlay FREED_BY(overlay_close) = {0};
	int now;

	help_open(&overlay, &(struct help_place){.system = "gomocup",
						 .situation = WHEN_RUNNING | WHEN_YOUR_TURN | WHEN_HINTED});
	now = line_with(&overlay, "Now: it is your turn");
	assert_int_equal(line_with(&overlay, "On the board of gomocup"), 0);
	assert_within(line_with(&overlay, "  enter     play at the cursor"), 1, now);
	assert_within(line_with(&overlay, "  u         take back your last move"), now,
		      line_with(&overlay, "Run and stop"));
	assert_within(line_with(&overlay, "  H         ask an agent for your move"), now,
		      line_with(&overlay, "Run and stop"));
	assert_within(line_with(&overlay, "  E         give the game up, or call it a draw: then r or d"),
		      now, line_with(&overlay, "Run and stop"));
	for (int i = 0, found = 0; i < overlay.line_count; i++)
		assert_true((found += strncmp(overlay.lines[i].text, "  E  ", 5) == 0) <= 1);
}

TEST(the_help_of_every_system_has_four_pages_of_a_small_screen)
{
	enum { WIDTH = 76, PAGE = 17 };
	static const struct binding own[] = {{"j", "", "a key of a pane", NULL, 0, KEYS_READ},
					     {"<", "", "another", NULL, 0, KEYS_READ},
					     {"enter", "", "another", NULL, 0, KEYS_READ},
					     {"w", "", "another", NULL, 0, KEYS_READ},
					     {"y", "", "another", NULL, 0, KEYS_READ},
					     {"B", "", "another", NULL, 0, KEYS_READ},
					     {0}};
	static const unsigned situations[] = {WHEN_PAUSED | WHEN_HELD | WHEN_MESSAGES,
					      WHEN_RUNNING | WHEN_YOUR_TURN,
					      WHEN_FILE | WHEN_BACK | WHEN_GOES_ON, WHEN_OVER | WHEN_GOES_ON};
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++)
		for (size_t k = 0; k < sizeof(situations) / sizeof(situations[0]); k++) {
			struct overlay overlay FREED_BY(overlay_close) = {0};
			int rows = 0;

			help_open(&overlay, &(struct help_place){.system = protocol->name,
								 .situation = situations[k],
								 .own = own});
			for (int n = 0; n < overlay.line_count; n++)
				rows += ((int)strlen(overlay.lines[n].text) + WIDTH - 1) / WIDTH;
			if (rows > 4 * PAGE)
				fail_msg("%s, situation %#x: %d rows", protocol->name, situations[k], rows);
		}
}

int main(void)
{
	setenv("LINES", "24", 1);
	setenv("COLUMNS", "80", 1);
	return RUN_TESTS(open_screen, close_screen);
}
