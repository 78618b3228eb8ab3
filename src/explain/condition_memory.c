/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition_memory.c - what a condition remembers of earlier messages, for last(), count() and since().
 *
 * A value is kept for each turn in which it changed.  So play that goes on from an earlier turn finds the
 * values of that turn, and a message costs the same however long the match is.  */
#include "condition_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 1024 /* turns with a change that are kept; of older ones the newest half stays */ };

static void point_free(struct memory_point *point)
{
	free(point->text);
	*point = (struct memory_point){0};
}

static void trail_free(struct trail *trail)
{
	for (int i = 0; i < trail->count; i++)
		point_free(&trail->points[i]);
	free(trail->points);
	*trail = (struct trail){0};
}

static const struct memory_point *trail_end(const struct trail *trail)
{
	return trail->count ? &trail->points[trail->count - 1] : NULL;
}

/* Takes over the point's text.  */
static void trail_set(struct trail *trail, struct memory_point point)
{
	const struct memory_point *end = trail_end(trail);

	assert(!end || point.turns >= end->turns);
	if (end && end->turns == point.turns) {
		point_free(&trail->points[--trail->count]);
	} else if (trail->count == POINTS_MOST) {
		int dropped = POINTS_MOST / 2;

		for (int i = 0; i < dropped; i++)
			point_free(&trail->points[i]);
		trail->count -= dropped;
		memmove(trail->points, trail->points + dropped,
			(size_t)trail->count * sizeof(*trail->points));
		trail->cut = true;
	} else {
		trail->points =
			bytes_resized(trail->points, (size_t)(trail->count + 1) * sizeof(*trail->points));
	}
	trail->points[trail->count++] = point;
}

/* Forgets what was kept when so many turns had been played, or more.  */
static void trail_back(struct trail *trail, int turns)
{
	while (trail->count && trail->points[trail->count - 1].turns >= turns)
		point_free(&trail->points[--trail->count]);
}

/* A number that begins with 0.  False: it was forgotten.  */
static bool number_of(const struct trail *trail, double *number)
{
	const struct memory_point *end = trail_end(trail);

	*number = end ? end->number : 0;
	return end || !trail->cut;
}

static void add_one(struct trail *trail, int turns)
{
	double number;

	if (number_of(trail, &number))
		trail_set(trail, (struct memory_point){.turns = turns, .number = number + 1});
}

struct condition_value memory_value(const struct node *node, const struct condition_source *source)
{
	const struct memory *memory = node->memory;
	struct condition_value value = {.type = node->type}, seat = {.type = CONDITION_COUNT};
	const struct memory_point *end;
	double all;

	switch (node->kind) {
	case NODE_COUNT: value.known = number_of(&memory->values, &value.number); break;
	case NODE_SINCE:
		end = trail_end(&memory->values);
		value.known = end && number_of(&memory->messages, &all);
		value.number = value.known ? all - end->number : 0;
		break;
	default:
		source->value(source->user, CONDITION_SEAT_FIELD, &seat);
		end = seat.known && is_seat((int)seat.number) ? trail_end(&memory->said[(int)seat.number])
							      : NULL;
		value.known = end;
		value.text = end ? end->text : "";
		value.size = end ? end->size : 0;
		break;
	}
	return value;
}

/* The message before this one counts as the last from now on.  */
static void see_text(struct node *node, const struct condition_source *source, int turns)
{
	struct memory *memory = node->memory;
	struct condition_value channel = {.type = CONDITION_NAME}, text = {.type = CONDITION_TEXT},
			       seat = {.type = CONDITION_COUNT};

	if (memory->newest.text)
		trail_set(&memory->said[memory->newest_seat], memory->newest);
	memory->newest = (struct memory_point){0};
	source->value(source->user, CONDITION_CHANNEL_FIELD, &channel);
	if (!channel.known || channel.size != node->text_size ||
	    memcmp(channel.text, node->text, channel.size) != 0)
		return;
	source->value(source->user, CONDITION_SEAT_FIELD, &seat);
	source->value(source->user, CONDITION_TEXT_FIELD, &text);
	if (!text.known || !seat.known || !is_seat((int)seat.number))
		return;
	memory->newest_seat = (int)seat.number;
	memory->newest = (struct memory_point){
		.turns = turns, .text = bytes_copy(text.text, text.size), .size = text.size};
}

static void go_back(struct memory *memory, int turns)
{
	for (int s = 0; s < SEATS; s++)
		trail_back(&memory->said[s], turns);
	trail_back(&memory->values, turns);
	trail_back(&memory->messages, turns);
	if (memory->newest.turns >= turns)
		point_free(&memory->newest);
}

void condition_see(struct condition *condition, const struct condition_source *source, int turns)
{
	assert(turns >= 0);
	for (int i = 0; i < condition->count; i++) {
		struct node *node = &condition->nodes[i];
		struct memory *memory = node->memory;
		double all;

		if (!memory)
			continue;
		if (turns < condition->turns)
			go_back(memory, turns);
		if (node->kind == NODE_LAST) {
			see_text(node, source, turns);
			continue;
		}
		add_one(&memory->messages, turns);
		if (!condition_node_holds(condition, node->left, source))
			continue;
		if (node->kind == NODE_COUNT)
			add_one(&memory->values, turns);
		else if (number_of(&memory->messages, &all))
			trail_set(&memory->values, (struct memory_point){.turns = turns, .number = all});
	}
	condition->turns = turns;
}

static void memory_clear(struct memory *memory)
{
	for (int s = 0; s < SEATS; s++)
		trail_free(&memory->said[s]);
	trail_free(&memory->values);
	trail_free(&memory->messages);
	point_free(&memory->newest);
}

bool condition_remembers(const struct condition *condition)
{
	for (int i = 0; i < condition->count; i++)
		if (condition->nodes[i].memory)
			return true;
	return false;
}

void condition_forget(struct condition *condition)
{
	for (int i = 0; i < condition->count; i++)
		if (condition->nodes[i].memory)
			memory_clear(condition->nodes[i].memory);
	condition->turns = 0;
}
