/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* differs.c - how the settings of games in JSON differ, for people.  */
#include "differs.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include <stdlib.h>
#include <string.h>

enum {
	VALUE_MOST = 300, /* bytes of a setting that is told */
	DEPTH_TOLD = 4    /* how deep a difference is looked for */
};

static char *value_text(const json_t *value)
{
	char *text = value ? match_json_line(value) : bytes_text("not given"), *cut;

	if (strlen(text) <= VALUE_MOST)
		return text;
	cut = bytes_text("%.*s...", VALUE_MOST, text);
	free(text);
	return cut;
}

static char *difference(const char *path, const json_t *there, const json_t *here, int depth);

/* The first difference of two members, or items, of what is at `path`.  */
static char *difference_below(const char *path, const char *name, const json_t *there, const json_t *here,
			      int depth)
{
	char *below = bytes_text("%s%s%.*s", path, *path ? ", " : "", VALUE_MOST, name);
	char *found = difference(below, there, here, depth + 1);

	free(below);
	return found;
}

static char *difference_of_objects(const char *path, const json_t *there, const json_t *here, int depth)
{
	json_t *one = (json_t *)there, *other = (json_t *)here; /* jansson's walk takes no const */
	char *found = NULL;

	for (void *i = json_object_iter(other); i && !found; i = json_object_iter_next(other, i))
		found = difference_below(path, json_object_iter_key(i),
					 json_object_get(one, json_object_iter_key(i)),
					 json_object_iter_value(i), depth);
	for (void *i = json_object_iter(one); i && !found; i = json_object_iter_next(one, i))
		if (!json_object_get(other, json_object_iter_key(i)))
			found = difference_below(path, json_object_iter_key(i), json_object_iter_value(i),
						 NULL, depth);
	return found;
}

static char *difference_of_lists(const char *path, const json_t *there, const json_t *here, int depth)
{
	size_t a = json_array_size(there), b = json_array_size(here);
	char *found = NULL;

	for (size_t i = 0; i < (a > b ? a : b) && !found; i++) {
		char *number = bytes_text("%zu", i + 1);

		found = difference_below(path, number, json_array_get(there, i), json_array_get(here, i),
					 depth);
		free(number);
	}
	return found;
}

/* A stranger's values may be deep and long: deeper ones are told as a whole, and long ones are cut.  */
static char *difference(const char *path, const json_t *there, const json_t *here, int depth)
{
	char *a, *b, *words;

	if (there && here && json_equal(there, here))
		return NULL;
	if (depth < DEPTH_TOLD && json_is_object(there) && json_is_object(here))
		return difference_of_objects(path, there, here, depth);
	if (depth < DEPTH_TOLD && json_is_array(there) && json_is_array(here))
		return difference_of_lists(path, there, here, depth);
	a = value_text(there);
	b = value_text(here);
	words = bytes_text("%s is %s there and %s here", path, a, b);
	free(a);
	free(b);
	return words;
}

char *json_difference(const json_t *there, const json_t *here)
{
	return difference("", there, here, 0);
}
