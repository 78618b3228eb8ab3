/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_options.c - how a match is played, as the command line or a suite says it.  */
#include "ringside/runner.h"
#include "ringside/say.h"
#include <stdlib.h>

#include <assert.h>
#include <string.h>

bool match_said(const struct match_options *options, const struct option_row *row)
{
	for (int i = 0; setup_places[i].row; i++)
		if (setup_places[i].row == row)
			return options->said[i];
	return false;
}

void match_say(struct match_options *options, const struct option_row *row, bool said)
{
	for (int i = 0; setup_places[i].row; i++)
		if (setup_places[i].row == row) {
			assert(i < MATCH_PLACES_MOST);
			options->said[i] = said;
		}
}

const struct option_row *match_row(const char *name)
{
	for (const struct option_place *place = setup_places; place->row; place++)
		if (place->row->scope == SCOPE_LIMITS && strcmp(place->row->name, name) == 0)
			return place->row;
	for (const struct option_row *const *row = setup_rows; *row; row++)
		if ((*row)->scope == SCOPE_LIMITS && strcmp((*row)->name, name) == 0)
			return *row;
	return NULL;
}

const struct option_row *match_system_row(const struct protocol *protocol, const char *name, size_t size)
{
	for (const struct option_row *const *row = protocol ? protocol->options : NULL; row && *row; row++)
		if (strlen((*row)->name) == size && strncmp((*row)->name, name, size) == 0 && (*row)->help)
			return *row;
	return NULL;
}

char *match_store(struct match_options *options, const struct option_row *row, const char *text)
{
	struct setup *setup = &options->session.setup;
	int64_t value;

	if (!option_value(row, text, &value))
		return option_refusal(row, text);
	match_say(options, row, true);
	for (const struct option_place *place = setup_places; place->row; place++)
		if (place->row == row) {
			option_store(place, setup, value, NULL);
			return NULL;
		}
	return setup_set(setup, row->name, text);
}

void match_settle_limits(struct match_options *options)
{
	struct setup *setup = &options->session.setup;
	int64_t turn = setup->turn_limit, tolerance = setup->tolerance;

	if (options->protocol)
		protocol_usual(options->protocol, setup);
	if (match_said(options, &option_turn_time))
		setup->turn_limit = turn;
	if (match_said(options, &option_tolerance))
		setup->tolerance = tolerance;
}

enum confined match_confined(const struct match_options *options)
{
	return options->session.sandbox ? CONFINED_SANDBOX : CONFINED_NOT;
}

int match_sandbox_show(const struct session_setup *setup)
{
	char *limits = session_limits_of(setup);

	say("# %s\n", limits);
	free(limits);
	for (int s = 0; s < SEATS; s++) {
		char *problem = NULL, *words = session_sandbox_words(setup, s, &problem);

		if (problem)
			return say_failure(problem, EXIT_NOT_STARTED);
		if (words)
			say("%s\n", words);
		free(words);
	}
	return say_finish();
}
