/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_run.c - runs trials of an agent, several at once, each with fresh processes.
 *
 * A trial begins when the one that it needs has passed.  */
#include "spec_run.h"

#include "ringside/cores.h"
#include "ringside/progress.h"
#include "runner/cpus.h"
#include "runner/players.h"
#include <stdlib.h>

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
	loop_at(trial->run->timer, loop_now()); /* it may not be freed here */
}

void spec_unstarted(void *user, char *problem)
{
	struct spec_trial *trial = user;

	if (trial->run->problem)
		free(problem);
	else
		trial->run->problem = problem;
	spec_over(user, CASE_SKIPPED, NULL);
}

/* Begins it if it can be tried now, or ends it if it never can be.  */
static void consider(struct spec_trial *trial, int most)
{
	struct spec_run *run = trial->run;
	const struct spec_trial *before = trial->needs;

	if (before && before->progress < TRIAL_ENDED)
		return;
	if (before && before->result != CASE_PASSED && !trial->needs_end) {
		settle(trial, CASE_SKIPPED,
		       bytes_text("it needs the case %s, which has not passed", before->name));
	} else if (run->running < most) {
		trial->progress = TRIAL_RUNS;
		trial->begun = true;
		trial->began = loop_now();
		run->running++;
		run->begin(run->user, (int)(trial - run->trials), trial);
	}
}

static void tell(struct spec_trial *trial)
{
	struct spec_run *run = trial->run;
	int i = (int)(trial - run->trials);
	struct case_told told = {.group = trial->group,
				 .name = trial->name,
				 .result = trial->result,
				 .ns = trial->took,
				 .why = trial->why};

	run->running -= trial->begun;
	run->finish(run->user, i, false);
	trial->progress = TRIAL_TOLD;
	run->left--;
	if (!run->problem)
		case_report_add(run->report, i, &told);
}

/* The counts, and the cases that are tried now.  */
static char *progress(const void *user)
{
	const struct spec_run *run = user;
	char *sum = case_report_progress(run->report);
	struct bytes text = {0};

	bytes_add_text(&text, sum);
	for (int i = 0, before = 0; i < run->count; i++)
		if (run->trials[i].progress == TRIAL_RUNS)
			bytes_addf(&text, "%s%s", before++ ? ", " : "; now ", run->trials[i].name);
	free(sum);
	return text.at;
}

static void go_on(void *user, int events)
{
	struct spec_run *run = user;
	const struct invocation *invocation = run->invocation;
	int most = cli_said(invocation, &cli_option_concurrency) ? invocation->series.concurrency
								 : cores_usable();

	(void)events;
	progress_changed(run->line);
	for (int i = 0; i < run->count && !run->problem; i++)
		if (run->trials[i].progress == TRIAL_WAITS)
			consider(&run->trials[i], most);
	for (int i = 0; i < run->count; i++)
		if (run->trials[i].progress == TRIAL_ENDED) {
			tell(&run->trials[i]);
			loop_at(run->timer, loop_now()); /* others may begin */
		}
	if (!run->left || run->problem)
		loop_stop(run->loop);
}

static void interrupt(void *user, int events)
{
	struct spec_run *run = user;

	(void)events;
	run->interrupted = true;
	loop_stop(run->loop);
}

/* ---- public ---- */

int spec_run(struct spec_run *run)
{
	char *problem = NULL;
	struct deadly deadly;
	int status = EXIT_NOT_TRIED;

	run->report = case_report_new(run->invocation, run->count, &problem);
	if (!run->report)
		return say_failure(problem, EXIT_USAGE);
	run->loop = loop_new();
	deadly = deadly_catch(run->loop, interrupt, run);
	run->left = run->count;
	for (int i = 0; i < run->count; i++) {
		run->trials[i].run = run;
		run->trials[i].took = -1;
	}
	agent_adopt_orphans();
	run->timer = loop_timer(run->loop, LOOP_LATER, go_on, run);
	loop_at(run->timer, loop_now());
	run->line = progress_new(run->loop, progress, run);
	loop_run(run->loop);
	progress_free(run->line);
	if (run->interrupted || loop_is_awaited()) {
		free(run->problem);
		run->problem = bytes_text("interrupted");
		status = EXIT_INTERRUPTED;
	}
	for (int i = 0; i < run->count; i++) {
		run->finish(run->user, i, true);
		free(run->trials[i].why);
	}
	agent_end_orphans();
	deadly_release(&deadly);
	loop_unwatch(run->timer);
	loop_free(run->loop);
	return case_report_end(run->report, run->problem, status);
}

char *spec_settle(struct invocation *invocation, struct spec_setup *spec)
{
	struct setup *setup = &spec->session.setup;
	int count = invocation->word_count;
	char *problem =
		players_seat(setup, (const char *const *)invocation->words, count, invocation->match.own);
	bool limited = cli_said(invocation, &option_turn_time), hangs;
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
	if (!cli_said(invocation, hangs ? &option_hang_time : &option_turn_time) && *limit > PATIENCE_MOST)
		*limit = PATIENCE_MOST;
	spec->patience = hangs              ? setup->hang_limit
			 : told && !limited ? PATIENCE
					    : setup->turn_limit + setup->tolerance;
	return problem;
}
