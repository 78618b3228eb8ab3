/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seat_option.c - reads --seat-option SEAT:NAME=VALUE: a setting of one player, for play, run and check.  */
#include "seat_option.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/mistake.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What there is, with `why` before it.  Frees `why`; the caller frees the result.  */
static char *list(char *why)
{
	struct bytes text = {0};

	bytes_addf(&text, "--%s %s", cli_option_seat.name, why);
	for (int i = 0; i < SEAT_SETTINGS; i++)
		bytes_addf(&text, "\n%s=%s: %s", seat_setting_rows[i].name,
			   i == SEAT_ENV ? "NAME=VALUE" : seat_setting_rows[i].argument,
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
	why = bytes_text("%s: no player has such a setting%s%s", shown, meant,
			 *meant ? " There are:" : ": there are:");
	free(meant);
	free(shown);
	return list(why);
}

/* A folder is a full path from here on, for agents may run elsewhere.  */
static char *full(enum seat_setting setting, const char *value)
{
	char *here = setting == SEAT_FOLDER && *value && *value != '/' ? getcwd(NULL, 0) : NULL;
	char *path = here ? bytes_text("%s/%s", here, value) : bytes_text("%s", value);

	free(here);
	return path;
}

char *seat_option_take(struct seat_settings settings[SEATS], const char *text)
{
	bool seated = (*text == '1' || *text == '2') && text[1] == ':';
	const char *name = seated ? text + 2 : text;
	size_t size = strcspn(name, "=");
	enum seat_setting setting = seat_setting_named(name, size);
	char *value, *why, *problem;

	if (seated && strcmp(name, "?") == 0)
		return list(bytes_text("%s: there are:", text));
	if (!seated || (!name[size] && setting < SEAT_SETTINGS)) {
		value = bytes_escaped(text, strlen(text));
		why = bytes_text("--%s %s: expected %s, such as 1:turn-time=500ms (1:? lists them)",
				 cli_option_seat.name, value, cli_option_seat.argument);
		free(value);
		return why;
	}
	if (setting == SEAT_SETTINGS)
		return unknown(name, size);
	value = full(setting, name + size + 1);
	why = seat_setting_take(&settings[*text - '0'], setting, value);
	problem = why ? bytes_text("--%s %c:%s", cli_option_seat.name, *text, why) : NULL;
	free(why);
	free(value);
	return problem;
}
