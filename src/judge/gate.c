/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* gate.c - where messages wait while a person steps.  */
#include "gate.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void gate_free(struct gate *gate)
{
	assert(gate->first <= gate->last && gate->last <= gate->room);
	for (int i = gate->first; i < gate->last; i++)
		free(gate->held[i].message.bytes);
	free(gate->held);
	*gate = (struct gate){0};
}

static bool uses_budget(const struct gate *gate, int seat)
{
	return !gate->of_seat || gate->seat == seat;
}

void gate_close(struct gate *gate)
{
	gate->mode = GATE_CLOSED;
}

void gate_set(struct gate *gate, enum gate_mode mode, bool of_seat, int seat, int count)
{
	/* A person may type ahead: asking again adds to what is still to be done.  */
	if (gate->mode != mode || gate->of_seat != of_seat || gate->seat != seat)
		gate->budget = 0;
	gate->mode = mode;
	gate->of_seat = of_seat;
	gate->seat = seat;
	gate->budget += count < INT_MAX - gate->budget ? count : INT_MAX - gate->budget;
}

bool gate_let_pass(struct gate *gate, int seat, bool queued)
{
	assert(is_seat(seat));
	assert(!queued || gate->first < gate->last);
	if (!queued && gate->first < gate->last)
		return false;
	switch (gate->mode) {
	case GATE_OPEN:
	case GATE_MOVES: return true;
	case GATE_CLOSED: return false;
	case GATE_MESSAGES:
		if (gate->budget > 0) {
			gate->budget -= uses_budget(gate, seat);
			return true;
		}
		gate->mode = GATE_CLOSED;
		return false;
	}
	return false;
}

void gate_hold(struct gate *gate, struct held held)
{
	assert(held.message.bytes);
	assert(is_seat(held.message.seat));
	assert(gate->last <= gate->room);
	if (gate->last == gate->room) {
		int waiting = gate->last - gate->first;

		if (gate->first > gate->room / 2) {
			memmove(gate->held, gate->held + gate->first, (size_t)waiting * sizeof(*gate->held));
		} else {
			gate->room = gate->room ? 2 * gate->room : 16;
			gate->held = bytes_resized(gate->held, (size_t)gate->room * sizeof(*gate->held));
			memmove(gate->held, gate->held + gate->first, (size_t)waiting * sizeof(*gate->held));
		}
		gate->first = 0;
		gate->last = waiting;
	}
	held.message.bytes = bytes_copy(held.message.bytes, held.message.size);
	held.number = gate->first < gate->last ? gate->numbered + 1 : 1;
	gate->numbered = held.number;
	gate->held[gate->last++] = held;
}

/* There must be one.  */
static struct held *at(const struct gate *gate, int i)
{
	assert(i >= 0 && gate->first + i < gate->last);
	return &gate->held[gate->first + i];
}

const struct held *gate_at(const struct gate *gate, int i)
{
	return i >= 0 && gate->first + i < gate->last ? &gate->held[gate->first + i] : NULL;
}

struct held gate_take_at(struct gate *gate, int i)
{
	struct held *from = at(gate, i), taken = *from;

	if (i == 0) {
		gate->first++;
	} else {
		memmove(from, from + 1, (size_t)(gate->last - gate->first - i - 1) * sizeof(*from));
		gate->last--;
	}
	taken.message.flags &= ~(unsigned)MESSAGE_STOPPED;
	return taken;
}

void gate_replace(struct gate *gate, int i, struct message message)
{
	assert(message.bytes);
	at(gate, i)->message = message;
}

void gate_toggle_dropped(struct gate *gate, int i)
{
	at(gate, i)->message.flags ^= MESSAGE_WITHHELD;
}

bool gate_lets_go(const struct gate *gate)
{
	return gate->mode == GATE_MESSAGES ? gate->budget > 0 : gate->mode != GATE_CLOSED;
}

void gate_set_edited(struct gate *gate, int i, bool edited)
{
	unsigned *flags = &at(gate, i)->message.flags;

	*flags = edited ? *flags | MESSAGE_EDITED : *flags & ~(unsigned)MESSAGE_EDITED;
}

void gate_set_seen(struct gate *gate, int i, bool stops)
{
	at(gate, i)->seen = true;
	at(gate, i)->message.flags |= stops ? MESSAGE_STOPPED : 0;
}

void gate_delay(struct gate *gate, int i, int64_t ns, int64_t t, bool stands)
{
	at(gate, i)->delayed = ns > 0;
	countdown_set(&at(gate, i)->delay, ns, t, stands);
}

bool gate_moved(struct gate *gate, int seat)
{
	assert(seat == SEAT_1 || seat == SEAT_2);
	assert(gate->mode != GATE_MOVES || gate->budget > 0);
	if (gate->mode != GATE_MOVES || !uses_budget(gate, seat) || --gate->budget > 0)
		return false;
	gate->mode = GATE_CLOSED;
	return true;
}

bool gate_moved_in(struct gate *gate, int seat, enum gate_mode *mode)
{
	bool closes;

	assert(gate->mode == GATE_CLOSED);
	gate->mode = *mode;
	closes = gate_moved(gate, seat);
	*mode = gate->mode;
	gate->mode = GATE_CLOSED;
	return closes;
}

void gate_keep_time(struct gate *gate, bool stands, int64_t t)
{
	for (int i = gate->first; i < gate->last; i++)
		if (gate->held[i].delayed)
			(stands ? countdown_pause : countdown_resume)(&gate->held[i].delay, t);
}

bool gate_hold_up(struct gate *gate, int64_t from, int64_t to)
{
	bool any = false;

	for (int i = gate->first; i < gate->last; i++) {
		struct countdown *delay = &gate->held[i].delay;
		int64_t part = gate->held[i].delayed ? countdown_part(delay, from, to) : 0;

		countdown_shift(delay, part);
		any = any || part;
	}
	return any;
}
