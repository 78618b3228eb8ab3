/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* choose.c - a list of lines on the whole screen, from which a person chooses one.  */
#include "mouse.h"
#include "ringside/bytes.h"
#include "ringside/paint.h"
#include "ringside/ui.h"
#include "screen.h"
#include <curses.h>

#include <assert.h>
#include <signal.h>
#include <string.h>

enum { ESCAPE = 27, CTRL_C = 'C' & 31 };

struct list {
	struct loop *loop;
	const char *title;
	char **lines;
	int count;
	int at;     /* the selected line */
	int top;    /* the first line that is shown */
	int chosen; /* -1: none */
	struct watch *key_timer;
};

static int rows_shown(void)
{
	return LINES > 3 ? LINES - 2 : 1; /* without the title and the keys */
}

/* Shows it, and sets a timer for the rest of a key sequence.  */
static void draw(struct list *list)
{
	int wait;
	struct area all = {0, 0, LINES, COLS};
	int rows = rows_shown();

	if (list->top > list->at)
		list->top = list->at;
	if (list->top <= list->at - rows)
		list->top = list->at - rows + 1;
	erase();
	paint_text(all, 0, 1, ROLE_TITLE, list->title);
	for (int y = 0; y < rows && list->top + y < list->count; y++) {
		const char *line = list->lines[list->top + y];
		enum role role = list->top + y == list->at ? ROLE_SELECTED : ROLE_TEXT;

		paint_clear((struct area){y + 1, 0, 1, COLS}, role);
		paint_bytes(all, y + 1, 1, role, line, strlen(line));
	}
	paint_text(all, LINES - 1, 1, ROLE_HINT, "j k select   enter open   q quit");
	screen_show(-1, 0);
	wait = screen_wait();
	loop_at(list->key_timer, wait < 0 ? INT64_MAX : loop_now() + (int64_t)wait * NS_PER_MS);
}

static void leave(struct list *list, int chosen)
{
	list->chosen = chosen;
	loop_stop(list->loop);
}

static void clicked(struct list *list)
{
	int y, x, button;

	if (!mouse_event(&y, &x, &button))
		return;
	if (button == 4 || button == 5)
		list->at += button == 4 ? -1 : 1;
	else if (button == 1 && y >= 1 && y <= rows_shown() && list->top + y - 1 < list->count)
		leave(list, list->top + y - 1);
}

static void press_code(struct list *list, unsigned key)
{
	switch (key) {
	case KEY_DOWN: list->at++; break;
	case KEY_UP: list->at--; break;
	case KEY_NPAGE: list->at += rows_shown(); break;
	case KEY_PPAGE: list->at -= rows_shown(); break;
	case KEY_HOME: list->at = 0; break;
	case KEY_END: list->at = list->count - 1; break;
	case KEY_ENTER: leave(list, list->at); break;
	case KEY_MOUSE: clicked(list); break;
	default: break;
	}
}

static void press(struct list *list, unsigned key)
{
	switch (key) {
	case 'j': list->at++; break;
	case 'k': list->at--; break;
	case 'g': list->at = 0; break;
	case 'G': list->at = list->count - 1; break;
	case '\r':
	case '\n': leave(list, list->at); break;
	case 'q':
	case ESCAPE:
	case CTRL_C: leave(list, -1); break;
	default: break;
	}
}

static void keys(void *user, int events)
{
	struct list *list = user;
	unsigned key;
	bool is_code;

	(void)events;
	while (screen_key(&key, &is_code)) {
		(is_code ? press_code : press)(list, key);
		list->at = list->at < 0 ? 0 : list->at >= list->count ? list->count - 1 : list->at;
	}
	if (screen_gone())
		leave(list, -1);
	draw(list);
}

static void resized(void *user, int events)
{
	(void)events;
	screen_resized();
	draw(user);
}

static void terminated(void *user, int events)
{
	(void)events;
	leave(user, -1);
}

int ui_choose(struct loop *loop, const struct settings *settings, const char *title, char **lines, int count,
	      char **problem)
{
	static const int deadly[] = {SIGTERM, SIGHUP, SIGINT};
	struct list list = {.loop = loop, .title = title, .lines = lines, .count = count, .chosen = -1};
	struct watch *watches[5];

	assert(count > 0);
	if ((*problem = screen_open(!settings->colour, settings->mouse)))
		return -1;
	for (int i = 0; i < 3; i++)
		watches[i] = loop_signal(loop, deadly[i], terminated, &list);
	watches[3] = loop_signal(loop, SIGWINCH, resized, &list);
	watches[4] = loop_watch(loop, screen_keyboard(), LOOP_READ, LOOP_LATER, keys, &list);
	list.key_timer = loop_timer(loop, LOOP_LATER, keys, &list);
	draw(&list);
	loop_run(loop);
	loop_unwatch(list.key_timer);
	for (int i = 0; i < 5; i++)
		loop_unwatch(watches[i]);
	screen_close();
	return list.chosen;
}
