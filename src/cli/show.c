/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* show.c - a match on the screen, and what a person there asks for: to play on from a position, a hint, a
 * rematch, another match file.
 *
 * A match that replaces the one shown begins before its screen closes, so that a problem is told there.  */
#include "show.h"

#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/kept.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include "ringside/ui.h"
#include "runner/hint.h"
#include "runner/report.h"
#include <stdlib.h>
#include <string.h>

static void changed(void *user)
{
	struct show *show = user;

	if (show->ui)
		ui_changed(show->ui);
}

static bool next(void *user, struct setup *setup)
{
	struct show *show = user;

	if (show->plan.from) {
		show->again = show->game < show->plan.games;
		if (show->again)
			loop_stop(show->loop);
		return false;
	}
	if (setup->game >= show->plan.games)
		return false;
	if (show->setup->kept)
		kept_trim(KEPT_MOST, KEPT_BYTES);
	plan_game(&show->plan, setup->game + 1, setup);
	return true;
}

static void told(void *user, const char *text, bool problem)
{
	struct show *show = user;

	if (show->ui)
		ui_report(show->ui, text, problem);
}

/* What a tracepoint writes.  */
static void traced(void *user, const char *line)
{
	struct show *show = user;

	if (show->ui)
		ui_traced(show->ui, line);
}

static void ended(void *user)
{
	struct show *show = user;

	loop_stop(show->loop);
}

static void quit(void *user, bool back)
{
	struct show *show = user;

	show->back = show->listed && back;
	session_end(show->session);
}

/* Notes a game for the score.  */
static void verdict(void *user, const struct match *match)
{
	struct show *show = user;
	bool shown = show->session && session_played(show->session) == match;
	char *path = shown ? session_path(show->session) : NULL;

	if (strcmp(match->verdict.reason, REASON_INTERRUPTED) != 0)
		games_note(&show->games, match, shown ? session_time(show->session) : 0, path);
	free(path);
}

const struct session_events show_events = {.changed = changed, .notify = told, .ended = ended};

char *show_keep(struct show *show, struct session_setup *setup)
{
	char *problem = NULL, *path = show->keeps ? kept_path(&problem) : NULL;

	if (path)
		kept_trim(KEPT_MOST - 1, KEPT_BYTES);
	setup->record = path ? path : "";
	setup->kept = path != NULL;
	if (problem) {
		free(show->said);
		show->said = problem;
	}
	return path;
}

static void begins(void *user, struct session *session)
{
	struct show *show = user;

	breakpoints_watch(show->breakpoints, session);
}

struct session *show_begin(struct show *show, char **problem, int *status)
{
	static const struct session_events series = {.begins = begins,
						     .changed = changed,
						     .verdict = verdict,
						     .next = next,
						     .notify = told,
						     .ended = ended};
	struct deadly deadly = deadly_catch(show->loop, NULL, NULL);
	struct session_setup setup = *show->setup;
	struct session *session;

	setup.from.number = ++show->game;
	session = session_play(show->loop, &setup, &series, show, problem, status);
	if (!session)
		breakpoints_lose(show->breakpoints);
	if (loop_is_interrupted()) {
		breakpoints_watch(show->breakpoints, NULL);
		session_free(session);
		free(*problem);
		session = NULL;
		*problem = NULL;
		*status = EXIT_INTERRUPTED;
	}
	deadly_release(&deadly);
	return session;
}

/* Frees the match before and begins the next.  False: it cannot begin.  */
static bool begin_again(struct show *show, char **problem, int *status)
{
	show->again = false;
	breakpoints_watch(show->breakpoints, NULL);
	session_free(show->session);
	show->session = show_begin(show, problem, status);
	return show->session != NULL;
}

/* Did continuing a recorded match fail?  */
static bool has_not_begun(const struct show *show)
{
	return show->plan.from && !session_is_live(show->session);
}

static const char *seat_name(const struct setup *setup, int seat)
{
	return setup->seat[seat].name ? setup->seat[seat].name : "nobody";
}

/* Begins the match before the screen closes, so problems are shown on it.  */
static char *resume(void *user, int turns, const char *players)
{
	struct show *show = user;
	struct session_setup setup = {.stay = true,
				      .sandbox = show->setup->sandbox,
				      .sandbox_bind = show->setup->sandbox_bind,
				      .cgroups = show->setup->cgroups,
				      .traceable = true};
	char *problem, *path;
	int status;

	if (show->resumed)
		return NULL;
	problem = match_resumed(&setup.setup, session_match(show->session), turns, players);
	if (problem)
		return problem;
	path = show_keep(show, &setup);
	show->resumed = session_play(show->loop, &setup, &show_events, show, &problem, &status);
	free(path);
	if (show->resumed) {
		free(show->said);
		/* Names the players, since an agent of the file without a command line is a person now.  */
		show->said = bytes_text("played on from move %d: %s and %s; :save FILE keeps it", turns,
					seat_name(&setup.setup, SEAT_1), seat_name(&setup.setup, SEAT_2));
		loop_stop(show->loop);
	}
	setup_free(&setup.setup);
	return problem;
}

static void told_hint(void *user, const char *text, bool problem)
{
	told(user, text, problem);
}

static void found_hint(void *user, int turns, int64_t message, const char *move)
{
	struct show *show = user;

	if (show->ui)
		ui_suggested(show->ui, turns, message, move);
}

/* The command line of who gives hints for that seat.  NULL and a problem; the caller frees either.  */
static char *hinter_of(const struct show *show, int seat, const char *command, char **problem)
{
	const struct setup *setup = &session_match(show->session)->setup;
	const struct seat_setup *other = &setup->seat[seat_opponent(seat)];

	if (*command || show->hinter)
		return named_player_words(*command ? command : show->hinter, setup->system, problem);
	if (other->kind == SEAT_AGENT)
		return bytes_text("%s", other->command);
	*problem = bytes_text("no agent plays here: `hint COMMAND` or --hint COMMAND names one to ask");
	return NULL;
}

/* Asks for a person's move; one question at a time.  */
static char *ask_hint(void *user, int seat, const char *command)
{
	static const struct hint_events answers = {told_hint, found_hint};
	struct show *show = user;
	char *problem = NULL, *hinter;

	if (show->hint && hint_is_awaited(show->hint))
		return bytes_text("an agent is still thinking about your move");
	hint_free(show->hint);
	show->hint = NULL;
	hinter = hinter_of(show, seat, command, &problem);
	if (hinter)
		show->hint = hint_new(show->loop, show->session, show->setup, seat, hinter, &answers, show,
				      &problem);
	free(hinter);
	return problem;
}

/* A new match with the same players; as resume().  */
static char *rematch(void *user, bool same)
{
	static const struct session_events counted = {
		.changed = changed, .verdict = verdict, .notify = told, .ended = ended};
	struct show *show = user;
	struct session_setup setup = *show->setup;
	const struct setup *before = &session_match(show->session)->setup;
	char *problem = NULL, *path;
	int status;

	if (show->resumed)
		return NULL;
	setup.from = (struct session_from){0};
	setup.series = setup.paused = false;
	setup.stay = setup.traceable = true;
	setup.games = 0;
	setup_copy(&setup.setup, before);
	if (session_match(show->session)->over)
		setup.setup.game++;
	if (!same && setup_lone_seat(before) == SEAT_NONE)
		setup.setup.first = seat_opponent(before->first);
	path = show_keep(show, &setup);
	show->resumed = session_play(show->loop, &setup, &counted, show, &problem, &status);
	free(path);
	if (show->resumed) {
		const struct first_words *words = protocol_first(&setup.setup);

		free(show->said);
		show->said = words ? bytes_text("game %d: %s%s", setup.setup.game,
						seat_name(&setup.setup, setup.setup.first), words->is)
				   : bytes_text("game %d", setup.setup.game);
		loop_stop(show->loop);
	}
	setup_free(&setup.setup);
	return problem;
}

/* A match file replaces the match.  */
static char *open_file(void *user, const char *path)
{
	struct show *show = user;
	const char *slash = strrchr(path, '/');
	char *problem = NULL;

	if (show->resumed)
		return NULL;
	show->resumed = session_open(show->loop, path, &show_events, show, &problem);
	if (!show->resumed)
		return problem;
	session_run_agents(show->resumed, show->setup);
	free(show->said);
	show->said = bytes_text("%s", slash ? slash + 1 : path);
	loop_stop(show->loop);
	return NULL;
}

/* Prints what stays on the terminal after the screen.  */
static void print_end(const struct show *show)
{
	const struct match *match = session_match(show->session);
	struct match_file *file = session_whole_file(show->session);
	char *words;

	if (match->over && !has_not_begun(show)) {
		words = verdict_words(match);
		say("%s, %d move%s\n", words, match->turn_count, match->turn_count == 1 ? "" : "s");
		free(words);
	}
	if (file && session_is_live(show->session) && *match_file_path(file)) {
		say(session_is_kept(show->session) ? "kept: ringside open shows it again; or "
						   : "recorded in ");
		say_name(match_file_path(file));
		say("\n");
	}
	session_not_recorded(show->session);
	say_problem(session_file_problem(show->session));
}

static int exit_status(const struct match *match)
{
	bool broken_off = match->over && strcmp(match->verdict.reason, REASON_INTERRUPTED) == 0;

	return broken_off ? EXIT_INTERRUPTED : EXIT_VERDICT;
}

static int show_all(struct show *show, struct runner_call *call)
{
	const char *system = session_match(show->session)->setup.system;
	struct settings *settings = &call->settings;
	struct ui_setup setup = {
		.settings = settings,
		.script = call->script,
		.script_holds = show->script_holds,
		.breakpoints = show->breakpoints,
		.shows = settings_shows(settings, toggles_of(system), toggles_at_first(system)),
		.listed = show->listed,
		.quit = quit,
		.resume = resume,
		.hint = ask_hint,
		.rematch = rematch,
		.open = open_file,
		.page = call->page,
		.games = &show->games,
		.user = show};
	char *problem = NULL;
	int status;

	do {
		if (show->again && !begin_again(show, &problem, &status))
			return say_failure(problem, status);
		breakpoints_watch(show->breakpoints, show->resumed ? show->resumed : show->session);
		if (show->resumed) {
			session_free(show->session);
			show->session = show->resumed;
			show->resumed = NULL;
			setup.script_holds = false;
		}
		setup.status = show->said;
		show->ui = ui_new(show->loop, show->session, &setup, &problem);
		free(show->said);
		show->said = NULL;
		if (!show->ui)
			return say_failure(problem, EXIT_CANNOT_RUN);
		loop_run(show->loop);
		setup.shows = ui_shows(show->ui);
		ui_free(show->ui);
		show->ui = NULL;
		hint_free(show->hint); /* it was about the match before */
		show->hint = NULL;
	} while (show->resumed || show->again);
	if (session_shown(show->session) >= 0)
		free(session_show(show->session, -1)); /* the end is that of the match that was played */
	if (!show->back || session_is_live(show->session))
		print_end(show);
	if (has_not_begun(show))
		return EXIT_CANNOT_RUN;
	if (!session_is_live(show->session))
		return session_file_problem(show->session) ? EXIT_CANNOT_RUN : EXIT_VERDICT;
	status = exit_status(session_match(show->session));
	return status == EXIT_VERDICT && session_not_recorded(show->session) ? EXIT_NOT_RECORDED : status;
}

void show_watch(struct show *show)
{
	show->breakpoints = breakpoints_new();
	breakpoints_log(show->breakpoints, traced, show);
}

int show_run(struct show *show, struct runner_call *call)
{
	int status = show_all(show, call);

	breakpoints_watch(show->breakpoints, NULL);
	return status;
}

int show_file(struct runner_call *call, const char *path, bool *back)
{
	struct show show = {.setup = &call->match.session, .listed = back != NULL, .loop = loop_new()};
	char *problem;
	int status;

	show_watch(&show);
	show.session = session_open(show.loop, path, &show_events, &show, &problem);
	if (show.session)
		session_run_agents(show.session, show.setup);
	if (show.session && match_file_notice(session_file(show.session)))
		show.said = bytes_text("%s", match_file_notice(session_file(show.session)));
	status = show.session ? show_run(&show, call) : say_failure(problem, EXIT_CANNOT_RUN);
	if (back)
		*back = show.back;
	show_free(&show);
	return status;
}

void show_free(struct show *show)
{
	free(show->said);
	games_free(&show->games);
	session_free(show->session);
	breakpoints_free(show->breakpoints);
	loop_free(show->loop);
	plan_free(&show->plan);
}
