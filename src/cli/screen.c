/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen.c - `ringside play`, `open`, `attach` and `demo`: a match on the screen, and what a person there
 * asks for: to play on from a position, a hint, a rematch, another match file.
 *
 * A match that replaces the one shown begins before its screen closes, so that a problem is told there.  */
#include "ringside/board.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/games.h"
#include "ringside/kept.h"
#include "ringside/named_player.h"
#include "ringside/other_build.h"
#include "ringside/say.h"
#include "ringside/theme.h"
#include "ringside/tour.h"
#include "ringside/ui.h"
#include "runner/batch.h"
#include "runner/hint.h"
#include "runner/kibitz.h"
#include "runner/plan.h"
#include "runner/report.h"
#include "runner/watched.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A newer game of a tap, or a file that cannot be read yet, is looked for so often.  */
#define LOOK_AGAIN ((int64_t)200 * NS_PER_MS)

/* The tap that is watched.  */
struct tap_watched {
	struct watched is;
	struct watch *looks; /* for its newer game */
	int game;            /* the number of the one that is shown */
	int told;            /* the person knows that there is this newer one */
	bool ended;          /* the person knows that the tap has ended */
};

/* Zero, except for what the caller sets.  */
struct show {
	struct loop *loop;
	struct session *session;
	struct session *resumed;           /* the match that replaces it; NULL: none */
	char *said;                        /* the first notice on the screen; owned; NULL: none */
	bool listed;                       /* as in ui.h */
	bool back;                         /* the person has left for the list */
	struct ui *ui;                     /* NULL while the terminal is not open */
	const struct session_setup *setup; /* of a match that is played */
	struct plan plan;                  /* of a series */
	int game;                          /* with --from: the number of the game */
	bool again;                        /* with --from: the next game is due */
	const char *hinter;                /* --hint; NULL: not said */
	struct hint *hint;                 /* the last one; NULL: none */
	const char *kibitzer;              /* --kibitz, until it begins; NULL: not said */
	struct kibitz *kibitz;             /* NULL: none */
	struct kibitz_record recorded;     /* what another one said */
	struct games games;                /* that were played */
	bool keeps;                        /* matches that nobody asked to record */
	bool script_holds;                 /* as in ui.h */
	struct tour *tour;                 /* NULL: none; owned */
	struct breakpoints *breakpoints;   /* for all matches shown */
	struct tap_watched tap;
};

/* Nobody sees any more what the tap holds: the person plays on here.  */
static void let_go_unseen(struct show *show)
{
	struct watched *tap = &show->tap.is;

	if (!tap->asked || !watched_lives(tap) ||
	    (show->session == tap->shown && !session_is_live(show->session)))
		return;
	watched_let_go(tap);
}

static void changed(void *user)
{
	struct show *show = user;

	let_go_unseen(show);
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
		kept_trim(KEPT_MATCHES, KEPT_MOST, KEPT_BYTES);
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
	FREED char *path = shown ? session_path(show->session) : NULL;

	if (strcmp(match->verdict.reason, REASON_INTERRUPTED) != 0)
		games_note(&show->games, match, shown ? session_time(show->session) : 0, path);
}

/* Of a match that is not one of a series.  */
static const struct session_events show_events = {.changed = changed, .notify = told, .ended = ended};

/* Chooses the file of a match that nobody asked to record.  The caller frees it after the match.  */
static char *show_keep(struct show *show, struct session_setup *setup)
{
	char *problem = NULL, *path = show->keeps ? kept_path(KEPT_MATCHES, &problem) : NULL;

	if (path)
		kept_trim(KEPT_MATCHES, KEPT_MOST - 1, KEPT_BYTES);
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

/* Begins to play; with --from the next game. A signal that comes before the screen is there leaves nothing
 * behind: NULL, no problem, and the status of an interrupt.  */
static struct session *show_begin(struct show *show, char **problem, int *status)
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

/* gdb on the agent of a tap is open: it would leave its breakpoints there.  */
static char *debugged(const struct show *show)
{
	int seat = session_gdb_seat(show->session);

	return seat < 0 || session_is_live(show->session)
		       ? NULL
		       : bytes_text("gdb is open on seat %d: type `quit` there first", seat);
}

/* Begins the match before the screen closes, so problems are shown on it.  */
static char *resume(void *user, int turns, const char *players, const char *move)
{
	struct show *show = user;
	struct session_setup setup = {.stay = true,
				      .sandbox = show->setup->sandbox,
				      .sandbox_bind = show->setup->sandbox_bind,
				      .cgroups = show->setup->cgroups,
				      .traceable = true};
	char *problem = NULL, *path;
	int status;

	if (show->resumed || (problem = debugged(show)))
		return problem;
	problem = match_resumed(&setup.setup, session_match(show->session), turns, players);
	if (problem)
		return problem;
	path = show_keep(show, &setup);
	show->resumed = session_play(show->loop, &setup, &show_events, show, &problem, &status);
	free(path);
	if (show->resumed && move &&
	    (problem =
		     session_request(show->resumed, &(struct request){.kind = REQUEST_PLAY, .text = move}))) {
		breakpoints_watch(show->breakpoints, show->session);
		session_free(show->resumed);
		show->resumed = NULL;
	}
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

static void left_kibitz(void *user, int game, int branch, const struct kibitzed *said)
{
	struct show *show = user;
	const struct match *match = show->session ? session_played(show->session) : NULL;

	if (match && match->setup.game == game && match->branch == branch)
		session_keep_kibitz(show->session, said->turns, said->name, said->lines, said->count);
}

static void ended_kibitz(void *user, const char *text)
{
	told(user, text, true);
}

/* An agent analyses what is shown; "off": none does any more.  */
static char *begin_kibitz(void *user, const char *command)
{
	static const struct kibitz_events events = {changed, left_kibitz, ended_kibitz};
	struct show *show = user;
	const char *system = session_match(show->session)->setup.system;
	char *problem = NULL, *words;
	bool ends = strcmp(command, "off") == 0;

	if (ends && !show->kibitz)
		return bytes_text("no agent analyses the position");
	words = ends ? NULL : named_player_words(command, system, &problem);
	if (!problem) {
		kibitz_free(show->kibitz);
		show->kibitz = NULL;
		kibitz_forget(&show->recorded);
	}
	if (words)
		show->kibitz = kibitz_new(show->loop, system, show->setup, words, &events, show, &problem);
	free(words);
	changed(show);
	return problem;
}

static const struct kibitzed *kibitzed(void *user, const struct match *match, int turns)
{
	struct show *show = user;

	if (show->kibitz)
		return kibitz_show(show->kibitz, match, turns);
	return session_is_live(show->session) ? NULL : kibitz_recorded(&show->recorded, show->session, turns);
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

	if (show->resumed || (problem = debugged(show)))
		return problem;
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
		.kibitzed = kibitzed,
		.kibitz = begin_kibitz,
		.rematch = rematch,
		.open = open_file,
		.page = call->page,
		.games = &show->games,
		.other = call->other,
		.tour = show->tour,
		.user = show};
	const struct match *match;
	char *problem = NULL;
	int status;

	do {
		if (show->again && !begin_again(show, &problem, &status))
			return say_failure(problem, status);
		breakpoints_watch(show->breakpoints, show->resumed ? show->resumed : show->session);
		if (show->resumed) {
			if (show->tap.is.shown == show->session)
				show->tap.is.shown = NULL;
			session_free(show->session);
			show->session = show->resumed;
			show->resumed = NULL;
			setup.script_holds = false;
			setup.other = NULL;
		}
		setup.status = show->said;
		show->ui = ui_new(show->loop, show->session, &setup, &problem);
		free(show->said);
		show->said = NULL;
		if (!show->ui)
			return say_failure(problem, EXIT_CANNOT_RUN);
		problem = show->kibitzer ? begin_kibitz(show, show->kibitzer) : NULL;
		show->kibitzer = NULL;
		if (problem)
			told(show, problem, true);
		free(problem);
		loop_run(show->loop);
		setup.shows = ui_shows(show->ui);
		ui_free(show->ui);
		show->ui = NULL;
		if (show->kibitz)
			kibitz_show(show->kibitz, NULL, 0);
		kibitz_forget(&show->recorded);
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
	match = session_match(show->session);
	if (match->over && strcmp(match->verdict.reason, REASON_INTERRUPTED) == 0)
		return EXIT_INTERRUPTED;
	return session_not_recorded(show->session) ? EXIT_NOT_RECORDED : EXIT_VERDICT;
}

/* Makes the table of breakpoints, before a session begins.  */
static void show_watch(struct show *show)
{
	show->breakpoints = breakpoints_new();
	breakpoints_log(show->breakpoints, traced, show);
}

/* Shows the session, and what follows it, until the person leaves, and frees it.  Breakpoints stay.  Returns
 * the exit status.
 *
 * A window that closes may send SIGHUP again while the match ends because of the first.  */
static int show_run(struct show *show, struct runner_call *call)
{
	struct deadly deadly = deadly_catch(show->loop, NULL, NULL);
	int status = show_all(show, call);

	breakpoints_watch(show->breakpoints, NULL);
	session_free(show->session);
	show->session = NULL;
	deadly_release(&deadly);
	if (status == EXIT_INTERRUPTED)
		signal(SIGHUP, SIG_IGN);
	return status;
}

/* Frees all that it owns: session, loop and plan too.  */
static void show_free(struct show *show)
{
	kibitz_free(show->kibitz);
	free(show->said);
	games_free(&show->games);
	session_free(show->session);
	breakpoints_free(show->breakpoints);
	loop_free(show->loop);
	tour_free(show->tour);
	plan_free(&show->plan);
}

int cli_show(struct runner_call *call, const char *path, bool *back)
{
	struct show show = {.setup = &call->match.session,
			    .listed = back != NULL,
			    .kibitzer = call->kibitz,
			    .loop = loop_new()};
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

/* ---- a tap: the screen goes on to its newest game ---- */

static bool has_newer(const struct show *show)
{
	const struct match_file *file = session_file(show->session);
	const char *path = show->tap.is.plays.path;

	return *path && (!file || strcmp(path, match_file_path(file)) != 0);
}

static void tap_shows(struct show *show, struct session *session)
{
	watched_show(&show->tap.is, session);
	show->tap.game = show->tap.is.plays.game;
	loop_at(show->tap.looks, loop_now() + LOOK_AGAIN); /* a packet may have come before it */
	free(show->said);
	show->said = show->tap.is.pair ? bytes_text("%s: game %d", show->tap.is.plays.name, show->tap.game)
				       : bytes_text("%s, process %d: game %d", show->tap.is.plays.name,
						    (int)show->tap.is.plays.agent, show->tap.game);
}

/* How the game ended that is shown; NULL: it is not over.  The caller frees.  */
static char *ended_words(const struct show *show)
{
	const struct match *match = session_match(show->session);
	int winner = match->verdict.winner;

	if (!match->over)
		return NULL;
	return winner == SEAT_1 || winner == SEAT_2
		       ? bytes_text("game %d: %s wins, %s. ", show->tap.game,
				    seat_name(&match->setup, winner), match->verdict.reason)
		       : bytes_text("game %d: %s. ", show->tap.game, match->verdict.reason);
}

static void tap_heard(void *user)
{
	struct show *show = user;

	loop_at(show->tap.looks, loop_now() + LOOK_AGAIN);
}

static void tap_traced(void *user, const char *line)
{
	struct show *show = user;

	breakpoints_trace(show->breakpoints, line);
}

static void watch_tap(struct show *show, const pid_t agents[2])
{
	show->tap.is = (struct watched){.heard = tap_heard, .traced = tap_traced, .user = show};
	watched_begin(&show->tap.is, show->loop, agents);
}

/* The oldest tap of the same player that began after this one; 0: none has begun.  */
static pid_t tap_after(const struct tapped *before)
{
	struct tapped *taps;
	int count = tapped_list(&taps);
	pid_t agent = 0;

	for (int i = 0; i < count && !agent; i++)
		if (taps[i].since > before->since && strcmp(taps[i].system, before->system) == 0 &&
		    strcmp(taps[i].name, before->name) == 0)
			agent = taps[i].agent;
	tapped_free(taps, count);
	return agent;
}

/* The tap has ended.  A judge that starts its program anew for each game soon begins the next one, which is
 * watched then.  */
static void await_next_tap(struct show *show)
{
	struct tap_watched *tap = &show->tap;
	pid_t agent = tap->is.pair ? 0 : tap_after(&tap->is.plays);
	FREED char *said = NULL;

	if (agent) {
		watched_end(&tap->is);
		watch_tap(show, (pid_t[]){agent, 0});
		tap->is.shown = show->session; /* until a game of the new tap is shown */
		tap->told = 0;
	} else if (!tap->ended) {
		said = tap->is.pair ? bytes_text("the tap has ended")
				    : bytes_text("the tap has ended: the next one of %s follows when it "
						 "begins",
						 tap->is.plays.name);
		traced(show, said);
	}
	tap->ended = !agent;
	if (!tap->is.pair)
		loop_at(tap->looks, loop_now() + (agent ? LOOK_AGAIN : NS_PER_S));
}

/* The newer game replaces the one shown, unless somebody looks at that one.  */
static void look_for_newer(void *user, int events UNUSED)
{
	struct show *show = user;
	struct tap_watched *tap = &show->tap;
	FREED char *ended = NULL, *said = NULL;

	if (!show->ui || show->resumed || show->session != tap->is.shown ||
	    (!has_newer(show) && watched_lives(&tap->is)))
		return;
	if (!has_newer(show) && !session_is_followed(show->session)) {
		await_next_tap(show);
		return;
	}
	loop_at(tap->looks, loop_now() + LOOK_AGAIN);
	if (session_is_followed(show->session)) /* its end was not read yet */
		return;
	if (session_is_live(show->session) || !ui_follows(show->ui)) { /* it may be played on here */
		if (tap->told != tap->is.plays.game) {
			said = bytes_text("game %d of the tap has begun%s", tap->is.plays.game,
					  session_is_live(show->session)
						  ? ""
						  : ": it follows when you come back to the end");
			traced(show, said);
		}
		tap->told = tap->is.plays.game;
		return;
	}
	free(open_file(show, tap->is.plays.path)); /* it may not be ready yet */
	if (!show->resumed)
		return;
	ended = ended_words(show);
	tap_shows(show, show->resumed);
	show->said = bytes_behind(show->said, "%s", ended ? ended : "");
}

/* Waits for the file of its first game.  NULL: there is none, or a signal came; and why, or NULL.  */
static struct session *tap_open(struct show *show, char **problem)
{
	struct deadly deadly = deadly_catch(show->loop, NULL, NULL);
	struct session *session = NULL;
	bool waits = false;

	*problem = NULL;
	while (!session && !loop_is_interrupted() && !(*problem = watched_problem(&show->tap.is))) {
		if (*show->tap.is.plays.path)
			session = session_open(show->loop, show->tap.is.plays.path, &show_events, show,
					       problem);
		else if (!waits)
			say_error("ringside: %s has begun no game yet: waiting for it\n",
				  show->tap.is.plays.name);
		waits = true;
		loop_at(show->tap.looks, loop_now() + LOOK_AGAIN);
		if (!session)
			loop_step(show->loop);
		free(*problem); /* it may not be ready yet */
		*problem = NULL;
	}
	deadly_release(&deadly);
	return session;
}

int cli_watch(struct runner_call *call, const pid_t agents[2], bool *back)
{
	struct show show = {.setup = &call->match.session,
			    .listed = back != NULL,
			    .kibitzer = call->kibitz,
			    .loop = loop_new()};
	char *problem = NULL;
	int status = EXIT_INTERRUPTED;

	show_watch(&show);
	show.tap.looks = loop_timer(show.loop, LOOP_LATER, look_for_newer, &show);
	watch_tap(&show, agents);
	show.session = tap_open(&show, &problem);
	if (show.session) {
		session_run_agents(show.session, show.setup);
		tap_shows(&show, show.session);
		status = show_run(&show, call);
	} else if (problem) {
		status = say_failure(problem, EXIT_CANNOT_RUN);
	}
	if (back)
		*back = show.back;
	loop_unwatch(show.tap.looks);
	watched_end(&show.tap.is);
	show_free(&show);
	return status;
}

char *cli_load_looks(const struct settings *settings)
{
	struct setting_source source = settings->sources[settings_named("theme", strlen("theme"))];
	char *problem = source.origin == SETTING_DEFAULT ? NULL : theme_load(settings->theme), *at;

	if (!problem || source.origin != SETTING_FILE)
		return problem;
	at = settings_source_words(settings, source);
	problem = bytes_behind(problem, "%s: theme: ", at);
	free(at);
	return problem;
}

/* ---- commands ---- */

static int play(struct invocation *invocation, const char *const *players, int count)
{
	struct runner_call *call = &invocation->call;
	struct session_setup *setup = &call->match.session;
	struct show show = {.setup = setup, .listed = invocation->back != NULL};
	char *problem = cli_load_looks(&call->settings), *notice = NULL, *kept = NULL;
	int status = EXIT_USAGE;

	if (!problem)
		problem = plan_begin(&show.plan, call, players, count, &notice);
	if (problem || call->sandbox_show) {
		status = problem ? say_failure(problem, EXIT_USAGE) : match_sandbox_show(setup);
		free(notice);
		show_free(&show);
		return status;
	}
	plan_game(&show.plan, 1, &setup->setup);
	setup->series = show.plan.series;
	setup->games = show.plan.endless ? 0 : show.plan.games;
	show.hinter = invocation->hint;
	show.tour = invocation->tour ? tour_new(call->match.protocol->bundle->tour) : NULL;
	show.kibitzer = call->kibitz;
	show.keeps = invocation->subcommand->bit == ON_PLAY && !invocation->call.series.no_keep;
	if (call->series.record)
		setup->record = call->series.record;
	else
		kept = show_keep(&show, setup);
	setup->stay = setup->traceable = true;
	show.script_holds = call->scripted && !setup->paused;
	setup->paused |= call->scripted;
	show_watch(&show);
	until_break(call, show.breakpoints);
	show.said = show.keeps ? plan_own_game(&setup->setup) : NULL;
	show.loop = loop_new();
	show.session = show_begin(&show, &problem, &status);
	if (show.session && setup->from.path &&
	    session_is_live(show.session)) { /* otherwise the notice comes later */
		free(show.said);
		show.said = bytes_text("continues from move %d of %s", setup->from.turns, setup->from.path);
	}
	if (show.session)
		status = show_run(&show, call);
	else
		say_failure(problem, status);
	say_lines(notice);
	free(notice);
	if (invocation->back)
		*invocation->back = show.back;
	show_free(&show);
	free(kept);
	return status;
}

int cli_play(struct invocation *invocation)
{
	if (invocation->call.batch && batch_is_series(&invocation->call))
		return run_series(&invocation->call);
	if (invocation->call.batch)
		return batch_play(&invocation->call, (const char *const *)invocation->call.words,
				  invocation->call.word_count);
	return play(invocation, (const char *const *)invocation->call.words, invocation->call.word_count);
}

/* Does the command line, or the config, set an option of the system itself?  */
static bool sets_game(const struct invocation *invocation)
{
	const struct protocol *protocol = invocation->call.match.protocol;

	for (const struct option_row *const *row = protocol->options; *row; row++)
		if (setup_given(&invocation->call.match.session.setup, (*row)->name))
			return true;
	return false;
}

/* Sets the options of a demo or a tour, as far as nobody does.  Those of the game belong together: all are
 * left out if one is set.  A script waits for nobody.  NULL, or a problem.  */
static char *take_options(struct invocation *invocation, const char *const (*options)[2])
{
	bool game = !sets_game(invocation);
	char *problem = NULL;

	for (int i = 0; options && options[i][0] && !problem; i++) {
		const char *name = options[i][0], *text = options[i][1];
		const struct option_place *place = cli_option_named(ON_DEMO, name, strlen(name));

		if (place && place->row == &option_pace && invocation->call.batch)
			continue;
		if (place && !cli_said(invocation, place->row))
			problem = cli_store(invocation, place, text);
		else if (!place && game)
			problem = setup_set(&invocation->call.match.session.setup, name, text);
	}
	return problem;
}

int cli_demo(struct invocation *invocation)
{
	const struct protocol *protocol = invocation->call.match.protocol;
	const struct tour_story *story = protocol->bundle->tour;
	const char *const *players = invocation->tour && story ? story->players : protocol->bundle->demo;
	char *problem = NULL;

	if (invocation->tour && !story)
		problem = bytes_text("--tour: %s has no tour: leave out the system", protocol->name);
	if (!problem)
		problem = take_options(invocation,
				       invocation->tour ? story->options : protocol->bundle->demo_options);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	if (invocation->call.batch && !invocation->tour)
		return batch_play(&invocation->call, players, players[1] ? 2 : 1);
	return play(invocation, players, players[1] ? 2 : 1);
}

/* The kept matches, and what the list of them shows.  */
struct list {
	struct kept *matches;
	struct choices choices;
};

static void list_read(struct list *list)
{
	int count = kept_matches(&list->matches);

	list->choices.count = count;
	list->choices.rows = bytes_new(sizeof(*list->choices.rows) * (size_t)(count + 1));
	for (int i = 0; i < count; i++)
		kept_words(&list->matches[i], list->choices.rows[i]);
}

static void list_free(struct list *list)
{
	for (int i = 0; i < list->choices.count; i++)
		for (int column = 0; column < KEPT_WORDS; column++)
			free(list->choices.rows[i][column]);
	free(list->choices.rows);
	kept_free(list->matches, list->choices.count);
}

static char *delete_match(void *user, int row)
{
	struct list *list = user;

	return kept_remove(&list->matches[row]);
}

/* The list on the screen has no room for it.  */
static void leave_out_year(struct list *list)
{
	time_t now = time(NULL);
	char year[8];
	size_t size = strftime(year, sizeof(year), "%Y-", localtime(&now));

	for (int i = 0; i < list->choices.count; i++) {
		char *when = list->choices.rows[i][0];

		if (strncmp(when, year, size) == 0)
			memmove(when, when + size, strlen(when + size) + 1);
	}
}

static const char *path_of(void *user, int row)
{
	const struct list *list = user;

	return list->matches[row].path;
}

static int print_list(const struct list *list)
{
	for (int i = 0; i < list->choices.count; i++) {
		char *const *words = list->choices.rows[i];

		say("%s  %-10s  %s  %s\n  %s\n", words[0], words[1], words[2], words[3],
		    list->matches[i].path);
	}
	return say_finish();
}

/* Lists the kept matches on a pipe, and lets a person choose one on the screen: then `path` is its file,
 * which the caller frees.  `before`: what the list showed before, which stays.  Returns the exit status.  */
static int choose_kept(const struct invocation *invocation, struct choices *before, char **path)
{
	struct list list = {.choices = *before};
	bool asks = !invocation->call.batch && isatty(STDOUT_FILENO);
	struct loop *loop;
	char *problem = NULL;
	int status = EXIT_VERDICT, chosen = -1;

	list_read(&list);
	if (asks)
		leave_out_year(&list);
	list.choices.title = "Matches that were kept without --record, the newest first";
	list.choices.path = path_of;
	list.choices.remove = delete_match;
	list.choices.user = &list;
	if (!list.choices.count) {
		status = say_failure(bytes_text("no match is kept yet: expected the name of a match file"),
				     EXIT_USAGE);
	} else if (!asks) {
		status = print_list(&list);
	} else {
		loop = loop_new();
		chosen = ui_choose(loop, &invocation->call.settings, &list.choices, &problem);
		loop_free(loop);
	}
	if (chosen >= 0)
		*path = bytes_text("%s", list.matches[chosen].path);
	if (problem)
		status = say_failure(problem, EXIT_CANNOT_RUN);
	*before = (struct choices){
		.at = list.choices.at, .filter = list.choices.filter, .pattern = list.choices.pattern};
	list_free(&list);
	return status;
}

/* Two files: the second one is the game of another build.  */
static int open_both(struct invocation *invocation)
{
	struct other_build other = {0};
	char *problem =
		invocation->call.batch
			? bytes_text("%s: --batch opens one file; `ringside diff %s %s` compares both",
				     invocation->call.words[1], invocation->call.words[0],
				     invocation->call.words[1])
			: cli_second_file(invocation, &other);
	int status;

	invocation->call.other = &other;
	status = problem ? say_failure(problem, EXIT_USAGE)
			 : cli_show(&invocation->call, invocation->call.words[0], NULL);
	other_build_free(&other);
	return status;
}

int cli_open(struct invocation *invocation)
{
	const char *file = invocation->call.word_count ? invocation->call.words[0] : NULL;
	struct choices choices = {.at = 0};
	char *problem, *path;
	bool back, results = invocation->call.word_count == 1 && run_has_results(file);
	int status;

	if (invocation->call.batch && invocation->call.word_count == 1 && !results)
		return batch_open(&invocation->call);
	invocation->call.match.session.traceable = true;
	problem = cli_load_looks(&invocation->call.settings);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	if (invocation->call.word_count == 2)
		return open_both(invocation);
	if (results)
		return run_results(&invocation->call, file);
	if (file)
		return cli_show(&invocation->call, file, invocation->back);
	do {
		path = NULL;
		back = false;
		status = choose_kept(invocation, &choices, &path);
		if (path)
			status = cli_show(&invocation->call, path, &back);
		free(path);
	} while (back);
	free(choices.filter);
	free(choices.pattern);
	return status;
}
