/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_rounds.c - the rounds of the agent world, and what a client sends in them.
 *
 * Each seat has its own copy of the same world.  The seats act in lockstep: when every seat that has to act
 * has acted, each is told what it perceives. A turn is an action. A client may also send symbols and texts,
 * which are for people.  */
#include "wire.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- rounds ---- */

static void add_score(struct asimulator *a, int seat, int64_t before)
{
	if (a->client[seat].sim.score != before || !referee_match(a->judge)->scored)
		referee_score(a->judge, seat, (double)(a->client[seat].sim.score - before));
}

static void finish(struct asimulator *a)
{
	const struct world_sim *one = &a->client[SEAT_1].sim, *two = &a->client[SEAT_2].sim;
	int lone = setup_lone_seat(referee_setup(a->judge)), better;
	const struct world_sim *sim = &a->client[lone].sim;

	for (int s = SEAT_1; s < SEATS; s++)
		if (a->client[s].stray)
			referee_notice_of(a->judge, s, &asimulator_notices[ASIMULATOR_OFF_MAP],
					  a->client[s].stray, 0, NULL);
	if (lone != SEAT_NONE) {
		referee_verdict(a->judge, WINNER_NONE, "score", SEAT_NONE,
				"score %" PRId64 ", cost %" PRId64 ", %" PRId64 " actions, %s", sim->score,
				sim->cost, sim->actions, world_end_name(sim->end));
		return;
	}
	better = world_sim_compare(one, two);
	referee_verdict(a->judge,
			better > 0   ? SEAT_1
			: better < 0 ? SEAT_2
				     : WINNER_DRAW,
			"score", SEAT_NONE,
			"scores %" PRId64 " : %" PRId64 ", costs %" PRId64 " : %" PRId64 ", actions %" PRId64
			" : %" PRId64 " (%s, %s)",
			one->score, two->score, one->cost, two->cost, one->actions, two->actions,
			world_end_name(one->end), world_end_name(two->end));
}

static void next_round(struct asimulator *a)
{
	bool goes_on = false;

	for (int s = SEAT_1; s < SEATS; s++) {
		struct client *client = &a->client[s];

		client->due = client->sits && client->sim.end == WORLD_GOES_ON;
		goes_on = goes_on || client->due;
	}
	if (!goes_on)
		finish(a);
	for (int s = SEAT_1; s < SEATS && goes_on; s++)
		if (a->client[s].due)
			referee_next(a->judge, s);
}

/* A client whose simulation has ended is told so at once, and asked nothing more.  */
static void end_of(struct asimulator *a, int seat)
{
	struct client *client = &a->client[seat];
	uint8_t score[WORLD_SCORE_SIZE];

	asimulator_send_percept(a, seat, false);
	world_score_write(client->sim.score, client->wire, score);
	asimulator_send_bytes(a, seat, CHANNEL_SCORE, false, score, sizeof(score));
	client->told = false;
}

void asimulator_act(struct asimulator *a, int seat, const char *answered, enum world_action action)
{
	struct client *client = &a->client[seat];
	int64_t before = client->sim.score;
	bool complete = true;

	referee_moved(a->judge, seat, answered, world_action_name((int)action));
	client->due = client->questioned = false;
	client->heard = true;
	world_sim_act(&client->sim, action);
	add_score(a, seat, before);
	if (client->sim.end != WORLD_GOES_ON)
		end_of(a, seat);
	for (int s = SEAT_1; s < SEATS; s++)
		complete = complete && !a->client[s].due;
	if (complete)
		next_round(a);
}

void asimulator_ask(void *state, int seat)
{
	struct asimulator *a = state;
	struct client *client = &a->client[seat];
	bool has_acted = client->early.size > 0; /* it came before the question, and still counts */
	uint8_t early = 0;

	if (has_acted) {
		early = (uint8_t)client->early.at[0];
		bytes_drop(&client->early, 1);
	}
	if (!client->told)
		asimulator_send_rules(a, seat, !has_acted);
	else
		asimulator_send_percept(a, seat, !has_acted);
	client->questioned = !has_acted;
	if (has_acted)
		asimulator_act(a, seat, world_action_name(early), early);
}

void asimulator_begin(void *state)
{
	struct asimulator *a = state;

	for (int s = SEAT_1; s < SEATS; s++)
		if (a->client[s].sits)
			add_score(a, s, 0);
	next_round(a);
}

/* ---- hearing ---- */

/* True: it has lost by that.  */
static bool fault(struct asimulator *a, int seat, int row)
{
	return referee_fault(a->judge, seat, &asimulator_faults[row]);
}

const char *asimulator_order_key(int seat)
{
	return seat == SEAT_1 ? ".order-1" : ".order-2";
}

static void take_info(struct asimulator *a, int seat, uint8_t byte)
{
	struct client *client = &a->client[seat];

	client->framed = client->greeted = true; /* a recording is not cut here, so this was not set before */
	client->little = client->wire.little = byte & INFO_LITTLE;
	if (byte & ~INFO_LITTLE && fault(a, seat, ASIMULATOR_INFO_BITS))
		return;
	referee_remember(a->judge, asimulator_order_key(seat), client->wire.little ? "little" : "big");
	referee_ready(a->judge, seat);
}

/* If the client has acted before the question was written, it is told the same without a question.  */
static bool has_forestalled(struct asimulator *a, int seat)
{
	const struct client *client = &a->client[seat];

	if (!client->questioned || !referee_unask(a->judge, seat))
		return false;
	if (client->sim.actions)
		asimulator_send_percept(a, seat, false);
	else
		asimulator_send_tiles(a, seat, false);
	return true;
}

static void take_action(struct asimulator *a, const struct message *message, uint8_t byte)
{
	int seat = message->seat;
	struct client *client = &a->client[seat];

	if (client->sim.end != WORLD_GOES_ON) {
		referee_drop(a->judge);
		fault(a, seat, ASIMULATOR_AFTER_END);
		return;
	}
	if ((message->flags & MESSAGE_UNASKED || !client->due) && fault(a, seat, ASIMULATOR_OUT_OF_TURN))
		return;
	if (client->due && (referee_is_asked(a->judge, seat) || has_forestalled(a, seat)))
		asimulator_act(a, seat, world_action_name(byte), byte);
	else
		bytes_add(&client->early, &byte, 1);
}

static void take_symbol(struct asimulator *a, const struct message *message, const uint8_t *bytes)
{
	struct client *client = &a->client[message->seat];
	const struct world *world = &a->world;
	int column, row;

	if (bytes[0] > REQUEST_LAST_KNOWN && bytes[0] != REQUEST_NO_SYMBOL &&
	    fault(a, message->seat, ASIMULATOR_UNUSED_SYMBOL))
		return;
	if (bytes[0] == REQUEST_CLEAR)
		return;
	column = world->column + (int8_t)bytes[1];
	row = world->row - (int8_t)bytes[2];
	client->stray += column < 0 || row < 0 || column >= world->width || row >= world->height;
}

/* Does it have all bytes of its channel?  The stream cuts only complete requests, but a recording may hold
   anything.  */
static bool is_whole(const struct message *message)
{
	switch (message->channel) {
	case CHANNEL_MOVE: return world_action_name((uint8_t)message->bytes[0]) != NULL;
	case CHANNEL_SYMBOL:
		return (uint8_t)message->bytes[0] == REQUEST_CLEAR || message->size >= SYMBOL_BYTES;
	default: return true;
	}
}

void asimulator_received(void *state, const struct message *message)
{
	struct asimulator *a = state;
	int seat = message->seat;
	struct client *client = &a->client[seat];
	const uint8_t *bytes = (const uint8_t *)message->bytes;

	client->heard = true;
	if (message->flags & MESSAGE_UNENDED) {
		referee_drop(a->judge);
		client->came = message->size;
		client->wanted = asimulator_wanted(message->flags & MESSAGE_LITTLE, bytes, message->size);
		referee_notice_of(a->judge, seat, &asimulator_notices[ASIMULATOR_ENDED_INSIDE],
				  (int64_t)client->came, (int64_t)client->wanted, NULL);
		return;
	}
	switch (is_whole(message) ? message->channel : CHANNEL_UNKNOWN) {
	case CHANNEL_INFO: take_info(a, seat, bytes[0]); break;
	case CHANNEL_MOVE: take_action(a, message, bytes[0]); break;
	case CHANNEL_SYMBOL: take_symbol(a, message, bytes); break;
	case CHANNEL_TEXT: break;
	default:
		referee_fault_as(a->judge, seat, &asimulator_faults[ASIMULATOR_NO_REQUEST], NULL,
				 "sent the byte %d, which is no request", bytes[0]);
	}
}
