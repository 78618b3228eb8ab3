/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_options.c - the options of a match: its class of worlds, and how long a simulation lasts.  */
#include "rules_state.h"

#include "ringside/bytes.h"
#include <string.h>

static const struct option_choice worlds[] = {
	{"classic", 0, "4 x 4 tiles, dangers, one enemy, one item, one shot"},
	{"room", 0, "an open room"},
	{"cave", 0, "enemies, and little ammunition"},
	{"maze", 0, "60 x 52 tiles of walls and items"},
	{0},
};

const struct option_row world_option_world =
	OPTION_ROW("world", OPTION_FILE, "NAME|FILE", 0, .path = PATH_READ,
		   .help = "the class of worlds, or a world file; ringside list names the bundled ones",
		   .choices = worlds, .unit = "a world file", .content = &world_option_text,
		   .folder = "worlds", .ending = ".world", .text = "classic", .shown = true);
const struct option_row world_option_text = OPTION_ROW("world-text", OPTION_TEXT, "TEXT", 0, .help = NULL);
const struct option_row world_option_max_actions =
	OPTION_ROW("max-actions", OPTION_COUNT, "N", 0, .help = "end a simulation after N actions",
		   .least = 1, .most = INT64_MAX, .unit = "actions", .value = 10000);

char *world_class_of(struct world_class *class, const struct setup *setup)
{
	const char *text = setup_text(setup, &world_option_text);

	if (!text)
		return bytes_text("this match has no world: the text of its file is missing (world-text)");
	return world_class_read(class, setup_text(setup, &world_option_world), text, strlen(text));
}
