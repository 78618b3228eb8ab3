/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_match.c - a match whose agents, people and machine do what bytes say: its beginning and end, its
 * effects, and its recording.  */
#include "fuzz_match.h"

#include "../sim/same.h"
#include "ringside/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 40, EFFECTS_MOST = 100000 };

void fuzz_fail(const struct fuzz_match *match, char *problem)
{
	static const char arrows[] = {[TO_AGENT] = '>', [FROM_AGENT] = '<', [EVENT] = '*'};
	const struct setup *setup = &match->setup;
	int shown = getenv("FUZZ_LOUD") ? match->count : SHOWN;

	fprintf(stderr,
		"%s%s, ns: turn %" PRId64 ", match %" PRId64 ", tolerance %" PRId64 ", pace %" PRId64 "\n",
		setup->system, setup->strict ? ", strict" : "", setup->turn_limit, setup->match_limit,
		setup->tolerance, setup->pace);
	for (int i = 0; i < setup->option_count; i++)
		fprintf(stderr, "--%s %s\n", setup->options[i].name, setup->options[i].text);
	for (int i = match->count > shown ? match->count - shown : 0; i < match->count; i++) {
		const struct message *message = &match->messages[i];
		FREED char *words = bytes_escaped(message->bytes, message->size);

		fprintf(stderr, "%4" PRId64 " %14.9f %d%c %s [%x] turn %d\n", message->n,
			(double)message->t_ns / NS_PER_S, message->seat, arrows[message->direction], words,
			message->flags, message->turn);
	}
	fprintf(stderr, "fuzz: %s\n", problem);
	free(problem);
	abort();
}

/* ---- who watches ---- */

static char *why(void *user, const struct judge *judge, const struct stop *stop)
{
	const struct fuzz_match *match = user;
	bool legal;

	if (stop->kind == STOP_MESSAGE)
		free(judge_answer(judge, stop->message, &legal));
	return match->ways.stops & 1u << stop->kind ? bytes_text("breakpoint %d", stop->kind) : NULL;
}

/* Every 0.7 s.  */
static int64_t due(void *user, const struct judge *judge UNUSED, int64_t since)
{
	enum { EACH = 700 * NS_PER_MS };
	const struct fuzz_match *match = user;

	return match->ways.stops & 1u << STOP_TIME ? (since / EACH + 1) * EACH : INT64_MAX;
}

static void watch(struct fuzz_match *match)
{
	struct stops stops = {.reason = why, .due = due, .user = match};

	if (match->ways.stops)
		judge_set_stops(match->judge, &stops);
}

/* ---- what the judge wants ---- */

static void keep(struct fuzz_match *match, const struct message *message)
{
	if (match->count == match->room) {
		match->room = match->room ? 2 * match->room : 64;
		match->messages = bytes_resized(match->messages, (size_t)match->room * sizeof(*message));
	}
	match->messages[match->count] = *message;
	match->messages[match->count++].bytes = bytes_copy(message->bytes, message->size);
}

static void spawn(struct fuzz_match *match, int seat)
{
	if (match->ways.socket)
		judge_awaits(match->judge, match->now, seat, "127.0.0.1:2000");
	match->there[seat] = !(match->ways.not_started & 1u << seat);
	match->connected[seat] = match->spoken[seat] = false;
	memset(match->closed[seat], 0, sizeof(match->closed[seat]));
	match->pipe[seat].size = 0;
	if (match->there[seat])
		judge_started(match->judge, match->now, seat);
	else
		judge_not_started(match->judge, match->now, seat, "no such file");
}

static void drain(struct fuzz_match *match, int seat)
{
	struct bytes found FREED_BY(bytes_free) = match->pipe[seat];

	match->pipe[seat] = (struct bytes){0};
	if (found.size && match->there[seat] && !match->closed[seat][STREAM_STDOUT])
		judge_bytes(match->judge, match->now, seat, STREAM_STDOUT, found.at, found.size);
}

/* What agents used in the turns that the verdict broke off.  */
static void tell_use(struct fuzz_match *match)
{
	match->use_told = true;
	for (int s = SEAT_1; s < SEATS; s++)
		judge_used(match->judge, match->now, s, match->now % 3, match->now % 5);
	fuzz_settle(match);
}

void fuzz_settle(struct fuzz_match *match)
{
	struct effect effect;
	int effects = 0;

	while (judge_effect(match->judge, match->now, &effect)) {
		if (++effects > EFFECTS_MOST)
			fuzz_fail(match, bytes_text("one step has effects without end"));
		switch (effect.kind) {
		case EFFECT_SPAWN: spawn(match, effect.seat); break;
		case EFFECT_DRAIN: drain(match, effect.seat); break;
		case EFFECT_MESSAGE: keep(match, &effect.message); break;
		case EFFECT_TURN:
			if (!judge_turn(match->judge, effect.turns))
				fuzz_fail(match,
					  bytes_text("turn %d was played, and is not there", effect.turns));
			break;
		case EFFECT_SEAT: match->there[effect.seat] = false; break;
		case EFFECT_SCORE:
		case EFFECT_TAKEBACK:
		case EFFECT_DISMISS:
		case EFFECT_FREEZE:
		case EFFECT_THAW:
		case EFFECT_NAME:
		case EFFECT_VERDICT: break;
		}
	}
	if (!judge_match(match->judge)->over)
		match->use_told = false;
	else if (!match->use_told)
		tell_use(match);
}

/* ---- the recording ---- */

static const struct message *message_at(const void *user, int i)
{
	return &((const struct fuzz_match *)user)->messages[i];
}

void fuzz_replays(struct fuzz_match *match, struct judge **again)
{
	struct recording recording = {
		.setup = &match->setup, .at = message_at, .user = match, .count = match->count};
	char *problem = recording_differs(&recording, judge_match(match->judge), again);

	if (problem)
		fuzz_fail(match, problem);
}

/* A fresh process sits on each seat that has not kept its own.  */
void fuzz_branch(struct fuzz_match *match)
{
	struct judge *again;
	int64_t numbered = 0;

	if (match->dismissed || !match->count)
		return;
	fuzz_replays(match, &again);
	judge_free(match->judge);
	match->judge = again;
	for (int s = 0; s < SEATS; s++) {
		match->there[s] = judge_match(again)->setup.seat[s].kind == SEAT_AGENT &&
				  !judge_seat(again, s).has_left;
		match->pipe[s].size = 0;
	}
	watch(match);
	for (int i = 0; i < match->count; i++)
		numbered = match->messages[i].number > numbered ? match->messages[i].number : numbered;
	replay_live(again, match->now, match->messages[match->count - 1].n, numbered, "again");
	fuzz_settle(match);
}

static void forget_messages(struct fuzz_match *match)
{
	for (int i = 0; i < match->count; i++)
		free(match->messages[i].bytes);
	match->count = 0;
}

/* ---- games ---- */

static bool begin_game(struct fuzz_match *match, unsigned alive, const struct bytes *rest)
{
	char *problem;

	match->judge = judge_new(&match->setup, &problem);
	if (!match->judge) {
		free(problem);
		return false;
	}
	watch(match);
	judge_begin(match->judge, match->now, alive, false);
	for (int s = 0; s < SEATS; s++)
		if (alive & 1u << s && rest[s].size)
			judge_bytes(match->judge, match->now, s, STREAM_STDOUT, rest[s].at, rest[s].size);
	fuzz_settle(match);
	return true;
}

bool fuzz_begin(struct fuzz_match *match, const uint8_t header[FUZZ_HEADER])
{
	*match = (struct fuzz_match){.now = 1000};
	fuzz_setup(&match->setup, &match->ways, header);
	if (begin_game(match, 0, NULL))
		return true;
	setup_free(&match->setup);
	return false;
}

void fuzz_next_game(struct fuzz_match *match)
{
	struct judge *before = match->judge;
	const struct setup *setup = &judge_match(before)->setup;
	struct bytes rest[SEATS] = {0};
	unsigned alive = 0;

	if (!judge_match(before)->over || match->dismissed)
		return;
	fuzz_replays(match, NULL);
	for (int s = 0; s < SEATS; s++) {
		struct pending_bytes pending;

		match->there[s] = match->there[s] && judge_may_stay(before, s);
		if (match->there[s])
			alive |= 1u << s;
		if (match->there[s] && judge_pending(before, s, STREAM_STDOUT, &pending))
			bytes_add(&rest[s], pending.bytes, pending.size);
	}
	setup_free(&match->setup);
	setup_copy(&match->setup, setup);
	match->setup.game++;
	judge_free(before);
	forget_messages(match);
	if (!begin_game(match, alive, rest))
		fuzz_fail(match, bytes_text("there is no next game"));
	for (int s = 0; s < SEATS; s++)
		bytes_free(&rest[s]);
}

/* What still waits for its time after the verdict is sent.  */
static void let_pass_all(struct fuzz_match *match)
{
	for (int i = 0; i < 1000 && judge_deadline(match->judge) < INT64_MAX; i++) {
		if (judge_deadline(match->judge) > match->now)
			match->now = judge_deadline(match->judge);
		judge_time(match->judge, match->now);
		fuzz_settle(match);
	}
	if (judge_deadline(match->judge) < INT64_MAX)
		fuzz_fail(match, bytes_text("everybody has left, and the judge waits for ever"));
}

void fuzz_end(struct fuzz_match *match)
{
	const struct request interrupt = {.kind = REQUEST_INTERRUPT};

	if (!judge_match(match->judge)->over) {
		char *problem = judge_request(match->judge, match->now, &interrupt);

		fuzz_settle(match);
		if (problem)
			fuzz_fail(match, problem);
	}
	if (!match->dismissed)
		judge_dismiss(match->judge, match->now);
	fuzz_settle(match);
	for (int s = 0; s < SEATS; s++)
		if (match->there[s]) {
			match->there[s] = false;
			judge_exited(match->judge, match->now, s, (struct ending){0});
			fuzz_settle(match);
		}
	let_pass_all(match);
	if (!judge_match(match->judge)->over)
		fuzz_fail(match, bytes_text("the match is not over"));
	fuzz_replays(match, NULL);
	judge_free(match->judge);
	setup_free(&match->setup);
	forget_messages(match);
	free(match->messages);
	for (int s = 0; s < SEATS; s++)
		bytes_free(&match->pipe[s]);
}
