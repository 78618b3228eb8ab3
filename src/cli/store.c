/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* store.c - options by their names, and the places where their values go: the command line and the config use
 * both.  A setting of one player, --seat-option SEAT:NAME=VALUE, goes to the settings of its seat.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/mistake.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the settings of one player ---- */

/* What there is, with `why` before it.  Frees `why`; the caller frees the result.  */
static char *list(char *why)
{
	struct bytes text = {0};

	bytes_addf(&text, "--%s %s", cli_row.seat.name, why);
	for (int i = 0; i < SEAT_SETTINGS; i++)
		bytes_addf(&text, "\n%s=%s: %s", seat_setting_rows[i].name, seat_setting_rows[i].argument,
			   seat_setting_rows[i].help);
	free(why);
	return text.at;
}

static char *unknown(const char *name, size_t size)
{
	struct nearest nearest = nearest_to(name, size);
	char *shown = bytes_escaped(name, size), *meant, *why;

	for (int i = 0; i < SEAT_SETTINGS; i++)
		nearest_try(&nearest, seat_setting_rows[i].name);
	meant = nearest_question(&nearest);
	why = bytes_text("%s: no player has such a setting (an engine's option is option=NAME=VALUE)%s%s",
			 shown, meant, *meant ? " There are:" : ": there are:");
	free(meant);
	free(shown);
	return list(why);
}

/* A folder is a full path from here on, for agents may run elsewhere.  */
static char *full(enum seat_setting setting, const char *value)
{
	FREED char *here = setting == SEAT_FOLDER && *value && *value != '/' ? getcwd(NULL, 0) : NULL;
	char *path = here ? bytes_text("%s/%s", here, value) : bytes_text("%s", value);

	return path;
}

/* Takes SEAT:NAME=VALUE.  NULL, or what is wrong.  */
static char *seat_option_take(struct seat_settings settings[SEATS], const char *text)
{
	bool seated = (*text == '1' || *text == '2') && text[1] == ':';
	const char *name = seated ? text + 2 : text;
	size_t size = strcspn(name, "=");
	enum seat_setting setting = seat_setting_named(name, size);
	char *value, *why;

	if (seated && strcmp(name, "?") == 0)
		return list(bytes_text("%s: there are:", text));
	if (!seated || (!name[size] && setting < SEAT_SETTINGS)) {
		value = bytes_escaped(text, strlen(text));
		why = bytes_text("--%s %s: expected %s, such as 1:turn-time=500ms (1:? lists them)",
				 cli_row.seat.name, value, cli_row.seat.argument);
		free(value);
		return why;
	}
	if (setting == SEAT_SETTINGS)
		return unknown(name, size);
	value = full(setting, name + size + 1);
	why = seat_setting_take(&settings[*text - '0'], setting, value);
	free(value);
	return bytes_behind(why, "--%s %c:", cli_row.seat.name, *text);
}

/* ---- all options ---- */

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

	if (row == &cli_row.gdb && option_value(row, text, &seat)) {
		FREED char *line = bytes_text("gdb %d", (int)seat);

		invocation->call.match.session.held[seat] = invocation->call.scripted = true;
		script_add_line(invocation->call.script, line);
		return NULL;
	}
	if (row == &cli_row.seat)
		return seat_option_take(invocation->call.match.own, text);
	if (row != &cli_row.script && row != &cli_row.execute)
		return match_store(&invocation->call.match, row, text);
	invocation->call.scripted = true;
	if (row == &cli_row.script)
		return script_add_file(invocation->call.script, text);
	script_add_line(invocation->call.script, text);
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
	before = row == &cli_row.sandbox_bind ? invocation->call.match.session.sandbox_bind
		 : row == &cli_row.suite      ? invocation->check.suite
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
