/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_replay.c - shows a match that was played again, move by move, at a pace.
 *
 * A timer moves the view.  Whoever else moves it ends the replay.  */
#include "ui_state.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	AT_ONCE = 4096,      /* most turns between two frames */
	LATE_NS = 500000000, /* later than that ringside was stopped: it goes on from where it was */
};
#define FRAME_NS ((int64_t)NS_PER_S / 60)

static void show_words(struct ui *ui)
{
	free(ui->replay.words);
	ui->replay.words = ui->replay.on ? replay_pace_words(ui->replay.pace) : NULL;
	ui->view.replaying = ui->replay.words;
}

void ui_replay_stop(struct ui *ui)
{
	ui->replay.on = false;
	loop_at(ui->replay.timer, INT64_MAX);
	show_words(ui);
	ui_changed(ui);
}

void ui_replay_look(struct ui *ui)
{
	if (ui->replay.on && view_turns(&ui->view) != ui->replay.turns)
		ui_replay_stop(ui);
}

/* When the next turn is shown.  A turn that cannot be read takes no time.  */
static int64_t next_at(const struct ui *ui, int64_t shown_at)
{
	const struct turn *next = match_glance(session_match(ui->session), ui->replay.turns + 1);

	return shown_at + (next ? replay_pace_wait(ui->replay.pace, next) : 0);
}

static void wait_for_next(struct ui *ui, int64_t now)
{
	loop_at(ui->replay.timer, ui->replay.due > now + FRAME_NS ? ui->replay.due : now + FRAME_NS);
}

static void plan(struct ui *ui)
{
	ui->replay.due = next_at(ui, loop_now());
	wait_for_next(ui, loop_now());
}

static void tick(void *user, int events)
{
	struct ui *ui = user;
	struct replaying *replay = &ui->replay;
	int all = session_match(ui->session)->turn_count;
	int64_t now = loop_now();

	(void)events;
	if (!replay->on || view_turns(&ui->view) != replay->turns) {
		ui_replay_look(ui);
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
		ui_replay_stop(ui);
	else
		wait_for_next(ui, now);
	ui_changed(ui);
}

void ui_replay_new(struct ui *ui)
{
	ui->replay.pace = (struct replay_pace){.rate = 1};
	ui->replay.timer = loop_timer(ui->loop, LOOP_LATER, tick, ui);
}

void ui_replay_free(struct ui *ui)
{
	loop_unwatch(ui->replay.timer);
	free(ui->replay.words);
}

char *ui_replay(void *user)
{
	struct ui *ui = user;
	int all = session_match(ui->session)->turn_count;

	if (ui->replay.on) {
		ui_replay_stop(ui);
		return NULL;
	}
	if (all == 0)
		return bytes_text("no move was played");
	if (view_turns(&ui->view) >= all)
		view_goto(&ui->view, 0);
	ui->replay.on = true;
	ui->replay.turns = view_turns(&ui->view);
	show_words(ui);
	plan(ui);
	return NULL;
}

static void change_pace(struct ui *ui, struct replay_pace pace)
{
	ui->replay.pace = pace;
	if (!ui->replay.on)
		return;
	show_words(ui);
	plan(ui);
}

char *ui_replay_pace(void *user, const char *pace, char **told)
{
	struct ui *ui = user;
	struct replay_pace wanted = ui->replay.pace;
	char *words;

	if (!*pace) {
		*told = replay_pace_words(wanted);
		return NULL;
	}
	if (strcmp(pace, "faster") == 0 || strcmp(pace, "slower") == 0)
		wanted = replay_pace_next(wanted, *pace == 'f' ? 1 : -1);
	else if (!replay_pace_read(pace, &wanted))
		return bytes_text("expected x1/4, x1 to x64, or a time such as 1s, not \"%s\"", pace);
	change_pace(ui, wanted);
	words = replay_pace_words(wanted);
	*told = bytes_text("a replay shows %s%s",
			   wanted.each_ns ? "" : "each move after its own time (at least 250ms), ", words);
	free(words);
	return NULL;
}
