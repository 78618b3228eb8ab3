/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_agent_world_bytes.c - rules, percepts, tiles and scores of the agent world as bytes (the original). */
#include "agent_world_fixture.h"

static const struct world_wire big = {.revision = 1}, little = {.little = true, .revision = 1},
			       high_bit_first = {.msb = true, .revision = 1};

static void expect_hex(const uint8_t *bytes, size_t size, const char *hex)
{
	struct bytes got FREED_BY(bytes_free) = {0}, expected FREED_BY(bytes_free) = {0};

	bytes_add_text(&got, "");
	for (size_t i = 0; i < size; i++)
		bytes_addf(&got, "%02x", bytes[i]);
	for (; *hex; hex++)
		if (*hex != ' ')
			bytes_add(&expected, hex, 1);
	assert_string_equal(got.at, expected.at);
}

static void expect_rules(const struct world_rules *rules, struct world_wire wire, const char *hex)
{
	uint8_t bytes[WORLD_RULES_MOST];

	expect_hex(bytes, world_rules_write(rules, wire, bytes), hex);
}

/* ---- rules ---- */

/* The classic world. The agent is not told where its dangers are.  */
static const char classic[] =
	"Lower_X_Bound_Is_Known True\nUpper_X_Bound_Is_Known True\nLower_Y_Bound_Is_Known True\n"
	"Upper_Y_Bound_Is_Known True\nNumber_Of_Homes_Is_Known True\nNumber_Of_Items_Is_Known True\n"
	"Number_Of_Enemies_Is_Known True\nAmmunition_Is_Limited True\n"
	"Neutralization_Stops_At_First_Enemy True\nNeutralization_Range 0\nMove_Cost 1\nTurn_Left_Cost 1\n"
	"Turn_Right_Cost 1\nGrab_Cost 1\nNeutralize_Cost 1\nItem_Reward 1000\nHome_Reward 10000\n"
	"Initial_Score -10000\nAmmunition_Limit 1\nInitial_Ammunition 1\nAgent 1 4 0\n"
	"Map 6 6\n######\n#..i.#\n#....#\n#...E#\n#h...#\n######\n";

TEST(the_rules_of_the_classic_world_are_the_41_bytes_of_the_document)
{
	FREED struct play *play = begin(classic);
	uint8_t bytes[WORLD_RULES_MOST];

	assert_int_equal(world_rules_write(&play->world.rules, big, bytes), 41);
	expect_rules(&play->world.rules, big,
		     "7f 84 00 0001 0001 0001 0001 0001 03e8 0000 2710 00000000 ffffd8f0 ff 04 ff 04 0001 "
		     "0001 0001 0001 0001");
}

TEST(little_endian_order_reverses_numbers_but_not_the_two_rule_bytes)
{
	FREED struct play *play = begin(classic);

	expect_rules(&play->world.rules, little,
		     "7f 84 00 0100 0100 0100 0100 0100 e803 0000 1027 00000000 f0d8ffff ff 04 ff 04 0100 "
		     "0100 0100 0100 0100");
}

TEST(counting_bits_from_the_highest_mirrors_rule_bytes_but_not_numbers)
{
	FREED struct play *play = begin(classic);

	expect_rules(&play->world.rules, high_bit_first,
		     "fe 21 00 0001 0001 0001 0001 0001 03e8 0000 2710 00000000 ffffd8f0 ff 04 ff 04 0001 "
		     "0001 0001 0001 0001");
}

TEST(the_fixed_rules_take_27_bytes_or_25_with_one_turn_cost_in_revision_2)
{
	FREED struct play *play =
		begin("Move_Cost 1\nTurn_Left_Cost 2\nTurn_Right_Cost 3\nGrab_Cost 4\nMap 1 1\n.\n");
	struct world_wire second = {.revision = 2};
	uint8_t bytes[WORLD_RULES_MOST];

	assert_int_equal(world_rules_write(&play->world.rules, big, bytes), 27);
	expect_hex(bytes + 3, 8, "0001 0002 0003 0004");
	assert_null(world_revision_problem(&play->class, 1));
	assert_text(world_revision_problem(&play->class, 2),
		    "Turn_Left_Cost 2 and Turn_Right_Cost 3: revision 2 has one cost for "
		    "both, expected the same");
	play->class.rules.value[WORLD_TURN_RIGHT_COST] = 2;
	assert_null(world_revision_problem(&play->class, 2));
	assert_int_equal(world_rules_write(&play->class.rules, second, bytes), 25);
	expect_hex(bytes + 3, 6, "0001 0002 0004");
}

TEST(each_flag_has_its_own_bit)
{
	for (int flag = 0; flag < WORLD_FLAG_COUNT; flag++) {
		struct world_rules rules = {0};
		uint8_t bytes[WORLD_RULES_MOST];

		rules.flag[flag] = true;
		world_rules_write(&rules, little, bytes);
		assert_int_equal(bytes[0] | bytes[1] << 8, 1 << flag);
		world_rules_write(&rules, high_bit_first, bytes);
		assert_int_equal(bytes[0] << 8 | bytes[1], 1 << (15 - flag));
	}
}

TEST(the_direction_is_sent_as_its_axis_and_its_sign)
{
	static const uint8_t bits[4] = {0, 1, 2, 3}; /* parallel to y: 1, negative: 2 */
	static const enum world_direction directions[4] = {WORLD_EAST, WORLD_NORTH, WORLD_WEST, WORLD_SOUTH};

	for (int i = 0; i < 4; i++) {
		struct world_rules rules = {0};
		uint8_t bytes[WORLD_RULES_MOST];

		world_set_direction(&rules, directions[i]);
		assert_int_equal(world_direction(&rules), directions[i]);
		world_rules_write(&rules, big, bytes);
		assert_int_equal(bytes[1], bits[i]);
	}
}

/* Rules with every optional value, each value different.  */
static struct world_rules full_rules(void)
{
	struct world_rules rules;

	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		rules.flag[i] = true;
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		rules.value[i] = i + 1;
	rules.value[WORLD_NEUTRALIZATION_RANGE] = 255;
	rules.value[WORLD_HOME_REWARD] = 65535;
	rules.value[WORLD_INITIAL_COST] = INT32_MAX;
	rules.value[WORLD_INITIAL_SCORE] = INT32_MIN;
	rules.value[WORLD_LOWER_X_BOUND] = -127;
	rules.value[WORLD_UPPER_Y_BOUND] = 127;
	rules.value[WORLD_SCORE_LIMIT] = -1;
	return rules;
}

TEST(conditional_values_follow_in_the_order_of_the_original)
{
	struct world_rules rules = full_rules();

	expect_rules(&rules, big,
		     "ff ff ff 0002 0003 0004 0005 0006 0007 0008 ffff 7fffffff 80000000 81 0d 0e 7f 0010 "
		     "0011 0012 0013 0014 0015 00000016 ffffffff");
}

TEST(a_conditional_value_is_sent_only_if_its_flag_is_set)
{
	/* The bytes that each flag adds, in the order of the flags.  */
	static const size_t more[WORLD_FLAG_COUNT] = {1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 4, 4, 4, 0, 0, 0};

	for (int flag = 0; flag < WORLD_FLAG_COUNT; flag++) {
		struct world_rules rules = full_rules();
		uint8_t bytes[WORLD_RULES_MOST];

		memset(rules.flag, 0, sizeof(rules.flag));
		rules.flag[flag] = true;
		assert_int_equal(world_rules_write(&rules, big, bytes), 27 + more[flag]);
	}
}

TEST(rules_read_back_as_written_in_every_byte_order_and_need_every_byte)
{
	for (int i = 0; i < 8; i++) {
		struct world_wire wire = {.little = i & 1, .msb = i & 2, .revision = i & 4 ? 2 : 1};
		struct world_rules rules = full_rules(), read, untouched;
		uint8_t bytes[WORLD_RULES_MOST + 1];
		size_t size;

		rules.value[WORLD_TURN_RIGHT_COST] = rules.value[WORLD_TURN_LEFT_COST];
		size = world_rules_write(&rules, wire, bytes);
		memset(&read, 0x55, sizeof(read));
		untouched = read;
		for (size_t less = 0; less < size; less++) {
			uint8_t *part = (uint8_t *)bytes_copy(bytes, less);

			assert_int_equal(world_rules_read(&read, wire, part, less), 0);
			free(part);
		}
		assert_memory_equal(&read, &untouched, sizeof(read));
		assert_int_equal(world_rules_read(&read, wire, bytes, size), size);
		assert_memory_equal(&read, &rules, sizeof(read));
		assert_int_equal(world_rules_read(&read, wire, bytes, size + 1), size);
	}
}

TEST(a_value_that_was_not_sent_reads_as_0)
{
	struct world_rules rules = full_rules(), read;
	uint8_t bytes[WORLD_RULES_MOST];

	rules.flag[WORLD_COST_IS_LIMITED] = rules.flag[WORLD_LOWER_X_BOUND_IS_KNOWN] = false;
	world_rules_read(&read, big, bytes, world_rules_write(&rules, big, bytes));
	assert_int_equal(read.value[WORLD_COST_LIMIT], 0);
	assert_int_equal(read.value[WORLD_LOWER_X_BOUND], 0);
	assert_int_equal(read.value[WORLD_UPPER_X_BOUND], 13);
	assert_int_equal(read.value[WORLD_SCORE_LIMIT], -1);
}

TEST(any_bytes_read_as_valid_rules)
{
	struct world_rules rules;
	uint8_t bytes[WORLD_RULES_MOST];

	memset(bytes, 0xff, sizeof(bytes));
	assert_int_equal(world_rules_read(&rules, big, bytes, sizeof(bytes)), sizeof(bytes));
	assert_int_equal(rules.value[WORLD_INITIAL_COST], INT32_MAX); /* a Natural of 4 bytes is below 2^31 */
	assert_int_equal(rules.value[WORLD_INITIAL_SCORE], -1);
	assert_int_equal(rules.value[WORLD_HOME_REWARD], 65535);
}

TEST(rules_can_be_written_in_words)
{
	FREED struct play *play = begin("Move_Cost 3\nLower_X_Bound_Is_Known True\nTurn_Left_Cost 2\n"
					"Turn_Right_Cost 2\nInitial_Score -5\nAgent 2 0 3\nMap 3 1\n...\n");
	FREED char *words = world_rules_words(&play->world.rules, 1);

	assert_text(words, "Initial_Direction South, Lower_X_Bound_Is_Known, Neutralization_Range 0, "
			   "Move_Cost 3, Turn_Left_Cost 2, Turn_Right_Cost 2, Grab_Cost 0, "
			   "Neutralize_Cost 0, Item_Reward 0, Neutralize_Reward 0, Home_Reward 0, "
			   "Initial_Cost 0, Initial_Score -5, Lower_X_Bound -2");
	words = world_rules_words(&play->world.rules, 2);
	assert_non_null(strstr(words, "Move_Cost 3, Turn_Cost 2, Grab_Cost 0"));
}

/* ---- percepts ---- */

TEST(a_percept_has_its_bits_in_the_order_of_the_original)
{
	static const char *const words[8] = {
		"Home", "Item", "Hostility", "Bump", "Fear", "Enemy_Neutralized", "(unused)", "End",
	};

	for (int bit = 0; bit < 8; bit++) {
		expect_percept(world_percept_read((uint8_t)(1 << bit), big), words[bit]);
		expect_percept(world_percept_read((uint8_t)(0x80 >> bit), high_bit_first), words[bit]);
	}
	expect_percept(world_percept_read(0, big), "nothing");
	assert_int_equal(world_percept_write(WORLD_PERCEPT_HOME | WORLD_PERCEPT_END, little), 0x81);
	assert_int_equal(world_percept_write(WORLD_PERCEPT_ITEM | WORLD_PERCEPT_FEAR, high_bit_first), 0x48);
	for (unsigned byte = 0; byte < 256; byte++)
		assert_int_equal(world_percept_write(world_percept_read((uint8_t)byte, high_bit_first),
						     high_bit_first),
				 byte);
}

/* ---- tiles ---- */

TEST(tiles_have_the_bytes_of_the_original_and_a_danger_without_an_enemy_has_0x80)
{
	static const struct {
		unsigned tile;
		uint8_t byte, mirrored;
		const char *words;
	} rows[] = {
		{0, 0x03, 0xc0, "clear"},
		{WORLD_HOME, 0x07, 0xe0, "clear, home"},
		{WORLD_ITEM, 0x0b, 0xd0, "clear, item"},
		{WORLD_HOSTILITY, 0x13, 0xc8, "clear, hostility"},
		{WORLD_FEAR, 0x23, 0xc4, "clear, fear"},
		{WORLD_HOME | WORLD_ITEM | WORLD_HOSTILITY | WORLD_FEAR, 0x3f, 0xfc,
		 "clear, home, item, hostility, fear"},
		{WORLD_ENEMY, 0x01, 0x80, "clear, enemy"},
		{WORLD_ENEMY | WORLD_HOME, 0x05, 0xa0, "clear, home, enemy"},
		{WORLD_ENEMY | WORLD_ITEM, 0x09, 0x90, "clear, item, enemy"},
		{WORLD_WALL, 0x02, 0x40, "wall"},
		{WORLD_DANGER, 0x80, 0x01, "danger"},
		{WORLD_DANGER | WORLD_ENEMY, 0x04, 0x20, "danger, enemy"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_text(world_tile_words(rows[i].tile), rows[i].words);
		assert_int_equal(world_tile_write(rows[i].tile, big), rows[i].byte);
		assert_int_equal(world_tile_write(rows[i].tile, little), rows[i].byte);
		assert_int_equal(world_tile_write(rows[i].tile, high_bit_first), rows[i].mirrored);
		assert_int_equal(world_tile_read(rows[i].byte, big), rows[i].tile);
		assert_int_equal(world_tile_read(rows[i].mirrored, high_bit_first), rows[i].tile);
	}
}

TEST(no_tile_is_the_end_of_the_list)
{
	for (unsigned tile = 0; tile < 256; tile++) {
		assert_int_not_equal(world_tile_write(tile, big), 0);
		assert_int_not_equal(world_tile_write(tile, high_bit_first), 0);
	}
}

TEST(every_byte_reads_as_a_possible_tile)
{
	for (unsigned byte = 0; byte < 256; byte++) {
		unsigned tile = world_tile_read((uint8_t)byte, big);
		bool clear = !(tile & (WORLD_WALL | WORLD_DANGER));

		assert_true(clear || !(tile & (WORLD_HOME | WORLD_ITEM)));
		assert_true(!(tile & WORLD_WALL) || tile == WORLD_WALL);
		assert_int_equal(world_tile_read(world_tile_write(tile, big), big), tile);
	}
}

/* ---- what the agent is told at the start ---- */

TEST(known_tiles_are_sent_row_by_row_without_the_start)
{
	FREED struct play *play = begin("Agent 1 1 0\nMap 4 3\n#x.#\n#.hE\n#ixX\n"
					"Known\n0110\n1111\n0111\n");
	static const struct {
		int x, y;
		const char *words;
	} expected[] = {
		{0, 1, "danger"},       {1, 1, "clear, fear"},
		{-1, 0, "wall"},        {1, 0, "clear, home, hostility, fear"},
		{2, 0, "clear, enemy"}, {0, -1, "clear, item, fear"},
		{1, -1, "danger"},      {2, -1, "danger, enemy"},
	};
	struct world_told told;
	int at = 0, count = 0;

	while (world_next_told(&play->world, &at, &told)) {
		char *words = world_tile_words(told.tile);

		assert_true(count < (int)(sizeof(expected) / sizeof(expected[0])));
		assert_int_equal(told.x, expected[count].x);
		assert_int_equal(told.y, expected[count].y);
		assert_text(words, expected[count].words);
		count++;
	}
	assert_int_equal(count, sizeof(expected) / sizeof(expected[0]));
	assert_false(world_next_told(&play->world, &at, &told));
}

TEST(coordinates_in_the_largest_world_fit_a_signed_byte)
{
	struct bytes lines FREED_BY(bytes_free) = {0};
	FREED struct play *play;
	struct world_told told;
	int at = 0, count = 0;

	bytes_add_text(&lines, "Know_Probability 1\nAgent 127 0 0\nMap 128 128\n");
	for (int i = 0; i < 128 * 128; i++)
		bytes_add_text(&lines, i % 128 == 127 ? ".\n" : ".");
	play = begin(lines.at);
	while (world_next_told(&play->world, &at, &told)) {
		assert_true(told.x + 128 >= 1 && told.x + 128 <= 255);
		assert_true(told.y + 128 >= 1 && told.y + 128 <= 255);
		count++;
	}
	assert_int_equal(count, 128 * 128 - 1);
	assert_int_equal(told.x, 0); /* the last: the south-east corner */
	assert_int_equal(told.y, -127);
	assert_int_equal(play->world.rules.value[WORLD_LOWER_X_BOUND], -127);
	assert_int_equal(play->world.rules.value[WORLD_UPPER_X_BOUND], 0);
}

/* ---- the score ---- */

TEST(a_score_is_four_bytes_in_either_order)
{
	static const struct {
		int64_t score;
		const char *big, *little;
		int32_t read;
	} rows[] = {
		{0, "00000000", "00000000", 0},
		{1000, "000003e8", "e8030000", 1000},
		{-10000, "ffffd8f0", "f0d8ffff", -10000},
		{INT32_MAX, "7fffffff", "ffffff7f", INT32_MAX},
		{INT32_MIN, "80000000", "00000080", INT32_MIN},
		{INT64_C(1) << 31, "7fffffff", "ffffff7f", INT32_MAX},
		{-(INT64_C(1) << 40), "80000000", "00000080", INT32_MIN},
	};
	uint8_t bytes[WORLD_SCORE_SIZE];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		world_score_write(rows[i].score, big, bytes);
		expect_hex(bytes, sizeof(bytes), rows[i].big);
		assert_int_equal(world_score_read(bytes, big), rows[i].read);
		world_score_write(rows[i].score, little, bytes);
		expect_hex(bytes, sizeof(bytes), rows[i].little);
		assert_int_equal(world_score_read(bytes, little), rows[i].read);
	}
}

TEST_MAIN(NULL, NULL)
