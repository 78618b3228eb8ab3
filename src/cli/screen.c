/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.c - `ringside play`, `open` and `demo`: a match on the screen.  */
#include "batch.h"
#include "cpus.h"
#include "from.h"
#include "hint.h"
#include "plan.h"
#include "players.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/games.h"
#include "ringside/kept.h"
#include "ringside/named_player.h"
#include "ringside/theme.h"
#include "ringside/toggle.h"
#include "ringside/ui.h"
#include "say.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A match and the screen that shows it.  */
struct show {
	struct loop *loop;
	struct session *session;
	struct session *resumed;           /* the match that replaces it; NULL: none */
	char *said;                        /* the notice about that; owned; NULL: none */
	struct ui *ui;                     /* NULL while the terminal is not open */
	const struct session_setup *setup; /* of a match that is played */
	struct plan plan;                  /* of a series */
	int game;                          /* with --from: the number of the game */
	bool again;                        /* with --from: the next game is due */
	const char *hinter;                /* --hint; NULL: not said */
	struct hint *hint;                 /* the last one; NULL: none */
	struct games games;                /* that were played */
	bool keeps;                        /* matches that nobody asked to record */
	bool script_holds;                 /* as in ui.h */
	struct breakpoints *breakpoints;   /* for all matches shown */
};

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
		ui_told(show->ui, text, problem);
}

static void ended(void *user)
{
	struct show *show = user;

	loop_stop(show->loop);
}

static void quit(void *user)
{
	struct show *show = user;

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

/* Of a match that was opened, or resumed; and of a rematch.  */
static const struct session_events events = {.changed = changed, .told = told, .ended = ended};
static const struct session_events counted = {
	.changed = changed, .verdict = verdict, .told = told, .ended = ended};

/* Chooses the file of a match that nobody asked to record.  The caller frees.  */
static char *keep(struct show *show, struct session_setup *setup)
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

/* Begins to play; with --from the next game. A signal that comes before the screen is there leaves nothing
 * behind: NULL, no problem, and the status of an interrupt.  */
static struct session *begin(struct show *show, char **problem, int *status)
{
	static const struct session_events series = {
		.changed = changed, .verdict = verdict, .next = next, .told = told, .ended = ended};
	struct deadly deadly = cli_catch(show->loop, NULL, NULL);
	struct session_setup setup = *show->setup;
	struct session *session;

	setup.from.number = ++show->game;
	session = session_play(show->loop, &setup, &series, show, problem, status);
	if (loop_is_awaited()) {
		session_free(session);
		free(*problem);
		session = NULL;
		*problem = NULL;
		*status = EXIT_INTERRUPTED;
	}
	cli_release(&deadly);
	return session;
}

/* Frees the match before and begins the next.  False: it cannot begin.  */
static bool begin_again(struct show *show, char **problem, int *status)
{
	show->again = false;
	breakpoints_watch(show->breakpoints, NULL);
	session_free(show->session);
	show->session = begin(show, problem, status);
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
	problem = cli_resumed(&setup.setup, session_match(show->session), turns, players);
	if (problem)
		return problem;
	path = keep(show, &setup);
	show->resumed = session_play(show->loop, &setup, &events, show, &problem, &status);
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
	static const struct hint_events answers = {told_hint};
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
	path = keep(show, &setup);
	show->resumed = session_play(show->loop, &setup, &counted, show, &problem, &status);
	free(path);
	if (show->resumed) {
		free(show->said);
		show->said = bytes_text("game %d: %s begins", setup.setup.game,
					seat_name(&setup.setup, setup.setup.first));
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
	show->resumed = session_open(show->loop, path, &events, show, &problem);
	if (!show->resumed)
		return problem;
	session_run_agents(show->resumed, show->setup);
	free(show->said);
	show->said = bytes_text("%s", slash ? slash + 1 : path);
	loop_stop(show->loop);
	return NULL;
}

char *cli_load_looks(const struct invocation *invocation)
{
	const struct settings *settings = &invocation->settings;
	struct setting_source source = settings->sources[settings_named("theme", strlen("theme"))];
	char *problem = source.origin == SETTING_DEFAULT ? NULL : theme_load(settings->theme), *placed, *at;

	if (!problem || source.origin != SETTING_FILE)
		return problem;
	at = settings_source_words(settings, source);
	placed = bytes_text("%s: theme: %s", at, problem);
	free(at);
	free(problem);
	return placed;
}

/* Prints what stays on the terminal after the screen.  */
static void print_end(const struct show *show)
{
	const struct match *match = session_match(show->session);
	struct match_file *file = session_whole_file(show->session);
	char *words;

	if (match->over && !has_not_begun(show)) {
		words = verdict_words(match);
		say("%s, %d moves\n", words, match->turn_count);
		free(words);
	}
	if (file && session_is_live(show->session) && *match_file_path(file)) {
		say(session_is_kept(show->session) ? "kept: ringside open shows it again; or "
						   : "recorded in ");
		say_name(match_file_path(file));
		say("\n");
	}
	session_not_recorded(show->session);
	cli_tell_problem(session_file_problem(show->session));
}

static int exit_status(const struct match *match)
{
	bool broken_off = match->over && strcmp(match->verdict.reason, REASON_INTERRUPTED) == 0;

	return broken_off ? EXIT_INTERRUPTED : EXIT_VERDICT;
}

static int show_all(struct show *show, struct invocation *invocation)
{
	const char *system = session_match(show->session)->setup.system;
	struct settings *settings = &invocation->settings;
	struct ui_setup setup = {
		.settings = settings,
		.script = invocation->script,
		.script_holds = show->script_holds,
		.breakpoints = show->breakpoints,
		.shows = settings_shows(settings, toggles_of(system), toggles_at_first(system)),
		.quit = quit,
		.resume = resume,
		.hint = ask_hint,
		.rematch = rematch,
		.open = open_file,
		.games = &show->games,
		.user = show};
	char *problem = NULL;
	int status;

	do {
		if (show->again && !begin_again(show, &problem, &status))
			return cli_complain(problem, status);
		breakpoints_watch(show->breakpoints, show->resumed ? show->resumed : show->session);
		if (show->resumed) {
			session_free(show->session);
			show->session = show->resumed;
			show->resumed = NULL;
			setup.script_holds = false;
		}
		setup.said = show->said;
		show->ui = ui_new(show->loop, show->session, &setup, &problem);
		free(show->said);
		show->said = NULL;
		if (!show->ui)
			return cli_complain(problem, EXIT_CANNOT_RUN);
		loop_run(show->loop);
		setup.shows = ui_shows(show->ui);
		ui_free(show->ui);
		show->ui = NULL;
		hint_free(show->hint); /* it was about the match before */
		show->hint = NULL;
	} while (show->resumed || show->again);
	if (session_shown(show->session) >= 0)
		free(session_show(show->session, -1)); /* the end is that of the match that was played */
	print_end(show);
	if (has_not_begun(show))
		return EXIT_CANNOT_RUN;
	if (!session_is_live(show->session))
		return session_file_problem(show->session) ? EXIT_CANNOT_RUN : EXIT_VERDICT;
	status = exit_status(session_match(show->session));
	return status == EXIT_VERDICT && session_not_recorded(show->session) ? EXIT_NOT_RECORDED : status;
}

/* Shows the session, and what is resumed from it, until the person leaves.  Breakpoints stay.  */
static int run_screen(struct show *show, struct invocation *invocation)
{
	int status;

	show->breakpoints = breakpoints_new();
	status = show_all(show, invocation);
	breakpoints_watch(show->breakpoints, NULL);
	breakpoints_free(show->breakpoints);
	return status;
}

static int play(struct invocation *invocation, const char *const *players, int count)
{
	struct session_setup *setup = &invocation->session;
	struct show show = {.setup = setup};
	char *problem = cli_load_looks(invocation), *notice = NULL, *kept = NULL;
	int status = EXIT_USAGE;

	if (!problem)
		problem = cli_seats(&setup->setup, players, count);
	if (!problem)
		problem = cpus_settle(invocation);
	if (problem)
		return cli_complain(problem, EXIT_USAGE);
	if (invocation->sandbox_show)
		return cli_sandbox_show(setup);
	problem = plan_make(&show.plan, invocation, &notice);
	if (problem) {
		plan_free(&show.plan);
		return cli_complain(problem, EXIT_USAGE);
	}
	plan_game(&show.plan, 1, &setup->setup);
	setup->series = show.plan.games > 1;
	setup->games = show.plan.games;
	show.hinter = invocation->hint;
	show.keeps = invocation->subcommand->bit == ON_PLAY && !invocation->no_keep;
	if (invocation->record)
		setup->record = invocation->record;
	else
		kept = keep(&show, setup);
	setup->stay = setup->traceable = true;
	show.script_holds = invocation->scripted && !setup->paused;
	setup->paused |= invocation->scripted;
	show.loop = loop_new();
	show.session = begin(&show, &problem, &status);
	if (show.session && setup->from.path &&
	    session_is_live(show.session)) { /* otherwise the notice comes later */
		free(show.said);
		show.said = bytes_text("continues from move %d of %s", setup->from.turns, setup->from.path);
	}
	if (show.session)
		status = run_screen(&show, invocation);
	else
		cli_complain(problem, status);
	cli_tell(notice);
	free(notice);
	free(kept);
	free(show.said);
	games_free(&show.games);
	session_free(show.session);
	loop_free(show.loop);
	plan_free(&show.plan);
	return status;
}

int cli_play(struct invocation *invocation)
{
	if (invocation->batch)
		return cli_batch_play(invocation, (const char *const *)invocation->words,
				      invocation->word_count);
	return play(invocation, (const char *const *)invocation->words, invocation->word_count);
}

int cli_demo(struct invocation *invocation)
{
	struct setup *setup = &invocation->session.setup;
	const char *const *players = invocation->protocol->demo;

	if (invocation->batch)
		return cli_batch_play(invocation, players, players[1] ? 2 : 1);
	if (!setup->pace)
		setup->pace = (int64_t)700 * NS_PER_MS;
	return play(invocation, players, players[1] ? 2 : 1);
}

/* Lists the kept matches on a pipe, and lets a person choose one on the screen: then `path` is its file,
 * which the caller frees.  Returns the exit status.  */
static int choose_kept(const struct invocation *invocation, struct loop *loop, char **path)
{
	struct kept *matches;
	int count = kept_matches(&matches), chosen = -1, status = EXIT_VERDICT;
	bool asks = !invocation->batch && isatty(STDOUT_FILENO);
	char **lines = bytes_new(sizeof(*lines) * ((size_t)count + 1)), *problem = NULL;

	for (int i = 0; i < count; i++) {
		lines[i] = kept_words(&matches[i]);
		if (!asks)
			say("%s\n  %s\n", lines[i], matches[i].path);
	}
	if (!count)
		problem = bytes_text("no match is kept yet: expected the name of a match file");
	else if (asks)
		chosen = ui_choose(loop, &invocation->settings,
				   "Matches of play that were not recorded, the newest first", lines, count,
				   &problem);
	else
		status = cli_printed();
	if (chosen >= 0)
		*path = bytes_text("%s", matches[chosen].path);
	if (problem)
		status = cli_complain(problem, count ? EXIT_CANNOT_RUN : EXIT_USAGE);
	for (int i = 0; i < count; i++)
		free(lines[i]);
	free(lines);
	kept_free(matches, count);
	return status;
}

int cli_open(struct invocation *invocation)
{
	struct show show = {.setup = &invocation->session};
	const char *file = invocation->word_count ? invocation->words[0] : NULL;
	char *problem, *path = NULL;
	int status;

	if (invocation->batch && file)
		return cli_batch_open(invocation);
	invocation->session.traceable = true;
	problem = cli_load_looks(invocation);
	if (problem)
		return cli_complain(problem, EXIT_USAGE);
	show.loop = loop_new();
	if (!file) {
		status = choose_kept(invocation, show.loop, &path);
		if (!path) {
			loop_free(show.loop);
			return status;
		}
	}
	show.session = session_open(show.loop, file ? file : path, &events, &show, &problem);
	free(path);
	if (show.session)
		session_run_agents(show.session, show.setup);
	if (show.session && match_file_notice(session_file(show.session)))
		show.said = bytes_text("%s", match_file_notice(session_file(show.session)));
	status = show.session ? run_screen(&show, invocation) : cli_complain(problem, EXIT_CANNOT_RUN);
	session_free(show.session);
	loop_free(show.loop);
	return status;
}
