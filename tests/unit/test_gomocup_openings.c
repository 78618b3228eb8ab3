/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gomocup_openings.c - the three formats of opening files, and how mistakes in them are reported.  */
#include "ringside/protocol.h"
#include "setup_fixture.h"

static char **read_openings(const char *size, const char *text, size_t length, int *count, char **problem)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	char **openings;

	setup_set(&setup, "size", size);
	openings = protocol_named("gomocup")->openings->read(&setup, text, length, "file", count, problem);
	return openings;
}

/* All openings of the text, separated by blanks.  */
static void expect(const char *size, const char *text, const char *expected)
{
	char *problem = NULL, found[1000] = "";
	int count;
	char **openings = read_openings(size, text, strlen(text), &count, &problem);

	if (!openings)
		fail_msg("%s", problem);
	for (int i = 0; i < count; i++) {
		strcat(strcat(found, i ? " " : ""), openings[i]);
		free(openings[i]);
	}
	free(openings);
	assert_string_equal(found, expected);
}

static void expect_refused_bytes(const char *size, const char *text, size_t length, const char *expected)
{
	FREED char *problem = NULL;
	int count;

	if (read_openings(size, text, length, &count, &problem))
		fail_msg("found %d openings in \"%s\"", count, text);
	assert_int_equal(count, 0);
	if (!strstr(problem, expected))
		fail_msg("\"%s\" gives: %s", text, problem);
}

static void expect_refused(const char *size, const char *text, const char *expected)
{
	expect_refused_bytes(size, text, strlen(text), expected);
}

TEST(offsets_count_from_the_centre)
{
	expect("15", "0,0, 1,-1, -7,7\n", "h8i7a15");
	expect("20", "0,0\n-10,9\n", "k11 a20");
	expect("20x16", " +1 , 0 ,-1,1", "l9j10");
	expect("15", "0,0,1,0", "h8i8");
}

TEST(squares_are_read_with_or_without_blanks)
{
	expect("15", "d3e5f6\r\nH8 g7 F6\r\n", "d3e5f6 h8g7f6");
	expect("64", "a64bl1z10aa11", "a64bl1z10aa11");
}

/* All forms of the opening, separated by blanks.  */
static void expect_forms(const char *size, const char *opening, const char *expected)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	char found[200] = "", *text;

	setup_set(&setup, "size", size);
	for (int form = 0; (text = protocol_named("gomocup")->openings->form(&setup, opening, form));
	     form++) {
		strcat(strcat(found, form ? " " : ""), text);
		free(text);
	}
	assert_string_equal(found, expected);
}

/* The board is mirrored, and then turned by quarters.  */
TEST(an_opening_has_eight_forms_on_a_square_board_and_four_on_others)
{
	expect_forms("15", "h8i9k8", "h8i9k8 h8g9e8 h8g9h11 h8g7h5 h8g7e8 h8i7k8 h8i7h5 h8i9h11");
	expect_forms("7x5", "a1b3", "a1b3 g1f3 g5f3 a5b3");
}

TEST(a_psq_file_is_one_opening)
{
	expect("15",
	       "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,312\r\n1,15,9\r\npbrain-a\r\npbrain-b\r\n-1\r\n",
	       "h8i7a15");
	expect("20x18", "Piskvorky 20x18, 1:1, 0\n20,18,1\n1,1,1\n\n-1\n", "t18a1");
}

TEST(lines_without_an_opening_are_skipped)
{
	expect("15", "\xef\xbb\xbf# black, white\n\n; h8\n  \t\n  h8 \n#\n0,1", "h8 h9");
}

TEST(a_mistake_names_its_line_and_what_was_expected)
{
	expect_refused("15", "h8\n\nh9\nzz\n", "file:4:1: expected squares such as d3e5f6");
	expect_refused("15", "0,0, 1\n", "file:1:7: expected");
	expect_refused("15", "0,0, 1,\n", "file:1:8: expected");
	expect_refused("15", "0,0 1,1\n", "not \"1,1\"");
	expect_refused("15", "0,0 x\n", "not \"x\"");
	expect_refused("15", "h8,g7\n", "file:1:3: expected");
	expect_refused("15", "h8!\n", "not \"");
	expect_refused("15", "\xff\x01\n", "not \"\\xff\\x01\"");
	expect_refused("15", "Piskvorky\n8,8,0\n", "file:1:10: expected \"Piskvorky 15x15");
	expect_refused("15", "Piskvorky 15x15, 1:1, 0\n8,8,0\na\n8,9,0\n",
		       "file:3:1: expected a move such as 8,8,312");
	expect_refused("15", "", "file: contains no opening");
	expect_refused("15", "# none\n", "file: contains no opening");
	expect_refused("15", "Piskvorky 15x15, 1:1, 0\na\nb\n", "file: contains no opening");
}

TEST(bytes_that_are_no_text_are_a_mistake)
{
	expect_refused_bytes("15", "h8\0h9\n", 6, "file:1:3: expected squares");
	expect_refused_bytes("15", "h8\n\0\n", 5, "file:2:1: expected squares");
}

TEST(an_opening_must_fit_the_board)
{
	expect_refused("15", "h8\n0,8\n", "file:2:1: stone 1 is at 7,15, outside the board of 15×15");
	expect_refused("15", "0,0, -8,0\n", "file:1:1: stone 2 is at -1,7, outside");
	expect_refused("15", "99999999999999999999,0\n", "outside");
	expect_refused("15", "h8p1\n", "file:1:1: stone 2 is at 15,0, outside");
	expect_refused("15", "h8h0\n", "file:1:");
	expect_refused("15", "Piskvorky 20x20, 1:1, 0\n8,8,0\n", "file:1:1: is for a board of 20×20");
	expect_refused("15", "Piskvorky 15x15, 1:1, 0\n8,8,0\n16,8,0\n", "file:3:1: 16,8 is outside");
	expect_refused("15", "h8g7h8\n", "file:1:1: the opening \"h8g7h8\": two stones on h8");
}

TEST(an_opening_leaves_moves_to_play)
{
	expect("15", "a1a3b1b3c1c3d1d3", "a1a3b1b3c1c3d1d3");
	expect_refused("15", "a1a3b1b3c1c3d1d3e1", "file:1:1: it wins already");
}

TEST_MAIN(NULL, NULL)
