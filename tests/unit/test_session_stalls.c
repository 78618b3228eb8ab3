/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_session_stalls.c - the judge looks at the clock late: after a limit, or after a stall. The clock
 * is the tests': all call the function of the C library that is replaced here.  */
#include "../../src/session/session_state.h"
#include "../temp.h"
#include "../within.h"
#include "io_fixture.h"
#include "ringside/judge.h"
#include "ringside/loop.h"
#include "ringside/replay.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* So short that a judge which looks after it was not held up: it may be late by AWAKE_LATE.  */
#define LIMIT (10 * MS)
#define STALL (150 * MS)

/* It is ten microseconds later at each look, or stands still.  */
static struct {
	bool stands;
	int64_t ns; /* 0: the clock is the real one */
} now;

int clock_gettime(clockid_t clock, struct timespec *time)
{
	if (clock != CLOCK_MONOTONIC || !now.ns)
		return (int)syscall(SYS_clock_gettime, clock, time);
	now.ns += now.stands ? 0 : 10000;
	*time = (struct timespec){now.ns / SECONDS, now.ns % SECONDS};
	return 0;
}

static char *go, *said; /* pipes: the agent may answer, and has answered */
static char *record;    /* of a series */
static struct session *session;
static bool ended;

static void has_ended(void *user)
{
	ended = true;
}

/* The second game begins so long after the first has ended.  */
static bool next_game(void *user, struct setup *setup)
{
	now.ns += AWAKE_TICK + AWAKE_LATE / 2;
	return ++setup->game == 2;
}

/* On seat 1 sits an agent that is asked and answers when it is told to.  */
static void begin_series(int64_t limit, const char *path)
{
	static const struct session_events watching = {.ended = has_ended},
					   series = {.ended = has_ended, .next = next_game};
	struct session_setup setup = {.stay = true, .record = path, .series = true};
	char *problem = NULL, *agent;
	int status;

	setup_init(&setup.setup);
	setup.setup.system = "gomocup";
	setup.setup.turn_limit = limit;
	setup.setup.tolerance = 0;
	if (path)
		assert_null(setup_set(&setup.setup, "draw-at", "1"));
	agent = bytes_text("sh -c 'while read -r line; do case $line in ABOUT* | *START*) echo OK ;; "
			   "BEGIN*) read -r word <%s; echo 1,1; echo >%s ;; END*) exit ;; esac; done'",
			   go, said);
	setup_seat(&setup.setup, SEAT_1, agent, NULL);
	setup_seat(&setup.setup, SEAT_2, NULL, NULL);
	free(agent);
	now.stands = false;
	now.ns = loop_now();
	ended = false;
	session = session_play(loop, &setup, path ? &series : &watching, NULL, &problem, &status);
	if (!session)
		fail_msg("%s", problem);
	setup_free(&setup.setup);
	until(judge_seat(session->judge, SEAT_1).thinks);
	now.stands = true;
}

static void begin(int64_t limit)
{
	begin_series(limit, NULL);
}

static void finish_session(void)
{
	now.ns = 0;
	session_end(session);
	until(ended);
	session_free(session);
}

/* Returns when the answer lies in the pipe.  */
static void lets_agent_answer(void)
{
	char byte;
	int fd = open(go, O_WRONLY);

	assert_int_equal(write(fd, "\n", 1), 1);
	close(fd);
	fd = open(said, O_RDONLY);
	assert_int_equal(read(fd, &byte, 1), 1);
	close(fd);
}

/* The timers are the kernel's: they ring when its clock is there, too.  */
static void await_kernel(void)
{
	struct timespec time;

	do {
		poll(NULL, 0, 1);
		syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
	} while (time.tv_sec * SECONDS + time.tv_nsec < now.ns);
}

/* The judge looks again only then, and its timer has rung by then.  */
static const struct match *match_after(int64_t ns)
{
	const struct match *match = judge_match(session->judge);

	now.ns += ns;
	await_kernel();
	now.stands = false;
	until(match->over || match->turn_count);
	return match;
}

TEST(an_answer_counts_that_the_judge_could_not_see_before_the_limit)
{
	const struct match *match;

	begin(LIMIT);
	lets_agent_answer();
	match = match_after(LIMIT + 2 * MS);
	assert_false(match->over);
	assert_int_equal(match->turns[0].think_ns, LIMIT - 1);
	assert_int_equal(match->turns[0].held_ns, 0);
	finish_session();
}

TEST(an_answer_that_lies_there_after_a_stall_counts_from_before_it)
{
	const struct match *match;

	begin(LIMIT);
	lets_agent_answer();
	match = match_after(STALL);
	assert_false(match->over);
	assert_int_equal(match->turns[0].think_ns, 0);
	assert_true(match->turns[0].held_ns >= STALL);
	finish_session();
}

TEST(without_an_answer_the_limit_ends_the_match)
{
	const struct match *match;

	begin(LIMIT);
	match = match_after(LIMIT + 2 * MS);
	assert_true(match->over);
	assert_string_equal(match->verdict.reason, "timeout");
	finish_session();
}

/* A breakpoint is set, or the screen opens, while an agent thinks.  */
TEST(who_stops_the_match_may_change_and_the_judge_looks_as_often_as_before)
{
	int64_t seen;

	begin(10 * SECONDS);
	session_set_stops(session, NULL);
	seen = session->stall.seen;
	now.ns = seen + AWAKE_TICK;
	await_kernel();
	now.stands = false;
	until(session->stall.seen > seen);
	assert_within(session->stall.seen - seen, AWAKE_TICK, AWAKE_TICK + AWAKE_LATE);
	lets_agent_answer();
	until(judge_match(session->judge)->turn_count);
	finish_session();
}

/* Called when the judge tells the agent that the second game begins, and is held up then.  */
static char *is_held_up(void *user, const struct judge *judge, const struct stop *stop)
{
	int *stalls = user;

	if (judge_match(judge)->setup.game == 2 && stop->kind == STOP_MESSAGE && !*stalls) {
		now.ns += STALL;
		++*stalls;
	}
	return NULL;
}

/* Fails unless the game can be replayed.  True: it was held up since before it began.  */
static bool replays(const char *path)
{
	char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	struct effect effect;
	struct judge *judge;
	struct message message;
	struct setup setup FREED_BY(setup_free);
	bool before = false;
	int64_t n = 0;

	assert_non_null(file);
	assert_true(match_file_setup(file, 0, &setup));
	judge = judge_new(&setup, &problem);
	replay_begin(judge);
	while (match_file_history(file, 0, n, 1, &message) == 1) {
		n = message.n;
		before = before ||
			 (message.event.kind == EVENT_HELD_UP && message.event.number[0] > message.t_ns);
		assert_true(replay_feed(judge, &message));
		while (judge_effect(judge, 0, &effect))
			;
	}
	assert_int_equal(judge_match(judge)->turn_count, 1);
	judge_free(judge);
	match_file_close(file);
	return before;
}

/* Its process stays, so what the judge was late for began in the game before.  */
TEST(a_game_whose_judge_was_held_up_as_it_began_can_be_replayed)
{
	int stalls = 0;
	const struct stops stops = {.reason = is_held_up, .user = &stalls};
	FREED char *second;

	begin_series(10 * SECONDS, record);
	session_set_stops(session, &stops);
	lets_agent_answer();
	now.stands = false;
	until(judge_match(session->judge)->setup.game == 2 && judge_seat(session->judge, SEAT_1).thinks);
	assert_int_equal(stalls, 1);
	lets_agent_answer();
	until(judge_match(session->judge)->turn_count);
	second = match_file_of_game(record, 2);
	finish_session();
	assert_true(replays(second));
}

static int make_pipes(void **state)
{
	record = temp_path("m.ringside");
	go = temp_path("go");
	said = temp_path("said");
	return mkfifo(go, 0600) || mkfifo(said, 0600);
}

static int remove_pipes(void **state)
{
	temp_remove(go);
	temp_remove(said);
	temp_remove(record);
	return 0;
}

int main(void)
{
	int failed;

	alarm(2 * DEADLINE_S); /* until() may have no deadline while the clock stands */
	loop = loop_new();
	failed = RUN_TESTS(make_pipes, remove_pipes);
	loop_free(loop);
	return failed;
}
