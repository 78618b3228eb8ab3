/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_resize.c - a person moves the border between two panes, by a command or with the mouse.
 *
 * A border that is dragged follows the mouse.  Each report of the terminal places it anew; frames.c draws it
 * at most sixty times a second.  */
#include "ui_state.h"

#include "mouse.h"

#include <stdlib.h>
#include <string.h>

/* The shown pane beside this one in the same row of columns: the nearest column behind it (step 1) or before
 * it (step -1), or in its column the pane below (step 1) or above it.  NULL: there is none.  */
static const struct slot *beside(const struct ui *ui, const struct slot *slot, bool column, int step)
{
	const struct slot *found = NULL;

	for (int i = 0; i < ui->shown_count; i++) {
		const struct slot *other = ui->shown[i];
		int far = column ? other->place.column - slot->place.column
				 : other->place.row - slot->place.row;

		if (other->place.column < 0 || far * step <= 0 ||
		    (!column && other->place.column != slot->place.column))
			continue;
		if (!found || far * step < step * (column ? found->place.column - slot->place.column
							  : found->place.row - slot->place.row))
			found = other;
	}
	return found;
}

/* How far the border behind this pane was moved, in the shifts.  */
static int *shift_of(struct layout_shifts *shifts, const struct slot *before, bool column)
{
	return column ? &shifts->column[before->place.column]
		      : &shifts->row[before->place.column][before->place.row];
}

/* The far edge of the pane, which the border is.  */
static int edge_of(const struct area *area, bool column)
{
	return column ? area->x + area->width : area->y + area->height;
}

/* Where that edge would be.  */
static int edge_in(const struct layout_request *request, const struct slot *slot, bool column)
{
	struct place places[LAYOUT_PLACES];
	int count = layout_places(request, places);

	for (int i = 0; i < count; i++)
		if (places[i].column == slot->place.column && places[i].row == slot->place.row)
			return edge_of(&places[i].area, column);
	return edge_of(&slot->pane->area, column);
}

/* Moves the border behind the pane there, or as far as there is room. What it was really moved is kept, so
 * that it comes back at once.  False: it stays where it is.  */
static bool move_border(struct ui *ui, const struct slot *before, bool column, int to)
{
	struct layout_request request = ui_layout_request(ui, ui->layout);
	const char *layout = layout_shown(&request);
	const struct layout_shifts *were = sizes_of(ui->sizes, layout);
	struct layout_shifts shifts = were ? *were : (struct layout_shifts){0};
	int *shift = shift_of(&shifts, before, column), now, unmoved;

	request.shifts = &shifts;
	now = edge_in(&request, before, column);
	*shift = 0;
	unmoved = edge_in(&request, before, column);
	*shift = to - unmoved;
	*shift = edge_in(&request, before, column) - unmoved;
	if (unmoved + *shift == now)
		return false;
	sizes_put(ui->sizes, layout, &shifts);
	ui->stale = true;
	return true;
}

char *ui_resize(void *user, const char *how, int by)
{
	static const struct {
		const char *how;
		bool column;
		int step;
	} ways[] = {{"wider", true, 1}, {"narrower", true, -1}, {"taller", false, 1}, {"shorter", false, -1}};
	struct ui *ui = user;
	struct layout_request request = ui_layout_request(ui, ui->layout);
	const struct slot *before = ui->focus;
	static const struct layout_shifts usual;

	if (strcmp(how, "reset") == 0) {
		sizes_put(ui->sizes, layout_shown(&request), &usual);
		ui->stale = true;
		return NULL;
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		int step = ways[i].step;

		if (strcmp(ways[i].how, how) != 0)
			continue;
		if (ui->zoomed || !ui->focus || ui->focus->place.column < 0)
			return bytes_text("this pane has a size of its own%s",
					  ui->zoomed ? ": zoom shows all panes again" : "");
		if (!beside(ui, ui->focus, ways[i].column, 1)) { /* the border before it moves */
			before = beside(ui, ui->focus, ways[i].column, -1);
			step = -step;
		}
		if (!before || !move_border(ui, before, ways[i].column,
					    edge_of(&before->pane->area, ways[i].column) + step * by))
			return bytes_text("the pane cannot become %s", how);
		return NULL;
	}
	return bytes_text("expected wider, narrower, taller, shorter or reset, not \"%s\"", how);
}

/* ---- the mouse ---- */

/* The pane whose far edge is here, or the one before the pane whose near edge is here.  */
static const struct slot *border_at(const struct ui *ui, int y, int x, bool column)
{
	for (int i = 0; i < ui->shown_count; i++) {
		const struct slot *slot = ui->shown[i];
		const struct area *area = &slot->pane->area;

		if (slot->place.column < 0 || y < area->y || y >= area->y + area->height || x < area->x ||
		    x >= area->x + area->width)
			continue;
		if ((column ? x + 1 == area->x + area->width : y + 1 == area->y + area->height) &&
		    beside(ui, slot, column, 1))
			return slot;
		if (column ? x == area->x : y == area->y)
			return beside(ui, slot, column, -1);
	}
	return NULL;
}

void ui_hold_border(struct ui *ui, int y, int x)
{
	struct layout_request request = ui_layout_request(ui, ui->layout);
	struct drag *drag = &ui->drag;

	*drag = (struct drag){.column = true, .layout = layout_shown(&request)};
	if (!ui->zoomed && !(drag->before = border_at(ui, y, x, true))) {
		drag->column = false;
		drag->before = border_at(ui, y, x, false);
	}
	if (!drag->before)
		return;
	drag->off = edge_of(&drag->before->pane->area, drag->column) - (drag->column ? x : y);
	mouse_follow(true);
}

void ui_drag_border(struct ui *ui, int y, int x)
{
	struct layout_request request = ui_layout_request(ui, ui->layout);
	const struct drag *drag = &ui->drag;

	if (drag->before && drag->layout == layout_shown(&request) && !ui->zoomed)
		move_border(ui, drag->before, drag->column, (drag->column ? x : y) + drag->off);
}

void ui_drop_border(struct ui *ui)
{
	if (ui->drag.before)
		mouse_follow(false);
	ui->drag = (struct drag){0};
}
