/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_agent_world.c - what actions do in the agent world (asimulator, World; Decisions).  */
#include "agent_world_fixture.h"

/* ---- moving ---- */

TEST(a_wall_stops_a_move_and_is_perceived_as_a_bump)
{
	FREED struct play *play = begin("Agent 1 0 0\nMap 3 1\n#.#\n");

	expect_percept(act(play, "m"), "Bump");
	expect_at(play, 0, 0);
	expect_percept(act(play, "llm"), "Bump");
	expect_at(play, 0, 0);
}

TEST(everything_outside_the_map_is_wall)
{
	FREED struct play *play = begin("Agent 0 0 0\nMap 1 1\n.\n");

	for (int i = 0; i < 4; i++) {
		expect_percept(act(play, "m"), "Bump");
		act(play, "l");
	}
	expect_at(play, 0, 0);
	expect_tile(play, 1, 0, "wall");
	expect_tile(play, 0, -1, "wall");
	expect_tile(play, -1000, 1000, "wall");
}

TEST(the_start_is_0_0_east_is_plus_x_and_north_is_plus_y)
{
	FREED struct play *play = begin("Agent 1 1 0\nMap 3 3\n...\n...\n...\n");

	expect_at(play, 0, 0);
	act(play, "m");
	expect_at(play, 1, 0);
	act(play, "lm");
	expect_at(play, 1, 1);
	act(play, "lm");
	expect_at(play, 0, 1);
	act(play, "lmm");
	expect_at(play, 0, -1);
}

TEST(the_agent_faces_as_its_world_file_says)
{
	static const int ahead[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

	for (int direction = 0; direction < 4; direction++) {
		FREED char *lines = bytes_text("Agent 1 1 %d\nMap 3 3\n...\n...\n...\n", direction);
		FREED struct play *play = begin(lines);

		assert_int_equal(play->sim.direction, direction);
		act(play, "m");
		expect_at(play, ahead[direction][0], ahead[direction][1]);
	}
}

TEST(turns_always_succeed_left_counterclockwise_and_right_clockwise)
{
	FREED struct play *play = begin("Agent 1 1 0\nMap 3 3\n###\n#.#\n###\n");
	static const enum world_direction left[] = {WORLD_NORTH, WORLD_WEST, WORLD_SOUTH, WORLD_EAST};

	for (int i = 0; i < 4; i++) {
		expect_percept(act(play, "l"), "nothing");
		assert_int_equal(play->sim.direction, left[i]);
	}
	for (int i = 2; i >= -1; i--) {
		expect_percept(act(play, "r"), "nothing");
		assert_int_equal(play->sim.direction, left[(i + 4) % 4]);
	}
}

/* ---- death ---- */

TEST(only_a_move_can_kill)
{
	FREED struct play *play = begin("Agent 1 1 0\nMap 3 3\n#E#\nx.X\n#x#\n");

	expect_percept(act(play, "llllrrrrgg"), "Hostility, Fear");
	act(play, "n"); /* shooting at an enemy leaves the danger it stood on */
	assert_int_equal(play->sim.end, WORLD_GOES_ON);
	expect_tile(play, 1, 0, "danger");
	expect_percept(act(play, "m"), "End");
	assert_int_equal(play->sim.end, WORLD_END_DEATH);
	expect_at(play, 1, 0);
}

TEST(enemies_are_deadly_on_clear_tiles_and_on_dangers)
{
	static const char *const rows[] = {".E", ".X", ".H", ".I", ".B", ".x"};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FREED char *lines = bytes_text("Agent 0 0 0\nMap 2 1\n%s\n", rows[i]);
		FREED struct play *play = begin(lines);

		act(play, "m");
		assert_int_equal(play->sim.end, WORLD_END_DEATH);
	}
}

TEST(the_tile_of_a_neutralized_enemy_is_safe)
{
	FREED struct play *play = begin("Agent 0 0 0\nMap 2 1\n.E\n");

	expect_percept(act(play, "nm"), "nothing");
	expect_at(play, 1, 0);
	assert_int_equal(play->sim.end, WORLD_GOES_ON);
}

TEST(after_death_there_is_no_home_reward)
{
	FREED struct play *play = begin("Agent 0 0 0\nHome_Reward 500\nMap 2 1\nhH\n");

	expect_percept(act(play, "m"), "Home, End");
	assert_int_equal(play->sim.score, 0);
}

/* ---- neutralizing ---- */

TEST(neutralize_acts_only_straight_ahead)
{
	static const int ahead[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

	for (int direction = 0; direction < 4; direction++) {
		FREED char *lines = bytes_text("Agent 1 1 %d\nMap 3 3\nEEE\nE.E\nEEE\n", direction);
		FREED struct play *play = begin(lines);

		expect_percept(act(play, "n"), "Hostility, Enemy_Neutralized");
		assert_int_equal(count_tiles(&play->sim, WORLD_ENEMY), 7);
		expect_tile(play, ahead[direction][0], ahead[direction][1], "clear, hostility");
	}
}

TEST(range_0_is_unlimited)
{
	struct bytes lines FREED_BY(bytes_free) = {0};
	FREED struct play *play;

	bytes_add_text(&lines, "Neutralization_Range 0\nAgent 0 0 0\nMap 128 1\n.");
	for (int i = 0; i < 126; i++)
		bytes_add_text(&lines, ".");
	bytes_add_text(&lines, "E\n");
	play = begin(lines.at);
	expect_percept(act(play, "n"), "Enemy_Neutralized");
	assert_int_equal(count_tiles(&play->sim, WORLD_ENEMY), 0);
}

TEST(a_shot_reaches_only_as_far_as_its_range)
{
	FREED struct play *play = begin("Neutralization_Range 3\nAgent 0 0 0\nMap 5 1\n....E\n");

	expect_percept(act(play, "n"), "nothing");
	expect_percept(act(play, "mn"), "Enemy_Neutralized");
}

TEST(all_enemies_in_range_are_neutralized)
{
	FREED struct play *play =
		begin("Neutralization_Range 4\nNeutralize_Reward 7\nAgent 0 0 0\nMap 6 1\n.EE.EE\n");

	expect_percept(act(play, "n"), "Enemy_Neutralized");
	assert_int_equal(play->sim.neutralized, 3);
	assert_int_equal(play->sim.score, 3 * 7);
	expect_tile(play, 5, 0, "clear, enemy");
}

TEST(only_the_first_enemy_is_neutralized_if_neutralization_stops_there)
{
	FREED struct play *play = begin("Neutralization_Stops_At_First_Enemy True\nNeutralize_Reward 7\n"
					"Agent 0 0 0\nMap 4 1\n..EE\n");

	expect_percept(act(play, "n"), "Enemy_Neutralized");
	assert_int_equal(play->sim.neutralized, 1);
	assert_int_equal(play->sim.score, 7);
	expect_tile(play, 2, 0, "clear, hostility");
	expect_tile(play, 3, 0, "clear, enemy");
	expect_percept(act(play, "n"), "Enemy_Neutralized");
	assert_int_equal(count_tiles(&play->sim, WORLD_ENEMY), 0);
}

TEST(walls_stop_a_shot_and_dangers_do_not)
{
	FREED struct play *play = begin("Agent 2 0 0\nMap 6 1\nE#.xXE\n");

	act(play, "n");
	assert_int_equal(play->sim.neutralized, 2);
	act(play, "lln");
	assert_int_equal(play->sim.neutralized, 0);
	assert_int_equal(count_tiles(&play->sim, WORLD_ENEMY), 1);
}

TEST(a_neutralized_enemy_is_perceived_only_if_there_was_one)
{
	FREED struct play *play = begin("Agent 0 0 0\nMap 3 1\n..E\n");

	expect_percept(act(play, "n"), "Enemy_Neutralized");
	expect_percept(act(play, "n"), "nothing"); /* no enemy is left */
	expect_percept(act(play, "l"), "nothing");
}

TEST(a_neutralized_enemy_on_a_clear_tile_becomes_an_item_if_the_rules_say_so)
{
	FREED struct play *play = begin("Neutralized_Enemy_Becomes_Item True\nItem_Reward 9\nAgent 0 0 0\n"
					"Map 6 1\n.EHIBX\n");

	act(play, "n");
	expect_tile(play, 1, 0, "clear, item");
	expect_tile(play, 2, 0, "clear, home, item");
	expect_tile(play, 3, 0, "clear, item");
	expect_tile(play, 4, 0, "clear, home, item, fear");
	expect_tile(play, 5, 0, "danger");
	expect_percept(act(play, "mg"), "nothing");
	assert_int_equal(play->sim.score, 9);
	free(play);
	play = begin("Agent 0 0 0\nMap 2 1\n.E\n");
	act(play, "n");
	expect_tile(play, 1, 0, "clear");
}

/* ---- ammunition ---- */

static const char shooting[] = "Ammunition_Is_Limited True\nAmmunition_Limit 2\nInitial_Ammunition 2\n"
			       "Neutralize_Cost 5\nAgent 0 0 0\nMap 3 1\n..E\n";

TEST(a_shot_uses_limited_ammunition_even_if_it_misses)
{
	FREED struct play *play = begin(shooting);

	assert_int_equal(play->sim.ammunition, 2);
	act(play, "ln");
	assert_int_equal(play->sim.ammunition, 1);
	expect_percept(act(play, "rn"), "Enemy_Neutralized");
	assert_int_equal(play->sim.ammunition, 0);
}

TEST(neutralize_without_ammunition_costs_but_does_nothing)
{
	FREED struct play *play = begin(shooting);

	act(play, "lnnr");
	expect_percept(act(play, "n"), "nothing");
	assert_int_equal(play->sim.cost, 15);
	assert_int_equal(play->sim.ammunition, 0);
	expect_tile(play, 2, 0, "clear, enemy");
}

TEST(unlimited_ammunition_never_runs_out)
{
	FREED struct play *play = begin("Agent 0 0 1\nMap 2 1\n.E\n");

	act(play, "nnnnnnnnnn");
	assert_int_equal(play->sim.ammunition, 0);
	expect_percept(act(play, "rn"), "Enemy_Neutralized");
}

TEST(ammunition_is_refilled_at_a_home_that_recharges)
{
	static const char lines[] = "Ammunition_Is_Limited True\nAmmunition_Limit 3\nInitial_Ammunition 1\n"
				    "Can_Recharge_Ammunition_At_Home %s\nAgent %d 0 0\nMap 2 1\nh.\n";
	FREED char *text = bytes_text(lines, "True", 0);
	FREED struct play *play = begin(text);

	/* It is full at the start too, whatever the rules of the world say.  */
	assert_int_equal(play->sim.ammunition, 3);
	assert_int_equal(play->world.rules.value[WORLD_INITIAL_AMMUNITION], 3);
	assert_int_equal(play->class.rules.value[WORLD_INITIAL_AMMUNITION], 1);
	act(play, "n"); /* at home: full again immediately */
	assert_int_equal(play->sim.ammunition, 3);
	act(play, "mn");
	assert_int_equal(play->sim.ammunition, 2);
	act(play, "llm");
	assert_int_equal(play->sim.ammunition, 3);
	free(play);
	free(text);

	text = bytes_text(lines, "True", 1);
	play = begin(text);
	assert_int_equal(play->sim.ammunition, 1);
	assert_int_equal(play->world.rules.value[WORLD_INITIAL_AMMUNITION], 1);
	free(play);
	free(text);

	text = bytes_text(lines, "False", 0);
	play = begin(text);
	act(play, "nm");
	act(play, "llm");
	assert_int_equal(play->sim.ammunition, 0);
}

/* ---- score and cost ---- */

TEST(each_actions_cost_is_added_to_the_cost_and_subtracted_from_the_score)
{
	FREED struct play *play =
		begin("Move_Cost 1\nTurn_Left_Cost 20\nTurn_Right_Cost 300\nGrab_Cost 4000\n"
		      "Neutralize_Cost 50000\nInitial_Cost 7\nInitial_Score -9\n"
		      "Agent 0 0 0\nMap 3 1\n...\n");
	static const int64_t costs[] = {1, 20, 300, 4000, 50000, 0};
	int64_t cost = 7, score = -9;

	assert_int_equal(play->sim.cost, cost);
	assert_int_equal(play->sim.score, score);
	for (int i = 0; i < 6; i++) {
		act(play, (char[]){"mlrgns"[i], '\0'});
		assert_int_equal(play->sim.cost, cost += costs[i]);
		assert_int_equal(play->sim.score, score -= costs[i]);
		assert_int_equal(play->sim.actions, i + 1);
	}
}

TEST(a_bump_costs_a_move_and_a_grab_of_nothing_costs_too)
{
	FREED struct play *play =
		begin("Move_Cost 3\nGrab_Cost 5\nItem_Reward 100\nAgent 0 0 0\nMap 1 1\n.\n");

	act(play, "m");
	assert_int_equal(play->sim.score, -3);
	act(play, "g");
	assert_int_equal(play->sim.score, -8);
}

TEST(an_item_scores_once)
{
	FREED struct play *play = begin("Item_Reward 100\nAgent 0 0 0\nMap 1 1\ni\n");

	expect_percept(play->sim.percept, "Item");
	expect_percept(act(play, "g"), "nothing");
	assert_int_equal(play->sim.score, 100);
	act(play, "g");
	assert_int_equal(play->sim.score, 100);
}

TEST(the_home_reward_is_for_ending_the_simulation_at_home)
{
	static const char lines[] = "Home_Reward 500\nMove_Cost 1\nAgent 0 0 0\nMap 2 1\nh.\n";
	FREED struct play *play = begin(lines);

	act(play, "mllm");
	assert_int_equal(play->sim.score, -2);
	expect_percept(act(play, "s"), "Home, End");
	assert_int_equal(play->sim.score, 498);
	free(play);
	play = begin(lines);
	act(play, "ms");
	assert_int_equal(play->sim.score, -1);
}

/* ---- percepts ---- */

TEST(only_the_four_neighbours_cause_hostility_and_fear)
{
	static const struct {
		const char *map, *percept;
	} maps[] = {
		{"#E#\n#.#\n###", "Hostility"},
		{"###\n#.E\n###", "Hostility"},
		{"###\n#.#\n#E#", "Hostility"},
		{"###\nE.#\n###", "Hostility"},
		{"#x#\n#.#\n###", "Fear"},
		{"###\n#.x\n###", "Fear"},
		{"###\n#.#\n#x#", "Fear"},
		{"###\nx.#\n###", "Fear"},
		{"###\nX.#\n###", "Hostility, Fear"},
		{"xEX\n#.#\nXEx", "Hostility"},
		{"E#x\n#.#\nX#E", "nothing"},
	};

	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		FREED char *lines = bytes_text("Agent 1 1 0\nMap 3 3\n%s\n", maps[i].map);
		FREED struct play *play = begin(lines);

		expect_percept(play->sim.percept, maps[i].percept);
	}
}

TEST(percepts_report_the_state_after_the_action)
{
	FREED struct play *play = begin("Agent 0 0 0\nMap 4 1\n.bEx\n");

	expect_percept(play->sim.percept, "nothing");
	expect_percept(act(play, "m"), "Home, Item, Hostility");
	expect_percept(act(play, "g"), "Home, Hostility");
	expect_percept(act(play, "n"), "Home, Enemy_Neutralized");
	expect_percept(act(play, "m"), "Fear");
}

TEST(bumps_and_neutralized_enemies_are_perceived_only_after_their_action)
{
	FREED struct play *play = begin("Agent 0 0 0\nMap 3 1\n.#E\n");

	expect_percept(act(play, "m"), "Bump");
	expect_percept(act(play, "g"), "nothing");
	expect_percept(act(play, "m"), "Bump");
	expect_percept(act(play, "l"), "nothing");
}

TEST(the_first_percept_reports_the_start)
{
	FREED struct play *play = begin("Agent 1 0 0\nMap 3 1\nxbE\n");

	expect_percept(play->sim.percept, "Home, Item, Hostility, Fear");
}

/* ---- the end ---- */

TEST(shut_off_ends_a_simulation_and_is_free)
{
	FREED struct play *play = begin("Move_Cost 1\nAgent 0 0 0\nMap 1 1\n.\n");

	expect_percept(act(play, "s"), "End");
	assert_int_equal(play->sim.end, WORLD_END_SHUT_OFF);
	assert_int_equal(play->sim.cost, 0);
	assert_int_equal(play->sim.actions, 1);
}

TEST(reaching_the_cost_limit_ends_a_simulation)
{
	FREED struct play *play = begin("Cost_Is_Limited True\nCost_Limit 10\nTurn_Left_Cost 3\nMove_Cost 1\n"
					"Home_Reward 50\nAgent 0 0 0\nMap 2 1\n.h\n");

	expect_percept(act(play, "lll"), "nothing");
	act(play, "r");
	assert_int_equal(play->sim.cost, 9);
	expect_percept(act(play, "m"), "Bump, End");
	assert_int_equal(play->sim.end, WORLD_END_COST_LIMIT);
	assert_int_equal(play->sim.score, -10);
}

TEST(reaching_the_score_limit_ends_a_simulation_and_home_counts_only_then)
{
	FREED struct play *play =
		begin("Score_Is_Limited True\nScore_Limit 99\nItem_Reward 100\nGrab_Cost 1\n"
		      "Home_Reward 1000\nAgent 0 0 0\nMap 1 1\nb\n");

	assert_int_equal(play->sim.end, WORLD_GOES_ON);
	expect_percept(act(play, "g"), "Home, End");
	assert_int_equal(play->sim.end, WORLD_END_SCORE_LIMIT);
	assert_int_equal(play->sim.score, 1099);
	free(play);
	play = begin("Score_Is_Limited True\nScore_Limit 100\nItem_Reward 100\nGrab_Cost 1\n"
		     "Home_Reward 1000\nAgent 0 0 0\nMap 1 1\nb\n");
	expect_percept(act(play, "g"), "Home");
}

TEST(the_action_limit_ends_a_simulation_and_0_means_no_limit)
{
	FREED struct play *play = begin("Home_Reward 5\nAgent 0 0 0\nMap 1 1\nh\n");

	world_sim_init(&play->sim, &play->world, 3);
	expect_percept(act(play, "lr"), "Home");
	expect_percept(act(play, "l"), "Home, End");
	assert_int_equal(play->sim.end, WORLD_END_MAX_ACTIONS);
	assert_int_equal(play->sim.score, 5);
	world_sim_init(&play->sim, &play->world, 0);
	for (int i = 0; i < 20000; i++)
		act(play, "l");
	assert_int_equal(play->sim.end, WORLD_GOES_ON);
}

/* Each row also reaches every end that follows it.  */
TEST(ends_take_precedence_as_shut_off_death_cost_score_and_action_limit)
{
	static const char lines[] = "%s%sItem_Reward 100\nGrab_Cost 10\nMove_Cost 10\n"
				    "Agent 0 0 0\nMap 2 1\nix\n";
	static const char cost[] = "Cost_Is_Limited True\nCost_Limit 10\n";
	static const char score[] = "Score_Is_Limited True\nScore_Limit 90\n";
	static const char low_score[] = "Score_Is_Limited True\nScore_Limit -10\nInitial_Score -20\n";
	static const struct {
		const char *cost, *score, *action;
		enum world_end end;
	} rows[] = {
		{cost, low_score, "s", WORLD_END_SHUT_OFF}, {cost, low_score, "m", WORLD_END_DEATH},
		{cost, score, "g", WORLD_END_COST_LIMIT},   {"", score, "g", WORLD_END_SCORE_LIMIT},
		{"", "", "g", WORLD_END_MAX_ACTIONS},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FREED char *text = bytes_text(lines, rows[i].cost, rows[i].score);
		FREED struct play *play = begin(text);

		world_sim_init(&play->sim, &play->world, 1);
		act(play, rows[i].action);
		assert_string_equal(world_end_name(play->sim.end), world_end_name(rows[i].end));
	}
}

TEST(nothing_happens_after_the_end)
{
	FREED struct play *play = begin("Move_Cost 1\nAgent 0 0 0\nMap 2 1\n..\n");
	struct world_sim before;

	act(play, "s");
	before = play->sim;
	for (int action = 0; action < WORLD_ACTION_COUNT; action++)
		assert_false(world_sim_act(&play->sim, (enum world_action)action));
	assert_memory_equal(&before, &play->sim, sizeof(before));
}

TEST(an_unknown_action_changes_nothing)
{
	FREED struct play *play = begin("Move_Cost 1\nAgent 0 0 0\nMap 2 1\n..\n");
	struct world_sim before = play->sim;

	assert_false(world_sim_act(&play->sim, WORLD_ACTION_COUNT));
	assert_false(world_sim_act(&play->sim, (enum world_action)255));
	assert_false(world_sim_act(&play->sim, (enum world_action) - 1));
	assert_memory_equal(&before, &play->sim, sizeof(before));
	assert_null(world_action_name(-1));
	assert_null(world_action_name(WORLD_ACTION_COUNT));
	assert_string_equal(world_action_name(5), "Neutralize");
}

/* ---- two simulations ---- */

TEST(a_copy_is_independent)
{
	FREED struct play *play = begin("Item_Reward 4\nAgent 0 0 0\nMap 3 1\ni.E\n");
	struct world_sim copy = play->sim;

	act(play, "gnm");
	assert_int_equal(copy.score, 0);
	assert_int_equal(count_tiles(&copy, WORLD_ITEM), 1);
	assert_int_equal(count_tiles(&copy, WORLD_ENEMY), 1);
	assert_true(world_sim_act(&copy, WORLD_GRAB));
	assert_true(world_sim_act(&copy, WORLD_NEUTRALIZE));
	assert_true(world_sim_act(&copy, WORLD_MOVE));
	assert_memory_equal(&copy, &play->sim, sizeof(copy));
}

TEST(the_higher_score_wins_then_the_lower_cost_then_fewer_actions_else_a_draw)
{
	static const struct {
		int64_t score, cost, actions;
	} best_first[] = {{5, 9, 9}, {4, 1, 9}, {4, 2, 1}, {4, 2, 2}, {-1, 0, 0}};
	int count = sizeof(best_first) / sizeof(best_first[0]);

	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++) {
			struct world_sim one = {.score = best_first[i].score,
						.cost = best_first[i].cost,
						.actions = best_first[i].actions};
			struct world_sim two = {.score = best_first[j].score,
						.cost = best_first[j].cost,
						.actions = best_first[j].actions};

			assert_int_equal(world_sim_compare(&one, &two), (i < j) - (i > j));
		}
}

TEST_MAIN(NULL, NULL)
