/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_script.c - a script on the screen: its lines run one after another, each when the match stands still.
 * Keys are served in between.  */
#include "ui_state.h"

#include <stdlib.h>

static bool has_lines(const struct ui *ui)
{
	return ui->setup.script && !script_is_done(ui->setup.script);
}

/* Lets the match go on, unless a line of the script has said how.  */
static void let_go(struct ui *ui)
{
	bool holds = ui->setup.script_holds;

	ui->setup.script_holds = false;
	if (holds && !ui->script_steered && session_state(ui->session) == JUDGE_PAUSED)
		free(session_request(ui->session, &(struct request){.kind = REQUEST_GO}));
}

static void next_line(void *user, int events)
{
	struct ui *ui = user;
	struct script *script = ui->setup.script;

	(void)events;
	if (ui->leaving || script_waits(ui->session))
		return;
	if (has_lines(ui)) {
		ui_run_script_line(ui);
		ui->script_steered |= script_steered(script);
	}
	if (script && script_failed(script))
		ui->script_steered = true;
	if (!has_lines(ui) && !script_waits(ui->session))
		let_go(ui);
	ui_changed(ui);
}

void ui_script_wake(struct ui *ui)
{
	if ((has_lines(ui) || ui->setup.script_holds) && !ui->leaving && !script_waits(ui->session))
		loop_at(ui->script_timer, loop_now());
}

bool ui_script_drop(struct ui *ui)
{
	char *next;

	if (!has_lines(ui))
		return false;
	next = script_next(ui->setup.script);
	ui_say(ui, ROLE_WARNING, bytes_text("dropped from the script: %s and all after it", next));
	free(next);
	script_drop(ui->setup.script);
	return true;
}

void ui_script(struct ui *ui)
{
	ui->script_timer = loop_timer(ui->loop, LOOP_LATER, next_line, ui);
	if (ui->setup.script)
		loop_at(ui->script_timer, loop_now());
}
