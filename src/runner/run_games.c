/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run_games.c - begins the games of a run, prints and counts each when it ends, and ends the run.  */
#include "batch.h"
#include "cpus.h"
#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "ringside/trust.h"
#include "run.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

bool run_is_series(const struct run *run)
{
	return run->plan.series;
}

/* ---- games ---- */

bool run_is_over(const struct run *run)
{
	return run->interrupted || run->decided || run->gave_up || run->unwritten || run->unsaved;
}

void run_tell(struct run *run, char *lines)
{
	progress_hide(run->pool.progress);
	say_lines(lines);
	run_screen_told(run->screen, lines);
	free(lines);
}

static void print_game(struct run *run, const char *text)
{
	if (run->screen)
		return;
	if (isatty(STDOUT_FILENO)) /* most likely the same terminal */
		progress_hide(run->pool.progress);
	if ((!say("%s\n", text) || fflush(stdout) != 0) && !run->unwritten)
		run->unwritten = errno;
}

/* The line of a game, and its text.  */
static void count_line(struct run *run, int game, const json_t *line, const char *text)
{
	int error = history_add(&run->history, game, text);

	if (error && !run->unsaved)
		run->unsaved = error;
	run_screen_result(run->screen, game, line);
	run->standing.here++;
}

void run_take(struct run *run, int table, const struct result *result)
{
	bool was_over = run->decided || run->unwritten || run->unsaved;
	/* Its moves were taken back by a script, and it has counted.  */
	bool again = history_has(&run->history, result->game), counts = !was_over && !again;
	const struct history_of *of = &run->kind->of;
	json_t *line = json_copy((json_t *)result->object); /* its values stay the table's */
	struct result over = *result;
	struct result_line read;
	size_t column;
	char *text;

	if (of->line)
		line = of->line(run, result->game, line);
	text = match_json_line(line);
	free(result_line_read(&read, text, strlen(text), of->line ? RESULT_PLAYERS_MOST : 0, &column));
	over.line = &read;
	/* A game that is no longer needed ends silently.  */
	if (result->finished && counts && run->kind->counts)
		counts = run->kind->counts(run, &over);
	if (result->finished && counts)
		count_line(run, result->game, line, text);
	if (result->finished && counts && run->kind->finished)
		run->kind->finished(run, table, &over);
	if (!result->finished && !was_over && !run->interrupted) { /* nobody has ended the run */
		run->failed = true;
		run_tell(run, bytes_text("game %d was broken off", result->game));
	}
	if (counts || (again && !was_over))
		print_game(run, of->line && run->invocation->json ? text : result->text);
	json_decref(line);
	free(text);
	run->standing.ns = loop_now() - run->began_ns;
	progress_changed(run->pool.progress);
	if (!was_over && (run->decided || run->unwritten || run->unsaved))
		places_end(run);
}

void run_forfeit(struct run *run, int game, json_t *line, const char *text)
{
	char *whole = match_json_line(line);

	count_line(run, game, line, whole);
	print_game(run, run->invocation->json ? whole : text);
	free(whole);
	json_decref(line);
}

void run_interrupt(struct run *run)
{
	run->interrupted = true;
	places_end(run);
	run_screen_interrupted(run->screen);
}

/* ---- beginning and end ---- */

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

/* Each game needs a core for the agent that thinks, and all together one for the judges.  */
static void warn_of_load(const struct invocation *invocation, int places)
{
	int cores = cores_usable(), most = cores > 2 ? cores - 1 : 1;

	if (places > most && !invocation->match.cpus)
		say_error("ringside: %d games at once share %d core%s: agents may be charged for waiting: "
			  "choose --concurrency %d if times matter\n",
			  places, cores, cores == 1 ? "" : "s", most);
}

/* Plays the games that the history lacks.  */
static int play(struct run *run)
{
	int left = (run->standing.games ? run->standing.games : run->plan.games) - run->standing.finished,
	    places = run->invocation->series.concurrency;
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
	if (places_next(run) || (run->kind->more && run->kind->more(run))) {
		problem = check_tables(places);
		if (!problem)
			problem = cpus_check(&run->invocation->match, places);
		if (problem)
			return say_failure(problem, EXIT_USAGE);
		warn_of_load(run->invocation, places);
		run_screen_begin(run);
		do {
			places_free(run);
			places_play(run, places);
		} while (!run->problem && !run_is_over(run) && run->kind->more && run->kind->more(run));
		run_screen_end(run);
		if (run->problem && !run->begun && (run->interrupted || loop_is_interrupted()))
			return EXIT_INTERRUPTED;
		if (run->problem && !run->begun)
			return say_failure(bytes_text("%s", run->problem), run->status);
	}
	run->kind->sum(run);
	if (run->unwritten)
		say_error("ringside: stdout cannot be written: %s\n", strerror(run->unwritten));
	if (run->unsaved)
		say_error("ringside: %s: cannot be written: %s\n", run->invocation->series.results,
			  strerror(run->unsaved));
	/* Without --record a match file was only for a screen or a script.  */
	return run->interrupted || run->skipped                    ? EXIT_INTERRUPTED
	       : run->unwritten || run->unsaved || run->failed     ? EXIT_CANNOT_RUN
	       : run->decided && run->decided_status               ? run->decided_status
	       : run->unrecorded && run->invocation->series.record ? EXIT_NOT_RECORDED
								   : EXIT_VERDICT;
}

/* The script plays no more games.  */
static void left(void *user)
{
	struct run *run = user;

	run->decided = true;
}

int run_play(struct run *run)
{
	char *unmeasured;
	int status;

	places_open(run);
	unmeasured = agent_unmeasured();
	say_lines(unmeasured);
	free(unmeasured);
	if (run->invocation->series.record)
		trust_own_id(); /* before the tables get their processes, so that all files have the same */
	if (run->invocation->scripted)
		run->batch = batch_new(run->invocation, run->pool.loop, left, run);
	status = play(run);
	places_free(run);
	if (run->batch && status == EXIT_VERDICT)
		status = batch_status(run->batch);
	batch_free(run->batch);
	pool_close(&run->pool);
	return status;
}
