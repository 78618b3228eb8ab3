/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_agent_world_draw.c - what a seed draws from a class of worlds, and the shipped worlds (asimulator,
 * World file).  */
#include "agent_world_fixture.h"

/* In this many worlds of the class, the mean number of tiles with the property, times 1000.  */
static int mean_count(const char *lines, enum world_tile what, int worlds)
{
	FREED struct play *play = begin(lines);
	int64_t count = 0;

	for (int seed = 0; seed < worlds; seed++) {
		world_draw(&play->world, &play->class, (uint64_t)seed);
		world_sim_init(&play->sim, &play->world, 0);
		count += count_tiles(&play->sim, what);
	}
	return (int)(count * 1000 / worlds);
}

TEST(the_same_seed_gives_the_same_world_and_other_seeds_give_others)
{
	static const char lines[] = "Wall_Probability 0.2\nDanger_Probability 0.2\nHome_Probability 0.1\n"
				    "Item_Probability 0.1\nEnemy_Probability 0.1\nKnow_Probability 0.5\n"
				    "Map 8 3\n????????\n????????\n????????\n";
	FREED struct play *first = begin_seed(lines, 0);
	int same = 0;

	for (uint64_t seed = 0; seed < 100; seed++) {
		FREED struct play *one = begin_seed(lines, seed), *two = begin_seed(lines, seed);

		assert_memory_equal(&one->world, &two->world, sizeof(one->world));
		same += memcmp(&one->world, &first->world, sizeof(one->world)) == 0;
	}
	assert_int_equal(same, 1);
}

TEST(only_drawn_tiles_are_drawn)
{
	static const char lines[] = "Wall_Probability 0.5\nDanger_Probability 0.2\nHome_Probability 0.3\n"
				    "Item_Probability 0.3\nEnemy_Probability 0.3\nMap 6 2\n#.hibx\n?HIBXE\n";
	FREED struct play *play = begin(lines);

	for (uint64_t seed = 0; seed < 200; seed++) {
		world_draw(&play->world, &play->class, seed);
		for (int i = 0; i < 12; i++)
			if (i != 6)
				assert_int_equal(play->world.tile[i], play->class.tile[i]);
		assert_int_equal(play->world.tile[6] & WORLD_DRAWN, 0);
	}
}

TEST(each_probability_is_near_its_share_of_tiles)
{
	/* 1000 worlds of 99 drawn tiles and the start: 6 standard deviations are less than 0.1 of 0.2.  */
	static const char map[] = "Agent 0 0 0\nMap 10 10\n.?????????\n??????????\n??????????\n??????????\n"
				  "??????????\n??????????\n??????????\n??????????\n??????????\n??????????\n";
	static const struct {
		const char *lines;
		enum world_tile what;
		int expected, within; /* in thousandths of a tile */
	} rows[] = {
		{"Wall_Probability 0.2", WORLD_WALL, 19800, 800},
		{"Danger_Probability 0.2", WORLD_DANGER, 19800, 800},
		{"Home_Probability 0.2", WORLD_HOME, 19800, 800},
		{"Item_Probability 0.2", WORLD_ITEM, 19800, 800},
		{"Enemy_Probability 0.2", WORLD_ENEMY, 19800, 800},
		/* Homes and items go on clear tiles, enemies on tiles that are not wall.  */
		{"Wall_Probability 0.5\nDanger_Probability 0.3\nHome_Probability 1", WORLD_HOME, 19800, 800},
		{"Wall_Probability 0.5\nDanger_Probability 0.3\nItem_Probability 1", WORLD_ITEM, 19800, 800},
		{"Wall_Probability 0.5\nDanger_Probability 0.3\nEnemy_Probability 0.5", WORLD_ENEMY, 24750,
		 850},
		{"Danger_Probability 1", WORLD_DANGER, 99000, 0},
		{"Wall_Probability 1\nEnemy_Probability 1", WORLD_ENEMY, 0, 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FREED char *lines = bytes_text("%s\n%s", rows[i].lines, map);
		int mean = mean_count(lines, rows[i].what, 1000);

		if (mean < rows[i].expected - rows[i].within || mean > rows[i].expected + rows[i].within)
			fail_msg("%s: %d thousandths of a tile, expected about %d", rows[i].lines, mean,
				 rows[i].expected);
	}
}

TEST(any_tile_may_be_known_with_the_know_probability)
{
	FREED struct play *play = begin("Know_Probability 0.5\nMap 4 1\n#.x?\n");
	int told[4] = {0};

	for (uint64_t seed = 0; seed < 1000; seed++) {
		world_draw(&play->world, &play->class, seed);
		for (int i = 0; i < 4; i++)
			told[i] += play->world.known[i];
	}
	for (int i = 0; i < 4; i++)
		assert_true(told[i] >= 400 && told[i] <= 600);
}

TEST(a_count_is_exact_and_includes_the_letters_of_the_map)
{
	FREED struct play *play = begin("Number_Of_Homes 2\nNumber_Of_Items 4\nNumber_Of_Enemies 3\n"
					"Number_Of_Dangers 5\nMap 6 4\n#hIbxX\n??????\n??????\n??????\n");
	static const int numbers[4] = {2, 4, 3, 5};
	bool moved = false;
	struct world first;

	for (uint64_t seed = 0; seed < 200; seed++) {
		world_draw(&play->world, &play->class, seed);
		world_sim_init(&play->sim, &play->world, 0);
		assert_int_equal(count_tiles(&play->sim, WORLD_HOME), 2);
		assert_int_equal(count_tiles(&play->sim, WORLD_ITEM), 4);
		assert_int_equal(count_tiles(&play->sim, WORLD_ENEMY), 3);
		assert_int_equal(count_tiles(&play->sim, WORLD_DANGER), 5);
		/* Only clear tiles can be homes or have items.  */
		for (int i = 0; i < 24; i++)
			if (play->world.tile[i] & (WORLD_DANGER | WORLD_WALL))
				assert_int_equal(play->world.tile[i] & (WORLD_HOME | WORLD_ITEM), 0);
		for (int i = 0; i < 4; i++)
			assert_int_equal(play->world.rules.value[WORLD_NUMBER_OF_HOMES + i], numbers[i]);
		if (seed == 0)
			first = play->world;
		moved = moved || memcmp(first.tile, play->world.tile, sizeof(first.tile)) != 0;
	}
	assert_true(moved);
}

/* One item on one of 100 tiles: each tile gets it about 100 times in 10000 worlds.  */
TEST(a_counted_thing_is_equally_likely_on_every_tile)
{
	FREED struct play *play =
		begin("Number_Of_Items 1\nMap 10 10\n??????????\n??????????\n??????????\n"
		      "??????????\n??????????\n??????????\n??????????\n??????????\n??????????\n"
		      "??????????\n");
	int items[100] = {0}, starts[100] = {0};

	for (uint64_t seed = 0; seed < 10000; seed++) {
		world_draw(&play->world, &play->class, seed);
		starts[play->world.row * 10 + play->world.column]++;
		for (int i = 0; i < 100; i++)
			items[i] += play->world.tile[i] == WORLD_ITEM;
	}
	for (int i = 0; i < 100; i++) {
		assert_true(items[i] >= 50 && items[i] <= 150);
		assert_true(starts[i] >= 50 && starts[i] <= 150);
	}
}

TEST(things_that_do_not_fit_are_left_out_and_the_real_count_is_sent)
{
	FREED struct play *play =
		begin("Number_Of_Items 2\nDanger_Probability 1\nAgent 0 0 0\nMap 3 1\n???\n");

	assert_int_equal(count_tiles(&play->sim, WORLD_ITEM), 1); /* the start is clear */
	assert_int_equal(play->world.rules.value[WORLD_NUMBER_OF_ITEMS], 1);
}

TEST(the_start_is_always_clear_and_without_an_enemy)
{
	static const char *const classes[] = {
		"Danger_Probability 0.9\nEnemy_Probability 0.9\nMap 3 3\n???\n?#?\nxE.\n",
		"Wall_Probability 1\nMap 3 1\n???\n",
		"Danger_Probability 1\nEnemy_Probability 1\nAgent 1 0 2\nMap 3 1\n???\n",
		"Number_Of_Enemies 3\nNumber_Of_Dangers 3\nAgent 1 0 2\nMap 3 1\n???\n",
	};

	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		for (uint64_t seed = 0; seed < 100; seed++) {
			FREED struct play *play = begin_seed(classes[i], seed);

			assert_int_equal(world_sim_tile(&play->sim, 0, 0) &
						 (WORLD_WALL | WORLD_DANGER | WORLD_ENEMY),
					 0);
			assert_int_equal(play->sim.end, WORLD_GOES_ON);
		}
}

TEST(an_agent_without_a_place_starts_anywhere_in_any_direction)
{
	FREED struct play *play = begin("Map 4 2\n#.xE\n?hXi\n");
	int at[8] = {0}, facing[4] = {0};

	for (uint64_t seed = 0; seed < 1000; seed++) {
		world_draw(&play->world, &play->class, seed);
		at[play->world.row * 4 + play->world.column]++;
		facing[world_direction(&play->world.rules)]++;
	}
	for (int i = 0; i < 8; i++)
		if (strchr(".?hi", "#.xE?hXi"[i]))
			assert_true(at[i] >= 150 && at[i] <= 350);
		else
			assert_int_equal(at[i], 0);
	for (int i = 0; i < 4; i++)
		assert_true(facing[i] >= 150 && facing[i] <= 350);
}

TEST(the_world_has_its_size_and_counts)
{
	FREED struct play *play = begin("Agent 1 2 0\nMap 5 4\n#####\n#hhi#\n#.xE#\n##X##\n");
	const int32_t *value = play->world.rules.value;

	assert_int_equal(value[WORLD_LOWER_X_BOUND], -1);
	assert_int_equal(value[WORLD_UPPER_X_BOUND], 3);
	assert_int_equal(value[WORLD_LOWER_Y_BOUND], -1);
	assert_int_equal(value[WORLD_UPPER_Y_BOUND], 2);
	assert_int_equal(value[WORLD_NUMBER_OF_HOMES], 2);
	assert_int_equal(value[WORLD_NUMBER_OF_ITEMS], 1);
	assert_int_equal(value[WORLD_NUMBER_OF_ENEMIES], 2);
	assert_int_equal(value[WORLD_NUMBER_OF_DANGERS], 2);
}

/* ---- the shipped worlds ---- */

TEST(the_classic_world_is_the_one_in_the_document)
{
	FREED struct world_class *class = shipped("classic");
	FREED struct world *world = bytes_new(sizeof(*world));
	int64_t dangers = 0;

	assert_int_equal(class->chance[WORLD_CHANCE_DANGER], 200000);
	for (uint64_t seed = 0; seed < 500; seed++) {
		world_draw(world, class, seed);
		assert_int_equal(world->column, 1);
		assert_int_equal(world->row, 4);
		assert_int_equal(world->tile[4 * 6 + 1] & WORLD_HOME, WORLD_HOME);
		for (int i = 0; i < 36; i++)
			assert_int_equal(world->tile[i] & WORLD_WALL,
					 i % 6 % 5 == 0 || i / 6 % 5 == 0 ? WORLD_WALL : 0);
		assert_int_equal(world->rules.value[WORLD_NUMBER_OF_HOMES], 1);
		assert_int_equal(world->rules.value[WORLD_NUMBER_OF_ITEMS], 1);
		assert_int_equal(world->rules.value[WORLD_NUMBER_OF_ENEMIES], 1);
		dangers += world->rules.value[WORLD_NUMBER_OF_DANGERS];
	}
	/* 15 tiles with 0.2 each make 3 a world.  */
	assert_true((uintmax_t)dangers >= 500 * 27 / 10 && (uintmax_t)dangers <= 500 * 33 / 10);
}

/* Could the agent reach all items and homes from the start if nothing were deadly?  */
static bool all_in_reach(const struct world *world)
{
	static bool reached[WORLD_TILES];
	int count = world->width * world->height;
	bool more = true;

	memset(reached, 0, sizeof(reached));
	reached[world->row * world->width + world->column] = true;
	while (more) {
		more = false;
		for (int i = 0; i < count; i++) {
			int column = i % world->width;
			bool beside = (column > 0 && reached[i - 1]) ||
				      (column + 1 < world->width && reached[i + 1]) ||
				      (i >= world->width && reached[i - world->width]) ||
				      (i + world->width < count && reached[i + world->width]);

			if (beside && !reached[i] && !(world->tile[i] & WORLD_WALL))
				more = reached[i] = true;
		}
	}
	for (int i = 0; i < count; i++)
		if ((world->tile[i] & (WORLD_HOME | WORLD_ITEM)) && !reached[i])
			return false;
	return true;
}

TEST(every_shipped_world_has_its_walls_and_size_and_all_is_reachable)
{
	static const struct {
		const char *name;
		int width, height;
		bool enemies, drawn;
	} rows[] = {{"classic", 6, 6, true, true},
		    {"room", 16, 12, false, true},
		    {"cave", 40, 18, true, true},
		    {"maze", 60, 52, false, true}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FREED struct world_class *class = shipped(rows[i].name);
		FREED struct world *one = bytes_new(sizeof(*one)), *two = bytes_new(sizeof(*two));

		assert_int_equal(class->width, rows[i].width);
		assert_int_equal(class->height, rows[i].height);
		for (int at = 0; at < class->width * class->height; at++)
			if (at % class->width == 0 || at % class->width == class->width - 1 ||
			    at < class->width || at >= class->width * (class->height - 1))
				assert_int_equal(class->tile[at], WORLD_WALL);
		world_draw(one, class, 1);
		world_draw(two, class, 2);
		assert_true(all_in_reach(one) && all_in_reach(two));
		assert_int_equal(one->rules.value[WORLD_NUMBER_OF_ENEMIES] > 0, rows[i].enemies);
		assert_true(one->rules.value[WORLD_NUMBER_OF_ITEMS] > 0);
		assert_true(one->rules.value[WORLD_NUMBER_OF_HOMES] > 0);
		assert_int_equal(memcmp(one->tile, two->tile, sizeof(one->tile)) != 0, rows[i].drawn);
	}
}

TEST_MAIN(NULL, NULL)
