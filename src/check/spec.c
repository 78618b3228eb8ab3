/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.c - `ringside check SYSTEM AGENT` without a suite: tries the cases of the system's document, each
 * with a fresh process.  */
#include "check.h"
#include "ringside/say.h"
#include "suite.h"
#include <stdlib.h>
#include <string.h>

/* At a case; at most one of the others is there.  */
struct attempt {
	const struct spec_case *row;
	struct spec_talk *talk;
	struct spec_game *game;
};

struct spec_check {
	struct spec_setup setup;
	const struct check_options *options;
	struct spec_run run;
	struct attempt *attempts; /* one for each trial */
};

/* ---- trials ---- */

static void begin(void *user, int i, struct spec_trial *trial)
{
	struct spec_check *check = user;
	struct attempt *attempt = &check->attempts[i];

	check->setup.loop = check->run.pool.loop;
	if (attempt->row->steps)
		attempt->talk = spec_talk_new(&check->setup, attempt->row, trial);
	else
		attempt->game = spec_game_new(&check->setup, attempt->row, trial);
}

static void finish(void *user, int i, bool all)
{
	struct spec_check *check = user;
	struct attempt *attempt = &check->attempts[i];

	(void)all;
	spec_talk_free(attempt->talk);
	spec_game_free(attempt->game);
	attempt->talk = NULL;
	attempt->game = NULL;
}

/* ---- the whole check ---- */

/* What --only may name besides the name of the case.  */
static const char *tags_of(const struct spec_case *row)
{
	return row->should ? "should" : row->rival ? "must game" : "must";
}

static bool needs(const struct spec_case *row, const char *name)
{
	return row->needs && strcmp(row->needs, name) == 0;
}

static void add(struct spec_check *check, const struct spec_case *row)
{
	struct spec_trial *trial = &check->run.trials[check->run.count];

	*trial = (struct spec_trial){.group = check->setup.protocol->name, .name = row->name};
	for (int i = 0; i < check->run.count; i++)
		if (needs(row, check->run.trials[i].name))
			trial->needs = &check->run.trials[i];
	check->attempts[check->run.count++].row = row;
}

/* The cases that the command line wants, and those that they need.  NULL, or a problem.  */
static char *choose(struct spec_check *check)
{
	const struct spec_case *rows = check->setup.spec->cases;
	const char *only = check->options->only;
	int count = 0;
	bool *wanted;

	while (rows[count].name)
		count++;
	wanted = bytes_new((size_t)count * sizeof(*wanted));
	check->run.trials = bytes_new((size_t)count * sizeof(*check->run.trials));
	check->attempts = bytes_new((size_t)count * sizeof(*check->attempts));
	for (int i = count - 1; i >= 0; i--) {
		wanted[i] = suite_chooses(only, rows[i].name, tags_of(&rows[i]));
		for (int k = i + 1; k < count && !wanted[i]; k++)
			wanted[i] = wanted[k] && needs(&rows[k], rows[i].name);
	}
	for (int i = 0; i < count; i++)
		if (wanted[i])
			add(check, &rows[i]);
	free(wanted);
	return check->run.count
		       ? NULL
		       : bytes_text("--only %s: %s has no such case", only, check->setup.protocol->name);
}

static char *no_cases(const struct protocol *protocol)
{
	return bytes_text("%s has no cases of its own: name a suite with --suite FILE", protocol->name);
}

static void list(const struct spec *spec, const char *only)
{
	for (const struct spec_case *row = spec->cases; row->name; row++)
		if (suite_chooses(only, row->name, tags_of(row)))
			say("%-6s  %s\n        %s: \"%s\"\n", row->should ? "should" : "must", row->name,
			    row->source, row->sentence);
}

int check_list_spec(const struct match_options *match, const char *only)
{
	const struct spec *spec = match->protocol->tools->spec;

	if (!spec)
		return say_failure(no_cases(match->protocol), EXIT_USAGE);
	list(spec, only);
	if (spec->program) {
		say("of a game program:\n");
		list(spec->program, only);
	}
	return say_finish();
}

int check_spec(const struct check_call *call, const struct check_options *options)
{
	struct spec_check check = {
		.options = options,
		.setup = {.protocol = call->match->protocol,
			  .session = call->match->session,
			  .over = spec_over,
			  .unstarted = spec_unstarted},
		.run = {.call = call, .options = options, .user = &check, .begin = begin, .finish = finish}};
	char *problem;
	int status = EXIT_USAGE;

	if (!check.setup.protocol->tools->spec)
		return say_failure(no_cases(check.setup.protocol), EXIT_USAGE);
	problem = spec_settle(call, &check.setup);
	if (!problem)
		problem = choose(&check);
	if (!problem)
		status = spec_run(&check.run);
	free(check.run.trials);
	free(check.attempts);
	call->match->session = check.setup.session; /* its texts */
	return say_failure(problem, status);
}
