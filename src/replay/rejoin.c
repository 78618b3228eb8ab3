/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin.c - fresh processes are told what the old ones were told, and asked what those were asked.
 *
 * One recorded message after another: an answer is waited for before it goes into the judge, since the judge
 * then stands where it stood when that answer came, and knows how to cut and name what agents send.  What an
 * old process said without being asked came at some time of its own: it is kept aside, and what a fresh one
 * says is compared with that too, but waited for only at the end, and not for long.  */
#include "ringside/rejoin.h"

#include "rejoin_state.h"
#include "ringside/replay.h"
#include <stdlib.h>
#include <string.h>

/* What a process may write ahead of its questions.  */
enum { AHEAD_MOST = 64 << 20 };

static int64_t longest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* ---- failing ---- */

/* Owns the problem.  */
enum rejoin_state rejoin_fail(struct rejoin *rejoin, char *problem)
{
	if (rejoin->state == REJOIN_FAILED)
		free(problem);
	else
		rejoin->problem = problem;
	rejoin->awaited = SEATS;
	rejoin->state = REJOIN_FAILED;
	return REJOIN_FAILED;
}

/* "seat 1 (rapfi)", by who sits there now.  The caller frees.  */
static char *fresh_words(const struct rejoin *rejoin, int s)
{
	const char *name = rejoin->name[s];

	if (!name)
		return judge_seat_words(rejoin->judge, s);
	return s == SEAT_NONE ? bytes_text("the game program (%s)", name)
			      : bytes_text("seat %d (%s)", s, name);
}

static void fail_ended(struct rejoin *rejoin, int s)
{
	char *who = fresh_words(rejoin, s);
	char *how = referee_ending_words(rejoin->seat[s].ending);
	int turn = rejoin->has_next || rejoin->seat[s].tells ? rejoin->next.turn
							     : rejoin->judge->match.turn_count;
	char *problem = bytes_text("%s %s in turn %d, where the old process went on", who, how, turn);

	rejoin_fresh_ends(rejoin, rejoin_end_kind(rejoin->seat[s].ending), turn, how);
	free(who);
	rejoin_fail(rejoin, problem);
}

/* ---- one message after another ---- */

static bool load(struct rejoin *rejoin)
{
	struct message message;

	if (rejoin->has_next || rejoin->at_end)
		return rejoin->has_next;
	if (!rejoin->events.next(rejoin->user, &message)) {
		rejoin->at_end = true;
		return false;
	}
	rejoin->next = message;
	rejoin->next.bytes = bytes_copy(message.bytes, message.size);
	rejoin->has_next = true;
	return true;
}

static void await(struct rejoin *rejoin, int seat, int64_t limit)
{
	if (rejoin->awaited == seat)
		return;
	rejoin->awaited = seat;
	rejoin->until = rejoin->now + limit;
}

bool rejoin_has_refused(const struct fed_seat *seat)
{
	return (seat->told || seat->misled) && seat->refusals > seat->usual;
}

/* What may have been the answer already is waited for no longer than what nobody asked for, and neither is
   who does not know what to do with a position.  */
int64_t rejoin_until(const struct rejoin *rejoin)
{
	const struct fed_seat *seat;
	int64_t soon = INT64_MAX;

	if (rejoin->awaited == SEATS)
		return INT64_MAX;
	seat = &rejoin->seat[rejoin->awaited];
	if (seat->spare.text)
		soon = seat->spare.t + UNASKED_LIMIT;
	else if (rejoin_has_refused(seat))
		soon = seat->refused_at + UNASKED_LIMIT;
	return soon < rejoin->until ? soon : rejoin->until;
}

/* Nor was an info asked for that had no effect, though a question was open.  */
static bool is_unasked(const struct message *message)
{
	return message->flags & MESSAGE_UNASKED ||
	       (message->channel == CHANNEL_INFO && message->flags & MESSAGE_DROPPED);
}

/* Must something be heard before this message goes into the judge?  */
static bool is_awaited(struct rejoin *rejoin, const struct message *message)
{
	const struct fed_seat *seat = &rejoin->seat[message->seat];

	if (message->direction != FROM_AGENT || !seat->fed || !seat->present || seat->parted ||
	    seat->passed || message->flags & MESSAGE_EDITED ||
	    !rejoin_is_answer(rejoin, message->seat, message->channel, message->bytes, message->size))
		return false;
	if (message->seat == SEAT_NONE || !is_unasked(message))
		return true;
	if (!seat->warm) /* else it is of the game before */
		rejoin_keep_unasked(rejoin, message);
	return false;
}

static void begin_process(struct rejoin *rejoin, int s, bool warm)
{
	struct fed_seat *seat = &rejoin->seat[s];

	seat->present = true;
	seat->warm = warm;
	seat->ended = seat->open = seat->gone = seat->outlives = false;
	seat->parted = seat->told = seat->misled = seat->passed = false;
	seat->written_at = rejoin->now;
	seat->recorded_at = rejoin->next.t_ns;
	rejoin_forget_unasked(seat);
	if (warm && seat->stays)
		return;
	seat->in.size = seat->seen = seat->early = 0;
	if (rejoin->state == REJOIN_FAILED)
		return;
	rejoin->events.spawn(rejoin->user, s);
	if (warm && rejoin->state == REJOIN_WAITS)
		rejoin_greets(rejoin, s);
}

/* A process with another position is asked nothing, until its turn comes and it is told the recorded one.
   Then the recorded question is not written, too.  */
static bool is_told_instead(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];

	if (rejoin->judge->match.over)
		return false;
	if (seat->told && seat->open && message->flags & (MESSAGE_ASKS | MESSAGE_STARTS))
		seat->told = false; /* a person has moved in its place: this is another question */
	if (seat->parted && message->flags & MESSAGE_STARTS && seat->ended)
		fail_ended(rejoin, message->seat);
	else if (seat->parted && message->flags & MESSAGE_STARTS)
		rejoin_tells_position(rejoin, message->seat);
	return seat->told ? message->channel != CHANNEL_INFO || message->flags & MESSAGE_STARTS
			  : seat->parted && message->flags & MESSAGE_ASKS;
}

static void write_to(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	bool asks = message->flags & MESSAGE_ASKS, written;

	if (!seat->present || message->flags & MESSAGE_WITHHELD)
		return;
	written = rejoin->state == REJOIN_WAITS && !is_told_instead(rejoin, message);
	if (!written && !seat->told && rejoin->state == REJOIN_WAITS)
		return;
	if (asks || !seat->open) { /* what comes behind a question does not ask it anew */
		seat->written_at = rejoin->now;
		seat->recorded_at = message->t_ns;
	}
	seat->warm = false;
	if (asks)
		rejoin_asked(seat, message->turn);
	if (written)
		rejoin->events.write(rejoin->user, message->seat, message->bytes, message->size);
}

/* What the message means for the fresh process, after the judge has had it.  */
static void pass_on(struct rejoin *rejoin, const struct message *message)
{
	int s = message->seat;
	struct fed_seat *seat = &rejoin->seat[s];

	if (!seat->fed)
		return;
	if (message->direction == TO_AGENT) {
		write_to(rejoin, message);
	} else if (message->direction == FROM_AGENT) {
		if (!(message->flags & MESSAGE_UNASKED) &&
		    rejoin_is_answer(rejoin, s, message->channel, message->bytes, message->size))
			seat->open = seat->told = seat->passed = false;
	} else if (message->event.kind == EVENT_STARTED || message->event.kind == EVENT_STAYS) {
		begin_process(rejoin, s, message->event.kind == EVENT_STAYS);
	} else if (seat->present && !seat->gone &&
		   rejoin->judge->seat[s].end.due) { /* and the match goes on */
		seat->outlives = true;
	} else if (seat->present && !seat->gone &&
		   (rejoin->judge->seat[s].life == LIFE_GONE ||
		    rejoin->judge->seat[s].life == LIFE_NONE)) { /* a person sits there */
		seat->present = false;
		rejoin_forget_unasked(seat);
		if (rejoin->state == REJOIN_WAITS)
			rejoin->events.leave(rejoin->user, s);
	}
}

static void drop_next(struct rejoin *rejoin)
{
	free(rejoin->next.bytes);
	rejoin->next.bytes = NULL;
	rejoin->has_next = false;
}

static void drain_effects(struct judge *judge)
{
	struct effect effect;

	while (judge_effect(judge, 0, &effect))
		;
}

/* False: it waits, or is at the end, or has failed.  */
static bool feed_next(struct rejoin *rejoin)
{
	struct message *message = &rejoin->next;
	bool waits = rejoin->awaited == message->seat; /* it was looked at before */

	if (rejoin_old_ends(rejoin, message)) {
		rejoin->at_end = true;
		drop_next(rejoin);
		return false;
	}
	if (waits || is_awaited(rejoin, message)) {
		if (!rejoin_has_answered(rejoin, message)) {
			await(rejoin, message->seat, rejoin->limit);
			if (!rejoin->seat[message->seat].ended)
				return false;
			rejoin_tell_none(rejoin, message);
			fail_ended(rejoin, message->seat);
			return false;
		}
		rejoin->awaited = SEATS;
	}
	if (!replay_feed(rejoin->judge, message)) {
		rejoin->unplayable = true;
		rejoin_fail(rejoin, bytes_text("message #%lld of the recording cannot be replayed: it was "
					       "made by other rules",
					       (long long)message->n));
		return false;
	}
	drain_effects(rejoin->judge);
	pass_on(rejoin, message);
	drop_next(rejoin);
	return rejoin->state != REJOIN_FAILED;
}

/* The fresh process has ended, or hangs: how did the old one end, later on?  Nothing is told any more.  */
static void look_for_old_end(struct rejoin *rejoin)
{
	while (load(rejoin) && !rejoin_old_ends(rejoin, &rejoin->next) &&
	       replay_feed(rejoin->judge, &rejoin->next)) {
		drain_effects(rejoin->judge);
		pass_on(rejoin, &rejoin->next);
		drop_next(rejoin);
	}
	rejoin->at_end = true;
	drop_next(rejoin);
}

/* True: nothing of the seat is waited for any more.  */
static bool ends(struct rejoin *rejoin, int s)
{
	if (!rejoin_ends_unasked(rejoin, s)) {
		await(rejoin, s, UNASKED_LIMIT);
		return false;
	}
	if (rejoin->left_open == s && !rejoin_closes(rejoin, s)) {
		await(rejoin, s, rejoin->seat[s].open ? rejoin->limit : UNASKED_LIMIT);
		return false;
	}
	return true;
}

/* All was fed: what was said unasked may still come, and nobody may have ended who has not ended before.  */
static void finish(struct rejoin *rejoin)
{
	for (int s = 0; s < SEATS; s++) {
		const struct fed_seat *seat = &rejoin->seat[s];

		if (!ends(rejoin, s))
			return;
		if (rejoin->awaited == s)
			rejoin->awaited = SEATS;
		if (seat->present && seat->ended && !seat->gone && !seat->outlives &&
		    rejoin->left_open != s && !rejoin->judge->match.over) {
			fail_ended(rejoin, s);
			return;
		}
	}
	rejoin->state = REJOIN_DONE;
}

/* ---- public ---- */

struct rejoin *rejoin_new(const struct setup *setup, unsigned fed, const struct rejoin_events *events,
			  void *user, char **problem)
{
	struct judge *judge = judge_new(setup, problem);
	struct rejoin *rejoin;
	int64_t turn = setup->turn_limit ? setup->turn_limit : setup->hang_limit;

	if (!judge)
		return NULL;
	rejoin = bytes_new(sizeof(*rejoin));
	rejoin->judge = judge;
	rejoin->protocol = protocol_named(setup->system);
	rejoin->events = *events;
	rejoin->user = user;
	rejoin->awaited = rejoin->left_open = SEATS;
	rejoin->left_after = -1;
	rejoin->limit = longest(longest(turn, setup->hang_limit), setup->start_limit);
	for (int s = 0; s < SEATS; s++) {
		rejoin->seat[s].fed = fed & 1u << s;
		rejoin->seat[s].written_at = rejoin->seat[s].recorded_at = -1;
	}
	replay_begin(judge);
	drain_effects(judge);
	return rejoin;
}

void rejoin_free(struct rejoin *rejoin)
{
	if (!rejoin)
		return;
	judge_free(rejoin->judge);
	for (int s = 0; s < SEATS; s++) {
		rejoin_forget_unasked(&rejoin->seat[s]);
		free(rejoin->seat[s].unasked);
		free(rejoin->name[s]);
		free(rejoin->seat[s].said);
		judge_free(rejoin->seat[s].greeting);
		bytes_free(&rejoin->seat[s].in);
	}
	free(rejoin->next.bytes);
	free(rejoin->left_how);
	free(rejoin->old_end.words);
	free(rejoin->fresh.words);
	free(rejoin->untold);
	free(rejoin->problem);
	free(rejoin);
}

void rejoin_name(struct rejoin *rejoin, int seat, const char *name)
{
	free(rejoin->name[seat]);
	rejoin->name[seat] = bytes_text("%s", name);
}

void rejoin_try(struct rejoin *rejoin, int64_t limit)
{
	rejoin->tries = true;
	if (limit)
		rejoin->limit = limit;
}

void rejoin_stays(struct rejoin *rejoin, int seat, const char *rest, size_t size)
{
	rejoin->seat[seat].stays = true;
	bytes_add(&rejoin->seat[seat].in, rest, size);
}

bool rejoin_is_stay(const struct message *message)
{
	return message->event.kind == EVENT_STAYS;
}

static void time_is(struct rejoin *rejoin, int64_t t)
{
	rejoin->now = longest(rejoin->now, t);
}

/* Goes on as far as it can.  */
static enum rejoin_state go_on(struct rejoin *rejoin)
{
	while (rejoin->state == REJOIN_WAITS && rejoin_greeted(rejoin) == SEATS && load(rejoin) &&
	       feed_next(rejoin))
		;
	if (rejoin->state == REJOIN_WAITS && rejoin->at_end && rejoin_greeted(rejoin) == SEATS)
		finish(rejoin);
	if (rejoin->state == REJOIN_FAILED && rejoin->tries && rejoin->fresh.words)
		look_for_old_end(rejoin);
	return rejoin->state;
}

enum rejoin_state rejoin_go(struct rejoin *rejoin, int64_t t)
{
	time_is(rejoin, t);
	return go_on(rejoin);
}

enum rejoin_state rejoin_bytes(struct rejoin *rejoin, int64_t t, int s, const char *bytes, size_t size)
{
	struct fed_seat *seat = &rejoin->seat[s];
	char *who;

	time_is(rejoin, t);
	if (!seat->present || rejoin->state == REJOIN_FAILED)
		return rejoin->state;
	if (seat->greeting) {
		rejoin_greeting_bytes(rejoin, s, bytes, size);
		return go_on(rejoin);
	}
	seat->came_at = rejoin->now;
	bytes_add(&seat->in, bytes, size);
	if (rejoin->state == REJOIN_WAITS && seat->in.size > AHEAD_MOST) {
		who = fresh_words(rejoin, s);
		rejoin_fresh_ends(rejoin, REJOIN_SILENT, seat->turn, bytes_text("it writes without end"));
		rejoin_fail(rejoin, bytes_text("%s writes without end", who));
		free(who);
	}
	return go_on(rejoin);
}

enum rejoin_state rejoin_exited(struct rejoin *rejoin, int64_t t, int s, struct ending ending)
{
	struct fed_seat *seat = &rejoin->seat[s];

	time_is(rejoin, t);
	if (!seat->present || rejoin->state == REJOIN_FAILED)
		return rejoin->state;
	seat->ended = true;
	seat->ending = ending;
	if (seat->greeting && seat->tells)
		fail_ended(rejoin, s);
	else if (seat->greeting)
		rejoin_greeting_exited(rejoin, s, ending);
	return go_on(rejoin);
}

enum rejoin_state rejoin_not_started(struct rejoin *rejoin, int64_t t, int s, const char *why)
{
	(void)s;
	time_is(rejoin, t);
	return rejoin_fail(rejoin, bytes_text("%s", why));
}

/* What is awaited does not come.  */
static void fail_silent(struct rejoin *rejoin, int s)
{
	const struct fed_seat *seat = &rejoin->seat[s];
	char *who = fresh_words(rejoin, s);
	char *how = rejoin_has_refused(seat)
			    ? bytes_text("did not answer")
			    : bytes_text("did not answer within %.3f s", (double)rejoin->limit / NS_PER_S);
	char *last = seat->said ? bytes_text("; it said \"%s\"", seat->said) : bytes_text("%s", "");

	rejoin_tell_none(rejoin, &rejoin->next);
	rejoin_fail(rejoin, bytes_text("%s %s in turn %d, where the old process answered (message #%lld)%s",
				       who, how, rejoin->next.turn, (long long)rejoin->next.n, last));
	rejoin_fresh_ends(rejoin, seat->misled ? REJOIN_LOST : REJOIN_SILENT, rejoin->next.turn, how);
	free(last);
	free(who);
}

/* It does not take the recorded position: its answers are told from now on, but mean nothing.  */
static void give_up_telling(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];

	rejoin_misleads(rejoin, s, bytes_text("it said \"%s\"", seat->said));
	rejoin_tell_none(rejoin, &rejoin->next);
	seat->passed = true;
	rejoin->awaited = SEATS;
}

enum rejoin_state rejoin_time(struct rejoin *rejoin, int64_t t)
{
	int s = rejoin->awaited;

	time_is(rejoin, t);
	if (rejoin->state != REJOIN_WAITS)
		return rejoin->state;
	for (int i = 0; i < SEATS; i++)
		if (rejoin->seat[i].greeting && judge_deadline(rejoin->seat[i].greeting) <= rejoin->now)
			rejoin_greeting_time(rejoin, i);
	if (s == SEATS || rejoin->now < rejoin_until(rejoin))
		return go_on(rejoin);
	if (rejoin->has_next && !rejoin->seat[s].spare.text) {
		if (rejoin->seat[s].told && rejoin_has_refused(&rejoin->seat[s]))
			give_up_telling(rejoin, s);
		else
			fail_silent(rejoin, s);
	} else if (!rejoin->has_next) { /* at the end */
		rejoin_gives_up_unasked(rejoin, s);
		if (rejoin->left_open == s)
			rejoin_leaves_open(rejoin, s);
	}
	return go_on(rejoin);
}

int64_t rejoin_deadline(const struct rejoin *rejoin)
{
	int64_t deadline = rejoin_until(rejoin);

	if (rejoin->state != REJOIN_WAITS)
		return INT64_MAX;
	for (int s = 0; s < SEATS; s++)
		if (rejoin->seat[s].greeting && judge_deadline(rejoin->seat[s].greeting) < deadline)
			deadline = judge_deadline(rejoin->seat[s].greeting);
	return deadline;
}

const char *rejoin_problem(const struct rejoin *rejoin)
{
	return rejoin->problem;
}

bool rejoin_is_unplayable(const struct rejoin *rejoin)
{
	return rejoin->unplayable;
}

const struct match *rejoin_match(const struct rejoin *rejoin)
{
	return judge_match(rejoin->judge);
}

const char *rejoin_untold(const struct rejoin *rejoin)
{
	return rejoin->untold;
}

int rejoin_differences(const struct rejoin *rejoin)
{
	return rejoin->differences;
}

const char *rejoin_rest(const struct rejoin *rejoin, int seat, size_t *size)
{
	*size = rejoin->seat[seat].in.size;
	return rejoin->seat[seat].in.at;
}

bool rejoin_has_ended(const struct rejoin *rejoin, int s, struct ending *ending)
{
	*ending = rejoin->seat[s].ending;
	return rejoin->seat[s].present && rejoin->seat[s].ended;
}

struct judge *rejoin_take(struct rejoin *rejoin)
{
	struct judge *judge = rejoin->judge;

	rejoin->judge = NULL;
	return judge;
}
