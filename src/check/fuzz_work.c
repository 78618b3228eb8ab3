/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_work.c - plays a match of `ringside fuzz` in a worker. If the agent fails, it asks whether that is
 * new, and then looks for the shortest match with the moves that it still has in memory.  */
#include "fuzz_work.h"

#include "fuzz_case.h"
#include "fuzz_match.h"
#include "ringside/bytes.h"
#include "ringside/worker.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* From the worker, except the last.  */
enum say { SAY_PASSED, SAY_FOUND, SAY_PRINT, SAY_FAILED, SAY_SHORTEST, SAY_CASE, SAY_KEEP };

struct fuzz_work {
	struct worker *worker;
	const struct invocation *invocation;
	char *tried; /* the file of the match; owned */
	int game;
	const struct fuzz_work_events *events;
	void *user;
	struct fuzz_found found;
	struct fuzz_shortest shortest;
	char *reason, *words, *how; /* of these; owned */
	bool told;
};

/* ---- in the worker ---- */

struct work {
	const struct fuzz_work *of;
	struct link *link;
	struct loop *loop;
	bool interrupted; /* never: the parent kills */
};

static void tell(struct work *work, enum say kind, int number, const char *text, const char *more)
{
	if (!link_tell(work->link, &(struct note){(int)kind, number, text, more}))
		_exit(1); /* nobody wants it any more */
}

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
static bool shorten_limits(struct setup *setup, const struct invocation *invocation)
{
	int64_t turn = setup->turn_limit, match = setup->match_limit;

	if (!cli_said(invocation, &option_turn_time))
		setup->turn_limit = NS_PER_S;
	if (!cli_said(invocation, &option_match_time))
		setup->match_limit = 0;
	return setup->turn_limit != turn || setup->match_limit != match;
}

/* With the limits of the match only if it does not happen with shorter ones.  */
static void search_hang(struct minimise *minimise, const struct invocation *invocation)
{
	struct minimise before = *minimise;

	setup_copy(&before.setup, &minimise->setup);
	before.best = minimise_case_copy(&minimise->best);
	before.output = bytes_text("%s", minimise->output);
	before.tried = bytes_text("%s", minimise->tried);
	if (shorten_limits(&minimise->setup, invocation))
		minimise_search(minimise);
	if (!minimise->happened) {
		minimise_free(minimise);
		*minimise = before;
		minimise_search(minimise);
		return;
	}
	minimise_free(&before);
}

static void look_for_shortest(struct work *work, struct minimise_result *result, const struct setup *setup,
			      const char *path)
{
	enum { TRIES = 400 };
	struct invocation invocation = *work->of->invocation;
	struct minimise minimise = {.invocation = &invocation,
				    .loop = work->loop,
				    .seat = result->seat,
				    .wanted = {.what = result->reason,
					       .reason = {result->reason},
					       .print = result->print,
					       .had_core = true},
				    .best = result->turns,
				    .each = 1,
				    .output = bytes_text("%s", path),
				    .tried = bytes_text("%s", work->of->tried)};
	char *numbers, *text = NULL;

	result->turns = (struct minimise_case){0};
	invocation.json = true; /* it says nothing while it looks */
	invocation.search.tries = TRIES;
	invocation.search.time = NS_PER_S * (int64_t)60;
	setup_copy(&minimise.setup, setup);
	seat_people(&minimise);
	if (strcmp(result->reason, REASON_TIMEOUT) == 0)
		search_hang(&minimise, &invocation);
	else
		minimise_search(&minimise);
	if (minimise.happened)
		text = fuzz_case(&minimise);
	numbers = bytes_text("%d %d %d %d", minimise.happened, minimise.turns, minimise.messages,
			     minimise.tries);
	tell(work, SAY_SHORTEST, 0, numbers, minimise.words);
	tell(work, SAY_CASE, 0, text, NULL);
	free(text);
	free(numbers);
	minimise_free(&minimise);
}

/* Shall it be kept?  */
static void ask(struct work *work, struct minimise_result *result, const struct setup *setup)
{
	struct note note;
	char *path;

	tell(work, SAY_FOUND, result->seat, result->reason, result->words);
	tell(work, SAY_PRINT, 0, result->print, NULL);
	if (!link_hear(work->link, &note))
		_exit(1);
	if (note.kind != SAY_KEEP || !*note.text)
		return;
	path = bytes_text("%s", note.text);
	if (rename(work->of->tried, path) == 0) {
		look_for_shortest(work, result, setup, path);
	} else {
		char *problem = bytes_text("%s: cannot be written: %s", path, strerror(errno));

		tell(work, SAY_FAILED, EXIT_CANNOT_RUN, problem, NULL);
		free(problem);
	}
	free(path);
}

static void play(struct work *work)
{
	static const struct minimise_while wanted = {.what = "failure", .failure = true, .had_core = true};
	struct fuzz_match match;
	char *problem = fuzz_match_make(&match, work->of->invocation, work->of->game);
	struct minimise_try try = {.session = &work->of->invocation->match.session,
				   .setup = &match.setup,
				   .seat = match.seat,
				   .wanted = &wanted,
				   .played = &match.begun,
				   .next = fuzz_match_next,
				   .user = &match,
				   .record = work->of->tried,
				   .loop = work->loop,
				   .interrupted = &work->interrupted};
	struct minimise_result result = {.end = MINIMISE_FAILED, .status = EXIT_USAGE, .words = problem};

	if (!problem)
		result = minimise_play(&try);
	if (result.end == MINIMISE_YES)
		ask(work, &result, &match.setup);
	else if (result.end == MINIMISE_FAILED || result.status == EXIT_USAGE) /* there is no such match */
		tell(work, SAY_FAILED, result.status, result.words, NULL);
	else
		tell(work, SAY_PASSED, result.inconclusive, NULL, NULL);
	minimise_result_free(&result);
	fuzz_match_free(&match);
}

/* The parent is gone, or wants no more.  */
static void heard(void *user, const struct note *note)
{
	(void)user;
	(void)note;
	_exit(1);
}

static void run(void *arg, int fd)
{
	struct work work = {.of = arg, .loop = loop_new()};

	work.link = link_new(work.loop, fd, heard, &work);
	play(&work);
	link_free(work.link);
	loop_free(work.loop);
}

/* ---- in the parent ---- */

static void keep_text(char **kept, const char *text)
{
	free(*kept);
	*kept = bytes_text("%s", text);
}

static void told(void *user, const struct note *note)
{
	struct fuzz_work *work = user;
	struct fuzz_shortest *shortest = &work->shortest;

	switch ((enum say)note->kind) {
	case SAY_PASSED:
		work->told = true;
		work->events->passed(work->user, note->number);
		break;
	case SAY_FOUND:
		keep_text(&work->reason, note->text);
		keep_text(&work->words, note->more);
		work->found = (struct fuzz_found){note->number, work->reason, work->words, .print = NULL};
		break;
	case SAY_PRINT:
		work->told = true;
		work->found.print = note->text;
		work->events->found(work->user, &work->found);
		break;
	case SAY_SHORTEST:
		keep_text(&work->how, note->more);
		shortest->words = work->how;
		if (sscanf(note->text, "%d %d %d %d", &shortest->happened, &shortest->turns,
			   &shortest->messages, &shortest->tries) != 4)
			shortest->happened = 0;
		break;
	case SAY_CASE:
		shortest->text = note->text;
		work->events->shortest(work->user, shortest);
		break;
	case SAY_FAILED:
		work->told = true;
		work->events->failed(work->user, note->text, note->number);
		break;
	case SAY_KEEP: break;
	}
}

static void gone(void *user, struct ending ending)
{
	struct fuzz_work *work = user;
	char *words = NULL;

	if (!work->told && ending.signal)
		words = bytes_text("ringside's own process was ended by %s", ending.signal);
	else if (!work->told)
		words = bytes_text("ringside's own process ended with status %d", ending.code);
	if (words)
		work->events->failed(work->user, words, EXIT_CANNOT_RUN);
	free(words);
	work->events->ended(work->user);
}

struct fuzz_work *fuzz_work_new(struct loop *loop, const struct invocation *invocation, const char *folder,
				int game, const struct fuzz_work_events *events, void *user, char **problem)
{
	static const struct worker_events of_worker = {.told = told, .ended = gone};
	struct fuzz_work *work = bytes_new(sizeof(*work));

	*work = (struct fuzz_work){.invocation = invocation,
				   .tried = bytes_text("%s/game-%d.ringside.try", folder, game),
				   .game = game,
				   .events = events,
				   .user = user};
	free(match_file_remove(work->tried)); /* of a run that was killed */
	work->worker = worker_fork(loop, run, work, &of_worker, work, problem);
	if (work->worker)
		return work;
	fuzz_work_free(work);
	return NULL;
}

void fuzz_work_answer(struct fuzz_work *work, const char *path)
{
	worker_tell(work->worker, &(struct note){.kind = SAY_KEEP, .text = path});
}

void fuzz_work_free(struct fuzz_work *work)
{
	if (!work)
		return;
	worker_free(work->worker);
	free(match_file_remove(work->tried));
	free(work->tried);
	free(work->reason);
	free(work->words);
	free(work->how);
	free(work);
}
