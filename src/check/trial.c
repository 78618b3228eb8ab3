/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trial.c - a session in a worker, which ends with the first move of the agent under test.  */
#include "trial.h"

#include "ringside/bytes.h"
#include "ringside/worker.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long an agent may take to leave when its case is decided.  It is told to, because it may have something
 * to write at its end, as a profile.  That it has to leave in time is a case of the document (spec.h).  */
#define GRACE ((int64_t)100 * NS_PER_MS)

struct trial {
	struct worker *worker;
	const struct suite_case *of;
	int run;
	const struct trial_events *events;
	void *user;
	bool told;
};

/* ---- in the worker ---- */

struct work {
	const struct suite_case *of;
	struct link *link;
	struct loop *loop;
	struct watch *grace;     /* when the agent has had time to leave */
	struct session *session; /* NULL: it has not begun */
	int turns;               /* that the match begins with */
	bool told;
	bool ended; /* perhaps before session_play() has returned */
};

/* What came out is told at once, before the agent has left.  */
static void tell(struct work *work, enum trial_end end, const char *words, int64_t ns, int64_t peak,
		 int64_t waited)
{
	char *numbers = bytes_text("%" PRId64 " %" PRId64 " %" PRId64, ns, peak, waited);

	if (work->told) {
		free(numbers);
		return;
	}
	work->told = true;
	loop_at(work->grace, loop_now() + GRACE);
	if (!link_tell(work->link, &(struct note){.kind = (int)end, .text = words, .more = numbers}))
		_exit(1); /* nobody wants it any more */
	free(numbers);
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
		     turn->flags & TURN_WAITED ? match->waited[work->of->seat].in_turn_ns : 0);
	} else if (match->over) {
		char *words = bytes_text("%s: %s", verdict->reason, verdict->detail);

		tell(work,
		     verdict->blame == work->of->seat && !match_waiting_decided(match) ? TRIAL_FAILED
										       : TRIAL_BROKEN_OFF,
		     words,
		     match->unfinished[work->of->seat].open ? match->unfinished[work->of->seat].think_ns : -1,
		     -1, 0);
		free(words);
	}
}

/* Does all wait for the person on the other seat, who will never move?  */
static bool is_stuck(const struct work *work)
{
	int other = seat_opponent(work->of->seat);

	return session_waits_for(work->session, other) && !session_thinking(work->session, work->of->seat);
}

static void changed(void *user)
{
	struct work *work = user;

	if (work->told || !work->session || !session_is_live(work->session) ||
	    session_is_branching(work->session))
		return;
	look(work, session_played(work->session));
	if (!work->told && is_stuck(work))
		tell(work, TRIAL_BROKEN_OFF, "it is not asked before the other player has moved", -1, -1, 0);
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
	     0);
	work->ended = true;
	loop_stop(work->loop);
}

/* The session then ends by force.  */
static void waited(void *user, int events)
{
	struct work *work = user;

	(void)events;
	loop_stop(work->loop);
}

/* The parent is gone, or wants no more.  */
static void heard(void *user, const struct note *note)
{
	(void)user;
	(void)note;
	_exit(1);
}

static void play(struct work *work, int run)
{
	static const struct session_events events = {.changed = changed, .verdict = verdict, .ended = ended};
	struct session_setup setup = work->of->invocation.match.session;
	char *problem = NULL;
	int status = EXIT_VERDICT;

	setup_copy(&setup.setup, &work->of->invocation.match.session.setup);
	setup.setup.game += run - 1; /* each run has its own {seed} */
	setup.measures_turns = true;
	setup.record = setup.from.path ? "" : NULL; /* a branch needs a file */
	work->turns = setup.from.path ? setup.from.turns : 0;
	work->session = session_play(work->loop, &setup, &events, work, &problem, &status);
	if (work->session && !work->ended) {
		loop_run(work->loop);
	} else if (problem) {
		tell(work, status == EXIT_NOT_STARTED ? TRIAL_NOT_STARTED : TRIAL_BROKEN_OFF, problem, -1, -1,
		     0);
	}
	session_free(work->session);
	free(problem);
	setup_free(&setup.setup);
}

static void try(void *arg, int fd)
{
	const struct trial *trial = arg;
	struct work work = {.of = trial->of, .loop = loop_new()};

	work.link = link_new(work.loop, fd, heard, &work);
	work.grace = loop_timer(work.loop, LOOP_LATER, waited, &work);
	play(&work, trial->run);
	loop_unwatch(work.grace);
	link_free(work.link);
	loop_free(work.loop);
}

/* ---- in the parent ---- */

static void told(void *user, const struct note *note)
{
	struct trial *trial = user;
	struct trial_result result = {.end = (enum trial_end)note->kind, .words = note->text};

	if (trial->told || sscanf(note->more, "%" SCNd64 " %" SCNd64 " %" SCNd64, &result.ns, &result.peak,
				  &result.waited) != 3)
		return;
	trial->told = true;
	trial->events->over(trial->user, &result);
}

static void gone(void *user, struct ending ending)
{
	struct trial *trial = user;
	char *words;

	if (!trial->told) {
		trial->told = true;
		words = ending.signal
				? bytes_text("ringside's own process was ended by %s", ending.signal)
				: bytes_text("ringside's own process ended with status %d", ending.code);
		trial->events->over(trial->user, &(struct trial_result){TRIAL_BROKEN_OFF, words, -1, -1, 0});
		free(words);
	}
	trial->events->ended(trial->user);
}

struct trial *trial_new(struct loop *loop, const struct suite_case *of, int run,
			const struct trial_events *events, void *user, char **problem)
{
	static const struct worker_events of_worker = {.told = told, .ended = gone};
	struct trial *trial = bytes_new(sizeof(*trial));

	*trial = (struct trial){.of = of, .run = run, .events = events, .user = user};
	trial->worker = worker_fork(loop, try, trial, &of_worker, trial, problem);
	if (trial->worker)
		return trial;
	free(trial);
	return NULL;
}

void trial_free(struct trial *trial)
{
	if (!trial)
		return;
	worker_free(trial->worker);
	free(trial);
}
