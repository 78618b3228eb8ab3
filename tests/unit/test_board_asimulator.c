/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_board_asimulator.c - the view of the agent world: the true world, what an agent can know of it, both
 * at any turn of a match, and how a person drives and scrolls.  */
#define NCURSES_NOMACROS
#include "../random.h"
#include "agent_world_fixture.h"
#include "fake_paint.h"
#include "ringside/board.h"
#include "setup_fixture.h"
#include "systems/asimulator/rules.h"

#include <curses.h>

extern const struct board_view board_asimulator;

/* Its only toggle.  */
enum { TRUTH };

struct table {
	struct match match;
	struct play *play[SEATS]; /* each seat has its own, as in the protocol */
	struct view view;
	void *board;
	struct area area; /* of the last drawing */
	uint64_t seed;
	int64_t said; /* messages */
};

static const struct area small = {.y = 1, .x = 2, .height = 17, .width = 48};
static const struct area large = {.y = 1, .x = 2, .height = 43, .width = 102};

/* Two agents in the world of a seed; `lines` is what follows "AWorld 1".  */
static struct table *table_with(const char *lines, uint64_t seed)
{
	struct table *table = bytes_new(sizeof(*table));
	FREED char *text = bytes_text("AWorld 1\n%s", lines);
	struct setup setup FREED_BY(setup_free) = setup_of("asimulator");

	setup.seed = seed;
	setup_set(&setup, "world-text", text);
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		setup.seat[seat].kind = SEAT_AGENT;
		setup_name(&setup, seat, seat == SEAT_1 ? "first" : "second");
		table->play[seat] = begin_seed(lines, seed);
		table->play[seat]->sim.most_actions = 10000;
	}
	match_init(&table->match, &setup);
	table->match.keeps_all = true;
	table->board = board_asimulator.new(&setup);
	table->view = (struct view){.turns = VIEW_LIVE, .shows = 1u << TRUTH};
	table->seed = 5;
	return table;
}

static struct table *table_of(const char *lines)
{
	return table_with(lines, 1);
}

static void table_end(struct table **made)
{
	FREED struct table *table = *made;

	board_asimulator.free(table->board);
	match_free(&table->match);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		free(table->play[seat]);
}

#define TABLE_TEST(name, made) TEST_GIVEN(name, struct table *, table, made, table_end)

static void add_turn(struct table *table, int seat, const char *played)
{
	match_add(&table->match, (struct turn){.seat = seat, .played = bytes_text("%s", played)});
}

/* Turns of a seat, a letter each, as in act().  */
static void play(struct table *table, int seat, const char *letters)
{
	act(table->play[seat], letters);
	for (; *letters; letters++)
		add_turn(table, seat, world_action_name((int)action_of(*letters)));
}

/* Both seats in lockstep, in either order within a round, until the simulation ends.  */
static void play_random(struct table *table, int rounds, bool shuts_off)
{
	for (int i = 0; i < rounds; i++) {
		int first = SEAT_1 + random_below(&table->seed, 2);

		for (int j = 0; j < 2; j++) {
			int seat = j ? seat_opponent(first) : first;
			int action = random_below(&table->seed, 9);

			action =
				action >= WORLD_ACTION_COUNT || (!action && !shuts_off) ? WORLD_MOVE : action;
			if (world_sim_act(&table->play[seat]->sim, (enum world_action)action))
				add_turn(table, seat, world_action_name(action));
		}
	}
}

static void draw_turns(struct table *table, struct area area, int turns)
{
	table->area = area;
	fake_clear(false);
	do
		board_asimulator.position(table->board, &table->match, turns);
	while (board_asimulator.unfinished(table->board));
	board_asimulator.draw(table->board, area, &table->view, false);
}

static void draw(struct table *table, struct area area)
{
	draw_turns(table, area, table->match.turn_count);
}

/* ---- reading the screen ---- */

static void expect_words(const struct table *table, const char *words)
{
	if (!fake_shows(table->area, words)) {
		FREED char *picture = fake_picture(table->area);

		print_error("%s", picture);
		fail_msg("\"%s\" is not on the screen", words);
	}
}

/* The cells of a tile in a seat's world. The world begins below its mark and its first row is wall: it is as
 * wide as the row of walls and as high as the first column of them.  */
static struct area cells_of(const struct table *table, int seat, int column, int row)
{
	const struct world *world = &table->play[seat]->world;
	const char *mark = seat == SEAT_1 ? "●" : "○";
	int y = table->area.y, x = table->area.x, width = 0, height = 0;

	while (strcmp(fake_at(y, x), mark) != 0)
		if (++x == FAKE_WIDTH) {
			x = 0;
			assert_true(++y < FAKE_HEIGHT);
		}
	y++;
	while (strcmp(fake_at(y, x + width), "▒") == 0)
		width++;
	while (strcmp(fake_at(y + height, x), "▒") == 0)
		height++;
	assert_int_equal(width % world->width, 0);
	assert_int_equal(height % world->height, 0);
	width /= world->width;
	height /= world->height;
	return (struct area){y + row * height, x + column * width, height, width};
}

static void expect_in(struct area cells, const char *expected)
{
	assert_text(fake_text(cells, NULL), expected);
}

static void expect_on(const struct table *table, int seat, int column, int row, const char *expected)
{
	expect_in(cells_of(table, seat, column, row), expected);
}

/* ---- the true world ---- */

#define ALL_KINDS                                                                                            \
	"Agent 1 3 1\n"                                                                                      \
	"Map 7 5\n"                                                                                          \
	"#######\n"                                                                                          \
	"#hib#x#\n"                                                                                          \
	"#.....#\n"                                                                                          \
	"#.E.X.#\n"                                                                                          \
	"#######\n"

TEST(each_kind_of_tile_has_its_sign_and_its_colour)
{
	static const struct {
		int column, row;
		const char *sign;
		enum role role;
	} tiles[] = {
		{1, 1, "⌂", ROLE_TILE_HOME},    {2, 1, "$", ROLE_TILE_ITEM},  {3, 1, "$⌂", ROLE_TILE_HOME},
		{5, 1, "×", ROLE_TILE_DANGER},  {3, 2, "·", ROLE_TILE_CLEAR}, {2, 3, "&", ROLE_TILE_ENEMY},
		{4, 3, "&×", ROLE_TILE_DANGER}, {1, 3, "^", ROLE_TILE_AGENT},
	};
	struct table *table = table_of("Know_Probability 1\n" ALL_KINDS);

	for (int size = 0; size < 2; size++)
		for (int seat = SEAT_1; seat < SEATS; seat++) {
			draw(table, size ? large : small);
			for (size_t i = 0; i < sizeof(tiles) / sizeof(tiles[0]); i++) {
				struct area cells = cells_of(table, seat, tiles[i].column, tiles[i].row);
				FREED char *text = fake_text(cells, NULL);

				if (strncmp(text, tiles[i].sign, strlen(tiles[i].sign)) != 0)
					fail_msg("tile %d,%d: %s", tiles[i].column, tiles[i].row, text);
				assert_true(fake_has_role(cells, tiles[i].role));
			}
			assert_true(fake_has_role(cells_of(table, seat, 4, 1), ROLE_TILE_WALL));
		}
	table_end(&table);
}

TABLE_TEST(the_agent_faces_where_it_goes, table_of("Agent 1 2 1\nMap 4 4\n####\n#..#\n#..#\n####\n"))
{
	static const char *const looks[] = {"^", "<", "v", ">", "^"};

	for (int i = 0; i < 5; i++) {
		draw(table, small);
		expect_on(table, SEAT_2, 1, 2, looks[i]);
		expect_on(table, SEAT_1, 1, 2, "^");
		play(table, SEAT_2, "l");
	}
}

TABLE_TEST(each_seat_plays_in_a_world_of_its_own,
	   table_of("Item_Reward 5\nAgent 1 1 0\nMap 5 3\n#####\n#.i.#\n#####\n"))
{
	play(table, SEAT_2, "m");
	play(table, SEAT_1, "r");
	play(table, SEAT_2, "g");
	play(table, SEAT_1, "r");
	play(table, SEAT_2, "m");
	draw(table, small);
	expect_on(table, SEAT_1, 2, 1, "$");
	expect_on(table, SEAT_2, 2, 1, "·");
	expect_on(table, SEAT_1, 1, 1, "<");
	expect_on(table, SEAT_2, 3, 1, ">");
}

/* ---- what an agent can know ---- */

TEST(without_the_truth_only_what_the_agent_can_know_is_shown)
{
	struct table *table FREED_BY(table_end) = table_of("Agent 1 2 0\n"
							   "Map 6 4\n"
							   "######\n"
							   "#.h.E#\n"
							   "#..ix#\n"
							   "######\n"
							   "Known\n"
							   "000000\n"
							   "000010\n"
							   "000000\n"
							   "000000\n");
	struct area cells[4][6];

	play(table, SEAT_1, "mmgrm");
	for (int size = 0; size < 2; size++) {
		view_show(&table->view, TRUTH, true);
		draw(table, size ? large : small);
		for (int row = 0; row < 4; row++)
			for (int column = 0; column < 6; column++)
				cells[row][column] = cells_of(table, SEAT_1, column, row);
		assert_true(fake_has_role(cells[1][2], ROLE_TILE_UNKNOWN));
		expect_in(cells[1][2], "⌂");
		expect_in(cells[2][4], "×");
		assert_true(fake_has_role(cells[2][4], ROLE_TILE_UNKNOWN));
		assert_false(fake_has_role(cells[1][4], ROLE_TILE_UNKNOWN));
		expect_in(cells[2][3], "v~");

		view_show(&table->view, TRUTH, false);
		draw(table, size ? large : small);
		/* Tiles where the agent never was.  */
		expect_in(cells[1][1], "");
		expect_in(cells[1][2], "");
		expect_in(cells[2][4], "");
		expect_in(cells[0][0], "");
		/* Tiles it was told about at the start.  */
		expect_in(cells[1][4], "&");
		/* Where it was, and what it perceived there: it saw the item disappear.  */
		expect_in(cells[2][1], "·");
		expect_in(cells[2][3], "v~");
		/* The wall it bumped into.  */
		assert_true(fake_has_role(cells[3][3], ROLE_TILE_WALL));
		assert_false(fake_has_role(cells[3][2], ROLE_TILE_WALL));
	}
}

TABLE_TEST(the_other_seat_learns_nothing_of_that, table_of("Agent 1 1 0\nMap 5 3\n#####\n#..h#\n#####\n"))
{
	struct area home;

	play(table, SEAT_1, "mmll");
	draw(table, small);
	home = cells_of(table, SEAT_2, 3, 1);
	expect_in(home, "⌂");
	view_show(&table->view, TRUTH, false);
	draw(table, small);
	expect_in(home, "");
	expect_words(table, "<⌂");
}

TEST(a_known_enemy_that_was_hit_is_known_to_be_gone)
{
	static const char *const worlds[] = {"", "Neutralized_Enemy_Becomes_Item True\n"};
	static const char *const left[] = {"·", "$"};

	for (int i = 0; i < 2; i++) {
		FREED char *lines =
			bytes_text("%sNeutralization_Stops_At_First_Enemy True\nKnow_Probability 1\n"
				   "Agent 1 1 0\nMap 7 3\n#######\n#..E.E#\n#######\n",
				   worlds[i]);
		struct table *table FREED_BY(table_end) = table_of(lines);

		view_show(&table->view, TRUTH, false);
		draw(table, small);
		expect_on(table, SEAT_1, 3, 1, "&");
		play(table, SEAT_1, "n");
		draw(table, small);
		expect_on(table, SEAT_1, 3, 1, left[i]);
		expect_on(table, SEAT_1, 5, 1, "&");
		play(table, SEAT_1, "n");
		draw(table, small);
		expect_on(table, SEAT_1, 5, 1, left[i]);
		expect_on(table, SEAT_2, 5, 1, "&");
	}
}

TABLE_TEST(the_cause_of_an_agents_death_is_known, table_of("Agent 1 1 0\nMap 5 3\n#####\n#.xx#\n#####\n"))
{
	view_show(&table->view, TRUTH, false);
	play(table, SEAT_1, "m");
	draw(table, small);
	expect_words(table, ">×");
	expect_words(table, "ended: death");
}

/* ---- numbers ---- */

TEST(the_numbers_are_those_of_the_simulation)
{
	struct table *table FREED_BY(table_end) =
		table_of("Initial_Score 100\nMove_Cost 3\nTurn_Left_Cost 2\n"
			 "Ammunition_Is_Limited True\nAmmunition_Limit 7\nInitial_Ammunition 4\n"
			 "Home_Reward 50\n"
			 "Agent 2 2 0\nMap 5 4\n#####\n#.h.#\n#...#\n#####\n");

	draw(table, large);
	expect_words(table, "score 100  cost 0");
	expect_words(table, "0,0 East  ammo 4  0 actions");
	expect_words(table, "begins: nothing");
	play(table, SEAT_1, "m");
	play(table, SEAT_2, "n");
	play(table, SEAT_1, "m");
	draw(table, large);
	expect_words(table, "score 94  cost 6");
	expect_words(table, "1,0 East  ammo 4  2 actions");
	expect_words(table, "Move: Bump");
	expect_words(table, "0,0 East  ammo 3  1 action");
	expect_words(table, "Neutralize: nothing");
	assert_false(fake_shows(table->area, "1 actions"));
	play(table, SEAT_1, "llmrms");
	assert_true(table->play[SEAT_1]->sim.end == WORLD_END_SHUT_OFF);
	draw(table, large);
	expect_words(table, "ended: shut off  ammo 4  8 actions");
	expect_words(table, "Shut_Off: Home, End");
}

TEST(the_leader_is_named_at_the_end_of_a_round)
{
	struct table *table FREED_BY(table_end) = table_of("Move_Cost 1\nTurn_Left_Cost 1\nItem_Reward 9\n"
							   "Agent 1 1 0\nMap 4 3\n####\n#.i#\n####\n");

	draw(table, small);
	assert_false(fake_shows(table->area, "leads"));
	play(table, SEAT_1, "m");
	draw(table, small);
	assert_false(fake_shows(table->area, "leads"));
	play(table, SEAT_2, "l");
	draw(table, small);
	assert_false(fake_shows(table->area, "leads"));
	play(table, SEAT_2, "l");
	play(table, SEAT_1, "g");
	draw(table, small);
	expect_words(table, "● first           leads");
	play(table, SEAT_1, "s");
	play(table, SEAT_2, "s");
	draw(table, small);
	expect_words(table, "ahead");
}

TEST(a_single_seat_has_the_whole_area)
{
	struct table *table FREED_BY(table_end) =
		table_of("Agent 1 1 0\nMap 20 3\n####################\n#..................#\n"
			 "####################\n");

	table->match.setup.seat[SEAT_1].kind = SEAT_FREE;
	play(table, SEAT_2, "mm");
	draw(table, small);
	assert_int_equal(cells_of(table, SEAT_2, 0, 0).width, 2);
	expect_on(table, SEAT_2, 3, 1, ">");
	assert_false(fake_shows(table->area, "●"));
}

/* ---- turns of a match ---- */

#define RANDOM_WORLD                                                                                         \
	"Wall_Probability 0.1\nDanger_Probability 0.01\nHome_Probability 0.1\nItem_Probability 0.2\n"        \
	"Enemy_Probability 0.05\nKnow_Probability 0.2\nMove_Cost 1\nItem_Reward 3\nTurn_Left_Cost 1\n"       \
	"Map 12 7\n"                                                                                         \
	"############\n#??????????#\n#??????????#\n#??????????#\n#??????????#\n#??????????#\n############\n"

static void expect_as_fresh(struct table *table, int turns)
{
	void *used = table->board;
	char *pictures[2];

	for (int i = 0; i < 2; i++) {
		if (i)
			table->board = board_asimulator.new(&table->match.setup);
		draw_turns(table, large, turns);
		pictures[i] = fake_picture(large);
	}
	board_asimulator.free(table->board);
	table->board = used;
	assert_text(pictures[0], pictures[1]);
	free(pictures[1]);
}

TEST(after_any_jumps_the_board_looks_like_a_fresh_one)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct table *table FREED_BY(table_end) = table_with(RANDOM_WORLD, seed);

		view_show(&table->view, TRUTH, seed % 2);
		play_random(table, 400, true);
		for (int i = 0; i < 10; i++)
			expect_as_fresh(table, random_below(&table->seed, table->match.turn_count + 1));
	}
}

/* More turns than the marks allow at their first distance.  */
TEST(a_match_of_20000_turns_allows_jumps)
{
	struct table *table FREED_BY(table_end) =
		table_of("Item_Probability 0.5\nItem_Reward 1\nAgent 3 2 0\n"
			 "Map 8 5\n########\n#??????#\n#??????#\n#??????#\n########\n");

	play_random(table, 10000, false);
	assert_int_equal(table->match.turn_count, 20000);
	draw(table, large);
	expect_words(table, "10000 actions");
	for (int i = 0; i < 12; i++)
		expect_as_fresh(table, random_below(&table->seed, table->match.turn_count + 1));
	expect_as_fresh(table, 20000);
}

TABLE_TEST(turns_that_were_taken_back_are_forgotten,
	   table_of("Agent 1 1 0\nMap 6 3\n######\n#....#\n######\n"))
{
	play(table, SEAT_1, "mmm");
	draw(table, small);
	match_cut(&table->match, 1);
	table->match.branch++;
	/* The same number of turns as before.  */
	for (int i = 0; i < 2; i++)
		add_turn(table, SEAT_1, "Turn_Left");
	draw(table, small);
	expect_on(table, SEAT_1, 2, 1, "<");
	expect_as_fresh(table, 3);
}

TEST(the_next_game_of_a_series_has_the_world_of_the_next_seed)
{
	struct table *table FREED_BY(table_end) = table_with(RANDOM_WORLD, 7),
			    *next FREED_BY(table_end) = table_with(RANDOM_WORLD, 8);
	char *pictures[2];

	play_random(table, 20, false);
	draw(table, large);
	match_cut(&table->match, 0);
	table->match.setup.game = 2;
	draw(table, large);
	pictures[0] = fake_picture(large);
	draw(next, large);
	pictures[1] = fake_picture(large);
	assert_text(pictures[0], pictures[1]);
	free(pictures[1]);
}

TABLE_TEST(an_unknown_action_does_nothing, table_of("Agent 1 1 0\nMap 5 3\n#####\n#...#\n#####\n"))
{
	play(table, SEAT_1, "m");
	add_turn(table, SEAT_1, "Jump");
	add_turn(table, SEAT_NONE, "Move");
	match_add(&table->match, (struct turn){.seat = SEAT_1});
	play(table, SEAT_1, "s");
	add_turn(table, SEAT_1, "Move");
	draw(table, small);
	expect_on(table, SEAT_1, 2, 1, ">");
	expect_words(table, "ended: shut off");
}

/* ---- symbols ---- */

/* A request of an agent; x and y matter only with a symbol.  */
static struct message request(struct table *table, int seat, char bytes[3], int number, int x, int y)
{
	bytes[0] = (char)number;
	bytes[1] = (char)x;
	bytes[2] = (char)y;
	return (struct message){.n = ++table->said,
				.seat = seat,
				.direction = FROM_AGENT,
				.channel = CHANNEL_SYMBOL,
				.bytes = bytes,
				.size = number == 6 ? 1 : 3};
}

static void show(struct table *table, int seat, int number, int x, int y)
{
	char bytes[3];
	struct message message = request(table, seat, bytes, number, x, y);

	board_asimulator.hear(table->board, &message);
}

#define ROOM "Agent 2 2 0\nMap 6 5\n######\n#....#\n#....#\n#....#\n######\n"

TEST(each_symbol_has_its_sign)
{
	static const struct {
		int number;
		const char *sign;
	} symbols[] = {
		{100, "0"}, {107, "7"}, {110, "10"}, {199, "99"}, {200, "#"}, {201, "?"},
		{202, "‽"}, {203, "u"}, {204, "i"},  {205, "e"},  {206, "E"}, {207, "d"},
		{208, "D"}, {209, "s"}, {210, "*"},  {253, "*"},
	};
	struct table *table = table_of(ROOM);

	view_show(&table->view, TRUTH, true);
	for (int size = 0; size < 2; size++)
		for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
			struct area cells;
			char *text;

			show(table, SEAT_2, symbols[i].number, 1, 1);
			draw(table, size ? large : small);
			cells = cells_of(table, SEAT_2, 3, 1);
			assert_true(fake_has_role(cells, ROLE_TILE_SYMBOL));
			text = fake_text(cells, NULL);
			assert_true(strlen(text) >= strlen(symbols[i].sign));
			assert_string_equal(text + strlen(text) - strlen(symbols[i].sign), symbols[i].sign);
			free(text);
			expect_on(table, SEAT_1, 3, 1, "·");
		}
	table_end(&table);
}

TABLE_TEST(a_symbol_stays_until_it_is_replaced_removed_or_cleared, table_of(ROOM))
{
	show(table, SEAT_1, 200, -1, 0);
	show(table, SEAT_1, 201, 2, -1);
	show(table, SEAT_2, 201, 2, -1);
	play(table, SEAT_1, "mm");
	draw(table, small);
	expect_on(table, SEAT_1, 1, 2, "·#");
	expect_on(table, SEAT_1, 4, 3, "·?");
	show(table, SEAT_1, 105, -1, 0);
	draw(table, small);
	expect_on(table, SEAT_1, 1, 2, "·5");
	show(table, SEAT_1, 254, -1, 0);
	draw(table, small);
	expect_on(table, SEAT_1, 1, 2, "·");
	expect_on(table, SEAT_1, 4, 3, "·?");
	show(table, SEAT_1, 6, 0, 0);
	draw(table, small);
	expect_on(table, SEAT_1, 4, 3, "·");
	expect_on(table, SEAT_2, 4, 3, "·?");
	board_asimulator.hear(table->board, NULL);
	draw(table, small);
	expect_on(table, SEAT_2, 4, 3, "·");
}

TABLE_TEST(symbols_belong_to_the_agent_that_drew_them, table_of(ROOM))
{
	struct message message = {.seat = SEAT_1,
				  .direction = EVENT,
				  .channel = CHANNEL_EVENT,
				  .bytes = "",
				  .event = {.kind = EVENT_PERSON}};

	show(table, SEAT_1, 200, -1, 0);
	show(table, SEAT_2, 200, -1, 0);
	message.n = ++table->said;
	board_asimulator.hear(table->board, &message);
	draw(table, small);
	expect_on(table, SEAT_1, 1, 2, "·");
	expect_on(table, SEAT_2, 1, 2, "·#");
}

TABLE_TEST(a_symbol_off_the_map_or_on_another_channel_is_not_drawn, table_of(ROOM))
{
	char bytes[3], *before, *after;
	struct message message;

	draw(table, small);
	before = fake_picture(small);
	show(table, SEAT_1, 200, 4, 0);
	show(table, SEAT_1, 200, 0, 3);
	show(table, SEAT_1, 200, -3, 0);
	show(table, SEAT_1, 200, 127, -128);
	show(table, SEAT_1, 99, 1, 1);
	show(table, SEAT_1, 255, 1, 1);
	message = request(table, SEAT_1, bytes, 200, 1, 1);
	message.channel = CHANNEL_TEXT;
	board_asimulator.hear(table->board, &message);
	message.channel = CHANNEL_SYMBOL;
	message.size = 2;
	board_asimulator.hear(table->board, &message);
	message.size = 0;
	board_asimulator.hear(table->board, &message);
	message.size = 3;
	message.seat = SEAT_NONE;
	board_asimulator.hear(table->board, &message);
	draw(table, small);
	after = fake_picture(small);
	assert_text(before, after);
	free(after);
}

TABLE_TEST(two_cells_show_both_the_agent_and_a_number_of_two_digits, table_of(ROOM))
{
	show(table, SEAT_1, 142, 0, 0);
	show(table, SEAT_1, 200, 1, 0);
	draw(table, (struct area){1, 2, 10, 30});
	assert_int_equal(cells_of(table, SEAT_1, 0, 0).width, 2);
	expect_on(table, SEAT_1, 2, 2, ">*");
	play(table, SEAT_1, "m");
	draw(table, (struct area){1, 2, 10, 30});
	expect_on(table, SEAT_1, 2, 2, "42");
	expect_on(table, SEAT_1, 3, 2, ">#");
}

static char *picture_of(struct table *table)
{
	draw(table, large);
	return fake_picture(large);
}

/* More messages than the marks allow at their first distance, read again from wherever recall() says.  */
TEST(a_jump_brings_back_the_symbols_of_that_turn)
{
	enum { MESSAGES = 70000, JUMPS = 25 };
	struct table *table = table_of(RANDOM_WORLD), *fresh;
	uint8_t(*said)[4] = bytes_new(sizeof(*said) * (MESSAGES + 1));
	char bytes[3];

	for (int n = 1; n <= MESSAGES; n++) {
		int number = 100 + random_below(&table->seed, 100);

		said[n][0] = (uint8_t)(SEAT_1 + random_below(&table->seed, 2));
		said[n][1] = (uint8_t)(random_below(&table->seed, 2000) == 0 ? 6
				       : random_below(&table->seed, 4) == 0  ? 254
									     : number);
		said[n][2] = (uint8_t)(random_below(&table->seed, 21) - 10);
		said[n][3] = (uint8_t)(random_below(&table->seed, 13) - 6);
	}
	table->seed = 11;
	for (int i = 0, at = 0; i < JUMPS; i++) {
		int to = i ? random_below(&table->seed, MESSAGES) + 1 : MESSAGES;
		char *pictures[2];

		int64_t from = board_asimulator.recall(table->board, to);

		assert_true(from >= 0 && from <= to);
		if (at > to || from > at)
			at = (int)from;
		for (table->said = at; table->said < to;) {
			const uint8_t *next = said[table->said + 1];
			struct message message = request(table, next[0], bytes, next[1], next[2], next[3]);

			board_asimulator.hear(table->board, &message);
		}
		at = to;
		fresh = table_of(RANDOM_WORLD);
		while (fresh->said < to) {
			const uint8_t *next = said[fresh->said + 1];

			show(fresh, next[0], next[1], (int8_t)next[2], (int8_t)next[3]);
		}
		pictures[0] = picture_of(table);
		pictures[1] = picture_of(fresh);
		assert_text(pictures[0], pictures[1]);
		free(pictures[1]);
		table_end(&fresh);
	}
	free(said);
	table_end(&table);
}

/* A jump rereads only a small part of the match, in both directions.  */
TEST(a_jump_rereads_few_messages)
{
	enum { MESSAGES = 60000 };
	struct table *table = table_of(ROOM);

	for (int n = 0; n < MESSAGES; n++)
		show(table, SEAT_1, 100 + n % 100, 1, 1);
	for (int i = 0; i < 100; i++) {
		int to = random_below(&table->seed, MESSAGES);

		table->said = board_asimulator.recall(table->board, to);
		assert_true(table->said >= 0 && table->said <= to);
		assert_true(to - table->said <= MESSAGES / 14);
		while (table->said < to)
			show(table, SEAT_1, 100, 1, 1);
	}
	table_end(&table);
}

/* ---- a person ---- */

static struct table *table_of_person(const char *lines)
{
	struct table *table = table_of(lines);

	table->match.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	view_show(&table->view, TRUTH, false);
	draw(table, small);
	return table;
}

TEST(a_person_sees_costs_rewards_and_what_is_known_of_the_world)
{
	struct table *table FREED_BY(table_end) = table_of_person(RANDOM_WORLD);

	draw(table, large);
	expect_words(table, "Move -1");
	expect_words(table, "item +3");
	expect_words(table, "Turn_Left -1");
}

TEST(keys_act_for_a_person)
{
	static const struct {
		unsigned key;
		bool is_code;
		const char *action;
	} keys[] = {
		{KEY_LEFT, true, "Turn_Left"}, {KEY_UP, true, "Move"}, {KEY_RIGHT, true, "Turn_Right"},
		{KEY_ENTER, true, "Move"},     {'\r', false, "Move"},  {'\n', false, "Move"},
	};
	static const struct {
		unsigned key;
		const char *action;
	} letters[] = {{'g', "Grab"}, {'x', "Neutralize"}, {'0', "Shut_Off"}};
	struct table *table = table_of_person(ROOM);

	assert_string_equal(board_asimulator.pick(table->board), "Move");
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		assert_int_equal(board_asimulator.key(table->board, keys[i].key, keys[i].is_code), 2);
		assert_string_equal(board_asimulator.pick(table->board), keys[i].action);
	}
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
		assert_int_equal(board_asimulator.hotkey(table->board, letters[i].key), 2);
		assert_string_equal(board_asimulator.pick(table->board), letters[i].action);
		assert_int_equal(board_asimulator.key(table->board, letters[i].key, false), 0);
	}
	assert_int_equal(board_asimulator.hotkey(table->board, 'q'), 0);
	assert_int_equal(board_asimulator.hotkey(table->board, 0), 0);
	assert_int_equal(board_asimulator.key(table->board, 0, false), 0);
	assert_int_equal(board_asimulator.key(table->board, 0, true), 0);
	assert_int_equal(board_asimulator.key(table->board, KEY_DOWN, true), 0);
	table_end(&table);
}

TEST(the_keys_are_shown_while_a_person_drives)
{
	struct table *table FREED_BY(table_end) = table_of_person(ROOM);

	expect_words(table, "↑ Move ←→ Turn g Grab x Neutralize 0 Shut_Off");
	play(table, SEAT_1, "s");
	draw(table, small);
	assert_false(fake_shows(table->area, "Neutralize"));
	assert_int_equal(board_asimulator.key(table->board, KEY_UP, true), 0);
	table_end(&table);
	table = table_of(ROOM);
	draw(table, small);
	assert_false(fake_shows(table->area, "Neutralize"));
	assert_int_equal(board_asimulator.key(table->board, KEY_LEFT, true), 0);
	assert_int_equal(board_asimulator.key(table->board, '\r', false), 0);
}

TABLE_TEST(a_person_is_shown_what_the_agent_perceives,
	   table_of_person("Agent 1 1 0\nMap 5 4\n#####\n#.ix#\n#..E#\n#####\n"))
{
	assert_string_equal(board_asimulator.expects(table->board),
			    "choose an action (↑ ← → g x 0): you perceive nothing");
	play(table, SEAT_1, "m");
	draw(table, small);
	assert_string_equal(board_asimulator.expects(table->board),
			    "choose an action (↑ ← → g x 0): you perceive Item, Fear");
}

/* ---- scrolling ---- */

/* A corridor of 120 tiles; every tenth has an item.  */
static char *corridor(void)
{
	struct bytes lines = {0};

	bytes_add_text(&lines, "Agent 1 1 0\nMap 120 3\n");
	for (int row = 0; row < 3; row++) {
		for (int column = 0; column < 120; column++)
			bytes_add_text(&lines, row != 1 || column % 119 == 0 ? "#"
					       : column % 10 == 0            ? "i"
									     : ".");
		bytes_add_text(&lines, "\n");
	}
	return lines.at;
}

/* The visible part of the corridor of seat 1, whose world is as wide as the area. The caller frees.  */
static char *corridor_seen(const struct table *table)
{
	for (int y = table->area.y; y < table->area.y + table->area.height; y++)
		if (strcmp(fake_at(y, table->area.x), "●") == 0)
			return fake_text((struct area){y + 2, table->area.x, 1, table->area.width}, NULL);
	fail_msg("no mark");
	return NULL;
}

TEST(a_world_that_does_not_fit_scrolls_to_the_agent)
{
	FREED char *lines = corridor();
	char *seen;
	struct table *table FREED_BY(table_end) = table_of(lines);

	for (int i = 0; i < 118; i++) {
		draw(table, small);
		seen = corridor_seen(table);
		assert_non_null(strchr(seen, '>'));
		if (i == 0 || i == 60)
			assert_int_equal(strncmp(seen, "▒", strlen("▒")) == 0, i == 0);
		if (i == 117 || i == 60)
			assert_int_equal(strcmp(seen + strlen(seen) - strlen("▒"), "▒") == 0, i == 117);
		free(seen);
		play(table, SEAT_1, "m");
	}
}

TEST(a_person_scrolls_and_returns_to_the_agent)
{
	static const unsigned codes[] = {KEY_SRIGHT, KEY_SLEFT, KEY_SF, KEY_SR};
	FREED char *lines = corridor();
	char *seen, *first, *again;
	struct table *table FREED_BY(table_end) = table_of(lines);

	draw(table, small);
	first = corridor_seen(table);
	for (int i = 0; i < 100; i++)
		assert_true(board_asimulator.scroll(table->board, 'l', false));
	draw(table, small);
	seen = corridor_seen(table);
	assert_null(strchr(seen, '>'));
	assert_string_equal(seen + strlen(seen) - strlen("▒"), "▒");
	free(seen);
	/* The view stopped at the end: one step back is visible at once.  */
	assert_true(board_asimulator.scroll(table->board, KEY_SLEFT, true));
	draw(table, small);
	seen = corridor_seen(table);
	assert_string_not_equal(seen + strlen(seen) - strlen("▒"), "▒");
	free(seen);
	assert_true(board_asimulator.scroll(table->board, 'm', false));
	draw(table, small);
	again = corridor_seen(table);
	assert_string_equal(again, first);
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		assert_true(board_asimulator.scroll(table->board, codes[i], true));
	for (const char *key = "LnNqs "; *key; key++)
		assert_false(board_asimulator.scroll(table->board, (unsigned)*key, false));
	assert_false(board_asimulator.scroll(table->board, KEY_LEFT, true));
	free(first);
	free(again);
}

/* ---- areas ---- */

static void expect_inside(struct area area)
{
	for (int y = 0; y < FAKE_HEIGHT; y++)
		for (int x = 0; x < FAKE_WIDTH; x++) {
			bool inside = y >= area.y && y < area.y + area.height && x >= area.x &&
				      x < area.x + area.width;

			assert_int_equal(fake_role(y, x) != ROLE_COUNT, inside);
		}
}

TEST(nothing_is_drawn_outside_the_area_at_any_size)
{
	char *lines[2] = {corridor(), bytes_text("%s", RANDOM_WORLD)};

	for (int i = 0; i < 4; i++) {
		struct table *table FREED_BY(table_end) = table_of(lines[i % 2]);

		if (i >= 2)
			table->match.setup.seat[SEAT_2].kind = SEAT_HUMAN;
		if (i == 3)
			table->match.setup.seat[SEAT_1].kind = SEAT_FREE;
		play_random(table, 40, false);
		for (int x = -20; x < 20; x++)
			show(table, SEAT_1 + (x & 1), 100 + (x & 63), x, 0);
		for (int height = 0; height <= 60; height += height < 12 ? 1 : 7)
			for (int width = 0; width <= 190; width += width < 30 ? 1 : 13) {
				struct area area = {3, 5, height, width};

				view_show(&table->view, TRUTH, width % 2);
				draw(table, area);
				expect_inside(area);
			}
	}
	free(lines[0]);
	free(lines[1]);
}

/* A whole world is shown if it fits, and part of any world in any area.  */
TABLE_TEST(the_agent_is_visible_at_any_size, table_of(RANDOM_WORLD))
{
	play_random(table, 30, false);
	for (int height = 1; height <= 60; height += 3)
		for (int width = 2; width <= 190; width += 5) {
			int agents = 0;

			draw(table, (struct area){3, 5, height, width});
			for (int y = 0; y < FAKE_HEIGHT; y++)
				for (int x = 0; x < FAKE_WIDTH; x++)
					agents += fake_role(y, x) == ROLE_TILE_AGENT;
			assert_int_equal(agents, height == 1 && width == 1 ? 1 : 2);
		}
}

TEST(two_small_worlds_fit_into_80_columns_with_numbers_and_keys)
{
	struct table *table FREED_BY(table_end) = table_of_person(
		"Ammunition_Is_Limited True\nAmmunition_Limit 1\nInitial_Ammunition 1\nAgent 1 4 0\n"
		"Map 6 6\n######\n#....#\n#....#\n#....#\n#....#\n######\n");

	view_show(&table->view, TRUTH, true);
	draw(table, small);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		assert_true(cells_of(table, seat, 5, 5).height >= 2);
	expect_words(table, "score 0  cost 0");
	expect_words(table, "0,0 East  ammo 1");
	expect_words(table, "begins: nothing");
	expect_words(table, "0 Shut_Off");
}

TEST(the_preferred_size_has_room_for_everything)
{
	static const char *const worlds[] = {ROOM, RANDOM_WORLD};

	for (int i = 0; i < 2; i++) {
		struct table *table FREED_BY(table_end) = table_of(worlds[i]);
		struct area wanted, area, last;

		table->match.setup.seat[SEAT_1].kind = SEAT_HUMAN;
		wanted = board_asimulator.wants(table->board, (struct area){0});
		area = (struct area){1, 2, wanted.height, wanted.width};
		draw(table, area);
		last = cells_of(table, SEAT_2, table->play[SEAT_2]->world.width - 1,
				table->play[SEAT_2]->world.height - 1);
		assert_true(last.width >= 4);
		expect_in((struct area){last.y, last.x, 1, 1}, "▒");
		expect_words(table, "0 actions");
		expect_words(table, "Shut_Off");
	}
}

TABLE_TEST(without_utf8_everything_is_ascii, table_of(RANDOM_WORLD))
{
	int walls = 0;

	table->match.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	for (int number = 100; number < 254; number++)
		show(table, SEAT_1, number, number % 10 - 5, number / 10 % 5 - 2);
	show(table, SEAT_2, 202, 0, 0);
	board_asimulator.position(table->board, &table->match, 0);
	fake_clear(true);
	board_asimulator.draw(table->board, large, &table->view, true);
	for (int y = 0; y < FAKE_HEIGHT; y++)
		for (int x = 0; x < FAKE_WIDTH; x++) {
			assert_true((unsigned char)*fake_at(y, x) < 0x80);
			walls += strcmp(fake_at(y, x), "#") == 0;
		}
	assert_true(walls > 100);
}

/* ---- broken matches ---- */

TEST(a_setup_without_a_world_is_reported)
{
	static const char *const texts[] = {NULL, "", "AWorld 1\nMap 3 3\n###\n#Q#\n###\n", "AWorld 9\n"};
	struct view view = {.turns = VIEW_LIVE};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct setup setup FREED_BY(setup_free) = setup_of("asimulator");
		struct match match FREED_BY(match_free);
		void *board;
		struct message message = {
			.n = 1, .seat = SEAT_1, .channel = CHANNEL_SYMBOL, .bytes = "\xc8\1\1", .size = 3};
		struct area wanted;
		char *picture;

		setup_set(&setup, "world", "mine.world");
		if (texts[i])
			setup_set(&setup, "world-text", texts[i]);
		setup.seat[SEAT_1].kind = SEAT_HUMAN;
		match_init(&match, &setup);
		match_add(&match, (struct turn){.seat = SEAT_1, .played = bytes_text("Move")});
		board = board_asimulator.new(&setup);
		board_asimulator.hear(board, NULL);
		board_asimulator.position(board, &match, 1);
		board_asimulator.hear(board, &message);
		assert_int_equal(board_asimulator.recall(board, 1), 1);
		assert_int_equal(board_asimulator.key(board, KEY_UP, true), 0);
		assert_int_equal(board_asimulator.hotkey(board, 'g'), 0);
		assert_false(board_asimulator.scroll(board, 'h', false));
		assert_null(board_asimulator.expects(board));
		assert_false(board_asimulator.unfinished(board));
		wanted = board_asimulator.wants(board, (struct area){0});
		assert_true(wanted.height > 0 && wanted.width > 0);
		for (int size = 0; size < 30; size++) {
			struct area area = {2, 3, size / 2, size};

			fake_clear(false);
			board_asimulator.draw(board, area, &view, false);
			expect_inside(area);
		}
		fake_clear(false);
		board_asimulator.draw(board, large, &view, false);
		picture = fake_picture(large);
		assert_non_null(strstr(picture, texts[i] ? "mine.world:" : "no world"));
		free(picture);
		board_asimulator.free(board);
	}
}

TEST_MAIN(NULL, NULL)
