/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries clients of the agent world: the dialogue of a case of `ringside check` (check.cases),
 * the ways in which a client can be told the same simulation, and the rare simulations of `ringside fuzz`:
 * each bundled world, worlds drawn by the seed, and very few actions.  */
#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

static const struct spec_case cases[] = {
#include "systems/asimulator/check.inc"
	{0},
};

/* ---- the dialogue ---- */

struct dialogue {
	struct world_class class;
	struct world world;
	struct world_sim sim;
	struct world_wire wire;
	int64_t most_actions;
	uint64_t first_seed, seed; /* of the world of the match, and of the next one */
	bool framed, little;       /* as in struct client */
	bool may_speak;            /* not before the rules, and not from an action to its percept */
	enum world_action action;
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	free(world_class_of(&dialogue->class, setup));
	dialogue->wire = asimulator_wire(setup);
	dialogue->most_actions = setup_count(setup, &world_option_max_actions);
	dialogue->first_seed = dialogue->seed = setup->seed + (uint64_t)(setup->game - 1);
	return dialogue;
}

/* ---- what the server sends ---- */

static void add_percept(struct dialogue *dialogue, struct bytes *bytes)
{
	uint8_t percept = world_percept_write(dialogue->sim.percept, dialogue->wire);

	bytes_add(bytes, &percept, 1);
}

static void add_rules(struct dialogue *dialogue, struct bytes *bytes)
{
	uint8_t rules[WORLD_RULES_MOST];

	dialogue->wire.little = dialogue->little;
	world_draw(&dialogue->world, &dialogue->class, dialogue->seed++);
	world_sim_init(&dialogue->sim, &dialogue->world, dialogue->most_actions);
	bytes_add(bytes, rules, world_rules_write(&dialogue->world.rules, dialogue->wire, rules));
	add_percept(dialogue, bytes);
	world_told_write(&dialogue->world, dialogue->wire, bytes);
}

static bool word(void *state, const char *name, struct bytes *bytes)
{
	struct dialogue *dialogue = state;
	uint8_t score[WORLD_SCORE_SIZE];

	dialogue->may_speak = true;
	if (strcmp(name, "rules") == 0) {
		add_rules(dialogue, bytes);
		return true;
	}
	if (strcmp(name, "before") == 0) {
		dialogue->seed--;
		add_rules(dialogue, bytes);
		return true;
	}
	if (strcmp(name, "percept") != 0 && strcmp(name, "end") != 0)
		return false;
	world_sim_act(&dialogue->sim, dialogue->action);
	if (strcmp(name, "end") == 0) {
		dialogue->seed = dialogue->first_seed;
		dialogue->sim.end = WORLD_END_MAX_ACTIONS;
		dialogue->sim.percept |= WORLD_PERCEPT_END;
	}
	add_percept(dialogue, bytes);
	if (dialogue->sim.end != WORLD_GOES_ON) {
		world_score_write(dialogue->sim.score, dialogue->wire, score);
		bytes_add(bytes, score, sizeof(score));
		add_rules(dialogue, bytes);
	}
	return true;
}

/* ---- what the client sends ---- */

static size_t frame(void *state, const char *bytes, size_t size)
{
	const struct dialogue *dialogue = state;

	return dialogue->framed ? asimulator_wanted(dialogue->little, (const uint8_t *)bytes, size) : 1;
}

enum { ALONE = 1, ACTS, KNOWN };

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size UNUSED,
			     char **problem, struct bytes *reply UNUSED)
{
	struct dialogue *dialogue = state;
	uint8_t byte = (uint8_t)bytes[0];

	if (!dialogue->framed) {
		dialogue->framed = true;
		dialogue->little = byte & INFO_LITTLE;
		return kind->test == ALONE && byte & ~INFO_LITTLE
			       ? spec_wrong(problem, "sets bits that are unused")
			       : SPEC_FITS;
	}
	if (kind->test < ACTS && (byte < WORLD_ACTION_COUNT || !dialogue->may_speak))
		return spec_wrong(problem, "came when it was not its turn");
	if (byte > REQUEST_CLEAR && byte < REQUEST_SYMBOL)
		return spec_wrong(problem, "is a number without a meaning");
	if (kind->test == KNOWN && byte > REQUEST_LAST_KNOWN && byte < REQUEST_NO_SYMBOL)
		return spec_wrong(problem, "is a symbol without a meaning");
	if (byte >= WORLD_ACTION_COUNT)
		return SPEC_PASSES;
	dialogue->may_speak = false;
	dialogue->action = (enum world_action)byte;
	return SPEC_FITS;
}

static const struct spec_kind kinds[] = {
	{"info", .words = "the info byte"},
	{"info-alone", "the info byte, 0 or 128", .test = ALONE},
	{"action", "an action, 0 to 5", .test = ACTS},
	{"known", "an action, 0 to 5, and before it symbols and texts", .test = KNOWN},
	{.kind = SPEC_SILENT},
	{.kind = SPEC_QUIET},
	{0},
};

static const struct spec spec = {
	.cases = cases,
	.line_end = "",
	.new = dialogue_new,
	.free = free,
	.word = word,
	.frame = frame,
	.heard = heard,
	.kinds = kinds,
};

/* ---- the ways to tell the same simulation ----
 *
 * The world follows from the seed, so the dialogue makes it again, in the byte order of the client's info
 * byte. So the client of --twin may have the other one.  */

/* The steps before the first action, and those that tell the rules; `apart`: as in the game, each message in
   a write of its own.  */
struct manner {
	const char *first, *rules;
	bool apart;
};

static bool tell(const struct twins_game *game, int n, const void *with, struct bytes *steps)
{
	const struct manner *manner = with;
	const char *step = manner->rules;

	bytes_add_text(steps, manner->first);
	if (manner->apart)
		twins_replay(steps, game, "action", false);
	for (int i = 0; i < game->count && !manner->apart; i++) {
		int turn = twins_turn_of(game, &game->messages[i]);

		if (!turn)
			continue;
		twins_turn(steps, turn);
		bytes_add_text(steps, step);
		twins_await(steps, "action", &game->messages[i]);
		step = "> $percept\n";
	}
	return n == 0;
}

static const struct manner again = {"< info\n", "> $rules\n", false};
static const struct manner pieces = {"bytewise\n< info\n", "> $rules\n", false};
static const struct manner apart = {.first = "< info\n", .apart = true};
static const struct manner after = {
	"< info\n> $before\n< action\n> $percept\n< action\n> $percept\n< action\n", "> $end\n", false};

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", .tell = tell, .manner = &again},
	{"pieces", "byte by byte", .tell = tell, .manner = &pieces},
	{"apart", "with rules, percept and tiles in writes of their own", .tell = tell, .manner = &apart},
	{"next-simulation", "in a process that has begun another simulation, after End", .tell = tell,
	 .manner = &after},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.options = "max-actions=60",
	.rival = "",
};

/* ---- rare simulations ---- */

/* A number of a rule.  Its ends are as likely as all between them.  */
static long some_value(enum world_value value, struct fuzz_chance *chance)
{
	enum { USUAL = 200 };
	const struct world_value_row *row = &world_value_rows[value];
	long usual = (long)fuzz_below(chance, USUAL);

	switch (fuzz_below(chance, 4)) {
	case 0: return row->least;
	case 1: return value == WORLD_INITIAL_COST ? USUAL : row->most;
	default: return row->is_integer ? usual - USUAL / 2 : usual;
	}
}

static void add_value(struct bytes *text, enum world_value value, long number)
{
	bytes_addf(text, "%s %ld\n", world_value_rows[value].name, number);
}

/* Which of them are known decides where the rules end.  So worlds in which few are, and many, are as likely
 * as others.  */
static void draw_flags(struct bytes *text, bool flag[WORLD_FLAG_COUNT], struct fuzz_chance *chance)
{
	unsigned part = fuzz_below(chance, 5);

	for (int i = 0; i < WORLD_FLAG_COUNT; i++) {
		flag[i] = world_flag_has_line((enum world_flag)i) && fuzz_below(chance, 4) < part;
		if (flag[i])
			bytes_addf(text, "%s True\n", world_flag_names[i]);
	}
}

static void draw_values(struct bytes *text, const bool flag[WORLD_FLAG_COUNT], bool one_turn,
			struct fuzz_chance *chance)
{
	enum { ROOM = 1000, SHOTS = 5 };
	long number[WORLD_VALUE_COUNT] = {0}, shots = (long)fuzz_below(chance, SHOTS);

	for (int i = 0; i < WORLD_LOWER_X_BOUND; i++)
		number[i] = some_value((enum world_value)i, chance);
	if (one_turn)
		number[WORLD_TURN_RIGHT_COST] = number[WORLD_TURN_LEFT_COST];
	if (number[WORLD_INITIAL_SCORE] > 0) /* below its limit */
		number[WORLD_INITIAL_SCORE] = 0;
	for (int i = 0; i < WORLD_LOWER_X_BOUND; i++)
		add_value(text, (enum world_value)i, number[i]);
	if (flag[WORLD_AMMUNITION_IS_LIMITED]) {
		add_value(text, WORLD_AMMUNITION_LIMIT, shots);
		add_value(text, WORLD_INITIAL_AMMUNITION, (long)fuzz_below(chance, (unsigned)shots + 1));
	}
	if (flag[WORLD_COST_IS_LIMITED])
		add_value(text, WORLD_COST_LIMIT,
			  number[WORLD_INITIAL_COST] + 1 + (long)fuzz_below(chance, ROOM));
	if (flag[WORLD_SCORE_IS_LIMITED])
		add_value(text, WORLD_SCORE_LIMIT,
			  number[WORLD_INITIAL_SCORE] + 1 + (long)fuzz_below(chance, ROOM));
}

/* The file of a world whose tiles the seed draws, too.  */
static void draw_world(struct setup *setup, struct fuzz_chance *chance)
{
	static const uint8_t sides[] = {1, 2, 5, 9, 20, WORLD_SIDE_MOST};
	static const char *const known[] = {"0", "0.05", "1"};
	int width = sides[fuzz_below(chance, sizeof(sides))],
	    height = sides[fuzz_below(chance, sizeof(sides))];
	FREED_BY(bytes_free) struct bytes text = {0};
	bool flag[WORLD_FLAG_COUNT];

	bytes_add_text(&text, "AWorld 1\n");
	draw_flags(&text, flag, chance);
	draw_values(&text, flag, asimulator_wire(setup).revision == 2, chance);
	bytes_addf(&text, "Wall_Probability 0.%u\nDanger_Probability 0.0%u\nHome_Probability 0.%u\n",
		   fuzz_below(chance, 4), fuzz_below(chance, 10), fuzz_below(chance, 3));
	bytes_addf(&text, "Item_Probability 0.%u\nEnemy_Probability 0.0%u\nKnow_Probability %s\n",
		   fuzz_below(chance, 3), fuzz_below(chance, 10), known[fuzz_below(chance, 3)]);
	bytes_addf(&text, "Map %d %d\n", width, height);
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			bytes_add_text(&text, "?");
		bytes_add_text(&text, "\n");
	}
	setup_put(setup, &world_option_world, "drawn by fuzz");
	setup_put(setup, &world_option_text, text.at);
}

static void options(struct setup *setup, int seat UNUSED, struct fuzz_chance *chance)
{
	enum { ACTIONS = 120 };
	const struct option_choice *choices = world_option_world.choices;
	unsigned count = 0;

	while (choices[count].word)
		count++;
	if (fuzz_is_free(setup, &world_option_world) && fuzz_once_in(chance, 2))
		draw_world(setup, chance);
	else if (fuzz_is_free(setup, &world_option_world))
		setup_put(setup, &world_option_world, choices[fuzz_below(chance, count)].word);
	fuzz_option(setup, &world_option_max_actions, ACTIONS, chance);
}

static const struct fuzz fuzz = {options, NULL, NULL, NULL};

/* In the order of their numbers on the wire.  */
static char *smaller(const struct setup *setup UNUSED, const char *move, int k)
{
	int action = 0;

	while (action < WORLD_ACTION_COUNT && strcmp(world_action_name(action), move) != 0)
		action++;
	return action < WORLD_ACTION_COUNT && k < action ? bytes_text("%s", world_action_name(k)) : NULL;
}

const struct protocol_tools asimulator_tools = {
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
	.smaller = smaller,
};
