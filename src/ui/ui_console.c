/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_console.c - what commands do to the screen.  */
#include "ui_state.h"

#include "help.h"
#include "mouse.h"
#include "osc.h"
#include "ringside/nearest.h"
#include "screen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *no_layout(const char *name)
{
	static const char *const names[] = {
#define X(name, help) name,
		LAYOUTS(X)
#undef X
			NULL};

	return words_unknown("layout", name, names);
}

/* Says which layout came.  */
static void tell_layout(struct ui *ui)
{
	static const struct {
		const char *name, *help;
	} rows[] = {
#define X(name, help) {name, help},
		LAYOUTS(X)
#undef X
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].name, ui->layout) == 0)
			ui_say(ui, ROLE_GOOD, bytes_text("layout %s: %s", rows[i].name, rows[i].help));
}

static char *set_layout(void *user, const char *name)
{
	struct ui *ui = user;
	struct layout_request request;

	if (name && !layout_exists(name))
		return no_layout(name);
	request = ui_layout_request(ui, ui->layout);
	if (name && strcmp(name, "channels") == 0 && strcmp(ui->layout, name) == 0 &&
	    layout_one_seat(&request))
		ui->channel_seat = layout_next_seat(request.agents, ui->channel_seat, 1);
	for (const char *next = layout_after(ui->layout);; next = layout_after(next))
		if (!name || strcmp(next, name) == 0) {
			ui->layout = next;
			break;
		}
	settings_note(ui->setup.settings, "layout", ui->layout, SETTING_TYPED);
	ui->zoomed = false;
	ui->stale = true;
	if (!name)
		tell_layout(ui);
	return NULL;
}

static char *set_theme(void *user, const char *name)
{
	struct ui *ui = user;
	char *problem = theme_load(name);

	if (problem)
		return problem;
	theme_bind(!ui->setup.settings->colour);
	settings_note(ui->setup.settings, "theme", name, SETTING_TYPED);
	ui->overlay.kept = true;
	screen_redraw();
	return NULL;
}

static char *apply(void *user, const char *setting)
{
	struct ui *ui = user;
	struct settings *settings = ui->setup.settings;

	if (strcmp(setting, "theme") == 0)
		return set_theme(ui, settings->theme);
	if (strcmp(setting, "layout") == 0)
		return set_layout(ui, settings->layout);
	if (strcmp(setting, "mouse") == 0)
		mouse_use(settings->mouse);
	if (strcmp(setting, "stop-between") == 0)
		session_stop_between(ui->session, settings->stop_between);
	if (strcmp(setting, "colour") == 0)
		theme_bind(!settings->colour);
	screen_redraw();
	return NULL;
}

/* The place of the focus among the shown panes.  */
static int focus_of(const struct ui *ui)
{
	for (int i = 0; i < ui->shown_count; i++)
		if (ui->shown[i] == ui->focus)
			return i;
	return 0;
}

/* After the last pane of one seat come those of the other, if they are not shown together.  */
static bool goes_to_other_seat(struct ui *ui, int at)
{
	struct layout_request request = ui_layout_request(ui, ui->layout);

	if (strcmp(ui->layout, "channels") != 0 || !layout_one_seat(&request) ||
	    (at >= 0 && at < ui->shown_count) ||
	    layout_next_seat(request.agents, ui->channel_seat, 1) == ui->channel_seat)
		return false;
	ui->channel_seat = layout_next_seat(request.agents, ui->channel_seat, at < 0 ? -1 : 1);
	ui_place(ui);
	ui->focus = ui->shown[at < 0 ? ui->shown_count - 1 : 0];
	return true;
}

static char *set_focus(void *user, const char *which)
{
	struct ui *ui = user;
	int at = focus_of(ui), count = ui->shown_count;
	char *end;

	if (count == 0)
		return bytes_text("no pane is shown");
	if (strcmp(which, "next") == 0) {
		at++;
	} else if (strcmp(which, "previous") == 0) {
		at--;
	} else {
		long number = strtol(which, &end, 10);

		if (*end || end == which || number < 1)
			return bytes_text("expected next, previous or a number from 1, not \"%s\"", which);
		if (number > count)
			return bytes_text("there are only %d panes", count);
		at = (int)number - 1;
	}
	ui->stale = true;
	if (!goes_to_other_seat(ui, at))
		ui->focus = ui->shown[(at + count) % count];
	return NULL;
}

static char *zoom(void *user)
{
	struct ui *ui = user;

	ui->zoomed = !ui->zoomed;
	ui->stale = true;
	return NULL;
}

static char *show_message(void *user, int64_t message)
{
	return ui_show_message(user, message);
}

static void show_details(void *user, int64_t n, bool turned, const char *text)
{
	static const struct binding keys[] = {
		{"J", "message next", "the next message", "next", 0, KEYS_READ},
		{"K", "message previous", "the message before", "previous", 0, KEYS_READ},
		{"x", "message turn", "its bytes in hexadecimal, or as text", "hex", 0, KEYS_READ},
		{"w", "why here", "explain it", "why", 0, KEYS_READ},
		{"y", "yank", "copy it to the terminal's clipboard", "copy", 0, KEYS_READ},
		{0},
	};
	struct ui *ui = user;
	struct match_file *file = session_file(ui->session);
	char *title = bytes_text("message #%" PRId64, n);

	overlay_open(&ui->overlay, title);
	overlay_add_answer(&ui->overlay, text, file ? match_file_last(file) : 0);
	ui->overlay.message = n;
	ui->overlay.turned = turned;
	ui->overlay.keys = keys;
	free(title);
}

static bool is_turned(void *user)
{
	const struct ui *ui = user;

	return ui->overlay.turned;
}

static void copy(void *user, const char *bytes, size_t size)
{
	struct ui *ui = user;

	ui->overlay.kept = true;
	osc_copy(bytes, size);
}

static char *show_help(void *user)
{
	struct ui *ui = user;
	struct help_place place = {.system = session_match(ui->session)->setup.system,
				   .own = ui->focus ? ui->focus->pane->ops->keys : NULL,
				   .width = ui->width};

	overlay_close(&ui->overlay);
	place.situation = situation_of(&ui->console);
	help_open(&ui->overlay, &place);
	return NULL;
}

static unsigned pane_situation(void *user)
{
	const struct ui *ui = user;
	const struct pane *pane = ui->focus ? ui->focus->pane : NULL;
	unsigned listed = ui->setup.listed ? WHEN_LISTED : 0;

	if (ui->overlay.open)
		return listed | WHEN_TEXT;
	if (!pane)
		return listed;
	return listed | (pane->ops->show ? WHEN_MESSAGES : 0) |
	       (pane->ops->typing && pane->ops->typing(pane) ? WHEN_TYPING : 0);
}

static char *redraw(void *user)
{
	struct ui *ui = user;

	ui->overlay.kept = true;
	screen_redraw();
	return NULL;
}

static char *quit(void *user, bool now)
{
	struct ui *ui = user;

	ui->back = !now;
	if (now || ui->leaving || !session_is_live(ui->session) || session_state(ui->session) == JUDGE_OVER) {
		ui_leave(ui);
		return NULL;
	}
	ui->asking = true;
	ui_say(ui, ROLE_WARNING, bytes_text("the match is still running: quit? y/n"));
	return NULL;
}

static char *resume(void *user, const char *players)
{
	struct ui *ui = user;

	if (!ui->setup.resume)
		return bytes_text("this match cannot be resumed");
	return ui->setup.resume(ui->setup.user, view_turns(&ui->view), players);
}

static char *ask_hint(void *user, int seat, const char *command)
{
	struct ui *ui = user;

	return ui->setup.hint ? ui->setup.hint(ui->setup.user, seat, command)
			      : bytes_text("nobody can be asked here");
}

static char *rematch(void *user, bool same)
{
	struct ui *ui = user;

	return ui->setup.rematch ? ui->setup.rematch(ui->setup.user, same)
				 : bytes_text("this match cannot be played again");
}

static char *open_file(void *user, const char *path)
{
	struct ui *ui = user;

	return ui->setup.open ? ui->setup.open(ui->setup.user, path)
			      : bytes_text("no other match can be opened here");
}

/* Whoever reads the keys opens it, since the prompt may be about to close.  */
static char *offer_line(void *user, const char *line)
{
	struct ui *ui = user;

	free(ui->offered_line);
	ui->offered_line = bytes_text("%s", line);
	return NULL;
}

void ui_console(struct ui *ui)
{
	ui->console = (struct console){
		.view = &ui->view,
		.breakpoints = ui->setup.breakpoints,
		.script = ui->setup.script,
		.board = board_named,
		.glyph = paint_glyph,
		.settings = ui->setup.settings,
		.user = ui,
		.apply = apply,
		.layout = set_layout,
		.theme = set_theme,
		.focus = set_focus,
		.zoom = zoom,
		.gdb = ui_gdb,
		.terminal = ui_terminal,
		.show = show_message,
		.details = show_details,
		.is_turned = is_turned,
		.copy = copy,
		.help = show_help,
		.page = ui->setup.page,
		.redraw = redraw,
		.quit = quit,
		.screenshot = ui_screenshot,
		.prompt = offer_line,
		.resume = resume,
		.hint = ask_hint,
		.rematch = rematch,
		.open = open_file,
		.replay = ui_replay,
		.replay_pace = ui_replay_pace,
		.resize = ui_resize,
		.pane = pane_situation,
	};
	ui_focused(ui);
}
