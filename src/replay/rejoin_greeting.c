/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_greeting.c - a judge of its own tells a fresh process what the recording does not contain.
 *
 * If the old one had played a game before, the recording of that game has the messages that made it ready.
 * The judge of a match that never begins sends them to the fresh one.
 *
 * After another move the position of the fresh one is not the recorded one. The judge of a match with the
 * recorded turns seats the process as one that joins in the middle, and asks it.  */
#include "rejoin_state.h"

#include <stdlib.h>

static void drop_greeting(struct fed_seat *seat)
{
	judge_free(seat->greeting);
	seat->greeting = NULL;
	seat->tells = false;
}

/* The agent refuses to begin again: a new process takes its place.  */
static void respawn(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];

	seat->in.size = seat->seen = 0;
	seat->restarted = true;
	rejoin->events.spawn(rejoin->user, s);
	if (rejoin->state == REJOIN_WAITS)
		judge_started(seat->greeting, rejoin->now, s);
}

/* The match of the greeting is over: the process cannot be made ready.  */
static void end_greeting(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	char *why = bytes_text("%s", seat->greeting->match.verdict.detail);

	if (seat->tells) {
		drop_greeting(seat);
		rejoin_misleads(rejoin, s, why);
		return;
	}
	rejoin_fresh_ends(rejoin, seat->ended ? rejoin_end_kind(seat->ending) : REJOIN_SILENT, 0,
			  bytes_text("%s", why));
	rejoin_fail(rejoin, s, why);
}

/* Carries out the effects of the greeting's judge for this seat.  */
static void carry_out(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	struct effect effect;
	bool asked = false;
	struct pending_bytes rest;

	while (judge_effect(seat->greeting, rejoin->now, &effect)) {
		if (effect.seat != s)
			continue;
		if (effect.kind == EFFECT_SPAWN && seat->tells)
			respawn(rejoin, s);
		if (effect.kind != EFFECT_MESSAGE || effect.message.direction != TO_AGENT ||
		    seat->greeting->match.over)
			continue;
		rejoin->events.write(rejoin->user, s, effect.message.bytes, effect.message.size);
		asked = asked ||
			(effect.message.flags & MESSAGE_ASKS && seat->greeting->seat[s].process.ready);
	}
	if (seat->greeting->match.over) {
		end_greeting(rejoin, s);
		return;
	}
	if (!(seat->tells ? asked : seat->greeting->seat[s].process.ready))
		return;
	if (judge_pending(seat->greeting, s, STREAM_STDOUT, &rest))
		bytes_add(&seat->in, rest.bytes, rest.size);
	drop_greeting(seat);
}

void rejoin_greets(struct rejoin *rejoin, int s)
{
	struct setup setup;
	char *problem;

	setup_copy(&setup, &rejoin->judge->match.setup);
	/* The match does not begin until both are ready.  */
	setup.seat[seat_opponent(s == SEAT_NONE ? SEAT_1 : s)].kind = SEAT_AGENT;
	rejoin->seat[s].greeting = judge_new(&setup, &problem);
	setup_free(&setup);
	if (!rejoin->seat[s].greeting) {
		rejoin_fail(rejoin, SEATS, problem);
		return;
	}
	judge_begin(rejoin->seat[s].greeting, rejoin->now, 0);
	carry_out(rejoin, s); /* the process runs already, and the others never will */
	judge_started(rejoin->seat[s].greeting, rejoin->now, s);
	carry_out(rejoin, s);
}

/* ---- positions ---- */

void rejoin_misleads(struct rejoin *rejoin, int s, char *why)
{
	struct fed_seat *seat = &rejoin->seat[s];

	seat->parted = seat->told = false;
	seat->misled = true;
	if (rejoin->untold)
		free(why);
	else
		rejoin->untold = why;
}

/* The judge of a match in which people have played the recorded turns; NULL: the rules do not allow it.  */
static struct judge *judge_of_position(const struct rejoin *rejoin, int s)
{
	const struct match *match = &rejoin->judge->match;
	const struct turn *turn;
	struct setup setup;
	struct judge *judge;
	char *problem;

	setup_copy(&setup, &match->setup);
	for (int i = SEAT_1; i < SEATS; i++)
		setup.seat[i].kind = SEAT_HUMAN;
	setup.pace = 0;
	setup.start_limit =
		setup.start_limit < rejoin->patience.first ? setup.start_limit : rejoin->patience.first;
	judge = judge_new(&setup, &problem);
	setup_free(&setup);
	free(problem);
	if (!judge)
		return NULL;
	judge_begin(judge, rejoin->now, 0);
	for (int n = 1; n <= match->turn_count; n++)
		if ((turn = match_turn(match, n)))
			free(judge_request(judge, rejoin->now,
					   &(struct request){.kind = REQUEST_PLAY,
							     .seat = turn->seat,
							     .text = turn->played}));
	rejoin_drain(judge, rejoin->now);
	if (judge->match.turn_count == match->turn_count && judge_to_move(judge, s))
		return judge;
	judge_free(judge);
	return NULL;
}

void rejoin_tells_position(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	const struct match *match = &rejoin->judge->match;
	struct judge *judge = judge_of_position(rejoin, s);
	int other = seat_opponent(s);

	if (!judge) {
		rejoin_misleads(rejoin, s, bytes_text("no match can begin with its position"));
		return;
	}
	match_set_kind(&judge->match, other, match->setup.seat[other].kind);
	if (match->setup.seat[other].kind == SEAT_AGENT)
		judge_set_life(judge, other, LIFE_GONE); /* it is told nothing */
	free(judge_request(
		judge, rejoin->now,
		&(struct request){.kind = REQUEST_SEAT, .seat = s, .text = match->setup.seat[s].command}));
	rejoin_drain(judge, rejoin->now); /* a process is there already */
	judge_copy_used(judge, s, rejoin->judge);
	rejoin_forget_unasked(seat);
	seat->in.size = seat->seen = 0; /* its output belongs to its own position */
	seat->refusals = 0;
	seat->parted = seat->open = false;
	seat->tells = seat->told = true;
	seat->greeting = judge;
	if (seat->restarted) {
		respawn(rejoin, s);
	} else {
		judge_seat_began(judge, s, true);
		judge_settle(judge);
	}
	carry_out(rejoin, s);
}

/* ---- what comes meanwhile ---- */

int rejoin_greeted(const struct rejoin *rejoin)
{
	int s = 0;

	while (s < SEATS && !rejoin->seat[s].greeting)
		s++;
	return s;
}

void rejoin_greeting_bytes(struct rejoin *rejoin, int s, const char *bytes, size_t size)
{
	judge_bytes(rejoin->seat[s].greeting, rejoin->now, s, STREAM_STDOUT, bytes, size);
	carry_out(rejoin, s);
}

void rejoin_greeting_exited(struct rejoin *rejoin, int s, struct ending ending)
{
	judge_exited(rejoin->seat[s].greeting, rejoin->now, s, ending);
	carry_out(rejoin, s);
}

void rejoin_greeting_time(struct rejoin *rejoin, int s)
{
	judge_time(rejoin->seat[s].greeting, rejoin->now);
	carry_out(rejoin, s);
}
