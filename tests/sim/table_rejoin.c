/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table_rejoin.c - fresh copies of the agents rejoin a simulated match at any of its messages (rejoin.h),
 * and the match goes on from there.
 *
 * After each line, a fresh agent says what the old one said after the same line. So nothing differs,
 * except an answer that is changed on purpose. Then the match goes on live, and its whole history replays. */
#include "table_state.h"

#include "ringside/protocol.h"
#include "ringside/rejoin.h"
#include "ringside/replay.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LIVE_STEPS = 40 };

struct again {
	struct table *table;
	struct chance chance;
	int cut;     /* the number of records in the recording */
	int changed; /* the answer that was changed; -1: none */
	int next;
	struct rejoin *rejoin;
	int64_t now;
	int heard[SEATS]; /* the last record that the agent was told */
	bool there[SEATS], ends[SEATS], ended[SEATS];
	struct bytes fake[SEATS];
	/* The history, with its branch.  */
	struct record *records;
	int record_count, record_room;
};

static const struct message *at(const struct again *again, int i)
{
	return &again->table->records[i].message;
}

/* ---- agents afresh ---- */

static void say(struct again *again, int i)
{
	const struct message *message = at(again, i);
	struct bytes *fake = &again->fake[message->seat];
	size_t text = message_text_size(message, NULL);

	if (i == again->changed && again->table->fixture->other) {
		again->table->fixture->other(message, fake);
	} else {
		bytes_add(fake, message->bytes, text);
		if (i == again->changed)
			bytes_add_text(fake, "1");
		bytes_add(fake, message->bytes + text, message->size - text);
	}
	if (message->flags & MESSAGE_UNENDED)
		again->ends[message->seat] = true;
}

static void say_what_follows(struct again *again, int s, int i)
{
	for (; i < again->table->record_count && !again->ends[s]; i++) {
		const struct message *message = at(again, i);

		if (message->seat != s)
			continue;
		if (message->direction == TO_AGENT)
			break;
		if (message->direction == FROM_AGENT && message->channel != CHANNEL_STDERR)
			say(again, i);
	}
}

static bool next(void *user, struct message *message)
{
	struct again *again = user;

	if (again->next >= again->cut)
		return false;
	*message = *at(again, again->next++);
	return true;
}

static void spawn(void *user, int s)
{
	struct again *again = user;

	again->there[s] = true;
	again->ends[s] = false;
	again->fake[s].size = 0;
	again->heard[s] = again->next - 1;
	/* What the old agent said first in another game was about the game before.  */
	if (at(again, again->next - 1)->event.kind == EVENT_STARTED)
		say_what_follows(again, s, again->next);
	else if (again->table->fixture->greet)
		again->table->fixture->greet(again->table, s, &again->fake[s]);
}

static void leave(void *user, int s)
{
	struct again *again = user;

	again->there[s] = false;
	again->fake[s].size = 0;
}

/* An agent that is prepared is told lines that are not in the recording.  */
static void get_ready(struct again *again, int s, const char *bytes)
{
	static const char *const greetings[][2] = {{"ABOUT", "name=\"fresh\"\n"},
						   {"START", "OK\n"},
						   {"RECTSTART", "OK\n"},
						   {"# ringside ready", "@info name fresh\n"}};

	for (size_t i = 0; i < sizeof(greetings) / sizeof(greetings[0]); i++)
		if (strncmp(bytes, greetings[i][0], strlen(greetings[i][0])) == 0)
			bytes_add_text(&again->fake[s], greetings[i][1]);
}

static void hear(void *user, int s, const char *bytes, size_t size)
{
	struct again *again = user;
	int i = again->heard[s] + 1, most = again->next;

	while (i < most && (at(again, i)->seat != s || at(again, i)->direction != TO_AGENT))
		i++;
	if (i >= most || at(again, i)->size != size || memcmp(at(again, i)->bytes, bytes, size) != 0) {
		get_ready(again, s, bytes);
		return;
	}
	again->heard[s] = i;
	say_what_follows(again, s, i + 1);
}

static int who_speaks(struct again *again)
{
	int from = (int)chance_below(&again->chance, SEATS);

	for (int i = 0; i < SEATS; i++) {
		int s = (from + i) % SEATS;

		if (again->there[s] && !again->ended[s] && (again->fake[s].size || again->ends[s]))
			return s;
	}
	return SEATS;
}

/* The next bytes of a fake, which the caller owns.  */
static char *spoken(struct again *again, int s, size_t *size)
{
	struct bytes *fake = &again->fake[s];
	char *bytes;

	*size = fake->size;
	if (fake->size > 1 && chance_one_in(&again->chance, 3))
		*size = 1 + (size_t)chance_below(&again->chance, (int64_t)fake->size - 1);
	bytes = bytes_copy(fake->at, *size);
	bytes_drop(fake, *size);
	return bytes;
}

/* ---- feeding them ---- */

static enum rejoin_state speak(struct again *again, int s)
{
	enum rejoin_state state;
	size_t size;
	char *bytes;

	again->now += chance_below(&again->chance, 5 * MS);
	if (!again->fake[s].size) {
		again->ended[s] = true;
		return rejoin_exited(again->rejoin, again->now, s, (struct ending){0});
	}
	bytes = spoken(again, s, &size);
	state = rejoin_bytes(again->rejoin, again->now, s, bytes, size);
	free(bytes);
	return state;
}

static enum rejoin_state feed(struct again *again)
{
	enum rejoin_state state = rejoin_go(again->rejoin, again->now);
	int s;

	while (state == REJOIN_WAITS) {
		s = who_speaks(again);
		if (s < SEATS) {
			state = speak(again, s);
		} else if (rejoin_deadline(again->rejoin) == NEVER) {
			CHECK(again->table, false, "rejoining waits forever");
			return REJOIN_FAILED;
		} else {
			again->now = rejoin_deadline(again->rejoin);
			state = rejoin_time(again->rejoin, again->now);
		}
	}
	return state;
}

/* ---- going on ---- */

static void keep(struct again *again, const struct message *message)
{
	struct record record = {.message = *message};

	record.message.bytes = bytes_copy(message->bytes, message->size);
	if (again->record_count == again->record_room) {
		again->record_room = again->record_room ? 2 * again->record_room : 128;
		again->records = bytes_resized(again->records, (size_t)again->record_room * sizeof(record));
	}
	again->records[again->record_count++] = record;
}

static void carry_out(struct again *again, struct judge *judge)
{
	struct effect effect;

	while (judge_effect(judge, again->now, &effect)) {
		int s = effect.seat;

		if (effect.kind == EFFECT_SPAWN) {
			again->there[s] = true;
			again->ends[s] = again->ended[s] = false;
			again->fake[s].size = 0;
			judge_started(judge, again->now, s);
		} else if (effect.kind == EFFECT_MESSAGE) {
			keep(again, &effect.message);
			if (effect.message.direction == TO_AGENT && again->there[s])
				hear(again, s, effect.message.bytes, effect.message.size);
		}
		again->now += chance_below(&again->chance, 3000);
	}
}

static void request(struct again *again, struct judge *judge, enum request_kind kind)
{
	struct request requested = {.kind = kind, .count = (int)chance_below(&again->chance, 4)};

	free(judge_request(judge, again->now, &requested));
	carry_out(again, judge);
}

static void live(struct again *again, struct judge *judge)
{
	static const enum request_kind requests[] = {REQUEST_GO, REQUEST_STEP, REQUEST_NEXT, REQUEST_PAUSE,
						     REQUEST_TAKEBACK};
	int s;

	request(again, judge, chance_one_in(&again->chance, 3) ? REQUEST_STEP : REQUEST_GO);
	for (int i = 0; i < LIVE_STEPS && !judge_match(judge)->over; i++) {
		again->now += chance_below(&again->chance, 50 * MS);
		s = who_speaks(again);
		if (chance_one_in(&again->chance, 6)) {
			request(again, judge, requests[chance_below(&again->chance, 5)]);
		} else if (s < SEATS && again->fake[s].size) {
			size_t size;
			FREED char *bytes = spoken(again, s, &size);

			judge_bytes(judge, again->now, s, STREAM_STDOUT, bytes, size);
		} else if (s < SEATS) {
			again->there[s] = false;
			again->ended[s] = true;
			judge_exited(judge, again->now, s, (struct ending){0});
		} else if (judge_deadline(judge) < NEVER) {
			if (judge_deadline(judge) > again->now)
				again->now = judge_deadline(judge);
			judge_time(judge, again->now);
		}
		carry_out(again, judge);
	}
	request(again, judge, REQUEST_INTERRUPT);
	judge_dismiss(judge, again->now);
	carry_out(again, judge);
	CHECK(again->table, judge_match(judge)->over, "a match that goes on does not end");
}

static void go_on(struct again *again)
{
	struct table *table = again->table;
	struct judge *judge = rejoin_take(again->rejoin);
	const char *rest;
	int64_t numbered = 0;
	size_t size;

	for (int i = 0; i < again->cut; i++)
		keep(again, at(again, i));
	for (int i = 0; i < table->record_count; i++)
		numbered = at(again, i)->number > numbered ? at(again, i)->number : numbered;
	replay_live(judge, again->now, table->record_count, numbered, "again");
	carry_out(again, judge);
	for (int s = 0; s < SEATS; s++) {
		struct ending ending;

		if (!rejoin_has_ended(again->rejoin, s, &ending))
			continue;
		again->there[s] = false;
		judge_exited(judge, again->now, s, ending);
		carry_out(again, judge);
	}
	for (int s = 0; s < SEATS; s++) {
		rest = rejoin_rest(again->rejoin, s, &size);
		if (size && again->there[s])
			judge_bytes(judge, again->now, s, STREAM_STDOUT, rest, size);
	}
	carry_out(again, judge);
	if (!judge_match(judge)->over)
		live(again, judge);
	if (again->record_count > again->cut)
		CHECK(table, again->records[again->cut].message.n == table->record_count + 1,
		      "the branch begins with message %" PRId64, again->records[again->cut].message.n);
	table_compare_replay(table, again->records, again->record_count, judge_match(judge));
	judge_free(judge);
}

/* ---- where to cut ---- */

/* All that one input caused belongs together. The records from `cut` on where this is complete.  */
static int whole(struct table *table, int cut)
{
	char *problem;
	struct judge *judge = judge_new(&table->setup, &problem);
	struct effect effect;
	int produced = 0, i;

	replay_begin(judge);
	for (i = 0; i < table->record_count && (i < cut || produced != i); i++) {
		replay_feed(judge, &table->records[i].message);
		while (judge_effect(judge, 0, &effect))
			produced += effect.kind == EFFECT_MESSAGE;
	}
	judge_free(judge);
	return i;
}

/* Is it still a move with what say() puts after it?  */
static bool stays_move(const struct table *table, const struct message *message)
{
	char *other;
	enum channel channel;

	if (table->fixture->other)
		return true;
	other = bytes_text("%.*s1", (int)message_text_size(message, NULL), message->bytes);
	channel = protocol_named(table->setup.system)->channel(NULL, message->seat, other, strlen(other));
	free(other);
	return channel == table->fixture->moves;
}

/* An answer before the cut that was asked for. -1: none was found in a few tries.  */
static int any_answer(struct again *again)
{
	for (int tries = 0; tries < 20; tries++) {
		int i = (int)chance_below(&again->chance, again->cut);
		const struct message *message = at(again, i);

		if (message->direction == FROM_AGENT && message->seat != SEAT_NONE &&
		    message->channel == again->table->fixture->moves && message_text_size(message, NULL) &&
		    !(message->flags & (MESSAGE_UNASKED | MESSAGE_UNENDED | MESSAGE_CUT)) &&
		    stays_move(again->table, message))
			return i;
	}
	return -1;
}

static bool someone_ends(const struct again *again)
{
	for (int s = 0; s < SEATS; s++)
		if (again->ends[s])
			return true;
	return false;
}

/* A message that waited at the gate is recorded when it passes. The line that it followed cannot be seen.  */
static bool someone_was_held(const struct again *again)
{
	for (int i = 0; i < again->cut; i++)
		if (at(again, i)->direction == FROM_AGENT && at(again, i)->flags & MESSAGE_HELD)
			return true;
	return false;
}

void table_check_rejoin(struct table *table)
{
	static const struct rejoin_events events = {
		.next = next, .spawn = spawn, .leave = leave, .write = hear};
	struct again again = {.table = table, .changed = -1};
	unsigned fed = 7;
	enum rejoin_state state;
	char *problem;

	/* Drawn from what was played, so that the match itself stays the same.  */
	again.chance.state = table->outcome.digest;
	if (table->outcome.problem || !table->record_count)
		return;
	again.now = chance_below(&again.chance, 1000 * MS);
	again.cut = whole(table, 1 + (int)chance_below(&again.chance, table->record_count));
	if (chance_one_in(&again.chance, 3))
		again.changed = any_answer(&again);
	again.rejoin = rejoin_new(&table->setup, fed, &events, &again, &problem);
	state = feed(&again);
	CHECK(table, state == REJOIN_DONE || someone_ends(&again), "rejoined up to message %d: %s", again.cut,
	      state == REJOIN_DONE ? "" : rejoin_result(again.rejoin)->problem);
	CHECK(table,
	      (rejoin_result(again.rejoin)->differences > 0) == (again.changed >= 0) ||
		      someone_ends(&again) || someone_was_held(&again),
	      "rejoined up to message %d, %d answers differ (message %d was changed)", again.cut,
	      rejoin_result(again.rejoin)->differences, again.changed + 1);
	if (state == REJOIN_DONE && !table->outcome.problem)
		go_on(&again);
	rejoin_free(again.rejoin);
	for (int s = 0; s < SEATS; s++)
		bytes_free(&again.fake[s]);
	for (int i = 0; i < again.record_count; i++)
		free(again.records[i].message.bytes);
	free(again.records);
}
