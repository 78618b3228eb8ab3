/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seed.c - the numbers of a series, and command lines with them.  */
#include "ringside/seed.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <stdlib.h>
#include <string.h>

#define PLACE       "{seed}"
#define OPTION      "--seed"
#define SAMPLE_WORD "sample:"

uint64_t seed_mixed(uint64_t number)
{
	for (int step = 0; step < 2; step++) {
		number += UINT64_C(0x9e3779b97f4a7c15);
		number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
		number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
		number ^= number >> 31;
	}
	return number;
}

uint32_t seed_of(uint64_t seed, int game, int seat)
{
	seed = seed_mixed(seed_mixed(seed_mixed(seed) + (uint64_t)game) + (uint64_t)seat);
	return (uint32_t)(1 + seed % INT32_MAX);
}

/* The end of a word of sh, and the blanks behind it.  */
static const char *behind_word(const char *at)
{
	char quote = '\0';

	for (; *at && (quote || !strchr(" \t", *at)); at++) {
		if (*at == '\\' && quote != '\'' && at[1])
			at++;
		else if (quote ? *at == quote : *at == '\'' || *at == '"')
			quote = quote ? '\0' : *at;
	}
	return at + strspn(at, " \t");
}

/* The word of the program: behind the "env -C FOLDER NAME=VALUE" of a named player, or the first.  */
static const char *program_word(const char *command)
{
	const char *at = command + strspn(command, " \t"), *equals;

	if (strncmp(at, "env ", 4) != 0)
		return at;
	for (at = behind_word(at); *at; at = behind_word(at)) {
		equals = strchr(at, '=');
		if (strncmp(at, "-C ", 3) == 0)
			at = behind_word(at);
		else if (*at == '-' || !equals || equals >= behind_word(at))
			break;
	}
	return at;
}

/* The end of the program's word if the command line starts a bundled agent that takes a seed but gives none;
 * else NULL.  */
static const char *sample_end(const char *command, const char *const *seeded)
{
	const char *at = program_word(command), *end, *option;
	size_t size;

	if (*at == '\'' || *at == '"')
		at++;
	if (strncmp(at, SAMPLE_WORD, strlen(SAMPLE_WORD)) != 0)
		return NULL;
	at += strlen(SAMPLE_WORD);
	size = strcspn(at, " \t'\"");
	while (seeded && *seeded && (strlen(*seeded) != size || strncmp(at, *seeded, size) != 0))
		seeded++;
	if (!seeded || !*seeded)
		return NULL;
	end = at + size + (at[size] == '\'' || at[size] == '"');
	option = strstr(end, OPTION);
	return option && strchr(" \t=", option[strlen(OPTION)]) ? NULL : end; /* at the end, too */
}

char *seed_command(const struct setup *setup, int seat, const char *command)
{
	const struct protocol *protocol = protocol_named(setup->system);
	const char *at = command ? strstr(command, PLACE) : NULL, *end;
	int game = at && protocol->one_process ? 0 : setup->game;
	unsigned number = seed_of(setup->seed, game, seat);
	struct bytes text = {0};

	if (!command) /* a file does not have it */
		return bytes_text("%s", "");
	if (!at) {
		end = sample_end(command, protocol->bundle->seeded);
		return end ? bytes_text("%.*s " OPTION " %u%s", (int)(end - command), command, number, end)
			   : bytes_text("%s", command);
	}
	for (; at; command = at + strlen(PLACE), at = strstr(command, PLACE))
		bytes_addf(&text, "%.*s%u", (int)(at - command), command, number);
	bytes_add_text(&text, command);
	return text.at;
}
