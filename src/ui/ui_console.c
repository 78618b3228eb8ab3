/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_console.c - what commands do to the screen, to the focused pane, and to gdb and the agents' terminals in
 * their panes; and which pane shows a message.  */
#include "ringside/mistake.h"
#include "screen.h"
#include "ui_state.h"

#include <curses.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
		ui_report(ui, problem, true);
	ui_changed(ui);
}

static char *ui_gdb(void *user, int seat, const char *arguments)
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
	pane_gdb_prints(slot->pane, NULL, 0);
	ui->focus_before = before;
	give_focus(ui, slot);
	return NULL;
}

/* ---- agents' terminals ---- */

static char *ui_terminal(void *user, int seat)
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
		ui_status(ui, ROLE_GOOD,
			  bytes_text("%s: seat %d wrote this to its terminal, and nothing can be typed there",
				     situation_words(situation_of(&ui->console)), seat));
	return NULL;
}

/* The focused pane, if it can do that.  */
#define FOCUSED(ui, what) ((ui)->focus && (ui)->focus->pane->ops->what ? (ui)->focus->pane : NULL)

static char *no_messages(void)
{
	return bytes_text("this pane shows no messages: Tab goes to another one");
}

static char *set_filter(void *user, const char *pattern)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, filter);
	char *problem;

	if (!pane)
		return no_messages();
	if (pattern && *pattern && (problem = match_file_check_pattern(pattern)))
		return problem;
	pane->ops->filter(pane, pattern && *pattern ? pattern : NULL);
	return NULL;
}

static char *keep_pattern(struct ui *ui, const char *pattern)
{
	if (*pattern) {
		free(ui->pattern);
		ui->pattern = bytes_text("%s", pattern);
	}
	return ui->pattern ? NULL : bytes_text("expected a pattern: there was no search before");
}

static char *search_overlay(struct ui *ui, const char *text, int direction)
{
	char *problem = keep_pattern(ui, text);

	ui->overlay.kept = true;
	if (problem)
		return problem;
	return overlay_search(&ui->overlay, ui->pattern, direction)
		       ? NULL
		       : bytes_text("no line has \"%s\"", ui->pattern);
}

static char *freeze(void *user)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, freeze);

	if (!pane)
		return bytes_text("this pane cannot be frozen: Tab goes to another one");
	ui->focus->frozen = !ui->focus->frozen;
	pane->ops->freeze(pane, ui->focus->frozen);
	return NULL;
}

static char *no_match(struct ui *ui)
{
	struct match_file *file = session_file(ui->session);
	const struct pane *pane = FOCUSED(ui, filtered);
	const char *filter = pane ? pane->ops->filtered(pane) : NULL;
	struct bytes why = {0};
	struct gap gap;
	char *missing;

	bytes_addf(&why, "no message of this pane matches \"%s\"", ui->pattern);
	if (filter)
		bytes_addf(&why, " and the filter \"%s\": :filter shows all messages", filter);
	if (file && match_file_gap(file, INT64_MAX, &gap)) {
		missing = gap_words(&gap);
		bytes_addf(&why, ", but %s", missing);
		free(missing);
	}
	return why.at;
}

static char *search(void *user, const char *pattern, int direction)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, search);
	char *problem;

	if (ui->overlay.open)
		return search_overlay(ui, pattern, direction);
	if (!pane)
		return no_messages();
	if (*pattern && (problem = match_file_check_pattern(pattern)))
		return problem;
	if ((problem = keep_pattern(ui, pattern)))
		return problem;
	session_whole_file(ui->session);
	if (pane->ops->search(pane, ui->pattern, direction))
		return NULL;
	if (ui->focus->frozen) { /* messages that have come since may match */
		free(freeze(ui));
		if (pane->ops->search(pane, ui->pattern, direction))
			return NULL;
	}
	return no_match(ui);
}

/* The key that scrolls so in a pane which has keys for that.  */
static bool press_scroll_key(struct pane *pane, enum scroll how)
{
	static const struct {
		unsigned key;
		bool is_code;
	} keys[SCROLL_COUNT] = {[SCROLL_UP] = {KEY_UP, true},         [SCROLL_DOWN] = {KEY_DOWN, true},
				[SCROLL_PAGE_UP] = {KEY_PPAGE, true}, [SCROLL_PAGE_DOWN] = {KEY_NPAGE, true},
				[SCROLL_TOP] = {'g', false},          [SCROLL_END] = {'G', false}};

	return keys[how].key && pane->ops->key && pane->ops->key(pane, keys[how].key, keys[how].is_code);
}

static char *scroll_pane(void *user, const char *how)
{
	static const char *const words[SCROLL_COUNT] = {
#define X(NAME, word) [SCROLL_##NAME] = word,
		SCROLLS(X)
#undef X
	};
	struct ui *ui = user;
	struct pane *pane = ui->focus ? ui->focus->pane : NULL;
	int i = 0;

	while (i < SCROLL_COUNT && strcmp(words[i], how))
		i++;
	if (i == SCROLL_COUNT)
		return bytes_text("expected up, down, pageup, pagedown, halfup, halfdown, left, right, top "
				  "or end, not \"%s\"",
				  how);
	if (pane && pane->ops->walk)
		pane->ops->walk(pane, (enum scroll)i);
	else if (!pane || !press_scroll_key(pane, (enum scroll)i))
		return bytes_text("there is nothing to scroll in this pane: Tab goes to another one");
	return NULL;
}

static void follow(void *user)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, walk);

	if (pane)
		pane->ops->walk(pane, SCROLL_END);
}

static int64_t selected(void *user, bool *chosen)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, selected);

	*chosen = ui->overlay.message;
	if (ui->overlay.message) {
		ui->overlay.kept = true;
		return ui->overlay.message;
	}
	return pane ? pane->ops->selected(pane, chosen) : 0;
}

static char *select_next(void *user, int step)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, selected);
	bool chosen;
	int64_t before;

	if (!pane)
		return no_messages();
	before = pane->ops->selected(pane, &chosen);
	pane->ops->walk(pane, step > 0 ? SCROLL_DOWN : SCROLL_UP);
	if (pane->ops->selected(pane, &chosen) == before) {
		ui->overlay.kept = true;
		return bytes_text(step > 0 ? "this is the newest message" : "this is the first message");
	}
	ui->overlay.message = 0; /* of another message */
	return NULL;
}

static int bits_of(unsigned set)
{
	int bits = 0;

	for (; set; set &= set - 1)
		bits++;
	return bits;
}

/* How well the pane fits, the smaller the better: one that shows only the message's seat, and as many of its
   other messages as possible.  */
static int fit_of(const struct place *place)
{
	return bits_of(place->seats & ~(1u << SEAT_NONE)) * (CHANNEL_COUNT + 1) - bits_of(place->channels);
}

/* The pane of this layout that fits the message best; NULL: none shows it.  */
static struct slot *pane_of(const struct ui *ui, const struct message *message)
{
	struct slot *best = NULL;

	for (int i = 0; i < ui->shown_count; i++) {
		const struct place *place = &ui->shown[i]->place;

		if (place->kind == PLACE_TRAFFIC && place->seats & 1u << message->seat &&
		    place->channels & CHANNEL_BIT(message->channel) &&
		    (!place->directions || place->directions & 1u << message->direction) &&
		    (!best || fit_of(place) < fit_of(&best->place)))
			best = ui->shown[i];
	}
	return best;
}

/* If the focused pane of messages has no held one, the pane of the first one gets the focus.  */
static int64_t held(void *user)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, held);
	const struct message *first = session_held(ui->session, 0);
	struct slot *slot;
	int64_t number;

	if (ui->overlay.message)
		return ui->overlay.message;
	number = pane ? pane->ops->held(pane) : 0;
	if (number >= 0 || !first || !(slot = pane_of(ui, first)) ||
	    session_held_at(ui->session, slot->pane->ops->held(slot->pane)) < 0)
		return number;
	give_focus(ui, slot);
	return slot->pane->ops->held(slot->pane);
}

/* The pane of the message, in another layout if this one has none.  */
static struct slot *find_pane(struct ui *ui, const struct message *message)
{
	static const char *const others[] = {"auto", "traffic"};
	struct slot *slot;

	ui_place(ui);
	slot = pane_of(ui, message);
	if (!slot && message->seat != SEAT_NONE) { /* the panes of one seat may be shown alone */
		ui->channel_seat = message->seat;
		ui_place(ui);
		slot = pane_of(ui, message);
	}
	for (size_t i = 0; !slot && i < sizeof(others) / sizeof(others[0]); i++) {
		ui->layout = others[i];
		ui_place(ui);
		slot = pane_of(ui, message);
	}
	return slot;
}

static char *show_message(void *user, int64_t n)
{
	struct ui *ui = user;
	struct match_file *file = session_whole_file(ui->session);
	struct message_query query = {.seats = ~0u, .channels = CHANNEL_ALL, .last = n};
	struct message message;
	struct slot *slot;
	char *problem = view_goto_message(&ui->view, n);

	if (problem)
		return problem;
	if (match_file_after(file, &query, n - 1, 1, &message) != 1 || !(slot = find_pane(ui, &message)))
		return bytes_text("no pane shows message #%" PRId64, session_number(ui->session, n));
	if (slot->frozen)
		slot->pane->ops->freeze(slot->pane, slot->frozen = false);
	ui->focus = slot;
	ui->stale = true;
	slot->pane->ops->show(slot->pane, &message);
	return NULL;
}

static void set_layout(struct ui *ui, const char *name)
{
	struct layout_request request = ui_layout_request(ui, ui->layout);

	if (strcmp(name, "channels") == 0 && strcmp(ui->layout, name) == 0 && layout_one_seat(&request))
		ui->channel_seat = layout_next_seat(request.agents, ui->channel_seat, 1);
	ui->layout = layout_named(name);
	ui->zoomed = false;
	ui->stale = true;
}

static char *apply(void *user, const char *setting)
{
	struct ui *ui = user;
	struct settings *settings = ui->setup.settings;
	bool is_theme = strcmp(setting, "theme") == 0;
	char *problem = is_theme ? theme_load(settings->theme) : NULL;

	if (problem)
		return problem;
	if (strcmp(setting, "layout") == 0)
		set_layout(ui, settings->layout);
	if (strcmp(setting, "mouse") == 0)
		mouse_use(settings->mouse);
	if (strcmp(setting, "stop-between") == 0)
		session_stop_between(ui->session, settings->stop_between);
	if (is_theme || strcmp(setting, "colour") == 0)
		theme_bind(!settings->colour);
	ui->overlay.kept = true;
	screen_redraw();
	return NULL;
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
	int at = 0, count = ui->shown_count;
	char *end;

	if (count == 0)
		return bytes_text("no pane is shown");
	for (int i = 0; i < count; i++)
		if (ui->shown[i] == ui->focus)
			at = i;
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

static void show_details(void *user, int64_t n, bool turned, const char *text)
{
	enum { CHANGING = 2 }; /* rows for a held message alone */
	static const struct binding keys[] = {
		{"e", "edit", "edit it, while it is held", "edit", WHEN_HELD, KEYS_CHANGE},
		{"x", "drop", "drop it, while it is held", "drop", WHEN_HELD, KEYS_CHANGE},
		{"J", "info message next", "the next message", "next", 0, KEYS_READ},
		{"K", "info message previous", "the message before", "previous", 0, KEYS_READ},
		{"h", "info message turn", "its bytes in hexadecimal, or as text", "hex", 0, KEYS_READ},
		{"w", "why here", "explain it", "why", 0, KEYS_READ},
		{"y", "yank", "copy it to the terminal's clipboard", "copy", 0, KEYS_READ},
		{0},
	};
	struct ui *ui = user;
	struct match_file *file = session_file(ui->session);
	FREED char *title = bytes_text("message #%" PRId64, n);

	overlay_open(&ui->overlay, title);
	overlay_add_answer(&ui->overlay, text, file ? match_file_last(file) : 0);
	ui->overlay.message = n;
	ui->overlay.turned = turned;
	ui->overlay.keys = session_held_at(ui->session, n) < 0 ? keys + CHANGING : keys;
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
	screen_copy(bytes, size);
}

static char *show_help(void *user)
{
	struct ui *ui = user;
	struct help_place place = {.system = session_match(ui->session)->setup.system,
				   .own = ui->focus ? ui->focus->pane->ops->keys : NULL};

	overlay_close(&ui->overlay);
	place.situation = situation_of(&ui->console);
	help_open(&ui->overlay, &place);
	return NULL;
}

static void add_signs(struct overlay *overlay, const char *title, const struct sign *signs)
{
	if (signs)
		overlay_add(overlay, 0, title, NULL);
	for (; signs && signs->meaning; signs++)
		overlay_add_sign(overlay, signs);
}

/* Of a pane, if no pane before it has the same signs.  */
static void add_pane_signs(struct ui *ui, int at)
{
	const struct pane_ops *ops = at < ui->shown_count ? ui->shown[at]->pane->ops : ui->timeline->ops;
	const struct sign *sign;

	for (int i = 0; i < at; i++)
		if (ui->shown[i]->pane->ops->sign == ops->sign)
			return;
	if (ops->legend)
		overlay_add(&ui->overlay, 0, ops->legend, NULL);
	for (int i = 0; ops->legend && (sign = ops->sign(i)); i++)
		overlay_add_sign(&ui->overlay, sign);
}

const struct sign *ui_sign_at(int i)
{
	const struct sign *sign;

	for (sign = header_signs; sign->meaning; sign++)
		if (i-- == 0)
			return sign;
	for (int k = 0; (sign = pane_moves_sign(k)); k++)
		if (i-- == 0)
			return sign;
	return pane_traffic_sign(i);
}

static char *show_signs(void *user)
{
	struct ui *ui = user;
	const char *system = session_match(ui->session)->setup.system;
	FREED char *title = bytes_text("On the board of %s", system);

	overlay_open(&ui->overlay, "what the signs mean");
	add_signs(&ui->overlay, title, board_named(system)->signs);
	for (int i = 0; i <= ui->shown_count; i++)
		add_pane_signs(ui, i);
	add_signs(&ui->overlay, "In the first lines", header_signs);
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
	return listed | (ui->view.other ? WHEN_OTHER : 0) | (pane->ops->show ? WHEN_MESSAGES : 0) |
	       (pane->ops->found && pane->ops->found(pane) ? WHEN_FOUND : 0) |
	       (pane->ops->typing && pane->ops->typing(pane) ? WHEN_TYPING : 0);
}

/* Writes all that the screen shows into a file.  NULL, or why not.  */
static char *screenshot(void *user, const char *path)
{
	struct ui *ui = user;
	FILE *file = fopen(path, "w");
	struct bytes text = {0};
	bool failed;

	ui->overlay.kept = true;
	if (!file)
		return bytes_text("%s: %s", path, strerror(errno));
	session_whole_file(ui->session);
	ui_draw(ui);
	for (int y = 0; y < ui->height; y++)
		screen_row(&text, y, ui->width);
	fwrite(text.at, 1, text.size, file);
	bytes_free(&text);
	failed = ferror(file);
	failed |= fclose(file) != 0;
	return failed ? bytes_text("%s: %s", path, strerror(errno)) : NULL;
}

static void confirm(void *user, const char *line, const char *question)
{
	struct ui *ui = user;

	ui_status(ui, ROLE_WARNING, bytes_text("%s", question));
	ui->confirm_line = bytes_text("%s", line);
}

static char *quit(void *user, bool now)
{
	struct ui *ui = user;

	ui->back = !now;
	if (now || ui->console.confirmed || ui->leaving || !session_is_live(ui->session) ||
	    session_state(ui->session) == JUDGE_OVER) {
		ui_leave(ui);
		return NULL;
	}
	confirm(ui, "quit", "the match is still running: quit? y/n");
	return NULL;
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
		.focus = set_focus,
		.gdb = ui_gdb,
		.terminal = ui_terminal,
		.show = show_message,
		.details = show_details,
		.is_turned = is_turned,
		.copy = copy,
		.help = show_help,
		.signs = show_signs,
		.page = ui->setup.page,
		.quit = quit,
		.confirm = confirm,
		.screenshot = screenshot,
		.prompt = offer_line,
		.opener = ui->setup.user,
		.resume = ui->setup.resume,
		.hint = ui->setup.hint,
		.kibitz = ui->setup.kibitz,
		.rematch = ui->setup.rematch,
		.open = ui->setup.open,
		.resize = ui_resize,
		.pane = pane_situation,
		/* What is done to the focused pane.  */
		.filter = set_filter,
		.search = search,
		.freeze = freeze,
		.scroll = scroll_pane,
		.follow = follow,
		.selected = selected,
		.held = held,
		.select = select_next,
	};
}
