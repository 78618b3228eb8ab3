/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* results.c - `ringside open RESULTS`: the screen of a tournament that is over, read from its results.
 *
 * The tables are those of `tally`.  A game is opened from the match file that its result names.  */
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/say.h"
#include "ringside/text_file.h"
#include "run.h"
#include "tally/tally.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct results {
	struct run run;
	struct tallied tallied;
};

static void sheets(const struct run *run, struct sheets *to)
{
	tally_all_sheets(&((const struct results *)(const void *)run)->tallied, to);
}

/* A person ends ringside by a signal.  */
static void interrupted(void *user)
{
	struct run *run = user;

	run->interrupted = true;
	loop_stop(run->pool.loop);
}

/* The players and the kind, as the first line has them.  NULL, or why they cannot be shown.  */
static char *describe(struct results *results)
{
	const struct tallied *tallied = &results->tallied;
	int kind = schedule_kind_of(tallied->kind);
	struct plan *plan = &results->run.plan;
	int players = tallied->standings.players;

	results->run.call->match.protocol = protocol_named(tallied->system);
	if (kind < 0 || !results->run.call->match.protocol)
		return bytes_text("%s: this ringside does not know a %s of %s: a newer one may",
				  results->run.results, tallied->kind, tallied->system);
	plan->schedule = (struct schedule){.kind = (enum schedule_kind)kind, .players = players};
	plan->entrants = bytes_new(((size_t)players + 1) * sizeof(*plan->entrants));
	for (int i = 0; i < players; i++)
		plan->entrants[i].name = tallied->names[i];
	results->run.standing.games = results->run.standing.finished = tallied->standings.games;
	return NULL;
}

/* Adds all games to the list on the screen.  The file has just been read without a problem.  */
static void add_games(struct results *results)
{
	FILE *file = text_file_open(results->run.results);
	struct lines lines;
	struct result_line line;
	size_t size, column;
	char *text;

	if (!file) /* it was removed meanwhile */
		return;
	lines = lines_of(file);
	while (lines_next(&lines, &text, &size)) {
		FREED char *problem =
			result_line_read(&line, text, size, results->tallied.standings.players, &column);

		if (!problem && line.game)
			run_screen_note(results->run.screen, &(struct run_news){.result = &line});
	}
	lines_free(&lines);
	fclose(file);
}

bool run_has_results(const char *path)
{
	static const char first[] = "{\"tournament\":";
	char start[sizeof(first)];
	struct stat found;

	return stat(path, &found) == 0 && S_ISREG(found.st_mode) && /* a pipe would be emptied */
	       text_file_start(path, start, sizeof(start)) && strcmp(start, first) == 0;
}

int run_results(struct runner_call *call, const char *path)
{
	static const struct run_kind kind = {.sheets = sheets};
	struct results results = {.run = {.call = call, .kind = &kind, .results = path}};
	struct run *run = &results.run;
	struct pool_setup setup = {.interrupted = interrupted, .user = run};
	char *problem;

	if (!run_wants_screen(call))
		return say_failure(
			bytes_text("%s: results are shown on a terminal: `ringside tally %s` prints them",
				   path, path),
			EXIT_USAGE);
	problem = tally_read(&results.tallied, path);
	if (!problem)
		problem = describe(&results);
	if (!problem) {
		pool_open(&run->pool, &setup);
		run_screen_begin(run);
		if (run->screen)
			add_games(&results);
		run_screen_end(run);
		pool_close(&run->pool);
		free(run->plan.entrants);
	}
	tally_free(&results.tallied);
	return say_failure(problem, run->interrupted ? EXIT_INTERRUPTED : EXIT_VERDICT);
}
