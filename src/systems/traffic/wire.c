/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the traffic of any program that talks over pipes: it is heard, and nobody plays it (ringside tap).
 *
 * There are two systems, which differ only in how messages are cut: `lines`, and `bytes`, of which each read
 * is a message.  A turn is an exchange: it goes from the last message to the program to its first answer.
 * The program is always asked, so that its end counts at any time (traffic, What is kept).  */
#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"

#include <stdlib.h>
#include <string.h>

struct traffic {
	struct judge *judge;
	bool told; /* it was told something, and has not answered yet */
};

static const struct option_row *const options[] = {NULL};

static const struct channel_pane panes[] = {
	{"what it was told", CHANNEL_BIT(CHANNEL_INPUT)},
	{"what it said", CHANNEL_BIT(CHANNEL_OUTPUT)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

#define ENDED "ended"

static const struct reason_row reasons[] = {
	{ENDED, NULL, "A program without rules is over when it leaves with status 0. Nobody wins.",
	 "traffic, How it ends"},
	{REASON_CRASH, NULL, "A signal ended it, or it left with another status than 0.",
	 "traffic, How it ends"},
	{0},
};

/* ---- messages ---- */

static enum channel channel(void *state, int seat, const char *bytes, size_t size)
{
	(void)state, (void)seat, (void)bytes, (void)size;
	return CHANNEL_OUTPUT;
}

static char *words_of(const struct traffic *t, const struct message *message)
{
	const struct protocol *protocol = protocol_named(arbiter_setup(t->judge)->system);

	return bytes_escaped(message->bytes, message_text_size(message, protocol));
}

static void received(void *state, const struct message *message)
{
	struct traffic *t = state;
	FREED char *words = t->told ? words_of(t, message) : NULL;

	if (!words)
		return;
	t->told = false;
	arbiter_moved(t->judge, message->seat, words, words);
	arbiter_next(t->judge, message->seat);
	arbiter_expect(t->judge, message->seat, 0);
}

static char *answer(void *state, const struct message *message, bool *legal)
{
	const struct traffic *t = state;

	*legal = true;
	return t->told ? words_of(t, message) : NULL;
}

static char *move_form(const struct match *match, int turns, const char *move, char **problem)
{
	(void)match, (void)turns, (void)problem;
	return bytes_text("%s", move);
}

/* ---- bytes ---- */

static size_t frame(void *state, int seat, const char *bytes, size_t size, size_t seen, bool ended)
{
	(void)state, (void)seat, (void)bytes, (void)seen, (void)ended;
	return size;
}

static size_t end(const char *bytes, size_t size)
{
	(void)bytes, (void)size;
	return 0;
}

static char *meaning(const struct setup *setup UNUSED, const struct message *message)
{
	return bytes_escaped(message->bytes, message->size);
}

/* ---- what is heard ---- */

static enum channel heard_channel(const void *state UNUSED, const char *bytes, size_t size)
{
	(void)bytes, (void)size;
	return CHANNEL_INPUT;
}

static void heard(void *state, const struct message *message)
{
	struct traffic *t = state;

	t->told = true;
	arbiter_heard_question(t->judge, message->seat, true, 0);
}

/* False: the seat is to blame.  */
static bool exited(void *state, int seat, struct ending ending, const char *late UNUSED)
{
	const struct traffic *t = state;
	FREED char *how = arbiter_ending_words(ending);

	if (ending.signalled || ending.code)
		arbiter_verdict(t->judge, WINNER_NONE, REASON_CRASH, seat, "%s", how);
	else
		arbiter_verdict(t->judge, WINNER_NONE, ENDED, SEAT_NONE, "the program has ended: it %s", how);
	return true;
}

/* ---- nobody plays it ---- */

static void started(void *state, int seat, bool warm UNUSED)
{
	const struct traffic *t = state;

	arbiter_ready(t->judge, seat);
}

static void begin(void *state)
{
	const struct traffic *t = state;

	if (!arbiter_is_tapped(t->judge)) {
		arbiter_verdict(t->judge, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE,
				"there are no rules to play by: ringside tap keeps what is said");
		return;
	}
	arbiter_next(t->judge, SEAT_1);
	arbiter_expect(t->judge, SEAT_1, 0);
}

static void ask(void *state, int seat)
{
	(void)state, (void)seat;
}

static void timed_out(void *state, int seat, const char *limit)
{
	(void)state, (void)seat, (void)limit;
}

static char *play(void *state, int seat, const char *move, const char *answered)
{
	(void)state, (void)seat, (void)move, (void)answered;
	return bytes_text("there are no rules to play by");
}

static void *traffic_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct traffic *t = bytes_new(sizeof(*t));

	(void)setup, (void)problem;
	t->judge = judge;
	return t;
}

static const struct protocol_bundle bundle = {
	.demo = {"cat"},
	.samples = (const char *const[]){NULL},
};

static const struct protocol_tools tools = {0};

static const struct protocol_tap tap = {.channel = heard_channel, .heard = heard};

#define MISLED "it was told what another program had to be told"

#define TRAFFIC(...)                                                                                         \
	.unruled = true, .options = options, .bundle = &bundle, .tools = &tools, .tap = &tap,                \
	.answers = CHANNEL_BIT(CHANNEL_OUTPUT), .moves = CHANNEL_OUTPUT, .channel = channel,                 \
	.new = traffic_new, .free = free, .started = started, .begin = begin, .ask = ask,                    \
	.received = received, .answer = answer, .move_form = move_form, .exited = exited,                    \
	.timeout = timed_out, .play = play

extern const struct protocol protocol_lines, protocol_bytes;

const struct protocol protocol_lines = {
	.name = "lines",
	.texts = &(
		const struct protocol_texts){.title = "any program, without rules: its traffic line by line",
					     .panes = panes,
					     .misled = MISLED,
					     .reasons = reasons},
	TRAFFIC(),
};

const struct protocol protocol_bytes = {
	.name = "bytes",
	.texts = &(
		const struct protocol_texts){.title = "any program, without rules: its traffic read by read",
					     .panes = panes,
					     .misled = MISLED,
					     .reasons = reasons,
					     .meaning = meaning},
	.framing = &(const struct protocol_framing){.frame = frame, .end = end},
	TRAFFIC(),
};
