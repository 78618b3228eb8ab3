/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* clients_fixture.h - a simulator for the bundled clients of the agent world, inside the test's process. It
 * reads what a client sends and answers from a simulation (asimulator, The main loop; Decisions).  */
#ifndef RINGSIDE_TESTS_CLIENTS_FIXTURE_H
#define RINGSIDE_TESTS_CLIENTS_FIXTURE_H

#include "agent_world_fixture.h"

#include "samples/client_agents.h"
#include "samples/reasoner.h"

struct simulator {
	const struct world_class *class;
	uint64_t next_seed, last_seed; /* one simulation each, over one connection */
	struct world_wire wire;
	struct world world;
	struct world_sim sim;
	struct bytes to, from; /* to: what the client has not read yet; from: all that it has sent */
	size_t done;           /* how much of `from` was used */
	bool informed;
	int64_t score;      /* sum of all simulations */
	int deaths;         /* sum of all simulations */
	int symbols, texts; /* sum of all simulations */
	int strays;         /* symbols off the map */
	void *watcher;      /* called before each action is carried out, and after its percept */
	void (*watch_begin)(void *watcher, const struct world *world, unsigned percept);
	void (*watch_act)(void *watcher, enum world_action action);
	void (*watch_percept)(void *watcher, unsigned percept);
};

static inline void simulator_send(struct simulator *simulator, const void *bytes, size_t size)
{
	bytes_add(&simulator->to, bytes, size);
}

static inline void simulator_send_percept(struct simulator *simulator)
{
	uint8_t byte = world_percept_write(simulator->sim.percept, simulator->wire);

	simulator_send(simulator, &byte, 1);
}

/* Rules, the first percept, the tiles known, 0.  */
static inline void simulator_begin(struct simulator *simulator)
{
	uint8_t rules[WORLD_RULES_MOST];
	struct world_told told;
	int at = 0;

	world_draw(&simulator->world, simulator->class, simulator->next_seed++);
	world_sim_init(&simulator->sim, &simulator->world, 10000);
	simulator_send(simulator, rules, world_rules_write(&simulator->world.rules, simulator->wire, rules));
	simulator_send_percept(simulator);
	while (world_next_told(&simulator->world, &at, &told)) {
		uint8_t tile[3] = {world_tile_write(told.tile, simulator->wire), (uint8_t)told.x,
				   (uint8_t)told.y};

		simulator_send(simulator, tile, sizeof(tile));
	}
	simulator_send(simulator, "", 1);
	if (simulator->watch_begin)
		simulator->watch_begin(simulator->watcher, &simulator->world, simulator->sim.percept);
}

static inline void simulator_act(struct simulator *simulator, enum world_action action)
{
	struct world_sim *sim = &simulator->sim;
	uint8_t score[WORLD_SCORE_SIZE];

	if (simulator->watch_act)
		simulator->watch_act(simulator->watcher, action);
	assert_true(world_sim_act(sim, action));
	simulator_send_percept(simulator);
	if (simulator->watch_percept)
		simulator->watch_percept(simulator->watcher, sim->percept);
	if (sim->end == WORLD_GOES_ON)
		return;
	simulator->score += sim->score;
	simulator->deaths += sim->end == WORLD_END_DEATH;
	world_score_write(sim->score, simulator->wire, score);
	simulator_send(simulator, score, sizeof(score));
}

static inline bool simulator_on_map(const struct simulator *simulator, const uint8_t *place)
{
	int column = simulator->world.column + (int8_t)place[0];
	int row = simulator->world.row - (int8_t)place[1];

	return column >= 0 && row >= 0 && column < simulator->world.width && row < simulator->world.height;
}

/* The size of the first request in the first `size` bytes, which must hold all of it.  */
static inline size_t simulator_request(struct simulator *simulator, const uint8_t *bytes, size_t size)
{
	size_t length;

	if (!simulator->informed) {
		simulator->informed = true;
		simulator->wire.little = bytes[0] & 0x80;
		return 1;
	}
	if (bytes[0] < WORLD_ACTION_COUNT) {
		assert_int_equal(size, 1); /* nothing may follow an action */
		simulator_act(simulator, (enum world_action)bytes[0]);
		return 1;
	}
	if (bytes[0] == 255) {
		assert_true(size >= 3);
		length = simulator->wire.little ? bytes[1] | (size_t)bytes[2] << 8
						: (size_t)bytes[1] << 8 | bytes[2];
		assert_true(size >= 3 + length);
		simulator->texts++;
		return 3 + length;
	}
	assert_true(bytes[0] == 6 || (bytes[0] >= 100 && bytes[0] <= 209) || bytes[0] == 254);
	if (bytes[0] == 6)
		return 1;
	assert_true(size >= 3);
	simulator->symbols++;
	simulator->strays += !simulator_on_map(simulator, bytes + 1);
	return 3;
}

static inline bool simulator_heard(void *self, const uint8_t *bytes, size_t size)
{
	struct simulator *simulator = self;

	bytes_add(&simulator->from, bytes, size);
	while (simulator->done < simulator->from.size)
		simulator->done +=
			simulator_request(simulator, (const uint8_t *)simulator->from.at + simulator->done,
					  simulator->from.size - simulator->done);
	return true;
}

static inline size_t simulator_said(void *self, uint8_t *bytes, size_t size)
{
	struct simulator *simulator = self;

	if (!simulator->to.size && simulator->next_seed <= simulator->last_seed)
		simulator_begin(simulator);
	if (size > simulator->to.size)
		size = simulator->to.size;
	if (size)
		memcpy(bytes, simulator->to.at, size);
	bytes_drop(&simulator->to, size);
	return size;
}

/* Simulates the seeds first to last of the class over one connection. The caller ends it.  */
static inline struct simulator *simulator_new(const struct world_class *class, uint64_t first, uint64_t last)
{
	struct simulator *simulator = bytes_new(sizeof(*simulator));

	simulator->class = class;
	simulator->next_seed = first;
	simulator->last_seed = last;
	simulator->wire.revision = 1;
	return simulator;
}

/* Plays everything. The client must end cleanly and leave nothing unread.  */
static inline void simulator_play(struct simulator *simulator, const struct world_agent *agent, bool little)
{
	struct client client = {
		.program = "test",
		.transport = {simulator, simulator_said, simulator_heard},
		.wire = {.little = little, .revision = 1},
	};

	assert_int_equal(client_run(&client, agent), 0);
	assert_int_equal(simulator->to.size, 0);
	assert_int_equal(simulator->wire.little, little);
}

static inline void simulator_free(struct simulator *simulator)
{
	bytes_free(&simulator->to);
	bytes_free(&simulator->from);
	free(simulator);
}

#endif
