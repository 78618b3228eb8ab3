/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_agent_world_files.c - world files: what is read, and which words refuse the rest (asimulator, World
 * file).
 *
 * test_agent_world_files [FILES [SEED]]   this many broken files in place of 3000, from this seed */
#include "../random.h"
#include "agent_world_fixture.h"

static int files = 3000;
static uint64_t files_seed = 1;

/* The class of a valid text. The caller frees.  */
static struct world_class *class_of(const char *text)
{
	struct world_class *class = bytes_new(sizeof(*class));
	char *problem = world_class_read(class, "my.world", text, strlen(text));

	if (problem)
		fail_msg("the class was refused: %s", problem);
	return class;
}

static void expect_refused(const char *text, const char *words)
{
	FREED struct world_class *class = bytes_new(sizeof(*class));
	char *problem = world_class_read(class, "my.world", text, strlen(text));

	if (!problem)
		fail_msg("the class was accepted; expected \"%s\"", words);
	assert_text(problem, words);
}

/* A valid map below these lines, the first of which is line 2.  */
static void expect_lines_refused(const char *lines, const char *words)
{
	FREED char *text = bytes_text("AWorld 1\n%s\nMap 2 1\n?.\n", lines);

	expect_refused(text, words);
}

/* ---- what is read ---- */

TEST(all_lines_of_a_world_file_are_read_in_any_order)
{
	FREED struct world_class *class =
		class_of("AWorld 1\nMap 4 2\n#.hi\nbx?E\nKnown\n0100\n0011\nMove_Cost 7\nAgent 2 0 3\n"
			 "Number_Of_Homes_Is_Known True\nCost_Limit 2147483647\nHome_Probability 0.25\n"
			 "Number_Of_Dangers 2\nCost_Is_Limited True\nInitial_Score -2147483648\n"
			 "Neutralization_Range 255\nScore_Is_Limited False\n");
	static const unsigned tiles[] = {
		WORLD_WALL,   0,           WORLD_HOME, WORLD_ITEM, WORLD_HOME | WORLD_ITEM,
		WORLD_DANGER, WORLD_DRAWN, WORLD_ENEMY};

	assert_int_equal(class->width, 4);
	assert_int_equal(class->height, 2);
	for (int i = 0; i < 8; i++) {
		assert_int_equal(class->tile[i], tiles[i]);
		assert_int_equal(class->known[i], i == 1 || i >= 6);
	}
	assert_true(class->grid_known);
	assert_true(class->placed);
	assert_int_equal(class->column, 2);
	assert_int_equal(class->row, 0);
	assert_int_equal(world_direction(&class->rules), WORLD_SOUTH);
	assert_true(class->rules.flag[WORLD_NUMBER_OF_HOMES_IS_KNOWN]);
	assert_true(class->rules.flag[WORLD_COST_IS_LIMITED]);
	assert_false(class->rules.flag[WORLD_SCORE_IS_LIMITED]);
	assert_int_equal(class->rules.value[WORLD_MOVE_COST], 7);
	assert_int_equal(class->rules.value[WORLD_COST_LIMIT], INT32_MAX);
	assert_int_equal(class->rules.value[WORLD_INITIAL_SCORE], INT32_MIN);
	assert_int_equal(class->rules.value[WORLD_NEUTRALIZATION_RANGE], 255);
	assert_int_equal(class->chance[WORLD_CHANCE_HOME], WORLD_CERTAIN / 4);
	assert_int_equal(class->number[3], 2);
	assert_int_equal(class->number[0], -1);
}

TEST(a_capital_letter_adds_an_enemy)
{
	FREED struct world_class *class = class_of("AWorld 1\nMap 6 1\n.HIBXE\n");

	assert_int_equal(class->tile[1], WORLD_HOME | WORLD_ENEMY);
	assert_int_equal(class->tile[2], WORLD_ITEM | WORLD_ENEMY);
	assert_int_equal(class->tile[3], WORLD_HOME | WORLD_ITEM | WORLD_ENEMY);
	assert_int_equal(class->tile[4], WORLD_DANGER | WORLD_ENEMY);
	assert_int_equal(class->tile[5], WORLD_ENEMY);
}

TEST(an_absent_rule_is_0_or_false)
{
	FREED struct world_class *class = class_of("AWorld 1\nMap 1 1\n.\n");

	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		assert_false(class->rules.flag[i]);
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		assert_int_equal(class->rules.value[i], 0);
	for (int i = 0; i < WORLD_CHANCE_COUNT; i++)
		assert_int_equal(class->chance[i], 0);
	assert_false(class->placed);
	assert_false(class->grid_known);
}

TEST(comments_blanks_empty_lines_and_foreign_line_ends_mean_nothing)
{
	FREED struct world_class *plain = class_of("AWorld 1\nMove_Cost 5\nMap 3 1\n#.#\nKnown\n010\n");
	FREED struct world_class *other =
		class_of("# a world\r\n\r\n  AWorld\t1 # the first\r\n\n \t \n\tMove_Cost   5   # each\r\n#\n"
			 "Map 3 1 # small\r\n#.#   # wall . clear\r\nKnown\r\n010\t# one");

	assert_memory_equal(plain, other, sizeof(*plain));
}

TEST(a_probability_is_a_decimal_number_with_at_most_six_decimals)
{
	static const struct {
		const char *text;
		int32_t chance;
	} rows[] = {{"0", 0},         {"0.0", 0},      {"1", 1000000},       {"1.000000", 1000000},
		    {".5", 500000},   {"0.000001", 1}, {"0.999999", 999999}, {"1.", 1000000},
		    {"00.25", 250000}};
	static const char *const wrong[] = {"",    ".",     "1.000001",  "2",           "-0.1",
					    "0,2", "0.2.3", "1e-1",      "0x1p-1",      "nan",
					    "20%", "+0.5",  "0.1234567", "99999999999", "0.5 0.5"};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FREED char *text = bytes_text("AWorld 1\nHome_Probability %s\nMap 1 1\n?\n", rows[i].text);
		FREED struct world_class *class = class_of(text);

		assert_int_equal(class->chance[WORLD_CHANCE_HOME], rows[i].chance);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		FREED char *line = bytes_text("Home_Probability %s", wrong[i]);
		FREED char *words =
			bytes_text("my.world:2:%d: \"%s\": expected a number from 0 to 1 with at most "
				   "6 decimals after it",
				   *wrong[i] ? 18 : 17, line);

		expect_lines_refused(line, words);
	}
}

/* ---- what is refused ---- */

TEST(a_text_that_is_no_world_is_refused)
{
	expect_refused("",
		       "my.world: nothing but comments: expected a world, which begins with \"AWorld 1\"");
	expect_refused("# only\n\n# this",
		       "my.world: nothing but comments: expected a world, which begins with \"AWorld 1\"");
	expect_refused("\nMove_Cost 1\nAWorld 1\n",
		       "my.world:2:1: \"Move_Cost 1\": expected the first line to be \"AWorld 1\"");
	expect_refused("AWorld 2\n",
		       "my.world:1:1: \"AWorld 2\": expected the first line to be \"AWorld 1\"");
	expect_refused("AWorld 2\r\n",
		       "my.world:1:1: \"AWorld 2\": expected the first line to be \"AWorld 1\"");
	expect_refused("AWorld 1 1\n",
		       "my.world:1:1: \"AWorld 1 1\": expected the first line to be \"AWorld 1\"");
	expect_refused("\x7f"
		       "ELF\x02\n",
		       "my.world:1:1: \"\\x7fELF\\x02\": expected the first line to be \"AWorld 1\"");
	expect_refused("AWorld 1\nMove_Cost 1\n",
		       "my.world: no map: expected \"Map WIDTH HEIGHT\" and its rows");
}

TEST(an_unknown_word_is_refused_and_a_similar_one_is_suggested)
{
	expect_lines_refused("Speed 3",
			     "my.world:2:1: \"Speed\": expected a rule such as Move_Cost, a chance "
			     "such as Danger_Probability, Agent, Map or Known");
	expect_lines_refused("move_cost 3", "my.world:2:1: \"move_cost\": expected Move_Cost");
	expect_lines_refused("cost_is_limited True",
			     "my.world:2:1: \"cost_is_limited\": expected Cost_Is_Limited");
	expect_lines_refused("WALL_PROBABILITY 1",
			     "my.world:2:1: \"WALL_PROBABILITY\": expected Wall_Probability");
	expect_lines_refused("AWorld 1",
			     "my.world:2:1: \"AWorld\": expected a rule such as Move_Cost, a chance "
			     "such as Danger_Probability, Agent, Map or Known");
	expect_lines_refused("(agent direction is negative) True",
			     "my.world:2:1: \"(agent\": expected a rule such as Move_Cost, a chance such as "
			     "Danger_Probability, Agent, Map or Known");
}

TEST(the_map_and_the_agent_imply_values_that_have_no_line)
{
	expect_lines_refused(
		"Lower_X_Bound -1",
		"my.world:2:1: Lower_X_Bound: expected no such line, since the bounds follow from "
		"the map and the agent; Lower_X_Bound_Is_Known says whether they are told");
	expect_lines_refused("Initial_Direction East",
			     "my.world:2:1: Initial_Direction: expected it as the last number of Agent");
}

TEST(a_boolean_is_true_or_false)
{
	static const char *const wrong[] = {"", " true", " 1", " True True", " Truee"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		FREED char *line = bytes_text("Cost_Is_Limited%s", wrong[i]);
		FREED char *words = bytes_text(
			"my.world:2:%d: \"%s\": expected True or False after the rule, and nothing else",
			*wrong[i] ? 17 : 16, line);

		expect_lines_refused(line, words);
	}
}

TEST(a_number_is_limited_by_its_bytes)
{
	static const struct {
		const char *rule, *least, *most, *below, *above;
	} rows[] = {
		{"Neutralization_Range", "0", "255", "-1", "256"},
		{"Home_Reward", "0", "65535", "-1", "65536"},
		{"Initial_Cost", "0", "2147483647", "-1", "2147483648"},
		{"Initial_Score", "-2147483648", "2147483647", "-2147483649", "2147483648"},
	};
	static const char *const wrong[] = {
		"", "x", "1x", "-", "+", "1.0", "0x10", "1 1", "99999999999999999999"};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *outside[] = {rows[i].below, rows[i].above},
			   *inside[] = {rows[i].least, rows[i].most};

		for (int k = 0; k < 2; k++) {
			FREED char *text =
				bytes_text("AWorld 1\n%s %s\nMap 1 1\n.\n", rows[i].rule, inside[k]);
			FREED char *line = bytes_text("%s %s", rows[i].rule, outside[k]);
			FREED char *words =
				bytes_text("my.world:2:%d: \"%s\": expected one whole number from %s to %s "
					   "after the rule",
					   (int)strlen(rows[i].rule) + 2, line, rows[i].least, rows[i].most);

			free(class_of(text));
			expect_lines_refused(line, words);
		}
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		FREED char *line = bytes_text("Move_Cost%s%s", *wrong[i] ? " " : "", wrong[i]);
		FREED char *words =
			bytes_text("my.world:2:%d: \"%s\": expected one whole number from 0 to 65535 after "
				   "the rule",
				   *wrong[i] ? 11 : 10, line);

		expect_lines_refused(line, words);
	}
}

TEST(a_repeated_line_is_refused_and_the_first_is_named)
{
	expect_lines_refused("Move_Cost 1\n\nMove_Cost 1",
			     "my.world:4:1: Move_Cost is already in line 2: expected it once");
	expect_lines_refused("Cost_Is_Limited False\nCost_Is_Limited False",
			     "my.world:3:1: Cost_Is_Limited is already in line 2: expected it once");
	expect_lines_refused("Know_Probability 0\nKnow_Probability 0",
			     "my.world:3:1: Know_Probability is already in line 2: expected it once");
	expect_lines_refused("Agent 1 0 0\nAgent 1 0 0",
			     "my.world:3:1: Agent is already in line 2: expected it once");
	expect_lines_refused("Map 1 1\n.", "my.world:4:1: Map is already in line 2: expected it once");
	expect_refused("AWorld 1\nMap 1 1\n.\nKnown\n1\nKnown\n1\n",
		       "my.world:6:1: Known is already in line 4: expected it once");
}

TEST(a_map_must_have_the_size_it_says)
{
	static const struct {
		const char *line;
		int column;
	} sizes[] = {{"Map", 4},       {"Map 2", 6},     {"Map 0 2", 5}, {"Map 2 0", 7},
		     {"Map 129 1", 5}, {"Map 1 129", 7}, {"Map 2 x", 7}, {"Map 2 2 2", 9}};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		FREED char *text = bytes_text("AWorld 1\n%s\n", sizes[i].line);
		FREED char *words =
			bytes_text("my.world:2:%d: \"%s\": expected \"Map WIDTH HEIGHT\", each from 1 to "
				   "128, and the rows below it",
				   sizes[i].column, sizes[i].line);

		expect_refused(text, words);
	}
	expect_refused("AWorld 1\nMap 3 2\n...\n..\n",
		       "my.world:4:3: row 2 of the map has 2 characters: expected 3");
	expect_refused("AWorld 1\nMap 2 2\n..\n...\n",
		       "my.world:4:3: row 2 of the map has 3 characters: expected 2");
	expect_refused("AWorld 1\nMap 3 2\n. .\n",
		       "my.world:3:2: row 1 of the map has 1 character: expected 3");
	expect_refused("AWorld 1\nMap 3 2\n...\n",
		       "my.world:4:1: the text ends after row 1 of the map: expected 2 rows");
	expect_refused(
		"AWorld 1\nMap 2 1\n.. x\n",
		"my.world:3:4: after the row comes \"x\": expected nothing, or a comment that begins with #");
	expect_refused("AWorld 1\nMap 2 1\n.q\n",
		       "my.world:3:2: \"q\": expected # . h i b x, H I B X or E for one with an "
		       "enemy, or ? for one that is drawn");
}

TEST(the_known_tiles_are_a_grid_below_the_map_of_the_same_size)
{
	expect_lines_refused(
		"Known\n11",
		"my.world:2:1: Known before Map: expected it after the map, which gives its size");
	expect_refused("AWorld 1\nMap 2 1\n..\nKnown 1\n",
		       "my.world:4:7: \"Known 1\": expected Known alone, and the rows below it");
	expect_refused("AWorld 1\nMap 2 1\n..\nKnown\n101\n",
		       "my.world:5:3: row 1 of Known has 3 characters: expected 2");
	expect_refused("AWorld 1\nMap 2 1\n..\nKnown\n1?\n", "my.world:5:2: \"?\": expected 1 for "
							     "a tile that is told at the start, otherwise 0");
	expect_refused("AWorld 1\nMap 2 1\n..\nKnow_Probability 0.5\nKnown\n10\n",
		       "my.world:4:1: Know_Probability, and Known in line 5: expected one of them");
}

TEST(the_agent_starts_alive_on_the_map)
{
	static const struct {
		const char *line;
		int column;
	} wrong[] = {{"Agent", 6},        {"Agent 1", 8},       {"Agent 1 0", 10}, {"Agent 1 0 4", 11},
		     {"Agent -1 0 0", 7}, {"Agent 128 0 0", 7}, {"Agent a b c", 7}};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		FREED char *words =
			bytes_text("my.world:2:%d: \"%s\": expected \"Agent X Y DIRECTION\", its column and "
				   "row from 0 at the top left, and 0 for east, 1 north, 2 west, 3 south",
				   wrong[i].column, wrong[i].line);

		expect_lines_refused(wrong[i].line, words);
	}
	expect_lines_refused("Agent 2 0 0",
			     "my.world:2:1: Agent 2 0 is not on the map: expected a column from "
			     "0 to 1 and a row from 0 to 0");
	expect_lines_refused("Agent 0 1 0",
			     "my.world:2:1: Agent 0 1 is not on the map: expected a column from "
			     "0 to 1 and a row from 0 to 0");
	for (const char *tile = "#xXEHIB"; *tile; tile++) {
		FREED char *text = bytes_text("AWorld 1\nAgent 1 0 0\nMap 2 1\n.%c\n", *tile);
		FREED char *words =
			bytes_text("my.world:2:1: Agent 1 0 is on %c: expected a tile that is clear "
				   "without an enemy, or ?",
				   *tile);

		expect_refused(text, words);
	}
	expect_refused(
		"AWorld 1\nMap 4 1\n#xEH\n",
		"my.world:2:1: no tile where the agent could start: expected one that is clear without "
		"an enemy, or ?");
}

TEST(a_limit_needs_its_flag_and_is_not_reached_at_the_start)
{
	expect_lines_refused("Cost_Is_Limited True",
			     "my.world:2:1: Cost_Is_Limited True: expected a line Cost_Limit, too");
	expect_lines_refused("Ammunition_Limit 2\nAmmunition_Is_Limited True",
			     "my.world:3:1: Ammunition_Is_Limited True: expected a line Initial_Ammunition, "
			     "too");
	expect_lines_refused(
		"Score_Limit 2",
		"my.world:2:1: Score_Limit without Score_Is_Limited True: expected both or none");
	expect_lines_refused(
		"Score_Is_Limited False\nScore_Limit 2",
		"my.world:3:1: Score_Limit without Score_Is_Limited True: expected both or none");
	expect_lines_refused(
		"Ammunition_Is_Limited True\nAmmunition_Limit 2\nInitial_Ammunition 3",
		"my.world:3:1: Initial_Ammunition 3 and Ammunition_Limit 2: expected the first to "
		"be no more than the limit");
	expect_lines_refused(
		"Cost_Is_Limited True\nCost_Limit 0",
		"my.world:3:1: Initial_Cost 0 and Cost_Limit 0: expected the first to be less than "
		"the limit");
	expect_lines_refused(
		"Score_Is_Limited True\nInitial_Score -4\nScore_Limit -4",
		"my.world:4:1: Initial_Score -4 and Score_Limit -4: expected the first to be less "
		"than the limit");
}

TEST(chances_and_counts_must_fit_the_map)
{
	expect_refused(
		"AWorld 1\nItem_Probability 0.5\nMap 1 1\n.\n",
		"my.world:2:1: Item_Probability: expected ? on the map, since it applies to drawn tiles");
	expect_lines_refused(
		"Wall_Probability 0.6\nDanger_Probability 0.400001",
		"my.world:3:1: Wall_Probability and Danger_Probability are more than 1 together: "
		"expected 1 at most, since a tile is wall, danger or clear");
	free(class_of("AWorld 1\nWall_Probability 0.6\nDanger_Probability 0.4\nMap 1 1\n?\n"));
	expect_lines_refused("Number_Of_Enemies 1\nEnemy_Probability 0.5",
			     "my.world:2:1: Number_Of_Enemies, and Enemy_Probability in line 3: expected one "
			     "of them");
	expect_lines_refused("Number_Of_Items 2",
			     "my.world:2:1: Number_Of_Items 2, but the map has 0 and 1 tiles that are drawn: "
			     "expected 0 to 1");
	expect_refused(
		"AWorld 1\nMap 4 1\nhH.?\nNumber_Of_Homes 1\n",
		"my.world:4:1: Number_Of_Homes 1, but the map has 2 and 1 tiles that are drawn: expected "
		"2 to 3");
}

TEST(a_long_line_is_cut_when_it_is_quoted)
{
	char line[2000];

	memset(line, 'a', sizeof(line));
	line[sizeof(line) - 1] = '\0';
	expect_lines_refused(
		line, "my.world:2:1: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…\": "
		      "expected a rule "
		      "such as Move_Cost, a chance such as Danger_Probability, Agent, Map or "
		      "Known");
}

/* ---- thousands of files ---- */

/* Removes bytes, inserts others or repeats a part.  */
static void break_text(struct bytes *text, uint64_t *seed)
{
	static const char *const pieces[] = {"-",
					     "\n",
					     "#",
					     "?",
					     " 4294967296",
					     "\xff",
					     "Map ",
					     "Known\n",
					     "Agent ",
					     "True",
					     "0.5",
					     "\t",
					     "\r",
					     "Map 128 1",
					     "AWorld 1",
					     "9999999",
					     "Number_Of_Items 3\n"};
	struct bytes broken = {0};
	size_t at = (size_t)random_below(seed, (int)text->size + 1), to = at;
	const char *piece = pieces[random_below(seed, sizeof(pieces) / sizeof(pieces[0]))];

	if (random_below(seed, 2) && at < text->size)
		to = at +
		     (size_t)random_below(seed, (int)(text->size - at) > 20 ? 20 : (int)(text->size - at));
	bytes_add(&broken, text->at, at);
	switch (random_below(seed, 4)) {
	case 0: bytes_add_text(&broken, piece); break;
	case 1: bytes_add(&broken, &(char){(char)random_below(seed, 256)}, 1); break;
	case 2: bytes_add(&broken, text->at, (size_t)random_below(seed, (int)at + 1)); break;
	default: break;
	}
	bytes_add(&broken, text->at + to, text->size - to);
	bytes_free(text);
	*text = broken;
}

/* An accepted file must make worlds. A refusal must say why.  */
TEST(a_broken_file_is_refused_with_its_name_or_makes_a_world)
{
	static const char *const names[] = {"classic", "room", "cave"};
	FREED struct world_class *class = bytes_new(sizeof(*class));
	uint64_t seed = files_seed;
	int taken = 0;

	for (int n = 0; n < files; n++) {
		FREED char *whole = shipped_text(names[n % 3]);
		char *exact, *problem;
		struct bytes text FREED_BY(bytes_free) = {0};

		bytes_add_text(&text, whole);
		for (int i = random_below(&seed, 4); i >= 0; i--)
			break_text(&text, &seed);
		/* Exactly its size, so that a sanitizer notices a read past the end.  */
		exact = bytes_new(text.size);
		memcpy(exact, text.at, text.size);
		problem = world_class_read(class, "broken", exact, text.size);
		if (problem) {
			assert_memory_equal(problem, "broken:", 7);
			assert_true(strstr(problem, "expected") != NULL);
		} else {
			FREED struct world *world = bytes_new(sizeof(*world));

			taken++;
			world_draw(world, class, (uint64_t)n);
		}
		free(problem);
		free(exact);
	}
	assert_true(taken >= files / 100 && taken <= files - files / 100);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		files = atoi(argv[1]);
	if (argc > 2)
		files_seed = strtoull(argv[2], NULL, 10);
	return RUN_TESTS(NULL, NULL);
}
