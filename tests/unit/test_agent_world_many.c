/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_agent_world_many.c - random worlds and actions compared with a slow, literal model of the document
 * (asimulator, World; Decisions).
 *
 * test_agent_world_many [WORLDS [SEED]]   this many random worlds in place of 10000, from this seed
 *
 * The model works on the letters of the world file and uses no bits. It shares no code with what it checks.
 */
#include "../random.h"
#include "agent_world_fixture.h"

enum { SIDE = 9, ACTIONS = 60 };

static int worlds = 10000;
static uint64_t worlds_seed = 1;

/* ---- the model ---- */

struct model {
	int width, height, column, row, start_column, start_row, most_actions;
	char direction;               /* '>' '^' '<' 'v' */
	char map[SIDE + 2][SIDE + 2]; /* [row + 1][column + 1], wall around it */
	bool known[SIDE][SIDE];
	/* The rules.  */
	bool ammunition_is_limited, cost_is_limited, score_is_limited, recharge, becomes_item, stops_at_first;
	int range, cost_of_move, cost_of_left, cost_of_right, cost_of_grab, cost_of_neutralize, item_reward,
		neutralize_reward, home_reward, cost_limit, score_limit, ammunition_limit;
	int score, cost, ammunition, actions;
	bool dead, shut_off, bumped, hit, over;
};

static char *at(struct model *model, int column, int row)
{
	return &model->map[row + 1][column + 1];
}

static bool one_of(char letter, const char *letters)
{
	return strchr(letters, letter) != NULL;
}

static void step(char direction, int *column, int *row)
{
	if (direction == '>')
		++*column;
	if (direction == '<')
		--*column;
	if (direction == '^')
		--*row;
	if (direction == 'v')
		++*row;
}

/* As in a world file.  */
static int direction_number(char direction)
{
	static const char directions[] = ">^<v";

	return (int)(strchr(directions, direction) - directions);
}

static char turned(char direction, const char *circle)
{
	return strchr(circle, direction)[1];
}

/* The letter without its enemy. On a clear tile it may become an item.  */
static char neutralized(char letter, bool becomes_item)
{
	static const char with[] = "EHIBX", without[] = ".hibx", with_item[] = "ibibx";

	return (becomes_item ? with_item : without)[strchr(with, letter) - with];
}

static void model_shoot(struct model *model)
{
	int column = model->column, row = model->row;

	if (model->ammunition_is_limited) {
		if (model->ammunition == 0)
			return;
		model->ammunition = model->ammunition - 1;
	}
	for (int distance = 1; distance <= SIDE + 1; distance++) {
		step(model->direction, &column, &row);
		if (model->range != 0 && distance > model->range)
			return;
		if (*at(model, column, row) == '#')
			return;
		if (one_of(*at(model, column, row), "EHIBX")) {
			*at(model, column, row) = neutralized(*at(model, column, row), model->becomes_item);
			model->score = model->score + model->neutralize_reward;
			model->hit = true;
			if (model->stops_at_first)
				return;
		}
	}
}

static void pay(struct model *model, int cost)
{
	model->cost = model->cost + cost;
	model->score = model->score - cost;
}

static void model_act(struct model *model, char action)
{
	int column = model->column, row = model->row;
	char *here = at(model, column, row);

	model->actions = model->actions + 1;
	model->bumped = model->hit = false;
	if (action == 's')
		model->shut_off = true;
	if (action == 'l') {
		pay(model, model->cost_of_left);
		model->direction = turned(model->direction, ">^<v>");
	}
	if (action == 'r') {
		pay(model, model->cost_of_right);
		model->direction = turned(model->direction, ">v<^>");
	}
	if (action == 'g') {
		pay(model, model->cost_of_grab);
		if (*here == 'i' || *here == 'b') {
			*here = *here == 'i' ? '.' : 'h';
			model->score = model->score + model->item_reward;
		}
	}
	if (action == 'n') {
		pay(model, model->cost_of_neutralize);
		model_shoot(model);
	}
	if (action == 'm') {
		pay(model, model->cost_of_move);
		step(model->direction, &column, &row);
		if (*at(model, column, row) == '#')
			model->bumped = true;
		else {
			model->column = column;
			model->row = row;
		}
		if (one_of(*at(model, model->column, model->row), "xEHIBX"))
			model->dead = true;
	}
	here = at(model, model->column, model->row);
	if (one_of(*here, "hbHB") && model->ammunition_is_limited && model->recharge)
		model->ammunition = model->ammunition_limit;
	if (model->shut_off || model->dead || (model->cost_is_limited && model->cost >= model->cost_limit) ||
	    (model->score_is_limited && model->score >= model->score_limit) ||
	    model->actions == model->most_actions)
		model->over = true;
	if (model->over && !model->dead && one_of(*here, "hb"))
		model->score = model->score + model->home_reward;
}

/* "hostility": one of the four neighbours has one of these letters.  */
static bool beside(struct model *model, int column, int row, const char *letters)
{
	return one_of(*at(model, column + 1, row), letters) || one_of(*at(model, column - 1, row), letters) ||
	       one_of(*at(model, column, row + 1), letters) || one_of(*at(model, column, row - 1), letters);
}

/* The byte of the original, whose bit 1 is the lowest.  */
static unsigned model_percept(struct model *model)
{
	char here = *at(model, model->column, model->row);
	unsigned byte = 0;

	if (one_of(here, "hbHB"))
		byte += 1;
	if (one_of(here, "ibIB"))
		byte += 2;
	if (beside(model, model->column, model->row, "EHIBX"))
		byte += 4;
	if (model->bumped)
		byte += 8;
	if (beside(model, model->column, model->row, "xX"))
		byte += 16;
	if (model->hit)
		byte += 32;
	if (model->over)
		byte += 128;
	return byte;
}

/* The byte of a known tile.  */
static unsigned model_tile(struct model *model, int column, int row)
{
	char here = *at(model, column, row);
	unsigned byte = 0;

	if (here == '#')
		return 2;
	if (here == 'x')
		return 128;
	if (here == 'X')
		return 4;
	byte += 1;
	if (one_of(here, "hbHB"))
		byte += 4;
	if (one_of(here, "ibIB"))
		byte += 8;
	if (one_of(here, "EHIB"))
		return byte;
	byte += 2;
	if (beside(model, column, row, "EHIBX"))
		byte += 16;
	if (beside(model, column, row, "xX"))
		byte += 32;
	return byte;
}

static int model_count(struct model *model, const char *letters)
{
	int count = 0;

	for (int row = 0; row < model->height; row++)
		for (int column = 0; column < model->width; column++)
			count += one_of(*at(model, column, row), letters);
	return count;
}

/* ---- random worlds ---- */

static const char *truth(bool value)
{
	return value ? "True" : "False";
}

static bool chance(uint64_t *seed, int percent)
{
	return random_below(seed, 100) < percent;
}

static void draw_rules(struct model *model, uint64_t *seed)
{
	model->ammunition_is_limited = chance(seed, 50);
	model->cost_is_limited = chance(seed, 30);
	model->score_is_limited = chance(seed, 30);
	model->recharge = chance(seed, 50);
	model->becomes_item = chance(seed, 50);
	model->stops_at_first = chance(seed, 50);
	model->range = random_below(seed, 5);
	model->cost_of_move = random_below(seed, 10);
	model->cost_of_left = random_below(seed, 10);
	model->cost_of_right = random_below(seed, 10);
	model->cost_of_grab = random_below(seed, 10);
	model->cost_of_neutralize = random_below(seed, 10);
	model->item_reward = random_below(seed, 100);
	model->neutralize_reward = random_below(seed, 100);
	model->home_reward = random_below(seed, 100);
	model->cost = random_below(seed, 50);
	model->score = random_below(seed, 200) - 100;
	model->cost_limit = model->cost + 1 + random_below(seed, 300);
	model->score_limit = model->score + 1 + random_below(seed, 200);
	model->ammunition_limit = random_below(seed, 5);
	model->ammunition = random_below(seed, model->ammunition_limit + 1);
	model->most_actions = 1 + random_below(seed, ACTIONS);
}

static void draw_map(struct model *model, uint64_t *seed)
{
	static const char letters[] = "........................##xxhibXEHIB";

	memset(model->map, '#', sizeof(model->map));
	model->width = 1 + random_below(seed, SIDE);
	model->height = 1 + random_below(seed, SIDE);
	for (int row = 0; row < model->height; row++)
		for (int column = 0; column < model->width; column++) {
			*at(model, column, row) = letters[random_below(seed, sizeof(letters) - 1)];
			model->known[row][column] = chance(seed, 20);
		}
	model->start_column = model->column = random_below(seed, model->width);
	model->start_row = model->row = random_below(seed, model->height);
	*at(model, model->column, model->row) = ".hib"[random_below(seed, 4)];
	model->direction = ">^<v"[random_below(seed, 4)];
}

/* The lines of its world file after the first. The caller frees.  */
static char *model_lines(struct model *model)
{
	struct bytes text = {0};

	bytes_addf(&text, "Ammunition_Is_Limited %s\nCost_Is_Limited %s\nScore_Is_Limited %s\n",
		   truth(model->ammunition_is_limited), truth(model->cost_is_limited),
		   truth(model->score_is_limited));
	bytes_addf(&text,
		   "Can_Recharge_Ammunition_At_Home %s\nNeutralized_Enemy_Becomes_Item %s\n"
		   "Neutralization_Stops_At_First_Enemy %s\n",
		   truth(model->recharge), truth(model->becomes_item), truth(model->stops_at_first));
	bytes_addf(&text, "Neutralization_Range %d\nMove_Cost %d\nTurn_Left_Cost %d\nTurn_Right_Cost %d\n",
		   model->range, model->cost_of_move, model->cost_of_left, model->cost_of_right);
	bytes_addf(&text, "Grab_Cost %d\nNeutralize_Cost %d\nItem_Reward %d\nNeutralize_Reward %d\n",
		   model->cost_of_grab, model->cost_of_neutralize, model->item_reward,
		   model->neutralize_reward);
	bytes_addf(&text, "Home_Reward %d\nInitial_Cost %d\nInitial_Score %d\n", model->home_reward,
		   model->cost, model->score);
	if (model->ammunition_is_limited)
		bytes_addf(&text, "Ammunition_Limit %d\nInitial_Ammunition %d\n", model->ammunition_limit,
			   model->ammunition);
	if (model->cost_is_limited)
		bytes_addf(&text, "Cost_Limit %d\n", model->cost_limit);
	if (model->score_is_limited)
		bytes_addf(&text, "Score_Limit %d\n", model->score_limit);
	bytes_addf(&text, "Agent %d %d %d\nMap %d %d\n", model->column, model->row,
		   direction_number(model->direction), model->width, model->height);
	for (int row = 0; row < model->height; row++) {
		bytes_add(&text, at(model, 0, row), (size_t)model->width);
		bytes_add_text(&text, "\n");
	}
	bytes_add_text(&text, "Known\n");
	for (int row = 0; row < model->height; row++) {
		for (int column = 0; column < model->width; column++)
			bytes_add_text(&text, model->known[row][column] ? "1" : "0");
		bytes_add_text(&text, "\n");
	}
	return text.at;
}

static void draw_model(struct model *model, uint64_t *seed)
{
	*model = (struct model){0};
	draw_rules(model, seed);
	draw_map(model, seed);
}

/* Full at any home that is there: the file's number at the start is ignored.  */
static void arrive(struct model *model)
{
	if (model->ammunition_is_limited && model->recharge &&
	    one_of(*at(model, model->column, model->row), "hb"))
		model->ammunition = model->ammunition_limit;
	if (!model->ammunition_is_limited)
		model->ammunition = 0;
}

/* ---- the comparison ---- */

static const struct world_wire low_bit_first = {.revision = 1};

static void expect_alike(struct model *model, const struct play *play)
{
	const struct world_sim *sim = &play->sim;

	assert_int_equal(sim->x, model->column - model->start_column);
	assert_int_equal(sim->y, model->start_row - model->row);
	assert_int_equal(sim->direction, direction_number(model->direction));
	assert_int_equal(sim->score, model->score);
	assert_int_equal(sim->cost, model->cost);
	assert_int_equal(sim->ammunition, model->ammunition);
	assert_int_equal(sim->actions, model->actions);
	assert_int_equal(sim->end != WORLD_GOES_ON, model->over);
	assert_int_equal(sim->end == WORLD_END_SHUT_OFF, model->shut_off);
	assert_int_equal(sim->end == WORLD_END_DEATH, model->dead);
	assert_int_equal(world_percept_write(sim->percept, low_bit_first), model_percept(model));
	assert_int_equal(count_tiles(sim, WORLD_ITEM), model_count(model, "ibIB"));
	assert_int_equal(count_tiles(sim, WORLD_ENEMY), model_count(model, "EHIBX"));
}

/* The tiles now, as their bytes.  */
static void expect_map_alike(struct model *model, const struct play *play)
{
	for (int row = -1; row <= model->height; row++)
		for (int column = -1; column <= model->width; column++) {
			unsigned tile = world_sim_tile(&play->sim, column - model->start_column,
						       model->start_row - row);

			assert_int_equal(world_tile_write(tile, low_bit_first),
					 model_tile(model, column, row));
		}
}

static void expect_told_alike(struct model *model, const struct play *play)
{
	struct world_told told;
	int place = 0;

	for (int row = 0; row < model->height; row++)
		for (int column = 0; column < model->width; column++) {
			if (!model->known[row][column] ||
			    (column == model->start_column && row == model->start_row))
				continue;
			assert_true(world_next_told(&play->world, &place, &told));
			assert_int_equal(told.x, column - model->start_column);
			assert_int_equal(told.y, model->start_row - row);
			assert_int_equal(world_tile_write(told.tile, low_bit_first),
					 model_tile(model, column, row));
		}
	assert_false(world_next_told(&play->world, &place, &told));
}

static void expect_rules_alike(struct model *model, const struct play *play)
{
	const int32_t *value = play->world.rules.value;

	assert_int_equal(value[WORLD_LOWER_X_BOUND], -model->start_column);
	assert_int_equal(value[WORLD_UPPER_X_BOUND], model->width - 1 - model->start_column);
	assert_int_equal(value[WORLD_LOWER_Y_BOUND], model->start_row - model->height + 1);
	assert_int_equal(value[WORLD_UPPER_Y_BOUND], model->start_row);
	assert_int_equal(value[WORLD_NUMBER_OF_HOMES], model_count(model, "hbHB"));
	assert_int_equal(value[WORLD_NUMBER_OF_ITEMS], model_count(model, "ibIB"));
	assert_int_equal(value[WORLD_NUMBER_OF_ENEMIES], model_count(model, "EHIBX"));
	assert_int_equal(value[WORLD_NUMBER_OF_DANGERS], model_count(model, "xX"));
}

/* Death and shutting off are rare enough that most simulations end in another way.  */
static char any_action(uint64_t *seed)
{
	return chance(seed, 1) ? 's' : "mmmmlrggnn"[random_below(seed, 10)];
}

TEST(random_worlds_play_as_the_model_does)
{
	uint64_t seed = worlds_seed;
	int ends[WORLD_END_MAX_ACTIONS + 1] = {0}, hits = 0, recharges = 0;

	for (int n = 0; n < worlds; n++) {
		struct model model;
		FREED struct play *play;
		FREED char *lines;

		draw_model(&model, &seed);
		lines = model_lines(&model);
		play = begin_seed(lines, random_next(&seed));
		world_sim_init(&play->sim, &play->world, model.most_actions);
		arrive(&model);
		expect_rules_alike(&model, play);
		expect_told_alike(&model, play);
		expect_map_alike(&model, play);
		expect_alike(&model, play);
		while (!model.over) {
			char action = any_action(&seed);
			int32_t before = model.ammunition;

			model_act(&model, action);
			assert_true(world_sim_act(&play->sim, action_of(action)));
			expect_alike(&model, play);
			hits += model.hit;
			recharges += model.ammunition > before;
		}
		expect_map_alike(&model, play);
		assert_false(world_sim_act(&play->sim, WORLD_MOVE));
		ends[play->sim.end]++;
	}
	/* Most random worlds must hold something worth comparing.  */
	for (int end = WORLD_END_SHUT_OFF; end <= WORLD_END_MAX_ACTIONS; end++)
		assert_true(ends[end] > worlds / 50);
	assert_true(hits > worlds / 10 && recharges > worlds / 50);
}

/* Both seats start alike. The words of the document decide who is better (asimulator, One game for two).  */
TEST(two_seats_of_a_world_are_compared_as_the_document_says)
{
	uint64_t seed = worlds_seed;
	int draws = 0;

	for (int n = 0; n < worlds / 10; n++) {
		struct model one, two;
		FREED struct play *play;
		struct world_sim other;
		FREED char *lines;
		int better = 0;

		draw_model(&one, &seed);
		lines = model_lines(&one);
		play = begin(lines);
		world_sim_init(&play->sim, &play->world, one.most_actions);
		arrive(&one);
		two = one;
		other = play->sim;
		for (int i = random_below(&seed, 4); i > 0 && !play->sim.end; i--) {
			char action = any_action(&seed);

			world_sim_act(&play->sim, action_of(action));
			model_act(&one, action);
		}
		for (int i = random_below(&seed, 4); i > 0 && !other.end; i--) {
			char action = any_action(&seed);

			world_sim_act(&other, action_of(action));
			model_act(&two, action);
		}
		if (one.score > two.score)
			better = 1;
		else if (one.score < two.score)
			better = -1;
		else if (one.cost != two.cost)
			better = one.cost < two.cost ? 1 : -1;
		else if (one.actions != two.actions)
			better = one.actions < two.actions ? 1 : -1;
		draws += better == 0;
		assert_int_equal(world_sim_compare(&play->sim, &other), better);
		assert_int_equal(world_sim_compare(&other, &play->sim), -better);
	}
	assert_true(draws >= 1 && draws <= worlds / 10 - 1);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		worlds = atoi(argv[1]);
	if (argc > 2)
		worlds_seed = strtoull(argv[2], NULL, 10);
	return RUN_TESTS(NULL, NULL);
}
