/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the agent world: binary clients of a simulation (asimulator).
 *
 * Here are the options, the start and end of a client, and what a person can do. wire_rounds.c plays the
 * rounds and hears the clients, wire_stream.c cuts their bytes into messages, wire_meaning.c says what bytes
 * mean.  */
#include "wire.h"
#include "ringside/protocol.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row asimulator_option_stdio = OPTION_ROW(
	"stdio", OPTION_SWITCH, NULL, 0, .help = "clients use stdin and stdout, not a socket on 127.0.0.1");
static const struct option_row *const options[] = {
	&world_option_world,
	&world_option_max_actions,
	&asimulator_option_stdio,
	&asimulator_option_bit_order,
	&asimulator_option_revision,
	&world_option_text,
	NULL,
};

static const struct channel_pane panes[] = {
	{"rules", CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INPUT) | CHANNEL_BIT(CHANNEL_INFO)},
	{"percepts", CHANNEL_BIT(CHANNEL_PERCEPT) | CHANNEL_BIT(CHANNEL_SCORE)},
	{"actions", CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"symbols", CHANNEL_BIT(CHANNEL_SYMBOL)},
	{"texts", CHANNEL_BIT(CHANNEL_TEXT)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

static const char *const samples[] = {"asimulator-", NULL};
static const char *const seeded[] = {"wander", NULL};

/* ---- a client that fails ---- */

static void timed_out(void *state, int seat, const char *limit)
{
	struct asimulator *a = state;

	referee_forfeit(a->judge, seat, REASON_TIMEOUT, "sent no action within %s", limit);
}

static void info_expired(void *state, int seat)
{
	struct judge *judge = ((struct asimulator *)state)->judge;
	const char *address = referee_address(judge, seat);
	char *limit = bytes_text("%.3f s", (double)setup_start_limit(referee_setup(judge), seat) / NS_PER_S);

	if (!address)
		referee_forfeit(judge, seat, REASON_START, "said nothing: no info byte within %s", limit);
	else if (referee_is_connected(judge, seat, false))
		referee_forfeit(judge, seat, REASON_START,
				"connected to %s and said nothing: no info byte within %s", address, limit);
	else if (referee_is_connected(judge, seat, true))
		referee_forfeit(judge, seat, REASON_START,
				"closed its connection to %s before it said anything, and did not come again "
				"within %s",
				address, limit);
	else if (referee_refused(judge, seat))
		referee_forfeit(
			judge, seat, REASON_START,
			"did not connect to %s and stay connected within %s: the log says who was refused",
			address, limit);
	else
		referee_forfeit(judge, seat, REASON_START,
				"never connected to %s within %s (were {host} {port} used?)", address, limit);
	free(limit);
}

static const char *unready(const struct setup *setup)
{
	return setup_switch(setup, &asimulator_option_stdio)
		       ? " (--stdio needs agents that speak on stdin and stdout: for a sample write "
			 "'sample:wander --stdio')"
		       : NULL;
}

static void exited(void *state, int seat, struct ending ending, const char *late)
{
	struct asimulator *a = state;
	const struct client *client = &a->client[seat];
	bool crashed = ending.signalled || ending.code;
	bool declined = client->told && !client->heard && !crashed;
	char *how = crashed ? referee_ending_words(ending)
			    : bytes_text("%s", declined ? "declined the rules" : "left");
	char *inside = client->wanted ? bytes_text(", inside a message: %zu of %zu bytes had come",
						   client->came, client->wanted)
				      : bytes_text("%s", "");

	referee_forfeit(a->judge, seat, crashed ? REASON_CRASH : REASON_EXIT, "%s%s%s", how,
			late       ? late
			: declined ? ""
				   : " in the middle of the simulation",
			inside);
	free(inside);
	free(how);
}

/* ---- people ---- */

/* Every action is legal.  */
static char *asimulator_answer(void *state, const struct message *message, bool *legal)
{
	const struct asimulator *a = state;
	const struct client *client = &a->client[message->seat];

	(void)legal;
	if (!client->due || message->flags & MESSAGE_UNENDED)
		return NULL;
	return bytes_text("%s", world_action_name((uint8_t)message->bytes[0]));
}

static char *asimulator_check(void *state, int seat, const char *move, int back)
{
	struct asimulator *a = state;
	const struct client *client = &a->client[seat];
	struct bytes text = {0};

	if (back)
		return bytes_text("agents of asimulator cannot take a move back");
	if (!client->due)
		return bytes_text("seat %d has acted in this round already, or its simulation is over", seat);
	if (asimulator_is_agent(a, seat) && !client->sim.actions && !referee_is_asked(a->judge, seat))
		return bytes_text("seat %d has not been told all of the rules yet: let them pass first",
				  seat);
	if (asimulator_action(move) != WORLD_ACTION_COUNT)
		return NULL;
	bytes_addf(&text, "\"%s\" is no action: expected", move);
	for (int i = 0; i < WORLD_ACTION_COUNT; i++)
		bytes_addf(&text, "%s %s", i ? "," : "", world_action_name(i));
	return text.at;
}

static char *asimulator_play(void *state, int seat, const char *move, const char *answered)
{
	struct asimulator *a = state;
	char *problem = asimulator_check(state, seat, move, 0), *words = NULL;

	if (problem)
		return problem;
	if (answered) /* the byte that was held */
		words = bytes_text("%s", world_action_name((uint8_t)answered[0]));
	else if (a->client[seat].questioned && asimulator_is_agent(a, seat)) {
		referee_supersede(a->judge, seat);
		referee_answered(a->judge, seat);
	}
	asimulator_act(a, seat, words, asimulator_action(move));
	free(words);
	return NULL;
}

/* ---- the match ---- */

/* A client speaks first.  One that has played before has said its info byte.  */
static void asimulator_started(void *state, int seat, bool warm)
{
	struct asimulator *a = state;
	struct client *client = &a->client[seat];

	client->framed = client->greeted = warm;
	if (warm) {
		const char *order = setup_given(referee_setup(a->judge), asimulator_order_key(seat));

		client->little = client->wire.little = order && strcmp(order, "little") == 0;
		referee_ready(a->judge, seat);
	} else {
		referee_expect(a->judge, seat, setup_start_limit(referee_setup(a->judge), seat));
	}
}

/* A new client has to discover the world itself: it is told the rules and percepts again.  */
static void reseat(void *state, int seat)
{
	struct client *client = &((struct asimulator *)state)->client[seat];

	client->early.size = 0;
	client->questioned = client->told = false;
}

/* A client that was not heard yet says its own info byte.  */
static void succeeded(void *state, int seat)
{
	struct client *client = &((struct asimulator *)state)->client[seat];

	client->framed = client->greeted;
}

/* The end of the connection is the goodbye.  */
static void goodbye(void *state, int seat)
{
	(void)state;
	(void)seat;
}

/* A client in the middle of a simulation would take the next rules for a percept.  */
static bool may_stay(const void *state, int seat)
{
	const struct client *client = &((const struct asimulator *)state)->client[seat];

	return client->sim.end != WORLD_GOES_ON && !client->early.size;
}

static bool uses_socket(const struct setup *setup)
{
	return !setup_switch(setup, &asimulator_option_stdio);
}

void asimulator_free(void *state)
{
	struct asimulator *a = state;

	for (int s = SEAT_1; s < SEATS; s++)
		bytes_free(&a->client[s].early);
	free(a);
}

static char *read_options(struct asimulator *a, const struct setup *setup)
{
	char *problem = world_class_of(&a->class, setup);

	a->wire = asimulator_wire(setup);
	a->most_actions = setup_count(setup, &world_option_max_actions);
	return problem ? problem : world_revision_problem(&a->class, a->wire.revision);
}

void *asimulator_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct asimulator *a = bytes_new(sizeof(*a));

	a->judge = judge;
	*problem = read_options(a, setup);
	if (*problem) {
		asimulator_free(a);
		return NULL;
	}
	world_draw(&a->world, &a->class, setup->seed + (uint64_t)(setup->game - 1));
	for (int s = SEAT_1; s < SEATS; s++) {
		a->client[s].sits = setup->seat[s].kind != SEAT_FREE;
		a->client[s].wire = a->wire;
		world_sim_init(&a->client[s].sim, &a->world, a->most_actions);
	}
	return a;
}

/* Each client acts in a world of its own.  */
static const struct first_words *nobody_begins(const struct setup *setup)
{
	(void)setup;
	return NULL;
}

extern const struct protocol protocol_asimulator;
const struct protocol protocol_asimulator = {
	.name = "asimulator",
	.title = "an agent world, two side by side: Asimulator's binary clients",
	.options = options,
	.alone = true,
	.panes = panes,
	.demo = {"sample:reasoner", "sample:wander"},
	.samples = samples,
	.seeded = seeded,
	.first = nobody_begins,
	.one_process = true,
	.answers = CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_INFO),
	.moves = CHANNEL_MOVE,
	.last_news = true,
	.uses_socket = uses_socket,
	.end_grace = NS_PER_S,
	.frame = asimulator_frame,
	.end = asimulator_end,
	.wanted = asimulator_lacks,
	.partial = asimulator_partial,
	.channel = asimulator_channel,
	.flags = asimulator_flags,
	.new = asimulator_new,
	.free = asimulator_free,
	.started = asimulator_started,
	.begin = asimulator_begin,
	.ask = asimulator_ask,
	.received = asimulator_received,
	.unready = unready,
	.exited = exited,
	.expired = info_expired,
	.timeout = timed_out,
	.answer = asimulator_answer,
	.move_form = asimulator_move_form,
	.smaller = asimulator_smaller,
	.briefing = asimulator_briefing,
	.check = asimulator_check,
	.play = asimulator_play,
	.reseat = reseat,
	.succeeded = succeeded,
	.misled = "it perceives what the old agent did, and may think that it is elsewhere",
	.goodbye = goodbye,
	.may_stay = may_stay,
	.meaning = asimulator_meaning,
	.spec = &asimulator_spec,
	.fuzz = &asimulator_fuzz,
	.twins = &asimulator_twins,
	.reasons = asimulator_reasons,
	.faults = asimulator_faults,
	.notices = asimulator_notices,
	.ending = asimulator_ending,
};
