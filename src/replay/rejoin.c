/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin.c - brings fresh processes to a place of a recording: feeds it to a judge and to them, one message
 * after another.
 *
 * They are told and asked what the old processes were told and asked.  An answer is awaited before the
 * recorded one goes into the judge: the judge then stands where it stood when that answer came, so it can cut
 * and name what agents send.  Unasked output of an old process may come at any time.  It is kept aside and
 * compared with the fresh one's, but awaited only at the end, and briefly.
 *
 * A judge of its own, the greeting, tells a fresh process what the recording does not contain:
 *
 * - If the old one had played a game before, the recording of that game has the messages that made it ready.
 *   The judge of a match that never begins sends them to the fresh one.
 * - After another move the position of the fresh one is not the recorded one. The judge of a match with the
 *   recorded turns seats the process as one that joins in the middle, and asks it.  */
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

/* The process of the seat is to blame; SEATS: the recording is. Takes ownership of the problem. Returns
 * REJOIN_FAILED.  */
static enum rejoin_state fail(struct rejoin *rejoin, int seat, char *problem)
{
	if (rejoin->state == REJOIN_FAILED) {
		free(problem);
	} else {
		rejoin->result.problem = problem;
		rejoin->result.failed = seat;
	}
	rejoin->awaited = SEATS;
	rejoin->state = REJOIN_FAILED;
	return REJOIN_FAILED;
}

/* "seat 1 (rapfi)", with the name of the fresh process. The caller frees.  */
static char *fresh_words(const struct rejoin *rejoin, int s)
{
	return rejoin->name[s] ? seat_title(s, rejoin->name[s]) : judge_seat_words(rejoin->judge, s);
}

/* Fails because the process of the seat has ended while it is needed.  */
static void fail_ended(struct rejoin *rejoin, int s)
{
	FREED char *who = fresh_words(rejoin, s);
	char *how = arbiter_ending_words(rejoin->seat[s].ending);
	int turn = rejoin->has_next || rejoin->seat[s].tells ? rejoin->next.turn
							     : rejoin->judge->match.turn_count;
	char *problem = bytes_text("%s %s in turn %d, where the old process went on", who, how, turn);

	rejoin_fresh_ends(rejoin, rejoin_end_kind(rejoin->seat[s].ending), turn, how);
	fail(rejoin, s, problem);
}

static void time_is(struct rejoin *rejoin, int64_t t)
{
	rejoin->now = longest(rejoin->now, t);
}

/* Has it sent more errors than it usually does before an answer?  */
static bool has_refused(const struct fed_seat *seat)
{
	return (seat->told || seat->misled) && seat->refusals > seat->usual;
}

/* The awaited answer does not come.  */
static void fail_silent(struct rejoin *rejoin, int s)
{
	const struct fed_seat *seat = &rejoin->seat[s];
	FREED char *who = fresh_words(rejoin, s);
	char *how = has_refused(seat) ? bytes_text("did not answer")
				      : bytes_text("did not answer within %.3f s",
						   (double)rejoin_patience(rejoin, s) / NS_PER_S);
	FREED char *last =
		seat->last_error ? bytes_text("; it said \"%s\"", seat->last_error) : bytes_text("%s", "");

	rejoin_tell_none(rejoin, &rejoin->next);
	fail(rejoin, s,
	     bytes_text("%s %s in turn %d, where the old process answered (message #%lld)%s", who, how,
			rejoin->next.turn, (long long)rejoin->next.number, last));
	rejoin_fresh_ends(rejoin, seat->misled ? REJOIN_LOST : REJOIN_SILENT, rejoin->next.turn, how);
}

/* The process cannot be told a position. Takes ownership of the words.  */
static void misleads(struct rejoin *rejoin, int s, char *why)
{
	struct fed_seat *seat = &rejoin->seat[s];

	seat->parted = seat->told = false;
	seat->misled = true;
	if (rejoin->result.untold)
		free(why);
	else
		rejoin->result.untold = why;
}

/* The process refuses the recorded position: from now on its answers are reported, but cannot be compared. */
static void give_up_telling(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];

	misleads(rejoin, s, bytes_text("it said \"%s\"", seat->last_error));
	rejoin_tell_none(rejoin, &rejoin->next);
	seat->passed = true;
	rejoin->awaited = SEATS;
}

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

/* An info that had no effect was not asked for either, even if a question was open.  */
static bool is_unasked(const struct message *message)
{
	return message->flags & MESSAGE_UNASKED ||
	       (message->channel == CHANNEL_INFO && message->flags & MESSAGE_DROPPED);
}

/* Must the fresh process answer before this message goes into the judge?  */
static bool is_awaited(struct rejoin *rejoin, const struct message *message)
{
	const struct fed_seat *seat = &rejoin->seat[message->seat];

	if (message->direction != FROM_AGENT || !seat->fed || !seat->present || seat->parted ||
	    seat->passed || message->flags & MESSAGE_EDITED ||
	    !rejoin_is_answer(rejoin, message->seat, message->channel, message->bytes, message->size))
		return false;
	if (message->seat == SEAT_NONE || !is_unasked(message))
		return true;
	if (!seat->warm) /* else it belongs to the game before */
		rejoin_keep_unasked(rejoin, message);
	return false;
}

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
		misleads(rejoin, s, why);
		return;
	}
	rejoin_fresh_ends(rejoin, seat->ended ? rejoin_end_kind(seat->ending) : REJOIN_SILENT, 0,
			  bytes_text("%s", why));
	fail(rejoin, s, why);
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

/* Makes a fresh process ready in place of one that had played a game before.  */
static void greets(struct rejoin *rejoin, int s)
{
	struct setup setup FREED_BY(setup_free);
	char *problem;

	setup_copy(&setup, &rejoin->judge->match.setup);
	/* The match does not begin until both are ready.  */
	setup.seat[seat_opponent(s == SEAT_NONE ? SEAT_1 : s)].kind = SEAT_AGENT;
	rejoin->seat[s].greeting = judge_new(&setup, &problem);
	if (!rejoin->seat[s].greeting) {
		fail(rejoin, SEATS, problem);
		return;
	}
	judge_begin(rejoin->seat[s].greeting, rejoin->now, 0, false);
	carry_out(rejoin, s); /* the process runs already, and the others never will */
	judge_started(rejoin->seat[s].greeting, rejoin->now, s);
	carry_out(rejoin, s);
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
	seat->answers = false;
	rejoin->events.spawn(rejoin->user, s);
	if (warm && rejoin->state == REJOIN_WAITS)
		greets(rejoin, s);
}

/* The judge of a match in which people have played the recorded turns; NULL: the rules do not allow it.  */
static struct judge *judge_of_position(const struct rejoin *rejoin, int s)
{
	const struct match *match = &rejoin->judge->match;
	const struct turn *turn;
	struct setup setup FREED_BY(setup_free);
	struct judge *judge;
	char *problem;

	setup_copy(&setup, &match->setup);
	for (int i = SEAT_1; i < SEATS; i++)
		setup.seat[i].kind = SEAT_HUMAN;
	setup.pace = 0;
	setup.start_limit =
		setup.start_limit < rejoin->patience.first ? setup.start_limit : rejoin->patience.first;
	judge = judge_new(&setup, &problem);
	free(problem);
	if (!judge)
		return NULL;
	judge_begin(judge, rejoin->now, 0, false);
	for (int n = 1; n <= match->turn_count; n++)
		if ((turn = match_turn(match, n)))
			free(judge_request(judge, rejoin->now,
					   &(struct request){.kind = REQUEST_PLAY,
							     .seat = turn->seat,
							     .text = turn->played}));
	judge_drain(judge, rejoin->now);
	if (judge->match.turn_count == match->turn_count && judge_seat(judge, s).to_move)
		return judge;
	judge_free(judge);
	return NULL;
}

/* Tells the process the recorded position and asks for a move, because it has another position.  */
static void tells_position(struct rejoin *rejoin, int s)
{
	struct fed_seat *seat = &rejoin->seat[s];
	const struct match *match = &rejoin->judge->match;
	struct judge *judge = judge_of_position(rejoin, s);
	int other = seat_opponent(s);

	if (!judge) {
		misleads(rejoin, s, bytes_text("no match can begin with its position"));
		return;
	}
	match_set_kind(&judge->match, other, match->setup.seat[other].kind);
	if (match->setup.seat[other].kind == SEAT_AGENT)
		judge_set_life(judge, other, LIFE_GONE); /* it is told nothing */
	free(judge_request(
		judge, rejoin->now,
		&(struct request){.kind = REQUEST_SEAT, .seat = s, .text = match->setup.seat[s].command}));
	judge_drain(judge, rejoin->now); /* a process is there already */
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

/* A process with another position is asked nothing until its turn comes. It is then told the recorded
 * position, in place of the recorded question.  */
static bool is_told_instead(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];

	if (rejoin->judge->match.over)
		return false;
	if (seat->told && seat->open && message->flags & (MESSAGE_ASKS | MESSAGE_STARTS))
		seat->told = false; /* a person has moved for it: this is another question */
	if (seat->parted && message->flags & MESSAGE_STARTS && seat->ended)
		fail_ended(rejoin, message->seat);
	else if (seat->parted && message->flags & MESSAGE_STARTS)
		tells_position(rejoin, message->seat);
	return seat->told ? message->channel != CHANNEL_INFO || message->flags & MESSAGE_STARTS
			  : seat->parted && message->flags & MESSAGE_ASKS;
}

/* The seat was asked by this message: earlier output is no answer.  */
static void rejoin_asked(struct fed_seat *seat, const struct message *message)
{
	seat->turn = message->turn;
	seat->asked_n = message->n;
	seat->early = seat->in.size;
	seat->open = true;
	free(seat->last_error);
	seat->last_error = NULL;
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
	if (asks || !seat->open) { /* messages after a question do not ask it again */
		seat->written_at = rejoin->now;
		seat->recorded_at = message->t_ns;
	}
	seat->warm = false;
	if (asks)
		rejoin_asked(seat, message);
	if (written)
		rejoin->events.write(rejoin->user, message->seat, message->bytes, message->size);
}

/* Carries out the message for the fresh process, after the judge has taken it.  */
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
		   (rejoin->judge->seat[s].process.life == LIFE_GONE ||
		    rejoin->judge->seat[s].process.life == LIFE_NONE)) { /* a person sits there */
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

/* Until when an answer is awaited; INT64_MAX: none is.  The wait is short if the answer may have come
 * already, or if the process refuses the position.  */
static int64_t rejoin_until(const struct rejoin *rejoin)
{
	const struct fed_seat *seat;
	int64_t soon = INT64_MAX;

	if (rejoin->awaited == SEATS)
		return INT64_MAX;
	seat = &rejoin->seat[rejoin->awaited];
	if (seat->spare.text)
		soon = seat->spare.t + UNASKED_LIMIT;
	else if (has_refused(seat))
		soon = seat->refused_at + UNASKED_LIMIT;
	return soon < rejoin->until ? soon : rejoin->until;
}

/* The seat that a game program blames for its last answer, which was compared before; SEATS: none.  */
static int program_blames(const struct rejoin *rejoin, const struct message *message)
{
	int s = rejoin->judge->match.verdict.blame;

	return message->seat == SEAT_NONE && message->direction == FROM_AGENT && s != SEAT_NONE &&
			       rejoin->seat[s].answers && !rejoin->seat[s].open
		       ? s
		       : SEATS;
}

/* False: it waits for an answer, is at the end, or has failed.  */
static bool feed_next(struct rejoin *rejoin)
{
	struct message *message = &rejoin->next;
	struct fed_seat *seat = &rejoin->seat[message->seat];
	bool waits = rejoin->awaited == message->seat; /* it was seen before */
	bool compared = false, decided;
	int decider; /* whose answer has ended the match */

	if (rejoin_old_ends(rejoin, message)) {
		rejoin->at_end = true;
		drop_next(rejoin);
		return false;
	}
	if (waits || is_awaited(rejoin, message)) {
		if (!rejoin_has_answered(rejoin, message, rejoin->now >= rejoin_until(rejoin))) {
			await(rejoin, message->seat, rejoin_patience(rejoin, message->seat));
			if (!seat->ended)
				return false;
			rejoin_tell_none(rejoin, message);
			fail_ended(rejoin, message->seat);
			return false;
		}
		rejoin->awaited = SEATS;
		compared = seat->answers = true;
	}
	if (!replay_feed(rejoin->judge, message)) {
		fail(rejoin, SEATS,
		     bytes_text("message #%lld of the recording cannot be replayed: it was "
				"made by other rules",
				(long long)message->number));
		return false;
	}
	judge_drain(rejoin->judge, 0);
	decided = rejoin->judge->match.over && !rejoin->decided_n;
	decider = compared ? message->seat : decided ? program_blames(rejoin, message) : SEATS;
	if (decided) {
		rejoin->decided_n = message->n;
		rejoin->heard = decider != SEATS;
	}
	if (decider != SEATS && rejoin->seat[decider].same && !rejoin->seat[decider].misled &&
	    rejoin_has_lost(&rejoin->judge->match, decider))
		rejoin_fresh_ends(rejoin, REJOIN_LOSES, rejoin->seat[decider].turn,
				  bytes_text("%s", rejoin->judge->match.verdict.detail));
	pass_on(rejoin, message);
	drop_next(rejoin);
	return rejoin->state != REJOIN_FAILED;
}

/* The fresh process has ended or hangs. Finds out how the old one ended later; nothing more is written.  */
static void find_old_end(struct rejoin *rejoin)
{
	while (load(rejoin) && !rejoin_old_ends(rejoin, &rejoin->next) &&
	       replay_feed(rejoin->judge, &rejoin->next)) {
		judge_drain(rejoin->judge, 0);
		pass_on(rejoin, &rejoin->next);
		drop_next(rejoin);
	}
	rejoin->at_end = true;
	drop_next(rejoin);
}

/* The whole recording was fed. Unasked output may still come, and no process may have ended that the old one
 * outlived.  */
static void finish(struct rejoin *rejoin)
{
	int64_t limit;

	for (int s = 0; s < SEATS; s++) {
		const struct fed_seat *seat = &rejoin->seat[s];

		if (!rejoin_ends(rejoin, s, &limit)) {
			await(rejoin, s, limit);
			return;
		}
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

/* The seat that is being made ready; SEATS: none is.  */
static int greeted(const struct rejoin *rejoin)
{
	int s = 0;

	while (s < SEATS && !rejoin->seat[s].greeting)
		s++;
	return s;
}

/* Feeds until an answer is awaited, or to the end.  */
static enum rejoin_state go_on(struct rejoin *rejoin)
{
	while (rejoin->state == REJOIN_WAITS && greeted(rejoin) == SEATS && load(rejoin) && feed_next(rejoin))
		;
	if (rejoin->state == REJOIN_WAITS && rejoin->at_end && greeted(rejoin) == SEATS)
		finish(rejoin);
	if (rejoin->state == REJOIN_FAILED && rejoin->tries && rejoin->result.fresh_end.words)
		find_old_end(rejoin);
	return rejoin->state;
}

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
	rejoin->awaited = rejoin->left_open = rejoin->result.failed = SEATS;
	rejoin->left_after = -1;
	limit = longest(longest(setup->turn_limit, setup->hang_limit), setup->start_limit);
	for (int s = 0; s < SEATS; s++) {
		limit = longest(limit, setup_turn_limit(setup, s));
		if (!setup_turn_limit(setup, s) && !setup_guard(setup, s))
			limit = longest(limit, setup_match_limit(setup, s));
		rejoin->seat[s].fed = fed & 1u << s;
		rejoin->seat[s].written_at = rejoin->seat[s].recorded_at = -1;
	}
	rejoin->patience = (struct patience){limit, limit};
	replay_begin(judge);
	judge_drain(judge, 0);
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
		free(rejoin->seat[s].last_error);
		judge_free(rejoin->seat[s].greeting);
		bytes_free(&rejoin->seat[s].in);
	}
	free(rejoin->next.bytes);
	free(rejoin->left_how);
	free(rejoin->result.old_end.words);
	free(rejoin->result.fresh_end.words);
	free(rejoin->result.untold);
	free(rejoin->result.problem);
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
		judge_bytes(seat->greeting, rejoin->now, s, STREAM_STDOUT, bytes, size);
		carry_out(rejoin, s);
		return go_on(rejoin);
	}
	seat->came_at = rejoin->now;
	bytes_add(&seat->in, bytes, size);
	if (rejoin->state == REJOIN_WAITS && seat->in.size > AHEAD_MOST) {
		who = fresh_words(rejoin, s);
		rejoin_fresh_ends(rejoin, REJOIN_SILENT, seat->turn, bytes_text("it writes without end"));
		fail(rejoin, s, bytes_text("%s writes without end", who));
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
	if (seat->greeting && seat->tells) {
		fail_ended(rejoin, s);
	} else if (seat->greeting) {
		judge_exited(seat->greeting, rejoin->now, s, ending);
		carry_out(rejoin, s);
	}
	return go_on(rejoin);
}

enum rejoin_state rejoin_not_started(struct rejoin *rejoin, int64_t t, int s, const char *why)
{
	time_is(rejoin, t);
	return fail(rejoin, s, bytes_text("%s", why));
}

enum rejoin_state rejoin_time(struct rejoin *rejoin, int64_t t)
{
	int s = rejoin->awaited;

	time_is(rejoin, t);
	if (rejoin->state != REJOIN_WAITS)
		return rejoin->state;
	for (int i = 0; i < SEATS; i++)
		if (rejoin->seat[i].greeting && judge_deadline(rejoin->seat[i].greeting) <= rejoin->now) {
			judge_time(rejoin->seat[i].greeting, rejoin->now);
			carry_out(rejoin, i);
		}
	if (s == SEATS || rejoin->now < rejoin_until(rejoin))
		return go_on(rejoin);
	if (rejoin->has_next && !rejoin->seat[s].spare.text) {
		if (rejoin->seat[s].told && has_refused(&rejoin->seat[s]))
			give_up_telling(rejoin, s);
		else
			fail_silent(rejoin, s);
	} else if (!rejoin->has_next) {
		rejoin_gives_up(rejoin, s);
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

const struct rejoin_result *rejoin_result(const struct rejoin *rejoin)
{
	return &rejoin->result;
}

const struct match *rejoin_match(const struct rejoin *rejoin)
{
	return judge_match(rejoin->judge);
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

char *rejoin_refuses(const struct rejoin *rejoin, const char *move)
{
	const struct judge *judge = rejoin->judge;

	for (int s = SEAT_1; s < SEATS; s++)
		if (judge->seat[s].turn.state != TURN_NONE)
			return judge->protocol->check(judge->state, s, move, 0);
	return bytes_text("the game is over: no move follows this position");
}

struct judge *rejoin_take(struct rejoin *rejoin)
{
	struct judge *judge = rejoin->judge;

	rejoin->judge = NULL;
	return judge;
}
