/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_session_socket.c - a session seats agents of a system that speaks over a socket.
 *
 * The system and the table of systems belong to this test: a judge that says hello, agents that answer, and a
 * first move that ends the match.  */
#include "io_fixture.h"
#include "ringside/arbiter.h"
#include "ringside/protocol.h"
#include "ringside/replay.h"
#include "ringside/session.h"
#include "socket_fixture.h"

#include <errno.h>
#include <sys/wait.h>

enum { PORTS = 2 };

struct table {
	struct judge *judge;
	bool greeted[SEATS];
};

/* ---- the protocol ---- */

static bool over_sockets(const struct setup *setup)
{
	return setup_given(setup, "pipes") == NULL;
}

static enum channel channel_of(void *state, int seat, const char *bytes, size_t size)
{
	return CHANNEL_MOVE;
}

static void *table_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct table *table = bytes_new(sizeof(*table));

	table->judge = judge;
	return table;
}

static void started(void *state, int seat, bool warm)
{
	struct table *table = state;

	arbiter_ask(table->judge, seat, CHANNEL_COMMAND, "hello\n");
	arbiter_await(table->judge, seat, arbiter_setup(table->judge)->start_limit);
}

static void begin(void *state)
{
	arbiter_next(((struct table *)state)->judge, SEAT_1);
}

static void ask(void *state, int seat)
{
	arbiter_start_clock(((struct table *)state)->judge, seat);
	arbiter_ask(((struct table *)state)->judge, seat, CHANNEL_COMMAND, "play\n");
}

static void received(void *state, const struct message *message)
{
	struct table *table = state;

	arbiter_answered(table->judge, message->seat);
	if (table->greeted[message->seat]) {
		arbiter_moved(table->judge, message->seat, message->bytes, message->bytes);
		arbiter_verdict(table->judge, message->seat, "score", SEAT_NONE, "has moved");
		return;
	}
	table->greeted[message->seat] = true;
	arbiter_await(table->judge, message->seat, 0);
	arbiter_ready(table->judge, message->seat);
}

static void expired(void *state, int seat)
{
	arbiter_forfeit(((struct table *)state)->judge, seat, REASON_START, "has not connected");
}

static void goodbye(void *state, int seat)
{
	arbiter_send(((struct table *)state)->judge, seat, CHANNEL_COMMAND, "bye\n");
}

static const struct option_row *const no_options[1];
static const struct protocol_bundle bundle;

static const struct protocol_texts texts = {
	.title = "hello and a move",
};

static const struct protocol words = {
	.name = "words",
	.options = no_options,
	.texts = &texts,
	.bundle = &bundle,
	.answers = CHANNEL_BIT(CHANNEL_MOVE),
	.moves = CHANNEL_MOVE,
	.uses_socket = over_sockets,
	.limits = {.goodbye = 10 * SECONDS},
	.channel = channel_of,
	.new = table_new,
	.free = free,
	.started = started,
	.begin = begin,
	.ask = ask,
	.received = received,
	.expired = expired,
	.goodbye = goodbye,
};

const struct protocol *const protocols[] = {&words, NULL};

/* ---- a session ---- */

struct watched {
	struct session *session;
	struct bytes text; /* all events, a line each: "SEAT TEXT" */
	bool ended;
};

static void has_ended(void *user)
{
	((struct watched *)user)->ended = true;
}

static const struct session_events quiet = {.ended = has_ended};

/* Waits for a key, connects, says hello, moves when asked, and reads the goodbye.  */
static const char plays[] =
	"bash -c 'read go </dev/tty; exec 3<>/dev/tcp/$0/$1; read hello <&3; echo \"got $hello\" >&3; "
	"read word <&3; if test $word = play; then echo move >&3; read word <&3; fi; test $word = bye'";

static void play_session(struct watched *watched, bool pipes, const char *one, const char *two)
{
	const char *const commands[SEATS] = {NULL, one, two};
	struct session_setup setup = {.record = ""};
	char *problem = NULL;
	int status = 0;

	setup_init(&setup.setup);
	setup.setup.system = words.name;
	if (pipes)
		setup_set(&setup.setup, "pipes", "");
	for (int s = SEAT_1; s < SEATS; s++) {
		setup.setup.seat[s].kind = SEAT_AGENT;
		setup.setup.seat[s].command = bytes_text("%s", commands[s]);
		setup_name(&setup.setup, s, "player");
	}
	watched->session = session_play(loop, &setup, &quiet, watched, &problem, &status);
	setup_free(&setup.setup);
	if (!watched->session)
		fail_msg("%d: %s", status, problem);
}

/* How many messages of the seat in the file begin so.  */
static int count_of(const struct watched *watched, int seat, const char *text)
{
	const struct message_query query = {.seats = 1u << seat, .channels = CHANNEL_ALL, .last = INT64_MAX};
	struct message messages[100];
	int count = match_file_after(session_whole_file(watched->session), &query, 0, 100, messages),
	    found = 0;

	for (int i = 0; i < count; i++) {
		FREED char *said = event_words(&messages[i]);

		found += strncmp(said, text, strlen(text)) == 0;
	}
	return found;
}

static void assert_replays(const struct watched *watched)
{
	const struct message_query query = {.seats = 7, .channels = CHANNEL_ALL, .last = INT64_MAX};
	const struct match *match = session_match(watched->session);
	struct message messages[100];
	int count = match_file_after(session_whole_file(watched->session), &query, 0, 100, messages);
	char *problem = NULL;
	struct judge *judge = judge_new(&match->setup, &problem);
	struct effect effect;
	int64_t n = 0;

	assert_true(count >= 5 && count <= 99);
	replay_begin(judge);
	for (int i = 0; i < count; i++) {
		assert_true(replay_feed(judge, &messages[i]));
		while (judge_effect(judge, 0, &effect))
			if (effect.kind == EFFECT_MESSAGE) {
				/* Each seat reads what was sent to it.  */
				assert_int_equal(effect.message.n, ++n);
				assert_string_equal(effect.message.bytes, messages[n - 1].bytes);
				assert_int_equal(effect.message.seat, messages[n - 1].seat);
			}
	}
	assert_int_equal(n, count);
	assert_true(judge_match(judge)->over);
	assert_string_equal(judge_match(judge)->verdict.reason, match->verdict.reason);
	assert_int_equal(judge_match(judge)->verdict.winner, match->verdict.winner);
	judge_free(judge);
}

static int listening_ports(int ports[PORTS])
{
	char address[64];

	return listening("/proc/net/tcp", address, ports, PORTS);
}

TEST(strangers_are_noted_the_agents_play_and_the_recording_replays)
{
	static const char refused[] = "a connection was refused: ";
	struct watched watched = {0};
	int before = open_descriptors(), ports[PORTS], strangers[PORTS];

	play_session(&watched, false, plays, plays);
	assert_int_equal(listening_ports(ports), PORTS);
	for (int i = 0; i < PORTS; i++) {
		strangers[i] = connected_to(ports[i]);
		assert_true(strangers[i] >= 0);
	}
	until(count_of(&watched, SEAT_1, refused) == 1 && count_of(&watched, SEAT_2, refused) == 1);
	assert_false(session_match(watched.session)->over);
	assert_int_equal(session_faults(watched.session, SEAT_1) + session_faults(watched.session, SEAT_2),
			 0);
	session_type(watched.session, SEAT_1, "\r", 1);
	session_type(watched.session, SEAT_2, "\r", 1);
	until(watched.ended);
	assert_string_equal(session_match(watched.session)->verdict.reason, "score");
	assert_int_equal(session_match(watched.session)->verdict.winner, SEAT_1);
	for (int s = SEAT_1; s < SEATS; s++) {
		assert_int_equal(count_of(&watched, s, "got hello\n"), 1);
		assert_int_equal(count_of(&watched, s, "exited with status 0"), 1);
	}
	assert_int_equal(listening_ports(ports), 0);
	assert_replays(&watched);
	session_free(watched.session);
	for (int i = 0; i < PORTS; i++)
		close(strangers[i]);
	assert_int_equal(open_descriptors(), before);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), 0); /* the keeper alone is left */
}

TEST(a_setup_may_choose_pipes_instead)
{
	static const char over_pipes[] = "sh -c 'read hello; echo got; read word; if test $word = play; then "
					 "echo move; read word; fi; test $word = bye'";
	struct watched watched = {0};
	int ports[PORTS];

	play_session(&watched, true, over_pipes, over_pipes);
	assert_int_equal(listening_ports(ports), 0);
	until(watched.ended);
	assert_string_equal(session_match(watched.session)->verdict.reason, "score");
	session_free(watched.session);
}

TEST(an_agent_that_ends_without_connecting_loses_by_its_exit)
{
	struct watched watched = {0};
	const struct verdict *verdict;

	play_session(&watched, false, "sh -c 'exit 3'", plays);
	until(session_match(watched.session)->over);
	verdict = &session_match(watched.session)->verdict;
	assert_string_equal(verdict->reason, REASON_START);
	assert_int_equal(verdict->blame, SEAT_1);
	assert_int_equal(verdict->winner, SEAT_2);
	session_free(watched.session);                   /* the other one has not connected either */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), 0); /* the keeper alone is left */
}

int main(void)
{
	int failed;

	agent_keeper(); /* which a session starts if there is none */
	loop = loop_new();
	failed = RUN_TESTS(NULL, NULL);
	loop_free(loop);
	return failed;
}
