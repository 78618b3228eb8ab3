/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hold.c - orders to the relay of a tap (hold.h).  */
#include "hold.h"

#include "ringside/bytes.h"
#include "ringside/relay.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The relay always reads.  If it has ended, nothing is held.  */
static void give_order(const struct hold *hold, struct order order, const char *bytes)
{
	struct bytes both = {0};
	ssize_t written = 0;

	bytes_add(&both, (const char *)&order, sizeof(order));
	bytes_add(&both, bytes, order.size);
	for (size_t at = 0; at < both.size && written >= 0; at += written > 0 ? (size_t)written : 0)
		written = TEMP_FAILURE_RETRY(write(hold->orders, both.at + at, both.size - at));
	bytes_free(&both);
}

static void forget(struct hold *hold)
{
	hold->on = false;
	for (int i = 0; i < HOLD_LANES; i++) {
		free(hold->lane[i].sizes);
		hold->lane[i] = (struct hold_lane){0};
	}
}

void hold_begin(struct hold *hold)
{
	if (!hold->wanted)
		give_order(hold, (struct order){.kind = ORDER_HOLD, .held = ++hold->order}, "");
	hold->wanted = true;
}

void hold_end(struct hold *hold)
{
	if (hold->wanted)
		give_order(hold, (struct order){.kind = ORDER_LET_GO}, "");
	hold->wanted = false;
	forget(hold);
}

void hold_lend(const struct hold *hold, bool lends)
{
	give_order(hold, (struct order){.kind = lends ? ORDER_LEND : ORDER_TAKE_BACK}, "");
}

void hold_let_end(const struct hold *hold)
{
	give_order(hold, (struct order){.kind = ORDER_END}, "");
}

void hold_begun(struct hold *hold, int64_t order)
{
	hold->on = hold->wanted && order == hold->order;
}

void hold_came(struct hold *hold, int lane, size_t size)
{
	if (hold->on && lane < HOLD_LANES)
		hold->lane[lane].held += size;
}

static int lane_of(const struct message *message)
{
	return message->direction == TO_AGENT ? FED_TO_AGENT : FED_OUTPUT;
}

/* The bytes of its first message, as they came, leave the lane.  Those that passed before are not held.  */
static uint32_t take_size(struct hold_lane *lane, size_t size)
{
	size_t cut;

	if (lane->count) {
		size = lane->sizes[0];
		memmove(lane->sizes, lane->sizes + 1, sizeof(*lane->sizes) * (size_t)--lane->count);
	}
	cut = lane->cut < size ? lane->cut : size;
	lane->cut -= cut;
	size -= cut;
	lane->held -= size < lane->held ? size : lane->held;
	return (uint32_t)size;
}

void hold_passed(struct hold *hold, const struct message *message)
{
	struct order order = {.kind = ORDER_PASS, .lane = (uint32_t)lane_of(message)};
	bool dropped = message->flags & MESSAGE_WITHHELD, edited = message->flags & MESSAGE_EDITED;

	if (!hold->on || hold->late || message->direction == EVENT || message->channel == CHANNEL_STDERR ||
	    (dropped && message->flags & MESSAGE_CHANGED)) /* another one takes its place */
		return;
	if (!hold->sending)
		order.held = take_size(&hold->lane[order.lane], message->size);
	if (dropped || edited) {
		order.kind = ORDER_REPLACE;
		order.size = dropped ? 0 : (uint32_t)message->size;
	}
	give_order(hold, order, message->bytes);
}

/* The bytes of the messages of a lane.  */
static size_t add_new_sizes(struct hold_lane *lane, const struct judge *judge, int number)
{
	const struct message *message;
	size_t all = 0;
	int count = 0;

	for (int i = 0; judge && (message = judge_held(judge, i)); i++) {
		if (message->direction == EVENT || lane_of(message) != number)
			continue;
		if (count == lane->count) {
			lane->sizes =
				bytes_resized(lane->sizes, sizeof(*lane->sizes) * (size_t)(lane->count + 1));
			lane->sizes[lane->count++] = message->size;
		}
		all += lane->sizes[count++];
	}
	return all;
}

bool hold_settle(struct hold *hold, const struct judge *judge, size_t unread)
{
	for (int i = 0; hold->on && i < HOLD_LANES; i++) {
		struct hold_lane *lane = &hold->lane[i];
		size_t stays = add_new_sizes(lane, judge, i);
		struct pending_bytes pending;

		if (i == FED_TO_AGENT)
			stays += unread;
		else if (judge && (!lane->shut || lane->count) &&
			 judge_pending(judge, SEAT_1, STREAM_STDOUT, &pending))
			stays += pending.size;
		lane->cut = lane->held < stays ? stays - lane->held : 0;
		if (lane->held <= stays)
			continue;
		if (lane->count)
			return false;
		give_order(hold,
			   (struct order){.kind = ORDER_PASS,
					  .lane = (uint32_t)i,
					  .held = (uint32_t)(lane->held - stays)},
			   "");
		lane->held = stays;
	}
	return true;
}

bool hold_is_cut(const struct hold *hold, const struct judge *judge, int held)
{
	const struct message *message = judge_held(judge, held);

	for (int i = 0; message && i < held; i++)
		if (judge_held(judge, i)->direction != EVENT &&
		    lane_of(judge_held(judge, i)) == lane_of(message))
			return false;
	return message && hold->lane[lane_of(message)].cut;
}

void hold_free(struct hold *hold)
{
	forget(hold);
}
