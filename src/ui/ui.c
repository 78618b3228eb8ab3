/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui.c - the screen of a session: made, timed, left.
 *
 * One timer draws; the work that a frame leaves goes on at once.  While a clock runs the timer also fires ten
 * times a second, or once if only a person is waited for.  Other timers run the lines of a script, each when
 * the match stands still, and show a match that was played again, move by move at a pace.
 *
 * The first change after a frame plans the next one, so that frames are at least a sixtieth of a second
 * apart.  A key does not wait for that: its frame is drawn at once, unless the last frame of a key is less
 * than a sixtieth of a second old.  So a paste or a key that repeats adds at most sixty frames a second.
 *
 * The panes show the match file, which a thread writes.  A frame does not wait for it: what was typed is
 * drawn at once, the panes stay as they are, and the next attempt follows soon, usually with all rows.  So a
 * message does not vanish between the gate and the file.  When the thread is behind, the panes show what is
 * there.  If the disk hangs, they are drawn without the file: the board has to show the match.  */
#include "ui_state.h"

#include "prompt.h"
#include "ringside/command.h"
#include "ringside/installed.h"
#include "ringside/other_build.h"
#include "ringside/theme.h"
#include "screen.h"
#include "tour.h"
#include <assert.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TICK  ((int64_t)NS_PER_S / 10)
#define FRAME ((int64_t)NS_PER_S / 60)

/* ---- when a frame is drawn, and whether its panes are ---- */

#define SOON ((int64_t)2 * NS_PER_MS)
/* How long the panes stay as they are when rows are lacking, and when the file cannot be read.  */
#define BEHIND ((int64_t)8 * NS_PER_MS)
#define BUSY   ((int64_t)100 * NS_PER_MS)

int64_t frames_change(struct frames *frames, int64_t now)
{
	int64_t next = frames->drawn_at + FRAME;

	frames->due = true;
	return next > now ? next : now;
}

/* A frame that is due is planned for later than the times here.  */
int64_t frames_key(struct frames *frames, int64_t now)
{
	int64_t next = frames->keys_drawn_at + FRAME;

	frames->due = true;
	frames->key_waits = now < next;
	if (frames->key_waits)
		return next;
	frames->keys_drawn_at = now;
	return now;
}

bool frames_draws_panes(struct frames *frames, enum session_frame frame, int64_t now)
{
	int64_t most = frame == FRAME_BUSY ? BUSY : frame == FRAME_BEHIND && !frames->was_behind ? BEHIND : 0;

	if (!frames->tried_at)
		frames->tried_at = now;
	if (now - frames->tried_at < most)
		return false;
	/* The next frame that sees no more does not wait again.  */
	if (frame != FRAME_BUSY) {
		frames->was_behind = frame == FRAME_BEHIND;
		frames->tried_at = 0;
	}
	frames->drawn_at = now;
	if (frames->key_waits)
		frames->keys_drawn_at = now;
	frames->key_waits = false;
	return true;
}

int64_t frames_again(const struct frames *frames, int64_t now)
{
	return now + (frames->drawn_at == now ? FRAME : SOON);
}

/* ---- a replay: a timer moves the view, and whoever else moves it ends the replay ---- */

enum {
	AT_ONCE = 4096,      /* most turns between two frames */
	LATE_NS = 500000000, /* later than that ringside was stopped: it goes on from where it was */
};

static void show_words(struct ui *ui)
{
	free(ui->replay.words);
	ui->replay.words = ui->replay.on ? replay_pace_words(ui->replay.pace) : NULL;
	ui->view.replaying = ui->replay.words;
}

static void stop_replay(struct ui *ui)
{
	ui->replay.on = false;
	loop_at(ui->replay.timer, INT64_MAX);
	show_words(ui);
	ui_changed(ui);
}

/* Ends the replay if something else has moved the view.  */
static void follow_replay(struct ui *ui)
{
	if (ui->replay.on && view_turns(&ui->view) != ui->replay.turns)
		stop_replay(ui);
}

/* When the next turn is shown.  A turn that cannot be read takes no time.  */
static int64_t next_at(const struct ui *ui, int64_t shown_at)
{
	const struct turn *next = match_glance(session_match(ui->session), ui->replay.turns + 1);

	return shown_at + (next ? replay_pace_wait(ui->replay.pace, next) : 0);
}

static void wait_for_turn(struct ui *ui, int64_t now)
{
	loop_at(ui->replay.timer, ui->replay.due > now + FRAME ? ui->replay.due : now + FRAME);
}

static void plan_turn(struct ui *ui)
{
	ui->replay.due = next_at(ui, loop_now());
	wait_for_turn(ui, loop_now());
}

static void show_turn(void *user, int events UNUSED)
{
	struct ui *ui = user;
	struct replaying *replay = &ui->replay;
	int all = session_match(ui->session)->turn_count;
	int64_t now = loop_now();

	if (!replay->on || view_turns(&ui->view) != replay->turns) {
		follow_replay(ui);
		return;
	}
	if (now - replay->due > LATE_NS)
		replay->due = now;
	for (int i = 0; i < AT_ONCE && replay->due <= now && replay->turns < all; i++) {
		replay->turns++;
		replay->due = next_at(ui, replay->due);
	}
	view_goto(&ui->view, replay->turns);
	if (replay->turns >= all)
		stop_replay(ui);
	else
		wait_for_turn(ui, now);
	ui_changed(ui);
}

static char *replay(void *user)
{
	struct ui *ui = user;
	int all = session_match(ui->session)->turn_count;

	if (ui->replay.on) {
		stop_replay(ui);
		return NULL;
	}
	if (all == 0)
		return bytes_text("no move was played");
	if (view_turns(&ui->view) >= all)
		view_goto(&ui->view, 0);
	ui->replay.on = true;
	ui->replay.turns = view_turns(&ui->view);
	show_words(ui);
	plan_turn(ui);
	return NULL;
}

static char *change_pace(void *user, const char *pace, char **told)
{
	struct ui *ui = user;
	struct replay_pace wanted = ui->replay.pace;
	char *words;

	if (strcmp(pace, "faster") == 0 || strcmp(pace, "slower") == 0)
		wanted = replay_pace_next(wanted, *pace == 'f' ? 1 : -1);
	else if (!replay_pace_read(pace, &wanted))
		return bytes_text("expected x1/4, x1 to x64, or a time such as 1s, not \"%s\"", pace);
	ui->replay.pace = wanted;
	if (ui->replay.on) {
		show_words(ui);
		plan_turn(ui);
	}
	words = replay_pace_words(wanted);
	*told = bytes_text("a replay shows %s%s",
			   wanted.each_ns ? "" : "each move after its own time (at least 250ms), ", words);
	free(words);
	return NULL;
}

/* ---- lines and their answers ---- */

static void drop_question(struct ui *ui)
{
	free(ui->asked_line);
	ui->asked_line = NULL;
}

/* Shows the answer of a command: one line below the panes, several over them.  */
static void show_told(struct ui *ui, const char *line, char *told, bool answer)
{
	struct match_file *file = session_file(ui->session);

	drop_question(ui);
	if (!strchr(told, '\n')) {
		ui_status(ui, answer ? ROLE_GOOD : ROLE_ALARM, told);
		return;
	}
	overlay_open(&ui->overlay, line + strspn(line, " \t:"));
	overlay_add_answer(&ui->overlay, told, file ? match_file_last(file) : 0);
	ui->overlay.alarm = !answer;
	free(told);
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

/* ---- a script: keys are served between its lines ---- */

static bool has_lines(const struct ui *ui)
{
	return ui->setup.script && !script_is_done(ui->setup.script);
}

/* Runs the next line of the script as if it was typed.  */
static void next_line(void *user, int events UNUSED)
{
	struct ui *ui = user;
	struct script *script = ui->setup.script;
	bool answer;
	char *told;

	if (ui->leaving || script_waits(ui->session))
		return;
	if (has_lines(ui)) {
		before_line(ui);
		session_whole_file(ui->session); /* so that it gets the same answers each time */
		ui->console.confirmed = true;
		told = script_run(script, &ui->console, &answer);
		ui->console.confirmed = false;
		after_line(ui, "script", told, answer);
		ui->script_steered |= script_steered(script);
	}
	if (script && script_failed(script))
		ui->script_steered = true;
	if (!has_lines(ui) && !script_waits(ui->session)) {
		/* The match goes on, unless a line of the script has said how.  */
		if (ui->setup.script_holds && !ui->script_steered &&
		    session_state(ui->session) == JUDGE_PAUSED)
			free(session_request(ui->session, &(struct request){.kind = REQUEST_GO}));
		ui->setup.script_holds = false;
	}
	ui_changed(ui);
}

/* The match may stand still now.  Cheap: the next line runs later.  */
static void wake_script(struct ui *ui)
{
	if (ui->setup.script && !script_waits(ui->session))
		script_take_due(ui->setup.script, ui->setup.breakpoints);
	if ((has_lines(ui) || ui->setup.script_holds) && !ui->leaving && !script_waits(ui->session))
		loop_at(ui->script_timer, loop_now());
}

bool ui_script_drop(struct ui *ui)
{
	char *next;

	if (!has_lines(ui))
		return false;
	next = script_next(ui->setup.script);
	ui_status(ui, ROLE_WARNING, bytes_text("dropped from the script: %s and all after it", next));
	free(next);
	script_drop(ui->setup.script);
	return true;
}

/* ---- frames, keys and signals ---- */

/* When the next frame is drawn if nothing happens.  A person's clocks show seconds, since nobody thinks in
 * tenths of them.  */
static int64_t next_clock(const struct ui *ui, int64_t now)
{
	int64_t shown = 0, left;
	bool little;

	if (!session_time_runs(ui->session))
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

static void frame(void *user, int events UNUSED)
{
	struct ui *ui = user;
	int64_t now = loop_now();
	enum session_frame rows;
	bool whole, drawn;

	screen_begins_work();
	tour_look(ui);
	rows = session_begin_frame(ui->session);
	whole = !ui->stopped && frames_draws_panes(&ui->frames, rows, now);
	follow_replay(ui);
	drawn = whole ? ui_draw(ui) : ui_draw_line(ui);
	if (whole)
		ui->cut_off = loop_is_interrupted();
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

/* Nobody has chosen a theme: `set theme` says which one is in use.  */
static void note_theme(struct ui *ui)
{
	if (theme_follows())
		settings_note(ui->setup.settings, "theme", theme_name(), SETTING_DEFAULT);
}

static void terminated(void *user, int events UNUSED)
{
	struct ui *ui = user;

	ui->back = false;
	ui_leave(ui);
}

static void keys(void *user, int events UNUSED)
{
	struct ui *ui = user;
	int64_t now, at;

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
	wake_script(ui);
	now = loop_now();
	at = frames_key(&ui->frames, now);
	if (at > now)
		loop_at(ui->frame_timer, at);
	else
		frame(ui, 0);
}

static void resized(void *user, int events UNUSED)
{
	struct ui *ui = user;

	screen_resized();
	ui->stopped = false;
	ui_changed(ui);
}

static void continued(void *user, int events UNUSED)
{
	screen_suspend(); /* another program may have used the terminal */
	screen_resume();
	ui_changed(user);
}

static void stopped(void *user, int events UNUSED)
{
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
	if (strncmp(before, "set ", 4) != 0)
		return command_complete(&ui->console, line, text);
	before += 4 + strspn(before + 4, " ");
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

void ui_status(struct ui *ui, enum role role, char *text)
{
	free(ui->status);
	ui->status = text;
	ui->status_role = role;
	ui->status_traced = false;
	free(ui->confirm_line); /* nobody answers a question that is not shown */
	ui->confirm_line = NULL;
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
	ui_status(ui, ROLE_TEXT, bytes_text("waiting for the agents to exit; q again leaves at once"));
	ui->setup.quit(ui->setup.user, ui->back);
}

void ui_suspend(struct ui *ui)
{
	bool runs = session_is_live(ui->session) && session_time_runs(ui->session);

	if (runs)
		free(session_request(ui->session, &(struct request){.kind = REQUEST_PAUSE}));
	screen_stop();
	if (runs)
		free(session_request(ui->session, &(struct request){.kind = REQUEST_GO}));
	ui_changed(ui);
}

/* What is on any screen.  */
static struct ui *new_ui(struct loop *loop, struct session *session, const struct ui_setup *setup)
{
	struct ui *ui = bytes_new(sizeof(*ui));
	int opened_at = session_opened_at(session);
	/* Two builds are shown where they part first, if no position was named.  */
	int part = setup->other && opened_at == INT_MAX ? other_build_next(setup->other, 0, false) : 0;

	ui->loop = loop;
	ui->session = session;
	ui->setup = *setup;
	ui->view = (struct view){
		.session = session,
		.breakpoints = setup->breakpoints,
		.games = setup->games,
		.turns = VIEW_LIVE,
		.shows = setup->shows,
		.settings = setup->settings,
	};
	ui->game = session_match(session)->setup.game;
	view_goto(&ui->view, part ? part : opened_at);
	ui->layout = layout_named(setup->settings->layout);
	ui->channel_seat = SEAT_1;
	ui->timeline = pane_timeline_new(&ui->view);
	ui->stale = true;
	ui_console(ui);
	ui->console.replay = replay;
	ui->console.replay_pace = change_pace;
	ui->frame_timer = loop_timer(loop, LOOP_LATER, frame, ui);
	ui->replay.pace = (struct replay_pace){.rate = 1};
	ui->replay.timer = loop_timer(loop, LOOP_LATER, show_turn, ui);
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
	ui->typed_timer = loop_timer(loop, LOOP_LATER, ui_typed_late, ui);
	ui->keyboard = loop_watch(loop, screen_keyboard(), LOOP_READ, LOOP_LATER, keys, ui);
	session_stop_between(session, setup->settings->stop_between);
	if (setup->status)
		/* Of a match that is over it stays; of one that begins the verdict takes its place.  */
		ui_status(ui, session_match(session)->over ? ROLE_STRONG : ROLE_GOOD,
			  bytes_text("%s", setup->status));
	ui->setup.status = NULL;
	ui_notice_begin(ui);
	ui->script_timer = loop_timer(loop, LOOP_LATER, next_line, ui);
	if (setup->script)
		loop_at(ui->script_timer, loop_now());
	ui_changed(ui);
	return ui;
}

void ui_changed(struct ui *ui)
{
	wake_script(ui);
	if (!ui->frames.due)
		loop_at(ui->frame_timer, frames_change(&ui->frames, loop_now()));
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
	ui_status(ui, ROLE_WARNING, bytes_text("start these programs? y/n"));
}

void ui_report(struct ui *ui, const char *text, bool problem)
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
	char *text, *from;
	int count = 1;

	if (ui->confirm_line || ui->asked_line) /* a question stays */
		return;
	text = ui->status_traced ? bytes_text("%s\n%s", ui->status, line) : bytes_text("%s", line);
	from = text + strlen(text);
	while (from > text && count <= LINES_MOST)
		count += *--from == '\n' ? 1 : 0;
	if (from > text)
		memmove(text, from + 1, strlen(from + 1) + 1);
	ui_status(ui, ROLE_GOOD, text);
	ui->status_traced = true;
}

void ui_run(struct ui *ui, const char *line)
{
	bool answer, asks;
	char *told;

	before_line(ui);
	session_answer(ui->session, false); /* to a question that a script did not wait for */
	told = command_run(&ui->console, line, ui->last_line, &answer);
	if (told && answer && loop_is_interrupted()) { /* what it read may be cut off */
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

bool ui_follows(const struct ui *ui)
{
	bool chosen = false;

	for (int i = 0; i < ui->slot_count && !chosen; i++)
		if (ui->slots[i].pane->area.width && ui->slots[i].pane->ops->selected)
			ui->slots[i].pane->ops->selected(ui->slots[i].pane, &chosen);
	return view_is_live(&ui->view) && !chosen && !ui->overlay.open && !ui->confirm_line &&
	       !prompt_is_open();
}

unsigned ui_shows(const struct ui *ui)
{
	return ui->view.shows;
}

void ui_free(struct ui *ui)
{
	if (!ui)
		return;
	prompt_finish();
	loop_unwatch(ui->keyboard);
	loop_unwatch(ui->key_timer);
	loop_unwatch(ui->typed_timer);
	loop_unwatch(ui->frame_timer);
	loop_unwatch(ui->script_timer);
	loop_unwatch(ui->replay.timer);
	free(ui->replay.words);
	for (int i = 0; i < UI_SIGNALS; i++)
		loop_unwatch(ui->signals[i]);
	screen_close();
	ui->timeline->ops->free(ui->timeline);
	for (int i = 0; i < ui->slot_count; i++)
		ui->slots[i].pane->ops->free(ui->slots[i].pane);
	overlay_close(&ui->overlay);
	sizes_free(ui->sizes);
	free(ui->asked_line);
	free(ui->confirm_line);
	free(ui->status);
	free(ui->last_line);
	free(ui->offered_line);
	free(ui->pattern);
	free(ui->suggestion.move);
	free(ui);
}
