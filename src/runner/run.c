/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.c - `ringside run`: matches without a screen, one line a game.
 *
 * Reads the players and options of a series, counts its games, and says the sum.  */
#include "run.h"

#include "batch.h"
#include "ringside/bytes.h"
#include "ringside/say.h"
#include "tally/tally.h"
#include <stdlib.h>
#include <string.h>

/* ---- beginning and end ---- */

/* An option that makes no sense with the script of a series; NULL: none.  */
static char *misfit(const struct runner_call *call)
{
	if (call->series.concurrency > 1 || call->tally.sprt || call->series.from_path)
		return bytes_text("a script leads the games of a series one after the other: leave out "
				  "--concurrency, --sprt and --from, or --games");
	if (call->series.until && call->runs)
		return bytes_text(
			"a script can stop there itself: leave out --until, and write `break if` or "
			"`catch`");
	return NULL;
}

/* Seats the players and reads the other options.  NULL, or a problem.  */
static char *settle(struct run *run, char **notice)
{
	struct runner_call *call = run->call;
	struct setup *setup = &call->match.session.setup;
	char *problem = call->scripted ? misfit(call) : NULL;

	*notice = NULL;
	if (!problem)
		problem = plan_begin(&run->plan, call, (const char *const *)call->words, call->word_count,
				     notice);
	for (int s = SEAT_1; s <= SEAT_2 && !problem; s++)
		if (setup->seat[s].kind == SEAT_HUMAN && call->runs)
			problem = bytes_text("player %d: a person needs a screen: ringside play", s);
	if (!problem)
		problem = session_make_folder(setup); /* before match files are compared with the setup */
	if (!problem && run->plan.series && !run->plan.from && call->runs)
		free(setup_set(setup, "tournament", "yes")); /* a system without this option ignores it */
	if (!problem && call->tally.sprt)
		problem = sprt_read(call->tally.sprt, &run->sprt);
	return problem;
}

static void say_how_to_go_on(const struct run *run)
{
	const struct runner_call *call = run->call;
	char *games = standing_games(&run->standing);

	if ((call->series.record && !run->found.folder) || call->series.results)
		say_error("%s finished: the same command continues from here\n", games);
	else
		say_error("%s finished (with --record FILE or --results FILE the same command would continue "
			  "from here)\n",
			  games);
	free(games);
}

static void print_sum(struct run *run)
{
	char *sum = run->plan.series ? standing_sum(&run->standing) : NULL, *found;

	if (sum)
		say_error("%s\n", sum);
	free(sum);
	if (run->plan.series && run->interrupted)
		say_how_to_go_on(run);
	if (!run->found.kept && (!run->found.record || run_is_over(run)))
		return;
	found = found_words(&run->found, run->call, run->standing.here);
	say_error("%s\n", found);
	free(found);
}

static json_t *described(const void *user)
{
	return same_series(&((const struct run *)user)->plan);
}

static void count(void *user, const struct result_line *line)
{
	standing_take(&((struct run *)user)->standing, line);
}

/* An agent that twice in a row refuses what all games begin with will refuse it again.  */
static void count_refusal(struct run *run, const struct result_line *line)
{
	/* Whose agent has failed at its start?  SEAT_NONE is the game program; SEATS: nobody's.  */
	int seat = result_line_not_started(line)  ? line->blame
		   : result_line_no_program(line) ? SEAT_NONE
						  : SEATS;
	char *detail;

	for (int s = 0; s < SEATS; s++)
		run->refused[s] = s == seat ? run->refused[s] + 1 : 0;
	if (seat == SEATS || run->refused[seat] < 2 || run->decided)
		return;
	run->decided = true;
	run->decided_status = EXIT_NOT_STARTED;
	detail = piece_text(line->detail);
	run_tell(run,
		 bytes_text("game %d: %s %d failed at its start, as in the game before: %s\nthe series stops",
			    line->game, seat == SEAT_NONE ? "the game program on seat" : "player", seat,
			    detail));
	free(detail);
}

/* Is the test decided, or has happened what was waited for?  */
static void finished(struct run *run, int table, const struct result_line *line)
{
	if (!run->warned && standing_waits(&run->standing)) {
		run->warned = true;
		progress_hide(run->pool.progress);
		say_error("ringside: agents wait for a core in most turns, and their clocks run meanwhile: "
			  "play fewer "
			  "games at a time (--concurrency), or see --forgive-waiting\n");
	}
	run->decided = run_is_decided(run);
	if (found_game(&run->found, table, line)) {
		run->decided = true;
		run->decided_status = EXIT_FAILURE_FOUND;
	}
	count_refusal(run, line);
}

static char *progress(const void *user)
{
	return standing_line(&((const struct run *)user)->standing);
}

static const struct run_kind series = {.of = {.name = "series", .described = described, .count = count},
				       .finished = finished,
				       .progress = progress,
				       .sum = print_sum};

int run_series(struct runner_call *call)
{
	struct run run = {.kind = &series, .call = call};
	char *notice = NULL, *problem;
	int status = EXIT_USAGE;

	call->json = call->json || call->turns_json;
	call->match.session.measures_turns = call->turns_json;
	if (call->scripted && !batch_is_series(call))
		return batch_play(call, (const char *const *)call->words, call->word_count);
	problem = settle(&run, &notice);
	if (!problem && call->sandbox_show) {
		status = match_sandbox_show(&call->match.session);
	} else if (!problem && !(problem = found_begin(&run.found, call, run.plan.series))) {
		say_lines(notice);
		standing_init(&run.standing, &call->match.session.setup, &run.counts);
		run.standing.games = run.plan.endless ? 0 : run.plan.games;
		run.standing.sprt = call->tally.sprt ? &run.sprt : NULL;
		problem = history_open(&run.history, &series.of, &run, &run.plan, call->series.results,
				       run.plan.series ? call->series.record : NULL, NULL);
		status = EXIT_CANNOT_RUN;
		run.decided = !problem && run_is_decided(&run);
		if (!problem)
			status = run_play(&run);
		if (status == EXIT_VERDICT && run.standing.sprt)
			status = tally_sprt_status(&run.sprt, &run.counts);
		history_close(&run.history);
		standing_free(&run.standing);
	}
	free(notice);
	found_end(&run.found);
	plan_free(&run.plan);
	return say_failure(problem, status);
}
