/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasons.c - what ringside says about the agent world: faults, notices, the rules behind verdicts, and how
 * a simulation ended.  */
#include "wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WAITS "original: when it has sent an action it has to wait for a percept"

const struct fault_row asimulator_faults[] = {
	[ASIMULATOR_INFO_BITS] = {"info-bits", "unused bits in the info byte",
				  "original: the info byte, its highest bit alone",
				  "ignored: its highest bit says the byte order (0x80 is little-endian)",
				  FAULT_FORGIVEN},
	[ASIMULATOR_AFTER_END] = {"action-after-end", "an action after the end", WAITS, "ignored",
				  FAULT_FORGIVEN},
	[ASIMULATOR_OUT_OF_TURN] = {"action-out-of-turn", "an action out of turn", WAITS, "kept for its turn",
				    FAULT_FORGIVEN},
	[ASIMULATOR_UNUSED_SYMBOL] = {"unused-symbol", "a symbol with an unused number",
				      "original: 210 .. 253 (unused)", "drawn as *", FAULT_FORGIVEN},
	[ASIMULATOR_NO_REQUEST] = {"no-request", "an unknown request", "original: 7 .. 99 (unused)",
				   "loses: nobody knows where the next request begins", FAULT_LOSES},
	{0},
};

const struct notice_row asimulator_notices[] = {
	[ASIMULATOR_OFF_MAP] = {"off-map", "a", "{a} symbols were outside the map"},
	[ASIMULATOR_ENDED_INSIDE] = {"ended-inside", "a b",
				     "ended inside a message: {a} of {b} bytes had come"},
	{0},
};

const struct reason_row asimulator_reasons[] = {
	{"score", &world_option_world,
	 "A simulation ends with Shut_Off, death, the Cost_Limit, the Score_Limit or --max-actions. Both "
	 "seats "
	 "play copies of one world: the higher score wins, then the lower cost, then fewer actions.",
	 "original: the main loop; ringside: score"},
	{REASON_TIMEOUT, NULL,
	 "After each percept the client sends one action within the limit. Symbols and texts are not actions "
	 "and do not stop the clock.",
	 "original: the main loop; ringside: --turn-time"},
	{REASON_START, NULL,
	 "A client connects and sends one info byte, whose highest bit says its byte order, before anything "
	 "else.",
	 "original: the info byte; ringside: --start-time"},
	{REASON_PROTOCOL, NULL,
	 "A request is 0 to 5, an action; 6 or a symbol, 100 to 254, with x and y; or 255, a text. After any "
	 "other byte, nobody knows where the next request begins.",
	 "original: 7 .. 99 (unused)"},
	{REASON_EXIT, NULL,
	 "A client stays until it is told the End. It may close where the next rules are due. Closing right "
	 "after the rules declines them.",
	 "original: the main loop; ringside: exit"},
	{REASON_CRASH, NULL, "A client stays until it is told the End.",
	 "original: the main loop; ringside: crash"},
	{0},
};

static const char *const directions[] = {"East", "North", "West", "South"};

static enum world_action action_of(const char *played)
{
	for (int i = 0; i < WORLD_ACTION_COUNT; i++)
		if (strcmp(world_action_name(i), played) == 0)
			return (enum world_action)i;
	return WORLD_ACTION_COUNT;
}

/* The deadly step, and what the agent could have known before it.  */
static void add_death(struct bytes *text, const struct world_sim *before, const struct world_sim *after)
{
	unsigned tile = world_sim_tile(after, after->x, after->y) & (WORLD_DANGER | WORLD_ENEMY);
	char *deadly = world_tile_words(tile), *percept = world_percept_words(before->percept);

	bytes_addf(text,
		   "  That moved %s from %d,%d to %d,%d, where it is deadly: %s.\n"
		   "  Before, at %d,%d, it had perceived: %s.\n",
		   directions[before->direction], before->x, before->y, after->x, after->y, deadly, before->x,
		   before->y, percept);
	free(deadly);
	free(percept);
}

static void add_end(struct bytes *text, const struct turn *turn, const struct world_sim *before,
		    const struct world_sim *after)
{
	char *percept = world_percept_words(after->percept);

	bytes_addf(text, "  Seat %d: %s, by action %" PRId64 ", %s, in turn %d", turn->seat,
		   world_end_name(after->end), after->actions, turn->played, turn->n);
	if (turn->message)
		bytes_addf(text, " (#%" PRId64 ")", turn->message);
	bytes_addf(text, "; score %" PRId64 ", cost %" PRId64 "; the last percept: %s.\n", after->score,
		   after->cost, percept);
	if (after->end == WORLD_END_DEATH)
		add_death(text, before, after);
	free(percept);
}

char *asimulator_ending(const struct match *match)
{
	char *problem = NULL;
	struct asimulator *a = asimulator_new(NULL, &match->setup, &problem);
	struct world_sim *before = bytes_new(sizeof(*before));
	const struct turn *turn;
	struct bytes text = {0};
	int n;

	free(problem);
	for (n = 1; a && (turn = match_turn(match, n)); n++) {
		struct world_sim *sim = &a->client[turn->seat].sim;

		*before = *sim;
		if (world_sim_act(sim, action_of(turn->played)) && sim->end != WORLD_GOES_ON)
			add_end(&text, turn, before, sim);
	}
	free(before);
	if (a)
		asimulator_free(a);
	if (n <= match->turn_count) /* the match cannot be played to its end */
		bytes_free(&text);
	return text.at;
}
