/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_reasoner.c - the reasoning agent of the agent world, playing simulations in this process.
 *
 * In classic worlds a slow, literal reasoner follows it: it keeps all percepts and asks of every possible
 * world whether it explains them. In worlds of all kinds the agent's beliefs are compared with the truth.  */
#include "clients_fixture.h"

enum { CLASSIC_WORLDS = 1000, SIDE = 6, TILES = SIDE * SIDE, EVENTS_MOST = 400, NO_TILE = -1 };

static const int step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

/* ---- the literal reasoner ---- */

/* Where the agent was after an action, and what it perceived there.  */
struct moment {
	enum world_action action;
	int tile, direction;
	unsigned percept;
};

/* Tiles are counted row by row from the south-west corner of the wall; the start is at 1,1.  */
struct literal {
	struct moment event[EVENTS_MOST];
	int events;
	bool visited[TILES], wall[TILES];
	enum world_action action; /* the action in progress */
	bool has_item;
	int checked, ends; /* steps onto new tiles, simulations */
};

static int tile_beside(int tile, int direction)
{
	int x = tile % SIDE + step_x[direction], y = tile / SIDE + step_y[direction];

	return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? NO_TILE : y * SIDE + x;
}

/* A possible world: where the enemy starts, and a wall not found yet (or NO_TILE).  */
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

/* As many dangers as the percepts allow: it explains whatever a world with fewer dangers explains.  */
static void most_dangers(const struct literal *literal, const struct guess *guess, bool danger[TILES])
{
	for (int tile = 0; tile < TILES; tile++)
		danger[tile] = !literal->visited[tile] && !literal->wall[tile] && tile != guess->wall;
	for (int i = 0; i < literal->events; i++)
		for (int d = 0; d < 4 && !(literal->event[i].percept & WORLD_PERCEPT_FEAR); d++)
			if (tile_beside(literal->event[i].tile, d) != NO_TILE)
				danger[tile_beside(literal->event[i].tile, d)] = false;
}

static bool shot_hits(const struct literal *literal, const struct guess *guess, const struct moment *event)
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
		const struct moment *event = &literal->event[i];
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
	int worlds; /* kinds of possible worlds */
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
		(struct moment){WORLD_SHUT_OFF, SIDE + 1, (int)world_direction(&world->rules), percept};
	literal->visited[SIDE + 1] = true;
}

static bool is_inside(int tile)
{
	return tile % SIDE > 0 && tile % SIDE < SIDE - 1 && tile / SIDE > 0 && tile / SIDE < SIDE - 1;
}

/* If it gives up without the item, no tile is left that it could prove safe.  */
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
	const struct moment *last = &literal->event[literal->events - 1];
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
	assert_true(answer.worlds > 0); /* at least the real world */
	assert_true(answer.may_be_safe);
	assert_false(answer.may_be_deadly);
}

static void literal_percept(void *watcher, unsigned percept)
{
	struct literal *literal = watcher;
	struct moment event = literal->event[literal->events - 1];
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

static void in_classic_worlds_it_visits_exactly_the_tiles_that_are_provably_safe(void **state)
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
	struct rotate rotate = {.most_actions = ROTATE_ACTIONS}, once = {.most_actions = 2};
	struct wander wander = {.most_actions = WANDER_ACTIONS, .seed = 1};
	struct reasoner *reasoner = reasoner_new();
	struct world_agent agent[] = {rotate_agent(&rotate, NULL), wander_agent(&wander, NULL),
				      reasoner_agent(reasoner, NULL), rotate_agent(&once, NULL)};
	double best = mean_score(&agent[2], class, worlds, false);

	assert_true(best > mean_score(&agent[0], class, worlds, false));
	assert_true(best > mean_score(&agent[1], class, worlds, false));
	/* It finds something: turning once and shutting off scores what the start is worth, minus one.  */
	assert_true(best > mean_score(&agent[3], class, worlds, false) + 1);
	/* The other byte order changes nothing.  */
	assert_true(best == mean_score(&agent[2], class, worlds, true));
	reasoner_free(reasoner);
	free(class);
}

static void its_mean_score_in_classic_worlds_beats_the_others(void **state)
{
	(void)state;
	expect_best("classic", CLASSIC_WORLDS);
}

static void its_mean_score_in_the_other_shipped_worlds_beats_the_others(void **state)
{
	(void)state;
	expect_best("room", 50);
	expect_best("cave", 5);
	expect_best("maze", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_classic_worlds_it_visits_exactly_the_tiles_that_are_provably_safe),
		cmocka_unit_test(its_mean_score_in_classic_worlds_beats_the_others),
		cmocka_unit_test(its_mean_score_in_the_other_shipped_worlds_beats_the_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
