/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the agent world: binary clients of a simulation (asimulator).
 *
 * Both seats have a copy of the same world and act in lockstep: when each that has to act has acted, each is
 * told what it perceives.  A turn is an action.  What else a client sends are symbols and texts for people.
 */
#include "wire.h"
#include "ringside/protocol.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row asimulator_option_stdio =
	OPTION_ROW("stdio", OPTION_SWITCH, NULL, 0,
		   .help = "clients speak over stdin and stdout rather than over a socket on 127.0.0.1");
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

/* ---- rounds ---- */

static void add_score(struct asimulator *a, int seat, int64_t before)
{
	if (a->client[seat].sim.score != before || !referee_match(a->judge)->scored)
		referee_score(a->judge, seat, (double)(a->client[seat].sim.score - before));
}

static void finish(struct asimulator *a)
{
	const struct world_sim *one = &a->client[SEAT_1].sim, *two = &a->client[SEAT_2].sim;
	int lone = setup_lone_seat(referee_setup(a->judge)), better;
	const struct world_sim *sim = &a->client[lone].sim;

	for (int s = SEAT_1; s < SEATS; s++)
		if (a->client[s].stray)
			referee_notice_of(a->judge, s, &asimulator_notices[ASIMULATOR_OFF_MAP],
					  a->client[s].stray, 0, NULL);
	if (lone != SEAT_NONE) {
		referee_verdict(a->judge, WINNER_NONE, "score", SEAT_NONE,
				"score %" PRId64 ", cost %" PRId64 ", %" PRId64 " actions, %s", sim->score,
				sim->cost, sim->actions, world_end_name(sim->end));
		return;
	}
	better = world_sim_compare(one, two);
	referee_verdict(a->judge,
			better > 0   ? SEAT_1
			: better < 0 ? SEAT_2
				     : WINNER_DRAW,
			"score", SEAT_NONE,
			"scores %" PRId64 " : %" PRId64 ", costs %" PRId64 " : %" PRId64 ", actions %" PRId64
			" : %" PRId64 " (%s, %s)",
			one->score, two->score, one->cost, two->cost, one->actions, two->actions,
			world_end_name(one->end), world_end_name(two->end));
}

static void next_round(struct asimulator *a)
{
	bool goes_on = false;

	for (int s = SEAT_1; s < SEATS; s++) {
		struct client *client = &a->client[s];

		client->due = client->sits && client->sim.end == WORLD_GOES_ON;
		goes_on = goes_on || client->due;
	}
	if (!goes_on)
		finish(a);
	for (int s = SEAT_1; s < SEATS && goes_on; s++)
		if (a->client[s].due)
			referee_next(a->judge, s);
}

/* Who has ended is told so at once: nothing more is asked of it.  */
static void end_of(struct asimulator *a, int seat)
{
	struct client *client = &a->client[seat];
	uint8_t score[WORLD_SCORE_SIZE];

	asimulator_send_percept(a, seat, false);
	world_score_write(client->sim.score, client->wire, score);
	asimulator_send_bytes(a, seat, CHANNEL_SCORE, false, score, sizeof(score));
	client->told = false;
}

static void act(struct asimulator *a, int seat, const char *answered, enum world_action action)
{
	struct client *client = &a->client[seat];
	int64_t before = client->sim.score;
	bool complete = true;

	referee_moved(a->judge, seat, answered, world_action_name((int)action));
	client->due = client->questioned = false;
	client->heard = true;
	world_sim_act(&client->sim, action);
	add_score(a, seat, before);
	if (client->sim.end != WORLD_GOES_ON)
		end_of(a, seat);
	for (int s = SEAT_1; s < SEATS; s++)
		complete = complete && !a->client[s].due;
	if (complete)
		next_round(a);
}

static void asimulator_ask(void *state, int seat)
{
	struct asimulator *a = state;
	struct client *client = &a->client[seat];
	bool has_acted = client->early.size > 0; /* before it was asked: it stays an action */
	uint8_t early = 0;

	if (has_acted) {
		early = (uint8_t)client->early.at[0];
		bytes_drop(&client->early, 1);
	}
	if (!client->told)
		asimulator_send_rules(a, seat, !has_acted);
	else
		asimulator_send_percept(a, seat, !has_acted);
	client->questioned = !has_acted;
	if (has_acted)
		act(a, seat, world_action_name(early), early);
}

/* ---- hearing ---- */

/* True: it has lost by that.  */
static bool fault(struct asimulator *a, int seat, int row)
{
	return referee_broke(a->judge, seat, &asimulator_faults[row]);
}

/* The option that holds a client's byte order for its next game.  */
static const char *remembered(int seat)
{
	return seat == SEAT_1 ? ".order-1" : ".order-2";
}

static void take_info(struct asimulator *a, int seat, uint8_t byte)
{
	struct client *client = &a->client[seat];

	client->framed = client->greeted = true; /* of a recording, which is not cut here */
	client->little = client->wire.little = byte & INFO_LITTLE;
	if (byte & ~INFO_LITTLE && fault(a, seat, ASIMULATOR_INFO_BITS))
		return;
	referee_remember(a->judge, remembered(seat), client->wire.little ? "little" : "big");
	referee_ready(a->judge, seat);
}

/* What asks it is on its way, and it has acted already: it is told all the same, and asked nothing.  */
static bool has_forestalled(struct asimulator *a, int seat)
{
	const struct client *client = &a->client[seat];

	if (!client->questioned || !referee_unask(a->judge, seat))
		return false;
	if (client->sim.actions)
		asimulator_send_percept(a, seat, false);
	else
		asimulator_send_tiles(a, seat, false);
	return true;
}

static void take_action(struct asimulator *a, const struct message *message, uint8_t byte)
{
	int seat = message->seat;
	struct client *client = &a->client[seat];

	if (client->sim.end != WORLD_GOES_ON) {
		referee_drop(a->judge);
		fault(a, seat, ASIMULATOR_AFTER_END);
		return;
	}
	if ((message->flags & MESSAGE_UNASKED || !client->due) && fault(a, seat, ASIMULATOR_OUT_OF_TURN))
		return;
	if (client->due && (referee_is_asked(a->judge, seat) || has_forestalled(a, seat)))
		act(a, seat, world_action_name(byte), byte);
	else
		bytes_add(&client->early, &byte, 1);
}

static void take_symbol(struct asimulator *a, const struct message *message, const uint8_t *bytes)
{
	struct client *client = &a->client[message->seat];
	const struct world *world = &a->world;
	int column, row;

	if (bytes[0] > REQUEST_LAST_KNOWN && bytes[0] != REQUEST_NO_SYMBOL &&
	    fault(a, message->seat, ASIMULATOR_UNUSED_SYMBOL))
		return;
	if (bytes[0] == REQUEST_CLEAR)
		return;
	column = world->column + (int8_t)bytes[1];
	row = world->row - (int8_t)bytes[2];
	client->stray += column < 0 || row < 0 || column >= world->width || row >= world->height;
}

/* Has it the bytes of its channel?  The stream cuts nothing else, but a recording may have anything.  */
static bool is_whole(const struct message *message)
{
	switch (message->channel) {
	case CHANNEL_MOVE: return world_action_name((uint8_t)message->bytes[0]) != NULL;
	case CHANNEL_SYMBOL:
		return (uint8_t)message->bytes[0] == REQUEST_CLEAR || message->size >= SYMBOL_BYTES;
	default: return true;
	}
}

static void received(void *state, const struct message *message)
{
	struct asimulator *a = state;
	int seat = message->seat;
	struct client *client = &a->client[seat];
	const uint8_t *bytes = (const uint8_t *)message->bytes;

	client->heard = true;
	if (message->flags & MESSAGE_UNENDED) {
		referee_drop(a->judge);
		client->came = message->size;
		client->wanted = asimulator_wanted(message->flags & MESSAGE_LITTLE, bytes, message->size);
		referee_notice_of(a->judge, seat, &asimulator_notices[ASIMULATOR_ENDED_INSIDE],
				  (int64_t)client->came, (int64_t)client->wanted, NULL);
		return;
	}
	switch (is_whole(message) ? message->channel : CHANNEL_UNKNOWN) {
	case CHANNEL_INFO: take_info(a, seat, bytes[0]); break;
	case CHANNEL_MOVE: take_action(a, message, bytes[0]); break;
	case CHANNEL_SYMBOL: take_symbol(a, message, bytes); break;
	case CHANNEL_TEXT: break;
	default:
		referee_broke_as(a->judge, seat, &asimulator_faults[ASIMULATOR_NO_REQUEST], NULL,
				 "sent the byte %d, which is no request", bytes[0]);
	}
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct asimulator *a = state;

	referee_forfeit(a->judge, seat, REASON_TIMEOUT, "sent no action within %s", limit);
}

static void info_expired(void *state, int seat)
{
	struct judge *judge = ((struct asimulator *)state)->judge;
	const char *address = referee_address(judge, seat);
	char *limit = bytes_text("%.3f s", (double)referee_setup(judge)->start_limit / NS_PER_S);

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
			"did not connect to %s and stay within %s: the log says who was refused there",
			address, limit);
	else
		referee_forfeit(judge, seat, REASON_START,
				"never connected to %s within %s (were {host} {port} used?)", address, limit);
	free(limit);
}

static void exited(void *state, int seat, struct ending ending, const char *late)
{
	struct asimulator *a = state;
	const struct client *client = &a->client[seat];
	bool crashed = ending.signalled || ending.code;
	bool declined = client->told && !client->heard && !crashed;
	char *how = crashed ? referee_ending_words(ending)
			    : bytes_text("%s", declined ? "declined the rules" : "left");
	char *inside = client->wanted ? bytes_text(", inside of a message: %zu bytes of %zu had come",
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

/* The rules accept each action.  */
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
	if (answered) /* what was held: a byte */
		words = bytes_text("%s", world_action_name((uint8_t)answered[0]));
	else if (a->client[seat].questioned && asimulator_is_agent(a, seat)) {
		referee_supersede(a->judge, seat);
		referee_answered(a->judge, seat);
	}
	act(a, seat, words, asimulator_action(move));
	free(words);
	return NULL;
}

/* ---- the match ---- */

/* A client speaks first; one that has played before knows what it wants.  */
static void asimulator_started(void *state, int seat, bool warm)
{
	struct asimulator *a = state;
	struct client *client = &a->client[seat];

	client->framed = client->greeted = warm;
	if (warm) {
		const char *order = setup_given(referee_setup(a->judge), remembered(seat));

		client->little = client->wire.little = order && strcmp(order, "little") == 0;
		referee_ready(a->judge, seat);
	} else {
		referee_expect(a->judge, seat, referee_setup(a->judge)->start_limit);
	}
}

/* What it has found out the new one finds out anew: the rules are told again, and what is perceived.  */
static void reseat(void *state, int seat)
{
	struct client *client = &((struct asimulator *)state)->client[seat];

	client->early.size = 0;
	client->questioned = client->told = false;
}

/* One that was not heard says its own info byte.  */
static void succeeded(void *state, int seat)
{
	struct client *client = &((struct asimulator *)state)->client[seat];

	client->framed = client->greeted;
}

static void asimulator_begin(void *state)
{
	struct asimulator *a = state;

	for (int s = SEAT_1; s < SEATS; s++)
		if (a->client[s].sits)
			add_score(a, s, 0);
	next_round(a);
}

/* The end of the connection is the end.  */
static void goodbye(void *state, int seat)
{
	(void)state;
	(void)seat;
}

/* Not one that is still in the middle of a simulation: what comes next it would take for a percept.  */
static bool fit(const void *state, int seat)
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

extern const struct protocol protocol_asimulator;
const struct protocol protocol_asimulator = {
	.name = "asimulator",
	.title = "an agent world, two beside each other: Asimulator's binary clients",
	.options = options,
	.alone = true,
	.panes = panes,
	.demo = {"sample:reasoner", "sample:wander"},
	.samples = samples,
	.seeded = seeded,
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
	.received = received,
	.exited = exited,
	.expired = info_expired,
	.timeout = timed_out,
	.answer = asimulator_answer,
	.move_form = asimulator_move_form,
	.check = asimulator_check,
	.play = asimulator_play,
	.reseat = reseat,
	.succeeded = succeeded,
	.misled = "it perceives what the old one did, and may take itself to be elsewhere",
	.goodbye = goodbye,
	.fit = fit,
	.text_option = &world_option_text,
	.file_option = &world_option_world,
	.file_folder = "worlds",
	.file_ending = ".world",
	.meaning = asimulator_meaning,
	.reasons = asimulator_reasons,
	.faults = asimulator_faults,
	.notices = asimulator_notices,
	.ending = asimulator_ending,
};
