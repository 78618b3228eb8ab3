/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_keys.c - passes typed bytes to the prompt, or as keys to the focused pane or the bindings; and the
 * mouse, which also moves the borders between panes.
 *
 * A key is looked up in the overlay's rows while one is open, else in those of the focused pane, then given
 * to the pane's key(), then looked up in `bindings`.  */
#include "ui_state.h"

#include "boards/shared.h"
#include "prompt.h"
#include "ringside/board.h"
#include "ringside/ini.h"
#include "ringside/installed.h"
#include "ringside/protocol.h"
#include "ringside/text_file.h"
#include "screen.h"
#include "tour.h"
#include <curses.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { ESCAPE = 27, KEY_NAME = 16, CTRL_C = 'C' & 31, CTRL_L = 'L' & 31, CTRL_Z = 'Z' & 31 };

#define DOUBLE_CLICK (NS_PER_S / 2)

/* ---- borders ----
 *
 * A person moves the border between two panes, by a command or with the mouse, and ringside keeps where it
 * is. A border that is dragged follows the mouse.  Each report of the terminal places it anew; ui.c draws it
 * at most sixty times a second.
 *
 * $XDG_STATE_HOME/ringside/sizes keeps the borders: an INI file with a section such as [gomocup wide] for
 * each system and layout.  `columns` has the borders behind the columns, `rows 1` those below the panes of
 * the second column.  */

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
	FREED char *value = ini_get(text, section, name);

	if (value)
		read_numbers(value, numbers, count);
}

static char *section_of(const struct sizes *sizes, const char *layout)
{
	return bytes_text("%s %s", sizes->system, layout);
}

struct sizes *sizes_new(const char *system)
{
	struct sizes *sizes = bytes_new(sizeof(*sizes));
	FREED_BY(bytes_free) struct bytes text = {0};

	sizes->system = bytes_text("%s", system);
	sizes->path = state_path("sizes");
	if (sizes->path && access(sizes->path, R_OK) == 0)
		free(text_file_read(sizes->path, &text));
	for (int i = 0; layout_names[i] && text.size; i++) {
		FREED char *section = section_of(sizes, layout_names[i]);
		struct size *size = size_of(sizes, layout_names[i]);

		if (size)
			each_part(&size->shifts, section, &text, get_part);
	}
	return sizes;
}

static void put_part(struct bytes *text, const char *section, const char *name, int *numbers, int count)
{
	FREED_BY(bytes_free) struct bytes value = {0};

	for (int i = 0; i < count; i++)
		bytes_addf(&value, "%s%d", i ? " " : "", numbers[i]);
	ini_put(text, section, name, value.at);
}

void sizes_free(struct sizes *sizes)
{
	struct bytes text = {0};
	bool changed = false;

	if (!sizes)
		return;
	if (sizes->path && access(sizes->path, R_OK) == 0)
		free(text_file_read(sizes->path, &text));
	for (int i = 0; i < sizes->count; i++) {
		FREED char *section = section_of(sizes, sizes->list[i].layout);

		if (sizes->list[i].changed)
			each_part(&sizes->list[i].shifts, section, &text, put_part);
		changed = changed || sizes->list[i].changed;
	}
	if (changed && sizes->path)
		free(config_file_write(sizes->path, &text));
	bytes_free(&text);
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
	int *shift = column ? &shifts.column[before->place.column]
			    : &shifts.row[before->place.column][before->place.row];
	int now, unmoved;

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
	if (strcmp(how, "full") == 0) {
		ui->zoomed = !ui->zoomed;
		ui->stale = true;
		return NULL;
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		int step = ways[i].step;

		if (strcmp(ways[i].how, how) != 0)
			continue;
		if (ui->zoomed || !ui->focus || ui->focus->place.column < 0)
			return bytes_text("this pane has a size of its own%s",
					  ui->zoomed ? ": `resize full` shows all panes again" : "");
		if (!beside(ui, ui->focus, ways[i].column, 1)) { /* the border before it moves */
			before = beside(ui, ui->focus, ways[i].column, -1);
			step = -step;
		}
		if (!before || !move_border(ui, before, ways[i].column,
					    edge_of(&before->pane->area, ways[i].column) + step * by))
			return bytes_text("the pane cannot become %s", how);
		return NULL;
	}
	return bytes_text("expected full, reset, wider, narrower, taller or shorter, not \"%s\"", how);
}

/* The pane whose far edge is here, or the one before the pane whose near edge is here.  */
static const struct slot *border_at(const struct ui *ui, int y, int x, bool column)
{
	for (int i = 0; i < ui->shown_count; i++) {
		const struct slot *slot = ui->shown[i];
		const struct area *area = &slot->pane->area;

		if (slot->place.column < 0 || !area_holds(*area, y, x))
			continue;
		if ((column ? x + 1 == area->x + area->width : y + 1 == area->y + area->height) &&
		    beside(ui, slot, column, 1))
			return slot;
		if (column ? x == area->x : y == area->y)
			return beside(ui, slot, column, -1);
	}
	return NULL;
}

/* The mouse button goes down: it may hold a border.  */
static void hold_border(struct ui *ui, int y, int x)
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

/* The mouse holds none any more.  */
static void drop_border(struct ui *ui)
{
	if (ui->drag.before)
		mouse_follow(false);
	ui->drag = (struct drag){0};
}

/* ---- keys ---- */

/* The first of two keys with one name is the one that it means.  */
static const struct {
	unsigned key;
	bool is_code;
	const char *name;
} named_keys[] = {
	{' ', false, "space"},         {'\t', false, "tab"},
	{'\r', false, "enter"},        {'\n', false, "enter"},
	{ESCAPE, false, "escape"},     {KEY_LEFT, true, "left"},
	{KEY_RIGHT, true, "right"},    {KEY_UP, true, "up"},
	{KEY_DOWN, true, "down"},      {KEY_HOME, true, "home"},
	{KEY_END, true, "end"},        {KEY_PPAGE, true, "pageup"},
	{KEY_NPAGE, true, "pagedown"}, {KEY_BTAB, true, "backtab"},
	{KEY_ENTER, true, "enter"},    {KEY_BACKSPACE, true, "backspace"},
	{KEY_DC, true, "delete"},      {KEY_IC, true, "insert"},
};
enum { NAMED_KEYS = sizeof(named_keys) / sizeof(named_keys[0]) };

/* The name of a key as in the bindings; "": it has none.  */
static void name_key(unsigned key, bool is_code, char name[KEY_NAME])
{
	mbstate_t state = {0};
	char bytes[MB_LEN_MAX];
	size_t size;

	name[0] = '\0';
	for (int i = 0; i < NAMED_KEYS; i++)
		if (named_keys[i].key == key && named_keys[i].is_code == is_code) {
			strcpy(name, named_keys[i].name);
			return;
		}
	if (is_code) {
		if (key > KEY_F0 && key <= KEY_F(63))
			snprintf(name, KEY_NAME, "F%u", key - KEY_F0);
		return;
	}
	if (key < ' ') {
		snprintf(name, KEY_NAME, "^%c", (char)(key + '@'));
		return;
	}
	size = wcrtomb(bytes, (wchar_t)key, &state);
	if (size < KEY_NAME) {
		memcpy(name, bytes, size);
		name[size] = '\0';
	}
}

/* The key of such a name.  False: there is none.  */
static bool key_named(const char *name, unsigned *key, bool *is_code)
{
	mbstate_t state = {0};
	wchar_t character;

	for (int i = 0; i < NAMED_KEYS; i++)
		if (strcmp(named_keys[i].name, name) == 0) {
			*key = named_keys[i].key;
			*is_code = named_keys[i].is_code;
			return true;
		}
	*is_code = name[0] == 'F' && name[1];
	if (*is_code) {
		*key = KEY_F((unsigned)atoi(name + 1));
		return true;
	}
	if (name[0] == '^' && name[1]) {
		*key = name[1] & 31;
		return true;
	}
	if (mbrtowc(&character, name, strlen(name), &state) != strlen(name))
		return false;
	*key = (unsigned)character;
	return true;
}

bool ui_pane_takes(const struct ui *ui, const char *name)
{
	const struct pane *pane = ui->focus && !ui->overlay.open ? ui->focus->pane : NULL;
	unsigned key;
	bool is_code;

	return pane && pane->ops->takes && key_named(name, &key, &is_code) && !is_code &&
	       pane->ops->takes(pane, key);
}

static void entered(void *user, char *line)
{
	struct ui *ui = user;

	screen_raw(false);
	if (line)
		ui_run(ui, line);
	free(line);
	ui_changed(ui);
}

/* Opens the prompt with this line.  */
static void open_prompt(struct ui *ui, const char *line)
{
	screen_raw(true);
	prompt_open(":", line + strspn(line, " "), entered, ui);
}

/* Asks for the letter that a line waits for: the first one of a word of its command, if that has words.  */
static char *letter_question(const char *line)
{
	FREED char *name = bytes_copy(line, strcspn(line, " "));
	const struct command *command = command_named(name);
	struct bytes text = {0};

	for (int i = 0;
	     command && command->words && strcmp(line + strlen(name), " *") == 0 && command->words[i]; i++)
		if (command->words[i][0] >= 'a' && command->words[i][0] <= 'z')
			bytes_addf(&text, "%c: %s  ", command->words[i][0], command->words[i]);
	if (!text.size)
		bytes_add_text(&text, "which letter, a to z? ");
	bytes_add_text(&text, "Esc: none");
	return text.at;
}

/* Runs the command line of a key.  */
static void obey(struct ui *ui, const char *line)
{
	size_t size = strlen(line);
	char *last;

	if (size && line[size - 1] == '*') {
		ui->letter_line = line;
		ui_status(ui, ROLE_STRONG, letter_question(line));
		return;
	}

	if (size && line[size - 1] == ' ') {
		open_prompt(ui, line);
		return;
	}
	last = ui->last_line; /* an empty line does not repeat a key */
	ui->last_line = NULL;
	ui->console.by_key = true;
	ui_run(ui, line);
	ui->console.by_key = false;
	free(ui->last_line);
	ui->last_line = last;
}

/* Runs the line that the board wants, or opens the prompt with it.  */
static void obey_board(struct ui *ui)
{
	const char *line = ui->view.board_line;

	ui->view.board_line = NULL;
	if (line)
		obey(ui, line);
}

/* The letter that the last key waits for.  Another key ends the wait.  */
static void take_letter(struct ui *ui, const char *key)
{
	const char *line = ui->letter_line;
	FREED char *whole = bytes_text("%.*s%s", (int)strlen(line) - 1, line, key);

	ui->letter_line = NULL;
	if (key[0] >= 'a' && key[0] <= 'z' && !key[1])
		obey(ui, whole);
}

/* A key that the system's board may have.  False: it has not.  */
static bool toggle(struct ui *ui, const char *key)
{
	const char *system = session_match(ui->session)->setup.system;
	int i = toggle_of_key(system, key);
	char *line;

	if (i < 0)
		return false;
	line = bytes_text("set %s", toggles_of(system)[i].name);
	obey(ui, line);
	free(line);
	return true;
}

/* The key does nothing: says why.  Escape does nothing anywhere, and nobody wonders.  */
static void tell_nothing(struct ui *ui, const char *key)
{
	const struct binding *binding = binding_of(key, ~0u);
	const struct protocol *protocol;
	struct bytes boards = {0};
	char *why = NULL;

	if (!*key || strcmp(key, "escape") == 0)
		return;
	if (binding)
		why = bytes_text("%s", situation_lacking(binding->when, situation_of(&ui->console)));
	for (int i = 0; i < ui->shown_count && !why; i++)
		if (binding_in(ui->shown[i]->pane->ops->keys, key, ~0u))
			why = bytes_text("it belongs to panes such as [%d]", i + 1);
	for (int i = 0; !why && (protocol = protocol_at(i)); i++)
		if (toggle_of_key(protocol->name, key) >= 0)
			bytes_addf(&boards, "%s%s", boards.size ? ", " : "it belongs to the board of ",
				   protocol->name);
	why = why ? why : boards.at;
	ui_status(ui, ROLE_WARNING,
		  bytes_text("%s does nothing here: %s", key, why ? why : "? shows the keys"));
	free(why);
}

/* The selected link of the overlay: goes to its message, or opens the prompt with its command.  */
static void follow_link(struct ui *ui)
{
	const struct overlay_link *link = overlay_selected(&ui->overlay);
	char *line = link && !link->message ? overlay_command(&ui->overlay, link) : NULL, *problem;
	int64_t message = link ? link->message : 0;

	if (!link)
		return;
	overlay_close(&ui->overlay);
	if (line)
		open_prompt(ui, line);
	else if ((problem = ui->console.show(ui, message)))
		ui_status(ui, ROLE_ALARM, problem);
	free(line);
	ui_changed(ui);
}

static void press(struct ui *ui, unsigned key, bool is_code);

/* Was the pane clicked for the second time at this place?  */
static bool is_double(struct ui *ui, int y, int x)
{
	int64_t now = loop_now();
	bool again = ui->click_y == y && ui->click_x == x && now - ui->clicked_ns < DOUBLE_CLICK;

	ui->click_y = y;
	ui->click_x = x;
	ui->clicked_ns = again ? 0 : now;
	return again;
}

/* While the mouse holds the timeline, it goes where the mouse goes, in any row.  Only then does the terminal
 * report the way.  */
static void scrub(struct ui *ui, int x, int button)
{
	bool holds_it = button == 1 || button == MOUSE_DRAGGED;

	if (holds_it != ui->scrubbing)
		mouse_follow(holds_it);
	ui->scrubbing = holds_it;
	if (button)
		ui->timeline->ops->click(ui->timeline, 0, x - ui->areas.timeline.x,
					 button == MOUSE_DRAGGED ? 1 : button);
}

/* The hint at column x of the screen, in the line of the hints; NULL: none.  */
static const struct binding *hint_at(const struct hints *hints, int x)
{
	x -= hints->area.x;
	for (int i = 0; i < hints->count; i++)
		if (x >= hints->at[i].x && x < hints->at[i].x + hints->at[i].width)
			return hints->at[i].binding;
	return NULL;
}

static void clicked(struct ui *ui)
{
	struct layout_request request = ui_layout_request(ui, ui->layout);
	const struct drag *drag = &ui->drag;
	const struct binding *enter, *hint;
	int y, x, button;
	unsigned key;
	bool is_code;

	if (!mouse_event(&y, &x, &button) || ui_too_small(ui))
		return;
	if (ui->scrubbing && (!button || button == MOUSE_DRAGGED)) {
		scrub(ui, x, button);
		return;
	}
	if (button == MOUSE_DRAGGED || !button) { /* the border that it holds is where the mouse is */
		if (drag->before && drag->layout == layout_shown(&request) && !ui->zoomed)
			move_border(ui, drag->before, drag->column, (drag->column ? x : y) + drag->off);
		if (!button) /* it goes up: what its click said stays */
			drop_border(ui);
		return;
	}
	drop_border(ui);
	if (!ui->leaving)
		ui_status(ui, ROLE_TEXT, NULL);
	if (area_holds(ui->hints.area, y, x)) {
		if (button == 1 && (hint = hint_at(&ui->hints, x)) && key_named(hint->key, &key, &is_code))
			press(ui, key, is_code);
		return;
	}
	if (area_holds(ui->areas.timeline, y, x)) {
		scrub(ui, x, button);
		return;
	}
	if (ui->overlay.open) {
		if (overlay_click(&ui->overlay, y, x, button) == OVERLAY_FOLLOW)
			follow_link(ui);
		return;
	}
	if (button == 1)
		hold_border(ui, y, x);
	for (int i = 0; i < ui->shown_count; i++) {
		struct slot *slot = ui->shown[i];
		struct pane *pane = slot->pane;

		if (!area_holds(pane->area, y, x))
			continue;
		if (button < 4)
			ui->focus = slot;
		y -= pane->area.y + ui_has_frames(ui);
		x -= pane->area.x + ui_has_frames(ui);
		enter = button == 1 && is_double(ui, y, x)
				? binding_in(pane->ops->keys, "enter", situation_of(&ui->console))
				: NULL;
		if (pane->ops->click && y >= 0 && x >= 0 && y < slot->height && x < slot->width)
			pane->ops->click(pane, y, x, button);
		if (enter)
			obey(ui, enter->line);
		return;
	}
}

/* Answers the question of asked_line.  */
static void answer_start(struct ui *ui, bool yes)
{
	FREED char *line = ui->asked_line;

	ui->asked_line = NULL;
	overlay_close(&ui->overlay);
	ui_status(ui, ROLE_TEXT, yes ? NULL : bytes_text("nothing was started"));
	session_answer(ui->session, yes);
	if (yes)
		ui_run(ui, line);
}

/* Answers the question of a command, or whether to start programs.  Keys of the keypad scroll the latter;
 * the mouse is dropped, since what it does would change what is asked.  */
static void answer(struct ui *ui, unsigned key, bool is_code)
{
	enum reply reply = key_reply(key, is_code);
	FREED char *line = NULL;
	int y, x, button;

	if (is_code && key == KEY_MOUSE) {
		mouse_event(&y, &x, &button);
	} else if (ui->asked_line && is_code) {
		overlay_key(&ui->overlay, key, true);
	} else if (reply == REPLY_NONE) {
		return;
	} else if (ui->asked_line) {
		answer_start(ui, reply == REPLY_YES);
	} else {
		line = bytes_text("%s", ui->confirm_line);
		ui_status(ui, ROLE_TEXT, NULL);
		ui->console.confirmed = true;
		if (reply == REPLY_YES)
			ui_run(ui, line);
		ui->console.confirmed = false;
	}
	ui_changed(ui);
}

/* ^C pauses the match, and ends the script. If the panes could not be read to their end, or were to be read
 * next, they stay as they are until the next key.  */
static void interrupt(struct ui *ui)
{
	enum judge_state state = session_state(ui->session);
	bool live = session_is_live(ui->session), dropped = ui_script_drop(ui);

	if (live && state != JUDGE_PAUSED && state != JUDGE_OVER) {
		ui_run(ui, "pause");
	} else if (ui->cut_off || (ui->frames.due && !live)) {
		ui->stopped = true;
		ui_status(ui, ROLE_TEXT, bytes_text("stopped reading the match file: ^L goes on, q leaves"));
	} else if (!dropped) {
		ui_status(ui, ROLE_TEXT, bytes_text("press q to leave"));
	}
}

/* A key while an overlay is open: its own rows, its own keys, then the rows that hold over a text.  */
static void press_over_text(struct ui *ui, unsigned key, bool is_code, const char *name, unsigned situation)
{
	const struct binding *binding = binding_in(ui->overlay.keys, name, situation);

	if (binding) {
		obey(ui, binding->line);
		return;
	}
	switch (overlay_key(&ui->overlay, key, is_code)) {
	case OVERLAY_FOLLOW: follow_link(ui); return;
	case OVERLAY_NOTHING: return;
	case OVERLAY_PASS: break;
	}
	binding = binding_of(name, WHEN_TEXT);
	if (!is_code && key == CTRL_C)
		interrupt(ui);
	else if (!is_code && key == CTRL_L)
		screen_redraw();
	else if (binding && binding->when & WHEN_TEXT)
		obey(ui, binding->line);
	else if (*name && strcmp(name, "resize") != 0)
		ui_status(ui, ROLE_WARNING, bytes_text("%s does nothing in a text: q closes it", name));
}

/* The binding that the config gives a function key or a key with Ctrl: it wins over the pane's, so that an
 * agent's terminal can be left with it.  NULL: there is none.  */
static const struct binding *own_chord(const char *name, unsigned situation)
{
	const struct binding *binding =
		name[0] && name[1] && strchr("F^", name[0]) ? binding_of(name, situation) : NULL;

	return binding && !binding_is_usual(binding) ? binding : NULL;
}

static void press(struct ui *ui, unsigned key, bool is_code)
{
	const struct binding *binding;
	struct pane *pane = ui->focus && !ui->overlay.open ? ui->focus->pane : NULL;
	unsigned situation = situation_of(&ui->console);
	char name[KEY_NAME];

	name_key(key, is_code, name);
	ui->stopped = false;
	if (ui->confirm_line || ui->asked_line) {
		answer(ui, key, is_code);
		return;
	}
	if (!ui->leaving && !(is_code && key == KEY_MOUSE))
		ui_status(ui, ROLE_TEXT, NULL);
	if (ui->letter_line && !(is_code && key == KEY_MOUSE)) {
		take_letter(ui, name);
	} else if (is_code && key == KEY_MOUSE) {
		clicked(ui);
		obey_board(ui);
	} else if (!is_code && key == CTRL_Z) {
		ui_suspend(ui);
	} else if (tour_key(ui, name)) {
		return;
	} else if (ui->overlay.open) {
		press_over_text(ui, key, is_code, name, situation);
	} else if ((binding = own_chord(name, situation))) {
		obey(ui, binding->line);
	} else if (!ui_too_small(ui) && pane && (binding = binding_in(pane->ops->keys, name, situation))) {
		obey(ui, binding->line);
	} else if (!ui_too_small(ui) && pane && pane->ops->key && pane->ops->key(pane, key, is_code)) {
		obey_board(ui);
	} else if (!is_code && key == CTRL_C) {
		interrupt(ui);
	} else if (!is_code && key == CTRL_L) {
		screen_redraw();
	} else if ((binding = binding_of(name, situation))) {
		obey(ui, binding->line);
	} else if (!toggle(ui, name)) {
		tell_nothing(ui, name);
	}
}

/* ---- a move is typed ----
 *
 * A person who knows other programs types e4 on the board.  Its letters have other meanings, too, so the
 * first one waits a moment for the second.  If a move begins with both, the prompt opens with them.  */

#define TYPED_WAIT (NS_PER_S / 2)

/* The letter was none of a move: it does what else it does.  */
static void release_typed(struct ui *ui)
{
	unsigned key = (unsigned char)ui->typed[0];
	bool done = ui->typed_done;

	loop_at(ui->typed_timer, INT64_MAX);
	ui->typed[0] = '\0';
	if (key && !done)
		press(ui, key, false);
}

void ui_typed_late(void *user, int events UNUSED)
{
	struct ui *ui = user;

	release_typed(ui);
	ui_changed(ui);
}

/* Opens the prompt with the beginning of the move, or plays it.  */
static void take_typed(struct ui *ui, const char *text, bool plays)
{
	FREED char *line = bytes_text("play %s", text);

	loop_at(ui->typed_timer, INT64_MAX);
	ui->typed[0] = '\0';
	ui_status(ui, ROLE_TEXT, NULL);
	(plays ? obey : open_prompt)(ui, line);
}

static void pressed(struct ui *ui, unsigned key, bool is_code);

/* The key behind a letter that may have opened the prompt.  */
static void press_next(struct ui *ui, unsigned key, bool is_code)
{
	char byte = (char)key;

	if (!prompt_is_open() && !ui->offered_line)
		pressed(ui, key, is_code);
	else if (!is_code && key < 0x80)
		screen_unread(&byte, 1);
}

static void pressed(struct ui *ui, unsigned key, bool is_code)
{
	const struct pane *pane = ui->focus && !ui->overlay.open && !ui->letter_line && !ui_too_small(ui)
					  ? ui->focus->pane
					  : NULL;
	char text[3] = {ui->typed[0], '\0', '\0'};
	bool asked = ui->confirm_line || ui->asked_line;
	enum typing typing = TYPING_NOTHING;

	text[strlen(text)] = is_code || key < ' ' || key > '~' ? '\0' : (char)key;
	if (!asked && pane && pane->ops->types && *text)
		typing = pane->ops->types(pane, text);
	if (ui->typed[0] && !text[1] && typing == TYPING_MOVE && grid_is_enter(key, is_code)) {
		take_typed(ui, text, true);
	} else if (ui->typed[0] && (typing == TYPING_NOTHING || !text[1])) {
		release_typed(ui);
		press_next(ui, key, is_code);
	} else if (typing == TYPING_WHOLE || (typing && text[1])) {
		take_typed(ui, text, false);
	} else if (typing) {
		ui->typed_done = strchr("hjkl", *text); /* it moves the cursor, which does no harm */
		if (ui->typed_done)
			press(ui, key, is_code);
		else
			ui_status(ui, ROLE_TEXT, bytes_text("%s…", text));
		ui->typed[0] = *text;
		loop_at(ui->typed_timer, loop_now() + TYPED_WAIT);
	} else {
		press(ui, key, is_code);
	}
}

void ui_typed(struct ui *ui)
{
	char bytes[4096];
	unsigned key;
	bool is_code;

	for (;;) {
		if (ui->offered_line) /* the line that a command wants */
			open_prompt(ui, ui->offered_line);
		free(ui->offered_line);
		ui->offered_line = NULL;
		if (prompt_is_open()) {
			size_t size = screen_bytes(bytes, sizeof(bytes)), taken;

			if (!size)
				return;
			ui->notice.pressed_ns = loop_now();
			taken = prompt_bytes(bytes, size);
			if (taken < size)
				screen_unread(bytes + taken, size - taken);
		} else if (screen_key(&key, &is_code)) {
			ui->notice.pressed_ns = loop_now();
			pressed(ui, key, is_code);
		} else {
			return;
		}
	}
}
