/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* go_between.c - a program of the user's that is asked about each message before it passes (--on).
 *
 * It is a watcher of the match, as breakpoints are: the match stops before a message, the program gets that
 * as a line of JSON, and its answer becomes the requests that a person makes who edits, drops or delays a
 * held message.  So the recording has what happened, replay needs no program, and no clock of a seat runs
 * meanwhile.  Then the match goes on as it did before: open, or for the steps that a person wants.
 *
 * Several messages may be asked about at once, since a breakpoint of a person's or a second agent can have
 * stopped the match, too: the answers come in the order of the questions.  A program that does not answer
 * within LIMIT, writes what is no answer, or ends, is asked no more, and people are told.  It is started as
 * an agent is, so its queue is bounded, its output is always read, and no process of it stays behind.  */
#include "session_state.h"

#include "ringside/agent.h"
#include "ringside/arbiter.h"
#include "ringside/loop.h"
#include "ringside/match_json.h"
#include "ringside/protocol.h"
#include "ringside/words.h"
#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* How long it may think about a message.  */
#define LIMIT ((int64_t)5 * NS_PER_S)
/* How long it may take to leave after its stdin was closed.  */
#define LEAVE ((int64_t)2 * NS_PER_S)

enum { LINE_MOST = 1 << 20, SHOWN = 60 };

/* A message that it was asked about.  */
struct asked {
	int64_t number;
	int seat;
	bool answers; /* the message is the move of an agent */
};

struct go_between {
	struct session *session;
	char *command;
	struct agent *agent; /* NULL: it has ended */
	struct watch *timer; /* for its answer */
	struct bytes in;     /* what it wrote, without whole lines */
	struct bytes words;  /* the last line that it wrote on stderr */
	struct asked *asked; /* the oldest first */
	int count;
	int64_t *known; /* the numbers of messages at the gate that it was asked about */
	int known_count;
	bool is_due;        /* the match was stopped before a message that it is to be asked about */
	const char *failed; /* why it has to end; NULL: it need not */
	bool leaves;        /* nothing more is asked: it may end */
	bool stays; /* the match does not go on after the answer: a person or a breakpoint has stopped it */
	struct request resume; /* how it goes on */
	int turns;             /* played when that was asked for */
};

/* Tells people why it is asked no more, and lets go of it.  */
static void end(struct go_between *between, const char *why);

/* Lets the match go on as before the question.  */
static void go_on(struct go_between *between, const struct asked *last);

/* Where the message waits at the gate; -1: it does not.  */
static int place_of(const struct session *session, int64_t number)
{
	const struct message *message;

	for (int i = 0; (message = judge_held(session->judge, i)); i++)
		if (message->number == number)
			return i;
	return -1;
}

/* ---- questions ---- */

static const char *const directions[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "event"};

static void set_text(json_t *object, const char *name, const char *bytes, size_t size)
{
	FREED char *text = bytes_copy(bytes, size);

	json_object_set_new(object, name, match_json_words(text));
}

/* The line that tells it of the message.  The caller frees.  */
static char *question(const struct session *session, const struct judge *judge, const struct message *message)
{
	const struct setup *setup = &judge_match(judge)->setup;
	const struct protocol *protocol = protocol_named(setup->system);
	json_t *object = json_object();
	FREED char *meaning = protocol->texts->meaning ? protocol->texts->meaning(setup, message) : NULL;
	FREED char *line = NULL;

	json_object_set_new(object, "n", json_integer(message->number));
	json_object_set_new(object, "game", json_integer(setup->game));
	json_object_set_new(object, "move", json_integer(message->turn));
	json_object_set_new(object, "seat", json_integer(message->seat));
	json_object_set_new(object, "dir", json_string(directions[message->direction]));
	json_object_set_new(object, "channel", json_string(channel_name(message->channel)));
	json_object_set_new(
		object, "time",
		json_real((double)judge_turn_time(judge, message->seat, loop_woke(session->loop)) /
			  (double)NS_PER_S));
	if (meaning)
		set_text(object, "text", meaning, strlen(meaning));
	else
		set_text(object, "text", message->bytes, message_text_size(message, protocol));
	if (protocol->framing) {
		FREED char *hex = edit_words(message->bytes, message->size, true);

		json_object_set_new(object, "hex", json_string(hex));
	}
	line = match_json_line(object);
	json_decref(object);
	return bytes_text("%s\n", line);
}

static void wait_for_answer(struct go_between *between)
{
	loop_at(between->timer, between->failed  ? loop_now()
				: between->count ? loop_now() + LIMIT
						 : INT64_MAX);
}

static void ask(struct go_between *between, const struct judge *judge, const struct message *message)
{
	FREED char *line = question(between->session, judge, message);
	bool legal;
	FREED char *answer = message->direction == FROM_AGENT ? judge_answer(judge, message, &legal) : NULL;

	between->asked =
		bytes_resized(between->asked, (size_t)(between->count + 1) * sizeof(*between->asked));
	between->asked[between->count++] =
		(struct asked){.number = message->number, .seat = message->seat, .answers = answer};
	if (!agent_write(between->agent, line, strlen(line)))
		between->failed = "does not read";
	if (between->count == 1 || between->failed)
		wait_for_answer(between);
}

static bool is_known(const struct go_between *between, int64_t number)
{
	for (int i = 0; i < between->known_count; i++)
		if (between->known[i] == number)
			return true;
	return false;
}

/* Forgets messages that have passed.  */
static void forget_passed(struct go_between *between)
{
	int kept = 0;

	for (int i = 0; i < between->known_count; i++)
		if (place_of(between->session, between->known[i]) >= 0)
			between->known[kept++] = between->known[i];
	between->known_count = kept;
}

void go_between_ask(struct session *session)
{
	struct go_between *between = session->between;
	const struct message *held;

	if (!between || !between->is_due)
		return;
	between->is_due = false;
	forget_passed(between);
	for (int i = 0; between->agent && !between->failed && (held = judge_held(session->judge, i)); i++) {
		struct message message = *held;

		if (!(held->flags & MESSAGE_STOPPED) || is_known(between, held->number))
			continue;
		between->known = bytes_resized(between->known,
					       (size_t)(between->known_count + 1) * sizeof(*between->known));
		between->known[between->known_count++] = held->number;
		ask(between, session->judge, &message);
	}
	if (!between->count)
		go_on(between, &(struct asked){.seat = SEAT_NONE});
}

/* The watcher of the session's matches: the person's breakpoints first.  */
static char *reason(void *user, const struct judge *judge, const struct stop *stop)
{
	struct session *session = user;
	struct go_between *between = session->between;
	char *why = session->stops.reason ? session->stops.reason(session->stops.user, judge, stop) : NULL;
	const struct message *message = stop->message;

	between->stays = between->stays || why;
	if (stop->kind != STOP_MESSAGE || !between->agent || between->failed || judge_match(judge)->over ||
	    (message->direction == FROM_AGENT && message->channel == CHANNEL_STDERR)) /* it has passed */
		return why;
	between->is_due = true; /* the message gets its number when it is held */
	return why ? why : bytes_text(GO_BETWEEN_MARK "%s is asked", between->command);
}

static int64_t due(void *user, const struct judge *judge, int64_t since)
{
	const struct session *session = user;

	return session->stops.due(session->stops.user, judge, since);
}

/* ---- answers ---- */

static void go_on(struct go_between *between, const struct asked *last)
{
	struct session *session = between->session;
	struct request request = between->resume;
	int left;

	if (between->stays || !session->judge)
		return;
	switch (request.kind) {
	case REQUEST_STEP:
		left = request.count > 1 ? request.count : 1;
		if (!request.of_seat || request.seat == last->seat)
			between->stays = left == 1;
		between->resume.count =
			between->stays ? 1 : left - (!request.of_seat || request.seat == last->seat);
		break;
	case REQUEST_NEXT:
		left = (request.count > 1 ? request.count : 1) -
		       (judge_match(session->judge)->turn_count - between->turns);
		between->stays = left < 1;
		request.count = left;
		break;
	case REQUEST_ANSWER: between->stays = last->answers; break;
	default: break;
	}
	if (!between->stays || request.kind == REQUEST_STEP)
		free(play_request(session, &request));
}

/* The text of an answer as `edit` takes it: the bytes of a binary system in hexadecimal, else a line, whose
 * backslashes mean themselves.  NULL: there is none.  The caller frees.  */
static char *text_of(const json_t *answer)
{
	const json_t *hex = json_object_get(answer, "hex"), *text = json_object_get(answer, "text");

	if (json_is_string(hex))
		return bytes_text("%s", json_string_value(hex));
	return json_is_string(text) ? edit_words(json_string_value(text), json_string_length(text), false)
				    : NULL;
}

/* What it wants of the message.  False: no answer says so.  */
static bool read_answer(struct go_between *between, const json_t *answer, const struct asked *asked,
			struct request *request, char **text)
{
	static const struct {
		const char *word;
		enum request_kind kind;
	} kinds[] = {{"pass", REQUEST_GO},     {"edit", REQUEST_EDIT},   {"drop", REQUEST_DROP},
		     {"delay", REQUEST_DELAY}, {"inject", REQUEST_SEND}, {"stop", REQUEST_PAUSE}};
	const char *word = json_string_value(json_object_get(answer, "do"));
	const json_t *ms = json_object_get(answer, "ms"), *seat = json_object_get(answer, "seat");
	size_t i = 0;

	while (word && i < sizeof(kinds) / sizeof(kinds[0]) && strcmp(kinds[i].word, word) != 0)
		i++;
	if (!word || i == sizeof(kinds) / sizeof(kinds[0]))
		return false;
	*text = text_of(answer);
	*request = (struct request){.kind = kinds[i].kind,
				    .held = place_of(between->session, asked->number),
				    .seat = asked->seat,
				    .text = *text};
	if (request->kind == REQUEST_DELAY) {
		if (!json_is_number(ms) || json_number_value(ms) < 0 || json_number_value(ms) > 1e9)
			return false;
		request->ns = (int64_t)(json_number_value(ms) * (double)NS_PER_MS);
	}
	if (request->kind == REQUEST_SEND && json_is_integer(seat)) {
		if (json_integer_value(seat) < 0 || json_integer_value(seat) >= SEATS)
			return false;
		request->seat = (int)json_integer_value(seat);
	}
	return *text || (request->kind != REQUEST_EDIT && request->kind != REQUEST_SEND);
}

/* Does what it wants.  NULL, or why that cannot be done, for people; the caller frees.  */
static char *carry_out(struct go_between *between, const struct request *request)
{
	struct session *session = between->session;

	if (request->kind == REQUEST_GO)
		return NULL;
	if (request->kind == REQUEST_PAUSE) {
		between->stays = session->setup.stay;
		if (!between->stays) /* nobody could go on: there is no screen and no script */
			return play_request(session, &(struct request){.kind = REQUEST_INTERRUPT});
		session_notify(session, bytes_text("--on: %s stops the match here", between->command), false);
		return NULL;
	}
	if (request->held < 0 && request->kind != REQUEST_SEND)
		return bytes_text("the message has passed already");
	return play_request(session, request);
}

static void take_answer(struct go_between *between, const char *line, size_t size)
{
	struct session *session = between->session;
	FREED char *text = NULL;
	FREED char *problem = NULL;
	FREED char *shown = bytes_escaped(line, size < SHOWN ? size : SHOWN);
	FREED char *why = NULL;
	struct asked asked;
	struct request request;
	json_error_t error;
	json_t *answer;

	if (!between->count) {
		why = bytes_text("answers without being asked: %s", shown);
		end(between, why);
		return;
	}
	asked = between->asked[0];
	answer = json_loadb(line, size, 0, &error);
	if (!read_answer(between, answer, &asked, &request, &text)) {
		why = bytes_text("gives no answer about message #%" PRId64 ": %s%s", asked.number, shown,
				 size > SHOWN ? "..." : "");
		json_decref(answer);
		end(between, why);
		return;
	}
	memmove(between->asked, between->asked + 1, (size_t)--between->count * sizeof(*between->asked));
	wait_for_answer(between);
	problem = carry_out(between, &request);
	if (problem)
		session_notify(
			session,
			bytes_text("--on: message #%" PRId64 " passes as it is: %s", asked.number, problem),
			true);
	json_decref(answer);
	if (!between->count)
		go_on(between, &asked);
	session_changed(session); /* the match may stand now, and nothing else says so */
}

/* Keeps the last line of its own words, which says most when it crashes.  */
static void keep_words(struct go_between *between, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == '\n' || bytes[i] == '\r')
			continue;
		if ((i && (bytes[i - 1] == '\n' || bytes[i - 1] == '\r')) || between->words.size > SHOWN * 4)
			between->words.size = 0;
		bytes_add(&between->words, bytes + i, 1);
	}
}

static void heard(void *user, int64_t t UNUSED, enum stream stream, const char *bytes, size_t size)
{
	struct go_between *between = user;
	char *stop;

	if (stream == STREAM_STDERR) {
		keep_words(between, bytes, size);
		return;
	}
	bytes_add(&between->in, bytes, size);
	while (between->agent && between->in.size && !between->leaves &&
	       (stop = memchr(between->in.at, '\n', between->in.size))) {
		size_t line = (size_t)(stop - between->in.at);
		FREED char *copy = bytes_copy(between->in.at, line);

		bytes_drop(&between->in, line + 1);
		take_answer(between, copy, line);
	}
	if (between->agent && between->in.size > LINE_MOST)
		end(between, "writes a line without end");
}

static void exited(void *user, int64_t t UNUSED, struct ending ending)
{
	struct go_between *between = user;
	FREED char *how = arbiter_ending_words(ending);
	FREED char *words =
		between->words.size ? bytes_escaped(between->words.at, between->words.size) : NULL;
	FREED char *why = bytes_text("%s%s%s", how, words ? ": " : "", words ? words : "");

	end(between, why);
}

static void timed_out(void *user, int events UNUSED)
{
	struct go_between *between = user;
	FREED char *why = NULL;

	if (between->failed) {
		end(between, between->failed);
	} else if (between->count) {
		why = bytes_text("has not answered about message #%" PRId64 " for %d s",
				 between->asked[0].number, (int)(LIMIT / NS_PER_S));
		end(between, why);
	}
}

static void end(struct go_between *between, const char *why)
{
	struct session *session = between->session;
	bool awaited = between->count > 0, told = !between->leaves;
	struct asked last = awaited ? between->asked[between->count - 1] : (struct asked){0};

	agent_free(between->agent);
	between->agent = NULL;
	between->count = 0;
	loop_at(between->timer, INT64_MAX);
	if (told)
		session_notify(session,
			       bytes_text("--on: %s %s: it is asked no more, and messages pass as they are",
					  between->command, why),
			       true);
	if (awaited)
		go_on(between, &last);
	if (session->ending && session->judge)
		play_pump(session); /* it may have been the last process */
}

/* ---- for the session ---- */

char *go_between_begin(struct session *session)
{
	static const struct agent_events events = {.bytes = heard, .exited = exited};
	struct go_between *between;
	char *problem = NULL;

	if (!session->setup.on)
		return NULL;
	between = bytes_new(sizeof(*between));
	*between = (struct go_between){.session = session,
				       .command = bytes_text("%s", session->setup.on),
				       .resume = {.kind = REQUEST_GO}};
	session->between = between;
	between->timer = loop_timer(session->loop, LOOP_LATER, timed_out, between);
	between->agent = agent_spawn(
		session->loop,
		&(struct agent_setup){.command = between->command, .stderr_pipe = true, .end_ns = LEAVE},
		&events, between, &problem);
	return between->agent ? NULL : bytes_behind(problem, "--on: ");
}

const struct stops *go_between_stops(struct session *session)
{
	if (!session->between)
		return &session->stops;
	session->between_stops =
		(struct stops){.reason = reason, .user = session, .due = session->stops.due ? due : NULL};
	return &session->between_stops;
}

bool go_between_takes(struct session *session, const struct request *request)
{
	struct go_between *between = session->between;

	if (!between || !session->judge)
		return false;
	switch (request->kind) {
	case REQUEST_PAUSE: between->stays = true; return false;
	case REQUEST_GO:
	case REQUEST_STEP:
	case REQUEST_NEXT:
	case REQUEST_ANSWER:
		between->stays = false;
		between->resume = *request;
		between->turns = judge_match(session->judge)->turn_count;
		return between->count > 0;
	default: return false;
	}
}

bool session_awaits_go_between(const struct session *session)
{
	return session->between && (session->between->count > 0 || session->between->is_due);
}

bool go_between_leaves(struct session *session)
{
	struct go_between *between = session->between;

	if (!between || !between->agent)
		return false;
	if (!between->leaves)
		agent_dismiss(between->agent, 0);
	between->leaves = true;
	return true;
}

void go_between_free(struct session *session)
{
	struct go_between *between = session->between;

	if (!between)
		return;
	agent_free(between->agent);
	loop_unwatch(between->timer);
	bytes_free(&between->in);
	bytes_free(&between->words);
	free(between->asked);
	free(between->known);
	free(between->command);
	free(between);
	session->between = NULL;
}
