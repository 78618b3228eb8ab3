/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* same.c - the settings of games as JSON.  */
#include "same.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include <inttypes.h>
#include <stdlib.h>

static void set_text(json_t *object, const char *key, const char *value)
{
	json_object_set_new(object, key, match_json_words(value)); /* typed text need not be UTF-8 */
}

static void set_time(json_t *object, const char *key, int64_t ns)
{
	char *words = bytes_text("%.12g s", (double)ns / NS_PER_S);

	set_text(object, key, words);
	free(words);
}

static void set_option(json_t *object, const struct option_place *place, const struct setup *setup)
{
	const char *key = place->row->name;
	int64_t value = option_load(place, setup);
	char *seed;

	if (place->row == &option_seed) { /* all 64 bits of it */
		seed = bytes_text("%" PRIu64, (uint64_t)value);
		set_text(object, key, seed);
		free(seed);
	} else if (place->row->type == OPTION_TIME) {
		set_time(object, key, value);
	} else {
		json_object_set_new(object, key,
				    place->row->type == OPTION_SWITCH ? json_boolean(value)
								      : json_integer(value));
	}
}

json_t *same_setup(const struct setup *setup)
{
	json_t *object = json_object();
	char *key;

	set_text(object, "system", setup->system);
	set_text(object, "player 1", setup->seat[1].command ? setup->seat[1].command : "");
	set_text(object, "player 2", setup->seat[2].command ? setup->seat[2].command : "");
	for (const struct option_place *place = setup_places; place->row; place++)
		set_option(object, place, setup);
	for (int i = 0; i < setup->option_count; i++) {
		if (*setup->options[i].name == '.' || setup->options[i].row == &option_cpus1 ||
		    setup->options[i].row == &option_cpus2) /* of this machine, as --cpus */
			continue;
		key = bytes_text("--%s", setup->options[i].name);
		set_text(object, key, setup->options[i].text);
		free(key);
	}
	return object;
}

json_t *same_series(const struct plan *plan)
{
	json_t *object = same_setup(plan->setup);
	char *words = bytes_text("%d, %s, %016" PRIx64, plan->opening_count,
				 plan->random ? "random" : "sequential", plan->checked);

	if (plan->opening_count)
		set_text(object, "openings", words);
	if (plan->from)
		set_text(object, "from", plan->from);
	free(words);
	return object;
}
