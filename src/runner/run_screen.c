/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run_screen.c - fills the screen of a run: its tables, its games, and the board of the chosen one.
 *
 * The games are played in processes of their own.  What is seen of a game is read from its match file, as
 * `ringside open` does.  A game that a person opens is shown by a process of its own, too, so that no mistake
 * there ends the run, and the games go on meanwhile.
 *
 * While the screen is open stderr leads to memory, so that nothing tears the screen; what was written there
 * is printed at the end.  */
#include "run_screen.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/overview.h"
#include "ringside/say.h"
#include "ringside/trust.h"
#include "run.h"
#include "screen_games.h"
#include "tally/screen_tables.h"
#include "viewer.h"
#include <stdlib.h>
#include <unistd.h>

enum { LOG_MOST = 16384 };

/* How soon a match file that is not there yet is looked for again.  */
#define LOOK_AGAIN ((int64_t)200 * NS_PER_MS)
/* How long a game that begins is waited for before it is shown.  */
#define BEGIN_TIME ((int64_t)20 * NS_PER_S)

struct run_screen {
	struct run *run;
	struct overview *overview;
	char *folder; /* of the match files; NULL: those of --record */
	char *record; /* in it */
	struct screen_games games;
	struct screen_tables tables;
	char *title, *progress, *caption;
	int watched; /* the game whose file is read; 0: none */
	struct session *session;
	int64_t look_at;       /* when its file is looked for again */
	struct viewer *viewer; /* shows a game; NULL: none does */
	int opens;             /* the game that is shown as soon as it has a file; 0: none */
	int64_t opens_until;
	struct watch *opener; /* looks for that file */
	struct bytes log;     /* what was told */
	bool over, leaving;
};

static void set(char **text, char *new)
{
	free(*text);
	*text = new;
}

/* The match file of a game, which the caller frees.  */
static char *path_of(const struct run_screen *screen, int game)
{
	return match_file_of_game(screen->run->invocation->series.record, game);
}

/* ---- the board ---- */

static void changed(void *user)
{
	run_screen_changed(user);
}

static void nothing(void *user)
{
	(void)user;
}

static void unwatch(struct run_screen *screen)
{
	if (screen->overview)
		overview_unwatch(screen->overview);
	session_free(screen->session);
	screen->session = NULL;
	screen->watched = 0;
}

static void watch(struct run_screen *screen, int game)
{
	static const struct session_events events = {.changed = changed, .ended = nothing};
	char *path, *problem = NULL;
	int64_t now = loop_now();

	if (game != screen->watched)
		unwatch(screen);
	if (screen->session || !game || (screen->watched == game && now < screen->look_at))
		return;
	screen->watched = game;
	screen->look_at = now + LOOK_AGAIN;
	path = path_of(screen, game);
	if (access(path, R_OK) == 0)
		screen->session = session_open(screen->run->pool.loop, path, &events, screen, &problem);
	free(problem);
	free(path);
}

/* ---- what the overview asks for ---- */

static void fill(void *user, int id, struct overview_shown *shown)
{
	struct run_screen *screen = user;
	struct run *run = screen->run;
	int game = screen_games_of(&screen->games, id);
	char *who;

	if (!run->paused && !screen->over)
		run->standing.ns = loop_now() - run->began_ns;
	screen_tables_make(&screen->tables, run);
	if (!game && id < 0) /* until the next one begins there */
		game = screen->watched;
	watch(screen, game);
	set(&screen->title, run->kind->view->title(run));
	set(&screen->progress, screen->over ? standing_games(&run->standing) : run->kind->progress(run));
	who = game ? run->kind->view->players(run, game) : NULL;
	set(&screen->caption,
	    game ? bytes_text("%d: %s%s", game, who, screen_games_reason(&screen->games, id)) : NULL);
	free(who);
	*shown = (struct overview_shown){.state = screen->over       ? OVERVIEW_OVER
						  : run_is_over(run) ? OVERVIEW_ENDS
						  : run->paused      ? OVERVIEW_PAUSED
								     : OVERVIEW_RUNS,
					 .title = screen->title,
					 .progress = screen->progress,
					 .tables = screen->tables.at,
					 .table_count = screen->tables.sheets.count,
					 .game_count = screen_games_fill(&screen->games),
					 .watched = screen->session,
					 .caption = screen->caption};
	shown->games = screen->games.at;
}

static void pause_all(void *user)
{
	struct run_screen *screen = user;

	if (screen->over || run_is_over(screen->run)) {
		overview_say(screen->overview, "no game runs");
	} else {
		places_pause(screen->run, !screen->run->paused);
	}
}

static char *skips(void *user, int id)
{
	struct run_screen *screen = user;
	int game = screen_games_of(&screen->games, id);
	char *question = game && !screen->over ? screen->run->kind->view->skips(screen->run, game) : NULL;

	if (!question)
		overview_say(screen->overview, screen->over ? "all games are over" : "it is skipped already");
	return question;
}

static void skip(void *user, int id)
{
	struct run_screen *screen = user;
	struct run *run = screen->run;
	int game = screen_games_of(&screen->games, id);
	char *who, *text;

	if (!game || screen->over)
		return;
	who = run->kind->view->players(run, game);
	text = bytes_text("%s: skipped", who);
	run->kind->view->skip(run, game);
	run_screen_told(screen, text);
	free(text);
	free(who);
}

static char *leaves(void *user)
{
	const struct run *run = ((struct run_screen *)user)->run;

	if (((struct run_screen *)user)->over || run_is_over(run))
		return NULL;
	return bytes_text("leave? y/n: games that run are broken off; %s",
			  run->invocation->series.results || run->history.record
				  ? "the same command goes on"
				  : "only --results keeps the others");
}

static void leave(void *user)
{
	struct run_screen *screen = user;

	screen->leaving = true;
	if (screen->over)
		loop_stop(screen->run->pool.loop);
	else if (!run_is_over(screen->run))
		run_interrupt(screen->run);
}

static char *log_lines(void *user)
{
	const struct bytes *log = &((struct run_screen *)user)->log;

	return bytes_text("%.*s", (int)log->size, log->size ? log->at : "");
}

/* ---- a game that is opened ---- */

static void viewer_left(void *user, bool quits, const char *problem)
{
	struct run_screen *screen = user;
	char *closed;

	screen->viewer = NULL;
	closed = overview_reopen(screen->overview);
	if (quits || closed)
		leave(screen);
	else if (problem)
		overview_say(screen->overview, problem);
	free(closed);
}

/* False: its match file is not there.  */
static bool show_game(struct run_screen *screen, int game)
{
	char *problem = NULL, *path = path_of(screen, game);

	if (access(path, R_OK) != 0) {
		free(path);
		return false;
	}
	overview_close(screen->overview);
	screen->viewer = viewer_new(screen->run, path, viewer_left, screen, &problem);
	if (!screen->viewer)
		viewer_left(screen, false, problem);
	free(problem);
	free(path);
	return true;
}

/* The process of the game has not made its file yet.  */
static void look_for_file(void *user, int events)
{
	struct run_screen *screen = user;
	int64_t now = loop_now();

	(void)events;
	if (!screen->opens || screen->viewer || show_game(screen, screen->opens))
		screen->opens = 0;
	else if (now < screen->opens_until)
		loop_at(screen->opener, now + LOOK_AGAIN);
	else
		overview_say(screen->overview, "there is no match file of that game");
}

static void open_game(void *user, int id)
{
	struct run_screen *screen = user;
	int game = screen_games_of(&screen->games, id);
	bool runs = id < 0;

	screen->opens = 0;
	if (!game) {
		overview_say(screen->overview, "no game is played there now");
	} else if (!show_game(screen, game)) {
		screen->opens = runs ? game : 0;
		screen->opens_until = loop_now() + BEGIN_TIME;
		loop_at(screen->opener, loop_now() + LOOK_AGAIN);
		overview_say(screen->overview,
			     runs ? "the game begins: it opens as soon as its match file is there"
				  : "there is no match file of that game");
	}
}

/* ---- public ---- */

void run_screen_changed(struct run_screen *screen)
{
	if (screen)
		overview_changed(screen->overview);
}

void run_screen_told(struct run_screen *screen, const char *lines)
{
	if (!screen)
		return;
	if (screen->log.size > LOG_MOST)
		bytes_drop(&screen->log, screen->log.size / 2);
	bytes_addf(&screen->log, "%s\n", lines);
	overview_say(screen->overview, lines);
}

void run_screen_result(struct run_screen *screen, int game, const json_t *line)
{
	int gone;

	if (!screen)
		return;
	gone = screen_games_add(&screen->games, game, line);
	if (gone && screen->folder) {
		char *path = path_of(screen, gone);

		free(match_file_remove(path));
		free(path);
	}
	screen->tables.stale = true;
	run_screen_changed(screen);
}

/* With --record the games of an earlier run can be opened, too.  */
static void add_earlier(struct run_screen *screen)
{
	const struct run *run = screen->run;
	int last = run->plan.ready < run->plan.games ? run->plan.ready : run->plan.games;

	for (int game = 1; game <= last && run->history.record; game++)
		if (history_has(&run->history, game))
			screen_games_add(&screen->games, game, NULL);
}

void run_screen_interrupted(struct run_screen *screen)
{
	if (screen)
		screen->opens = 0;
	if (screen && screen->viewer)
		viewer_leave(screen->viewer);
	run_screen_changed(screen);
}

bool run_wants_screen(const struct run *run)
{
	const struct invocation *invocation = run->invocation;

	return run->kind->view && !invocation->batch && !invocation->json && !invocation->turns_json &&
	       isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* NULL, or why the games cannot be recorded.  */
static char *begin_record(struct run_screen *screen)
{
	struct invocation *invocation = screen->run->invocation;
	char *problem = NULL;

	if (invocation->series.record)
		return NULL;
	screen->folder = folder_temporary(&problem);
	if (!screen->folder)
		return problem;
	trust_own_id();
	screen->record = bytes_text("%s/game.ringside", screen->folder);
	invocation->series.record = screen->record;
	return NULL;
}

static void free_screen(struct run_screen *screen)
{
	unwatch(screen);
	if (screen->opener)
		loop_unwatch(screen->opener);
	overview_free(screen->overview);
	if (screen->folder) {
		screen->run->invocation->series.record = NULL;
		folder_remove(screen->folder);
	}
	screen_games_free(&screen->games);
	screen_tables_free(&screen->tables);
	bytes_free(&screen->log);
	free(screen->title);
	free(screen->progress);
	free(screen->caption);
	free(screen->record);
	free(screen->folder);
	free(screen);
}

void run_screen_begin(struct run *run)
{
	static const struct overview_events events = {.fill = fill,
						      .open = open_game,
						      .pause = pause_all,
						      .skips = skips,
						      .skip = skip,
						      .leaves = leaves,
						      .leave = leave,
						      .log = log_lines};
	struct run_screen *screen;
	char *problem;

	if (!run_wants_screen(run))
		return;
	screen = bytes_new(sizeof(*screen));
	screen->run = run;
	screen->tables.stale = true;
	screen_games_init(&screen->games, run);
	problem = begin_record(screen);
	if (!problem)
		screen->overview =
			overview_new(run->pool.loop, &run->invocation->settings, &events, screen, &problem);
	if (problem) {
		char *notice = bytes_text("there is no screen, but a line a game: %s", problem);

		say_lines(notice);
		free(notice);
		free(problem);
		free_screen(screen);
		return;
	}
	screen->opener = loop_timer(run->pool.loop, LOOP_LATER, look_for_file, screen);
	add_earlier(screen);
	say_hold();
	run->screen = screen;
}

void run_screen_end(struct run *run)
{
	struct run_screen *screen = run->screen;

	if (!screen)
		return;
	screen->over = screen->tables.stale = true;
	screen->tables.due = 0;
	if (!run->interrupted && !run->problem) {
		overview_say(screen->overview,
			     run->decided   ? "the tournament has stopped: l shows why, q leaves"
			     : run->skipped ? "only games that were skipped are left: q leaves"
					    : "all games are over: q leaves");
		while (!screen->leaving && !run->interrupted)
			loop_run(run->pool.loop);
	}
	viewer_await(&screen->viewer);
	run->screen = NULL;
	overview_close(screen->overview);
	say_release();
	free_screen(screen);
}
