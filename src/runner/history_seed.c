/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history_seed.c - the seed of a series or a tournament that goes on.  */
#include "history.h"
#include "ringside/bytes.h"
#include "ringside/lines.h"
#include <stdlib.h>
#include <sys/stat.h>

/* The seed in the first line of the results; false: none.  */
static bool seed_of_results(const char *name, const char *results, uint64_t *seed)
{
	struct stat status;
	bool ordinary = stat(results, &status) == 0 && S_ISREG(status.st_mode); /* /dev/full has no end */
	FILE *file = ordinary ? fopen(results, "re") : NULL;
	struct lines lines = {0};
	json_t *object = NULL;
	const char *text;
	char *line;
	size_t size;

	if (file)
		lines = lines_of(file);
	if (file && lines_next(&lines, &line, &size))
		object = json_loadb(line, size, 0, NULL);
	text = json_string_value(json_object_get(json_object_get(object, name), "seed"));
	if (text)
		*seed = strtoull(text, NULL, 10);
	json_decref(object);
	lines_free(&lines);
	if (file)
		fclose(file);
	return text != NULL;
}

static bool seed_of_match(const char *path, uint64_t *seed)
{
	char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	struct setup setup;
	bool found = file && match_file_setup(file, 0, &setup);

	if (found) {
		*seed = setup.seed;
		setup_free(&setup);
	}
	match_file_close(file);
	free(problem); /* history_open() reports it */
	return found;
}

char *history_seed(const char *name, const char *results, const char *record, const char *after,
		   uint64_t *seed)
{
	char *found = NULL;
	int *games = NULL, count;

	if (results && seed_of_results(name, results, seed))
		return bytes_text("%s", results);
	if (after && seed_of_results(name, after, seed))
		return bytes_text("%s", after);
	count = record ? match_file_games(record, &games) : 0;
	for (int i = 0; i < count && !found; i++) {
		found = match_file_of_game(record, games[i]);
		if (!seed_of_match(found, seed)) {
			free(found);
			found = NULL;
		}
	}
	free(games);
	return found;
}
