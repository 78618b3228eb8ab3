/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - `ringside fuzz`: plays random matches with legal but rare input, and keeps the shortest match of
 * each way in which the agent fails.
 *
 * Several matches are played at once, each in a worker.  What they found is looked at in the order of their
 * numbers, so the same seed keeps the same matches.  */
#include "fuzz_case.h"
#include "fuzz_match.h"
#include "fuzz_report.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "runner/cpus.h"
#include "runner/pool.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Matches, if neither their number nor a time is given.  */
enum { GAMES = 200 };

enum stage { FREE, PLAYS, FOUND, SEARCHES, OVER };

/* What a match tells; it hears KEEP.  */
enum note_kind {
	NOTE_PASSED, /* number: it was inconclusive: the agent was late, and had waited for a core */
	NOTE_FOUND, /* the seat that failed, the reason of the verdict, and what the verdict says; then ... */
	NOTE_PRINT, /* ... as in struct minimise_result: waits for KEEP */
	NOTE_FAILED,   /* nothing can be told about this match: the exit status, and why */
	NOTE_SHORTEST, /* the numbers of struct fuzz_shortest, and its words; then ... */
	NOTE_CASE,     /* ... its text */
	NOTE_KEEP      /* keep it in this file, and make it as short as possible; "": it was seen before */
};

/* A place for one match after the other.  */
struct bench {
	struct fuzzing *fuzzing;
	enum stage stage;
	int game;
	char *tried;               /* the file of the match; owned */
	struct fuzz_finding found; /* its texts are owned by the bench */
	int finding;               /* SEARCHES: whose shortest match */
	struct fuzz_shortest shortest;
	char *how; /* the words of that; owned */
};

struct fuzzing {
	const struct check_call *call;
	const struct search_options *search;
	struct fuzz_report report;
	struct pool pool;
	struct bench *benches;
	int places;
	int next;         /* the number of the next match */
	int64_t began;    /* ns */
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

static void answer(struct bench *bench, const char *path)
{
	pool_tell(&bench->fuzzing->pool, (int)(bench - bench->fuzzing->benches),
		  &(struct note){.kind = NOTE_KEEP, .text = path});
}

/* Removes what its match has not kept.  */
static void clean(struct bench *bench)
{
	if (bench->tried)
		free(match_file_remove(bench->tried));
	free(bench->tried);
	bench->tried = NULL;
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
		answer(bench, NULL);
		return;
	}
	report->findings =
		bytes_resized(report->findings, ((size_t)report->count + 1) * sizeof(*report->findings));
	bench->finding = report->count;
	bench->found.path = free_path(report, bench->found.reason);
	report->findings[report->count++] = bench->found;
	bench->stage = SEARCHES;
	fuzz_report_tell_new(report, bench->finding);
	answer(bench, bench->found.path);
	bench->found = (struct fuzz_finding){0};
}

/* The bench whose match has the smallest number of those that are played or wait for an answer.  */
static struct bench *first_open(const struct fuzzing *fuzzing)
{
	struct bench *first = NULL;

	for (int i = 0; i < fuzzing->places; i++) {
		struct bench *bench = &fuzzing->benches[i];

		if ((bench->stage == PLAYS || bench->stage == FOUND) && (!first || bench->game < first->game))
			first = bench;
	}
	return first;
}

/* ---- a match, in its own process ---- */

struct work {
	const struct desk *desk;
	const struct check_call *call;
	const char *tried;
	int game;
};

/* People take the seats of others that have moved, as they do in `ringside minimise`.  */
static void seat_people(struct minimise *minimise)
{
	for (int s = SEAT_1; s < SEATS; s++)
		for (int i = 0; s != minimise->seat && i < minimise->best.count; i++)
			if (minimise->best.turns[i].seat == s)
				setup_seat(&minimise->setup, s, NULL,
					   protocol_named(minimise->setup.system)->bundle->samples);
}

/* Sets limits that the command line does not say to what each try of an agent that hangs has to wait for.
 * False: they are so already.  */
static bool shorten_limits(struct setup *setup, const struct match_options *options)
{
	int64_t turn = setup->turn_limit, match = setup->match_limit;

	if (!match_said(options, &option_turn_time))
		setup->turn_limit = NS_PER_S;
	if (!match_said(options, &option_match_time))
		setup->match_limit = 0;
	return setup->turn_limit != turn || setup->match_limit != match;
}

/* With the limits of the match only if it does not happen with shorter ones.  */
static void search_hang(struct minimise *minimise)
{
	struct minimise before = *minimise;

	setup_copy(&before.setup, &minimise->setup);
	before.best = minimise_case_copy(&minimise->best);
	before.output = bytes_text("%s", minimise->output);
	before.tried = bytes_text("%s", minimise->tried);
	if (shorten_limits(&minimise->setup, minimise->call->match))
		minimise_search(minimise);
	if (!minimise->happened) {
		minimise_free(minimise);
		*minimise = before;
		minimise_search(minimise);
		return;
	}
	minimise_free(&before);
}

static void look_for_shortest(const struct work *work, struct minimise_result *result,
			      const struct setup *setup, const char *path)
{
	static const struct search_options search = {.tries = 400, .time = NS_PER_S * (int64_t)60};
	static const struct rerun_options replay = {.seat = UNSAID, .branch = UNSAID};
	struct check_call call = *work->call;
	struct minimise minimise = {.call = &call,
				    .search = &search,
				    .replay = &replay,
				    .loop = work->desk->loop,
				    .seat = result->seat,
				    .wanted = {.what = result->reason,
					       .reason = {result->reason},
					       .print = result->print,
					       .had_core = true},
				    .best = result->turns,
				    .each = 1,
				    .output = bytes_text("%s", path),
				    .tried = bytes_text("%s", work->tried)};
	char *numbers, *text = NULL;

	result->turns = (struct minimise_case){0};
	call.json = true; /* it says nothing while it looks */
	setup_copy(&minimise.setup, setup);
	seat_people(&minimise);
	if (strcmp(result->reason, REASON_TIMEOUT) == 0)
		search_hang(&minimise);
	else
		minimise_search(&minimise);
	if (minimise.happened)
		text = fuzz_case(&minimise);
	numbers = bytes_text("%d %d %d %d", minimise.happened, minimise.turns, minimise.messages,
			     minimise.tries);
	desk_tell(work->desk, NOTE_SHORTEST, 0, numbers, minimise.words);
	desk_tell(work->desk, NOTE_CASE, 0, text, NULL);
	free(text);
	free(numbers);
	minimise_free(&minimise);
}

/* Shall it be kept?  */
static void ask(const struct work *work, struct minimise_result *result, const struct setup *setup)
{
	struct note note;
	char *path;

	desk_tell(work->desk, NOTE_FOUND, result->seat, result->reason, result->words);
	desk_tell(work->desk, NOTE_PRINT, 0, result->print, NULL);
	note = desk_hear(work->desk);
	if (note.kind != NOTE_KEEP || !*note.text)
		return;
	path = bytes_text("%s", note.text);
	if (rename(work->tried, path) == 0) {
		look_for_shortest(work, result, setup, path);
	} else {
		char *problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));

		desk_tell(work->desk, NOTE_FAILED, EXIT_CANNOT_RUN, problem, NULL);
		free(problem);
	}
	free(path);
}

static void play(const struct work *work)
{
	static const bool never = false; /* its owner kills it */
	static const struct minimise_while wanted = {.what = "failure", .failure = true, .had_core = true};
	struct fuzz_match match;
	char *problem = fuzz_match_make(&match, work->call, work->game);
	struct minimise_try try = {.session = &work->call->match->session,
				   .setup = &match.setup,
				   .seat = match.seat,
				   .wanted = &wanted,
				   .played = &match.begun,
				   .next = fuzz_match_next,
				   .user = &match,
				   .record = work->tried,
				   .loop = work->desk->loop,
				   .interrupted = &never};
	struct minimise_result result = {.end = MINIMISE_FAILED, .status = EXIT_USAGE, .words = problem};

	if (!problem)
		result = minimise_play(&try);
	if (result.end == MINIMISE_YES)
		ask(work, &result, &match.setup);
	else if (result.end == MINIMISE_FAILED || result.status == EXIT_USAGE) /* there is no such match */
		desk_tell(work->desk, NOTE_FAILED, result.status, result.words, NULL);
	else
		desk_tell(work->desk, NOTE_PASSED, result.inconclusive, NULL, NULL);
	minimise_result_free(&result);
	fuzz_match_free(&match);
}

static void work(struct desk *desk, void *job)
{
	const struct bench *bench = job;

	play(&(struct work){desk, bench->fuzzing->call, bench->tried, bench->game});
}

/* ---- matches, in the process of the pool ---- */

static void found(struct bench *bench, const struct note *note)
{
	fuzz_finding_free(&bench->found);
	bench->found = (struct fuzz_finding){.reason = bytes_text("%s", note->text),
					     .words = bytes_text("%s", note->more),
					     .seat = note->number,
					     .game = bench->game,
					     .times = 1};
}

static void shortest(struct bench *bench, const struct note *note)
{
	struct fuzz_shortest *shortest = &bench->shortest;

	free(bench->how);
	bench->how = bytes_text("%s", note->more);
	*shortest = (struct fuzz_shortest){.words = bench->how};
	if (sscanf(note->text, "%d %d %d %d", &shortest->happened, &shortest->turns, &shortest->messages,
		   &shortest->tries) != 4)
		shortest->happened = 0;
}

static void keep_shortest(struct bench *bench, const char *text)
{
	char *problem;

	bench->shortest.text = text;
	problem = fuzz_report_keep(&bench->fuzzing->report, bench->finding, &bench->shortest);
	bench->stage = OVER;
	if (problem)
		pool_stop(&bench->fuzzing->pool, problem, EXIT_CANNOT_RUN);
}

static void fail(struct bench *bench, const char *problem, int status)
{
	bench->stage = OVER;
	pool_stop(&bench->fuzzing->pool, bytes_text("match %d: %s", bench->game, problem),
		  status == EXIT_VERDICT ? EXIT_CANNOT_RUN : status);
}

static void told(void *user, int place, const struct note *note)
{
	struct fuzzing *fuzzing = user;
	struct bench *bench = &fuzzing->benches[place];

	switch ((enum note_kind)note->kind) {
	case NOTE_PASSED:
		fuzzing->report.inconclusive += note->number;
		bench->stage = OVER;
		break;
	case NOTE_FOUND: found(bench, note); break;
	case NOTE_PRINT:
		bench->found.print = bytes_text("%s", note->text);
		bench->stage = FOUND;
		break;
	case NOTE_SHORTEST: shortest(bench, note); break;
	case NOTE_CASE: keep_shortest(bench, note->text); break;
	case NOTE_FAILED: fail(bench, note->text, note->number); break;
	case NOTE_KEEP: break; /* ours */
	}
	pool_wake(&fuzzing->pool);
}

static void gone(void *user, int place, struct ending ending)
{
	struct fuzzing *fuzzing = user;
	struct bench *bench = &fuzzing->benches[place];
	char *how = pool_ending_words(ending), *problem;

	if (bench->stage == FOUND) {
		fail(bench, "ringside's own process ended before what it found was kept", EXIT_CANNOT_RUN);
	} else if (bench->stage == PLAYS) {
		problem = bytes_text("ringside's own process %s", how);
		fail(bench, problem, EXIT_CANNOT_RUN);
		free(problem);
	}
	bench->stage = OVER;
	clean(bench);
	free(how);
}

static bool has_more(const struct fuzzing *fuzzing)
{
	bool counted = fuzzing->call->games || !fuzzing->search->time;
	int games = fuzzing->call->games ? fuzzing->call->games : GAMES;

	return (!counted || fuzzing->next <= games) &&
	       (!fuzzing->search->time || loop_now() - fuzzing->began < fuzzing->search->time);
}

/* Begins the next match.  False: there is none.  */
static bool begin(void *user, int place)
{
	struct fuzzing *fuzzing = user;
	struct bench *bench = &fuzzing->benches[place];
	char *problem;

	if (!has_more(fuzzing))
		return false;
	bench->game = fuzzing->next++;
	bench->stage = PLAYS;
	bench->tried = bytes_text("%s/game-%d.ringside.try", fuzzing->report.folder, bench->game);
	free(match_file_remove(bench->tried)); /* of a run that was killed */
	fuzzing->report.games++;
	problem = pool_fork(&fuzzing->pool, place, work, bench);
	if (problem)
		pool_stop(&fuzzing->pool, problem, EXIT_CANNOT_RUN);
	return !problem;
}

static char *progress(const void *user)
{
	const struct fuzzing *fuzzing = user;
	int games = fuzzing->report.games, found = fuzzing->report.count;
	bool searches = false;

	for (int i = 0; i < fuzzing->places; i++)
		searches = searches || fuzzing->benches[i].stage == SEARCHES;
	return bytes_text("%d match%s in %" PRId64 " s, %d finding%s%s", games, games == 1 ? "" : "es",
			  (loop_now() - fuzzing->began) / NS_PER_S, found, found == 1 ? "" : "s",
			  searches ? "; looks for a shorter match" : "");
}

/* Looks at findings in the order of their matches.  */
static void decide_all(void *user)
{
	struct bench *first;

	while ((first = first_open(user)) && first->stage == FOUND)
		decide(first);
}

/* ---- beginning and end ---- */

static void play_all(struct fuzzing *fuzzing)
{
	const struct pool_setup setup = {.begin = begin,
					 .wakes = decide_all,
					 .told = told,
					 .gone = gone,
					 .progress = progress,
					 .user = fuzzing};

	fuzzing->began = loop_now();
	fuzzing->benches = bytes_new((size_t)fuzzing->places * sizeof(*fuzzing->benches));
	for (int i = 0; i < fuzzing->places; i++)
		fuzzing->benches[i].fuzzing = fuzzing;
	pool_open(&fuzzing->pool, &setup);
	pool_run(&fuzzing->pool, fuzzing->places);
	fuzzing->report.interrupted = fuzzing->pool.interrupted;
	for (int i = 0; i < fuzzing->places; i++) {
		clean(&fuzzing->benches[i]);
		fuzz_finding_free(&fuzzing->benches[i].found);
		free(fuzzing->benches[i].how);
	}
	free(fuzzing->benches);
}

/* The folder of what is found, made now: so a wrong one is told before hours have passed.  */
static char *settle(struct fuzzing *fuzzing)
{
	const struct check_call *call = fuzzing->call;
	const char *keep = fuzzing->search->keep;
	char *problem = cpus_settle(call->match), *made;

	if (!problem && strcmp(call->words[0], "human") == 0)
		problem = bytes_text("a person cannot be tested: name a program");
	if (problem)
		return problem;
	fuzzing->made_folder = access(keep, F_OK) != 0;
	made = folder_made(keep, &problem);
	free(made);
	if (!match_said(call->match, &option_seed))
		call->match->session.setup.seed = (uint64_t)loop_now() % 1000000;
	return problem;
}

int check_fuzz(const struct check_call *call, const struct search_options *search)
{
	struct fuzzing fuzzing = {
		.call = call, .search = search, .report = {.call = call, .folder = search->keep}, .next = 1};
	char *problem = settle(&fuzzing);
	int status = EXIT_VERDICT;

	if (problem)
		return say_failure(problem, EXIT_USAGE);
	fuzzing.places = call->concurrency ? call->concurrency : 1;
	play_all(&fuzzing);
	if (fuzzing.made_folder)
		rmdir(search->keep); /* nothing was found */
	problem = fuzzing.pool.problem;
	fuzzing.pool.problem = NULL;
	if (!problem || fuzzing.report.count)
		status = fuzz_report_tell(&fuzzing.report);
	if (problem)
		status = fuzzing.pool.status;
	fuzz_report_free(&fuzzing.report);
	pool_close(&fuzzing.pool);
	return say_failure(problem, status);
}
