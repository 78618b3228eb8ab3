/* test_reasoner.c - the reasoning agent of the agent world, played against simulations in this process.
 *
 * In classic worlds a slow and literal reasoner follows: it keeps all percepts, and asks of each world that
 * may be whether they could have come from it.  In worlds of all kinds what the agent believes is compared
 * with what is there.  */
#include "clients_fixture.h"

enum { CLASSIC_WORLDS = 1000, SIDE = 6, TILES = SIDE * SIDE, EVENTS_MOST = 400, NO_TILE = -1 };

static const int step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

/* ---- the literal reasoner ---- */

/* Where the agent stood after an action, and what it perceived there.  */
struct event {
	enum world_action action;
	int tile, direction;
	unsigned percept;
};

/* Tiles are counted row by row from the south-west corner of the wall; the start is at 1,1.  */
struct literal {
	struct event event[EVENTS_MOST];
	int events;
	bool visited[TILES], wall[TILES];
	enum world_action action; /* that is being done */
	bool has_item;
	int checked, ends; /* steps onto new tiles, simulations */
};

static int tile_beside(int tile, int direction)
{
	int x = tile % SIDE + step_x[direction], y = tile / SIDE + step_y[direction];

	return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? NO_TILE : y * SIDE + x;
}

/* A world that may be: where the enemy stands at first, and a wall that nobody has found (or NO_TILE).  */
struct guess {
	int enemy, wall;
	bool alive; /* after all events */
};

static bool has_neighbour(const bool *set, int tile)
{
	for (int d = 0; d < 4; d++)
		if (tile_beside(tile, d) != NO_TILE && set[tile_beside(tile, d)])
			return true;
	return false;
}

/* As many dangers as the percepts allow: what a world with fewer of them explains, this one does.  */
static void most_dangers(const struct literal *literal, const struct guess *guess, bool danger[TILES])
{
	for (int tile = 0; tile < TILES; tile++)
		danger[tile] = !literal->visited[tile] && !literal->wall[tile] && tile != guess->wall;
	for (int i = 0; i < literal->events; i++)
		for (int d = 0; d < 4 && !(literal->event[i].percept & WORLD_PERCEPT_FEAR); d++)
			if (tile_beside(literal->event[i].tile, d) != NO_TILE)
				danger[tile_beside(literal->event[i].tile, d)] = false;
}

static bool shot_hits(const struct literal *literal, const struct guess *guess, const struct event *event)
{
	int tile = event->tile;

	while ((tile = tile_beside(tile, event->direction)) != NO_TILE && !literal->wall[tile] &&
	       tile != guess->wall)
		if (tile == guess->enemy)
			return guess->alive;
	return false;
}

static bool explains(const struct literal *literal, struct guess *guess, const bool danger[TILES])
{
	bool enemy[TILES] = {false};

	if (literal->visited[guess->enemy] && guess->enemy == literal->event[0].tile)
		return false;
	guess->alive = true;
	for (int i = 0; i < literal->events; i++) {
		const struct event *event = &literal->event[i];
		bool hit = event->action == WORLD_NEUTRALIZE && shot_hits(literal, guess, event);

		if (hit)
			guess->alive = false;
		enemy[guess->enemy] = guess->alive;
		if (enemy[event->tile] || hit != !!(event->percept & WORLD_PERCEPT_NEUTRALIZED) ||
		    has_neighbour(enemy, event->tile) != !!(event->percept & WORLD_PERCEPT_HOSTILITY) ||
		    has_neighbour(danger, event->tile) != !!(event->percept & WORLD_PERCEPT_FEAR))
			return false;
	}
	return true;
}

struct answer {
	int worlds; /* kinds of worlds that may be */
	bool may_be_deadly, may_be_safe;
};

static struct answer ask(const struct literal *literal, int tile)
{
	struct answer answer = {0};

	for (int enemy = 0; enemy < TILES; enemy++)
		for (int wall = NO_TILE; wall < TILES; wall++) {
			struct guess guess = {.enemy = enemy, .wall = wall};
			bool danger[TILES], deadly;

			if (literal->wall[enemy] || enemy == wall ||
			    (wall != NO_TILE &&
			     (literal->visited[wall] || literal->wall[wall] || wall == tile)))
				continue;
			most_dangers(literal, &guess, danger);
			if (!explains(literal, &guess, danger))
				continue;
			answer.worlds++;
			deadly = danger[tile] || (enemy == tile && guess.alive);
			answer.may_be_deadly = answer.may_be_deadly || deadly;
			answer.may_be_safe = answer.may_be_safe || !deadly;
			/* The same without a danger there.  */
			danger[tile] = false;
			if (explains(literal, &guess, danger) && !(enemy == tile && guess.alive))
				answer.may_be_safe = true;
		}
	return answer;
}

static void literal_begin(void *watcher, const struct world *world, unsigned percept)
{
	struct literal *literal = watcher;
	int checked = literal->checked, ends = literal->ends;

	assert_int_equal(world->width, SIDE);
	assert_int_equal(world->rules.value[WORLD_NUMBER_OF_ENEMIES], 1);
	*literal = (struct literal){.checked = checked, .ends = ends, .events = 1};
	literal->event[0] =
		(struct event){WORLD_SHUT_OFF, SIDE + 1, (int)world_direction(&world->rules), percept};
	literal->visited[SIDE + 1] = true;
}

static bool is_inside(int tile)
{
	return tile % SIDE > 0 && tile % SIDE < SIDE - 1 && tile / SIDE > 0 && tile / SIDE < SIDE - 1;
}

/* Nothing that it can prove to be safe may be left when it gives up without the item.  */
static void expect_all_seen(const struct literal *literal)
{
	for (int tile = 0; tile < TILES; tile++)
		if (is_inside(tile) && !literal->visited[tile] && !literal->wall[tile] &&
		    has_neighbour(literal->visited, tile))
			assert_true(ask(literal, tile).may_be_deadly);
}

static void literal_act(void *watcher, enum world_action action)
{
	struct literal *literal = watcher;
	const struct event *last = &literal->event[literal->events - 1];
	int ahead = tile_beside(last->tile, last->direction);

	literal->action = action;
	if (action == WORLD_SHUT_OFF) {
		literal->ends++;
		if (!literal->has_item)
			expect_all_seen(literal);
	}
	if (action == WORLD_GRAB)
		literal->has_item = true;
	if (action != WORLD_MOVE || ahead == NO_TILE || literal->visited[ahead] || literal->wall[ahead])
		return;
	struct answer answer = ask(literal, ahead);
	literal->checked++;
	assert_true(answer.worlds > 0); /* the world that it is, for one */
	assert_true(answer.may_be_safe);
	assert_false(answer.may_be_deadly);
}

static void literal_percept(void *watcher, unsigned percept)
{
	struct literal *literal = watcher;
	struct event event = literal->event[literal->events - 1];
	int ahead = tile_beside(event.tile, event.direction);

	event.action = literal->action;
	event.percept = percept;
	if (event.action == WORLD_TURN_LEFT)
		event.direction = (event.direction + 1) % 4;
	if (event.action == WORLD_TURN_RIGHT)
		event.direction = (event.direction + 3) % 4;
	if (event.action == WORLD_MOVE && (percept & WORLD_PERCEPT_BUMP))
		literal->wall[ahead] = true;
	else if (event.action == WORLD_MOVE)
		literal->visited[event.tile = ahead] = true;
	assert_true(literal->events < EVENTS_MOST);
	literal->event[literal->events++] = event;
}

/* ---- classic worlds ---- */

static void in_classic_worlds_it_goes_only_where_it_can_be_proved_safe_and_everywhere_there(void **state)
{
	struct world_class *class = shipped("classic");
	struct simulator *simulator = simulator_new(class, 1, CLASSIC_WORLDS);
	struct reasoner *reasoner = reasoner_new();
	struct world_agent agent = reasoner_agent(reasoner, NULL);
	struct literal literal = {0};

	(void)state;
	simulator->watcher = &literal;
	simulator->watch_begin = literal_begin;
	simulator->watch_act = literal_act;
	simulator->watch_percept = literal_percept;
	simulator_play(simulator, &agent, false);
	assert_int_equal(simulator->deaths, 0);
	assert_int_equal(simulator->strays, 0);
	assert_int_equal(literal.ends, CLASSIC_WORLDS); /* it shuts off each time */
	assert_true(literal.checked > CLASSIC_WORLDS);
	print_message("%d steps into the unknown\n", literal.checked);
	reasoner_free(reasoner);
	simulator_free(simulator);
	free(class);
}

static double mean_score(const struct world_agent *agent, const struct world_class *class, int worlds,
			 bool little)
{
	struct simulator *simulator = simulator_new(class, 1, (uint64_t)worlds);
	double mean;

	simulator_play(simulator, agent, little);
	mean = (double)simulator->score / worlds;
	print_message("%s: %.1f in the mean of %d, %d deaths\n", agent->name, mean, worlds,
		      simulator->deaths);
	assert_true(simulator->texts >= worlds);
	assert_true(simulator->symbols >= worlds || agent->name[0] == 'w');
	simulator_free(simulator);
	return mean;
}

static void expect_best(const char *name, int worlds)
{
	struct world_class *class = shipped(name);
	struct rotate rotate = {.most_actions = ROTATE_ACTIONS};
	struct wander wander = {.most_actions = WANDER_ACTIONS, .seed = 1};
	struct reasoner *reasoner = reasoner_new();
	struct world_agent agent[] = {rotate_agent(&rotate, NULL), wander_agent(&wander, NULL),
				      reasoner_agent(reasoner, NULL)};
	double best = mean_score(&agent[2], class, worlds, false);

	assert_true(best > mean_score(&agent[0], class, worlds, false));
	assert_true(best > mean_score(&agent[1], class, worlds, false));
	/* What it does is the same in the other byte order.  */
	assert_true(best == mean_score(&agent[2], class, worlds, true));
	reasoner_free(reasoner);
	free(class);
}

static void its_mean_score_is_above_the_others_in_classic_worlds(void **state)
{
	(void)state;
	expect_best("classic", CLASSIC_WORLDS);
}

static void its_mean_score_is_above_the_others_in_the_other_shipped_worlds(void **state)
{
	(void)state;
	expect_best("room", 50);
	expect_best("cave", 10);
	expect_best("maze", 2);
}

/* ---- worlds of all kinds ---- */

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

/* What stands behind "AWorld 1": rules by chance, and an open map on which chance does the rest.  */
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

/* Follows the agent, and looks into its head.  */
struct inspector {
	const struct simulator *simulator;
	const struct reasoner *reasoner;
	int certain[MENACES]; /* beliefs that were certain, and true */
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

/* When an action comes, the head is full.  */
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
	bool dares = inspector->reasoner->plan.purpose == PLAN_RISK;

	(void)percept;
	inspector->risks += dares;
	if (sim->end == WORLD_END_DEATH)
		assert_true(dares);
	inspector->deaths += sim->end == WORLD_END_DEATH;
	assert_true(sim->end != WORLD_END_MAX_ACTIONS);
}

static void in_worlds_of_all_kinds_what_it_is_certain_of_is_true(void **state)
{
	enum { CLASSES = 1500 };
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			in_classic_worlds_it_goes_only_where_it_can_be_proved_safe_and_everywhere_there),
		cmocka_unit_test(its_mean_score_is_above_the_others_in_classic_worlds),
		cmocka_unit_test(its_mean_score_is_above_the_others_in_the_other_shipped_worlds),
		cmocka_unit_test(in_worlds_of_all_kinds_what_it_is_certain_of_is_true),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
