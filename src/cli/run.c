/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - `ringside run`: matches without a screen, one line a game.
 *
 * Games are dealt in the order of their numbers to tables as they become free.  Each table is a session with
 * its own processes, which stay from game to game.  All share one loop.  */
#include "batch.h"
#include "history.h"
#include "players.h"
#include "progress.h"
#include "ringside/bytes.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct run;

struct table {
	struct run *run;
	struct session *session;
	int game;            /* the current game */
	struct watch *again; /* with --from: begins the next game; otherwise NULL */
	bool problem_told;   /* that of its match file */
};

struct run {
	struct invocation *invocation;
	struct loop *loop;
	struct plan plan;
	struct sprt sprt;
	struct standing standing;
	struct history history;
	struct progress *progress;
	struct table *tables;
	int table_count, tables_left; /* begun; of these, not ended */
	int dealt;                    /* the highest game number that was dealt */
	int64_t began_ns;
	bool interrupted;
	bool decided;  /* by the sequential test */
	bool failed;   /* a recorded match could not be continued */
	int unwritten; /* errno of stdout; 0: all was written */
	int unsaved;   /* errno of --results; 0: all was written */
};

static bool is_series(const struct run *run)
{
	return run->plan.games > 1;
}

/* ---- dealing ---- */

/* Finds the next game that was not played; false: there is none.  */
static bool has_next(struct run *run)
{
	if (run->interrupted || run->decided || run->failed || run->unwritten || run->unsaved)
		return false;
	while (run->dealt < run->plan.games && history_has(&run->history, run->dealt + 1))
		run->dealt++;
	return run->dealt < run->plan.games;
}

static bool next(void *user, struct setup *setup)
{
	struct run *run = ((struct table *)user)->run;

	if (run->plan.from || !has_next(run))
		return false;
	((struct table *)user)->game = run->dealt + 1;
	plan_game(&run->plan, ++run->dealt, setup);
	return true;
}

/* Ends all games that are still played.  */
static void end_tables(struct run *run)
{
	for (int i = 0; i < run->table_count; i++)
		if (run->tables[i].session)
			session_end(run->tables[i].session);
}

/* ---- what happens at a table ---- */

static void tell_problem(struct table *table)
{
	const char *problem = table->session ? session_file_problem(table->session) : NULL;

	if (problem && !table->problem_told) {
		progress_hide(table->run->progress);
		cli_tell(problem);
	}
	table->problem_told = problem != NULL;
}

static void print_game(struct run *run, const struct match *match)
{
	bool good;

	if (isatty(STDOUT_FILENO)) /* most likely the same terminal */
		progress_hide(run->progress);
	if (run->invocation->json) {
		good = report_print(report_json(match, run->invocation->turns_json));
	} else {
		char *line = report_line(match, match->ended_ns);

		good = puts(line) != EOF && fflush(stdout) == 0;
		free(line);
	}
	if (!good && !run->unwritten)
		run->unwritten = errno;
}

static void count_game(struct run *run, const struct match *match)
{
	const struct setup *setup = &match->setup;
	json_t *object = report_json(match, false);
	int error = history_add(&run->history, setup->game, object);

	json_decref(object);
	if (error && !run->unsaved)
		run->unsaved = error;
	standing_count(&run->standing, match->verdict.winner, setup->first, setup->seat[1].name,
		       setup->seat[2].name);
	standing_forgive(&run->standing, match->forgiven);
	run->standing.here++;
	if (run->standing.sprt)
		run->decided = sprt_state(run->standing.sprt, &run->standing.tally) != SPRT_GOES_ON;
}

static void told_verdict(void *user, const struct match *match)
{
	struct table *table = user;
	struct run *run = table->run;
	struct match numbered = *match; /* with --from a game has the number of the recorded one */
	bool finished = match_is_finished(match), was_over = run->decided || run->unwritten || run->unsaved;

	numbered.setup.game = table->game;
	/* A game that is no longer needed ends silently.  */
	if (finished && !was_over)
		count_game(run, &numbered);
	if (!was_over)
		print_game(run, &numbered);
	run->standing.ns = loop_now() - run->began_ns;
	progress_changed(run->progress);
	tell_problem(table);
	if (!was_over && (run->decided || run->unwritten || run->unsaved))
		end_tables(run);
}

static void ended(void *user)
{
	struct table *table = user;
	struct run *run = table->run;

	tell_problem(table);
	if (run->plan.from && !session_is_live(table->session) && table->problem_told)
		run->failed = true;
	if (run->plan.from && has_next(run)) {
		loop_at(table->again, loop_now());
		return;
	}
	if (--run->tables_left == 0)
		loop_stop(run->loop);
}

static void interrupt(void *user, int events)
{
	struct run *run = user;

	(void)events;
	run->interrupted = true;
	end_tables(run);
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
	/* A table needs two timers, a match file with its log, and four agents: two may be leaving while the
	 * next two begin.  */
	enum { OF_TABLE = 40, OF_ALL = 40 };
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

/* Begins the next game at the table.  */
static char *begin_game(struct table *table, int *status)
{
	static const struct session_events events = {.verdict = told_verdict, .next = next, .ended = ended};
	struct run *run = table->run;
	struct session_setup setup = run->invocation->session;
	char *problem = NULL;

	table->game = ++run->dealt;
	setup_copy(&setup.setup, &run->invocation->session.setup);
	plan_game(&run->plan, table->game, &setup.setup);
	setup.record = run->invocation->record;
	setup.series = is_series(run);
	setup.among_others = true;
	setup.from.number = table->game;
	table->session = session_play(run->loop, &setup, &events, table, &problem, status);
	if (!table->session)
		run->dealt--;
	setup_free(&setup.setup);
	return problem;
}

/* With --from: begins the next game after one has ended.  Another table may have taken the last game in the
 * same moment.  */
static void begin_again(void *user, int revents)
{
	struct table *table = user;
	struct run *run = table->run;
	char *problem = NULL;
	int status;

	(void)revents;
	session_free(table->session);
	table->session = NULL;
	table->problem_told = false;
	if (has_next(run) && !(problem = begin_game(table, &status)))
		return;
	if (problem) {
		progress_hide(run->progress);
		cli_complain(problem, 0);
		run->failed = true;
	}
	if (--run->tables_left == 0)
		loop_stop(run->loop);
}

/* Begins one more table with the next game.  */
static char *begin_table(struct run *run, int *status)
{
	struct table *table = &run->tables[run->table_count];
	char *problem;

	*table = (struct table){.run = run};
	if (run->plan.from)
		table->again = loop_timer(run->loop, LOOP_LATER, begin_again, table);
	run->table_count++;
	run->tables_left++;
	problem = begin_game(table, status);
	if (table->session)
		return problem;
	run->table_count--;
	run->tables_left--;
	loop_unwatch(table->again);
	return problem;
}

/* NULL, or why no table could begin; then `status` is the exit status.  */
static char *begin_tables(struct run *run, int *status)
{
	int left = run->plan.games - run->standing.finished, wanted = run->invocation->concurrency;
	char *problem;

	if (wanted > left)
		wanted = left;
	problem = check_tables(wanted);
	if (problem) {
		*status = EXIT_USAGE;
		return problem;
	}
	run->tables = bytes_new((size_t)wanted * sizeof(*run->tables));
	while (run->table_count < wanted && has_next(run) && !problem)
		problem = begin_table(run, status);
	if (!problem || !run->table_count)
		return problem;
	fprintf(stderr, "ringside: no more than %d games at once: %s\n", run->table_count, problem);
	free(problem);
	return NULL;
}

static void say_how_to_go_on(const struct run *run)
{
	const struct invocation *invocation = run->invocation;
	char *games = standing_games(&run->standing);

	if (invocation->record || invocation->results)
		fprintf(stderr, "%s finished: the same command continues from here\n", games);
	else
		fprintf(stderr,
			"%s finished (with --record FILE or --results FILE the same command would continue "
			"from here)\n",
			games);
	free(games);
}

static void print_sum(struct run *run)
{
	char *sum = standing_sum(&run->standing);

	fprintf(stderr, "%s\n", sum);
	free(sum);
	if (run->interrupted)
		say_how_to_go_on(run);
}

/* Plays the games that the history lacks.  */
static int play(struct run *run)
{
	int status = EXIT_VERDICT;
	char *problem = NULL;

	if (run->standing.finished) {
		char *games = standing_games(&run->standing);

		fprintf(stderr, "ringside: %s finished already\n", games);
		free(games);
	}
	run->began_ns = loop_now();
	run->standing.ns = 0;
	if (has_next(run))
		problem = begin_tables(run, &status);
	if (problem)
		return cli_complain(problem, status);
	if (run->table_count) {
		if (is_series(run))
			run->progress = progress_new(run->loop, &run->standing);
		if (run->tables_left)
			loop_run(run->loop);
		progress_free(run->progress);
		run->progress = NULL;
	}
	if (is_series(run))
		print_sum(run);
	if (run->unwritten)
		fprintf(stderr, "ringside: stdout cannot be written: %s\n", strerror(run->unwritten));
	if (run->unsaved)
		fprintf(stderr, "ringside: %s: cannot be written: %s\n", run->invocation->results,
			strerror(run->unsaved));
	return run->interrupted                                ? EXIT_INTERRUPTED
	       : run->unwritten || run->unsaved || run->failed ? EXIT_CANNOT_RUN
							       : EXIT_VERDICT;
}

static int play_series(struct run *run)
{
	struct deadly deadly;
	int status;

	run->loop = loop_new();
	deadly = cli_catch(run->loop, interrupt, run);
	agent_adopt_orphans();
	status = play(run);
	agent_end_orphans(); /* before the folders that they may write to are removed */
	for (int i = 0; i < run->table_count; i++) {
		session_free(run->tables[i].session);
		loop_unwatch(run->tables[i].again);
	}
	agent_end_orphans();
	free(run->tables);
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
	if (!problem) {
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
