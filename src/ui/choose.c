/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* choose.c - a list on the whole screen, from which a person chooses a row.
 *
 * The last line says which keys there are, or what the last key has done.  A key that does nothing says so.
 */
#include "overlay.h"
#include "ringside/bytes.h"
#include "ringside/paint.h"
#include "ringside/ui.h"
#include "screen.h"
#include <curses.h>

#include <assert.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
	ESCAPE = 27,
	CTRL_C = 'C' & 31,
	CTRL_L = 'L' & 31,
	CTRL_U = 'U' & 31,
	DELETE = 127,
	GAP = 2,
	THIRD_MOST = 24, /* columns of the third text as long as the second is there, ... */
	THIRD_LEAST = 12 /* ... and at least */
};

static const struct {
	const char *keys, *help;
} help[] = {{"enter", "open the match; so does a click"},
	    {"j k", "select; so do up, down, pageup, pagedown and the wheel"},
	    {"g G", "select the first and the last; so do home and end"},
	    {"/", "show only the rows with a text; enter keeps them, escape shows all"},
	    {"d", "delete the match, after a question"},
	    {"^L", "draw the screen again"},
	    {"?", "show these keys"},
	    {"q", "leave; in a match, q goes back to the list and Q leaves ringside"}};

struct list {
	struct loop *loop;
	struct choices *choices;
	int *shown;  /* the rows that the filter lets through and nobody has deleted */
	int count;   /* of them */
	bool *gone;  /* by row: it was deleted */
	int at;      /* the selected one of them */
	int top;     /* the first of them on the screen */
	int chosen;  /* its row; -1: none */
	bool typing; /* keys go to the filter */
	bool asking; /* d asks whether to delete */
	char *said;  /* what the last key did; owned; NULL: nothing to say */
	struct overlay overlay;
	struct watch *key_timer;
};

static int rows_shown(void)
{
	return LINES > 3 ? LINES - 2 : 1; /* without the title and the keys */
}

static int within(int at, int count)
{
	return at >= count ? (count ? count - 1 : 0) : at < 0 ? 0 : at;
}

/* ---- which rows ---- */

static bool passes(const struct choices *choices, int row)
{
	for (int column = 0; choices->filter && column < CHOICE_COLUMNS; column++)
		if (strcasestr(choices->rows[row][column], choices->filter))
			return true;
	return !choices->filter;
}

/* The selection stays on its row, or goes to the next one that is shown.  */
static void sift(struct list *list, int row)
{
	list->count = 0;
	list->at = -1;
	for (int i = 0; i < list->choices->count; i++) {
		if (list->gone[i] || !passes(list->choices, i))
			continue;
		if (list->at < 0 && i >= row)
			list->at = list->count;
		list->shown[list->count++] = i;
	}
	list->at = within(list->at < 0 ? list->count : list->at, list->count);
}

/* The row that is selected; 0 if none is shown.  */
static int row_of(const struct list *list)
{
	return list->count ? list->shown[list->at] : 0;
}

/* ---- drawing ---- */

/* A width of 0 leaves a column out.  */
static void measure(const struct list *list, int width[CHOICE_COLUMNS])
{
	int room = COLS - 2 - GAP * (CHOICE_COLUMNS - 1), all = 0;

	for (int column = 0; column < CHOICE_COLUMNS; column++) {
		width[column] = 0;
		for (int i = 0; i < list->choices->count; i++) {
			const char *text = list->choices->rows[i][column];
			int size = paint_bytes_width(text, strlen(text));

			width[column] = size > width[column] ? size : width[column];
		}
		all += width[column];
	}
	if (all > room && width[2] > THIRD_MOST) {
		all -= width[2];
		width[2] = room - all > THIRD_MOST ? room - all : THIRD_MOST;
		all += width[2];
	}
	if (all > room) {
		room += GAP;
		all -= width[1];
		width[1] = 0;
	}
	if (all > room && width[2] > THIRD_LEAST)
		width[2] = width[2] - (all - room) > THIRD_LEAST ? width[2] - (all - room) : THIRD_LEAST;
}

static void draw_rows(const struct list *list)
{
	int width[CHOICE_COLUMNS];

	measure(list, width);
	for (int y = 0; y < rows_shown() && list->top + y < list->count; y++) {
		char *const *row = list->choices->rows[list->shown[list->top + y]];
		enum role role = list->top + y == list->at ? ROLE_SELECTED : ROLE_TEXT;
		int x = 1;

		paint_clear((struct area){y + 1, 0, 1, COLS}, role);
		for (int column = 0; column < CHOICE_COLUMNS; column++) {
			int room = column == CHOICE_COLUMNS - 1 ? COLS - 1 - x : width[column];

			if (!width[column])
				continue;
			if (room > 0)
				paint_bytes((struct area){y + 1, x, 1, room}, 0, 0, role, row[column],
					    strlen(row[column]));
			x += room + GAP;
		}
	}
}

/* Returns the column of the cursor; -1: none.  */
static int draw_last_line(const struct list *list)
{
	const struct area all = {0, 0, LINES, COLS};
	const char *filter = list->choices->filter;
	int x;

	if (list->typing) {
		paint_text(all, LINES - 1, 1, ROLE_PROMPT, "/");
		x = paint_bytes(all, LINES - 1, 2, ROLE_PROMPT, filter ? filter : "",
				filter ? strlen(filter) : 0);
		return x < COLS ? x : COLS - 1;
	}
	if (list->said)
		paint_bytes(all, LINES - 1, 1, ROLE_WARNING, list->said, strlen(list->said));
	else
		paint_text(all, LINES - 1, 1, ROLE_HINT,
			   "j k select  enter open  / filter  d delete  ? help  q quit");
	return -1;
}

/* Shows it, and sets a timer for the rest of a key sequence.  */
static void draw(struct list *list)
{
	const struct area all = {0, 0, LINES, COLS};
	const char *filter = list->choices->filter;
	int rows = rows_shown(), wait, x;

	if (list->top > list->at)
		list->top = list->at;
	if (list->top <= list->at - rows)
		list->top = list->at - rows + 1;
	paint_clear(all, ROLE_TEXT);
	if (filter) {
		x = paint_format(all, 0, 1, ROLE_TITLE, "%d of %d: only those with ", list->count,
				 list->choices->count);
		paint_bytes(all, 0, x, ROLE_TITLE, filter, strlen(filter));
	} else {
		paint_text(all, 0, 1, ROLE_TITLE, list->choices->title);
	}
	draw_rows(list);
	x = draw_last_line(list);
	if (list->overlay.open)
		overlay_draw(&list->overlay, (struct area){1, 0, rows, COLS});
	screen_show(x < 0 ? -1 : LINES - 1, x < 0 ? 0 : x);
	wait = screen_wait();
	loop_at(list->key_timer, wait < 0 ? INT64_MAX : loop_now() + (int64_t)wait * NS_PER_MS);
}

/* ---- keys ---- */

/* Takes over the text.  */
static void say(struct list *list, char *text)
{
	free(list->said);
	list->said = text;
}

static void leave(struct list *list, int chosen)
{
	list->chosen = chosen;
	loop_stop(list->loop);
}

static void open_selected(struct list *list)
{
	if (list->count)
		leave(list, row_of(list));
	else
		say(list, bytes_text("no row is shown"));
}

/* Takes over the filter.  */
static void set_filter(struct list *list, char *filter)
{
	int row = row_of(list);

	free(list->choices->filter);
	list->choices->filter = filter;
	sift(list, row);
}

static void type_filter(struct list *list, unsigned key)
{
	const char *filter = list->choices->filter ? list->choices->filter : "";
	struct bytes text = {0};
	size_t size = strlen(filter);
	char typed[MB_LEN_MAX];
	int typed_size = key >= ' ' && key != DELETE ? wctomb(typed, (wchar_t)key) : 0;

	bytes_add_text(&text, filter);
	if (key == '\b' || key == DELETE) {
		while (size && ((unsigned char)filter[--size] & 0xc0) == 0x80)
			;
		text.size = size;
	} else if (typed_size > 0) {
		bytes_add(&text, typed, (size_t)typed_size);
	}
	bytes_add(&text, "", 1);
	if (key == CTRL_U || !*text.at) {
		bytes_free(&text);
		text.at = NULL;
	}
	set_filter(list, text.at);
}

static void press_filter(struct list *list, unsigned key, bool is_code)
{
	if (!is_code && (key == ESCAPE || key == CTRL_C))
		set_filter(list, NULL);
	list->typing =
		is_code ? key != KEY_ENTER : key != '\r' && key != '\n' && key != ESCAPE && key != CTRL_C;
	if (list->typing && (!is_code || key == KEY_BACKSPACE))
		type_filter(list, is_code ? '\b' : key);
}

static void ask_to_delete(struct list *list)
{
	char *const *row = list->choices->rows[row_of(list)];

	list->asking = list->count > 0;
	say(list,
	    list->asking ? bytes_text("delete %s, %s? y/n", row[0], row[2]) : bytes_text("no row is shown"));
}

static void answer_delete(struct list *list, unsigned key, bool is_code)
{
	int row = row_of(list);
	char *problem;

	list->asking = false;
	if (is_code || (key != 'y' && key != 'Y')) {
		say(list, bytes_text("nothing was deleted"));
		return;
	}
	problem = list->choices->remove(list->choices->user, row);
	list->gone[row] = !problem;
	say(list, problem ? bytes_text("it cannot be deleted: %s", problem) : bytes_text("deleted"));
	free(problem);
	sift(list, row);
}

static void show_help(struct list *list)
{
	enum { COLUMN = 12 };

	overlay_open(&list->overlay, "help");
	for (size_t i = 0; i < sizeof(help) / sizeof(help[0]); i++)
		overlay_add(&list->overlay, COLUMN, help[i].keys, help[i].help);
}

static void clicked(struct list *list)
{
	int y, x, button;

	if (!mouse_event(&y, &x, &button))
		return;
	if (list->overlay.open)
		overlay_click(&list->overlay, y, x, button);
	else if (button == 4 || button == 5)
		list->at += button == 4 ? -1 : 1;
	else if (button == 1 && y >= 1 && y <= rows_shown() && list->top + y - 1 < list->count)
		leave(list, list->shown[list->top + y - 1]);
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
	case KEY_ENTER: open_selected(list); break;
	case KEY_RESIZE: break;
	default: say(list, bytes_text("this key does nothing here: ? shows all keys")); break;
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
	case '\n': open_selected(list); break;
	case '/': list->typing = true; break;
	case 'd': ask_to_delete(list); break;
	case '?': show_help(list); break;
	case CTRL_L: screen_redraw(); break;
	case ESCAPE:
		if (!list->choices->filter)
			leave(list, -1);
		set_filter(list, NULL);
		break;
	case 'q':
	case 'Q':
	case CTRL_C: leave(list, -1); break;
	default:
		say(list, key > ' ' && key < DELETE
				  ? bytes_text("%c does nothing here: ? shows all keys", (int)key)
				  : bytes_text("this key does nothing here: ? shows all keys"));
		break;
	}
}

static void key_came(struct list *list, unsigned key, bool is_code)
{
	say(list, NULL);
	if (is_code && key == KEY_MOUSE)
		clicked(list);
	else if (list->asking)
		answer_delete(list, key, is_code);
	else if (list->typing)
		press_filter(list, key, is_code);
	else if (list->overlay.open)
		overlay_key(&list->overlay, key, is_code);
	else if (is_code)
		press_code(list, key);
	else
		press(list, key);
	list->at = within(list->at, list->count);
}

static void keys(void *user, int events)
{
	struct list *list = user;
	unsigned key;
	bool is_code;

	(void)events;
	while (screen_key(&key, &is_code))
		key_came(list, key, is_code);
	screen_follow_background();
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

int ui_choose(struct loop *loop, const struct settings *settings, struct choices *choices, char **problem)
{
	static const int deadly[] = {SIGTERM, SIGHUP, SIGINT};
	struct list list = {.loop = loop, .choices = choices, .chosen = -1};
	struct watch *watches[5];

	assert(choices->count > 0 && choices->remove);
	if ((*problem = screen_open(!settings->colour, settings->mouse)))
		return -1;
	list.shown = bytes_new(sizeof(*list.shown) * (size_t)choices->count);
	list.gone = bytes_new(sizeof(*list.gone) * (size_t)choices->count);
	sift(&list, choices->at);
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
	choices->at = row_of(&list);
	overlay_close(&list.overlay);
	free(list.shown);
	free(list.gone);
	free(list.said);
	return list.chosen;
}
