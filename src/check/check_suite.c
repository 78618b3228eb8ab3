/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check_suite.c - `ringside check --suite`: tries the cases of suites, several at once, and says which fail.
 */
#include "check.h"

#include "case_report.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/condition.h"
#include "ringside/progress.h"
#include "ringside/value.h"
#include "trial.h"
#include <stdlib.h>
#include <string.h>

/* What came out of a case so far.  */
struct tally {
	int runs;   /* that are over */
	int failed; /* of these */
	int broken; /* of these: nobody can tell */
	int64_t slowest;
	char *why; /* of the first that did not pass; owned */
};

/* A place for one trial after the other.  */
struct bench {
	struct suite_run *run;
	struct trial *trial; /* NULL: none runs */
	int at;              /* its case */
	int number;          /* of its run */
};

struct suite_run {
	struct invocation *invocation;
	struct suite suite;
	struct case_report *report;
	struct tally *tallies; /* of each case; owned */
	struct loop *loop;
	struct progress *progress;
	struct watch *wakes; /* frees benches whose trial has ended, and begins new ones */
	struct bench *benches;
	int bench_count;
	int next_case, next_run; /* not begun yet */
	char *problem;           /* why no more are tried; owned */
	int status;
};

/* ---- a result ---- */

static bool is_in(const struct suite_moves *moves, const char *form)
{
	for (int i = 0; i < moves->count; i++)
		if (strcmp(moves->forms[i], form) == 0)
			return true;
	return false;
}

static char *size_words(int64_t bytes)
{
	return condition_value_words(
		&(struct condition_value){.type = CONDITION_SIZE, .known = true, .number = (double)bytes});
}

/* What the case wants, on one line.  The caller frees.  */
static char *wish(const struct suite_case *of)
{
	struct bytes text = {0};
	char *words;

	bytes_add_text(&text, "expected ");
	bytes_add_text(&text, of->wanted.written ? of->wanted.written : "a legal move");
	if (of->unwanted.written)
		bytes_addf(&text, ", not %s", of->unwanted.written);
	if (of->within) {
		words = value_duration_words(of->within);
		bytes_addf(&text, ", within %s", words);
		free(words);
	}
	if (of->memory) {
		words = size_words(of->memory);
		bytes_addf(&text, ", with at most %s", words);
		free(words);
	}
	return text.at;
}

/* A move in the words of the suite, or those of people.  The caller frees.  */
static char *move_words(const struct suite_case *of, const char *played)
{
	char words[32] = "";

	board_named(of->invocation.match.protocol->name)
		->words(&of->invocation.match.session.setup, played, words);
	return bytes_text("%s", *words ? words : played);
}

/* Why the move is not as wanted; NULL: it is.  The caller frees.  */
static char *objection(const struct suite_case *of, const struct trial_result *result)
{
	const struct protocol *protocol = of->invocation.match.protocol;
	char *problem = NULL, *why = NULL, *words = move_words(of, result->words);
	char *form = protocol->move_form(&of->invocation.match.session.setup, result->words, &problem);
	const char *played = form ? form : result->words;
	char *size, *time;

	free(problem);
	if ((of->wanted.count && !is_in(&of->wanted, played)) || is_in(&of->unwanted, played))
		why = bytes_text("it played %s", words);
	else if (of->within && result->ns > of->within) {
		time = value_time_text(result->ns);
		why = bytes_text("it played %s after %s%s", words, time,
				 result->waited ? ", and waited for a core" : "");
		free(time);
	} else if (of->memory && result->peak > of->memory) {
		size = size_words(result->peak);
		why = bytes_text("it played %s and used %s", words, size);
		free(size);
	}
	free(form);
	free(words);
	return why;
}

/* Is the move as wanted but late, while the agent waited for a core?  */
static bool is_of_waiting(const struct suite_case *of, const struct trial_result *result)
{
	struct trial_result in_time = *result;
	char *why;

	if (!result->waited || !of->within || result->ns <= of->within)
		return false;
	in_time.ns = of->within;
	why = objection(of, &in_time);
	free(why);
	return !why;
}

static const char *opening_of(const struct suite_case *of)
{
	return of->position ? of->position : "the beginning of the game";
}

/* Takes over `why`, which says what came.  */
static void keep(struct tally *tally, const struct suite_case *of, int number, char *why)
{
	char *wished;

	if (tally->why) {
		free(why);
		return;
	}
	wished = wish(of);
	tally->why = of->runs > 1
			     ? bytes_text("run %d: %s\n%s\nposition: %s", number, wished, why, opening_of(of))
			     : bytes_text("%s\n%s\nposition: %s", wished, why, opening_of(of));
	free(wished);
	free(why);
}

static void report(struct suite_run *run, int at)
{
	const struct suite_case *of = &run->suite.cases[at];
	struct tally *tally = &run->tallies[at];
	struct case_told told = {.group = of->group, .name = of->name, .ns = tally->slowest};
	char *why = NULL;

	told.result = tally->failed ? CASE_FAILED : tally->broken ? CASE_INCONCLUSIVE : CASE_PASSED;
	if (tally->why && of->runs > 1)
		why = bytes_text("%d of %d runs %s\n%s", tally->failed ? tally->failed : tally->broken,
				 of->runs, tally->failed ? "failed" : "are inconclusive", tally->why);
	told.why = why ? why : tally->why;
	case_report_add(run->report, at, &told);
	free(why);
	free(tally->why);
	tally->why = NULL;
}

/* The counts, and the cases that are tried now.  */
static char *progress(const void *user)
{
	const struct suite_run *run = user;
	char *sum = case_report_progress(run->report);
	struct bytes text = {0};

	bytes_add_text(&text, sum);
	for (int i = 0, before = 0; i < run->bench_count; i++)
		if (run->benches[i].trial)
			bytes_addf(&text, "%s%s", before++ ? ", " : "; now ",
				   run->suite.cases[run->benches[i].at].name);
	free(sum);
	return text.at;
}

/* ---- trials ---- */

static void stop(struct suite_run *run, char *problem, int status)
{
	if (!run->problem) {
		run->problem = problem;
		run->status = status;
	} else {
		free(problem);
	}
	loop_stop(run->loop);
}

static void over(void *user, const struct trial_result *result)
{
	struct bench *bench = user;
	struct suite_run *run = bench->run;
	const struct suite_case *of = &run->suite.cases[bench->at];
	struct tally *tally = &run->tallies[bench->at];
	char *why;

	switch (result->end) {
	case TRIAL_MOVED:
		why = objection(of, result);
		*(is_of_waiting(of, result) ? &tally->broken : &tally->failed) += why != NULL;
		if (why)
			keep(tally, of, bench->number, why);
		break;
	case TRIAL_FAILED:
		tally->failed++;
		keep(tally, of, bench->number, bytes_text("%s", result->words));
		break;
	case TRIAL_BROKEN_OFF:
		tally->broken++;
		keep(tally, of, bench->number, bytes_text("%s", result->words));
		break;
	case TRIAL_NOT_STARTED: stop(run, bytes_text("%s", result->words), EXIT_NOT_TRIED); return;
	}
	if (result->ns > tally->slowest)
		tally->slowest = result->ns;
	if (++tally->runs == of->runs)
		report(run, bench->at);
}

static void ended(void *user)
{
	struct suite_run *run = ((struct bench *)user)->run;

	((struct bench *)user)->number = 0;
	loop_at(run->wakes, loop_now());
}

/* Begins the next run of a case.  False: all have begun.  */
static bool begin(struct bench *bench)
{
	static const struct trial_events events = {.over = over, .ended = ended};
	struct suite_run *run = bench->run;
	char *problem = NULL;

	if (run->next_case == run->suite.count)
		return false;
	bench->at = run->next_case;
	bench->number = ++run->next_run;
	if (run->next_run == run->suite.cases[bench->at].runs) {
		run->next_case++;
		run->next_run = 0;
	}
	bench->trial =
		trial_new(run->loop, &run->suite.cases[bench->at], bench->number, &events, bench, &problem);
	if (problem)
		stop(run, problem, EXIT_NOT_TRIED);
	return !problem;
}

static void wakes(void *user, int events)
{
	struct suite_run *run = user;
	int busy = 0;

	(void)events;
	progress_changed(run->progress);
	for (int i = 0; i < run->bench_count && !run->problem; i++) {
		struct bench *bench = &run->benches[i];

		if (bench->trial && !bench->number) {
			trial_free(bench->trial);
			bench->trial = NULL;
		}
		busy += bench->trial || begin(bench);
	}
	if (!busy)
		loop_stop(run->loop);
}

static void interrupt(void *user, int events)
{
	(void)events;
	stop(user, bytes_text("interrupted"), EXIT_INTERRUPTED);
}

/* ---- beginning and end ---- */

static void try_all(struct suite_run *run)
{
	struct deadly deadly;

	run->loop = loop_new();
	run->wakes = loop_timer(run->loop, LOOP_LATER, wakes, run);
	agent_adopt_orphans(); /* those of a process that was killed */
	deadly = deadly_catch(run->loop, interrupt, run);
	loop_at(run->wakes, loop_now());
	run->progress = progress_new(run->loop, progress, run);
	loop_run(run->loop);
	progress_free(run->progress);
	for (int i = 0; i < run->bench_count; i++)
		trial_free(run->benches[i].trial);
	agent_end_orphans();
	deadly_release(&deadly);
	loop_unwatch(run->wakes);
	loop_free(run->loop);
}

/* Only as many benches as there are runs.  */
static void make_benches(struct suite_run *run)
{
	int64_t runs = 0;

	for (int i = 0; i < run->suite.count; i++) {
		runs += run->suite.cases[i].runs;
		run->tallies[i].slowest = -1;
	}
	run->bench_count =
		run->invocation->series.concurrency < runs ? run->invocation->series.concurrency : (int)runs;
	run->benches = bytes_new((size_t)run->bench_count * sizeof(*run->benches));
	for (int i = 0; i < run->bench_count; i++)
		run->benches[i].run = run;
}

int check_suites(struct invocation *invocation)
{
	struct suite_run run = {.invocation = invocation, .status = EXIT_USAGE};
	char *problem = suite_read(&run.suite, invocation);
	int status = EXIT_USAGE;

	if (!problem)
		run.report = case_report_new(invocation, run.suite.count, &problem);
	if (run.report) {
		run.tallies = bytes_new((size_t)run.suite.count * sizeof(*run.tallies));
		make_benches(&run);
		try_all(&run);
		status = case_report_end(run.report, run.problem, run.status);
		for (int i = 0; i < run.suite.count; i++)
			free(run.tallies[i].why);
		free(run.tallies);
		free(run.benches);
	}
	suite_free(&run.suite);
	return say_failure(problem, status);
}
