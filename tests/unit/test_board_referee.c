/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_board_referee.c - the view of a referee's game: its rows, the last move, and the moves that a person
 * has.  */
#define NCURSES_NOMACROS
#include "fake_paint.h"
#include "said_fixture.h"
#include "setup_fixture.h"

#include <curses.h>

extern const struct board_view board_referee;

struct table {
	struct session session;
	struct view view;
	void *board;
};

STUB(bool, match_file_is_busy(const struct match_file *file), file == NULL)
STUB(unsigned, match_file_shows(struct match_file *file), file != NULL)
STUB(int, session_person(const struct session *session),
     session->match.over                                    ? SEAT_NONE
     : session->match.setup.seat[SEAT_1].kind == SEAT_HUMAN ? SEAT_1
     : session->match.setup.seat[SEAT_2].kind == SEAT_HUMAN ? SEAT_2
							    : SEAT_NONE)

static const struct area pane = {.y = 1, .x = 2, .height = 12, .width = 30};

static struct table *table_new(enum seat_kind one, enum seat_kind two)
{
	struct table *table = bytes_new(sizeof(*table));
	struct setup setup FREED_BY(setup_free) = setup_of("referee");

	setup.seat[SEAT_NONE].kind = SEAT_AGENT;
	setup.seat[SEAT_1].kind = one;
	setup.seat[SEAT_2].kind = two;
	setup_name(&setup, SEAT_1, "polly");
	setup_name(&setup, SEAT_2, "echo");
	match_init(&table->session.match, &setup);
	table->board = board_referee.new(&setup);
	table->view = (struct view){.session = &table->session, .turns = VIEW_LIVE};
	return table;
}

static void table_end(struct table **made)
{
	FREED struct table *table = *made;

	board_referee.free(table->board);
	session_clear(&table->session);
}

#define TABLE_TEST(name, one, two) TEST_GIVEN(name, struct table *, table, table_new(one, two), table_end)

/* The referee says these lines; the last one is NULL.  */
static void say(struct table *table, ...)
{
	const char *line;
	va_list args;

	va_start(args, table);
	while ((line = va_arg(args, const char *)))
		session_says(&table->session, SEAT_NONE, FROM_AGENT,
			     strncmp(line, "game", 4) == 0 ? CHANNEL_COMMAND : CHANNEL_INFO, line);
	va_end(args);
}

static void answer(struct table *table, int seat, const char *words)
{
	const struct message *message =
		session_says(&table->session, seat, FROM_AGENT, CHANNEL_OUTPUT, words);

	match_add(&table->session.match,
		  (struct turn){.seat = seat, .played = bytes_text("%s", words), .message = message->n});
}

static void draw_after(struct table *table, int turns)
{
	fake_clear(false);
	board_referee.position(table->board, &table->session.match, turns);
	board_referee.draw(table->board, pane, &table->view, true);
}

static void draw(struct table *table)
{
	draw_after(table, table->session.match.turn_count);
}

static void press(struct table *table, unsigned key)
{
	assert_int_equal(board_referee.key(table->board, key, true), 1);
	draw(table);
}

static enum role role_at(int y, int x)
{
	return fake_role(pane.y + y, pane.x + x);
}

TABLE_TEST(the_rows_stand_below_the_names, SEAT_AGENT, SEAT_AGENT)
{
	say(table, "game chess960", "| a b", "| c d", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows(pane, "chess960"));
	assert_true(fake_shows(pane, "polly"));
	assert_true(fake_shows(pane, "a b"));
	assert_true(fake_shows(pane, "c d"));
}

TABLE_TEST(a_board_ends_with_any_other_line, SEAT_AGENT, SEAT_AGENT)
{
	say(table, "| first", "# and then", "| second", "| third", "score 1 2", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_false(fake_shows(pane, "first"));
	assert_true(fake_shows(pane, "second"));
	assert_true(fake_shows(pane, "third"));
}

TABLE_TEST(looking_back_shows_the_board_of_that_time, SEAT_AGENT, SEAT_AGENT)
{
	say(table, "| none", "> 1 go", "ask 1", NULL);
	answer(table, SEAT_1, "a");
	say(table, "move 1 a", "| one", "> 2 go", "ask 2", NULL);
	answer(table, SEAT_2, "b");
	say(table, "move 2 b", "| two", "win 2", NULL);
	for (int turns = 2; turns >= 0; turns--) {
		draw_after(table, turns);
		assert_true(fake_shows(pane, turns == 2 ? "two" : turns ? "one" : "none"));
	}
}

TABLE_TEST(what_was_read_is_not_read_again, SEAT_AGENT, SEAT_AGENT)
{
	int read;

	say(table, "game any", "| a", NULL);
	draw(table);
	assert_true(board_referee.unfinished(table->board)); /* the move at the cursor is another one now */
	read = table->session.read;
	draw(table);
	assert_false(board_referee.unfinished(table->board));
	assert_int_equal(table->session.read, read);
	say(table, "| b", "> 1 go", "ask 1", NULL); /* the same board goes on */
	draw(table);
	assert_true(fake_shows(pane, "a") && fake_shows(pane, "b"));
	assert_int_equal(table->session.read, read + 3);
	say(table, "# a remark", NULL); /* the position has all that belongs to it */
	draw(table);
	assert_int_equal(table->session.read, read + 3);
}

TABLE_TEST(a_position_of_many_lines_is_read_in_several_frames, SEAT_AGENT, SEAT_AGENT)
{
	int frames = 0;

	for (int i = 0; i < 6000; i++)
		say(table, "# a remark", NULL);
	say(table, "| the row", "> 1 go", "ask 1", NULL);
	do
		draw(table);
	while (board_referee.unfinished(table->board) && ++frames < 10);
	assert_true(fake_shows(pane, "the row"));
	assert_true(frames > 1 && frames < 10);
}

TABLE_TEST(the_board_stays_until_both_have_answered, SEAT_AGENT, SEAT_HUMAN)
{
	say(table, "| both", "legal 1 a", "legal 2 b c", "> 1 go", "> 2 go", "ask 1 2", NULL);
	answer(table, SEAT_1, "a");
	draw(table);
	assert_true(fake_shows(pane, "both"));
	assert_string_equal(board_referee.move(table->board), "b");
	answer(table, SEAT_2, "b");
	draw(table);
	assert_true(fake_shows(pane, "both"));
	assert_null(board_referee.move(table->board));
	say(table, "| next", "legal 2 d", "> 2 go", "ask 2", NULL);
	draw(table);
	assert_false(fake_shows(pane, "both"));
	assert_string_equal(board_referee.move(table->board), "d");
}

TABLE_TEST(the_last_board_stays_when_the_result_comes_without_one, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| before", "> 1 go", "ask 1", NULL);
	answer(table, SEAT_1, "a");
	say(table, "move 1 cell=1,1 a", "| last", "legal 1 b", "> 1 go", "ask 1", NULL);
	answer(table, SEAT_1, "b");
	say(table, "move 1 cell=1,2 b", "draw", NULL);
	draw(table);
	assert_true(fake_shows(pane, "last"));
	assert_false(fake_shows(pane, "before"));
	assert_null(board_referee.move(table->board));
}

TABLE_TEST(a_person_sees_the_rows_for_that_player, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| all", "1| mine", "2| theirs", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows(pane, "mine"));
	assert_false(fake_shows(pane, "all") || fake_shows(pane, "theirs"));
}

TABLE_TEST(a_person_sees_the_rows_for_all_if_there_are_no_others, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| all", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows(pane, "all"));
}

TABLE_TEST(spectators_see_no_rows_for_players, SEAT_AGENT, SEAT_AGENT)
{
	say(table, "| all", "1| mine", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows(pane, "all"));
	assert_false(fake_shows(pane, "mine"));
}

TABLE_TEST(a_page_of_results_has_the_last_board_of_the_match, SEAT_AGENT, SEAT_AGENT)
{
	struct area small;

	table->view.session = NULL;
	answer(table, SEAT_1, "one");
	answer(table, SEAT_2, "two");
	match_show_row(&table->session.match, true, "last row", strlen("last row"));
	draw_after(table, 1);
	assert_true(fake_shows(pane, "one"));
	assert_false(fake_shows(pane, "last row"));
	for (int i = 0; i < 20; i++)
		match_show_row(&table->session.match, i == 0, "a row of the last board of 40 columns, last",
			       strlen("a row of the last board of 40 columns, last"));
	draw_after(table, 2);
	assert_true(fake_shows(pane, "a row of the last board of 40"));
	assert_false(fake_shows(pane, "one"));
	small = board_referee.picture(table->board);
	assert_int_equal(small.width, strlen("a row of the last board of 40 columns, last"));
	assert_int_equal(small.height, 23);
}

TABLE_TEST(the_cell_of_the_last_move_stands_out, SEAT_AGENT, SEAT_AGENT)
{
	say(table, "| . .", "> 1 go", "ask 1", NULL);
	answer(table, SEAT_1, "b2");
	say(table, "move 1 cell=2,2 b2", "| . .", "| . X", "> 2 go", "ask 2", NULL);
	draw(table);
	assert_string_equal(fake_at(pane.y + 4, pane.x + 2), "X");
	assert_int_equal(role_at(4, 2), ROLE_BOARD_LAST);
	assert_int_equal(role_at(4, 0), ROLE_BOARD);
}

TABLE_TEST(arrows_go_to_the_cells_of_legal_moves, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| . X .", "| . . .", "legal 1 cell=1,1 a1", "legal 1 cell=1,3 c1", "legal 1 cell=2,3 c2",
	    "> 1 go", "ask 1", NULL);
	draw(table);
	assert_int_equal(role_at(3, 0), ROLE_BOARD_CURSOR);
	press(table, KEY_RIGHT);
	assert_string_equal(board_referee.move(table->board), "c1");
	assert_int_equal(role_at(3, 4), ROLE_BOARD_CURSOR);
	press(table, KEY_DOWN);
	assert_string_equal(board_referee.move(table->board), "c2");
	press(table, KEY_DOWN); /* there is no other */
	assert_string_equal(board_referee.move(table->board), "c2");
}

TABLE_TEST(arrows_go_through_moves_without_cells, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| heap", "legal 1 one two", "legal 1 move=a and b", "legal 2 three", "> 1 go", "ask 1",
	    NULL);
	draw(table);
	assert_string_equal(board_referee.move(table->board), "one");
	press(table, KEY_DOWN);
	press(table, KEY_DOWN);
	assert_string_equal(board_referee.move(table->board), "a and b");
	press(table, KEY_DOWN);
	assert_string_equal(board_referee.move(table->board), "a and b");
}

TABLE_TEST(a_click_on_a_cell_chooses_its_move, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| . .", "legal 1 cell=1,1 a", "legal 1 cell=1,2 b", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_int_equal(board_referee.click(table->board, 3, 2, 1), 2);
	assert_string_equal(board_referee.move(table->board), "b");
	assert_int_equal(board_referee.click(table->board, 4, 2, 1), 0);
}

TABLE_TEST(a_click_on_a_name_in_the_list_chooses_that_move, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| heap", "legal 1 one two three", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows((struct area){pane.y + 5, pane.x, 1, pane.width}, "one  two  three"));
	assert_int_equal(board_referee.click(table->board, 5, 7, 1), 2);
	assert_string_equal(board_referee.move(table->board), "two");
	assert_int_equal(board_referee.click(table->board, 5, 8, 1), 0); /* between two names */
	assert_int_equal(board_referee.click(table->board, 6, 5, 1), 0);
}

/* The pane has room for six of these sixty moves in a line, and below one row for seven lines.  */
static void say_many_moves(struct table *table, const char *row)
{
	struct bytes legal = {0};

	bytes_add_text(&legal, "legal 1");
	for (int i = 0; i < 60; i++)
		bytes_addf(&legal, " %03d", 100 + i);
	say(table, row, legal.at, "> 1 go", "ask 1", NULL);
	bytes_free(&legal);
	draw(table);
}

TABLE_TEST(a_list_without_room_leaves_out_what_the_player_was_told, SEAT_HUMAN, SEAT_AGENT)
{
	say_many_moves(table, "# no row");
	assert_true(fake_shows((struct area){pane.y + 4, pane.x, 1, pane.width}, "100  101"));
	assert_false(fake_shows(pane, "go"));
}

TABLE_TEST(down_goes_to_the_line_below_in_a_list, SEAT_HUMAN, SEAT_AGENT)
{
	say_many_moves(table, "| heap");
	press(table, KEY_RIGHT);
	press(table, KEY_DOWN);
	assert_string_equal(board_referee.move(table->board), "107");
	for (int i = 0; i < 8; i++)
		press(table, KEY_DOWN);
	assert_string_equal(board_referee.move(table->board), "155");
	assert_true(fake_shows(pane, "155"));                            /* the list has scrolled */
	assert_int_equal(board_referee.click(table->board, 4, 0, 1), 0); /* a line of it that is not seen */
	assert_int_equal(board_referee.click(table->board, 5, 0, 1), 2);
	assert_string_equal(board_referee.move(table->board), "118");
	press(table, KEY_UP);
	assert_string_equal(board_referee.move(table->board), "112");
}

/* As behind a bridge.  */
TABLE_TEST(a_person_in_a_game_without_rows_sees_what_its_player_is_told, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "> 1 field 3", "> 2 secret", "> 1 go", "ask 1 lines=2", NULL);
	draw(table);
	assert_true(fake_shows(pane, "field 3"));
	assert_true(fake_shows(pane, "go"));
	assert_false(fake_shows(pane, "secret"));
	assert_non_null(strstr(board_referee.expects(table->board), "\" / \""));
	answer(table, SEAT_1, "a / b");
	say(table, "> 1 again", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows(pane, "again"));
	assert_false(fake_shows(pane, "field 3"));
	assert_null(strstr(board_referee.expects(table->board), "\" / \""));
}

TABLE_TEST(cells_count_characters_without_colours, SEAT_HUMAN, SEAT_AGENT)
{
	say(table, "| \033[31mX\033[0m \033[1;34mO\033[m .", "legal 1 cell=1,3 c", "> 1 go", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows(pane, "X O ."));
	assert_int_equal(role_at(3, 4), ROLE_BOARD_CURSOR);
	assert_string_equal(fake_at(pane.y + 3, pane.x + 4), ".");
}

TABLE_TEST(a_game_without_rows_says_nothing_of_them, SEAT_AGENT, SEAT_AGENT)
{
	say(table, "> 1 go", "ask 1", NULL);
	draw(table);
	assert_false(fake_shows(pane, "rows"));
}

TABLE_TEST(a_large_board_is_scrolled, SEAT_AGENT, SEAT_AGENT)
{
	for (int i = 0; i < 40; i++) {
		FREED char *row = bytes_text("| row %d", i);

		say(table, row, NULL);
	}
	say(table, "> 1 go", "ask 1", NULL);
	draw(table);
	assert_true(fake_shows(pane, "row 0"));
	assert_true(fake_shows(pane, "rows 1-9 of 40"));
	assert_true(board_referee.scroll(table->board, KEY_SF, true));
	draw(table);
	assert_false(fake_shows(pane, "row 0"));
	assert_true(fake_shows(pane, "row 1"));
	assert_true(fake_shows(pane, "rows 2-10 of 40"));
}

TEST_MAIN(NULL, NULL)
