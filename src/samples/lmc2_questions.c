/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2_questions.c - sample:questions, a small world of things with colours and places, told and asked about.
 *
 * Now and then a thing is painted or moved, and that is told before the next question, so that who listens
 * can know everything from then on; who only remembers what was right the last time is mostly right too.  */
#include "chance.h"
#include "lesson.h"

enum { THINGS = 4, COLOURS = 4, PLACES = 4, NEWS = 12, KINDS = 5 };

static const char *const things[THINGS] = {"ball", "cup", "hat", "key"};
static const char *const colours[COLOURS] = {"red", "blue", "green", "yellow"};
static const char *const places[PLACES] = {"table", "floor", "shelf", "bed"};
static const char *const others[] = {"the", "is", "on", "what", "colour", "where", "yes", "no"};

struct world {
	uint64_t chance;
	int told; /* of the first facts of all things, so many were told */
	int colour[THINGS], place[THINGS];
};

static void add_all(struct words *words, const char *const names[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		words_add(words, names[i]);
}

static void symbols(void *self, struct words *words)
{
	(void)self;
	add_all(words, others, sizeof(others) / sizeof(others[0]));
	add_all(words, things, THINGS);
	add_all(words, colours, COLOURS);
	add_all(words, places, PLACES);
}

static int any(struct world *world, int count)
{
	return (int)chance_below(&world->chance, (uint64_t)count);
}

static void begin(void *self, void *state, uint64_t seed)
{
	struct world *world = state;

	(void)self;
	*world = (struct world){.chance = seed};
	for (int thing = 0; thing < THINGS; thing++) {
		world->colour[thing] = any(world, COLOURS);
		world->place[thing] = any(world, PLACES);
	}
}

static void add(struct words *words, const char *text)
{
	struct words more = {0};

	words_split(&more, text);
	for (int i = 0; i < more.count; i++)
		words_add(words, more.word[i]);
	words_free(&more);
}

static void tell(struct words *told, const struct world *world, int thing, bool colour)
{
	add(told, "the");
	add(told, things[thing]);
	add(told, colour ? "is" : "is on the");
	add(told, colour ? colours[world->colour[thing]] : places[world->place[thing]]);
}

/* First all that there is, a fact a turn; later what has changed, once in a while.  */
static void news(struct world *world, struct words *told)
{
	if (world->told < 2 * THINGS) {
		tell(told, world, world->told / 2, world->told % 2 == 0);
		world->told++;
	} else if (any(world, NEWS) == 0) {
		int thing = any(world, THINGS);
		bool colour = any(world, 2) == 0;

		if (colour)
			world->colour[thing] = any(world, COLOURS);
		else
			world->place[thing] = any(world, PLACES);
		tell(told, world, thing, colour);
	}
}

/* What is asked can be known: it was told before.  */
static void turn(void *self, void *state, struct turn *turn)
{
	struct world *world = state;

	(void)self;
	news(world, &turn->told);
	int thing = any(world, (world->told + 1) / 2), kind = any(world, KINDS);
	bool placed = 2 * thing + 1 < world->told;
	if (kind < 2 || !placed) {
		add(&turn->question, "what colour is the");
		add(&turn->question, things[thing]);
		add(&turn->right, colours[world->colour[thing]]);
	} else if (kind < 4) {
		add(&turn->question, "where is the");
		add(&turn->question, things[thing]);
		add(&turn->right, "on the");
		add(&turn->right, places[world->place[thing]]);
	} else {
		int colour = any(world, COLOURS);

		add(&turn->question, "is the");
		add(&turn->question, things[thing]);
		add(&turn->question, colours[colour]);
		add(&turn->right, world->colour[thing] == colour ? "yes" : "no");
	}
}

int main(int argc, char **argv)
{
	const struct lesson lesson = {
		.program = "lmc2-questions",
		.purpose = "A game for LMC 2: tells of a few things, their colours and places, and asks "
			   "about them:\n"
			   "\"the ball is red\", \"what colour is the ball\". What is right may change; that "
			   "is told.",
		.turns = 200,
		.symbols = symbols,
		.state_size = sizeof(struct world),
		.begin = begin,
		.turn = turn,
	};

	return lesson_main(&lesson, argc, argv);
}
