/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brains.c - plays simulated matches of gomocup: brains, and people who know the board.  */
#include "brains.h"

#include <stdlib.h>
#include <string.h>

static void brains_free(struct table *table)
{
	FREED struct brains *brains = table->own;

	free(brains->asks);
}

static bool start(struct table *table, int seat)
{
	struct brains *brains = table->own;
	struct brain *brain = &brains->brain[seat];

	if (brains->character[seat].failure == FAIL_NO_PROCESS)
		return false;
	brain_start(brain, &brains->character[seat], &table->chance, &table->process[seat].fake, table->now,
		    table_turn_limit(table, seat));
	if (brain->culpable)
		table->process[seat].culpable = BLAME_ANY;
	return true;
}

/* The next turn is the one that it is asked for.  */
static void add_ask(struct table *table)
{
	struct brains *brains = table->own;

	if (brains->ask_count + 1 >= brains->ask_room) {
		brains->ask_room = brains->ask_room ? 2 * brains->ask_room : 32;
		brains->asks = bytes_resized(brains->asks, (size_t)brains->ask_room * sizeof(*brains->asks));
	}
	brains->asks[++brains->ask_count] =
		(struct ask){.turn = judge_match(table->judge)->turn_count + 1, .epoch = table->epoch};
}

static void told(struct table *table, const struct message *message, const char *line)
{
	struct brains *brains = table->own;
	int seat = message->seat;
	struct brain *brain = &brains->brain[seat];

	CHECK(table, message->size > 2 && strcmp(message->bytes + message->size - 2, "\r\n") == 0,
	      "a line that is empty or not ended with CR LF was sent: \"%s\"", line);
	if (!table->process[seat].exists)
		return;
	if (brain_is_ask(line))
		add_ask(table);
	brain->culpable = false;
	brain_hears(brain, table->now, line, brains->ask_count);
	if (brain->culpable)
		table->process[seat].culpable = BLAME_ANY;
	CHECK(table, !brain->puzzled, "seat %d was told what cannot be: %s", seat, line);
	brains_check_board(table, seat);
}

static void score(struct table *table, int seat)
{
	CHECK(table, false, "seat %d has a score", seat);
}

/* What a person may want to play. While swap2 is being settled this may be several stones, or none.  */
static char *any_words(struct table *table, int seat UNUSED)
{
	const struct brains *brains = table->own;
	struct bytes words = {0};
	int stones = 1;

	if (setup_given(&table->setup, "swap2") && judge_match(table->judge)->turn_count < 3 &&
	    chance_one_in(&table->chance, 2))
		stones = (int)chance_below(&table->chance, 4);
	if (stones == 0)
		return bytes_text("swap");
	if (chance_one_in(&table->chance, 12))
		return bytes_text("%s", chance_one_in(&table->chance, 2) ? "zz99" : "here");
	for (int i = 0; i < stones; i++)
		bytes_addf(&words, "%s%d,%d", i ? " " : "", (int)chance_below(&table->chance, brains->width),
			   (int)chance_below(&table->chance, brains->height));
	return words.at;
}

/* Only squares that renju forbids are left to a person.  */
static bool is_stuck(struct table *table, int seat UNUSED)
{
	const struct grid *grid = &brains_position(table)->grid;

	for (int y = 0; y < grid->height; y++)
		for (int x = 0; x < grid->width; x++)
			if (grid_is_free(grid, x, y) && !grid_is_forbidden(grid, x, y))
				return false;
	return true;
}

/* A permanent failure remains. It also remains when a brain's answers lag by one because it spoke out of
 * turn.  */
static void forgive(struct table *table, int seat)
{
	struct brains *brains = table->own;
	const struct brain *brain = &brains->brain[seat];
	enum failure failure = brains->character[seat].failure;
	bool still = brain->hangs || (brain->unsure && (failure == FAIL_UNASKED || failure == FAIL_DOUBLE));

	table->process[seat].culpable = still ? BLAME_ANY : 0;
}

const struct fixture fixture_gomocup = {
	.system = "gomocup",
	.matches = 10000,
	.moves = CHANNEL_MOVE,
	.goodbye = "END",
	.takes_back = true,
	.games = 1,
	.set_up = brains_set_up,
	.free = brains_free,
	.tell = brains_tell,
	.start = start,
	.told = told,
	.turn = brains_check_turn,
	.score = score,
	.words = any_words,
	.is_stuck = is_stuck,
	.forgive = forgive,
	.verdict = brains_check_verdict,
	.end = brains_check_rules,
};
