/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - `ringside fuzz`: plays random matches with legal but rare input, and keeps the shortest match of
 * each way in which the agent fails.
 *
 * Several matches are played at once, each in a worker.  What they found is looked at in the order of their
 * numbers, so the same seed keeps the same matches.  */
#include "fuzz_report.h"
#include "fuzz_work.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/progress.h"
#include "runner/cpus.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Matches, if neither their number nor a time is given.  */
enum { GAMES = 200 };

enum stage { FREE, PLAYS, FOUND, SEARCHES, OVER };

/* A place for one match after the other.  */
struct bench {
	struct fuzzing *fuzzing;
	struct fuzz_work *work;
	enum stage stage;
	int game;
	struct fuzz_finding found; /* FOUND: its texts are owned by the bench */
	int finding;               /* SEARCHES: whose shortest match */
};

struct fuzzing {
	struct invocation *invocation;
	struct fuzz_report report;
	struct loop *loop;
	struct watch *wakes;
	struct progress *progress;
	struct bench *benches;
	int bench_count;
	int next;      /* the number of the next match */
	int64_t began; /* ns */
	char *problem; /* why no more are played; owned */
	int status;
	bool made_folder; /* that of --keep, which was not there before */
};

/* ---- findings ---- */

/* Is it the file of another finding, also of one that is still to be written?  */
static bool is_taken(const struct fuzz_report *report, const char *path)
{
	for (int i = 0; i < report->count; i++)
		if (strcmp(report->findings[i].path, path) == 0)
			return true;
	return access(path, F_OK) == 0;
}

static char *free_path(const struct fuzz_report *report, const char *reason)
{
	for (int i = 1;; i++) {
		char *path = bytes_text("%s/%s-%d.ringside", report->folder, reason, i);

		if (!is_taken(report, path))
			return path;
		free(path);
	}
}

static int seen_before(const struct fuzz_report *report, const char *print)
{
	for (int i = 0; i < report->count; i++)
		if (strcmp(report->findings[i].print, print) == 0)
			return i;
	return -1;
}

/* A failure in match `game`: counts it, or keeps it if it is new.  */
static void decide(struct bench *bench)
{
	struct fuzz_report *report = &bench->fuzzing->report;
	int i = seen_before(report, bench->found.print);

	report->failed++;
	if (i >= 0) {
		report->findings[i].times++;
		fuzz_finding_free(&bench->found);
		bench->stage = OVER;
		fuzz_work_answer(bench->work, NULL);
		return;
	}
	report->findings =
		bytes_resized(report->findings, ((size_t)report->count + 1) * sizeof(*report->findings));
	bench->finding = report->count;
	bench->found.path = free_path(report, bench->found.reason);
	report->findings[report->count++] = bench->found;
	bench->stage = SEARCHES;
	fuzz_report_tell_new(report, bench->finding);
	fuzz_work_answer(bench->work, bench->found.path);
	bench->found = (struct fuzz_finding){0};
}

/* The bench whose match has the smallest number of those that are played or wait for an answer.  */
static struct bench *first_open(const struct fuzzing *fuzzing)
{
	struct bench *first = NULL;

	for (int i = 0; i < fuzzing->bench_count; i++) {
		struct bench *bench = &fuzzing->benches[i];

		if ((bench->stage == PLAYS || bench->stage == FOUND) && (!first || bench->game < first->game))
			first = bench;
	}
	return first;
}

/* ---- matches ---- */

static void stop(struct fuzzing *fuzzing, char *problem, int status)
{
	if (fuzzing->problem) {
		free(problem);
	} else {
		fuzzing->problem = problem;
		fuzzing->status = status;
	}
	loop_stop(fuzzing->loop);
}

static void passed(void *user, bool inconclusive)
{
	struct bench *bench = user;

	bench->fuzzing->report.inconclusive += inconclusive;
	bench->stage = OVER;
	loop_at(bench->fuzzing->wakes, loop_now());
}

static void found(void *user, const struct fuzz_found *of)
{
	struct bench *bench = user;

	bench->found = (struct fuzz_finding){.reason = bytes_text("%s", of->reason),
					     .words = bytes_text("%s", of->words),
					     .print = bytes_text("%s", of->print),
					     .seat = of->seat,
					     .game = bench->game,
					     .times = 1};
	bench->stage = FOUND;
	loop_at(bench->fuzzing->wakes, loop_now());
}

static void shortest(void *user, const struct fuzz_shortest *of)
{
	struct bench *bench = user;
	char *problem = fuzz_report_keep(&bench->fuzzing->report, bench->finding, of);

	bench->stage = OVER;
	if (problem)
		stop(bench->fuzzing, problem, EXIT_CANNOT_RUN);
}

static void failed(void *user, const char *problem, int status)
{
	struct bench *bench = user;

	stop(bench->fuzzing, bytes_text("match %d: %s", bench->game, problem),
	     status == EXIT_VERDICT ? EXIT_CANNOT_RUN : status);
}

static void ended(void *user)
{
	struct bench *bench = user;

	if (bench->stage == FOUND) {
		fuzz_finding_free(&bench->found);
		stop(bench->fuzzing,
		     bytes_text("match %d: ringside's own process ended before what it found was kept",
				bench->game),
		     EXIT_CANNOT_RUN);
	}
	bench->stage = OVER;
	bench->game = 0; /* gone */
	loop_at(bench->fuzzing->wakes, loop_now());
}

static bool has_more(const struct fuzzing *fuzzing)
{
	const struct invocation *invocation = fuzzing->invocation;
	bool counted = cli_said(invocation, &cli_option_games) || !invocation->search.time;
	int games = cli_said(invocation, &cli_option_games) ? invocation->series.games : GAMES;

	return (!counted || fuzzing->next <= games) &&
	       (!invocation->search.time || loop_now() - fuzzing->began < invocation->search.time);
}

/* Begins the next match.  False: there is none.  */
static bool begin(struct bench *bench)
{
	static const struct fuzz_work_events events = {
		.passed = passed, .found = found, .shortest = shortest, .failed = failed, .ended = ended};
	struct fuzzing *fuzzing = bench->fuzzing;
	char *problem = NULL;

	if (!has_more(fuzzing))
		return false;
	bench->game = fuzzing->next++;
	bench->stage = PLAYS;
	fuzzing->report.games++;
	bench->work = fuzz_work_new(fuzzing->loop, fuzzing->invocation, fuzzing->report.folder, bench->game,
				    &events, bench, &problem);
	if (problem)
		stop(fuzzing, problem, EXIT_CANNOT_RUN);
	return !problem;
}

static char *progress(const void *user)
{
	const struct fuzzing *fuzzing = user;
	int games = fuzzing->report.games, found = fuzzing->report.count;
	bool searches = false;

	for (int i = 0; i < fuzzing->bench_count; i++)
		searches = searches || fuzzing->benches[i].stage == SEARCHES;
	return bytes_text("%d match%s in %" PRId64 " s, %d finding%s%s", games, games == 1 ? "" : "es",
			  (loop_now() - fuzzing->began) / NS_PER_S, found, found == 1 ? "" : "s",
			  searches ? "; looks for a shorter match" : "");
}

static void wakes(void *user, int events)
{
	struct fuzzing *fuzzing = user;
	struct bench *first;
	int busy = 0;

	(void)events;
	progress_changed(fuzzing->progress);
	while ((first = first_open(fuzzing)) && first->stage == FOUND)
		decide(first);
	for (int i = 0; i < fuzzing->bench_count && !fuzzing->problem; i++) {
		struct bench *bench = &fuzzing->benches[i];

		if (bench->work && bench->game == 0) {
			fuzz_work_free(bench->work);
			bench->work = NULL;
			bench->stage = FREE;
		}
		busy += bench->work || begin(bench);
	}
	if (!busy)
		loop_stop(fuzzing->loop);
}

static void interrupt(void *user, int events)
{
	struct fuzzing *fuzzing = user;

	(void)events;
	fuzzing->report.interrupted = true;
	loop_stop(fuzzing->loop);
}

/* ---- beginning and end ---- */

static void play_all(struct fuzzing *fuzzing)
{
	struct deadly deadly;

	fuzzing->loop = loop_new();
	fuzzing->began = loop_now();
	fuzzing->wakes = loop_timer(fuzzing->loop, LOOP_LATER, wakes, fuzzing);
	agent_adopt_orphans(); /* those of a process that was killed */
	deadly = deadly_catch(fuzzing->loop, interrupt, fuzzing);
	loop_at(fuzzing->wakes, loop_now());
	fuzzing->progress = progress_new(fuzzing->loop, progress, fuzzing);
	loop_run(fuzzing->loop);
	progress_free(fuzzing->progress);
	fuzzing->report.interrupted |= loop_is_awaited();
	for (int i = 0; i < fuzzing->bench_count; i++) {
		fuzz_work_free(fuzzing->benches[i].work);
		fuzz_finding_free(&fuzzing->benches[i].found);
	}
	agent_end_orphans();
	deadly_release(&deadly);
	loop_unwatch(fuzzing->wakes);
	loop_free(fuzzing->loop);
}

/* The folder of what is found, made now: so a wrong one is told before hours have passed.  */
static char *settle(struct fuzzing *fuzzing)
{
	struct invocation *invocation = fuzzing->invocation;
	char *problem = cpus_settle(invocation), *made;

	if (!problem && strcmp(invocation->words[0], "human") == 0)
		problem = bytes_text("a person cannot be tested: name a program");
	if (problem)
		return problem;
	fuzzing->made_folder = access(invocation->search.keep, F_OK) != 0;
	made = folder_made(invocation->search.keep, &problem);
	free(made);
	if (!cli_said(invocation, &option_seed))
		invocation->match.session.setup.seed = (uint64_t)loop_now() % 1000000;
	return problem;
}

int cli_fuzz(struct invocation *invocation)
{
	struct fuzzing fuzzing = {.invocation = invocation,
				  .report = {.invocation = invocation, .folder = invocation->search.keep},
				  .next = 1};
	char *problem = settle(&fuzzing);
	int status = EXIT_VERDICT;

	if (problem)
		return say_failure(problem, EXIT_USAGE);
	fuzzing.bench_count = invocation->series.concurrency;
	fuzzing.benches = bytes_new((size_t)fuzzing.bench_count * sizeof(*fuzzing.benches));
	for (int i = 0; i < fuzzing.bench_count; i++)
		fuzzing.benches[i].fuzzing = &fuzzing;
	play_all(&fuzzing);
	free(fuzzing.benches);
	if (fuzzing.made_folder)
		rmdir(invocation->search.keep); /* nothing was found */
	if (!fuzzing.problem || fuzzing.report.count)
		status = fuzz_report_tell(&fuzzing.report);
	fuzz_report_free(&fuzzing.report);
	return fuzzing.problem ? say_failure(fuzzing.problem, fuzzing.status) : status;
}
