/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries clients of the agent world: what is known of its document, sentence by sentence, as
 * cases of `ringside check`, the ways in which a client can be told the same simulation, and the rare
 * simulations of `ringside fuzz`: each bundled world, and very few actions.
 *
 * In the steps of a case `$rules` is all that comes before the first action, `$percept` what follows one:
 * with End also the score, and then the next simulation. `$before` is as `$rules`, of another world; `$end`
 * ends its simulation, and is followed by that of the match.  All of it is in the byte order of the client's
 * info byte.  */
#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

#define READY   "< info\n> $rules\n< action\n"
#define ACT     "> $percept\n< action\n"
#define SIX     ACT ACT ACT ACT ACT ACT
#define BEFORE  "asimulator, The info byte"
#define LOOP    "original, the main loop"
#define REQUEST "original, Requests"

#define CONDITIONS                                                                                           \
	"Then the client reads the following rules if and only if certain conditions are fulfilled. The "    \
	"conditions are based on previously read rules."
#define PERCEPTS "The follwoing bytes are interpreted as percepts until the percept includes End."
#define WAITS    "when it has sent an action it must wait for a percept before it is allowed to send again"
#define ASK_WHY  "Play the match of this case with `ringside play`, and ask `why` at its end."

static const struct spec_case cases[] = {
	{"info-byte", false, NULL, LOOP, "After sending the info byte the client enters the main loop.",
	 "Connect to the address of the command line and send one byte, 0 or 128, or begin with it on stdout "
	 "with --stdio.",
	 .steps = "< info\n"},
	{"info-byte-alone", true, "info-byte", BEFORE, "the other bits are unused",
	 "Send 0 for big-endian or 128 for little-endian.", .steps = "< info-alone\n"},
	{"wait-for-rules", false, "info-byte", LOOP, "The client will wait for the rules.",
	 "Send nothing between the info byte and the first action.", .steps = "< info\nsilent\n"},
	{"action", false, "info-byte", REQUEST, "A request to perform an action.",
	 "Send an action, a byte from 0 to 5, when the rules, the first percept and the tiles have come.",
	 .steps = READY},
	{"percepts", false, "action", LOOP, PERCEPTS, "Send the next action when the percept has come.",
	 .steps = READY SIX},
	{"one-action", false, "action", REQUEST, WAITS,
	 "Send nothing after an action until its percept has come.",
	 .steps = READY "silent\n> $percept\n< action\nsilent\n"},
	{"known-symbols", true, "percepts", REQUEST, "210 .. 253",
	 "Send the symbols 100 to 209 and 254 only.",
	 .steps = "< info\n> $rules\n< known\n> $percept\n< known\n> $percept\n< known\n> $percept\n< "
		  "known\n"},
	{"next-simulation", false, "percepts", LOOP, "Then the main loop continues with a new iteration.",
	 "Read the score of 4 bytes after End, and then the rules of the next simulation.",
	 .steps = READY SIX SIX, .options = "max-actions=4"},
	{"bytewise", false, "percepts", LOOP, "Then the client reads the following rules",
	 "Read until all bytes are there: a connection may hand them over in pieces.",
	 .steps = "< info\nbytewise\n> $rules\n< action\n" ACT ACT},
	{"rules-with-bounds", false, "percepts", LOOP, CONDITIONS,
	 "Read the values of each rule whose flag is set, in the order of the table.", .steps = READY SIX,
	 .options = "world=classic"},
	{"rules-with-a-cost-limit", false, "percepts", LOOP, CONDITIONS,
	 "Read the values of each rule whose flag is set, in the order of the table.", .steps = READY SIX,
	 .options = "world=room"},
	{"rules-of-a-cave", false, "percepts", LOOP, CONDITIONS,
	 "Read the values of each rule whose flag is set, in the order of the table.", .steps = READY SIX,
	 .options = "world=cave"},
	{"game-in-the-classic-world", false, "rules-with-bounds", LOOP, PERCEPTS, ASK_WHY,
	 .options = "world=classic max-actions=60", .rival = ""},
	{"game-in-a-room", false, "rules-with-a-cost-limit", LOOP, PERCEPTS, ASK_WHY,
	 .options = "world=room max-actions=60", .rival = ""},
	{"game-in-a-maze", false, "percepts", LOOP, PERCEPTS, ASK_WHY, .options = "world=maze max-actions=60",
	 .rival = ""},
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

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
			     char **problem, struct bytes *reply)
{
	struct dialogue *dialogue = state;
	uint8_t byte = (uint8_t)bytes[0];

	(void)size;
	(void)reply;
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

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { ACTIONS = 120 };
	const struct option_choice *choices = world_option_world.choices;
	unsigned count = 0;

	(void)seat;
	while (choices[count].word)
		count++;
	if (fuzz_is_free(setup, &world_option_world))
		setup_put(setup, &world_option_world, choices[fuzz_below(chance, count)].word);
	fuzz_option(setup, &world_option_max_actions, ACTIONS, chance);
}

static const struct fuzz fuzz = {options, NULL, NULL, NULL};

/* In the order of their numbers on the wire.  */
static char *smaller(const struct setup *setup, const char *move, int k)
{
	int action = 0;

	(void)setup;
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
