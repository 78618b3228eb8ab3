/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_world_fixture.h - worlds for tests, made from the lines of world files, and simulations played by
 * letters.  */
#ifndef RINGSIDE_TESTS_AGENT_WORLD_FIXTURE_H
#define RINGSIDE_TESTS_AGENT_WORLD_FIXTURE_H

#include "../test.h"
#include "ringside/bytes.h"
#include "systems/asimulator/rules.h"

/* A class and what is made from it.  */
struct play {
	struct world_class class;
	struct world world;
	struct world_sim sim;
};

/* The world of a seed; `lines` is what follows "AWorld 1". The caller frees.  */
static inline struct play *begin_seed(const char *lines, uint64_t seed)
{
	struct play *play = bytes_new(sizeof(*play));
	char *text = bytes_text("AWorld 1\n%s", lines);
	char *problem = world_class_read(&play->class, "test.world", text, strlen(text));

	if (problem)
		fail_msg("no class: %s", problem);
	free(text);
	world_draw(&play->world, &play->class, seed);
	world_sim_init(&play->sim, &play->world, 0);
	return play;
}

static inline struct play *begin(const char *lines)
{
	return begin_seed(lines, 1);
}

static inline enum world_action action_of(char letter)
{
	static const char letters[] = "smlrgn";
	const char *at = strchr(letters, letter);

	assert_non_null(at);
	return (enum world_action)(at - letters);
}

/* Plays letters: shut off, move, left, right, grab, neutralize. Each must be accepted. Returns the last
 * percept.  */
static inline unsigned act(struct play *play, const char *letters)
{
	for (; *letters; letters++)
		assert_true(world_sim_act(&play->sim, action_of(*letters)));
	return play->sim.percept;
}

static inline void expect_at(const struct play *play, int x, int y)
{
	if (play->sim.x != x || play->sim.y != y)
		fail_msg("at %d,%d, expected %d,%d", play->sim.x, play->sim.y, x, y);
}

/* Compares as text, as world_percept_words() writes it, so that a difference is readable.  */
static inline void expect_percept(unsigned percept, const char *words)
{
	assert_text(world_percept_words(percept), words);
}

static inline void expect_tile(const struct play *play, int x, int y, const char *words)
{
	assert_text(world_tile_words(world_sim_tile(&play->sim, x, y)), words);
}

/* How many tiles have this: WORLD_ITEM, WORLD_ENEMY or another of enum world_tile.  */
static inline int count_tiles(const struct world_sim *sim, enum world_tile what)
{
	return world_count(sim->tile, sim->world->width * sim->world->height, what);
}

/* The file of a shipped world; the caller frees.  */
static inline char *shipped_text(const char *name)
{
	char *path = bytes_text("%s/%s.world", getenv("WORLDS"), name), part[4096];
	FILE *file = fopen(path, "rb");
	struct bytes text = {0};

	if (!file)
		fail_msg("%s cannot be read", path);
	for (size_t size; (size = fread(part, 1, sizeof(part), file));)
		bytes_add(&text, part, size);
	fclose(file);
	free(path);
	return text.at;
}

/* Its class; the caller frees.  */
static inline struct world_class *shipped(const char *name)
{
	struct world_class *class = bytes_new(sizeof(*class));
	char *text = shipped_text(name), *problem = world_class_read(class, name, text, strlen(text));

	if (problem)
		fail_msg("%s", problem);
	free(text);
	return class;
}

#endif
