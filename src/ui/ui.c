/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui.c - the screen of a session: made, timed, left.
 *
 * One timer draws.  frames.c says when; the work that a frame leaves goes on at once.  While a clock runs the
 * timer also fires ten times a second, or once if only a person is waited for.  */
#include "ui_state.h"

#include "prompt.h"
#include "ringside/marks.h"
#include "ringside/state.h"
#include "ringside/theme.h"
#include "screen.h"
#include "values.h"
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TICK ((int64_t)NS_PER_S / 10)

static bool clock_runs(const struct ui *ui)
{
	return session_is_live(ui->session) && session_state(ui->session) != JUDGE_PAUSED &&
	       session_state(ui->session) != JUDGE_OVER;
}

/* When the next frame is drawn if nothing happens.  A person's clocks show seconds, since nobody thinks in
 * tenths of them.  */
static int64_t next_clock(const struct ui *ui, int64_t now)
{
	int64_t shown = 0, left;
	bool little;

	if (!clock_runs(ui))
		return INT64_MAX;
	if (!session_waits_for_people(ui->session))
		return now + TICK;
	for (int s = SEAT_1; s < SEATS; s++) {
		if (!session_waits_for(ui->session, s))
			continue;
		left = session_countdown(ui->session, s, &little);
		shown = left != INT64_MAX ? -left : session_turn_time(ui->session, s);
	}
	return now + NS_PER_S - ((shown % NS_PER_S) + NS_PER_S) % NS_PER_S;
}

/* Sets a timer for the rest of a key sequence, or for the rest of a frame.  */
static void look_after_screen(struct ui *ui)
{
	int wait = screen_wait();

	loop_at(ui->key_timer, wait < 0 ? INT64_MAX : loop_now() + (int64_t)wait * NS_PER_MS);
}

static void frame(void *user, int events)
{
	struct ui *ui = user;
	int64_t now = loop_now();
	enum session_frame rows;
	bool whole, drawn;

	(void)events;
	screen_begins_work();
	rows = session_begin_frame(ui->session);
	whole = !ui->stopped && frames_draws_panes(&ui->frames, rows, now);
	ui_replay_look(ui);
	drawn = whole ? ui_draw(ui) : ui_draw_line(ui);
	if (whole)
		ui->cut_off = loop_is_awaited();
	ui->frames.due = !drawn || (!whole && !ui->stopped);
	session_end_frame(ui->session, whole);
	look_after_screen(ui);
	if (ui->frames.due)
		loop_at(ui->frame_timer, frames_again(&ui->frames, now));
	else if (!ui->stopped && (ui->view.board_unfinished || ui->view.unfinished))
		loop_at(ui->frame_timer, now); /* after keys and agents */
	else
		loop_at(ui->frame_timer, next_clock(ui, now));
}

/* Draws what keys have changed.  */
static void show_keys(struct ui *ui)
{
	int64_t now = loop_now(), at = frames_key(&ui->frames, now);

	if (at > now)
		loop_at(ui->frame_timer, at);
	else
		frame(ui, 0);
}

/* Nobody has chosen a theme: `set theme` says which one is in use.  */
static void note_theme(struct ui *ui)
{
	if (theme_follows())
		settings_note(ui->setup.settings, "theme", theme_name(), SETTING_DEFAULT);
}

static void terminated(void *user, int events)
{
	struct ui *ui = user;

	(void)events;
	ui->back = false;
	ui_leave(ui);
}

static void keys(void *user, int events)
{
	struct ui *ui = user;

	(void)events;
	screen_begins_work();
	ui_typed(ui);
	if (screen_follow_background())
		note_theme(ui);
	look_after_screen(ui);
	if (screen_gone()) {
		loop_change(ui->keyboard, 0);
		if (!ui->leaving)
			terminated(ui, 0);
	}
	ui_script_wake(ui);
	show_keys(ui);
}

static void resized(void *user, int events)
{
	struct ui *ui = user;

	(void)events;
	screen_resized();
	ui->stopped = false;
	ui_changed(ui);
}

static void continued(void *user, int events)
{
	(void)events;
	screen_suspend(); /* another program may have used the terminal */
	screen_resume();
	ui_changed(user);
}

static void stopped(void *user, int events)
{
	(void)events;
	ui_suspend(user);
}

/* The terminal is gone.  The system may tell it twice, and the second time nobody would watch any more.  */
static void hung_up(void *user, int events)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	terminated(user, events);
}

static const struct {
	int signal;
	loop_fn *fn;
} signals[UI_SIGNALS] = {{SIGWINCH, resized},   {SIGCONT, continued}, {SIGTSTP, stopped},
			 {SIGTERM, terminated}, {SIGHUP, hung_up},    {SIGINT, terminated}};

/* Completes themes here, everything else from the table of commands.  */
static char **complete(void *user, const char *before, const char *text)
{
	struct ui *ui = user;
	const char *line = before;
	char **names, **words;
	int count = 0;

	before += strspn(before, " :");
	before += strncmp(before, "set ", 4) == 0 ? 4 + strspn(before + 4, " ") : 0;
	if (strncmp(before, "theme ", 6) != 0 || before[6 + strspn(before + 6, " ")])
		return command_complete(&ui->console, line, text);
	names = theme_names();
	words = bytes_new(sizeof(*words));
	for (int i = 0; names && names[i]; i++) {
		if (strncmp(names[i], text, strlen(text)) == 0) {
			words = bytes_resized(words, sizeof(*words) * (size_t)(count + 2));
			words[count++] = names[i];
			words[count] = NULL;
		} else {
			free(names[i]);
		}
	}
	free(names);
	if (count)
		return words;
	free(words);
	return NULL;
}

void ui_say(struct ui *ui, enum role role, char *text)
{
	free(ui->said);
	ui->said = text;
	ui->said_role = role;
	ui->said_traced = false;
	ui_changed(ui);
}

void ui_leave(struct ui *ui)
{
	if (ui->leaving) {
		loop_stop(ui->loop);
		return;
	}
	ui->leaving = true;
	ui->stopped = !session_is_live(ui->session); /* no frame reads the file once more */
	ui->asking = false;
	ui_say(ui, ROLE_TEXT, bytes_text("waiting for the agents to exit; q again leaves at once"));
	ui->setup.quit(ui->setup.user, ui->back);
}

void ui_suspend(struct ui *ui)
{
	struct sigaction usual = {.sa_handler = SIG_DFL}, before;
	bool runs = clock_runs(ui);

	if (runs)
		free(session_request(ui->session, &(struct request){.kind = REQUEST_PAUSE}));
	screen_suspend();
	sigaction(SIGTSTP, &usual, &before);
	kill(0, SIGTSTP); /* not SIGSTOP: with no shell to wake us, it does nothing */
	sigaction(SIGTSTP, &before, NULL);
	screen_resume();
	if (runs)
		free(session_request(ui->session, &(struct request){.kind = REQUEST_GO}));
	ui_changed(ui);
}

/* What is on any screen.  */
static struct ui *new_ui(struct loop *loop, struct session *session, const struct ui_setup *setup)
{
	struct ui *ui = bytes_new(sizeof(*ui));

	ui->loop = loop;
	ui->session = session;
	ui->setup = *setup;
	ui->view = (struct view){
		.session = session,
		.breakpoints = setup->breakpoints,
		.games = setup->games,
		.turns = VIEW_LIVE,
		.shows = setup->shows,
	};
	ui->game = session_match(session)->setup.game;
	view_goto(&ui->view, session_opened_at(session));
	settings_view(setup->settings, &ui->view);
	ui->layout = layout_named(setup->settings->layout);
	ui->channel_seat = SEAT_1;
	ui->view.values = values_new();
	ui->timeline = pane_timeline_new(&ui->view);
	ui->stale = true;
	ui_console(ui);
	ui->frame_timer = loop_timer(loop, LOOP_LATER, frame, ui);
	ui_replay_new(ui);
	return ui;
}

struct ui *ui_new_filmed(struct loop *loop, struct session *session, const struct ui_setup *setup, int rows,
			 int columns, char **problem)
{
	*problem = screen_film(rows, columns, !setup->settings->colour);
	return *problem ? NULL : new_ui(loop, session, setup);
}

struct ui *ui_new(struct loop *loop, struct session *session, const struct ui_setup *setup, char **problem)
{
	struct ui *ui;
	sigset_t all, before;
	char *history;

	/* From now on the terminal is ours: a signal waits until it can be given back.  */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	*problem = screen_open(!setup->settings->colour, setup->settings->mouse);
	if (*problem) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		return NULL;
	}
	ui = new_ui(loop, session, setup);
	for (int i = 0; i < UI_SIGNALS; i++)
		ui->signals[i] = loop_signal(loop, signals[i].signal, signals[i].fn, ui);
	sigprocmask(SIG_SETMASK, &before, NULL);
	note_theme(ui);
	ui->view.keeps_marks = true;
	marks_read(&ui->view);
	ui->sizes = sizes_new(session_match(session)->setup.system);
	history = setup->history ? bytes_text("%s", setup->history) : state_path("history");
	prompt_setup(history, complete, ui);
	free(history);
	ui->key_timer = loop_timer(loop, LOOP_LATER, keys, ui);
	ui->keyboard = loop_watch(loop, screen_keyboard(), LOOP_READ, LOOP_LATER, keys, ui);
	session_stop_between(session, setup->settings->stop_between);
	if (setup->said)
		/* Of a match that is over it stays; of one that begins the verdict takes its place.  */
		ui_say(ui, session_match(session)->over ? ROLE_STRONG : ROLE_GOOD,
		       bytes_text("%s", setup->said));
	ui->setup.said = NULL;
	ui_notice_begin(ui);
	ui_script(ui);
	ui_changed(ui);
	return ui;
}

void ui_changed(struct ui *ui)
{
	ui_script_wake(ui);
	if (!ui->frames.due)
		loop_at(ui->frame_timer, frames_change(&ui->frames, loop_now()));
}

static void drop_question(struct ui *ui)
{
	free(ui->asked_line);
	ui->asked_line = NULL;
}

/* Asks whether programs may start that the match file names.  */
static void ask_to_start(struct ui *ui, const char *line)
{
	char *asked = bytes_text("%s", line);

	drop_question(ui);
	ui->asked_line = asked;
	overlay_open(&ui->overlay, "start these programs?");
	overlay_add_answer(&ui->overlay, session_question(ui->session), 0);
	ui->overlay.alarm = true;
	ui_say(ui, ROLE_WARNING, bytes_text("start these programs? y/n"));
}

void ui_answer_start(struct ui *ui, bool yes)
{
	char *line = ui->asked_line;

	ui->asked_line = NULL;
	overlay_close(&ui->overlay);
	ui_say(ui, ROLE_TEXT, yes ? NULL : bytes_text("nothing was started"));
	session_answer(ui->session, yes);
	if (yes)
		ui_run(ui, line);
	free(line);
}

/* Shows the answer of a command: one line below the panes, several over them.  */
static void show_told(struct ui *ui, const char *line, char *told, bool answer)
{
	struct match_file *file = session_file(ui->session);

	drop_question(ui);
	if (!strchr(told, '\n')) {
		ui_say(ui, answer ? ROLE_GOOD : ROLE_ALARM, told);
		return;
	}
	overlay_open(&ui->overlay, line + strspn(line, " \t:"));
	overlay_add_answer(&ui->overlay, told, file ? match_file_last(file) : 0);
	ui->overlay.alarm = !answer;
	free(told);
}

void ui_told(struct ui *ui, const char *text, bool problem)
{
	if (!problem)
		view_goto(&ui->view, INT_MAX);
	show_told(ui, "result",
		  ui->setup.script ? script_add_place(ui->setup.script, text, problem)
				   : bytes_text("%s", text),
		  !problem);
	ui_changed(ui);
}

void ui_traced(struct ui *ui, const char *line)
{
	enum { LINES_MOST = 8 };
	char *said, *from;
	int count = 1;

	if (ui->asking || ui->asked_line) /* a question stays */
		return;
	said = ui->said_traced ? bytes_text("%s\n%s", ui->said, line) : bytes_text("%s", line);
	from = said + strlen(said);
	while (from > said && count <= LINES_MOST)
		count += *--from == '\n' ? 1 : 0;
	if (from > said)
		memmove(said, from + 1, strlen(from + 1) + 1);
	ui_say(ui, ROLE_GOOD, said);
	ui->said_traced = true;
}

/* Before a line runs: what is drawn must be up to date, since the line is about it.  */
static void before_line(struct ui *ui)
{
	if (ui->stale)
		ui_place(ui);
	ui->overlay.kept = false;
}

/* After a line has run: shows its answer (NULL: none), and closes an overlay that was open before.  */
static void after_line(struct ui *ui, const char *line, char *told, bool answer)
{
	if (ui->overlay.open && !ui->overlay.kept)
		overlay_close(&ui->overlay);
	drop_question(ui);
	if (told)
		show_told(ui, line, told, answer);
}

void ui_run(struct ui *ui, const char *line)
{
	bool answer, asks;
	char *told;

	before_line(ui);
	session_answer(ui->session, false); /* to a question that a script did not wait for */
	told = command_run(&ui->console, line, ui->last_line, &answer);
	if (told && answer && loop_is_awaited()) { /* what it read may be cut off */
		free(told);
		told = bytes_text("stopped before all was read");
		answer = false;
	}
	if (line[strspn(line, " \t")]) {
		char *own = bytes_text("%s", line);

		free(ui->last_line);
		ui->last_line = own;
	}
	line = ui->last_line ? ui->last_line : line;
	asks = told && !answer && session_question(ui->session);
	after_line(ui, line, asks ? NULL : told, answer);
	if (asks) {
		ask_to_start(ui, line);
		free(told);
	}
	ui_changed(ui);
}

void ui_run_script_line(struct ui *ui)
{
	bool answer;
	char *told;

	before_line(ui);
	session_whole_file(ui->session); /* so that it gets the same answers each time */
	told = script_run(ui->setup.script, &ui->console, &answer);
	after_line(ui, "script", told, answer);
	ui_changed(ui);
}

unsigned ui_shows(const struct ui *ui)
{
	return ui->view.shows;
}

void ui_free(struct ui *ui)
{
	if (!ui)
		return;
	if (prompt_is_open())
		prompt_close();
	prompt_finish();
	loop_unwatch(ui->keyboard);
	loop_unwatch(ui->key_timer);
	loop_unwatch(ui->frame_timer);
	loop_unwatch(ui->script_timer);
	ui_replay_free(ui);
	for (int i = 0; i < UI_SIGNALS; i++)
		loop_unwatch(ui->signals[i]);
	screen_close();
	ui->timeline->ops->free(ui->timeline);
	for (int i = 0; i < ui->slot_count; i++)
		ui->slots[i].pane->ops->free(ui->slots[i].pane);
	values_free(ui->view.values);
	overlay_close(&ui->overlay);
	sizes_free(ui->sizes);
	free(ui->asked_line);
	free(ui->said);
	free(ui->last_line);
	free(ui->offered_line);
	free(ui->pattern);
	free(ui->suggestion.move);
	free(ui);
}
