/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - `ringside check`: chooses how an agent is tried, runs its trials, several at once, each with
 * fresh processes, and tries the cases of the system's document.
 *
 * A trial begins when the one that it needs has passed.  */
#include "check.h"

#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <string.h>

/* For an answer of an agent that is told a shorter limit: only one case says that it has to keep that. And
 * for one that is told none: a longer limit of the system is for thinkers, and each case that nobody answers
 * would last as long.  */
#define PATIENCE      ((int64_t)5 * NS_PER_S)
#define PATIENCE_MOST ((int64_t)20 * NS_PER_S)

static void settle(struct spec_trial *trial, enum case_result result, char *why)
{
	trial->result = result;
	trial->why = why;
	trial->progress = TRIAL_ENDED;
}

void spec_over(void *user, enum case_result result, char *why)
{
	struct spec_trial *trial = user;

	trial->took = loop_now() - trial->began;
	settle(trial, result, why);
	pool_wake(&trial->run->pool); /* it may not be freed here */
}

void spec_unstarted(void *user, char *problem)
{
	pool_stop(&((struct spec_trial *)user)->run->pool, problem, EXIT_NOT_TRIED);
	spec_over(user, CASE_SKIPPED, NULL);
}

/* Settles a trial that can never begin.  True: it can begin now.  */
static bool is_ready(struct spec_trial *trial)
{
	const struct spec_trial *before = trial->needs;

	if (trial->progress != TRIAL_WAITS || (before && before->progress < TRIAL_ENDED))
		return false;
	if (!before || before->result == CASE_PASSED || trial->needs_end)
		return true;
	settle(trial, CASE_SKIPPED, bytes_text("it needs the case %s, which has not passed", before->name));
	pool_wake(&trial->run->pool);
	return false;
}

static bool begin(void *user, int place)
{
	struct spec_run *run = user;

	for (int i = 0; i < run->count; i++) {
		struct spec_trial *trial = &run->trials[i];

		if (!is_ready(trial))
			continue;
		trial->progress = TRIAL_RUNS;
		trial->place = place;
		trial->began = loop_now();
		case_report_begin(run->report, i, trial->name);
		run->begin(run->user, i, trial);
		return true;
	}
	return false;
}

/* Tells what has ended: its place is free then.  */
static void wakes(void *user)
{
	struct spec_run *run = user;

	for (int i = 0; i < run->count; i++) {
		struct spec_trial *trial = &run->trials[i];
		struct case_told told = {.group = trial->group,
					 .name = trial->name,
					 .result = trial->result,
					 .ns = trial->took,
					 .why = trial->why};

		if (trial->progress != TRIAL_ENDED)
			continue;
		if (trial->place >= 0)
			pool_release(&run->pool, trial->place);
		spec_talk_free(trial->talk);
		spec_game_free(trial->game);
		trial->talk = NULL;
		trial->game = NULL;
		if (run->finish)
			run->finish(run->user, i, false);
		trial->progress = TRIAL_TOLD;
		if (!run->pool.problem)
			case_report_add(run->report, i, &told);
	}
}

static char *progress(const void *user)
{
	return case_report_progress(((const struct spec_run *)user)->report);
}

/* ---- public ---- */

int spec_run(struct spec_run *run)
{
	const struct pool_setup setup = {.begin = begin, .wakes = wakes, .progress = progress, .user = run};
	int most = run->call->series.concurrency_said ? run->call->series.concurrency : cores_usable();
	char *problem = NULL;
	int status;

	run->report = case_report_new(run->call, run->options, run->count, &problem);
	if (!run->report)
		return say_failure(problem, EXIT_USAGE);
	for (int i = 0; i < run->count; i++) {
		run->trials[i].run = run;
		run->trials[i].took = run->trials[i].place = -1;
	}
	pool_open(&run->pool, &setup);
	pool_run(&run->pool, most);
	for (int i = 0; i < run->count; i++) {
		spec_talk_free(run->trials[i].talk);
		spec_game_free(run->trials[i].game);
		if (run->finish)
			run->finish(run->user, i, true);
		free(run->trials[i].why);
	}
	problem = pool_problem(&run->pool, &status);
	pool_close(&run->pool);
	return case_report_end(run->report, problem, status);
}

char *spec_settle(struct runner_call *call, struct spec_setup *spec)
{
	struct setup *setup = &spec->session.setup;
	int count = call->word_count;
	char *problem = players_seat(setup, (const char *const *)call->words, count, call->match.own);
	bool limited = match_said(&call->match, &option_turn_time), hangs;
	int64_t told, *limit;

	spec->seat = count ? SEAT_1 : SEAT_NONE;
	spec->spec = count ? spec->protocol->tools->spec : spec->protocol->tools->spec->program;
	told = spec->spec->turn_limit;
	if (!problem)
		problem = cpus_take_own(setup, spec->session.cpus);
	if (!problem && setup->seat[spec->seat].kind != SEAT_AGENT)
		problem = bytes_text("a person cannot be checked: name a program");
	if (told && !limited)
		setup->turn_limit = told;
	hangs = !count || !setup->turn_limit;
	limit = hangs ? &setup->hang_limit : &setup->turn_limit;
	if (!match_said(&call->match, hangs ? &option_hang_time : &option_turn_time) &&
	    *limit > PATIENCE_MOST)
		*limit = PATIENCE_MOST;
	spec->patience = hangs              ? setup->hang_limit
			 : told && !limited ? PATIENCE
					    : setup->turn_limit + setup->tolerance;
	return problem;
}

/* ---- the cases of a system's document ---- */

struct spec_check {
	struct spec_setup setup;
	const struct check_options *options;
	struct spec_run run;
	const struct spec_case **rows; /* of each trial */
};

static void begin_case(void *user, int i, struct spec_trial *trial)
{
	struct spec_check *check = user;

	check->setup.loop = check->run.pool.loop;
	if (check->rows[i]->steps)
		trial->talk = spec_talk_new(&check->setup, check->rows[i], trial);
	else
		trial->game = spec_game_new(&check->setup, check->rows[i], trial);
}

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
	check->rows[check->run.count++] = row;
}

/* The cases that the command line wants, and those that they need.  NULL, or a problem.  */
static char *choose(struct spec_check *check)
{
	const struct spec_case *rows = check->setup.spec->cases;
	const char *only = check->options->only;
	int count = 0;
	FREED bool *wanted = NULL;

	while (rows[count].name)
		count++;
	wanted = bytes_new((size_t)count * sizeof(*wanted));
	check->run.trials = bytes_new((size_t)count * sizeof(*check->run.trials));
	check->rows = bytes_new((size_t)count * sizeof(const struct spec_case *));
	for (int i = count - 1; i >= 0; i--) {
		wanted[i] = suite_chooses(only, rows[i].name, tags_of(&rows[i]));
		for (int k = i + 1; k < count && !wanted[i]; k++)
			wanted[i] = wanted[k] && needs(&rows[k], rows[i].name);
	}
	for (int i = 0; i < count; i++)
		if (wanted[i])
			add(check, &rows[i]);
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

static int list_cases(const struct match_options *match, const char *only)
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

static int try_cases(struct runner_call *call, const struct check_options *options)
{
	struct spec_check check = {
		.options = options,
		.setup = {.protocol = call->match.protocol,
			  .session = call->match.session,
			  .over = spec_over,
			  .unstarted = spec_unstarted},
		.run = {.call = call, .options = options, .user = &check, .begin = begin_case}};
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
	free(check.rows);
	call->match.session = check.setup.session; /* its texts */
	return say_failure(problem, status);
}

int check_agent(struct runner_call *call, const struct check_options *options)
{
	/* It would hide from the check that an agent in Python does not flush its output.  */
	unsetenv("PYTHONUNBUFFERED");
	if (options->tap && call->json)
		return say_failure(bytes_text("--tap and --json exclude each other: leave one out"),
				   EXIT_USAGE);
	if (options->twins && options->suite)
		return say_failure(bytes_text("--twins and --suite exclude each other: leave one out"),
				   EXIT_USAGE);
	if ((call->series.games_said || options->twin) && !options->twins)
		return say_failure(bytes_text("--%s needs --twins: add it", options->twin ? "twin" : "games"),
				   EXIT_USAGE);
	if (call->list)
		return options->twins ? check_list_twins(&call->match, options->only)
				      : list_cases(&call->match, options->only);
	if (call->word_count && strcmp(call->words[0], "human") == 0)
		return say_failure(bytes_text("a person cannot be tested: name a program"), EXIT_USAGE);
	if (options->runs_said && !options->suite)
		return say_failure(bytes_text("--runs is for the cases of a suite: add --suite FILE"),
				   EXIT_USAGE);
	if (options->twins)
		return check_twins(call, options);
	return options->suite ? check_suites(call, options) : try_cases(call, options);
}
