/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_invariants.c - a judge whose state contradicts itself ends the program and names the broken invariant.
 */
#include "../test.h"
#include "dialogue.h"

#include "judge/judge_parts.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seat 1 has been asked for its first move.  */
static void begin(struct dialogue *d)
{
	dialogue_init(d, "15");
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n");
}

#define GAME_TEST(name) TEST_WITH(name, struct dialogue, d, begin, dialogue_free)

static void check_alone(const struct judge *judge)
{
	signal(SIGABRT, SIG_DFL); /* cmocka handles it otherwise */
	close(STDERR_FILENO);
	judge_check(judge);
	_exit(0);
}

/* True if that program was not ended.  */
static bool holds(pid_t pid)
{
	int status;

	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) || WTERMSIG(status) == SIGABRT);
	return WIFEXITED(status);
}

/* Sets one field to another value, in a process of its own.  */
#define EXPECT_CAUGHT(field, value)                                                                          \
	do {                                                                                                 \
		pid_t pid = fork();                                                                          \
                                                                                                             \
		if (pid == 0) {                                                                              \
			(field) = (value);                                                                   \
			check_alone(judge);                                                                  \
		}                                                                                            \
		if (holds(pid))                                                                              \
			fail_msg("%s = %s is not caught", #field, #value);                                   \
	} while (0)

static void expect_all(const struct judge *judge)
{
	pid_t pid = fork();

	if (pid == 0)
		check_alone(judge);
	assert_true(holds(pid));
}

GAME_TEST(a_judge_in_the_middle_of_a_match_satisfies_all_invariants)
{
	expect_all(d->judge);
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	talk(d, SEAT_1, "< 7,7\n");
	expect_all(d->judge);
	dialogue_request(d, (struct request){.kind = REQUEST_RESIGN, .seat = SEAT_1});
	expect_all(d->judge);
}

GAME_TEST(a_match_that_contradicts_its_phase_is_caught)
{
	struct judge *judge;

	judge = d->judge;
	EXPECT_CAUGHT(judge->match.over, true);
	EXPECT_CAUGHT(judge->phase, OVER);
	EXPECT_CAUGHT(judge->phase, STARTING);
	EXPECT_CAUGHT(judge->limits.watched_until, judge->time.now + 1);
	EXPECT_CAUGHT(judge->written, true);
	dialogue_request(d, (struct request){.kind = REQUEST_RESIGN, .seat = SEAT_1});
	EXPECT_CAUGHT(judge->phase, PLAYING);
	EXPECT_CAUGHT(judge->match.verdict.proof[0], judge->out.last_n + 1);
	EXPECT_CAUGHT(judge->match.verdict.reason, NULL);
}

GAME_TEST(an_unfinished_input_is_caught)
{
	struct judge *judge;

	judge = d->judge;
	EXPECT_CAUGHT(judge->limits.expiring, true);
	EXPECT_CAUGHT(judge->flow.direct, true);
	EXPECT_CAUGHT(judge->watcher.note_due, true);
	EXPECT_CAUGHT(judge->out.current, 0);
	EXPECT_CAUGHT(judge->end_n, 1);
	EXPECT_CAUGHT(judge->out.actions.last, judge->out.actions.first + 1);
}

GAME_TEST(a_clock_in_the_wrong_state_is_caught)
{
	struct judge *judge;
	struct seat *seat;

	judge = d->judge;
	seat = &judge->seat[SEAT_1];
	EXPECT_CAUGHT(judge->time.standing, true);
	EXPECT_CAUGHT(judge->gate.mode, GATE_CLOSED);
	EXPECT_CAUGHT(judge->gate.mode, GATE_MOVES); /* but no move is left */
	EXPECT_CAUGHT(seat->time.clock.since, CLOCK_NEVER);
	EXPECT_CAUGHT(seat->time.clock.since, judge->time.now + 1);
	EXPECT_CAUGHT(seat->time.clock.open, false);
	EXPECT_CAUGHT(seat->time.clock.account.used, -1);
	EXPECT_CAUGHT(seat->attached.traced, true);
	EXPECT_CAUGHT(seat->attached.frozen, true);
	dialogue_request(d, (struct request){.kind = REQUEST_PAUSE});
	EXPECT_CAUGHT(judge->time.standing, false);
	EXPECT_CAUGHT(seat->time.clock.since, judge->time.now);
	talk(d, SEAT_1, "< 7,7\n");
	EXPECT_CAUGHT(judge->gate.held[judge->gate.first].message.direction, EVENT);
}

GAME_TEST(a_seat_whose_life_and_turn_disagree_is_caught)
{
	struct judge *judge;
	struct seat *one, *two;

	judge = d->judge;
	one = &judge->seat[SEAT_1];
	two = &judge->seat[SEAT_2];
	EXPECT_CAUGHT(one->process.life, LIFE_NONE);
	EXPECT_CAUGHT(one->process.life, LIFE_GONE); /* but has something to answer */
	EXPECT_CAUGHT(one->process.life, LIFE_STARTING);
	EXPECT_CAUGHT(one->turn.state, TURN_DUE);
	EXPECT_CAUGHT(one->asked.state, QUESTION_OVERTAKEN);
	EXPECT_CAUGHT(one->end.due, true);
	EXPECT_CAUGHT(one->asked.n, judge->out.last_n + 1);
	EXPECT_CAUGHT(two->turn.state, TURN_DUE);
	EXPECT_CAUGHT(two->process.unspoken, true);
	EXPECT_CAUGHT(two->end.deaf, true);
	EXPECT_CAUGHT(two->connection.connected, true);
	EXPECT_CAUGHT(judge->seat[SEAT_NONE].turn.state, TURN_OPEN);
	EXPECT_CAUGHT(judge->seat[SEAT_NONE].process.leaving, true);
}

GAME_TEST(a_buffer_shorter_than_the_bytes_already_seen_is_caught)
{
	struct judge *judge;
	struct seat *seat;

	judge = d->judge;
	seat = &judge->seat[SEAT_2];
	EXPECT_CAUGHT(seat->intake.seen, seat->intake.in.size + 1);
	EXPECT_CAUGHT(seat->intake.early, seat->intake.in.size + 1);
	EXPECT_CAUGHT(seat->intake.answers, judge->match.setup.max_chatter + 1);
	EXPECT_CAUGHT(seat->intake.unkept_size, 1);
	EXPECT_CAUGHT(seat->redone.touched, 1);
}

TEST_MAIN(NULL, NULL)
