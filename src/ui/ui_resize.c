/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_resize.c - a person moves the border between two panes, by a command or with the mouse, and ringside
 * keeps where it is.
 *
 * A border that is dragged follows the mouse.  Each report of the terminal places it anew; frames.c draws it
 * at most sixty times a second.
 *
 * $XDG_STATE_HOME/ringside/sizes keeps the borders: an INI file with a section such as [gomocup wide] for
 * each system and layout.  `columns` has the borders behind the columns, `rows 1` those below the panes of
 * the second column.  */
#include "ringside/bytes.h"
#include "ringside/config_file.h"
#include "ringside/layout.h"
#include "ringside/state.h"
#include "ringside/text_file.h"
#include "screen.h"
#include "ui_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAYOUTS_MOST = 16 };

/* A border further away than any screen is wide.  */
enum { SHIFT_MOST = 1000 };

struct sizes {
	char *system;
	char *path; /* NULL: nothing is remembered */
	struct size {
		const char *layout; /* static */
		struct layout_shifts shifts;
		bool changed;
	} list[LAYOUTS_MOST];
	int count;
};

static struct size *size_of(struct sizes *sizes, const char *layout)
{
	const char *name = layout_named(layout);

	for (int i = 0; i < sizes->count; i++)
		if (sizes->list[i].layout == name)
			return &sizes->list[i];
	if (!name || sizes->count == LAYOUTS_MOST)
		return NULL;
	sizes->list[sizes->count].layout = name;
	return &sizes->list[sizes->count++];
}

static void read_numbers(const char *text, int *numbers, int count)
{
	for (int i = 0; i < count; i++) {
		char *end;
		long number = strtol(text, &end, 10);

		if (end == text || number < -SHIFT_MOST || number > SHIFT_MOST)
			return;
		numbers[i] = (int)number;
		text = end;
	}
}

/* Calls `each` for each part of the shifts: its name and its numbers.  */
static void each_part(struct layout_shifts *shifts, const char *section, struct bytes *text,
		      void (*each)(struct bytes *text, const char *section, const char *name, int *numbers,
				   int count))
{
	each(text, section, "columns", shifts->column, LAYOUT_COLUMNS);
	for (int c = 0; c < LAYOUT_COLUMNS; c++) {
		char name[] = {'r', 'o', 'w', 's', ' ', (char)('0' + c), '\0'};

		each(text, section, name, shifts->row[c], LAYOUT_ROWS);
	}
}

static void get_part(struct bytes *text, const char *section, const char *name, int *numbers, int count)
{
	char *value = ini_get(text, section, name);

	if (value)
		read_numbers(value, numbers, count);
	free(value);
}

static char *section_of(const struct sizes *sizes, const char *layout)
{
	return bytes_text("%s %s", sizes->system, layout);
}

struct sizes *sizes_new(const char *system)
{
	static const char *const layouts[] = {
#define X(name, help) name,
		LAYOUTS(X)
#undef X
	};
	struct sizes *sizes = bytes_new(sizeof(*sizes));
	struct bytes text = {0};

	sizes->system = bytes_text("%s", system);
	sizes->path = state_path("sizes");
	if (sizes->path && access(sizes->path, R_OK) == 0)
		free(text_file_read(sizes->path, &text));
	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]) && text.size; i++) {
		char *section = section_of(sizes, layouts[i]);
		struct size *size = size_of(sizes, layouts[i]);

		if (size)
			each_part(&size->shifts, section, &text, get_part);
		free(section);
	}
	bytes_free(&text);
	return sizes;
}

static void put_part(struct bytes *text, const char *section, const char *name, int *numbers, int count)
{
	struct bytes value = {0};

	for (int i = 0; i < count; i++)
		bytes_addf(&value, "%s%d", i ? " " : "", numbers[i]);
	ini_put(text, section, name, value.at);
	bytes_free(&value);
}

static void write_changed(struct sizes *sizes)
{
	struct bytes text = {0};

	if (access(sizes->path, R_OK) == 0)
		free(text_file_read(sizes->path, &text));
	for (int i = 0; i < sizes->count; i++) {
		char *section = section_of(sizes, sizes->list[i].layout);

		if (sizes->list[i].changed)
			each_part(&sizes->list[i].shifts, section, &text, put_part);
		free(section);
	}
	free(config_file_write(sizes->path, &text));
	bytes_free(&text);
}

void sizes_free(struct sizes *sizes)
{
	bool changed = false;

	if (!sizes)
		return;
	for (int i = 0; i < sizes->count; i++)
		changed = changed || sizes->list[i].changed;
	if (changed && sizes->path)
		write_changed(sizes);
	free(sizes->system);
	free(sizes->path);
	free(sizes);
}

const struct layout_shifts *sizes_of(const struct sizes *sizes, const char *layout)
{
	for (int i = 0; sizes && i < sizes->count; i++)
		if (strcmp(sizes->list[i].layout, layout) == 0)
			return &sizes->list[i].shifts;
	return NULL;
}

/* Remembers where they are.  */
static void sizes_put(struct sizes *sizes, const char *layout, const struct layout_shifts *shifts)
{
	struct size *size = size_of(sizes, layout);

	if (!size)
		return;
	size->shifts = *shifts;
	size->changed = true;
}

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
