/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - `ringside run`: matches without a screen, one line a game.
 *
 * Begins the series, counts and prints its games in the order in which they end, and says the sum.  */
#include "run.h"

#include "batch.h"
#include "cpus.h"
#include "players.h"
#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/trust.h"
#include "say.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static bool is_series(const struct run *run)
{
	return run->plan.games > 1;
}

/* ---- games ---- */

bool run_is_over(const struct run *run)
{
	return run->interrupted || run->decided || run->gave_up || run->unwritten || run->unsaved;
}

void run_tell(struct run *run, char *lines)
{
	progress_hide(run->progress);
	cli_tell(lines);
	free(lines);
}

static void print_game(struct run *run, const char *text)
{
	if (isatty(STDOUT_FILENO)) /* most likely the same terminal */
		progress_hide(run->progress);
	if ((!say("%s\n", text) || fflush(stdout) != 0) && !run->unwritten)
		run->unwritten = errno;
}

static void count_game(struct run *run, const struct result *result)
{
	int error = history_add(&run->history, result->game, result->object);

	if (error && !run->unsaved)
		run->unsaved = error;
	standing_take(&run->standing, result->object, plan_first(&run->plan, result->game));
	run->standing.here++;
	if (run->standing.sprt)
		run->decided = sprt_state(run->standing.sprt, &run->standing.tally) != SPRT_GOES_ON;
	if (run->invocation->until_failure && json_is_integer(json_object_get(result->object, "blame"))) {
		run->decided = true;
		run->failure = result->game;
	}
}

void run_take(struct run *run, const struct result *result)
{
	bool was_over = run->decided || run->unwritten || run->unsaved;

	/* A game that is no longer needed ends silently.  */
	if (result->finished && !was_over)
		count_game(run, result);
	if (!result->finished && !was_over && !run->interrupted) { /* nobody has ended the run */
		run->failed = true;
		run_tell(run, bytes_text("game %d was broken off", result->game));
	}
	if (!was_over)
		print_game(run, result->text);
	run->standing.ns = loop_now() - run->began_ns;
	progress_changed(run->progress);
	if (!was_over && (run->decided || run->unwritten || run->unsaved))
		places_end(run);
}

static void interrupt(void *user, int events)
{
	struct run *run = user;

	(void)events;
	run->interrupted = true;
	places_end(run);
}

/* ---- beginning and end ---- */

/* Seats the players and reads the other options.  NULL, or a problem.  */
static char *settle(struct run *run, char **notice)
{
	struct invocation *invocation = run->invocation;
	struct setup *setup = &invocation->session.setup;
	char *problem = cli_seats(setup, (const char *const *)invocation->words, invocation->word_count);

	*notice = NULL;
	for (int s = SEAT_1; s <= SEAT_2 && !problem; s++)
		if (setup->seat[s].kind == SEAT_HUMAN)
			problem = bytes_text("player %d: a person needs a screen: ringside play", s);
	if (!problem)
		problem = cpus_settle(invocation);
	if (!problem)
		problem = session_make_folder(setup); /* before match files are compared with the setup */
	if (!problem)
		problem = plan_make(&run->plan, invocation, notice);
	if (!problem && is_series(run) && !run->plan.from)
		free(setup_set(setup, "tournament", "yes")); /* a system without this option ignores it */
	if (!problem && invocation->sprt)
		problem = sprt_read(invocation->sprt, &run->sprt);
	return problem;
}

/* Are there enough file descriptors for this many tables?  NULL, or a problem.  */
static char *check_tables(int tables)
{
	/* A table's process has files of its own, and a link to this one.  */
	enum { OF_TABLE = 1, OF_ALL = 40 };
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY ||
	    (rlim_t)tables * OF_TABLE + OF_ALL <= limit.rlim_cur || tables == 1)
		return NULL;
	return bytes_text("--concurrency %d: a process may have %llu files open here, which is enough for %d "
			  "games at once: choose fewer, or allow more with ulimit -n",
			  tables, (unsigned long long)limit.rlim_cur,
			  limit.rlim_cur < OF_TABLE + OF_ALL ? 1
							     : (int)((limit.rlim_cur - OF_ALL) / OF_TABLE));
}

static void say_how_to_go_on(const struct run *run)
{
	const struct invocation *invocation = run->invocation;
	char *games = standing_games(&run->standing);

	if (invocation->record || invocation->results)
		say_error("%s finished: the same command continues from here\n", games);
	else
		say_error("%s finished (with --record FILE or --results FILE the same command would continue "
			  "from here)\n",
			  games);
	free(games);
}

static void say_failure(const struct run *run)
{
	const char *record = run->invocation->record;
	char *path = record ? match_file_of_game(record, run->failure) : NULL;

	say_error("--until-failure: game %d is the first that an agent lost by a fault%s", run->failure,
		  path ? ": ringside open " : "");
	if (path)
		say_error("%s", path);
	say_error("\n");
	free(path);
}

static void print_sum(struct run *run)
{
	char *sum = standing_sum(&run->standing);

	say_error("%s\n", sum);
	free(sum);
	if (run->interrupted)
		say_how_to_go_on(run);
}

/* Each game needs a core for the agent that thinks, and all together one for the judges.  */
static void warn_of_load(const struct invocation *invocation, int places)
{
	int cores = cores_usable(), most = cores > 2 ? cores - 1 : 1;

	if (places > most && !invocation->cpus)
		say_error("ringside: %d games at once share %d core%s: agents may be charged for waiting: "
			  "choose --concurrency %d if times matter\n",
			  places, cores, cores == 1 ? "" : "s", most);
}

/* Plays the games that the history lacks.  */
static int play(struct run *run)
{
	int left = run->plan.games - run->standing.finished, places = run->invocation->concurrency;
	char *problem = NULL;

	if (run->standing.finished) {
		char *games = standing_games(&run->standing);

		say_error("ringside: %s finished already\n", games);
		free(games);
	}
	run->began_ns = loop_now();
	run->standing.ns = 0;
	if (places > left)
		places = left;
	if (places_next(run)) {
		problem = check_tables(places);
		if (!problem)
			problem = cpus_check(run->invocation, places);
		if (problem)
			return cli_complain(problem, EXIT_USAGE);
		warn_of_load(run->invocation, places);
		if (is_series(run))
			run->progress = progress_new(run->loop, &run->standing);
		places_begin(run, places);
		if (run->places_left)
			loop_run(run->loop);
		progress_free(run->progress);
		run->progress = NULL;
		if (run->problem && !run->begun && (run->interrupted || loop_is_awaited()))
			return EXIT_INTERRUPTED;
		if (run->problem && !run->begun)
			return cli_complain(bytes_text("%s", run->problem), run->status);
	}
	if (is_series(run))
		print_sum(run);
	if (run->unwritten)
		say_error("ringside: stdout cannot be written: %s\n", strerror(run->unwritten));
	if (run->unsaved)
		say_error("ringside: %s: cannot be written: %s\n", run->invocation->results,
			  strerror(run->unsaved));
	if (run->failure)
		say_failure(run);
	return run->interrupted                                ? EXIT_INTERRUPTED
	       : run->unwritten || run->unsaved || run->failed ? EXIT_CANNOT_RUN
	       : run->failure                                  ? EXIT_FAILURE_FOUND
	       : run->unrecorded                               ? EXIT_NOT_RECORDED
							       : EXIT_VERDICT;
}

static int play_series(struct run *run)
{
	struct deadly deadly;
	char *blindness;
	int status;

	run->loop = loop_new();
	deadly = cli_catch(run->loop, interrupt, run);
	blindness = agent_blindness();
	cli_tell(blindness);
	free(blindness);
	agent_adopt_orphans(); /* those of a process that was killed */
	if (run->invocation->record)
		trust_own_id(); /* before the tables get their processes, so that all files have the same */
	status = play(run);
	places_free(run);
	agent_end_orphans();
	cli_release(&deadly);
	loop_free(run->loop);
	return status;
}

int cli_run(struct invocation *invocation)
{
	struct run run = {.invocation = invocation};
	char *notice = NULL, *problem;
	int status = EXIT_USAGE;

	invocation->json = invocation->json || invocation->turns_json;
	invocation->session.measures_turns = invocation->turns_json;
	if (invocation->scripted)
		return cli_batch_play(invocation, (const char *const *)invocation->words,
				      invocation->word_count);
	problem = settle(&run, &notice);
	if (!problem && invocation->sandbox_show) {
		status = cli_sandbox_show(&invocation->session);
	} else if (!problem) {
		cli_tell(notice);
		standing_init(&run.standing, &invocation->session.setup);
		run.standing.games = run.plan.endless ? 0 : run.plan.games;
		run.standing.sprt = invocation->sprt ? &run.sprt : NULL;
		problem = history_open(&run.history, &run.plan, &run.standing, invocation->results,
				       is_series(&run) ? invocation->record : NULL);
		status = EXIT_CANNOT_RUN;
		if (!problem && run.standing.sprt)
			run.decided = sprt_state(&run.sprt, &run.standing.tally) != SPRT_GOES_ON;
		if (!problem)
			status = play_series(&run);
		history_close(&run.history);
		standing_free(&run.standing);
	}
	free(notice);
	plan_free(&run.plan);
	return cli_complain(problem, status);
}
