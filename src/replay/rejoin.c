/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin.c - brings fresh processes to a place of a recording: takes their output, and gives the result.
 *
 * rejoin_feed.c tells and asks them what the old ones were told and asked.  Unasked output of the old process
 * may come at any time.  It is kept aside and compared with the fresh one's, but awaited only at the end, and
 * briefly.  */
#include "ringside/rejoin.h"

#include "rejoin_state.h"
#include "ringside/replay.h"
#include <stdlib.h>
#include <string.h>

/* Most bytes that a process may write ahead of its questions.  */
enum { AHEAD_MOST = 64 << 20 };

static int64_t longest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* ---- failing ---- */

enum rejoin_state rejoin_fail(struct rejoin *rejoin, int seat, char *problem)
{
	if (rejoin->state == REJOIN_FAILED) {
		free(problem);
	} else {
		rejoin->problem = problem;
		rejoin->failed = seat;
	}
	rejoin->awaited = SEATS;
	rejoin->state = REJOIN_FAILED;
	return REJOIN_FAILED;
}

/* "seat 1 (rapfi)", with the name of the fresh process. The caller frees.  */
static char *fresh_words(const struct rejoin *rejoin, int s)
{
	const char *name = rejoin->name[s];

	if (!name)
		return judge_seat_words(rejoin->judge, s);
	return s == SEAT_NONE ? bytes_text("the game program (%s)", name)
			      : bytes_text("seat %d (%s)", s, name);
}

void rejoin_fail_ended(struct rejoin *rejoin, int s)
{
	char *who = fresh_words(rejoin, s);
	char *how = referee_ending_words(rejoin->seat[s].ending);
	int turn = rejoin->has_next || rejoin->seat[s].tells ? rejoin->next.turn
							     : rejoin->judge->match.turn_count;
	char *problem = bytes_text("%s %s in turn %d, where the old process went on", who, how, turn);

	rejoin_fresh_ends(rejoin, rejoin_end_kind(rejoin->seat[s].ending), turn, how);
	free(who);
	rejoin_fail(rejoin, s, problem);
}

/* ---- public ---- */

struct rejoin *rejoin_new(const struct setup *setup, unsigned fed, const struct rejoin_events *events,
			  void *user, char **problem)
{
	struct judge *judge = judge_new(setup, problem);
	struct rejoin *rejoin;
	int64_t limit;

	if (!judge)
		return NULL;
	rejoin = bytes_new(sizeof(*rejoin));
	setup_copy(&rejoin->setup, setup);
	rejoin->judge = judge;
	rejoin->protocol = protocol_named(setup->system);
	rejoin->events = *events;
	rejoin->user = user;
	rejoin->awaited = rejoin->left_open = rejoin->failed = SEATS;
	rejoin->left_after = -1;
	limit = longest(longest(setup->turn_limit, setup->hang_limit), setup->start_limit);
	for (int s = 0; s < SEATS; s++) {
		limit = longest(limit, setup_turn_limit(setup, s));
		rejoin->seat[s].fed = fed & 1u << s;
		rejoin->seat[s].written_at = rejoin->seat[s].recorded_at = -1;
	}
	rejoin->patience = (struct patience){limit, limit};
	replay_begin(judge);
	rejoin_drain(judge, 0);
	return rejoin;
}

void rejoin_free(struct rejoin *rejoin)
{
	if (!rejoin)
		return;
	setup_free(&rejoin->setup);
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

void rejoin_try(struct rejoin *rejoin, const struct patience *patience)
{
	rejoin->tries = true;
	if (patience)
		rejoin->patience = *patience;
}

void rejoin_stays(struct rejoin *rejoin, int seat, const char *rest, size_t size)
{
	rejoin->seat[seat].stays = true;
	bytes_add(&rejoin->seat[seat].in, rest, size);
}

static void time_is(struct rejoin *rejoin, int64_t t)
{
	rejoin->now = longest(rejoin->now, t);
}

enum rejoin_state rejoin_go(struct rejoin *rejoin, int64_t t)
{
	time_is(rejoin, t);
	return rejoin_go_on(rejoin);
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
		return rejoin_go_on(rejoin);
	}
	seat->came_at = rejoin->now;
	bytes_add(&seat->in, bytes, size);
	if (rejoin->state == REJOIN_WAITS && seat->in.size > AHEAD_MOST) {
		who = fresh_words(rejoin, s);
		rejoin_fresh_ends(rejoin, REJOIN_SILENT, seat->turn, bytes_text("it writes without end"));
		rejoin_fail(rejoin, s, bytes_text("%s writes without end", who));
		free(who);
	}
	return rejoin_go_on(rejoin);
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
		rejoin_fail_ended(rejoin, s);
	else if (seat->greeting)
		rejoin_greeting_exited(rejoin, s, ending);
	return rejoin_go_on(rejoin);
}

enum rejoin_state rejoin_not_started(struct rejoin *rejoin, int64_t t, int s, const char *why)
{
	time_is(rejoin, t);
	return rejoin_fail(rejoin, s, bytes_text("%s", why));
}

/* The awaited answer does not come.  */
static void fail_silent(struct rejoin *rejoin, int s)
{
	const struct fed_seat *seat = &rejoin->seat[s];
	char *who = fresh_words(rejoin, s);
	char *how = rejoin_has_refused(seat) ? bytes_text("did not answer")
					     : bytes_text("did not answer within %.3f s",
							  (double)rejoin_patience(rejoin, s) / NS_PER_S);
	char *last = seat->said ? bytes_text("; it said \"%s\"", seat->said) : bytes_text("%s", "");

	rejoin_tell_none(rejoin, &rejoin->next);
	rejoin_fail(rejoin, s,
		    bytes_text("%s %s in turn %d, where the old process answered (message #%lld)%s", who, how,
			       rejoin->next.turn, (long long)rejoin->next.n, last));
	rejoin_fresh_ends(rejoin, seat->misled ? REJOIN_LOST : REJOIN_SILENT, rejoin->next.turn, how);
	free(last);
	free(who);
}

/* The process refuses the recorded position: from now on its answers are reported, but cannot be compared. */
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
		return rejoin_go_on(rejoin);
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
	return rejoin_go_on(rejoin);
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

int rejoin_failed_seat(const struct rejoin *rejoin)
{
	return rejoin->failed;
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
