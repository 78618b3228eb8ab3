/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overview.c - the keys of the screen of many games, and its terminal.
 *
 * As in the list of kept matches, the last line says which keys there are, or what the last key has done.  */
#include "mouse.h"
#include "overview_state.h"
#include "ringside/bytes.h"
#include "screen.h"
#include <curses.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE = 27, CTRL_C = 'C' & 31, CTRL_L = 'L' & 31, CTRL_Z = 'Z' & 31, DELETE = 127, HELP_COLUMN = 12 };

/* From one frame to the next while games go on.  */
#define PERIOD ((int64_t)50 * NS_PER_MS)

static const struct {
	const char *keys, *help;
} help[] = {{"j k", "select a game; so do up, down, pageup, pagedown, a click and the wheel"},
	    {"g G", "select the first and the last; so do home and end"},
	    {"enter", "open the game, also while it runs; q comes back"},
	    {"p", "pause all games, and go on: an agent that thinks may end its turn, then none is asked"},
	    {"s", "skip the games of these players that are left, after a question"},
	    {"c", "the next table, such as the cross table; so does tab; narrow screens hide the board then"},
	    {"[ ]", "scroll the tables; so does the wheel"},
	    {"l", "what was told so far"},
	    {"^Z", "suspend ringside and its games; fg goes on"},
	    {"^L", "draw the screen again"},
	    {"?", "show these keys"},
	    {"q", "leave, after a question; Q leaves at once"}};

/* ---- what is said ---- */

/* Takes over the text.  */
static void say(struct overview *overview, char *text)
{
	free(overview->said);
	overview->said = text;
}

void overview_say(struct overview *overview, const char *text)
{
	say(overview, bytes_text("%s", text));
	overview_changed(overview);
}

static void forget_question(struct overview *overview)
{
	free(overview->question);
	overview->question = NULL;
}

/* ---- what keys do ---- */

static void leave(struct overview *overview)
{
	overview->events->leave(overview->user);
}

static void ask_to_leave(struct overview *overview)
{
	overview->question = overview->events->leaves(overview->user);
	overview->yes = leave;
	if (!overview->question)
		leave(overview);
}

static void skip(struct overview *overview)
{
	overview->events->skip(overview->user, overview->asked_game);
}

static void ask_to_skip(struct overview *overview)
{
	if (!overview->chosen) {
		say(overview, bytes_text("no game is selected"));
		return;
	}
	overview->question = overview->events->skips(overview->user, overview->chosen);
	overview->asked_game = overview->chosen;
	overview->yes = skip;
}

static void open_chosen(struct overview *overview)
{
	if (overview->chosen)
		overview->events->open(overview->user, overview->chosen);
	else
		say(overview, bytes_text("no game is selected"));
}

static void turn_table(struct overview *overview)
{
	int count = overview->shown.table_count, first = overview_is_wide() ? 1 : 0;

	if (count < 2) {
		say(overview, bytes_text("there is no further table yet"));
		return;
	}
	if (first && !overview->table) /* where the first of them is shown already */
		overview->table = 1;
	overview->table = overview->table + 1 < count ? overview->table + 1 : first;
	overview->table_top[1] = 0;
}

/* The one that a person has turned to, or the standing.  */
static void scroll_table(struct overview *overview, int step)
{
	overview->table_top[overview->table_area[1].width > 0] += step;
}

/* The processes of the games are in our group, and stand, too.  */
static void suspend(struct overview *overview)
{
	struct sigaction usual = {.sa_handler = SIG_DFL}, before;

	screen_suspend();
	sigaction(SIGTSTP, &usual, &before);
	kill(0, SIGTSTP);
	sigaction(SIGTSTP, &before, NULL);
	screen_resume();
	overview_changed(overview);
}

static void show_help(struct overview *overview)
{
	overlay_open(&overview->overlay, "help");
	for (size_t i = 0; i < sizeof(help) / sizeof(help[0]); i++)
		overlay_add(&overview->overlay, HELP_COLUMN, help[i].keys, help[i].help);
}

static void show_log(struct overview *overview)
{
	char *log = overview->events->log(overview->user);

	if (!log || !*log)
		say(overview, bytes_text("nothing was told yet"));
	else {
		overlay_open(&overview->overlay, "told so far");
		overlay_add_answer(&overview->overlay, log, 0);
	}
	free(log);
}

static void select_row(struct overview *overview, int at)
{
	int count = overview->shown.game_count;

	overview->at = at >= count ? (count ? count - 1 : 0) : at < 0 ? 0 : at;
	overview->chosen = count ? overview->shown.games[overview->at].id : 0;
}

static bool is_in(struct area area, int y, int x)
{
	return area.width && y >= area.y && y < area.y + area.height && x >= area.x &&
	       x < area.x + area.width;
}

static void clicked(struct overview *overview)
{
	int y, x, button, step;

	if (!mouse_event(&y, &x, &button))
		return;
	step = button == 4 ? -1 : button == 5 ? 1 : 0;
	if (overview->overlay.open) {
		overlay_click(&overview->overlay, y, x, button);
		return;
	}
	for (int i = 0; i < 2; i++)
		if (is_in(overview->table_area[i], y, x))
			overview->table_top[i] += step;
	if (!is_in(overview->games_area, y, x))
		return;
	if (step)
		select_row(overview, overview->at + step);
	else if (button == 1)
		select_row(overview, overview->top + y - overview->games_area.y);
}

static void unknown(struct overview *overview, unsigned key)
{
	say(overview, key > ' ' && key < DELETE
			      ? bytes_text("%c does nothing here: ? shows all keys", (int)key)
			      : bytes_text("this key does nothing here: ? shows all keys"));
}

static void press_code(struct overview *overview, unsigned key)
{
	int page = overview->games_area.height > 0 ? overview->games_area.height : 1;

	switch (key) {
	case KEY_DOWN: select_row(overview, overview->at + 1); break;
	case KEY_UP: select_row(overview, overview->at - 1); break;
	case KEY_NPAGE: select_row(overview, overview->at + page); break;
	case KEY_PPAGE: select_row(overview, overview->at - page); break;
	case KEY_HOME: select_row(overview, 0); break;
	case KEY_END: select_row(overview, overview->shown.game_count - 1); break;
	case KEY_ENTER: open_chosen(overview); break;
	default: unknown(overview, 0); break;
	}
}

static void press(struct overview *overview, unsigned key)
{
	switch (key) {
	case 'j': select_row(overview, overview->at + 1); break;
	case 'k': select_row(overview, overview->at - 1); break;
	case 'g': select_row(overview, 0); break;
	case 'G': select_row(overview, overview->shown.game_count - 1); break;
	case '\r':
	case '\n': open_chosen(overview); break;
	case 'p': overview->events->pause(overview->user); break;
	case 's': ask_to_skip(overview); break;
	case 'c':
	case '\t': turn_table(overview); break;
	case 'l': show_log(overview); break;
	case '?': show_help(overview); break;
	case '[': scroll_table(overview, -1); break;
	case ']': scroll_table(overview, 1); break;
	case CTRL_Z: suspend(overview); break;
	case CTRL_L: screen_redraw(); break;
	case ESCAPE: overview->table = 0; break;
	case 'q': ask_to_leave(overview); break;
	case 'Q':
	case CTRL_C: leave(overview); break;
	default: unknown(overview, key); break;
	}
}

static void answer(struct overview *overview, unsigned key, bool is_code)
{
	forget_question(overview);
	if (!is_code && (key == 'y' || key == 'Y'))
		overview->yes(overview);
	else if (!is_code && key == CTRL_C)
		leave(overview);
}

static void key_came(struct overview *overview, unsigned key, bool is_code)
{
	say(overview, NULL);
	if (is_code && key == KEY_MOUSE)
		clicked(overview);
	else if (overview->question)
		answer(overview, key, is_code);
	else if (overview->overlay.open)
		overlay_key(&overview->overlay, key, is_code);
	else if (is_code)
		press_code(overview, key);
	else
		press(overview, key);
}

/* ---- the terminal ---- */

static void keys(void *user, int events)
{
	struct overview *overview = user;
	unsigned key;
	bool is_code;

	(void)events;
	while (overview->is_open && screen_key(&key, &is_code))
		key_came(overview, key, is_code);
	if (overview->is_open)
		screen_follow_background();
	if (overview->is_open && screen_gone()) {
		loop_change(overview->watches[OVERVIEW_WATCHES - 1], 0);
		leave(overview);
	}
	overview_draw(overview);
}

static void frame(void *user, int events)
{
	(void)events;
	overview_draw(user);
}

static void resized(void *user, int events)
{
	(void)events;
	screen_resized();
	overview_draw(user);
}

/* Another program may have used the terminal.  */
static void continued(void *user, int events)
{
	(void)events;
	screen_suspend();
	screen_resume();
	overview_draw(user);
}

static void stopped(void *user, int events)
{
	(void)events;
	suspend(user);
}

char *overview_reopen(struct overview *overview)
{
	char *problem = screen_open(!overview->settings->colour, overview->settings->mouse);

	if (problem)
		return problem;
	overview->watches[0] = loop_signal(overview->loop, SIGWINCH, resized, overview);
	overview->watches[1] = loop_signal(overview->loop, SIGCONT, continued, overview);
	overview->watches[2] = loop_signal(overview->loop, SIGTSTP, stopped, overview);
	overview->watches[3] =
		loop_watch(overview->loop, screen_keyboard(), LOOP_READ, LOOP_LATER, keys, overview);
	overview->key_timer = loop_timer(overview->loop, LOOP_LATER, keys, overview);
	overview->frame_timer = loop_timer(overview->loop, LOOP_LATER, frame, overview);
	overview->is_open = true;
	overview->drawn_at = 0;
	loop_at(overview->frame_timer, loop_now());
	return NULL;
}

void overview_close(struct overview *overview)
{
	if (!overview->is_open)
		return;
	overview->is_open = false;
	for (int i = 0; i < OVERVIEW_WATCHES; i++)
		loop_unwatch(overview->watches[i]);
	loop_unwatch(overview->key_timer);
	loop_unwatch(overview->frame_timer);
	screen_close();
}

void overview_changed(struct overview *overview)
{
	int64_t now = loop_now(), due = overview->drawn_at + PERIOD;

	if (overview->is_open)
		loop_at(overview->frame_timer, due > now ? due : now);
}

struct overview *overview_new(struct loop *loop, const struct settings *settings,
			      const struct overview_events *events, void *user, char **problem)
{
	struct overview *overview = bytes_new(sizeof(*overview));

	*overview = (struct overview){.loop = loop, .settings = settings, .events = events, .user = user};
	if (!(*problem = overview_reopen(overview)))
		return overview;
	free(overview);
	return NULL;
}

void overview_free(struct overview *overview)
{
	if (!overview)
		return;
	overview_close(overview);
	overview_unwatch(overview);
	overlay_close(&overview->overlay);
	forget_question(overview);
	free(overview->said);
	free(overview);
}
