/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui_focused.c - what commands do to the focused pane: filter, search, scroll, select.  */
#include "ui_state.h"

#include <curses.h>

#include <stdlib.h>
#include <string.h>

/* The focused pane, if it can do that.  */
#define FOCUSED(ui, what) ((ui)->focus && (ui)->focus->pane->ops->what ? (ui)->focus->pane : NULL)

static char *set_filter(void *user, const char *pattern)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, filter);
	char *problem;

	if (!pane)
		return bytes_text("this pane shows no messages: Tab goes to another one");
	if (pattern && *pattern && (problem = match_file_check_pattern(pattern)))
		return problem;
	pane->ops->filter(pane, pattern && *pattern ? pattern : NULL);
	return NULL;
}

static char *keep_pattern(struct ui *ui, const char *pattern)
{
	if (pattern) {
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

static char *wrap(void *user, bool *wraps)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, wrap);

	if (!pane)
		return bytes_text("this pane shows no messages: Tab goes to another one");
	*wraps = pane->ops->wrap(pane);
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
		return bytes_text("this pane shows no messages: Tab goes to another one");
	if (pattern && (problem = match_file_check_pattern(pattern)))
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

static int held(void *user)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, held);

	return pane ? pane->ops->held(pane) : 0;
}

static char *select_next(void *user, int step)
{
	struct ui *ui = user;
	struct pane *pane = FOCUSED(ui, selected);
	bool chosen;
	int64_t before;

	if (!pane)
		return bytes_text("this pane shows no messages: Tab goes to another one");
	before = pane->ops->selected(pane, &chosen);
	pane->ops->walk(pane, step > 0 ? SCROLL_DOWN : SCROLL_UP);
	if (pane->ops->selected(pane, &chosen) == before) {
		ui->overlay.kept = true;
		return bytes_text(step > 0 ? "this is the newest message" : "this is the first message");
	}
	ui->overlay.message = 0; /* of another message */
	return NULL;
}

void ui_focused(struct ui *ui)
{
	struct console *console = &ui->console;

	console->filter = set_filter;
	console->search = search;
	console->wrap = wrap;
	console->freeze = freeze;
	console->scroll = scroll_pane;
	console->follow = follow;
	console->selected = selected;
	console->held = held;
	console->select = select_next;
}
