/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of NAME: text agents over pipes (NAME, Wire).
 *
 * protocol.h shows the life of a protocol and says what each member promises.  The judge owns the clocks, the
 * processes and the limits: nothing here sees them.  */
#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "rules.h"

#include <stdlib.h>
#include <string.h>

/* What the protocol knows of one match.  A recording is fed through the same functions, so keep here only
   what follows from the messages and the setup.  */
struct wire {
	struct judge *judge;
	struct NAME_game game;
	int seat; /* whose turn it is */
};

static const struct option_row *const options[] = {&NAME_option_target, NULL};

/* The layout "channels" has one pane for each row. Each channel used below is in one of them.  */
static const struct channel_pane panes[] = {
	{"questions", CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INFO)},
	{"answers", CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"comments", CHANNEL_BIT(CHANNEL_COMMENT)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

/* Bundled agents are src/samples/NAME-*: `sample:counter.sh` is NAME-counter.sh.  */
static const char *const samples[] = {"NAME-", NULL};

/* The rules behind the verdicts, for `why`. Each word of this system needs a row. Words of all systems
   (match.h) have a text already; a row here replaces it.  */
static const struct reason_row reasons[] = {
	{"target", NULL, "The player who says the target wins.", "NAME, Rules"},
	{REASON_ILLEGAL, NULL, "A number must be 1 to 3 above the last one.", "NAME, Rules"},
	{REASON_PROTOCOL, NULL, "An answer is a line with nothing but a number.", "NAME, Wire"},
	{0},
};

/* Lines that break the protocol but need not lose. With --strict a FAULT_FORGIVEN also loses.  */
enum { UNASKED };
static const struct fault_row faults[] = {
	[UNASKED] = {"speaks-unasked", "a line that nobody asked for", "NAME, Wire", "ignored",
		     FAULT_FORGIVEN},
	{0},
};

/* ---- messages ---- */

static bool is_comment(const char *bytes, size_t size)
{
	return !size || *bytes == '#';
}

/* The channel of a line. The bytes alone decide, because nothing is known of the match yet.  */
static enum channel channel(void *state, int seat, const char *bytes, size_t size)
{
	(void)state;
	(void)seat;
	while (size && strchr("\r\n", bytes[size - 1]))
		size--;
	if (is_comment(bytes, size))
		return CHANNEL_COMMENT;
	return NAME_read(bytes, size) < 0 ? CHANNEL_UNKNOWN : CHANNEL_MOVE;
}

/* The answer of an agent for which a person moved still comes. The judge drops it.  */
static bool is_answer(void *state, const struct message *message)
{
	(void)state;
	return message->channel == CHANNEL_MOVE || message->channel == CHANNEL_UNKNOWN;
}

static int number_of(const struct message *message)
{
	return NAME_read(message->bytes, message_text_size(message, NULL));
}

/* ---- turns ---- */

/* Every turn ends here, whoever played it. arbiter_moved() must come before the verdict, or the turn is
 * lost.  */
static void say(struct wire *wire, int seat, const char *answered, int number)
{
	char *played = bytes_text("%d", number);

	NAME_say(&wire->game, number);
	arbiter_moved(wire->judge, seat, answered, played);
	free(played);
	wire->seat = seat_opponent(seat);
	if (NAME_is_over(&wire->game))
		arbiter_verdict(wire->judge, seat, "target", SEAT_NONE, "said %d", number);
	else
		arbiter_next(wire->judge, wire->seat);
}

/* Agents may send anything. Escape it before it goes into a sentence, and cut it.  */
static void refuse(struct wire *wire, const struct message *message)
{
	size_t size = message_text_size(message, NULL);
	char *shown = bytes_escaped(message->bytes, size < 64 ? size : 64);
	int least, most;

	NAME_range(&wire->game, &least, &most);
	arbiter_forfeit(wire->judge, message->seat,
			message->channel == CHANNEL_MOVE ? REASON_ILLEGAL : REASON_PROTOCOL,
			"answered \"%s\": expected a number from %d to %d", shown, least, most);
	free(shown);
}

static void received(void *state, const struct message *message)
{
	struct wire *wire = state;
	int number = number_of(message);
	char *answered;

	if (!is_answer(state, message))
		return;
	if (message->flags & MESSAGE_UNASKED) {
		arbiter_drop(wire->judge);
		arbiter_fault(wire->judge, message->seat, &faults[UNASKED]);
		return;
	}
	arbiter_answered(wire->judge, message->seat);
	if (!NAME_may_say(&wire->game, number)) {
		refuse(wire, message);
		return;
	}
	answered = bytes_copy(message->bytes, message_text_size(message, NULL));
	say(wire, message->seat, answered, number);
	free(answered);
}

/* The same question without its effect: breakpoints ask it before the answer passes.  */
static char *answer(void *state, const struct message *message, bool *legal)
{
	const struct wire *wire = state;
	int number = number_of(message);

	if (number < 0)
		return NULL;
	*legal = NAME_may_say(&wire->game, number);
	return bytes_text("%d", number);
}

static char *move_form(const struct match *match, int turns, const char *move, char **problem)
{
	int number = NAME_read(move, strlen(move));
	int target = (int)setup_count(&match->setup, &NAME_option_target);

	(void)turns;
	if (number >= 1 && number <= target)
		return bytes_text("%d", number);
	*problem = bytes_text("no number from 1 to %d", target);
	return NULL;
}

/* ---- limits ---- */

/* `limit` is a phrase such as "the limit of 1.000 s for a turn". Without a member `exited`, a player that
   leaves loses.  */
static void timed_out(void *state, int seat, const char *limit)
{
	struct wire *wire = state;

	arbiter_forfeit(wire->judge, seat, REASON_TIMEOUT, "did not answer within %s", limit);
}

/* ---- people ---- */

static char *check(void *state, int seat, const char *move, int back)
{
	const struct wire *wire = state;
	int least, most;

	if (back)
		return bytes_text("agents of NAME cannot take a move back");
	if (seat != wire->seat)
		return bytes_text("it is the turn of seat %d", wire->seat);
	if (NAME_may_say(&wire->game, NAME_read(move, strlen(move))))
		return NULL;
	NAME_range(&wire->game, &least, &most);
	return bytes_text("expected a number from %d to %d, not \"%s\"", least, most, move);
}

/* The seat may have an agent that still thinks: it is released from its question first.  */
static char *play(void *state, int seat, const char *move, const char *answered)
{
	struct wire *wire = state;
	char *problem = check(state, seat, move, 0);

	if (problem)
		return problem;
	if (arbiter_setup(wire->judge)->seat[seat].kind == SEAT_AGENT && !answered) {
		arbiter_supersede(wire->judge, seat);
		arbiter_answered(wire->judge, seat);
	}
	say(wire, seat, answered, NAME_read(move, strlen(move)));
	return NULL;
}

/* `ringside minimise` tries smaller moves in place of this one.  */
static char *smaller(const struct setup *setup, const char *move, int k)
{
	(void)setup;
	return k + 1 < NAME_read(move, strlen(move)) ? bytes_text("%d", k + 1) : NULL;
}

/* ---- the match ---- */

/* An agent that joins later needs no more: each question tells the position.  */
static void started(void *state, int seat, bool warm)
{
	struct wire *wire = state;

	(void)warm; /* a process plays one game */
	arbiter_send(wire->judge, seat, CHANNEL_INFO, "target %d\n", wire->game.target);
	arbiter_ready(wire->judge, seat);
}

static void begin(void *state)
{
	struct wire *wire = state;

	arbiter_next(wire->judge, wire->seat);
}

/* The clock starts with the bytes of the question, not with the turn, so waiting is not charged.  */
static void ask(void *state, int seat)
{
	struct wire *wire = state;

	arbiter_start_clock(wire->judge, seat);
	arbiter_ask(wire->judge, seat, CHANNEL_COMMAND, "last %d\n", wire->game.last);
}

/* The judge alone knows what the previous process was asked.  */
static void reseat(void *state, int seat)
{
	(void)state;
	(void)seat;
}

static void goodbye(void *state, int seat)
{
	struct wire *wire = state;

	arbiter_send(wire->judge, seat, CHANNEL_COMMAND, "end\n");
}

/* Options that make no sense together: set *problem and return NULL.  */
static void *wire_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct wire *wire = bytes_new(sizeof(*wire));

	(void)problem;
	wire->judge = judge;
	wire->seat = setup->first;
	NAME_begin(&wire->game, setup);
	return wire;
}

static const struct protocol_texts texts = {
	.title = "count to 21: text agents",
	.panes = panes,
	.reasons = reasons,
	.faults = faults,
};

static const struct protocol_bundle bundle = {
	.demo = {"sample:counter.sh", "sample:counter.sh"},
	.samples = samples,
};

static const struct protocol_tools tools = {
	.smaller = smaller,
};

extern const struct protocol protocol_NAME;
const struct protocol protocol_NAME = {
	.name = "NAME",
	.options = options,
	.texts = &texts,
	.bundle = &bundle,
	.tools = &tools,
	.answers = CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN),
	.moves = CHANNEL_MOVE,
	.silent = true,
	.plays = PLAYS_ONE,
	.limits = {.goodbye = NS_PER_S},
	.channel = channel,
	.new = wire_new,
	.free = free,
	.started = started,
	.begin = begin,
	.ask = ask,
	.received = received,
	.is_answer = is_answer,
	.answer = answer,
	.move_form = move_form,
	.timeout = timed_out,
	.check = check,
	.play = play,
	.reseat = reseat,
	.goodbye = goodbye,
};
