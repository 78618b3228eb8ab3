/* rejoin_greeting.c - a fresh process where the old one had played a game before.
 *
 * What the old one was told when it was started is in the recording of another game: this one begins with a
 * process that stays.  A judge of its own, whose match never begins, tells the fresh one what a process is
 * told that has just been started, until it is ready.  */
#include "rejoin_state.h"

#include <stdlib.h>

/* Carries out what the greeting's judge wants of this seat.  */
static void carry_out(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	struct effect effect;
	const char *rest;
	size_t size;

	while (judge_effect(seat->greeting, rejoin->now, &effect))
		if (effect.kind == EFFECT_MESSAGE && effect.seat == s &&
		    effect.message.direction == TO_AGENT && !seat->greeting->match.over)
			rejoin->events.write(rejoin->user, s, effect.message.bytes, effect.message.size);
	if (seat->greeting->match.over) {
		rejoin_fail(rejoin, bytes_text("%s", seat->greeting->match.verdict.detail));
		return;
	}
	if (!seat->greeting->seat[s].ready)
		return;
	rest = judge_rest(seat->greeting, s, &size);
	bytes_add(&seat->in, rest, size);
	judge_free(seat->greeting);
	seat->greeting = NULL;
}

void rejoin_greets(struct rejoin *rejoin, int s)
{
	struct setup setup;
	char *problem;

	setup_copy(&setup, &rejoin->judge->match.setup);
	/* As long as somebody is not ready the match does not begin.  */
	setup.seat[seat_opponent(s == SEAT_NONE ? SEAT_1 : s)].kind = SEAT_AGENT;
	rejoin->seat[s].greeting = judge_new(&setup, &problem);
	setup_free(&setup);
	if (!rejoin->seat[s].greeting) {
		rejoin_fail(rejoin, problem);
		return;
	}
	judge_begin(rejoin->seat[s].greeting, rejoin->now, 0);
	carry_out(rejoin, s); /* it runs already, and the others never will */
	judge_started(rejoin->seat[s].greeting, rejoin->now, s);
	carry_out(rejoin, s);
}

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
