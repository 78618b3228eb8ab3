/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* batch.c - a match that a script controls, without a screen.
 *
 * A timer runs one line each time the match stands.  So no line runs inside the effects of the line before.
 */
#include "batch.h"

#include "plan.h"
#include "report.h"
#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/film.h"
#include "ringside/games.h"
#include "ringside/say.h"
#include "ringside/script.h"
#include "watched.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct batch {
	const struct runner_call *call;
	struct loop *loop;
	struct session *session;
	struct script *script;
	struct breakpoints *breakpoints;
	struct view view;
	struct settings *settings;
	struct console console;
	struct watch *timer; /* the next line */
	FILE *answers;
	bool goes_on;  /* plays to the end after the script */
	bool moving;   /* the match was resumed: report where it stops */
	bool quitting; /* a line asked to quit */
	bool leaving;
	bool was_over; /* was the match over when we left?  */
	bool failed, interrupted;
	int unwritten; /* errno of stdout; 0: all was written */

	/* Of a series, whose table owns the session.  */
	void (*left)(void *user); /* NULL: this is no series */
	void *leader;
	int game; /* that was shown last */
	struct games games;

	struct watched tap; /* that the script watches; not `shown`: none */
};

/* Prints one or several lines; frees the text.  */
static void print(struct batch *batch, char *text)
{
	size_t size = strlen(text);

	while (size && text[size - 1] == '\n')
		text[--size] = '\0';
	say_to(batch->answers, "%s\n", text);
	free(text);
	if (fflush(batch->answers) != 0 && !batch->unwritten)
		batch->unwritten = errno;
}

/* What a tracepoint writes.  */
static void traced(void *user, const char *line)
{
	print(user, bytes_text("%s", line));
}

/* Shows the newest branch, live.  */
static void show_newest(struct batch *batch)
{
	free(session_show(batch->session, -1)); /* cannot fail: it was shown before */
	batch->view.turns = VIEW_LIVE;
}

/* In the next game of a series the position that was shown is gone.  */
static void follow_game(struct batch *batch)
{
	int game = session_played(batch->session)->setup.game;

	if (batch->left && game != batch->game)
		show_newest(batch);
	batch->game = game;
}

static void leave(struct batch *batch)
{
	if (batch->leaving)
		return;
	batch->leaving = true;
	if (session_is_live(batch->session)) /* else it would be read once more, for nothing */
		show_newest(batch);
	batch->was_over = session_match(batch->session)->over;
	if (batch->left)
		batch->left(batch->leader);
	session_end(batch->session);
}

/* ---- lines ---- */

/* A script gets the same answers each time, so no line sees a file that is behind the match.  */
static void run_line(struct batch *batch)
{
	bool was_live = view_is_live(&batch->view), is_live, answer;
	FREED char *stood = script_stand_words(batch->session), *shown = script_view_words(&batch->view);
	char *told, *stands, *shows;

	session_whole_file(batch->session);
	if (session_is_steered(batch->session)) {
		session_read_on(batch->session);
		batch->tap.unseen |= session_state(batch->session) == JUDGE_RUNNING;
	}
	told = script_run(batch->script, &batch->console, &answer);
	if (loop_is_interrupted()) { /* the answer may be cut off: interrupt() is called next */
		free(told);
		told = NULL;
	}
	if (told && answer) {
		print(batch, told);
	} else if (told) {
		say_failure(told, 0);
	}
	batch->failed = script_failed(batch->script);
	follow_game(batch);
	stands = script_stand_words(batch->session);
	shows = script_view_words(&batch->view);
	is_live = view_is_live(&batch->view);
	if (session_is_steered(batch->session))
		batch->moving = script_steered(batch->script);
	else if (is_live && (was_live || session_is_live(batch->session)))
		batch->moving = script_steered(batch->script) || strcmp(stood, stands) != 0 || !was_live;
	else if (strcmp(shown, shows) != 0)
		print(batch, bytes_text("%s", shows));
	else if (session_is_live(batch->session) && script_steered(batch->script))
		batch->moving = true;
	free(stands);
	free(shows);
}

/* A person is to move, but there is none.  */
static void end_for_want_of_people(struct batch *batch)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (session_waits_for(batch->session, s))
			say_error(
				"ringside: the script has ended, and nobody can move for seat %d: the match "
				"is broken off\n",
				s);
	batch->failed = true;
	leave(batch);
}

static void script_ended(struct batch *batch)
{
	static const struct request go = {.kind = REQUEST_GO};
	enum judge_state state;
	bool waits = session_waits(batch->session);

	show_newest(batch);
	state = session_state(batch->session);
	if (!batch->goes_on || batch->failed || batch->quitting || (state == JUDGE_OVER && !waits)) {
		leave(batch);
	} else if (state == JUDGE_PAUSED || waits) {
		batch->moving = true;
		free(session_request(batch->session, &go));
	} else {
		end_for_want_of_people(batch);
	}
}

/* Where the match stands, with the game of a series.  */
static void print_stand(struct batch *batch)
{
	FREED char *stands = script_stand_words(batch->session);

	batch->tap.unseen = false;
	if (batch->left)
		print(batch, bytes_text("game %d: %s", session_played(batch->session)->setup.game, stands));
	else
		print(batch, bytes_text("%s", stands));
}

/* A tap was let go on, until it stops or its game is over.  */
static bool tap_goes_on(const struct batch *batch)
{
	return batch->moving && session_is_steered(batch->session) &&
	       session_state(batch->session) == JUDGE_RUNNING;
}

/* The match stands: run the next line.  */
static void stands(void *user, int events UNUSED)
{
	struct batch *batch = user;

	if (batch->leaving || script_waits(batch->session) || tap_goes_on(batch))
		return;
	follow_game(batch);
	/* The end is reported with the result.  */
	if (batch->moving && !(session_state(batch->session) == JUDGE_OVER && script_is_done(batch->script)))
		print_stand(batch);
	batch->moving = false;
	script_take_due(batch->script, batch->breakpoints);
	if (batch->unwritten)
		leave(batch);
	else if (!script_is_done(batch->script))
		run_line(batch);
	else
		script_ended(batch);
	if (!batch->leaving)
		loop_at(batch->timer, loop_now());
}

/* ---- what happens ---- */

static void changed(void *user)
{
	struct batch *batch = user;

	if (batch->session && !batch->leaving && !script_waits(batch->session))
		loop_at(batch->timer, loop_now());
}

/* A branch was made or failed.  */
static void told(void *user, const char *text, bool problem)
{
	struct batch *batch = user;
	char *said = script_add_place(batch->script, text, problem);

	if (problem) {
		say_failure(said, 0);
		batch->failed = script_failed(batch->script);
		return;
	}
	show_newest(batch);
	batch->moving = true;
	print(batch, said);
}

static void ended(void *user)
{
	struct batch *batch = user;

	batch->failed |= !batch->leaving; /* it could not continue the recorded match */
	loop_stop(batch->loop);
}

static void interrupt(void *user, int events UNUSED)
{
	struct batch *batch = user;

	batch->interrupted = true;
	leave(batch);
}

static char *quit(void *user, bool now UNUSED)
{
	struct batch *batch = user;

	batch->quitting = true;
	script_drop(batch->script);
	return NULL;
}

static const struct session_events events = {.changed = changed, .notify = told, .ended = ended};

/* ---- beginning and end ---- */

static void print_result(struct batch *batch)
{
	const struct match *match = session_match(batch->session);
	const struct session_setup *setup = &batch->call->match.session;
	struct report report = {.session = setup, .cpus = setup->cpus, .turns = batch->call->turns_json};

	batch->answers = stdout;
	print(batch,
	      batch->call->json ? report_json(match, &report) : report_line(match, match->ended_ns, NULL));
}

int batch_status(const struct batch *batch)
{
	if (batch->unwritten)
		say_error("ringside: stdout cannot be written: %s\n", strerror(batch->unwritten));
	if (batch->interrupted)
		return EXIT_INTERRUPTED;
	if (batch->failed || batch->unwritten)
		return EXIT_CANNOT_RUN;
	return batch->goes_on && !batch->was_over ? EXIT_INTERRUPTED : EXIT_VERDICT;
}

static struct batch batch_of(struct runner_call *call, struct loop *loop)
{
	return (struct batch){.call = call,
			      .loop = loop,
			      .script = call->script,
			      .breakpoints = breakpoints_new(),
			      .settings = &call->settings,
			      .view = {.turns = VIEW_LIVE},
			      .answers = call->json ? stderr : stdout,
			      .goes_on = call->runs};
}

static void end(struct batch *batch)
{
	breakpoints_watch(batch->breakpoints, NULL);
	session_free(batch->session);
	breakpoints_free(batch->breakpoints);
	loop_free(batch->loop);
}

/* Gets ready to run lines in the session.  */
static void prepare(struct batch *batch)
{
	const char *system = session_match(batch->session)->setup.system;

	batch->view.session = batch->session;
	batch->view.shows = settings_shows(batch->settings, toggles_of(system), toggles_at_first(system));
	batch->view.settings = batch->settings;
	batch->view.breakpoints = batch->breakpoints;
	batch->console = (struct console){.view = &batch->view,
					  .breakpoints = batch->breakpoints,
					  .script = batch->script,
					  .board = board_named,
					  .glyph = paint_glyph,
					  .picture = board_text,
					  .page = batch->call->page,
					  .settings = batch->settings,
					  .user = batch,
					  .quit = quit};
	breakpoints_log(batch->breakpoints, traced, batch);
	breakpoints_watch(batch->breakpoints, batch->session);
	batch->timer = loop_timer(batch->loop, LOOP_LATER, stands, batch);
	loop_at(batch->timer, loop_now());
}

/* Runs the script.  Returns the exit status.  */
static int run_script(struct batch *batch)
{
	struct deadly deadly;
	int status, unrecorded;

	prepare(batch);
	view_goto(&batch->view, session_opened_at(batch->session));
	deadly = deadly_catch(batch->loop, interrupt, batch);
	loop_run(batch->loop);
	deadly_release(&deadly);
	loop_unwatch(batch->timer);
	if (session_is_live(batch->session) && (batch->goes_on || batch->was_over))
		print_result(batch);
	unrecorded = session_not_recorded(batch->session);
	say_problem(session_file_problem(batch->session));
	status = batch_status(batch);
	if (status == EXIT_VERDICT && !session_is_live(batch->session) &&
	    session_file_problem(batch->session)) /* it is damaged: the answers may lack something */
		return EXIT_CANNOT_RUN;
	return status == EXIT_VERDICT && unrecorded ? EXIT_NOT_RECORDED : status;
}

bool batch_is_series(const struct runner_call *call)
{
	return call->series.games > 1 || call->series.concurrency > 1 || call->series.results ||
	       (call->series.record && plan_is_folder(call->series.record)) || call->tally.sprt ||
	       call->series.until_failure || call->series.until ||
	       (call->series.openings && !call->series.games_said);
}

int batch_play(struct runner_call *call, const char *const *players, int count)
{
	struct session_setup *setup = &call->match.session;
	struct batch batch = batch_of(call, loop_new());
	struct plan plan = {0};
	char *notice, *problem = plan_begin(&plan, call, players, count, &notice);
	int status = EXIT_USAGE;

	if (!problem && call->sandbox_show) {
		status = match_sandbox_show(setup);
	} else if (!problem) {
		say_lines(notice);
		plan_game(&plan, 1, &setup->setup);
		setup->record = call->series.record ? call->series.record : "";
		setup->paused = true;
		setup->stay = true; /* lines after the verdict may take moves back */
		batch.session = session_play(batch.loop, setup, &events, &batch, &problem, &status);
	}
	if (batch.session)
		status = run_script(&batch);
	end(&batch);
	free(notice);
	plan_free(&plan);
	return say_failure(problem, status);
}

static void heard(void *user)
{
	changed(user);
}

static void tap_traced(void *user, const char *line)
{
	struct batch *batch = user;

	breakpoints_trace(batch->breakpoints, line);
}

/* `agents`: of the tap that writes the file now, or of two; NULL: none does.  */
static int open_file(struct runner_call *call, const char *path, const pid_t agents[2])
{
	struct batch batch = batch_of(call, loop_new());
	char *problem = NULL;
	int status = EXIT_CANNOT_RUN;

	batch.tap = (struct watched){.fd = -1, .heard = heard, .traced = tap_traced, .user = &batch};
	if (agents) {
		watched_begin(&batch.tap, batch.loop, agents);
		path = batch.tap.plays.path;
		problem = watched_problem(&batch.tap);
	}
	if (!problem && (!path || !*path))
		problem = bytes_text("%s has no game now", batch.tap.plays.name);
	if (!problem)
		batch.session = session_open(batch.loop, path, &events, &batch, &problem);
	if (batch.session && watched_lives(&batch.tap))
		watched_show(&batch.tap, batch.session);
	if (batch.session) {
		session_run_agents(batch.session, &call->match.session);
		say_problem(match_file_notice(session_file(batch.session)));
		status = run_script(&batch);
	}
	watched_end(&batch.tap);
	end(&batch);
	return say_failure(problem, status);
}

int batch_open(struct runner_call *call)
{
	return open_file(call, call->words[0], NULL);
}

int batch_watch(struct runner_call *call, const pid_t agents[2])
{
	return open_file(call, NULL, agents);
}

/* ---- a series ---- */

static void begins(void *user, struct session *session)
{
	struct batch *batch = user;

	batch->session = session;
	prepare(batch);
}

static void verdict(void *user, const struct match *match)
{
	struct batch *batch = user;
	FREED char *path = session_path(batch->session);

	games_note(&batch->games, match, session_time(batch->session), path);
}

const struct session_events batch_events = {
	.begins = begins, .changed = changed, .notify = told, .verdict = verdict};

struct batch *batch_new(struct runner_call *call, struct loop *loop, void (*left)(void *user), void *user)
{
	struct batch *batch = bytes_new(sizeof(*batch));

	*batch = batch_of(call, loop);
	batch->left = left;
	batch->leader = user;
	batch->view.games = &batch->games;
	until_break(call, batch->breakpoints);
	return batch;
}

void batch_stop(struct batch *batch)
{
	batch->leaving = batch->was_over = true;
}

void batch_free(struct batch *batch)
{
	if (!batch)
		return;
	breakpoints_lose(batch->breakpoints);
	breakpoints_free(batch->breakpoints);
	loop_unwatch(batch->timer);
	games_free(&batch->games);
	free(batch);
}
