/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_attach.c - commands bring gdb and the agents' own terminals onto the screen.  */
#include "ui_state.h"

#include <stdlib.h>

/* The shown pane of that kind and seat; NULL: none.  */
static struct slot *shown_of(const struct ui *ui, enum place_kind kind, int seat)
{
	for (int i = 0; i < ui->shown_count; i++)
		if (ui->shown[i]->place.kind == kind && ui->shown[i]->place.seat == seat)
			return ui->shown[i];
	return NULL;
}

static void give_focus(struct ui *ui, struct slot *slot)
{
	ui->focus = slot;
	ui->stale = true;
	ui_changed(ui);
}

/* ---- gdb ---- */

static void printed(void *user, const char *bytes, size_t size)
{
	struct ui *ui = user;
	struct slot *slot = shown_of(ui, PLACE_GDB, SEAT_NONE);

	if (slot)
		pane_gdb_prints(slot->pane, bytes, size);
	ui_changed(ui);
}

static void ended(void *user, const char *problem)
{
	struct ui *ui = user;

	if (ui->focus && ui->focus->place.kind == PLACE_GDB)
		ui->focus = ui->focus_before;
	ui->focus_before = NULL;
	ui->stale = true;
	if (problem)
		ui_told(ui, problem, true);
	ui_changed(ui);
}

char *ui_gdb(void *user, int seat, const char *arguments)
{
	struct ui *ui = user;
	struct slot *slot = shown_of(ui, PLACE_GDB, SEAT_NONE), *before = ui->focus;
	char *problem;

	if (slot && session_gdb_seat(ui->session) == seat && !*arguments) {
		give_focus(ui, slot);
		return NULL;
	}
	problem = session_gdb(
		ui->session, seat, arguments,
		&(struct session_gdb){
			.columns = ui->width - 2, .rows = ui->height / 2, .printed = printed, .ended = ended},
		ui);
	if (problem)
		return problem;
	ui_place(ui); /* its pane must exist before it prints */
	slot = shown_of(ui, PLACE_GDB, SEAT_NONE);
	if (!slot)
		return NULL; /* the screen is too small for any pane */
	pane_gdb_begins(slot->pane);
	ui->focus_before = before;
	give_focus(ui, slot);
	return NULL;
}

/* ---- agents' terminals ---- */

char *ui_terminal(void *user, int seat)
{
	struct ui *ui = user;
	const struct setup *setup = &session_match(ui->session)->setup;
	struct slot *slot;

	if (setup->seat[seat].kind == SEAT_HUMAN)
		return bytes_text("a person sits on seat %d: only agents have terminals", seat);
	if (setup->seat[seat].kind == SEAT_FREE)
		return bytes_text("nobody sits on seat %d", seat);
	if (!session_has_terminals(ui->session))
		return bytes_text("the agents have no terminals here (--stderr-pipe)");
	if (!(slot = shown_of(ui, PLACE_TERMINAL, seat))) {
		ui->layout = layout_named("terminals");
		ui->zoomed = false;
		ui_place(ui);
		slot = shown_of(ui, PLACE_TERMINAL, seat);
	}
	if (!slot)
		return bytes_text("this screen is too small for another pane");
	give_focus(ui, slot);
	if (!session_is_live(ui->session) || session_state(ui->session) == JUDGE_OVER)
		ui_say(ui, ROLE_GOOD,
		       bytes_text("%s: seat %d wrote this to its terminal, and nothing can be typed there",
				  situation_words(situation_of(&ui->console)), seat));
	return NULL;
}
