/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* store.c - options by their names, and the places where their values go: the command line and the config use
 * both.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "seat_option.h"
#include <stdlib.h>
#include <string.h>

const struct option_place *cli_option_named(unsigned takers, const char *name, size_t size)
{
	const struct option_place *first = NULL;

	for (const struct option_place *place = cli_options; place->row; place++) {
		if (strlen(place->row->name) != size || strncmp(place->row->name, name, size) != 0)
			continue;
		if (cli_takers(place->row) & takers)
			return place;
		first = first ? first : place;
	}
	return first;
}

bool cli_said(const struct invocation *invocation, const struct option_row *row)
{
	for (int i = 0; cli_options[i].row; i++)
		if (cli_options[i].row == row)
			return invocation->said.at[i];
	return false;
}

static char *take_text(struct invocation *invocation, const struct option_row *row, const char *text)
{
	int64_t seat;

	if (row == &cli_option_gdb && option_value(row, text, &seat)) {
		char *line = bytes_text("gdb %d", (int)seat);

		invocation->match.session.held[seat] = invocation->scripted = true;
		script_add_line(invocation->script, line);
		free(line);
		return NULL;
	}
	if (row == &cli_option_seat)
		return seat_option_take(invocation->match.own, text);
	if (row != &cli_option_script && row != &cli_option_execute)
		return match_store(&invocation->match, row, text);
	invocation->scripted = true;
	if (row == &cli_option_script)
		return script_add_file(invocation->script, text);
	script_add_line(invocation->script, text);
	return NULL;
}

/* Stores a value at the place that the tables give.  */
char *cli_store(struct invocation *invocation, const struct option_place *place, const char *text)
{
	const struct option_row *row = place->row;
	const char *before;
	int64_t value;

	if (!option_value(row, text, &value))
		return option_refusal(row, text);
	invocation->said.at[place - cli_options] = true;
	before = row == &cli_option_sandbox_bind ? invocation->match.session.sandbox_bind
		 : row == &cli_option_suite      ? invocation->check.suite
						 : NULL;
	if (before) { /* it may be repeated */
		char *both = bytes_text("%s\n%s", before, text);

		option_store(place, invocation, value, both);
		free(both);
		return NULL;
	}
	if (place->size) {
		option_store(place, invocation, value, text);
		return NULL;
	}
	return take_text(invocation, row, text);
}
