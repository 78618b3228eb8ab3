/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_board_lmc2.c - the view of lmc2: what each player heard and said, and the sums.  */
#define NCURSES_NOMACROS
#include "fake_paint.h"
#include "said_fixture.h"
#include "setup_fixture.h"

#include <curses.h>

extern const struct board_view board_lmc2;

struct table {
	struct session session;
	struct view view;
	void *board;
};

static struct table *table_new(enum seat_kind one, enum seat_kind two)
{
	struct table *table = bytes_new(sizeof(*table));
	struct setup setup FREED_BY(setup_free) = setup_of("lmc2");

	setup.seat[SEAT_NONE].kind = SEAT_AGENT;
	setup.seat[SEAT_1].kind = one;
	setup.seat[SEAT_2].kind = two;
	setup_name(&setup, SEAT_1, "polly");
	setup_name(&setup, SEAT_2, "echo");
	match_init(&table->session.match, &setup);
	table->board = board_lmc2.new(&setup);
	table->view = (struct view){.session = &table->session, .turns = VIEW_LIVE};
	table->session.shown = INT64_MAX;
	return table;
}

static void table_end(struct table **made)
{
	FREED struct table *table = *made;

	board_lmc2.free(table->board);
	session_clear(&table->session);
}

#define TABLE_TEST(name, made) TEST_GIVEN(name, struct table *, table, made, table_end)
#define ALONE_TEST(name)       TABLE_TEST(name, table_new(SEAT_AGENT, SEAT_FREE))

static struct message *say(struct table *table, int seat, enum direction direction, enum channel channel,
			   const char *line)
{
	return session_says(&table->session, seat, direction, channel, line);
}

/* The game program says something, and the judge passes it to the player.  */
static struct message *tell(struct table *table, int seat, enum channel channel, const char *line)
{
	return say(table, seat, TO_AGENT, channel, line);
}

/* A player answers, and the judge passes it to the game program.  */
static void player_says(struct table *table, int seat, const char *words)
{
	FREED char *own = bytes_text("@output %s", words),
		   *told = bytes_text("@player %d @output %s", seat, words);

	if (table->session.match.setup.seat[seat].kind == SEAT_AGENT)
		say(table, seat, FROM_AGENT, CHANNEL_OUTPUT, own);
	match_add(&table->session.match,
		  (struct turn){.seat = seat,
				.played = bytes_text("%s", words),
				.flags = table->session.match.scored ? TURN_SCORED : 0});
	say(table, SEAT_NONE, TO_AGENT, CHANNEL_OUTPUT, told);
}

static void score(struct table *table, int seat, double points)
{
	FREED char *line = bytes_text("@score %g", points);

	tell(table, seat, CHANNEL_SCORE, line);
	match_score(&table->session.match, seat, points);
}

static const struct area small = {.y = 1, .x = 2, .height = 18, .width = 50};

static void draw(struct table *table, struct area area)
{
	fake_clear(false);
	board_lmc2.position(table->board, &table->session.match, table->session.match.turn_count);
	board_lmc2.draw(table->board, area, &table->view, false);
}

/* The row of the screen where the text begins at the column; -1 if there is none.  */
static int row_of(struct area area, int column, const char *text)
{
	FREED char *picture =
		fake_picture((struct area){area.y, area.x + column, area.height, area.width - column});
	char *line = picture;
	int found = -1;

	for (int y = 0; y < area.height && found < 0; y++) {
		if (strncmp(line, text, strlen(text)) == 0)
			found = y;
		line = strchr(line, '\n') + 1;
	}
	return found;
}

static enum role role_at(struct area area, int y, int x)
{
	return fake_role(area.y + y, area.x + x);
}

ALONE_TEST(the_view_says_that_it_is_reconstructed)
{
	draw(table, small);
	assert_int_equal(row_of(small, 0, "LMC2 (reconstructed)"), 0);
	assert_int_equal(row_of(small, 0, "● polly"), 1);
	assert_int_equal(row_of(small, 0, "○ echo"), -1);
}

ALONE_TEST(a_dialogue_has_inputs_outputs_scores_and_hints_in_their_order)
{
	int y;

	tell(table, SEAT_1, CHANNEL_INPUT, "@input hello  there");
	player_says(table, SEAT_1, "hello you");
	score(table, SEAT_1, -1);
	tell(table, SEAT_1, CHANNEL_HINT, "@hint hello there");
	tell(table, SEAT_1, CHANNEL_INPUT, "@input again");
	tell(table, SEAT_1, CHANNEL_INPUT, "@input once more");
	player_says(table, SEAT_1, "again");
	score(table, SEAT_1, 0.5);
	draw(table, small);
	y = row_of(small, 0, "▸ hello there");
	assert_true(y > 1);
	assert_int_equal(row_of(small, 0, "◂ hello you"), y + 1);
	assert_int_equal(row_of(small, 48, "-1"), y + 1);
	assert_int_equal(row_of(small, 0, "◆ hello there"), y + 2);
	assert_int_equal(row_of(small, 0, "▸ again"), y + 3);
	assert_int_equal(row_of(small, 0, "▸ once more"), y + 4);
	assert_int_equal(row_of(small, 0, "◂ again"), y + 5);
	assert_int_equal(row_of(small, 46, "+0.5"), y + 5);
}

ALONE_TEST(the_following_score_marks_words_as_good_or_bad)
{
	int y;

	tell(table, SEAT_1, CHANNEL_INPUT, "@input a");
	player_says(table, SEAT_1, "first");
	draw(table, small);
	y = row_of(small, 0, "◂ first");
	assert_int_equal(role_at(small, y, 2), ROLE_TEXT);
	score(table, SEAT_1, 1);
	draw(table, small);
	assert_int_equal(role_at(small, y, 2), ROLE_GOOD);
	tell(table, SEAT_1, CHANNEL_INPUT, "@input b");
	player_says(table, SEAT_1, "on toe table");
	score(table, SEAT_1, -1);
	draw(table, small);
	y = row_of(small, 0, "◂ on toe table");
	assert_int_equal(role_at(small, y, 2), ROLE_BAD);
	assert_int_equal(role_at(small, y, 9), ROLE_BAD);
	/* A hint says what would have been right.  */
	tell(table, SEAT_1, CHANNEL_HINT, "@hint on the table");
	draw(table, small);
	assert_int_equal(role_at(small, y, 2), ROLE_GOOD);
	assert_int_equal(role_at(small, y, 5), ROLE_BAD);
	assert_int_equal(role_at(small, y, 9), ROLE_GOOD);
}

TABLE_TEST(two_players_have_a_column_each, table_new(SEAT_AGENT, SEAT_HUMAN))
{
	int y;

	tell(table, SEAT_1, CHANNEL_INPUT, "@input one");
	tell(table, SEAT_2, CHANNEL_INPUT, "@input two");
	player_says(table, SEAT_1, "uno");
	player_says(table, SEAT_2,
		    "due"); /* a person's answer is in the file as a message to the game program */
	score(table, SEAT_2, 1);
	score(table, SEAT_1, -1);
	draw(table, small);
	y = row_of(small, 0, "▸ one");
	assert_int_equal(row_of(small, 25, "▸ two"), y);
	assert_int_equal(row_of(small, 0, "◂ uno                -1  ◂ due"), y + 1);
	assert_int_equal(row_of(small, 48, "+1"), y + 1);
	assert_int_equal(row_of(small, 0, "● polly"), 1);
	assert_int_equal(row_of(small, 0, "○ echo"), 2);
}

ALONE_TEST(a_persons_move_in_an_agents_place_counts_as_the_agents)
{
	tell(table, SEAT_1, CHANNEL_INPUT, "@input a");
	say(table, SEAT_1, FROM_AGENT, CHANNEL_OUTPUT, "@output mine");
	say(table, SEAT_NONE, TO_AGENT, CHANNEL_OUTPUT, "@player 1 @output yours");
	draw(table, small);
	assert_int_equal(row_of(small, 0, "◂ mine"), -1);
	assert_true(row_of(small, 0, "◂ yours") > 0);
}

TABLE_TEST(each_move_before_a_score_has_a_line, table_new(SEAT_AGENT, SEAT_HUMAN))
{
	for (int round = 0; round < 2; round++)
		for (int seat = SEAT_1; seat < SEATS; seat++) {
			player_says(table, seat, round ? "b" : "a");
			player_says(table, seat, round ? "b" : "a");
			score(table, seat, 1);
		}
	draw(table, small);
	assert_int_equal(row_of(small, 0, "◂ a                      ◂ a"), 3);
	assert_int_equal(row_of(small, 0, "◂ a                  +1  ◂ a"), 4);
	assert_int_equal(row_of(small, 0, "◂ b                      ◂ b"), 5);
	assert_int_equal(row_of(small, 0, "◂ b                  +1  ◂ b"), 6);
}

TABLE_TEST(a_person_who_moves_first_has_that_line, table_new(SEAT_HUMAN, SEAT_AGENT))
{
	player_says(table, SEAT_1, "four");
	tell(table, SEAT_2, CHANNEL_INPUT, "@input four");
	player_says(table, SEAT_2, "five");
	tell(table, SEAT_1, CHANNEL_INPUT, "@input five");
	draw(table, small);
	assert_int_equal(row_of(small, 0, "◂ four                   ▸ four"), 3);
	assert_int_equal(row_of(small, 0, "▸ five                   ◂ five"), 4);
}

ALONE_TEST(a_long_line_is_wrapped_and_the_newest_are_shown)
{
	static const struct area narrow = {.y = 1, .x = 2, .height = 7, .width = 14};

	tell(table, SEAT_1, CHANNEL_INPUT, "@input what colour is the ball");
	draw(table, narrow);
	assert_int_equal(row_of(narrow, 0, "▸ what colour"), 2);
	assert_int_equal(row_of(narrow, 0, "  is the ball"), 3);
	player_says(table, SEAT_1, "it is green or");
	score(table, SEAT_1, -1); /* stands beside the first row, and nothing else does in its columns */
	draw(table, narrow);
	assert_int_equal(row_of(narrow, 0, "◂ it is     -1"), 4);
	assert_int_equal(row_of(narrow, 0, "  green or"), 5);
	tell(table, SEAT_1, CHANNEL_INPUT, "@input where is the key");
	draw(table, narrow);
	assert_int_equal(row_of(narrow, 0, "◂ it is     -1"), 2);
	assert_int_equal(row_of(narrow, 0, "▸ where is the"), 4);
	assert_int_equal(row_of(narrow, 0, "  key"), 5);
	tell(table, SEAT_1, CHANNEL_INPUT,
	     "@input one word of each dozen that make up a line that is much longer than the board");
	draw(table, narrow);
	assert_int_equal(row_of(narrow, 0, "▸ one word of"), 2);
}

ALONE_TEST(a_dropped_message_was_not_said)
{
	say(table, SEAT_1, FROM_AGENT, CHANNEL_OUTPUT, "@output early")->flags = MESSAGE_DROPPED;
	tell(table, SEAT_1, CHANNEL_HINT, "@hint secret")->flags = MESSAGE_DROPPED;
	draw(table, small);
	assert_int_equal(row_of(small, 0, "◂ early"), -1);
	assert_int_equal(row_of(small, 0, "◆ secret"), -1);
}

ALONE_TEST(the_past_shows_what_had_been_said_by_then)
{
	for (int i = 0; i < 100; i++) {
		char line[64];

		snprintf(line, sizeof(line), "@input in%d", i);
		tell(table, SEAT_1, CHANNEL_INPUT, line);
		snprintf(line, sizeof(line), "out%d", i);
		player_says(table, SEAT_1, line);
	}
	draw(table, small);
	assert_true(row_of(small, 0, "◂ out99") > 0);
	assert_int_equal(row_of(small, 0, "◂ out50"), -1);
	table->session.shown = 3 * 50 + 2; /* the answer */
	draw(table, small);
	assert_true(row_of(small, 0, "◂ out50") > row_of(small, 0, "▸ in50"));
	assert_int_equal(row_of(small, 0, "▸ in51"), -1);
}

TEST(drawing_a_long_match_reads_only_a_few_messages)
{
	enum { FEW = 2 * 4 * 60 }; /* each player has four in a row */
	struct table *table = table_new(SEAT_AGENT, SEAT_AGENT);

	for (int i = 0; i < 500; i++) {
		tell(table, SEAT_1, CHANNEL_INPUT, "@input x");
		player_says(table, SEAT_1, "x");
		tell(table, SEAT_2, CHANNEL_INPUT, "@input x");
		player_says(table, SEAT_2, "x");
	}
	table->session.read = 0;
	draw(table, (struct area){0, 0, 60, 150});
	assert_true(table->session.read >= 1 && table->session.read <= FEW);
	table_end(&table);
}

ALONE_TEST(the_sums_and_the_means_are_at_the_top)
{
	char *text;

	player_says(table, SEAT_1, "a");
	score(table, SEAT_1, 1);
	player_says(table, SEAT_1, "b");
	score(table, SEAT_1, 0.5);
	draw(table, small);
	text = fake_picture((struct area){small.y + 1, small.x, 1, small.width});
	assert_non_null(strstr(text, "+1.5  mean +0.750"));
	free(text);
	assert_text(board_lmc2.score(&table->session.match, 2, SEAT_1), "+1.5");
}

TABLE_TEST(a_seat_without_a_turn_has_no_mean, table_new(SEAT_AGENT, SEAT_AGENT))
{
	FREED char *text;

	player_says(table, SEAT_1, "a");
	score(table, SEAT_1, 1);
	draw(table, small);
	text = fake_picture((struct area){small.y + 1, small.x, 2, small.width});
	assert_non_null(strstr(text, "+1  mean +1.000"));
	assert_null(strstr(text, "mean +0.000"));
	free(text);
	player_says(table, SEAT_2, "a");
	draw(table, small);
	text = fake_picture((struct area){small.y + 1, small.x, 2, small.width});
	assert_non_null(strstr(text, "0  mean +0.000"));
}

ALONE_TEST(a_match_that_is_not_recorded_has_its_sums)
{
	player_says(table, SEAT_1, "a");
	score(table, SEAT_1, 1);
	table->session.unrecorded = true;
	draw(table, small);
	assert_int_equal(row_of(small, 0, "◂ a"), -1);
	assert_int_equal(row_of(small, 0, "● polly"), 1);
}

TABLE_TEST(enter_opens_a_line_to_type_an_answer, table_new(SEAT_HUMAN, SEAT_FREE))
{
	assert_int_equal(board_lmc2.key(table->board, '\r', false), 3);
	assert_int_equal(board_lmc2.key(table->board, KEY_ENTER, true), 3);
	assert_int_equal(board_lmc2.key(table->board, 's', false), 0);
	assert_null(board_lmc2.click);
	assert_null(board_lmc2.move);
	assert_non_null(board_lmc2.expects(table->board));
}

TABLE_TEST(nothing_is_drawn_outside_the_area, table_new(SEAT_AGENT, SEAT_AGENT))
{
	for (int i = 0; i < 40; i++)
		for (int seat = SEAT_1; seat < SEATS; seat++) {
			tell(table, seat, CHANNEL_INPUT, "@input some words and more words");
			player_says(table, seat, "some words and more words");
			score(table, seat, i % 3 - 1);
			tell(table, seat, CHANNEL_HINT, "@hint some words");
		}
	for (int height = 0; height <= 60; height += 1 + height / 8)
		for (int width = 0; width <= 190; width += 1 + width / 8) {
			fake_clear((height + width) % 2);
			board_lmc2.position(table->board, &table->session.match,
					    table->session.match.turn_count);
			board_lmc2.draw(table->board, (struct area){3, 4, height, width}, &table->view, true);
			for (int y = 0; y < FAKE_HEIGHT; y++)
				for (int x = 0; x < FAKE_WIDTH; x++) {
					if (y < 3 || y >= 3 + height || x < 4 || x >= 4 + width)
						assert_string_equal(fake_at(y, x), "");
					if ((height + width) % 2)
						assert_true((unsigned char)*fake_at(y, x) < 0x80);
				}
		}
}

TEST(a_player_who_finished_long_ago_keeps_its_column)
{
	for (int rounds = 6; rounds <= 600; rounds *= 10) {
		/* Words of a person from long ago are no longer looked for; a process speaks for itself.  */
		struct table *table = table_new(SEAT_AGENT, rounds == 6 ? SEAT_HUMAN : SEAT_AGENT);
		int y;

		tell(table, SEAT_2, CHANNEL_INPUT, "@input early");
		player_says(table, SEAT_2, "bird");
		score(table, SEAT_2, 1);
		for (int i = 0; i < rounds; i++) {
			tell(table, SEAT_1, CHANNEL_INPUT, "@input late");
			player_says(table, SEAT_1, "sleeper");
			tell(table, SEAT_1, CHANNEL_HINT, "@hint wake");
		}
		draw(table, small);
		y = row_of(small, 25, "▸ early");
		assert_true(y > 0);
		assert_int_equal(row_of(small, 25, "◂ bird"), y + 1);
		table_end(&table);
	}
}

TABLE_TEST(a_person_sees_the_words_of_the_game, table_new(SEAT_HUMAN, SEAT_AGENT))
{
	draw(table, small);
	assert_false(fake_shows(small, "words"));
	say(table, SEAT_NONE, FROM_AGENT, CHANNEL_COMMAND, "@player 1 @command new");
	say(table, SEAT_NONE, FROM_AGENT, CHANNEL_COMMAND, "@player 1 @command symbol ab");
	say(table, SEAT_NONE, FROM_AGENT, CHANNEL_COMMAND, "@player 2 @command symbol xy");
	say(table, SEAT_NONE, FROM_AGENT, CHANNEL_COMMAND, "@player 1 @command symbol c");
	draw(table, small);
	assert_true(fake_shows(small, "words: ab c"));
	assert_false(fake_shows(small, "xy"));
	table->session.match.over = true;
	draw(table, small);
	assert_false(fake_shows(small, "words"));
}

TEST_MAIN(NULL, NULL)
