/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_clock_rules.c - what a protocol says of the limit for all turns: whether getting ready counts for it,
 * and whether a turn has a limit of its own beside it.
 *
 * This file has its own table of systems, which differ in their limits alone.  Their agents say "ready" and
 * then moves. */
#include "../test.h"
#include "dialogue.h"
#include "ringside/arbiter.h"
#include "ringside/protocol.h"

#define SECONDS ((int64_t)NS_PER_S)
#define BEGUN   1000 /* when a dialogue begins, ns */

/* ---- the systems ---- */

struct game {
	struct judge *judge;
};

static void *game_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct game *game = bytes_new(sizeof(*game));

	game->judge = judge;
	return game;
}

static void game_started(void *state, int seat, bool warm)
{
	struct game *game = state;

	arbiter_ask(game->judge, seat, CHANNEL_COMMAND, "hello\n");
	arbiter_await(game->judge, seat, setup_start_limit(arbiter_setup(game->judge), seat));
}

static void game_begin(void *state)
{
	arbiter_next(((struct game *)state)->judge, SEAT_1);
}

static void game_ask(void *state, int seat)
{
	struct game *game = state;

	arbiter_start_clock(game->judge, seat);
	arbiter_ask(game->judge, seat, CHANNEL_COMMAND, "go\n");
}

static enum channel game_channel(void *state, int seat, const char *bytes, size_t size)
{
	return bytes_begin(bytes, size, "ready") ? CHANNEL_COMMAND : CHANNEL_MOVE;
}

static void game_received(void *state, const struct message *message)
{
	struct judge *judge = ((struct game *)state)->judge;

	if (message->channel == CHANNEL_COMMAND) {
		arbiter_ready(judge, message->seat);
		return;
	}
	arbiter_answered(judge, message->seat);
	arbiter_moved(judge, message->seat, "move", "move");
	arbiter_next(judge, seat_opponent(message->seat));
}

static void game_expired(void *state, int seat)
{
	arbiter_forfeit(((struct game *)state)->judge, seat, REASON_START, "is not ready");
}

static void game_timeout(void *state, int seat, const char *limit)
{
	arbiter_forfeit(((struct game *)state)->judge, seat, REASON_TIMEOUT, "passed %s", limit);
}

static const struct protocol_bundle bundle;
static const struct protocol_texts texts = {.misled = "this is no position"};
static const struct option_row *const no_options[] = {NULL};

#define SYSTEM(...)                                                                                          \
	{                                                                                                    \
		.texts = &texts, .bundle = &bundle, .options = no_options,                                   \
		.answers = CHANNEL_BIT(CHANNEL_MOVE), .moves = CHANNEL_MOVE, .channel = game_channel,        \
		.new = game_new, .free = free, .started = game_started, .begin = game_begin,                 \
		.ask = game_ask, .received = game_received, .expired = game_expired,                         \
		.timeout = game_timeout, __VA_ARGS__                                                         \
	}

static const struct protocol counts_all = SYSTEM(.name = "counts-all");
static const struct protocol free_start = SYSTEM(.name = "free-start", .limits = {.free_start = true});
static const struct protocol match_alone = SYSTEM(.name = "match-alone", .limits = {.match_alone = true});
const struct protocol *const protocols[] = {&counts_all, &free_start, &match_alone, NULL};

/* ---- matches ---- */

static struct dialogue d;

/* Begins with a limit of 300 s for all turns.  Seat 1 takes 3 s to get ready.  */
static void begin(const struct protocol *protocol, int64_t match_limit, int64_t turn_limit)
{
	dialogue_init_lmc(&d, protocol->name);
	d.setup.match_limit = match_limit;
	protocol_usual(protocol, &d.setup);
	if (turn_limit)
		d.setup.turn_limit = turn_limit;
	dialogue_begin(&d);
	talk(&d, SEAT_2, "> hello\n< ready\n");
	dialogue_at(&d, BEGUN + 3 * SECONDS);
	talk(&d, SEAT_1, "> hello\n< ready\n> go\n");
}

static int64_t left(int seat)
{
	return judge_time_left(d.judge, seat, d.now);
}

TEST(getting_ready_counts_for_the_limit_of_all_turns)
{
	begin(&counts_all, 300 * SECONDS, 0);
	assert_int_equal(left(SEAT_1), 297 * SECONDS);
	assert_int_equal(left(SEAT_2), 300 * SECONDS);
	dialogue_free(&d);
}

TEST(a_protocol_can_leave_getting_ready_out_of_that_limit)
{
	begin(&free_start, 300 * SECONDS, 0);
	assert_int_equal(left(SEAT_1), 300 * SECONDS);
	dialogue_at(&d, BEGUN + 5 * SECONDS);
	talk(&d, SEAT_1, "< a\n");
	assert_int_equal(left(SEAT_1), 298 * SECONDS);
	dialogue_replays(&d);
	dialogue_free(&d);
}

TEST(an_agent_that_never_gets_ready_still_loses)
{
	dialogue_init_lmc(&d, "free-start");
	d.setup.match_limit = 1 * SECONDS;
	dialogue_begin(&d);
	dialogue_at(&d, BEGUN + 10 * SECONDS - 1);
	assert_false(judge_match(d.judge)->over); /* the limit of all turns has passed, but does not count */
	dialogue_at(&d, BEGUN + 10 * SECONDS);
	assert_string_equal(judge_match(d.judge)->verdict.reason, REASON_START);
	dialogue_free(&d);
}

TEST(a_turn_has_a_limit_beside_that_of_all_turns)
{
	begin(&counts_all, 300 * SECONDS, 0);
	dialogue_at(&d, BEGUN + 8 * SECONDS - 1);
	assert_false(judge_match(d.judge)->over);
	dialogue_at(&d, BEGUN + 8 * SECONDS);
	assert_string_equal(judge_match(d.judge)->verdict.reason, REASON_TIMEOUT);
	dialogue_replays(&d);
	dialogue_free(&d);
}

/* No guard ends the turn either: it would be a limit that nobody asked for.  */
TEST(a_protocol_can_have_the_limit_of_all_turns_alone)
{
	begin(&match_alone, 300 * SECONDS, 0);
	dialogue_at(&d, BEGUN + 300 * SECONDS - 1); /* 3 s were for getting ready */
	assert_false(judge_match(d.judge)->over);
	dialogue_at(&d, BEGUN + 300 * SECONDS);
	assert_string_equal(judge_match(d.judge)->verdict.detail,
			    "seat 1 passed the limit of 300.000 s for the match");
	dialogue_replays(&d);
	dialogue_free(&d);
}

TEST(a_turn_limit_that_is_asked_for_holds_all_the_same)
{
	begin(&match_alone, 300 * SECONDS, 2 * SECONDS);
	dialogue_at(&d, BEGUN + 5 * SECONDS);
	assert_string_equal(judge_match(d.judge)->verdict.detail,
			    "seat 1 passed the limit of 2.000 s for a turn");
	dialogue_free(&d);
}

TEST(without_a_limit_for_all_turns_each_turn_has_one)
{
	begin(&match_alone, 0, 0);
	dialogue_at(&d, BEGUN + 8 * SECONDS);
	assert_string_equal(judge_match(d.judge)->verdict.detail,
			    "seat 1 passed the limit of 5.000 s for a turn");
	dialogue_free(&d);
}

/* A player's own limit for the match is one, too.  */
TEST(a_limit_of_one_seat_for_all_its_turns_is_alone)
{
	dialogue_init_lmc(&d, "match-alone");
	assert_null(setup_set(&d.setup, "match-time1", "300s"));
	protocol_usual(&match_alone, &d.setup);
	assert_int_equal(setup_turn_limit(&d.setup, SEAT_1), 0);
	assert_int_equal(setup_guard(&d.setup, SEAT_1), 0);
	assert_int_equal(setup_guard(&d.setup, SEAT_2), d.setup.hang_limit);
	dialogue_free(&d);
}

TEST_MAIN(NULL, NULL)
