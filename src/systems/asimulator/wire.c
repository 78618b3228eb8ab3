/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the agent world: binary clients of a simulation (asimulator).
 *
 * First what bytes mean, then how a stream is cut into messages and what is sent, the rounds, what a client
 * sends, its end, what a person can do, the match, and last how a simulation ended.  */
#include "wire.h"

#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct client {
	bool sits;
	bool framed;            /* its info byte was cut from the stream; it may still wait at the gate */
	bool little;            /* by that byte, later numbers in the stream are little-endian */
	bool greeted;           /* its info byte has passed the gate */
	bool told;              /* it was told the rules of this simulation */
	bool heard;             /* it has sent something since */
	bool due;               /* it has to act in this round */
	bool questioned;        /* and the question was sent */
	struct world_wire wire; /* how it wants numbers, by the info byte that has passed */
	struct bytes early;     /* actions that came before their turn, a byte each */
	struct world_sim sim;
	int64_t stray; /* symbols outside the map */
	size_t came,
		wanted; /* of its last message: the bytes that came, and its full size; 0: it was complete */
};

/* What a client is told, in this order (original: the main loop).  */
enum telling { TELLS_RULES, TELLS_FIRST, TELLS_TILES, TELLS_PERCEPT, TELLS_SCORE };

struct asimulator {
	struct judge *judge;
	struct world_class class;
	struct world world;
	int64_t most_actions;
	bool outside;           /* another judge has the world: the simulations are not known */
	enum telling telling;   /* what that judge tells next */
	struct world_wire wire; /* by the options; each client has a byte order of its own */
	struct client client[SEATS];
};

enum { LSB, MSB };

static const struct option_choice bit_orders[] = {{"lsb", LSB, NULL}, {"msb", MSB, NULL}, {0}};
static const struct option_choice revisions[] = {{"1", 1, NULL}, {"2", 2, NULL}, {0}};

static const struct option_row option_bit_order =
	OPTION_ROW("bit-order", OPTION_CHOICE, "ORDER", 0,
		   .help = "which bit of a byte is bit 1; its lowest (lsb) or its highest (msb)",
		   .choices = bit_orders, .value = LSB);
static const struct option_row option_revision =
	OPTION_ROW("revision", OPTION_CHOICE, "N", 0,
		   .help = "the revision of the handbook; in 2 both turns have one cost",
		   .choices = revisions, .value = 1);

static const struct option_row option_stdio = OPTION_ROW(
	"stdio", OPTION_SWITCH, NULL, 0, .help = "clients use stdin and stdout, not a socket on 127.0.0.1");
static const struct option_row *const options[] = {
	&world_option_world, &world_option_max_actions, &option_stdio, &option_bit_order,
	&option_revision,    &world_option_text,        NULL,
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

/* ---- what is told to people ---- */

#define WAITS "original: when it has sent an action it has to wait for a percept"

enum { INFO_BITS, AFTER_END, OUT_OF_TURN, UNUSED_SYMBOL, NO_REQUEST };
enum { OFF_MAP, ENDED_INSIDE, OUTSIDE };

static const struct fault_row faults[] = {
	[INFO_BITS] = {"info-bits", "unused bits in the info byte",
		       "original: the info byte, its highest bit alone",
		       "ignored: its highest bit says the byte order (0x80 is little-endian)",
		       FAULT_FORGIVEN},
	[AFTER_END] = {"action-after-end", "an action after the end", WAITS, "ignored", FAULT_FORGIVEN},
	[OUT_OF_TURN] = {"action-out-of-turn", "an action out of turn", WAITS, "kept for its turn",
			 FAULT_FORGIVEN},
	[UNUSED_SYMBOL] = {"unused-symbol", "a symbol with an unused number", "original: 210 .. 253 (unused)",
			   "drawn as *", FAULT_FORGIVEN},
	[NO_REQUEST] = {"no-request", "an unknown request", "original: 7 .. 99 (unused)",
			"loses: nobody knows where the next request begins", FAULT_LOSES},
	{0},
};

static const struct notice_row notices[] = {
	[OFF_MAP] = {"off-map", "a", "{a} symbols were outside the map"},
	[ENDED_INSIDE] = {"ended-inside", "a b", "ended inside a message: {a} of {b} bytes had come"},
	[OUTSIDE] = {"outside-world", "",
		     "another judge has the world: ringside knows what the client is told, and says what "
		     "breaks the protocol"},
	{0},
};

static const struct reason_row reasons[] = {
	{"score", &world_option_world,
	 "A simulation ends with Shut_Off, death, the Cost_Limit, the Score_Limit or --max-actions. Both "
	 "seats "
	 "play copies of one world: the higher score wins, then the lower cost, then fewer actions.",
	 "original: the main loop; ringside: score"},
	{REASON_TIMEOUT, NULL,
	 "After each percept the client sends one action within the limit. Symbols and texts are not actions "
	 "and do not stop the clock.",
	 "original: the main loop; ringside: --turn-time"},
	{REASON_START, NULL,
	 "A client connects and sends one info byte, whose highest bit says its byte order, before anything "
	 "else.",
	 "original: the info byte; ringside: --start-time"},
	{REASON_PROTOCOL, NULL,
	 "A request is 0 to 5, an action; 6 or a symbol, 100 to 254, with x and y; or 255, a text. After any "
	 "other byte, nobody knows where the next request begins.",
	 "original: 7 .. 99 (unused)"},
	{REASON_EXIT, NULL,
	 "A client stays until it is told the End. It may close where the next rules are due. Closing right "
	 "after the rules declines them.",
	 "original: the main loop; ringside: exit"},
	{0},
};

struct world_wire asimulator_wire(const struct setup *setup)
{
	return (struct world_wire){.msb = setup_choice(setup, &option_bit_order) == MSB,
				   .revision = (int)setup_choice(setup, &option_revision)};
}

/* "Possible_Enemy at 1,-2".  */
static char *symbol_words(const uint8_t *bytes)
{
	static const char *const names[] = {
		"Number_Sign",    "Question", "Question_Exclamation", "Unreachable", "Irrelevant",
		"Possible_Enemy", "Enemy",    "Possible_Danger",      "Danger",      "Plan_Shut_Off"};
	enum { FIRST_NAMED = 200 };
	int number = bytes[0], x = (int8_t)bytes[1], y = (int8_t)bytes[2];

	if (number == REQUEST_NO_SYMBOL)
		return bytes_text("no symbol at %d,%d", x, y);
	if (number < FIRST_NAMED)
		return bytes_text("symbol %d at %d,%d", number - REQUEST_SYMBOL, x, y);
	if (number <= REQUEST_LAST_KNOWN)
		return bytes_text("%s at %d,%d", names[number - FIRST_NAMED], x, y);
	return bytes_text("unused symbol %d at %d,%d", number, x, y);
}

static char *from_client(const struct message *message, const uint8_t *bytes)
{
	switch (message->channel) {
	case CHANNEL_MOVE: return bytes_text("%s", world_action_name(bytes[0]));
	case CHANNEL_SYMBOL:
		if (bytes[0] == REQUEST_CLEAR)
			return bytes_text("clear all symbols");
		return message->size == SYMBOL_BYTES ? symbol_words(bytes) : NULL;
	case CHANNEL_TEXT:
		if (message->size < TEXT_HEAD)
			return NULL;
		return bytes_escaped(message->bytes + TEXT_HEAD, message->size - TEXT_HEAD);
	case CHANNEL_INFO:
		return bytes_text("numbers are %s-endian%s", bytes[0] & INFO_LITTLE ? "little" : "big",
				  bytes[0] & ~INFO_LITTLE ? "; unused bits are set" : "");
	default: return bytes_text("no request has this number");
	}
}

/* If more bytes are awaited, the client has probably swapped the two bytes of the size.  */
static char *asimulator_partial(const char *bytes, size_t size, size_t wanted)
{
	const uint8_t *at = (const uint8_t *)bytes;
	size_t length = wanted - TEXT_HEAD, other;

	if (at[0] != REQUEST_TEXT)
		return bytes_text("a symbol takes %zu bytes", wanted);
	if (size < TEXT_HEAD || wanted < TEXT_HEAD)
		return bytes_text("a text begins, but its size takes two bytes");
	other = (length & 0xff) << 8 | length >> 8;
	return bytes_text(
		"a text of %zu bytes is announced, %zu %s there; in the other byte order it would be %zu",
		length, size - TEXT_HEAD, size - TEXT_HEAD == 1 ? "is" : "are", other);
}

/* The tiles told at the start, as many as people can read.  */
static char *list_words(const struct message *message, const uint8_t *bytes, struct world_wire wire)
{
	enum { SHOWN = 4, EACH = 3 };
	size_t count = message->size / EACH;
	struct bytes text = {0};
	char *words;

	bytes_addf(&text, "%zu tile%s", count, count == 1 ? "" : "s");
	for (size_t i = 0; i < count && i < SHOWN; i++) {
		words = world_tile_words(world_tile_read(bytes[i * EACH], wire));
		bytes_addf(&text, "%s %d,%d %s", i ? ";" : ":", (int8_t)bytes[i * EACH + 1],
			   (int8_t)bytes[i * EACH + 2], words);
		free(words);
	}
	if (count > SHOWN)
		bytes_add_text(&text, " ...");
	return text.at;
}

static char *to_client(const struct message *message, const uint8_t *bytes, struct world_wire wire)
{
	struct world_rules rules = {.value = {0}};

	switch (message->channel) {
	case CHANNEL_PERCEPT: return world_percept_words(world_percept_read(bytes[0], wire));
	case CHANNEL_SCORE:
		return message->size == WORLD_SCORE_SIZE
			       ? bytes_text("score %d", world_score_read(bytes, wire))
			       : NULL;
	case CHANNEL_COMMAND:
		return world_rules_read(&rules, wire, bytes, message->size)
			       ? world_rules_words(&rules, wire.revision)
			       : NULL;
	case CHANNEL_INPUT: return list_words(message, bytes, wire);
	default: return NULL;
	}
}

static char *asimulator_meaning(const struct setup *setup, const struct message *message)
{
	const uint8_t *bytes = (const uint8_t *)message->bytes;
	struct world_wire wire = asimulator_wire(setup);

	wire.little = message->flags & MESSAGE_LITTLE;
	if (!message->size || message->direction == EVENT || message->channel == CHANNEL_STDERR)
		return NULL;
	return message->direction == TO_AGENT ? to_client(message, bytes, wire) : from_client(message, bytes);
}

static char *asimulator_briefing(const struct setup *setup)
{
	FREED struct world_class *class = bytes_new(sizeof(*class));
	FREED struct world *world = bytes_new(sizeof(*world));
	char *problem = world_class_of(class, setup), *words = NULL, *comma;

	if (!problem) {
		world_draw(world, class, setup->seed + (uint64_t)(setup->game - 1));
		words = world_rules_words(&world->rules, asimulator_wire(setup).revision);
		for (char *at = words; (comma = strstr(at, ", ")); at = comma) {
			*comma = '\n';
			memmove(comma + 1, comma + 2, strlen(comma + 2) + 1);
		}
	}
	free(problem);
	return words;
}

/* The action with this name, or whose name alone begins so; WORLD_ACTION_COUNT: none.  */
static enum world_action action_named(const char *move)
{
	size_t size = strlen(move);
	int found = WORLD_ACTION_COUNT;

	for (int i = 0; i < WORLD_ACTION_COUNT && size; i++) {
		if (!bytes_begin(world_action_name(i), strlen(world_action_name(i)), move))
			continue;
		if (strlen(world_action_name(i)) == size)
			return (enum world_action)i;
		if (found != WORLD_ACTION_COUNT)
			return WORLD_ACTION_COUNT; /* several begin so */
		found = i;
	}
	return (enum world_action)found;
}

static char *asimulator_move_form(const struct match *match, int turns, const char *move, char **problem)
{
	enum world_action action = action_named(move);

	(void)match, (void)turns;
	if (action != WORLD_ACTION_COUNT)
		return bytes_text("%s", world_action_name((int)action));
	*problem = bytes_text("no action of the agent world");
	return NULL;
}

/* ---- bytes from a client ---- */

static bool is_symbol(uint8_t byte)
{
	return byte >= REQUEST_SYMBOL && byte != REQUEST_TEXT;
}

size_t asimulator_wanted(bool little, const uint8_t *bytes, size_t size)
{
	if (bytes[0] != REQUEST_TEXT)
		return is_symbol(bytes[0]) ? SYMBOL_BYTES : 1;
	if (size < TEXT_HEAD)
		return TEXT_HEAD;
	return TEXT_HEAD + (little ? bytes[1] | (size_t)bytes[2] << 8 : (size_t)bytes[1] << 8 | bytes[2]);
}

static size_t asimulator_frame(void *state, int seat, const char *bytes, size_t size, size_t seen UNUSED,
			       bool ended)
{
	struct asimulator *a = state;
	const struct client *client = &a->client[seat];
	size_t whole = client->framed ? asimulator_wanted(client->little, (const uint8_t *)bytes, size) : 1;

	if (whole <= size)
		return whole;
	return ended ? size : 0;
}

/* The size is the only end of a message.  */
static size_t asimulator_end(const char *bytes UNUSED, size_t size UNUSED)
{
	return 0;
}

static size_t asimulator_lacks(void *state, int seat, const char *bytes, size_t size)
{
	const struct asimulator *a = state;

	return asimulator_wanted(a->client[seat].little, (const uint8_t *)bytes, size);
}

/* The info byte decides how later bytes are cut, even while it waits at the gate.  */
static enum channel asimulator_channel(void *state, int seat, const char *bytes, size_t size UNUSED)
{
	struct asimulator *a = state;
	struct client *client = &a->client[seat];
	uint8_t byte = (uint8_t)bytes[0];

	if (!client->framed) {
		client->framed = true;
		client->little = byte & INFO_LITTLE;
		return CHANNEL_INFO;
	}
	if (byte < WORLD_ACTION_COUNT)
		return CHANNEL_MOVE;
	if (byte == REQUEST_TEXT)
		return CHANNEL_TEXT;
	return byte == REQUEST_CLEAR || is_symbol(byte) ? CHANNEL_SYMBOL : CHANNEL_UNKNOWN;
}

/* The info byte itself has no numbers.  */
static unsigned asimulator_flags(void *state, int seat, enum channel channel)
{
	const struct asimulator *a = state;

	return channel != CHANNEL_INFO && a->client[seat].little ? MESSAGE_LITTLE : 0;
}

/* ---- to a client ---- */

/* Sends bytes.  `asks`: the seat has to act now, and its clock starts.  For a person only the clock starts.
 */
static void send_bytes(struct asimulator *a, int seat, enum channel to, bool asks, const uint8_t *bytes,
		       size_t size)
{
	unsigned flags = (asks ? MESSAGE_ASKS : 0u) | (a->client[seat].wire.little ? MESSAGE_LITTLE : 0u);

	if (asks)
		arbiter_start_clock(a->judge, seat);
	if (arbiter_is_agent(a->judge, seat))
		arbiter_send_bytes(a->judge, seat, to, flags, bytes, size);
}

/* Sends the current percept.  */
static void send_percept(struct asimulator *a, int seat, bool asks)
{
	const struct client *client = &a->client[seat];
	uint8_t byte = world_percept_write(client->sim.percept, client->wire);

	send_bytes(a, seat, CHANNEL_PERCEPT, asks, &byte, 1);
}

/* Sends the tiles that the client knows, and the 0 that ends them.  */
static void send_tiles(struct asimulator *a, int seat, bool asks)
{
	FREED_BY(bytes_free) struct bytes list = {0};

	world_told_write(&a->world, a->client[seat].wire, &list);
	send_bytes(a, seat, CHANNEL_INPUT, asks, (const uint8_t *)list.at, list.size);
}

/* Sends the rules, the first percept, the tiles that the client knows, and the 0 that ends them (original).
 */
static void send_rules(struct asimulator *a, int seat, bool asks)
{
	struct client *client = &a->client[seat];
	uint8_t rules[WORLD_RULES_MOST];
	size_t size = world_rules_write(&a->world.rules, client->wire, rules);

	client->told = true;
	client->heard = false;
	send_bytes(a, seat, CHANNEL_COMMAND, false, rules, size);
	send_percept(a, seat, false);
	send_tiles(a, seat, asks);
}

/* ---- rounds ---- */

static void add_score(struct asimulator *a, int seat, int64_t before)
{
	if (a->client[seat].sim.score != before || !arbiter_match(a->judge)->scored)
		arbiter_score(a->judge, seat, (double)(a->client[seat].sim.score - before));
}

static void finish(struct asimulator *a)
{
	const struct world_sim *one = &a->client[SEAT_1].sim, *two = &a->client[SEAT_2].sim;
	int lone = setup_lone_seat(arbiter_setup(a->judge)), better;
	const struct world_sim *sim = &a->client[lone].sim;

	for (int s = SEAT_1; s < SEATS; s++)
		if (a->client[s].stray)
			arbiter_notice_of(a->judge, s, &notices[OFF_MAP], a->client[s].stray, 0, NULL);
	if (lone != SEAT_NONE) {
		arbiter_verdict(a->judge, WINNER_NONE, "score", SEAT_NONE,
				"score %" PRId64 ", cost %" PRId64 ", %" PRId64 " actions, %s", sim->score,
				sim->cost, sim->actions, world_end_name(sim->end));
		return;
	}
	better = world_sim_compare(one, two);
	arbiter_verdict(a->judge,
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
			arbiter_next(a->judge, s);
}

/* A client whose simulation has ended is told so at once, and asked nothing more.  */
static void end_of(struct asimulator *a, int seat)
{
	struct client *client = &a->client[seat];
	uint8_t score[WORLD_SCORE_SIZE];

	send_percept(a, seat, false);
	world_score_write(client->sim.score, client->wire, score);
	send_bytes(a, seat, CHANNEL_SCORE, false, score, sizeof(score));
	client->told = false;
}

/* Plays an action of the seat, which has to act.  `answered` as in arbiter_moved().  */
static void act(struct asimulator *a, int seat, const char *answered, enum world_action action)
{
	struct client *client = &a->client[seat];
	int64_t before = client->sim.score;
	bool complete = true;

	arbiter_moved(a->judge, seat, answered, world_action_name((int)action));
	client->due = client->questioned = false;
	client->heard = true;
	if (a->outside)
		return;
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
	bool has_acted = client->early.size > 0; /* it came before the question, and still counts */
	uint8_t early = 0;

	if (has_acted) {
		early = (uint8_t)client->early.at[0];
		bytes_drop(&client->early, 1);
	}
	if (!client->told)
		send_rules(a, seat, !has_acted);
	else
		send_percept(a, seat, !has_acted);
	client->questioned = !has_acted;
	if (has_acted)
		act(a, seat, world_action_name(early), early);
}

static void asimulator_begin(void *state)
{
	struct asimulator *a = state;

	if (a->outside) {
		int seat = arbiter_setup(a->judge)->first;

		arbiter_notice(a->judge, seat, &notices[OUTSIDE]);
		if (!a->client[seat].greeted)
			arbiter_expect(a->judge, seat, 0);
		return;
	}
	for (int s = SEAT_1; s < SEATS; s++)
		if (a->client[s].sits)
			add_score(a, s, 0);
	next_round(a);
}

/* ---- hearing ---- */

/* True: it has lost by that.  */
static bool fault(struct asimulator *a, int seat, int row)
{
	return arbiter_fault(a->judge, seat, &faults[row]);
}

/* The option that holds a client's byte order for its next game.  */
static const char *order_key(int seat)
{
	return seat == SEAT_1 ? ".order-1" : ".order-2";
}

static void take_info(struct asimulator *a, int seat, uint8_t byte)
{
	struct client *client = &a->client[seat];

	client->framed = client->greeted = true; /* a recording is not cut here, so this was not set before */
	client->little = client->wire.little = byte & INFO_LITTLE;
	if (byte & ~INFO_LITTLE && fault(a, seat, INFO_BITS))
		return;
	arbiter_remember(a->judge, order_key(seat), client->wire.little ? "little" : "big");
	arbiter_ready(a->judge, seat);
}

/* If the client has acted before the question was written, it is told the same without a question.  */
static bool has_forestalled(struct asimulator *a, int seat)
{
	const struct client *client = &a->client[seat];

	if (!client->questioned || !arbiter_unask(a->judge, seat))
		return false;
	if (client->sim.actions)
		send_percept(a, seat, false);
	else
		send_tiles(a, seat, false);
	return true;
}

static void take_action(struct asimulator *a, const struct message *message, uint8_t byte)
{
	int seat = message->seat;
	struct client *client = &a->client[seat];

	if (client->sim.end != WORLD_GOES_ON) {
		arbiter_drop(a->judge);
		fault(a, seat, AFTER_END);
		return;
	}
	if ((message->flags & MESSAGE_UNASKED || !client->due) && fault(a, seat, OUT_OF_TURN))
		return;
	if (client->due && (arbiter_is_asked(a->judge, seat) || has_forestalled(a, seat)))
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
	    fault(a, message->seat, UNUSED_SYMBOL))
		return;
	if (bytes[0] == REQUEST_CLEAR || a->outside)
		return;
	column = world->column + (int8_t)bytes[1];
	row = world->row - (int8_t)bytes[2];
	client->stray += column < 0 || row < 0 || column >= world->width || row >= world->height;
}

/* Does it have all bytes of its channel?  The stream cuts only complete requests, but a recording may hold
   anything.  */
static bool is_whole(const struct message *message)
{
	switch (message->channel) {
	case CHANNEL_MOVE: return world_action_name((uint8_t)message->bytes[0]) != NULL;
	case CHANNEL_SYMBOL:
		return (uint8_t)message->bytes[0] == REQUEST_CLEAR || message->size >= SYMBOL_BYTES;
	default: return true;
	}
}

static void asimulator_received(void *state, const struct message *message)
{
	struct asimulator *a = state;
	int seat = message->seat;
	struct client *client = &a->client[seat];
	const uint8_t *bytes = (const uint8_t *)message->bytes;

	client->heard = true;
	if (message->flags & MESSAGE_UNENDED) {
		arbiter_drop(a->judge);
		client->came = message->size;
		client->wanted = asimulator_wanted(message->flags & MESSAGE_LITTLE, bytes, message->size);
		arbiter_notice_of(a->judge, seat, &notices[ENDED_INSIDE], (int64_t)client->came,
				  (int64_t)client->wanted, NULL);
		return;
	}
	switch (is_whole(message) ? message->channel : CHANNEL_UNKNOWN) {
	case CHANNEL_INFO: take_info(a, seat, bytes[0]); break;
	case CHANNEL_MOVE: take_action(a, message, bytes[0]); break;
	case CHANNEL_SYMBOL: take_symbol(a, message, bytes); break;
	case CHANNEL_TEXT: break;
	default:
		arbiter_fault_as(a->judge, seat, &faults[NO_REQUEST], NULL,
				 "sent the byte %d, which is no request", bytes[0]);
	}
}

/* ---- a client that fails ---- */

static void timed_out(void *state, int seat, const char *limit)
{
	struct asimulator *a = state;

	arbiter_forfeit(a->judge, seat, REASON_TIMEOUT, "sent no action within %s", limit);
}

static void info_expired(void *state, int seat)
{
	struct judge *judge = ((struct asimulator *)state)->judge;
	const char *address = arbiter_address(judge, seat);
	double limit = (double)setup_start_limit(arbiter_setup(judge), seat) / NS_PER_S;
	const char *before, *behind = "", *after = "";

	if (!address) {
		before = "said nothing: no info byte";
	} else if (arbiter_is_connected(judge, seat, false)) {
		before = "connected to ";
		behind = " and said nothing: no info byte";
	} else if (arbiter_is_connected(judge, seat, true)) {
		before = "closed its connection to ";
		behind = " before it said anything, and did not come again";
	} else if (arbiter_refused(judge, seat)) {
		before = "did not connect to ";
		behind = " and stay connected";
		after = ": the log says who was refused";
	} else {
		before = "never connected to ";
		after = " (were {host} {port} used?)";
	}
	arbiter_forfeit(judge, seat, REASON_START, "%s%s%s within %.3f s%s", before, address ? address : "",
			behind, limit, after);
}

static const char *unready(const struct setup *setup)
{
	return setup_switch(setup, &option_stdio)
		       ? " (--stdio needs agents that speak on stdin and stdout: for a sample write "
			 "'sample:wander --stdio')"
		       : NULL;
}

static bool exited(void *state, int seat, struct ending ending, const char *late)
{
	struct asimulator *a = state;
	const struct client *client = &a->client[seat];
	bool crashed = ending.signalled || ending.code;
	bool declined = client->told && !client->heard && !crashed;
	FREED char *how = crashed ? arbiter_ending_words(ending)
				  : bytes_text("%s", declined ? "declined the rules" : "left");
	FREED char *inside = client->wanted ? bytes_text(", inside a message: %zu of %zu bytes had come",
							 client->came, client->wanted)
					    : bytes_text("%s", "");

	arbiter_forfeit(a->judge, seat, reason_of_ending(ending), "%s%s%s", how,
			late       ? late
			: declined ? ""
				   : " in the middle of the simulation",
			inside);
	return true;
}

/* ---- people ---- */

/* Every action is legal.  */
static char *asimulator_answer(void *state, const struct message *message, bool *legal UNUSED)
{
	const struct asimulator *a = state;
	const struct client *client = &a->client[message->seat];

	if (!client->due || message->flags & MESSAGE_UNENDED)
		return NULL;
	return bytes_text("%s", world_action_name((uint8_t)message->bytes[0]));
}

static char *asimulator_check(void *state, int seat, const char *move, int back UNUSED)
{
	struct asimulator *a = state;
	const struct client *client = &a->client[seat];
	struct bytes text = {0};

	if (!client->due)
		return bytes_text("seat %d has acted in this round already, or its simulation is over", seat);
	if (arbiter_is_agent(a->judge, seat) && !client->sim.actions && !arbiter_is_asked(a->judge, seat))
		return bytes_text("seat %d has not been told all of the rules yet: let them pass first",
				  seat);
	if (action_named(move) != WORLD_ACTION_COUNT)
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
	else if (a->client[seat].questioned && arbiter_is_agent(a->judge, seat)) {
		arbiter_supersede(a->judge, seat);
		arbiter_answered(a->judge, seat);
	}
	act(a, seat, words, action_named(move));
	free(words);
	return NULL;
}

/* ---- the match ---- */

/* A client that has played before has said its info byte.  */
static void take_order(struct asimulator *a, const struct setup *setup, int seat)
{
	struct client *client = &a->client[seat];
	const char *order = setup_given(setup, order_key(seat));

	client->framed = client->greeted = true;
	client->little = client->wire.little = order && strcmp(order, "little") == 0;
}

/* A client speaks first.  */
static void asimulator_started(void *state, int seat, bool warm)
{
	struct asimulator *a = state;
	struct client *client = &a->client[seat];

	client->framed = client->greeted = false;
	if (warm) {
		take_order(a, arbiter_setup(a->judge), seat);
		arbiter_ready(a->judge, seat);
	} else {
		arbiter_expect(a->judge, seat, setup_start_limit(arbiter_setup(a->judge), seat));
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

/* A client in the middle of a simulation would take the next rules for a percept.  */
static bool may_stay(const void *state, int seat)
{
	const struct client *client = &((const struct asimulator *)state)->client[seat];

	return client->sim.end != WORLD_GOES_ON && !client->early.size;
}

static bool uses_socket(const struct setup *setup)
{
	return !setup_switch(setup, &option_stdio) && !setup_given(setup, OPTION_TAPPED);
}

static void asimulator_free(void *state)
{
	FREED struct asimulator *a = state;

	for (int s = SEAT_1; s < SEATS; s++)
		bytes_free(&a->client[s].early);
}

static char *read_options(struct asimulator *a, const struct setup *setup)
{
	char *problem = world_class_of(&a->class, setup);

	a->wire = asimulator_wire(setup);
	a->most_actions = setup_count(setup, &world_option_max_actions);
	return problem ? problem : world_revision_problem(&a->class, a->wire.revision);
}

static void begin_outside(struct asimulator *a, const struct setup *setup)
{
	a->wire = asimulator_wire(setup);
	for (int s = SEAT_1; s < SEATS; s++) {
		a->client[s].sits = setup->seat[s].kind != SEAT_FREE;
		a->client[s].wire = a->wire;
		if (setup->game > 1)
			take_order(a, setup, s);
	}
}

/* Without a judge, a match can be played by hand.  */
static void *asimulator_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct asimulator *a = bytes_new(sizeof(*a));

	a->judge = judge;
	a->outside = setup_given(setup, OPTION_TAPPED);
	if (a->outside) {
		begin_outside(a, setup);
		return a;
	}
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

/* ---- a simulation by what another judge tells its client (ringside tap) ----
 *
 * The client speaks over its stdin and stdout.  Only the rules, the percepts, the first tiles and the score
 * are told, so there is no world here.  */

/* 0: it is not complete.  */
static size_t telling_size(enum telling telling, struct world_wire wire, const uint8_t *bytes, size_t size)
{
	enum { TILE = 3 };
	struct world_rules rules;
	size_t at = 0;

	switch (telling) {
	case TELLS_RULES: return world_rules_read(&rules, wire, bytes, size);
	case TELLS_SCORE: return size < WORLD_SCORE_SIZE ? 0 : WORLD_SCORE_SIZE;
	case TELLS_TILES:
		while (at < size && bytes[at])
			at += TILE;
		return at < size ? at + 1 : 0;
	default: return 1;
	}
}

static enum telling next_telling(enum telling telling, struct world_wire wire, const uint8_t *bytes)
{
	if (telling < TELLS_PERCEPT)
		return telling + 1;
	return telling == TELLS_SCORE                                 ? TELLS_RULES
	       : world_percept_read(*bytes, wire) & WORLD_PERCEPT_END ? TELLS_SCORE
								      : TELLS_PERCEPT;
}

static size_t frame(const struct setup *setup, int *at, const char *bytes, size_t size)
{
	struct world_wire wire = asimulator_wire(setup);
	enum telling telling = (enum telling) * at;
	size_t whole = telling_size(telling, wire, (const uint8_t *)bytes, size);

	if (whole)
		*at = (int)next_telling(telling, wire, (const uint8_t *)bytes);
	return whole;
}

static enum channel heard_channel(const void *state, const char *bytes, size_t size)
{
	static const enum channel channels[] = {CHANNEL_COMMAND, CHANNEL_PERCEPT, CHANNEL_INPUT,
						CHANNEL_PERCEPT, CHANNEL_SCORE};

	(void)bytes, (void)size;
	return channels[((const struct asimulator *)state)->telling];
}

static bool begins(struct setup *setup, const struct message *message)
{
	setup_unset(setup, world_option_world.name);
	setup_unset(setup, world_option_text.name);
	setup->first = message->seat;
	return true;
}

/* After the score come rules.  */
static bool renews(const void *state, const struct message *message UNUSED)
{
	return arbiter_match(((const struct asimulator *)state)->judge)->over;
}

/* An action that came early answers at once.  */
static void heard_question(struct asimulator *a, int seat)
{
	struct client *client = &a->client[seat];
	uint8_t early;

	if (!client->due)
		arbiter_next(a->judge, seat);
	client->due = true;
	arbiter_heard_question(a->judge, seat, true, 0);
	if (!client->early.size)
		return;
	early = (uint8_t)client->early.at[0];
	bytes_drop(&client->early, 1);
	act(a, seat, world_action_name(early), early);
}

static void heard_score(struct asimulator *a, int seat, const uint8_t *bytes)
{
	int32_t score = world_score_read(bytes, a->client[seat].wire);
	int turns = arbiter_match(a->judge)->turn_count;

	arbiter_score(a->judge, seat, score);
	arbiter_verdict(a->judge, WINNER_NONE, "score", SEAT_NONE, "score %" PRId32 ", %d action%s", score,
			turns, turns == 1 ? "" : "s");
}

/* In a recording a message may have any size.  */
static void heard(void *state, const struct message *message)
{
	struct asimulator *a = state;
	struct client *client = &a->client[message->seat];
	enum telling telling = a->telling;
	const uint8_t *bytes = (const uint8_t *)message->bytes;

	if (!message->size || telling_size(telling, a->wire, bytes, message->size) != message->size)
		return;
	a->telling = next_telling(telling, a->wire, bytes);
	if (telling == TELLS_RULES) {
		client->told = true;
		client->heard = false;
	} else if (telling == TELLS_SCORE) {
		client->told = false;
		heard_score(a, message->seat, bytes);
	} else if (a->telling == TELLS_PERCEPT) {
		heard_question(a, message->seat);
	}
}

static const struct protocol_tap tap = {
	.alone = true,
	.outside = true,
	.frame = frame,
	.channel = heard_channel,
	.begins = begins,
	.renews = renews,
	.heard = heard,
};

/* Each client acts in a world of its own.  */
static const struct first_words *nobody_begins(const struct setup *setup UNUSED)
{
	return NULL;
}

/* ---- how a simulation ended ---- */

/* The deadly step, and what the agent could have known before it.  */
static void add_death(struct bytes *text, const struct world_sim *before, const struct world_sim *after)
{
	unsigned tile = world_sim_tile(after, after->x, after->y) & (WORLD_DANGER | WORLD_ENEMY);
	FREED char *deadly = world_tile_words(tile), *percept = world_percept_words(before->percept);

	bytes_addf(text,
		   "  That moved %s from %d,%d to %d,%d, where it is deadly: %s.\n"
		   "  Before, at %d,%d, it had perceived: %s.\n",
		   world_direction_name(before->direction), before->x, before->y, after->x, after->y, deadly,
		   before->x, before->y, percept);
}

static void add_end(struct bytes *text, const struct turn *turn, const struct world_sim *before,
		    const struct world_sim *after)
{
	FREED char *percept = world_percept_words(after->percept);

	bytes_addf(text, "  Seat %d: %s, by action %" PRId64 ", %s, in turn %d", turn->seat,
		   world_end_name(after->end), after->actions, turn->played, turn->n);
	if (turn->message)
		bytes_addf(text, " (#%" PRId64 ")", turn->message);
	bytes_addf(text, "; score %" PRId64 ", cost %" PRId64 "; the last percept: %s.\n", after->score,
		   after->cost, percept);
	if (after->end == WORLD_END_DEATH)
		add_death(text, before, after);
}

static char *asimulator_ending(const struct match *match)
{
	FREED char *problem = NULL;
	bool outside = setup_given(&match->setup, OPTION_TAPPED);
	struct asimulator *a = outside ? NULL : asimulator_new(NULL, &match->setup, &problem);
	FREED struct world_sim *before = bytes_new(sizeof(*before));
	const struct turn *turn;
	struct bytes text = {0};
	int n;

	for (n = 1; a && (turn = match_turn(match, n)); n++) {
		struct world_sim *sim = &a->client[turn->seat].sim;

		*before = *sim;
		if (world_sim_act(sim, action_named(turn->played)) && sim->end != WORLD_GOES_ON)
			add_end(&text, turn, before, sim);
	}
	if (a)
		asimulator_free(a);
	if (n <= match->turn_count) /* the match cannot be played to its end */
		bytes_free(&text);
	return text.at;
}

static const struct protocol_texts texts = {
	.title = "an agent world, two side by side: Asimulator's binary clients",
	.panes = panes,
	.first = nobody_begins,
	.unready = unready,
	.meaning = asimulator_meaning,
	.partial = asimulator_partial,
	.briefing = asimulator_briefing,
	.misled = "it perceives what the old agent did, and may think that it is elsewhere",
	.reasons = reasons,
	.faults = faults,
	.notices = notices,
	.ending = asimulator_ending,
};

/* The wanderer dies early; the reasoner, behind until then, shoots and collects.  */
static const char *const demo_options[][2] = {
	{"world", "cave"}, {"seed", "5"}, {"pace", "500ms"}, {NULL, NULL}};

static const struct protocol_bundle bundle = {
	.demo = {"sample:reasoner", "sample:wander"},
	.demo_options = demo_options,
	.rival = "sample:reasoner",
	.samples = (const char *const[]){"asimulator-", NULL},
	.seeded = (const char *const[]){"wander", NULL},
};

static const struct protocol_framing framing = {
	.frame = asimulator_frame,
	.end = asimulator_end,
	.wanted = asimulator_lacks,
	.flags = asimulator_flags,
	.succeeded = succeeded,
};

extern const struct protocol protocol_asimulator;
const struct protocol protocol_asimulator = {
	.name = "asimulator",
	.options = options,
	.alone = true,
	.texts = &texts,
	.bundle = &bundle,
	.tools = &asimulator_tools,
	.tap = &tap,
	.answers = CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_INFO),
	.moves = CHANNEL_MOVE,
	.plays = PLAYS_ALL,
	.last_news = true,
	.uses_socket = uses_socket,
	.framing = &framing,
	.limits = {.end = NS_PER_S},
	.channel = asimulator_channel,
	.new = asimulator_new,
	.free = asimulator_free,
	.started = asimulator_started,
	.begin = asimulator_begin,
	.ask = asimulator_ask,
	.received = asimulator_received,
	.exited = exited,
	.expired = info_expired,
	.timeout = timed_out,
	.answer = asimulator_answer,
	.move_form = asimulator_move_form,
	.check = asimulator_check,
	.play = asimulator_play,
	.reseat = reseat,
	.may_stay = may_stay,
};
