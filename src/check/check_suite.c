/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check_suite.c - `ringside check --suite`: tries the cases of suites, several at once, and says which fail.
 *
 * A trial is the agent's next move in the position of a case.  Only the agent is started: a person sits on
 * the other seat.  Each trial is a job with a process of its own.  */
#include "check.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/condition.h"
#include "ringside/value.h"
#include "runner/pool.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- trials: what came out ---- */

/* How long an agent may take to leave when its case is decided.  It is told to, because it may have something
 * to write at its end, as a profile.  That it has to leave in time is a case of the document (spec.h).  */
#define GRACE ((int64_t)100 * NS_PER_MS)

enum trial_end {
	TRIAL_MOVED,       /* it has played a move */
	TRIAL_FAILED,      /* the match is over without one, and it is to blame */
	TRIAL_BROKEN_OFF,  /* the same, and it is not to blame, or waited for a core */
	TRIAL_NOT_STARTED, /* its program could not be started */
};

/* What came out.  */
struct trial_result {
	enum trial_end end;
	const char *words;     /* the move, or why there is none, for people */
	int64_t ns;            /* of thinking; -1: not known */
	int64_t peak;          /* most bytes in the turn; -1: not known */
	int64_t waited;        /* ns of the turn in which it waited for a core, if that matters; else 0 */
	char said[SAID_WORDS]; /* what the position is worth to it; "-": it has not said */
};

/* What came out of a case so far.  */
struct tally {
	int runs;   /* that are over */
	int failed; /* of these */
	int broken; /* of these: nobody can tell */
	int points; /* of all of these */
	int64_t slowest;
	char *why; /* of the first that did not pass; owned */
};

/* The trial at a place: run `number` of a case, from 1.  */
struct trial {
	const struct suite_case *of;
	int number;
	bool told; /* it has said what came out */
};

struct suite_run {
	struct runner_call *call;
	struct suite suite;
	struct case_report *report;
	struct tally *tallies; /* of each case; owned */
	struct pool pool;
	struct trial *trials;    /* one a place */
	int next_case, next_run; /* not begun yet */
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
	if (of->mate)
		bytes_addf(&text, ", and a mate in %" PRId64 " told", of->mate);
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
	struct match before = match_before(&of->match.session.setup);
	char words[32] = "";

	board_named(of->match.protocol->name)->words(&before, 0, played, words);
	return bytes_text("%s", *words ? words : played);
}

/* A move in its one form, as far as it has one.  The caller frees.  */
static char *form_of(const struct suite_case *of, const char *played)
{
	struct match before = match_before(&of->match.session.setup);
	FREED char *problem = NULL;
	char *form = of->match.protocol->move_form(&before, 0, played, &problem);

	return form ? form : bytes_text("%s", played);
}

/* Does the value say that it mates within so many moves?  */
static bool tells_mate(const struct trial_result *result, int64_t most)
{
	int moves;

	return sscanf(result->said, "+M%d", &moves) == 1 && moves <= most;
}

/* Why the move is not as wanted; NULL: it is.  The caller frees.  */
static char *objection(const struct suite_case *of, const struct trial_result *result)
{
	char *why = NULL, *words = move_words(of, result->words);
	FREED char *played = form_of(of, result->words);
	bool pointless = of->valued.count && !of->wanted.count && !suite_points(of, played);
	char *size, *time;

	if (pointless || (of->wanted.count && !is_in(&of->wanted, played)) || is_in(&of->unwanted, played))
		why = bytes_text("it played %s", words);
	else if (of->mate && !tells_mate(result, of->mate))
		why = bytes_text("it played %s and said %s", words,
				 *result->said == '-' && !result->said[1] ? "no value" : result->said);
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
	free(words);
	return why;
}

/* Is the move as wanted but late, and only because the agent waited for a core?  */
static bool is_of_waiting(const struct suite_case *of, const struct trial_result *result)
{
	struct trial_result in_time = *result;
	char *why;

	if (!result->waited || !of->within || result->ns <= of->within)
		return false;
	in_time.ns = result->ns - result->waited;
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
	FREED char *wished = NULL;

	if (tally->why) {
		free(why);
		return;
	}
	wished = wish(of);
	tally->why = of->runs > 1
			     ? bytes_text("run %d: %s\n%s\nposition: %s", number, wished, why, opening_of(of))
			     : bytes_text("%s\n%s\nposition: %s", wished, why, opening_of(of));
	free(why);
}

static void report(struct suite_run *run, int at)
{
	const struct suite_case *of = &run->suite.cases[at];
	struct tally *tally = &run->tallies[at];
	struct case_told told = {.group = of->group,
				 .name = of->name,
				 .ns = tally->slowest,
				 .points = tally->points,
				 .points_most = tally->runs * suite_points(of, NULL)};
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

static char *progress(const void *user)
{
	return case_report_progress(((const struct suite_run *)user)->report);
}

/* ---- a trial, in its process ---- */

struct work {
	const struct suite_case *of;
	const struct desk *desk;
	struct watch *grace;     /* when the agent has had time to leave */
	struct session *session; /* NULL: it has not begun */
	int turns;               /* that the match begins with */
	bool told;
	bool ended; /* perhaps before session_play() has returned */
};

/* What came out is told at once, before the agent has left.  */
static void tell(struct work *work, enum trial_end end, const char *words, int64_t ns, int64_t peak,
		 int64_t waited, const struct said *said)
{
	char *figures = bytes_text("%" PRId64 " %" PRId64 " %" PRId64 " %s", ns, peak, waited,
				   said && *said->words ? said->words : "-");

	if (work->told) {
		free(figures);
		return;
	}
	work->told = true;
	loop_at(work->grace, loop_now() + GRACE);
	desk_tell(work->desk, (int)end, 0, words, figures);
	free(figures);
}

/* The first turn of the agent under test; NULL: it has not moved yet.  */
static const struct turn *its_turn(const struct work *work, const struct match *match)
{
	for (int n = work->turns + 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);

		if (turn && turn->seat == work->of->seat)
			return turn;
	}
	return NULL;
}

static void look(struct work *work, const struct match *match)
{
	const struct turn *turn = its_turn(work, match);
	const struct verdict *verdict = &match->verdict;

	if (turn) {
		tell(work, TRIAL_MOVED, turn->played, turn->think_ns, turn->peak,
		     turn->flags & TURN_WAITED ? match->waited[work->of->seat].in_turn_ns : 0, &turn->said);
	} else if (match->over) {
		FREED char *words = bytes_text("%s: %s", verdict->reason, verdict->detail);

		tell(work,
		     verdict->blame == work->of->seat && !match_waiting_decided(match) ? TRIAL_FAILED
										       : TRIAL_BROKEN_OFF,
		     words,
		     match->unfinished[work->of->seat].open ? match->unfinished[work->of->seat].think_ns : -1,
		     -1, 0, NULL);
	}
}

static void changed(void *user)
{
	struct work *work = user;
	int seat = work->of->seat;

	if (work->told || !work->session || !session_is_live(work->session) ||
	    session_is_branching(work->session))
		return;
	look(work, session_played(work->session));
	/* Does all wait for the person on the other seat, who will never move?  */
	if (!work->told && session_waits_for(work->session, seat_opponent(seat)) &&
	    !session_seat_state(work->session, seat).thinks)
		tell(work, TRIAL_BROKEN_OFF, "it is not asked before the other player has moved", -1, -1, 0,
		     NULL);
	if (work->told)
		session_end(work->session);
}

static void verdict(void *user, const struct match *match)
{
	look(user, match);
}

static void ended(void *user)
{
	struct work *work = user;
	const char *why = work->session ? session_file_problem(work->session) : NULL;
	bool failed = work->session && session_failed_seat(work->session) == work->of->seat;

	tell(work, failed ? TRIAL_FAILED : TRIAL_BROKEN_OFF, why ? why : "the match was broken off", -1, -1,
	     0, NULL);
	work->ended = true;
	loop_stop(work->desk->loop);
}

/* The session then ends by force.  */
static void waited(void *user, int events UNUSED)
{
	struct work *work = user;

	loop_stop(work->desk->loop);
}

static void play(struct work *work, int run)
{
	static const struct session_events events = {.changed = changed, .verdict = verdict, .ended = ended};
	struct session_setup setup = work->of->match.session;
	FREED char *problem = NULL;
	int status = EXIT_VERDICT;

	setup_copy(&setup.setup, &work->of->match.session.setup);
	setup.setup.game += run - 1; /* each run has its own {seed} */
	setup.measures_turns = true;
	setup.record = setup.from.path ? "" : NULL; /* a branch needs a file */
	work->turns = setup.from.path ? setup.from.turns : 0;
	work->session = session_play(work->desk->loop, &setup, &events, work, &problem, &status);
	if (work->session && !work->ended) {
		loop_run(work->desk->loop);
	} else if (problem) {
		tell(work, status == EXIT_NOT_STARTED ? TRIAL_NOT_STARTED : TRIAL_BROKEN_OFF, problem, -1, -1,
		     0, NULL);
	}
	session_free(work->session);
	setup_free(&setup.setup);
}

static void try(struct desk *desk, void *job)
{
	const struct trial *trial = job;
	struct work work = {.of = trial->of, .desk = desk};

	work.grace = loop_timer(desk->loop, LOOP_LATER, waited, &work);
	play(&work, trial->number);
	loop_unwatch(work.grace);
}

/* ---- trials ---- */

static void over(struct suite_run *run, const struct trial *trial, const struct trial_result *result)
{
	const struct suite_case *of = trial->of;
	int at = (int)(of - run->suite.cases);
	struct tally *tally = &run->tallies[at];
	FREED char *form = NULL;
	char *why;

	switch (result->end) {
	case TRIAL_MOVED:
		form = form_of(of, result->words);
		tally->points += suite_points(of, form);
		why = objection(of, result);
		*(is_of_waiting(of, result) ? &tally->broken : &tally->failed) += why != NULL;
		if (why)
			keep(tally, of, trial->number, why);
		break;
	case TRIAL_FAILED:
	case TRIAL_BROKEN_OFF:
		++*(result->end == TRIAL_FAILED ? &tally->failed : &tally->broken);
		keep(tally, of, trial->number, bytes_text("%s", result->words));
		break;
	case TRIAL_NOT_STARTED:
		pool_stop(&run->pool, bytes_text("%s", result->words), EXIT_NOT_TRIED);
		return;
	}
	if (result->ns > tally->slowest)
		tally->slowest = result->ns;
	if (++tally->runs == of->runs)
		report(run, at);
}

static void told(void *user, int place, const struct note *note)
{
	struct suite_run *run = user;
	struct trial *trial = &run->trials[place];
	struct trial_result result = {.end = (enum trial_end)note->kind, .words = note->text};

	if (trial->told || sscanf(note->more, "%" SCNd64 " %" SCNd64 " %" SCNd64 " %15s", &result.ns,
				  &result.peak, &result.waited, result.said) != 4)
		return;
	trial->told = true;
	over(run, trial, &result);
}

static void gone(void *user, int place, struct ending ending)
{
	struct suite_run *run = user;
	struct trial *trial = &run->trials[place];
	FREED char *how = NULL, *words = NULL;

	if (trial->told)
		return;
	how = pool_ending_words(ending);
	words = bytes_text("ringside's own process %s", how);
	over(run, trial, &(struct trial_result){TRIAL_BROKEN_OFF, words, -1, -1, 0, "-"});
}

/* Begins the next run of a case.  False: all have begun.  */
static bool begin(void *user, int place)
{
	struct suite_run *run = user;
	struct trial *trial = &run->trials[place];
	char *problem;

	if (run->next_case == run->suite.count)
		return false;
	*trial = (struct trial){.of = &run->suite.cases[run->next_case], .number = ++run->next_run};
	case_report_begin(run->report, run->next_case, trial->of->name);
	if (run->next_run == trial->of->runs) {
		run->next_case++;
		run->next_run = 0;
	}
	problem = pool_fork(&run->pool, place, try, trial);
	if (problem)
		pool_stop(&run->pool, problem, EXIT_NOT_TRIED);
	return !problem;
}

/* ---- beginning and end ---- */

/* Only as many places as there are runs.  */
static int places_of(const struct suite_run *run)
{
	int most = run->call->series.concurrency_said ? run->call->series.concurrency : 1;
	int64_t runs = 0;

	for (int i = 0; i < run->suite.count; i++)
		runs += run->suite.cases[i].runs;
	return most < runs ? most : (int)runs;
}

static int try_all(struct suite_run *run)
{
	const struct pool_setup setup = {
		.begin = begin, .told = told, .gone = gone, .progress = progress, .user = run};
	int places = places_of(run), status;
	char *problem;

	run->tallies = bytes_new((size_t)run->suite.count * sizeof(*run->tallies));
	for (int i = 0; i < run->suite.count; i++)
		run->tallies[i].slowest = -1;
	run->trials = bytes_new((size_t)places * sizeof(*run->trials));
	pool_open(&run->pool, &setup);
	pool_run(&run->pool, places);
	problem = pool_problem(&run->pool, &status);
	status = case_report_end(run->report, problem, status);
	for (int i = 0; i < run->suite.count; i++)
		free(run->tallies[i].why);
	free(run->tallies);
	free(run->trials);
	pool_close(&run->pool);
	return status;
}

int check_suites(struct runner_call *call, const struct check_options *options)
{
	struct suite_run run = {.call = call};
	char *problem = suite_read(&run.suite, call, options);
	int status = EXIT_USAGE;

	if (!problem)
		run.report = case_report_new(call, options, run.suite.count, &problem);
	if (run.report)
		status = try_all(&run);
	suite_free(&run.suite);
	return say_failure(problem, status);
}
