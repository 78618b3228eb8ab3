/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_reasoner_worlds.c - the reasoning agent of the agent world under other rules than those of the classic
 * world.
 *
 * Its beliefs are compared with the truth, and its choices with better ones.  */
#include "clients_fixture.h"

static uint64_t draw(uint64_t *seed, uint64_t bound)
{
	uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (z ^ z >> 31) % bound;
}

static const char *truth(uint64_t *seed)
{
	return draw(seed, 2) ? "True" : "False";
}

/* The lines after "AWorld 1": random rules and an open map with random contents.  */
static char *any_class(uint64_t *seed)
{
	static const char *const flags[] = {"Lower_X_Bound_Is_Known",
					    "Upper_X_Bound_Is_Known",
					    "Lower_Y_Bound_Is_Known",
					    "Upper_Y_Bound_Is_Known",
					    "Number_Of_Homes_Is_Known",
					    "Number_Of_Items_Is_Known",
					    "Number_Of_Enemies_Is_Known",
					    "Number_Of_Dangers_Is_Known",
					    "Can_Recharge_Ammunition_At_Home",
					    "Neutralized_Enemy_Becomes_Item",
					    "Neutralization_Stops_At_First_Enemy"};
	static const struct {
		const char *name;
		int most;
	} values[] = {{"Neutralization_Range", 4}, {"Move_Cost", 3},          {"Turn_Left_Cost", 3},
		      {"Turn_Right_Cost", 3},      {"Grab_Cost", 3},          {"Neutralize_Cost", 5},
		      {"Item_Reward", 300},        {"Neutralize_Reward", 60}, {"Home_Reward", 500}};
	struct bytes lines = {0};
	int width = 1 + (int)draw(seed, 12), height = 1 + (int)draw(seed, 12);

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		bytes_addf(&lines, "%s %s\n", flags[i], truth(seed));
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		bytes_addf(&lines, "%s %d\n", values[i].name, (int)draw(seed, (uint64_t)values[i].most + 1));
	if (draw(seed, 2))
		bytes_addf(&lines, "Ammunition_Is_Limited True\nAmmunition_Limit 3\nInitial_Ammunition %d\n",
			   (int)draw(seed, 4));
	if (draw(seed, 2))
		bytes_addf(&lines, "Cost_Is_Limited True\nCost_Limit %d\n", 1 + (int)draw(seed, 400));
	bytes_addf(&lines, "Wall_Probability 0.%d\nDanger_Probability 0.%d\nHome_Probability 0.0%d\n",
		   (int)draw(seed, 4), (int)draw(seed, 4), (int)draw(seed, 10));
	bytes_addf(&lines,
		   "Item_Probability 0.%d\nEnemy_Probability 0.%d%d\nKnow_Probability 0.%d\nMap %d %d\n",
		   (int)draw(seed, 3), (int)draw(seed, 2), (int)draw(seed, 10), (int)draw(seed, 3), width,
		   height);
	for (int row = 0; row < height; row++) {
		for (int column = 0; column < width; column++)
			bytes_add_text(&lines, "?");
		bytes_add_text(&lines, "\n");
	}
	return lines.at;
}

/* Follows the agent and reads its beliefs.  */
struct inspector {
	const struct simulator *simulator;
	const struct reasoner *reasoner;
	int certain[MENACES]; /* beliefs that were certain and true */
	int risks, deaths;
};

static void expect_true(struct inspector *inspector, int x, int y)
{
	const struct place *place = &inspector->reasoner->beliefs->place[place_at(x, y)];
	unsigned tile = world_sim_tile(&inspector->simulator->sim, x, y);
	const unsigned menace[MENACES] = {tile & WORLD_DANGER, tile & WORLD_ENEMY};

	if (place->wall != MAYBE && (place->wall == YES) != !!(tile & WORLD_WALL))
		fail_msg("%d,%d: wall or no wall is wrong", x, y);
	for (int m = 0; m < MENACES; m++) {
		if (place->has[m] == MAYBE)
			continue;
		inspector->certain[m] += place->has[m] == YES;
		if ((place->has[m] == YES) != !!menace[m])
			fail_msg("%d,%d: %s is wrong", x, y, m == DANGER ? "danger" : "enemy");
	}
	if (place->seen && (place->item != !!(tile & WORLD_ITEM) || place->home != !!(tile & WORLD_HOME)))
		fail_msg("%d,%d: item or home is wrong", x, y);
}

/* When an action comes, the beliefs are complete.  */
static void inspect(void *watcher, enum world_action action)
{
	struct inspector *inspector = watcher;
	const struct reasoner *reasoner = inspector->reasoner;
	const struct world_sim *sim = &inspector->simulator->sim;

	(void)action;
	for (int y = -13; y <= 13; y++)
		for (int x = -13; x <= 13; x++)
			expect_true(inspector, x, y);
	assert_int_equal(reasoner->place, place_at(sim->x, sim->y));
	assert_int_equal(reasoner->cost, sim->cost);
	if (sim->world->rules.flag[WORLD_AMMUNITION_IS_LIMITED])
		assert_int_equal(reasoner->ammunition, sim->ammunition);
	if (sim->world->rules.flag[WORLD_NEUTRALIZATION_STOPS_AT_FIRST_ENEMY])
		assert_int_equal(reasoner->score, sim->score);
}

static void expect_no_surprise(void *watcher, unsigned percept)
{
	struct inspector *inspector = watcher;
	const struct world_sim *sim = &inspector->simulator->sim;
	const struct reasoner *reasoner = inspector->reasoner;
	bool dares = reasoner->plan.purpose == PLAN_RISK && reasoner->last == WORLD_MOVE &&
		     place_beside(reasoner->place, reasoner->direction) == reasoner->plan.target;

	(void)percept;
	inspector->risks += dares;
	if (sim->end == WORLD_END_DEATH)
		assert_true(dares);
	inspector->deaths += sim->end == WORLD_END_DEATH;
	assert_true(sim->end != WORLD_END_MAX_ACTIONS);
}

static void its_certain_beliefs_are_true_in_worlds_of_all_kinds(void **state)
{
	enum { CLASSES = 800 };
	struct reasoner *reasoner = reasoner_new();
	struct world_agent agent = reasoner_agent(reasoner, NULL);
	struct inspector inspector = {.reasoner = reasoner};
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < CLASSES; i++) {
		char *lines = any_class(&seed);
		struct play *play = begin(lines);
		struct simulator *simulator = simulator_new(&play->class, 1, 1);

		inspector.simulator = simulator;
		simulator->watcher = &inspector;
		simulator->watch_act = inspect;
		simulator->watch_percept = expect_no_surprise;
		simulator_play(simulator, &agent, i % 2);
		simulator_free(simulator);
		free(play);
		free(lines);
	}
	print_message("certain of %d dangers and %d enemies; %d risks, %d deaths\n",
		      inspector.certain[DANGER], inspector.certain[ENEMY], inspector.risks, inspector.deaths);
	assert_true(inspector.certain[DANGER] > 0 && inspector.certain[ENEMY] > 0);
	assert_true(inspector.risks > inspector.deaths && inspector.deaths > 0);
	reasoner_free(reasoner);
}

/* The whole room is worth exploring, but it must be home in time.  */
static void it_is_at_home_when_a_limit_ends_the_simulation(void **state)
{
	static const char room[] =
		"Home_Reward 5000\nItem_Reward 300\nMove_Cost 1\nTurn_Left_Cost 2\n"
		"Turn_Right_Cost 1\nGrab_Cost 1\nItem_Probability 0.1\nAgent 3 3 0\nMap 9 7\n"
		"?????????\n?????????\n?????????\n???h?????\n?????????\n?????????\n?????????\n";
	struct reasoner *reasoner = reasoner_new();
	struct world_agent agent = reasoner_agent(reasoner, NULL);
	int ended_by_limit = 0;

	(void)state;
	for (int limit = 0; limit < 120; limit++) {
		char *lines =
			bytes_text("%s_Is_Limited True\n%s_Limit %d\n%s", limit % 2 ? "Cost" : "Score",
				   limit % 2 ? "Cost" : "Score", limit % 2 ? limit : 5 * limit + 1, room);
		struct play *play = begin(lines);
		struct simulator *simulator = simulator_new(&play->class, (uint64_t)limit, (uint64_t)limit);

		simulator_play(simulator, &agent, false);
		assert_true(world_sim_tile(&simulator->sim, simulator->sim.x, simulator->sim.y) & WORLD_HOME);
		ended_by_limit += simulator->sim.end != WORLD_END_SHUT_OFF;
		simulator_free(simulator);
		free(play);
		free(lines);
	}
	assert_true(ended_by_limit > 0);
	reasoner->most_actions = 30;
	struct play *play = begin(room);
	struct simulator *simulator = simulator_new(&play->class, 1, 1);
	simulator_play(simulator, &agent, false);
	assert_true(simulator->sim.actions >= 20 && simulator->sim.actions <= 30);
	assert_true(world_sim_tile(&simulator->sim, simulator->sim.x, simulator->sim.y) & WORLD_HOME);
	simulator_free(simulator);
	free(play);
	reasoner_free(reasoner);
}

/* Plays the world of these lines to its end.  */
static void expect_no_enemy_and_item_left(const char *lines)
{
	struct reasoner *reasoner = reasoner_new();
	struct world_agent agent = reasoner_agent(reasoner, NULL);
	struct play *play = begin(lines);
	struct simulator *simulator = simulator_new(&play->class, 1, 1);
	struct world_sim *sim = &simulator->sim;

	simulator_play(simulator, &agent, false);
	assert_int_equal(world_sim_count(sim, WORLD_ENEMY), 0);
	assert_int_equal(world_sim_count(sim, WORLD_ITEM), 0);
	assert_true(world_sim_tile(sim, sim->x, sim->y) & WORLD_HOME);
	simulator_free(simulator);
	free(play);
	reasoner_free(reasoner);
}

static void it_shoots_enemies_in_its_way(void **state)
{
	(void)state;
	expect_no_enemy_and_item_left(
		"Number_Of_Enemies_Is_Known True\nAmmunition_Is_Limited True\nAmmunition_Limit 1\n"
		"Initial_Ammunition 1\nNeutralization_Stops_At_First_Enemy True\nItem_Reward 1000\n"
		"Home_Reward 10000\nMove_Cost 1\nNeutralize_Cost 1\nAgent 1 1 3\nMap 5 "
		"3\n#####\n#hEi#\n#####\n"
		"Known\n11111\n10001\n11111\n");
	/* The enemy is out of range from home, and shooting it is all there is to win.  */
	expect_no_enemy_and_item_left("Neutralization_Range 1\nNeutralize_Reward 20\nHome_Reward "
				      "5000\nMove_Cost 1\nTurn_Left_Cost 2\n"
				      "Neutralize_Cost 3\nAgent 1 1 2\nMap 6 "
				      "3\n######\n#h..E#\n######\nKnown\n111111\n111111\n111111\n");
}

static void it_goes_home_for_ammunition(void **state)
{
	(void)state;
	expect_no_enemy_and_item_left(
		"Ammunition_Is_Limited True\nAmmunition_Limit 1\nInitial_Ammunition 0\n"
		"Can_Recharge_Ammunition_At_Home True\nNeutralization_Range 1\nNeutralize_Reward 50\n"
		"Neutralized_Enemy_Becomes_Item True\nItem_Reward 100\nHome_Reward 500\nMove_Cost 1\n"
		"Turn_Right_Cost 1\nAgent 2 1 1\nMap 7 3\n#######\n#h.E.E#\n#######\n"
		"Known\n1111111\n1111111\n1111111\n");
}

/* How often it risks death; a danger is on one of the four neighbouring tiles.  */
static int risks_with(const char *more)
{
	struct reasoner *reasoner = reasoner_new();
	struct world_agent agent = reasoner_agent(reasoner, NULL);
	struct inspector inspector = {.reasoner = reasoner};
	char *lines = bytes_text("Item_Reward 1000\nMove_Cost 1\nNumber_Of_Items_Is_Known True\nAgent 1 1 0\n"
				 "Lower_X_Bound_Is_Known True\nUpper_X_Bound_Is_Known True\n"
				 "Lower_Y_Bound_Is_Known True\nUpper_Y_Bound_Is_Known True\n%s",
				 more);
	struct play *play = begin(lines);
	struct simulator *simulator = simulator_new(&play->class, 1, 1);

	inspector.simulator = simulator;
	simulator->watcher = &inspector;
	simulator->watch_percept = expect_no_surprise;
	simulator_play(simulator, &agent, false);
	simulator_free(simulator);
	free(play);
	free(lines);
	reasoner_free(reasoner);
	return inspector.risks;
}

static void it_takes_a_risk_only_if_there_is_less_to_lose(void **state)
{
	(void)state;
	assert_int_equal(risks_with("Home_Reward 10000\nMap 3 3\n#i#\n.h.\n.x.\n"), 0);
	assert_true(risks_with("Home_Reward 10\nMap 3 3\n#i#\n.h.\n.x.\n") >= 1 &&
		    risks_with("Home_Reward 10\nMap 3 3\n#i#\n.h.\n.x.\n") <= 8);
	assert_true(risks_with("Home_Reward 10000\nMap 3 3\n#i#\n...\n.x.\n") >= 1 &&
		    risks_with("Home_Reward 10000\nMap 3 3\n#i#\n...\n.x.\n") <= 8);
	/* Nothing can be won: there is no item.  */
	assert_int_equal(risks_with("Home_Reward 10\nMap 3 3\n#.#\n.h.\n.x.\n"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_certain_beliefs_are_true_in_worlds_of_all_kinds),
		cmocka_unit_test(it_is_at_home_when_a_limit_ends_the_simulation),
		cmocka_unit_test(it_shoots_enemies_in_its_way),
		cmocka_unit_test(it_goes_home_for_ammunition),
		cmocka_unit_test(it_takes_a_risk_only_if_there_is_less_to_lose),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
