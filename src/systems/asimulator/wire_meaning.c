/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_meaning.c - what the bytes of the agent world mean, in the words of the original.  */
#include "wire.h"

#include <stdlib.h>
#include <string.h>

enum { LSB, MSB };

static const struct option_choice bit_orders[] = {{"lsb", LSB, NULL}, {"msb", MSB, NULL}, {0}};
static const struct option_choice revisions[] = {{"1", 1, NULL}, {"2", 2, NULL}, {0}};

const struct option_row asimulator_option_bit_order =
	OPTION_ROW("bit-order", OPTION_CHOICE, "ORDER", 0,
		   .help = "which bit of a byte is bit 1; its lowest (lsb) or its highest (msb)",
		   .choices = bit_orders, .value = LSB);
const struct option_row asimulator_option_revision =
	OPTION_ROW("revision", OPTION_CHOICE, "N", 0,
		   .help = "the revision of the handbook; in 2 both turns have one cost",
		   .choices = revisions, .value = 1);

struct world_wire asimulator_wire(const struct setup *setup)
{
	return (struct world_wire){.msb = setup_choice(setup, &asimulator_option_bit_order) == MSB,
				   .revision = (int)setup_choice(setup, &asimulator_option_revision)};
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
char *asimulator_partial(const char *bytes, size_t size, size_t wanted)
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

char *asimulator_meaning(const struct setup *setup, const struct message *message)
{
	const uint8_t *bytes = (const uint8_t *)message->bytes;
	struct world_wire wire = asimulator_wire(setup);

	wire.little = message->flags & MESSAGE_LITTLE;
	if (!message->size || message->direction == EVENT || message->channel == CHANNEL_STDERR)
		return NULL;
	return message->direction == TO_AGENT ? to_client(message, bytes, wire) : from_client(message, bytes);
}

char *asimulator_briefing(const struct setup *setup)
{
	struct world_class *class = bytes_new(sizeof(*class));
	struct world *world = bytes_new(sizeof(*world));
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
	free(world);
	free(class);
	return words;
}

enum world_action asimulator_action(const char *move)
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

/* In the order of their numbers on the wire.  */
char *asimulator_smaller(const struct setup *setup, const char *move, int k)
{
	enum world_action action = asimulator_action(move);

	(void)setup;
	return action != WORLD_ACTION_COUNT && k < (int)action ? bytes_text("%s", world_action_name(k))
							       : NULL;
}

char *asimulator_move_form(const struct setup *setup, const char *move, char **problem)
{
	enum world_action action = asimulator_action(move);

	(void)setup;
	if (action != WORLD_ACTION_COUNT)
		return bytes_text("%s", world_action_name((int)action));
	*problem = bytes_text("no action of the agent world");
	return NULL;
}
